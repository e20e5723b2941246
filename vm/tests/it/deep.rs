//! Values that nest far deeper than the host's stack could follow: no structural operation recurses on them.

use stockade_vm::{Outcome, Sandbox};

use crate::common::LIBRARY;

/// How each kind of value holds the one before.
const KINDS: &[(&str, &str)] = &[
    ("a list", "x = [x]"),
    ("a tuple", "x = (x,)"),
    ("a tuple of a class", "x = Pair((x,))"),
    ("a named tuple", "x = Point(x)"),
    ("a dict", "x = {1: x}"),
    ("a frozenset", "x = frozenset([x])"),
    ("a key of a dict in a proxy", "x = frozenset([(1, x)])"),
    ("a slice", "x = slice(x)"),
    ("an alias", "x = list[x]"),
    ("a proxy", "x = types.MappingProxyType({1: x})"),
    ("a deque", "x = collections.deque([x])"),
    ("a partial", "x = functools.partial(print, x)"),
    ("an exception", "x = ValueError(x)"),
    ("a method", "x = types.MethodType(print, x)"),
];

/// What is done with each. `y` is nested in the same way, with other objects.
const OPERATIONS: &[&str] = &[
    "hash(x)",
    "x == y",
    "repr(x)",
    "str(x)",
    "x in [y]",
    "{1: 2}.get(x)",
    "x in {1, 2}",
    "[x] < [y]",
    "{x: 1} == {y: 1}",
    "format(x)",
    "bool(x)",
];

fn program(step: &str, depth: usize, operation: &str) -> String {
    format!(
        "import collections, functools, types\nclass Pair(tuple): pass\nPoint = collections.namedtuple('Point', 'x')\n\
         def nest():\n    x = 1\n    for _ in range({depth}):\n        {step}\n    return x\n\
         x, y = nest(), nest()\ntry:\n    {operation}\nexcept Exception as error:\n    print(type(error).__name__)\n"
    )
}

/// How a step may end: with a result, with an exception that the program catches, or at a limit.
fn ends_well(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Finished(_) | Outcome::Exceeded(_))
}

#[test]
fn no_operation_recurses() {
    // The program is compiled and run on this stack, too; a walk that recursed would need a hundred times as much.
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(|| {
        let sandbox = Sandbox::permissive().library(&LIBRARY).limits(|limits| limits.instructions = 50_000_000);
        let mut wrong = Vec::new();
        for (kind, step) in KINDS {
            for operation in OPERATIONS {
                let report = sandbox.run("deep.py", &program(step, 60_000, operation));
                if !ends_well(&report.outcome) {
                    wrong.push(format!("{operation} of {kind}: {}", report.outcome));
                }
            }
        }
        wrong
    });
    let wrong = thread.expect("a thread").join().expect("it ends well");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn refused_names_do_not_pile_up() {
    let source = "for i in range(20_000):\n    try:\n        import socket\n    except ImportError:\n        pass\n\
                  for i in range(3_000):\n    try:\n        getattr(1, f'__x{i}__')\n    except AttributeError:\n        pass\n";
    let policy = stockade_policy::resolve_preset("default").expect("a preset");
    let mut session = Sandbox::new(&std::sync::Arc::new(policy)).library(&LIBRARY).session();
    let step = session.step("refused.py", source, stockade_vm::StepOptions { unchecked: true, ..Default::default() });
    assert!(matches!(step.outcome, Outcome::Finished(_)), "{}", step.outcome);
    let denials = session.usage().denials;
    assert!(!denials.is_empty() && denials.len() <= 1_000, "{} denials", denials.len());
    let first: Vec<_> = denials.iter().filter(|(message, _)| message.contains("socket")).collect();
    assert!(first.len() <= 1, "one refusal is kept once: {first:?}");
}
