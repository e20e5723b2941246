//! Tests the results of the queries of the VM: rule, message and help of every refusal.

use stockade_policy::resolve::ResolvedPolicy;
use stockade_policy::{Access, Denied, resolve_preset, rules};

use crate::policy;

fn result_text<T>(answer: Result<T, Denied>) -> String {
    match answer {
        Ok(_) => "ok".into(),
        Err(denied) => format!("{} {denied}", denied.rule),
    }
}

fn narrow() -> ResolvedPolicy {
    policy(
        "version: 1
imports:
  allow: [math, numpy, a.b, kept.os]
  deny: [{module: \"os.*\", reason: files, use_instead: a tool}, \"a.c.*\", \"bare\"]
attributes: {modules: {math: {deny: [tau], reason: no circles}, numpy: {deny: [load]}}, any: {deny: [{name: gi_frame, reason: it reaches interpreter internals}]}}
dunders: {attributes: {allow: [__name__, __doc__], deny: [__doc__]}, write: {allow: [__doc__, __dict__]}, names: {allow: [__name__]}, define: {allow: [\"__a*\"], deny: [{name: \"__ab*\", reason: it is odd}]}}
builtins: {deny: [{name: eval, reason: runs text}], restrict: {type: {arity: [1]}, vars: {arity: [1, 2]}}}
tools: {allow: {search: {max_calls: 2}}}
syntax: {metaclass: deny}
",
    )
}

#[test]
fn refusals_say_what_and_why() {
    let grants = narrow().grants;
    let allowed = "(allowed: a.b, kept.os, math, numpy)";
    for (answer, want) in [
        (result_text(grants.import("math")), "ok".to_owned()),
        (result_text(grants.import("x.y")), format!("IMP001 `x.y` is not allowed {allowed}")),
        (result_text(grants.import("bare")), format!("IMP001 `bare` is not allowed {allowed}")),
        (result_text(grants.import("os.path")), "IMP001 `os.path` is not allowed: files (use a tool instead)".into()),
        (
            result_text(grants.import("numpy.random")),
            "IMP002 submodule `numpy.random` is not allowed: only `numpy` itself is (allow `numpy.*` or `numpy.random` in the policy)"
                .into(),
        ),
        (result_text(grants.import_package("a")), "ok".into()),
        (result_text(grants.import_package("b")), format!("IMP001 `b` is not allowed {allowed}")),
        (result_text(grants.star_import()), "IMP003 star import is not allowed (name what you import)".into()),
        (result_text(grants.relative_import()), "IMP005 relative import is not allowed (the program is not part of a package)".into()),
        (result_text(grants.module_attribute("math", "pi", Access::Read)), "ok".into()),
        (result_text(grants.module_attribute("math", "tau", Access::Read)), "ATT001 `math.tau` is not allowed: no circles".into()),
        (result_text(grants.module_attribute("numpy", "load", Access::Read)), "ATT001 `numpy.load` is not allowed".into()),
        (result_text(grants.module_attribute("numpy", "tau", Access::Read)), "ok".into()),
        (
            result_text(grants.module_attribute("math", "_os", Access::Read)),
            "IMP004 `math._os` is module `os`, which is not allowed: files (use a tool instead)".into(),
        ),
        (result_text(grants.module_attribute("a", "c", Access::Read)), "IMP004 `a.c` is not allowed".into()),
        // The module itself is refused, and not a module that it contains.
        (
            result_text(grants.module_attribute("os", "os", Access::Read)),
            "IMP004 `os.os` belongs to module `os`, which is not allowed: files (use a tool instead)".into(),
        ),
        (
            result_text(grants.module_attribute("os", "getcwd", Access::Read)),
            "IMP004 `os.getcwd` belongs to module `os`, which is not allowed: files (use a tool instead)".into(),
        ),
        // The child is allowed by its whole name, so the name of its last part does not matter.
        (result_text(grants.module_attribute("kept", "os", Access::Read)), "ok".into()),
        (result_text(grants.module_attribute("a", "b", Access::Read)), "ok".into()),
        (
            result_text(grants.module_attribute("a", "d", Access::Read)),
            format!("IMP004 `a.d` belongs to module `a`, which is not allowed {allowed}"),
        ),
        (
            result_text(grants.attribute("gi_frame", Access::Read)),
            "ATT003 attribute `gi_frame` is not allowed: it reaches interpreter internals".into(),
        ),
        (result_text(grants.attribute("__name__", Access::Read)), "ok".into()),
        (result_text(grants.attribute("__name__", Access::Delete)), "DUN001 dunder attribute `__name__` may not be deleted".into()),
        // A deny entry wins over both allow lists.
        (result_text(grants.attribute("__doc__", Access::Read)), "DUN001 dunder attribute `__doc__` may not be read".into()),
        (result_text(grants.attribute("__doc__", Access::Write)), "DUN001 dunder attribute `__doc__` may not be set".into()),
        (result_text(grants.attribute("__dict__", Access::Write)), "ok".into()),
        (
            result_text(grants.attribute("__dict__", Access::Read)),
            "DUN001 dunder attribute `__dict__` may not be read (use the attributes by name)".into(),
        ),
        (
            result_text(grants.attribute("__class__", Access::Read)),
            "DUN001 dunder attribute `__class__` may not be read (use type(x))".into(),
        ),
        (result_text(grants.attribute("____", Access::Read)), "ok".into()),
        (result_text(grants.attribute("__x", Access::Read)), "ok".into()),
        (result_text(grants.attribute("x__", Access::Read)), "ok".into()),
        (result_text(grants.attribute("__x__", Access::Read)), "DUN001 dunder attribute `__x__` may not be read".into()),
        (
            result_text(grants.builtin("eval")),
            "BLT001 builtin `eval` is not allowed: runs text (use int(), float() or json.loads() to read a value)".into(),
        ),
        (result_text(grants.builtin_arity("len", 7)), "ok".into()),
        (result_text(grants.builtin_arity("type", 3)), "BLT002 `type` may only be called with 1 argument (write a class statement)".into()),
        (
            result_text(grants.builtin_arity("vars", 0)),
            "BLT002 `vars` may only be called with 1 or 2 arguments (use a dict of your own)".into(),
        ),
        (result_text(grants.name("__spec__")), "DUN002 dunder name `__spec__` is not allowed".into()),
        (result_text(grants.name("__import__")), "ok".into()),
        (result_text(grants.name("__build_class__")), "ok".into()),
        (result_text(grants.name("spec")), "ok".into()),
        (result_text(grants.define_dunder("__a__")), "ok".into()),
        (
            result_text(grants.define_dunder("__abc__")),
            "DUN003 a class may not define `__abc__`: it is odd (give the method an ordinary name and call it)".into(),
        ),
        (
            result_text(grants.define_dunder("__b__")),
            "DUN003 a class may not define `__b__` (give the method an ordinary name and call it)".into(),
        ),
        (result_text(grants.metaclass()), "CAP003 metaclasses are not allowed (use an ordinary base class or a decorator)".into()),
        (result_text(grants.tool("search")), "ok".into()),
        (
            result_text(grants.tool("other")),
            "TOOL002 tool `other` is not allowed (allowed tools: search; a policy allows it with `tools: {add: [other]}`)".into(),
        ),
    ] {
        assert_eq!(answer, want);
    }
    assert_eq!(grants.tool("search").unwrap().max_calls, Some(2));
}

#[test]
fn what_is_allowed_is_named_as_far_as_it_fits() {
    let help = |yaml: &str| policy(yaml).grants.import("nothing.at.all").err().and_then(|denied| denied.help).unwrap_or_default();
    assert_eq!(help("version: 1\n"), "allowed: nothing");
    assert_eq!(help("version: 1\nimports: {allow: [b, a]}\n"), "allowed: a, b");
    let many = |count: usize| (0..count).map(|n| format!("m{n:02}")).collect::<Vec<_>>().join(", ");
    assert_eq!(help(&format!("version: 1\nimports: {{allow: [{}]}}\n", many(16))), format!("allowed: {}", many(16)));
    assert_eq!(help(&format!("version: 1\nimports: {{allow: [math, json, {}]}}\n", many(16))), "allowed: json, math and 16 more");
    let everything = policy("version: 1\nimports: {allow: [\"*\"], deny: [nothing.*]}\n");
    assert_eq!(result_text(everything.grants.import("nothing")), "IMP001 `nothing` is not allowed (allowed: every module of the VM)");
}

#[test]
fn levels_below_deny_are_grants() {
    for (level, want) in [("allow", "ok"), ("info", "ok"), ("warn", "ok"), ("deny", "IMP003")] {
        let policy = policy(&format!("version: 1\nimports: {{star: {level}, relative: {level}}}\nsyntax: {{metaclass: {level}}}\n"));
        assert_eq!(result_text(policy.grants.star_import()).split(' ').next(), Some(want), "{level}");
        assert_eq!(result_text(policy.grants.relative_import()) == "ok", want == "ok", "{level}");
        assert_eq!(result_text(policy.grants.metaclass()) == "ok", want == "ok", "{level}");
    }
    // Settings that no policy has.
    let silent = policy("version: 1\n").grants;
    assert_eq!(result_text(silent.metaclass()), "ok");
    assert_eq!(result_text(silent.relative_import()).split(' ').next(), Some("IMP005"));
}

#[test]
fn only_listed_builtins_exist() {
    let grants = policy("version: 1\nbuiltins: {allow: [len, eval], deny: [eval]}\n").grants;
    assert_eq!(result_text(grants.builtin("len")), "ok");
    assert_eq!(result_text(grants.builtin("print")), "BLT001 builtin `print` is not allowed");
    assert_eq!(result_text(grants.builtin("eval")).split(' ').next(), Some("BLT001"));
}

#[test]
fn settings_set_the_levels_of_their_rules() {
    let level = |yaml: &str, id: &str| policy(yaml).level(rules::find(id).unwrap()).name();
    for (setting, ids) in [
        ("imports: {star: warn}", vec!["IMP003"]),
        ("imports: {relative: warn}", vec!["IMP005"]),
        ("dunders: {via_strings: warn}", vec!["DUN004", "DUN005", "DYN005"]),
    ] {
        for id in ids {
            assert_eq!(level("version: 1\n", id), "deny", "{id}");
            assert_eq!(level(&format!("version: 1\n{setting}\n"), id), "warn", "{id}");
            // The section `rules` has precedence.
            assert_eq!(level(&format!("version: 1\n{setting}\nrules: {{{id}: info}}\n"), id), "info", "{id}");
        }
    }
    for builtin in ["getattr", "setattr", "hasattr", "delattr"] {
        assert_eq!(level(&format!("version: 1\nbuiltins: {{restrict: {{{builtin}: {{name: literal}}}}}}\n"), "DYN002"), "deny");
        let checked = format!("version: 1\nbuiltins: {{restrict: {{{builtin}: {{name: literal_or_runtime_checked}}}}}}\n");
        assert_eq!(level(&checked, "DYN002"), "warn");
    }
    for builtin in ["str.format", "format"] {
        assert_eq!(level(&format!("version: 1\nbuiltins: {{restrict: {{{builtin}: {{template: literal}}}}}}\n"), "DYN003"), "deny");
    }
    assert_eq!(level("version: 1\nbuiltins: {restrict: {getattr: {name: literal}}}\n", "DYN003"), "warn");
    assert_eq!(level("version: 1\n", "DET001"), "off");
}

#[test]
fn finals_bind_the_rules_that_enforce_them() {
    let is_final = |finals: &str, id: &str| policy(&format!("version: 1\nfinal: [{finals}]\n")).is_final(rules::find(id).unwrap());
    for (section, ids) in [
        ("imports", vec!["IMP001", "IMP004", "DYN001"]),
        ("attributes", vec!["ATT001", "ATT003"]),
        ("dunders", vec!["DUN001", "DUN005", "DYN005"]),
        ("builtins", vec!["BLT001", "DYN002", "DYN003", "DYN004"]),
        ("source", vec!["SIZE003"]),
        ("tools", vec!["TOOL002"]),
        ("suppressions", vec!["SUP001"]),
        ("determinism", vec!["DET001"]),
        ("syntax", vec!["CAP003"]),
        ("rules", vec!["IMP001", "UND001", "LOOP001", "CAP001"]),
    ] {
        for id in ids {
            assert!(is_final(section, id), "{section} {id}");
            assert!(!is_final("audit", id), "{id}");
        }
    }
    assert!(is_final("rules.UND001", "UND001") && !is_final("rules.UND001", "UND002"));
    for (section, id) in
        [("syntax", "CAP001"), ("imports", "DYN005"), ("builtins", "DYN001"), ("builtins", "DYN005"), ("dunders", "DYN004")]
    {
        assert!(!is_final(section, id), "{section} {id}");
    }
    for id in ["SYN001", "SYN007", "INT001", "POL001"] {
        assert!(is_final("audit", id), "{id}");
    }
    let strict = resolve_preset("strict").unwrap();
    assert!(strict.is_final(rules::find("DUN001").unwrap()) && !strict.is_final(rules::find("UND001").unwrap()));
}

/// Settings for host functions, output and determinism appear in the grants.
#[test]
fn settings_reach_the_grants() {
    let reported = policy(
        "version: 1\nextends: [permissive]\n\
         tools: {default: deny, allow: {web_search: {max_calls: 5, args: {query: {type: str, max_len: 4}}}, other: {}}}\n\
         output: {on_truncate: mark, redact: [{id: key, regex: 'AKIA', action: mask}]}\n\
         determinism: {random_seed: -7, clock: frozen}\n",
    );
    let grant = reported.grants.tool("web_search").unwrap();
    assert_eq!(grant.max_calls, Some(5));
    let (name, rule) = grant.args.iter().next().unwrap();
    assert_eq!((&**name, rule.types.first().map(|text| &**text), rule.max_len), ("query", Some("str"), Some(4)));
    let other = reported.grants.tool("other").unwrap();
    assert_eq!((other.max_calls, other.args.len()), (None, 0));
    assert!(reported.grants.marks_cut_output);
    assert_eq!(reported.grants.redactor.as_ref().unwrap().text("the AKIA"), "the [redacted: key]");
    assert_eq!((reported.random_seed(), reported.clock_is_frozen()), (Some((-7i64).cast_unsigned()), true));
    let silent =
        policy("version: 1\nextends: [permissive]\noutput: {on_truncate: silent}\ndeterminism: {random_seed: null, clock: real}\n");
    assert!(!silent.grants.marks_cut_output && silent.grants.redactor.is_none());
    assert_eq!((silent.random_seed(), silent.clock_is_frozen()), (None, false));
    let bare = policy("version: 1\nextends: [permissive]\n");
    assert_eq!((bare.random_seed(), bare.clock_is_frozen()), (None, false));
}

#[test]
fn a_refused_attribute_gets_the_reason_of_its_own_entry() {
    let text = "version: 1\nextends: [default]\nattributes:\n  modules: {hashlib: {deny: [md5, {name: sha1, reason: broken}]}}\n  any: {deny: [plain, {name: salary, reason: it is private}]}\n";
    let grants = stockade_policy::resolve_text("p.yaml", text, &|_, _| Err(String::new())).unwrap().grants;
    let of_module = |name: &str| grants.module_attribute("hashlib", name, stockade_policy::Access::Read).unwrap_err().message;
    let of_any = |name: &str| grants.attribute(name, stockade_policy::Access::Read).unwrap_err().message;
    assert_eq!(of_module("md5"), "`hashlib.md5` is not allowed");
    assert_eq!(of_module("sha1"), "`hashlib.sha1` is not allowed: broken");
    assert_eq!(of_any("salary"), "attribute `salary` is not allowed: it is private");
    assert_eq!(of_any("plain"), "attribute `plain` is not allowed");
    assert_eq!(of_any("gi_frame"), "attribute `gi_frame` is not allowed: it reaches interpreter internals");
}
