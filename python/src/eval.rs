//! Grading from Python: rows as JSON texts to rows of results.

use std::path::Path;
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use stockade_eval::extract::Extract;
use stockade_eval::formats::{Format, Row};
use stockade_eval::run::{Evaluator, Source};
use stockade_eval::{Chosen, Settings};

/// Threads that judge rows. `stockade.eval.Evaluator` is the class around it.
#[pyclass(module = "stockade._stockade", frozen)]
pub(crate) struct EvalCore {
    evaluator: Evaluator,
}

/// The text of a policy file, or of what it extends.
fn find(policy: &str, from: &str, wanted: &str) -> Result<(String, String), String> {
    let is_first = wanted == policy && !from.contains(['/', '.']);
    let path = if is_first { policy.into() } else { Path::new(from).parent().unwrap_or(Path::new("")).join(wanted) };
    let text = std::fs::read_to_string(&path).map_err(|error| format!("`{}`: {error}", path.display()))?;
    Ok((path.to_string_lossy().into_owned(), text))
}

#[pymethods]
impl EvalCore {
    #[new]
    #[pyo3(signature = (problems, format, extract, policy, limits, seed, backstop_ms, keep_output, workers))]
    #[expect(clippy::too_many_arguments, reason = "the options of a run, each given by its name in Python")]
    fn new(
        problems: Option<&str>,
        format: Option<&str>,
        extract: &str,
        policy: &str,
        limits: Vec<(String, u64)>,
        seed: u64,
        backstop_ms: u64,
        keep_output: bool,
        workers: usize,
    ) -> PyResult<Self> {
        let chosen = Chosen { limits, seed, backstop_ms, keeps_output: keep_output };
        let settings = Settings::new(policy, &|from, wanted| find(policy, from, wanted), &chosen).map_err(PyValueError::new_err)?;
        let named = |name: &str| {
            let names: Vec<&str> = Format::NAMES.iter().map(|(name, _)| *name).collect();
            Format::named(name).ok_or_else(|| PyValueError::new_err(format!("there is no format `{name}`; formats: {}", names.join(", "))))
        };
        let format = format.map(named).transpose()?;
        let how = Extract::NAMES.iter().find(|(name, _)| *name == extract).map(|(_, how)| *how);
        let how = how.ok_or_else(|| PyValueError::new_err(format!("extract is {extract:?}; allowed: none, last-fence, first-fence")))?;
        let source = problems.map(|path| Source::new(Path::new(path))).transpose().map_err(PyValueError::new_err)?;
        let backstop = Duration::from_millis(backstop_ms);
        let evaluator = Evaluator::new(&settings, source.as_ref(), format, how, workers, backstop).map_err(PyValueError::new_err)?;
        Ok(EvalCore { evaluator })
    }

    /// Judges rows, each a JSON object. The results are JSON objects, one for each program.
    fn evaluate(&self, py: Python<'_>, rows: Vec<String>) -> PyResult<Vec<String>> {
        let read = |text: String| serde_json::from_str::<Row>(&text).map_err(|error| format!("the row is no JSON object: {error}"));
        py.detach(|| self.evaluator.evaluate(rows.into_iter().map(read).collect())).map_err(PyRuntimeError::new_err)
    }
}

/// The chance that one of `k` programs is right, if `correct` of `count` are: unbiased.
#[pyfunction]
pub(crate) fn pass_at_k(count: u64, correct: u64, k: u64) -> f64 {
    stockade_eval::results::pass_at_k(count, correct, k)
}
