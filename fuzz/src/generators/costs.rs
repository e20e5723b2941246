//! The cases of the cost audit: each is one operation on values whose size is `N`. The rows are in `cost_rows.rs`; the members of the
//! library get their arguments from the literals of their snippets, made `N` times as long.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::cost_rows::{HEAD, LIBRARY_OPERATIONS, OPERATIONS, SHAPES, SMALL, STATEMENTS};
use super::members::{Member, NEEDED};
use stockade_attack::generators::Random;

/// One operation that is measured. All three texts may use `N`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The operation and the shape of what it works on, for the table.
    pub name: String,
    /// Lines of `import`. They come first, so that warm imports serve all runs.
    pub imports: String,
    /// Makes the values. It is not measured.
    pub setup: String,
    /// The lines that are measured.
    pub operation: String,
    /// The sizes to start from. A larger one is taken when the operation is fast.
    pub sizes: &'static [u64],
}

/// Sizes of containers and texts: the measurement takes the largest whose quadruple is quick.
const LONG: &[u64] = &[64, 512, 2_048];
/// Numbers of levels of a DAG, where each level doubles the number of paths.
const LEVELS: &[u64] = &[8, 15];
/// Numbers of classes: making a row of them takes quadratic time.
const CLASSES: &[u64] = &[16, 64, 256];
/// Numbers of turns of a loop around an operation of small values.
const TURNS: &[u64] = &[64];

impl Case {
    /// The program that makes the values.
    #[must_use]
    pub fn setup_program(&self, size: u64) -> String {
        format!("{}{HEAD}N = {size}\n{}", self.imports, self.setup)
    }
}

/// The lines of a row, each below `indent`.
pub(super) fn lines(text: &str, indent: &str) -> String {
    text.split(" ;; ").fold(String::new(), |mut all, line| {
        let _ = writeln!(all, "{indent}{line}");
        all
    })
}

fn guarded(lines: &str) -> String {
    format!("try:\n{lines}except Exception: pass\n")
}

/// The operations of the language and of the builtin types.
#[must_use]
pub fn core_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut looped = BTreeSet::new();
    for shape in SHAPES {
        let kinds: Vec<&str> = shape.kinds.split(' ').collect();
        let small = SMALL.iter().find(|(kind, _)| kinds.first() == Some(kind)).map_or("1", |(_, text)| text);
        let make = format!("def make():\n{}    return x\n", lines(shape.make, "    "));
        for row in OPERATIONS.iter().filter(|row| kinds.contains(&row.0)) {
            for operation in row.1.split(" ; ") {
                let mut setup = make.clone();
                let is_used = |name: &str| operation.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
                for (name, value) in [("a", "make()"), ("b", "make()"), ("o", small)] {
                    if is_used(name) {
                        let _ = writeln!(setup, "{name} = {value}");
                    }
                }
                let case = Case {
                    name: format!("{operation}   # {}", shape.name),
                    imports: imports(&[&setup, operation]),
                    setup,
                    operation: guarded(&lines(operation, "    ")),
                    sizes: if kinds.contains(&"levels") {
                        LEVELS
                    } else if kinds.iter().any(|kind| ["class", "bases", "call"].contains(kind)) {
                        CLASSES
                    } else {
                        LONG
                    },
                };
                // With small values it is tried once for each kind, in a loop.
                if looped.insert((kinds.first().copied(), operation)) && !operation.contains("for ") {
                    cases.push(Case {
                        name: format!("{operation}   # {} of 4, N times", shape.name),
                        imports: case.imports.clone(),
                        setup: format!(
                            "TURNS = N\nN = 4\n{}def run():\n    global a\n    for _ in range(TURNS):\n        try:\n{}        except Exception: pass\n",
                            case.setup,
                            lines(operation, "            ")
                        ),
                        operation: "run()\n".into(),
                        sizes: TURNS,
                    });
                }
                cases.push(case);
            }
        }
    }
    for (setup, turn) in STATEMENTS {
        let setup = format!("{}def run():\n    for i in range(N):\n{}", lines(setup, ""), lines(turn, "        "));
        cases.push(Case {
            name: format!("{turn}   # in a loop"),
            imports: imports(&[&setup]),
            setup,
            operation: "run()\n".into(),
            sizes: LONG,
        });
    }
    cases
}

/// The imports that a program needs: those of the modules that it names.
fn imports(texts: &[&str]) -> String {
    let modules = "array collections copy functools itertools json math operator pickle re struct types";
    let is_named = |module: &&str| texts.iter().any(|text| text.contains(&format!("{module}.")));
    modules.split(' ').filter(is_named).fold(String::new(), |all, name| format!("{all}import {name}\n"))
}

/// The members of the library, each with small values in a loop and with long ones.
#[must_use]
pub fn member_cases(members: &[Member], seed: u64) -> Vec<Case> {
    let mut random = Random::new(seed);
    let mut cases = Vec::new();
    for member in members.iter().filter(|member| !member.module.starts_with("asyncio")) {
        for (maker, call) in member.calls(&mut random, LIBRARY_OPERATIONS) {
            cases.extend(variants(&member.module, &maker, &call));
        }
    }
    let mut seen = BTreeSet::new();
    cases.retain(|case| seen.insert(case.name.clone()));
    cases
}

/// A call with small values, with all literals long, and with each of the first literals long.
fn variants(module: &str, maker: &str, call: &str) -> Vec<Case> {
    let mut imports = String::new();
    let is_named = |name: &str| maker.contains(&format!("{name}.")) || call.contains(&format!("{name}."));
    for name in NEEDED.iter().copied().filter(|name| is_named(name)).chain([module]) {
        let _ = writeln!(imports, "import {name}");
    }
    if module.starts_with("email") {
        imports.push_str("import email.policy\n");
    }
    let case = |maker: &str, call: &str, setup: &str, sizes: &'static [u64]| {
        let made = if maker.is_empty() { String::new() } else { format!("o = {maker}\n") };
        let name = if maker.is_empty() { call.to_string() } else { format!("{call}   # o = {maker}") };
        let (name, operation, setup) = if sizes == TURNS {
            let turn = format!("    for _ in range(N):\n        try: {call}\n        except Exception: pass\n");
            (format!("{name}, N times"), "run()\n".to_string(), format!("{made}{setup}def run():\n{turn}"))
        } else {
            (name, guarded(&format!("    {call}\n")), format!("{setup}{made}"))
        };
        Case { name, imports: imports.clone(), setup, operation, sizes }
    };
    let mut cases = vec![case(maker, call, "", TURNS)];
    // The literals of the object and of the call are numbered together.
    let (of_maker, of_call) = (literals(maker), literals(call));
    let all = of_maker.len() + of_call.len();
    let mut choices: Vec<Vec<usize>> = vec![(0..all).collect()];
    choices.extend((0..all.min(4)).map(|one| vec![one]));
    for chosen in choices.iter().filter(|chosen| !chosen.is_empty()) {
        for is_count in [false, true] {
            let mut setup = String::new();
            let maker = lengthened(maker, &of_maker, 0, chosen, is_count, &mut setup);
            let call = lengthened(call, &of_call, of_maker.len(), chosen, is_count, &mut setup);
            if !setup.is_empty() {
                let mut made = case(&maker, &call, &setup, LONG);
                made.name = format!("{}   # {}", made.name, setup.trim_end().replace('\n', ", "));
                cases.push(made);
            }
        }
    }
    cases
}

/// What a literal is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Literal {
    /// A text, bytes, a list or a tuple: it can be multiplied.
    Sequence,
    Dict,
    Int,
}

/// Replaces the chosen literals by names, and writes what the names stand for. Integers change only when `is_count`.
fn lengthened(text: &str, found: &[(usize, usize, Literal)], first: usize, chosen: &[usize], is_count: bool, setup: &mut String) -> String {
    let (mut out, mut at) = (String::new(), 0);
    for (number, (start, end, kind)) in found.iter().enumerate() {
        let number = number + first;
        let literal = text.get(*start..*end).unwrap_or("");
        let value = match kind {
            Literal::Int if is_count && chosen.len() == 1 => "N".to_string(),
            Literal::Sequence if !is_count => format!("{literal} * N"),
            Literal::Dict if !is_count => format!("{{**{literal}, **dict.fromkeys(map(str, range(N)), 1)}}"),
            _ => continue,
        };
        if !chosen.contains(&number) {
            continue;
        }
        let _ = writeln!(setup, "L{number} = {value}");
        out.push_str(text.get(at..*start).unwrap_or(""));
        let _ = write!(out, "L{number}");
        at = *end;
    }
    out.push_str(text.get(at..).unwrap_or(""));
    out
}

/// The literals of an expression that are not part of another.
fn literals(text: &str) -> Vec<(usize, usize, Literal)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    let joined = |at: usize| {
        at.checked_sub(1).and_then(|before| bytes.get(before)).is_some_and(|c| c.is_ascii_alphanumeric() || b"_.])'\"".contains(c))
    };
    while let Some(c) = bytes.get(at) {
        let end = match c {
            b'\'' | b'"' => {
                let end = quoted(bytes, at);
                let start = if at > 0 && bytes.get(at - 1) == Some(&b'b') && !joined(at - 1) { at - 1 } else { at };
                if !joined(start) && end > start + 2 {
                    found.push((start, end, Literal::Sequence));
                }
                end
            }
            b'[' | b'{' | b'(' if !joined(at) => {
                let end = bracketed(bytes, at);
                let inner = text.get(at + 1..end.saturating_sub(1)).unwrap_or("");
                let is_plain = !inner.is_empty() && !inner.contains(" for ") && !inner.contains("*");
                match c {
                    b'[' if is_plain => found.push((at, end, Literal::Sequence)),
                    b'(' if is_plain && inner.contains(',') => found.push((at, end, Literal::Sequence)),
                    b'{' if is_plain && inner.contains(':') => found.push((at, end, Literal::Dict)),
                    _ => {
                        at += 1;
                        continue;
                    }
                }
                end
            }
            b'1'..=b'9' if !joined(at) => {
                let mut end = at;
                while bytes.get(end).is_some_and(|c| c.is_ascii_alphanumeric() || b"._*".contains(c)) {
                    end += 1;
                }
                if text.get(at..end).is_some_and(|digits| digits.bytes().all(|c| c.is_ascii_digit())) {
                    found.push((at, end, Literal::Int));
                }
                end
            }
            _ => at + 1,
        };
        at = end;
    }
    found
}

/// The end of the text that begins at `at`.
fn quoted(bytes: &[u8], at: usize) -> usize {
    let quote = bytes.get(at);
    let mut end = at + 1;
    while end < bytes.len() && bytes.get(end) != quote {
        end += if bytes.get(end) == Some(&b'\\') { 2 } else { 1 };
    }
    (end + 1).min(bytes.len())
}

/// The end of the bracket that begins at `at`.
fn bracketed(bytes: &[u8], at: usize) -> usize {
    let (mut end, mut depth) = (at, 0usize);
    while let Some(c) = bytes.get(end) {
        match c {
            b'\'' | b'"' => {
                end = quoted(bytes, end);
                continue;
            }
            b'[' | b'{' | b'(' => depth += 1,
            b']' | b'}' | b')' => depth -= 1,
            _ => {}
        }
        end += 1;
        if depth == 0 {
            break;
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_become_long() {
        let cases = variants("collections", "collections.deque([1, 2])", "o.index('a', b\"x(\", 3, x[1])");
        let texts: Vec<String> = cases.iter().map(|case| format!("{}|{}", case.setup, case.operation)).collect();
        let wanted = "L0 = [1, 2] * N\nL1 = 'a' * N\nL2 = b\"x(\" * N\no = collections.deque(L0)\n|try:\n    o.index(L1, L2, 3, x[1])\nexcept Exception: pass\n";
        assert!(texts.iter().any(|text| text == wanted), "{texts:#?}");
        assert!(texts.iter().any(|text| text.contains("L3 = N\n")), "{texts:#?}");
    }
}
