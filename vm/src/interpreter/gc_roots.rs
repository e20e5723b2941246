//! What the collector finds in the interpreter.

use crate::base::names::NameId;
use crate::base::value::Value;
use crate::heap::RootMarker;
use crate::interpreter::code::LinkedCode;
use crate::interpreter::control::threads::Threads;
use crate::interpreter::frame::Frame;
use std::sync::Arc;

/// The window of a frame.
pub(crate) fn registers_of<'a>(stack: &'a [Value], codes: &[Arc<LinkedCode>], frame: &Frame) -> &'a [Value] {
    let base = frame.base as usize;
    let nregs = codes.get(frame.code as usize).map_or(0, |code| usize::from(code.nregs));
    stack.get(base..base + nregs).unwrap_or(&[])
}

/// What the machine holds whatever it is asked: roots of every marking.
pub(crate) struct Held<'a> {
    pub(crate) codes: &'a [Arc<LinkedCode>],
    pub(crate) prelude: &'a rustc_hash::FxHashMap<NameId, Value>,
    pub(crate) namespaces: &'a [crate::runtime::modules::Namespace],
    pub(crate) modules: &'a rustc_hash::FxHashMap<String, Value>,
    pub(crate) pending: &'a crate::runtime::pending_call::PendingCall,
    pub(crate) handled: Value,
    pub(crate) in_progress: &'a [Value],
    pub(crate) threads: &'a Threads,
}

impl Held<'_> {
    pub(crate) fn mark(&self, marker: &mut RootMarker<'_>) {
        for code in self.codes {
            marker.roots(&code.consts);
        }
        #[expect(clippy::iter_over_hash_type, reason = "marking does not depend on order")]
        for function in self.prelude.values() {
            marker.root(*function);
        }
        for space in self.namespaces {
            marker.roots(&[space.module, space.view]);
        }
        #[expect(clippy::iter_over_hash_type, reason = "marking does not depend on order")]
        for module in self.modules.values() {
            marker.root(*module);
        }
        self.pending.visit(&mut |value| marker.root(value));
        marker.root(self.handled);
        marker.roots(self.in_progress);
        marker.root(self.threads.record);
        for parked in self.threads.parked.values() {
            marker.roots(&[parked.handled, parked.record]);
            marker.roots(&parked.in_progress);
            for frame in parked.frames.iter() {
                marker.roots(registers_of(&parked.stack, self.codes, frame));
                marker.roots(&frame.held());
            }
        }
    }
}
