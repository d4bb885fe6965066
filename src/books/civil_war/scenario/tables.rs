//! Every number of the rules, in the shape of `tables.toml`. No number is written in code.

use serde::{Deserialize, Serialize};

use super::words::{BySide, Theatre};

/// Every number of the rules, as `tables.toml` has them; the rule or decision of each stands there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// Command points of a turn (D3).
    pub command: CommandTable,
    /// Pulse points of a turn (D4).
    pub pulses: PulseTable,
    /// When a turn of the board game becomes several by mail (D2).
    pub split: SplitTable,
    /// The limits of a distribution (C3.5.4, D6).
    pub distribution: DistributionTable,
    /// Saving and shifting reinforcements (C3.5.2, C3.10).
    pub reinforcements: ReinforcementTable,
    /// The account of a sub-turn (C3.9, D8).
    pub subturn: SubturnTable,
    /// Ratings and ties (C3.17, C5.6, D10).
    pub initiative: InitiativeTable,
    /// Allowances and terrain (C3.12, D14).
    pub movement: MovementTable,
    /// Railways (D14).
    pub rail: RailTable,
    /// Supply (D14, D17).
    pub supply: SupplyTable,
    /// How far a leader is shifted between theatres (D14).
    pub leader_shift: LeaderShiftTable,
    /// How far units see (C4.4, D20).
    pub sight: SightTable,
    /// Size classes (C4.6, D15).
    pub sizes: SizeTable,
    /// Combat (D15).
    pub combat: CombatTable,
    /// Recovery from demoralisation (C3.16, D16).
    pub morale: MoraleTable,
    /// Cavalry (C5.1, D16).
    pub cavalry: CavalryTable,
    /// Reaction moves of armies (D16).
    pub reaction: ReactionTable,
    /// Command points of acts (D14, D17, D22).
    pub costs: CostTable,
    /// Pulse points of acts without command points (C3.5.6).
    pub pulse_costs: PulseCostTable,
    /// Armies and capacities (C5.8, D18).
    pub armies: ArmyTable,
    /// Wounds and verdicts (D24).
    pub leaders: LeaderTable,
    /// Ships (D22).
    pub naval: NavalTable,
    /// The leader promotion table (D23).
    pub promotion: PromotionTable,
    /// Time for orders (C7.3).
    pub clock: ClockTable,
    /// The end of the game (D28).
    pub victory: VictoryTable,
    /// Who may do what at this table.
    pub table: HouseTable,
}

/// Command points of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandTable {
    /// Dice thrown.
    pub dice: u32,
    /// Added to the dice, by year.
    pub base: Vec<CommandBase>,
}

/// What a side adds to its command dice in a year.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandBase {
    /// The year.
    pub year: u32,
    /// The Union's.
    pub usa: u32,
    /// The Confederacy's.
    pub csa: u32,
}

/// Pulse points of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PulseTable {
    /// Decisive initiative rounds at most.
    pub rounds: u32,
}

/// When one turn of the board game becomes several by mail.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SplitTable {
    /// Command points of the greater side per part.
    pub cp: u32,
    /// Pulse points of the greater side per part.
    pub pp: u32,
}

/// The limits of a distribution.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DistributionTable {
    /// Most a theatre may get.
    pub theatre_max_percent: u32,
    /// Least a theatre must get.
    pub theatre_min_percent: u32,
    /// Most the Trans-Mississippi may get.
    pub trans_max_percent: u32,
    /// Most the navy may get.
    pub naval_max_percent: u32,
    /// Smaller totals are free of limits.
    pub limits_from_total: u32,
    /// How a percentage becomes points.
    pub rounding: Rounding,
    /// Command points that go with a shifted leader.
    pub shift_cp: u32,
    /// Pulse points that go with him.
    pub shift_pp: u32,
    /// Percent for each account when nobody says.
    pub default_shares: BySide<Percents>,
}

/// Percent for each account.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Percents {
    /// East.
    pub east: u32,
    /// West.
    pub west: u32,
    /// Trans-Mississippi.
    pub trans: u32,
    /// Naval.
    pub naval: u32,
}

/// Saving and shifting reinforcements.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReinforcementTable {
    /// Points a theatre keeps at the end of a turn.
    pub saved_max: u32,
    /// Turns that shifted points wait.
    pub shift_delay_turns: u32,
    /// Where unassigned points go.
    pub discretionary_to: Theatre,
}

/// The account of a sub-turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubturnTable {
    /// Sub-turns in a turn.
    pub count: u32,
    /// Most of an allocation in one sub-turn.
    pub percent_max: u32,
    /// Command points that may always be used.
    pub free_cp: u32,
    /// Works whose points come back when pre-empted.
    pub refund_actions: Vec<String>,
    /// Whether digging goes on through a combat.
    pub entrench_survives_combat: bool,
}

/// Ratings and ties.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InitiativeTable {
    /// What a force without leader counts as.
    pub leaderless: i32,
    /// The die of a tie.
    pub die_sides: u32,
    /// Best initiative.
    pub lowest: i32,
    /// Worst initiative.
    pub highest: i32,
    /// Tactical ratings run from minus to plus this.
    pub tactical_max: i32,
    /// Strategic ratings likewise.
    pub strategic_max: i32,
}

/// Allowances and terrain.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovementTable {
    /// Moves of one force.
    pub moves_per_subturn: u32,
    /// Pulses between two moves for each command point of the second.
    pub second_move_gap_factor: u32,
    /// Allowance of a force with a leader.
    pub led: u32,
    /// Allowance of cavalry under a cavalry leader.
    pub cavalry: u32,
    /// Allowance without leader.
    pub leaderless: u32,
    /// Allowance of a leader alone.
    pub leader_alone: u32,
    /// Hexes that may always be entered.
    pub least_hexes: u32,
    /// Added for crossing a river.
    pub river: u32,
    /// Points to enter a hex.
    pub enter: EnterTable,
}

/// Points to enter a hex.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnterTable {
    /// Open country.
    pub clear: u32,
    /// Woods.
    pub forest: u32,
    /// Swamp.
    pub swamp: u32,
    /// A ridge.
    pub mountain: u32,
    /// A ridge with a pass.
    pub gap: u32,
}

/// Railways.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RailTable {
    /// Edges of one rail move.
    pub edges_max: u32,
    /// Rail points for each strength point.
    pub points_per_sp: u32,
    /// Rail points of a turn.
    pub points: Vec<RailPoints>,
}

/// Rail points from a turn on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RailPoints {
    /// The turn.
    pub from: u32,
    /// The Union's.
    pub usa: u32,
    /// The Confederacy's.
    pub csa: u32,
}

/// Supply.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SupplyTable {
    /// From a force to a depot or source.
    pub hexes: u32,
    /// No other depot within.
    pub depot_spacing: u32,
    /// An unsupplied force loses one point for each so many or part.
    pub loss_per_sp: u32,
}

/// How far a leader is shifted between theatres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderShiftTable {
    /// By road.
    pub hexes: u32,
    /// Or by rail.
    pub rail_edges: u32,
}

/// How far units see, in hexes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SightTable {
    /// Any strength point.
    pub sp: u32,
    /// An army.
    pub army: u32,
    /// A cavalry leader with troops.
    pub cavalry: u32,
    /// A leader alone.
    pub leader_alone: u32,
    /// Beyond a mountain gap.
    pub beyond_gap: u32,
}

/// Bounds of the size classes in strength points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeTable {
    /// The least medium force.
    pub medium: u32,
    /// The least large force.
    pub large: u32,
}

/// Combat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatTable {
    /// Dice thrown.
    pub dice: u32,
    /// Modifiers by strength, best first.
    pub ratios: Vec<CombatRatio>,
    /// Worse than all of them.
    pub below_ratios: i32,
    /// In a mountain hex.
    pub mountain: i32,
    /// In a swamp hex.
    pub swamp: i32,
    /// Across rivers only.
    pub river: i32,
    /// From ships.
    pub from_ships: i32,
    /// Against entrenchments.
    pub entrenched: i32,
    /// Against a fort.
    pub fort: i32,
    /// Against a fortress.
    pub fortress: i32,
    /// The attacker is demoralised.
    pub attacker_demoralised: i32,
    /// The defender is demoralised.
    pub defender_demoralised: i32,
    /// The attacker is disordered.
    pub attacker_disordered: i32,
    /// The defender is disordered.
    pub defender_disordered: i32,
    /// The attacker is out of supply.
    pub attacker_unsupplied: i32,
    /// The defender is out of supply.
    pub defender_unsupplied: i32,
    /// A stack is disordered when one in so many of its points is.
    pub disordered_share: u32,
    /// Hexes of a retreat at most.
    pub retreat_hexes: u32,
    /// Losses and effects, by total.
    pub results: Vec<CombatRow>,
}

/// A modifier for a ratio of strengths.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatRatio {
    /// Attacker's part.
    pub attacker: u32,
    /// Defender's part.
    pub defender: u32,
    /// The modifier.
    pub modifier: i32,
}

/// What happens from a total on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatRow {
    /// The lowest total.
    pub from: i32,
    /// Losses of a small, medium, large attacker.
    pub attacker: [u32; 3],
    /// Losses of a small, medium, large defender.
    pub defender: [u32; 3],
    /// Who gives way.
    pub effect: CombatEffect,
}

/// Recovery from demoralisation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoraleTable {
    /// Command points without a leader at most.
    pub recovery_cp_max: u32,
    /// Strength points that recovery at the end of the turn costs.
    pub recovery_loss_sp: u32,
    /// Weaker forces recover only when told to.
    pub recovery_least_sp: u32,
}

/// Cavalry.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CavalryTable {
    /// Command points of a move when the die favours it.
    pub move_cp: u32,
    /// Die to withdraw before combat.
    pub withdraw_on: u32,
    /// Die to withdraw from cavalry.
    pub withdraw_from_cavalry_on: u32,
    /// Hexes of the withdrawal.
    pub withdraw_hexes: u32,
}

/// Reaction moves of armies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReactionTable {
    /// How near the enemy must come.
    pub trigger_hexes: u32,
    /// Length of the move.
    pub hexes: u32,
    /// Command points reserved.
    pub cp: u32,
    /// Pulse points reserved.
    pub pp: u32,
}

/// Command points of acts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CostTable {
    /// Moving a leader alone.
    pub leader_alone: u32,
    /// Moving one strength point without leader.
    pub single_sp: u32,
    /// Digging in.
    pub entrench: u32,
    /// Building a depot.
    pub depot: u32,
    /// Building a fort.
    pub fort: u32,
    /// Making a fort a fortress.
    pub fortress: u32,
    /// Converting a railway hex.
    pub convert_rail: u32,
    /// Destroying a depot.
    pub destroy_depot: u32,
    /// Forming an army.
    pub form_army: u32,
    /// Dissolving one.
    pub dissolve_army: u32,
    /// A leader's way to another theatre.
    pub leader_shift: u32,
    /// All new ships of the Union together.
    pub naval_entry: u32,
    /// One ironclad.
    pub ironclad_entry: u32,
    /// One sea raider.
    pub raider_entry: u32,
    /// Recalling the fleet.
    pub recall: u32,
    /// Hunting a raider.
    pub hunt_raider: u32,
}

/// Pulse points of acts without command points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PulseCostTable {
    /// One reinforcement point.
    pub enter_sp: u32,
    /// One leader.
    pub enter_leader: u32,
}

/// Armies and capacities.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmyTable {
    /// Strength points to form one.
    pub least_sp: u32,
    /// Strength points and leaders under its commander.
    pub commander_items: u32,
    /// Strength points under a leader of one, two, three stars.
    pub capacity: [u32; 3],
    /// Armies a side may have.
    pub markers: BySide<u32>,
}

/// Wounds and verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderTable {
    /// Turns that a wound lasts.
    pub wounded_turns: u32,
    /// Hours for a verdict after the deadline.
    pub verdict_hours: u32,
}

/// Ships.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NavalTable {
    /// Length of a move.
    pub move_locations: u32,
    /// Reach of a patrol zone.
    pub patrol_locations: u32,
    /// Length of a withdrawal.
    pub withdraw_locations: u32,
    /// Locations between Atlantic and Gulf.
    pub florida_passage: u32,
    /// Strength of an ironclad.
    pub ironclad_strength: u32,
    /// Command points for each ship without leader.
    pub unled_cp_per_nsp: u32,
    /// Command points a raider costs the Union.
    pub raider_cost_to_usa: u32,
    /// Die to catch a raider.
    pub raider_caught_on: u32,
    /// Dice of each side in a fight of ships.
    pub fight_dice: u32,
    /// Ships that the lower total loses, by the difference.
    pub loser_losses: Vec<SeaLoss>,
    /// The higher total loses ships too when the difference is at most this.
    pub winner_loses_within: u32,
    /// How many.
    pub winner_losses: u32,
    /// What either side loses at equal totals.
    pub drawn_losses: u32,
    /// Added to the die of a fortress that fires at ships.
    pub fortress_bonus: u32,
    /// Die of a fort that sinks a ship.
    pub fort_sinks_one: u32,
    /// Die of a fort that sinks two.
    pub fort_sinks_two: u32,
    /// Die of ships, with a point for each so much strength, that silences a fort.
    pub silenced_on: u32,
    /// Strength for each point added to that die.
    pub silence_strength: u32,
    /// Dice for each leader of ships after a fight.
    pub captain_dice: u32,
    /// Killed up to this.
    pub captain_killed_up_to: u32,
    /// May be promoted from this on.
    pub captain_promoted_on: u32,
}

/// Ships lost from a difference on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeaLoss {
    /// From this difference on.
    pub from: u32,
    /// So many.
    pub ships: u32,
}

/// The leader promotion table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PromotionTable {
    /// Dice thrown.
    pub dice: u32,
    /// Outcomes by modified roll from 1, and column.
    pub rolls: Vec<[String; 4]>,
    /// Modifier after a win.
    pub win: i32,
    /// Modifier after a loss.
    pub loss: i32,
    /// Modifier when the force is gone.
    pub wiped_out: i32,
    /// More strength points put an army's commander in the last column.
    pub army_large: u32,
    /// Die to rise without counter, one star.
    pub uncounted_one_star: u32,
    /// Die to rise without counter, two stars.
    pub uncounted_two_stars: u32,
    /// Two dice to rise without counter, three stars.
    pub uncounted_three_stars: u32,
    /// Dice thrown to rise without counter, by stars.
    pub uncounted_dice: [u32; 3],
    /// Die up to which a leader killed or captured is killed.
    pub killed_up_to: u32,
    /// Die up to which a leader killed or wounded is killed.
    pub killed_or_wounded_up_to: u32,
    /// Die up to which a change of values is one of the initiative.
    pub initiative_on: u32,
    /// The year in which the early promotions are had.
    pub early_year: u32,
}

/// Time for orders.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockTable {
    /// Hours after the deadline.
    pub grace_hours: u32,
}

/// The end of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VictoryTable {
    /// Percent of the Confederate States' value that the Union needs.
    pub usa_percent: u32,
    /// The town whose fall wins for the Confederacy.
    pub csa_capital: String,
    /// Towns of which some win for the Confederacy.
    pub csa_cities: Vec<String>,
    /// How many of them.
    pub csa_cities_needed: u32,
}

/// Who may do what at this table.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseTable {
    /// One person may hold seats of both sides.
    pub cross_side: bool,
    /// Press between the sides.
    pub cross_side_mail: bool,
    /// Who approves a distribution mailed to a theatre commander.
    pub direct_approval: Approval,
    /// When the game master gets copies of press.
    pub gm_copy: GmCopy,
    /// Where Confederate naval leaders go.
    pub csa_naval_leader_pool: NavalPool,
    /// The supreme commander learns names in the pools.
    pub sc_sees_pool_names: bool,
    /// The supreme commander learns losses by theatre.
    pub sc_casualties: bool,
}

/// How a percentage becomes points (D6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rounding {
    /// Maxima down, minima up.
    Exact,
    /// To the nearest, half up.
    NearestHalfUp,
}

/// Who gives way in a combat (D15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CombatEffect {
    /// The attacker goes back, demoralised.
    AttackerRepulsedDemoralised,
    /// The attacker goes back.
    AttackerRepulsed,
    /// The defender retreats.
    DefenderRetreats,
    /// The defender retreats, demoralised.
    DefenderRetreatsDemoralised,
}

/// Who approves a direct distribution (D7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Approval {
    /// The limits alone.
    Auto,
    /// The game master.
    Gm,
}

/// When the game master gets copies of press (D7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GmCopy {
    /// Once a day.
    Digest,
    /// At once.
    Instant,
}

/// Where Confederate naval leaders go (D19).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NavalPool {
    /// To any theatre.
    Theatre,
}
