//! Somebody who holds several offices of a government, or forty, and the letters in which he reads of all of them.

use adjutant::cli::stage::Received;
use adjutant::cli::verify::{Told, check_told, read_report, read_rows};
use sha2::{Digest, Sha256};

use crate::support::council_year::{ANN, BOB, CAT, HOUR, Town, flat};

/// Ann presides in a State of 66 offices; Bob is the Treasurer, the Captain, and the councillor for 38 districts.
async fn with_forty_offices(folder: &std::path::Path) -> Town {
    let mut town = Town::unbegun_from(folder, "state").await;
    let districts: Vec<String> = (1..=38).map(|number| format!("district-{number}")).collect();
    let bobs = ["treasurer", "captain"].into_iter().chain(districts.iter().map(String::as_str)).map(|seat| (seat, BOB));
    let seats: Vec<(&str, &str)> = [("president", ANN), ("district-63", CAT)].into_iter().chain(bobs).collect();
    town.begin_with(&seats).await;
    town
}

fn reports(town: &Town) -> Vec<Received> {
    let letters = town.letters(BOB).into_iter();
    letters.filter(|letter| flat(&letter.text).contains("Now open: phase")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_with_forty_offices_has_one_report_and_speaks_for_each_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut town = with_forty_offices(folder.path()).await;
    assert_eq!(reports(&town).len(), 1);
    let status = town.say(BOB, "STATUS").await;
    assert_eq!(named(&status, "Your 40 seats").len(), 40, "{status}");
    assert!(status.contains("- owes orders: treasurer"), "{status}");
    let first = town.say(BOB, "propose tax 4\nvote 1 aye\nbuy 2").await;
    assert!(first.contains("The councillor for the district-1: vote 1 aye"), "{first}");
    assert!(first.contains("The treasurer: 1 order on file."), "{first}");
    let other = town.say(BOB, "AS district-7\nvote 1 aye").await;
    assert!(other.contains("district-1: aye. district-7: aye."), "{other}");
    let open = town.say(BOB, "STATUS").await;
    assert_eq!(open.matches("1, a tax of 4. To say:").count(), 1, "{open}");
    let unsaid = named(open.split("1, a tax of 4. To say:").next().unwrap(), "Open to you");
    assert_eq!(unsaid.len(), 36, "{open}");
    assert!(!unsaid.contains(&"district-1") && !unsaid.contains(&"district-7"), "{open}");
    let not_his = town.say(BOB, "AS district-63\nvote 1 aye").await;
    assert!(not_his.contains("nothing was carried out"), "{not_his}");
    let alone = town.say(BOB, "REPORT OF district-9").await;
    assert!(alone.contains("in a letter of its own"), "{alone}");
    assert_eq!(reports(&town).len(), 2);
    assert!(!reports(&town)[1].text.contains("The treasury has"), "{}", reports(&town)[1].text);
    let ready = town.say(BOB, "READY NOTHING").await;
    assert!(ready.contains("You are ready for phase 1"), "{ready}");
    let deadline = town.stage.deadline("town").unwrap().unwrap();
    town.stage.pass_at(deadline - HOUR + 60).await.unwrap();
    town.end_turn().await;
    let [_, _, report] = &reports(&town)[..] else { panic!("one report a phase") };
    assert_eq!(report.text.matches("The treasury has").count(), 1);
    assert!(flat(&report.text).contains("2 of 2 supplies were bought."), "{}", report.text);
}

/// The seats of the treasurer, the captain and the districts that are named behind a heading, each as often as it is.
fn named<'a>(said: &'a str, heading: &str) -> Vec<&'a str> {
    let (_, below) = said.rsplit_once(heading).unwrap_or_else(|| panic!("{heading}: {said}"));
    let words = below.split(|c: char| c.is_whitespace() || [',', ':', '.'].contains(&c));
    words.filter(|word| ["treasurer", "captain"].contains(word) || word.starts_with("district-")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_many_seats_gave_to_the_dice_is_a_file_and_checked_as_rows_in_a_letter_are() {
    let folder = tempfile::tempdir().unwrap();
    let mut town = with_forty_offices(folder.path()).await;
    town.say(BOB, "buy 2").await;
    town.end_turn().await;
    let letters = reports(&town);
    let report = letters.last().unwrap();
    assert!(!report.text.contains("had these SHA-256"), "{}", report.text);
    let files = mail::decompose::decompose(&report.raw).unwrap().draft.attachments;
    let rows = files.iter().find(|file| file.name == "seeds-1-1.txt").expect("the rows");
    let lines = std::str::from_utf8(&rows.bytes).unwrap();
    assert_eq!(lines.lines().count(), 66);
    let digest = data_encoding::HEXLOWER.encode(&Sha256::digest(&rows.bytes));
    assert!(report.text.contains(&format!("  all   {digest}")), "{digest}: {}", report.text);

    let checked = |rows: Option<&str>| {
        let mut told = Told::default();
        letters.iter().for_each(|letter| read_report(&letter.text, &mut told));
        rows.into_iter().for_each(|rows| read_rows("seeds-1-1.txt", rows, &mut told));
        let checked = check_told(&told, &[]);
        let seeds = checked.into_iter().filter(|line| line.words.contains("seed"));
        seeds.map(|line| line.holds).collect::<Vec<_>>()
    };
    assert_eq!(checked(Some(lines)), vec![Some(true); 41]);
    assert_eq!(checked(None), vec![None; 40]);
    let changed = lines.replacen('a', "b", 1);
    assert!(checked(Some(&changed)).contains(&Some(false)));
}

/// What is told of the town below a heading, or in a whole letter.
fn told(text: &str, heading: Option<&str>) -> Vec<String> {
    let below = match heading {
        Some(heading) => text.split(&format!("\n{heading}\n===")).nth(1).unwrap_or_else(|| panic!("{heading}: {text}")),
        None => text,
    };
    let words = ["Turn ", "The treasury has", "The company", "Proposal ", "Each turn"];
    let is_head = |line: &&str| line.starts_with("---") || line.starts_with("===");
    let lines: Vec<&str> = below.lines().skip(1).collect();
    let until = lines.iter().position(is_head).filter(|_| heading.is_some()).unwrap_or(lines.len());
    let facts = lines[..until].iter().filter(|line| words.iter().any(|word| line.starts_with(word)));
    facts.map(|line| (*line).to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_each_office_is_told_stands_in_one_letter_as_it_would_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut town = Town::unbegun(folder.path()).await;
    let bobs = ["treasurer", "captain", "north"].map(|seat| (seat, BOB));
    town.begin_with(&[&[("president", ANN), ("south", CAT)], &bobs[..]].concat()).await;
    town.say(ANN, "give the company to captain").await;
    town.say(CAT, "propose tax 4").await;
    town.say(BOB, "buy 2\nmarch to K6-R5").await;
    town.end_turn().await;
    let together = reports(&town).pop().unwrap().text;
    let offices =
        [("treasurer", "The treasurer"), ("captain", "The captain"), ("north", "The councillor for the north")];
    for (office, heading) in offices {
        town.say(BOB, &format!("REPORT OF {office}")).await;
        let alone = reports(&town).pop().unwrap().text;
        let told_alone = told(&alone, None);
        assert!(told_alone.len() > 1, "{alone}");
        assert_eq!(told(&together, Some(heading)), told_alone, "{office}\n{together}\n{alone}");
    }
}
