//! What the host lends, and what the run has taken of it.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use crate::base::abrupt::LimitKind;
use crate::base::host::Host;
use crate::base::host_value::{ApprovalRequest, CrossingLimits, HostCall, ModuleSource};
use crate::base::value::Value;
use crate::heap::RootMarker;
use crate::runtime::host_functions::Tool;
use crate::runtime::output::Output;

/// The host's part of the runtime.
pub(crate) struct HostState {
    /// The embedder's output and clocks.
    pub(crate) embedder: Box<dyn Host>,
    pub(crate) out: Output,
    pub(crate) tools: Vec<Tool>,
    /// Calls so far of host functions that the host has not lent again since the step was restored.
    pub(crate) tool_calls: Vec<(String, u32)>,
    /// Calls of host functions so far.
    pub(crate) calls: u32,
    /// Modules of the host's own interpreter that a program may import.
    pub(crate) lent_modules: Vec<Arc<str>>,
    /// Modules that the host gives as source, by their dotted names.
    pub(crate) module_sources: Arc<BTreeMap<String, ModuleSource>>,
    /// The names of their files.
    pub(crate) module_files: Arc<BTreeSet<String>>,
    /// The host call that waits for its answer, and what it costs. A snapshot leaves it out: the resumed step asks again.
    pub(crate) request: Option<(HostCall, u64)>,
    /// The consent that the run waits for. A snapshot leaves it out: the resumed step asks again.
    pub(crate) approval: Option<ApprovalRequest>,
    /// What the host said of this call: its next request takes it. A text is the reason of a refusal.
    pub(crate) consent: Option<(HostCall, Result<(), String>)>,
    /// What the host was told of the calls that the program awaits. A snapshot leaves it out: the resumed step tells all of it again.
    pub(crate) awaited: ReportedCalls,
    /// Where the module of the host functions was found last. It may be another now, or none.
    pub(crate) tool_space: Cell<u32>,
    /// When the request was made, by the host's clock.
    pub(crate) suspended_at: u64,
    /// Seconds by which the program's clocks are ahead of the host's: an event loop that waits moves them, and does not sleep.
    pub(crate) clock_ahead: f64,
    /// Seconds that the host slept for the program. They are no processor time. A snapshot leaves them out: the clock starts anew.
    pub(crate) slept: f64,
    /// The result of the last step: what `final_answer` was called with, or the value of the last expression.
    pub(crate) answer: Value,
    pub(crate) stdin: Input,
    /// `sys.argv` after the name of the program.
    pub(crate) arguments: Vec<String>,
    /// The limits for each value that crosses.
    pub(crate) crossing: CrossingLimits,
}

/// What the host was told of the calls that the program awaits.
#[derive(Default)]
pub(crate) struct ReportedCalls {
    /// The calls without an answer, by number.
    pub(crate) calls: BTreeMap<u64, Reported>,
    /// Calls that the host was told of and that the program no longer awaits.
    pub(crate) dropped: Vec<u64>,
    /// The wait that suspends the run.
    pub(crate) wait: Option<Wait>,
    /// How long the host waited, as it says.
    pub(crate) waited: Option<Duration>,
    /// The limit that an answer of the host reached.
    pub(crate) failed: Option<LimitKind>,
}

/// A call that the host is told of.
pub(crate) struct Reported {
    pub(crate) call: Arc<HostCall>,
    /// True until an outcome has shown it.
    pub(crate) is_new: bool,
    /// The bytes that are charged for it, beside the copy of its arguments in the heap.
    pub(crate) bytes: usize,
}

impl ReportedCalls {
    /// The bytes that are charged for the calls.
    pub(crate) fn bytes(&self) -> usize {
        self.calls.values().map(|reported| reported.bytes).sum()
    }
}

/// A wait for answers of the host.
pub(crate) struct Wait {
    /// By the host's monotonic clock.
    pub(crate) began: f64,
    pub(crate) bound: Option<Duration>,
}

/// What `sys.stdin` has still to read.
#[derive(Clone, Copy)]
pub(crate) struct Input {
    /// The `bytes` that the host gave; None when they are read.
    pub(crate) bytes: Value,
    /// The number of bytes of it that were read.
    pub(crate) at: usize,
    /// Whether the host is asked for more.
    pub(crate) host_has_more: bool,
}

impl HostState {
    pub(crate) fn new(embedder: Box<dyn Host>) -> Self {
        HostState {
            embedder,
            out: Output::default(),
            tools: Vec::new(),
            tool_calls: Vec::new(),
            calls: 0,
            lent_modules: Vec::new(),
            module_sources: Arc::default(),
            module_files: Arc::default(),
            request: None,
            approval: None,
            consent: None,
            tool_space: Cell::new(0),
            awaited: ReportedCalls::default(),
            suspended_at: 0,
            clock_ahead: 0.0,
            slept: 0.0,
            answer: Value::UNDEF,
            stdin: Input { bytes: Value::NONE, at: 0, host_has_more: false },
            arguments: Vec::new(),
            crossing: CrossingLimits::default(),
        }
    }

    /// The state of a copied session with a host of its own. The copy makes an open request again.
    pub(crate) fn fork(&self, embedder: Box<dyn Host>) -> Self {
        HostState {
            out: self.out.clone(),
            tools: self.tools.clone(),
            tool_calls: self.tool_calls.clone(),
            calls: self.calls,
            lent_modules: self.lent_modules.clone(),
            module_sources: Arc::clone(&self.module_sources),
            module_files: Arc::clone(&self.module_files),
            clock_ahead: self.clock_ahead,
            slept: self.slept,
            answer: self.answer,
            stdin: self.stdin,
            arguments: self.arguments.clone(),
            crossing: self.crossing,
            ..HostState::new(embedder)
        }
    }

    /// Rewrites the references to objects, after objects have moved.
    pub(crate) fn forward(&mut self, moves: &crate::heap::Moves) {
        moves.values([&mut self.answer, &mut self.stdin.bytes]);
    }

    pub(crate) fn visit_roots(&self, marker: &mut RootMarker<'_>) {
        marker.roots(&[self.answer, self.stdin.bytes]);
    }
}
