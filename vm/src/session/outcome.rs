//! How a step ends, and the report about it.

use crate::base::limit::LimitKind;
use crate::runtime::core::Rt;
use crate::runtime::output::redact;

/// How a step ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Ran to its end; the `repr` of the last expression's value, if it is not None.
    Finished(Option<String>),
    /// `final_answer(x)` ended it; the `repr` of `x`.
    Answered(Option<String>),
    /// An exception was not caught.
    Raised(Raised),
    /// A limit was reached: the guest could neither catch nor fake this.
    Exceeded(LimitKind),
    /// Stopped at a safepoint because the host asked; `Session::resume` goes on.
    Paused,
    /// A host function is called: `Session::resume_with` goes on with its answer.
    HostCall(crate::base::host_value::HostCall),
    /// A fault of ours.
    Internal(String),
}

/// An uncaught exception.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raised {
    /// Name of its class.
    pub class: String,
    /// `str(exception)`.
    pub message: String,
    /// CPython's text, bounded in size.
    pub traceback: String,
    /// The program's own `sys.excepthook`, or the standard error that it put into `sys`, was told of it: CPython says nothing more.
    pub told: bool,
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
    pub collections: u64,
    /// Modules imported, in order of first import.
    pub imports: Vec<String>,
    /// Questions the policy refused: message and rule.
    pub denials: Vec<(String, String)>,
}

impl Rt {
    /// An outcome as the host may see it, when the step is over: what was kept back is printed, and texts are redacted.
    pub(crate) fn conclude(&mut self, mut outcome: Outcome) -> Outcome {
        if matches!(outcome, Outcome::Paused | Outcome::HostCall(_)) {
            return outcome;
        }
        self.flush_output();
        let Some(redactor) = &self.grants.redactor else { return outcome };
        match &mut outcome {
            Outcome::Finished(Some(text)) | Outcome::Answered(Some(text)) => redact(redactor, text),
            Outcome::Raised(raised) => {
                redact(redactor, &mut raised.message);
                redact(redactor, &mut raised.traceback);
            }
            Outcome::Finished(None)
            | Outcome::Answered(None)
            | Outcome::Exceeded(_)
            | Outcome::Paused
            | Outcome::HostCall(_)
            | Outcome::Internal(_) => {}
        }
        outcome
    }
}
