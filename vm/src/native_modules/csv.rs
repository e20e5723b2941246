//! `_csv_core`: splits a line of the usual dialects into a row, and joins a row into a line. A function gives None when `_csv.py` must
//! handle the case.

use crate::heap::charged_size;
use compact_str::CompactString;

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::natives;
use crate::runtime::core::Runtime;
use crate::runtime::native::Args;

natives! { pub(crate) NATIVES:
    /// The fields of a whole line: quotes are doubled within quotes, nothing else is escaped.
    func "split" "(line, delimiter, quote, longest, /)" => split;
    /// A line of the fields of a list or tuple of plain values, quoted where needed or all of them.
    func "join" "(row, delimiter, quote, end, all, /)" => join;
}

/// Maximum length in bytes of a line terminator that `join` handles.
const MAX_TERMINATOR_BYTES: usize = 8;

/// The value as a single byte; None when it is not a str of one ASCII character.
fn byte(rt: &Runtime, value: Value) -> Option<u8> {
    if value.tag != Tag::Str {
        return None;
    }
    match rt.heap.text(value).as_bytes() {
        [byte] => Some(*byte),
        _ => None,
    }
}

fn split(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (Some(delimiter), Some(quote)) = (byte(rt, args.at(1)), byte(rt, args.at(2))) else { return Ok(Value::NONE) };
    if args.at(0).tag != Tag::Str || args.at(3).tag != Tag::Int {
        return Ok(Value::NONE);
    }
    let length = rt.heap.text(args.at(0)).len();
    rt.charge(length as u64 / 16)?;
    let most = memchr::memchr_iter(delimiter, rt.heap.text(args.at(0)).as_bytes()).count() + 1;
    rt.charge(most as u64 / 2)?;
    rt.precheck(most.saturating_mul(40).saturating_add(length), 1)?;
    // The fields, before they become objects.
    rt.heap.hold(most.saturating_mul(24 + charged_size::<Value>()))?;
    let line = rt.heap.text(args.at(0));
    let body = line.strip_suffix('\n').map_or(line, |body| body.strip_suffix('\r').unwrap_or(body));
    if i64::try_from(length).unwrap_or(i64::MAX) > args.at(3).as_i64() {
        return Ok(Value::NONE);
    }
    let Some(fields) = fields(body, delimiter, quote) else { return Ok(Value::NONE) };
    let mut row = Vec::with_capacity(fields.len());
    for field in fields {
        row.push(rt.heap.str_own(field)?);
    }
    rt.heap.list(row)
}

/// The fields of a line without its terminator; None when the line has syntax other than quotes and delimiters.
fn fields(body: &str, delimiter: u8, quote: u8) -> Option<Vec<CompactString>> {
    let mut fields = Vec::new();
    if body.is_empty() {
        return Some(fields);
    }
    let mut rest = body;
    loop {
        if rest.as_bytes().first() == Some(&quote) {
            let mut text = CompactString::default();
            rest = rest.get(1..)?;
            loop {
                let at = memchr::memchr(quote, rest.as_bytes())?;
                let (part, after) = rest.split_at_checked(at)?;
                text.push_str(part);
                rest = after.get(1..)?;
                if rest.as_bytes().first() != Some(&quote) {
                    break;
                }
                text.push(char::from(quote));
                rest = rest.get(1..)?;
            }
            text.shrink_to_fit();
            fields.push(text);
            match rest.as_bytes().first() {
                None => return Some(fields),
                Some(byte) if *byte == delimiter => rest = rest.get(1..)?,
                Some(_) => return None,
            }
        } else {
            let at = memchr::memchr(delimiter, rest.as_bytes());
            let (part, after) = rest.split_at_checked(at.unwrap_or(rest.len()))?;
            if memchr::memchr2(b'\r', b'\n', part.as_bytes()).is_some() {
                return None;
            }
            fields.push(CompactString::new(part));
            if at.is_none() {
                return Some(fields);
            }
            rest = after.get(1..)?;
        }
    }
}

fn join(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    let (Some(delimiter), Some(quote)) = (byte(rt, args.at(1)), byte(rt, args.at(2))) else { return Ok(Value::NONE) };
    if !matches!(args.at(0).tag, Tag::List | Tag::Tuple) || args.at(3).tag != Tag::Str {
        return Ok(Value::NONE);
    }
    let (all, end) = (args.at(4).is_true(), rt.heap.text_held(args.at(3))?);
    // Every character of a field is searched in the terminator, so the terminator must be short.
    if end.len() > MAX_TERMINATOR_BYTES {
        return Ok(Value::NONE);
    }
    let row = rt.sequence_items(args.at(0));
    let mut total = end.len().saturating_add(row.len().saturating_mul(32));
    for item in row {
        match item.tag {
            Tag::Str => total = total.saturating_add(rt.heap.text(*item).len().saturating_mul(2)),
            Tag::Int | Tag::Float | Tag::Bool | Tag::None => {}
            _ => return Ok(Value::NONE),
        }
    }
    let count = row.len();
    rt.charge(count as u64)?;
    rt.precheck(total, 1)?;
    rt.heap.hold(total)?;
    let mut line = String::with_capacity(total.min(4096));
    for at in 0..count {
        let item = rt.sequence_items(args.at(0)).get(at).copied().unwrap_or(Value::NONE);
        if at > 0 {
            line.push(char::from(delimiter));
        }
        let before = line.len();
        match item.tag {
            Tag::Str => put_field(&mut line, rt.heap.text(item), delimiter, quote, &end, all),
            Tag::None => put_field(&mut line, "", delimiter, quote, &end, all),
            _ => {
                let text = rt.str_text(item)?;
                put_field(&mut line, &text, delimiter, quote, &end, all);
            }
        }
        if count == 1 && line.len() == before {
            return Ok(Value::NONE);
        }
    }
    line.push_str(&end);
    rt.heap.release(total);
    rt.heap.string(line)
}

fn put_field(line: &mut String, text: &str, delimiter: u8, quote: u8, end: &str, all: bool) {
    let special = |byte: &u8| *byte == delimiter || *byte == quote || matches!(byte, b'\r' | b'\n');
    let needs = text.bytes().any(|byte| special(&byte)) || (end != "\r\n" && end != "\n" && text.chars().any(|c| end.contains(c)));
    if !needs && !all {
        line.push_str(text);
        return;
    }
    let quote = char::from(quote);
    line.push(quote);
    for c in text.chars() {
        if c == quote {
            line.push(quote);
        }
        line.push(c);
    }
    line.push(quote);
}
