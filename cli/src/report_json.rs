//! The result of a step: the exit status, the messages for the user, and the record for the JSON report and the audit log.
//! `cli/schema/report.schema.json` describes the report; a test compares both.

use serde_json::Value;
use stockade_compiler::SourceText;
use stockade_policy::output::audit::{AuditedFrame, AuditedLimit};
use stockade_policy::{Checked, Verdict};
use stockade_vm::{CompileRefusal, FrameLine, LimitReport, Outcome, OutcomeKind, ProgramExit, Usage};
use stockade_workers::record::{self, StepRecord};
use stockade_workers::{AnySession, json};

use crate::{Exit, render};

/// The version of the report. It changes when a field changes its meaning or goes.
pub(crate) const SCHEMA: u32 = 2;

/// The result of a step.
#[derive(Debug)]
pub(crate) struct StepReport {
    /// The number of the step in its run, from 1.
    pub(crate) number: usize,
    /// The name of the source.
    pub(crate) file: String,
    /// The source. Empty for the end of a session, when the functions that it registered run.
    pub(crate) source: String,
    pub(crate) verdict: Option<Verdict>,
    pub(crate) outcome: Outcome,
    /// `None` when the source was refused.
    pub(crate) usage: Option<Usage>,
    /// The limit that ended the run, or where the program was when the host cancelled it.
    limit: Option<LimitReport>,
    /// The value, if it is of types that JSON has.
    value: Option<Value>,
    /// The line that the compiler refused, when the check has no finding.
    line: Option<u32>,
    /// What the step wrote to stdout and stderr, if that was asked for.
    pub(crate) captured: Option<(String, String)>,
    /// True for what runs at the end of a session.
    pub(crate) is_end: bool,
    /// The highest resident memory of the worker in which it ran, in bytes.
    worker_resident: Option<u64>,
}

impl StepReport {
    fn new(number: usize, source: &SourceText, verdict: Option<Verdict>, outcome: Outcome) -> Self {
        StepReport {
            number,
            file: source.name().to_owned(),
            source: source.text().to_owned(),
            verdict,
            outcome,
            usage: None,
            limit: None,
            value: None,
            line: None,
            captured: None,
            is_end: false,
            worker_resident: None,
        }
    }

    /// Makes the report of a step that ran. Messages go to stderr.
    pub(crate) fn of_run(
        number: usize,
        source: &SourceText,
        session: &mut dyn AnySession,
        verdict: Option<Verdict>,
        outcome: Outcome,
    ) -> Self {
        render::flush();
        match &outcome {
            Outcome::Raised(raised) | Outcome::Exited(ProgramExit { exception: raised, .. }) if !raised.reported_by_hook => {
                render::to_stderr(&raised.traceback);
                if let Some(lacking) = &raised.lacking {
                    render::to_stderr(&format!("unsupported: Stockade has no `{}`\n", render::escape(lacking)));
                }
            }
            // The command itself ends the run when its output is lost, and says so.
            Outcome::Interrupted if render::failure().is_some() => {}
            Outcome::Exceeded(_) | Outcome::Interrupted => {
                let text = session.limit_report().map_or_else(|| format!("{outcome}\n"), LimitReport::to_string);
                render::to_stderr(&render::escape(&text));
            }
            Outcome::HostCall(call) => render::to_stderr(&format!("no results for the host function `{}`\n", call.tool)),
            Outcome::Internal(what) => render::to_stderr(&format!("internal error: {what}\n")),
            _ => {}
        }
        Self::of_silent(number, source, session, verdict, outcome)
    }

    /// Makes the report of a step, whether it ran or was refused. Nothing is printed.
    pub(crate) fn of_silent(
        number: usize,
        source: &SourceText,
        session: &mut dyn AnySession,
        verdict: Option<Verdict>,
        outcome: Outcome,
    ) -> Self {
        if let Outcome::Refused(refusal) = &outcome {
            let is_found = verdict.as_ref().is_some_and(|verdict| !verdict.accepted());
            let line = (!is_found).then(|| source.position(refusal.span().start).line);
            return StepReport { line, ..Self::new(number, source, verdict, outcome) };
        }
        let value = match outcome {
            Outcome::Finished(_) | Outcome::Answered(_) => session.reported_value().ok().as_ref().and_then(json::exactly),
            _ => None,
        };
        let usage = Some(session.usage());
        let worker_resident = session.process().and_then(crate::resident::peak_of_worker);
        let limit = session.limit_report().cloned();
        StepReport { usage, limit, value, worker_resident, ..Self::new(number, source, verdict, outcome) }
    }

    /// Makes the report of the end of a session. It runs on the rest of the last step's budgets, which had used `before`, and reports only
    /// what it used itself.
    pub(crate) fn of_end(number: usize, name: &str, session: &mut dyn AnySession, before: &Usage, outcome: Outcome) -> Self {
        let mut report = StepReport { is_end: true, ..Self::of_run(number, &SourceText::new(name, ""), session, None, outcome) };
        if let Some(usage) = &mut report.usage {
            record::subtract(usage, before);
        }
        report
    }

    /// Makes the report of a step that did not run. The reason goes to stderr. `shown` is the source with the findings.
    pub(crate) fn of_refusal(number: usize, source: &SourceText, checked: Option<Checked>, refusal: CompileRefusal) -> Self {
        let mut line = None;
        match checked.as_ref().filter(|checked| !checked.report.accepted()) {
            Some(checked) => render::to_stderr(&render::fancy(&checked.report, &checked.source, render::stderr_colours())),
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
        let verdict = checked.map(|checked| checked.report);
        StepReport { line, ..Self::new(number, source, verdict, Outcome::Refused(refusal)) }
    }

    /// Makes the report of a step that stopped at the given fuel count.
    pub(crate) fn of_stop(number: usize, source: &SourceText, session: &dyn AnySession, verdict: Option<Verdict>) -> Self {
        StepReport { usage: Some(session.usage()), ..Self::new(number, source, verdict, Outcome::Paused) }
    }

    /// How the program ended itself, if it did.
    pub(crate) fn exited(&self) -> Option<&ProgramExit> {
        if let Outcome::Exited(exit) = &self.outcome { Some(exit) } else { None }
    }

    /// The exit status of the command after this step.
    pub(crate) fn exit(&self, exit_is_error: bool) -> Exit {
        match (&self.outcome, self.outcome.kind()) {
            (Outcome::Exited(_), _) if exit_is_error => Exit::of(OutcomeKind::Runtime),
            (Outcome::Exited(exit), _) => Exit::Outcome(exit.status()),
            // `snapshot` asked for the stop.
            (_, OutcomeKind::Paused) => Exit::Success,
            (_, kind) => Exit::of(kind),
        }
    }

    /// How bad the outcome is: its place in the table of outcomes, then its status.
    pub(crate) fn badness(&self, exit_is_error: bool) -> (usize, u8) {
        let kind = match self.outcome.kind() {
            OutcomeKind::Exited if exit_is_error => OutcomeKind::Runtime,
            OutcomeKind::HostCall | OutcomeKind::Approval => OutcomeKind::Internal,
            kind => kind,
        };
        (kind.info().map_or(0, |(place, _)| place), self.exit(exit_is_error).status())
    }

    /// True when the step gave the final answer.
    pub(crate) fn is_final_answer(&self) -> bool {
        matches!(self.outcome, Outcome::Answered(_))
    }

    /// The message about how the run ended, from the program or the interpreter.
    pub(crate) fn message(&self) -> Option<String> {
        record::message(&self.outcome, self.line)
    }

    /// The limit that ended the run, for the audit log.
    pub(crate) fn audited_limit(&self) -> Option<AuditedLimit> {
        let limit = self.limit.as_ref()?;
        let frame = |frame: &FrameLine| AuditedFrame {
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

    /// The record of the JSON report.
    pub(crate) fn to_json(&self, exit_is_error: bool) -> Value {
        let record = StepRecord {
            number: self.number,
            file: &self.file,
            is_end: self.is_end,
            outcome: &self.outcome,
            exit_status: Some(self.exit(exit_is_error).status()),
            verdict: self.verdict.as_ref(),
            value: self.value.as_ref(),
            line: self.line,
            limit: self.limit.as_ref(),
            usage: self.usage.as_ref(),
            peak_resident: self.worker_resident.or_else(crate::resident::peak),
            printed: self.captured.as_ref().map(|(stdout, stderr)| (stdout.as_str(), stderr.as_str())),
        };
        Value::Object(record.to_json())
    }
}
