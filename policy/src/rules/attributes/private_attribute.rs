//! ATT002: an underscore attribute of a foreign object.

use rustc_hash::FxHashSet;
use stockade_compiler::tree::{Ctx, Expr, Sym};

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::names::Value;
use crate::analysis::symbol_marks::Marks;

declare_rule! {
    /// ## What it does
    /// Reports reads of `_name` attributes that the program does not define itself.
    ///
    /// ## Why it matters
    /// Private attributes of library objects lead to their internals.
    ///
    /// ## Bad
    /// ```python
    /// import collections
    /// print(collections.Counter()._keep_positive())
    /// ```
    ///
    /// ## Good
    /// ```python
    /// class A:
    ///     def __init__(self):
    ///         self._x = 1
    /// ```
    ///
    /// ## At run time
    /// None: a program can read the private attributes of library objects. What they lead to is guarded where it is used: imports, denied
    /// attributes, builtins and tools are asked about again at each use.
    PRIVATE_ATTRIBUTE = "ATT002" "private-attribute" Attributes Warn
    cwe: Some(913), is_security: true,
    "an underscore attribute of a foreign object"
    Check::Program(check)
}

fn check(context: &mut Context<'_>) {
    let walk = context.walk;
    let tree = context.tree;
    let may_be = |name: Sym| context.marks.of(name).intersects(Marks::PRIVATE);
    if !walk.attributes.iter().any(|site| may_be(site.attr.name)) {
        return;
    }
    // Attributes that the program itself stores or defines are allowed.
    let mut own: FxHashSet<Sym> = walk.attributes.iter().filter(|site| site.ctx != Ctx::Load).map(|site| site.attr.name).collect();
    for class in &walk.classes {
        own.extend(walk.names_in(class.scope));
    }
    for site in &walk.attributes {
        if context.deadline.is_over() {
            return;
        }
        let name = tree.name(site.attr.name);
        if !may_be(site.attr.name) || name == "_" || own.contains(&site.attr.name) {
            continue;
        }
        // `_replace`, `_asdict` and their like are the public interface of a named tuple. `self._x` belongs to the class itself.
        if matches!(
            name,
            "_replace" | "_asdict" | "_fields" | "_make" | "_field_defaults" | "_value_" | "_name_" | "_missing_" | "_member_map_"
        ) {
            continue;
        }
        if let Expr::Name { name: base, .. } = tree.expr(site.value)
            && matches!(tree.name(base), "self" | "cls")
        {
            continue;
        }
        if context.names.facts(site.value, site.at.scope).values.iter().any(|value| matches!(value, Value::Module(_))) {
            continue;
        }
        context.report(site.attr.span, format!("private attribute `{name}`")).label("private").help("use the public interface");
    }
}
