//! The fast path of method calls. The inline cache comes first.

#![expect(clippy::indexing_slicing, reason = "an operand is a u8 and a window has 260 registers; tables have an entry for each u8 or tag")]

use super::calls::enter_or;
use crate::base::value::Tag;
use crate::base::value::Value;
use crate::interpreter::fast::DispatchExit;
use crate::interpreter::fast::Dispatcher;
use crate::interpreter::fast::EnterOutcome;
use crate::interpreter::fast::Registers;
use crate::interpreter::fast::calls::enter_called;
use crate::interpreter::fast::calls::enter_function;
use crate::interpreter::fast::calls::enter_plain;
use crate::interpreter::fast::calls::fast_callee;
use crate::interpreter::fast::calls::generator;
use crate::interpreter::fast::calls::native_at;
use crate::interpreter::fast::calls::native_missing;
use crate::interpreter::fast::calls::plain_native;
use crate::interpreter::fast::calls::store_native_result;
use crate::interpreter::fast::handler;
use crate::interpreter::fast::instruction::Instruction;
use crate::interpreter::fast::instruction::fields;
use crate::interpreter::fast::outside;
use crate::interpreter::fast::run_generic;
use crate::interpreter::fast::with_args;
use crate::runtime::inline_cache::CacheKind;
use crate::runtime::inline_cache::InlineCache;
use crate::runtime::type_table as reg;
use std::hint::cold_path;
use stockade_algorithms::text::ascii::is_of;

/// The handler of `CallMethod`, by the kind of the receiver.
pub(crate) fn call_method<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::CallMethod { base, .. } = fields::CallMethod::of(op);
    match r!(regs, base).tag {
        Tag::Inst => call_method_monomorphic(context, regs, ops, pc, op),
        Tag::List => call_list_method(context, regs, ops, pc, op),
        Tag::Str => call_str_method(context, regs, ops, pc, op),
        _ => call_builtin_method(context, regs, ops, pc, op),
    }
}

/// `CallMethod` of an instance when the inline cache hits.
#[inline(never)]
pub(crate) fn call_method_monomorphic<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::CallMethod { dst, base, argc, site } = fields::CallMethod::of(op);
    if let Some(callee) = cached_method(context, r!(regs, base), site.0)
        && let Some(code) = fast_callee(context, callee, argc.0.wrapping_add(1))
    {
        return enter_called(context, regs, code, callee.index(), base.0, dst.0, pc, op);
    }
    cold_path();
    call_method_polymorphic(context, regs, ops, pc, op)
}

/// Like `call_method_monomorphic`, when the secondary entry hits.
#[inline(never)]
pub(crate) fn call_method_polymorphic<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::CallMethod { dst, base, argc, site } = fields::CallMethod::of(op);
    if let Some((second, _)) = context.second(site.0, CacheKind::Method, r!(regs, base))
        && let callee = second.value()
        && let Some(code) = fast_callee(context, callee, argc.0.wrapping_add(1))
    {
        return enter_called(context, regs, code, callee.index(), base.0, dst.0, pc, op);
    }
    cold_path();
    call_method_generic(context, regs, ops, pc, op)
}

/// `CallMethod` of a list: `append` without growth, and `pop` of the last item.
#[inline(never)]
pub(crate) fn call_list_method<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::CallMethod { dst, base, argc, site } = fields::CallMethod::of(op);
    let list = r!(regs, base);
    if let Some(cache) = context.site(site.0)
        && cache.kind() == CacheKind::Native
        && cache.slot == Tag::List as u32
        && let callee = cache.value()
        && let Some(object) = context.rt.heap.lists.find_mut(list.index())
    {
        let items = &mut object.items;
        let (length, room) = (items.len(), items.capacity());
        if callee == context.registry.list_append && argc.0 == 1 && length < room {
            items.push(regs[usize::from(base.0) + 1].get());
            set!(regs, dst, Value::NONE);
            return dispatch_next!(context, regs, ops, pc);
        }
        // Only when `pop` would not shrink the list's vector afterwards.
        if callee == context.registry.list_pop
            && argc.0 == 0
            && (room <= 16 || length > room / 4)
            && let Some(item) = items.pop()
        {
            set!(regs, dst, item);
            return dispatch_next!(context, regs, ops, pc);
        }
    }
    call_builtin_method(context, regs, ops, pc, op)
}

/// `CallSuperMethod` of an instance when the inline cache hits. The object and the arguments start two registers after `super`.
#[inline(never)]
pub(crate) fn call_super_method<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::CallSuperMethod { dst, base, argc, site } = fields::CallSuperMethod::of(op);
    let Some(callee) = cached_super_method(context, regs, base.0, site.0) else { return run_generic(context, regs, ops, pc, op) };
    let (first, count) = (base.0.wrapping_add(2), argc.0.wrapping_add(1));
    if let Some(code) = fast_callee(context, callee, count) {
        return enter_called(context, regs, code, callee.index(), first, dst.0, pc, op);
    }
    match context.enter_positional(pc, callee, first, count, dst.0) {
        EnterOutcome::On => dispatch_next_here!(context),
        EnterOutcome::Left => {}
        EnterOutcome::NotEntered => run_generic(context, regs, ops, pc, op),
    }
}

/// The cached function that follows the class in the register after `super` in the method resolution order.
#[inline(always)]
pub(crate) fn cached_super_method(context: &Dispatcher<'_>, regs: &Registers, base: u8, site: u32) -> Option<Value> {
    let base = usize::from(base);
    let [callee, class, this] = [base, base + 1, base + 2].map(|at| regs[at].get());
    if callee != reg::SUPER.value() || (class.tag, this.tag) != (Tag::Class, Tag::Inst) {
        return None;
    }
    let (cache, inst) = (context.site(site)?, context.rt.heap.insts.find(this.index())?);
    (cache.hits(CacheKind::Super, inst.shape, context.rt.caches.epoch) && cache.slot == class.index()).then(|| cache.value())
}

/// The cached method of an instance.
#[inline(always)]
pub(crate) fn cached_method(context: &Dispatcher<'_>, object: Value, site: u32) -> Option<Value> {
    let cache = context.site(site)?;
    let inst = context.rt.heap.insts.find(object.index())?;
    cache.hits(CacheKind::Method, inst.shape, context.rt.caches.epoch).then(|| cache.value())
}

/// `CallMethod` without fast paths for instances, by the kind of the receiver. It only selects the next function, so it saves no machine
/// registers.
#[inline(never)]
pub(crate) fn call_method_slow<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::CallMethod { base, .. } = fields::CallMethod::of(op);
    match r!(regs, base).tag {
        Tag::Inst => call_method_generic(context, regs, ops, pc, op),
        Tag::Module => call_module_function(context, regs, ops, pc, op),
        _ => call_builtin_method(context, regs, ops, pc, op),
    }
}

/// `CallMethod` of a global of a module, when the inline cache hits the module.
#[inline(never)]
pub(crate) fn call_module_function<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::CallMethod { dst, base, argc, site } = fields::CallMethod::of(op);
    let known = context.site(site.0).and_then(|cache| context.rt.cached_module_global(cache, r!(regs, base)));
    let Some(callee) = known else { return run_generic(context, regs, ops, pc, op) };
    let first = base.0.wrapping_add(1);
    match callee.tag {
        Tag::Native => {
            context.pc = pc;
            if native_at(context, regs, callee, first, argc.0, dst.0) {
                dispatch_next_here!(context)
            }
        }
        Tag::Func => enter_or!(
            context,
            if context.reference_mode { None } else { enter_plain(context, regs, pc, callee, first, argc.0, dst.0) },
            match context.enter_positional(pc, callee, first, argc.0, dst.0) {
                EnterOutcome::On => dispatch_next_here!(context),
                EnterOutcome::Left => {}
                EnterOutcome::NotEntered => run_generic(context, regs, ops, pc, op),
            }
        ),
        _ => run_generic(context, regs, ops, pc, op),
    }
}

/// `CallMethod` of a builtin method, by how it takes its arguments.
#[inline(never)]
pub(crate) fn call_builtin_method<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::CallMethod { base, argc, site, .. } = fields::CallMethod::of(op);
    match context.site(site.0) {
        Some(cache) if cache.kind() == CacheKind::Native && cache.slot == r!(regs, base).tag as u32 => {
            match (cache.accepts_positional(), argc.0) {
                (true, 0) => native_method::<1>(context, regs, ops, pc, op),
                (true, 1) => native_method::<2>(context, regs, ops, pc, op),
                (true, 2) => native_method::<3>(context, regs, ops, pc, op),
                _ => bound_method(context, regs, ops, pc, op),
            }
        }
        Some(cache)
            if r!(regs, base).tag == Tag::Class
                && matches!(cache.kind(), CacheKind::ClassReceiverStatic | CacheKind::ClassReceiverBound) =>
        {
            call_class_function(context, regs, ops, pc, op)
        }
        Some(cache) if cache.kind() == CacheKind::Module => call_module_function(context, regs, ops, pc, op),
        _ => run_generic(context, regs, ops, pc, op),
    }
}

/// `CallMethod` of a static method or class method, on a class or an instance.
#[inline(never)]
pub(crate) fn call_class_function<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::CallMethod { dst, base, argc, site } = fields::CallMethod::of(op);
    let object = r!(regs, base);
    let known = context.site(site.0).and_then(|cache| context.rt.cached_class_function(cache, object));
    let Some((callee, class)) = known else { return run_generic(context, regs, ops, pc, op) };
    let (first, count) = match class {
        Some(class) => {
            set!(regs, base, class);
            (base.0, argc.0.wrapping_add(1))
        }
        None => (base.0.wrapping_add(1), argc.0),
    };
    enter_or!(
        context,
        if context.reference_mode { None } else { enter_plain(context, regs, pc, callee, first, count, dst.0) },
        match context.enter_positional(pc, callee, first, count, dst.0) {
            EnterOutcome::On => dispatch_next_here!(context),
            EnterOutcome::Left => {}
            EnterOutcome::NotEntered => {
                set!(regs, base, object);
                run_generic(context, regs, ops, pc, op)
            }
        }
    )
}

/// `CallMethod` of a string. For one ASCII character, predicates such as `isdigit` are a table lookup.
pub(crate) fn call_str_method<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::CallMethod { dst, base, site, .. } = fields::CallMethod::of(op);
    if let Some(cache) = context.site(site.0)
        && cache.kind() == CacheKind::Native
        && cache.classes() != 0
        && let Some(byte) = context.rt.heap.one_ascii(r!(regs, base))
        && let Some(answer) = is_of(byte, cache.classes())
    {
        set!(regs, dst, Value::bool(answer));
        return dispatch_next!(context, regs, ops, pc);
    }
    call_builtin_method(context, regs, ops, pc, op)
}

/// `CallMethod` of a builtin method that takes `COUNT` values, its object included, without binding.
#[inline(never)]
pub(crate) fn native_method<'m, const COUNT: usize>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    _ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::CallMethod { dst, base, site, .. } = fields::CallMethod::of(op);
    let callee = context.site(site.0).map_or(Value::UNDEF, InlineCache::value);
    context.pc = pc;
    if plain_native::<COUNT>(context, regs, base.0, callee, dst.0) {
        dispatch_next_here!(context)
    }
}

/// `CallMethod` of a builtin method whose arguments must be bound.
#[inline(never)]
pub(crate) fn bound_method<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, _ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::CallMethod { site, .. } = fields::CallMethod::of(op);
    let callee = context.site(site.0).map_or(Value::UNDEF, InlineCache::value);
    context.pc = pc;
    if builtin_method(context, regs, op, callee) {
        dispatch_next_here!(context)
    }
}

/// `CallMethod` of an instance when the inline cache misses, or when the call is not a plain call of a method.
#[inline(never)]
pub(crate) fn call_method_generic<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::CallMethod { dst, base, argc, site } = fields::CallMethod::of(op);
    if context.site(site.0).is_some_and(|cache| matches!(cache.kind(), CacheKind::Static | CacheKind::OfClass)) {
        return call_class_function(context, regs, ops, pc, op);
    }
    if let Some(callee) = function_in_slot(context, r!(regs, base), site.0) {
        return enter_or!(
            context,
            if context.reference_mode { None } else { enter_plain(context, regs, pc, callee, base.0.wrapping_add(1), argc.0, dst.0) },
            match context.enter_positional(pc, callee, base.0.wrapping_add(1), argc.0, dst.0) {
                EnterOutcome::On => dispatch_next_here!(context),
                EnterOutcome::Left => {}
                EnterOutcome::NotEntered => run_generic(context, regs, ops, pc, op),
            }
        );
    }
    let known = context.second(site.0, CacheKind::Method, r!(regs, base)).map(|(second, _)| second.value());
    if let Some(callee) = known.or_else(|| lookup_method(context, r!(regs, base), site.0)) {
        let count = argc.0.wrapping_add(1);
        return enter_or!(
            context,
            if context.reference_mode { None } else { enter_plain(context, regs, pc, callee, base.0, count, dst.0) },
            match context.enter_positional(pc, callee, base.0, count, dst.0) {
                EnterOutcome::On => dispatch_next_here!(context),
                EnterOutcome::Left => {}
                EnterOutcome::NotEntered => generator(context, regs, ops, pc, op),
            }
        );
    }
    run_generic(context, regs, ops, pc, op)
}

/// The function in an instance's own attribute, when the inline cache hits.
#[inline(always)]
pub(crate) fn function_in_slot(context: &Dispatcher<'_>, object: Value, site: u32) -> Option<Value> {
    let cache = context.site(site)?;
    let inst =
        context.rt.heap.insts.find(object.index()).filter(|inst| cache.hits(CacheKind::Slot, inst.shape, context.rt.caches.epoch))?;
    inst.slots.get(cache.slot as usize).copied().filter(|callee| callee.tag == Tag::Func)
}

/// Looks up an instance's method and updates the inline cache. None when it is not a plain function.
#[inline(never)]
pub(crate) fn lookup_method(context: &mut Dispatcher<'_>, object: Value, site: u32) -> Option<Value> {
    let cache = context.sites.get_mut(site as usize).filter(|cache| cache.allowed)?;
    let before = *cache;
    let callee = context.rt.update_method_cache(cache, object).filter(|callee| callee.tag == Tag::Func)?;
    if before.kind() == CacheKind::Method {
        context.keep(site, before);
    }
    Some(callee)
}

/// Like `plain_native`, with any number of arguments, which are bound.
#[inline(never)]
pub(crate) fn builtin_method(context: &mut Dispatcher<'_>, regs: &Registers, op: &Instruction, callee: Value) -> bool {
    let fields::CallMethod { dst, base, argc, .. } = fields::CallMethod::of(op);
    let Some(method) = context.registry.native(callee) else { return native_missing(context) };
    context.rt.policy.trusted = context.code.trusted;
    let result = with_args(regs, base.0.into(), usize::from(argc.0) + 1, |args| method.call_positional(context.rt, args));
    let fallback = DispatchExit::Fallback { callee, base: base.0, argc: argc.0.wrapping_add(1), dst: dst.0 };
    store_native_result(context, regs, dst.0, result, fallback)
}
