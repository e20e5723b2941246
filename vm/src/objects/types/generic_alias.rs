//! `types.GenericAlias` and `X | Y`.

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::names::NameId;
use crate::base::value::{Tag, Value};
use crate::heap::Object;
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::native_object::Piece;
use crate::runtime::type_table as reg;
use crate::runtime::type_table::{TypeId, registry};

natives! { pub(crate) NATIVES:
    new "__new__" "(cls, origin, args, /)" => new_alias;
    get "__origin__" "(self)" => origin;
    get "__args__" "(self)" => alias_args;
    get "__parameters__" "(self)" => parameters;
    get "__unpacked__" "(self)" => is_unpacked;
    get "__typing_unpacked_tuple_args__" "(self)" => unpacked_items;
    method "__mro_entries__" "(self, bases, /)" => mro_entries;
    method "__getitem__" "(self, item, /)" => own_getitem;
    method "__eq__" "(self, value, /)" => crate::objects::types::sequence::eq;
    method "__hash__" "(self, /)" => crate::objects::types::sequence::hash;
    method "__repr__" "(self, /)" => own_repr;
    method "__or__" "(self, other, /)" => or;
    method "__ror__" "(self, other, /)" => |rt, args| {
        Ok(union(rt, args.at(1), args.at(0))?.unwrap_or(Value::NOT_IMPLEMENTED))
    };
}

natives! { pub(crate) UNION_NATIVES:
    get "__args__" "(self)" => union_args;
    get "__parameters__" "(self)" => parameters;
    method "__getitem__" "(self, key, /)" => |rt, args| Err(rt.tail_fallback("union_getitem", &[args.at(0), args.at(1)]));
    method "__ror__" "(self, other, /)" => |rt, args| Ok(union(rt, args.at(1), args.at(0))?.unwrap_or(Value::NOT_IMPLEMENTED));
    method "__eq__" "(self, value, /)" => union_eq;
    method "__hash__" "(self, /)" => crate::objects::types::sequence::hash;
    method "__repr__" "(self, /)" => crate::objects::types::sequence::repr;
    method "__or__" "(self, other, /)" => or;
}

fn union_eq(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let other = args.at(1);
    if other.tag == Tag::Object && matches!(rt.heap.as_object(other), Object::Union(_)) {
        return crate::objects::types::sequence::eq(rt, args);
    }
    Ok(Value::NOT_IMPLEMENTED)
}

fn new_alias(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let alias = make(rt, args.at(1), args.at(2))?;
    crate::objects::types::class_construction::wrap_new_result(rt, args.at(0), alias)
}

fn own_getitem(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let alias = rt.unwrap_payload(args.at(0));
    alias_getitem(rt, alias, args.at(1))
}

fn own_repr(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let alias = rt.unwrap_payload(args.at(0));
    let text = rt.repr_text(alias)?;
    rt.heap.string(text)
}

fn make(rt: &mut Runtime, origin: Value, item: Value) -> Result<Value, Abrupt> {
    let args = if item.tag == Tag::Tuple { item } else { rt.heap.tuple(&[item])? };
    rt.heap.object(Object::GenericAlias { origin, args, unpacked: false })
}

fn alias_parts(rt: &Runtime, alias: Value) -> Option<(Value, Value)> {
    match (alias.tag, rt.heap.as_object(alias)) {
        (Tag::Object, Object::GenericAlias { origin, args, .. }) => Some((*origin, *args)),
        _ => None,
    }
}

fn origin(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(alias_parts(rt, rt.unwrap_payload(args.at(0))).map_or(Value::NONE, |parts| parts.0))
}

fn alias_args(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(alias_parts(rt, rt.unwrap_payload(args.at(0))).map_or(Value::NONE, |parts| parts.1))
}

fn is_unpacked(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::bool(matches!(rt.heap.as_object(rt.unwrap_payload(args.at(0))), Object::GenericAlias { unpacked: true, .. })))
}

/// The items of an unpacked alias `*tuple[...]`. None for any other alias.
fn unpacked_items(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(match rt.heap.as_object(rt.unwrap_payload(args.at(0))) {
        Object::GenericAlias { origin, args, unpacked: true } if *origin == reg::TUPLE.value() => *args,
        _ => Value::NONE,
    })
}

/// The fallback primitive `_unpacked(alias)`: the alias with a star.
pub(crate) fn unpacked_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match alias_parts(rt, rt.unwrap_payload(args.at(0))) {
        Some((origin, args)) => rt.heap.object(Object::GenericAlias { origin, args, unpacked: true }),
        None => Ok(args.at(0)),
    }
}

fn union_args(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match rt.heap.as_object(args.at(0)) {
        Object::Union(members) => Ok(*members),
        _ => Ok(Value::NONE),
    }
}

fn parameters(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Err(rt.tail_fallback("alias_parameters", &[rt.unwrap_payload(args.at(0))]))
}

fn mro_entries(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let origin = alias_parts(rt, rt.unwrap_payload(args.at(0))).map_or(Value::NONE, |parts| parts.0);
    rt.heap.tuple(&[origin])
}

fn or(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(union(rt, args.at(0), args.at(1))?.unwrap_or(Value::NOT_IMPLEMENTED))
}

/// The native of `list.__class_getitem__` and similar methods.
pub(crate) fn class_getitem_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    make(rt, args.at(0), args.at(1))
}

/// `X | Y` for types, None, aliases and unions. None for other operands.
pub(crate) fn union(rt: &mut Runtime, a: Value, b: Value) -> Result<Option<Value>, Abrupt> {
    if a.is_none() && b.is_none() {
        return Ok(None);
    }
    let mut members: Vec<Value> = Vec::new();
    for side in [a, b] {
        match side.tag {
            Tag::Type | Tag::Class => members.push(side),
            Tag::None => members.push(reg::NONE_TYPE.value()),
            Tag::Object => match rt.heap.as_object(side) {
                Object::GenericAlias { .. } => members.push(side),
                Object::Union(inner) => members.extend(rt.sequence_items(*inner).iter().copied()),
                _ => return Ok(None),
            },
            _ => return Ok(None),
        }
    }
    rt.charge(members.len() as u64)?;
    let (mut unique, mut aliases): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
    let mut seen = rustc_hash::FxHashSet::default();
    for member in members {
        let mut known = !seen.insert(member);
        // Only aliases are compared by equality.
        if !known && alias_parts(rt, member).is_some() {
            for other in &aliases {
                rt.charge(1)?;
                known = known || rt.same(member, *other)?;
            }
            aliases.push(member);
        }
        if !known {
            unique.push(member);
        }
    }
    made_union(rt, unique).map(Some)
}

fn made_union(rt: &mut Runtime, members: Vec<Value>) -> Result<Value, Abrupt> {
    if let [only] = members.as_slice() {
        return Ok(*only);
    }
    let members = rt.heap.tuple_from(members)?;
    rt.heap.object(Object::Union(members))
}

/// The fallback primitive `_union(members)`: a union of members that the fallback found to differ.
pub(crate) fn union_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.charge(rt.sequence_items(args.at(0)).len() as u64 / 8)?;
    let members = rt.sequence_items(args.at(0)).to_vec();
    made_union(rt, members)
}

/// `Class[key]`.
pub(crate) fn class_getitem(rt: &mut Runtime, class: Value, key: Value) -> Result<Value, Abrupt> {
    let meta = rt.type_of(class);
    if meta.tag == Tag::Class
        && let Some(method) = rt.user_lookup(meta, names::dunder_getitem)
    {
        return Err(rt.tail_method(method, class, &[key]));
    }
    match rt.class_lookup(class, names::dunder_class_getitem) {
        Some(found) => match found.tag {
            Tag::Native => rt.call_native(found, &[class, key]),
            Tag::Object => match rt.heap.as_object(found) {
                Object::ClassMethod(inner, _) => {
                    let inner = *inner;
                    Err(rt.tail_call(inner, &[class, key]))
                }
                Object::StaticMethod(inner, _) => {
                    let inner = *inner;
                    Err(rt.tail_call(inner, &[key]))
                }
                _ => Err(rt.tail_call(found, &[key])),
            },
            Tag::None => {
                let name = rt.full_class_name(class);
                Err(rt.type_error(&format!("type '{name}' is not subscriptable")))
            }
            _ => {
                let bound = rt.bind(found, Value::UNDEF, class)?;
                Err(rt.tail_call(bound, &[key]))
            }
        },
        None if class == reg::TYPE.value() => make(rt, class, key),
        None => {
            let name = rt.full_class_name(class);
            Err(rt.type_error(&format!("type '{name}' is not subscriptable")))
        }
    }
}

/// `list[T][int]`. The fallback substitutes type variables.
pub(crate) fn alias_getitem(rt: &mut Runtime, alias: Value, key: Value) -> Result<Value, Abrupt> {
    Err(rt.tail_fallback("alias_getitem", &[alias, key]))
}

/// Attributes that belong to the alias itself. All others are read from its origin.
const OWN: [&str; 12] = [
    "__args__",
    "__bases__",
    "__class__",
    "__copy__",
    "__deepcopy__",
    "__mro_entries__",
    "__origin__",
    "__parameters__",
    "__reduce__",
    "__reduce_ex__",
    "__typing_unpacked_tuple_args__",
    "__unpacked__",
];

/// True for an attribute that an alias does not read from its origin.
pub(crate) fn is_own(rt: &Runtime, name: NameId) -> bool {
    OWN.contains(&rt.name_text(name))
}

/// An attribute of the alias itself.
pub(crate) fn load_own_attr(rt: &mut Runtime, alias: Value, name: NameId) -> Result<Value, Abrupt> {
    match registry().member(reg::GENERIC_ALIAS, name) {
        Some(attr) => rt.bind(attr, alias, reg::GENERIC_ALIAS.value()),
        None => Err(rt.no_attribute(alias, name)),
    }
}

/// For `dir`: the object whose names an alias lists, and the names that the alias adds.
pub(crate) fn listed(rt: &mut Runtime, alias: Value) -> Result<Option<(Value, Vec<NameId>)>, Abrupt> {
    let Some((origin, _)) = alias_parts(rt, alias) else { return Ok(None) };
    let mut names = Vec::with_capacity(OWN.len());
    for name in OWN {
        names.push(rt.intern(name)?);
    }
    Ok(Some((origin, names)))
}

/// The name of a type, function or `...` inside an alias or union. None for values that show their `repr`.
pub(crate) fn name_of_parameter(rt: &mut Runtime, value: Value) -> Result<Option<String>, Abrupt> {
    Ok(Some(match value.tag {
        Tag::Ellipsis => "...".into(),
        Tag::Type if TypeId::of(value) == reg::NONE_TYPE => "NoneType".into(),
        Tag::Type | Tag::Class => crate::objects::types::class::full_name(rt, value),
        Tag::Func => {
            let name = crate::objects::types::function::qualname(rt, value);
            let module = rt.load_attr(value, names::dunder_module)?;
            if module.is_str() && rt.heap.text(module) != "builtins" { format!("{}.{name}", rt.heap.text(module)) } else { name }
        }
        _ => return Ok(None),
    }))
}

/// True when the first argument of `Callable` describes all parameters: `...`, a `ParamSpec` or a `Concatenate`.
fn stands_for_parameters(rt: &Runtime, value: Value) -> bool {
    let class = rt.type_of(value);
    value.tag == Tag::Ellipsis || (value.tag == Tag::Inst && matches!(rt.class_name(class), "ParamSpec" | "_ConcatenateGenericAlias"))
}

/// The pieces of the `repr` of an alias or union.
pub(crate) fn repr(rt: &mut Runtime, value: Value) -> Result<Vec<Piece>, Abrupt> {
    let count = match rt.heap.as_object(value) {
        Object::GenericAlias { args, .. } | Object::Union(args) => rt.sequence_items(*args).len(),
        _ => 0,
    };
    rt.charge(count as u64 / 8)?;
    // A copy of the items, and for each a piece and a separator, of at most two values.
    rt.heap.hold(crate::heap::values(count.saturating_mul(5)))?;
    let mut pieces: Vec<Piece> = Vec::new();
    match rt.heap.as_object(value) {
        Object::GenericAlias { origin, args, unpacked } => {
            let (origin, args) = (*origin, *args);
            if *unpacked {
                pieces.push("*".into());
            }
            let items = rt.sequence_items(args).to_vec();
            let is_callable = matches!(origin.tag, Tag::Class | Tag::Type)
                && crate::objects::types::class::full_name(rt, origin) == "collections.abc.Callable";
            pieces.extend([Piece::Parameter(origin), "[".into()]);
            match items.as_slice() {
                [] => pieces.push("()".into()),
                [taken @ .., result]
                    if is_callable && !(taken.len() == 1 && items.first().is_some_and(|first| stands_for_parameters(rt, *first))) =>
                {
                    pieces.push("[".into());
                    push_separated(&mut pieces, taken, ", ");
                    pieces.extend(["], ".into(), Piece::Parameter(*result)]);
                }
                items => push_separated(&mut pieces, items, ", "),
            }
            pieces.push("]".into());
        }
        Object::Union(members) => push_separated(&mut pieces, rt.sequence_items(*members), " | "),
        _ => {}
    }
    Ok(pieces)
}

fn push_separated(pieces: &mut Vec<Piece>, items: &[Value], separator: &str) {
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            pieces.push(separator.into());
        }
        // Only a direct member of a union is shown as `None`.
        let is_none = separator == " | " && item.tag == Tag::Type && TypeId::of(*item) == reg::NONE_TYPE;
        pieces.push(if is_none { "None".into() } else { Piece::Parameter(*item) });
    }
}
