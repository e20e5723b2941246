//! UTF-7: ASCII, with all other characters as runs of base64 over UTF-16 between `+` and `-`.

use stockade_compiler::surrogate;

use super::CodecError;
use super::decode::Decoder;

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn digit(byte: u8) -> Option<u32> {
    DIGITS.iter().position(|known| *known == byte).and_then(|at| u32::try_from(at).ok())
}

/// True for characters that are written directly: printable ASCII except backslash, tilde and plus, and common white space.
fn is_direct(code: u32) -> bool {
    match code {
        0x09 | 0x0A | 0x0D => true,
        _ => (0x20..0x7E).contains(&code) && code != u32::from(b'\\') && code != u32::from(b'+'),
    }
}

/// Encodes text as UTF-7. All code points can be encoded, also lone surrogates.
pub(super) fn encode(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let (mut shifted, mut buffer, mut bits) = (false, 0u32, 0u32);
    let push = |out: &mut Vec<u8>, sextet: u32| out.push(DIGITS.get(sextet as usize & 63).copied().unwrap_or(b'A'));
    for c in text.chars() {
        let code = surrogate::code_point(c);
        if is_direct(code) {
            let byte = u8::try_from(code).unwrap_or(b'?');
            if shifted {
                if bits > 0 {
                    push(&mut out, buffer << (6 - bits));
                    (buffer, bits) = (0, 0);
                }
                shifted = false;
                if digit(byte).is_some() || byte == b'-' {
                    out.push(b'-');
                }
            }
            out.push(byte);
            continue;
        }
        if !shifted {
            out.push(b'+');
            if code == u32::from(b'+') {
                out.push(b'-');
                continue;
            }
            shifted = true;
        }
        let mut units = [0u16; 2];
        let units: &[u16] = match u16::try_from(code) {
            Ok(unit) => {
                units[0] = unit;
                &units[..1]
            }
            Err(_) => c.encode_utf16(&mut units),
        };
        for unit in units {
            buffer = buffer << 16 | u32::from(*unit);
            bits += 16;
            while bits >= 6 {
                bits -= 6;
                push(&mut out, buffer >> bits);
            }
            buffer &= (1 << bits) - 1;
        }
    }
    if shifted {
        if bits > 0 {
            push(&mut out, buffer << (6 - bits));
        }
        out.push(b'-');
    }
    out
}

/// The state of a run of base64.
#[derive(Default)]
struct Run {
    buffer: u32,
    bits: u32,
    /// A high surrogate that waits for its low surrogate.
    high: Option<u16>,
}

impl Run {
    /// Adds one digit. A complete unit is appended to the decoder's text.
    fn take(&mut self, decoder: &mut Decoder<'_>, sextet: u32) {
        self.buffer = self.buffer << 6 | sextet;
        self.bits += 6;
        if self.bits < 16 {
            return;
        }
        self.bits -= 16;
        let unit = (self.buffer >> self.bits) as u16;
        self.buffer &= (1 << self.bits) - 1;
        if let Some(high) = self.high.take() {
            if let Some(Ok(c)) = char::decode_utf16([high, unit]).next() {
                decoder.out.push(c);
                return;
            }
            push(decoder, high);
        }
        match unit {
            0xD800..=0xDBFF => self.high = Some(unit),
            _ => push(decoder, unit),
        }
    }

    /// The error at the end of a run, if any.
    fn problem(&self) -> Option<&'static str> {
        match self.bits {
            6.. => Some("partial character in shift sequence"),
            _ if self.buffer != 0 => Some("non-zero padding bits in shift sequence"),
            _ => None,
        }
    }
}

fn push(decoder: &mut Decoder<'_>, unit: u16) {
    decoder.out.extend(surrogate::char_of(u32::from(unit)));
}

/// Decodes UTF-7 to text.
pub(super) fn decode(decoder: &mut Decoder<'_>) -> Result<(), CodecError> {
    let data = decoder.data;
    let mut at = 0usize;
    while let Some(&byte) = data.get(at) {
        let after = at.saturating_add(1);
        at = match byte {
            b'+' => match data.get(after) {
                Some(b'-') => {
                    decoder.out.push('+');
                    after.saturating_add(1)
                }
                Some(&next) if digit(next).is_none() => decoder.bad(at, after.saturating_add(1), "ill-formed sequence")?,
                _ => shifted(decoder, at, after)?,
            },
            0..=0x7F => {
                decoder.out.push(char::from(byte));
                after
            }
            _ => decoder.bad(at, after, "unexpected special character")?,
        };
    }
    Ok(())
}

/// Decodes a run of base64 whose plus sign is at `start`. Returns the position after the run.
fn shifted(decoder: &mut Decoder<'_>, start: usize, mut at: usize) -> Result<usize, CodecError> {
    let data = decoder.data;
    let mut run = Run::default();
    loop {
        let Some(&byte) = data.get(at) else {
            if run.high.is_some() || run.problem().is_some() {
                return decoder.bad(start, data.len(), "unterminated shift sequence");
            }
            return Ok(at);
        };
        if let Some(sextet) = digit(byte) {
            run.take(decoder, sextet);
            at = at.saturating_add(1);
            continue;
        }
        if let Some(problem) = run.problem() {
            return decoder.bad(start, at.saturating_add(1), problem);
        }
        // As in CPython: a byte that is not ASCII, or that begins another run, drops a pending high surrogate.
        if let Some(high) = run.high.filter(|_| byte.is_ascii() && byte != b'+') {
            push(decoder, high);
        }
        return Ok(if byte == b'-' { at.saturating_add(1) } else { at });
    }
}
