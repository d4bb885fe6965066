//! Why an order comes to nothing, where it can be seen both on receipt, by what its giver knows, and in the turn, by what is so: each
//! refusal in one place with its rule. What the turn alone can find stands with the turn's step.

mod cities;
mod failed;
mod forces;
mod money;
mod moving;
mod works;

pub use cities::{may_rise, may_sell, not_held, sells_so_much, sells_stores};
pub use failed::Failed;
pub use forces::{
    are_two, carries_so_many, has_aboard, has_base, has_men, is_called_out, is_named_by_own, not_together,
    takes_aboard, too_large_a_group,
};
pub use money::{has_notes, is_one_order, may_borrow, may_print, sells_mps, sells_ships};
pub use moving::{
    boards_in_a_city, has_guns, is_beside, is_no_battery, is_on_a_river, leads_by_river, may_attack, no_sea,
    no_way_on_foot, stands_there,
};
pub use works::{has_depot, has_work, is_next_level, is_open_to_depots, is_open_to_guns, is_passable};
