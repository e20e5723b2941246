//! `stockade completions` and `stockade man` know every command and option.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::process::Command;

fn output(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_stockade")).args(arguments).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn each_shell_has_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (status, out, _) = output(&["completions", shell]);
        assert_eq!(status, Some(0), "{shell}");
        for word in ["snapshot", "policy", "explain", "timeout", "repl"] {
            assert!(out.contains(word), "{shell} lacks {word}");
        }
    }
    assert_eq!(output(&["completions", "cmd"]).0, Some(2));
}

#[test]
fn each_command_has_a_page() {
    let (status, whole, _) = output(&["man"]);
    assert_eq!(status, Some(0));
    assert!(whole.starts_with(".ie") || whole.contains(".TH stockade 1"), "{whole}");
    for name in ["check", "run", "repl", "snapshot", "resume", "compile", "explain", "policy", "completions", "man"] {
        assert!(whole.contains(&format!("stockade\\-{name}")), "{name}");
        let (status, page, _) = output(&["man", name]);
        assert!(status == Some(0) && page.contains(".SH SYNOPSIS"), "{name}");
    }
    // Every page that a page refers to can be printed by the name in the reference.
    for page in ["policy", "policy show", "stockade"] {
        let words: Vec<&str> = ["man"].into_iter().chain(page.split(' ').filter(|word| *word != "stockade")).collect();
        let (_, text, _) = output(&words);
        let referred: Vec<String> =
            text.lines().filter_map(|line| line.strip_suffix("(1)")).map(|name| name.replace('\\', "") + "(1)").collect();
        assert!(page == "policy show" || referred.len() > 3, "{text}");
        for name in referred {
            assert_eq!(output(&["man", &name]).0, Some(0), "{name}");
        }
    }
    assert_eq!(output(&["man", "policy", "show"]).1, output(&["man", "policy-show"]).1);
    let (status, _, err) = output(&["man", "nope"]);
    assert!(status == Some(2) && err.contains("`stockade` has no command `nope`; its commands are check"), "{err}");
}
