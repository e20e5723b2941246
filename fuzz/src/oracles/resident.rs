//! Resident memory: a process that runs a program holds little more than the program's memory limit. The inputs are those of the cost audit
//! (`generators/costs.rs`), with sizes at which their values take much of the limit or more than it.
//!
//! The system counts: `VmHWM` is the peak since the last reset. So this sees what no account and no counting allocator sees: blocks that the
//! allocator rounds up or keeps. Child processes run the cases. What a case leaves behind would count for the next one, so a case that seems
//! to take too much runs again in a process of its own.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use stockade_vm::{Outcome, Session};

use super::cost::{lines_of, read_units, written};
use crate::generators::costs::Case;
use crate::run::{RunOptions, compile, config, host};

/// The memory limit of each run.
const LIMIT: u64 = 16 << 20;
/// What a run may add to the memory of a process that has run nothing but `pass`: a quarter more than the limit, and 14 of the 24 MiB that
/// are promised. The command takes the other ten before it begins.
const fn most(limit: u64) -> u64 {
    limit / 4 * 5 + (14 << 20)
}
/// The fuel of each run.
const FUEL: u64 = 4_000_000;
/// The same for programs that say their own sizes.
const MORE_FUEL: u64 = 200_000_000;
/// Cases of one process.
const BATCH: usize = 25;
/// The sizes to try, the largest first.
const LONG: &[u64] = &[1_000_000, 200_000, 40_000, 8_000, 1_000];
const SHORT: &[u64] = &[8_000, 2_000, 500, 100];
const LEVELS: &[u64] = &[24, 18, 12];
/// Sizes whose values fit are enough when there are so many.
const ENOUGH: usize = 2;

/// The sizes of a case that the cost audit runs with these.
fn sizes(small: &[u64]) -> &'static [u64] {
    match small.last() {
        Some(..=32) => LEVELS,
        Some(33..=64 | 512..) => LONG,
        _ => SHORT,
    }
}

/// Runs all cases under a limit of 16 MiB, with sizes that suit it. One line for each that took too much, or that ended its process.
///
/// # Errors
///
/// A process cannot be started.
pub fn audit(program: &Path, cases: &[Case], folder: &Path) -> Result<Vec<String>, String> {
    audit_with(program, cases, folder, 0)
}

/// Like [`audit`], under a limit of so many MiB and with the sizes of the cases. Each has a process of its own: what the allocator keeps of
/// one case would serve the next.
///
/// # Errors
///
/// A process cannot be started.
pub fn audit_within(program: &Path, cases: &[Case], folder: &Path, mebibytes: u64) -> Result<Vec<String>, String> {
    audit_with(program, cases, folder, mebibytes)
}

/// The two audits. `mebibytes` is 0 for the ordinary limit.
///
/// # Errors
///
/// A process cannot be started.
fn audit_with(program: &Path, cases: &[Case], folder: &Path, mebibytes: u64) -> Result<Vec<String>, String> {
    let limit = if mebibytes == 0 { LIMIT } else { mebibytes << 20 };
    let most = most(limit);
    std::fs::create_dir_all(folder).map_err(|error| format!("cannot make `{}`: {error}", folder.display()))?;
    let numbers: Vec<usize> = (0..cases.len()).collect();
    let mut wrong = Vec::new();
    for batch in numbers.chunks(if mebibytes == 0 { BATCH } else { 1 }) {
        let mut rest = batch;
        while !rest.is_empty() {
            let peaks = in_child(program, cases, rest, folder, mebibytes)?;
            let suspects = rest.iter().zip(&peaks).filter(|(_, peak)| peak.bytes > most).map(|(at, _)| *at);
            // The case after the last one that has a peak ended the process.
            let lost = rest.get(peaks.len()).copied();
            for at in suspects.chain(lost) {
                let name = cases.get(at).map_or("", |case| case.name.as_str());
                match in_child(program, cases, &[at], folder, mebibytes)?.first() {
                    Some(peak) if peak.bytes <= most => {}
                    Some(peak) => wrong.push(format!(
                        "{} MiB are added under a limit of {} MiB, N = {}: {name}",
                        peak.bytes >> 20,
                        limit >> 20,
                        peak.size
                    )),
                    None => wrong.push(format!("ends the process: {name}")),
                }
            }
            rest = rest.get(peaks.len() + 1..).unwrap_or_default();
        }
    }
    Ok(wrong)
}

/// What a case added at most, and the size at which it did.
#[derive(Debug, Clone, Copy, Default)]
struct Peak {
    bytes: u64,
    size: u64,
}

/// Runs a batch in one process. There are fewer peaks than cases when the process ended early.
fn in_child(program: &Path, cases: &[Case], batch: &[usize], folder: &Path, mebibytes: u64) -> Result<Vec<Peak>, String> {
    let list = folder.join("cases.txt");
    // The child chooses sizes under the ordinary limit.
    let units: Vec<(usize, u64)> = batch.iter().map(|at| (*at, mebibytes)).collect();
    std::fs::write(&list, written(cases, &units)).map_err(|error| format!("cannot write `{}`: {error}", list.display()))?;
    let mut command = Command::new(program);
    command.args(["--target", "memory", "--measure"]).arg(&list);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| format!("cannot start {command:?}: {error}"))?;
    let lines = lines_of(&mut child);
    let peak = |line: String| {
        let (bytes, size) = line.split_once(' ')?;
        Some(Peak { bytes: bytes.parse().ok()?, size: size.parse().ok()? })
    };
    let peaks = lines.iter().map_while(peak).collect();
    let _ = child.wait();
    Ok(peaks)
}

/// The child process: runs what the file lists, and prints one line for each case.
///
/// # Errors
///
/// The file cannot be read, or the system does not tell the peak.
pub fn serve(list: &PathBuf) -> Result<(), String> {
    let text = std::fs::read_to_string(list).map_err(|error| format!("cannot read `{}`: {error}", list.display()))?;
    let mut out = std::io::stdout().lock();
    let nothing = Case { name: String::new(), imports: String::new(), setup: String::new(), operation: "pass\n".into(), sizes: &[] };
    run_once(&nothing, 1, LIMIT, FUEL);
    let before = of_status("VmRSS:")?;
    for (mebibytes, small, case) in read_units(&text)? {
        let mut worst = Peak::default();
        let mut fitting = 0;
        let (limit, fuel, tried) =
            if mebibytes == 0 { (LIMIT, FUEL, sizes(&small)) } else { (mebibytes << 20, MORE_FUEL, small.as_slice()) };
        for &size in tried {
            // 5 resets the peak to what is resident now.
            std::fs::write("/proc/self/clear_refs", "5").map_err(|error| format!("the peak cannot be reset: {error}"))?;
            let fits = run_once(&case, size, limit, fuel);
            let bytes = of_status("VmHWM:")?.saturating_sub(before);
            if bytes >= worst.bytes {
                worst = Peak { bytes, size };
            }
            fitting += usize::from(fits);
            if fitting == ENOUGH {
                break;
            }
        }
        // Nobody waits for more when the parent has ended.
        if writeln!(out, "{} {}", worst.bytes, worst.size).and_then(|()| out.flush()).is_err() {
            break;
        }
    }
    Ok(())
}

/// A number of bytes from the status of this process.
fn of_status(name: &str) -> Result<u64, String> {
    let status = std::fs::read_to_string("/proc/self/status").map_err(|error| format!("the system tells no peak: {error}"))?;
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    line.map(|kibibytes| kibibytes * 1024).ok_or_else(|| format!("the system tells no {name}"))
}

/// Runs a case in a session. True if its values could be made.
fn run_once(case: &Case, size: u64, limit: u64, fuel: u64) -> bool {
    let (Some(setup), Some(operation)) = (compile(&case.setup_program(size)), compile(&case.operation)) else { return true };
    let config = config(&RunOptions { fuel, memory: limit, ..RunOptions::default() });
    let mut session = Session::new(&config, host());
    let fits = matches!(session.run(&setup), Outcome::Finished(_) | Outcome::Raised(_));
    if fits {
        session.run(&operation);
    }
    // What the host asks for afterwards is part of the run.
    let _ = (session.value(), session.finish());
    fits
}
