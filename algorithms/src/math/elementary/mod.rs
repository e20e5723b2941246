//! Elementary functions that give the same bits on every processor.
//!
//! The functions of Rust's standard library call the platform's C library, which gives other bits with a fused multiply-add than without
//! it. These use only operations that IEEE 754 rounds exactly, and ask nothing about the processor. Logarithms, exponentials, powers,
//! trigonometric functions and their inverses are rounded correctly; the others follow the steps of the GNU C library (`hyperbolic.rs`).
//! The folder uses nothing of the crate.

#[rustfmt::skip]
mod arcs;
mod double;
mod exp;
mod hyperbolic;
mod inverse;
mod log;
mod pow;
mod tables;
mod trig;

pub use exp::{exp, exp2};
pub use hyperbolic::{cosh, exp_m1, hypot, ln_1p, log10, sinh, tanh};
pub use inverse::{acos, asin, atan, atan2};
pub use log::{ln, log2};
pub use pow::pow;
pub use trig::{cos, sin, tan};
