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

use stockade_compiler::bytecode::Op;

use crate::exit::Exit;
use crate::frame::{Action, Frame};
use crate::general::general;
use crate::machine::{Loaded, Machine, Site};
use crate::registry::Registry;
use crate::rt::Rt;
use crate::value::Value;

/// Goes on at `pc`: only from a quick case, which keeps nothing on the host's stack. Everything else sets the context's `pc` and
/// returns to [`start`], so that whatever the optimiser makes of it the stack is empty again.
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

mod misses;
mod rows;

use rows::{PLAIN, ROWS};

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
    /// A line begins while something waits to be told what is gone.
    Tidy,
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
    /// How many frames do not count for Python's recursion limit.
    pub(crate) hidden: &'m mut u32,
    stack_len: usize,
    /// No quick cases.
    pub(crate) plain: bool,
    /// Stop between lines.
    careful: bool,
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
    /// What stops the rows stands in the context.
    Left,
}

/// Runs the rows until an event that the machine must deal with.
pub(crate) fn run_rows(machine: &mut Machine) -> Event {
    let Machine { rt, codes, sites, stack, frames, hidden, plain, .. } = machine;
    let careful = rt.weak.is_careful(rt.fuel.used());
    let plain = *plain || careful;
    let rows = if plain { &PLAIN } else { &ROWS };
    let codes: &[Loaded] = codes;
    let Some(first) = codes.first() else { return Event::Bug("no code to run") };
    let mut context = Context {
        rt,
        codes,
        frames,
        hidden,
        stack_len: stack.len(),
        plain,
        careful,
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
        start(&mut context, regs, &code.ops, pc, rows);
        match context.signal {
            Signal::Switch | Signal::Deliver => {}
            Signal::Event => {
                if let Some(frame) = context.frames.last_mut() {
                    frame.pc = context.pc as u32;
                }
                context.rt.trusted = context.code.trusted;
                return context.event;
            }
            Signal::None => return Event::Bug("the rows ended without a reason"),
        }
    }
}

/// Runs instructions from `pc` until one leaves an event in the context.
#[expect(clippy::indexing_slicing, reason = "a u8 indexes 256 rows")]
fn start(context: &mut Context<'_>, regs: &mut Window, ops: &[Op], pc: usize, rows: &[Handler; 256]) {
    context.pc = pc;
    loop {
        let pc = context.pc;
        if context.careful && is_between_lines(context, ops, pc) {
            return context.stop(Event::Tidy);
        }
        match ops.get(pc) {
            Some(op) => rows[op.opcode() as u8 as usize](context, regs, ops, pc.wrapping_add(1), *op),
            None => outside(context, pc),
        }
        if context.signal != Signal::None {
            return;
        }
    }
}

/// Whether a line begins where the rows have come to, in a run that stops there.
#[cold]
fn is_between_lines(context: &mut Context<'_>, ops: &[Op], pc: usize) -> bool {
    let number = context.frames.last().map_or(0, |frame| frame.code);
    crate::weak::is_between_lines(context.rt, context.code, number, ops, pc)
}

impl Context<'_> {
    /// A frame is on top, or not any more, that does not count for the recursion limit.
    pub(crate) fn count_hidden(&mut self, entered: bool) {
        *self.hidden = if entered { *self.hidden + 1 } else { self.hidden.saturating_sub(1) };
        self.rt.set_quick_frames(*self.hidden, self.frames.capacity());
    }

    /// Stops the rows for an event.
    #[inline(always)]
    pub(crate) fn stop(&mut self, event: Event) {
        self.event = event;
        self.signal = Signal::Event;
    }

    /// The place in the stack of the register `first` of this window, where a window fits there with room for one more.
    #[inline(always)]
    pub(crate) fn window_at(&self, first: usize) -> Option<u32> {
        let base = self.base.wrapping_add(first as u32);
        (base as usize + 512 <= self.stack_len).then_some(base)
    }

    /// Another frame was pushed, which starts at `pc`: goes on there, or stops first where a stop is due.
    #[inline(always)]
    fn entered(&mut self, pc: usize) {
        if self.rt.fuel.slice < 0 || self.rt.heap.wants_collection() {
            self.pc = pc;
            self.stop(Event::Safepoint);
        } else {
            self.signal = Signal::Switch;
        }
    }

    /// As `entered`, at the place the frame has.
    #[inline(always)]
    fn entered_top(&mut self) {
        let pc = self.frames.last().map_or(0, |frame| frame.pc as usize);
        self.entered(pc);
    }

    /// Enters a guest function whose arguments stand from register `first` and are its parameters in order, where there is
    /// room; anything else is not quick.
    #[inline(always)]
    fn call(&mut self, regs: &mut Window, pc: usize, callee: Value, first: u8, count: u8, dst: u8) -> Flow {
        self.call_for(regs, pc, callee, first, count, dst, Action::Store, Value::UNDEF)
    }

    /// As `call`; its result is used as `action` says, which [`Frame::is_quick`] must know when it is [`Action::Store`].
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "the parts of one frame")]
    fn call_for(
        &mut self,
        regs: &mut Window,
        pc: usize,
        callee: Value,
        first: u8,
        count: u8,
        dst: u8,
        action: Action,
        extra: Value,
    ) -> Flow {
        let Some(function) = self.rt.heap.funcs.find(callee.index()) else { return Flow::Slow };
        let target = function.code;
        let Some(code) = self.codes.get(target as usize) else { return Flow::Slow };
        let Some(base) = self.window_at(usize::from(first)) else { return Flow::Slow };
        if code.quick_args != u16::from(count) || self.frames.len() >= self.rt.quick_frames {
            return Flow::Slow;
        }
        let from = usize::from(first) + usize::from(count);
        let Some(rest) = regs.get_mut(from..usize::from(first) + usize::from(code.nregs)) else { return Flow::Slow };
        for slot in rest {
            *slot = Value::UNDEF;
        }
        let Some(caller) = self.frames.last_mut() else { return Flow::Slow };
        caller.pc = pc as u32;
        let cost = i64::from(code.entry_cost);
        // Said again so close that pushing needs no way to grow.
        if self.frames.len() >= self.frames.capacity() {
            return Flow::Slow;
        }
        self.frames.push(Frame {
            code: target,
            pc: 0,
            base,
            dst,
            action,
            hidden: false,
            quick: matches!(action, Action::Store),
            func: callee,
            extra,
            generator: Value::UNDEF,
            saved_handled: Value::UNDEF,
        });
        self.rt.fuel.slice = self.rt.fuel.slice.wrapping_sub(cost);
        self.entered(0);
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

/// The row of every instruction that has no quick case, and of the others when theirs does not hold.
#[inline(never)]
fn slow(context: &mut Context<'_>, regs: &mut Window, _ops: &[Op], pc: usize, op: Op) {
    context.pc = general(context, regs, pc, op);
}
