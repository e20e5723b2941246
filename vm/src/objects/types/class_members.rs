//! The door for members of classes: what the policy allows a class to define, and who wrote what a class is made of.

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::names::NameId;
use crate::base::value::{Tag, Value};
use crate::heap::Object;
use crate::runtime::core::Runtime;
use crate::runtime::exceptions as exc_types;
use crate::runtime::type_table::{TypeId, registry};

/// Fails when the policy does not allow the definition of this special method.
pub(crate) fn check_definition(rt: &mut Runtime, name: NameId) -> Result<(), Abrupt> {
    let text = rt.names.text(name);
    if text.len() > 4
        && text.starts_with("__")
        && text.ends_with("__")
        && let Err(denied) = rt.policy.grants.define_dunder(text)
    {
        return Err(rt.deny(exc_types::TYPE_ERROR, &denied));
    }
    Ok(())
}

/// The one door for members of classes: fails when the policy does not allow the definition of this special method. What library code puts
/// into a class is free if it is the library's own; functions and objects of the program are judged, however they came there.
pub(crate) fn check_member(rt: &mut Runtime, name: NameId, value: Value) -> Result<(), Abrupt> {
    if rt.policy.trusted && !(rt.names.text(name).starts_with("__") && is_of_program(rt, name, value)) {
        return Ok(());
    }
    check_definition(rt, name)
}

/// Fails when a metaclass of the program would define `mro` and the policy does not allow to write that name: the method replaces the bases
/// of classes.
pub(crate) fn check_order(rt: &mut Runtime, layout: TypeId, name: NameId) -> Result<(), Abrupt> {
    if name == names::mro
        && layout == crate::runtime::type_table::TYPE
        && !rt.policy.trusted
        && let Err(denied) = rt.policy.grants.attribute("mro", stockade_policy::Access::Write)
    {
        return Err(rt.deny(exc_types::ATTRIBUTE_ERROR, &denied));
    }
    Ok(())
}

/// True for a member that library code cannot have written itself: a function of the program, or an object that calls one.
fn is_of_program(rt: &Runtime, name: NameId, value: Value) -> bool {
    let method = |value: Value| value.tag == Tag::Method && is_user_code(rt, rt.heap.methods.get(value.index()).func);
    // Records of the library, not methods.
    if rt.names.text(name).starts_with("__dataclass_") {
        return false;
    }
    value.tag == Tag::Inst
        || is_user_code(rt, value)
        || method(value)
        || matches!(rt.heap.as_object(value), Object::Partial { .. })
        || (name == names::dunder_del && value.tag != Tag::Func && !value.is_none())
}

/// The bytes of the longest name of a module. A program can set a text of any length.
const LONGEST_MODULE: usize = 64;

/// True when `__module__` of a class names the library.
pub(crate) fn is_of_library(rt: &Runtime, class: Value) -> bool {
    let module = rt.heap.classes.get(class.index()).attrs.get(names::dunder_module);
    let module = module.filter(|module| module.is_str()).map(|module| rt.heap.text(module));
    module.is_some_and(|module| module.len() <= LONGEST_MODULE && rt.modules.library.is_home(module))
}

/// True when a class comes from the library. A metaclass such as `ABCMeta` or `EnumType` then needs no grant.
pub(crate) fn is_library_class(rt: &Runtime, class: Value) -> bool {
    if class.tag != Tag::Class {
        return true;
    }
    // The program can set `__module__`, so the class must also be free of user code.
    let attrs = &rt.heap.classes.get(class.index()).attrs;
    // No class of the library has as many.
    if attrs.len() > 256 {
        rt.heap.fuel.charge_walk(attrs.len() as u64 / 8);
    }
    is_of_library(rt, class) && !attrs.iter().any(|(_, value)| is_user_code(rt, value))
}

/// True for a function of the program, and for a method or property made of one. A value wrapped more than four times counts as one.
fn is_user_code(rt: &Runtime, mut value: Value) -> bool {
    for _ in 0..4 {
        if let Object::StaticMethod(inner, _) | Object::ClassMethod(inner, _) = rt.heap.as_object(value) {
            value = *inner;
        }
    }
    let own = |value: Value| {
        value.tag == Tag::Func && rt.modules.code_info.get(rt.heap.funcs.get(value.index()).code as usize).is_none_or(|facts| facts.shown)
    };
    match rt.heap.as_object(value) {
        Object::Property { get, set, del, .. } => own(*get) || own(*set) || own(*del),
        Object::StaticMethod(_, _) | Object::ClassMethod(_, _) => true,
        _ => own(value),
    }
}

/// True when a class namespace holds functions of the program, or special methods that the policy denies and the library has not written.
pub(crate) fn contains_user_code(rt: &mut Runtime, namespace: Value) -> Result<bool, Abrupt> {
    let entries = rt.heap.dicts.get(namespace.index());
    let is_denied = |key: Value| rt.policy.grants.define_dunder(rt.heap.text(key)).is_err();
    // Library code writes its special methods as functions, or takes those of builtin types. A `__del__` must be written as one:
    // the program could name any other function of the library so.
    let is_written_del = |value: Value| {
        let facts = (value.tag == Tag::Func).then(|| rt.modules.code_info.get(rt.heap.funcs.get(value.index()).code as usize));
        facts.flatten().is_some_and(|facts| facts.name == names::dunder_del)
    };
    let is_odd = |key: Value, value: Value| {
        value.tag == Tag::Inst
            || matches!(rt.heap.as_object(value), Object::Partial { .. })
            || (rt.heap.text(key) == "__del__" && !is_written_del(value))
    };
    let tells = |key: Value, value: Value| is_user_code(rt, value) || (is_denied(key) && is_odd(key, value));
    // Keys that are not strings are not names.
    let named = |(key, value): (Value, Value)| (rt.unwrap_payload(key), value);
    let found = entries.iter(&rt.heap.fuel).map(named).any(|(key, value)| key.is_str() && tells(key, value));
    let count = entries.len() as u64;
    rt.charge(count / 8)?;
    Ok(found)
}

/// True when an attribute of an object is one that the program defines: in a class of its own, or on an instance of one. It is then not the
/// interpreter's attribute of the same name.
pub(crate) fn is_programs_attribute(rt: &Runtime, object: Value, name: NameId) -> bool {
    match object.tag {
        Tag::Inst | Tag::Exc => is_attribute_of_instances(rt, rt.type_of(object), name),
        Tag::Class => match definition(rt, object, name).or_else(|| definition(rt, rt.type_of(object), name)) {
            Some((class, value)) => is_programs_definition(rt, class, value),
            None => false,
        },
        _ => false,
    }
}

/// Like [`is_programs_attribute`], for an attribute of the instances of a class, which may be their own.
pub(crate) fn is_attribute_of_instances(rt: &Runtime, class: Value, name: NameId) -> bool {
    // An instance of a class derived from `super` passes on what other objects have.
    if class.tag != Tag::Class || rt.layout_of_class(class) == crate::runtime::type_table::SUPER {
        return false;
    }
    let hook = |name| rt.user_lookup(class, name).is_none_or(|hook| is_user_code(rt, hook));
    if !hook(names::dunder_getattribute) || !hook(names::dunder_getattr) {
        return false;
    }
    // Without a definition it is an attribute that somebody has set on the instance: the program, unless a class of the library is among the
    // bases whose own functions do.
    match definition(rt, class, name) {
        Some((class, value)) => is_programs_definition(rt, class, value),
        None => {
            let mro = &rt.heap.classes.get(class.index()).mro;
            rt.charge_mro_walk(mro.len());
            !mro.iter().any(|base| sets_attributes(rt, *base))
        }
    }
}

/// True for a class of the library whose `__init__` or `__new__` makes attributes of the instances.
fn sets_attributes(rt: &Runtime, class: Value) -> bool {
    class.tag == Tag::Class
        && is_of_library(rt, class)
        && [names::dunder_init, names::dunder_new].into_iter().any(|maker| rt.heap.classes.get(class.index()).attrs.get(maker).is_some())
}

/// The first class in the MRO that defines an attribute, and what it defines.
fn definition(rt: &Runtime, class: Value, name: NameId) -> Option<(Value, Value)> {
    if class.tag != Tag::Class {
        return registry().member(TypeId::of(class), name).map(|found| (class, found));
    }
    let mro = &rt.heap.classes.get(class.index()).mro;
    rt.charge_mro_walk(mro.len());
    mro.iter().find_map(|base| {
        let found = match base.tag {
            Tag::Class => rt.heap.classes.get(base.index()).attrs.get(name),
            _ => registry().own_member(TypeId::of(*base), name),
        };
        found.map(|found| (*base, found))
    })
}

/// True when the program has put this value into a class. Getters and methods must be functions of the program.
fn is_programs_definition(rt: &Runtime, class: Value, value: Value) -> bool {
    if class.tag != Tag::Class || is_of_library(rt, class) {
        return false;
    }
    match (value.tag, rt.heap.as_object(value)) {
        (Tag::Native, _) => false,
        (Tag::Func, _) => is_user_code(rt, value),
        // The field of a named tuple is a property over a getter of the library.
        (Tag::Object, Object::Property { get, .. }) => {
            is_user_code(rt, value) || crate::objects::protocols::attribute_load::field_of(rt, *get).is_some()
        }
        _ => true,
    }
}
