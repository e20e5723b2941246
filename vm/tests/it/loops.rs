//! Native loops are charged. A loop whose length the program chooses runs without a look at fuel or clock unless its code asks. So each
//! function that walks (a loop, a chain of an iterator, a copy or a search of a slice or a text) must charge, or call what charges for its
//! items, or be in `loops/bounded.txt` with what bounds the walk.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Folders and files of `vm/src` that no running program reaches, and why. All others are read.
const NOT_FOR_PROGRAMS: &[(&str, &str)] = &[
    ("snapshot", "runs when the host saves or restores, and the host pays"),
    ("session", "runs before a step, after it or when the host asks"),
    ("catalog.rs", "lists what the interpreter has, for the checker"),
    ("coverage.rs", "collects lines for the host, after the run"),
    ("sandbox.rs", "runs before and after the program"),
    ("tables.rs", "connects constant tables when the process starts"),
];

/// Functions that walk, charge nothing, and are bounded by something else: `file`, then lines `  function: reason`.
///
/// A reason `paid by `f`: ..` names functions that charge before they call this one. `each turn calls `f`: ..` names what charges in each
/// turn. The test looks whether these exist and charge.
const BOUNDED: &str = include_str!("loops/bounded.txt");

/// What charges, or charges for each item that it gives: a call of one of these in a function is its charge.
const CHARGES: &[&str] = &[
    "charge(",
    "charged_once(",
    "charge_copy(",
    "charge_units(",
    "charge_walk(",
    "charge_search(",
    "charge_mro_walk(",
    "charge_bounds(",
    "charge_native(",
    "charge_text(",
    "charge_items(",
    "big_work(",
    "precheck(",
    ".spend(",
    ".fits(",
    ".collect_sized(",
    "rt.collect(",
    ".collect_held(",
    "self.collect(",
    "rt.walk(",
    "rt.next(",
    "self.next(",
    "next_from(",
    ".iter(&rt.heap.fuel)",
    ".iter(&self.heap.fuel)",
    ".iter(&self.rt.heap.fuel)",
    "keys_of(",
    "collect_as(",
    "copied(rt",
    "list_grow(",
    "heap.charge",
];

/// Calls that walk a text, a slice or a table, beside loops. `split_at` and its like do not walk.
const WALKS: &[&str] = &[
    "all",
    "any",
    "concat",
    "contains",
    "copy_from_slice",
    "copy_within",
    "dedup",
    "drain",
    "ends_with",
    "extend",
    "extend_from_slice",
    "fill",
    "find",
    "fold",
    "for_each",
    "into_owned",
    "join",
    "make_ascii_lowercase",
    "nth",
    "position",
    "repeat",
    "replace",
    "replacen",
    "resize",
    "retain",
    "reverse",
    "rev",
    "rfind",
    "rotate_left",
    "rotate_right",
    "rsplit",
    "rsplit_once",
    "rsplitn",
    "sort",
    "sort_by",
    "sort_by_key",
    "sort_unstable",
    "sort_unstable_by",
    "sort_unstable_by_key",
    "split",
    "split_once",
    "splitn",
    "starts_with",
    "sum",
    "to_owned",
    "to_string",
    "to_vec",
    "trim_end_matches",
    "trim_matches",
    "trim_start_matches",
];

/// Calls without arguments that walk, or begin a walk.
const ITERATORS: &[&str] = &[
    "bytes",
    "char_indices",
    "chars",
    "into_iter",
    "iter",
    "iter_mut",
    "iter_uncharged",
    "keys",
    "lines",
    "split_whitespace",
    "to_ascii_lowercase",
    "to_lowercase",
    "to_uppercase",
    "to_vec",
    "trim",
    "trim_end",
    "trim_start",
    "values",
    "values_mut",
];

/// Calls with arguments that begin a walk.
const PARTS: &[&str] = &["children", "chunks", "chunks_exact", "matches", "match_indices", "split_inclusive", "windows"];

/// Calls that walk a range.
const OF_RANGES: &[&str] = &["collect", "filter", "filter_map", "find_map", "flat_map", "map", "try_for_each"];

/// Words that name no bound.
const VAGUE: &[&str] = &["a fixed number", "caller charges", "callers charge for", "of which there are few"];

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|kind| kind == "rs") && path.file_name().is_some_and(|name| name != "tests.rs") {
            out.push(path);
        }
    }
}

/// A function of a file: its name after the type of its `impl`, and its text without comments.
struct Function {
    name: String,
    text: String,
}

/// The type of `impl<..> Trait for Type<..> {` or `impl Type {`.
fn type_of_impl(line: &str) -> String {
    let line = line.split(" where ").next().unwrap_or_default();
    let rest = line.rsplit_once(" for ").map_or_else(|| line.trim_start_matches("unsafe ").trim_start_matches("impl"), |(_, rest)| rest);
    // Parameters of the `impl` itself come before the type.
    let rest = if rest.starts_with('<') { rest.split_once("> ").map_or(rest, |(_, rest)| rest) } else { rest };
    let path: String = rest.trim().trim_start_matches('&').chars().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | ':')).collect();
    path.rsplit("::").next().unwrap_or_default().to_string()
}

/// The functions of a file. rustfmt closes each at the column of its `fn`.
fn functions(text: &str) -> Vec<Function> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    let mut owner = String::new();
    for (at, line) in lines.iter().enumerate() {
        let indent = line.len() - line.trim_start().len();
        if indent == 0 && line.starts_with("impl") {
            owner = type_of_impl(line);
        } else if indent == 0 && line.starts_with('}') {
            owner.clear();
        }
        let is_head = |word: &str| word.starts_with("pub") || matches!(word, "const" | "async" | "in" | "crate)");
        let head = line.trim_start();
        let Some(place) = head.find("fn ").filter(|place| head[..*place].split_whitespace().all(is_head)) else { continue };
        let name: String = head[place + 3..].chars().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '$')).collect();
        // Traits declare functions without a body.
        if line.ends_with(';') {
            continue;
        }
        let close = format!("{}}}", " ".repeat(indent));
        if let Some(length) = lines[at..].iter().position(|line| **line == close) {
            let code = lines[at..=at + length].iter().map(|line| line.split("//").next().unwrap_or(""));
            let name = if owner.is_empty() || indent == 0 { name } else { format!("{owner}::{name}") };
            found.push(Function { name, text: code.collect::<Vec<_>>().join("\n") });
        }
    }
    found
}

/// True if the receiver that ends here is of the size of the source: an array of literals, a literal, or a constant table.
fn is_constant(mut before: &str) -> bool {
    const ADAPTORS: &[&str] = &[".iter()", ".into_iter()", ".iter_mut()", ".copied()", ".enumerate()", ".rev()"];
    while let Some(rest) = ADAPTORS.iter().find_map(|adaptor| before.trim_end().strip_suffix(adaptor)) {
        before = rest;
    }
    let name = before.trim_end().rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    let is_table = name.chars().any(|c| c.is_ascii_uppercase()) && !name.chars().any(|c| c.is_ascii_lowercase());
    before.trim_end().ends_with([']', '"']) || is_table
}

/// True if the receiver that ends here is a range in parentheses.
fn is_range(before: &str) -> bool {
    let Some(inner) = before.trim_end().strip_suffix(')') else { return false };
    let mut depth = 1;
    let start = inner.char_indices().rev().find_map(|(at, c)| {
        depth += i32::from(c == ')') - i32::from(c == '(');
        (depth == 0).then_some(at)
    });
    start.is_some_and(|at| inner.get(at..).is_some_and(|range| range.contains("..")))
}

/// True if a call of this name walks. `before` is the code up to it, `arguments` the code behind its parenthesis.
fn is_walk(before: &str, name: &str, arguments: &str) -> bool {
    if is_constant(before) {
        return false;
    }
    let is_empty = arguments.starts_with(')');
    match name {
        // A range holds a number, and does not look for it.
        "contains" if is_range(before) => false,
        // A table that finds by number or hash has methods of this name.
        "find" | "rfind" => arguments.starts_with(['|', '\'', '"', '&', '(']),
        // The `replace` of a cell takes one argument.
        "replace" => arguments.split(')').next().is_some_and(|arguments| arguments.contains(',')),
        // A literal is short.
        "starts_with" | "ends_with" => !arguments.starts_with(['\'', '"', '[', '(']),
        "extend" => !arguments.starts_with('['),
        "chars" | "bytes" if arguments.starts_with(").next()") => false,
        _ if OF_RANGES.contains(&name) => is_range(before),
        _ => WALKS.contains(&name) || PARTS.contains(&name) || (is_empty && ITERATORS.contains(&name)),
    }
}

/// True if the code has a loop, a call that walks, or `vec![value; length]`.
fn walks(text: &str) -> bool {
    let has_loop = text.lines().map(str::trim_start).any(|line| {
        let line = line.split_once(": ").filter(|(label, _)| label.starts_with('\'')).map_or(line, |(_, rest)| rest);
        (line.starts_with("for ") && line.contains(" in ")) || line.starts_with("while ") || line == "loop {"
    });
    let has_call = text.match_indices('.').any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + 1..]);
        let Some((name, arguments)) = after.split_once('(') else { return false };
        let name = name.split_once("::<").map_or(name, |(name, _)| name);
        is_walk(before, name, arguments.trim_start())
    });
    let fills = text.split("vec![").skip(1).any(|part| part.split(']').next().is_some_and(|inner| inner.contains(';')));
    has_loop || has_call || fills
}

fn charges(text: &str) -> bool {
    CHARGES.iter().any(|call| text.contains(call))
}

/// The entries of a list: file and function, with the reason.
fn entries(list: &str) -> BTreeMap<(String, String), String> {
    let mut found = BTreeMap::new();
    let mut file = "";
    for line in list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.strip_prefix("  ") {
            None => file = line,
            Some(entry) => {
                let (name, reason) = entry.split_once(": ").unwrap_or((entry, ""));
                let before = found.insert((file.to_string(), name.to_string()), reason.to_string());
                assert!(before.is_none(), "{file} {name} is listed twice");
            }
        }
    }
    found
}

/// The names between backquotes in the part of a reason before its colon.
fn named(reason: &str) -> Vec<&str> {
    reason.split(": ").next().unwrap_or_default().split('`').skip(1).step_by(2).collect()
}

#[test]
fn native_loops_are_charged() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    files(&source, &mut all);
    all.sort();
    let (mut found, mut charging) = (BTreeMap::new(), BTreeSet::new());
    for path in all {
        let name = path.strip_prefix(&source).unwrap().display().to_string();
        if NOT_FOR_PROGRAMS.iter().any(|(start, _)| Path::new(&name).starts_with(start)) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("\nmod tests {").next().unwrap_or_default();
        for function in functions(code) {
            if charges(&function.text) {
                charging.insert(function.name.rsplit("::").next().unwrap_or_default().to_string());
            } else if walks(&function.text) {
                found.insert((name.clone(), function.name), function.text);
            }
        }
    }
    let bounded = entries(BOUNDED);
    let new: Vec<_> = found.keys().filter(|function| !bounded.contains_key(*function)).collect();
    let gone: Vec<_> = bounded.keys().filter(|function| !found.contains_key(*function)).collect();
    assert!(new.is_empty(), "charge what these walk before they begin, or say in loops/bounded.txt what bounds them:\n{new:#?}");
    assert!(gone.is_empty(), "these charge now, or are gone; take them out of their list:\n{gone:#?}");
    let known = |name: &&str| !charging.contains(name.rsplit("::").next().unwrap_or_default());
    let vague: Vec<_> = bounded
        .iter()
        .filter(|(function, reason)| {
            let names = named(reason);
            let is_exact = match () {
                () if reason.starts_with("paid by ") => !names.is_empty() && !names.iter().any(known),
                () if reason.starts_with("each turn calls ") => {
                    let calls = |name: &&str| found.get(*function).is_some_and(|text| text.contains(&format!("{name}(")));
                    !names.is_empty() && names.iter().all(calls) && !names.iter().any(known)
                }
                () => reason.split_whitespace().count() >= 2 && !VAGUE.iter().any(|words| reason.contains(words)),
            };
            !is_exact
        })
        .collect();
    assert!(vague.is_empty(), "say what bounds these; functions named as paying must charge and, for turns, be called:\n{vague:#?}");
}

#[test]
fn the_scanner_sees_walks_of_every_form() {
    for code in [
        "for x in y {",
        "'outer: while a {",
        "loop {",
        "a.iter().map(f)",
        "text.chars().nth(n)",
        "name\n    .rsplit('/')",
        "items.to_vec()",
        "x.sum::<u64>()",
        "vec![0; n]",
        "(0..f(n)).map(g)",
        "text.find('a')",
        "text.starts_with(other)",
        "names.contains(&name)",
    ] {
        assert!(walks(code), "{code}");
    }
    for code in [
        "a.split_at(3)",
        "vec![a, b]",
        "iter.next()",
        "text.len()",
        "[a, b].iter().any(f)",
        "KINDS.iter()",
        "arena.find(value.index())",
        "(1..=9).contains(&x)",
        "text.starts_with(\"__\")",
        "cell.replace(true)",
        "option.map(f)",
        "rt.iter(value)",
    ] {
        assert!(!walks(code), "{code}");
    }
    assert_eq!(type_of_impl("impl<T: Copy> Trait for Type<T> {"), "Type");
    assert_eq!(type_of_impl("impl<'a> Type<'a> {"), "Type");
    assert_eq!(type_of_impl("impl Type {"), "Type");
    let charged = "impl Rt {\n    fn f(&mut self) {\n        rt.charge(1)?;\n        x.iter()\n    }\n}\n";
    let function = functions(charged).pop().expect("one function");
    assert_eq!(function.name, "Rt::f");
    assert!(charges(&function.text));
}
