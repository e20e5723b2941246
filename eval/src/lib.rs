//! Grades programs that a language model wrote. A verdict depends on the program, its tests, the policy, the limits, the seed and the
//! version of the engine alone; the wall clock is a backstop that never scores.
//!
//! - [`Judge`] gives the [`Judgement`] of a [`Sample`] under the tests of a [`Problem`].
//! - [`formats`] reads the problems and samples of the usual benchmarks.
//! - [`compare`] has their rules for when an answer is right.
//!
//! This crate uses `vm` and what is below it. It knows no command line and no terminal.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]

pub mod compare;
pub mod extract;
pub mod formats;
mod judge;
mod look;
pub mod report;
pub mod results;
pub mod run;
mod stubs;
pub mod task;
pub mod values;
mod verdict;

pub use judge::{Chosen, Finder, Judge, Settings};
pub use stubs::PACKAGES;
pub use task::{Problem, Sample};
pub use verdict::{Judgement, Verdict};
