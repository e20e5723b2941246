//! Plain data and small functions that every other folder uses: what a rule is, what the VM has, text, spelling, digests.
//!
//! It uses no other folder. It must never know a policy, a setting or a program.

pub(crate) mod bitset;
pub(crate) mod catalog;
pub(crate) mod digest;
pub(crate) mod rule;
pub(crate) mod spelling;
pub(crate) mod text;
