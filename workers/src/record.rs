//! The record of a step as JSON: what reports of the command and answers of the server say. `cli/schema/report.schema.json` describes it.

use serde_json::{Map, Value, json};
use stockade_policy::Verdict;
use stockade_vm::{LimitReport, Outcome, ProgramExit, Usage};

/// What is said about a step.
#[derive(Debug, Clone, Copy)]
pub struct StepRecord<'a> {
    /// The number of the step in its run, from 1.
    pub number: usize,
    /// The name of the source.
    pub file: &'a str,
    /// True for what runs at the end of a session.
    pub is_end: bool,
    /// How it ended.
    pub outcome: &'a Outcome,
    /// The exit status that the step gives. `None` if it has not ended.
    pub exit_status: Option<u8>,
    /// What the check says.
    pub verdict: Option<&'a Verdict>,
    /// The value, if it is of types that JSON has.
    pub value: Option<&'a Value>,
    /// The line that the compiler refused, when the check has no finding.
    pub line: Option<u32>,
    /// The limit that ended the step, or where the program was when the host cancelled it.
    pub limit: Option<&'a LimitReport>,
    /// `None` when the source was refused.
    pub usage: Option<&'a Usage>,
    /// The highest resident memory of the process in which it ran, in bytes. `None` where nobody tells.
    pub peak_resident: Option<u64>,
    /// What the step wrote to stdout and stderr, if that is to be in the record.
    pub printed: Option<(&'a str, &'a str)>,
}

impl StepRecord<'_> {
    /// The record.
    #[must_use]
    pub fn to_json(&self) -> Map<String, Value> {
        let findings = self.verdict.and_then(|verdict| verdict.to_json().get("findings").cloned());
        let mut record = Map::new();
        let mut put = |name: &str, value: Value| record.insert(name.to_owned(), value);
        put("step", json!(self.number));
        put("file", json!(self.file));
        if self.is_end {
            put("is_end", json!(true));
        }
        put("outcome", json!(self.outcome.to_string()));
        if let Some(status) = self.exit_status {
            put("exit_status", json!(status));
        }
        put("is_final_answer", json!(matches!(self.outcome, Outcome::Answered(_))));
        put("findings", findings.unwrap_or_else(|| json!([])));
        if let Some(message) = message(self.outcome, self.line) {
            put("message", json!(message));
        }
        match self.outcome {
            Outcome::Finished(repr) | Outcome::Answered(repr) => {
                put("repr", json!(repr));
                if let Some(value) = self.value {
                    put("value", value.clone());
                }
            }
            Outcome::Exited(exit) => {
                put("exit_code", json!(exit.code));
                put("line", json!(exit.line));
            }
            Outcome::Raised(raised) => {
                put("exception", json!(raised.class));
                put("traceback", json!(raised.traceback));
                if let Some(lacking) = &raised.lacking {
                    put("lacking", json!(lacking));
                }
            }
            Outcome::HostCall(call) => {
                put("tool", json!(call.tool));
            }
            Outcome::Approval(asked) => {
                put("tool", json!(asked.call.tool));
            }
            Outcome::Exceeded(_) | Outcome::Interrupted => {
                put("limit", json!(self.limit.map(limit_json)));
            }
            Outcome::Refused(_) => {
                if let Some(line) = self.line {
                    put("line", json!(line));
                }
            }
            Outcome::Paused | Outcome::Awaits(_) | Outcome::Internal(_) => {}
        }
        if let Some(usage) = self.usage {
            put("fuel", json!(usage.fuel));
            put("memory", json!(usage.memory));
            put("peak_memory", json!(usage.peak_memory));
            put("peak_resident", json!(self.peak_resident));
            put("output_bytes", json!(usage.output));
            put("dropped_output_bytes", json!(usage.dropped_output));
            put("imports", json!(usage.imports));
            let denial = |(message, rule): &(String, String)| json!({ "rule": rule, "message": message });
            put("denials", usage.denials.iter().map(denial).collect());
        }
        if let Some((stdout, stderr)) = self.printed {
            put("stdout", json!(stdout));
            put("stderr", json!(stderr));
        }
        record
    }
}

/// The message about how a step ended, from the program or the interpreter. `line` is the one that the compiler refused, when the check has no
/// finding.
#[must_use]
pub fn message(outcome: &Outcome, line: Option<u32>) -> Option<String> {
    match outcome {
        Outcome::Raised(raised) | Outcome::Exited(ProgramExit { exception: raised, .. }) => Some(raised.message.clone()),
        Outcome::Internal(what) => Some(what.clone()),
        Outcome::Refused(refusal) => line.map(|_| refusal.to_string()),
        _ => None,
    }
}

/// Leaves of a usage what came after `before`: the end of a session runs on the rest of the last step's budgets.
pub fn subtract(usage: &mut Usage, before: &Usage) {
    usage.fuel = usage.fuel.saturating_sub(before.fuel);
    usage.output = usage.output.saturating_sub(before.output);
    usage.dropped_output = usage.dropped_output.saturating_sub(before.dropped_output);
    usage.collections = usage.collections.saturating_sub(before.collections);
    usage.imports.drain(..before.imports.len().min(usage.imports.len()));
    usage.denials.drain(..before.denials.len().min(usage.denials.len()));
}

/// The record of the limit that ended a run.
fn limit_json(limit: &LimitReport) -> Value {
    let frames = limit.stack.iter().map(|frame| {
        json!({
            "file": frame.file,
            "line": frame.line,
            "function": frame.function,
            "source": frame.source,
            "repeated": frame.repeated,
            "omitted_before": frame.omitted_before,
        })
    });
    json!({
        "kind": limit.kind.as_str(),
        "limit": limit.limit,
        "used": limit.used,
        "unit": limit.unit,
        "needed": limit.needed,
        "is_cancelled": limit.is_cancelled,
        "phase": limit.phase.map(|phase| phase.to_string()),
        "flag": limit.flag,
        "policy_key": limit.policy_key,
        "stack": frames.collect::<Vec<_>>(),
    })
}
