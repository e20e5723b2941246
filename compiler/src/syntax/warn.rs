//! The warnings (`SyntaxWarning`) that CPython's compiler has for a valid text.

use super::lexer::{Kind, Lexer, begins_with_keyword};
use super::limits::ParseLimits;
use crate::deadline::{Deadline, Phase};
use crate::source::SourceText;
use crate::tree::{CmpOp, Constant, Ctx, Expr, ExprId, Span, Stmt, Tree, UnaryOp};

/// Maximum number of warnings. More would not help the user.
const MAX_WARNINGS: usize = 100;

/// A warning about a line of the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The line, from 1.
    pub line: u32,
    /// CPython's message.
    pub message: Box<str>,
}

/// Returns at most 100 warnings in CPython's order: first those of the tokenizer, then those of the compiler.
#[must_use]
pub fn warnings(source: &SourceText, tree: &Tree) -> Vec<Warning> {
    warnings_until(source, tree, &Deadline::never())
}

/// Returns the warnings as [`warnings`] does, as long as there is time.
#[must_use]
pub fn warnings_until(source: &SourceText, tree: &Tree, deadline: &Deadline<'_>) -> Vec<Warning> {
    deadline.begin(Phase::Warnings);
    let mut found = tokens(source, tree, deadline);
    found.extend(compiler_warnings(source, tree, deadline));
    found.truncate(MAX_WARNINGS);
    found
}

/// True if a literal, or the text between the fields of an f-string, may contain an invalid escape sequence.
pub(super) fn may_have_invalid_escape(text: &[u8]) -> bool {
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        let Some(b'\n' | b'\\' | b'\'' | b'"' | b'a' | b'b' | b'f' | b'n' | b'r' | b't' | b'v' | b'x' | b'0'..=b'3') = rest.get(at + 1)
        else {
            return true;
        };
        rest = rest.get(at + 2..).unwrap_or(&[]);
    }
    false
}

/// True if a keyword follows a number without a blank.
pub(super) fn has_keyword_suffix(source: &SourceText, number: Span) -> bool {
    let after = source.text().as_bytes().get(number.end as usize..).unwrap_or(&[]);
    after.first().is_some_and(u8::is_ascii_alphabetic) && begins_with_keyword(after)
}

/// Finds invalid escape sequences, and numbers that a keyword follows without a blank.
fn tokens(source: &SourceText, tree: &Tree, deadline: &Deadline<'_>) -> Vec<Warning> {
    let mut found = Vec::new();
    // Most texts have no such tokens and need not be read again.
    if !tree.may_have_token_warnings {
        return found;
    }
    let mut lexer = Lexer::new(source, ParseLimits::default().brackets);
    // For each open f-string, whether it is raw, and its text parts. The warnings have the line on which the f-string ends.
    let mut open: Vec<(bool, Vec<Box<str>>)> = Vec::new();
    while let Ok(token) = lexer.next() {
        let text = source.slice(token.span);
        match token.kind {
            Kind::String => {
                let prefix = text.split(['"', '\'']).next().unwrap_or("");
                if !prefix.contains(['r', 'R'])
                    && let Some(message) = bad_escape(text, "", prefix.contains(['b', 'B']))
                {
                    found.push(Warning { line: source.line_of(token.span.start), message });
                }
            }
            Kind::Number if has_keyword_suffix(source, token.span) => {
                let message = format!("invalid {} literal", notation(text));
                found.push(Warning { line: source.line_of(token.span.start), message: message.into() });
            }
            Kind::FStringStart => open.push((text.contains(['r', 'R']), Vec::new())),
            Kind::FStringMiddle => {
                let after = source.text().get(token.span.end as usize..).unwrap_or("");
                if let Some((false, messages)) = open.last_mut() {
                    messages.extend(bad_escape(text, after, false).filter(|_| messages.len() < MAX_WARNINGS));
                }
            }
            Kind::FStringEnd => {
                let line = source.line_of(token.span.start);
                let (_, messages) = open.pop().unwrap_or_default();
                found.extend(messages.into_iter().map(|message| Warning { line, message }));
            }
            Kind::End | Kind::EndInBracket => break,
            _ => {}
        }
        if found.len() >= MAX_WARNINGS || deadline.is_over() {
            break;
        }
    }
    found
}

/// Returns the notation of a number, as the errors of the lexer name it.
fn notation(number: &str) -> &'static str {
    match number.as_bytes() {
        [b'0', b'x' | b'X', ..] => "hexadecimal",
        [b'0', b'o' | b'O', ..] => "octal",
        [b'0', b'b' | b'B', ..] => "binary",
        [.., b'j' | b'J'] => "imaginary",
        _ => "decimal",
    }
}

/// Returns the message for the first invalid escape sequence of a literal. `after` is the text after the literal.
fn bad_escape(text: &str, after: &str, is_bytes: bool) -> Option<Box<str>> {
    let mut chars = text.char_indices();
    while let Some((at, char)) = chars.next() {
        if char != '\\' {
            continue;
        }
        match chars.next().map(|(_, escaped)| escaped).or_else(|| after.chars().next())? {
            '\n' | '\\' | '\'' | '"' | 'a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v' | 'x' | '0'..='3' => {}
            'N' | 'u' | 'U' if !is_bytes => {}
            '4'..='7' => {
                let digits = text.get(at + 1..at + 4).unwrap_or("");
                if digits.len() == 3 && digits.bytes().all(|digit| matches!(digit, b'0'..=b'7')) {
                    return Some(format!("invalid octal escape sequence '\\{digits}'").into());
                }
            }
            other if other.is_ascii() => return Some(format!("invalid escape sequence '\\{other}'").into()),
            _ => {}
        }
    }
    None
}

/// Finds expressions and statements that are probably mistakes.
fn compiler_warnings(source: &SourceText, tree: &Tree, deadline: &Deadline<'_>) -> Vec<Warning> {
    let mut found = Vec::new();
    for (expr, span) in tree.spanned_exprs() {
        if deadline.is_over() {
            return Vec::new();
        }
        let message = match expr {
            Expr::Compare { left, rest } => identity(tree, left, tree.list(rest)),
            Expr::Call { func, .. } => {
                uncallable(tree, func).map(|kind| format!("'{kind}' object is not callable; perhaps you missed a comma?"))
            }
            // CPython has no warning for a subscript that is assigned to or deleted.
            Expr::Subscript { value, index, ctx: Ctx::Load } => subscript(tree, value, index),
            _ => None,
        };
        found.extend(message.map(|message| (span, message)));
    }
    for (stmt, span) in tree.spanned_stmts() {
        if let Stmt::Assert { test, .. } = stmt
            && let Expr::Tuple { items, .. } = tree.expr(test)
            && !items.is_empty()
        {
            found.push((span, "assertion is always true, perhaps remove parentheses?".to_owned()));
        }
    }
    found.sort_by_key(|(span, _)| span.start);
    found.truncate(MAX_WARNINGS);
    found.into_iter().map(|(span, message)| Warning { line: source.line_of(span.start), message: message.into() }).collect()
}

fn constant(value: Constant) -> &'static str {
    match value {
        Constant::None => "NoneType",
        Constant::True | Constant::False => "bool",
        Constant::Ellipsis => "ellipsis",
        Constant::Int(_) | Constant::BigInt(_) => "int",
        Constant::Float(_) => "float",
        Constant::Imaginary(_) => "complex",
        Constant::Str(_) => "str",
        Constant::Bytes(_) => "bytes",
    }
}

/// Returns the type of a literal or display, if it is certain.
fn kind(tree: &Tree, e: ExprId) -> Option<&'static str> {
    Some(match tree.expr(e) {
        Expr::Constant(value) => constant(value),
        Expr::Unary { op: UnaryOp::Neg | UnaryOp::Pos, operand } => match tree.expr(operand) {
            Expr::Constant(value @ (Constant::Int(_) | Constant::BigInt(_) | Constant::Float(_) | Constant::Imaginary(_))) => {
                constant(value)
            }
            _ => return None,
        },
        Expr::Tuple { .. } => "tuple",
        Expr::List { .. } | Expr::ListComp { .. } => "list",
        Expr::Dict { .. } | Expr::DictComp { .. } => "dict",
        Expr::Set { .. } | Expr::SetComp { .. } => "set",
        Expr::GeneratorExp { .. } => "generator",
        Expr::Lambda { .. } => "function",
        Expr::FString { .. } => "str",
        _ => return None,
    })
}

/// Finds comparisons such as `x is 5`.
fn identity(tree: &Tree, left: ExprId, rest: &[(CmpOp, ExprId)]) -> Option<String> {
    // Returns the type of a constant that is not a singleton.
    let literal = |e: ExprId| match tree.expr(e) {
        Expr::Constant(Constant::None | Constant::True | Constant::False | Constant::Ellipsis) => None,
        Expr::Constant(_) | Expr::Unary { .. } => kind(tree, e),
        Expr::Tuple { items, .. } => tree.list(items).iter().all(|item| matches!(tree.expr(*item), Expr::Constant(_))).then_some("tuple"),
        _ => None,
    };
    let mut before = left;
    for (op, right) in rest {
        let words = match op {
            CmpOp::Is => Some(("is", "==")),
            CmpOp::IsNot => Some(("is not", "!=")),
            _ => None,
        };
        if let Some((word, meant)) = words
            && let Some(kind) = literal(before).or_else(|| literal(*right))
        {
            return Some(format!("\"{word}\" with '{kind}' literal. Did you mean \"{meant}\"?"));
        }
        before = *right;
    }
    None
}

fn uncallable(tree: &Tree, func: ExprId) -> Option<&'static str> {
    kind(tree, func).filter(|kind| *kind != "function" && !matches!(tree.expr(func), Expr::Unary { .. }))
}

fn subscript(tree: &Tree, value: ExprId, index: ExprId) -> Option<String> {
    if matches!(tree.expr(value), Expr::Unary { .. }) {
        return None;
    }
    match kind(tree, value)? {
        "dict" => None,
        of @ ("str" | "bytes" | "tuple" | "list") => {
            let by = kind(tree, index).filter(|by| !matches!(*by, "int" | "bool"))?;
            Some(format!("{of} indices must be integers or slices, not {by}; perhaps you missed a comma?"))
        }
        of => Some(format!("'{of}' object is not subscriptable; perhaps you missed a comma?")),
    }
}
