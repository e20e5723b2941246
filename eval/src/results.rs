//! What is done with files of results: scores, differences, merged shards.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json, json};
use stockade_tables::{Column, Kind, Table};

/// How often problems are drawn for an interval.
const DRAWS: usize = 1000;
/// The seed of the draws. It is fixed, so that the same results have the same intervals.
const DRAW_SEED: u64 = 0x5ca1_ab1e;

/// A row of results, without its details.
#[derive(Debug, Clone, Deserialize)]
pub struct ResultRow {
    /// The index of the sample.
    pub index: u64,
    /// The name of the problem.
    pub task_id: String,
    /// The name of the verdict.
    pub verdict: String,
    /// 1, 0, or `None` where nobody knows.
    pub reward: Option<u64>,
    /// The number of rooms.
    pub rooms: u64,
}

/// Reads a file of results. `see` gets each row and its line.
///
/// # Errors
/// It cannot be read, or a line is no row of results.
pub fn each(path: &Path, see: &mut dyn FnMut(ResultRow, String)) -> Result<(), String> {
    each_as(path, see)
}

/// Like [`each`], with the fields of the rows that the caller wants.
pub(crate) fn each_as<R: DeserializeOwned>(path: &Path, see: &mut dyn FnMut(R, String)) -> Result<(), String> {
    let file = File::open(path).map_err(|error| format!("`{}` cannot be read: {error}", path.display()))?;
    for (at, line) in BufReader::with_capacity(1 << 16, file).lines().enumerate() {
        let line = line.map_err(|error| format!("`{}` cannot be read: {error}", path.display()))?;
        if line.trim().is_empty() {
            continue;
        }
        let row = serde_json::from_str(&line)
            .map_err(|error| format!("line {} of `{}` is no row of results: {error}", at + 1, path.display()))?;
        see(row, line);
    }
    Ok(())
}

/// The rows of a file of results.
///
/// # Errors
/// Those of [`each`].
pub fn read(path: &Path) -> Result<Vec<ResultRow>, String> {
    let mut rows = Vec::new();
    each(path, &mut |row, _| rows.push(row))?;
    Ok(rows)
}

/// The columns of exported results. `detail` is JSON.
const COLUMNS: &[Column] = &[
    Column { name: "index", kind: Kind::Long, is_optional: false },
    Column { name: "task_id", kind: Kind::Text, is_optional: false },
    Column { name: "verdict", kind: Kind::Text, is_optional: false },
    Column { name: "reward", kind: Kind::Int, is_optional: true },
    Column { name: "detail", kind: Kind::Text, is_optional: true },
    Column { name: "line", kind: Kind::Int, is_optional: true },
    Column { name: "tests_passed", kind: Kind::Long, is_optional: false },
    Column { name: "tests_total", kind: Kind::Long, is_optional: false },
    Column { name: "fuel", kind: Kind::Long, is_optional: false },
    Column { name: "memory", kind: Kind::Long, is_optional: false },
    Column { name: "rooms", kind: Kind::Int, is_optional: false },
    Column { name: "extracted", kind: Kind::Text, is_optional: true },
    Column { name: "output", kind: Kind::Text, is_optional: true },
];

/// Writes results as a Parquet file, and says how many rows they have. The same results give the same bytes.
///
/// # Errors
/// A file cannot be read or written, or this build has not the feature `parquet`.
pub fn export(results: &Path, out: &Path) -> Result<usize, String> {
    let mut table = Table::create(out, COLUMNS)?;
    let (mut count, mut added) = (0, Ok(()));
    each_as(results, &mut |row: Map<String, Json>, _| {
        if added.is_err() {
            return;
        }
        count += 1;
        let value = |column: &Column| match column.name {
            "detail" => row.get("detail").filter(|detail| !detail.is_null()).map(|detail| json!(detail.to_string())),
            "tests_passed" => row.get("tests").and_then(|tests| tests.get("passed")).cloned(),
            "tests_total" => row.get("tests").and_then(|tests| tests.get("total")).cloned(),
            name @ ("fuel" | "memory") => row.get("usage").and_then(|usage| usage.get(name)).cloned(),
            name => row.get(name).cloned(),
        };
        added = table.add(COLUMNS.iter().map(|column| value(column).unwrap_or(Json::Null)).collect());
    })?;
    added?;
    table.finish()?;
    Ok(count)
}

/// The chance that one of `k` programs is right, if `correct` of `count` are: unbiased.
#[must_use]
pub fn pass_at_k(count: u64, correct: u64, k: u64) -> f64 {
    if count < correct.saturating_add(k) {
        return 1.0;
    }
    let missed = (count - correct + 1..=count).fold(1.0, |product, at| product * (1.0 - number(k) / number(at)));
    1.0 - missed
}

fn number(value: u64) -> f64 {
    // Counts of samples are far below 2^53.
    u32::try_from(value).map_or(f64::INFINITY, f64::from)
}

/// A score with its interval.
#[derive(Debug, Clone, PartialEq)]
pub struct Score {
    /// The number of programs that are tried.
    pub k: u64,
    /// The mean over problems.
    pub value: f64,
    /// The interval that holds 95 of 100 means of problems drawn anew.
    pub interval: (f64, f64),
    /// Problems with at least `k` programs.
    pub problems: usize,
}

/// The scores of results.
#[derive(Debug, Clone, Default)]
pub struct Scores {
    /// One for each `k`.
    pub scores: Vec<Score>,
    /// Rows of each verdict.
    pub verdicts: BTreeMap<String, u64>,
    /// Rows without a reward. They count nowhere else.
    pub left_out: u64,
    /// Rows that were left out because their tests ran in one room.
    pub one_room: u64,
    /// Problems with a row that counts.
    pub problems: usize,
}

/// Scores results.
#[must_use]
pub fn score(rows: &[ResultRow], ks: &[u64], only_two_rooms: bool) -> Scores {
    let mut found = Scores::default();
    let mut by_problem: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for row in rows {
        *found.verdicts.entry(row.verdict.clone()).or_default() += 1;
        match row.reward {
            None => found.left_out += 1,
            Some(_) if only_two_rooms && row.rooms == 1 => found.one_room += 1,
            Some(reward) => {
                let counts = by_problem.entry(&row.task_id).or_default();
                *counts = (counts.0 + 1, counts.1 + u64::from(reward == 1));
            }
        }
    }
    found.problems = by_problem.len();
    for k in ks {
        let values: Vec<f64> =
            by_problem.values().filter(|(count, _)| count >= k).map(|(count, correct)| pass_at_k(*count, *correct, *k)).collect();
        if !values.is_empty() {
            found.scores.push(Score { k: *k, value: mean(&values), interval: interval(&values), problems: values.len() });
        }
    }
    found
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / number(values.len() as u64)
}

/// Draws as many problems as there are, with replacement, and takes the middle 95 % of the means.
fn interval(values: &[f64]) -> (f64, f64) {
    let mut state = DRAW_SEED;
    let mut draw = || {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    let count = values.len() as u64;
    let mut means: Vec<f64> = Vec::with_capacity(DRAWS);
    for _ in 0..DRAWS {
        let sum: f64 = (0..count).map(|_| usize::try_from(draw() % count).ok().and_then(|at| values.get(at)).copied().unwrap_or(0.0)).sum();
        means.push(sum / number(count));
    }
    means.sort_by(f64::total_cmp);
    let at = |share: usize| means.get((DRAWS - 1) * share / 1000).copied().unwrap_or(0.0);
    (at(25), at(975))
}

/// A row whose verdict differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flip {
    /// The index of the sample.
    pub index: u64,
    /// The name of the problem.
    pub task_id: String,
    /// The verdicts; `None` where the row is missing.
    pub verdicts: (Option<String>, Option<String>),
}

/// The rows of two results whose verdicts differ.
#[must_use]
pub fn diff(a: &[ResultRow], b: &[ResultRow]) -> Vec<Flip> {
    let mut all: BTreeMap<u64, (Option<&ResultRow>, Option<&ResultRow>)> = BTreeMap::new();
    a.iter().for_each(|row| all.entry(row.index).or_default().0 = Some(row));
    b.iter().for_each(|row| all.entry(row.index).or_default().1 = Some(row));
    let verdict = |row: Option<&ResultRow>| row.map(|row| row.verdict.clone());
    let differs = |a: Option<&ResultRow>, b: Option<&ResultRow>| verdict(a) != verdict(b) || a.map(|a| &a.task_id) != b.map(|b| &b.task_id);
    all.into_iter()
        .filter(|(_, (a, b))| differs(*a, *b))
        .map(|(index, (a, b))| Flip {
            index,
            task_id: a.or(b).map(|row| row.task_id.clone()).unwrap_or_default(),
            verdicts: (verdict(a), verdict(b)),
        })
        .collect()
}

/// The lines of shards, in the order of their indices.
///
/// # Errors
/// A file cannot be read, a row is there twice, or one is missing.
pub fn merge(shards: &[impl AsRef<Path>]) -> Result<Vec<String>, String> {
    let mut all: BTreeMap<u64, String> = BTreeMap::new();
    let mut twice = None;
    for shard in shards {
        each(shard.as_ref(), &mut |row, line| {
            if all.insert(row.index, line).is_some() {
                twice = Some(row.index);
            }
        })?;
    }
    if let Some(index) = twice {
        return Err(format!("row {index} is there twice"));
    }
    match (0..).zip(all.keys()).find(|(at, index)| at != *index) {
        Some((at, _)) => Err(format!("row {at} is missing: a shard is not here, or not finished")),
        None => Ok(all.into_values().collect()),
    }
}

/// The manifest of merged shards: theirs, which may only differ in the shard.
///
/// # Errors
/// They differ in something else, or a shard is not there.
pub fn merged_manifest(manifests: &[Json]) -> Result<Json, String> {
    let whole = |manifest: &Json| {
        let mut manifest = manifest.clone();
        if let Some(manifest) = manifest.as_object_mut() {
            manifest.insert("shard".into(), Json::Null);
        }
        manifest
    };
    let Some(first) = manifests.first() else { return Err("there are no shards".to_string()) };
    if manifests.iter().any(|manifest| whole(manifest) != whole(first)) {
        return Err("the shards are of different runs: their manifests differ in more than the shard".to_string());
    }
    let shards: Vec<String> = manifests.iter().filter_map(|manifest| manifest.get("shard")?.as_str().map(str::to_owned)).collect();
    let count = shards.first().and_then(|shard| shard.split('/').nth(1)?.parse::<usize>().ok());
    if let Some(count) = count
        && count != manifests.len()
    {
        return Err(format!("there are {} of {count} shards: {}", manifests.len(), json!(shards)));
    }
    Ok(whole(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_estimator_is_unbiased() {
        assert!((pass_at_k(10, 3, 1) - 0.3).abs() < 1e-12);
        assert!((pass_at_k(5, 2, 2) - 0.7).abs() < 1e-12);
        assert!((pass_at_k(3, 3, 1) - 1.0).abs() < f64::EPSILON);
        assert!(pass_at_k(10, 0, 5).abs() < f64::EPSILON);
    }

    #[test]
    fn an_interval_is_around_the_mean() {
        let values: Vec<f64> = (0..100).map(|at| f64::from(at % 2)).collect();
        let (low, high) = interval(&values);
        assert!(low < 0.45 && low > 0.35 && high > 0.55 && high < 0.65, "{low} {high}");
        assert_eq!(interval(&values), (low, high));
    }
}
