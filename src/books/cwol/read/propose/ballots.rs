//! What a line says of the bills that are open to its writer, in words of no order: "Aye to all", "I'm for the embargo, against
//! greenbacks". Nothing of it is filed: it may be proposed, or its writer hears which bills are open and how he votes.

use base::order::Remark;
use reader::slip::small_number;
use reader::{Mood, is_courtesy, moods_of};
use rules::propose::MOST_PROPOSED;
use rules::{Context, HeldMatter};

use super::super::congress::tallied;
use super::congress::{is_mark_of_number, is_reason, without_why};

/// What can be said of a bill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Voice {
    Aye,
    No,
    Sign,
    Veto,
    Override,
}

/// The words of each voice.
#[rustfmt::skip]
const VOICES: &[(Voice, &[&str])] = &[
    (Voice::Aye, &["aye", "ayes", "yea", "yeas", "yes", "for", "favour", "favor", "support", "supports", "supporting"]),
    (Voice::No, &["no", "nay", "nays", "noes", "against", "oppose", "opposes", "opposed", "opposing"]),
    (Voice::Sign, &["sign", "signs", "signed", "signing", "assent"]),
    (Voice::Veto, &["veto", "vetoes", "vetoed", "vetoing"]),
    (Voice::Override, &["override", "overrides", "overriding", "overrule", "overruling"]),
];

/// What bills are about, by the words of those who speak of them, and a word of those who bring them.
#[rustfmt::skip]
const SUBJECTS: &[(&[&str], &str)] = &[
    (&["embargo", "cotton"], "embargo"),
    (&["greenbacks", "greenback", "paper", "money"], "greenbacks"),
    (&["tax", "taxes", "income"], "income tax"),
    (&["tariff", "tariffs"], "tariff"),
    (&["loans", "loan", "debt", "ceiling"], "debt"),
    (&["bounties", "bounty"], "bounties"),
    (&["draft", "conscription"], "draft"),
    (&["usct", "coloured", "colored", "black", "troops"], "coloured troops"),
];

/// Words that turn nothing round.
#[rustfmt::skip]
const PLAIN: &[&str] = &[
    "a", "also", "am", "an", "and", "as", "bill", "bills", "ballot", "ballots", "be", "cast", "casts", "congress", "congressman", "congressmen", "act", "acts", "law", "laws", "count", "down",
    "from", "gets", "get", "gladly", "have", "hereby", "i", "i'd", "i'll", "i'm", "in", "into", "is", "it", "its", "like", "mark", "me", "measure", "measures", "mine", "motion", "motions", "my",
    "nr", "number", "of", "on", "open", "our", "please", "pls", "president", "proposal", "proposals", "put", "record", "representative", "say", "says", "shall", "sir", "that", "the", "them", "then",
    "these", "this", "those", "to", "today", "too", "up", "us", "veto's", "vice", "vote", "votes", "voting", "vp", "we", "will", "with", "down", "here", "now", "our", "two", "three", "mr", "mister", "speaker", "dear", "gentlemen",
];

/// Words that show that somebody votes, beside those of a voice that are no others.
#[rustfmt::skip]
const OF_VOTING: &[&str] = &[
    "vote", "votes", "voting", "ballot", "ballots", "aye", "ayes", "yea", "yeas", "nay", "nays", "noes", "bill", "bills", "motion", "motions", "sign", "signs", "signing", "veto", "vetoes", "vetoing",
    "override", "overrule",
];

/// Of more ballots in a line some could not be proposed, and nobody would see which.
const MOST_BALLOTS: usize = MOST_PROPOSED;

/// Longer lines are stories.
const MOST_WORDS: usize = 24;

/// Something said, in the order of its line.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Voice(Voice),
    /// The bills by number or by what they are about.
    Bills(Vec<u32>),
    /// All of them, or both.
    All {
        is_both: bool,
    },
    /// Those that the line does not name.
    Rest,
}

/// An answer that is open: whose, of which bill, and in which words.
struct Open<'c> {
    title: &'c str,
    what: &'c str,
    bill: u32,
    voice: Voice,
    words: &'c str,
}

/// The ballots that a line casts, in canonical words; none unless each word of it is understood.
pub(super) fn of_open_bills(context: &Context, line: &str) -> Vec<String> {
    let lower = line.to_lowercase().replace('\u{2019}', "'");
    let (open, line) = of_named_bloc(open_to(context), lower);
    let line = without_matters(&open, line);
    if open.is_empty()
        || tallied(&line).is_some()
        || line.split_whitespace().count() > MOST_WORDS
        || line.trim_end().ends_with('?')
    {
        return Vec::new();
    }
    let Some(said) = in_full(&line).and_then(|line| said_in(&open, &line)) else { return Vec::new() };
    // Who speaks for several blocs says for which.
    let of_one = context.matters.windows(2).all(|pair| pair[0].title == pair[1].title);
    let answer = |(bill, voice): &(u32, Voice)| {
        let fitting = open.iter().filter(|answer| answer.bill == *bill && answer.voice == *voice);
        let words = |answer: &Open<'_>| match of_one {
            true => answer.words.to_owned(),
            false => format!("as {}: {}", answer.title, answer.words),
        };
        fitting.map(words).collect::<Vec<_>>()
    };
    let ballots: Vec<String> = said.iter().flat_map(answer).collect();
    if ballots.len() > MOST_BALLOTS { Vec::new() } else { ballots }
}

/// A line that says a bill as our letters do, with its number alone: "Bill 1: a tariff of 8 in a hundred: aye".
fn without_matters(open: &[Open<'_>], line: String) -> String {
    open.iter().fold(line, |line, answer| line.replace(&answer.what.to_lowercase(), &format!("bill {}", answer.bill)))
}

/// A line with all numbers of its rows: "1-3 aye" names bill 2 as well; none where a row runs backwards or is long.
fn in_full(line: &str) -> Option<String> {
    let mut full = String::new();
    for word in line.split_inclusive(char::is_whitespace) {
        let bare = word.trim_matches(|sign: char| !sign.is_ascii_digit());
        let Some((first, last)) = bare.split_once(['-', '\u{2013}']) else {
            full.push_str(word);
            continue;
        };
        let (Ok(first), Ok(last)) = (first.parse::<u32>(), last.trim_matches(['-', '\u{2013}']).parse::<u32>()) else {
            return None;
        };
        if first >= last || last - first >= MOST_BALLOTS as u32 {
            return None;
        }
        let numbers: Vec<String> = (first..=last).map(|number| number.to_string()).collect();
        full.push_str(&word.replace(bare, &numbers.join(", ")));
    }
    let runs = is_row(&full);
    let is_time =
        full.contains('%') || full.split(':').skip(1).any(|part| part.starts_with(|sign: char| sign.is_ascii_digit()));
    (!runs && !is_time && !full.contains("..") && !full.contains('/')).then_some(full)
}

/// Whether a line names bills from one to another, of which the middle ones would be missing: "bills 1 to 7".
pub(super) fn is_row(line: &str) -> bool {
    let words: Vec<&str> = words_of(line).collect();
    let is_figure = |word: &str| word.parse::<u32>().is_ok();
    let has_dash =
        |word: &str| word.split_once(['-', '\u{2013}']).is_some_and(|(one, other)| is_figure(one) && is_figure(other));
    let bare = |word: &str| has_dash(word.trim_matches(|sign: char| !sign.is_ascii_digit()));
    let in_words = |row: &[&str]| ["to", "through", "thru"].contains(&row[1]) && is_figure(row[0]) && is_figure(row[2]);
    line.split_whitespace().any(bare) || words.windows(3).any(in_words)
}

/// What is said of a line that seems to say something of an open bill, and in no words that count.
pub(in super::super) fn unclear(context: &Context, line: &str) -> Option<Remark> {
    let open = open_to(context);
    let lower = line.to_lowercase();
    let words: Vec<&str> = words_of(&lower).collect();
    let is_talk = words.len() > MOST_WORDS || moods_of(line).contains(&Mood::Question);
    // Of what is said that is open: who vetoes is not shown how he signs.
    let refuses = words.iter().any(|word| ["not", "won't", "refuse", "cannot", "never"].contains(word));
    let said = |answer: &&Open<'_>| {
        let is_meant = |voice: Voice| if refuses && voice == Voice::Sign { Voice::Veto } else { voice };
        words.iter().any(|word| voice_of(word).map(is_meant) == Some(answer.voice))
    };
    let example = open.iter().find(said).or(open.first()).filter(|_| !is_talk)?.words;
    let votes = words.iter().any(|word| OF_VOTING.contains(word));
    let has_voice = words.iter().any(|word| voice_of(word).is_some());
    let names_bill = words.iter().any(|word| !subject_bills(&open, word).is_empty())
        || words.iter().any(|word| number_of(word).is_some_and(|number| open.iter().any(|one| one.bill == number)));
    let names_all = words.iter().any(|word| ["all", "both", "everything"].contains(word));
    let says_it = has_voice && (votes || names_bill) || votes && (names_bill || names_all);
    says_it.then(|| {
        let said = "This seems to be said of a bill, and not in words by which it counts.";
        let hint = format!("Open to you: {}. Write, for example: {example}.", in_words(&open));
        Remark::unread(said).hint(hint).rule("voting")
    })
}

/// The open bills in words.
fn in_words(open: &[Open<'_>]) -> String {
    let mut bills: Vec<&str> = Vec::new();
    for answer in open {
        if !bills.contains(&answer.what) {
            bills.push(answer.what);
        }
    }
    bills.join("; ")
}

fn open_to(context: &Context) -> Vec<Open<'_>> {
    context.matters.iter().flat_map(answers).collect()
}

fn answers(held: &HeldMatter) -> impl Iterator<Item = Open<'_>> {
    held.matter.answers.iter().filter_map(|words| {
        let (verb, rest) = words.split_once(' ')?;
        let (bill, ballot) = rest.split_once(' ').unwrap_or((rest, verb));
        let voice = voice_of(ballot)?;
        Some(Open { title: &held.title, what: &held.matter.what, bill: bill.parse().ok()?, voice, words })
    })
}

/// The answers of the bloc that a line names, and the line without that name; all where it names none.
fn of_named_bloc(open: Vec<Open<'_>>, line: String) -> (Vec<Open<'_>>, String) {
    let bloc = |answer: &Open<'_>| answer.title.split_once(" of ").map(|(_, bloc)| bloc.to_lowercase());
    let named = open.iter().filter_map(bloc).find(|bloc| line.contains(bloc.as_str()));
    let Some(named) = named else { return (open, line) };
    let line = line.replace(&named, " ");
    (open.into_iter().filter(|answer| bloc(answer).as_deref() == Some(named.as_str())).collect(), line)
}

/// Which voice is given on which bills; none where something is not understood, or one bill has two voices.
fn said_in(open: &[Open<'_>], line: &str) -> Option<Vec<(u32, Voice)>> {
    let sentences =
        line.split(['.', '!', ';', '\n']).map(without_reason).filter(|sentence| !sentence.trim().is_empty());
    let (mut said, mut alone, mut shows) = (Vec::new(), Vec::new(), false);
    let mut rest = Vec::new();
    let mut left: Vec<u32> = Vec::new();
    for sentence in sentences.filter(|sentence| !is_courtesy(sentence)) {
        if says_nothing_yet(sentence) {
            left.extend(words_of(sentence).filter_map(number_of));
            continue;
        }
        let Some(pieces) = pieces(open, sentence) else {
            if says_nothing(open, sentence) { continue } else { return None }
        };
        shows |= words_of(sentence).any(|word| OF_VOTING.contains(&word));
        match given(open, &pieces)? {
            Given::On(more) => said.extend(more),
            Given::Rest(voice) => rest.push(voice),
            Given::Alone(voice) => alone.push(voice),
            Given::Nothing => {}
        }
    }
    let on_rest = |voice: &Voice| with_voice(open, *voice).into_iter().map(|bill| (bill, *voice)).collect::<Vec<_>>();
    let of_rest: Vec<_> =
        rest.iter().flat_map(on_rest).filter(|(bill, _)| !said.iter().any(|(other, _)| other == bill)).collect();
    said.extend(of_rest);
    alone.dedup();
    if let ([voice], true) = (&alone[..], said.is_empty() && shows)
        && let [bill] = with_voice(open, *voice)[..]
    {
        said.push((bill, *voice));
        alone.clear();
    }
    // "Bill 1: aye. Bill 2: not yet.", and not "Bill 1: aye. Or not yet."
    if said.iter().any(|(bill, _)| left.contains(bill)) || left.is_empty() && line_waits(line) {
        return None;
    }
    alone.retain(|voice| said.iter().any(|(_, other)| other != voice));
    said.dedup();
    let is_twofold = said.iter().any(|(bill, voice)| said.iter().any(|(other, said)| other == bill && said != voice));
    (alone.is_empty() && !is_twofold).then_some(said)
}

/// Words of who does not vote, or not yet.
const NOT_VOTING: &[&str] = &[
    "no opinion",
    "no view",
    "not yet",
    "undecided",
    "i abstain",
    "abstain",
    "i pass",
    "no ballot",
    "not decided",
    "still open",
];

/// Whether a sentence says that nothing is said of a bill yet.
fn says_nothing_yet(sentence: &str) -> bool {
    let Some(words) = NOT_VOTING.iter().find(|words| sentence.contains(**words)) else { return false };
    let rest = sentence.replace(words, " ");
    let is_voice = |word: &str| voice_of(word).is_some_and(|voice| voice != Voice::Aye || word != "for");
    !words_of(&rest).any(is_voice)
}

/// Whether a line says so and names no bill for it.
fn line_waits(line: &str) -> bool {
    NOT_VOTING.iter().any(|words| line.contains(words))
}

/// The sentence without why; a word or two behind a comma is none ("frankly") and may turn it round.
fn without_reason(sentence: &str) -> &str {
    const LEAST: usize = 3;
    let kept = without_why(sentence);
    if words_of(&sentence[kept.len()..]).count() < LEAST { sentence } else { kept }
}

/// What the pieces of a sentence give.
enum Given {
    On(Vec<(u32, Voice)>),
    Rest(Voice),
    /// A voice, and it is not said on what.
    Alone(Voice),
    Nothing,
}

/// Each voice with the bills beside it: "2 and 3 aye", "aye on 2, no on 3".
fn given(open: &[Open<'_>], pieces: &[Piece]) -> Option<Given> {
    let voices: Vec<Voice> =
        pieces.iter().filter_map(|piece| if let Piece::Voice(voice) = piece { Some(*voice) } else { None }).collect();
    let Some(first) = voices.first().copied() else {
        return pieces.is_empty().then_some(Given::Nothing);
    };
    match pieces {
        [Piece::Voice(_)] => return Some(Given::Alone(first)),
        [Piece::Voice(_), Piece::Rest] | [Piece::Rest, Piece::Voice(_)] => return Some(Given::Rest(first)),
        _ => {}
    }
    let named = pieces.iter().filter(|piece| matches!(piece, Piece::Bills(_))).count();
    let leads = matches!(pieces.first(), Some(Piece::Voice(_)));
    let (mut said, mut waiting, mut now) = (Vec::new(), Vec::new(), None::<Voice>);
    let mut has_bills = true;
    for piece in pieces {
        let bills = match piece {
            Piece::Voice(voice) => {
                if !leads {
                    said.extend(waiting.drain(..).map(|bill| (bill, *voice)));
                } else if !has_bills && now != Some(*voice) {
                    return None;
                }
                (now, has_bills) = (Some(*voice), false);
                continue;
            }
            Piece::Bills(bills) => bills.clone(),
            // "Both 2 and 3"
            Piece::All { is_both: true } if named > 1 => continue,
            Piece::All { is_both } => {
                let all = with_voice(open, now.unwrap_or(first));
                if *is_both && all.len() != 2 || named > 0 {
                    return None;
                }
                all
            }
            Piece::Rest => return None,
        };
        has_bills = true;
        match now.filter(|_| leads) {
            Some(voice) => said.extend(bills.into_iter().map(|bill| (bill, voice))),
            None => waiting.extend(bills),
        }
    }
    (waiting.is_empty() && has_bills | !leads).then_some(Given::On(said))
}

/// The bills on which this may be said.
fn with_voice(open: &[Open<'_>], voice: Voice) -> Vec<u32> {
    let mut bills: Vec<u32> = open.iter().filter(|answer| answer.voice == voice).map(|answer| answer.bill).collect();
    bills.sort_unstable();
    bills.dedup();
    bills
}

/// The pieces of a sentence; none where a word of it is not understood.
fn pieces(open: &[Open<'_>], sentence: &str) -> Option<Vec<Piece>> {
    let words: Vec<&str> = words_of(sentence).collect();
    let is_one_of = |at: usize, list: &[&str]| words.get(at).is_some_and(|word| list.contains(word));
    let mut pieces: Vec<Piece> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let subject = subject_bills(open, word);
        let piece = match *word {
            _ if is_mark_of_number(&words, at) => continue,
            // "No vote on 2" may be a vote against it, or none.
            "no" if is_one_of(at + 1, &["vote", "votes", "ballot", "one", "bill", "bills"]) => return None,
            "all" if is_one_of(at + 1, &["for", "against", "in"]) => continue,
            // "YES all" may be said of what was proposed.
            "all" | "both" if at > 0 && ["yes", "no", "y"].contains(&words[at - 1]) => return None,
            "all" | "everything" | "every" => Piece::All { is_both: false },
            "both" => Piece::All { is_both: true },
            "rest" | "others" | "other" | "remaining" => Piece::Rest,
            // "Aye for 2": what stands behind a voice only points to the bill.
            "for" if matches!(pieces.last(), Some(Piece::Voice(_))) => continue,
            word if voice_of(word).is_some() => {
                let voice = voice_of(word)?;
                if pieces.last() == Some(&Piece::Voice(voice)) {
                    continue;
                }
                Piece::Voice(voice)
            }
            word if number_of(word).is_some() => {
                let number = number_of(word)?;
                // "Bill 1 (tariff 4)": how high it is.
                let is_rate = || {
                    let said = words[..at].last().copied().unwrap_or_default();
                    is_subject(said) || said == "of" && words[..at - 1].last().is_some_and(|word| is_subject(word))
                };
                if matches!(pieces.last(), Some(Piece::Bills(_))) && is_rate() {
                    return None;
                }
                // "All three", "the tariff of 12".
                if matches!(pieces.last(), Some(Piece::All { .. })) && !open.iter().any(|answer| answer.bill == number)
                {
                    continue;
                }
                if !open.iter().any(|answer| answer.bill == number) {
                    return None;
                }
                Piece::Bills(vec![number])
            }
            _ if !subject.is_empty() => match (pieces.last(), &subject[..]) {
                // "2 (embargo)", "the cotton embargo".
                (Some(Piece::Bills(named)), _) if named.iter().all(|bill| subject.contains(bill)) => continue,
                (Some(Piece::Bills(_)), _) if at > 0 && !is_one_of(at - 1, &["and", "the", "on", "to"]) => return None,
                (_, [bill]) => Piece::Bills(vec![*bill]),
                _ => return None,
            },
            word if PLAIN.contains(&word) => continue,
            _ => return None,
        };
        pieces.push(piece);
    }
    Some(pieces)
}

/// A sentence that says nothing of bills and takes nothing back: why its writer votes so.
fn says_nothing(open: &[Open<'_>], sentence: &str) -> bool {
    let speaks = |word: &str| OF_VOTING.contains(&word) || !subject_bills(open, word).is_empty();
    is_reason(sentence) && !words_of(sentence).any(speaks)
}

/// The open bills that a word is about.
fn subject_bills(open: &[Open<'_>], word: &str) -> Vec<u32> {
    let Some((_, subject)) = SUBJECTS.iter().find(|(words, _)| words.contains(&word)) else { return Vec::new() };
    let mut bills: Vec<u32> =
        open.iter().filter(|answer| answer.what.contains(subject)).map(|answer| answer.bill).collect();
    bills.sort_unstable();
    bills.dedup();
    bills
}

fn is_subject(word: &str) -> bool {
    SUBJECTS.iter().any(|(words, _)| words.contains(&word))
}

fn voice_of(word: &str) -> Option<Voice> {
    VOICES.iter().find(|(_, words)| words.contains(&word)).map(|(voice, _)| *voice)
}

fn number_of(word: &str) -> Option<u32> {
    small_number(word).or_else(|| word.parse().ok())
}

fn words_of(line: &str) -> impl Iterator<Item = &str> {
    line.split(|sign: char| !sign.is_alphanumeric() && sign != '\'').filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use rules::OpenMatter;

    use super::*;

    fn context(bills: &[(u32, &str)], titles: &[&str]) -> Context {
        let held = |title: &str, (number, what): &(u32, &str)| HeldMatter {
            title: title.to_owned(),
            matter: OpenMatter {
                what: format!("Bill {number}: {what}"),
                answers: ["aye", "no"].map(|word| format!("vote {number} {word}")).to_vec(),
                ..OpenMatter::default()
            },
        };
        let matters = titles.iter().flat_map(|title| bills.iter().map(move |bill| held(title, bill))).collect();
        Context { matters, ..Context::default() }
    }

    const BILLS: [(u32, &str); 2] = [(2, "an embargo on cotton"), (3, "greenbacks up to 5000 Eg")];

    #[test]
    fn votes_in_natural_words_are_ballots_on_the_open_bills() {
        let context = context(&BILLS, &["Congressman of Deep South"]);
        for (line, wanted) in [
            ("I vote aye on both bills", &["vote 2 aye", "vote 3 aye"][..]),
            ("yes to 2, no to 3", &["vote 2 aye", "vote 3 no"]),
            ("Aye to all", &["vote 2 aye", "vote 3 aye"]),
            ("No to everything!", &["vote 2 no", "vote 3 no"]),
            ("I'm for the embargo, against greenbacks", &["vote 2 aye", "vote 3 no"]),
            ("I vote aye on 2 (embargo) and no on 3.", &["vote 2 aye", "vote 3 no"]),
            ("vote aye on the embargo", &["vote 2 aye"]),
            ("The embargo: aye. Greenbacks: nay.", &["vote 2 aye", "vote 3 no"]),
            ("I vote no on bill 3, it is too high", &["vote 3 no"]),
            ("As Congressman I vote no on bill 3 because paper money is a fraud.", &["vote 3 no"]),
            ("2 aye, the rest no", &[]),
            ("aye on 2. No to the rest.", &["vote 2 aye", "vote 3 no"]),
            ("I support the cotton embargo and oppose paper money", &["vote 2 aye", "vote 3 no"]),
            ("both 2 and 3: aye", &["vote 2 aye", "vote 3 aye"]),
            ("I'm all for the embargo", &["vote 2 aye"]),
            ("2-3 aye", &["vote 2 aye", "vote 3 aye"]),
            ("Bill 3: greenbacks up to 5000 Eg - no", &["vote 3 no"]),
            ("aye on bills 2\u{2013}3", &["vote 2 aye", "vote 3 aye"]),
            ("as Deep South: vote 3 aye", &["vote 3 aye"]),
            ("Put me down as a no on both", &["vote 2 no", "vote 3 no"]),
            ("my vote is aye on the embargo and nay on the greenbacks", &["vote 2 aye", "vote 3 no"]),
        ] {
            assert_eq!(of_open_bills(&context, line), wanted, "{line}");
        }
    }

    #[test]
    fn no_ballot_is_made_of_words_that_may_say_something_else() {
        let context = context(&BILLS, &["Congressman of Deep South"]);
        for line in [
            "not aye on 2",
            "no aye on 2",
            "I would vote aye on 2",
            "aye to all but 3",
            "aye on 2 unless it rains",
            "no vote on 2",
            "hardly aye on 2",
            "aye on 2 (greenbacks)",
            "aye on 7",
            "yes",
            "YES all",
            "3-2 aye",
            "vote aye to 3 %",
            "2:30 aye",
            "vote 2 aye / no",
            "aye on 2 through 3",
            "Bill 2 (greenbacks 3): aye",
            "Yes, both please",
            "Yes, I'm for it",
            "vote aye",
            "Should I vote aye on 2?",
            "aye on 2, no on 2",
            "Lower New England votes aye on 2",
            "2 aye 3 no 2 no",
            "I vote with the majority on 2",
            "never aye on both",
            "I refuse to vote aye on 2",
            "tell Bob to vote aye on 2",
            "aye on 2. Just kidding.",
        ] {
            assert_eq!(of_open_bills(&context, line), [""; 0], "{line}");
        }
    }

    #[test]
    fn one_open_bill_need_not_be_named() {
        let context = context(&BILLS[..1], &["Congressman of Deep South"]);
        assert_eq!(of_open_bills(&context, "vote aye"), ["vote 2 aye"]);
        assert_eq!(of_open_bills(&context, "My vote is no."), ["vote 2 no"]);
        assert_eq!(of_open_bills(&context, "yes"), [""; 0]);
        assert_eq!(of_open_bills(&context, "aye to both"), [""; 0]);
    }

    #[test]
    fn of_two_blocs_each_is_named() {
        let context = context(&BILLS[..1], &["Congressman of Garden Empire", "Congressman of Lower New England"]);
        let both = ["as Congressman of Garden Empire: vote 2 aye", "as Congressman of Lower New England: vote 2 aye"];
        assert_eq!(of_open_bills(&context, "aye on 2"), both);
        assert_eq!(of_open_bills(&context, "as Lower New England: vote 2 aye"), both[1..]);
    }

    #[test]
    fn a_line_that_seems_to_vote_is_told_which_bills_are_open() {
        let context = context(&BILLS, &["Congressman of Deep South"]);
        for line in ["aye to all but 3", "vote aye", "I would vote for the embargo", "no way on the greenbacks bill"] {
            let said = unclear(&context, line).and_then(|remark| remark.hint).unwrap_or_default();
            assert!(said.contains("Bill 2: an embargo on cotton; Bill 3: greenbacks"), "{line}: {said}");
        }
        for line in ["Who votes for bill 2?", "No news from home.", "Good luck to all", "Yes, fine"] {
            assert_eq!(unclear(&context, line), None, "{line}");
        }
        assert_eq!(unclear(&Context::default(), "aye to all"), None);
    }
}
