//! Attributes whose name is a value (`getattr`, `setattr`), and the checks of `isinstance` and `issubclass`.

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::names::NameId;
use crate::base::value::Tag;
use crate::base::value::Value;
use crate::heap::Object;
use crate::objects::types::class_members::{is_attribute_of_instances, is_programs_attribute};
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use stockade_policy::Access;

/// A tuple of classes that is walked, or the members of a union.
struct Level {
    items: Value,
    /// The next item.
    at: usize,
    depth: u32,
    is_union: bool,
}

/// True when any class in `classes` (a class, a tuple, a union) satisfies `test`. Nested tuples use an explicit stack of places in them:
/// their items are not copied, and a tuple may have millions.
pub(crate) fn any_class(
    rt: &mut Runtime,
    classes: Value,
    what: &str,
    mut test: impl FnMut(&mut Runtime, Value) -> Result<bool, Abrupt>,
) -> Result<bool, Abrupt> {
    const MAX_DEPTH: u32 = 10_000;
    let mut stack: smallvec::SmallVec<[Level; 4]> = smallvec::SmallVec::new();
    let mut first = Some(classes);
    loop {
        let (class, depth) = match (first.take(), stack.last_mut()) {
            (Some(class), _) => (class, 0),
            (None, None) => return Ok(false),
            (None, Some(level)) => {
                let Some(item) = rt.sequence_items(level.items).get(level.at).copied() else {
                    stack.pop();
                    continue;
                };
                level.at += 1;
                let is_none_type = level.is_union && item.is_none();
                (if is_none_type { crate::runtime::type_table::NONE_TYPE.value() } else { item }, level.depth)
            }
        };
        rt.charge(1)?;
        match class.tag {
            Tag::Tuple if depth >= MAX_DEPTH => {
                let text = if matches!(what, "issubclass" | ISSUBCLASS_OF_NON_CLASS) { "__subclasscheck__" } else { "__instancecheck__" };
                return Err(rt.raise(crate::runtime::exceptions::RECURSION_ERROR, &format!("maximum recursion depth exceeded in {text}")));
            }
            Tag::Tuple => stack.push(Level { items: class, at: 0, depth: depth + 1, is_union: false }),
            Tag::Type | Tag::Class => {
                if test(rt, class)? {
                    return Ok(true);
                }
            }
            Tag::None if what == "union" => {
                if test(rt, crate::runtime::type_table::NONE_TYPE.value())? {
                    return Ok(true);
                }
            }
            Tag::Object => match rt.heap.as_object(class) {
                Object::Union(members) => stack.push(Level { items: *members, at: 0, depth, is_union: true }),
                Object::GenericAlias { .. } => {
                    let what = if what == ISSUBCLASS_OF_NON_CLASS { "issubclass" } else { what };
                    return Err(rt.type_error(&format!("{what}() argument 2 cannot be a parameterized generic")));
                }
                _ => return Err(class_expected(rt, what)),
            },
            // Special forms of `typing` have their own check.
            Tag::Inst | Tag::Exc => return Err(Abrupt::NeedsUserCode),
            _ => return Err(class_expected(rt, what)),
        }
    }
}

/// The value of `what` for an `issubclass` whose first argument is not a class. That error is reported first.
pub(crate) const ISSUBCLASS_OF_NON_CLASS: &str = "issubclass of no class";

pub(crate) fn class_expected(rt: &mut Runtime, what: &str) -> Abrupt {
    if what == ISSUBCLASS_OF_NON_CLASS {
        return rt.type_error("issubclass() arg 1 must be a class");
    }
    let text = if what == "isinstance" { "a type, a tuple of types, or a union" } else { "a class, a tuple of classes, or a union" };
    rt.type_error(&format!("{what}() arg 2 must be {text}"))
}

/// True when the metaclass of a class defines `hook`.
pub(crate) fn has_hook(rt: &Runtime, class: Value, hook: NameId) -> bool {
    class.tag == Tag::Class && {
        let meta = rt.heap.classes.get(class.index()).metaclass;
        meta.tag == Tag::Class && rt.user_lookup(meta, hook).is_some()
    }
}

/// The bytes of a name from which its copies are charged. No attribute that exists has a longer name.
const LONG_NAME: usize = 1024;

/// The id of a name given as a str argument. The policy checks it for every caller: with `map(object.__getattribute__, ...)` library code
/// calls.
pub(crate) fn attribute_name(rt: &mut Runtime, object: Value, name: Value, access: Access) -> Result<NameId, Abrupt> {
    named(rt, object, name, access, true)
}

impl Runtime {
    /// Checks an attribute of an object against the policy. Returns true if the policy allows the name on every object.
    ///
    /// A name that the policy denies on every object (`f_code`, `mro`) stands for the interpreter's own attribute. A class of the program may
    /// have one of the same name, which is an ordinary attribute.
    pub(crate) fn check_attribute_of(&mut self, object: Value, name: NameId, access: Access) -> Result<bool, Abrupt> {
        let text = self.names.text(name);
        let Err(denied) = self.policy.grants.attribute(text, access) else { return Ok(true) };
        if denied.rule == "ATT003" && !text.starts_with("__") && is_programs_attribute(self, object, name) {
            return Ok(false);
        }
        Err(self.deny(crate::runtime::exceptions::ATTRIBUTE_ERROR, &denied))
    }

    /// Checks the attribute of a class pattern. Only the class decides: the policy's answer must not depend on data.
    pub(crate) fn check_attribute_of_instances(&mut self, class: Value, name: NameId) -> Result<(), Abrupt> {
        let text = self.names.text(name);
        match self.policy.grants.attribute(text, Access::Read) {
            Err(denied) if denied.rule == "ATT003" && !text.starts_with("__") && is_attribute_of_instances(self, class, name) => Ok(()),
            Err(denied) => Err(self.deny(crate::runtime::exceptions::ATTRIBUTE_ERROR, &denied)),
            Ok(()) => Ok(()),
        }
    }
}

/// Runs an access with the rights of the program, even when library code carries it out.
pub(crate) fn as_program<T>(rt: &mut Runtime, access: impl FnOnce(&mut Runtime) -> Result<T, Abrupt>) -> Result<T, Abrupt> {
    let trusted = std::mem::replace(&mut rt.policy.trusted, false);
    let result = access(rt);
    rt.policy.trusted = trusted;
    result
}

/// Reads an attribute, for the program (`judged`) or for library code.
pub(crate) fn load(rt: &mut Runtime, object: Value, name: NameId, by_policy: bool) -> Result<Value, Abrupt> {
    if by_policy { as_program(rt, |rt| rt.load_attr(object, name)) } else { rt.load_attr(object, name) }
}

/// Like `load`, for callers that only need the type of an `AttributeError`. Its message is not made.
pub(crate) fn look(rt: &mut Runtime, object: Value, name: NameId, by_policy: bool) -> Result<Value, Abrupt> {
    rt.pending.suppress_attribute_error = true;
    let found = load(rt, object, name, by_policy);
    rt.pending.suppress_attribute_error = false;
    found
}

/// The id of a name given as a str argument, for an access to an object. `by_policy` is true when the policy checks it.
pub(crate) fn named(rt: &mut Runtime, object: Value, name: Value, access: Access, by_policy: bool) -> Result<NameId, Abrupt> {
    rt.charge_units(crate::base::fuel::once::NAMED_ATTRIBUTE)?;
    let plain = rt.unwrap_payload(name);
    if !plain.is_str() {
        let shown = rt.type_name(name);
        return Err(rt.type_error(&format!("attribute name must be string, not '{shown}'")));
    }
    let length = rt.heap.text(plain).len();
    if length > LONG_NAME {
        // The message about a missing attribute is made beside the name, and becomes an object.
        rt.heap.hold(length.saturating_mul(3))?;
    }
    let id = rt.name_of(plain)?;
    if by_policy {
        rt.check_attribute_of(object, id, access)?;
    }
    Ok(id)
}

/// Natives of `_stockade` share the fallbacks of the builtins.
pub(crate) fn to_fallback(rt: &mut Runtime, exit: Abrupt, fallback: &str, args: Args<'_>) -> Abrupt {
    match exit {
        Abrupt::NeedsUserCode => {
            let given: Vec<Value> = (0..3).map(|at| args.at(at)).take_while(|value| value.defined().is_some()).collect();
            rt.tail_fallback(fallback, &given)
        }
        exit => exit,
    }
}

pub(crate) fn getattr_as(rt: &mut Runtime, args: Args<'_>, by_policy: bool) -> Result<Value, Abrupt> {
    let name = named(rt, args.at(0), args.at(1), Access::Read, by_policy)?;
    if args.at(0).tag == Tag::Module && by_policy {
        rt.check_module_attribute(args.at(0), name)?;
    }
    let Some(default) = args.at(2).defined() else { return load(rt, args.at(0), name, by_policy) };
    match look(rt, args.at(0), name, by_policy) {
        Err(Abrupt::Raise(exc)) if rt.exception_is(exc, crate::runtime::exceptions::ATTRIBUTE_ERROR) => Ok(default),
        // A getter in user code may raise `AttributeError`. The fallback's `try` then gives the default.
        Err(Abrupt::Call) => Err(Abrupt::NeedsUserCode),
        other => other,
    }
}

pub(crate) fn hasattr_as(rt: &mut Runtime, args: Args<'_>, by_policy: bool) -> Result<Value, Abrupt> {
    let name = named(rt, args.at(0), args.at(1), Access::Read, by_policy)?;
    match look(rt, args.at(0), name, by_policy) {
        Ok(_) => Ok(Value::TRUE),
        Err(Abrupt::Raise(exc)) if rt.exception_is(exc, crate::runtime::exceptions::ATTRIBUTE_ERROR) => Ok(Value::FALSE),
        Err(Abrupt::Call) => Err(Abrupt::NeedsUserCode),
        Err(exit) => Err(exit),
    }
}

pub(crate) fn setattr_as(rt: &mut Runtime, args: Args<'_>, by_policy: bool) -> Result<Value, Abrupt> {
    let name = named(rt, args.at(0), args.at(1), Access::Write, by_policy)?;
    let store = |rt: &mut Runtime| rt.store_attr(args.at(0), name, args.at(2));
    match if by_policy { as_program(rt, store) } else { store(rt) } {
        Ok(()) => Ok(Value::NONE),
        Err(Abrupt::Call) => Err(Abrupt::NeedsUserCode),
        Err(exit) => Err(exit),
    }
}

pub(crate) fn delattr_as(rt: &mut Runtime, args: Args<'_>, by_policy: bool) -> Result<Value, Abrupt> {
    let name = named(rt, args.at(0), args.at(1), Access::Delete, by_policy)?;
    let store = |rt: &mut Runtime| rt.store_attr(args.at(0), name, Value::UNDEF);
    match if by_policy { as_program(rt, store) } else { store(rt) } {
        Ok(()) => Ok(Value::NONE),
        Err(Abrupt::Call) => Err(Abrupt::NeedsUserCode),
        Err(exit) => Err(exit),
    }
}

pub(crate) fn vars_as(rt: &mut Runtime, args: Args<'_>, by_policy: bool) -> Result<Value, Abrupt> {
    let given = args.at(0).defined();
    if by_policy && let Err(denied) = rt.policy.grants.builtin_arity("vars", u32::from(given.is_some())) {
        return Err(rt.deny(crate::runtime::exceptions::TYPE_ERROR, &denied));
    }
    let Some(value) = given else { return Err(Abrupt::NeedsUserCode) };
    if by_policy {
        rt.check_attribute(names::dunder_dict, Access::Read)?;
        if value.tag == Tag::Module {
            rt.check_module_attribute(value, names::dunder_dict)?;
        }
    }
    match load(rt, value, names::dunder_dict, by_policy) {
        Err(Abrupt::Raise(exc)) if rt.exception_is(exc, crate::runtime::exceptions::ATTRIBUTE_ERROR) => {
            Err(rt.type_error("vars() argument must have __dict__ attribute"))
        }
        other => other,
    }
}
