//! The data of `report.html`: counts, what is kept when there is more than fits, and texts of hostile programs.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use stockade_eval::report::{Bounds, html};

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

/// Results with this verdict and detail for each row, eight rows for each problem, with their samples and manifest.
fn results(folder: &Path, rows: &[(&str, Json)]) -> (PathBuf, PathBuf) {
    let (path, samples) = (folder.join("r.jsonl"), folder.join("s.jsonl"));
    let row = |(index, (verdict, detail)): (usize, &(&str, Json))| {
        let reward = match *verdict {
            "passed" => json!(1),
            verdict if verdict.starts_with("unsupported") || verdict == "host_fault" => Json::Null,
            _ => json!(0),
        };
        json!({
            "index": index, "task_id": format!("p/{}", index / 8), "verdict": verdict, "reward": reward, "detail": detail, "line": 1,
            "tests": { "passed": 0, "total": 1 }, "usage": { "fuel": 100 + index, "memory": 5000 }, "rooms": 2, "extracted": null,
        })
        .to_string()
            + "\n"
    };
    fs::write(&path, rows.iter().enumerate().map(row).collect::<String>()).expect("rows");
    let sample = |index: usize| json!({ "task_id": format!("p/{}", index / 8), "solution": format!("x = {index}\n") }).to_string() + "\n";
    let text: String = (0..rows.len()).map(sample).collect();
    let digest: String = Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    fs::write(&samples, text).expect("samples");
    let manifest = json!({ "engine": "0.1.0", "samples": [digest], "problems": null, "seed": 7, "limits": { "limits.fuel": 1000 } });
    fs::write(folder.join("r.manifest.json"), manifest.to_string()).expect("a manifest");
    (path, samples)
}

fn data(page: &str) -> Json {
    let text = page.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next()).expect("data");
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn a_report_counts_every_row() {
    let folder = folder("counts");
    let mut rows = vec![("passed", Json::Null); 13];
    rows.push(("failed", json!({ "test": 0, "call": "f(1)", "got": "2", "expected": "3" })));
    rows.push(("error", json!({ "type": "KeyError", "message": "'k'" })));
    rows.push(("unsupported:numpy.array", json!({ "name": "numpy.array" })));
    let (path, samples) = results(&folder, &rows);
    let page = html(&path, std::slice::from_ref(&samples), None, &[1, 8, 100], Bounds::default()).expect("a page");
    assert_eq!(page, html(&path, &[samples], None, &[1, 8, 100], Bounds::default()).expect("a page"), "the same bytes");
    let data = data(&page);
    assert_eq!((&data["rows"], &data["problems"], &data["left_out"], &data["one_room"]), (&json!(16), &json!(2), &json!(1), &json!(0)));
    assert_eq!(data["verdicts"], json!([["passed", 13], ["error", 1], ["failed", 1], ["unsupported:numpy.array", 1]]));
    // The second problem has seven rows that count, so it has no pass@8.
    assert_eq!((&data["pass"][0][0], &data["pass"][0][4]), (&json!(1), &json!(2)));
    assert_eq!(data["pass"][1], json!([8, 1.0, 1.0, 1.0, 1]));
    assert_eq!(data["by_task"], json!([[0, 8], [0, 5, 1, 1, 2, 1, 3, 1]]));
    assert_eq!(data["errors"], json!({ "list": [["KeyError", 1, [["'k'", 1]]]], "others": 0 }));
    assert_eq!(data["unsupported"], json!({ "list": [["numpy.array", 1, []]], "others": 0 }));
    assert_eq!(data["fuel"], json!({ "bars": [[100, 13, 2, 1]], "count": 16, "median": 107, "p95": 114, "most": 115 }));
    assert_eq!(data["slowest"], json!([15, 14, 13, 12, 11, 10, 9, 8, 7, 6]));
    assert_eq!((&data["table"]["memory"], &data["table"]["index"]), (&json!(5000), &Json::Null));
    assert_eq!((&data["programs"]["13"], data["programs"].as_object().map(|all| all.len())), (&json!("x = 13\n"), Some(16)));
    let failure = data["table"]["failure"][13].as_u64().expect("a number");
    assert_eq!(data["failures"][usize::try_from(failure - 1).expect("small")]["call"], json!("f(1)"));
    assert_eq!(data["facts"][1], json!(["fuel limit", "1000"]));
}

#[test]
fn what_does_not_fit_is_what_is_looked_at_least() {
    let folder = folder("bounds");
    let mut rows = vec![("passed", Json::Null); 80];
    rows.insert(50, ("failed", json!({ "got": "one" })));
    rows.insert(60, ("failed", json!({ "got": "two" })));
    let (path, samples) = results(&folder, &rows);
    let bounds = Bounds { rows: 40, failure_bytes: 20, programs: 22, program_bytes: 150 };
    let data = data(&html(&path, &[samples], None, &[1], bounds).expect("a page"));
    let index = data["table"]["index"].as_array().expect("indices");
    assert_eq!((&data["rows"], &data["table"]["count"]), (&json!(82), &json!(40)));
    assert!(index.contains(&json!(50)) && index.contains(&json!(60)) && index.contains(&json!(81)), "{index:?}");
    assert_eq!(data["by_task"].as_array().map(Vec::len), Some(11), "every problem counts");
    assert_eq!(data["failures"], json!([{ "got": "one" }]), "the second does not fit");
    let programs: Vec<String> = data["programs"].as_object().expect("programs").values().map(Json::to_string).collect();
    assert!(!programs.is_empty() && programs.len() <= 22 && programs.concat().len() < 250, "{programs:?}");
}

#[test]
fn hostile_texts_stay_texts() {
    let folder = folder("hostile");
    let hostile = "</script><img src=x onerror=alert(1)>\u{2028}\u{202e}\u{0}\u{feff}";
    let (path, _) = results(&folder, &[("error", json!({ "type": hostile, "message": hostile, hostile: [hostile] }))]);
    let page = html(&path, &[], None, &[1], Bounds::default()).expect("a page");
    assert!(!page.contains("<img") && !page.contains(['\u{2028}', '\u{202e}', '\u{0}', '\u{feff}']));
    let shown = "</script><img src=x onerror=alert(1)>\\u{2028}\\u{202e}\\u{0}\\u{feff}";
    let data = data(&page);
    assert_eq!((&data["failures"][0]["message"], &data["errors"]["list"][0][0]), (&json!(shown), &json!(shown)));
    assert_eq!(data["has_samples"], json!(false));
}

#[test]
fn programs_are_those_of_the_run() {
    let folder = folder("other");
    let (path, samples) = results(&folder, &[("passed", Json::Null)]);
    let page = |samples: &Path, problems: Option<&Path>| html(&path, &[samples.to_owned()], problems, &[1], Bounds::default());
    assert!(page(&samples, None).is_ok());
    let message = page(&samples, Some(&samples)).expect_err("other problems");
    assert!(message.contains("the problems are not those"), "{message}");
    fs::write(&samples, "{\"task_id\": \"p/0\", \"solution\": \"y = 1\"}\n").expect("samples");
    let message = page(&samples, None).expect_err("other samples");
    assert!(message.contains("the samples are not those"), "{message}");
    fs::remove_file(folder.join("r.manifest.json")).expect("a manifest");
    let message = page(&samples, None).expect_err("no manifest");
    assert!(message.contains("has no manifest beside it"), "{message}");
}
