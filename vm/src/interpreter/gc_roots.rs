//! The collector's roots in the interpreter.

use crate::base::names::NameId;
use crate::base::value::Value;
use crate::heap::RootMarker;
use crate::interpreter::code::LinkedCode;
use crate::interpreter::control::threads::SuspendedThreads;
use crate::interpreter::frame::Frame;
use crate::runtime::modules::Modules;
use crate::runtime::pending_call::Pending;
use crate::runtime::thread::ThreadState;
use std::sync::Arc;

/// The registers of a frame.
pub(crate) fn registers_of<'a>(stack: &'a [Value], codes: &[Arc<LinkedCode>], frame: &Frame) -> &'a [Value] {
    let base = frame.base as usize;
    let nregs = codes.get(frame.code as usize).map_or(0, |code| usize::from(code.nregs));
    stack.get(base..base + nregs).unwrap_or(&[])
}

/// The roots that every marking starts from. Globals and the registers of the running thread are added by the caller: what it counts of them
/// depends on why it marks. Constants are marked last, when it is known which code is reached.
pub(crate) struct RootSet<'a> {
    pub(crate) codes: &'a [Arc<LinkedCode>],
    pub(crate) fallbacks: &'a rustc_hash::FxHashMap<NameId, Value>,
    pub(crate) modules: &'a Modules,
    pub(crate) pending: &'a Pending,
    pub(crate) thread: &'a ThreadState,
    pub(crate) suspended: &'a SuspendedThreads,
}

impl RootSet<'_> {
    pub(crate) fn mark(&self, marker: &mut RootMarker<'_>) {
        #[expect(clippy::iter_over_hash_type, reason = "marking does not depend on order")]
        for function in self.fallbacks.values() {
            marker.root(*function);
        }
        self.modules.visit_roots(marker);
        self.pending.visit_roots(marker);
        self.thread.visit_roots(marker);
        for thread in self.suspended.by_number.values() {
            thread.state.visit_roots(marker);
            for frame in thread.frames.iter() {
                marker.roots(registers_of(&thread.stack, self.codes, frame));
                marker.roots(&frame.held());
                marker.code(frame.code);
            }
        }
    }
}
