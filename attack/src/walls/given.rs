//! Modules that the host gives and the policy does not name, where it names others of them.

use stockade_policy::pattern::ModulePattern;

use super::Stage;
use super::ways::edit_of;
use crate::attempt::{Attempt, Edit, Goal, Try};
use crate::report::Wall;
use crate::settings::{own_entries, place};
use crate::target::Target;

pub(super) fn stage(target: &Target) -> Stage {
    let policy = target.policy();
    let listed = own_entries(policy, &["imports", "allow"]);
    let names = |pattern: &str, module: &str| {
        let top = module.split('.').next().unwrap_or(module);
        ModulePattern::new(pattern).matches(module) || ModulePattern::new(pattern).matches(top)
    };
    let given: Vec<&str> = target.given().collect();
    // A list that names none of them is about the library.
    let Some((pattern, entry)) = listed.iter().find(|(pattern, _)| given.iter().any(|module| names(pattern, module))) else {
        return Stage::default();
    };
    let is_left = |module: &&&str| {
        !module.contains('.') && policy.grants.import(module).is_ok() && !listed.iter().any(|(pattern, _)| names(pattern, module))
    };
    let left: Vec<&str> = given.iter().filter(is_left).copied().collect();
    let tries: Vec<Try> = left
        .iter()
        .map(|module| Try {
            way: "a given module that no list names".to_owned(),
            code: format!("import {module}\nprint('PWNED')"),
            part: format!("m:{module}"),
        })
        .collect();
    let attempt = (!tries.is_empty()).then(|| Attempt {
        wall: Wall::Import,
        title: format!("`imports.allow` has `{pattern}` of the host's modules, and `{}` may be imported, too", left.join("`, `")),
        key: format!("imports.allow: {pattern}"),
        place: place(&entry.origin),
        why: "a module that the host gives may be imported unless a policy file denies it: lists of what is allowed do not bound it"
            .to_owned(),
        goal: Goal::Mark,
        tries,
        edit: Edit::OfParts(Box::new(edit_of)),
        needs_edit: true,
    });
    Stage::of(attempt.into_iter().collect())
}
