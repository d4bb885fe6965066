//! The grammar of this book's order lines and the human names of its rules. Knows form only.

use pest_derive::Parser;

/// Parses a fair copy.
#[derive(Parser)]
#[grammar = "../../../grammar/common.pest"]
#[grammar = "../../../grammar/eia.pest"]
#[grammar = "../../../grammar/eia/trade.pest"]
#[grammar = "../../../grammar/eia/money.pest"]
#[grammar = "../../../grammar/eia/spending.pest"]
#[grammar = "../../../grammar/eia/ceding.pest"]
#[grammar = "../../../grammar/eia/sheet.pest"]
pub(super) struct OrderGrammar;

/// What a rule of the grammar is called in a letter; `None` for what may stand nearly anywhere.
pub(super) fn name(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::power | Rule::controller | Rule::message_to => "a power",
        Rule::place | Rule::place_known | Rule::state | Rule::district | Rule::members | Rule::levy_places => "a place",
        Rule::site | Rule::garrison => "a garrison or a corps",
        Rule::port_noun | Rule::ports | Rule::answer_ports => "a port",
        Rule::partner | Rule::partners | Rule::everybody | Rule::enemies => "a power, a country or a port",
        Rule::holder | Rule::occupant | Rule::party | Rule::minor_holder => "a power or a minor country",
        Rule::figure | Rule::count | Rule::amount | Rule::many | Rule::sum | Rule::vp_count | Rule::value => "a number",
        Rule::signed | Rule::plus | Rule::minus => "a level such as +1",
        Rule::change => "a change such as -5",
        Rule::month | Rule::due | Rule::repaid => "a month",
        Rule::year => "a year",
        Rule::infantry | Rule::militia | Rule::cavalry | Rule::guard | Rule::artillery | Rule::ship | Rule::item => {
            "troops or ships"
        }
        Rule::counter_item | Rule::counter_name | Rule::corps_word | Rule::fleet_word => "a corps or a fleet",
        Rule::captain | Rule::captain_words => "a leader",
        Rule::except => "an exception",
        Rule::yes | Rule::no => "\"agree\" or \"refuse\"",
        Rule::formal | Rule::informal => "\"formal\" or \"informal\"",
        Rule::as_free | Rule::as_conquered => "\"as a free state\" or \"as a conquered minor\"",
        Rule::heir | Rule::us | Rule::claimed | Rule::given_up => "a territory and who is to have it",
        Rule::cossack | Rule::freikorps | Rule::feudal | Rule::insurrection => "troops of the levy",
        Rule::corps_count | Rule::sea_count | Rule::port_count | Rule::depot_count => {
            "a number of corps, fleets or depots"
        }
        Rule::lends | Rule::gives | Rule::aids => "a verb of giving",
        _ => return None,
    })
}
