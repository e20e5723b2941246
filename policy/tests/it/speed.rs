//! Tests that the time of checking is linear in the size of the source, even for hostile programs.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use stockade_policy::resolve::{resolve_preset, resolve_root};

use crate::report;

/// Programs that try to make the analysis slow. The bounds are generous, for debug builds on busy machines.
#[test]
fn hostile_programs_are_checked_in_bounded_time() {
    let policy = resolve_preset("default").unwrap();
    let mut programs: Vec<(&str, String)> = Vec::new();
    let mut chain = String::from("a0 = 'x'\n");
    for n in 1..4000 {
        writeln!(chain, "a{n} = a{} + a{}", n - 1, n - 1).unwrap();
    }
    programs.push(("doubling", chain + "getattr(a0, a3999)\n"));
    let mut joins = String::new();
    for n in 0..4000 {
        writeln!(joins, "x = x + 'a' if x else {n}").unwrap();
    }
    programs.push(("rebinding", joins + "getattr(x, x)\n"));
    let mut cycle = String::new();
    for n in 0..4000 {
        writeln!(cycle, "b{n} = b{}", (n * 7 + 1) % 4000).unwrap();
    }
    programs.push(("cycles", cycle + "b0.x.y.z\n"));
    programs.push(("long sum", format!("getattr(x, {})", vec!["'a'"; 400].join(" + "))));
    programs.push(("sequences", "(".to_owned() + &"'a', ".repeat(9000) + ")[0].x\n"));
    programs.push(("comprehensions", "y = [[chr(c + d) for c in range(9)] for d in (1, 2, 3)]\n".repeat(900) + "getattr(y, ''.join(y))\n"));
    programs.push(("calls", "map(getattr, ('a', 'b') * 9, [x for x in ('a', 'b')])\n".repeat(1500)));
    programs.push(("undefined", (0..9000).map(|n| format!("undefined_{n}; ")).collect::<String>() + "\n"));
    programs.push(("long names", (0..40).map(|n| format!("{}{n}\n", "a".repeat(5000))).collect()));
    programs.push(("one long line of findings", "eval; ".repeat(40_000)));
    programs.push(("classes", (0..6000).map(|n| format!("class A{n}: b{n} = 1\n")).collect()));
    programs.push(("shadowed builtin", "if 0: open = 1\nopen\n".repeat(9000)));
    programs.push(("hidden in texts", "'\u{200b}\u{200b}'\n".repeat(20_000)));
    programs.push((
        "nested loops",
        (0..90).map(|n| format!("{}for i{n} in range(9):\n", " ".repeat(n))).collect::<String>() + &" ".repeat(90) + "x = 1\n",
    ));
    programs.push(("misspelt imports", (0..9000).map(|n| format!("import maths{n}\n")).collect()));
    programs.push(("refused names", (0..9000).map(|n| format!("from os import a{n}\n")).collect()));
    programs.push(("missing attributes", format!("import re\n{}", "re.Scanner; ".repeat(20_000))));
    for (name, code) in programs {
        let start = Instant::now();
        let report = report(&code, &policy);
        assert!(report.findings.len() <= 1000, "{name}: {} findings", report.findings.len());
        let took = start.elapsed();
        assert!(took < Duration::from_secs(15), "{name}: {took:?} for {} bytes", code.len());
    }
}

/// Work that grows with the square of the size is seen in texts that are larger than those of presets may be.
#[test]
fn many_names_of_one_kind_are_checked_in_bounded_time() {
    let policy = resolve_root("large.yaml", LARGE).unwrap();
    let aliases = |count: usize| (0..count).map(|n| format!("pi as a{n}")).collect::<Vec<_>>().join(", ");
    for (name, code) in [
        ("aliases", format!("from math import {}\n", aliases(200_000))),
        ("refused names", (0..100_000).map(|n| format!("from os import a{n}\n")).collect()),
        ("missing attributes", format!("import re\n{}", "re.Scanner; ".repeat(200_000))),
    ] {
        let start = Instant::now();
        let report = report(&code, &policy);
        let took = start.elapsed();
        assert!((500..510).contains(&report.findings.len()), "{name}: {}", report.findings.len());
        assert!(took < Duration::from_secs(15), "{name}: {took:?} for {} bytes", code.len());
    }
}

/// The same without a limit on the size of the source.
const LARGE: &str = "version: 1
imports: {allow: [math, re]}
source: {bytes: 64MiB, tokens: 9000000, ast_nodes: 9000000}
";
