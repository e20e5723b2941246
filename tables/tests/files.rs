//! Files that pyarrow has written (`tools/eval_parquet.py`), files that are written here, and files that are torn.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};
use stockade_tables::{Column, Kind, Table, is_parquet, rows};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/eval").join(name)
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Rows as texts, in which numbers keep their digits.
fn table(path: &Path) -> Vec<String> {
    rows(path).expect("a table").map(|row| Json::Object(row.expect("a row")).to_string()).collect()
}

/// Rows of JSON lines, each with the columns of all.
fn lines(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("rows");
    let rows: Vec<Json> = text.lines().map(|line| serde_json::from_str(line).expect("a row")).collect();
    let mut all = serde_json::Map::new();
    rows.iter().filter_map(Json::as_object).for_each(|row| all.extend(row.keys().map(|name| (name.clone(), Json::Null))));
    let whole = |row: &Json| {
        let mut whole = all.clone();
        whole.extend(row.as_object().expect("a row").clone());
        Json::Object(whole).to_string()
    };
    rows.iter().map(whole).collect()
}

#[test]
fn every_type_is_what_json_has() {
    assert_eq!(table(&data("parquet/types.parquet")), lines(&data("parquet/types.jsonl")));
    assert_eq!(table(&data("parquet/calls.parquet")), lines(&data("parquet/calls.jsonl")));
}

#[test]
fn every_codec_is_read() {
    for name in [
        "humaneval.samples",
        "humaneval.problems",
        "mbpp.samples",
        "mbpp.problems",
        "stdio.problems",
        "bigcodebench.samples",
        "bigcodebench.problems",
    ] {
        assert_eq!(table(&data(&format!("parquet/{name}.parquet"))), lines(&data(&format!("{name}.jsonl"))), "{name}");
    }
    let zstd = data("parquet/stdio.samples.parquet");
    if cfg!(feature = "parquet-zstd") {
        assert_eq!(table(&zstd), lines(&data("stdio.samples.jsonl")));
    } else {
        let mut rows = rows(&zstd).expect("a table");
        assert!(rows.next().expect("a row").expect_err("no codec").contains("--features parquet-zstd"));
        assert!(rows.next().is_none());
    }
}

const COLUMNS: &[Column] = &[
    Column { name: "number", kind: Kind::Long, is_optional: false },
    Column { name: "small", kind: Kind::Int, is_optional: true },
    Column { name: "text", kind: Kind::Text, is_optional: true },
];

#[test]
fn what_is_written_is_read() {
    let (path, again) = (file("written.parquet"), file("again.parquet"));
    // More than one group of rows.
    let all: Vec<Vec<Json>> = (0..60_000_i64)
        .map(|at| vec![json!(at << 40), if at % 3 == 0 { Json::Null } else { json!(at) }, json!(format!("\u{2028}{at}"))])
        .collect();
    for path in [&path, &again] {
        let mut table = Table::create(path, COLUMNS).expect("a table");
        all.iter().for_each(|row| table.add(row.clone()).expect("a row"));
        table.finish().expect("a table");
    }
    assert!(is_parquet(&path) && fs::read(&path).expect("bytes") == fs::read(&again).expect("bytes"));
    let wanted: Vec<String> =
        all.iter().map(|row| json!({ "number": row.first(), "small": row.get(1), "text": row.get(2) }).to_string()).collect();
    assert!(table(&path) == wanted);
    let mut table = Table::create(&path, COLUMNS).expect("a table");
    table.add(vec![Json::Null, Json::Null, Json::Null]).expect("a row");
    assert!(table.finish().expect_err("a null").contains("`number` cannot hold null"));
    assert!(Table::create(&file("nowhere/x.parquet"), COLUMNS).is_err());
}

#[test]
fn torn_files_are_errors() {
    let whole = fs::read(data("parquet/types.parquet")).expect("a table");
    let torn = file("torn.parquet");
    for cut in [0, 3, 4, 100, whole.len() / 2, whole.len() - 1] {
        fs::write(&torn, whole.get(..cut).expect("a part")).expect("a file");
        assert!(rows(&torn).is_err(), "{cut}");
        assert_eq!(is_parquet(&torn), cut >= 4);
    }
}
