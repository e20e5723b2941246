//! Steps of sessions in workers: what is printed meanwhile, and the record of how they end. Everything here waits; it runs on threads that may.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use stockade_compiler::SourceText;
use stockade_policy::Verdict;
use stockade_vm::{Host, HostCall, HostError, HostValue, Outcome, OutcomeKind, Stdin, Step, StepOptions};
use stockade_workers::record::{self, StepRecord};
use stockade_workers::{AnySession, Session, json as values};
use tokio::sync::Notify;

use crate::api::{AnswerRequest, FileContent, ResumeRequest};
use crate::failure::{Failure, FailureKind};
use crate::keeping::findings_of;

/// What is printed for one request, and whether its run is to end. The run never waits for whoever reads it.
#[derive(Debug, Default)]
pub(crate) struct Printed {
    text: Mutex<Text>,
    is_cancelled: AtomicBool,
    /// There is more to send.
    more: Notify,
}

#[derive(Debug, Default)]
struct Text {
    stdout: String,
    stderr: String,
    /// What was not sent yet, if it is sent while the program runs.
    pieces: Option<Vec<(bool, String)>>,
}

impl Printed {
    fn text(&self) -> MutexGuard<'_, Text> {
        self.text.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on, pieces are kept for whoever sends them while the program runs.
    pub(crate) fn keep_pieces(&self) {
        self.text().pieces = Some(Vec::new());
    }

    /// Ends what runs.
    pub(crate) fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// What was printed since it was last taken. True is for stderr.
    pub(crate) fn take_pieces(&self) -> Vec<(bool, String)> {
        self.text().pieces.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Waits until there is more.
    pub(crate) async fn wait(&self) {
        self.more.notified().await;
    }

    fn take(&self) -> (String, String) {
        let mut text = self.text();
        (std::mem::take(&mut text.stdout), std::mem::take(&mut text.stderr))
    }
}

/// The request that is at work with a session, or was the last one. The host of the session and whoever interrupts it look it up here; the
/// request keeps what is its own, so that a late end of one request does nothing to the next.
#[derive(Debug, Clone, Default)]
pub(crate) struct Current(Arc<Mutex<Arc<Printed>>>);

impl Current {
    fn lock(&self) -> MutexGuard<'_, Arc<Printed>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get(&self) -> Arc<Printed> {
        Arc::clone(&self.lock())
    }

    /// Another request begins.
    pub(crate) fn renew(&self) -> Arc<Printed> {
        let printed = Arc::<Printed>::default();
        *self.lock() = Arc::clone(&printed);
        printed
    }
}

/// The host of a session.
pub(crate) struct Printer(Current);

impl Printer {
    pub(crate) fn boxed(current: &Current) -> Box<dyn Host> {
        Box::new(Printer(current.clone()))
    }
}

impl Host for Printer {
    /// The clocks are the worker's.
    fn elapsed_ms(&mut self) -> u64 {
        0
    }
    fn is_cancelled(&mut self) -> bool {
        self.0.lock().is_cancelled.load(Ordering::Relaxed)
    }
    fn write(&mut self, text: &str, error: bool) {
        let of = self.0.get();
        let mut printed = of.text();
        if error { &mut printed.stderr } else { &mut printed.stdout }.push_str(text);
        if let Some(pieces) = &mut printed.pieces {
            match pieces.last_mut() {
                Some((last, piece)) if *last == error => piece.push_str(text),
                _ => pieces.push((error, text.to_owned())),
            }
            drop(printed);
            of.more.notify_one();
        }
    }
}

/// What a step waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Waiting {
    /// There is no step, or it has ended.
    Nothing,
    /// The result of a call.
    Call,
    /// Consent to a call.
    Consent,
    /// To go on: the session is a copy, and must make its call again.
    Again,
}

/// What a step is given before it runs.
#[derive(Debug, Default)]
pub(crate) struct Given {
    variables: Vec<(String, HostValue)>,
    stdin: Option<Stdin>,
    files: Vec<(String, Vec<u8>)>,
}

impl Given {
    pub(crate) fn new(
        inputs: &Map<String, Value>,
        stdin: Option<String>,
        files: impl IntoIterator<Item = (String, FileContent)>,
    ) -> Result<Given, Failure> {
        let variables = values::variables(inputs).map_err(|message| Failure::bad(format!("`inputs`: {message}")))?;
        let stdin = stdin.map(|text| Stdin::Bytes(text.into_bytes()));
        let content = |(name, content)| match content {
            FileContent::Text(text) => Ok((name, text.into_bytes())),
            FileContent::Bytes(bytes) => match from_base64(&bytes.base64, "files") {
                Ok(bytes) => Ok((name, bytes)),
                Err(failure) => Err(failure),
            },
        };
        Ok(Given { variables, stdin, files: files.into_iter().map(content).collect::<Result<_, _>>()? })
    }
}

/// The bytes of a text in base64.
pub(crate) fn from_base64(text: &str, field: &str) -> Result<Vec<u8>, Failure> {
    STANDARD.decode(text).map_err(|error| Failure::bad(format!("`{field}` is not in base64: {error}")))
}

/// Bytes in base64.
pub(crate) fn to_base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// A session that is open.
pub(crate) struct Live {
    pub(crate) session: Session,
    pub(crate) current: Current,
    pub(crate) waiting: Waiting,
    /// The steps that began.
    pub(crate) steps: usize,
    /// The name of the step that is under way.
    pub(crate) file: String,
    /// What the check said about it.
    pub(crate) verdict: Option<Verdict>,
    /// The same, where it was said before the session was stored.
    findings: Option<Value>,
    /// The newest generation in the store, as far as is known here, and its length. 0 if there is none.
    pub(crate) generation: u64,
    /// The marks of that generation and of those before it, as the header of the next one has them.
    pub(crate) lineage: Vec<String>,
    pub(crate) stored_bytes: u64,
}

impl Live {
    pub(crate) fn new(session: Session, current: Current) -> Self {
        let waiting = if session.is_paused() { Waiting::Again } else { Waiting::Nothing };
        // Of a step that a snapshot holds nobody knows the name any more.
        let (steps, file) = if session.is_paused() { (1, "<snapshot>".to_owned()) } else { (0, String::new()) };
        Live { session, current, waiting, steps, file, verdict: None, findings: None, generation: 0, lineage: Vec::new(), stored_bytes: 0 }
    }

    /// A copy, with a session that is a copy of this one's.
    pub(crate) fn copy(&self, session: Session, current: Current) -> Live {
        Live {
            steps: self.steps,
            file: self.file.clone(),
            verdict: self.verdict.clone(),
            findings: self.findings.clone(),
            ..Live::new(session, current)
        }
    }

    /// What the check said about the step that is under way.
    pub(crate) fn findings(&self) -> Option<Value> {
        self.verdict.as_ref().map_or_else(|| self.findings.clone(), findings_of)
    }

    /// Puts a session that was stored where it was: a step that waited waits again, for the same.
    pub(crate) fn go_on(&mut self, waiting: Waiting, steps: usize, file: &str, findings: Option<Value>) -> Result<(), Failure> {
        (self.steps, self.file, self.findings) = (steps, file.to_owned(), findings);
        let lost = stockade_workers::SessionError::from;
        if matches!(waiting, Waiting::Call | Waiting::Consent) {
            // It makes its call again; who consented to it before need not do so again.
            let outcome = match (self.session.resume().map_err(lost)?, waiting) {
                (Outcome::Approval(_), Waiting::Call) => self.session.approve().map_err(lost)?,
                (outcome, _) => outcome,
            };
            self.waiting = match outcome {
                Outcome::HostCall(_) => Waiting::Call,
                Outcome::Approval(_) => Waiting::Consent,
                _ => Waiting::Nothing,
            };
            // The answer to an earlier request had it.
            let _ = self.current.get().take();
        }
        if self.waiting != waiting {
            return Err(Failure::new(FailureKind::Internal, "a session that was stored is not where it was"));
        }
        Ok(())
    }

    /// Runs a step, until it ends or waits.
    pub(crate) fn step(&mut self, name: Option<String>, code: &str, given: Given) -> Result<Value, Failure> {
        if self.waiting != Waiting::Nothing {
            return Err(self.needs("no step that waits"));
        }
        for (path, bytes) in &given.files {
            self.session.write_file(path, bytes)?;
        }
        for (name, value) in &given.variables {
            self.session.set_variable(name, value)?;
        }
        if let Some(stdin) = &given.stdin {
            self.session.set_stdin(stdin)?;
        }
        self.steps += 1;
        self.file = name.unwrap_or_else(|| format!("step{}.py", self.steps));
        let Step { source, verdict, outcome } =
            self.session.step(&self.file, code, StepOptions::default()).map_err(stockade_workers::SessionError::from)?;
        (self.verdict, self.findings) = (verdict, None);
        let line = match &outcome {
            Outcome::Refused(refusal) if self.verdict.as_ref().is_none_or(Verdict::accepted) => Some(line_of(&source, refusal)),
            _ => None,
        };
        self.record(&outcome, line)
    }

    /// Goes on with the answer to what the step waits for.
    pub(crate) fn answer(&mut self, answer: AnswerRequest) -> Result<Value, Failure> {
        let AnswerRequest { value, error, approve, reason } = answer;
        let lost = stockade_workers::SessionError::from;
        let outcome = match (self.waiting, value, error, approve) {
            (Waiting::Call, Some(value), None, None) => {
                let value = values::to_host(&value).map_err(|message| Failure::bad(format!("`value`: {message}")))?;
                self.session.resume_with(Ok(value)).map_err(lost)?
            }
            (Waiting::Call, None, Some(error), None) => {
                let error = HostError { type_name: error.class, message: error.message };
                self.session.resume_with(Err(error)).map_err(lost)?
            }
            (Waiting::Consent, None, None, Some(true)) => self.session.approve().map_err(lost)?,
            (Waiting::Consent, None, None, Some(false)) => {
                self.session.refuse(reason.as_deref().unwrap_or("the host did not consent")).map_err(lost)?
            }
            (Waiting::Call, ..) => return Err(Failure::bad("the step waits for the result of a call: give `value` or `error`")),
            (Waiting::Consent, ..) => return Err(Failure::bad("the step waits for consent to a call: give `approve`")),
            _ => return Err(self.needs("a step that waits for an answer")),
        };
        self.record(&outcome, None)
    }

    /// Goes on with the step of a session that was copied while it waited: it makes its call again.
    pub(crate) fn resume(&mut self, asked: ResumeRequest) -> Result<Value, Failure> {
        if self.waiting != Waiting::Again {
            return Err(self.needs("a copy of a session that waited"));
        }
        if let Some(text) = asked.stdin {
            self.session.set_stdin(&Stdin::Bytes(text.into_bytes()))?;
        }
        let outcome = self.session.resume().map_err(stockade_workers::SessionError::from)?;
        self.record(&outcome, None)
    }

    /// Ends a step that waits. The run is cancelled before it goes on.
    pub(crate) fn abandon(&mut self) -> Result<(), Failure> {
        let cancelled = || HostError { type_name: "RuntimeError".to_owned(), message: "interrupted".to_owned() };
        self.current.get().cancel();
        let outcome = match self.waiting {
            Waiting::Nothing => return Ok(()),
            Waiting::Call => self.session.resume_with(Err(cancelled())),
            Waiting::Consent => self.session.refuse("interrupted"),
            Waiting::Again => self.session.resume(),
        };
        self.record(&outcome.map_err(stockade_workers::SessionError::from)?, None).map(|_| ())
    }

    /// Ends the program after its last step, if that has ended: what it registered for its end runs. The record is there if something ran.
    pub(crate) fn finish(&mut self, outcome: &Value) -> Result<Option<Value>, Failure> {
        let name = outcome.get("outcome").and_then(Value::as_str).unwrap_or_default();
        let has_ended = ["completed", "exited", "runtime", "unsupported"].iter().any(|kind| name.starts_with(kind));
        // A text that is not supported did not run: it has no usage.
        if !has_ended || outcome.get("fuel").is_none() {
            return Ok(None);
        }
        let before = self.session.usage();
        let Some(outcome) = self.session.finish().map_err(stockade_workers::SessionError::from)? else { return Ok(None) };
        let mut usage = self.session.usage();
        record::subtract(&mut usage, &before);
        let limit = self.session.limit_report().cloned();
        let printed = self.current.get().take();
        let record = StepRecord {
            number: self.steps,
            file: &self.file,
            is_end: true,
            outcome: &outcome,
            exit_status: exit_status(&outcome),
            verdict: None,
            value: None,
            line: None,
            limit: limit.as_ref(),
            usage: Some(&usage),
            peak_resident: None,
            printed: Some((&printed.0, &printed.1)),
        };
        Ok(Some(Value::Object(record.to_json())))
    }

    fn needs(&self, what: &str) -> Failure {
        let state = match self.waiting {
            Waiting::Nothing => "no step is under way: run one",
            Waiting::Call => "a step waits for the result of a call: answer it, or interrupt it",
            Waiting::Consent => "a step waits for consent to a call: answer it, or interrupt it",
            Waiting::Again => "a step that waited was copied with the session: resume it, or interrupt it",
        };
        Failure::new(FailureKind::Busy, format!("this needs {what}, and {state}"))
    }

    fn record(&mut self, outcome: &Outcome, line: Option<u32>) -> Result<Value, Failure> {
        self.waiting = match outcome {
            Outcome::HostCall(_) => Waiting::Call,
            Outcome::Approval(_) => Waiting::Consent,
            // No tool is awaited and nobody asks for a pause.
            Outcome::Awaits(_) | Outcome::Paused => {
                return Err(Failure::new(FailureKind::Internal, "the step stopped where no step of this server stops"));
            }
            _ => Waiting::Nothing,
        };
        let value = match outcome {
            Outcome::Finished(_) | Outcome::Answered(_) => match self.session.value() {
                Ok(value) => values::exactly(&value),
                Err(stockade_workers::SessionError::Refused(_)) => None,
                Err(error) => return Err(error.into()),
            },
            _ => None,
        };
        let usage = (!matches!(outcome, Outcome::Refused(_))).then(|| self.session.usage());
        let limit = self.session.limit_report().cloned();
        let printed = self.current.get().take();
        let record = StepRecord {
            number: self.steps,
            file: &self.file,
            is_end: false,
            outcome,
            exit_status: exit_status(outcome),
            verdict: self.verdict.as_ref(),
            value: value.as_ref(),
            line,
            limit: limit.as_ref(),
            usage: usage.as_ref(),
            // The worker has other sessions, too.
            peak_resident: None,
            printed: Some((&printed.0, &printed.1)),
        };
        let mut record = record.to_json();
        if let (None, Some(findings)) = (&self.verdict, &self.findings) {
            record.insert("findings".to_owned(), findings.clone());
        }
        let call = match outcome {
            Outcome::HostCall(call) => Some(call_json(call)),
            Outcome::Approval(asked) => {
                let mut call = call_json(&asked.call);
                let arguments: Map<String, Value> =
                    asked.arguments.iter().map(|(name, value)| (name.clone(), values::from_host(value))).collect();
                if let Some(call) = call.as_object_mut() {
                    call.insert("arguments".to_owned(), Value::Object(arguments));
                }
                Some(call)
            }
            _ => None,
        };
        if let Some(call) = call {
            record.insert("call".to_owned(), call);
        }
        Ok(Value::Object(record))
    }
}

fn call_json(call: &HostCall) -> Value {
    let args: Vec<Value> = call.args.iter().map(values::from_host).collect();
    let kwargs: Map<String, Value> = call.kwargs.iter().map(|(name, value)| (name.clone(), values::from_host(value))).collect();
    json!({ "tool": call.tool, "args": args, "kwargs": kwargs })
}

fn line_of(source: &SourceText, refusal: &stockade_vm::CompileRefusal) -> u32 {
    source.position(refusal.span().start).line
}

/// The exit status of `stockade run`. A step that has not ended has none.
fn exit_status(outcome: &Outcome) -> Option<u8> {
    match (outcome, outcome.kind()) {
        (Outcome::Exited(exit), _) => Some(exit.status()),
        (_, OutcomeKind::Paused | OutcomeKind::HostCall | OutcomeKind::Approval) => None,
        (_, kind) => kind.info().and_then(|(_, info)| info.status),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What belongs to a request does nothing to the next one, and the next one takes nothing from it.
    #[test]
    fn requests_keep_what_is_theirs() {
        let current = Current::default();
        let mut host = Printer::boxed(&current);
        let first = current.renew();
        first.keep_pieces();
        host.write("first", false);
        let second = current.renew();
        second.keep_pieces();
        host.write("second", true);
        first.cancel();
        assert!(!host.is_cancelled());
        assert_eq!(first.take_pieces(), [(false, "first".to_owned())]);
        assert_eq!(second.take(), (String::new(), "second".to_owned()));
        // An interrupt that comes before the request says how it sends is not lost.
        let third = current.renew();
        current.get().cancel();
        third.keep_pieces();
        assert!(host.is_cancelled());
        current.renew();
        assert!(!host.is_cancelled());
    }
}
