//! Modules.

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::names::NameId;
use crate::base::value::{Tag, Value};
use crate::heap::{DictObj, Object};
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::native_object::Piece;

natives! { pub(crate) NATIVES:
    new "__new__" "(cls, name, doc=None)" => new;
    method "__init__" "(self, name, doc=None)" => init;
    method "__repr__" "(self, /)" => crate::objects::types::sequence::repr;
}

fn new(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = name_argument(rt, args.at(1))?;
    let text = rt.copied_text(name);
    let module = rt.new_module(&text, false)?;
    let space = rt.heap.modules.get(module.index()).namespace;
    fill(rt, space, args.at(1), args.at(2).or(Value::NONE))?;
    let made = crate::objects::types::class_construction::wrap_new_result(rt, args.at(0), module)?;
    if made.tag == Tag::Inst {
        fill_instance(rt, made, args.at(1), args.at(2).or(Value::NONE))?;
    }
    Ok(made)
}

/// Like [`fill`], for an instance of a user class: the names become attributes of the instance.
pub(crate) fn fill_instance(rt: &mut Runtime, made: Value, name: Value, doc: Value) -> Result<(), Abrupt> {
    rt.store_own(made, names::dunder_name, name)?;
    rt.store_own(made, names::dunder_doc, doc)?;
    for text in ["__package__", "__loader__", "__spec__"] {
        let name = rt.intern(text)?;
        rt.store_own(made, name, Value::NONE)?;
    }
    Ok(())
}

fn name_argument(rt: &mut Runtime, name: Value) -> Result<Value, Abrupt> {
    let plain = rt.unwrap_payload(name);
    if plain.is_str() {
        return Ok(plain);
    }
    let shown = rt.argument_name(name);
    Err(rt.type_error(&format!("module() argument 'name' must be str, not {shown}")))
}

/// Sets the names that every module has, even one that was never loaded.
fn fill(rt: &mut Runtime, space: u32, name: Value, doc: Value) -> Result<(), Abrupt> {
    rt.set_global(space, names::dunder_name, name)?;
    rt.set_global(space, names::dunder_doc, doc)?;
    for text in ["__package__", "__loader__", "__spec__"] {
        let name = rt.intern(text)?;
        rt.set_global(space, name, Value::NONE)?;
    }
    Ok(())
}

fn init(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = name_argument(rt, args.at(1))?;
    if args.at(0).tag == Tag::Inst {
        fill_instance(rt, args.at(0), args.at(1), args.at(2).or(Value::NONE))?;
        return Ok(Value::NONE);
    }
    let space = rt.heap.modules.get(args.at(0).index()).namespace;
    if rt.modules.namespaces.get(space as usize).is_some_and(|space| space.trusted) && !rt.policy.trusted {
        return Err(rt.attribute_error("modules of the sandbox are read-only: cannot set '__name__'"));
    }
    fill(rt, space, name, args.at(2).or(Value::NONE))?;
    Ok(Value::NONE)
}

/// Like [`repr`], for an instance of a user class.
pub(crate) fn repr_of_instance(rt: &mut Runtime, module: Value) -> Result<Vec<Piece>, Abrupt> {
    let [loader, spec, file] = ["__loader__", "__spec__", "__file__"].map(|text| rt.intern(text));
    let (loader, spec, file) = (loader?, spec?, file?);
    if [loader, spec].into_iter().any(|name| rt.own_attr(module, name).is_some_and(|value| !value.is_none())) {
        return Err(Abrupt::NeedsUserCode);
    }
    let name = match rt.own_attr(module, names::dunder_name) {
        Some(name) => Piece::Value(name),
        None => "'?'".into(),
    };
    Ok(match rt.own_attr(module, file) {
        Some(file) => vec!["<module ".into(), name, " from ".into(), Piece::Value(file), ">".into()],
        None => vec!["<module ".into(), name, ">".into()],
    })
}

/// `<module 'name'>`, with its origin if the module has one.
pub(crate) fn repr(rt: &mut Runtime, module: Value) -> Result<Vec<Piece>, Abrupt> {
    let object = rt.heap.modules.get(module.index());
    let (space, own) = (object.namespace, object.name);
    let is_made = rt.modules.namespaces.get(space as usize).is_some_and(|space| !space.trusted);
    let loader = rt.intern("__loader__")?;
    let loader = rt.get_global(space, loader);
    let text = rt.heap.text(own).to_string();
    if !is_made {
        return Ok(vec![format!("<module '{text}' (built-in)>").into()]);
    }
    if loader.is_none() && !is_main(rt, space) {
        return Ok(vec![format!("<module '{text}'>").into()]);
    }
    let spec = rt.intern("__spec__")?;
    let is_loaded = loader.is_some_and(|loader| !loader.is_none()) || rt.get_global(space, spec).is_some_and(|spec| !spec.is_none());
    if is_loaded {
        return Err(Abrupt::NeedsUserCode);
    }
    let name = rt.get_global(space, names::dunder_name).filter(|name| !name.is_none());
    let name = match name {
        Some(name) => Piece::Value(name),
        None => "'?'".into(),
    };
    let file = rt.intern("__file__")?;
    Ok(match rt.get_global(space, file) {
        Some(file) => vec!["<module ".into(), name, " from ".into(), Piece::Value(file), ">".into()],
        None => vec!["<module ".into(), name, ">".into()],
    })
}

/// `module.__dict__`: a read-only copy of the namespace.
pub(crate) fn dict(rt: &mut Runtime, module: Value) -> Result<Value, Abrupt> {
    let space = rt.heap.modules.get(module.index()).namespace;
    let dict = namespace_dict(rt, space)?;
    rt.heap.object(Object::MappingProxy(dict))
}

/// The dict that a namespace and `globals()` share. It is created on first use.
pub(crate) fn namespace_view(rt: &mut Runtime, space: u32) -> Result<Value, Abrupt> {
    if let Some(view) = rt.modules.namespaces.get(space as usize).and_then(|space| space.view.defined()) {
        return Ok(view);
    }
    let view = if is_main(rt, space) { main_dict(rt, space)? } else { namespace_dict(rt, space)? };
    link_namespace_dict(rt, space, view);
    Ok(view)
}

/// The names that the program's own module has from the start, in the order of CPython's `__main__`.
pub(crate) const MAIN_NAMES: [&str; 9] =
    ["__name__", "__doc__", "__package__", "__loader__", "__spec__", "__annotations__", "__builtins__", "__file__", "__cached__"];

/// True for the namespace of the program's own module.
pub(crate) fn is_main(rt: &Runtime, space: u32) -> bool {
    rt.modules.by_name.get("__main__").is_some_and(|main| main.tag == Tag::Module && rt.heap.modules.get(main.index()).namespace == space)
}

/// The initial value of a name of [`MAIN_NAMES`] in the program's own module. None for other modules and names.
pub(crate) fn initial_main_name(rt: &mut Runtime, space: u32, name: NameId) -> Result<Option<Value>, Abrupt> {
    let text = rt.names.text(name);
    let Some(text) = MAIN_NAMES.into_iter().find(|known| *known == text) else { return Ok(None) };
    if !is_main(rt, space) {
        return Ok(None);
    }
    // Without `__file__` there is no `__cached__`.
    let file = rt.intern("__file__")?;
    if text == "__cached__" && rt.get_global(space, file).is_none() {
        return Ok(None);
    }
    rt.main_module_default(text)
}

/// The names of [`MAIN_NAMES`] in the program's own module with their values, including those that no program has set.
pub(crate) fn main_names(rt: &mut Runtime, space: u32) -> Result<Vec<(NameId, Value)>, Abrupt> {
    let mut given = Vec::with_capacity(MAIN_NAMES.len());
    for text in MAIN_NAMES {
        let name = rt.intern(text)?;
        let value = match rt.get_global(space, name) {
            Some(value) => value,
            None if text == "__annotations__" => {
                let made = rt.heap.dict(DictObj::default())?;
                rt.set_global(space, name, made)?;
                made
            }
            None => match initial_main_name(rt, space, name)? {
                Some(value) => value,
                None => continue,
            },
        };
        given.push((name, value));
    }
    Ok(given)
}

/// Like [`namespace_dict`], for the program's own module, whose initial names come first.
fn main_dict(rt: &mut Runtime, space: u32) -> Result<Value, Abrupt> {
    let dict = rt.heap.dict(DictObj::default())?;
    for (name, value) in main_names(rt, space)? {
        let key = rt.name_value(name)?;
        rt.dict_set(dict, key, value)?;
    }
    let rest = namespace_dict(rt, space)?;
    let rest: Vec<(Value, Value)> = rt.heap.dicts.get(rest.index()).iter(&rt.heap.fuel).collect();
    for (key, value) in rest {
        rt.dict_set(dict, key, value)?;
    }
    Ok(dict)
}

/// Connects a namespace with a dict: from now on, a change of one also changes the other.
pub(crate) fn link_namespace_dict(rt: &mut Runtime, number: u32, dict: Value) {
    if dict.tag == Tag::Dict
        && let Some(space) = rt.modules.namespaces.get_mut(number as usize)
    {
        space.view = dict;
        rt.modules.has_views = true;
        rt.heap.dicts.get_mut(dict.index()).space = number.saturating_add(1);
    }
}

/// The defined globals of a namespace as a dict, in order.
pub(crate) fn namespace_dict(rt: &mut Runtime, space: u32) -> Result<Value, Abrupt> {
    let count = rt.modules.namespaces.get(space as usize).map_or(0, |space| space.order.len());
    rt.charge(6 * count as u64)?;
    let slots = rt.modules.namespaces.get(space as usize).map(|space| space.order.clone()).unwrap_or_default();
    let dict = rt.heap.dict(DictObj::default())?;
    for slot in slots {
        let value = rt.global(slot);
        if value.is_undef() {
            continue;
        }
        let Some(name) = rt.modules.global_names.get(slot as usize).copied() else { continue };
        let key = rt.name_value(name)?;
        rt.dict_set(dict, key, value)?;
    }
    Ok(dict)
}
