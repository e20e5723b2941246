//! Converts values between the sandbox and the host, within budgets.
//!
//! Conversion reads the heap directly and never runs user code. An instance of a subclass of a builtin type crosses as the builtin value
//! inside it, whatever methods the subclass overrides. Sharing is lost: a value that is reached twice is copied twice and counts twice.

use crate::base::host_value::CrossingError;
use crate::base::host_value::CrossingLimits;
use crate::base::host_value::FIRST_HANDLE;
use crate::base::host_value::HostValue;
use crate::base::host_value::TYPES;

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::{DictObj, Object, SetObj};
use crate::runtime::core::Runtime;

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
}

impl Crossing {
    pub(crate) fn new(limits: CrossingLimits) -> Self {
        Crossing { limits, nodes: 0, bytes: 0, open: Vec::new() }
    }

    /// The fuel for the values that have crossed.
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

impl Runtime {
    /// Converts a value for the host. The recursion is at most [`CrossingLimits::depth`] deep.
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
                let members = self.heap.sets.get(value.index()).iter_uncharged().map(|(_, member)| member);
                let members = self.items_to_host(value, members, crossing)?;
                if value.tag == Tag::Set { HostValue::Set(members) } else { HostValue::FrozenSet(members) }
            }
            Tag::Dict => {
                crossing.open(value)?;
                let mut pairs = Vec::new();
                for (key, item) in self.heap.dicts.get(value.index()).iter_uncharged() {
                    pairs.push((self.to_host(key, crossing)?, self.to_host(item, crossing)?));
                }
                crossing.open.pop();
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

    /// Converts a value from the host, and charges fuel and memory. A value that is too deep or too large is a ValueError.
    pub(crate) fn value_from_host(&mut self, value: &HostValue) -> Result<Value, Abrupt> {
        let mut crossing = Crossing::new(CrossingLimits::default());
        let made = self.build_value(value, 0, &mut crossing)?;
        self.charge(crossing.fuel())?;
        Ok(made)
    }

    fn build_value(&mut self, value: &HostValue, depth: usize, crossing: &mut Crossing) -> Result<Value, Abrupt> {
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
        let items = |rt: &mut Runtime, items: &[HostValue], crossing: &mut Crossing| -> Result<Vec<Value>, Abrupt> {
            let mut all = Vec::new();
            for item in items {
                all.push(rt.build_value(item, depth + 1, crossing)?);
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
                    let key = self.build_value(key, depth + 1, crossing)?;
                    let item = self.build_value(item, depth + 1, crossing)?;
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
