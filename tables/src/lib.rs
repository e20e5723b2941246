//! Parquet files: their rows as JSON lines would have them, and rows as such a file. It takes the feature `parquet`; without it every such file
//! is refused with words that say how to get it.
//!
//! It is a crate of its own because what reads Parquet changes the features of libraries that the interpreter uses, too: its tests build in
//! seconds, and need no interpreter.

#![deny(clippy::indexing_slicing, clippy::allow_attributes)]

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde_json::{Map, Value as Json};

#[cfg(feature = "parquet")]
mod read;
#[cfg(not(feature = "parquet"))]
mod without;
#[cfg(feature = "parquet")]
mod write;

#[cfg(not(feature = "parquet"))]
pub use without::{Table, rows};
#[cfg(feature = "parquet")]
pub use {read::rows, write::Table};

/// Rows of a file, in order; one that cannot be read is an error with the reason.
pub type Rows = Box<dyn Iterator<Item = Result<Map<String, Json>, String>> + Send>;

/// What a column of a [`Table`] holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers of 64 bits.
    Long,
    /// Whole numbers of 32 bits.
    Int,
    /// Texts.
    Text,
}

/// A column of a [`Table`].
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// Its name: letters and underscores.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// True if a row may have `null`.
    pub is_optional: bool,
}

/// True if a file is Parquet, by its first bytes.
#[must_use]
pub fn is_parquet(path: &Path) -> bool {
    let mut head = [0; 4];
    File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok() && &head == b"PAR1"
}
