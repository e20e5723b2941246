//! Generates a Python program from choices and the grammar in `grammar.rs`. Most programs end; all of them end within a budget.
//!
//! Expansion counts its depth, so the generated code never nests deeper than `MAX_DEPTH`.

use super::grammar::{self, Kind};
use stockade_attack::generators::Choices;

/// Maximum nesting of expressions and blocks. It limits the recursion of the generator, whatever the bytes are.
const MAX_DEPTH: usize = 5;

/// When a program has this many characters, only the smallest forms are used.
const MAX_LENGTH: usize = 12_000;

struct Writer<'c, 'b> {
    choices: &'c mut Choices<'b>,
    out: String,
    /// The variables in scope, with their probable kinds.
    variables: Vec<(String, Kind)>,
    functions: Vec<String>,
    classes: Vec<String>,
    /// Counter for new names.
    name_count: usize,
    depth: usize,
    indent: usize,
}

/// Generates a program.
#[must_use]
pub fn program(choices: &mut Choices<'_>) -> String {
    let mut writer = Writer {
        choices,
        out: String::new(),
        variables: Vec::new(),
        functions: Vec::new(),
        classes: Vec::new(),
        name_count: 0,
        depth: 0,
        indent: 0,
    };
    if writer.choices.chance(70) {
        writer.line(grammar::IMPORTS);
    }
    while !writer.choices.is_exhausted() && writer.out.len() < MAX_LENGTH {
        writer.guarded();
    }
    writer.show_variables();
    writer.out
}

impl Writer<'_, '_> {
    /// Writes a statement at module level, usually inside a `try` that prints the exception and continues.
    fn guarded(&mut self) {
        if self.choices.chance(6) {
            return self.statement();
        }
        self.line("try:");
        self.indent += 1;
        self.statement();
        self.indent -= 1;
        self.line("except Exception as caught:");
        self.line("    print(type(caught).__name__, caught)");
    }

    fn show_variables(&mut self) {
        let shown: Vec<String> = self.variables.iter().map(|(name, _)| name.clone()).collect();
        for name in shown {
            self.line(&format!("try: print({name})"));
            self.line("except Exception as caught: print(type(caught).__name__)");
        }
    }

    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn statement(&mut self) {
        let small = self.depth >= MAX_DEPTH || self.out.len() > MAX_LENGTH;
        let rows = if small { grammar::SIMPLE } else { grammar::STATEMENTS };
        let Some(row) = self.choices.pick(rows).copied() else { return };
        self.depth += 1;
        self.name_count += 1;
        let number = self.name_count;
        let mut defined = Defined::default();
        for line in row.lines() {
            let text = line.trim_start_matches("    ");
            let inner = (line.len() - text.len()) / 4;
            self.indent += inner;
            if text == "$>" {
                self.block();
            } else {
                let text = self.expand(text, number, &mut defined);
                self.line(&text);
            }
            self.indent -= inner;
        }
        self.variables.extend(defined.variables);
        self.functions.extend(defined.functions);
        self.classes.extend(defined.classes);
        self.depth -= 1;
    }

    fn block(&mut self) {
        let count = 1 + self.choices.below(3);
        for _ in 0..count {
            self.statement();
        }
    }

    /// Fills in the placeholders of a form.
    fn expand(&mut self, row: &str, number: usize, defined: &mut Defined) -> String {
        let mut text = String::new();
        let mut rest = row.chars();
        while let Some(c) = rest.next() {
            if c != '$' {
                text.push(c);
                continue;
            }
            match rest.next() {
                Some('#') => text.push_str(&number.to_string()),
                Some('n') => text.push_str(&self.choices.below(8).to_string()),
                Some('X') => text.push_str(self.choices.pick(grammar::EXCEPTIONS).copied().unwrap_or("Exception")),
                Some('o') => text.push_str(self.choices.pick(grammar::OPERATORS).copied().unwrap_or("+")),
                Some('c') => text.push_str(self.choices.pick(grammar::COMPARISONS).copied().unwrap_or("<")),
                Some('w') => text.push_str(self.choices.pick(grammar::SPECS).copied().unwrap_or("")),
                Some('F') => {
                    let name = format!("f{number}");
                    text.push_str(&name);
                    defined.functions.push(name);
                }
                Some('C') => {
                    let name = format!("C{number}");
                    text.push_str(&name);
                    defined.classes.push(name);
                }
                Some('g') => text.push_str(&one_of(self.choices, &self.functions, "len")),
                Some('K') => text.push_str(&one_of(self.choices, &self.classes, "list")),
                Some('v') => {
                    let names: Vec<String> = self.variables.iter().map(|(name, _)| name.clone()).collect();
                    text.push_str(&one_of(self.choices, &names, "print"));
                }
                Some('=') => {
                    let kind = rest.next().and_then(Kind::of_letter).unwrap_or(Kind::Int);
                    let name = self.target(kind);
                    text.push_str(&name);
                    defined.variables.push((name, kind));
                }
                Some(letter) => match Kind::of_letter(letter) {
                    Some(kind) => {
                        let expression = self.expression(kind);
                        text.push_str(&expression);
                    }
                    None => text.push(letter),
                },
                None => {}
            }
        }
        text
    }

    /// A name to assign to: an existing or a new one.
    fn target(&mut self, kind: Kind) -> String {
        if self.choices.chance(40)
            && let Some((name, _)) = self.choices.pick(&self.variables)
        {
            return name.clone();
        }
        self.name_count += 1;
        format!("{}{}", kind.letter(), self.name_count)
    }

    fn expression(&mut self, kind: Kind) -> String {
        // Occasionally uses another kind, to test errors as well.
        let kind = if self.choices.chance(4) { self.choices.pick(Kind::ALL).copied().unwrap_or(kind) } else { kind };
        let kind = if kind == Kind::Any { self.choices.pick(Kind::ALL).copied().unwrap_or(Kind::Int) } else { kind };
        if self.choices.chance(35) {
            let known: Vec<&String> = self.variables.iter().filter(|(_, of)| *of == kind).map(|(name, _)| name).collect();
            if let Some(name) = self.choices.pick(&known) {
                return (*name).clone();
            }
        }
        let small = self.depth >= MAX_DEPTH || self.choices.is_exhausted() || self.out.len() > MAX_LENGTH;
        let rows = if small { grammar::leaves(kind) } else { grammar::expressions(kind) };
        let row = self.choices.pick(rows).copied().unwrap_or("0");
        self.depth += 1;
        let text = self.expand(row, self.name_count, &mut Defined::default());
        self.depth -= 1;
        text
    }
}

/// The names that come into scope after a statement is written.
#[derive(Default)]
struct Defined {
    variables: Vec<(String, Kind)>,
    functions: Vec<String>,
    classes: Vec<String>,
}

fn one_of(choices: &mut Choices<'_>, names: &[String], fallback: &str) -> String {
    choices.pick(names).cloned().unwrap_or_else(|| fallback.to_string())
}
