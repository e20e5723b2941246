//! The fast path of `MakeFunction`, and of calls with keyword arguments.

#![expect(clippy::indexing_slicing, reason = "an operand is a u8 and a window has 260 registers; tables have an entry for each u8 or tag")]

use smallvec::SmallVec;
use std::hint::cold_path;

use stockade_compiler::bytecode::{Capture, function_flags};

use super::instruction::{Instruction, fields};
use super::{Dispatcher, Registers, Step, TWO_WINDOWS_LEN, handler, outside, registers_at, run_generic};
use crate::base::fuel::once;
use crate::base::sizes::low8;
use crate::base::value::{Tag, Value};
use crate::heap::FuncObj;

/// `MakeFunction` without annotations.
#[inline(never)]
pub(super) fn make_function<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    if make(context, regs, op).is_none() {
        return run_generic(context, regs, ops, pc, op);
    }
    dispatch_next_or_return!(context, regs, ops, pc)
}

/// Makes a function from child code. None when it has annotations or cannot be allocated.
#[inline(never)]
fn make(context: &mut Dispatcher<'_>, regs: &Registers, op: &Instruction) -> Option<()> {
    let fields::MakeFunction { dst, base, flags, child } = fields::MakeFunction::of(op);
    let number = *context.code.children.get(usize::from(child.0))?;
    let captures = &context.codes.get(number as usize)?.captures;
    if flags.0 & function_flags::ANNOTATIONS != 0 {
        return None;
    }
    let own = context.function().map_or(&[][..], |function| &function.closure);
    let cell = |capture: &Capture| match capture {
        Capture::Local(reg) => regs[usize::from(*reg)].get(),
        Capture::Free(free) => own.get(usize::from(*free)).copied().unwrap_or(Value::UNDEF),
    };
    let closure: Box<[Value]> = captures.iter().map(cell).collect();
    let mut next = base.0;
    let mut take = |flag: u8| match flags.0 & flag {
        0 => Value::UNDEF,
        _ => {
            next = next.wrapping_add(1);
            regs[usize::from(next.wrapping_sub(1))].get()
        }
    };
    let (defaults, kwdefaults) = (take(function_flags::DEFAULTS), take(function_flags::KW_DEFAULTS));
    let made = context.rt.heap.func(FuncObj { code: number, defaults, kwdefaults, closure, extra: None }).ok()?;
    set!(regs, dst, made);
    Some(())
}

/// `CallKw` of a user function with plain parameters, or of a method that is one.
#[inline(never)]
pub(super) fn call_named<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    match enter_with_names(context, regs, pc, op) {
        Step::Enter(regs, code, at) => dispatch_next!(context, regs, code.instructions, at),
        Step::Left => {}
        _ => run_generic(context, regs, ops, pc, op),
    }
}

/// The largest number of parameters that this fast path orders.
const MAX_ORDERED_PARAMETERS: usize = 16;

/// Puts the arguments of a call into the order of the parameters, and enters the function. `Slow`, with the arguments unchanged, when the
/// call needs more than that.
#[inline(never)]
fn enter_with_names<'m>(context: &mut Dispatcher<'m>, regs: &Registers, pc: usize, op: &Instruction) -> Step<'m> {
    let fields::CallKw { dst, base, argc, names } = fields::CallKw::of(op);
    if context.reference_mode {
        return Step::Slow;
    }
    let callee = r!(regs, base);
    let (callee, this) = match callee.tag {
        Tag::Method => match context.rt.heap.methods.find(callee.index()) {
            Some(method) => (method.func, Some(method.this)),
            None => return Step::Slow,
        },
        _ => (callee, None),
    };
    // The object of a method goes into the register of the method.
    let first = if this.is_some() { base.0 } else { base.0.wrapping_add(1) };
    let given = usize::from(argc.0) + usize::from(this.is_some());
    let base = context.base_of(context.regs).wrapping_add(first.into());
    let Some(window) = registers_at(context.stack, base, TWO_WINDOWS_LEN) else { return Step::Slow };
    let Some(names) = context.code.consts.get(usize::from(names.0)).copied() else { return Step::Slow };
    let Some((count, ordered)) = order_arguments(context, callee, window, this, given, names) else { return Step::Slow };
    let before: SmallVec<[Value; MAX_ORDERED_PARAMETERS]> = window.iter().take(count.max(given)).map(std::cell::Cell::get).collect();
    // Unwrapping a bound method costs fuel.
    let charged = context.rt.heap.fuel.dynamic();
    if this.is_some() && !context.rt.heap.fuel.try_charge_work(once::UNWRAP) {
        return Step::Slow;
    }
    for (slot, value) in window.iter().zip(ordered) {
        slot.set(value);
    }
    match context.call(pc, callee, first, low8(count as u64), dst.0) {
        Step::Slow => {
            context.rt.uncharge(charged);
            for (slot, value) in window.iter().zip(before) {
                slot.set(value);
            }
            Step::Slow
        }
        entered => entered,
    }
}

/// The values of all parameters of a function, and their number. `given` arguments are in the window; the last ones have `names`. None when
/// the arguments do not fit the parameters, or when the call needs more.
#[inline(always)]
fn order_arguments(
    context: &Dispatcher<'_>,
    callee: Value,
    window: &Registers,
    this: Option<Value>,
    given: usize,
    names: Value,
) -> Option<(usize, SmallVec<[Value; MAX_ORDERED_PARAMETERS]>)> {
    if callee.tag != Tag::Func {
        return None;
    }
    let function = context.rt.heap.funcs.find(callee.index())?;
    let code = context.codes.get(function.code as usize)?;
    let names = &context.rt.heap.tuples.find(names.index())?.items;
    let (count, positional) = (usize::from(code.arg_count), given.checked_sub(names.len())?);
    if !code.simple || count > MAX_ORDERED_PARAMETERS || positional > count {
        return None;
    }
    let mut ordered: SmallVec<[Value; MAX_ORDERED_PARAMETERS]> = SmallVec::new();
    ordered.extend(window.iter().take(positional).map(std::cell::Cell::get));
    if let (Some(this), Some(slot)) = (this, ordered.first_mut()) {
        *slot = this;
    } else if this.is_some() {
        return None;
    }
    ordered.resize(count, Value::UNDEF);
    let parameters = code.locals.get(..count)?;
    for (name, value) in names.iter().zip(window.iter().skip(positional)) {
        let name = context.rt.known_name(*name)?;
        let at = parameters.iter().position(|local| *local == name).filter(|at| *at >= usize::from(code.posonly))?;
        let slot = ordered.get_mut(at).filter(|slot| slot.is_undef())?;
        *slot = value.get();
    }
    if ordered.iter().any(|value| value.is_undef()) {
        let defaults: &[Value] = match function.defaults.tag {
            Tag::Tuple => &context.rt.heap.tuples.find(function.defaults.index())?.items,
            _ => &[],
        };
        let first = count.checked_sub(defaults.len())?;
        for (at, slot) in ordered.iter_mut().enumerate().filter(|(_, slot)| slot.is_undef()) {
            *slot = *at.checked_sub(first).and_then(|at| defaults.get(at))?;
        }
    }
    Some((count, ordered))
}
