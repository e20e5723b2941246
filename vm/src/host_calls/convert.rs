//! Guest values to host values and back, within budgets.
//!
//! Conversion reads the heap itself and never runs guest code, so a class that derives from a builtin and lies about itself
//! crosses as the builtin value it holds. Sharing is not kept: what is reached twice is copied twice and counts twice.

use num_bigint::BigInt;

use crate::base::abrupt::Exit;
use crate::base::value::{Tag, Value};
use crate::heap::{DictObj, Object, SetObj};
use crate::runtime::core::Rt;

/// The types that cross as themselves.
pub const TYPES: [&str; 14] =
    ["int", "float", "complex", "str", "bool", "bytes", "bytearray", "list", "tuple", "dict", "set", "frozenset", "object", "type"];

fn builtin_type(name: &str) -> Option<Value> {
    let name = crate::base::interner::static_names().find(name)?;
    crate::runtime::type_table::registry().builtin(name).filter(|value| value.tag == Tag::Type)
}

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
    fn of_size(message: impl Into<String>) -> Self {
        CrossingError { message: message.into(), is_type: false }
    }
}

/// What is left of the budgets while values cross.
#[derive(Debug)]
pub(crate) struct Crossing {
    limits: CrossingLimits,
    nodes: usize,
    bytes: usize,
    /// Containers being converted, outermost first.
    open: Vec<Value>,
}

impl Crossing {
    pub(crate) fn new(limits: CrossingLimits) -> Self {
        Crossing { limits, nodes: 0, bytes: 0, open: Vec::new() }
    }

    /// Fuel for what has crossed.
    pub(crate) fn fuel(&self) -> u64 {
        self.nodes as u64 + self.bytes as u64 / 64
    }

    fn node(&mut self, bytes: usize) -> Result<(), CrossingError> {
        self.nodes += 1;
        self.bytes = self.bytes.saturating_add(bytes);
        if self.nodes > self.limits.nodes {
            return Err(CrossingError::of_size(format!("more than {} values", self.limits.nodes)));
        }
        if self.bytes > self.limits.bytes {
            return Err(CrossingError::of_size(format!("more than {} bytes", self.limits.bytes)));
        }
        Ok(())
    }

    fn open(&mut self, container: Value) -> Result<(), CrossingError> {
        if self.open.contains(&container) {
            return Err(CrossingError::of_size("circular reference"));
        }
        if self.open.len() >= self.limits.depth {
            return Err(CrossingError::of_size(format!("nested more than {} levels deep", self.limits.depth)));
        }
        self.open.push(container);
        Ok(())
    }
}

impl Rt {
    /// A guest value as the host sees it. Nests as deep as [`CrossingLimits::depth`] at most.
    pub(crate) fn to_host(&self, value: Value, crossing: &mut Crossing) -> Result<HostValue, CrossingError> {
        let value = self.payload(value).unwrap_or(value);
        let size = match value.tag {
            Tag::Str => self.heap.text(value).len(),
            Tag::Bytes | Tag::ByteArray => self.byte_data(value).len(),
            Tag::BigInt => usize::try_from(self.heap.bigints.get(value.index()).bits() / 8).unwrap_or(usize::MAX),
            _ => 0,
        };
        crossing.node(size)?;
        Ok(match value.tag {
            Tag::None => HostValue::None,
            Tag::Bool => HostValue::Bool(value.is_true()),
            Tag::Int => HostValue::Int(value.as_i64()),
            Tag::BigInt => HostValue::BigInt(self.big(value)),
            Tag::Float => HostValue::Float(value.as_f64()),
            Tag::Str => HostValue::Str(self.heap.text(value).to_string()),
            Tag::Bytes | Tag::ByteArray => HostValue::Bytes(self.byte_data(value).to_vec()),
            Tag::List => HostValue::List(self.items_to_host(value, self.sequence_items(value).iter().copied(), crossing)?),
            Tag::Tuple => HostValue::Tuple(self.items_to_host(value, self.sequence_items(value).iter().copied(), crossing)?),
            Tag::Set | Tag::FrozenSet => {
                let members = self.heap.sets.get(value.index()).iter().map(|(_, member)| member);
                let members = self.items_to_host(value, members, crossing)?;
                if value.tag == Tag::Set { HostValue::Set(members) } else { HostValue::FrozenSet(members) }
            }
            Tag::Dict => {
                crossing.open(value)?;
                let mut pairs = Vec::new();
                for (key, item) in self.heap.dicts.get(value.index()).iter() {
                    pairs.push((self.to_host(key, crossing)?, self.to_host(item, crossing)?));
                }
                crossing.open.pop();
                HostValue::Dict(pairs)
            }
            // Below are the streams of `sys`, which are not the host's.
            Tag::Object
                if let Object::Opaque(number) = self.heap.objects.get(value.index())
                    && let Some(handle) = number.checked_sub(FIRST_HANDLE) =>
            {
                HostValue::Handle(handle)
            }
            Tag::Type if let Some(name) = TYPES.iter().find(|name| **name == self.class_name(value)) => HostValue::Type(name),
            _ => return Err(CrossingError::of_type(format!("'{}' object", self.type_name(value)))),
        })
    }

    fn items_to_host(
        &self,
        container: Value,
        items: impl Iterator<Item = Value>,
        crossing: &mut Crossing,
    ) -> Result<Vec<HostValue>, CrossingError> {
        crossing.open(container)?;
        let mut all = Vec::new();
        for item in items {
            all.push(self.to_host(item, crossing)?);
        }
        crossing.open.pop();
        Ok(all)
    }

    /// A host value as the guest sees it: paid for with fuel and memory. What is too deep or too much is a `ValueError`.
    pub(crate) fn guest_value(&mut self, value: &HostValue) -> Result<Value, Exit> {
        let mut crossing = Crossing::new(CrossingLimits::default());
        let made = self.guest_of(value, 0, &mut crossing)?;
        self.charge(crossing.fuel())?;
        Ok(made)
    }

    fn guest_of(&mut self, value: &HostValue, depth: usize, crossing: &mut Crossing) -> Result<Value, Exit> {
        let size = match value {
            HostValue::Str(text) => text.len(),
            HostValue::Bytes(data) => data.len(),
            HostValue::BigInt(value) => usize::try_from(value.bits() / 8).unwrap_or(usize::MAX),
            _ => 0,
        };
        let fits = crossing.node(size).and_then(|()| {
            if depth > crossing.limits.depth {
                return Err(CrossingError::of_size(format!("nested more than {} levels deep", crossing.limits.depth)));
            }
            Ok(())
        });
        if let Err(error) = fits {
            return Err(self.value_error(&format!("the host's value can't enter the sandbox: {error}")));
        }
        let items = |rt: &mut Rt, items: &[HostValue], crossing: &mut Crossing| -> Result<Vec<Value>, Exit> {
            let mut all = Vec::new();
            for item in items {
                all.push(rt.guest_of(item, depth + 1, crossing)?);
            }
            Ok(all)
        };
        match value {
            HostValue::None => Ok(Value::NONE),
            HostValue::Bool(value) => Ok(Value::bool(*value)),
            HostValue::Int(value) => Ok(Value::int(*value)),
            HostValue::BigInt(value) => self.heap.int(value.clone()),
            HostValue::Float(value) => Ok(Value::float(*value)),
            HostValue::Str(text) => self.heap.str(text),
            HostValue::Bytes(data) => self.heap.bytes(data.clone()),
            HostValue::List(list) => {
                let list = items(self, list, crossing)?;
                self.heap.list(list)
            }
            HostValue::Tuple(list) => {
                let list = items(self, list, crossing)?;
                self.heap.tuple_from(list)
            }
            HostValue::Dict(pairs) => {
                let dict = self.heap.dict(DictObj::default())?;
                for (key, item) in pairs {
                    let key = self.guest_of(key, depth + 1, crossing)?;
                    let item = self.guest_of(item, depth + 1, crossing)?;
                    self.dict_set(dict, key, item)?;
                }
                Ok(dict)
            }
            HostValue::Set(list) | HostValue::FrozenSet(list) => {
                let set = self.heap.set(SetObj::default(), matches!(value, HostValue::FrozenSet(_)))?;
                for item in items(self, list, crossing)? {
                    self.set_add(set, item)?;
                }
                Ok(set)
            }
            HostValue::Type(name) => match builtin_type(name) {
                Some(found) => Ok(found),
                None => Err(self.value_error(&format!("the host's value can't enter the sandbox: type '{name}'"))),
            },
            HostValue::Handle(handle) => self.heap.object(Object::Opaque(handle.saturating_add(FIRST_HANDLE))),
            HostValue::Object { number, class } => self.host_object(*number, class),
        }
    }
}
