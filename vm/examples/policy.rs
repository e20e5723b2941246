//! A policy of one's own: what programs may import, and how much they may use. `cargo run -p stockade-vm --example policy`

#![expect(clippy::print_stdout, reason = "an example")]

use stockade_policy::resolve_text;
use stockade_vm::{Library, Sandbox};

/// What programs can import: the modules in Python that most programs need.
static LIBRARY: Library = Library::new(stockade_stdlib::read_core);

const POLICY: &str = "\
version: 1
extends: [strict]
imports:
  allow: [json]
limits:
  fuel: 100_000
";

fn main() {
    let no_files = |_: &str, wanted: &str| Err(format!("there is no file `{wanted}`"));
    let policy = match resolve_text("mine.yaml", POLICY, &no_files) {
        Ok(policy) => policy,
        Err(errors) => {
            errors.iter().for_each(|error| println!("{error}"));
            return;
        }
    };
    let sandbox = Sandbox::new(&policy).library(&LIBRARY);
    for text in ["import json\nprint(json.dumps({'a': 1}))", "import random", "print([n for n in range(10 ** 9)][0])", "print('a"] {
        let report = sandbox.run("program.py", text);
        println!("{text:?}: {} {}", report.outcome, report.stdout.trim_end());
        for finding in report.verdict.iter().flat_map(|verdict| &verdict.findings) {
            println!("    {}: {}", finding.rule.id, finding.message);
        }
    }
}
