//! What an expression may stand for, as values and sets of them.

use std::rc::Rc;

use smallvec::{SmallVec, smallvec};
use stockade_compiler::tree::{ClassId, ExprId, FunctionId};

use super::{MAX_ITEMS, MAX_VALUES};
use crate::analysis::walk::ScopeId;
use crate::base::bitset::set_operations;

/// One thing that an expression may stand for.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    None,
    Bool(bool),
    Int(i64),
    Str(Rc<str>),
    Bytes(Rc<[u8]>),
    /// Tuple, list, set: the facts of each item.
    Seq(Rc<[Facts]>),
    /// A dict display.
    Dict(ExprId, ScopeId),
    /// The pairs of a dict display: only as the right side of `%`.
    Named(Rc<[Facts]>),
    Module(Rc<str>),
    /// `module.name` that is no module.
    Member(Rc<str>, Rc<str>),
    Builtin(Rc<str>),
    /// Attribute of a builtin type: `str.format`, `object.__getattribute__`.
    BuiltinAttribute(Rc<str>, Rc<str>),
    /// Method bound to a constant: `"{}".format`.
    Method(Rc<Value>, Rc<str>),
    /// `functools.partial(callable, args...)`.
    Partial(Rc<Value>, Rc<[Facts]>),
    Tool(Rc<str>),
    Function(FunctionId),
    Class(ClassId),
    /// What calling a class of the program gives.
    Instance(ClassId),
}

/// Mostly none or one: those need no allocation.
pub type Values = SmallVec<[Value; 1]>;

/// The values that are possible; `open` when others are too.
#[derive(Debug, PartialEq, Default)]
pub struct Facts {
    pub values: Values,
    pub open: bool,
}

/// By hand, as most facts are about no value or about one.
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
    pub fn unknown() -> Self {
        Self { values: Values::new(), open: true }
    }

    #[must_use]
    pub fn of(value: Value) -> Self {
        Self { values: smallvec![value], open: false }
    }

    pub fn add(&mut self, value: Value) {
        if self.values.contains(&value) {
            return;
        }
        if self.values.len() >= MAX_VALUES {
            self.open = true;
            return;
        }
        self.values.push(value);
    }

    pub fn join(&mut self, other: Self) {
        self.open |= other.open;
        for value in other.values {
            self.add(value);
        }
    }

    /// The value, when there is exactly one.
    #[must_use]
    pub fn single(&self) -> Option<&Value> {
        match self.values.as_slice() {
            [value] if !self.open => Some(value),
            _ => None,
        }
    }

    /// Without `None`, which has nothing to offer: an access to it raises before anything is reached.
    #[must_use]
    pub fn without_none(&self) -> Self {
        Self { values: self.values.iter().filter(|value| **value != Value::None).cloned().collect(), open: self.open }
    }

    /// The texts among the values.
    pub fn strings(&self) -> impl Iterator<Item = &str> {
        self.values.iter().filter_map(|value| match value {
            Value::Str(text) => Some(&**text),
            _ => None,
        })
    }

    /// How sure it is that a value is one that `bad` accepts.
    pub fn certainty(&self, mut bad: impl FnMut(&Value) -> bool) -> Certainty {
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
pub enum Certainty {
    No,
    Possible,
    Definite,
}

/// A call with what is called, arguments in place; also those that `map`, `reduce` and `partial` will make.
#[derive(Debug, Clone)]
pub struct ResolvedCall {
    pub callee: Value,
    pub args: Vec<Facts>,
    /// The only possible callee.
    pub certain: bool,
}

/// What a call may call, as a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Callee(u16);

impl Callee {
    pub const BUILTIN: Self = Self(1);
    /// A function of a module.
    pub const MEMBER: Self = Self(1 << 1);
    /// Of a builtin type, or of a constant.
    pub const METHOD: Self = Self(1 << 2);
    /// A function or class of the program.
    pub const OWN: Self = Self(1 << 4);
    pub const TOOL: Self = Self(1 << 5);
    /// What cannot be called: constants, modules.
    pub const CONSTANT: Self = Self(1 << 6);
    /// `partial`, `map` and `reduce`: the call makes others.
    pub const INDIRECT: Self = Self(1 << 7);
    /// Takes the name of a module.
    pub const IMPORTER: Self = Self(1 << 8);
    /// Takes the name of an attribute, or makes calls that may.
    pub const NAMING: Self = Self(1 << 9);
    /// A builtin that takes a fixed number of arguments under this policy.
    pub const RESTRICTED: Self = Self(1 << 10);
    /// A builtin or a function of a module that the policy denies.
    pub const DENIED: Self = Self(1 << 11);
    /// Takes a size.
    pub const SIZED: Self = Self(1 << 12);

    /// With the calls that make others.
    #[must_use]
    pub const fn and_indirect(self) -> Self {
        self.and(Self::INDIRECT)
    }
}
set_operations!(Callee);

/// The class of a value.
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

/// The items of a constant iterable.
#[must_use]
pub fn items_of(value: &Value) -> Option<Vec<Facts>> {
    match value {
        Value::Seq(items) => Some(items.to_vec()),
        Value::Str(text) if text.len() <= MAX_ITEMS => Some(text.chars().map(|c| Facts::of(Value::Str(c.to_string().into()))).collect()),
        Value::Bytes(bytes) if bytes.len() <= MAX_ITEMS => Some(bytes.iter().map(|byte| Facts::of(Value::Int(i64::from(*byte)))).collect()),
        _ => None,
    }
}
