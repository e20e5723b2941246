//! Functions of floats that Rust's standard library does not have, or computes differently from the C library.
//!
//! The folder uses only [`crate::text::float`], and [`elementary`] uses nothing. It does not depend on how call arguments become floats, or which exception a failure
//! becomes.

pub mod elementary;
pub mod erf_cbrt;
pub mod special;
#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test that cannot go on says so")]
mod tests;
