//! Letters as mail programs write them: orders typed above the quoted report, as plain text and as HTML.

use adjutant::desk::{GameRecord, OutboxLetter, SentLetter};
use adjutant::game::GameId;
use adjutant::mail::{PlainLetter, plain_text};
use lettre::Message;
use lettre::message::MultiPart;
use lettre::message::header::{HeaderName, HeaderValue};

use super::orders::Commander;
use super::{JUDGE, address};

/// A report as its recipient has it, to be answered with orders.
pub struct Root {
    /// The game.
    pub game: GameId,
    /// Whose report it is.
    pub commander: &'static Commander,
    /// The report.
    pub report: PlainLetter,
    /// The report as our outbox knows it.
    pub sent: SentLetter,
}

impl Root {
    /// The report of a commander among the letters of a phase.
    pub fn new(game: &GameRecord, commander: &'static Commander, letters: &[OutboxLetter]) -> Self {
        let ending = format!(" {}", commander.seat);
        let letter = letters.iter().find(|letter| letter.purpose.ends_with(&ending)).expect("a report");
        Self {
            game: game.id.clone(),
            commander,
            report: plain_text(&letter.outgoing.bytes).expect("a letter of ours"),
            sent: SentLetter {
                message_id: letter.outgoing.message_id.clone(),
                purpose: letter.purpose.clone(),
                player: letter.player.clone(),
                game: letter.game.clone(),
                phase: letter.phase,
                revision: 1,
                is_undone: false,
                is_burnt: false,
                written: None,
                token: None,
            },
        }
    }

    /// The answer number `number`: the commander's sheets by turns.
    pub fn answer(&self, number: u64) -> Vec<u8> {
        self.answer_with(number, &self.commander.sheets[(number % 2) as usize])
    }

    /// The answer number `number` with these orders.
    pub fn answer_with(&self, number: u64, orders: &[&str]) -> Vec<u8> {
        let from = address(&self.game, self.commander.seat);
        let quoted: String = self.report.text.lines().map(|line| format!("> {line}\n")).collect();
        let attribution = "On Mon, 2 Mar 2026 at 13:00, Adjutant <judge@adjutant.example> wrote:";
        let typed = format!("Good morning,\n\n{}\n\nRegards\n", orders.join("\n"));
        let text = format!("{typed}\n{attribution}\n\n{quoted}");
        let page = format!(
            "<div dir=\"ltr\">{}</div><br><div class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">{attribution}<br></div>\
             <blockquote class=\"gmail_quote\" style=\"margin:0px 0px 0px 0.8ex\">{}</blockquote></div>",
            as_html(&typed),
            as_html(&self.report.text)
        );
        let id = format!("<answer-{number}@{}.example>", self.game);
        let mut letter = Message::builder()
            .from(from.parse().expect("an address"))
            .to(JUDGE.parse().expect("an address"))
            .subject(format!("Re: {}", self.report.subject))
            .message_id(Some(id))
            .in_reply_to(self.report.message_id.clone())
            .references(self.report.message_id.clone())
            .multipart(MultiPart::alternative_plain_html(text, page))
            .expect("a letter");
        let agent = HeaderName::new_from_ascii_str("X-Mailer");
        letter.headers_mut().insert_raw(HeaderValue::new(agent, "Bench 1.0".to_owned()));
        letter.formatted()
    }
}

fn as_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\n', "<br>\n")
}
