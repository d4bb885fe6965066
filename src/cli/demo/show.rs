//! What spectators of the demo see: its progress, and in the end some letters, the mailboxes, the replay, the figures.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use chrono::DateTime;
use indicatif::{ProgressBar, ProgressStyle};

use super::play::{News, Played};
use super::script::Script;

/// Tells of the progress: a bar on a terminal, plain lines elsewhere.
pub struct Watch(Option<ProgressBar>);

impl Watch {
    /// For so many steps.
    pub fn new(is_terminal: bool, steps: usize) -> Self {
        if !is_terminal {
            return Self(None);
        }
        let bar = ProgressBar::new(steps as u64);
        let style = ProgressStyle::with_template("{bar:30} {pos:>3}/{len} {wide_msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self(Some(bar))
    }

    /// One step more.
    pub fn tell(&mut self, out: &mut impl Write, news: News<'_>) {
        let words = match news {
            News::Letter(at, from, shows) => format!("{}  {from:<9}  {shows}", stamp(at)),
            News::Phase(at, title) => format!("{}  {:<9}  {title}", stamp(at), "-----"),
        };
        match &self.0 {
            Some(bar) => {
                bar.set_message(words);
                bar.inc(1);
            }
            // Progress that cannot be printed stops nothing.
            None => drop(writeln!(out, "{words}")),
        }
    }

    /// The end of the progress.
    pub fn finish(self) {
        if let Some(bar) = self.0 {
            bar.finish_and_clear();
        }
    }
}

/// Shows what came of the demo.
pub fn show(out: &mut impl Write, root: &Path, script: &Script, played: &Played) -> anyhow::Result<()> {
    show_exchange(out, script, played)?;
    show_report(out, script, played)?;
    show_mailboxes(out, root, script, played)?;
    show_figures(out, script, played)
}

fn show_exchange(out: &mut impl Write, script: &Script, played: &Played) -> anyhow::Result<()> {
    let exchange = played.exchange(script.cast.letter_shown).context("find the letter to show")?;
    heading(out, "A letter and its receipt")?;
    let letter = &exchange.letter;
    writeln!(out, "From: {}\nSubject: {}\n\n{}\n", letter.from, letter.subject, indented(&letter.text))?;
    for answer in exchange.answers.iter().take(1) {
        writeln!(out, "Subject: {}\n\n{}", answer.subject, indented(answer.text.trim_end()))?;
    }
    Ok(())
}

fn show_report(out: &mut impl Write, script: &Script, played: &Played) -> anyhow::Result<()> {
    let (seat, words) = script.cast.report_shown;
    let reports = played.received.get(seat).map_or(&[][..], Vec::as_slice);
    let report = reports.iter().find(|letter| letter.subject.contains(words)).context("find the report to show")?;
    heading(out, &format!("A report, as {} gets it", script.cast.person(seat)?.name))?;
    writeln!(out, "Subject: {}\n\n{}", report.subject, indented(report.text.trim_end()))?;
    Ok(())
}

fn show_mailboxes(out: &mut impl Write, root: &Path, script: &Script, played: &Played) -> anyhow::Result<()> {
    heading(out, "The mailboxes")?;
    writeln!(out, "Every letter is in a Maildir under {}:", root.display())?;
    let written = played.exchanges.len();
    writeln!(out, "  {:<9}  judge  ({written} letters; those that are decided are in its folder Processed)", "judge")?;
    for person in &script.cast.player {
        let folder = played.mailboxes.get(&person.seat).context("find a mailbox")?;
        let letters = played.received.get(&person.seat).map_or(0, Vec::len);
        let folder = folder.strip_prefix(root).unwrap_or(folder).display();
        writeln!(out, "  {:<9}  {folder}  ({letters} letters)", person.seat)?;
    }
    let first = script.cast.person(script.cast.report_shown.0)?;
    let folder = played.mailboxes.get(&first.seat).context("find a mailbox")?;
    writeln!(
        out,
        "The key of this judge is known to all, so that the demo is always the same: no real game may use it."
    )?;
    writeln!(out, "Any mail client that knows Maildir opens them, for example: mutt -f {}", folder.display())?;
    Ok(())
}

fn show_figures(out: &mut impl Write, script: &Script, played: &Played) -> anyhow::Result<()> {
    heading(out, "The figures")?;
    let letters: usize = played.received.values().map(Vec::len).sum();
    writeln!(out, "Letters to the judge    {:>4}", played.exchanges.len())?;
    writeln!(out, "Letters from the judge  {letters:>4}")?;
    writeln!(out, "Phases played           {:>4}", played.phases)?;
    if played.battles > 0 {
        writeln!(out, "Battles fought          {:>4}", played.battles)?;
    }
    for (kind, count) in script.counts() {
        writeln!(out, "The game master's {kind:<21} {count:>2}")?;
    }
    match &played.replay {
        Ok(replayed) => writeln!(out, "Replay: {replayed}.")?,
        Err(divergence) => anyhow::bail!("the replay came out otherwise: {divergence}"),
    }
    Ok(())
}

pub(super) fn heading(out: &mut impl Write, title: &str) -> io::Result<()> {
    writeln!(out, "\n{title}\n{}\n", "=".repeat(title.chars().count()))
}

fn indented(text: &str) -> String {
    text.lines()
        .map(|line| if line.is_empty() { String::new() } else { format!("  {line}") })
        .collect::<Vec<_>>()
        .join("\n")
}

fn stamp(at: i64) -> String {
    DateTime::from_timestamp(at, 0).map_or_else(String::new, |time| time.format("%a %e %b %H:%M UTC").to_string())
}
