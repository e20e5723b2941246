//! The format mini-language: formats a str, int, bool, float or complex with a spec such as `>+10,.2f`.

use super::float_format::{self, Form, Style};
use super::int::{self, IntRef};
use super::{Result, TextError, check_size, float, int_parse};
use crate::unicode;

/// The value to format.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    /// A str.
    Str(&'a str),
    /// An int or a bool.
    Int(IntRef<'a>),
    /// A float.
    Float(f64),
    /// A complex number: real and imaginary part.
    Complex(f64, f64),
}

/// The limits of the caller.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum size of a result in bytes.
    pub bytes: usize,
    /// The digit limit of integer conversion. 0 means no limit.
    pub max_digits: usize,
}

/// The position of the fill characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// `<`
    Left,
    /// `>`
    Right,
    /// `^`
    Center,
    /// `=`: between the sign and the digits.
    Sign,
}

/// A parsed format spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spec {
    /// The fill character: a space by default, `0` with the zero flag.
    pub fill: char,
    /// The alignment of the spec, or the default of the type.
    pub align: Align,
    /// `+`, `-` or a space, if given.
    pub sign: Option<char>,
    /// `z`: a result that rounds to zero loses its minus sign.
    pub no_negative_zero: bool,
    /// `#`
    pub alternate: bool,
    /// The minimum width. 0 by default.
    pub width: usize,
    /// `,` or `_`.
    pub grouping: Option<char>,
    /// The precision, if given.
    pub precision: Option<usize>,
    /// The presentation type, if given.
    pub code: Option<char>,
}

fn align_of(c: char) -> Option<Align> {
    Some(match c {
        '<' => Align::Left,
        '>' => Align::Right,
        '^' => Align::Center,
        '=' => Align::Sign,
        _ => return None,
    })
}

/// Reads the characters of a spec one by one.
struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn skip(&mut self) {
        let mut chars = self.rest.chars();
        chars.next();
        self.rest = chars.as_str();
    }

    fn accept(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.skip();
        }
        found
    }

    /// Parses decimal digits of any script. `None` when there are none.
    fn integer(&mut self) -> Result<Option<usize>> {
        let mut value: Option<usize> = None;
        while let Some(digit) = self.peek().and_then(unicode::decimal) {
            let next = value.unwrap_or(0).checked_mul(10).and_then(|v| v.checked_add(usize::from(digit)));
            let next = next.filter(|&v| v <= isize::MAX as usize);
            value = Some(next.ok_or_else(|| TextError::value_error("Too many decimal digits in format string"))?);
            self.skip();
        }
        Ok(value)
    }
}

/// A character as CPython shows it in error messages about specs.
fn shown(c: char) -> String {
    if ('!'..='\x7f').contains(&c) { c.to_string() } else { format!("\\x{:x}", stockade_compiler::surrogate::code_point(c)) }
}

fn unknown_code(code: char, type_name: &str) -> TextError {
    TextError::value_error(format!("Unknown format code '{}' for object of type '{type_name}'", shown(code)))
}

/// Parses a spec. `default_code` and `default_align` depend on the type.
pub(crate) fn parse(spec: &str, type_name: &str, default_code: Option<char>, default_align: Align) -> Result<Spec> {
    let mut reader = Reader { rest: spec };
    let mut out = Spec {
        fill: ' ',
        align: default_align,
        sign: None,
        no_negative_zero: false,
        alternate: false,
        width: 0,
        grouping: None,
        precision: None,
        code: default_code,
    };
    let (mut fill_given, mut align_given) = (false, false);
    let mut ahead = spec.chars();
    let (first, second) = (ahead.next(), ahead.next());
    if let (Some(fill), Some(align)) = (first, second.and_then(align_of)) {
        (out.fill, out.align, fill_given, align_given) = (fill, align, true, true);
        reader.skip();
        reader.skip();
    } else if let Some(align) = first.and_then(align_of) {
        (out.align, align_given) = (align, true);
        reader.skip();
    }
    if let Some(sign @ (' ' | '+' | '-')) = reader.peek() {
        out.sign = Some(sign);
        reader.skip();
    }
    out.no_negative_zero = reader.accept('z');
    out.alternate = reader.accept('#');
    if !fill_given && reader.accept('0') {
        out.fill = '0';
        if !align_given && default_align == Align::Right {
            out.align = Align::Sign;
        }
    }
    out.width = reader.integer()?.unwrap_or(0);
    if reader.accept(',') {
        out.grouping = Some(',');
    }
    if reader.accept('_') {
        if out.grouping.is_some() {
            return Err(both_separators());
        }
        out.grouping = Some('_');
    }
    if out.grouping == Some('_') && reader.peek() == Some(',') {
        return Err(both_separators());
    }
    if reader.accept('.') {
        let precision = reader.integer()?;
        out.precision = Some(precision.ok_or_else(|| TextError::value_error("Format specifier missing precision"))?);
    }
    if let Some(code) = reader.peek() {
        out.code = Some(code);
        reader.skip();
        if !reader.rest.is_empty() {
            return Err(TextError::value_error(format!("Invalid format specifier '{spec}' for object of type '{type_name}'")));
        }
    }
    if let Some(separator) = out.grouping {
        match out.code {
            None | Some('d' | 'e' | 'f' | 'g' | 'E' | 'G' | '%' | 'F') => {}
            Some('b' | 'o' | 'x' | 'X') if separator == '_' => {}
            Some(code) => return Err(TextError::value_error(format!("Cannot specify '{separator}' with '{}'.", shown(code)))),
        }
    }
    Ok(out)
}

fn both_separators() -> TextError {
    TextError::value_error("Cannot specify both ',' and '_'.")
}

/// `format(value, spec)`. `type_name` is the name of the value's type for error messages (`int`, `bool`, a subclass).
pub fn format(value: Value<'_>, spec: &str, type_name: &str, limits: Limits) -> Result<String> {
    if spec.is_empty() {
        return match value {
            Value::Str(text) => Ok(text.to_owned()),
            Value::Int(value) => int_parse::to_decimal(value, limits.max_digits),
            Value::Float(x) => Ok(float::float_repr(x)),
            Value::Complex(re, im) => Ok(float::complex_repr(re, im)),
        };
    }
    match value {
        Value::Str(text) => format_str(text, &parse(spec, type_name, Some('s'), Align::Left)?, type_name, limits),
        Value::Int(value) => format_int(value, &parse(spec, type_name, Some('d'), Align::Right)?, type_name, limits),
        Value::Float(x) => format_float(x, &parse(spec, type_name, None, Align::Right)?, type_name, limits),
        Value::Complex(re, im) => format_complex(re, im, &parse(spec, type_name, None, Align::Right)?, type_name, limits),
    }
}

fn format_str(text: &str, spec: &Spec, type_name: &str, limits: Limits) -> Result<String> {
    let refuse = |what: &str| Err(TextError::value_error(format!("{what} not allowed in string format specifier")));
    match spec.code {
        Some('s') => {}
        Some(code) => return Err(unknown_code(code, type_name)),
        None => {}
    }
    match spec.sign {
        Some(' ') => return refuse("Space"),
        Some(_) => return refuse("Sign"),
        None => {}
    }
    if spec.no_negative_zero {
        return refuse("Negative zero coercion (z)");
    }
    if spec.alternate {
        return refuse("Alternate form (#)");
    }
    if spec.align == Align::Sign {
        return refuse("'=' alignment");
    }
    let kept = match spec.precision {
        Some(most) => text.char_indices().nth(most).and_then(|(at, _)| text.get(..at)).unwrap_or(text),
        None => text,
    };
    aligned("", kept, kept.chars().count(), spec, limits)
}

/// Pads `sign` and `body` to the width. `len` is the number of characters of `body`.
fn aligned(sign: &str, body: &str, len: usize, spec: &Spec, limits: Limits) -> Result<String> {
    let missing = spec.width.saturating_sub(len.saturating_add(sign.len()));
    let (left, middle, right) = match spec.align {
        Align::Left => (0, 0, missing),
        Align::Right => (missing, 0, 0),
        Align::Sign => (0, missing, 0),
        Align::Center => (missing / 2, 0, missing.saturating_sub(missing / 2)),
    };
    let fill = missing.checked_mul(spec.fill.len_utf8());
    let size = fill.and_then(|fill| fill.checked_add(body.len())?.checked_add(sign.len()));
    // The body is already charged.
    let size = check_size(size, limits.bytes.saturating_add(body.len()))?;
    let mut out = String::with_capacity(size);
    out.extend(std::iter::repeat_n(spec.fill, left));
    out.push_str(sign);
    out.extend(std::iter::repeat_n(spec.fill, middle));
    out.push_str(body);
    out.extend(std::iter::repeat_n(spec.fill, right));
    Ok(out)
}

/// The parts of a number before layout.
struct Number<'a> {
    negative: bool,
    prefix: &'static str,
    /// The digits before the point. Empty for infinity and NaN.
    whole: &'a str,
    /// Point, fraction, exponent, percent sign, or a word such as `inf`.
    rest: &'a str,
    group: usize,
}

impl<'a> Number<'a> {
    /// Splits a decimal magnitude into the digits before the point and the rest.
    fn decimal(negative: bool, text: &'a str) -> Self {
        let end = text.bytes().position(|b| !b.is_ascii_digit()).unwrap_or(text.len());
        let (whole, rest) = text.split_at_checked(end).unwrap_or((text, ""));
        Self { negative, prefix: "", whole, rest, group: 3 }
    }

    fn sign(&self, wanted: Option<char>) -> &'static str {
        match (self.negative, wanted) {
            (true, _) => "-",
            (false, Some('+')) => "+",
            (false, Some(' ')) => " ",
            _ => "",
        }
    }

    /// Builds the text with sign, prefix, grouping, zero fill and alignment.
    fn layout(&self, spec: &Spec, limits: Limits) -> Result<String> {
        let mut head = String::from(self.sign(spec.sign));
        head.push_str(self.prefix);
        let others = head.len().saturating_add(self.rest.len());
        let zero_fill = if spec.fill == '0' && spec.align == Align::Sign { spec.width.saturating_sub(others) } else { 0 };
        // Grouping adds fewer characters than there are digits.
        let size = self.whole.len().max(zero_fill).checked_mul(2).and_then(|n| n.checked_add(others));
        check_size(size, limits.bytes.saturating_add(self.whole.len().saturating_mul(2)).saturating_add(others))?;
        let body = if self.whole.is_empty() {
            self.rest.to_owned()
        } else {
            let mut body = group(self.whole, spec.grouping, self.group, zero_fill);
            body.push_str(self.rest);
            body
        };
        aligned(&head, &body, body.len(), spec, limits)
    }
}

/// Inserts separators and leading zeros up to `min_width` characters. A separator never comes first, so the result may be one character
/// wider.
fn group(digits: &str, separator: Option<char>, size: usize, min_width: usize) -> String {
    let Some(separator) = separator else {
        let zeros = min_width.saturating_sub(digits.len());
        let mut out = "0".repeat(zeros);
        out.push_str(digits);
        return out;
    };
    // Built from right to left, then reversed.
    let mut reversed = String::with_capacity(digits.len().max(min_width).saturating_mul(2));
    let mut source = digits.bytes().rev().map(char::from);
    let mut left = digits.len();
    loop {
        let missing = min_width.saturating_sub(reversed.len());
        let count = size.min(left.max(missing).max(1));
        for _ in 0..count {
            reversed.push(source.next().unwrap_or('0'));
        }
        left = left.saturating_sub(count);
        if left == 0 && reversed.len() >= min_width {
            break;
        }
        reversed.push(separator);
    }
    reversed.chars().rev().collect()
}

fn format_int(value: IntRef<'_>, spec: &Spec, type_name: &str, limits: Limits) -> Result<String> {
    let code = spec.code.unwrap_or('d');
    if matches!(code, 'e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%') {
        return format_float(int::to_f64(value)?, spec, type_name, limits);
    }
    if !matches!(code, 'b' | 'c' | 'd' | 'o' | 'x' | 'X' | 'n') {
        return Err(unknown_code(code, type_name));
    }
    if spec.precision.is_some() {
        return Err(TextError::value_error("Precision not allowed in integer format specifier"));
    }
    if spec.no_negative_zero {
        return Err(TextError::value_error("Negative zero coercion (z) not allowed in integer format specifier"));
    }
    if code == 'c' {
        return format_char(value, spec, limits);
    }
    let (prefix, group, shift) = match code {
        'b' => ("0b", 4, 1),
        'o' => ("0o", 4, 3),
        'x' => ("0x", 4, 4),
        'X' => ("0X", 4, 4),
        _ => ("", 3, 0),
    };
    let digits = match shift {
        0 => {
            let mut text = int_parse::to_decimal(value, limits.max_digits)?;
            if value.is_negative() {
                text.remove(0);
            }
            text
        }
        shift => {
            check_size(Some(int_parse::radix_size(value, shift)), limits.bytes)?;
            int_parse::magnitude_radix(value, 1 << shift)
        }
    };
    let digits = if code == 'X' { digits.to_ascii_uppercase() } else { digits };
    let prefix = if spec.alternate { prefix } else { "" };
    Number { negative: value.is_negative(), prefix, whole: &digits, rest: "", group }.layout(spec, limits)
}

fn format_char(value: IntRef<'_>, spec: &Spec, limits: Limits) -> Result<String> {
    if spec.sign.is_some() {
        return Err(TextError::value_error("Sign not allowed with integer format specifier 'c'"));
    }
    if spec.alternate {
        return Err(TextError::value_error("Alternate form (#) not allowed with integer format specifier 'c'"));
    }
    let code = value.to_i64().ok_or_else(|| TextError::overflow("Python int too large to convert to C long"))?;
    let c = u32::try_from(code).ok().and_then(stockade_compiler::surrogate::char_of);
    let c = c.ok_or_else(|| TextError::overflow("%c arg not in range(0x110000)"))?;
    aligned("", c.encode_utf8(&mut [0; 4]), 1, spec, limits)
}

/// The style for a presentation type. `None` for a type that floats do not support.
fn float_style(spec: &Spec) -> Option<Style> {
    let (form, upper) = match spec.code {
        None if spec.precision.is_none() => (Form::Shortest, false),
        None | Some('g' | 'n') => (Form::General, false),
        Some('G') => (Form::General, true),
        Some('e') => (Form::Exponent, false),
        Some('E') => (Form::Exponent, true),
        Some('f' | '%') => (Form::Fixed, false),
        Some('F') => (Form::Fixed, true),
        Some(_) => return None,
    };
    let precision = spec.precision.unwrap_or(6);
    Some(Style { form, precision, alternate: spec.alternate, dot_zero: spec.code.is_none(), upper })
}

/// The text of the magnitude, and true when a minus sign precedes it.
fn float_text(x: f64, style: Style, spec: &Spec, limits: Limits) -> Result<(bool, String)> {
    let text = float_format::magnitude(x.abs(), style, limits.bytes)?;
    let mut negative = x.is_sign_negative() && !x.is_nan();
    if negative && spec.no_negative_zero {
        let digits = text.split(['e', 'E']).next().unwrap_or("");
        negative = digits.bytes().any(|b| matches!(b, b'1'..=b'9' | b'i' | b'I'));
    }
    Ok((negative, text))
}

fn check_precision(spec: &Spec) -> Result<()> {
    if spec.precision.is_some_and(|p| p > i32::MAX as usize) {
        return Err(TextError::value_error("precision too big"));
    }
    Ok(())
}

fn format_float(x: f64, spec: &Spec, type_name: &str, limits: Limits) -> Result<String> {
    let Some(style) = float_style(spec) else {
        return Err(unknown_code(spec.code.unwrap_or('?'), type_name));
    };
    check_precision(spec)?;
    let percent = spec.code == Some('%');
    let (negative, mut text) = float_text(if percent { x * 100.0 } else { x }, style, spec, limits)?;
    if percent {
        text.push('%');
    }
    Number::decimal(negative, &text).layout(spec, limits)
}

fn format_complex(re: f64, im: f64, spec: &Spec, type_name: &str, limits: Limits) -> Result<String> {
    let style = match float_style(spec) {
        Some(style) if spec.code != Some('%') => Style { dot_zero: false, ..style },
        _ => return Err(unknown_code(spec.code.unwrap_or('?'), type_name)),
    };
    check_precision(spec)?;
    if spec.fill == '0' {
        return Err(TextError::value_error("Zero padding is not allowed in complex format specifier"));
    }
    if spec.align == Align::Sign {
        return Err(TextError::value_error("'=' alignment flag is not allowed in complex format specifier"));
    }
    // Without a presentation type, a real part of positive zero is omitted, and any other result is in parentheses, as in `repr`.
    let bare = spec.code.is_none();
    let only_imaginary = bare && re == 0.0 && !re.is_sign_negative();
    let part = |x: f64, sign: Option<char>| {
        let inner = Spec { width: 0, align: Align::Left, sign, ..*spec };
        let (negative, text) = float_text(x, style, spec, limits)?;
        Number::decimal(negative, &text).layout(&inner, limits)
    };
    let mut body = String::new();
    if only_imaginary {
        body.push_str(&part(im, spec.sign)?);
        body.push('j');
    } else {
        if bare {
            body.push('(');
        }
        body.push_str(&part(re, spec.sign)?);
        body.push_str(&part(im, Some('+'))?);
        body.push('j');
        if bare {
            body.push(')');
        }
    }
    let len = body.len();
    aligned("", &body, len, spec, limits)
}
