//! The `%` operator for str and bytes: makes text from a template and its arguments.
//!
//! When user code must convert an argument, the fallback `op_mod` first converts all arguments. Then it calls [`fill`], which uses them as
//! they are.

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::heap::{ChargedString, Object, TEXT_PART, values};
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use stockade_algorithms::text::int::{Int, IntRef};
use stockade_algorithms::text::percent::{self, Conversion, Count, Cursor, Flags, Layout, Piece};

/// The source of the arguments.
struct Source {
    items: Vec<Value>,
    at: usize,
    /// The right operand, if it has keys.
    mapping: Option<Value>,
    /// True when keys are already looked up, and `s`, `r`, `a` are already text.
    filled: bool,
    bytes: bool,
}

impl Source {
    fn next(&mut self, rt: &mut Runtime) -> Result<Value, Abrupt> {
        match self.items.get(self.at) {
            Some(value) => {
                self.at += 1;
                Ok(*value)
            }
            None => Err(rt.text_error(&percent::not_enough_arguments())),
        }
    }
}

/// True when `value[key]` is defined, as `%(key)s` needs it.
fn is_mapping(rt: &Runtime, value: Value, for_bytes: bool) -> bool {
    match value.tag {
        Tag::Dict | Tag::List | Tag::Range => true,
        Tag::Bytes | Tag::ByteArray => !for_bytes,
        Tag::Object => {
            use Object::{GenericAlias, MappingProxy, MemoryView, Union};
            matches!(rt.heap.as_object(value), MappingProxy(_) | MemoryView { .. } | GenericAlias { .. } | Union(_))
        }
        Tag::Inst => {
            let plain = rt.unwrap_payload(value);
            let data = matches!(plain.tag, Tag::Bytes | Tag::ByteArray);
            let text = matches!(plain.tag, Tag::Str | Tag::Tuple) || (data && for_bytes);
            !text && (data || is_mapping_layout(plain) || rt.user_method(value, names::dunder_getitem).is_some())
        }
        Tag::Exc => rt.user_method(value, names::dunder_getitem).is_some(),
        _ => false,
    }
}

fn is_mapping_layout(plain: Value) -> bool {
    matches!(plain.tag, Tag::Dict | Tag::List)
}

/// The template as text. Bytes are read as Latin-1.
fn template_text(rt: &mut Runtime, template: Value) -> Result<String, Abrupt> {
    if template.is_str() {
        let len = rt.heap.text(template).len();
        rt.precheck(len, 1)?;
        return rt.heap.text_held(template);
    }
    let len = rt.byte_data(template).len();
    rt.precheck(len, 2)?;
    latin1_text(rt, template)
}

/// The text of bytes that are read as Latin-1. Its capacity is held.
fn latin1_text(rt: &mut Runtime, value: Value) -> Result<String, Abrupt> {
    let len = rt.byte_data(value).len();
    let mut text = ChargedString::new(&rt.heap);
    let mut at = 0;
    while at < len {
        let end = len.min(at + TEXT_PART);
        let part: String = rt.byte_data(value).get(at..end).unwrap_or_default().iter().map(|byte| char::from(*byte)).collect();
        text.push_str(&mut rt.heap, &part)?;
        at = end;
    }
    Ok(text.into_held())
}

/// `template % args`.
pub(crate) fn percent(rt: &mut Runtime, template: Value, args: Value) -> Result<Value, Abrupt> {
    rt.charge_units(crate::base::fuel::once::FORMAT)?;
    let bytes = !template.is_str();
    let plain = rt.unwrap_payload(args);
    let held = rt.heap.held();
    let source = match plain.tag {
        Tag::Tuple => {
            rt.heap.hold(values(rt.sequence_items(plain).len()))?;
            Source { items: rt.sequence_items(plain).to_vec(), at: 0, mapping: None, filled: false, bytes }
        }
        _ => {
            let mapping = is_mapping(rt, args, bytes).then_some(args);
            Source { items: vec![args], at: 0, mapping, filled: false, bytes }
        }
    };
    let made = render(rt, template, source);
    rt.heap.release_to(held);
    made
}

/// `_stockade.percent_fill(template, values)`: the values of all conversions in order, already converted.
pub(crate) fn fill(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.charge(rt.sequence_items(args.at(1)).len() as u64 / 8)?;
    let (template, items) = (rt.unwrap_payload(args.at(0)), rt.sequence_items(args.at(1)).to_vec());
    render(rt, template, Source { items, at: 0, mapping: None, filled: true, bytes: !template.is_str() })
}

/// `_stockade.percent_parse(template)`: a list of (key or None, number of stars, code), up to the first wrong conversion.
pub(crate) fn parse(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let template = rt.unwrap_payload(args.at(0));
    let text = template_text(rt, template)?;
    let mut cursor = Cursor::default();
    let mut rows = Vec::new();
    while let Some(piece) = percent::next_piece(&text, &mut cursor) {
        let Piece::Conversion(conversion) = piece else { continue };
        rt.charge(4)?;
        let key = match conversion.key {
            Some(key) => key_value(rt, key, !template.is_str())?,
            None => Value::NONE,
        };
        let stars = i64::from(conversion.width == Count::Star) + i64::from(conversion.precision == Count::Star);
        if conversion.problem.is_some() {
            break;
        }
        let code = rt.char_value(conversion.code)?;
        rows.push(rt.heap.tuple(&[key, Value::int(stars), code])?);
    }
    rt.heap.list(rows)
}

/// `_stockade.percent_mapping(value)`.
pub(crate) fn mapping(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::bool(is_mapping(rt, args.at(0), false)))
}

fn key_value(rt: &mut Runtime, key: &str, bytes: bool) -> Result<Value, Abrupt> {
    if bytes { rt.heap.bytes(key.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect()) } else { rt.heap.str(key) }
}

fn render(rt: &mut Runtime, template: Value, mut source: Source) -> Result<Value, Abrupt> {
    let text = template_text(rt, template)?;
    let mut cursor = Cursor::default();
    let mut out = ChargedString::new(&rt.heap);
    while let Some(piece) = percent::next_piece(&text, &mut cursor) {
        rt.charge(2)?;
        let done = out.len();
        match piece {
            Piece::Literal(literal) => out.push_str(&mut rt.heap, literal)?,
            Piece::Conversion(conversion) => {
                if put_simple(rt, &conversion, &mut source, &mut out)? {
                    continue;
                }
                rt.push_made(&mut out, |rt| convert(rt, &conversion, &mut source))?;
            }
        }
        rt.charge((out.len() - done) as u64 / 16)?;
    }
    if source.at < source.items.len() && source.mapping.is_none() && !source.filled {
        return Err(rt.text_error(&percent::not_all_converted(source.bytes)));
    }
    match template.tag {
        Tag::Str => out.into_value(&mut rt.heap),
        tag => {
            rt.heap.hold(out.len())?;
            let mut data = Vec::with_capacity(out.len());
            data.extend(out.chars().map(|c| u8::try_from(c).unwrap_or(b'?')));
            data.shrink_to_fit();
            rt.heap.release(out.len());
            out.discard(&mut rt.heap);
            if tag == Tag::Bytes { rt.heap.bytes(data) } else { rt.heap.bytearray(data) }
        }
    }
}

/// The most frequent conversions without options: `%s` of a str or an int, and `%d` of an int. False, with nothing done, for all others.
fn put_simple(rt: &mut Runtime, conversion: &Conversion<'_>, source: &mut Source, out: &mut ChargedString) -> Result<bool, Abrupt> {
    let laid_out = conversion.width != Count::Absent || conversion.precision != Count::Absent || conversion.flags != Flags::default();
    if laid_out || conversion.mapping || conversion.problem.is_some() || source.bytes || source.filled {
        return Ok(false);
    }
    let Some(value) = source.items.get(source.at).copied() else { return Ok(false) };
    match (conversion.code, value.tag) {
        ('s' | 'd', Tag::Int) => out.push_str(&mut rt.heap, itoa::Buffer::new().format(value.as_i64()))?,
        ('s', Tag::Str) => {
            let length = rt.heap.text(value).len();
            rt.charge(length as u64 / 8)?;
            out.push_value(&mut rt.heap, value)?;
        }
        _ => return Ok(false),
    }
    source.at += 1;
    Ok(true)
}

/// The text of one conversion. The order of the steps is that of CPython.
fn convert(rt: &mut Runtime, conversion: &Conversion<'_>, source: &mut Source) -> Result<String, Abrupt> {
    if conversion.mapping && !source.filled {
        let Some(mapping) = source.mapping else { return Err(rt.text_error(&percent::mapping_required())) };
        if let Some(key) = conversion.key {
            let key = key_value(rt, key, source.bytes)?;
            let value = match rt.get_item(mapping, key) {
                Err(Abrupt::Call) => return Err(Abrupt::NeedsUserCode),
                other => other?,
            };
            source.items = vec![value];
            source.at = 0;
        }
    }
    let width = if conversion.width == Count::Star { star(rt, source, percent::star_width)? } else { 0 };
    let precision = if conversion.precision == Count::Star { star(rt, source, percent::star_precision)? } else { 0 };
    if let Some(problem) = &conversion.problem {
        return Err(rt.text_error(problem));
    }
    if conversion.code == '%' && conversion.bare {
        return Ok("%".into());
    }
    let value = source.next(rt)?;
    let layout = conversion.layout(width, precision);
    match conversion.code {
        's' | 'r' | 'a' | 'b' if conversion.code != 'b' || source.bytes => text_of(rt, conversion.code, value, &layout, source),
        'c' => char_of(rt, value, &layout, source),
        'd' | 'i' | 'u' | 'o' | 'x' | 'X' => number_of(rt, conversion.code, value, &layout, source),
        'e' | 'E' | 'f' | 'F' | 'g' | 'G' => float_of(rt, conversion.code, value, &layout, source),
        code => Err(rt.text_error(&percent::unsupported(code, conversion.index, source.bytes))),
    }
}

fn star(
    rt: &mut Runtime,
    source: &mut Source,
    read: fn(stockade_algorithms::text::int::IntRef<'_>) -> stockade_algorithms::text::Result<i64>,
) -> Result<i64, Abrupt> {
    let value = source.next(rt)?;
    match rt.int_of(value) {
        Some(value) => rt.pure(read(value.as_ref())),
        None => Err(rt.text_error(&percent::star_wants_int())),
    }
}

fn text_of(rt: &mut Runtime, code: char, value: Value, layout: &Layout, source: &Source) -> Result<String, Abrupt> {
    let plain = rt.unwrap_payload(value);
    let text = if source.filled && plain.is_str() {
        rt.heap.text_held(plain)?
    } else {
        match code {
            'r' | 'a' => {
                let repr = rt.repr_text(value)?;
                if code == 'a' || source.bytes { rt.ascii_of(repr)? } else { repr }
            }
            _ if source.bytes => {
                let plain = rt.unwrap_payload(value);
                if !matches!(plain.tag, Tag::Bytes | Tag::ByteArray) && !source.filled && rt.has_user_method(value, names::dunder_bytes) {
                    return Err(Abrupt::NeedsUserCode);
                }
                match crate::objects::types::bytes::data(rt, plain).map(<[u8]>::len) {
                    Some(len) => {
                        // Two bytes for each byte beyond ASCII.
                        rt.heap.hold(len.saturating_mul(2))?;
                        let data = crate::objects::types::bytes::data(rt, plain).unwrap_or_default();
                        data.iter().map(|byte| char::from(*byte)).collect()
                    }
                    None => {
                        let name = rt.type_name(value);
                        return Err(rt.text_error(&percent::bytes_required(&name)));
                    }
                }
            }
            _ => rt.str_text(value)?,
        }
    };
    rt.precheck(layout.width, 1)?;
    if layout.is_plain() {
        return Ok(text);
    }
    rt.heap.hold(text.len().max(layout.width.saturating_mul(4)))?;
    rt.pure(percent::format_text(&text, layout, rt.room()))
}

fn char_of(rt: &mut Runtime, value: Value, layout: &Layout, source: &Source) -> Result<String, Abrupt> {
    let bytes = source.bytes;
    let plain = rt.unwrap_payload(value);
    let single = |mut all: std::str::Chars<'_>| match (all.next(), all.next()) {
        (Some(c), None) => Some(c),
        _ => None,
    };
    let c = match plain.tag {
        Tag::Str if !bytes => single(rt.heap.text(plain).chars()),
        Tag::Bytes | Tag::ByteArray if bytes => match rt.byte_data(plain) {
            [byte] => Some(char::from(*byte)),
            _ => None,
        },
        _ => match rt.int_of(value) {
            Some(code) => Some(rt.pure(percent::char_of(code.as_ref(), bytes))?),
            None if !source.filled && rt.has_user_method(value, names::dunder_index) => return Err(Abrupt::NeedsUserCode),
            None => None,
        },
    };
    match c {
        Some(c) => {
            let before = rt.heap.held();
            rt.hold_conversion(layout.width)?;
            let text = percent::format_char(c, layout, rt.room());
            made(rt, before, text)
        }
        None => Err(rt.text_error(&percent::char_required(bytes))),
    }
}

/// The text of a conversion. It stays held, and what was held beside it does not.
fn made(rt: &mut Runtime, before: usize, text: stockade_algorithms::text::Result<String>) -> Result<String, Abrupt> {
    let text = rt.pure(text)?;
    rt.heap.release_to(before);
    rt.heap.hold(text.capacity())?;
    Ok(text)
}

fn number_of(rt: &mut Runtime, code: char, value: Value, layout: &Layout, source: &Source) -> Result<String, Abrupt> {
    let decimal = matches!(code, 'd' | 'i' | 'u');
    let number = match rt.int_of(value) {
        Some(number) => number,
        None => {
            let user_defined = rt.has_user_method(value, names::dunder_index) || (decimal && rt.has_user_method(value, names::dunder_int));
            if user_defined && !source.filled {
                return Err(Abrupt::NeedsUserCode);
            }
            let plain = rt.unwrap_payload(value);
            if !decimal || plain.tag != Tag::Float {
                let name = rt.type_name(value);
                return Err(rt.text_error(&percent::number_required(code, &name, source.bytes)));
            }
            rt.pure(stockade_algorithms::text::float::to_int(plain.as_f64()))?
        }
    };
    let limits = rt.format_limits();
    let bits = number.as_ref().bits();
    let before = rt.heap.held();
    let mut text = None;
    // A number with too many digits is refused before the conversion is charged.
    if !decimal || !stockade_algorithms::text::int_parse::exceeds_digits(bits, limits.max_digits) {
        match &number {
            Int::Big(big) if decimal => text = crate::objects::types::int::long_decimal_of(rt, big)?,
            _ if decimal => rt.charge(stockade_algorithms::integers::cost::decimal(bits))?,
            _ => {
                rt.charge(bits / 32)?;
                rt.fits(usize::try_from(bits).unwrap_or(usize::MAX))?;
            }
        }
        rt.hold_conversion(layout.width.max(layout.precision.unwrap_or(0)))?;
    }
    let number = match (&number, &text) {
        (Int::Big(big), Some(text)) => IntRef::Written(big, text),
        _ => number.as_ref(),
    };
    let text = percent::format_int(number, code, layout, limits);
    made(rt, before, text)
}

fn float_of(rt: &mut Runtime, code: char, value: Value, layout: &Layout, source: &Source) -> Result<String, Abrupt> {
    let (bytes, filled) = (source.bytes, source.filled);
    let plain = rt.unwrap_payload(value);
    let x = match plain.tag {
        Tag::Float => plain.as_f64(),
        _ if !filled && rt.has_user_method(value, names::dunder_float) => return Err(Abrupt::NeedsUserCode),
        Tag::Int | Tag::Bool => plain.as_i64() as f64,
        Tag::BigInt => rt.big_to_float(plain)?,
        _ if !filled && rt.has_user_method(value, names::dunder_index) => return Err(Abrupt::NeedsUserCode),
        _ => {
            let name = rt.type_name(value);
            return Err(rt.text_error(&percent::float_required(&name, bytes)));
        }
    };
    let before = rt.heap.held();
    rt.hold_conversion(layout.width.max(layout.precision.unwrap_or(0)))?;
    let limits = rt.format_limits();
    let text = percent::format_float(x, code, layout, limits);
    made(rt, before, text)
}
