//! Policies as Python objects, the check without a run, and lines of an audit log.

use std::collections::BTreeMap;
use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use stockade_compiler::SourceText;
use stockade_policy::output::audit::{self, AuditedCall, AuditedExit, AuditedFrame, AuditedLimit, AuditedStep};
use stockade_policy::{KnownNames, Limits, PolicyError, ResolvedPolicy, Verdict, presets, resolve::render};
use stockade_vm::Config;
use stockade_workers::protocol::PolicyTexts;

/// Name and text of parent policies that are not files, because they were made in memory.
type Parents = BTreeMap<String, (String, String)>;

/// Resolves a preset by name, or the text of a policy file. The name is then used in messages.
fn resolve(policy: &str, text: Option<&str>, parents: &Parents) -> PyResult<(PolicyTexts, ResolvedPolicy)> {
    let finder = |child: &str, wanted: &str| -> Result<(String, String), String> {
        if let Some(found) = parents.get(wanted) {
            return Ok(found.clone());
        }
        let path = std::path::Path::new(child).parent().unwrap_or(std::path::Path::new("")).join(wanted);
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        Ok((path.to_string_lossy().into_owned(), text))
    };
    if text.is_none() && presets::find(policy).is_none() {
        return Err(PyValueError::new_err(format!("there is no preset `{policy}`; presets: {}", presets::names().join(", "))));
    }
    PolicyTexts::collect_all(policy, text, &finder)
        .map_err(|errors| PyValueError::new_err(errors.iter().map(format_error).collect::<Vec<_>>().join("\n")))
}

/// Formats an error in one or two lines: position, message, help.
fn format_error(error: &PolicyError) -> String {
    let (line, column) = error.position();
    let help = error.help.as_ref().map(|help| format!("\n  help: {help}")).unwrap_or_default();
    format!("{}:{line}:{column}: {error}{help}", error.source.name)
}

/// A policy with its parents merged in.
#[pyclass(module = "stockade._stockade", frozen)]
pub(crate) struct Policy {
    pub(crate) resolved: Arc<ResolvedPolicy>,
    /// The configuration of sessions under this policy. They share its grants.
    pub(crate) config: Config,
    /// What a worker makes the same policy from.
    #[cfg_attr(not(unix), expect(dead_code, reason = "there are no workers on this system"))]
    pub(crate) texts: PolicyTexts,
}

#[pymethods]
impl Policy {
    #[new]
    #[pyo3(signature = (name, text=None, parents=Parents::new()))]
    #[expect(clippy::needless_pass_by_value, reason = "what Python gives is owned")]
    fn new(name: &str, text: Option<&str>, parents: Parents) -> PyResult<Self> {
        let (texts, resolved) = resolve(name, text, &parents)?;
        let resolved = Arc::new(resolved);
        Ok(Policy { config: Config { library: &stockade_cli::LIBRARY, ..Config::new(&resolved) }, resolved, texts })
    }

    /// True if the policy itself denies a module that a session is given. What a preset denies does not count.
    fn denies_given(&self, module: &str) -> bool {
        self.resolved.denies_given_module(module)
    }

    #[getter]
    fn name(&self) -> &str {
        &self.resolved.name
    }

    /// A digest of the resolved values.
    #[getter]
    fn sha256(&self) -> &str {
        &self.resolved.sha256
    }

    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.resolved.warnings.iter().map(format_error).collect()
    }

    /// All settings and their values, as texts.
    fn settings(&self) -> Vec<(String, String)> {
        self.resolved.listing().map(|(path, slot, _)| (path.to_string(), render(slot.kind, &slot.value))).collect()
    }
}

/// `limit(name, value)`: a limit in the machine's units, from a number or from a text with a unit.
#[pyfunction]
pub(crate) fn limit(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u64> {
    let Some(info) = Limits::TABLE.iter().find(|info| info.section == "limits" && info.name == name) else {
        return Err(PyTypeError::new_err(format!("there is no limit '{name}'")));
    };
    let read = match value.extract::<String>() {
        Ok(text) => info.kind.parse(&text),
        Err(_) => info.kind.from_float(value.extract::<f64>()?),
    };
    read.map_err(|why| PyValueError::new_err(format!("the limit '{name}': {why}")))
}

pub(crate) fn report_dict<'py>(py: Python<'py>, report: &Verdict) -> PyResult<Bound<'py, PyAny>> {
    // Converted through JSON, so that the dict has the same keys as the JSON report.
    py.import("json")?.call_method1("loads", (report.to_json().to_string(),))
}

/// `check(code, policy, filename, tools, variables)`: returns the report as a dict.
#[pyfunction]
pub(crate) fn check<'py>(
    py: Python<'py>,
    code: &str,
    policy: &Policy,
    filename: &str,
    tools: Vec<String>,
    variables: Vec<String>,
) -> PyResult<Bound<'py, PyAny>> {
    let policy = &policy.resolved;
    let mut known = KnownNames::standard();
    for tool in &tools {
        known.add_tool_text(tool).map_err(PyValueError::new_err)?;
    }
    stockade_policy::policy_tests::fits(policy, &known).map_err(PyValueError::new_err)?;
    variables.iter().for_each(|name| known.add_variable(name));
    let report = py.detach(|| stockade_vm::check_text(&SourceText::new(filename, code), policy, &stockade_cli::LIBRARY, &known));
    report_dict(py, &report)
}

/// A limit for the audit log: (policy key, unit), value, use, need of a refused operation, and the stack: (file, line, function, source).
type LimitFacts = ((String, String), u64, u64, Option<u64>, Vec<(String, u32, String, Option<String>)>);

/// The line of an audit log for a step, in the form that the policy demands. `None` when the policy wants no line. `usage` is (fuel, peak
/// memory, printed bytes).
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "everything a record says")]
pub(crate) fn audit_line(
    policy: &Policy,
    number: u64,
    file: String,
    source: String,
    times: (u64, u64),
    checked: bool,
    findings: Vec<(String, String)>,
    imports: Vec<String>,
    calls: Vec<(String, String, Option<String>, Option<bool>)>,
    denials: Vec<(String, String)>,
    usage: (u64, u64, u64),
    outcome: String,
    message: Option<String>,
    is_final_answer: bool,
    limit: Option<LimitFacts>,
    exit: Option<(i64, Option<u32>)>,
) -> Option<String> {
    let step = AuditedStep {
        number,
        file,
        source,
        started: times.0,
        ended: times.1,
        checked,
        findings,
        imports,
        calls: calls.into_iter().map(|(tool, arguments, error, approved)| AuditedCall { tool, arguments, error, approved }).collect(),
        denials,
        fuel: usage.0,
        peak_memory: usage.1,
        output_bytes: usage.2,
        outcome,
        message,
        is_final_answer,
        exit: exit.map(|(code, line)| AuditedExit { code, line }),
        limit: limit.map(|((key, unit), limit, used, needed, stack)| AuditedLimit {
            key,
            unit,
            limit,
            used,
            needed,
            stack: stack.into_iter().map(|(file, line, function, source)| AuditedFrame { file, line, function, source }).collect(),
        }),
    };
    audit::record(&step, &policy.resolved).map(|record| record.to_string())
}
