//! Host functions with prepared results, read from a file.
//!
//! ```json
//! { "get_price": { "params": "item", "results": { "guitar": 799.99, "amp": 249.5 } },
//!   "next_line": { "params": "", "results": ["first", {"raise": "EOFError", "message": "no more"}] } }
//! ```
//!
//! `results` is a list, used in order, or a table. The keys of a table are the arguments as JSON (`["guitar"]`, with keyword arguments as a
//! last object), or the text itself for a single text argument. Dates, decimals, identifiers and paths are their text, dataclasses their fields,
//! members of enumerations their values. `{"raise": TYPE, "message": TEXT}` raises. With `"async": true` the program
//! awaits the function.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Map, Value};
use stockade_policy::output::audit::AuditedCall;
use stockade_vm::{ApprovalRequest, AwaitedCalls, HostCall, HostError, HostValue, Outcome, ToolSpec};
use stockade_workers::{AnySession, WorkerLost, json};

use crate::approval::Approver;
use crate::collect::read_limited;
use crate::{Exit, render};

/// Larger files are not read.
const MAX_BYTES: u64 = 64 << 20;

/// The prepared results by function name.
#[derive(Debug, Clone, Default)]
pub(crate) struct Fixtures {
    tools: BTreeMap<String, Fixture>,
    /// The calls since the last `take_calls`, for the audit log.
    calls: Vec<AuditedCall>,
    approver: Approver,
    /// Calls that were approved and are not answered yet: function, digest of the arguments.
    approved: Vec<(String, String)>,
}

#[derive(Debug, Clone)]
struct Fixture {
    spec: ToolSpec,
    results: Value,
    used: usize,
}

impl Fixtures {
    /// Reads the file. Errors go to stderr.
    ///
    /// # Errors
    /// The exit status of the command.
    pub(crate) fn load(path: &Path, approver: Approver) -> Result<Self, Exit> {
        let fail = |message: String| {
            render::error(&format!("`{}`: {message}", path.display()));
            Exit::Usage
        };
        let text = read_limited(path, MAX_BYTES).map_err(|message| {
            render::error(&message);
            Exit::Usage
        })?;
        let written: Map<String, Value> = serde_json::from_slice(&text).map_err(|error| fail(error.to_string()))?;
        let mut tools = BTreeMap::new();
        for (name, fixture) in written {
            let params = fixture.get("params").and_then(Value::as_str);
            let results = fixture.get("results").filter(|results| results.is_array() || results.is_object());
            let (Some(params), Some(results)) = (params, results) else {
                return Err(fail(format!("`{name}` needs `params` (text) and `results` (list or table)")));
            };
            let mut spec = ToolSpec::new(&name, params);
            spec.max_calls = fixture.get("max_calls").and_then(Value::as_u64).and_then(|calls| u32::try_from(calls).ok());
            spec.is_async = fixture.get("async").and_then(Value::as_bool).unwrap_or(false);
            spec.is_final = fixture.get("final").and_then(Value::as_bool).unwrap_or(false);
            spec.parameters().map_err(|error| fail(error.to_string()))?;
            tools.insert(name, Fixture { spec, results: results.clone(), used: 0 });
        }
        Ok(Fixtures { tools, approver, ..Fixtures::default() })
    }

    /// The same, but where a person at the terminal would be asked for consent, the call is refused.
    #[cfg(feature = "mcp")]
    pub(crate) fn asking_nobody(mut self) -> Self {
        if self.approver == Approver::Ask {
            self.approver = Approver::Unasked;
        }
        self
    }

    /// Adds the functions to a session.
    ///
    /// # Errors
    /// The exit status of the command.
    pub(crate) fn lend(&self, session: &mut dyn AnySession) -> Result<(), Exit> {
        for fixture in self.tools.values() {
            session.add_tool(&fixture.spec).map_err(|error| {
                render::error(&error.to_string());
                Exit::Usage
            })?;
        }
        Ok(())
    }

    /// The functions, without their results.
    pub(crate) fn specs(&self) -> Vec<ToolSpec> {
        self.tools.values().map(|fixture| fixture.spec.clone()).collect()
    }

    /// Answers one host call. Any other outcome is returned as it is.
    ///
    /// # Errors
    /// The worker with the session is lost.
    pub(crate) fn answer_one(&mut self, session: &mut dyn AnySession, outcome: Outcome) -> Result<Outcome, WorkerLost> {
        let Outcome::HostCall(call) = outcome else { return Ok(outcome) };
        let answer = self.audited_answer(&call);
        session.resume_with(answer)
    }

    /// Answers all calls that the program awaits, in the order in which they began.
    ///
    /// # Errors
    /// The worker with the session is lost.
    pub(crate) fn answer_all(&mut self, session: &mut dyn AnySession, awaited: &AwaitedCalls) -> Result<Outcome, WorkerLost> {
        for awaited in &awaited.calls {
            let answer = self.audited_answer(&awaited.call);
            // The session has just named the call.
            let _ = session.answer(awaited.id, answer);
        }
        session.resume()
    }

    /// Asks for consent to a call, and continues. The question ends without consent when `is_cancelled` says so.
    ///
    /// # Errors
    /// The worker with the session is lost.
    pub(crate) fn consent(
        &mut self,
        session: &mut dyn AnySession,
        asked: &ApprovalRequest,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Outcome, WorkerLost> {
        let (tool, arguments) = (asked.call.tool.clone(), asked.call.digest());
        match self.approver.consent(asked, is_cancelled) {
            Ok(()) => {
                self.approved.push((tool, arguments));
                session.approve()
            }
            Err(reason) => {
                let error = Some("PermissionError".to_string());
                self.calls.push(AuditedCall { tool, arguments, error, approved: Some(false) });
                session.refuse(&reason)
            }
        }
    }

    fn audited_answer(&mut self, call: &HostCall) -> Result<HostValue, HostError> {
        let answer = self.answer(call);
        let (tool, arguments) = (call.tool.clone(), call.digest());
        let asked = self.approved.iter().position(|(known, digest)| *known == tool && *digest == arguments);
        let approved = asked.map(|at| self.approved.swap_remove(at)).map(|_| true);
        let error = answer.as_ref().err().map(|error| error.type_name.clone());
        self.calls.push(AuditedCall { tool, arguments, error, approved });
        answer
    }

    /// The calls since the previous call of `take_calls`.
    pub(crate) fn take_calls(&mut self) -> Vec<AuditedCall> {
        std::mem::take(&mut self.calls)
    }

    fn answer(&mut self, call: &HostCall) -> Result<HostValue, HostError> {
        let error = |type_name: &str, message: String| HostError { type_name: type_name.to_string(), message };
        let Some(fixture) = self.tools.get_mut(&call.tool) else {
            return Err(error("LookupError", format!("no results for `{}`", call.tool)));
        };
        let found = match &fixture.results {
            Value::Array(list) => {
                fixture.used += 1;
                list.get(fixture.used - 1).ok_or_else(|| format!("the results of `{}` are used up", call.tool))
            }
            table => {
                let key = key_of(call);
                let short = key.as_array().and_then(|args| match args.as_slice() {
                    [Value::String(text)] => table.get(text),
                    _ => None,
                });
                short.or_else(|| table.get(key.to_string())).ok_or_else(|| format!("no result of `{}` for {key}", call.tool))
            }
        };
        let found = found.map_err(|message| error("LookupError", message))?;
        match found.get("raise").and_then(Value::as_str) {
            // A class of a module is named by its own name, as in a traceback's last words.
            Some(name) => {
                Err(error(name.rsplit('.').next().unwrap_or(name), found.get("message").and_then(Value::as_str).unwrap_or("").to_string()))
            }
            None => json::to_host(found).map_err(|message| error("ValueError", message)),
        }
    }
}

/// The arguments in the form of the table's keys. A parameter that is passed by keyword is looked up by its name.
fn key_of(call: &HostCall) -> Value {
    let mut args: Vec<Value> = call.args.iter().map(json::from_host).collect();
    if !call.kwargs.is_empty() {
        args.push(Value::Object(call.kwargs.iter().map(|(name, value)| (name.clone(), json::from_host(value))).collect()));
    }
    let mut key = Value::Array(args);
    // Objects have the order in which they were made.
    key.sort_all_objects();
    key
}

/// Reads the variables for a program from a file: an object of JSON, whose keys are their names. Errors go to stderr.
///
/// # Errors
/// The exit status of the command.
pub(crate) fn read_inputs(path: &Path) -> Result<Vec<(String, HostValue)>, Exit> {
    let fail = |message: String| {
        render::error(&format!("{message} (--inputs)"));
        Exit::Usage
    };
    let text = read_limited(path, MAX_BYTES).map_err(fail)?;
    let written: Map<String, Value> = serde_json::from_slice(&text)
        .map_err(|error| fail(format!("`{}` is no object of JSON, such as {{\"x\": 1}}: {error}", path.display())))?;
    json::variables(&written).map_err(|message| fail(format!("`{}`: {message}", path.display())))
}
