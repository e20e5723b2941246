//! Verdicts, and the rows of results.

use serde::Serialize;
use serde_json::{Value as Json, json};

/// How a program fared. See `docs/eval.md` for what each means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Every test passed.
    Passed,
    /// A test's answer was wrong.
    Failed,
    /// An exception.
    Error,
    /// The program ended itself before the tests were through.
    Exited,
    /// A limit ended it; its name.
    Limit(&'static str),
    /// It is not Python.
    Syntax,
    /// The policy refused it.
    Refused,
    /// The engine lacks something; its name.
    Unsupported(String),
    /// The host is at fault, or the problem. The program was not judged.
    HostFault,
}

impl Verdict {
    /// The verdict as results have it: `passed`, `limit:fuel`, `unsupported:numpy.linalg.svd`.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Verdict::Passed => "passed".into(),
            Verdict::Failed => "failed".into(),
            Verdict::Error => "error".into(),
            Verdict::Exited => "exited".into(),
            Verdict::Limit(name) => format!("limit:{name}"),
            Verdict::Syntax => "syntax".into(),
            Verdict::Refused => "refused".into(),
            Verdict::Unsupported(name) => format!("unsupported:{name}"),
            Verdict::HostFault => "host_fault".into(),
        }
    }

    /// 1 for a program that passed, 0 for one that did not, `None` where nobody knows.
    #[must_use]
    pub fn reward(&self) -> Option<u8> {
        match self {
            Verdict::Passed => Some(1),
            Verdict::Unsupported(_) | Verdict::HostFault => None,
            _ => Some(0),
        }
    }
}

/// A verdict with all that is said about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// What is known about it, by name; `null` for `passed`.
    pub detail: Json,
    /// The line of the program.
    pub line: Option<u32>,
    /// The number of tests that passed, and of all.
    pub tests: (u64, u64),
    /// Fuel of the program and of its tests, in units of the schedule.
    pub fuel: u64,
    /// The most memory that a room used, in bytes.
    pub memory: u64,
    /// 2 if the tests ran in a room of their own.
    pub rooms: u8,
    /// What the program printed, for tests that keep it.
    pub output: Option<String>,
    /// What ended it, as CPython prints an exception. Rows of results have no place for it.
    pub traceback: Option<String>,
}

impl Judgement {
    /// A judgement of a program that used nothing.
    #[must_use]
    pub fn new(verdict: Verdict, detail: Json) -> Self {
        Judgement { verdict, detail, line: None, tests: (0, 0), fuel: 0, memory: 0, rooms: 2, output: None, traceback: None }
    }

    /// A fault of the host or of the problem, and what it is.
    #[must_use]
    pub fn host_fault(reason: impl Into<String>) -> Self {
        Judgement::new(Verdict::HostFault, json!({ "reason": reason.into() }))
    }

    /// True if trying again alone may give another verdict.
    #[must_use]
    pub fn is_worth_another_try(&self) -> bool {
        self.verdict == Verdict::HostFault && self.detail.get("retry").is_some()
    }

    /// The line of the results.
    #[must_use]
    pub fn row(&self, index: u64, task_id: &str, extracted: Option<&str>) -> String {
        let row = Row {
            index,
            task_id,
            verdict: &self.verdict.name(),
            reward: self.verdict.reward(),
            detail: &self.detail,
            line: self.line,
            tests: Counts { passed: self.tests.0, total: self.tests.1 },
            usage: Used { fuel: self.fuel, memory: self.memory },
            rooms: self.rooms,
            extracted,
            output: self.output.as_deref(),
        };
        // Every key is a text, so nothing can go wrong.
        serde_json::to_string(&row).unwrap_or_default()
    }
}

/// A row of results, in the order of its fields.
#[derive(Serialize)]
struct Row<'r> {
    index: u64,
    task_id: &'r str,
    verdict: &'r str,
    reward: Option<u8>,
    detail: &'r Json,
    line: Option<u32>,
    tests: Counts,
    usage: Used,
    rooms: u8,
    extracted: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<&'r str>,
}

#[derive(Serialize)]
struct Counts {
    passed: u64,
    total: u64,
}

#[derive(Serialize)]
struct Used {
    fuel: u64,
    memory: u64,
}
