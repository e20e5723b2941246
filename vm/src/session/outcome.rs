//! How a step ends, and the report about it.

use std::fmt;

use stockade_compiler::SyntaxError;
use stockade_compiler::tree::Span;

use crate::base::limit::LimitKind;
use crate::runtime::core::Runtime;
use crate::runtime::output::redact;

/// How a step ended.
///
/// Its text (`to_string`) is what reports say: the word of its [`OutcomeKind`], and behind a colon the exception's class or the limit:
/// `completed`, `runtime:ValueError`, `limit:memory`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Ran to its end; the `repr` of the last expression's value, if it is not None.
    Finished(Option<String>),
    /// `final_answer(x)` ended it; the `repr` of `x`.
    Answered(Option<String>),
    /// An exception was not caught.
    Raised(UncaughtException),
    /// A limit was reached: the guest could neither catch nor fake this.
    Exceeded(LimitKind),
    /// Nothing ran: the text is not Python, not supported, or denied by the policy.
    Refused(CompileRefusal),
    /// Stopped at a safepoint because the host asked; `Session::resume` goes on.
    Paused,
    /// A host function is called: `Session::resume_with` goes on with its answer.
    HostCall(crate::base::host_value::HostCall),
    /// A fault of ours.
    Internal(String),
}

/// The kinds of outcomes, each with the word that reports, logs and the command line use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OutcomeKind {
    /// The program ran to its end, or gave its final answer.
    Completed,
    /// It raised an exception that it did not catch.
    Runtime,
    /// It reached a limit.
    Limit,
    /// The policy's check denied it.
    Policy,
    /// It is not Python, or Python that is not supported.
    Syntax,
    /// A fault of the sandbox.
    Internal,
    /// The step has not ended: the host stopped it.
    Paused,
    /// The step has not ended: it waits for the answer of a host function.
    HostCall,
}

impl OutcomeKind {
    /// The word for it: `completed`, `runtime`, `limit`, `policy`, `syntax`, `internal`, `paused` or `host-call`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            OutcomeKind::Completed => "completed",
            OutcomeKind::Runtime => "runtime",
            OutcomeKind::Limit => "limit",
            OutcomeKind::Policy => "policy",
            OutcomeKind::Syntax => "syntax",
            OutcomeKind::Internal => "internal",
            OutcomeKind::Paused => "paused",
            OutcomeKind::HostCall => "host-call",
        }
    }
}

impl fmt::Display for OutcomeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Outcome {
    /// Which kind it is.
    #[must_use]
    pub fn kind(&self) -> OutcomeKind {
        match self {
            Outcome::Finished(_) | Outcome::Answered(_) => OutcomeKind::Completed,
            Outcome::Raised(_) => OutcomeKind::Runtime,
            Outcome::Exceeded(_) => OutcomeKind::Limit,
            Outcome::Refused(refusal) => refusal.kind(),
            Outcome::Paused => OutcomeKind::Paused,
            Outcome::HostCall(_) => OutcomeKind::HostCall,
            Outcome::Internal(_) => OutcomeKind::Internal,
        }
    }

    /// Whether the program ran to its end or gave its final answer.
    #[must_use]
    pub fn is_completed(&self) -> bool {
        self.kind() == OutcomeKind::Completed
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind();
        match self {
            Outcome::Raised(raised) => write!(f, "{kind}:{}", raised.class),
            Outcome::Exceeded(limit) => write!(f, "{kind}:{limit}"),
            _ => f.write_str(kind.as_str()),
        }
    }
}

/// Why a text did not become a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompileRefusal {
    /// The text is not Python: what CPython's parser would say of it.
    NotPython(SyntaxError),
    /// Python that this compiler does not translate.
    Unsupported {
        /// What is not supported.
        message: String,
        /// Where, in bytes of the source.
        span: Span,
    },
    /// The check denied it. The verdict of the step says which rules did, and where.
    Denied,
}

impl CompileRefusal {
    /// `Policy` for a text that was denied, `Syntax` for any other.
    #[must_use]
    pub fn kind(&self) -> OutcomeKind {
        if matches!(self, CompileRefusal::Denied) { OutcomeKind::Policy } else { OutcomeKind::Syntax }
    }

    /// Where it is, in bytes of the source; the beginning for a text that was denied.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            CompileRefusal::NotPython(error) => error.span,
            CompileRefusal::Unsupported { span, .. } => *span,
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
        }
    }
}

impl std::error::Error for CompileRefusal {}

/// An exception that the program did not catch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UncaughtException {
    /// Name of its class.
    pub class: String,
    /// `str(exception)`.
    pub message: String,
    /// CPython's text, bounded in size.
    pub traceback: String,
    /// The program's own `sys.excepthook`, or the standard error that it put into `sys`, reported it already: CPython prints nothing more.
    pub reported_by_hook: bool,
}

/// What a step used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Usage {
    /// Fuel units of the schedule in [`stockade_compiler::fuel`].
    pub fuel: u64,
    /// Accounted bytes in use now, garbage included.
    pub memory: u64,
    /// Highest accounted bytes.
    pub peak_memory: u64,
    /// Bytes printed.
    pub output: u64,
    /// How often garbage was collected in this session.
    pub collections: u64,
    /// Modules imported, in order of first import.
    pub imports: Vec<String>,
    /// Questions the policy refused: message and rule.
    pub denials: Vec<(String, String)>,
}

impl Runtime {
    /// An outcome as the host may see it, when the step is over: what was kept back is printed, and texts are redacted.
    pub(crate) fn conclude(&mut self, mut outcome: Outcome) -> Outcome {
        if matches!(outcome, Outcome::Paused | Outcome::HostCall(_)) {
            return outcome;
        }
        self.flush_output();
        let Some(redactor) = &self.policy.grants.redactor else { return outcome };
        match &mut outcome {
            Outcome::Finished(Some(text)) | Outcome::Answered(Some(text)) => redact(redactor, text),
            Outcome::Raised(raised) => {
                redact(redactor, &mut raised.message);
                redact(redactor, &mut raised.traceback);
            }
            Outcome::Finished(None)
            | Outcome::Answered(None)
            | Outcome::Exceeded(_)
            | Outcome::Refused(_)
            | Outcome::Paused
            | Outcome::HostCall(_)
            | Outcome::Internal(_) => {}
        }
        outcome
    }
}
