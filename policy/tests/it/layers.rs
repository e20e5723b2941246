//! Tests how policies combine: parents and children, finals, overrides, and properties that hold for any two policies.

use proptest::prelude::*;
use stockade_policy::model::{Kind, Path, Pattern, SETTINGS, Value};
use stockade_policy::{
    Access, Argument, Decision, Denied, Level, Limits, Number, PolicyError, ResolvedPolicy, resolve_preset, resolve_text,
};

use crate::{policy, report};

fn with_parent(parent: &str, child: &str) -> Result<ResolvedPolicy, Vec<PolicyError>> {
    resolve_text("child.yaml", child, &|_, wanted| match wanted {
        "parent.yaml" => Ok(("parent.yaml".into(), parent.into())),
        other => Err(format!("no file `{other}`")),
    })
}

fn rule<T>(answer: Result<T, Denied>) -> &'static str {
    answer.map_or_else(|denied| denied.rule, |_| "ok")
}

fn child(text: &str) -> Result<ResolvedPolicy, Vec<PolicyError>> {
    resolve_text("child.yaml", &format!("version: 1\n{text}\n"), &|_, wanted| Err(format!("no file `{wanted}`")))
}

fn said(result: Result<ResolvedPolicy, Vec<PolicyError>>) -> Vec<String> {
    let line = |error: &PolicyError| format!("{} {error} | {}", error.rule, error.help.clone().unwrap_or_default());
    result.err().unwrap_or_default().iter().map(line).collect()
}

#[test]
fn deny_wins_over_any_allow() {
    let policy = policy("version: 1\nextends: [permissive]\nimports: {allow: [\"os.*\", math, os.path], deny: [\"os.*\"]}\n");
    assert_eq!(rule(policy.grants.import("os.path")), "IMP001");
    assert_eq!(rule(policy.grants.import("math")), "ok");
    // `os.*` allows more than a program can need, but nothing of it is left.
    assert_eq!(policy.warnings.iter().map(|warning| warning.rule).collect::<Vec<_>>(), ["POL004", "POL004"]);
}

/// A policy without `extends` is at least as strict as `strict`.
#[test]
fn a_policy_without_a_base_starts_from_strict() {
    let (empty, strict) = (child("").unwrap(), resolve_preset("strict").unwrap());
    assert_eq!(empty.sha256, strict.sha256);
    let listed = child("imports: {allow: [math]}\ntools: {default: deny, allow: {search: {}}}").unwrap();
    assert_eq!((rule(listed.grants.import("math")), rule(listed.grants.import("json"))), ("ok", "IMP001"));
    assert_eq!((rule(listed.grants.tool("search")), rule(listed.grants.tool("final_answer"))), ("ok", "TOOL002"));
    assert_eq!(listed.syntax("class"), Level::Deny);
    assert_eq!(
        said(child("dunders: {attributes: {add: [__subclasses__]}}")),
        ["POL002 `dunders.attributes.allow` is final: it may not be added to | `final` was set at strict:28"]
    );
}

/// Adding a function takes it out of the denied ones, so a final list of denials holds against that too.
#[test]
fn a_final_denial_of_a_tool_holds_against_an_addition() {
    let parent = "version: 1\nname: parent\nextends: [default]\ntools: {deny: [danger, \"drop_*\"]}\nfinal: [tools.deny]\n";
    let added = |what: &str| with_parent(parent, &format!("version: 1\nextends: [parent.yaml]\ntools: {{add: {what}}}\n"));
    for what in ["[danger]", "{danger: {max_calls: 5}}", "{allow: {danger: {}}}", "[drop_all]"] {
        let errors = said(added(what));
        assert!(!errors.is_empty(), "{what}");
        for error in errors {
            assert_eq!(error, "POL002 `tools.deny` is final: it may not be loosened | `final` was set at parent.yaml:5", "{what}");
        }
    }
    // Other functions can still be added.
    assert_eq!(rule(added("[search]").unwrap().grants.tool("search")), "ok");
    let builtins = "version: 1\nextends: [default]\nattributes: {any: {deny: [secret]}}\nfinal: [attributes.any.deny]\n";
    let removed = with_parent(builtins, "version: 1\nextends: [parent.yaml]\nattributes: {any: {add: [secret]}}\n");
    assert_eq!(said(removed).len(), 1);
}

#[test]
fn allow_lists_meet_and_deny_lists_unite() {
    let narrow = child("extends: [default]\nimports: {allow: [math], deny: [re]}").unwrap();
    for (module, want) in [("math", "ok"), ("json", "IMP001"), ("re", "IMP001"), ("os", "IMP001")] {
        assert_eq!(rule(narrow.grants.import(module)), want, "{module}");
    }
    // A wide entry is cut down to what the base allows.
    let wide = child("extends: [default]\nimports: {allow: [\"*\"]}").unwrap();
    assert_eq!((rule(wide.grants.import("json")), rule(wide.grants.import("os"))), ("ok", "IMP001"));
    let open = child("extends: [permissive]\nimports: {allow: [\"xml.*\", json]}").unwrap();
    assert_eq!((rule(open.grants.import("xml.dom")), rule(open.grants.import("math"))), ("ok", "IMP001"));
}

/// Each kind of loosening without `add` is an error that says how to loosen on purpose.
#[test]
fn what_loosens_is_an_error_that_says_how() {
    let base = "extends: [default]\n";
    for (text, want) in [
        (
            "imports: {allow: [math, subprocess]}",
            "POL006 the base does not allow the module `subprocess`, and `extends` never loosens | to allow it, write `imports: {add: [subprocess]}`",
        ),
        (
            "dunders: {attributes: {allow: [__subclasses__]}}",
            "POL006 the base's `dunders.attributes.allow` does not have `__subclasses__`, and `extends` never loosens | to allow it, write `dunders: {attributes: {add: [__subclasses__]}}`",
        ),
        (
            "limits: {memory: 1GiB}",
            "POL006 `limits.memory: 1GiB` is looser than the base, which has 128MiB (default:LINE); `extends` never loosens | to loosen it, write `limits: {add: {memory: 1GiB}}`",
        ),
        (
            "output: {overflow: truncate}",
            "POL006 `output.overflow: truncate` is looser than the base, which has stop (default:LINE); `extends` never loosens | to loosen it, write `output: {add: {overflow: truncate}}`",
        ),
        (
            "imports: {relative: allow}",
            "POL006 `imports.relative: off` is looser than the base, which has deny (default:LINE); `extends` never loosens | to loosen it, write `imports: {add: {relative: allow}}`",
        ),
        (
            "mode: audit",
            "POL006 `mode: audit` is looser than the base, which has enforce (default:LINE); `extends` never loosens | to loosen it, write `add: {mode: audit}`",
        ),
        (
            "rules: {BLT001: warn}",
            "POL006 `rules.BLT001: warn` is looser than the base, which has deny; `extends` never loosens | to loosen it, write `rules: {add: {BLT001: warn}}`",
        ),
        (
            "tools: {allow: {final_answer: {max_calls: 9}}}",
            "POL006 `tools.allow.final_answer.max_calls: 9` is looser than the base, which has 1 (default:LINE); `extends` never loosens | to loosen it, write `tools: {add: {final_answer: {max_calls: 9}}}`",
        ),
        (
            "builtins: {restrict: {type: {arity: [1, 3]}}}",
            "POL006 `builtins.restrict.type.arity: [1, 3]` is looser than the base, which has [1] (default:LINE); `extends` never loosens | to loosen it, write `builtins: {add: {restrict: {type: {arity: [1, 3]}}}}`",
        ),
    ] {
        let found: Vec<String> = said(child(&format!("{base}{text}")))
            .iter()
            .map(|line| match line.split_once("(default:") {
                Some((before, after)) => format!("{before}(default:LINE{}", after.trim_start_matches(|c: char| c.is_ascii_digit())),
                None => line.clone(),
            })
            .collect();
        assert_eq!(found, [want], "{text}");
    }
    assert_eq!(
        said(child("extends: [smolagents]\ntools: {allow: {search: {}}}")),
        ["POL006 the base does not allow the tool `search` | to allow it, write `tools: {add: {search: {...}}}`"]
    );
}

/// Each help of the errors above, applied, loads and has the effect that it promises.
#[test]
fn additions_grant_what_they_name() {
    for text in ["imports: {add: [wave, sqlite3]}", "add: {imports: [wave, sqlite3]}", "imports:\n  add:\n    - wave\n    - sqlite3"] {
        let policy = child(&format!("extends: [default]\n{text}")).unwrap();
        for (module, want) in [("wave", "ok"), ("sqlite3", "ok"), ("json", "ok"), ("os", "IMP001"), ("sqlite3.dbapi2", "IMP001")] {
            assert_eq!(rule(policy.grants.import(module)), want, "{text} {module}");
        }
    }
    let part = child("extends: [default]\nimports: {add: [subprocess.tools]}").unwrap();
    assert_eq!((rule(part.grants.import("subprocess.tools")), rule(part.grants.import("subprocess"))), ("ok", "IMP001"));
    let all = child("extends: [default]\nimports: {add: [\"sqlite3.*\"]}").unwrap();
    assert_eq!((rule(all.grants.import("sqlite3.dbapi2")), rule(all.grants.import("sqlite3"))), ("ok", "ok"));
    let both = child("extends: [default]\nimports: {allow: [math], add: [sqlite3]}").unwrap();
    assert_eq!(["math", "sqlite3", "json"].map(|module| rule(both.grants.import(module))), ["ok", "ok", "IMP001"]);
    // What the file itself denies stays denied.
    let own = child("extends: [default]\nimports: {add: [sqlite3], deny: [\"sqlite3.*\"]}").unwrap();
    assert_eq!(rule(own.grants.import("sqlite3")), "IMP001");
    let dunders =
        child("extends: [default]\ndunders: {attributes: {add: [__subclasses__]}, define: {add: [__del__, __reduce_ex__]}}").unwrap();
    assert_eq!(rule(dunders.grants.attribute("__subclasses__", Access::Read)), "ok");
    assert_eq!((rule(dunders.grants.define_dunder("__del__")), rule(dunders.grants.define_dunder("__reduce_ex__"))), ("ok", "ok"));
    assert_eq!(rule(dunders.grants.define_dunder("__reduce__")), "DUN003");
    let attributes = child("extends: [default]\nattributes: {any: {add: [mro]}, modules: {\"*\": {add: [__dict__]}}}").unwrap();
    assert_eq!(rule(attributes.grants.attribute("mro", Access::Read)), "ok");
    assert_eq!(rule(attributes.grants.module_attribute("math", "__dict__", Access::Read)), "ok");
    let builtins =
        child("extends: [default]\nbuiltins: {add: [eval]}\nlimits: {add: {memory: 1GiB, timeout: 2min}}\nmode: enforce").unwrap();
    assert_eq!((rule(builtins.grants.builtin("eval")), rule(builtins.grants.builtin("exec"))), ("ok", "BLT001"));
    assert_eq!((builtins.limits.memory_bytes, builtins.limits.wall_ms), (1 << 30, 120_000));
    let syntax = child("extends: [strict]\nsyntax: {add: [class]}\nadd: {rules: {LOOP001: off}}").unwrap();
    assert_eq!((syntax.syntax("class"), syntax.syntax("global")), (Level::Off, Level::Deny));
    let tools = child("extends: [smolagents]\ntools: {add: {search: {max_calls: 3, args: {q: {type: str}}}}}").unwrap();
    assert_eq!(tools.grants.tool("search").unwrap().max_calls, Some(3));
    assert_eq!((rule(tools.grants.tool("final_answer")), rule(tools.grants.tool("other"))), ("ok", "TOOL002"));
    let more = child("extends: [smolagents]\ntools: {add: {final_answer: {max_calls: 5}}}").unwrap();
    assert_eq!(more.grants.tool("final_answer").unwrap().max_calls, Some(5));
}

#[test]
fn removals_take_away_what_they_name() {
    let removed =
        child("extends: [default]\nimports: {remove: [json]}\nremove: {builtins: [print], syntax: [lambda], tools: [search]}").unwrap();
    assert_eq!((rule(removed.grants.import("json")), rule(removed.grants.import("math"))), ("IMP001", "ok"));
    assert_eq!((rule(removed.grants.builtin("print")), removed.syntax("lambda")), ("BLT001", Level::Deny));
    assert_eq!((rule(removed.grants.tool("search")), rule(removed.grants.tool("other"))), ("TOOL002", "ok"));
    let define = child("extends: [default]\ndunders: {define: {remove: [__call__]}, names: {remove: [__name__]}}").unwrap();
    assert_eq!((rule(define.grants.define_dunder("__call__")), rule(define.grants.define_dunder("__len__"))), ("DUN003", "ok"));
    assert_eq!(rule(define.grants.name("__name__")), "DUN002");
    // A wide entry of the base keeps the rest.
    let wide = child("extends: [permissive]\ndunders: {write: {remove: [__class__]}}\nimports: {remove: [\"xml.*\"]}").unwrap();
    let write = |name| rule(wide.grants.attribute(name, Access::Write));
    assert_eq!((write("__class__"), write("__doc__")), ("DUN001", "ok"));
    assert_eq!((rule(wide.grants.import("xml.dom")), rule(wide.grants.import("json"))), ("IMP001", "ok"));
    // Final settings may still be tightened.
    assert!(child("extends: [strict]\nbuiltins: {remove: [print]}").is_ok());
    for (text, want) in [
        ("remove: {limits: {memory: 1}}", "`remove` takes names; `limits.memory` is a single value"),
        ("add: {imports: {deny: [os]}}", "`add` grants; `imports.deny` denies"),
        ("remove: {imports: {deny: [os]}}", "`remove` takes away what is allowed, not what is denied"),
        ("add: [wave]", "`add` must be a mapping, not a list"),
        ("dunders: {add: [__x__]}", "`dunders` is no list, so `add` cannot take names here"),
        ("syntax: {add: [clas]}", "`syntax` has no construct `clas`"),
    ] {
        let errors = child(&format!("extends: [default]\n{text}")).unwrap_err();
        assert_eq!(errors.iter().map(ToString::to_string).collect::<Vec<_>>(), [want], "{text}");
    }
}

/// A later denial holds against an earlier addition, whichever file it is in.
/// What is added and was there before changes nothing. It is a warning, and stays the base's.
#[test]
fn idle_additions_are_warnings() {
    let warnings = |text: &str| {
        let policy = child(&format!("extends: [default]\n{text}")).unwrap();
        let line = |error: &PolicyError| format!("{} {error} | {}", error.rule, error.help.clone().unwrap_or_default());
        (policy.warnings.iter().map(line).collect::<Vec<_>>(), policy)
    };
    let (said, policy) = warnings("imports: {add: [json, gettext]}");
    assert_eq!(said, ["POL004 the base already allows `json` | remove it: `add` changes nothing here"]);
    let Value::Entries(entries) = &policy.settings[&Path::of(&["imports", "allow"])].value else { panic!("a list") };
    assert_eq!((entries["json"].added, entries["gettext"].added), (false, true));
    assert_eq!(
        warnings("limits: {add: {memory: 128MiB}}").0,
        ["POL004 the base already has `limits.memory: 128MiB` | remove it: `add` changes nothing here"]
    );
    // What opens something is no such entry: a module below a denied one, a wider pattern, an exception.
    for text in ["imports: {add: [xml.etree]}", "imports: {add: [\"json.*\"]}", "limits: {add: {memory: 256MiB}}"] {
        let (said, policy) = warnings(text);
        assert!(said.is_empty(), "{text}: {said:?}");
        assert_ne!(policy.sha256, warnings("").1.sha256, "{text}");
    }
    let reopened = with_parent(
        "version: 1\nextends: [default]\nimports: {remove: [json], deny: [re]}\n",
        "version: 1\nextends: [parent.yaml]\nimports: {add: [json, re]}\n",
    );
    let reopened = reopened.unwrap();
    assert_eq!((rule(reopened.grants.import("json")), rule(reopened.grants.import("re"))), ("ok", "ok"));
    assert!(reopened.warnings.is_empty(), "{:?}", reopened.warnings);
}

/// A pattern where rules are for one tool or one argument would hold for nothing.
#[test]
fn rules_of_tools_are_under_their_names() {
    let want = |what: &str| {
        format!(
            "POL001 `send_*` is the name of no {what}: rules are for single {what}s, not for patterns | write the rules of each {what} under its own name"
        )
    };
    for (text, what) in [
        ("tools: {allow: {\"send_*\": {max_calls: 3}}}", "tool"),
        ("tools: {add: {\"send_*\": {max_calls: 3}}}", "tool"),
        ("tools: {add: [\"send_*\"]}", "tool"),
        ("add: {tools: {\"send_*\": {}}}", "tool"),
        ("tools: {allow: {mail: {args: {\"send_*\": {type: str}}}}}", "argument"),
        ("tools: {allow: {mail: {approve: {when: {\"send_*\": {type: str}}}}}}", "argument"),
    ] {
        assert_eq!(said(child(&format!("extends: [default]\n{text}"))), [want(what)], "{text}");
    }
    assert!(child("extends: [default]\ntools: {deny: [\"send_*\"]}").is_ok());
}

#[test]
fn a_later_denial_closes_what_was_added() {
    let base = "version: 1\nextends: [default]\nimports: {add: [\"sqlite3.*\"]}\n";
    let closed = with_parent(base, "version: 1\nextends: [parent.yaml]\nimports: {deny: [\"sqlite3.*\"]}\n").unwrap();
    assert_eq!(rule(closed.grants.import("sqlite3")), "IMP001");
    let narrower = with_parent(base, "version: 1\nextends: [parent.yaml]\nimports: {deny: [sqlite3.dump]}\n").unwrap();
    assert_eq!((rule(narrower.grants.import("sqlite3")), rule(narrower.grants.import("sqlite3.dump"))), ("ok", "IMP001"));
    // Of two bases both must allow.
    let two = with_parent(base, "version: 1\nextends: [parent.yaml, default]\n").unwrap();
    assert_eq!((rule(two.grants.import("sqlite3")), rule(two.grants.import("json"))), ("IMP001", "ok"));
}

#[test]
fn additions_show_where_they_are_written() {
    let policy = child("extends: [default]\nimports: {add: [wave, sqlite3]}\nlimits:\n  add: {memory: 1GiB}").unwrap();
    let Some(Value::Entries(entries)) = policy.get(&["imports", "allow"]) else { panic!("no list") };
    assert!(entries["sqlite3"].added && !entries["json"].added);
    assert_eq!(ResolvedPolicy::origin_text(&entries["sqlite3"].origin), "child.yaml:3");
    assert!(policy.settings[&Path::of(&["limits", "memory"])].added);
}

#[test]
fn the_rules_of_arguments_only_grow() {
    let parent = "version: 1\nextends: [default]\ntools: {default: deny, allow: {get: {max_calls: 4, args: {url: {type: str, max_len: 80, allow: [\"https://a/*\", \"https://b/*\"]}}}}}\n";
    let get = |text: &str| with_parent(parent, &format!("version: 1\nextends: [parent.yaml]\ntools: {{allow: {{get: {text}}}}}\n"));
    let tighter = get("{max_calls: 2, args: {url: {type: str | int, allow: [\"https://a/x*\"], deny: [\"*secret*\"]}}}").unwrap();
    let grant = tighter.grants.tool("get").unwrap();
    assert_eq!(grant.max_calls, Some(2));
    let ask = |types: &[&str], shown: &str| {
        grant.args["url"].refuses(Argument { types, len: Some(5), shown: Some(shown), ..Argument::default() }).is_none()
    };
    assert!(ask(&["str"], "\"https://a/x1\"") && !ask(&["str"], "\"https://b/x1\"") && !ask(&["str"], "\"https://a/xsecret\""));
    assert!(!ask(&["int"], "7"));
    for looser in ["{max_calls: 5}", "{args: {url: {max_len: 90}}}", "{args: {url: {allow: [\"http://*\"]}}}"] {
        assert_eq!(get(looser).unwrap_err()[0].rule, "POL006", "{looser}");
    }
}

#[test]
fn the_range_of_an_argument_only_shrinks() {
    let parent = "version: 1\nextends: [default]\ntools: {allow: {get: {args: {n: {min: 1, max: 20}}}}}\n";
    let get = |change: &str, text: &str| {
        with_parent(parent, &format!("version: 1\nextends: [parent.yaml]\ntools: {{{change}: {{get: {{args: {{n: {text}}}}}}}}}\n"))
    };
    let accepts = |policy: &ResolvedPolicy| {
        let accepts = |number| {
            let rule = &policy.grants.tool("get").unwrap().args["n"];
            rule.refuses(Argument { types: &["int", "float"], number: Some(Number::Int(number)), ..Argument::default() }).is_none()
        };
        (0..30).filter(|number| accepts(*number)).collect::<Vec<i64>>()
    };
    assert_eq!(accepts(&get("allow", "{}").unwrap()), (1..=20).collect::<Vec<_>>());
    assert_eq!(accepts(&get("allow", "{min: 2.5, max: 4}").unwrap()), [3, 4]);
    assert_eq!(accepts(&get("allow", "{max: 1_0}").unwrap()), (1..=10).collect::<Vec<_>>());
    for looser in ["{min: 0}", "{max: 21}", "{max: 20.5}"] {
        assert_eq!(get("allow", looser).unwrap_err()[0].rule, "POL006", "{looser}");
    }
    assert_eq!(accepts(&get("add", "{max: 22}").unwrap()), (1..=22).collect::<Vec<_>>());
    assert_eq!(
        said(get("allow", "{max: .nan}")),
        [
            "POL001 `tools.allow.get.args.n.max` must be a number of at most 9e18, not `.nan` | write a whole number or a float, as in `20` or `0.5`"
        ]
    );
}

/// A call is asked about when the base or the child asks. `add` says it on purpose when fewer calls are to be asked about.
#[test]
fn approval_only_grows() {
    let parent = "version: 1\nextends: [default]\ntools: {allow: {get: {}, pay: {approve: {when: {amount: {deny: [5]}}}}, mail: {approve: always}}}\n";
    let asked = |policy: &ResolvedPolicy, tool: &str, amount: &str| {
        let argument = Argument { types: &["int"], shown: Some(amount), ..Argument::default() };
        let grant = policy.grants.tool(tool).unwrap();
        grant.approve.is_needed(|name, rule| name != "amount" || rule.refuses(argument).is_none())
    };
    let shown = |policy: &ResolvedPolicy, tool: &str| [asked(policy, tool, "5"), asked(policy, tool, "6"), asked(policy, tool, "7")];
    let base = with_parent(parent, "version: 1\nextends: [parent.yaml]\n").unwrap();
    assert_eq!((shown(&base, "get"), shown(&base, "pay"), shown(&base, "mail")), ([false; 3], [false, true, true], [true; 3]));
    let child = |tools: &str| with_parent(parent, &format!("version: 1\nextends: [parent.yaml]\ntools: {tools}\n")).unwrap();
    let both = child(
        "{allow: {get: {approve: {when: {amount: {allow: [7]}}}}, pay: {approve: {when: {amount: {allow: [5]}}}}, mail: {approve: {when: {amount: {allow: [5]}}}}}}",
    );
    assert_eq!((shown(&both, "get"), shown(&both, "pay"), shown(&both, "mail")), ([false, false, true], [true; 3], [true; 3]));
    let always = child("{allow: {get: {}, pay: {approve: always}, mail: {}}}");
    assert_eq!((shown(&always, "pay"), shown(&always, "mail")), ([true; 3], [true; 3]));
    assert_eq!(shown(&child("{add: {mail: {approve: {when: {amount: {allow: [5]}}}}}}"), "mail"), [true, false, false]);
    // Every rule of a case must hold, and a rule that the argument breaks asks for nothing.
    let typed = child("{allow: {get: {approve: {when: {amount: {type: str}}}}, pay: {}, mail: {}}}");
    assert_eq!(shown(&typed, "get"), [false; 3]);
    assert_eq!(
        said(child_errors(parent, "{allow: {pay: {approve: sometimes}}}")),
        [
            "POL001 `tools.allow.pay.approve` must be `always` or `{when: ...}`, not `sometimes` | approve: {when: {path: {deny: [\"/tmp/*\"]}}}"
        ]
    );
}

fn child_errors(parent: &str, tools: &str) -> Result<ResolvedPolicy, Vec<PolicyError>> {
    with_parent(parent, &format!("version: 1\nextends: [parent.yaml]\ntools: {tools}\n"))
}

#[test]
fn old_names_are_read_with_a_warning() {
    let old = child(
        "extends: [default]\nlimits: {source_bytes: 100, tokens: 50}\nruntime: {instructions: 1000, wall_ms: 1500, memory_bytes: 2048, output_bytes: 10, recursion: 7, host_calls: 3}",
    )
    .unwrap();
    let new = child("extends: [default]\nsource: {bytes: 100, tokens: 50}\nlimits: {fuel: 1000, timeout: 1.5s, memory: 2KiB, output: 10, recursion: 7, host_calls: 3}").unwrap();
    assert_eq!((&old.limits, &old.sha256), (&new.limits, &new.sha256));
    assert_eq!((old.warnings.len(), new.warnings.len()), (8, 0));
    assert_eq!(
        old.warnings.iter().map(ToString::to_string).find(|text| text.contains("wall_ms")).unwrap(),
        "`runtime.wall_ms` is the old name of `limits.timeout`"
    );
    // A bare number of an old setting keeps its unit, in an override too.
    let replaced = child("extends: [default]\noverride: [{path: runtime.wall_ms, value: 1500, reason: slow}]").unwrap();
    assert_eq!(replaced.limits.wall_ms, 1500);
    let output = child("extends: [default]\noutput: {max_bytes: 10}\nfinal: [runtime]").unwrap();
    assert_eq!((output.limits.output_bytes, output.warnings.len()), (10, 2));
}

/// Tests how each kind of value is combined with the parent's: the stricter of the two, or both together.
#[test]
fn every_kind_of_value_has_its_meet() {
    let get = |parent: &str, child: &str, path: &[&str]| {
        let parent = format!("version: 1\nextends: [permissive]\n{parent}\n");
        match with_parent(&parent, &format!("version: 1\nextends: [parent.yaml]\n{child}\n")) {
            Ok(merged) => {
                let slot = &merged.settings[&Path::of(path)];
                (stockade_policy::resolve::render(slot.kind, &slot.value), 0)
            }
            Err(errors) => (errors[0].rule.to_owned(), errors.len()),
        }
    };
    let arity = ["builtins", "restrict", "type", "arity"];
    let restrict = |numbers: &str| format!("builtins: {{restrict: {{type: {{arity: {numbers}}}}}}}");
    assert_eq!(get(&restrict("[1, 2]"), &restrict("[2]"), &arity), ("[2]".into(), 0));
    assert_eq!(get(&restrict("[1]"), &restrict("[1, 3]"), &arity), ("POL006".into(), 1));
    assert_eq!(get(&restrict("[1]"), &restrict("[1]"), &arity), ("[1]".into(), 0));
    let seed = ["determinism", "random_seed"];
    let seeded = |seed: &str| format!("determinism: {{random_seed: {seed}}}");
    assert_eq!(get(&seeded("1"), &seeded("null"), &seed), ("POL006".into(), 1));
    assert_eq!(get(&seeded("null"), &seeded("2"), &seed), ("2".into(), 0));
    assert_eq!(get(&seeded("1"), &seeded("2"), &seed), ("2".into(), 0));
    let fields = |list: &str| format!("audit: {{fields: {list}}}");
    assert_eq!(get(&fields("[a, b]"), &fields("[b, c]"), &["audit", "fields"]).0, "[\"a\", \"b\", \"c\"]");
    let redact = |ids: &str| {
        let one = |id: char| format!("{{id: {id}, regex: x, action: mask}}");
        format!("output: {{redact: [{}]}}", ids.chars().map(one).collect::<Vec<_>>().join(", "))
    };
    let redacted = get(&redact("ab"), &redact("bc"), &["output", "redact"]).0;
    assert_eq!(redacted.matches("id: ").count(), 3, "{redacted}");
    let reason = |words: &str| format!("attributes: {{modules: {{os: {{deny: [x], reason: {words}}}}}}}");
    assert_eq!(get(&reason("one"), &reason("two"), &["attributes", "modules", "os", "reason"]).0, "\"two\"");
    let origin = |child: &str| {
        let merged = with_parent(
            &format!("version: 1\nextends: [permissive]\n{}\n", reason("one")),
            &format!("version: 1\nextends: [parent.yaml]\n{child}\n"),
        )
        .unwrap();
        ResolvedPolicy::origin_text(&merged.settings[&Path::of(&["attributes", "modules", "os", "reason"])].origin)
    };
    assert_eq!((origin(&reason("one")), origin(&reason("two"))), ("parent.yaml:3".into(), "child.yaml:3".into()));
}

#[test]
fn override_replaces_and_final_forbids() {
    let parent = "version: 1\nimports: {allow: [math]}\nlimits: {recursion: 100}\nfinal: [imports]\n";
    let ok =
        with_parent(parent, "version: 1\nextends: [parent.yaml]\noverride: [{path: limits.recursion, value: 900, reason: deep trees}]\n");
    assert_eq!(ok.unwrap().limits.recursion, 900);
    for child in [
        "override: [{path: imports.allow, value: [os], reason: why not}]",
        "imports: {allow: [os]}",
        "imports: {add: [os]}",
        "imports: {star: allow}",
    ] {
        let errors = with_parent(parent, &format!("version: 1\nextends: [parent.yaml]\n{child}\n")).unwrap_err();
        assert_eq!(errors.iter().map(|error| error.rule).collect::<Vec<_>>(), ["POL002"], "{child}");
        assert_eq!(errors[0].help.as_deref(), Some("`final` was set at parent.yaml:4"), "{child}");
    }
    // A child may make a final setting stricter.
    assert!(with_parent(parent, "version: 1\nextends: [parent.yaml]\nimports: {deny: [math]}\n").is_ok());
}

#[test]
fn a_final_binds_grandchildren() {
    let child = "version: 1\nextends: [strict]\ndunders: {attributes: {allow: [__globals__]}}\n";
    let errors = resolve_text("child.yaml", child, &|_, _| Err("no".into())).err().unwrap();
    assert_eq!(errors[0].rule, "POL002");
}

#[test]
fn parents_that_extend_themselves_end() {
    let parent = "version: 1\nextends: [parent.yaml]\n";
    let errors = with_parent(parent, "version: 1\nextends: [parent.yaml]\n").unwrap_err();
    assert_eq!(errors[0].to_string(), "`parent.yaml` extends itself");
}

#[test]
fn presets_differ_as_their_names_say() {
    let [default, strict, smolagents, permissive] =
        ["default", "strict", "smolagents", "permissive"].map(|name| resolve_preset(name).unwrap());
    assert_eq!(rule(default.grants.import("json")), "ok");
    assert_eq!(rule(smolagents.grants.import("json")), "IMP001");
    assert_eq!(rule(permissive.grants.import("sys")), "ok");
    assert_eq!(rule(default.grants.import("gc")), "IMP001");
    for module in ["sys", "inspect", "traceback", "asyncio", "doctest", "os.path", "pathlib"] {
        assert_eq!((rule(default.grants.import(module)), rule(strict.grants.import(module))), ("ok", "IMP001"), "{module}");
        assert_eq!(rule(smolagents.grants.import(module)), "IMP001", "{module}");
    }
    for name in ["globals", "locals"] {
        assert_eq!((rule(default.grants.builtin(name)), rule(strict.grants.builtin(name))), ("ok", "BLT001"), "{name}");
    }
    assert_eq!((rule(default.grants.metaclass()), rule(strict.grants.metaclass())), ("ok", "CAP003"));
    assert_eq!(default.syntax("class"), Level::Off);
    assert_eq!(strict.syntax("class"), Level::Deny);
    assert_eq!((strict.limits.instructions, smolagents.limits.instructions), (10_000_000, 100_000_000));
    assert_eq!(rule(permissive.grants.builtin("eval")), "ok");
    assert_eq!(rule(default.grants.builtin("eval")), "BLT001");
    assert_eq!(rule(smolagents.grants.tool("web_search")), "TOOL002");
    assert_eq!(rule(default.grants.tool("web_search")), "ok");
}

#[test]
fn the_digest_is_of_the_values_alone() {
    let plain = policy("version: 1\nimports: {allow: [math, json]}\n");
    let same = policy("# a comment\nversion: 1\nname: other\nimports:\n  allow:\n    - json\n    - math\n");
    let other = policy("version: 1\nimports: {allow: [math]}\n");
    assert_eq!(plain.sha256, same.sha256);
    assert_ne!(plain.sha256, other.sha256);
}

fn layer() -> impl Strategy<Value = String> {
    let names = prop::sample::subsequence(vec!["math", "json", "re", "os", "numpy.*"], 0..=5);
    let denied = prop::sample::subsequence(vec!["os.*", "sys", "re", "numpy.f2py.*"], 0..=4);
    let level = prop::sample::select(vec!["allow", "warn", "deny"]);
    (names, denied, level, 1u32..1000, prop::sample::select(vec!["real", "frozen"])).prop_map(|(allow, deny, level, recursion, clock)| {
        let quote = |names: Vec<&str>| names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ");
        format!(
            "version: 1\nextends: [permissive]\nimports: {{allow: [{}], deny: [{}], star: {level}}}\nlimits: {{recursion: {recursion}}}\ndeterminism: {{clock: {clock}}}\n",
            quote(allow),
            quote(deny)
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// The order of parents does not matter. The result allows only what one of them allows, and denies everything that one of them denies.
    #[test]
    fn merging_commutes_and_never_loosens(a in layer(), b in layer()) {
        let both = |first: &str, second: &str| {
            resolve_text("child.yaml", "version: 1\nextends: [a.yaml, b.yaml]\n", &|_, wanted| {
                Ok((wanted.to_owned(), if wanted == "a.yaml" { first.to_owned() } else { second.to_owned() }))
            }).unwrap()
        };
        let (ab, ba) = (both(&a, &b), both(&b, &a));
        prop_assert_eq!(&ab.sha256, &ba.sha256);
        let (a, b) = (policy(&a), policy(&b));
        prop_assert_eq!(ab.limits.recursion, a.limits.recursion.min(b.limits.recursion));
        for module in ["math", "json", "re", "os", "os.path", "sys", "numpy", "numpy.linalg", "numpy.f2py.x"] {
            let denied = a.grants.import(module).is_err() || b.grants.import(module).is_err();
            prop_assert!(!denied || ab.grants.import(module).is_err(), "{} is denied by one and allowed together", module);
        }
        for path in [Path::of(&["imports", "star"]), Path::of(&["determinism", "clock"])] {
            let value = |policy: &ResolvedPolicy| match policy.settings.get(&path).map(|slot| slot.value.clone()) {
                Some(Value::Level(level)) => 3 - level as usize,
                Some(Value::Choice(index)) => index,
                _ => usize::MAX,
            };
            prop_assert_eq!(value(&ab), value(&a).min(value(&b)));
        }
    }
}

/// A value for a setting, of any form that its kind allows.
fn value_of(kind: Kind) -> BoxedStrategy<String> {
    let list = |all: &'static [&'static str]| {
        prop::sample::subsequence(all.to_vec(), 0..=all.len()).prop_map(|names| format!("[{}]", names.join(", "))).boxed()
    };
    let names =
        &["eval", "open", "__subclasses__", "__class__", "__del__", "\"__*__\"", "\"*\"", "\"_*\"", "mro", "__dict__", "len", "sleep"];
    match kind {
        Kind::Allow(Pattern::Module) | Kind::Deny(Pattern::Module) => {
            list(&["math", "json", "os", "\"os.*\"", "\"*\"", "\"xml.*\"", "xml.dom", "numpy", "\"*._*\"", "\"s*\"", "wave"])
        }
        Kind::Allow(Pattern::Name) | Kind::Deny(Pattern::Name) => list(names),
        Kind::Allow(Pattern::Value) | Kind::Deny(Pattern::Value) => list(&["a", "\"a*\"", "\"*\"", "7", "true", "null", "\"7\""]),
        Kind::Level => prop::sample::select(vec!["allow", "info", "warn", "deny"]).prop_map(Into::into).boxed(),
        Kind::Limit(_) => prop::sample::select(vec!["0", "3", "1000", "9_000_000", "99999999999"]).prop_map(Into::into).boxed(),
        Kind::Least | Kind::Greatest => prop::sample::select(vec!["0", "-3", "0.5", "20", "1_000"]).prop_map(Into::into).boxed(),
        Kind::Choice(words) => prop::sample::select(words.to_vec()).prop_map(Into::into).boxed(),
        Kind::Arities => list(&["0", "1", "2", "3"]),
        Kind::Seed => prop::sample::select(vec!["null", "0", "7"]).prop_map(Into::into).boxed(),
        Kind::Types => prop::sample::select(vec!["str", "int | str", "object", "list"]).prop_map(Into::into).boxed(),
        Kind::Text => Just("words".to_owned()).boxed(),
        Kind::Texts => list(&["steps", "imports_used"]),
        Kind::Redactions => Just("[{id: a, regex: b, action: mask}]".to_owned()).boxed(),
        Kind::Approval => {
            let values = vec![
                "always",
                "{when: {a: {allow: [x]}}}",
                "{when: {a: {type: str}, b: {deny: [7]}}}",
                "{when: {a: {max_len: 3}}}",
                "{when: {a: {min: 0.5, max: 20}}}",
            ];
            prop::sample::select(values).prop_map(Into::into).boxed()
        }
    }
}

/// A policy text that sets one key of the schema, whichever: `imports: {allow: [math]}`.
fn one_setting() -> impl Strategy<Value = String> {
    let mut rows: Vec<(String, Kind)> = Vec::new();
    for setting in SETTINGS {
        let keys: &[&str] = match setting.path {
            "source.<limit>" | "limits.<limit>" => &[],
            path if path.contains("<rule>") => &["BLT001", "IMP001", "DUN001", "IMP003", "DYN002", "LOOP001"],
            path if path.contains("<module>") => &["math", "\"*\"", "os"],
            path if path.contains("<builtin>") => &["type", "getattr", "str.format", "vars"],
            path if path.contains("<tool>") => &["search", "final_answer"],
            _ => &["-"],
        };
        for key in keys {
            let path = setting.path.split('.').map(|segment| match segment {
                "<arg>" => "q",
                wild if wild.starts_with('<') => key,
                plain => plain,
            });
            let (open, shut) =
                path.fold((String::new(), String::new()), |(open, shut), segment| (format!("{open}{{{segment}: "), shut + "}"));
            let inner = format!("{open}@{shut}");
            rows.push((inner[1..inner.len() - 1].to_owned(), setting.kind));
        }
    }
    for limit in Limits::TABLE {
        rows.push((format!("{}: {{{}: @}}", limit.section, limit.name), Kind::Limit(limit.kind)));
    }
    prop::sample::select(rows).prop_flat_map(|(row, kind)| value_of(kind).prop_map(move |value| row.replace('@', &value)))
}

/// Settings of several rows in one document: sections that occur twice are left out.
fn some_settings() -> impl Strategy<Value = String> {
    prop::collection::vec(one_setting(), 1..5).prop_map(|rows| {
        let mut seen = std::collections::BTreeSet::new();
        let fresh = rows.into_iter().filter(|row| seen.insert(row.split(':').next().unwrap().to_owned()));
        fresh.collect::<Vec<_>>().join("\n")
    })
}

/// What a policy answers to each question that the VM and the check ask. True where it refuses.
fn answers(policy: &ResolvedPolicy) -> Vec<(String, bool)> {
    let grants = &policy.grants;
    let mut all = Vec::new();
    let modules = ["math", "json", "os", "os.path", "xml", "xml.dom", "sys", "numpy", "wave", "random._os", "sqlite3", "string"];
    let names = [
        "eval",
        "open",
        "__subclasses__",
        "__class__",
        "__del__",
        "__dict__",
        "mro",
        "len",
        "print",
        "sleep",
        "_os",
        "gi_frame",
        "__name__",
        "__reduce__",
        "type",
    ];
    for module in modules {
        all.push((format!("import {module}"), grants.import(module).is_err()));
        all.push((format!("from {module} import"), grants.import_package(module).is_err()));
        for name in names {
            all.push((format!("{module}.{name}"), grants.module_attribute(module, name, Access::Read).is_err()));
        }
    }
    for name in names {
        for access in [Access::Read, Access::Write, Access::Delete] {
            all.push((format!("x.{name} {access:?}"), grants.attribute(name, access).is_err()));
        }
        all.push((format!("builtin {name}"), grants.builtin(name).is_err()));
        all.push((format!("name {name}"), grants.name(name).is_err()));
        all.push((format!("define {name}"), grants.define_dunder(name).is_err()));
        all.extend((0..4).map(|arity| (format!("{name}/{arity}"), grants.builtin_arity(name, arity).is_err())));
    }
    all.extend((0..4).map(|arity| (format!("vars/{arity}"), grants.builtin_arity("vars", arity).is_err())));
    all.push(("star".into(), grants.star_import().is_err()));
    all.push(("relative".into(), grants.relative_import().is_err()));
    all.push(("metaclass".into(), grants.metaclass().is_err()));
    all.push(("going on past the output limit".into(), !grants.truncates_output));
    all.push(("writing to files".into(), !grants.files_writable));
    for tool in ["search", "final_answer", "other"] {
        let grant = grants.tool(tool);
        all.push((format!("tool {tool}"), grant.is_err()));
        for calls in [1, 2, 4, 1001] {
            let refused = grant.as_ref().map_or(true, |grant| grant.max_calls.is_some_and(|most| most < calls));
            all.push((format!("{tool} {calls} times"), refused));
        }
        for (types, shown, len, number) in [
            (&["str"][..], Some("\"a\""), 1, None),
            (&["str"], Some("\"b\""), 2000, None),
            (&["int", "float"], Some("7"), 1, Some(Number::Int(7))),
            (&["int", "float"], Some("-3"), 1, Some(Number::Int(-3))),
            (&["float"], None, 1, Some(Number::Float(0.25))),
            (&["list"], None, 4, None),
            (&["bool", "int"], Some("True"), 0, Some(Number::Int(1))),
        ] {
            let refused = grant.as_ref().map_or(true, |grant| {
                grant.args.get("q").is_some_and(|rule| rule.refuses(Argument { types, len: Some(len), shown, number }).is_some())
            });
            all.push((format!("{tool}(q={shown:?} {len})"), refused));
        }
    }
    for limit in Limits::TABLE {
        for amount in [1, 2000, 5_000_000, 10_000_000_000] {
            all.push((format!("{} of {amount}", limit.key), policy.limits.get(limit.key).unwrap() < amount));
        }
    }
    for feature in ["async", "class", "global", "lambda", "while", "bare_except", "match", "decorator", "generator", "metaclass"] {
        all.push((format!("syntax {feature}"), policy.syntax(feature) == Level::Deny));
    }
    all.push(("real clock".into(), policy.clock_is_frozen()));
    for code in [
        "import os\n",
        "import json\nprint(json.dumps(1))\n",
        "from math import *\nprint(pi)\n",
        "eval('1')\n",
        "print(().__class__)\n",
        "x = getattr(1, input())\n",
        "class A:\n    def __del__(self): pass\n",
        "print('{0.__class__}'.format(1))\n",
        "web_search(query=1)\n",
        "x = 10 ** 10 ** 8\n",
        "while True: pass\n",
        "open('a')\n",
        "eval(x)  # noqa\n",
    ] {
        all.push((code.into(), report(code, policy).verdict == Decision::Deny));
    }
    all
}

/// One base denies a module, and another denies it except for something in it. Then nothing of it is left.
#[test]
fn an_exception_of_one_base_opens_nothing_of_another() {
    for (parent, left) in
        [("imports: {deny: [os]}", None), ("imports: {deny: [sys]}", Some("os.path")), ("imports: {deny: [\"os.*\"]}", None)]
    {
        let parent = format!("version: 1\nextends: [permissive]\n{parent}\n");
        let both = with_parent(&parent, "version: 1\nextends: [parent.yaml, default]\n").unwrap();
        assert_eq!(both.grants.import_package("os").is_ok(), left.is_some(), "{parent}");
        assert_eq!(both.grants.import("os.path").is_ok(), left.is_some(), "{parent}");
        for code in ["from os import path\n", "import os.path\n", "from os.path import join\n"] {
            assert_eq!(report(code, &both).verdict != Decision::Deny, left.is_some(), "{parent}{code}");
        }
    }
}

/// A limit below the size of a literal lets nothing through: no literal is reported by itself.
#[test]
fn a_tiny_limit_of_constants_refuses_what_a_larger_one_refuses() {
    for bytes in [0, 1, 4, 8, 16, 1024] {
        let policy = format!("version: 1\nextends: [strict]\nsource: {{const_result_bytes: {bytes}}}\n");
        let policy = resolve_text("policy.yaml", &policy, &|_, _| Err("none".into())).unwrap();
        for code in ["x = 10 ** 10 ** 8\n", "x = (5 + 5) ** 100_000_000\n", "a = 100_000_000\nx = 10 ** a\n", "x = 1 << 9_000_000 << 1\n"] {
            assert_eq!(report(code, &policy).verdict, Decision::Deny, "{code} with {bytes}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever a policy says below `extends`, without `add` and `override` it never allows what its base refuses. The base is a preset, a
    /// policy of its own, or both.
    #[test]
    fn extends_never_loosens(
        preset in prop::sample::select(vec!["default", "strict", "smolagents", "compute-only", "data-science", "permissive", ""]),
        parent in some_settings(),
        child in some_settings(),
    ) {
        let extends = |name: &str| if name.is_empty() { String::new() } else { format!("extends: [{name}]\n") };
        let parent = format!("version: 1\n{}{parent}\n", extends(preset));
        let Ok(base) = resolve_text("parent.yaml", &parent, &|_, _| Err("none".into())) else { return Ok(()) };
        let Ok(policy) = with_parent(&parent, &format!("version: 1\nextends: [parent.yaml]\n{child}\n")) else { return Ok(()) };
        for ((what, refused), (_, still)) in answers(&base).into_iter().zip(answers(&policy)) {
            prop_assert!(!refused || still, "`{}` is refused by the base, and allowed below it:\n{}---\n{}", what, parent, child);
        }
        // Beside another base nothing more is allowed either.
        let both = with_parent(&parent, "version: 1\nextends: [parent.yaml, default]\n").unwrap();
        for ((what, refused), (_, still)) in answers(&base).into_iter().zip(answers(&both)) {
            prop_assert!(!refused || still, "`{}` is refused by the base, and allowed beside `default`:\n{}", what, parent);
        }
    }
}

/// Editors of some systems write a byte order mark.
#[test]
fn a_byte_order_mark_is_no_part_of_a_policy() {
    let text = "version: 1\nextends: [default]\nimports: {add: [wave]}\n";
    let plain = with_parent(text, "version: 1\nextends: [parent.yaml]\n").unwrap();
    let marked = with_parent(&format!("\u{feff}{text}"), "\u{feff}version: 1\nextends: [parent.yaml]\n").unwrap();
    assert_eq!(plain.sha256, marked.sha256);
    // Places are those of the text that people see.
    assert!(said(with_parent(text, "\u{feff}version: 1\nextend: [parent.yaml]\n")).iter().any(|error| error.contains("extend")));
}
