//! A room: a session with budgets for a whole judgement, and what its end means as a verdict.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use stockade_compiler::SourceText;
use stockade_compiler::bytecode::Program;
use stockade_policy::Level;
use stockade_vm::{
    CompileRefusal, Config, HostValue, LimitKind, Outcome, OutcomeKind, Session, Step, StepOptions, Template, syntax_error_text,
};

use super::host::RoomHost;
use crate::values::shorten;
use crate::verdict::{Judgement, Verdict};

/// The name of a candidate's text in tracebacks.
pub(crate) const PROGRAM: &str = "program.py";
/// The name of the text of tests.
pub(crate) const TESTS: &str = "tests.py";

/// Longer messages are cut.
const MESSAGE_CHARS: usize = 500;

/// A session and what it has used.
pub(crate) struct Room<'c> {
    config: &'c Config,
    pub(crate) session: Session,
    fuel: u64,
    memory: u64,
    /// A step has begun, so what it uses is not in `fuel` yet.
    is_running: bool,
}

/// The end of a judgement, before what was used is added.
pub(crate) struct End {
    pub(crate) verdict: Verdict,
    pub(crate) detail: Json,
    pub(crate) line: Option<u32>,
    pub(crate) traceback: Option<Box<str>>,
}

impl End {
    pub(crate) fn new(verdict: Verdict, detail: Json, line: Option<u32>) -> Self {
        End { verdict, detail, line, traceback: None }
    }

    /// The same end with a traceback, as the engine has it.
    pub(crate) fn traced(self, traceback: &str) -> Self {
        End { traceback: Some(without_our_frames(traceback).into()), ..self }
    }

    pub(crate) fn host_fault(reason: &str) -> Self {
        End::new(Verdict::HostFault, json!({ "reason": reason }), None)
    }

    /// The judgement with this end.
    pub(crate) fn judgement(self, tests: (u64, u64), rooms: u8, used: &[&Room<'_>]) -> Judgement {
        let (fuel, memory) = used.iter().map(|room| room.used()).fold((0, 0), |a: (u64, u64), b| (a.0 + b.0, a.1.max(b.1)));
        let Self { verdict, detail, line, traceback } = self;
        let traceback = traceback.map(String::from);
        Judgement { line, tests, fuel, memory, rooms, traceback, ..Judgement::new(verdict, detail) }
    }
}

impl<'c> Room<'c> {
    pub(crate) fn new(config: &'c Config, mut session: Session) -> Self {
        session.give_arguments_away();
        Room { config, session, fuel: 0, memory: 0, is_running: false }
    }

    /// A copy of a session that was prepared, in the memory of one that is not needed any more.
    pub(crate) fn fork(config: &'c Config, template: &Template, used: &mut Option<Session>, host: RoomHost) -> Result<Self, End> {
        let host = Box::new(host);
        let forked = match used.take() {
            Some(used) => template.fork_from(used, config, host),
            None => template.fork(config, host),
        };
        match forked {
            Ok(session) => Ok(Room::new(config, session)),
            Err(_) => {
                let detail = json!({ "limit": "memory", "value": config.limits.memory_bytes, "unit": "bytes" });
                Err(End::new(Verdict::Limit("memory"), detail, None))
            }
        }
    }

    /// Fuel and memory so far.
    pub(crate) fn used(&self) -> (u64, u64) {
        let usage = self.session.usage();
        (self.fuel + if self.is_running { usage.fuel } else { 0 }, self.memory.max(usage.peak_memory))
    }

    /// The budgets of a step are what earlier steps left.
    fn begin(&mut self) {
        (self.fuel, self.memory) = self.used();
        self.is_running = true;
        if self.fuel > 0 {
            let mut limits = self.config.limits.clone();
            limits.instructions = limits.instructions.saturating_sub(self.fuel);
            self.session.set_limits(&limits);
        }
    }

    /// Checks and runs a text of the candidate.
    pub(crate) fn program(&mut self, text: &str) -> Step {
        self.begin();
        self.session.step(PROGRAM, text, StepOptions::default())
    }

    /// Runs a text of ours, or tests.
    pub(crate) fn own_text(&mut self, name: &str, text: &str) -> Step {
        self.begin();
        self.session.step(name, text, StepOptions { unchecked: true, ..StepOptions::default() })
    }

    /// Runs a program of ours, or tests.
    pub(crate) fn own_program(&mut self, program: &Arc<Program>) -> Outcome {
        self.begin();
        self.session.run(program)
    }

    /// Sends a message to a room that waits for one.
    pub(crate) fn tell(&mut self, message: &HostValue) -> Outcome {
        self.session.resume_with_ref(Ok(message))
    }

    /// What the end of a step means; `None` if the text simply came to its end.
    pub(crate) fn end_of(&self, step: &Step) -> Option<End> {
        match &step.outcome {
            Outcome::Refused(refusal) => Some(refused(refusal, step)),
            outcome => self.end_of_run(outcome),
        }
    }

    /// Like [`Room::end_of`], for a text that was compiled before.
    pub(crate) fn end_of_run(&self, outcome: &Outcome) -> Option<End> {
        Some(match outcome {
            Outcome::Finished(_) => return None,
            Outcome::Answered(_) => End::new(Verdict::Exited, json!({ "by": "final_answer" }), None),
            Outcome::Exited(exit) => {
                let line = exit.line.filter(|_| exit.file.as_deref() == Some(PROGRAM));
                End::new(Verdict::Exited, json!({ "by": "SystemExit", "code": exit.code }), line)
            }
            Outcome::Raised(raised) => {
                let line = last_line(&raised.traceback, PROGRAM);
                let end = match raised.lacking.as_ref().or(raised.withheld.as_ref()) {
                    Some(name) => End::new(Verdict::Unsupported(name.clone()), json!({ "name": name }), line),
                    None => {
                        let message = shorten(&raised.message, MESSAGE_CHARS);
                        let mut detail = json!({ "type": raised.class, "message": message });
                        if line.is_none() && raised.traceback.contains(&format!("\"{TESTS}\"")) {
                            detail = json!({ "type": raised.class, "message": message, "in": "tests" });
                        }
                        End::new(Verdict::Error, detail, line)
                    }
                };
                end.traced(&raised.traceback)
            }
            Outcome::Interrupted | Outcome::Exceeded(LimitKind::Time) => lost(),
            Outcome::Exceeded(kind) => self.at_limit(*kind),
            Outcome::HostCall(call) if call.tool == crate::stubs::GAP_CALL => gap(call.args.first()),
            Outcome::Internal(message) => End::host_fault(&format!("a bug of the engine: {message}")),
            Outcome::Refused(refusal) => End::host_fault(&refusal.to_string()),
            Outcome::HostCall(_) => {
                End::new(Verdict::Error, json!({ "type": "NameError", "message": "a host function is not lent" }), None)
            }
            Outcome::Paused | Outcome::Approval(_) | Outcome::Awaits(_) => End::host_fault("the run waits for a host that does not answer"),
        })
    }

    fn at_limit(&self, kind: LimitKind) -> End {
        let Some(report) = self.session.limit_report() else {
            return End::new(Verdict::Limit(kind.as_str()), json!({ "limit": kind.as_str() }), None);
        };
        let line = report.stack.iter().rev().find(|frame| frame.file == PROGRAM).map(|frame| frame.line);
        let value = self.config.limits.get(report.policy_key).unwrap_or(report.limit);
        let detail = json!({ "limit": kind.as_str(), "value": value, "unit": report.unit });
        End::new(Verdict::Limit(kind.as_str()), detail, line).traced(&report.to_string())
    }
}

/// The backstop was reached. Another try, alone, may end in time.
fn lost() -> End {
    End::new(Verdict::HostFault, json!({ "reason": "the wall time of the backstop is over", "retry": true }), None)
}

/// A package that the engine lacks was used.
fn gap(name: Option<&HostValue>) -> End {
    let name = if let Some(HostValue::Str(name)) = name { shorten(name, 100) } else { String::new() };
    End::new(Verdict::Unsupported(name.clone()), json!({ "name": name }), None)
}

/// What the refusal of a text means.
fn refused(refusal: &CompileRefusal, step: &Step) -> End {
    let line = Some(step.source.line_of(refusal.span().start));
    let message = shorten(&refusal.to_string(), MESSAGE_CHARS);
    match refusal.kind() {
        OutcomeKind::Syntax => {
            let end = End::new(Verdict::Syntax, json!({ "message": message }), line);
            if let CompileRefusal::NotPython(error) = refusal { end.traced(&syntax_error_text(&step.source, error)) } else { end }
        }
        OutcomeKind::Unsupported => End::new(Verdict::Unsupported("syntax".into()), json!({ "name": "syntax", "message": message }), line),
        OutcomeKind::Internal => End::host_fault(&format!("a bug of the engine: {message}")),
        _ => {
            let denials = step.verdict.iter().flat_map(|verdict| &verdict.findings).filter(|finding| finding.level == Level::Deny);
            let findings: Vec<_> = denials.collect();
            // The engine's gaps come before the policy's word on the same import.
            if let Some(finding) = findings.iter().find(|finding| finding.rule.id.starts_with("CAP"))
                && findings.iter().all(|finding| finding.rule.id.starts_with("CAP"))
            {
                let name = finding.message.split('`').nth(1).unwrap_or("import").to_string();
                let line = step.source.line_of(finding.span.start);
                return End::new(Verdict::Unsupported(name.clone()), json!({ "name": name }), Some(line));
            }
            match findings.iter().find(|finding| !finding.rule.id.starts_with("CAP")) {
                Some(finding) => {
                    let line = step.source.line_of(finding.span.start);
                    let message = shorten(&finding.message, MESSAGE_CHARS);
                    End::new(Verdict::Refused, json!({ "rule": finding.rule.id, "message": message }), Some(line))
                }
                None => End::new(Verdict::Refused, json!({ "message": message }), line),
            }
        }
    }
}

/// A traceback without the frames of our own code, and without what is very long.
fn without_our_frames(traceback: &str) -> String {
    let mut is_ours = false;
    let kept = traceback.lines().filter(|line| {
        if let Some(file) = line.strip_prefix("  File \"") {
            is_ours = file.starts_with("<room>\"");
        } else if !line.starts_with("  ") {
            is_ours = false;
        }
        !is_ours
    });
    kept.map(|line| format!("{}\n", shorten(line, MESSAGE_CHARS))).collect()
}

/// The last line of a file in a traceback.
pub(crate) fn last_line(traceback: &str, file: &str) -> Option<u32> {
    let mark = format!("  File \"{file}\", line ");
    traceback.lines().rev().find_map(|line| {
        let rest = line.strip_prefix(&mark)?;
        rest.split(',').next()?.trim().parse().ok()
    })
}

/// A text as compiled code, for sessions with this configuration.
pub(crate) fn compile(config: &Config, name: &str, text: &str) -> Result<Arc<Program>, CompileRefusal> {
    stockade_vm::Sandbox::with_config(config.clone()).compile(name, text)
}

/// Line and text of a statement of tests.
pub(crate) fn line_of(text: &str, line: u32) -> String {
    let source = SourceText::new(TESTS, text);
    shorten(source.line_text(line).trim(), MESSAGE_CHARS)
}
