//! Rows as a Parquet file.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;
use serde_json::Value as Json;

use crate::{Column, Kind};

/// Rows that are written together.
const GROUP_ROWS: usize = 50_000;

/// A Parquet file that is written. The same rows give the same bytes.
pub struct Table {
    path: PathBuf,
    columns: &'static [Column],
    writer: SerializedFileWriter<File>,
    rows: Vec<Vec<Json>>,
}

impl Table {
    /// Begins a file.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn create(path: &Path, columns: &'static [Column]) -> Result<Table, String> {
        let fields = columns.iter().map(|column| {
            let repetition = if column.is_optional { "optional" } else { "required" };
            match column.kind {
                Kind::Long => format!("{repetition} int64 {};", column.name),
                Kind::Int => format!("{repetition} int32 {};", column.name),
                Kind::Text => format!("{repetition} binary {} (UTF8);", column.name),
            }
        });
        let schema = format!("message rows {{ {} }}", fields.collect::<String>());
        let begin = || -> Result<SerializedFileWriter<File>, ParquetError> {
            let schema = parse_message_type(&schema)?;
            let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
            SerializedFileWriter::new(File::create(path)?, Arc::new(schema), Arc::new(properties))
        };
        let writer = begin().map_err(|error| failed(path, &error))?;
        Ok(Table { path: path.to_owned(), columns, writer, rows: Vec::new() })
    }

    /// Adds a row, which has a value for each column.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, row: Vec<Json>) -> Result<(), String> {
        self.rows.push(row);
        if self.rows.len() < GROUP_ROWS { Ok(()) } else { self.flush().map_err(|error| failed(&self.path, &error)) }
    }

    /// Ends the file.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn finish(mut self) -> Result<(), String> {
        let mut end = || -> Result<(), ParquetError> {
            if !self.rows.is_empty() {
                self.flush()?;
            }
            self.writer.finish()?;
            self.writer.inner().sync_all()?;
            Ok(())
        };
        end().map_err(|error| failed(&self.path, &error))
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for (at, column) in self.columns.iter().enumerate() {
            let Some(writer) = group.next_column()? else { return Err(wrong("a column is missing")) };
            let values: Vec<&Json> = self.rows.iter().map(|row| row.get(at).unwrap_or(&Json::Null)).collect();
            match column.kind {
                Kind::Long => write::<Int64Type>(writer, *column, &values, |value| value.as_i64())?,
                Kind::Int => write::<Int32Type>(writer, *column, &values, |value| i32::try_from(value.as_i64()?).ok())?,
                Kind::Text => write::<ByteArrayType>(writer, *column, &values, |value| value.as_str().map(ByteArray::from))?,
            }
        }
        group.close()?;
        self.rows.clear();
        Ok(())
    }
}

fn failed(path: &Path, error: &ParquetError) -> String {
    format!("`{}` cannot be written: {error}", path.display())
}

fn wrong(reason: &str) -> ParquetError {
    ParquetError::General(reason.to_string())
}

fn write<T: DataType>(
    mut writer: SerializedColumnWriter<'_>,
    column: Column,
    values: &[&Json],
    of: impl Fn(&Json) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let mut found: Vec<T::T> = Vec::with_capacity(values.len());
    let mut levels: Vec<i16> = Vec::with_capacity(values.len());
    for value in values {
        levels.push(i16::from(!value.is_null()));
        match of(value) {
            Some(value) => found.push(value),
            None if value.is_null() && column.is_optional => {}
            None => return Err(wrong(&format!("`{}` cannot hold {value}", column.name))),
        }
    }
    let levels = column.is_optional.then_some(levels.as_slice());
    writer.typed::<T>().write_batch(&found, levels, None)?;
    writer.close()
}
