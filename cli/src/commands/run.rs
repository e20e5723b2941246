//! `stockade run FILE|-`: checks a program, runs it in the sandbox, and reports the result.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};
use std::time::{Instant, SystemTime};

use serde_json::json;
use stockade_compiler::SourceText;
use stockade_policy::input::{Document, Program, Refusal};
use stockade_policy::{Checked, ResolvedPolicy};
use stockade_vm::{CompileRefusal, Host, HostValue, Outcome, OutcomeKind, Session, Step, StepOptions};
use stockade_workers::AnySession;

use crate::audit_log::AuditLog;
use crate::collect::is_stdin;
use crate::fixtures::{Fixtures, read_inputs};
use crate::given::{self, Given};
use crate::input::InputArgs;
use crate::isolation::{IsolationArgs, Workers, outcome_of, refused};
use crate::output_file::{FilesInUse, OutputFile};
use crate::report_json::{SCHEMA, StepReport};
use crate::session_options::SessionOptions;
use crate::stdin::{self, Input};
use crate::terminal::{Streams, Terminal};
use crate::{Exit, policy_source, render, signals};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A file with programs: Python, a notebook, Markdown or JSON lines; `-` reads from stdin
    #[arg(required_unless_present = "code")]
    file: Option<PathBuf>,
    /// Run this text, in place of a file
    #[arg(short = 'c', long = "code", value_name = "TEXT", conflicts_with = "file")]
    code: Option<String>,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    options: Options,
    /// Write the files that the program made or changed to this folder
    #[arg(long, value_name = "FOLDER")]
    out_dir: Option<PathBuf>,
    /// Variables for the program: a JSON file with an object, whose keys are their names
    #[arg(long, value_name = "FILE")]
    inputs: Option<PathBuf>,
    #[command(flatten)]
    isolation: IsolationArgs,
    /// The arguments of the program, after `--`: `sys.argv`
    #[arg(last = true, value_name = "ARGUMENT")]
    arguments: Vec<String>,
}

/// The options that `run`, `snapshot` and `resume` share.
#[derive(clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    pub(super) session: SessionOptions,
    /// Run the steps after one that failed, too
    #[arg(long)]
    keep_going: bool,
    /// Exit with status 1 when the program ends itself, with whatever code. For programs with tests behind them
    #[arg(long)]
    exit_is_error: bool,
    /// What the program reads from `sys.stdin`, in place of the command's own
    #[arg(long, value_name = "FILE")]
    pub(super) stdin: Option<PathBuf>,
    /// Write a JSON report to a file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Put what the program prints into the report, too
    #[arg(long, requires = "report")]
    capture: bool,
    /// Append a JSON line for each step to a file. The policy's `audit` settings say what is in it
    #[arg(long, value_name = "FILE")]
    audit: Option<PathBuf>,
}

/// A run of the programs of a document: sessions, their steps, and what is said about them.
pub(super) struct Run<'a> {
    options: &'a Options,
    policy: &'a Arc<ResolvedPolicy>,
    /// The name of the run in its report.
    name: String,
    start: Instant,
    fixtures: Fixtures,
    input: Input,
    given: Given,
    report: Option<OutputFile>,
    log: Option<AuditLog>,
    copy: Option<Streams>,
    arguments: Vec<String>,
    /// Variables for each session.
    inputs: Vec<(String, HostValue)>,
    /// The folder for the files that the program made or changed.
    out_dir: Option<&'a Path>,
    /// Where the sessions are. `None` if they are in this process.
    workers: Option<Workers>,
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
        given: Given,
        name: String,
        inputs: &[&Path],
        in_use: &mut FilesInUse,
    ) -> Result<Self, Exit> {
        let fixtures = options.session.fixtures()?;
        let is_taken = inputs.iter().any(|path| is_stdin(path));
        let input = Input::of(options.stdin.as_deref(), is_taken)?;
        let of_policy: Vec<PathBuf> = policy_source::files(&options.session.policy, policy);
        let inputs = inputs
            .iter()
            .copied()
            .chain(options.session.tools.as_deref())
            .chain(options.stdin.as_deref())
            .chain(given.paths())
            .chain(of_policy.iter().map(PathBuf::as_path));
        inputs.for_each(|path| in_use.add(path));
        in_use.add_stdin();
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
            input,
            given,
            report,
            log,
            copy: options.capture.then(Streams::default),
            arguments: Vec::new(),
            inputs: Vec::new(),
            out_dir: None,
            workers: None,
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
        Box::new(Terminal::new(self.policy.clock_is_frozen(), self.copy.clone()))
    }

    /// A new session, in this process.
    ///
    /// # Errors
    /// The exit status of the command.
    pub(super) fn session(&self) -> Result<Session, Exit> {
        let mut session = Session::new(&self.options.session.config(self.policy, &self.given), self.host());
        self.prepare(&mut session)?;
        Ok(session)
    }

    /// A new session, where the options say.
    fn session_anywhere(&self) -> Result<Box<dyn AnySession>, Exit> {
        let Some(workers) = &self.workers else { return Ok(Box::new(self.session()?)) };
        let mut session = workers.open(&|| self.host())?;
        self.prepare(&mut *session)?;
        Ok(session)
    }

    /// Gives a new session all that it is given.
    fn prepare(&self, session: &mut dyn AnySession) -> Result<(), Exit> {
        self.lend(session)?;
        self.given.put_files(session)?;
        for (name, value) in &self.inputs {
            session.set_variable(name, value).map_err(|error| {
                render::error(&format!("cannot give `{name}` to the program (--inputs): {error}"));
                Exit::Usage
            })?;
        }
        Ok(())
    }

    /// Gives a session what is not in a snapshot: functions, modules, arguments, and where its input comes from.
    fn lend(&self, session: &mut dyn AnySession) -> Result<(), Exit> {
        self.fixtures.lend(session)?;
        self.given.add_modules(session)?;
        session.set_arguments(&self.arguments).map_err(|error| no_room(&error))?;
        self.connect_stdin(session)
    }

    fn connect_stdin(&self, session: &mut dyn AnySession) -> Result<(), Exit> {
        session.set_stdin(&self.input.kind()).map_err(|error| no_room(&error))
    }

    /// Sets the program's arguments: `sys.argv` after its first item.
    pub(super) fn set_arguments(&mut self, arguments: &[String]) {
        self.arguments = arguments.to_vec();
    }

    /// Sets the variables that each session begins with.
    fn set_inputs(&mut self, inputs: Vec<(String, HostValue)>) {
        self.inputs = inputs;
    }

    /// Sets the folder that gets the files that the program made or changed.
    pub(super) fn set_out_dir(&mut self, folder: Option<&'a Path>) {
        self.out_dir = folder;
    }

    /// Runs the sessions in workers.
    fn set_workers(&mut self, workers: Option<Workers>) {
        self.workers = workers;
    }

    /// Writes the files that the program made or changed, if there is a folder for them.
    pub(super) fn write_files(&self, session: &mut dyn AnySession) -> Result<(), Exit> {
        match self.out_dir {
            // They are gone with the worker.
            Some(_)
                if self.workers.is_some() && self.reports.last().is_some_and(|report| report.outcome.kind() == OutcomeKind::Internal) =>
            {
                Ok(())
            }
            Some(folder) => given::write_files(session, folder),
            None => Ok(()),
        }
    }

    /// Gives a restored session what is not in its snapshot, and goes on with the numbers of its steps. What the snapshot has of input
    /// and arguments stays, unless the options name other input.
    ///
    /// # Errors
    /// The exit status of the command.
    pub(super) fn join(&mut self, session: &mut Session) -> Result<(), Exit> {
        self.number = session.steps() as usize;
        if let Some(source) = session.sources().last() {
            self.name = source.name().to_owned();
        }
        self.fixtures.lend(session)?;
        self.given.add_modules(session)?;
        self.given.put_files(session)?;
        if self.options.stdin.is_some() { self.connect_stdin(session) } else { Ok(()) }
    }

    /// Runs every program of a document. Programs that stand alone have a session each.
    fn document(&mut self, document: &Document) -> Result<(), Exit> {
        for programs in document.programs().chunk_by(|_, next| next.is_step()) {
            if self.reports.last().is_some_and(|report| report.outcome == Outcome::Interrupted) {
                self.leave_out(programs);
                continue;
            }
            let mut session = self.session_anywhere()?;
            if document.programs().len() > 1 && programs.iter().all(Program::is_step) {
                session.expect_steps().map_err(|error| refused(&error))?;
            }
            self.steps(&mut *session, document, programs)?;
            self.end(&mut *session)?;
            self.write_files(&mut *session)?;
        }
        Ok(())
    }

    /// Runs the steps of a session until one gives the final answer or fails. Returns the steps that are left because one stopped.
    ///
    /// # Errors
    /// The audit log cannot be written.
    pub(super) fn steps<'d>(
        &mut self,
        session: &mut dyn AnySession,
        document: &Document,
        programs: &'d [Program],
    ) -> Result<&'d [Program], Exit> {
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
            OutcomeKind::Internal | OutcomeKind::Interrupted | OutcomeKind::HostCall | OutcomeKind::Approval => true,
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

    fn step(&mut self, session: &mut dyn AnySession, document: &Document, program: &Program) -> Result<(), Exit> {
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
            session.pause_at(fuel.saturating_sub(self.fuel)).map_err(|error| refused(&error))?;
        }
        let stepped = session.step(source.name(), source.text(), StepOptions::default());
        let Step { source: shared, verdict, outcome } = stepped.unwrap_or_else(|lost| {
            let source = Arc::new(SourceText::new(source.name(), source.text()));
            Step { source, verdict: None, outcome: outcome_of(Err(lost)) }
        });
        let outcome = self.serve(session, outcome);
        let checked = verdict.map(|verdict| document.placed(program, verdict));
        let report = match outcome {
            Outcome::Refused(refusal) => StepReport::of_refusal(number, &shared, checked, refusal),
            outcome => self.ran(session, &shared, checked.map(|checked| checked.report), outcome),
        };
        self.add(report, started)
    }

    fn serve(&mut self, session: &mut dyn AnySession, outcome: Outcome) -> Outcome {
        outcome_of(stdin::serve(session, &mut self.fixtures, &mut self.input, &signals::received, outcome))
    }

    fn ran(
        &mut self,
        session: &mut dyn AnySession,
        source: &SourceText,
        verdict: Option<stockade_policy::Verdict>,
        outcome: Outcome,
    ) -> StepReport {
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
        let outcome = self.serve(session, outcome);
        let report = self.ran(session, source, checked.map(|checked| checked.report), outcome);
        self.add(report, started)
    }

    /// Finishes a session after its last step: functions that it registered run, and finalizers. When there are any, a report is added.
    ///
    /// # Errors
    /// The audit log cannot be written.
    pub(super) fn end(&mut self, session: &mut dyn AnySession) -> Result<(), Exit> {
        let has_ended = |report: &StepReport| {
            matches!(report.outcome, Outcome::Finished(_) | Outcome::Answered(_) | Outcome::Exited(_) | Outcome::Raised(_))
        };
        if !self.reports.last().is_some_and(has_ended) {
            return Ok(());
        }
        let started = SystemTime::now();
        let before = session.usage();
        let finished = session.finish().unwrap_or_else(|lost| Some(outcome_of(Err(lost))));
        let Some(outcome) = finished else { return Ok(()) };
        let outcome = self.serve(session, outcome);
        let report = StepReport::of_end(self.number, &self.name, session, &before, outcome);
        self.add(report, started)
    }

    /// Adds the report of a step. The audit log gets it first.
    fn add(&mut self, mut report: StepReport, started: SystemTime) -> Result<(), Exit> {
        if let Some(copy) = &self.copy {
            report.captured = Some(std::mem::take(&mut *copy.lock().unwrap_or_else(PoisonError::into_inner)));
        }
        let calls = self.fixtures.take_calls();
        let logged = match &mut self.log {
            Some(log) => log.append(&report, started, !self.options.session.no_check, calls, self.policy),
            None => Ok(()),
        };
        let is_error = self.options.exit_is_error;
        if let Some(exit) = report.exited().filter(|exit| is_error || (2..=7).contains(&exit.status())) {
            // These statuses mean something else when the command itself ends with them, and with `--exit-is-error` all are an error.
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
        stockade_packages::save(self.given.packages());
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
        // What runs at the end of a session has the number of its last step, and is no reason.
        let (Some((first, ..)), Some(before)) = (self.not_run.first(), self.reports.iter().rfind(|report| !report.is_end)) else { return };
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

/// Says that something does not fit the session's memory.
pub(super) fn no_room(error: &dyn std::error::Error) -> Exit {
    render::error(&error.to_string());
    Exit::of(OutcomeKind::Limit)
}

pub(crate) fn run(args: &Args) -> Exit {
    run_file(args).unwrap_or_else(|exit| exit)
}

fn run_file(args: &Args) -> Result<Exit, Exit> {
    let options = &args.options;
    let given = options.session.given()?;
    let policy = options.session.policy(&given)?;
    let config = options.session.config(&policy, &given);
    let workers = args.isolation.workers(&options.session, &policy, &config, || options.session.policy_texts(&given))?;
    let (document, inputs) = match (&args.file, &args.code) {
        (Some(file), _) => (args.input.read(file)?, vec![file.as_path()]),
        (None, code) => (args.input.of_text("<string>", code.as_deref().unwrap_or(""))?, Vec::new()),
    };
    let variables = args.inputs.as_deref().map(read_inputs).transpose()?.unwrap_or_default();
    let inputs: Vec<&Path> = inputs.into_iter().chain(args.inputs.as_deref()).collect();
    let mut run = Run::new(options, &policy, given, document.name().to_owned(), &inputs, &mut FilesInUse::default())?;
    run.set_arguments(&args.arguments);
    run.set_inputs(variables);
    run.set_out_dir(args.out_dir.as_deref());
    run.set_workers(workers);
    let done = run.document(&document);
    Ok(run.conclude(done))
}
