//! What is read of a decoded text: the typed lines, and the notes on the rest.

use std::time::{Duration, Instant};

use adjutant::mail::visible::read_plain;
use adjutant::mail::{Note, VisibleText};
use proptest::prelude::*;

const TYPED: &str = "PP 1: move Grant to Paducah";
const QUOTED: &str = "PP 2: surrender Cairo";

fn typed(text: &str) -> Vec<String> {
    read_plain(text).lines
}

/// Typed text above, an original below: only the first is read.
fn assert_cut(below: &str) -> VisibleText {
    let visible = read_plain(&format!("{TYPED}\n\n{below}"));
    assert_eq!(visible.lines, [TYPED], "{below}");
    visible
}

#[test]
fn marked_quotes_are_left_out_and_text_between_them_stays() {
    let visible = read_plain(&format!("> {QUOTED}\n{TYPED}\n>> deeper\n| {QUOTED}\nPP 3: hold\nJD> {QUOTED}"));
    assert_eq!(visible.lines, [TYPED, "PP 3: hold"]);
    assert_eq!(visible.notes, [Note::QuoteLeftOut(4)]);
}

#[test]
fn names_of_supercite_count_only_as_a_habit() {
    assert_eq!(typed(&format!("{TYPED}\nRichard> a\nRichard> b\nRichard> c")), [TYPED]);
    assert_eq!(typed("Cairo> Paducah"), ["Cairo> Paducah"]);
}

#[test]
fn attributions_in_many_languages_are_cut_with_their_quote() {
    for line in [
        "On Mon, Apr 2, 2012 at 6:26 PM, Judge <judge@example.org> wrote:",
        "On 2 Apr 2012, at 18:26, Judge wrote:",
        "On Tue, 2011-03-01 at 18:02 +0530, Judge wrote:",
        "At 6/16/2016 08:32 PM, you wrote:",
        "Le 4 janv. 2016 \u{e0} 19:03, Judge <judge@example.org> a \u{e9}crit :",
        "Am 03.02.2016 3:35 nachm. schrieb Judge <judge@example.org>:",
        "Judge <judge@example.org> schrieb am Fr., 28. Apr. 2017 um 11:53 Uhr:",
        "Il giorno 26 marzo 2016 alle 13.16 Judge <judge@example.org> ha scritto:",
        "El jueves, 21 de noviembre de 2013, Judge escribi\u{f3}:",
        "Em 2 de fevereiro de 2015 10:58, Judge <judge@example.org> escreveu:",
        "Op 2 feb. 2015 om 05:28 heeft Judge <judge@example.org> het volgende geschreven:",
        "Den 15. jun. 2016 kl. 20.42 skrev Judge <judge@example.org>:",
        "Dnia 14 lip 2015 o godz. 00:25 Judge <judge@example.org> napisa\u{142}(a):",
        "20 \u{43e}\u{43a}\u{442}. 2016 \u{433}. 19:37 Judge <judge@example.org> \u{43d}\u{430}\u{43f}\u{438}\u{441}\u{430}\u{43b}:",
        "2016-10-24 15:36 GMT+02:00 Judge <judge@example.org>:",
        "\u{5728} 2016\u{5e74}12\u{6708}12\u{65e5}\u{ff0c}\u{4e0b}\u{5348}8:45\u{ff0c}Judge <judge@example.org> \u{5199}\u{9053}\u{ff1a}",
        "Judge <judge@example.org> wrote:",
    ] {
        assert_eq!(
            typed(&format!("{TYPED}\n\n{line}\n\n> {QUOTED}\n\nPP 3: hold")),
            [TYPED, "", "PP 3: hold"],
            "{line}"
        );
        assert_cut(&format!("{line}\n\n{QUOTED}\n"));
    }
}

#[test]
fn wrapped_attributions_are_one() {
    for lines in [
        "On Mon, Apr 2, 2012 at 6:26 PM, Judge <judge@example.org>\nwrote:",
        "On Mon, Apr 2, 2012 at 6:26 PM, The Judge of All Games <\njudge@example.org> wrote:",
        "Le 4 janv. 2016 19:03, \"Judge\"\n<judge@example.org>\na \u{e9}crit :",
        "Op 16 aug. 2014 05:13 schreef \"Judge\" <judge@example.org> het\nvolgende geschreven:",
    ] {
        assert_cut(&format!("{lines}\n> {QUOTED}"));
        assert_cut(&format!("{lines}\n{QUOTED}"));
    }
}

#[test]
fn typed_lines_right_above_an_attribution_stay() {
    for above in [TYPED, "On Monday we attack", "Hello"] {
        for line in [
            "On Mon, Apr 2, 2012 at 6:26 PM, Judge <judge@example.org> wrote:",
            "Judge <judge@example.org> schrieb am Fr., 28. Apr. 2017 um 11:53 Uhr:",
            "> On 22 Aug 2015, at 19:21, Judge <judge@example.org> wrote:",
        ] {
            assert_eq!(typed(&format!("{above}\n{line}\n> {QUOTED}")), [above], "{line}");
        }
    }
}

#[test]
fn originals_without_marks_are_cut_to_the_end() {
    for head in [
        "-----Original Message-----\nFrom: Judge",
        "-------- Urspr\u{fc}ngliche Nachricht --------\nVon: Judge",
        "*-------- Original Message --------*",
        "From: Judge <judge@example.org>\nSent: Monday, April 2, 2012 5:49 PM\nTo: Alice\nSubject: [g7] Report",
        "*From:* Judge\n*Sent:* 2016-01-27\n*To:* Alice\n*Subject:* Report",
        "________________________________\nFrom: Judge <judge@example.org>\nSent: 28 January 2016 8:16 p.m.\nTo: Alice\nSubject: x",
        "Von: Judge\nGesendet: Donnerstag, 11. Februar 2016 11:23\nAn: Alice\nBetreff: Bericht",
        "De : Judge <judge@example.org>\nEnvoy\u{e9} : lundi 2 avril 2012\n\u{c0} : Alice\nObjet : Rapport",
        "Da: Judge\nInviato: gioved\u{ec} 8 ottobre 2015 15:26\nA: Alice\nOggetto: Rapporto",
        "Subject: x\nFrom: judge@example.org\nTo: alice@example.org\nDate: Mon, 2 Apr 2012 17:44:22 +0400",
    ] {
        let visible = assert_cut(&format!("{head}\n\n{QUOTED}\nPP 3: hold\n"));
        assert!(matches!(visible.notes[..], [Note::OriginalLeftOut(_)]), "{head}: {:?}", visible.notes);
    }
}

#[test]
fn forwarded_letters_are_cut_and_named_so() {
    for head in [
        "---------- Forwarded message ---------",
        "Begin forwarded message:",
        "-------- Weitergeleitete Nachricht --------",
        "---------- Message transf\u{e9}r\u{e9} ----------",
    ] {
        let visible = assert_cut(&format!("{head}\nFrom: Bob\n\n{QUOTED}"));
        assert!(matches!(visible.notes[..], [Note::ForwardLeftOut(_)]), "{head}");
    }
}

#[test]
fn signatures_are_cut() {
    for mark in ["-- ", "--", "\u{2014}"] {
        let visible = assert_cut(&format!("{mark}\nGeneral Grant\n{QUOTED}"));
        assert_eq!(visible.notes, [Note::SignatureLeftOut(3)]);
    }
}

#[test]
fn lines_of_telephones_and_companies_are_left_out() {
    for line in [
        "Sent from my iPhone",
        "Sent from my Samsung Galaxy smartphone.",
        "Get Outlook for Android<https://aka.ms/x>",
        "Von meinem iPhone gesendet",
        "Envoy\u{e9} de mon iPhone",
        "This email and any attachments are confidential and intended solely for the addressee.",
        "This email has been checked for viruses by Avast antivirus software.",
        "_______________________________________________\ngame mailing list\nhttps://lists.example.org/game",
    ] {
        let visible = assert_cut(line);
        assert!(matches!(visible.notes[..], [Note::FooterLeftOut(_)]), "{line}: {:?}", visible.notes);
    }
}

#[test]
fn a_banner_above_the_orders_costs_only_itself() {
    let banner = "CAUTION: This email originated from outside of the organization.\nDo not click links.";
    assert_eq!(typed(&format!("{banner}\n\n{TYPED}")), [TYPED]);
}

#[test]
fn no_quoted_line_completes_a_banner_a_footer_or_a_header() {
    for (above, quoted) in [
        ("This message from you", "| is strictly confidential"),
        ("External help is on its way.", "> | virus"),
        ("____", "> | see https://lists.example/"),
        ("____", "| mailing list"),
        ("On 2 March 2026 I wait for the answer", "| Lee <lee@x.example> wrote:"),
        ("On 2 March 2026 I wait for <lee", "> | x@lists.example> wrote:"),
        ("From: Cairo\nSubject: PP 4", "| To: lee@x.example"),
    ] {
        let text = format!("{above}\n{quoted}\n{TYPED}\nPP 4: hold\n\nREADY\n");
        let want: Vec<&str> = above.lines().chain([TYPED, "PP 4: hold", "", "READY"]).collect();
        assert_eq!(typed(&text), want, "{above}");
    }
}

#[test]
fn what_may_have_been_typed_among_lines_left_out_is_kept_apart() {
    use adjutant::mail::{Doubtful, Mark};
    let lines = |lines: &[&str]| lines.iter().map(|line| line.to_string()).collect::<Vec<_>>();
    let of = |mark, head: &[&str], below: &[&str]| Doubtful { mark, head: lines(head), below: lines(below) };
    let doubtful = |text: &str| read_plain(text).doubtful;
    let banner = "Confidential, for the judge alone!\nPP 3: hold";
    assert_eq!(
        doubtful(&format!("{banner}\n\nREADY")),
        [of(Mark::Banner, &["Confidential, for the judge alone!", "PP 3: hold"], &[])]
    );
    assert_eq!(
        doubtful("a\n--\nGrant\n> theirs\n____\nmailing list\nSTATUS"),
        [of(Mark::Signature, &["--"], &["Grant"]), of(Mark::Footer, &["____"], &["mailing list", "STATUS"])]
    );
    let lookalike = ["PRESS TO usa-east: until 6 March 2026", "PRESS TO usa-sc: ann@holiday.example", "PP 4: hold"];
    assert_eq!(
        doubtful(&format!("a\n\n{}\n\nREADY", lookalike.join("\n"))),
        [of(Mark::Header, &lookalike, &["READY"])]
    );
    // One that is certain hides nothing of the writer's, and what is quoted is none.
    assert_eq!(doubtful(&format!("a\n> {QUOTED}\n\n-----Original Message-----\n{QUOTED}\n--\n{QUOTED}")), []);
    let header = ["From: J <j@x.example>", "Sent: 2 March 2026", "To: A", "Subject: b"];
    assert_eq!(doubtful(&format!("a\n\n{}\n\nREADY", header.join("\n"))), [of(Mark::Header, &header, &[])]);
}

#[test]
fn orders_that_look_a_little_like_mail_stay() {
    for line in [
        "Sent from my depot at Cairo: 2 SP",
        "From: Cairo",
        "From: Cairo\nTo: Paducah\nForce: 3 SP",
        "On PP 3 Grant moves to Paducah, as I wrote:",
        "At 3 pulses, move 2 SP",
        "A: move Grant\nDe: hold",
        "-----",
        "PRESS TO usa-east: he wrote to me",
        "PP 1-3: A -> B",
        "- PP 1: hold\n* PP 2: hold\n1. PP 3: hold",
        "This message contains my orders:",
    ] {
        let text = format!("{line}\n{TYPED}");
        let want: Vec<&str> = text.lines().collect();
        assert_eq!(typed(&text), want, "{line}");
    }
}

#[test]
fn a_letter_with_nothing_typed_says_so() {
    assert_eq!(read_plain("").notes, [Note::NothingReadable]);
    assert_eq!(read_plain("> a\n> b\n").notes, [Note::QuoteLeftOut(2), Note::NothingReadable]);
}

#[test]
fn clear_signed_text_is_read_without_its_armour() {
    let text = format!(
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n{TYPED}\n- - a bullet\n-----BEGIN PGP SIGNATURE-----\nxyz\n-----END PGP SIGNATURE-----"
    );
    assert_eq!(typed(&text), [TYPED, "- a bullet"]);
    assert_eq!(read_plain("-----BEGIN PGP MESSAGE-----\nxyz").notes, [Note::Encrypted, Note::NothingReadable]);
}

#[test]
fn hostile_texts_take_no_long_time() {
    for text in [
        "\n".repeat(900_000),
        "On 2 Apr 2012 at 18:26\n".repeat(40_000),
        "From: a@b.c\n".repeat(80_000),
        "this email\n".repeat(80_000),
        "a@b ".repeat(200_000),
        "12:30 ".repeat(150_000),
        "x wrote:\n".repeat(100_000),
        "_____\n".repeat(150_000),
        "a> b\n".repeat(180_000),
    ] {
        let start = Instant::now();
        read_plain(&text);
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}: {:?}", &text[..9], start.elapsed());
    }
}

proptest! {
    #[test]
    fn nothing_quoted_is_ever_read(above in "[A-Z][a-z0-9 ]{0,40}", quoted in "[ -~]{0,60}", mark in "[>|]") {
        let text = format!("{above}\n{mark} {quoted}\n{mark}{mark} {quoted}\n");
        let lines = typed(&text);
        prop_assert_eq!(lines, vec![above.trim_end().to_owned()]);
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,200}", glue in "[\n\r\t>|:@<-]{0,9}") {
        let mixed: String = text.chars().flat_map(|c| [c].into_iter().chain(glue.chars())).collect();
        let visible = read_plain(&mixed);
        prop_assert!(visible.lines.iter().all(|line| !line.contains(['\n', '\r', '\t'])));
    }
}

#[test]
fn a_line_end_that_is_none_frees_nothing_from_its_mark() {
    for end in ["\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}", "\r"] {
        for mark in ["> ", ">", "| ", "JD> ", "  > ", "- > "] {
            let text = format!("{TYPED}\n{mark}theirs{end}{QUOTED}{end}{QUOTED}\nPP 3: hold");
            let signed = format!("-----BEGIN PGP SIGNED MESSAGE-----\n\n{text}\n-----BEGIN PGP SIGNATURE-----\n\nx\n");
            let read = typed(if mark.starts_with('-') { &signed } else { &text });
            assert_eq!(read, [TYPED, "PP 3: hold"], "{end:?} {mark:?}");
        }
        // What somebody pastes from a program that has such line ends is several lines.
        assert_eq!(typed(&format!("{TYPED}{end}PP 3: hold")), [TYPED, "PP 3: hold"], "{end:?}");
    }
}
