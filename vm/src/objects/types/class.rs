//! `type` and user classes: their attributes, names and special stores.

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::names::NameId;
use crate::base::value::{Tag, Value};
use crate::heap::{DictObj, Object};
use crate::natives;
use crate::objects::protocols::named_attributes::{as_program, attribute_name};
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::type_table as reg;
use crate::runtime::type_table::{TypeId, registry};

natives! { pub(crate) NATIVES:
    new "__new__" "(cls, name, bases=None, namespace=None, /, **keywords)" costs 0 => new;
    method "__init__" "(self, *args, **keywords)" => init;
    method "__call__" "(self, /, *args, **keywords)" => call;
    method "mro" "(self, /)" => mro;
    method "__subclasses__" "(self, /)" => subclasses;
    method "__instancecheck__" "(self, instance, /)" => instancecheck;
    method "__subclasscheck__" "(self, subclass, /)" => subclasscheck;
    method "__repr__" "(self, /)" => repr_native;
    method "__or__" "(self, other, /)" => or;
    method "__setattr__" "(self, name, value, /)" => setattr;
    method "__delattr__" "(self, name, /)" => delattr;
    method "__getattribute__" "(self, name, /)" => getattribute;
    class "__prepare__" "(cls, *args, **keywords)" => prepare;
    get "__name__" "(self)" => |rt, args| class_attribute(rt, args, names::dunder_name);
    get "__qualname__" "(self)" => |rt, args| class_attribute(rt, args, names::dunder_qualname);
    get "__module__" "(self)" => |rt, args| class_attribute(rt, args, names::dunder_module);
    get "__bases__" "(self)" => |rt, args| class_attribute(rt, args, names::dunder_bases);
    get "__base__" "(self)" => |rt, args| class_attribute(rt, args, names::dunder_base);
    get "__mro__" "(self)" => |rt, args| class_attribute(rt, args, names::dunder_mro);
    get "__dict__" "(self)" => |rt, args| class_attribute(rt, args, names::dunder_dict);
    get "__doc__" "(self)" => |rt, args| class_attribute(rt, args, names::dunder_doc);
    get "__annotations__" "(self)" => |rt, args| class_attribute(rt, args, names::dunder_annotations);
    get "__type_params__" "(self)" => |rt, args| class_attribute(rt, args, names::dunder_type_params);
    get "__abstractmethods__" "(self)" => |rt, args| class_attribute(rt, args, names::dunder_abstractmethods);
}

/// `type.__new__`, called by its name. Library code may call it for the program (`operator.methodcaller`), so it is judged whoever calls.
/// What the library makes for itself comes through `_stockade.make_class`.
fn new(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if args.at(0) == reg::TYPE.value()
        && args.at(3).defined().is_some()
        && let Err(denied) = rt.policy.grants.builtin_arity("type", 3)
    {
        return Err(rt.deny(crate::runtime::exceptions::TYPE_ERROR, &denied));
    }
    new_judged(rt, args)
}

/// The fallback primitive `_type_new`: what a call of `type` runs. The call itself was judged, by what the calling code is.
pub(crate) fn new_judged(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (Some(bases), Some(namespace)) = (args.at(2).defined(), args.at(3).defined()) else {
        if args.at(0) == reg::TYPE.value() && args.at(2).is_undef() {
            if args.at(4).defined().is_some() {
                return Err(rt.type_error("type() takes no keyword arguments"));
            }
            return Ok(rt.type_of(args.at(1)));
        }
        if args.at(0) != reg::TYPE.value() {
            let given = 1 + usize::from(args.at(2).defined().is_some());
            return Err(rt.type_error(&format!("type.__new__() takes exactly 3 arguments ({given} given)")));
        }
        return Err(rt.type_error("type() takes 1 or 3 arguments"));
    };
    let name = rt.unwrap_payload(args.at(1));
    if !name.is_str() {
        let shown = rt.argument_name(args.at(1));
        return Err(rt.type_error(&format!("type.__new__() argument 1 must be str, not {shown}")));
    }
    charge_scan(rt, name)?;
    if rt.heap.text(name).contains('\0') {
        return Err(rt.value_error("type name must not contain null characters"));
    }
    if has_surrogates(rt, name) {
        return Err(rt.tail_fallback("refuse_surrogates", &[name]));
    }
    if bases.tag != Tag::Tuple {
        let shown = rt.argument_name(bases);
        return Err(rt.type_error(&format!("type.__new__() argument 2 must be tuple, not {shown}")));
    }
    let plain = rt.unwrap_payload(namespace);
    if plain.tag != Tag::Dict {
        let shown = rt.argument_name(namespace);
        return Err(rt.type_error(&format!("type.__new__() argument 3 must be dict, not {shown}")));
    }
    let key = rt.name_value(names::dunder_doc)?;
    if let Some(doc) = rt.dict_get(plain, key)? {
        charge_scan(rt, doc)?;
        if has_surrogates(rt, doc) {
            return Err(rt.tail_fallback("refuse_surrogates", &[doc]));
        }
    }
    let keywords = args.at(4).or(Value::NONE);
    // Hooks (`__set_name__`, `__init_subclass__`) are user code: the fallback calls them.
    Err(rt.tail_fallback("type_finish", &[args.at(0), name, bases, plain, keywords]))
}

/// `_stockade.make_class`.
pub(crate) fn make_class(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let keywords = args.at(3).or(Value::NONE);
    Err(rt.tail_fallback("class_of_library", &[args.at(0), args.at(1), args.at(2), keywords]))
}

/// True when the metaclass of a class, or of one of its subclasses, overrides `mro`.
fn overrides_mro(rt: &mut Runtime, class: Value) -> Result<bool, Abrupt> {
    let mut work = vec![class.index()];
    let mut seen = rustc_hash::FxHashSet::default();
    while let Some(at) = work.pop() {
        rt.charge(1)?;
        let metaclass = rt.heap.classes.get(at).metaclass;
        if metaclass.tag == Tag::Class && rt.user_lookup(metaclass, names::mro).is_some() {
            return Ok(true);
        }
        work.extend(rt.heap.classes.get(at).subclasses.iter().copied().filter(|child| seen.insert(*child)));
    }
    Ok(false)
}

/// Charges the search of a whole text, which a program may ask for again and again. Short names are part of the price of a class.
fn charge_scan(rt: &mut Runtime, text: Value) -> Result<(), Abrupt> {
    if !text.is_str() {
        return Ok(());
    }
    let length = rt.heap.text(text).len() as u64;
    rt.charge(if rt.heap.is_ascii(text) { length / 256 } else { length / 8 })
}

/// True when a text contains surrogates, which no encoding accepts. The caller charges for the search.
fn has_surrogates(rt: &Runtime, text: Value) -> bool {
    text.is_str() && !rt.heap.is_ascii(text) && rt.heap.text(text).chars().any(|c| ('\u{ff000}'..='\u{ff7ff}').contains(&c))
}

/// The `__doc__` of a builtin type: the text of its constructor.
pub(crate) fn doc(rt: &mut Runtime, ty: TypeId) -> Result<Value, Abrupt> {
    match registry().own_member(ty, names::dunder_new) {
        Some(new) => crate::objects::types::function::doc_of_native(rt, new),
        None => Ok(Value::NONE),
    }
}

/// An attribute of a class, read through a getter of `type`.
fn class_attribute(rt: &mut Runtime, args: Args<'_>, name: NameId) -> Result<Value, Abrupt> {
    let class = args.at(0);
    if let Some(value) = special_attr(rt, class, name)? {
        return Ok(value);
    }
    let own = match class.tag {
        Tag::Class => rt.heap.classes.get(class.index()).attrs.get(name),
        _ => None,
    };
    own.ok_or_else(|| rt.no_attribute(class, name))
}

fn init(_rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::NONE)
}

fn call(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    // No code of the library makes classes in this way.
    if args.at(0) == reg::TYPE.value()
        && let Err(denied) = rt.policy.grants.builtin_arity("type", u32::try_from(args.rest.len()).unwrap_or(u32::MAX))
    {
        return Err(rt.deny(crate::runtime::exceptions::TYPE_ERROR, &denied));
    }
    let positional = rt.heap.tuple(args.rest)?;
    let keywords = match args.at(1).defined() {
        Some(keywords) => keywords,
        None => rt.heap.dict(DictObj::default())?,
    };
    Err(rt.tail_fallback("type_call", &[args.at(0), positional, keywords]))
}

fn mro(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let order = crate::objects::types::mro::mro_of(rt, args.at(0));
    rt.heap.list(order)
}

/// A class that nothing refers to must not be listed, whether it was freed or not: a restored session does not have it. So a fallback
/// first marks what is reachable. Library code, such as the checks of `abc`, does not show its list, and a marking for each would be slow.
fn subclasses(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if rt.policy.trusted {
        return reachable_subclasses(rt, args);
    }
    Err(rt.tail_fallback("type_subclasses", &[args.at(0)]))
}

/// The fallback primitive `_subclasses(cls)`: the list that `__subclasses__` returns, after `_reap(True)`.
pub(crate) fn reachable_subclasses(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let mut found = Vec::new();
    match args.at(0).tag {
        Tag::Class => {
            rt.charge(rt.heap.classes.get(args.at(0).index()).subclasses.len() as u64 / 8)?;
            let children = rt.heap.classes.get(args.at(0).index()).subclasses.clone();
            found.extend(children.into_iter().map(|child| Value::heap(Tag::Class, child)));
        }
        Tag::Type => found.extend(builtin_subclasses(rt, args.at(0))?),
        _ => {}
    }
    rt.heap.list(found)
}

/// The direct subclasses of a builtin type: builtin types (exceptions sorted by name), then classes of the program. Library classes are
/// left out, because they would show which modules are loaded.
fn builtin_subclasses(rt: &mut Runtime, ty: Value) -> Result<Vec<Value>, Abrupt> {
    let registry = registry();
    rt.charge(registry.types.len() as u64 / 8)?;
    let types = registry.types.iter().enumerate().filter(|(at, info)| info.base.value() == ty && info.module == "builtins" && *at > 0);
    let mut types: Vec<(&str, Value)> = types.filter_map(|(at, info)| Some((info.name, TypeId(u16::try_from(at).ok()?).value()))).collect();
    if rt.is_subclass(ty, crate::runtime::exceptions::BASE_EXCEPTION.value()) {
        types.sort_unstable_by_key(|(name, _)| *name);
    }
    let mut found: Vec<Value> = types.into_iter().map(|(_, ty)| ty).collect();
    let reachable: Vec<u32> = rt.heap.classes.live().filter(|at| !rt.heap.classes.get(*at).is_unreachable).collect();
    rt.charge(reachable.len() as u64)?;
    for at in reachable {
        let class = Value::heap(Tag::Class, at);
        if rt.heap.classes.get(at).bases.contains(&ty) && !crate::objects::types::class_members::is_of_library(rt, class) {
            found.push(class);
        }
    }
    Ok(found)
}

fn instancecheck(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::bool(rt.is_instance(args.at(1), args.at(0))))
}

fn subclasscheck(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if !rt.is_type(args.at(1)) {
        return Err(rt.type_error("issubclass() arg 1 must be a class"));
    }
    Ok(Value::bool(rt.is_subclass(args.at(1), args.at(0))))
}

fn repr_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let text = repr(rt, args.at(0));
    rt.heap.string(text)
}

fn or(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(crate::objects::types::generic_alias::union(rt, args.at(0), args.at(1))?.unwrap_or(Value::NOT_IMPLEMENTED))
}

fn setattr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = stored_name(rt, args, stockade_policy::Access::Write)?;
    let value = args.at(2);
    // With `map(type.__setattr__, ...)` library code stores a function of the program. The policy must check it as a definition.
    let is_programs = value.tag == Tag::Func
        && rt.modules.code_info.get(rt.heap.funcs.get(value.index()).code as usize).is_some_and(|facts| facts.shown)
        && rt.name_text(name) != "__new_member__";
    if rt.policy.trusted && is_programs {
        crate::objects::types::class_members::check_definition(rt, name)?;
    }
    rt.store_class_attr(args.at(0), name, value)?;
    Ok(Value::NONE)
}

fn delattr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = stored_name(rt, args, stockade_policy::Access::Delete)?;
    rt.store_class_attr(args.at(0), name, Value::UNDEF)?;
    Ok(Value::NONE)
}

/// The name of an attribute that is set on a class. The policy checks it for the program. A metaclass of the library may set any name.
fn stored_name(rt: &mut Runtime, args: Args<'_>, access: stockade_policy::Access) -> Result<NameId, Abrupt> {
    let by_policy = !rt.policy.trusted;
    crate::objects::protocols::named_attributes::named(rt, args.at(0), args.at(1), access, by_policy)
}

fn getattribute(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = attribute_name(rt, args.at(0), args.at(1), stockade_policy::Access::Read)?;
    let class = args.at(0);
    as_program(rt, |rt| if class.tag == Tag::Class { rt.load_class_plain(class, name) } else { rt.load_attr(class, name) })
}

fn prepare(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    rt.heap.dict(DictObj::default())
}

/// `class.__dict__`: a view of a new dict.
fn namespace_of(rt: &mut Runtime, class: Value, user_defined: bool) -> Result<Value, Abrupt> {
    let count = if user_defined { rt.heap.classes.get(class.index()).attrs.len() } else { registry().members(TypeId::of(class)).len() };
    rt.charge(6 * count as u64)?;
    let dict = rt.heap.dict(DictObj::default())?;
    if user_defined {
        let mut entries: Vec<(NameId, Value)> = rt.heap.classes.get(class.index()).attrs.iter().collect();
        // CPython adds these descriptors after the names of the class body, before a `__doc__` of None.
        let place = match entries.iter().position(|(name, _)| rt.name_text(*name) == "__static_attributes__") {
            Some(at) => at + 1,
            None => entries.iter().position(|entry| *entry == (names::dunder_doc, Value::NONE)).unwrap_or(entries.len()),
        };
        let place = place.min(entries.len());
        for (at, name) in own_descriptors(rt, class).into_iter().enumerate() {
            let descriptor = rt.heap.object(Object::SlotDescriptor { class, name })?;
            entries.insert(place + at, (name, descriptor));
        }
        for (name, value) in entries {
            let key = rt.name_value(name)?;
            rt.dict_set(dict, key, value)?;
        }
    } else {
        for (name, _) in registry().members(TypeId::of(class)) {
            // Names that the policy does not let programs read are left out here, too.
            if !rt.policy.trusted && rt.policy.grants.attribute(rt.name_text(*name), stockade_policy::Access::Read).is_err() {
                continue;
            }
            let key = rt.name_value(*name)?;
            let member = registry().own_member(TypeId::of(class), *name).unwrap_or(Value::NONE);
            rt.dict_set(dict, key, member)?;
        }
        if reg::is_unhashable(TypeId::of(class)) {
            let key = rt.name_value(names::dunder_hash)?;
            rt.dict_set(dict, key, Value::NONE)?;
        }
    }
    rt.heap.object(Object::MappingProxy(dict))
}

/// Attributes of a class object that are not in its namespace: `__name__`, `__mro__`, `__dict__`, ...
pub(crate) fn special_attr(rt: &mut Runtime, class: Value, name: NameId) -> Result<Option<Value>, Abrupt> {
    let user_defined = class.tag == Tag::Class;
    Ok(Some(match name {
        names::dunder_name => {
            if user_defined {
                rt.heap.classes.get(class.index()).name
            } else {
                let text = registry().info(TypeId::of(class)).name;
                rt.intern_value(text)?
            }
        }
        names::dunder_qualname => {
            if user_defined {
                rt.heap.classes.get(class.index()).qualname
            } else {
                let text = registry().info(TypeId::of(class)).name;
                rt.intern_value(text)?
            }
        }
        names::dunder_module if !user_defined => {
            let module = registry().info(TypeId::of(class)).module;
            let own = matches!(TypeId::of(class), reg::GENERIC_ALIAS | reg::UNION_TYPE);
            let shown = if module == "types" && !own { "builtins" } else { module };
            rt.intern_value(shown)?
        }
        names::dunder_mro => {
            let order = crate::objects::types::mro::mro_of(rt, class);
            rt.heap.tuple_from(order)?
        }
        names::dunder_base => {
            if user_defined {
                let bases = rt.heap.classes.get(class.index()).bases.clone();
                best_base(rt, &bases)?
            } else if TypeId::of(class) == reg::OBJECT {
                Value::NONE
            } else {
                registry().info(TypeId::of(class)).base.value()
            }
        }
        names::dunder_bases => {
            let bases = if user_defined {
                rt.heap.classes.get(class.index()).bases.clone()
            } else if TypeId::of(class) == reg::OBJECT {
                Vec::new()
            } else {
                let mut bases = vec![registry().info(TypeId::of(class)).base.value()];
                if TypeId::of(class) == crate::runtime::exceptions::EXCEPTION_GROUP {
                    bases.push(crate::runtime::exceptions::EXCEPTION.value());
                }
                bases
            };
            rt.heap.tuple_from(bases)?
        }
        names::dunder_class => rt.type_of(class),
        names::dunder_dict => namespace_of(rt, class, user_defined)?,
        names::dunder_doc if !user_defined => return doc(rt, TypeId::of(class)).map(Some),
        names::dunder_annotations if user_defined => match rt.heap.classes.get(class.index()).attrs.get(names::dunder_annotations) {
            Some(found) => found,
            None => {
                let dict = rt.heap.dict(DictObj::default())?;
                rt.heap.charge(crate::heap::ATTR_BYTES)?;
                rt.heap.classes.get_mut(class.index()).attrs.set(names::dunder_annotations, dict);
                dict
            }
        },
        names::dunder_type_params if user_defined => match rt.heap.classes.get(class.index()).attrs.get(name) {
            Some(found) => found,
            None => rt.heap.tuple(&[])?,
        },
        names::dunder_weakref if user_defined && rt.heap.classes.get(class.index()).attrs.get(name).is_none() => {
            let order = crate::objects::types::mro::mro_of(rt, class);
            let has_it = |base: &Value| {
                base.tag == Tag::Class
                    && (own_descriptors(rt, *base).contains(&name) || crate::objects::types::weakref::lists_weakref(rt, base.index()))
            };
            let Some(owner) = order.into_iter().find(has_it) else { return Ok(None) };
            rt.heap.object(Object::SlotDescriptor { class: owner, name })?
        }
        names::dunder_type_params => rt.heap.tuple(&[])?,
        names::dunder_abstractmethods if !user_defined || rt.heap.classes.get(class.index()).attrs.get(name).is_none() => {
            return Err(rt.attribute_error("__abstractmethods__"));
        }
        _ => return Ok(None),
    }))
}

/// Which of the descriptors `__dict__` and `__weakref__` a user class adds, because no base has it.
pub(crate) fn own_descriptors(rt: &Runtime, class: Value) -> Vec<NameId> {
    let has_dict = |class: &Value| class.tag == Tag::Class && rt.heap.classes.get(class.index()).slots.is_none();
    // True for a class that has `__slots__` with `__dict__` and without `__weakref__`.
    let lists_dict = |class: &Value| {
        rt.heap.classes.get(class.index()).attrs.get(names::dunder_slots).is_some()
            && !crate::objects::types::weakref::lists_weakref(rt, class.index())
    };
    let object = rt.heap.classes.get(class.index());
    let mut names = Vec::new();
    if !has_dict(&class) || object.bases.iter().any(|base| has_dict(base) && !lists_dict(base)) {
        return names;
    }
    let layout = TypeId(object.layout);
    let is_exception = registry().is_subtype(layout, crate::runtime::exceptions::BASE_EXCEPTION);
    if !is_exception && layout != reg::TYPE && !object.bases.iter().any(has_dict) {
        names.push(names::dunder_dict);
    }
    let sized = [reg::INT, reg::BOOL, reg::TUPLE, reg::BYTES, reg::TYPE, reg::SET, reg::FROZENSET, reg::DEQUE];
    if !sized.contains(&layout) && !lists_dict(&class) {
        names.push(names::dunder_weakref);
    }
    // Attributes that the class defines take their place.
    names.retain(|name| object.attrs.get(*name).is_none());
    names
}

/// Stores to the special attributes `__name__`, `__qualname__`, `__bases__` and so on. False for all others.
pub(crate) fn store_special(rt: &mut Runtime, class: Value, name: NameId, value: Value) -> Result<bool, Abrupt> {
    match name {
        names::dunder_name | names::dunder_qualname if !value.is_undef() => {
            let value = rt.unwrap_payload(value);
            if !value.is_str() {
                let (shown, text, owner) = (rt.type_name(value), rt.name_text(name).to_string(), rt.class_name(class).to_string());
                return Err(rt.type_error(&format!("can only assign string to {owner}.{text}, not '{shown}'")));
            }
            charge_scan(rt, value)?;
            if name == names::dunder_name && rt.heap.text(value).contains('\0') {
                return Err(rt.value_error("type name must not contain null characters"));
            }
            if name == names::dunder_name && has_surrogates(rt, value) {
                return Err(rt.tail_fallback("refuse_surrogates", &[value]));
            }
            let object = rt.heap.classes.get_mut(class.index());
            if name == names::dunder_name {
                object.name = value;
            } else {
                object.qualname = value;
            }
            Ok(true)
        }
        // The module of a class of the library says whose its attributes are.
        names::dunder_module
            if !value.is_undef() && !rt.policy.trusted && crate::objects::types::class_members::is_library_class(rt, class) =>
        {
            let owner = rt.full_class_name(class);
            Err(rt.type_error(&format!("cannot set '__module__' attribute of immutable type '{owner}'")))
        }
        names::dunder_module if !value.is_undef() => {
            // `__firstlineno__` refers to the module in which the class was defined, so it goes.
            let line = names::dunder_firstlineno;
            if rt.heap.classes.get(class.index()).attrs.get(line).is_some()
                && !crate::objects::types::class_members::is_library_class(rt, class)
            {
                rt.heap.classes.get_mut(class.index()).attrs.remove(line);
                rt.heap.refund(crate::heap::ATTR_BYTES);
            }
            Ok(false)
        }
        names::dunder_name | names::dunder_qualname | names::dunder_module | names::dunder_bases | names::dunder_type_params
            if value.is_undef() =>
        {
            let (text, owner) = (rt.name_text(name).to_string(), rt.full_class_name(class));
            Err(rt.type_error(&format!("cannot delete '{text}' attribute of immutable type '{owner}'")))
        }
        names::dunder_base | names::dunder_mro | names::dunder_dict => {
            let text = rt.name_text(name).to_string();
            Err(rt.attribute_error(&format!("attribute '{text}' of 'type' objects is not writable")))
        }
        names::dunder_bases if value.tag != Tag::Tuple => {
            let (shown, owner) = (rt.type_name(value), rt.class_name(class).to_string());
            Err(rt.type_error(&format!("can only assign tuple to {owner}.__bases__, not {shown}")))
        }
        names::dunder_bases if rt.sequence_items(value).is_empty() => {
            let owner = rt.class_name(class).to_string();
            Err(rt.type_error(&format!("can only assign non-empty tuple to {owner}.__bases__, not ()")))
        }
        names::dunder_class if value.is_undef() => Err(rt.type_error("can't delete __class__ attribute")),
        names::dunder_class if !rt.is_type(value) => {
            let shown = rt.type_name(value);
            Err(rt.type_error(&format!("__class__ must be set to a class, not '{shown}' object")))
        }
        names::dunder_bases => {
            let old = rt.heap.classes.get(class.index()).bases.clone();
            set_bases(rt, class, value)?;
            if overrides_mro(rt, class)? {
                let old = rt.heap.tuple_from(old)?;
                return Err(rt.tail_fallback("rebased", &[class, old]));
            }
            Ok(true)
        }
        names::dunder_class => {
            set_metaclass(rt, class, value)?;
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// `class.__class__ = metaclass`: replaces a metaclass of the program by another one.
fn set_metaclass(rt: &mut Runtime, class: Value, metaclass: Value) -> Result<(), Abrupt> {
    let old = rt.heap.classes.get(class.index()).metaclass;
    if old.tag != Tag::Class || metaclass.tag != Tag::Class || crate::objects::types::class_members::is_library_class(rt, class) {
        return Err(rt.type_error("__class__ assignment only supported for mutable types or ModuleType subclasses"));
    }
    if !rt.policy.trusted
        && let Err(denied) = rt.policy.grants.metaclass()
    {
        return Err(rt.deny(crate::runtime::exceptions::TYPE_ERROR, &denied));
    }
    if rt.layout_of_class(metaclass) != reg::TYPE {
        let (left, right) = (rt.class_name(metaclass).to_string(), rt.class_name(old).to_string());
        return Err(rt.type_error(&format!("__class__ assignment: '{left}' object layout differs from '{right}'")));
    }
    rt.heap.classes.get_mut(class.index()).metaclass = metaclass;
    rt.class_changed(class)
}

/// The base that decides the layout of a class's instances.
fn best_base(rt: &mut Runtime, bases: &[Value]) -> Result<Value, Abrupt> {
    let best = crate::objects::types::class_construction::best_base(rt, bases)?;
    Ok(best.and_then(|at| bases.get(at)).copied().unwrap_or(reg::OBJECT.value()))
}

/// `class.__bases__ = bases`, for bases with the same instance layout. The MROs of all subclasses are computed again. If one of them fails,
/// nothing changes.
fn set_bases(rt: &mut Runtime, class: Value, value: Value) -> Result<(), Abrupt> {
    // The policy also applies when library code calls `type.__setattr__` for a program.
    if let Err(denied) = rt.policy.grants.attribute("__bases__", stockade_policy::Access::Write) {
        return Err(rt.deny(crate::runtime::exceptions::ATTRIBUTE_ERROR, &denied));
    }
    set_bases_of(rt, class, value)
}

/// Sets `__bases__` for library code: `NamedTuple` puts `Generic` behind `tuple`.
pub(crate) fn set_bases_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    if args.at(0).tag == Tag::Class && args.at(1).tag == Tag::Tuple {
        set_bases_of(rt, args.at(0), args.at(1))?;
    }
    Ok(Value::NONE)
}

fn set_bases_of(rt: &mut Runtime, class: Value, value: Value) -> Result<(), Abrupt> {
    let bases = rt.sequence_items(value).to_vec();
    rt.charge(bases.len() as u64)?;
    let owner = rt.class_name(class).to_string();
    if crate::objects::types::class_members::is_library_class(rt, class) {
        let owner = rt.full_class_name(class);
        return Err(rt.type_error(&format!("cannot set '__bases__' attribute of immutable type '{owner}'")));
    }
    for base in &bases {
        if !rt.is_type(*base) {
            let shown = rt.type_name(*base);
            return Err(rt.type_error(&format!("{owner}.__bases__ must be tuple of classes, not '{shown}'")));
        }
        if rt.is_subclass(*base, class) {
            return Err(rt.type_error("a __bases__ item causes an inheritance cycle"));
        }
    }
    crate::objects::types::class_construction::check_bases(rt, &bases)?;
    crate::objects::types::class_construction::check_bases_differ(rt, &bases)?;
    let old = rt.heap.classes.get(class.index()).bases.clone();
    let layout = crate::objects::types::class_construction::layout_of(rt, &bases)?;
    crate::objects::types::class_construction::check_slots_agree(rt, &bases)?;
    let (from, to) = (best_base(rt, &old)?, best_base(rt, &bases)?);
    let listed = |base: Value| match base.tag {
        Tag::Class => rt.heap.classes.get(base.index()).slots.as_ref().map(|slots| {
            let mut slots = slots.to_vec();
            slots.sort_unstable();
            slots
        }),
        _ => Some(Vec::new()),
    };
    let alike = match (from.tag, to.tag) {
        (Tag::Class, Tag::Class) => layout == rt.layout_of_class(class) && listed(from) == listed(to),
        _ => from == to,
    };
    if !alike {
        let (left, right) = (rt.class_name(to).to_string(), rt.class_name(from).to_string());
        // In CPython, types that the garbage collector visits have another deallocator.
        let visited = |base: Value| match base.tag {
            Tag::Class => true,
            _ => !matches!(
                TypeId::of(base),
                reg::OBJECT | reg::INT | reg::BOOL | reg::FLOAT | reg::COMPLEX | reg::STR | reg::BYTES | reg::BYTEARRAY | reg::RANGE
            ),
        };
        let what = if visited(from) == visited(to) { "object layout" } else { "deallocator" };
        return Err(rt.type_error(&format!("__bases__ assignment: '{left}' {what} differs from '{right}'")));
    }
    crate::objects::types::class_construction::rebase(rt, class, old, bases)
}

/// `obj.__class__ = class`, between user classes of the same layout.
pub(crate) fn set_class(rt: &mut Runtime, obj: Value, class: Value) -> Result<(), Abrupt> {
    if class.tag != Tag::Class {
        if rt.is_type(class) {
            return Err(rt.type_error("__class__ assignment only supported for mutable types or ModuleType subclasses"));
        }
        let shown = rt.type_name(class);
        return Err(rt.type_error(&format!("__class__ must be set to a class, not '{shown}' object")));
    }
    let old = rt.type_of(obj);
    if old.tag != Tag::Class {
        return Err(rt.type_error("__class__ assignment only supported for mutable types or ModuleType subclasses"));
    }
    let count = |class: Value| rt.heap.classes.get(class.index()).slots.as_ref().map_or(0, |slots| slots.len()) as u64;
    // The names of the slots are copied and sorted.
    rt.charge((count(old) + count(class)) / 4)?;
    let (from, to) = (rt.heap.classes.get(old.index()), rt.heap.classes.get(class.index()));
    let listed = |slots: &Option<Box<[NameId]>>| {
        slots.as_ref().map(|slots| {
            let mut slots = slots.to_vec();
            slots.sort_unstable();
            slots
        })
    };
    let is_alike = from.layout == to.layout && listed(&from.slots) == listed(&to.slots);
    let is_alike = is_alike
        && crate::objects::types::weakref::has_weakref(rt, old.index()) == crate::objects::types::weakref::has_weakref(rt, class.index());
    if !is_alike || !crate::objects::types::class_construction::has_same_slot_layout(rt, old, class)? {
        let (left, right) = (rt.class_name(class).to_string(), rt.type_name(obj));
        return Err(rt.type_error(&format!("__class__ assignment: '{left}' object layout differs from '{right}'")));
    }
    if obj.tag == Tag::Exc {
        rt.heap.excs.get_mut(obj.index()).class = class;
        return Ok(());
    }
    // The attributes move to a dict, so that the shapes of the old class are not needed any more.
    rt.inst_dict(obj)?;
    rt.heap.insts.get_mut(obj.index()).class = class.index();
    Ok(())
}

/// `<class 'module.Qualname'>`
pub(crate) fn repr(rt: &mut Runtime, class: Value) -> String {
    format!("<class '{}'>", full_name(rt, class))
}

/// `module.Qualname`. Builtins are shown without their module.
pub(crate) fn full_name(rt: &mut Runtime, class: Value) -> String {
    match class.tag {
        Tag::Class => {
            let object = rt.heap.classes.get(class.index());
            let qualname = rt.copied_text(object.qualname);
            match object.attrs.get(names::dunder_module) {
                Some(module) if module.is_str() && rt.heap.text(module) != "builtins" => format!("{}.{qualname}", rt.heap.text(module)),
                _ => qualname,
            }
        }
        _ => {
            let info = registry().info(TypeId::of(class));
            if matches!(info.module, "builtins" | "types") && !matches!(TypeId::of(class), reg::GENERIC_ALIAS | reg::UNION_TYPE) {
                info.name.to_string()
            } else {
                format!("{}.{}", info.module, info.name)
            }
        }
    }
}
