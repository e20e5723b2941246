//! Compaction, seen from the interpreter: rewrites every reference to an object that is not itself in an object.
//! [`crate::heap::compaction`] says what for.

use std::sync::Arc;

use crate::base::value::Value;
use crate::heap::Moves;
use crate::interpreter::code::LinkedCode;
use crate::interpreter::control::threads::{SuspendedThread, SuspendedThreads};
use crate::interpreter::frame::Frame;
use crate::interpreter::machine::Interpreter;
use crate::runtime::constructor_cache::Source;

impl Interpreter {
    /// Gives back the slots of dead objects. Like a collection, it may run only between instructions.
    pub(crate) fn compact(&mut self) {
        let moves = self.rt.heap.compact();
        let Interpreter {
            rt,
            units: _,
            codes,
            sites: _,
            secondary_caches: _,
            stack,
            frames,
            internal_frames: _,
            suspended,
            fallbacks,
            retried_instruction: _,
            argument_shifts: _,
            outer_shifts: _,
            reference_mode: _,
            ended_at_safepoint: _,
        } = self;
        rt.forward(&moves);
        moves.values(fallbacks.values_mut());
        forward_stack(stack, frames, codes, &moves);
        let SuspendedThreads { started: _, by_number } = suspended;
        for SuspendedThread { stack, frames, internal_frames: _, state } in by_number.values_mut() {
            state.forward(&moves);
            forward_stack(stack, frames, codes, &moves);
        }
        codes.iter_mut().for_each(|code| forward_code(code, &moves));
        self.forget_cached_objects();
    }

    /// Empties the inline caches whose entries name an object: a collection may have freed it, or a compaction moved it.
    pub(crate) fn forget_cached_objects(&mut self) {
        use crate::runtime::inline_cache::CacheKind;
        self.secondary_caches.clear();
        for site in &mut self.sites {
            if !matches!(site.kind(), CacheKind::Slot | CacheKind::AddSlot | CacheKind::Native) {
                site.forget();
            }
        }
    }
}

/// Rewrites the registers in the windows of these frames, and what the frames hold. Windows overlap: each register is rewritten once.
fn forward_stack(stack: &mut [Value], frames: &mut [Frame], codes: &[Arc<LinkedCode>], moves: &Moves) {
    let mut done = 0;
    for frame in frames {
        let base = frame.base as usize;
        let end = base + codes.get(frame.code as usize).map_or(0, |code| usize::from(code.nregs));
        if let Some(window) = stack.get_mut(base.max(done)..end) {
            moves.values(window);
        }
        done = done.max(end);
        let Frame { extra, code: _, pc: _, base: _, dst: _, action: _, internal: _, fast_return: _, func, generator } = frame;
        moves.value(extra);
        if let Some(at) = func {
            *func = Value::heap(crate::base::value::Tag::Func, moves.funcs.new_index(at.get())).place();
        }
        if let Some(at) = generator {
            *generator = Value::heap(crate::base::value::Tag::Gen, moves.gens.new_index(at.get())).place();
        }
    }
}

/// Rewrites the constants of a code. Forks share the code until one of them moves its constants.
fn forward_code(code: &mut Arc<LinkedCode>, moves: &Moves) {
    if code.consts.iter().all(|value| moves.moved(*value) == *value) {
        return;
    }
    let code = Arc::make_mut(code);
    moves.values(&mut code.consts);
    if let Some(initializer) = &mut code.initializer {
        for store in &mut initializer.fills {
            if let Source::Constant(value) = &mut store.source {
                moves.value(value);
            }
        }
    }
}
