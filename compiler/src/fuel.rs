//! The fuel schedule: what each construct of the language costs, by what the source says, not by what instructions come out.
//!
//! One unit is about one simple operation. The entry of a body charges everything outside its loops; each turn of a loop
//! charges everything in the loop outside inner loops; a loop with no test at its bottom (`while True`, `while x := ...`,
//! `async for`) pays for its first turn on the way in. Branches are charged as if all were taken: a static upper bound,
//! the same for every run. Work whose size is known only at run time (a list's length, an integer's digits) is charged by the VM.

/// Changes when any number below changes; reports and snapshots carry it.
pub const VERSION: u16 = 1;

/// Entering a function or starting a generator.
pub const CALL_ENTRY: u32 = 2;
/// One turn of a loop, beside its body.
pub const LOOP_TURN: u32 = 1;
/// A statement.
pub const STATEMENT: u32 = 1;
/// An operator, comparison, subscript, attribute, call or display; names and constants are free.
pub const OPERATION: u32 = 1;
