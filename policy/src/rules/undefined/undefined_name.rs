//! UND001: a name that nothing defines.

use stockade_compiler::tree::Ctx;

use crate::check::Context;
use crate::model::did_you_mean;
use crate::pattern::is_dunder;
use crate::rules::Check;

declare_rule! {
    /// ## What it does
    /// Reports names that are bound nowhere in the program, are no builtin, and are known neither from earlier steps nor as functions of the host. Names inside a `try` that catches NameError are left alone.
    ///
    /// ## Why it matters
    /// The run would end in a NameError after it may have done half of its work.
    ///
    /// ## Bad
    /// ```python
    /// pritn(1)
    /// ```
    ///
    /// ## Good
    /// ```python
    /// print(1)
    /// ```
    ///
    /// ## Runtime twin
    /// Loading such a name raises NameError.
    UNDEFINED_NAME = "UND001" "undefined-name" Undefined Deny
    "a name that nothing defines"
    Check::Program(check)
}

fn check(context: &mut Context<'_>) {
    let walk = context.walk;
    let tree = context.tree;
    // Names may come from elsewhere: a star import, or a namespace that is written as a dict.
    let writes_namespaces = |name: &str| tree.symbols.find(name).is_some() && context.grants().builtin(name).is_ok();
    if walk.star_import || ["globals", "locals", "vars", "exec"].into_iter().any(writes_namespaces) {
        return;
    }
    // Looking for what was meant takes time for each name.
    let mut searches = 16u32;
    for site in &walk.names {
        if site.ctx != Ctx::Load || site.at.guarded {
            continue;
        }
        let name = tree.name(site.name);
        if walk.resolve(site.at.scope, site.name).is_some()
            || context.catalog.has_builtin(name)
            || context.known.defines(name)
            || is_dunder(name)
            // A denied builtin is known; BLT001 speaks of it.
            || (context.grants().builtin(name).is_err() && !context.grants().builtin_unlisted(name))
        {
            continue;
        }
        let near = {
            let bound = walk.names.iter().filter(|other| other.ctx == Ctx::Store).map(|other| tree.name(other.name));
            let idents = walk.idents.iter().map(|ident| tree.name(ident.name));
            let candidates = context.known.names().chain(bound).chain(idents).chain(context.catalog.builtins());
            searches = searches.saturating_sub(1);
            let candidates = candidates.filter(|candidate| *candidate != name).take(if searches > 0 { 5000 } else { 0 });
            did_you_mean(name, candidates).map(str::to_owned)
        };
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None if context.catalog.has_module(name) && context.grants().import(name).is_ok() => format!("add `import {name}`"),
            None if context.known.tools().count() > 1 => {
                format!("known functions of the host: {}", context.known.tools().collect::<Vec<_>>().join(", "))
            }
            None => "assign it first".into(),
        };
        context.report(site.span, format!("undefined name `{name}`")).label("not defined").help(help);
    }
}
