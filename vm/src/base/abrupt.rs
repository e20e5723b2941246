//! How an operation ends other than with a value.

use crate::base::value::Value;
use crate::session::outcome::LimitKind;

/// Why an operation or a native function did not give a value.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Exit {
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
    /// A call of guest code or of the prelude takes its place: [`crate::runtime::core::Rt::pending`] says which.
    Call,
    /// The value asked about has guest-defined behaviour, so native code can't decide: the caller goes to the prelude.
    Guest,
    /// The machine is asked about frames or for code; the arguments are in [`crate::runtime::core::Rt::pending`].
    Service(crate::interpreter::introspection::frames::Service),
    /// The host is asked for something: the run is suspended as data.
    Suspend,
    /// `final_answer(x)`: ends the step with a value.
    Answer(Value),
    /// The instruction runs again, or a pushed frame runs first: nothing to do.
    Again,
    /// A fault of ours: ends the run with an internal error, never a panic.
    Bug(&'static str),
}
