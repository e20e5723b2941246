//! One test for each program in `tests/cases` and `tests/escapes`, named by its path:
//!
//! ```text
//! cargo nextest run -p stockade-vm --test cases stdlib/json_basics
//! cargo nextest run -p stockade-vm --test cases limits/
//! cargo nextest run -p stockade-vm --test cases escapes/
//! ```
//!
//! `program.rs` says what holds for a program, `limits.rs` for one in `tests/cases/limits`, `escapes.rs` for one in `tests/escapes`.
//! `corpus.rs` has what only many programs together can tell. The programs in `tests/cases/compile` are tests of the compiler.
//!
//! `not_yet.txt` in `tests/cases` and in `tests/cases/limits` names the programs that do not end as they should yet. A listed program
//! that ends well fails too, so the lists stay true. `UPDATE=1` rewrites their lines.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]
#![expect(clippy::disallowed_methods, reason = "tests read their data")]

#[path = "../common/mod.rs"]
mod common;
mod corpus;
mod escapes;
mod limits;
mod lists;
mod program;
mod run;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

/// A program: its path below its folder without the extension, and where it is.
type Case = (String, PathBuf);

/// The folder of the data that tests share.
fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests")
}

/// Every `.py` file below a folder, in order.
fn programs(root: &Path) -> Vec<Case> {
    let (mut open, mut found) = (vec![root.to_path_buf()], Vec::new());
    while let Some(folder) = open.pop() {
        for path in std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "py")
                && let Ok(name) = path.with_extension("").strip_prefix(root)
            {
                found.push((name.to_string_lossy().into_owned(), path.clone()));
            }
        }
    }
    found.sort();
    found
}

/// A test of one program: it fails with everything that is wrong.
fn trial(name: String, check: impl FnOnce() -> Vec<String> + Send + 'static) -> Trial {
    Trial::test(name, move || {
        let wrong = check();
        if wrong.is_empty() { Ok(()) } else { Err(Failed::from(wrong.join("\n"))) }
    })
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let (mut cases, limits, escapes) =
        (programs(&data().join("cases")), programs(&data().join("cases/limits")), programs(&data().join("escapes")));
    cases.retain(|(name, _)| !name.starts_with("limits/") && !name.starts_with("compile/"));
    let mut trials = vec![
        trial("corpus/is_there".to_string(), {
            let (counts, cases) = ([cases.len(), limits.len(), escapes.len()], cases.clone());
            move || corpus::is_there(counts, &cases)
        }),
        trial("corpus/fuel_of_imports".to_string(), {
            let cases = cases.clone();
            move || corpus::fuel_of_imports(&cases)
        }),
    ];
    trials.extend(cases.into_iter().map(|(name, path)| trial(name.clone(), move || program::check(&name, &path))));
    trials.extend(limits.into_iter().map(|(name, path)| trial(format!("limits/{name}"), move || limits::check(&name, &path))));
    trials.extend(escapes.into_iter().map(|(name, path)| trial(format!("escapes/{name}"), move || escapes::check(&path))));
    libtest_mimic::run(&arguments, trials).exit_code()
}
