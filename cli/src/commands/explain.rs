//! `stockade explain RULE|OPCODE`, `stockade explain module NAME`: prints the documentation of a rule, an opcode or a module.

use stockade_compiler::bytecode::OPS;
use stockade_policy::model::did_you_mean;
use stockade_policy::rules;

use crate::{Exit, render};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A rule by id or name (`IMP001`, `star-import`), an opcode (`LoadAttr`), or the word `module`
    what: String,
    /// After `module`: a module of the library (`json`)
    name: Option<String>,
}

pub(crate) fn run(args: &Args) -> Exit {
    if let Some(name) = &args.name {
        return if args.what == "module" { module(name) } else { unknown_pair(&args.what, name) };
    }
    if let Some(rule) = rules::find(&args.what).or_else(|| rules::find(&args.what.to_uppercase())) {
        let mut text = format!("{} {}: {}\nlevel: {}\n\n", rule.id, rule.name, rule.summary, rule.level);
        push_docs(&mut text, rule.docs);
        render::to_stdout(&text);
        return Exit::Success;
    }
    if let Some(op) = OPS.iter().find(|op| op.name.eq_ignore_ascii_case(&args.what)) {
        let operands: Vec<String> = op.operands.iter().map(|(name, role)| format!("{name}: {role}")).collect();
        let mut text = format!("{} {{ {} }}\n\n", op.name, operands.join(", "));
        push_docs(&mut text, op.doc);
        render::to_stdout(&text);
        return Exit::Success;
    }
    let near = did_you_mean(&args.what, rules::ids().chain(rules::ALL.iter().map(|rule| rule.name)).chain(OPS.iter().map(|op| op.name)));
    let hint = near.map_or_else(|| "docs/rules.md lists the rules".to_owned(), |near| format!("did you mean `{near}`?"));
    render::error(&format!("no rule and no opcode is called `{}` ({hint})", args.what));
    Exit::Usage
}

/// Prints the summary of a library module, and how many of CPython's public names it has.
fn module(name: &str) -> Exit {
    let Some(found) = stockade_vm::module_coverage(&crate::LIBRARY, name) else {
        let near = did_you_mean(name, stockade_vm::library_modules(&crate::LIBRARY));
        let hint = near.map_or_else(|| "docs/stdlib.md lists the modules".to_owned(), |near| format!("did you mean `{near}`?"));
        render::error(&format!("no module is called `{name}` ({hint})"));
        return Exit::Usage;
    };
    let mut text = format!("{}: {}\n", found.name, found.summary);
    if found.wanted.is_empty() {
        text.push_str("CPython has no module of this name.\n");
    } else {
        text.push_str(&format!(
            "has {} of the {} public names of CPython's module\n",
            found.wanted.len() - found.missing.len(),
            found.wanted.len()
        ));
    }
    if !found.missing.is_empty() {
        text.push_str(&format!("missing: {}\n", found.missing.join(", ")));
    }
    render::to_stdout(&text);
    Exit::Success
}

fn unknown_pair(what: &str, name: &str) -> Exit {
    render::error(&format!("`{what} {name}`: only the word `module` takes a second name"));
    Exit::Usage
}

fn push_docs(text: &mut String, docs: &str) {
    for line in docs.lines() {
        text.push_str(line.strip_prefix(' ').unwrap_or(line));
        text.push('\n');
    }
}
