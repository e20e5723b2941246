//! One YAML policy, enforced twice: `check` reads it before the run, `Grants` and `Limits` are what the VM obeys during it.
//!
//! No IO, no panics, no unsafe; nothing here ever runs code.

pub mod grants;
pub mod pattern;

pub use grants::{Access, Denied, Grants, Limits, ToolGrant};
