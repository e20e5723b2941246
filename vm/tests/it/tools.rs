//! Tests host functions: a call suspends the run at any place, is answered with data, and obeys limits.

use stockade_vm::{CaptureHost, Captured, Config, HostCall, HostError, HostValue, LimitKind, Outcome, Session, StepOptions, ToolSpec};

use crate::common::{LIBRARY, host, printed, program};

/// The host functions: `double(x)`, `fail(kind, message)`, `ident(value)`, `finish(x)`, `show(...)`.
fn answer(call: &HostCall) -> Result<HostValue, HostError> {
    let text = |at: usize| match call.args.get(at) {
        Some(HostValue::Str(text)) => text.clone(),
        _ => String::new(),
    };
    match (call.tool.as_str(), call.args.first()) {
        ("double", Some(HostValue::Int(x))) => Ok(HostValue::Int(x * 2)),
        ("fail", _) => Err(HostError { type_name: text(0), message: text(1) }),
        ("show", _) => Ok(HostValue::Str(format!("{:?} {:?}", call.args, call.kwargs))),
        (_, Some(value)) => Ok(value.clone()),
        (_, None) => Ok(HostValue::None),
    }
}

fn session(config: &Config) -> (Session, Captured) {
    let (host, out) = host();
    let mut session = Session::new(config, host);
    lend(&mut session);
    (session, out)
}

fn lend(session: &mut Session) {
    let mut finish = ToolSpec::new("finish", "x");
    finish.is_final = true;
    let specs = [
        ToolSpec::new("double", "x: int"),
        ToolSpec::new("fail", "kind, message='', /"),
        ToolSpec::new("ident", "value"),
        ToolSpec::new("show", "a, /, b=1, c=len, *rest, k, l=[], **others"),
        finish,
    ];
    for spec in &specs {
        session.add_tool(spec).expect("the tool is usable");
    }
}

fn step(session: &mut Session, text: &str) -> (Outcome, u32) {
    let outcome = session.step("step.py", text, StepOptions::default()).outcome;
    drive(session, outcome)
}

fn drive(session: &mut Session, mut outcome: Outcome) -> (Outcome, u32) {
    let mut calls = 0;
    while let Outcome::HostCall(call) = outcome {
        calls += 1;
        outcome = session.resume_with(answer(&call));
    }
    (outcome, calls)
}

fn run(text: &str) -> (String, Outcome) {
    let (mut session, out) = session(&Config::with_library(&LIBRARY));
    let (outcome, _) = step(&mut session, text);
    (printed(&out), outcome)
}

fn check(text: &str, printed: &str) {
    let (out, outcome) = run(text);
    assert_eq!(out, printed, "{text}\n{outcome:?}");
    assert!(matches!(outcome, Outcome::Finished(_)), "{text}\n{outcome:?}");
}

/// Programs that call host functions from all kinds of places, and their output.
const PLACES: &[(&str, &str)] = &[
    ("print([double(i) for i in range(4)], {i: double(x=i) for i in range(2)})", "[0, 2, 4, 6] {0: 0, 1: 2}\n"),
    ("print(sorted([3, 1, 2], key=double), max([1, 5, 2], key=double))", "[1, 2, 3] 5\n"),
    ("print(list(map(double, [1, 2])), list(filter(double, [0, 1])))", "[2, 4] [1]\n"),
    ("def g():\n    for i in range(3):\n        yield double(i)\nprint(sum(g()), [*g()])", "6 [0, 2, 4]\n"),
    ("class A:\n    def __repr__(self): return 'A' + str(double(4))\nprint([A()], f'{A()!r:>5}')", "[A8]    A8\n"),
    (
        "class K:\n    def __init__(self, n): self.n = n\n    def __hash__(self): return double(self.n)\n    def __eq__(self, o): return double(self.n) == double(o.n)\n\
         d = {K(1): 'one', K(2): 'two'}\nprint(d[K(1)], K(2) in d, K(3) in d)",
        "one True False\n",
    ),
    ("class B:\n    def __bool__(self): return bool(double(0))\nprint(1 if B() else 2, not B(), [x for x in [1] if B()])", "2 True []\n"),
    ("class L:\n    def __lt__(self, o): return ident(True)\nprint(L() < L(), len(sorted([L(), L()])))", "True 2\n"),
    ("import re\nprint(re.sub('[0-9]', lambda m: str(double(int(m[0]))), 'a1b2'))", "a2b4\n"),
    ("class C:\n    def __enter__(self): return double(1)\n    def __exit__(self, *e): double(2)\nwith C() as c: print(c)", "2\n"),
    ("class D:\n    x = property(lambda self: double(21))\n    def __getattr__(self, n): return double(1)\nprint(D().x, D().y)", "42 2\n"),
    ("def f(x=double(1)): return x\nprint(f(), (lambda *a: a)(*[double(2)]))", "2 (4,)\n"),
    (
        "class I:\n    def __iter__(self): return self\n    n = 0\n    def __next__(self):\n        self.n += 1\n        if double(self.n) > 6: raise StopIteration\n        return self.n\nprint(list(I()), sum(I()), dict(zip(I(), I())))",
        "[1, 2, 3] 6 {1: 1, 2: 2, 3: 3}\n",
    ),
    ("import functools\nprint(functools.reduce(lambda a, b: a + double(b), [1, 2, 3]), functools.partial(double, 4)())", "11 8\n"),
    ("f = double\nprint(callable(f), f.__name__, f(2))\ntools = {'d': double}\nprint(tools['d'](3))", "True double 4\n6\n"),
    ("class M(type):\n    def __call__(cls, x): return double(x)\nclass N(metaclass=M): pass\nprint(N(3))", "6\n"),
    ("async def main():\n    return double(5)\ntry:\n    main().send(None)\nexcept StopIteration as e:\n    print(e.value)", "10\n"),
];

#[test]
fn a_tool_is_called_from_anywhere() {
    for (text, printed) in PLACES {
        check(text, printed);
    }
}

/// A session that moves through a snapshot at each host call ends like one that does not.
#[test]
fn a_call_survives_a_snapshot() {
    for (text, _) in PLACES {
        let config = Config::with_library(&LIBRARY);
        let (mut straight, straight_out) = session(&config);
        let (straight_outcome, straight_calls) = step(&mut straight, text);
        let (mut session, mut out) = session(&config);
        let mut text_so_far = String::new();
        let mut outcome = session.step("step.py", text, StepOptions::default()).outcome;
        let mut calls = 0;
        while let Outcome::HostCall(call) = outcome {
            calls += 1;
            let bytes = session.snapshot(None).expect("written");
            text_so_far.push_str(&printed(&out));
            let (host, fresh) = host();
            out = fresh;
            session = Session::restore(&bytes, None, &config, host).expect("restored");
            lend(&mut session);
            assert_eq!(session.resume(), Outcome::HostCall(call.clone()), "{text}");
            outcome = session.resume_with(answer(&call));
        }
        assert_eq!((outcome, calls), (straight_outcome, straight_calls), "{text}");
        assert_eq!(text_so_far + &printed(&out), printed(&straight_out), "{text}");
        assert_eq!(session.usage().fuel, straight.usage().fuel, "{text}");
        assert_eq!(session.snapshot(None), straight.snapshot(None), "{text}");
    }
}

#[test]
fn arguments_are_bound_and_refused_in_cpythons_words() {
    let raises = |call: &str, message: &str| {
        check(&format!("try:\n    {call}\nexcept TypeError as e:\n    print(e)\n"), &format!("{message}\n"));
    };
    raises("double()", "double() missing 1 required positional argument: 'x'");
    raises("double(1, 2)", "double() takes 1 positional argument but 2 were given");
    raises("double(1, x=2)", "double() got multiple values for argument 'x'");
    raises("double(y=2)", "double() got an unexpected keyword argument 'y'");
    raises("fail(kind='x')", "fail() got some positional-only arguments passed as keyword arguments: 'kind'");
    raises("show(1)", "show() missing 1 required keyword-only argument: 'k'");
    raises("double(object())", "double() was given an argument that can't leave the sandbox: 'object' object at x");
    check("print(show(1, k=2))", "[Int(1), Int(1)] [(\"k\", Int(2))]\n");
    check(
        "print(show(1, 2, 3, 4, k=2, l=3, m=4))",
        "[Int(1), Int(2), Int(3), Int(4)] [(\"k\", Int(2)), (\"l\", Int(3)), (\"m\", Int(4))]\n",
    );
    check("print(show(1, c=5, k=2))", "[Int(1), Int(1), Int(5)] [(\"k\", Int(2))]\n");
}

#[test]
fn values_cross_both_ways() {
    for value in [
        "None",
        "True",
        "-5",
        "2**70",
        "-(2**64)",
        "1.5",
        "float('-inf')",
        "'a\\ud7ff\\u20ac'",
        "b'\\x00\\xff'",
        "[1, [2, []]]",
        "(1, (2,), ())",
        "{'a': 1, 2: {3: 4}, (1, 2): None}",
        "{1, 2}",
        "frozenset({1})",
        "''",
        "10**18",
        "9223372036854775807",
        "9223372036854775808",
    ] {
        check(&format!("v = {value}\nw = ident(v)\nprint(v == w, type(v) is type(w))"), "True True\n");
    }
    check("class L(list):\n    def __iter__(self): return iter([9])\n    def __len__(self): return 0\nprint(ident(L([1, 2])))", "[1, 2]\n");
    check(
        "from collections import OrderedDict, namedtuple\nP = namedtuple('P', 'x y')\nprint(ident(P(1, 2)), ident(bytearray(b'a')))",
        "(1, 2) bytearray(b'a')\n",
    );
    let refused = |value: &str, why: &str| {
        check(&format!("try:\n    ident({value})\nexcept (TypeError, ValueError) as e:\n    print(type(e).__name__, e)"), why);
    };
    let words = "ident() was given an argument that can't leave the sandbox";
    refused("[lambda: 1]", &format!("TypeError {words}: 'function' object at value[0]\n"));
    refused("(l := [], l.append(l), l)[2]", &format!("ValueError {words}: circular reference\n"));
    refused("eval('[' * 65 + ']' * 65)", &format!("ValueError {words}: nested more than 64 levels deep (the crossing's limit `depth`)\n"));
    refused("[0] * 300000", &format!("ValueError {words}: more than 250000 values (the crossing's limit `values`)\n"));
    refused("['x' * 1000000] * 40", &format!("ValueError {words}: more than 33554432 bytes (the crossing's limit `bytes`)\n"));
}

#[test]
fn what_the_host_raises_is_an_exception_of_the_guest() {
    let raised = |kind: &str, shown: &str| {
        check(
            &format!("try:\n    fail('{kind}', 'no such item')\nexcept Exception as e:\n    print(type(e).__name__, e)"),
            &format!("{shown}\n"),
        );
    };
    raised("ValueError", "ValueError no such item");
    raised("KeyError", "KeyError 'no such item'");
    raised("TimeoutError", "TimeoutError no such item");
    raised("HTTPError", "RuntimeError HTTPError: no such item");
    raised("SystemExit", "RuntimeError SystemExit: no such item");
    raised("ExceptionGroup", "RuntimeError ExceptionGroup: no such item");
    raised("UnicodeDecodeError", "UnicodeError no such item");
    check(
        "try:\n    fail('ValueError', 'a\\x1b[31m\\x00b')\nexcept ValueError as e:\n    print(ascii(str(e)))",
        "'a\\ufffd[31m\\ufffdb'\n",
    );
    let (_, outcome) = run("def f():\n    return fail('OSError', 'gone')\nf()\n");
    let Outcome::Raised(raised) = outcome else { panic!("{outcome:?}") };
    assert_eq!(
        raised.traceback,
        "Traceback (most recent call last):\n  File \"step.py\", line 3, in <module>\n    f()\n    ~^^\n  File \"step.py\", line 2, in f\n    \
         return fail('OSError', 'gone')\nOSError: gone\n"
    );
}

#[test]
fn answers_end_the_step() {
    let (out, outcome) = run("print(1)\ntry:\n    final_answer({'a': 1})\nexcept BaseException:\n    print('caught')\nprint(2)");
    assert_eq!((out.as_str(), outcome), ("1\n", Outcome::Answered(Some("{'a': 1}".into()))));
    let (_, outcome) = run("[*map(finish, [7])]");
    assert_eq!(outcome, Outcome::Answered(Some("7".into())));
    let (_, outcome) = run("final_answer = 3\nfinal_answer");
    assert_eq!(outcome, Outcome::Finished(Some("3".into())));
    let (mut session, _) = session(&Config::with_library(&LIBRARY));
    step(&mut session, "final_answer(answer=[1, 2])");
    assert_eq!(session.value(), Ok(HostValue::List(vec![HostValue::Int(1), HostValue::Int(2)])));
    step(&mut session, "x = 5\nx + 1");
    assert_eq!(session.value(), Ok(HostValue::Int(6)));
    let (outcome, calls) = step(&mut session, "class R:\n    def __repr__(self): return str(double(8))\nR()");
    assert_eq!((outcome, calls), (Outcome::Finished(Some("16".into())), 1));
    assert!(session.value().is_err());
}

#[test]
fn variables_come_and_go() {
    let (mut session, _) = session(&Config::with_library(&LIBRARY));
    let value = HostValue::Dict(vec![(HostValue::Str("a".into()), HostValue::Tuple(vec![HostValue::Handle(9), HostValue::Float(0.5)]))]);
    session.set_variable("config", &value).expect("it crosses");
    assert_eq!(session.get_variable("config"), Ok(Some(value)));
    let (outcome, _) = step(&mut session, "h = ident(config['a'][0])\ntype(h).__name__");
    assert_eq!(outcome, Outcome::Finished(Some("'handle'".into())));
    assert_eq!(session.get_variable("h"), Ok(Some(HostValue::Handle(9))));
    assert_eq!(session.get_variable("nothing"), Ok(None));
    session.delete_variable("config");
    assert_eq!(session.get_variable("config"), Ok(None));
    let unhashable = HostValue::Set(vec![HostValue::List(vec![])]);
    assert_eq!(session.set_variable("s", &unhashable).map_err(|error| error.message), Err("unhashable type: 'list'".into()));
}

#[test]
fn limits_hold() {
    let mut config = Config::with_library(&LIBRARY);
    config.limits.host_calls = 3;
    let (mut limited, _) = session(&config);
    let (outcome, calls) = step(&mut limited, "try:\n    while True: double(1)\nexcept BaseException:\n    pass");
    assert_eq!((outcome, calls), (Outcome::Exceeded(LimitKind::HostCalls), 3));
    let (outcome, calls) = step(&mut limited, "double(4)");
    assert_eq!((outcome, calls), (Outcome::Finished(Some("8".into())), 1));
    let mut twice = ToolSpec::new("twice", "");
    twice.max_calls = Some(2);
    limited.add_tool(&twice).expect("usable");
    let (outcome, calls) = step(&mut limited, "twice(), twice()\ntry:\n    twice()\nexcept RuntimeError as e:\n    r = str(e)\nr");
    assert_eq!((outcome, calls), (Outcome::Finished(Some("'host function `twice` may be called 2 times in a step'".into())), 2));
    assert_eq!(limited.usage().denials.len(), 1);
    // The answer of the host is charged.
    let mut config = Config::with_library(&LIBRARY);
    config.limits.memory_bytes = 4 << 20;
    let (mut small, _) = session(&config);
    let program = program("step.py", "x = ident(1)").expect("compiles");
    assert!(matches!(small.run(&program), Outcome::HostCall(_)));
    assert_eq!(small.resume_with(Ok(HostValue::Bytes(vec![0; 8 << 20]))), Outcome::Exceeded(LimitKind::Memory));
    // A step that waits for a host call can be abandoned for another step.
    assert!(matches!(small.run(&program), Outcome::HostCall(_)));
    assert_eq!(step(&mut small, "1 + 1").0, Outcome::Finished(Some("2".into())));
    assert!(matches!(small.resume_with(Ok(HostValue::None)), Outcome::Internal(_)));
    // A tool that has been removed.
    small.remove_tool("double");
    assert!(matches!(step(&mut small, "double(1)").0, Outcome::Raised(raised) if raised.message == "name 'double' is not defined"));
}

#[test]
fn descriptions_are_checked() {
    let (mut session, _) = session(&Config::with_library(&LIBRARY));
    for (name, params) in [
        ("two words", ""),
        ("__x", ""),
        ("", ""),
        ("class", ""),
        ("f", "a, a"),
        ("f", "a=1, b"),
        ("f", "): pass\nimport os\ndef g("),
        ("f", "a #"),
        ("f", "__a"),
        ("f", "a): return 1\ndef f(b"),
    ] {
        let result = session.add_tool(&ToolSpec::new(name, params));
        if params == "a #" { assert!(result.is_ok()) } else { assert!(result.is_err(), "{name} {params}") }
    }
    assert_eq!(ToolSpec::new("f", "a, /, b: int = 3, *, c").parameters(), Ok(Some(vec!["a".into(), "b".into(), "c".into()])));
    assert_eq!(ToolSpec::new("f", "a, **k").parameters(), Ok(None));
}

/// The number of calls that a policy allows per step is not reset by restoring a snapshot of that step.
#[test]
fn calls_are_counted_across_a_restore() {
    let config = Config::with_library(&LIBRARY);
    let (mut first, _) = session(&config);
    let mut twice = ToolSpec::new("twice", "");
    twice.max_calls = Some(2);
    first.add_tool(&twice).expect("usable");
    let text =
        "r = []\nfor _ in range(3):\n    try:\n        r.append(twice())\n    except RuntimeError as e:\n        r.append(str(e))\nr";
    assert!(matches!(first.step("step.py", text, StepOptions::default()).outcome, Outcome::HostCall(_)));
    // The snapshot is taken while the second call is pending.
    assert!(matches!(first.resume_with(Ok(HostValue::Int(1.into()))), Outcome::HostCall(_)));
    let bytes = first.snapshot(None).expect("written");
    let mut second = Session::restore(&bytes, None, &config, Box::new(CaptureHost::default())).expect("read");
    second.add_tool(&twice).expect("usable");
    assert!(matches!(second.resume(), Outcome::HostCall(_)));
    let end = second.resume_with(Ok(HostValue::Int(2.into())));
    assert_eq!(end, Outcome::Finished(Some("[1, 2, 'host function `twice` may be called 2 times in a step']".into())));
}

const ANSWER_POLICY: &str = "version: 1
extends: [permissive]
tools: {allow: {NAME: {max_calls: 1, args: {answer: {type: str, max_len: 4000}}}}}
";

fn with_policy(text: &str) -> Config {
    let policy = stockade_policy::resolve_text("p.yaml", text, &|_, _| Err(String::new())).expect("a policy");
    Config { library: &LIBRARY, check: None, ..Config::new(&std::sync::Arc::new(policy)) }
}

#[test]
fn rules_for_final_answer_hold() {
    // With a tool of the host, by another name and by this one, and with the builtin.
    for (name, is_tool, is_final) in
        [("finish", true, true), ("final_answer", true, false), ("final_answer", true, true), ("final_answer", false, true)]
    {
        let config = with_policy(&ANSWER_POLICY.replace("NAME", name));
        let (mut session, _) = session_of(&config);
        if is_tool {
            session.add_tool(&ToolSpec { is_final, ..ToolSpec::new(name, "answer") }).expect("a tool");
        }
        for (call, want) in [
            ("final_answer('x' * 5000)", "ValueError"),
            ("final_answer(answer=['a'] * 9)", "TypeError"),
            ("[*map(final_answer, [7])]", "TypeError"),
            ("import functools\nfunctools.partial(final_answer, 7)()", "TypeError"),
            ("import builtins\n(final_answer if 'f' else builtins)(7)", "TypeError"),
        ] {
            let (outcome, calls) = step(&mut session, &call.replace("final_answer", name));
            let Outcome::Raised(raised) = outcome else { panic!("{name} {is_tool}: {call}: {outcome:?}") };
            assert_eq!((raised.class.as_str(), calls), (want, 0), "{name} {is_tool}: {call}");
        }
        let (outcome, _) = step(&mut session, &format!("{name}('done')"));
        let is_answer = matches!(&outcome, Outcome::Answered(Some(text)) if text == "'done'");
        assert_eq!(is_answer, is_final, "{name} {is_tool}: {outcome:?}");
    }
    // Each call counts.
    let config = with_policy(&ANSWER_POLICY.replace("NAME", "final_answer"));
    let (mut session, _) = session(&config);
    session.add_tool(&ToolSpec::new("final_answer", "answer")).expect("a tool");
    let (outcome, calls) = step(&mut session, "final_answer('a')\nfinal_answer('b')");
    assert!(matches!(&outcome, Outcome::Raised(raised) if raised.class == "RuntimeError") && calls == 1, "{outcome:?} {calls}");
    session.remove_tool("final_answer");
    let text = "class E(str):\n    def __repr__(self): final_answer('b')\nfinal_answer(E('a'))";
    let (outcome, _) = step(&mut session, text);
    assert!(!matches!(&outcome, Outcome::Answered(Some(text)) if text == "'b'"), "{outcome:?}");
    let (outcome, _) = step(&mut session, "final_answer('a')");
    assert!(matches!(&outcome, Outcome::Answered(Some(_))), "{outcome:?}");
}

#[test]
fn a_policy_can_deny_final_answer() {
    let config = with_policy("version: 1\nextends: [permissive]\ntools: {default: deny, allow: {double: {}}}\n");
    for is_tool in [false, true] {
        let (mut session, _) = session(&config);
        if is_tool {
            session.add_tool(&ToolSpec::new("final_answer", "answer")).expect("a tool");
        }
        let (outcome, calls) = step(&mut session, "final_answer(1)");
        assert!(matches!(&outcome, Outcome::Raised(raised) if raised.class == "NameError") && calls == 0, "{outcome:?}");
        let (outcome, _) = step(&mut session, "finish(1)");
        assert!(matches!(&outcome, Outcome::Raised(raised) if raised.class == "NameError"), "{outcome:?}");
    }
    // A rule for an argument that it does not have refuses every call.
    let (mut session, _) = session(&with_policy(&ANSWER_POLICY.replace("NAME", "final_answer").replace("{answer:", "{value:")));
    let (outcome, _) = step(&mut session, "final_answer('x')");
    assert!(matches!(&outcome, Outcome::Raised(raised) if raised.message.contains("`value`")), "{outcome:?}");
}

#[test]
fn the_builtin_final_answer_asks_for_consent() {
    let config = with_policy("version: 1\nextends: [permissive]\ntools: {add: {final_answer: {approve: always}}}\n");
    for call in [
        "final_answer(5)",
        "[*map(final_answer, [5])]",
        "[*filter(final_answer, iter([5]))]",
        "[*zip(iter([1]), map(final_answer, iter([5])))]",
        "sorted([5], key=final_answer)",
        "max(iter([5]), key=final_answer)",
        "import functools, itertools\nlist(itertools.starmap(final_answer, iter([(5,)])))",
        "import itertools\nlist(itertools.takewhile(final_answer, iter([5])))",
        "import itertools\nlist(itertools.groupby(iter([5]), final_answer))",
        "next(iter(lambda: final_answer(5), 6))",
        "(lambda f: f(5))(final_answer)",
    ] {
        let (mut session, _) = session(&config);
        let outcome = session.step("step.py", call, StepOptions::default()).outcome;
        let Outcome::Approval(asked) = outcome else { panic!("{call}: {outcome:?}") };
        assert_eq!((asked.call.tool.as_str(), asked.arguments.len()), ("final_answer", 1));
        assert_eq!(session.approve(), Outcome::Answered(Some("5".into())), "{call}");
        let (outcome, _) = (session.step("step.py", call, StepOptions::default()).outcome, ());
        assert!(matches!(outcome, Outcome::Approval(_)), "{call}: {outcome:?}");
        let outcome = session.refuse("no");
        assert!(matches!(&outcome, Outcome::Raised(raised) if raised.class == "PermissionError"), "{call}: {outcome:?}");
    }
}

/// A rule for a parameter that the tool does not have would hold for nothing.
#[test]
fn rules_name_parameters_of_the_tool() {
    const RULES: &str = "version: 1\nextends: [permissive]\ntools: {add: {search: RULE}}\n";
    for rule in ["{args: {limit: {type: str}}}", "{approve: {when: {limit: {type: str}}}}"] {
        let policy = stockade_policy::resolve_text("p.yaml", &RULES.replace("RULE", rule), &|_, _| Err(String::new())).expect("a policy");
        let config = Config { check: None, ..Config::new(&std::sync::Arc::new(policy.clone())) };
        let fits = stockade_vm::Sandbox::new(&policy);
        for (params, listing) in [
            ("query, n=5", Some("query, n=...")),
            ("query, *rest", Some("query, *args")),
            ("query, *limit", Some("query, *args")),
            ("query, limit=5", None),
            ("query, limit, /", None),
            ("query, **more", None),
        ] {
            let (mut session, _) = session_of(&config);
            let spec = ToolSpec::new("search", params);
            let said = session.add_tool(&spec).err().map(|error| error.to_string());
            let in_sandbox = fits.clone().tool(spec, |_| Ok(HostValue::None)).err().map(|error| error.to_string());
            assert_eq!(said, in_sandbox, "{params}");
            match (said, listing) {
                (None, None) => {}
                (Some(said), Some(listing)) => {
                    assert!(said.contains("the argument `limit` of the tool `search`"), "{said}");
                    assert!(said.contains(&format!("`search({listing})`")), "{said}");
                }
                other => panic!("{rule} {params}: {other:?}"),
            }
        }
        // A session that had the tool before it had the policy.
        let (mut session, _) = session_of(&Config::permissive());
        session.add_tool(&ToolSpec::new("search", "query, *limit")).expect("a tool");
        session.set_policy(&config.grants, &config.limits);
        for call in ["search('a', 99)", "search('a')"] {
            let (outcome, calls) = step(&mut session, call);
            let Outcome::Raised(raised) = outcome else { panic!("{call}: {outcome:?}") };
            assert_eq!((raised.class.as_str(), calls), ("TypeError", 0), "{}", raised.message);
        }
    }
}

fn session_of(config: &Config) -> (Session, Captured) {
    let (host, out) = host();
    (Session::new(config, host), out)
}

#[test]
fn numbers_stay_in_their_range() {
    let config = with_policy(
        "version: 1\nextends: [permissive]\ntools: {add: {search: {args: {limit: {min: 1, max: 20}, share: {min: 0, max: 0.5}}, approve: {when: {limit: {min: 10}}}}}}\n",
    );
    let (mut session, _) = session_of(&config);
    session.add_tool(&ToolSpec::new("search", "limit=..., share=...")).expect("a tool");
    for (arguments, want) in [
        ("21", "ValueError `limit` of `search` must be at most 20; it is 21"),
        ("limit=0", "ValueError `limit` of `search` must be at least 1; it is 0"),
        ("10 ** 30", "ValueError `limit` of `search` must be at most 20; it is a number above those of 64 bits"),
        ("-2 ** 63 - 1", "ValueError `limit` of `search` must be at least 1; it is a number below those of 64 bits"),
        ("20.5", "ValueError `limit` of `search` must be at most 20; it is 20.5"),
        ("float('nan')", "ValueError `limit` of `search` must be at least 1; it is nan"),
        ("float('inf')", "ValueError `limit` of `search` must be at most 20; it is inf"),
        ("True", "TypeError `limit` of `search` must be a number, not bool"),
        ("None", "TypeError `limit` of `search` must be a number, not None"),
        ("'5'", "TypeError `limit` of `search` must be a number, not str"),
        ("type('I', (int,), {'__lt__': lambda a, b: False})(99)", "ValueError `limit` of `search` must be at most 20; it is 99"),
        ("__import__('decimal').Decimal(5)", "TypeError `limit` of `search` must be a number, not object"),
        ("1, 0.75", "ValueError `share` of `search` must be at most 0.5; it is 0.75"),
    ] {
        let (outcome, calls) = step(&mut session, &format!("search({arguments})"));
        let Outcome::Raised(raised) = outcome else { panic!("{arguments}: {outcome:?}") };
        assert_eq!((format!("{} {}", raised.class, raised.message).as_str(), calls), (want, 0), "{arguments}");
    }
    for (arguments, is_asked) in [("1", false), ("9.5, 0.5", false), ("10", true), ("20", true), ("share=0", true)] {
        let outcome = session.step("step.py", &format!("search({arguments})"), StepOptions::default()).outcome;
        assert_eq!(matches!(outcome, Outcome::Approval(_)), is_asked, "{arguments}: {outcome:?}");
    }
}
