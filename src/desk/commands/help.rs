//! HELP: what can be written to the judge, the orders and the rules of the letter's game, the scenarios that games are made from.
//! Where a word means several of these, all are shown, the rules last.

use base::facts::{Audience, Fact, brief};
use base::order::path::list_paths;
use base::order::{COMMANDS, CommandSpec, Giver, Topic};
use report::{Page, RulePages};

use crate::files::stop::DeskError;
use crate::letter::session::Session;
use crate::said::notice::shorten;
use crate::said::phrases::hung;

/// What CANCEL takes besides, in a game with orders that act when they are received, and what comes of it.
const CANCEL_KEPT: (&str, &str) = (
    "KEPT [n[, n]]",
    "KEPT takes back what waits to be carried out: all of it, or by its numbers in the answer to SHOW.",
);

/// Answers HELP and what stands behind it.
pub fn help(session: &mut Session<'_>, topic: Option<&str>) -> Result<(), DeskError> {
    session.retitle("help".to_owned());
    let Some(topic) = topic else {
        help_with_everything(session);
        return Ok(());
    };
    if help_with_scenarios(session, topic) || help_with_paths(session, topic) {
        return Ok(());
    }
    let mut is_found = help_with_command(session, topic);
    if let Some(found) = find_topic(session, topic).filter(|_| !is_found) {
        session.answer(format!("HELP {}", found.names[0]), help_with(&found));
        is_found = true;
    }
    if help_with_rules(session, topic)? || is_found {
        return Ok(());
    }
    if topic.starts_with("order") {
        return help_with_orders(session);
    }
    if let Some(nearer) = topic_within(session, topic)? {
        return help(session, Some(&nearer));
    }
    session.lead(format!(
        "There is nothing to read about \"{}\". These are the words that HELP knows.",
        shorten(topic, LONGEST)
    ));
    help_with_words(session);
    Ok(())
}

/// Most of what was asked that is said again.
const LONGEST: usize = 60;

/// What a question of several words is about: the longest words of it that HELP knows, the first of equally long ones.
pub fn topic_within(session: &Session<'_>, asked: &str) -> Result<Option<String>, DeskError> {
    let words: Vec<&str> = asked.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let parts = (1..=words.len().min(MOST_WORDS)).rev().flat_map(|count| words.windows(count));
    let parts: Vec<String> = parts.map(|part| part.join(" ").to_lowercase()).filter(|part| part != asked).collect();
    let game = session.game().filter(|_| has_rules(session));
    let renderer = &session.desk().house.renderer;
    let pages = game.map(|game| renderer.rule_pages(game.table.book(), &game.table.numbers())).transpose()?;
    let is_page = |part: &String| pages.as_ref().is_some_and(|pages| pages.find(part).is_some());
    let is_small = |part: &String| SMALL.contains(&part.as_str());
    Ok(parts.into_iter().find(|part| !is_small(part) && (is_known(session, part) || is_page(part))))
}

/// Most words of a topic.
const MOST_WORDS: usize = 3;

/// Words that are a topic or a command as well, and stand in any question.
const SMALL: &[&str] =
    &["as", "help", "if", "what", "is", "do", "i", "a", "the", "in", "of", "to", "it", "my", "me", "you"];

fn is_known(session: &Session<'_>, part: &str) -> bool {
    let is_named = |spec: &CommandSpec| spec.name.eq_ignore_ascii_case(part) && is_readable(session, spec);
    let is_command = COMMANDS.iter().any(is_named);
    is_command || find_topic(session, part).is_some() || matches!(part, "order" | "orders")
}

/// All words that HELP knows, on one screen.
fn help_with_words(session: &mut Session<'_>) {
    let named = |giver: Giver| {
        let names: Vec<&str> = COMMANDS.iter().filter(|spec| spec.giver == giver).map(|spec| spec.name).collect();
        names.join(", ")
    };
    session.answer("Commands", named(Giver::Player));
    if session.is_gm() {
        session.answer("Commands of a game master", named(Giver::Gm));
    }
    let topics = session.game().map(|game| {
        let topics = &game.table.about().topics;
        topics.iter().filter_map(|topic| topic.names.first().cloned()).collect::<Vec<_>>().join(", ")
    });
    if let Some(topics) = topics.filter(|topics| !topics.is_empty()) {
        session.answer("Orders", topics);
    }
    let more = match has_rules(session) {
        true => {
            "HELP alone says what each command does, HELP orders shows the orders of your game, HELP rules the chapters of its rules."
        }
        false => "HELP alone says what each command does, HELP orders shows the orders of your game.",
    };
    session.answer("More", more);
}

fn is_readable(session: &Session<'_>, spec: &CommandSpec) -> bool {
    spec.giver == Giver::Player || session.is_gm()
}

/// Shows the commands of this name that are the reader's. A name may be a player's command and, with more behind it, a game
/// master's.
fn help_with_command(session: &mut Session<'_>, topic: &str) -> bool {
    let named = COMMANDS.iter().filter(|spec| spec.name.eq_ignore_ascii_case(topic));
    let named: Vec<&CommandSpec> = named.filter(|spec| is_readable(session, spec)).collect();
    for spec in &named {
        let (usage, summary) = words_of(session, spec);
        let (usage, example) = (hung(&usage, "  ", 4), hung(spec.example, "  ", 4));
        let text = format!("{usage}\n\n{summary}\n\nFor example:\n\n{example}");
        session.answer(format!("HELP {}", spec.name), text);
    }
    !named.is_empty()
}

fn help_with_everything(session: &mut Session<'_>) {
    let is_gm = session.is_gm();
    for (giver, heading) in [(Giver::Player, "What you can write"), (Giver::Gm, "What a game master can write besides")]
    {
        if giver == Giver::Gm && !is_gm {
            continue;
        }
        let own = COMMANDS.iter().filter(|spec| spec.giver == giver);
        let rows: Vec<String> = own.map(|spec| help_row(session, spec)).collect();
        session.answer(heading, rows.join("\n"));
    }
    session.answer(
        "Orders",
        "Any line that is an order is read as one; write each on a line of its own, in plain words. HELP orders shows \
         what your game understands.",
    );
    if has_rules(session) {
        session.answer(
            "Rules",
            "HELP rules lists the chapters of the rules your game is played by, HELP rules all sends the whole. HELP and \
             the number of a rule that a letter cites explains it.",
        );
    }
}

fn help_row(session: &Session<'_>, spec: &CommandSpec) -> String {
    let (usage, summary) = words_of(session, spec);
    format!("- {usage} - {summary}")
}

/// How a command is written and what it does: CANCEL does more where orders can wait to be carried out.
fn words_of(session: &Session<'_>, spec: &CommandSpec) -> (String, String) {
    let has_acts = session.game().is_some_and(|game| game.table.about().has_acts);
    if spec.name == "CANCEL" && has_acts {
        return (format!("{} | {}", spec.usage, CANCEL_KEPT.0), format!("{} {}", spec.summary, CANCEL_KEPT.1));
    }
    (spec.usage.to_owned(), spec.summary.to_owned())
}

/// The kind of order of the letter's game that is called so.
fn find_topic(session: &Session<'_>, asked: &str) -> Option<Topic> {
    let topics = &session.game()?.table.about().topics;
    topics.iter().find(|topic| topic.is_called(asked)).cloned()
}

fn help_with(topic: &Topic) -> String {
    let examples: Vec<String> = topic.examples.iter().map(|example| hung(example, "  ", 4)).collect();
    format!("For {}:\n\n{}", topic.whose, examples.join("\n"))
}

/// The rule book's own page on orders, with examples of each kind that its reader may give; those of others by their names.
fn help_with_orders(session: &mut Session<'_>) -> Result<(), DeskError> {
    let Some(game) = session.game() else {
        session.answer("Orders", "Each game has its own; name your game in the subject: [game] help.");
        return Ok(());
    };
    let template = format!("{}/help.txt", game.table.book());
    let seats = session.seats();
    let is_own = |topic: &&Topic| seats.is_empty() || seats.iter().any(|seat| game.table.gives(seat, topic));
    let (own, others): (Vec<&Topic>, Vec<&Topic>) = game.table.about().topics.iter().partition(is_own);
    let topics = own.into_iter().map(|topic| {
        let mut told = serde_json::json!(topic);
        told["kind"] = "Topic".into();
        Fact::new(Audience::Everyone, told)
    });
    let page =
        session.desk().house.renderer.passage(&template, &brief(session.viewer(), &topics.collect::<Vec<_>>()))?;
    let mut text = page.text().to_owned();
    if !others.is_empty() {
        let names: Vec<&str> = others.iter().filter_map(|topic| topic.names.first().map(String::as_str)).collect();
        text.push_str(&format!("\n\nWhat others order, HELP and one of these words shows: {}.", names.join(", ")));
    }
    session.answer("Orders", text);
    Ok(())
}

/// Whether the letter's game has rules that can be looked up.
fn has_rules(session: &Session<'_>) -> bool {
    session.game().is_some_and(|game| session.desk().house.renderer.has_rule_pages(game.table.book()))
}

/// Shows the rules that are asked for, with the numbers that the letter's game is played by.
fn help_with_rules(session: &mut Session<'_>, topic: &str) -> Result<bool, DeskError> {
    let asked = topic.strip_prefix("rules").or_else(|| topic.strip_prefix("rule")).unwrap_or(topic).trim();
    let is_about_rules = asked != topic;
    let Some(game) = session.game().filter(|_| has_rules(session)) else {
        let why = match session.game() {
            Some(_) => "The rules of this game cannot be looked up here.",
            None => "Each game has its own; name your game in the subject: [game] help.",
        };
        if is_about_rules {
            session.answer("Rules", why);
        }
        return Ok(is_about_rules);
    };
    let pages = session.desk().house.renderer.rule_pages(game.table.book(), &game.table.numbers())?;
    let found = find_rules(&pages, asked, is_about_rules);
    if found.is_empty() && is_about_rules {
        session.lead(format!("The rules know nothing of \"{asked}\". These are their chapters."));
        session.answer("Rules", pages.contents().text);
    }
    let is_found = !found.is_empty() || is_about_rules;
    found.into_iter().for_each(|page| session.answer(page.title, page.text));
    Ok(is_found)
}

fn find_rules(pages: &RulePages, asked: &str, is_about_rules: bool) -> Vec<Page> {
    match asked {
        "" => vec![pages.contents()],
        "all" if is_about_rules => pages.all(),
        _ => pages.find(asked).into_iter().collect(),
    }
}

/// Lists what SET can change, with the values of now, when a game master asks: of many members that are alike one.
fn help_with_paths(session: &mut Session<'_>, topic: &str) -> bool {
    let Some(game) = session.game().filter(|_| session.is_gm() && matches!(topic, "path" | "paths")) else {
        return false;
    };
    let paths = list_paths(&game.state).into_iter();
    let rows: Vec<String> = paths.map(|(path, value)| hung(&format!("{path} = {value}"), "  ", 4)).collect();
    let how = "<key> stands for a name of such a table, with the value of one of them.";
    session.answer("Paths for SET", format!("{how}\n\n{}", rows.join("\n")));
    true
}

/// Lists what games can be made from, when that is asked.
fn help_with_scenarios(session: &mut Session<'_>, topic: &str) -> bool {
    if !matches!(topic, "scenario" | "scenarios") {
        return false;
    }
    let shelf = &session.desk().house.shelf;
    let mut rows = Vec::new();
    for book in shelf.books() {
        let Ok(about) = shelf.about(book) else { continue };
        for (place, scenario) in about.scenarios.iter().enumerate() {
            let title = about.titles.get(place).map(|title| format!(" - {title}")).unwrap_or_default();
            rows.push(format!("- {book}/{scenario}{title}"));
        }
    }
    rows.push("\nA game master makes a game of one of them: CREATE name FROM book/scenario.".to_owned());
    session.answer("Scenarios", rows.join("\n"));
    true
}
