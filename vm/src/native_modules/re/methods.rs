//! `re.Pattern`: matching, finding all matches, splitting and replacing.

use super::objects;
use super::objects::{Scanner, Target, TextPosition};
use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::{ChargedVec, DictObj, Object};
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use crate::runtime::native_object::NativeObject;
use stockade_algorithms::regex::{Captures, Mode, Scan};

natives! { pub(crate) PATTERN_NATIVES:
    new "__new__" "(cls, /, *args, **kwargs)" => |rt, _| Err(rt.type_error("cannot create 're.Pattern' instances"));
    /// Matches zero or more characters at the beginning of the string.
    method "match" "(self, /, string, pos=0, endpos=9223372036854775807)" => |rt, args| match_once(rt, args, Mode::Match);
    /// Matches against all of the string.
    method "fullmatch" "(self, /, string, pos=0, endpos=9223372036854775807)" => |rt, args| match_once(rt, args, Mode::Fullmatch);
    /// Scan through string looking for a match.
    method "search" "(self, /, string, pos=0, endpos=9223372036854775807)" => |rt, args| match_once(rt, args, Mode::Search);
    /// All matches without overlap, as strings or tuples of groups.
    method "findall" "(self, /, string, pos=0, endpos=9223372036854775807)" => findall;
    /// An iterator over all matches without overlap.
    method "finditer" "(self, /, string, pos=0, endpos=9223372036854775807)" => finditer;
    /// Split string by the occurrences of pattern.
    method "split" "(self, /, string, maxsplit=0)" => split;
    /// The string with the leftmost occurrences without overlap replaced.
    method "sub" "(self, /, repl, string, count=0)" => |rt, args| replace(rt, args, false);
    /// As `sub`, with the number of replacements.
    method "subn" "(self, /, repl, string, count=0)" => |rt, args| replace(rt, args, true);
    method "scanner" "(self, /, string, pos=0, endpos=9223372036854775807)" => |rt, args| scanner(rt, args.at(0), args.at(1), args.at(2), args.at(3), true);
    get "pattern" "(self)" => |rt, args| Ok(objects::pattern_of(&rt.heap, args.at(0))?.source);
    get "flags" "(self)" => |rt, args| Ok(Value::int(objects::pattern_of(&rt.heap, args.at(0))?.compiled.flags().into()));
    get "groups" "(self)" => |rt, args| Ok(Value::int(objects::pattern_of(&rt.heap, args.at(0))?.compiled.groups().into()));
    get "groupindex" "(self)" => groupindex;
    method "__copy__" "(self, /)" => |_, args| Ok(args.at(0));
    method "__deepcopy__" "(self, memo, /)" => |_, args| Ok(args.at(0));
    method "__eq__" "(self, value, /)" => |rt, args| same(rt, args, true);
    method "__ne__" "(self, value, /)" => |rt, args| same(rt, args, false);
    method "__hash__" "(self, /)" => crate::objects::types::slot_wrappers::hash;
    method "__repr__" "(self, /)" => crate::objects::types::slot_wrappers::repr;
    class "__class_getitem__" "(cls, item, /)" => crate::objects::types::generic_alias::class_getitem_native;
}

natives! { pub(crate) SCANNER_NATIVES:
    method "match" "(self, /)" => |rt, args| next_match(rt, args, Mode::Match);
    method "search" "(self, /)" => |rt, args| next_match(rt, args, Mode::Search);
    get "pattern" "(self)" => |rt, args| Ok(objects::scanner_of(rt, args.at(0))?.pattern);
}

/// The next match of a scanner, or None.
fn next_match(rt: &mut Runtime, args: Args<'_>, mode: Mode) -> Result<Value, Abrupt> {
    Ok(objects::advance(rt, args.at(0), mode)?.map_or(Value::NONE, |(found, _)| found))
}

/// A single match attempt: `match`, `fullmatch`, `search`.
fn match_once(rt: &mut Runtime, args: Args<'_>, mode: Mode) -> Result<Value, Abrupt> {
    let (target, mut scan) = objects::target(rt, args.at(0), args.at(1), args.at(2), args.at(3))?;
    let from = TextPosition { byte: scan.pos, character: target.pos };
    match objects::step(rt, args.at(0), target.text, &mut scan, mode)? {
        Some(found) => objects::make_match(rt, args.at(0), target, found, from),
        None => Ok(Value::NONE),
    }
}

/// `==` and `!=`, which are defined between patterns only.
fn same(rt: &mut Runtime, args: Args<'_>, wanted: bool) -> Result<Value, Abrupt> {
    if objects::pattern_of(&rt.heap, args.at(1)).is_err() {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    let equal = objects::pattern_of(&rt.heap, args.at(0))?.eq(rt, args.at(1), &mut Vec::new());
    Ok(Value::bool(equal == wanted))
}

fn groupindex(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let names = objects::pattern_of(&rt.heap, args.at(0))?.compiled.group_index().to_vec();
    let dict = rt.heap.dict(DictObj::default())?;
    rt.charge(2 * names.len() as u64)?;
    for (name, group) in names {
        let key = rt.heap.str(&name)?;
        rt.dict_set(dict, key, Value::int(group.into()))?;
    }
    // For a pattern without named groups CPython returns an empty dict, not a mappingproxy.
    if rt.heap.dicts.get(dict.index()).len() == 0 { Ok(dict) } else { rt.heap.object(Object::MappingProxy(dict)) }
}

/// Calls `each` for every match, up to `most` matches (0 means all). Returns their number. The caller charges what `each` stores.
fn all(
    rt: &mut Runtime,
    pattern: Value,
    target: Target,
    mut scan: Scan,
    most: i64,
    mut each: impl FnMut(&mut Runtime, &Captures) -> Result<(), Abrupt>,
) -> Result<i64, Abrupt> {
    let mut count = 0;
    while most == 0 || count < most {
        let Some(found) = objects::step(rt, pattern, target.text, &mut scan, Mode::Search)? else { break };
        rt.charge(7)?;
        each(rt, &found)?;
        count += 1;
    }
    Ok(count)
}

/// Appends to a list under construction.
fn push(rt: &mut Runtime, items: &mut ChargedVec<Value>, item: Value) -> Result<(), Abrupt> {
    items.push(&mut rt.heap, item)
}

fn findall(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let pattern = args.at(0);
    let (target, scan) = objects::target(rt, pattern, args.at(1), args.at(2), args.at(3))?;
    let groups = objects::pattern_of(&rt.heap, pattern)?.compiled.groups();
    let empty = empty(rt, target.text)?;
    let mut items = ChargedVec::new();
    all(rt, pattern, target, scan, 0, |rt, found| {
        let group = |rt: &mut Runtime, number: u32| match found.group(number) {
            Some(span) => objects::piece(rt, target.text, span),
            None => Ok(empty),
        };
        let item = match groups {
            0 => group(rt, 0)?,
            1 => group(rt, 1)?,
            _ => {
                rt.charge(u64::from(groups))?;
                let mut parts = Vec::new();
                for number in 1..=groups {
                    parts.push(group(rt, number)?);
                }
                rt.heap.tuple_from(parts)?
            }
        };
        push(rt, &mut items, item)
    })?;
    items.into_list(&mut rt.heap)
}

/// The empty str or bytes, of the same kind as `text`.
fn empty(rt: &mut Runtime, text: Value) -> Result<Value, Abrupt> {
    if text.tag == Tag::Str { rt.heap.str("") } else { rt.heap.bytes(Vec::new()) }
}

fn finditer(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    scanner(rt, args.at(0), args.at(1), args.at(2), args.at(3), false)
}

/// An iterator over the matches.
pub(super) fn scanner(
    rt: &mut Runtime,
    pattern: Value,
    string: Value,
    pos: Value,
    endpos: Value,
    is_pattern_scanner: bool,
) -> Result<Value, Abrupt> {
    let (target, scan) = objects::target(rt, pattern, string, pos, endpos)?;
    let anchor = TextPosition { byte: scan.pos, character: target.pos };
    let scanner = Scanner { pattern, target, scan, is_pattern_scanner, anchor, taken: 0, finished: false };
    rt.heap.new_iterator(scanner)
}

fn split(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let pattern = args.at(0);
    let most = match args.at(2).defined() {
        Some(most) => rt.index(most)?,
        None => 0,
    };
    let (target, scan) = objects::target(rt, pattern, args.at(1), Value::UNDEF, Value::UNDEF)?;
    let groups = objects::pattern_of(&rt.heap, pattern)?.compiled.groups();
    let mut items = ChargedVec::new();
    let mut taken = 0;
    all(rt, pattern, target, scan, most, |rt, found| {
        let (start, end) = found.span();
        let before = objects::piece(rt, target.text, (taken, start))?;
        push(rt, &mut items, before)?;
        taken = end;
        rt.charge(u64::from(groups))?;
        for number in 1..=groups {
            let item = match found.group(number) {
                Some(span) => objects::piece(rt, target.text, span)?,
                None => Value::NONE,
            };
            push(rt, &mut items, item)?;
        }
        Ok(())
    })?;
    let length = objects::subject(&rt.heap, target.text).len();
    let last = objects::piece(rt, target.text, (taken, length))?;
    push(rt, &mut items, last)?;
    items.into_list(&mut rt.heap)
}

/// `sub` and `subn`. A replacement that is not text of the pattern's kind is left to the fallback, which calls it.
fn replace(rt: &mut Runtime, args: Args<'_>, counted: bool) -> Result<Value, Abrupt> {
    let pattern = args.at(0);
    let most = match args.at(3).defined() {
        Some(most) => rt.index(most)?,
        None => 0,
    };
    let (target, scan) = objects::target(rt, pattern, args.at(2), Value::UNDEF, Value::UNDEF)?;
    let is_bytes = objects::pattern_of(&rt.heap, pattern)?.compiled.is_bytes();
    let repl = rt.unwrap_payload(args.at(1));
    let fits = if is_bytes { objects::bytes_of(&rt.heap, repl).is_some() } else { repl.tag == Tag::Str };
    if !fits {
        let is_text = repl.tag == Tag::Str || objects::bytes_of(&rt.heap, repl).is_some();
        if is_text {
            objects::template(rt, pattern, repl)?;
        }
        let rest = [pattern, args.at(1), args.at(2), Value::int(most), Value::bool(counted), Value::bool(is_bytes), Value::bool(is_text)];
        return Err(rt.tail_fallback("re_replace", &rest));
    }
    let template = objects::template(rt, pattern, repl)?;
    let mut out = ChargedVec::new();
    let mut taken = 0;
    let count = all(rt, pattern, target, scan, most, |rt, found| {
        let (start, end) = found.span();
        objects::copy(rt, target.text, (taken, start), &mut out)?;
        taken = end;
        objects::fill(rt, &template, target.text, found, &mut out)
    })?;
    let text = if count == 0 && matches!(target.text.tag, Tag::Str | Tag::Bytes) {
        target.text
    } else {
        let length = objects::subject(&rt.heap, target.text).len();
        objects::copy(rt, target.text, (taken, length), &mut out)?;
        objects::finish_charged(rt, is_bytes, out)?
    };
    if counted { rt.heap.tuple(&[text, Value::int(count)]) } else { Ok(text) }
}

// --- natives for the fallbacks

/// `_re_scan(pattern, string)`: a match iterator for `_re_step`.
pub(crate) fn scan_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    scanner(rt, args.at(0), args.at(1), Value::UNDEF, Value::UNDEF, false)
}

/// `_re_step(iterator, parts)`: finds the next match, appends the text before it to `parts`, and returns the match or None.
pub(crate) fn step_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let Some((found, before)) = objects::advance(rt, args.at(0), Mode::Search)? else { return Ok(Value::NONE) };
    let text = objects::match_of(&rt.heap, found)?.target.text;
    add(rt, args.at(1), text, before)?;
    Ok(found)
}

/// `_re_rest(iterator, parts)`: appends the text after the last match to `parts`.
pub(crate) fn rest_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (text, span) = objects::rest(rt, args.at(0))?;
    add(rt, args.at(1), text, span)?;
    Ok(Value::NONE)
}

fn add(rt: &mut Runtime, parts: Value, text: Value, (from, to): (usize, usize)) -> Result<(), Abrupt> {
    if from < to {
        let piece = objects::piece(rt, text, (from, to))?;
        rt.heap.list_push(parts.index(), piece)?;
    }
    Ok(())
}

/// `_re_error()`: the class `re.PatternError`.
pub(crate) fn error_native(rt: &mut Runtime, _: Args<'_>) -> Result<Value, Abrupt> {
    crate::runtime::modules::module_class(rt, "re", "PatternError")
}
