//! Functions, bound methods, natives, code, cells.

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::names::NameId;
use crate::base::value::{Tag, Value};
use crate::heap::{DictObj, Object};
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::native::{Args, NativeKind};
use crate::runtime::native_object::Piece;
use crate::runtime::type_table as reg;
use crate::runtime::type_table::registry;

natives! { pub(crate) NATIVES:
    new "__new__" "(cls, code, globals, name=None, argdefs=None, closure=None, kwdefaults=None)" => super::function_from_code::new;
    get "__name__" "(self)" => name;
    get "__qualname__" "(self)" => qualname_native;
    get "__module__" "(self)" => module;
    get "__doc__" "(self)" => doc;
    get "__defaults__" "(self)" => defaults;
    get "__kwdefaults__" "(self)" => kwdefaults;
    get "__annotations__" "(self)" => annotations;
    get "__type_params__" "(self)" => type_params;
    get "__code__" "(self)" => code;
    get "__closure__" "(self)" => closure;
    get "__globals__" "(self)" => globals;
    get "__dict__" "(self)" => dict;
    method "__call__" "(self, /, *args, **kwargs)" => call;
    method "__get__" "(self, instance, owner=None, /)" => get;
}

natives! { pub(crate) METHOD_NATIVES:
    new "__new__" "(cls, function, instance, /)" => new_method;
    get "__self__" "(self)" => method_self;
    get "__func__" "(self)" => method_func;
    method "__call__" "(self, /, *args, **kwargs)" => call;
    method "__get__" "(self, instance, owner=None, /)" => itself_again;
    method "__repr__" "(self, /)" => crate::objects::types::sequence::repr;
}

fn new_method(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (function, instance) = (args.at(1), args.at(2));
    if !crate::objects::types::partial::is_callable(rt, function) {
        return Err(rt.type_error("first argument must be callable"));
    }
    if instance.is_none() {
        return Err(rt.type_error("instance must not be None"));
    }
    rt.heap.method(function, instance)
}

/// The native tables of the types of natives: common entries, and more.
macro_rules! native_types {
    ($($table:ident $($kind:ident $name:literal $sig:literal => $more:expr)?;)*) => {$(
        natives! { pub(crate) $table:
            get "__name__" "(self)" => native_name;
            get "__qualname__" "(self)" => native_qualname;
            get "__doc__" "(self)" => native_doc;
            get "__module__" "(self)" => native_module;
            get "__self__" "(self)" => method_self;
            get "__objclass__" "(self)" => native_owner;
            get "__text_signature__" "(self)" => native_signature;
            method "__call__" "(self, /, *args, **kwargs)" => call;
            $($kind $name $sig => $more;)?
        }
    )*};
}

native_types! {
    NATIVE_NATIVES;
    DESCRIPTOR_NATIVES method "__get__" "(self, instance, owner=None, /)" => get;
}

natives! { pub(crate) CELL_NATIVES:
    new "__new__" "(cls, contents=None, /)" => |rt, args| rt.heap.cell(args.at(1));
    get "cell_contents" "(self)" => cell_contents;
}

fn extra(rt: &Runtime, func: Value, pick: impl Fn(&crate::heap::FuncExtra) -> Value) -> Option<Value> {
    rt.heap.funcs.get(func.index()).extra.as_ref().and_then(|extra| pick(extra).defined())
}

fn name(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if let Some(name) = extra(rt, args.at(0), |extra| extra.name) {
        return Ok(name);
    }
    let qualname = qualname(rt, args.at(0));
    let name = qualname.rsplit('.').next().unwrap_or("").to_string();
    rt.intern_value(&name)
}

/// The name of a function, as text.
pub(crate) fn shown_name(rt: &mut Runtime, function: Value) -> Result<String, Abrupt> {
    let name = match extra(rt, function, |extra| extra.name) {
        Some(name) => name,
        None => {
            let qualname = qualname(rt, function);
            rt.intern_value(qualname.rsplit('.').next().unwrap_or(""))?
        }
    };
    Ok(rt.copied_text(rt.unwrap_payload(name)))
}

/// Stores the name, qualified name and docstring in the function, so that they stay when it gets other code.
pub(crate) fn pin_metadata(rt: &mut Runtime, function: Value) -> Result<(), Abrupt> {
    let [name, qualname, doc] = [names::dunder_name, names::dunder_qualname, names::dunder_doc].map(|name| rt.load_attr(function, name));
    let (name, qualname, doc) = (name?, qualname?, doc?);
    let extra = rt.func_extra(function)?;
    (extra.name, extra.qualname, extra.doc) = (name, qualname, doc);
    Ok(())
}

fn qualname_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if let Some(name) = extra(rt, args.at(0), |extra| extra.qualname) {
        return Ok(name);
    }
    let text = qualname(rt, args.at(0));
    rt.intern_value(&text)
}

/// The variables of the module in which a function was defined, as `globals()` shows them. Hidden for library functions.
fn globals(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let facts = rt.modules.code_info.get(rt.heap.funcs.get(args.at(0).index()).code as usize);
    match facts.filter(|facts| facts.shown).map(|facts| facts.namespace) {
        Some(space) => Err(rt.tail_fallback("module_variables", &[Value::int(space.into())])),
        None => Err(rt.attribute_error("'function' object has no attribute '__globals__'")),
    }
}

fn module(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if let Some(module) = extra(rt, args.at(0), |extra| extra.module) {
        return Ok(module);
    }
    let facts = rt.modules.code_info.get(rt.heap.funcs.get(args.at(0).index()).code as usize);
    let space = facts.map_or(0, |facts| facts.namespace);
    // A namespace given to `exec` without `__name__` shows the name of `builtins`, but its functions have no module.
    let shown = facts.is_some_and(|facts| facts.shown);
    let nameless = rt.modules.namespaces.get(space as usize).is_some_and(|space| {
        shown && space.module.tag == Tag::Module && rt.heap.text(rt.heap.modules.get(space.module.index()).name) == "builtins"
    });
    if nameless {
        return Ok(Value::NONE);
    }
    Ok(rt.get_global(space, names::dunder_name).unwrap_or(Value::NONE))
}

fn doc(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if let Some(doc) = extra(rt, args.at(0), |extra| extra.doc) {
        return Ok(doc);
    }
    let facts = rt.modules.code_info.get(rt.heap.funcs.get(args.at(0).index()).code as usize);
    let text = facts.and_then(crate::runtime::modules::CodeInfo::code).and_then(|code| code.doc.clone());
    match text {
        Some(text) => rt.intern_value(&text),
        None => Ok(Value::NONE),
    }
}

fn defaults(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(rt.heap.funcs.get(args.at(0).index()).defaults.or(Value::NONE))
}

fn kwdefaults(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(rt.heap.funcs.get(args.at(0).index()).kwdefaults.or(Value::NONE))
}

fn annotations(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if let Some(found) = extra(rt, args.at(0), |extra| extra.annotations) {
        return Ok(found);
    }
    let dict = rt.heap.dict(DictObj::default())?;
    rt.func_extra(args.at(0))?.annotations = dict;
    Ok(dict)
}

fn type_params(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match extra(rt, args.at(0), |extra| extra.type_params) {
        Some(found) => Ok(found),
        None => {
            // It is the same tuple each time.
            let made = rt.heap.tuple(&[])?;
            rt.func_extra(args.at(0))?.type_params = made;
            Ok(made)
        }
    }
}

fn code(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    code_object(rt, args.at(0))
}

/// The code object of a function. It is the same object each time.
pub(crate) fn code_object(rt: &mut Runtime, function: Value) -> Result<Value, Abrupt> {
    if let Some(shown) = extra(rt, function, |extra| extra.code) {
        return Ok(shown);
    }
    let code = rt.heap.funcs.get(function.index()).code;
    let shown = rt.heap.object(Object::Code(code))?;
    rt.func_extra(function)?.code = shown;
    Ok(shown)
}

/// `__closure__`. It is hidden for library functions, because a program could change the cells.
fn closure(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let function = rt.heap.funcs.get(args.at(0).index());
    if !rt.policy.trusted && !rt.modules.code_info.get(function.code as usize).is_some_and(|facts| facts.shown) {
        return Ok(Value::NONE);
    }
    let cells = function.closure.to_vec();
    if cells.is_empty() {
        return Ok(Value::NONE);
    }
    // In the order of `co_freevars`.
    let facts = rt.modules.code_info.get(function.code as usize).cloned();
    let names = facts.as_ref().map(crate::objects::types::code_object::free_names).unwrap_or_default();
    rt.charge(names.len() as u64)?;
    let mut pairs: Vec<(&str, Value)> = names.into_iter().zip(cells).filter(|(name, _)| !name.starts_with('.')).collect();
    pairs.sort_by_key(|pair| pair.0);
    let cells = pairs.into_iter().map(|pair| pair.1).collect();
    rt.heap.tuple_from(cells)
}

fn dict(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if let Some(found) = extra(rt, args.at(0), |extra| extra.dict) {
        return Ok(found);
    }
    let dict = rt.heap.dict(DictObj::default())?;
    rt.func_extra(args.at(0))?.dict = dict;
    Ok(dict)
}

fn call(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let positional = rt.heap.tuple(args.rest)?;
    match args.at(1).defined() {
        Some(keywords) => Err(rt.tail_fallback("call_with", &[args.at(0), positional, keywords])),
        None => Err(rt.tail_call(args.at(0), args.rest)),
    }
}

fn get(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    check_get_arguments(rt, &args)?;
    if args.at(0).tag == Tag::Object
        && let Object::SlotDescriptor { class, .. } = rt.heap.as_object(args.at(0))
    {
        let class = *class;
        if args.at(1).is_none() {
            return Ok(args.at(0));
        }
        slot_of(rt, args.at(0), class, args.at(1))?;
        let of = rt.type_of(args.at(1));
        return rt.bind(args.at(0), args.at(1), of);
    }
    if let Some(native) = registry().native(args.at(0)).filter(|_| args.at(0).tag == Tag::Native) {
        match native.def.kind {
            NativeKind::Class => {
                let class = match args.at(2).some() {
                    Some(class) => class,
                    None => rt.type_of(args.at(1)),
                };
                let (name, owner) = (native.def.name, native.owner);
                if !rt.is_type(class) {
                    let got = rt.type_name(class);
                    return Err(rt.type_error(&format!("descriptor '{name}' for type '{owner}' needs a type, not a '{got}' as arg 2")));
                }
                if native.owner_type.is_some_and(|owner| !rt.is_subclass(class, owner.value())) {
                    let got = rt.class_name(class).to_string();
                    return Err(rt.type_error(&format!("descriptor '{name}' requires a subtype of '{owner}' but received '{got}'")));
                }
                return rt.heap.method(args.at(0), class);
            }
            NativeKind::Method | NativeKind::Get
                if !args.at(1).is_none() && rt.check_self(native.owner_type, native, args.at(1)).is_err() =>
            {
                let (name, owner, got) = (native.def.name, native.owner, rt.type_name(args.at(1)));
                return Err(rt.type_error(&format!("descriptor '{name}' for '{owner}' objects doesn't apply to a '{got}' object")));
            }
            NativeKind::Get if !args.at(1).is_none() => return rt.call_native(args.at(0), &[args.at(1)]),
            _ => {}
        }
    }
    if args.at(1).is_none() { Ok(args.at(0)) } else { rt.heap.method(args.at(0), args.at(1)) }
}

/// The name of a slot. `TypeError` when the object is not an instance of the slot's class.
pub(crate) fn slot_of(rt: &mut Runtime, slot: Value, class: Value, obj: Value) -> Result<crate::base::names::NameId, Abrupt> {
    let Object::SlotDescriptor { name, .. } = rt.heap.as_object(slot) else { return Err(Abrupt::Bug("no slot")) };
    let name = *name;
    let of = rt.type_of(obj);
    if obj.tag == Tag::Inst && rt.is_subclass(of, class) {
        return Ok(name);
    }
    let (text, owner, got) = (rt.name_text(name).to_string(), rt.class_name(class).to_string(), rt.type_name(obj));
    Err(rt.type_error(&format!("descriptor '{text}' for '{owner}' objects doesn't apply to a '{got}' object")))
}

natives! { pub(crate) MEMBER_NATIVES:
    get "__name__" "(self)" => slot_name;
    get "__qualname__" "(self)" => slot_qualname;
    get "__objclass__" "(self)" => slot_class;
    get "__doc__" "(self)" => |_, _| Ok(Value::NONE);
    method "__get__" "(self, instance, owner=None, /)" => get;
    method "__set__" "(self, instance, value, /)" => set_slot;
    method "__delete__" "(self, instance, /)" => set_slot;
}

/// The native of a member of a builtin type. None for slots of classes.
fn member_native(value: Value) -> Option<&'static crate::runtime::native::Native> {
    if value.tag == Tag::Native { registry().native(value) } else { None }
}

fn slot_parts(rt: &Runtime, value: Value) -> (Value, NameId) {
    if value.tag != Tag::Object {
        return (Value::NONE, NameId::default());
    }
    match rt.heap.as_object(value) {
        Object::SlotDescriptor { class, name } => (*class, *name),
        _ => (Value::NONE, NameId::default()),
    }
}

fn slot_name(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if member_native(args.at(0)).is_some() {
        return native_name(rt, args);
    }
    let (_, name) = slot_parts(rt, args.at(0));
    rt.name_value(name)
}

fn slot_qualname(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if member_native(args.at(0)).is_some() {
        return native_qualname(rt, args);
    }
    let (class, name) = slot_parts(rt, args.at(0));
    let text = format!("{}.{}", crate::runtime::modules::qualname_text(rt, class), rt.name_text(name));
    rt.heap.string(text)
}

fn slot_class(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if member_native(args.at(0)).is_some() {
        return native_owner(rt, args);
    }
    Ok(slot_parts(rt, args.at(0)).0)
}

fn set_slot(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if let Some(native) = member_native(args.at(0)) {
        rt.check_self(native.owner_type, native, args.at(1))?;
        return Err(rt.attribute_error("readonly attribute"));
    }
    let (class, _) = slot_parts(rt, args.at(0));
    let name = slot_of(rt, args.at(0), class, args.at(1))?;
    let value = args.at(2).defined().unwrap_or(Value::UNDEF);
    if value.is_undef() && rt.own_slot(args.at(1), name).is_none() {
        let text = rt.name_text(name).to_string();
        return Err(rt.attribute_error(&text));
    }
    rt.store_slot(args.at(1), name, value)?;
    Ok(Value::NONE)
}

fn itself_again(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    check_get_arguments(rt, &args)?;
    itself(rt, args)
}

/// Fails for a `__get__` with neither an object nor a class.
pub(crate) fn check_get_arguments(rt: &mut Runtime, args: &Args<'_>) -> Result<(), Abrupt> {
    if args.at(1).is_none() && args.at(2).some().is_none() {
        return Err(rt.type_error("__get__(None, None) is invalid"));
    }
    Ok(())
}

fn itself(_rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(args.at(0))
}

fn method_self(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match args.at(0).tag {
        Tag::Method => Ok(rt.heap.methods.get(args.at(0).index()).this),
        _ => Ok(Value::NONE),
    }
}

fn method_func(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(rt.heap.methods.get(args.at(0).index()).func)
}

/// The native of a builtin function or of a bound builtin method.
fn native_of(rt: &Runtime, value: Value) -> Option<&'static crate::runtime::native::Native> {
    let value = if value.tag == Tag::Method { rt.heap.methods.get(value.index()).func } else { value };
    if value.tag == Tag::Native { registry().native(value) } else { None }
}

fn native_name(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = native_of(rt, args.at(0)).map_or("", |native| native.def.name);
    rt.intern_value(name)
}

fn native_qualname(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let text = match native_of(rt, args.at(0)) {
        // A bound method is qualified by the type of its object.
        Some(native) if native.owner_type.is_some() && args.at(0).tag == Tag::Method => {
            let this = rt.heap.methods.get(args.at(0).index()).this;
            let owner = if rt.is_type(this) { this } else { rt.type_of(this) };
            format!("{}.{}", crate::runtime::modules::qualname_text(rt, owner), native.def.name)
        }
        Some(native) if native.owner_type.is_some() => format!("{}.{}", native.owner, native.def.name),
        Some(native) => native.def.name.to_string(),
        None => String::new(),
    };
    rt.heap.string(text)
}

fn native_doc(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    doc_of_native(rt, args.at(0))
}

/// The docstring of a native function.
pub(crate) fn doc_of_native(rt: &mut Runtime, function: Value) -> Result<Value, Abrupt> {
    match native_of(rt, function).map(|native| native.def.doc.trim()) {
        Some(doc) if !doc.is_empty() => rt.heap.str(doc),
        _ => Ok(Value::NONE),
    }
}

fn native_module(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match native_of(rt, args.at(0)) {
        Some(native) if native.owner.is_empty() => rt.intern_value("builtins"),
        Some(native) if native.owner_type.is_none() => rt.intern_value(native.owner),
        _ => Ok(Value::NONE),
    }
}

fn native_owner(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match native_of(rt, args.at(0)).and_then(|native| native.owner_type) {
        Some(owner) => Ok(owner.value()),
        None => Err(rt.no_attribute(args.at(0), names::dunder_objclass)),
    }
}

/// True for functions without a text signature in CPython.
fn has_no_signature(owner: &str, name: &str) -> bool {
    match owner {
        "" => matches!(name, "dir" | "getattr" | "iter" | "max" | "min" | "next" | "vars"),
        "dict" => name == "update",
        "_functools" | "functools" => name == "reduce",
        "Match" | "re.Match" => name == "group",
        "math" => matches!(name, "hypot" | "log"),
        _ => false,
    }
}

fn native_signature(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match native_of(rt, args.at(0)) {
        Some(native) if !has_no_signature(native.owner, native.def.name) => rt.heap.str(native.def.signature.trim_end_matches('!')),
        _ => Ok(Value::NONE),
    }
}

/// Types whose constructors have no text signature in CPython.
const TYPES_WITHOUT_SIGNATURE: [&str; 16] = [
    "OrderedDict",
    "RLock",
    "bytearray",
    "bytes",
    "defaultdict",
    "deque",
    "dict",
    "int",
    "islice",
    "range",
    "repeat",
    "slice",
    "str",
    "super",
    "type",
    "ReferenceType",
];

/// `type.__text_signature__`: the parameters of a builtin type's constructor. None for classes and for unknown signatures.
pub(crate) fn signature_of_type(rt: &mut Runtime, class: Value) -> Result<Value, Abrupt> {
    let ty = crate::runtime::type_table::TypeId::of(class);
    if class.tag != Tag::Type || TYPES_WITHOUT_SIGNATURE.contains(&crate::runtime::type_table::registry().info(ty).name) {
        return Ok(Value::NONE);
    }
    let new = crate::runtime::type_table::registry().own_member(ty, names::dunder_new);
    let Some(native) = new.and_then(|new| native_of(rt, new)) else { return Ok(Value::NONE) };
    let text = native.def.signature.trim_end_matches('!');
    // The class itself is not part of the signature.
    let rest = match text.strip_prefix("(cls") {
        Some(rest) => rest.trim_start_matches([',', ' ', '/']),
        None => return Ok(Value::NONE),
    };
    rt.heap.string(format!("({rest}"))
}

fn cell_contents(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match rt.heap.cells.get(args.at(0).index()).0.defined() {
        Some(value) => Ok(value),
        None => Err(rt.value_error("Cell is empty")),
    }
}

/// `func.name = value`, or `del func.name` when the value is undefined.
pub(crate) fn store_attr(rt: &mut Runtime, func: Value, name: NameId, value: Value) -> Result<(), Abrupt> {
    let wrong = match name {
        names::dunder_name | names::dunder_qualname if !rt.unwrap_payload(value).is_str() => Some("string"),
        names::dunder_type_params if rt.unwrap_payload(value).tag != Tag::Tuple => Some("tuple"),
        names::dunder_defaults if !value.is_undef() && !value.is_none() && rt.unwrap_payload(value).tag != Tag::Tuple => Some("tuple"),
        names::dunder_kwdefaults | names::dunder_annotations
            if !value.is_undef() && !value.is_none() && rt.unwrap_payload(value).tag != Tag::Dict =>
        {
            Some("dict")
        }
        _ => None,
    };
    if let Some(wanted) = wrong {
        let text = rt.name_text(name).to_string();
        let object = if name == names::dunder_type_params { "" } else { " object" };
        return Err(rt.type_error(&format!("{text} must be set to a {wanted}{object}")));
    }
    match name {
        names::dunder_defaults => rt.heap.funcs.get_mut(func.index()).defaults = if value.is_none() { Value::UNDEF } else { value },
        names::dunder_kwdefaults => rt.heap.funcs.get_mut(func.index()).kwdefaults = if value.is_none() { Value::UNDEF } else { value },
        names::dunder_name => rt.func_extra(func)?.name = value,
        names::dunder_qualname => rt.func_extra(func)?.qualname = value,
        names::dunder_doc => rt.func_extra(func)?.doc = value.or(Value::NONE),
        names::dunder_module => rt.func_extra(func)?.module = value,
        names::dunder_annotations => rt.func_extra(func)?.annotations = value,
        names::dunder_type_params => rt.func_extra(func)?.type_params = value,
        names::dunder_dict => {
            let plain = rt.unwrap_payload(value);
            if plain.tag != Tag::Dict {
                let shown = rt.type_name(value);
                return Err(rt.type_error(&format!("__dict__ must be set to a dictionary, not a '{shown}'")));
            }
            rt.func_extra(func)?.dict = plain;
        }
        names::dunder_code => super::function_from_code::set_code(rt, func, value)?,
        names::dunder_closure | names::dunder_globals => return Err(rt.attribute_error("readonly attribute")),
        _ => {
            let existing = extra(rt, func, |extra| extra.dict);
            let dict = match existing {
                Some(dict) => dict,
                None => {
                    let dict = rt.heap.dict(DictObj::default())?;
                    rt.func_extra(func)?.dict = dict;
                    dict
                }
            };
            let key = rt.name_value(name)?;
            if value.is_undef() {
                return match rt.attr_remove(dict, key)? {
                    Some(_) => Ok(()),
                    None => Err(rt.no_attribute(func, name)),
                };
            }
            rt.attr_set(dict, key, value)?;
        }
    }
    Ok(())
}

/// The qualified name of a function.
pub(crate) fn qualname(rt: &Runtime, func: Value) -> String {
    if let Some(name) = extra(rt, func, |extra| extra.qualname)
        && name.is_str()
    {
        return rt.copied_text(name);
    }
    let code = rt.heap.funcs.get(func.index()).code;
    rt.code_qualname(code).to_owned()
}

/// The pieces of the `repr` of a bound method.
pub(crate) fn method_repr(rt: &mut Runtime, value: Value) -> Result<Vec<Piece>, Abrupt> {
    let method = *rt.heap.methods.get(value.index());
    let function = native_of(rt, value).filter(|native| method.func.tag == Tag::Native && native.def.kind == NativeKind::Func);
    if method.func.tag == Tag::Native && function.is_none() {
        let name = native_of(rt, value).map_or("", |native| native.def.name);
        let id = rt.id(method.this)?;
        let owner = rt.type_name(method.this);
        if rt.builtin_type(value) == reg::METHOD_WRAPPER {
            return Ok(vec![format!("<method-wrapper '{name}' of {owner} object at {id:#x}>").into()]);
        }
        return Ok(vec![format!("<built-in method {name} of {owner} object at {id:#x}>").into()]);
    }
    if let Some((name, _, is_slot)) = compiled_method(rt, method.func) {
        let id = rt.id(method.this)?;
        let (owner, kind) = (rt.type_name(method.this), if is_slot { "method-wrapper" } else { "built-in method" });
        let shown = if is_slot { format!("'{name}'") } else { name };
        return Ok(vec![format!("<{kind} {shown} of {owner} object at {id:#x}>").into()]);
    }
    let name = match method.func.tag {
        Tag::Func => qualname(rt, method.func),
        Tag::Native => function.map_or("", |native| native.def.name).to_string(),
        // Any other callable must be asked for its `__name__`: the fallback does that.
        _ => return Err(Abrupt::NeedsUserCode),
    };
    if rt.user_method(method.this, names::dunder_repr).is_some() {
        return Err(Abrupt::NeedsUserCode);
    }
    Ok(vec![format!("<bound method {name} of ").into(), Piece::Value(method.this), ">".into()])
}

/// `repr` of natives.
pub(crate) fn repr(rt: &mut Runtime, value: Value) -> Result<String, Abrupt> {
    let Some(native) = registry().native(value) else { return Ok("<built-in function>".into()) };
    let (name, owner) = (native.def.name, native.owner);
    Ok(match native.def.kind {
        NativeKind::Method if native.is_slot() => format!("<slot wrapper '{name}' of '{owner}' objects>"),
        NativeKind::Method | NativeKind::Class => format!("<method '{name}' of '{owner}' objects>"),
        NativeKind::Get if rt.builtin_type(value) == reg::MEMBER_DESCRIPTOR => format!("<member '{name}' of '{owner}' objects>"),
        NativeKind::Get | NativeKind::Value => format!("<attribute '{name}' of '{owner}' objects>"),
        NativeKind::New | NativeKind::Static if native.owner_type.is_some() => {
            let id = rt.id(value)?;
            format!("<built-in method {name} of type object at {id:#x}>")
        }
        _ => format!("<built-in function {name}>"),
    })
}

/// For a library function that is a method of a class that CPython has in C: its name, its class, and whether it fills a slot.
pub(crate) fn compiled_method(rt: &mut Runtime, function: Value) -> Option<(String, String, bool)> {
    if function.tag != Tag::Func {
        return None;
    }
    let code = rt.heap.funcs.get(function.index()).code;
    let space = rt.modules.code_info.get(code as usize).filter(|facts| !facts.shown)?.namespace;
    let module = rt.modules.namespaces.get(space as usize).map(|space| space.module).filter(|module| module.tag == Tag::Module)?;
    let home = rt.heap.modules.get(module.index()).name;
    let qualname = qualname(rt, function);
    let (class, name) = qualname.split_once('.').filter(|(_, name)| !name.contains('.'))?;
    rt.modules.library.compiled_in(rt.heap.text(home), &qualname)?;
    let id = rt.intern(class).ok()?;
    let owner = rt.get_global(space, id).filter(|owner| owner.tag == Tag::Class)?;
    let owner = rt.full_class_name(owner);
    let is_slot = name.starts_with("__") && name.ends_with("__") && crate::runtime::argument_errors::is_slot_name(class, name);
    Some((name.to_string(), owner, is_slot))
}

/// True for a library function that CPython has in C.
pub(crate) fn is_compiled(rt: &Runtime, function: Value) -> bool {
    let code = rt.heap.funcs.get(function.index()).code;
    let Some(facts) = rt.modules.code_info.get(code as usize).filter(|facts| !facts.shown) else { return false };
    let Some(module) =
        rt.modules.namespaces.get(facts.namespace as usize).map(|space| space.module).filter(|module| module.tag == Tag::Module)
    else {
        return false;
    };
    let name = rt.heap.modules.get(module.index()).name;
    let qualname = rt.code_qualname(code);
    !qualname.contains('.') && rt.modules.library.compiled_in(rt.heap.text(name), qualname).is_some()
}
