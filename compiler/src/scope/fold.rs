//! Constant folding: computes results of constant operands where CPython does it at compile time too.
//!
//! A folded result must equal what the VM would compute. Operations that could raise, or whose result could exceed the
//! limits below, are left to run time.

use std::borrow::Cow;

use crate::bytecode::Constant;
use crate::tree::{BinOp, Tree, UnaryOp};

/// Maximum length in bytes of a string or bytes that folding makes.
const MAX_TEXT: usize = 4096;
/// Maximum length of a tuple that folding makes.
const MAX_ITEMS: usize = 256;

/// Returns a literal of the tree as a constant of the code.
pub(crate) fn literal(tree: &Tree, value: crate::tree::Constant) -> Constant {
    use crate::tree::Constant as Literal;
    match value {
        Literal::None => Constant::None,
        Literal::True => Constant::True,
        Literal::False => Constant::False,
        Literal::Ellipsis => Constant::Ellipsis,
        Literal::Int(value) => Constant::Int(value),
        Literal::BigInt(id) => Constant::BigInt(tree.text(id).into()),
        Literal::Float(value) => Constant::Float(value),
        Literal::Imaginary(value) => Constant::Complex(0.0, value),
        Literal::Str(id) => Constant::Str(tree.text(id).into()),
        Literal::Bytes(id) => Constant::Bytes(tree.bytes(id).into()),
    }
}

/// Returns the truth value of a constant.
pub(crate) fn truth(value: &Constant) -> bool {
    match value {
        Constant::None | Constant::False => false,
        Constant::True | Constant::Ellipsis | Constant::BigInt(_) => true,
        Constant::Int(value) => *value != 0,
        Constant::Float(value) => *value != 0.0,
        Constant::Complex(re, im) => *re != 0.0 || *im != 0.0,
        Constant::Str(text) => !text.is_empty(),
        Constant::Bytes(bytes) => !bytes.is_empty(),
        Constant::Tuple(items) | Constant::FrozenSet(items) => !items.is_empty(),
    }
}

/// True if both are the same value of the same type. `1` and `True` differ, and so do `0.0` and `-0.0`.
pub(crate) fn identical(left: &Constant, right: &Constant) -> bool {
    match (left, right) {
        (Constant::Float(a), Constant::Float(b)) => a.to_bits() == b.to_bits(),
        (Constant::Complex(a, b), Constant::Complex(c, d)) => a.to_bits() == c.to_bits() && b.to_bits() == d.to_bits(),
        (Constant::Tuple(a), Constant::Tuple(b)) | (Constant::FrozenSet(a), Constant::FrozenSet(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| identical(a, b))
        }
        _ => left == right,
    }
}

fn int_of(value: &Constant) -> Option<i128> {
    match value {
        Constant::Int(value) => Some(i128::from(*value)),
        Constant::True => Some(1),
        Constant::False => Some(0),
        Constant::BigInt(digits) if digits.len() < 40 => digits.parse().ok(),
        _ => None,
    }
}

fn from_int(value: i128) -> Constant {
    match i64::try_from(value) {
        Ok(small) => Constant::Int(small),
        Err(_) => Constant::BigInt(value.to_string().into()),
    }
}

fn float_of(value: &Constant) -> Option<f64> {
    match value {
        Constant::Float(value) => Some(*value),
        // Rounds correctly, like CPython's conversion of int to float.
        #[expect(clippy::cast_precision_loss, reason = "the conversion Python makes")]
        other => int_of(other).map(|value| value as f64),
    }
}

pub(crate) fn unary(op: UnaryOp, operand: &Constant) -> Option<Constant> {
    match (op, operand) {
        (UnaryOp::Not, value) => Some(if truth(value) { Constant::False } else { Constant::True }),
        (UnaryOp::Neg, Constant::Float(value)) => Some(Constant::Float(-value)),
        (UnaryOp::Neg, Constant::Complex(re, im)) => Some(Constant::Complex(-re, -im)),
        (UnaryOp::Pos, Constant::Float(_) | Constant::Complex(..)) => Some(operand.clone()),
        (UnaryOp::Neg, Constant::BigInt(digits)) if digits.len() >= 39 => {
            // The digits are the value itself, so only the sign changes. `-9223372036854775808` has fewer digits and
            // becomes an `Int` below.
            let text = digits.strip_prefix('-').map_or_else(|| format!("-{digits}"), str::to_owned);
            Some(Constant::BigInt(text.into()))
        }
        (UnaryOp::Neg, value) => int_of(value)?.checked_neg().map(from_int),
        (UnaryOp::Pos, value) => int_of(value).map(from_int),
        (UnaryOp::Invert, value) => int_of(value).map(|value| from_int(!value)),
    }
}

pub(crate) fn binary(op: BinOp, left: &Constant, right: &Constant) -> Option<Constant> {
    match (left, right) {
        (Constant::Str(_), _) | (_, Constant::Str(_)) => text(op, left, right),
        (Constant::Bytes(_), _) | (_, Constant::Bytes(_)) => bytes(op, left, right),
        (Constant::Tuple(_), _) | (_, Constant::Tuple(_)) => tuple(op, left, right),
        (Constant::Complex(..), _) | (_, Constant::Complex(..)) => complex(op, left, right),
        (Constant::Float(_), _) | (_, Constant::Float(_)) => float(op, float_of(left)?, float_of(right)?),
        (Constant::True | Constant::False, Constant::True | Constant::False)
            if matches!(op, BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor) =>
        {
            let (left, right) = (*left == Constant::True, *right == Constant::True);
            let value = match op {
                BinOp::BitAnd => left && right,
                BinOp::BitOr => left || right,
                _ => left != right,
            };
            Some(if value { Constant::True } else { Constant::False })
        }
        _ => int(op, int_of(left)?, int_of(right)?),
    }
}

fn int(op: BinOp, left: i128, right: i128) -> Option<Constant> {
    let value = match op {
        BinOp::Add => left.checked_add(right)?,
        BinOp::Sub => left.checked_sub(right)?,
        BinOp::Mul => left.checked_mul(right)?,
        BinOp::FloorDiv | BinOp::Mod if right == 0 => return None,
        BinOp::FloorDiv => {
            let (quotient, rest) = (left.checked_div(right)?, left.checked_rem(right)?);
            if rest != 0 && (rest < 0) != (right < 0) { quotient.checked_sub(1)? } else { quotient }
        }
        BinOp::Mod => {
            let rest = left.checked_rem(right)?;
            if rest != 0 && (rest < 0) != (right < 0) { rest.checked_add(right)? } else { rest }
        }
        BinOp::Pow => left.checked_pow(u32::try_from(right).ok()?)?,
        BinOp::LShift => {
            let by = u32::try_from(right).ok().filter(|by| *by < 127)?;
            left.checked_mul(1i128.checked_shl(by)?)?
        }
        BinOp::RShift => left >> u32::try_from(right).ok()?.min(127),
        BinOp::BitOr => left | right,
        BinOp::BitXor => left ^ right,
        BinOp::BitAnd => left & right,
        BinOp::Div => {
            const EXACT: i128 = 1 << 53;
            if right == 0 || left.abs() > EXACT || right.abs() > EXACT {
                return None;
            }
            #[expect(clippy::cast_precision_loss, reason = "both are exact below 2**53")]
            return Some(Constant::Float(left as f64 / right as f64));
        }
        BinOp::MatMul => return None,
    };
    Some(from_int(value))
}

fn float(op: BinOp, left: f64, right: f64) -> Option<Constant> {
    let value = match op {
        BinOp::Add => left + right,
        BinOp::Sub => left - right,
        BinOp::Mul => left * right,
        BinOp::Div if right != 0.0 => left / right,
        _ => return None,
    };
    Some(Constant::Float(value))
}

fn complex(op: BinOp, left: &Constant, right: &Constant) -> Option<Constant> {
    let parts = |value: &Constant| match value {
        Constant::Complex(re, im) => Some((*re, *im)),
        other => float_of(other).map(|re| (re, 0.0)),
    };
    let ((a, b), (c, d)) = (parts(left)?, parts(right)?);
    match op {
        BinOp::Add => Some(Constant::Complex(a + c, b + d)),
        BinOp::Sub => Some(Constant::Complex(a - c, b - d)),
        _ => None,
    }
}

fn text(op: BinOp, left: &Constant, right: &Constant) -> Option<Constant> {
    match (op, left, right) {
        (BinOp::Add, Constant::Str(a), Constant::Str(b)) if a.len() + b.len() <= MAX_TEXT => Some(Constant::Str(format!("{a}{b}").into())),
        (BinOp::Mul, Constant::Str(text), Constant::Int(n)) | (BinOp::Mul, Constant::Int(n), Constant::Str(text)) => {
            Some(Constant::Str(text.repeat(times(text.len(), *n, MAX_TEXT)?).into()))
        }
        _ => None,
    }
}

fn bytes(op: BinOp, left: &Constant, right: &Constant) -> Option<Constant> {
    match (op, left, right) {
        (BinOp::Add, Constant::Bytes(a), Constant::Bytes(b)) if a.len() + b.len() <= MAX_TEXT => {
            Some(Constant::Bytes([&**a, &**b].concat().into()))
        }
        (BinOp::Mul, Constant::Bytes(data), Constant::Int(n)) | (BinOp::Mul, Constant::Int(n), Constant::Bytes(data)) => {
            Some(Constant::Bytes(data.repeat(times(data.len(), *n, MAX_TEXT)?).into()))
        }
        _ => None,
    }
}

fn tuple(op: BinOp, left: &Constant, right: &Constant) -> Option<Constant> {
    match (op, left, right) {
        (BinOp::Add, Constant::Tuple(a), Constant::Tuple(b)) if a.len() + b.len() <= MAX_ITEMS && flat(a) && flat(b) => {
            Some(Constant::Tuple(a.iter().chain(b).cloned().collect()))
        }
        (BinOp::Mul, Constant::Tuple(items), Constant::Int(n)) | (BinOp::Mul, Constant::Int(n), Constant::Tuple(items)) if flat(items) => {
            let n = times(items.len(), *n, MAX_ITEMS)?;
            Some(Constant::Tuple(std::iter::repeat_n(items, n).flatten().cloned().collect()))
        }
        _ => None,
    }
}

/// True if the items are no tuples and no long texts, so that copies of them stay small.
fn flat(items: &[Constant]) -> bool {
    items.iter().all(|item| match item {
        Constant::Tuple(_) | Constant::FrozenSet(_) => false,
        Constant::Str(text) | Constant::BigInt(text) => text.len() <= 64,
        Constant::Bytes(bytes) => bytes.len() <= 64,
        _ => true,
    })
}

fn times(len: usize, n: i64, cap: usize) -> Option<usize> {
    let n = usize::try_from(n.max(0)).ok()?;
    (len.checked_mul(n)? <= cap && n <= cap).then_some(n)
}

/// The bytes that a folded constant occupies, approximately.
pub(crate) fn weight(value: &Constant) -> usize {
    match value {
        Constant::Str(text) | Constant::BigInt(text) => text.len() + 24,
        Constant::Bytes(bytes) => bytes.len() + 24,
        Constant::Tuple(items) | Constant::FrozenSet(items) => 24 + items.iter().map(weight).sum::<usize>(),
        _ => 24,
    }
}

/// Returns a docstring as CPython stores it: tabs become blanks, and the blanks before the first line and the common
/// indentation of the other lines are removed.
pub(crate) fn clean_docstring(doc: &str) -> String {
    let expanded = without_tabs(doc);
    let doc = expanded.trim_start_matches(' ');
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let margin = doc.split('\n').skip(1).filter(|line| !line.trim_start_matches(' ').is_empty()).map(indent).min();
    let Some(margin) = margin.filter(|margin| *margin > 0) else { return doc.to_owned() };
    let mut clean = String::with_capacity(doc.len());
    for (at, line) in doc.split('\n').enumerate() {
        if at == 0 {
            clean.push_str(line);
            continue;
        }
        clean.push('\n');
        clean.push_str(line.get(margin.min(indent(line))..).unwrap_or(""));
    }
    clean
}

/// Like `str.expandtabs`.
fn without_tabs(text: &str) -> Cow<'_, str> {
    if !text.contains('\t') {
        return Cow::Borrowed(text);
    }
    let mut expanded = String::with_capacity(text.len());
    let mut column = 0_usize;
    for c in text.chars() {
        match c {
            '\t' => {
                let blanks = 8 - column % 8;
                expanded.extend(std::iter::repeat_n(' ', blanks));
                column = 0;
                continue;
            }
            '\n' | '\r' => column = 0,
            _ => column = column.wrapping_add(1),
        }
        expanded.push(c);
    }
    Cow::Owned(expanded)
}
