//! The pseudo-random generator behind Python's `random`.
//!
//! Uses nothing else of this crate. Must never know the module's classes, or where a seed comes from.

pub mod mt19937;
