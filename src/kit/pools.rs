//! Men by pool: drawn into service, given back, promised back for later, raised anew and lost. Every man is somewhere:
//! what was opened with and raised since is in a pool, on the way back, in service or lost. Knows no pool's name.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The men of a game, by whatever a book calls a pool: a kind of manpower of a State, a nation, a city.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "K: Ord + Deserialize<'de>"))]
pub struct Pools<K: Ord> {
    #[serde(with = "pairs", bound(serialize = "K: Serialize"))]
    men: BTreeMap<K, u64>,
    returning: Vec<Returning<K>>,
    tally: Tally,
}

/// Men who come back to a pool at a time of the book's own count: turns, seasons.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Returning<K> {
    /// Where to.
    pub to: K,
    /// How many.
    pub men: u64,
    /// When.
    pub due: u32,
}

/// What the pools hold is held against this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Ever opened with or raised.
    pub raised: u64,
    /// In units, crews and builds.
    pub serving: u64,
    /// Gone for good.
    pub lost: u64,
}

/// A pool, or the service, has fewer men than were wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooFew {
    /// How many were wanted.
    pub wanted: u64,
    /// How many there are.
    pub held: u64,
}

impl TooFew {
    /// By how many it is short.
    pub fn short(self) -> u64 {
        self.wanted.saturating_sub(self.held)
    }
}

impl<K: Ord + Clone> Pools<K> {
    /// What a pool holds.
    pub fn held(&self, pool: &K) -> u64 {
        self.men.get(pool).copied().unwrap_or(0)
    }

    /// Every pool that ever held men.
    pub fn iter(&self) -> impl Iterator<Item = (&K, u64)> {
        self.men.iter().map(|(pool, men)| (pool, *men))
    }

    /// Who is on the way back.
    pub fn returning(&self) -> &[Returning<K>] {
        &self.returning
    }

    /// What was raised, serves and is lost.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// New men come into a pool: what it opens with, a season's growth.
    pub fn raise(&mut self, pool: K, men: u64) {
        *self.men.entry(pool).or_default() += men;
        self.tally.raised += men;
    }

    /// Draws men into service, all or none.
    pub fn draw(&mut self, pool: &K, men: u64) -> Result<(), TooFew> {
        self.take(pool, men)?;
        self.tally.serving += men;
        Ok(())
    }

    /// Men in service go to a pool at once.
    pub fn give_back(&mut self, pool: K, men: u64) -> Result<(), TooFew> {
        self.leave_service(men)?;
        *self.men.entry(pool).or_default() += men;
        Ok(())
    }

    /// Men in service set out for a pool, where they are when `due` has come.
    pub fn send_back(&mut self, to: K, men: u64, due: u32) -> Result<(), TooFew> {
        self.leave_service(men)?;
        if men > 0 {
            self.returning.push(Returning { to, men, due });
        }
        Ok(())
    }

    /// Those who are due arrive, and are told in the order in which they set out.
    pub fn arrive(&mut self, now: u32) -> Vec<Returning<K>> {
        let (arrived, still): (Vec<_>, Vec<_>) = self.returning.drain(..).partition(|row| row.due <= now);
        self.returning = still;
        for row in &arrived {
            *self.men.entry(row.to.clone()).or_default() += row.men;
        }
        arrived
    }

    /// Men in service are lost for good.
    pub fn lose(&mut self, men: u64) -> Result<(), TooFew> {
        self.leave_service(men)?;
        self.tally.lost += men;
        Ok(())
    }

    /// Men of a pool are lost for good, all or none.
    pub fn waste(&mut self, pool: &K, men: u64) -> Result<(), TooFew> {
        self.take(pool, men)?;
        self.tally.lost += men;
        Ok(())
    }

    /// Whether every man is somewhere; else why not.
    pub fn sound(&self) -> Result<(), String> {
        let pooled: u64 = self.men.values().sum();
        let returning: u64 = self.returning.iter().map(|row| row.men).sum();
        let Tally { raised, serving, lost } = self.tally;
        if pooled + returning + serving + lost == raised {
            return Ok(());
        }
        Err(format!(
            "{raised} men were raised, and {pooled} are in pools, {returning} returning, {serving} serving, {lost} lost"
        ))
    }

    fn take(&mut self, pool: &K, men: u64) -> Result<(), TooFew> {
        let held = self.held(pool);
        if men > held {
            return Err(TooFew { wanted: men, held });
        }
        if let Some(left) = self.men.get_mut(pool) {
            *left -= men;
        }
        Ok(())
    }

    fn leave_service(&mut self, men: u64) -> Result<(), TooFew> {
        if men > self.tally.serving {
            return Err(TooFew { wanted: men, held: self.tally.serving });
        }
        self.tally.serving -= men;
        Ok(())
    }
}

impl<K: Ord> Default for Pools<K> {
    fn default() -> Self {
        Self { men: BTreeMap::new(), returning: Vec::new(), tally: Tally::default() }
    }
}

/// Pools as a list of pairs: their keys need not be words.
mod pairs {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<K: Serialize, S: Serializer>(men: &BTreeMap<K, u64>, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(men)
    }

    pub(super) fn deserialize<'de, K, D>(from: D) -> Result<BTreeMap<K, u64>, D::Error>
    where
        K: Ord + Deserialize<'de>,
        D: Deserializer<'de>,
    {
        Ok(Vec::<(K, u64)>::deserialize(from)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::amount::{Rounding, Share, apportion};

    type Key = (&'static str, &'static str);
    const VOLUNTEERS: Key = ("KY", "volunteer");

    fn pools(opening: &[(Key, u64)]) -> Pools<Key> {
        let mut pools = Pools::default();
        opening.iter().for_each(|(pool, men)| pools.raise(*pool, *men));
        pools
    }

    #[test]
    fn slag_4_2b_regiments_draw_whole_regiments_and_what_is_short_is_told() {
        let virginia = ("VA", "volunteer");
        let mut pools = pools(&[(virginia, 2500)]);
        assert_eq!(pools.draw(&virginia, 4 * 600), Ok(()));
        let short = pools.draw(&virginia, 600).unwrap_err();
        assert_eq!((short.held, short.short(), pools.held(&virginia)), (100, 500, 100));
    }

    #[test]
    fn slag_4_4n_a_violator_loses_thirty_in_a_hundred_in_proportion_to_what_is_left() {
        let white = [VOLUNTEERS, ("KY", "bounty"), ("KY", "draft"), ("KY", "militia")];
        let mut pools = pools(&[(white[0], 4000), (white[1], 2000), (white[2], 3000), (white[3], 1000)]);
        pools.draw(&VOLUNTEERS, 3000).unwrap();
        let held = white.map(|pool| pools.held(&pool));
        let lost = apportion(Share::percent(30).of_count(10_000, Rounding::Down), &held);
        white.iter().zip(lost).for_each(|(pool, men)| pools.waste(pool, men).unwrap());
        assert_eq!(white.map(|pool| pools.held(&pool)), [571, 1143, 1714, 572]);
        assert_eq!((pools.sound(), pools.tally().lost), (Ok(()), 3000));
    }

    #[test]
    fn slag_5_15f_men_of_a_disbanded_unit_are_back_at_the_end_of_the_season_after() {
        let mut pools = pools(&[(VOLUNTEERS, 2400)]);
        pools.draw(&VOLUNTEERS, 2400).unwrap();
        pools.lose(600).unwrap();
        pools.send_back(VOLUNTEERS, 1800, 2).unwrap();
        assert_eq!((pools.arrive(1).len(), pools.held(&VOLUNTEERS)), (0, 0));
        assert_eq!((pools.arrive(2)[0].men, pools.held(&VOLUNTEERS), pools.arrive(3).len()), (1800, 1800, 0));
    }

    #[test]
    fn sow_3_4e_losses_of_a_season_go_by_figures_from_before_its_gain() {
        let pool = ("Sardinia", "");
        let mut pools = pools(&[(pool, 70_000)]);
        pools.draw(&pool, 30_000).unwrap();
        let rate = |men| Share::percent(4).of_count(men, Rounding::Down);
        let wasted = rate(pools.held(&pool)) + rate(25_000) + rate(5000);
        pools.raise(pool, 4 * 1000);
        pools.waste(&pool, wasted).unwrap();
        assert_eq!((pools.held(&pool), pools.sound()), (41_200, Ok(())));
    }

    #[test]
    fn sow_3_6_men_of_a_lost_city_go_into_its_reserve_and_on_to_whom_it_returns() {
        let (hesse, reserve, twin) = (("Hesse", ""), ("Kassel", "reserve"), ("Revolutionary Hesse", ""));
        let mut pools = pools(&[(hesse, 36_000)]);
        let lost = Share::new(1, 12).of_count(36_000, Rounding::Down);
        pools.draw(&hesse, lost).and_then(|()| pools.give_back(reserve, lost)).unwrap();
        assert_eq!((pools.held(&hesse), pools.held(&reserve), pools.tally().serving), (33_000, 3000, 0));
        pools.draw(&reserve, lost).and_then(|()| pools.give_back(twin, lost)).unwrap();
        assert_eq!((pools.held(&reserve), pools.held(&twin)), (0, 3000));
    }

    #[test]
    fn pools_whose_keys_are_no_words_are_stored_and_read_back() {
        let mut pools: Pools<(u8, String)> = Pools::default();
        pools.raise((1, "militia".to_owned()), 500);
        pools.draw(&(1, "militia".to_owned()), 200).unwrap();
        pools.send_back((1, "draft".to_owned()), 50, 3).unwrap();
        let stored = serde_json::to_string(&pools).unwrap();
        assert_eq!(serde_json::from_str::<Pools<(u8, String)>>(&stored).unwrap(), pools);
    }

    proptest! {
        #[test]
        fn men_are_conserved_whatever_is_done_and_what_is_refused_changes_nothing(
            acts in prop::collection::vec((0..7_u8, 0..4_u8, 0..4_u8, 0..800_u64, 0..6_u32), 0..80),
        ) {
            let mut pools: Pools<u8> = Pools::default();
            for (act, from, to, men, when) in acts {
                let before = pools.clone();
                let done = match act {
                    0 => { pools.raise(to, men); Ok(()) }
                    1 => pools.draw(&from, men),
                    2 => pools.give_back(to, men),
                    3 => pools.send_back(to, men, when),
                    4 => { pools.arrive(when); Ok(()) }
                    5 => pools.lose(men),
                    _ => pools.waste(&from, men),
                };
                prop_assert_eq!(pools.sound(), Ok(()));
                if let Err(short) = done {
                    prop_assert!(short.short() > 0);
                    prop_assert_eq!(&pools, &before);
                }
            }
        }
    }
}
