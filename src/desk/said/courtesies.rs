//! What stands in a letter for courtesy's sake and says nothing: greetings, endings, names, offices, toasts. Knows words, and no question.

use reader::is_courtesy;

use crate::said::denial::{DENIALS, SELF, doubts};
use crate::said::typed_words::{whole_line, words_of};

/// Whether a line of these words is a greeting, a farewell or a word of thanks of no more words than `most`, and speaks to nobody but
/// those who have the names `greeted`; where those are not known, to anybody.
pub fn is_courteous(line: &str, names: &[String], greeted: Option<&[String]>, most: usize) -> bool {
    let words = words_of(line);
    let speaks = |word: &String| SELF.contains(&word.as_str());
    let is_social = |word: &String| {
        SOCIAL.contains(&word.as_str())
            || names.contains(word)
            || greeted.map_or_else(|| is_greeted(line, word), |greeted| greeted.contains(word))
    };
    // "Many thanks for running this,"
    let closes = || CLOSINGS.iter().any(|closing| words.starts_with(&words_of(closing)));
    words.len() <= most
        && !is_to_himself(&words, names)
        && !doubts(line)
        && !words.iter().any(speaks)
        && (is_courtesy(line) || closes())
        && words.iter().all(is_social)
        && !names_later_time(&words)
}

/// "Dear Congressman,": who greets his own office writes to another who holds such a one.
fn is_to_himself(words: &[String], names: &[String]) -> bool {
    let greets = words.first().is_some_and(|first| ["dear", "hi", "hello", "hey"].contains(&first.as_str()));
    greets && words.len() > 1 && words[1..].iter().all(|word| names.contains(word))
}

/// How people end a letter before they sign it.
pub const CLOSINGS: &[&str] = &[
    "best",
    "best regards",
    "best wishes",
    "kind regards",
    "regards",
    "sincerely",
    "yours",
    "yours sincerely",
    "yours truly",
    "cheers",
    "thanks",
    "thank you",
    "many thanks",
    "respectfully",
    "respectfully yours",
    "yours respectfully",
    "yours faithfully",
    "your obedient servant",
    "your most obedient servant",
    "your humble servant",
    "all the best",
    "best of luck",
    "warm regards",
    "take care",
    "warmly",
    "all best",
    "talk soon",
    "have a good one",
    "i remain sir your obedient servant",
    "tia",
    "that is all",
    "thats all",
    "that is all for now",
    "thats all for now",
    "that is all for this turn",
    "thats all for this turn",
    "nothing else",
    "end",
    "over and out",
    "xoxo",
    "with respect",
    "with great respect",
    "respectfully submitted",
    "fraternally",
    "faithfully",
    "very truly yours",
    "signed",
    "gruß",
    "grüße",
    "gruss",
    "grüsse",
    "viele grüße",
    "viele grüsse",
    "liebe grüße",
    "liebe grüsse",
    "beste grüße",
    "beste grüsse",
    "schöne grüße",
    "mit freundlichen grüßen",
    "mit freundlichen grüssen",
    "mfg",
    "lg",
    "vg",
    "danke",
    "groeten",
    "groetjes",
    "met vriendelijke groet",
    "merci",
    "cordialement",
    "bien cordialement",
    "amicalement",
    "salutations",
    "saludos",
    "un saludo",
    "gracias",
    "saluti",
    "cordiali saluti",
    "grazie",
    "abraços",
    "obrigado",
    "obrigada",
    "pozdrawiam",
    "pozdrowienia",
    "dzięki",
    "s pozdravem",
    "с уважением",
    "спасибо",
    "üdvözlettel",
    "saygılarımla",
    "terveisin",
    "mvh",
    "hälsningar",
    "hilsen",
    "よろしくお願いします",
];

/// Whether words name their writer's office, of whose title these are the words: "The Congressman of Garden Empire", "Ed for Garden
/// Empire".
pub fn is_office(words: &[String], names: &[String]) -> bool {
    const BETWEEN: &[&str] = &["the", "for", "of", "orders", "votes", "as"];
    words.iter().any(|word| names.contains(word))
        && words.iter().all(|word| names.contains(word) || BETWEEN.contains(&word.as_str()))
}

/// Whether a line cheers one's side: "Long live the Union!"
pub fn is_toast(line: &str) -> bool {
    const CHEERS: &[&[&str]] = &[&["long", "live"], &["god", "save"], &["god", "bless"]];
    const OF_VOTING: &[&str] = &[
        "aye", "ayes", "yea", "yeas", "nay", "nays", "noes", "against", "from", "this", "that", "bill", "bills", "law",
    ];
    const MOST: usize = 6;
    let words = words_of(line);
    let is_of_votes = words.iter().any(|word| OF_VOTING.contains(&word.as_str()));
    words.len() <= MOST
        && !is_of_votes
        && !line.contains(|sign: char| sign.is_ascii_digit())
        && !doubts(line)
        && CHEERS.iter().any(|cheer| words.iter().take(cheer.len()).eq(*cheer))
}

/// Whether a line is a greeting of whoever has this name: "Hi Grace,".
fn is_greeted(line: &str, name: &str) -> bool {
    let typed: Vec<&str> = line.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let [greeting, second] = typed[..] else { return false };
    ["hi", "hello", "hey", "dear"].contains(&greeting.to_lowercase().as_str())
        && second.to_lowercase() == name
        && second.starts_with(char::is_uppercase)
        && second.contains(char::is_lowercase)
}

/// Words of greetings, farewells and thanks. What holds any other may say something: "Thanks, forget it", "Best wait for Phoebe".
#[rustfmt::skip]
const SOCIAL: &[&str] = &[
    "a", "about", "again", "all", "an", "and", "as", "at", "be", "been", "being", "best", "better", "bye", "cheers", "christmas", "ciao", "day", "days", "dear", "delay", "easter", "ever", "everybody", "everyone",
    "evening", "afternoon", "morning", "night", "folks", "for", "friday", "from", "fun", "game", "games", "gents", "gentlemen", "gm", "good", "great", "greetings", "happy", "have", "haste", "hello", "hey", "hi", "holiday",
    "holidays", "thanksgiving", "hope", "hunting", "in", "advance", "is", "it", "judge", "adjutant", "umpire", "kind", "ladies", "late", "later", "lot", "lots", "luck", "many", "master", "merry", "mister", "monday", "mr", "mrs", "ms",
    "much", "new", "next", "nice", "noise", "of", "on", "patience", "reading", "regards", "report", "reports", "saturday", "see", "sincerely", "sir", "so", "soon", "sorry", "sunday", "team", "thank", "thanks", "that", "the", "there",
    "these", "this", "thursday", "time", "to", "too", "trouble", "tuesday", "ty", "thx", "typos", "until", "till", "very", "warm", "wednesday", "week", "weekend", "weather", "well", "wish", "wishes", "with", "work", "year", "years", "you", "your", "yours",
    "us", "our", "truly", "respectfully", "running", "faithfully", "service", "sirs", "speaker", "obedient", "servant", "most", "humble", "are", "ok", "done", "played", "map", "maps", "turn", "excuse", "hand", "nicely", "please", "welcome", "back",
];

/// Whether words say when, other than in a farewell: "Thanks, next turn", and not "See you later".
fn names_later_time(words: &[String]) -> bool {
    const LATER: &[&str] = &["later", "next"];
    const PARTING: &[&str] = &["see", "until", "till", "have"];
    let later = words.iter().position(|word| LATER.contains(&word.as_str()));
    later.is_some_and(|later| !words[..later].iter().any(|word| PARTING.contains(&word.as_str())))
}

/// Whether a line says that its writer's orders follow: "Here is my vote.", "Votes"
pub fn hands_over(line: &str) -> bool {
    const BARE: &[&str] = &["orders", "my orders", "votes", "my votes", "my vote", "my ballot", "ballot", "voting"];
    let words = words_of(line);
    BARE.contains(&words.join(" ").as_str())
        || words.len() <= MOST_HANDING_OVER
            && words.first().is_some_and(|word| word == "here")
            && !doubts(line)
            && is_courtesy(line)
}

/// Most words of such a line.
const MOST_HANDING_OVER: usize = 6;

/// Most words of a name below the letter, of which a game master may have typed one.
const LONGEST_NAME: usize = 3;

/// Most letters of a State, a rank or initials behind a name: "Ed Morgan, NY".
const LONGEST_MARK: usize = 3;

/// Whether a line is a closing, the signer's name, or both. One word of a name that stands there whole is known to us at
/// least: a game master names "Lena", and she signs "Lena Almdorf". A word of thanks may name those who are `greeted`.
pub fn is_signature(line: &str, names: &[String], greeted: &[String]) -> bool {
    let words = words_of(line);
    let is_title = |word: &str| {
        let word = word.trim_matches([',', '(', ')']);
        let mut letters = word.chars();
        let is_mark = || word.chars().count() <= LONGEST_MARK && word.chars().all(char::is_uppercase);
        // "Jeff D." has an initial.
        letters.next().is_some_and(char::is_uppercase)
            && (letters.as_str() == "." || letters.all(char::is_lowercase) || is_mark())
    };
    let is_plain = line.split_whitespace().all(is_title);
    const HONORIFICS: &[&str] = &["hon", "rep", "sen", "gov", "gen", "col", "capt", "dr", "mr", "mrs", "ms"];
    // "E."
    let is_initial = |words: &[String]| {
        let [letter] = words else { return false };
        letter.chars().count() == 1 && is_plain && names.first().is_some_and(|name| name.starts_with(letter.as_str()))
    };
    let is_longer_name = |words: &[String]| {
        let is_denial = words.iter().any(|word| DENIALS.contains(&word.as_str()));
        is_plain
            && !is_denial
            && words.len() <= LONGEST_NAME
            && words.first().is_some_and(|first| names.contains(first))
    };
    // "E. Morgan"
    let is_begun_by_initial = |words: &[String]| {
        words.len() > 1 && is_initial(&words[..1]) && words[1..].iter().all(|word| names.contains(word))
    };
    // "EM"
    let are_initials = |words: &[String]| {
        let [letters] = words else { return false };
        let of_names = names.iter().filter_map(|name| name.chars().next());
        is_plain && letters.chars().count() > 1 && letters.chars().eq(of_names.take(letters.chars().count()))
    };
    let is_name = |words: &[String]| {
        // "Hon. Ed"
        let is_honoured = words.len() > 1 && HONORIFICS.contains(&words[0].as_str());
        let words = if is_honoured { &words[1..] } else { words };
        words.iter().all(|word| names.contains(word))
            || is_longer_name(words)
            || is_initial(words)
            || are_initials(words)
            || is_begun_by_initial(words)
    };
    // "Regards from New York"
    let is_from = |words: &[String]| {
        let Some((from, place)) = words.split_first() else { return false };
        let is_denial = place.iter().any(|word| DENIALS.contains(&word.as_str()));
        let place_as_typed = line.split_whitespace().skip_while(|word| *word != "from").skip(1);
        from == "from"
            && (1..=LONGEST_NAME).contains(&place.len())
            && !is_denial
            && place_as_typed.clone().all(is_title)
    };
    let is_to_greeted = |words: &[String]| words.iter().all(|word| greeted.contains(word));
    let closes = |closing: &&str| {
        let closing = words_of(closing);
        let behind = || &words[closing.len()..];
        words.starts_with(&closing) && (is_name(behind()) || is_from(behind()) || is_to_greeted(behind()))
    };
    whole_line(line).is_some() && (is_name(&words) || CLOSINGS.iter().any(closes))
}
