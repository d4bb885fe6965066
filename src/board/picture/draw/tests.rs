use super::super::country::{Ground, Tile, Town};
use super::super::scene::{Kind, Mark, Sign};
use super::*;
use crate::Hex;

fn hex(id: &str) -> Hex {
    id.parse().expect("a hex")
}

fn country() -> Country {
    let all = (1..=40).flat_map(|column| (1..=30).filter_map(move |row| Hex::new(column, row)));
    let town = |id: &str, name: &str| Town { cell: hex(id), name: name.to_owned(), rank: 3 };
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
        cell: hex(id),
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
    scene.marks.push(Mark { cell: hex("2015"), sign: Sign::Battle, party: None, label: "PP 3".to_owned() });
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

fn town(id: &str, name: &str, rank: u32) -> Town {
    Town { cell: hex(id), name: name.to_owned(), rank }
}

/// Where words stand.
fn area_of(label: &Label) -> Rect {
    let (width, height) = (width_of(&label.text, label.size, label.look == "great"), label.size * 0.95);
    Rect { x: label.x - width / 2.0, y: label.y - height * 0.8, width, height }
}

#[test]
fn a_name_covers_no_small_town_though_that_has_no_name_itself() {
    let small = |place: u16| town(&format!("20{:02}", 15 + place), "", 1);
    let towns = (1..=2).map(small).chain([town("2015", "Washington", 2)]).collect();
    let country = Country { towns, ..country() };
    let drawing = draw(&country, &Scene::default(), Frame::whole(&country));
    let name = drawing.labels.iter().find(|label| label.text == "Washington").expect("its name");
    let covered = drawing.towns.iter().find(|town| area_of(name).nearest((town.x, town.y)) == (town.x, town.y));
    assert!(covered.is_none(), "{name:?} on {covered:?}");
}

#[test]
fn names_at_the_edge_stand_inside_it_and_clear_of_the_numbers_of_rows() {
    let towns = vec![town("0110", "Galveston", 2), town("4015", "New York", 3)];
    let country = Country { towns, ..country() };
    let drawing = draw(&country, &Scene::default(), Frame::whole(&country));
    let (left, right) = (drawing.map.x, drawing.map.x + drawing.map.width);
    for label in &drawing.labels {
        let area = area_of(label);
        assert!(area.x > left + 1.0 && area.x + area.width < right - 1.0, "{label:?}");
        let numbers = drawing.edges.iter().filter(|number| number.x < left + ROWS);
        let is_clear = |number: &Label| {
            let number = Rect::around((number.x, number.y - 1.6), ROWS, number.size);
            number.x + number.width <= area.x || (number.middle().1 - area.middle().1).abs() > 4.0
        };
        assert!(numbers.into_iter().all(is_clear), "{label:?}");
    }
    assert_eq!(drawing.labels.len(), 2);
}

#[test]
fn a_great_name_that_stands_apart_is_tied_to_its_town() {
    let country = Country { towns: vec![town("2015", "Washington", 3)], ..country() };
    let frame = Frame::whole(&country);
    assert_eq!(draw(&country, &Scene::default(), frame).ties, "");
    let near: Vec<Piece> = hex("2015").within(4).map(|hex| piece(&hex.to_string(), "12")).collect();
    let drawing = draw(&country, &Scene { pieces: near, ..Scene::default() }, frame);
    let is_named = drawing.labels.iter().any(|label| label.text == "Washington");
    assert_eq!(is_named, !drawing.ties.is_empty(), "{:?}", drawing.ties);
}

#[test]
fn a_way_that_runs_under_blocks_or_crosses_another_costs_more() {
    let (home, at) = ((0.0, 0.0), (30.0, 0.0));
    let rect = Rect::around(at, 8.0, 6.0);
    let bare = way_cost((home, at), &rect, &BTreeMap::new(), &[]);
    let between = BTreeMap::from([(0, Rect::around((15.0, 0.0), 8.0, 6.0))]);
    let at_home = BTreeMap::from([(0, Rect::around(home, 8.0, 6.0))]);
    assert!(way_cost((home, at), &rect, &between, &[]) > bare + 8.0);
    assert_eq!(way_cost((home, at), &rect, &at_home, &[]), bare);
    assert!(way_cost((home, at), &rect, &BTreeMap::new(), &[((10.0, -5.0), (10.0, 5.0))]) > bare);
}
