//! Creates classes and instances: inherited flags, layouts, slots, hooks. `mro.rs` orders the bases.

use crate::heap::charged_size;
use rustc_hash::FxHashSet;

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::names::NameId;
use crate::base::value::{Tag, Value};
use crate::heap::shapes::SHAPE_BYTES;
use crate::heap::{ATTR_BYTES, AttrMap, ClassObj, ExcObj, InstObj, Object, class_flags};
use crate::objects::types::class_members::{check_member, check_order, is_library_class};
use crate::objects::types::mro::{linearise, mro_of};
use crate::runtime::core::Runtime;
use crate::runtime::exceptions as exc_types;
use crate::runtime::type_table as reg;
use crate::runtime::type_table::{TypeId, registry};

/// The flags of a class that fast paths test, computed from what user code along the MRO defines.
pub(crate) fn flags_of(rt: &Runtime, class: Value) -> u32 {
    let table = [
        (names::dunder_getattribute, class_flags::GETATTRIBUTE),
        (names::dunder_getattr, class_flags::GETATTR),
        (names::dunder_setattr, class_flags::SETATTR),
        (names::dunder_delattr, class_flags::DELATTR),
        (names::dunder_eq, class_flags::EQ),
        (names::dunder_hash, class_flags::HASH),
        (names::dunder_new, class_flags::NEW),
        (names::dunder_bool, class_flags::TRUTH),
        (names::dunder_len, class_flags::TRUTH),
        (names::dunder_del, class_flags::DEL),
        (names::dunder_init, class_flags::INIT),
    ];
    let mut flags = 0;
    for (name, flag) in table {
        if rt.user_lookup(class, name).is_some() {
            flags |= flag;
        }
    }
    let object = rt.heap.classes.get(class.index());
    let layout = TypeId(object.layout);
    if registry().is_subtype(layout, exc_types::BASE_EXCEPTION) {
        flags |= class_flags::EXCEPTION;
    }
    if layout == reg::TYPE {
        flags |= class_flags::META;
    }
    let abstract_names = object.attrs.get(names::dunder_abstractmethods);
    if abstract_names.is_some_and(|set| rt.native_len(set).is_some_and(|len| len > 0)) {
        flags |= class_flags::ABSTRACT;
    }
    flags
}

/// Names that a class statement itself puts into the namespace. They are data, so the policy for special methods does not apply.
const CLASS_STATEMENT_NAMES: [&str; 7] =
    ["__module__", "__doc__", "__type_params__", "__annotations__", "__orig_bases__", "__firstlineno__", "__static_attributes__"];

/// `TypeError: Can't instantiate abstract class ...`
#[cold]
pub(crate) fn abstract_error(rt: &mut Runtime, class: Value) -> Abrupt {
    let set = rt.heap.classes.get(class.index()).attrs.get(names::dunder_abstractmethods).unwrap_or(Value::NONE);
    let items = rt.collect(set).unwrap_or_default();
    // A program may list any names, and one long name many times. They exist twice: each alone, and in the message.
    let bytes =
        items.iter().filter(|item| item.is_str()).map(|item| rt.heap.text(*item).len().saturating_add(4)).fold(0, usize::saturating_add);
    let held = rt.heap.held();
    // Each name is copied, sorted and joined.
    let work = (bytes as u64 / 16).saturating_add(12 * items.len() as u64);
    if let Err(limit) = rt.charge(work).and_then(|()| rt.heap.hold(bytes.saturating_mul(2))) {
        return limit;
    }
    let mut missing: Vec<String> = items.iter().filter(|item| item.is_str()).map(|item| format!("'{}'", rt.heap.text(*item))).collect();
    missing.sort();
    let class_name = rt.class_name(class).to_string();
    let plural = if missing.len() == 1 { "" } else { "s" };
    let message = format!(
        "Can't instantiate abstract class {class_name} without an implementation for abstract method{plural} {}",
        missing.join(", ")
    );
    drop(missing);
    rt.heap.release_to(held);
    rt.type_error(&message)
}

/// Fails for bases from which a class cannot derive.
pub(crate) fn check_bases(rt: &mut Runtime, bases: &[Value]) -> Result<(), Abrupt> {
    for base in bases {
        if !rt.is_type(*base) {
            return Err(rt.type_error("bases must be types"));
        }
        // Only library code derives from the type of handles: its class for objects of the host.
        let own = rt.policy.trusted && *base == reg::OPAQUE.value();
        if base.tag == Tag::Type && registry().info(TypeId::of(*base)).is_final && !own {
            let shown = crate::objects::types::class::full_name(rt, *base);
            return Err(rt.type_error(&format!("type '{shown}' is not an acceptable base type")));
        }
    }
    Ok(())
}

/// Fails when a base occurs twice.
pub(crate) fn check_bases_differ(rt: &mut Runtime, bases: &[Value]) -> Result<(), Abrupt> {
    rt.charge(bases.len() as u64 / 4)?;
    let mut seen = FxHashSet::default();
    for base in bases {
        if !seen.insert(*base) {
            let shown = rt.class_name(*base).to_string();
            return Err(rt.type_error(&format!("duplicate base class {shown}")));
        }
    }
    Ok(())
}

/// Gives a class other bases, and computes the MROs of the class and its subclasses again. If one of them fails, all stay as they were.
pub(crate) fn rebase(rt: &mut Runtime, class: Value, old: Vec<Value>, bases: Vec<Value>) -> Result<(), Abrupt> {
    // The subclasses, each after all of its bases among them.
    let (mut order, mut seen) = (Vec::new(), FxHashSet::default());
    let mut stack = vec![(class.index(), false)];
    while let Some((at, is_done)) = stack.pop() {
        rt.charge(1)?;
        if is_done {
            order.push(at);
        } else if seen.insert(at) {
            stack.push((at, true));
            stack.extend(rt.heap.classes.get(at).subclasses.iter().map(|child| (*child, false)));
        }
    }
    order.reverse();
    // The charge for the new bases, and for the entries of this class in their subclass lists.
    let grown = bases.len().saturating_sub(old.len()) * charged_size::<Value>() + 8 * bases.len();
    rt.heap.charge(grown)?;
    rt.heap.classes.get_mut(class.index()).bases.clone_from(&bases);
    let mut before: Vec<(u32, Vec<Value>)> = Vec::new();
    for at in order {
        let own = rt.heap.classes.get(at).bases.clone();
        let made = linearise(rt, Value::heap(Tag::Class, at), &own).and_then(|mro| {
            rt.heap.charge(mro.len() * charged_size::<Value>())?;
            Ok(mro)
        });
        match made {
            Ok(mro) => before.push((at, std::mem::replace(&mut rt.heap.classes.get_mut(at).mro, mro))),
            Err(exit) => {
                for (at, mro) in before {
                    let made = std::mem::replace(&mut rt.heap.classes.get_mut(at).mro, mro);
                    rt.heap.refund(made.len() * charged_size::<Value>());
                }
                rt.heap.refund(grown);
                rt.heap.classes.get_mut(class.index()).bases = old;
                return Err(exit);
            }
        }
    }
    rt.heap.refund(before.iter().map(|(_, mro)| mro.len() * charged_size::<Value>()).sum());
    let children = |value: &Value| (value.tag == Tag::Class).then(|| value.index());
    for base in old.iter().filter_map(children) {
        rt.charge(rt.heap.classes.get(base).subclasses.len() as u64 / 16)?;
        rt.heap.classes.get_mut(base).subclasses.retain(|child| *child != class.index());
    }
    for base in bases.iter().filter_map(children) {
        rt.heap.classes.get_mut(base).subclasses.push(class.index());
    }
    rt.class_changed(class)
}

/// Creates a class from its parts. It calls no hooks: a fallback calls `__set_name__` and `__init_subclass__`.
///
/// `namespace` is a dict with str keys.
pub(crate) fn make_class(rt: &mut Runtime, name: Value, bases: &[Value], namespace: Value, metaclass: Value) -> Result<Value, Abrupt> {
    let object_base = [reg::OBJECT.value()];
    let bases = if bases.is_empty() { &object_base } else { bases };
    check_bases(rt, bases)?;
    let layout = layout_of(rt, bases)?;
    check_slots_agree(rt, bases)?;
    if !rt.policy.trusted
        && metaclass != reg::TYPE.value()
        && !is_library_class(rt, metaclass)
        && let Err(denied) = rt.policy.grants.metaclass()
    {
        return Err(rt.deny(exc_types::TYPE_ERROR, &denied));
    }
    let entries: Vec<(Value, Value)> = rt.heap.dicts.get(namespace.index()).iter(&rt.heap.fuel).collect();
    let mut attrs = AttrMap::default();
    let mut qualname = name;
    let mut has_eq = false;
    let mut has_hash = false;
    let mut slots = None;
    let mut cell = Value::UNDEF;
    let mut dict_cell = Value::UNDEF;
    for (key, value) in entries {
        let key = rt.unwrap_payload(key);
        if !key.is_str() {
            continue;
        }
        let id = rt.name_of(key)?;
        match id {
            names::dunder_qualname => {
                if !value.is_str() {
                    let shown = rt.type_name(value);
                    return Err(rt.type_error(&format!("type __qualname__ must be a str, not {shown}")));
                }
                qualname = value;
                continue;
            }
            names::dunder_classcell | names::dunder_classdictcell => {
                if value.tag != Tag::Cell {
                    let kind = rt.type_of(value);
                    let shown = crate::objects::types::class::repr(rt, kind);
                    let name = rt.name_text(id).to_string();
                    return Err(rt.type_error(&format!("{name} must be a nonlocal cell, not {shown}")));
                }
                *(if id == names::dunder_classcell { &mut cell } else { &mut dict_cell }) = value;
                continue;
            }
            names::dunder_eq => has_eq = true,
            names::dunder_hash => has_hash = true,
            names::dunder_slots => slots = Some(value),
            _ => {}
        }
        if !CLASS_STATEMENT_NAMES.contains(&rt.names.text(id)) {
            check_member(rt, id, value)?;
        }
        check_order(rt, layout, id)?;
        let value = match id {
            names::dunder_new if value.tag == Tag::Func => rt.heap.object(Object::StaticMethod(value, Value::UNDEF))?,
            names::dunder_init_subclass | names::dunder_class_getitem if value.tag == Tag::Func => {
                rt.heap.object(Object::ClassMethod(value, Value::UNDEF))?
            }
            // A function that CPython has in C does not bind as a method.
            _ if value.tag == Tag::Func && !rt.policy.trusted && crate::objects::types::function::is_compiled(rt, value) => {
                rt.heap.object(Object::StaticMethod(value, Value::UNDEF))?
            }
            _ => value,
        };
        rt.heap.charge(ATTR_BYTES)?;
        attrs.set(id, value);
    }
    if has_eq && !has_hash {
        rt.heap.charge(ATTR_BYTES)?;
        attrs.set(names::dunder_hash, Value::NONE);
    }
    rt.heap.charge(SHAPE_BYTES)?;
    let payload = layout != reg::OBJECT && !registry().is_subtype(layout, exc_types::BASE_EXCEPTION) && layout != reg::TYPE;
    let Some(root_shape) = rt.shapes.add_root(payload) else { return Err(Abrupt::Limit(crate::base::abrupt::LimitKind::Memory)) };
    rt.caches.next_class_version += 1;
    let version = rt.caches.next_class_version;
    // The attributes were charged one by one, and the class is charged for all that it owns.
    let charged = attrs.len() * ATTR_BYTES;
    let class = rt.heap.class(ClassObj {
        name,
        qualname,
        bases: bases.to_vec(),
        mro: Vec::new(),
        attrs,
        metaclass,
        layout: layout.0,
        version,
        watched: false,
        subclasses: Vec::new(),
        root_shape,
        flags: 0,
        slots: None,
        is_unreachable: false,
    })?;
    rt.heap.refund(charged);
    // CPython reports errors in `__slots__` before those in the order of the bases.
    set_slots(rt, class, slots, bases)?;
    check_bases_differ(rt, bases)?;
    let mro = linearise(rt, class, bases)?;
    rt.heap.charge(mro.len() * charged_size::<Value>())?;
    rt.heap.classes.get_mut(class.index()).mro = mro;
    if rt.heap.classes.get(class.index()).attrs.get(names::dunder_doc).is_none() {
        rt.heap.charge(ATTR_BYTES)?;
        rt.heap.classes.get_mut(class.index()).attrs.set(names::dunder_doc, Value::NONE);
    }
    let flags = flags_of(rt, class);
    rt.heap.classes.get_mut(class.index()).flags = flags;
    for base in bases {
        if base.tag == Tag::Class {
            rt.heap.charge(8)?;
            rt.heap.classes.get_mut(base.index()).subclasses.push(class.index());
        }
    }
    for cell in [cell, dict_cell].into_iter().filter(|cell| cell.tag == Tag::Cell) {
        rt.heap.cells.get_mut(cell.index()).0 = class;
    }
    Ok(class)
}

/// The builtin type whose payload the instances carry: the most derived layout of the bases.
pub(crate) fn layout_of(rt: &mut Runtime, bases: &[Value]) -> Result<TypeId, Abrupt> {
    let mut layout = reg::OBJECT;
    for base in bases {
        let other = rt.layout_of_class(*base);
        if registry().is_subtype(other, layout) {
            layout = other;
        } else if let (Some(new), Some(old)) =
            (crate::runtime::exceptions::storage_of(other), crate::runtime::exceptions::storage_of(layout))
        {
            // Exceptions can be combined when the fields of one include those of the other.
            if registry().is_subtype(new, old) {
                if new != old {
                    layout = other;
                }
            } else if !registry().is_subtype(old, new) {
                return Err(rt.type_error("multiple bases have instance lay-out conflict"));
            }
        } else if !registry().is_subtype(layout, other) {
            return Err(rt.type_error("multiple bases have instance lay-out conflict"));
        }
    }
    Ok(layout)
}

/// The class that decides the layout of instances: the nearest class with its own slots, or else the builtin type.
fn solid_base(rt: &mut Runtime, class: Value) -> Result<Value, Abrupt> {
    let builtin = |ty: TypeId| crate::runtime::exceptions::storage_of(ty).unwrap_or(ty).value();
    if class.tag != Tag::Class {
        return Ok(builtin(TypeId::of(class)));
    }
    let layout = TypeId(rt.heap.classes.get(class.index()).layout);
    for ancestor in mro_of(rt, class).iter().filter(|ancestor| ancestor.tag == Tag::Class) {
        let own = |value: Value| match rt.heap.as_object(value) {
            Object::SlotDescriptor { class, name } if value.tag == Tag::Object => {
                class == ancestor && !matches!(*name, names::dunder_dict | names::dunder_weakref)
            }
            _ => false,
        };
        let attrs = &rt.heap.classes.get(ancestor.index()).attrs;
        let (found, cost) = (attrs.iter().any(|(_, value)| own(value)), attrs.len() as u64 / 16 + 1);
        rt.charge(cost)?;
        if found {
            return Ok(*ancestor);
        }
    }
    Ok(builtin(layout))
}

/// True when the slots of two classes are at the same places: one class decides both layouts, or both add the same names to the same base
/// layout.
pub(crate) fn has_same_slot_layout(rt: &mut Runtime, one: Value, other: Value) -> Result<bool, Abrupt> {
    let (one, other) = (solid_base(rt, one)?, solid_base(rt, other)?);
    if one == other {
        return Ok(true);
    }
    if one.tag != Tag::Class || other.tag != Tag::Class || own_slots(rt, one) != own_slots(rt, other) {
        return Ok(false);
    }
    let mut below = [one, other];
    for class in &mut below {
        let bases = rt.heap.classes.get(class.index()).bases.clone();
        let best = best_base(rt, &bases)?.and_then(|at| bases.get(at)).copied().unwrap_or(reg::OBJECT.value());
        *class = solid_base(rt, best)?;
    }
    Ok(below[0] == below[1])
}

/// The names of a class's own slots, sorted by id.
fn own_slots(rt: &Runtime, owner: Value) -> Vec<NameId> {
    let is_own = |value: Value| {
        value.tag == Tag::Object && matches!(rt.heap.as_object(value), Object::SlotDescriptor { class, .. } if *class == owner)
    };
    let attrs = &rt.heap.classes.get(owner.index()).attrs;
    rt.heap.fuel.charge_walk(attrs.len() as u64 / 8);
    let mut names: Vec<NameId> = attrs.iter().filter(|(_, value)| is_own(*value)).map(|(name, _)| name).collect();
    names.sort_unstable();
    names
}

/// The index of the base whose layout the class has. It decides whether a `__dict__` can be added.
pub(crate) fn best_base(rt: &mut Runtime, bases: &[Value]) -> Result<Option<usize>, Abrupt> {
    let mut best: Option<(usize, Value)> = None;
    for (at, base) in bases.iter().enumerate() {
        let solid = solid_base(rt, *base)?;
        if best.is_none_or(|(_, winner)| winner != solid && rt.is_subclass(solid, winner)) {
            best = Some((at, solid));
        }
    }
    Ok(best.map(|(at, _)| at))
}

/// Fails unless the layouts of several bases form one line of descent, as CPython demands.
pub(crate) fn check_slots_agree(rt: &mut Runtime, bases: &[Value]) -> Result<(), Abrupt> {
    if bases.len() < 2 {
        return Ok(());
    }
    let mut winner = reg::OBJECT.value();
    for base in bases {
        let solid = solid_base(rt, *base)?;
        if rt.is_subclass(solid, winner) {
            winner = solid;
        } else if !rt.is_subclass(winner, solid) && (solid.tag == Tag::Class || winner.tag == Tag::Class) {
            return Err(rt.type_error("multiple bases have instance lay-out conflict"));
        }
    }
    Ok(())
}

/// The names in `__slots__` along the MRO of a class whose instances have no `__dict__`.
fn slots_of(rt: &Runtime, class: Value) -> Option<&[NameId]> {
    if class.tag == Tag::Class { rt.heap.classes.get(class.index()).slots.as_deref() } else { None }
}

/// Handles `__slots__`: makes descriptors for the names. Instances have no `__dict__` unless a base has one or it is listed.
fn set_slots(rt: &mut Runtime, class: Value, slots: Option<Value>, bases: &[Value]) -> Result<(), Abrupt> {
    let Some(slots) = slots else {
        return Ok(());
    };
    let slot_count: usize = bases.iter().map(|base| slots_of(rt, *base).map_or(0, <[NameId]>::len)).sum();
    rt.charge(slot_count as u64 / 8)?;
    let base_slots: Vec<Option<Vec<NameId>>> = bases
        .iter()
        .map(|base| match base.tag {
            Tag::Class => slots_of(rt, *base).map(<[NameId]>::to_vec),
            // Instances of builtin types have no `__dict__`.
            _ => Some(Vec::new()),
        })
        .collect();
    let listed = if slots.is_str() { vec![slots] } else { rt.collect(slots)? };
    let layout = TypeId(rt.heap.classes.get(class.index()).layout);
    if !listed.is_empty() && [reg::INT, reg::BOOL, reg::TUPLE, reg::BYTES, reg::TYPE].contains(&layout) {
        let base = bases.iter().copied().find(|base| rt.layout_of_class(*base) == layout).unwrap_or(layout.value());
        let shown = rt.class_name(base).to_string();
        return Err(rt.type_error(&format!("nonempty __slots__ not supported for subtype of '{shown}'")));
    }
    let mut own = Vec::new();
    let has_both = best_base(rt, bases)?.and_then(|at| base_slots.get(at)).is_some_and(Option::is_none);
    let has_dict = has_both || registry().is_subtype(layout, exc_types::BASE_EXCEPTION);
    let mut dict_listed = false;
    let mut weakref_listed = has_both || registry().is_subtype(layout, exc_types::EXCEPTION_GROUP);
    let mut plain = Vec::new();
    for item in listed {
        let item = rt.unwrap_payload(item);
        if !item.is_str() {
            let shown = rt.type_name(item);
            return Err(rt.type_error(&format!("__slots__ items must be strings, not '{shown}'")));
        }
        // One long text may be listed many times.
        rt.charge(rt.heap.text(item).len() as u64 / 16 + 2)?;
        let text = rt.heap.text(item);
        if !stockade_algorithms::text::case::is_identifier(text) {
            return Err(rt.type_error("__slots__ must be identifiers"));
        }
        match text {
            "__dict__" if dict_listed || has_dict => {
                return Err(rt.type_error("__dict__ slot disallowed: we already got one"));
            }
            "__dict__" => dict_listed = true,
            "__weakref__" if weakref_listed => {
                return Err(rt.type_error("__weakref__ slot disallowed: we already got one"));
            }
            "__weakref__" => weakref_listed = true,
            _ => plain.push(item),
        }
    }
    let class_name = rt.class_name(class).trim_start_matches('_').to_string();
    for item in plain {
        let held = rt.heap.held();
        rt.charge((rt.heap.text(item).len() + class_name.len()) as u64 / 16 + 4)?;
        rt.heap.hold(class_name.len())?;
        let text = rt.heap.text_held(item)?;
        let mangled =
            if text.starts_with("__") && !text.ends_with("__") && !class_name.is_empty() { format!("_{class_name}{text}") } else { text };
        let name = rt.intern(&mangled)?;
        rt.heap.release_to(held);
        let before = rt.heap.classes.get(class.index()).attrs.get(name);
        let is_own = |value: Value| {
            value.tag == Tag::Object && matches!(rt.heap.as_object(value), Object::SlotDescriptor { class: owner, .. } if *owner == class)
        };
        if before.is_some_and(is_own) {
            continue;
        }
        // CPython sets `__hash__ = None` for a class with `__eq__` only after its slots.
        let is_unhashable = name == names::dunder_hash && before.is_some_and(|before| before.is_none());
        if before.is_some() && !is_unhashable {
            return Err(rt.value_error(&format!("'{mangled}' in __slots__ conflicts with class variable")));
        }
        let descriptor = rt.heap.object(Object::SlotDescriptor { class, name })?;
        rt.heap.charge(ATTR_BYTES)?;
        rt.heap.classes.get_mut(class.index()).attrs.set(name, descriptor);
        own.push(name);
    }
    if dict_listed || base_slots.iter().any(Option::is_none) {
        return Ok(());
    }
    let mut all: Vec<NameId> = base_slots.into_iter().flatten().flatten().collect();
    all.extend(own);
    rt.heap.charge(all.len() * 4)?;
    rt.heap.classes.get_mut(class.index()).slots = Some(all.into());
    Ok(())
}

/// An instance of a user class without a `__new__` in user code. The builtin constructor makes its payload.
///
/// `has_init` is true when an `__init__` in user code takes the arguments.
pub(crate) fn new_instance(
    rt: &mut Runtime,
    class: Value,
    layout: TypeId,
    args: &[Value],
    keywords: &[Value],
    has_init: bool,
) -> Result<Value, Abrupt> {
    let root_shape = rt.heap.classes.get(class.index()).root_shape;
    if layout == reg::OBJECT {
        if !args.is_empty() && !has_init {
            let name = crate::objects::types::object::compiled_name(rt, class);
            return Err(rt.type_error(&format!("{name}() takes no arguments")));
        }
        return new_inst(rt, InstObj { class: class.index(), shape: root_shape, slots: smallvec::SmallVec::new() });
    }
    if registry().is_subtype(layout, exc_types::BASE_EXCEPTION) {
        let positional = args.len().saturating_sub(keywords.len());
        if !keywords.is_empty() && !has_init {
            let (args, values) = args.split_at_checked(positional).unwrap_or((args, &[]));
            let pairs: Vec<(Value, Value)> = keywords.iter().copied().zip(values.iter().copied()).collect();
            return crate::objects::types::exception::with_keywords(rt, class, args, &pairs);
        }
        return crate::objects::types::exception::instantiate(rt, class, args.get(..positional).unwrap_or(&[]));
    }
    let (args, keywords) = if has_init && new_ignores_keywords(layout) {
        (args.get(..args.len().saturating_sub(keywords.len())).unwrap_or(args), [].as_slice())
    } else {
        (args, keywords)
    };
    let payload = match layout {
        reg::MODULE if has_init => rt.new_module("", false)?,
        // Mutable containers start empty. `__init__` fills them.
        reg::LIST | reg::DICT | reg::SET | reg::BYTEARRAY | reg::DEQUE | reg::PROPERTY if has_init => make_payload(rt, layout, &[], &[])?,
        reg::STATICMETHOD | reg::CLASSMETHOD if has_init => make_payload(rt, layout, &[Value::NONE], &[])?,
        _ => {
            // Immutable values are made from the arguments of the call.
            make_payload(rt, layout, args, keywords)?
        }
    };
    let whole = wrap(rt, class, payload)?;
    if layout == reg::MODULE && !has_init {
        let space = rt.heap.modules.get(payload.index()).namespace;
        let [name, doc] = [names::dunder_name, names::dunder_doc].map(|name| rt.get_global(space, name).unwrap_or(Value::NONE));
        crate::objects::types::module::fill_instance(rt, whole, name, doc)?;
    }
    if layout == reg::PROPERTY && !has_init {
        crate::objects::types::descriptor::keep_doc(rt, whole, payload)?;
    }
    Ok(whole)
}

/// True when a constructor without keyword parameters leaves keywords to the class's `__init__`.
pub(crate) fn new_ignores_keywords(layout: TypeId) -> bool {
    let iterators = [reg::CYCLE, reg::CHAIN, reg::TAKEWHILE, reg::DROPWHILE, reg::STARMAP, reg::ISLICE, reg::FILTERFALSE];
    let leaves = [reg::TUPLE, reg::FLOAT, reg::FROZENSET, reg::ZIP, reg::MAP, reg::FILTER, reg::REVERSED];
    leaves.contains(&layout) || iterators.contains(&layout)
}

fn make_payload(rt: &mut Runtime, layout: TypeId, args: &[Value], keywords: &[Value]) -> Result<Value, Abrupt> {
    let Some(new) = registry().member(layout, names::dunder_new) else {
        let name = rt.full_class_name(layout.value());
        return Err(rt.type_error(&format!("cannot create '{name}' instances")));
    };
    let mut all = vec![layout.value()];
    all.extend_from_slice(args);
    let made = if keywords.is_empty() { rt.call_native(new, &all) } else { rt.call_native_keywords(new, &all, keywords) };
    match made {
        // The pending call concerns an argument, or is a fallback: its result is not the instance. So the generic way of the class must be
        // taken.
        Err(Abrupt::Call) => Err(Abrupt::NeedsUserCode),
        made => made,
    }
}

/// An instance of a user class around a builtin value.
pub(crate) fn wrap(rt: &mut Runtime, class: Value, payload: Value) -> Result<Value, Abrupt> {
    let payload = rt.unwrap_payload(payload);
    let root_shape = rt.heap.classes.get(class.index()).root_shape;
    new_inst(rt, InstObj { class: class.index(), shape: root_shape, slots: smallvec::smallvec![payload] })
}

/// Allocates an instance. One with a `__del__` is entered in the weak table.
fn new_inst(rt: &mut Runtime, inst: InstObj) -> Result<Value, Abrupt> {
    let has_finalizer = crate::heap::weak_table::has_finalizer(&rt.heap, inst.class);
    let made = rt.heap.inst(inst)?;
    if has_finalizer {
        rt.record_finalizable(made)?;
    }
    Ok(made)
}

/// True when the `__new__` of a mutable container leaves its arguments to `__init__`: for instances of user classes. `list(...)` itself
/// fills what it makes.
pub(crate) fn init_fills_instance(class: Value) -> bool {
    class.tag == Tag::Class
}

/// The result of a builtin `__new__` for a class that derives from the type: the value itself, or an instance around it.
pub(crate) fn wrap_new_result(rt: &mut Runtime, class: Value, value: Value) -> Result<Value, Abrupt> {
    if class.tag != Tag::Class {
        return Ok(value);
    }
    match value.tag {
        Tag::Exc => {
            rt.heap.excs.get_mut(value.index()).class = class;
            if crate::heap::weak_table::has_finalizer(&rt.heap, class.index()) {
                rt.record_finalizable(value)?;
            }
            Ok(value)
        }
        _ => wrap(rt, class, value),
    }
}

/// An instance without payload for `object.__new__(cls)`.
pub(crate) fn allocate_instance(rt: &mut Runtime, class: Value) -> Result<Value, Abrupt> {
    match class.tag {
        Tag::Class => {
            if rt.heap.classes.get(class.index()).flags & class_flags::ABSTRACT != 0 {
                return Err(abstract_error(rt, class));
            }
            let layout = rt.layout_of_class(class);
            if rt.policy.trusted && registry().is_subtype(layout, exc_types::BASE_EXCEPTION) {
                let args = rt.heap.tuple(&[])?;
                let made = rt.heap.exc(ExcObj { class, args, cause: Value::NONE, context: Value::NONE, ..ExcObj::default() })?;
                if crate::heap::weak_table::has_finalizer(&rt.heap, class.index()) {
                    rt.record_finalizable(made)?;
                }
                return Ok(made);
            }
            if layout == reg::OBJECT {
                return new_instance(rt, class, layout, &[], &[], true);
            }
            let shown = rt.class_name(class).to_string();
            let is_own = rt.class_lookup(class, names::dunder_new).is_some_and(|found| found.tag != Tag::Native);
            let base = if is_own { registry().info(layout).name } else { shown.as_str() };
            Err(rt.type_error(&format!("object.__new__({shown}) is not safe, use {base}.__new__()")))
        }
        Tag::Type if TypeId::of(class) == reg::OBJECT => rt.heap.object(Object::Bare),
        _ => {
            let shown = rt.class_name(class).to_string();
            Err(rt.type_error(&format!("object.__new__({shown}) is not safe, use {shown}.__new__()")))
        }
    }
}
