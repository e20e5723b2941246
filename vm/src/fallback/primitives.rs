//! Natives that only the fallbacks can call: raw lookups, probes of dicts and sets, the steps of making a class.

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::sizes::clamped_size;
use crate::base::sizes::position_of;
use crate::base::value::MARKER;
use crate::base::value::{Tag, Value};
use crate::fallback::result_checks::judge_hash;
use crate::fallback::result_checks::judge_iterator;
use crate::fallback::result_checks::judge_length;
use crate::fallback::result_checks::judge_text;
use crate::heap::HeapObject as _;
use crate::heap::charged_size;
use crate::heap::{DictObj, Found, Object, Probe, SetProbe};
use crate::native_modules::itertools::combinatorics::{CombinatoricKind, new_combinatoric};
use crate::natives;
use crate::objects::protocols::class_lookup::callable_for_none;
use crate::objects::protocols::pattern_match::self_match;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::type_table as reg;
use crate::runtime::type_table::registry;

natives! { pub(crate) NATIVES:
    func "_find" "(obj, name, /)" => find;
    func "_cache_key" "(args, kwds, typed, mark, /)" => crate::native_modules::functools::cache_key;
    func "_length" "(result, /)" => judge_length;
    func "_str_text" "(result, /)" => |rt, args| judge_text(rt, args, |name| format!("__str__ returned non-string (type {name})"));
    func "_repr_text" "(result, /)" => |rt, args| judge_text(rt, args, |name| format!("__repr__ returned non-string (type {name})"));
    func "_shown_text" "(result, /)" => |_, args| if args.at(0).is_str() { Ok(args.at(0)) } else { Err(Abrupt::NeedsUserCode) };
    func "_format_text" "(result, /)" => |rt, args| judge_text(rt, args, |name| format!("__format__ must return a str, not {name}"));
    func "_hash_number" "(result, /)" => judge_hash;
    func "_iterator" "(result, /)" => judge_iterator;
    func "_lookup" "(cls, name, /)" => lookup;
    func "_blocked" "(obj, name, /)" => blocked;
    func "_container" "(obj, /)" => container;
    func "_plain" "(obj, /)" => unwrap_payload;
    func "_super_from" "(class, obj, start, /)" => |rt, args| {
        rt.heap.object(Object::Super { class: args.at(0), this: args.at(1), start: args.at(2) })
    };
    func "_args_of" "(exception, /)" => |rt, args| Ok(rt.heap.excs.get(args.at(0).index()).args);
    func "_has_begun" "(generator, /)" => |rt, args| Ok(Value::bool(rt.heap.gens.get(args.at(0).index()).state != crate::heap::GenState::Created));
    func "_behind" "(proxy, /)" => crate::objects::types::dict::proxy_instance_primitive;
    func "_items" "(dict, /)" => items;
    func "_stdout" "()" => crate::builtins::print::stdout_native;
    func "_iterable" "(obj, /)" => iterable;
    func "_held" "(it, /)" => as_iterator;
    func "_box" "()" => make_box;
    func "_is_same" "(a, b, /)" => is_same;
    func "_hold_through" "(it, /)" => step_map_filter;
    func "_is_guest" "(obj, /)" => is_user_object;
    func "_is_mappingproxy" "(obj, /)" => is_mappingproxy;
    func "_rows" "(kind, source, r, /)" => itertools_rows;
    func "_type_name" "(obj, /)" => crate::native_modules::stockade_internals::type_name;
    func "_any_guest" "(items, /)" => any_user_object;
    func "_is_native" "(obj, /)" => is_native;
    func "_getattr" "(obj, name, /)" => getattr;
    func "_default_attr" "(obj, name, /)" => crate::objects::types::object::default_attr;
    func "_setattr" "(obj, name, value, /)" => setattr;
    func "_delattr" "(obj, name, /)" => delattr;
    func "_self_match" "(cls, /)" => self_match;
    func "_make_class" "(name, bases, namespace, metaclass, /)" => make_class;
    func "_set_mro" "(cls, order, /)" => set_mro;
    func "_fits_layout" "(cls, base, /)" => fits_layout;
    func "_set_bases" "(cls, bases, /)" => crate::objects::types::class::set_bases_native;
    func "_derives" "(cls, base, /)" => |rt, args| Ok(Value::bool(rt.is_subclass(args.at(0), args.at(1))));
    func "_callee_text" "(func, /)" => callee_text;
    func "_overrides_new" "(cls, /)" => overrides_new;
    func "_plain_bases" "(bases, /)" => plain_bases;
    func "_plain_class" "(name, bases, namespace, /)" => plain_class;
    func "_set_name_of" "(value, /)" => set_name_of;
    func "_new_of" "(cls, /)" => new_of;
    func "_type_new" "(cls, name, bases=None, namespace=None, /, **keywords)" => crate::objects::types::class::new_judged;
    func "_skip_init" "(cls, init, new, /)" => ignores_init_args;
    func "_leaves_names" "(cls, new, /)" => new_ignores_keywords;
    func "_around" "(cls, iterator, /)" => |rt, args| crate::objects::types::class_construction::wrap_new_result(rt, args.at(0), args.at(1));
    func "_bind" "(func, obj, /)" => bind;
    func "_enter_repr" "(obj, /)" => enter_repr;
    func "_leave_repr" "(obj, /)" => leave_repr;
    func "_default_repr" "(obj, /)" => default_repr;
    func "_ascii_of" "(text, /)" => ascii_of;
    func "_write_parts" "(parts, sep, end, /)" => write_parts;
    func "_hash_tuple" "(hashes, /)" => hash_tuple;
    func "_hash_frozenset" "(set, /)" => hash_frozenset;
    func "_union" "(members, /)" => crate::objects::types::generic_alias::union_native;
    func "_unpacked" "(alias, /)" => crate::objects::types::generic_alias::unpacked_native;
    func "_sum_refuses" "(state, item, /)" costs 0 => crate::builtins::sequences::sum_refuses;
    func "_sum_of" "(state, /)" => crate::builtins::sequences::sum_of;
    func "_partial_sums" "(items, /)" => crate::native_modules::math::partial_sums;
    func "_native_sorted" "(items, keys, reverse, /)" => native_sorted;
    func "_sort_start" "(keys, reverse, /)" costs 0 => crate::objects::types::sorter::start;
    func "_sort_less" "(sorter, /)" costs 0 => crate::objects::types::sorter::less;
    func "_sort_end" "(sorter, items, /)" costs 0 => crate::objects::types::sorter::end;
    func "_pair_refuses" "(dict, item, /)" costs 0 => |rt, args| rt.insert_pair(args.at(0), args.at(1)).map(Value::bool);
    func "_list_append" "(list, item, /)" costs 0 => list_append;
    func "_is_fresh" "(list, /)" => |rt, args| Ok(Value::bool(rt.heap.lists.get(args.at(0).index()).items.capacity() == 0));
    func "_probe_start" "(dict, hash, /)" => probe_start;
    func "_probe_next" "(dict, probe, /)" => probe_next;
    func "_probe_hit" "(dict, probe, /)" => probe_hit;
    func "_probe_set" "(dict, probe, key, value, /)" => probe_set;
    func "_probe_value" "(dict, probe, default, /)" => probe_value;
    func "_probe_remove" "(dict, probe, /)" => probe_remove;
    func "_set_start" "(set, hash, /)" => set_start;
    func "_set_next" "(set, probe, /)" => set_next;
    func "_set_hit" "(set, probe, /)" => set_hit;
    func "_set_slot" "(probe, /)" => set_slot;
    func "_set_insert" "(set, slot, hash, key, /)" => set_insert;
    func "_set_delete" "(set, slot, /)" => set_delete;
    func "_set_taken" "(cls, s, /)" => set_taken;
    func "_as_step" "(generator, /)" => as_step;
    func "_agen_send" "(generator, value, /)" => agen_send;
    func "_agen_throw" "(generator, exc, /)" => agen_throw;
    func "_agen_idle" "(generator, /)" => agen_has_nothing_to_close;
    func "_agen_busy" "(generator, /)" => |rt, args| Ok(Value::bool(crate::objects::types::generator::is_busy(rt, args.at(0))));
    func "_agen_over" "(generator, /)" => |rt, args| Ok(Value::bool(crate::objects::types::generator::is_over(rt, args.at(0))));
    func "_re_scan" "(pattern, string, /)" => crate::native_modules::re::objects::scan_native;
    func "_re_step" "(iterator, parts, /)" => crate::native_modules::re::objects::step_native;
    func "_re_rest" "(iterator, parts, /)" => crate::native_modules::re::objects::rest_native;
    func "_json_error" "()" => crate::native_modules::json::error_native;
    func "_re_error" "()" => crate::native_modules::re::objects::error_native;
    func "_reap" "(forgets=None, /)" => crate::objects::types::weakref::reap_native;
    func "_subclasses" "(cls, /)" => crate::objects::types::class::reachable_subclasses;
    func "_asyncgen_finalizer" "()" => crate::objects::types::weakref::finalizer;
    func "_due" "()" => crate::objects::types::weakref::due_callbacks;
    func "_last" "()" => crate::objects::types::weakref::final_callbacks;
    func "_ignored" "(function, exc, message=None, is_over=None, /)" => crate::native_modules::weakref::ignored_native;
    func "_forgotten" "(generator, /)" => crate::objects::types::weakref::forgotten_native;
    func "_cell_or_name_error" "(cell, name, /)" => cell_or_name_error;
}

fn name_arg(rt: &mut Runtime, args: Args<'_>, at: usize) -> Result<names::NameId, Abrupt> {
    let text = rt.unwrap_payload(args.at(at));
    if !text.is_str() {
        let shown = rt.type_name(args.at(at));
        return Err(rt.type_error(&format!("attribute name must be string, not '{shown}'")));
    }
    rt.name_of(text)
}

/// A special method that user code defined, as a callable that takes the object first; None when there is none.
fn find(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = name_arg(rt, args, 1)?;
    let found = rt.user_method(args.at(0), name).unwrap_or(Value::UNDEF);
    let found = callable_for_none(rt, name, found)?;
    rt.as_bound_callable(found)
}

// --- lookups and tests

fn lookup(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = name_arg(rt, args, 1)?;
    let found = rt.class_lookup(args.at(0), name).unwrap_or(Value::UNDEF);
    callable_for_none(rt, name, found)
}

fn blocked(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = name_arg(rt, args, 1)?;
    Ok(Value::bool(rt.user_method(args.at(0), name) == Some(Value::NONE)))
}

fn container(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let value = rt.unwrap_payload(args.at(0));
    Ok(Value::int(match value.tag {
        Tag::List | Tag::Tuple => 1,
        Tag::Dict => 2,
        Tag::Set | Tag::FrozenSet => 3,
        Tag::Object => match rt.heap.as_object(value) {
            Object::Deque(_) => 4,
            Object::DictView { kind: crate::heap::DictKind::Keys | crate::heap::DictKind::Items, .. } => 5,
            _ => 0,
        },
        _ => 0,
    }))
}

fn unwrap_payload(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(rt.unwrap_payload(args.at(0)))
}

fn items(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let dict = rt.unwrap_payload(args.at(0));
    rt.heap.object(Object::DictView { dict: dict.index(), kind: crate::heap::DictKind::Items })
}

fn iterable(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::bool(rt.has_iter(args.at(0))))
}

/// An iterator for use in a `for` loop, which calls `__iter__` again. The program would see a second call of a user-defined `__iter__`, so
/// such an iterator is wrapped in a generator. No wrapper is needed when `__iter__` is just `return self`.
fn as_iterator(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    use stockade_compiler::bytecode::{Op, Reg};
    let it = args.at(0);
    if !matches!(it.tag, Tag::Inst | Tag::Exc) {
        return Ok(it);
    }
    let gives_itself = rt.user_method(it, names::dunder_iter).filter(|method| method.tag == Tag::Func).is_some_and(|method| {
        let facts = rt.modules.code_info.get(rt.heap.funcs.get(method.index()).code as usize);
        facts.and_then(|facts| facts.code()).is_some_and(|code| matches!(code.ops.first(), Some(Op::Return { src: Reg(0) })))
    });
    if gives_itself { Ok(it) } else { Err(rt.tail_fallback("_steps", &[it])) }
}

fn make_box(rt: &mut Runtime, _args: Args<'_>) -> Result<Value, Abrupt> {
    rt.heap.object(Object::Bare)
}

fn is_same(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::bool(rt.unwrap_payload(args.at(0)) == rt.unwrap_payload(args.at(1))))
}

pub(crate) fn user_defined(value: Value) -> bool {
    matches!(value.tag, Tag::Inst | Tag::Exc | Tag::Class)
}

/// Takes the next item of a `map` or `filter`: returns `(function, item, is filter)`, or None at the end.
fn step_map_filter(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let iter = args.at(0);
    let asked = rt.all_or_none(iter, |rt| rt.stash_next(iter))?;
    let Some(crate::objects::types::map_filter::MapStep { func, item, keeps }) = asked else { return Ok(Value::NONE) };
    let made = rt.heap.tuple(&[func, item, Value::bool(keeps)])?;
    rt.release(iter);
    Ok(made)
}

fn is_user_object(_rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::bool(user_defined(args.at(0))))
}

fn is_mappingproxy(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let object = args.at(0);
    Ok(Value::bool(object.tag == Tag::Object && matches!(rt.heap.as_object(object), Object::MappingProxy(_))))
}

fn any_user_object(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let items = rt.sequence_items(args.at(0));
    let (answer, cost) = (items.iter().any(|item| user_defined(*item)), items.len() as u64 / 32);
    rt.charge(cost)?;
    Ok(Value::bool(answer))
}

fn is_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let value = args.at(0);
    Ok(Value::bool(value.tag == Tag::Native || (value.tag == Tag::Method && rt.heap.methods.get(value.index()).func.tag == Tag::Native)))
}

fn getattr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = name_arg(rt, args, 1)?;
    rt.load_attr(args.at(0), name)
}

fn setattr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = name_arg(rt, args, 1)?;
    rt.store_attr(args.at(0), name, args.at(2))?;
    Ok(Value::NONE)
}

fn delattr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = name_arg(rt, args, 1)?;
    rt.store_attr(args.at(0), name, Value::UNDEF)?;
    Ok(Value::NONE)
}

fn make_class(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let namespace = rt.unwrap_payload(args.at(2));
    if namespace.tag != Tag::Dict {
        return Err(rt.type_error("class namespace must be a dict"));
    }
    crate::runtime::vm_request::make_vm_request(rt, crate::base::abrupt::VmRequest::Class, &[args.at(0), args.at(1), namespace, args.at(3)])
}

/// True when all bases have the metaclass `type`, so that `_plain_class` can decide alone whether making the class needs user code.
fn plain_bases(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.charge(rt.sequence_items(args.at(0)).len() as u64 / 16)?;
    let are_plain = rt.sequence_items(args.at(0)).iter().all(|base| rt.type_of(*base) == reg::TYPE.value());
    Ok(Value::bool(are_plain))
}

/// Makes a class from such bases when no hook must be called: the namespace has no value with `__set_name__`, and the bases do not
/// override `__init_subclass__`. Otherwise None.
fn plain_class(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (name, bases, namespace) = (args.at(0), args.at(1), args.at(2));
    let default = rt.class_lookup(reg::OBJECT.value(), names::dunder_init_subclass);
    rt.charge((rt.heap.dicts.get(namespace.index()).len() + rt.sequence_items(bases).len()) as u64 / 16)?;
    let tells = rt.sequence_items(bases).iter().any(|base| rt.class_lookup(*base, names::dunder_init_subclass) != default)
        || rt.heap.dicts.get(namespace.index()).iter(&rt.heap.fuel).any(|(key, value)| !key.is_str() || set_name_hook(rt, value).is_some());
    if tells {
        return Ok(Value::NONE);
    }
    crate::runtime::vm_request::make_vm_request(rt, crate::base::abrupt::VmRequest::Class, &[name, bases, namespace, reg::TYPE.value()])
}

/// The `__set_name__` method of a value in a class namespace.
fn set_name_hook(rt: &Runtime, value: Value) -> Option<Value> {
    let may = matches!(value.tag, Tag::Inst | Tag::Object | Tag::Exc);
    may.then(|| rt.class_lookup(rt.type_of(value), names::dunder_set_name)).flatten()
}

/// Sets the method resolution order that a metaclass computed.
fn set_mro(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (class, order) = (args.at(0), rt.sequence_items(args.at(1)).to_vec());
    if class.tag == Tag::Class {
        rt.heap.charge(order.len() * charged_size::<Value>())?;
        let old = std::mem::replace(&mut rt.heap.classes.get_mut(class.index()).mro, order);
        rt.heap.refund(old.len() * charged_size::<Value>());
        rt.class_changed(class)?;
    }
    Ok(Value::NONE)
}

/// `_fits_layout(cls, base)`: true when methods of `base` work on instances of `cls`.
fn fits_layout(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (own, other) = (rt.layout_of_class(args.at(0)), rt.layout_of_class(args.at(1)));
    Ok(Value::bool(crate::runtime::type_table::registry().is_subtype(own, other)))
}

/// The name of a callable in argument errors; None when the name is a `repr` that may need user code.
fn callee_text(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match rt.callee_name(args.at(0)) {
        Some(text) => rt.heap.string(text),
        None => Ok(Value::NONE),
    }
}

fn overrides_new(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::bool(rt.user_lookup(args.at(0), names::dunder_new).is_some()))
}

fn set_name_of(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let value = args.at(0);
    let Some(method) = set_name_hook(rt, value) else { return Ok(Value::NONE) };
    let class = rt.type_of(value);
    let method = rt.bind(method, value, class)?;
    // The caller calls it as `m(value, cls, key)`. The method is bound already, so the partial without a function drops the first argument.
    rt.heap.object(Object::Partial { func: Value::UNDEF, args: method, keywords: Value::NONE, dict: Value::UNDEF })
}

/// The constructor that a call of a class runs.
fn new_of(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let class = args.at(0);
    if class == reg::TYPE.value() {
        return registry().fallback_primitive(names::type_new).ok_or(Abrupt::Bug("no constructor of types"));
    }
    match rt.class_lookup(class, names::dunder_new) {
        Some(new) => match new.tag {
            Tag::Object => match rt.heap.as_object(new) {
                Object::StaticMethod(inner, _) => Ok(*inner),
                Object::ClassMethod(inner, _) => {
                    let inner = *inner;
                    rt.heap.method(inner, class)
                }
                _ => Ok(new),
            },
            _ => Ok(new),
        },
        None => {
            let name = rt.class_name(class).to_string();
            Err(rt.type_error(&format!("cannot create '{name}' instances")))
        }
    }
}

/// True when a builtin `__new__` ignores keyword arguments, because the class defines its own `__init__`.
fn new_ignores_keywords(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (class, new) = (args.at(0), args.at(1));
    let has_init = rt.user_lookup(class, names::dunder_init).is_some();
    Ok(Value::bool(
        has_init && new.tag == Tag::Native && crate::objects::types::class_construction::new_ignores_keywords(rt.layout_of_class(class)),
    ))
}

/// True when a builtin `__init__` must not get the arguments: `object.__init__` after a `__new__` of user code took them, and the
/// `__init__` of other types after a builtin `__new__` used them. Mutable containers do need them
/// ([`crate::objects::types::class_construction::init_fills_instance`]).
fn ignores_init_args(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (class, init, new) = (args.at(0), args.at(1), args.at(2));
    if init.tag != Tag::Native {
        return Ok(Value::FALSE);
    }
    let owner = registry().native(init).and_then(|native| native.owner_type);
    let containers = [reg::LIST, reg::DICT, reg::SET, reg::BYTEARRAY, reg::DEQUE, reg::PROPERTY];
    let fills =
        owner.is_some_and(|owner| containers.contains(&owner)) && crate::objects::types::class_construction::init_fills_instance(class);
    Ok(Value::bool(owner == Some(reg::OBJECT) || owner == Some(reg::TYPE) || (new.tag == Tag::Native && rt.is_type(class) && !fills)))
}

fn bind(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let class = rt.type_of(args.at(1));
    rt.bind(args.at(0), args.at(1), class)
}

fn enter_repr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let value = rt.unwrap_payload(args.at(0));
    if rt.thread.in_progress.contains(&value) {
        return Ok(Value::FALSE);
    }
    rt.charge(rt.thread.in_progress.len() as u64 / 16)?;
    rt.heap.charge(16)?;
    rt.thread.in_progress.push(value);
    Ok(Value::TRUE)
}

fn leave_repr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let value = rt.unwrap_payload(args.at(0));
    if let Some(at) = rt.thread.in_progress.iter().rposition(|open| *open == value) {
        rt.thread.in_progress.truncate(at);
        rt.heap.refund(16);
    }
    Ok(Value::NONE)
}

fn default_repr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let text = rt.default_repr(args.at(0))?;
    rt.heap.string(text)
}

fn ascii_of(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let text = stockade_algorithms::text::repr::ascii_of_repr(rt.heap.text(rt.unwrap_payload(args.at(0))));
    rt.heap.string(text)
}

fn write_parts(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let parts = rt.sequence_items(args.at(0)).to_vec();
    let mut text = String::new();
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            text.push_str(rt.heap.text(rt.unwrap_payload(args.at(1))));
        }
        text.push_str(rt.heap.text(rt.unwrap_payload(*part)));
        rt.precheck(text.len(), 1)?;
    }
    text.push_str(rt.heap.text(rt.unwrap_payload(args.at(2))));
    rt.write_pieces(&text, |rt| {
        let mut pieces = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            if at > 0 {
                pieces.push(rt.heap.text(rt.unwrap_payload(args.at(1))).to_string());
            }
            pieces.push(rt.heap.text(rt.unwrap_payload(*part)).to_string());
        }
        pieces.push(rt.heap.text(rt.unwrap_payload(args.at(2))).to_string());
        Ok(pieces)
    })?;
    Ok(Value::NONE)
}

/// The hash of a tuple from the hashes of its items.
fn hash_tuple(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let hashes: Vec<u64> = rt.sequence_items(args.at(0)).iter().map(|hash| hash.payload).collect();
    rt.charge(hashes.len() as u64 / 8)?;
    Ok(Value::int(crate::objects::protocols::hash::combine(&hashes) as i64))
}

fn hash_frozenset(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(rt.hash_frozenset(rt.unwrap_payload(args.at(0)))? as i64))
}

/// A combinatoric iterator of `itertools` by the name of its type, over a tuple.
fn itertools_rows(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let named = |kind: &CombinatoricKind| registry().info(kind.type_id()).name == rt.heap.text(args.at(0));
    let kind = CombinatoricKind::ALL.into_iter().find(named).ok_or(Abrupt::Bug("no such rows"))?;
    new_combinatoric(rt, kind, args.at(1), usize::try_from(args.at(2).as_i64()).unwrap_or(usize::MAX))
}

/// Sorts items by their keys, stably, when comparing the keys needs no user code; otherwise None.
fn native_sorted(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let keys = rt.sequence_items(args.at(1)).to_vec();
    match crate::objects::protocols::sort::order_of(rt, &keys, args.at(2).is_true()) {
        Ok(order) => {
            let items = rt.sequence_items(args.at(0));
            let sorted = order.into_iter().filter_map(|at| items.get(at).copied()).collect();
            rt.heap.list(sorted)
        }
        Err(Abrupt::NeedsUserCode) => Ok(Value::NONE),
        Err(exit) => Err(exit),
    }
}

fn list_append(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let list = rt.unwrap_payload(args.at(0));
    rt.heap.list_push(list.index(), args.at(1))?;
    Ok(Value::NONE)
}

// --- probes of dicts and sets: a box of [hash, version, at, perturb, started, candidate]

fn box_probe(rt: &Runtime, probe: Value) -> [u64; 6] {
    let mut parts = [0; 6];
    if let Object::Box(values) = rt.heap.as_object(probe) {
        for (slot, value) in parts.iter_mut().zip(values) {
            *slot = value.payload;
        }
    }
    parts
}

fn unbox_probe(rt: &mut Runtime, probe: Value, parts: [u64; 6]) {
    if let Object::Box(values) = rt.heap.objects.get_mut(probe.index()) {
        for (slot, part) in values.iter_mut().zip(parts) {
            *slot = Value::int(part as i64);
        }
    }
}

const NO_ENTRY: u64 = u64::MAX;

fn probe_start(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (dict, hash) = (rt.unwrap_payload(args.at(0)), args.at(1).payload);
    let version = u64::from(rt.heap.dicts.get(dict.index()).version);
    let parts = [hash, version, 0, hash, 0, NO_ENTRY].map(|part| Value::int(part as i64));
    rt.heap.object(Object::Box(parts.to_vec()))
}

/// The next key with an equal hash, or the marker. When the dict has changed, the probe starts again.
fn probe_next(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let dict = rt.unwrap_payload(args.at(0));
    let [hash, version, at, perturb, started, _] = box_probe(rt, args.at(1));
    let object = rt.heap.dicts.get(dict.index());
    let now = u64::from(object.version);
    let mut probe = if now == version { Probe::from_parts(at, perturb, started == 1) } else { DictObj::probe(hash) };
    let mut steps = 0;
    let found = object.next_candidate(hash, &mut probe, &mut steps);
    let key = found.and_then(|at| object.entry(at)).map_or(MARKER, |entry| entry.key);
    let (at, perturb, started) = probe.parts();
    unbox_probe(rt, args.at(1), [hash, now, at, perturb, u64::from(started), found.map_or(NO_ENTRY, |at| at as u64)]);
    rt.charge(1 + steps / 4)?;
    Ok(key)
}

/// True when the key found is still in its place. Comparing the key may have changed the dict.
fn probe_hit(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (version, now) = (box_probe(rt, args.at(1))[1], rt.heap.dicts.get(rt.unwrap_payload(args.at(0)).index()).version);
    Ok(Value::bool(u64::from(now) == version))
}

fn entry_of(rt: &Runtime, dict: Value, probe: Value) -> Option<usize> {
    let [_, version, _, _, _, found] = box_probe(rt, probe);
    let object = rt.heap.dicts.get(dict.index());
    (found != NO_ENTRY && u64::from(object.version) == version).then_some(position_of(found))
}

fn probe_set(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let dict = rt.unwrap_payload(args.at(0));
    match entry_of(rt, dict, args.at(1)) {
        Some(at) => {
            rt.heap.dicts.get_mut(dict.index()).set_value(at, args.at(3));
            if rt.modules.has_views {
                rt.variable_set(dict, args.at(2), args.at(3))?;
            }
        }
        None => {
            let hash = box_probe(rt, args.at(1))[0];
            rt.dict_add(dict, args.at(2), hash, args.at(3))?;
        }
    }
    Ok(Value::NONE)
}

fn probe_value(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let dict = rt.unwrap_payload(args.at(0));
    let found = entry_of(rt, dict, args.at(1)).and_then(|at| rt.heap.dicts.get(dict.index()).entry(at).map(|entry| entry.value));
    Ok(found.unwrap_or(args.at(2)))
}

fn probe_remove(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let dict = rt.unwrap_payload(args.at(0));
    let found = entry_of(rt, dict, args.at(1));
    let removed = found.and_then(|at| rt.heap.dicts.get_mut(dict.index()).remove_at(at));
    if let Some((key, _)) = removed {
        rt.variable_removed(dict, key)?;
    }
    Ok(removed.map_or(MARKER, |pair| pair.1))
}

fn set_start(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (set, hash) = (args.at(0), args.at(1).payload);
    let object = rt.heap.sets.get(set.index());
    let (at, within, perturb) = object.probe(hash).parts();
    let parts = [hash, u64::from(object.version), at, perturb, within, NO_ENTRY].map(|part| Value::int(part as i64));
    rt.heap.object(Object::Box(parts.to_vec()))
}

fn set_next(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let set = args.at(0);
    let [hash, version, at, perturb, within, _] = box_probe(rt, args.at(1));
    let object = rt.heap.sets.get(set.index());
    let now = u64::from(object.version);
    let mut probe = if now == version { SetProbe::from_parts(at, within, perturb) } else { object.probe(hash) };
    let mut steps = 0;
    let (key, slot) = match object.next_candidate(hash, &mut probe, &mut steps) {
        Found::Candidate(at) => (object.slot(at).map_or(MARKER, |slot| slot.key), at),
        Found::Unused(at) => (MARKER, at),
    };
    let (at, within, perturb) = probe.parts();
    unbox_probe(rt, args.at(1), [hash, now, at, perturb, within, slot as u64]);
    rt.charge(1 + steps / 4)?;
    Ok(key)
}

/// As `probe_hit`, for a set.
fn set_hit(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (version, now) = (box_probe(rt, args.at(1))[1], rt.heap.sets.get(args.at(0).index()).version);
    Ok(Value::bool(u64::from(now) == version))
}

fn set_slot(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::int(box_probe(rt, args.at(0))[5] as i64))
}

fn set_insert(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let set = rt.unwrap_payload(args.at(0));
    let at = clamped_size(args.at(1).as_i64());
    let growth = rt.heap.sets.get(set.index()).growth_for_insert(at);
    let old = if growth > 0 { rt.heap.sets.get(set.index()).owned_bytes() } else { 0 };
    rt.heap.charge_copied_growth(growth, old)?;
    let free = rt.heap.sets.get(set.index()).slot(at).is_none_or(|slot| slot.key.is_undef());
    if free {
        rt.heap.sets.get_mut(set.index()).insert_at(at, args.at(2).payload, args.at(3));
    }
    Ok(Value::NONE)
}

/// A set or frozenset of a class, with a copy of the table of another set, so that the order of items stays the same.
fn set_taken(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (class, set) = (args.at(0), rt.unwrap_payload(args.at(1)));
    let frozen = crate::runtime::type_table::registry().is_subtype(rt.layout_of_class(class), crate::runtime::type_table::FROZENSET);
    rt.precheck(crate::heap::HeapObject::owned_bytes(rt.heap.sets.get(set.index())), 1)?;
    let table = rt.heap.sets.get(set.index()).clone();
    let made = rt.heap.set(table, frozen)?;
    crate::objects::types::class_construction::wrap_new_result(rt, class, made)
}

fn set_delete(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let set = rt.unwrap_payload(args.at(0));
    rt.heap.sets.get_mut(set.index()).remove_at(usize::try_from(args.at(1).as_i64()).unwrap_or(usize::MAX));
    Ok(Value::NONE)
}

/// Marks a generator of the fallbacks as the awaitable that `agen.__anext__()` and similar methods return.
fn as_step(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.heap.gens.get_mut(args.at(0).index()).kind = crate::heap::GenKind::AsyncStep;
    Ok(args.at(0))
}

fn agen_send(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Err(crate::objects::types::generator::resume(rt, args.at(0), crate::runtime::pending_call::Resume::Send, args.at(1)))
}

fn agen_throw(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Err(crate::objects::types::generator::resume(rt, args.at(0), crate::runtime::pending_call::Resume::Throw, args.at(1)))
}

/// True when closing an async generator runs no code: it has not started (then it is finished now) or it has ended.
fn agen_has_nothing_to_close(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    use crate::heap::GenState;
    let generator = args.at(0).index();
    let idle = matches!(rt.heap.gens.get(generator).state, GenState::Created | GenState::Finished);
    if idle {
        rt.heap.finish_body(generator);
    }
    Ok(Value::bool(idle))
}

fn cell_or_name_error(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match rt.heap.cells.get(args.at(0).index()).0.defined() {
        Some(value) => Ok(value),
        None => {
            let name = rt.name_of(args.at(1))?;
            Err(rt.name_error(name))
        }
    }
}
