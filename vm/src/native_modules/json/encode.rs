//! Encodes values as JSON text: one loop with an explicit stack of the open containers.
//!
//! Gives None when user code must decide (objects for `default`, classes that override iteration). The encoder written in Python then
//! starts over. That is safe because this encoder has no side effects.

use rustc_hash::FxHashSet;
use stockade_compiler::surrogate;

use super::MAX_DEPTH;
use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::sizes::low8;
use crate::base::value::{Tag, Value};
use crate::heap::ChargedVec;
use crate::native_modules::re::objects::finish_charged;
use crate::runtime::core::Runtime;
use crate::runtime::exceptions as exc;
use crate::runtime::native::Args;

struct Options {
    skipkeys: bool,
    ensure_ascii: bool,
    check_circular: bool,
    allow_nan: bool,
    sort_keys: bool,
    indent: Option<String>,
    item: String,
    key: String,
}

/// A container that is being written, and the position in it.
struct Open {
    container: Value,
    items: Items,
    at: usize,
    first: bool,
}

enum Items {
    /// A list or tuple, read in place.
    Sequence(Value),
    /// A dict, read in place. No user code runs during encoding, so it cannot change.
    Dict(Value),
    /// The items of a dict, sorted by key.
    Sorted(Vec<(Value, Value)>),
}

/// The next thing to write.
enum Step {
    Value(Value),
    Close(Value, bool),
}

struct Encoder<'a> {
    rt: &'a mut Runtime,
    options: Options,
    out: ChargedVec<u8>,
    open: Vec<Open>,
    /// The open containers deeper than [`LINEAR_SEARCH_DEPTH`], for the check for circular references.
    path: FxHashSet<Value>,
}

/// The circular-reference check compares the first `LINEAR_SEARCH_DEPTH` open containers one by one and uses a hash set for deeper ones.
const LINEAR_SEARCH_DEPTH: usize = 8;

/// `encode(obj, ...)`
pub(super) fn encode(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let flag = |at: usize| args.at(at).is_true();
    let options = Options {
        skipkeys: flag(1),
        ensure_ascii: flag(2),
        check_circular: flag(3),
        allow_nan: flag(4),
        sort_keys: flag(5),
        indent: args.at(6).some().map(|indent| rt.text_or_empty(indent)),
        item: rt.text_or_empty(args.at(7)),
        key: rt.text_or_empty(args.at(8)),
    };
    let mut encoder = Encoder { rt, options, out: ChargedVec::new(), open: Vec::new(), path: FxHashSet::default() };
    if !encoder.run(args.at(0))? {
        return Ok(Value::NONE);
    }
    let out = encoder.out;
    finish_charged(rt, false, out)
}

/// `quote(text, ensure_ascii)`: a string as JSON.
pub(super) fn quote(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let plain = rt.unwrap_payload(args.at(0));
    if !plain.is_str() {
        let name = rt.type_name(args.at(0));
        return Err(rt.type_error(&format!("first argument must be a string, not {name}")));
    }
    let mut out = ChargedVec::new();
    write_string(rt, plain, args.at(1).is_true(), &mut out)?;
    finish_charged(rt, false, out)
}

/// For each byte, whether it is written unescaped in a string: first table when all of Unicode may be written, second when only ASCII.
static UNESCAPED_BYTES: [[bool; 256]; 2] = [plain_bytes(false), plain_bytes(true)];

#[expect(clippy::indexing_slicing, reason = "runs when the crate is compiled")]
const fn plain_bytes(only_ascii: bool) -> [bool; 256] {
    let mut plain = [false; 256];
    let mut byte = b' ' as usize;
    while byte < 256 {
        plain[byte] = byte != b'"' as usize && byte != b'\\' as usize && (!only_ascii || byte <= b'~' as usize);
        byte += 1;
    }
    plain
}

/// For each byte, how many bytes it adds to a string with escapes: first table when all of Unicode may be written, second when only ASCII.
static WRITTEN_BYTES: [[u8; 256]; 2] = [written_bytes(false), written_bytes(true)];

#[expect(clippy::indexing_slicing, reason = "runs when the crate is compiled")]
const fn written_bytes(only_ascii: bool) -> [u8; 256] {
    let plain = plain_bytes(only_ascii);
    let mut written = [1; 256];
    let mut byte = 0;
    while byte < 256 {
        if !plain[byte] {
            written[byte] = match low8(byte as u64) {
                b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 8 | 12 => 2,
                // The first byte of a character stands for the whole.
                0x80..=0xBF => 0,
                0xF0.. => 12,
                _ => 6,
            };
        }
        byte += 1;
    }
    written
}

/// Appends a str in quotes, with escapes.
fn write_string(rt: &mut Runtime, value: Value, ensure_ascii: bool, out: &mut ChargedVec<u8>) -> Result<(), Abrupt> {
    let length = rt.heap.text(value).len();
    if length >= 32 {
        rt.charge(length as u64 / 8)?;
    }
    out.reserve(&mut rt.heap, length.saturating_add(2))?;
    out.push_within(b'"');
    let [all, ascii] = &UNESCAPED_BYTES;
    let plain = if ensure_ascii { ascii } else { all };
    let run_of = |text: &str| text.bytes().position(|byte| !plain.get(usize::from(byte)).is_some_and(|plain| *plain));
    let mut rest = rt.heap.text(value);
    let Some(first) = run_of(rest) else {
        out.extend_within(rest.as_bytes());
        out.push_within(b'"');
        return Ok(());
    };
    let [all, ascii] = &WRITTEN_BYTES;
    let written = if ensure_ascii { ascii } else { all };
    let size: usize = rest.bytes().map(|byte| written.get(usize::from(byte)).map_or(0, |size| usize::from(*size))).sum();
    out.reserve(&mut rt.heap, size.saturating_add(1))?;
    rest = rt.heap.text(value);
    let mut escapes = 0;
    let mut next = Some(first);
    loop {
        let run = next.unwrap_or(rest.len());
        let (as_it_is, from) = rest.split_at_checked(run).unwrap_or((rest, ""));
        out.extend_within(as_it_is.as_bytes());
        let mut chars = from.chars();
        let Some(c) = chars.next() else { break };
        rest = chars.as_str();
        next = run_of(rest);
        escapes += 1;
        let short = match c {
            '"' | '\\' => c as u8,
            '\n' => b'n',
            '\r' => b'r',
            '\t' => b't',
            '\u{c}' => b'f',
            '\u{8}' => b'b',
            _ => {
                let code = surrogate::code_point(c);
                if code > 0xFFFF {
                    let over = code.wrapping_sub(0x10000);
                    write_unit(out, 0xD800 | over >> 10 & 0x3FF);
                    write_unit(out, 0xDC00 | over & 0x3FF);
                } else {
                    write_unit(out, code);
                }
                continue;
            }
        };
        out.extend_within(&[b'\\', short]);
    }
    out.push_within(b'"');
    rt.charge(escapes)
}

/// `\u00e9`
fn write_unit(out: &mut ChargedVec<u8>, unit: u32) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    out.extend_within(b"\\u");
    for shift in [12, 8, 4, 0] {
        out.extend_within(DIGITS.get((unit >> shift & 15) as usize).map_or(&[], std::slice::from_ref));
    }
}

impl Encoder<'_> {
    #[inline]
    fn put(&mut self, text: &str) -> Result<(), Abrupt> {
        self.out.extend_from_slice(&mut self.rt.heap, text.as_bytes())
    }

    /// Encodes `obj` into `out`. False when user code must decide.
    fn run(&mut self, obj: Value) -> Result<bool, Abrupt> {
        let mut value = obj;
        loop {
            if !self.value(value)? {
                return Ok(false);
            }
            loop {
                match self.next()? {
                    None => return Ok(true),
                    Some(Step::Value(next)) => {
                        value = next;
                        break;
                    }
                    Some(Step::Close(container, is_dict)) => {
                        self.open.pop();
                        if self.open.len() >= LINEAR_SEARCH_DEPTH {
                            self.path.remove(&container);
                        }
                        self.new_line()?;
                        self.put(if is_dict { "}" } else { "]" })?;
                    }
                }
            }
        }
    }

    /// Writes a line break and the indentation of the current level, if `indent` is set.
    #[inline]
    fn new_line(&mut self) -> Result<(), Abrupt> {
        if self.options.indent.is_none() { Ok(()) } else { self.indented_line() }
    }

    #[inline(never)]
    fn indented_line(&mut self) -> Result<(), Abrupt> {
        let Some(indent) = self.options.indent.clone() else { return Ok(()) };
        self.put("\n")?;
        let level = self.open.len();
        self.out.reserve(&mut self.rt.heap, indent.len().saturating_mul(level))?;
        self.rt.charge((indent.len().saturating_mul(level)) as u64 / 64)?;
        for _ in 0..level {
            self.out.extend_within(indent.as_bytes());
        }
        Ok(())
    }

    /// Writes a scalar, or opens a container. False when user code must decide.
    fn value(&mut self, value: Value) -> Result<bool, Abrupt> {
        self.rt.charge(1)?;
        let plain = self.rt.unwrap_payload(value);
        match plain.tag {
            Tag::Str => write_string(self.rt, plain, self.options.ensure_ascii, &mut self.out)?,
            Tag::None => self.put("null")?,
            Tag::Bool => self.put(if plain.is_true() { "true" } else { "false" })?,
            Tag::Int => {
                let mut buffer = itoa::Buffer::new();
                self.put(buffer.format(plain.as_i64()))?;
            }
            Tag::BigInt => {
                let digits = crate::objects::types::int::to_decimal(self.rt, plain)?;
                self.put(&digits)?;
            }
            Tag::Float => {
                let shown = self.float(plain.as_f64())?;
                self.put(&shown)?;
            }
            Tag::List | Tag::Tuple | Tag::Dict => return self.enter(value, plain),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn float(&mut self, value: f64) -> Result<String, Abrupt> {
        self.rt.charge_units(crate::base::fuel::once::FLOAT_TEXT)?;
        if value.is_finite() {
            return Ok(stockade_algorithms::text::float::float_repr(value));
        }
        if !self.options.allow_nan {
            let shown = stockade_algorithms::text::float::float_repr(value);
            return Err(self.rt.value_error(&format!("Out of range float values are not JSON compliant: {shown}")));
        }
        Ok(match (value.is_nan(), value > 0.0) {
            (true, _) => "NaN".into(),
            (_, true) => "Infinity".into(),
            _ => "-Infinity".into(),
        })
    }

    /// Records a container as open. False when it is open already: a circular reference.
    #[inline]
    fn mark_open(&mut self, container: Value) -> bool {
        let shallow = self.open.iter().take(LINEAR_SEARCH_DEPTH).all(|open| open.container != container);
        shallow && (self.open.len() < LINEAR_SEARCH_DEPTH || self.path.insert(container))
    }

    fn enter(&mut self, value: Value, plain: Value) -> Result<bool, Abrupt> {
        self.rt.charge(4)?;
        let is_dict = plain.tag == Tag::Dict;
        if value != plain {
            let items = self.rt.intern("items")?;
            let method_name = if is_dict { items } else { names::dunder_iter };
            if self.rt.user_method(value, method_name).is_some() {
                return Ok(false);
            }
        }
        // CPython writes an empty container before it checks for circular references.
        let length = if is_dict { self.rt.heap.dicts.get(plain.index()).len() } else { self.rt.sequence_items(plain).len() };
        if length == 0 {
            self.put(if is_dict { "{}" } else { "[]" })?;
            return Ok(true);
        }
        if self.options.check_circular && !self.mark_open(value) {
            return Err(self.rt.value_error("Circular reference detected"));
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(self.rt.raise(exc::RECURSION_ERROR, "maximum recursion depth exceeded while encoding a JSON object"));
        }
        let items = if is_dict && self.options.sort_keys {
            self.rt.precheck(length, 32)?;
            // The entries, their keys and their order: these stay until the container ends.
            self.rt.heap.hold(length.saturating_mul(96))?;
            let entries: Vec<(Value, Value)> = self.rt.heap.dicts.get(plain.index()).iter(&self.rt.heap.fuel).collect();
            let keys: Vec<Value> = entries.iter().map(|(key, _)| *key).collect();
            let order = match crate::objects::protocols::sort::order_of(self.rt, &keys, false) {
                Ok(order) => order,
                Err(Abrupt::NeedsUserCode) => return Ok(false),
                Err(exit) => return Err(exit),
            };
            Items::Sorted(order.into_iter().filter_map(|at| entries.get(at).copied()).collect())
        } else if is_dict {
            Items::Dict(plain)
        } else {
            Items::Sequence(plain)
        };
        self.put(if is_dict { "{" } else { "[" })?;
        self.open.push(Open { container: value, items, at: 0, first: true });
        self.new_line()?;
        Ok(true)
    }

    /// The next step for the innermost open container; None when no container is open.
    fn next(&mut self) -> Result<Option<Step>, Abrupt> {
        loop {
            let Some(open) = self.open.last_mut() else { return Ok(None) };
            let at = open.at;
            open.at = at.saturating_add(1);
            let (key, value) = match &open.items {
                Items::Sequence(sequence) => match self.rt.sequence_items(*sequence).get(at).copied() {
                    Some(item) => (None, item),
                    None => return Ok(Some(Step::Close(open.container, false))),
                },
                Items::Dict(dict) => match self.rt.heap.dicts.get(dict.index()).entry(at) {
                    Some(entry) if entry.key.is_undef() => {
                        // A removed entry of the dict.
                        self.rt.charge(1)?;
                        continue;
                    }
                    Some(entry) => (Some(entry.key), entry.value),
                    None => return Ok(Some(Step::Close(open.container, true))),
                },
                Items::Sorted(entries) => match entries.get(at).copied() {
                    Some((key, value)) => (Some(key), value),
                    None => return Ok(Some(Step::Close(open.container, true))),
                },
            };
            let first = open.first;
            let key = match key {
                Some(key) => match self.key(key)? {
                    Some(key) => Some(key),
                    None => {
                        // A key that `skipkeys` drops.
                        self.rt.charge(1)?;
                        continue;
                    }
                },
                None => None,
            };
            if first {
                if let Some(open) = self.open.last_mut() {
                    open.first = false;
                }
            } else {
                self.out.extend_from_slice(&mut self.rt.heap, self.options.item.as_bytes())?;
                self.new_line()?;
            }
            if let Some(key) = key {
                match key {
                    Key::Str(key) => write_string(self.rt, key, self.options.ensure_ascii, &mut self.out)?,
                    Key::Made(key) => ["\"", &key, "\""].into_iter().try_for_each(|part| self.put(part))?,
                }
                self.out.extend_from_slice(&mut self.rt.heap, self.options.key.as_bytes())?;
            }
            return Ok(Some(Step::Value(value)));
        }
    }

    /// The JSON text of a dict key; None when `skipkeys` drops the key.
    fn key(&mut self, key: Value) -> Result<Option<Key>, Abrupt> {
        let plain = self.rt.unwrap_payload(key);
        if plain.tag == Tag::Str {
            return Ok(Some(Key::Str(plain)));
        }
        // A text is made for each other key.
        self.rt.charge(6)?;
        Ok(Some(match plain.tag {
            Tag::None => Key::Made("null".into()),
            Tag::Bool => Key::Made(if plain.is_true() { "true".into() } else { "false".into() }),
            Tag::Int => Key::Made(plain.as_i64().to_string()),
            Tag::BigInt => Key::Made(crate::objects::types::int::to_decimal(self.rt, plain)?),
            Tag::Float => Key::Made(self.float(plain.as_f64())?),
            _ if self.options.skipkeys => return Ok(None),
            _ => {
                let name = self.rt.type_name(key);
                return Err(self.rt.type_error(&format!("keys must be str, int, float, bool or None, not {name}")));
            }
        }))
    }
}

/// A key to write: a str, which is still to be quoted, or finished text.
enum Key {
    Str(Value),
    Made(String),
}
