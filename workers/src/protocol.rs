//! What a host and its workers say to each other. Every message is here, as plain data; [`crate::frames`] puts them on a pipe.
//!
//! The host speaks first, with its [`Hello`]. The worker answers with its own. Then the host sends a [`Request`] with a number, and the
//! worker sends the [`Reply`] with that number before it reads the next request. While a session runs there may be any number of
//! [`Reply::Output`] before the one that ends the request, and the host may send [`Request::Interrupt`]. A worker ends when its input does.
//!
//! Values, files, snapshots and printed text travel beside a message, in its *payload*: bytes whose length is known before they are read.

use std::cell::RefCell;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use stockade_compiler::tree::Span;
use stockade_compiler::{Phase, SyntaxError};
use stockade_policy::{PolicyError, ResolvedPolicy};
use stockade_vm::{
    CrossingError, CrossingLimits, FileEntry, FrameLine, HostError, LimitKind, ModuleSource, ProgramExit, SNAPSHOT_VERSION, Stdin,
    ToolSpec, UncaughtException, Usage,
};

/// The version of the messages. Whatever changes a message, or the bytes of a value, raises it.
pub const VERSION: u16 = 5;

/// The first message in each direction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The version of the messages: [`VERSION`].
    pub protocol: u16,
    /// The engine: a worker of another build would run programs in another way.
    pub engine: String,
}

impl Hello {
    /// That of this build.
    #[must_use]
    pub fn ours() -> Self {
        let fuel = stockade_compiler::fuel::VERSION;
        Hello { protocol: VERSION, engine: format!("{} (snapshots {SNAPSHOT_VERSION}, fuel {fuel})", env!("CARGO_PKG_VERSION")) }
    }
}

/// Finds the name and the text of a policy that another extends, by the other's name and what it says. The error is a message.
pub type Find<'a> = dyn Fn(&str, &str) -> Result<(String, String), String> + 'a;

/// A policy as texts. The worker resolves it again, so that no table of it has to cross.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PolicyTexts {
    /// The name of a preset or of a policy file.
    pub name: String,
    /// The text. `None` for a preset.
    pub text: Option<String>,
    /// What it extends that is no preset.
    pub bases: Vec<Base>,
    /// The digest of the resolved policy: both must come to the same.
    pub sha256: String,
}

impl PolicyTexts {
    /// The texts of a policy, from which the same one can be made again. `find` gives what a policy extends, as in
    /// [`stockade_policy::resolve_text`].
    ///
    /// # Errors
    /// The first error of the policy.
    pub fn collect(name: &str, text: Option<&str>, find: &Find<'_>) -> Result<(Self, ResolvedPolicy), String> {
        PolicyTexts::collect_all(name, text, find).map_err(|errors| message_of(name, &errors))
    }

    /// As [`PolicyTexts::collect`], for who shows more of errors than a message.
    ///
    /// # Errors
    /// Those of the policy.
    pub fn collect_all(name: &str, text: Option<&str>, find: &Find<'_>) -> Result<(Self, ResolvedPolicy), Vec<PolicyError>> {
        let bases = RefCell::new(Vec::<Base>::new());
        let finder = |child: &str, wanted: &str| {
            let (name, text) = find(child, wanted)?;
            let base = Base { child: child.to_owned(), wanted: wanted.to_owned(), name: name.clone(), text: text.clone() };
            let mut bases = bases.borrow_mut();
            if !bases.contains(&base) {
                bases.push(base);
            }
            Ok((name, text))
        };
        let policy = resolve(name, text, &finder)?;
        let (text, sha256) = (text.map(str::to_owned), policy.sha256.to_string());
        Ok((PolicyTexts { name: name.to_owned(), text, bases: bases.into_inner(), sha256 }, policy))
    }

    /// The policy.
    ///
    /// # Errors
    /// The first error of the policy.
    pub fn resolve(&self) -> Result<ResolvedPolicy, String> {
        let find = |child: &str, wanted: &str| {
            let base = self.bases.iter().find(|base| base.child == child && base.wanted == wanted);
            base.map(|base| (base.name.clone(), base.text.clone())).ok_or_else(|| format!("there is no policy `{wanted}`"))
        };
        resolve(&self.name, self.text.as_deref(), &find).map_err(|errors| message_of(&self.name, &errors))
    }
}

fn resolve(name: &str, text: Option<&str>, find: &Find<'_>) -> Result<ResolvedPolicy, Vec<PolicyError>> {
    match text {
        None => stockade_policy::resolve_preset(name),
        Some(text) => stockade_policy::resolve_text(name, text, find),
    }
}

fn message_of(name: &str, errors: &[PolicyError]) -> String {
    format!("policy `{name}`: {}", errors.first().map_or("", |error| error.message.as_str()))
}

/// A policy that another extends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Base {
    /// The name of the policy that extends it.
    pub child: String,
    /// How that policy calls it.
    pub wanted: String,
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// The settings of sessions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The policy.
    pub policy: PolicyTexts,
    /// False to run steps without the check. The interpreter obeys the policy in either case.
    pub checks: bool,
    /// Limits in place of the policy's, by their keys (`limits.fuel`), each in its own unit.
    pub limits: Vec<(String, u64)>,
    /// Whether output past its limit is dropped, in place of the policy's word.
    pub truncates_output: Option<bool>,
    /// The seed of hashes and of `random`, in place of the policy's.
    pub seed: Option<u64>,
    /// What may cross at once.
    pub crossing: CrossingLimits,
    /// Sessions run several steps: their check is prepared for that.
    pub expects_steps: bool,
    /// A program that sleeps does not wait. Its clocks go ahead by so much, and its deadline comes nearer by it.
    pub skips_sleep: bool,
    /// Collect garbage at every safepoint: for tests.
    pub stress_collection: bool,
    /// Run without fast paths: for tests.
    pub reference_mode: bool,
}

impl Settings {
    /// The settings of a policy.
    #[must_use]
    pub fn new(policy: PolicyTexts) -> Self {
        let (expects_steps, skips_sleep, stress_collection, reference_mode) = (false, false, false, false);
        let (limits, truncates_output, seed, crossing) = (Vec::new(), None, None, CrossingLimits::default());
        Settings {
            policy,
            checks: true,
            limits,
            truncates_output,
            seed,
            crossing,
            expects_steps,
            skips_sleep,
            stress_collection,
            reference_mode,
        }
    }
}

/// What a host asks. The session or template that it names must be there, or must not, as each says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Request {
    /// Prepare to open sessions with these settings. Answer: [`Reply::Done`].
    Prepare {
        /// The number of the new template.
        template: u64,
        /// Its settings.
        settings: Box<Settings>,
    },
    /// Forget a template. Its sessions stay. There is no answer.
    Forget {
        /// The template.
        template: u64,
    },
    /// Open a session. Answer: [`Reply::Done`].
    Open {
        /// The number of the new session.
        session: u64,
        /// The template.
        template: u64,
    },
    /// Restore a session from the snapshot in the payload. Answer: [`Reply::Done`].
    Restore {
        /// The number of the new session.
        session: u64,
        /// The template whose settings it gets.
        template: u64,
        /// The key that sealed the snapshot.
        key: Option<[u8; 32]>,
    },
    /// Copy a session. Answer: [`Reply::Done`].
    Fork {
        /// The number of the new session.
        session: u64,
        /// The session that is copied.
        from: u64,
        /// Its limits: those of the template, but for these keys.
        limits: Vec<(String, u64)>,
    },
    /// Forget a session. There is no answer.
    Close {
        /// The session.
        session: u64,
    },
    /// Change something about a session. Answer: [`Reply::Done`].
    Change {
        /// The session.
        session: u64,
        /// What is changed.
        change: Change,
    },
    /// Look at a session. Answer: as [`Look`] says.
    Look {
        /// The session.
        session: u64,
        /// What is asked.
        look: Look,
    },
    /// Run a session. Answers: any number of [`Reply::Output`], then [`Reply::Ended`].
    Run {
        /// The session.
        session: u64,
        /// What is run.
        run: Run,
        /// The host wants the run to end before it begins.
        is_cancelled: bool,
    },
    /// End the run with this number, if it has not ended. There is no answer of its own.
    Interrupt {
        /// The number of the request.
        number: u32,
    },
}

/// What is changed about a session. Each stands for the method of the session that has its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// Add a host function.
    AddTool(ToolSpec),
    /// Count steps that did not reach the session.
    CountSteps(u32),
    /// Take a host function back.
    RemoveTool(String),
    /// Give a module as source.
    AddModule(ModuleSource),
    /// Set the arguments of the program.
    SetArguments(Vec<String>),
    /// Set what `sys.stdin` reads.
    SetStdin(Stdin),
    /// Set a global. The payload is the value.
    SetVariable(String),
    /// Remove a global.
    DeleteVariable(String),
    /// Store the value of the last step in a global.
    KeepValue(String),
    /// Write a file. The payload is its content.
    WriteFile(String),
    /// Remove a file.
    RemoveFile(String),
    /// Prepare the check for several steps.
    ExpectSteps,
    /// Give the answer to an awaited call. The payload is the value, if it is no error.
    Answer {
        /// The number of the call.
        id: u64,
        /// What the host function raised.
        error: Option<HostError>,
    },
    /// Pause the next step when it has used so much fuel.
    PauseAt(u64),
    /// Say how long the host waited.
    PassTime(Duration),
    /// Set the limits of what runs next: those of the template, but for these keys.
    SetLimits(Vec<(String, u64)>),
    /// Fix the clocks of the program: at seconds since the epoch, as the bits of a floating-point number. Without a time they run.
    FreezeClock(Option<u64>),
}

/// What is asked about a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Look {
    /// The value of the last step: [`Reply::Value`].
    Value,
    /// The value of the last step, if it is small enough for a report: [`Reply::Value`].
    ReportedValue,
    /// A global: [`Reply::Value`].
    Variable(String),
    /// The content of a file: [`Reply::Bytes`].
    ReadFile(String),
    /// The files below a folder: [`Reply::Files`].
    ListFiles(String),
    /// How far the session is: [`Reply::Progress`].
    Progress,
    /// The names of the globals: [`Reply::Names`].
    Names,
    /// The numbers of the host's objects that the program can reach: [`Reply::Numbers`].
    LiveHandles,
    /// The session as a snapshot: [`Reply::Bytes`].
    Snapshot {
        /// The key that seals it.
        key: Option<[u8; 32]>,
    },
}

/// What is run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Run {
    /// A text, as the next step.
    Step {
        /// The name of the text.
        name: String,
        /// The text.
        text: String,
        /// It is a cell of a notebook.
        cell: bool,
        /// It runs without the check.
        unchecked: bool,
        /// How many steps the host has counted since the one before.
        counted: u32,
    },
    /// Go on.
    Resume,
    /// Go on with the result of a host call. The payload is the value, if it is no error.
    ResumeWith {
        /// What the host function raised.
        error: Option<HostError>,
    },
    /// Go on: the host consents to the call.
    Approve,
    /// Go on: the host does not consent.
    Refuse {
        /// Why.
        reason: String,
    },
    /// End the program after its last step.
    Finish,
}

/// What a worker answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reply {
    /// It is done.
    Done,
    /// It cannot be done.
    Refused(Refusal),
    /// The program printed the text in the payload.
    Output {
        /// It is for `sys.stderr`.
        is_error: bool,
    },
    /// The run has ended, or waits for the host.
    Ended(Box<Ended>),
    /// The value in the payload, or none.
    Value {
        /// False if there is none.
        is_there: bool,
    },
    /// The bytes in the payload.
    Bytes,
    /// Files.
    Files(Vec<FileEntry>),
    /// Names.
    Names(Vec<String>),
    /// Numbers.
    Numbers(Vec<u64>),
    /// How far a session is.
    Progress {
        /// A step was started and has not ended.
        is_paused: bool,
        /// The steps that were counted.
        steps: u32,
    },
}

/// Why something cannot be done: the text of the error that the session gave, and where in a value it lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}{}{path}", if path.is_empty() { "" } else { " at " })]
pub struct Refusal {
    /// What is wrong.
    pub message: String,
    /// Where in a value that was to cross. Empty for everything else.
    pub path: String,
    /// The type of a value cannot cross.
    pub is_type: bool,
}

impl Refusal {
    /// A refusal with the text of an error.
    #[must_use]
    pub fn of(error: &dyn std::error::Error) -> Self {
        Refusal { message: error.to_string(), path: String::new(), is_type: false }
    }
}

impl From<CrossingError> for Refusal {
    fn from(CrossingError { message, path, is_type }: CrossingError) -> Self {
        Refusal { message, path, is_type }
    }
}

impl From<Refusal> for CrossingError {
    fn from(Refusal { message, path, is_type }: Refusal) -> Self {
        CrossingError { message, path, is_type }
    }
}

/// How a run ended, and what it used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// `None` if there was nothing to do at the end of a program.
    pub end: Option<End>,
    /// What the step used.
    pub usage: Usage,
    /// The limit that ended it.
    pub limit: Option<Limit>,
    /// Where it gave its final answer.
    pub ended_at: Option<FrameLine>,
    /// The verdict of the check, where the run was a step that was checked.
    pub verdict: Option<Judged>,
    /// A step is under way.
    pub is_paused: bool,
    /// The payload is the value that the step ended with, because it is small. Otherwise the host asks for it ([`Look::Value`]).
    pub has_value: bool,
    /// The numbers of the calls that the program awaits.
    pub awaited: Vec<u64>,
}

/// [`stockade_vm::Outcome`], with the values of calls in the payload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The step ran to its end.
    Finished(Option<String>),
    /// The step gave its final answer.
    Answered(Option<String>),
    /// The program ended itself.
    Exited(ProgramExit),
    /// The program did not catch an exception.
    Raised(UncaughtException),
    /// A limit was reached.
    Exceeded(LimitKind),
    /// The text is not Python.
    NotPython(SyntaxError),
    /// The text is Python that the compiler does not support.
    Unsupported {
        /// The construct.
        message: String,
        /// Where it is.
        span: Span,
    },
    /// The check denied the text.
    Denied,
    /// The text has a construct that the policy denies.
    DeniedSyntax {
        /// The construct, and how the host allows it.
        message: String,
        /// Where it is.
        span: Span,
    },
    /// The step was paused.
    Paused,
    /// The step waits for a host call. The payload is a tuple: a list of the arguments, and a dict of those by keyword.
    HostCall {
        /// The host function.
        tool: String,
    },
    /// The step waits for consent. The payload is the call, and a dict of the arguments by name, as a tuple of three.
    Approval {
        /// The host function.
        tool: String,
    },
    /// The step waits for these calls. The payload is a list with the arguments of each.
    Awaits {
        /// The calls.
        calls: Vec<Awaited>,
        /// Calls that the program stopped awaiting.
        dropped: Vec<u64>,
        /// After this time the program goes on by itself.
        timeout: Option<Duration>,
    },
    /// The host cancelled the step.
    Interrupted,
    /// A bug in the sandbox.
    Internal(String),
}

/// A call that the program awaits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Awaited {
    /// Its number.
    pub id: u64,
    /// The host function.
    pub tool: String,
    /// The host is told of it for the first time.
    pub is_new: bool,
}

/// [`stockade_vm::LimitReport`], without what the table of limits says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// The limit.
    pub kind: LimitKind,
    /// Its value.
    pub limit: u64,
    /// How much was used.
    pub used: u64,
    /// What one operation needed.
    pub needed: Option<u64>,
    /// What small blocks keep.
    pub kept: Option<u64>,
    /// The host cancelled the run.
    pub is_cancelled: bool,
    /// The phase in which the time ended.
    pub phase: Option<Phase>,
    /// The active calls.
    pub stack: Vec<FrameLine>,
}

/// [`stockade_policy::Verdict`], without what the host knows: names and digests of text and policy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judged {
    /// 0 allows, 1 warns, 2 denies.
    pub decision: u8,
    /// The findings.
    pub findings: Vec<Reported>,
    /// Modules that the text imports.
    pub imports: Vec<String>,
    /// What else it uses.
    pub capabilities: Vec<String>,
}

/// [`stockade_policy::Finding`]. The host finds lines and columns itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reported {
    /// The id of the rule.
    pub rule: String,
    /// The name of the level.
    pub level: String,
    /// The message.
    pub message: String,
    /// Two or three words about the place.
    pub label: Option<String>,
    /// What to do.
    pub help: Option<String>,
    /// More information.
    pub note: Option<String>,
    /// A repair: what it does, and the new texts of places.
    pub fix: Option<(String, Vec<(Span, String)>)>,
    /// The place.
    pub span: Span,
}
