//! UNI002: a character that cannot be seen.

use stockade_compiler::tree::Span;

use crate::analysis::context::Check;
use crate::analysis::context::Context;

declare_rule! {
    /// ## What it does
    /// Reports bidirectional overrides anywhere, and zero-width and other invisible characters outside strings. The parser reports the characters that it cannot read.
    ///
    /// ## Why it matters
    /// They make code look different from what runs.
    ///
    /// ## Bad
    /// ```python
    /// x = 1 # <U+202E>
    /// ```
    ///
    /// ## Good
    /// ```python
    /// x = 1
    /// ```
    ///
    /// ## At run time
    /// None: the rule protects readers.
    HIDDEN_CHARACTER = "UNI002" "hidden-character" Unicode Deny
    cwe: Some(1007), is_security: true,
    "a character that cannot be seen"
    Check::Program(check)
}

fn check(context: &mut Context<'_>) {
    let text = context.source.text();
    if text.is_ascii() {
        return;
    }
    for (at, c) in candidates(text) {
        if context.deadline.is_over() {
            return;
        }
        if !is_invisible(c) {
            continue;
        }
        let start = u32::try_from(at).unwrap_or(u32::MAX);
        let in_text = context.walk.in_string(start);
        if in_text && !is_override(c) {
            continue;
        }
        let end = start.saturating_add(u32::try_from(c.len_utf8()).unwrap_or(0));
        let column = context.source.position(start).column;
        let message = format!("invisible character U+{:04X} at column {column}", u32::from(c));
        context.report(Span::new(start, end), message).label("not to be seen").help("remove it, or write it as an escape in a text");
    }
}

/// The characters whose first byte an invisible one may have. Most of a source is passed over in blocks.
fn candidates(text: &str) -> impl Iterator<Item = (usize, char)> {
    const BLOCK: usize = 64;
    let may_begin = |byte: &u8| matches!(byte, 0xC2 | 0xD8 | 0xE1 | 0xE2 | 0xEF | 0xF3);
    let blocks = text.as_bytes().chunks(BLOCK).enumerate().filter(|(_, block)| !block.is_ascii());
    let firsts = blocks.flat_map(move |(number, block)| {
        block.iter().enumerate().filter(move |(_, byte)| may_begin(byte)).map(move |(at, _)| number * BLOCK + at)
    });
    firsts.filter_map(|at| Some((at, text.get(at..)?.chars().next()?)))
}

/// Characters that reorder what people see.
fn is_override(c: char) -> bool {
    matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

fn is_invisible(c: char) -> bool {
    is_override(c)
        || matches!(c, '\u{00AD}' | '\u{061C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}' | '\u{E0000}'..='\u{E007F}')
}
