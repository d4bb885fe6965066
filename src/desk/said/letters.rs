//! Writing a letter: notice and passages, brief, rendering, recipient, bytes. The one road out.

use serde_json::Value;

use base::facts::{Audience, Brief, Enclosure, Fact, Pictures, Viewer, brief};
use base::game::{GameId, Parts, Player, PlayerId, Role, SeatId, Tone};
use mail::compose::{content_place, message_id, reply_token};
use mail::{Address, Attachment, Auto, Draft, Inline, Stamp, compose};
use report::{Addressed, Enclosed, Grain, Passage, RenderError, Report, address, plain_file, with_answers};
use rules::{Occasion, Table, TableError};

use crate::files::house::House;
use crate::files::outbox::{OutboxLetter, print_token};
use crate::files::record::GameRecord;
use crate::files::stop::DeskError;
use crate::said::calendar::Deadlines;
use crate::said::form_word;
use crate::said::notice::{NoteWithFile, Notice, ReportHead};

/// Where a letter belongs: its purpose, its game and phase, and the thread it continues.
#[derive(Debug, Clone)]
pub struct Envelope {
    /// Unique in the outbox.
    pub purpose: String,
    /// The game.
    pub game: Option<GameId>,
    /// The phase.
    pub phase: u32,
    /// The letter it answers.
    pub in_reply_to: Option<String>,
    /// The purpose of the letter that began the thread, if another one did.
    pub thread: Option<String>,
    /// Why we write.
    pub auto: Auto,
    /// Waits for the GM.
    pub is_held: bool,
    /// For the calendar of its reader, if he wants it.
    pub deadlines: Deadlines,
}

impl Envelope {
    /// A letter that the clock or a GM caused.
    pub fn generated(purpose: String, game: Option<&GameRecord>) -> Self {
        Self {
            purpose,
            game: game.map(|game| game.id.clone()),
            phase: game.map_or(0, GameRecord::phase_number),
            in_reply_to: None,
            thread: None,
            auto: Auto::Generated,
            is_held: false,
            deadlines: Deadlines::default(),
        }
    }
}

/// The purpose of the report that opens a phase for a seat: the root of that phase's thread.
pub fn report_purpose(game: &GameId, label: &str, seat: &SeatId) -> String {
    format!("report {game} {label} {seat}")
}

/// What a rule book adds to a letter: words and enclosures, made of one brief and nothing else.
#[derive(Debug, Clone)]
pub struct Told {
    template: Option<String>,
    brief: Brief<Value>,
    enclosures: Vec<Enclosure>,
    /// A sentence that stands above the words.
    lead: Option<String>,
}

impl Told {
    /// What the book's template `<book>/<name>` says of a brief.
    pub fn words(table: &dyn Table, name: &str, brief: Brief<Value>) -> Self {
        Self { template: Some(format!("{}/{name}", table.book())), brief, enclosures: Vec::new(), lead: None }
    }

    /// The book's report of a brief, with its worksheets, and pictures as its reader has them.
    pub fn report(table: &dyn Table, brief: Brief<Value>, pictures: Pictures) -> Result<Self, TableError> {
        Self::words(table, "report.txt", brief).with_enclosures(table, pictures)
    }

    /// The same words with the worksheets and pictures of their brief.
    pub fn with_enclosures(self, table: &dyn Table, pictures: Pictures) -> Result<Self, TableError> {
        let enclosures = table.pages(&self.brief, &Occasion::Report, pictures)?;
        Ok(Self { enclosures, ..self })
    }

    /// The worksheets and pictures of a brief whose words are said otherwise.
    pub fn enclosures(table: &dyn Table, brief: Brief<Value>, pictures: Pictures) -> Result<Self, TableError> {
        Self::drawn(brief, Vec::new()).with_enclosures(table, pictures)
    }

    /// What was drawn of a brief, without words.
    pub fn drawn(brief: Brief<Value>, enclosures: Vec<Enclosure>) -> Self {
        Self { template: None, brief, enclosures, lead: None }
    }

    /// The same words below a sentence of ours.
    pub fn below(self, sentence: &str) -> Self {
        Self { lead: Some(sentence.to_owned()), ..self }
    }

    /// Whether something of the same name goes with it already.
    pub fn holds(&self, new: &Enclosure) -> bool {
        self.enclosures.iter().any(|held| match (held, new) {
            (Enclosure::Picture(held), Enclosure::Picture(new)) => held.name == new.name,
            (held, new) => held == new,
        })
    }
}

/// Writes one letter to `viewer`, whose brief holds the `notice` and what is `told` by a rule book.
pub fn write<'a>(
    house: &House,
    now: i64,
    people: impl Iterator<Item = &'a Player>,
    viewer: Viewer,
    notice: &Notice,
    told: &[Told],
    envelope: Envelope,
) -> Result<OutboxLetter, DeskError> {
    Ok(write_and_show(house, now, people, viewer, notice, told, envelope)?.0)
}

/// Like [`write`], with the report as it was rendered.
pub fn write_and_show<'a>(
    house: &House,
    now: i64,
    mut people: impl Iterator<Item = &'a Player>,
    viewer: Viewer,
    notice: &Notice,
    told: &[Told],
    envelope: Envelope,
) -> Result<(OutboxLetter, Report), DeskError> {
    let nobody = || DeskError::Nobody { purpose: envelope.purpose.clone() };
    let reader = viewer.reader().ok_or_else(nobody)?.clone();
    let player = people.find(|player| player.id == reader).ok_or_else(nobody)?;
    let dates = Some(&envelope.deadlines).filter(|_| player.format.has_calendar);
    let dates = dates.and_then(|dates| dates.enclosed(house, &viewer, now));
    // What two offices of one person know stands as it would alone; what sides know that are not his is said once.
    let grain = if viewer.role() == Role::Umpire { Grain::Sentences } else { Grain::Sections };
    let own = brief(viewer, &[Fact::new(Audience::Person(reader), notice)]);
    let stamp = Stamp { key: house.key.bytes(), purpose: &envelope.purpose, domain: &house.domain, at: now };
    let word = form_word::word_of(&house.key, notice, &envelope.purpose);
    let mut passages = passages(house, told, word.as_deref())?;
    if matches!(notice, Notice::Report(head) if !head.parts.is_empty()) {
        passages = Passage::each_said_once(passages, grain);
    }
    let mut enclosed = enclosed(house, told, &stamp, player.format.tone)?;
    enclosed.extend(plain_files(notice, own.viewer()));
    enclosed.extend(dates);
    let report = house.renderer.render(notice.template(), own, &passages, enclosed)?;
    let addressed = address(report, std::iter::once(player)).ok_or_else(nobody)?;
    let token = house.proof.reply_tokens.then(|| reply_token(&stamp));
    let outgoing = compose(&draft_for(house, &addressed, &envelope, token.as_deref())?, &stamp)?;
    let letter = OutboxLetter {
        purpose: envelope.purpose,
        player: addressed.player,
        role: addressed.role,
        game: envelope.game,
        phase: envelope.phase,
        is_held: envelope.is_held,
        written: now,
        token: token.as_deref().map(print_token),
        outgoing,
    };
    Ok((letter, addressed.report))
}

/// What the book says. Its forms bear the letter's word; without one they count nowhere.
fn passages(house: &House, told: &[Told], word: Option<&str>) -> Result<Vec<Passage>, RenderError> {
    let passages = told.iter().filter_map(|told| Some((told.template.as_ref()?, told)));
    let said = passages.map(|(template, told)| {
        let passage = house.renderer.passage(template, &told.brief)?;
        let passage = match &told.lead {
            Some(lead) => passage.below(lead),
            None => passage,
        };
        Ok(match word {
            Some(word) => passage.with_form_word(word),
            None => passage,
        })
    });
    said.collect()
}

/// The files that go with a letter.
fn enclosed(house: &House, told: &[Told], stamp: &Stamp<'_>, tone: Tone) -> Result<Vec<Enclosed>, DeskError> {
    let mut enclosed = Vec::new();
    for told in told.iter().filter(|told| !told.enclosures.is_empty()) {
        enclosed.push(house.renderer.enclose(&told.brief, &told.enclosures, &content_place(stamp), tone)?);
    }
    Ok(enclosed)
}

/// What is too long for a letter's text, as a file: what many seats gave to the dice, reports that wait.
fn plain_files(notice: &Notice, viewer: &Viewer) -> Option<Enclosed> {
    match notice {
        Notice::Report(ReportHead { seed_file: Some(file), played, .. }) => {
            let of = played.as_deref().unwrap_or("the opening");
            let sentence = format!("The file {}.txt has what each seat gave to the dice of {of}.", file.name);
            Some(plain_file(viewer.clone(), &file.name, sentence, &file.lines))
        }
        Notice::WithFile(NoteWithFile { name, sentence, text, .. }) => {
            Some(plain_file(viewer.clone(), name, sentence.clone(), text))
        }
        _ => None,
    }
}

/// Longer Message-IDs of others do not fit into a header line of ours.
const LONGEST_QUOTED_ID: usize = 250;

/// The letter as its reader wants it.
fn draft_for(
    house: &House,
    addressed: &Addressed,
    envelope: &Envelope,
    token: Option<&str>,
) -> Result<Draft, DeskError> {
    let mut draft = draft(house, &addressed.to, &addressed.name, &addressed.report, envelope)?;
    draft.reply_to = token.and_then(|token| house.address.tagged(token));
    match addressed.format.parts {
        Parts::Text => draft.html = None,
        Parts::Html => draft.text.clear(),
        Parts::Both => {}
    }
    Ok(draft)
}

fn draft(house: &House, to: &Address, name: &str, report: &Report, envelope: &Envelope) -> Result<Draft, DeskError> {
    let root = envelope
        .thread
        .as_ref()
        .map(|purpose| message_id(&Stamp { key: house.key.bytes(), purpose, domain: &house.domain, at: 0 }));
    // An id too long to be quoted is not quoted; the letter is answered all the same.
    let answered = envelope.in_reply_to.clone().filter(|id| id.len() <= LONGEST_QUOTED_ID);
    let in_reply_to = answered.clone().or_else(|| root.clone());
    let mut references: Vec<String> = root.into_iter().collect();
    references.extend(answered.filter(|id| !references.contains(id)));
    let (pictures, attachments) = files(report);
    Ok(Draft {
        to: to.clone(),
        to_name: Some(name.chars().filter(|c| !c.is_control()).collect()).filter(|name: &String| !name.is_empty()),
        from: house.address.clone(),
        from_name: house.name.clone(),
        subject: report.subject().to_owned(),
        text: report.text().to_owned(),
        html: Some(with_answers(report.html(), report.subject(), house.address.as_str())),
        in_reply_to,
        references,
        auto: envelope.auto,
        reply_to: None,
        list: envelope.game.as_ref().map(GameId::to_string),
        pictures,
        attachments,
    })
}

/// The pictures that the page shows, and the files beside it.
fn files(report: &Report) -> (Vec<Inline>, Vec<Attachment>) {
    let (mut pictures, mut attachments) = (Vec::new(), Vec::new());
    for file in report.files() {
        let attachment = Attachment { name: file.name.clone(), mime: file.media.to_owned(), bytes: file.bytes.clone() };
        match &file.shown {
            Some(shown) => pictures.push(Inline { content_id: shown.content_id.clone(), file: attachment }),
            None => attachments.push(attachment),
        }
    }
    (pictures, attachments)
}

/// The thread of a person in the open phase: that of his first seat's report.
pub fn thread_of(game: &GameRecord, player: &PlayerId) -> Option<String> {
    let phase = game.phase.as_ref()?;
    let first = game.roster.seats_of(player).into_iter().next();
    let seat = first.or_else(|| game.roster.is_gm(player).then(SeatId::gm))?;
    Some(report_purpose(&game.id, &phase.label(), &seat))
}
