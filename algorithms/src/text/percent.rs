//! `%` formatting: splits a template into pieces for the interpreter, and formats each converted value.
//!
//! The interpreter processes a conversion in CPython's order: it looks up the key in the mapping, takes the arguments of the stars, raises
//! `problem` if there is one, takes the argument, then formats by the code. `%s`, `%r` and `%a` may call user code, so `Cursor` is the only
//! state. A bytes template is read as Latin-1 text.

use super::float_format::{self, Form, Style};
use super::format_spec::Limits;
use super::int::IntRef;
use super::{Result, TextError, check_size, int_parse, strings};

/// A position in a template.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    /// Position in bytes.
    pub byte: usize,
    /// Position in code points, for error messages.
    pub index: usize,
}

/// A width or precision as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Not given.
    Absent,
    /// Digits.
    Given(usize),
    /// `*`: the next argument.
    Star,
}

/// The flags of a conversion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// `-`
    pub left: bool,
    /// `+`
    pub plus: bool,
    /// A space.
    pub space: bool,
    /// `#`
    pub alternate: bool,
    /// `0`
    pub zero: bool,
}

/// One `%` conversion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversion<'a> {
    /// True when the conversion begins with `%(`. The argument must be a mapping (`mapping_required`).
    pub mapping: bool,
    /// The key between the parentheses.
    pub key: Option<&'a str>,
    /// The flags.
    pub flags: Flags,
    /// The minimum width.
    pub width: Count,
    /// The precision.
    pub precision: Count,
    /// An error in the conversion's text. It is raised after the key and the stars are processed.
    pub problem: Option<TextError>,
    /// The letter of the conversion.
    pub code: char,
    /// True for `%%`, with no characters between the two.
    pub bare: bool,
    /// Position of the letter in the template.
    pub index: usize,
}

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Literal text.
    Literal(&'a str),
    /// A conversion.
    Conversion(Conversion<'a>),
}

struct Reader<'a> {
    template: &'a str,
    at: Cursor,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<char> {
        self.template.get(self.at.byte..)?.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at.byte = self.at.byte.saturating_add(c.len_utf8());
        self.at.index = self.at.index.saturating_add(1);
        Some(c)
    }

    /// Reads the key after `%(`. Parentheses inside must be balanced.
    fn key(&mut self) -> Option<&'a str> {
        let start = self.at.byte;
        let mut depth = 1usize;
        loop {
            let end = self.at.byte;
            match self.next()? {
                '(' => depth = depth.saturating_add(1),
                ')' if depth == 1 => return self.template.get(start..end),
                ')' => depth -= 1,
                _ => {}
            }
        }
    }

    fn count(&mut self, most: usize) -> std::result::Result<Count, ()> {
        if self.peek() == Some('*') {
            self.next();
            return Ok(Count::Star);
        }
        let mut count = Count::Absent;
        while let Some(digit) = self.peek().filter(char::is_ascii_digit).and_then(|c| c.to_digit(10)) {
            let before = if let Count::Given(before) = count { before } else { 0 };
            let value = before.checked_mul(10).and_then(|v| v.checked_add(digit as usize)).filter(|&v| v <= most).ok_or(())?;
            count = Count::Given(value);
            self.next();
        }
        Ok(count)
    }

    fn conversion(&mut self) -> Conversion<'a> {
        let mut out = Conversion {
            mapping: false,
            key: None,
            flags: Flags::default(),
            width: Count::Absent,
            precision: Count::Absent,
            problem: None,
            code: '%',
            index: self.at.index,
            bare: self.peek() == Some('%'),
        };
        if let Err(problem) = self.fill(&mut out) {
            out.problem = Some(TextError::value_error(problem));
        }
        out
    }

    fn fill(&mut self, out: &mut Conversion<'a>) -> std::result::Result<(), &'static str> {
        if self.peek() == Some('(') {
            self.next();
            out.mapping = true;
            out.key = Some(self.key().ok_or("incomplete format key")?);
        }
        loop {
            match self.peek() {
                Some('-') => out.flags.left = true,
                Some('+') => out.flags.plus = true,
                Some(' ') => out.flags.space = true,
                Some('#') => out.flags.alternate = true,
                Some('0') => out.flags.zero = true,
                _ => break,
            }
            self.next();
        }
        out.width = self.count(isize::MAX as usize).map_err(|()| "width too big")?;
        if self.peek() == Some('.') {
            self.next();
            out.precision = match self.count(i32::MAX as usize).map_err(|()| "precision too big")? {
                Count::Absent => Count::Given(0),
                given => given,
            };
        }
        if matches!(self.peek(), Some('h' | 'l' | 'L')) {
            self.next();
        }
        out.index = self.at.index;
        out.code = self.next().ok_or("incomplete format")?;
        Ok(())
    }
}

/// Reads the piece at the cursor and advances it. `None` at the end.
#[must_use]
pub fn next_piece<'a>(template: &'a str, cursor: &mut Cursor) -> Option<Piece<'a>> {
    let mut reader = Reader { template, at: *cursor };
    let rest = template.get(cursor.byte..).filter(|rest| !rest.is_empty())?;
    let piece = match rest.find('%') {
        Some(0) if rest.starts_with("%%") => {
            reader.next();
            reader.next();
            Piece::Literal("%")
        }
        Some(0) => {
            reader.next();
            Piece::Conversion(reader.conversion())
        }
        found => {
            let text = rest.get(..found.unwrap_or(rest.len())).unwrap_or(rest);
            reader.at.byte = reader.at.byte.saturating_add(text.len());
            reader.at.index = reader.at.index.saturating_add(text.chars().count());
            Piece::Literal(text)
        }
    };
    *cursor = reader.at;
    Some(piece)
}

/// The options of a conversion after the stars are resolved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The flags.
    pub flags: Flags,
    /// The minimum width.
    pub width: usize,
    /// The precision, if given.
    pub precision: Option<usize>,
}

impl Layout {
    /// True if a text is neither cut nor padded.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.width == 0 && self.precision.is_none()
    }
}

impl Conversion<'_> {
    /// Resolves the options. `width` and `precision` are the arguments of the stars, and are ignored without a star.
    #[must_use]
    pub fn layout(&self, width: i64, precision: i64) -> Layout {
        let mut flags = self.flags;
        let width = match self.width {
            Count::Absent => 0,
            Count::Given(width) => width,
            Count::Star => {
                // A negative width sets the flag `-`.
                flags.left |= width < 0;
                usize::try_from(width.unsigned_abs()).unwrap_or(usize::MAX)
            }
        };
        let precision = match self.precision {
            Count::Absent => None,
            Count::Given(precision) => Some(precision),
            Count::Star => Some(usize::try_from(precision.max(0)).unwrap_or(usize::MAX)),
        };
        Layout { flags, width, precision }
    }
}

/// Converts the argument of a `*` width.
pub fn star_width(value: IntRef<'_>) -> Result<i64> {
    value.to_i64().ok_or_else(|| TextError::overflow("Python int too large to convert to C ssize_t"))
}

/// Converts the argument of a `*` precision.
pub fn star_precision(value: IntRef<'_>) -> Result<i64> {
    let small = value.to_i64().filter(|&p| i32::try_from(p).is_ok());
    small.ok_or_else(|| TextError::overflow("Python int too large to convert to C int"))
}

/// The error for a star argument that is not an integer.
#[must_use]
pub fn star_wants_int() -> TextError {
    TextError::type_error("* wants int")
}

/// The error for `%(key)` when the right operand is not a mapping.
#[must_use]
pub fn mapping_required() -> TextError {
    TextError::type_error("format requires a mapping")
}

/// The error for more conversions than arguments.
#[must_use]
pub fn not_enough_arguments() -> TextError {
    TextError::type_error("not enough arguments for format string")
}

/// The error for fewer conversions than arguments. `bytes` is true for a bytes template.
#[must_use]
pub fn not_all_converted(bytes: bool) -> TextError {
    let kind = if bytes { "bytes" } else { "string" };
    TextError::type_error(format!("not all arguments converted during {kind} formatting"))
}

/// The error for an unknown conversion code.
#[must_use]
pub fn unsupported(code: char, index: usize, bytes: bool) -> TextError {
    let number = stockade_compiler::surrogate::code_point(code);
    // A bytes template shows the character unchanged, a str template only printable ASCII.
    let shown = if bytes || (' '..='~').contains(&code) { code } else { '?' };
    TextError::value_error(format!("unsupported format character '{shown}' (0x{number:x}) at index {index}"))
}

/// The error for an argument of `d`, `i`, `u` that is not a number, or of `o`, `x`, `X` that is not an integer.
#[must_use]
pub fn number_required(code: char, type_name: &str, bytes: bool) -> TextError {
    // CPython replaces `i` by `d` in a bytes template before it checks the argument.
    let code = if bytes && code == 'i' { 'd' } else { code };
    let what = if matches!(code, 'o' | 'x' | 'X') { "an integer" } else { "a real number" };
    TextError::type_error(format!("%{code} format: {what} is required, not {type_name}"))
}

/// The error for an argument of `e`, `f`, `g` that is not a number.
#[must_use]
pub fn float_required(type_name: &str, bytes: bool) -> TextError {
    if bytes {
        TextError::type_error(format!("float argument required, not {type_name}"))
    } else {
        TextError::type_error(format!("must be real number, not {type_name}"))
    }
}

/// The error for an argument of `c` that is neither an integer nor a single character.
#[must_use]
pub fn char_required(bytes: bool) -> TextError {
    TextError::type_error(if bytes { "%c requires an integer in range(256) or a single byte" } else { "%c requires int or char" })
}

/// The error for an argument of `%b` or `%s` in a bytes template that is not bytes-like.
#[must_use]
pub fn bytes_required(type_name: &str) -> TextError {
    TextError::type_error(format!("%b requires a bytes-like object, or an object that implements __bytes__, not '{type_name}'"))
}

/// The character for an integer argument of `c`.
pub fn char_of(value: IntRef<'_>, bytes: bool) -> Result<char> {
    let code = value.to_i64().unwrap_or(-1);
    if bytes {
        let byte = u8::try_from(code).map_err(|_| TextError::overflow("%c arg not in range(256)"))?;
        return Ok(char::from(byte));
    }
    strings::chr(code).map_err(|_| TextError::overflow("%c arg not in range(0x110000)"))
}

/// Pads `head` (sign and prefix) and `body` to the width, with zeros between them or spaces outside.
fn padded(head: &str, body: &str, layout: &Layout, zero: bool, limit: usize) -> Result<String> {
    let len = body.chars().count().saturating_add(head.len());
    let missing = layout.width.saturating_sub(len);
    let size = missing.checked_add(body.len()).and_then(|n| n.checked_add(head.len()));
    let size = check_size(size, limit.saturating_add(body.len()).saturating_add(head.len()))?;
    let (left, middle, right) = match (layout.flags.left, zero) {
        (true, _) => (0, 0, missing),
        (false, true) => (0, missing, 0),
        (false, false) => (missing, 0, 0),
    };
    let mut out = String::with_capacity(size);
    out.extend(std::iter::repeat_n(' ', left));
    out.push_str(head);
    out.extend(std::iter::repeat_n('0', middle));
    out.push_str(body);
    out.extend(std::iter::repeat_n(' ', right));
    Ok(out)
}

/// Formats `s`, `r`, `a`, `b`: truncates to the precision, pads to the width.
pub fn format_text(text: &str, layout: &Layout, limit: usize) -> Result<String> {
    let cut = layout.precision.and_then(|most| text.char_indices().nth(most)).and_then(|(at, _)| text.get(..at));
    padded("", cut.unwrap_or(text), layout, false, limit)
}

/// Formats `c`.
pub fn format_char(c: char, layout: &Layout, limit: usize) -> Result<String> {
    padded("", c.encode_utf8(&mut [0; 4]), layout, false, limit)
}

fn sign(negative: bool, flags: Flags) -> &'static str {
    match negative {
        true => "-",
        false if flags.plus => "+",
        false if flags.space => " ",
        false => "",
    }
}

/// Formats `d`, `i`, `u`, `o`, `x`, `X`.
pub fn format_int(value: IntRef<'_>, code: char, layout: &Layout, limits: Limits) -> Result<String> {
    let (prefix, radix, shift) = match code {
        'o' => ("0o", 8, 3),
        'x' => ("0x", 16, 4),
        'X' => ("0X", 16, 4),
        _ => ("", 10, 0),
    };
    let mut digits = if shift == 0 {
        let mut text = int_parse::to_decimal(value, limits.max_digits)?;
        if value.is_negative() {
            text.remove(0);
        }
        text
    } else {
        check_size(Some(int_parse::radix_size(value, shift)), limits.bytes)?;
        int_parse::magnitude_radix(value, radix)
    };
    if code == 'X' {
        digits.make_ascii_uppercase();
    }
    // The precision is the minimum number of digits.
    let zeros = layout.precision.unwrap_or(0).saturating_sub(digits.len());
    check_size(Some(zeros), limits.bytes)?;
    if zeros > 0 {
        digits.insert_str(0, &"0".repeat(zeros));
    }
    let mut head = String::from(sign(value.is_negative(), layout.flags));
    if layout.flags.alternate {
        head.push_str(prefix);
    }
    padded(&head, &digits, layout, layout.flags.zero, limits.bytes)
}

/// Formats `e`, `E`, `f`, `F`, `g`, `G`.
pub fn format_float(x: f64, code: char, layout: &Layout, limits: Limits) -> Result<String> {
    let form = match code {
        'e' | 'E' => Form::Exponent,
        'f' | 'F' => Form::Fixed,
        _ => Form::General,
    };
    let style = Style {
        form,
        precision: layout.precision.unwrap_or(6),
        alternate: layout.flags.alternate,
        dot_zero: false,
        upper: code.is_ascii_uppercase(),
    };
    let text = float_format::magnitude(x.abs(), style, limits.bytes)?;
    let head = sign(x.is_sign_negative() && !x.is_nan(), layout.flags);
    padded(head, &text, layout, layout.flags.zero, limits.bytes)
}
