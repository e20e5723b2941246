//! How a step ends, and what it used.

use std::fmt;

use serde::{Deserialize, Serialize};
use stockade_compiler::tree::Span;
use stockade_compiler::{ErrorKind, SyntaxError};

use crate::base::abrupt::LimitKind;
use crate::runtime::core::Runtime;
use crate::runtime::output::redact;

/// How a step ended.
///
/// Its text (`to_string`) appears in reports: the name of its [`OutcomeKind`], then a colon and the exception's class or the limit:
/// `completed`, `runtime:ValueError`, `limit:memory`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The step ran to its end. Contains the `repr` of the last expression's value, if it is not None. It is cut at
    /// [`Limits::output_bytes`](stockade_policy::Limits::output_bytes) characters, and at a sixteenth of the memory limit in bytes; then its end
    /// says so.
    Finished(Option<String>),
    /// The step ended with `final_answer(x)`. Contains the `repr` of `x`, cut like that of `Finished`.
    Answered(Option<String>),
    /// The program ended itself with `SystemExit`: `sys.exit()`, `exit()`, `raise SystemExit`. What comes after that line did not run.
    Exited(ProgramExit),
    /// The program did not catch an exception. The kind is `Unsupported` if the VM lacks what the program asked for.
    Raised(UncaughtException),
    /// A limit was reached. User code can neither catch nor fake this.
    Exceeded(LimitKind),
    /// Nothing ran: the text is not Python, is not supported, or is denied by the policy.
    Refused(CompileRefusal),
    /// The step stopped at a safepoint because the host requested a pause. `Session::resume` continues it.
    Paused,
    /// The step waits for a host call. `Session::resume_with` continues it with the result.
    HostCall(crate::base::host_value::HostCall),
    /// The step is about to call a host function, and the policy asks for the host's consent. `Session::approve` or `Session::refuse`
    /// continues it.
    Approval(crate::base::host_value::ApprovalRequest),
    /// The step waits for async host functions, and can do nothing else. `Session::answer` gives answers, `Session::resume` continues.
    Awaits(crate::base::host_value::AwaitedCalls),
    /// The host cancelled the step: [`crate::Host::is_cancelled`] returned true. [`crate::Report::limit`] says where the program was.
    Interrupted,
    /// A bug in the sandbox.
    Internal(String),
}

/// The kinds of outcomes, with their names in reports, in logs and on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OutcomeKind {
    /// The program ran to its end or gave its final answer.
    Completed,
    /// The program ended itself with `SystemExit`.
    Exited,
    /// The program did not catch an exception.
    Runtime,
    /// The program reached a limit.
    Limit,
    /// The check denied the program.
    Policy,
    /// The text is not Python.
    Syntax,
    /// The program needs something that CPython or an often used package has and this VM has not: a construct, a module, a function.
    Unsupported,
    /// The host cancelled the run.
    Interrupted,
    /// A bug in the sandbox.
    Internal,
    /// The step has not ended: the host paused it.
    Paused,
    /// The step has not ended: it waits for a host call, or for several.
    HostCall,
    /// The step has not ended: it waits for the host's consent to a host call.
    Approval,
}

/// A row of [`OutcomeKind::TABLE`].
///
/// ```
/// use stockade_vm::{OutcomeInfo, OutcomeKind};
///
/// let limit: &OutcomeInfo = OutcomeKind::TABLE.iter().find(|row| row.kind == OutcomeKind::Limit).unwrap();
/// assert_eq!((limit.name, limit.status), ("limit", Some(6)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutcomeInfo {
    /// The kind.
    pub kind: OutcomeKind,
    /// Its name in reports, in logs and in Python.
    pub name: &'static str,
    /// The exit status of `stockade run`. `None` if the program chooses it.
    pub status: Option<u8>,
    /// The class of the Python package that `Result.raise_for_outcome` raises. `None` if it raises nothing.
    pub python_class: Option<&'static str>,
    /// What happened.
    pub meaning: &'static str,
}

/// Makes a row of the table.
const fn row(
    kind: OutcomeKind,
    name: &'static str,
    status: Option<u8>,
    python_class: Option<&'static str>,
    meaning: &'static str,
) -> OutcomeInfo {
    OutcomeInfo { kind, name, status, python_class, meaning }
}

impl OutcomeKind {
    /// Every way in which a step can end, the best first. Of several steps the last row in this order is the worst. `docs/report.md` shows
    /// the table; the exit statuses of the command and the classes of the Python package come from it.
    pub const TABLE: &'static [OutcomeInfo] = &[
        row(Self::Completed, "completed", Some(0), None, "the program ran to its end, or gave its final answer"),
        row(Self::Exited, "exited", None, Some("GuestExit"), "the program ended itself with `SystemExit`, as `sys.exit()` does"),
        row(Self::Runtime, "runtime", Some(1), Some("GuestError"), "the program raised an exception and did not catch it"),
        row(Self::Limit, "limit", Some(6), Some("LimitError"), "a limit was reached"),
        row(Self::Policy, "policy", Some(4), Some("PolicyError"), "the policy refused the program"),
        row(Self::Syntax, "syntax", Some(5), Some("GuestSyntaxError"), "the text is not Python"),
        row(
            Self::Unsupported,
            "unsupported",
            Some(7),
            Some("UnsupportedError"),
            "the program needs something that CPython or a package has and Stockade has not",
        ),
        row(Self::Interrupted, "interrupted", Some(130), Some("RunInterrupted"), "the host cancelled the run"),
        row(Self::Internal, "internal", Some(3), Some("InternalError"), "a bug in Stockade"),
    ];

    /// The row of the table, and its number. `None` for the three kinds of a step that has not ended.
    #[must_use]
    pub fn info(self) -> Option<(usize, &'static OutcomeInfo)> {
        Self::TABLE.iter().enumerate().find(|(_, info)| info.kind == self)
    }

    /// The name of the kind: a name of [`OutcomeKind::TABLE`], `paused`, `host-call` or `approval`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match (self, self.info()) {
            (_, Some((_, info))) => info.name,
            (OutcomeKind::Paused, None) => "paused",
            (OutcomeKind::Approval, None) => "approval",
            _ => "host-call",
        }
    }
}

impl fmt::Display for OutcomeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Outcome {
    /// The kind of the outcome.
    #[must_use]
    pub fn kind(&self) -> OutcomeKind {
        match self {
            Outcome::Finished(_) | Outcome::Answered(_) => OutcomeKind::Completed,
            Outcome::Exited(_) => OutcomeKind::Exited,
            Outcome::Raised(UncaughtException { lacking: Some(_), .. }) => OutcomeKind::Unsupported,
            Outcome::Raised(_) => OutcomeKind::Runtime,
            Outcome::Exceeded(_) => OutcomeKind::Limit,
            Outcome::Refused(refusal) => refusal.kind(),
            Outcome::Paused => OutcomeKind::Paused,
            Outcome::HostCall(_) | Outcome::Awaits(_) => OutcomeKind::HostCall,
            Outcome::Approval(_) => OutcomeKind::Approval,
            Outcome::Interrupted => OutcomeKind::Interrupted,
            Outcome::Internal(_) => OutcomeKind::Internal,
        }
    }

    /// True if the program ran to its end or gave its final answer.
    #[must_use]
    pub fn is_completed(&self) -> bool {
        self.kind() == OutcomeKind::Completed
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind();
        match self {
            Outcome::Raised(raised) => write!(f, "{kind}:{}", raised.lacking.as_ref().unwrap_or(&raised.class)),
            Outcome::Exceeded(limit) => write!(f, "{kind}:{limit}"),
            _ => f.write_str(kind.as_str()),
        }
    }
}

/// Why a text did not become a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum CompileRefusal {
    /// The text is not Python. Contains CPython's syntax error.
    NotPython(SyntaxError),
    /// The text is Python that this compiler does not support.
    Unsupported {
        /// The construct that is not supported.
        message: String,
        /// Its position, in bytes of the source.
        span: Span,
    },
    /// The check denied the text. The verdict of the step has the findings.
    Denied,
    /// The text has a construct that the policy denies in `syntax`. It was not checked, or under another policy.
    DeniedSyntax {
        /// The construct, the rule, and how the host allows it.
        message: String,
        /// Its position, in bytes of the source.
        span: Span,
    },
}

impl CompileRefusal {
    /// `Policy` if the policy denied the text, `Unsupported` if it is Python that this compiler does not support, otherwise `Syntax`.
    #[must_use]
    pub fn kind(&self) -> OutcomeKind {
        match self {
            CompileRefusal::Denied | CompileRefusal::DeniedSyntax { .. } => OutcomeKind::Policy,
            CompileRefusal::Unsupported { .. } => OutcomeKind::Unsupported,
            CompileRefusal::NotPython(error) if error.kind == ErrorKind::Unsupported => OutcomeKind::Unsupported,
            CompileRefusal::NotPython(error) if error.kind == ErrorKind::Internal => OutcomeKind::Internal,
            CompileRefusal::NotPython(_) => OutcomeKind::Syntax,
        }
    }

    /// The position in bytes of the source. The beginning of the text if the check denied it.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            CompileRefusal::NotPython(error) => error.span,
            CompileRefusal::Unsupported { span, .. } | CompileRefusal::DeniedSyntax { span, .. } => *span,
            CompileRefusal::Denied => Span::default(),
        }
    }
}

impl fmt::Display for CompileRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileRefusal::NotPython(error) => error.fmt(f),
            CompileRefusal::Unsupported { message, .. } => write!(f, "unsupported: {message}"),
            CompileRefusal::Denied => f.write_str("denied by the policy"),
            CompileRefusal::DeniedSyntax { message, .. } => f.write_str(message),
        }
    }
}

impl std::error::Error for CompileRefusal {}

/// An exception that the program did not catch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UncaughtException {
    /// The name of the exception's class.
    pub class: String,
    /// `str(exception)`.
    pub message: String,
    /// The traceback as CPython prints it, limited in size.
    pub traceback: String,
    /// The program has already reported the exception, through its own `sys.excepthook` or through its own `sys.stderr`. CPython prints
    /// nothing more in this case.
    pub reported_by_hook: bool,
    /// What this VM has not, and for which the program is not at fault: `numpy`, `os.fork`. CPython or an often used package has it. The
    /// outcome is then `unsupported`, not `runtime`.
    pub lacking: Option<String>,
    /// What the sandbox has none of, such as processes, timers or a network, where this is an `OSError` that says so: the function that the
    /// program called, `os.system`. It is an error that a program may handle, so the outcome stays `runtime`; a judge of programs wants to know
    /// that the program is not at fault.
    #[serde(default)]
    pub withheld: Option<String>,
}

/// How a program ended itself.
///
/// ```
/// use stockade_vm::{Outcome, ProgramExit, Sandbox};
///
/// let Outcome::Exited(exit) = Sandbox::default().run("a.py", "x = 1\nraise SystemExit(3)").outcome else { panic!() };
/// let ProgramExit { code, line, .. } = &exit;
/// assert_eq!((*code, *line, exit.status()), (3, Some(2), 3));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramExit {
    /// The code, as CPython understands it: 0 for no code or None, 1 for a code that is not a number (CPython prints its text), -1 for a
    /// number beyond 64 bits.
    pub code: i64,
    /// The line from which the program left: the innermost line of its own. `None` if only the library ran.
    pub line: Option<u32>,
    /// Name of the source with that line.
    pub file: Option<String>,
    /// The exception. Its `traceback` is what CPython prints: the text of a code that is not a number, otherwise nothing.
    pub exception: UncaughtException,
}

impl ProgramExit {
    /// The exit status of CPython's process.
    #[must_use]
    pub fn status(&self) -> u8 {
        // The lowest byte, as the system passes it on.
        self.code.to_le_bytes()[0]
    }
}

/// What a step used.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Fuel, in units of the schedule in [`stockade_compiler::fuel`].
    pub fuel: u64,
    /// Accounted bytes in use now, including garbage.
    pub memory: u64,
    /// The highest number of accounted bytes.
    pub peak_memory: u64,
    /// Bytes printed.
    pub output: u64,
    /// Bytes that the program printed past the output limit, which were dropped. 0 unless the policy says `output.overflow: truncate`.
    pub dropped_output: u64,
    /// Number of garbage collections in this session.
    pub collections: u64,
    /// Modules imported, in order of first import.
    pub imports: Vec<String>,
    /// Denials of the policy: message and rule.
    pub denials: Vec<(String, String)>,
}

impl Runtime {
    /// How many characters of the value of a step are shown: as many as may be printed, and as many as the memory limit lets expect.
    pub(crate) fn most_shown_chars(&self) -> usize {
        // A character has up to four bytes. What is in use does not count, because garbage differs after a restore.
        let fitting = self.heap.limit / 16;
        usize::try_from(self.budget.limits.output_bytes).map_or(fitting, |most| most.min(fitting))
    }

    /// The text of a str, as far as it is shown.
    pub(crate) fn shown_text(&self, value: crate::base::value::Value) -> String {
        let (text, most) = (self.heap.text(value), self.most_shown_chars());
        match text.char_indices().nth(most) {
            None => text.to_string(),
            Some((at, _)) => {
                let (shown, rest) = text.split_at_checked(at).unwrap_or_default();
                format!("{shown}... [{} characters not shown]", rest.chars().count())
            }
        }
    }

    /// Prepares an outcome for the host. If the step is over, prints the held output and redacts the texts.
    pub(crate) fn finish_outcome(&mut self, mut outcome: Outcome) -> Outcome {
        if matches!(outcome, Outcome::Paused | Outcome::HostCall(_) | Outcome::Approval(_) | Outcome::Awaits(_)) {
            return outcome;
        }
        self.flush_output();
        let Some(redactor) = &self.policy.grants.redactor else { return outcome };
        match &mut outcome {
            Outcome::Finished(Some(text)) | Outcome::Answered(Some(text)) => redact(redactor, text),
            Outcome::Raised(raised) | Outcome::Exited(ProgramExit { exception: raised, .. }) => {
                redact(redactor, &mut raised.class);
                redact(redactor, &mut raised.message);
                redact(redactor, &mut raised.traceback);
            }
            Outcome::Finished(None)
            | Outcome::Answered(None)
            | Outcome::Exceeded(_)
            | Outcome::Refused(_)
            | Outcome::Paused
            | Outcome::HostCall(_)
            | Outcome::Approval(_)
            | Outcome::Awaits(_)
            | Outcome::Interrupted
            | Outcome::Internal(_) => {}
        }
        outcome
    }
}
