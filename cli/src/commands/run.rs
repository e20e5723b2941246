//! `stockade run FILE|-`: checks a program, runs it in the sandbox, and reports the result.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use serde_json::json;
use stockade_policy::{ResolvedPolicy, Unit};
use stockade_vm::{Config, Host, Outcome, Session, Step, StepOptions};

use crate::audit_log::AuditLog;
use crate::fixtures::Fixtures;
use crate::report_json::StepReport;
use crate::{Exit, policy_source, render};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A Python file; `-` reads from stdin. A line `# %% step N` starts a new step of the session
    file: PathBuf,
    /// Append a JSON line for each step to a file. The policy's `audit` settings say what is in it
    #[arg(long, value_name = "FILE")]
    audit: Option<PathBuf>,
    #[command(flatten)]
    options: Options,
}

/// The options that `run`, `snapshot` and `resume` share.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// A preset (`stockade policy list`) or a policy file
    #[arg(long, default_value = "default")]
    pub(super) policy: String,
    /// A module that the program may import although the policy does not allow it. May be repeated
    #[arg(long = "allow-import", value_name = "MODULE")]
    pub(super) allow_import: Vec<String>,
    /// A JSON file with host functions and their prepared results
    #[arg(long, value_name = "FILE")]
    tools: Option<PathBuf>,
    /// The fuel of each step. A statement or an operation costs about one unit
    #[arg(long, value_name = "UNITS", value_parser = parse_count)]
    fuel: Option<u64>,
    /// The memory of the session: `64MiB`, `512KiB`, or a number of bytes
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<u64>,
    /// The wall time of each step: `2s`, `500ms`, or a number of seconds
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    timeout: Option<u64>,
    /// The number of frames in use at once
    #[arg(long, value_name = "FRAMES", value_parser = parse_count)]
    recursion: Option<u64>,
    /// How much each step may print: `1MiB`, `64KiB`, or a number of bytes
    #[arg(long, alias = "max-output", value_name = "SIZE", value_parser = parse_size)]
    output: Option<u64>,
    /// The number of calls of host functions in each step
    #[arg(long, value_name = "CALLS", value_parser = parse_count)]
    host_calls: Option<u64>,
    /// The seed of hashes and of `random`, in place of the policy's
    #[arg(long)]
    seed: Option<u64>,
    /// Write a JSON report to a file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
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
    /// Adds the prepared host functions to a session.
    ///
    /// # Errors
    /// The exit status of the command.
    pub(super) fn lend(&self, session: &mut Session) -> Result<Fixtures, Exit> {
        let fixtures = match &self.tools {
            Some(path) => Fixtures::load(path)?,
            None => Fixtures::default(),
        };
        fixtures.lend(session)?;
        Ok(fixtures)
    }

    /// The configuration of a session: grants and limits of the policy, overridden by the options.
    pub(super) fn config(&self, policy: &Arc<ResolvedPolicy>) -> Config {
        let mut config = Config { library: &crate::LIBRARY, ..Config::new(policy) };
        let limits = &mut config.limits;
        let given = [
            ("limits.fuel", self.fuel),
            ("limits.memory", self.memory),
            ("limits.timeout", self.timeout),
            ("limits.recursion", self.recursion),
            ("limits.output", self.output),
            ("limits.host_calls", self.host_calls),
        ];
        for (key, value) in given {
            if let Some(value) = value {
                limits.set(key, value);
            }
        }
        if self.no_check {
            config.check = None;
        }
        let seed = self.seed.unwrap_or(config.random_seed);
        Config { hash_seed: seed, random_seed: seed, stress_collection: self.stress, reference_mode: self.plain, ..config }
    }

    /// Writes the JSON report if `--report` is given.
    ///
    /// # Errors
    /// `Exit::Usage`, after printing the error.
    pub(super) fn write_report(&self, name: &str, policy: &ResolvedPolicy, start: Instant, steps: &[StepReport]) -> Result<(), Exit> {
        let Some(path) = &self.report else { return Ok(()) };
        let report = json!({
            "schema": 1,
            "tool_version": env!("CARGO_PKG_VERSION"),
            "fuel_schedule": stockade_compiler::fuel::VERSION,
            "file": name,
            "policy": policy.name,
            "policy_sha256": policy.sha256,
            "wall_ms": u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX),
            "steps": steps.iter().map(StepReport::to_json).collect::<Vec<_>>(),
        });
        std::fs::write(path, format!("{report:#}\n")).map_err(|error| {
            render::error(&format!("cannot write `{}`: {error}", path.display()));
            Exit::Usage
        })
    }
}

/// Parses a size such as `64MiB`, `64MB`, `1GiB` or `4096`.
fn parse_size(text: &str) -> Result<u64, String> {
    Unit::Bytes.parse(text)
}

/// Parses a time such as `2s`, `500ms` or `1.5s` to milliseconds.
fn parse_time(text: &str) -> Result<u64, String> {
    Unit::Millis.parse(text)
}

/// Parses a number such as `1000` or `1_000_000`.
fn parse_count(text: &str) -> Result<u64, String> {
    Unit::Count.parse(text)
}

/// The host of a run: stdout, stderr, and a clock for the deadline.
pub(super) struct Terminal {
    pub(super) start: Instant,
    /// True when the program's clocks always show 0.
    pub(super) frozen: bool,
}

impl Host for Terminal {
    fn elapsed_ms(&mut self) -> u64 {
        // The interpreter calls this once per slice, so printed text appears without a noticeable delay.
        render::flush_if_late();
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
    fn write(&mut self, text: &str, error: bool) {
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
            std::thread::sleep(std::time::Duration::from_secs_f64(seconds.min(3600.0)));
        }
    }
}

/// The steps of a file. It is split at lines `# %% step N`. Each step is padded with empty lines, so that its line numbers are those of the
/// file.
pub(super) fn steps(text: &str) -> Vec<String> {
    let is_mark = |line: &str| line.starts_with("# %% step ");
    if !text.lines().any(is_mark) {
        return vec![text.to_string()];
    }
    let mut steps: Vec<String> = Vec::new();
    let mut current: Option<String> = None;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if is_mark(line) {
            steps.extend(current.take());
            current = Some("\n".repeat(number));
        }
        if let Some(step) = &mut current {
            step.push_str(line);
        }
    }
    steps.extend(current);
    steps
}

/// Reads the name and the text of a program. Errors go to stderr.
///
/// # Errors
/// The exit status of the command.
pub(super) fn read_source(file: &Path) -> Result<(String, String), Exit> {
    let mut bytes = Vec::new();
    let read = if file.as_os_str() == "-" {
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ())
    } else {
        std::fs::read(file).map(|read| bytes = read)
    };
    if let Err(error) = read {
        render::error(&format!("cannot read `{}`: {error}", file.display()));
        return Err(Exit::Usage);
    }
    let name = if file.as_os_str() == "-" { "<stdin>".to_string() } else { file.to_string_lossy().into_owned() };
    let Ok(text) = String::from_utf8(bytes) else {
        render::to_stderr("SyntaxError: (unicode error) the source is not valid UTF-8\n");
        return Err(Exit::NotPython);
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text).to_string();
    Ok((name, text))
}

pub(crate) fn run(args: &Args) -> Exit {
    run_file(args).unwrap_or_else(|exit| exit)
}

fn run_file(args: &Args) -> Result<Exit, Exit> {
    let options = &args.options;
    let policy = Arc::new(policy_source::resolve_with(&options.policy, &options.allow_import)?);
    let (name, text) = read_source(&args.file)?;
    let start = Instant::now();
    let mut session = Session::new(&options.config(&policy), Box::new(Terminal { start, frozen: policy.clock_is_frozen() }));
    let mut fixtures = options.lend(&mut session)?;
    let mut reports = Vec::new();
    let mut log = args.audit.as_deref().map(AuditLog::open).transpose()?;
    let exit = run_steps(&mut session, &name, &steps(&text), &policy, options.no_check, &mut reports, &mut fixtures, log.as_mut());
    let exit = finish(&mut session, &mut fixtures, exit, &mut reports);
    options.write_report(&name, &policy, start, &reports)?;
    Ok(exit)
}

/// Finishes the session after the last step. When that runs code, a report of its outcome is added.
pub(super) fn finish(session: &mut Session, fixtures: &mut Fixtures, exit: Exit, reports: &mut Vec<StepReport>) -> Exit {
    if !matches!(exit, Exit::Success | Exit::Findings) {
        return exit;
    }
    let Some(outcome) = session.finish() else { return exit };
    let outcome = fixtures.serve(session, outcome);
    let report = StepReport::of_run(session, None, outcome);
    let ended = report.exit();
    reports.push(report);
    if matches!(ended, Exit::Success) { exit } else { ended }
}

/// Runs the steps in order until one gives the final answer or cannot run.
#[expect(clippy::too_many_arguments, reason = "everything a step depends on, said by the caller")]
pub(super) fn run_steps(
    session: &mut Session,
    name: &str,
    steps: &[String],
    policy: &ResolvedPolicy,
    no_check: bool,
    reports: &mut Vec<StepReport>,
    fixtures: &mut Fixtures,
    mut log: Option<&mut AuditLog>,
) -> Exit {
    let mut exit = Exit::Success;
    for (at, step) in steps.iter().enumerate() {
        let started = SystemTime::now();
        let report = run_step(session, name, step, fixtures);
        exit = report.exit();
        if let Some(log) = &mut log {
            log.append(at + 1, name, step, started, &report, no_check, fixtures.take_calls(), policy);
        }
        let answered = report.is_final_answer();
        reports.push(report);
        if answered || matches!(exit, Exit::Refused | Exit::NotPython | Exit::Internal) {
            break;
        }
    }
    exit
}

/// Runs one step to its end. Messages go to stderr.
fn run_step(session: &mut Session, name: &str, text: &str, fixtures: &mut Fixtures) -> StepReport {
    let Step { source, verdict, outcome } = session.step(name, text, StepOptions::default());
    match fixtures.serve(session, outcome) {
        Outcome::Refused(refusal) => StepReport::of_refusal(&source, verdict, refusal),
        outcome => StepReport::of_run(session, verdict, outcome),
    }
}
