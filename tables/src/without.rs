//! What a build without the feature `parquet` says.

use std::path::Path;

use serde_json::Value as Json;

use crate::{Column, Rows};

const HOW: &str = "this build knows no Parquet. Build the command with `cargo install --path cli --features parquet`, or let the Python package \
                   read the file: `stockade.eval.Evaluator` takes pyarrow tables";

/// The rows of a Parquet file.
///
/// # Errors
/// Always: this build has not the feature `parquet`.
pub fn rows(path: &Path) -> Result<Rows, String> {
    Err(format!("`{}` is Parquet: {HOW}", path.display()))
}

/// A Parquet file that is written.
pub struct Table;

impl Table {
    /// Begins a file.
    ///
    /// # Errors
    /// Always: this build has not the feature `parquet`.
    pub fn create(_path: &Path, _columns: &'static [Column]) -> Result<Table, String> {
        Err(HOW.to_string())
    }

    /// Adds a row.
    ///
    /// # Errors
    /// None, because there is no table.
    pub fn add(&mut self, _row: Vec<Json>) -> Result<(), String> {
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// None, because there is no table.
    pub fn finish(self) -> Result<(), String> {
        Ok(())
    }
}
