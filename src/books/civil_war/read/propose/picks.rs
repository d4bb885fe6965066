//! New leaders sent to pools: "the *** to the East", "three-star East, cavalryman West".

use crate::read::copy::Named;
use crate::scenario::Account;
use reader::loose::Token;

type Tokens<'t, 'c, 's> = &'t [Token<'c, Named<'s>>];

/// Words without which nobody speaks of new leaders.
const OF_LEADERS: &[&str] = &[
    "leader",
    "leaders",
    "star",
    "stars",
    "starred",
    "general",
    "generals",
    "admiral",
    "cavalryman",
    "cavalrymen",
    "cavalry",
    "cav",
    "pool",
    "pools",
    "commanders",
];

/// A leader by stars and arm, as far as they are named.
#[derive(Debug, Default, Clone, Copy)]
struct Pick {
    count: Option<u32>,
    stars: Option<u32>,
    arm: Option<&'static str>,
}

/// The order of a line that sends new leaders to theatres.
pub(super) fn compose(
    tokens: Tokens<'_, '_, '_>,
    account: impl Fn(Tokens<'_, '_, '_>, usize) -> Option<Account>,
) -> Vec<String> {
    // "**West**" is only written thick.
    let is_of_leaders = tokens.iter().any(|token| token.is_one_of(OF_LEADERS));
    if !is_of_leaders {
        return Vec::new();
    }
    let (mut done, mut open): (Vec<String>, Pick) = (Vec::new(), Pick::default());
    let mut waiting_for = None;
    let mut at = 0;
    while at < tokens.len() {
        let wide = open.take(tokens, at);
        if wide > 0 {
            if let Some(to) = waiting_for.filter(|_| open.is_told() && ends_pick(tokens, at + wide)) {
                done.push(open.words(to));
                (open, waiting_for) = (Pick::default(), None);
            }
            at += wide;
            continue;
        }
        if let Some(to) = account(tokens, at) {
            if open.is_told() {
                done.push(open.words(to));
                open = Pick::default();
            } else {
                waiting_for = Some(to);
            }
        }
        at += 1;
    }
    if done.is_empty() { Vec::new() } else { vec![format!("assign {}", done.join(", "))] }
}

/// Whether what is picked is told whole: a break or the end follows.
fn ends_pick(tokens: Tokens<'_, '_, '_>, at: usize) -> bool {
    tokens.get(at).is_none_or(|next| next.is_sign(",;./") || next.is_one_of(&["and"]))
}

impl Pick {
    fn is_told(&self) -> bool {
        self.stars.is_some() || self.arm.is_some_and(|arm| arm != "infantry")
    }

    /// Takes what stands at a token; how many tokens it was.
    fn take(&mut self, tokens: Tokens<'_, '_, '_>, at: usize) -> usize {
        let is = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|token| token.is_one_of(words));
        let signs = tokens[at..].iter().take_while(|token| token.is_sign("*")).count();
        if (1..=3).contains(&signs) {
            self.stars = u32::try_from(signs).ok();
            return signs;
        }
        if let Some(number) = tokens[at].number().filter(|number| (1..=3).contains(number)) {
            let dash = usize::from(tokens.get(at + 1).is_some_and(|next| next.is_sign("-")));
            if is(at + 1 + dash, &["star", "stars", "starred"]) {
                self.stars = Some(number);
                return 2 + dash;
            }
            self.count = Some(number);
            return 1;
        }
        let is_leader = is(at + 1, &["leader", "one", "man", "commander", "star", "officer"]);
        let arm = if is(at, &["cavalry", "cav", "cavalryman", "cavalrymen", "horseman"]) {
            "cavalry"
        } else if is(at, &["infantry", "inf"]) {
            "infantry"
        } else if is(at, &["admiral", "sailor"]) || is(at, &["naval", "navy"]) && is_leader {
            "naval"
        } else {
            return 0;
        };
        self.arm = Some(arm);
        1 + usize::from(arm == "naval" && !is(at, &["admiral", "sailor"]))
    }

    fn words(&self, to: Account) -> String {
        const STARS: [&str; 3] = ["one-star ", "two-star ", "three-star "];
        let count = self.count.unwrap_or(1);
        let stars = self.stars.and_then(|stars| STARS.get(stars as usize - 1)).copied().unwrap_or_default();
        let arm = self.arm.map(|arm| format!("{arm} ")).unwrap_or_default();
        let noun = if count == 1 { "leader" } else { "leaders" };
        format!("{count} {stars}{arm}{noun} to {}", crate::read::account_word(to))
    }
}
