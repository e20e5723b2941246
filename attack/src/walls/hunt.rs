//! Programs that are composed: a form of access, the spelling of its name, and the construct around it, by a seed. Also programs of a
//! grammar, mutations of the programs in `tests/escapes`, and calls of tools with arguments of every kind.

use stockade_policy::model::{Expectation, Path};
use stockade_policy::pattern::Glob;
use stockade_policy::{Access, Argument, Number, ToolSignature};
use stockade_vm::{HostCall, HostValue, Outcome};

use super::ways::{ATTRIBUTE_FORMS, BUILTIN_FORMS, fill};
use super::{Budget, add, count, take, try_all};
use crate::attempt::{Attempt, Edit, Goal, Try};
use crate::generators::{Choices, ESCAPES, Program, Random, mutation, reach};
use crate::report::{Find, Options, Report, Wall};
use crate::settings::{entries, loosenings, plain_names};
use crate::target::{MARK, Target, call_text};
use crate::yaml::python;

/// Programs of one round.
const ROUND: u64 = 64;

/// Constructs around a program. `BODY` is a line of its own.
const AROUND: &[&str] = &[
    "BODY",
    "def run():\n    BODY\nrun()",
    "def outer():\n    def inner():\n        BODY\n    inner()\nouter()",
    "def steps():\n    BODY\n    yield 1\nfor step in steps():\n    break",
    "class Holder:\n    BODY",
    "class Holder:\n    def run(self):\n        BODY\nHolder().run()",
    "class Holder:\n    @property\n    def value(self):\n        BODY\nHolder().value",
    "class Holder:\n    def __getattr__(self, name):\n        BODY\nHolder().anything",
    "class Holder:\n    def __eq__(self, other):\n        BODY\n        return True\n[Holder()].index(1)",
    "class Holder:\n    def __enter__(self):\n        BODY\n    def __exit__(self, *args):\n        return False\nwith Holder():\n    pass",
    "def key(item):\n    BODY\n    return item\nsorted([2, 1], key=key)",
    "def mark(function):\n    BODY\n    return function\n@mark\ndef other():\n    return 1",
    "try:\n    1 / 0\nexcept ZeroDivisionError:\n    BODY",
    "try:\n    pass\nfinally:\n    BODY",
    "for turn in [1]:\n    BODY",
    "if len('a') == 1:\n    BODY",
    "match 1:\n    case 1:\n        BODY",
    "async def run():\n    BODY\ntask = run()\ntry:\n    task.send(None)\nexcept StopIteration:\n    pass",
    "import functools\n@functools.lru_cache\ndef run():\n    BODY\nrun()",
    "import functools\ndef run(a, b):\n    BODY\n    return a\nfunctools.reduce(run, [1, 2])",
];

/// Ways to write a text that no search for the text finds.
fn spelled(way: usize, text: &str) -> String {
    let half = text.len() / 2;
    let (first, second) = text.split_at_checked(half).unwrap_or((text, ""));
    let backwards: String = text.chars().rev().collect();
    match way % 9 {
        0 => python(text),
        1 => format!("{} + {}", python(first), python(second)),
        2 => format!("''.join([{}, {}])", python(first), python(second)),
        3 => format!("{}[::-1]", python(&backwards)),
        4 => format!("'%s%s' % ({}, {})", python(first), python(second)),
        5 => format!("f'{{{}}}{{{}}}'", format_args!("{first:?}"), format_args!("{second:?}")),
        6 => format!("bytes([{}]).decode()", text.bytes().map(|byte| byte.to_string()).collect::<Vec<_>>().join(", ")),
        7 => format!("''.join(map(chr, [{}]))", text.chars().map(|letter| u32::from(letter).to_string()).collect::<Vec<_>>().join(", ")),
        _ => format!("{}.replace('#', {})", python(&format!("{first}#")), python(second)),
    }
}

/// Objects for attributes that the machine keeps to itself, as statements that bind `box`.
const BOXES: &[&str] = &[
    "def box():\n    return 1",
    "def make():\n    yield 1\nbox = make()",
    "import fractions\nbox = fractions.Fraction",
    "import math\nbox = math",
    "box = len",
    "box = [].append",
    "box = 1",
];

/// What the policy denies, as a form of access: way, setup, and statement.
struct Denied {
    wall: Wall,
    name: String,
    way: String,
    setup: String,
    statement: String,
}

pub(super) fn run(target: &Target, budget: &Budget<'_>, options: &Options, report: &mut Report) {
    if options.programs == Some(0) {
        return;
    }
    let denied = denied(target);
    let corpus: Vec<Program> = ESCAPES.iter().map(|(name, text)| Program { name: (*name).to_owned(), text: (*text).to_owned() }).collect();
    let edits: Vec<String> = match &target.base {
        Some(base) => loosenings(target.policy(), &base.policy).into_iter().map(|one| one.edit).collect(),
        None => Vec::new(),
    };
    let mut random = Random::new(options.seed);
    let mut left = options.programs.unwrap_or(u64::MAX);
    while left > 0 && !budget.is_used_up() {
        let (mut plains, mut attempts) = (Vec::new(), Vec::new());
        for _ in 0..ROUND.min(left) {
            // Most of these run their program here.
            if budget.is_used_up() {
                break;
            }
            let way = random.draw() % 8;
            let bytes = random.bytes(512);
            let mut choices = Choices::new(&bytes);
            match way {
                0..=3 => {
                    if let Some((plain, attempt)) = composed(&mut choices, &denied, &edits) {
                        plains.push(plain);
                        attempts.push(attempt);
                    }
                }
                4 | 5 => grammar(target, &mut choices, report),
                6 => mutated(target, &mut choices, &corpus, report),
                _ => called(target, &mut choices, report),
            }
        }
        left = left.saturating_sub(ROUND);
        let answers = try_all(target, budget, &attempts);
        for ((plain, attempt), tried) in plains.iter().zip(&attempts).zip(answers) {
            let Some(mut tried) = tried else { continue };
            // What gets through when it is written plainly is a find of a known way, or is allowed.
            if tried.find.is_some() && target.run(&target.machine, plain).is_marked() {
                tried.find = None;
            }
            take(report, attempt, tried);
        }
    }
}

/// Every form of what the policy denies.
fn denied(target: &Target) -> Vec<Denied> {
    let policy = target.policy();
    let names = |path: &[&str]| plain_names(policy, path);
    let mut all = Vec::new();
    let catalog = stockade_vm::catalog(target.library);
    for name in names(&["builtins", "deny"]).into_iter().filter(|name| catalog.has_builtin(name)) {
        for (way, form, _) in BUILTIN_FORMS {
            all.push(Denied {
                wall: Wall::Builtin,
                name: name.clone(),
                way: format!("a builtin by {way}"),
                setup: String::new(),
                statement: fill(form, "", &name),
            });
        }
    }
    for module in names(&["imports", "deny"]) {
        let module = module.trim_end_matches(".*").to_owned();
        if !catalog.has_module(&module) {
            continue;
        }
        for (way, form) in [
            ("a statement", format!("import {module} as box\nprint('PWNED')")),
            ("its name as text", format!("import importlib\nprint('PWNED', importlib.import_module('{module}'))")),
            ("__import__", format!("print('PWNED', __import__('{module}'))")),
        ] {
            all.push(Denied {
                wall: Wall::Import,
                name: module.clone(),
                way: format!("an import by {way}"),
                setup: String::new(),
                statement: form,
            });
        }
    }
    let dunders = ["__subclasses__", "__globals__", "__code__", "__bases__", "__mro__", "__closure__", "__self__", "__func__"];
    let dunders = dunders.into_iter().filter(|name| policy.grants.attribute(name, Access::Read).is_err()).map(str::to_owned);
    for name in names(&["attributes", "any", "deny"]).into_iter().chain(dunders) {
        for setup in BOXES {
            for (way, form, _) in ATTRIBUTE_FORMS {
                let wall = if name.starts_with("__") { Wall::Dunder } else { Wall::Attribute };
                all.push(Denied {
                    wall,
                    name: name.clone(),
                    way: format!("an attribute by {way}"),
                    setup: (*setup).to_owned(),
                    statement: fill(form, "", &name),
                });
            }
        }
    }
    all
}

/// A form of access in a construct, with the name spelled in another way.
fn composed(choices: &mut Choices<'_>, denied: &[Denied], edits: &[String]) -> Option<(String, Attempt)> {
    let one = choices.pick(denied)?;
    let around = choices.pick(AROUND).copied().unwrap_or("BODY");
    let way = choices.below(9);
    let statement = one.statement.replace(&format!("'{}'", one.name), &spelled(way, &one.name));
    let code = format!("{}\n{}", one.setup, wrapped(around, &statement));
    let plain = format!("{}\n{}", one.setup, one.statement);
    let attempt = Attempt {
        wall: one.wall,
        title: format!("`{}` is denied, and a composed program reaches it", one.name),
        key: format!("`{}` ({})", one.name, one.way),
        place: "composed".to_owned(),
        why: "the same access is refused when it is written plainly".to_owned(),
        goal: Goal::Mark,
        tries: vec![Try { way: format!("composed: {}", one.way), code, part: String::new() }],
        edit: Edit::AnyOf(edits.to_vec()),
        needs_edit: false,
    };
    Some((plain, attempt))
}

/// Puts statements in the place of the line `BODY`.
fn wrapped(around: &str, statements: &str) -> String {
    let mut text = String::new();
    for line in around.lines() {
        match line.strip_suffix("BODY") {
            Some(indent) => statements.lines().for_each(|line| text.push_str(&format!("{indent}{line}\n"))),
            None => text.push_str(&format!("{line}\n")),
        }
    }
    text
}

fn plain_find(wall: Wall, title: &str, way: &str, evidence: String, target: &Target, code: &str) -> Find {
    Find {
        wall,
        title: title.to_owned(),
        key: "none: a fault of Stockade".to_owned(),
        place: target.name.clone(),
        why: "please report it: SECURITY.md says how".to_owned(),
        way: way.to_owned(),
        evidence,
        program: code.to_owned(),
        edit: String::new(),
        tests: vec![target.policy_test(way, code, Expectation::Hide(vec![MARK.into()]))],
    }
}

/// A program of the grammar: the machine answers. That the check is silent about what the machine refuses in it is no weakness of a policy:
/// the check cannot follow every value, and `agreement.rs` compares the two on what is written plainly.
fn grammar(target: &Target, choices: &mut Choices<'_>, report: &mut Report) {
    let text = reach(choices);
    let ran = target.run(&target.machine, &text);
    count(report, Wall::Agreement, "program of the grammar".to_owned(), matches!(ran.outcome, Outcome::Internal(_)));
    internal(target, &ran.outcome, &text, "program of the grammar", report);
}

/// A mutated escape: the machine answers.
fn mutated(target: &Target, choices: &mut Choices<'_>, corpus: &[Program], report: &mut Report) {
    let text = mutation(choices, corpus);
    let ran = target.run(&target.machine, &text);
    count(report, Wall::Agreement, "mutated escape".to_owned(), matches!(ran.outcome, Outcome::Internal(_)));
    internal(target, &ran.outcome, &text, "mutated escape", report);
}

fn internal(target: &Target, outcome: &Outcome, text: &str, way: &str, report: &mut Report) {
    if let Outcome::Internal(what) = outcome {
        add(report, plain_find(Wall::Agreement, "the machine fails", way, what.clone(), target, text));
    }
}

/// Arguments of every kind, as Python.
const ARGUMENTS: &[&str] = &[
    "'a'",
    "''",
    "'x' * 5000",
    "0",
    "1",
    "-1",
    "10**30",
    "True",
    "False",
    "None",
    "1.5",
    "float('nan')",
    "float('inf')",
    "b'a'",
    "[]",
    "['a'] * 9",
    "{}",
    "{'a': 1}",
    "(1, 2)",
    "{1}",
    "'../../etc/passwd'",
    "'https://evil.test/'",
    "'DROP TABLE a'",
    "'a\\x00b'",
    "'\\u212a'",
    "int",
    "range(3)",
    "['x' * 5000]",
];

/// A call of a tool with arguments of every kind: what arrives keeps the rules, by a reading of them that is not the machine's.
fn called(target: &Target, choices: &mut Choices<'_>, report: &mut Report) {
    let Some(spec) = choices.pick(&target.tools) else { return };
    let Ok(signature) = ToolSignature::parse(&spec.name, &spec.params) else { return };
    let parameters = signature.parameters.clone().unwrap_or_default();
    let mut arguments = Vec::new();
    for parameter in &parameters {
        let value = choices.pick(ARGUMENTS).copied().unwrap_or("'a'");
        if parameter.is_optional && choices.chance(30) {
            continue;
        }
        let by_name = parameter.by_name && (!parameter.by_position || choices.chance(50));
        arguments.push(if by_name { format!("{}={value}", parameter.name) } else { value.to_owned() });
    }
    // What is given by name stands behind what is given by position.
    arguments.sort_by_key(|argument| parameters.iter().any(|parameter| argument.starts_with(&format!("{}=", parameter.name))));
    let code = format!("print({})", call_text(spec, &arguments));
    let ran = target.run(&target.machine, &code);
    let broken = ran.calls.iter().find_map(|call| broken_rule(target, &signature, call));
    count(report, Wall::Tool, "call with any arguments".to_owned(), broken.is_some());
    if let Some(what) = broken {
        add(report, plain_find(Wall::Tool, "a tool was called outside its rules", "call with any arguments", what, target, &code));
    }
}

/// The rule that a call breaks.
fn broken_rule(target: &Target, signature: &ToolSignature, call: &HostCall) -> Option<String> {
    let grant = match target.policy().grants.tool(&call.tool) {
        Ok(grant) => grant,
        Err(denied) => return Some(denied.to_string()),
    };
    let names: Vec<&str> = signature.parameters.iter().flatten().filter(|one| one.by_position).map(|one| &*one.name).collect();
    let by_position = names.into_iter().zip(&call.args);
    let by_name = call.kwargs.iter().map(|(name, value)| (name.as_str(), value));
    by_position.chain(by_name).find_map(|(name, value)| {
        let rule = grant.args.get(name)?;
        let (types, len, shown) = described(value);
        let text = rule.refuses(Argument { types: &types, len, shown: shown.as_deref(), number: number(value) });
        let path = ["tools", "allow", &call.tool, "args", name, "allow"];
        let slot = target.policy().settings.get(&Path::of(&path));
        let listed = |shown: &str| slot.into_iter().flat_map(entries).any(|(pattern, _)| Glob::new(pattern).matches(shown));
        let unlisted = slot.is_some() && !shown.as_deref().is_some_and(listed);
        text.or_else(|| unlisted.then(|| "the value is not on the list".to_owned()))
            .map(|why| format!("`{name}` of `{}`: {why}", call.tool))
    })
}

/// A value that is a number.
fn number(value: &HostValue) -> Option<Number> {
    match value {
        HostValue::Bool(value) => Some(Number::Int((*value).into())),
        HostValue::Int(value) => Some(Number::Int(*value)),
        HostValue::BigInt(value) => Some(Number::Huge(value.to_string().starts_with('-'))),
        HostValue::Float(value) => Some(Number::Float(*value)),
        _ => None,
    }
}

/// The types of a value with their bases, its length, and how rules show it.
fn described(value: &HostValue) -> (Vec<&'static str>, Option<u64>, Option<String>) {
    let len = |count: usize| u64::try_from(count).ok();
    match value {
        HostValue::None => (vec!["None", "NoneType", "object"], None, Some("None".to_owned())),
        HostValue::Bool(value) => (vec!["bool", "int", "object"], None, Some(if *value { "True" } else { "False" }.to_owned())),
        HostValue::Int(value) => (vec!["int", "object"], None, Some(value.to_string())),
        HostValue::BigInt(value) => (vec!["int", "object"], None, Some(value.to_string())),
        HostValue::Float(_) => (vec!["float", "object"], None, None),
        HostValue::Str(text) => (vec!["str", "object"], len(text.chars().count()), Some(format!("\"{text}\""))),
        HostValue::Bytes(bytes) => (vec!["bytes", "bytearray", "object"], len(bytes.len()), None),
        HostValue::List(items) => (vec!["list", "object"], len(items.len()), None),
        HostValue::Tuple(items) => (vec!["tuple", "object"], len(items.len()), None),
        HostValue::Dict(items) => (vec!["dict", "object"], len(items.len()), None),
        HostValue::Set(items) => (vec!["set", "object"], len(items.len()), None),
        HostValue::FrozenSet(items) => (vec!["frozenset", "object"], len(items.len()), None),
        _ => (vec!["object"], None, None),
    }
}
