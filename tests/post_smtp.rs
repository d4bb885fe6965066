#[path = "support/servers/mod.rs"]
mod servers;
use servers::Servers;
#[test]
fn up() {
    let t = std::time::Instant::now();
    let s = Servers::start(&["gm", "grant"]);
    eprintln!("up after {:?}", t.elapsed());
    s.deliver("grant", b"Subject: x\n\nhello\n");
    eprintln!("{:?}", s.await_letters("grant", 1).len());
    let mut d = servers::Dialogue::open(s.smtp_port);
    d.expect("220");
    d.say("EHLO x");
    d.expect("250");
    d.say("MAIL FROM:<gm@war.test>");
    d.expect("250");
    d.say("RCPT TO:<grant@war.test>");
    d.expect("250");
    d.say("DATA");
    d.expect("354");
    d.say("Subject: y\r\n\r\nhello\r\n.");
    d.expect("250");
    s.await_letters("grant", 2);
    s.append(
        "grant",
        "17-Jul-2026 02:44:25 +0000",
        b"Subject: z\r\n\r\nhello\r\n",
    );
    s.await_letters("grant", 3);
    eprintln!("{:?} {}", t.elapsed(), s.logs());
}
