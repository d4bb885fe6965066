//! The grammar of order lines and the human names of its rules. Knows form only.

use pest_derive::Parser;

/// Parses a fair copy.
#[derive(Parser)]
#[grammar = "../grammar/common.pest"]
#[grammar = "../grammar/civil-war.pest"]
#[grammar = "../grammar/civil-war/leaders.pest"]
pub(super) struct OrderGrammar;

/// What a rule of the grammar is called in a letter.
pub(super) fn name(rule: Rule) -> &'static str {
    match rule {
        Rule::east
        | Rule::west
        | Rule::trans
        | Rule::naval
        | Rule::theatre
        | Rule::account
        | Rule::office
        | Rule::bare_theatre
        | Rule::to_theatre
        | Rule::from_theatre
        | Rule::region
        | Rule::state_name
        | Rule::away_from
        | Rule::over_to
        | Rule::send_way => "a theatre",
        Rule::sub_turn_word | Rule::sub_turn => "a sub-turn",
        Rule::heading | Rule::heading_line | Rule::heading_front => "a heading",
        Rule::leader | Rule::title | Rule::whose | Rule::led | Rule::named | Rule::name | Rule::him | Rule::joins => {
            "a leader"
        }
        Rule::i_say
        | Rule::is_to
        | Rule::yes_word
        | Rule::yes_given
        | Rule::no_word
        | Rule::no_given
        | Rule::never
        | Rule::promote_say
        | Rule::refuse_say
        | Rule::remove_say
        | Rule::reduce_say
        | Rule::demote_say
        | Rule::keep_say
        | Rule::out_of_game
        | Rule::a_star
        | Rule::one_star
        | Rule::by_a_star
        | Rule::but_stays
        | Rule::at_post
        | Rule::no_fall
        | Rule::rank_word => "a verdict on a leader",
        Rule::rise
        | Rule::of_him
        | Rule::his_rise
        | Rule::for_rise
        | Rule::for_fall
        | Rule::fall
        | Rule::rise_of
        | Rule::fall_of
        | Rule::why => "promotion or relief",
        Rule::sc | Rule::to_sc | Rule::before_sc | Rule::present_word | Rule::present_say => "a word of presenting",
        Rule::star_word
        | Rule::star_sign
        | Rule::star_any
        | Rule::horse
        | Rule::ships
        | Rule::foot
        | Rule::arm_word
        | Rule::who_noun
        | Rule::who
        | Rule::who_and => "a new leader by stars and type",
        Rule::pool_word
        | Rule::pool_of
        | Rule::to_pool
        | Rule::pick
        | Rule::pick_and
        | Rule::all_picks
        | Rule::assign_word
        | Rule::the_leaders
        | Rule::planned_pools => "a leader pool",
        Rule::send_word | Rule::goes_word | Rule::wanted | Rule::leaves | Rule::journey => "a verb of sending",
        Rule::with_points => "the points of a shift",
        Rule::journey_to | Rule::departs => "a town",
        Rule::as_told | Rule::when_free => "another word",
        Rule::leader_force
        | Rule::troop
        | Rule::body
        | Rule::again
        | Rule::one_more
        | Rule::all_of
        | Rule::loose
        | Rule::standing
        | Rule::point_force
        | Rule::place_force
        | Rule::force
        | Rule::enemy
        | Rule::enemy_at
        | Rule::enemy_side
        | Rule::enemy_noun
        | Rule::with => "a force",
        Rule::points | Rule::stands_at => "strength points",
        Rule::town
        | Rule::same_hex
        | Rule::place_noun
        | Rule::place
        | Rule::unknown
        | Rule::unknown_target
        | Rule::bare
        | Rule::target
        | Rule::site
        | Rule::site_word => "a place",
        Rule::to | Rule::dash_to | Rule::to_bare => "a destination",
        Rule::from | Rule::route => "a place to march from",
        Rule::via => "places to march by",
        Rule::at | Rule::at_or_to | Rule::here => "`at` and a place",
        Rule::singly | Rule::stack => "the manner of marching",
        Rule::helper | Rule::march_verb | Rule::march_item => "a verb of marching",
        Rule::attack_word | Rule::attack_if | Rule::attack_verb => "a verb of attacking",
        Rule::dig_verb => "a verb of entrenching",
        Rule::hold_verb | Rule::stay_item => "a verb of holding",
        Rule::idle_verb | Rule::before => "a word for doing nothing",
        Rule::raise_verb | Rule::bring_verb | Rule::enter_item => "a verb of entering",
        Rule::both | Rule::next_one | Rule::how_many | Rule::idle_count | Rule::amount => "how many",
        Rule::leaders | Rule::leader_noun | Rule::pool => "leaders",
        Rule::recruits | Rule::recruit_noun | Rule::in_noun | Rule::sp_noun | Rule::new => "infantry",
        Rule::march_line
        | Rule::dig_line
        | Rule::hold_line
        | Rule::idle_line
        | Rule::enter_line
        | Rule::divide_line
        | Rule::same_line
        | Rule::free_line
        | Rule::shift_line
        | Rule::planned_line
        | Rule::verdict_line
        | Rule::present_line
        | Rule::assign_line
        | Rule::shift_leader_line
        | Rule::transfer_line => "an order",
        Rule::cp_unit | Rule::pp_unit | Rule::unit | Rule::label => "command or pulse points",
        Rule::divide | Rule::this_turn | Rule::as_before => "a word of dividing",
        Rule::share | Rule::points_list | Rule::even_rest | Rule::divide_item => "a share",
        Rule::free | Rule::free_word | Rule::free_noun | Rule::free_item | Rule::hand_verb => "discretionary points",
        Rule::planned | Rule::as_planned | Rule::reinforcement_word | Rule::shift_verb => "planned reinforcements",
        Rule::aside => "an aside",
        Rule::rail_sign
        | Rule::depot_sign
        | Rule::fort_sign
        | Rule::army_sign
        | Rule::ship_sign
        | Rule::roll_sign
        | Rule::when_sign
        | Rule::morale_sign
        | Rule::seat_sign
        | Rule::grant_sign
        | Rule::doubt_sign
        | Rule::roll_matter
        | Rule::when_matter
        | Rule::morale_matter
        | Rule::army_matter
        | Rule::depot_matter
        | Rule::rail_matter
        | Rule::ship_matter
        | Rule::fort_matter
        | Rule::seat_matter
        | Rule::grant_matter
        | Rule::matter => "a matter not in play",
        Rule::other
        | Rule::letter
        | Rule::counted
        | Rule::stop
        | Rule::polite
        | Rule::the
        | Rule::at_once
        | Rule::extra => "another word",
        Rule::pulse_word
        | Rule::up_to
        | Rule::pulse_lead
        | Rule::pulse_and
        | Rule::pulse_list
        | Rule::pulse_onward
        | Rule::pulse_last
        | Rule::pulse_start
        | Rule::pulse_span
        | Rule::pulses
        | Rule::bare_pulses
        | Rule::front
        | Rule::front_pulses
        | Rule::tail
        | Rule::back_end => "pulses",
        Rule::cp_word | Rule::cp_lead | Rule::stated_cp | Rule::bracketed => "command points",
        Rule::number | Rule::number_word | Rule::percent => "a number",
        Rule::plain_pulses
        | Rule::plain_cost
        | Rule::plain_count
        | Rule::plain_front
        | Rule::plain_back
        | Rule::plain_singly
        | Rule::plain_stack
        | Rule::plain_from
        | Rule::plain_at
        | Rule::plain_via
        | Rule::plain_all
        | Rule::plain_points
        | Rule::plain_force
        | Rule::plain_ways
        | Rule::plain_march
        | Rule::plain_attack
        | Rule::plain_enter
        | Rule::plain_recruits
        | Rule::plain_leaders
        | Rule::plain_stay
        | Rule::plain_dig
        | Rule::plain_hold
        | Rule::plain_idle
        | Rule::plain_divide
        | Rule::plain_purse
        | Rule::plain_unit
        | Rule::plain_share => "canonical words",
        Rule::EOI
        | Rule::close
        | Rule::said_end
        | Rule::send_tail
        | Rule::journey_end
        | Rule::edge
        | Rule::gap
        | Rule::bullet => "the end of the line",
    }
}
