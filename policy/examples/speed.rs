//! Measures the time of checking against that of parsing: `cargo run -p stockade-policy --example speed -- FILE...`.
//!
//! Prints the best of several rounds over all files for each stage. `--rules` adds the time of each rule alone.
//! `--once` parses and checks only once, for counting instructions with `valgrind --tool=callgrind`.

#![expect(clippy::print_stdout, reason = "it is what the example is for")]

use std::time::{Duration, Instant};

use stockade_compiler::tree::Tree;
use stockade_compiler::{Deadline, SourceText};
use stockade_policy::walk::walk;
use stockade_policy::{KnownNames, ResolvedPolicy, VmCatalog, check, resolve_preset, resolve_text, rules};

const ROUNDS: u32 = 15;

fn best(mut run: impl FnMut()) -> Duration {
    let mut least = Duration::MAX;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        run();
        least = least.min(start.elapsed());
    }
    least
}

fn policy(text: &str) -> Option<ResolvedPolicy> {
    resolve_text("speed.yaml", text, &|_, wanted| Err(format!("no `{wanted}`"))).ok()
}

/// The modules of the VM with their attributes, and its builtins.
fn catalog() -> VmCatalog {
    let modules = || include_str!("../../stdlib/data/attributes.txt").lines().filter_map(|line| line.split_once(": "));
    // Modules that compute their attributes are not in the table.
    let others = "asyncio calendar collections contextlib decimal difflib io os pathlib statistics string sys types typing typing_extensions urllib.parse";
    let names = modules().map(|(name, _)| name).chain(others.split(' '));
    let mut catalog = VmCatalog::new(names, include_str!("../tests/it/builtins.txt").split_whitespace());
    for (name, attributes) in modules() {
        catalog.set_attributes(name, attributes.split(' '));
    }
    catalog
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let per_rule = arguments.iter().any(|argument| argument == "--rules");
    let Ok(default) = resolve_preset("default") else { return };
    let sources: Vec<SourceText> = arguments
        .iter()
        .filter(|argument| !argument.starts_with("--"))
        .filter_map(|path| Some(SourceText::new(path, &std::fs::read_to_string(path).ok()?)))
        .collect();
    let limits = default.parse_limits();
    let (sources, trees): (Vec<SourceText>, Vec<Tree>) =
        sources.into_iter().filter_map(|source| stockade_compiler::parse(&source, &limits).ok().map(|tree| (source, tree))).unzip();
    let bytes: usize = sources.iter().map(|source| source.text().len()).sum();
    let catalog = catalog();
    let known = KnownNames::standard();
    if arguments.iter().any(|argument| argument == "--once") {
        for (source, tree) in sources.iter().zip(&trees) {
            std::hint::black_box(check(source, tree, &default, &catalog, &known));
        }
        return;
    }
    let all = |policy: &ResolvedPolicy| {
        best(|| {
            for (source, tree) in sources.iter().zip(&trees) {
                std::hint::black_box(check(source, tree, policy, &catalog, &known));
            }
        })
    };
    let parse = best(|| sources.iter().for_each(|source| drop(std::hint::black_box(stockade_compiler::parse(source, &limits)))));
    let show = |what: &str, took: Duration| {
        let micros = took.as_secs_f64() * 1e6;
        println!(
            "{what:<28} {micros:>10.0} us {:>8.1} MB/s {:>7.1} % of parsing",
            bytes as f64 / micros,
            100.0 * took.as_secs_f64() / parse.as_secs_f64()
        );
    };
    println!("{} files, {bytes} bytes", sources.len());
    show("parse", parse);
    show("walk", best(|| trees.iter().for_each(|tree| drop(std::hint::black_box(walk(tree, &Deadline::never()))))));
    show("check, default policy", all(&default));
    let off: String = rules::ids().map(|id| format!("  {id}: off\n")).collect();
    let Some(nothing) = policy(&format!("version: 1\nimports: {{allow: [\"*\"]}}\nrules:\n{off}")) else { return };
    let base = all(&nothing);
    show("check, no rule", base);
    if per_rule {
        for rule in rules::ALL {
            let own = off.replace(
                &format!("{}: off", rule.id),
                &format!("{}: {}", rule.id, if rule.level.name() == "off" { "warn" } else { rule.level.name() }),
            );
            let Some(one) = policy(&format!("version: 1\nimports: {{allow: [\"*\"]}}\nrules:\n{own}")) else { continue };
            show(rule.id, all(&one).saturating_sub(base));
        }
    }
}
