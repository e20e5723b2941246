//! Calls of native functions from native code, and the checks of their `self`.

use stockade_compiler::bytecode::ArithOp;

use crate::base::abrupt::Abrupt;
use crate::base::fuel::once;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::objects::protocols::arithmetic::op_names;
use crate::runtime::core::Runtime;
use crate::runtime::native::NativeKind;
use crate::runtime::type_table as reg;
use crate::runtime::type_table::{TypeId, registry};

impl Runtime {
    /// Calls a native function with positional arguments. When `self` of a builtin method is an instance of a user class, its payload takes
    /// its place.
    pub(crate) fn call_native(&mut self, native: Value, args: &[Value]) -> Result<Value, Abrupt> {
        let Some(def) = registry().native(native) else { return Err(Abrupt::Bug("no such native")) };
        if def.def.kind == NativeKind::Method || def.def.kind == NativeKind::Get {
            if let Some(first) = args.first().copied() {
                let fixed = self.check_self(def.owner_type, def, first)?;
                if fixed != first {
                    let mut copy: smallvec::SmallVec<[Value; 8]> = smallvec::SmallVec::from_slice(args);
                    if let Some(slot) = copy.first_mut() {
                        *slot = fixed;
                    }
                    let value = def.call_positional(self, &copy)?;
                    // `super().__iadd__(other)` returns the instance, not the payload that changed.
                    return Ok(if value == fixed && self.is_in_place(def.def.name) { first } else { value });
                }
            } else {
                return Err(self.without_object(def));
            }
        }
        if def.def.kind == NativeKind::New
            && let Some(owner) = def.owner_type
        {
            self.check_new(owner, native, args.first().copied())?;
            if init_fills_instance(owner, args) {
                return def.call_positional(self, args.get(..1).unwrap_or(args));
            }
        }
        def.call_positional(self, args)
    }

    /// The error for a builtin method that is called on its type without an object.
    #[cold]
    pub(crate) fn without_object(&mut self, def: &crate::runtime::native::Native) -> Abrupt {
        let (name, owner) = (def.def.name, def.owner);
        if def.def.kind == NativeKind::Get {
            let kind = if def.owner_type.is_some_and(|owner| is_member(owner, name)) { "member_descriptor" } else { "getset_descriptor" };
            return self.type_error(&format!("'{kind}' object is not callable"));
        }
        self.type_error(&if def.is_slot() {
            format!("descriptor '{name}' of '{owner}' object needs an argument")
        } else {
            format!("unbound method {owner}.{name}() needs an argument")
        })
    }

    /// Checks the class argument of a builtin `__new__`: `owner` must be able to create instances of it.
    fn check_new(&mut self, owner: TypeId, native: Value, class: Option<Value>) -> Result<(), Abrupt> {
        if class == Some(owner.value()) || (owner == reg::OBJECT && class.is_some()) {
            return Ok(());
        }
        self.charge_units(once::NEW_OF_SUBCLASS)?;
        let base = registry().info(owner).name;
        let Some(class) = class else {
            return Err(self.type_error(&format!("{base}.__new__(): not enough arguments")));
        };
        if !self.is_type(class) {
            let name = self.type_name(class);
            return Err(self.type_error(&format!("{base}.__new__(X): X is not a type object ({name})")));
        }
        let layout = self.layout_of_class(class);
        if !registry().is_subtype(layout, owner) {
            let shown = self.class_name(class).to_string();
            return Err(self.type_error(&format!("{base}.__new__({shown}): {shown} is not a subtype of {base}")));
        }
        if registry().member(layout, names::dunder_new) != Some(native) {
            let (shown, own) = (self.class_name(class).to_string(), registry().info(layout).name);
            return Err(self.type_error(&format!("{base}.__new__({shown}) is not safe, use {own}.__new__()")));
        }
        Ok(())
    }

    /// Like [`Runtime::call_native`], with the last arguments given by keyword.
    pub(crate) fn call_native_keywords(&mut self, native: Value, args: &[Value], names: &[Value]) -> Result<Value, Abrupt> {
        let Some(def) = registry().native(native) else { return Err(Abrupt::Bug("no such native")) };
        if def.def.kind == NativeKind::Method && def.owner_type.is_some() && args.len() == names.len() {
            return Err(self.without_object(def));
        }
        if def.def.kind == NativeKind::Method
            && args.len() > names.len()
            && let Some(first) = args.first().copied()
        {
            let fixed = self.check_self(def.owner_type, def, first)?;
            let given = names.len();
            let mut copy = args.to_vec();
            if let Some(slot) = copy.first_mut() {
                *slot = fixed;
            }
            let names = if self.ignores_keywords(def, first) { &[] } else { names };
            copy.truncate(args.len().saturating_sub(given.saturating_sub(names.len())));
            return def.call_keywords(self, &copy, names);
        }
        if def.def.kind == NativeKind::New {
            let class = args.first().copied().filter(|_| args.len() > names.len());
            if let Some(owner) = def.owner_type {
                self.check_new(owner, native, class)?;
                if class.is_some() && init_fills_instance(owner, args) {
                    return def.call_positional(self, args.get(..1).unwrap_or(args));
                }
            }
            if let Some(class) = class
                && self.ignores_keywords(def, class)
            {
                let given = args.len().saturating_sub(names.len());
                return def.call_keywords(self, args.get(..given).unwrap_or(args), &[]);
            }
        }
        def.call_keywords(self, args, names)
    }

    /// True when a constructor ignores keywords that it does not have: `__new__` leaves them to the `__init__` of a subclass, or `__init__`
    /// to `__new__`.
    fn ignores_keywords(&self, def: &crate::runtime::native::Native, first: Value) -> bool {
        let Some(owner) = def.owner_type else { return false };
        let (class, other) = match def.def.name {
            "__new__" if [reg::TUPLE, reg::FLOAT, reg::FROZENSET, reg::ZIP, reg::MAP, reg::FILTER, reg::REVERSED].contains(&owner) => {
                (first, names::dunder_init)
            }
            "__init__" if [reg::LIST, reg::SET].contains(&owner) && first.tag == Tag::Inst => (self.type_of(first), names::dunder_new),
            _ => return false,
        };
        class.tag == Tag::Class && self.class_lookup(class, other).is_some_and(|found| found.tag != Tag::Native)
    }

    /// The object that a builtin method works on: `this` itself, or its payload. `TypeError` for another type.
    pub(crate) fn check_self(&mut self, owner: Option<TypeId>, def: &crate::runtime::native::Native, this: Value) -> Result<Value, Abrupt> {
        let Some(owner) = owner else { return Ok(this) };
        if owner == reg::OBJECT {
            return Ok(this);
        }
        match this.tag {
            Tag::Inst => {
                if let Some(payload) = self.payload(this)
                    && registry().is_subtype(self.builtin_type(payload), owner)
                {
                    // These methods need the instance: its class and attributes decide how it is shown or reduced.
                    let whole = match owner {
                        reg::DICT => def.def.name == "__getitem__",
                        reg::SET | reg::FROZENSET => def.def.name == "__repr__",
                        reg::BYTEARRAY => matches!(def.def.name, "__repr__" | "__str__"),
                        reg::DEQUE => matches!(def.def.name, "__repr__" | "copy" | "__copy__" | "__add__" | "__mul__" | "__rmul__"),
                        reg::PARTIAL => matches!(def.def.name, "__repr__" | "__reduce__" | "__setstate__" | "__dict__"),
                        reg::MODULE => matches!(def.def.name, "__init__" | "__repr__"),
                        reg::PROPERTY => matches!(def.def.name, "__init__" | "getter" | "setter" | "deleter"),
                        // The error messages of `__format__` name the class.
                        reg::STR | reg::INT | reg::FLOAT | reg::COMPLEX => def.def.name == "__format__",
                        _ => false,
                    };
                    return Ok(if whole { this } else { payload });
                }
            }
            Tag::Class if owner == reg::TYPE => return Ok(this),
            _ => {
                if registry().is_subtype(self.builtin_type(this), owner) {
                    return Ok(this);
                }
            }
        }
        if def.def.kind == NativeKind::Get {
            return Err(self.without_object(def));
        }
        let (expected, got) = (self.full_class_name(owner.value()), self.type_name(this));
        let name = def.def.name;
        Err(if def.is_slot() {
            self.type_error(&format!("descriptor '{name}' requires a '{expected}' object but received a '{got}'"))
        } else {
            self.type_error(&format!("descriptor '{name}' for '{expected}' objects doesn't apply to a '{got}' object"))
        })
    }

    /// True when a method of this name changes its object and returns it.
    fn is_in_place(&self, name: &str) -> bool {
        ArithOp::ALL.iter().any(|op| self.name_text(op_names(*op).inplace) == name)
    }
}

/// True when a `__new__` ignores its arguments because the `__init__` of the user class takes them.
fn init_fills_instance(owner: TypeId, args: &[Value]) -> bool {
    [reg::LIST, reg::DICT, reg::SET, reg::BYTEARRAY, reg::DEQUE, reg::PROPERTY].contains(&owner)
        && args.first().is_some_and(|class| crate::objects::types::class_construction::init_fills_instance(*class))
}

/// True when CPython implements this getter as a plain member. The error for writing to it has another text.
pub(crate) fn is_member(ty: TypeId, name: &str) -> bool {
    match ty {
        reg::COMPLEX | reg::RANGE | reg::SLICE => true,
        crate::runtime::exceptions::BASE_EXCEPTION => name == "__suppress_context__",
        ty if !crate::runtime::exceptions::fields_of(ty).is_empty() || ty == crate::runtime::exceptions::BASE_EXCEPTION_GROUP => {
            name != "characters_written"
        }
        reg::PROPERTY => matches!(name, "fget" | "fset" | "fdel"),
        reg::TYPE => name == "__base__",
        reg::METHOD => matches!(name, "__func__" | "__self__"),
        reg::STATICMETHOD | reg::CLASSMETHOD => matches!(name, "__func__" | "__wrapped__"),
        reg::CODE => !matches!(name, "co_code" | "co_varnames" | "co_cellvars" | "co_freevars"),
        _ => false,
    }
}
