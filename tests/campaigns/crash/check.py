#!/usr/bin/env python3
"""Holds a judge to his promises from outside.

Reads only what `adjutant export` prints and what lies in the mailboxes, knows nothing of how the judge came to it, and
shares no line of code with him. Python's standard library alone.

    check.py end          EXPORT INBOX OUTBOX EXPECTED
    check.py acknowledged EXPORT INBOX OUTBOX EXPECTED
    check.py selftest     EXPORT INBOX OUTBOX EXPECTED

`end` asks whether everything came out as it must when the campaign is over; `acknowledged` whether, right after a crash,
whatever the judge had told anybody is on his file. A broken promise is printed and the exit code is 1; else a tally in
JSON is printed. `selftest` breaks each promise once, on paper, and fails when `end` does not notice.
"""

import copy
import email
import email.policy
import email.utils
import hashlib
import json
import os
import sys
from collections import Counter, defaultdict


class Broken(Exception):
    """A promise that was not kept."""


def demand(holds, promise):
    if not holds:
        raise Broken(promise)


def digest(data):
    return hashlib.sha256(data).hexdigest()


class Maildir:
    """The letters of one mailbox."""

    def __init__(self, folder):
        self.letters = []
        for part in ("new", "cur"):
            path = os.path.join(folder, part)
            for name in sorted(os.listdir(path)) if os.path.isdir(path) else ():
                with open(os.path.join(path, name), "rb") as file:
                    self.letters.append(file.read())
        self.hashes = Counter(digest(letter) for letter in self.letters)


class World:
    """What the checker may look at."""

    def __init__(self, export, inbox, outbox, expected):
        self.export = load(export)
        self.expected = load(expected)
        self.arrived = Maildir(inbox).letters + Maildir(os.path.join(inbox, ".Processed")).letters
        names = sorted(os.listdir(outbox)) if os.path.isdir(outbox) else ()
        self.mailboxes = {name: Maildir(os.path.join(outbox, name)) for name in names}
        self.sent = [bytes.fromhex(letter["bytes"]) for letter in self.expected["letters"]]

    def rows(self, table):
        return self.export[table] if self.export else []


def load(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return json.loads(text) if text.strip() else None


def field(letter, name):
    return email.message_from_bytes(letter, policy=email.policy.compat32).get(name, "").strip()


# ---- the end of the campaign ----


def letters_are_decided_once(world):
    """Every letter lies in the mailbox still and has one row with the verdict it deserves."""
    wanted, found, kept = defaultdict(list), defaultdict(list), Counter(map(digest, world.arrived))
    for letter, sent in zip(world.expected["letters"], world.sent):
        wanted[digest(sent)].append(letter["verdict"])
    for row in world.rows("letters"):
        verdict = row["verdict"] or {"verdict": "undecided"}
        found[row["sha256"]].append(verdict["verdict"])
    for sha256, verdicts in wanted.items():
        demand(sorted(found[sha256]) == sorted(verdicts), f"letter {sha256} was to be {verdicts}, is {found[sha256]}")
        demand(kept[sha256] == len(verdicts), f"letter {sha256} lies {kept[sha256]} times in the mailbox")
    demand(not set(found) - set(wanted), "the ledger has letters that nobody sent")


def orders_are_effective_as_sent(world):
    """As many revisions as letters changed the sheet, without a gap, and the last one has the lines that were sent."""
    phase, sheets = world.expected["phase"], defaultdict(list)
    for sheet in world.rows("sheets"):
        if sheet["phase"] == phase:
            sheets[sheet["seat"]].append(sheet)
    for seat, (revisions, lines) in world.expected["sheets"].items():
        found = sorted(sheets.pop(seat, []), key=lambda sheet: sheet["revision"])
        numbers = [sheet["revision"] for sheet in found]
        demand(numbers == list(range(1, revisions + 1)), f"{seat} has revisions {numbers}, not {revisions}")
        written = [line["written"] for line in found[-1]["lines"]]
        demand(written == lines, f"{seat} sent {lines}, on file are {written}")
    demand(not sheets, f"sheets that nobody sent: {sorted(sheets)}")


def phases_are_played_once(world):
    """Every phase up to the last is closed and was played once; the next one is open."""
    last = world.expected["phase"]
    states = {number: [] for number in range(1, last + 2)}
    for phase in world.rows("phases"):
        demand(phase["number"] in states, f"phase {phase['number']} should not be there")
        states[phase["number"]].append(phase["state"])
    for number, found in states.items():
        wanted = ["closed"] if number <= last else ["open"]
        demand(found == wanted, f"phase {number} is {found}, not {wanted}")
    played = Counter(step["phase"] for step in world.rows("steps") if step["kind"] == "phase")
    demand(played == Counter(range(1, last + 1)), f"phases were played {dict(played)} times")


def letters_left_once(world):
    """Every purpose lies in its one recipient's mailbox; copies are counted by the judge and byte for byte the same."""
    rows, copies, resends = world.rows("outbox"), 0, 0
    for name in ("purpose", "message_id"):
        twice = [value for value, count in Counter(row[name] for row in rows).items() if count > 1]
        demand(not twice, f"{name} is there twice: {twice}")
    for row in rows:
        purpose = row["purpose"]
        demand(row["state"] == "sent", f"`{purpose}` is {row['state']}")
        mailbox = world.mailboxes.get(row["recipient"])
        delivered = mailbox.hashes[row["sha256"]] if mailbox else 0
        demand(delivered > 0, f"`{purpose}` was never delivered")
        demand(delivered - 1 <= row["resends"], f"`{purpose}`: {delivered} copies, {row['resends']} counted")
        copies, resends = copies + delivered - 1, resends + row["resends"]
    return copies, resends


def mailboxes_hold_nothing_else(world):
    """One Message-ID has one string of bytes, and a letter of the game lies with its recipient alone."""
    owner = {row["sha256"]: row["recipient"] for row in world.rows("outbox")}
    bytes_of = {}
    for address, mailbox in world.mailboxes.items():
        for letter in mailbox.letters:
            identity, sha256 = field(letter, "Message-ID"), digest(letter)
            demand(bytes_of.setdefault(identity, sha256) == sha256, f"{identity} has two contents")
            demand(owner.get(sha256, address) == address, f"{identity} lies with {address}, not with {owner.get(sha256)}")
            recipients = [found for _, found in email.utils.getaddresses([field(letter, "To")])]
            demand(recipients == [address], f"{identity} lies with {address}, whom it does not name")
            about_game = field(letter, "Subject").startswith("[")
            demand(sha256 in owner or not about_game, f"{identity} is of no purpose")


def readers_have_their_reports(world):
    """Everybody with a seat was told the outcome of every phase, once."""
    for address in world.expected["readers"]:
        mailbox = world.mailboxes[address]
        subjects = {field(letter, "Message-ID"): field(letter, "Subject") for letter in mailbox.letters}
        reports = [subject for subject in subjects.values() if " played" in subject]
        demand(len(reports) == world.expected["phase"], f"{address} has the reports {reports}")


def no_canary_is_with_strangers(world):
    """What one player wrote is in nobody else's mailbox, and no secret of the judge's is in any."""
    checked = 0
    for address, mailbox in world.mailboxes.items():
        for sha256 in mailbox.hashes:
            letter = next(letter for letter in mailbox.letters if digest(letter) == sha256)
            text = everything_in(letter)
            for word, readers in world.expected["canaries"].items():
                checked += 1
                demand(address in readers or word not in text, f"{address} can read {word}")
    return checked


def everything_in(letter):
    """The bytes as they are, and every part decoded, also without its line ends."""
    texts = [letter.decode("utf-8", "replace")]
    for part in email.message_from_bytes(letter, policy=email.policy.default).walk():
        if part.is_multipart():
            continue
        body = (part.get_payload(decode=True) or b"").decode("utf-8", "replace")
        texts += [body, "".join(body.split())]
    return "\n".join(texts)


def check_end(world):
    demand(world.export is not None, "there is no such game")
    letters_are_decided_once(world)
    orders_are_effective_as_sent(world)
    phases_are_played_once(world)
    copies, resends = letters_left_once(world)
    mailboxes_hold_nothing_else(world)
    readers_have_their_reports(world)
    canaries = no_canary_is_with_strangers(world)
    return {"duplicates": copies, "resends": resends, "looks_for_canaries": canaries}


# ---- right after a crash ----


def check_acknowledged(world):
    """Whoever was told something was told the truth: the letter he got is on file, and what it answers is decided."""
    filed = {row["sha256"]: row for row in world.rows("outbox")}
    decided = {row["sha256"] for row in world.rows("letters") if row["verdict"]}  # of copies, any
    sent_as = {field(sent, "Message-ID"): digest(sent) for sent in world.sent}
    letters, answers = 0, 0
    for address, mailbox in world.mailboxes.items():
        for letter in mailbox.letters:
            if not field(letter, "Subject").startswith("["):
                continue  # of no game, and in no game's export
            letters += 1
            identity = field(letter, "Message-ID")
            demand(digest(letter) in filed, f"{address} has {identity}, and it is not on file")
            answered = sent_as.get(field(letter, "In-Reply-To"))
            if answered is None:
                continue
            answers += 1
            demand(answered in decided, f"{address} has {identity} about a letter that is not decided on file")
    played = {row["phase"] for row in world.rows("steps") if row["kind"] == "phase"}
    open_reports = {row["purpose"] for row in filed.values() if row["state"] != "sent"}
    return {"letters": letters, "answers": answers, "played": len(played), "waiting": len(open_reports),
            "sending": sum(row["state"] == "sending" for row in filed.values())}


# ---- the checker itself ----


def broken_worlds(world):
    """Worlds in which one promise each is broken."""

    def edited(edit):
        other = copy.copy(world)
        other.export = copy.deepcopy(world.export)
        other.mailboxes = copy.deepcopy(world.mailboxes)
        other.arrived = list(world.arrived)
        edit(other)
        return other

    def first(table, fits):
        return next(index for index, row in enumerate(world.rows(table)) if fits(row))

    def add(other, address, letter):
        other.mailboxes[address].letters.append(letter)
        other.mailboxes[address].hashes[digest(letter)] += 1

    held = first("letters", lambda row: row["verdict"] == {"verdict": "held"})
    sheet = first("sheets", lambda row: row["phase"] == 2 and row["revision"] == 2)
    step = first("steps", lambda row: row["kind"] == "phase")
    reader, other_reader = world.expected["readers"][:2]
    report = next(letter for letter in world.mailboxes[reader].letters if " played" in field(letter, "Subject"))
    word = next(word for word, readers in world.expected["canaries"].items() if reader not in readers)
    leak = b"Message-ID: <leak@x>\r\nTo: " + reader.encode() + b"\r\n\r\n" + word.encode()
    empty = b"Message-ID: <empty@x>\r\nSubject: [war] x\r\nTo: " + reader.encode() + b"\r\n\r\n"

    def lose(other):
        mailbox = other.mailboxes[reader]
        mailbox.letters.remove(report)
        del mailbox.hashes[digest(report)]

    return {
        "a letter without a decision": edited(lambda w: w.export["letters"][held].update(verdict=None)),
        "a letter that is not in the ledger": edited(lambda w: w.export["letters"].pop(held)),
        "a letter decided twice": edited(lambda w: w.export["letters"].append(w.export["letters"][held])),
        "a letter gone from the mailbox": edited(lambda w: w.arrived.pop()),
        "a sheet filed twice": edited(lambda w: w.export["sheets"][sheet].update(revision=3)),
        "a line that was not sent": edited(lambda w: w.export["sheets"][sheet]["lines"][0].update(written="PP 1: go")),
        "a phase played twice": edited(lambda w: w.export["steps"].append(w.export["steps"][step])),
        "a phase not played": edited(lambda w: w.export["steps"].pop(step)),
        "a letter not sent": edited(lambda w: w.export["outbox"][3].update(state="sending")),
        "a letter sent with other bytes": edited(lambda w: w.export["outbox"][3].update(sha256="00" * 32)),
        "a letter lost": edited(lose),
        "a copy that is not counted": edited(lambda w: add(w, reader, report)),
        "a copy with other bytes": edited(lambda w: add(w, reader, report + b"\r\n")),
        "a letter in another's mailbox": edited(lambda w: add(w, other_reader, report)),
        "a letter of no purpose": edited(lambda w: add(w, reader, empty)),
        "a leak": edited(lambda w: add(w, reader, leak)),
    }


def check_itself(world):
    check_end(world)
    worlds = broken_worlds(world)
    for promise, other in worlds.items():
        try:
            check_end(other)
        except Broken:
            continue
        raise Broken(f"not noticed: {promise}")
    unfiled = copy.copy(world)
    unfiled.export = copy.deepcopy(world.export)
    unfiled.export["letters"].pop()
    try:
        check_acknowledged(unfiled)
    except Broken:
        return {"noticed": len(worlds) + 1}
    raise Broken("not noticed: a receipt for a letter that is not on file")


def main():
    what, paths = sys.argv[1], sys.argv[2:]
    checks = {"end": check_end, "acknowledged": check_acknowledged, "selftest": check_itself}
    try:
        print(json.dumps(checks[what](World(*paths))))
    except Broken as promise:
        print(f"broken: {promise}")
        sys.exit(1)


if __name__ == "__main__":
    main()
