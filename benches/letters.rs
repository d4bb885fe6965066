//! Letters a second: from bytes to the receipt composed, and the same with durable storage and one or a hundred games.
//! Every letter holds ten orders above the quoted report that it answers, as plain text and as HTML.

#[path = "support/mod.rs"]
mod support;

use std::path::Path;
use std::time::{Duration, Instant};

use adjutant::daemon::Judge;
use adjutant::desk::{Arrival, Change, Copied, Decision, Desk, House, Mark, Tally, Verdict, judge};
use adjutant::mail::{self, Limits};
use adjutant::store::NewLetter;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use support::NOW;
use support::cpu::{self, Cpu};
use support::letters::Root;
use support::one_game::OneGame;

/// What the desk has before it when a commander's letter is judged.
fn desk_of<'a>(house: &'a House, files: &'a OneGame, root: &Root) -> Desk<'a> {
    let game = &files.0;
    Desk {
        house,
        now: NOW,
        writer: game.roster.player(&root.sent.player).cloned(),
        writer_games: vec![game.id.clone()],
        sent: vec![root.sent.clone()],
        wrong_codes: 0,
        held_lately: 0,
        tally: Tally::default(),
        is_id_known: false,
        copied: Copied::Never,
        files,
        is_apart: false,
    }
}

fn answer(desk: &Desk<'_>, bytes: &[u8], limits: &Limits, mail_house: &mail::House) -> Decision {
    let letter = mail::parse(bytes, limits, mail_house).expect("a letter within the limits");
    let mark = Mark::of(&letter);
    let arrival =
        Arrival { letter: 1, mark, at: NOW, missed: None, is_accepted_late: false, confirmed: None, given: None };
    judge(desk, &letter, arrival).expect("no trouble")
}

fn on_file(decision: &Decision) -> usize {
    let lines = decision.changes.iter().map(|change| match change {
        Change::PutSheet { sheet, .. } => sheet.lines.len(),
        _ => 0,
    });
    lines.sum()
}

fn without_storage(criterion: &mut Criterion<Cpu>) {
    let folder = support::folder();
    let (judge, roots) = support::runtime().block_on(support::judge(folder.path(), 1));
    let house = judge.house();
    let files = OneGame(support::record(house, judge.store(), &support::game_id(1)));
    let mail_house = mail::House::new(house.address.clone(), &house.domain);
    let limits = Limits::default();
    let desks: Vec<Desk<'_>> = roots.iter().map(|root| desk_of(house, &files, root)).collect();
    let written: Vec<(usize, Vec<u8>)> =
        (0..2 * roots.len()).map(|n| (n % roots.len(), roots[n % roots.len()].answer(n as u64))).collect();
    for (desk, bytes) in &written {
        let decision = answer(&desks[*desk], bytes, &limits, &mail_house);
        assert_eq!((&decision.verdict, decision.letters.len()), (&Verdict::Answered, 1));
        let stands = if roots[*desk].commander.seat == "usa-trans" { 7 } else { 10 };
        assert_eq!(on_file(&decision), stands, "orders on file for {}", roots[*desk].commander.seat);
    }
    let mut next = written.iter().cycle();
    let mut group = criterion.benchmark_group("letter");
    group.throughput(Throughput::Elements(1));
    group.bench_function("bytes to receipt", |bencher| {
        bencher.iter(|| {
            let (desk, bytes) = next.next().expect("the letters go round");
            answer(&desks[*desk], bytes, &limits, &mail_house)
        });
    });
    group.finish();
}

/// A judge with letters to be answered, each of which is new.
struct Flow {
    judge: Judge,
    roots: Vec<Root>,
    written: u64,
    _folder: tempfile::TempDir,
}

impl Flow {
    fn new(folder: tempfile::TempDir, games: usize) -> Self {
        let (judge, roots) = support::judge_before_sending(folder.path(), games);
        Self { judge, roots, written: 0, _folder: folder }
    }

    /// Writes the next letter: the commanders of all games by turns.
    fn write(&mut self) -> (String, Vec<u8>) {
        let count = self.roots.len() as u64;
        let (round, root) = (self.written / count, &self.roots[(self.written % count) as usize]);
        let number = 2 * self.written + round % 2;
        self.written += 1;
        (number.to_string(), root.answer(number))
    }

    /// Keeps and decides so many letters, `together` at a time as they are found in the mailbox. Says what the processor
    /// spent on it, and how long it took.
    fn decide(&mut self, count: u64, together: usize) -> (Duration, Duration) {
        let letters: Vec<_> = (0..count).map(|_| self.write()).collect();
        let mut decided = Vec::new();
        let (began, spent) = (Instant::now(), cpu::spent());
        for found in letters.chunks(together) {
            let new: Vec<NewLetter<'_>> = found.iter().map(|(uid, bytes)| as_new(uid, bytes)).collect();
            self.judge.store().keep_letters(&new).expect("kept");
            self.judge.decide_letters(NOW, &mut decided).expect("decided");
        }
        assert_eq!(decided.len() as u64, count);
        (cpu::spent() - spent, began.elapsed())
    }
}

fn as_new<'a>(uid: &'a str, bytes: &'a [u8]) -> NewLetter<'a> {
    let size = bytes.len() as u64;
    NewLetter { mailbox: "inbox", validity: 1, uid, arrived: NOW, size, is_truncated: false, missed: None, bytes }
}

/// Letters found in the mailbox in one go: the daemon fetches so many at most.
const TOGETHER: usize = 100;

fn measure(group: &mut BenchmarkGroup<'_, Cpu>, name: &str, flow: &mut Flow, together: usize) {
    let (mut letters, mut took) = (0, Duration::ZERO);
    group.bench_function(name, |bencher| {
        bencher.iter_custom(|asked| {
            let count = asked.max(2 * together as u64);
            let (spent, waited) = flow.decide(count, together);
            (letters, took) = (letters + count, took + waited);
            spent.mul_f64(asked as f64 / count as f64)
        });
    });
    if letters > 0 {
        println!("{name}: {:.0} letters a second by the clock on the wall", letters as f64 / took.as_secs_f64());
    }
}

fn with_storage(criterion: &mut Criterion<Cpu>) {
    let mut group = criterion.benchmark_group("letter");
    group.throughput(Throughput::Elements(1)).sample_size(10);
    for games in [1, 100, 500] {
        let mut flow = Flow::new(support::folder(), games);
        // Each game is read once, as after a start.
        flow.decide(flow.roots.len() as u64, TOGETHER);
        measure(&mut group, &format!("kept, judged and committed, games {games}"), &mut flow, TOGETHER);
        if games == 1 {
            measure(&mut group, "each as if it came alone", &mut flow, 1);
            flow.decide(2_000, TOGETHER);
            measure(&mut group, "after 20,000 stored orders", &mut flow, TOGETHER);
        }
    }
    if let Ok(folder) = tempfile::tempdir_in(Path::new("/dev/shm")) {
        let mut flow = Flow::new(folder, 1);
        measure(&mut group, "on a memory disk", &mut flow, TOGETHER);
    }
    group.finish();
}

criterion_group!(
    name = benches;
    config = Criterion::default().with_measurement(Cpu);
    targets = without_storage, with_storage
);
criterion_main!(benches);
