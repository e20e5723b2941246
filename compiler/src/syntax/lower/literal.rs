//! Numbers, strings, bytes and f-strings.
//!
//! The parser decodes escapes, but turns `"\ud800"` into U+FFFD. If a decoded literal contains U+FFFD, its source text
//! is read again to restore the surrogate (see [`crate::surrogate`]).

use num_bigint::BigUint;
use rustpython_ast as ast;
use rustpython_ast::StringFlags as _;
use rustpython_parser as parser;
use rustpython_text_size::{Ranged, TextRange};

use super::{Lowerer, span};
use crate::error::{End, ErrorKind, Found, SyntaxError};
use crate::surrogate;
use crate::syntax::diagnose::decoding_problem;
use crate::tree::{Constant, Conversion, Expr, FStringPart, List, Span};

const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;

/// The literal text of an f-string that was read so far, and its span.
#[derive(Default)]
struct Piece {
    text: String,
    span: Option<Span>,
}

impl Piece {
    fn cover(&mut self, range: TextRange, counts: bool) {
        if counts {
            let here = span(range);
            self.span = Some(Span::new(self.span.map_or(here.start, |span| span.start), here.end));
        }
    }
}

impl Lowerer<'_> {
    pub(super) fn number(&mut self, number: &ast::Number, at: Span) -> Constant {
        match number {
            ast::Number::Float(value) => Constant::Float(*value),
            ast::Number::Complex { imag, .. } => Constant::Imaginary(*imag),
            ast::Number::Int(int) => match int.as_i64() {
                Some(value) => Constant::Int(value),
                None => self.big_int(at),
            },
        }
    }

    /// Returns an integer that does not fit in `i64` as text: the decimal digits, or `0x` and hexadecimal digits if there are many. Equal
    /// numbers have equal texts, except decimal literals longer than CPython allows.
    ///
    /// A conversion to decimal takes more than linear time. A literal of two megabytes took six seconds.
    fn big_int(&mut self, at: Span) -> Constant {
        /// Bits of a number that is kept in decimal. CPython's longest decimal literal, of 4300 digits, has 14,285.
        const DECIMAL_BITS: u64 = 14_285;
        let literal: String = self.source.slice(at).chars().filter(|c| *c != '_').collect();
        let radix = match literal.get(..2) {
            Some("0x" | "0X") => 16,
            Some("0o" | "0O") => 8,
            Some("0b" | "0B") => 2,
            _ => 10,
        };
        if radix == 10 {
            return Constant::BigInt(self.tree.add_text(literal.trim_start_matches('0')));
        }
        let digits = literal.get(2..).unwrap_or("");
        let text = match BigUint::parse_bytes(digits.as_bytes(), radix) {
            Some(value) if value.bits() > DECIMAL_BITS => format!("{value:#x}"),
            Some(value) => value.to_string(),
            None => "0".to_owned(),
        };
        Constant::BigInt(self.tree.add_text(text))
    }

    pub(super) fn string(&mut self, value: &ast::StringLiteralValue) -> Constant {
        if let [literal] = value.as_slice() {
            let text = self.restore_surrogates(&literal.value, literal.content_range(), literal.flags.prefix().is_raw(), false);
            return Constant::Str(match text {
                Some(text) => self.tree.add_text(text),
                None => self.tree.add_text(&*literal.value),
            });
        }
        let mut joined = String::new();
        for literal in value {
            self.push_literal(&mut joined, literal);
        }
        Constant::Str(self.tree.add_text(joined))
    }

    pub(super) fn bytes(&mut self, value: &ast::BytesLiteralValue) -> Constant {
        if let [literal] = value.as_slice() {
            return Constant::Bytes(self.tree.add_bytes(&*literal.value));
        }
        let joined: Vec<u8> = value.bytes().collect();
        Constant::Bytes(self.tree.add_bytes(joined))
    }

    pub(super) fn fstring(&mut self, value: &ast::FStringValue) -> Expr {
        let mut parts = Vec::new();
        let mut text = Piece::default();
        for part in value {
            match part {
                ast::FStringPart::Literal(literal) => {
                    self.push_literal(&mut text.text, literal);
                    text.cover(literal.range(), !literal.value.is_empty());
                }
                ast::FStringPart::FString(fstring) => {
                    let raw = fstring.flags.prefix().is_raw();
                    let closed = span(fstring.range()).end;
                    let quote = Span::new(closed.saturating_sub(if fstring.flags.is_triple_quoted() { 3 } else { 1 }), closed);
                    self.elements(&fstring.elements, raw, (!raw).then_some(quote), &mut text, &mut parts);
                }
            }
        }
        self.flush(&mut text, &mut parts);
        Expr::FString { parts: self.tree.add_list(parts) }
    }

    fn push_literal(&mut self, into: &mut String, literal: &ast::StringLiteral) {
        match self.restore_surrogates(&literal.value, literal.content_range(), literal.flags.prefix().is_raw(), false) {
            Some(text) => into.push_str(&text),
            None => into.push_str(&literal.value),
        }
    }

    fn flush(&mut self, piece: &mut Piece, parts: &mut Vec<FStringPart>) {
        let Piece { text, span } = std::mem::take(piece);
        if !text.is_empty() {
            parts.push(FStringPart::Literal(self.tree.add_text(text), span.unwrap_or_default()));
        }
    }

    /// Lowers the parts of an f-string. `decoded` is the span of the closing quote if the f-string is not raw. CPython
    /// then decodes escapes also in the text that `{x = }` shows.
    fn elements(
        &mut self,
        elements: &[ast::InterpolatedStringElement],
        raw: bool,
        decoded: Option<Span>,
        text: &mut Piece,
        parts: &mut Vec<FStringPart>,
    ) {
        for element in elements {
            match element {
                ast::InterpolatedStringElement::Literal(literal) => {
                    match self.restore_surrogates(&literal.value, literal.range(), raw, true) {
                        Some(restored) => text.text.push_str(&restored),
                        None => text.text.push_str(&literal.value),
                    }
                    text.cover(literal.range(), true);
                }
                ast::InterpolatedStringElement::Interpolation(field) => {
                    self.flush(text, parts);
                    let part = self.field(field, raw, decoded);
                    parts.push(part);
                }
            }
        }
    }

    fn field(&mut self, field: &ast::InterpolatedElement, raw: bool, decoded: Option<Span>) -> FStringPart {
        let value = self.expr(&field.expression);
        let spec: Option<List<FStringPart>> = field.format_spec.as_deref().map(|spec| {
            let mut parts = Vec::new();
            let mut text = Piece::default();
            self.elements(&spec.elements, raw, None, &mut text, &mut parts);
            self.flush(&mut text, &mut parts);
            self.tree.add_list(parts)
        });
        let debug_text = field.debug_text.as_ref().map(|debug| {
            let expression = self.source.slice(span(field.expression.range()));
            let text = without_comments(format!("{}{expression}{}", debug.leading, debug.trailing));
            let text = match decoded {
                Some(quote) if text.contains('\\') => self.unescaped(text, quote),
                _ => text,
            };
            self.tree.add_text(text)
        });
        let conversion = match field.conversion {
            ast::ConversionFlag::Str => Conversion::Str,
            ast::ConversionFlag::Repr => Conversion::Repr,
            ast::ConversionFlag::Ascii => Conversion::Ascii,
            // `{x=}` shows the repr, unless it has a conversion or a format spec.
            ast::ConversionFlag::None if debug_text.is_some() && spec.is_none() => Conversion::Repr,
            ast::ConversionFlag::None => Conversion::None,
        };
        FStringPart::Field { value, conversion, spec, debug_text, span: span(field.range()) }
    }

    /// Decodes the escapes in the text of an expression, as in a string that is not raw. An escape that does not decode
    /// is reported at `quote`.
    fn unescaped(&mut self, text: String, quote: Span) -> String {
        if let Some(problem) = decoding_problem(&text, true) {
            self.fail(SyntaxError::syntax(problem, quote).with_found(Found::Grammar { reached: quote.end, end: End::Span }));
            return text;
        }
        let mut content = String::with_capacity(text.len());
        let mut rest = text.chars();
        while let Some(c) = rest.next() {
            match c {
                '\\' => content.extend([Some(c), rest.next()].into_iter().flatten()),
                '\'' => content.push_str("\\'"),
                _ => content.push(c),
            }
        }
        let Ok(parsed) = parser::parse_expression(&format!("'''{content}'''")) else { return text };
        match parsed.expr() {
            ast::Expr::StringLiteral(literal) => match literal.value.to_str() {
                decoded if decoded.contains(REPLACEMENT) => redecode(&content, decoded, false),
                decoded => decoded.to_owned(),
            },
            _ => text,
        }
    }

    /// Returns the decoded text with lone surrogates restored, or None if the parser's decoding is right.
    fn restore_surrogates(&mut self, decoded: &str, content: TextRange, raw: bool, in_fstring: bool) -> Option<String> {
        if decoded.is_ascii() {
            return None;
        }
        // The 2048 characters that represent surrogates inside our strings cannot also represent themselves.
        if decoded.chars().any(|c| surrogate::to_code(c).is_some()) {
            self.fail(SyntaxError::new(
                ErrorKind::HiddenCharacter,
                "private-use characters U+FF000 to U+FF7FF are not supported",
                span(content),
            ));
        }
        if raw || !decoded.contains(REPLACEMENT) {
            return None;
        }
        Some(redecode(self.source.slice(span(content)), decoded, in_fstring))
    }
}

/// Returns the text that `{x = }` shows, which does not include comments.
fn without_comments(text: String) -> String {
    if !text.contains('#') {
        return text;
    }
    let mut result = String::with_capacity(text.len());
    let mut quote = None;
    let mut in_comment = false;
    for c in text.chars() {
        match (c, quote) {
            ('\n', _) => in_comment = false,
            ('#', None) => in_comment = true,
            ('"' | '\'', None) if !in_comment => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            _ => {}
        }
        if !in_comment {
            result.push(c);
        }
    }
    result
}

/// Reads the source of a literal and its decoded text in parallel. The number of decoded characters of each escape is known.
fn redecode(source: &str, decoded: &str, in_fstring: bool) -> String {
    let mut result = String::with_capacity(decoded.len());
    let mut decoded = decoded.chars();
    let mut rest = source.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            result.extend(decoded.next());
            skip_second_brace(c, &mut rest, in_fstring);
            continue;
        }
        match rest.next() {
            Some('\n') => {}
            Some('u') => restore_escape(&mut result, &mut decoded, &mut rest, 4),
            Some('U') => restore_escape(&mut result, &mut decoded, &mut rest, 8),
            Some('x') => {
                rest.nth(1);
                result.extend(decoded.next());
            }
            Some('N') => {
                for c in rest.by_ref() {
                    if c == '}' {
                        break;
                    }
                }
                result.extend(decoded.next());
            }
            Some('0'..='7') => {
                for _ in 0..2 {
                    if rest.as_str().starts_with(|c: char| ('0'..='7').contains(&c)) {
                        rest.next();
                    }
                }
                result.extend(decoded.next());
            }
            Some('\\' | '\'' | '"' | 'a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v') => result.extend(decoded.next()),
            // An unknown escape keeps its backslash.
            Some(c) => {
                result.extend(decoded.next());
                result.extend(decoded.next());
                skip_second_brace(c, &mut rest, in_fstring);
            }
            None => result.extend(decoded.next()),
        }
    }
    result.extend(decoded);
    result
}

/// Skips the second brace of `{{` in an f-string, which decodes to one character.
fn skip_second_brace(c: char, rest: &mut std::str::Chars<'_>, in_fstring: bool) {
    if in_fstring && matches!(c, '{' | '}') && rest.as_str().starts_with(c) {
        rest.next();
    }
}

fn restore_escape(result: &mut String, decoded: &mut std::str::Chars<'_>, rest: &mut std::str::Chars<'_>, digits: usize) {
    let code = rest.as_str().get(..digits).and_then(|hex| u32::from_str_radix(hex, 16).ok());
    rest.nth(digits.saturating_sub(1));
    let made = decoded.next();
    match code.and_then(surrogate::from_code) {
        Some(c) => result.push(c),
        None => result.extend(made),
    }
}
