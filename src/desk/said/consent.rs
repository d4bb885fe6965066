//! Whether an answer says YES or NO: as its whole first line, in words from a closed list, and nothing below them but a
//! signature. Knows words, and no question.

use std::borrow::Cow;

use base::game::Player;
use base::planted::is_planted;
use reader::is_courtesy;

/// What an answer says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consent {
    /// Yes.
    Yes,
    /// No.
    No,
}

/// The whole lines that say yes, in small letters and without signs.
pub const YES: &[&str] = &[
    // English
    "yes",
    "y",
    "yep",
    "yeah",
    "yup",
    "yes please",
    "yes that was me",
    "yes thats me",
    "yes that is me",
    "yes its me",
    "yes it is me",
    "yes that is my address",
    "yes thats my address",
    "yes this is my address",
    "yes it was me",
    "yes this was me",
    "yes it is mine",
    "yes its mine",
    "yes that is mine",
    "yes thats mine",
    "yes i did",
    "yes i wrote it",
    "yes i wrote that",
    "yes i sent it",
    "yes i sent that",
    "that was me",
    "it was me",
    "it is mine",
    "its mine",
    "that is mine",
    "thats mine",
    "i wrote it",
    "i sent it",
    // German and Dutch
    "ja",
    "jawohl",
    "ja das war ich",
    "ja das bin ich",
    "ja bitte",
    "ja ich war es",
    "ja ich wars",
    "ja der ist von mir",
    "ja das ist von mir",
    "das war ich",
    "ja dat was ik",
    "ja die is van mij",
    // Swedish, Danish, Norwegian
    "ja det var jag",
    "ja det var jeg",
    "ja det var meg",
    "ja det var mig",
    // French
    "oui",
    "oui cétait moi",
    "oui cétait bien moi",
    "oui cest moi",
    "oui cest bien moi",
    "oui cest de moi",
    "cétait moi",
    // Spanish, Italian, Portuguese
    "sí",
    "sì",
    "si",
    "sim",
    "sí fui yo",
    "si fui yo",
    "sí es mía",
    "si es mia",
    "sì sono io",
    "sì sono stato io",
    "sì sono stata io",
    "sim fui eu",
    "sim é minha",
    // Polish, Czech, Slovak, Russian, Ukrainian
    "tak",
    "tak to ja",
    "tak to byłem ja",
    "tak to byłam ja",
    "ano",
    "áno",
    "ano to jsem byl já",
    "ano to jsem byla já",
    "да",
    "da",
    "да это я",
    "да это был я",
    "да это была я",
    "так",
    "так це я",
    // Hungarian, Turkish, Finnish, Greek
    "igen",
    "igen én voltam",
    "evet",
    "evet bendim",
    "kyllä",
    "joo",
    "kyllä se olin minä",
    "ναι",
    // Japanese, Chinese, Korean
    "はい",
    "hai",
    "是",
    "네",
];

/// The whole lines that say no.
const NO: &[&str] = &[
    "no",
    "n",
    "nope",
    "not me",
    "not mine",
    "no not me",
    "no not mine",
    "that was not me",
    "that wasnt me",
    "it was not me",
    "it wasnt me",
    "it is not mine",
    "its not mine",
    "this is not mine",
    "no that was not me",
    "no that wasnt me",
    "no it was not me",
    "no it wasnt me",
    "no it is not mine",
    "no its not mine",
    "no i did not",
    "no i didnt",
    "i did not write it",
    "i did not write that",
    "i did not write this",
    "i didnt write it",
    "i didnt write that",
    "i didnt write this",
    "no i did not write it",
    "no i did not write that",
    "no i did not write this",
    "no i didnt write it",
    "no i didnt write that",
    "no i didnt write this",
    "nein",
    "nein das war ich nicht",
    "nein das bin ich nicht",
    "das war ich nicht",
    "nein nicht von mir",
    "nee",
    "nee dat was ik niet",
    "nej",
    "nej det var inte jag",
    "nej det var ikke mig",
    "nei",
    "nei det var ikke meg",
    "non",
    "non ce nétait pas moi",
    "non ce nest pas moi",
    "ce nétait pas moi",
    "no fui yo",
    "no no fui yo",
    "no non sono stato io",
    "no non sono stata io",
    "não",
    "não fui eu",
    "nie",
    "nie to nie ja",
    "ne",
    "нет",
    "нет это не я",
    "ні",
    "ні це не я",
    "nem",
    "nem én voltam",
    "hayır",
    "ei",
    "όχι",
    "いいえ",
    "不是",
    "아니요",
];

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

/// Signs that may stand around the words: any other (a question mark, a crossed-out face) makes another sentence of them.
const SIGNS: &str = " \t.,!;:'\"’‘“”„«»*_-–—()¡。、！，…";

/// Signs that turn a yes round: a sad face, without its nose and tears, a box that is not ticked, a thumb down, a sign that forbids.
const SAYING: &[&str] =
    &[":(", ";(", "( )", "()", "\u{1f44e}", "\u{1f6ab}", "\u{274c}", "\u{26d4}", "\u{1f6d1}", "\u{270b}"];

/// Whether a line has one of them.
pub fn is_sad(line: &str) -> bool {
    let bare: String = line.chars().filter(|sign| !matches!(sign, '-' | '\'' | '’' | '‘')).collect();
    SAYING.iter().any(|sign| bare.contains(sign))
}

/// What these typed lines say, if they say nothing but that. `signer` may have put his name below.
pub fn read_consent(lines: &[String], signer: &Player) -> Option<Consent> {
    let mut typed = lines.iter().filter(|line| !line.trim().is_empty());
    let first = typed.next()?;
    if is_planted("yes-anywhere-confirms") && words_of(first).iter().any(|word| word == "yes") {
        return Some(Consent::Yes);
    }
    let said = whole_line(first)?;
    if NO.contains(&said.as_str()) {
        return Some(Consent::No);
    }
    // "!YES" is a programmer's no.
    if lines.iter().any(|line| line.trim_start().starts_with('!') || is_sad(line)) {
        return None;
    }
    let names = names_of(signer);
    (YES.contains(&said.as_str()) && typed.all(|line| is_signature(line, &names, &[]) || is_toast(line)))
        .then_some(Consent::Yes)
}

/// A line in small letters and without signs; none when it has signs that are more than punctuation.
fn whole_line(line: &str) -> Option<String> {
    line.chars().all(|c| c.is_alphanumeric() || SIGNS.contains(c)).then(|| words_of(line).join(" "))
}

/// The words of a line; an apostrophe parts none.
pub fn words_of(line: &str) -> Vec<String> {
    let line: String = line.to_lowercase().chars().filter(|c| !matches!(c, '\'' | '’' | '‘')).collect();
    line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The words with which somebody may sign: those of his name, and those of his addresses before the @.
pub fn names_of(signer: &Player) -> Vec<String> {
    let addresses = signer.addresses.iter().filter_map(|address| address.split('@').next());
    std::iter::once(signer.name.as_str()).chain(addresses).flat_map(words_of).collect()
}

/// Words that are no part of a name and turn a yes round.
const DENIALS: &[&str] = &[
    "not", "no", "never", "but", "didnt", "wasnt", "isnt", "dont", "havent", "hasnt", "doesnt", "wont", "cant",
    "cannot", "wouldnt", "shouldnt", "couldnt", "arent", "nicht", "nein", "kein", "keine", "pas", "non", "niet", "nee",
    "nej", "inte", "ikke", "ikkje", "não", "nie", "нет", "не", "nem", "hayır",
];

/// Whether a line says no, and nothing else.
pub fn denies(line: &str) -> bool {
    whole_line(line).is_some_and(|said| NO.contains(&said.as_str()))
}

/// Most words of a line that is no more than a denial.
const MOST_OF_DENIAL: usize = 3;

/// What begins like a denial and is none.
const NO_DENIALS: &[&str] =
    &["no worries", "no problem", "no problems", "no rush", "no hurry", "no news", "no doubt", "not bad", "why not"];

/// Whether a few words are no more than a denial: "Noch nicht.", "Better: no", "NOT!".
pub fn is_denial(line: &str) -> bool {
    let words = words_of(line);
    let is_no = |word: &String| word != "but" && DENIALS.contains(&word.as_str());
    words.len() <= MOST_OF_DENIAL
        && words.iter().any(is_no)
        && !NO_DENIALS.iter().any(|idiom| words.join(" ").starts_with(idiom))
}

/// Words by which somebody speaks of himself.
const SELF: &[&str] = &[
    "i", "me", "mine", "my", "myself", "ich", "mir", "mich", "meine", "moi", "je", "jai", "yo", "mío", "mía", "io",
    "mio", "mia", "ik", "mij", "jag", "mig", "jeg", "meg", "eu", "minha", "meu", "ja", "mnie", "moje", "já", "я",
    "мне", "моё", "мое", "це", "én", "enyém", "ben", "benim", "minä", "minun",
];

/// Words that deny, beside those that turn a yes round.
const NOTHING: &[&str] =
    &["nothing", "nichts", "rien", "nada", "niente", "niets", "inget", "intet", "nic", "ничего", "ne", "ei", "ні"];

/// Words that say by themselves that a letter is somebody else's.
const FORGED: &[&str] = &[
    "forged",
    "forgery",
    "fake",
    "faked",
    "hacked",
    "gefälscht",
    "falsifié",
    "falsificado",
    "falsificada",
    "falso",
    "подделка",
];

/// Most words of a line by which somebody says that what stands above it is not his.
const LONGEST_DENIAL: usize = 8;

/// Whether a line says that its writer has nothing to do with what stands above it, in words of his own. Of what a program or a company puts
/// there no line speaks of "me".
pub fn disowns(line: &str) -> bool {
    let words = words_of(line);
    let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    let is_no = || words.iter().any(|word| word != "but" && DENIALS.contains(&word.as_str())) || has(NOTHING);
    denies(line) || words.len() <= LONGEST_DENIAL && (has(FORGED) || has(SELF) && is_no())
}

/// Whether a line says nothing that a yes does not: a yes, a greeting, a word of thanks, its writer's name, of which these are the words.
/// A greeting or a word of thanks has no more words than `most_of_courtesy`, and speaks to nobody but those who have the names `greeted`;
/// where those are not known, to anybody.
pub fn adds_nothing(line: &str, names: &[String], greeted: Option<&[String]>, most_of_courtesy: usize) -> bool {
    if line.contains('?') || is_sad(line) {
        return false;
    }
    let is_said = |line: &str| adds_nothing_in_a_sentence(line, names, greeted, most_of_courtesy);
    let line = &*without_pictures(line);
    let mut sentences = line.split(['.', '!']).filter(|sentence| !sentence.trim().is_empty());
    is_said(line) || sentences.all(is_said)
}

/// A line without faces, flags and other small pictures.
fn without_pictures(line: &str) -> Cow<'_, str> {
    let is_picture = |sign: char| !sign.is_ascii() && !sign.is_alphanumeric() && !SIGNS.contains(sign);
    if line.contains(is_picture) { line.replace(is_picture, "").into() } else { line.into() }
}

fn adds_nothing_in_a_sentence(
    line: &str,
    names: &[String],
    greeted: Option<&[String]>,
    most_of_courtesy: usize,
) -> bool {
    let words = words_of(line);
    let is_yes = || whole_line(line).is_some_and(|said| YES.contains(&said.as_str()));
    let speaks = |word: &String| SELF.contains(&word.as_str());
    let is_social = |word: &String| {
        SOCIAL.contains(&word.as_str())
            || names.contains(word)
            || greeted.map_or_else(|| is_greeted(line, word), |greeted| greeted.contains(word))
    };
    // "Dear Congressman,": who greets his own office writes to another who holds such a one.
    let is_to_himself = || {
        let greeting = words.first().is_some_and(|first| ["dear", "hi", "hello", "hey"].contains(&first.as_str()));
        greeting && words.len() > 1 && words[1..].iter().all(|word| names.contains(word))
    };
    // "Many thanks for running this,"
    let closes = || CLOSINGS.iter().any(|closing| words.starts_with(&words_of(closing)));
    let is_courteous = || {
        words.len() <= most_of_courtesy
            && !is_to_himself()
            && !doubts(line)
            && !words.iter().any(speaks)
            && (is_courtesy(line) || closes())
            && words.iter().all(is_social)
            && !names_later_time(&words)
    };
    let signs = || is_signature(line, names, greeted.unwrap_or_default()) || is_office(&words, names);
    words.is_empty() || is_yes() || signs() || is_toast(line) || is_courteous()
}

/// Whether words name their writer's office, of whose title these are the words: "The Congressman of Garden Empire", "Ed for Garden
/// Empire".
fn is_office(words: &[String], names: &[String]) -> bool {
    const BETWEEN: &[&str] = &["the", "for", "of", "orders", "votes", "as"];
    words.iter().any(|word| names.contains(word))
        && words.iter().all(|word| names.contains(word) || BETWEEN.contains(&word.as_str()))
}

/// Whether a line cheers one's side: "Long live the Union!"
fn is_toast(line: &str) -> bool {
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

/// Whether a typed line asks something, or holds a word that turns a yes round.
pub fn doubts(line: &str) -> bool {
    line.contains('?') || denies(line) || words_of(line).iter().any(|word| DENIALS.contains(&word.as_str()))
}

/// Most words of a name below the letter, of which a game master may have typed one.
const LONGEST_NAME: usize = 3;

/// Most letters of a State, a rank or initials behind a name: "Ed Morgan, NY".
const LONGEST_MARK: usize = 3;

/// Whether a line is a closing, the signer's name, or both. One word of a name that stands there whole is known to us at
/// least: a game master names "Lena", and she signs "Lena Almdorf". A word of thanks may name those who are `greeted`.
fn is_signature(line: &str, names: &[String], greeted: &[String]) -> bool {
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
