//! Splits `str.format` templates into pieces: literal text, and fields with name, accessors, conversion and spec.
//!
//! The interpreter reads one `Piece` at a time from a byte position, looks up the field (which may call user code), expands the spec in the
//! same way if `Field::nested` is set, and formats. One `AutoNumber` counts the fields of the template and its nested specs together.

use super::{Result, TextError};
use crate::unicode;

/// Maximum nesting depth of a field in the spec of another field.
pub const MAX_DEPTH: usize = 2;

/// A replacement field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// The argument and its accessors. See `split_name`.
    pub name: &'a str,
    /// The character after `!`.
    pub conversion: Option<char>,
    /// The text after `:`.
    pub spec: &'a str,
    /// True when the spec has fields or doubled braces, and must be expanded first.
    pub nested: bool,
}

/// A part of a template: literal text, then an optional field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    /// Literal text.
    pub literal: &'a str,
    /// The field after it.
    pub field: Option<Field<'a>>,
}

/// Reads the piece at byte `position` and advances it. `None` at the end.
pub fn next_piece<'a>(template: &'a str, position: &mut usize) -> Result<Option<Piece<'a>>> {
    let Some(rest) = template.get(*position..).filter(|rest| !rest.is_empty()) else { return Ok(None) };
    let Some(brace) = rest.find(['{', '}']) else {
        *position = template.len();
        return Ok(Some(Piece { literal: rest, field: None }));
    };
    let after = brace.saturating_add(1);
    let open = rest.as_bytes().get(brace) == Some(&b'{');
    let follower = rest.as_bytes().get(after);
    let doubled = follower == rest.as_bytes().get(brace);
    if !doubled && !open {
        return Err(TextError::value_error("Single '}' encountered in format string"));
    }
    if follower.is_none() {
        return Err(TextError::value_error("Single '{' encountered in format string"));
    }
    if doubled {
        // The first of two equal braces belongs to the text.
        *position = position.saturating_add(after).saturating_add(1);
        return Ok(Some(Piece { literal: rest.get(..after).unwrap_or(rest), field: None }));
    }
    let (field, length) = field(rest.get(after..).unwrap_or(""))?;
    *position = position.saturating_add(after).saturating_add(length);
    Ok(Some(Piece { literal: rest.get(..brace).unwrap_or(""), field: Some(field) }))
}

/// Parses the field at the start of `text`, after its opening brace. Also returns its length including the closing brace.
fn field(text: &str) -> Result<(Field<'_>, usize)> {
    let mut bracket = false;
    let mut end = None;
    for (at, b) in text.bytes().enumerate() {
        match b {
            b'[' => bracket = true,
            b']' => bracket = false,
            b'{' if !bracket => return Err(TextError::value_error("unexpected '{' in field name")),
            b'}' | b':' | b'!' if !bracket => {
                end = Some((at, b));
                break;
            }
            _ => {}
        }
    }
    let (at, stop) = end.ok_or_else(|| TextError::value_error("expected '}' before end of string"))?;
    let name = text.get(..at).unwrap_or("");
    let after = at.saturating_add(1);
    let mut out = Field { name, conversion: None, spec: "", nested: false };
    if stop == b'}' {
        return Ok((out, after));
    }
    let mut start = after;
    if stop == b'!' {
        let mut chars = text.get(after..).unwrap_or("").chars();
        let conversion = chars.next().ok_or_else(|| TextError::value_error("end of string while looking for conversion specifier"))?;
        out.conversion = Some(conversion);
        start = after.saturating_add(conversion.len_utf8());
        if let Some(next) = chars.next() {
            start = start.saturating_add(next.len_utf8());
            match next {
                '}' => return Ok((out, start)),
                ':' => {}
                _ => return Err(TextError::value_error("expected ':' after conversion specifier")),
            }
        }
    }
    let spec = text.get(start..).unwrap_or("");
    let mut depth = 1usize;
    for (at, b) in spec.bytes().enumerate() {
        match b {
            b'{' => {
                out.nested = true;
                depth = depth.saturating_add(1);
            }
            b'}' if depth == 1 => {
                out.spec = spec.get(..at).unwrap_or("");
                return Ok((out, start.saturating_add(at).saturating_add(1)));
            }
            b'}' => depth -= 1,
            _ => {}
        }
    }
    Err(TextError::value_error("unmatched '{' in format spec"))
}

/// The error for fields that are nested deeper than `MAX_DEPTH`.
#[must_use]
pub fn too_deep() -> TextError {
    TextError::value_error("Max string recursion exceeded")
}

/// The argument that a field refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument<'a> {
    /// A positional argument.
    Index(usize),
    /// A keyword argument.
    Name(&'a str),
}

/// A step from a value to a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accessor<'a> {
    /// `.name`
    Attribute(&'a str),
    /// `[0]`
    Index(usize),
    /// `[key]`
    Key(&'a str),
}

/// The numbering of fields: none yet, automatic, or manual.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AutoNumber {
    /// No positional field yet.
    #[default]
    Open,
    /// Fields like `{}`. Holds the number of the next one.
    Automatic(usize),
    /// Fields like `{0}`.
    Manual,
}

impl AutoNumber {
    fn given(&mut self) -> Result<()> {
        if matches!(self, Self::Automatic(_)) {
            return Err(TextError::value_error("cannot switch from automatic field numbering to manual field specification"));
        }
        *self = Self::Manual;
        Ok(())
    }

    fn next(&mut self) -> Result<usize> {
        let number = match *self {
            Self::Open => 0,
            Self::Automatic(number) => number,
            Self::Manual => {
                return Err(TextError::value_error("cannot switch from manual field specification to automatic field numbering"));
            }
        };
        *self = Self::Automatic(number.saturating_add(1));
        Ok(number)
    }
}

/// Parses a decimal number. `None` when the text is anything else.
fn index(text: &str) -> Result<Option<usize>> {
    if text.is_empty() {
        return Ok(None);
    }
    let mut value = 0usize;
    for c in text.chars() {
        let Some(digit) = unicode::decimal(c) else { return Ok(None) };
        let next = value.checked_mul(10).and_then(|v| v.checked_add(usize::from(digit))).filter(|&v| v <= isize::MAX as usize);
        value = next.ok_or_else(|| TextError::value_error("Too many decimal digits in format string"))?;
    }
    Ok(Some(value))
}

/// Splits the name of a field into its argument and the text of its accessors.
pub fn split_name<'a>(name: &'a str, numbering: &mut AutoNumber) -> Result<(Argument<'a>, &'a str)> {
    let (first, rest) = name.split_at_checked(name.find(['.', '[']).unwrap_or(name.len())).unwrap_or((name, ""));
    if first.is_empty() {
        return Ok((Argument::Index(numbering.next()?), rest));
    }
    match index(first)? {
        Some(number) => {
            numbering.given()?;
            Ok((Argument::Index(number), rest))
        }
        None => Ok((Argument::Name(first), rest)),
    }
}

/// Reads the accessor at the start of `rest` and advances it. `None` at the end.
pub fn next_accessor<'a>(rest: &mut &'a str) -> Result<Option<Accessor<'a>>> {
    let empty = || TextError::value_error("Empty attribute in format string");
    let mut chars = rest.chars();
    match chars.next() {
        None => Ok(None),
        Some('.') => {
            let text = chars.as_str();
            let (name, tail) = text.split_at_checked(text.find(['.', '[']).unwrap_or(text.len())).unwrap_or((text, ""));
            *rest = tail;
            if name.is_empty() { Err(empty()) } else { Ok(Some(Accessor::Attribute(name))) }
        }
        Some('[') => {
            let (key, tail) = chars.as_str().split_once(']').ok_or_else(|| TextError::value_error("Missing ']' in format string"))?;
            *rest = tail;
            if key.is_empty() {
                return Err(empty());
            }
            Ok(Some(index(key)?.map_or(Accessor::Key(key), Accessor::Index)))
        }
        Some(_) => Err(TextError::value_error("Only '.' or '[' may follow ']' in format field specifier")),
    }
}

/// The error for a conversion other than `s`, `r` and `a`.
#[must_use]
pub fn unknown_conversion(c: char) -> TextError {
    let code = stockade_compiler::surrogate::code_point(c);
    let shown = if ('!'..='\x7e').contains(&c) { c.to_string() } else { format!("\\x{code:x}") };
    TextError::value_error(format!("Unknown conversion specifier {shown}"))
}

/// The error for a positional argument that does not exist.
#[must_use]
pub fn index_out_of_range(index: usize) -> TextError {
    TextError::new(super::ErrorKind::Index, format!("Replacement index {index} out of range for positional args tuple"))
}

/// The error for positional fields in `format_map`.
#[must_use]
pub fn positional_in_format_map() -> TextError {
    TextError::value_error("Format string contains positional fields")
}
