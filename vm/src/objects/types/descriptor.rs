//! `property`, `staticmethod`, `classmethod`, `super`.

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::heap::{ChargedStack, Object, class_flags};
use crate::natives;
use crate::objects::types::function::check_get_arguments;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

natives! { pub(crate) PROPERTY_NATIVES:
    new "__new__" "(cls, fget=None, fset=None, fdel=None, doc=None)" => new_property;
    method "__init__" "(self, /, fget=None, fset=None, fdel=None, doc=None)" => init_property;
    method "getter" "(self, fget, /)" => getter;
    method "setter" "(self, fset, /)" => setter;
    method "deleter" "(self, fdel, /)" => deleter;
    method "__set_name__" "(self, owner, name, /)" => set_name;
    method "__get__" "(self, instance, owner=None, /)" => property_get;
    method "__set__" "(self, instance, value, /)" => property_set;
    method "__delete__" "(self, instance, /)" => property_delete;
    get "fget" "(self)" => fget;
    get "fset" "(self)" => fset;
    get "fdel" "(self)" => fdel;
    get "__doc__" "(self)" => property_doc;
    get "__name__" "(self)" => property_name;
    get "__isabstractmethod__" "(self)" => property_abstract;
}

natives! { pub(crate) STATICMETHOD_NATIVES:
    new "__new__" "(cls, function, /)" => new_static;
    method "__init__" "(self, function, /)" => init_wrapper;
    method "__call__" "(self, /, *args, **kwargs)" => call_static;
    method "__get__" "(self, instance, owner=None, /)" => static_get;
    get "__func__" "(self)" => wrapped;
    get "__wrapped__" "(self)" => wrapped;
    get "__name__" "(self)" => wrapped_name;
    get "__qualname__" "(self)" => |rt, args| wrapped_field(rt, args, names::dunder_qualname);
    get "__doc__" "(self)" => |rt, args| wrapped_field(rt, args, names::dunder_doc);
    get "__module__" "(self)" => |rt, args| wrapped_field(rt, args, names::dunder_module);
    get "__annotations__" "(self)" => |rt, args| wrapped_field(rt, args, names::dunder_annotations);
    get "__isabstractmethod__" "(self)" => wrapped_abstract;
    get "__dict__" "(self)" => wrapper_dict_native;
}

natives! { pub(crate) CLASSMETHOD_NATIVES:
    new "__new__" "(cls, function, /)" => new_class;
    method "__init__" "(self, function, /)" => init_wrapper;
    method "__get__" "(self, instance, owner=None, /)" => class_get;
    get "__func__" "(self)" => wrapped;
    get "__wrapped__" "(self)" => wrapped;
    get "__name__" "(self)" => wrapped_name;
    get "__qualname__" "(self)" => |rt, args| wrapped_field(rt, args, names::dunder_qualname);
    get "__doc__" "(self)" => |rt, args| wrapped_field(rt, args, names::dunder_doc);
    get "__module__" "(self)" => |rt, args| wrapped_field(rt, args, names::dunder_module);
    get "__annotations__" "(self)" => |rt, args| wrapped_field(rt, args, names::dunder_annotations);
    get "__isabstractmethod__" "(self)" => wrapped_abstract;
    get "__dict__" "(self)" => wrapper_dict_native;
}

natives! { pub(crate) SUPER_NATIVES:
    new "__new__" "(cls, type=None, object_or_type=None, /)" => new_super;
    method "__init__" "(self, type=None, object_or_type=None, /)" => init_super;
    method "__get__" "(self, instance, owner=None, /)" => super_get;
}

fn new_property(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let made = made_property(rt, args)?;
    let whole = crate::objects::types::class_construction::wrap_new_result(rt, args.at(0), made)?;
    if whole != made {
        keep_doc(rt, whole, made)?;
    }
    Ok(whole)
}

fn made_property(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let part = |at: usize| args.at(at).or(Value::NONE);
    let doc = if args.at(4).is_none() { Value::UNDEF } else { args.at(4).or(Value::UNDEF) };
    rt.heap.object(Object::Property { get: part(1), set: part(2), del: part(3), doc, name: Value::UNDEF })
}

/// Stores the docstring of an instance of a user subclass of `property` as its attribute. Otherwise the class's `__doc__` would hide it.
pub(crate) fn keep_doc(rt: &mut Runtime, whole: Value, property: Value) -> Result<(), Abrupt> {
    let [get, _, _, given, _] = parts(rt, property);
    let doc = match given.defined() {
        Some(doc) => doc,
        None if get.is_none() => Value::NONE,
        None => match rt.load_attr(get, names::dunder_doc) {
            Ok(doc) => doc,
            Err(Abrupt::Raise(_)) => Value::NONE,
            Err(exit) => return Err(exit),
        },
    };
    match rt.store_inst_plain(whole, names::dunder_doc, doc) {
        // An explicit docstring is dropped when the instance has no place for it.
        Err(Abrupt::Raise(_)) if given.defined().is_some() || doc.is_none() => Ok(()),
        stored => stored,
    }
}

fn init_property(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let whole = args.at(0);
    let property = rt.unwrap_payload(whole);
    let made = made_property(rt, args)?;
    let [get, set, del, doc, _] = parts(rt, made);
    if let Object::Property { get: old_get, set: old_set, del: old_del, doc: old_doc, .. } = rt.heap.objects.get_mut(property.index()) {
        (*old_get, *old_set, *old_del, *old_doc) = (get, set, del, doc);
    }
    if whole != property {
        keep_doc(rt, whole, property)?;
    }
    Ok(Value::NONE)
}

/// Stores `property.__doc__` and `property.__name__`. False for all other attributes.
pub(crate) fn store_property(rt: &mut Runtime, property: Value, field: names::NameId, value: Value) -> bool {
    match rt.heap.objects.get_mut(property.index()) {
        Object::Property { doc, .. } if field == names::dunder_doc => *doc = if value.is_undef() { Value::NONE } else { value },
        Object::Property { name, .. } if field == names::dunder_name => *name = value,
        _ => return false,
    }
    true
}

fn init_wrapper(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let wrapper = rt.unwrap_payload(args.at(0));
    if wrapper.tag == Tag::Object
        && let Object::StaticMethod(inner, _) | Object::ClassMethod(inner, _) = rt.heap.objects.get_mut(wrapper.index())
    {
        *inner = args.at(1);
    }
    Ok(Value::NONE)
}

fn call_static(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let function = inner(rt, args.at(0));
    let positional = rt.heap.tuple(args.rest)?;
    match args.at(1).defined() {
        Some(keywords) => Err(rt.tail_fallback("call_with", &[function, positional, keywords])),
        None => Err(rt.tail_call(function, args.rest)),
    }
}

fn init_super(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if args.at(1).is_undef() {
        return Ok(Value::NONE);
    }
    let made = new_super(rt, args)?;
    let fields = match rt.heap.as_object(made) {
        Object::Super { class, this, start } => (*class, *this, *start),
        _ => return Ok(Value::NONE),
    };
    let own = rt.unwrap_payload(args.at(0));
    if own.tag == Tag::Object
        && let Object::Super { class, this, start } = rt.heap.objects.get_mut(own.index())
    {
        (*class, *this, *start) = fields;
    }
    Ok(Value::NONE)
}

fn super_get(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    check_get_arguments(rt, &args)?;
    let own = rt.unwrap_payload(args.at(0));
    match rt.heap.as_object(own) {
        Object::Super { class, start, .. } if start.is_none() && args.at(1).some().is_some() => {
            let class = *class;
            if own != args.at(0) {
                let kind = rt.type_of(args.at(0));
                return Err(rt.tail_call(kind, &[class, args.at(1)]));
            }
            make_super(rt, class, args.at(1))
        }
        _ => Ok(args.at(0)),
    }
}

fn parts(rt: &Runtime, value: Value) -> [Value; 5] {
    match rt.heap.as_object(value) {
        Object::Property { get, set, del, doc, name } => [*get, *set, *del, *doc, *name],
        _ => [Value::NONE; 5],
    }
}

fn with(rt: &mut Runtime, whole: Value, at: usize, value: Value) -> Result<Value, Abrupt> {
    let property = rt.unwrap_payload(whole);
    let mut all = parts(rt, property);
    if let Some(slot) = all.get_mut(at)
        && !value.is_none()
    {
        *slot = value;
    }
    let [get, set, del, doc, name] = all;
    if whole != property {
        // The copy is an instance of the same class.
        let class = rt.type_of(whole);
        // The docstring is an attribute of the instance, which the copy does not get. A new getter brings its own docstring.
        let doc = if at == 0 { Value::NONE } else { doc.or(Value::NONE) };
        return Err(rt.tail_call(class, &[get, set, del, doc]));
    }
    rt.heap.object(Object::Property { get, set, del, doc, name })
}

fn getter(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    with(rt, args.at(0), 0, args.at(1))
}
fn setter(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    with(rt, args.at(0), 1, args.at(1))
}
fn deleter(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    with(rt, args.at(0), 2, args.at(1))
}
fn set_name(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if let Object::Property { name, .. } = rt.heap.objects.get_mut(args.at(0).index()) {
        *name = args.at(2);
    }
    Ok(Value::NONE)
}
fn fget(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(parts(rt, args.at(0))[0])
}
fn fset(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(parts(rt, args.at(0))[1])
}
fn fdel(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(parts(rt, args.at(0))[2])
}

fn property_doc(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [get, _, _, doc, _] = parts(rt, args.at(0));
    match doc.defined() {
        Some(doc) => Ok(doc),
        None if get.tag == Tag::Func => rt.load_attr(get, names::dunder_doc),
        None => Ok(Value::NONE),
    }
}

/// The name that the property got in its class, else the name of its getter.
fn property_name(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [get, _, _, _, name] = parts(rt, args.at(0));
    if let Some(name) = name.defined() {
        return Ok(name);
    }
    if !get.is_none() {
        match rt.load_attr(get, names::dunder_name) {
            Err(Abrupt::Raise(_)) => {}
            found => return found,
        }
    }
    Err(rt.no_attribute(args.at(0), names::dunder_name))
}

fn property_get(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    check_get_arguments(rt, &args)?;
    if args.at(1).is_none() {
        return Ok(args.at(0));
    }
    let class = rt.type_of(args.at(1));
    rt.bind(args.at(0), args.at(1), class)
}

fn property_set(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match parts(rt, args.at(0))[1].some() {
        Some(set) => Err(rt.tail_call(set, &[args.at(1), args.at(2)])),
        None => Err(rt.property_error(args.at(0), args.at(1), "setter")),
    }
}

fn property_delete(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match parts(rt, args.at(0))[2].some() {
        Some(del) => Err(rt.tail_call(del, &[args.at(1)])),
        None => Err(rt.property_error(args.at(0), args.at(1), "deleter")),
    }
}

/// True when one of the parts is abstract. A fallback does it when user code must decide.
fn any_abstract(rt: &mut Runtime, parts: &[Value]) -> Result<Value, Abrupt> {
    let mut left = ChargedStack::new();
    let result = any_abstract_of(rt, parts, &mut left);
    left.release(&mut rt.heap);
    result
}

/// Properties and wrappers nest as deep as the program likes. `left` holds their parts.
fn any_abstract_of(rt: &mut Runtime, parts: &[Value], left: &mut ChargedStack<Value>) -> Result<Value, Abrupt> {
    for part in parts.iter().rev() {
        left.push(&mut rt.heap, *part)?;
    }
    while let Some(part) = left.pop() {
        if part.tag == Tag::Object {
            let inner = match rt.heap.as_object(part) {
                Object::Property { get, set, del, .. } => [*get, *set, *del],
                Object::StaticMethod(inner, dict) | Object::ClassMethod(inner, dict) if dict.is_undef() => {
                    [Value::NONE, Value::NONE, *inner]
                }
                _ => [Value::UNDEF; 3],
            };
            if inner[0] != Value::UNDEF {
                rt.charge(1)?;
                for part in inner.into_iter().rev().filter(|part| !part.is_none()) {
                    left.push(&mut rt.heap, part)?;
                }
                continue;
            }
        }
        let flag = match rt.load_attr(part, names::dunder_isabstractmethod) {
            Ok(flag) => rt.truth(flag),
            Err(Abrupt::Raise(_)) => continue,
            Err(exit) => Err(exit),
        };
        match flag {
            Ok(true) => return Ok(Value::TRUE),
            Ok(false) => {}
            Err(Abrupt::NeedsUserCode | Abrupt::Call) => return Err(rt.tail_fallback("any_abstract", parts)),
            Err(exit) => return Err(exit),
        }
    }
    Ok(Value::FALSE)
}

fn property_abstract(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let [get, set, del, ..] = parts(rt, args.at(0));
    let given: Vec<Value> = [get, set, del].into_iter().filter(|part| !part.is_none()).collect();
    any_abstract(rt, &given)
}

fn new_static(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let made = rt.heap.object(Object::StaticMethod(args.at(1), Value::UNDEF))?;
    crate::objects::types::class_construction::wrap_new_result(rt, args.at(0), made)
}

fn new_class(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let made = rt.heap.object(Object::ClassMethod(args.at(1), Value::UNDEF))?;
    crate::objects::types::class_construction::wrap_new_result(rt, args.at(0), made)
}

/// The attributes that a wrapper copies from its function.
pub(crate) const COPIED_ATTRIBUTES: [names::NameId; 5] =
    [names::dunder_module, names::dunder_name, names::dunder_qualname, names::dunder_doc, names::dunder_annotations];

fn wrapper_dict_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if args.at(0).tag == Tag::Inst {
        return rt.inst_dict(args.at(0));
    }
    wrapper_dict(rt, args.at(0))
}

/// The attributes of a `staticmethod` or `classmethod`. They are kept in a dict from now on.
fn wrapper_dict(rt: &mut Runtime, this: Value) -> Result<Value, Abrupt> {
    let (function, known) = match rt.heap.as_object(this) {
        Object::StaticMethod(inner, dict) | Object::ClassMethod(inner, dict) => (*inner, *dict),
        _ => return Err(Abrupt::Bug("attributes of what is no wrapper")),
    };
    if let Some(dict) = known.defined() {
        return Ok(dict);
    }
    let made = rt.heap.dict(crate::heap::DictObj::default())?;
    for name in COPIED_ATTRIBUTES {
        match rt.load_attr(function, name) {
            Ok(value) => {
                let key = rt.name_value(name)?;
                rt.dict_set(made, key, value)?;
            }
            Err(Abrupt::Raise(exc)) if rt.exception_is(exc, crate::runtime::exceptions::ATTRIBUTE_ERROR) => {}
            Err(exit) => return Err(exit),
        }
    }
    set_wrapper_dict(rt, this, made);
    Ok(made)
}

fn set_wrapper_dict(rt: &mut Runtime, this: Value, made: Value) {
    if let Object::StaticMethod(_, dict) | Object::ClassMethod(_, dict) = rt.heap.objects.get_mut(this.index()) {
        *dict = made;
    }
}

/// True for attributes of a wrapper that are not in its dict.
fn is_wrapper_own(rt: &Runtime, name: names::NameId) -> bool {
    matches!(name, names::dunder_func | names::dunder_isabstractmethod | names::dunder_dict) || rt.name_text(name) == "__wrapped__"
}

/// An attribute in the dict of a wrapper, if present.
pub(crate) fn wrapper_attribute(rt: &mut Runtime, this: Value, name: names::NameId) -> Result<Option<Value>, Abrupt> {
    let dict = match rt.heap.as_object(this) {
        Object::StaticMethod(_, dict) | Object::ClassMethod(_, dict) if !dict.is_undef() && !is_wrapper_own(rt, name) => *dict,
        _ => return Ok(None),
    };
    let key = rt.name_value(name)?;
    match rt.dict_get(dict, key)? {
        None if matches!(name, names::dunder_name | names::dunder_qualname | names::dunder_annotations) => Err(rt.no_attribute(this, name)),
        found => Ok(found),
    }
}

/// Sets an attribute of a wrapper, or deletes it when the value is undefined. False when the attribute does not belong into its dict.
pub(crate) fn store_wrapper(rt: &mut Runtime, this: Value, name: names::NameId, value: Value) -> Result<bool, Abrupt> {
    if !matches!(rt.heap.as_object(this), Object::StaticMethod(..) | Object::ClassMethod(..)) {
        return Ok(false);
    }
    if name == names::dunder_dict && !value.is_undef() {
        let plain = rt.unwrap_payload(value);
        if plain.tag != Tag::Dict {
            let shown = rt.type_name(value);
            return Err(rt.type_error(&format!("__dict__ must be set to a dictionary, not a '{shown}'")));
        }
        set_wrapper_dict(rt, this, plain);
        return Ok(true);
    }
    if is_wrapper_own(rt, name) || name == names::dunder_class {
        return Ok(false);
    }
    let dict = wrapper_dict(rt, this)?;
    let key = rt.name_value(name)?;
    if value.is_undef() {
        return match rt.dict_remove(dict, key)? {
            Some(_) => Ok(true),
            None => Err(rt.no_attribute(this, name)),
        };
    }
    rt.dict_set(dict, key, value)?;
    Ok(true)
}

fn inner(rt: &Runtime, value: Value) -> Value {
    match rt.heap.as_object(value) {
        Object::StaticMethod(inner, _) | Object::ClassMethod(inner, _) => *inner,
        _ => Value::NONE,
    }
}

fn static_get(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    check_get_arguments(rt, &args)?;
    wrapped(rt, args)
}

fn wrapped(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(inner(rt, args.at(0)))
}

fn wrapped_name(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    wrapped_field(rt, args, names::dunder_name)
}

fn wrapped_field(rt: &mut Runtime, args: Args<'_>, name: names::NameId) -> Result<Value, Abrupt> {
    let function = inner(rt, args.at(0));
    match rt.load_attr(function, name) {
        Err(Abrupt::Raise(exc)) if rt.exception_is(exc, crate::runtime::exceptions::ATTRIBUTE_ERROR) => {
            Err(rt.no_attribute(args.at(0), name))
        }
        found => found,
    }
}

fn wrapped_abstract(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let function = inner(rt, args.at(0));
    any_abstract(rt, &[function])
}

fn class_get(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    check_get_arguments(rt, &args)?;
    let class = match args.at(2).some() {
        Some(class) => class,
        None => rt.type_of(args.at(1)),
    };
    let function = inner(rt, args.at(0));
    rt.heap.method(function, class)
}

fn new_super(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match args.at(1).defined() {
        Some(class) => {
            if !rt.is_type(class) {
                let name = rt.type_name(class);
                return Err(rt.type_error(&format!("super() argument 1 must be a type, not {name}")));
            }
            match args.at(2).defined() {
                Some(this) if !this.is_none() => make_super(rt, class, this),
                // An unbound `super` has only its own attributes. It binds when read as an attribute of a class.
                _ => rt.heap.object(Object::Super { class, this: Value::NONE, start: Value::NONE }),
            }
        }
        None => Err(rt.runtime_error("super(): no arguments")),
    }
}

/// Checks the arguments that `super()` takes from its frame: the content of the class cell (None if there is no cell) and the first
/// argument.
pub(crate) fn check_super(rt: &mut Runtime, class: Value, this: Value) -> Result<(), Abrupt> {
    let message = match (class, this) {
        (_, this) if this.is_undef() => "super(): arg[0] deleted",
        (class, _) if class.is_none() => "super(): __class__ cell not found",
        (class, _) if class.is_undef() => "super(): empty __class__ cell",
        _ => return Ok(()),
    };
    Err(rt.runtime_error(message))
}

/// `super(class, this)`.
pub(crate) fn make_super(rt: &mut Runtime, class: Value, this: Value) -> Result<Value, Abrupt> {
    let start = if rt.is_type(this) && rt.is_subclass(this, class) { this } else { rt.type_of(this) };
    if !rt.is_subclass(start, class) {
        let has_own_answer = |rt: &Runtime| {
            rt.class_lookup(start, names::dunder_class).is_some_and(|attr| attr.tag != Tag::Native)
                || rt.heap.classes.get(start.index()).flags & class_flags::GETATTRIBUTE != 0
        };
        if this.tag == Tag::Inst && has_own_answer(rt) {
            // The `__class__` that the instance reports counts.
            return Err(rt.tail_fallback("super_of_another", &[class, this]));
        }
        let kind = if rt.is_type(this) { "type" } else { "instance of" };
        let (shown, wanted) =
            (if rt.is_type(this) { rt.class_name(this).to_string() } else { rt.type_name(this) }, rt.class_name(class).to_string());
        return Err(rt.type_error(&format!("super(type, obj): obj ({kind} {shown}) is not an instance or subtype of type ({wanted}).")));
    }
    rt.heap.object(Object::Super { class, this, start })
}
