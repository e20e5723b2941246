//! How an operation ends other than with a value.

use crate::base::limit::LimitKind;
use crate::base::value::Value;

/// Why an operation or a native function did not give a value.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Abrupt {
    /// A Python exception: an instance.
    Raise(Value),
    /// An exception thrown into a generator that handles none: no new context.
    Throw(Value),
    /// An exception that goes on: no new context, no second traceback line for this frame.
    Reraise(Value),
    /// More memory than is left was asked for: this many bytes. The machine collects and tries once more.
    Memory(usize),
    /// The length of a `bytearray` (its index) can't change while views of it live: the machine looks whether any does, and the
    /// instruction runs again if not.
    Exports(u32),
    /// A limit is reached: ends the step, nothing in the guest can see it.
    Limit(LimitKind),
    /// A call of guest code or of the prelude takes its place: [`crate::runtime::core::Runtime::pending`] says which.
    Call,
    /// The value asked about has guest-defined behaviour, so native code can't decide: the caller goes to the prelude.
    Guest,
    /// The machine is asked about frames or for code; the arguments are in [`crate::runtime::core::Runtime::pending`].
    Service(VmRequest),
    /// The host is asked for something: the run is suspended as data.
    Suspend,
    /// `final_answer(x)`: ends the step with a value.
    Answer(Value),
    /// The instruction runs again, or a pushed frame runs first: nothing to do.
    Again,
    /// A fault of ours: ends the run with an internal error, never a panic.
    Bug(&'static str),
}

/// What the machine is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VmRequest {
    /// The namespace of the nearest frame that shows: its number.
    Namespace,
    /// The local variables of that frame, as a dict.
    Locals,
    /// Source, file name, mode and namespace number: a code object ready to run.
    Compile,
    /// Source, file name and mode: its tree, as rows.
    Tree,
    /// How many references to an object there are that CPython would count.
    References,
    /// Whether an async generator stands at a `yield` of its own, not inside an `await`.
    Yielded,
    /// Runs a code object's module body; the value of its last expression.
    Run,
    /// Name, bases, namespace, metaclass: a class, judged as the program's unless the library makes it of its own code.
    Class,
    /// The running frames that show, for the library's `traceback`.
    Stack,
    /// A host function is called: its stub's arguments.
    HostCall,
    /// The frame object of a running frame: how many frames up.
    Frame,
    /// A weak reference: to what, callback, owner.
    Refer,
    /// What a weak reference refers to, after looking whether it is gone.
    Deref,
    /// As `Look`, and classes may forget the subclasses that nothing holds; the calls that are due are the asker's to make: their number.
    Reap,
    /// As `Reap`, when the program has ended.
    Last,
    /// Finds out what is gone.
    Look,
    /// Who called into a library module: its name, and how many frames further up.
    Caller,
    /// A thread: the function it runs, what the library keeps of it.
    BeginThread,
    /// Another thread goes on: its number.
    SwitchThread,
}
