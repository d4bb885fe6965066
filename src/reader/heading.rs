//! What a head says of the list below it: whose orders they are, or that they are none. A head that is not understood holds its
//! list back.

use base::order::{Line, LineStatus, Remark};

use crate::limit::is_afterthought;
use crate::mood::{Mood, Sign, signs_of};
use crate::units::{is_colon_head, is_listed, unlisted};
use crate::words::{Word, first_phrase, words_of};

/// A head with a colon, and the lines that it governs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Heading {
    /// Its words, without the colon.
    pub words: String,
    /// What it makes of its list.
    pub reach: Reach,
    /// Its own number, and then that of the last line that is known to stand below it.
    last: usize,
    /// How far apart its lines stand, once the first is known.
    step: Option<usize>,
    has_marks: bool,
    /// What stands below it so far.
    items: Vec<String>,
    /// Lines below it are orders, each by itself.
    is_of_orders: bool,
}

/// What a head makes of its list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Nothing: the list stands as it is.
    Plain,
    /// It is part of each line.
    Part,
    /// The lines are no orders, or not now.
    Against(Mood),
}

/// Most lines below a head that are looked at as one.
const MOST_ITEMS: usize = 8;

/// Most words of a head without a colon.
const MOST_OF_HEAD: usize = 8;

/// Most words of a head that says one thing, which is that its list is not meant.
const MOST_OF_REFUSAL: usize = 5;

/// Words of heads that say nothing but that orders follow.
#[rustfmt::skip]
const PLAIN: &[&str] = &[
    "my", "our", "the", "these", "those", "this", "here", "orders", "order", "moves", "move", "movement", "movements", "for", "turn", "phase", "quarter", "are", "is", "as", "follows", "following", "please",
    "do", "actions", "action", "commands", "of", "to", "in", "from", "all", "new", "instructions", "dear", "hi", "hello", "hey", "gm", "umpire", "judge", "sir", "we", "i", "want", "would", "like", "intend", "will",
    "economic", "phase", "now", "on", "and", "you", "them", "it", "dispatch", "dispatches", "send", "sending", "below", "list", "sheet", "final", "first", "second", "submitted", "submit", "herewith", "by", "next",
    "purchases", "purchase", "reinforcements", "spending", "gifts", "loans", "trade", "expenses", "moving", "builds", "works", "marches", "march", "attacks", "following", "so", "then", "proceed", "execute", "carry", "out",
    "pp", "pulses", "cp", "tst", "subturn", "sub", "troops", "units", "army", "navy", "fleet", "leaders", "economics", "economy", "money", "diplomacy", "misc", "other", "others", "mine", "planned", "as", "our", "theirs", "rest", "everything", "else", "also",
    "a", "few", "some", "couple", "things", "thing", "what", "am", "doing", "me", "with", "good", "morning", "evening", "afternoon", "day", "night", "greetings", "today", "tonight", "hereby",
    "follow", "find", "process", "revised", "updated", "corrected", "amended", "latest", "again", "resending", "resent", "they", "let", "us", "try", "thanks", "thank", "cheers",
    "promised", "agreed", "discussed", "usual", "attached", "requested", "ready", "go", "goes", "come", "comes", "get", "got", "up", "came", "ive", "im", "our", "war", "game",
];

/// The same in other languages.
#[rustfmt::skip]
const PLAIN_ELSEWHERE: &[&str] = &[
    "hier", "meine", "befehle", "befehl", "unsere", "die", "sind", "z\u{fc}ge", "voici", "mes", "nos", "ordres", "les", "pour", "mis", "nuestras", "\u{f3}rdenes", "ordenes", "aqu\u{ed}", "est\u{e1}n", "las",
    "ecco", "miei", "ordini", "mijn", "onze", "de", "moje", "rozkazy", "oto", "\u{43c}\u{43e}\u{438}", "\u{43f}\u{440}\u{438}\u{43a}\u{430}\u{437}\u{44b}", "minhas", "ordens", "mina", "ordrer",
];

/// Words that say for which part of a map a list is; which that is, its places say as well.
#[rustfmt::skip]
const PARTS: &[&str] = &[
    "east", "west", "north", "south", "eastern", "western", "northern", "southern", "theatre", "theater", "front", "trans", "mississippi", "naval", "tc", "commander", "command",
];

/// Words of heads that say politely that orders follow, or of what kind; the lines below them say the rest.
#[rustfmt::skip]
const POLITE: &[&str] = &[
    "build", "building", "buildings", "ship", "ships", "boats", "regiments", "brigades", "corps", "forces", "pregame", "pre", "open", "opening", "opens", "start", "starting", "begin", "beginning", "continue",
    "batch", "part", "try", "attempt", "round", "version", "set", "third", "more", "make", "making", "give", "giving", "file", "take", "request", "requests", "ask", "asks", "asking", "complete", "full", "main", "short",
    "vote", "votes", "voting", "ballot", "ballots", "congress", "bill", "bills", "army", "armies", "navy", "fleet", "fleets", "side", "land", "staff", "headquarters",
];

/// Words of heads about another time, beside those that any sentence may have.
#[rustfmt::skip]
const NOT_NOW: &[&str] = &["plan", "plans", "planning", "considered", "considering", "rejected", "ideas", "idea", "options", "option", "previously", "history", "done", "bought", "ordered", "old", "past", "earlier", "last", "wish", "wishes", "questions", "question", "quote", "wrote", "said", "says", "drafts", "alternatives", "thoughts"];

/// Whether a head says nothing but that orders follow, and words that are `known`: "Orders for the build turn".
pub(crate) fn names_only(head: &str, known: impl Fn(&str) -> bool) -> bool {
    let is_number = |word: &str| word.bytes().all(|sign| sign.is_ascii_digit());
    let is_plain_word = |word: &str| !is_number(word) && (is_plain(word) || POLITE.contains(&word));
    let words = words_of(head);
    !is_next(&words) && words.iter().all(|word| is_plain_word(&word.word) || known(&word.word))
}

impl Heading {
    /// The head that a line is: it ends in a colon, or a list with marks follows it and it says nothing alone. What begins an
    /// order, and is none, is no head because of what it says.
    /// `above` is how far above it the last line stands that is, or was to be, an order.
    pub(crate) fn of(
        line: &Line,
        next: Option<&Line>,
        is_whole: bool,
        begins: bool,
        above: Option<usize>,
    ) -> Option<Heading> {
        let next = next?;
        let is_above = next.number == line.number + 1;
        let is_bare = is_above && !is_whole && !is_listed(&line.text) && is_listed(&next.text);
        let is_for = is_above && !is_whole && is_dedication(&line.text);
        let is_head = is_colon_head(&line.text) && (is_above || !is_whole);
        let is_short = || words_of(&line.text).len() <= MOST_OF_HEAD;
        let is_told = !is_whole
            && (!begins || is_none_of_his(&line.text))
            && is_short()
            && !is_listed(&line.text)
            && (disowns(&line.text) || is_condition(line, next) && !is_of_above(&line.text, above));
        if !(is_head || is_for || is_told || is_bare && is_short()) {
            return None;
        }
        Some(Heading::above(line, next))
    }

    /// The head that a line is which names a turn, and nothing else but that orders follow: "Turn 2".
    pub(crate) fn of_turn(line: &Line, next: Option<&Line>) -> Option<Heading> {
        let head = Heading::above(line, next?);
        head.names_a_part().then_some(head)
    }

    fn above(line: &Line, next: &Line) -> Heading {
        let words = bare(&line.text);
        Heading {
            reach: reach(&words),
            words,
            last: line.number,
            step: None,
            has_marks: is_listed(&next.text),
            items: Vec::new(),
            is_of_orders: false,
        }
    }

    /// Whether a line stands below this head: the first that follows it, right below the last that does, as far below as that
    /// when each stands alone, or behind a gap when both are listed.
    pub(crate) fn governs(&mut self, line: &Line) -> bool {
        let step = line.number - self.last;
        let goes_on = match self.step {
            _ if self.has_marks => is_listed(&line.text),
            None => true,
            Some(known) => step <= known,
        };
        if goes_on {
            // Once two lines stand together a gap is an end.
            self.step = Some(self.step.map_or(step, |known| known.min(step)));
            self.last = line.number;
        }
        goes_on
    }

    /// A line below it follows, which may go on over several. One that begins an order is no part of another.
    pub(crate) fn follow(&mut self, number: usize, text: &str, begins: bool) {
        self.last = self.last.max(number);
        self.is_of_orders |= begins && !self.items.is_empty();
        self.items.push(unlisted(text).trim_end_matches([',', ';', '.', ' ']).to_owned());
    }

    /// The head with all that stands below it so far, which may mean nothing one by one.
    fn whole(&self) -> Option<String> {
        let is_list = (2..=MOST_ITEMS).contains(&self.items.len());
        (is_list && !self.is_of_orders).then(|| format!("{}: {}", self.words, self.items.join(", ")))
    }

    /// Whether it says nothing but for which part of the map its list is.
    pub(crate) fn names_a_part(&self) -> bool {
        let is_known = |word: &str| PARTS.contains(&word) || is_plain(word);
        let words = words_of(&self.words);
        !is_next(&words) && words.iter().all(|word| is_known(&word.word))
    }

    /// Whether it says nothing but that orders follow, and of what kind: "Ships", "Here is what we want to build".
    pub(crate) fn is_polite(&self) -> bool {
        let words = words_of(&self.words);
        // "Gideon here. Orders for the fleet": who writes says nothing of what is ordered.
        let words = if words.get(1).is_some_and(|second| second.word == "here") { &words[2..] } else { &words[..] };
        let is_known = |word: &Word<'_>| is_plain(&word.word) || POLITE.contains(&word.word.as_ref());
        !self.has_number() && !is_next(words) && words.iter().all(is_known)
    }

    /// Whether it is a line of this number, and nothing stands below it yet.
    pub(crate) fn stands_at(&self, number: usize) -> bool {
        self.last == number && self.items.is_empty()
    }

    /// Whether it may say when its list is carried out.
    pub(crate) fn has_number(&self) -> bool {
        self.words.contains(|sign: char| sign.is_ascii_digit())
    }

    /// A line below it, with it.
    pub(crate) fn with(&self, line: &str) -> String {
        format!("{}: {}", self.words, unlisted(line))
    }

    /// A line below it with the last of its words, where that alone may say when: "Hi Bob, this is for TST2", and not "Bob's orders".
    pub(crate) fn with_last(&self, line: &str) -> Option<String> {
        let (before, last) = self.words.rsplit_once(' ')?;
        let says_when = last.contains(|sign: char| sign.is_ascii_digit());
        let is_rest_plain = words_of(before).iter().all(|word| is_plain(&word.word));
        (says_when && is_rest_plain).then(|| format!("{last}: {}", unlisted(line)))
    }

    /// What a line below it may be meant to say, the likelier first: with this head, and alone. Nothing where it says in a few words
    /// that the line is no order, or not now; of a long head that may be said of something else.
    pub(crate) fn wordings(&self, line: &str) -> Vec<String> {
        let mut wordings = match self.reach {
            Reach::Against(_) if words_of(&self.words).len() <= MOST_OF_REFUSAL => return Vec::new(),
            Reach::Part if is_next(&words_of(&self.words)) => return Vec::new(),
            Reach::Part if self.has_number() || !self.names_a_part() => vec![self.with(line), line.to_owned()],
            Reach::Against(_) | Reach::Part | Reach::Plain => vec![line.to_owned()],
        };
        wordings.extend(self.whole());
        wordings
    }

    /// A line below it was read as an order: those beside it are no parts of one.
    pub(crate) fn holds_orders(&mut self) {
        self.is_of_orders = true;
    }

    /// Whether it keeps a line from standing for nothing but that it is not understood.
    pub(crate) fn holds<T>(&self, outcome: &Result<T, Remark>) -> bool {
        self.reach == Reach::Part && outcome.as_ref().is_err_and(|why| why.status == LineStatus::Unread)
    }

    /// What is said of a line below a head that names what is not open.
    pub(crate) fn is_not_open(&self) -> Remark {
        Remark::unread(format!(
            "It stands below {:?}, which is not what is open, so it was not taken as an order.",
            self.words
        ))
        .hint("Write it again without that head if it is meant for now.")
    }

    /// What is said of a line that it holds back.
    pub(crate) fn holds_back(&self) -> Remark {
        let head = &self.words;
        match self.reach {
            Reach::Against(_) => Remark::unread(format!("It stands below {head:?}, so it was not taken as an order."))
                .hint("Write it again without that head if it is meant for now."),
            _ if self.items.len() > 1 => Remark::unread("It stands below the same head."),
            _ => Remark::unread(format!(
                "It stands below {head:?}, which is not understood, so it was not taken as an order."
            ))
            .hint("Write it again without that head if it is meant."),
        }
    }
}

/// Words that a head without a colon may have beside those that say that its list is no order, or not now.
#[rustfmt::skip]
const SPARE: &[&str] = &[
    "not", "dont", "never", "no", "be", "done", "sent", "meant", "now", "this", "these", "that", "those", "yet", "only", "still", "maybe", "or", "either",
    "whichever", "choose", "one", "better", "for", "instead", "would", "could",
];

/// Words of what is over.
const PAST: &[&str] = &[
    "old",
    "already",
    "past",
    "had",
    "previous",
    "rejected",
    "considered",
    "ideas",
    "pending",
    "bought",
    "wish",
    "wishes",
];

/// Whole lines that take something back, or try it, and do not say what.
const TAKING_BACK: &[&str] = &[
    "undo",
    "revoke",
    "take back",
    "withdraw",
    "test",
    "testing",
    "please check",
    "check this",
    "check these",
    "check only",
    "just checking",
    "only checking",
];

/// Beginnings of lines that say of what stands below them that it is none of their writer's orders, or not yet.
#[rustfmt::skip]
const DISOWNING: &[&str] = &[
    "nothing of this", "none of this", "none of these", "none of the following", "please dont file", "dont file", "do not file", "please do not file", "these are proposals", "these are suggestions", "this is just for discussion",
    "just for discussion", "for discussion", "wish list", "wishlist", "suggestions for", "april fool", "cancel these", "question about", "begin quote", "last turns orders", "last turns votes", "what id do", "what i would do",
    "plan b", "plan for", "plans for", "ideas", "draft for", "drafts for", "options for", "proposal for", "shopping list of", "what the", "option a", "my options", "hold these back", "take these off", "later this year", "what do you think", "can you tell me whether", "nobody told me",
];

/// "Nothing of this", "From: Bob".
fn is_none_of_his(text: &str) -> bool {
    let words = words_of(text);
    first_phrase(&words, 0, DISOWNING).is_some() || text.trim_start().starts_with("From:") && words.len() <= 3
}

/// Whether a line says of what stands below it that it was done or is kept, as an answer does: nobody orders it by that.
fn says_what_was_done(words: &[Word<'_>]) -> bool {
    let said = words.iter().map(|word| word.word.as_ref()).collect::<Vec<_>>().join(" ");
    let begins = ["kept for phase", "kept until", "would be carried out", "will not be carried out"];
    ["carried out", "kept"].contains(&said.as_str()) || begins.iter().any(|begins| said.starts_with(begins))
}

/// Whether a line without a colon says that what stands below it is no order, or not now: "Not this turn", "Old orders", "or".
fn disowns(text: &str) -> bool {
    let words = words_of(text);
    let signs = signs_of(text, &words);
    // "PP same as last time" and "Everything like last turn" are for now.
    if words.iter().any(|word| ["same", "like"].contains(&word.word.as_ref())) {
        return false;
    }
    // "Ignore everything below", "these are no orders yet"; "ignore my last letter" says nothing of this one.
    let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.word.as_ref()));
    let is_of_others = has(&["my", "last", "previous", "earlier", "above", "against"]);
    let is_of_these = has(&["below", "following", "next", "this", "these", "order", "orders"]) && !is_of_others;
    let tells = |sign: &Sign| match sign.mood {
        // "Test, please ignore"
        Mood::Correction => {
            is_of_these || text[sign.start..].trim_end_matches(['.', '!']).eq_ignore_ascii_case("please ignore")
        }
        // "What if we attack at once?" is talk.
        Mood::Example => !text.trim_end().ends_with('?'),
        Mood::Question => {
            let points_below = has(&["below", "following", "these"]) && words.len() <= MOST_OF_QUESTION;
            is_of_these && (words.len() <= 4 || points_below)
        }
        _ => false,
    };
    if says_what_was_done(&words) || is_none_of_his(text) || is_head_of_chat(text) {
        return true;
    }
    if TAKING_BACK.contains(&words.iter().map(|word| word.word.as_ref()).collect::<Vec<_>>().join(" ").as_str()) {
        return true;
    }
    let is_open = !text.trim_end().ends_with(['.', '!', '?', ',']);
    signs.iter().any(tells) || is_open && (muses(text, &signs) || names_no_time_of_ours(&words, &signs))
}

/// Most words of a question about what stands below it: "I thought about these, what do you say, Will?"
const MOST_OF_QUESTION: usize = 12;

/// "Will \u{2014} Today at 5:11 PM": the head of somebody's words, as chats have it and programs paste it.
fn is_head_of_chat(text: &str) -> bool {
    let lower = text.to_lowercase();
    let says_when =
        |day: &str| lower.split_once(day).is_some_and(|(_, at)| at.starts_with(|sign: char| sign.is_ascii_digit()));
    lower.contains(':')
        && words_of(text).len() <= MOST_OF_HEAD
        && ["today at ", "yesterday at "].into_iter().any(says_when)
}

/// "Things I am still thinking about"
fn muses(text: &str, signs: &[Sign]) -> bool {
    const MUSING: &[&str] = &["thinking about", "thinking of", "considering", "wondering", "undecided"];
    signs.iter().any(|sign| {
        let said = text[sign.start..sign.end].to_lowercase();
        sign.mood == Mood::Doubt && text[sign.end..].trim().is_empty() && MUSING.contains(&said.as_str())
    })
}

/// Whether words say of what follows that it is not for now, and nothing else: "Last turn went well" says nothing of it.
fn names_no_time_of_ours(words: &[Word<'_>], signs: &[Sign]) -> bool {
    // A line of signs alone, a rule of "~~~~" among them.
    let Some(first) = words.first() else { return false };
    let is_inside = |word: &Word<'_>| signs.iter().any(|sign| (sign.start..sign.end).contains(&word.start));
    // "Jim, I will not"; "two guards, and no" goes on in the next line.
    if signs.iter().any(|sign| {
        sign.mood == Mood::Denial && words.last().is_some_and(|last| last.end == sign.end && last.word != "no")
    }) {
        return !first.word.starts_with("no") || words.len() == 1;
    }
    let is_known = |word: &Word<'_>| [SPARE, PAST, NOT_NOW].iter().any(|known| known.contains(&word.word.as_ref()));
    if !words.iter().all(|word| is_known(word) || is_plain(&word.word) || is_inside(word)) {
        return false;
    }
    let is_first = |sign: &Sign| first.start == sign.start;
    let tells = |sign: &Sign| match sign.mood {
        Mood::OtherTime => true,
        // "No moves in the West" says nothing of the East.
        Mood::Denial => !["no", "nothing", "none", "nobody"].contains(&first.word.as_ref()),
        // "What about"
        Mood::Question => words.iter().all(is_inside),
        Mood::Doubt | Mood::Choice => is_first(sign) && words.len() <= 5,
        _ => false,
    };
    signs.iter().any(tells) || words.len() <= 5 && words.iter().any(|word| PAST.contains(&word.word.as_ref()))
}

/// Whether a line is a condition of what stands below it, apart from it: behind a gap or an end.
fn is_condition(line: &Line, next: &Line) -> bool {
    let words = words_of(&line.text);
    // "If Congress allows it", above an order; "if Lee is there," goes on in the next line.
    let is_apart = next.number > line.number + 1 || !line.text.trim_end().ends_with([',', '!', '?', ':', ';']);
    let sign = signs_of(&line.text, &words).into_iter().next();
    let start = words.first().map(|first| first.start);
    let begins = sign.is_some_and(|sign| sign.mood == Mood::Condition && start == Some(sign.start));
    let is_to_you = words.iter().any(|word| ["you", "i", "we"].contains(&word.word.as_ref()));
    is_apart && begins && !is_to_you
}

/// Whether a line is a condition between two others, of which either may depend on it.
pub(crate) fn is_condition_between(line: &Line, next: Option<&Line>, above: Option<usize>) -> bool {
    let next = next.filter(|next| next.number == line.number + 1);
    above == Some(1) && next.is_some_and(|next| is_condition(line, next))
}

/// Whether a condition limits what stands above it: right below an order, or "unless he is beaten", behind a gap.
fn is_of_above(text: &str, above: Option<usize>) -> bool {
    above.is_some_and(|lines| lines < 2 || is_afterthought(&words_of(text)))
}

/// "For the Egyptians": for whom the lines below are.
fn is_dedication(text: &str) -> bool {
    let words = words_of(text);
    (2..=4).contains(&words.len()) && words[0].word == "for" && !text.contains([',', '.', '!', '?'])
}

/// The words of a head: without stars, marks of a list and the colon.
fn bare(text: &str) -> String {
    let is_dress = |sign: char| sign.is_whitespace() || matches!(sign, '*' | '_' | ':' | '-' | '#' | '=');
    let words = ungreeted(text.trim_matches(is_dress));
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What stands behind "Hello Grace," and "Thanks for the report.".
fn ungreeted(head: &str) -> &str {
    const GREETINGS: [&str; 8] = ["hi", "hello", "hey", "dear", "good", "greetings", "morning", "evening"];
    let greets = |words: &str| words_of(words).first().is_some_and(|first| GREETINGS.contains(&first.word.as_ref()));
    match head.split_once([',', '!', '.']) {
        Some((greeting, rest)) if greets(greeting) && words_of(greeting).len() <= 4 || is_pleasantry(greeting) => {
            ungreeted(rest)
        }
        None if greets(head) && words_of(head).len() <= 3 => "",
        _ => head,
    }
}

/// Most words of thanks or good wishes before a head.
const MOST_OF_PLEASANTRY: usize = 8;

/// Whether a part of a head is a word of thanks, an excuse or a good wish, and says nothing of anybody's orders.
fn is_pleasantry(text: &str) -> bool {
    const PLEASANT: &[&str] = &["thanks", "thank", "thx", "sorry", "cheers", "nice", "great", "hope", "good"];
    let words = words_of(text);
    let says_more = |word: &Word<'_>| {
        NOT_NOW.contains(&word.word.as_ref()) || ["order", "orders", "move", "moves"].contains(&word.word.as_ref())
    };
    words.len() <= MOST_OF_PLEASANTRY
        && words.first().is_some_and(|first| PLEASANT.contains(&first.word.as_ref()))
        && !words.iter().any(says_more)
        && signs_of(text, &words).is_empty()
}

fn reach(head: &str) -> Reach {
    let words = words_of(head);
    let against = signs_of(head, &words).into_iter().map(|sign| sign.mood).next();
    if let Some(mood) = against.filter(|mood| *mood != Mood::Condition) {
        return Reach::Against(mood);
    }
    if (0..words.len()).any(|at| is_of_another_time(&words, at)) {
        return Reach::Against(Mood::OtherTime);
    }
    // "PP 1-4:" is the time of each line below it.
    let has_number = head.contains(|sign: char| sign.is_ascii_digit());
    if against.is_none() && !has_number && words.iter().all(|word| is_plain(&word.word)) && !is_next(&words) {
        Reach::Plain
    } else {
        Reach::Part
    }
}

/// Whether a word of a head says that its list is not for now: "what I bought", not "what will be bought" and "the last window".
fn is_of_another_time(words: &[Word<'_>], at: usize) -> bool {
    let is = |at: Option<usize>, other: &str| at.and_then(|at| words.get(at)).is_some_and(|word| word.word == other);
    let is_to_be = is(at.checked_sub(1), "be");
    let is_named = words[at].word == "last" && (is(Some(at + 1), "window") || is(Some(at + 1), "step"));
    NOT_NOW.contains(&words[at].word.as_ref()) && !is_to_be && !is_named
}

/// Most figures of a number that is none of the calendar.
const LONGEST_NUMBER: usize = 3;

fn is_plain(word: &str) -> bool {
    // "PP 1-4", and no year or time of day.
    let is_number =
        || word.len() <= LONGEST_NUMBER && !word.starts_with('0') && word.bytes().all(|sign| sign.is_ascii_digit());
    PLAIN.contains(&word) || PLAIN_ELSEWHERE.contains(&word) || is_number()
}

/// "Next quarter", "the next turn", "the other game": another time, or other orders.
fn is_next(words: &[Word<'_>]) -> bool {
    const TIMES: [&str; 13] = [
        "turn", "phase", "quarter", "subturn", "tst", "sub", "game", "war", "congress", "campaign", "week", "month",
        "year",
    ];
    let is_other = |pair: &[Word<'_>]| {
        ["other", "another"].contains(&pair[0].word.as_ref()) && ["game", "war"].contains(&pair[1].word.as_ref())
    };
    words.windows(2).any(|pair| pair[0].word == "next" && TIMES.contains(&pair[1].word.as_ref()) || is_other(pair))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_says_what_its_list_is() {
        for (head, wanted) in [
            ("Hi GM, here are my orders", Reach::Plain),
            ("Thanks for the report. My orders", Reach::Plain),
            ("Sorry for the delay, here are my orders", Reach::Plain),
            ("Great game so far! Orders for this turn", Reach::Plain),
            ("Meine Befehle", Reach::Plain),
            ("Thanks, not now", Reach::Against(Mood::Denial)),
            ("Thanks for your plan. Orders", Reach::Against(Mood::OtherTime)),
            ("Hello Grace, these are mine", Reach::Plain),
            ("As planned", Reach::Plain),
            ("PP 1-4", Reach::Part),
            ("Do not buy", Reach::Against(Mood::Denial)),
            ("Next quarter I plan to", Reach::Against(Mood::OtherTime)),
            ("What I considered but rejected", Reach::Against(Mood::OtherTime)),
            ("For Holland", Reach::Part),
            ("If peace with Britain is made", Reach::Part),
            ("Standing orders", Reach::Part),
            ("Bob's orders", Reach::Part),
            ("Possible orders", Reach::Part),
        ] {
            assert_eq!(reach(&bare(head)), wanted, "{head}");
        }
    }

    #[test]
    fn a_line_without_a_colon_may_disown_what_stands_below_it() {
        for text in [
            "Not this turn",
            "**Not now**",
            "NEXT TURN",
            "Old orders",
            "or",
            "Maybe",
            "Ignore everything below.",
            "Ignore the next line.",
            "Wish list",
            "Already done",
            "Do not",
            "Jim, I will not",
            "What about",
            "Last turn I had",
            "Plan for June",
            "I thought about these, what do you say, Will?",
            "Will \u{2014} Today at 5:11 PM",
        ] {
            assert!(disowns(text), "{text}");
        }
        for text in [
            "Ignore my last letter, please",
            "Oops, forgot one",
            "No moves in the West",
            "Nothing for Banks",
            "I was not at home last week.",
            "Orders",
            "Dave",
            "East",
            "~~~~~~~~",
            "//",
            "\u{274c}",
            "\u{1f44e}",
        ] {
            assert!(!disowns(text), "{text}");
        }
    }

    #[test]
    fn the_last_word_of_a_head_says_when_and_not_that_orders_follow() {
        let line = |number: usize, text: &str| Line { number, text: text.to_owned() };
        for (head, wanted) in [
            ("Hi Bob, this is for TST2:", Some("TST2: go")),
            ("Bob's orders:", None),
            ("What the enemy will order:", None),
            ("If so do it pp 1-6:", None),
        ] {
            let head = Heading::of(&line(1, head), Some(&line(2, "go")), false, false, None).unwrap();
            assert_eq!(head.with_last("go").as_deref(), wanted);
        }
    }

    #[test]
    fn a_head_governs_what_follows_it_behind_a_gap_as_well() {
        let line = |number: usize, text: &str| Line { number, text: text.to_owned() };
        let below = |numbers: &[usize]| {
            let mut head =
                Heading::of(&line(1, "Not this turn:"), Some(&line(numbers[0], "go")), false, false, None).unwrap();
            numbers.iter().map(|number| head.governs(&line(*number, "go"))).collect::<Vec<_>>()
        };
        assert_eq!(below(&[3, 4, 6]), [true, true, false]);
        assert_eq!(below(&[3, 5, 7]), [true, true, true]);
        assert_eq!(below(&[2, 3, 5]), [true, true, false]);
    }
}
