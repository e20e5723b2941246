//! `stockade snapshot FILE --at FUEL -o OUT`: runs a program up to a fuel count, and writes its state to a file.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use stockade_vm::{Outcome, Session, Step, StepOptions};

use super::run::{Options, Terminal, read_source, steps};
use crate::report_json::StepReport;
use crate::{Exit, policy_source, render};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A Python file; `-` reads from stdin. A line `# %% step N` starts a new step of the session
    file: PathBuf,
    /// Stop at the first safepoint after this much fuel. The fuel of all steps counts
    #[arg(long, value_name = "UNITS")]
    at: u64,
    /// The file to write
    #[arg(id = "snapshot", short = 'o', long = "out", value_name = "FILE")]
    output: PathBuf,
    /// A file with the key that seals the snapshot: 32 bytes, or 64 hexadecimal digits
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    #[command(flatten)]
    options: Options,
}

/// Reads the key from a file, if one is given. Errors go to stderr.
///
/// # Errors
/// `Exit::Usage`, after printing the error.
pub(super) fn read_key(file: Option<&Path>) -> Result<Option<[u8; 32]>, Exit> {
    let Some(path) = file else { return Ok(None) };
    let bytes = std::fs::read(path).map_err(|error| {
        render::error(&format!("cannot read `{}`: {error}", path.display()));
        Exit::Usage
    })?;
    let key = <[u8; 32]>::try_from(bytes.as_slice()).ok().or_else(|| from_hex(bytes.trim_ascii()));
    key.map(Some).ok_or_else(|| {
        render::error(&format!("`{}` does not hold a key: a key has 32 bytes or 64 hexadecimal digits", path.display()));
        Exit::Usage
    })
}

fn from_hex(digits: &[u8]) -> Option<[u8; 32]> {
    let mut key = [0; 32];
    if digits.len() != 64 {
        return None;
    }
    for (byte, pair) in key.iter_mut().zip(digits.chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(key)
}

pub(crate) fn run(args: &Args) -> Exit {
    stop_and_write(args).unwrap_or_else(|exit| exit)
}

/// Runs until the fuel count is reached and writes the state. A program that ends earlier is reported like `run`, and the state after its
/// last step is written.
fn stop_and_write(args: &Args) -> Result<Exit, Exit> {
    let options = &args.options;
    let policy = Arc::new(policy_source::resolve_with(&options.policy, &options.allow_import)?);
    let key = read_key(args.key.as_deref())?;
    let (name, text) = read_source(&args.file)?;
    let start = Instant::now();
    let mut session = Session::new(&options.config(&policy), Box::new(Terminal { start, frozen: policy.clock_is_frozen() }));
    let mut fixtures = options.lend(&mut session)?;
    let mut reports = Vec::new();
    let mut exit = Exit::Success;
    let mut before = 0u64;
    for step in steps(&text) {
        session.pause_at(args.at.saturating_sub(before));
        let Step { source, verdict, outcome } = session.step(&name, &step, StepOptions::default());
        let outcome = fixtures.serve(&mut session, outcome);
        let report = match outcome {
            Outcome::Refused(refusal) => {
                let report = StepReport::of_refusal(&source, verdict, refusal);
                let refused = report.exit();
                reports.push(report);
                options.write_report(&name, &policy, start, &reports)?;
                return Ok(refused);
            }
            Outcome::Paused => {
                reports.push(StepReport::of_stop(&session, verdict));
                exit = Exit::Success;
                break;
            }
            outcome => StepReport::of_run(&session, verdict, outcome),
        };
        before = before.saturating_add(session.usage().fuel);
        exit = report.exit();
        let answered = report.is_final_answer();
        reports.push(report);
        if answered || exit == Exit::Internal {
            break;
        }
    }
    let bytes = session.snapshot(key.as_ref()).map_err(|error| {
        render::error(&format!("cannot take a snapshot: {error}"));
        Exit::Internal
    })?;
    if let Err(error) = std::fs::write(&args.output, bytes) {
        render::error(&format!("cannot write `{}`: {error}", args.output.display()));
        return Err(Exit::Usage);
    }
    options.write_report(&name, &policy, start, &reports)?;
    Ok(exit)
}
