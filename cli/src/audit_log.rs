//! `--audit FILE`: writes one JSON line per step.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use stockade_policy::ResolvedPolicy;
use stockade_policy::output::audit::{AuditedCall, AuditedStep, record as audit_record};

use crate::report_json::StepReport;
use crate::{Exit, render};

/// An open audit log.
pub(crate) struct AuditLog {
    file: File,
}

fn nanoseconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).ok().and_then(|since| u64::try_from(since.as_nanos()).ok()).unwrap_or(0)
}

impl AuditLog {
    /// # Errors
    /// `Exit::Usage`, after printing the error.
    pub(crate) fn open(path: &Path) -> Result<Self, Exit> {
        let file = File::options().append(true).create(true).open(path).map_err(|error| {
            render::error(&format!("cannot write `{}`: {error}", path.display()));
            Exit::Usage
        })?;
        Ok(AuditLog { file })
    }

    /// Appends the record of a step.
    #[expect(clippy::too_many_arguments, reason = "everything a line says")]
    pub(crate) fn append(
        &mut self,
        number: usize,
        file: &str,
        source: &str,
        started: SystemTime,
        report: &StepReport,
        no_check: bool,
        calls: Vec<AuditedCall>,
        policy: &ResolvedPolicy,
    ) {
        let findings = report.verdict.iter().flat_map(|verdict| &verdict.findings);
        let usage = report.usage.clone().unwrap_or_default();
        let step = AuditedStep {
            number: number as u64,
            file: file.to_string(),
            source: source.to_string(),
            started: nanoseconds(started),
            ended: nanoseconds(SystemTime::now()),
            checked: !no_check,
            findings: findings.map(|finding| (finding.rule.id.to_string(), finding.level.name().to_string())).collect(),
            imports: usage.imports,
            calls,
            denials: usage.denials,
            fuel: usage.fuel,
            peak_memory: usage.peak_memory,
            output_bytes: usage.output,
            outcome: report.outcome.to_string(),
            message: report.message(),
            limit: report.audited_limit(),
            is_final_answer: report.is_final_answer(),
        };
        if let Some(line) = audit_record(&step, policy)
            && let Err(error) = writeln!(self.file, "{line}")
        {
            render::error(&format!("cannot write the audit log: {error}"));
        }
    }
}
