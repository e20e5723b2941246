//! `str.format` and `format_map`: looks up, converts and formats fields. A fallback does it when user code takes part.

use stockade_policy::Access;

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::ChargedString;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use stockade_algorithms::text::TextError;
use stockade_algorithms::text::str_format::{self, Accessor, Argument, AutoNumber};

/// The arguments to which fields refer.
#[derive(Clone, Copy)]
struct Source<'a> {
    /// Positional arguments; None for `format_map`.
    positional: Option<&'a [Value]>,
    /// A dict, or the mapping of `format_map`.
    mapping: Value,
}

pub(super) fn format(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let keywords = args.at(1);
    run(rt, args.at(0), Source { positional: Some(args.rest), mapping: keywords })
}

pub(super) fn format_map(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    run(rt, args.at(0), Source { positional: None, mapping: args.at(1) })
}

fn run(rt: &mut Runtime, template: Value, source: Source<'_>) -> Result<Value, Abrupt> {
    let len = rt.heap.text(template).len();
    rt.precheck(len, 1)?;
    let text = rt.heap.text_held(template)?;
    let mut out = ChargedString::new(&rt.heap);
    match render(rt, &text, source, &mut AutoNumber::default(), str_format::MAX_DEPTH, &mut out) {
        Ok(()) => out.into_value(&mut rt.heap),
        Err(Abrupt::NeedsUserCode | Abrupt::Call) => {
            let pieces = pieces(rt, &text, &mut AutoNumber::default(), str_format::MAX_DEPTH)?;
            let positional = match source.positional {
                Some(items) => rt.heap.tuple(items)?,
                None => Value::NONE,
            };
            let mapping = match source.mapping.defined() {
                Some(mapping) => mapping,
                None => rt.heap.dict(crate::heap::DictObj::default())?,
            };
            Err(rt.tail_fallback("format_pieces", &[pieces, positional, mapping]))
        }
        Err(exit) => Err(exit),
    }
}

fn render(
    rt: &mut Runtime,
    text: &str,
    source: Source<'_>,
    numbering: &mut AutoNumber,
    depth: usize,
    out: &mut ChargedString,
) -> Result<(), Abrupt> {
    let Some(deeper) = depth.checked_sub(1) else { return Err(rt.text_error(&str_format::too_deep())) };
    let mut position = 0;
    loop {
        let piece = str_format::next_piece(text, &mut position);
        let Some(piece) = rt.pure(piece)? else { return Ok(()) };
        rt.charge(2 + piece.literal.len() as u64 / 64)?;
        out.push_str(&mut rt.heap, piece.literal)?;
        let Some(field) = piece.field else { continue };
        let mut value = lookup(rt, field.name, source, numbering)?;
        value = match field.conversion {
            None => value,
            Some(conversion) => converted(rt, value, conversion)?,
        };
        let spec = if field.nested {
            let mut spec = ChargedString::new(&rt.heap);
            render(rt, field.spec, source, numbering, deeper, &mut spec)?;
            spec.into_value(&mut rt.heap)?
        } else if field.spec.is_empty() {
            Value::NONE
        } else {
            rt.heap.str(field.spec)?
        };
        let shown = rt.format_value(value, 0, spec)?;
        rt.charge(rt.heap.text(shown).len() as u64 / 64)?;
        out.push_value(&mut rt.heap, shown)?;
    }
}

/// `!s`, `!r`, `!a`.
fn converted(rt: &mut Runtime, value: Value, conversion: char) -> Result<Value, Abrupt> {
    match conversion {
        's' => rt.str_value(value),
        'r' => {
            let text = rt.repr_text(value)?;
            rt.heap.held_string(text)
        }
        'a' => {
            let text = rt.ascii_text(value)?;
            rt.heap.held_string(text)
        }
        other => Err(rt.text_error(&str_format::unknown_conversion(other))),
    }
}

/// The value of a field.
fn lookup(rt: &mut Runtime, name: &str, source: Source<'_>, numbering: &mut AutoNumber) -> Result<Value, Abrupt> {
    let split = str_format::split_name(name, numbering);
    let (argument, mut rest) = rt.pure(split)?;
    let mut value = match (argument, source.positional) {
        (Argument::Index(at), Some(items)) => match items.get(at) {
            Some(value) => *value,
            None => return Err(rt.text_error(&str_format::index_out_of_range(at))),
        },
        (Argument::Index(_), None) => return Err(rt.text_error(&str_format::positional_in_format_map())),
        (Argument::Name(key), _) => {
            let key = rt.heap.str(key)?;
            if source.mapping.is_undef() {
                return Err(rt.key_error(key));
            }
            rt.get_item(source.mapping, key)?
        }
    };
    loop {
        let accessor = str_format::next_accessor(&mut rest);
        value = match rt.pure(accessor)? {
            None => return Ok(value),
            Some(Accessor::Attribute(name)) => attribute(rt, value, name)?,
            Some(Accessor::Index(at)) => rt.get_item(value, Value::int(i64::try_from(at).unwrap_or(i64::MAX)))?,
            Some(Accessor::Key(key)) => {
                let key = rt.heap.str(key)?;
                rt.get_item(value, key)?
            }
        };
    }
}

/// `value.name`, as far as the policy allows it. Library code is checked, too: it may call the method of a template that the program wrote,
/// as a key function or through `map`. So templates in library code name no attributes.
fn attribute(rt: &mut Runtime, value: Value, name: &str) -> Result<Value, Abrupt> {
    let name = rt.intern(name)?;
    rt.check_attribute_of(value, name, Access::Read)?;
    if value.tag == Tag::Module {
        rt.check_module_attribute(value, name)?;
    }
    rt.load_attr(value, name)
}

/// `_stockade.format_attribute(value, name)`: the attribute of a field, for the fallback.
pub(crate) fn checked_attribute(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let name = rt.copied_text(args.at(1));
    attribute(rt, args.at(0), &name)
}

/// A template as a list of tuples (literal, argument, accessors, conversion, spec). The argument is None without a field, else an int or a
/// str. An accessor is (is attribute, name or key). A spec with fields is such a list itself. An error in a part is raised when the part is
/// reached. Its message is in place of the spec in a tuple without an argument, or in place of an accessor's name, which is then neither an
/// attribute nor a key.
fn pieces(rt: &mut Runtime, text: &str, numbering: &mut AutoNumber, depth: usize) -> Result<Value, Abrupt> {
    let mut rows = Vec::new();
    let Some(deeper) = depth.checked_sub(1) else {
        rows.push(wrong(rt, "", str_format::too_deep())?);
        return rt.heap.list(rows);
    };
    let mut position = 0;
    loop {
        let piece = match str_format::next_piece(text, &mut position) {
            Ok(None) => return rt.heap.list(rows),
            Ok(Some(piece)) => piece,
            Err(error) => {
                rows.push(wrong(rt, "", error)?);
                return rt.heap.list(rows);
            }
        };
        rt.charge(8)?;
        let literal = rt.heap.str(piece.literal)?;
        let Some(field) = piece.field else {
            rows.push(rt.heap.tuple(&[literal, Value::NONE, Value::NONE, Value::NONE, Value::NONE])?);
            continue;
        };
        let (argument, mut rest) = match str_format::split_name(field.name, numbering) {
            Ok(split) => split,
            Err(error) => {
                rows.push(wrong(rt, piece.literal, error)?);
                return rt.heap.list(rows);
            }
        };
        let argument = match argument {
            Argument::Index(at) => Value::int(i64::try_from(at).unwrap_or(i64::MAX)),
            Argument::Name(name) => rt.heap.str(name)?,
        };
        let mut accessors = Vec::new();
        loop {
            let (is_attribute, name) = match str_format::next_accessor(&mut rest) {
                Ok(None) => break,
                Ok(Some(Accessor::Attribute(name))) => (Value::bool(true), rt.heap.str(name)?),
                Ok(Some(Accessor::Index(at))) => (Value::bool(false), Value::int(i64::try_from(at).unwrap_or(i64::MAX))),
                Ok(Some(Accessor::Key(key))) => (Value::bool(false), rt.heap.str(key)?),
                Err(TextError { message, .. }) => {
                    rest = "";
                    (Value::NONE, rt.heap.string(message)?)
                }
            };
            rt.charge(2)?;
            accessors.push(rt.heap.tuple(&[is_attribute, name])?);
        }
        let accessors = rt.heap.list(accessors)?;
        let conversion = match field.conversion {
            None => Value::NONE,
            Some(c @ ('s' | 'r' | 'a')) => rt.char_value(c)?,
            Some(c) => {
                let TextError { message, .. } = str_format::unknown_conversion(c);
                rt.heap.string(message)?
            }
        };
        let spec = if field.nested { pieces(rt, field.spec, numbering, deeper)? } else { rt.heap.str(field.spec)? };
        rows.push(rt.heap.tuple(&[literal, argument, accessors, conversion, spec])?);
    }
}

/// The tuple of a part with an error.
fn wrong(rt: &mut Runtime, literal: &str, error: TextError) -> Result<Value, Abrupt> {
    let literal = rt.heap.str(literal)?;
    let message = rt.heap.string(error.message)?;
    rt.heap.tuple(&[literal, Value::NONE, Value::NONE, Value::NONE, message])
}
