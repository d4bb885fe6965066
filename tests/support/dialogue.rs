//! Conversations with the judge, as a player could read them: who mails what when, what each person must and must not
//! receive. Knows the form of the text files and how to hold them against real Maildirs; the form is in
//! `tests/dialogues/README.md`.

mod script;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use adjutant::cli::stage::{Received, Scene, Stage, Written};
use adjutant::desk::House;
use adjutant::game::schedule::{Pace, Rhythm, Timetable};
use adjutant::mail::compose::WIDTH;
use adjutant::mail::{TrustedServer, columns_in};

use super::council;

pub use script::{Deed, Letter, Step, Want, read};

const JUDGE: &str = "judge@adjutant.example";
const GM: &str = "grace@gm.example";
/// The seats of civil-war, each held by a person of its own name unless the dialogue says otherwise.
pub const SEATS: [&str; 7] = ["usa-sc", "usa-east", "usa-west", "usa-trans", "csa-sc", "csa-east", "csa-west"];
/// Monday, 2 March 2026, 12:00 UTC.
const BEGINS: i64 = 1_772_452_800;

/// A dialogue being held.
struct Talk {
    stage: Stage,
    /// Addresses by name.
    people: BTreeMap<String, String>,
    /// How many letters of each person's mailbox were there before the last deed.
    seen: BTreeMap<String, usize>,
    /// Whose letters of the last deed the dialogue has spoken of.
    mentioned: BTreeSet<String>,
    game: String,
    transcript: String,
}

/// Holds the dialogue in `path`; panics where it goes otherwise than written.
pub async fn hold(path: &Path) {
    if let Some(why) = differs(path).await {
        panic!("{why}");
    }
}

/// Holds the dialogue in `path`, and says where an answer is another than written; panics where it cannot go on.
pub async fn differs(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|why| panic!("read {}: {why}", path.display()));
    let folder = tempfile::tempdir().expect("make a folder");
    let server = text.lines().find_map(|line| line.strip_prefix("server "));
    let has_tokens = text.lines().any(|line| line.trim() == "tokens");
    let asks_addresses = text.lines().any(|line| line.trim() == "addresses are asked");
    let is_council = text.lines().any(|line| line.starts_with("council "));
    let scene = if is_council { scene_of_the_council() } else { scene() };
    let mut talk = Talk::begin(folder.path(), scene, server, (has_tokens, asks_addresses)).await;
    for step in read(&text) {
        let at = format!("{}:{}", path.display(), step.line);
        let is_answer = matches!(step.deed, Deed::Expect { .. });
        let is_deed = matches!(step.deed, Deed::Clock(_) | Deed::Mail(_));
        if let Some(why) = talk.check_silence().err().filter(|_| is_deed) {
            return Some(format!("{at}: {why}\n\n{}", talk.newest_letters()));
        }
        match talk.take(&step).await {
            Ok(()) => {}
            Err(why) if is_answer => return Some(format!("{at}: {why}\n\n{}", talk.newest_letters())),
            Err(why) => panic!("{at}: {why}\n\n{}", talk.newest_letters()),
        }
    }
    if let Err(why) = talk.check_silence() {
        return Some(format!("{}: at the end: {why}", path.display()));
    }
    if let Some(why) = talk.first_wide_line() {
        return Some(format!("{}: {why}", path.display()));
    }
    if let Ok(folder) = std::env::var("TRANSCRIPTS") {
        let name = path.file_name().expect("a dialogue has a name");
        std::fs::write(Path::new(&folder).join(name), &talk.transcript).expect("write a transcript");
        for (name, address) in &talk.people {
            for (number, letter) in talk.letters(address).into_iter().enumerate() {
                let file = format!("{}-{name}-{number}.eml", path.file_stem().unwrap_or_default().display());
                std::fs::write(Path::new(&folder).join(file), &letter.raw).expect("write a letter");
            }
        }
    }
    None
}

fn timetable() -> Timetable {
    let rhythm = || Rhythm { cron: "0 20 * * Tue,Fri".to_owned(), least_minutes: 3 * 1440 };
    let kinds = ["turn", "strategic", "tactical", "board", "sheet", "offer", "answer", "lending", "spending", "ceding"];
    Timetable {
        zone: chrono_tz::America::New_York,
        rhythms: kinds.iter().map(|kind| ((*kind).to_owned(), rhythm())).collect(),
        grace_minutes: 1440,
        reminders_minutes: vec![2880, 720, 180],
        pace: Pace::default(),
    }
}

fn scene() -> Scene {
    let (shelf, templates) = (adjutant::books::of_the_house(), Vec::new());
    Scene { judge: JUDGE, gm: ("Grace", GM), timetable: timetable(), shelf, begins: BEGINS, templates }
}

fn scene_of_the_council() -> Scene {
    Scene { shelf: council::shelf(), templates: council::templates(), ..scene() }
}

impl Talk {
    async fn begin(
        root: &Path,
        scene: Scene,
        server: Option<&str>,
        (has_tokens, asks_addresses): (bool, bool),
    ) -> Self {
        let server = server.map(|name| TrustedServer {
            authserv_id: name.trim().to_owned(),
            received_above: 0,
            parents: Vec::new(),
            is_spf_enough: false,
        });
        let arrange = |house: &mut House| {
            house.proof.server = server;
            house.proof.reply_tokens = has_tokens;
            house.proof.confirm_seated = asks_addresses;
            // What is said is compared, and words are drawn faster than pictures.
            house.has_pictures = false;
        };
        let mut stage = Stage::set_up_with(root, scene, [7; 32], arrange).expect("set the stage");
        stage.pass().await.expect("greet the GM");
        let mut people: BTreeMap<String, String> =
            SEATS.iter().map(|seat| ((*seat).to_owned(), format!("{seat}@play.example"))).collect();
        people.insert("gm".to_owned(), GM.to_owned());
        let mut talk = Self {
            stage,
            people,
            seen: BTreeMap::new(),
            mentioned: BTreeSet::new(),
            game: "war".to_owned(),
            transcript: String::new(),
        };
        talk.note_seen();
        talk
    }

    async fn take(&mut self, step: &Step) -> Result<(), String> {
        match &step.deed {
            Deed::Person { name, address } => {
                self.people.insert(name.clone(), address.clone());
                Ok(())
            }
            Deed::Server => Ok(()),
            Deed::Game { name, changes } => self.start_game(name, changes).await,
            Deed::Offices { name, scenario, holders } => self.start_offices(name, scenario, holders).await,
            Deed::Clock(when) => {
                self.next_deed()?;
                let at = self.moment(when)?;
                self.stage.pass_at(at).await.map_err(|why| format!("{why:#}"))?;
                self.record(&format!("===== the clock moves: {when}\n"));
                Ok(())
            }
            Deed::Mail(letter) => {
                self.next_deed()?;
                self.mail(letter).await
            }
            Deed::Expect { people, want } => self.expect(people, want),
        }
    }

    /// What came before must have been spoken of; from here on letters are new.
    fn next_deed(&mut self) -> Result<(), String> {
        self.check_silence()?;
        self.note_seen();
        self.mentioned.clear();
        Ok(())
    }

    fn addresses(&self) -> BTreeSet<String> {
        self.people.values().cloned().collect()
    }

    fn note_seen(&mut self) {
        for address in self.addresses() {
            let count = self.letters(&address).len();
            self.seen.insert(address, count);
        }
    }

    fn letters(&self, address: &str) -> Vec<Received> {
        self.stage.letters(address).expect("read a mailbox")
    }

    fn new_letters(&self, address: &str) -> Vec<Received> {
        let seen = self.seen.get(address).copied().unwrap_or(0);
        self.letters(address).into_iter().skip(seen).collect()
    }

    /// Nobody may have got a letter that the dialogue is silent about.
    fn check_silence(&self) -> Result<(), String> {
        for address in self.addresses() {
            if self.mentioned.contains(&address) {
                continue;
            }
            if let Some(letter) = self.new_letters(&address).first() {
                return Err(format!(
                    "{address} got a letter that nobody speaks of:\n{}\n{}",
                    letter.subject, letter.text
                ));
            }
        }
        Ok(())
    }

    /// A line of a letter that is wider than a screen of letters of one width, but for the address of a page in somebody's words.
    fn first_wide_line(&self) -> Option<String> {
        let is_address = |line: &str| line.trim_start_matches([' ', '|']).split(' ').all(adjutant::mail::is_url);
        let is_wide = |line: &&str| columns_in(line) > WIDTH && !is_address(line);
        self.addresses().iter().flat_map(|address| self.letters(address)).find_map(|letter| {
            let line = letter.text.lines().find(is_wide)?;
            Some(format!("{} columns in \"{}\": {line}", columns_in(line), letter.subject))
        })
    }

    fn newest_letters(&self) -> String {
        let mut shown = String::new();
        for address in self.addresses() {
            for letter in self.new_letters(&address) {
                shown.push_str(&format!("----- to {address}\nSubject: {}\n\n{}\n", letter.subject, letter.text));
            }
        }
        shown
    }

    fn record(&mut self, deed: &str) {
        let letters = self.newest_letters();
        self.transcript.push_str(&format!("{deed}\n{letters}"));
    }

    fn address(&self, name: &str) -> Result<String, String> {
        if name == "judge" {
            return Ok(JUDGE.to_owned());
        }
        if name == "nobody" {
            return Ok("undisclosed-recipients:;".to_owned());
        }
        self.people.get(name).cloned().ok_or_else(|| format!("nobody is called {name}"))
    }

    /// The GM makes a game, fills its seats and starts it; whatever letters that causes are of no interest here.
    async fn start_game(&mut self, name: &str, changes: &[(String, String)]) -> Result<(), String> {
        self.next_deed()?;
        self.game = name.to_owned();
        let mut seats = String::new();
        for seat in SEATS {
            let holder = changes.iter().find(|(changed, _)| changed == seat).map_or(seat, |(_, holder)| holder);
            if holder == "nobody" {
                continue;
            }
            let address = self.address(holder)?;
            seats.push_str(&format!("SEAT {holder} <{address}> AS {seat}\n"));
            self.people.insert(seat.to_owned(), address);
        }
        for (seat, holder) in changes.iter().filter(|(_, holder)| holder == "nobody") {
            self.people.remove(seat);
            debug_assert_eq!(holder, "nobody");
        }
        self.begin_game(name, "civil-war/1861", &seats).await
    }

    /// The same of a book of offices: the people are no others than those named, and all other seats are vacant.
    async fn start_offices(&mut self, name: &str, scenario: &str, holders: &[(String, String)]) -> Result<(), String> {
        self.next_deed()?;
        self.game = name.to_owned();
        SEATS.iter().for_each(|seat| drop(self.people.remove(*seat)));
        let mut seats = String::new();
        for (seat, holder) in holders {
            let address = self.people.entry(holder.clone()).or_insert_with(|| format!("{holder}@play.example"));
            seats.push_str(&format!("SEAT {holder} <{address}> AS {seat}\n"));
        }
        self.begin_game(name, scenario, &seats).await
    }

    async fn begin_game(&mut self, name: &str, scenario: &str, seats: &str) -> Result<(), String> {
        self.say_as_gm("new game", &format!("CREATE {name} FROM {scenario}")).await?;
        self.say_as_gm(&format!("[{name}] seats"), seats).await?;
        self.say_as_gm(&format!("[{name}] go"), "START").await?;
        if self.stage.deadline(name).map_err(|why| format!("{why:#}"))?.is_none() {
            return Err(format!("the game {name} was not started"));
        }
        self.note_seen();
        Ok(())
    }

    /// The number of the last question that was put to somebody.
    fn question(&self, address: &str) -> Result<String, String> {
        let mut letters = self.letters(address).into_iter().rev();
        let found = letters.find_map(|letter| {
            let (_, rest) = letter.text.split_once("Question ")?;
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            (!digits.is_empty()).then_some(digits)
        });
        found.ok_or_else(|| format!("{address} was asked no question"))
    }

    async fn say_as_gm(&mut self, subject: &str, text: &str) -> Result<(), String> {
        let letter = Written {
            from: format!("Grace <{GM}>"),
            subject: subject.to_owned(),
            text: format!("CODE {}\n{text}", self.code_of(GM, 0)?),
            ..Written::default()
        };
        self.stage.mail(&letter).map_err(|why| format!("{why:#}"))?;
        self.stage.pass().await.map_err(|why| format!("{why:#}"))?;
        Ok(())
    }

    /// `+6h`, `deadline`, `deadline -12h`, `2026-03-06 12:00` (UTC).
    fn moment(&self, when: &str) -> Result<i64, String> {
        let (base, rest) = if let Some(rest) = when.strip_prefix("deadline") {
            let deadline = self.stage.deadline(&self.game).map_err(|why| format!("{why:#}"))?;
            (deadline.ok_or("no phase is open")?, rest)
        } else if when.starts_with(['+', '-']) {
            (self.stage.now, when)
        } else {
            let time = chrono::NaiveDateTime::parse_from_str(when, "%Y-%m-%d %H:%M").map_err(|why| why.to_string())?;
            return Ok(time.and_utc().timestamp());
        };
        rest.split_whitespace().try_fold(base, |at, span| Ok(at + script::seconds(span)?))
    }

    async fn mail(&mut self, letter: &Letter) -> Result<(), String> {
        let address = self.address(&letter.from)?;
        let mut written = self.draft(letter, &address)?;
        let owner = letter.code_of.as_ref().map(|owner| self.address(owner)).transpose()?;
        if letter.has_code || letter.has_old_code || owner.is_some() {
            let code = self.code_of(owner.as_ref().unwrap_or(&address), usize::from(letter.has_old_code))?;
            written.text = format!("CODE {code}\n{}", written.text);
        }
        self.stage.gm_shows_code = !letter.is_bare;
        let (_, bytes) = self.stage.write(&written).map_err(|why| format!("{why:#}"))?;
        let arrived = match &letter.arrives {
            Some(when) => self.moment(when)?,
            None => self.stage.now,
        };
        for _ in 0..if letter.is_twice { 2 } else { 1 } {
            self.stage.mail_raw_at(&bytes, arrived).map_err(|why| format!("{why:#}"))?;
        }
        if !letter.is_unread {
            self.stage.pass().await.map_err(|why| format!("{why:#}"))?;
        }
        self.record(&format!("===== {} writes\n{}", letter.from, String::from_utf8_lossy(&bytes).replace('\r', "")));
        Ok(())
    }

    fn draft(&self, letter: &Letter, address: &str) -> Result<Written, String> {
        let mut text = letter.text.join("\n");
        for (place, why, before) in [("{late}", "late", 0), ("{late before}", "late", 1), ("{held}", "held", 0)] {
            if text.contains(place) {
                text = text.replace(place, &self.waiting_letter(address, why, before)?);
            }
        }
        if text.contains("{question}") {
            text = text.replace("{question}", &self.question(address)?);
        }
        if text.contains("{word}") {
            text = text.replace("{word}", &self.word_to_confirm(address, 0)?);
        }
        if text.contains("{code}") {
            text = text.replace("{code}", &self.code_of(address, 0)?);
        }
        if text.contains("{code on two lines}") {
            let code = self.code_of(address, 0)?;
            let (first, second) = code.split_at(code.rfind('-').map_or(0, |dash| dash + 1));
            text = text.replace("{code on two lines}", &format!("{first}\n{second}"));
        }
        if text.contains("{word without dashes}") {
            text = text.replace("{word without dashes}", &self.word_to_confirm(address, 0)?.replace('-', " "));
        }
        if text.contains("{older word}") {
            text = text.replace("{older word}", &self.word_to_confirm(address, 1)?);
        }
        for (name, theirs) in &self.people {
            let place = format!("{{word of {name}}}");
            if text.contains(&place) {
                text = text.replace(&place, &self.word_to_confirm(theirs, 0)?);
            }
            let place = format!("{{code of {name}}}");
            if text.contains(&place) {
                text = text.replace(&place, &self.code_of(theirs, 0)?);
            }
        }
        let answered = self.answered(letter, address)?;
        if let Some(named) = answered.as_ref().and_then(reply_address) {
            text = text.replace("{reply address}", &named);
        }
        if let Some(answered) = &answered {
            let lines: Vec<String> = text.lines().map(|line| with_form(line, &answered.text)).collect();
            text = lines.join("\n");
            let quote: Vec<String> = answered.text.lines().map(|line| format!("> {line}")).collect();
            let quote = format!("On Mon, 2 Mar 2026, Adjutant <{JUDGE}> wrote:\n\n{}", quote.join("\n"));
            text = match letter.quote.as_deref() {
                Some("below") => format!("{text}\n\n{quote}"),
                Some("above") => format!("{quote}\n\n{text}"),
                _ => text,
            };
        }
        let name = letter.sender_name.clone().unwrap_or_else(|| letter.from.clone());
        let addresses = |names: &[String]| names.iter().map(|name| self.address(name)).collect::<Result<Vec<_>, _>>();
        let mut to = addresses(&letter.to)?;
        if let Some(answered) = answered.as_ref().filter(|_| letter.has_reply_address) {
            to.push(reply_address(answered).ok_or("the letter names no address for answers")?);
        }
        Ok(Written {
            from: format!("{name} <{address}>"),
            to,
            cc: addresses(&letter.cc)?,
            subject: match (&letter.titled, &answered) {
                (Some(titled), _) => titled.clone(),
                (None, Some(answered)) => format!("Re: {}", answered.subject),
                (None, None) => letter.subject.clone(),
            },
            text,
            in_reply_to: answered.filter(|_| !letter.is_forged).map(|letter| letter.message_id),
            headers: letter.headers.clone(),
            is_html: letter.is_html,
        })
    }

    /// `Re: words` answers the newest letter with these words in its subject.
    fn answered(&self, letter: &Letter, address: &str) -> Result<Option<Received>, String> {
        let Some(words) = letter.subject.strip_prefix("Re: ") else { return Ok(None) };
        let words = words.to_lowercase();
        let owner = letter.shown.as_ref().map(|owner| self.address(owner)).transpose()?;
        let address = owner.as_deref().unwrap_or(address);
        let found =
            self.letters(address).into_iter().rev().find(|letter| letter.subject.to_lowercase().contains(&words));
        found.map(Some).ok_or_else(|| format!("{address} has no letter about \"{words}\""))
    }

    /// The code in the newest letter that holds one, or another code he was told before it.
    fn code_of(&self, address: &str, before: usize) -> Result<String, String> {
        let letters = self.letters(address);
        let lines = letters.iter().rev().flat_map(|letter| letter.text.lines());
        let mut codes: Vec<&str> = lines.filter_map(|line| line.strip_prefix("  CODE ")).collect();
        codes.dedup();
        codes.get(before).map(|code| (*code).to_owned()).ok_or_else(|| format!("{address} was never told a code"))
    }

    /// The word in the newest letter that asks to confirm something, or in one so many before it.
    fn word_to_confirm(&self, address: &str, before: usize) -> Result<String, String> {
        let letters = self.letters(address);
        let asking = letters.iter().rev().filter(|letter| letter.text.contains("answer with this line"));
        let word = asking
            .flat_map(|letter| letter.text.lines())
            .filter_map(|line| line.strip_prefix("  CONFIRM "))
            .nth(before);
        word.map(str::to_owned).ok_or_else(|| format!("{address} was never asked to confirm anything"))
    }

    /// The number of the last letter that WHO listed as waiting for this reason.
    fn waiting_letter(&self, address: &str, why: &str, before: usize) -> Result<String, String> {
        let letters = self.letters(address);
        let rows = letters.iter().rev().flat_map(|letter| letter.text.lines().rev());
        let is_number = |word: &str| word.bytes().all(|sign| sign.is_ascii_digit());
        let is_row = |line: &&str| {
            let mut words = line.split_whitespace();
            words.next().is_some_and(is_number) && words.next() == Some(why)
        };
        let row = rows.filter(is_row).nth(before);
        let number = row.and_then(|row| row.split_whitespace().next());
        number.map(str::to_owned).ok_or_else(|| format!("WHO listed no {why} letter"))
    }

    fn expect(&mut self, names: &str, want: &Want) -> Result<(), String> {
        let people = self.named(names)?;
        if people.is_empty() && names != "others" {
            return Err(format!("{names} names nobody"));
        }
        for address in people {
            let letters = self.new_letters(&address);
            want.check(&letters).map_err(|why| format!("{address}: {why}"))?;
            self.mentioned.insert(address);
        }
        Ok(())
    }

    /// `csa-*`, `all` (the GM and who holds a seat), `others` (nobody spoken of since the last deed), names with commas.
    fn named(&self, names: &str) -> Result<BTreeSet<String>, String> {
        let mut people = BTreeSet::new();
        for name in names.split(',').map(str::trim) {
            match (name, name.strip_suffix('*')) {
                ("all", _) => {
                    let players =
                        self.people.iter().filter(|(name, _)| *name == "gm" || SEATS.contains(&name.as_str()));
                    people.extend(players.map(|(_, address)| address.clone()));
                }
                ("others", _) => people.extend(self.addresses().difference(&self.mentioned).cloned()),
                (_, Some(prefix)) => {
                    let matching = self.people.iter().filter(|(name, _)| name.starts_with(prefix));
                    people.extend(matching.map(|(_, address)| address.clone()));
                }
                (name, None) => {
                    people.insert(self.address(name)?);
                }
            }
        }
        Ok(people)
    }
}

/// Where a letter of the judge wants answers.
fn reply_address(letter: &Received) -> Option<String> {
    let raw = String::from_utf8_lossy(&letter.raw);
    let head = raw.lines().take_while(|line| !line.is_empty());
    let named = head.filter_map(|line| line.strip_prefix("Reply-To: ")).map(|address| address.trim().to_owned()).next();
    named.map(|address| address.trim_matches(['<', '>']).to_owned())
}

/// `> {form: vote 1 no}`: the order form of a letter, each line behind what stands before the brace, and this in the place of its first
/// line that begins with the same word.
fn with_form(line: &str, letter: &str) -> String {
    let filled =
        line.split_once("{form: ").and_then(|(before, rest)| Some((before, rest.trim_end().strip_suffix('}')?)));
    let Some((before, filled)) = filled else { return line.to_owned() };
    let verb = filled.split(' ').next().unwrap_or_default();
    let begins = |line: &&str| line.trim_start().starts_with("==== Order form");
    let mut form: Vec<&str> = letter.lines().skip_while(|line| !begins(line)).collect();
    let end = form.iter().position(|line| line.trim_start().starts_with("==== End")).map_or(0, |at| at + 1);
    form.truncate(end);
    if let Some(blank) = form.iter_mut().find(|line| line.trim_start().starts_with(verb)) {
        *blank = filled;
    }
    form.iter().map(|line| format!("{before}{line}")).collect::<Vec<_>>().join("\n")
}
