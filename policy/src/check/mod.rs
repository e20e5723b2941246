//! Computes the verdict for a text and a policy: parse, walk, run the rules. Also reads documents with several
//! programs, and runs the tests in policies.
//!
//! It is the top folder: it may use every other folder, and no folder may use it.

pub(crate) mod checker;
mod commands;
pub(crate) mod fences;
pub(crate) mod input;
pub(crate) mod policies;
pub(crate) mod policy_tests;
