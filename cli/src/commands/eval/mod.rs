//! `stockade eval`: grades programs that a language model wrote.

mod export;
mod report;
mod results;
mod run;
mod show;

use std::path::{Path, PathBuf};

use crate::{Exit, render};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Judges programs: one row of results for each, in the order of the samples
    Run(Box<run::Args>),
    /// Scores results: pass@k with intervals
    Score(results::ScoreArgs),
    /// Compares the verdicts of two results; exit status 1 if any differs
    Diff(results::DiffArgs),
    /// Shows a row of results, with its program and tests
    Show(show::Args),
    /// Makes a page of results: one HTML file with scores, charts, and the programs
    Report(report::Args),
    /// Writes results as a Parquet file
    Export(export::Args),
    /// Merges the results of shards
    Merge(results::MergeArgs),
    /// Prints the JSON Schema of our own format of problems and samples
    Schema,
    /// Judges for a run; the run starts it
    #[command(hide = true)]
    Worker(run::WorkerArgs),
}

/// The samples and problems of a run.
#[derive(clap::Args)]
struct InputArgs {
    /// Samples: JSON lines (also .gz and .zst), a JSON array, a .py file, or a folder of them
    #[arg(required = true, value_name = "SAMPLES")]
    samples: Vec<PathBuf>,
    /// The problems, if samples do not have their own tests
    #[arg(long, value_name = "FILE")]
    problems: Option<PathBuf>,
    /// The format of the problems, in place of the one that their fields show
    #[arg(long, value_name = "NAME", value_parser = clap::builder::PossibleValuesParser::new(format_names()))]
    format: Option<String>,
    /// How programs are taken out of answers in Markdown
    #[arg(long, value_name = "HOW", default_value = "none", value_parser = clap::builder::PossibleValuesParser::new(extract_names()))]
    extract: String,
}

fn format_names() -> Vec<&'static str> {
    stockade_eval::formats::Format::NAMES.iter().map(|(name, _)| *name).collect()
}

fn extract_names() -> Vec<&'static str> {
    stockade_eval::extract::Extract::NAMES.iter().map(|(name, _)| *name).collect()
}

pub(crate) fn run(args: &Args) -> Exit {
    match &args.command {
        Command::Run(args) => run::run(args),
        Command::Score(args) => results::score(args),
        Command::Diff(args) => results::diff(args),
        Command::Show(args) => show::run(args),
        Command::Report(args) => report::run(args),
        Command::Export(args) => export::run(args),
        Command::Merge(args) => results::merge(args),
        Command::Worker(args) => run::worker(args),
        Command::Schema => {
            render::to_stdout(&format!("{:#}\n", stockade_eval::formats::schema()));
            Exit::Success
        }
    }
}

/// Writes a file whole or not at all: `make` writes it beside, and it is renamed. It may not be one of its own inputs.
fn write_whole<'p>(
    out: &Path,
    inputs: impl IntoIterator<Item = &'p Path>,
    make: impl FnOnce(&Path) -> Result<(), String>,
) -> Result<(), String> {
    for input in inputs {
        if same_file::is_same_file(input, out).unwrap_or(false) {
            return Err(format!("`{}` is an input; name another file with --out", out.display()));
        }
    }
    let mut beside = out.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    let renamed = || std::fs::rename(&beside, out).map_err(|error| format!("`{}` cannot be written: {error}", out.display()));
    let made = make(&beside).and_then(|()| renamed());
    if made.is_err() {
        // Not there, if it could not even be made.
        let _ = std::fs::remove_file(&beside);
    }
    made
}

/// Says what is wrong with what was asked for.
fn usage(message: &str) -> Exit {
    render::error(message);
    Exit::Usage
}
