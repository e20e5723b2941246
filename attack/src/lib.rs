//! Attacks a policy. A [`Target`] is a policy with the tools and modules of its host; [`attack`] composes programs that try to get around
//! what the policy says, runs them in the machine, and returns a [`Report`] of what was reached.
//!
//! The modules are `yaml`, `generators`, `report`, `settings`, `target`, `tests_of_policies`, `attempt`, `walls`. Each uses only those
//! before it.
//!
//! - `walls` has a file for each kind of intention that a policy can have: it reads the intention from the settings and makes attempts.
//! - `target` runs programs and records what they did. `attempt` decides whether an attempt reached something, shortens its program, and
//!   makes sure that the edit it suggests closes the hole.
//! - `settings` says what a policy loosens and what it denies, and where that is written.
//!
//! No IO: the caller reads files and writes finds.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]

mod attempt;
pub mod generators;
mod report;
mod settings;
mod target;
mod tests_of_policies;
mod walls;
mod yaml;

use std::time::Instant;

pub use report::{Find, Note, Options, Report, Tried, Wall};
pub use target::{Resolve, Target};
pub use tests_of_policies::run_policy_test;

/// Attacks a target.
#[must_use]
pub fn attack(target: &Target, options: &Options) -> Report {
    let start = Instant::now();
    walls::run(target, options, start)
}
