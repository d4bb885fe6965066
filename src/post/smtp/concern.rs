//! What a refusal by a mail server is about: this letter, the server for now, or us. The one table of it, by the command
//! that was refused and the reply (RFC 5321, 4.2.2 and 4.3.2) and by the enhanced status code (RFC 3463, with the registry
//! of RFC 5248 and two codes of Exchange Online), and by the words of servers that give no such code. In doubt a letter is
//! kept: one that is tried too often costs a few connections, one that is given up costs a player his report.

use super::super::{Concern, Step};

/// Replies about the conversation and never about a letter: login or TLS is asked for (RFC 4954, 6), or a command is
/// unknown, out of order or has a parameter that is (RFC 5321, 4.2.2).
const OF_THE_CONVERSATION: [u16; 9] = [500, 502, 503, 504, 530, 534, 535, 538, 555];
/// More than the server stores: the letter is too large (RFC 5321, 4.2.2).
const TOO_LARGE: u16 = 552;

/// How servers speak of whether they pass on letters for us, and of who we are to them (Exim, sendmail, qmail, Courier,
/// Postfix). Such a reply is about us, whatever its code and the command.
const OF_RELAYING: [&str; 9] = [
    "relay",
    "rcpthosts",
    "authenticat",
    "auth required",
    "not authorized",
    "not authorised",
    "not logged in",
    "log in first",
    "sender verify",
];
/// How servers speak of what they take us or our letters for. A server that only asks us to wait speaks so of its
/// greylisting, too.
const OF_SPAM: [&str; 11] = [
    "spam",
    "unsolicited",
    "bulk mail",
    "junk",
    "blacklist",
    "blocklist",
    "block list",
    "blocked",
    "dnsbl",
    "reputation",
    "rate limit",
];

/// What a reply is about. `code` is missing when the connection ended without one; `reply` are the server's words behind
/// the code.
pub(super) fn weigh(step: Step, code: Option<u16>, reply: &str) -> Concern {
    // 421: the server closes the connection.
    let Some(code) = code.filter(|code| *code != 421) else { return Concern::Server };
    let status = enhanced(code, reply);
    let words = reply.to_lowercase();
    let speaks_of = |names: &[&str]| step >= Step::Recipient && names.iter().any(|name| words.contains(name));
    let names_the_mailbox = matches!(status, Some((1 | 2, _)));
    if speaks_of(&OF_RELAYING) && !names_the_mailbox {
        return Concern::Us;
    }
    if code < 500 {
        let is_of_server = step <= Step::Sender || matches!(status, Some((3 | 4, _)));
        return if is_of_server { Concern::Server } else { Concern::Letter };
    }
    if OF_THE_CONVERSATION.contains(&code) || speaks_of(&OF_SPAM) && !names_the_mailbox {
        return Concern::Us;
    }
    status.and_then(|(subject, detail)| by_status(step, subject, detail)).unwrap_or_else(|| by_command(step, code))
}

/// Whether a refusal says that the letter is too large: a smaller one may be taken. At RCPT 552 is said of a full mailbox.
pub(super) fn is_of_size(step: Step, code: Option<u16>, reply: &str) -> bool {
    let Some(code) = code.filter(|code| *code >= 500) else { return false };
    match enhanced(code, reply) {
        Some(status) => matches!(status, (2, 3) | (3, 4) | (7, 16)),
        None => code == TOO_LARGE && step != Step::Recipient,
    }
}

/// Where no status code tells more: before the recipient was named, and before a word of the letter was said, a refusal
/// can be about neither.
fn by_command(step: Step, code: u16) -> Concern {
    match step {
        Step::Letter | Step::Recipient | Step::Body => Concern::Letter,
        Step::Data if code == TOO_LARGE => Concern::Letter,
        Step::Connect | Step::Tls | Step::Login | Step::Sender | Step::Data => Concern::Us,
    }
}

/// By subject and detail of the status code; `None` where the command tells more than the code.
fn by_status(step: Step, subject: u16, detail: u16) -> Option<Concern> {
    Some(match (subject, detail) {
        // Address. 7 and 8 are the sender's, and so is any of them at MAIL; 90: our limit of the day (Exchange Online).
        (1, 7 | 8 | 90) => Concern::Us,
        // Mailbox. 3: longer than it takes; 252: we may not send as this sender (Exchange Online).
        (2, 3) => Concern::Letter,
        (2, 252) => Concern::Us,
        (1 | 2, _) if step == Step::Sender => return None,
        (1 | 2, _) => Concern::Letter,
        // Mail system. 4: the letter is too big for it; 5: it is wrongly set up. At RCPT the others are of the recipient's.
        (3, 4) => Concern::Letter,
        (3, 5) => Concern::Us,
        (3, _) if step == Step::Recipient => Concern::Letter,
        (3, _) => Concern::Us,
        // Network and routing: of the recipient's, but for a directory that fails and for congestion, by which Gmail says
        // that our limit of the day is reached.
        (4, 3 | 5) => Concern::Us,
        (4, _) if step == Step::Sender => return None,
        (4, _) => Concern::Letter,
        // Protocol: how we speak. At RCPT some servers say 5.5.0 of an unknown mailbox, and 2 or 4 of an odd address.
        (5, 3) => Concern::Us,
        (5, _) if step == Step::Recipient => Concern::Letter,
        (5, _) => Concern::Us,
        // Content and its conversion.
        (6, _) => Concern::Letter,
        // Policy: whether we may send. 2: a list; 6 and 7: the letter's own integrity; 16: too big; 17 and 18: the mailbox
        // is another person's by now.
        (7, 2 | 6 | 7 | 16 | 17 | 18) => Concern::Letter,
        (7, _) => Concern::Us,
        _ => return None,
    })
}

/// Subject and detail of the status code with which the words of a reply begin, if it fits the reply's own code.
fn enhanced(code: u16, reply: &str) -> Option<(u16, u16)> {
    let first = reply.split_whitespace().next()?;
    let mut numbers = first.split('.').map(|number| number.parse::<u16>().ok());
    let (class, subject, detail) = (numbers.next()??, numbers.next()??, numbers.next()??);
    (class == code / 100 && numbers.next().is_none()).then_some((subject, detail))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reply_is_about_the_letter_the_server_or_us() {
        use Concern::{Letter, Server, Us};
        use Step::{Body, Connect, Data, Login, Recipient, Sender};
        let table = [
            (Connect, 554, "no service here", Us),
            (Connect, 421, "4.7.0 too many connections", Server),
            (Login, 535, "5.7.8 bad credentials", Us),
            (Sender, 550, "5.7.1 Sender address rejected", Us),
            (Sender, 550, "5.1.0 unknown user", Us),
            (Sender, 553, "no such name here", Us),
            (Sender, 451, "4.3.0 try later", Server),
            (Sender, 552, "5.3.4 message size exceeds fixed limit", Letter),
            (Recipient, 550, "5.1.1 no such user", Letter),
            (Recipient, 550, "no such user", Letter),
            (Recipient, 552, "5.2.2 mailbox full", Letter),
            (Recipient, 550, "5.5.0 mailbox unavailable", Letter),
            (Recipient, 550, "5.4.1 recipient address rejected", Letter),
            (Recipient, 550, "5.1.8 sender's domain not found", Us),
            (Recipient, 554, "5.7.1 Relay access denied", Us),
            (Recipient, 503, "5.5.1 need MAIL", Us),
            (Recipient, 450, "4.7.1 greylisted", Letter),
            // Exim, Courier, qmail and sendmail give no status code where they refuse to relay.
            (Recipient, 550, "relay not permitted", Us),
            (Recipient, 513, "Relaying denied.", Us),
            (Recipient, 553, "sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", Us),
            (Recipient, 550, "<ann@club.test>... Relaying denied", Us),
            (Recipient, 454, "4.7.1 <ann@club.test>: Relay access denied", Us),
            (Recipient, 550, "authentication is required", Us),
            (Recipient, 550, "Sender verify failed", Us),
            (Body, 554, "Message rejected as spam", Us),
            (Body, 554, "rejected: listed at a dnsbl", Us),
            // And their neighbours: OpenSMTPD says the same of a mailbox there is not, which no table can tell.
            (Recipient, 550, "Invalid recipient", Letter),
            (Recipient, 550, "5.1.1 no such user; we do not relay", Letter),
            (Recipient, 451, "greylisted to keep out spam", Letter),
            (Data, 554, "no", Us),
            (Data, 550, "5.5.1 protocol error", Us),
            (Data, 550, "5.1.1 no such user", Letter),
            (Body, 550, "5.4.5 Daily user sending limit exceeded", Us),
            (Body, 550, "5.7.60 may not send as this sender", Us),
            (Body, 552, "5.3.4 too big", Letter),
            (Body, 552, "too big", Letter),
            (Body, 554, "5.6.0 malformed", Letter),
            (Body, 554, "rejected", Letter),
            (Body, 550, "5.4.6 too many hops", Letter),
            (Body, 452, "4.3.1 out of space", Server),
        ];
        for (step, code, reply, concern) in table {
            assert_eq!(weigh(step, Some(code), reply), concern, "{step:?} {code} {reply}");
        }
        assert_eq!(weigh(Body, None, "connection lost"), Server);
    }

    #[test]
    fn a_refusal_of_the_size_is_told_from_a_full_mailbox() {
        use Step::{Body, Recipient, Sender};
        for (step, code, reply, is_of_size) in [
            (Sender, 552, "5.3.4 Message size exceeds fixed limit", true),
            (Body, 552, "too big", true),
            (Body, 550, "5.2.3 message too long", true),
            (Recipient, 552, "5.2.2 mailbox full", false),
            (Recipient, 552, "mailbox full", false),
            (Body, 552, "5.2.2 over quota", false),
            (Body, 452, "4.3.4 too big for now", false),
            (Body, 554, "rejected", false),
        ] {
            assert_eq!(super::is_of_size(step, Some(code), reply), is_of_size, "{step:?} {code} {reply}");
        }
        assert!(!super::is_of_size(Body, None, "connection lost"));
    }

    #[test]
    fn a_status_code_is_the_first_word_and_of_the_class_of_its_reply() {
        assert_eq!(enhanced(550, "5.7.1 no"), Some((7, 1)));
        for other in ["", "no 5.7.1", "4.7.1 no", "5.7 no", "5.7.1.9 no", "5.x.1 no", "5.70000.1 no"] {
            assert_eq!(enhanced(550, other), None, "{other}");
        }
    }
}
