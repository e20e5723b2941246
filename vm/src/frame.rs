//! Frames: what a call is, as data.

use crate::value::Value;

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
}

/// One call in progress.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Frame {
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
    /// The running function, for its closure; undefined for module code.
    pub(crate) func: Value,
    /// See [`Action`].
    pub(crate) extra: Value,
    /// The generator this frame belongs to, or undefined.
    pub(crate) generator: Value,
    /// What was being handled when a generator's frame was entered.
    pub(crate) saved_handled: Value,
}

impl Frame {
    /// The values it holds besides its registers.
    #[must_use]
    pub(crate) fn held(&self) -> [Value; 4] {
        [self.func, self.extra, self.generator, self.saved_handled]
    }

    /// Whether its result is just stored in the caller's window, so that the loop itself can leave it.
    #[must_use]
    pub(crate) fn is_quick(&self, has_caller: bool) -> bool {
        has_caller && self.action == Action::Store && self.generator.is_undef()
    }
}
