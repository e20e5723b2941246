//! `stockade run FILE|-`: checks a program, runs it in the sandbox, and reports the result.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use clap::ValueEnum;
use serde_json::json;
use stockade_compiler::SourceText;
use stockade_policy::input::{Document, Program, Refusal};
use stockade_policy::{Checked, ResolvedPolicy};
use stockade_vm::{CompileRefusal, Config, Host, Outcome, OutcomeKind, Session, Step, StepOptions};

use crate::audit_log::AuditLog;
use crate::fixtures::Fixtures;
use crate::input::InputArgs;
use crate::output_file::{FilesInUse, OutputFile};
use crate::report_json::{SCHEMA, StepReport};
use crate::{Exit, policy_source, render, signals};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A file with programs: Python, a notebook, Markdown or JSON lines; `-` reads from stdin
    file: PathBuf,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    options: Options,
}

/// What becomes of output past its limit.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Overflow {
    /// The run ends
    Stop,
    /// The rest is dropped and the run goes on
    Truncate,
}

/// The options that `run`, `snapshot` and `resume` share.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// A preset (`stockade policy list`) or a policy file
    #[arg(long, default_value = "default")]
    pub(super) policy: String,
    /// A JSON file with host functions and their prepared results
    #[arg(long, value_name = "FILE")]
    tools: Option<PathBuf>,
    /// The fuel of each step. A statement or an operation costs about one unit
    #[arg(long, value_name = "UNITS")]
    fuel: Option<u64>,
    /// The memory of the session: `64MiB`, `512KiB`, or a number of bytes
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<u64>,
    /// The wall time of each step: `2s` or `500ms`
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    timeout: Option<u64>,
    /// The number of frames in use at once
    #[arg(long, value_name = "FRAMES")]
    recursion: Option<u32>,
    /// The number of bytes that each step may print
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    max_output: Option<u64>,
    /// The seed of hashes and of `random`, in place of the policy's
    #[arg(long)]
    seed: Option<u64>,
    /// What printing past the limit does, in place of the policy's `output.overflow`
    #[arg(long, value_enum, value_name = "HOW")]
    output_overflow: Option<Overflow>,
    /// Run the steps after one that failed, too
    #[arg(long)]
    keep_going: bool,
    /// Exit with status 1 when the program ends itself, with whatever code. For programs with tests behind them
    #[arg(long)]
    exit_is_error: bool,
    /// Write a JSON report to a file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Put what the program prints into the report, too
    #[arg(long, requires = "report")]
    capture: bool,
    /// Append a JSON line for each step to a file. The policy's `audit` settings say what is in it
    #[arg(long, value_name = "FILE")]
    audit: Option<PathBuf>,
    /// Run without the check. The interpreter still obeys the policy
    #[arg(long)]
    pub(super) no_check: bool,
    /// Collect garbage at every safepoint. Slow; for finding faults of the interpreter
    #[arg(long, hide = true)]
    stress: bool,
    /// Run in reference mode, without fast paths. Slow; for finding faults of the interpreter
    #[arg(long, hide = true)]
    plain: bool,
}

impl Options {
    /// The configuration of a session: grants and limits of the policy, overridden by the options.
    pub(super) fn config(&self, policy: &Arc<ResolvedPolicy>) -> Config {
        let mut config = Config { library: &crate::LIBRARY, ..Config::new(policy) };
        let limits = &mut config.limits;
        limits.instructions = self.fuel.unwrap_or(limits.instructions);
        limits.memory_bytes = self.memory.unwrap_or(limits.memory_bytes);
        limits.wall_ms = self.timeout.unwrap_or(limits.wall_ms);
        limits.recursion = self.recursion.unwrap_or(limits.recursion);
        limits.output_bytes = self.max_output.unwrap_or(limits.output_bytes);
        if self.no_check {
            config.check = None;
        }
        if let Some(overflow) = self.output_overflow {
            Arc::make_mut(&mut config.grants).truncates_output = overflow == Overflow::Truncate;
        }
        let seed = self.seed.unwrap_or(config.random_seed);
        Config { hash_seed: seed, random_seed: seed, stress_collection: self.stress, reference_mode: self.plain, ..config }
    }
}

/// Parses a size such as `64MiB`, `64MB`, `1GiB` or `4096`.
fn parse_size(text: &str) -> Result<u64, String> {
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let number: u64 = number.parse().map_err(|_| format!("`{text}` is no size"))?;
    let factor = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "kb" => 1_000,
        "m" | "mib" => 1 << 20,
        "mb" => 1_000_000,
        "g" | "gib" => 1 << 30,
        "gb" => 1_000_000_000,
        _ => return Err(format!("`{unit}` is no unit of size: use KiB, MiB or GiB")),
    };
    number.checked_mul(factor).ok_or_else(|| format!("`{text}` is too large"))
}

/// Parses a time such as `2s`, `500ms` or `1.5s` to milliseconds.
fn parse_time(text: &str) -> Result<u64, String> {
    let (number, factor) = match text.strip_suffix("ms") {
        Some(number) => (number, 1.0),
        None => (text.strip_suffix('s').unwrap_or(text), 1000.0),
    };
    let number: f64 = number.trim().parse().map_err(|_| format!("`{text}` is no time: use 2s or 500ms"))?;
    if number.is_finite() && number >= 0.0 { Ok((number * factor) as u64) } else { Err(format!("`{text}` is no time")) }
}

/// A program that sleeps wakes up so often to see whether the run is to end.
const LONGEST_SLEEP: Duration = Duration::from_millis(50);

/// What a step wrote to stdout and stderr.
type Streams = Arc<Mutex<(String, String)>>;

/// The host of a run: stdout, stderr, and a clock for the deadline.
struct Terminal {
    start: Instant,
    /// True when the program's clocks always show 0.
    frozen: bool,
    /// A copy of what is printed, for the report.
    copy: Option<Streams>,
}

impl Host for Terminal {
    fn elapsed_ms(&mut self) -> u64 {
        // The interpreter calls this once per slice, so printed text appears without a noticeable delay.
        render::flush_if_late();
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
    fn is_cancelled(&mut self) -> bool {
        // Nobody reads what comes, or somebody asked for the end.
        render::failure().is_some() || signals::received()
    }
    fn write(&mut self, text: &str, error: bool) {
        if let Some(copy) = &self.copy {
            let mut streams = copy.lock().unwrap_or_else(PoisonError::into_inner);
            if error { streams.1.push_str(text) } else { streams.0.push_str(text) }
        }
        if error { render::to_stderr(text) } else { render::to_stdout(text) }
    }
    fn wall_clock(&mut self) -> f64 {
        if self.frozen {
            return 0.0;
        }
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
    }
    fn monotonic(&mut self) -> f64 {
        if self.frozen { 0.0 } else { self.start.elapsed().as_secs_f64() }
    }
    fn sleep(&mut self, seconds: f64) {
        if seconds.is_finite() && seconds > 0.0 {
            render::flush();
            let end = Instant::now() + Duration::from_secs_f64(seconds.min(3600.0));
            while !self.is_cancelled() {
                let left = end.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    break;
                }
                std::thread::sleep(left.min(LONGEST_SLEEP));
            }
        }
    }
}

/// A run of the programs of a document: sessions, their steps, and what is said about them.
pub(super) struct Run<'a> {
    options: &'a Options,
    policy: &'a Arc<ResolvedPolicy>,
    /// The name of the run in its report.
    name: String,
    start: Instant,
    fixtures: Fixtures,
    report: Option<OutputFile>,
    log: Option<AuditLog>,
    copy: Option<Streams>,
    /// Stop when the steps have used so much fuel.
    pause_at: Option<u64>,
    fuel: u64,
    reports: Vec<StepReport>,
    /// The steps that were not run: number, file, first line.
    not_run: Vec<(usize, String, u32)>,
    /// The number of the last step.
    number: usize,
}

impl<'a> Run<'a> {
    /// Opens everything that the run needs. `inputs` are the files that it reads.
    ///
    /// # Errors
    /// The exit status of the command, after printing the error.
    pub(super) fn new(
        options: &'a Options,
        policy: &'a Arc<ResolvedPolicy>,
        name: String,
        inputs: &[&Path],
        in_use: &mut FilesInUse,
    ) -> Result<Self, Exit> {
        let fixtures = options.tools.as_deref().map(Fixtures::load).transpose()?.unwrap_or_default();
        let of_policy: Vec<PathBuf> = policy_source::files(&options.policy, policy);
        let inputs = inputs.iter().copied().chain(options.tools.as_deref()).chain(of_policy.iter().map(PathBuf::as_path));
        inputs.for_each(|path| in_use.add(path));
        let log = options.audit.as_deref().map(|path| AuditLog::open(path, in_use)).transpose()?;
        let mut report = options.report.as_deref().map(|path| OutputFile::open(path, "--report", false, in_use)).transpose()?;
        if let Some(report) = &mut report {
            report.clear()?;
        }
        signals::watch();
        Ok(Run {
            options,
            policy,
            name,
            start: Instant::now(),
            fixtures,
            report,
            log,
            copy: options.capture.then(Streams::default),
            pause_at: None,
            fuel: 0,
            reports: Vec::new(),
            not_run: Vec::new(),
            number: 0,
        })
    }

    /// Stops the steps when they have used so much fuel.
    pub(super) fn pause_at(&mut self, fuel: u64) {
        self.pause_at = Some(fuel);
    }

    pub(super) fn host(&self) -> Box<dyn Host> {
        Box::new(Terminal { start: self.start, frozen: self.policy.clock_is_frozen(), copy: self.copy.clone() })
    }

    /// A new session.
    ///
    /// # Errors
    /// The exit status of the command.
    pub(super) fn session(&self) -> Result<Session, Exit> {
        let mut session = Session::new(&self.options.config(self.policy), self.host());
        self.fixtures.lend(&mut session)?;
        Ok(session)
    }

    /// Adds the prepared host functions to a restored session, and goes on with the numbers of its steps.
    ///
    /// # Errors
    /// The exit status of the command.
    pub(super) fn join(&mut self, session: &mut Session) -> Result<(), Exit> {
        self.number = session.steps() as usize;
        if let Some(source) = session.sources().last() {
            self.name = source.name().to_owned();
        }
        self.fixtures.lend(session)
    }

    /// Runs every program of a document. Programs that stand alone have a session each.
    fn document(&mut self, document: &Document) -> Result<(), Exit> {
        for programs in document.programs().chunk_by(|_, next| next.is_step()) {
            if self.reports.last().is_some_and(|report| report.outcome == Outcome::Interrupted) {
                self.leave_out(programs);
                continue;
            }
            let mut session = self.session()?;
            if document.programs().len() > 1 && programs.iter().all(Program::is_step) {
                session.expect_steps();
            }
            self.steps(&mut session, document, programs)?;
            self.end(&mut session)?;
        }
        Ok(())
    }

    /// Runs the steps of a session until one gives the final answer or fails. Returns the steps that are left because one stopped.
    ///
    /// # Errors
    /// The audit log cannot be written.
    pub(super) fn steps<'d>(&mut self, session: &mut Session, document: &Document, programs: &'d [Program]) -> Result<&'d [Program], Exit> {
        let mut rest = programs;
        while let Some((program, after)) = rest.split_first() {
            rest = after;
            self.step(session, document, program)?;
            if self.reports.last().is_some_and(|report| report.outcome == Outcome::Paused) {
                return Ok(rest);
            }
            if self.has_ended() {
                break;
            }
        }
        self.leave_out(rest);
        Ok(&[])
    }

    /// Notes steps that are not run.
    pub(super) fn leave_out(&mut self, programs: &[Program]) {
        for program in programs {
            self.number += 1;
            let text = program.source().text();
            let line = text.lines().position(|line| !line.trim().is_empty()).unwrap_or(0);
            self.not_run.push((self.number, program.source().name().to_owned(), u32::try_from(line + 1).unwrap_or(u32::MAX)));
        }
    }

    /// True if no step runs after this one.
    fn ends_with(&self, report: &StepReport) -> bool {
        match report.outcome.kind() {
            OutcomeKind::Completed => report.is_final_answer(),
            OutcomeKind::Internal | OutcomeKind::Interrupted | OutcomeKind::HostCall => true,
            _ => !self.options.keep_going,
        }
    }

    /// True if no step runs after the last one.
    pub(super) fn has_ended(&self) -> bool {
        self.reports.last().is_some_and(|report| self.ends_with(report))
    }

    /// True if the last step was refused before it ran.
    pub(super) fn was_refused(&self) -> bool {
        self.reports.last().is_some_and(|report| matches!(report.outcome, Outcome::Refused(_)))
    }

    fn step(&mut self, session: &mut Session, document: &Document, program: &Program) -> Result<(), Exit> {
        self.number += 1;
        session.count_step();
        let (number, source) = (self.number, program.source());
        let started = SystemTime::now();
        if let Some(refusal) = program.refusal() {
            let verdict = document.check_one(program, self.policy, stockade_vm::catalog(&crate::LIBRARY));
            let refusal = match refusal {
                Refusal::NotPython(error) => CompileRefusal::NotPython(error),
                Refusal::Unsupported { message, span } => CompileRefusal::Unsupported { message, span },
            };
            let report = StepReport::of_refusal(number, source, Some(document.placed(program, verdict)), refusal);
            return self.add(report, started);
        }
        if let Some(fuel) = self.pause_at {
            session.pause_at(fuel.saturating_sub(self.fuel));
        }
        let Step { source: shared, verdict, outcome } = session.step(source.name(), source.text(), StepOptions::default());
        let outcome = self.fixtures.serve(session, outcome);
        let checked = verdict.map(|verdict| document.placed(program, verdict));
        let report = match outcome {
            Outcome::Refused(refusal) => StepReport::of_refusal(number, &shared, checked, refusal),
            outcome => self.ran(session, &shared, checked.map(|checked| checked.report), outcome),
        };
        self.add(report, started)
    }

    fn ran(&mut self, session: &Session, source: &SourceText, verdict: Option<stockade_policy::Verdict>, outcome: Outcome) -> StepReport {
        self.fuel = self.fuel.saturating_add(session.usage().fuel);
        match outcome {
            Outcome::Paused => StepReport::of_stop(self.number, source, session, verdict),
            outcome => StepReport::of_run(self.number, source, session, verdict, outcome),
        }
    }

    /// Continues the step that a restored session was stopped in.
    ///
    /// # Errors
    /// The audit log cannot be written.
    pub(super) fn resume(&mut self, session: &mut Session, source: &SourceText, checked: Option<Checked>) -> Result<(), Exit> {
        let started = SystemTime::now();
        let outcome = session.resume();
        let outcome = self.fixtures.serve(session, outcome);
        let report = self.ran(session, source, checked.map(|checked| checked.report), outcome);
        self.add(report, started)
    }

    /// Finishes a session after its last step: functions that it registered run, and finalizers. When there are any, a report is added.
    ///
    /// # Errors
    /// The audit log cannot be written.
    pub(super) fn end(&mut self, session: &mut Session) -> Result<(), Exit> {
        let has_ended =
            |report: &StepReport| matches!(report.outcome.kind(), OutcomeKind::Completed | OutcomeKind::Exited | OutcomeKind::Runtime);
        if !self.reports.last().is_some_and(has_ended) {
            return Ok(());
        }
        let started = SystemTime::now();
        let Some(outcome) = session.finish() else { return Ok(()) };
        let outcome = self.fixtures.serve(session, outcome);
        let report = StepReport::of_end(self.number, &self.name, session, outcome);
        self.add(report, started)
    }

    /// Adds the report of a step. The audit log gets it first.
    fn add(&mut self, mut report: StepReport, started: SystemTime) -> Result<(), Exit> {
        if let Some(copy) = &self.copy {
            report.captured = Some(std::mem::take(&mut *copy.lock().unwrap_or_else(PoisonError::into_inner)));
        }
        let calls = self.fixtures.take_calls();
        let logged = match &mut self.log {
            Some(log) => log.append(&report, started, !self.options.no_check, calls, self.policy),
            None => Ok(()),
        };
        if let Some(exit) = report.exited().filter(|exit| (2..=7).contains(&exit.status()) && !self.options.exit_is_error) {
            // These statuses mean something else when the command itself ends with them.
            let place = match (&exit.file, exit.line) {
                (Some(file), Some(line)) => format!(" ({file}, line {line})"),
                _ => String::new(),
            };
            render::to_stderr(&render::escape(&format!("exited: the program itself ended with status {}{place}\n", exit.status())));
        }
        self.reports.push(report);
        logged
    }

    /// The report of the worst step.
    fn worst(&self) -> Option<&StepReport> {
        self.reports.iter().max_by_key(|report| report.badness(self.options.exit_is_error))
    }

    /// Says what was not run, and writes the report. Returns the exit status: that of the worst step, unless an error came before.
    pub(super) fn conclude(mut self, done: Result<(), Exit>) -> Exit {
        let worst = self.worst().map_or(Exit::Success, |report| report.exit(self.options.exit_is_error));
        render::flush();
        let exit = render::failure().or(done.err()).unwrap_or(worst);
        if render::failure().is_none() {
            self.say_what_was_not_run();
        }
        let is_error = self.options.exit_is_error;
        let report = json!({
            "schema": SCHEMA,
            "tool_version": env!("CARGO_PKG_VERSION"),
            "fuel_schedule": stockade_compiler::fuel::VERSION,
            "file": self.name,
            "policy": self.policy.name,
            "policy_sha256": self.policy.sha256,
            "wall_ms": u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX),
            "outcome": self.worst().map(|report| report.outcome.to_string()),
            "exit_status": exit.status(),
            "steps": self.reports.iter().map(|report| report.to_json(is_error)).collect::<Vec<_>>(),
            "not_run": self.not_run.iter().map(|(step, file, line)| json!({ "step": step, "file": file, "line": line })).collect::<Vec<_>>(),
        });
        match self.report.as_mut().map(|file| file.write(format!("{report:#}\n").as_bytes())) {
            Some(Err(error)) => error,
            _ => exit,
        }
    }

    fn say_what_was_not_run(&self) {
        let (Some((first, ..)), Some(before)) = (self.not_run.first(), self.reports.last()) else { return };
        let count = self.not_run.len();
        let what = if count == 1 { format!("step {first} was") } else { format!("steps {first} to {} were", first + count - 1) };
        let why = if before.is_final_answer() {
            format!("step {} gave the final answer", before.number)
        } else {
            format!("step {} ended with `{}`; --keep-going runs what is left", before.number, before.outcome)
        };
        render::to_stderr(&format!("note: {what} not run: {why}\n"));
    }
}

pub(crate) fn run(args: &Args) -> Exit {
    run_file(args).unwrap_or_else(|exit| exit)
}

fn run_file(args: &Args) -> Result<Exit, Exit> {
    let options = &args.options;
    let policy = Arc::new(policy_source::resolve(&options.policy)?);
    let document = args.input.read(&args.file)?;
    let mut run = Run::new(options, &policy, document.name().to_owned(), &[&args.file], &mut FilesInUse::default())?;
    let done = run.document(&document);
    Ok(run.conclude(done))
}
