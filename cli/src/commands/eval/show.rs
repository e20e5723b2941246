//! `stockade eval show`: a row of results, with its program and tests.

use std::path::PathBuf;

use serde_json::{Map, Value as Json};
use stockade_eval::extract::Extract;
use stockade_eval::formats::{Format, Row};
use stockade_eval::results;
use stockade_eval::run::{Seen, judge_again, manifest, programs};

use super::{extract_names, format_names, usage};
use crate::{Exit, policy_source, render};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The file of results
    results: PathBuf,
    /// The index of the row
    row: u64,
    /// The samples of the run, to show the program. It is judged again for its traceback
    #[arg(long, value_name = "FILE")]
    samples: Vec<PathBuf>,
    /// The problems of the run, to show the tests
    #[arg(long, value_name = "FILE")]
    problems: Option<PathBuf>,
    /// The format of the problems, if the manifest is gone and the run was told one
    #[arg(long, value_name = "NAME", value_parser = clap::builder::PossibleValuesParser::new(format_names()))]
    format: Option<String>,
    /// How programs were taken out of answers, if the manifest is gone
    #[arg(long, value_name = "HOW", default_value = "none", value_parser = clap::builder::PossibleValuesParser::new(extract_names()))]
    extract: String,
    /// The policy of the run: a preset or a policy file
    #[arg(long, default_value = "permissive")]
    policy: String,
}

/// Wall time after which the program is given up that is judged again, in milliseconds.
const BACKSTOP_MS: u64 = 60_000;

pub(super) fn run(args: &Args) -> Exit {
    match text_of(args) {
        Ok(text) => {
            render::to_stdout(&text);
            Exit::Success
        }
        Err(message) => usage(&message),
    }
}

fn text_of(args: &Args) -> Result<String, String> {
    let (mut found, mut count) = (None, 0);
    results::each(&args.results, &mut |row, line| {
        count += 1;
        if row.index == args.row {
            found = Some((row, line));
        }
    })?;
    let none = || format!("`{}` has no row {}; it has {count} rows", args.results.display(), args.row);
    let (row, line) = found.ok_or_else(none)?;
    let whole: Json = serde_json::from_str(&line).map_err(|error| error.to_string())?;
    let mut text = format!("row {}: {}: {}\n", row.index, render::escape(&row.task_id), row.verdict);
    for name in ["detail", "tests", "usage", "rooms", "extracted", "output"] {
        match whole.get(name) {
            None | Some(Json::Null) => {}
            Some(Json::Object(fields)) => {
                for (field, value) in fields {
                    let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                    text.push_str(&format!("  {name}.{field}: {}\n", render::neutralise(&shown)));
                }
            }
            Some(value) => text.push_str(&format!("  {name}: {}\n", render::neutralise(&value.to_string()))),
        }
    }
    let line = whole.get("line").and_then(Json::as_u64);
    if let Some(found) = find_program(args, &whole)? {
        text.push_str("\nprogram\n");
        for (number, source) in (1..).zip(found.program.lines()) {
            let mark = if Some(number) == line { '>' } else { ' ' };
            text.push_str(&format!("{mark}{number:>4}  {}\n", render::neutralise(source)));
        }
        for name in ["test", "test_list", "challenge_test_list", "tests", "input_output"] {
            if let Some(tests) = found.problem.get(name) {
                let shown = tests.as_str().map_or_else(|| format!("{tests:#}"), str::to_owned);
                text.push_str(&format!("\ntests ({name})\n{}\n", render::neutralise(&shown)));
            }
        }
        if let Some(traceback) = found.traceback {
            text.push_str(&format!("\nfirst failure\n{}\n", render::neutralise(traceback.trim_end())));
        }
    }
    Ok(text)
}

/// A program, the row of its problem, and what went wrong.
struct Found {
    program: String,
    problem: Row,
    traceback: Option<String>,
}

/// The program of a row of results.
fn find_program(args: &Args, row: &Json) -> Result<Option<Found>, String> {
    if args.samples.is_empty() {
        return Ok(None);
    }
    let manifest = manifest::read(&args.results)?;
    let (format, extract) = match &manifest {
        Some(manifest) => manifest::reading(manifest, &args.samples, args.problems.as_deref())?,
        None => {
            let extract = Extract::NAMES.iter().find(|(name, _)| *name == args.extract).map(|(_, how)| *how);
            (args.format.as_deref().and_then(Format::named), extract.unwrap_or_default())
        }
    };
    let mut found = None;
    programs(&args.samples, args.problems.as_deref(), format, extract, &mut |seen| {
        if seen.index == args.row {
            let traceback = if row.get("verdict").and_then(Json::as_str) == Some("passed") {
                None
            } else {
                Some(traceback_of(args, manifest.as_ref(), row, seen).unwrap_or_else(|reason| format!("not known: {reason}")))
            };
            found = Some(Found { program: seen.program.to_string(), problem: seen.problem.clone(), traceback });
        }
        found.is_none()
    })?;
    Ok(found)
}

/// The traceback of a program that did not pass, or what stands in its place.
fn traceback_of(args: &Args, manifest: Option<&Map<String, Json>>, row: &Json, seen: &Seen<'_>) -> Result<String, String> {
    let manifest = manifest.ok_or("the results have no manifest beside them, so the program cannot be judged again as it was")?;
    let find = |from: &str, wanted: &str| policy_source::find_base(&args.policy, from, wanted);
    let again = judge_again(manifest, &args.policy, &find, BACKSTOP_MS, seen)?;
    let now = again.row(seen.index, seen.task_id, seen.extracted);
    if serde_json::from_str::<Json>(&now).ok().as_ref() != Some(row) {
        let engine = manifest.get("engine").and_then(Json::as_str).unwrap_or("an unknown version");
        return Err(format!("judged again, the row is another: {} (the run was of stockade {engine})", again.verdict.name()));
    }
    let detail = |name: &str| again.detail.get(name).and_then(Json::as_str);
    Ok(again.traceback.unwrap_or_else(|| match (detail("expected"), detail("got")) {
        (Some(expected), Some(got)) => format!("no exception: the answer is {got} in place of {expected}"),
        _ => format!("no exception: the verdict is {}", again.verdict.name()),
    }))
}
