//! Trees of `ast` nodes that a program builds by hand: far deeper than any source may nest, as DAGs with more paths than atoms, and wide.
//! What makes code or text of them refuses or ends at a limit; it never follows them with the host's stack.

use std::fmt::Write as _;

use stockade_policy::Limits;
use stockade_vm::{Outcome, Sandbox, Session, StepOptions};

use crate::common::LIBRARY;
use crate::deep::{IS_OPTIMISED, on_small_stack};

const LEVELS: usize = if IS_OPTIMISED { 100_000 } else { 3_000 };
const WIDTH: usize = if IS_OPTIMISED { 100_000 } else { 4_000 };
const DAG_LEVELS: usize = 60;
/// The fuel of each operation.
const FUEL: u64 = if IS_OPTIMISED { 60_000_000 } else { 500_000 };

/// How a node holds the tree `x`, an expression. `Z` is another one: `x` again in a DAG.
const EXPRESSIONS: &[&str] = &[
    "ast.UnaryOp(ast.USub(), x)",
    "ast.BinOp(x, ast.Add(), Z)",
    "ast.BoolOp(ast.And(), [x, Z])",
    "ast.Compare(x, [ast.Lt()], [Z])",
    "ast.Attribute(x, 'a', ast.Load())",
    "ast.Subscript(x, Z, ast.Load())",
    "ast.Subscript(Z, ast.Slice(x, Z, x), ast.Load())",
    "ast.Call(x, [Z], [ast.keyword('k', x)])",
    "ast.Call(Z, [ast.Starred(x, ast.Load())], [])",
    "ast.List([x, Z], ast.Load())",
    "ast.Tuple([x, Z], ast.Load())",
    "ast.Set([x, Z])",
    "ast.Dict([x], [Z])",
    "ast.Lambda(ast.arguments([], [], None, [], [], None, []), x)",
    "ast.Lambda(ast.arguments([], [ast.arg('a')], None, [], [], None, [x]), Z)",
    "ast.IfExp(x, Z, x)",
    "ast.JoinedStr([ast.FormattedValue(x, -1, None)])",
    "ast.JoinedStr([ast.FormattedValue(Z, -1, ast.JoinedStr([ast.FormattedValue(x, -1, None)]))])",
    "ast.ListComp(x, [ast.comprehension(ast.Name('a', ast.Store()), Z, [x], 0)])",
    "ast.GeneratorExp(Z, [ast.comprehension(ast.Name('a', ast.Store()), x, [], 0)])",
    "ast.NamedExpr(ast.Name('a', ast.Store()), x)",
    "ast.Await(x)",
    "ast.Yield(x)",
];

/// The same for statements, patterns and constants. `ready` makes an expression or a module of it.
const OTHERS: &[&str] = &[
    "ast.If(one, [x], [Z])",
    "ast.If(one, [ast.Pass()], [x])",
    "ast.While(one, [x], [])",
    "ast.For(ast.Name('a', ast.Store()), one, [x], [Z])",
    "ast.With([ast.withitem(one, None)], [x])",
    "ast.Try([x], [ast.ExceptHandler(None, None, [Z])], [], [])",
    "ast.Try([Z], [], [], [x])",
    "ast.FunctionDef('f', ast.arguments([], [], None, [], [], None, []), [x], [])",
    "ast.ClassDef('C', [], [], [x, Z], [])",
    "ast.Match(one, [ast.match_case(ast.MatchAs(None, None), None, [x])])",
];

const PATTERNS: &[&str] = &[
    "ast.MatchSequence([x, Z])",
    "ast.MatchAs(x, 'a')",
    "ast.MatchOr([x, Z])",
    "ast.MatchMapping([one], [x], None)",
    "ast.MatchClass(ast.Name('C', ast.Load()), [x], ['a'], [Z])",
];

const CONSTANTS: &[&str] = &["(x, Z)", "frozenset([x, Z])"];

const WIDE: &[&str] = &[
    "ast.List([one] * N, ast.Load())",
    "ast.BoolOp(ast.Or(), [one] * N)",
    "ast.Compare(one, [ast.Lt()] * N, [one] * N)",
    "ast.Call(one, [one] * N, [])",
    "ast.Dict([one] * N, [one] * N)",
    "ast.JoinedStr([one] * N)",
    "ast.Constant('x' * N)",
    "ast.Constant((1,) * N)",
    "ast.Name('x' * N, ast.Load())",
    "ast.Global(['a%d' % i for i in range(N)])",
    "ast.If(one, [ast.Pass()] * N, [])",
    "ast.Lambda(ast.arguments([], [ast.arg('a%d' % i) for i in range(N)], None, [], [], None, []), one)",
];

const OPERATIONS: &[&str] = &[
    "compile(module(x), 'a', 'exec')",
    "eval(compile(ast.fix_missing_locations(ast.Expression(x)), 'a', 'eval'))",
    "ast.unparse(x)",
    "ast.dump(x)",
    "ast.dump(x, indent=1)",
    "list(ast.walk(x))",
    "ast.literal_eval(x)",
    "ast.fix_missing_locations(x)",
    "ast.NodeVisitor().visit(x)",
    "ast.NodeTransformer().visit(x)",
    "ast.increment_lineno(x)",
    "ast.copy_location(x, x)",
    "list(ast.iter_child_nodes(x))",
    "copy.copy(x)",
    "copy.deepcopy(x)",
    "pickle.dumps(x)",
    "repr(x)",
    "hash(x)",
    "x == x",
    "ast.get_docstring(module(x))",
    "ast.get_source_segment('a', x)",
];

const SETUP: &str = "import ast, copy, pickle, sys\none = ast.Constant(1)\n\
    def module(x): return ast.fix_missing_locations(ast.Module([x if isinstance(x, ast.stmt) else ast.Expr(x)], []))\n";

/// A program that makes the tree `x`.
struct Tree {
    name: String,
    text: String,
}

fn nested(row: &str, start: &str, end: &str, levels: usize, is_dag: bool) -> Tree {
    let step = row.replace('Z', if is_dag { "x" } else { start });
    let text = format!("x = {start}\nfor _ in range({levels}): x = {step}\nx = {end}\n");
    Tree { name: format!("{row}, {levels} levels"), text }
}

fn trees(levels: usize, is_dag: bool) -> Vec<Tree> {
    let groups = [
        (EXPRESSIONS, "one", "x"),
        (OTHERS, "ast.Pass()", "x"),
        (PATTERNS, "ast.MatchValue(one)", "ast.Match(one, [ast.match_case(x, None, [ast.Pass()])])"),
        (CONSTANTS, "1", "ast.Constant(x)"),
    ];
    groups.iter().flat_map(|(rows, start, end)| rows.iter().map(|row| nested(row, start, end, levels, is_dag))).collect()
}

fn run_step(session: &mut Session, text: &str) -> Outcome {
    session.step("trees.py", text, StepOptions { unchecked: true, ..StepOptions::default() }).outcome
}

fn limits(fuel: u64) -> Limits {
    Limits { instructions: fuel, memory_bytes: 512 << 20, wall_ms: u64::MAX, recursion: 50_000, ..Limits::default() }
}

fn session() -> Session {
    Sandbox::permissive().library(&LIBRARY).limits(|own| *own = limits(u64::MAX / 4)).session()
}

/// Runs every operation on a tree. Returns what went wrong.
fn run_tree(tree: &Tree) -> String {
    let mut session = session();
    let mut wrong = String::new();
    for text in [SETUP, &tree.text] {
        let outcome = run_step(&mut session, text);
        if !matches!(outcome, Outcome::Finished(_)) {
            let _ = writeln!(wrong, "{} cannot be made: {outcome}", tree.name);
        }
    }
    session.set_limits(&limits(FUEL));
    // With the ordinary limit of recursion, and with one that a program has raised as far as the host allows.
    for limit in ["", "sys.setrecursionlimit(40_000)\n"] {
        for operation in OPERATIONS {
            eprintln!("{operation} of {}", tree.name);
            let text = format!("{limit}try: {operation}\nexcept Exception as e: how = type(e).__name__\nelse: how = 'ends'\nhow\n");
            match run_step(&mut session, &text) {
                Outcome::Finished(_) | Outcome::Exceeded(_) => {}
                other => drop(writeln!(wrong, "{operation} of {}: {other}", tree.name)),
            }
        }
    }
    wrong
}

#[test]
fn deep_trees_need_no_stack() {
    on_small_stack(|| trees(LEVELS, false).iter().map(run_tree).collect());
}

#[test]
fn trees_that_share_their_parts_end_at_a_limit() {
    on_small_stack(|| trees(DAG_LEVELS, true).iter().map(run_tree).collect());
}

#[test]
fn wide_trees_and_cycles_end_well() {
    on_small_stack(|| {
        let wide = WIDE.iter().map(|row| Tree { name: format!("{row}, N = {WIDTH}"), text: format!("N = {WIDTH}\nx = {row}\n") });
        let cycle = "x = ast.List([], ast.Load(), lineno=1, col_offset=0, end_lineno=1, end_col_offset=1)\nx.elts.append(x)\n";
        wide.chain([Tree { name: "a cycle".into(), text: cycle.into() }]).map(|tree| run_tree(&tree)).collect()
    });
}

/// Refusing everything would be no way out: what a source may nest to works, and a node may stand in several places.
#[test]
fn trees_within_the_limits_are_made_and_shown() {
    const CASES: &[(&str, &str)] = &[
        (
            "x = one\nfor _ in range(150): x = ast.Tuple([x], ast.Load())\nlen(ast.unparse(x)), ast.literal_eval(x) == eval(compile(ast.fix_missing_locations(ast.Expression(x)), 'a', 'eval'))",
            "(451, True)",
        ),
        (
            "x = one\nfor _ in range(12): x = ast.BinOp(x, ast.Add(), x)\neval(compile(ast.fix_missing_locations(ast.Expression(x)), 'a', 'eval'))",
            "4096",
        ),
        (
            "x = one\nfor _ in range(8): x = ast.List([x, x], ast.Load())\nlen(list(ast.walk(x))), len(ast.dump(x)) > 5000, len(ast.unparse(x))",
            "(766, True, 1276)",
        ),
        ("x = ast.Pass()\nfor _ in range(15): x = ast.If(one, [x], [x])\nlen(ast.unparse(module(x)).splitlines())", "81919"),
        ("len(ast.unparse(ast.List([one] * 1000, ast.Load())))", "3000"),
        (
            "x = one\nfor _ in range(150): x = ast.UnaryOp(ast.Invert(), x)\ny = copy.deepcopy(x)\nast.dump(y) == ast.dump(x), eval(ast.unparse(y))",
            "(True, 1)",
        ),
    ];
    on_small_stack(|| {
        let mut wrong = String::new();
        for (text, expected) in CASES {
            let outcome = run_step(&mut session(), &format!("{SETUP}{text}\n"));
            if outcome != Outcome::Finished(Some((*expected).to_string())) {
                let _ = writeln!(wrong, "{text}: {outcome} in place of {expected}");
            }
        }
        wrong
    });
}
