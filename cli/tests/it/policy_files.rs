//! Tests policies as people use them: one more module, additions with their origin, limits by their one name, migration of old files.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot start the command has nothing to test")]

use std::path::{Path, PathBuf};
use std::process::Command;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("policy_files_{name}"));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn stockade(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_stockade")).current_dir(folder).args(args).output().expect("it starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn one_more_module_is_one_option() {
    let folder = folder("option");
    std::fs::write(folder.join("a.py"), "import platform\nprint(platform.__name__)\n").unwrap();
    std::fs::write(folder.join("base.yaml"), "version: 1\nextends: [default]\n").unwrap();
    std::fs::write(folder.join("own.yaml"), "version: 1\nname: own\nextends: [base.yaml]\n").unwrap();
    for policy in ["default", "own.yaml"] {
        let (status, out, _) = stockade(&folder, &["check", "--policy", policy, "a.py"]);
        assert_eq!(status, 1, "{policy}");
        assert!(out.contains("imports: {add: [platform]}") && out.contains("--allow-import platform"), "{out}");
        let (status, out, said) = stockade(&folder, &["check", "--policy", policy, "--allow-import", "platform", "a.py"]);
        assert_eq!(status, 0, "{policy}: {out}{said}");
        let (status, out, said) = stockade(&folder, &["run", "--policy", policy, "--allow-import", "json,platform", "a.py"]);
        assert_eq!((status, out.as_str()), (0, "platform\n"), "{policy}: {said}");
    }
    // What a policy makes final stays closed.
    std::fs::write(folder.join("final.yaml"), "version: 1\nextends: [default]\nfinal: [imports]\n").unwrap();
    let (status, _, said) = stockade(&folder, &["run", "--policy", "final.yaml", "--allow-import", "platform", "a.py"]);
    assert!(status == 2 && said.contains("is final"), "{said}");
}

#[test]
fn additions_are_shown_with_their_place() {
    let folder = folder("show");
    std::fs::write(folder.join("own.yaml"), "version: 1\nextends: [default]\nimports: {add: [platform]}\nlimits:\n  add: {memory: 1GiB}\n")
        .unwrap();
    let (status, out, said) = stockade(&folder, &["policy", "show", "own.yaml", "--origin"]);
    assert_eq!(status, 0, "{said}");
    assert!(out.contains("# own.yaml:3 (added)") && out.contains("limits.memory: 1GiB # own.yaml:5 (added)"), "{out}");
    let (status, _, said) = stockade(&folder, &["policy", "check", "own.yaml"]);
    assert_eq!(status, 0, "{said}");
}

#[test]
fn limits_have_one_name() {
    let folder = folder("limits");
    std::fs::write(folder.join("loop.py"), "while True: print('x' * 100)\n").unwrap();
    for (args, limit) in [
        (["--fuel", "10_000"], "fuel"),
        (["--output", "1KiB"], "output"),
        (["--max-output", "1000"], "output"),
        (["--timeout", "20ms"], "timeout"),
    ] {
        let args: Vec<&str> = ["run", "--policy", "permissive"].into_iter().chain(args).chain(["loop.py"]).collect();
        let (status, _, said) = stockade(&folder, &args);
        assert!(status == 6 && said.starts_with(&format!("limit: {limit}\n")), "{args:?}: {said}");
    }
    let (status, _, said) = stockade(&folder, &["run", "--timeout", "2 days", "loop.py"]);
    assert!(status == 2 && said.contains("write 2s, 500ms or a number of seconds"), "{said}");
}

#[test]
fn signatures_of_tools_are_pythons() {
    let folder = folder("tools");
    std::fs::write(folder.join("a.py"), "print(search('a', limit=5))\n").unwrap();
    for tool in ["search(q, limit=5)", "search(q: str, *, limit: int = 5) -> dict[str, int]", "search(*args, **kwargs)", "search"] {
        let (status, out, _) = stockade(&folder, &["check", "--tool", tool, "a.py"]);
        assert_eq!(status, 0, "{tool}: {out}");
    }
    let (status, out, _) = stockade(&folder, &["check", "--tool", "search(q, /)", "a.py"]);
    assert!(status == 1 && out.contains("TOOL001"), "{out}");
    let (status, _, said) = stockade(&folder, &["check", "--tool", "search(q", "a.py"]);
    assert!(status == 2 && said.contains("is no signature"), "{said}");
}

#[test]
fn old_files_are_rewritten() {
    let folder = folder("migrate");
    let path = folder.join("old.yaml");
    let old = "# kept\nversion: 1\nextends: [strict]\nruntime: {wall_ms: 1500} # kept too\n";
    std::fs::write(&path, old).unwrap();
    let (status, out, said) = stockade(&folder, &["policy", "migrate", "--dry-run", "old.yaml"]);
    let new = "# kept\nversion: 1\nextends: [strict]\nlimits: {timeout: 1500ms} # kept too\n";
    assert_eq!((status, out.as_str(), std::fs::read_to_string(&path).unwrap().as_str()), (0, new, old), "{said}");
    assert!(said.contains("old.yaml:4: `wall_ms` is `timeout` now"), "{said}");
    assert_eq!(stockade(&folder, &["policy", "migrate", "old.yaml"]).0, 0);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), new);
    let (_, _, said) = stockade(&folder, &["policy", "migrate", "old.yaml"]);
    assert!(said.contains("nothing to rewrite"), "{said}");
}
