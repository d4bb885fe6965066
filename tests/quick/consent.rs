//! Nothing counts as a yes but a yes, and whoever was told one side's secrets gets no seat of another unasked.

use crate::support::chance::Chance;
use adjutant::cli::stage::{Received, Scene, Stage, Written};
use adjutant::desk::consent::{Consent, YES, read_consent};
use adjutant::desk::courtesies::CLOSINGS;
use adjutant::desk::typed_words::words_of;
use adjutant::game::schedule::{Pace, Rhythm, Timetable};
use adjutant::game::{Format, GameId, Player, PlayerId};

const GM: &str = "grace@gm.example";
const ANN: &str = "ann@play.example";
const BOB: &str = "bob@play.example";
const BEGINS: i64 = 1_772_452_800;
const DAY: i64 = 86_400;
const ORDERS: &str = "2 discretionary reinforcements to West";

/// Words that people put around a yes; every language we read has some.
const AROUND: &[&str] = &[
    "not",
    "but",
    "that",
    "wasn't",
    "me",
    "I",
    "don't",
    "think",
    "so",
    "maybe",
    "if",
    "you",
    "say",
    "who",
    "wrote",
    "this",
    "never",
    "tego",
    "nie",
    "pisałem",
    "to",
    "ja",
    "nicht",
    "von",
    "mir",
    "aber",
    "das",
    "war",
    "ich",
    "keiner",
    "pas",
    "moi",
    "mais",
    "ce",
    "n'était",
    "no",
    "fui",
    "yo",
    "pero",
    "forse",
    "non",
    "sono",
    "io",
    "não",
    "fui",
    "eu",
    "это",
    "не",
    "я",
    "писал",
    "ei",
    "jag",
    "inte",
    "minä",
    "en",
    "orders",
    "were",
    "theirs",
    "0",
    "?",
    "letter",
    "send",
    "away",
    "until",
    "Monday",
    "Thank",
    "your",
    "mail",
    "Hello",
    "judge",
    "Ann",
    "regards",
];

fn ann() -> Player {
    Player {
        id: PlayerId::of_address(ANN),
        name: "Ann".to_owned(),
        addresses: vec!["ann.smith@play.example".to_owned()],
        zone: None,
        code_counter: 1,
        is_confirmed: true,
        format: Format::default(),
    }
}

fn read(text: &str) -> Option<Consent> {
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    read_consent(&lines, &ann())
}

#[test]
fn a_whole_first_line_says_yes_or_no_whatever_its_case_signs_and_signature() {
    for yes in [
        "YES",
        "yes.",
        "  Yes, that was me!",
        "\n\nYES\n",
        "Oui, c’était moi.",
        "Ja!",
        "JA, DAS WAR ICH",
        "*Yes*",
        "Sí, fui yo.",
        "Tak.",
        "Да!",
        "はい。",
        "Yes\n\nAnn",
        "Yes\nBest regards,\nAnn Smith",
        "YES\n\nCheers, Ann",
        "ja\n\nViele Grüße\nAnn",
        "Yes, that was me.\n\nRegards,\nAnn S.",
    ] {
        assert_eq!(read(yes), Some(Consent::Yes), "{yes}");
    }
    for no in [
        "NO",
        "No!",
        "no, that wasn't me.",
        "Nein, das war ich nicht.",
        "NO\nI know nothing of it.",
        "Not mine",
        "No :(",
    ] {
        assert_eq!(read(no), Some(Consent::No), "{no}");
    }
}

#[test]
fn any_other_sentence_says_neither() {
    for else_ in [
        "",
        "I don't think that was me",
        "Ja tego nie pisałem",
        "YES BUT THAT WASN'T ME",
        "YES\nBUT THAT WASN'T ME",
        "Yes\n\nkidding",
        "Yes\nAnn did not write it",
        "Yes?",
        "Yes / no",
        "Yes 👎",
        "~Yes~",
        "yes yes no",
        "Da ich im Urlaub bin, lese ich Ihre Nachricht erst am Montag.",
        "Hai,\n\nI am away until Monday.",
        "Tak for din mail",
        "Hello, yes",
        "Si necesita ayuda",
        "Was that me? Yes",
        "Not yes",
        "No idea, yes maybe",
        "yesterday",
        "0 YES",
        "( ) YES",
        "!YES",
        "Yes :(",
        "Yes\n:-(",
    ] {
        assert_eq!(read(else_), None, "{else_}");
    }
}

/// A sentence with one of the words that say yes somewhere in it, and as many others as chance will have.
fn sentence(chance: &mut Chance) -> String {
    let count = 1 + chance.below(8);
    let mut words: Vec<&str> = (0..count).map(|_| AROUND[chance.below(AROUND.len())]).collect();
    let at = if chance.below(2) == 0 { 0 } else { chance.below(count + 1) };
    words.insert(at, YES[chance.below(YES.len())]);
    let mut text = String::new();
    for word in words {
        let gap = [" ", " ", " ", ", ", ". ", "\n", "\n\n", " - "][chance.below(8)];
        text.push_str(if text.is_empty() { "" } else { gap });
        let word = if chance.below(3) == 0 { word.to_uppercase() } else { word.to_owned() };
        text.push_str(&word);
    }
    text
}

/// Whether the words of a text are all a yes and a signature: then it is a yes, and no sentence that holds one.
fn is_nothing_but_yes(text: &str) -> bool {
    let words = words_of(text);
    let signs = |word: &String| word == "ann" || CLOSINGS.contains(&word.as_str());
    (1..=words.len()).any(|count| {
        let (said, below) = words.split_at(count);
        YES.contains(&said.join(" ").as_str()) && below.iter().all(signs)
    })
}

fn sentences(count: usize) -> Vec<String> {
    let mut chance = Chance(22);
    std::iter::repeat_with(|| sentence(&mut chance)).filter(|text| !is_nothing_but_yes(text)).take(count).collect()
}

#[test]
fn no_sentence_that_holds_a_yes_confirms() {
    for text in sentences(5_000) {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let said = read_consent(&lines, &ann());
        assert_ne!(said, Some(Consent::Yes), "{text}");
    }
}

/// A game of the first rule book with these seats held.
async fn war(root: &std::path::Path) -> Stage {
    let rhythm = || Rhythm { cron: "0 20 * * Tue".to_owned(), least_minutes: 3 * 1440 };
    let timetable = Timetable {
        zone: chrono_tz::UTC,
        rhythms: [("strategic".to_owned(), rhythm()), ("tactical".to_owned(), rhythm())].into(),
        grace_minutes: 30 * 1440,
        reminders_minutes: Vec::new(),
        pace: Pace::default(),
    };
    let judge = "judge@adjutant.example";
    let shelf = adjutant::books::of_the_house();
    let scene = Scene { judge, gm: ("Grace", GM), timetable, shelf, begins: BEGINS, templates: Vec::new() };
    let mut stage = Stage::set_up(root, scene, [7; 32]).unwrap();
    stage.pass().await.unwrap();
    for (subject, text) in [
        ("a game", "CREATE war FROM civil-war/1861".to_owned()),
        ("[war] seats", format!("SEAT Ann <{ANN}> AS usa-sc\nSEAT Bob <{BOB}> AS csa-sc")),
        ("[war] go", "START".to_owned()),
    ] {
        answer(&mut stage, GM, subject, &text).await;
    }
    stage
}

/// Somebody answers the newest letter he has; the newest he then has.
async fn answer(stage: &mut Stage, who: &str, subject: &str, text: &str) -> Received {
    let in_reply_to = Some(stage.newest(who).unwrap().message_id);
    mail(stage, who, subject, text, in_reply_to).await
}

async fn mail(stage: &mut Stage, who: &str, subject: &str, text: &str, in_reply_to: Option<String>) -> Received {
    let (from, subject, text) = (who.to_owned(), subject.to_owned(), text.to_owned());
    stage.mail(&Written { from, subject, text, in_reply_to, ..Written::default() }).unwrap();
    stage.pass().await.unwrap();
    stage.newest(who).unwrap()
}

/// The word that a letter offers.
fn word_in(letter: &Received) -> String {
    let line = letter.text.lines().find(|line| line.starts_with("  CONFIRM "));
    line.unwrap_or_else(|| panic!("no word in {}", letter.text)).trim().to_owned()
}

fn holder(stage: &Stage, seat: &str) -> Option<PlayerId> {
    let id = GameId::parse("war").unwrap();
    let game = stage.judge().store().read().game(&id, &stage.judge().house().shelf).unwrap().unwrap();
    let place = game.roster.seats().iter().find(|place| place.spec.id.as_str() == seat);
    place.expect("a seat").holder.clone()
}

fn orders_on_file(stage: &Stage) -> usize {
    let id = GameId::parse("war").unwrap();
    let game = stage.judge().store().read().game(&id, &stage.judge().house().shelf).unwrap().unwrap();
    game.sheets.values().map(|sheet| sheet.lines.len()).sum()
}

/// The same by letter: what the judge holds stays held, through every hundredth of the sentences, until a yes comes.
#[tokio::test]
async fn a_letter_in_question_waits_until_its_owner_says_yes_and_nothing_else() {
    let root = tempfile::tempdir().unwrap();
    let mut stage = war(root.path()).await;
    let question = mail(&mut stage, ANN, "[war] orders", ORDERS, None).await;
    assert!(question.text.contains("  | "), "{}", question.text);
    for (number, text) in sentences(2_000).into_iter().step_by(100).enumerate() {
        stage.now += 3_600;
        let told = stage.count_letters(GM).unwrap();
        let id = Some(question.message_id.clone());
        let said = mail(&mut stage, ANN, &format!("Re: please confirm {number}"), &text, id).await;
        assert_eq!(orders_on_file(&stage), 0, "{text}\n{}", said.text);
        assert!(!said.text.contains("on file:"), "{text}\n{}", said.text);
        let is_answer =
            ["You say that", "in place of the one that waits"].iter().any(|words| said.text.contains(words));
        assert!(stage.count_letters(GM).unwrap() > told || is_answer, "the GM is told: {text}\n{}", said.text);
    }
    let id = Some(question.message_id.clone());
    let said = mail(&mut stage, ANN, "Re: please confirm", "Yes, that was me.\n\nCheers, Ann", id).await;
    assert_eq!(orders_on_file(&stage), 1, "{}", said.text);
}

/// A word proves its reader in a letter that answers nothing, and does so once, whatever became of what it was for.
#[tokio::test]
async fn a_word_proves_its_reader_once_in_a_letter_of_its_own() {
    let root = tempfile::tempdir().unwrap();
    let mut stage = war(root.path()).await;
    let word = word_in(&answer(&mut stage, ANN, "[war] go", "RESIGN").await);
    let said = mail(&mut stage, BOB, "[war] mine", &word, None).await;
    assert!(said.subject.ends_with("please confirm a letter"), "the word of another: {}", said.text);
    let said = mail(&mut stage, ANN, "[war] mine", &format!("STATUS\n{word}"), None).await;
    assert!(said.text.contains("Your seat") && said.text.contains("You hold"), "{}", said.text);
    let said = mail(&mut stage, ANN, "[war] again", &format!("STATUS\n{word}"), None).await;
    assert!(said.subject.ends_with("please confirm a letter"), "{}", said.text);
}

/// Who is shown a letter of ours knows the word in it, so it counts no more.
#[tokio::test]
async fn a_word_that_others_were_shown_is_void() {
    let root = tempfile::tempdir().unwrap();
    let mut stage = war(root.path()).await;
    let asked = answer(&mut stage, ANN, "[war] go", "RESIGN").await;
    let shown = Written {
        from: ANN.to_owned(),
        cc: vec![BOB.to_owned()],
        subject: "Re: [war] shall I?".to_owned(),
        text: "STATUS".to_owned(),
        in_reply_to: Some(asked.message_id.clone()),
        ..Written::default()
    };
    stage.mail(&shown).unwrap();
    stage.pass().await.unwrap();
    let said = mail(&mut stage, ANN, "[war] mine", &word_in(&asked), None).await;
    assert!(said.subject.ends_with("please confirm a letter"), "{}", said.text);
    assert_eq!(holder(&stage, "usa-sc"), Some(PlayerId::of_address(ANN)));
}

/// A bare YES releases nothing that is asked in a game master's name.
#[tokio::test]
async fn a_command_of_a_game_master_takes_the_word() {
    let root = tempfile::tempdir().unwrap();
    let mut stage = war(root.path()).await;
    let before = stage.deadline("war").unwrap();
    let question = mail(&mut stage, GM, "[war] longer", "EXTEND 24h phase=1", None).await;
    assert!(question.text.contains("  | EXTEND 24h phase=1"), "{}", question.text);
    let said = mail(&mut stage, GM, "Re: please confirm", "YES", Some(question.message_id.clone())).await;
    assert_eq!(stage.deadline("war").unwrap(), before, "{}", said.text);
    let said = mail(&mut stage, GM, "from my telephone", &word_in(&question), None).await;
    assert_eq!(stage.deadline("war").unwrap(), before.map(|deadline| deadline + DAY), "{}", said.text);
}

/// Whoever held a seat of one side gets one of the other by no SIGNON, and by the game master's word alone.
#[tokio::test]
async fn nobody_signs_on_for_the_side_he_fought() {
    let root = tempfile::tempdir().unwrap();
    let mut stage = war(root.path()).await;
    answer(&mut stage, GM, "[war] open", "OPEN").await;
    let word = word_in(&answer(&mut stage, ANN, "[war] enough", "RESIGN").await);
    answer(&mut stage, ANN, "[war] enough", &word).await;
    assert_eq!(holder(&stage, "usa-sc"), None);
    // Who left has letters of a game that is not his any more, which prove nothing.
    let held = answer(&mut stage, ANN, "once more", "SIGNON war AS csa-east").await;
    assert!(held.subject.contains("please confirm a letter"), "{}", held.text);
    let said = answer(&mut stage, ANN, "yes", "YES").await;
    assert_eq!(holder(&stage, "csa-east"), None, "{}", said.text);
    assert!(said.text.contains("The GM of war is asked for a seat for you."), "{}", said.text);
    let asked = answer(&mut stage, GM, "[war] who", "APPROVE 1").await;
    assert_eq!(holder(&stage, "csa-east"), None, "{}", asked.text);
    assert!(asked.text.contains("usa-sc"), "{}", asked.text);
    answer(&mut stage, GM, "[war] so be it", &word_in(&asked)).await;
    assert_eq!(holder(&stage, "csa-east"), Some(PlayerId::of_address(ANN)));
}
