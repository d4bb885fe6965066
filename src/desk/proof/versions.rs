//! Letters that ask one thing as plain text and another as HTML: which of them their writer saw is not ours to guess,
//! so nothing of such a letter is done. Compares what is asked, not the words.

use base::order::{AsOrder, Command, Line, Request, read_letter};
use mail::Letter;
use reader::Reading;
use rules::Context;

use crate::files::record::GameRecord;
use crate::said::notice::shorten;

/// Most differences that are told.
const MOST_TOLD: usize = 5;

/// One thing that a letter asks: for comparison, and as its writer would know it again.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Asked {
    meaning: String,
    words: String,
}

/// What to tell the writer of a letter whose two versions ask different things; nothing when they agree.
pub fn disagreement(letter: &Letter, game: Option<&GameRecord>) -> Vec<String> {
    let Some(html) = &letter.text.html else { return Vec::new() };
    let (plain, html) = (asked(&letter.text.said(), game), asked(html, game));
    if plain.iter().map(|one| &one.meaning).eq(html.iter().map(|one| &one.meaning)) {
        return Vec::new();
    }
    let mut sentences = vec![
        "Your letter asks one thing as plain text and another as HTML, and we do not guess which you meant: nothing of \
         it was done. Please send it again as plain text."
            .to_owned(),
    ];
    sentences.extend(only("the plain text", &plain, &html));
    sentences.extend(only("the HTML", &html, &plain));
    if sentences.len() == 1 {
        sentences.push("Both ask the same, but in different order.".to_owned());
    }
    sentences
}

fn only(name: &str, one: &[Asked], other: &[Asked]) -> Option<String> {
    let lone = one.iter().filter(|asked| other.iter().all(|also| also.meaning != asked.meaning));
    let words: Vec<String> = lone.map(|asked| format!("\"{}\"", shorten(&asked.words, 60))).collect();
    let more = words.len().saturating_sub(MOST_TOLD);
    let told = words[..words.len() - more].join(", ");
    let rest = if more > 0 { format!(", and {more} more") } else { String::new() };
    (!words.is_empty()).then(|| format!("Only {name} has: {told}{rest}."))
}

/// What these lines ask, in order: commands and whatever the book takes for an order, whole or not.
fn asked(lines: &[String], game: Option<&GameRecord>) -> Vec<Asked> {
    let mut asked = Vec::new();
    let mut context = game.map(GameRecord::context).unwrap_or_default();
    let mut orders: Vec<Line> = Vec::new();
    for request in read_letter(lines, |line| game.map_or(AsOrder::No, |game| game.as_order(line))) {
        match request {
            Request::Order(line) => orders.push(line),
            Request::Command(line, command) => {
                read_orders(&mut asked, &mut context, &std::mem::take(&mut orders), game);
                asked.push(Asked { meaning: meaning(&command), words: line.text });
            }
            Request::Broken(line, _) | Request::BelowPress(line) => {
                asked.push(Asked { meaning: squeezed(&line.text), words: line.text });
            }
        }
    }
    read_orders(&mut asked, &mut context, &orders, game);
    asked
}

fn read_orders(asked: &mut Vec<Asked>, context: &mut Context, lines: &[Line], game: Option<&GameRecord>) {
    let Some(game) = game else { return };
    for line in game.read_orders(context, lines) {
        match line.outcome {
            Ok(read) => {
                // A cost that is missing, or a word too many, is part of what is asked.
                let half = if read.is_whole() { "" } else { "?" };
                let orders = read.orders.into_iter();
                asked.extend(orders.map(|(_, words)| Asked { meaning: format!("{words}{half}"), words }));
            }
            // Where it breaks off is the program's doing, how it begins is the writer's.
            Err(_) if game.table.begins_order(&line.text) => {
                let meaning = squeezed(&line.text).chars().take(30).collect();
                asked.push(Asked { meaning, words: line.text });
            }
            Err(_) => {}
        }
    }
}

/// A command without the looks of its text: programs break press as they like.
fn meaning(command: &Command) -> String {
    squeezed(&format!("{command:?}").replace("\\n", " "))
}

fn squeezed(text: &str) -> String {
    let plain: String = text.chars().filter(|c| !matches!(c, '*' | '_')).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}
