//! Tests that the verifier accepts the output of the compiler, and refuses damage to any of the tables.

#![expect(clippy::expect_used, reason = "a test that cannot go on says so")]

use std::sync::Arc;

use stockade_compiler::bytecode::{Code, CodeId, Dst, Flag, HandlerRow, Imm32, Op, Operand, Program, Reg, Target};
use stockade_compiler::{CompileOptions, ModuleKind, ParseLimits, SourceText, compile, parse};

const SOURCE: &str = r"
import math
def outer(a, *rest, key=1, **more):
    total = 0
    def inner(x):
        nonlocal total
        total += x * key
        return total, a
    for i, (b, *c) in enumerate(rest):
        while total < 10 and b:
            total += 1
            if total == 5: continue
        try:
            with math as m:
                inner(i)[1:2].attr = f'{m!r:>{i}}{b}'
        except (ValueError, KeyError) as e:
            raise RuntimeError from e
        finally:
            print(*c, sep='', **more)
    return [x for x in rest if x not in {1, 2}]
class C(metaclass=type):
    size: int = 3
    def m(self): return super().m(self.size)
match outer(1, 2):
    case [1, *_, C(size=3)] | {'k': _}: pass
async def co():
    async with a as b:
        async for c in b: await c
outer
";

fn program(text: &str) -> Program {
    let source = Arc::new(SourceText::new("<verify>", text));
    let tree = parse(&source, &ParseLimits::default()).expect("it parses");
    compile(&tree, source, &CompileOptions::default()).expect("it compiles")
}

fn refused(program: &Program) -> bool {
    program.verify().is_err()
}

#[test]
fn what_the_compiler_makes_is_accepted() {
    assert_eq!(program(SOURCE).verify(), Ok(()));
    assert_eq!(program("").verify(), Ok(()));
}

/// Applies `damage` to each code in turn. `damage` returns false if it finds nothing to damage.
fn each_code(what: &str, damage: impl Fn(&mut Code) -> bool) {
    let good = program(SOURCE);
    let mut seen = 0;
    for at in 0..good.codes.len() {
        let mut bad = good.clone();
        if damage(&mut bad.codes[at]) {
            seen += 1;
            assert!(refused(&bad), "{what} in code {at} was accepted");
        }
    }
    assert!(seen > 0, "nothing to damage: {what}");
}

#[test]
fn short_tables_are_refused() {
    each_code("a missing last instruction", |code| code.ops.pop().is_some());
    each_code("a missing span", |code| code.spans.pop().is_some());
    each_code("a missing constant", |code| uses(code, |operand| matches!(operand, Operand::Const(_))) && code.consts.pop().is_some());
    each_code("a missing site", |code| code.sites.pop().is_some());
    each_code("a missing name", |code| code.names.pop().is_some());
    each_code("a missing child", |code| code.children.pop().is_some());
    each_code("a missing closure cell", |code| code.free.pop().is_some());
    each_code("a missing capture", |code| code.captures.pop().is_some());
    each_code("a register too few", |code| {
        code.nregs -= 1;
        code.nregs > 0
    });
    each_code("too many registers", |code| {
        code.nregs = 251;
        true
    });
    each_code("a child out of range", |code| code.children.last_mut().is_some_and(|id| std::mem::replace(id, CodeId(99)) != CodeId(99)));
}

fn uses(code: &Code, wanted: impl Fn(Operand) -> bool) -> bool {
    let mut found = false;
    for op in &code.ops {
        op.operands(|_, operand| found |= wanted(operand));
    }
    found
}

#[test]
fn jumps_go_their_way() {
    let good = program(SOURCE);
    for (at, code) in good.codes.iter().enumerate() {
        for (index, op) in code.ops.iter().enumerate() {
            let mut copy = *op;
            if copy.target_mut().is_none() {
                continue;
            }
            let here = u32::try_from(index).expect("small");
            let len = u32::try_from(code.ops.len()).expect("small");
            let wrong_way = if op.is_loop() { here + 1 } else { here };
            for target in [len, u32::MAX, wrong_way] {
                let mut bad = good.clone();
                *bad.codes[at].ops[index].target_mut().expect("a jump") = Target(target);
                assert!(refused(&bad), "{op:?} to {target} was accepted");
            }
        }
    }
}

#[test]
fn exception_rows_go_forward_and_stay_inside() {
    each_code("a row that ends outside", |code| code.handlers.last_mut().is_some_and(|row| std::mem::replace(&mut row.end, 9999) != 9999));
    each_code("an empty row", |code| {
        code.handlers.first_mut().is_some_and(|row| {
            row.end = row.start;
            true
        })
    });
    each_code("a handler before its row", |code| {
        code.handlers.first_mut().is_some_and(|row| {
            row.handler = row.start;
            true
        })
    });
    each_code("a register out of range", |code| code.handlers.first_mut().is_some_and(|row| std::mem::replace(&mut row.reg, 250) != 250));
    each_code("a handler outside", |code| {
        let len = u32::try_from(code.ops.len()).expect("small");
        code.handlers.push(HandlerRow { start: 0, end: 1, handler: len, reg: 0 });
        true
    });
}

#[test]
fn single_instructions_out_of_range_are_refused() {
    let with = |op: Op| {
        let mut bad = program("x = 1\n");
        let code = &mut bad.codes[0];
        code.ops.insert(0, op);
        code.spans.insert(0, code.spans[0]);
        refused(&bad)
    };
    use stockade_compiler::bytecode::{Base, Child, Const, Count, Free, Global, Name, Site};
    let (dst, reg, base) = (Dst(0), Reg(0), Base(0));
    assert!(!with(Op::Move { dst, src: reg }));
    for bad in [
        Op::Move { dst: Dst(200), src: reg },
        Op::Move { dst, src: Reg(200) },
        Op::LoadConst { dst, value: Const(999) },
        Op::LoadAttr { dst, obj: reg, site: Site(0) },
        Op::LoadName { dst, name: Name(0) },
        Op::LoadGlobal { dst, global: Global(999) },
        Op::LoadFree { dst, free: Free(0) },
        Op::MakeFunction { dst, base, flags: Flag(0), child: Child(0) },
        Op::Call { dst, base, argc: Count(200) },
        Op::CallMethod { dst, base, argc: Count(0), site: Site(0) },
        Op::BuildTuple { dst, base, count: Count(200) },
        Op::BuildDict { dst, base, count: Count(100) },
        Op::Unpack { dst: base, src: reg, count: Count(200) },
        Op::GetSlice { dst, obj: reg, parts: Base(249) },
        Op::ForPrep { iter: Base(249), src: reg },
        Op::LoadCommon { dst, which: Flag(99) },
        Op::LoadSpecial { dst, obj: reg, which: Flag(4) },
        Op::Inplace { dst, lhs: reg, rhs: reg, op: Flag(99) },
        Op::Intrinsic { dst, base, argc: Count(0), which: Imm32(99) },
        Op::Intrinsic { dst, base, argc: Count(0), which: Imm32(-1) },
        Op::LoadSpill { dst, list: reg, index: Imm32(0) },
        Op::Format { dst, src: reg, conversion: Flag(4) },
        Op::UnpackEx { dst: base, src: reg, before: Count(0), after: Imm32(-1) },
    ] {
        assert!(with(bad), "{bad:?} was accepted");
    }
}

#[test]
fn a_module_gives_the_value_of_its_last_expression() {
    let returns = |text: &str, module_kind| {
        let source = Arc::new(SourceText::new("<value>", text));
        let tree = parse(&source, &ParseLimits::default()).expect("it parses");
        let program = compile(&tree, source, &CompileOptions { module_kind, ..CompileOptions::default() }).expect("it compiles");
        program.listing()
    };
    assert!(returns("1 + x\n", ModuleKind::Program).contains("Add"));
    let library = returns("x\n", ModuleKind::Library);
    assert!(library.contains("LoadGlobal") && library.contains("None"));
}

/// A cycle in the code that charges nothing would never end.
#[test]
fn loops_cost_something() {
    each_code("a loop for nothing", |code| {
        let mut changed = false;
        for op in &mut code.ops {
            if let Op::Loop { cost, .. } | Op::ForLoop { cost, .. } = op {
                cost.0 = 0;
                changed = true;
            }
        }
        changed
    });
}
