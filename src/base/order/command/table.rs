//! Every command of players and game masters, a row each.

use super::appoint::parse_appoint;
use super::parse::*;
use super::yes::{is_turned_round, numbers_behind_yes};
use super::{Command, CommandSpec, Giver};

/// Every command.
pub const COMMANDS: &[CommandSpec] = &[
    CommandSpec {
        name: "HELP",
        giver: Giver::Player,
        usage: "HELP [topic]",
        summary: "What you can write to the judge; with a topic, one command, the orders or the rules of your game.",
        example: "HELP orders",
        parse: parse_help,
    },
    CommandSpec {
        name: "STATUS",
        giver: Giver::Player,
        usage: "STATUS",
        summary: "Where the game stands: the phase, the deadline, your seats and what is on file for them.",
        example: "STATUS",
        parse: |rest| bare(rest, Command::Status),
    },
    CommandSpec {
        name: "SEATS",
        giver: Giver::Player,
        usage: "SEATS",
        summary: "The seats of your side, who serves them and which are vacant, and how PRESS names them.",
        example: "SEATS",
        parse: |rest| bare_command(rest, Command::Seats),
    },
    CommandSpec {
        name: "SETTINGS",
        giver: Giver::Player,
        usage: "SETTINGS",
        summary: "How the game is timed, and what was chosen for it: deadlines, grace, reminders, options of its book.",
        example: "SETTINGS",
        parse: |rest| bare_command(rest, Command::Settings),
    },
    CommandSpec {
        name: "CHECK",
        giver: Giver::Player,
        usage: "CHECK [order]",
        summary: "Makes the whole letter a dry run: everything is checked and answered, nothing is put on file.",
        example: "CHECK",
        parse: parse_check,
    },
    CommandSpec {
        name: "SHOW",
        giver: Giver::Player,
        usage: "SHOW",
        summary: "Your orders on file, with their numbers and what they leave to spend.",
        example: "SHOW",
        parse: |rest| bare(rest, Command::Show),
    },
    CommandSpec {
        name: "ADD",
        giver: Giver::Player,
        usage: "ADD [order]",
        summary: "Adds the orders of this letter to those on file instead of replacing them.",
        example: "ADD PP 8: enter 1 infantry at Cairo",
        parse: |rest| Ok(Command::Add { order: order_behind(rest) }),
    },
    CommandSpec {
        name: "CANCEL",
        giver: Giver::Player,
        usage: "CANCEL n[, n] | ALL",
        summary: "Takes orders off the file, by their numbers on your last receipt.",
        example: "CANCEL 4",
        parse: parse_cancel,
    },
    CommandSpec {
        name: "RESTORE",
        giver: Giver::Player,
        usage: "RESTORE",
        summary: "Puts orders back on file that your last letter took off it, as far as they do not stand against those on \
                  file now.",
        example: "RESTORE",
        parse: |rest| bare(rest, Command::Restore),
    },
    CommandSpec {
        name: "YES",
        giver: Giver::Player,
        usage: "YES n[, n]",
        summary: "Files orders that the judge proposed for lines it could not read, by the numbers before them: as if you had \
                  typed them below ADD. An older order that one of them stands against goes.",
        example: "YES 4",
        parse: |rest| match numbers_behind_yes(rest) {
            Some(numbers) => Ok(Command::Yes { numbers }),
            None if is_turned_round(rest) => {
                Err("the numbers alone, without a word that turns the yes round: YES 4".to_owned())
            }
            None => Err(NOT_A_COMMAND.to_owned()),
        },
    },
    CommandSpec {
        name: "PRESS",
        giver: Giver::Player,
        usage: "PRESS TO seat[, seat]: text",
        summary: "Sends the text to other seats without showing addresses; the GM gets a copy. It runs to the next \
                  empty line, or, when nothing follows the colon, to a line END.",
        example: "PRESS TO usa-west: please hold Cairo.",
        parse: parse_press,
    },
    CommandSpec {
        name: "REPORT",
        giver: Giver::Player,
        usage: "REPORT [phase] [OF seat]",
        summary: "Your report once more: the last one, or that of a phase by its number; OF brings that of one seat of \
                  several alone.",
        example: "REPORT 3",
        parse: parse_report,
    },
    CommandSpec {
        name: "CODE",
        giver: Giver::Player,
        usage: "CODE [NEW]",
        summary: "Your code once more, sent to your registered address. A line CODE with your code proves a letter yours. \
                  CODE NEW ends the present one and makes another.",
        example: "CODE",
        parse: parse_code,
    },
    CommandSpec {
        name: "ADDRESS",
        giver: Giver::Player,
        usage: "ADDRESS ADD|REMOVE address",
        summary: "Registers one more mail address of yours, or takes one away; both sides are asked to confirm.",
        example: "ADDRESS ADD ann@new.example",
        parse: parse_address,
    },
    CommandSpec {
        name: "GAMES",
        giver: Giver::Player,
        usage: "GAMES",
        summary: "The games of this judge, and which seats are free.",
        example: "GAMES",
        parse: |rest| bare(rest, Command::Games),
    },
    CommandSpec {
        name: "SIGNON",
        giver: Giver::Player,
        usage: "SIGNON game [AS seat]",
        summary: "Asks for a seat in a game; the game master decides, unless the game is open to everybody.",
        example: "SIGNON cw1 AS usa-east",
        parse: parse_signon,
    },
    CommandSpec {
        name: "RESIGN",
        giver: Giver::Player,
        usage: "RESIGN",
        summary: "Gives up your seats in the game of the letter, once you have confirmed it.",
        example: "RESIGN",
        parse: |rest| bare(rest, Command::Resign),
    },
    CommandSpec {
        name: "APPOINT",
        giver: Giver::Player,
        usage: "APPOINT player AS seat",
        summary: "Moves a player of your side to another of its seats, once you have confirmed it; whoever held that takes \
                  the seat he leaves. For those to whom the rules give it, as a supreme commander.",
        example: "APPOINT Bob AS usa-east",
        parse: parse_appoint,
    },
    CommandSpec {
        name: "READY",
        giver: Giver::Player,
        usage: "READY [NOTHING]",
        summary: "Your orders are final: when all who owe orders are ready, the phase is played before its deadline, \
                  after a while for second thoughts. A change of your orders takes it back. NOTHING says that you \
                  give none.",
        example: "READY",
        parse: parse_ready,
    },
    CommandSpec {
        name: "WAIT",
        giver: Giver::Player,
        usage: "WAIT",
        summary: "Takes your READY back.",
        example: "WAIT",
        parse: |rest| bare(rest, Command::Wait),
    },
    CommandSpec {
        name: "SEED",
        giver: Giver::Player,
        usage: "SEED any words",
        summary: "Has words of yours mixed into the dice of the open phase, so that nobody, not even the judge, knows them \
                  before it ends; nobody is told your words. The last before the deadline counts.",
        example: "SEED seven pelicans over Mobile",
        parse: |rest| text(rest, "any words").map(|words| Command::Seed { words }),
    },
    CommandSpec {
        name: "ORDERS PHASE",
        giver: Giver::Player,
        usage: "ORDERS PHASE next|n",
        summary: "The orders below this line are for a later phase: they are kept and read again when it opens, and you \
                  are told what stands. Without orders below it, those kept are dropped.",
        example: "ORDERS PHASE next",
        parse: parse_orders_ahead,
    },
    CommandSpec {
        name: "TIMEZONE",
        giver: Giver::Player,
        usage: "TIMEZONE zone",
        summary: "The zone in which times are printed for you, besides UTC.",
        example: "TIMEZONE Europe/Berlin",
        parse: parse_timezone,
    },
    CommandSpec {
        name: "FORMAT",
        giver: Giver::Player,
        usage: "FORMAT [text|html|both] [maps|no maps|dark maps|light maps] [calendar|no calendar]",
        summary: "What your letters are: plain text, HTML, or both, of which your mail program chooses, and whether maps \
                  and other pictures come along and in which colours; in plain text alone, maps are made of letters. \
                  Deadlines come along as entries for your calendar. Both with light maps and a calendar is usual.",
        example: "FORMAT text, no maps",
        parse: parse_format,
    },
    CommandSpec {
        name: "MAP",
        giver: Giver::Player,
        usage: "MAP [place] [radius]",
        summary: "A map as you know the war now: of a place and so far around it, or of everything.",
        example: "MAP Manassas 5",
        parse: parse_map,
    },
    CommandSpec {
        name: "CONFIRM",
        giver: Giver::Player,
        usage: "CONFIRM word",
        summary: "Does what a letter of the judge asked you to confirm; the word stands in that letter and counts once.",
        example: "CONFIRM ABCDE-FGHIJ-KLMNO-PQRST-UVWXYZ",
        parse: parse_confirm,
    },
    CommandSpec {
        name: "CREATE",
        giver: Giver::Gm,
        usage: "CREATE game FROM book/scenario [setting=value ...]",
        summary: "Makes a new game, of which you are the game master. Settings may also stand on the lines below, or in an \
                  attached .toml or .csv file.",
        example: "CREATE cw1 FROM civil-war/1861",
        parse: parse_create,
    },
    CommandSpec {
        name: "SEAT",
        giver: Giver::Gm,
        usage: "SEAT player AS seat [ZONE zone]",
        summary: "Gives a seat to a player, written as Name <address> or as a registered address; SEAT nobody AS seat \
                  leaves it vacant.",
        example: "SEAT Ann Smith <ann@example.org> AS usa-east ZONE America/New_York",
        parse: parse_seat,
    },
    CommandSpec {
        name: "START",
        giver: Giver::Gm,
        usage: "START",
        summary: "Begins the first phase and mails every player the opening report.",
        example: "START",
        parse: |rest| bare(rest, Command::Start),
    },
    CommandSpec {
        name: "DEADLINE",
        giver: Giver::Gm,
        usage: "DEADLINE time",
        summary: "Moves the deadline of the open phase; everybody is told. To a time less than twelve hours away that \
                  comes sooner than the present one only once you have confirmed it.",
        example: "DEADLINE 2026-11-27 20:00",
        parse: |rest| text(rest, "a time, such as DEADLINE 2026-11-27 20:00").map(|when| Command::Deadline { when }),
    },
    CommandSpec {
        name: "EXTEND",
        giver: Giver::Gm,
        usage: "EXTEND span",
        summary: "Moves the deadline with which the open phase began later by a span; everybody is told. Once it was \
                  moved, DEADLINE names the time.",
        example: "EXTEND 24h",
        parse: |rest| text(rest, "a span, such as EXTEND 24h").map(|span| Command::Extend { span }),
    },
    CommandSpec {
        name: "PROCESS",
        giver: Giver::Gm,
        usage: "PROCESS [phase=N]",
        summary: "Plays the open phase now. The number of the phase must be the present one; without it you are always asked \
                  to confirm, and told which phase it is.",
        example: "PROCESS phase=3",
        parse: parse_process,
    },
    CommandSpec {
        name: "HOLD",
        giver: Giver::Gm,
        usage: "HOLD",
        summary: "From now on reports wait: you get a copy of each, and they go out when you RELEASE them.",
        example: "HOLD",
        parse: |rest| bare_command(rest, Command::Hold),
    },
    CommandSpec {
        name: "RELEASE",
        giver: Giver::Gm,
        usage: "RELEASE",
        summary: "Sends the reports that wait, and lets later ones go at once.",
        example: "RELEASE",
        parse: |rest| bare_command(rest, Command::Release),
    },
    CommandSpec {
        name: "AS",
        giver: Giver::Gm,
        usage: "AS seat",
        summary: "The orders below this line are given on behalf of a seat; its player is told.",
        example: "AS csa-west",
        parse: parse_as,
    },
    CommandSpec {
        name: "SET GAME",
        giver: Giver::Gm,
        usage: "SET GAME name = value",
        summary: "Changes how the game is timed, or an option of its rule book, from the next phase on; SETTINGS names what \
                  there is. Everybody is told.",
        example: "SET GAME grace = 12h",
        parse: parse_set_game,
    },
    CommandSpec {
        name: "SET",
        giver: Giver::Gm,
        usage: "SET path = value BECAUSE reason",
        summary: "Changes a value of the state; refused when the state would not be sound. Those whose facts change \
                  are told. HELP paths lists what there is.",
        example: "SET stacks.4913.sp = 3 BECAUSE a reinforcement was forgotten",
        parse: parse_set,
    },
    CommandSpec {
        name: "ACCEPT LATE",
        giver: Giver::Gm,
        usage: "ACCEPT LATE n",
        summary: "Lets a late letter count for the phase that is open, by its number in WHO; its writer is told.",
        example: "ACCEPT LATE 17",
        parse: |rest| {
            number(rest, "the number of a letter, as WHO prints it").map(|letter| Command::AcceptLate { letter })
        },
    },
    CommandSpec {
        name: "RULE",
        giver: Giver::Gm,
        usage: "RULE n A | IGNORE | : order [BECAUSE reason]",
        summary: "Says what an order is taken for that only you can judge, by the number of the question and the letter of a \
                  reading; IGNORE lets it count as false, a colon stands before an order in your own words. The ruling is \
                  final; the writer is told.",
        example: "RULE 417 A BECAUSE that is what he means",
        parse: parse_rule,
    },
    CommandSpec {
        name: "WHO",
        giver: Giver::Gm,
        usage: "WHO",
        summary: "Who plays, whose orders are missing, which letters wait and why.",
        example: "WHO",
        parse: |rest| bare(rest, Command::Who),
    },
    CommandSpec {
        name: "OPEN",
        giver: Giver::Gm,
        usage: "OPEN",
        summary: "From now on whoever signs on gets a vacant seat at once, without your APPROVE.",
        example: "OPEN",
        parse: |rest| bare(rest, Command::Open { is_open: true }),
    },
    CommandSpec {
        name: "CLOSE",
        giver: Giver::Gm,
        usage: "CLOSE",
        summary: "From now on you are asked about everybody who signs on; so it is from the start.",
        example: "CLOSE",
        parse: |rest| bare(rest, Command::Open { is_open: false }),
    },
    CommandSpec {
        name: "APPROVE",
        giver: Giver::Gm,
        usage: "APPROVE n [AS seat]",
        summary: "Gives a seat to somebody who signed on, by his number in WHO.",
        example: "APPROVE 2 AS usa-west",
        parse: parse_approve,
    },
    CommandSpec {
        name: "DENY",
        giver: Giver::Gm,
        usage: "DENY n [BECAUSE reason]",
        summary: "Gives no seat to somebody who signed on; he is told, with your reason.",
        example: "DENY 2 BECAUSE the game is full",
        parse: parse_deny,
    },
    CommandSpec {
        name: "LOCK",
        giver: Giver::Gm,
        usage: "LOCK player",
        summary: "Nothing counts in a player's name any more and no report goes to him, until UNLOCK: for when somebody \
                  else has his mailbox. The player is named by his seat or address.",
        example: "LOCK usa-east",
        parse: |rest| person(rest).map(|player| Command::Lock { player, is_locked: true }),
    },
    CommandSpec {
        name: "UNLOCK",
        giver: Giver::Gm,
        usage: "UNLOCK player",
        summary: "Ends a LOCK; the player gets a new code.",
        example: "UNLOCK usa-east",
        parse: |rest| person(rest).map(|player| Command::Lock { player, is_locked: false }),
    },
    CommandSpec {
        name: "EJECT",
        giver: Giver::Gm,
        usage: "EJECT player [BECAUSE reason]",
        summary: "Takes all his seats of the game from a player, once you have confirmed it; he is told, with your reason.",
        example: "EJECT usa-east BECAUSE three turns without orders",
        parse: parse_eject,
    },
    CommandSpec {
        name: "REPLACE",
        giver: Giver::Gm,
        usage: "REPLACE seat BY player [ZONE zone]",
        summary: "Gives a seat that somebody holds to somebody else, once you have confirmed it. The successor may know \
                  what the seat may know, and nothing that was its holder's own.",
        example: "REPLACE usa-east BY Bob <bob@example.org>",
        parse: parse_replace,
    },
    CommandSpec {
        name: "GM ADD",
        giver: Giver::Gm,
        usage: "GM ADD player",
        summary: "Makes somebody who does not play a game master beside you, once you have confirmed it. Everybody is told, \
                  and each of you what the other does.",
        example: "GM ADD Bob <bob@example.org>",
        parse: |rest| person(rest).map(|player| Command::Master { player, is_added: true }),
    },
    CommandSpec {
        name: "GM REMOVE",
        giver: Giver::Gm,
        usage: "GM REMOVE player",
        summary: "Takes a game master from the game, once you have confirmed it; one must stay. Everybody is told.",
        example: "GM REMOVE bob@example.org",
        parse: |rest| person(rest).map(|player| Command::Master { player, is_added: false }),
    },
    CommandSpec {
        name: "END GAME",
        giver: Giver::Gm,
        usage: "END GAME [result]",
        summary: "The game is over, once you have confirmed it: everybody is told, with the result in your words. Orders on \
                  file are not carried out any more; ROLLBACK can take it up again.",
        example: "END GAME The Union has won",
        parse: parse_end_game,
    },
    CommandSpec {
        name: "DELETE",
        giver: Giver::Gm,
        usage: "DELETE game",
        summary: "Ends the game for good, once you have confirmed it; its history stays.",
        example: "DELETE cw1",
        parse: parse_delete,
    },
    CommandSpec {
        name: "ROLLBACK",
        giver: Giver::Gm,
        usage: "ROLLBACK phase=N [rev=R]",
        summary: "Takes the game back to the start of a phase that was played, with new dice. You are told first what that \
                  undoes and who knows it already, and confirm it.",
        example: "ROLLBACK phase=2",
        parse: parse_rollback,
    },
    CommandSpec {
        name: "DIE",
        giver: Giver::Gm,
        usage: "DIE purpose [#n] = value | FREE [BECAUSE reason]",
        summary: "Sets a die of the open phase ahead of its throw; FREE lets it be thrown after all. Those who are told of \
                  the throw are told, when the phase is played, that you set it.",
        example: "DIE battle 4910 p4 #2 = 5 BECAUSE we threw it at the table",
        parse: parse_die,
    },
    CommandSpec {
        name: "WHATIF",
        giver: Giver::Gm,
        usage: "WHATIF, and below it AS seat with orders, CANCEL ALL, SET path = value, DIE purpose = n; END",
        summary: "Plays the open phase on a copy with these changes, and answers what would come out otherwise. Nothing is \
                  stored and nobody is told.",
        example: "WHATIF",
        parse: parse_what_if,
    },
    CommandSpec {
        name: "TRACE",
        giver: Giver::Player,
        usage: "TRACE [number | <Message-ID>]",
        summary: "What became of a letter of yours: when the server had it, what was decided, and whether the next server took \
                  our answer. Alone it lists the last ones.",
        example: "TRACE 17",
        parse: parse_trace,
    },
    CommandSpec {
        name: "JOURNAL",
        giver: Giver::Gm,
        usage: "JOURNAL [page]",
        summary: "Who did what in the game, when and why, newest first.",
        example: "JOURNAL 2",
        parse: parse_journal,
    },
    CommandSpec {
        name: "PAUSE",
        giver: Giver::Gm,
        usage: "PAUSE [TILL time] [BECAUSE reason]",
        summary: "The clock of the open phase stands still: nothing is played, nobody is reminded, orders are still \
                  taken. With a time it goes on by itself then. Everybody is told, with the reason.",
        example: "PAUSE TILL 2026-12-27 20:00 BECAUSE two of us are travelling",
        parse: parse_pause,
    },
    CommandSpec {
        name: "RESUME",
        giver: Giver::Gm,
        usage: "RESUME",
        summary: "The clock goes on: as much time is left as was left at the PAUSE, and never less than the settings \
                  say. Everybody is told.",
        example: "RESUME",
        parse: |rest| bare(rest, Command::Resume),
    },
    // Behind the game master's, whose shape is shown of one that is not whole.
    CommandSpec {
        name: "REPLACE",
        giver: Giver::Player,
        usage: "REPLACE",
        summary: "When lines of your letter were not read, its good ones take the place of all earlier orders all the same: \
                  in that letter, or alone in the next one.",
        example: "REPLACE",
        parse: parse_replace,
    },
];
