//! `--audit FILE`: a JSON line for each step.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;
use stockade_policy::ResolvedPolicy;
use stockade_policy::output::audit::{AuditedCall, AuditedStep, record as audit_record};

use crate::{Exit, render};

/// The open log.
pub(crate) struct AuditLog {
    file: File,
}

fn nanoseconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).ok().and_then(|since| u64::try_from(since.as_nanos()).ok()).unwrap_or(0)
}

impl AuditLog {
    /// # Errors
    /// `Exit::Usage`, after saying why.
    pub(crate) fn open(path: &Path) -> Result<Self, Exit> {
        let file = File::options().append(true).create(true).open(path).map_err(|error| {
            render::error(&format!("cannot write `{}`: {error}", path.display()));
            Exit::Usage
        })?;
        Ok(AuditLog { file })
    }

    /// Writes a step down; `record` is the report's.
    #[expect(clippy::too_many_arguments, reason = "everything a line says")]
    pub(crate) fn append(
        &mut self,
        number: usize,
        file: &str,
        source: &str,
        started: SystemTime,
        record: &Value,
        no_check: bool,
        calls: Vec<AuditedCall>,
        policy: &ResolvedPolicy,
    ) {
        let text = |name: &str| record.get(name).and_then(Value::as_str).map(str::to_string);
        let count = |name: &str| record.get(name).and_then(Value::as_u64).unwrap_or(0);
        let list = |name: &str| record.get(name).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let of = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).unwrap_or("").to_string();
        let outcome = text("outcome").unwrap_or_default();
        let step = AuditedStep {
            number: number as u64,
            file: file.to_string(),
            source: source.to_string(),
            started: nanoseconds(started),
            ended: nanoseconds(SystemTime::now()),
            checked: !no_check,
            findings: list("findings").iter().map(|finding| (of(finding, "rule"), of(finding, "level"))).collect(),
            imports: list("imports").iter().filter_map(Value::as_str).map(str::to_string).collect(),
            calls,
            denials: list("denials").iter().map(|denial| (of(denial, "message"), of(denial, "rule"))).collect(),
            fuel: count("fuel"),
            peak_memory: count("peak_memory"),
            output_bytes: count("output_bytes"),
            outcome,
            message: text("message"),
            is_final_answer: record.get("is_final_answer").and_then(Value::as_bool) == Some(true),
        };
        if let Some(line) = audit_record(&step, policy)
            && let Err(error) = writeln!(self.file, "{line}")
        {
            render::error(&format!("cannot write the audit log: {error}"));
        }
    }
}
