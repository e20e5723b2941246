//! Checking takes time linear in the source, whatever the source does to the analysis.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use stockade_policy::resolve_preset;

use crate::report;

/// Programs meant to make the analysis slow. Generous bounds: debug builds on busy machines.
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
    for (name, code) in programs {
        let start = Instant::now();
        let _ = report(&code, &policy);
        let took = start.elapsed();
        assert!(took < Duration::from_secs(3), "{name}: {took:?} for {} bytes", code.len());
    }
}
