use super::super::country::{Ground, Tile, Town};
use super::super::scene::{Kind, Mark, Sign};
use super::*;

fn hex(id: &str) -> Hex {
    id.parse().expect("a hex")
}

fn country() -> Country {
    let all = (1..=40).flat_map(|column| (1..=30).filter_map(move |row| Hex::new(column, row)));
    let town = |id: &str, name: &str| Town { hex: hex(id), name: name.to_owned(), rank: 3 };
    Country {
        tiles: all.map(|hex| (hex, Tile { ground: Ground::Open, region: Some(0) })).collect(),
        regions: vec!["Land".to_owned()],
        rails: vec![(hex("2015"), hex("2016"))],
        towns: vec![town("2015", "Washington"), town("2016", "Alexandria"), town("2115", "Annapolis")],
        scale: (4, "100 miles".to_owned()),
        ..Country::default()
    }
}

fn piece(id: &str, strength: &str) -> Piece {
    Piece {
        hex: hex(id),
        party: Party::Dark,
        kind: Kind::Land,
        strength: Strength::Exact(strength.to_owned()),
        is_army: false,
        name: "McClellan".to_owned(),
        letters: String::new(),
        seen: String::new(),
        weight: 1,
    }
}

fn crowd() -> Scene {
    let pieces = ["2015", "2015", "2016", "2115", "1915", "2014"].map(|id| piece(id, "12"));
    Scene { pieces: pieces.to_vec(), parties: vec![(Party::Dark, "Union".to_owned())], ..Scene::default() }
}

fn cover(one: &PieceDrawing, other: &PieceDrawing) -> bool {
    (one.x - other.x).abs() < (one.width + other.width) / 2.0 - 0.2
        && (one.y - other.y).abs() < (one.height + other.height) / 2.0 - 0.2
}

#[test]
fn blocks_of_a_crowd_stand_apart_and_lines_lead_to_their_hexes() {
    let country = country();
    for frame in [Frame::whole(&country), Frame::around(&country, hex("2015"), 7)] {
        let drawing = draw(&country, &crowd(), frame);
        assert_eq!(drawing.pieces.len(), 6);
        for (place, one) in drawing.pieces.iter().enumerate() {
            assert!(drawing.pieces[..place].iter().all(|other| !cover(one, other)), "{:?}", drawing.pieces);
        }
        assert!(!drawing.leads.is_empty(), "two cannot stand in one hex");
    }
}

#[test]
fn words_stand_on_no_block_and_inside_the_map() {
    let country = country();
    let drawing = draw(&country, &crowd(), Frame::around(&country, hex("2015"), 5));
    assert!(drawing.labels.iter().any(|label| label.text == "McClellan"));
    for label in &drawing.labels {
        let half = width_of(&label.text, label.size, false) / 2.0;
        assert!(label.x - half >= drawing.map.x && label.x + half <= drawing.map.x + drawing.map.width);
        let is_on = |block: &&PieceDrawing| {
            (label.x - block.x).abs() < block.width / 2.0 && (label.y - block.y).abs() < block.height / 2.0
        };
        assert_eq!(drawing.pieces.iter().find(is_on).map(|block| &block.text), None, "{label:?}");
    }
}

#[test]
fn a_frame_at_the_edge_of_the_country_is_moved_inside() {
    let country = country();
    let frame = Frame::around(&country, hex("0101"), 6);
    assert!(frame.shows(hex("0202")) && frame.shows(hex("1205")) && !frame.shows(hex("2020")));
    assert!(Frame::whole(&country).shows(hex("4030")));
}

#[test]
fn the_legend_explains_what_is_there_and_nothing_else() {
    let country = country();
    let words = |scene: &Scene| {
        let drawing = draw(&country, scene, Frame::whole(&country));
        serde_json::to_string(&drawing.legend).expect("plain data")
    };
    let mut scene = crowd();
    assert!(!words(&scene).contains("battle") && !words(&scene).contains("not seen"));
    scene.marks.push(Mark { hex: hex("2015"), sign: Sign::Battle, party: None, label: "PP 3".to_owned() });
    scene.unseen.push(hex("3030"));
    assert!(words(&scene).contains("battle") && words(&scene).contains("not seen"));
}

#[test]
fn half_a_rail_belongs_to_the_hex_it_lies_in() {
    let country = country();
    let scene = Scene { rails: [(hex("2015"), Party::Light)].into(), ..Scene::default() };
    let rails = draw(&country, &scene, Frame::whole(&country)).rails;
    assert_eq!((rails.len(), rails[0].party, rails[0].path.matches('M').count()), (1, Party::Light, 1));
}
