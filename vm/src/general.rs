//! Every instruction out of line: what [`crate::dispatch`]'s rows leave, and what a row leaves when its quick case does not hold.
//!
//! An operation either completes or leaves its destination and operands as they were, so it can be run again after a collection
//! and its twin in the prelude can take over.

use stockade_compiler::bytecode::{ArithOp, Op};
use stockade_policy::Access;

use crate::dispatch::{Context, Event, Signal, Window};
use crate::exit::Exit;
use crate::machine::SiteKind;
use crate::ops::arith::{Unary, float_floordiv, float_mod, int_floordiv, int_mod};
use crate::ops::compare::Cmp;
use crate::value::{Tag, Value};

/// A window register by operand.
macro_rules! r {
    ($regs:ident, $reg:expr) => {
        $regs[$reg.0 as usize]
    };
}

/// Does one instruction: the place of the next, or an event in the context.
#[inline(never)]
#[expect(clippy::indexing_slicing, reason = "u8 operands index a [Value; 256] window")]
pub(crate) fn general(context: &mut Context<'_>, regs: &mut Window, mut pc: usize, op: Op) -> usize {
    let Context { rt, sites, code, func, signal, event, registry, .. } = context;
    let (rt, func): (&mut crate::rt::Rt, Value) = (rt, *func);
    let (first_site, consts, trusted) = (code.first_site, &code.consts[..], code.trusted);
    rt.trusted = trusted;

    /// Hands an event over.
    macro_rules! leave {
        ($event:expr) => {{
            (*event, *signal) = ($event, Signal::Event);
            return pc;
        }};
    }
    /// The value of a fallible operation.
    macro_rules! tri {
        ($result:expr) => {
            match $result {
                Ok(value) => value,
                Err(exit) => leave!(Event::Exit(exit)),
            }
        };
    }
    macro_rules! charge {
        ($cost:expr) => {
            rt.fuel.slice -= i64::from($cost);
            if rt.fuel.slice < 0 || rt.heap.wants_collection() {
                leave!(Event::Safepoint);
            }
        };
    }
    macro_rules! arith {
        ($op:ident, $dst:expr, $lhs:expr, $rhs:expr, $int:expr, $float:expr) => {{
            let (a, b) = (r!(regs, $lhs), r!(regs, $rhs));
            if a.tag == Tag::Int && b.tag == Tag::Int {
                if let Some(value) = ($int)(a.as_i64(), b.as_i64()) {
                    r!(regs, $dst) = Value::int(value);
                    return pc;
                }
            } else if a.tag == Tag::Float {
                if b.tag == Tag::Float {
                    if let Some(value) = ($float)(a.as_f64(), b.as_f64()) {
                        r!(regs, $dst) = Value::float(value);
                        return pc;
                    }
                } else if b.tag == Tag::Int {
                    if let Some(value) = ($float)(a.as_f64(), b.as_i64() as f64) {
                        r!(regs, $dst) = Value::float(value);
                        return pc;
                    }
                }
            } else if a.tag == Tag::Int && b.tag == Tag::Float {
                if let Some(value) = ($float)(a.as_i64() as f64, b.as_f64()) {
                    r!(regs, $dst) = Value::float(value);
                    return pc;
                }
            }
            r!(regs, $dst) = tri!(rt.binary(ArithOp::$op, a, b));
        }};
    }
    macro_rules! arith_imm {
        ($op:ident, $dst:expr, $lhs:expr, $inplace:expr, $imm:expr, $int:expr, $float:expr) => {{
            let a = r!(regs, $lhs);
            let imm = i64::from($imm.0);
            if a.tag == Tag::Int {
                if let Some(value) = ($int)(a.as_i64(), imm) {
                    r!(regs, $dst) = Value::int(value);
                    return pc;
                }
            } else if a.tag == Tag::Float {
                if let Some(value) = ($float)(a.as_f64(), imm as f64) {
                    r!(regs, $dst) = Value::float(value);
                    return pc;
                }
            }
            r!(regs, $dst) = if $inplace.0 == 1 {
                tri!(rt.binary_inplace(ArithOp::$op, a, Value::int(imm)))
            } else {
                tri!(rt.binary(ArithOp::$op, a, Value::int(imm)))
            };
        }};
    }
    macro_rules! generic {
        ($op:ident, $dst:expr, $lhs:expr, $rhs:expr) => {{
            let (a, b) = (r!(regs, $lhs), r!(regs, $rhs));
            r!(regs, $dst) = tri!(rt.binary(ArithOp::$op, a, b));
        }};
    }
    /// Does one of two things by `a cmp b`: each way goes on by itself, so that a fused jump is one test.
    macro_rules! compare {
                        ($cmp:ident, $sign:tt, $a:expr, $b:expr, $then:expr) => {{
                            let (a, b) = ($a, $b);
                            if a.tag == Tag::Int && b.tag == Tag::Int {
                                $then(a.as_i64() $sign b.as_i64())
                            } else if a.tag == Tag::Float && b.tag == Tag::Float {
                                $then(a.as_f64() $sign b.as_f64())
                            } else {
                                $then(tri!(rt.rich_compare(Cmp::$cmp, a, b)))
                            }
                        }};
                    }
    macro_rules! compare_imm {
                        ($cmp:ident, $sign:tt, $a:expr, $imm:expr, $then:expr) => {{
                            let a = $a;
                            let imm = i64::from($imm.0);
                            if a.tag == Tag::Int {
                                $then(a.as_i64() $sign imm)
                            } else if a.tag == Tag::Float {
                                $then(a.as_f64() $sign imm as f64)
                            } else {
                                $then(tri!(rt.rich_compare(Cmp::$cmp, a, Value::int(imm))))
                            }
                        }};
                    }
    macro_rules! set_compare {
        ($cmp:ident, $sign:tt, $dst:expr, $lhs:expr, $rhs:expr) => {
            compare!($cmp, $sign, r!(regs, $lhs), r!(regs, $rhs), |answer| r!(regs, $dst) = Value::bool(answer))
        };
    }
    macro_rules! jump_if {
        ($target:expr, $sense:expr) => {
            |answer: bool| {
                if answer == $sense {
                    pc = $target.0 as usize;
                }
            }
        };
    }
    macro_rules! jump_compare {
        ($cmp:ident, $sign:tt, $lhs:expr, $rhs:expr, $target:expr, $sense:expr) => {
            compare!($cmp, $sign, r!(regs, $lhs), r!(regs, $rhs), jump_if!($target, $sense))
        };
    }
    macro_rules! jump_compare_imm {
        ($cmp:ident, $sign:tt, $lhs:expr, $imm:expr, $target:expr, $sense:expr) => {
            compare_imm!($cmp, $sign, r!(regs, $lhs), $imm, jump_if!($target, $sense))
        };
    }
    macro_rules! loop_if {
        ($taken:expr, $cost:expr, $target:expr) => {
            if $taken {
                pc = $target.0 as usize;
                charge!($cost.0);
            }
        };
    }
    macro_rules! loop_compare {
        ($cmp:ident, $sign:tt, $lhs:expr, $rhs:expr, $cost:expr, $target:expr) => {{
            let taken = compare!($cmp, $sign, r!(regs, $lhs), r!(regs, $rhs), |answer: bool| answer);
            loop_if!(taken, $cost, $target)
        }};
    }
    macro_rules! loop_compare_imm {
        ($cmp:ident, $sign:tt, $lhs:expr, $imm:expr, $cost:expr, $target:expr) => {{
            let taken = compare_imm!($cmp, $sign, r!(regs, $lhs), $imm, |answer: bool| answer);
            loop_if!(taken, $cost, $target)
        }};
    }

    match op {
        Op::Nop {} => {}
        Op::Move { dst, src } => r!(regs, dst) = r!(regs, src),
        Op::LoadConst { dst, value } => match consts.get(value.0 as usize) {
            Some(value) => r!(regs, dst) = *value,
            None => leave!(Event::Bug("constant out of range")),
        },
        Op::LoadInt { dst, value } => r!(regs, dst) = Value::int(value.0.into()),
        Op::LoadUndef { dst } => r!(regs, dst) = Value::UNDEF,
        Op::CheckLocal { src } => {
            if r!(regs, src).is_undef() {
                leave!(Event::Rare(op));
            }
        }
        Op::LoadGlobal { dst, global } => match rt.globals.get(global.0 as usize) {
            Some(value) if !value.is_undef() => r!(regs, dst) = *value,
            _ => r!(regs, dst) = tri!(rt.builtin_by_slot(global.0)),
        },
        Op::StoreGlobal { src, global } => {
            if rt.has_views {
                leave!(Event::Rare(op));
            }
            if let Some(slot) = rt.globals.get_mut(global.0 as usize) {
                *slot = r!(regs, src);
            }
        }
        Op::LoadCell { dst, cell } => {
            let value = rt.heap.cells.get(r!(regs, cell).index()).0;
            if value.is_undef() {
                leave!(Event::Rare(op));
            }
            r!(regs, dst) = value;
        }
        Op::StoreCell { src, cell } => {
            let value = r!(regs, src);
            rt.heap.cells.get_mut(r!(regs, cell).index()).0 = value;
        }
        Op::MakeCell { reg } => r!(regs, reg) = tri!(rt.heap.cell(r!(regs, reg))),
        Op::LoadFree { dst, free } => {
            let cell = rt.heap.funcs.get(func.index()).closure.get(free.0 as usize).copied().unwrap_or(Value::UNDEF);
            let value = rt.heap.cells.get(cell.index()).0;
            if value.is_undef() {
                leave!(Event::Rare(op));
            }
            r!(regs, dst) = value;
        }
        Op::StoreFree { src, free } => {
            let cell = rt.heap.funcs.get(func.index()).closure.get(free.0 as usize).copied().unwrap_or(Value::UNDEF);
            rt.heap.cells.get_mut(cell.index()).0 = r!(regs, src);
        }

        Op::Add { dst, lhs, rhs } => arith!(Add, dst, lhs, rhs, i64::checked_add, |a: f64, b: f64| Some(a + b)),
        Op::Sub { dst, lhs, rhs } => arith!(Sub, dst, lhs, rhs, i64::checked_sub, |a: f64, b: f64| Some(a - b)),
        Op::Mul { dst, lhs, rhs } => arith!(Mul, dst, lhs, rhs, i64::checked_mul, |a: f64, b: f64| Some(a * b)),
        Op::Div { dst, lhs, rhs } => {
            let small = |n: i64| n.unsigned_abs() <= 1 << 53;
            let (a, b) = (r!(regs, lhs), r!(regs, rhs));
            let quotient = match (a.tag, b.tag) {
                (Tag::Float, Tag::Float) => Some((a.as_f64(), b.as_f64())),
                (Tag::Float, Tag::Int) => Some((a.as_f64(), b.as_i64() as f64)),
                (Tag::Int, Tag::Float) => Some((a.as_i64() as f64, b.as_f64())),
                (Tag::Int, Tag::Int) if small(a.as_i64()) && small(b.as_i64()) => Some((a.as_i64() as f64, b.as_i64() as f64)),
                _ => None,
            };
            match quotient {
                Some((a, b)) if b != 0.0 => r!(regs, dst) = Value::float(a / b),
                _ => r!(regs, dst) = tri!(rt.binary(ArithOp::Div, a, b)),
            }
        }
        Op::FloorDiv { dst, lhs, rhs } => {
            arith!(FloorDiv, dst, lhs, rhs, int_floordiv, |a: f64, b: f64| if b == 0.0 { None } else { Some(float_floordiv(a, b)) })
        }
        Op::Mod { dst, lhs, rhs } => {
            arith!(Mod, dst, lhs, rhs, int_mod, |a: f64, b: f64| if b == 0.0 { None } else { Some(float_mod(a, b)) })
        }
        Op::BitAnd { dst, lhs, rhs } => {
            arith!(BitAnd, dst, lhs, rhs, |a: i64, b: i64| Some(a & b), |_: f64, _: f64| None::<f64>)
        }
        Op::BitOr { dst, lhs, rhs } => {
            arith!(BitOr, dst, lhs, rhs, |a: i64, b: i64| Some(a | b), |_: f64, _: f64| None::<f64>)
        }
        Op::BitXor { dst, lhs, rhs } => {
            arith!(BitXor, dst, lhs, rhs, |a: i64, b: i64| Some(a ^ b), |_: f64, _: f64| None::<f64>)
        }
        Op::LShift { dst, lhs, rhs } => generic!(LShift, dst, lhs, rhs),
        Op::RShift { dst, lhs, rhs } => generic!(RShift, dst, lhs, rhs),
        Op::Pow { dst, lhs, rhs } => generic!(Pow, dst, lhs, rhs),
        Op::MatMul { dst, lhs, rhs } => generic!(MatMul, dst, lhs, rhs),
        Op::Inplace { dst, lhs, rhs, op: which } => {
            let (a, b) = (r!(regs, lhs), r!(regs, rhs));
            let which = ArithOp::from_u8(which.0).unwrap_or(ArithOp::Add);
            let quick = match (which, a.tag, b.tag) {
                (ArithOp::Add, Tag::Int, Tag::Int) => a.as_i64().checked_add(b.as_i64()).map(Value::int),
                (ArithOp::Sub, Tag::Int, Tag::Int) => a.as_i64().checked_sub(b.as_i64()).map(Value::int),
                (ArithOp::Mul, Tag::Int, Tag::Int) => a.as_i64().checked_mul(b.as_i64()).map(Value::int),
                (ArithOp::Add, Tag::Float, Tag::Float) => Some(Value::float(a.as_f64() + b.as_f64())),
                (ArithOp::Sub, Tag::Float, Tag::Float) => Some(Value::float(a.as_f64() - b.as_f64())),
                (ArithOp::Mul, Tag::Float, Tag::Float) => Some(Value::float(a.as_f64() * b.as_f64())),
                _ => None,
            };
            r!(regs, dst) = match quick {
                Some(value) => value,
                None => tri!(rt.binary_inplace(which, a, b)),
            };
        }
        Op::AddImm { dst, lhs, inplace, value } => {
            arith_imm!(Add, dst, lhs, inplace, value, i64::checked_add, |a: f64, b: f64| Some(a + b))
        }
        Op::SubImm { dst, lhs, inplace, value } => {
            arith_imm!(Sub, dst, lhs, inplace, value, i64::checked_sub, |a: f64, b: f64| Some(a - b))
        }
        Op::MulImm { dst, lhs, inplace, value } => {
            arith_imm!(Mul, dst, lhs, inplace, value, i64::checked_mul, |a: f64, b: f64| Some(a * b))
        }
        Op::FloorDivImm { dst, lhs, inplace, value } => {
            arith_imm!(FloorDiv, dst, lhs, inplace, value, int_floordiv, |a: f64, b: f64| if b == 0.0 {
                None
            } else {
                Some(float_floordiv(a, b))
            })
        }
        Op::ModImm { dst, lhs, inplace, value } => {
            arith_imm!(Mod, dst, lhs, inplace, value, int_mod, |a: f64, b: f64| if b == 0.0 { None } else { Some(float_mod(a, b)) })
        }
        Op::BitAndImm { dst, lhs, inplace, value } => {
            arith_imm!(BitAnd, dst, lhs, inplace, value, |a: i64, b: i64| Some(a & b), |_: f64, _: f64| None::<f64>)
        }
        Op::LShiftImm { dst, lhs, inplace, value } => {
            arith_imm!(
                LShift,
                dst,
                lhs,
                inplace,
                value,
                |a: i64, b: i64| if (0..62).contains(&b) && i64::from(a.unsigned_abs().leading_zeros()) > b + 1 {
                    Some(a << b)
                } else {
                    None
                },
                |_: f64, _: f64| None::<f64>
            )
        }
        Op::RShiftImm { dst, lhs, inplace, value } => {
            arith_imm!(
                RShift,
                dst,
                lhs,
                inplace,
                value,
                |a: i64, b: i64| if b >= 0 { Some(a >> b.min(63)) } else { None },
                |_: f64, _: f64| None::<f64>
            )
        }
        Op::Neg { dst, src } => {
            let a = r!(regs, src);
            r!(regs, dst) = match a.tag {
                Tag::Int if a.as_i64() != i64::MIN => Value::int(-a.as_i64()),
                Tag::Float => Value::float(-a.as_f64()),
                _ => tri!(rt.unary_op(Unary::Neg, a)),
            };
        }
        Op::Pos { dst, src } => r!(regs, dst) = tri!(rt.unary_op(Unary::Pos, r!(regs, src))),
        Op::Invert { dst, src } => r!(regs, dst) = tri!(rt.unary_op(Unary::Invert, r!(regs, src))),
        Op::Not { dst, src } => {
            let a = r!(regs, src);
            r!(regs, dst) = Value::bool(!if a.tag == Tag::Bool { a.payload != 0 } else { tri!(rt.truth(a)) });
        }
        Op::ToBool { dst, src } => r!(regs, dst) = Value::bool(tri!(rt.truth(r!(regs, src)))),

        Op::Eq { dst, lhs, rhs } => set_compare!(Eq, ==, dst, lhs, rhs),
        Op::Ne { dst, lhs, rhs } => set_compare!(Ne, !=, dst, lhs, rhs),
        Op::Lt { dst, lhs, rhs } => set_compare!(Lt, <, dst, lhs, rhs),
        Op::Le { dst, lhs, rhs } => set_compare!(Le, <=, dst, lhs, rhs),
        Op::Gt { dst, lhs, rhs } => set_compare!(Gt, >, dst, lhs, rhs),
        Op::Ge { dst, lhs, rhs } => set_compare!(Ge, >=, dst, lhs, rhs),
        Op::Is { dst, lhs, rhs } => r!(regs, dst) = Value::bool(r!(regs, lhs) == r!(regs, rhs)),
        Op::IsNot { dst, lhs, rhs } => r!(regs, dst) = Value::bool(r!(regs, lhs) != r!(regs, rhs)),
        Op::In { dst, lhs, rhs } => r!(regs, dst) = Value::bool(tri!(rt.contains(r!(regs, rhs), r!(regs, lhs)))),
        Op::NotIn { dst, lhs, rhs } => r!(regs, dst) = Value::bool(!tri!(rt.contains(r!(regs, rhs), r!(regs, lhs)))),

        Op::Jump { target } => pc = target.0 as usize,
        Op::JumpIfTrue { src, target } => {
            let a = r!(regs, src);
            if if a.tag == Tag::Bool { a.payload != 0 } else { tri!(rt.truth(a)) } {
                pc = target.0 as usize;
            }
        }
        Op::JumpIfFalse { src, target } => {
            let a = r!(regs, src);
            if !if a.tag == Tag::Bool { a.payload != 0 } else { tri!(rt.truth(a)) } {
                pc = target.0 as usize;
            }
        }
        Op::JumpIfNone { src, target } => {
            if r!(regs, src).is_none() {
                pc = target.0 as usize;
            }
        }
        Op::JumpIfNotNone { src, target } => {
            if !r!(regs, src).is_none() {
                pc = target.0 as usize;
            }
        }
        Op::JumpIfEq { lhs, rhs, target } => jump_compare!(Eq, ==, lhs, rhs, target, true),
        Op::JumpIfNe { lhs, rhs, target } => jump_compare!(Ne, !=, lhs, rhs, target, true),
        Op::JumpIfLt { lhs, rhs, target } => jump_compare!(Lt, <, lhs, rhs, target, true),
        Op::JumpIfLe { lhs, rhs, target } => jump_compare!(Le, <=, lhs, rhs, target, true),
        Op::JumpIfGt { lhs, rhs, target } => jump_compare!(Gt, >, lhs, rhs, target, true),
        Op::JumpIfGe { lhs, rhs, target } => jump_compare!(Ge, >=, lhs, rhs, target, true),
        Op::JumpIfNotEq { lhs, rhs, target } => jump_compare!(Eq, ==, lhs, rhs, target, false),
        Op::JumpIfNotNe { lhs, rhs, target } => jump_compare!(Ne, !=, lhs, rhs, target, false),
        Op::JumpIfNotLt { lhs, rhs, target } => jump_compare!(Lt, <, lhs, rhs, target, false),
        Op::JumpIfNotLe { lhs, rhs, target } => jump_compare!(Le, <=, lhs, rhs, target, false),
        Op::JumpIfNotGt { lhs, rhs, target } => jump_compare!(Gt, >, lhs, rhs, target, false),
        Op::JumpIfNotGe { lhs, rhs, target } => jump_compare!(Ge, >=, lhs, rhs, target, false),
        Op::JumpIfEqImm { lhs, value, target } => jump_compare_imm!(Eq, ==, lhs, value, target, true),
        Op::JumpIfNeImm { lhs, value, target } => jump_compare_imm!(Ne, !=, lhs, value, target, true),
        Op::JumpIfLtImm { lhs, value, target } => jump_compare_imm!(Lt, <, lhs, value, target, true),
        Op::JumpIfLeImm { lhs, value, target } => jump_compare_imm!(Le, <=, lhs, value, target, true),
        Op::JumpIfGtImm { lhs, value, target } => jump_compare_imm!(Gt, >, lhs, value, target, true),
        Op::JumpIfGeImm { lhs, value, target } => jump_compare_imm!(Ge, >=, lhs, value, target, true),
        Op::JumpIfNotEqImm { lhs, value, target } => jump_compare_imm!(Eq, ==, lhs, value, target, false),
        Op::JumpIfNotNeImm { lhs, value, target } => jump_compare_imm!(Ne, !=, lhs, value, target, false),
        Op::JumpIfNotLtImm { lhs, value, target } => jump_compare_imm!(Lt, <, lhs, value, target, false),
        Op::JumpIfNotLeImm { lhs, value, target } => jump_compare_imm!(Le, <=, lhs, value, target, false),
        Op::JumpIfNotGtImm { lhs, value, target } => jump_compare_imm!(Gt, >, lhs, value, target, false),
        Op::JumpIfNotGeImm { lhs, value, target } => jump_compare_imm!(Ge, >=, lhs, value, target, false),
        Op::JumpIfIn { lhs, rhs, target } => {
            if tri!(rt.contains(r!(regs, rhs), r!(regs, lhs))) {
                pc = target.0 as usize;
            }
        }
        Op::JumpIfNotIn { lhs, rhs, target } => {
            if !tri!(rt.contains(r!(regs, rhs), r!(regs, lhs))) {
                pc = target.0 as usize;
            }
        }

        Op::Charge { cost } => rt.fuel.slice = rt.fuel.slice.saturating_sub(cost.0.into()),
        Op::Loop { cost, target } => {
            pc = target.0 as usize;
            charge!(cost.0);
        }
        Op::LoopIfTrue { src, cost, target } => {
            if tri!(rt.truth(r!(regs, src))) {
                pc = target.0 as usize;
                charge!(cost.0);
            }
        }
        Op::LoopIfEq { lhs, rhs, cost, target } => loop_compare!(Eq, ==, lhs, rhs, cost, target),
        Op::LoopIfNe { lhs, rhs, cost, target } => loop_compare!(Ne, !=, lhs, rhs, cost, target),
        Op::LoopIfLt { lhs, rhs, cost, target } => loop_compare!(Lt, <, lhs, rhs, cost, target),
        Op::LoopIfLe { lhs, rhs, cost, target } => loop_compare!(Le, <=, lhs, rhs, cost, target),
        Op::LoopIfGt { lhs, rhs, cost, target } => loop_compare!(Gt, >, lhs, rhs, cost, target),
        Op::LoopIfGe { lhs, rhs, cost, target } => loop_compare!(Ge, >=, lhs, rhs, cost, target),
        Op::LoopIfEqImm { lhs, value, cost, target } => loop_compare_imm!(Eq, ==, lhs, value, cost, target),
        Op::LoopIfNeImm { lhs, value, cost, target } => loop_compare_imm!(Ne, !=, lhs, value, cost, target),
        Op::LoopIfLtImm { lhs, value, cost, target } => loop_compare_imm!(Lt, <, lhs, value, cost, target),
        Op::LoopIfLeImm { lhs, value, cost, target } => loop_compare_imm!(Le, <=, lhs, value, cost, target),
        Op::LoopIfGtImm { lhs, value, cost, target } => loop_compare_imm!(Gt, >, lhs, value, cost, target),
        Op::LoopIfGeImm { lhs, value, cost, target } => loop_compare_imm!(Ge, >=, lhs, value, cost, target),

        Op::ForPrep { iter, src } => {
            let source = r!(regs, src);
            let at = iter.0 as usize;
            let state = match source.tag {
                Tag::List | Tag::Tuple | Tag::Str => source,
                Tag::Range => match rt.simple_range(source) {
                    Some((start, stop)) => {
                        regs[(at + 1) & 255] = Value::int(start);
                        regs[at] = Value::new(Tag::RangeStop, stop as u64);
                        return pc;
                    }
                    None => match rt.stepped_range(source) {
                        Some((start, state)) => {
                            regs[(at + 1) & 255] = Value::int(start);
                            regs[at] = state;
                            return pc;
                        }
                        None => tri!(rt.iter(source)),
                    },
                },
                _ => tri!(rt.iter(source)),
            };
            regs[at] = state;
            regs[(at + 1) & 255] = Value::int(0);
        }
        Op::ForLoop { dst, iter, cost, target } => {
            let at = iter.0 as usize;
            let state = regs[at];
            match state.tag {
                Tag::RangeStop => {
                    let next = regs[(at + 1) & 255].as_i64();
                    if next < state.payload as i64 {
                        regs[(at + 1) & 255] = Value::int(next + 1);
                        r!(regs, dst) = Value::int(next);
                        pc = target.0 as usize;
                        charge!(cost.0);
                    }
                }
                Tag::RangeStep => {
                    let left = state.payload as u32;
                    if left != 0 {
                        let next = regs[(at + 1) & 255].as_i64();
                        let step = i64::from((state.payload >> 32) as i32);
                        regs[at] = Value::new(Tag::RangeStep, state.payload - 1);
                        regs[(at + 1) & 255] = Value::int(next.wrapping_add(step));
                        r!(regs, dst) = Value::int(next);
                        pc = target.0 as usize;
                        charge!(cost.0);
                    }
                }
                Tag::List => {
                    let next = regs[(at + 1) & 255].as_i64();
                    if let Some(item) = rt.heap.lists.get(state.index()).items.get(next as usize) {
                        regs[(at + 1) & 255] = Value::int(next + 1);
                        r!(regs, dst) = *item;
                        pc = target.0 as usize;
                        charge!(cost.0);
                    }
                }
                Tag::Tuple => {
                    let next = regs[(at + 1) & 255].as_i64();
                    if let Some(item) = rt.heap.tuples.get(state.index()).items.get(next as usize) {
                        regs[(at + 1) & 255] = Value::int(next + 1);
                        r!(regs, dst) = *item;
                        pc = target.0 as usize;
                        charge!(cost.0);
                    }
                }
                Tag::Iter => match rt.next(state) {
                    Ok(Some(item)) => {
                        r!(regs, dst) = item;
                        pc = target.0 as usize;
                        charge!(cost.0);
                    }
                    Ok(None) => {}
                    Err(Exit::Guest) => leave!(Event::ForGuest { iter: state, dst: dst.0 }),
                    Err(exit) => leave!(Event::Exit(exit)),
                },
                Tag::Gen => leave!(Event::ForResume { generator: state, dst: dst.0 }),
                _ => leave!(Event::ForGuest { iter: state, dst: dst.0 }),
            }
        }

        Op::LoadAttr { dst, obj, site } => {
            let object = r!(regs, obj);
            let Some(cache) = sites.get_mut(first_site + site.0 as usize) else { leave!(Event::Bug("site out of range")) };
            if object.tag == Tag::Inst && cache.kind == SiteKind::Slot {
                let inst = rt.heap.insts.get(object.index());
                if inst.shape == cache.shape
                    && rt.heap.classes.get(inst.class).version == cache.version
                    && let Some(value) = inst.slots.get(cache.slot as usize)
                    && !value.is_undef()
                {
                    r!(regs, dst) = *value;
                    return pc;
                }
            }
            if !cache.allowed {
                if !trusted {
                    tri!(rt.check_attribute(cache.name, Access::Read));
                }
                cache.allowed = true;
            }
            if object.tag == Tag::Module && !trusted {
                tri!(rt.check_module_attribute(object, cache.name));
            }
            let value = tri!(rt.load_attr(object, cache.name));
            if object.tag == Tag::Inst {
                rt.fill_load(cache, object);
            }
            r!(regs, dst) = value;
        }
        Op::StoreAttr { obj, src, site } => {
            let object = r!(regs, obj);
            let value = r!(regs, src);
            let Some(cache) = sites.get_mut(first_site + site.0 as usize) else { leave!(Event::Bug("site out of range")) };
            if object.tag == Tag::Inst {
                let inst = rt.heap.insts.get(object.index());
                if inst.shape == cache.shape && rt.heap.classes.get(inst.class).version == cache.version {
                    match cache.kind {
                        SiteKind::Slot => {
                            if let Some(slot) = rt.heap.insts.get_mut(object.index()).slots.get_mut(cache.slot as usize) {
                                *slot = value;
                                return pc;
                            }
                        }
                        SiteKind::AddSlot => {
                            tri!(rt.push_slot(object, value, cache.slot));
                            return pc;
                        }
                        _ => {}
                    }
                }
            }
            if !cache.allowed {
                if !trusted {
                    tri!(rt.check_attribute(cache.name, Access::Write));
                }
                cache.allowed = true;
            }
            let before = if object.tag == Tag::Inst { rt.heap.insts.get(object.index()).shape } else { 0 };
            tri!(rt.store_attr(object, cache.name, value));
            if object.tag == Tag::Inst {
                rt.fill_store(cache, object, before);
            }
        }
        Op::GetItem { dst, obj, key } => {
            let (object, index) = (r!(regs, obj), r!(regs, key));
            if index.tag == Tag::Int {
                let items = match object.tag {
                    Tag::List => &rt.heap.lists.get(object.index()).items[..],
                    Tag::Tuple => &rt.heap.tuples.get(object.index()).items[..],
                    _ => &[],
                };
                let at = index.as_i64();
                let at = if at < 0 { at.wrapping_add(items.len() as i64) } else { at };
                if let Some(item) = items.get(at as usize) {
                    r!(regs, dst) = *item;
                    return pc;
                }
            } else if object.tag == Tag::Dict && index.tag == Tag::Str {
                let hash = rt.hash_str(index);
                if let Some(at) = tri!(rt.dict_find(object, index, hash)) {
                    r!(regs, dst) = rt.heap.dicts.get(object.index()).entry(at).map_or(Value::NONE, |entry| entry.value);
                    return pc;
                }
            }
            r!(regs, dst) = tri!(rt.get_item(object, index));
        }
        Op::GetItemImm { dst, obj, key } => {
            let object = r!(regs, obj);
            let items = match object.tag {
                Tag::List => &rt.heap.lists.get(object.index()).items[..],
                Tag::Tuple => &rt.heap.tuples.get(object.index()).items[..],
                _ => &[],
            };
            let at = i64::from(key.0);
            let at = if at < 0 { at.wrapping_add(items.len() as i64) } else { at };
            match items.get(at as usize) {
                Some(item) => r!(regs, dst) = *item,
                None => r!(regs, dst) = tri!(rt.get_item(object, Value::int(key.0.into()))),
            }
        }
        Op::SetItem { obj, key, src } => {
            let (object, index, value) = (r!(regs, obj), r!(regs, key), r!(regs, src));
            if object.tag == Tag::List && index.tag == Tag::Int {
                let items = &mut rt.heap.lists.get_mut(object.index()).items;
                let at = index.as_i64();
                let at = if at < 0 { at.wrapping_add(items.len() as i64) } else { at };
                if let Some(item) = items.get_mut(at as usize) {
                    *item = value;
                    return pc;
                }
            }
            tri!(rt.set_item(object, index, value));
        }
        Op::GetSlice { dst, obj, parts } => {
            let at = parts.0 as usize;
            let (start, stop, step) = (regs[at], regs[(at + 1) & 255], regs[(at + 2) & 255]);
            r!(regs, dst) = tri!(rt.get_slice(r!(regs, obj), start, stop, step));
        }
        Op::BuildSlice { dst, parts } => {
            let at = parts.0 as usize;
            r!(regs, dst) = tri!(rt.heap.slice(regs[at], regs[(at + 1) & 255], regs[(at + 2) & 255]));
        }
        Op::BuildTuple { dst, base, count } => {
            let items = regs.get(base.0 as usize..base.0 as usize + count.0 as usize).unwrap_or(&[]);
            r!(regs, dst) = tri!(rt.heap.tuple(items));
        }
        Op::BuildList { dst, base, count } => {
            let items = regs.get(base.0 as usize..base.0 as usize + count.0 as usize).unwrap_or(&[]);
            r!(regs, dst) = tri!(rt.heap.list_from(items));
        }
        Op::BuildListConst { dst, value } => {
            let Some(tuple) = consts.get(value.0 as usize).copied() else {
                leave!(Event::Bug("constant out of range"));
            };
            let items = rt.heap.tuples.get(tuple.index()).items.to_vec();
            r!(regs, dst) = tri!(rt.heap.list(items));
        }
        Op::ListAppend { list, src } => tri!(rt.heap.list_push(r!(regs, list).index(), r!(regs, src))),
        Op::Unpack { dst, src, count } => {
            let (source, count) = (r!(regs, src), count.0 as usize);
            let items: &[Value] = match source.tag {
                Tag::Tuple => &rt.heap.tuples.get(source.index()).items,
                Tag::List => &rt.heap.lists.get(source.index()).items,
                _ => &[],
            };
            if items.len() == count && count > 0 {
                if let Some(window) = regs.get_mut(dst.0 as usize..dst.0 as usize + count) {
                    window.copy_from_slice(items);
                }
            } else {
                leave!(Event::Rare(op));
            }
        }

        Op::Call { dst, base, argc } => {
            let at = base.0 as usize;
            let callee = regs[at];
            match callee.tag {
                Tag::Native => {
                    let args = regs.get(at + 1..at + 1 + argc.0 as usize).unwrap_or(&[]);
                    match rt.call_native(callee, args) {
                        Ok(value) => r!(regs, dst) = value,
                        Err(Exit::Guest | Exit::Service(_)) => {
                            leave!(Event::Call { callee, base: base.0 + 1, argc: argc.0, names: None, dst: dst.0 })
                        }
                        Err(exit) => leave!(Event::Exit(exit)),
                    }
                }
                Tag::Func => leave!(Event::Call { callee, base: base.0 + 1, argc: argc.0, names: None, dst: dst.0 }),
                Tag::Type
                    if argc.0 == 1
                        && callee == crate::registry::TYPE.value()
                        && (trusted || rt.grants.builtin_arity("type", 1).is_ok()) =>
                {
                    r!(regs, dst) = rt.type_of(regs[(at + 1) & 255]);
                }
                Tag::Type => {
                    let Some(new) = registry.constructor(callee) else {
                        leave!(Event::Call { callee, base: base.0 + 1, argc: argc.0, names: None, dst: dst.0 })
                    };
                    let args = regs.get(at..at + 1 + argc.0 as usize).unwrap_or(&[]);
                    match new.call_positional(rt, args) {
                        Ok(value) => r!(regs, dst) = value,
                        Err(Exit::Guest | Exit::Service(_)) => {
                            leave!(Event::Call { callee, base: base.0 + 1, argc: argc.0, names: None, dst: dst.0 })
                        }
                        Err(exit) => leave!(Event::Exit(exit)),
                    }
                }
                _ => leave!(Event::Call { callee, base: base.0 + 1, argc: argc.0, names: None, dst: dst.0 }),
            }
        }
        Op::CallKw { dst, base, argc, names } => {
            leave!(Event::Call { callee: regs[base.0 as usize], base: base.0 + 1, argc: argc.0, names: Some(names.0), dst: dst.0 })
        }
        Op::CallEx { dst, base } => leave!(Event::CallEx { base: base.0, dst: dst.0 }),
        Op::CallMethod { dst, base, argc, site } => {
            let at = base.0 as usize;
            let object = regs[at];
            let Some(cache) = sites.get_mut(first_site + site.0 as usize) else { leave!(Event::Bug("site out of range")) };
            // An instance whose class has a plain function by that name: no bound method is made.
            let mut direct = None;
            if object.tag == Tag::Inst {
                let inst = rt.heap.insts.get(object.index());
                if cache.kind == SiteKind::Method && inst.shape == cache.shape && rt.heap.classes.get(inst.class).version == cache.version {
                    direct = Some(cache.value);
                } else {
                    if !cache.allowed {
                        if !trusted {
                            tri!(rt.check_attribute(cache.name, Access::Read));
                        }
                        cache.allowed = true;
                    }
                    match rt.fill_method(cache, object) {
                        Some(callee) if callee.tag == Tag::Func => direct = Some(callee),
                        Some(callee) => {
                            leave!(Event::Call { callee, base: base.0, argc: argc.0 + 1, names: None, dst: dst.0 })
                        }
                        None => {}
                    }
                }
            }
            if let Some(callee) = direct {
                leave!(Event::Call { callee, base: base.0, argc: argc.0 + 1, names: None, dst: dst.0 })
            }
            if cache.kind == SiteKind::Native
                && cache.slot == object.tag as u32
                && let Some(method) = registry.native(cache.value)
            {
                let args = regs.get(at..at + 1 + argc.0 as usize).unwrap_or(&[]);
                match method.call_positional(rt, args) {
                    Ok(value) => r!(regs, dst) = value,
                    Err(Exit::Guest) => {
                        let callee = cache.value;
                        leave!(Event::Call { callee, base: base.0, argc: argc.0 + 1, names: None, dst: dst.0 })
                    }
                    Err(exit) => leave!(Event::Exit(exit)),
                }
                return pc;
            }
            if !cache.allowed {
                if !trusted {
                    tri!(rt.check_attribute(cache.name, Access::Read));
                }
                cache.allowed = true;
            }
            match object.tag {
                Tag::Inst => {}
                Tag::Module => {
                    if !trusted {
                        tri!(rt.check_module_attribute(object, cache.name));
                    }
                }
                Tag::Class | Tag::Type | Tag::Func | Tag::Exc | Tag::Method => {}
                _ => {
                    if let Some(method) = rt.native_method(object, cache.name) {
                        if object.tag.is_whole_type() {
                            cache.kind = SiteKind::Native;
                            cache.slot = object.tag as u32;
                            cache.value = method;
                        }
                        let args = regs.get(at..at + 1 + argc.0 as usize).unwrap_or(&[]);
                        match rt.call_native(method, args) {
                            Ok(value) => r!(regs, dst) = value,
                            Err(Exit::Guest) => {
                                leave!(Event::Call { callee: method, base: base.0, argc: argc.0 + 1, names: None, dst: dst.0 })
                            }
                            Err(exit) => leave!(Event::Exit(exit)),
                        }
                        return pc;
                    }
                }
            }
            let callee = match rt.load_attr(object, cache.name) {
                Ok(callee) => callee,
                // The attribute itself needs a guest call (`__getattr__`, a property): the prelude does both.
                Err(Exit::Call) => leave!(Event::Rare(op)),
                Err(exit) => leave!(Event::Exit(exit)),
            };
            leave!(Event::Call { callee, base: base.0 + 1, argc: argc.0, names: None, dst: dst.0 })
        }
        Op::Return { src } => leave!(Event::Return(r!(regs, src))),
        Op::MakeFunction { dst, base, flags, child } => {
            leave!(Event::MakeFunction { dst: dst.0, base: base.0, flags: flags.0, child: child.0 })
        }
        Op::Yield { dst, src } => {
            let _ = dst;
            leave!(Event::Yield(r!(regs, src)))
        }
        Op::YieldDelegate { dst, src, iter } => {
            let _ = (dst, iter);
            leave!(Event::Yield(r!(regs, src)))
        }
        Op::Send { iter, value, target } => {
            let iterator = r!(regs, iter);
            let sent = r!(regs, value);
            if iterator.tag == Tag::Iter && sent.is_none() {
                match rt.next(iterator) {
                    Ok(Some(item)) => {
                        r!(regs, value) = item;
                        return pc;
                    }
                    Ok(None) => {
                        r!(regs, value) = Value::NONE;
                        pc = target.0 as usize;
                        return pc;
                    }
                    Err(Exit::Guest) => {}
                    Err(exit) => leave!(Event::Exit(exit)),
                }
            }
            leave!(Event::Send { iter: iterator, value: sent, dst: value.0 })
        }
        Op::Format { dst, src, conversion } => {
            r!(regs, dst) = tri!(rt.format_value(r!(regs, src), conversion.0, Value::UNDEF));
        }
        Op::FormatSpec { dst, src, conversion, spec } => {
            r!(regs, dst) = tri!(rt.format_value(r!(regs, src), conversion.0, r!(regs, spec)));
        }
        Op::BuildString { dst, base, count } => {
            let parts = regs.get(base.0 as usize..base.0 as usize + count.0 as usize).unwrap_or(&[]);
            r!(regs, dst) = tri!(rt.build_string(parts));
        }
        Op::GetIter { dst, src } => r!(regs, dst) = tri!(rt.iter(r!(regs, src))),
        Op::Len { dst, src } => r!(regs, dst) = Value::int(tri!(rt.len(r!(regs, src))) as i64),
        Op::DelItem { obj, key } => tri!(rt.del_item(r!(regs, obj), r!(regs, key))),
        // Named one by one: a match without a rest needs no test that the opcode is known.
        Op::LoadCommon { .. }
        | Op::LoadSpill { .. }
        | Op::StoreSpill { .. }
        | Op::MakeSpill { .. }
        | Op::DelGlobal { .. }
        | Op::LoadName { .. }
        | Op::StoreName { .. }
        | Op::DelName { .. }
        | Op::DelCell { .. }
        | Op::DelFree { .. }
        | Op::LoadFreeCell { .. }
        | Op::LoadClassFree { .. }
        | Op::LoadDictOrGlobal { .. }
        | Op::LoadDictOrFree { .. }
        | Op::DelAttr { .. }
        | Op::BuildSet { .. }
        | Op::BuildDict { .. }
        | Op::SetAdd { .. }
        | Op::DictInsert { .. }
        | Op::ListExtend { .. }
        | Op::SetUpdate { .. }
        | Op::DictUpdate { .. }
        | Op::DictMerge { .. }
        | Op::ListToTuple { .. }
        | Op::UnpackEx { .. }
        | Op::CallSuper { .. }
        | Op::CallSuperMethod { .. }
        | Op::Intrinsic { .. }
        | Op::Raise { .. }
        | Op::RaiseFrom { .. }
        | Op::RaiseCurrent { .. }
        | Op::Reraise { .. }
        | Op::EnterHandler { .. }
        | Op::LeaveHandler { .. }
        | Op::JumpIfNotMatch { .. }
        | Op::MatchStar { .. }
        | Op::FinishStar { .. }
        | Op::ExcInfo { .. }
        | Op::LoadSpecial { .. }
        | Op::YieldFromIter { .. }
        | Op::AwaitIter { .. }
        | Op::AsyncIter { .. }
        | Op::AsyncNext { .. }
        | Op::Import { .. }
        | Op::ImportFrom { .. }
        | Op::ImportStar { .. }
        | Op::MatchSequence { .. }
        | Op::MatchMapping { .. }
        | Op::MatchKeys { .. }
        | Op::MatchClass { .. } => leave!(Event::Rare(op)),
    }
    pc
}
