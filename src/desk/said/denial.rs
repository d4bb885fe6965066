//! Words that say no, that something is not one's own, or that its writer doubts.

use crate::said::typed_words::{whole_line, words_of};

/// The whole lines that say no.
pub const NO: &[&str] = &[
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

/// Words that are no part of a name and turn a yes round.
pub const DENIALS: &[&str] = &[
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
pub const SELF: &[&str] = &[
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

/// Whether a typed line asks something, or holds a word that turns a yes round.
pub fn doubts(line: &str) -> bool {
    line.contains('?') || denies(line) || words_of(line).iter().any(|word| DENIALS.contains(&word.as_str()))
}
