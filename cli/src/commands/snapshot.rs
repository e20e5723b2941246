//! `stockade snapshot FILE --at FUEL -o OUT`: runs a program up to a fuel count, and writes its state to a file.

use std::path::{Path, PathBuf};

use stockade_policy::input::Program;
use stockade_vm::{Session, Stdin};

use super::run::{Options, Run, no_room};
use crate::collect::read_limited;
use crate::input::InputArgs;
use crate::output_file::{FilesInUse, OutputFile};
use crate::{Exit, render};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A file with one program or with steps: Python, a notebook or Markdown; `-` reads from stdin
    file: PathBuf,
    #[command(flatten)]
    input: InputArgs,
    /// Stop at the first safepoint after this much fuel. The fuel of all steps counts
    #[arg(long, value_name = "UNITS")]
    at: u64,
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// A file with the key that seals the snapshot: 32 bytes, or 64 hexadecimal digits
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    #[command(flatten)]
    options: Options,
    /// The arguments of the program, after `--`: `sys.argv`
    #[arg(last = true, value_name = "ARGUMENT")]
    arguments: Vec<String>,
}

/// Reads the key from a file, if one is given. Errors go to stderr.
///
/// # Errors
/// `Exit::Usage`, after printing the error.
pub(super) fn read_key(file: Option<&Path>) -> Result<Option<[u8; 32]>, Exit> {
    let Some(path) = file else { return Ok(None) };
    // Two digits for each byte, and blanks around them.
    let bytes = read_limited(path, 1024).map_err(|message| {
        render::error(&message);
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
    let given = options.session.given()?;
    let policy = options.session.policy(&given)?;
    let key = read_key(args.key.as_deref())?;
    let document = args.input.read(&args.file)?;
    let programs = document.programs();
    if programs.iter().skip(1).any(|program| !program.is_step()) {
        let message = format!("`{}` has {} programs that stand alone; a snapshot holds one session", document.name(), programs.len());
        render::error(&message);
        return Err(Exit::Usage);
    }
    let mut in_use = FilesInUse::default();
    let mut inputs = vec![args.file.as_path()];
    inputs.extend(args.key.as_deref());
    let room = options.session.config(&policy, &given).limits.get("limits.memory").unwrap_or(u64::MAX);
    let mut run = Run::new(options, &policy, given, document.name().to_owned(), &inputs, &mut in_use)?;
    let mut output = OutputFile::open(&args.out, "--out", false, &mut in_use)?;
    run.set_arguments(&args.arguments);
    run.pause_at(args.at);
    let mut session = run.session()?;
    if let Some(path) = &options.stdin {
        keep_input(&mut session, path, room)?;
    }
    if programs.len() > 1 {
        session.expect_steps();
    }
    let done = run.steps(&mut session, &document, programs).and_then(|later| {
        // Whoever resumes the session runs these too.
        let step = |program: &Program| (program.source().name().to_owned(), program.source().text().to_owned());
        session.set_later_steps(later.iter().map(step).collect());
        if run.was_refused() {
            return Ok(());
        }
        if !session.is_paused() {
            run.end(&mut session)?;
        }
        let bytes = session.snapshot(key.as_ref()).map_err(|error| {
            render::error(&format!("cannot take a snapshot: {error}"));
            Exit::Internal
        })?;
        output.clear()?;
        output.write(&bytes)
    });
    Ok(run.conclude(done))
}

/// Gives a session all of the input of `--stdin`, so that the snapshot has what was not read. It counts as memory, of which there are
/// `room` bytes.
fn keep_input(session: &mut Session, path: &Path, room: u64) -> Result<(), Exit> {
    let bytes = read_limited(path, room).map_err(|message| {
        render::error(&format!("{message} (--stdin)"));
        Exit::Usage
    })?;
    session.set_stdin(&Stdin::Bytes(bytes)).map_err(|error| no_room(&error))
}
