//! `stockade explain RULE|OPCODE`: the documentation that the rule or the opcode carries.

use stockade_compiler::bytecode::OPS;
use stockade_policy::model::did_you_mean;
use stockade_policy::rules;

use crate::{Exit, render};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A rule by id or name (`IMP001`, `star-import`), or an opcode (`LoadAttr`)
    what: String,
}

pub(crate) fn run(args: &Args) -> Exit {
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
    let hint = near.map_or_else(|| "rules are listed in docs/rules.md".to_owned(), |near| format!("did you mean `{near}`?"));
    render::error(&format!("there is no rule or opcode `{}` ({hint})", args.what));
    Exit::Usage
}

fn push_docs(text: &mut String, docs: &str) {
    for line in docs.lines() {
        text.push_str(line.strip_prefix(' ').unwrap_or(line));
        text.push('\n');
    }
}
