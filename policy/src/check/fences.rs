//! Repairs of Markdown fences: a program that is wrapped in one, and a tag behind the one that closes a block.

use stockade_compiler::tree::Span;
use stockade_compiler::{ParseLimits, SourceText, parse};

use crate::base::rule::Level;
use crate::report::verdict::{Edit, Finding, Fix};
use crate::rules::input::text_after_fence::TEXT_AFTER_FENCE;

/// The number of marks at the start of a fence, and what is behind them. `None` if the line is no fence.
fn fence(line: &str) -> Option<(char, usize, &str)> {
    let text = line.trim();
    let mark = text.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let count = text.chars().take_while(|c| *c == mark).count();
    (count >= 3).then(|| (mark, count, text.get(count..).unwrap_or("").trim()))
}

/// The fix of a program whose first and last lines are a Markdown fence, if Python remains without them.
pub(crate) fn unwrapped(source: &SourceText, limits: &ParseLimits) -> Option<Fix> {
    let lines = || (1..=source.line_count()).filter(|line| !source.line_text(*line).trim().is_empty());
    let (first, last) = (lines().next()?, lines().next_back()?);
    let (mark, count, info) = fence(source.line_text(first))?;
    let (closing, closing_count, tag) = fence(source.line_text(last))?;
    let is_tag = tag.is_empty() || tag.starts_with('<');
    if first == last || mark != closing || closing_count < count || !is_tag || info.contains('`') {
        return None;
    }
    // Another fence between them would be prose between two programs.
    if lines().any(|line| line != first && line != last && fence(source.line_text(line)).is_some()) {
        return None;
    }
    let end = u32::try_from(source.text().len()).ok()?;
    let head = Span::new(0, source.line_start(first.saturating_add(1)));
    let tail = Span::new(source.line_start(last), end);
    let rest = SourceText::new(source.name(), source.slice(Span::new(head.end, tail.start)));
    parse(&rest, limits).ok()?;
    Some(Fix { message: "remove the Markdown fence".to_owned(), edits: vec![Edit::new(source, head, ""), Edit::new(source, tail, "")] })
}

/// The finding about a tag behind the fence that closes a block. `tag` is the place of the tag in the document.
pub(crate) fn tag_behind(document: &SourceText, tag: Span, level: Level) -> Finding {
    let line = document.line_of(tag.start);
    let start = document.line_start(line);
    let marks = document.slice(Span::new(start, tag.start));
    let behind = marks.len() - marks.trim_end().len();
    // The new line stands where the fence stands: in the same quote, and as far from the margin.
    let prefix: String = marks.chars().take_while(|c| matches!(c, ' ' | '\t' | '>')).collect();
    let shown = document.slice(tag);
    let mut finding =
        Finding::new(&TEXT_AFTER_FENCE, level, document, tag, format!("`{shown}` stands behind the fence that closes the block"));
    finding.label("not part of a fence").help("put it on a line of its own");
    let blanks = Span::new(tag.start.saturating_sub(u32::try_from(behind).unwrap_or(0)), tag.start);
    finding.fix = Some(Fix::new(format!("put `{shown}` on a line of its own"), Edit::new(document, blanks, format!("\n{prefix}"))));
    finding
}
