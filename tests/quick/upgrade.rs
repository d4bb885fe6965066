//! Games that an earlier program left under way are opened and played on: `tests/upgrade` holds its folders, made by letters
//! alone (`make.py` beside them), each with a phase open and orders on file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::by_hand::ByHand;

use crate::support::live::{Home, Received, Written, player, words};

/// A game as it was left.
struct Left {
    book: &'static str,
    game: &'static str,
    seat: &'static str,
    /// What the subject of the newest report says.
    report: &'static str,
    order: &'static str,
    /// What the receipt shows of orders: those that were on file before, and the new one.
    on_file: &'static [&'static str],
}

const LEFT: [Left; 2] = [
    Left {
        book: "civil-war",
        game: "war",
        seat: "usa-east",
        report: "T1 TST1 played",
        order: "ADD\nPP 4-5: enter 2 infantry at Washington",
        on_file: &["PP 1-3: enter 3 infantry at Washington", "PP 4-5: enter 2 infantry at Washington"],
    },
    Left {
        book: "eia",
        game: "europe",
        seat: "france",
        report: "played",
        order: "SET manipulation +2",
        on_file: &["manipulation +2"],
    },
];

fn unpack(left: &Left, folder: &Path) -> Home {
    fs::create_dir_all(folder).unwrap();
    let archive = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/upgrade/{}.tar.gz", left.book));
    let done = Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(folder).status().expect("tar runs");
    assert!(done.success());
    Home { folder: folder.to_owned() }
}

/// The open phase: its number, when it was opened, and when orders are due.
fn open_phase(home: &Home) -> (i64, i64, i64) {
    let database = ByHand::open(&home.folder.join("adjutant.db"));
    let open = "SELECT number, opened, deadline FROM phase WHERE state = 'open' AND undone IS NULL";
    let rows = database.all_by(open, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
    rows[0]
}

fn letters_to(home: &Home, seat: &str) -> Vec<Received> {
    let mut files: Vec<(std::time::SystemTime, PathBuf)> = Vec::new();
    for part in ["new", "cur"] {
        let folder = home.folder.join("mail/outbox").join(player(seat)).join(part);
        let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap());
        files.extend(entries.map(|entry| (entry.metadata().unwrap().modified().unwrap(), entry.path())));
    }
    files.sort();
    files.iter().map(|(_, path)| Received::read(&fs::read(path).unwrap())).collect()
}

fn newest(home: &Home, seat: &str, subject: &str) -> Received {
    let found = letters_to(home, seat).into_iter().rfind(|letter| letter.subject.contains(subject));
    found.unwrap_or_else(|| panic!("no letter about {subject} to {seat}"))
}

fn write(home: &Home, left: &Left, about: &str, text: &str, now: i64) -> Received {
    let answered = newest(home, left.seat, about);
    let letter = Written {
        from: player(left.seat),
        subject: format!("Re: {}", answered.subject),
        text: text.to_owned(),
        in_reply_to: Some(answered.message_id),
        header: None,
    };
    put(home, &letter.bytes(&format!("new-{now}")), now);
    home.run_once(now);
    newest(home, left.seat, "orders")
}

fn put(home: &Home, bytes: &[u8], arrived: i64) {
    let path = home.folder.join("mail/inbox/new").join(format!("{arrived}.letter"));
    fs::write(&path, bytes).unwrap();
    let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(arrived.unsigned_abs());
    fs::File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
}

#[test]
fn games_of_an_earlier_program_are_opened_and_played_on() {
    let root = tempfile::tempdir().unwrap();
    for left in &LEFT {
        let home = unpack(left, &root.path().join(left.book));
        let (number, opened, _) = open_phase(&home);
        let receipt = write(&home, left, left.report, left.order, opened + 3_600);
        for line in left.on_file {
            assert!(receipt.text.contains(line), "{}: {}", left.book, receipt.text);
        }
        for played in 1..=3 {
            let (_, _, deadline) = open_phase(&home);
            let said = home.run_once(deadline + 86_401);
            assert!(said.contains("phases played: 1"), "{}: {said}", left.book);
            assert_eq!(open_phase(&home).0, number + played, "{}", left.book);
        }
        let replayed = home.output(&["replay", left.game]);
        assert!(replayed.status.success() && words(&replayed).contains("all equal"), "{}", words(&replayed));
    }
}
