//! Settings of `stockade check`: where they are found, what they may do, and what the command line changes. Also what is left out, colours,
//! files that cannot be read, and nothing to check.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use serde_json::Value;

use crate::common::Folder;

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("a.py", "import os\n");
    folder.write("b.py", "pritn(1)\n");
    for below in ["src/deep", "other"] {
        std::fs::create_dir_all(folder.path(below)).expect("a folder");
    }
    folder.write("src/c.py", "import socket\n");
    folder.write("src/deep/d.py", "import math\nprint(math.pi)\n");
    folder
}

/// The rules that are shown, with the names of files.
fn shown(ended: &crate::common::Ended) -> Vec<String> {
    let line = |line: &str| {
        let (file, rest) = line.split_once(':')?;
        Some(format!("{file} {}", rest.split(['[', ']']).nth(1)?))
    };
    ended.stdout.lines().filter_map(line).collect()
}

#[test]
fn the_nearest_file_above_a_path_counts() {
    let folder = folder("settings-nearest");
    let check = |args: &[&str]| folder.stockade(&[&["check", "--format", "concise"], args].concat());
    folder.write("pyproject.toml", "[project]\nname = \"x\"\n\n[tool.stockade]\nselect = [\"UND\"]\n");
    assert_eq!(shown(&check(&["a.py", "b.py", "src"])), ["b.py UND001"]);
    // In one folder `stockade.toml` is before `pyproject.toml`.
    folder.write("stockade.toml", "select = [\"IMP\"]\n");
    assert_eq!(shown(&check(&["a.py", "b.py"])), ["a.py IMP001"]);
    // Another program's file is passed over.
    folder.write("src/pyproject.toml", "[tool.other]\nx = 1\n");
    folder.write("src/deep/stockade.toml", "fail-on = \"info\"\n");
    let ended = check(&["src", "--show-settings"]);
    assert!(ended.stdout.starts_with("# paths: src\n# settings: stockade.toml\npolicy = \"default\"  # default\n"), "{}", ended.stdout);
    assert!(ended.stdout.contains("select = [\"IMP\"]  # stockade.toml:1\n"), "{}", ended.stdout);
    let ended = check(&["src/deep/d.py", "--show-settings", "--select", "DUN"]);
    assert!(ended.stdout.contains("# settings: src/deep/stockade.toml\n"), "{}", ended.stdout);
    assert!(ended.stdout.contains("fail-on = \"info\"  # src/deep/stockade.toml:1\n"), "{}", ended.stdout);
    assert!(ended.stdout.contains("select = [\"DUN\"]  # command line\n"), "{}", ended.stdout);
    assert_eq!(shown(&check(&["a.py", "b.py", "--no-settings"])), ["a.py IMP001", "b.py UND001"]);
    folder.write("named.toml", "ignore = [\"IMP001\"]\n");
    assert_eq!(shown(&check(&["a.py", "b.py", "--settings", "named.toml"])), ["b.py UND001"]);
    assert_eq!(shown(&check(&["a.py", "b.py", "--select", "UND"])), ["b.py UND001"], "the command line wins");
}

#[test]
fn paths_and_format_come_from_the_file() {
    let folder = folder("settings-paths");
    let ended = folder.stockade(&["check"]);
    assert!(ended.status == 2 && ended.stderr.contains("name files or folders, or set `paths`"), "{}", ended.stderr);
    folder.write("stockade.toml", "paths = [\"src\"]\nformat = \"concise\"\nexclude = [\"deep\"]\npolicy = \"strict\"\n");
    let ended = folder.stockade(&["check"]);
    assert_eq!((ended.status, shown(&ended)), (1, vec!["src/c.py IMP001".to_owned()]), "{}", ended.stderr);
    let ended = folder.stockade(&["check", "--format", "json"]);
    let reports: Value = serde_json::from_str(&ended.stdout).expect("JSON");
    assert_eq!(reports[0]["policy"], "strict");
    // A policy in a file is found beside the settings, from any folder.
    folder.write("own.yaml", "version: 1\nname: own\nextends: [default]\nimports: {deny: [math]}\n");
    folder.write("stockade.toml", "policy = \"./own.yaml\"\n");
    let mut command = folder.command(&["check", "d.py", "--format", "concise"]);
    let output = command.current_dir(folder.path("src/deep")).output().expect("it runs");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("d.py:1:8: deny[IMP001] `math`"), "{output:?}");
}

#[test]
fn mistakes_have_a_place_and_a_suggestion() {
    let folder = folder("settings-mistakes");
    for (text, place, wanted) in [
        ("\nfail_on = \"warn\"\n", "stockade.toml:2:1", "did you mean `fail-on`?"),
        ("zzz = 1\n", "stockade.toml:1:1", "the keys are policy, paths, exclude"),
        ("format = \"concize\"\n", "stockade.toml:1:10", "did you mean \"concise\"?"),
        ("select = [\"IMP\", \"IMP01\"]\n", "stockade.toml:1:18", "did you mean `IMP001`?"),
        ("ignore = \"IMP\"\n", "stockade.toml:1:10", "`ignore` must be a list of rules"),
        ("policy = \"strikt\"\n", "stockade.toml:1:10", "did you mean \"strict\"?"),
        ("policy = \"own\"\n", "stockade.toml:1:10", "no preset is called `own`"),
        ("tools = [\"f(\"]\n", "stockade.toml:1:10", "f("),
        ("exclude = [\"a{\"]\n", "stockade.toml:1:12", "unclosed"),
        ("x = \n", "stockade.toml:1:", "not valid TOML"),
    ] {
        folder.write("stockade.toml", text);
        let ended = folder.stockade(&["check", "a.py"]);
        assert_eq!((ended.status, ended.stdout.as_str()), (2, ""), "{text}: {}", ended.stderr);
        assert!(ended.stderr.contains(place) && ended.stderr.contains(wanted), "{text}: {}", ended.stderr);
    }
    folder.write("stockade.toml", "ignore = [\"SYN001\"]\n");
    let ended = folder.stockade(&["check", "a.py"]);
    assert!(ended.status == 2 && ended.stderr.contains("stockade.toml:1: policy `default` makes SYN001 final"), "{}", ended.stderr);
}

#[test]
fn settings_loosen_nothing_without_a_word() {
    let folder = folder("settings-loosen");
    folder.write("stockade.toml", "ignore = [\"IMP\"]\n");
    let ended = folder.stockade(&["check", "a.py", "--format", "json", "--quiet"]);
    let reports: Value = serde_json::from_str(&ended.stdout).expect("JSON");
    assert_eq!((ended.status, &reports[0]["verdict"], reports[0]["findings"].as_array().map(Vec::len)), (0, &"deny".into(), Some(0)));
    assert_eq!(
        ended.stderr,
        "warning: 1 denial is not shown, because of `stockade.toml`: IMP001. The program stays refused: only the report changes\n"
    );
    // No run reads the file.
    let ended = folder.stockade(&["run", "a.py"]);
    assert!(ended.status == 4 && ended.stderr.contains("IMP001"), "{}", ended.stderr);
    folder.write("stockade.toml", "policy = \"permissive\"\n");
    folder.write("f.py", "import subprocess\nprint(subprocess)\n");
    assert_eq!(folder.stockade(&["check", "f.py"]).status, 0);
    assert_eq!(folder.stockade(&["run", "f.py"]).status, 4);
}

/// A folder that others filled may have settings of its own.
#[test]
fn settings_beside_the_programs_are_not_trusted() {
    let folder = folder("settings-foreign");
    folder.write("other/p.py", "import os\npritn(1)\n");
    let check = |args: &[&str]| folder.stockade(&[&["check", "other", "--format", "concise"], args].concat());
    folder.write("other/stockade.toml", "ignore = [\"IMP\", \"UND\"]\n");
    assert_eq!(shown(&check(&[])), ["other/p.py IMP001"], "a denial of a security rule stays");
    let ended = check(&["--trusted"]);
    assert_eq!((ended.status, shown(&ended)), (0, Vec::new()), "{}", ended.stderr);
    for (text, key) in [
        ("policy = \"permissive\"\n", "policy"),
        ("exclude = [\"p.py\"]\n", "exclude"),
        // A host's name hides the builtin that the rules refuse.
        ("tools = [\"eval\"]\n", "tools"),
        ("variables = [\"eval\"]\n", "variables"),
    ] {
        folder.write("other/stockade.toml", text);
        let ended = check(&[]);
        let wanted = format!("other/stockade.toml:1: `{key}` is not taken from here");
        assert!(ended.status == 2 && ended.stderr.contains(&wanted), "{}", ended.stderr);
    }
    folder.write("other/stockade.toml", "exclude = [\"p.py\"]\n");
    assert_eq!(shown(&check(&["--no-ignore"])), ["other/p.py IMP001", "other/p.py UND001"]);
    folder.write("other/stockade.toml", "policy = \"permissive\"\n");
    assert_eq!(shown(&check(&["--policy", "default"])), ["other/p.py IMP001", "other/p.py UND001"]);
    assert_eq!(check(&["--trusted"]).status, 0);
}

#[test]
fn what_is_excluded_is_not_checked() {
    let folder = folder("settings-exclude");
    let check = |args: &[&str]| shown(&folder.stockade(&[&["check", "--format", "concise"], args].concat()));
    assert_eq!(check(&[".", "--exclude", "src"]), ["./a.py IMP001", "./b.py UND001"]);
    assert_eq!(check(&[".", "--exclude", "/src/c.py", "--exclude", "b*"]), ["./a.py IMP001"]);
    assert_eq!(check(&["a.py", "b.py", "--exclude", "a.py"]), ["b.py UND001"], "also a file that is named");
    assert_eq!(check(&["src/c.py", "--exclude", "src"]), Vec::<String>::new());
    folder.write("stockade.toml", "exclude = [\"*.py\", \"!src/\"]\n");
    assert_eq!(check(&["a.py"]), ["a.py IMP001"], "not if only the settings say it");
    let ended = folder.stockade(&["check", "."]);
    assert_eq!(ended.status, 2);
    assert!(ended.stderr.contains("nothing was checked: no file is left after `exclude`"), "{}", ended.stderr);
    assert_eq!(folder.stockade(&["check", ".", "--allow-empty"]).status, 0);
}

#[test]
fn nothing_to_check_is_no_success() {
    let folder = folder("settings-empty");
    folder.write("notes.md", "# No programs\n");
    for args in [&["other"][..], &["notes.md"], &["other", "notes.md"]] {
        let ended = folder.stockade(&[&["check"], args].concat());
        assert!(ended.status == 2 && ended.stderr.starts_with("warning: nothing was checked: "), "{args:?} {}", ended.stderr);
        let ended = folder.stockade(&[&["check", "--allow-empty", "--format", "json"], args].concat());
        assert_eq!((ended.status, ended.stdout.as_str(), ended.stderr.as_str()), (0, "[]\n", ""), "{args:?}");
    }
    assert_eq!(folder.stockade(&["check", "notes.md", "src/deep"]).status, 0);
}

#[test]
fn a_file_that_cannot_be_read_is_a_finding() {
    let folder = folder("settings-unreadable");
    folder.write("n.ipynb", "{");
    folder.write("m.md", b"\xff\xfe".as_slice());
    let args = ["check", "n.ipynb", "m.md", "missing.py", "a.py"];
    for format in ["fancy", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "llm"] {
        let ended = folder.stockade(&[&args[..], &["--format", format]].concat());
        assert_eq!(ended.status, 2, "{format}");
        for file in ["n.ipynb", "m.md", "missing.py", "a.py"] {
            assert!(ended.stdout.contains(file), "{format} lacks {file}: {}", ended.stdout);
        }
        assert!(format == "llm" || ended.stdout.contains("INP001"), "{format}: {}", ended.stdout);
    }
    let ended = folder.stockade(&[&args[..], &["--format", "sarif"]].concat());
    let log: Value = serde_json::from_str(&ended.stdout).expect("JSON");
    let results = log.pointer("/runs/0/results").and_then(Value::as_array).expect("results");
    let rules: Vec<&str> = results.iter().filter_map(|result| result["ruleId"].as_str()).collect();
    assert_eq!(rules, ["INP001", "INP001", "INP001", "IMP001"]);
    assert_eq!(log.pointer("/runs/0/invocations/0/executionSuccessful"), Some(&Value::Bool(false)));
    assert_eq!(folder.stockade(&["check", "missing.py", "--ignore", "INP001"]).status, 2);
}

#[test]
fn colours_follow_the_flag_and_the_environment() {
    let folder = folder("settings-colours");
    let has = |args: &[&str], environment: &[(&str, &str)]| {
        let mut command = folder.command(&[&["check", "a.py"], args].concat());
        for name in ["NO_COLOR", "FORCE_COLOR", "TERM"] {
            command.env_remove(name);
        }
        let output = command.envs(environment.iter().copied()).output().expect("it runs");
        String::from_utf8_lossy(&output.stdout).contains("\u{1b}[")
    };
    for (args, environment, want) in [
        (&[][..], &[][..], false),
        (&[], &[("FORCE_COLOR", "1")], true),
        (&[], &[("FORCE_COLOR", "1"), ("TERM", "dumb")], true),
        (&[], &[("FORCE_COLOR", "0")], false),
        (&[], &[("FORCE_COLOR", "")], false),
        (&[], &[("FORCE_COLOR", "1"), ("NO_COLOR", "1")], false),
        (&[], &[("FORCE_COLOR", "1"), ("NO_COLOR", "")], true),
        (&["--color", "always"], &[("NO_COLOR", "1"), ("TERM", "dumb")], true),
        (&["--color", "never"], &[("FORCE_COLOR", "1")], false),
        (&["--color", "auto"], &[("FORCE_COLOR", "3")], true),
    ] {
        assert_eq!(has(args, environment), want, "{args:?} {environment:?}");
    }
}

#[test]
fn quiet_prints_findings_alone() {
    let folder = folder("settings-quiet");
    let ended = folder.stockade(&["check", "src/deep", "--quiet"]);
    assert_eq!((ended.status, ended.stdout.as_str(), ended.stderr.as_str()), (0, "", ""));
    let ended = folder.stockade(&["check", "a.py", "-q"]);
    assert!(ended.status == 1 && ended.stdout.contains("IMP001") && !ended.stdout.contains("refused by"), "{}", ended.stdout);
}

/// Two settings in one run: each path by its own, and formats that hold for both.
#[test]
fn paths_with_different_settings_are_checked_together() {
    let folder = folder("settings-groups");
    folder.write("src/stockade.toml", "format = \"concise\"\nselect = [\"UND\"]\n");
    folder.write("src/e.py", "pritn(1)\nimport os\n");
    let ended = folder.stockade(&["check", "a.py", "src/e.py", "b.py", "--trusted"]);
    assert_eq!(shown(&ended), ["a.py IMP001", "src/e.py UND001", "b.py UND001"], "{}", ended.stderr);
    let ended = folder.stockade(&["check", "a.py", "src/e.py", "--format", "sarif"]);
    let log: Value = serde_json::from_str(&ended.stdout).expect("JSON");
    assert_eq!(log["runs"].as_array().map(Vec::len), Some(2));
    folder.write("stockade.toml", "format = \"json\"\n");
    let ended = folder.stockade(&["check", "a.py", "src/e.py"]);
    assert!(ended.status == 2 && ended.stderr.contains("do not agree about `format`: say it with `--format`"), "{}", ended.stderr);
}
