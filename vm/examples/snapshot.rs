//! A run that is stopped, written to bytes and taken up elsewhere. `cargo run -p stockade-vm --example snapshot`

#![expect(clippy::print_stdout, reason = "an example")]

use stockade_vm::{CaptureHost, Config, Outcome, Session, SnapshotError, StepOptions};

const PROGRAM: &str = "\
total = 0
for n in range(10_000):
    total += n
print(total)
";

fn main() -> Result<(), SnapshotError> {
    let config = Config::default();
    let mut first = Session::new(&config, Box::new(CaptureHost::default()));
    first.pause_at(20_000);
    let step = first.step("sum.py", PROGRAM, StepOptions::default());
    assert_eq!(step.outcome, Outcome::Paused);
    // The key seals the bytes: another host can neither change them nor make some of its own.
    let key = [7; 32];
    let bytes = first.snapshot(Some(&key))?;
    println!("{} bytes after {} units of fuel", bytes.len(), first.usage().fuel);

    // In another process, under limits and a host of its own.
    let host = CaptureHost::default();
    let captured = host.captured();
    let mut second = Session::restore(&bytes, Some(&key), &config, Box::new(host))?;
    println!("{} {}", second.resume(), captured.stdout().trim_end()); // completed 49995000

    // A copy in this process needs no bytes.
    let mut copy = first.fork(&config, Box::new(CaptureHost::default()))?;
    println!("{} with {} units of fuel in all", copy.resume(), copy.usage().fuel);
    Ok(())
}
