//! What a report shows: counts of all rows, and as many rows, failures and programs as its size allows.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use stockade_policy::text::escape;

use crate::results::{self, ResultRow};
use crate::run::{manifest, programs};
use crate::values::shorten;

/// What a report keeps at most.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Rows of the table.
    pub rows: usize,
    /// Bytes of failures, each kept once.
    pub failure_bytes: usize,
    /// Programs.
    pub programs: usize,
    /// Bytes of programs.
    pub program_bytes: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { rows: 200_000, failure_bytes: 6 << 20, programs: 2000, program_bytes: 4 << 20 }
    }
}

/// Characters of a program that are kept, and of each text of a failure.
const PROGRAM_CHARS: usize = 20_000;
const FAILURE_CHARS: usize = 1000;
/// The rows with the most fuel or memory that are listed.
const TOP: usize = 10;
/// The kinds of errors and gaps that are listed, and the messages of each.
const LISTED: usize = 10;
const MESSAGES: usize = 2;
const MESSAGE_CHARS: usize = 160;

/// A row of results, whole.
#[derive(Deserialize)]
struct Full {
    index: u64,
    task_id: String,
    verdict: String,
    reward: Option<u64>,
    detail: Json,
    line: Option<u32>,
    tests: Tests,
    usage: Usage,
    rooms: u64,
    extracted: Option<String>,
}

#[derive(Deserialize)]
struct Tests {
    passed: u64,
    total: u64,
}

#[derive(Deserialize)]
struct Usage {
    fuel: u64,
    memory: u64,
}

/// A row without its texts.
struct Kept {
    index: u64,
    task: usize,
    verdict: usize,
    reward: Option<u64>,
    line: u32,
    tests: (u64, u64),
    fuel: u64,
    memory: u64,
    rooms: u64,
    extracted: usize,
}

/// Texts with numbers.
#[derive(Default)]
struct Names {
    all: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Names {
    fn number(&mut self, name: &str) -> usize {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        self.all.push(name.to_string());
        self.numbers.insert(name.to_string(), self.all.len() - 1);
        self.all.len() - 1
    }

    /// The texts as a page may show them.
    fn shown(&self) -> Vec<String> {
        self.all.iter().map(|name| escape(name).into_owned()).collect()
    }
}

/// How often something is there, and the first row that has it.
struct Seen {
    count: u64,
    first: usize,
    messages: BTreeMap<String, u64>,
}

/// Everything that a report shows, as the JSON that its script reads.
///
/// # Errors
/// A file cannot be read, or `samples` or `problems` are not those of the results.
pub(super) fn data(path: &Path, samples: &[PathBuf], problems: Option<&Path>, ks: &[u64], bounds: Bounds) -> Result<Json, String> {
    let manifest = manifest::read(path)?;
    let mut all = All::read(path)?;
    let order = all.order();
    let mut shown: Vec<usize> = order.iter().copied().take(bounds.rows).collect();
    shown.sort_unstable();
    let place: HashMap<usize, usize> = shown.iter().enumerate().map(|(place, at)| (*at, place)).collect();
    let failures = all.failures(path, &order, &place, bounds)?;
    let found = match (samples.is_empty(), &manifest) {
        (true, _) => Programs::default(),
        (false, None) => {
            return Err(format!(
                "`{}` has no manifest beside it, so nobody knows how its programs were taken out of the samples; leave --samples out",
                path.display()
            ));
        }
        (false, Some(manifest)) => all.programs(manifest, samples, problems, &order, bounds)?,
    };
    let scores = results::score(&all.scored, ks, false);
    let mut verdicts: Vec<(&String, &u64)> = scores.verdicts.iter().collect();
    verdicts.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), *name));
    let places = |rows: &[usize]| rows.iter().filter_map(|at| place.get(at)).copied().collect::<Vec<_>>();
    let programs: BTreeMap<usize, &String> = found.texts.iter().filter_map(|(at, text)| Some((*place.get(at)?, text))).collect();
    Ok(json!({
        "facts": manifest.as_ref().map(facts).unwrap_or_default(),
        "rows": all.rows.len(),
        "problems": all.tasks.all.len(),
        "left_out": scores.left_out,
        "one_room": all.rows.iter().filter(|row| row.rooms == 1).count(),
        "pass": scores.scores.iter().map(|score| json!([score.k, score.value, score.interval.0, score.interval.1, score.problems])).collect::<Vec<_>>(),
        "verdicts": verdicts.iter().map(|(name, count)| json!([escape(name), count])).collect::<Vec<_>>(),
        "tasks": all.tasks.shown(),
        "names": all.verdicts.shown(),
        "by_task": all.by_task(),
        "fuel": spread(all.rows.iter().map(|row| (row.fuel, row.reward)), false),
        "memory": spread(all.rows.iter().map(|row| (row.memory, row.reward)), true),
        "slowest": places(&all.top(|row| row.fuel)),
        "largest": places(&all.top(|row| row.memory)),
        "errors": listed(&all.errors),
        "unsupported": listed(&all.gaps),
        "table": all.table(&shown, &failures.of_row),
        "failures": failures.texts,
        "extracted": all.extracted.shown(),
        "programs": programs,
        "has_samples": !samples.is_empty(),
        "program_chars": PROGRAM_CHARS,
    }))
}

/// What the verdicts depend on, for people.
fn facts(manifest: &Map<String, Json>) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    let short = |value: &Json| value.as_str().map(|digest| digest.chars().take(12).collect::<String>());
    let mut add = |name: &'static str, value: Option<String>| found.extend(value.map(|value| (name, escape(&value).into_owned())));
    add("Stockade", manifest.get("engine").and_then(Json::as_str).map(str::to_owned));
    for (name, key) in [("fuel limit", "limits.fuel"), ("memory limit", "limits.memory")] {
        add(name, manifest.get("limits").and_then(|limits| limits.get(key)).map(Json::to_string));
    }
    add("seed", manifest.get("seed").map(Json::to_string));
    add("policy digest", manifest.get("policy").and_then(short));
    let samples = manifest.get("samples").and_then(Json::as_array).map(|all| all.iter().filter_map(short).collect::<Vec<_>>().join(", "));
    add("samples digest", samples);
    add("problems digest", manifest.get("problems").and_then(short));
    add("shard", manifest.get("shard").and_then(Json::as_str).map(str::to_owned));
    found
}

/// All rows, and what was counted while they were read.
struct All {
    rows: Vec<Kept>,
    scored: Vec<ResultRow>,
    tasks: Names,
    verdicts: Names,
    extracted: Names,
    errors: BTreeMap<String, Seen>,
    gaps: BTreeMap<String, Seen>,
}

impl All {
    fn read(path: &Path) -> Result<All, String> {
        let mut all = All {
            rows: Vec::new(),
            scored: Vec::new(),
            tasks: Names::default(),
            verdicts: Names::default(),
            extracted: Names::default(),
            errors: BTreeMap::new(),
            gaps: BTreeMap::new(),
        };
        // Number 0 is that of programs that were given as they are.
        all.extracted.number("");
        results::each_as(path, &mut |row: Full, _| all.add(row))?;
        Ok(all)
    }

    fn add(&mut self, row: Full) {
        let at = self.rows.len();
        let (list, kind, message) = match row.verdict.split_once(':') {
            Some(("unsupported", name)) => (Some(&mut self.gaps), name.to_string(), None),
            _ => match row.verdict.as_str() {
                "error" | "syntax" | "refused" => {
                    let (kind, message) = error_of(&row);
                    (Some(&mut self.errors), kind, Some(message))
                }
                _ => (None, String::new(), None),
            },
        };
        if let Some(list) = list {
            let seen = list.entry(kind).or_insert(Seen { count: 0, first: at, messages: BTreeMap::new() });
            seen.count += 1;
            if let Some(message) = message {
                *seen.messages.entry(message).or_default() += 1;
            }
        }
        self.rows.push(Kept {
            index: row.index,
            task: self.tasks.number(&row.task_id),
            verdict: self.verdicts.number(&row.verdict),
            reward: row.reward,
            line: row.line.unwrap_or(0),
            tests: (row.tests.passed, row.tests.total),
            fuel: row.usage.fuel,
            memory: row.usage.memory,
            rooms: row.rooms,
            extracted: self.extracted.number(row.extracted.as_deref().unwrap_or_default()),
        });
        self.scored.push(ResultRow { index: row.index, task_id: row.task_id, verdict: row.verdict, reward: row.reward, rooms: row.rooms });
    }

    /// The rows that have most of something, most first.
    fn top(&self, of: impl Fn(&Kept) -> u64) -> Vec<usize> {
        let mut most: Vec<(std::cmp::Reverse<u64>, usize)> =
            self.rows.iter().enumerate().map(|(at, row)| (std::cmp::Reverse(of(row)), at)).filter(|(most, _)| most.0 > 0).collect();
        most.sort_unstable();
        most.into_iter().take(TOP).map(|(_, at)| at).collect()
    }

    /// All rows, those first that a reader is most likely to open: the ones that are named elsewhere in the report, one of each verdict of
    /// each problem, then those that did not pass.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = [self.top(|row| row.fuel), self.top(|row| row.memory)].concat();
        order.extend(self.errors.values().chain(self.gaps.values()).map(|seen| seen.first));
        let mut verdicts = HashSet::new();
        let rows = || self.rows.iter().enumerate();
        order.extend(rows().filter(|(_, row)| verdicts.insert((row.task, row.verdict))).map(|(at, _)| at));
        order.extend(rows().filter(|(_, row)| row.reward != Some(1)).map(|(at, _)| at));
        order.extend(0..self.rows.len());
        let mut seen = HashSet::new();
        order.retain(|at| seen.insert(*at));
        order
    }

    /// For each problem the numbers of verdicts and their counts, one after the other.
    fn by_task(&self) -> Vec<Vec<u64>> {
        let mut counts: Vec<BTreeMap<usize, u64>> = vec![BTreeMap::new(); self.tasks.all.len()];
        for row in &self.rows {
            if let Some(counts) = counts.get_mut(row.task) {
                *counts.entry(row.verdict).or_default() += 1;
            }
        }
        counts.into_iter().map(|counts| counts.into_iter().flat_map(|(verdict, count)| [verdict as u64, count]).collect()).collect()
    }

    fn table(&self, shown: &[usize], failures: &HashMap<usize, usize>) -> Json {
        let rows: Vec<&Kept> = shown.iter().filter_map(|at| self.rows.get(*at)).collect();
        let column = |of: &dyn Fn(&Kept) -> u64| column(rows.iter().map(|row| of(row)).collect());
        let is_counted = (0..).zip(&rows).all(|(at, row)| row.index == at);
        json!({
            "count": rows.len(),
            "index": if is_counted { Json::Null } else { json!(rows.iter().map(|row| row.index).collect::<Vec<_>>()) },
            "task": column(&|row| row.task as u64),
            "verdict": column(&|row| row.verdict as u64),
            "line": column(&|row| u64::from(row.line)),
            "passed": column(&|row| row.tests.0),
            "total": column(&|row| row.tests.1),
            "fuel": column(&|row| row.fuel),
            "memory": column(&|row| row.memory),
            "rooms": column(&|row| row.rooms),
            "extracted": column(&|row| row.extracted as u64),
            // 0 is none.
            "failure": self::column(shown.iter().map(|at| failures.get(at).map_or(0, |number| *number as u64 + 1)).collect()),
        })
    }

    /// What went wrong in the rows that are shown, as far as there is room.
    fn failures(&self, path: &Path, order: &[usize], place: &HashMap<usize, usize>, bounds: Bounds) -> Result<Failures, String> {
        let rank: HashMap<usize, usize> = order.iter().enumerate().map(|(rank, at)| (*at, rank)).collect();
        let mut by_rank: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        let mut texts = Names::default();
        let mut at = 0;
        results::each_as(path, &mut |row: Full, _| {
            if let (Some(fields), true, Some(rank)) = (row.detail.as_object(), place.contains_key(&at), rank.get(&at)) {
                let shown: Map<String, Json> = fields.iter().map(|(name, value)| (escape(name).into_owned(), shown(value))).collect();
                by_rank.insert(*rank, (at, texts.number(&Json::Object(shown).to_string())));
            }
            at += 1;
        })?;
        let mut room = bounds.failure_bytes;
        let mut found = Failures { texts: Vec::new(), of_row: HashMap::new() };
        let mut numbers: HashMap<usize, Option<usize>> = HashMap::new();
        for (at, text) in by_rank.into_values() {
            let number = *numbers.entry(text).or_insert_with(|| {
                let text = texts.all.get(text)?;
                room = room.checked_sub(text.len())?;
                found.texts.push(serde_json::from_str(text).ok()?);
                Some(found.texts.len() - 1)
            });
            found.of_row.extend(number.map(|number| (at, number)));
        }
        Ok(found)
    }

    /// The programs of the rows that come first in `order`, as far as there is room.
    fn programs(
        &mut self,
        manifest: &Map<String, Json>,
        samples: &[PathBuf],
        problems: Option<&Path>,
        order: &[usize],
        bounds: Bounds,
    ) -> Result<Programs, String> {
        let (format, extract) = manifest::reading(manifest, samples, problems)?;
        let wanted: HashMap<u64, (usize, usize)> = order
            .iter()
            .take(bounds.programs)
            .enumerate()
            .filter_map(|(rank, at)| Some((self.rows.get(*at)?.index, (rank, *at))))
            .collect();
        let mut by_rank: BTreeMap<usize, (usize, String)> = BTreeMap::new();
        programs(samples, problems, format, extract, &mut |seen| {
            if let Some((rank, at)) = wanted.get(&seen.index) {
                by_rank.insert(*rank, (*at, escape(&shorten(&seen.program.replace("\r\n", "\n"), PROGRAM_CHARS)).into_owned()));
            }
            true
        })?;
        let mut room = bounds.program_bytes;
        let fits = |(_, text): &(usize, String)| {
            let left = room.checked_sub(text.len());
            room = left.unwrap_or(room);
            left.is_some()
        };
        Ok(Programs { texts: by_rank.into_values().filter(fits).collect() })
    }
}

/// What went wrong, each text once, and the number of it that a row has.
struct Failures {
    texts: Vec<Json>,
    of_row: HashMap<usize, usize>,
}

/// The programs of rows.
#[derive(Default)]
struct Programs {
    texts: BTreeMap<usize, String>,
}

/// The type of an error and its message.
fn error_of(row: &Full) -> (String, String) {
    let text = |name: &str| row.detail.get(name).and_then(Json::as_str);
    let message = text("message").unwrap_or_default();
    let (kind, message) = match (row.verdict.as_str(), text("type")) {
        ("syntax", _) => message.split_once(": ").unwrap_or(("SyntaxError", message)),
        ("refused", _) => (text("rule").unwrap_or("refused by the policy"), message),
        (_, kind) => (kind.unwrap_or("an exception"), message),
    };
    (shorten(kind, MESSAGE_CHARS), shorten(message, MESSAGE_CHARS))
}

/// The commonest of a list with their messages: `[name, count, [[message, count]...]]`.
fn listed(all: &BTreeMap<String, Seen>) -> Json {
    let mut sorted: Vec<(&String, &Seen)> = all.iter().collect();
    sorted.sort_by_key(|(name, seen)| (std::cmp::Reverse(seen.count), *name));
    let others = sorted.len().saturating_sub(LISTED);
    let rows = sorted.into_iter().take(LISTED).map(|(name, seen)| {
        let mut messages: Vec<(&String, &u64)> = seen.messages.iter().collect();
        messages.sort_by_key(|(message, count)| (std::cmp::Reverse(**count), *message));
        let messages: Vec<Json> = messages.iter().take(MESSAGES).map(|(message, count)| json!([escape(message), count])).collect();
        json!([escape(name), seen.count, messages])
    });
    json!({ "list": rows.collect::<Vec<_>>(), "others": others })
}

/// A value of a failure as a page may show it: a number, or a text of bounded length.
fn shown(value: &Json) -> Json {
    match value {
        Json::Number(_) => value.clone(),
        Json::String(text) => json!(escape(&shorten(text, FAILURE_CHARS))),
        other => json!(escape(&shorten(&other.to_string(), FAILURE_CHARS))),
    }
}

/// A column of the table; one number where all rows have the same.
fn column(values: Vec<u64>) -> Json {
    match values.first() {
        Some(first) if values.iter().all(|value| value == first) => json!(first),
        _ => json!(values),
    }
}

/// How values are spread: bars `[from, passed, not passed, no reward]` up to the next, and quantiles. Values of 0 are of programs that did
/// not run.
fn spread(values: impl Iterator<Item = (u64, Option<u64>)>, is_bytes: bool) -> Json {
    let mut sorted: Vec<u64> = Vec::new();
    let mut bars: BTreeMap<u64, [u64; 3]> = BTreeMap::new();
    for (value, reward) in values.filter(|(value, _)| *value > 0) {
        sorted.push(value);
        let kind = match reward {
            Some(1) => 0,
            Some(_) => 1,
            None => 2,
        };
        let start = if is_bytes { 1 << value.ilog2() } else { start_of(value) };
        if let Some(count) = bars.entry(start).or_default().get_mut(kind) {
            *count += 1;
        }
    }
    sorted.sort_unstable();
    let at = |share: usize| sorted.get((sorted.len().saturating_sub(1)) * share / 100).copied();
    let bars: Vec<Json> = bars.into_iter().map(|(from, [passed, other, none])| json!([from, passed, other, none])).collect();
    json!({ "bars": bars, "count": sorted.len(), "median": at(50), "p95": at(95), "most": at(100) })
}

/// The largest of 1, 2, 5, 10, 20, 50 ... that is not above a value of at least 1.
fn start_of(value: u64) -> u64 {
    let power = 10_u64.pow(value.ilog10());
    match value / power {
        5.. => 5 * power,
        2.. => 2 * power,
        _ => power,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_begin_at_round_numbers() {
        let starts: Vec<u64> = [1, 4, 9, 10, 19, 20, 99, 1_999_999, u64::MAX].into_iter().map(start_of).collect();
        assert_eq!(starts, [1, 2, 5, 10, 10, 20, 50, 1_000_000, 10_000_000_000_000_000_000]);
        let spread = spread([(3, Some(1)), (4, Some(0)), (0, None), (7, None)].into_iter(), true);
        assert_eq!(spread, json!({ "bars": [[2, 1, 0, 0], [4, 0, 1, 1]], "count": 3, "median": 4, "p95": 4, "most": 7 }));
    }

    #[test]
    fn equal_columns_are_one_number() {
        assert_eq!((column(vec![7, 7]), column(vec![7, 8]), column(vec![])), (json!(7), json!([7, 8]), json!([])));
    }
}
