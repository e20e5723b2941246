//! Functions of floats that Rust's standard library does not have, or computes differently from the C library.
//!
//! The folder uses only [`crate::text::float`]. It does not depend on how call arguments become floats, or which exception a failure
//! becomes.

pub mod erf_cbrt;
pub mod special;
