//! Texts as an editor has them: lines from 0, and columns in units of UTF-16.

use std::path::PathBuf;

use lsp_types::{Position, Range};

/// The text of an open document, and where its lines start.
#[derive(Debug, Clone, Default)]
pub(super) struct Text {
    text: String,
    lines: Vec<usize>,
}

impl Text {
    pub(super) fn new(text: String) -> Self {
        let bytes = text.as_bytes();
        let ends = |at: &usize| bytes.get(*at) == Some(&b'\n') || (bytes.get(*at) == Some(&b'\r') && bytes.get(at + 1) != Some(&b'\n'));
        let lines = std::iter::once(0).chain((0..bytes.len()).filter(ends).map(|at| at + 1)).collect();
        Self { text, lines }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// A line without its end, or the empty text if there is none.
    fn line(&self, number: usize) -> &str {
        let Some(start) = self.lines.get(number) else { return "" };
        let end = self.lines.get(number + 1).copied().unwrap_or(self.text.len());
        self.text.get(*start..end).unwrap_or("").trim_end_matches(['\r', '\n'])
    }

    /// The position of a finding: its line from 1, and its column in characters from 1.
    pub(super) fn position(&self, line: u32, column: u32) -> Position {
        let number = line.saturating_sub(1);
        if number as usize >= self.lines.len() {
            return self.end();
        }
        let text = self.line(number as usize);
        // The check does not count the mark at the start of a file.
        let marks = usize::from(number == 0 && text.starts_with('\u{FEFF}'));
        let before = text.chars().take(marks.saturating_add((column as usize).saturating_sub(1)));
        Position { line: number, character: u32::try_from(before.map(char::len_utf16).sum::<usize>()).unwrap_or(u32::MAX) }
    }

    fn end(&self) -> Position {
        let last = self.lines.len().saturating_sub(1);
        let units = self.line(last).chars().map(char::len_utf16).sum::<usize>();
        Position { line: u32::try_from(last).unwrap_or(u32::MAX), character: u32::try_from(units).unwrap_or(u32::MAX) }
    }

    /// The position of a byte offset.
    pub(super) fn position_of(&self, offset: usize) -> Position {
        let number = self.lines.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.lines.get(number).copied().unwrap_or(0);
        let before = self.text.get(start..offset.min(self.text.len())).unwrap_or("");
        let units = before.chars().map(char::len_utf16).sum::<usize>();
        Position { line: u32::try_from(number).unwrap_or(u32::MAX), character: u32::try_from(units).unwrap_or(u32::MAX) }
    }

    /// The byte offset of a position. One behind the end of its line is at that end, as the protocol says.
    pub(super) fn offset(&self, position: Position) -> usize {
        let Some(start) = self.lines.get(position.line as usize) else { return self.text.len() };
        let mut units = 0usize;
        let line = self.line(position.line as usize);
        for (at, c) in line.char_indices() {
            if units >= position.character as usize {
                return start + at;
            }
            units += c.len_utf16();
        }
        start + line.len()
    }

    /// Replaces a range, or everything.
    pub(super) fn change(&mut self, range: Option<Range>, new: &str) {
        let Some(range) = range else {
            *self = Self::new(new.to_owned());
            return;
        };
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        let mut text = String::with_capacity(self.text.len() + new.len());
        text.push_str(self.text.get(..start).unwrap_or(""));
        text.push_str(new);
        text.push_str(self.text.get(end.max(start)..).unwrap_or(""));
        *self = Self::new(text);
    }

    /// The name at a position: of letters, digits, underlines, dots and hyphens, as rules and keys of policies have it.
    pub(super) fn word(&self, position: Position) -> &str {
        let at = self.offset(position);
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
        let (before, after) = (self.text.get(..at).unwrap_or(""), self.text.get(at..).unwrap_or(""));
        let start = before.char_indices().rev().take_while(|(_, c)| is_part(*c)).last().map_or(at, |(start, _)| start);
        let end = after.find(|c| !is_part(c)).map_or(self.text.len(), |end| at + end);
        self.text.get(start..end).unwrap_or("")
    }
}

/// The path of a `file:` URI. `None` for documents that are in no file.
pub(super) fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = rest.get(rest.find('/')?..)?;
    let mut bytes = Vec::with_capacity(path.len());
    let mut left = path.bytes();
    while let Some(byte) = left.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [left.next()?, left.next()?];
        bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/C:/folder` of Windows.
    let is_drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if is_drive { path.trim_start_matches('/') } else { &path }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn positions_count_units_of_utf16() {
        let text = Text::new("a\u{1F40D}b = 1\r\né\rz\n".to_owned());
        assert_eq!(text.position(1, 3), at(0, 3));
        assert_eq!(text.position_of("a\u{1F40D}".len()), at(0, 3));
        assert_eq!(text.offset(at(0, 3)), "a\u{1F40D}".len());
        assert_eq!((text.position(2, 2), text.position(3, 1), text.position(4, 1)), (at(1, 1), at(2, 0), at(3, 0)));
        assert_eq!(text.offset(at(0, 99)), "a\u{1F40D}b = 1".len());
        assert_eq!(text.offset(at(99, 0)), text.as_str().len());
        assert_eq!(text.position(99, 1), at(3, 0));
        assert_eq!(Text::new("\u{FEFF}x".to_owned()).position(1, 1), at(0, 1));
    }

    #[test]
    fn changes_replace_ranges() {
        let mut text = Text::new("a\u{1F40D}b\nc\n".to_owned());
        text.change(Some(Range { start: at(0, 1), end: at(0, 3) }), "x");
        assert_eq!(text.as_str(), "axb\nc\n");
        text.change(Some(Range { start: at(0, 3), end: at(1, 0) }), "");
        assert_eq!(text.as_str(), "axbc\n");
        text.change(None, "new");
        assert_eq!(text.as_str(), "new");
        text.change(Some(Range { start: at(0, 3), end: at(9, 9) }), "er\n");
        assert_eq!(text.as_str(), "newer\n");
        assert_eq!(Text::new("rules: {IMP001: off}".to_owned()).word(at(0, 10)), "IMP001");
    }

    #[test]
    fn paths_are_decoded() {
        assert_eq!(path_of("file:///a%20b/c.py"), Some(PathBuf::from("/a b/c.py")));
        assert_eq!(path_of("file://localhost/c.py"), Some(PathBuf::from("/c.py")));
        assert_eq!((path_of("untitled:x"), path_of("file:///%zz")), (None, None));
    }
}
