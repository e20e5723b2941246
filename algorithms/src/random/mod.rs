//! The pseudo-random generator behind Python's `random`.
//!
//! The folder uses nothing else of this crate. It does not depend on the classes of the module `random`, or where a seed comes from.

pub mod mt19937;
