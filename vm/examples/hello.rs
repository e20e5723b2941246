//! Three lines: a sandbox, a run, a report. `cargo run -p stockade-vm --example hello`

#![expect(clippy::print_stdout, reason = "an example")]

use stockade_vm::Sandbox;

fn main() {
    let sandbox = Sandbox::default();
    let report = sandbox.run("report.py", "print(sum(range(10)))");
    println!("{}{}", report.stdout, report.outcome); // 45, completed

    // A program that must not run is refused before it starts, and one that runs too long is stopped.
    let refused = sandbox.run("steal.py", "import socket\nsocket.create_connection(('example.org', 80))\n");
    println!("{}", refused.outcome); // policy
    for finding in refused.verdict.iter().flat_map(|verdict| &verdict.findings) {
        println!("line {}: {} [{}]", finding.line, finding.message, finding.rule.id);
    }
    let endless = sandbox.limits(|limits| limits.instructions = 1_000_000).run("endless.py", "while True: pass");
    println!("{} after {} units of fuel", endless.outcome, endless.usage.fuel);
}
