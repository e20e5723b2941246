//! Parses escapes and character sets of a pattern.

use super::ast::{At, Category, SetItem};
use super::error::PatternError;
use super::lexer::{Fallible, Lexer, Token, quoted};
use super::parse::Groups;
use crate::unicode;

/// The meaning of an escape outside a set.
#[derive(Clone, Copy, Debug)]
pub(super) enum Escape {
    Literal(u32),
    Category(Category),
    At(At),
    Backref(u32),
}

/// A parsed character set.
pub(super) struct ParsedSet {
    pub(super) items: Vec<SetItem>,
    pub(super) negate: bool,
}

fn category(c: char) -> Option<Category> {
    Some(match c {
        'd' => Category::Digit,
        'D' => Category::NotDigit,
        's' => Category::Space,
        'S' => Category::NotSpace,
        'w' => Category::Word,
        'W' => Category::NotWord,
        _ => return None,
    })
}

fn position(c: char) -> Option<At> {
    Some(match c {
        'A' => At::Start,
        'Z' => At::End,
        'b' => At::Boundary,
        'B' => At::NotBoundary,
        _ => return None,
    })
}

/// Escapes that mean one fixed character, inside and outside a set.
pub(super) fn control(c: char) -> Option<u32> {
    Some(match c {
        'a' => 7,
        'b' => 8,
        't' => 9,
        'n' => 10,
        'v' => 11,
        'f' => 12,
        'r' => 13,
        '\\' => 0x5c,
        _ => return None,
    })
}

fn bad_escape(lexer: &Lexer<'_>, start: usize) -> PatternError {
    let end = lexer.position();
    lexer.error(format!("bad escape {}", lexer.slice(start, end)), end.saturating_sub(start))
}

fn number(lexer: &Lexer<'_>, start: usize, radix: u32) -> u32 {
    u32::from_str_radix(&lexer.slice(start, lexer.position()), radix).unwrap_or(u32::MAX)
}

pub(super) fn is_octal(c: char) -> bool {
    ('0'..='7').contains(&c)
}

/// Parses an octal value from `start`. It must fit a byte.
fn octal(lexer: &Lexer<'_>, token: Token) -> Fallible<u32> {
    let value = number(lexer, token.start.saturating_add(1), 8);
    if value <= 0o377 {
        return Ok(value);
    }
    let (start, end) = (token.start, lexer.position());
    let message = format!("octal escape value {} outside of range 0-0o377", lexer.slice(start, end));
    Err(lexer.error(message, end.saturating_sub(start)))
}

/// Parses `\xhh`, `\uhhhh`, `\Uhhhhhhhh` and `\N{...}`. `None` for any other letter.
fn coded(lexer: &mut Lexer<'_>, token: Token, c: char, is_bytes: bool) -> Fallible<Option<u32>> {
    let digits = match c {
        'x' => 2,
        'u' if !is_bytes => 4,
        'U' if !is_bytes => 8,
        'N' if !is_bytes => return named(lexer).map(Some),
        _ => return Ok(None),
    };
    let end = lexer.take_while(digits, |c| c.is_ascii_hexdigit())?;
    if end.saturating_sub(token.start) != digits.saturating_add(2) {
        let message = format!("incomplete escape {}", lexer.slice(token.start, end));
        return Err(lexer.error(message, end.saturating_sub(token.start)));
    }
    match number(lexer, token.start.saturating_add(2), 16) {
        code @ 0..=0x10_FFFF => Ok(Some(code)),
        _ => Err(bad_escape(lexer, token.start)),
    }
}

fn named(lexer: &mut Lexer<'_>) -> Fallible<u32> {
    if !lexer.accept('{')? {
        return Err(lexer.error("missing {", 0));
    }
    let (start, end) = lexer.name_until('}', "character name")?;
    unicode::lookup(&lexer.slice(start, end)).ok_or_else(|| {
        let codes = lexer.text.get(start..end).unwrap_or_default();
        lexer.error(format!("undefined character name {}", quoted(codes, false)), codes.len().saturating_add(4))
    })
}

/// Parses an escape outside a set. Its token is already taken.
pub(super) fn escape(lexer: &mut Lexer<'_>, token: Token, is_bytes: bool, groups: &Groups) -> Fallible<Escape> {
    let Some(c) = char::from_u32(token.code) else { return Ok(Escape::Literal(token.code)) };
    if let Some(category) = category(c) {
        return Ok(Escape::Category(category));
    }
    if let Some(at) = position(c) {
        return Ok(Escape::At(at));
    }
    if let Some(code) = control(c) {
        return Ok(Escape::Literal(code));
    }
    if let Some(code) = coded(lexer, token, c, is_bytes)? {
        return Ok(Escape::Literal(code));
    }
    let digits_start = token.start.saturating_add(1);
    if c == '0' {
        lexer.take_while(2, is_octal)?;
        return octal(lexer, token).map(Escape::Literal);
    }
    if c.is_ascii_digit() {
        if let Some(second) = lexer.next.and_then(Token::plain).filter(char::is_ascii_digit) {
            lexer.take()?;
            if is_octal(c) && is_octal(second) && lexer.take_while(1, is_octal)? == token.start.saturating_add(4) {
                return octal(lexer, token).map(Escape::Literal);
            }
        }
        let group = number(lexer, digits_start, 10);
        let length = lexer.position().saturating_sub(token.start);
        if group >= groups.count {
            return Err(lexer.error(format!("invalid group reference {group}"), length.saturating_sub(1)));
        }
        if !groups.is_closed(group) {
            return Err(lexer.error("cannot refer to an open group", length));
        }
        groups.check_lookbehind(group, lexer)?;
        return Ok(Escape::Backref(group));
    }
    if c.is_ascii_alphabetic() {
        return Err(bad_escape(lexer, token.start));
    }
    Ok(Escape::Literal(token.code))
}

/// Parses an escape inside a set. Its token is already taken.
fn set_escape(lexer: &mut Lexer<'_>, token: Token, is_bytes: bool) -> Fallible<SetItem> {
    let Some(c) = char::from_u32(token.code) else { return Ok(SetItem::Char(token.code)) };
    if let Some(category) = category(c) {
        return Ok(SetItem::Category(category));
    }
    let code = if let Some(code) = control(c) {
        code
    } else if let Some(code) = coded(lexer, token, c, is_bytes)? {
        code
    } else if is_octal(c) {
        lexer.take_while(2, is_octal)?;
        octal(lexer, token)?
    } else if c.is_ascii_alphanumeric() {
        return Err(bad_escape(lexer, token.start));
    } else {
        token.code
    };
    Ok(SetItem::Char(code))
}

/// Parses one member of a set. Its token is already taken.
fn member(lexer: &mut Lexer<'_>, token: Token, is_bytes: bool) -> Fallible<SetItem> {
    if token.escape { set_escape(lexer, token, is_bytes) } else { Ok(SetItem::Char(token.code)) }
}

/// Warns about two equal signs in a row, which may become a set operation in a future Python version.
fn warn_of_operation(lexer: &mut Lexer<'_>, sign: Token, back: usize) {
    let name = match char::from_u32(sign.code) {
        Some('-') => "difference",
        Some('&') => "intersection",
        Some('~') => "symmetric difference",
        Some('|') => "union",
        _ => return,
    };
    let at = lexer.position().saturating_sub(back);
    lexer.warn(&format!("Possible set {name}"), at);
}

/// Parses a character set. The `[` at `start` is already taken.
pub(super) fn set(lexer: &mut Lexer<'_>, start: usize, is_bytes: bool) -> Fallible<ParsedSet> {
    let mut items = Vec::new();
    if lexer.next.is_some_and(|token| token.is('[')) {
        let at = lexer.position();
        lexer.warn("Possible nested set", at);
    }
    let negate = lexer.accept('^')?;
    let unterminated = |lexer: &Lexer<'_>| lexer.error("unterminated character set", lexer.position().saturating_sub(start));
    loop {
        let Some(token) = lexer.take()? else { return Err(unterminated(lexer)) };
        if token.is(']') && !items.is_empty() {
            break;
        }
        if !token.escape && !items.is_empty() && lexer.next.is_some_and(|next| !next.escape && next.code == token.code) {
            warn_of_operation(lexer, token, 1);
        }
        let first = member(lexer, token, is_bytes)?;
        if !lexer.accept('-')? {
            items.push(first);
            continue;
        }
        let Some(that) = lexer.take()? else { return Err(unterminated(lexer)) };
        if that.is(']') {
            items.push(first);
            items.push(SetItem::Char(u32::from('-')));
            break;
        }
        if that.is('-') {
            warn_of_operation(lexer, that, 2);
        }
        match (first, member(lexer, that, is_bytes)?) {
            (SetItem::Char(low), SetItem::Char(high)) if low <= high => items.push(SetItem::Range(low, high)),
            _ => {
                let message = format!("bad character range {}-{}", lexer.source_text(token), lexer.source_text(that));
                let back = token.length().saturating_add(1).saturating_add(that.length());
                return Err(lexer.error(message, back));
            }
        }
    }
    Ok(ParsedSet { items, negate })
}
