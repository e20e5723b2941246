//! Tests that costs depend on the constructs of the source, and not on the instructions that they are compiled to.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::sync::Arc;

use stockade_compiler::bytecode::{Op, Operand, Program};
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
fn a_statement_and_an_operation_cost_one() {
    assert_eq!(costs("").0, 2);
    assert_eq!(costs("x = 1\n").0, 3);
    assert_eq!(costs("x = y + 1\n").0, 4);
    assert_eq!(costs("x = f(y.z[0])\n").0, 6);
}

#[test]
fn a_loop_pays_for_its_turns_not_for_inner_ones() {
    assert_eq!(costs("for x in y: pass\n"), (3, vec![2]));
    assert_eq!(costs("for x in y:\n for z in x: a + b\n"), (3, vec![3, 2]));
    assert_eq!(costs("while x < 1: x += 1\n"), (3, vec![4]));
    // If the test comes first, the first turn is charged when the loop is entered.
    assert_eq!(costs("while True: x += 1\n"), (6, vec![3]));
    assert_eq!(costs("while (x := f()): x\n"), (6, vec![3]));
    assert_eq!(costs("[x + 1 for x in y if x]\n"), (4, vec![3]));
}

#[test]
fn the_choice_of_instructions_does_not_matter() {
    for (one, other) in [
        ("x = y + 1\n", "x = y + z\n"),
        ("x = 1 + 2\n", "x = y + z\n"),
        ("if x < 1: pass\n", "if x < y: pass\n"),
        ("x = y[0]\n", "x = y[z]\n"),
        ("x = y.z()\n", "x = (y.z)(**w)\n"),
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
