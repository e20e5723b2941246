//! Values that cross between a program and its host, and the limits of the crossing.

use num_bigint::BigInt;

/// The types that cross as themselves.
pub const TYPES: [&str; 14] =
    ["int", "float", "complex", "str", "bool", "bytes", "bytearray", "list", "tuple", "dict", "set", "frozenset", "object", "type"];

/// Handle 0 of the host's as the machine numbers it.
pub(crate) const FIRST_HANDLE: u64 = 16;

/// A value outside the sandbox: a tree. Equality is of what is written down: floats are equal bit by bit, 1 is not 1.0.
#[derive(Debug, Clone)]
pub enum HostValue {
    /// `None`.
    None,
    /// A `bool`.
    Bool(bool),
    /// An int of at most 64 bits.
    Int(i64),
    /// An int that `Int` has no room for.
    BigInt(BigInt),
    /// A `float`.
    Float(f64),
    /// A `str`. Lone surrogates are written as `stockade_compiler::surrogate` says.
    Str(String),
    /// A `bytes`; a `bytearray` crosses as one, too.
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
    /// A value of the host's that the guest can only pass back: a number the host chose.
    Handle(u64),
    /// A builtin type, by its name: one of [`TYPES`].
    Type(&'static str),
    /// An object of a module that the host lends ([`crate::Session::lend_modules`]), on its way in: its number, and the dotted
    /// name of its type. On its way out it is a handle.
    Object {
        /// The number that the host gave it.
        number: u64,
        /// The dotted name of its type.
        class: std::sync::Arc<str>,
    },
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
            _ => false,
        }
    }
}

impl Eq for HostValue {}

/// How much may cross at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CrossingLimits {
    /// Values, those inside of others counted.
    pub nodes: usize,
    /// Bytes of texts, bytes and big ints.
    pub bytes: usize,
    /// Levels of nesting.
    pub depth: usize,
}

impl Default for CrossingLimits {
    fn default() -> Self {
        CrossingLimits { nodes: 250_000, bytes: 32 << 20, depth: 64 }
    }
}

/// Why a value did not cross.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CrossingError {
    /// Which value, and what is the matter with it.
    pub message: String,
    /// It is of a type that does not cross; otherwise it is too large, too deep or contains itself.
    pub is_type: bool,
}

impl CrossingError {
    pub(crate) fn of_type(message: impl Into<String>) -> Self {
        CrossingError { message: message.into(), is_type: true }
    }
    pub(crate) fn of_size(message: impl Into<String>) -> Self {
        CrossingError { message: message.into(), is_type: false }
    }
}

/// A host function as the host describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolSpec {
    /// The name the guest calls it by: an identifier without leading underscores.
    pub name: String,
    /// A Python parameter list: `query, k=5, *, lang="en"`. Annotations are ignored. A default that is no plain constant, or is
    /// `...`, is the host's own: the argument is then not sent when the guest leaves it out.
    pub params: String,
    /// Calls in one step; None leaves what the policy says.
    pub max_calls: Option<u32>,
    /// What it returns is the step's final answer.
    pub is_final: bool,
}

impl ToolSpec {
    /// A tool without a limit of its own.
    #[must_use]
    pub fn new(name: &str, params: &str) -> Self {
        ToolSpec { name: name.to_string(), params: params.to_string(), max_calls: None, is_final: false }
    }

    /// Names of its parameters, for the check before the run; None when it takes arguments without names of their own.
    ///
    /// # Errors
    /// The name or the parameter list is not usable.
    pub fn parameters(&self) -> Result<Option<Vec<String>>, ToolError> {
        crate::base::signature::parse(self).map(|parsed| parsed.parameters)
    }
}

/// The description of a tool is not usable.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ToolError(pub(crate) String);

/// A call the guest made and waits for: answer it with [`crate::Session::resume_with`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostCall {
    /// Empty for a use of an object of the host's own modules ([`crate::Session::lend_modules`]).
    pub tool: String,
    /// Arguments by position, as the parameter list of the [`ToolSpec`] orders them.
    pub args: Vec<HostValue>,
    /// Arguments of keyword-only parameters and of `**kwargs`.
    pub kwargs: Vec<(String, HostValue)>,
}

impl HostCall {
    /// SHA-256 of the arguments, in hexadecimal, for logs: equal where they are written down alike.
    #[must_use]
    pub fn digest(&self) -> String {
        let text = format!("{:?} {:?}", self.args, self.kwargs);
        let digest = stockade_algorithms::digest::Algorithm::named("sha256").map(|sha| sha.digest(text.as_bytes(), 32)).unwrap_or_default();
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// What a host function raised, for the guest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostError {
    /// Name of a builtin exception type; any other becomes a `RuntimeError` that says it.
    pub type_name: String,
    /// Shown to the guest: the host leaves out what the guest must not know. Control characters are replaced here.
    pub message: String,
}
