//! What takes an order back that stands beside it, tries it or cancels it, in words that are no order. Knows words.

use std::borrow::Cow;

use reader::{Mood, moods_of};

use crate::said::denial::{denies, disowns, doubts, is_denial};
use crate::said::typed_words::{is_sad, words_of};

/// Most words of a line that speaks of orders beside it.
const MOST_WORDS: usize = 9;
/// Most words of one that doubts what stands beside it.
const MOST_OF_DOUBT: usize = 6;
/// Most words of one that is a label for what stands beside it.
const MOST_OF_LABEL: usize = 3;

/// Words before what a line begins with.
const FILLERS: &[&str] = &[
    "well", "hm", "hmm", "ah", "oh", "um", "er", "ps", "p", "s", "btw", "please", "pls", "plz", "kindly", "could",
    "can", "would", "will", "you", "just", "only", "and", "so", "sorry", "but", "now", "then", "i", "we", "lets",
    "let", "us", "me", "to", "hi", "hello", "dear", "judge", "gm", "adjutant", "best", "cheers", "thanks", "yours",
    "regards",
];

/// Phrases that say anywhere in a line that something is tried or taken back.
const ANYWHERE: &[&str] = &[
    "cancel",
    "cancels",
    "undo",
    "revoke",
    "rescind",
    "retract",
    "annul",
    "disregard",
    "test",
    "testing",
    "simulation",
    "simulating",
    "dry run",
    "dryrun",
    "take back",
    "take it back",
    "take that back",
    "take this back",
    "takes back",
    "taken back",
    "changed my mind",
    "second thought",
    "second thoughts",
    "never mind",
    "nevermind",
    "not meant",
    "not mine",
    "not me",
    "did not write",
    "didnt write",
    "never wrote",
    "did not send",
    "didnt send",
    "not sent by me",
    "know nothing",
    "not an order",
    "is no order",
    "are no orders",
    "no orders yet",
    "not for real",
    "not in earnest",
    "abstain",
    "abstaining",
    "april fool",
    "as if",
    "better not",
    "rather not",
    "hold off",
    "to be confirmed",
    "tbc",
    "tbd",
    "subject to",
    "undecided",
    "unsure",
    "not sure",
    "not certain",
    "not decided",
    "somebody else",
    "someone else",
    "in my name",
    "forged",
    "forgery",
    "fake",
    "spam",
    "by mistake",
    "a mistake",
    "my mistake",
    "an error",
    "wrong bill",
    "wrong number",
    "wrong one",
    "wrong line",
    "wrong way",
    "wrong letter",
    "wrong mail",
    "the other way",
    "kidding",
    "joking",
    "a joke",
    "just in case",
    "hypothetical",
    "hypothetically",
    "for example",
    "what if",
    "pending",
    "provisional",
    "provisionally",
    "tentative",
    "tentatively",
    "do not count",
    "dont count",
    "does not count",
    "doesnt count",
    "should not count",
    "shouldnt count",
    "do not act",
    "dont act",
    "i refuse",
    "i deny",
    "denied",
    "rejected",
    "changed my vote",
    "i regret",
    "reconsider",
    "reconsidered",
    "reconsidering",
    "revert",
    "nvm",
    "a draft",
    "im against",
    "i oppose",
    "against this",
    "against it",
    "just asking",
    "just practising",
    "just practicing",
    "prematurely",
    "sarcasm",
    "an example",
    "made up my mind",
    "have yet to",
    "told me to",
    "wants me to",
    "want me to",
    "trying things",
    "drop it",
    "drop this",
    "drop that",
    "do not send",
    "dont send",
    "not to be sent",
    "draft of",
];

/// Phrases with which a line begins that calls something off, or tries it.
const FIRST: &[&str] = &[
    "forget",
    "ignore",
    "scratch",
    "strike that",
    "strike this",
    "strike the",
    "strike it",
    "scrap",
    "nix",
    "recall",
    "withdraw",
    "void",
    "delete",
    "abort",
    "belay",
    "stop",
    "halt",
    "wait",
    "hold on",
    "hold it",
    "hold this",
    "hold that",
    "hang on",
    "not yet",
    "not now",
    "check",
    "checking",
    "verify",
    "verifying",
    "preview",
    "previewing",
    "try out",
    "try this",
    "trying",
    "simulate",
    "rehearse",
    "rehearsing",
    "no wait",
    "not this",
    "not that",
    "do not do",
    "dont do",
    "do not carry",
    "dont carry",
];

/// Words that, in a label, say the same, in the languages whose yes we know.
const LABELS: &[&str] = &[
    "void",
    "voided",
    "cancelled",
    "canceled",
    "withdrawn",
    "revoked",
    "annulled",
    "recall",
    "recalled",
    "deleted",
    "wait",
    "stop",
    "hold",
    "halt",
    "pause",
    "preview",
    "trial",
    "try",
    "rehearsal",
    "practice",
    "mock",
    "mockup",
    "dummy",
    "sandbox",
    "demo",
    "draft",
    "joke",
    "jest",
    "mistake",
    "error",
    "typo",
    "nay",
    "against",
    "final",
    "probe",
    "probelauf",
    "entwurf",
    "versuch",
    "storno",
    "storniert",
    "abgebrochen",
    "widerruf",
    "widerrufen",
    "essai",
    "brouillon",
    "annuler",
    "annulé",
    "annulée",
    "prueba",
    "borrador",
    "anular",
    "anulado",
    "ensayo",
    "prova",
    "bozza",
    "annulla",
    "annullato",
    "teste",
    "rascunho",
    "cancelar",
    "proef",
    "ontwerp",
    "annuleren",
    "geannuleerd",
    "prov",
    "utkast",
    "avbryt",
    "prøve",
    "próba",
    "szkic",
    "anuluj",
    "тест",
    "черновик",
    "отмена",
    "teszt",
    "deneme",
    "iptal",
    "testi",
    "koe",
    "ignorieren",
    "vergiss",
    "vergessen",
    "annulez",
    "oubliez",
    "ignorez",
    "ignorar",
    "olvida",
    "ignora",
    "dimentica",
    "negeren",
    "vergeet",
    "ignorera",
    "glem",
    "забудь",
    "取消",
    "concept",
    "ungültig",
    "annullare",
    "отменить",
    "テスト",
];

/// Whether a line that is no order takes back, tries or cancels what stands beside it.
pub fn unsays(text: &str) -> bool {
    let text = &*without_addresses(text);
    let said = words_of(text);
    if is_sad(text) && said.is_empty() {
        return true;
    }
    if said.is_empty() {
        return false;
    }
    // "No orders this turn, only my vote."
    let is_of_others = said.len() > 1 && said[0] == "no" && said[1] == "orders";
    if denies(text) || disowns(text) && !is_of_others {
        return true;
    }
    // "no Cairo, 2 GB" limits an order, and is no denial of all.
    if is_denial(text) && !text.contains(|sign: char| sign.is_ascii_digit()) {
        return true;
    }
    let words = behind_fillers(&said);
    if words.len() > MOST_WORDS || is_of_another(words) {
        return false;
    }
    // "USGB4 hold" is an order of a ship's.
    let is_word_alone = words.len() <= MOST_OF_LABEL && !text.contains(|sign: char| sign.is_ascii_digit());
    let is_label = is_word_alone && words.iter().any(|word| LABELS.contains(&word.as_str()));
    let is_mood = || {
        let takes = |mood: &Mood| matches!(mood, Mood::Correction | Mood::Example);
        words.len() <= MOST_OF_LABEL && moods_of(text).iter().any(takes)
    };
    is_label
        || FIRST.iter().any(|phrase| stands_in(words, phrase))
        || (0..said.len()).any(|at| ANYWHERE.iter().any(|phrase| stands_in(&said[at..], phrase)))
        || is_mood()
        || is_conditional(text, words)
}

/// A line without addresses of the web and of mail: "https://example.org" says nothing.
pub fn without_addresses(text: &str) -> Cow<'_, str> {
    let is_address = |word: &&str| word.contains("://") || word.starts_with("www.") || word.contains('@');
    if !text.split_whitespace().any(|word| is_address(&word)) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.split_whitespace().filter(|word| !is_address(word)).collect::<Vec<_>>().join(" "))
}

/// What stands behind the words before what a line begins with.
fn behind_fillers(said: &[String]) -> &[String] {
    let fillers = said.iter().take_while(|word| FILLERS.contains(&word.as_str())).count();
    &said[fillers.min(said.len().saturating_sub(1))..]
}

fn stands_in(said: &[String], phrase: &str) -> bool {
    let parts: Vec<&str> = phrase.split(' ').collect();
    said.iter().map(String::as_str).take(parts.len()).eq(parts.iter().copied())
}

/// Whether a line calls another letter off: "Ignore my last letter, please", and denies nothing.
pub fn is_of_another_letter(text: &str) -> bool {
    let said = words_of(text);
    let words = behind_fillers(&said);
    is_of_another(words) && FIRST.iter().any(|phrase| stands_in(words, phrase)) && !doubts(text) && !unsays(text)
}

/// Whether a line makes a condition, puts off or asks what could be meant of what stands beside it: "if Phoebe agrees", "Should I?".
fn is_conditional(text: &str, words: &[String]) -> bool {
    const OF_IT: &[&str] = &["this", "that", "it", "above", "vote", "order", "count", "act", "yet"];
    let points = words.iter().any(|word| OF_IT.contains(&word.as_str()));
    let is_short = words.len() <= MOST_OF_LABEL;
    let moods = moods_of(text);
    let is_one = |wanted: &[Mood]| moods.iter().any(|mood| wanted.contains(mood));
    // "I will be away until Monday" tells of its writer.
    const FIRST: &[&str] =
        &["if", "unless", "until", "once", "provided", "when", "after", "before", "except", "assuming"];
    let leads = words.first().is_some_and(|first| FIRST.contains(&first.as_str()));
    (leads || points) && is_one(&[Mood::Condition, Mood::Exception])
        || is_short && is_one(&[Mood::Doubt, Mood::Question])
        || points && words.len() <= MOST_OF_DOUBT && is_one(&[Mood::Doubt, Mood::OtherTime])
        || points && words.iter().any(|word| NEGATIONS.contains(&word.as_str()))
}

/// Words that deny what a line points to: "That does not count", "I never said this".
const NEGATIONS: &[&str] = &[
    "not", "never", "dont", "doesnt", "didnt", "wont", "shouldnt", "cannot", "cant", "isnt", "wasnt", "wouldnt",
    "arent", "nobody", "nothing",
];

/// "Ignore my last letter", "my earlier vote": nothing of this one. "The first vote" may be one of it.
fn is_of_another(words: &[String]) -> bool {
    const BEFORE: &[&str] = &["previous", "earlier", "yesterdays"];
    const OTHER: &[&str] = &["last", "first", "other"];
    let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    let is_letter = has(&["letter", "mail", "email", "message"]);
    is_letter && (has(BEFORE) || has(OTHER)) || has(&["vote", "votes", "orders"]) && has(BEFORE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_take_back_try_or_cancel_are_known() {
        for text in [
            "cancel the above",
            "P.S. forget the veto",
            "Simulation",
            "Try out",
            "Preview",
            "checking",
            "Testing, testing",
            "Could you check this for me?",
            "I take back",
            "Ignore",
            "Ignore this",
            "Annul",
            "Void",
            "Wait",
            "Probe",
            "Probelauf",
            "(test)",
            "This was a test.",
            "please check",
            "Recall",
            "TEST only, please check",
            "no wait",
            "not mine",
            "On second thoughts no",
            ":-(",
            "I did not write it",
            "I know nothing of this",
            "Somebody else wrote the line above.",
            "Cancel the first vote",
            "\u{1f44e}",
            "Forget the last vote",
            "Hi judge, only if Jeff agrees",
            "Cheers, drop it",
            "Best wait for Phoebe",
            "Yours, if Phoebe agrees",
            "Hmm, better not.",
            "Actually, I abstain.",
            "nvm",
            "As if!",
            "Please do not act on that until I confirm.",
            "Hold off on this.",
            "TBC",
            "I am not sure.",
            "Only if Phoebe agrees.",
            "Should I?",
            "That does not count yet.",
            "Sorry, wrong bill.",
            "Noch nicht.",
            "Nicht von mir.",
            "Bitte ignorieren",
            "No es mío.",
            "no no no",
            "Against!",
            "Better: no",
            "NOT!",
            "To be confirmed.",
            "This is a draft, not to be carried out.",
            "Draft of 2 March",
            "Draft, do not send",
            "I haven't made up my mind.",
        ] {
            assert!(unsays(text), "{text}");
        }
    }

    #[test]
    fn what_is_said_for_courtesy_or_of_other_letters_takes_nothing_back() {
        for text in [
            "Hi Grace,",
            "Here are my votes.",
            "Thanks for the quick answer!",
            "Ignore my last letter, please",
            "I will be away until Monday",
            "We lost Cairo :(",
            "Good luck to all of you",
            "The draft is what we need now",
            "No news from home.",
            "Long live the Union!",
            "No orders this turn, only my vote.",
            "Best wishes, Abner",
            "I hope that this is what you wanted to hear",
            "as Congressman of Garden Empire:",
            "Oops, forgot one:",
            "USGB4 hold",
            "https://example.org",
            "No worries!",
            "Not bad at all",
        ] {
            assert!(!unsays(text), "{text}");
        }
    }
}
