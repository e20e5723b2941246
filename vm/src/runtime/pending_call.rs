//! Calls that native code leaves to the interpreter, and what becomes of their result.

use crate::base::value::Value;
use smallvec::SmallVec;

/// What the caller does with a callee's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub(crate) enum ReturnAction {
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
    /// The outermost frame of a thread: its result is the number of the one that goes on.
    Thread,
    /// The text of a step's value (`extra`), made by guest code after the step is over.
    Shown,
    /// `next(it, default)` and friends: result stored; `StopIteration` gives `extra`.
    NextDefault,
    /// The outermost frame of the prelude's `traceback_texts` or `told_by_hook`: `extra` is the exception the text is about.
    Report,
    /// Two results as a tuple: for `dst` and the register after it.
    Pair,
    /// The native `extra` judges the result, and gives what is stored.
    Checked,
    /// The hash of the key `extra`: the caller's instruction runs again.
    KeyHash,
    /// Whether two keys are equal, `extra` being what is known of the one: the caller's instruction runs again.
    KeyEqual,
    /// What an object's `__bool__` gave: the truth that the caller's instruction stores or jumps by.
    AskedBool,
    /// As `AskedBool`, of its `__len__`.
    AskedLength,
}

impl ReturnAction {
    /// Whether the caller's instruction runs again when the result is there.
    pub(crate) fn runs_again(self) -> bool {
        matches!(self, ReturnAction::KeyHash | ReturnAction::KeyEqual)
    }
}

/// A call that takes the place of an operation.
#[derive(Debug, Default, Clone)]
pub(crate) struct PendingCall {
    pub(crate) callee: Value,
    pub(crate) args: SmallVec<[Value; 6]>,
    /// Names (strs) of the last arguments, where given by keyword.
    pub(crate) names: Vec<Value>,
    /// What to do with the result; None: as the instruction says.
    pub(crate) action: Option<ReturnAction>,
    pub(crate) extra: Value,
    /// The callee is a generator to be resumed this way.
    pub(crate) resume: Option<Resume>,
}

/// How a generator is resumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Resume {
    Send,
    Throw,
    Close,
}

/// After so many keys that were not equal the twin goes on, from the beginning.
pub(crate) const ASKED: usize = 16;

pub(crate) type Verdicts = SmallVec<[(Value, bool); 2]>;

/// What is known of a key while an instruction runs again.
#[derive(Debug, Clone)]
pub(crate) struct KeyReplay {
    pub(crate) key: Value,
    pub(crate) hash: u64,
    /// Keys it was compared with, and whether they are equal.
    pub(crate) verdicts: Verdicts,
    /// The key of a dict or set that it has to be compared with next.
    pub(crate) wanted: Value,
}

/// What native code in progress leaves for the interpreter, and how far it has come.
#[derive(Default)]
pub(crate) struct Pending {
    /// The call to make.
    pub(crate) call: PendingCall,
    /// What user code answered for a key, for the instruction that runs again with it.
    pub(crate) key_replay: Option<Box<KeyReplay>>,
    /// Native functions in progress that call others: levels of [`Runtime::nested`].
    pub(crate) native_depth: u32,
    /// Natives in progress that answered with a call.
    pub(crate) tail_depth: u32,
    /// The object that the builtin method in progress is bound to, while its arguments are bound; undefined where no error names it.
    pub(crate) bound_to: Value,
    /// Iterators that the natives in progress have consumed, as they were before.
    pub(crate) drained: Vec<(u32, crate::heap::IterObj)>,
    /// What restartable work had cost when it began: [`Runtime::starting_over_alone`].
    pub(crate) charged_before: u64,
    /// The work in progress starts over where user code must decide.
    pub(crate) starts_over: bool,
    /// The caller of an attribute lookup drops the error, so its message is not made. False between instructions.
    pub(crate) suppress_attribute_error: bool,
    /// The name of a fallback that does not exist. This is a fault of ours; the message names it.
    pub(crate) missing_fallback: Option<String>,
}

impl Pending {
    /// The state of a copied session. Sessions are copied between instructions, so nothing is in progress.
    pub(crate) fn fork(&self) -> Self {
        Pending { call: self.call.clone(), native_depth: self.native_depth, tail_depth: self.tail_depth, ..Pending::default() }
    }

    pub(crate) fn visit_roots(&self, marker: &mut crate::heap::RootMarker<'_>) {
        self.call.visit(&mut |value| marker.root(value));
    }
}
