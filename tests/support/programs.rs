//! Mail programs for terminals, driven by a script: each opens a letter, answers it with what its user types and fills in, and
//! hands the answer to what stands for sendmail.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// What its user does in the editor: types an order where the text begins (below the header, where a program shows that) and
/// puts another into the first form line that is all blanks.
const EDITOR: &str = r#"#!/bin/sh
for file; do :; done
awk -v typed="$TYPED" -v filled="$FILLED" '
    NR == 1 && !/^From: / { print typed; print ""; is_typed = 1 }
    !is_filled && /PP ____: ____/ { sub(/PP ____: ____/, filled); is_filled = 1 }
    { print }
    !is_typed && /^--------$/ { print typed; print ""; is_typed = 1 }
' "$file" >"$file.new" && cat "$file.new" >"$file" && rm "$file.new"
"#;

const SENDMAIL: &str = "#!/bin/sh\ncat >HOME/sent\n";

/// nmh asks what now, and its user edits and sends.
const EDIT_AND_SEND: &str = "#!/bin/sh\nHOME/editor \"$mhdraft\" && \
                       /usr/bin/mh/send -mts sendmail/pipe -sendmail HOME/sendmail \"$mhdraft\"\n";

/// Settings of mutt and neomutt that say who writes and where things are; all else is as usual. `push` presses the keys.
const MUTTRC: &str = r#"set mbox_type=Maildir folder=HOME spoolfile=HOME/inbox record="" sendmail=HOME/sendmail
set editor=HOME/editor from=ADDRESS realname=Emil include=yes autoedit fast_reply
push "<last-entry><reply><send-message><exit>"
"#;

const MAILRC: &str = "set mta=HOME/sendmail VISUAL=HOME/editor from=ADDRESS quote sendwait\n";

const MH_PROFILE: &str = "Path: HOME/mh\nLocal-Mailbox: Emil <ADDRESS>\n";

/// A mail program.
pub struct Program {
    pub name: &'static str,
    /// How it answers the only letter in `inbox`, in a shell whose HOME has everything.
    command: &'static str,
    /// More lines of its settings.
    settings: &'static str,
}

/// Those of Debian that need no window. mutt and neomutt want a terminal, which `script` gives them.
pub const PROGRAMS: &[Program] = &[
    Program { name: "mutt", command: "script -qec 'mutt -n -F $HOME/muttrc' /dev/null", settings: "" },
    Program {
        name: "mutt, flowed",
        command: "script -qec 'mutt -n -F $HOME/muttrc' /dev/null",
        settings: "set text_flowed\n",
    },
    Program { name: "neomutt", command: "script -qec 'neomutt -n -F $HOME/muttrc' /dev/null", settings: "" },
    Program {
        name: "s-nail",
        command: "printf 'reply 1\\n~v\\n~.\\nquit\\n' | s-nail -:u -# -f $HOME/inbox",
        settings: "",
    },
    Program {
        name: "nmh",
        command: "/usr/bin/mh/repl -filter mhl.reply -whatnowproc $HOME/edit-and-send +inbox 1",
        settings: "",
    },
];

/// Who answers, and what he writes.
pub struct Answerer {
    pub address: String,
    pub typed: &'static str,
    pub filled: &'static str,
}

impl Answerer {
    /// The answer to a letter as the program hands it to sendmail.
    pub fn answer(&self, program: &Program, letter: &[u8]) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path();
        self.furnish(home, program, letter);
        let mut shell = Command::new("timeout");
        shell.args(["30", "sh", "-c", program.command]).current_dir(home).stdin(Stdio::null());
        shell.env("HOME", home).env("MAILRC", home.join("mailrc")).env("TERM", "xterm").env("LC_ALL", "C.UTF-8");
        shell.env("MH", home.join("mh_profile")).env("TYPED", self.typed).env("FILLED", self.filled);
        let done = shell.output().unwrap();
        let said = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
        fs::read(home.join("sent"))
            .unwrap_or_else(|_| panic!("{} sent nothing; tests/install brings it: {said}", program.name))
    }

    /// A home with the letter, as a server of Unix keeps it, in a Maildir and in a folder of MH.
    fn furnish(&self, home: &Path, program: &Program, letter: &[u8]) {
        for folder in ["inbox/new", "inbox/cur", "inbox/tmp", "mh/inbox"] {
            fs::create_dir_all(home.join(folder)).unwrap();
        }
        let letter = String::from_utf8(letter.to_vec()).expect("ASCII").replace("\r\n", "\n");
        for file in ["inbox/cur/1.1.home:2,S", "mh/inbox/1"] {
            fs::write(home.join(file), &letter).unwrap();
        }
        let place = |text: &str| text.replace("HOME", home.to_str().unwrap()).replace("ADDRESS", &self.address);
        fs::write(home.join("muttrc"), place(program.settings) + &place(MUTTRC)).unwrap();
        fs::write(home.join("mailrc"), place(MAILRC)).unwrap();
        fs::write(home.join("mh_profile"), place(MH_PROFILE)).unwrap();
        for (name, text) in [("editor", EDITOR), ("sendmail", SENDMAIL), ("edit-and-send", EDIT_AND_SEND)] {
            fs::write(home.join(name), place(text)).unwrap();
            fs::set_permissions(home.join(name), fs::Permissions::from_mode(0o755)).unwrap();
        }
    }
}
