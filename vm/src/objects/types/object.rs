//! `object`: the attributes of every object.

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::names::NameId;
use crate::base::value::{Tag, Value};
use crate::heap::{DICT_SHAPE, class_flags};
use crate::natives;
use crate::objects::protocols::named_attributes::{as_program, attribute_name, named};
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::type_table as reg;
use crate::runtime::type_table::{TypeId, registry};

natives! { pub(crate) NATIVES:
    new "__new__" "(cls, *args, **kwargs)" => new;
    method "__init__" "(self, /, *args, **kwargs)" => init;
    method "__repr__" "(self, /)" => repr;
    method "__str__" "(self, /)" => str;
    method "__format__" "(self, format_spec, /)" => format;
    method "__hash__" "(self, /)" => hash;
    method "__eq__" "(self, value, /)" => eq;
    method "__ne__" "(self, value, /)" => ne;
    method "__lt__" "(self, value, /)" => unordered;
    method "__le__" "(self, value, /)" => unordered;
    method "__gt__" "(self, value, /)" => unordered;
    method "__ge__" "(self, value, /)" => unordered;
    method "__getattribute__" "(self, name, /)" => getattribute;
    method "__setattr__" "(self, name, value, /)" => setattr;
    method "__delattr__" "(self, name, /)" => delattr;
    method "__dir__" "(self, /)" => dir;
    method "__reduce__" "(self, /)" => always_fallback;
    method "__reduce_ex__" "(self, protocol, /)" => reduce_ex;
    method "__getstate__" "(self, /)" => always_fallback;
    method "__sizeof__" "(self, /)" => sizeof;
    class "__init_subclass__" "(cls)" => init_subclass;
    class "__subclasshook__" "(cls, subclass, /)" => subclasshook;
}

/// The protocol must be a number. The rest is written in Python.
fn reduce_ex(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.index(args.at(1))?;
    Err(Abrupt::NeedsUserCode)
}

/// For methods that are written in Python completely.
fn always_fallback(_rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    Err(Abrupt::NeedsUserCode)
}

/// The name of a class in error messages. A class that CPython has in C, and that is written in Python here, is shown with its module.
pub(crate) fn compiled_name(rt: &Runtime, class: Value) -> String {
    let name = rt.class_name(class);
    match rt.compiled_home(class) {
        Some(module) => format!("{module}.{name}"),
        None => name.to_string(),
    }
}

fn new(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let class = args.at(0);
    if !rt.is_type(class) {
        let name = rt.type_name(class);
        return Err(rt.type_error(&format!("object.__new__(X): X is not a type object ({name})")));
    }
    let excess = !args.rest.is_empty() || args.at(1).defined().is_some();
    if excess {
        let user_new = rt.user_lookup(class, names::dunder_new).is_some();
        let user_init = rt.class_lookup(class, names::dunder_init).is_some_and(|init| init.tag != Tag::Native);
        let name = compiled_name(rt, class);
        if user_new {
            return Err(rt.type_error("object.__new__() takes exactly one argument (the type to instantiate)"));
        }
        if !user_init {
            return Err(rt.type_error(&format!("{name}() takes no arguments")));
        }
    }
    crate::objects::types::class_construction::allocate_instance(rt, class)
}

fn init(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let excess = !args.rest.is_empty() || args.at(1).defined().is_some();
    if excess {
        let class = rt.type_of(args.at(0));
        let user_init = rt.user_lookup(class, names::dunder_init).is_some();
        let user_new = rt.user_lookup(class, names::dunder_new).is_some();
        // An `__init__` of a builtin base would have taken the arguments, too.
        let own_init = registry().member(crate::runtime::type_table::OBJECT, names::dunder_init);
        let other_init = args.at(0).tag == Tag::Inst && rt.class_lookup(class, names::dunder_init) != own_init;
        if user_init || other_init {
            return Err(rt.type_error("object.__init__() takes exactly one argument (the instance to initialize)"));
        }
        // A builtin type that creates its instances from the arguments has taken them.
        let plain = match args.at(0).tag {
            Tag::Inst => rt.payload_of(args.at(0)).is_none(),
            _ => class == crate::runtime::type_table::OBJECT.value(),
        };
        if !user_new && plain {
            let name = compiled_name(rt, class);
            return Err(rt.type_error(&format!("{name}.__init__() takes exactly one argument (the instance to initialize)")));
        }
    }
    Ok(Value::NONE)
}

fn repr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let value = args.at(0);
    // Types with their own `__repr__` get the default one here. All other types have only this one.
    let own = registry().member(rt.builtin_type(value), names::dunder_repr);
    let has_own = own != registry().member(crate::runtime::type_table::OBJECT, names::dunder_repr);
    if value.tag == Tag::Inst || has_own {
        let text = rt.default_repr(value)?;
        return rt.heap.string(text);
    }
    let text = rt.repr_text(value)?;
    rt.heap.held_string(text)
}

fn str(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let value = args.at(0);
    if let Some(method) = rt.user_method(value, names::dunder_repr) {
        return Err(rt.tail_method(method, value, &[]));
    }
    let text = rt.repr_text(value)?;
    rt.heap.held_string(text)
}

fn format(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let spec = rt.unwrap_payload(args.at(1));
    if !spec.is_str() {
        let name = rt.argument_name(args.at(1));
        return Err(rt.type_error(&format!("__format__() argument must be str, not {name}")));
    }
    if !rt.heap.text(spec).is_empty() {
        let name = rt.type_name(args.at(0));
        return Err(rt.type_error(&format!("unsupported format string passed to {name}.__format__")));
    }
    Err(rt.tail_call(crate::runtime::type_table::STR.value(), &[args.at(0)]))
}

fn hash(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(rt.hash_identity(args.at(0))? as i64))
}

fn eq(_rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(if args.at(0) == args.at(1) { Value::TRUE } else { Value::NOT_IMPLEMENTED })
}

fn ne(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let own = registry().member(rt.builtin_type(args.at(0)), names::dunder_eq);
    if rt.user_method(args.at(0), names::dunder_eq).is_none()
        && own != registry().member(reg::OBJECT, names::dunder_eq)
        && let Some(own) = own
    {
        let same = rt.call_native(own, &[args.at(0), args.at(1)])?;
        return Ok(if matches!(same.tag, Tag::Bool) { Value::bool(same != Value::TRUE) } else { same });
    }
    if rt.user_method(args.at(0), names::dunder_eq).is_some() {
        return Err(rt.tail_fallback("object_ne", &[args.at(0), args.at(1)]));
    }
    Ok(if args.at(0) == args.at(1) { Value::FALSE } else { Value::NOT_IMPLEMENTED })
}

fn unordered(_rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::NOT_IMPLEMENTED)
}

/// `object.__getattribute__` for fallbacks. The policy has checked the name where the program named it.
pub(crate) fn default_attr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (obj, name) = (args.at(0), named(rt, args.at(0), args.at(1), stockade_policy::Access::Read, false)?);
    match obj.tag {
        Tag::Inst => {
            let class = rt.type_of(obj);
            rt.load_inst_plain(obj, class, 0, name)
        }
        Tag::Class => rt.load_class_plain(obj, name),
        Tag::Exc => {
            let class = rt.type_of(obj);
            rt.load_exc_plain(obj, class, 0, name)
        }
        _ => rt.load_attr(obj, name),
    }
}

fn getattribute(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = attribute_name(rt, args.at(0), args.at(1), stockade_policy::Access::Read)?;
    let obj = args.at(0);
    match obj.tag {
        Tag::Inst => {
            let class = rt.type_of(obj);
            // This is the default lookup only. The caller calls `__getattr__`.
            rt.load_inst_plain(obj, class, 0, name)
        }
        Tag::Module => {
            rt.check_module_attribute(obj, name)?;
            rt.load_attr(obj, name)
        }
        Tag::Exc => {
            let class = rt.type_of(obj);
            rt.load_exc_plain(obj, class, 0, name)
        }
        _ => as_program(rt, |rt| rt.load_attr(obj, name)),
    }
}

fn setattr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = attribute_name(rt, args.at(0), args.at(1), stockade_policy::Access::Write)?;
    match args.at(0).tag {
        Tag::Inst => rt.store_inst_plain(args.at(0), name, args.at(2))?,
        Tag::Exc => rt.store_exc_plain(args.at(0), name, args.at(2))?,
        Tag::Class | Tag::Type => return Err(not_for_classes_error(rt, args.at(0), "__setattr__")),
        Tag::Module => as_program(rt, |rt| rt.store_module_attr(args.at(0), name, args.at(2)))?,
        _ => as_program(rt, |rt| rt.store_attr(args.at(0), name, args.at(2)))?,
    }
    Ok(Value::NONE)
}

/// The error for using a method of `object` on the attributes of a class. `type` has its own methods.
fn not_for_classes_error(rt: &mut Runtime, class: Value, method: &str) -> Abrupt {
    let shown = rt.type_name(class);
    rt.type_error(&format!("can't apply this {method} to {shown} object"))
}

fn delattr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = attribute_name(rt, args.at(0), args.at(1), stockade_policy::Access::Delete)?;
    match args.at(0).tag {
        Tag::Class | Tag::Type => return Err(not_for_classes_error(rt, args.at(0), "__delattr__")),
        Tag::Inst => rt.store_inst_plain(args.at(0), name, Value::UNDEF)?,
        Tag::Exc => rt.store_exc_plain(args.at(0), name, Value::UNDEF)?,
        Tag::Module => as_program(rt, |rt| rt.store_module_attr(args.at(0), name, Value::UNDEF))?,
        _ => as_program(rt, |rt| rt.store_attr(args.at(0), name, Value::UNDEF))?,
    }
    Ok(Value::NONE)
}

fn dir(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let list = names_of(rt, args.at(0))?;
    rt.charge(list.len() as u64 / 4)?;
    let mut items = Vec::with_capacity(list.len());
    for name in list {
        items.push(rt.name_value(name)?);
    }
    rt.heap.list(items)
}

fn sizeof(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let value = args.at(0);
    let before = crate::objects::types::object_sizes::before(rt, value);
    Ok(Value::int(crate::objects::types::object_sizes::size_of(rt, value)? - before))
}

fn init_subclass(_rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::NONE)
}

fn subclasshook(_rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::NOT_IMPLEMENTED)
}

/// The names in the namespace of a module, after `names`.
fn names_of_module(rt: &mut Runtime, value: Value, mut names: Vec<NameId>) -> Result<Vec<NameId>, Abrupt> {
    let space = rt.heap.modules.get(value.index()).namespace;
    let count = rt.modules.namespaces.get(space as usize).map_or(0, |space| space.order.len());
    rt.charge(count as u64)?;
    let slots = rt.modules.namespaces.get(space as usize).map(|space| space.order.clone()).unwrap_or_default();
    for slot in slots {
        if !rt.global(slot).is_undef() {
            names.extend(rt.modules.global_names.get(slot as usize).copied());
        }
    }
    if crate::objects::types::module::is_main(rt, space) {
        names.extend(crate::objects::types::module::main_names(rt, space)?.into_iter().map(|(name, _)| name));
        names.sort_unstable();
        names.dedup();
    }
    // Names that a library module creates on first access.
    if rt.modules.namespaces.get(space as usize).is_some_and(|space| space.trusted) {
        let all = rt.intern("__all__")?;
        let all = rt.get_global(space, all);
        for name in all.map(|all| rt.sequence_items(all).to_vec()).unwrap_or_default() {
            if name.is_str() {
                names.push(rt.name_of(name)?);
            }
        }
        names.sort_unstable();
        names.dedup();
    }
    Ok(names)
}

/// The names of all attributes of an object, for `dir`.
pub(crate) fn names_of(rt: &mut Runtime, value: Value) -> Result<Vec<NameId>, Abrupt> {
    let (origin, mut names) = crate::objects::types::generic_alias::listed(rt, value)?.unwrap_or_default();
    let class = match value.tag {
        Tag::Class | Tag::Type => value,
        Tag::Object if rt.is_type(origin) => origin,
        _ => rt.type_of(value),
    };
    match value.tag {
        Tag::Module => return names_of_module(rt, value, names),
        Tag::Inst => {
            let shape = rt.heap.insts.get(value.index()).shape;
            if shape == DICT_SHAPE {
                let dict = rt.inst_dict(value)?;
                let keys: Vec<Value> =
                    rt.heap.dicts.get(dict.index()).iter(&rt.heap.fuel).map(|(key, _)| key).filter(|key| key.is_str()).collect();
                for key in keys {
                    names.push(rt.name_of(key)?);
                }
            } else {
                names.extend(rt.shapes.names(shape).iter().map(|entry| entry.0));
            }
        }
        Tag::Func | Tag::Exc | Tag::Method => {
            let dict = match value.tag {
                // A method has the attributes of its function.
                Tag::Method => match rt.heap.methods.get(value.index()).func {
                    func if func.tag == Tag::Func => {
                        rt.heap.funcs.get(func.index()).extra.as_ref().map_or(Value::UNDEF, |extra| extra.dict)
                    }
                    _ => Value::UNDEF,
                },
                Tag::Func => rt.heap.funcs.get(value.index()).extra.as_ref().map_or(Value::UNDEF, |extra| extra.dict),
                _ => rt.heap.excs.get(value.index()).dict,
            };
            if dict.tag == Tag::Dict {
                let keys: Vec<Value> =
                    rt.heap.dicts.get(dict.index()).iter(&rt.heap.fuel).map(|(key, _)| key).filter(|key| key.is_str()).collect();
                for key in keys {
                    names.push(rt.name_of(key)?);
                }
            }
        }
        _ => {}
    }
    if class == reg::TRACEBACK.value() && value != class {
        // As in CPython, only these names are listed.
        return Ok(registry()
            .members(reg::TRACEBACK)
            .iter()
            .map(|entry| entry.0)
            .filter(|name| rt.name_text(*name).starts_with("tb_"))
            .collect());
    }
    if value.tag == Tag::Inst && rt.layout_of_class(class) == reg::MODULE {
        // A module lists its own names, not those of its class.
        if rt.class_lookup(class, names::dunder_dict).is_some_and(|attr| attr.tag != Tag::Native) {
            return Err(rt.type_error("<module>.__dict__ is not a dictionary"));
        }
        names.sort_unstable();
        names.dedup();
        return Ok(names);
    }
    for base in crate::objects::types::mro::mro_of(rt, class) {
        match base.tag {
            Tag::Class => {
                let from = names.len();
                let object = rt.heap.classes.get(base.index());
                // The sort at the end is part of the price of a name.
                rt.charge((object.attrs.len() + object.bases.len()) as u64 / 4)?;
                names.extend(rt.heap.classes.get(base.index()).attrs.iter().map(|entry| entry.0));
                names.extend(crate::objects::types::class::own_descriptors(rt, base));
                if !rt.policy.trusted && rt.compiled_home(base).is_some() {
                    let own = names.split_off(from);
                    names.extend(own.into_iter().filter(|name| !is_implementation_name(rt.name_text(*name))));
                }
            }
            _ => {
                names.extend(registry().members(TypeId::of(base)).iter().map(|entry| entry.0));
                for name in computed_attributes(TypeId::of(base)) {
                    names.push(rt.intern(name)?);
                }
            }
        }
    }
    names.extend([names::dunder_class, names::dunder_doc]);
    if value.tag == Tag::Inst && rt.compiled_home(class).is_none() && rt.heap.classes.get(class.index()).flags & class_flags::META == 0 {
        names.push(names::dunder_module);
    }
    rt.charge(names.len() as u64)?;
    names.sort_unstable();
    names.dedup();
    Ok(names)
}

/// True for names that a class has because it is written in Python here. CPython's class in C does not have them.
fn is_implementation_name(name: &str) -> bool {
    matches!(name, "__slots__" | "__module__" | "__weakref__") || (name.starts_with('_') && !name.starts_with("__"))
}

/// Attributes of a type that are computed without a native, for `dir`.
fn computed_attributes(ty: TypeId) -> &'static [&'static str] {
    use crate::runtime::exceptions as exc;
    match ty {
        reg::TYPE => &[
            "__abstractmethods__",
            "__annotations__",
            "__base__",
            "__bases__",
            "__basicsize__",
            "__dict__",
            "__dictoffset__",
            "__flags__",
            "__itemsize__",
            "__module__",
            "__mro__",
            "__name__",
            "__qualname__",
            "__text_signature__",
            "__type_params__",
            "__weakrefoffset__",
        ],
        reg::SUPER => &["__self__", "__self_class__", "__thisclass__"],
        exc::BASE_EXCEPTION => &["__cause__", "__context__", "__dict__", "__suppress_context__", "__traceback__", "args"],
        exc::BASE_EXCEPTION_GROUP => &["exceptions", "message"],
        exc::EXCEPTION_GROUP => &["__module__", "__weakref__"],
        _ if matches!(registry().info(ty).module, "itertools" | "collections" | "functools" | "re") => &["__module__"],
        _ => exc::fields_of(ty),
    }
}

impl Runtime {
    /// The payload of an instance, None for anything else.
    pub(crate) fn payload_of(&self, value: Value) -> Option<Value> {
        if value.tag == Tag::Inst { self.payload(value) } else { None }
    }
}
