//! The program's standard input: what `sys.stdin` and `input()` read of the command's own.

use std::io::{BufRead, Read};

use std::path::Path;

use stockade_vm::{HostError, HostValue, Outcome, STDIN_CALL, Session, Stdin};

use crate::fixtures::Fixtures;
use crate::{Exit, render};

/// Where a program's input comes from.
pub(crate) enum Input {
    /// Nothing is left to read.
    Empty,
    /// A file, or the standard input of the command.
    Stream(Box<dyn BufRead>),
    /// The standard input of the command, no more than a line at a time: the rest is for the command itself.
    Lines,
}

impl Input {
    /// The input of a run: a file, or the standard input of the command unless the program itself `is_taken` from there.
    ///
    /// # Errors
    /// `Exit::Usage`, after printing the error.
    pub(crate) fn of(file: Option<&Path>, is_taken: bool) -> Result<Self, Exit> {
        let Some(path) = file else {
            return Ok(if is_taken { Input::Empty } else { Input::Stream(Box::new(std::io::stdin().lock())) });
        };
        let file = std::fs::File::open(path).map_err(|error| {
            render::error(&format!("cannot read `{}` (--stdin): {error}", path.display()));
            Exit::Usage
        })?;
        Ok(Input::Stream(Box::new(std::io::BufReader::new(file))))
    }

    /// How a session asks for it.
    pub(crate) fn kind(&self) -> Stdin {
        if matches!(self, Input::Empty) { Stdin::Empty } else { Stdin::Host }
    }

    /// What there is to read now: a line of a terminal, and as much as there is of a file or a pipe, up to `room` bytes.
    fn read(&mut self, room: usize) -> Result<Vec<u8>, HostError> {
        render::flush();
        let error = |error: std::io::Error| HostError { type_name: "OSError".to_string(), message: error.to_string() };
        let mut data = Vec::new();
        match self {
            Input::Empty => {}
            Input::Stream(stream) => {
                data.resize(room.clamp(1, 1 << 20), 0);
                let count = stream.read(&mut data).map_err(error)?;
                data.truncate(count);
            }
            Input::Lines => {
                // A line can be longer than there is memory for. The rest of it is read next.
                std::io::stdin().lock().take(1 << 20).read_until(b'\n', &mut data).map_err(error)?;
            }
        }
        Ok(data)
    }
}

/// Answers the host calls of a session until the step ends: those of tools by `fixtures`, and reads by `input`.
pub(crate) fn serve(session: &mut Session, fixtures: &mut Fixtures, input: &mut Input, mut outcome: Outcome) -> Outcome {
    loop {
        match &outcome {
            Outcome::HostCall(call) if call.tool == STDIN_CALL => {
                let room = match call.args.first() {
                    Some(HostValue::Int(room)) => usize::try_from(*room).unwrap_or(1),
                    _ => 1,
                };
                outcome = session.resume_with(input.read(room).map(HostValue::Bytes));
            }
            Outcome::HostCall(_) => outcome = fixtures.answer_one(session, outcome),
            Outcome::Awaits(awaited) => outcome = fixtures.answer_all(session, &awaited.clone()),
            Outcome::Approval(asked) => outcome = fixtures.consent(session, &asked.clone()),
            _ => return outcome,
        }
    }
}
