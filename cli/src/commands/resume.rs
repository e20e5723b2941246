//! `stockade resume SNAP`: continues a run from a snapshot, under the policy and limits of the command line.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use stockade_compiler::SourceText;
use stockade_policy::Checked;
use stockade_policy::input::{Document, Program};
use stockade_vm::{OutcomeKind, Session, SnapshotError};

use super::run::{Options, Run};
use super::snapshot::read_key;
use crate::collect::{Document as Steps, read_limited};
use crate::output_file::FilesInUse;
use crate::{Exit, input, render};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A file that `stockade snapshot` wrote
    snapshot: PathBuf,
    /// Take the steps after the one that was stopped from this file, in place of those in the snapshot
    #[arg(long, value_name = "FILE")]
    steps: Option<PathBuf>,
    /// A file with the key of the snapshot
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    #[command(flatten)]
    options: Options,
    /// Write the files that the program made or changed to this folder
    #[arg(long, value_name = "FOLDER")]
    out_dir: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Exit {
    go_on(args).unwrap_or_else(|exit| exit)
}

fn go_on(args: &Args) -> Result<Exit, Exit> {
    let options = &args.options;
    let given = options.session.given()?;
    let policy = options.session.policy(&given)?;
    let key = read_key(args.key.as_deref())?;
    let config = options.session.config(&policy, &given);
    let bytes = read_limited(&args.snapshot, config.limits.snapshot_bytes.max(1 << 10)).map_err(|message| {
        render::error(&message);
        Exit::Usage
    })?;
    let steps = args.steps.as_deref().map(|path| input::read(&Steps::new(path, None).with_steps())).transpose()?;
    let mut inputs = vec![args.snapshot.as_path()];
    inputs.extend(args.key.iter().chain(&args.steps).map(PathBuf::as_path));
    let mut run = Run::new(options, &policy, given, args.snapshot.display().to_string(), &inputs, &mut FilesInUse::default())?;
    let mut session = Session::restore(&bytes, key.as_ref(), &config, run.host()).map_err(|error| {
        render::error(&format!("cannot resume `{}`: {error}", args.snapshot.display()));
        match error {
            SnapshotError::Denied(_) => Exit::of(OutcomeKind::Policy),
            SnapshotError::Memory => Exit::of(OutcomeKind::Limit),
            SnapshotError::Internal(_) => Exit::Internal,
            _ => Exit::Usage,
        }
    })?;
    run.set_out_dir(args.out_dir.as_deref());
    run.join(&mut session)?;
    let done = resumed(args, &mut run, &mut session, steps);
    Ok(run.conclude(done))
}

fn resumed(args: &Args, run: &mut Run<'_>, session: &mut Session, steps: Option<Document>) -> Result<(), Exit> {
    let sources = session.sources();
    let mut checked = None;
    for source in &sources {
        // The policy may differ from the one that the run was started under, so the source is checked again.
        checked = session.recheck(source).map(|report| Checked { report, source: SourceText::clone(source) });
        if let Some(denied) = checked.as_ref().filter(|checked| !checked.report.accepted()) {
            render::to_stderr(&render::fancy(&denied.report, &denied.source, render::stderr_colours()));
            return Err(Exit::of(OutcomeKind::Policy));
        }
    }
    // The steps of the snapshot, unless a file has others.
    let kept = Document::of_steps(session.later_steps());
    session.set_later_steps(Vec::new());
    let (document, rest) = match (&steps, &args.steps) {
        (Some(document), Some(path)) => (document, after(document, &sources, path)?),
        _ => (&kept, kept.programs()),
    };
    let mut has_ended = false;
    if session.is_paused()
        && let Some(source) = sources.last()
    {
        run.resume(session, source, checked)?;
        has_ended = run.has_ended();
    }
    if has_ended {
        run.leave_out(rest);
    } else {
        run.steps(session, document, rest)?;
    }
    run.end(session)?;
    run.write_files(session)
}

/// The steps of a file after the one that was stopped, which is the last source of the session.
fn after<'d>(document: &'d Document, sources: &[Arc<SourceText>], path: &Path) -> Result<&'d [Program], Exit> {
    let refuse = |what: &str| {
        render::error(&format!("`{}` {what}", path.display()));
        Exit::Usage
    };
    let Some(stopped) = sources.last() else { return Ok(document.programs()) };
    let is_it = |program: &&Program| program.source().text() == stopped.text();
    // Cells may have the same text. Then their names tell.
    let end_of = |name: &str| name.rsplit_once('#').map(|(_, cell)| cell.to_owned());
    let is_same = |program: &&Program| is_it(program) && end_of(program.source().name()) == end_of(stopped.name());
    let programs = document.programs();
    let found: Vec<usize> = programs.iter().enumerate().filter(|(_, program)| is_same(program)).map(|(at, _)| at).collect();
    match found.as_slice() {
        [at] => Ok(programs.get(at + 1..).unwrap_or(&[])),
        [] => Err(refuse("does not contain the step that the snapshot was taken in")),
        _ => Err(refuse("contains the step that the snapshot was taken in several times")),
    }
}
