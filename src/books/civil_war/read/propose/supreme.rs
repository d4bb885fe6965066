//! What a line of a supreme commander orders: points divided in prose, reinforcements and leaders sent to a theatre, verdicts.

use std::collections::BTreeMap;

use super::name::Name;
use crate::read::copy::Named;
use crate::scenario::{Account, Scenario};
use reader::loose::{Kind, Token, placed};

type Tokens<'t, 'c, 's> = &'t [Token<'c, Named<'s>>];

/// What is divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Unit {
    Cp,
    Pp,
    Rail,
}

/// A word of a division.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Item {
    Unit(Unit),
    Account(Account),
    /// An amount, whether it is per cent, and the unit right behind it.
    Amount(u32, bool, Option<Unit>),
}

/// A number, whether it is per cent, and its unit.
type Amount = (u32, bool, Option<Unit>);
/// What the other shares leave.
const REST: u32 = u32::MAX;

/// Words for reinforcements that a supreme commander sends where he likes.
const DISCRETIONARY: &[&str] = &["discretionary", "disc", "discr", "free", "spare"];

type Shares = BTreeMap<Unit, BTreeMap<Account, (u32, bool)>>;

/// The orders of a line, in words that the grammar reads.
pub(super) fn compose(scenario: &Scenario, tokens: Tokens<'_, '_, '_>) -> Vec<String> {
    let names: Vec<Name> = placed(tokens).into_iter().map(|name| Name::of(scenario, name)).collect();
    let apart =
        if names.iter().all(|name| !name.leaders.is_empty()) { verdicts_apart(tokens, &names) } else { Vec::new() };
    if !apart.is_empty() {
        return apart;
    }
    if tokens.iter().any(|token| token.name().is_some()) {
        return tokens
            .split(|token| token.is_sign(".;"))
            // "(3 CP; pulses ten, eleven, twelve)" beside names divides nothing.
            .filter(|sentence| {
                sentence.iter().any(|token| token.name().is_some()) || !accounts(&items(sentence)).is_empty()
            })
            .flat_map(|sentence| of_sentence(scenario, sentence))
            .collect();
    }
    of_sentence(scenario, tokens)
}

/// Verdicts on leaders alone, without a place or a number.
pub(super) fn verdicts(scenario: &Scenario, tokens: Tokens<'_, '_, '_>) -> Vec<String> {
    const WORDS: &[&str] = &[
        "promoted",
        "promotion",
        "promotions",
        "promote",
        "demoted",
        "demote",
        "dismissed",
        "dismiss",
        "star",
        "stars",
        "refused",
        "refuse",
        "approve",
        "approved",
    ];
    let says = |words: &[&str]| tokens.iter().any(|token| token.is_one_of(words));
    let names: Vec<Name> = placed(tokens).into_iter().map(|name| Name::of(scenario, name)).collect();
    let is_of_leaders = !names.is_empty() && names.iter().all(|name| !name.leaders.is_empty());
    let presents = says(&["present", "presents", "presented", "proposal", "propose", "for"]);
    if !is_of_leaders || presents || !says(WORDS) {
        return Vec::new();
    }
    let verdict = |order: &String| !order.starts_with("shift");
    compose(scenario, tokens).into_iter().filter(verdict).collect()
}

fn of_sentence(scenario: &Scenario, tokens: Tokens<'_, '_, '_>) -> Vec<String> {
    let says = |words: &[&str]| tokens.iter().any(|token| token.is_one_of(words));
    let names: Vec<Name> = placed(tokens).into_iter().map(|name| Name::of(scenario, name)).collect();
    let leaders: Vec<String> = names.iter().flat_map(|name| name.leaders.iter().take(1).cloned()).collect();
    let items = items(tokens);
    let gives = says(DISCRETIONARY);
    if gives && !accounts(&items).is_empty() {
        return discretionary(tokens, &items);
    }
    let is_naval = tokens.windows(2).any(|pair| pair[0].is_one_of(&["naval"]) && unit(&pair[1]) == Some(Unit::Cp));
    if let (true, [count], [to]) = (is_naval, &amounts(&items)[..], &accounts(&items)[..])
        && *to != Account::Naval
    {
        return vec![format!("{count} naval CP to {}", account_word(*to))];
    }
    if !leaders.is_empty() {
        return of_leaders(tokens, &names, &leaders);
    }
    if !names.is_empty() {
        return Vec::new();
    }
    let is_same = says(&["same", "before"]) && says(&["distribution", "division", "cp", "shares"])
        || says(&["last"]) && says(&["distribution", "division"])
        || is_as_before(tokens);
    if is_same {
        let same = "distribute as last turn".to_owned();
        return [same].into_iter().chain(divisions(&[tokens])).collect();
    }
    if gives {
        return discretionary(tokens, &items);
    }
    let picks = super::picks::compose(tokens, account);
    if !picks.is_empty() {
        return picks;
    }
    if says(&["planned", "scheduled", "reinforcements", "reinf"]) {
        return planned(tokens, &items);
    }
    if says(&["star", "stars", "leader", "leaders", "cavalry", "cavalryman", "infantry"]) {
        return Vec::new();
    }
    divisions(&tokens.split(|token| token.is_sign(".;")).collect::<Vec<_>>())
}

/// "Same distribution as last turn, ...": whatever else is said behind it.
pub(super) fn is_as_before(tokens: Tokens<'_, '_, '_>) -> bool {
    let begins = tokens.first().is_some_and(|first| {
        first.is_one_of(&[
            "same",
            "distribution",
            "distribute",
            "points",
            "pp",
            "pps",
            "cp",
            "cps",
            "everything",
            "all",
        ])
    });
    let is_before = tokens.iter().take(8).any(|token| token.is_one_of(&["last", "before", "previous"]));
    begins
        && (is_before || tokens.iter().any(|token| token.is_one_of(&["had"])))
        && tokens.iter().take(6).any(|token| token.is_one_of(&["as", "like", "same"]))
        && !tokens.iter().any(|token| token.name().is_some())
}

fn account_word(account: Account) -> &'static str {
    crate::read::account_word(account)
}

/// The theatre or fleet that a word names, wherever it stands.
pub(super) fn account_of(tokens: Tokens<'_, '_, '_>, at: usize) -> Option<Account> {
    account(tokens, at)
}

/// The theatre or fleet that a word names; letters only beside a number.
fn account(tokens: Tokens<'_, '_, '_>, at: usize) -> Option<Account> {
    const WORDS: &[(Account, &[&str])] = &[
        (Account::East, &["east", "eastern", "easterners"]),
        (Account::West, &["west", "western", "tennessee", "kentucky"]),
        (Account::Trans, &["trans", "transmississippi", "transmiss", "tm", "missouri", "mo"]),
        (Account::Naval, &["naval", "navy", "fleet", "admirals"]),
    ];
    const LETTERS: &[(Account, &[&str])] =
        &[(Account::East, &["e"]), (Account::West, &["w"]), (Account::Trans, &["t"]), (Account::Naval, &["n"])];
    // "Three for the ships".
    let is_for = at > 1 && tokens[at - 1].is_one_of(&["the"]) && tokens[at - 2].is_one_of(&["for", "to"]);
    if is_for && tokens[at].is_one_of(&["ships"]) {
        return Some(Account::Naval);
    }
    // "15 out beyond the river".
    let is_beyond = tokens[..at].iter().rev().take(3).any(|token| token.is_one_of(&["beyond", "across"]));
    if is_beyond && tokens[at].is_one_of(&["river", "mississippi"]) {
        return Some(Account::Trans);
    }
    let word = tokens[at].word().unwrap_or_default();
    let word = word.strip_suffix("'s").unwrap_or(word);
    let is = |words: &[&str]| words.iter().any(|other| other.eq_ignore_ascii_case(word));
    let of = |list: &[(Account, &[&str])]| list.iter().find(|(_, words)| is(words)).map(|(account, _)| *account);
    let is_number = |at: Option<usize>| at.and_then(|at| tokens.get(at)).is_some_and(|token| token.number().is_some());
    // "2 disc E"
    let is_behind_noun = at > 1 && tokens[at - 1].is_one_of(DISCRETIONARY) && is_number(Some(at - 2));
    let is_beside =
        is_number(at.checked_sub(1)) || is_number(Some(at + 1)) || is_number(Some(at + 2)) || is_behind_noun;
    of(WORDS).or_else(|| of(LETTERS).filter(|_| is_beside))
}

fn unit(token: &Token<'_, Named<'_>>) -> Option<Unit> {
    let words: [(Unit, &[&str]); 3] = [
        (Unit::Cp, &["cp", "cps", "command"]),
        (Unit::Pp, &["pp", "pps", "pulse", "pulses"]),
        (Unit::Rail, &["rail", "rails", "railroad", "railway", "rr", "trains", "train", "railroads"]),
    ];
    words.into_iter().find(|(_, words)| token.is_one_of(words)).map(|(unit, _)| unit)
}

/// Units, accounts and amounts in their order; a total before a colon is left out.
fn items(tokens: Tokens<'_, '_, '_>) -> Vec<Item> {
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let is_naval_points =
            token.is_one_of(&["naval"]) && tokens.get(at + 1).is_some_and(|next| unit(next).is_some());
        let next = tokens.get(at + 1);
        let amount = token
            .number()
            .or_else(|| token.is_one_of(&["half"]).then_some(50))
            .or_else(|| token.is_one_of(&["third"]).then_some(33))
            .or_else(|| is_rest(tokens, at).then_some(REST))
            .or_else(|| token.is_one_of(&["both"]).then_some(2))
            .or_else(|| token.is_one_of(&["all"]).then_some(100));
        if let Some(account) = account(tokens, at).filter(|_| !is_naval_points) {
            found.push(Item::Account(account));
        } else if let Some(amount) = amount {
            let is_total = next.is_some_and(|next| next.is_sign(":="))
                || token.is_one_of(&["all"]) && next.is_some_and(|next| next.number().is_some());
            let is_percent = next.is_some_and(|next| next.is_sign("%") || next.is_one_of(&["percent", "per"]))
                || token.is_one_of(&["half", "all", "third"]);
            let is_turn = at > 0 && tokens[at - 1].is_one_of(&["tst", "turn", "st", "in"]);
            let is_list_number = is_turn || at == 0 && next.is_some_and(|next| next.is_sign(".)"));
            let own = own_unit(tokens, at);
            found.extend((!is_total && !is_list_number).then_some(Item::Amount(amount, is_percent, own)));
        } else if let Some(unit) = unit(token) {
            found.push(Item::Unit(unit));
        }
    }
    found
}

/// The points right behind an amount: "5 CP", "half of our pulse points".
fn own_unit(tokens: Tokens<'_, '_, '_>, at: usize) -> Option<Unit> {
    const SMALL: &[&str] = &["of", "our", "the", "all", "my"];
    let behind = tokens.get(at + 1..)?;
    let small = behind.iter().take_while(|token| token.is_one_of(SMALL) || token.is_sign("%")).count();
    behind.get(small).and_then(unit)
}

/// "The rest", "what is left over"
fn is_rest(tokens: Tokens<'_, '_, '_>, at: usize) -> bool {
    let is_left = at > 0 && tokens[at - 1].is_one_of(&["is", "are", "what's", "whatever", "points"]);
    tokens[at].is_one_of(&["rest", "remainder", "leftover", "leftovers", "balance"])
        || is_left && tokens[at].is_one_of(&["left", "remaining"])
}

/// Points divided, sentence by sentence: "East 10, West 7", "ten to the East", "24, 17, 9, 3".
fn divisions(sentences: &[Tokens<'_, '_, '_>]) -> Vec<String> {
    let items: Vec<Item> = sentences.iter().flat_map(|sentence| self::items(sentence)).collect();
    let items = items.as_slice();
    // A number beside one theatre is a share only where the points are named.
    let speaks_of_points =
        items.iter().any(|item| matches!(item, Item::Unit(_) | Item::Amount(_, _, Some(_)) | Item::Amount(_, true, _)));
    if !speaks_of_points && accounts(items).len() < 2 {
        return of_both_kinds(sentences, items);
    }
    let mut shares = Shares::new();
    let mut unit = None;
    for sentence in sentences {
        shares_of(&self::items(sentence), &mut shares, &mut unit);
    }
    shares.values_mut().for_each(with_rest);
    shares.values_mut().for_each(all_of_a_hundred);
    let mut words = Vec::new();
    let is_direct =
        sentences.iter().flat_map(|sentence| sentence.iter()).any(|token| token.is_one_of(&["direct", "directly"]));
    if is_direct {
        return direct(&shares);
    }
    let list = |unit: Unit| shares.get(&unit).filter(|shares| !shares.is_empty()).map(list_of);
    let (cp, pp) = (list(Unit::Cp), list(Unit::Pp));
    if let Some(cp) = cp.as_ref().filter(|_| !speaks_of_points) {
        return vec![format!("distribute CP {cp}"), format!("distribute PP {cp}")];
    }
    match (cp, pp) {
        (Some(cp), Some(pp)) => words.push(format!("distribute CP {cp}; PP {pp}")),
        (Some(cp), None) => words.push(format!("distribute CP {cp}")),
        (None, Some(pp)) => words.push(format!("distribute PP {pp}")),
        (None, None) => {}
    }
    words.extend(list(Unit::Rail).map(|rail| format!("rail {rail}")));
    words
}

/// "West gets 5 and 12": command points and pulse points, as they are named in all tables.
fn of_both_kinds(sentences: &[Tokens<'_, '_, '_>], items: &[Item]) -> Vec<String> {
    let gets = |sentence: &Tokens<'_, '_, '_>| {
        sentence.iter().any(|token| token.is_one_of(&["gets", "get", "receives", "has", "takes"]))
    };
    match (&accounts(items)[..], &amounts(items)[..]) {
        ([account], [cp, pp]) if sentences.iter().any(gets) => {
            let word = account_word(*account);
            vec![format!("distribute CP {word} {cp}; PP {word} {pp}")]
        }
        _ => Vec::new(),
    }
}

fn list_of(shares: &BTreeMap<Account, (u32, bool)>) -> String {
    let share = |(account, (amount, is_percent)): (&Account, &(u32, bool))| {
        format!("{} {amount}{}", account_word(*account), if *is_percent { "%" } else { "" })
    };
    shares.iter().map(share).collect::<Vec<_>>().join(", ")
}

/// What is left of a hundred; of points whose sum nobody said nothing is known to be left, and what is divided without it would lose them.
fn with_rest(shares: &mut BTreeMap<Account, (u32, bool)>) {
    let others = || shares.values().filter(|(amount, _)| *amount != REST);
    let sum = others().fold(0, |sum: u32, (amount, _)| sum.saturating_add(*amount));
    let is_percent = sum < 100 && others().count() > 0 && others().all(|(_, is_percent)| *is_percent);
    if is_percent {
        shares.values_mut().filter(|(amount, _)| *amount == REST).for_each(|share| *share = (100 - sum, true));
    }
    if shares.values().any(|(amount, _)| *amount == REST) {
        shares.clear();
    }
}

/// "60% to the West, the East 20": per cent holds for all of them where they make a hundred.
fn all_of_a_hundred(shares: &mut BTreeMap<Account, (u32, bool)>) {
    let is_whole = shares.values().fold(0, |sum: u32, (amount, _)| sum.saturating_add(*amount)) == 100;
    if is_whole && shares.values().any(|(_, is_percent)| *is_percent) {
        shares.values_mut().for_each(|share| share.1 = true);
    }
}

fn direct(shares: &Shares) -> Vec<String> {
    let of = |unit: Unit| shares.get(&unit).and_then(|shares| shares.iter().next());
    let Some((account, _)) = of(Unit::Cp).or(of(Unit::Pp)) else { return Vec::new() };
    let points = [(Unit::Cp, "CP"), (Unit::Pp, "PP")];
    let words = points.into_iter().filter_map(|(unit, word)| Some(format!("{word} {}", of(unit)?.1.0)));
    vec![format!("distribute {} directly: {}", account_word(*account), words.collect::<Vec<_>>().join(", "))]
}

/// The shares of a sentence, of the points that are named in it or were named before it.
fn shares_of(items: &[Item], shares: &mut Shares, unit: &mut Option<Unit>) {
    for stretch in stretches(items) {
        shares_of_stretch(stretch, shares, unit);
    }
}

/// A sentence parted where points are named behind the shares of others, with accounts of their own: "CP East 11, West 5; 18 PP to the
/// East, ten to the West".
fn stretches(items: &[Item]) -> Vec<&[Item]> {
    let has_accounts = |items: &[Item]| !accounts(items).is_empty();
    let is_head = |at: usize| {
        let is_of_amount = at > 0 && matches!(items[at - 1], Item::Amount(_, _, Some(_)));
        matches!(items[at], Item::Unit(_)) && !is_of_amount
    };
    let mut begins = 0;
    let mut parts = Vec::new();
    for at in 1..items.len() {
        if is_head(at) && has_accounts(&items[begins..at]) && accounts(&items[at..]).len() > 1 {
            parts.push(&items[begins..at]);
            begins = at;
        }
    }
    parts.push(&items[begins..]);
    parts
}

/// Whether accounts stand before their shares. Numbers before the first that are more than there are accounts are of something else:
/// "yes 2 and 3, and East 18, West 10".
fn is_account_first(items: &[Item]) -> bool {
    let mut told = items.iter().filter(|item| !matches!(item, Item::Unit(_)));
    let first = told.clone().next();
    let last = told.next_back();
    let is_account = |item: Option<&Item>| item.is_some_and(|item| matches!(item, Item::Account(_)));
    let is_amount = |item: Option<&Item>| item.is_some_and(|item| matches!(item, Item::Amount(..)));
    let count = items.iter().filter(|item| matches!(item, Item::Amount(..))).count();
    is_account(first) || is_amount(last) && count > accounts(items).len() && accounts(items).len() > 1
}

fn shares_of_stretch(items: &[Item], shares: &mut Shares, unit: &mut Option<Unit>) {
    // "The East shall have half of our pulse points, the West the rest": what is named once is meant from the first share on.
    *unit = unit.or_else(|| only_unit(items));
    let is_account_first = is_account_first(items);
    let mut account: Option<Account> = None;
    let mut amount: Option<Amount> = None;
    // "East gets 9 CP and 20 PP, West 7 and 15": the units of the first, in their order, and how many the account has so far.
    let (mut pattern, mut told): (Vec<Unit>, usize) = (Vec::new(), 0);
    let mut bare: Vec<(u32, bool)> = Vec::new();
    for item in items {
        match *item {
            Item::Unit(next) => {
                if account.is_none() && matches!(items.first(), Some(Item::Unit(_))) {
                    list_by_rank(shares, *unit, &mut bare);
                }
                *unit = Some(next);
            }
            Item::Account(next) => {
                account = Some(next);
                told = 0;
                if let (Some((number, is_percent, own)), false) = (amount.take(), is_account_first) {
                    put(shares, own.or(*unit), next, (number, is_percent));
                }
            }
            Item::Amount(number, is_percent, own) => {
                if own.is_some_and(|own| !pattern.contains(&own)) {
                    pattern.extend(own);
                }
                let own = own.or_else(|| pattern.get(told).copied().filter(|_| is_account_first && pattern.len() > 1));
                told += 1;
                *unit = own.or(*unit);
                match account {
                    Some(account) if is_account_first => put(shares, own.or(*unit), account, (number, is_percent)),
                    _ => amount = Some((number, is_percent, own)),
                }
                bare.push((number, is_percent));
            }
        }
        if matches!(item, Item::Account(_)) {
            bare.clear();
        }
    }
    if account.is_none() && matches!(items.first(), Some(Item::Unit(_))) {
        list_by_rank(shares, *unit, &mut bare);
    }
}

/// Amounts without accounts stand in the order of the accounts.
fn list_by_rank(shares: &mut Shares, unit: Option<Unit>, bare: &mut Vec<(u32, bool)>) {
    const ORDER: [Account; 4] = [Account::East, Account::West, Account::Trans, Account::Naval];
    let amounts = std::mem::take(bare);
    let is_list = unit.is_some() && (3..=4).contains(&amounts.len());
    if is_list && !unit.is_some_and(|unit| shares.contains_key(&unit)) {
        ORDER.into_iter().zip(amounts).for_each(|(account, share)| put(shares, unit, account, share));
    }
}

/// The kind of points that shares speak of, where they speak of one.
fn only_unit(items: &[Item]) -> Option<Unit> {
    let mut units = items.iter().filter_map(|item| match item {
        Item::Unit(unit) | Item::Amount(_, _, Some(unit)) => Some(*unit),
        _ => None,
    });
    let first = units.next()?;
    units.all(|unit| unit == first).then_some(first)
}

/// "Pulse points in the same proportion": the shares in per cent of the line above, of other points.
pub(super) fn in_same_proportion(above: &[Vec<Token<'_, Named<'_>>>], tokens: Tokens<'_, '_, '_>) -> Option<String> {
    const ALIKE: &[&str] =
        &["proportion", "proportions", "shares", "share", "split", "way", "ratio", "percentages", "manner"];
    let says = |words: &[&str]| tokens.iter().any(|token| token.is_one_of(words));
    let items = items(tokens);
    let unit = only_unit(&items).filter(|_| says(&["same"]) && says(ALIKE) && accounts(&items).is_empty())?;
    let word = match unit {
        Unit::Cp => "distribute CP",
        Unit::Pp => "distribute PP",
        Unit::Rail => "rail",
    };
    let of_line = |line: &Vec<Token<'_, Named<'_>>>| {
        let (mut shares, mut of) = (Shares::new(), None);
        shares_of(&self::items(line), &mut shares, &mut of);
        shares.values_mut().for_each(with_rest);
        shares.values_mut().for_each(all_of_a_hundred);
        let mut shares = shares.into_values();
        let only = shares.next().filter(|only| only.len() > 1 && only.values().all(|(_, is_percent)| *is_percent))?;
        shares.next().is_none().then_some(only)
    };
    let shares = above.iter().rev().find_map(of_line)?;
    Some(format!("{word} {}", list_of(&shares)))
}

fn put(shares: &mut Shares, unit: Option<Unit>, account: Account, share: (u32, bool)) {
    shares.entry(unit.unwrap_or(Unit::Cp)).or_default().entry(account).or_insert(share);
}

fn amounts(items: &[Item]) -> Vec<u32> {
    items
        .iter()
        .filter_map(|item| if let Item::Amount(amount, false, _) = item { Some(*amount) } else { None })
        .collect()
}

fn accounts(items: &[Item]) -> Vec<Account> {
    items.iter().filter_map(|item| if let Item::Account(account) = item { Some(*account) } else { None }).collect()
}

fn discretionary(tokens: Tokens<'_, '_, '_>, items: &[Item]) -> Vec<String> {
    let says = |words: &[&str]| tokens.iter().any(|token| token.is_one_of(words));
    // "Move one from West to East" takes back what was given.
    if says(&["from", "instead", "not"]) {
        return Vec::new();
    }
    let is_for_each = says(&["each", "apiece"]);
    let all = items.iter().any(|item| matches!(item, Item::Amount(100, true, _)));
    // "10 CP, 22 PP and 3 spare reinforcements": what has a unit of its own is none of them.
    let bare: Vec<Item> = items.iter().copied().filter(|item| !matches!(item, Item::Amount(_, _, Some(_)))).collect();
    let mut amounts = amounts(&bare);
    let count = accounts(items).len();
    // "The three, one each", "the three: two to the East, one to the West": the first number is their sum.
    let told = amounts.iter().skip(1).fold(0, |sum: u32, amount| sum.saturating_add(*amount));
    let is_one_too_many = amounts.len() == count + 1;
    let is_sum = |first: u32| {
        is_one_too_many && first == told || is_for_each && usize::try_from(first).is_ok_and(|first| first == count)
    };
    if amounts.len() > 1 && amounts.first().is_some_and(|first| is_sum(*first)) {
        amounts.remove(0);
    }
    let mut counts: Vec<String> = amounts.iter().map(u32::to_string).chain(all.then(|| "all".to_owned())).collect();
    if let ([each], true) = (&counts[..], is_for_each) {
        counts = vec![each.clone(); count];
    }
    // Of fewer numbers than theatres nobody can tell which is whose.
    if counts.len() < count {
        return Vec::new();
    }
    counts
        .iter()
        .zip(accounts(items))
        .map(|(count, account)| format!("give {count} discretionary to {}", account_word(account)))
        .collect()
}

/// Planned reinforcements go from the theatre with "from", or the first, to the other.
fn planned(tokens: Tokens<'_, '_, '_>, items: &[Item]) -> Vec<String> {
    let (counts, accounts) = (amounts(items), accounts(items));
    let ([count], [first, second]) = (&counts[..], &accounts[..]) else { return Vec::new() };
    let word_before_first =
        (0..tokens.len()).find(|at| account(tokens, *at).is_some()).and_then(|at| tokens.get(at.checked_sub(1)?));
    let is_turned = word_before_first.is_some_and(|word| word.is_one_of(&["to"]));
    let (from, to) = if is_turned { (second, first) } else { (first, second) };
    vec![format!("shift {count} planned from {} to {}", account_word(*from), account_word(*to))]
}

/// Words of verdicts, the surest first.
#[rustfmt::skip]
const VERDICTS: &[(&str, &[&str])] = &[
    ("refuse", &["refuse", "refused", "refuses", "reject", "rejected", "rejects", "decline", "declines", "denied", "deny", "denies"]),
    ("remove", &["remove", "removed", "removes", "dismissed", "dismiss", "dismisses", "fired", "sacked", "sack", "retire", "retired"]),
    ("reduce", &["reduce", "reduced", "demote", "demoted"]),
    ("keep", &["keep", "keeps", "retain", "retained"]),
    ("promote", &["promote", "promoted", "promotes", "promotion", "promotions", "approved", "approve", "approves", "confirmed", "confirms", "star"]),
];

/// The verdict that words give: "loses a star" is one, and "Banks: out", where "out West" is none.
fn verdict_in(tokens: Tokens<'_, '_, '_>) -> Option<&'static str> {
    let says = |words: &[&str]| tokens.iter().any(|token| token.is_one_of(words));
    let is_out = tokens.windows(2).any(|pair| pair[0].is_sign(":-=") && pair[1].is_one_of(&["out"]));
    if says(&["loses", "lose"]) && says(&["star"]) {
        return Some("reduce");
    }
    let found = VERDICTS.iter().find(|(_, words)| says(words)).map(|(verdict, _)| *verdict);
    found.or(is_out.then_some("remove"))
}

/// Verdicts on leaders, or the theatre they are sent to.
fn of_leaders(tokens: Tokens<'_, '_, '_>, names: &[Name], leaders: &[String]) -> Vec<String> {
    if names.iter().any(|name| name.leaders.is_empty())
        || tokens.iter().any(|token| token.number().is_some_and(|number| number > 1))
    {
        return Vec::new();
    }
    let each = verdicts_apart(tokens, names);
    if !each.is_empty() {
        return each;
    }
    let is_denied = reader::loose::is_denied(tokens);
    let verdict = match verdict_in(tokens) {
        Some("promote") if is_denied => Some("refuse"),
        Some("reduce") if is_denied => Some("keep"),
        _ if is_denied => return Vec::new(),
        // "Retire Longstreet out West": who goes to a theatre leaves no game.
        Some("remove") if !sent(tokens, leaders).is_empty() => None,
        found => found,
    };
    if let Some(verdict) = verdict {
        return leaders.iter().map(|name| format!("{verdict} {name}")).collect();
    }
    sent(tokens, leaders)
}

/// Verdicts that differ from one leader to the next: "promote Grant, but not Pope", "Grant yes, Pope no", "he should go".
fn verdicts_apart(tokens: Tokens<'_, '_, '_>, names: &[Name]) -> Vec<String> {
    let is_break = |token: &Token<'_, Named<'_>>| token.is_sign(",;:.!") || token.is_one_of(&["and", "but", "while"]);
    let mut held: Option<(&str, bool)> = None;
    let (mut last, mut ranks, mut found) = (None, 0, Vec::new());
    for part in tokens.split(is_break) {
        let own = verdict_in(part);
        let denied = reader::loose::is_denied(part) || part.iter().any(|token| token.is_one_of(&["neither"]));
        let agreed = part.iter().any(|token| token.is_one_of(&["yes"]));
        let verb = own.or(held.map(|(verb, _)| verb));
        let is_denied = denied || !agreed && own.is_none() && held.is_some_and(|(_, denied)| denied);
        held = verb.map(|verb| (verb, is_denied && !agreed));
        let count = part.iter().filter(|token| token.name().is_some()).count();
        let mut leaders: Vec<String> =
            names[ranks..].iter().take(count).filter_map(|name| name.leaders.first().cloned()).collect();
        ranks += count;
        if leaders.is_empty() && own.is_some() && part.iter().any(|token| token.is_one_of(&["him", "he"])) {
            leaders.extend(last.clone());
        }
        last = leaders.last().cloned().or(last);
        let Some(verdict) = verb.and_then(|verb| turned(verb, is_denied)) else { continue };
        found.extend(leaders.iter().map(|name| format!("{verdict} {name}")));
    }
    let is_apart = found.iter().any(|one: &String| one.split(' ').next() != found[0].split(' ').next());
    let speaks_of_him = tokens.iter().any(|token| token.is_one_of(&["him", "he"]));
    if is_apart || speaks_of_him && !found.is_empty() { found } else { Vec::new() }
}

/// A verdict, or its contrary where it is denied.
fn turned(verb: &'static str, is_denied: bool) -> Option<&'static str> {
    match verb {
        "promote" if is_denied => Some("refuse"),
        "reduce" | "remove" if is_denied => Some("keep"),
        "keep" if is_denied => Some("remove"),
        "refuse" if is_denied => None,
        verb => Some(verb),
    }
}

/// "Longstreet and Jackson go out West": a town of the name of one of them is no goal there.
pub(super) fn sent_away(scenario: &Scenario, tokens: Tokens<'_, '_, '_>) -> Vec<String> {
    let is_away = |at: usize| {
        let small = tokens[..at].iter().rev().take_while(|token| token.is_one_of(&["to", "the"])).count();
        at > small && tokens[at - 1 - small].is_one_of(&["out", "over", "off", "back"])
    };
    let theatre = (0..tokens.len()).find(|at| account(tokens, *at).is_some() && is_away(*at));
    let names: Vec<Name> = placed(tokens).into_iter().map(|name| Name::of(scenario, name)).collect();
    let goes = |name: &Name| !name.leaders.is_empty() && theatre.is_some_and(|at| name.index < at);
    if names.is_empty() || !names.iter().all(goes) || verdict_in(tokens).is_some() || reader::loose::is_denied(tokens) {
        return Vec::new();
    }
    let leaders: Vec<String> = names.iter().flat_map(|name| name.leaders.iter().take(1).cloned()).collect();
    sent(tokens, &leaders)
}

/// "Bragg goes over to the East", "Curtis from Trans to East".
fn sent(tokens: Tokens<'_, '_, '_>, leaders: &[String]) -> Vec<String> {
    let goes = |at: &usize| {
        let before = tokens[..*at].iter().rev().find(|token| !token.is_one_of(&["the", "union", "our"]));
        !before.is_some_and(|before| {
            before.is_one_of(&["from", "of", "for", "union"]) || matches!(before.kind, Kind::Name(_))
        })
    };
    let to = (0..tokens.len()).filter(|at| account(tokens, *at).is_some()).rfind(goes);
    let Some(to) = to.and_then(|at| account(tokens, at)).filter(|to| *to != Account::Naval) else { return Vec::new() };
    leaders.iter().map(|name| format!("shift {name} to {}", account_word(to))).collect()
}
