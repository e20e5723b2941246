//! A line of the audit log for each step: the source, its host calls, and its outcome. The names of fields follow OpenTelemetry.

use serde_json::{Map, Value, json};

use crate::base::digest::sha256;
use crate::base::rule::Level;
use crate::report::verdict::Decision;
use crate::settings::resolve::{ResolvedPolicy, render};

/// A call of a host function, for the log.
#[derive(Debug, Clone)]
pub struct AuditedCall {
    /// Name of the host function.
    pub tool: String,
    /// SHA-256 of the arguments, in hexadecimal.
    pub arguments: String,
    /// Name of the exception that the call raised.
    pub error: Option<String>,
    /// What the host said when it was asked for its consent. `None` if it was not asked.
    pub approved: Option<bool>,
}

/// The limit that ended a step, for the log.
#[derive(Debug, Clone)]
pub struct AuditedLimit {
    /// The setting of a policy that is the limit: `limits.fuel`.
    pub key: String,
    /// The value of the limit.
    pub limit: u64,
    /// How much was used.
    pub used: u64,
    /// What an operation alone needed that was refused.
    pub needed: Option<u64>,
    /// The unit of the numbers.
    pub unit: String,
    /// The active calls, outermost first.
    pub stack: Vec<AuditedFrame>,
}

/// How a program ended itself, for the log.
#[derive(Debug, Clone, Copy)]
pub struct AuditedExit {
    /// The code of its `SystemExit`.
    pub code: i64,
    /// The line from which it left.
    pub line: Option<u32>,
}

/// An active call.
#[derive(Debug, Clone)]
pub struct AuditedFrame {
    /// Name of the source.
    pub file: String,
    /// Line in the source.
    pub line: u32,
    /// Name of the function.
    pub function: String,
    /// Text of the line.
    pub source: Option<String>,
}

/// The data of a finished step.
#[derive(Debug, Clone, Default)]
pub struct AuditedStep {
    /// Number of the step in its session.
    pub number: u64,
    /// Name of the source.
    pub file: String,
    /// The source.
    pub source: String,
    /// Nanoseconds since the Unix epoch, from the host's clock.
    pub started: u64,
    /// The end of the step, in the same unit.
    pub ended: u64,
    /// True if the step was checked before it ran.
    pub checked: bool,
    /// Rule and level of each finding.
    pub findings: Vec<(String, String)>,
    /// Modules that the step imported.
    pub imports: Vec<String>,
    /// Calls of host functions.
    pub calls: Vec<AuditedCall>,
    /// Refusals at run time: rule and message.
    pub denials: Vec<(String, String)>,
    /// Fuel that the step used.
    pub fuel: u64,
    /// The maximum size of its heap, in bytes.
    pub peak_memory: u64,
    /// Bytes that the step printed.
    pub output_bytes: u64,
    /// `completed`, `exited`, `runtime:NameOfException`, `limit:NAME`, `policy`, `syntax`, `unsupported`, `interrupted` or `internal`.
    pub outcome: String,
    /// Message of the error that ended the step.
    pub message: Option<String>,
    /// The limit that ended the step.
    pub limit: Option<AuditedLimit>,
    /// How the program ended itself, if it did.
    pub exit: Option<AuditedExit>,
    /// True if the step called `final_answer`.
    pub is_final_answer: bool,
}

/// Returns the record of a step with the fields that the policy asks for (`audit.log`, `audit.include_source`,
/// `audit.fields`). None if it asks for none.
#[must_use]
pub fn record(step: &AuditedStep, policy: &ResolvedPolicy) -> Option<Value> {
    let setting = |wanted: &str| -> Option<String> {
        policy.listing().find(|(path, ..)| path.to_string() == wanted).map(|(_, slot, _)| render(slot.kind, &slot.value))
    };
    let log = setting("audit.log").unwrap_or_else(|| "verdict".into());
    if log == "none" {
        return None;
    }
    let is_full = log == "full";
    let is_error = step.outcome != "completed" && step.exit.is_none_or(|exit| exit.code != 0);
    let mut attributes = Map::new();
    let mut put = |name: &str, value: Value| attributes.insert(name.to_string(), value);
    put("stockade.step.number", json!(step.number));
    put("code.file.path", json!(step.file));
    let include_source = setting("audit.include_source");
    match include_source.as_deref() {
        Some("none") => {}
        Some("full") => {
            let source = policy.grants.redactor.as_ref().map_or(step.source.as_str().into(), |redactor| redactor.text(&step.source));
            put("stockade.source.text", json!(source));
            put("stockade.source.sha256", json!(sha256(&step.source)));
        }
        _ => {
            put("stockade.source.sha256", json!(sha256(&step.source)));
        }
    }
    put("stockade.policy.name", json!(policy.name));
    put("stockade.policy.sha256", json!(policy.sha256));
    put("stockade.verdict", json!(step.checked.then(|| verdict(step).name())));
    put("stockade.findings", json!(step.findings.iter().map(|(rule, _)| rule).collect::<Vec<_>>()));
    put("stockade.imports", json!(step.imports));
    let calls = step.calls.iter().map(|call| {
        let mut shown = json!({ "name": call.tool, "arguments.sha256": call.arguments, "error.type": call.error });
        if let (Some(shown), Some(approved)) = (shown.as_object_mut(), call.approved) {
            shown.insert("approval".into(), if approved { "granted" } else { "refused" }.into());
        }
        shown
    });
    put("stockade.tool_calls", Value::Array(calls.collect()));
    let denials = step
        .denials
        .iter()
        .map(|(message, rule)| if is_full { json!({ "rule": rule, "message": message }) } else { json!({ "rule": rule }) });
    put("stockade.denials", Value::Array(denials.collect()));
    put("stockade.usage.fuel", json!(step.fuel));
    put("stockade.usage.peak_memory_bytes", json!(step.peak_memory));
    put("stockade.usage.output_bytes", json!(step.output_bytes));
    put("stockade.outcome", json!(step.outcome));
    put("stockade.is_final_answer", json!(step.is_final_answer));
    if let Some(exit) = step.exit {
        put("stockade.exit.code", json!(exit.code));
        put("stockade.exit.line", json!(exit.line));
    }
    if let Some(class) = step.outcome.strip_prefix("runtime:") {
        put("exception.type", json!(class));
    }
    if let Some(message) = step.message.as_ref().filter(|_| is_full) {
        put("exception.message", json!(message));
    }
    if let Some(limit) = &step.limit {
        put("stockade.limit.key", json!(limit.key));
        put("stockade.limit.value", json!(limit.limit));
        put("stockade.limit.used", json!(limit.used));
        put("stockade.limit.needed", json!(limit.needed));
        put("stockade.limit.unit", json!(limit.unit));
        // The stack contains words of the program, like a message. Its source lines are part of the source.
        if is_full {
            put("code.stacktrace", json!(stack_text(limit, include_source.as_deref() == Some("full"))));
        }
    }
    let fields = policy.listing().find_map(|(path, slot, _)| match &slot.value {
        crate::settings::model::Value::Texts(texts) if path.to_string() == "audit.fields" && !texts.is_empty() => Some(texts.clone()),
        _ => None,
    });
    if let Some(fields) = fields {
        attributes.retain(|name, _| fields.iter().any(|field| name == &**field || name.strip_prefix("stockade.") == Some(field)));
    }
    Some(json!({
        "name": "stockade.step",
        "start_time_unix_nano": step.started,
        "end_time_unix_nano": step.ended,
        "status": { "code": if is_error { "ERROR" } else { "OK" } },
        "attributes": attributes,
    }))
}

/// A stack as text, with or without source lines.
fn stack_text(limit: &AuditedLimit, has_source: bool) -> String {
    let mut text = String::new();
    for frame in &limit.stack {
        text.push_str(&format!("  File \"{}\", line {}, in {}\n", frame.file, frame.line, frame.function));
        if let Some(source) = frame.source.as_ref().filter(|_| has_source) {
            text.push_str(&format!("    {source}\n"));
        }
    }
    text
}

/// Returns the decision of the check. A text that does not parse is denied.
fn verdict(step: &AuditedStep) -> Decision {
    if matches!(step.outcome.as_str(), "policy" | "syntax" | "unsupported") {
        Decision::Deny
    } else if step.findings.iter().any(|(_, level)| level == Level::Warn.name()) {
        Decision::Warn
    } else {
        Decision::Allow
    }
}
