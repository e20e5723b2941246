//! Measures the overhead of programs in this process: start-up, the steps before the run, snapshots, forks, memory.
//!
//! `cargo run --release -p stockade-benches --bin latency` prints one line per figure: name, number, unit. `targets.py` compares the
//! figures with their targets. Times are medians over batches in a warm process. With files as arguments, it measures each file from source
//! to outcome.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]
#![expect(clippy::print_stdout, reason = "it is what the command is for")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use stockade_benches::{SMALL, config, program, session, source};
use stockade_compiler::bytecode::Program;
use stockade_compiler::{CompileOptions, ParseLimits, compile, parse};
use stockade_policy::{KnownNames, ResolvedPolicy, check, resolve_preset};
use stockade_vm::{CaptureHost, Config, Outcome, Sandbox, Session, StepOptions};

/// Makes a session with ten thousand small objects: instances, lists of two, strings.
const MANY_OBJECTS: &str = "class P:\n    def __init__(self, n): self.n = n; self.kept = [n, str(n)]\n\
                    items = {i: P(i) for i in range(3333)}\n";

/// The setup for a test: functions, globals, a class, a thousand objects.
const WARM: &str = "LIMIT, NAMES = 100, ['ada', 'grace', 'alan']\n\
                    class Item:\n    def __init__(self, n): self.n = n\n    def twice(self): return self.n * 2\n\
                    def total(items): return sum(item.twice() for item in items)\n\
                    def middle(values): return sorted(values)[len(values) // 2]\nitems = [Item(n) for n in range(1000)]\n";

/// A setup without many objects, as that of most tests is.
const SMALL_WARM: &str = "def middle(values): return sorted(values)[len(values) // 2]\n\
                          def check(candidate):\n    assert candidate([5, 1, 3]) == 3\n    assert candidate([2]) == 2\n";

/// A test that uses it.
const SMALL_TEST: &str = "check(middle)\n";

/// A test that uses the setup.
const TEST: &str = "assert middle([5, 1, 3]) == 3\nassert total(items[:10]) == 90\nassert NAMES[0].title() == 'Ada'\n";

/// The time of a step in seconds: the median of batches, each long enough for the clock.
fn median(mut step: impl FnMut()) -> f64 {
    let once = timed(&mut step, 1);
    let times = (200e-6 / once.as_secs_f64().max(1e-9)).clamp(1.0, 1000.0) as u32;
    let mut batches: Vec<f64> = (0..61).map(|_| timed(&mut step, times).as_secs_f64() / f64::from(times)).collect();
    middle(&mut batches)
}

fn timed(step: &mut impl FnMut(), times: u32) -> Duration {
    let start = Instant::now();
    (0..times).for_each(|_| step());
    start.elapsed()
}

/// The median. For an even number of values, the mean of the two middle values.
fn middle(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    let at = |place: usize| values.get(place).copied().unwrap_or(f64::NAN);
    let half = values.len() / 2;
    if values.len().is_multiple_of(2) { f64::midpoint(at(half.wrapping_sub(1)), at(half)) } else { at(half) }
}

fn micros(name: &str, seconds: f64) {
    println!("{name} {:.2} us", seconds * 1e6);
}

/// Runs a text in a new session and returns its outcome.
fn outcome(config: &Config, text: &str) -> Outcome {
    let mut session = Session::new(config, Box::new(CaptureHost::default()));
    session.step("bench.py", text, StepOptions::default()).outcome
}

/// Eighteen lines, typical of a program that a model writes to answer one question.
const EIGHTEEN: &str = "\
import math
from collections import Counter

def words(text):
    return [word.strip('.,').lower() for word in text.split()]

class Tally:
    def __init__(self, text):
        self.counts = Counter(words(text))
        self.total = sum(self.counts.values())

    def share(self, word):
        return self.counts[word] / self.total if self.total else 0.0

tally = Tally('The cat saw the dog, and the dog saw the cat.')
for word in sorted(tally.counts):
    print(word, round(tally.share(word), 3), math.floor(100 * tally.share(word)))
print(tally.total)
";

/// Measures from source to report with the check, as an embedder uses it: parsed once, in a new session.
fn checked() {
    let sandbox = Sandbox::default().library(&stockade_benches::LIBRARY);
    micros("eighteen_lines", median(|| drop(black_box(sandbox.run("bench.py", EIGHTEEN)))));
    micros("print_checked", median(|| drop(black_box(sandbox.run("bench.py", "print(1)\n")))));
    let mut all: Vec<f64> = SMALL.iter().map(|workload| median(|| drop(black_box(sandbox.run("bench.py", workload.text))))).collect();
    micros("small_checked", middle(&mut all));
}

fn held(config: &Config, text: &str) -> Option<Session> {
    let mut session = Session::new(config, Box::new(CaptureHost::default()));
    match session.run(&program(text)?) {
        Outcome::Finished { .. } => Some(session),
        _ => None,
    }
}

/// Resident memory of this process in bytes. `None` where the system does not report it.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib * 1024)
}

/// Measures the resident memory of a process whose session holds many objects. It must run first, because the process may keep freed
/// memory.
fn memory() -> Option<()> {
    let text = "a = [(i, i + 1) for i in range(300000)]\nb = {i: str(i) for i in range(200000)}\n\
                class P:\n    def __init__(self, n): self.n = n; self.m = n\nc = [P(i) for i in range(300000)]\nd = [[i] for i in range(300000)]\n";
    let session = held(&config(), text)?;
    let accounted = session.usage().memory;
    if let Some(resident) = resident() {
        println!("resident_over_accounted {:.3} times", (resident.saturating_sub(8 << 20)) as f64 / accounted as f64);
        println!("accounted {:.1} MiB", accounted as f64 / f64::from(1 << 20));
    }
    Some(())
}

/// Accounted bytes of one object.
fn bytes_of(name: &str, setup: &str, expression: &str) -> Option<()> {
    let used = |value: &str| {
        held(&config(), &format!("{setup}kept = [None] * 100000\nfor i in range(100000): kept[i] = {value}\n")).map(|s| s.usage().memory)
    };
    println!("{name} {:.1} bytes", (used(expression)?.saturating_sub(used("None")?)) as f64 / 100_000.0);
    Some(())
}

/// Measures the steps of each small program, and prints the medians over all of them.
fn small(config: &Config, policy: &ResolvedPolicy) {
    let (limits, known, catalog) = (ParseLimits::default(), KnownNames::standard(), stockade_vm::catalog(&stockade_benches::LIBRARY));
    let (mut whole, mut front, mut checked, mut over) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for workload in SMALL {
        let source = source(workload.text);
        let Ok(tree) = parse(&source, &limits) else { continue };
        let parsing = median(|| drop(black_box(parse(&source, &limits))));
        let checking = median(|| drop(black_box(check(&source, &tree, policy, catalog, &known))));
        let compiling = median(|| drop(black_box(compile(&tree, Arc::clone(&source), &CompileOptions::default()))));
        let all = median(|| drop(black_box(outcome(config, workload.text))));
        micros(&format!("small_program/{}", workload.name), all);
        whole.push(all);
        front.push(parsing + compiling);
        checked.push(checking);
        over.push((checking - 10e-6).max(0.0) / parsing);
    }
    micros("small_program", middle(&mut whole));
    micros("small_slowest", whole.iter().copied().fold(0.0, f64::max));
    micros("small_front_end", middle(&mut front));
    micros("small_check", middle(&mut checked));
    println!("check_over_parse {:.1} percent", 100.0 * middle(&mut over));
}

/// Measures snapshot, restore and fork of a session with many objects.
fn states() -> Option<()> {
    // The same configuration for all, because a fork under another policy takes a snapshot.
    let config = config();
    let many = held(&config, MANY_OBJECTS)?;
    let bytes = many.snapshot(None).ok()?;
    println!("snapshot_size {:.1} KB", bytes.len() as f64 / 1000.0);
    micros("snapshot", median(|| drop(black_box(many.snapshot(None)))));
    micros("restore", median(|| drop(black_box(Session::restore(&bytes, None, &config, Box::new(CaptureHost::default()))))));
    micros("fork", median(|| drop(black_box(many.fork(&config, Box::new(CaptureHost::default()))))));
    Some(())
}

/// Compares a test in a fork of a warm session with the same test in an existing session.
fn warm_fork(name: &str, setup: &str) -> Option<()> {
    let config = config();
    let mut warm = Session::new(&config, Box::new(CaptureHost::default()));
    warm.run(&program(setup)?);
    let test: Arc<Program> = program(if setup == SMALL_WARM { SMALL_TEST } else { TEST })?;
    let template = warm.template(&config, Box::new(CaptureHost::default())).ok()?;
    let mut run_in = template.fork(&config, Box::new(CaptureHost::default())).ok()?;
    if !matches!(run_in.run(&test), Outcome::Finished { .. }) {
        return None;
    }
    let alone = median(|| drop(black_box(run_in.run(&test))));
    let forked = median(|| {
        if let Ok(mut fork) = template.fork(&config, Box::new(CaptureHost::default())) {
            black_box(fork.run(&test));
        }
    });
    micros(name, forked - alone);
    let mut last = template.fork(&config, Box::new(CaptureHost::default())).ok();
    let reused = median(|| {
        let fork = last.take().and_then(|used| template.fork_from(used, &config, Box::new(CaptureHost::default())).ok());
        last = fork.map(|mut fork| {
            black_box(fork.run(&test));
            fork
        });
    });
    micros(&format!("{name}_reused"), reused - alone);
    // Making a fork, and dropping it.
    micros(&format!("{name}_alone"), median(|| drop(black_box(template.fork(&config, Box::new(CaptureHost::default()))))));
    Some(())
}

/// The ratio of the times for four times as many `s += x`. It is 4 when the time is linear.
fn appending() -> Option<()> {
    let of = |count: u32| program(&format!("s = ''\nfor i in range({count}): s += 'xyz'\n"));
    let (short, long) = (of(20_000)?, of(80_000)?);
    let times = |program: &Arc<Program>| median(|| drop(black_box(session().run(program))));
    println!("append_four_times {:.2} times", times(&long) / times(&short));
    Some(())
}

fn main() {
    let config = config();
    let files: Vec<String> = std::env::args().skip(1).collect();
    for file in &files {
        let Ok(text) = std::fs::read_to_string(file) else { continue };
        micros(file, median(|| drop(black_box(outcome(&config, &text)))));
    }
    if !files.is_empty() {
        return;
    }
    if memory().is_none() {
        println!("the program about memory did not finish");
    }
    micros("print", median(|| drop(black_box(outcome(&config, "print(1)\n")))));
    micros("session", median(|| drop(black_box(Session::new(&config, Box::new(CaptureHost::default()))))));
    checked();
    if let Ok(policy) = resolve_preset("default") {
        small(&config, &policy);
    }
    let rest = [
        states(),
        warm_fork("warm_fork_over_run", WARM),
        warm_fork("warm_fork_with_modules", &format!("import json, re\nfrom collections import Counter\n{WARM}")),
        warm_fork("warm_fork_of_functions", SMALL_WARM),
        bytes_of("bytes_tuple", "", "(i, None)"),
        bytes_of("bytes_instance", "class P:\n    def __init__(self, n): self.n = n; self.m = n\n", "P(i)"),
        bytes_of("bytes_list", "", "[i]"),
        appending(),
    ];
    if rest.iter().any(Option::is_none) {
        println!("a program did not finish");
    }
}
