//! What a run and its workers say to each other: JSON in frames, each after its length in four bytes, lowest first.

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use crate::formats::Row;

/// Larger frames are taken for noise.
const MAX_BYTES: u32 = 1 << 30;

/// What a worker is told.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Order {
    /// A problem, by its number.
    Problem {
        /// The number by which samples name it.
        number: u64,
        /// The name of its format.
        format: String,
        /// The row.
        row: Row,
    },
    /// Forget a problem.
    Forget {
        /// Its number.
        number: u64,
    },
    /// Judge a program.
    Judge {
        /// The index of the sample.
        index: u64,
        /// The number of its problem.
        problem: u64,
        /// The name of its problem.
        task_id: String,
        /// The program.
        program: String,
        /// How it was taken out of an answer.
        extracted: Option<String>,
    },
}

/// What a worker answers to [`Order::Judge`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Answer {
    /// The index of the sample.
    pub index: u64,
    /// The line of the results.
    pub row: String,
    /// The name of the verdict.
    pub verdict: String,
    /// Another try may give another verdict.
    pub retry: bool,
    /// How long it took, in microseconds.
    pub micros: u64,
}

/// Writes a frame.
///
/// # Errors
/// Those of the pipe.
pub fn write(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    let bytes = serde_json::to_vec(value)?;
    let length = u32::try_from(bytes.len()).map_err(|_| io::Error::other("a frame is too large"))?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(&bytes)
}

/// Reads a frame; `None` at the end.
///
/// # Errors
/// Those of the pipe, and a frame that is none.
pub fn read<T: for<'de> Deserialize<'de>>(from: &mut impl Read) -> io::Result<Option<T>> {
    let mut length = [0; 4];
    match from.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let length = u32::from_le_bytes(length);
    if length > MAX_BYTES {
        return Err(io::Error::other("a frame is too large"));
    }
    let mut bytes = vec![0; usize::try_from(length).unwrap_or(0)];
    from.read_exact(&mut bytes)?;
    Ok(Some(serde_json::from_slice(&bytes)?))
}
