//! Pictures of ours that an answer encloses again, as mail programs do that quote a page whole. Knows them by their bytes: one
//! that somebody drew on is none.

use std::collections::BTreeSet;

use mail::Picture;

use crate::commands::orders::forms::answered;
use crate::files::stop::Stop;
use crate::letter::session::Session;

/// Passes over the pictures of the letter to this person that this one answers: there is nothing to say of them.
pub fn pass_over_own_pictures(session: &mut Session<'_>) -> Result<(), Stop> {
    let Some(letter) = session.letter() else { return Ok(()) };
    if letter.pictures.is_empty() {
        return Ok(());
    }
    let mut prints: BTreeSet<[u8; 32]> = BTreeSet::new();
    for message_id in answered(letter) {
        let sent = session.desk().files.sent_form(message_id)?;
        // Of what others were sent nobody learns whether he has the same.
        let own = sent.iter().filter(|sent| sent.letter.player == session.writer().id);
        let pictures = own.flat_map(|sent| &sent.forms.pictures);
        prints.extend(pictures.map(|picture| picture.print));
    }
    let (own, others): (Vec<&Picture>, Vec<&Picture>) =
        letter.pictures.iter().partition(|picture| prints.contains(&picture.print));
    let own = own.into_iter().map(|picture| &picture.name);
    let own = own.filter(|name| others.iter().all(|other| &other.name != *name));
    own.for_each(|name| session.pass_over(name.clone()));
    Ok(())
}
