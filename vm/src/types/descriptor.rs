//! `property`, `staticmethod`, `classmethod`, `super`.

use crate::exit::Exit;
use crate::heap::Object;
use crate::names;
use crate::natives;
use crate::natives::Args;
use crate::rt::Rt;
use crate::value::{Tag, Value};

natives! { pub(crate) PROPERTY_ROWS:
    new "__new__" "(cls, fget=None, fset=None, fdel=None, doc=None)" => new_property;
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

natives! { pub(crate) STATICMETHOD_ROWS:
    new "__new__" "(cls, function, /)" => new_static;
    method "__get__" "(self, instance, owner=None, /)" => wrapped;
    get "__func__" "(self)" => wrapped;
    get "__wrapped__" "(self)" => wrapped;
    get "__name__" "(self)" => wrapped_name;
    get "__qualname__" "(self)" => |rt, args| wrapped_field(rt, args, names::dunder_qualname);
    get "__doc__" "(self)" => |rt, args| wrapped_field(rt, args, names::dunder_doc);
    get "__module__" "(self)" => |rt, args| wrapped_field(rt, args, names::dunder_module);
    get "__annotations__" "(self)" => |rt, args| wrapped_field(rt, args, names::dunder_annotations);
    get "__isabstractmethod__" "(self)" => wrapped_abstract;
}

natives! { pub(crate) CLASSMETHOD_ROWS:
    new "__new__" "(cls, function, /)" => new_class;
    method "__get__" "(self, instance, owner=None, /)" => class_get;
    get "__func__" "(self)" => wrapped;
    get "__wrapped__" "(self)" => wrapped;
    get "__name__" "(self)" => wrapped_name;
    get "__qualname__" "(self)" => |rt, args| wrapped_field(rt, args, names::dunder_qualname);
    get "__doc__" "(self)" => |rt, args| wrapped_field(rt, args, names::dunder_doc);
    get "__module__" "(self)" => |rt, args| wrapped_field(rt, args, names::dunder_module);
    get "__annotations__" "(self)" => |rt, args| wrapped_field(rt, args, names::dunder_annotations);
    get "__isabstractmethod__" "(self)" => wrapped_abstract;
}

natives! { pub(crate) SUPER_ROWS:
    new "__new__" "(cls, type=None, object_or_type=None, /)" => new_super;
}

fn new_property(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let part = |at: usize| args.at(at).or(Value::NONE);
    let made = rt.heap.object(Object::Property {
        get: part(1),
        set: part(2),
        del: part(3),
        doc: args.at(4).or(Value::UNDEF),
        name: Value::UNDEF,
    })?;
    crate::ops::class::finish_new(rt, args.at(0), made)
}

fn parts(rt: &Rt, value: Value) -> [Value; 5] {
    match rt.heap.as_object(value) {
        Object::Property { get, set, del, doc, name } => [*get, *set, *del, *doc, *name],
        _ => [Value::NONE; 5],
    }
}

fn with(rt: &mut Rt, property: Value, at: usize, value: Value) -> Result<Value, Exit> {
    let mut all = parts(rt, property);
    if let Some(slot) = all.get_mut(at) {
        *slot = value;
    }
    let [get, set, del, doc, name] = all;
    rt.heap.object(Object::Property { get, set, del, doc, name })
}

fn getter(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    with(rt, args.at(0), 0, args.at(1))
}
fn setter(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    with(rt, args.at(0), 1, args.at(1))
}
fn deleter(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    with(rt, args.at(0), 2, args.at(1))
}
fn set_name(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    if let Object::Property { name, .. } = rt.heap.objects.get_mut(args.at(0).index()) {
        *name = args.at(2);
    }
    Ok(Value::NONE)
}
fn fget(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    Ok(parts(rt, args.at(0))[0])
}
fn fset(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    Ok(parts(rt, args.at(0))[1])
}
fn fdel(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    Ok(parts(rt, args.at(0))[2])
}

fn property_doc(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let [get, _, _, doc, _] = parts(rt, args.at(0));
    match doc.given() {
        Some(doc) => Ok(doc),
        None if get.tag == Tag::Func => rt.load_attr(get, names::dunder_doc),
        None => Ok(Value::NONE),
    }
}

/// The name it was given in its class, else that of its getter.
fn property_name(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let [get, _, _, _, name] = parts(rt, args.at(0));
    if let Some(name) = name.given() {
        return Ok(name);
    }
    if !get.is_none() {
        match rt.load_attr(get, names::dunder_name) {
            Err(Exit::Raise(_)) => {}
            found => return found,
        }
    }
    Err(rt.no_attribute(args.at(0), names::dunder_name))
}

fn property_get(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    if args.at(1).is_none() {
        return Ok(args.at(0));
    }
    let class = rt.type_of(args.at(1));
    rt.bind(args.at(0), args.at(1), class)
}

fn property_set(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    match parts(rt, args.at(0))[1].some() {
        Some(set) => Err(rt.tail_call(set, &[args.at(1), args.at(2)])),
        None => Err(rt.property_error(args.at(0), args.at(1), "setter")),
    }
}

fn property_delete(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    match parts(rt, args.at(0))[2].some() {
        Some(del) => Err(rt.tail_call(del, &[args.at(1)])),
        None => Err(rt.property_error(args.at(0), args.at(1), "deleter")),
    }
}

fn is_abstract(rt: &mut Rt, value: Value) -> bool {
    match rt.load_attr(value, names::dunder_isabstractmethod) {
        Ok(flag) => flag.is_true(),
        Err(_) => false,
    }
}

fn property_abstract(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let all = parts(rt, args.at(0));
    Ok(Value::bool(all.iter().take(3).any(|part| !part.is_none() && is_abstract(rt, *part))))
}

fn new_static(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let made = rt.heap.object(Object::StaticMethod(args.at(1)))?;
    crate::ops::class::finish_new(rt, args.at(0), made)
}

fn new_class(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let made = rt.heap.object(Object::ClassMethod(args.at(1)))?;
    crate::ops::class::finish_new(rt, args.at(0), made)
}

fn inner(rt: &Rt, value: Value) -> Value {
    match rt.heap.as_object(value) {
        Object::StaticMethod(inner) | Object::ClassMethod(inner) => *inner,
        _ => Value::NONE,
    }
}

fn wrapped(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    Ok(inner(rt, args.at(0)))
}

fn wrapped_name(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let function = inner(rt, args.at(0));
    rt.load_attr(function, names::dunder_name)
}

fn wrapped_field(rt: &mut Rt, args: Args<'_>, name: names::NameId) -> Result<Value, Exit> {
    let function = inner(rt, args.at(0));
    rt.load_attr(function, name)
}

fn wrapped_abstract(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let function = inner(rt, args.at(0));
    Ok(Value::bool(is_abstract(rt, function)))
}

fn class_get(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let class = match args.at(2).some() {
        Some(class) => class,
        None => rt.type_of(args.at(1)),
    };
    let function = inner(rt, args.at(0));
    rt.heap.method(function, class)
}

fn new_super(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    match args.at(1).given() {
        Some(class) => {
            if !rt.is_type(class) {
                let name = rt.type_name(class);
                return Err(rt.type_error(&format!("super() argument 1 must be a type, not {name}")));
            }
            match args.at(2).given() {
                Some(this) if !this.is_none() => make_super(rt, class, this),
                // Unbound: it has no attributes but its own, and binds as an attribute of a class.
                _ => rt.heap.object(Object::Super { class, this: Value::NONE, start: Value::NONE }),
            }
        }
        None => Err(rt.runtime_error("super(): no arguments")),
    }
}

/// `super(class, this)`.
pub(crate) fn make_super(rt: &mut Rt, class: Value, this: Value) -> Result<Value, Exit> {
    if this.is_undef() {
        return Err(rt.runtime_error("super(): no arguments"));
    }
    if class.is_undef() {
        return Err(rt.runtime_error("super(): empty __class__ cell"));
    }
    let start = if rt.is_type(this) && rt.is_subclass(this, class) { this } else { rt.type_of(this) };
    if !rt.is_subclass(start, class) {
        let kind = if rt.is_type(this) { "type" } else { "instance of" };
        let (shown, wanted) =
            (if rt.is_type(this) { rt.class_name(this).to_string() } else { rt.type_name(this) }, rt.class_name(class).to_string());
        return Err(rt.type_error(&format!("super(type, obj): obj ({kind} {shown}) is not an instance or subtype of type ({wanted}).")));
    }
    rt.heap.object(Object::Super { class, this, start })
}
