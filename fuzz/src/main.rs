//! `stockade-fuzz --seconds N --target NAME`: runs oracles on inputs from a seed, and keeps the texts that fail.
//!
//! Each text is written to `current.py` before it is tried, so it is still there after the process crashes.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]
#![expect(clippy::print_stdout, reason = "a command")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use stockade_fuzz::corpus::{self, Program};
use stockade_fuzz::generators::{Choices, Random, deep_program, endless_program, hungry_program, mutation, program, reach, text_of_bomb};
use stockade_fuzz::oracles::{Inputs, ORACLES, Oracle, cost, find, members, resident};

/// Looks for texts that break a property.
#[derive(Parser)]
#[command(name = "stockade-fuzz")]
struct Args {
    /// How long to search
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// An oracle; `all` takes them in turn, `list` names them
    #[arg(long, default_value = "all")]
    target: String,
    /// The same seed tries the same inputs
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many snippets `members` compares with CPython
    #[arg(long, default_value_t = 25_000)]
    count: usize,
    /// Reports the entries of `known.txt` that matched no difference of `members`
    #[arg(long)]
    unused: bool,
    /// Writes the worst cases of `cost` as a page of the documentation
    #[arg(long, value_name = "PAGE")]
    table: Option<PathBuf>,
    /// A sentence for the page of `--table`, such as what was left out
    #[arg(long, default_value = "")]
    note: String,
    /// Only the cases of `cost` with this in their names
    #[arg(long, default_value = "")]
    filter: String,
    /// Only the cases of `cost` whose names are lines of this file
    #[arg(long, value_name = "FILE")]
    names: Option<PathBuf>,
    /// Only every so many of the cases of `cost`, beginning with the one that `--seed` numbers
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// Leaves the members of the library out of `cost` and of `memory --audit`
    #[arg(long)]
    core: bool,
    /// Runs the inputs of `cost` with `memory` in place of generated ones, and reads the resident memory of the process
    #[arg(long)]
    audit: bool,
    /// How many cases of `cost` callgrind counts, the dearest by the clock first
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    worst: usize,
    /// How many processes `cost` measures with
    #[arg(long, default_value_t = 2)]
    processes: usize,
    /// Measures the cases of this file, and prints what they took (a child process of `cost` or of `memory --audit`)
    #[arg(long, hide = true)]
    measure: Option<PathBuf>,
    /// Where failing texts are written
    #[arg(long, default_value = "fuzz-found")]
    output: PathBuf,
    /// Prints the inputs, and tries none
    #[arg(long)]
    show: bool,
    /// Ends at the first failure
    #[arg(long)]
    first: bool,
    /// Tests these files instead of generated inputs
    files: Vec<PathBuf>,
}

/// Stack of the worker thread: the default of host threads, so that deep recursion is detected.
const STACK: usize = 2 << 20;

fn main() -> ExitCode {
    let args = Args::parse();
    if args.target == "list" {
        for oracle in ORACLES {
            println!("{:<12} {}", oracle.name, oracle.says);
        }
        println!("{:<12} {}", members::NAME, members::SAYS);
        println!("{:<12} {}", cost::NAME, cost::SAYS);
        return ExitCode::SUCCESS;
    }
    if args.target == members::NAME {
        return compare_members(&args);
    }
    if args.target == cost::NAME {
        return audit_costs(args);
    }
    if args.target == "memory" && (args.audit || args.measure.is_some()) {
        return audit_memory(args);
    }
    let oracles: Vec<&Oracle> = if args.target == "all" { ORACLES.iter().collect() } else { find(&args.target).into_iter().collect() };
    if oracles.is_empty() {
        println!("no target `{}`: see --target list", args.target);
        return ExitCode::from(2);
    }
    if let Err(error) = std::fs::create_dir_all(&args.output) {
        println!("cannot make `{}`: {error}", args.output.display());
        return ExitCode::from(2);
    }
    // A failure is reported with its text. The output of the panic hook would only hide the report.
    std::panic::set_hook(Box::new(|_| {}));
    let worker = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || if args.files.is_empty() { run_generated(&args, &oracles) } else { replay(&args, &oracles) });
    let failures = worker.ok().and_then(|worker| worker.join().ok());
    if failures == Some(0) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Compares the members of the library with CPython's. Prints the counts, and each difference that is not listed.
fn compare_members(args: &Args) -> ExitCode {
    let report = match members::compare(args.count, args.seed, 1) {
        Ok(report) => report,
        Err(why) => {
            println!("{why}");
            return ExitCode::from(2);
        }
    };
    println!("{report}");
    if args.unused {
        report.unused().for_each(|row| println!("unused: {}", row.line()));
    }
    let path = args.output.join("members.txt");
    if let Err(error) = std::fs::create_dir_all(&args.output).and_then(|()| std::fs::write(&path, report.differences())) {
        println!("cannot write `{}`: {error}", path.display());
        return ExitCode::from(2);
    }
    println!("{} tells of every difference", path.display());
    if report.unlisted() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Measures what units of fuel cost. Exit status 1 means that a case is beyond the bounds.
fn audit_costs(args: Args) -> ExitCode {
    audit(move || {
        if let Some(list) = &args.measure {
            return cost::serve(list).map(|()| true);
        }
        let mut cases = cost::cases(args.seed, !args.core)?;
        cases.retain(|case| case.name.contains(&args.filter));
        if let Some(path) = &args.names {
            let text = std::fs::read(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
            let text = String::from_utf8_lossy(&text);
            let names: std::collections::BTreeSet<&str> = text.lines().collect();
            cases.retain(|case| names.contains(case.name.as_str()));
        }
        let first = usize::try_from(args.seed).unwrap_or(0) % args.every.max(1);
        cases = cases.into_iter().skip(first).step_by(args.every.max(1)).collect();
        if args.show {
            println!("{}", cost::shown(&cases));
            return Ok(true);
        }
        let audit = cost::audit(&cases, &args.output.join("cost"), args.processes, args.worst)?;
        let path = args.output.join("cost.txt");
        let cannot = |path: &std::path::Path, error| format!("cannot write `{}`: {error}", path.display());
        std::fs::write(&path, cost::Audit::lines(audit.rows.iter())).map_err(|error| cannot(&path, error))?;
        print!("{}", cost::Audit::lines(audit.offenders().take(40)));
        println!("{}\n{} has the numbers of every case", audit.summary(), path.display());
        if let Some(page) = &args.table {
            std::fs::write(page, audit.page(&args.note)).map_err(|error| cannot(page, error))?;
        }
        Ok(audit.offenders().next().is_none())
    })
}

/// Reads what is resident for the inputs of the cost audit. Exit status 1 means that some process held too much.
fn audit_memory(args: Args) -> ExitCode {
    audit(move || {
        if let Some(list) = &args.measure {
            return resident::serve(list).map(|()| true);
        }
        let mut cases = cost::cases(args.seed, !args.core)?;
        cases.retain(|case| case.name.contains(&args.filter));
        let own = std::env::current_exe().map_err(|error| format!("this program does not know where it is: {error}"))?;
        let wrong = resident::audit(&own, &cases, &args.output.join("memory"))?;
        wrong.iter().for_each(|line| println!("{line}"));
        println!("{} cases, {} beyond the bound", cases.len(), wrong.len());
        Ok(wrong.is_empty())
    })
}

/// Runs an audit on a large stack. Exit status 1 means that it found something, 2 that it could not run.
fn audit(work: impl FnOnce() -> Result<bool, String> + Send + 'static) -> ExitCode {
    match std::thread::Builder::new().stack_size(STACK).spawn(work).map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(true))) => ExitCode::SUCCESS,
        Ok(Ok(Ok(false))) => ExitCode::FAILURE,
        Ok(Ok(Err(why))) => {
            println!("{why}");
            ExitCode::from(2)
        }
        _ => ExitCode::from(101),
    }
}

fn replay(args: &Args, oracles: &[&Oracle]) -> u32 {
    let mut failures = 0;
    for file in &args.files {
        let text = String::from_utf8_lossy(&std::fs::read(file).unwrap_or_default()).into_owned();
        for oracle in oracles {
            if let Err(what) = run_oracle(oracle, &text) {
                println!("{}: {}: {what}", file.display(), oracle.name);
                failures += 1;
            }
        }
    }
    failures
}

fn run_generated(args: &Args, oracles: &[&Oracle]) -> u32 {
    let corpus = corpus::all();
    let mut random = Random::new(args.seed);
    let (start, current) = (Instant::now(), args.output.join("current.py"));
    let (mut tried, mut failures) = (0u64, 0u32);
    'hunt: while start.elapsed() < Duration::from_secs(args.seconds) {
        for oracle in oracles {
            let text = input(oracle.inputs, &mut random, &corpus);
            if args.show {
                println!("{text}\n# ----");
                continue;
            }
            // Written before the test, because a stack overflow leaves no other trace.
            let _ = std::fs::write(&current, &text);
            tried += 1;
            let Err(what) = run_oracle(oracle, &text) else { continue };
            failures += 1;
            let path = args.output.join(format!("{}-{failures}.py", oracle.name));
            let note: String = what.lines().take(20).map(|line| format!("# {line}\n")).collect();
            match std::fs::write(&path, &text).and_then(|()| std::fs::write(path.with_extension("txt"), &note)) {
                Ok(()) => println!("{}: {}", path.display(), what.lines().next().unwrap_or("")),
                Err(error) => println!("cannot write `{}`: {error}\n{text}", path.display()),
            }
            if args.first {
                break 'hunt;
            }
        }
    }
    let _ = std::fs::remove_file(&current);
    println!("{tried} inputs, {failures} failures, {:.0} a second", tried as f64 / start.elapsed().as_secs_f64().max(0.001));
    failures
}

/// Runs an oracle on a text. A panic counts as a failure.
fn run_oracle(oracle: &Oracle, text: &str) -> Result<(), String> {
    match catch_unwind(AssertUnwindSafe(|| (oracle.check)(text))) {
        Ok(answer) => answer,
        Err(panic) => {
            let what = panic.downcast_ref::<String>().cloned().or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_string()));
            Err(format!("panic: {}", what.unwrap_or_default()))
        }
    }
}

/// Generates the next input.
fn input(inputs: Inputs, random: &mut Random, corpus: &[Program]) -> String {
    let way = random.draw() % 16;
    if inputs == Inputs::Texts && way < 8 {
        let bytes = random.bytes(128);
        return mutation(&mut Choices::new(&bytes), corpus);
    }
    if inputs == Inputs::Texts && way == 8 {
        let bytes = random.bytes(8);
        return text_of_bomb(&mut Choices::new(&bytes));
    }
    let size = usize::try_from(64 + random.draw() % 2_000).unwrap_or(64);
    let bytes = random.bytes(size);
    let mut choices = Choices::new(&bytes);
    match inputs {
        Inputs::Reaching => reach(&mut choices),
        Inputs::Deep => deep_program(&mut choices),
        Inputs::Hungry => hungry_program(&mut choices),
        Inputs::Endless => endless_program(&mut choices),
        Inputs::Texts | Inputs::Programs => program(&mut choices),
    }
}
