//! Parquet files that pyarrow has written (`tools/eval_parquet.py`), and the one that `stockade eval export` writes. Built with the feature
//! `parquet`, which `.ci/nightly` does.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/eval").join(name)
}

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("parquet").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn eval(command: &str, files: &[&Path], out: &Path, more: &[&str]) -> Output {
    let mut stockade = Command::new(env!("CARGO_BIN_EXE_stockade"));
    stockade.args(["eval", command]).args(files).arg("--out").arg(out).args(more).stdin(Stdio::null());
    stockade.output().expect("it runs")
}

fn run(samples: &Path, problems: &Path, out: &Path) -> Output {
    let problems = problems.to_str().expect("a path that is text");
    eval("run", &[samples], out, &["--problems", problems, "--fuel=3000000", "--memory=64MiB", "--output=1MiB"])
}

fn lines(path: &Path) -> Vec<Json> {
    let text = fs::read_to_string(path).expect("rows");
    text.lines().map(|line| serde_json::from_str(line).expect("a row")).collect()
}

fn table(path: &Path) -> Vec<Json> {
    stockade_tables::rows(path).expect("a table").map(|row| Json::Object(row.expect("a row"))).collect()
}

#[test]
fn verdicts_are_those_of_json_lines() {
    let folder = folder("verdicts");
    for format in ["humaneval", "mbpp", "bigcodebench", "stdio"] {
        let name = |what: &str, kind: &str| format!("{format}.{what}.{kind}");
        let (from_lines, from_table) = (folder.join(name("lines", "jsonl")), folder.join(name("table", "jsonl")));
        let mut samples = data("parquet").join(name("samples", "parquet"));
        if format == "stdio" && cfg!(not(feature = "parquet-zstd")) {
            let refused = run(&samples, &data(&name("problems", "jsonl")), &folder.join("refused.jsonl"));
            assert!(fs::read_to_string(folder.join("refused.jsonl")).expect("rows").contains("--features parquet-zstd"), "{refused:?}");
            samples = data(&name("samples", "jsonl"));
        }
        let wanted = run(&data(&name("samples", "jsonl")), &data(&name("problems", "jsonl")), &from_lines);
        let got = run(&samples, &data("parquet").join(name("problems", "parquet")), &from_table);
        assert_eq!((wanted.status.code(), &wanted.stdout), (got.status.code(), &got.stdout), "{format}: {got:?}");
        assert_eq!(fs::read(&from_lines).expect("rows"), fs::read(&from_table).expect("rows"), "{format}");
    }
    // Samples with their own tests, whose unused fields are null.
    let mut results = Vec::new();
    for kind in ["jsonl", "parquet"] {
        let out = folder.join(format!("calls.{kind}.jsonl"));
        let output = eval("run", &[&data(&format!("parquet/calls.{kind}"))], &out, &[]);
        // The last of the problems has no tests.
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        results.push(fs::read(&out).expect("rows"));
        let verdicts: Vec<Json> = lines(&out).iter().map(|row| row["verdict"].clone()).collect();
        assert_eq!(verdicts, ["passed", "failed", "host_fault"], "{output:?}");
    }
    assert_eq!(results.first(), results.last());
}

#[test]
fn results_are_exported() {
    let folder = folder("export");
    let (results, out, again) = (folder.join("r.jsonl"), folder.join("r.parquet"), folder.join("s.parquet"));
    run(&data("humaneval.samples.jsonl"), &data("humaneval.problems.jsonl"), &results);
    for out in [&out, &again] {
        let output = eval("export", &[&results], out, &[]);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "94 rows\n", "{output:?}");
    }
    assert_eq!(fs::read(&out).expect("a table"), fs::read(&again).expect("a table"));
    let (rows, wanted) = (table(&out), lines(&results));
    assert_eq!(rows.len(), wanted.len());
    for (row, wanted) in rows.iter().zip(&wanted) {
        for name in ["index", "task_id", "verdict", "reward", "line", "rooms", "extracted"] {
            assert_eq!(row[name], wanted[name], "{name} of {wanted}");
        }
        let flat = [&row["tests_passed"], &row["tests_total"], &row["fuel"], &row["memory"]];
        assert_eq!(flat, [&wanted["tests"]["passed"], &wanted["tests"]["total"], &wanted["usage"]["fuel"], &wanted["usage"]["memory"]]);
        let detail = row["detail"].as_str().map_or(Json::Null, |text| serde_json::from_str(text).expect("JSON"));
        assert_eq!(detail, wanted["detail"]);
    }
}

#[test]
fn what_is_wrong_is_said() {
    let folder = folder("wrong");
    let whole = fs::read(data("parquet/humaneval.samples.parquet")).expect("a table");
    let torn = folder.join("torn.parquet");
    for cut in [4, 100, whole.len() / 2, whole.len() - 1] {
        fs::write(&torn, whole.get(..cut).expect("a part")).expect("a table");
        let output = eval("run", &[&torn], &folder.join(format!("{cut}.jsonl")), &[]);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("torn.parquet` cannot be read"), "{output:?}");
    }
    let output = eval("run", &[&data("plain.samples.jsonl")], &folder.join("r.parquet"), &[]);
    assert!(output.status.code() == Some(2) && String::from_utf8_lossy(&output.stderr).contains("stockade eval export"), "{output:?}");
    let results = folder.join("r.jsonl");
    eval("run", &[&data("plain.samples.jsonl")], &results, &["--fuel=100000"]);
    assert_eq!(eval("export", &[&results], &results, &[]).status.code(), Some(2));
    assert!(lines(&results).len() > 10);
}
