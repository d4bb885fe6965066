//! What the rules of the grammar are called in a letter, in a table for each of its files.

use super::Rule;

/// A name and the rules that bear it.
type Names = &'static [(&'static str, &'static [Rule])];

/// What a rule of the grammar is called in a letter.
pub(in crate::read) fn name(rule: Rule) -> &'static str {
    named(rule).unwrap_or("another word")
}

fn named(rule: Rule) -> Option<&'static str> {
    let mut all = [COMMON, FIELD, LEADERS, SUPPLY, CONDITIONS, NAVAL].into_iter().flatten();
    all.find(|(_, rules)| rules.contains(&rule)).map(|(name, _)| *name)
}

/// Of every order line: numbers, pulses, costs.
#[rustfmt::skip]
const COMMON: Names = &[
    ("a place", &[Rule::unknown]),
    ("another word", &[Rule::letter, Rule::measured, Rule::polite, Rule::the, Rule::at_once, Rule::this_time, Rule::extra]),
    ("pulses", &[Rule::pulse_word, Rule::up_to, Rule::pulse_lead, Rule::pulse_and, Rule::pulse_list, Rule::pulse_onward, Rule::pulse_last,
        Rule::pulse_start, Rule::pulse_span, Rule::pulses, Rule::bare_pulses, Rule::listed_pulses, Rule::pulse_list_of_some, Rule::pulse_figure,
        Rule::pulse_nth, Rule::pulse_first, Rule::nth, Rule::pulse_ordinal, Rule::bare_lead, Rule::uncounted, Rule::front]),
    ("command points", &[Rule::cp_word, Rule::cp_lead, Rule::stated_cp, Rule::bracketed, Rule::bracket_part]),
    ("a number", &[Rule::number, Rule::number_word, Rule::percent]),
    ("the end of the line", &[Rule::EOI, Rule::close, Rule::edge, Rule::gap, Rule::bullet]),
];

/// Of marches, works, reinforcements and the division of points.
#[rustfmt::skip]
const FIELD: Names = &[
    ("a theatre", &[Rule::east, Rule::west, Rule::trans, Rule::naval, Rule::theatre, Rule::account, Rule::office, Rule::bare_theatre,
        Rule::to_theatre, Rule::from_theatre, Rule::grant_to, Rule::grant_someone]),
    ("a sub-turn", &[Rule::sub_turn_word, Rule::sub_turn, Rule::nth_turn]),
    ("an order", &[Rule::sends_somebody, Rule::march_line, Rule::dig_line, Rule::hold_line, Rule::idle_line, Rule::enter_line, Rule::divide_line,
        Rule::same_line, Rule::free_line, Rule::shift_line, Rule::planned_line, Rule::concede_line]),
    ("a heading", &[Rule::account_front, Rule::heading, Rule::heading_line, Rule::heading_front]),
    ("a leader", &[Rule::leader, Rule::title_word, Rule::title, Rule::whose, Rule::led, Rule::named, Rule::name]),
    ("a verb of sending", &[Rule::shifted_so]),
    ("a force", &[Rule::leader_force, Rule::troop, Rule::body, Rule::again, Rule::one_more, Rule::all_of, Rule::loose, Rule::standing,
        Rule::point_force, Rule::place_force, Rule::force, Rule::enemy, Rule::enemy_at, Rule::enemy_side, Rule::enemy_noun, Rule::by_whom,
        Rule::garrison_word, Rule::with]),
    ("strength points", &[Rule::points, Rule::stands_at]),
    ("how many points go along", &[Rule::whole_force, Rule::with_all, Rule::led_whole, Rule::counted_noun, Rule::no_more, Rule::so_many, Rule::along,
        Rule::lead_verb, Rule::lead_sign, Rule::share_of, Rule::edge_place, Rule::led_count, Rule::taking, Rule::alone, Rule::all_but,
        Rule::leave_verb, Rule::left_there, Rule::left_at, Rule::leaving_behind, Rule::a_garrison, Rule::led_item]),
    ("a place", &[Rule::town, Rule::same_hex, Rule::place_noun, Rule::place, Rule::unknown_target, Rule::bare, Rule::target]),
    ("a destination", &[Rule::to, Rule::toward, Rule::dash_to, Rule::to_bare, Rule::whither]),
    ("a place to march from", &[Rule::from, Rule::route, Rule::start_place]),
    ("places to march by", &[Rule::via, Rule::way_there, Rule::via_way]),
    ("`at` and a place", &[Rule::at, Rule::at_or_to, Rule::here]),
    ("the manner of marching", &[Rule::singly, Rule::leaderless, Rule::stack]),
    ("a verb of marching", &[Rule::be_helper, Rule::march_done, Rule::march_word, Rule::march_by, Rule::onto, Rule::march_on, Rule::start_word,
        Rule::sets_out, Rule::join_at, Rule::taken_by, Rule::on_foot_way, Rule::helper, Rule::march_verb, Rule::march_item]),
    ("a verb of attacking", &[Rule::stormed_by, Rule::attack_word, Rule::attack_if, Rule::attack_verb]),
    ("a verb of entrenching", &[Rule::dig_noun, Rule::dig_verb]),
    ("a verb of holding", &[Rule::kept_at, Rule::hold_verb, Rule::stay_item]),
    ("a word for doing nothing", &[Rule::idle_verb, Rule::before]),
    ("a verb of entering", &[Rule::entry_noun, Rule::new_points, Rule::from_pool, Rule::in_play, Rule::reinforce, Rule::at_town, Rule::reinforced,
        Rule::sp_words, Rule::raise_verb, Rule::in_verb, Rule::into_town, Rule::bring_verb, Rule::enter_item]),
    ("how many", &[Rule::both, Rule::next_one, Rule::how_many, Rule::idle_count, Rule::amount]),
    ("leaders", &[Rule::leaders, Rule::leader_noun, Rule::pool]),
    ("infantry", &[Rule::recruits, Rule::recruit_noun, Rule::in_noun, Rule::sp_noun, Rule::new]),
    ("command or pulse points", &[Rule::cp_unit, Rule::pp_unit, Rule::unit, Rule::label, Rule::same_unit, Rule::same_units]),
    ("a word of dividing", &[Rule::divide, Rule::this_turn, Rule::as_before]),
    ("a share", &[Rule::half, Rule::quarter, Rule::three_quarters, Rule::fraction, Rule::goes_to, Rule::unit_share, Rule::unit_amount,
        Rule::all_share, Rule::zero_share, Rule::legend, Rule::divided_so, Rule::share, Rule::points_list, Rule::even_rest, Rule::divide_item]),
    ("discretionary points", &[Rule::plain_reinf, Rule::free, Rule::free_word, Rule::free_noun, Rule::free_item, Rule::hand_verb]),
    ("planned reinforcements", &[Rule::planned, Rule::as_planned, Rule::reinforcement_word, Rule::shift_verb]),
    ("an aside", &[Rule::aside, Rule::approval, Rule::approval_word]),
    ("points handed over directly", &[Rule::directly, Rule::grant_verb, Rule::grant_item, Rule::grant_line]),
    ("points", &[Rule::grant_points, Rule::grant_pair]),
    ("a matter not in play", &[Rule::seat_sign, Rule::seat_matter, Rule::matter]),
    ("another word", &[Rule::other, Rule::counted, Rule::stop]),
    ("pulses", &[Rule::front_pulses, Rule::tail, Rule::back_end]),
    ("canonical words", &[Rule::plain_pulses, Rule::plain_cost, Rule::plain_count, Rule::plain_front, Rule::plain_back, Rule::plain_singly,
        Rule::plain_stack, Rule::plain_from, Rule::plain_at, Rule::plain_via, Rule::plain_all, Rule::plain_points, Rule::plain_force,
        Rule::plain_ways, Rule::plain_march, Rule::plain_attack, Rule::plain_enter, Rule::plain_recruits, Rule::plain_leaders, Rule::plain_stay,
        Rule::plain_dig, Rule::plain_hold, Rule::plain_idle, Rule::plain_divide, Rule::plain_purse, Rule::plain_unit, Rule::plain_share]),
];

/// Of verdicts, pools and shifts.
#[rustfmt::skip]
const LEADERS: Names = &[
    ("a theatre", &[Rule::region, Rule::state_name, Rule::away_from, Rule::over_to, Rule::send_way]),
    ("a leader", &[Rule::him, Rule::joins]),
    ("a verdict on a leader", &[Rule::i_say, Rule::is_to, Rule::yes_word, Rule::yes_given, Rule::no_word, Rule::no_given, Rule::never,
        Rule::promote_say, Rule::refuse_say, Rule::remove_say, Rule::reduce_say, Rule::demote_say, Rule::keep_say, Rule::out_of_game, Rule::a_star,
        Rule::one_star, Rule::by_a_star, Rule::but_stays, Rule::at_post, Rule::no_fall, Rule::rank_word]),
    ("promotion or relief", &[Rule::rise, Rule::of_him, Rule::his_rise, Rule::for_rise, Rule::for_fall, Rule::fall, Rule::rise_of, Rule::fall_of,
        Rule::why]),
    ("a word of presenting", &[Rule::sc, Rule::to_sc, Rule::before_sc, Rule::present_word, Rule::present_say]),
    ("a new leader by stars and type", &[Rule::star_word, Rule::star_sign, Rule::star_any, Rule::horse, Rule::ships, Rule::foot, Rule::arm_word,
        Rule::who_noun, Rule::who, Rule::who_and]),
    ("a leader pool", &[Rule::pool_word, Rule::pool_of, Rule::to_pool, Rule::pick, Rule::pick_and, Rule::all_picks, Rule::assign_word,
        Rule::the_leaders, Rule::planned_pools]),
    ("a verb of sending", &[Rule::shift_of, Rule::to_the_side, Rule::send_word, Rule::goes_word, Rule::wanted, Rule::leaves, Rule::journey]),
    ("the points of a shift", &[Rule::with_points]),
    ("a town", &[Rule::journey_to, Rule::departs]),
    ("another word", &[Rule::as_told, Rule::when_free]),
    ("an order", &[Rule::verdict_line, Rule::present_line, Rule::assign_line, Rule::shift_leader_line, Rule::transfer_line]),
    ("the end of the line", &[Rule::said_end, Rule::send_tail, Rule::journey_end]),
];

/// Of railways, works, morale and armies.
#[rustfmt::skip]
const SUPPLY: Names = &[
    ("a destination", &[Rule::rail_for]),
    ("rail points", &[Rule::rail_word, Rule::rail_label, Rule::rail_unit, Rule::same_rail, Rule::rail_number, Rule::rail_cost, Rule::rail_part, Rule::rail_sum]),
    ("a theatre and its rail points", &[Rule::rail_share, Rule::rail_for_whom, Rule::someone, Rule::rail_all, Rule::rail_list, Rule::rail_item]),
    ("a move by rail", &[Rule::by_rail, Rule::rail_move_item]),
    ("a verb of building", &[Rule::work_of, Rule::raze_done, Rule::razed_noun, Rule::work_verb, Rule::raze_verb, Rule::cut_verb, Rule::upgrade_verb,
        Rule::fortify_verb]),
    ("a depot, a fort, a fortress or a railway", &[Rule::depot_noun, Rule::fort_noun, Rule::fortress_noun, Rule::works_noun, Rule::line_noun]),
    ("a place", &[Rule::spot, Rule::stands_off, Rule::work_item]),
    ("a verb of rallying", &[Rule::shaken_force, Rule::rally_verb, Rule::recover_verb, Rule::not_recover, Rule::morale_item]),
    ("an army", &[Rule::army_name, Rule::army_word, Rule::army_force, Rule::an_army, Rule::called]),
    ("a verb of forming an army", &[Rule::form_verb, Rule::break_verb, Rule::form_item, Rule::dissolve_item]),
    ("a leader", &[Rule::under, Rule::corps, Rule::chief, Rule::for_whom]),
    ("an order", &[Rule::divide_rail_line, Rule::rail_move_line, Rule::work_line, Rule::morale_line, Rule::form_line, Rule::dissolve_line]),
    ("command points", &[Rule::rally_cost]),
    ("another word", &[Rule::some, Rule::our_use, Rule::leaving, Rule::turn_end, Rule::because, Rule::army_stop, Rule::rail_when]),
];

/// Of orders that wait.
#[rustfmt::skip]
const CONDITIONS: Names = &[
    ("a word of a condition", &[Rule::soon_word, Rule::if_word, Rule::unless_word, Rule::at_pulse, Rule::after_line, Rule::before_line, Rule::moment,
        Rule::by_pulse, Rule::reaction_word, Rule::if_head, Rule::if_front, Rule::if_back, Rule::if_intro, Rule::back_word]),
    ("what is kept for it", &[Rule::kept_word, Rule::kept_cp, Rule::kept_pp, Rule::kept_item, Rule::kept_for, Rule::kept_items, Rule::kept,
        Rule::kept_back, Rule::tails_alone]),
    ("a cavalry roll", &[Rule::roll_only, Rule::roll_noun, Rule::roll_else, Rule::roll_cost, Rule::roll_part, Rule::roll_mark]),
    ("what is to be done", &[Rule::else_word, Rule::then_word, Rule::save_line, Rule::stop_verb, Rule::stop_all, Rule::stop_line, Rule::intercept,
        Rule::to_supply, Rule::to_support, Rule::react_verb, Rule::react_item, Rule::react_line, Rule::give_way, Rule::before_combat, Rule::front_of,
        Rule::way_name, Rule::give_way_item, Rule::withdraw_line, Rule::stand_word, Rule::saved_for]),
    ("a test", &[Rule::condition, Rule::clauses, Rule::clause, Rule::be_not, Rule::be, Rule::no_one, Rule::there, Rule::any_of_them,
        Rule::size_small, Rule::size_medium, Rule::size_large, Rule::size, Rule::size_above, Rule::size_from, Rule::size_below, Rule::size_to,
        Rule::size_up, Rule::size_down, Rule::sizes, Rule::foe, Rule::foe_body, Rule::near_at, Rule::near_adjacent, Rule::near_within, Rule::near,
        Rule::where_spot, Rule::comes, Rule::enters, Rule::seen, Rule::enemy_test, Rule::attacked, Rule::under_fire, Rule::on_foot, Rule::on_horse,
        Rule::attackers, Rule::wins, Rule::loses, Rule::fights, Rule::shaken, Rule::stuck, Rule::less, Rule::at_most, Rule::at_least, Rule::more,
        Rule::exactly, Rule::or_less, Rule::or_more, Rule::than, Rule::strength, Rule::fate, Rule::side_usa, Rule::side_csa, Rule::force_name,
        Rule::force_test, Rule::hit_mark, Rule::ours, Rule::theirs, Rule::by_side, Rule::taken, Rule::held, Rule::vacant, Rule::force_spot,
        Rule::spot_fate, Rule::take_word, Rule::we_take, Rule::ours_now, Rule::theirs_now, Rule::nobody, Rule::nobody_at, Rule::place_test,
        Rule::fleet_word, Rule::noticed, Rule::water_at, Rule::fleet_test, Rule::fort_test, Rule::line_number, Rule::line_dig, Rule::line_attack,
        Rule::line_march, Rule::line_last, Rule::line_ref, Rule::line_done, Rule::line_failed, Rule::line_test, Rule::left, Rule::points_test,
        Rule::clock_test, Rule::than_pulse, Rule::pulse_later, Rule::pulse_earlier, Rule::turn_test, Rule::ship_test, Rule::bare_front,
        Rule::telling, Rule::of_the_game, Rule::ship_matter_of_if, Rule::no_attacker, Rule::attacker, Rule::attacks_now,
        Rule::gone_word, Rule::foe_gone]),
];

/// Of ships.
#[rustfmt::skip]
const NAVAL: Names = &[
    ("a place for ships", &[Rule::n_side, Rule::n_known, Rule::n_spot, Rule::n_goal_word, Rule::n_to, Rule::n_from, Rule::n_via, Rule::n_at_word,
        Rule::n_at, Rule::n_bare, Rule::n_dash, Rule::river_name, Rule::n_river]),
    ("ships", &[Rule::n_any, Rule::n_river_kind, Rule::n_ocean_kind, Rule::n_iron_kind, Rule::n_new_kind, Rule::n_kind, Rule::n_adjective,
        Rule::n_newly, Rule::n_count, Rule::n_fleet, Rule::n_led, Rule::n_whatever, Rule::n_with, Rule::n_groups, Rule::n_ship_name, Rule::n_raider, Rule::n_famous,
        Rule::lend_named]),
    ("a verb for ships", &[Rule::n_onward, Rule::n_sail, Rule::n_to_sea, Rule::n_enter, Rule::n_guns, Rule::n_bombard, Rule::n_aboard, Rule::n_load,
        Rule::n_land, Rule::n_hunt, Rule::n_recall, Rule::n_by_sea, Rule::n_hidden, Rule::n_run, Rule::n_foe, Rule::n_noticed, Rule::n_foe_ships,
        Rule::n_stop, Rule::n_fights]),
    ("a force", &[Rule::n_them, Rule::n_to_him, Rule::n_troops]),
    ("an order to ships", &[Rule::n_filler, Rule::naval_item, Rule::naval_line, Rule::sea_grant_word, Rule::sea_grant_item, Rule::sea_grant_line]),
    ("a loan of ships", &[Rule::lend_verb, Rule::lend_word, Rule::lend_item, Rule::lend_line]),
    ("command points or pulse points", &[Rule::lend_points]),
    ("a theatre", &[Rule::lend_to, Rule::lend_someone, Rule::n_theatre, Rule::sea_grant_to]),
    ("naval command points", &[Rule::naval_cp, Rule::per_ship, Rule::of_which, Rule::fleet_gets]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_a_name() {
        let nameless: Vec<&Rule> = Rule::all_rules().iter().filter(|rule| named(**rule).is_none()).collect();
        assert!(nameless.is_empty(), "{nameless:?}");
    }
}
