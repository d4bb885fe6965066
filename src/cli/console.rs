//! `adjutant confirm` and `adjutant rotate`: for a game master, or a player, whose proofs are gone.

use clap::Args;

use super::config::Config;
use super::remedy::failure;
use super::run::open_judge;
use daemon::wall_clock;
use desk::{LetterId, Verdict};
use mail::Address;

pub(super) const CONFIRM_EXAMPLES: &str = "\
Example:
  adjutant confirm 4711       when the judge does not run; its next round sends the answers

WHO lists the numbers of letters that wait, and so does `adjutant export`. Be sure, by another way than mail, that the letter is
its writer's: with this nothing is asked any more. It counts by its own arrival, so orders that came too late stay late.";

pub(super) const ROTATE_EXAMPLES: &str = "\
Example:
  adjutant rotate ann@club.example       when the judge does not run; its next round mails the new code

The code of whoever is registered with the address ends, and no letter that he has had proves him any more. The new code goes to
his first registered address: if somebody else reads that one, see to the mailbox first.";

/// What `confirm` is told.
#[derive(Debug, Args)]
pub struct ConfirmArgs {
    /// The number of the letter.
    #[arg(value_name = "LETTER")]
    pub letter: LetterId,
}

/// What `rotate` is told.
#[derive(Debug, Args)]
pub struct RotateArgs {
    /// An address of the person.
    #[arg(value_name = "ADDRESS")]
    pub address: String,
}

/// Lets a letter that waits count.
pub fn confirm(config: &Config, args: &ConfirmArgs) -> anyhow::Result<()> {
    let judge = open_judge(config)?;
    let settled = judge.confirm_waiting(args.letter, wall_clock());
    judge.store().clone().close();
    let what = match settled? {
        Some(Verdict::Late) => "came too late, so its orders do not count; ACCEPT LATE is the game master's",
        Some(_) => "counts; `adjutant run` sends the answers",
        None => {
            let what = format!("confirm letter {}: no letter with this number waits for its writer", args.letter);
            return Err(failure(what, "WHO in a letter of the game master lists the letters that wait"));
        }
    };
    println!("letter {} {what}", args.letter);
    Ok(())
}

/// Ends what proved a person.
pub fn rotate(config: &Config, args: &RotateArgs) -> anyhow::Result<()> {
    let address = Address::parse(args.address.trim()).ok_or_else(|| {
        failure(format!("rotate {}: that is no address", args.address), "write it like ann@club.example")
    })?;
    let judge = open_judge(config)?;
    let store = judge.store().clone();
    let rotated = match store.read().player_by_address(address.as_str())? {
        Some(person) => judge.rotate(&person, wall_clock()).map_err(anyhow::Error::from),
        None => Err(failure(format!("rotate {address}: nobody is registered with it"), "check the address")),
    };
    store.close();
    rotated?;
    println!("{address}: the code has ended and no earlier letter proves anything; `adjutant run` mails the new code");
    Ok(())
}
