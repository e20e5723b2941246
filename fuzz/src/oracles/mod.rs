//! Properties of texts, one per file. Each checks a text and returns an error message when the property does not hold. [`ORACLES`] lists
//! them.

mod budget;
mod bytecode;
mod bytes;
mod collection;
pub mod cost;
mod cpython;
mod damaged;
mod deadline;
mod deep;
mod determinism;
mod front;
pub mod members;
mod memory;
mod pause;
mod plain;
pub mod resident;
mod snapshot;
mod sound;

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::run::Observed;
use stockade_vm::Outcome;

/// The kind of texts for an oracle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inputs {
    /// Any text: mutations of the corpus, bombs, generated programs.
    Texts,
    /// Programs of the grammar.
    Programs,
    /// Programs that use attributes, modules and builtins.
    Reaching,
    /// Programs with values that nest without end.
    Deep,
    /// Programs that want much memory.
    Hungry,
    /// Programs that do not end.
    Endless,
}

/// A property.
#[derive(Debug, Clone, Copy)]
pub struct Oracle {
    pub name: &'static str,
    /// The property in one line.
    pub says: &'static str,
    pub inputs: Inputs,
    pub check: fn(&str) -> Result<(), String>,
}

/// All oracles.
pub const ORACLES: &[Oracle] = &[
    Oracle { name: "front", says: "parse, check and compile answer; compiled code verifies", inputs: Inputs::Texts, check: front::check },
    Oracle {
        name: "budget",
        says: "a run ends within its budget, and never as a fault of ours",
        inputs: Inputs::Texts,
        check: budget::check,
    },
    Oracle {
        name: "sound",
        says: "checked clean, no name computed => no refusal while it runs",
        inputs: Inputs::Reaching,
        check: sound::check,
    },
    Oracle { name: "exact", says: "a run needs exactly the fuel it reports", inputs: Inputs::Programs, check: budget::exact },
    Oracle { name: "determinism", says: "run(p) = run(p): output, outcome, fuel", inputs: Inputs::Programs, check: determinism::check },
    Oracle {
        name: "collection",
        says: "run(p) = run(p) with a collection at every safepoint",
        inputs: Inputs::Programs,
        check: collection::check,
    },
    Oracle {
        name: "plain",
        says: "run(p) = run(p) without the quick cases of instructions",
        inputs: Inputs::Programs,
        check: plain::check,
    },
    Oracle { name: "pause", says: "run(p) = run(p) stopped every few instructions", inputs: Inputs::Programs, check: pause::check },
    Oracle {
        name: "snapshot",
        says: "run(p) = run(p) written and read back at safepoints; same state, same bytes",
        inputs: Inputs::Programs,
        check: snapshot::check,
    },
    Oracle {
        name: "bytes",
        says: "the same state is the same bytes: straight, restored, forked, collected at every safepoint",
        inputs: Inputs::Programs,
        check: bytes::check,
    },
    Oracle {
        name: "damaged",
        says: "a damaged snapshot, sealed again, is refused or goes on within every limit",
        inputs: Inputs::Programs,
        check: damaged::check,
    },
    Oracle {
        name: "bytecode",
        says: "code that no compiler made is refused, or runs within every limit",
        inputs: Inputs::Programs,
        check: bytecode::check,
    },
    Oracle { name: "memory", says: "what is allocated stays near the memory limit", inputs: Inputs::Hungry, check: memory::check },
    Oracle { name: "deep", says: "values of any depth, on a small stack: an answer", inputs: Inputs::Deep, check: deep::check },
    Oracle { name: "deadline", says: "a run ends soon after its deadline", inputs: Inputs::Endless, check: deadline::check },
    Oracle { name: "cpython", says: "run(p) prints what CPython prints", inputs: Inputs::Programs, check: cpython::check },
];

/// Finds an oracle by name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Oracle> {
    ORACLES.iter().find(|oracle| oracle.name == name)
}

/// Does work on a thread with so much stack, and waits for its answer. The thread of work that does not end is left behind.
///
/// `patience` is time of the processor, where the system tells it: on a busy machine any work takes long by the clock.
fn on_thread<T: Send + 'static>(stack: usize, patience: Duration, work: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
    let (send, receive) = channel();
    let watch = Watch::start();
    let thread = std::thread::Builder::new().stack_size(stack).spawn(move || send.send(work()));
    thread.map_err(|error| format!("no thread: {error}"))?;
    loop {
        let spent = watch.spent();
        if spent >= patience {
            return Err(format!("does not end within {} s", patience.as_secs()));
        }
        match receive.recv_timeout(patience.saturating_sub(spent)) {
            Ok(answer) => return Ok(answer),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err("panics".to_string()),
        }
    }
}

/// Measures the time that this process has of the processors; by the clock, where the system does not tell it.
struct Watch {
    start: Instant,
    begun: Option<Duration>,
}

impl Watch {
    fn start() -> Self {
        Watch { start: Instant::now(), begun: processor_time() }
    }

    fn spent(&self) -> Duration {
        match (self.begun, processor_time()) {
            (Some(begun), Some(now)) => now.saturating_sub(begun),
            _ => self.start.elapsed(),
        }
    }
}

/// The time that this process has had of the processors so far. None where the system does not say.
fn processor_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The second field, a name in parentheses, may contain blanks. User and system time are the fields 14 and 15, in hundredths of a second.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(ticks()?.checked_add(ticks()?)?.checked_mul(10)?))
}

/// Checks that two runs are equal.
fn same(what: &str, one: &Observed, other: &Observed) -> Result<(), String> {
    if let Outcome::Internal(fault) = &one.outcome {
        return Err(format!("internal error: {fault}"));
    }
    if one == other { Ok(()) } else { Err(format!("{what}:\n--- straight\n{}\n--- other\n{}", show(one), show(other))) }
}

fn show(seen: &Observed) -> String {
    format!("outcome {:?}\nfuel {}\n{}{}", seen.outcome, seen.fuel, seen.stdout, seen.stderr)
}
