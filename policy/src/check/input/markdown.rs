//! Extracts the Python code from Markdown: fenced blocks, and the `<code>` blocks that agents write.

use stockade_compiler::SourceText;
use stockade_compiler::tree::Span;

use super::{Padding, Place, Snippet};

/// Maximum nesting of fenced Markdown in fenced Markdown.
const MAX_NESTING: usize = 4;

/// A line without the quote marks and blanks at its start.
#[derive(Clone, Copy)]
struct Line<'a> {
    text: &'a str,
    /// The byte offset of `text` in the document.
    offset: usize,
    quotes: usize,
    indent: usize,
}

fn line_at<'a>(whole: &'a str, offset: usize) -> Line<'a> {
    let (mut at, mut quotes, mut indent) = (0, 0, 0);
    for c in whole.chars() {
        match c {
            ' ' => indent += 1,
            '\t' => indent += 4,
            '>' => {
                quotes += 1;
                indent = 0;
            }
            _ => break,
        }
        at += 1;
    }
    Line { text: whole.get(at..).unwrap_or(""), offset: offset + at, quotes, indent }
}

/// A line behind the marks of list items at its start (`- `, `1. `) if a fence follows them. The marks count as indentation, as that of the
/// lines below.
fn in_list<'a>(line: Line<'a>) -> Line<'a> {
    let (mut text, mut width) = (line.text, 0);
    loop {
        if text.starts_with("```") || text.starts_with("~~~") {
            return Line { text, offset: line.offset + width, indent: line.indent + width, ..line };
        }
        let digits = text.chars().take_while(char::is_ascii_digit).count();
        let mark = match text.get(digits..).and_then(|rest| rest.chars().next()) {
            Some('-' | '*' | '+') if digits == 0 => 1,
            Some('.' | ')') if (1..10).contains(&digits) => digits + 1,
            _ => return line,
        };
        let behind = text.get(mark..).unwrap_or("");
        let blanks = behind.chars().take_while(|c| *c == ' ').count();
        if blanks == 0 {
            return line;
        }
        text = behind.get(blanks..).unwrap_or("");
        width += mark + blanks;
    }
}

/// Recognises an opening fence. Returns its mark, the number of marks, and the info text.
fn opening(text: &str) -> Option<(char, usize, &str)> {
    let mark = text.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let count = text.chars().take_while(|c| *c == mark).count();
    let info = text.get(count..)?.trim();
    // A block that ended before has its tag on its last line.
    let is_tag = info.starts_with('<');
    (count >= 3 && !is_tag && !(mark == '`' && info.contains('`'))).then_some((mark, count, info))
}

/// True for a closing fence. Models write tags such as `<end_code>` behind it.
fn closes(text: &str, mark: char, count: usize) -> bool {
    let marks = text.chars().take_while(|c| *c == mark).count();
    marks >= count && text.get(marks..).is_some_and(|rest| matches!(rest.trim_start().chars().next(), None | Some('<')))
}

/// The place of the tag behind a closing fence.
fn tag(whole: &str, offset: usize, mark: char) -> Option<Span> {
    let line = line_at(whole, offset);
    let behind = line.text.trim_start_matches(mark);
    let tag = behind.trim_start();
    let at = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let start = line.offset + (line.text.len() - tag.len());
    (!tag.trim_end().is_empty()).then(|| Span::new(at(start), at(start + tag.trim_end().len())))
}

fn language(info: &str) -> String {
    let word = info.trim_start_matches(['{', '.', ' ']).split([' ', '\t', ',', '}', '{', ':']).next().unwrap_or("");
    word.to_ascii_lowercase()
}

fn is_python(info: &str) -> bool {
    matches!(language(info).as_str(), "python" | "py" | "python3" | "py3" | "ipython") || info.starts_with("{code-cell} python")
}

/// Returns where the content of a line in a block starts: after the quote marks and the indentation of the block.
fn content(whole: &str, quotes: usize, indent: usize) -> usize {
    let (mut at, mut seen, mut blanks) = (0, 0, 0);
    for c in whole.chars() {
        match c {
            '>' if seen < quotes => {
                seen += 1;
                blanks = 0;
            }
            ' ' | '\t' if seen < quotes || blanks < indent => blanks += if c == '\t' { 4 } else { 1 },
            _ => break,
        }
        at += 1;
    }
    at
}

/// Returns the Python blocks of a document, in order.
///
/// # Errors
/// The document has too many blocks.
pub(super) fn snippets(document: &SourceText) -> Result<Vec<Snippet>, String> {
    let mut lines = Vec::new();
    let mut offset = 0;
    for line in document.text().split_inclusive('\n') {
        lines.push((line.trim_end_matches('\n'), offset));
        offset += line.len();
    }
    let mut blocks = Blocks { document, padding: Padding::new(), found: Vec::new() };
    blocks.scan(&lines, 0)?;
    Ok(blocks.found)
}

/// The blocks of a document that were found so far.
struct Blocks<'a> {
    document: &'a SourceText,
    padding: Padding,
    found: Vec<Snippet>,
}

impl Blocks<'_> {
    /// `MAX_NESTING` limits the recursion.
    fn scan(&mut self, lines: &[(&str, usize)], depth: usize) -> Result<(), String> {
        let mut rest = lines;
        while let Some(((whole, offset), after)) = rest.split_first() {
            rest = after;
            let line = in_list(line_at(whole, *offset));
            if let Some((mark, count, info)) = opening(line.text) {
                let end = rest.iter().position(|(inner, _)| closes(line_at(inner, 0).text, mark, count)).unwrap_or(rest.len());
                let body = rest.get(..end).unwrap_or(&[]);
                let tag = rest.get(end).and_then(|(whole, at)| tag(whole, *at, mark));
                rest = rest.get(end.saturating_add(1)..).unwrap_or(&[]);
                if is_python(info) {
                    let block = self.block(body, line)?;
                    self.found.push(Snippet { tag, ..block });
                } else if matches!(language(info).as_str(), "markdown" | "md") && depth < MAX_NESTING {
                    self.scan(body, depth + 1)?;
                }
            } else if let Some(behind) = line.text.strip_prefix("<code>") {
                // Only a `<code>` that is alone on its line starts a block. Other ones mark words in the text.
                let inline = behind.trim_end().strip_suffix("</code>").filter(|code| !code.contains("</code>"));
                let (start, first) = (line.offset + "<code>".len(), behind);
                if let Some(code) = inline {
                    let code = self.pieces(&[(code, start)])?;
                    self.found.push(code);
                } else if !behind.contains("</code>") {
                    let end = rest.iter().position(|(inner, _)| inner.contains("</code>"));
                    let mut body: Vec<(&str, usize)> = Vec::new();
                    if !first.trim().is_empty() {
                        body.push((first, start));
                    }
                    body.extend(rest.get(..end.unwrap_or(rest.len())).unwrap_or(&[]));
                    if let Some((last, at)) = end.and_then(|end| rest.get(end)) {
                        let kept = last.split("</code>").next().unwrap_or("");
                        if !kept.trim().is_empty() {
                            body.push((kept, *at));
                        }
                    }
                    rest = end.and_then(|end| rest.get(end.saturating_add(1)..)).unwrap_or(&[]);
                    let code = self.pieces(&body)?;
                    self.found.push(code);
                }
            }
        }
        Ok(())
    }

    fn block(&mut self, body: &[(&str, usize)], fence: Line<'_>) -> Result<Snippet, String> {
        let mut stripped = Vec::with_capacity(body.len());
        for (whole, offset) in body {
            let start = content(whole, fence.quotes, fence.indent);
            stripped.push((whole.get(start..).unwrap_or(""), offset + start));
        }
        self.pieces(&stripped)
    }

    /// A program made of these parts of lines. Empty lines stand in front, so that its lines have the numbers of the document.
    fn pieces(&mut self, lines: &[(&str, usize)]) -> Result<Snippet, String> {
        let document = self.document;
        let first = lines.first().map_or(0, |(_, offset)| u32::try_from(*offset).unwrap_or(u32::MAX));
        let above = document.line_of(first).saturating_sub(1);
        let mut text = self.padding.lines(document, above as usize, 0)?;
        let mut places: Vec<Place> = (1..=above).map(|line| Place { offset: document.line_start(line) }).collect();
        for (line, offset) in lines {
            text.push_str(line);
            text.push('\n');
            places.push(Place { offset: u32::try_from(*offset).unwrap_or(u32::MAX) });
        }
        Ok(Snippet { name: document.name().to_owned(), text, places: Some(places), is_step: true, ..Snippet::default() })
    }
}
