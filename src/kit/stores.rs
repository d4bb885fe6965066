//! Goods in cities: what may be bought in a turn, what lies where, what is sent on, and standing orders that are
//! trimmed to what the turn allows. Knows no good and no city, and nothing that eats goods.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::amount::Amount;

/// A kind of goods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Good {
    /// How much of a limit one takes up; at least one.
    pub size: u32,
    /// The price of one.
    pub price: Amount,
    /// Whether it is sold in ports alone, and neither leaves nor reaches an inland city by itself.
    pub needs_port: bool,
}

/// Where a city lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Site {
    /// Inland.
    Inland,
    /// A port.
    Port,
    /// A port that is not on the map: nothing is sold there, and nothing goes there or comes from there by itself.
    OffMap,
}

/// What stands in the way of a purchase or of sending something on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bar {
    /// The place is off the map.
    OffMap,
    /// The good needs a port.
    Inland,
    /// The city's limit.
    City,
    /// The limit of all cities together.
    Nation,
    /// The money.
    Funds,
    /// What lies there.
    Stock,
    /// No way between the places.
    Contact,
    /// Nothing is sold there in this turn.
    Closed,
}

/// An order that was refused whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused {
    /// Why.
    pub bar: Bar,
    /// How many were wanted.
    pub wanted: u32,
    /// How many would have passed.
    pub most: u32,
}

/// Limits of a turn, in sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// In one city.
    pub city: u32,
    /// In all cities together, for each city that counts.
    pub nation_per_city: u32,
}

/// A turn's purchases of one nation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Market<'a, G: Ord> {
    goods: &'a BTreeMap<G, Good>,
    city_limit: u32,
    nation_limit: u32,
    bought: BTreeMap<String, u32>,
    closed: BTreeSet<String>,
}

impl<'a, G: Ord> Market<'a, G> {
    /// The market of a turn that stands for so many, of a nation whose limit so many cities make.
    pub fn open(goods: &'a BTreeMap<G, Good>, limits: Limits, cities: u32, turns: u32) -> Self {
        let city_limit = limits.city.saturating_mul(turns);
        let nation_limit = limits.nation_per_city.saturating_mul(cities).saturating_mul(turns);
        Self { goods, city_limit, nation_limit, bought: BTreeMap::new(), closed: BTreeSet::new() }
    }

    /// So much was bought in a city already, in sizes.
    pub fn count(&mut self, city: &str, size: u32) {
        let bought = self.bought.entry(city.to_owned()).or_default();
        *bought = bought.saturating_add(size);
    }

    /// Nothing is sold in a city in this turn.
    pub fn close(&mut self, city: &str) {
        self.closed.insert(city.to_owned());
    }

    /// How many of a good can still be bought in a city, and what bars more. Of a good that is not in the table there are
    /// none.
    pub fn most(&self, city: &str, site: Site, good: &G, funds: Amount) -> (u32, Bar) {
        let Some(good) = self.goods.get(good) else { return (0, Bar::Stock) };
        if let Err(bar) = is_sold(site, *good) {
            return (0, bar);
        }
        if self.closed.contains(city) {
            return (0, Bar::Closed);
        }
        let size = good.size.max(1);
        let here = self.bought.get(city).copied().unwrap_or(0);
        let everywhere: u32 = self.bought.values().sum();
        let by_funds = match good.price.in_hundredths() {
            price if price > 0 => u32::try_from(funds.in_hundredths().max(0) / price).unwrap_or(u32::MAX),
            _ => u32::MAX,
        };
        let bars = [
            (self.city_limit.saturating_sub(here) / size, Bar::City),
            (self.nation_limit.saturating_sub(everywhere) / size, Bar::Nation),
            (by_funds, Bar::Funds),
        ];
        bars.into_iter().min_by_key(|(most, _)| *most).unwrap_or((0, Bar::City))
    }

    /// Buys so many of a good, all or none, and says what they cost.
    pub fn buy(&mut self, city: &str, site: Site, good: &G, count: u32, funds: Amount) -> Result<Amount, Refused> {
        let (most, bar) = self.most(city, site, good, funds);
        if count > most {
            return Err(Refused { bar, wanted: count, most });
        }
        let Some(good) = self.goods.get(good) else { return Ok(Amount::ZERO) };
        *self.bought.entry(city.to_owned()).or_default() += count * good.size.max(1);
        Ok(good.price.times(i64::from(count)))
    }
}

fn is_sold(site: Site, good: Good) -> Result<(), Bar> {
    match site {
        Site::OffMap => Err(Bar::OffMap),
        Site::Inland if good.needs_port => Err(Bar::Inland),
        Site::Inland | Site::Port => Ok(()),
    }
}

/// Whether a good can be sent from one place to another without an order of its own to whoever carries it.
fn is_forwarded(from: Site, to: Site, good: Good) -> Result<(), Bar> {
    is_sold(from, good)?;
    is_sold(to, good)
}

/// What one side has lying in its places.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent, bound(deserialize = "G: Ord + Deserialize<'de>"))]
pub struct Stocks<G: Ord>(BTreeMap<String, BTreeMap<G, u32>>);

impl<G: Ord + Clone> Stocks<G> {
    /// How many of a good lie in a place.
    pub fn held(&self, place: &str, good: &G) -> u32 {
        self.0.get(place).and_then(|goods| goods.get(good)).copied().unwrap_or(0)
    }

    /// So many more lie there.
    pub fn add(&mut self, place: &str, good: G, count: u32) {
        if count > 0 {
            let held = self.0.entry(place.to_owned()).or_default().entry(good).or_default();
            *held = held.saturating_add(count);
        }
    }

    /// Takes so many away, all or none.
    pub fn take(&mut self, place: &str, good: &G, count: u32) -> Result<(), Refused> {
        let most = self.held(place, good);
        if count > most {
            return Err(Refused { bar: Bar::Stock, wanted: count, most });
        }
        let Some(goods) = self.0.get_mut(place) else { return Ok(()) };
        goods.entry(good.clone()).and_modify(|held| *held -= count);
        goods.retain(|_, held| *held > 0);
        self.0.retain(|_, goods| !goods.is_empty());
        Ok(())
    }

    /// Sends so many from one place to another, all or none.
    pub fn forward(&mut self, from: &str, to: &str, good: &G, count: u32) -> Result<(), Refused> {
        self.take(from, good, count)?;
        self.add(to, good.clone(), count);
        Ok(())
    }

    /// Everything that lies in a place, which is empty then: it was captured.
    pub fn clear(&mut self, place: &str) -> BTreeMap<G, u32> {
        self.0.remove(place).unwrap_or_default()
    }
}

impl<G: Ord> Default for Stocks<G> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

/// What is done each turn until it is countermanded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing<G> {
    /// Where.
    pub place: String,
    /// Of which good.
    pub good: G,
    /// How many are bought.
    pub buy: u32,
    /// Where so many are sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forward: Option<(String, u32)>,
}

/// The standing orders of a nation, in the order in which they were given: one a place and good.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StandingOrders<G>(Vec<Standing<G>>);

/// What comes of a standing order when the place is lost to which it sends goods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lapse {
    /// It ends.
    Whole,
    /// It goes on buying.
    Forwarding,
}

/// What a standing order came to in a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carried<G> {
    /// The order.
    pub order: Standing<G>,
    /// How many were bought, for how much, and what barred the rest.
    pub bought: (u32, Amount, Option<Bar>),
    /// How many were sent on, and what barred the rest.
    pub forwarded: (u32, Option<Bar>),
}

impl<G: Ord + Clone> StandingOrders<G> {
    /// All, in the order in which they were given.
    pub fn iter(&self) -> impl Iterator<Item = &Standing<G>> {
        self.0.iter()
    }

    /// Gives one, which takes the place of that for the same place and good; nothing bought and nothing sent cancels
    /// that.
    pub fn set(&mut self, order: Standing<G>) {
        self.0.retain(|old| (&old.place, &old.good) != (&order.place, &order.good));
        if order.buy > 0 || order.forward.as_ref().is_some_and(|(_, count)| *count > 0) {
            self.0.push(order);
        }
    }

    /// A place was lost: what was bought there ends, and what was sent there as the book says. Those that changed, as
    /// they were.
    pub fn lose(&mut self, place: &str, lapse: Lapse) -> Vec<Standing<G>> {
        let mut changed = Vec::new();
        for order in std::mem::take(&mut self.0) {
            let is_target = order.forward.as_ref().is_some_and(|(to, _)| to == place);
            if order.place != place && !is_target {
                self.0.push(order);
                continue;
            }
            changed.push(order.clone());
            if order.place != place && lapse == Lapse::Forwarding {
                self.set(Standing { forward: None, ..order });
            }
        }
        changed
    }

    /// Carries them out in order, each as far as city, nation, money and stock allow. `site` tells where a place lies,
    /// and `is_linked` whether goods move between two of them. What is spent is what `funds` has less.
    pub fn carry_out(
        &self,
        market: &mut Market<'_, G>,
        stocks: &mut Stocks<G>,
        funds: &mut Amount,
        site: impl Fn(&str) -> Site,
        is_linked: impl Fn(&str, &str) -> bool,
    ) -> Vec<Carried<G>> {
        let mut carried = Vec::new();
        for order in &self.0 {
            let (most, bar) = market.most(&order.place, site(&order.place), &order.good, *funds);
            let count = order.buy.min(most);
            let cost = market.buy(&order.place, site(&order.place), &order.good, count, *funds).unwrap_or_default();
            *funds -= cost;
            stocks.add(&order.place, order.good.clone(), count);
            let bought = (count, cost, (count < order.buy).then_some(bar));
            carried.push(Carried { order: order.clone(), bought, forwarded: (0, None) });
        }
        for row in &mut carried {
            row.forwarded = send(&row.order, market.goods, stocks, &site, &is_linked);
        }
        carried
    }
}

/// Sends on what a standing order says, as far as there is any.
fn send<G: Ord + Clone>(
    order: &Standing<G>,
    goods: &BTreeMap<G, Good>,
    stocks: &mut Stocks<G>,
    site: &impl Fn(&str) -> Site,
    is_linked: &impl Fn(&str, &str) -> bool,
) -> (u32, Option<Bar>) {
    let (Some((to, wanted)), Some(good)) = (&order.forward, goods.get(&order.good)) else { return (0, None) };
    if let Err(bar) = is_forwarded(site(&order.place), site(to), *good) {
        return (0, Some(bar));
    }
    if !is_linked(&order.place, to) {
        return (0, Some(Bar::Contact));
    }
    let count = stocks.held(&order.place, &order.good).min(*wanted);
    let _ = stocks.forward(&order.place, to, &order.good, count);
    (count, (count < *wanted).then_some(Bar::Stock))
}

impl<G> Default for StandingOrders<G> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Kind {
        Supply,
        Store,
    }
    use Kind::{Store, Supply};

    const LIMITS: Limits = Limits { city: 40, nation_per_city: 20 };
    const PLENTY: Amount = Amount::whole(1_000_000);

    fn goods() -> BTreeMap<Kind, Good> {
        let supply = Good { size: 4, price: Amount::whole(5), needs_port: false };
        BTreeMap::from([(Supply, supply), (Store, Good { size: 1, price: Amount::whole(2), needs_port: true })])
    }

    fn bars(market: &mut Market<'_, Kind>, city: &str, good: Kind, count: u32) -> Option<(Bar, u32)> {
        market.buy(city, Site::Port, &good, count, PLENTY).err().map(|refused| (refused.bar, refused.most))
    }

    #[test]
    fn slag_7_3a_supplies_and_stores_share_a_citys_limit() {
        let goods = goods();
        let mut market = Market::open(&goods, LIMITS, 60, 1);
        assert_eq!(market.buy("Norfolk", Site::Port, &Supply, 5, PLENTY), Ok(Amount::whole(25)));
        assert_eq!(bars(&mut market, "Norfolk", Store, 21), Some((Bar::City, 20)));
        assert_eq!(market.buy("Norfolk", Site::Port, &Store, 20, PLENTY), Ok(Amount::whole(40)));
        assert_eq!(bars(&mut market, "Norfolk", Supply, 1), Some((Bar::City, 0)));
    }

    #[test]
    fn slag_7_4c_sixty_cities_take_two_hundred_supplies_and_four_hundred_stores() {
        let goods = goods();
        let mut market = Market::open(&goods, LIMITS, 60, 1);
        for place in 0..20 {
            assert_eq!(bars(&mut market, &format!("city {place}"), Supply, 10), None);
        }
        for place in 20..30 {
            assert_eq!(bars(&mut market, &format!("city {place}"), Store, 40), None);
        }
        assert_eq!(bars(&mut market, "one more", Store, 1), Some((Bar::Nation, 0)), "1200 of 1200 are taken");
    }

    #[test]
    fn slag_7_6_nothing_is_sold_off_the_map_and_no_stores_inland() {
        let goods = goods();
        let market = Market::open(&goods, LIMITS, 60, 1);
        assert_eq!(market.most("Bermuda", Site::OffMap, &Supply, PLENTY), (0, Bar::OffMap));
        assert_eq!(market.most("Atlanta", Site::Inland, &Store, PLENTY), (0, Bar::Inland));
        assert_eq!(market.most("Atlanta", Site::Inland, &Supply, Amount::whole(14)), (2, Bar::Funds));
        assert_eq!(is_forwarded(Site::Port, Site::Inland, goods[&Store]), Err(Bar::Inland));
        assert_eq!(is_forwarded(Site::Inland, Site::Inland, goods[&Supply]), Ok(()));
    }

    #[test]
    fn slag_7_1b_what_was_bought_counts_and_nothing_is_sold_where_it_is_closed() {
        let goods = goods();
        let mut market = Market::open(&goods, LIMITS, 60, 1);
        market.count("Norfolk", 38);
        market.close("Memphis");
        assert_eq!(market.most("Norfolk", Site::Port, &Store, PLENTY), (2, Bar::City));
        assert_eq!(market.most("Memphis", Site::Port, &Store, PLENTY), (0, Bar::Closed));
    }

    #[test]
    fn sow_6_3d_6_4_a_turn_of_peace_allows_fifteen_times_as_much() {
        let goods = goods();
        let mut war = Market::open(&goods, LIMITS, 28, 1);
        assert_eq!((war.nation_limit, war.city_limit), (560, 40));
        assert_eq!(bars(&mut war, "Mainz", Supply, 11), Some((Bar::City, 10)));
        let mut peace = Market::open(&goods, LIMITS, 3, 15);
        assert_eq!(bars(&mut peace, "Brest", Supply, 100), None);
        assert_eq!(bars(&mut peace, "Brest", Store, 201), Some((Bar::City, 200)));
        assert_eq!(bars(&mut peace, "Brest", Store, 200), None);
        assert_eq!(bars(&mut peace, "Toulon", Store, 301), Some((Bar::Nation, 300)), "600 of 900 are taken");
    }

    fn standing(place: &str, buy: u32, forward: Option<(&str, u32)>) -> Standing<Kind> {
        let forward = forward.map(|(to, count)| (to.to_owned(), count));
        Standing { place: place.to_owned(), good: Supply, buy, forward }
    }

    #[test]
    fn slag_d70_sow_d52_standing_orders_are_trimmed_in_their_order_and_forward_what_there_is() {
        let goods = goods();
        let mut orders = StandingOrders::default();
        orders.set(standing("Nashville", 12, Some(("Murfreesboro", 5))));
        orders.set(standing("Memphis", 5, None));
        orders.set(standing("Corinth", 0, Some(("Jackson", 4))));
        let (mut market, mut stocks) = (Market::open(&goods, LIMITS, 60, 1), Stocks::default());
        stocks.add("Corinth", Supply, 3);
        let mut funds = Amount::whole(60);
        let carried = orders.carry_out(&mut market, &mut stocks, &mut funds, |_| Site::Inland, |_, _| true);
        let told: Vec<_> = carried.iter().map(|row| (row.bought, row.forwarded)).collect();
        assert_eq!(
            told,
            [
                ((10, Amount::whole(50), Some(Bar::City)), (5, None)),
                ((2, Amount::whole(10), Some(Bar::Funds)), (0, None)),
                ((0, Amount::ZERO, None), (3, Some(Bar::Stock))),
            ]
        );
        let held =
            ["Nashville", "Murfreesboro", "Memphis", "Corinth", "Jackson"].map(|place| stocks.held(place, &Supply));
        assert_eq!((held, funds), ([5, 5, 2, 0, 3], Amount::ZERO));
    }

    #[test]
    fn slag_7_5c_sow_6_5d_a_new_one_takes_the_place_of_the_old_and_nothing_cancels_it() {
        let mut orders = StandingOrders::default();
        orders.set(standing("Mainz", 5, Some(("Metz", 5))));
        orders.set(Standing { good: Store, ..standing("Mainz", 7, None) });
        orders.set(standing("Mainz", 3, None));
        assert_eq!(orders.iter().map(|order| order.buy).collect::<Vec<_>>(), [7, 3]);
        orders.set(standing("Mainz", 0, None));
        assert_eq!(orders.iter().map(|order| order.buy).collect::<Vec<_>>(), [7]);
    }

    #[test]
    fn slag_7_5b_sow_6_5c_capture_ends_the_order_or_its_forwarding() {
        let mut orders = StandingOrders::default();
        orders.set(standing("Mainz", 5, Some(("Metz", 5))));
        orders.set(standing("Metz", 5, None));
        let mut whole = orders.clone();
        assert_eq!(whole.lose("Metz", Lapse::Whole).len(), 2);
        assert_eq!(whole.iter().count(), 0);
        assert_eq!(orders.lose("Metz", Lapse::Forwarding).len(), 2);
        assert_eq!(orders.iter().collect::<Vec<_>>(), [&standing("Mainz", 5, None)]);
    }

    #[test]
    fn what_lies_in_a_captured_place_is_taken_whole_and_once() {
        let mut stocks = Stocks::default();
        stocks.add("Corinth", Supply, 7);
        assert_eq!(stocks.take("Corinth", &Supply, 8), Err(Refused { bar: Bar::Stock, wanted: 8, most: 7 }));
        assert_eq!(stocks.clear("Corinth"), BTreeMap::from([(Supply, 7)]));
        assert_eq!(stocks.clear("Corinth"), BTreeMap::new());
    }

    proptest! {
        #[test]
        fn no_purchase_breaks_a_limit_and_goods_are_what_was_bought(
            rows in prop::collection::vec((0..5_usize, any::<bool>(), 0..50_u32, 0..9_u32), 0..24),
            funds in 0..900_i64,
        ) {
            let (goods, places) = (goods(), ["a", "b", "c", "d", "e"]);
            let mut orders = StandingOrders::default();
            for (place, is_supply, buy, forward) in rows {
                let good = if is_supply { Supply } else { Store };
                let to = places[(place + 1) % 5];
                orders.set(Standing { good, ..standing(places[place], buy, Some((to, forward))) });
            }
            let (mut market, mut stocks) = (Market::open(&goods, LIMITS, 4, 1), Stocks::default());
            let mut left = Amount::whole(funds);
            let carried = orders.carry_out(&mut market, &mut stocks, &mut left, |_| Site::Port, |_, _| true);
            let spent: Amount = carried.iter().map(|row| row.bought.1).sum();
            prop_assert_eq!(spent + left, Amount::whole(funds));
            prop_assert!(left >= Amount::ZERO);
            prop_assert!(market.bought.values().all(|sizes| *sizes <= 40) && market.bought.values().sum::<u32>() <= 80);
            let bought: u32 = carried.iter().map(|row| row.bought.0).sum();
            let held: u32 = places.iter().flat_map(|place| [Supply, Store].map(|good| stocks.held(place, &good))).sum();
            prop_assert_eq!(bought, held);
        }
    }
}
