//! `stockade resume SNAP`: continues a run from a file, under the policy and limits given here.

use std::path::PathBuf;
use std::time::Instant;

use serde_json::Value;
use stockade_policy::{Decision, KnownNames, check_source};
use stockade_vm::{Session, SnapshotError};

use super::run::{Options, Terminal, conclude, finish, is_answer, read_source, run_steps, steps};
use super::snapshot::read_key;
use crate::{Exit, policy_source, render};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A file that `stockade snapshot` wrote
    snapshot: PathBuf,
    /// The file of the program: also run its steps after the one that was stopped
    #[arg(long, value_name = "FILE")]
    steps: Option<PathBuf>,
    /// A file with the key of the snapshot
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    #[command(flatten)]
    options: Options,
}

pub(crate) fn run(args: &Args) -> Exit {
    go_on(args).unwrap_or_else(|exit| exit)
}

fn go_on(args: &Args) -> Result<Exit, Exit> {
    let options = &args.options;
    let policy = policy_source::resolve(&options.policy)?;
    let key = read_key(args.key.as_deref())?;
    let bytes = std::fs::read(&args.snapshot).map_err(|error| {
        render::error(&format!("cannot read `{}`: {error}", args.snapshot.display()));
        Exit::Usage
    })?;
    let start = Instant::now();
    let mut session =
        Session::restore(&bytes, key.as_ref(), &options.config(&policy), Box::new(Terminal { start, frozen: policy.clock_is_frozen() }))
            .map_err(|error| {
                render::error(&format!("cannot resume `{}`: {error}", args.snapshot.display()));
                match error {
                    SnapshotError::Denied(_) => Exit::Refused,
                    SnapshotError::Memory => Exit::Limit,
                    SnapshotError::Internal(_) => Exit::Internal,
                    _ => Exit::Usage,
                }
            })?;
    let mut known = KnownNames::standard();
    let mut fixtures = options.lend(&mut session, &mut known)?;
    let sources = session.sources();
    let mut findings = Value::Array(Vec::new());
    for source in &sources {
        if !options.no_check {
            // The policy here is not the one it was started under.
            let (report, _) = check_source(source, &policy, stockade_vm::catalog(), &known);
            if report.verdict == Decision::Deny {
                render::to_stderr(&render::fancy(&report, source, render::stderr_colours()));
                return Ok(Exit::Refused);
            }
            findings = report.to_json().get("findings").cloned().unwrap_or_default();
        }
    }
    for name in session.global_names() {
        known.add_variable(&name);
    }
    let name = sources.last().map_or_else(|| "<snapshot>".to_string(), |source| source.name().to_string());
    let mut records = Vec::new();
    let mut exit = Exit::Success;
    let mut answered = false;
    if session.is_paused() {
        let outcome = session.resume();
        let outcome = fixtures.serve(&mut session, outcome);
        let (record, step_exit) = conclude(&session, outcome, &findings);
        exit = step_exit;
        answered = is_answer(&record);
        records.push(record);
    }
    if let Some(path) = &args.steps
        && !answered
        && exit != Exit::Internal
    {
        let (file, text) = read_source(path)?;
        let all = steps(&text);
        // The step that was stopped is the last source the session has.
        let done = all.iter().position(|step| sources.last().is_some_and(|source| source.text() == step.as_str()));
        let Some(done) = done else {
            render::error(&format!("`{}` does not contain the step that the snapshot was taken in", path.display()));
            return Err(Exit::Usage);
        };
        let rest = all.get(done + 1..).unwrap_or(&[]);
        if !rest.is_empty() {
            exit = run_steps(&mut session, &file, rest, &policy, &mut known, options.no_check, &mut records, &mut fixtures, None);
        }
    }
    let exit = finish(&mut session, &mut fixtures, exit, &mut records);
    options.write_report(&name, &policy, start, &records)?;
    Ok(exit)
}
