//! Measures what the slowest sources cost: `cargo run --profile fastdev -p stockade-policy --example front_end`.
//!
//! Prints milliseconds of processor time. A part of a name after `--` takes only the sources with such a name.

#![expect(clippy::print_stdout, reason = "it is what the example is for")]
use std::sync::Arc;

use stockade_compiler::{CompileOptions, ParseLimits, SourceText, compile, parse, warnings};
use stockade_policy::{KnownNames, check, resolve_preset};

#[path = "../tests/it/worst_sources.rs"]
mod worst_sources;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let Ok(policy) = resolve_preset("default") else { return };
    let mut catalog = stockade_policy::VmCatalog::new(
        include_str!("../../stdlib/data/attributes.txt").lines().filter_map(|line| line.split_once(": ")).map(|(name, _)| name),
        include_str!("../tests/it/builtins.txt").split_whitespace(),
    );
    for (name, attributes) in include_str!("../../stdlib/data/attributes.txt").lines().filter_map(|line| line.split_once(": ")) {
        catalog.set_attributes(name, attributes.split(' '));
    }
    let known = KnownNames::standard();
    // The time of all threads, in steps of 10 ms. Another process on the machine does not count.
    let now = || -> f64 {
        let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
        stat.rsplit(") ").next().unwrap_or("").split(' ').skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() * 10.0
    };
    let ms = |from: f64| now() - from;
    for (name, text) in worst_sources::worst_sources() {
        if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        let source = Arc::new(SourceText::new("<worst>", &worst_sources::within_limits(text)));
        let start = now();
        let parsed = parse(&source, &ParseLimits::default());
        let parse_ms = ms(start);
        let tree = match parsed {
            Ok(tree) => tree,
            Err(error) => {
                println!("{:9.1} parse {parse_ms:8.1}  {name}: {}", parse_ms, error.to_string().chars().take(80).collect::<String>());
                continue;
            }
        };
        let start = now();
        let verdict = check(&source, &tree, &policy, &catalog, &known);
        let check_ms = ms(start);
        let start = now();
        let program = compile(&tree, Arc::clone(&source), &CompileOptions::default());
        let compile_ms = ms(start);
        let start = now();
        let end = match &program {
            Ok(program) => format!("{} ops", program.codes.iter().map(|code| code.ops.len()).sum::<usize>()),
            Err(error) => error.message.chars().take(60).collect(),
        };
        let _ = program.map(|program| program.verify().is_ok());
        let verify_ms = ms(start);
        let start = now();
        let _ = warnings(&source, &tree);
        let warnings_ms = ms(start);
        let all = parse_ms + check_ms + compile_ms + verify_ms + warnings_ms;
        println!(
            "{all:9.1} parse {parse_ms:8.1} check {check_ms:8.1} compile {compile_ms:8.1} verify {verify_ms:6.1} warn {warnings_ms:6.1}  {name}: {} findings, {end}",
            verdict.findings.len()
        );
    }
}
