//! Abrupt completions: how an operation ends when it does not return a value.

use std::fmt;

use serde::{Deserialize, Serialize};
use stockade_policy::{LimitInfo, Limits};

use crate::base::value::Value;

/// Why an operation or a native function did not return a value.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Abrupt {
    /// A Python exception is raised; the value is the exception instance.
    Raise(Value),
    /// An exception thrown into a generator leaves it unhandled. `__context__` is not set again.
    Throw(Value),
    /// An exception continues to propagate. `__context__` is not set again, and this frame adds no second traceback entry.
    Reraise(Value),
    /// An allocation of this many bytes exceeds the memory limit. The interpreter collects garbage and runs the instruction once more.
    Memory(usize),
    /// The length of a `bytearray` (its arena index) cannot change while a view of it is alive. The interpreter looks for live views; if
    /// there are none, the instruction runs again.
    Exports(u32),
    /// A limit is reached. The step ends; user code cannot see or catch this.
    Limit(LimitKind),
    /// A call of user code or of a fallback takes the place of the operation. [`crate::runtime::core::Runtime::pending`] has the call.
    Call,
    /// User code must decide, because an operand has behaviour defined by the program. The caller runs the fallback.
    NeedsUserCode,
    /// A VM request: the interpreter must do something that native code cannot. The arguments are in
    /// [`crate::runtime::core::Runtime::pending`].
    Request(VmRequest),
    /// A host call. The run is suspended; its state is data.
    Suspend,
    /// `final_answer(x)`: ends the step with this value.
    Answer(Value),
    /// The loop only has to continue: the instruction runs again, or a pushed frame runs first.
    Again,
    /// A bug in the VM. The run ends with an internal error; the VM does not panic.
    Bug(&'static str),
}

/// A request of native code for something that only the interpreter can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VmRequest {
    /// The number of the namespace of the nearest frame that tracebacks show.
    Namespace,
    /// The local variables of that frame, as a dict.
    Locals,
    /// Compiles source to a code object. Arguments: source, file name, mode, namespace number.
    Compile,
    /// Parses source to a tree for `ast`, as rows. Arguments: source, file name, mode.
    Tree,
    /// The number of references to an object, counted as CPython's `sys.getrefcount` would count them.
    References,
    /// True if an async generator is suspended at its own `yield`, not inside an `await`.
    Yielded,
    /// Runs the module body of a code object. The result is the value of its last expression.
    Run,
    /// Creates a class. Arguments: name, bases, namespace, metaclass. The policy applies to it, unless the library creates it from library
    /// code.
    Class,
    /// The running frames that tracebacks show, for the library's `traceback`.
    Stack,
    /// Makes a host call. The arguments are those of the stub.
    HostCall,
    /// Begins a call of a host function that the program awaits. The arguments are those of the stub.
    BeginHostCall,
    /// Waits for answers of the host. Argument: for how many seconds, or None.
    HostWait,
    /// The frame object of a running frame. Argument: how many frames up.
    Frame,
    /// Creates a weak reference. Arguments: target, callback, owner.
    Refer,
    /// Polls finalizers, then returns the target of a weak reference.
    Deref,
    /// Like `Look`; classes may also forget subclasses that nothing else references. The result is the number of new due callbacks. The
    /// caller must call them.
    RunFinalizers,
    /// Like `RunFinalizers`, at the end of the program.
    Last,
    /// Polls finalizers: finds objects that nothing reaches any more.
    Look,
    /// The caller of a library module. Arguments: the module's name, and how many frames further up.
    Caller,
    /// Starts a green thread. Arguments: the function it runs, the library's object for it.
    BeginThread,
    /// Switches to another green thread. Argument: its number.
    SwitchThread,
}

/// The limit of the host that ended a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LimitKind {
    /// Fuel: `Limits::instructions`, in units of the fuel schedule.
    Instructions,
    /// Accounted bytes: `Limits::memory_bytes`.
    Memory,
    /// Wall time: `Limits::wall_ms`.
    Time,
    /// Wall time that counts host functions too: `Limits::total_ms`.
    TotalTime,
    /// Number of active frames: `Limits::recursion`.
    Recursion,
    /// Printed bytes: `Limits::output_bytes`.
    Output,
    /// Calls of host functions: `Limits::host_calls`.
    HostCalls,
}

impl LimitKind {
    /// The one name of the limit: on the command line, in policies, in Python and in reports.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            LimitKind::Instructions => "fuel",
            LimitKind::Memory => "memory",
            LimitKind::Time => "timeout",
            LimitKind::TotalTime => "total_timeout",
            LimitKind::Recursion => "recursion",
            LimitKind::Output => "output",
            LimitKind::HostCalls => "host_calls",
        }
    }

    /// The row of the limit in [`Limits::TABLE`].
    pub(crate) fn info(self) -> Option<&'static LimitInfo> {
        Limits::TABLE.iter().find(|info| info.section == "limits" && info.name == self.as_str())
    }
}

impl fmt::Display for LimitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
