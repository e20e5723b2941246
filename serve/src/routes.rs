//! The routes: what each asks and answers. The table at the end is the router and the OpenAPI document.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::error::Error;
use std::marker::PhantomData;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{FromRequest, FromRequestParts, MatchedPath, Path, Query, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json, Router};
use futures_util::stream;
use http_body_util::LengthLimitError;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use stockade_compiler::SourceText;
use stockade_eval::extract::Extract;
use stockade_eval::formats::Format;
use stockade_policy::{KnownNames, LimitInfo, Limits};
use stockade_vm::ToolSpec;
use stockade_workers::{AnySession, Session};
use tokio::sync::OwnedSemaphorePermit;
use utoipa::OpenApi;

use crate::api::{
    AnswerRequest, CheckRequest, EvalRequest, ForkRequest, Health, Interrupted, Page, Piece, ResumeRequest, RunRequest, SessionInfo,
    SessionRequest, SessionState, Sessions, Snapshot, StepRecord, StepRequest, Tool, Verdict,
};
use crate::connections::Handover;
use crate::failure::{Failure, FailureKind};
use crate::fusion;
use crate::judging;
use crate::logs;
use crate::runs::{Of, Run, Told, away};
use crate::server::App;
use crate::sessions::{Entry, random_hex};
use crate::sockets;
use crate::steps::{Current, Given, Live, Printer, from_base64, to_base64};
use crate::tenants::{Tenant, chosen, names_of};

/// A comment is sent so often while a program prints nothing, so that whoever is between sees that the connection lives.
pub(crate) const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// Sessions of a page where nobody says how many, and the most.
const PAGE: usize = 100;
const MOST_OF_PAGE: usize = 1000;
/// Descriptions and parameters of tools are kept with a session, so there is an end to them.
const MOST_TOOLS: usize = 128;
const MOST_BYTES_OF_TOOL: usize = 16 << 10;
const MOST_BYTES_OF_TOOLS: usize = 64 << 10;
/// The name of a program is in messages, and kept with a session.
const MOST_BYTES_OF_NAME: usize = 1024;

/// Who asks.
pub(crate) struct Caller(pub(crate) Arc<Tenant>);

impl FromRequestParts<App> for Caller {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Failure> {
        let authorization = parts.headers.get(header::AUTHORIZATION).map(|value| value.to_str().unwrap_or_default());
        app.tenants.find(authorization).map(Caller)
    }
}

/// A body of JSON. It is not parsed before the tenant has leave to do work, and not by a task: that is work, too.
pub(crate) struct Asked<T>(Bytes, PhantomData<fn() -> T>);

impl<T: DeserializeOwned> Asked<T> {
    pub(crate) fn parse(self) -> Result<T, Failure> {
        // An array would be taken as the fields in their order.
        if !matches!(self.0.trim_ascii_start().first(), Some(b'{') | None) {
            return Err(Failure::bad("the body is not an object of JSON, such as {\"code\": \"1 + 1\"}"));
        }
        serde_json::from_slice(&self.0).map_err(|error| Failure::bad(format!("the body is not what this takes: {error}")))
    }
}

impl<T> FromRequest<App> for Asked<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &App) -> Result<Self, Failure> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        // A page in a browser can send other types anywhere without asking.
        if !kind.eq_ignore_ascii_case("application/json") {
            let message = "the body is JSON: send the header `Content-Type: application/json`";
            return Err(Failure::new(FailureKind::MediaType, message));
        }
        read(request.into_body(), app).await.map(|bytes| Asked(bytes, PhantomData))
    }
}

/// A body of JSON that may be left out.
pub(crate) struct MaybeAsked<T>(Option<Asked<T>>);

impl<T: DeserializeOwned + Default> MaybeAsked<T> {
    fn parse(self) -> Result<T, Failure> {
        self.0.map_or_else(|| Ok(T::default()), Asked::parse)
    }
}

impl<T> FromRequest<App> for MaybeAsked<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &App) -> Result<Self, Failure> {
        if request.body().is_end_stream() {
            return Ok(MaybeAsked(None));
        }
        Asked::from_request(request, app).await.map(|asked| MaybeAsked(Some(asked)))
    }
}

async fn read(body: Body, app: &App) -> Result<Bytes, Failure> {
    let most = app.settings.body_bytes;
    let time = app.settings.body_time;
    let late = |_| Failure::new(FailureKind::Slow, format!("the body did not come within {} s", time.as_secs()));
    let too_large =
        || Failure::new(FailureKind::TooLarge, format!("the body has more than {most} bytes. The host allows more by `--max-body`"));
    // What is announced need not be read.
    if body.size_hint().lower() > most as u64 {
        return Err(too_large());
    }
    let bytes = tokio::time::timeout(time, to_bytes(body, most)).await.map_err(late)?;
    bytes.map_err(|error| match error.source() {
        Some(source) if source.is::<LengthLimitError>() => too_large(),
        _ => Failure::bad(format!("the body cannot be read: {error}")),
    })
}

/// The last part of a path: the id of a session.
type Id = Path<String>;

/// The query of a page.
pub(crate) struct PageOf(Page);

impl FromRequestParts<App> for PageOf {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Failure> {
        let page = Query::<Page>::from_request_parts(parts, app).await;
        page.map(|Query(page)| PageOf(page)).map_err(|error| Failure::bad(error.body_text()))
    }
}

/// True if the client wants what is printed at once.
fn wants_events(headers: &HeaderMap) -> bool {
    let wanted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    wanted.flat_map(|value| value.split(',')).any(|kind| kind.trim().to_ascii_lowercase().starts_with("text/event-stream"))
}

/// The answer to a request that runs something, as the client wants it.
async fn answered(run: Run, sends: bool) -> Result<Response, Failure> {
    if sends {
        return Ok(Sse::new(events(run)).into_response());
    }
    run.record().await.map(|record| Json(record).into_response())
}

/// What is printed, and at last the record.
fn events(run: Run) -> impl stream::Stream<Item = Result<Event, Infallible>> {
    let event = |name: &str, data: &Value| Event::default().event(name).data(data.to_string());
    stream::unfold((run, VecDeque::new()), move |(mut run, mut queue)| async move {
        loop {
            if let Some(next) = queue.pop_front() {
                return Some((Ok(next), (run, queue)));
            }
            tokio::select! {
                told = run.next() => match told? {
                    Told::Printed(pieces) => queue.extend(
                        pieces.into_iter().map(|(error, text)| event(if error { "stderr" } else { "stdout" }, &json!(Piece { text }))),
                    ),
                    Told::Ended(Ok(record)) => queue.push_back(event("end", &record)),
                    Told::Ended(Err(failure)) => queue.push_back(event("error", &json!(failure))),
                },
                () = tokio::time::sleep(KEEP_ALIVE) => queue.push_back(Event::default().comment("")),
            }
        }
    })
}

/// Checks a program, without running it.
///
/// The check reads the text and runs nothing. It is done by the server itself, within the policy's limits on source.
#[utoipa::path(post, path = "/v1/check", request_body = CheckRequest, responses(
    (status = 200, description = "The verdict", body = Verdict), (status = "4XX", body = Failure), (status = "5XX", body = Failure)))]
async fn check(State(app): State<App>, Caller(tenant): Caller, asked: Asked<CheckRequest>) -> Result<Json<Value>, Failure> {
    let (library, permit) = (app.settings.library, tenant.may_run()?);
    away(move || {
        let CheckRequest { code, name, policy } = asked.parse()?;
        let (_, served) = tenant.policy(policy.as_deref())?;
        let source = SourceText::new(fitting(name)?.as_deref().unwrap_or("main.py"), &code);
        let verdict = stockade_vm::check_text(&source, &served.policy, library, &KnownNames::standard());
        drop(permit);
        Ok(Json(verdict.to_json()))
    })
    .await
}

/// Runs a program in a session of its own, and ends it.
///
/// With `Accept: text/event-stream` the answer is a stream of events: `stdout` and `stderr` with `{"text": ...}` while the program runs, then
/// `end` with the record, or `error`.
#[utoipa::path(post, path = "/v1/run", request_body = RunRequest, responses(
    (status = 200, description = "How it ended", content((StepRecord = "application/json"), (String = "text/event-stream"))),
    (status = "4XX", body = Failure), (status = "5XX", body = Failure)))]
async fn run(State(app): State<App>, Caller(tenant): Caller, headers: HeaderMap, asked: Asked<RunRequest>) -> Result<Response, Failure> {
    let permit = tenant.may_run()?;
    // A request that is refused at once is no stream of events, so this is not part of the run.
    let (tenant, permit, template, name, code, given) = away(move || {
        let RunRequest { code, name, inputs, stdin, files, limits, policy } = asked.parse()?;
        let name = fitting(name)?.unwrap_or_else(|| "main.py".to_owned());
        let given = Given::new(&inputs, stdin, files)?;
        let (_, template) = tenant.template(policy.as_deref(), &limits)?;
        Ok((tenant, permit, template, name, code, given))
    })
    .await?;
    let (current, sends) = (Current::default(), wants_events(&headers));
    let of = Of { tenant: Arc::clone(&tenant), session: None };
    let run = Run::start(&app.metrics, of, current.get(), permit, sends, move || {
        let session = tenant.pool.open(&template, &|| Printer::boxed(&current))?;
        let mut live = Live::new(session, current);
        let mut record = live.step(Some(name), &code, given)?;
        if let Some(end) = live.finish(&record)?
            && let Some(record) = record.as_object_mut()
        {
            record.insert("end".to_owned(), end);
        }
        Ok(record)
    });
    answered(run, sends).await
}

/// Judges a batch of programs by their tests, as `stockade eval run` does.
///
/// The answer is what that command writes: a line of JSON for each program, in the order of the samples. It comes when all are judged.
#[utoipa::path(post, path = "/v1/eval", request_body = EvalRequest, responses(
    (status = 200, description = "A line of JSON for each program", body = String, content_type = "application/jsonl"),
    (status = "4XX", body = Failure), (status = "5XX", body = Failure)))]
async fn eval(State(app): State<App>, Caller(tenant): Caller, asked: Asked<EvalRequest>) -> Result<Response, Failure> {
    let permits = (tenant.may_run()?, tenant.may_judge()?);
    let wanted = judging::Wanted::default();
    let given_up = wanted.given_up();
    // When the client leaves, `wanted` is dropped with this future.
    let judged = away(move || {
        let asked = asked.parse()?;
        let (_, served) = tenant.policy(asked.policy.as_deref())?;
        let limits = chosen(served, &asked.limits)?;
        if let Some((other, _)) = limits.iter().find(|(name, _)| !judging::LIMITS.contains(&name.as_str())) {
            return Err(Failure::bad(format!("a batch has no limit `{other}`: it has {}", judging::LIMITS.join(", "))));
        }
        let refused = || Failure::new(FailureKind::Forbidden, "this server judges no programs");
        let judging = served.judging.as_ref().ok_or_else(refused)?;
        let lines = judging::judge(judging, &limits, &asked, app.settings.workers, given_up)?;
        drop(permits);
        Ok(([(header::CONTENT_TYPE, "application/jsonl")], lines).into_response())
    })
    .await;
    drop(wanted);
    judged
}

/// Opens a session: a new one, one from a snapshot, or a copy of another.
#[utoipa::path(post, path = "/v1/sessions", request_body = Option<SessionRequest>, responses(
    (status = 201, description = "The session", body = SessionInfo), (status = "4XX", body = Failure), (status = "5XX", body = Failure)))]
async fn open(
    State(app): State<App>,
    Caller(tenant): Caller,
    asked: MaybeAsked<SessionRequest>,
) -> Result<(StatusCode, Json<SessionInfo>), Failure> {
    let permit = tenant.may_run()?;
    away(move || {
        let opened = opened(&app, &tenant, asked.parse()?);
        drop(permit);
        opened
    })
    .await
}

fn opened(app: &App, tenant: &Tenant, asked: SessionRequest) -> Result<(StatusCode, Json<SessionInfo>), Failure> {
    let expires = expiry(app, asked.expires_s)?;
    if let Some(from) = &asked.fork_of {
        if asked.policy.is_some() || asked.snapshot.is_some() || !asked.tools.is_empty() || !asked.limits.is_empty() {
            return Err(Failure::bad(
                "a copy has the policy, limits and tools of its session: with `fork_of` give nothing but `expires_s`",
            ));
        }
        return forked(app, tenant, from, asked.expires_s.map(|_| expires));
    }
    let specs = specs(&asked.tools)?;
    let snapshot = asked.snapshot.as_deref().map(|text| from_base64(text, "snapshot")).transpose()?;
    let (served, template) = tenant.template(asked.policy.as_deref(), &asked.limits)?;
    let place = place(app, tenant)?;
    let current = Current::default();
    let make_host = || Printer::boxed(&current);
    let mut session: Session = match &snapshot {
        Some(bytes) => tenant.pool.restore(&template, &make_host, bytes, None)?,
        None => tenant.pool.open(&template, &make_host)?,
    };
    for spec in &specs {
        session.add_tool(spec)?;
    }
    let live = Live::new(session, current);
    let entry = Entry::new(random_hex()?, live, &served.name, &asked.limits, asked.tools, expires, place);
    Ok((StatusCode::CREATED, Json(app.add(tenant, entry)?)))
}

/// The name of a program, if it is not too long.
fn fitting(name: Option<String>) -> Result<Option<String>, Failure> {
    if name.as_ref().is_some_and(|name| name.len() > MOST_BYTES_OF_NAME) {
        return Err(Failure::bad(format!("`name` has at most {MOST_BYTES_OF_NAME} bytes")));
    }
    Ok(name)
}

/// Tools for the engine.
pub(crate) fn specs(tools: &[Tool]) -> Result<Vec<ToolSpec>, Failure> {
    if tools.len() > MOST_TOOLS {
        return Err(Failure::bad(format!("a session has at most {MOST_TOOLS} tools")));
    }
    // They are in memory, so the sum of their lengths is a length, too.
    let bytes_of = |tool: &Tool| tool.name.len() + tool.parameters.len() + tool.description.as_ref().map_or(0, String::len);
    if tools.iter().any(|tool| bytes_of(tool) > MOST_BYTES_OF_TOOL) {
        return Err(Failure::bad(format!("name, parameters and description of a tool have at most {MOST_BYTES_OF_TOOL} bytes")));
    }
    if tools.iter().map(bytes_of).sum::<usize>() > MOST_BYTES_OF_TOOLS {
        return Err(Failure::bad(format!("names, parameters and descriptions of all tools have at most {MOST_BYTES_OF_TOOLS} bytes")));
    }
    let spec = |tool: &Tool| {
        let spec = ToolSpec::new(&tool.name, &tool.parameters);
        spec.parameters().map_err(|error| Failure::bad(format!("the tool `{}`: {error}", tool.name)))?;
        Ok(spec)
    };
    tools.iter().map(spec).collect()
}

fn expiry(app: &App, wanted: Option<u64>) -> Result<Duration, Failure> {
    let most = app.settings.expiry;
    match wanted.map(Duration::from_secs) {
        None => Ok(most),
        Some(Duration::ZERO) => Err(Failure::bad("`expires_s` is at least 1")),
        Some(wanted) if wanted > most => Err(Failure::new(
            FailureKind::Forbidden,
            format!("`expires_s` is at most {} here. The host allows more by `--expiry`", most.as_secs()),
        )),
        Some(wanted) => Ok(wanted),
    }
}

/// Leave to have a session. In a store they are counted as they are added.
fn place(app: &App, tenant: &Tenant) -> Result<Option<OwnedSemaphorePermit>, Failure> {
    match &app.store {
        None => tenant.may_open().map(Some),
        Some(_) => tenant.may_have_another().map(|()| None),
    }
}

fn forked(app: &App, tenant: &Tenant, from: &str, expires: Option<Duration>) -> Result<(StatusCode, Json<SessionInfo>), Failure> {
    // Nobody who may not have it waits for it.
    if app.store.is_none() {
        app.find(tenant, from)?;
    }
    let place = place(app, tenant)?;
    let taken = app.take(tenant, from)?;
    let from = Arc::clone(&taken.entry);
    let current = Current::default();
    let copied = taken.session.fork(Printer::boxed(&current)).map_err(Failure::from);
    let copied = copied.map(|session| taken.copy(session, current));
    drop(taken);
    let copy = app.unless_lost(tenant, &from, copied)?;
    let entry = Entry::new(random_hex()?, copy, &from.policy, &from.limits, from.tools.clone(), expires.unwrap_or(from.expires), place);
    Ok((StatusCode::CREATED, Json(app.add(tenant, entry)?)))
}

/// The sessions of the tenant, in pages.
#[utoipa::path(get, path = "/v1/sessions", params(Page), responses(
    (status = 200, description = "A page", body = Sessions), (status = "4XX", body = Failure)))]
async fn list(State(app): State<App>, Caller(tenant): Caller, PageOf(page): PageOf) -> Result<Json<Sessions>, Failure> {
    let most = page.limit.unwrap_or(PAGE);
    if most == 0 || most > MOST_OF_PAGE {
        return Err(Failure::bad(format!("`limit` is 1 to {MOST_OF_PAGE}")));
    }
    let after = page.after.unwrap_or_default();
    let (sessions, is_more) = looked(app, tenant, move |app, tenant| app.page(tenant, &after, most)).await?;
    let next = sessions.last().filter(|_| is_more).map(|last| last.id.clone());
    Ok(Json(Sessions { sessions, next }))
}

/// Looks at sessions: in memory at once, in the store away from the tasks.
async fn looked<T: Send + 'static>(
    app: App,
    tenant: Arc<Tenant>,
    look: impl FnOnce(&App, &Tenant) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    if app.store.is_none() {
        return look(&app, &tenant);
    }
    let permit = tenant.may_look().await;
    away(move || {
        let found = look(&app, &tenant);
        drop(permit);
        found
    })
    .await
}

/// A session.
#[utoipa::path(get, path = "/v1/sessions/{id}", params(("id" = String, Path, description = "The session")), responses(
    (status = 200, description = "The session", body = SessionInfo), (status = "4XX", body = Failure)))]
async fn show(State(app): State<App>, Caller(tenant): Caller, Path(id): Id) -> Result<Json<SessionInfo>, Failure> {
    looked(app, tenant, move |app, tenant| app.info(tenant, &id)).await.map(Json)
}

/// Deletes a session. A step that runs in it ends.
#[utoipa::path(delete, path = "/v1/sessions/{id}", params(("id" = String, Path, description = "The session")), responses(
    (status = 204, description = "It is gone"), (status = "4XX", body = Failure)))]
async fn delete(State(app): State<App>, Caller(tenant): Caller, Path(id): Id) -> Result<StatusCode, Failure> {
    let permit = tenant.may_look().await;
    // The worker is told, which may wait.
    away(move || {
        let deleted = app.delete(&tenant, &id).map(|()| StatusCode::NO_CONTENT);
        drop(permit);
        deleted
    })
    .await
}

/// Work with a session that gives a record. What it needs is made of the request first.
pub(crate) type Stepping = Box<dyn FnOnce() -> Result<StepWork, Failure> + Send>;
pub(crate) type StepWork = Box<dyn FnOnce(&mut Live) -> Result<Value, Failure> + Send>;

/// Begins work with a session. `permit` is there if the tenant has leave already.
pub(crate) async fn begun(
    app: App,
    tenant: Arc<Tenant>,
    id: String,
    permit: Option<OwnedSemaphorePermit>,
    sends: bool,
    prepare: Stepping,
) -> Result<Run, Failure> {
    // For a session that is not there no body is parsed.
    if app.store.is_none() {
        app.find(&tenant, &id)?;
    }
    let permit = permit.map_or_else(|| tenant.may_run(), Ok)?;
    let (app, tenant, permit, work, mut taken) = away(move || {
        app.find(&tenant, &id)?;
        let work = prepare()?;
        let taken = app.take(&tenant, &id)?;
        Ok((app, tenant, permit, work, taken))
    })
    .await?;
    let (metrics, printed) = (Arc::clone(&app.metrics), Arc::clone(&taken.printed));
    let of = Of { tenant: Arc::clone(&tenant), session: Some(taken.entry.id.clone()) };
    Ok(Run::start(&metrics, of, printed, permit, sends, move || {
        let done = work(&mut taken);
        app.kept(&tenant, taken, done)
    }))
}

/// Does work with a session for a request.
async fn stepped(app: App, tenant: Arc<Tenant>, id: String, headers: &HeaderMap, prepare: Stepping) -> Result<Response, Failure> {
    let sends = wants_events(headers);
    answered(begun(app, tenant, id, None, sends, prepare).await?, sends).await
}

/// The work of a step.
pub(crate) fn stepping(asked: StepRequest) -> Result<StepWork, Failure> {
    let StepRequest { code, name, inputs, stdin, files } = asked;
    let (name, given) = (fitting(name)?, Given::new(&inputs, stdin, files)?);
    Ok(Box::new(move |live| live.step(name, &code, given)))
}

/// Runs a step in a session.
///
/// A step that calls a tool ends the request with the outcome `host-call`: the client does what `call` says and posts to `/answer`. Where the
/// policy asks for consent the outcome is `approval`. With `Accept: text/event-stream` the answer is a stream, as for `/v1/run`.
#[utoipa::path(post, path = "/v1/sessions/{id}/run", params(("id" = String, Path, description = "The session")), request_body = StepRequest,
    responses((status = 200, description = "How it ended, or what it waits for", content((StepRecord = "application/json"), (String = "text/event-stream"))),
    (status = "4XX", body = Failure), (status = "5XX", body = Failure)))]
async fn step(
    State(app): State<App>,
    Caller(tenant): Caller,
    Path(id): Id,
    headers: HeaderMap,
    asked: Asked<StepRequest>,
) -> Result<Response, Failure> {
    stepped(app, tenant, id, &headers, Box::new(move || stepping(asked.parse()?))).await
}

/// Answers what a step waits for. The step goes on, and the request ends as that of the step.
#[utoipa::path(post, path = "/v1/sessions/{id}/answer", params(("id" = String, Path, description = "The session")),
    request_body = AnswerRequest,
    responses((status = 200, description = "How it ended, or what it waits for", content((StepRecord = "application/json"), (String = "text/event-stream"))),
    (status = "4XX", body = Failure), (status = "5XX", body = Failure)))]
async fn answer(
    State(app): State<App>,
    Caller(tenant): Caller,
    Path(id): Id,
    headers: HeaderMap,
    asked: Asked<AnswerRequest>,
) -> Result<Response, Failure> {
    let prepare = move || {
        let asked = asked.parse()?;
        Ok(Box::new(move |live: &mut Live| live.answer(asked)) as StepWork)
    };
    stepped(app, tenant, id, &headers, Box::new(prepare)).await
}

/// Goes on with a step that waited when its session was copied or written as a snapshot: it makes its call again.
#[utoipa::path(post, path = "/v1/sessions/{id}/resume", params(("id" = String, Path, description = "The session")),
    request_body = Option<ResumeRequest>,
    responses((status = 200, description = "How it ended, or what it waits for", content((StepRecord = "application/json"), (String = "text/event-stream"))),
    (status = "4XX", body = Failure), (status = "5XX", body = Failure)))]
async fn resume(
    State(app): State<App>,
    Caller(tenant): Caller,
    Path(id): Id,
    headers: HeaderMap,
    asked: MaybeAsked<ResumeRequest>,
) -> Result<Response, Failure> {
    let prepare = move || {
        let asked = asked.parse()?;
        Ok(Box::new(move |live: &mut Live| live.resume(asked)) as StepWork)
    };
    stepped(app, tenant, id, &headers, Box::new(prepare)).await
}

/// Ends the step that runs or waits. The session stays.
#[utoipa::path(post, path = "/v1/sessions/{id}/interrupt", params(("id" = String, Path, description = "The session")), responses(
    (status = 200, description = "What the session did", body = Interrupted), (status = "4XX", body = Failure), (status = "5XX", body = Failure)))]
async fn interrupt(State(app): State<App>, Caller(tenant): Caller, Path(id): Id) -> Result<Json<Interrupted>, Failure> {
    interrupted(app, tenant, id).await.map(Json)
}

pub(crate) async fn interrupted(app: App, tenant: Arc<Tenant>, id: String) -> Result<Interrupted, Failure> {
    let state = {
        let id = id.clone();
        looked(app.clone(), Arc::clone(&tenant), move |app, tenant| app.info(tenant, &id)).await?.state
    };
    match state {
        SessionState::Idle => {}
        SessionState::Running => {
            if let Some(entry) = tenant.sessions().get(&id) {
                entry.current.get().cancel();
            }
        }
        SessionState::Waiting => {
            let permit = tenant.may_run()?;
            away(move || {
                let mut taken = app.take(&tenant, &id)?;
                let done = taken.abandon();
                let done = app.kept(&tenant, taken, done);
                drop(permit);
                done
            })
            .await?;
        }
    }
    Ok(Interrupted { state })
}

/// The session as a snapshot. It stays as it is.
#[utoipa::path(post, path = "/v1/sessions/{id}/snapshot", params(("id" = String, Path, description = "The session")), responses(
    (status = 200, description = "The snapshot", body = Snapshot), (status = "4XX", body = Failure), (status = "5XX", body = Failure)))]
async fn snapshot(State(app): State<App>, Caller(tenant): Caller, Path(id): Id) -> Result<Json<Snapshot>, Failure> {
    snapshot_of(app, tenant, id).await.map(Json)
}

pub(crate) async fn snapshot_of(app: App, tenant: Arc<Tenant>, id: String) -> Result<Snapshot, Failure> {
    let permit = tenant.may_run()?;
    away(move || {
        let mut taken = app.take(&tenant, &id)?;
        let written = taken.session.snapshot(None).map_err(Failure::from);
        let entry = Arc::clone(&taken.entry);
        drop(taken);
        let snapshot = app.unless_lost(&tenant, &entry, written).map(|bytes| Snapshot { snapshot: to_base64(&bytes) });
        drop(permit);
        snapshot
    })
    .await
}

/// Copies a session. Both go their own ways.
#[utoipa::path(post, path = "/v1/sessions/{id}/fork", params(("id" = String, Path, description = "The session")),
    request_body = Option<ForkRequest>, responses(
    (status = 201, description = "The copy", body = SessionInfo), (status = "4XX", body = Failure), (status = "5XX", body = Failure)))]
async fn fork(
    State(app): State<App>,
    Caller(tenant): Caller,
    Path(id): Id,
    asked: MaybeAsked<ForkRequest>,
) -> Result<(StatusCode, Json<SessionInfo>), Failure> {
    let permit = tenant.may_run()?;
    away(move || {
        let wanted = asked.parse()?.expires_s;
        let expires = wanted.map(|_| expiry(&app, wanted)).transpose()?;
        let copied = forked(&app, &tenant, &id, expires);
        drop(permit);
        copied
    })
    .await
}

/// Opens a WebSocket to a session: steps and what they print, in both directions over one connection.
///
/// The client sends text messages, each a `SocketRequest`: one of `run`, `answer`, `resume`, `interrupt` and `snapshot`, with what the request
/// of that name has as its body, and an `id` if it wants one. The server sends text messages, each a `SocketMessage`: first `session`; for a
/// step `stdout` and `stderr` while it runs and then `end` with the record, or `error`; `interrupted` and `snapshot` for those requests. Each
/// has the `id` of the message that it answers. A connection runs one step at a time; it is ended when the connection is.
///
/// The client names the protocol `stockade.v1`. A client that can set no header `Authorization` names `stockade.token.TOKEN` as a second one,
/// with the token in base64 for addresses (RFC 4648, section 5) without padding.
#[utoipa::path(get, path = "/v1/sessions/{id}/ws", params(("id" = String, Path, description = "The session")), responses(
    (status = 101, description = "A WebSocket"), (status = "4XX", body = Failure), (status = "5XX", body = Failure)))]
async fn ws(
    State(app): State<App>,
    Path(id): Id,
    headers: HeaderMap,
    handover: Option<Extension<Handover>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Failure> {
    let tenant = caller_of_socket(&app, &headers)?;
    let info = looked(app.clone(), Arc::clone(&tenant), move |app, tenant| app.info(tenant, &id)).await?;
    let upgrade = upgrade.map_err(|error| Failure::bad(format!("this path is a WebSocket: {}", error.body_text())))?;
    let Some(Extension(handover)) = handover else {
        return Err(Failure::new(FailureKind::Internal, "the connection takes no WebSocket"));
    };
    let most = app.settings.body_bytes;
    let upgrade = upgrade.max_message_size(most).max_frame_size(most).protocols([sockets::PROTOCOL]);
    Ok(upgrade.on_upgrade(move |socket| async move { handover.give(sockets::serve(socket, app, tenant, info)) }))
}

/// Says that the server is there.
#[utoipa::path(get, path = "/healthz", security(()), responses((status = 200, description = "It is there", body = Health)))]
async fn healthz() -> Json<Health> {
    Json(Health { status: "ok" })
}

/// Says whether the server takes requests: a worker could be started, and the server is not about to end.
///
/// A server that is about to end takes no new connection, so a probe with a connection of its own is refused; 503 is for one that is open.
#[utoipa::path(get, path = "/readyz", security(()), responses(
    (status = 200, description = "It does", body = Health), (status = 503, description = "It is about to end", body = Failure)))]
async fn readyz(State(app): State<App>) -> Result<Json<Health>, Failure> {
    if app.is_stopping() {
        return Err(Failure::new(FailureKind::Unavailable, "the server is about to end"));
    }
    Ok(Json(Health { status: "ok" }))
}

/// What the server counts, for Prometheus. Where there are tokens, the tenant must have `metrics = true`.
#[utoipa::path(get, path = "/metrics", responses(
    (status = 200, description = "The counters", body = String, content_type = "text/plain"), (status = "4XX", body = Failure)))]
async fn metrics(State(app): State<App>, Caller(tenant): Caller) -> Result<Response, Failure> {
    if !tenant.settings.reads_metrics {
        let message = "the metrics count the requests of all tenants. The host lets one read them by `metrics = true` in the tokens file";
        return Err(Failure::new(FailureKind::Forbidden, message));
    }
    let sessions = app.tenants.all().iter().map(|tenant| tenant.sessions().len()).sum();
    let steps = app.tenants.all().iter().map(|tenant| tenant.steps_running()).sum();
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], app.metrics.text(sessions, steps)).into_response())
}

/// The description of this interface: OpenAPI 3.1.
#[utoipa::path(get, path = "/v1/openapi.json", responses((status = 200, description = "The document", body = Object)))]
async fn document(Caller(_): Caller) -> Json<&'static Value> {
    Json(&DOCUMENT)
}

macro_rules! routes {
    ($($method:ident $path:literal $handler:ident;)+) => {
        #[derive(OpenApi)]
        #[openapi(
            info(title = "Stockade", description = "Checks and runs Python that a language model wrote, in workers that shut themselves in.",
                license(name = "MIT")),
            paths($($handler),+),
            components(schemas(crate::failure::Failure, crate::api::SocketRequest, crate::api::SocketMessage)),
        )]
        struct Document;

        /// Each route of the server: method and path.
        #[cfg(test)]
        const TABLE: &[(&str, &str)] = &[$((stringify!($method), $path)),+];

        fn table() -> Router<App> {
            Router::new()$(.route($path, axum::routing::$method($handler)))+
        }
    };
}

routes! {
    post "/v1/check" check;
    post "/v1/run" run;
    post "/v1/eval" eval;
    post "/v1/sessions" open;
    get "/v1/sessions" list;
    get "/v1/sessions/{id}" show;
    delete "/v1/sessions/{id}" delete;
    post "/v1/sessions/{id}/run" step;
    post "/v1/sessions/{id}/answer" answer;
    post "/v1/sessions/{id}/resume" resume;
    post "/v1/sessions/{id}/interrupt" interrupt;
    post "/v1/sessions/{id}/snapshot" snapshot;
    post "/v1/sessions/{id}/fork" fork;
    get "/v1/sessions/{id}/ws" ws;
    get "/v1/openapi.json" document;
    get "/healthz" healthz;
    get "/readyz" readyz;
    get "/metrics" metrics;
}

/// Who opens a WebSocket. A page in a browser can set no header for it.
fn caller_of_socket(app: &App, headers: &HeaderMap) -> Result<Arc<Tenant>, Failure> {
    match (headers.get(header::AUTHORIZATION), sockets::token_of(headers)) {
        (None, Some(token)) => app.tenants.of_token(&token),
        (authorization, _) => app.tenants.find(authorization.map(|value| value.to_str().unwrap_or_default())),
    }
}

/// The routes with what holds for all.
pub(crate) fn router(app: App) -> Router {
    let nothing = || async { Failure::new(FailureKind::NotFound, "there is no such path: `GET /v1/openapi.json` lists them") };
    let other =
        || async { Failure::new(FailureKind::MethodNotAllowed, "this path takes another method: `GET /v1/openapi.json` lists them") };
    let mut routes = table();
    if app.settings.speaks_sandbox_fusion {
        use axum::routing::post;
        routes = routes.route("/run_code", post(fusion::run_code)).route("/run/long-batch", post(fusion::long_batch));
    }
    let routes = routes.fallback(nothing).method_not_allowed_fallback(other);
    routes.layer(middleware::from_fn_with_state(app.clone(), around)).with_state(app)
}

/// What holds for every request.
async fn around(State(app): State<App>, request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or_else(|| "none".to_owned(), |path| path.as_str().to_owned());
    let method = match *request.method() {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::DELETE => "DELETE",
        _ => "other",
    };
    let begin = Instant::now();
    let tenant = logs::has_requests().then(|| caller_of_socket(&app, request.headers()).ok()).flatten();
    let response = match app.checks_host().then(|| known_host(request.headers())) {
        Some(Err(failure)) => failure.into_response(),
        _ => next.run(request).await,
    };
    app.metrics.answered(&route, method, response.status().as_u16());
    let (tenant, refused) = (tenant.as_ref().map(|tenant| tenant.settings.name.as_str()), response.extensions().get::<logs::Refused>());
    logs::answered(tenant, method, &route, response.status(), refused, begin.elapsed());
    response
}

/// Without tokens whoever reaches the port may ask. A page in a browser reaches it under a name of its own that leads to this machine; so the
/// name must be one of this machine. It also reaches it under the right name, with requests that a browser sends without asking; of these the
/// browser says which page sends them.
fn known_host(headers: &HeaderMap) -> Result<(), Failure> {
    // `null` is the origin of pages that have none, such as files and sandboxed frames.
    let of_page = |origin: &HeaderValue| {
        let host = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
        !host.is_some_and(is_this_machine)
    };
    if headers.get_all(header::ORIGIN).iter().any(of_page) {
        let message = "without tokens the server answers to no page in a browser that is not of this machine (header `Origin`)";
        return Err(Failure::new(FailureKind::Forbidden, message));
    }
    let host = headers.get(header::HOST).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if is_this_machine(host) {
        return Ok(());
    }
    let message =
        "without tokens the server answers to names of this machine only: `localhost`, `127.0.0.1` or `[::1]` in the header `Host`";
    Err(Failure::new(FailureKind::WrongHost, message))
}

/// True if a host, with a port or without, is a name of this machine.
fn is_this_machine(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<std::net::IpAddr>();
    name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

/// The schema of reports, whose records of steps are the answers.
const REPORT: &str = include_str!("../../cli/schema/report.schema.json");

/// The document is always the same.
static DOCUMENT: LazyLock<Value> = LazyLock::new(openapi);

/// The OpenAPI document of the server.
#[must_use]
pub fn openapi() -> Value {
    let mut document = serde_json::to_value(Document::openapi()).unwrap_or_default();
    let report = REPORT.replace("#/$defs/", "#/components/schemas/");
    let report: Value = serde_json::from_str(&report).unwrap_or_default();
    let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas") else { return document };
    let mut definitions = report.get("$defs").and_then(Value::as_object).cloned().unwrap_or_default();
    if let Some(step) = definitions.remove("step") {
        schemas.insert("StepRecord".to_owned(), step_record(step));
    }
    if let Some(outcome) = definitions.get_mut("outcome").and_then(Value::as_object_mut)
        && let Some(pattern) = outcome.get("pattern").and_then(Value::as_str)
    {
        let pattern = pattern.replace("|host-call)", "|host-call|approval)");
        outcome.insert("pattern".to_owned(), json!(pattern));
    }
    schemas.extend(definitions);
    limits_and_names(schemas);
    schemas.insert("Verdict".to_owned(), verdict());
    if let Some(root) = document.as_object_mut() {
        root.insert("security".to_owned(), json!([{ "token": [] }, {}]));
    }
    if let Some(components) = document.pointer_mut("/components").and_then(Value::as_object_mut) {
        let token = json!({ "type": "http", "scheme": "bearer", "description": "Needed where the host has a tokens file" });
        components.insert("securitySchemes".to_owned(), json!({ "token": token }));
    }
    document
}

/// What requests may name is in tables: the names of limits, of formats, of ways to take programs out of answers.
fn limits_and_names(schemas: &mut Map<String, Value>) {
    let limits = |description: &str, infos: &[&'static LimitInfo]| {
        let row = |info: &&'static LimitInfo| {
            let description = format!("{} A number of {}, or a text with a unit.", info.doc.trim(), info.unit);
            let schema = json!({ "description": description, "type": ["integer", "string"], "minimum": 0 });
            names_of(info).map(move |name| (name.to_owned(), schema.clone())).collect::<Vec<_>>()
        };
        let properties: Map<String, Value> = infos.iter().flat_map(row).collect();
        json!({ "description": description, "type": "object", "properties": properties, "additionalProperties": false })
    };
    let all: Vec<&LimitInfo> = Limits::TABLE.iter().collect();
    let of_batches: Vec<&LimitInfo> = Limits::TABLE.iter().filter(|info| judging::LIMITS.contains(&info.key)).collect();
    schemas.insert("Limits".to_owned(), limits("Limits that are lower than the policy's.", &all));
    schemas.insert("BatchLimits".to_owned(), limits("Limits of a batch that are lower than the policy's.", &of_batches));
    for (request, limits) in [("RunRequest", "Limits"), ("SessionRequest", "Limits"), ("EvalRequest", "BatchLimits")] {
        let field = schemas.get_mut(request).and_then(|schema| schema.pointer_mut("/properties/limits"));
        if let Some(field) = field {
            *field = json!({ "$ref": format!("#/components/schemas/{limits}") });
        }
    }
    let formats: Vec<&str> = Format::NAMES.iter().map(|(name, _)| *name).collect();
    let extracts: Vec<&str> = Extract::NAMES.iter().map(|(name, _)| *name).collect();
    for (field, names) in [("format", formats), ("extract", extracts)] {
        let schema = schemas.get_mut("EvalRequest").and_then(|schema| schema.get_mut("properties")?.get_mut(field)?.as_object_mut());
        if let Some(schema) = schema {
            // Null is as if it was left out.
            let names: Vec<Value> = names.into_iter().map(Value::from).chain([Value::Null]).collect();
            schema.insert("enum".to_owned(), Value::Array(names));
        }
    }
}

/// The record of a step in an answer: that of a report, with what is there besides.
fn step_record(mut step: Value) -> Value {
    let call = json!({
        "description": "`host-call`, `approval`: the call that waits",
        "type": "object",
        "properties": {
            "tool": { "description": "the function", "type": "string" },
            "args": { "description": "the arguments by position", "type": "array", "items": {} },
            "kwargs": { "description": "the arguments by keyword", "type": "object" },
            "arguments": { "description": "`approval`: all arguments, by the names of their parameters", "type": "object" },
        },
        "required": ["tool", "args", "kwargs"],
        "additionalProperties": false,
    });
    let end = json!({
        "description": "`/v1/run`: the record of the end of the program, if functions that it registered ran there",
        "$ref": "#/components/schemas/StepRecord",
    });
    if let Some(properties) = step.get_mut("properties").and_then(Value::as_object_mut) {
        properties.insert("call".to_owned(), call);
        properties.insert("end".to_owned(), end);
    }
    // A step that waits has no exit status.
    if let Some(required) = step.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|name| name != "exit_status");
        required.extend([json!("stdout"), json!("stderr")]);
    }
    step
}

/// What the check says.
fn verdict() -> Value {
    let text = |description: &str| json!({ "description": description, "type": "string" });
    let texts = |description: &str| json!({ "description": description, "type": "array", "items": { "type": "string" } });
    let findings = json!({ "type": "array", "items": { "$ref": "#/components/schemas/finding" } });
    let properties: Map<String, Value> = [
        ("file", text("the name of the program")),
        ("verdict", json!({ "description": "what the policy says", "enum": ["allow", "warn", "deny"] })),
        ("findings", findings),
        ("imports_used", texts("the modules that it imports")),
        ("capabilities_used", texts("what else it uses")),
        ("policy", text("the name of the policy")),
        ("policy_sha256", text("digest of the resolved settings")),
        ("source_sha256", text("digest of the program")),
        ("tool_version", text("the version of Stockade")),
    ]
    .map(|(name, schema)| (name.to_owned(), schema))
    .into_iter()
    .collect();
    let required: Vec<&String> = properties.keys().collect();
    json!({ "type": "object", "required": required, "properties": properties, "additionalProperties": false })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Each route is in the document, and no other.
    #[test]
    fn the_document_is_complete() {
        let document = openapi();
        assert!(document.get("openapi").and_then(Value::as_str).is_some_and(|version| version.starts_with("3.1")), "{document}");
        let paths = document.get("paths").and_then(Value::as_object).into_iter().flatten();
        let described: BTreeSet<(String, String)> = paths
            .flat_map(|(path, item)| item.as_object().into_iter().flatten().map(|(method, _)| (method.clone(), path.clone())))
            .collect();
        let served: BTreeSet<(String, String)> = TABLE.iter().map(|(method, path)| ((*method).to_owned(), (*path).to_owned())).collect();
        assert_eq!(described, served);
    }

    /// What the server refuses for its form, the document does not allow.
    #[test]
    fn the_document_is_strict() {
        let document = openapi();
        let at = |path: &str| document.pointer(path).cloned().unwrap_or_default();
        let schema = |path: &str| at(&format!("/components/schemas/{path}"));
        let page = at("/paths/~1v1~1sessions/get/parameters");
        let limit = page.as_array().into_iter().flatten().find(|parameter| parameter.get("name") == Some(&json!("limit")));
        let bound = |name: &str| limit.and_then(|parameter| parameter.get("schema")?.get(name)?.as_u64());
        assert_eq!((bound("minimum"), bound("maximum")), (Some(1), Some(MOST_OF_PAGE as u64)));
        for request in ["SessionRequest", "ForkRequest"] {
            assert_eq!(schema(&format!("{request}/properties/expires_s/minimum")), 1, "{request}");
        }
        assert_eq!(schema("SessionRequest/properties/tools/maxItems"), MOST_TOOLS);
        assert_eq!(schema("RunRequest/properties/name/maxLength"), MOST_BYTES_OF_NAME);
        assert_eq!(schema("EvalRequest/properties/rows/maxItems"), judging::MOST_ROWS);
        for (request, limits) in [("RunRequest", "Limits"), ("SessionRequest", "Limits"), ("EvalRequest", "BatchLimits")] {
            assert_eq!(schema(&format!("{request}/properties/limits/$ref")), format!("#/components/schemas/{limits}"));
            assert_eq!(schema(&format!("{limits}/additionalProperties")), false);
        }
        let names = |limits: &str| schema(&format!("{limits}/properties")).as_object().map_or(0, Map::len);
        let both = Limits::TABLE.iter().filter(|info| info.section == "limits").count();
        assert_eq!((names("Limits"), names("BatchLimits")), (Limits::TABLE.len() + both, 2 * judging::LIMITS.len()));
        assert_eq!(schema("Sessions/required"), json!(["sessions", "next"]));
        assert!(schema("SessionInfo/required").as_array().is_some_and(|all| all.contains(&json!("limits"))));
        assert_eq!(schema("EvalRequest/properties/extract/enum/0"), "none");
    }

    /// Each reference leads to a schema, and each schema has a description or is a part that says itself what it is.
    #[test]
    fn references_lead_somewhere() {
        let document = openapi();
        let mut all = vec![&document];
        let mut count = 0;
        while let Some(value) = all.pop() {
            match value {
                Value::Object(map) => {
                    if let Some(Value::String(to)) = map.get("$ref") {
                        count += 1;
                        assert!(to.starts_with('#') && document.pointer(to.trim_start_matches('#')).is_some(), "{to} leads nowhere");
                    }
                    all.extend(map.values());
                }
                Value::Array(items) => all.extend(items),
                _ => {}
            }
        }
        assert!(count > 40, "{count}");
    }
}
