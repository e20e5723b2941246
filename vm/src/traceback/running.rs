//! The stack of a program that a limit has ended, as plain text. It shows the frames that a traceback would show.
//!
//! No exception is made, nothing is charged and no user code runs. The number of lines and the length of each text are limited.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use stockade_policy::text::escape_line;

use crate::heap::TraceEntry;
use crate::runtime::core::Runtime;
use crate::runtime::output::{escaped, redact};
use crate::traceback::{Place, entry, is_traced, place_of};

/// Maximum number of lines. Of a longer stack the middle is left out.
const MAX_LINES: usize = 20;
/// Maximum number of characters of a name or a source line.
const MAX_CHARS: usize = 200;
/// A source line with more bytes is not shown. A part of it could be half of something that the policy masks.
const MAX_SOURCE_BYTES: usize = 16_384;

/// A line of the stack of a program that a limit has ended: a call that was active. See [`crate::LimitReport`].
///
/// The texts are chosen by the program. They are masked as the policy says, cut to 200 characters, and have no control characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrameLine {
    /// The name of the source.
    pub file: String,
    /// The line in the source.
    pub line: u32,
    /// The name of the function; `<module>` outside functions.
    pub function: String,
    /// The text of the line. `None` if the source is not kept, or the line is empty or very long.
    pub source: Option<String>,
    /// How many more frames follow that are at the same line of the same function.
    pub repeated: usize,
    /// How many frames between the line before and this one are left out.
    pub omitted_before: usize,
}

/// Frames that are at the same line of the same function.
struct Group {
    item: TraceEntry,
    place: Place,
    repeated: usize,
}

/// The lines of a stack, outermost first. `frames` are the codes and instructions of its frames, outermost first.
pub(crate) fn running_stack(rt: &Runtime, frames: impl Iterator<Item = TraceEntry>) -> Vec<FrameLine> {
    let (mut first, mut last, mut omitted) = (Vec::new(), VecDeque::new(), 0usize);
    for item in frames.filter(|item| is_traced(rt, item.code)) {
        let group: Option<&mut Group> = last.back_mut().or_else(|| first.last_mut());
        if let Some(group) = group
            && (group.item == item || group.place == place_of(rt, item))
        {
            group.repeated += 1;
            continue;
        }
        let group = Group { item, place: place_of(rt, item), repeated: 0 };
        if first.len() < MAX_LINES / 2 {
            first.push(group);
            continue;
        }
        if last.len() >= MAX_LINES / 2 {
            omitted += last.pop_front().map_or(0, |group| group.repeated + 1);
        }
        last.push_back(group);
    }
    let at_gap = first.len();
    let mut lines: Vec<FrameLine> = Vec::with_capacity(first.len() + last.len());
    for (at, group) in first.into_iter().chain(last).enumerate() {
        if let Some(line) = frame_line(rt, &group, if at == at_gap { omitted } else { 0 }) {
            lines.push(line);
        }
    }
    lines
}

fn frame_line(rt: &Runtime, group: &Group, omitted_before: usize) -> Option<FrameLine> {
    let entry = entry(rt, group.item.code, group.item.pc, None)?;
    let source = entry.facts.program.source.line_text(entry.line).trim();
    let is_shown = !source.is_empty() && source.len() <= MAX_SOURCE_BYTES && entry.has_lines(rt);
    Some(FrameLine {
        file: shown(rt, entry.file()),
        line: entry.line,
        function: shown(rt, rt.name_text(entry.facts.name)),
        source: is_shown.then(|| shown(rt, source)),
        repeated: group.repeated,
        omitted_before,
    })
}

/// A text of the program on one line: masked, without control characters, and cut. The text is masked before it is cut, so that the cut
/// does not leave half a secret.
fn shown(rt: &Runtime, text: &str) -> String {
    if text.len() > MAX_SOURCE_BYTES {
        return "...".to_string();
    }
    let mut text = escaped(text).into_owned();
    if let Some(redactor) = &rt.policy.grants.redactor {
        redact(redactor, &mut text);
    }
    let mut text = escape_line(&text);
    if let Some((cut, _)) = text.char_indices().nth(MAX_CHARS) {
        text.truncate(cut);
        text.push_str("...");
    }
    text
}
