//! Tests of the crate through its public API: policies and programs as input, verdicts and messages as output. Most of them are data.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot read its data has nothing to test")]

#[path = "../../../tests/house/checks.rs"]
mod checks;
mod docs;
mod escapes;
mod folding;
mod formats;
mod front_end;
mod grants;
mod house;
mod inputs;
mod layers;
mod migrate;
mod policies;
mod rules;
mod speed;
mod verdicts;
mod worst_sources;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use stockade_compiler::SourceText;
use stockade_policy::catalog::Signature;
use stockade_policy::model::Value;
use stockade_policy::{KnownNames, ResolvedPolicy, ToolSignature, Verdict, VmCatalog, check_source, resolve_preset};

/// Returns the folder of test data that several crates share.
fn shared() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests")
}

/// Returns the files of a folder with an extension, sorted.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files
}

/// Returns a catalog with every module in the default policy and with CPython's builtins.
fn catalog() -> VmCatalog {
    static CATALOG: LazyLock<VmCatalog> = LazyLock::new(make_catalog);
    CATALOG.clone()
}

fn make_catalog() -> VmCatalog {
    let policy = resolve_preset("default").unwrap();
    let Some(Value::Entries(allowed)) = policy.get(&["imports", "allow"]) else { panic!("no allow list") };
    let modules = allowed.keys().map(|name| &**name).chain(["os", "os.path", "sys", "urllib", "pathlib", "multiprocessing", "socket"]);
    let mut catalog = VmCatalog::new(modules, include_str!("builtins.txt").split_whitespace());
    catalog.set_attributes("re", ["compile", "finditer", "match"]);
    catalog.set_attributes("datetime", ["date", "datetime", "time", "timedelta", "timezone", "tzinfo", "MAXYEAR", "MINYEAR", "UTC"]);
    catalog.set_attributes("json", ["JSONDecodeError", "dump", "dumps", "load", "loads"]);
    catalog.set_attributes("keyword", ["iskeyword", "kwlist"]);
    let rows: [(&str, usize, Option<usize>, &[&str]); 7] = [
        ("range", 1, Some(3), &[]),
        ("len", 1, Some(1), &[]),
        ("print", 0, None, &["sep", "end", "file", "flush"]),
        ("sorted", 1, Some(1), &["key", "reverse"]),
        ("round", 1, Some(2), &["number", "ndigits"]),
        ("math.sqrt", 1, Some(1), &[]),
        ("math.log", 1, Some(2), &[]),
    ];
    for (name, least, most, keywords) in rows {
        let keywords = Some(keywords.iter().map(|name| (*name).into()).collect());
        catalog.set_signature(name, Signature { least, most, keywords });
    }
    catalog
}

fn known() -> KnownNames {
    let mut known = KnownNames::standard();
    known.add_tool("web_search", ToolSignature::parse("web_search", "query, limit").unwrap());
    known
}

fn report(code: &str, policy: &ResolvedPolicy) -> Verdict {
    let mut known = known();
    // A program that contains this name is a later step of a session.
    if code.contains("earlier") {
        known.add_variable("earlier");
    }
    check_source(&SourceText::new("program.py", code), policy, &catalog(), &known).0
}

fn policy(yaml: &str) -> ResolvedPolicy {
    // A test of one setting without a base sees that setting alone.
    stockade_policy::resolve::resolve_root("test.yaml", yaml).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Compares a text with a golden file, or writes the file if `UPDATE` is set. `Err` says how the text differs.
fn golden(path: &Path, text: &str) -> Result<(), String> {
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        return Ok(());
    }
    let old = std::fs::read_to_string(path).unwrap_or_default();
    if old == text {
        Ok(())
    } else {
        Err(format!("{} is stale (UPDATE=1 rewrites it)\n--- is\n{old}\n--- should be\n{text}", path.display()))
    }
}
