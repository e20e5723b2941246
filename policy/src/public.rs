//! The public modules, whose items other crates name by path. Everything that is not here or in `lib.rs` is private, so
//! rustc reports it when it is unused.

/// The contents of the VM, and the names that exist before a program runs.
pub mod catalog {
    pub use crate::base::catalog::{AttributeSource, KnownNames, Signature, SignatureSource, VmCatalog};
    pub use crate::base::signature::{ToolParameter, ToolSignature};
}

/// Fingerprints of findings, and SHA-256.
pub mod fingerprint {
    pub use crate::base::digest::sha256;
    pub use crate::report::fingerprint::{base, counted};
}

/// Documents that contain programs.
pub mod input {
    pub use crate::check::input::{Document, Format, Program, Refusal, check_document};
}

/// Policy files and their errors.
pub mod load {
    pub use crate::check::policies::{load_tests, migrate};
    pub use crate::settings::load::PolicyError;
    pub use crate::settings::old::Migrated;
}

/// The table of settings and its types.
pub mod model {
    pub use crate::base::rule::Level;
    pub use crate::base::spelling::did_you_mean;
    pub use crate::settings::model::*;
}

/// Reports in formats for people, language models and other tools.
pub mod output {
    pub use crate::report::output::{Guide, audit, concise, github, gitlab, json, jsonl, junit, llm, sarif, sarif_of, statistics};
}

/// Patterns of module names and of other names.
pub mod pattern {
    pub use crate::enforce::pattern::{Glob, ModulePattern};
}

/// The tests in policies.
pub mod policy_tests {
    pub use crate::check::policy_tests::{fits, run_test};
}

/// The built-in policies.
pub mod presets {
    pub use crate::settings::presets::{PRESETS, find, names};
}

/// Masking of output.
pub mod redact {
    pub use crate::enforce::redact::{MAX_HELD_BYTES, Redaction, Redactor, Stream};
}

/// Policies merged with their parents.
pub mod resolve {
    pub use crate::check::policies::{resolve_preset, resolve_root, resolve_text};
    pub use crate::settings::resolve::{Finder, ResolvedPolicy, Slot, render};
}

/// The JSON Schema of policy files.
pub mod schema {
    pub use crate::check::policies::policy_schema;
}

/// Makes hostile text harmless.
pub mod text {
    pub use crate::base::text::{escape, escape_json, escape_line, is_hostile, neutralise};
}

/// The walk over a tree that collects the sites for rules.
pub mod walk {
    pub use crate::analysis::walk::walk;
}
