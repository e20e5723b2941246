//! Instances whose `__init__` does nothing but give them attributes: of what it is called with, constants, empty lists and dicts. Where
//! every `StoreAttr` of it knows what it adds, the call of the class does what the frame would have done, without one.
//!
//! INVARIANT: fuel, accounted bytes, objects and registers are afterwards what they are where the frame was pushed. So nothing is done
//! here where somebody would have had to look on the way: at the fuel, at the memory, at what a site does not know.

use std::hint::cold_path;

use smallvec::SmallVec;
use stockade_compiler::bytecode::{Const, Count, Dst, Op, Reg};

use super::{Context, TWO, Window, window_at};
use crate::base::value::{Tag, Value};
use crate::heap::{Arena, DictObj, Heap, HeapObject, InstObj, ListObj};
use crate::runtime::inline_cache::SiteKind;

/// More attributes than this are stored by the instructions.
const MOST: usize = 16;

/// What an attribute is given.
#[derive(Debug, Clone, Copy)]
enum Source {
    /// A parameter, by register.
    Parameter(u8),
    Constant(Value),
    EmptyList,
    EmptyDict,
}

/// One attribute, named by the `StoreAttr` at a site.
#[derive(Debug, Clone, Copy)]
struct Fill {
    site: usize,
    source: Source,
}

/// A function that gives its first argument attributes in order, and does nothing else.
#[derive(Debug, Clone)]
pub(crate) struct Initializer {
    fills: Box<[Fill]>,
    /// They are the parameters, one after the other.
    in_order: bool,
    /// The register that everything but parameters goes through.
    temporary: u8,
    /// Room for attributes beyond what the object itself has.
    room: usize,
    /// Accounted bytes of the instance, and of all it makes.
    own_bytes: usize,
    bytes: usize,
}

impl Initializer {
    /// What a function's instructions come to, if it is no more than that. `parameters`: how many it has. `first_site`: the
    /// number of its code's first site.
    pub(crate) fn of(ops: &[Op], consts: &[Value], parameters: u8, first_site: usize) -> Option<Box<Self>> {
        // A value is loaded where it is stored; None comes last, which is what the function gives.
        let [stores @ .., Op::LoadConst { dst: Dst(temporary), value: nothing }, Op::Return { src: Reg(result) }] = ops else {
            return None;
        };
        let constant = |at: &Const| consts.get(usize::from(at.0)).copied();
        let temporary = *temporary;
        if *result != temporary || temporary < parameters || parameters == 0 || !constant(nothing)?.is_none() || stores.len() > 2 * MOST {
            return None;
        }
        let (mut fills, mut bytes, mut loaded) = (Vec::new(), 0, None);
        for op in stores {
            // A list or dict is stored once, and at once.
            let is_stored = !matches!(loaded, Some(Source::EmptyList | Source::EmptyDict));
            match op {
                Op::StoreAttr { obj: Reg(0), src: Reg(src), site } => {
                    let source = match *src {
                        at if at == temporary => loaded?,
                        // The instance itself is not made yet.
                        at if at == 0 || at >= parameters || !is_stored => return None,
                        at => Source::Parameter(at),
                    };
                    if !is_stored {
                        loaded = None;
                    }
                    bytes += source.bytes();
                    fills.push(Fill { site: first_site + usize::from(site.0), source });
                }
                Op::LoadConst { dst: Dst(dst), value } if *dst == temporary && is_stored => {
                    loaded = Some(Source::Constant(constant(value)?));
                }
                Op::LoadInt { dst: Dst(dst), value } if *dst == temporary && is_stored => {
                    loaded = Some(Source::Constant(Value::int(value.0.into())));
                }
                Op::BuildList { dst: Dst(dst), count: Count(0), .. } if *dst == temporary && is_stored => loaded = Some(Source::EmptyList),
                Op::BuildDict { dst: Dst(dst), count: Count(0), .. } if *dst == temporary && is_stored => loaded = Some(Source::EmptyDict),
                _ => return None,
            }
        }
        let is_stored = !matches!(loaded, Some(Source::EmptyList | Source::EmptyDict));
        let in_order = fills.iter().zip(1..).all(|(fill, at)| matches!(fill.source, Source::Parameter(register) if register == at));
        let room = room_for(fills.len());
        let own_bytes = Arena::<InstObj>::SLOT + room * size_of::<Value>();
        let made = Initializer { fills: fills.into(), in_order, temporary, room, own_bytes, bytes: own_bytes + bytes };
        (is_stored && made.fills.len() <= MOST).then(|| Box::new(made))
    }
}

impl Source {
    /// Accounted bytes of what it makes.
    fn bytes(self) -> usize {
        match self {
            Source::Parameter(_) | Source::Constant(_) => 0,
            Source::EmptyList => Arena::<ListObj>::SLOT,
            Source::EmptyDict => Arena::<DictObj>::SLOT + DictObj::default().owned_bytes(),
        }
    }
}

/// Room for attributes beyond what the object itself has, as [`crate::runtime::core::Rt::push_slot`] makes it for one after the other.
fn room_for(attributes: usize) -> usize {
    if attributes <= 2 { 0 } else { attributes.next_power_of_two().max(4) }
}

/// What calling a class was found to come to. Never part of a snapshot.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Maker {
    /// That of the class, which another has as soon as anything of the class or of those above it changes; 0 for none.
    version: u32,
    /// Its `__init__`, and the code that had.
    init: u32,
    code: u32,
    /// What its instances are in the end.
    shape: u32,
}

/// How many are kept.
const MAKERS: usize = 16;

/// Those of the classes called last, by their versions.
pub(crate) type Makers = [Maker; MAKERS];

/// Where a class of this version has its maker.
#[inline(always)]
fn line_of(version: u32) -> usize {
    version as usize % MAKERS
}

/// What a call of a class gives, the class standing in register `base` and so many arguments after it. `init`: its `__init__`, a function
/// that takes as many, if it has one. None, and nothing done, where its frame has to be pushed.
#[inline(never)]
pub(super) fn made_at_once(context: &mut Context<'_>, regs: &Window, base: u8, argc: u8, init: Value) -> Option<Value> {
    let function = context.rt.heap.funcs.find(init.index()).filter(|_| init.tag == Tag::Func)?;
    let code = context.codes.get(function.code as usize)?;
    let initializer = code.initializer.as_deref()?;
    if context.plain || code.plain_args == u16::MAX || code.begins_with_more {
        return None;
    }
    let class = context.rt.heap.classes.get(regs[usize::from(base)].get().index());
    let mut shape = class.root_shape;
    for fill in &initializer.fills {
        let site = context.sites.get(fill.site)?;
        if !site.knows(SiteKind::AddSlot, shape, context.rt.epoch) {
            return None;
        }
        shape = site.slot;
    }
    let maker = Maker { version: class.version, init: init.index(), code: function.code, shape };
    *context.rt.makers.get_mut(line_of(maker.version))? = maker;
    made_again(context, regs, base, argc)
}

/// As `made_at_once`, of a class whose maker is known, whatever its `__init__` takes.
#[inline(never)]
pub(super) fn made_again(context: &mut Context<'_>, regs: &Window, base: u8, argc: u8) -> Option<Value> {
    let class = regs[usize::from(base)].get().index();
    let object = context.rt.heap.classes.find(class)?;
    let maker = *context.rt.makers.get(line_of(object.version))?;
    if maker.version != object.version || object.metaclass.tag == Tag::Class {
        return None;
    }
    let function = context.rt.heap.funcs.find(maker.init).filter(|function| function.code == maker.code)?;
    let code = context.codes.get(maker.code as usize)?;
    let initializer = code.initializer.as_deref()?;
    let count = argc.wrapping_add(1);
    // What it is not called with it has as defaults.
    let defaults = if code.plain_args == u16::from(count) {
        &[]
    } else {
        cold_path();
        context.rt.missing_arguments(function, code, count.into())?
    };
    let window = window_at(context.stack, context.base_of(regs).wrapping_add(base.into()), TWO)?;
    let heap = &context.rt.heap;
    if context.calls.depth() >= context.rt.quick_frames || !heap.has_room(initializer.bytes) || !heap.fuel.takes(code.entry_cost) {
        return None;
    }
    // From here on nothing fails.
    window.iter().skip(count.into()).zip(defaults).for_each(|(slot, value)| slot.set(*value));
    let heap = &mut context.rt.heap;
    heap.add(initializer.own_bytes);
    let shape = maker.shape;
    // Written where they will be, each by itself: read again in larger pieces, to be moved, they would have the processor wait.
    let at = if initializer.room == 0 {
        let mut values = [Value::UNDEF; 2];
        for (slot, fill) in values.iter_mut().zip(&initializer.fills) {
            *slot = given(heap, window, fill.source)?;
        }
        let count = initializer.fills.len().min(2);
        heap.insts.insert_with(|inst| (inst.class, inst.shape, inst.slots) = (class, shape, SmallVec::from_buf_and_len(values, count)))
    } else {
        let mut values = heap.spares.take(initializer.room);
        if initializer.in_order {
            for parameter in window.iter().skip(1).take(initializer.fills.len()) {
                values.push(parameter.get());
            }
        } else {
            for fill in &initializer.fills {
                values.push(given(heap, window, fill.source)?);
            }
        }
        heap.insts.insert_with(|inst| (inst.class, inst.shape, inst.slots) = (class, shape, SmallVec::from_vec(values)))
    };
    let instance = Value::heap(Tag::Inst, at);
    // What the frame would have left in the caller's registers.
    window[0].set(instance);
    code.clear_four(window);
    window[usize::from(initializer.temporary)].set(Value::NONE);
    Some(instance)
}

/// The value of an attribute, in the window of the call.
#[inline(always)]
fn given(heap: &mut Heap, window: &Window, source: Source) -> Option<Value> {
    match source {
        Source::Parameter(register) => Some(window[usize::from(register)].get()),
        Source::Constant(value) => Some(value),
        Source::EmptyList => heap.list(Vec::new()).ok(),
        Source::EmptyDict => heap.dict(DictObj::default()).ok(),
    }
}
