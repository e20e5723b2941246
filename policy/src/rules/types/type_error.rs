//! TYP001: an operation that its constant operand does not support.

use stockade_compiler::tree::{BinOp, Expr, ExprId, Stmt};

use crate::analysis::context::Check;
use crate::analysis::context::{Context, KnownCall};
use crate::analysis::names::Callee;
use crate::analysis::names::Value;
use crate::analysis::walk::{CallSite, OperatorSite, Source, StatementSite};

declare_rule! {
    /// ## What it does
    /// Reports `len(3)`, `for x in 5`, `"a" + 1` and calls of numbers, texts and modules, where the value is certain.
    ///
    /// ## Why it matters
    /// The run would end in a TypeError.
    ///
    /// ## Bad
    /// ```python
    /// len(3)
    /// ```
    ///
    /// ## Good
    /// ```python
    /// len([3])
    /// ```
    ///
    /// ## At run time
    /// The operation raises TypeError.
    TYPE_ERROR = "TYP001" "type-error" Types Warn
    cwe: Some(628), is_security: false,
    "an operation that its constant operand does not support"
    Check::Several(&[Check::KnownCall(Callee::BUILTIN.and(Callee::CONSTANT), call), Check::For(statement), Check::Operator(operator)])
}

fn call(context: &mut Context<'_>, site: &KnownCall) {
    let tree = context.tree;
    let Expr::Call { func, args, keywords, .. } = tree.expr(site.expr) else { return };
    let span = tree.expr_span(site.expr);
    let Some(callee) = site.callee.single() else { return };
    if let Some(ty) = plain_type(callee).filter(|ty| is_certain(context, func, site, ty)) {
        context.report(span, format!("'{ty}' object is not callable")).label("called here").help("is an operator missing?");
        return;
    }
    let Value::Builtin(name) = callee else { return };
    let ([first], true) = (tree.list(args), keywords.is_empty()) else { return };
    let wants_length = &**name == "len";
    if !wants_length && !matches!(&**name, "sorted" | "sum" | "list" | "tuple" | "set" | "iter" | "enumerate" | "any" | "all") {
        return;
    }
    let argument = context.names.facts(*first, site.at.scope);
    let Some(ty) = argument.single().and_then(number_type) else { return };
    let message = if wants_length { format!("object of type '{ty}' has no len()") } else { format!("'{ty}' object is not iterable") };
    context.report(span, message).label(format!("this is of type {ty}"));
}

/// `os.stat()` is not a call of module `stat`, nor is `main()` after `from unittest import main`: only what `import` binds is
/// certainly a module. And a global that is None here may be set by code that imports the program.
fn is_certain(context: &Context<'_>, func: ExprId, site: &CallSite, ty: &str) -> bool {
    let walk = context.walk;
    let by_import =
        || walk.variable_at(func).is_some_and(|id| walk.bindings_of(id).all(|binding| matches!(binding.source, Source::Module(_))));
    let is_own = || walk.variable_at(func).and_then(|id| walk.variable(id)).is_none_or(|variable| variable.scope == site.at.scope);
    match ty {
        "module" => by_import(),
        "NoneType" => is_own(),
        _ => true,
    }
}

fn statement(context: &mut Context<'_>, site: &StatementSite) {
    let Stmt::For { iter, .. } = context.tree.stmt(site.stmt) else { return };
    let facts = context.names.facts(iter, site.at.scope);
    if let Some(ty) = facts.single().and_then(number_type) {
        let span = context.expr_span(iter);
        context
            .report(span, format!("'{ty}' object is not iterable"))
            .label(format!("this is of type {ty}"))
            .help("did you mean `range(...)`?");
    }
}

fn operator(context: &mut Context<'_>, site: &OperatorSite) {
    let Expr::Binary { op: BinOp::Add, left, right } = context.tree.expr(site.expr) else { return };
    let left = context.names.facts(left, site.at.scope);
    let Some(left) = left.single().filter(|left| matches!(left, Value::Str(_)) || number_type(left).is_some()) else { return };
    let right = context.names.facts(right, site.at.scope);
    let Some(right) = right.single() else { return };
    let span = context.expr_span(site.expr);
    match (left, right) {
        (Value::Str(_), other) if number_type(other).is_some() => {
            let ty = number_type(other).unwrap_or_default();
            let finding = context.report(span, format!("can only concatenate str (not \"{ty}\") to str"));
            finding.label(format!("text plus {ty}")).help("use str(), or an f-string");
        }
        (other, Value::Str(_)) if number_type(other).is_some() => {
            let ty = number_type(other).unwrap_or_default();
            let finding = context.report(span, format!("unsupported operand type(s) for +: '{ty}' and 'str'"));
            finding.label(format!("{ty} plus text")).help("use str(), or an f-string");
        }
        _ => {}
    }
}

fn number_type(value: &Value) -> Option<&'static str> {
    match value {
        Value::Int(_) => Some("int"),
        Value::Bool(_) => Some("bool"),
        Value::None => Some("NoneType"),
        _ => None,
    }
}

fn plain_type(value: &Value) -> Option<&'static str> {
    match value {
        Value::Str(_) => Some("str"),
        Value::Seq(_) => None,
        Value::Module(_) => Some("module"),
        other => number_type(other),
    }
}
