//! A war and a quarter in which the judge writes letters of every kind, and which kind a letter is of.

use adjutant::cli::stage::{Received, Written};
use adjutant::daemon::Mailbox;
use adjutant::post::{MaildirSettings, MaildirSink, MaildirSource, Sink, SmtpSettings, SmtpSink, SmtpTls};

use crate::support::club::{Club, GM, unwrapped};
use crate::support::powers;
use crate::support::smtp_trap::{Answer, Server};
use crate::support::war::{War, address};

/// A letter that the judge wrote.
pub struct Sent {
    pub to: String,
    pub letter: Received,
}

/// The kind of what is of no other.
pub const OTHERS: &str = "other answers and notices";

/// The kinds, each with words of its subject and of its text; a letter is of the first kind that fits.
const KINDS: [(&str, &str, &str); 22] = [
    ("a letter in parts", "(part ", ""),
    ("report of a played phase", " played: ", ""),
    ("opening report", "opening: ", ""),
    ("welcome", "welcome", ""),
    ("reminder", "reminder: ", ""),
    ("press", "press from", ""),
    ("question to the game master", "a question for you", ""),
    ("letters to the game master", " to you", ""),
    ("question whether a letter is real", "please confirm a letter", ""),
    ("question whether an address is right", "please confirm your address", ""),
    ("question to a stranger", "please confirm your signon", ""),
    ("answer to a stranger", "", "It answers people it does not know once a day"),
    ("question for a word", "", "CONFIRM "),
    ("receipt of a check", "check", ""),
    ("receipt with a question", "orders, ", "is for the game master to judge"),
    ("receipt with errors", "orders, ", "Line by line"),
    ("receipt", "orders, ", "on file"),
    ("HELP", "help", ""),
    ("STATUS", "status", ""),
    ("MAP", "map, ", ""),
    ("correction", "correction by the GM", ""),
    (OTHERS, "", ""),
];

impl Sent {
    pub fn kind(&self) -> &'static str {
        let told = unwrapped(&self.letter.text);
        let fits =
            |(_, subject, text): &&(&str, &str, &str)| self.letter.subject.contains(subject) && told.contains(text);
        KINDS.iter().find(fits).expect("the last fits all").0
    }
}

/// All kinds there are.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|(kind, ..)| *kind)
}

/// A war of two phases with maps.
pub async fn of_a_war() -> Vec<Sent> {
    let mut war = War::begin_with_pictures().await;
    war.remind().await;
    war.order("usa-sc", "PP East 17, West 15, Trans 5, Naval 0\nCP East 20, West 15, Trans 5, Naval 0").await;
    war.end_phase().await;
    players_write(&mut war).await;
    the_game_master_writes(&mut war).await;
    let mallory = strangers_write(&mut war).await;
    war.remind().await;
    let parts = play_in_parts(&mut war).await;
    war.confirm("ROLLBACK phase=2").await;
    war.confirm("END GAME The Union has won").await;
    let mut sent = of_club(&war, &[&address_more(), mallory]);
    sent.extend(parts);
    sent
}

/// A quarter of Empires in Arms with its charts and worksheets.
pub async fn of_a_quarter() -> Vec<Sent> {
    let mut club = Club::begin_with(&powers::SETUP, true).await;
    for _ in 0..3 {
        club.end_phase().await;
    }
    club.order("austria", "share treasury with Russia").await;
    club.end_phase().await;
    club.command("POST Austria money +87 a gift\nDEBT France TO Spain 61 INFORMAL").await;
    club.order("austria", "buy counters: 1 corps (Zitadelle)\nbuy the moon").await;
    club.order("austria", "PRESS TO prussia: quagmire and no way out").await;
    club.order("britain", "STATUS").await;
    club.remind().await;
    for _ in 0..4 {
        club.end_phase().await;
    }
    of_club(&club, &[])
}

async fn players_write(war: &mut War) {
    war.order("usa-east", "PP 1: enter 1 infantry at Washington\nPP 4: idle").await;
    war.order(
        "usa-east",
        "PP 1: enter 1 infantry at Washington\n\
         If the rebels at Manassas look shaky, attack Manassas with McDowell (reserve 4 CP, 4 PP)",
    )
    .await;
    war.order("csa-east", "PP 1-3: entrench at Nowhere\nPP 4: marsch to Berlin\nPP 5: idle").await;
    war.order("csa-west", "CHECK\nPP 1: idle").await;
    war.order("csa-west", "I am in hospital until the 25th. Can somebody take over?").await;
    war.order("csa-sc", "PRESS TO usa-sc: Grüße aus Köln \u{2013} we shall win, and 100% of Virginia is ours!").await;
    for command in ["HELP", "HELP orders", "STATUS", "SHOW", "MAP Washington 4", "GAMES", "TRACE", "CODE", "CODE NEW"] {
        war.order("usa-west", command).await;
    }
    war.order("usa-trans", &format!("ADDRESS ADD {}", address_more())).await;
    war.order("usa-trans", "YES").await;
    war.order("usa-trans", "RESIGN").await;
    war.order("usa-trans", "SEED seven pelicans over Mobile").await;
    for format in ["html", "text", "text, no maps"] {
        war.order("csa-west", &format!("FORMAT {format}")).await;
        war.order("csa-west", "REPORT").await;
    }
    war.order("csa-west", "FORMAT html").await;
    unproven(war, &address("csa-west"), "[war] orders", "PP 1: idle").await;
}

/// An address that is not registered yet.
fn address_more() -> String {
    "tristan@elsewhere.example".to_owned()
}

async fn the_game_master_writes(war: &mut War) {
    let set = "SET stacks.1427.sp = 3 BECAUSE a reinforcement was forgotten";
    for command in ["WHO", "JOURNAL", set, "PAUSE BECAUSE two of us are travelling", "RESUME", "EXTEND 24h"] {
        war.command(command).await;
    }
    war.command("WHATIF\nAS usa-east\nPP 1-2: idle\nEND").await;
    war.command("PRESS TO usa-sc: Well done.").await;
    war.command("PROCESS").await;
}

/// Who writes is nobody the judge knows.
async fn strangers_write(war: &mut War) -> &'static str {
    let mallory = "mallory@elsewhere.example";
    unproven(war, mallory, "hello", "HELP").await;
    unproven(war, mallory, "hello", "SIGNON war").await;
    mallory
}

/// A letter that proves nobody.
async fn unproven(war: &mut War, from: &str, subject: &str, text: &str) {
    let (from, subject, text) = (from.to_owned(), subject.to_owned(), text.to_owned());
    war.stage.mail(&Written { from, subject, text, ..Written::default() }).unwrap();
    war.stage.now += 60;
    war.stage.pass().await.unwrap();
}

/// A phase is played while the game master has all reports come to him first, and he asks for more than goes to his small
/// server in one letter.
async fn play_in_parts(war: &mut War) -> Vec<Sent> {
    let small = Answer::Say("250-small\r\n250 SIZE 17500\r\n");
    let server = Server::start(move |_, command| command.starts_with("EHLO").then(|| small.clone()));
    let held = war.command("HOLD").await;
    let asked = Written {
        from: GM.to_owned(),
        subject: war.setup.subject("commands"),
        text: "HELP rules all".to_owned(),
        in_reply_to: Some(held.message_id),
        ..Written::default()
    };
    war.stage.mail(&asked).unwrap();
    connect(war, Sink::Smtp(Box::new(SmtpSink::new(plain(&server)).unwrap())));
    war.end_phase().await;
    let players = war.folder().join("players");
    connect(war, Sink::Maildir(MaildirSink::new(&players)));
    war.command("RELEASE").await;
    server.letters().into_iter().map(read).collect()
}

/// From here on letters go another way.
fn connect(war: &mut War, sink: Sink) {
    let (inbox, outbox) = (war.folder().join("judge"), war.folder().join("players"));
    let source = MaildirSource::open(&MaildirSettings { inbox, outbox, limit_bytes: 3_000_000 }).unwrap();
    war.stage.connect(Mailbox::new(Box::new(source)), sink);
}

fn read(raw: Vec<u8>) -> Sent {
    let letter = adjutant::mail::plain_text(&raw).expect("a letter");
    let head = String::from_utf8_lossy(&raw);
    let to = head.lines().find_map(|line| line.strip_prefix("To: ")).expect("a recipient");
    let to = to.rsplit('<').next().expect("an address").trim_end_matches('>').to_owned();
    Sent { to, letter: Received { subject: letter.subject, text: letter.text, message_id: letter.message_id, raw } }
}

/// The way to a server without TLS and login.
pub fn plain(server: &Server) -> SmtpSettings {
    SmtpSettings {
        port: server.port,
        tls: SmtpTls::None,
        hello: "adjutant.example".to_owned(),
        ..SmtpSettings::new("127.0.0.1")
    }
}

/// The letters of all players, the game master, and of others.
fn of_club(club: &Club, others: &[&str]) -> Vec<Sent> {
    let players = club.setup.seats().map(|seat| club.setup.address(seat));
    let people = players.chain([GM.to_owned()]).chain(others.iter().map(|other| (*other).to_owned()));
    let of = |to: String| {
        let letters = club.stage.letters(&to).unwrap();
        letters.into_iter().map(move |letter| Sent { to: to.clone(), letter })
    };
    people.flat_map(of).collect()
}
