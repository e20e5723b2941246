//! The values that an expression may have, and sets of them.

use std::rc::Rc;

use smallvec::{SmallVec, smallvec};
use stockade_compiler::tree::{ClassId, ExprId, FunctionId};

use super::{MAX_ITEMS, MAX_VALUES};
use crate::analysis::walk::ScopeId;
use crate::base::bitset::set_operations;

/// One value that an expression may have.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    None,
    Bool(bool),
    Int(i64),
    Str(Rc<str>),
    Bytes(Rc<[u8]>),
    /// Tuple, list or set, with the facts of each item.
    Seq(Rc<[Facts]>),
    /// A dict display.
    Dict(ExprId, ScopeId),
    /// The pairs of a dict display. Only used as the right side of `%`.
    Named(Rc<[Facts]>),
    Module(Rc<str>),
    /// An attribute `module.name` that is not a module.
    Member(Rc<str>, Rc<str>),
    Builtin(Rc<str>),
    /// An attribute of a builtin type: `str.format`, `object.__getattribute__`.
    BuiltinAttribute(Rc<str>, Rc<str>),
    /// A method bound to a constant: `"{}".format`.
    Method(Rc<Value>, Rc<str>),
    /// `functools.partial(callable, args...)`.
    Partial(Rc<Value>, Rc<[Facts]>),
    Tool(Rc<str>),
    Function(FunctionId),
    Class(ClassId),
    /// An instance of a class of the program.
    Instance(ClassId),
}

/// Maximum number of levels of a value, and of its parts. Parts that are shared count each time.
const MAX_LEVELS: u32 = 16;
const MAX_PARTS: u32 = 1024;

/// True if these items nest at most so many levels deep and have at most so many parts.
fn is_shallow(items: &[Facts], levels: u32, parts: &mut u32) -> bool {
    let Some(deeper) = levels.checked_sub(1) else { return false };
    items.iter().flat_map(|item| &item.values).all(|value| {
        *parts = parts.saturating_sub(1);
        *parts > 0
            && match value {
                Value::Seq(items) | Value::Named(items) => is_shallow(items, deeper, parts),
                Value::Method(inner, _) => is_shallow(&[Facts::of((**inner).clone())], deeper, parts),
                Value::Partial(inner, bound) => {
                    is_shallow(&[Facts::of((**inner).clone())], deeper, parts) && is_shallow(bound, deeper, parts)
                }
                _ => true,
            }
    })
}

/// Most sets have at most one value and need no allocation.
pub(crate) type Values = SmallVec<[Value; 1]>;

/// A set of possible values. If `open` is true, other values are possible too.
#[derive(Debug, PartialEq, Default)]
pub(crate) struct Facts {
    pub(crate) values: Values,
    pub(crate) open: bool,
}

/// Faster than the derived one for sets with at most one value, which most are.
impl Clone for Facts {
    fn clone(&self) -> Self {
        let values = match self.values.as_slice() {
            [] => Values::new(),
            [value] => smallvec![value.clone()],
            many => many.iter().cloned().collect(),
        };
        Self { values, open: self.open }
    }
}

impl Facts {
    #[must_use]
    pub(crate) fn unknown() -> Self {
        Self { values: Values::new(), open: true }
    }

    #[must_use]
    pub(crate) fn of(value: Value) -> Self {
        Self { values: smallvec![value], open: false }
    }

    /// A tuple, list or set of these items. It is unknown if it nests too deep: a chain of assignments chooses how deep values nest, and
    /// whether they share their parts.
    pub(crate) fn seq(items: Vec<Facts>) -> Self {
        if is_shallow(&items, MAX_LEVELS, &mut { MAX_PARTS }) { Self::of(Value::Seq(items.into())) } else { Self::unknown() }
    }

    /// True if one of the values may be a class of the program or an instance of one.
    #[must_use]
    pub(crate) fn may_be_own(&self) -> bool {
        self.open || self.values.iter().any(|value| matches!(value, Value::Instance(_) | Value::Class(_)))
    }

    pub(crate) fn add(&mut self, value: Value) {
        if let Value::Partial(inner, bound) = &value {
            let inner = Facts::of((**inner).clone());
            let mut parts = MAX_PARTS;
            if !is_shallow(&[inner], MAX_LEVELS, &mut parts) || !is_shallow(bound, MAX_LEVELS, &mut parts) {
                self.open = true;
                return;
            }
        }
        if self.values.contains(&value) {
            return;
        }
        if self.values.len() >= MAX_VALUES {
            self.open = true;
            return;
        }
        self.values.push(value);
    }

    pub(crate) fn join(&mut self, other: Self) {
        self.open |= other.open;
        for value in other.values {
            self.add(value);
        }
    }

    /// Returns the value if there is exactly one.
    #[must_use]
    pub(crate) fn single(&self) -> Option<&Value> {
        match self.values.as_slice() {
            [value] if !self.open => Some(value),
            _ => None,
        }
    }

    /// Returns the set without `None`. An access to an attribute of `None` raises, so it cannot do harm.
    #[must_use]
    pub(crate) fn without_none(&self) -> Self {
        Self { values: self.values.iter().filter(|value| **value != Value::None).cloned().collect(), open: self.open }
    }

    /// Returns the strings among the values.
    pub(crate) fn strings(&self) -> impl Iterator<Item = &str> {
        self.values.iter().filter_map(|value| match value {
            Value::Str(text) => Some(&**text),
            _ => None,
        })
    }

    /// Returns how certain it is that the value is one that `bad` accepts.
    pub(crate) fn certainty(&self, mut bad: impl FnMut(&Value) -> bool) -> Certainty {
        let hits = self.values.iter().filter(|value| bad(value)).count();
        if hits == 0 {
            Certainty::No
        } else if hits == self.values.len() && !self.open {
            Certainty::Definite
        } else {
            Certainty::Possible
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Certainty {
    No,
    Possible,
    Definite,
}

/// A call with its callee and arguments. It may also be a call that `map`, `reduce` or `partial` makes.
#[derive(Debug, Clone)]
pub(crate) struct ResolvedCall {
    pub(crate) callee: Value,
    pub(crate) args: Vec<Facts>,
    /// True if this is the only possible callee.
    pub(crate) certain: bool,
}

/// A set of kinds of callees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Callee(u16);

impl Callee {
    pub(crate) const BUILTIN: Self = Self(1);
    /// A function of a module.
    pub(crate) const MEMBER: Self = Self(1 << 1);
    /// A method of a builtin type, or of a constant.
    pub(crate) const METHOD: Self = Self(1 << 2);
    /// A function or class of the program.
    pub(crate) const OWN: Self = Self(1 << 4);
    pub(crate) const TOOL: Self = Self(1 << 5);
    /// Values that cannot be called: constants, modules.
    pub(crate) const CONSTANT: Self = Self(1 << 6);
    /// `partial`, `map` and `reduce`, which make other calls.
    pub(crate) const INDIRECT: Self = Self(1 << 7);
    /// A function that takes the name of a module.
    pub(crate) const IMPORTER: Self = Self(1 << 8);
    /// A function that takes the name of an attribute, or makes calls that may take one.
    pub(crate) const NAMING: Self = Self(1 << 9);
    /// A builtin for which this policy fixes the number of arguments.
    pub(crate) const RESTRICTED: Self = Self(1 << 10);
    /// A builtin or a function of a module that the policy denies.
    pub(crate) const DENIED: Self = Self(1 << 11);
    /// A function that takes a size.
    pub(crate) const SIZED: Self = Self(1 << 12);

    /// Adds the kind of callees that make other calls.
    #[must_use]
    pub(crate) const fn and_indirect(self) -> Self {
        self.and(Self::INDIRECT)
    }
}
set_operations!(Callee);

/// Returns the class of a value.
pub(super) fn type_of(value: &Value) -> Facts {
    let name = match value {
        Value::Bool(_) => "bool",
        Value::Int(_) => "int",
        Value::Str(_) => "str",
        Value::Bytes(_) => "bytes",
        Value::Dict(..) => "dict",
        Value::Builtin(name)
            if matches!(
                &**name,
                "bool"
                    | "int"
                    | "float"
                    | "complex"
                    | "str"
                    | "bytes"
                    | "bytearray"
                    | "list"
                    | "tuple"
                    | "dict"
                    | "set"
                    | "frozenset"
                    | "object"
                    | "type"
                    | "range"
            ) =>
        {
            "type"
        }
        Value::Instance(class) => return Facts::of(Value::Class(*class)),
        _ => return Facts::unknown(),
    };
    Facts::of(Value::Builtin(name.into()))
}

/// Returns the items of a constant iterable.
#[must_use]
pub(crate) fn items_of(value: &Value) -> Option<Vec<Facts>> {
    match value {
        Value::Seq(items) => Some(items.to_vec()),
        Value::Str(text) if text.len() <= MAX_ITEMS => Some(text.chars().map(|c| Facts::of(Value::Str(c.to_string().into()))).collect()),
        Value::Bytes(bytes) if bytes.len() <= MAX_ITEMS => Some(bytes.iter().map(|byte| Facts::of(Value::Int(i64::from(*byte)))).collect()),
        _ => None,
    }
}
