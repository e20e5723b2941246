//! What clients send, and what they get. The OpenAPI document is made of these types.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};

use crate::failure::FailureBody;

/// A program to check.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckRequest {
    /// The program.
    pub(crate) code: String,
    /// The name of the program, for messages. Without it: `main.py`. At most 1024 bytes.
    #[schema(max_length = 1024)]
    pub(crate) name: Option<String>,
    /// One of your policies. Without it: the first one.
    pub(crate) policy: Option<String>,
}

/// A program to run.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunRequest {
    /// The program.
    pub(crate) code: String,
    /// The name of the program, for messages. Without it: `main.py`. At most 1024 bytes.
    #[schema(max_length = 1024)]
    pub(crate) name: Option<String>,
    /// Variables that the program begins with.
    #[serde(default)]
    pub(crate) inputs: Map<String, Value>,
    /// What `sys.stdin` reads. Without it: nothing.
    pub(crate) stdin: Option<String>,
    /// Files for the program, by their names. The policy must allow `open`.
    #[serde(default)]
    pub(crate) files: BTreeMap<String, FileContent>,
    /// Limits that are lower than the policy's, by their names.
    #[serde(default)]
    #[schema(example = json!({"fuel": 1_000_000, "timeout": "2s", "memory": "64MiB"}))]
    pub(crate) limits: Map<String, Value>,
    /// One of your policies. Without it: the first one.
    pub(crate) policy: Option<String>,
}

/// The content of a file.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(untagged, expecting = "the content of a file is a text, or an object with `base64`")]
pub(crate) enum FileContent {
    /// Text.
    Text(String),
    /// Bytes.
    Bytes(Base64),
}

/// Bytes in JSON.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Base64 {
    /// The bytes in base64, with padding.
    pub(crate) base64: String,
}

/// A batch of programs to judge, as `stockade eval run` judges the rows of its files.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EvalRequest {
    /// The samples, with their tests or with the name of a problem. Their fields are those of the formats of `stockade eval run`.
    #[schema(min_items = 1, max_items = 4096)]
    pub(crate) rows: Vec<Map<String, Value>>,
    /// The problems that samples name.
    pub(crate) problems: Option<Vec<Map<String, Value>>>,
    /// The format of the problems. Without it: found by their fields.
    pub(crate) format: Option<String>,
    /// How programs are taken out of answers: `none`, `last-fence`, `first-fence`. Without it: `none`.
    pub(crate) extract: Option<String>,
    /// Limits that are lower than the policy's: of `fuel`, `memory`, `output` and `recursion`.
    #[serde(default)]
    pub(crate) limits: Map<String, Value>,
    /// One of your policies. Without it: the first one.
    pub(crate) policy: Option<String>,
}

/// A session to open.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SessionRequest {
    /// One of your policies. Without it: the first one.
    pub(crate) policy: Option<String>,
    /// Limits that are lower than the policy's, by their names.
    #[serde(default)]
    pub(crate) limits: Map<String, Value>,
    /// A snapshot to go on from, in base64. Tools must be given again.
    pub(crate) snapshot: Option<String>,
    /// The id of a session to copy, with its policy, limits and tools.
    pub(crate) fork_of: Option<String>,
    /// Functions that the program may call and you answer. The policy must allow them.
    #[serde(default)]
    #[schema(max_items = 128)]
    pub(crate) tools: Vec<Tool>,
    /// The session is deleted when it was not used for so many seconds. The host says what is the most, and what it is without this.
    #[schema(minimum = 1)]
    pub(crate) expires_s: Option<u64>,
}

/// A function that the program may call and the client answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tool {
    /// The name under which the program calls it.
    pub(crate) name: String,
    /// Its parameters as in Python.
    #[schema(example = "item, count=1")]
    pub(crate) parameters: String,
    /// What it does. It is shown with the session; the program does not see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) description: Option<String>,
}

/// A step to run in a session.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepRequest {
    /// The text of the step.
    pub(crate) code: String,
    /// Its name, for messages. Without it: `step1.py`, `step2.py` and so on. At most 1024 bytes.
    #[schema(max_length = 1024)]
    pub(crate) name: Option<String>,
    /// Variables to set before it.
    #[serde(default)]
    pub(crate) inputs: Map<String, Value>,
    /// What `sys.stdin` reads from now on. Without it: what an earlier step left.
    pub(crate) stdin: Option<String>,
    /// Files to write before it, by their names. The policy must allow `open`.
    #[serde(default)]
    pub(crate) files: BTreeMap<String, FileContent>,
}

/// The answer to what a step waits for: one of `value`, `error` and `approve`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnswerRequest {
    /// The result of the call: any JSON. The program gets it as None, bool, int, float, str, list or dict.
    #[serde(default, deserialize_with = "given")]
    pub(crate) value: Option<Value>,
    /// The call raises this.
    pub(crate) error: Option<ToolError>,
    /// Consent to a call that the policy asks about, or none.
    pub(crate) approve: Option<bool>,
    /// With `approve: false`: why. The program sees it.
    pub(crate) reason: Option<String>,
}

/// How a copy of a step that waited goes on.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResumeRequest {
    /// What `sys.stdin` reads from now on. Without it: what the step left.
    pub(crate) stdin: Option<String>,
}

/// Nothing needs to be said.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// A message to the server over a WebSocket: one of `run`, `answer`, `resume`, `interrupt` and `snapshot`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SocketRequest {
    /// A number of the client's own. Each message that answers this one has it.
    pub(crate) id: Option<u64>,
    /// Runs a step.
    pub(crate) run: Option<StepRequest>,
    /// Answers what a step waits for.
    pub(crate) answer: Option<AnswerRequest>,
    /// Goes on with a step that waited when its session was copied.
    pub(crate) resume: Option<ResumeRequest>,
    /// Ends the step that runs or waits.
    pub(crate) interrupt: Option<Nothing>,
    /// Wants the session as bytes.
    pub(crate) snapshot: Option<Nothing>,
}

/// A message of the server over a WebSocket: one of the fields besides `id`.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct SocketMessage {
    /// The number of the message that this one answers, if that had one and could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<u64>,
    /// The session, as the first message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) session: Option<SessionInfo>,
    /// The step prints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stdout: Option<Piece>,
    /// The step prints to `sys.stderr`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stderr: Option<Piece>,
    /// How the step ended, or what it waits for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<StepRecord>)]
    pub(crate) end: Option<Value>,
    /// What became of an interrupt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) interrupted: Option<Interrupted>,
    /// The session in base64.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) snapshot: Option<String>,
    /// Why the message was not served. Where a step began, it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<FailureBody>,
}

/// What a program printed since the last piece.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Piece {
    /// The text.
    pub(crate) text: String,
}

/// A null that is there is not the same as nothing.
fn given<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

/// What a call raises.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ToolError {
    /// The class of a builtin exception.
    #[serde(rename = "type")]
    #[schema(example = "LookupError")]
    pub(crate) class: String,
    /// Its message.
    #[serde(default)]
    pub(crate) message: String,
}

/// A copy of a session.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ForkRequest {
    /// As for a new session. Without it: that of the session which is copied.
    #[schema(minimum = 1)]
    pub(crate) expires_s: Option<u64>,
}

/// Which sessions to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Page {
    /// Sessions behind this id: `next` of the page before.
    pub(crate) after: Option<String>,
    /// At most so many. Without it: 100.
    #[param(minimum = 1, maximum = 1000)]
    pub(crate) limit: Option<usize>,
}

/// A page of sessions, in the order of their ids.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Sessions {
    /// The sessions.
    pub(crate) sessions: Vec<SessionInfo>,
    /// What to give as `after` for the next page. Null at the end.
    #[schema(required)]
    pub(crate) next: Option<String>,
}

/// A session.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SessionInfo {
    /// Its id. Nobody can guess it, and it is of no use to another tenant.
    pub(crate) id: String,
    /// The policy.
    pub(crate) policy: String,
    /// The limits that hold for each of its steps, in their own units: those that it was opened with, else those of the policy.
    #[schema(value_type = BTreeMap<String, u64>)]
    pub(crate) limits: BTreeMap<&'static str, u64>,
    /// What it does.
    pub(crate) state: SessionState,
    /// The steps that it began.
    pub(crate) steps: usize,
    /// Its tools.
    pub(crate) tools: Vec<Tool>,
    /// It is deleted when it was not used for so many seconds.
    pub(crate) expires_s: u64,
    /// The seconds since it was used.
    pub(crate) idle_s: u64,
}

/// What a session does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SessionState {
    /// Nothing: it takes a step.
    Idle,
    /// A request is at work with it.
    Running,
    /// A step waits for the answer to a call, or for consent.
    Waiting,
}

/// What became of an interrupt.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Interrupted {
    /// What the session did. `running`: the step ends with `interrupted` soon, in its own answer. `waiting`: the step has ended and waits no
    /// more. `idle`: there was nothing to end.
    pub(crate) state: SessionState,
}

/// A session as bytes.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Snapshot {
    /// The snapshot in base64. `POST /v1/sessions` goes on from it, in this server or another of the same version.
    pub(crate) snapshot: String,
}

/// How a step ended. The schema is that of reports; [`crate::openapi`] puts it in the place of this.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it stands for a record that is made elsewhere")]
pub(crate) struct StepRecord(Map<String, Value>);

/// What the check says. [`crate::openapi`] puts the schema in the place of this.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it stands for a verdict that is made elsewhere")]
pub(crate) struct Verdict(Map<String, Value>);

/// That something is as it should be.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    /// `ok`.
    pub(crate) status: &'static str,
}
