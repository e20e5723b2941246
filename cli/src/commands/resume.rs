//! `stockade resume SNAP`: continues a run from a snapshot, under the policy and limits of the command line.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use stockade_vm::{Session, SnapshotError};

use super::run::{Options, Terminal, finish, read_source, run_steps, steps};
use super::snapshot::read_key;
use crate::report_json::StepReport;
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
    let policy = Arc::new(policy_source::resolve_with(&options.policy, &options.allow_import)?);
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
    let mut fixtures = options.lend(&mut session)?;
    let sources = session.sources();
    let mut verdict = None;
    for source in &sources {
        // The policy may differ from the one that the run was started under, so the source is checked again.
        verdict = session.recheck(source);
        if let Some(denial) = verdict.as_ref().filter(|verdict| !verdict.accepted()) {
            render::to_stderr(&render::fancy(denial, source, render::stderr_colours()));
            return Ok(Exit::Refused);
        }
    }
    let name = sources.last().map_or_else(|| "<snapshot>".to_string(), |source| source.name().to_string());
    let mut reports = Vec::new();
    let mut exit = Exit::Success;
    let mut answered = false;
    if session.is_paused() {
        let outcome = session.resume();
        let outcome = fixtures.serve(&mut session, outcome);
        let report = StepReport::of_run(&session, verdict, outcome);
        exit = report.exit();
        answered = report.is_final_answer();
        reports.push(report);
    }
    if let Some(path) = &args.steps
        && !answered
        && exit != Exit::Internal
    {
        let (file, text) = read_source(path)?;
        let all = steps(&text);
        // The interrupted step is the last source of the session.
        let done = all.iter().position(|step| sources.last().is_some_and(|source| source.text() == step.as_str()));
        let Some(done) = done else {
            render::error(&format!("`{}` does not contain the step that the snapshot was taken in", path.display()));
            return Err(Exit::Usage);
        };
        let rest = all.get(done + 1..).unwrap_or(&[]);
        if !rest.is_empty() {
            exit = run_steps(&mut session, &file, rest, &policy, options.no_check, &mut reports, &mut fixtures, None);
        }
    }
    let exit = finish(&mut session, &mut fixtures, exit, &mut reports);
    options.write_report(&name, &policy, start, &reports)?;
    Ok(exit)
}
