//! A yes alone to a receipt, where one order was proposed to its reader: what he says yes to. Knows numbers, and no order.

use base::order::Request;
use mail::Letter;

use crate::files::proposal::Proposal;
use crate::files::stop::Stop;
use crate::judging::incoming::Incoming;
use crate::letter::receipt::RECEIPT;
use crate::proof::broken::answered_lines;
use crate::proof::matter::requests_of;
use crate::proof::reply::said;
use crate::proof::words::open_acts;
use crate::said::consent::Consent;

/// The letter with the number of the one proposal of the receipt that it answers behind its yes; `None` where it says more, answers no
/// receipt of the open phase, or may mean something else. It is proven as a letter that files is.
pub fn numbered(incoming: Incoming<'_>) -> Result<Option<Letter>, Stop> {
    let Incoming { desk, letter, arrival, writer, about } = incoming;
    let Some((game, phase)) = about.and_then(|game| Some((game, game.phase.as_ref()?))) else { return Ok(None) };
    let open = (phase.number, phase.revision);
    let receipt = desk.answered(letter, writer).filter(|sent| {
        sent.purpose.starts_with(RECEIPT) && sent.game.as_ref() == Some(&game.id) && (sent.phase, sent.revision) == open
    });
    let Some(receipt) = receipt.filter(|_| said(letter, writer) == Some(Consent::Yes)) else { return Ok(None) };
    if !open_acts(desk, &receipt.purpose, writer, arrival.at)?.is_empty() {
        return Ok(None);
    }
    let shown = answered_lines(desk, writer, letter)?;
    let mut proposed = desk.files.proposals(&game.id, &writer.id, open)?.open;
    proposed.retain(|proposal| shown.iter().any(|line| offers(line, proposal)));
    let [proposal] = &proposed[..] else { return Ok(None) };
    let asks = requests_of(letter, about).into_iter().any(|request| !matches!(request, Request::Order(_)));
    Ok((!asks).then(|| with_number(letter, proposal.number)))
}

/// Whether a line of ours offers a proposal: its number, and then its words, as many as the line holds.
fn offers(line: &str, proposal: &Proposal) -> bool {
    let said = line.strip_prefix(&format!("YES {} ", proposal.number));
    let words = said.and_then(|said| said.strip_prefix("files: ").or_else(|| said.strip_prefix("says: ")));
    let is_part = |words: &str, of: &str| !words.is_empty() && (words.starts_with(of) || of.starts_with(words));
    words.is_some_and(|words| is_part(words, &proposal.words) || is_part(words, &proposal.line()))
}

/// The first line that was typed, in the text and in what stands for it in HTML, says the number.
fn with_number(letter: &Letter, number: u32) -> Letter {
    let mut numbered = letter.clone();
    let texts = [Some(&mut numbered.text.lines), numbered.text.html.as_mut()];
    for lines in texts.into_iter().flatten() {
        if let Some(first) = lines.iter_mut().find(|line| !line.trim().is_empty()) {
            *first = format!("YES {number}");
        }
    }
    numbered
}
