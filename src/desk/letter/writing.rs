//! What a letter causes to be written to people: a session's letters to others, each with a purpose of its own.

use base::facts::Viewer;
use base::game::{Phase, Player, PlayerId, SeatId};

use crate::files::outbox::OutboxLetter;
use crate::files::record::{GameRecord, UntoldPhase};
use crate::files::stop::DeskError;
use crate::letter::deadline_work::{Concern, MovedDeadline};
use crate::letter::session::Session;
use crate::said::calendar::Deadlines;
use crate::said::letters::{Envelope, Told, thread_of, write};
use crate::said::notice::{Note, Notice};

/// Most letters that one letter's press and requests for reports may cause.
const MOST_CAUSED: u32 = 40;

impl Session<'_> {
    /// The letters it has caused so far.
    pub fn letters(&self) -> &[OutboxLetter] {
        &self.decision.letters
    }

    /// Adds a letter that is written already.
    pub fn send(&mut self, letter: OutboxLetter) {
        self.decision.letters.push(letter);
    }

    /// Letters it has caused that are not to leave after all.
    pub fn withhold(&mut self, stays: impl Fn(&OutboxLetter) -> bool) {
        self.decision.letters.retain(stays);
    }

    /// Adds several.
    pub fn send_all(&mut self, letters: impl IntoIterator<Item = OutboxLetter>) {
        self.decision.letters.extend(letters);
    }

    /// Whether this letter has caused as many letters as one may.
    pub fn has_caused_most(&self) -> bool {
        self.letters_written >= MOST_CAUSED
    }

    /// Writes a letter to a viewer of this game.
    pub fn write(
        &mut self,
        viewer: Viewer,
        notice: &Notice,
        told: &[Told],
        envelope: Envelope,
    ) -> Result<(), DeskError> {
        let people = people(self.game.as_ref(), self.reader());
        let letter = write(self.desk.house, self.desk.now, people.iter().copied(), viewer, notice, told, envelope)?;
        self.decision.letters.push(letter);
        Ok(())
    }

    /// Writes a letter to somebody who may have left this game.
    pub fn write_to(
        &mut self,
        reader: &Player,
        viewer: Viewer,
        notice: &Notice,
        envelope: Envelope,
    ) -> Result<(), DeskError> {
        let people = std::iter::once(reader);
        self.decision.letters.push(write(self.desk.house, self.desk.now, people, viewer, notice, &[], envelope)?);
        Ok(())
    }

    /// A purpose of its own for one more letter that this letter causes.
    pub fn purpose(&mut self, what: &str) -> String {
        self.letters_written += 1;
        format!("{what} {} #{}", self.name, self.letters_written)
    }

    /// What [`Session::purpose`] will give next.
    pub fn purpose_to_come(&self, what: &str) -> String {
        format!("{what} {} #{}", self.name, self.letters_written + 1)
    }

    /// Tells the people behind these seats of something a GM did; each person once, but for the writer.
    fn tell_each(
        &mut self,
        seats: &[SeatId],
        title: &str,
        paragraphs: impl Fn(&Player) -> Vec<String>,
    ) -> Result<(), DeskError> {
        let Some(game) = self.game.clone() else { return Ok(()) };
        let mut told = vec![self.writer.id.clone()];
        for seat in seats {
            let Some(player) = game.roster.server_of(seat) else { continue };
            if told.contains(player) {
                continue;
            }
            told.push(player.clone());
            let Some(person) = game.roster.player(player) else { continue };
            let notice = Notice::Notice(Note::of(Some(&game.id), title, paragraphs(person)));
            let mut envelope = Envelope::generated(self.purpose("notice"), Some(&game));
            envelope.thread = thread_of(&game, player);
            envelope.deadlines = self.deadlines_for(person);
            self.write(Viewer::of_player(&game.roster, player), &notice, &[], envelope)?;
        }
        Ok(())
    }

    /// Tells everybody who serves a seat, each in the words made for him. What a game master does the others hear as his deed.
    pub fn tell_players(&mut self, title: &str, paragraphs: impl Fn(&Player) -> Vec<String>) -> Result<(), DeskError> {
        let seats: Vec<SeatId> = match &self.game {
            Some(game) => game.roster.seats().iter().map(|seat| seat.spec.id.clone()).collect(),
            None => Vec::new(),
        };
        self.tell_each(&seats, title, paragraphs)
    }

    /// The deadline of the game is another from now on, or none where this phase has ended: what is written from here on says so
    /// to its reader's calendar.
    pub fn note_deadline(&mut self, ended: Option<Phase>) {
        self.deadline.moved = Some(MovedDeadline { ended, untold: None });
    }

    /// The game went back from the phase that `ended`; `untold` is one whose reports waited.
    pub fn note_going_back(&mut self, ended: Option<Phase>, untold: Option<UntoldPhase>) {
        self.deadline.moved = Some(MovedDeadline { ended, untold });
    }

    /// He is no longer of the game: what is written to him from here on takes its deadline out of his calendar.
    pub fn note_leaver(&mut self, person: &PlayerId) {
        self.deadline.concerns.insert(person.clone(), Concern::Leaves);
    }

    /// Whether this letter takes its writer out of the game.
    pub fn leaves(&self) -> bool {
        self.deadline.leaves(&self.writer.id)
    }

    /// He owes orders that he did not owe before, or does not know the deadline as it is: what is written to him from here on
    /// puts it into his calendar, also when he left before.
    pub fn note_concerned(&mut self, person: &PlayerId) {
        self.deadline.concerns.insert(person.clone(), Concern::Owes);
    }

    /// What a letter to somebody of the game has for his calendar.
    pub fn deadlines_for(&self, reader: &Player) -> Deadlines {
        let told = |game| self.deadline.told_to(reader, game, self.desk.house);
        self.game.as_ref().map_or_else(Deadlines::default, told)
    }
}

/// Whoever comes first is asked for his address: the writer as this letter made him, before what the roster knows.
fn people<'b>(game: Option<&'b GameRecord>, writer: &'b Player) -> Vec<&'b Player> {
    let others = game.into_iter().flat_map(|game| game.roster.players());
    std::iter::once(writer).chain(others).collect()
}
