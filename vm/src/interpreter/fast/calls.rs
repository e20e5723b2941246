//! The fast path of calls. The handlers check first what the callee is, and do nothing else. Each case is a separate function, so that it
//! saves only the machine registers that it needs.

#![expect(clippy::indexing_slicing, reason = "an operand is a u8 and a window has 260 registers; tables have an entry for each u8 or tag")]

use crate::base::fuel::once;
use crate::base::sizes::low8;
use crate::base::sizes::low32;
use crate::base::sizes::whole_i64;
use crate::interpreter::fast::methods::cached_method;
use std::hint::cold_path;

use compact_str::CompactString;
use stockade_compiler::bytecode::{Op, Opcode};

use super::instruction::{Instruction, fields};
use super::slow_paths::{fail, resume_or_stop};
use super::trivial_init::{construct_cached, construct_inline};
use super::{
    DispatchExit, Dispatcher, EnterOutcome, Registers, Step, enter_fallback, enter_pending, handler, opcode_of, outside, run_generic,
    with_args,
};
use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::heap::{ClassObj, InstObj, class_flags};
use crate::interpreter::code::LinkedCode;
use crate::interpreter::fast::generator_frames::{ResumeRequest, make_generator_fast};
use crate::runtime::native::NativeKind;
use crate::runtime::pending_call::ReturnAction;
use crate::runtime::type_table as reg;
use crate::runtime::type_table::TypeId;
use stockade_algorithms::text::int_parse::quick;

/// Continues in the function that was entered, or evaluates `$other`.
macro_rules! enter_or {
    ($context:ident, $entered:expr, $other:expr) => {
        match $entered {
            Some((window, code, callee)) => enter_function($context, window, code, callee),
            None => $other,
        }
    };
}
pub(super) use enter_or;

/// The handler of `Call`, with the fast path for a user function.
#[inline(never)]
pub(super) fn call_function<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::Call { dst, base, argc } = fields::Call::of(op);
    let callee = r!(regs, base);
    if callee.tag == Tag::Func {
        return match fast_callee(context, callee, argc.0) {
            Some(code) => enter_called(context, regs, code, callee.index(), base.0.wrapping_add(1), dst.0, pc, op),
            None => {
                cold_path();
                call_binding_arguments(context, regs, ops, pc, op)
            }
        };
    }
    cold_path();
    call_non_function(context, regs, ops, pc, op)
}

/// `Call` of anything but a user function, by the kind of the callee.
#[inline(never)]
fn call_non_function<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::Call { base, argc, .. } = fields::Call::of(op);
    match r!(regs, base).tag {
        Tag::Native if argc.0 == 1 && r!(regs, base) == context.registry.len => length(context, regs, ops, pc, op),
        Tag::Native => call_native(context, regs, ops, pc, op),
        Tag::Class => construct(context, regs, ops, pc, op),
        Tag::Type if is_denied(context, r!(regs, base)) => run_generic(context, regs, ops, pc, op),
        Tag::Type if r!(regs, base) == reg::RANGE.value() => make_range(context, regs, ops, pc, op),
        Tag::Type if r!(regs, base) == reg::TYPE.value() => type_of(context, regs, ops, pc, op),
        _ => call_slow(context, regs, ops, pc, op),
    }
}

/// True when the policy denies a builtin type by its name. The generic implementation then decides.
#[inline(always)]
fn is_denied(context: &Dispatcher<'_>, ty: Value) -> bool {
    context.rt.policy.denies_type(TypeId::of(ty))
}

/// `Call` of a class: tries the constructor cache first.
#[inline(never)]
fn construct<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::Call { dst, base, argc } = fields::Call::of(op);
    match construct_cached(context, regs, base.0, argc.0) {
        Some(instance) => {
            set!(regs, dst, instance);
            dispatch_next!(context, regs, ops, pc)
        }
        None => call_class(context, regs, ops, pc, op),
    }
}

/// The code of a user function that takes `count` plain positional parameters; None for any other, or when the fast path may not push a
/// frame.
#[inline(always)]
pub(crate) fn fast_callee<'m>(context: &Dispatcher<'m>, callee: Value, count: u8) -> Option<&'m LinkedCode> {
    let number = context.rt.heap.funcs.find(callee.index())?.code;
    let code = context.codes.get(number as usize)?;
    (code.positional_arg_count == u16::from(count) && context.calls.depth() < context.rt.budget.fast_frames).then_some(code)
}

/// Enters a function for `Call` or `CallMethod`. The arguments are its parameters in order, and start at register `first`.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "the parameters of a handler and its operands")]
pub(crate) fn enter_called<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    code: &'m LinkedCode,
    callee: u32,
    first: u8,
    dst: u8,
    pc: usize,
    op: &'m Instruction,
) {
    match context.push(regs, pc, first, dst, Value::heap(Tag::Func, callee), None) {
        Some(window) => enter_function(context, window, code, callee),
        None => {
            cold_path();
            let ops = &context.code.instructions;
            run_generic(context, regs, ops, pc, op)
        }
    }
}

/// Pushes the frame of a user function. The arguments are all its parameters in order, and start at register `first`. The caller must call
/// [`enter_function`] afterwards. None, with nothing done, when the call needs more than that.
#[inline(always)]
pub(crate) fn enter_plain<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    pc: usize,
    callee: Value,
    first: u8,
    count: u8,
    dst: u8,
) -> Option<(&'m Registers, &'m LinkedCode, u32)> {
    let code = fast_callee(context, callee, count)?;
    Some((context.push(regs, pc, first, dst, callee, None)?, code, callee.index()))
}

/// Starts a function after its frame was pushed: clears its registers, charges its entry, and continues there.
#[inline(always)]
pub(super) fn enter_function<'m>(context: &mut Dispatcher<'m>, window: &'m Registers, code: &'m LinkedCode, function: u32) {
    (context.code, context.regs) = (code, window);
    if code.needs_slow_entry {
        return if code.needs_one_cell {
            enter_function_with_cell(context, window, code, function)
        } else {
            enter_function_with_closure(context, window, code, function)
        };
    }
    code.clear_four(window);
    if !context.rt.try_charge(code.entry_cost) {
        cold_path();
        return safepoint_at_entry(context);
    }
    dispatch_next!(context, window, code.instructions, 0)
}

/// A function was entered without enough fuel in the slice.
#[cold]
#[inline(never)]
fn safepoint_at_entry(context: &mut Dispatcher<'_>) {
    context.stop_at(0, DispatchExit::Safepoint);
}

/// Like [`enter_function`], for a function that reads one closure variable and needs nothing else.
#[inline(never)]
#[expect(clippy::indexing_slicing, reason = "a u8 indexes a [Value; 256] window")]
fn enter_function_with_cell<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, code: &'m LinkedCode, function: u32) {
    let rt = &context.rt;
    if let Some(function) = rt.heap.funcs.find(function)
        && let Some(cell) = function.closure.first()
        && let Some(content) = rt.heap.cells.find(cell.index())
    {
        let value = if code.free_values & 1 == 0 { *cell } else { content.0 };
        if !value.is_undef() {
            code.clear_four(regs);
            regs[usize::from(code.free_base.unwrap_or(0))].set(value);
            if !context.rt.try_charge(code.entry_cost) {
                cold_path();
                return safepoint_at_entry(context);
            }
            return dispatch_next!(context, regs, code.instructions, 0);
        }
    }
    cold_path();
    enter_function_with_closure(context, regs, code, function)
}

/// Like [`enter_function`], for a function with many registers or closure variables.
#[inline(never)]
fn enter_function_with_closure<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, code: &'m LinkedCode, function: u32) {
    code.clear(regs);
    if !context.load_closure(function) {
        // A closure variable is unbound. The generic implementation makes the call again and raises the error.
        context.frames();
        context.pop_materialized();
        let pc = context.top();
        let (regs, ops) = (context.regs, &context.code.instructions);
        return match ops.get(pc.wrapping_sub(1)) {
            Some(op) => run_generic(context, regs, ops, pc, op),
            None => outside(context, pc),
        };
    }
    if !context.rt.try_charge(code.entry_cost) {
        return safepoint_at_entry(context);
    }
    dispatch_next!(context, regs, code.instructions, 0)
}

/// `Call` of a user function with other arguments than its parameters in order, or when the fast path may not push a frame.
#[inline(never)]
fn call_binding_arguments<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::Call { dst, base, argc } = fields::Call::of(op);
    match context.enter_positional(pc, r!(regs, base), base.0.wrapping_add(1), argc.0, dst.0) {
        EnterOutcome::On => dispatch_next_here!(context),
        EnterOutcome::Left => {}
        EnterOutcome::NotEntered => generator(context, regs, ops, pc, op),
    }
}

/// `Call` and `CallMethod` of a generator function.
#[inline(never)]
pub(crate) fn generator<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let Some(whole) = context.current_op(pc) else { return outside(context, pc) };
    let (dst, made) = match whole {
        Op::Call { dst, base, argc } => (dst, make_generator_fast(context, r!(regs, base), base.0.wrapping_add(1), argc.0)),
        Op::CallMethod { dst, base, argc, .. } => {
            let known = cached_method(context, r!(regs, base), fields::CallMethod::of(op).site.0);
            (dst, known.and_then(|callee| make_generator_fast(context, callee, base.0, argc.0.wrapping_add(1))))
        }
        _ => return run_generic(context, regs, ops, pc, op),
    };
    match made {
        Some(made) => {
            set!(regs, dst, made);
            context.resume_at(pc);
        }
        None => run_generic(context, regs, ops, pc, op),
    }
}

/// Calls a native function with arguments from register `first`. False, with a dispatch exit, when it returns no value.
#[inline(never)]
pub(crate) fn native_at(context: &mut Dispatcher<'_>, regs: &Registers, callee: Value, first: u8, argc: u8, dst: u8) -> bool {
    context.rt.policy.trusted = context.code.trusted;
    let result = with_args(regs, first.into(), argc.into(), |args| context.rt.call_native(callee, args));
    store_native_result(context, regs, dst, result, DispatchExit::Fallback { callee, base: first, argc, dst })
}

/// Calls a native function with `COUNT` positional arguments (for a method, with its object) without binding. False, with a dispatch exit,
/// when the function returns no value.
///
/// This is a separate function so that its stack memory is gone when its caller jumps to the next handler.
#[inline(never)]
pub(crate) fn plain_native<const COUNT: usize>(context: &mut Dispatcher<'_>, regs: &Registers, first: u8, callee: Value, dst: u8) -> bool {
    let Some(native) = context.registry.native(callee) else { return native_missing(context) };
    context.rt.policy.trusted = context.code.trusted;
    let args: [Value; COUNT] = std::array::from_fn(|at| regs[usize::from(first) + at].get());
    match native.call_outermost(context.rt, &args) {
        Ok(value) => {
            context.regs[usize::from(dst)].set(value);
            true
        }
        Err(exit) => native_failed(context, exit, DispatchExit::Fallback { callee, base: first, argc: low8(COUNT as u64), dst }),
    }
}

/// True when a native is a function that takes `argc` positional arguments without binding.
#[inline(always)]
fn accepts_positional(context: &Dispatcher<'_>, callee: Value, argc: u8) -> bool {
    context.registry.native(callee).is_some_and(|native| native.def.kind == NativeKind::Func && native.accepts_positional(argc.into()))
}

#[cold]
#[inline(never)]
pub(crate) fn native_missing(context: &mut Dispatcher<'_>) -> bool {
    context.stop(DispatchExit::Bug("a call of a builtin that is none"));
    false
}

/// Stores the result of a native function. False, with a dispatch exit, when there is none; `fallback` is that exit when user code is needed.
#[inline(always)]
pub(crate) fn store_native_result(
    context: &mut Dispatcher<'_>,
    regs: &Registers,
    dst: u8,
    result: Result<Value, Abrupt>,
    fallback: DispatchExit,
) -> bool {
    match result {
        Ok(value) => {
            regs[usize::from(dst)].set(value);
            true
        }
        Err(exit) => native_failed(context, exit, fallback),
    }
}

#[cold]
#[inline(never)]
fn native_failed(context: &mut Dispatcher<'_>, exit: Abrupt, fallback: DispatchExit) -> bool {
    context.stop(match (exit, fallback) {
        (Abrupt::Request(_), DispatchExit::Fallback { callee, base, argc, dst }) => {
            DispatchExit::Call { callee, base, argc, names: None, dst }
        }
        (Abrupt::NeedsUserCode | Abrupt::Request(_), event) => event,
        (exit, _) => DispatchExit::Exit(exit),
    });
    match *context.event {
        DispatchExit::Fallback { callee, base, argc, dst } => enter_fallback(context, context.pc, callee, base, argc, dst),
        DispatchExit::Exit(Abrupt::Call) => enter_pending(context),
        _ => {}
    }
    false
}

/// Leaves the handlers for the fallback of a type's `__new__`. The type is in the register before the arguments.
#[cold]
#[inline(never)]
fn finish_by_fallback(context: &mut Dispatcher<'_>, ty: Value, base: u8, argc: u8, dst: u8) -> bool {
    let fallback = match context.registry.member(TypeId::of(ty), names::dunder_new) {
        Some(new) => DispatchExit::Fallback { callee: new, base, argc: argc.wrapping_add(1), dst },
        None => DispatchExit::Bug("a type without its constructor"),
    };
    native_failed(context, Abrupt::NeedsUserCode, fallback)
}

/// `Call` without fast paths for user functions, by the kind of the callee. The reference mode uses it.
#[inline(never)]
pub(super) fn call_slow<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::Call { base, .. } = fields::Call::of(op);
    let callee = r!(regs, base);
    match callee.tag {
        Tag::Native => call_native(context, regs, ops, pc, op),
        Tag::Type if is_denied(context, callee) => run_generic(context, regs, ops, pc, op),
        Tag::Type if callee == reg::TYPE.value() => type_of(context, regs, ops, pc, op),
        Tag::Type if callee == reg::RANGE.value() => make_range(context, regs, ops, pc, op),
        Tag::Type if fields::Call::of(op).argc.0 == 1 => convert(context, regs, ops, pc, op),
        Tag::Type => call_type(context, regs, ops, pc, op),
        Tag::Class => call_class(context, regs, ops, pc, op),
        Tag::Method => bound_function(context, regs, ops, pc, op),
        _ => run_generic(context, regs, ops, pc, op),
    }
}

/// `Call` of a bound user function: its object replaces the method in the register before the arguments.
#[inline(never)]
fn bound_function<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::Call { dst, base, argc } = fields::Call::of(op);
    let method = r!(regs, base);
    let bound = context.rt.heap.methods.get(method.index());
    let (callee, this, count) = (bound.func, bound.this, argc.0.wrapping_add(1));
    // Unwrapping a bound method costs fuel.
    let charged = context.rt.heap.fuel.dynamic();
    if callee.tag != Tag::Func || context.reference_mode || !context.rt.heap.fuel.try_charge_work(once::UNWRAP) {
        return run_generic(context, regs, ops, pc, op);
    }
    set!(regs, base, this);
    enter_or!(
        context,
        enter_plain(context, regs, pc, callee, base.0, count, dst.0),
        match context.enter_positional(pc, callee, base.0, count, dst.0) {
            EnterOutcome::On => dispatch_next_here!(context),
            EnterOutcome::Left => {}
            EnterOutcome::NotEntered => {
                context.rt.uncharge(charged);
                set!(regs, base, method);
                run_generic(context, regs, ops, pc, op)
            }
        }
    )
}

/// `Call` of `len` with a builtin container.
#[inline(never)]
#[expect(clippy::indexing_slicing, reason = "u8 operands index a [Value; 256] window")]
pub(crate) fn length<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    // This reads the whole instruction, so that the compiler passes it by reference: see `run_generic`.
    if opcode_of(op) != Opcode::Call as u8 {
        return run_generic(context, regs, ops, pc, op);
    }
    let fields::Call { dst, base, .. } = fields::Call::of(op);
    let (object, heap) = (regs[usize::from(base.0) + 1].get(), &context.rt.heap);
    let length = match object.tag {
        Tag::List => heap.lists.find(object.index()).map(|list| list.items.len()),
        Tag::Tuple => heap.tuples.find(object.index()).map(|tuple| tuple.items.len()),
        Tag::Dict => heap.dicts.find(object.index()).map(crate::heap::DictObj::len),
        Tag::Str => Some(heap.char_count(object)),
        _ => None,
    };
    match length {
        Some(length) => {
            set!(regs, dst, Value::int(length as i64));
            dispatch_next_or_return!(context, regs, ops, pc)
        }
        None => native_function::<1>(context, regs, ops, pc, op),
    }
}

/// `Call` of `next` with a generator.
#[inline(never)]
#[expect(clippy::indexing_slicing, reason = "u8 operands index a [Value; 256] window")]
fn call_next_of_generator<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::Call { dst, base, .. } = fields::Call::of(op);
    let generator = regs[usize::from(base.0) + 1].get();
    if context.reference_mode {
        return native_function::<1>(context, regs, ops, pc, op);
    }
    match context.reenter_generator(regs, pc, generator, low32(pc as u64), dst.0) {
        Step::Enter(regs, code, at) => dispatch_next!(context, regs, code.instructions, at),
        Step::Left => {}
        _ => {
            context.pc = pc;
            if resume_or_stop(
                context,
                regs,
                ResumeRequest { generator, dst: dst.0, pc: low32(pc as u64), cost: 0, action: ReturnAction::Store },
            ) {
                return dispatch_next_here!(context);
            }
            if !context.stopped {
                native_function::<1>(context, regs, ops, pc, op)
            }
        }
    }
}

/// `Call` of a native function, by how it takes its arguments.
#[inline(never)]
#[expect(clippy::indexing_slicing, reason = "u8 operands index a [Value; 256] window")]
fn call_native<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::Call { base, argc, .. } = fields::Call::of(op);
    match argc.0 {
        1 if r!(regs, base) == context.registry.next && regs[usize::from(base.0) + 1].get().tag == Tag::Gen => {
            call_next_of_generator(context, regs, ops, pc, op)
        }
        1 if accepts_positional(context, r!(regs, base), 1) => native_function::<1>(context, regs, ops, pc, op),
        2 if accepts_positional(context, r!(regs, base), 2) => native_function::<2>(context, regs, ops, pc, op),
        3 if accepts_positional(context, r!(regs, base), 3) => native_function::<3>(context, regs, ops, pc, op),
        _ => call_type(context, regs, ops, pc, op),
    }
}

/// `Call` of a native function that takes `COUNT` arguments without binding.
#[inline(never)]
fn native_function<'m, const COUNT: usize>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    _ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::Call { dst, base, .. } = fields::Call::of(op);
    context.pc = pc;
    if plain_native::<COUNT>(context, regs, base.0.wrapping_add(1), r!(regs, base), dst.0) {
        dispatch_next_here!(context)
    }
}

/// `Call` of a builtin type, or of a native function whose arguments must be bound.
#[inline(never)]
fn call_type<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let _ = ops;
    context.pc = pc;
    if builtin(context, regs, op) {
        dispatch_next_here!(context)
    }
}

/// `Call` of `range` with one or two ints, as in most loops.
#[inline(never)]
#[expect(clippy::indexing_slicing, reason = "u8 operands index a [Value; 256] window")]
fn make_range<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::Call { dst, base, argc } = fields::Call::of(op);
    let first = usize::from(base.0) + 1;
    let (start, stop) = match argc.0 {
        1 => (Value::int(0), regs[first].get()),
        2 => (regs[first].get(), regs[first + 1].get()),
        _ => return call_type(context, regs, ops, pc, op),
    };
    match range_of(context, start, stop) {
        Some(made) => {
            set!(regs, dst, made);
            dispatch_next_or_return!(context, regs, ops, pc)
        }
        None => call_type(context, regs, ops, pc, op),
    }
}

/// A range over two ints; None, with nothing done, for other values.
///
/// A separate function for the reason that `plain_native` gives.
#[inline(never)]
fn range_of(context: &mut Dispatcher<'_>, start: Value, stop: Value) -> Option<Value> {
    let are_ints = (start.tag, stop.tag) == (Tag::Int, Tag::Int);
    if are_ints { context.rt.heap.range(start, stop, Value::int(1)).ok() } else { None }
}

/// `Call` of a builtin type with one argument: tries the conversions between numbers and strings.
#[inline(never)]
fn convert<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::Call { dst, base, .. } = fields::Call::of(op);
    match convert_fast(context, r!(regs, base), regs[usize::from(base.0) + 1].get()) {
        Some(made) => {
            set!(regs, dst, made);
            dispatch_next_or_return!(context, regs, ops, pc)
        }
        None => call_type(context, regs, ops, pc, op),
    }
}

/// Converts a number or its text to str, int or float. None, with nothing done, for any other case.
///
/// A separate function for the reason that `plain_native` gives.
#[inline(never)]
fn convert_fast(context: &mut Dispatcher<'_>, ty: Value, value: Value) -> Option<Value> {
    match (TypeId::of(ty), value.tag) {
        (reg::STR, Tag::Str) | (reg::INT, Tag::Int) | (reg::FLOAT, Tag::Float) => Some(value),
        (reg::STR, Tag::Int) => context.rt.heap.str_ascii(CompactString::new(itoa::Buffer::new().format(value.as_i64()))).ok(),
        (reg::INT, Tag::Float) => {
            let whole = value.as_f64().trunc();
            // Up to 2**53 each int is a float, so no digit is lost.
            (whole.abs() <= 9_007_199_254_740_992.0).then(|| Value::int(whole_i64(whole)))
        }
        (reg::FLOAT, Tag::Int) => Some(Value::float(value.as_i64() as f64)),
        (reg::INT, Tag::Str) => quick(context.rt.heap.text(value).as_bytes()).map(Value::int),
        _ => None,
    }
}

/// `Call` of `type` with one argument whose tag decides its type.
#[inline(never)]
#[expect(clippy::indexing_slicing, reason = "an entry for each tag")]
fn type_of<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::Call { dst, base, argc } = fields::Call::of(op);
    let kind = KINDS[regs[usize::from(base.0) + 1].get().tag as usize];
    if argc.0 != 1 || kind.is_undef() || !may_read_types(context) {
        return type_call_any(context, regs, ops, pc, op);
    }
    set!(regs, dst, kind);
    dispatch_next_or_return!(context, regs, ops, pc)
}

/// True when the policy lets the running code read types.
#[inline(always)]
fn may_read_types(context: &Dispatcher<'_>) -> bool {
    context.code.trusted || context.rt.policy.grants.may_read_types()
}

/// The type of each tag whose values all have one type; undefined for other tags.
static KINDS: [Value; Tag::ALL.len()] = {
    let mut kinds = [Value::UNDEF; Tag::ALL.len()];
    kinds[Tag::None as usize] = reg::NONE_TYPE.value();
    kinds[Tag::Bool as usize] = reg::BOOL.value();
    kinds[Tag::Int as usize] = reg::INT.value();
    kinds[Tag::Float as usize] = reg::FLOAT.value();
    kinds[Tag::Str as usize] = reg::STR.value();
    kinds[Tag::List as usize] = reg::LIST.value();
    kinds[Tag::Tuple as usize] = reg::TUPLE.value();
    kinds[Tag::Dict as usize] = reg::DICT.value();
    kinds
};

/// Like `type_of`, for any arguments.
#[inline(never)]
fn type_call_any<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::Call { dst, base, argc } = fields::Call::of(op);
    if argc.0 != 1 || !may_read_types(context) {
        return call_type(context, regs, ops, pc, op);
    }
    set!(regs, dst, context.rt.type_of(regs[usize::from(base.0) + 1].get()));
    dispatch_next_or_return!(context, regs, ops, pc)
}

/// Calls a native function or a builtin type. False, with a dispatch exit, when it returns no value.
#[inline(never)]
pub(crate) fn builtin(context: &mut Dispatcher<'_>, regs: &Registers, op: &Instruction) -> bool {
    let fields::Call { dst, base, argc } = fields::Call::of(op);
    let (callee, at) = (r!(regs, base), usize::from(base.0));
    context.rt.policy.trusted = context.code.trusted;
    let (first, argc, dst) = (base.0.wrapping_add(1), argc.0, dst.0);
    if callee.tag == Tag::Native {
        return native_at(context, regs, callee, first, argc, dst);
    }
    let by_machine = DispatchExit::Call { callee, base: first, argc, names: None, dst };
    let Some(new) = context.registry.constructor(callee) else { return native_failed(context, Abrupt::NeedsUserCode, by_machine) };
    match with_args(regs, at, usize::from(argc) + 1, |args| new.call_positional(context.rt, args)) {
        Err(Abrupt::NeedsUserCode) => finish_by_fallback(context, callee, base.0, argc, dst),
        result => store_native_result(context, regs, dst, result, by_machine),
    }
}

/// `Call` of a class, by whether its instances are exceptions.
#[inline(never)]
fn call_class<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::Call { base, .. } = fields::Call::of(op);
    match context.rt.heap.classes.get(r!(regs, base).index()).flags & class_flags::EXCEPTION {
        0 => instantiate(context, regs, ops, pc, op),
        _ => make_error(context, regs, ops, pc, op),
    }
}

/// `Call` of a class: makes a plain instance and enters its `__init__`. The instance replaces the class in its register. Uses the generic
/// implementation when the class needs more.
#[inline(never)]
fn instantiate<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::Call { dst, base, argc } = fields::Call::of(op);
    let class = r!(regs, base);
    let Some(init) = plain_init_of(context, class, argc.0) else { return run_generic(context, regs, ops, pc, op) };
    if let Some(instance) = construct_inline(context, regs, base.0, argc.0, init) {
        set!(regs, dst, instance);
        return dispatch_next!(context, regs, ops, pc);
    }
    let Some(instance) = plain_instance(context, class) else { return run_generic(context, regs, ops, pc, op) };
    if init.is_undef() {
        set!(regs, dst, instance);
        return dispatch_next_or_return!(context, regs, ops, pc);
    }
    let count = argc.0.wrapping_add(1);
    regs[usize::from(base.0)].set(instance);
    let entered = if context.reference_mode {
        None
    } else {
        fast_callee(context, init, count)
            .and_then(|code| Some((context.push(regs, pc, base.0, dst.0, init, Some(instance))?, code, init.index())))
    };
    enter_or!(
        context,
        entered,
        match context.enter_init(pc, init, base.0, count, dst.0, (class, instance)) {
            EnterOutcome::On => dispatch_next_here!(context),
            EnterOutcome::Left => {}
            EnterOutcome::NotEntered => run_generic(context, regs, ops, pc, op),
        }
    )
}

/// `Call` of an exception class, like `instantiate`.
#[inline(never)]
fn make_error<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::Call { dst, base, argc } = fields::Call::of(op);
    let class = r!(regs, base);
    let Some(init) = error_init_of(context, class, argc.0) else { return run_generic(context, regs, ops, pc, op) };
    context.pc = pc;
    let charged = context.rt.heap.fuel.dynamic();
    let Some(made) = plain_error(context, regs, class, base.0.wrapping_add(1), argc.0) else { return };
    if init.is_undef() {
        set!(regs, dst, made);
        return dispatch_next_here!(context);
    }
    regs[usize::from(base.0)].set(made);
    match context.enter_init(pc, init, base.0, argc.0.wrapping_add(1), dst.0, (class, made)) {
        EnterOutcome::On => dispatch_next_here!(context),
        EnterOutcome::Left => {}
        EnterOutcome::NotEntered => {
            // The exception is made and charged once more.
            context.rt.heap.fuel.uncharge(charged);
            run_generic(context, regs, ops, pc, op);
        }
    }
}

/// True when a call of the class only makes an instance and calls its `__init__`.
#[inline(always)]
fn call_only_runs_init(class: &ClassObj) -> bool {
    let special = class_flags::ABSTRACT | class_flags::NEW | class_flags::META | class_flags::DEL;
    class.flags & special == 0 && class.metaclass.tag != Tag::Class
}

/// The `__init__` of an exception class: a plain function that takes `argc` arguments, or undefined for that of the builtin type, which has
/// no work left after the exception is made. None when the class needs more.
#[inline(never)]
fn error_init_of(context: &Dispatcher<'_>, callee: Value, argc: u8) -> Option<Value> {
    let class = context.rt.heap.classes.get(callee.index());
    let is_group = context.registry.is_subtype(TypeId(class.layout), crate::runtime::exceptions::BASE_EXCEPTION_GROUP);
    if is_group || !call_only_runs_init(class) {
        return None;
    }
    if class.flags & class_flags::INIT == 0 {
        return Some(Value::UNDEF);
    }
    if !context.rt.may_cache_lookups(callee.index()) {
        return None;
    }
    let init = context.rt.class_lookup(callee, names::dunder_init).filter(|init| init.tag == Tag::Func)?;
    takes(context, init, argc).then_some(init)
}

/// An exception with these arguments; None, with a dispatch exit, when the constructor fails.
#[inline(never)]
fn plain_error(context: &mut Dispatcher<'_>, regs: &Registers, class: Value, first: u8, argc: u8) -> Option<Value> {
    context.rt.policy.trusted = context.code.trusted;
    match with_args(regs, first.into(), argc.into(), |args| crate::objects::types::exception::instantiate(context.rt, class, args)) {
        Ok(made) => Some(made),
        Err(exit) => {
            fail(context, context.pc, exit);
            None
        }
    }
}

/// The plain `__init__` of a class of plain instances, if it takes `argc` arguments. Undefined for that of `object`, which takes none and
/// does nothing. None when the class needs more.
#[inline(never)]
fn plain_init_of(context: &mut Dispatcher<'_>, callee: Value, argc: u8) -> Option<Value> {
    let class = context.rt.heap.classes.get(callee.index());
    if class.layout != reg::OBJECT.0 || !call_only_runs_init(class) {
        return None;
    }
    if class.flags & class_flags::INIT == 0 {
        return (argc == 0).then_some(Value::UNDEF);
    }
    let init = context.rt.plain_init(callee)?;
    takes(context, init, argc).then_some(init)
}

/// True when a function can be called with an object and `argc` more arguments.
#[inline(always)]
pub(crate) fn takes(context: &Dispatcher<'_>, init: Value, argc: u8) -> bool {
    let function = context.rt.heap.funcs.get(init.index());
    let code = context.codes.get(function.code as usize);
    code.is_some_and(|code| context.rt.missing_arguments(function, code, usize::from(argc) + 1).is_some())
}

/// A plain instance without attributes.
#[inline(never)]
fn plain_instance(context: &mut Dispatcher<'_>, callee: Value) -> Option<Value> {
    let shape = context.rt.heap.classes.get(callee.index()).root_shape;
    context.rt.heap.inst(InstObj { class: callee.index(), shape, slots: smallvec::SmallVec::new() }).ok()
}
