//! Frames: active calls as data.

use crate::runtime::pending_call::ReturnAction;
use std::num::NonZeroU32;
use std::ops::{Deref, DerefMut};

use crate::base::value::{Tag, Value};

/// An active call. A frame has only what most calls need; the rest is elsewhere, for example in [`crate::heap::GenObj::outside`].
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Frame {
    /// The value that the return action needs: see [`ReturnAction`].
    pub(crate) extra: Value,
    /// The number of its linked code.
    pub(crate) code: u32,
    /// The next instruction, valid while the frame is not on top.
    pub(crate) pc: u32,
    /// The first register of its window.
    pub(crate) base: u32,
    /// The register in the *caller's* window for the result.
    pub(crate) dst: u8,
    pub(crate) action: ReturnAction,
    /// Internal frames do not count for the recursion limit, and tracebacks do not show them.
    pub(crate) internal: bool,
    /// True when the frame's return only stores the result: see [`Frame::is_fast_return`]. Set when the frame is pushed.
    pub(crate) fast_return: bool,
    /// The running function, for its closure; none for module code.
    pub(crate) func: Option<NonZeroU32>,
    /// The generator that this frame belongs to.
    pub(crate) generator: Option<NonZeroU32>,
}

crate::heap::charged_sizes! { Frame = 40 }

impl Frame {
    /// Initializes the frame of a plain function at its first instruction, whose result goes to the caller's `dst`. `pc` is not set: it is
    /// written when the frame calls, or when the handlers stop. Of `extra` only the tag is set, because the rest is never read.
    #[inline(always)]
    pub(crate) fn init_call_frame(&mut self, code: u32, base: u32, dst: u8, func: Option<NonZeroU32>) {
        self.extra.tag = Tag::Undef;
        (self.code, self.base, self.func, self.generator) = (code, base, func, None);
        (self.dst, self.action, self.internal, self.fast_return) = (dst, ReturnAction::Store, false, true);
    }

    /// Like `init_call_frame`, for a generator that is resumed.
    #[inline(always)]
    pub(crate) fn init_generator_frame(&mut self, code: u32, base: u32, dst: u8, func: Option<NonZeroU32>, generator: Option<NonZeroU32>) {
        self.init_call_frame(code, base, dst, func);
        (self.generator, self.fast_return) = (generator, false);
    }

    /// The running function, or undefined.
    #[must_use]
    pub(crate) fn function(&self) -> Value {
        self.func.map_or(Value::UNDEF, |at| Value::heap(Tag::Func, at.get()))
    }

    /// The generator it belongs to, or undefined.
    #[must_use]
    pub(crate) fn generator_value(&self) -> Value {
        self.generator.map_or(Value::UNDEF, |at| Value::heap(Tag::Gen, at.get()))
    }

    /// The values that it holds besides its registers.
    #[must_use]
    pub(crate) fn held(&self) -> [Value; 3] {
        [self.function(), self.extra, self.generator_value()]
    }

    /// True when its result is only stored in the caller's window.
    #[must_use]
    pub(crate) fn only_stores_result(&self, has_caller: bool) -> bool {
        has_caller && self.action == ReturnAction::Store && self.generator.is_none()
    }

    /// Like `only_stores_result`, for a known result. An operator's method that returned a result also counts.
    #[must_use]
    pub(crate) fn only_stores_this_result(&self, value: Value, has_caller: bool) -> bool {
        self.only_stores_result(has_caller)
            || has_caller
                && self.action == ReturnAction::Operator
                && value != Value::NOT_IMPLEMENTED
                && self.generator.is_none()
                && !self.is_negated()
    }

    /// True when its return only stores the result, so that the handlers can do it.
    #[must_use]
    pub(crate) fn is_fast_return(&self, has_caller: bool) -> bool {
        self.only_stores_result(has_caller) && !self.internal
    }
}

/// How many frames there is room for at first.
pub(crate) const FIRST_FRAMES: usize = 16;

/// The frames of a run, the running one last. Slots after it hold old or future frames, so a call writes only the fields of its frame that
/// it must.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    slots: Vec<Frame>,
    /// How many slots are frames. If a fault of the VM made it larger than the number of slots, the slots beyond would still not be frames.
    depth: usize,
}

impl Frames {
    /// How many frames there is room for.
    #[inline(always)]
    #[must_use]
    pub(crate) fn capacity(&self) -> usize {
        self.slots.len()
    }

    /// Drops all frames, and the room for more than the first ones. Returns how many frames the room was for that it gave back.
    pub(crate) fn clear(&mut self) -> usize {
        self.depth = 0;
        if self.slots.len() <= FIRST_FRAMES {
            return 0;
        }
        std::mem::take(&mut self.slots).len()
    }

    /// Makes room for `more` frames.
    pub(crate) fn grow(&mut self, more: usize) {
        self.slots.reserve_exact(more);
        self.slots.resize(self.slots.len() + more, Frame::default());
    }

    #[inline(always)]
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.depth
    }

    #[inline(always)]
    #[must_use]
    pub(crate) fn last(&self) -> Option<&Frame> {
        self.slots.get(self.depth.wrapping_sub(1))
    }

    #[inline(always)]
    pub(crate) fn last_mut(&mut self) -> Option<&mut Frame> {
        self.slots.get_mut(self.depth.wrapping_sub(1))
    }

    /// The frame below the last one, and the last one.
    #[inline(always)]
    #[must_use]
    pub(crate) fn last_two(&self) -> Option<(&Frame, &Frame)> {
        Some((self.slots.get(self.depth.wrapping_sub(2))?, self.slots.get(self.depth.wrapping_sub(1))?))
    }

    /// The slot after the last frame, if there is room. [`Frames::commit_push`] makes it a frame.
    #[inline(always)]
    pub(crate) fn room(&mut self) -> Option<&mut Frame> {
        self.slots.get_mut(self.depth)
    }

    /// Makes the slot that [`Frames::room`] returned a frame, after the caller has filled it.
    #[inline(always)]
    pub(crate) fn commit_push(&mut self) {
        self.depth = self.depth.wrapping_add(1);
    }

    /// Pops the last frame. The caller has read it already.
    #[inline(always)]
    pub(crate) fn leave(&mut self) {
        self.depth = self.depth.wrapping_sub(1);
    }

    pub(crate) fn push(&mut self, frame: Frame) {
        match self.slots.get_mut(self.depth) {
            Some(slot) => *slot = frame,
            None => self.slots.push(frame),
        }
        self.depth += 1;
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<&Frame> {
        self.depth = self.depth.checked_sub(1)?;
        self.slots.get(self.depth)
    }
}

impl Clone for Frames {
    fn clone(&self) -> Self {
        Frames { slots: self.to_vec(), depth: self.depth }
    }
}

impl Deref for Frames {
    type Target = [Frame];

    fn deref(&self) -> &[Frame] {
        self.slots.get(..self.depth).unwrap_or(&[])
    }
}

impl DerefMut for Frames {
    fn deref_mut(&mut self) -> &mut [Frame] {
        self.slots.get_mut(..self.depth).unwrap_or(&mut [])
    }
}
