//! Frames: what a call is, as data.

use crate::runtime::pending_call::ReturnAction;
use std::num::NonZeroU32;
use std::ops::{Deref, DerefMut};

use crate::base::value::{Tag, Value};

/// One call in progress. What every call writes and few need is elsewhere: see [`crate::heap::GenObj::outside`].
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Frame {
    /// See [`ReturnAction`].
    pub(crate) extra: Value,
    /// Loaded code.
    pub(crate) code: u32,
    /// The next instruction while the frame is not on top.
    pub(crate) pc: u32,
    /// First register of the window.
    pub(crate) base: u32,
    /// Where in the *caller's* window the result goes.
    pub(crate) dst: u8,
    pub(crate) action: ReturnAction,
    /// Guest-visible depth is counted for frames that are not hidden.
    pub(crate) hidden: bool,
    /// Leaving it is storing its result: see [`Frame::is_quick`]. Set when it is pushed.
    pub(crate) quick: bool,
    /// The running function, for its closure; none for module code.
    pub(crate) func: Option<NonZeroU32>,
    /// The generator this frame belongs to.
    pub(crate) generator: Option<NonZeroU32>,
}

impl Frame {
    /// Makes it the frame of a plain function at its first instruction, whose result is stored in the caller's `dst`. Where it stands is
    /// written when it is left or the rows stop, and what else `extra` holds is never looked at.
    #[inline(always)]
    pub(crate) fn begin_quick(&mut self, code: u32, base: u32, dst: u8, func: Option<NonZeroU32>) {
        self.extra.tag = Tag::Undef;
        (self.code, self.base, self.func, self.generator) = (code, base, func, None);
        (self.dst, self.action, self.hidden, self.quick) = (dst, ReturnAction::Store, false, true);
    }

    /// As `begin_quick`, of a generator that goes on.
    #[inline(always)]
    pub(crate) fn begin_body(&mut self, code: u32, base: u32, dst: u8, func: Option<NonZeroU32>, generator: Option<NonZeroU32>) {
        self.begin_quick(code, base, dst, func);
        (self.generator, self.quick) = (generator, false);
    }

    /// The running function, or undefined.
    #[must_use]
    pub(crate) fn function(&self) -> Value {
        self.func.map_or(Value::UNDEF, |at| Value::heap(Tag::Func, at.get()))
    }

    /// The generator it belongs to, or undefined.
    #[must_use]
    pub(crate) fn body_of(&self) -> Value {
        self.generator.map_or(Value::UNDEF, |at| Value::heap(Tag::Gen, at.get()))
    }

    /// The values it holds besides its registers.
    #[must_use]
    pub(crate) fn held(&self) -> [Value; 3] {
        [self.function(), self.extra, self.body_of()]
    }

    /// Whether its result is just stored in the caller's window.
    #[must_use]
    pub(crate) fn just_stores(&self, has_caller: bool) -> bool {
        has_caller && self.action == ReturnAction::Store && self.generator.is_none()
    }

    /// As `just_stores`, with this result: an operator's method that knew the answer is no different.
    #[must_use]
    pub(crate) fn just_stores_given(&self, value: Value, has_caller: bool) -> bool {
        self.just_stores(has_caller)
            || has_caller
                && self.action == ReturnAction::Operator
                && value != Value::NOT_IMPLEMENTED
                && self.generator.is_none()
                && !self.is_turned()
    }

    /// Whether there is no more to leaving it than storing its result, so that the loop itself can.
    #[must_use]
    pub(crate) fn is_quick(&self, has_caller: bool) -> bool {
        self.just_stores(has_caller) && !self.hidden
    }
}

/// The frames of a run, the running one last. Room for more of them stands above, which was a frame or will be one: so a call writes
/// no more of its frame than it has to.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    slots: Vec<Frame>,
    /// How many of them are frames. Past the last slot, which would be a fault of ours, nothing is a frame.
    depth: usize,
}

impl Frames {
    /// As many frames as there is room for.
    #[inline(always)]
    #[must_use]
    pub(crate) fn capacity(&self) -> usize {
        self.slots.len()
    }

    /// Makes room for so many more frames.
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

    /// Room for a frame above the last one, where there is some: [`Frames::push_made`] makes it a frame.
    #[inline(always)]
    pub(crate) fn room(&mut self) -> Option<&mut Frame> {
        self.slots.get_mut(self.depth)
    }

    /// What [`Frames::room`] gave was filled, and is a frame from now on.
    #[inline(always)]
    pub(crate) fn push_made(&mut self) {
        self.depth = self.depth.wrapping_add(1);
    }

    /// Takes the last frame off, which whoever asks has looked at.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_forty_bytes() {
        assert_eq!(size_of::<Frame>(), 40);
    }
}
