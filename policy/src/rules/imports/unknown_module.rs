//! IMP007: a module name that looks misspelt.

use std::rc::Rc;

use crate::analysis::common_mistakes::{canonical_module, module_providing};
use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::import_removal::removal_of_refused;
use crate::analysis::names::Certainty;
use crate::analysis::walk::ImportSite;
use crate::base::spelling::nearest;
use crate::report::verdict::{Edit, Fix};

declare_rule! {
    /// ## What it does
    /// Reports imports of modules that neither policy nor VM know, when a module of nearly the same name is allowed, or the library's own under another
    /// name: `simplejson` is `json`, and Python 2's `Queue` is `queue`.
    ///
    /// ## Why it matters
    /// The author needs the right name, not a refusal.
    ///
    /// ## Bad
    /// ```python
    /// import maths
    /// ```
    ///
    /// ## Good
    /// ```python
    /// import math
    /// ```
    ///
    /// ## At run time
    /// The `Import` instruction raises ImportError.
    UNKNOWN_MODULE = "IMP007" "unknown-module" Imports Deny
    cwe: Some(1357), is_security: true,
    "a module name that looks misspelt"
    Check::Import(check)
}

fn check(context: &mut Context<'_>, site: &ImportSite) {
    if !site.at.import_optional
        && let Some(help) = meant(context, site)
    {
        let message = format!("there is no module `{}`", site.module);
        let certainty = if site.at.import_guarded { Certainty::Possible } else { Certainty::Definite };
        let fix = removal_of_refused(context, site, certainty).or_else(|| renamed(context, site));
        if let Some(finding) = context.report_if(certainty, site.module_span, message) {
            finding.label("unknown").help(help).fix = fix;
        }
    }
}

/// What to write for an import of an unknown module that an allowed one, or a name in one, is probably meant by.
pub(crate) fn meant(context: &mut Context<'_>, site: &ImportSite) -> Option<String> {
    if site.level > 0 || !site.first || site.module.is_empty() {
        return None;
    }
    if let Some(known) = context.misspelt.get(&site.module) {
        return known.clone();
    }
    let known = context.catalog.has_module(&site.module) || context.grants().import_denial(&site.module).is_some();
    if known || context.import_answer(site).is_ok() || context.misspelt.len() >= MAX_SEARCHES {
        return None;
    }
    let help = if let Some(canonical) = canonical_module(context, &site.module) {
        Some(match &site.member {
            Some(_) => format!("write `from {canonical} import ...`"),
            None => format!("write `import {canonical}`"),
        })
    } else if PACKAGES.contains(&&*site.module) {
        None
    } else if let Some(home) = module_providing(context, &site.module) {
        Some(format!("write `from {home} import {}`", site.module))
    } else {
        // Few typing mistakes are in the first letter. The names of many packages differ from a module's name in only two letters.
        let word = &*site.module;
        let alike = |near: &&str| word.chars().next() == near.chars().next() || word.ends_with(*near) || near.ends_with(word);
        let granted = |near: &&str| context.grants().import(near).is_ok();
        let near = nearest(word, 5, context.catalog.modules().filter(alike)).filter(granted);
        near.map(|near| format!("did you mean `{near}`?"))
    };
    context.misspelt.insert(Rc::clone(&site.module), help.clone());
    help
}

/// Imports the module under its name here, and binds the name that the program uses.
fn renamed(context: &Context<'_>, site: &ImportSite) -> Option<Fix> {
    let canonical = canonical_module(context, &site.module)?;
    if let Some(member) = &site.member
        && context.catalog.has_attribute(canonical, member) == Some(false)
    {
        return None;
    }
    let has_name = site.member.is_some() || site.module_span.end < site.span.end;
    if !has_name && site.module.contains('.') {
        return None;
    }
    let text = if has_name { canonical.to_owned() } else { format!("{canonical} as {}", site.module) };
    Some(Fix::new(format!("import `{canonical}`"), Edit::new(context.source, site.module_span, text)))
}

/// Packages whose names look like slips for modules of the library, but are meant.
const PACKAGES: [&str; 16] = [
    "arrow",
    "asyncpg",
    "bidict",
    "geopy",
    "graphviz",
    "httpx",
    "icalendar",
    "inflect",
    "keyboard",
    "lxml",
    "pylint",
    "schema",
    "stripe",
    "typepy",
    "typer",
    "xarray",
];

/// Names looked up in one program: what is meant matters less after that many slips.
const MAX_SEARCHES: usize = 64;
