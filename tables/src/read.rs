//! Rows of Parquet files.

use std::fs::File;
use std::path::Path;

use parquet::errors::ParquetError;
use parquet::file::reader::SerializedFileReader;
use parquet::record::Field;
use serde_json::{Map, Number, Value as Json};

use crate::Rows;

/// The rows of a Parquet file, as JSON lines would have them: groups are objects, lists are arrays, bytes are texts, and dates and times are
/// texts, too. A number that JSON lacks is `null`.
///
/// # Errors
/// The file cannot be opened, or is no Parquet.
pub fn rows(path: &Path) -> Result<Rows, String> {
    let failed = |error: String| format!("`{}` cannot be read: {error}", path.display());
    let file = File::open(path).map_err(|error| failed(error.to_string()))?;
    let reader = SerializedFileReader::new(file).map_err(|error| failed(said(&error)))?;
    // After an error there is nothing to go on with.
    let mut has_failed = false;
    let rows = reader.into_iter().map_while(move |row| {
        if has_failed {
            return None;
        }
        has_failed = row.is_err();
        Some(row.map_err(|error| said(&error)).and_then(|row| object(&row)))
    });
    Ok(Box::new(rows))
}

fn said(error: &ParquetError) -> String {
    let text = error.to_string();
    if text.contains("compile time: zstd") {
        return "it is compressed by Zstandard, which takes a command that is built with `--features parquet-zstd`".to_string();
    }
    text
}

fn object(row: &parquet::record::Row) -> Result<Map<String, Json>, String> {
    row.get_column_iter().map(|(name, field)| Ok((name.clone(), json(field).map_err(|error| format!("`{name}`: {error}"))?))).collect()
}

/// It goes as deep as the types of the file, which the reader of the library has gone down before.
fn json(field: &Field) -> Result<Json, String> {
    let float = |value: f64| Number::from_f64(value).map_or(Json::Null, Json::Number);
    Ok(match field {
        Field::Null => Json::Null,
        Field::Bool(value) => Json::Bool(*value),
        Field::Byte(value) => Json::from(*value),
        Field::Short(value) => Json::from(*value),
        Field::Int(value) => Json::from(*value),
        Field::Long(value) => Json::from(*value),
        Field::UByte(value) => Json::from(*value),
        Field::UShort(value) => Json::from(*value),
        Field::UInt(value) => Json::from(*value),
        Field::ULong(value) => Json::from(*value),
        Field::Float16(value) => float(value.to_f64()),
        Field::Float(value) => float(f64::from(*value)),
        Field::Double(value) => float(*value),
        Field::Str(text) => Json::from(text.as_str()),
        Field::Bytes(bytes) => match std::str::from_utf8(bytes.data()) {
            Ok(text) => Json::from(text),
            Err(_) => return Err("it has bytes that are no text in UTF-8".to_string()),
        },
        Field::Decimal(_)
        | Field::Date(_)
        | Field::TimeMillis(_)
        | Field::TimeMicros(_)
        | Field::TimestampMillis(_)
        | Field::TimestampMicros(_) => Json::from(field.to_string()),
        Field::Group(row) => Json::Object(object(row)?),
        Field::ListInternal(list) => Json::Array(list.elements().iter().map(json).collect::<Result<_, _>>()?),
        Field::MapInternal(map) => {
            let entry = |(key, value): &(Field, Field)| {
                let key = match json(key)? {
                    Json::String(key) => key,
                    key => key.to_string(),
                };
                Ok((key, json(value)?))
            };
            Json::Object(map.entries().iter().map(entry).collect::<Result<Map<_, _>, String>>()?)
        }
    })
}
