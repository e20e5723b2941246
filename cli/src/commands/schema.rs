//! `stockade schema NAME`: prints the JSON Schema of a file that the command writes or reads.

use clap::ValueEnum;
use stockade_policy::schema;

use crate::{Exit, render};

/// The schema of the report. A test compares it with the reports that the tests make.
pub(crate) const REPORT: &str = include_str!("../../schema/report.schema.json");

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Whose schema
    #[arg(value_enum)]
    what: What,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// The file that `--report` writes
    Report,
    /// Policy files
    Policy,
}

pub(crate) fn run(args: &Args) -> Exit {
    match args.what {
        What::Report => render::to_stdout(REPORT),
        What::Policy => render::to_stdout(&format!("{:#}\n", schema::policy_schema())),
    }
    Exit::Success
}
