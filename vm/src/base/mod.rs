//! Plain data that every layer above shares: values, names, fuel, limits, the host trait, host values, abrupt completions.
//!
//! It may use the compiler's and the policy's plain types and the algorithms. It must never know the heap or the runtime.

pub(crate) mod abrupt;
pub(crate) mod fuel;
pub(crate) mod host;
pub(crate) mod interner;
pub(crate) mod names;
pub(crate) mod value;
