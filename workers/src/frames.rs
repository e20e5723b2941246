//! Messages on a pipe. A frame is the length of the message and the length of its payload, each in four bytes, lowest first; then both.
//!
//! Whoever reads says how long each may be. Nothing is allocated for a length that was only announced.

use std::io::{self, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;
use stockade_policy::Limits;
use stockade_vm::CrossingLimits;

/// Bytes of the two lengths.
const HEADER: usize = 8;
/// The buffer grows by so much at a time.
const CHUNK: usize = 1 << 16;

/// How long the parts of a frame may be, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameLimits {
    /// The message.
    pub message: usize,
    /// The payload.
    pub payload: usize,
}

impl FrameLimits {
    /// For the first frame of each direction.
    pub const HELLO: FrameLimits = FrameLimits { message: 1 << 10, payload: 0 };
    /// For what a worker reads. The host is not its enemy: this finds mistakes.
    pub const REQUESTS: FrameLimits = FrameLimits { message: 1 << 30, payload: 1 << 31 };
    /// The least for what a host reads: room for findings, stacks and tracebacks.
    pub const REPLIES: FrameLimits = FrameLimits { message: 8 << 20, payload: 16 << 20 };

    /// For what a host reads of sessions with these limits: what they may show, and what they may hold.
    #[must_use]
    pub fn of_sessions(limits: &Limits, crossing: CrossingLimits) -> FrameLimits {
        /// A text has at most so many bytes for a character. What is shown of a value has as many characters as may be printed.
        const BYTES_OF_CHARACTER: u64 = 4;
        let size = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
        let shown = limits.output_bytes.min(limits.memory_bytes).saturating_mul(BYTES_OF_CHARACTER);
        let held = size(limits.snapshot_bytes.max(limits.memory_bytes)).max(crossing.bytes);
        let FrameLimits { message, payload } = FrameLimits::REPLIES;
        FrameLimits { message: message.saturating_add(size(shown)), payload: payload.saturating_add(held) }
    }
}

/// A message with its payload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame<M> {
    /// The message.
    pub message: M,
    /// Bytes beside it. Empty for most messages.
    pub payload: Vec<u8>,
}

/// Why bytes are no frame.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// A part is longer than it may be.
    #[error("a frame announces {announced} bytes where {most} are allowed")]
    TooLong {
        /// The bytes that were announced.
        announced: u64,
        /// The bytes that are allowed.
        most: usize,
    },
    /// The message is not one of those that there are.
    #[error("a frame holds no message: {0}")]
    NoMessage(String),
}

/// The bytes of a frame.
///
/// # Errors
/// A part is longer than 4 GiB.
pub fn encode<M: Serialize>(message: &M, payload: &[u8]) -> io::Result<Vec<u8>> {
    let mut bytes = postcard::to_extend(message, vec![0; HEADER]).map_err(io::Error::other)?;
    let too_long = |_| io::Error::other("a frame is longer than 4 GiB");
    let message = u32::try_from(bytes.len().saturating_sub(HEADER)).map_err(too_long)?;
    let rest = u32::try_from(payload.len()).map_err(too_long)?;
    if let Some(header) = bytes.first_chunk_mut::<HEADER>() {
        let both = u64::from(message) | u64::from(rest) << 32;
        *header = both.to_le_bytes();
    }
    bytes.extend_from_slice(payload);
    Ok(bytes)
}

/// Writes a frame.
///
/// # Errors
/// Those of the pipe, and of [`encode`].
pub fn write<M: Serialize>(out: &mut impl Write, message: &M, payload: &[u8]) -> io::Result<()> {
    out.write_all(&encode(message, payload)?)
}

/// The bytes that were read and are not used yet.
#[derive(Debug, Default)]
pub struct FrameBuffer {
    bytes: Vec<u8>,
    /// Where what is not used begins.
    at: usize,
}

impl FrameBuffer {
    /// True if nothing waits in it, not even a part of a frame.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// Reads once. `Ok(0)` is the end of the pipe.
    ///
    /// # Errors
    /// Those of the pipe.
    pub fn fill(&mut self, from: &mut impl Read) -> io::Result<usize> {
        let before = self.bytes.len();
        self.bytes.resize(before.saturating_add(CHUNK), 0);
        let read = self.bytes.get_mut(before..).map_or(Ok(0), |room| from.read(room));
        self.bytes.truncate(before.saturating_add(*read.as_ref().unwrap_or(&0)));
        read
    }

    /// Takes the next frame, if all of it is there.
    ///
    /// # Errors
    /// It is longer than it may be, or holds no message.
    pub fn take<M: DeserializeOwned>(&mut self, limits: FrameLimits) -> Result<Option<Frame<M>>, FrameError> {
        let waiting = self.bytes.get(self.at..).unwrap_or_default();
        let Some((header, rest)) = waiting.split_first_chunk::<HEADER>() else { return Ok(None) };
        let both = u64::from_le_bytes(*header);
        let part = |announced: u64, most: usize| match usize::try_from(announced) {
            Ok(length) if length <= most => Ok(length),
            _ => Err(FrameError::TooLong { announced, most }),
        };
        let message = part(both & u64::from(u32::MAX), limits.message)?;
        let payload = part(both >> 32, limits.payload)?;
        let end = message.saturating_add(payload);
        let Some(both) = rest.get(..end) else { return Ok(None) };
        let (message, payload) = both.split_at_checked(message).unwrap_or_default();
        let no_message = |error: postcard::Error| FrameError::NoMessage(error.to_string());
        let (message, left) = postcard::take_from_bytes(message).map_err(no_message)?;
        if !left.is_empty() {
            return Err(FrameError::NoMessage(format!("{} bytes follow it", left.len())));
        }
        let frame = Frame { message, payload: payload.to_vec() };
        self.at = self.at.saturating_add(HEADER).saturating_add(end);
        if self.is_empty() {
            self.bytes.clear();
            self.bytes.shrink_to(4 * CHUNK);
            self.at = 0;
        } else if self.at > CHUNK {
            self.bytes.drain(..self.at);
            self.at = 0;
        }
        Ok(Some(frame))
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on says so")]
mod tests {
    use super::*;
    use crate::protocol::Hello;

    const LIMITS: FrameLimits = FrameLimits { message: 100, payload: 10 };

    #[test]
    fn frames_come_back_byte_by_byte() {
        let sent = encode(&Hello::ours(), b"payload").unwrap();
        let mut buffer = FrameBuffer::default();
        for byte in [sent.as_slice(), sent.as_slice()].concat() {
            assert_eq!(buffer.fill(&mut [byte].as_slice()).unwrap(), 1);
            if let Some(frame) = buffer.take::<Hello>(LIMITS).unwrap() {
                assert_eq!(frame, Frame { message: Hello::ours(), payload: b"payload".to_vec() });
                assert!(buffer.is_empty());
            }
        }
        assert!(buffer.is_empty());
    }

    #[test]
    fn lengths_are_checked_before_their_bytes_come() {
        for (header, announced) in [(101u64, 101), (11 << 32, 11), (u64::MAX, u64::from(u32::MAX))] {
            let mut buffer = FrameBuffer::default();
            buffer.fill(&mut header.to_le_bytes().as_slice()).unwrap();
            let error = buffer.take::<Hello>(LIMITS).unwrap_err();
            assert!(matches!(error, FrameError::TooLong { announced: found, .. } if found == announced), "{error}");
        }
    }

    #[test]
    fn what_is_no_message_is_refused() {
        let mut sent = encode(&Hello::ours(), b"").unwrap();
        sent.push(0);
        sent[0] += 1;
        let mut buffer = FrameBuffer::default();
        buffer.fill(&mut sent.as_slice()).unwrap();
        assert!(matches!(buffer.take::<Hello>(LIMITS), Err(FrameError::NoMessage(_))));
    }
}
