//! By which templates of the house a map becomes a file, and how wide.

/// What one reader sees, over the country.
pub const SCENE: &str = "common/map/scene.svg";
/// The country, the same for everybody.
pub const COUNTRY: &str = "common/map/country.svg";
/// Pixels across of a part: two and a half to a unit, for sharp screens.
pub const CLOSE_WIDTH: u32 = 840;
/// Pixels across of everything: three and a half to a unit.
pub const WHOLE_WIDTH: u32 = 1260;
