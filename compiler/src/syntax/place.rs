//! The attributes of CPython's exception, which say how its tokenizer read the lines around the error.

use super::joined::first_line;
use crate::error::{End, Found, Place, SyntaxError};
use crate::source::SourceText;
use crate::tree::Span;

impl SyntaxError {
    /// The attributes of the exception.
    #[must_use]
    pub fn place(&self, source: &SourceText) -> Place {
        let start = source.position(self.span.start);
        let offset = i64::from(start.column);
        let line = source.line_text(start.line);
        // The end of a line belongs to the line, also where the last one has none.
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
            // The end of the last line counts also where it is not written; a comment before it belongs to it.
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
        // After parsing, columns are those of bytes.
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
                // CPython takes the line from what it has just read, or looks for it in what it has read before.
                let text = if source.line_of(reached.saturating_sub(1)) > start.line {
                    line.to_string()
                } else {
                    let first = source.line_start(first_line(source, start.line));
                    format!("{}{}", source.slice(Span::new(first, source.line_start(start.line))), place.text)
                };
                // The bytes before the end are counted as characters of the first line.
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
                    // A dedent before other text is at the start of that text.
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

    /// Like [`SyntaxError::place`], for a source that is read from a file. CPython then reads line by line, so it shows one line alone,
    /// and after the last line it has no offset.
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
