//! Values that cross between a program and its host, and the limits of the crossing.

use std::sync::Arc;
use std::time::Duration;

use num_bigint::BigInt;
use serde::{Deserialize, Serialize};

use crate::base::host_record::HostRecord;

/// The types that can cross by name, as [`HostValue::Type`].
pub const TYPES: [&str; 14] =
    ["int", "float", "complex", "str", "bool", "bytes", "bytearray", "list", "tuple", "dict", "set", "frozenset", "object", "type"];

/// The first handle number of the host. Lower numbers are reserved for the interpreter.
pub(crate) const FIRST_HANDLE: u64 = 16;

/// A value outside the sandbox, as a tree. Equality is structural: floats are compared by their bits, and 1 does not equal 1.0.
#[derive(Debug, Clone)]
pub enum HostValue {
    /// `None`.
    None,
    /// A `bool`.
    Bool(bool),
    /// An int of at most 64 bits.
    Int(i64),
    /// An int that does not fit in 64 bits.
    BigInt(BigInt),
    /// A `float`.
    Float(f64),
    /// A `str`. Lone surrogates are encoded as in `stockade_compiler::surrogate`.
    Str(String),
    /// A `bytes`.
    Bytes(Vec<u8>),
    /// A `list`.
    List(Vec<HostValue>),
    /// A `tuple`.
    Tuple(Vec<HostValue>),
    /// A `dict`: keys and values in insertion order.
    Dict(Vec<(HostValue, HostValue)>),
    /// A `set`.
    Set(Vec<HostValue>),
    /// A `frozenset`.
    FrozenSet(Vec<HostValue>),
    /// A handle to a value of the host. A program can only pass it back. The host chooses the number.
    Handle(u64),
    /// A builtin type, by name; the name is one of [`TYPES`].
    Type(&'static str),
    /// An object of a lent module ([`crate::Session::lend_modules`]) on its way into the sandbox. On its way out it is a
    /// [`HostValue::Handle`].
    Object {
        /// The number that the host gave the object.
        number: u64,
        /// The dotted name of the object's type.
        class: std::sync::Arc<str>,
    },
    /// An instance of a class of the library, of the host or of the program: see [`RecordKind`](crate::RecordKind) for what there is.
    Record(Box<HostRecord>),
}

impl HostValue {
    /// True if the value is a record or holds one.
    pub(crate) fn has_records(&self) -> bool {
        let mut left = vec![];
        let mut next = Some(self);
        while let Some(value) = next {
            match value {
                HostValue::Record(_) => return true,
                HostValue::List(items) | HostValue::Tuple(items) | HostValue::Set(items) | HostValue::FrozenSet(items) => {
                    left.extend(items.iter().filter(|item| item.may_hold()))
                }
                HostValue::Dict(pairs) => left.extend(pairs.iter().flat_map(|(key, item)| [key, item]).filter(|item| item.may_hold())),
                _ => {}
            }
            next = left.pop();
        }
        false
    }

    /// True for records and containers. Most values are neither, and need no place in a list.
    fn may_hold(&self) -> bool {
        matches!(
            self,
            HostValue::List(_)
                | HostValue::Tuple(_)
                | HostValue::Dict(_)
                | HostValue::Set(_)
                | HostValue::FrozenSet(_)
                | HostValue::Record(_)
        )
    }
}

impl PartialEq for HostValue {
    fn eq(&self, other: &Self) -> bool {
        use HostValue as H;
        match (self, other) {
            (H::None, H::None) => true,
            (H::Bool(a), H::Bool(b)) => a == b,
            (H::Int(a), H::Int(b)) => a == b,
            (H::BigInt(a), H::BigInt(b)) => a == b,
            (H::Float(a), H::Float(b)) => a.to_bits() == b.to_bits(),
            (H::Str(a), H::Str(b)) => a == b,
            (H::Bytes(a), H::Bytes(b)) => a == b,
            (H::List(a), H::List(b)) | (H::Tuple(a), H::Tuple(b)) | (H::Set(a), H::Set(b)) | (H::FrozenSet(a), H::FrozenSet(b)) => a == b,
            (H::Dict(a), H::Dict(b)) => a == b,
            (H::Handle(a), H::Handle(b)) => a == b,
            (H::Type(a), H::Type(b)) => a == b,
            (H::Object { number: a, class: c }, H::Object { number: b, class: d }) => a == b && c == d,
            (H::Record(a), H::Record(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for HostValue {}

/// The limits for one crossing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CrossingLimits {
    /// Number of values, including nested ones.
    pub nodes: usize,
    /// Total bytes of texts, bytes and big ints.
    pub bytes: usize,
    /// Levels of nesting.
    pub depth: usize,
}

impl CrossingLimits {
    /// The most levels of nesting that a host can allow.
    pub const MAX_DEPTH: usize = 400;
}

impl Default for CrossingLimits {
    fn default() -> Self {
        CrossingLimits { nodes: 250_000, bytes: 32 << 20, depth: 64 }
    }
}

/// The reason why a value did not cross.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}{}{path}", if path.is_empty() { "" } else { " at " })]
pub struct CrossingError {
    /// Names the value and the problem.
    pub message: String,
    /// Where the value is in the one that was to cross: `['when'][3]`, `.price`. Empty if it is the whole value, and where `is_type` is false.
    pub path: String,
    /// True if the type of the value cannot cross. False if the value is too large or too deep, or contains itself.
    pub is_type: bool,
}

impl CrossingError {
    pub(crate) fn of_type(message: impl Into<String>) -> Self {
        CrossingError { message: message.into(), path: String::new(), is_type: true }
    }
    pub(crate) fn of_size(message: impl Into<String>) -> Self {
        CrossingError { message: message.into(), path: String::new(), is_type: false }
    }
    pub(crate) fn too_deep(most: usize) -> Self {
        CrossingError::of_size(format!("nested more than {most} levels deep (the crossing's limit `depth`)"))
    }
    /// The same error, for a value that holds the one that did not cross at `step`.
    pub(crate) fn under(mut self, step: &str) -> Self {
        if self.is_type {
            // Where a value became too large or too deep, or held itself, says nothing.
            self.path.insert_str(0, step);
        }
        self
    }
}

/// The host's description of a host function.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolSpec {
    /// The name under which programs call the function: an identifier without leading underscores.
    pub name: String,
    /// A Python parameter list: `query, k=5, *, lang="en"`. Annotations are ignored. A default that is `...`, or that is not a plain
    /// constant, belongs to the host: if the program omits the argument, it is not sent.
    pub params: String,
    /// The maximum number of calls in one step. `None` uses the limit of the policy.
    pub max_calls: Option<u32>,
    /// The result of the function becomes the final answer of the step.
    pub is_final: bool,
    /// The program awaits the function: a call of it gives a coroutine. Several calls can be outstanding at once; see
    /// [`crate::Outcome::Awaits`].
    pub is_async: bool,
}

impl ToolSpec {
    /// A host function without its own limit on calls.
    #[must_use]
    pub fn new(name: &str, params: &str) -> Self {
        ToolSpec { name: name.to_string(), params: params.to_string(), max_calls: None, is_final: false, is_async: false }
    }

    /// The names of the parameters, for the check before the run. `None` if the function takes `*args` or `**kwargs`.
    ///
    /// # Errors
    /// The name or the parameter list is invalid.
    pub fn parameters(&self) -> Result<Option<Vec<String>>, ToolError> {
        crate::base::signature::parse(self).map(|parsed| parsed.parameters)
    }
}

/// The error for an invalid [`ToolSpec`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ToolError(pub(crate) String);

/// A host call that the program waits for. Complete it with [`crate::Session::resume_with`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostCall {
    /// The name of the host function. Empty if the program uses an object of a lent module ([`crate::Session::lend_modules`]).
    pub tool: String,
    /// Positional arguments, in the order of the parameter list in the [`ToolSpec`].
    pub args: Vec<HostValue>,
    /// Arguments of keyword-only parameters and of `**kwargs`.
    pub kwargs: Vec<(String, HostValue)>,
}

/// Bytes of a value of the host beside its text, with its share of the container that it is in.
const NODE_BYTES: usize = 40;

impl HostCall {
    /// About how many bytes the arguments take in the process.
    pub(crate) fn held_bytes(&self) -> usize {
        let mut open: Vec<&HostValue> = self.args.iter().chain(self.kwargs.iter().map(|(_, value)| value)).collect();
        let mut bytes = self.kwargs.iter().map(|(name, _)| name.len()).sum::<usize>();
        while let Some(value) = open.pop() {
            bytes += NODE_BYTES;
            match value {
                HostValue::Str(text) => bytes += text.len(),
                HostValue::Bytes(data) => bytes += data.len(),
                HostValue::BigInt(number) => bytes += usize::try_from(number.bits() / 8).unwrap_or(0),
                HostValue::List(items) | HostValue::Tuple(items) | HostValue::Set(items) | HostValue::FrozenSet(items) => {
                    open.extend(items)
                }
                HostValue::Dict(pairs) => open.extend(pairs.iter().flat_map(|(key, value)| [key, value])),
                // Its class is shared by the records of it.
                HostValue::Record(record) => {
                    bytes += NODE_BYTES;
                    open.extend(&record.parts);
                }
                HostValue::None
                | HostValue::Bool(_)
                | HostValue::Int(_)
                | HostValue::Float(_)
                | HostValue::Handle(_)
                | HostValue::Type(_)
                | HostValue::Object { .. } => {}
            }
        }
        bytes
    }

    /// SHA-256 of the arguments in hexadecimal, for logs. Equal arguments have equal digests.
    #[must_use]
    pub fn digest(&self) -> String {
        let text = format!("{:?} {:?}", self.args, self.kwargs);
        let digest = stockade_algorithms::digest::Algorithm::named("sha256").map(|sha| sha.digest(text.as_bytes(), 32)).unwrap_or_default();
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// A call of a host function that the policy wants the host's consent for (`tools.allow.NAME.approve`). The function was not called yet.
/// Answer with [`crate::Session::approve`] or [`crate::Session::refuse`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApprovalRequest {
    /// The call.
    pub call: HostCall,
    /// The arguments by the names of their parameters. Those of `*args` have the name `*`. What the program leaves to the host is not there.
    pub arguments: Vec<(String, HostValue)>,
}

/// A call of an async host function that has no answer yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AwaitedCall {
    /// The number of the call in its session. It stays the same in snapshots and forks, and no other call gets it.
    pub id: u64,
    /// The call.
    pub call: Arc<HostCall>,
    /// True the first time that the host is told of the call. A restored or copied session tells everything once more.
    pub is_new: bool,
}

/// What a run waits for that can do nothing else. Give answers with [`crate::Session::answer`], in any order, then continue with
/// [`crate::Session::resume`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AwaitedCalls {
    /// All calls without an answer, in the order in which they began.
    pub calls: Vec<AwaitedCall>,
    /// The calls that the program stopped awaiting since the host was told last: their tasks were cancelled. No answer can be given to
    /// them.
    pub dropped: Vec<u64>,
    /// After this time the program can go on without an answer: a timer of its event loop is due. The host says how long it waited
    /// ([`crate::Session::pass_time`]), or its clock does.
    pub timeout: Option<Duration>,
}

/// A module that the host gives to a program as source ([`crate::Session::add_module`]).
///
/// ```
/// use stockade_vm::ModuleSource;
///
/// let module = ModuleSource::new("helper", "helper.py", "def double(x): return 2 * x");
/// assert!(!module.is_package);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModuleSource {
    /// The dotted name under which programs import it.
    pub name: String,
    /// The name of its file, for tracebacks and `__file__`. The file is never opened.
    pub file: String,
    /// The Python source.
    pub text: String,
    /// True if it is a package, which can have modules below it.
    pub is_package: bool,
}

impl ModuleSource {
    /// A module. It is a package if its file is called `__init__.py`.
    #[must_use]
    pub fn new(name: &str, file: &str, text: &str) -> Self {
        let is_package = file.rsplit(['/', '\\']).next() == Some("__init__.py");
        ModuleSource { name: name.to_string(), file: file.to_string(), text: text.to_string(), is_package }
    }
}

/// The error that a host function raised. It becomes a Python exception in the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostError {
    /// The name of a builtin exception type. Any other name becomes a `RuntimeError` with the name in its message.
    pub type_name: String,
    /// The message that the program sees. The host must leave out what the program must not know. Control characters are replaced.
    pub message: String,
}
