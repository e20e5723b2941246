//! A program of an earlier run, judged again for what its row has no place for. A verdict is pure, so it is the same judgement.

use serde_json::{Map, Value as Json};

use super::Seen;
use crate::formats::Format;
use crate::judge::{Chosen, Finder, Judge, Settings};
use crate::task::Sample;
use crate::verdict::Judgement;

/// Judges a program with the limits and the seed of a run's manifest, under a policy that must be the run's. `backstop_ms` is wall time in
/// milliseconds.
///
/// # Errors
/// The policy cannot be used, or is not the one of the run.
pub fn judge_again(
    manifest: &Map<String, Json>,
    policy: &str,
    find: &Finder<'_>,
    backstop_ms: u64,
    seen: &Seen<'_>,
) -> Result<Judgement, String> {
    let limits = manifest.get("limits").and_then(Json::as_object).into_iter().flatten();
    let chosen = Chosen {
        limits: limits.filter_map(|(key, value)| Some((key.clone(), value.as_u64()?))).collect(),
        seed: manifest.get("seed").and_then(Json::as_u64).unwrap_or_default(),
        keeps_output: manifest.get("keep_output").and_then(Json::as_bool).unwrap_or_default(),
        backstop_ms,
    };
    let settings = Settings::new(policy, find, &chosen)?;
    if manifest.get("policy").and_then(Json::as_str) != Some(&settings.policy_digest()) {
        return Err(format!("the run was not under the policy `{policy}`; name the one that it was under with --policy"));
    }
    let format = Format::named(seen.format).unwrap_or_else(|| Format::of(seen.problem));
    let extracted = seen.extracted.map(str::to_owned);
    let sample = Sample { task_id: seen.task_id.to_string(), program: seen.program.to_string(), extracted };
    Ok(Judge::new(settings).judge(0, &format.problem(seen.problem), &sample))
}
