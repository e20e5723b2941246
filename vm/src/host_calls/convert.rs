//! Converts values between the sandbox and the host, within budgets.
//!
//! Conversion reads the heap directly and never runs user code. An instance of a subclass of a builtin type, or of a class of the library
//! that crosses ([`super::records`]), crosses as what the type makes of it, whatever methods the subclass overrides. Sharing is lost: a value that is reached twice is copied twice and counts twice.

use crate::base::host_value::CrossingError;
use crate::base::host_value::CrossingLimits;
use crate::base::host_value::FIRST_HANDLE;
use crate::base::host_value::HostValue;
use crate::base::host_value::TYPES;

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::{DictObj, Object, SetObj};
use crate::host_calls::records::Layout;
use crate::runtime::core::Runtime;
use rustc_hash::FxHashMap;

/// The builtin type with this name, which is one of [`TYPES`].
fn builtin_type(name: &str) -> Option<Value> {
    let name = crate::base::interner::static_names().find(name)?;
    crate::runtime::type_table::registry().builtin(name).filter(|value| value.tag == Tag::Type)
}

/// The budgets of one crossing, and what was used of them.
#[derive(Debug)]
pub(crate) struct Crossing {
    limits: CrossingLimits,
    nodes: usize,
    bytes: usize,
    /// The containers that are being converted, outermost first. They reveal cycles.
    open: Vec<Value>,
    /// How instances of classes cross, by class. The conversion allocates nothing in the heap, so classes keep their places.
    pub(super) layouts: FxHashMap<u32, Option<Layout>>,
    /// Work that no value stands for, since the last value that was counted for it.
    spare: usize,
}

/// Pieces of work, such as entries of a dict of attributes, that count as one value.
const WORK_OF_A_VALUE: usize = 16;

/// The longest key of a dict that an error shows, in characters.
const MAX_SHOWN_KEY: usize = 40;

impl Crossing {
    pub(crate) fn new(limits: CrossingLimits) -> Self {
        Crossing { limits, nodes: 0, bytes: 0, open: Vec::new(), layouts: FxHashMap::default(), spare: 0 }
    }

    /// The fuel for the values that have crossed.
    pub(crate) fn fuel(&self) -> u64 {
        self.nodes as u64 + self.bytes as u64 / 64
    }

    /// How many more values may cross.
    fn rest(&self) -> usize {
        self.limits.nodes.saturating_sub(self.nodes)
    }

    pub(super) fn node(&mut self, bytes: usize) -> Result<(), CrossingError> {
        self.nodes = self.nodes.saturating_add(1);
        self.bytes = self.bytes.saturating_add(bytes);
        if self.nodes > self.limits.nodes {
            return Err(CrossingError::of_size(format!("more than {} values (the crossing's limit `values`)", self.limits.nodes)));
        }
        if self.bytes > self.limits.bytes {
            return Err(CrossingError::of_size(format!("more than {} bytes (the crossing's limit `bytes`)", self.limits.bytes)));
        }
        Ok(())
    }

    /// Counts work that no value stands for.
    pub(super) fn work(&mut self, pieces: usize) -> Result<(), CrossingError> {
        self.spare = self.spare.saturating_add(pieces);
        self.nodes = self.nodes.saturating_add(self.spare / WORK_OF_A_VALUE);
        self.spare %= WORK_OF_A_VALUE;
        if self.nodes > self.limits.nodes {
            return Err(CrossingError::of_size(format!("more than {} values (the crossing's limit `values`)", self.limits.nodes)));
        }
        Ok(())
    }

    pub(super) fn open(&mut self, container: Value) -> Result<(), CrossingError> {
        if self.open.contains(&container) {
            return Err(CrossingError::of_size("circular reference"));
        }
        if self.open.len() >= self.limits.depth {
            return Err(CrossingError::too_deep(self.limits.depth));
        }
        self.open.push(container);
        Ok(())
    }

    /// Ends the innermost container.
    pub(super) fn close(&mut self) {
        self.open.pop();
    }
}

/// The capacity of a vector to which so many values were added one by one. Lists have it, and it is charged.
fn grown(len: usize) -> usize {
    if len == 0 { 0 } else { len.next_power_of_two().max(4) }
}

/// A key of a dict, as a step of a path.
fn shown_key(key: &HostValue) -> String {
    let cut = |text: String| match text.char_indices().nth(MAX_SHOWN_KEY) {
        Some((at, _)) => format!("{}...", text.get(..at).unwrap_or_default()),
        None => text,
    };
    match key {
        HostValue::Str(text) => format!("['{}']", cut(text.escape_debug().collect())),
        HostValue::Int(number) => format!("[{number}]"),
        HostValue::Bool(value) => format!("[{}]", if *value { "True" } else { "False" }),
        HostValue::Float(number) => format!("[{number:?}]"),
        HostValue::None => "[None]".to_string(),
        _ => "[...]".to_string(),
    }
}

impl Runtime {
    /// Converts a value for the host. The recursion is at most [`CrossingLimits::depth`] deep.
    pub(crate) fn to_host(&self, value: Value, crossing: &mut Crossing) -> Result<HostValue, CrossingError> {
        if value.tag == Tag::Inst
            && let Some(layout) = self.record_layout(self.type_of(value), crossing)?
        {
            return self.record_to_host(value, &layout, crossing);
        }
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
            Tag::Bytes => HostValue::Bytes(self.byte_data(value).to_vec()),
            Tag::List => HostValue::List(self.items_to_host(value, self.sequence_items(value).iter().copied(), crossing)?),
            Tag::Tuple => HostValue::Tuple(self.items_to_host(value, self.sequence_items(value).iter().copied(), crossing)?),
            Tag::Set | Tag::FrozenSet => {
                let members = self.heap.sets.get(value.index()).iter_uncharged().map(|(_, member)| member);
                let members = self.items_to_host(value, members, crossing)?;
                if value.tag == Tag::Set { HostValue::Set(members) } else { HostValue::FrozenSet(members) }
            }
            Tag::Dict => {
                crossing.open(value)?;
                let mut pairs = Vec::new();
                for (key, item) in self.heap.dicts.get(value.index()).iter_uncharged() {
                    let key = self.to_host(key, crossing).map_err(|error| error.under(" (in a key)"))?;
                    let item = self.to_host(item, crossing).map_err(|error| error.under(&shown_key(&key)))?;
                    pairs.push((key, item));
                }
                crossing.close();
                HostValue::Dict(pairs)
            }
            // Lower numbers are the streams of `sys`, which are not objects of the host.
            Tag::Object
                if let Object::Opaque(number) = self.heap.objects.get(value.index())
                    && let Some(handle) = number.checked_sub(FIRST_HANDLE) =>
            {
                HostValue::Handle(handle)
            }
            Tag::Object if let Some((children, make)) = self.heap.native(value).and_then(|object| object.convert(self)) => {
                make(self.items_to_host(value, children.into_iter(), crossing)?)
            }
            Tag::Type if let Some(name) = TYPES.iter().find(|name| **name == self.class_name(value)) => HostValue::Type(name),
            _ => match self.native_to_host(value, crossing)? {
                Some(record) => record,
                None => return Err(CrossingError::of_type(format!("'{}' object", self.type_name(value)))),
            },
        })
    }

    pub(super) fn items_to_host(
        &self,
        container: Value,
        items: impl Iterator<Item = Value>,
        crossing: &mut Crossing,
    ) -> Result<Vec<HostValue>, CrossingError> {
        crossing.open(container)?;
        let mut all = Vec::with_capacity(items.size_hint().0.min(crossing.rest()));
        for (at, item) in items.enumerate() {
            all.push(self.to_host(item, crossing).map_err(|error| error.under(&format!("[{at}]")))?);
        }
        crossing.close();
        Ok(all)
    }

    /// Converts a value from the host that holds no records, and charges fuel and memory. A value that is too deep or too large is a
    /// ValueError. See [`crate::interpreter::machine::Interpreter::enter_value`] for all values.
    pub(crate) fn value_from_host(&mut self, value: &HostValue) -> Result<Value, Abrupt> {
        let mut crossing = Crossing::new(self.host.crossing);
        let made = self.build_value(value, 0, &mut crossing)?;
        self.charge(crossing.fuel())?;
        Ok(made)
    }

    /// Counts a value that enters.
    pub(super) fn enter_node(&mut self, depth: usize, bytes: usize, crossing: &mut Crossing) -> Result<(), Abrupt> {
        let fits = crossing
            .node(bytes)
            .and_then(|()| if depth > crossing.limits.depth { Err(CrossingError::too_deep(crossing.limits.depth)) } else { Ok(()) });
        fits.map_err(|error| self.value_error(&format!("the host's value can't enter the sandbox: {error}")))
    }

    pub(super) fn build_value(&mut self, value: &HostValue, depth: usize, crossing: &mut Crossing) -> Result<Value, Abrupt> {
        let size = match value {
            HostValue::Str(text) => text.len(),
            HostValue::Bytes(data) => data.len(),
            HostValue::BigInt(value) => usize::try_from(value.bits() / 8).unwrap_or(usize::MAX),
            _ => 0,
        };
        self.enter_node(depth, size, crossing)?;
        match value {
            HostValue::None => Ok(Value::NONE),
            HostValue::Bool(value) => Ok(Value::bool(*value)),
            HostValue::Int(value) => Ok(Value::int(*value)),
            HostValue::BigInt(value) => self.heap.int(value.clone()),
            HostValue::Float(value) => Ok(Value::float(*value)),
            HostValue::Str(text) => self.heap.str(text),
            HostValue::Bytes(data) => self.heap.bytes(data.clone()),
            HostValue::List(items) | HostValue::Tuple(items) | HostValue::Set(items) | HostValue::FrozenSet(items) => {
                let mut parts = Vec::with_capacity(grown(items.len().min(crossing.rest())));
                for item in items {
                    parts.push(self.build_value(item, depth + 1, crossing)?);
                }
                self.build_container(value, parts)
            }
            HostValue::Dict(pairs) => {
                let mut parts = Vec::with_capacity(pairs.len().min(crossing.rest()).saturating_mul(2));
                for (key, item) in pairs {
                    parts.push(self.build_value(key, depth + 1, crossing)?);
                    parts.push(self.build_value(item, depth + 1, crossing)?);
                }
                self.build_container(value, parts)
            }
            HostValue::Type(name) => match builtin_type(name) {
                Some(found) => Ok(found),
                None => Err(self.value_error(&format!("the host's value can't enter the sandbox: type '{name}'"))),
            },
            HostValue::Handle(handle) => self.heap.object(Object::Opaque(handle.saturating_add(FIRST_HANDLE))),
            HostValue::Object { number, class } => self.host_object(*number, class),
            HostValue::Record(record) => {
                Err(self.value_error(&format!("the host's value can't enter the sandbox here: '{}' object", record.class_name())))
            }
        }
    }

    /// A container of the type of `value` with these parts. Those of a dict are keys and values in turn.
    pub(super) fn build_container(&mut self, value: &HostValue, parts: Vec<Value>) -> Result<Value, Abrupt> {
        match value {
            HostValue::Tuple(_) => self.heap.tuple_from(parts),
            HostValue::Dict(_) => {
                let dict = self.heap.dict(DictObj::default())?;
                for pair in parts.chunks_exact(2) {
                    if let [key, item] = *pair {
                        self.dict_set(dict, key, item)?;
                    }
                }
                Ok(dict)
            }
            HostValue::Set(_) | HostValue::FrozenSet(_) => {
                let set = self.heap.set(SetObj::default(), matches!(value, HostValue::FrozenSet(_)))?;
                for item in parts {
                    self.set_add(set, item)?;
                }
                Ok(set)
            }
            _ => self.heap.list(parts),
        }
    }
}
