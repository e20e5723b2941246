//! SIZE004: a repetition larger than the memory of a run.

use stockade_compiler::tree::{BinOp, Expr, ExprId};

use crate::analysis::context::Check;
use crate::analysis::context::{Context, KnownCall};
use crate::analysis::names::Callee;
use crate::analysis::names::{Facts, Value};
use crate::analysis::walk::OperatorSite;

declare_rule! {
    /// ## What it does
    /// Reports `"a" * n`, `[0] * n`, `bytes(n)` and paddings with a known length past `limits.memory`.
    ///
    /// ## Why it matters
    /// The run could end only at its memory limit.
    ///
    /// ## Bad
    /// ```python
    /// "a" * 10**10
    /// ```
    ///
    /// ## Good
    /// ```python
    /// "a" * 1000
    /// ```
    ///
    /// ## At run time
    /// The VM checks the size of every such result before allocating it.
    HUGE_REPEAT = "SIZE004" "huge-repeat" Size Deny
    cwe: Some(400), is_security: true,
    "a repetition larger than the memory of a run"
    Check::Several(&[Check::Operator(operator), Check::KnownCall(Callee::SIZED.and_indirect(), call)])
}

fn operator(context: &mut Context<'_>, site: &OperatorSite) {
    let Expr::Binary { op: BinOp::Mul, left, right } = context.tree.expr(site.expr) else { return };
    let left = context.names.facts(left, site.at.scope);
    let Some(left) = left.single() else { return };
    let right = context.names.facts(right, site.at.scope);
    let bytes = match (left, right.single()) {
        (Value::Int(count), Some(value)) | (value, Some(Value::Int(count))) => {
            size(value).saturating_mul(u64::try_from(*count).unwrap_or(0))
        }
        _ => return,
    };
    refuse(context, site.expr, bytes);
}

/// `bytes(n)`, `"x".ljust(n)`: a length given in full.
fn call(context: &mut Context<'_>, site: &KnownCall) {
    // A callee that makes other calls may repeat too. Only methods that pad to a width can matter.
    let may_be_sized = |value: &Value| match value {
        Value::Method(_, name) => matches!(&**name, "ljust" | "rjust" | "center" | "zfill"),
        _ => true,
    };
    if !site.callee.values.iter().any(may_be_sized) {
        return;
    }
    for call in context.names.calls(site.expr, site.at.scope).iter() {
        let sized = match &call.callee {
            Value::Builtin(name) => matches!(&**name, "bytes" | "bytearray"),
            Value::Method(_, name) => matches!(&**name, "ljust" | "rjust" | "center" | "zfill"),
            _ => false,
        };
        let Some(Value::Int(count)) = call.args.first().filter(|_| sized && call.certain).and_then(Facts::single) else { continue };
        refuse(context, site.expr, u64::try_from(*count).unwrap_or(0));
    }
}

fn refuse(context: &mut Context<'_>, expr: ExprId, bytes: u64) {
    let limit = context.policy.limits.memory_bytes;
    if bytes > limit {
        let span = context.expr_span(expr);
        context
            .report(span, format!("the result has about {bytes} bytes; a run has {limit}"))
            .label("more than the memory of a run")
            .help("produce the items one at a time");
    }
}

/// Bytes of one repetition.
fn size(value: &Value) -> u64 {
    match value {
        Value::Str(text) => u64::try_from(text.len()).unwrap_or(u64::MAX),
        Value::Bytes(bytes) => u64::try_from(bytes.len()).unwrap_or(u64::MAX),
        Value::Seq(items) => u64::try_from(items.len()).unwrap_or(u64::MAX).saturating_mul(16),
        _ => 0,
    }
}
