//! `re.Match`: the groups of a match, by number and by name.

use super::objects;
use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::DictObj;
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

natives! { pub(crate) MATCH_NATIVES:
    new "__new__" "(cls, /, *args, **kwargs)" => |rt, _| Err(rt.type_error("cannot create 're.Match' instances"));
    /// One or more groups of the match.
    method "group" "(self, /, *groups)" => group;
    /// All groups as a tuple.
    method "groups" "(self, /, default=None)" => groups;
    /// All named groups as a dict.
    method "groupdict" "(self, /, default=None)" => groupdict;
    /// Index of the start of a group.
    method "start" "(self, group=0, /)" => |rt, args| Ok(bounds(rt, args)?.0);
    /// Index of the end of a group.
    method "end" "(self, group=0, /)" => |rt, args| Ok(bounds(rt, args)?.1);
    /// Start and end of a group.
    method "span" "(self, group=0, /)" => span;
    /// The template with its groups filled in.
    method "expand" "(self, /, template)" => expand;
    get "string" "(self)" => |rt, args| Ok(objects::match_of(&rt.heap, args.at(0))?.target.given);
    get "re" "(self)" => |rt, args| Ok(objects::match_of(&rt.heap, args.at(0))?.pattern);
    get "pos" "(self)" => |rt, args| Ok(index(objects::match_of(&rt.heap, args.at(0))?.target.pos));
    get "endpos" "(self)" => |rt, args| Ok(index(objects::match_of(&rt.heap, args.at(0))?.target.endpos));
    get "lastindex" "(self)" => |rt, args| Ok(objects::match_of(&rt.heap, args.at(0))?.found.last_index.map_or(Value::NONE, |at| Value::int(at.into())));
    get "lastgroup" "(self)" => lastgroup;
    get "regs" "(self)" => regs;
    method "__getitem__" "(self, key, /)" => |rt, args| get_item(rt, args.at(0), args.at(1));
    method "__copy__" "(self, /)" => |_, args| Ok(args.at(0));
    method "__deepcopy__" "(self, memo, /)" => |_, args| Ok(args.at(0));
    method "__repr__" "(self, /)" => crate::objects::types::slot_wrappers::repr;
    class "__class_getitem__" "(cls, item, /)" => crate::objects::types::generic_alias::class_getitem_native;
}

fn index(value: usize) -> Value {
    Value::int(i64::try_from(value).unwrap_or(i64::MAX))
}

/// Converts a span of bytes to a span of characters.
pub(super) fn characters(rt: &mut Runtime, found: Value, (start, end): (usize, usize)) -> Result<(usize, usize), Abrupt> {
    let object = objects::match_of(&rt.heap, found)?;
    let (text, anchor) = (object.target.text, object.anchor);
    let start = objects::place(rt, text, anchor, start)?;
    let end = objects::place(rt, text, start, end)?;
    Ok((start.character, end.character))
}

/// The number of the group with this number or name.
fn number(rt: &mut Runtime, found: Value, key: Value) -> Result<u32, Abrupt> {
    let plain = rt.unwrap_payload(key);
    let object = objects::match_of(&rt.heap, found)?;
    let count = object.found.groups().len();
    let number = match plain.tag {
        Tag::Int | Tag::Bool => usize::try_from(plain.as_i64()).ok(),
        Tag::Str => {
            let compiled = &objects::pattern_of(&rt.heap, object.pattern)?.compiled;
            compiled.group_named(rt.heap.text(plain)).map(|group| group as usize)
        }
        _ if key.tag == Tag::Inst && rt.user_method(key, crate::base::names::dunder_index).is_some() => return Err(Abrupt::NeedsUserCode),
        // CPython looks other keys up among the group names, if there are any, so an unhashable key raises a TypeError.
        _ if !objects::pattern_of(&rt.heap, object.pattern)?.compiled.group_index().is_empty() => {
            rt.hash(plain)?;
            None
        }
        _ => None,
    };
    match number.filter(|number| *number < count).and_then(|number| u32::try_from(number).ok()) {
        Some(number) => Ok(number),
        None => Err(rt.index_error("no such group")),
    }
}

/// The text of a group, or `absent` when the group did not participate in the match.
fn text(rt: &mut Runtime, found: Value, group: u32, absent: Value) -> Result<Value, Abrupt> {
    let object = objects::match_of(&rt.heap, found)?;
    match (object.target.text, object.found.group(group)) {
        (text, Some(span)) => objects::piece(rt, text, span),
        _ => Ok(absent),
    }
}

/// `match[key]`
pub(super) fn get_item(rt: &mut Runtime, found: Value, key: Value) -> Result<Value, Abrupt> {
    let group = number(rt, found, key)?;
    text(rt, found, group, Value::NONE)
}

fn group(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match args.rest {
        [] => text(rt, args.at(0), 0, Value::NONE),
        [only] => get_item(rt, args.at(0), *only),
        several => {
            let mut items = Vec::with_capacity(several.len());
            for key in several {
                items.push(get_item(rt, args.at(0), *key)?);
            }
            rt.heap.tuple_from(items)
        }
    }
}

fn group_count(rt: &Runtime, found: Value) -> Result<u32, Abrupt> {
    let count = objects::match_of(&rt.heap, found)?.found.groups().len();
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

fn groups(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let absent = args.at(1).or(Value::NONE);
    let mut items = Vec::new();
    for group in 1..group_count(rt, args.at(0))? {
        items.push(text(rt, args.at(0), group, absent)?);
    }
    rt.heap.tuple_from(items)
}

fn groupdict(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let absent = args.at(1).or(Value::NONE);
    let pattern = objects::match_of(&rt.heap, args.at(0))?.pattern;
    let names = objects::pattern_of(&rt.heap, pattern)?.compiled.group_index().to_vec();
    let dict = rt.heap.dict(DictObj::default())?;
    for (name, group) in names {
        let key = rt.intern_value(&name)?;
        let value = text(rt, args.at(0), group, absent)?;
        rt.dict_set(dict, key, value)?;
    }
    Ok(dict)
}

/// Start and end of a group in characters; (-1, -1) when the group did not participate.
fn bounds_of(rt: &mut Runtime, found: Value, group: u32) -> Result<(Value, Value), Abrupt> {
    match objects::match_of(&rt.heap, found)?.found.group(group) {
        Some(span) => {
            let (start, end) = characters(rt, found, span)?;
            Ok((index(start), index(end)))
        }
        None => Ok((Value::int(-1), Value::int(-1))),
    }
}

fn bounds(rt: &mut Runtime, args: Args<'_>) -> Result<(Value, Value), Abrupt> {
    let group = match args.at(1).defined() {
        Some(key) => number(rt, args.at(0), key)?,
        None => 0,
    };
    bounds_of(rt, args.at(0), group)
}

fn span(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (start, end) = bounds(rt, args)?;
    rt.heap.tuple(&[start, end])
}

fn regs(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let mut items = Vec::new();
    for group in 0..group_count(rt, args.at(0))? {
        let (start, end) = bounds_of(rt, args.at(0), group)?;
        items.push(rt.heap.tuple(&[start, end])?);
    }
    rt.heap.tuple_from(items)
}

fn lastgroup(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let object = objects::match_of(&rt.heap, args.at(0))?;
    let compiled = &objects::pattern_of(&rt.heap, object.pattern)?.compiled;
    match object.found.last_index.and_then(|group| compiled.group_name(group)).map(str::to_string) {
        Some(name) => rt.heap.string(name),
        None => Ok(Value::NONE),
    }
}

fn expand(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let plain = rt.unwrap_payload(args.at(1));
    if objects::source(&rt.heap, plain).is_none() {
        rt.hash(plain)?;
        let name = rt.type_name(args.at(1));
        return Err(rt.type_error(&format!("decoding to str: need a bytes-like object, {name} found")));
    }
    let object = objects::match_of(&rt.heap, args.at(0))?;
    let (pattern, text, found) = (object.pattern, object.target.text, object.found.clone());
    let template = objects::template(rt, pattern, plain)?;
    let mut out = crate::heap::ChargedVec::new();
    objects::fill(rt, &template, text, &found, &mut out)?;
    objects::finish_charged(rt, plain.tag != Tag::Str, out)
}
