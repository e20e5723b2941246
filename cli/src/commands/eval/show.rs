//! `stockade eval show`: a row of results, with its program and tests.

use std::path::PathBuf;

use serde_json::Value as Json;
use stockade_eval::extract::Extract;
use stockade_eval::formats::{Format, Row};
use stockade_eval::results;
use stockade_eval::run::programs;

use super::{extract_names, format_names, usage};
use crate::{Exit, render};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The file of results
    results: PathBuf,
    /// The index of the row
    row: u64,
    /// The samples of the run, to show the program
    #[arg(long, value_name = "FILE")]
    samples: Vec<PathBuf>,
    /// The problems of the run, to show the tests
    #[arg(long, value_name = "FILE")]
    problems: Option<PathBuf>,
    /// The format of the problems, if the run was told one
    #[arg(long, value_name = "NAME", value_parser = clap::builder::PossibleValuesParser::new(format_names()))]
    format: Option<String>,
    /// How programs were taken out of answers
    #[arg(long, value_name = "HOW", default_value = "none", value_parser = clap::builder::PossibleValuesParser::new(extract_names()))]
    extract: String,
}

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
    if let Some((program, problem)) = find_program(args)? {
        text.push_str("\nprogram\n");
        for (number, source) in (1..).zip(program.lines()) {
            let mark = if Some(number) == line { '>' } else { ' ' };
            text.push_str(&format!("{mark}{number:>4}  {}\n", render::neutralise(source)));
        }
        for name in ["test", "test_list", "tests", "input_output"] {
            if let Some(tests) = problem.get(name) {
                let shown = tests.as_str().map_or_else(|| format!("{tests:#}"), str::to_owned);
                text.push_str(&format!("\ntests ({name})\n{}\n", render::neutralise(&shown)));
            }
        }
    }
    Ok(text)
}

/// The program of the row, and the row of its problem.
fn find_program(args: &Args) -> Result<Option<(String, Row)>, String> {
    let extract = Extract::NAMES.iter().find(|(name, _)| *name == args.extract).map(|(_, how)| *how).unwrap_or_default();
    let format = args.format.as_deref().and_then(Format::named);
    let mut found = None;
    programs(&args.samples, args.problems.as_deref(), format, extract, &mut |index, _, program, problem| {
        if index == args.row {
            found = Some((program.to_string(), problem.clone()));
        }
        found.is_none()
    })?;
    Ok(found)
}
