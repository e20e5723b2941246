//! UNI001: an identifier written in characters that normalise to others.

use stockade_compiler::tree::{Span, Sym};

use crate::analysis::context::Check;
use crate::analysis::context::Context;

declare_rule! {
    /// ## What it does
    /// Reports identifiers whose NFKC form, which is what Python means, differs from what is written.
    ///
    /// ## Why it matters
    /// `𝑒𝑣𝑎𝑙` runs `eval`, but a search for `eval` does not find it.
    ///
    /// ## Bad
    /// ```python
    /// 𝑒𝑣𝑎𝑙("1")
    /// ```
    ///
    /// ## Good
    /// ```python
    /// int("1")
    /// ```
    ///
    /// ## At run time
    /// Names are normalised by the parser, so the other rules and the VM see `eval`.
    CONFUSABLE_IDENTIFIER = "UNI001" "confusable-identifier" Unicode Deny
    cwe: Some(1007), is_security: true,
    "an identifier written in characters that normalise to others"
    Check::Program(check)
}

fn check(context: &mut Context<'_>) {
    let walk = context.walk;
    if context.source.text().is_ascii() {
        return;
    }
    for site in &walk.names {
        identifier(context, site.name, site.span);
    }
    for site in &walk.attributes {
        identifier(context, site.attr.name, site.attr.span);
    }
    for site in &walk.pattern_attributes {
        identifier(context, site.attr.name, site.attr.span);
    }
    for ident in &walk.idents {
        identifier(context, ident.name, ident.span);
    }
}

fn identifier(context: &mut Context<'_>, name: Sym, span: Span) {
    let written = context.source.slice(span);
    let meant = context.tree.name(name);
    // Most programs contain only ASCII, so the letters need not be examined.
    if written.is_ascii() {
        return;
    }
    // Letters of other scripts that normalisation does not change mean what they show.
    if written.chars().filter(|c| !c.is_ascii()).all(|c| meant.contains(c)) {
        return;
    }
    let message = format!("identifier normalises to `{meant}`");
    context.report(span, message).label("not what it looks like").help(format!("write `{meant}`"));
}
