//! `stockade explain [KIND] [NAME...]`: prints what the tool knows about rules, modules, builtins, limits, outcomes, keys of policies and
//! opcodes. Each text comes from the table that the tool itself uses.

use std::fmt::Write as _;
use std::sync::LazyLock;

use stockade_compiler::bytecode::{ArithOp, Common, Intrinsic, OPS, OpInfo, ROLES, Special};
use stockade_policy::model::did_you_mean;
use stockade_policy::{Limits, ResolvedPolicy, explain_key, keys, presets, resolve_preset, rules};
use stockade_vm::{OutcomeKind, Sandbox};

use crate::check_plan::DEFAULT_POLICY;
use crate::{Exit, LIBRARY, render};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// A kind (rule, module, builtin, limit, outcome, key, opcode), or what is to be explained: `IMP001`, `json`, `limits.fuel`. Without
    /// anything, all names are listed
    #[arg(allow_hyphen_values = true)]
    what: Option<String>,
    /// After a kind: names of that kind. Else more names
    #[arg(allow_hyphen_values = true)]
    names: Vec<String>,
}

/// A kind of thing that can be explained.
struct Kind {
    name: &'static str,
    title: &'static str,
    /// The names, each with a few words about it, which may be empty.
    names: fn() -> Vec<(&'static str, String)>,
    /// The whole text about a name. `None` if nothing of this kind has the name.
    text: fn(&str) -> Option<String>,
}

const KINDS: [Kind; 7] = [
    Kind { name: "rule", title: "Rules of the check", names: rule_names, text: rule },
    Kind { name: "module", title: "Modules of the library", names: module_names, text: module },
    Kind { name: "builtin", title: "Builtins", names: builtin_names, text: builtin },
    Kind { name: "limit", title: "Limits", names: limit_names, text: limit },
    Kind { name: "outcome", title: "Outcomes of a run", names: outcome_names, text: outcome },
    Kind { name: "key", title: "Keys of a policy", names: key_names, text: explain_key },
    Kind { name: "opcode", title: "Opcodes", names: opcode_names, text: opcode },
];

/// The modules of CPython 3.13, one on each line: tools/cpython_modules.py.
const CPYTHON_MODULES: &str = include_str!("../../data/cpython_modules.txt");

pub(crate) fn run(args: &Args) -> Exit {
    let Some(what) = &args.what else {
        render::to_stdout("`stockade explain NAME` or `stockade explain KIND NAME` says more about each of these.\n");
        KINDS.iter().for_each(|kind| render::to_stdout(&list(kind)));
        return Exit::Success;
    };
    let kind = KINDS.iter().find(|kind| kind.name == what);
    match kind {
        Some(kind) if !args.names.is_empty() => {
            let mut exit = Exit::Success;
            for name in &args.names {
                match (kind.text)(name).or_else(|| Some(keys_like(name)).filter(|text| kind.name == "key" && !text.is_empty())) {
                    Some(text) => render::to_stdout(&text),
                    None => exit = unknown(name, Some(kind)),
                }
            }
            exit
        }
        None if !args.names.is_empty() && texts_of(what).is_empty() => {
            let kinds: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
            render::error(&format!("`{what}` is no kind, so no name can follow it; the kinds are {}", kinds.join(", ")));
            Exit::Usage
        }
        None => {
            let mut exit = Exit::Success;
            for (at, name) in std::iter::once(what).chain(&args.names).enumerate() {
                let texts = texts_of(name);
                if texts.is_empty() {
                    exit = unknown(name, None);
                    continue;
                }
                render::to_stdout(&format!("{}{}", if at > 0 { "\n" } else { "" }, texts.join("\n")));
            }
            exit
        }
        Some(kind) => {
            render::to_stdout(&texts_of(what).into_iter().chain([list(kind)]).collect::<Vec<_>>().join("\n"));
            Exit::Success
        }
    }
}

/// The texts about a name. A word such as `json` or `open` may be a name of several kinds.
fn texts_of(name: &str) -> Vec<String> {
    let texts: Vec<String> = KINDS.iter().filter_map(|kind| (kind.text)(name)).collect();
    if texts.is_empty() { Some(keys_like(name)).filter(|text| !text.is_empty()).into_iter().collect() } else { texts }
}

/// The texts about the keys of policies that are inside a key (`tools.allow`), or that end in this word (`max_len`).
fn keys_like(name: &str) -> String {
    let like = |key: &&str| {
        key.strip_prefix(name).or_else(|| key.strip_suffix(name)).is_some_and(|rest| rest.starts_with('.') || rest.ends_with('.'))
    };
    let texts: Vec<String> = key_names().iter().map(|(key, _)| *key).filter(like).filter_map(explain_key).collect();
    texts.join("\n")
}

/// The names of a kind. Those with words stand on lines of their own.
fn list(kind: &Kind) -> String {
    let names = (kind.names)();
    let mut text = format!("\n{} ({}): `stockade explain {} NAME`\n", kind.title, names.len(), kind.name);
    let width = names.iter().map(|(name, _)| name.len()).max().unwrap_or(0).min(40);
    let mut line = String::new();
    for (name, about) in &names {
        if !about.is_empty() {
            let _ = writeln!(text, "  {name:<width$}  {about}");
            continue;
        }
        if line.len() + name.len() > 110 {
            let _ = writeln!(text, "  {}", line.trim_end());
            line.clear();
        }
        line.push_str(name);
        line.push_str("  ");
    }
    if !line.is_empty() {
        let _ = writeln!(text, "  {}", line.trim_end());
    }
    text
}

fn unknown(name: &str, kind: Option<&Kind>) -> Exit {
    let all = || KINDS.iter().filter(|other| kind.is_none_or(|kind| kind.name == other.name)).flat_map(|kind| (kind.names)());
    let names: Vec<&str> = all().map(|(name, _)| name).collect();
    let what = kind.map_or_else(|| "nothing".to_owned(), |kind| format!("no {}", kind.name));
    let command = kind.map_or_else(|| "stockade explain".to_owned(), |kind| format!("stockade explain {}", kind.name));
    let near = did_you_mean(name, names);
    let hint = near.map_or_else(|| format!("`{command}` lists the names"), |near| format!("did you mean `{near}`?"));
    render::error(&format!("{what} is called `{name}` ({hint})"));
    Exit::Usage
}

fn rule_names() -> Vec<(&'static str, String)> {
    rules::ALL.iter().map(|rule| (rule.id, format!("{:<5} {}", rule.level.name(), rule.summary))).collect()
}

fn rule(name: &str) -> Option<String> {
    let rule = rules::find(name).or_else(|| rules::find(&name.to_uppercase()))?;
    let mut text = format!("{} {}: {}\nlevel: {}\n", rule.id, rule.name, rule.summary, rule.level);
    if let Some(cwe) = rule.cwe {
        let _ = writeln!(text, "weakness: CWE-{cwe}");
    }
    text.push('\n');
    push_docs(&mut text, rule.docs);
    Some(text)
}

fn module_names() -> Vec<(&'static str, String)> {
    stockade_vm::library_modules(&LIBRARY).into_iter().map(|name| (name, String::new())).collect()
}

fn is_of_cpython(name: &str) -> bool {
    CPYTHON_MODULES.lines().any(|module| module == name)
}

/// The summary of a library module, how many of CPython's public names it has, and which presets allow it.
fn module(name: &str) -> Option<String> {
    let of_cpython = is_of_cpython(name);
    let Some(found) = stockade_vm::module_coverage(&LIBRARY, name) else {
        if !of_cpython {
            return None;
        }
        let mut text = format!("{name}: a module of CPython 3.13 that Stockade does not have\n");
        let default = PRESETS.iter().find(|policy| &*policy.name == DEFAULT_POLICY);
        let denial = default.and_then(|policy| policy.grants.import(name).err());
        if let Some(denied) = denial {
            let _ = writeln!(text, "{}{}", denied.message, denied.help.map(|help| format!(" ({help})")).unwrap_or_default());
        }
        return Some(text);
    };
    let mut text = format!("{}: {}\n", found.name, if found.summary.is_empty() { "a module of the library" } else { &found.summary });
    let (wanted, missing) = (found.wanted.len(), found.missing.len());
    text.push_str(&match (of_cpython, wanted) {
        (false, _) => "CPython 3.13 has no module of this name.\n".to_owned(),
        (true, 0) => "CPython 3.13 has this module, too. Its names are not compared here.\n".to_owned(),
        (true, _) => format!("has {} of the {wanted} public names of CPython 3.13's module\n", wanted.saturating_sub(missing)),
    });
    if !found.missing.is_empty() {
        let _ = writeln!(text, "missing: {}", found.missing.join(", "));
    }
    text.push_str(&allowed_by(|policy| policy.grants.import(name).is_ok()));
    Some(text)
}

/// The presets, each resolved once.
static PRESETS: LazyLock<Vec<ResolvedPolicy>> =
    LazyLock::new(|| presets::names().into_iter().filter_map(|name| resolve_preset(name).ok()).collect());

/// A line with the presets that allow something.
fn allowed_by(allows: impl Fn(&ResolvedPolicy) -> bool) -> String {
    let presets: Vec<&str> = PRESETS.iter().filter(|policy| allows(policy)).map(|policy| &*policy.name).collect();
    format!("presets that allow it: {}\n", if presets.is_empty() { "none".to_owned() } else { presets.join(", ") })
}

fn builtin_names() -> Vec<(&'static str, String)> {
    stockade_vm::catalog(&LIBRARY).builtins().map(|name| (name, String::new())).collect()
}

/// What the builtin says about itself in the sandbox.
fn builtin(name: &str) -> Option<String> {
    if !stockade_vm::catalog(&LIBRARY).has_builtin(name) {
        return None;
    }
    let program = format!(
        "import inspect\nvalue = {name}\nlines = (getattr(value, '__doc__', None) or '').strip().splitlines()\n\
         if isinstance(value, type) and issubclass(value, BaseException):\n    \
         print('exception:', ' < '.join(one.__name__ for one in value.__mro__[:-1]))\nelif isinstance(value, type):\n    \
         print('type, with', ', '.join(one for one in dir(value) if not one.startswith('_')) or 'no public attributes')\n\
         elif callable(value):\n    try:\n        print('function:', '{name}' + str(inspect.signature(value)))\n    \
         except (TypeError, ValueError):\n        print('function')\nelse:\n    print('constant')\n\
         if not isinstance(value, (bool, type(None))):\n    print(lines[0] if lines else '')\n"
    );
    let sandbox = Sandbox::permissive().library(&LIBRARY);
    let report = sandbox.step(&mut sandbox.session(), "<explain>", &program);
    let mut lines = report.stdout.lines();
    let kind = lines.next().unwrap_or("builtin").to_owned();
    let doc = lines.next().unwrap_or_default().to_owned();
    let mut text = format!("{name}: builtin {kind}\n");
    if !doc.is_empty() {
        let _ = writeln!(text, "{doc}");
    }
    text.push_str(&allowed_by(|policy| policy.grants.builtin(name).is_ok()));
    Some(text)
}

fn limit_names() -> Vec<(&'static str, String)> {
    Limits::TABLE.iter().map(|limit| (limit.key, limit.doc.trim().to_owned())).collect()
}

/// A limit by its name, its key in policies, its flag, or as outcomes have it.
fn limit(name: &str) -> Option<String> {
    let plain = name.strip_prefix("limit:").unwrap_or(name);
    let limit = Limits::TABLE.iter().find(|limit| {
        limit.key == plain || (limit.section == "limits" && limit.name == plain) || (plain.len() > 2 && limit.flag == plain)
    })?;
    let mut text = format!("{}: {}\n\nunit: {}\n", limit.key, limit.doc.trim(), limit.unit);
    let _ = writeln!(text, "where no policy sets it: {}", limit.kind.show(Limits::default().get(limit.key).unwrap_or_default()));
    for preset in PRESETS.iter() {
        if let Some(value) = preset.limits.get(limit.key) {
            let _ = writeln!(text, "preset `{}`: {}", preset.name, limit.kind.show(value));
        }
    }
    let _ = writeln!(text, "in a policy: `{}: {{{}: ...}}`", limit.section, limit.name);
    if !limit.flag.is_empty() {
        let _ = writeln!(text, "flag of `stockade run`: `{}`", limit.flag);
    }
    let _ = writeln!(
        text,
        "{}",
        if limit.section == "limits" {
            format!("past it a run ends with the outcome `limit:{}`, which the program cannot catch", limit.name)
        } else {
            "past it the check denies the program, and nothing runs".to_owned()
        }
    );
    Some(text)
}

fn outcome_names() -> Vec<(&'static str, String)> {
    OutcomeKind::TABLE.iter().map(|info| (info.name, info.meaning.to_owned())).collect()
}

fn outcome(name: &str) -> Option<String> {
    let info = OutcomeKind::TABLE.iter().find(|info| info.name == name)?;
    let status = info.status.map_or_else(|| "the program's own".to_owned(), |status| status.to_string());
    let class = info.python_class.map_or_else(|| "raises nothing".to_owned(), |class| format!("raises `{class}`"));
    Some(format!(
        "{}: {}\n\nexit status of `stockade run`: {status}\nin Python: `Result.raise_for_outcome` {class}\n",
        info.name, info.meaning
    ))
}

fn key_names() -> Vec<(&'static str, String)> {
    keys().map(|(key, meaning)| (key, meaning.to_owned())).collect()
}

fn opcode_names() -> Vec<(&'static str, String)> {
    OPS.iter().map(|op| (op.name, String::new())).collect()
}

fn opcode(name: &str) -> Option<String> {
    let op = OPS.iter().find(|op| op.name.eq_ignore_ascii_case(name))?;
    let operands: Vec<String> = op.operands.iter().map(|(name, role)| format!("{name}: {role}")).collect();
    let mut text = format!("{} {{ {} }}\n\n", op.name, operands.join(", "));
    push_docs(&mut text, &plain(op.doc));
    if !op.operands.is_empty() {
        text.push_str("\nOperands:\n");
    }
    for (name, role) in op.operands {
        let (prefix, doc) = ROLES.iter().find(|(known, ..)| known == role).map_or(("", ""), |(_, prefix, doc)| (*prefix, *doc));
        let _ = writeln!(
            text,
            "  {name} ({role}{}): {}",
            if prefix.is_empty() { String::new() } else { format!(", written {prefix}0") },
            plain(doc.trim())
        );
    }
    if let Some(values) = values(op) {
        let _ = writeln!(text, "\n{values}");
    }
    let _ = writeln!(text, "\nFuel: {}", fuel(op));
    Some(text)
}

/// What an opcode charges follows from its operands.
fn fuel(op: &OpInfo) -> &'static str {
    let has = |wanted: &str| op.operands.iter().any(|(_, role)| *role == wanted);
    if has("WideCost") {
        "it charges `cost` units."
    } else if has("Cost") {
        "it charges `cost` units for each turn of the loop, which is when it jumps back, and the run may stop there."
    } else {
        "none of its own. The entry of its function or module, or the turn of its loop, has paid for it. Work whose size only the run knows, \
         such as the length of a list, and calls are charged beside that."
    }
}

/// The numbers of an operand that selects something.
fn values(op: &OpInfo) -> Option<String> {
    fn numbered<T: std::fmt::Debug>(operand: &str, all: &[T]) -> String {
        let rows: Vec<String> = all.iter().enumerate().map(|(at, one)| format!("{at} {one:?}")).collect();
        format!("Values of `{operand}`: {}", rows.join(", "))
    }
    Some(match op.name {
        "Inplace" => numbered("op", ArithOp::ALL),
        "LoadCommon" => numbered("which", Common::ALL),
        "LoadSpecial" => numbered("which", Special::ALL),
        "Intrinsic" => numbered("which", Intrinsic::ALL),
        _ => return None,
    })
}

/// A documentation without the marks of links.
fn plain(docs: &str) -> String {
    docs.replace("[`", "`").replace("`]", "`").replace("crate::bytecode::", "").replace("crate::tree::", "")
}

fn push_docs(text: &mut String, docs: &str) {
    for line in docs.lines() {
        text.push_str(line.strip_prefix(' ').unwrap_or(line));
        text.push('\n');
    }
}
