//! The loop: fetch, match, act. One arm for each row of the opcode table; slow cases go out of line.
//!
//! Invariants:
//! - `regs` is the window of the top frame; programs are verified, so operands below its code's `nregs` are in bounds by type (`u8`).
//! - Fuel is charged at entry (when a frame is pushed) and on backward jumps; both are safepoints, where every live value is in a
//!   register, a frame or another object.
//! - An operation either completes or leaves its destination and operands as they were, so it can be run again after a collection
//!   and its twin in the prelude can take over.

use stockade_compiler::bytecode::{ArithOp, Op, Reg};
use stockade_policy::Access;

use crate::call::{CallSite, Called};
use crate::exit::Exit;
use crate::frame::{Action, Frame};
use crate::heap::class_flags;
use crate::machine::{Machine, SiteKind, Stop};
use crate::ops::arith::{Unary, float_floordiv, float_mod, int_floordiv, int_mod};
use crate::ops::compare::{Cmp, int_cmp_float};
use crate::rt::Resume;
use crate::value::{Tag, Value};

/// Why the inner loop handed over.
enum Event {
    /// An operation ended other than with a value.
    Exit(Exit),
    /// A call the loop does not do itself: callee, first argument (window register), count, names constant.
    Call {
        callee: Value,
        base: u8,
        argc: u8,
        names: Option<u16>,
        dst: u8,
    },
    /// `base(*base+1, **base+2)`
    CallEx {
        base: u8,
        dst: u8,
    },
    Return(Value),
    Yield(Value),
    /// Fuel slice used up or collection due.
    Safepoint,
    /// A generator in register `iter` gives the next item of a `for`.
    ForResume {
        generator: Value,
        dst: u8,
    },
    /// A guest iterator does.
    ForGuest {
        iter: Value,
        dst: u8,
    },
    /// `Send` to an iterator that is not native.
    Send {
        iter: Value,
        value: Value,
        dst: u8,
    },
    MakeFunction {
        dst: u8,
        base: u8,
        flags: u8,
        child: u16,
    },
    /// Rows handled by [`crate::rare`].
    Rare(Op),
}

/// A window register by operand.
macro_rules! r {
    ($regs:ident, $reg:expr) => {
        $regs[$reg.0 as usize]
    };
}

impl Machine {
    /// Runs until the outermost frame is left or something stops it.
    #[expect(clippy::indexing_slicing, reason = "u8 operands index a [Value; 256] window")]
    pub(crate) fn run(&mut self) -> Stop {
        loop {
            let event = {
                let Machine { rt, codes, stack, frames, depth, .. } = &mut *self;
                'reload: loop {
                    let frame_count = frames.len();
                    let Some(frame) = frames.last_mut() else { return Stop::Bug("no frame to run") };
                    let base = frame.base as usize;
                    let Some(code) = codes.get_mut(frame.code as usize) else { return Stop::Bug("frame without code") };
                    let Some(regs) = stack.get_mut(base..).and_then(<[Value]>::first_chunk_mut::<256>) else {
                        return Stop::Bug("window outside the stack");
                    };
                    let mut pc = frame.pc as usize;
                    rt.trusted = code.trusted;
                    if rt.fuel.slice < 0 || rt.heap.wants_collection() {
                        break 'reload Event::Safepoint;
                    }

                    /// Hands an event over with the frame's pc up to date.
                    macro_rules! leave {
                        ($event:expr) => {{
                            frame.pc = pc as u32;
                            break 'reload $event;
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
                                    continue;
                                }
                            } else if a.tag == Tag::Float {
                                if b.tag == Tag::Float {
                                    if let Some(value) = ($float)(a.as_f64(), b.as_f64()) {
                                        r!(regs, $dst) = Value::float(value);
                                        continue;
                                    }
                                } else if b.tag == Tag::Int {
                                    if let Some(value) = ($float)(a.as_f64(), b.as_i64() as f64) {
                                        r!(regs, $dst) = Value::float(value);
                                        continue;
                                    }
                                }
                            } else if a.tag == Tag::Int && b.tag == Tag::Float {
                                if let Some(value) = ($float)(a.as_i64() as f64, b.as_f64()) {
                                    r!(regs, $dst) = Value::float(value);
                                    continue;
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
                                    continue;
                                }
                            } else if a.tag == Tag::Float {
                                if let Some(value) = ($float)(a.as_f64(), imm as f64) {
                                    r!(regs, $dst) = Value::float(value);
                                    continue;
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
                    /// The truth of `a cmp b`.
                    macro_rules! compare {
                        ($cmp:ident, $a:expr, $b:expr) => {{
                            let (a, b) = ($a, $b);
                            if a.tag == Tag::Int && b.tag == Tag::Int {
                                Cmp::$cmp.of_order(a.as_i64().cmp(&b.as_i64()))
                            } else if a.tag == Tag::Float && b.tag == Tag::Float {
                                Cmp::$cmp.of_floats(a.as_f64(), b.as_f64())
                            } else {
                                tri!(rt.rich_compare(Cmp::$cmp, a, b))
                            }
                        }};
                    }
                    macro_rules! compare_imm {
                        ($cmp:ident, $a:expr, $imm:expr) => {{
                            let a = $a;
                            let imm = i64::from($imm.0);
                            if a.tag == Tag::Int {
                                Cmp::$cmp.of_order(a.as_i64().cmp(&imm))
                            } else if a.tag == Tag::Float {
                                int_cmp_float(imm, a.as_f64()).map_or(Cmp::$cmp == Cmp::Ne, |order| Cmp::$cmp.of_order(order.reverse()))
                            } else {
                                tri!(rt.rich_compare(Cmp::$cmp, a, Value::int(imm)))
                            }
                        }};
                    }
                    macro_rules! set_compare {
                        ($cmp:ident, $dst:expr, $lhs:expr, $rhs:expr) => {{
                            let answer = compare!($cmp, r!(regs, $lhs), r!(regs, $rhs));
                            r!(regs, $dst) = Value::bool(answer);
                        }};
                    }
                    macro_rules! jump_compare {
                        ($cmp:ident, $lhs:expr, $rhs:expr, $target:expr, $sense:expr) => {{
                            if compare!($cmp, r!(regs, $lhs), r!(regs, $rhs)) == $sense {
                                pc = $target.0 as usize;
                            }
                        }};
                    }
                    macro_rules! jump_compare_imm {
                        ($cmp:ident, $lhs:expr, $imm:expr, $target:expr, $sense:expr) => {{
                            if compare_imm!($cmp, r!(regs, $lhs), $imm) == $sense {
                                pc = $target.0 as usize;
                            }
                        }};
                    }
                    macro_rules! loop_compare {
                        ($cmp:ident, $lhs:expr, $rhs:expr, $cost:expr, $target:expr) => {{
                            if compare!($cmp, r!(regs, $lhs), r!(regs, $rhs)) {
                                pc = $target.0 as usize;
                                charge!($cost.0);
                            }
                        }};
                    }
                    macro_rules! loop_compare_imm {
                        ($cmp:ident, $lhs:expr, $imm:expr, $cost:expr, $target:expr) => {{
                            if compare_imm!($cmp, r!(regs, $lhs), $imm) {
                                pc = $target.0 as usize;
                                charge!($cost.0);
                            }
                        }};
                    }

                    loop {
                        let Some(op) = code.ops.get(pc).copied() else { return Stop::Bug("pc outside the code") };
                        pc += 1;
                        match op {
                            Op::Nop {} => {}
                            Op::Move { dst, src } => r!(regs, dst) = r!(regs, src),
                            Op::LoadConst { dst, value } => match code.consts.get(value.0 as usize) {
                                Some(value) => r!(regs, dst) = *value,
                                None => return Stop::Bug("constant out of range"),
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
                                let cell =
                                    rt.heap.funcs.get(frame.func.index()).closure.get(free.0 as usize).copied().unwrap_or(Value::UNDEF);
                                let value = rt.heap.cells.get(cell.index()).0;
                                if value.is_undef() {
                                    leave!(Event::Rare(op));
                                }
                                r!(regs, dst) = value;
                            }
                            Op::StoreFree { src, free } => {
                                let cell =
                                    rt.heap.funcs.get(frame.func.index()).closure.get(free.0 as usize).copied().unwrap_or(Value::UNDEF);
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
                                    (Tag::Int, Tag::Int) if small(a.as_i64()) && small(b.as_i64()) => {
                                        Some((a.as_i64() as f64, b.as_i64() as f64))
                                    }
                                    _ => None,
                                };
                                match quotient {
                                    Some((a, b)) if b != 0.0 => r!(regs, dst) = Value::float(a / b),
                                    _ => r!(regs, dst) = tri!(rt.binary(ArithOp::Div, a, b)),
                                }
                            }
                            Op::FloorDiv { dst, lhs, rhs } => {
                                arith!(FloorDiv, dst, lhs, rhs, int_floordiv, |a: f64, b: f64| if b == 0.0 {
                                    None
                                } else {
                                    Some(float_floordiv(a, b))
                                })
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
                                arith_imm!(Mod, dst, lhs, inplace, value, int_mod, |a: f64, b: f64| if b == 0.0 {
                                    None
                                } else {
                                    Some(float_mod(a, b))
                                })
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

                            Op::Eq { dst, lhs, rhs } => set_compare!(Eq, dst, lhs, rhs),
                            Op::Ne { dst, lhs, rhs } => set_compare!(Ne, dst, lhs, rhs),
                            Op::Lt { dst, lhs, rhs } => set_compare!(Lt, dst, lhs, rhs),
                            Op::Le { dst, lhs, rhs } => set_compare!(Le, dst, lhs, rhs),
                            Op::Gt { dst, lhs, rhs } => set_compare!(Gt, dst, lhs, rhs),
                            Op::Ge { dst, lhs, rhs } => set_compare!(Ge, dst, lhs, rhs),
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
                            Op::JumpIfEq { lhs, rhs, target } => jump_compare!(Eq, lhs, rhs, target, true),
                            Op::JumpIfNe { lhs, rhs, target } => jump_compare!(Ne, lhs, rhs, target, true),
                            Op::JumpIfLt { lhs, rhs, target } => jump_compare!(Lt, lhs, rhs, target, true),
                            Op::JumpIfLe { lhs, rhs, target } => jump_compare!(Le, lhs, rhs, target, true),
                            Op::JumpIfGt { lhs, rhs, target } => jump_compare!(Gt, lhs, rhs, target, true),
                            Op::JumpIfGe { lhs, rhs, target } => jump_compare!(Ge, lhs, rhs, target, true),
                            Op::JumpIfNotEq { lhs, rhs, target } => jump_compare!(Eq, lhs, rhs, target, false),
                            Op::JumpIfNotNe { lhs, rhs, target } => jump_compare!(Ne, lhs, rhs, target, false),
                            Op::JumpIfNotLt { lhs, rhs, target } => jump_compare!(Lt, lhs, rhs, target, false),
                            Op::JumpIfNotLe { lhs, rhs, target } => jump_compare!(Le, lhs, rhs, target, false),
                            Op::JumpIfNotGt { lhs, rhs, target } => jump_compare!(Gt, lhs, rhs, target, false),
                            Op::JumpIfNotGe { lhs, rhs, target } => jump_compare!(Ge, lhs, rhs, target, false),
                            Op::JumpIfEqImm { lhs, value, target } => jump_compare_imm!(Eq, lhs, value, target, true),
                            Op::JumpIfNeImm { lhs, value, target } => jump_compare_imm!(Ne, lhs, value, target, true),
                            Op::JumpIfLtImm { lhs, value, target } => jump_compare_imm!(Lt, lhs, value, target, true),
                            Op::JumpIfLeImm { lhs, value, target } => jump_compare_imm!(Le, lhs, value, target, true),
                            Op::JumpIfGtImm { lhs, value, target } => jump_compare_imm!(Gt, lhs, value, target, true),
                            Op::JumpIfGeImm { lhs, value, target } => jump_compare_imm!(Ge, lhs, value, target, true),
                            Op::JumpIfNotEqImm { lhs, value, target } => jump_compare_imm!(Eq, lhs, value, target, false),
                            Op::JumpIfNotNeImm { lhs, value, target } => jump_compare_imm!(Ne, lhs, value, target, false),
                            Op::JumpIfNotLtImm { lhs, value, target } => jump_compare_imm!(Lt, lhs, value, target, false),
                            Op::JumpIfNotLeImm { lhs, value, target } => jump_compare_imm!(Le, lhs, value, target, false),
                            Op::JumpIfNotGtImm { lhs, value, target } => jump_compare_imm!(Gt, lhs, value, target, false),
                            Op::JumpIfNotGeImm { lhs, value, target } => jump_compare_imm!(Ge, lhs, value, target, false),
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
                            Op::LoopIfEq { lhs, rhs, cost, target } => loop_compare!(Eq, lhs, rhs, cost, target),
                            Op::LoopIfNe { lhs, rhs, cost, target } => loop_compare!(Ne, lhs, rhs, cost, target),
                            Op::LoopIfLt { lhs, rhs, cost, target } => loop_compare!(Lt, lhs, rhs, cost, target),
                            Op::LoopIfLe { lhs, rhs, cost, target } => loop_compare!(Le, lhs, rhs, cost, target),
                            Op::LoopIfGt { lhs, rhs, cost, target } => loop_compare!(Gt, lhs, rhs, cost, target),
                            Op::LoopIfGe { lhs, rhs, cost, target } => loop_compare!(Ge, lhs, rhs, cost, target),
                            Op::LoopIfEqImm { lhs, value, cost, target } => loop_compare_imm!(Eq, lhs, value, cost, target),
                            Op::LoopIfNeImm { lhs, value, cost, target } => loop_compare_imm!(Ne, lhs, value, cost, target),
                            Op::LoopIfLtImm { lhs, value, cost, target } => loop_compare_imm!(Lt, lhs, value, cost, target),
                            Op::LoopIfLeImm { lhs, value, cost, target } => loop_compare_imm!(Le, lhs, value, cost, target),
                            Op::LoopIfGtImm { lhs, value, cost, target } => loop_compare_imm!(Gt, lhs, value, cost, target),
                            Op::LoopIfGeImm { lhs, value, cost, target } => loop_compare_imm!(Ge, lhs, value, cost, target),

                            Op::ForPrep { iter, src } => {
                                let source = r!(regs, src);
                                let at = iter.0 as usize;
                                let state = match source.tag {
                                    Tag::List | Tag::Tuple => source,
                                    Tag::Range => match rt.simple_range(source) {
                                        Some((start, stop)) => {
                                            regs[(at + 1) & 255] = Value::int(start);
                                            regs[at] = Value::new(Tag::RangeStop, stop as u64);
                                            continue;
                                        }
                                        None => tri!(rt.iter(source)),
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
                                let Some(cache) = code.sites.get_mut(site.0 as usize) else { return Stop::Bug("site out of range") };
                                if object.tag == Tag::Inst && cache.kind == SiteKind::Slot {
                                    let inst = rt.heap.insts.get(object.index());
                                    if inst.shape == cache.shape
                                        && rt.heap.classes.get(inst.class).version == cache.version
                                        && let Some(value) = inst.slots.get(cache.slot as usize)
                                        && !value.is_undef()
                                    {
                                        r!(regs, dst) = *value;
                                        continue;
                                    }
                                }
                                if !cache.allowed {
                                    if !code.trusted {
                                        tri!(rt.check_attribute(cache.name, Access::Read));
                                    }
                                    cache.allowed = true;
                                }
                                if object.tag == Tag::Module && !code.trusted {
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
                                let Some(cache) = code.sites.get_mut(site.0 as usize) else { return Stop::Bug("site out of range") };
                                if object.tag == Tag::Inst {
                                    let inst = rt.heap.insts.get(object.index());
                                    if inst.shape == cache.shape && rt.heap.classes.get(inst.class).version == cache.version {
                                        match cache.kind {
                                            SiteKind::Slot => {
                                                if let Some(slot) = rt.heap.insts.get_mut(object.index()).slots.get_mut(cache.slot as usize)
                                                {
                                                    *slot = value;
                                                    continue;
                                                }
                                            }
                                            SiteKind::AddSlot => {
                                                tri!(rt.push_slot(object, value, cache.slot));
                                                continue;
                                            }
                                            _ => {}
                                        }
                                    }
                                }
                                if !cache.allowed {
                                    if !code.trusted {
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
                                        continue;
                                    }
                                } else if object.tag == Tag::Dict && index.tag == Tag::Str {
                                    let hash = rt.hash_str(index);
                                    if let Some(at) = tri!(rt.dict_find(object, index, hash)) {
                                        r!(regs, dst) =
                                            rt.heap.dicts.get(object.index()).entry(at).map_or(Value::NONE, |entry| entry.value);
                                        continue;
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
                                        continue;
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
                                let Some(tuple) = code.consts.get(value.0 as usize).copied() else {
                                    return Stop::Bug("constant out of range");
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
                                    Tag::Func => {
                                        let target = rt.heap.funcs.get(callee.index()).code;
                                        frame.pc = pc as u32;
                                        let new_base = base_of(frame, base.0) + 1;
                                        let (trusted_depth, limit) = (frames.len() as u32, rt.limits.recursion);
                                        let Some(code) = codes.get(target as usize) else { return Stop::Bug("function without code") };
                                        if code.simple
                                            && code.arg_count == argc.0
                                            && !code.hidden
                                            && trusted_depth < limit
                                            && *depth < rt.recursion_limit
                                            && frames.len() < frames.capacity()
                                            && (new_base as usize) + 512 <= stack.len()
                                        {
                                            let from = new_base as usize + argc.0 as usize;
                                            if let Some(rest) = stack.get_mut(from..new_base as usize + code.nregs as usize) {
                                                rest.fill(Value::UNDEF);
                                            }
                                            rt.fuel.slice -= i64::from(code.entry_cost);
                                            *depth += 1;
                                            frames.push(Frame {
                                                code: target,
                                                pc: 0,
                                                base: new_base,
                                                dst: dst.0,
                                                action: Action::Store,
                                                hidden: false,
                                                func: callee,
                                                extra: Value::UNDEF,
                                                generator: Value::UNDEF,
                                                saved_handled: Value::UNDEF,
                                            });
                                            continue 'reload;
                                        }
                                        break 'reload Event::Call { callee, base: base.0 + 1, argc: argc.0, names: None, dst: dst.0 };
                                    }
                                    _ => leave!(Event::Call { callee, base: base.0 + 1, argc: argc.0, names: None, dst: dst.0 }),
                                }
                            }
                            Op::CallKw { dst, base, argc, names } => {
                                leave!(Event::Call {
                                    callee: regs[base.0 as usize],
                                    base: base.0 + 1,
                                    argc: argc.0,
                                    names: Some(names.0),
                                    dst: dst.0
                                })
                            }
                            Op::CallEx { dst, base } => leave!(Event::CallEx { base: base.0, dst: dst.0 }),
                            Op::CallMethod { dst, base, argc, site } => {
                                let at = base.0 as usize;
                                let object = regs[at];
                                let Some(cache) = code.sites.get_mut(site.0 as usize) else { return Stop::Bug("site out of range") };
                                // An instance whose class has a plain function by that name: no bound method is made.
                                let mut direct = None;
                                if object.tag == Tag::Inst {
                                    let inst = rt.heap.insts.get(object.index());
                                    if cache.kind == SiteKind::Method
                                        && inst.shape == cache.shape
                                        && rt.heap.classes.get(inst.class).version == cache.version
                                    {
                                        direct = Some(cache.value);
                                    } else {
                                        if !cache.allowed {
                                            if !code.trusted {
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
                                    let target = rt.heap.funcs.get(callee.index()).code;
                                    frame.pc = pc as u32;
                                    let new_base = base_of(frame, base.0);
                                    let count = argc.0 + 1;
                                    let (frame_count, limit) = (frames.len() as u32, rt.limits.recursion);
                                    let Some(code) = codes.get(target as usize) else { return Stop::Bug("function without code") };
                                    if code.simple
                                        && code.arg_count == count
                                        && !code.hidden
                                        && frame_count < limit
                                        && *depth < rt.recursion_limit
                                        && frames.len() < frames.capacity()
                                        && (new_base as usize) + 512 <= stack.len()
                                    {
                                        let from = new_base as usize + count as usize;
                                        if let Some(rest) = stack.get_mut(from..new_base as usize + code.nregs as usize) {
                                            rest.fill(Value::UNDEF);
                                        }
                                        rt.fuel.slice -= i64::from(code.entry_cost);
                                        *depth += 1;
                                        frames.push(Frame {
                                            code: target,
                                            pc: 0,
                                            base: new_base,
                                            dst: dst.0,
                                            action: Action::Store,
                                            hidden: false,
                                            func: callee,
                                            extra: Value::UNDEF,
                                            generator: Value::UNDEF,
                                            saved_handled: Value::UNDEF,
                                        });
                                        continue 'reload;
                                    }
                                    break 'reload Event::Call { callee, base: base.0, argc: count, names: None, dst: dst.0 };
                                }
                                if !cache.allowed {
                                    if !code.trusted {
                                        tri!(rt.check_attribute(cache.name, Access::Read));
                                    }
                                    cache.allowed = true;
                                }
                                match object.tag {
                                    Tag::Inst => {}
                                    Tag::Module => {
                                        if !code.trusted {
                                            tri!(rt.check_module_attribute(object, cache.name));
                                        }
                                    }
                                    Tag::Class | Tag::Type | Tag::Func | Tag::Exc | Tag::Method => {}
                                    _ => {
                                        if let Some(method) = rt.native_method(object, cache.name) {
                                            let args = regs.get(at..at + 1 + argc.0 as usize).unwrap_or(&[]);
                                            match rt.call_native(method, args) {
                                                Ok(value) => r!(regs, dst) = value,
                                                Err(Exit::Guest) => {
                                                    leave!(Event::Call {
                                                        callee: method,
                                                        base: base.0,
                                                        argc: argc.0 + 1,
                                                        names: None,
                                                        dst: dst.0
                                                    })
                                                }
                                                Err(exit) => leave!(Event::Exit(exit)),
                                            }
                                            continue;
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
                            Op::Return { src } => {
                                let value = r!(regs, src);
                                if frame.action == Action::Store && frame.generator.is_undef() && frame_count > 1 {
                                    let dst = frame.dst;
                                    if !frame.hidden {
                                        *depth = depth.saturating_sub(1);
                                    }
                                    frames.pop();
                                    let Some(caller) = frames.last() else { return Stop::Bug("no caller") };
                                    if let Some(slot) = stack.get_mut(caller.base as usize + dst as usize) {
                                        *slot = value;
                                    }
                                    continue 'reload;
                                }
                                leave!(Event::Return(value))
                            }
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
                                            continue;
                                        }
                                        Ok(None) => {
                                            r!(regs, value) = Value::NONE;
                                            pc = target.0 as usize;
                                            continue;
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
                            _ => leave!(Event::Rare(op)),
                        }
                    }
                }
            };
            match self.handle(event) {
                Ok(None) => {}
                Ok(Some(stop)) => return stop,
                Err(exit) => {
                    if let Some(stop) = self.settle(exit) {
                        return stop;
                    }
                }
            }
        }
    }

    /// Does what an event asks for.
    fn handle(&mut self, event: Event) -> Result<Option<Stop>, Exit> {
        match event {
            Event::Exit(exit) => return Err(exit),
            Event::Call { callee, base, argc, names, dst } => {
                let first = self.window_base() + usize::from(base);
                let names: Vec<Value> = match names {
                    Some(index) => {
                        let tuple = self.constant(index);
                        self.rt.sequence_items(tuple).to_vec()
                    }
                    None => Vec::new(),
                };
                let site =
                    CallSite { base: first, argc: usize::from(argc), names: &names, dst, action: Action::Store, extra: Value::UNDEF };
                let called = self.call(callee, site)?;
                self.deliver(called, dst);
            }
            Event::CallEx { base, dst } => {
                let called = self.call_ex(base, dst)?;
                self.deliver(called, dst);
            }
            Event::Return(value) => return self.finish_frame(value),
            Event::Yield(value) => return self.suspend_generator(value),
            Event::Safepoint => {
                if self.rt.heap.wants_collection() {
                    self.collect();
                }
                if self.rt.heap.is_corrupt() {
                    return Ok(Some(Stop::Bug("heap index out of range")));
                }
                if self.rt.fuel.slice < 0 {
                    self.rt.refill()?;
                    if self.rt.fuel.stop_due() {
                        self.rt.fuel.stop_at = None;
                        self.rt.fuel.cut_slice();
                        // What a call left here is done with: nothing of it may show in a snapshot.
                        self.rt.pending = crate::rt::Pending::default();
                        return Ok(Some(Stop::Paused));
                    }
                }
                if self.rt.heap.used > self.rt.heap.limit.saturating_add(crate::heap::SLACK) {
                    return Ok(Some(Stop::Limit(crate::outcome::LimitKind::Memory)));
                }
            }
            Event::ForResume { generator, dst } => {
                let called = self.resume(generator, Resume::Send, Value::NONE, dst, Action::ForNext, Value::UNDEF)?;
                if let Called::Value(value) = called {
                    self.for_item(value, dst)?;
                }
            }
            Event::ForGuest { iter, dst } => {
                let method = self.rt.class_lookup(self.rt.type_of(iter), crate::names::dunder_next);
                match method {
                    Some(method) => {
                        let exit = self.rt.tail_method(method, iter, &[]);
                        if !matches!(exit, Exit::Call) {
                            return Err(exit);
                        }
                        if let Called::Value(value) = self.start_pending(dst, Action::ForNext, Value::UNDEF)? {
                            self.for_item(value, dst)?;
                        }
                    }
                    None => {
                        let name = self.rt.type_name(iter);
                        return Err(self.rt.type_error(&format!("'{name}' object is not an iterator")));
                    }
                }
            }
            Event::Send { iter, value, dst } => self.send(iter, value, dst)?,
            Event::MakeFunction { dst, base, flags, child } => self.make_function(dst, base, flags, child)?,
            Event::Rare(op) => self.rare(op)?,
        }
        Ok(None)
    }

    /// First register of the top frame's window.
    pub(crate) fn window_base(&self) -> usize {
        self.frames.last().map_or(0, |frame| frame.base as usize)
    }

    pub(crate) fn reg(&self, reg: Reg) -> Value {
        self.stack.get(self.window_base() + usize::from(reg.0)).copied().unwrap_or(Value::UNDEF)
    }

    pub(crate) fn set_reg(&mut self, reg: u8, value: Value) {
        let at = self.window_base() + usize::from(reg);
        if let Some(slot) = self.stack.get_mut(at) {
            *slot = value;
        }
    }

    pub(crate) fn constant(&self, index: u16) -> Value {
        let code = self.frames.last().and_then(|frame| self.codes.get(frame.code as usize));
        code.and_then(|code| code.consts.get(usize::from(index))).copied().unwrap_or(Value::NONE)
    }

    /// Stores a call's value when it is there already.
    pub(crate) fn deliver(&mut self, called: Called, dst: u8) {
        if let Called::Value(value) = called {
            self.set_reg(dst, value);
        }
    }

    /// The instruction the top frame ran last.
    pub(crate) fn current_op(&self) -> Option<Op> {
        let frame = self.frames.last()?;
        let code = self.codes.get(frame.code as usize)?;
        code.ops.get((frame.pc as usize).checked_sub(1)?).copied()
    }

    /// A `for` got its next item from a call: stores it and jumps to the body.
    pub(crate) fn for_item(&mut self, value: Value, dst: u8) -> Result<(), Exit> {
        self.set_reg(dst, value);
        if let Some(Op::ForLoop { cost, target, .. }) = self.current_op() {
            self.rt.fuel.slice -= i64::from(cost.0);
            if let Some(frame) = self.frames.last_mut() {
                frame.pc = target.0;
            }
        }
        Ok(())
    }
}

#[inline(always)]
fn base_of(frame: &Frame, reg: u8) -> u32 {
    frame.base + u32::from(reg)
}

impl crate::rt::Rt {
    /// Start and stop of a range over machine integers with step 1.
    #[inline]
    pub(crate) fn simple_range(&self, range: Value) -> Option<(i64, i64)> {
        let parts = self.heap.ranges.get(range.index());
        (parts.start.tag == Tag::Int && parts.stop.tag == Tag::Int && parts.step == Value::int(1))
            .then(|| (parts.start.as_i64(), parts.stop.as_i64()))
    }

    /// Remembers where an instance's own attribute was found.
    pub(crate) fn fill_load(&mut self, cache: &mut crate::machine::Site, object: Value) {
        let inst = self.heap.insts.get(object.index());
        let class = self.heap.classes.get(inst.class);
        if class.flags & class_flags::GETATTRIBUTE != 0 || inst.shape == crate::heap::DICT_SHAPE {
            return;
        }
        let Some(slot) = self.shapes.slot(inst.shape, cache.name) else { return };
        let (shape, version) = (inst.shape, class.version);
        let class = Value::heap(Tag::Class, inst.class);
        if let Some(attr) = self.class_lookup(class, cache.name)
            && self.is_data_descriptor(attr)
            && !(attr.tag == Tag::Object && matches!(self.heap.as_object(attr), crate::heap::Object::SlotDescriptor { .. }))
        {
            return;
        }
        cache.kind = SiteKind::Slot;
        cache.shape = shape;
        cache.version = version;
        cache.slot = slot;
    }

    /// Remembers how storing an attribute went.
    pub(crate) fn fill_store(&mut self, cache: &mut crate::machine::Site, object: Value, before: u32) {
        let inst = self.heap.insts.get(object.index());
        let class = self.heap.classes.get(inst.class);
        let (shape, version) = (inst.shape, class.version);
        if class.flags & class_flags::SETATTR != 0 || shape == crate::heap::DICT_SHAPE || before == crate::heap::DICT_SHAPE {
            return;
        }
        let class = Value::heap(Tag::Class, inst.class);
        if let Some(attr) = self.class_lookup(class, cache.name)
            && self.is_data_descriptor(attr)
            && !(attr.tag == Tag::Object && matches!(self.heap.as_object(attr), crate::heap::Object::SlotDescriptor { .. }))
        {
            return;
        }
        let Some(slot) = self.shapes.slot(shape, cache.name) else { return };
        cache.version = version;
        cache.shape = before;
        if before == shape {
            cache.kind = SiteKind::Slot;
            cache.slot = slot;
        } else if self.shapes.child(before, cache.name) == Some(shape) {
            cache.kind = SiteKind::AddSlot;
            cache.slot = shape;
        }
    }

    /// A plain function of the instance's class under the cache's name, remembered; None when the lookup is anything else.
    pub(crate) fn fill_method(&mut self, cache: &mut crate::machine::Site, object: Value) -> Option<Value> {
        let inst = self.heap.insts.get(object.index());
        let class = self.heap.classes.get(inst.class);
        if class.flags & class_flags::GETATTRIBUTE != 0 {
            return None;
        }
        let (shape, version, index) = (inst.shape, class.version, inst.class);
        // Sites that see many classes share one cache.
        let line =
            (shape.wrapping_mul(0x9E37_79B1) ^ cache.name.0.wrapping_mul(0x85EB_CA6B)) as usize >> 7 & (crate::rt::METHOD_ENTRIES - 1);
        if let Some(known) = self.methods.get(line)
            && known.shape == shape
            && known.version == version
            && known.class == index
            && known.name == cache.name
            && !known.value.is_undef()
        {
            return Some(known.value);
        }
        let class = Value::heap(Tag::Class, index);
        let found = self.class_lookup(class, cache.name)?;
        if found.tag != Tag::Func && found.tag != Tag::Native {
            return None;
        }
        if self.own_attr(object, cache.name).is_some() {
            return None;
        }
        if found.tag == Tag::Native {
            return crate::registry::registry()
                .native(found)
                .filter(|native| native.row.kind == crate::natives::Kind::Method)
                .map(|_| found);
        }
        if shape != crate::heap::DICT_SHAPE {
            cache.kind = SiteKind::Method;
            cache.shape = shape;
            cache.version = version;
            cache.value = found;
            if let Some(known) = self.methods.get_mut(line) {
                *known = crate::rt::MethodEntry { shape, version, class: index, name: cache.name, value: found };
            }
        }
        Some(found)
    }

    /// A builtin method of a value of a builtin type.
    #[inline]
    pub(crate) fn native_method(&self, object: Value, name: crate::names::NameId) -> Option<Value> {
        if object.tag == Tag::Object
            && matches!(self.heap.as_object(object), crate::heap::Object::Super { .. } | crate::heap::Object::GenericAlias { .. })
        {
            return None;
        }
        let registry = crate::registry::registry();
        let found = registry.member(self.builtin_type(object), name)?;
        registry.native(found).filter(|native| native.row.kind == crate::natives::Kind::Method).map(|_| found)
    }

    /// A global that is not bound: the builtin of that name, or `NameError`.
    #[inline(never)]
    pub(crate) fn builtin_by_slot(&mut self, slot: u32) -> Result<Value, Exit> {
        // What the policy allowed once it allows again: a slot belongs to one module, trusted or not.
        if let Some(known) = self.builtin_slots.get(slot as usize)
            && !known.is_undef()
        {
            return Ok(*known);
        }
        let name = self.global_names.get(slot as usize).copied().unwrap_or_default();
        let value = self.builtin_by_name(name)?;
        if crate::registry::registry().builtin(name) == Some(value) {
            let at = slot as usize;
            if at >= self.builtin_slots.len() {
                self.builtin_slots.resize(self.globals.len().max(at + 1), Value::UNDEF);
            }
            if let Some(known) = self.builtin_slots.get_mut(at) {
                *known = value;
            }
        }
        Ok(value)
    }
}
