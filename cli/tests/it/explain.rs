//! `stockade explain`: it knows every name that the tool uses, and what it says of CPython is true.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::process::Command;

/// CPython 3.13's modules. tools/cpython_modules.py writes the list.
const CPYTHON: &str = include_str!("../../data/cpython_modules.txt");

struct Ended {
    status: Option<i32>,
    stdout: String,
    stderr: String,
}

fn explain(args: &[&str]) -> Ended {
    let output = Command::new(env!("CARGO_BIN_EXE_stockade")).arg("explain").args(args).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    Ended { status: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

#[test]
fn each_kind_is_listed_and_explained() {
    let everything = explain(&[]).stdout;
    for (kind, name, wanted) in [
        ("rule", "IMP001", "IMP001 import-not-allowed: import of a module"),
        ("rule", "star-import", "IMP003 star-import"),
        ("module", "json", "public names of CPython 3.13's module\npresets that allow it: default"),
        ("builtin", "len", "len: builtin function: len(obj, /)\nHow many items a container holds.\npresets that allow it: default"),
        ("builtin", "KeyError", "KeyError: builtin exception: KeyError < LookupError < Exception < BaseException\n"),
        ("builtin", "str", "str: builtin type, with capitalize, "),
        ("builtin", "None", "None: builtin constant\n"),
        ("limit", "fuel", "limits.fuel: Fuel of a step"),
        ("limit", "limit:memory", "flag of `stockade run`: `--memory`\n"),
        ("limit", "--timeout", "preset `strict`: "),
        ("limit", "source.bytes", "past it the check denies the program"),
        ("outcome", "unsupported", "exit status of `stockade run`: 7\nin Python: `Result.raise_for_outcome` raises `UnsupportedError`\n"),
        ("key", "imports.allow", "imports.allow: modules that may be imported\n\nvalue: modules: "),
        (
            "key",
            "tools.allow.search.max_calls",
            "value: a number: `1000`, `1_000_000`\nbelow `extends`: the smaller\nholds for: check, run\n",
        ),
        ("key", "tools.allow.<tool>.max_calls", "calls of this host function in one step"),
        ("key", "limits.fuel", "limits.fuel: Fuel of a step"),
        ("key", "extends", "extends: the bases."),
        ("opcode", "LoadAttr", "`dst = obj.name`."),
        ("opcode", "Charge", "cost (WideCost, written $0): A wide fuel cost.\n\nFuel: it charges `cost` units.\n"),
        ("opcode", "ForLoop", "Fuel: it charges `cost` units for each turn of the loop"),
        ("opcode", "Inplace", "Values of `op`: 0 Add, 1 Sub"),
    ] {
        let ended = explain(&[kind, name]);
        assert!(ended.status == Some(0) && ended.stdout.contains(wanted), "{kind} {name}: {}{}", ended.stdout, ended.stderr);
        let plain = name.trim_start_matches("limit:");
        let is_name = kind != "key" && !plain.starts_with('-') && plain != "fuel" && plain != "memory" && plain != "star-import";
        assert!(!is_name || everything.contains(plain), "the list lacks {name}");
        let alone = explain(&[name]);
        assert!(alone.status == Some(0) && alone.stdout.contains(wanted), "{name}: {}{}", alone.stdout, alone.stderr);
    }
}

#[test]
fn every_name_in_the_list_is_explained() {
    for kind in ["rule", "limit", "outcome", "key", "opcode"] {
        let list = explain(&[kind]).stdout;
        let rows = list.lines().filter(|line| line.starts_with("  ")).map(|line| line.trim_start());
        let words = |line: &str| -> Vec<String> {
            let names = if kind == "opcode" { usize::MAX } else { 1 };
            line.split_whitespace().take(names).map(str::to_owned).collect()
        };
        let names: Vec<String> = rows.flat_map(words).collect();
        assert!(names.len() >= 9, "{list}");
        let mut args = vec![kind];
        args.extend(names.iter().map(String::as_str));
        let ended = explain(&args);
        assert_eq!((ended.status, ended.stderr.as_str()), (Some(0), ""), "{kind}");
    }
}

/// What is said of CPython's modules agrees with CPython's own list.
#[test]
fn what_is_said_of_cpython_is_true() {
    let names: Vec<&str> = CPYTHON.lines().collect();
    assert!(names.len() > 600 && names.is_sorted(), "{}", names.len());
    let ours = explain(&["module"]).stdout;
    let ours: Vec<&str> = ours.lines().filter(|line| line.starts_with("  ")).flat_map(str::split_whitespace).collect();
    for chunk in names.chunks(100) {
        let mut args = vec!["module"];
        args.extend(chunk);
        let ended = explain(&args);
        assert_eq!((ended.status, ended.stderr.as_str()), (Some(0), ""));
        let all = format!("\n{}", ended.stdout);
        for name in chunk {
            let about = all.split(&format!("\n{name}: ")).nth(1).expect("the module is explained");
            let about = about.lines().take(2).collect::<Vec<_>>().join("\n");
            let has = about.contains("of CPython 3.13's module") || about.contains("CPython 3.13 has this module, too");
            let lacks = about.starts_with("a module of CPython 3.13 that Stockade does not have");
            assert_eq!((has, lacks), (ours.contains(name), !ours.contains(name)), "{name}: {about}");
        }
    }
    for name in ours.iter().filter(|name| !names.contains(name)) {
        assert!(explain(&["module", name]).stdout.contains("CPython 3.13 has no module of this name"), "{name}");
    }
}

/// With CPython at hand, the list is CPython's.
#[test]
fn the_list_is_that_of_cpython() {
    let python = std::env::var("STOCKADE_CPYTHON").unwrap_or_else(|_| "python3.13".to_owned());
    let program = "import sys; assert sys.version_info[:2] == (3, 13); print(*sys.stdlib_module_names, sep='\\n')";
    let Ok(output) = Command::new(python).args(["-c", program]).output() else { return };
    if !output.status.success() {
        return;
    }
    let known: Vec<&str> = CPYTHON.lines().collect();
    for name in String::from_utf8_lossy(&output.stdout).lines() {
        assert!(known.contains(&name), "{name}");
    }
}

#[test]
fn an_unknown_name_has_a_suggestion() {
    for (args, wanted) in [
        (&["IMP01"][..], "nothing is called `IMP01` (did you mean `IMP001`?)"),
        (&["module", "jsn"], "no module is called `jsn` (did you mean `json`?)"),
        (&["limit", "zzzzzzzz"], "no limit is called `zzzzzzzz` (`stockade explain limit` lists the names)"),
        (&["modul", "json"], "`modul` is no kind"),
    ] {
        let ended = explain(args);
        assert!(ended.status == Some(2) && ended.stderr.contains(wanted), "{args:?}: {}", ended.stderr);
    }
}

#[test]
fn parts_of_keys_and_several_names_are_found() {
    for (args, wanted) in [
        (&["tools.allow"][..], &["tools.allow.<tool>.max_calls:", "tools.allow.<tool>.args.<arg>.max:"][..]),
        (&["max_len"], &["tools.allow.<tool>.args.<arg>.max_len:"]),
        (&["key", "max_len"], &["tools.allow.<tool>.args.<arg>.max_len:"]),
        (&["IMP001", "TOOL002"], &["IMP001 ", "TOOL002 "]),
    ] {
        let ended = explain(args);
        assert_eq!(ended.status, Some(0), "{args:?}: {}", ended.stderr);
        assert!(wanted.iter().all(|text| ended.stdout.contains(text)), "{args:?}: {}", ended.stdout);
    }
    let ended = explain(&["IMP001", "nothing_of_this"]);
    assert!(ended.status != Some(0) && ended.stdout.contains("IMP001"), "{}", ended.stderr);
}
