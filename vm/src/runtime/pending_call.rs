//! Pending calls: native code asks for a call, and the interpreter makes it. Also the return actions, which say what happens with the
//! result.

use crate::base::value::Value;
use smallvec::SmallVec;

/// What the caller does with the result of a callee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub(crate) enum ReturnAction {
    /// Stores it in `dst`.
    #[default]
    Store,
    /// Drops the result: `__setitem__`, `__setattr__`, `__delitem__`, ...
    Discard,
    /// The callee is `__init__`: its result must be None. `extra` is the new instance, which is the result of the call.
    Init,
    /// The truth of the result decides the jump instruction at the caller's pc.
    Branch,
    /// `dst = not result`
    Not,
    /// `dst = bool(result)`
    Truth,
    /// A `for` over an iterator written in Python: the result is the next item. `StopIteration` ends the loop.
    ForNext,
    /// The result of the function of a `filter`: if it is true, the item `extra` is the next item of the `for` at the caller's pc.
    Filter,
    /// The result of a binary operator's method. On `NotImplemented` the fallback named by the caller's instruction continues.
    Operator,
    /// Like `Operator`; then the truth of the result decides a jump.
    OperatorBranch,
    /// `Send` to an iterator: a yielded value goes to the value register; the end of the iterator jumps to the target.
    Send,
    /// Like `Send`, after `throw` into a delegate: the generator yields the value on.
    Delegate,
    /// The result is an iterable; its items go to the registers of the `Unpack` at the caller's pc.
    Unpack,
    /// Module code that an import runs: the result is dropped. `extra` is the module.
    Import,
    /// The outermost frame of a step.
    Exit,
    /// The outermost frame of a green thread: its result is the number of the thread to switch to.
    Thread,
    /// The callee made the text of a step's value (`extra`) by user code, after the step ended.
    Shown,
    /// `next(it, default)` and similar: the result is stored; on `StopIteration`, `extra` is stored.
    NextDefault,
    /// The outermost frame of the fallback `traceback_texts` or `told_by_hook`. `extra` is the exception that the text describes.
    Report,
    /// The result is a tuple of two values: they go to `dst` and the register after it.
    Pair,
    /// Check result: the native function `extra` tests the result, and returns the value to store.
    CheckResult,
    /// The callee computed the hash of the key `extra`. The caller's instruction runs again with it.
    KeyHash,
    /// The callee compared two keys. `extra` holds the key replay of the one key. The caller's instruction runs again.
    KeyEqual,
    /// The result of an object's `__bool__`: the caller's instruction stores its truth or jumps by it.
    TruthFromBool,
    /// Like `TruthFromBool`, with the result of `__len__`.
    TruthFromLength,
}

impl ReturnAction {
    /// True if the caller's instruction runs again when the result is there.
    pub(crate) fn reruns_instruction(self) -> bool {
        matches!(self, ReturnAction::KeyHash | ReturnAction::KeyEqual)
    }
}

/// A deferred tail call: the interpreter makes this call after the native function has returned, and its result is the result of the
/// operation.
#[derive(Debug, Default, Clone)]
pub(crate) struct PendingCall {
    pub(crate) callee: Value,
    pub(crate) args: SmallVec<[Value; 6]>,
    /// The names (strs) of the last arguments, which are passed by keyword.
    pub(crate) names: Vec<Value>,
    /// The return action. `None`: the one of the instruction.
    pub(crate) action: Option<ReturnAction>,
    pub(crate) extra: Value,
    /// If set, the callee is a generator, and the call resumes it in this way.
    pub(crate) resume: Option<Resume>,
}

/// How a generator is resumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Resume {
    Send,
    Throw,
    Close,
}

/// After this many unequal keys the fallback takes over and starts from the beginning.
pub(crate) const MAX_KEY_RESULTS: usize = 16;

pub(crate) type KeyResults = SmallVec<[(Value, bool); 2]>;

/// The results of user code about one key. They are kept while an instruction runs again, so that user code is not called twice.
#[derive(Debug, Clone)]
pub(crate) struct KeyReplay {
    pub(crate) key: Value,
    pub(crate) hash: u64,
    /// The keys that were compared with `key`, and whether they are equal to it.
    pub(crate) key_results: KeyResults,
    /// The key of a dict or set that must be compared with `key` next.
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
    /// Native functions in progress that returned a pending call.
    pub(crate) tail_depth: u32,
    /// The object that the builtin method in progress is bound to, while its arguments are bound; undefined where no error names it.
    pub(crate) bound_receiver: Value,
    /// Iterators that the natives in progress have consumed, as they were before.
    pub(crate) consumed_iterators: Vec<(u32, crate::heap::IterObj)>,
    /// What restartable work had cost when it began: `Runtime::restartable_outermost`.
    pub(crate) restart_charge_mark: u64,
    /// The work in progress starts over where user code must decide.
    pub(crate) in_restartable: bool,
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

    /// Rewrites the references to objects, after objects have moved. That is between instructions, where nothing is in progress: what
    /// native code left behind is not read again.
    pub(crate) fn forward(&mut self, moves: &crate::heap::Moves) {
        let Pending {
            call,
            key_replay,
            native_depth: _,
            tail_depth: _,
            bound_receiver,
            consumed_iterators: _,
            restart_charge_mark: _,
            in_restartable: _,
            suppress_attribute_error: _,
            missing_fallback: _,
        } = self;
        let PendingCall { callee, args, names, action: _, extra, resume: _ } = call;
        moves.values([callee, extra, bound_receiver]);
        moves.values(args.iter_mut().chain(names));
        if let Some(replay) = key_replay {
            let KeyReplay { key, hash: _, key_results, wanted } = &mut **replay;
            moves.values([key, wanted]);
            moves.values(key_results.iter_mut().map(|(key, _)| key));
        }
    }
}
