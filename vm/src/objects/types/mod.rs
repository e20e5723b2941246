//! The builtin types: one file each, which opens with its table of methods.

mod argument_parsing;
pub(crate) mod buffer;
pub(crate) mod bytes;
pub(crate) mod class;
pub(crate) mod class_construction;
pub(crate) mod class_members;
pub(crate) mod code_object;
pub(crate) mod complex;
pub(crate) mod deque;
pub(crate) mod descriptor;
pub(crate) mod dict;
pub(crate) mod exception;
pub(crate) mod float;
pub(crate) mod function;
pub(crate) mod function_from_code;
pub(crate) mod generator;
pub(crate) mod generic_alias;
pub(crate) mod int;
pub(crate) mod iterators;
pub(crate) mod list;
pub(crate) mod map_filter;
pub(crate) mod memoryview;
pub(crate) mod module;
pub(crate) mod mro;
pub(crate) mod object;
pub(crate) mod object_sizes;
pub(crate) mod partial;
pub(crate) mod range;
pub(crate) mod sequence;
pub(crate) mod set;
pub(crate) mod slot_wrappers;
pub(crate) mod sorter;
pub(crate) mod str;
pub(crate) mod traceback;
pub(crate) mod tuple;
pub(crate) mod weakref;

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::runtime::core::Runtime;

/// `repr` of the kinds of [`crate::heap::Object`] without nested values to walk.
pub(crate) fn repr_object(rt: &mut Runtime, value: Value) -> Result<String, Abrupt> {
    use crate::heap::Object;
    match rt.heap.as_object(value) {
        Object::MemoryView { owner, .. } => {
            let word = if owner.is_none() { "released memory" } else { "memory" };
            let id = rt.id(value)?;
            Ok(format!("<{word} at {id:#x}>"))
        }
        Object::Super { class, this, start } => {
            let (class, this, start) = (*class, *this, *start);
            if this.is_none() {
                return Ok(format!("<super: <class '{}'>, NULL>", rt.class_name(class)));
            }
            let (name, owner) = (rt.class_name(class).to_string(), rt.class_name(start).to_string());
            Ok(format!("<super: <class '{name}'>, <{owner} object>>"))
        }
        Object::SlotDescriptor { class, name } => {
            let (class, name) = (*class, *name);
            let (owner, text) = (rt.class_name(class).to_string(), rt.name_text(name).to_string());
            let kind =
                if name == crate::base::names::dunder_dict || name == crate::base::names::dunder_weakref { "attribute" } else { "member" };
            Ok(format!("<{kind} '{text}' of '{owner}' objects>"))
        }
        Object::Frame { .. } => crate::objects::types::traceback::frame_repr(rt, value),
        // The parts may be any objects: a fallback writes the text.
        Object::Partial { .. } => Err(Abrupt::NeedsUserCode),
        _ => rt.default_repr(value),
    }
}

/// The largest number in a format spec. It ignores numbers that are rejected before anything is allocated: those beyond an index, and a
/// precision of a float of more than 31 bits.
fn widest(spec: &str, is_float: bool) -> usize {
    let (mut widest, mut number, mut is_precision) = (0, None, false);
    for char in spec.chars().chain([' ']) {
        if let Some(digit) = char.to_digit(10) {
            number = Some(number.unwrap_or(0_usize).saturating_mul(10).saturating_add(digit as usize));
            continue;
        }
        let is_refused = |number: usize| number > isize::MAX as usize || (is_float && is_precision && number > i32::MAX as usize);
        widest = widest.max(number.take().filter(|number| !is_refused(*number)).unwrap_or(0));
        is_precision = char == '.';
    }
    widest
}

/// `format(value, spec)` of a value without a `__format__` in user code. `plain` is its payload.
pub(crate) fn format_native(rt: &mut Runtime, value: Value, plain: Value, spec: Value) -> Result<Value, Abrupt> {
    use stockade_algorithms::text::format_spec::{self, Value as Formatted};
    use stockade_algorithms::text::int::IntRef;
    // A specification is read byte by byte.
    let length = rt.heap.text(spec).len();
    if length > 256 {
        rt.charge(length as u64 / 4)?;
    }
    let spec = rt.heap.text_copied(spec);
    if let ([b'.', places @ b'0'..=b'9', b'f'], Tag::Float) = (spec.as_bytes(), value.tag)
        && let Some(mut text) = stockade_algorithms::text::float_format::fixed_fast(value.as_f64().abs(), usize::from(places - b'0'))
    {
        if value.as_f64().is_sign_negative() {
            text.insert(0, '-');
        }
        return rt.heap.str_ascii(text);
    }
    let name: std::borrow::Cow<'static, str> = match value.tag {
        Tag::Int => "int".into(),
        Tag::Float => "float".into(),
        Tag::Str => "str".into(),
        _ => rt.type_name(value).into(),
    };
    if spec.is_empty() && !matches!(value.tag, Tag::Inst) {
        return rt.str_value(value);
    }
    let limits = rt.format_limits();
    // What takes long is charged as what it is: digits of ten, digits of a power of two, or a float.
    let mut decimal = None;
    if plain.tag == Tag::BigInt {
        let bits = rt.bits_of(plain);
        match spec.as_bytes().last() {
            Some(b'b' | b'o' | b'x' | b'X') => {
                // Separators are put between digits one by one.
                let digits = if spec.contains(['_', ',']) { bits / 2 } else { bits / 64 };
                rt.charge(stockade_algorithms::integers::cost::binary(bits) + digits)?;
                rt.fits(usize::try_from(bits).unwrap_or(usize::MAX))?;
            }
            Some(b'c' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'%') => {}
            _ if stockade_algorithms::text::int_parse::exceeds_digits(bits, limits.max_digits) => {
                // A number with too many digits is refused before the conversion is charged.
                let refused = format_spec::format(Formatted::Int((&*rt.big_ref(plain)).into()), &spec, &name, limits);
                return rt.pure(refused).and_then(|text| rt.heap.string(text));
            }
            _ => decimal = int::long_decimal(rt, plain)?,
        }
    }
    // A width or precision makes the result longer by at most its value. That is checked beforehand.
    let widest = widest(&spec, plain.tag == Tag::Float);
    let before = rt.heap.held();
    rt.hold_conversion(widest)?;
    let text = match plain.tag {
        Tag::Str => {
            let len = rt.heap.text(plain).len();
            rt.precheck(len, 1)?;
            format_spec::format(Formatted::Str(rt.heap.text(plain)), &spec, &name, limits)
        }
        Tag::Int => format_spec::format(Formatted::Int(plain.as_i64().into()), &spec, &name, limits),
        Tag::Bool => format_spec::format(Formatted::Int(plain.as_i64().into()), &spec, &name, limits),
        Tag::BigInt => {
            let big = rt.big_ref(plain);
            let number = decimal.as_ref().map_or(IntRef::Big(&big), |text| IntRef::Written(&big, text));
            format_spec::format(Formatted::Int(number), &spec, &name, limits)
        }
        Tag::Float => format_spec::format(Formatted::Float(plain.as_f64()), &spec, &name, limits),
        Tag::Complex => {
            let complex = *rt.heap.complexes.get(plain.index());
            format_spec::format(Formatted::Complex(complex.re, complex.im), &spec, &name, limits)
        }
        _ if spec.is_empty() => return rt.str_value(value),
        _ => return Err(rt.type_error(&format!("unsupported format string passed to {name}.__format__"))),
    };
    let text = rt.pure(text)?;
    rt.heap.release_to(before);
    rt.charge(text.len() as u64 / 64)?;
    rt.heap.string(text)
}
