//! The fuel schedule: the cost of each construct of the language. Costs depend on the source, not on the instructions
//! that the compiler emits.
//!
//! One unit is about one simple operation. The entry of a body charges everything outside its loops. Each turn of a
//! loop charges everything in the loop that is outside inner loops. A loop without a test at its bottom (`while True`,
//! `while x := ...`, `async for`) charges its first turn when it is entered. Branches are charged as if all of them
//! ran. This is a static upper bound, and so the same for every run. The VM charges work whose size is known only at
//! run time, such as the length of a list or the digits of an integer.

/// Must change when a number below changes, or what the VM charges at run time. Reports and snapshots carry it. 2: work is charged by what
/// is walked, not by what comes out.
pub const VERSION: u16 = 2;

/// Entering a function or starting a generator.
pub const CALL_ENTRY: u32 = 2;
/// One turn of a loop, without its body.
pub const LOOP_TURN: u32 = 1;
/// A statement.
pub const STATEMENT: u32 = 1;
/// An operator, comparison, subscript, attribute, call or display. Names and constants cost nothing.
pub const OPERATION: u32 = 1;
