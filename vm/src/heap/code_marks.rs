//! Which code a marking has reached.
//!
//! Code is not an object, but objects refer to it by number: functions, generators, code objects, frames, tracebacks. The collector frees the
//! code of a program that no object and no frame refers to ([`crate::interpreter::units`]).

use super::{Heap, Object};
use crate::base::value::{Tag, Value};

/// A set of numbers of code.
#[derive(Debug, Default, Clone)]
pub(crate) struct CodeMarks {
    words: Vec<u64>,
}

impl CodeMarks {
    pub(crate) fn mark(&mut self, code: u32) {
        let word = code as usize / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        if let Some(bits) = self.words.get_mut(word) {
            *bits |= 1 << (code % 64);
        }
    }

    /// True if one of `count` consecutive numbers is marked.
    pub(crate) fn has_any(&self, first: u32, count: u32) -> bool {
        let is_marked = |code: u32| self.words.get(code as usize / 64).is_some_and(|bits| bits >> (code % 64) & 1 == 1);
        (first..first.saturating_add(count)).any(is_marked)
    }

    pub(super) fn clear(&mut self) {
        self.words.clear();
    }
}

impl Heap {
    /// Calls `visit` with the numbers of the code that an object refers to.
    pub(crate) fn codes_of(&self, value: Value, visit: &mut dyn FnMut(u32)) {
        let at = value.index();
        match value.tag {
            Tag::Func => visit(self.funcs.get(at).code),
            Tag::Gen => visit(self.gens.get(at).code),
            Tag::Exc => self.excs.get(at).trace.iter().for_each(|entry| visit(entry.code)),
            Tag::Object => match self.objects.get(at) {
                Object::Code(code) | Object::Frame { code, .. } => visit(*code),
                _ => {}
            },
            _ => {}
        }
    }

    /// Marks the code that an object refers to.
    pub(super) fn mark_codes_of(&mut self, value: Value) {
        if matches!(value.tag, Tag::Func | Tag::Gen | Tag::Exc | Tag::Object) {
            let mut marks = std::mem::take(&mut self.code_marks);
            self.codes_of(value, &mut |code| marks.mark(code));
            self.code_marks = marks;
        }
    }
}
