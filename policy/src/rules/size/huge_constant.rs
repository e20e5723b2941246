//! SIZE003: an integer expression of constants with a huge result.

use stockade_compiler::tree::{BinOp, Constant, Expr, ExprId};

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::names::Value;
use crate::analysis::walk::{OperatorSite, ScopeId};

declare_rule! {
    /// ## What it does
    /// Estimates `**`, `<<` and `*` of constants, without evaluating them, and reports results past `source.const_result_bytes`.
    ///
    /// ## Why it matters
    /// `10**10**8` is nine characters of source and 40 megabytes of result.
    ///
    /// ## Bad
    /// ```python
    /// x = 10**10**8
    /// ```
    ///
    /// ## Good
    /// ```python
    /// x = pow(10, 10**8, 97)
    /// ```
    ///
    /// ## At run time
    /// The VM checks the size of every such result before computing it.
    HUGE_CONSTANT = "SIZE003" "huge-constant" Size Deny
    cwe: Some(400), is_security: true,
    "an integer expression of constants with a huge result"
    Check::Operator(check)
}

fn check(context: &mut Context<'_>, site: &OperatorSite) {
    let Expr::Binary { op, left, right } = context.tree.expr(site.expr) else { return };
    if !matches!(op, BinOp::Pow | BinOp::LShift | BinOp::Mul) {
        return;
    }
    let limit_bits = context.policy.limits.const_result_bytes.saturating_mul(8);
    let (Some(left), Some(right)) = (magnitude(context, left, site.at.scope, 0), magnitude(context, right, site.at.scope, 0)) else {
        return;
    };
    // A huge operand is reported by itself already. One of up to 128 bits may be a literal or a sum, which is not.
    let reported = limit_bits.max(128) as f64;
    if left.bits() > reported || right.bits() > reported {
        return;
    }
    let Some(result) = combine(op, left, right) else { return };
    if result.bits() > limit_bits as f64 {
        let span = context.expr_span(site.expr);
        let message = format!("the result has about {} bits; {} are allowed", shown(result.bits()), grouped(limit_bits));
        context.report(span, message).label("estimated, not computed").help("compute with the logarithm, or with `pow(base, exponent, modulus)`");
    }
}

/// A number of bits in full, as far as a reader can use it.
fn shown(bits: f64) -> String {
    if bits < 1e12 { grouped(bits.ceil() as u64) } else { rounded(bits) }
}

/// A number with a comma behind each group of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// An integer, or how large it is.
#[derive(Clone, Copy)]
enum Magnitude {
    Exact(i128),
    Log2(f64),
}

impl Magnitude {
    fn bits(self) -> f64 {
        match self {
            Self::Exact(number) => f64::from(128 - number.unsigned_abs().leading_zeros()),
            Self::Log2(log) => log,
        }
    }

    fn log2(self) -> f64 {
        match self {
            Self::Exact(number) => libm::log2(number.unsigned_abs() as f64),
            Self::Log2(log) => log,
        }
    }
}

fn magnitude(context: &mut Context<'_>, expr: ExprId, scope: ScopeId, depth: u32) -> Option<Magnitude> {
    if depth > 8 {
        return None;
    }
    match context.tree.expr(expr) {
        Expr::Constant(Constant::Int(number)) => Some(Magnitude::Exact(i128::from(number))),
        Expr::Binary { op, left, right } => {
            let left = magnitude(context, left, scope, depth + 1)?;
            let right = magnitude(context, right, scope, depth + 1)?;
            combine(op, left, right)
        }
        Expr::Name { .. } => match context.names.facts(expr, scope).single() {
            Some(Value::Int(number)) => Some(Magnitude::Exact(i128::from(*number))),
            _ => None,
        },
        _ => None,
    }
}

fn combine(op: BinOp, left: Magnitude, right: Magnitude) -> Option<Magnitude> {
    if let (Magnitude::Exact(a), Magnitude::Exact(b)) = (left, right) {
        let exact = match op {
            BinOp::Pow => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
            BinOp::LShift => u32::try_from(b).ok().and_then(|b| a.checked_mul(2i128.checked_pow(b)?)),
            BinOp::Mul => a.checked_mul(b),
            BinOp::Add => a.checked_add(b),
            BinOp::Sub => a.checked_sub(b),
            _ => return None,
        };
        if let Some(exact) = exact {
            return Some(Magnitude::Exact(exact));
        }
        if matches!(op, BinOp::Pow | BinOp::LShift) && b.is_negative() {
            return None;
        }
    }
    // The exponent itself may be known only by its size.
    let exponent = match right {
        Magnitude::Exact(b) => b as f64,
        Magnitude::Log2(log) => libm::exp2(log.min(1000.0)),
    };
    Some(Magnitude::Log2(match op {
        BinOp::Pow => left.log2() * exponent,
        BinOp::LShift => left.log2() + exponent,
        BinOp::Mul => left.log2() + right.log2(),
        BinOp::Add | BinOp::Sub => left.log2().max(right.log2()),
        _ => return None,
    }))
}

fn rounded(bits: f64) -> String {
    for (unit, name) in [(1e12, "million million"), (1e9, "thousand million"), (1e6, "million"), (1e3, "thousand")] {
        if bits >= unit {
            return format!("{:.0} {name}", bits / unit);
        }
    }
    format!("{bits:.0}")
}
