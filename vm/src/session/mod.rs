//! A program's state between steps: start, resume, finish, fork, warm imports, uncaught exceptions.
//!
//! It may use every layer below. It must never know the pipeline in `sandbox.rs`.

pub(crate) mod fork;
pub(crate) mod host_calls;
pub(crate) mod outcome;
pub(crate) mod warm_imports;
