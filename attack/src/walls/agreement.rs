//! The check and the machine: the check accepts what the machine refuses, or refuses a harmless program that the machine runs.

use stockade_policy::model::{Expectation, Level, Path, Value};
use stockade_policy::policy_tests::run_test;

use super::Stage;
use crate::attempt::{Attempt, Edit, Goal, Try};
use crate::report::{Find, Wall};
use crate::settings::{Loosening, at_path, is_own, loosenings, place, plain_names};
use crate::target::Target;

/// Dunders that policies deny, on objects that have them or not: the refusal comes first.
const DUNDERS: &[&str] =
    &["__subclasses__", "__globals__", "__code__", "__bases__", "__mro__", "__builtins__", "__closure__", "__loader__"];

/// Programs without anything that a policy could mind.
const HARMLESS: &[(&str, &str)] = &[
    ("sums", "total = 0\nfor number in range(10):\n    total += number\nprint(total)"),
    ("texts", "words = 'one two three'.split()\nprint(' '.join(word.upper() for word in words))"),
    ("functions", "def area(width, height=2):\n    return width * height\nprint(area(3), area(3, height=4))"),
    ("tables", "prices = {'a': 1.5, 'b': 2}\nfor name, price in sorted(prices.items()):\n    print(f'{name}: {price:.2f}')"),
    ("exceptions", "try:\n    int('x')\nexcept ValueError as error:\n    print(type(error).__name__, error)"),
    ("a private name", "def _helper(x):\n    return x + 1\nprint(_helper(1))"),
    ("an unused result", "items = [3, 1, 2]\nitems.sort()\nsorted(items)\nprint(items)"),
    ("a name bound in a branch", "import math\nif math.pi > 3:\n    size = 1\nprint(size)"),
    ("a shadowed builtin", "list = [1, 2]\nprint(list)"),
    ("an unused import", "import math\nprint(1)"),
    ("a long range", "for number in range(10**9):\n    if number == 3:\n        break\nprint(number)"),
    ("formatting", "template = '{}-{}'\nprint(template.format(1, 2))"),
];

pub(super) fn stage(target: &Target) -> Stage {
    let programs = refused(target);
    let closing: Vec<Loosening> = match &target.base {
        Some(base) => loosenings(target.policy(), &base.policy),
        None => Vec::new(),
    };
    let is_of_check = |one: &&Loosening| {
        matches!(one.path.segment(0), "rules" | "mode" | "suppressions")
            || one.path.segment(1) == "via_strings"
            || one.path.segment(3) == "name"
    };
    let closing: Vec<&Loosening> = closing.iter().filter(is_of_check).collect();
    let attempt = |title: String, wall: Wall, key: String, place: String, edits: Vec<String>, needs_edit: bool| Attempt {
        wall,
        title,
        key,
        place,
        why: "the author of a program learns of a refusal only when it runs, and reviewers read a clean report".to_owned(),
        goal: Goal::AcceptedAndRefused,
        tries: programs.clone(),
        edit: Edit::AnyOf(edits),
        needs_edit,
    };
    let mut stage = Stage::default();
    if closing.is_empty() {
        let title = "the check accepts what the machine refuses".to_owned();
        stage.attempts.push(attempt(
            title,
            Wall::Agreement,
            "none: a fault of Stockade".to_owned(),
            target.name.clone(),
            Vec::new(),
            false,
        ));
    }
    for one in closing {
        let title = format!("`{}: {}` silences the check, and the machine refuses all the same", one.path, one.name);
        stage.attempts.push(attempt(title, one.wall, one.key(), one.place.clone(), vec![one.edit.clone()], true));
    }
    harmless(target, &mut stage);
    stage
}

/// Programs that do one thing which the machine refuses, written plainly.
fn refused(target: &Target) -> Vec<Try> {
    let policy = target.policy();
    let names = |path: &[&str]| plain_names(policy, path);
    let mut programs = Vec::new();
    let mut add = |way: &str, code: String| programs.push(Try { way: way.to_owned(), code, part: String::new() });
    let catalog = stockade_vm::catalog(target.library);
    for module in names(&["imports", "deny"]) {
        let module = module.trim_end_matches(".*");
        if catalog.has_module(module) {
            add("denied import", format!("import {module}\nprint({module})"));
            add("denied import", format!("from {module} import name\nprint(name)"));
        }
    }
    for name in names(&["builtins", "deny"]) {
        if catalog.has_builtin(&name) {
            add("denied builtin", format!("print({name})"));
        }
    }
    let dunders =
        DUNDERS.iter().map(ToString::to_string).filter(|name| policy.grants.attribute(name, stockade_policy::Access::Read).is_err());
    for name in names(&["attributes", "any", "deny"]).into_iter().chain(dunders) {
        add("denied attribute", format!("print(len.{name})"));
        add("denied attribute as text", format!("print(getattr(len, '{name}'))"));
        add("denied attribute as text", format!("print('{{0.{name}}}'.format(len))"));
        add("denied attribute as text", format!("import operator\nprint(operator.attrgetter('{name}')(len))"));
    }
    for construct in ["async", "bare_except", "class", "decorator", "generator", "global", "lambda", "match", "metaclass", "while"] {
        if policy.syntax(construct) == Level::Deny {
            programs.extend(super::syntax::sample(construct).map(|code| Try {
                way: "denied construct".to_owned(),
                code: code.to_owned(),
                part: String::new(),
            }));
        }
    }
    programs
}

/// Harmless programs that the check denies and the machine runs.
fn harmless(target: &Target, stage: &mut Stage) {
    let Some(base) = &target.base else { return };
    for (name, code) in HARMLESS {
        let checked = target.run(&target.machine, code);
        let is_free = target.run(base, code).denied_by.is_empty();
        let ran = target.run_with(&target.machine, code, false);
        let is_needless = is_free && !checked.denied_by.is_empty() && ran.ran() && ran.denials.is_empty();
        stage.tried.push((Wall::Agreement, "harmless program".to_owned(), is_needless));
        let Some(rule) = checked.denied_by.first().filter(|_| is_needless) else { continue };
        let slot = target.policy().settings.get(&Path::of(&["rules", rule]));
        let own = slot.filter(|slot| is_own(&slot.origin) && matches!(slot.value, Value::Level(_)));
        let mut edit = at_path(&["add", "rules", rule], "warn");
        let test = target.policy_test(&format!("harmless: {name}"), code, Expectation::Allow);
        let catalog = stockade_vm::catalog(target.library);
        if target.edited(&edit).is_none_or(|machine| run_test(&test, &machine.policy, catalog).is_err()) {
            edit.clear();
        }
        stage.finds.push(Find {
            wall: Wall::Agreement,
            title: format!("{rule} denies a harmless program ({name})"),
            key: format!("rules.{rule}: deny"),
            place: own.map_or_else(|| target.name.clone(), |slot| place(&slot.origin)),
            why: "the machine runs it without a refusal, so the denial protects nothing".to_owned(),
            way: "harmless program".to_owned(),
            evidence: format!("the check refuses it; the machine ran it: {}", ran.outcome),
            program: (*code).to_owned(),
            edit,
            tests: vec![test],
        });
    }
}
