//! The constructs that the section `syntax` of a policy names: where a tree has them, and how messages call them.
//!
//! The check and the grants use this one list, so a construct that the check reports is also one that the VM refuses.

use stockade_compiler::tree::{Expr, Span, Stmt, Tree};

/// A construct that the section `syntax` of a policy may forbid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Construct {
    /// Its key in the section.
    pub feature: &'static str,
    /// Where it is.
    pub span: Span,
}

/// Key, words for messages, and what to write instead.
const WORDS: [(&str, &str, &str); 9] = [
    ("async", "asynchronous code", "write it in another way"),
    ("bare_except", "an `except` without a type", "name the exceptions: `except ValueError:`"),
    ("class", "a class statement", "use functions, dicts and tuples"),
    ("decorator", "a decorator", "write it in another way"),
    ("generator", "a generator", "write it in another way"),
    ("global", "`global` or `nonlocal`", "pass the value in and return the new one"),
    ("lambda", "a lambda", "use `def`"),
    ("match", "a match statement", "write it in another way"),
    ("while", "a while loop", "use `for` over a range"),
];

/// Returns how messages call a construct, and what to write instead.
pub(crate) fn words(feature: &'static str) -> (&'static str, &'static str) {
    let known = WORDS.iter().find(|(key, _, _)| *key == feature);
    known.map_or((feature, "write it in another way"), |(_, what, help)| (*what, *help))
}

/// The constructs of a tree that `syntax` may forbid, in the order of the text.
#[must_use]
pub(crate) fn constructs(tree: &Tree) -> Vec<Construct> {
    let mut found = Vec::new();
    let mut add = |feature: &'static str, span: Span| found.push(Construct { feature, span });
    for (stmt, span) in tree.spanned_stmts() {
        let decorators = match stmt {
            Stmt::FunctionDef(id) => tree.function(id).map(|function| {
                if function.is_async {
                    add("async", span);
                }
                function.decorators
            }),
            Stmt::ClassDef(id) => tree.class(id).map(|class| {
                add("class", Span::new(span.start, class.name.span.end));
                class.decorators
            }),
            Stmt::For { is_async: true, .. } | Stmt::With { is_async: true, .. } => {
                add("async", span);
                None
            }
            Stmt::While { .. } => {
                add("while", span);
                None
            }
            Stmt::Match { .. } => {
                add("match", span);
                None
            }
            Stmt::Global { .. } | Stmt::Nonlocal { .. } => {
                add("global", span);
                None
            }
            Stmt::Try { handlers, .. } => {
                for handler in tree.list(handlers).iter().filter(|handler| handler.ty.is_none()) {
                    let start = handler.span.start;
                    add("bare_except", Span::new(start, start.saturating_add(6).min(handler.span.end)));
                }
                None
            }
            _ => None,
        };
        if let Some(first) = decorators.and_then(|decorators| tree.list(decorators).first()) {
            add("decorator", tree.expr_span(*first));
        }
    }
    for (expr, span) in tree.spanned_exprs() {
        match expr {
            Expr::Lambda { .. } => add("lambda", span),
            Expr::Await { .. } => add("async", span),
            Expr::Yield { .. } | Expr::YieldFrom { .. } => add("generator", span),
            Expr::ListComp { generators, .. }
            | Expr::SetComp { generators, .. }
            | Expr::GeneratorExp { generators, .. }
            | Expr::DictComp { generators, .. } => {
                for generator in tree.list(generators).iter().filter(|generator| generator.is_async) {
                    add("async", tree.expr_span(generator.iter));
                }
            }
            _ => {}
        }
    }
    found.sort_by_key(|construct| (construct.span.start, construct.span.end));
    found
}

#[cfg(test)]
#[expect(clippy::expect_used, reason = "a test that cannot go on says so")]
mod tests {
    use super::*;
    use stockade_compiler::{ParseLimits, SourceText};

    #[test]
    fn every_construct_is_found_where_it_is() {
        let text = "class A:\n    pass\n@f\nasync def g():\n    global x\n    await y\n    yield\n    [i async for i in z]\n    async with a: pass\n\
                    while 0:\n    lambda: 0\nmatch 1:\n    case _: pass\ntry:\n    pass\nexcept:\n    pass\n";
        let tree = stockade_compiler::parse(&SourceText::new("a.py", text), &ParseLimits::default()).expect("Python");
        let found: Vec<(&str, &str)> = constructs(&tree)
            .iter()
            .map(|one| (one.feature, text[one.span.start as usize..one.span.end as usize].lines().next().unwrap_or_default()))
            .collect();
        let keys: std::collections::BTreeSet<&str> = found.iter().map(|(feature, _)| *feature).collect();
        assert!(WORDS.iter().all(|(key, _, _)| keys.contains(key)), "{found:?}");
        assert!(found.contains(&("class", "class A")) && found.contains(&("bare_except", "except")) && found.contains(&("decorator", "f")));
        assert!(found.iter().filter(|(feature, _)| *feature == "async").count() == 4, "{found:?}");
    }
}
