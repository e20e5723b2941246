//! A text and a policy to a verdict: parse, walk, run the rules. Also documents that hold several programs, and the tests that a policy carries.
//!
//! It is the top: it may use every other folder, and none may use it.

pub(crate) mod checker;
pub(crate) mod input;
pub(crate) mod policies;
pub(crate) mod policy_tests;
