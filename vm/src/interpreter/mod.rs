//! Runs instructions: frames, calls, control flow, imports, introspection.
//!
//! It may use every layer below. It must never know sessions, snapshots or the sandbox.

pub(crate) mod cache_fill;
pub(crate) mod calls;
pub(crate) mod code;
mod compaction;
pub(crate) mod control;
pub(crate) mod event_loop;
pub(crate) mod fallbacks;
pub(crate) mod fast;
pub(crate) mod frame;
pub(crate) mod gc_roots;
pub(crate) mod generic;
pub(crate) mod imports;
pub(crate) mod introspection;
pub(crate) mod loader;
pub(crate) mod machine;
pub(crate) mod units;
