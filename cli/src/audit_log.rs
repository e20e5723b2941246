//! `--audit FILE`: writes one JSON line per step. It fails closed: a run whose log cannot be written stops.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use stockade_policy::ResolvedPolicy;
use stockade_policy::output::audit::{AuditedCall, AuditedExit, AuditedStep, record as audit_record};

use crate::Exit;
use crate::output_file::{FilesInUse, OutputFile};
use crate::report_json::StepReport;

/// An open audit log.
#[derive(Debug)]
pub(crate) struct AuditLog {
    file: OutputFile,
}

fn nanoseconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).ok().and_then(|since| u64::try_from(since.as_nanos()).ok()).unwrap_or(0)
}

impl AuditLog {
    /// # Errors
    /// `Exit::Usage`, after printing the error.
    pub(crate) fn open(path: &Path, in_use: &mut FilesInUse) -> Result<Self, Exit> {
        Ok(AuditLog { file: OutputFile::open(path, "--audit", true, in_use)? })
    }

    /// Appends the record of a step.
    ///
    /// # Errors
    /// The record cannot be written. The message is printed. Nothing more may run.
    pub(crate) fn append(
        &mut self,
        report: &StepReport,
        started: SystemTime,
        is_checked: bool,
        calls: Vec<AuditedCall>,
        policy: &ResolvedPolicy,
    ) -> Result<(), Exit> {
        let findings = report.verdict.iter().flat_map(|verdict| &verdict.findings);
        let usage = report.usage.clone().unwrap_or_default();
        let step = AuditedStep {
            number: report.number as u64,
            file: report.file.clone(),
            source: report.source.clone(),
            started: nanoseconds(started),
            ended: nanoseconds(SystemTime::now()),
            checked: is_checked,
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
            exit: report.exited().map(|exit| AuditedExit { code: exit.code, line: exit.line }),
            is_final_answer: report.is_final_answer(),
        };
        let Some(record) = audit_record(&step, policy) else { return Ok(()) };
        self.file.write(format!("{record}\n").as_bytes())
    }
}
