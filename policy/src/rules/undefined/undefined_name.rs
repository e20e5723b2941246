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
    if walk.star_import {
        return;
    }
    let tree = context.tree;
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
            did_you_mean(name, candidates.filter(|candidate| *candidate != name)).map(str::to_owned)
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
