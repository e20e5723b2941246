//! Decodes JSON text to values: one loop with an explicit stack of the open arrays and objects.

use compact_str::CompactString;
use rustc_hash::FxHashMap;

use super::MAX_DEPTH;
use super::scan::{self, ScanError, Text, Token};
use crate::base::abrupt::Abrupt;
use crate::base::sizes::clamped_size;
use crate::base::value::Value;
use crate::heap::DictObj;
use crate::runtime::core::Runtime;
use crate::runtime::exceptions as exc;
use crate::runtime::native::Args;

/// An array or object that is not closed yet.
enum Open {
    Array(Value),
    Object(OpenObject),
}

/// An object that is not closed yet. `key` is the key whose value comes next, `hash` its hash.
struct OpenObject {
    dict: Value,
    key: Value,
    hash: u64,
    /// The previous object at this depth, while all keys read so far (`key` included) are its first keys in the same order.
    /// Undefined as soon as a key differs. It predicts the next key, so that the key need not be scanned and hashed again.
    predicted: Value,
    /// No key so far has an escape. Only then may the object predict the keys of the next one, because keys are compared as raw bytes.
    plain: bool,
}

/// Keys seen so far. Equal keys share one str object.
type Keys = FxHashMap<CompactString, Value>;

/// White space between two values that the values pay for, in bytes.
const FREE_SPACE: usize = 256;

/// Maximum length of a key in bytes for the key cache and for key prediction.
const MAX_CACHED_KEY_BYTES: usize = 32;

/// A dict gets its capacity in advance when the previous object at its depth has at most this many keys.
const MAX_RESERVED_KEYS: usize = 8;

struct Decoder<'a> {
    rt: &'a mut Runtime,
    text: Value,
    strict: bool,
    keys: Keys,
    open: Vec<Open>,
    /// The last closed object at each depth: it predicts the keys of the next object at that depth.
    last: Vec<Value>,
}

/// `decode(text, start, strict, whole)`: decodes the value at the character index `start`. If `whole` is true, the value must be the
/// entire text, and the result is the value alone; otherwise the result is `(value, end index)`.
pub(super) fn decode(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let text = text_of(rt, args.at(0))?;
    let start = byte_of(rt, text, args.at(1))?;
    let whole = args.at(3).is_true();
    let mut decoder = Decoder { rt, text, strict: args.at(2).is_true(), keys: Keys::default(), open: Vec::new(), last: Vec::new() };
    let (value, end) = decoder.value(if whole { decoder.skip(start) } else { start })?;
    if !whole {
        let end = index_of(rt, text, end)?;
        return rt.heap.tuple(&[value, end]);
    }
    let rest = decoder.skip(end);
    if rest < rt.heap.text(text).len() {
        return Err(fail(rt, text, ScanError { message: "Extra data", at: rest }));
    }
    Ok(value)
}

fn text_of(rt: &mut Runtime, value: Value) -> Result<Value, Abrupt> {
    let plain = rt.unwrap_payload(value);
    if plain.is_str() {
        return Ok(plain);
    }
    let name = rt.type_name(value);
    Err(rt.type_error(&format!("first argument must be a string, not {name}")))
}

/// The byte offset of a character index.
fn byte_of(rt: &mut Runtime, text: Value, index: Value) -> Result<usize, Abrupt> {
    let wanted = rt.index(index)?;
    let Ok(wanted) = usize::try_from(wanted) else { return Err(rt.value_error("idx cannot be negative")) };
    // An index past the end stays past the end: error messages name the index that was passed.
    if rt.heap.is_ascii(text) {
        return Ok(wanted);
    }
    let excess = wanted.saturating_sub(rt.heap.char_count(text));
    let byte = rt.heap.byte_of_char(text, wanted).saturating_add(excess);
    rt.charge(byte as u64 / 64)?;
    Ok(byte)
}

/// The character index of a byte offset.
fn index_of(rt: &mut Runtime, text: Value, byte: usize) -> Result<Value, Abrupt> {
    let all = rt.heap.text(text);
    let index = if rt.heap.is_ascii(text) {
        byte
    } else {
        let before = all.get(..byte.min(all.len())).unwrap_or(all);
        before.chars().count().saturating_add(byte.saturating_sub(all.len()))
    };
    rt.charge(byte as u64 / 64)?;
    Ok(Value::int(i64::try_from(index).unwrap_or(i64::MAX)))
}

/// Raises a `JSONDecodeError`. The class is written in Python in the module `json.decoder`, so the fallback `json_raise` raises it.
fn fail(rt: &mut Runtime, text: Value, wrong: ScanError) -> Abrupt {
    let parts = rt.heap.str(wrong.message).and_then(|message| Ok((message, index_of(rt, text, wrong.at)?)));
    match parts {
        Ok((message, index)) => rt.tail_fallback("json_raise", &[message, text, index]),
        Err(exit) => exit,
    }
}

/// `fail(message, text, position)` for the decoder written in Python. `position` is a byte offset.
pub(super) fn fail_native(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let index = index_of(rt, args.at(1), clamped_size(args.at(2).as_i64()))?;
    Err(rt.tail_fallback("json_raise", &[args.at(0), args.at(1), index]))
}

/// `token(text, start, strict)`: skips white space at a byte offset and reads one token: `(kind, value, end, begin)`.
/// `strict=None` only reports the next byte without reading a token.
pub(super) fn token(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let text = text_of(rt, args.at(0))?;
    let from = clamped_size(args.at(1).as_i64());
    let mut decoder = Decoder { rt, text, strict: args.at(2).is_true(), keys: Keys::default(), open: Vec::new(), last: Vec::new() };
    let start = scan::skip_space(decoder.bytes(), from);
    let at = |at: usize| Value::int(i64::try_from(at).unwrap_or(i64::MAX));
    if args.at(2).is_none() {
        // Peek mode: report the next byte.
        decoder.rt.charge((start.saturating_sub(from)) as u64 / 64)?;
        let byte = decoder.peek(start);
        let kind = rt.char_value(byte.filter(u8::is_ascii).map_or('?', char::from))?;
        return rt.heap.tuple(&[kind, Value::NONE, at(start.saturating_add(1)), at(start)]);
    }
    let (token, end) = decoder.token(start)?;
    decoder.rt.charge((end.saturating_sub(from)) as u64 / 16)?;
    let (kind, value) = match token {
        Token::Mark(byte) => (char::from(byte), Value::NONE),
        Token::Text(contents) => ('s', decoder.string(contents, false)?),
        Token::Int => ('i', decoder.piece(start, end)?),
        Token::Float => ('f', decoder.piece(start, end)?),
        Token::NaN | Token::Infinity | Token::MinusInfinity => ('c', decoder.piece(start, end)?),
        Token::True => ('v', Value::TRUE),
        Token::False => ('v', Value::FALSE),
        Token::Null => ('v', Value::NONE),
        Token::Nothing => ('?', Value::NONE),
    };
    let kind = rt.char_value(kind)?;
    rt.heap.tuple(&[kind, value, at(end), at(start)])
}

impl Decoder<'_> {
    fn bytes(&self) -> &[u8] {
        self.rt.heap.text(self.text).as_bytes()
    }

    #[inline(always)]
    fn token(&mut self, at: usize) -> Result<(Token, usize), Abrupt> {
        let found = scan::token(self.rt.heap.text(self.text), at, self.strict);
        found.map_err(|wrong| fail(self.rt, self.text, wrong))
    }

    fn fail<T>(&mut self, message: &'static str, at: usize) -> Result<T, Abrupt> {
        Err(fail(self.rt, self.text, ScanError { message, at }))
    }

    /// The end of the white space at a byte offset. The values beside it pay for some.
    #[inline]
    fn skip(&self, at: usize) -> usize {
        let end = scan::skip_space(self.bytes(), at);
        let passed = end.saturating_sub(at);
        if passed > FREE_SPACE {
            self.rt.heap.fuel.charge_walk(passed as u64 / 16);
        }
        end
    }

    fn peek(&self, at: usize) -> Option<u8> {
        self.bytes().get(at).copied()
    }

    /// A slice of the text, by byte offsets, as a str.
    #[inline]
    fn piece(&mut self, from: usize, to: usize) -> Result<Value, Abrupt> {
        self.rt.precheck(to.saturating_sub(from), 1)?;
        let piece = CompactString::new(self.rt.heap.text(self.text).get(from..to).unwrap_or(""));
        self.rt.heap.str_own(piece)
    }

    #[inline(always)]
    fn string(&mut self, contents: Text, is_key: bool) -> Result<Value, Abrupt> {
        let (from, to) = match contents {
            Text::Plain(from, to) => (from, to),
            Text::Made(made) => {
                // The text has escapes.
                self.rt.charge(made.len() as u64 / 2)?;
                self.rt.precheck(made.len(), 1)?;
                return self.rt.heap.string(made);
            }
        };
        if !is_key || to.saturating_sub(from) > MAX_CACHED_KEY_BYTES {
            return self.piece(from, to);
        }
        let text = self.rt.heap.text(self.text).get(from..to).unwrap_or("");
        if let Some(known) = self.keys.get(text) {
            return Ok(*known);
        }
        let text = CompactString::new(text);
        let key = self.rt.heap.str_own(text.clone())?;
        self.keys.insert(text, key);
        Ok(key)
    }

    #[inline]
    fn int(&mut self, from: usize, to: usize) -> Result<Value, Abrupt> {
        let text = self.rt.heap.text(self.text).get(from..to).unwrap_or("");
        if text.len() <= 18
            && let Ok(small) = text.parse::<i64>()
        {
            return Ok(Value::int(small));
        }
        let piece = self.piece(from, to)?;
        crate::objects::types::int::parse(self.rt, piece, 10)
    }

    /// Decodes the value that begins at a byte offset. Returns it with the offset after it.
    fn value(&mut self, start: usize) -> Result<(Value, usize), Abrupt> {
        let mut at = start;
        loop {
            let before = at;
            let (token, end) = self.token(at)?;
            let value = match token {
                Token::Mark(b'[') => {
                    self.enter("array")?;
                    let list = self.rt.heap.list(Vec::new())?;
                    at = self.skip(end);
                    if self.peek(at) != Some(b']') {
                        self.open.push(Open::Array(list));
                        continue;
                    }
                    at = at.saturating_add(1);
                    list
                }
                Token::Mark(b'{') => {
                    self.enter("object")?;
                    at = self.skip(end);
                    if self.peek(at) != Some(b'}') {
                        let object = self.begin()?;
                        at = self.key(object, at)?;
                        continue;
                    }
                    at = at.saturating_add(1);
                    self.rt.heap.dict(DictObj::default())?
                }
                Token::Mark(_) | Token::Nothing => return self.fail("Expecting value", at),
                other => {
                    let value = self.scalar(other, at, end)?;
                    at = end;
                    value
                }
            };
            self.rt.charge(1 + at.saturating_sub(before) as u64 / 16)?;
            match self.store_value(value, at)? {
                (Some(value), end) => return Ok((value, end)),
                (None, next) => at = next,
            }
        }
    }

    #[inline(always)]
    fn scalar(&mut self, token: Token, from: usize, to: usize) -> Result<Value, Abrupt> {
        Ok(match token {
            Token::Text(contents) => self.string(contents, false)?,
            Token::Int => self.int(from, to)?,
            Token::Float => {
                let text = self.rt.heap.text(self.text).get(from..to).unwrap_or("");
                Value::float(text.parse().unwrap_or(f64::NAN))
            }
            Token::True => Value::TRUE,
            Token::False => Value::FALSE,
            Token::NaN => Value::float(f64::NAN),
            Token::Infinity => Value::float(f64::INFINITY),
            Token::MinusInfinity => Value::float(f64::NEG_INFINITY),
            _ => Value::NONE,
        })
    }

    fn enter(&mut self, what: &str) -> Result<(), Abrupt> {
        if self.open.len() >= MAX_DEPTH {
            let message = format!("maximum recursion depth exceeded while decoding a JSON {what} from a unicode string");
            return Err(self.rt.raise(exc::RECURSION_ERROR, &message));
        }
        Ok(())
    }

    /// Opens an object that has at least one key.
    #[inline(always)]
    fn begin(&mut self) -> Result<OpenObject, Abrupt> {
        let predicted = self.last.get(self.open.len()).copied().unwrap_or(Value::UNDEF);
        let expected = if predicted.is_undef() { 0 } else { self.rt.heap.dicts.get(predicted.index()).len() };
        let expected = if expected > MAX_RESERVED_KEYS { 0 } else { expected };
        let dict = self.rt.heap.dict(DictObj::with_capacity(expected))?;
        Ok(OpenObject { dict, key: Value::UNDEF, hash: 0, predicted, plain: true })
    }

    /// Reads a key and its colon, and pushes the object to wait for the value. Returns the offset of the value.
    #[inline]
    fn key(&mut self, mut object: OpenObject, at: usize) -> Result<usize, Abrupt> {
        let end = match self.expected(&object, at) {
            Some((key, hash, end)) => {
                (object.key, object.hash) = (key, hash);
                end
            }
            None => self.scan_key(&mut object, at)?,
        };
        let colon = self.skip(end);
        if self.peek(colon) != Some(b':') {
            return self.fail("Expecting ':' delimiter", colon);
        }
        self.open.push(Open::Object(object));
        Ok(self.skip(colon.saturating_add(1)))
    }

    /// The predicted next key, when the text has exactly that key at `at`: the key, its hash and the offset after it.
    #[inline(always)]
    fn expected(&self, object: &OpenObject, at: usize) -> Option<(Value, u64, usize)> {
        if object.predicted.is_undef() {
            return None;
        }
        let dicts = &self.rt.heap.dicts;
        let entry = dicts.get(object.predicted.index()).entry(dicts.get(object.dict.index()).len())?;
        let (text, key) = (self.bytes(), self.rt.heap.text(entry.key).as_bytes());
        let begin = at.saturating_add(1);
        let end = begin.saturating_add(key.len());
        let is_there = key.len() <= MAX_CACHED_KEY_BYTES
            && text.get(at) == Some(&b'"')
            && text.get(end) == Some(&b'"')
            && text.get(begin..end) == Some(key);
        is_there.then_some((entry.key, entry.hash, end.saturating_add(1)))
    }

    /// Reads a key that was not predicted.
    #[inline(never)]
    fn scan_key(&mut self, object: &mut OpenObject, at: usize) -> Result<usize, Abrupt> {
        object.predicted = Value::UNDEF;
        if self.peek(at) != Some(b'"') {
            return self.fail("Expecting property name enclosed in double quotes", at);
        }
        let (token, end) = self.token(at)?;
        if let Token::Text(contents) = token {
            object.plain &= matches!(contents, Text::Plain(..));
            object.key = self.string(contents, true)?;
            object.hash = self.rt.hash(object.key)?;
        }
        Ok(end)
    }

    /// Stores a value under the pending key of an object.
    #[inline(always)]
    fn fill(&mut self, object: &OpenObject, value: Value) -> Result<(), Abrupt> {
        if object.predicted.is_undef() {
            return self.rt.dict_set_hashed(object.dict, object.key, object.hash, value);
        }
        // All keys so far are distinct keys of the previous object, so this key is not in the dict yet.
        self.rt.dict_add(object.dict, object.key, object.hash, value)
    }

    /// Records a closed object as the prediction for the next object at its depth.
    #[inline(always)]
    fn record_prediction(&mut self, object: &OpenObject) {
        let depth = self.open.len();
        if !object.plain {
            return;
        }
        while self.last.len() <= depth {
            self.last.push(Value::UNDEF);
        }
        if let Some(last) = self.last.get_mut(depth) {
            *last = object.dict;
        }
    }

    /// Stores a value in the innermost open container and closes the containers that end after it. Returns either the outermost value
    /// and its end, or None and the offset where the next value begins.
    #[inline(always)]
    fn store_value(&mut self, value: Value, end: usize) -> Result<(Option<Value>, usize), Abrupt> {
        let (mut value, mut at) = (value, end);
        while let Some(open) = self.open.pop() {
            let close = match &open {
                Open::Array(list) => {
                    self.rt.heap.list_push(list.index(), value)?;
                    b']'
                }
                Open::Object(object) => {
                    self.fill(object, value)?;
                    b'}'
                }
            };
            let mark = self.skip(at);
            match self.peek(mark) {
                Some(b',') => {
                    let next = self.skip(mark.saturating_add(1));
                    if self.peek(next) == Some(close) {
                        return self.fail(
                            match open {
                                Open::Array(_) => "Illegal trailing comma before end of array",
                                Open::Object(_) => "Illegal trailing comma before end of object",
                            },
                            mark,
                        );
                    }
                    return match open {
                        Open::Object(object) => Ok((None, self.key(object, next)?)),
                        array @ Open::Array(_) => {
                            self.open.push(array);
                            Ok((None, next))
                        }
                    };
                }
                Some(byte) if byte == close => {
                    value = match open {
                        Open::Array(list) => list,
                        Open::Object(object) => {
                            self.record_prediction(&object);
                            object.dict
                        }
                    };
                    at = mark.saturating_add(1);
                }
                _ => return self.fail("Expecting ',' delimiter", mark),
            }
        }
        Ok((Some(value), at))
    }
}
