//! Checks that need the whole state: classes, instances, frames, and that no immutable object contains itself.

use crate::heap::charged_size;
use rustc_hash::FxHashSet;
use stockade_compiler::bytecode::{CodeKind, Op, Operand};

use super::read_sections::Decoder;
use super::state::Kind;
use crate::base::snapshot_error::{Read, corrupt, ensure, trouble};
use crate::base::value::{Tag, Value};
use crate::heap::{DICT_SHAPE, Object, class_flags};
use crate::interpreter::code::Origin;
use crate::interpreter::frame::Frame;
use crate::objects::types::class_construction::{flags_of, layout_of};
use crate::objects::types::mro::linearise;
use crate::runtime::exceptions::BASE_EXCEPTION;
use crate::runtime::native_object::{NativeObject, Restore};
use crate::runtime::pending_call::ReturnAction;
use crate::runtime::type_table as reg;
use crate::runtime::type_table::native_kinds;
use crate::runtime::type_table::{TypeId, registry};

/// The progress of a walk for one object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Walked {
    Entered,
    Left,
}

impl Decoder<'_> {
    pub(super) fn validate(&mut self) -> Read<()> {
        self.references()?;
        self.acyclic()?;
        self.classes()?;
        self.instances()?;
        self.exceptions()?;
        self.natives()?;
        self.iterators()?;
        self.spaces_agree()?;
        self.check_fallbacks()?;
        self.frames_agree()
    }

    /// Checks that references to sets and frozen sets agree with the sets, and that lists with unbound slots are only in registers.
    fn references(&mut self) -> Read<()> {
        for (index, frozen) in std::mem::take(&mut self.set_uses) {
            ensure(self.frozen.contains(&index) == frozen, "a set in a frozen set's place")?;
        }
        for list in std::mem::take(&mut self.list_uses) {
            ensure(!self.spills.contains(&list), "an unbound local in a list")?;
        }
        Ok(())
    }

    /// True if an object receives everything it holds when it is created, so that it can never contain itself.
    fn is_complete_at_creation(&self, value: Value) -> bool {
        match value.tag {
            Tag::Tuple | Tag::FrozenSet | Tag::Slice | Tag::Method => true,
            Tag::Object => matches!(
                self.interpreter.rt.heap.objects.get(value.index()),
                Object::StaticMethod(_, Value::UNDEF)
                    | Object::ClassMethod(_, Value::UNDEF)
                    | Object::MappingProxy(_)
                    | Object::GenericAlias { .. }
                    | Object::Union(_)
                    | Object::WeakRef { .. }
            ),
            _ => false,
        }
    }

    fn acyclic(&mut self) -> Read<()> {
        let mut walked: rustc_hash::FxHashMap<Value, Walked> = rustc_hash::FxHashMap::default();
        let mut starts: Vec<Value> = Vec::new();
        for (kind, tag) in [(Kind::Tuple, Tag::Tuple), (Kind::Slice, Tag::Slice), (Kind::Method, Tag::Method), (Kind::Object, Tag::Object)]
        {
            starts.extend(self.own(kind).into_iter().map(|at| Value::heap(tag, at)));
        }
        starts.extend(self.own(Kind::Set).into_iter().filter(|at| self.frozen.contains(at)).map(|at| Value::heap(Tag::FrozenSet, at)));
        let mut stack: Vec<(Value, bool)> = Vec::new();
        for start in starts {
            stack.push((start, false));
            while let Some((value, leaving)) = stack.pop() {
                if leaving {
                    walked.insert(value, Walked::Left);
                    continue;
                }
                match walked.get(&value) {
                    Some(Walked::Left) => continue,
                    Some(Walked::Entered) => return corrupt("an immutable object inside itself"),
                    None => {}
                }
                if !self.is_complete_at_creation(value) {
                    continue;
                }
                walked.insert(value, Walked::Entered);
                stack.push((value, true));
                let heap = &self.interpreter.rt.heap;
                heap.children(value, &mut |child| {
                    if matches!(child.tag, Tag::Tuple | Tag::FrozenSet | Tag::Slice | Tag::Method | Tag::Object) {
                        stack.push((child, false));
                    }
                });
            }
        }
        Ok(())
    }

    /// Computes the method resolution order, layout and flags of each class, bases first.
    fn classes(&mut self) -> Read<()> {
        let mut walked: rustc_hash::FxHashMap<u32, Walked> = rustc_hash::FxHashMap::default();
        let mut order: Vec<u32> = Vec::new();
        for start in self.own(Kind::Class) {
            let mut stack = vec![(start, false)];
            while let Some((at, leaving)) = stack.pop() {
                if leaving {
                    walked.insert(at, Walked::Left);
                    order.push(at);
                    continue;
                }
                match walked.get(&at) {
                    Some(Walked::Left) => continue,
                    Some(Walked::Entered) => return corrupt("a class above itself"),
                    None => {}
                }
                walked.insert(at, Walked::Entered);
                stack.push((at, true));
                for base in &self.interpreter.rt.heap.classes.get(at).bases {
                    if base.tag == Tag::Class {
                        stack.push((base.index(), false));
                    }
                }
            }
        }
        for at in &order {
            self.class_derives(*at)?;
        }
        for at in order {
            let class = self.interpreter.rt.heap.classes.get(at);
            let meta = class.metaclass;
            let is_meta = match meta.tag {
                Tag::Class => self.interpreter.rt.heap.classes.get(meta.index()).layout == reg::TYPE.0,
                _ => meta == reg::TYPE.value(),
            };
            ensure(is_meta, "a metaclass that is none")?;
            let below = class.subclasses.clone();
            let value = Value::heap(Tag::Class, at);
            self.work(below.len() as u64)?;
            for subclass in below {
                let bases = &self.interpreter.rt.heap.classes.get(subclass).bases;
                let (found, steps) = (bases.contains(&value), bases.len() as u64);
                ensure(found, "a subclass that is none")?;
                self.work(steps)?;
            }
            let flags = flags_of(&self.interpreter.rt, value);
            self.interpreter.rt.heap.classes.get_mut(at).flags = flags;
        }
        Ok(())
    }

    fn class_derives(&mut self, at: u32) -> Read<()> {
        let value = Value::heap(Tag::Class, at);
        let rt = &mut self.interpreter.rt;
        let bases = rt.heap.classes.get(at).bases.clone();
        let layout = layout_of(rt, &bases).map_err(trouble)?;
        let mro = linearise(rt, value, &bases).map_err(trouble)?;
        rt.heap.charge(mro.len() * charged_size::<Value>()).map_err(trouble)?;
        rt.caches.next_class_version += 1;
        let version = rt.caches.next_class_version;
        let payload = has_payload(layout);
        let class = rt.heap.classes.get_mut(at);
        class.layout = layout.0;
        class.mro = mro;
        class.version = version;
        let root = class.root_shape;
        let right = rt.shapes.get(root).is_some_and(|shape| shape.parent == u32::MAX && (shape.len > 0) == payload);
        ensure(right, "a class whose instances begin at no root")
    }

    fn instances(&mut self) -> Read<()> {
        let roots = self.interpreter.rt.shapes.roots();
        let mut taken: rustc_hash::FxHashSet<u32> = rustc_hash::FxHashSet::default();
        for at in self.own(Kind::Class) {
            ensure(taken.insert(self.interpreter.rt.heap.classes.get(at).root_shape), "two classes whose instances begin alike")?;
        }
        for at in self.own(Kind::Inst) {
            let rt = &self.interpreter.rt;
            let inst = rt.heap.insts.get(at);
            let layout = TypeId(rt.heap.classes.get(inst.class).layout);
            ensure(layout != reg::TYPE && !registry().is_subtype(layout, BASE_EXCEPTION), "an instance of another kind's class")?;
            let payload = has_payload(layout);
            let right = if inst.shape == DICT_SHAPE {
                // One dict holds the attributes. If `__slots__` and `__dict__` both exist, a dict with the slots precedes it.
                let dicts = inst.slots.get(usize::from(payload)..).unwrap_or(&[]);
                matches!(dicts.len(), 1 | 2) && dicts.iter().all(|dict| dict.tag == Tag::Dict)
            } else {
                rt.shapes.get(inst.shape).is_some_and(|shape| shape.len as usize == inst.slots.len() && shape.has_payload() == payload)
                    && roots.get(inst.shape as usize) == Some(&rt.heap.classes.get(inst.class).root_shape)
            };
            ensure(right, "an instance that does not fit its shape")?;
            if payload {
                let content = inst.slots.first().copied().unwrap_or(Value::UNDEF);
                let right = content.is_undef() || (content.tag != Tag::Inst && registry().is_subtype(rt.builtin_type(content), layout));
                ensure(right, "an instance over a value of another type")?;
            }
        }
        Ok(())
    }

    fn exceptions(&mut self) -> Read<()> {
        for at in self.own(Kind::Exc) {
            let rt = &self.interpreter.rt;
            let class = rt.heap.excs.get(at).class;
            let right = match class.tag {
                Tag::Class => rt.heap.classes.get(class.index()).flags & class_flags::EXCEPTION != 0,
                Tag::Type => registry().is_subtype(TypeId::of(class), BASE_EXCEPTION),
                _ => false,
            };
            ensure(right, "an exception of a class that is none")?;
        }
        Ok(())
    }

    /// Lets native objects check what they refer to, in the order of their table.
    fn natives(&mut self) -> Read<()> {
        for entry in native_kinds() {
            let Some(settle) = entry.settle else { continue };
            let kind = if matches!(entry.restore, Restore::Iterator(..)) { (Kind::Iter, Tag::Iter) } else { (Kind::Object, Tag::Object) };
            for at in self.own(kind.0) {
                let value = Value::heap(kind.1, at);
                let heap = &self.interpreter.rt.heap;
                let type_id =
                    heap.native(value).map(NativeObject::type_id).or_else(|| heap.native_iterator(value).map(NativeObject::type_id));
                if type_id.is_some_and(|type_id| entry.types.contains(&type_id)) {
                    settle(self, value)?;
                }
            }
        }
        Ok(())
    }

    fn iterators(&mut self) -> Read<()> {
        for at in self.own(Kind::Iter) {
            let iter = Value::heap(Tag::Iter, at);
            let levels = crate::objects::types::iterators::MAX_NATIVE_NESTING;
            let fits = crate::objects::types::iterators::nests_at_most(&mut self.interpreter.rt, iter, levels).map_err(trouble)?;
            ensure(fits, "iterators nested too deep")?;
        }
        Ok(())
    }

    fn spaces_agree(&mut self) -> Read<()> {
        let rt = &self.interpreter.rt;
        for (at, space) in rt.modules.namespaces.iter().enumerate() {
            let right = match space.module.tag {
                Tag::Undef => true,
                Tag::Module => rt.heap.modules.get(space.module.index()).namespace as usize == at,
                _ => false,
            };
            ensure(right, "a namespace of another module")?;
            ensure(space.view.is_undef() || rt.unwrap_payload(space.view).tag == Tag::Dict, "a namespace shown as no dict")?;
        }
        Ok(())
    }

    /// Checks that each fallback function is the one that its unit defines.
    fn check_fallbacks(&mut self) -> Read<()> {
        let interpreter = &self.interpreter;
        let mut known: rustc_hash::FxHashMap<&str, u32> = rustc_hash::FxHashMap::default();
        for (_, unit) in interpreter.units.iter() {
            if let Origin::Fallback(name) = &unit.origin
                && let Some(code) = unit.first_function()
            {
                known.insert(name, code);
            }
        }
        #[expect(clippy::iter_over_hash_type, reason = "each is checked by itself")]
        for (name, function) in &interpreter.fallbacks {
            let code = interpreter.rt.heap.funcs.get(function.index()).code;
            ensure(known.get(interpreter.rt.name_text(*name)) == Some(&code), "a fallback of other code")?;
        }
        Ok(())
    }

    fn frames_agree(&mut self) -> Read<()> {
        let interpreter = &self.interpreter;
        let mut running = self.running.clone();
        self.check_stack(&interpreter.frames, interpreter.rt.thread.number, &mut running)?;
        for (number, thread) in &interpreter.suspended.by_number {
            self.check_stack(&thread.frames, *number, &mut running)?;
        }
        ensure(running.is_empty(), "a generator runs without a frame")
    }

    /// Checks the frames of a green thread. Removes their generators from `running`.
    fn check_stack(&self, frames: &[Frame], thread: u32, running: &mut FxHashSet<u32>) -> Read<()> {
        let interpreter = &self.interpreter;
        for (at, frame) in frames.iter().enumerate() {
            let Some(code) = interpreter.codes.get(frame.code as usize) else { return corrupt("a frame without code") };
            // The final `Raise` of a code may have a call above it that creates the exception. Such a frame never continues after the last
            // instruction.
            let raises = || at + 1 < frames.len() && matches!(code.ops.last(), Some(Op::Raise { .. }));
            let (pc, end) = (frame.pc as usize, code.ops.len());
            ensure(pc < end || (pc == end && raises()), "a frame that stands nowhere")?;
            if let Some(func) = frame.func {
                ensure(interpreter.rt.heap.funcs.get(func.get()).code == frame.code, "a frame of another function")?;
            } else {
                ensure(code.kind == CodeKind::Module && code.free.is_empty(), "a frame without a function")?;
            }
            if let Some(at) = frame.generator {
                let generator = interpreter.rt.heap.gens.get(at.get());
                ensure(running.remove(&at.get()), "a generator runs twice, or not at all")?;
                ensure(generator.code == frame.code && generator.func == frame.function(), "a generator with another's frame")?;
            } else {
                let generator_flags = stockade_compiler::bytecode::code_flags::GENERATOR
                    | stockade_compiler::bytecode::code_flags::COROUTINE
                    | stockade_compiler::bytecode::code_flags::ASYNC_GENERATOR;
                ensure(code.flags & generator_flags == 0, "a generator's frame without a generator")?;
            }
            let Some(before) = at.checked_sub(1) else {
                let right = match frame.action {
                    ReturnAction::Thread => thread != crate::runtime::thread::MAIN,
                    _ if thread != crate::runtime::thread::MAIN => false,
                    ReturnAction::Exit | ReturnAction::Shown => true,
                    ReturnAction::Report => frame.extra.tag == Tag::Exc,
                    _ => false,
                };
                ensure(right, "the outermost frame returns to none")?;
                continue;
            };
            ensure(
                !matches!(frame.action, ReturnAction::Exit | ReturnAction::Report | ReturnAction::Shown | ReturnAction::Thread),
                "an inner frame ends the run",
            )?;
            let (Some(caller), Some(frame_below)) =
                (frames.get(before).and_then(|below| interpreter.codes.get(below.code as usize)), frames.get(before))
            else {
                return corrupt("a frame without a caller");
            };
            ensure(frame.dst < caller.nregs, "a result goes to no register")?;
            let distance = frame.base.saturating_sub(frame_below.base);
            let Some(op) = (frame_below.pc as usize).checked_sub(1).and_then(|pc| caller.ops.get(pc)) else {
                // A due call may be started before the first instruction of a frame.
                let is_due = frame_below.pc == 0 && frame.action == ReturnAction::Discard && distance >= u32::from(caller.nregs);
                ensure(is_due, "a caller that has not called")?;
                continue;
            };
            self.can_wait_for(*op, frame.action, frame.extra, distance, caller.nregs)?;
        }
        Ok(())
    }

    /// Checks that an instruction can wait for a call with this return action, whose window begins `distance` registers above its own.
    fn can_wait_for(&self, op: Op, action: ReturnAction, extra: Value, distance: u32, nregs: u8) -> Read<()> {
        let mut jumps = false;
        let mut first = None;
        op.operands(|_, operand| match operand {
            Operand::Target(_) => jumps = true,
            Operand::Base(base) => first = Some(base.0),
            _ => {}
        });
        let right = match action {
            ReturnAction::Branch | ReturnAction::OperatorBranch => jumps,
            ReturnAction::ForNext | ReturnAction::Filter => matches!(op, Op::ForLoop { .. }),
            ReturnAction::Unpack => matches!(op, Op::Unpack { .. } | Op::UnpackEx { .. }),
            ReturnAction::Pair => matches!(op, Op::MatchStar { .. }),
            ReturnAction::TruthFromBool | ReturnAction::TruthFromLength => {
                matches!(op, Op::Not { .. } | Op::ToBool { .. } | Op::JumpIfTrue { .. } | Op::JumpIfFalse { .. } | Op::LoopIfTrue { .. })
            }
            ReturnAction::Truth => matches!(op, Op::ToBool { .. } | Op::In { .. }),
            ReturnAction::Not => matches!(op, Op::Not { .. } | Op::NotIn { .. }),
            ReturnAction::Import => extra.tag == Tag::Module,
            ReturnAction::Init => !extra.is_undef(),
            ReturnAction::CheckResult => crate::objects::protocols::special_methods::is_result_check(extra),
            ReturnAction::KeyHash => extra.tag == Tag::Inst,
            ReturnAction::KeyEqual => extra.tag == Tag::Tuple,
            _ => true,
        };
        ensure(right, "a call that its instruction does not make")?;
        // Windows may overlap only in the registers that hold the arguments.
        let overlaps = distance < u32::from(nregs);
        ensure(!overlaps || first.is_some_and(|first| distance >= u32::from(first)), "windows that overlap")
    }
}

/// True if instances of a class with this layout carry a builtin value.
fn has_payload(layout: TypeId) -> bool {
    layout != reg::OBJECT && layout != reg::TYPE && !registry().is_subtype(layout, BASE_EXCEPTION)
}
