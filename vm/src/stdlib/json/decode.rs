//! JSON text to values: one loop with an explicit stack of the arrays and objects that are open.

use compact_str::CompactString;
use rustc_hash::FxHashMap;

use super::DEEPEST;
use super::scan::{self, Text, Token, Wrong};
use crate::exception as exc;
use crate::exit::Exit;
use crate::heap::DictObj;
use crate::natives::Args;
use crate::rt::Rt;
use crate::value::{Tag, Value};

/// An array or object that is not closed yet, with the key waiting for its value.
enum Open {
    Array(Value),
    Object(Value, Value),
}

/// Keys seen so far: equal keys are one object.
type Keys = FxHashMap<CompactString, Value>;

/// Keys longer than this are not looked up again.
const SHORT: usize = 32;

struct Decoder<'a> {
    rt: &'a mut Rt,
    text: Value,
    strict: bool,
    keys: Keys,
    open: Vec<Open>,
}

/// `decode(text, start, strict, whole)`: the value at a character index, with the index after it unless it must be all there is.
pub(super) fn decode(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let text = text_of(rt, args.at(0))?;
    let start = byte_of(rt, text, args.at(1))?;
    let whole = args.at(3).is_true();
    let mut decoder = Decoder { rt, text, strict: args.at(2).is_true(), keys: Keys::default(), open: Vec::new() };
    let (value, end) = decoder.value(if whole { scan::skip_space(decoder.bytes(), start) } else { start })?;
    if !whole {
        let end = index_of(rt, text, end)?;
        return rt.heap.tuple(&[value, end]);
    }
    let rest = scan::skip_space(rt.heap.text(text).as_bytes(), end);
    if rest < rt.heap.text(text).len() {
        return Err(fail(rt, text, Wrong { message: "Extra data", at: rest }));
    }
    Ok(value)
}

fn text_of(rt: &mut Rt, value: Value) -> Result<Value, Exit> {
    let plain = rt.plain(value);
    if plain.is_str() {
        return Ok(plain);
    }
    let name = rt.type_name(value);
    Err(rt.type_error(&format!("first argument must be a string, not {name}")))
}

/// The byte offset of a character index.
fn byte_of(rt: &mut Rt, text: Value, index: Value) -> Result<usize, Exit> {
    let wanted = rt.index(index)?;
    let Ok(wanted) = usize::try_from(wanted) else { return Err(rt.value_error("idx cannot be negative")) };
    let all = rt.heap.text(text);
    if rt.heap.is_ascii(text) {
        // Past the end is kept: errors name the index asked for.
        return Ok(wanted);
    }
    let found = all.char_indices().map(|(at, _)| at).nth(wanted);
    let excess = wanted.saturating_sub(rt.heap.char_count(text));
    let byte = found.unwrap_or(all.len().saturating_add(excess));
    rt.charge(byte as u64 / 64)?;
    Ok(byte)
}

/// The character index of a byte offset.
fn index_of(rt: &mut Rt, text: Value, byte: usize) -> Result<Value, Exit> {
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

/// The `JSONDecodeError`: its class is the module's own, written in Python.
fn fail(rt: &mut Rt, text: Value, wrong: Wrong) -> Exit {
    let parts = rt.heap.str(wrong.message).and_then(|message| Ok((message, index_of(rt, text, wrong.at)?)));
    match parts {
        Ok((message, index)) => rt.tail_prelude("json_raise", &[message, text, index]),
        Err(exit) => exit,
    }
}

/// `fail(message, text, position)` for the decoder written in Python, whose positions are bytes.
pub(super) fn fail_row(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let index = index_of(rt, args.at(1), usize::try_from(args.at(2).as_i64()).unwrap_or(0))?;
    Err(rt.tail_prelude("json_raise", &[args.at(0), args.at(1), index]))
}

/// `token(text, start, strict)`: kind, value and end of the token after white space at a byte offset, and where it begins.
pub(super) fn token(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    let text = text_of(rt, args.at(0))?;
    let from = usize::try_from(args.at(1).as_i64()).unwrap_or(0);
    let mut decoder = Decoder { rt, text, strict: args.at(2).is_true(), keys: Keys::default(), open: Vec::new() };
    let start = scan::skip_space(decoder.bytes(), from);
    let at = |at: usize| Value::int(i64::try_from(at).unwrap_or(i64::MAX));
    if args.at(2).is_none() {
        // Only a look at what is there.
        decoder.rt.charge((start.saturating_sub(from)) as u64 / 64)?;
        let byte = decoder.peek(start);
        let kind = rt.char_value(byte.filter(u8::is_ascii).map_or('?', char::from))?;
        return rt.heap.tuple(&[kind, Value::NONE, at(start.saturating_add(1)), at(start)]);
    }
    let (token, end) = decoder.token(start)?;
    decoder.rt.charge((end.saturating_sub(from)) as u64 / 64)?;
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
    fn token(&mut self, at: usize) -> Result<(Token, usize), Exit> {
        let found = scan::token(self.rt.heap.text(self.text), at, self.strict);
        found.map_err(|wrong| fail(self.rt, self.text, wrong))
    }

    fn fail<T>(&mut self, message: &'static str, at: usize) -> Result<T, Exit> {
        Err(fail(self.rt, self.text, Wrong { message, at }))
    }

    #[inline]
    fn skip(&self, at: usize) -> usize {
        scan::skip_space(self.bytes(), at)
    }

    fn peek(&self, at: usize) -> Option<u8> {
        self.bytes().get(at).copied()
    }

    /// A stretch of the text as a str.
    #[inline]
    fn piece(&mut self, from: usize, to: usize) -> Result<Value, Exit> {
        self.rt.precheck(to.saturating_sub(from), 1)?;
        let piece = CompactString::new(self.rt.heap.text(self.text).get(from..to).unwrap_or(""));
        self.rt.heap.str_own(piece)
    }

    #[inline(always)]
    fn string(&mut self, contents: Text, is_key: bool) -> Result<Value, Exit> {
        let (from, to) = match contents {
            Text::Plain(from, to) => (from, to),
            Text::Made(made) => {
                self.rt.precheck(made.len(), 1)?;
                return self.rt.heap.string(made);
            }
        };
        if !is_key || to.saturating_sub(from) > SHORT {
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
    fn int(&mut self, from: usize, to: usize) -> Result<Value, Exit> {
        let text = self.rt.heap.text(self.text).get(from..to).unwrap_or("");
        if text.len() <= 18
            && let Ok(small) = text.parse::<i64>()
        {
            return Ok(Value::int(small));
        }
        let piece = self.piece(from, to)?;
        crate::types::int::parse(self.rt, piece, 10)
    }

    /// The value that begins at a byte offset, and the offset after it.
    fn value(&mut self, start: usize) -> Result<(Value, usize), Exit> {
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
                    let dict = self.rt.heap.dict(DictObj::default())?;
                    at = self.skip(end);
                    if self.peek(at) != Some(b'}') {
                        at = self.key(dict, at)?;
                        continue;
                    }
                    at = at.saturating_add(1);
                    dict
                }
                Token::Mark(_) | Token::Nothing => return self.fail("Expecting value", at),
                other => {
                    let value = self.scalar(other, at, end)?;
                    at = end;
                    value
                }
            };
            self.rt.charge(1 + at.saturating_sub(before) as u64 / 64)?;
            match self.place(value, at)? {
                (Some(value), end) => return Ok((value, end)),
                (None, next) => at = next,
            }
        }
    }

    #[inline(always)]
    fn scalar(&mut self, token: Token, from: usize, to: usize) -> Result<Value, Exit> {
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

    fn enter(&mut self, what: &str) -> Result<(), Exit> {
        if self.open.len() >= DEEPEST {
            let message = format!("maximum recursion depth exceeded while decoding a JSON {what} from a unicode string");
            return Err(self.rt.raise(exc::RECURSION_ERROR, &message));
        }
        Ok(())
    }

    /// A key with its colon: the object waits for the value, whose offset is given.
    #[inline]
    fn key(&mut self, dict: Value, at: usize) -> Result<usize, Exit> {
        if self.peek(at) != Some(b'"') {
            return self.fail("Expecting property name enclosed in double quotes", at);
        }
        let (token, end) = self.token(at)?;
        let key = match token {
            Token::Text(contents) => self.string(contents, true)?,
            _ => Value::NONE,
        };
        let colon = self.skip(end);
        if self.peek(colon) != Some(b':') {
            return self.fail("Expecting ':' delimiter", colon);
        }
        self.open.push(Open::Object(dict, key));
        Ok(self.skip(colon.saturating_add(1)))
    }

    /// Puts a value into what is open, closing what ends after it: the outermost value, or where the next one begins.
    #[inline(always)]
    fn place(&mut self, value: Value, end: usize) -> Result<(Option<Value>, usize), Exit> {
        let (mut value, mut at) = (value, end);
        while let Some(open) = self.open.pop() {
            let (container, close, kind) = match open {
                Open::Array(list) => {
                    self.rt.heap.list_push(list.index(), value)?;
                    (list, b']', "Illegal trailing comma before end of array")
                }
                Open::Object(dict, key) => {
                    self.rt.dict_set(dict, key, value)?;
                    (dict, b'}', "Illegal trailing comma before end of object")
                }
            };
            let mark = self.skip(at);
            match self.peek(mark) {
                Some(b',') => {
                    let next = self.skip(mark.saturating_add(1));
                    if self.peek(next) == Some(close) {
                        return self.fail(kind, mark);
                    }
                    if container.tag == Tag::Dict {
                        return Ok((None, self.key(container, next)?));
                    }
                    self.open.push(Open::Array(container));
                    return Ok((None, next));
                }
                Some(byte) if byte == close => (value, at) = (container, mark.saturating_add(1)),
                _ => return self.fail("Expecting ',' delimiter", mark),
            }
        }
        Ok((Some(value), at))
    }
}
