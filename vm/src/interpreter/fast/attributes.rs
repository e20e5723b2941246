//! The fast paths and slow paths of attribute loads and stores.

use std::hint::cold_path;

use super::instruction::{Instruction, fields};
use super::slow_paths::fail;
use super::{Dispatcher, Registers, Step, enter_in_next_window, handler, outside, run_generic};
use crate::base::value::{Tag, Value};
use crate::runtime::inline_cache::{CacheKind, InlineCache};
use crate::runtime::pending_call::ReturnAction;

/// The inline cache and the instance, when the cache is of this kind and hits the instance's shape (and so its class).
macro_rules! known {
    ($context:ident, $object:ident, $site:ident, $kind:ident) => {
        known!(find; $context, $object, $site, $kind)
    };
    ($find:ident; $context:ident, $object:ident, $site:ident, $kind:ident) => {{
        let Some(cache) = $context.sites.get($site.0 as usize) else { return Step::Slow };
        if $object.tag != Tag::Inst {
            return Step::Slow;
        }
        let Some(inst) = $context.rt.heap.insts.$find($object.index()) else { return Step::Slow };
        if !cache.hits(CacheKind::$kind, inst.shape, $context.rt.caches.epoch) {
            return Step::Slow;
        }
        (cache, inst)
    }};
}

/// The fast path of `LoadAttr`: the inline cache hits the shape of the instance, and names the slot of the attribute.
#[inline(always)]
pub(super) fn load_attr<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, op: fields::LoadAttr) -> Step<'m> {
    let fields::LoadAttr { dst, obj, site } = op;
    let object = r!(regs, obj);
    let (cache, inst) = known!(context, object, site, Slot);
    match inst.slot(cache.slot) {
        Some(value) if !value.is_undef() => set!(regs, dst, *value),
        _ => return Step::Slow,
    }
    Step::Next
}

/// The fast path of `StoreAttr`, likewise.
#[inline(always)]
pub(super) fn store_attr<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, op: fields::StoreAttr) -> Step<'m> {
    let fields::StoreAttr { obj, src, site } = op;
    let object = r!(regs, obj);
    let (cache, inst) = known!(find_mut; context, object, site, Slot);
    let Some(slot) = inst.slots.get_mut(cache.slot as usize) else { return Step::Slow };
    *slot = r!(regs, src);
    Step::Next
}

/// `LoadAttr` when the secondary entry hits.
#[inline(never)]
pub(super) fn load_attr_polymorphic<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::LoadAttr { dst, obj, site } = fields::LoadAttr::of(op);
    let object = r!(regs, obj);
    if object.tag == Tag::Inst
        && let Some((second, inst)) = context.second(site.0, CacheKind::Slot, object)
        && let Some(value) = inst.slots.get(second.slot as usize)
        && !value.is_undef()
    {
        set!(regs, dst, *value);
        return dispatch_next_or_return!(context, regs, ops, pc);
    }
    load_attr_other_kind(context, regs, ops, pc, op)
}

/// `LoadAttr` of another attribute than an instance's own, or when both entries of the inline cache miss.
#[inline(never)]
fn load_attr_other_kind<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::LoadAttr { obj, site, .. } = fields::LoadAttr::of(op);
    match context.site(site.0).map(InlineCache::kind) {
        _ if r!(regs, obj).tag == Tag::Module => load_module_attr(context, regs, ops, pc, op),
        Some(CacheKind::Property) => load_property(context, regs, ops, pc, op),
        Some(CacheKind::Field | CacheKind::OwnClass) => load_class_attr_cached(context, regs, ops, pc, op),
        _ => load_attr_megamorphic(context, regs, ops, pc, op),
    }
}

/// `LoadAttr` of a field of a named tuple, or of `__class__`, when the inline cache hits.
#[inline(never)]
fn load_class_attr_cached<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::LoadAttr { dst, obj, site } = fields::LoadAttr::of(op);
    if let Some(cache) = context.site(site.0)
        && let Some(value) = context.rt.cached_class_attr(cache, r!(regs, obj))
    {
        set!(regs, dst, value);
        return dispatch_next_or_return!(context, regs, ops, pc);
    }
    load_attr_megamorphic(context, regs, ops, pc, op)
}

/// `LoadAttr` of a property when the inline cache hits.
#[inline(never)]
fn load_property<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::LoadAttr { dst, obj, site } = fields::LoadAttr::of(op);
    let object = r!(regs, obj);
    if object.tag == Tag::Inst
        && let Some(cache) = context.site(site.0)
        && let Some(inst) = context.rt.heap.insts.find(object.index())
        && cache.hits(CacheKind::Property, inst.shape, context.rt.caches.epoch)
        && !context.reference_mode
        && get(context, pc, cache.value(), object, dst.0)
    {
        let (pc, regs, code) = (context.pc, context.regs, context.code);
        if context.stopped {
            return;
        }
        return dispatch_next!(context, regs, code.instructions, pc);
    }
    run_generic(context, regs, ops, pc, op)
}

/// Enters the getter of a property. False, with nothing done, when the generic implementation must do it.
#[inline(never)]
fn get(context: &mut Dispatcher<'_>, pc: usize, callee: Value, object: Value, dst: u8) -> bool {
    let entered = enter_in_next_window(context, pc, callee, &[object], dst, ReturnAction::Store, Value::UNDEF);
    if !entered {
        context.stopped = false;
    }
    entered
}

/// `LoadAttr` of a global of a module, when the inline cache hits.
#[inline(never)]
fn load_module_attr<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::LoadAttr { dst, obj, site } = fields::LoadAttr::of(op);
    if let Some(cache) = context.site(site.0)
        && let Some(value) = context.rt.cached_module_global(cache, r!(regs, obj))
    {
        set!(regs, dst, value);
        return dispatch_next_or_return!(context, regs, ops, pc);
    }
    run_generic(context, regs, ops, pc, op)
}

/// `LoadAttr` at a megamorphic place: uses the table that all places share, and updates the inline cache from it.
#[inline(never)]
fn load_attr_megamorphic<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::LoadAttr { dst, obj, site } = fields::LoadAttr::of(op);
    let object = r!(regs, obj);
    if object.tag == Tag::Inst
        && let Some(cache) = context.sites.get_mut(site.0 as usize)
        && cache.allowed
        && let before = *cache
        && let Some(value) = context.rt.cached_slot(cache, object)
    {
        set!(regs, dst, value);
        context.keep(site.0, before);
        return dispatch_next_or_return!(context, regs, ops, pc);
    }
    run_generic(context, regs, ops, pc, op)
}

/// `StoreAttr` that adds an attribute for which the instance has room, when the inline cache hits.
#[inline(never)]
pub(super) fn store_attr_slow<'m>(
    context: &mut Dispatcher<'m>,
    regs: &'m Registers,
    ops: &'m [Instruction],
    pc: usize,
    op: &'m Instruction,
) {
    let fields::StoreAttr { obj, src, site } = fields::StoreAttr::of(op);
    let object = r!(regs, obj);
    if object.tag == Tag::Inst
        && let Some(cache) = context.site(site.0).copied()
        && let next = cache.slot
        && let Some(inst) = context.rt.heap.insts.find_mut(object.index())
        && cache.hits(CacheKind::AddSlot, inst.shape, context.rt.caches.epoch)
    {
        if inst.slots.len() < inst.slots.capacity() {
            inst.slots.push(r!(regs, src));
            inst.shape = next;
            return dispatch_next_or_return!(context, regs, ops, pc);
        }
        return store_attr_grow(context, regs, ops, pc, op);
    }
    store_attr_polymorphic(context, regs, ops, pc, op)
}

/// `StoreAttr` that adds an attribute for which the instance must grow, when the inline cache hits.
#[inline(never)]
fn store_attr_grow<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::StoreAttr { obj, src, site } = fields::StoreAttr::of(op);
    let shape = context.site(site.0).map_or(0, |cache| cache.slot);
    match context.rt.grow_and_push_slot(r!(regs, obj), r!(regs, src), shape) {
        Ok(()) => dispatch_next_or_return!(context, regs, ops, pc),
        Err(exit) => fail(context, pc, exit),
    }
}

/// `StoreAttr` when the secondary entry hits.
#[inline(never)]
fn store_attr_polymorphic<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::StoreAttr { obj, src, site } = fields::StoreAttr::of(op);
    let object = r!(regs, obj);
    if object.tag == Tag::Inst
        && let Some((second, _)) = context.second(site.0, CacheKind::Slot, object)
        && let slot = second.slot
        && let Some(inst) = context.rt.heap.insts.find_mut(object.index())
        && let Some(slot) = inst.slots.get_mut(slot as usize)
    {
        *slot = r!(regs, src);
        return dispatch_next_or_return!(context, regs, ops, pc);
    }
    store_attr_transition(context, regs, ops, pc, op)
}

/// `StoreAttr` that adds an attribute by the secondary entry, or when both entries miss.
#[inline(never)]
fn store_attr_transition<'m>(context: &mut Dispatcher<'m>, regs: &'m Registers, ops: &'m [Instruction], pc: usize, op: &'m Instruction) {
    let fields::StoreAttr { obj, src, site } = fields::StoreAttr::of(op);
    let object = r!(regs, obj);
    let Some(before) = context.site(site.0).copied().filter(|cache| cache.allowed && object.tag == Tag::Inst) else {
        return run_generic(context, regs, ops, pc, op);
    };
    let inst = context.rt.heap.insts.get(object.index());
    let shape = if before.hits(CacheKind::AddSlot, inst.shape, context.rt.caches.epoch) {
        Some(before.slot)
    } else {
        context.second(site.0, CacheKind::AddSlot, object).map(|(second, _)| second.slot)
    };
    if let Some(shape) = shape {
        return match context.rt.push_slot(object, r!(regs, src), shape) {
            Ok(()) => dispatch_next_or_return!(context, regs, ops, pc),
            Err(exit) => fail(context, pc, exit),
        };
    }
    let known = match context.sites.get_mut(site.0 as usize) {
        Some(cache) if before.kind() != CacheKind::AddSlot => context.rt.store_cached(cache, object, r!(regs, src)),
        _ => false,
    };
    if before.kind() != CacheKind::Empty {
        context.keep(site.0, before);
    }
    if known {
        return dispatch_next_or_return!(context, regs, ops, pc);
    }
    run_generic(context, regs, ops, pc, op)
}
