//! A map of hexes or squares as a picture or as text: the country, which is the same for everybody, and over it what one reader is to
//! see. Knows no game: what a piece is, whose it is and how strong, is told it in its own few words.

mod country;
mod draw;
mod drawing;
mod frame;
mod ground;
mod label;
mod legend;
mod letters;
mod page;
mod place;
mod plane;
mod rivers;
mod scene;
mod spell;
mod spots;

pub use country::{Country, Ground, River, Tile, Town};
pub use draw::draw;
pub use drawing::{Drawing, Plot, Under};
pub use frame::{Frame, Size};
pub use ground::{CountryDrawing, draw_country};
pub use letters::{lettered, lettered_whole};
pub use page::{CLOSE_WIDTH, COUNTRY, SCENE, WHOLE_WIDTH};
pub use scene::{Area, Arrow, Kind, Mark, Party, Piece, Scene, Sign, Strength};
pub use spell::spell;
