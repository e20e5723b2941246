//! Makes digests of sources. Compiled modules in the cache are of one compiler; templates are of one compiler, VM and library.

use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rustc-env=STOCKADE_COMPILER_DIGEST={:016x}", digest(&["../compiler/src"]));
    let all = ["../compiler/src", "../vm/src", "../algorithms/src", "../algorithms/tables", "../policy/src", "../stdlib"];
    println!("cargo::rustc-env=STOCKADE_VM_DIGEST={:016x}", digest(&all));
}

fn digest(folders: &[&str]) -> u64 {
    let mut files = Vec::new();
    for folder in folders {
        println!("cargo::rerun-if-changed={folder}");
        find(Path::new(folder), &mut files);
    }
    files.sort();
    // FNV-1a: it tells builds apart, and protects from nobody.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut eat = |data: &[u8]| {
        for byte in data.iter().chain([&0]) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    };
    for file in files {
        eat(file.to_string_lossy().replace('\\', "/").as_bytes());
        eat(&fs::read(&file).unwrap_or_default());
    }
    hash
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() { find(&path, files) } else { files.push(path) }
    }
}
