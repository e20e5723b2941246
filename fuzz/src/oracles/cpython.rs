//! Compares the output with CPython's. Uses the CPython of `STOCKADE_CPYTHON`, or `python3.13` on the path.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use stockade_vm::Outcome;

use crate::run::{RunOptions, compile, run};

/// The CPython to use, if there is one of the right version.
pub(super) static CPYTHON: LazyLock<Option<String>> = LazyLock::new(|| {
    let named = std::env::var("STOCKADE_CPYTHON").unwrap_or_else(|_| "python3.13".to_string());
    let version = Command::new(&named).arg("--version").stderr(Stdio::null()).output().ok()?;
    String::from_utf8_lossy(&version.stdout).starts_with("Python 3.13").then_some(named)
});

/// Runs the program on stdin. Methods are looked up after their arguments are evaluated, as in this interpreter (`docs/divergences.md`).
const LATE_LOOKUP_RUNNER: &str = "
def run():
    import ast, builtins, sys
    class Late(ast.NodeTransformer):
        def visit_Call(self, node):
            self.generic_visit(node)
            match node.func:
                case ast.Attribute(value, attr) if not attr.startswith('__') or attr.endswith('__'):
                    node.args[:0] = [value, ast.Constant(attr)]
                    node.func = ast.Name('called_late', ast.Load())
            return node
    builtins.called_late = lambda one, name, /, *args, **named: getattr(one, name)(*args, **named)
    return compile(ast.fix_missing_locations(Late().visit(ast.parse(sys.stdin.buffer.read()))), '<stdin>', 'exec')
exec(run())
";

/// Maximum time for CPython, for a program that ends here within a small budget.
const TIMEOUT: Duration = Duration::from_secs(10);

pub(super) fn check(text: &str) -> Result<(), String> {
    let Some(python) = CPYTHON.as_deref() else { return Ok(()) };
    let Some(program) = compile(text) else { return Ok(()) };
    let ours = run(&program, &RunOptions { fuel: 2_000_000, memory: 64 << 20, is_finished: true, ..RunOptions::default() });
    let last = match &ours.outcome {
        Outcome::Finished(_) => String::new(),
        Outcome::Raised(raised) => raised.class.clone(),
        // CPython ends well with the status 0. Otherwise its stderr ends with no class, or with the text of the code.
        Outcome::Exited(exit) if exit.status() == 0 => String::new(),
        Outcome::Exited(exit) => exit.exception.class.clone(),
        // CPython has no such limits.
        Outcome::Exceeded(_) => return Ok(()),
        other => return Err(format!("ended as {other:?}")),
    };
    let Some(answer) = ask(python, &["-"], text, TIMEOUT, None) else { return Ok(()) };
    let Some(difference) = difference(&ours.stdout, &last, &answer) else { return Ok(()) };
    match ask(python, &["-c", LATE_LOOKUP_RUNNER], text, TIMEOUT, None) {
        Some(late) if late.succeeded.is_some() && self::difference(&ours.stdout, &last, &late).is_none() => Ok(()),
        _ => Err(difference),
    }
}

/// The first difference in output or in the class of the final exception. `None` when there is none, or when CPython did not end.
fn difference(ours: &str, last: &str, Answer { stdout, stderr, succeeded }: &Answer) -> Option<String> {
    // A message about a failed task is not the end of the program.
    let class = if (*succeeded)? { String::new() } else { class_of(stderr) };
    let (ours, theirs) = (without_addresses(ours), without_addresses(stdout));
    if ours != theirs {
        let at = ours.lines().zip(theirs.lines()).position(|(ours, theirs)| ours != theirs);
        let at = at.unwrap_or_else(|| ours.lines().count().min(theirs.lines().count()));
        let line = |text: &str| text.lines().nth(at).unwrap_or("(nothing)").to_string();
        return Some(format!("line {} of the output\nours:    {}\nCPython: {}", at + 1, line(&ours), line(&theirs)));
    }
    // CPython reports failed tasks, and exceptions in dropped objects, after the traceback; this interpreter reports them before it.
    let has_late_report = || ["Task exception was never retrieved", "Exception ignored in"].iter().any(|told| stderr.contains(told));
    let is_reported = || has_late_report() && stderr.lines().any(|line| class_of(line) == last);
    (last != class && !is_reported()).then(|| format!("ended with `{last}`, CPython with `{class}`"))
}

/// CPython's result for a program.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) stdout: String,
    pub(super) stderr: String,
    /// True when its exit status was 0. `None` when it did not end in time.
    pub(super) succeeded: Option<bool>,
}

/// Runs CPython for at most `patience`.
pub(super) fn ask(python: &str, arguments: &[&str], input: &str, patience: Duration, folder: Option<&Path>) -> Option<Answer> {
    let mut command = Command::new(python);
    command.args(["-I", "-W", "ignore"]).args(arguments).envs([("TZ", "UTC"), ("LC_CTYPE", "C.UTF-8")]);
    // This interpreter has no locale language, so CPython gets none either.
    for name in ["LANG", "LC_ALL", "LC_MESSAGES", "LANGUAGE"] {
        command.env_remove(name);
    }
    if let Some(folder) = folder {
        command.current_dir(folder);
    }
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().ok()?;
    let (mut writer, mut out, mut err) = (child.stdin.take()?, child.stdout.take()?, child.stderr.take()?);
    let out = std::thread::spawn(move || read(&mut out));
    let err = std::thread::spawn(move || read(&mut err));
    // A write error is ignored, because a program may end without reading its input.
    let _ = writer.write_all(input.as_bytes());
    drop(writer);
    let start = Instant::now();
    let succeeded = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Some(status.success()),
            Ok(None) if start.elapsed() < patience => std::thread::sleep(Duration::from_millis(2)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
        }
    };
    Some(Answer { stdout: out.join().ok()?, stderr: err.join().ok()?, succeeded })
}

fn read(stream: &mut impl Read) -> String {
    let mut bytes = Vec::new();
    // After a read error, the part that was read is used.
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The exception class in the last traceback, without its module. It is in the first line that is not indented, because messages may have
/// several lines.
fn class_of(err: &str) -> String {
    let named = |line: &&str| {
        line.split(':').next().is_some_and(|name| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "._".contains(c)))
    };
    let last = err.rsplit_once("Traceback (most recent call last):\n").and_then(|(_, rest)| rest.lines().find(named));
    let line = last.or_else(|| err.lines().rev().find(named)).unwrap_or("");
    let name = line.split(':').next().unwrap_or("");
    name.rsplit('.').next().unwrap_or(name).to_string()
}

/// Removes ` at 0x...`, which differs between processes.
pub(super) fn without_addresses(text: &str) -> String {
    without(text, " at 0x", 0, |c| c.is_ascii_hexdigit())
}

/// Removes runs of at least `least` of these characters after each occurrence of `mark`.
pub(super) fn without(text: &str, mark: &str, least: usize, is: impl Fn(char) -> bool) -> String {
    let mut parts = text.split(mark);
    let mut clean = parts.next().unwrap_or("").to_string();
    for part in parts {
        let rest = part.trim_start_matches(&is);
        clean.push_str(mark);
        clean.push_str(if part.len().saturating_sub(rest.len()) >= least { rest } else { part });
    }
    clean
}
