//! What surrounds `stockade check`: its settings, the repairs, and the language server.

#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

#[path = "../common/mod.rs"]
mod common;
mod lsp;
mod repair;
mod settings;
