//! Frames: what a call is, as data.

use std::num::NonZeroU32;

use crate::value::{Tag, Value};

/// What the caller does with a callee's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub(crate) enum Action {
    /// Stores it in `dst`.
    #[default]
    Store,
    /// Drops it: `__setitem__`, `__setattr__`, `__delitem__`, ...
    Discard,
    /// `__init__`: must be None; `extra` is the call's result.
    Init,
    /// The truth of it decides the jump instruction at the caller's pc.
    Branch,
    /// `dst = not result`
    Not,
    /// `dst = bool(result)`
    Truth,
    /// A `for` over a guest iterator: the next item; `StopIteration` ends the loop.
    ForNext,
    /// What the function of a `filter` says of the item `extra`: the next item of the `for` that the caller stands at, or not.
    Filter,
    /// A binary operator's method: `NotImplemented` goes on with the fallback named by the caller's instruction.
    Operator,
    /// As `Operator`, where the result's truth then decides a jump.
    OperatorBranch,
    /// `Send` to an iterator: what it yields lands in the value register, its end jumps to the target.
    Send,
    /// As `Send`, after `throw` into a delegate: what it yields is yielded on.
    Delegate,
    /// The items of an iterable, for the `Unpack` at the caller's pc.
    Unpack,
    /// Module code run by an import: the result is dropped, `extra` is the module.
    Import,
    /// The outermost frame of a step.
    Exit,
    /// The text of a step's value (`extra`), made by guest code after the step is over.
    Shown,
    /// `next(it, default)` and friends: result stored; `StopIteration` gives `extra`.
    NextDefault,
    /// The outermost frame of the prelude's `traceback_texts`: `extra` is the exception the text is about.
    Report,
    /// Two results as a tuple: for `dst` and the register after it.
    Pair,
    /// The native `extra` judges the result, and gives what is stored.
    Checked,
    /// The hash of the key `extra`: the caller's instruction runs again.
    KeyHash,
    /// Whether two keys are equal, `extra` being what is known of the one: the caller's instruction runs again.
    KeyEqual,
}

impl Action {
    /// Whether the caller's instruction runs again when the result is there.
    pub(crate) fn runs_again(self) -> bool {
        matches!(self, Action::KeyHash | Action::KeyEqual)
    }
}

/// One call in progress. What every call writes and few need is elsewhere: see [`crate::heap::GenObj::outside`].
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Frame {
    /// See [`Action`].
    pub(crate) extra: Value,
    /// Loaded code.
    pub(crate) code: u32,
    /// The next instruction while the frame is not on top.
    pub(crate) pc: u32,
    /// First register of the window.
    pub(crate) base: u32,
    /// Where in the *caller's* window the result goes.
    pub(crate) dst: u8,
    pub(crate) action: Action,
    /// Guest-visible depth is counted for frames that are not hidden.
    pub(crate) hidden: bool,
    /// Leaving it is storing its result: see [`Frame::is_quick`]. Set when it is pushed.
    pub(crate) quick: bool,
    /// The running function, for its closure; none for module code.
    pub(crate) func: Option<NonZeroU32>,
    /// The generator this frame belongs to.
    pub(crate) generator: Option<NonZeroU32>,
}

impl Frame {
    /// The running function, or undefined.
    #[must_use]
    pub(crate) fn function(&self) -> Value {
        self.func.map_or(Value::UNDEF, |at| Value::heap(Tag::Func, at.get()))
    }

    /// The generator it belongs to, or undefined.
    #[must_use]
    pub(crate) fn body_of(&self) -> Value {
        self.generator.map_or(Value::UNDEF, |at| Value::heap(Tag::Gen, at.get()))
    }

    /// The values it holds besides its registers.
    #[must_use]
    pub(crate) fn held(&self) -> [Value; 3] {
        [self.function(), self.extra, self.body_of()]
    }

    /// Whether its result is just stored in the caller's window.
    #[must_use]
    pub(crate) fn just_stores(&self, has_caller: bool) -> bool {
        has_caller && self.action == Action::Store && self.generator.is_none()
    }

    /// As `just_stores`, with this result: an operator's method that knew the answer is no different.
    #[must_use]
    pub(crate) fn just_stores_given(&self, value: Value, has_caller: bool) -> bool {
        self.just_stores(has_caller)
            || has_caller && self.action == Action::Operator && value != Value::NOT_IMPLEMENTED && self.generator.is_none()
    }

    /// Whether there is no more to leaving it than storing its result, so that the loop itself can.
    #[must_use]
    pub(crate) fn is_quick(&self, has_caller: bool) -> bool {
        self.just_stores(has_caller) && !self.hidden
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_forty_bytes() {
        assert_eq!(size_of::<Frame>(), 40);
    }
}
