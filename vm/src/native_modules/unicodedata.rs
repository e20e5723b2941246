//! `unicodedata`: properties, names and normal forms of characters.

use stockade_compiler::surrogate;

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::heap::ChargedString;
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;
use stockade_algorithms::unicode::{self, normalize};

natives! { pub(crate) NATIVES:
    /// The general category assigned to the character as a string.
    func "category" "(chr, /)" => |rt, args| property(rt, args, "category() argument", unicode::category);
    /// The bidirectional class assigned to the character as a string.
    func "bidirectional" "(chr, /)" => |rt, args| property(rt, args, "bidirectional() argument", unicode::bidirectional);
    /// The east asian width assigned to the character as a string.
    func "east_asian_width" "(chr, /)" => |rt, args| property(rt, args, "east_asian_width() argument", unicode::east_asian_width);
    /// The canonical combining class as an integer.
    func "combining" "(chr, /)" => |rt, args| Ok(Value::int(code(rt, args, "combining() argument")?.map_or(0, unicode::combining).into()));
    /// Whether the character is mirrored in bidirectional text.
    func "mirrored" "(chr, /)" => |rt, args| Ok(Value::int(code(rt, args, "mirrored() argument")?.is_some_and(unicode::is_mirrored).into()));
    /// The character decomposition mapping as a string.
    func "decomposition" "(chr, /)" => decomposition;
    /// The decimal value of the character as an integer.
    func "decimal" "(chr, default=None, /)" => decimal;
    /// The digit value of the character as an integer.
    func "digit" "(chr, default=None, /)" => digit;
    /// The numeric value of the character as a float.
    func "numeric" "(chr, default=None, /)" => numeric;
    /// The name of the character as a string.
    func "name" "(chr, default=None, /)" => name;
    /// Look up a character by name.
    func "lookup" "(name, /)" => lookup;
    /// The normal form of a string.
    func "normalize" "(form, unistr, /)" => |rt, args| normal(rt, args, false);
    /// Whether a string is in a normal form.
    func "is_normalized" "(form, unistr, /)" => |rt, args| normal(rt, args, true);
}

/// Sets the version of the Unicode database.
pub(crate) fn init(rt: &mut Runtime, module: Value) -> Result<(), Abrupt> {
    let version = rt.heap.str(unicode::version())?;
    crate::runtime::modules::set_constant(rt, module, "unidata_version", version)
}

/// Bytes of a text that are measured before the next charge.
const PIECE: usize = 4096;

/// The code point of the first argument, which must be a single character. Never None, but callers chain options.
fn code(rt: &mut Runtime, args: Args<'_>, what: &str) -> Result<Option<u32>, Abrupt> {
    let plain = rt.unwrap_payload(args.at(0));
    if plain.tag == Tag::Str {
        let mut chars = rt.heap.text(plain).chars();
        if let (Some(c), None) = (chars.next(), chars.next()) {
            return Ok(Some(surrogate::code_point(c)));
        }
    }
    let name = rt.argument_name(args.at(0));
    Err(rt.type_error(&format!("{what} must be a unicode character, not {name}")))
}

fn property(rt: &mut Runtime, args: Args<'_>, what: &str, find: fn(u32) -> &'static str) -> Result<Value, Abrupt> {
    let text = code(rt, args, what)?.map_or("", find);
    rt.heap.str(text)
}

fn decomposition(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let text = code(rt, args, "decomposition() argument")?.map(normalize::decomposition).unwrap_or_default();
    rt.heap.string(text)
}

/// The default if one was passed; otherwise a ValueError.
fn or_default(rt: &mut Runtime, default: Value, message: &str) -> Result<Value, Abrupt> {
    match default.defined() {
        Some(default) => Ok(default),
        None => Err(rt.value_error(message)),
    }
}

fn decimal(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match code(rt, args, "decimal() argument 1")?.and_then(unicode::decimal) {
        Some(value) => Ok(Value::int(value.into())),
        None => or_default(rt, args.at(1), "not a decimal"),
    }
}

fn digit(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match code(rt, args, "digit() argument 1")?.and_then(unicode::digit) {
        Some(value) => Ok(Value::int(value.into())),
        None => or_default(rt, args.at(1), "not a digit"),
    }
}

fn numeric(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    match code(rt, args, "numeric() argument 1")?.and_then(unicode::numeric) {
        Some(value) => Ok(Value::float(value)),
        None => or_default(rt, args.at(1), "not a numeric character"),
    }
}

fn name(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    rt.charge(16)?;
    match code(rt, args, "name() argument 1")?.and_then(unicode::name) {
        Some(name) => rt.heap.string(name),
        None => or_default(rt, args.at(1), "no such name"),
    }
}

fn lookup(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let plain = rt.unwrap_payload(args.at(0));
    if !matches!(plain.tag, Tag::Str | Tag::Bytes) {
        let name = rt.type_name(args.at(0));
        return Err(rt.type_error(&format!("a bytes-like object is required, not '{name}'")));
    }
    rt.charge(64)?;
    let wanted = if plain.tag == Tag::Bytes {
        let bytes = crate::objects::types::bytes::bytes_of(rt, plain);
        // The longest character name has fewer bytes.
        String::from_utf8_lossy(bytes.get(..bytes.len().min(256)).unwrap_or_default()).into_owned()
    } else {
        rt.check_encodable(plain)?;
        rt.heap.text_held(plain)?
    };
    match unicode::lookup(&wanted).and_then(surrogate::char_of) {
        Some(c) => rt.char_value(c),
        None => {
            let mut shown = ChargedString::with_capacity(&mut rt.heap, wanted.len().saturating_add(26))?;
            for part in ["undefined character name '", &wanted, "'"] {
                shown.push_str(&mut rt.heap, part)?;
            }
            let shown = shown.into_value(&mut rt.heap)?;
            Err(rt.key_error(shown))
        }
    }
}

fn normal(rt: &mut Runtime, args: Args<'_>, only_ask: bool) -> Result<Value, Abrupt> {
    let function = if only_ask { "is_normalized" } else { "normalize" };
    let (form, text) = (rt.unwrap_payload(args.at(0)), rt.unwrap_payload(args.at(1)));
    for (at, plain) in [(0, form), (1, text)] {
        if plain.tag != Tag::Str {
            let name = rt.argument_name(args.at(at));
            return Err(rt.type_error(&format!("{function}() argument {} must be str, not {name}", at.saturating_add(1))));
        }
    }
    if rt.heap.text(text).is_empty() {
        return Ok(if only_ask { Value::TRUE } else { text });
    }
    let Some(form) = normalize::Form::named(rt.heap.text(form)) else {
        return Err(rt.value_error("invalid normalization form"));
    };
    let length = rt.heap.text(text).len();
    if rt.heap.is_ascii(text) {
        rt.charge(length as u64 / 64)?;
        return Ok(if only_ask { Value::TRUE } else { text });
    }
    // One character becomes up to eighteen. They are counted first: average text does not grow. Half of the fuel is for the count.
    let mut measure = normalize::Measure::new(form);
    let (mut at, mut paid) = (0, 0);
    while at < length {
        let whole = rt.heap.text(text);
        let mut end = at.saturating_add(PIECE).min(length);
        while !whole.is_char_boundary(end) {
            end += 1;
        }
        measure.add(whole.get(at..end).unwrap_or_default());
        let counted = measure.work().codes as u64 / 2;
        rt.charge((end - at) as u64 + counted.saturating_sub(paid))?;
        (at, paid) = (end, counted);
    }
    let work = measure.work();
    rt.charge(work.steps().saturating_sub(paid))?;
    rt.heap.hold(work.bytes())?;
    let made = normalize::normalize(form, rt.heap.text(text), work);
    if only_ask {
        return Ok(Value::bool(made == rt.heap.text(text)));
    }
    rt.heap.release(work.bytes());
    rt.heap.string(made)
}
