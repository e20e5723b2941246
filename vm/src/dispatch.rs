//! How instructions follow each other: a table of rows, each of which does one instruction and goes on to the next.
//!
//! Invariants:
//! - `regs` is the window of the top frame; programs are verified, so operands below its code's `nregs` are in bounds by type (`u8`).
//! - Fuel is charged at entry (when a frame is pushed) and on backward jumps; both are safepoints, where every live value is in a
//!   register, a frame or another object.
//! - A row's quick case calls nothing that keeps values on the host's stack: what is not quick is [`general`]'s.
//!
//! Where the optimiser turns calls in tail position into jumps (`cfg(stockade_threaded)`, see `build.rs`) a row calls the next
//! row; elsewhere it returns to the loop in [`enter`]. `a_long_run_needs_no_stack` in `tests/stack.rs` runs every row on a small stack.

use stockade_compiler::bytecode::{ArithOp, Op, Opcode};

use crate::exit::Exit;
use crate::frame::{Action, Frame};
use crate::general::general;
use crate::generator::{quick_next, quick_yield};
use crate::machine::{Loaded, Machine, Site, SiteKind};
use crate::ops::arith::{float_floordiv, float_mod, int_floordiv, int_mod};
use crate::registry::Registry;
use crate::rt::Rt;
use crate::value::{Tag, Value};

/// The registers of a frame, and slack.
pub(crate) type Window = [Value; 256];

/// Why the rows handed over to the machine.
#[derive(Clone, Copy)]
pub(crate) enum Event {
    /// An operation ended other than with a value.
    Exit(Exit),
    /// A fault of ours.
    Bug(&'static str),
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

/// Why the rows stop.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signal {
    /// They don't.
    None,
    /// Another frame is on top.
    Switch,
    /// A frame was left, and a register of its caller gets a value.
    Deliver,
    /// The machine has to do something.
    Event,
}

/// What rows share. What depends on the top frame is set anew whenever that changes.
pub(crate) struct Context<'m> {
    pub(crate) rt: &'m mut Rt,
    pub(crate) codes: &'m [Loaded],
    pub(crate) frames: &'m mut Vec<Frame>,
    stack_len: usize,
    pub(crate) sites: &'m mut [Site],
    pub(crate) registry: &'static Registry,
    /// Why the rows stop; none while they go on.
    pub(crate) signal: Signal,
    /// With [`Signal::Event`]: which.
    pub(crate) event: Event,
    /// With [`Signal::Deliver`]: what goes to which register of the frame that is on top then.
    value: Value,
    dst: u8,
    /// Where they stopped.
    pc: usize,
    // --- of the top frame
    pub(crate) code: &'m Loaded,
    /// The running function, for its closure.
    pub(crate) func: Value,
    base: u32,
}

/// One row: does the instruction before `pc` and everything after it, until an event stands in the context.
type Handler = fn(&mut Context<'_>, &mut Window, &[Op], usize, Op);

/// What a row's quick case says.
enum Flow {
    /// Done; the next instruction follows.
    Next,
    /// Done; the instruction at this place follows.
    Jump(u32),
    /// A backward jump: fuel is charged, then as `Jump`.
    Loop(u32, u32),
    /// Not done: the case is not quick.
    Slow,
    /// An event stands in the context.
    Leave,
    /// As `Leave`, and where the rows stop stands there as well.
    Left,
}

/// Runs the rows until an event that the machine must deal with.
pub(crate) fn run_rows(machine: &mut Machine) -> Event {
    let Machine { rt, codes, sites, stack, frames, .. } = machine;
    let codes: &[Loaded] = codes;
    let Some(first) = codes.first() else { return Event::Bug("no code to run") };
    let mut context = Context {
        rt,
        codes,
        frames,
        stack_len: stack.len(),
        sites,
        registry: crate::registry::registry(),
        signal: Signal::None,
        event: Event::Safepoint,
        value: Value::UNDEF,
        dst: 0,
        pc: 0,
        code: first,
        func: Value::UNDEF,
        base: 0,
    };
    loop {
        let Some(frame) = context.frames.last() else { return Event::Bug("no frame to run") };
        let Some(code) = codes.get(frame.code as usize) else { return Event::Bug("frame without code") };
        let Some(regs) = stack.get_mut(frame.base as usize..).and_then(<[Value]>::first_chunk_mut::<256>) else {
            return Event::Bug("window outside the stack");
        };
        let pc = frame.pc as usize;
        context.func = frame.func;
        context.base = frame.base;
        context.code = code;
        if context.signal == Signal::Deliver
            && let Some(slot) = regs.get_mut(usize::from(context.dst))
        {
            *slot = context.value;
        }
        context.signal = Signal::None;
        start(&mut context, regs, &code.ops, pc);
        match context.signal {
            Signal::Switch | Signal::Deliver => {}
            Signal::Event => {
                if !goes_on(&mut context, stack) {
                    return context.event;
                }
            }
            Signal::None => return Event::Bug("the rows ended without a reason"),
        }
    }
}

/// Deals with an event here, where it is quick: a generator's step for a loop. False when the machine has to.
#[inline(never)]
fn goes_on(context: &mut Context<'_>, stack: &mut [Value]) -> bool {
    if let Some(frame) = context.frames.last_mut() {
        frame.pc = context.pc as u32;
    }
    context.rt.trusted = context.code.trusted;
    let done = match context.event {
        Event::ForResume { generator, dst } => quick_next(context, stack, generator, dst, Action::ForNext),
        Event::Send { iter, value, dst } if value.is_none() => quick_next(context, stack, iter, dst, Action::Send),
        Event::Yield(value) => match quick_yield(context, stack) {
            Some(dst) => {
                if let Some(slot) = context.frames.last().and_then(|frame| stack.get_mut(frame.base as usize + usize::from(dst))) {
                    *slot = value;
                }
                true
            }
            None => false,
        },
        _ => false,
    };
    if done && (context.rt.fuel.slice < 0 || context.rt.heap.wants_collection()) {
        context.event = Event::Safepoint;
        return false;
    }
    done
}

/// Runs instructions from `pc` until one leaves an event in the context.
fn start(context: &mut Context<'_>, regs: &mut Window, ops: &[Op], pc: usize) {
    context.pc = pc;
    loop {
        let pc = context.pc;
        match ops.get(pc) {
            Some(op) => handler(*op)(context, regs, ops, pc.wrapping_add(1), *op),
            None => outside(context, pc),
        }
        if cfg!(stockade_threaded) || context.signal != Signal::None {
            return;
        }
    }
}

impl Context<'_> {
    /// Stops the rows for an event.
    #[inline(always)]
    pub(crate) fn stop(&mut self, event: Event) {
        self.event = event;
        self.signal = Signal::Event;
    }

    /// Enters a guest function whose arguments stand from register `first` and are its parameters in order, where there is
    /// room; anything else is not quick.
    #[inline(always)]
    fn call(&mut self, regs: &mut Window, pc: usize, callee: Value, first: u8, count: u8, dst: u8) -> Flow {
        let Some(function) = self.rt.heap.funcs.find(callee.index()) else { return Flow::Slow };
        let target = function.code;
        let Some(code) = self.codes.get(target as usize) else { return Flow::Slow };
        let base = self.base.wrapping_add(u32::from(first));
        if code.quick_args != u16::from(count) || self.frames.len() >= self.rt.quick_frames || base as usize + 512 > self.stack_len {
            return Flow::Slow;
        }
        let from = usize::from(first) + usize::from(count);
        let Some(rest) = regs.get_mut(from..usize::from(first) + usize::from(code.nregs)) else { return Flow::Slow };
        for slot in rest {
            *slot = Value::UNDEF;
        }
        let Some(caller) = self.frames.last_mut() else { return Flow::Slow };
        caller.pc = pc as u32;
        // Said again so close that pushing needs no way to grow.
        if self.frames.len() >= self.frames.capacity() {
            return Flow::Slow;
        }
        self.rt.fuel.slice = self.rt.fuel.slice.wrapping_sub(i64::from(code.entry_cost));
        self.frames.push(Frame {
            code: target,
            pc: 0,
            base,
            dst,
            action: Action::Store,
            hidden: false,
            quick: true,
            func: callee,
            extra: Value::UNDEF,
            generator: Value::UNDEF,
            saved_handled: Value::UNDEF,
        });
        if self.rt.fuel.slice < 0 || self.rt.heap.wants_collection() {
            self.pc = 0;
            self.stop(Event::Safepoint);
        } else {
            self.signal = Signal::Switch;
        }
        Flow::Left
    }
}

#[inline(always)]
#[expect(clippy::indexing_slicing, reason = "a u8 indexes 256 rows")]
fn handler(op: Op) -> Handler {
    ROWS[op.opcode() as u8 as usize]
}

#[cold]
#[inline(never)]
fn outside(context: &mut Context<'_>, pc: usize) {
    context.stop(Event::Bug("pc outside the code"));
    context.pc = pc;
}

/// Goes on at `pc`.
macro_rules! go_on {
    ($context:ident, $regs:ident, $ops:ident, $pc:expr) => {{
        let pc: usize = $pc;
        if cfg!(stockade_threaded) {
            match $ops.get(pc) {
                Some(op) => handler(*op)($context, $regs, $ops, pc.wrapping_add(1), *op),
                None => outside($context, pc),
            }
        } else {
            $context.pc = pc;
        }
    }};
}

/// The row of every instruction that has no quick case, and of the others when theirs does not hold.
#[inline(never)]
fn slow(context: &mut Context<'_>, regs: &mut Window, ops: &[Op], pc: usize, op: Op) {
    let pc = general(context, regs, pc, op);
    if context.signal != Signal::None {
        context.pc = pc;
        return;
    }
    go_on!(context, regs, ops, pc)
}

/// `LoadAttr` where the site knows another shape: sites that see many share what they know.
#[inline(never)]
fn attribute_miss(context: &mut Context<'_>, regs: &mut Window, ops: &[Op], pc: usize, op: Op) {
    if let Op::LoadAttr { dst, obj, site } = op
        && let Some(object) = regs.get(usize::from(obj.0)).filter(|object| object.tag == Tag::Inst)
        && let Some(cache) = context.sites.get(context.code.first_site.wrapping_add(usize::from(site.0)))
        && cache.allowed
        && let Some(value) = context.rt.known_slot(*object, cache.name)
        && let Some(slot) = regs.get_mut(usize::from(dst.0))
    {
        *slot = value;
        return go_on!(context, regs, ops, pc);
    }
    slow(context, regs, ops, pc, op)
}

/// `CallMethod` where the site knows another shape.
#[inline(never)]
fn method_miss(context: &mut Context<'_>, regs: &mut Window, ops: &[Op], pc: usize, op: Op) {
    if let Op::CallMethod { dst, base, argc, site } = op
        && let Some(object) = regs.get(usize::from(base.0)).filter(|object| object.tag == Tag::Inst)
        && let Some(cache) = context.sites.get_mut(context.code.first_site.wrapping_add(usize::from(site.0)))
        && cache.allowed
        && let Some(callee) = context.rt.fill_method(cache, *object)
        && callee.tag == Tag::Func
        && matches!(context.call(regs, pc, callee, base.0, argc.0.wrapping_add(1), dst.0), Flow::Left)
    {
        return;
    }
    slow(context, regs, ops, pc, op)
}

/// Declares rows with a quick case: a function of the row's name for each, and the table.
macro_rules! rows {
    ($($name:ident { $($field:ident),* } ($context:ident, $regs:ident, $pc:ident) or $slow:ident $body:block)*) => {
        #[expect(non_snake_case,
            clippy::redundant_closure_call, clippy::indexing_slicing, reason = "a row's function goes by the row's name; u8 operands index a [Value; 256] window; a quick case returns from itself")]
        mod quick {
            use super::*;
            $(pub(super) fn $name($context: &mut Context<'_>, $regs: &mut Window, ops: &[Op], $pc: usize, op: Op) {
                let Op::$name { $($field),* } = op else { return $slow($context, $regs, ops, $pc, op) };
                let flow = (|| -> Flow { $body })();
                match flow {
                    Flow::Next => go_on!($context, $regs, ops, $pc),
                    Flow::Jump(target) => go_on!($context, $regs, ops, target as usize),
                    Flow::Loop(target, cost) => {
                        $context.rt.fuel.slice = $context.rt.fuel.slice.wrapping_sub(i64::from(cost));
                        if $context.rt.fuel.slice < 0 || $context.rt.heap.wants_collection() {
                            $context.stop(Event::Safepoint);
                            $context.pc = target as usize;
                            return;
                        }
                        go_on!($context, $regs, ops, target as usize)
                    }
                    Flow::Slow => $slow($context, $regs, ops, $pc, op),
                    Flow::Leave => $context.pc = $pc,
                    Flow::Left => {}
                }
            })*
        }

        static ROWS: [Handler; 256] = {
            let mut rows = [slow as Handler; 256];
            $(rows[Opcode::$name as usize] = quick::$name;)*
            rows
        };
    };
}

/// A window register by operand.
macro_rules! r {
    ($regs:ident, $reg:expr) => {
        $regs[$reg.0 as usize]
    };
}

/// `dst = lhs op rhs` for two ints or two floats.
macro_rules! arith {
    ($regs:ident, $dst:ident, $lhs:ident, $rhs:ident, $int:expr, $float:expr) => {{
        let (a, b) = (r!($regs, $lhs), r!($regs, $rhs));
        if a.tag == Tag::Int && b.tag == Tag::Int {
            let Some(value) = $int(a.as_i64(), b.as_i64()) else { return Flow::Slow };
            r!($regs, $dst) = Value::int(value);
            return Flow::Next;
        }
        if a.tag == Tag::Float && b.tag == Tag::Float {
            let Some(value) = $float(a.as_f64(), b.as_f64()) else { return Flow::Slow };
            r!($regs, $dst) = Value::float(value);
            return Flow::Next;
        }
        Flow::Slow
    }};
}

/// `dst = lhs op value` for an int or a float.
macro_rules! arith_imm {
    ($regs:ident, $dst:ident, $lhs:ident, $value:ident, $int:expr, $float:expr) => {{
        let a = r!($regs, $lhs);
        let imm = i64::from($value.0);
        if a.tag == Tag::Int {
            let Some(value) = $int(a.as_i64(), imm) else { return Flow::Slow };
            r!($regs, $dst) = Value::int(value);
            return Flow::Next;
        }
        if a.tag == Tag::Float {
            let Some(value) = $float(a.as_f64(), imm as f64) else { return Flow::Slow };
            r!($regs, $dst) = Value::float(value);
            return Flow::Next;
        }
        Flow::Slow
    }};
}

/// The truth of `lhs sign rhs` for two ints or two floats.
macro_rules! compare {
    ($regs:ident, $lhs:ident $sign:tt $rhs:ident) => {{
        let (a, b) = (r!($regs, $lhs), r!($regs, $rhs));
        if a.tag == Tag::Int && b.tag == Tag::Int {
            a.as_i64() $sign b.as_i64()
        } else if a.tag == Tag::Float && b.tag == Tag::Float {
            a.as_f64() $sign b.as_f64()
        } else {
            return Flow::Slow;
        }
    }};
}

/// The truth of `lhs sign value` for an int or a float.
macro_rules! compare_imm {
    ($regs:ident, $lhs:ident $sign:tt $value:ident) => {{
        let a = r!($regs, $lhs);
        let imm = i64::from($value.0);
        if a.tag == Tag::Int {
            a.as_i64() $sign imm
        } else if a.tag == Tag::Float {
            a.as_f64() $sign imm as f64
        } else {
            return Flow::Slow;
        }
    }};
}

fn jump_if(taken: bool, target: stockade_compiler::bytecode::Target) -> Flow {
    if taken { Flow::Jump(target.0) } else { Flow::Next }
}

fn loop_if(taken: bool, target: stockade_compiler::bytecode::Target, cost: u32) -> Flow {
    if taken { Flow::Loop(target.0, cost) } else { Flow::Next }
}

/// [`ArithOp`]s as operands carry them.
const ADD: u8 = ArithOp::Add as u8;
const SUB: u8 = ArithOp::Sub as u8;
const MUL: u8 = ArithOp::Mul as u8;

/// No float result: such an operation on floats is not quick.
fn no_float(_: f64, _: f64) -> Option<f64> {
    None
}

rows! {
    Move { dst, src } (_context, regs, pc) or slow {
        r!(regs, dst) = r!(regs, src);
        Flow::Next
    }
    LoadConst { dst, value } (context, regs, pc) or slow {
        let Some(value) = context.code.consts.get(value.0 as usize) else { return Flow::Slow };
        r!(regs, dst) = *value;
        Flow::Next
    }
    LoadInt { dst, value } (_context, regs, pc) or slow {
        r!(regs, dst) = Value::int(value.0.into());
        Flow::Next
    }
    CheckLocal { src } (_context, regs, pc) or slow {
        if r!(regs, src).is_undef() { Flow::Slow } else { Flow::Next }
    }
    LoadGlobal { dst, global } (context, regs, pc) or slow {
        match context.rt.globals.get(global.0 as usize) {
            Some(value) if !value.is_undef() => r!(regs, dst) = *value,
            _ => match context.rt.builtin_slots.get(global.0 as usize) {
                Some(value) if !value.is_undef() => r!(regs, dst) = *value,
                _ => return Flow::Slow,
            },
        }
        Flow::Next
    }
    StoreGlobal { src, global } (context, regs, pc) or slow {
        if context.rt.has_views {
            return Flow::Slow;
        }
        let Some(slot) = context.rt.globals.get_mut(global.0 as usize) else { return Flow::Slow };
        *slot = r!(regs, src);
        Flow::Next
    }
    LoadCell { dst, cell } (context, regs, pc) or slow {
        let Some(content) = context.rt.heap.cells.find(r!(regs, cell).index()) else { return Flow::Slow };
        let value = content.0;
        if value.is_undef() {
            return Flow::Slow;
        }
        r!(regs, dst) = value;
        Flow::Next
    }
    StoreCell { src, cell } (context, regs, pc) or slow {
        let Some(content) = context.rt.heap.cells.find_mut(r!(regs, cell).index()) else { return Flow::Slow };
        content.0 = r!(regs, src);
        Flow::Next
    }
    LoadFree { dst, free } (context, regs, pc) or slow {
        let Some(function) = context.rt.heap.funcs.find(context.func.index()) else { return Flow::Slow };
        let Some(cell) = function.closure.get(free.0 as usize) else { return Flow::Slow };
        let Some(content) = context.rt.heap.cells.find(cell.index()) else { return Flow::Slow };
        let value = content.0;
        if value.is_undef() {
            return Flow::Slow;
        }
        r!(regs, dst) = value;
        Flow::Next
    }
    StoreFree { src, free } (context, regs, pc) or slow {
        let Some(function) = context.rt.heap.funcs.find(context.func.index()) else { return Flow::Slow };
        let Some(cell) = function.closure.get(free.0 as usize).copied() else { return Flow::Slow };
        let Some(content) = context.rt.heap.cells.find_mut(cell.index()) else { return Flow::Slow };
        content.0 = r!(regs, src);
        Flow::Next
    }
    Add { dst, lhs, rhs } (_context, regs, pc) or slow {
        arith!(regs, dst, lhs, rhs, i64::checked_add, |a: f64, b: f64| Some(a + b))
    }
    Sub { dst, lhs, rhs } (_context, regs, pc) or slow {
        arith!(regs, dst, lhs, rhs, i64::checked_sub, |a: f64, b: f64| Some(a - b))
    }
    Mul { dst, lhs, rhs } (_context, regs, pc) or slow {
        arith!(regs, dst, lhs, rhs, i64::checked_mul, |a: f64, b: f64| Some(a * b))
    }
    FloorDiv { dst, lhs, rhs } (_context, regs, pc) or slow {
        arith!(regs, dst, lhs, rhs, int_floordiv, |a: f64, b: f64| if b == 0.0 { None } else { Some(float_floordiv(a, b)) })
    }
    Mod { dst, lhs, rhs } (_context, regs, pc) or slow {
        arith!(regs, dst, lhs, rhs, int_mod, |a: f64, b: f64| if b == 0.0 { None } else { Some(float_mod(a, b)) })
    }
    BitAnd { dst, lhs, rhs } (_context, regs, pc) or slow {
        arith!(regs, dst, lhs, rhs, |a: i64, b: i64| Some(a & b), no_float)
    }
    BitOr { dst, lhs, rhs } (_context, regs, pc) or slow {
        arith!(regs, dst, lhs, rhs, |a: i64, b: i64| Some(a | b), no_float)
    }
    BitXor { dst, lhs, rhs } (_context, regs, pc) or slow {
        arith!(regs, dst, lhs, rhs, |a: i64, b: i64| Some(a ^ b), no_float)
    }
    Div { dst, lhs, rhs } (_context, regs, pc) or slow {
        let (a, b) = (r!(regs, lhs), r!(regs, rhs));
        let small = |n: i64| n.unsigned_abs() <= 1 << 53;
        let (a, b) = match (a.tag, b.tag) {
            (Tag::Float, Tag::Float) => (a.as_f64(), b.as_f64()),
            (Tag::Int, Tag::Int) if small(a.as_i64()) && small(b.as_i64()) => (a.as_i64() as f64, b.as_i64() as f64),
            _ => return Flow::Slow,
        };
        if b == 0.0 {
            return Flow::Slow;
        }
        r!(regs, dst) = Value::float(a / b);
        Flow::Next
    }
    AddImm { dst, lhs, inplace, value } (_context, regs, pc) or slow {
        let _ = inplace;
        arith_imm!(regs, dst, lhs, value, i64::checked_add, |a: f64, b: f64| Some(a + b))
    }
    SubImm { dst, lhs, inplace, value } (_context, regs, pc) or slow {
        let _ = inplace;
        arith_imm!(regs, dst, lhs, value, i64::checked_sub, |a: f64, b: f64| Some(a - b))
    }
    MulImm { dst, lhs, inplace, value } (_context, regs, pc) or slow {
        let _ = inplace;
        arith_imm!(regs, dst, lhs, value, i64::checked_mul, |a: f64, b: f64| Some(a * b))
    }
    FloorDivImm { dst, lhs, inplace, value } (_context, regs, pc) or slow {
        let _ = inplace;
        arith_imm!(regs, dst, lhs, value, int_floordiv, no_float)
    }
    ModImm { dst, lhs, inplace, value } (_context, regs, pc) or slow {
        let _ = inplace;
        arith_imm!(regs, dst, lhs, value, int_mod, no_float)
    }
    BitAndImm { dst, lhs, inplace, value } (_context, regs, pc) or slow {
        let _ = inplace;
        arith_imm!(regs, dst, lhs, value, |a: i64, b: i64| Some(a & b), no_float)
    }
    RShiftImm { dst, lhs, inplace, value } (_context, regs, pc) or slow {
        let _ = inplace;
        arith_imm!(regs, dst, lhs, value, |a: i64, b: i64| if b >= 0 { Some(a >> b.min(63)) } else { None }, no_float)
    }
    LShiftImm { dst, lhs, inplace, value } (_context, regs, pc) or slow {
        let _ = inplace;
        arith_imm!(regs, dst, lhs, value, |a: i64, b: i64| if (0..62).contains(&b) && i64::from(a.unsigned_abs().leading_zeros()) > b + 1 { Some(a << b) } else { None }, no_float)
    }
    Inplace { dst, lhs, rhs, op } (_context, regs, pc) or slow {
        let (a, b) = (r!(regs, lhs), r!(regs, rhs));
        let value = if a.tag == Tag::Int && b.tag == Tag::Int {
            let (a, b) = (a.as_i64(), b.as_i64());
            let sum = match op.0 {
                ADD => a.checked_add(b),
                SUB => a.checked_sub(b),
                MUL => a.checked_mul(b),
                _ => None,
            };
            let Some(sum) = sum else { return Flow::Slow };
            Value::int(sum)
        } else if a.tag == Tag::Float && b.tag == Tag::Float {
            let (a, b) = (a.as_f64(), b.as_f64());
            Value::float(match op.0 {
                ADD => a + b,
                SUB => a - b,
                MUL => a * b,
                _ => return Flow::Slow,
            })
        } else {
            return Flow::Slow;
        };
        r!(regs, dst) = value;
        Flow::Next
    }
    Neg { dst, src } (_context, regs, pc) or slow {
        let a = r!(regs, src);
        r!(regs, dst) = match a.tag {
            Tag::Int if a.as_i64() != i64::MIN => Value::int(-a.as_i64()),
            Tag::Float => Value::float(-a.as_f64()),
            _ => return Flow::Slow,
        };
        Flow::Next
    }
    Not { dst, src } (_context, regs, pc) or slow {
        let a = r!(regs, src);
        if !matches!(a.tag, Tag::Bool | Tag::Int) {
            return Flow::Slow;
        }
        r!(regs, dst) = Value::bool(a.payload == 0);
        Flow::Next
    }
    Eq { dst, lhs, rhs } (_context, regs, pc) or slow {
        r!(regs, dst) = Value::bool(compare!(regs, lhs == rhs));
        Flow::Next
    }
    Ne { dst, lhs, rhs } (_context, regs, pc) or slow {
        r!(regs, dst) = Value::bool(compare!(regs, lhs != rhs));
        Flow::Next
    }
    Lt { dst, lhs, rhs } (_context, regs, pc) or slow {
        r!(regs, dst) = Value::bool(compare!(regs, lhs < rhs));
        Flow::Next
    }
    Le { dst, lhs, rhs } (_context, regs, pc) or slow {
        r!(regs, dst) = Value::bool(compare!(regs, lhs <= rhs));
        Flow::Next
    }
    Gt { dst, lhs, rhs } (_context, regs, pc) or slow {
        r!(regs, dst) = Value::bool(compare!(regs, lhs > rhs));
        Flow::Next
    }
    Ge { dst, lhs, rhs } (_context, regs, pc) or slow {
        r!(regs, dst) = Value::bool(compare!(regs, lhs >= rhs));
        Flow::Next
    }
    Is { dst, lhs, rhs } (_context, regs, pc) or slow {
        r!(regs, dst) = Value::bool(r!(regs, lhs) == r!(regs, rhs));
        Flow::Next
    }
    IsNot { dst, lhs, rhs } (_context, regs, pc) or slow {
        r!(regs, dst) = Value::bool(r!(regs, lhs) != r!(regs, rhs));
        Flow::Next
    }
    Jump { target } (_context, _regs, pc) or slow {
        Flow::Jump(target.0)
    }
    JumpIfTrue { src, target } (_context, regs, pc) or slow {
        let a = r!(regs, src);
        match a.tag {
            Tag::Bool | Tag::Int => jump_if(a.payload != 0, target),
            Tag::None => jump_if(false, target),
            _ => Flow::Slow,
        }
    }
    JumpIfFalse { src, target } (_context, regs, pc) or slow {
        let a = r!(regs, src);
        match a.tag {
            Tag::Bool | Tag::Int => jump_if(a.payload == 0, target),
            Tag::None => jump_if(true, target),
            _ => Flow::Slow,
        }
    }
    JumpIfNone { src, target } (_context, regs, pc) or slow {
        jump_if(r!(regs, src).is_none(), target)
    }
    JumpIfNotNone { src, target } (_context, regs, pc) or slow {
        jump_if(!r!(regs, src).is_none(), target)
    }
    JumpIfEq { lhs, rhs, target } (_context, regs, pc) or slow {
        jump_if(compare!(regs, lhs == rhs), target)
    }
    JumpIfNotEq { lhs, rhs, target } (_context, regs, pc) or slow {
        jump_if(!compare!(regs, lhs == rhs), target)
    }
    JumpIfEqImm { lhs, value, target } (_context, regs, pc) or slow {
        jump_if(compare_imm!(regs, lhs == value), target)
    }
    JumpIfNotEqImm { lhs, value, target } (_context, regs, pc) or slow {
        jump_if(!compare_imm!(regs, lhs == value), target)
    }
    LoopIfEq { lhs, rhs, cost, target } (_context, regs, pc) or slow {
        loop_if(compare!(regs, lhs == rhs), target, cost.0.into())
    }
    LoopIfEqImm { lhs, value, cost, target } (_context, regs, pc) or slow {
        loop_if(compare_imm!(regs, lhs == value), target, cost.0.into())
    }
    JumpIfNe { lhs, rhs, target } (_context, regs, pc) or slow {
        jump_if(compare!(regs, lhs != rhs), target)
    }
    JumpIfNotNe { lhs, rhs, target } (_context, regs, pc) or slow {
        jump_if(!compare!(regs, lhs != rhs), target)
    }
    JumpIfNeImm { lhs, value, target } (_context, regs, pc) or slow {
        jump_if(compare_imm!(regs, lhs != value), target)
    }
    JumpIfNotNeImm { lhs, value, target } (_context, regs, pc) or slow {
        jump_if(!compare_imm!(regs, lhs != value), target)
    }
    LoopIfNe { lhs, rhs, cost, target } (_context, regs, pc) or slow {
        loop_if(compare!(regs, lhs != rhs), target, cost.0.into())
    }
    LoopIfNeImm { lhs, value, cost, target } (_context, regs, pc) or slow {
        loop_if(compare_imm!(regs, lhs != value), target, cost.0.into())
    }
    JumpIfLt { lhs, rhs, target } (_context, regs, pc) or slow {
        jump_if(compare!(regs, lhs < rhs), target)
    }
    JumpIfNotLt { lhs, rhs, target } (_context, regs, pc) or slow {
        jump_if(!compare!(regs, lhs < rhs), target)
    }
    JumpIfLtImm { lhs, value, target } (_context, regs, pc) or slow {
        jump_if(compare_imm!(regs, lhs < value), target)
    }
    JumpIfNotLtImm { lhs, value, target } (_context, regs, pc) or slow {
        jump_if(!compare_imm!(regs, lhs < value), target)
    }
    LoopIfLt { lhs, rhs, cost, target } (_context, regs, pc) or slow {
        loop_if(compare!(regs, lhs < rhs), target, cost.0.into())
    }
    LoopIfLtImm { lhs, value, cost, target } (_context, regs, pc) or slow {
        loop_if(compare_imm!(regs, lhs < value), target, cost.0.into())
    }
    JumpIfLe { lhs, rhs, target } (_context, regs, pc) or slow {
        jump_if(compare!(regs, lhs <= rhs), target)
    }
    JumpIfNotLe { lhs, rhs, target } (_context, regs, pc) or slow {
        jump_if(!compare!(regs, lhs <= rhs), target)
    }
    JumpIfLeImm { lhs, value, target } (_context, regs, pc) or slow {
        jump_if(compare_imm!(regs, lhs <= value), target)
    }
    JumpIfNotLeImm { lhs, value, target } (_context, regs, pc) or slow {
        jump_if(!compare_imm!(regs, lhs <= value), target)
    }
    LoopIfLe { lhs, rhs, cost, target } (_context, regs, pc) or slow {
        loop_if(compare!(regs, lhs <= rhs), target, cost.0.into())
    }
    LoopIfLeImm { lhs, value, cost, target } (_context, regs, pc) or slow {
        loop_if(compare_imm!(regs, lhs <= value), target, cost.0.into())
    }
    JumpIfGt { lhs, rhs, target } (_context, regs, pc) or slow {
        jump_if(compare!(regs, lhs > rhs), target)
    }
    JumpIfNotGt { lhs, rhs, target } (_context, regs, pc) or slow {
        jump_if(!compare!(regs, lhs > rhs), target)
    }
    JumpIfGtImm { lhs, value, target } (_context, regs, pc) or slow {
        jump_if(compare_imm!(regs, lhs > value), target)
    }
    JumpIfNotGtImm { lhs, value, target } (_context, regs, pc) or slow {
        jump_if(!compare_imm!(regs, lhs > value), target)
    }
    LoopIfGt { lhs, rhs, cost, target } (_context, regs, pc) or slow {
        loop_if(compare!(regs, lhs > rhs), target, cost.0.into())
    }
    LoopIfGtImm { lhs, value, cost, target } (_context, regs, pc) or slow {
        loop_if(compare_imm!(regs, lhs > value), target, cost.0.into())
    }
    JumpIfGe { lhs, rhs, target } (_context, regs, pc) or slow {
        jump_if(compare!(regs, lhs >= rhs), target)
    }
    JumpIfNotGe { lhs, rhs, target } (_context, regs, pc) or slow {
        jump_if(!compare!(regs, lhs >= rhs), target)
    }
    JumpIfGeImm { lhs, value, target } (_context, regs, pc) or slow {
        jump_if(compare_imm!(regs, lhs >= value), target)
    }
    JumpIfNotGeImm { lhs, value, target } (_context, regs, pc) or slow {
        jump_if(!compare_imm!(regs, lhs >= value), target)
    }
    LoopIfGe { lhs, rhs, cost, target } (_context, regs, pc) or slow {
        loop_if(compare!(regs, lhs >= rhs), target, cost.0.into())
    }
    LoopIfGeImm { lhs, value, cost, target } (_context, regs, pc) or slow {
        loop_if(compare_imm!(regs, lhs >= value), target, cost.0.into())
    }
    Loop { cost, target } (_context, _regs, pc) or slow {
        Flow::Loop(target.0, cost.0.into())
    }
    ForLoop { dst, iter, cost, target } (context, regs, pc) or slow {
        let at = iter.0 as usize;
        let state = regs[at];
        let next = regs[(at + 1) & 255].as_i64();
        let item = match state.tag {
            Tag::RangeStop => {
                if next >= state.payload as i64 {
                    return Flow::Next;
                }
                Value::int(next)
            }
            Tag::List => {
                let Some(list) = context.rt.heap.lists.find(state.index()) else { return Flow::Slow };
                let Some(item) = list.items.get(next as usize) else { return Flow::Next };
                *item
            }
            Tag::Tuple => {
                let Some(tuple) = context.rt.heap.tuples.find(state.index()) else { return Flow::Slow };
                let Some(item) = tuple.items.get(next as usize) else { return Flow::Next };
                *item
            }
            Tag::Gen => {
                context.stop(Event::ForResume { generator: state, dst: dst.0 });
                return Flow::Leave;
            }
            _ => return Flow::Slow,
        };
        regs[(at + 1) & 255] = Value::int(next.wrapping_add(1));
        r!(regs, dst) = item;
        Flow::Loop(target.0, cost.0.into())
    }
    LoadAttr { dst, obj, site } (context, regs, pc) or attribute_miss {
        let object = r!(regs, obj);
        let Some(cache) = context.sites.get(context.code.first_site.wrapping_add(site.0 as usize)) else { return Flow::Slow };
        if object.tag != Tag::Inst || cache.kind != SiteKind::Slot {
            return Flow::Slow;
        }
        let Some(inst) = context.rt.heap.insts.find(object.index()) else { return Flow::Slow };
        let Some(class) = context.rt.heap.classes.find(inst.class) else { return Flow::Slow };
        if inst.shape != cache.shape || class.version != cache.version {
            return Flow::Slow;
        }
        match inst.slots.get(cache.slot as usize) {
            Some(value) if !value.is_undef() => r!(regs, dst) = *value,
            _ => return Flow::Slow,
        }
        Flow::Next
    }
    StoreAttr { obj, src, site } (context, regs, pc) or slow {
        let object = r!(regs, obj);
        let Some(cache) = context.sites.get(context.code.first_site.wrapping_add(site.0 as usize)) else { return Flow::Slow };
        if object.tag != Tag::Inst || cache.kind != SiteKind::Slot {
            return Flow::Slow;
        }
        let Some(inst) = context.rt.heap.insts.find(object.index()) else { return Flow::Slow };
        let Some(class) = context.rt.heap.classes.find(inst.class) else { return Flow::Slow };
        if inst.shape != cache.shape || class.version != cache.version {
            return Flow::Slow;
        }
        let Some(inst) = context.rt.heap.insts.find_mut(object.index()) else { return Flow::Slow };
        let Some(slot) = inst.slots.get_mut(cache.slot as usize) else { return Flow::Slow };
        *slot = r!(regs, src);
        Flow::Next
    }
    GetItem { dst, obj, key } (context, regs, pc) or slow {
        let (object, index) = (r!(regs, obj), r!(regs, key));
        if index.tag != Tag::Int {
            return Flow::Slow;
        }
        let items = match object.tag {
            Tag::List => match context.rt.heap.lists.find(object.index()) {
                Some(list) => &list.items[..],
                None => return Flow::Slow,
            },
            Tag::Tuple => match context.rt.heap.tuples.find(object.index()) {
                Some(tuple) => &tuple.items[..],
                None => return Flow::Slow,
            },
            _ => return Flow::Slow,
        };
        let at = index.as_i64();
        let at = if at < 0 { at.wrapping_add(items.len() as i64) } else { at };
        let Some(item) = items.get(at as usize) else { return Flow::Slow };
        r!(regs, dst) = *item;
        Flow::Next
    }
    GetItemImm { dst, obj, key } (context, regs, pc) or slow {
        let object = r!(regs, obj);
        let items = match object.tag {
            Tag::List => match context.rt.heap.lists.find(object.index()) {
                Some(list) => &list.items[..],
                None => return Flow::Slow,
            },
            Tag::Tuple => match context.rt.heap.tuples.find(object.index()) {
                Some(tuple) => &tuple.items[..],
                None => return Flow::Slow,
            },
            _ => return Flow::Slow,
        };
        let at = i64::from(key.0);
        let at = if at < 0 { at.wrapping_add(items.len() as i64) } else { at };
        let Some(item) = items.get(at as usize) else { return Flow::Slow };
        r!(regs, dst) = *item;
        Flow::Next
    }
    SetItem { obj, key, src } (context, regs, pc) or slow {
        let (object, index) = (r!(regs, obj), r!(regs, key));
        if object.tag != Tag::List || index.tag != Tag::Int {
            return Flow::Slow;
        }
        let Some(list) = context.rt.heap.lists.find_mut(object.index()) else { return Flow::Slow };
        let items = &mut list.items;
        let at = index.as_i64();
        let at = if at < 0 { at.wrapping_add(items.len() as i64) } else { at };
        let Some(item) = items.get_mut(at as usize) else { return Flow::Slow };
        *item = r!(regs, src);
        Flow::Next
    }
    ListAppend { list, src } (context, regs, pc) or slow {
        let Some(object) = context.rt.heap.lists.find_mut(r!(regs, list).index()) else { return Flow::Slow };
        let items = &mut object.items;
        if items.len() == items.capacity() {
            return Flow::Slow;
        }
        items.push(r!(regs, src));
        Flow::Next
    }
    Call { dst, base, argc } (context, regs, pc) or slow {
        let callee = regs[base.0 as usize];
        if callee.tag != Tag::Func {
            return Flow::Slow;
        }
        context.call(regs, pc, callee, base.0.wrapping_add(1), argc.0, dst.0)
    }
    CallMethod { dst, base, argc, site } (context, regs, pc) or method_miss {
        let object = regs[base.0 as usize];
        let Some(cache) = context.sites.get(context.code.first_site.wrapping_add(site.0 as usize)) else { return Flow::Slow };
        if object.tag != Tag::Inst || cache.kind != SiteKind::Method {
            return Flow::Slow;
        }
        let Some(inst) = context.rt.heap.insts.find(object.index()) else { return Flow::Slow };
        let Some(class) = context.rt.heap.classes.find(inst.class) else { return Flow::Slow };
        if inst.shape != cache.shape || class.version != cache.version {
            return Flow::Slow;
        }
        let callee = cache.value;
        context.call(regs, pc, callee, base.0, argc.0.wrapping_add(1), dst.0)
    }
    Return { src } (context, regs, pc) or slow {
        let value = r!(regs, src);
        match context.frames.last() {
            Some(frame) if frame.quick && !frame.hidden => {
                let dst = frame.dst;
                context.frames.pop();
                (context.value, context.dst, context.signal) = (value, dst, Signal::Deliver);
                Flow::Left
            }
            _ => {
                context.stop(Event::Return(value));
                Flow::Leave
            }
        }
    }
    Yield { dst, src } (context, regs, pc) or slow {
        let _ = dst;
        context.stop(Event::Yield(r!(regs, src)));
        Flow::Leave
    }
}
