//! Plain data and small functions that all other folders use: the definition of a rule, the catalog of the VM, text, spelling, digests,
//! numbers with units.
//!
//! It uses no other folder. It must not know policies, settings or programs.

pub(crate) mod bitset;
pub(crate) mod catalog;
pub(crate) mod digest;
pub(crate) mod quantity;
pub(crate) mod rule;
pub(crate) mod signature;
pub(crate) mod spelling;
pub(crate) mod text;
