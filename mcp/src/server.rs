//! The protocol: requests of a client to rooms, and back.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rmcp::ErrorData;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, JsonObject, ListResourceTemplatesResult,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, ResourceContents, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::{Value, json};
use stockade_compiler::SourceText;
use stockade_policy::{Checked, KnownNames};

use crate::host::Cancel;
use crate::rooms::{Door, NotRun, Ran, Rooms};
use crate::tools::{CheckPython, Reset, RunPython, parameters};
use crate::{Settings, resources, tools, words};

/// A client that asked for progress hears of a call so often.
const PROGRESS_STEP: Duration = Duration::from_millis(500);

/// A server. Clones have the same sessions.
#[derive(Clone)]
pub(crate) struct Server {
    settings: Arc<Settings>,
    rooms: Arc<Rooms>,
    tools: Arc<[Tool]>,
    known: Arc<KnownNames>,
}

/// Ends a run when nobody waits for it any more.
struct EndsRun(Cancel);

impl Drop for EndsRun {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Server {
    pub(crate) fn new(settings: Settings) -> Self {
        let settings = Arc::new(settings);
        let tools = tools::all(&*settings.opener).into();
        let known = Arc::new(settings.known());
        Server { rooms: Arc::new(Rooms::new(Arc::clone(&settings))), settings, tools, known }
    }

    pub(crate) fn rooms(&self) -> Arc<Rooms> {
        Arc::clone(&self.rooms)
    }

    async fn run_python(&self, wanted: RunPython, context: &RequestContext<RoleServer>) -> CallToolResult {
        let RunPython { code, session, fork_of } = wanted;
        let door = match &fork_of {
            None => self.rooms.enter(&session),
            Some(of) => self.rooms.fork(of, &session),
        };
        let door = match door {
            Ok(door) => door,
            Err(error) => return failed(error.to_string()),
        };
        let before = door.file_changes();
        let cancel = Cancel::default();
        let ends = EndsRun(cancel.clone());
        let ran = door.run(code, cancel.clone());
        let ran = self.attended(ran, &door, &cancel, context).await.unwrap_or_else(|| Err(NotRun::Ended(session.clone())));
        drop(ends);
        if let Err(NotRun::CannotFork(..)) = &ran {
            self.rooms.forget(&session, &door);
        }
        if door.file_changes() != before {
            tell_of_other_files(context).await;
        }
        match ran {
            Ok(ran) => self.ran(ran, &session),
            Err(error) => not_run(&error, &session),
        }
    }

    /// Waits for a run, tells the client how it goes, and ends it if the client wants that. `None` if the room has ended.
    async fn attended<T>(
        &self,
        mut ran: tokio::sync::oneshot::Receiver<T>,
        door: &Door,
        cancel: &Cancel,
        context: &RequestContext<RoleServer>,
    ) -> Option<T> {
        let begin = Instant::now();
        let token = context.meta.get_progress_token();
        let mut ticks = tokio::time::interval(PROGRESS_STEP);
        ticks.tick().await;
        loop {
            tokio::select! {
                ran = &mut ran => return ran.ok(),
                () = context.ct.cancelled(), if !cancel.is_cancelled() => cancel.cancel(),
                _ = ticks.tick(), if token.is_some() => {
                    let Some(token) = token.clone() else { continue };
                    let message = if door.runs(cancel) {
                        let (bytes, line) = door.printed();
                        if bytes == 0 { "running".to_string() } else { format!("running; {bytes} bytes printed, at last: {line}") }
                    } else {
                        "waiting for earlier calls of the session".to_string()
                    };
                    let progress = ProgressNotificationParam::new(token, begin.elapsed().as_secs_f64()).with_message(message);
                    let _ = context.peer.notify_progress(progress).await;
                }
            }
        }
    }

    fn ran(&self, ran: Ran, session: &str) -> CallToolResult {
        let (text, is_error) = words::of_run(&ran, session, &self.settings, &self.known);
        let mut record = ran.record;
        record.insert("session".to_string(), json!(session));
        record.insert("is_new_session".to_string(), json!(ran.is_new));
        result(text, Value::Object(record), is_error)
    }

    async fn check_python(&self, wanted: CheckPython) -> Result<CallToolResult, ErrorData> {
        let (settings, mut known) = (Arc::clone(&self.settings), (*self.known).clone());
        // A later step may use what this one only binds.
        known.begin_session();
        wanted.variables.iter().for_each(|name| known.add_variable(name));
        let checked = tokio::task::spawn_blocking(move || {
            let source = SourceText::new("program", &wanted.code);
            let report = stockade_vm::check_text(&source, &settings.policy, settings.library, &known);
            let checked = Checked { report, source };
            let text = words::of_check(&checked, &settings, &known).replacen("Your code was not run.", "Your code would not be run.", 1);
            (checked, text)
        });
        let (checked, text) = checked.await.map_err(|error| ErrorData::internal_error(format!("the check failed: {error}"), None))?;
        let text = if text.is_empty() { "The program may run: the check found nothing to repair.\n".to_string() } else { text };
        Ok(result(text, checked.report.to_json(), false))
    }

    async fn reset(&self, wanted: Reset, context: &RequestContext<RoleServer>) -> CallToolResult {
        let session = wanted.session;
        let ended = self.rooms.end(&session);
        let was_there = ended.is_some();
        if let Some((door, ended)) = ended {
            // An error says that its thread has ended, too.
            let _ = ended.await;
            if !door.files().is_empty() {
                tell_of_other_files(context).await;
            }
        }
        let sessions = self.rooms.names();
        let left = if sessions.is_empty() { "none".to_string() } else { sessions.join(", ") };
        let text = if was_there {
            format!("The session `{session}` has ended; its variables and files are gone. Sessions that are left: {left}.\n")
        } else {
            format!("There was no session `{session}`. Sessions that are there: {left}.\n")
        };
        result(text, json!({ "session": session, "was_there": was_there, "sessions": sessions }), false)
    }

    async fn read(&self, uri: &str) -> Result<ResourceContents, ErrorData> {
        let markdown = |text: String| ResourceContents::text(text, uri).with_mime_type("text/markdown");
        match uri {
            resources::POLICY => return Ok(markdown(words::policy(&self.settings, &self.known))),
            resources::LIBRARY => {
                let library = self.settings.library;
                let page = tokio::task::spawn_blocking(move || stockade_vm::library_page(library)).await;
                return page
                    .map(markdown)
                    .map_err(|error| ErrorData::internal_error(format!("the library cannot be listed: {error}"), None));
            }
            _ => {}
        }
        let missing = |why: String| ErrorData::resource_not_found(why, Some(json!({ "uri": uri })));
        let Some((session, path)) = resources::file_of(uri) else {
            return Err(missing(format!(
                "there is no resource `{uri}`: there are {}, {} and files of sessions (stockade://session/NAME/PATH)",
                resources::POLICY,
                resources::LIBRARY
            )));
        };
        let door = self.rooms.find(&session).ok_or_else(|| missing(format!("there is no session `{session}`")))?;
        let read = door.read_file(path.clone()).await.unwrap_or_else(|_| Err(format!("the session `{session}` has ended")));
        read.map(|bytes| resources::contents(uri, bytes)).map_err(|error| missing(format!("`{path}` of the session `{session}`: {error}")))
    }
}

/// Tells the client that there are other resources than before.
async fn tell_of_other_files(context: &RequestContext<RoleServer>) {
    // A client that is gone hears nothing.
    let _ = context.peer.notify_resource_list_changed().await;
}

/// A text for the model, and the same as data.
fn result(text: String, data: Value, is_error: bool) -> CallToolResult {
    let content = vec![ContentBlock::text(text)];
    let mut result = if is_error { CallToolResult::error(content) } else { CallToolResult::success(content) };
    result.structured_content = Some(data);
    result
}

/// A call that could not be made.
fn failed(text: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(format!("Error: {text}.\n"))])
}

fn not_run(error: &NotRun, session: &str) -> CallToolResult {
    let kind = match error {
        NotRun::Lost(..) => "worker-lost",
        NotRun::CannotOpen(..) => "cannot-open",
        NotRun::CannotFork(..) => "cannot-fork",
        NotRun::Cancelled => "cancelled",
        NotRun::Ended(_) => "ended",
    };
    let outcome = if *error == NotRun::Cancelled { "interrupted" } else { "internal" };
    let data = json!({ "session": session, "outcome": outcome, "error": kind, "message": error.to_string() });
    result(format!("Error: {error}.\n"), data, true)
}

/// A call with wrong arguments is told so as a result, which a model sees.
async fn with<T, F>(tool: &str, arguments: Option<JsonObject>, then: impl FnOnce(T) -> F) -> Result<CallToolResult, ErrorData>
where
    T: serde::de::DeserializeOwned + schemars::JsonSchema,
    F: Future<Output = Result<CallToolResult, ErrorData>>,
{
    match parameters::<T>(tool, arguments) {
        Ok(wanted) => then(wanted).await,
        Err(error) => Ok(failed(error)),
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().enable_resources_list_changed().build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("stockade", env!("CARGO_PKG_VERSION")))
            .with_instructions(words::instructions(&self.settings))
    }

    async fn list_tools(&self, _: Option<PaginatedRequestParams>, _: RequestContext<RoleServer>) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.to_vec()))
    }

    async fn call_tool(&self, request: CallToolRequestParams, context: RequestContext<RoleServer>) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments;
        let called = match &*request.name {
            "run_python" => with("run_python", arguments, async |wanted| Ok(self.run_python(wanted, &context).await)).await,
            "check_python" => with("check_python", arguments, |wanted| self.check_python(wanted)).await,
            "reset" => with("reset", arguments, async |wanted| Ok(self.reset(wanted, &context).await)).await,
            other => {
                let names: Vec<&str> = self.tools.iter().map(|tool| &*tool.name).collect();
                Err(ErrorData::invalid_params(format!("there is no tool `{other}`: there are {}", names.join(", ")), None))
            }
        };
        called.map(CallToolResponse::from)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(resources::all(&self.rooms)))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(resources::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        Ok(ReadResourceResult::new(vec![self.read(&request.uri).await?]).into())
    }
}
