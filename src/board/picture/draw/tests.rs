use super::super::country::{Ground, River, Tile, Town};
use super::super::ground::draw_country;
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
fn a_leader_in_a_crowd_has_his_name_apart_where_there_is_no_room_beside_him() {
    let country = country();
    let ring = ["2015", "2016", "2014", "2115", "2114", "1915", "1914", "2116", "1916", "2215", "1815", "2013", "2017"];
    let scene = Scene { pieces: ring.map(|id| piece(id, "12")).to_vec(), ..crowd() };
    let drawing = draw(&country, &scene, Frame::around(&country, hex("2015"), 5));
    assert_eq!(drawing.labels.iter().filter(|label| label.text == "McClellan").count(), ring.len());
    assert!(!drawing.ties.is_empty(), "lines lead to the blocks");
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

/// A number that any change of any byte changes.
fn mark(mark: u64, data: &impl serde::Serialize) -> u64 {
    let text = serde_json::to_string(data).expect("plain data");
    text.bytes().fold(mark, |mark, byte| (mark ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A country of hexes with all that hexes can have, and a crowd with signs on it.
fn full() -> (Country, Scene) {
    let mut country = country();
    let grounds = [Ground::Open, Ground::Wood, Ground::Marsh, Ground::Height, Ground::Pass, Ground::Water];
    for (hex, tile) in &mut country.tiles {
        tile.ground = grounds[usize::from(hex.column() / 3 * 5 + hex.row() / 4) % 6];
        tile.region = (tile.ground != Ground::Water).then_some(usize::from(hex.column() / 14));
    }
    country.regions = ["Maine", "Ohio", "Texas"].map(str::to_owned).to_vec();
    country.rivers = vec![River {
        name: "Ohio".to_owned(),
        is_broad: true,
        sides: [("2015", "2016"), ("2015", "2116"), ("2115", "2116")]
            .map(|(one, other)| (hex(one), hex(other)))
            .to_vec(),
    }];
    let arrow = Arrow {
        party: Party::Dark,
        cells: ["2013", "2014", "2015"].map(hex).to_vec(),
        is_seen: false,
        label: "PP 3".to_owned(),
    };
    let area = Area { party: Party::Light, cells: hex("2418").within(2).collect(), label: "strong".to_owned() };
    let sign = Mark { cell: hex("2016"), sign: Sign::Battle, party: None, label: "PP 3".to_owned() };
    let scene = Scene {
        holders: [(hex("2015"), Party::Dark)].into(),
        rails: [(hex("2015"), Party::Light)].into(),
        unseen: country.tiles.keys().copied().filter(|hex| hex.row() > 17).collect(),
        arrows: vec![arrow],
        areas: vec![area],
        marks: vec![sign],
        ..crowd()
    };
    (country, scene)
}

#[test]
fn a_map_of_hexes_keeps_its_bytes() {
    let (country, scene) = full();
    let frames =
        [Frame::whole(&country), Frame::around(&country, hex("2015"), 7), Frame::around(&country, hex("0101"), 3)];
    let drawn = frames.map(|frame| mark(mark(0, &draw(&country, &scene, frame)), &draw_country(&country, frame)));
    let known = [0x53e5_687f_8b59_ebad, 0x9c93_f8ff_d6b2_abc4, 0xe5f5_bde2_d6d2_3143];
    assert_eq!(drawn, known, "whoever means to change how hexes look writes the new numbers here");
}

fn cuts(one: &Rect, other: &Rect) -> bool {
    let far = |a: f64, b: f64, room: f64| (a - b).abs() >= room - 0.2;
    let ((x, y), (u, v)) = (one.middle(), other.middle());
    !far(x, u, (one.width + other.width) / 2.0) && !far(y, v, (one.height + other.height) / 2.0)
}

#[test]
fn on_maps_of_squares_words_stand_inside_the_map_and_on_no_block_and_no_other_words() {
    for map in [maps::america(), maps::europe()] {
        let scene = maps::war(&map);
        let middle = |name: &str| name.parse::<crate::Square>().expect("a square");
        let close = [("K3-S5", 7), ("E4-T9", 5), ("A0-O0", 3), ("N9-Z9", 10)];
        let close = close.map(|(name, radius)| Frame::around(&map.country, middle(name), radius));
        for frame in close.into_iter().chain([Frame::whole(&map.country)]) {
            let drawing = draw(&map.country, &scene, frame);
            let plot = drawing.map;
            let words: Vec<Rect> = drawing.labels.iter().map(area_of).collect();
            for (place, word) in words.iter().enumerate() {
                let label = &drawing.labels[place];
                assert!(word.x >= plot.x && word.x + word.width <= plot.x + plot.width, "{label:?}");
                assert!(word.y >= plot.y && word.y + word.height <= plot.y + plot.height, "{label:?}");
                let other = words[..place].iter().position(|other| cuts(word, other));
                assert_eq!(other.map(|other| &drawing.labels[other]), None, "{label:?}");
                let block =
                    |block: &&PieceDrawing| cuts(word, &Rect::around((block.x, block.y), block.width, block.height));
                assert_eq!(drawing.pieces.iter().find(block).map(|block| &block.text), None, "{label:?}");
            }
            for name in region_boxes(&map.country, frame) {
                assert!(name.y >= plot.y && name.y + name.height <= plot.y + plot.height, "{name:?}");
            }
        }
    }
}

#[test]
fn of_squares_too_small_for_them_lines_and_figures_are_left_out() {
    let country = maps::america().country;
    let of = |frame: Frame| serde_json::to_value(draw_country(&country, frame)).expect("plain data");
    let (whole, close) =
        (of(Frame::whole(&country)), of(Frame::around(&country, "K3-S5".parse().expect("a square"), 7)));
    for part in ["grid", "woods", "hills"] {
        assert_eq!((&whole[part] == "", &close[part] == ""), (true, false), "{part}");
    }
    assert!(whole["numbers"].as_array().is_some_and(Vec::is_empty));
    assert!(close["numbers"].as_array().is_some_and(|numbers| numbers.iter().any(|name| name["text"] == "K1-R9")));
}

#[test]
fn the_legend_names_the_grounds_that_a_country_has() {
    let words = |map: &maps::Map| {
        let drawing = draw(&map.country, &Scene::default(), Frame::whole(&map.country));
        serde_json::to_string(&drawing.legend).expect("plain data")
    };
    let (america, europe) = (words(&maps::america()), words(&maps::europe()));
    assert!(america.contains("forested hills") && america.contains("marsh") && !america.contains("gap"), "{america}");
    assert!(europe.contains("mountain") && !europe.contains("forest") && !europe.contains("railway"), "{europe}");
}
