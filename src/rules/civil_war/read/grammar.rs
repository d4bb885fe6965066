//! The grammar of order lines and the human names of its rules. Knows form only.

use pest_derive::Parser;

/// Parses a fair copy.
#[derive(Parser)]
#[grammar = "../grammar/common.pest"]
#[grammar = "../grammar/civil-war.pest"]
#[grammar = "../grammar/civil-war/conditions.pest"]
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
        | Rule::theatre_way => "a theatre",
        Rule::sub_turn_word | Rule::sub_turn => "a sub-turn",
        Rule::heading | Rule::heading_line | Rule::heading_front => "a heading",
        Rule::leader | Rule::title | Rule::whose | Rule::led | Rule::named | Rule::name => "a leader",
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
        | Rule::planned_line => "an order",
        Rule::cp_unit | Rule::pp_unit | Rule::unit | Rule::label => "command or pulse points",
        Rule::divide | Rule::this_turn | Rule::as_before => "a word of dividing",
        Rule::share | Rule::points_list | Rule::even_rest | Rule::divide_item => "a share",
        Rule::free | Rule::free_word | Rule::free_noun | Rule::free_item | Rule::hand_verb => "discretionary points",
        Rule::planned | Rule::as_planned | Rule::reinforcement_word | Rule::shift_verb => "planned reinforcements",
        Rule::aside => "an aside",
        Rule::star
        | Rule::rail_sign
        | Rule::depot_sign
        | Rule::fort_sign
        | Rule::army_sign
        | Rule::ship_sign
        | Rule::rank_sign
        | Rule::morale_sign
        | Rule::pool_sign
        | Rule::shift_sign
        | Rule::seat_sign
        | Rule::grant_sign
        | Rule::morale_matter
        | Rule::rank_matter
        | Rule::army_matter
        | Rule::depot_matter
        | Rule::rail_matter
        | Rule::ship_matter
        | Rule::fort_matter
        | Rule::pool_matter
        | Rule::shift_matter
        | Rule::seat_matter
        | Rule::grant_matter
        | Rule::matter => "a matter not in play",
        Rule::soon_word
        | Rule::if_word
        | Rule::unless_word
        | Rule::at_pulse
        | Rule::after_line
        | Rule::before_line
        | Rule::moment
        | Rule::by_pulse
        | Rule::reaction_word
        | Rule::if_head
        | Rule::if_front
        | Rule::if_back
        | Rule::if_intro
        | Rule::back_word => "a word of a condition",
        Rule::kept_word
        | Rule::kept_cp
        | Rule::kept_pp
        | Rule::kept_item
        | Rule::kept_for
        | Rule::kept_items
        | Rule::kept
        | Rule::kept_back
        | Rule::tails_alone => "what is kept for it",
        Rule::roll_only | Rule::roll_noun | Rule::roll_else | Rule::roll_cost | Rule::roll_part | Rule::roll_mark => {
            "a cavalry roll"
        }
        Rule::else_word
        | Rule::then_word
        | Rule::save_line
        | Rule::stop_verb
        | Rule::stop_all
        | Rule::stop_line
        | Rule::intercept
        | Rule::to_supply
        | Rule::to_support
        | Rule::react_verb
        | Rule::react_item
        | Rule::react_line
        | Rule::give_way
        | Rule::before_combat
        | Rule::front_of
        | Rule::way_name
        | Rule::give_way_item
        | Rule::withdraw_line
        | Rule::stand_word => "what is to be done",
        Rule::condition
        | Rule::clauses
        | Rule::clause
        | Rule::be_not
        | Rule::be
        | Rule::no_one
        | Rule::there
        | Rule::some
        | Rule::size_small
        | Rule::size_medium
        | Rule::size_large
        | Rule::size
        | Rule::size_above
        | Rule::size_from
        | Rule::size_below
        | Rule::size_to
        | Rule::size_up
        | Rule::size_down
        | Rule::sizes
        | Rule::foe
        | Rule::foe_body
        | Rule::near_at
        | Rule::near_adjacent
        | Rule::near_within
        | Rule::near
        | Rule::spot
        | Rule::comes
        | Rule::enters
        | Rule::seen
        | Rule::enemy_test
        | Rule::attacked
        | Rule::under
        | Rule::foot
        | Rule::horse
        | Rule::attackers
        | Rule::wins
        | Rule::loses
        | Rule::fights
        | Rule::shaken
        | Rule::stuck
        | Rule::less
        | Rule::at_most
        | Rule::at_least
        | Rule::more
        | Rule::exactly
        | Rule::or_less
        | Rule::or_more
        | Rule::than
        | Rule::strength
        | Rule::fate
        | Rule::side_usa
        | Rule::side_csa
        | Rule::force_name
        | Rule::force_test
        | Rule::hit_mark
        | Rule::ours
        | Rule::theirs
        | Rule::by_side
        | Rule::taken
        | Rule::held
        | Rule::vacant
        | Rule::place_test
        | Rule::line_number
        | Rule::line_dig
        | Rule::line_attack
        | Rule::line_march
        | Rule::line_last
        | Rule::line_ref
        | Rule::line_done
        | Rule::line_failed
        | Rule::line_test
        | Rule::left
        | Rule::points_test
        | Rule::clock_test
        | Rule::than_pulse
        | Rule::pulse_later
        | Rule::pulse_earlier
        | Rule::turn_test
        | Rule::ship_test
        | Rule::bare_front
        | Rule::telling
        | Rule::of_the_game
        | Rule::ship_matter_of_if => "a test",
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
        Rule::EOI | Rule::close | Rule::edge | Rule::gap | Rule::bullet => "the end of the line",
    }
}
