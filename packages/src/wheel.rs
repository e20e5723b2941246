//! Reads the files of a wheel, which is a zip archive.

use std::path::Path;

/// A file of an archive: its path, and how it is packed.
struct Member<'a> {
    path: String,
    method: u16,
    crc: u32,
    size: usize,
    packed: &'a [u8],
}

/// The path of a file, and its content if it is wanted.
type Content = (String, Option<Vec<u8>>);

/// The most bytes that the files of a wheel may have together.
const MAX_BYTES: usize = 1 << 30;
/// The end of the archive is searched in so many bytes.
const MAX_COMMENT: usize = 66_000;

/// The files for which `wanted` is true: path and content. Others are listed without content.
///
/// # Errors
/// The archive is damaged, or packed in another way than wheels are.
pub(crate) fn files(path: &Path, wanted: impl Fn(&str) -> bool) -> Result<Vec<Content>, String> {
    let data = crate::read(path)?;
    let bad = |what: &str| format!("`{}` is no wheel that can be read: {what}", path.display());
    let mut found = Vec::new();
    let mut left = MAX_BYTES;
    for member in members(&data).ok_or_else(|| bad("it is no zip archive, or a damaged one"))? {
        if member.path.ends_with('/') {
            continue;
        }
        if !wanted(&member.path) {
            found.push((member.path, None));
            continue;
        }
        left = left.checked_sub(member.size).ok_or_else(|| bad("its files are larger than 1 GiB together"))?;
        let content = match member.method {
            0 => member.packed.to_vec(),
            8 => miniz_oxide::inflate::decompress_to_vec_with_limit(member.packed, member.size)
                .map_err(|_| bad(&format!("`{}` is damaged", member.path)))?,
            other => return Err(bad(&format!("`{}` is packed with method {other}; wheels have 0 and 8", member.path))),
        };
        if content.len() != member.size || crc32fast::hash(&content) != member.crc {
            return Err(bad(&format!("`{}` is damaged", member.path)));
        }
        found.push((member.path, Some(content)));
    }
    Ok(found)
}

fn u16_at(data: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(data.get(at..at.checked_add(2)?)?.try_into().ok()?))
}

fn u32_at(data: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(data.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

fn usize_at(data: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u32_at(data, at)?).ok()
}

/// The rows of the archive's directory, which stands at its end.
fn members(data: &[u8]) -> Option<Vec<Member<'_>>> {
    let from = data.len().saturating_sub(MAX_COMMENT);
    let end = from + data.get(from..)?.windows(4).rposition(|four| four == b"PK\x05\x06")?;
    let count = u16_at(data, end + 10)?;
    let mut at = usize_at(data, end + 16)?;
    let mut members = Vec::new();
    for _ in 0..count {
        if data.get(at..at.checked_add(4)?)? != b"PK\x01\x02" {
            return None;
        }
        let (method, crc) = (u16_at(data, at + 10)?, u32_at(data, at + 16)?);
        let (packed, size) = (usize_at(data, at + 20)?, usize_at(data, at + 24)?);
        let lengths = [u16_at(data, at + 28)?, u16_at(data, at + 30)?, u16_at(data, at + 32)?].map(usize::from);
        let local = usize_at(data, at + 42)?;
        let path = String::from_utf8(data.get(at + 46..at + 46 + lengths[0])?.to_vec()).ok()?;
        at += 46 + lengths.iter().sum::<usize>();
        if data.get(local..local.checked_add(4)?)? != b"PK\x03\x04" {
            return None;
        }
        let start = local + 30 + usize::from(u16_at(data, local + 26)?) + usize::from(u16_at(data, local + 28)?);
        members.push(Member { path, method, crc, size, packed: data.get(start..start.checked_add(packed)?)? });
    }
    Some(members)
}
