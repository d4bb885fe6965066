//! Which of several letters counts: the one that arrived last, whatever the order in which they are decided. And which
//! parts a letter has, as its reader wants it.

use crate::support::club;
use crate::support::war;
use crate::support::war::War;
use adjutant::cli::stage::Written;
use adjutant::game::GameId;
use mail_parser::MessageParser;

/// All orders of so many things.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(count - 1);
    let with_last = |order: &Vec<usize>| {
        (0..count).map(|place| [&order[..place], &[count - 1], &order[place..]].concat()).collect::<Vec<_>>()
    };
    shorter.iter().flat_map(with_last).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_latest_arrival_counts_in_every_order_of_deciding() {
    let mut war = War::begin().await;
    let address = war::address("usa-sc");
    let opening = war.letters("usa-sc").into_iter().rev().find(|letter| letter.subject.contains("opening")).unwrap();
    let mut begins = war.stage.now;
    let orders = permutations(4);
    for (number, order) in orders.iter().enumerate() {
        // Letter n arrives in minute n and divides the points its own way; they are decided one by one in this order.
        for place in order {
            let text = format!("PP East {}, West {}, Trans 5, Naval 0", 16 - place, 14 + place);
            let letter = Written {
                from: address.clone(),
                subject: format!("[war] round {number}"),
                text,
                in_reply_to: Some(opening.message_id.clone()),
                ..Written::default()
            };
            let (_, bytes) = war.stage.write(&letter).unwrap();
            war.stage.mail_raw_at(&bytes, begins + 60 * *place as i64).unwrap();
            war.stage.pass_at(begins + 300).await.unwrap();
        }
        let shown = war.order("usa-sc", "SHOW").await;
        let text = club::unwrapped(&shown.text);
        assert!(text.contains("PP East 13, West 17"), "decided in the order {order:?}: {text}");
        begins = war.stage.now + 60;
    }
    println!("{} orders of deciding four letters", orders.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_that_come_after_the_grace_do_not_count() {
    let mut war = War::begin().await;
    let deadline = war.stage.deadline("war").unwrap().expect("an open phase");
    let grace = 86_400;
    for (after, west) in [(0, 14), (grace, 15), (grace + 1, 16)] {
        let before = war.letters("usa-sc").len();
        let letter = Written {
            from: war::address("usa-sc"),
            subject: "[war] orders".to_owned(),
            text: format!("PP East {}, West {west}, Trans 5, Naval 0", 30 - west),
            in_reply_to: Some(war.report("usa-sc").message_id),
            ..Written::default()
        };
        let (_, bytes) = war.stage.write(&letter).unwrap();
        war.stage.mail_raw_at(&bytes, deadline + after).unwrap();
        war.stage.pass_at(deadline + after).await.unwrap();
        let receipt = war.letters("usa-sc").remove(before).text;
        assert_eq!(receipt.contains("Too late"), after > grace, "{after} s after the deadline: {receipt}");
    }
    let game = GameId::parse("war").unwrap();
    let filed = war.stage.judge().store().export(&game).unwrap().unwrap()["sheets"].to_string();
    let has = |west: u32| filed.contains(&format!("West {west}"));
    assert_eq!([has(14), has(15), has(16)], [true, true, false], "{filed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_has_the_parts_its_reader_wants() {
    let mut war = War::begin().await;
    for (format, kinds) in
        [("text", vec!["plain"]), ("html", vec!["html"]), ("both", vec!["alternative", "plain", "html"])]
    {
        war.order("usa-east", &format!("FORMAT {format}")).await;
        let letter = war.order("usa-east", "STATUS").await;
        let message = MessageParser::default().parse(&letter.raw).unwrap();
        let kind = |part: &mail_parser::MessagePart<'_>| {
            let kind = mail_parser::MimeHeaders::content_type(part).and_then(|kind| kind.subtype());
            kind.unwrap_or_default().to_owned()
        };
        let found: Vec<String> = message.parts.iter().map(kind).collect();
        assert_eq!(found, kinds, "FORMAT {format}");
        assert!(String::from_utf8_lossy(&letter.raw).contains("usa-east"));
    }
    // Nobody else's letters changed.
    let other = war.order("usa-west", "STATUS").await;
    assert_eq!(MessageParser::default().parse(&other.raw).unwrap().parts.len(), 3);
}
