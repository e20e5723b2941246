//! Tests that the command executes itself again to get huge pages.
#![cfg(all(target_os = "linux", target_env = "gnu"))]
#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn stockade(args: &[&str], set: &[(&str, &str)]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stockade"));
    command.args(args).env_remove("STOCKADE_HUGE_PAGES").env_remove("GLIBC_TUNABLES").envs(set.iter().copied());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts")
}

/// True when a command that waits for its program on stdin has the tunable within `patience`.
fn asks(set: &[(&str, &str)], patience: Duration) -> bool {
    let mut child = stockade(&["run", "-"], set);
    let (path, begun) = (format!("/proc/{}/environ", child.id()), Instant::now());
    let mut found = false;
    while !found && begun.elapsed() < patience {
        let environment = std::fs::read(&path).unwrap_or_default();
        found = String::from_utf8_lossy(&environment).contains("GLIBC_TUNABLES=glibc.malloc.hugetlb=1");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("it still waits");
    child.wait().expect("it ends");
    found
}

#[test]
fn huge_pages_are_asked_for_where_asking_helps() {
    let kernel = std::fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled").unwrap_or_default();
    let helps = kernel.contains('[') && !kernel.contains("[never]");
    assert_eq!(asks(&[], Duration::from_secs(if helps { 30 } else { 1 })), helps);
    assert!(!asks(&[("STOCKADE_HUGE_PAGES", "0")], Duration::from_millis(300)));
    assert!(!asks(&[("GLIBC_TUNABLES", "glibc.malloc.check=0")], Duration::from_millis(300)));
}

#[test]
fn what_goes_in_and_comes_out_is_the_same() {
    for set in [&[][..], &[("STOCKADE_HUGE_PAGES", "0")]] {
        let mut child = stockade(&["run", "-"], set);
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(b"print('out')\nraise ValueError('no')\n").expect("it reads");
        drop(input);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(output.stdout, b"out\n");
        assert!(String::from_utf8_lossy(&output.stderr).ends_with("ValueError: no\n"));
    }
}
