//! The cost audit: a unit of fuel means work. Each case (`generators/costs.rs`) runs with sizes n, 2n and 4n. The fuel that it takes is
//! compared with the machine instructions that `callgrind` counts.
//!
//! The measured program runs in [`audit_case`], which callgrind knows by its name: it counts inside of it only, and writes one total after
//! each call. So one process measures thousands of cases.
//!
//! First each case runs without callgrind. That finds its sizes, and the cases that are so quick for their fuel that nothing more needs to
//! be known. Child processes do the work, because a case may abort, or run without end.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use stockade_compiler::bytecode::Program;
use stockade_vm::{Outcome, Session};

use super::members;
use crate::generators::Choices;
use crate::generators::costs::{Case, core_cases, member_cases};
use crate::run::{RunOptions, compile, config, host};

/// This oracle is not in `ORACLES`, because it makes its own inputs.
pub const NAME: &str = "cost";
pub const SAYS: &str = "a unit of fuel is at most 60 machine instructions, and work grows no faster than fuel (needs valgrind)";

/// The bounds: instructions for a unit of fuel, and how much dearer a unit may become when the size doubles. Without optimisation
/// everything takes more instructions.
pub const MAX_PER_UNIT: f64 = if cfg!(debug_assertions) { 600.0 } else { 60.0 };
pub const MAX_GROWTH: f64 = 1.2;

/// A case is not counted by callgrind when a unit of its fuel takes less than this many nanoseconds at the largest size: no processor does
/// sixty instructions in it.
const QUICK_NANOS_PER_UNIT: f64 = 4.0;
/// Cases whose work grows less than this between the sizes have no growth worth speaking of: buffers that double decide it.
const LEAST_FOR_GROWTH: u64 = 200_000;
/// A unit that costs fewer instructions than this may become dearer.
const CHEAP_UNIT: f64 = 10.0;
/// Cases whose work grows less than this are not judged. Work of a fixed size is judged in loops.
const LEAST_WORK: u64 = 40_000;
/// A case that is never slower at any size is small: it is little more than the start of a step.
const SMALL: Duration = Duration::from_micros(12);
/// The size of a case rises until its run takes this long.
const LONG_ENOUGH: Duration = Duration::from_micros(60);
/// A case that takes so much processor time runs without end. Callgrind takes about fifty times as long.
const PATIENCE: Duration = Duration::from_secs(4);
const PATIENCE_COUNTED: Duration = Duration::from_secs(120);
/// The fuel and the memory of a case.
const FUEL: u64 = 40_000_000;
const MEMORY: u64 = 512 << 20;

/// Makes the C library copy by vectors in long blocks, too. It has one instruction for a whole block there, of which callgrind counts a turn
/// for each byte.
const WHOLE_WORDS: &str = "glibc.cpu.x86_rep_movsb_threshold=0x10000000000:glibc.cpu.x86_rep_stosb_threshold=0x10000000000";

/// One run of a case: its fuel, and how long it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measured {
    pub fuel: u64,
    pub nanos: u64,
    /// The run ended by itself, and not at a limit.
    pub is_whole: bool,
}

/// A step that meets what making the values left behind: a collection that is due, finalizers to look for. Collections are no part of a
/// case: a program pays for them with what it allocates.
static CLEAN: LazyLock<Option<Arc<Program>>> = LazyLock::new(|| compile("import gc\ngc.collect()\n"));

/// A step that does nothing but what each step does.
static EMPTY: LazyLock<Option<Arc<Program>>> = LazyLock::new(|| compile("pass\n"));

/// Runs the measured program. Callgrind finds this function by its name.
#[inline(never)]
fn audit_case(session: &mut Session, program: &Arc<Program>) -> Outcome {
    std::hint::black_box(session.run(program))
}

/// Runs a case once. `None` when its program or its values cannot be made, which is expected of many.
#[must_use]
pub fn measure(case: &Case, size: u64) -> Option<Measured> {
    let setup = compile(&case.setup_program(size))?;
    let operation = compile(&case.operation)?;
    let mut config = config(&RunOptions { fuel: FUEL, memory: MEMORY, ..RunOptions::default() });
    config.limits.output_bytes = 1 << 30;
    let mut session = Session::new(&config, host());
    if !matches!(session.run(&setup), Outcome::Finished(_)) {
        return None;
    }
    let _ = CLEAN.as_ref().map(|clean| session.run(clean));
    // What `gc.collect` notices is freed later, when memory has grown: often in the measured step. The step after a collection gives memory
    // back to the allocator, which sorts what was freed when it is next asked for something large.
    session.compact();
    let _ = EMPTY.as_ref().map(|empty| session.run(empty));
    (0..8).for_each(|_| drop(std::hint::black_box(Vec::<u8>::with_capacity(100_000))));
    let start = Instant::now();
    let outcome = audit_case(&mut session, &operation);
    let nanos = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
    let is_whole = matches!(outcome, Outcome::Finished(_) | Outcome::Exited(_) | Outcome::Raised(_));
    // Each step of a session has a budget of its own, so this is what the measured program took.
    Some(Measured { fuel: session.usage().fuel, nanos, is_whole })
}

/// The cases of the audit: those of the language and the builtin types, and with a CPython to list them, all members of the library.
///
/// # Errors
///
/// CPython does not answer.
pub fn cases(seed: u64, with_library: bool) -> Result<Vec<Case>, String> {
    let mut cases = core_cases();
    if with_library && members::is_possible() {
        cases.extend(member_cases(&members::listed()?, seed));
    }
    Ok(cases)
}

/// What is known of a case at one size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Counted {
    size: u64,
    fuel: u64,
    work: u64,
}

/// The judgement of a case.
#[derive(Debug, Clone)]
pub struct Row {
    pub name: String,
    pub per_unit: f64,
    pub growth: f64,
    /// Why there are no numbers: the case ended the process, or did not end.
    pub fault: Option<String>,
    counted: Vec<Counted>,
}

impl Row {
    #[must_use]
    pub fn is_within(&self) -> bool {
        self.fault.is_none() && self.per_unit <= MAX_PER_UNIT && self.growth <= MAX_GROWTH
    }
}

/// The whole audit.
#[derive(Debug)]
pub struct Audit {
    /// The worst case first.
    pub rows: Vec<Row>,
    tried: usize,
    quick: usize,
    refused: usize,
}

/// How a child process ran the cases that it was given.
enum Said {
    /// The answer for a case: its number, and the rest of the line.
    Case(usize, String),
    /// The process ended or was killed while it ran this case.
    Lost(usize, &'static str),
}

/// Runs the audit with so many processes at once. Its files go to `folder`; `times.txt` there has the cases by the clock. The
/// `worst` of these are counted.
///
/// # Errors
///
/// There is no valgrind, or a process cannot be started.
pub fn audit(cases: &[Case], folder: &Path, processes: usize, worst: usize) -> Result<Audit, String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("cannot make `{}`: {error}", folder.display()))?;
    Command::new("valgrind").arg("--version").output().map_err(|error| format!("the audit needs valgrind: {error}"))?;
    let mut faults: BTreeMap<usize, String> = BTreeMap::new();
    // The sizes of each case that is worth counting.
    let mut plan: Vec<(usize, u64)> = Vec::new();
    let (mut quick, mut refused) = (0, 0);
    let probed = in_children(cases, &(0..cases.len()).map(|at| (at, 0)).collect::<Vec<_>>(), folder, processes, None)?;
    let name = |at: usize| cases.get(at).map_or(String::new(), |case| case.name.clone());
    // By the clock only: the order in which they are worth looking at, long before callgrind has counted.
    let mut timed: Vec<(f64, String)> = Vec::new();
    let mut prices: BTreeMap<usize, f64> = BTreeMap::new();
    for said in probed {
        match said {
            Said::Lost(at, how) => {
                timed.push((f64::INFINITY, format!("{how}: {}", name(at))));
                faults.insert(at, how.to_string());
            }
            Said::Case(at, line) => {
                let mut parts = line.split(' ');
                let what = parts.next();
                let mut numbers = parts.filter_map(|number| number.parse::<u64>().ok());
                if let (Some("count"), Some(size), Some(fuel), Some(nanos)) = (what, numbers.next(), numbers.next(), numbers.next()) {
                    plan.push((at, size));
                    let per_unit = nanos as f64 / fuel.max(1) as f64;
                    prices.insert(at, per_unit);
                    timed.push((per_unit, format!("{per_unit:>9.0} ns a unit ({nanos} ns, {fuel} fuel, N = {}): {}", size * 4, name(at))));
                } else if what == Some("quick") {
                    quick += 1;
                } else {
                    refused += 1;
                }
            }
        }
    }
    timed.sort_by(|one, other| other.0.total_cmp(&one.0));
    let times: String = timed.into_iter().map(|(_, line)| line + "\n").collect();
    let path = folder.join("times.txt");
    std::fs::write(&path, times).map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
    let price = |at: &usize| prices.get(at).copied().unwrap_or(0.0);
    plan.sort_by(|one, other| price(&other.0).total_cmp(&price(&one.0)));
    plan.truncate(worst);
    if worst == 0 {
        return Ok(Audit { rows: Vec::new(), tried: cases.len(), quick, refused });
    }
    let mut counted: BTreeMap<usize, Vec<Counted>> = BTreeMap::new();
    // The smallest size twice: the first run of a process does what happens once, such as compiling a part of the library.
    let units: Vec<(usize, u64)> = plan.iter().flat_map(|(at, size)| [1, 1, 2, 4].map(|times| (*at, size * times))).collect();
    for said in in_children(cases, &units, folder, processes, Some("callgrind"))? {
        match said {
            Said::Lost(at, how) => drop(faults.insert(at, format!("{how}, counted"))),
            Said::Case(at, line) => {
                let mut numbers = line.split(' ').filter_map(|number| number.parse().ok());
                if let (Some(size), Some(fuel), Some(work)) = (numbers.next(), numbers.next(), numbers.next()) {
                    counted.entry(at).or_default().push(Counted { size, fuel, work });
                }
            }
        }
    }
    let mut rows: Vec<Row> = counted.into_iter().filter_map(|(at, counted)| judge(name(at), counted)).collect();
    rows.extend(faults.into_iter().map(|(at, fault)| Row {
        name: name(at),
        per_unit: f64::INFINITY,
        growth: f64::INFINITY,
        fault: Some(fault),
        counted: Vec::new(),
    }));
    rows.sort_by(|one, other| other.badness().total_cmp(&one.badness()).then_with(|| one.name.cmp(&other.name)));
    Ok(Audit { rows, tried: cases.len(), quick, refused })
}

/// Judges a case by what it takes more at a larger size. So what happens once in a session, such as loading a part of the library, does not
/// count, and neither does the fuel that the measured lines take at any size.
fn judge(name: String, mut counted: Vec<Counted>) -> Option<Row> {
    counted.sort_by_key(|run| (run.size, run.work));
    counted.dedup_by_key(|run| run.size);
    let (first, last) = (*counted.first()?, *counted.last()?);
    if last.work.saturating_sub(first.work) < LEAST_WORK {
        return None;
    }
    let price = |from: Counted, to: Counted| to.work.saturating_sub(from.work) as f64 / to.fuel.saturating_sub(from.fuel).max(1) as f64;
    let growth = match counted.as_slice() {
        &[small, middle, large]
            if large.work.saturating_sub(small.work) >= LEAST_FOR_GROWTH
                && price(middle, large) > CHEAP_UNIT
                && middle.work > small.work =>
        {
            price(middle, large) / price(small, middle).max(1.0)
        }
        _ => 1.0,
    };
    Some(Row { name, per_unit: price(first, last), growth, fault: None, counted })
}

impl Row {
    /// How far a case is beyond the bounds.
    fn badness(&self) -> f64 {
        if self.growth <= MAX_GROWTH { self.per_unit } else { self.per_unit.max(MAX_PER_UNIT * self.growth / MAX_GROWTH) }
    }
}

impl Audit {
    /// The cases beyond the bounds.
    pub fn offenders(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| !row.is_within())
    }

    /// The counts in one line.
    #[must_use]
    pub fn summary(&self) -> String {
        format!(
            "{} cases: {} beyond the bounds, {} counted, {} quick for their fuel, {} refused by the program",
            self.tried,
            self.offenders().count(),
            self.rows.len(),
            self.quick,
            self.refused
        )
    }

    /// Rows as text, with the numbers of each size.
    #[must_use]
    pub fn lines<'r>(rows: impl Iterator<Item = &'r Row>) -> String {
        let mut text = String::new();
        for row in rows {
            let sizes: Vec<String> = row.counted.iter().map(|run| format!("{}: {}/{}", run.size, run.work, run.fuel)).collect();
            let _ = match &row.fault {
                Some(fault) => writeln!(text, "{fault:>17}  {}", row.name),
                None => writeln!(text, "{:>10.1} x{:<5.2} {}   [{}]", row.per_unit, row.growth, row.name, sizes.join(", ")),
            };
        }
        text
    }

    /// The page of the documentation: the worst cases as a table.
    #[must_use]
    pub fn page(&self, note: &str) -> String {
        let note = if note.is_empty() { String::new() } else { format!("{note}\n\n") };
        let mut text = format!(
            "# What a unit of fuel costs\n\nWritten by `stockade-fuzz --target cost --table docs/fuel-costs.md` (see [fuzz/README.md](../fuzz/README.md)). The audit runs\n\
             each operation with sizes n, 2n and 4n, and counts machine instructions with callgrind. *Instructions a unit* is what the work grows\n\
             from n to 4n over what the fuel grows; the bound is {MAX_PER_UNIT:.0}. *Growth* is how much dearer a unit becomes when 2n becomes 4n; the\n\
             bound is {MAX_GROWTH}.\n\n\
             {}.\n\n{note}The worst hundred, with the largest size that was counted:\n\n\
             | instructions a unit | growth | size | fuel | operation |\n|---:|---:|---:|---:|---|\n",
            self.summary()
        );
        for row in self.rows.iter().take(100) {
            let name = row.name.replace('|', "\\|").replace('`', "'");
            let last = row.counted.last();
            let _ = match &row.fault {
                Some(fault) => writeln!(text, "| {fault} | | | | `{name}` |"),
                None => writeln!(
                    text,
                    "| {:.1} | {:.2} | {} | {} | `{name}` |",
                    row.per_unit,
                    row.growth,
                    last.map_or(0, |run| run.size),
                    last.map_or(0, |run| run.fuel)
                ),
            };
        }
        text
    }
}

/// Measures cases in child processes, several at a time. A unit is a case and a size; size 0 asks for the size to count.
fn in_children(cases: &[Case], units: &[(usize, u64)], folder: &Path, processes: usize, tool: Option<&str>) -> Result<Vec<Said>, String> {
    let all = Mutex::new(Vec::new());
    // Neighbours differ in cost, so each process gets every so-manieth case, with all its sizes.
    let parts: Vec<Vec<(usize, u64)>> =
        (0..processes.max(1)).map(|part| units.iter().filter(|(at, _)| at % processes.max(1) == part).copied().collect()).collect();
    let failures: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = parts
            .iter()
            .enumerate()
            .map(|(part, units)| {
                let (all, folder) = (&all, folder.join(format!("part-{part}")));
                scope.spawn(move || {
                    let said = one_after_the_other(cases, units, &folder, tool)?;
                    all.lock().unwrap_or_else(PoisonError::into_inner).extend(said);
                    Ok::<(), String>(())
                })
            })
            .collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()?.err()).collect()
    });
    match failures.into_iter().next() {
        Some(failure) => Err(failure),
        None => Ok(all.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }
}

/// Units of one process. Callgrind's file grows by each case, so a process ends after some hundred.
const UNITS_PER_PROCESS: usize = 600;

fn one_after_the_other(cases: &[Case], units: &[(usize, u64)], folder: &Path, tool: Option<&str>) -> Result<Vec<Said>, String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("cannot make `{}`: {error}", folder.display()))?;
    let mut said = Vec::new();
    let mut lost: BTreeSet<usize> = BTreeSet::new();
    let mut rest: Vec<(usize, u64)> = units.to_vec();
    while !rest.is_empty() {
        let batch: Vec<(usize, u64)> = rest.iter().take(UNITS_PER_PROCESS).copied().collect();
        let before = said.len();
        let (done, how) = one_child(cases, &batch, folder, tool, &mut said)?;
        note(cases, folder, said.get(before..).unwrap_or_default());
        rest.drain(..done.min(rest.len()));
        if let (Some(how), Some((at, _))) = (how, rest.first().copied()) {
            said.push(Said::Lost(at, how));
            lost.insert(at);
            rest.retain(|(at, _)| !lost.contains(at));
        }
    }
    Ok(said)
}

/// Writes down what a process said, so that somebody who waits sees it.
fn note(cases: &[Case], folder: &Path, said: &[Said]) {
    let mut text = String::new();
    for one in said {
        if let Said::Case(at, line) = one
            && line.contains(' ')
            && let Some(case) = cases.get(*at)
        {
            let _ = writeln!(text, "{line}: {}", case.name);
        }
    }
    // Without the file, the audit goes on.
    if let Ok(mut file) = std::fs::File::options().append(true).create(true).open(folder.join("said.txt")) {
        let _ = file.write_all(text.as_bytes());
    }
}

/// Runs a batch. Gives how many units were done, and how the process was lost, if it was.
fn one_child(
    cases: &[Case],
    batch: &[(usize, u64)],
    folder: &Path,
    tool: Option<&str>,
    said: &mut Vec<Said>,
) -> Result<(usize, Option<&'static str>), String> {
    let (list, totals) = (folder.join("cases.txt"), folder.join("callgrind.out"));
    std::fs::write(&list, written(cases, batch)).map_err(|error| format!("cannot write `{}`: {error}", list.display()))?;
    let _ = std::fs::remove_file(&totals);
    let mut child = start(&list, &totals, tool)?;
    let lines = lines_of(&mut child);
    let patience = if tool.is_some() { PATIENCE_COUNTED } else { PATIENCE };
    let mut answers: Vec<String> = Vec::new();
    let mut started = processor_time(&child);
    let how = loop {
        match lines.recv_timeout(Duration::from_secs(1)) {
            Ok(line) => {
                answers.push(line);
                started = processor_time(&child);
            }
            // On a busy machine a case waits for its turn.
            Err(RecvTimeoutError::Timeout) if processor_time(&child).saturating_sub(started) < patience => {}
            Err(RecvTimeoutError::Disconnected) => break (answers.len() < batch.len()).then_some("ends the process"),
            Err(RecvTimeoutError::Timeout) => {
                let _ = child.kill();
                break Some("does not end");
            }
        }
    };
    let _ = child.wait();
    let mut work = if tool.is_some() { works(&totals) } else { Vec::new() }.into_iter();
    for (line, (at, size)) in answers.iter().zip(batch) {
        if tool.is_none() {
            said.push(Said::Case(*at, line.clone()));
        } else if let Some(fuel) = line.strip_prefix("fuel ")
            && let Some(work) = work.next()
        {
            said.push(Said::Case(*at, format!("{size} {fuel} {work}")));
        }
    }
    Ok((answers.len(), how))
}

fn start(list: &Path, totals: &Path, tool: Option<&str>) -> Result<Child, String> {
    let own = std::env::current_exe().map_err(|error| format!("this program does not know where it is: {error}"))?;
    let mut command = match tool {
        Some(tool) => {
            let mut command = Command::new("valgrind");
            command
                .args([&format!("--tool={tool}"), "--collect-atstart=no", "--combine-dumps=yes", "--dump-line=no", "-q"])
                .args(["--toggle-collect=*audit_case", "--dump-after=*audit_case", "--main-stacksize=8388608"])
                // The front end works on a thread of its own where a text nests deep or is searched for an error.
                .args(["--zero-before=*audit_case", "--toggle-collect=*on_large_stack*"])
                .arg(format!("--callgrind-out-file={}", totals.display()))
                .arg(own)
                .env("GLIBC_TUNABLES", WHOLE_WORDS);
            command
        }
        None => Command::new(own),
    };
    command.args(["--target", NAME, "--measure"]).arg(list);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().map_err(|error| format!("cannot start {command:?}: {error}"))
}

/// The time that a process has used, or that has passed where the system does not tell.
fn processor_time(child: &Child) -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let text = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
    // After the name, which may contain spaces: the state is the first field, user and system time are the twelfth and thirteenth.
    let fields = text.rsplit_once(") ").map(|(_, fields)| fields.split(' ').skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()));
    fields.map_or_else(|| START.elapsed(), |ticks| Duration::from_millis(ticks.sum::<u64>() * 10))
}

/// The lines that a process prints, as they come.
pub(super) fn lines_of(child: &mut Child) -> Receiver<String> {
    let (send, receive) = channel();
    let out = child.stdout.take();
    std::thread::spawn(move || {
        for line in out.into_iter().flat_map(|out| BufReader::new(out).lines()) {
            if line.is_ok_and(|line| send.send(line).is_err()) {
                break;
            }
        }
    });
    receive
}

/// The totals that callgrind wrote, one after each call of [`audit_case`].
fn works(totals: &Path) -> Vec<u64> {
    let text = std::fs::read(totals).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    text.lines().filter_map(|line| line.strip_prefix("totals: ")?.trim().parse().ok()).collect()
}

const UNIT_END: char = '\u{1e}';
const PART_END: char = '\u{1f}';

pub(super) fn written(cases: &[Case], batch: &[(usize, u64)]) -> String {
    let mut text = String::new();
    for (at, size) in batch {
        if let Some(case) = cases.get(*at) {
            let sizes: Vec<String> = case.sizes.iter().map(u64::to_string).collect();
            let parts = [size.to_string(), sizes.join(" "), case.imports.clone(), case.setup.clone(), case.operation.clone()];
            let _ = write!(text, "{}{UNIT_END}", parts.join(&PART_END.to_string()));
        }
    }
    text
}

/// The cases as `--measure` reads them, each with the name before it.
#[must_use]
pub fn shown(cases: &[Case]) -> String {
    let units = (0..cases.len()).map(|at| (at, 0));
    units.zip(cases).map(|(unit, case)| format!("{}\n{}\n", case.name, written(cases, &[unit]))).collect()
}

/// The size, the sizes and the text of each unit.
pub(super) fn read_units(text: &str) -> Result<Vec<(u64, Vec<u64>, Case)>, String> {
    let read = |unit: &str| {
        let parts: Vec<&str> = unit.split(PART_END).collect();
        let &[size, sizes, imports, setup, operation] = parts.as_slice() else { return Err("a broken list".into()) };
        let sizes: Vec<u64> = sizes.split(' ').filter_map(|size| size.parse().ok()).collect();
        let case = Case { name: String::new(), imports: imports.into(), setup: setup.into(), operation: operation.into(), sizes: &[] };
        Ok((size.parse().unwrap_or(0), sizes, case))
    };
    text.split_terminator(UNIT_END).map(read).collect()
}

/// The child process: measures what the file lists, and prints one line for each unit.
///
/// # Errors
///
/// The file cannot be read.
pub fn serve(list: &PathBuf) -> Result<(), String> {
    let text = std::fs::read_to_string(list).map_err(|error| format!("cannot read `{}`: {error}", list.display()))?;
    let mut out = std::io::stdout().lock();
    for (size, sizes, case) in read_units(&text)? {
        let line = if size == 0 {
            probe(&case, &sizes)
        } else {
            // Nothing is printed about a case whose values were not made, and callgrind wrote no total for it.
            measure(&case, size).map_or("none".to_string(), |run| format!("fuel {}", run.fuel))
        };
        // Nobody waits for more when the parent has ended.
        if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
            break;
        }
    }
    Ok(())
}

/// Finds the size from which a case is counted: the largest that its list has and that is quick enough.
fn probe(case: &Case, sizes: &[u64]) -> String {
    let (mut chosen, mut is_quick, mut is_small) = (None, true, true);
    for size in sizes {
        // The first runs of the process load parts of the library, and any run may be interrupted.
        let Some(large) = measure(case, size * 4).filter(|run| run.is_whole) else { break };
        let again = (0..2).filter_map(|_| measure(case, size * 4)).map(|run| run.nanos).min().unwrap_or(large.nanos);
        let nanos = large.nanos.min(again);
        chosen = Some((*size, large.fuel, nanos));
        is_small = u128::from(nanos) < SMALL.as_nanos();
        is_quick = (nanos as f64) < QUICK_NANOS_PER_UNIT * large.fuel.max(1) as f64;
        if u128::from(nanos) > LONG_ENOUGH.as_nanos() {
            break;
        }
    }
    match chosen {
        None => "refused".into(),
        Some(_) if is_quick || is_small => "quick".into(),
        Some((size, fuel, nanos)) => format!("count {size} {fuel} {nanos}"),
    }
}

/// The time that a unit of fuel may take: sixty instructions on a slow and busy machine. Without optimisation everything takes longer.
const MAX_NANOS_PER_UNIT: f64 = if cfg!(debug_assertions) { 20_000.0 } else { 1_000.0 };
/// Shorter runs say nothing, because the clock and the start of a step decide them.
const LEAST_TIME: Duration = Duration::from_micros(if cfg!(debug_assertions) { 2_000 } else { 200 });

/// A case of the language and the builtin types, as `NUMBER SIZE`.
#[must_use]
pub fn drawn(choices: &mut Choices<'_>) -> String {
    let at = choices.below(CORE.len());
    let sizes = CORE.get(at).map_or(&[1][..], |case| case.sizes);
    let size = choices.pick(sizes).copied().unwrap_or(1);
    format!("{at} {}", size << choices.below(3))
}

static CORE: LazyLock<Vec<Case>> = LazyLock::new(core_cases);

/// Without callgrind: a case (see [`drawn`]) takes no time that its fuel does not pay for, by a bound that no noise reaches.
///
/// # Errors
///
/// The case took too long, each time that it was tried.
pub fn check(text: &str) -> Result<(), String> {
    let mut numbers = text.split(' ').filter_map(|number| number.parse::<usize>().ok());
    let (Some(at), Some(size)) = (numbers.next(), numbers.next()) else { return Ok(()) };
    CORE.get(at).map_or(Ok(()), |case| within_time(case, size as u64))
}

/// A case takes no time that its fuel does not pay for. See [`check`].
///
/// # Errors
///
/// It took too long, each time that it was tried.
pub fn within_time(case: &Case, size: u64) -> Result<(), String> {
    let mut told = String::new();
    for _ in 0..4 {
        let Some(run) = measure(case, size) else { return Ok(()) };
        let per_unit = run.nanos as f64 / run.fuel.max(1) as f64;
        if per_unit <= MAX_NANOS_PER_UNIT || u128::from(run.nanos) < LEAST_TIME.as_nanos() {
            return Ok(());
        }
        told = format!("{}, N = {size}: {} units of fuel took {} us, {per_unit:.0} ns a unit", case.name, run.fuel, run.nanos / 1_000);
    }
    Err(told)
}
