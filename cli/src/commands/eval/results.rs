//! `stockade eval score`, `diff` and `merge`.

use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};
use stockade_eval::results;
use stockade_eval::run::Paths;

use super::run::table;
use super::usage;
use crate::{Exit, render};

#[derive(clap::Args)]
pub(super) struct ScoreArgs {
    /// The file of results
    results: PathBuf,
    /// The numbers of tries
    #[arg(long, value_name = "K,K", value_parser = clap::value_parser!(u64).range(1..), value_delimiter = ',', default_value = "1,10,100")]
    k: Vec<u64>,
    /// 2 leaves out the rows whose tests ran in the candidate's room
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=2), default_value_t = 1)]
    rooms: u8,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
pub(super) struct DiffArgs {
    /// The first file of results
    a: PathBuf,
    /// The second file of results
    b: PathBuf,
}

#[derive(clap::Args)]
pub(super) struct MergeArgs {
    /// The results of all shards
    #[arg(required = true)]
    shards: Vec<PathBuf>,
    /// The file of merged results
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn score(args: &ScoreArgs) -> Exit {
    let rows = match results::read(&args.results) {
        Ok(rows) => rows,
        Err(message) => return usage(&message),
    };
    let scores = results::score(&rows, &args.k, args.rooms == 2);
    if args.json {
        let of = |score: &results::Score| json!({ "k": score.k, "value": score.value, "low": score.interval.0, "high": score.interval.1, "problems": score.problems });
        let all = json!({
            "rows": rows.len(),
            "problems": scores.problems,
            "pass_at_k": scores.scores.iter().map(of).collect::<Vec<_>>(),
            "verdicts": scores.verdicts,
            "left_out": { "no_reward": scores.left_out, "one_room": scores.one_room },
        });
        render::to_stdout(&format!("{all:#}\n"));
    } else {
        render::to_stdout(&format!("{} programs, {} problems\n{}", rows.len(), scores.problems, table(&scores)));
    }
    Exit::Success
}

pub(super) fn diff(args: &DiffArgs) -> Exit {
    let (a, b) = match (results::read(&args.a), results::read(&args.b)) {
        (Ok(a), Ok(b)) => (a, b),
        (Err(message), _) | (_, Err(message)) => return usage(&message),
    };
    let flips = results::diff(&a, &b);
    for flip in &flips {
        let name = |verdict: &Option<String>| verdict.clone().unwrap_or_else(|| "missing".to_string());
        let (before, after) = &flip.verdicts;
        render::to_stdout(&format!("{}\t{}\t{} -> {}\n", flip.index, render::escape(&flip.task_id), name(before), name(after)));
    }
    if flips.is_empty() {
        render::to_stdout(&format!("{} rows, no verdict differs\n", a.len()));
        return Exit::Success;
    }
    render::to_stderr(&format!("{} of {} verdicts differ\n", flips.len(), a.len().max(b.len())));
    Exit::Findings
}

pub(super) fn merge(args: &MergeArgs) -> Exit {
    match merge_shards(&args.shards, &args.out) {
        Ok(count) => {
            render::to_stdout(&format!("{count} rows of {} shards\n", args.shards.len()));
            Exit::Success
        }
        Err(message) => usage(&message),
    }
}

fn merge_shards(shards: &[PathBuf], out: &Path) -> Result<usize, String> {
    let manifest = |path: &PathBuf| -> Result<Json, String> {
        let path = Paths::of(path).manifest;
        let text = std::fs::read_to_string(&path).map_err(|error| format!("`{}` cannot be read: {error}", path.display()))?;
        serde_json::from_str(&text).map_err(|error| format!("`{}` is no manifest: {error}", path.display()))
    };
    let manifest = results::merged_manifest(&shards.iter().map(manifest).collect::<Result<Vec<_>, _>>()?)?;
    let lines = results::merge(shards)?;
    let paths = Paths::of(out);
    if shards.iter().any(|shard| shard == out) {
        return Err(format!("`{}` is one of the shards; name another file with --out", out.display()));
    }
    let write =
        |path: &Path, text: String| std::fs::write(path, text).map_err(|error| format!("`{}` cannot be written: {error}", path.display()));
    write(&paths.manifest, format!("{manifest:#}\n"))?;
    write(&paths.results, lines.iter().map(|line| format!("{line}\n")).collect())?;
    Ok(lines.len())
}
