//! Weak references and `__del__`.
//!
//! The collector frees unreachable objects whenever memory is needed. Programs must not see when that happens, or a restored run would
//! differ from one that was not interrupted. So for the collector, weak references are strong, and objects with `__del__` are roots.
//!
//! Instead, [`Interpreter::find_unreachable`] finds the objects that became unreachable. The program alone determines where `find_unreachable` runs: when a weak
//! reference is dereferenced, at `gc.collect()`, and between lines while a finalizer waits. `find_unreachable` marks what is reachable, without
//! temporaries that no instruction will read ([`stockade_compiler::bytecode::Liveness`]), and frees nothing.
//!
//! Marking takes time. So marking is charged, and runs no more often than the program's own work allows
//! ([`FinalizerState::poll_budget_left`]). A finalizer that is late for that reason is equally late in every run.

use crate::heap::Heap;
use crate::heap::weak_table::CALL_BYTES;
use crate::heap::weak_table::COROUTINE_BYTES;
use crate::heap::weak_table::MIN_COROUTINES_TO_SCAN;
use crate::heap::weak_table::OBJECT_WITH_DEL_BYTES;
use crate::heap::weak_table::VISITS_PER_PIECE;

use rustc_hash::{FxHashMap, FxHashSet};
use stockade_compiler::bytecode::{CodeKind, Op};

use crate::base::abrupt::Abrupt;
use crate::base::fuel::PIECE;
use crate::base::value::{Tag, Value};
use crate::heap::weak_table::{Place, WatchedGenerator};
use crate::heap::{GenState, Object, RootMarker};
use crate::interpreter::code::LinkedCode;
use crate::interpreter::gc_roots::{RootSet, registers_of};
use crate::interpreter::machine::Interpreter;
use crate::runtime::core::Runtime;
use crate::runtime::pending_call::PendingCall;
use crate::runtime::pending_call::ReturnAction;

impl Runtime {
    /// When the program has not done enough work for the next poll, schedules a safepoint at the point where it will have. So the poll
    /// happens at the same instruction in every run, restored or not.
    pub(crate) fn schedule_poll(&mut self) {
        if self.finalizers.has_callbacks() && !self.finalizers.poll_budget_left(self.heap.fuel.used()) {
            self.heap.fuel.schedule_safepoint(self.finalizers.next_poll_at());
        }
    }

    /// Charges values that polling visited. The fuel counts as that of polling.
    pub(crate) fn charge_poll(&mut self, pieces: u64) -> Result<(), Abrupt> {
        self.finalizers.spent = self.finalizers.spent.saturating_add(pieces.saturating_mul(PIECE));
        self.charge(pieces)
    }

    /// Records an instance that has a `__del__`.
    pub(crate) fn record_finalizable(&mut self, instance: Value) -> Result<(), Abrupt> {
        self.heap.charge(OBJECT_WITH_DEL_BYTES)?;
        self.finalizers.objects_with_del.push(instance);
        Ok(())
    }

    /// Records a coroutine until it starts. Starting costs nothing extra: started coroutines are removed only when the list grows long.
    pub(crate) fn remember_coroutine(&mut self, coroutine: Value) -> Result<(), Abrupt> {
        if self.finalizers.unstarted_coroutines.len() as u64 >= self.finalizers.next_coroutine_scan.max(MIN_COROUTINES_TO_SCAN) {
            self.forget_started_coroutines();
            self.finalizers.next_coroutine_scan = 2 * self.finalizers.unstarted_coroutines.len() as u64;
        }
        self.heap.charge(COROUTINE_BYTES)?;
        self.finalizers.unstarted_coroutines.push(coroutine);
        Ok(())
    }

    /// Removes started coroutines from the list.
    pub(crate) fn forget_started_coroutines(&mut self) {
        let before = self.finalizers.unstarted_coroutines.len();
        let gens = &self.heap.gens;
        self.finalizers.unstarted_coroutines.retain(|coroutine| gens.get(coroutine.index()).state == GenState::Created);
        self.heap.refund((before - self.finalizers.unstarted_coroutines.len()) * COROUTINE_BYTES);
    }
}

impl Interpreter {
    /// Polls finalizers, between two lines or when a watched generator is not where it was, and starts those that are due.
    pub(crate) fn poll_finalizers(&mut self) -> Result<(), Abrupt> {
        if !self.rt.finalizers.poll_budget_left(self.rt.heap.fuel.used()) {
            self.rt.schedule_poll();
            return Ok(());
        }
        if self.rt.finalizers.polls_per_line() || !self.locate_watched()? {
            self.find_unreachable(true)?;
            let visited = self.find_roots_near_watched();
            let charged = self.rt.charge_poll(visited / VISITS_PER_PIECE);
            self.rt.schedule_poll();
            charged?;
        }
        self.start_due_finalizers()
    }

    /// Starts newly due finalizers, by a call whose result is discarded. The new ones run before those that are already being run.
    fn start_due_finalizers(&mut self) -> Result<(), Abrupt> {
        if self.rt.finalizers.fresh == 0 {
            return Ok(());
        }
        let callee = self.rt.fallback("run_due")?;
        let count = self.rt.finalizers.take_new_callbacks();
        self.rt.pending.call = PendingCall { callee, args: smallvec::smallvec![count], ..PendingCall::default() };
        self.start_pending(0, ReturnAction::Discard, Value::UNDEF).map(|_| ())
    }

    /// Finds the objects that became unreachable: clears the weak references to them, and makes their callbacks and `__del__` due.
    /// `between`: the top frame's next instruction has not begun.
    pub(crate) fn find_unreachable(&mut self, between: bool) -> Result<(), Abrupt> {
        self.find_unreachable_from(between, true, false)
    }

    /// Like `find_unreachable`, inside a line. With `forgets`, classes also drop dead subclasses from their lists, as CPython does when it frees
    /// memory.
    pub(crate) fn find_unreachable_and_prune(&mut self, forgets: bool) -> Result<(), Abrupt> {
        self.find_unreachable_from(false, true, forgets)
    }

    /// Like `find_unreachable`, at the end of the program: only due finalizers are roots.
    pub(crate) fn find_unreachable_at_exit(&mut self) -> Result<(), Abrupt> {
        self.find_unreachable_from(false, false, false)
    }

    /// Marks reachable objects without following weak references, and returns the number of values visited. End it with
    /// [`Heap::end_weak_marking`].
    fn mark_reachable(&mut self, between: bool, is_running: bool) -> u64 {
        let Interpreter { rt, units, codes, stack, frames, fallbacks, suspended, .. } = self;
        rt.heap.skips_weak_refs = true;
        let Runtime { heap, modules, pending, host, thread, finalizers: weak, .. } = &mut *rt;
        let root_set = RootSet { codes, fallbacks, modules, pending, thread, suspended };
        // The roots count as visited too.
        let mut visited = modules.globals.len() as u64;
        let size_of = |frames: &[crate::interpreter::frame::Frame], stack: &[Value]| {
            frames.iter().map(|frame| registers_of(stack, codes, frame).len() as u64).sum::<u64>()
        };
        visited += size_of(frames, stack) + suspended.by_number.values().map(|thread| size_of(&thread.frames, &thread.stack)).sum::<u64>();
        visited += heap.mark_from(|marker| {
            root_set.mark(marker);
            for (at, frame) in frames.iter().enumerate() {
                let next = if between && at + 1 == frames.len() { frame.pc } else { frame.pc.saturating_sub(1) };
                let live = codes.get(frame.code as usize).and_then(|code| code.liveness(&modules.code_info, frame.code));
                for (reg, value) in registers_of(stack, codes, frame).iter().enumerate() {
                    if live.is_none_or(|live| live.in_use(next as usize, u8::try_from(reg).unwrap_or(u8::MAX))) {
                        marker.root(*value);
                    }
                }
                marker.roots(&frame.held());
                marker.code(frame.code);
            }
            if is_running {
                marker.roots(&modules.globals);
                host.visit_roots(marker);
            }
            for (function, argument) in &weak.due {
                marker.roots(&[*function, *argument]);
            }
        });
        let mut constants = 0;
        visited += heap.mark_from(|marker| {
            let marks = std::mem::take(marker.code_marks());
            constants = units.mark_constants(codes, &marks, marker);
            *marker.code_marks() = marks;
        });
        // Constants count a quarter, because most are strings without children. Those of code that nothing refers to do not count: a
        // collection frees it at some time, and a restored session does not have it.
        visited += constants / 4;
        visited + mark_kept_by_exceptions(heap, &mut weak.watched_generators)
    }

    /// The number of variables and containers that refer to an object, plus one for the call that requests it.
    pub(crate) fn references_to(&mut self, target: Value) -> Result<i64, Abrupt> {
        let Interpreter { rt, codes, stack, frames, .. } = self;
        let mut roots: Vec<Value> = rt.modules.globals.clone();
        let mut count = 1 + roots.iter().filter(|value| **value == target).count();
        for frame in frames.iter() {
            let code = codes.get(frame.code as usize);
            let live = code.and_then(|code| code.liveness(&rt.modules.code_info, frame.code));
            let variables = code.map_or(0, |code| code.locals.len());
            for (reg, value) in registers_of(stack, codes, frame).iter().enumerate() {
                let at = frame.pc.saturating_sub(1) as usize;
                if live.is_none_or(|live| live.in_use(at, u8::try_from(reg).unwrap_or(u8::MAX))) {
                    count += usize::from(reg < variables && *value == target);
                    roots.push(*value);
                }
            }
            roots.extend_from_slice(&frame.held());
        }
        rt.heap.skips_weak_refs = true;
        let visited = rt.heap.mark_by_levels(&roots, |heap, value| {
            // A traceback refers to its exception only in this interpreter, not in CPython.
            if !matches!(heap.as_object(value), Object::Traceback { .. }) {
                heap.children(value, &mut |child| count += usize::from(child == target));
            }
        });
        rt.heap.end_weak_marking();
        rt.charge(visited / VISITS_PER_PIECE)?;
        Ok(i64::try_from(count).unwrap_or(i64::MAX))
    }

    /// Checks before the length of a bytearray changes: an error when a view of it is alive, else the instruction runs again.
    #[cold]
    pub(crate) fn count_exports(&mut self, at: u32) -> Result<(), Abrupt> {
        let visited = self.mark_reachable(false, true);
        let heap = &mut self.rt.heap;
        let whose = Value::heap(Tag::ByteArray, at);
        let is_view = |object: &&Object| matches!(object, Object::MemoryView { owner, .. } if *owner == whose);
        let array = |object: &Object| match object {
            Object::MemoryView { owner, .. } if owner.tag == Tag::Inst => Some(*owner),
            _ => None,
        };
        let mut live = u32::try_from(heap.objects.marked().filter(is_view).count()).unwrap_or(u32::MAX);
        let room = crate::heap::values(heap.objects.marked().filter_map(array).count());
        let arrays: Result<Vec<Value>, Abrupt> = heap.charge(room).map(|()| heap.objects.marked().filter_map(array).collect());
        heap.end_weak_marking();
        let arrays = arrays?;
        if !arrays.is_empty() {
            // The views of an array are counted by a bytearray in its `_guard`.
            let guard = self.rt.intern("_guard")?;
            for owner in arrays {
                live = live.saturating_add(u32::from(self.rt.own_slot(owner, guard) == Some(whose)));
            }
        }
        self.rt.heap.refund(room);
        let heap = &mut self.rt.heap;
        heap.bytearrays.get_mut(at).exports = live;
        self.rt.charge(visited / VISITS_PER_PIECE)?;
        if live > 0 {
            return Err(self.rt.raise(crate::runtime::exceptions::BUFFER_ERROR, "Existing exports of data: object cannot be re-sized"));
        }
        self.rewind_pc();
        Ok(())
    }

    fn find_unreachable_from(&mut self, between: bool, is_running: bool, forgets: bool) -> Result<(), Abrupt> {
        // At the end of the program all finalizers become due at once, in CPython's order. Before that, objects that no other dying object
        // holds come first, as with reference counts.
        let ranks = if is_running { None } else { Some(finalization_order(&mut self.rt)) };
        let mut visited = self.mark_reachable(between, is_running);
        let Interpreter { rt, codes, .. } = self;
        rt.forget_started_coroutines();
        let Runtime { heap, finalizers: weak, .. } = &mut *rt;
        visited += weak.order_by_containers(heap);
        let asleep = weak.watched_generators.iter().map(|watched| watched.generator);
        let gone: Vec<Value> = weak
            .objects_with_del
            .iter()
            .copied()
            .chain(asleep)
            .chain(weak.unstarted_coroutines.iter().copied())
            .filter(|value| !heap.is_marked(*value))
            .collect();
        visited += (weak.objects_with_del.len() + weak.watched_generators.len() + weak.unstarted_coroutines.len()) as u64;
        visited += heap.mark_from(|marker| {
            for value in &gone {
                marker.children(*value);
            }
        });
        let tops: Vec<Value> = gone.iter().copied().filter(|value| !heap.is_marked(*value)).collect();
        let mut dying = if tops.is_empty() || !is_running { gone.clone() } else { tops };
        if let Some((ranks, looked_at)) = ranks {
            visited += looked_at;
            dying.sort_by_key(|value| ranks.get(value).copied().unwrap_or(usize::MAX));
        } else if dying.len() > 1 && !rt.finalizers.watched_generators.is_empty() {
            // Local variables are finalized in their order.
            let place =
                |watched: &WatchedGenerator| if let Place::Register(frame, reg) = watched.place { Some((frame, reg)) } else { None };
            let places: FxHashMap<Value, _> =
                rt.finalizers.watched_generators.iter().map(|watched| (watched.generator, place(watched))).collect();
            dying.sort_by_key(|value| places.get(value).copied());
        }
        let Runtime { heap, finalizers: weak, .. } = &mut *rt;
        visited += heap.mark_from(|marker| marker.roots(&gone));
        let mut found = weak.clear(heap);
        if forgets {
            // Dead classes are not counted: a restored session does not have them.
            visited += heap.classes.marked().count() as u64;
            heap.drop_dead_subclasses();
        }
        heap.end_weak_marking();
        if !dying.is_empty() {
            let leaving: FxHashSet<Value> = dying.iter().copied().collect();
            let before = weak.entry_bytes();
            weak.objects_with_del.retain(|value| !leaving.contains(value));
            weak.watched_generators.retain(|watched| !leaving.contains(&watched.generator));
            weak.unstarted_coroutines.retain(|coroutine| !leaving.contains(coroutine));
            heap.refund(before - weak.entry_bytes());
            for value in dying {
                if value.tag == Tag::Gen {
                    let object = rt.heap.gens.get_mut(value.index());
                    object.watched = false;
                    if object.state == GenState::Created
                        || crate::interpreter::control::generator_finalizers::runs_code_on_close(&rt.heap, codes, value)
                    {
                        found.push((Value::NONE, value));
                    }
                    continue;
                }
                let class = rt.type_of(value);
                if let Some(function) = rt.class_lookup(class, crate::base::names::dunder_del) {
                    found.push((function, value));
                }
            }
        }
        let weak = &mut rt.finalizers;
        weak.fresh += found.len() as u64;
        // A dying object refunds at least the bytes of its due call: see `CALL_BYTES`.
        rt.heap.add(found.len() * CALL_BYTES);
        for call in found.into_iter().rev() {
            weak.due.push_front(call);
        }
        let charged = rt.charge_poll(visited / VISITS_PER_PIECE);
        rt.schedule_poll();
        charged
    }
}

/// True before an instruction that begins another line, or that ends the program.
pub(crate) fn is_between_lines(rt: &mut Runtime, code: &LinkedCode, number: u32, ops: &[Op], pc: usize) -> bool {
    if code.trusted {
        return false;
    }
    let Some(facts) = rt.modules.code_info.get(number as usize) else { return false };
    let Some(source) = facts.program.codes.get(facts.id.0 as usize) else { return false };
    let ends = code.kind == CodeKind::Module && matches!(ops.get(pc), Some(Op::Return { .. }));
    let line = if ends { u32::MAX } else { source.spans.get(pc).map_or(0, |span| facts.program.source.line_of(span.start)) };
    let is_new = rt.finalizers.place != (number, line);
    rt.finalizers.place = (number, line);
    is_new
}

impl PendingCall {
    /// Visits every value that a pending call holds.
    pub(crate) fn visit(&self, visit: &mut dyn FnMut(Value)) {
        visit(self.callee);
        visit(self.extra);
        self.args.iter().chain(&self.names).copied().for_each(visit);
    }
}

impl RootMarker<'_> {
    /// Marks the children of an object, but not the object.
    fn children(&mut self, value: Value) {
        let mut held = Vec::new();
        self.heap().children(value, &mut |child| held.push(child));
        self.roots(&held);
    }
}

/// The order in which a program's variables release objects at its end. CPython's collector gets all of them at once: it goes through the
/// variables, then through what these hold, and so on.
pub(crate) fn finalization_order(rt: &mut Runtime) -> (FxHashMap<Value, usize>, u64) {
    let slots = rt.modules.namespaces.iter().filter(|space| !space.trusted).flat_map(|space| space.order.iter().copied());
    let roots: Vec<Value> = slots.map(|slot| rt.global(slot)).collect();
    let watched = rt
        .finalizers
        .objects_with_del
        .iter()
        .chain(rt.finalizers.watched_generators.iter().map(|watched| &watched.generator))
        .chain(&rt.finalizers.unstarted_coroutines);
    let watched: FxHashSet<Value> = watched.copied().collect();
    let mut ranks = FxHashMap::default();
    rt.heap.skips_weak_refs = true;
    let visited = rt.heap.mark_by_levels(&roots, |_, value| {
        if watched.contains(&value) {
            let rank = ranks.len();
            ranks.insert(value, rank);
        }
    });
    rt.heap.end_weak_marking();
    (ranks, visited)
}

/// With more rounds than this, the generators that an exception keeps count as alive, whoever reaches it. A chain of them, each of which
/// holds the exception of the next, takes a round for each.
const MAX_KEPT_ROUNDS: usize = 64;

/// Marks the watched generators that a reachable exception keeps alive.
pub(crate) fn mark_kept_by_exceptions(heap: &mut Heap, watched_generators: &mut [WatchedGenerator]) -> u64 {
    let mut visited = 0;
    for round in 0..=MAX_KEPT_ROUNDS {
        visited += watched_generators.len() as u64;
        let kept: Vec<Value> = watched_generators
            .iter()
            .filter(|watched| {
                watched.kept_alive_by.tag == Tag::Exc
                    && (round == MAX_KEPT_ROUNDS || heap.is_marked(watched.kept_alive_by))
                    && !heap.is_marked(watched.generator)
            })
            .map(|watched| watched.generator)
            .collect();
        if kept.is_empty() {
            break;
        }
        visited += heap.mark_from(|marker| marker.roots(&kept));
    }
    for watched in watched_generators {
        if !heap.is_marked(watched.kept_alive_by) {
            watched.kept_alive_by = Value::UNDEF;
        }
    }
    visited
}
