//! Computes the attributes of CPython's exception. They depend on how its tokenizer reads the lines around the error.

use super::joined::first_line;
use crate::error::{End, Found, Place, SyntaxError};
use crate::source::SourceText;
use crate::tree::Span;

impl SyntaxError {
    /// Returns the attributes of the exception.
    #[must_use]
    pub fn place(&self, source: &SourceText) -> Place {
        let start = source.position(self.span.start);
        let offset = i64::from(start.column);
        let line = source.line_text(start.line);
        // The newline belongs to its line, even if the last line has none.
        let end_of = |at: u32, is_blank: bool| {
            let past_line = source.slice(Span::new(at.saturating_sub(1), at)) == "\n";
            let at = at.min(u32::try_from(source.text().len()).unwrap_or(u32::MAX));
            let end = source.position(if past_line { at.saturating_sub(1) } else { at });
            let more = past_line || (is_blank && at as usize >= source.text().len());
            (end.line, i64::from(end.column) + i64::from(more))
        };
        let (end_line, end_offset) = if self.span.is_empty() && !source.slice(Span::new(self.span.start, self.span.start + 1)).is_empty() {
            (start.line, offset)
        } else {
            // The newline of the last line counts even if it is missing, and a comment at the end of the text extends to it.
            end_of(self.span.end, self.span.is_empty() || source.slice(self.span).starts_with('#'))
        };
        let place = Place {
            line: start.line,
            offset,
            end_line,
            end_offset: Some(end_offset),
            text: format!("{line}\n"),
            needs_file: matches!(self.found, Found::Compiler | Found::Symbols | Found::Future),
        };
        // Passes after the parser count columns in bytes.
        let bytes_of = |at: u32, line: u32| i64::from(at.saturating_sub(source.line_start(line))) + 1;
        match self.found {
            Found::Compiler | Found::Symbols => Place {
                offset: bytes_of(self.span.start, start.line),
                end_offset: if self.span.is_empty() { place.end_offset } else { Some(bytes_of(self.span.end, end_line)) },
                ..place
            },
            Found::Future => Place { offset: bytes_of(self.span.start, start.line), end_line: start.line, end_offset: None, ..place },
            Found::Token => Place { end_line: start.line, end_offset: Some(offset), text: line.to_string(), ..place },
            Found::TokenRange => Place { text: line.to_string(), ..place },
            Found::Grammar { reached, end } => {
                // CPython shows the line that it has just read, or searches for it in the text that it has read before.
                let text = if source.line_of(reached.saturating_sub(1)) > start.line {
                    line.to_string()
                } else {
                    let first = source.line_start(first_line(source, start.line));
                    format!("{}{}", source.slice(Span::new(first, source.line_start(start.line))), place.text)
                };
                // If the error ends on a later line, CPython takes the byte offset of its end there as a byte offset in the first line.
                let end_offset = if place.end_line > start.line {
                    let bytes = self.span.end.saturating_sub(source.line_start(place.end_line)) as usize;
                    let known = line.char_indices().take_while(|(at, _)| *at <= bytes).count() + usize::from(bytes >= line.len());
                    i64::try_from(known).ok()
                } else {
                    place.end_offset
                };
                let place = Place { text, end_offset, ..place };
                match end {
                    End::Span => place,
                    End::Reached => {
                        let (line, column) = end_of(reached, reached as usize > source.text().len());
                        Place { end_line: line, end_offset: Some(column - 1), ..place }
                    }
                    End::Zero => Place { end_line: start.line, end_offset: Some(0), ..place },
                    // A dedent before other text is placed at the start of that text.
                    End::Minus
                        if self.span.is_empty()
                            && !matches!(source.text().as_bytes().get(self.span.start as usize), None | Some(b'\n')) =>
                    {
                        Place { offset: offset.saturating_sub(1), end_line: start.line, end_offset: Some(-1), ..place }
                    }
                    End::Minus => Place { end_line: start.line, end_offset: Some(-1), ..place },
                    End::Nowhere => Place { offset: 0, end_line: start.line, end_offset: Some(0), ..place },
                }
            }
        }
    }

    /// Like [`SyntaxError::place`], for a source that is read from a file. CPython then reads line by line. So it shows
    /// a single line, and has no offset after the last line.
    #[must_use]
    pub fn place_in_file(&self, source: &SourceText) -> Place {
        let mut place = self.place(source);
        if let Found::Grammar { reached, end } = self.found {
            place.text = format!("{}\n", source.line_text(place.line));
            let rest = source.text().get(reached.min(self.span.start) as usize..).unwrap_or("");
            if end == End::Minus && rest.trim_matches([' ', '\t', '\x0c', '\n']).is_empty() {
                place.offset = 0;
            }
        }
        place
    }
}
