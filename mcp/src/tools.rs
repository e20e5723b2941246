//! The tools of a server: their parameters, and the schemas of what they take and give.

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::Opener;
use crate::rooms::MOST_FILES;

/// The session of calls that name none.
fn main_session() -> String {
    "main".to_string()
}

/// The parameters of `run_python`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunPython {
    /// The program, as one text. The value of its last expression is part of the answer.
    pub(crate) code: String,
    /// The session in which it runs. What a session defines stays there. It is made if it is not there.
    #[serde(default = "main_session")]
    pub(crate) session: String,
    /// Begin `session` as a copy of this session, with all its variables and files. `session` must be a new name then.
    #[serde(default)]
    pub(crate) fork_of: Option<String>,
}

/// The parameters of `check_python`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckPython {
    /// The program, as one text.
    pub(crate) code: String,
    /// Names that exist before it runs, such as those that earlier calls of `run_python` defined.
    #[serde(default)]
    pub(crate) variables: Vec<String>,
}

/// The parameters of `reset`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reset {
    /// The session that ends.
    #[serde(default = "main_session")]
    pub(crate) session: String,
}

/// The parameters of a call, or what is wrong with them.
pub(crate) fn parameters<T: DeserializeOwned + JsonSchema>(tool: &str, arguments: Option<JsonObject>) -> Result<T, String> {
    serde_json::from_value(Value::Object(arguments.unwrap_or_default())).map_err(|error| {
        let schema = input::<T>();
        let required: Vec<&str> =
            schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        let named = schema.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys);
        let named: Vec<String> = named
            .map(|name| if required.contains(&name.as_str()) { format!("`{name}` (required)") } else { format!("`{name}`") })
            .collect();
        format!("the arguments of `{tool}` are wrong: {error}. Its parameters are {}", named.join(", "))
    })
}

/// The schema of parameters.
fn input<T: JsonSchema>() -> JsonObject {
    object(schemars::schema_for!(T).to_value())
}

/// Every tool.
pub(crate) fn all(opener: &dyn Opener) -> Vec<Tool> {
    let inside = |tool: Tool, is_read_only: bool, is_idempotent: bool, title: &str| {
        // Programs reach nothing outside. What `reset` destroys is in the server's memory alone.
        let hints =
            ToolAnnotations::with_title(title).read_only(is_read_only).idempotent(is_idempotent).destructive(false).open_world(false);
        tool.with_title(title).annotate(hints)
    };
    vec![
        inside(
            Tool::new(
                "run_python",
                "Runs a Python program in a sandbox and returns what it printed and the value of its last expression. Variables, functions, \
                 imports and files stay for the next call of the same session. Calls of one session run one after the other, those of different \
                 sessions at the same time. To try several continuations of one state, give `fork_of` and a new `session`. If the program is \
                 refused or fails, the text says what to change; send the corrected program then.",
                input::<RunPython>(),
            )
            .with_raw_output_schema(Arc::new(run_schema(opener))),
            false,
            false,
            "Run Python",
        ),
        inside(
            Tool::new(
                "check_python",
                "Checks a Python program against the policy without running it: what would be refused, where, and what is allowed instead.",
                input::<CheckPython>(),
            )
            .with_raw_output_schema(Arc::new(check_schema(opener))),
            true,
            true,
            "Check Python",
        ),
        inside(
            Tool::new(
                "reset",
                "Ends a session: its variables and files are gone, and the next call with its name begins an empty one. Calls of the session that \
                 came before are done first.",
                input::<Reset>(),
            )
            .with_raw_output_schema(Arc::new(reset_schema())),
            false,
            true,
            "Reset a session",
        ),
    ]
}

/// The result of `run_python`: the record of the step, with what belongs to the session.
fn run_schema(opener: &dyn Opener) -> JsonObject {
    let mut schema = opener.record_schema();
    schema.insert("required".to_string(), json!(["session", "outcome"]));
    let more = json!({
        "session": { "description": "the session", "type": "string" },
        "is_new_session": { "description": "true if the session began with this call", "type": "boolean" },
        "files": {
            "description": format!("the files that programs of the session wrote, and their resources: the first {MOST_FILES}"),
            "type": "array",
            "items": {
                "type": "object",
                "properties": { "path": { "type": "string" }, "size": { "type": "integer" }, "uri": { "type": "string" } },
                "required": ["path", "size", "uri"],
                "additionalProperties": false,
            },
        },
        "error": {
            "description": "there if nothing ran, or nobody knows what ran; `message` says why",
            "enum": ["worker-lost", "cannot-open", "cannot-fork", "cancelled", "ended"],
        },
    });
    if let (Some(Value::Object(properties)), Value::Object(more)) = (schema.get_mut("properties"), more) {
        properties.extend(more);
    }
    schema
}

/// The result of `check_python`: the JSON report of the check.
fn check_schema(opener: &dyn Opener) -> JsonObject {
    let texts = json!({ "type": "array", "items": { "type": "string" } });
    let mut schema = object(json!({
        "type": "object",
        "properties": {
            "file": { "type": "string" },
            "verdict": { "description": "whether the program may run", "type": "string" },
            "findings": { "description": "what the check found", "type": "array", "items": { "$ref": "#/$defs/finding" } },
            "imports_used": texts,
            "capabilities_used": texts,
            "policy": { "type": "string" },
            "policy_sha256": { "type": "string" },
            "source_sha256": { "type": "string" },
            "tool_version": { "type": "string" },
        },
        "required": ["verdict", "findings"],
    }));
    if let Some(shared) = opener.record_schema().remove("$defs") {
        schema.insert("$defs".to_string(), shared);
    }
    schema
}

fn reset_schema() -> JsonObject {
    object(json!({
        "type": "object",
        "properties": {
            "session": { "description": "the session that ended", "type": "string" },
            "was_there": { "description": "false if there was no session of that name", "type": "boolean" },
            "sessions": { "description": "the sessions that are left", "type": "array", "items": { "type": "string" } },
        },
        "required": ["session", "was_there", "sessions"],
        "additionalProperties": false,
    }))
}

fn object(value: Value) -> JsonObject {
    if let Value::Object(object) = value { object } else { JsonObject::new() }
}
