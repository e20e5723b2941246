//! `stockade eval report`: results as a page for a browser.

use std::path::{Path, PathBuf};

use stockade_eval::report::{Bounds, html};

use super::{usage, write_whole};
use crate::{Exit, render};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The file of results
    results: PathBuf,
    /// The samples of the run, to put programs into the page
    #[arg(long, value_name = "FILE")]
    samples: Vec<PathBuf>,
    /// The problems of the run, if its samples did not have their own tests
    #[arg(long, value_name = "FILE")]
    problems: Option<PathBuf>,
    /// The page
    #[arg(long, value_name = "FILE", default_value = "report.html")]
    out: PathBuf,
    /// The numbers of tries
    #[arg(long, value_name = "K,K", value_parser = clap::value_parser!(u64).range(1..), value_delimiter = ',', default_value = "1,10,100")]
    k: Vec<u64>,
}

pub(super) fn run(args: &Args) -> Exit {
    match write(&args.results, &args.samples, args.problems.as_deref(), &args.k, &args.out) {
        Ok(()) => Exit::Success,
        Err(message) => usage(&message),
    }
}

/// Writes the page of results, whole or not at all.
pub(super) fn write(results: &Path, samples: &[PathBuf], problems: Option<&Path>, ks: &[u64], out: &Path) -> Result<(), String> {
    let inputs = samples.iter().map(PathBuf::as_path).chain(problems).chain([results]);
    write_whole(out, inputs, |beside| {
        let page = html(results, samples, problems, ks, Bounds::default())?;
        std::fs::write(beside, page).map_err(|error| format!("`{}` cannot be written: {error}", out.display()))
    })?;
    render::to_stdout(&format!("the page is `{}`\n", render::escape(&out.display().to_string())));
    Ok(())
}
