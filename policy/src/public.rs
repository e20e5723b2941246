//! The public modules: what other crates may name by path. A name that is not here or in `lib.rs` is private, so rustc sees when nothing uses it.

/// What the VM has, and what exists before a program runs.
pub mod catalog {
    pub use crate::base::catalog::{AttributeSource, KnownNames, Signature, SignatureSource, ToolSignature, VmCatalog};
}

/// Fingerprints of findings, and SHA-256.
pub mod fingerprint {
    pub use crate::base::digest::sha256;
    pub use crate::report::fingerprint::{base, counted};
}

/// Documents that hold programs.
pub mod input {
    pub use crate::check::input::{Format, check_document};
}

/// Policy files and what is wrong with them.
pub mod load {
    pub use crate::check::policies::load_tests;
    pub use crate::settings::load::PolicyError;
}

/// The table of settings and its types.
pub mod model {
    pub use crate::base::rule::Level;
    pub use crate::base::spelling::did_you_mean;
    pub use crate::settings::model::*;
}

/// Reports in the formats that people, models and other tools read.
pub mod output {
    pub use crate::report::output::{Guide, audit, concise, github, gitlab, json, jsonl, junit, llm, sarif, statistics};
}

/// Patterns of module names and of other names.
pub mod pattern {
    pub use crate::enforce::pattern::{Glob, ModulePattern};
}

/// Tests that a policy carries.
pub mod policy_tests {
    pub use crate::check::policy_tests::run_test;
}

/// The policies that come with the tool.
pub mod presets {
    pub use crate::settings::presets::{PRESETS, find, names};
}

/// Masking of the output.
pub mod redact {
    pub use crate::enforce::redact::{MOST_HELD, Redaction, Redactor, Stream};
}

/// Policies with their parents merged in.
pub mod resolve {
    pub use crate::check::policies::{resolve_preset, resolve_text};
    pub use crate::settings::resolve::{Finder, ResolvedPolicy, Slot, render};
}

/// The JSON Schema of policy files.
pub mod schema {
    pub use crate::check::policies::policy_schema;
}

/// Hostile text made harmless.
pub mod text {
    pub use crate::base::text::{escape, escape_json, escape_line, is_hostile, neutralise};
}

/// The walk over a tree that collects what rules look at.
pub mod walk {
    pub use crate::analysis::walk::walk;
}
