"""Makes a judge's folder with a game under way, its phase open and orders on file, by letters alone.

make.py PROGRAM FOLDER BOOK: PROGRAM is `adjutant` of the day; BOOK is civil-war or eia. What it leaves in FOLDER is packed by
`tar -C FOLDER -czf BOOK.tar.gz .` and kept in this folder: later programs open it and play on.
"""

import email
import email.policy
import os
import subprocess
import sys

NOON = 1_772_452_800
JUDGE, GM = "judge@war.test", "gm@war.test"
GAMES = {
    "civil-war": ("war", "civil-war/1861", ["usa-sc", "usa-east", "usa-west", "usa-trans", "csa-sc", "csa-east", "csa-west"]),
    "eia": ("europe", "eia/1805", ["britain", "france", "russia", "austria", "prussia", "spain", "turkey"]),
}
SETTINGS = """
[mail.in]
kind = "maildir"
inbox = "mail/inbox"

[mail.out]
kind = "maildir"
outbox = "mail/outbox"

[timetable]
zone = "UTC"
grace = "24h"
reminders = ["12h", "3h"]
%s
[alarm]
free_percent = 0
"""
KINDS = ["strategic", "tactical", "board", "sheet", "offer", "answer", "lending", "spending", "ceding"]


class Club:
    def __init__(self, program, folder):
        self.program, self.folder, self.count, self.now = program, folder, 0, NOON
        made = [program, "init", folder, "--address", JUDGE, "--gm", f"Grace <{GM}>"]
        subprocess.run(made, check=True, stdout=subprocess.DEVNULL)
        with open(f"{folder}/judge.key", "w") as key:
            key.write("07" * 32 + "\n")
        settings = f"{folder}/adjutant.toml"
        with open(settings) as file:
            people = file.read().split("# Where letters to the judge arrive.")[0].replace("# pictures = true", "pictures = false")
        rhythm = "".join(f'\n[timetable.{kind}]\ncron = "0 20 * * *"\nleast = "24h"\n' for kind in KINDS)
        with open(settings, "w") as file:
            file.write(people + SETTINGS % rhythm)
        self.run()

    def run(self, later=1):
        self.now += later
        settings = ["--config", f"{self.folder}/adjutant.toml"]
        done = subprocess.run([self.program, *settings, "run", "--once", "--now", str(self.now)], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    def newest(self, address, words):
        found = []
        for root, _, files in os.walk(f"{self.folder}/mail/outbox"):
            for name in files:
                with open(os.path.join(root, name), "rb") as file:
                    letter = email.message_from_binary_file(file, policy=email.policy.default)
                if address in str(letter["to"]) and words in str(letter["subject"]):
                    found.append((os.stat(os.path.join(root, name)).st_mtime_ns, name, letter))
        assert found, (address, words)
        return max(found, key=lambda each: each[:2])[2]

    def reply(self, address, about, text):
        answered = self.newest(address, about)
        self.count += 1
        lines = [
            f"From: {address}",
            f"To: {JUDGE}",
            f"Subject: Re: {answered['subject']}",
            f"Message-ID: <{self.count}@war.test>",
            f"In-Reply-To: {answered['message-id']}",
            "Content-Type: text/plain; charset=utf-8",
            "",
            text,
            "",
        ]
        inbox = f"{self.folder}/mail/inbox"
        for part in ("tmp", "new", "cur"):
            os.makedirs(f"{inbox}/{part}", exist_ok=True)
        path = f"{inbox}/new/{self.count}"
        with open(path, "w", newline="") as file:
            file.write("\r\n".join(lines))
        os.utime(path, (self.now, self.now))
        self.run()

    def end_phase(self):
        self.run(3 * 86_400)


def wage(club):
    club.reply("usa-sc@war.test", "opening", "distribute CP East 50%, West 25%, Trans 25%\ndistribute PP East 50%, West 25%, Trans 25%")
    club.reply("csa-sc@war.test", "opening", "distribute CP East 60%, West 40%\ndistribute PP East 60%, West 40%")
    club.end_phase()
    club.reply("usa-east@war.test", "played", "PP 1: enter McClellan at Washington\nPP 2-4: move army lead by McClellan to Frederick (3 CP)")
    club.reply("csa-east@war.test", "played", "PP 1-3: enter 3 infantry at Richmond\nPP 4-5: enter Lee at Richmond")
    club.end_phase()
    club.reply("usa-east@war.test", "TST1 played", "PP 1-3: enter 3 infantry at Washington")
    club.reply("csa-east@war.test", "TST1 played", "PP 1-2: enter 2 infantry at Richmond\nPRESS TO csa-sc: Lee is in.")


def trade(club):
    for _ in range(5):
        club.end_phase()
    club.reply("france@war.test", "played", "SET manipulation +1")
    club.reply("prussia@war.test", "played", "SET manipulation -1")


def main(program, folder, book):
    game, scenario, seats = GAMES[book]
    club = Club(program, folder)
    rows = "".join(f"SEAT {seat} <{seat}@war.test> AS {seat}\n" for seat in seats)
    club.reply(GM, "welcome", f"CREATE {game} FROM {scenario}\n{rows}START")
    {"civil-war": wage, "eia": trade}[book](club)


main(*sys.argv[1:])
