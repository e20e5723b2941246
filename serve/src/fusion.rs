//! What clients of other sandboxes speak (`--protocol sandbox-fusion`): `POST /run_code` of SandboxFusion, and `POST /run/long-batch` of the code
//! judge. Programs run as those of `/v1/run`, each in a session of its own, under the tenant's first policy.
//!
//! These clients cannot say what a policy allows, and they ask for limits by default. So a limit above the policy's is that of the policy.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use stockade_workers::{AnySession, SessionError};
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::JoinSet;

use crate::api::{Base64, FileContent};
use crate::failure::Failure;
use crate::routes::{Asked, Caller};
use crate::runs::{Of, Run, away};
use crate::server::App;
use crate::steps::{Current, Given, Live, Printer, to_base64};
use crate::tenants::Tenant;

/// The language that is here.
const LANGUAGE: &str = "python";
/// Programs of a batch.
const MOST_SUBMISSIONS: usize = 4096;
/// What programs of a batch print is kept until all have ended: so many bytes of it.
const MOST_PRINTED: usize = 64 << 20;
/// Files that a program is asked for.
const MOST_FETCHED: usize = 256;

/// A program to run.
#[derive(Default)]
struct Program {
    code: String,
    stdin: String,
    /// Seconds.
    timeout: Option<f64>,
    memory_mb: Option<f64>,
    files: BTreeMap<String, FileContent>,
    fetched: Vec<String>,
}

/// How it ended.
struct Ended {
    /// False if it was stopped for its time.
    in_time: bool,
    status: u8,
    stdout: String,
    stderr: String,
    files: Map<String, Value>,
    seconds: f64,
}

/// What is wrong with a body, in the words of the servers that these clients know.
struct Details(Vec<Value>);

impl Details {
    fn add(&mut self, kind: &str, place: &[Value], message: &str, input: &Value) {
        let place: Vec<Value> = std::iter::once(json!("body")).chain(place.iter().cloned()).collect();
        self.0.push(json!({ "type": kind, "loc": place, "msg": message, "input": input }));
    }

    fn response(self) -> Response {
        (StatusCode::UNPROCESSABLE_ENTITY, Json(json!({ "detail": self.0 }))).into_response()
    }

    /// A field that is a text. A field that may be left out may be null.
    fn text(&mut self, body: &Map<String, Value>, place: &[Value], name: &str, is_required: bool) -> String {
        let place: Vec<Value> = place.iter().cloned().chain([json!(name)]).collect();
        match body.get(name) {
            Some(Value::String(text)) => return text.clone(),
            None if is_required => self.add("missing", &place, "Field required", &Value::Object(body.clone())),
            None => {}
            Some(Value::Null) if !is_required => {}
            Some(other) => self.add("string_type", &place, "Input should be a valid string", other),
        }
        String::new()
    }

    /// A language must be this one.
    fn language(&mut self, body: &Map<String, Value>, place: &[Value], name: &str) {
        let given = self.text(body, place, name, true);
        if !given.is_empty() && given != LANGUAGE {
            let place: Vec<Value> = place.iter().cloned().chain([json!(name)]).collect();
            self.add("literal_error", &place, "Input should be 'python'", &json!(given));
        }
    }

    fn number(&mut self, body: &Map<String, Value>, name: &str) -> Option<f64> {
        match body.get(name) {
            None => None,
            Some(value) => {
                let number = value.as_f64().filter(|number| number.is_finite());
                if number.is_none() {
                    self.add("float_type", &[json!(name)], "Input should be a valid number", value);
                }
                number
            }
        }
    }
}

/// `POST /run_code`: runs one program.
pub(crate) async fn run_code(
    State(app): State<App>,
    Caller(tenant): Caller,
    asked: Asked<Map<String, Value>>,
) -> Result<Response, Failure> {
    let permit = tenant.may_run()?;
    let (permit, program) = away(move || Ok((permit, code_of(&asked.parse()?)))).await?;
    let program = match program {
        Ok(program) => program,
        Err(details) => return Ok(details.response()),
    };
    let answer = match run(&app, &tenant, permit, program).await {
        Ok(ended) => {
            let (status, code) = if ended.in_time { ("Finished", json!(ended.status)) } else { ("TimeLimitExceeded", Value::Null) };
            json!({
                "status": if ended.in_time && ended.status == 0 { "Success" } else { "Failed" },
                "message": "",
                "compile_result": null,
                "run_result": {
                    "status": status,
                    "execution_time": ended.seconds,
                    "return_code": code,
                    "stdout": ended.stdout,
                    "stderr": ended.stderr,
                },
                "executor_pod_name": null,
                "files": ended.files,
            })
        }
        Err(failure) => json!({
            "status": "SandboxError",
            "message": failure.error.message,
            "compile_result": null,
            "run_result": null,
            "executor_pod_name": null,
            "files": {},
        }),
    };
    Ok(Json(answer).into_response())
}

fn code_of(body: &Map<String, Value>) -> Result<Program, Details> {
    let mut details = Details(Vec::new());
    details.language(body, &[], "language");
    let mut program = Program {
        code: details.text(body, &[], "code", true),
        stdin: details.text(body, &[], "stdin", false),
        timeout: details.number(body, "run_timeout").filter(|seconds| *seconds > 0.0),
        memory_mb: details.number(body, "memory_limit_MB").filter(|size| *size > 0.0),
        ..Program::default()
    };
    match body.get("files") {
        None | Some(Value::Null) => {}
        Some(Value::Object(files)) => {
            for (name, content) in files {
                match content {
                    Value::String(base64) => {
                        program.files.insert(name.clone(), FileContent::Bytes(Base64 { base64: base64.clone() }));
                    }
                    // A file without a content is none.
                    Value::Null => {}
                    other => details.add("string_type", &[json!("files"), json!(name)], "Input should be a valid string", other),
                }
            }
        }
        Some(other) => details.add("dict_type", &[json!("files")], "Input should be a valid dictionary", other),
    }
    match body.get("fetch_files") {
        None | Some(Value::Null) => {}
        Some(Value::Array(names)) if names.len() > MOST_FETCHED => {
            let message = format!("List should have at most {MOST_FETCHED} items");
            details.add("too_long", &[json!("fetch_files")], &message, &json!(names.len()));
        }
        Some(Value::Array(names)) => {
            for (at, name) in names.iter().enumerate() {
                match name.as_str() {
                    Some(name) => program.fetched.push(name.to_owned()),
                    None => details.add("string_type", &[json!("fetch_files"), json!(at)], "Input should be a valid string", name),
                }
            }
        }
        Some(other) => details.add("list_type", &[json!("fetch_files")], "Input should be a valid list", other),
    }
    if details.0.is_empty() { Ok(program) } else { Err(details) }
}

/// `POST /run/long-batch`: runs programs, and answers when all have ended.
pub(crate) async fn long_batch(
    State(app): State<App>,
    Caller(tenant): Caller,
    asked: Asked<Map<String, Value>>,
) -> Result<Response, Failure> {
    let (permit, batch) = (tenant.may_run()?, tenant.may_judge()?);
    let (id, submissions) = match away(move || {
        let parsed = submissions_of(&asked.parse()?);
        drop(permit);
        Ok(parsed)
    })
    .await?
    {
        Ok(parsed) => parsed,
        Err(details) => return Ok(details.response()),
    };
    let (mut results, mut printed) = (vec![Value::Null; submissions.len()], 0_usize);
    // As many at once as there are workers: the tenant's other requests go on. Whoever leaves ends those that run.
    let mut running = JoinSet::new();
    let mut rest = submissions.into_iter().enumerate();
    loop {
        while running.len() < app.settings.workers.max(1)
            && let Some((at, (sub_id, program))) = rest.next()
        {
            let (app, tenant) = (app.clone(), Arc::clone(&tenant));
            running.spawn(async move { (at, submitted(&app, &tenant, sub_id, program).await) });
        }
        let Some(ended) = running.join_next().await else { break };
        if let Ok((at, result)) = ended
            && let Some(place) = results.get_mut(at)
        {
            let texts = ["stdout", "stderr"].map(|name| result.get(name).and_then(Value::as_str).map_or(0, str::len));
            let all = texts.iter().fold(printed, |all, length| all.saturating_add(*length));
            *place = if all <= MOST_PRINTED {
                printed = all;
                result
            } else {
                let message = format!("the programs of this batch printed more than {MOST_PRINTED} bytes: send fewer at once");
                without_result(result.get("sub_id").cloned().unwrap_or_default(), &message)
            };
        }
    }
    drop(batch);
    Ok(Json(json!({ "sub_id": id, "results": results })).into_response())
}

type Submissions = (Value, Vec<(Value, Program)>);

fn submissions_of(body: &Map<String, Value>) -> Result<Submissions, Details> {
    let mut details = Details(Vec::new());
    let mut submissions = Vec::new();
    match body.get("submissions") {
        Some(Value::Array(rows)) if rows.len() <= MOST_SUBMISSIONS => {
            for (at, row) in rows.iter().enumerate() {
                let place = [json!("submissions"), json!(at)];
                let Some(row) = row.as_object() else {
                    details.add("model_attributes_type", &place, "Input should be a valid dictionary", row);
                    continue;
                };
                details.language(row, &place, "type");
                let code = details.text(row, &place, "solution", true);
                let stdin = details.text(row, &place, "input", false);
                submissions.push((row.get("sub_id").cloned().unwrap_or_default(), Program { code, stdin, ..Program::default() }));
            }
        }
        Some(Value::Array(rows)) => {
            let message = format!("List should have at most {MOST_SUBMISSIONS} items");
            details.add("too_long", &[json!("submissions")], &message, &json!(rows.len()));
        }
        Some(other) => details.add("list_type", &[json!("submissions")], "Input should be a valid list", other),
        None => details.add("missing", &[json!("submissions")], "Field required", &Value::Object(body.clone())),
    }
    if details.0.is_empty() { Ok((body.get("sub_id").cloned().unwrap_or_default(), submissions)) } else { Err(details) }
}

async fn submitted(app: &App, tenant: &Arc<Tenant>, sub_id: Value, program: Program) -> Value {
    let ended = match tenant.runs_later().await {
        Ok(permit) => run(app, tenant, permit, program).await,
        Err(failure) => Err(failure),
    };
    match ended {
        Ok(ended) => {
            let succeeds = ended.in_time && ended.status == 0;
            json!({
                "sub_id": sub_id,
                "success": succeeds,
                "run_success": succeeds,
                "cost": ended.seconds,
                "reason": if ended.in_time { "" } else { "worker_timeout" },
                "stdout": ended.stdout,
                "stderr": ended.stderr,
            })
        }
        Err(failure) => without_result(sub_id, &failure.error.message),
    }
}

/// The result of a program of a batch for which nothing is known.
fn without_result(sub_id: Value, why: &str) -> Value {
    json!({
        "sub_id": sub_id,
        "success": false,
        "run_success": false,
        "cost": 0,
        "reason": "internal_error",
        "stdout": "",
        "stderr": why,
    })
}

/// Runs a program in a session of its own.
async fn run(app: &App, tenant: &Arc<Tenant>, permit: OwnedSemaphorePermit, program: Program) -> Result<Ended, Failure> {
    let Program { code, stdin, timeout, memory_mb, files, fetched } = program;
    let current = Current::default();
    let of = Of { tenant: Arc::clone(tenant), session: None };
    let tenant = Arc::clone(tenant);
    let run = Run::start(&app.metrics, of, current.get(), permit, false, move || {
        let begin = Instant::now();
        let (_, served) = tenant.policy(None)?;
        let mut limits = Map::new();
        for (name, wanted) in
            [("limits.timeout", timeout.map(|seconds| seconds * 1000.0)), ("limits.memory", memory_mb.map(|mb| mb * f64::from(1 << 20)))]
        {
            let most = served.policy.limits.get(name).unwrap_or(u64::MAX);
            if let Some(wanted) = wanted.and_then(whole).filter(|wanted| *wanted < most) {
                limits.insert(name.to_owned(), json!(wanted));
            }
        }
        let given = Given::new(&Map::new(), Some(stdin), files)?;
        let (_, template) = tenant.template(None, &limits)?;
        let session = tenant.pool.open(&template, &|| Printer::boxed(&current))?;
        let mut live = Live::new(session, current);
        let mut record = live.step(Some("main.py".to_owned()), &code, given)?;
        let end = live.finish(&record)?;
        let mut contents = Map::new();
        for name in fetched {
            match live.session.read_file(&name) {
                Ok(bytes) => contents.insert(name, json!(to_base64(&bytes))),
                // There is no such file.
                Err(SessionError::Refused(_)) => None,
                Err(error) => return Err(error.into()),
            };
        }
        if let Some(record) = record.as_object_mut() {
            record.extend(end.map(|end| ("end".to_owned(), end)));
            record.insert("files".to_owned(), Value::Object(contents));
            record.insert("seconds".to_owned(), json!(begin.elapsed().as_secs_f64()));
        }
        Ok(record)
    });
    run.record().await.map(ended_of)
}

/// The whole number of a limit. More than any limit is no limit.
fn whole(number: f64) -> Option<u64> {
    // A text has the digits of any of them.
    format!("{:.0}", number.ceil().max(1.0)).parse().ok()
}

/// The end of a program as a process has it.
fn ended_of(mut record: Value) -> Ended {
    let text = |record: &Value, name: &str| record.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let outcome = text(&record, "outcome");
    let (mut stdout, mut stderr) = (text(&record, "stdout"), text(&record, "stderr"));
    if let Some(end) = record.get("end") {
        stdout += &text(end, "stdout");
        stderr += &text(end, "stderr");
    }
    let in_time = !["limit:timeout", "limit:total_timeout", "limit:fuel"].contains(&outcome.as_str());
    let status = match outcome.as_str() {
        "completed" => 0,
        // A process has a status of eight bits.
        "exited" => record.get("exit_status").and_then(Value::as_u64).and_then(|status| u8::try_from(status).ok()).unwrap_or(1),
        _ => {
            // What Python would have printed, and what Stockade says where Python would have gone on.
            let is_raised = outcome.starts_with("runtime");
            for said in [text(&record, "traceback"), if is_raised { String::new() } else { text(&record, "message") }] {
                if !said.is_empty() {
                    stderr += said.trim_end();
                    stderr.push('\n');
                }
            }
            if let Some(limit) = record.get("limit").filter(|limit| limit.is_object()) {
                let (most, unit) = (limit.get("limit").and_then(Value::as_u64).unwrap_or_default(), text(limit, "unit"));
                stderr += &format!("stopped by {outcome}: {most} {unit}\n");
            }
            let findings = record.get("findings").and_then(Value::as_array).into_iter().flatten();
            for finding in findings.filter(|finding| finding.get("level") == Some(&json!("deny"))) {
                let (line, rule) = (finding.get("line").and_then(Value::as_u64).unwrap_or_default(), text(finding, "rule"));
                stderr += &format!("main.py:{line}: {rule}: {}\n", text(finding, "message"));
            }
            1
        }
    };
    let files = record.get_mut("files").and_then(Value::as_object_mut).map(std::mem::take).unwrap_or_default();
    Ended { in_time, status, stdout, stderr, files, seconds: record.get("seconds").and_then(Value::as_f64).unwrap_or_default() }
}
