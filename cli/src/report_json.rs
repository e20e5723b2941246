//! The result of a step: the exit status, the messages for the user, and the record for the JSON report and the audit log.

use serde_json::{Value, json};
use stockade_compiler::SourceText;
use stockade_policy::Verdict;
use stockade_policy::output::audit::{AuditedFrame, AuditedLimit};
use stockade_vm::{CompileRefusal, LimitReport, Outcome, OutcomeKind, Session, Usage};

use crate::{Exit, render};

/// The result of a step.
#[derive(Debug)]
pub(crate) struct StepReport {
    pub(crate) verdict: Option<Verdict>,
    pub(crate) outcome: Outcome,
    /// `None` when the source was refused.
    pub(crate) usage: Option<Usage>,
    /// The limit that ended the run.
    limit: Option<LimitReport>,
    /// The line that the compiler refused, when the check has no finding.
    line: Option<u32>,
    /// True when the run stopped at the fuel count that the caller gave.
    stopped: bool,
}

impl StepReport {
    /// Makes the report of a step that ran. Messages go to stderr.
    pub(crate) fn of_run(session: &Session, verdict: Option<Verdict>, outcome: Outcome) -> Self {
        render::flush();
        match &outcome {
            Outcome::Raised(raised) if !raised.reported_by_hook => render::to_stderr(&raised.traceback),
            Outcome::Exceeded(kind) => {
                let text = session.limit_report().map_or_else(|| format!("limit: {kind}\n"), LimitReport::to_string);
                render::to_stderr(&render::escape(&text));
            }
            Outcome::HostCall(call) => render::to_stderr(&format!("no results for the host function `{}`\n", call.tool)),
            Outcome::Internal(what) => render::to_stderr(&format!("internal error: {what}\n")),
            _ => {}
        }
        let limit = session.limit_report().cloned();
        StepReport { verdict, outcome, usage: Some(session.usage()), limit, line: None, stopped: false }
    }

    /// Makes the report of a step that did not run. The reason goes to stderr.
    pub(crate) fn of_refusal(source: &SourceText, verdict: Option<Verdict>, refusal: CompileRefusal) -> Self {
        let mut line = None;
        match verdict.as_ref().filter(|verdict| !verdict.accepted()) {
            Some(verdict) => render::to_stderr(&render::fancy(verdict, source, render::stderr_colours())),
            None => {
                let at = source.position(refusal.span().start).line;
                let shown = match &refusal {
                    CompileRefusal::NotPython(error) => stockade_vm::syntax_error_text(source, error),
                    refusal => format!("  File \"{}\", line {at}\n{refusal}\n", source.name()),
                };
                render::to_stderr(&shown.lines().map(|line| render::escape(line) + "\n").collect::<String>());
                line = Some(at);
            }
        }
        StepReport { verdict, outcome: Outcome::Refused(refusal), usage: None, limit: None, line, stopped: false }
    }

    /// Makes the report of a step that stopped at the given fuel count.
    pub(crate) fn of_stop(session: &Session, verdict: Option<Verdict>) -> Self {
        StepReport { verdict, outcome: Outcome::Paused, usage: Some(session.usage()), limit: None, line: None, stopped: true }
    }

    /// The exit status of the command after this step.
    pub(crate) fn exit(&self) -> Exit {
        match self.outcome.kind() {
            OutcomeKind::Completed => Exit::Success,
            OutcomeKind::Runtime => Exit::Findings,
            OutcomeKind::Limit => Exit::Limit,
            OutcomeKind::Policy => Exit::Refused,
            OutcomeKind::Syntax => Exit::NotPython,
            OutcomeKind::Paused if self.stopped => Exit::Success,
            OutcomeKind::Internal | OutcomeKind::Paused | OutcomeKind::HostCall => Exit::Internal,
        }
    }

    /// True when the step gave the final answer.
    pub(crate) fn is_final_answer(&self) -> bool {
        matches!(self.outcome, Outcome::Answered(_))
    }

    /// The message about how the run ended, from the program or the interpreter.
    pub(crate) fn message(&self) -> Option<String> {
        match &self.outcome {
            Outcome::Raised(raised) => Some(raised.message.clone()),
            Outcome::Internal(what) => Some(what.clone()),
            Outcome::Refused(refusal) => self.line.map(|_| refusal.to_string()),
            _ => None,
        }
    }

    /// The limit that ended the run, for the audit log.
    pub(crate) fn audited_limit(&self) -> Option<AuditedLimit> {
        let limit = self.limit.as_ref()?;
        let frame = |frame: &stockade_vm::FrameLine| AuditedFrame {
            file: frame.file.clone(),
            line: frame.line,
            function: frame.function.clone(),
            source: frame.source.clone(),
        };
        Some(AuditedLimit {
            key: limit.policy_key.to_string(),
            limit: limit.limit,
            used: limit.used,
            needed: limit.needed,
            unit: limit.unit.to_string(),
            stack: limit.stack.iter().map(frame).collect(),
        })
    }

    fn findings(&self) -> Value {
        let found = self.verdict.as_ref().and_then(|verdict| verdict.to_json().get("findings").cloned());
        found.unwrap_or_else(|| Value::Array(Vec::new()))
    }

    /// The record of the JSON report.
    pub(crate) fn to_json(&self) -> Value {
        let (outcome, findings) = (self.outcome.to_string(), self.findings());
        let Some(usage) = &self.usage else {
            return match self.line {
                Some(line) => {
                    json!({ "outcome": outcome, "message": self.message(), "line": line, "findings": findings, "is_final_answer": false })
                }
                None => json!({ "outcome": outcome, "findings": findings, "is_final_answer": false }),
            };
        };
        if self.stopped {
            return json!({ "outcome": outcome, "fuel": usage.fuel, "findings": findings, "is_final_answer": false });
        }
        let mut record = json!({
            "findings": findings,
            "fuel": usage.fuel,
            "memory": usage.memory,
            "peak_memory": usage.peak_memory,
            "peak_resident": crate::resident::peak(),
            "output_bytes": usage.output,
            "imports": usage.imports,
            "denials": usage.denials.iter().map(|(message, rule)| json!({ "rule": rule, "message": message })).collect::<Vec<_>>(),
            "is_final_answer": self.is_final_answer(),
            "outcome": outcome,
        });
        let more = match &self.outcome {
            Outcome::Finished(value) | Outcome::Answered(value) => json!({ "value": value }),
            Outcome::Raised(raised) => json!({ "exception": raised.class, "message": raised.message, "traceback": raised.traceback }),
            Outcome::HostCall(call) => json!({ "tool": call.tool }),
            Outcome::Internal(what) => json!({ "message": what }),
            Outcome::Exceeded(_) => json!({ "limit": self.limit.as_ref().map(limit_json) }),
            Outcome::Refused(_) | Outcome::Paused => json!({}),
        };
        if let (Some(record), Value::Object(more)) = (record.as_object_mut(), more) {
            record.extend(more);
        }
        record
    }
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
