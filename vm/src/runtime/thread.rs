//! The state of the running thread that native code sees. Its frames and registers belong to the interpreter.

use crate::base::value::Value;
use crate::heap::RootMarker;

/// The number of the thread that every step begins on.
pub(crate) const MAIN: u32 = 0;

/// What changes as a whole when another thread runs.
#[derive(Debug, Clone)]
pub(crate) struct ThreadState {
    pub(crate) number: u32,
    /// Threads that are suspended while this one runs.
    pub(crate) others: usize,
    /// What the library's `_thread` keeps of the thread.
    pub(crate) record: Value,
    /// The exception that is being handled; None when there is none.
    pub(crate) handled: Value,
    /// Objects whose `repr` or comparison is in progress in a fallback: a value in it is part of a cycle.
    pub(crate) in_progress: Vec<Value>,
}

impl ThreadState {
    pub(crate) fn new(number: u32) -> Self {
        ThreadState { number, others: 0, record: Value::UNDEF, handled: Value::NONE, in_progress: Vec::new() }
    }

    /// Rewrites the references to objects, after objects have moved.
    pub(crate) fn forward(&mut self, moves: &crate::heap::Moves) {
        let ThreadState { number: _, others: _, record, handled, in_progress } = self;
        moves.values([record, handled]);
        moves.values(in_progress);
    }

    pub(crate) fn visit_roots(&self, marker: &mut RootMarker<'_>) {
        marker.roots(&[self.handled, self.record]);
        marker.roots(&self.in_progress);
    }
}

impl Default for ThreadState {
    fn default() -> Self {
        ThreadState::new(MAIN)
    }
}
