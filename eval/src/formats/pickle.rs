//! The compressed test cases of LiveCodeBench: base 64 of zlib of a pickle of one text. Only a text is read; a pickle that would make or call
//! anything else is refused.

/// Unpacked test cases of more bytes are refused.
const MAX_BYTES: usize = 1 << 30;

/// The text of a pickle that is compressed and in base 64.
///
/// # Errors
/// What is wrong with it.
pub fn compressed_text(packed: &str) -> Result<String, String> {
    let bytes = base64(packed)?;
    let mut data = Vec::new();
    let mut reader = std::io::Read::take(flate2::read::ZlibDecoder::new(bytes.as_slice()), MAX_BYTES as u64);
    std::io::Read::read_to_end(&mut reader, &mut data).map_err(|error| error.to_string())?;
    text_of_pickle(&data)
}

fn base64(text: &str) -> Result<Vec<u8>, String> {
    let (mut out, mut bits, mut held) = (Vec::with_capacity(text.len() / 4 * 3), 0u32, 0);
    for byte in text.bytes().filter(|byte| !byte.is_ascii_whitespace() && *byte != b'=') {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return Err("it is not base 64".to_string()),
        };
        bits = (bits << 6) | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            out.push(bits.wrapping_shr(held).to_le_bytes()[0]);
        }
    }
    Ok(out)
}

/// The text that a pickle holds: a header, one text, what remembers it, the end.
fn text_of_pickle(data: &[u8]) -> Result<String, String> {
    let mut at = 0;
    let mut found = None;
    let take = |at: &mut usize, count: usize| -> Result<&[u8], String> {
        let taken = data.get(*at..at.saturating_add(count)).ok_or("the pickle ends too early")?;
        *at += count;
        Ok(taken)
    };
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0usize, |value, byte| (value << 8) | usize::from(*byte));
    loop {
        match take(&mut at, 1)?.first() {
            Some(0x80) => drop(take(&mut at, 1)?),
            Some(0x95) => drop(take(&mut at, 8)?),
            Some(length @ (0x8c | b'X' | 0x8d)) if found.is_none() => {
                let width = match length {
                    0x8c => 1,
                    b'X' => 4,
                    _ => 8,
                };
                let length = number(take(&mut at, width)?);
                let text = take(&mut at, length)?;
                found = Some(String::from_utf8(text.to_vec()).map_err(|error| error.to_string())?);
            }
            Some(0x94) => {}
            Some(b'q') => drop(take(&mut at, 1)?),
            Some(b'r') => drop(take(&mut at, 4)?),
            Some(b'.') => return found.ok_or_else(|| "the pickle holds no text".to_string()),
            _ => return Err("the pickle holds more than a text".to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn only_a_text_is_read() {
        let text = b"\x80\x04\x95\x06\x00\x00\x00\x00\x00\x00\x00\x8c\x02[]\x94.";
        assert_eq!(super::text_of_pickle(text).as_deref(), Ok("[]"));
        assert!(super::text_of_pickle(b"cos\nsystem\n(S'ls'\ntR.").is_err());
        assert!(super::text_of_pickle(b"\x80\x04").is_err());
    }
}
