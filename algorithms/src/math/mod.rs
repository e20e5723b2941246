//! Functions of floats that Rust's standard library does not have, or computes differently from the C library.
//!
//! Uses only [`crate::text::float`]. Must never know how arguments of a call become floats, or which exception a failure becomes.

pub mod erf_cbrt;
pub mod special;
