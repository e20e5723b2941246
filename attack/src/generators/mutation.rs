//! Mutates a text of the corpus: cuts, duplicates, splices with another text, and inserts fragments of Python and invalid text.

use super::Program;
use super::choices::Choices;

/// Fragments to insert: tokens, opening and closing parts of constructs, and characters that are difficult for lexers.
const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    ";",
    ".",
    "=",
    ":=",
    "->",
    "*",
    "**",
    "@",
    "\\",
    "\n",
    "\n    ",
    "\t",
    "'",
    "\"",
    "'''",
    "f'",
    "f'{",
    "}'",
    "rb'",
    "#",
    "0x",
    "1e",
    "1_",
    "0777",
    "9999999999999999999999",
    "1j",
    " if ",
    " else ",
    "for ",
    " in ",
    "lambda ",
    "yield ",
    "await ",
    "async ",
    "not ",
    " is ",
    "def f(",
    "class C:",
    "return",
    "global x",
    "nonlocal x",
    "import ",
    "from . import *",
    "try:",
    "except*",
    "finally:",
    "with ",
    "match x:",
    "case _:",
    "type X = ",
    "del ",
    "assert ",
    "raise ",
    "None",
    "True",
    "...",
    "__class__",
    "__import__",
    "super()",
    "é",
    "𝒳",
    "\u{202e}",
    "\u{feff}",
    "\u{0}",
    "\u{c}",
    "\r",
    "\u{a0}",
    "\u{1f600}",
    "\u{661}",
    "\u{10f800}",
    "{x!r:{y}}",
    "%s",
    "\\N{DIGIT ONE}",
    "\\ud800",
];

/// A mutated text. Empty only when the corpus is empty.
#[must_use]
pub fn mutation(choices: &mut Choices<'_>, corpus: &[Program]) -> String {
    let Some(first) = choices.pick(corpus) else { return String::new() };
    let mut text = first.text.clone();
    let count = 1 + choices.below(8);
    for _ in 0..count {
        let at = boundary(&text, choices.below(text.len() + 1));
        match choices.below(8) {
            // Inserts a fragment.
            0 | 1 => text.insert_str(at, choices.pick(PIECES).copied().unwrap_or("(")),
            // Deletes some characters.
            2 => {
                let end = boundary(&text, (at + choices.below(24)).min(text.len()));
                text.replace_range(at..end.max(at), "");
            }
            // Deletes the rest.
            3 => text.truncate(at),
            // Duplicates or deletes a line.
            4 | 5 => {
                let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |line| line + 1);
                let end = text.get(at..).and_then(|after| after.find('\n')).map_or(text.len(), |line| at + line + 1);
                let line = text.get(start..end).unwrap_or("").to_string();
                if choices.chance(50) { text.insert_str(start, &line) } else { text.replace_range(start..end, "") }
            }
            // Changes the indentation of a line.
            6 => {
                let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |line| line + 1);
                text.insert_str(start, choices.pick(&[" ", "    ", "\t", "        "]).copied().unwrap_or(" "));
            }
            // Continues with the text of another program.
            _ => {
                let other = choices.pick(corpus).map_or("", |program| &program.text);
                let from = boundary(other, choices.below(other.len() + 1));
                text.truncate(at);
                text.push_str(other.get(from..).unwrap_or(""));
            }
        }
    }
    text
}

/// The nearest character boundary at or before `at`.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|place| text.is_char_boundary(*place)).unwrap_or(0)
}
