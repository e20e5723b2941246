//! Calls of classes with a trivial `__init__`, which only stores parameters, constants, and empty lists and dicts in attributes. When the
//! inline caches of all its `StoreAttr`s hit, the call of the class does the work of the frame without pushing one.
//!
//! INVARIANT: fuel, accounted bytes, objects and registers are afterwards the same as with a frame. So nothing is done here when the frame
//! would have stopped on the way: for fuel, for memory, or for a miss of an inline cache.

#![expect(clippy::indexing_slicing, reason = "an operand is a u8 and a window has 260 registers; tables have an entry for each u8 or tag")]

use crate::runtime::constructor_cache::ConstructorEntry;
use crate::runtime::constructor_cache::Source;
use crate::runtime::constructor_cache::line_of;
use std::hint::cold_path;

use smallvec::SmallVec;

use super::{Dispatcher, Registers, TWO_WINDOWS_LEN, registers_at};
use crate::base::value::{Tag, Value};
use crate::heap::{DictObj, Heap};
use crate::runtime::inline_cache::CacheKind;

/// The instance that a call of a class makes. The class is in register `base`, and `argc` arguments follow. `init`: the class's `__init__`,
/// which accepts that many arguments, or undefined. Fills the constructor cache. None, with nothing done, when a frame is needed.
#[inline(never)]
pub(super) fn construct_inline(context: &mut Dispatcher<'_>, regs: &Registers, base: u8, argc: u8, init: Value) -> Option<Value> {
    let function = context.rt.heap.funcs.find(init.index()).filter(|_| init.tag == Tag::Func)?;
    let code = context.codes.get(function.code as usize)?;
    let initializer = code.initializer.as_deref()?;
    if context.reference_mode || code.positional_arg_count == u16::MAX || code.needs_slow_entry {
        return None;
    }
    let class = context.rt.heap.classes.get(regs[usize::from(base)].get().index());
    let mut shape = class.root_shape;
    for fill in &initializer.fills {
        let site = context.sites.get(fill.site)?;
        if !site.hits(CacheKind::AddSlot, shape, context.rt.caches.epoch) {
            return None;
        }
        shape = site.slot;
    }
    let entry = ConstructorEntry { version: class.version, init: init.index(), code: function.code, shape };
    *context.rt.caches.constructors.get_mut(line_of(entry.version))? = entry;
    construct_cached(context, regs, base, argc)
}

/// Like `construct_inline`, for a class in the constructor cache, whatever its `__init__` takes.
#[inline(never)]
pub(super) fn construct_cached(context: &mut Dispatcher<'_>, regs: &Registers, base: u8, argc: u8) -> Option<Value> {
    let class = regs[usize::from(base)].get().index();
    let object = context.rt.heap.classes.find(class)?;
    let entry = *context.rt.caches.constructors.get(line_of(object.version))?;
    if entry.version != object.version || object.metaclass.tag == Tag::Class {
        return None;
    }
    let function = context.rt.heap.funcs.find(entry.init).filter(|function| function.code == entry.code)?;
    let code = context.codes.get(entry.code as usize)?;
    let initializer = code.initializer.as_deref()?;
    let count = argc.wrapping_add(1);
    // Missing arguments come from the defaults.
    let defaults = if code.positional_arg_count == u16::from(count) {
        &[]
    } else {
        cold_path();
        context.rt.missing_arguments(function, code, count.into())?
    };
    let window = registers_at(context.stack, context.base_of(regs).wrapping_add(base.into()), TWO_WINDOWS_LEN)?;
    let heap = &context.rt.heap;
    if context.calls.depth() >= context.rt.budget.fast_frames || !heap.has_room(initializer.bytes) || !heap.fuel.try_charge(code.entry_cost)
    {
        return None;
    }
    // Nothing fails from here on.
    window.iter().skip(count.into()).zip(defaults).for_each(|(slot, value)| slot.set(*value));
    let heap = &mut context.rt.heap;
    heap.add(initializer.own_bytes);
    let shape = entry.shape;
    // The values are written one by one to their final place. A copy in larger pieces would wait for the small writes before it.
    let at = if initializer.room == 0 {
        let mut values = [Value::UNDEF; 2];
        for (slot, fill) in values.iter_mut().zip(&initializer.fills) {
            *slot = attribute_value(heap, window, fill.source)?;
        }
        let count = initializer.fills.len().min(2);
        heap.insts.insert_with(|inst| (inst.class, inst.shape, inst.slots) = (class, shape, SmallVec::from_buf_and_len(values, count)))
    } else {
        let mut values = heap.free_list.take(initializer.room);
        if initializer.in_order {
            for parameter in window.iter().skip(1).take(initializer.fills.len()) {
                values.push(parameter.get());
            }
        } else {
            for fill in &initializer.fills {
                values.push(attribute_value(heap, window, fill.source)?);
            }
        }
        heap.insts.insert_with(|inst| (inst.class, inst.shape, inst.slots) = (class, shape, SmallVec::from_vec(values)))
    };
    let instance = Value::heap(Tag::Inst, at);
    // The frame would have left these values in the caller's registers.
    window[0].set(instance);
    code.clear_four(window);
    window[usize::from(initializer.temporary)].set(Value::NONE);
    Some(instance)
}

/// The value for an attribute, from the window of the call.
#[inline(always)]
pub(crate) fn attribute_value(heap: &mut Heap, window: &Registers, source: Source) -> Option<Value> {
    match source {
        Source::Parameter(register) => Some(window[usize::from(register)].get()),
        Source::Constant(value) => Some(value),
        Source::EmptyList => heap.list(Vec::new()).ok(),
        Source::EmptyDict => heap.dict(DictObj::default()).ok(),
    }
}
