//! The source lines of a frame, each followed by a line of `~` and `^`.
//!
//! The rules are those of CPython 3.13. The common indentation is removed. Carets are left out if they would cover the whole text. Of many
//! lines only the first, the last, and those near a change between `~` and `^` are shown.

use std::collections::BTreeSet;

use stockade_compiler::SourceText;
use stockade_compiler::tree::Span;

use super::anchors::{self, Shape};
use stockade_algorithms::unicode::east_asian_width;

/// Of a span whose lines have more bytes than this, only the first line is shown, cut to [`MAX_LINE`] characters.
const MAX_LINES_BYTES: usize = 16_384;
const MAX_LINE: usize = 1000;

/// The display width of `line` up to character `end`. Wide characters count twice.
fn width(line: &[char], end: usize) -> usize {
    if line.iter().all(char::is_ascii) {
        return end;
    }
    line.iter().take(end).map(|c| if matches!(east_asian_width(*c as u32), "W" | "F") { 2 } else { 1 }).sum()
}

/// Removes the leading blanks that all lines have in common. Lines that are all blank become empty.
fn dedent(lines: &mut [Vec<char>]) {
    let blank = |c: &char| *c == ' ' || *c == '\t';
    let mut margin: Option<Vec<char>> = None;
    for line in lines.iter_mut() {
        let indent: Vec<char> = line.iter().copied().take_while(blank).collect();
        if indent.len() == line.len() {
            line.clear();
            continue;
        }
        margin = Some(match margin {
            None => indent,
            Some(known) => known.iter().zip(&indent).take_while(|(a, b)| a == b).map(|(a, _)| *a).collect(),
        });
    }
    let depth = margin.map_or(0, |margin| margin.len());
    for line in lines.iter_mut() {
        line.drain(..depth.min(line.len()));
    }
}

/// A single line without its indentation.
pub(super) fn first_line(source: &SourceText, line: u32) -> String {
    // Not the whole line: spaces may be all that a long one has.
    let start = source.line_text(line).chars().take(MAX_LINES_BYTES).skip_while(|c| c.is_whitespace());
    let line: String = start.take(MAX_LINE).collect();
    let line = line.trim_end();
    if line.is_empty() { String::new() } else { format!("    {line}\n") }
}

/// The source lines of a span with their carets, indented by four spaces. Each line ends with a newline.
pub(super) fn lines(source: &SourceText, span: Span, budget: &mut usize) -> String {
    let (first, last) = (source.line_of(span.start), source.line_of(span.end).max(source.line_of(span.start)));
    let from = source.line_start(first) as usize;
    if (span.end as usize).saturating_sub(from) > MAX_LINES_BYTES || source.line_text(last).len() > MAX_LINES_BYTES {
        return first_line(source, first);
    }
    let raw: Vec<&str> = (first..=last).map(|line| source.line_text(line)).collect();
    let mut all: Vec<Vec<char>> = raw.iter().map(|line| line.trim_end().chars().collect()).collect();
    let original_len = all.first().map_or(0, Vec::len);
    dedent(&mut all);
    let (Some(head), Some(tail)) = (all.first(), all.last()) else { return String::new() };
    if all.iter().all(Vec::is_empty) {
        return String::new();
    }
    let column = |line: u32, at: u32| {
        let bytes = (at as usize).saturating_sub(source.line_start(line) as usize);
        let text = source.line_text(line);
        text.get(..bytes.min(text.len())).unwrap_or("").chars().count()
    };
    let removed = original_len.saturating_sub(head.len());
    let start = column(first, span.start).saturating_sub(removed).min(head.len());
    let end = column(last, span.end).saturating_sub(removed).min(tail.len());
    let segment = segment(&all, start, end);
    let shape = match budget.checked_sub(segment.len()) {
        Some(left) => {
            *budget = left;
            anchors::shape(&segment)
        }
        None => Shape::default(),
    };
    let marks = Marks { all: &all, start, end, shape, shown: should_show(&all, start, end, shape) };
    marks.text()
}

fn segment(all: &[Vec<char>], start: usize, end: usize) -> String {
    let last = all.len().saturating_sub(1);
    let mut text = String::new();
    for (at, line) in all.iter().enumerate() {
        if at > 0 {
            text.push('\n');
        }
        let from = if at == 0 { start } else { 0 };
        let to = if at == last { end } else { line.len() };
        text.extend(line.get(from..to).unwrap_or(&[]));
    }
    text
}

/// False when carets would add no information: under the whole text, or under the call in `return f(...)` and `x = f(...)`.
fn should_show(all: &[Vec<char>], start: usize, end: usize, shape: Shape) -> bool {
    let (Some(head), Some(tail)) = (all.first(), all.last()) else { return false };
    let before: String = head.get(..start).unwrap_or(&[]).iter().collect();
    let after: String = tail.get(end..).unwrap_or(&[]).iter().collect();
    if shape.is_call && is_whole_value(&before, &after, shape, tail.get(..end).unwrap_or(&[]).iter().all(char::is_ascii)) {
        return false;
    }
    shape.anchors.is_some() || !before.trim_start().is_empty() || !after.trim_end().is_empty()
}

/// True when the call is the whole value that the statement returns or assigns to a single name.
fn is_whole_value(before: &str, after: &str, shape: Shape, ascii: bool) -> bool {
    let opened = before.trim_end_matches(|c: char| c == '(' || c.is_whitespace());
    let parentheses = before.get(opened.len()..).unwrap_or("").matches('(').count();
    let mut rest = after.trim_start();
    for _ in 0..parentheses {
        match rest.strip_prefix(')') {
            Some(more) => rest = more.trim_start(),
            None => return false,
        }
    }
    if !ascii || !before.is_ascii() || !(rest.is_empty() || rest.starts_with('#') || rest.starts_with(';')) {
        return false;
    }
    if opened == "return" {
        return shape.calls_name;
    }
    match opened.strip_suffix('=') {
        Some(target) => {
            let target = target.trim_end();
            !target.is_empty()
                && !target.starts_with(|c: char| c.is_ascii_digit())
                && target.chars().all(|c| c.is_alphanumeric() || c == '_')
        }
        None => false,
    }
}

struct Marks<'a> {
    all: &'a [Vec<char>],
    start: usize,
    end: usize,
    shape: Shape,
    shown: bool,
}

impl Marks<'_> {
    fn text(&self) -> String {
        let last = self.all.len().saturating_sub(1);
        let mut significant: BTreeSet<usize> = BTreeSet::from([0, last]);
        // Where `~` changes to `^` and back, in display columns.
        let bounds = self.shape.anchors.map(|anchors| {
            let column = |(line, at): (usize, usize)| {
                let at = if line == 0 { at + self.start } else { at };
                (line, self.all.get(line).map_or(at, |text| width(text, at)))
            };
            for line in [anchors.left.0, anchors.right.0] {
                significant.extend((line.saturating_sub(1)..=line + 1).filter(|line| *line <= last));
            }
            (column(anchors.left), column(anchors.right))
        });
        let mut out: Vec<Vec<char>> = Vec::new();
        let mut previous: Option<usize> = None;
        for line in significant {
            if let Some(previous) = previous {
                match line - previous {
                    2 => self.line(line - 1, bounds, &mut out),
                    gap if gap > 2 => out.push(format!("...<{} lines>...", gap - 1).chars().collect()),
                    _ => {}
                }
            }
            self.line(line, bounds, &mut out);
            previous = Some(line);
        }
        dedent(&mut out);
        let mut text = String::new();
        for line in out {
            text.push_str("    ");
            text.extend(line);
            text.push('\n');
        }
        text
    }

    fn line(&self, number: usize, bounds: Option<((usize, usize), (usize, usize))>, out: &mut Vec<Vec<char>>) {
        let Some(line) = self.all.get(number) else { return };
        out.push(line.clone());
        if !self.shown {
            return;
        }
        let indent = line.iter().take_while(|c| c.is_whitespace()).count();
        let last = number + 1 == self.all.len();
        let columns = width(line, if last { self.end } else { line.len() });
        let from = if number == 0 { width(line, self.start) } else { 0 };
        let marks = (0..columns).map(|column| {
            if column < indent || column < from {
                ' '
            } else {
                match bounds {
                    Some((left, right)) if (number, column) < left || (number, column) >= right => '~',
                    _ => '^',
                }
            }
        });
        out.push(marks.collect());
    }
}
