//! `stockade eval export`: results as a table for other tools.

use std::path::PathBuf;

use stockade_eval::results;

use super::{usage, write_whole};
use crate::{Exit, render};

#[derive(clap::Args)]
pub(super) struct Args {
    /// The file of results
    results: PathBuf,
    /// The Parquet file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn run(args: &Args) -> Exit {
    let mut count = 0;
    let written = write_whole(&args.out, [args.results.as_path()], |beside| {
        count = results::export(&args.results, beside)?;
        Ok(())
    });
    match written {
        Ok(()) => {
            render::to_stdout(&format!("{count} rows\n"));
            Exit::Success
        }
        Err(message) => usage(&message),
    }
}
