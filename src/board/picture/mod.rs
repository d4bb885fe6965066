//! A map of hexes as a picture or as text: the country, which is the same for everybody, and over it what one reader is to
//! see. Knows no game: what a piece is, whose it is and how strong, is told it in its own few words.

mod country;
mod draw;
mod place;
pub mod plane;
mod scene;
mod spell;

pub use country::{Country, Ground, River, Tile, Town};
pub use draw::{CountryDrawing, Drawing, Frame, Plot, Size, Under, draw, draw_country};
pub use spell::spell;
pub use scene::{Area, Arrow, Kind, Mark, Party, Piece, Scene, Sign, Strength};
