//! The coverage-guided targets of `fuzz/libfuzzer`, which this workspace does not build: each oracle is one, with a corpus, and the
//! dictionary has the words of the language.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::collections::BTreeSet;
use std::path::PathBuf;

use stockade_fuzz::corpus::root;
use stockade_fuzz::oracles::{ORACLES, cost, members};

/// Words and signs of Python. Builtin names come from the interpreter.
const WORDS: &str = "False None True and as assert async await break case class continue def del elif else except finally for from global if import in \
    is lambda match nonlocal not or pass raise return try type while with yield _ self __init__ __eq__ __hash__ __getattr__ __enter__ \
    __exit__ __class__ __dict__ __slots__ __match_args__ := -> ** // << >> <= >= == != += -= *= /= //= %= @= &= |= ^= >>= <<= **= ... except* \
    f' f\" rb' ''' \"\"\" \\N{ \\x \\u 0x 0b 0o 1e 1j 1_0";

fn folder() -> PathBuf {
    root().join("fuzz/libfuzzer")
}

#[test]
fn each_oracle_is_a_target_with_a_corpus() {
    let manifest = std::fs::read_to_string(folder().join("Cargo.toml")).expect("the manifest");
    let mut wrong = Vec::new();
    for name in ORACLES.iter().map(|oracle| oracle.name).chain([members::NAME, cost::NAME]) {
        let text = std::fs::read_to_string(folder().join(format!("fuzz_targets/{name}.rs"))).unwrap_or_default();
        let corpus: Vec<u64> = std::fs::read_dir(folder().join("corpus").join(name))
            .into_iter()
            .flatten()
            .filter_map(|entry| Some(entry.ok()?.metadata().ok()?.len()))
            .collect();
        if !text.contains(&format!("target!(\"{name}\", ")) || !manifest.contains(&format!("name = \"{name}\"")) {
            wrong.push(format!("{name} is no target"));
        }
        if corpus.is_empty() || corpus.len() > 60 || corpus.iter().sum::<u64>() > 64 << 10 {
            wrong.push(format!("the corpus of {name} has {} files; it must be small, and there", corpus.len()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `UPDATE=1` writes the dictionary.
#[test]
fn the_dictionary_has_the_words_of_the_language() {
    let builtins = stockade_vm::module_attributes(&stockade_fuzz::LIBRARY, "builtins").expect("the builtins");
    let words: BTreeSet<&str> = WORDS.split_whitespace().chain(builtins.iter().map(String::as_str)).collect();
    let mut text =
        String::from("# Words of Python for libFuzzer, written by `UPDATE=1 cargo nextest run -p stockade-fuzz --test libfuzzer`.\n");
    for word in words {
        let escaped = word.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("\"{escaped}\"\n"));
    }
    let path = folder().join("python.dict");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &text).expect("the dictionary is written");
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), text, "UPDATE=1 writes it");
}
