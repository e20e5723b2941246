//! `stockade repl`: an interactive session. What is typed runs as a step, under the policy and the limits of the command line.

use std::cell::RefCell;
use std::io::BufRead;
#[cfg(unix)]
use std::io::IsTerminal;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(unix)]
use rustyline::completion::Completer;
#[cfg(unix)]
use rustyline::error::ReadlineError;
#[cfg(unix)]
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
#[cfg(unix)]
use rustyline::{Context, Helper, Highlighter, Hinter};
use stockade_compiler::{Deadline, ParseLimits, SourceText};
use stockade_policy::{Checked, ResolvedPolicy};
use stockade_vm::{Config, Host, Outcome, Session, SnapshotError, Stdin, Step, StepOptions};

use super::snapshot::read_key;
use crate::fixtures::Fixtures;
use crate::given::Given;
use crate::isolation::outcome_of;
use crate::report_json::StepReport;
use crate::session_options::SessionOptions;
use crate::stdin::{Input, serve};
use crate::terminal::{Terminal, sleep_unless};
use crate::{Exit, render};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Go on from a snapshot that `stockade snapshot` or `:snapshot` wrote
    #[arg(long, value_name = "FILE")]
    restore: Option<PathBuf>,
    /// A file with the key of snapshots: 32 bytes, or 64 hexadecimal digits
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    #[command(flatten)]
    options: SessionOptions,
}

/// The commands, with what they do.
const COMMANDS: [(&str, &str); 9] = [
    (":help", "show this list"),
    (":limits", "show the limits of a step, and what the last step used"),
    (":policy", "show the name of the policy"),
    (":names", "show the variables"),
    (":snapshot FILE", "write the state to a file"),
    (":restore FILE", "go on from a file"),
    (":fork", "go on in a copy; `:back` returns to the state before"),
    (":back", "return to the state before the last `:fork`"),
    (":quit", "end the session (so does Ctrl-D)"),
];

/// The host of an interactive session: each step has a clock of its own, and Ctrl-C ends it.
struct Interactive {
    terminal: Terminal,
    cancelled: Arc<AtomicBool>,
}

impl Host for Interactive {
    fn begin_step(&mut self) {
        self.terminal.begin_step();
        self.cancelled.store(false, Ordering::Relaxed);
    }
    fn elapsed_ms(&mut self) -> u64 {
        self.terminal.elapsed_ms()
    }
    fn is_cancelled(&mut self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
    fn write(&mut self, text: &str, error: bool) {
        self.terminal.write(text, error);
    }
    fn wall_clock(&mut self) -> f64 {
        self.terminal.wall_clock()
    }
    fn monotonic(&mut self) -> f64 {
        self.terminal.monotonic()
    }
    fn sleep(&mut self, seconds: f64) {
        sleep_unless(seconds, || self.is_cancelled());
    }
}

/// Knows when a text is complete and which names fit what was typed.
#[cfg(unix)]
#[derive(Helper, Hinter, Highlighter)]
struct Typing {
    names: Rc<RefCell<Vec<String>>>,
}

#[cfg(unix)]
impl Validator for Typing {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let text = context.input();
        Ok(if is_complete(text) { ValidationResult::Valid(None) } else { ValidationResult::Incomplete })
    }
}

#[cfg(unix)]
impl Completer for Typing {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let before = line.get(..at).unwrap_or(line);
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let start = before.rfind(|c| !is_part(c)).map_or(0, |last| last + before[last..].chars().next().map_or(1, char::len_utf8));
        let typed = before.get(start..).unwrap_or("");
        if typed.is_empty() || before.get(..start).is_some_and(|above| above.ends_with('.')) {
            return Ok((start, Vec::new()));
        }
        let commands = COMMANDS.iter().filter_map(|(command, _)| command.split(' ').next()).map(str::to_string);
        let mut found: Vec<String> =
            self.names.borrow().iter().cloned().chain(commands).filter(|name| name.starts_with(typed) && name != typed).collect();
        found.sort();
        found.dedup();
        Ok((start, found))
    }
}

/// True if what was typed can run: a command, or a text that no later line must complete. A block ends with an empty line.
fn is_complete(text: &str) -> bool {
    if text.trim().is_empty() || text.starts_with(':') {
        return true;
    }
    let source = SourceText::new("<stdin>", text);
    !stockade_compiler::is_unfinished_until(&source, &ParseLimits::default(), false, true, &Deadline::never())
}

/// The words that every program knows.
fn known_words() -> Vec<String> {
    let catalog = stockade_vm::catalog(&crate::LIBRARY);
    let keywords = "False None True and as assert async await break class continue def del elif else except finally for from global if import \
                    in is lambda nonlocal not or pass raise return try while with yield match case";
    catalog.builtins().map(str::to_string).chain(keywords.split(' ').map(str::to_string)).collect()
}

pub(crate) fn run(args: &Args) -> Exit {
    interact(args).unwrap_or_else(|exit| exit)
}

/// What the loop keeps.
struct Repl {
    config: Config,
    policy: Arc<ResolvedPolicy>,
    key: Option<[u8; 32]>,
    cancelled: Arc<AtomicBool>,
    session: Session,
    /// The sessions before each `:fork`.
    earlier: Vec<Session>,
    fixtures: Fixtures,
    given: Given,
    names: Rc<RefCell<Vec<String>>>,
    steps: usize,
}

fn interact(args: &Args) -> Result<Exit, Exit> {
    let options = &args.options;
    let given = options.given()?;
    let policy = options.policy(&given)?;
    let key = read_key(args.key.as_deref())?;
    let config = options.config(&policy, &given);
    let cancelled = Arc::new(AtomicBool::new(false));
    // Without a handler Ctrl-C ends the command, as everywhere else.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(&cancelled));
    let host = Interactive { terminal: Terminal::new(policy.clock_is_frozen(), None), cancelled: Arc::clone(&cancelled) };
    let session = Session::new(&config, Box::new(host));
    let fixtures = options.fixtures()?;
    let mut repl = Repl {
        config,
        policy,
        key,
        cancelled,
        session,
        earlier: Vec::new(),
        fixtures,
        given,
        names: Rc::new(RefCell::new(known_words())),
        steps: 0,
    };
    repl.prepare()?;
    if let Some(path) = &args.restore
        && !repl.restore(&path.to_string_lossy())
    {
        return Err(Exit::Usage);
    }
    repl.given.put_files(&mut repl.session)?;
    #[cfg(unix)]
    if std::io::stdin().is_terminal() {
        return repl.with_editor();
    }
    repl.with_lines()
}

impl Repl {
    fn host(&self) -> Box<dyn Host> {
        let terminal = Terminal::new(self.policy.clock_is_frozen(), None);
        Box::new(Interactive { terminal, cancelled: Arc::clone(&self.cancelled) })
    }

    /// Prepares a session for steps that are typed, and gives it what is not in a snapshot.
    ///
    /// # Errors
    /// The exit status of the command, after printing the error.
    fn prepare(&mut self) -> Result<(), Exit> {
        self.session.expect_steps();
        let _ = self.session.set_stdin(&Stdin::Host);
        self.given.add_modules(&mut self.session)?;
        self.fixtures.lend(&mut self.session)
    }

    /// Reads from a terminal, with history and completion.
    #[cfg(unix)]
    fn with_editor(&mut self) -> Result<Exit, Exit> {
        let failed = |error: ReadlineError| {
            render::error(&format!("cannot read from the terminal: {error}"));
            Exit::Usage
        };
        let mut editor = rustyline::Editor::new().map_err(failed)?;
        let mut input = Input::of_terminal().map_err(|error| failed(error.into()))?;
        editor.set_helper(Some(Typing { names: Rc::clone(&self.names) }));
        render::to_stdout(&format!("stockade {}, policy `{}`; `:help` lists the commands\n", env!("CARGO_PKG_VERSION"), self.policy.name));
        loop {
            render::flush();
            match editor.readline(">>> ") {
                Ok(text) => {
                    let _ = editor.add_history_entry(text.as_str());
                    if let Some(exit) = self.take(&text, &mut input) {
                        return Ok(exit);
                    }
                }
                Err(ReadlineError::Interrupted) => render::to_stderr("KeyboardInterrupt\n"),
                Err(ReadlineError::Eof) => return Ok(Exit::Success),
                Err(error) => return Err(failed(error)),
            }
        }
    }

    /// Reads lines that no terminal sends, such as those of a pipe. There is no prompt. The program's `input()` reads the same lines.
    fn with_lines(&mut self) -> Result<Exit, Exit> {
        let mut text = String::new();
        loop {
            let mut line = String::new();
            let count = std::io::stdin().lock().read_line(&mut line).map_err(|error| {
                render::error(&format!("cannot read the standard input: {error}"));
                Exit::Usage
            })?;
            // An empty line ends a block, so the last newline stays away, as an editor gives the text.
            let line = line.strip_suffix('\n').unwrap_or(&line);
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(line);
            if count == 0 {
                return Ok(self.take(&text, &mut Input::Lines).unwrap_or(Exit::Success));
            }
            if is_complete(&text)
                && let Some(exit) = self.take(&std::mem::take(&mut text), &mut Input::Lines)
            {
                return Ok(exit);
            }
        }
    }

    /// Runs a command or a step. The exit status of the command when the session ends, as it does when the program ends itself.
    fn take(&mut self, text: &str, input: &mut Input) -> Option<Exit> {
        let text = text.trim_end();
        if text.is_empty() {
            return None;
        }
        if matches!(text, "exit" | "quit" | "exit()" | "quit()") {
            return Some(Exit::Success);
        }
        if let Some(command) = text.strip_prefix(':') {
            let (name, argument) = command.split_once(' ').unwrap_or((command, ""));
            return (!self.command(name, argument.trim())).then_some(Exit::Success);
        }
        self.steps += 1;
        let name = format!("<step {}>", self.steps);
        let Step { source, verdict, outcome } = self.session.step(&name, text, StepOptions::default());
        let cancelled = Arc::clone(&self.cancelled);
        let served = serve(&mut self.session, &mut self.fixtures, input, &|| cancelled.load(Ordering::Relaxed), outcome);
        let outcome = outcome_of(served);
        let value = match &outcome {
            Outcome::Finished(Some(value)) | Outcome::Answered(Some(value)) => Some(value.clone()),
            _ => None,
        };
        if value.is_some() {
            // As in CPython's. A value for which there is no room stays without the name.
            let _ = self.session.keep_value("_");
        }
        let exited = match &outcome {
            Outcome::Exited(exit) => Some(Exit::Outcome(exit.status())),
            _ => None,
        };
        let _ = match outcome {
            Outcome::Refused(refusal) => {
                let checked = verdict.map(|report| Checked { report, source: SourceText::clone(&source) });
                StepReport::of_refusal(self.steps, &source, checked, refusal)
            }
            outcome => StepReport::of_run(self.steps, &source, &mut self.session, verdict, outcome),
        };
        if let Some(value) = value {
            render::to_stdout(&format!("{value}\n"));
        }
        self.list_names();
        render::flush();
        exited
    }

    fn list_names(&mut self) {
        let mut names = known_words();
        names.extend(self.session.global_names());
        *self.names.borrow_mut() = names;
    }

    fn command(&mut self, name: &str, argument: &str) -> bool {
        match name {
            "help" => COMMANDS.iter().for_each(|(command, what)| render::to_stdout(&format!("{command:16} {what}\n"))),
            "limits" => self.show_limits(),
            "policy" => render::to_stdout(&format!("{}\n", self.policy.name)),
            "names" => {
                let names: Vec<String> =
                    self.session.global_names().into_iter().filter(|name| !name.starts_with("__") && name != "_").collect();
                render::to_stdout(&format!("{}\n", names.join(" ")));
            }
            "snapshot" if !argument.is_empty() => self.snapshot(argument),
            "restore" if !argument.is_empty() => {
                self.restore(argument);
            }
            "snapshot" | "restore" => render::error(&format!("name a file: `:{name} FILE`")),
            "fork" => match self.session.fork(&self.config, self.host()) {
                Ok(copy) => {
                    self.earlier.push(std::mem::replace(&mut self.session, copy));
                    render::to_stdout(&format!("this is a copy; `:back` returns to the state of step {}\n", self.steps));
                }
                Err(error) => render::error(&format!("cannot copy the session: {error}")),
            },
            "back" => match self.earlier.pop() {
                Some(before) => {
                    self.session = before;
                    self.list_names();
                }
                None => render::error("there is no state to return to: `:fork` makes a copy first"),
            },
            "quit" | "q" | "exit" => return false,
            other => render::error(&format!("there is no command `:{other}`; `:help` lists them")),
        }
        render::flush();
        true
    }

    fn show_limits(&self) {
        let (limits, usage) = (&self.config.limits, self.session.usage());
        let bytes =
            |bytes: u64| if bytes >= 1 << 20 { format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20)) } else { format!("{bytes} bytes") };
        render::to_stdout(&format!(
            "fuel       {} of {} units\nmemory     {} of {}\ntimeout    {} ms\nrecursion  {} frames\noutput     {}\nhost_calls {}\n",
            usage.fuel,
            limits.instructions,
            bytes(usage.memory),
            bytes(limits.memory_bytes),
            limits.wall_ms,
            limits.recursion,
            bytes(limits.output_bytes),
            limits.host_calls
        ));
    }

    fn snapshot(&self, file: &str) {
        let written = self.session.snapshot(self.key.as_ref()).map_err(|error| error.to_string());
        match written.and_then(|bytes| std::fs::write(file, &bytes).map(|()| bytes.len()).map_err(|error| error.to_string())) {
            Ok(count) => render::to_stdout(&format!("{count} bytes in `{}`\n", render::escape(file))),
            Err(error) => render::error(&format!("cannot write `{file}`: {error}")),
        }
    }

    /// Goes on from a snapshot. False if that is not possible.
    fn restore(&mut self, file: &str) -> bool {
        let read = std::fs::read(file).map_err(|error| error.to_string());
        let restored = read.and_then(|bytes| {
            Session::restore(&bytes, self.key.as_ref(), &self.config, self.host()).map_err(|error: SnapshotError| error.to_string())
        });
        match restored {
            Ok(session) => {
                self.session = session;
                self.list_names();
                self.prepare().is_ok()
            }
            Err(error) => {
                render::error(&format!("cannot go on from `{file}`: {error}"));
                false
            }
        }
    }
}
