//! The program's standard input: what `sys.stdin` and `input()` read of the command's own.

use std::fs::File;
use std::io::{BufRead, Read};
use std::path::Path;

use stockade_vm::{HostError, HostValue, Outcome, STDIN_CALL, Stdin};
use stockade_workers::{AnySession, WorkerLost};

use crate::fixtures::Fixtures;
use crate::{Exit, render};

/// Where a program's input comes from.
pub(crate) enum Input {
    /// Nothing is left to read.
    Empty,
    /// A file, or the standard input of the command. Nothing else reads from it.
    Stream(File),
    /// The standard input of the command, no more than a line at a time: the rest is for the command itself.
    Lines,
}

impl Input {
    /// The input of a run: a file, or the standard input of the command unless the program itself `is_taken` from there.
    ///
    /// # Errors
    /// `Exit::Usage`, after printing the error.
    pub(crate) fn of(path: Option<&Path>, is_taken: bool) -> Result<Self, Exit> {
        let (file, name) = match path {
            None if is_taken => return Ok(Input::Empty),
            None => (own_stdin(), "the standard input".to_owned()),
            Some(path) => (File::open(path), format!("`{}` (--stdin)", path.display())),
        };
        file.map(Input::Stream).map_err(|error| {
            render::error(&format!("cannot read {name}: {error}"));
            Exit::Usage
        })
    }

    /// The standard input where a person types: what is typed is read as it comes, and not kept for later.
    ///
    /// # Errors
    /// The standard input is closed.
    pub(crate) fn of_terminal() -> std::io::Result<Self> {
        own_stdin().map(Input::Stream)
    }

    /// How a session asks for it.
    pub(crate) fn kind(&self) -> Stdin {
        if matches!(self, Input::Empty) { Stdin::Empty } else { Stdin::Host }
    }

    /// What there is to read now: a line of a terminal, and as much as there is of a file or a pipe, up to `room` bytes. Nothing if the run
    /// is to end before something comes.
    fn read(&mut self, room: usize, is_cancelled: &dyn Fn() -> bool) -> Result<Vec<u8>, HostError> {
        render::flush();
        let error = |error: std::io::Error| HostError { type_name: "OSError".to_string(), message: error.to_string() };
        let mut data = Vec::new();
        match self {
            Input::Empty => {}
            Input::Stream(stream) => {
                if wait_for(stream, is_cancelled).map_err(error)? {
                    data.resize(room.clamp(1, 1 << 20), 0);
                    let count = stream.read(&mut data).map_err(error)?;
                    data.truncate(count);
                }
            }
            Input::Lines => {
                // A line can be longer than there is memory for. The rest of it is read next.
                std::io::stdin().lock().take(1 << 20).read_until(b'\n', &mut data).map_err(error)?;
            }
        }
        Ok(data)
    }
}

/// The standard input without the buffer of the standard library, so that waiting for it can be ended.
pub(crate) fn own_stdin() -> std::io::Result<File> {
    #[cfg(unix)]
    let owned = std::os::fd::AsFd::as_fd(&std::io::stdin()).try_clone_to_owned();
    #[cfg(windows)]
    let owned = std::os::windows::io::AsHandle::as_handle(&std::io::stdin()).try_clone_to_owned();
    owned.map(File::from)
}

/// Waits until there is something to read. False if the run is to end before.
#[cfg(unix)]
pub(crate) fn wait_for(stream: &File, is_cancelled: &dyn Fn() -> bool) -> std::io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    /// Looks so often whether the run is to end.
    const STEP: Timespec = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };
    loop {
        if is_cancelled() {
            return Ok(false);
        }
        match poll(&mut [PollFd::new(stream, PollFlags::IN)], Some(&STEP)) {
            Ok(0) | Err(rustix::io::Errno::INTR) => {}
            Ok(_) => return Ok(true),
            Err(error) => return Err(error.into()),
        }
    }
}

/// Elsewhere a read cannot be ended.
#[cfg(not(unix))]
pub(crate) fn wait_for(_: &File, is_cancelled: &dyn Fn() -> bool) -> std::io::Result<bool> {
    Ok(!is_cancelled())
}

/// Answers the host calls of a session until the step ends: those of tools by `fixtures`, and reads by `input`.
/// A wait for input ends when `is_cancelled` says so; the session ends the step then.
///
/// # Errors
/// The worker with the session is lost.
pub(crate) fn serve(
    session: &mut dyn AnySession,
    fixtures: &mut Fixtures,
    input: &mut Input,
    is_cancelled: &dyn Fn() -> bool,
    mut outcome: Outcome,
) -> Result<Outcome, WorkerLost> {
    loop {
        match &outcome {
            Outcome::HostCall(call) if call.tool == STDIN_CALL => {
                let room = match call.args.first() {
                    Some(HostValue::Int(room)) => usize::try_from(*room).unwrap_or(1),
                    _ => 1,
                };
                outcome = session.resume_with(input.read(room, is_cancelled).map(HostValue::Bytes))?;
            }
            Outcome::HostCall(_) => outcome = fixtures.answer_one(session, outcome)?,
            Outcome::Awaits(awaited) => outcome = fixtures.answer_all(session, &awaited.clone())?,
            Outcome::Approval(asked) => outcome = fixtures.consent(session, &asked.clone(), is_cancelled)?,
            _ => return Ok(outcome),
        }
    }
}
