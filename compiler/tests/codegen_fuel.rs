//! Tests that costs depend on the constructs of the source, and not on the instructions that they are compiled to.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::sync::Arc;

use stockade_compiler::bytecode::{Op, Operand, Program};
use stockade_compiler::fuel;
use stockade_compiler::{CompileOptions, ParseLimits, SourceText, compile, parse};

fn program(text: &str) -> Program {
    let source = Arc::new(SourceText::new("<fuel>", text));
    let tree = parse(&source, &ParseLimits::default()).expect("it parses");
    let program = compile(&tree, source, &CompileOptions::default()).expect("it compiles");
    program.verify().expect("it verifies");
    program
}

/// Returns the cost of entering the module and the costs of its backward jumps, in order.
fn costs(text: &str) -> (u32, Vec<u32>) {
    let program = program(text);
    let code = &program.codes[0];
    let mut loops = Vec::new();
    let mut extra = 0;
    for op in &code.ops {
        if let Op::Charge { cost } = op {
            extra += cost.0;
        }
        op.operands(|_, operand| {
            if let Operand::Cost(cost) = operand {
                loops.push(u32::from(cost.0) + std::mem::take(&mut extra));
            }
        });
    }
    (code.entry_cost, loops)
}

#[test]
fn a_simple_statement_and_operation_cost_one() {
    assert_eq!(costs("").0, 2);
    assert_eq!(costs("x = 1\n").0, 3);
    assert_eq!(costs("x = y + 1\n").0, 4);
}

/// The cost of a statement, without the statement itself and the entry of the module.
fn cost(text: &str) -> u32 {
    costs(&format!("{text}\n")).0 - fuel::CALL_ENTRY - fuel::STATEMENT
}

#[test]
fn each_construct_has_its_cost() {
    for (text, expected) in [
        ("x = f(y.z[0])", fuel::CALL + fuel::ATTRIBUTE + fuel::SUBSCRIPT),
        ("x.y()", fuel::CALL + fuel::METHOD),
        ("x.y = z", fuel::ATTRIBUTE_STORE),
        ("x.y += z", fuel::ATTRIBUTE + fuel::ATTRIBUTE_STORE + fuel::OPERATION),
        ("x[y] //= z", fuel::SUBSCRIPT + fuel::SUBSCRIPT_STORE + fuel::DIVISION),
        ("del x.y, z[0]", fuel::ATTRIBUTE_DELETE + fuel::SUBSCRIPT_DELETE),
        ("f(x, *y, z=1, **w)", fuel::CALL + fuel::CALL_STAR + fuel::KEYWORD_CALL + fuel::KEYWORD + fuel::CALL_KEYWORDS),
        ("x = y[1:z]", fuel::SUBSCRIPT + fuel::SLICE),
        ("x = [y, *z]", fuel::LIST + 2 * fuel::ITEM + fuel::STAR),
        ("x = {y, z}", fuel::SET + 2 * fuel::HASHED_ITEM),
        ("x = {1: y, **z}", fuel::DICT + fuel::HASHED_ITEM + fuel::STAR),
        ("x, *y = z", fuel::TUPLE + 2 * fuel::ITEM + fuel::STAR),
        ("x = y in z", fuel::IN),
        ("x = y < z < w", 2 * fuel::OPERATION),
        ("x = f'{y}{z:>3}'", fuel::FSTRING + 2 * fuel::FIELD + fuel::FORMAT),
        ("x = lambda y=1: y", fuel::LAMBDA + fuel::FUNCTION_PART),
        ("x = (y for y in z)", fuel::GENERATOR_EXPRESSION),
        ("import a, b.c", 2 * fuel::IMPORT + fuel::IMPORT_PART),
        ("from a import b, c", fuel::IMPORT + 2 * fuel::IMPORT_NAME),
        ("raise x", fuel::RAISE),
        ("type X = y", fuel::TYPE_ALIAS),
        ("class X(y): pass", fuel::CLASS + fuel::CLASS_PART),
        ("@x\ndef f(y: z = 1): pass", fuel::CALL + fuel::FUNCTION + 2 * fuel::FUNCTION_PART),
        ("with x: pass", fuel::WITH_ITEM + fuel::STATEMENT),
        ("try: pass\nexcept x: pass", fuel::HANDLER + 2 * fuel::STATEMENT),
        ("try: pass\nexcept* x: pass", fuel::STAR_HANDLER + 2 * fuel::STATEMENT),
        ("match x:\n case [1, *y]: pass", 3 * fuel::PATTERN + fuel::SEQUENCE_PATTERN + fuel::STAR_PATTERN + 2 * fuel::STATEMENT),
    ] {
        assert_eq!(cost(text), expected, "{text}");
    }
}

#[test]
fn entering_a_function_costs_what_its_parameters_need() {
    let entry = |text: &str| program(text).codes.last().expect("a function").entry_cost - fuel::CALL_ENTRY - fuel::STATEMENT;
    assert_eq!(entry("def f(a, b): pass\n"), 0);
    assert_eq!(entry("def f(a, b=1, *c, d, **e): pass\n"), 2 * fuel::OPTIONAL_PARAMETER + fuel::REST_PARAMETER + fuel::KEYWORDS_PARAMETER);
    assert_eq!(entry("async def f(): pass\n"), fuel::GENERATOR_ENTRY);
    assert_eq!(entry("def f(): yield\n"), fuel::GENERATOR_ENTRY + fuel::YIELD);
}

#[test]
fn a_loop_pays_for_its_turns_not_for_inner_ones() {
    assert_eq!(costs("for x in y: pass\n"), (9, vec![2]));
    assert_eq!(costs("for x in y:\n for z in x: a + b\n"), (9, vec![3, 8]));
    assert_eq!(costs("while x < 1: x += 1\n"), (3, vec![4]));
    // If the test comes first, the first turn is charged when the loop is entered.
    assert_eq!(costs("while True: x += 1\n"), (6, vec![3]));
    assert_eq!(costs("while (x := f()): x\n"), (17, vec![14]));
    assert_eq!(costs("[x + 1 for x in y if x]\n"), (23, vec![3]));
}

#[test]
fn the_choice_of_instructions_does_not_matter() {
    for (one, other) in [
        ("x = y + 1\n", "x = y + z\n"),
        ("x = 1 + 2\n", "x = y + z\n"),
        ("if x < 1: pass\n", "if x < y: pass\n"),
        ("x = y[0]\n", "x = y[z]\n"),
        ("x = y.z(1)\n", "x = (y.z)(w)\n"),
        ("for x in [1, 2, 3]: pass\n", "for x in [a, b, c]: pass\n"),
    ] {
        let difference = i64::from(costs(one).0) - i64::from(costs(other).0);
        // A display in the head of a loop costs the same whether it is folded or built.
        assert_eq!(difference, 0, "{one:?} against {other:?}");
    }
}

#[test]
fn a_turn_may_cost_more_than_a_back_edge_carries() {
    let body = " x + 1\n".repeat(300);
    for head in ["for x in y:\n", "while x < 1:\n", "while True:\n"] {
        let (_, loops) = costs(&format!("{head}{body}"));
        assert!(loops.iter().sum::<u32>() > 600, "{head}: {loops:?}");
    }
}
