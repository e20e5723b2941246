//! The iterator of `itertools.pairwise`.

use super::NO_OWNED_BYTES;
use crate::base::abrupt::Abrupt;
use crate::base::snapshot_error::Written;
use crate::base::value::{Tag, Value};
use crate::runtime::core::Runtime;
use crate::runtime::native_object::ObjectWriter;
use crate::runtime::native_object::{NativeIterator, NativeObject, NativeObjectKind, Next, NextPairFn, Restore};
use crate::runtime::type_table as reg;
use crate::runtime::type_table::TypeId;

/// `pairwise(iterable)` over a native iterator.
#[derive(Debug, Clone)]
pub(super) struct Pairwise {
    pub(super) inner: Value,
    /// The first item of the next pair; undefined before the first.
    pub(super) last: Value,
}

pub(crate) static PAIRWISE_KIND: NativeObjectKind = NativeObjectKind {
    types: &[reg::PAIRWISE],
    restore: Restore::Iterator(23, |input| {
        Ok(Box::new(Pairwise { inner: input.of(Tag::Iter, "an iterator that is none")?, last: input.maybe()? }))
    }),
    ..NativeObjectKind::NONE
};

impl NativeObject for Pairwise {
    fn type_id(&self) -> TypeId {
        reg::PAIRWISE
    }

    fn copy(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeObject> {
        self.copy_iterator(child)
    }

    fn visit(&self, visit: &mut dyn FnMut(Value)) {
        visit(self.inner);
        visit(self.last);
    }

    fn forward(&mut self, child: &mut dyn FnMut(&mut Value)) {
        let Pairwise { inner, last } = self;
        child(inner);
        child(last);
    }

    fn owned_bytes(&self) -> usize {
        NO_OWNED_BYTES
    }

    fn write(&self, out: &mut dyn ObjectWriter) -> Written {
        out.values(&[self.inner, self.last])
    }
}

impl NativeIterator for Pairwise {
    fn next(&mut self) -> Next {
        Next::Run(|rt, iter| match next_pair(rt, iter)? {
            Some([first, second]) => rt.heap.tuple(&[first, second]).map(Some),
            None => Ok(None),
        })
    }

    fn next_pair(&self) -> Option<NextPairFn> {
        Some(next_pair)
    }

    fn inner(&self) -> Option<Value> {
        Some(self.inner)
    }

    fn is_endless(&self) -> Option<bool> {
        None
    }

    fn copy_iterator(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeIterator> {
        Box::new(Pairwise { inner: child(self.inner), last: child(self.last) })
    }
}

fn next_pair(rt: &mut Runtime, iter: Value) -> Result<Option<[Value; 2]>, Abrupt> {
    let &Pairwise { inner, last } = rt.heap.iterator_as(iter).ok_or(Abrupt::Bug("not a pairwise"))?;
    let mut first = last;
    if first.is_undef() {
        let Some(item) = rt.next(inner)? else { return Ok(None) };
        first = item;
        if let Some(Pairwise { last, .. }) = rt.heap.iterator_as_mut(iter) {
            *last = first;
        }
    }
    let second = rt.next(inner)?;
    if let Some(Pairwise { last, .. }) = rt.heap.iterator_as_mut(iter) {
        *last = second.unwrap_or(Value::UNDEF);
    }
    Ok(second.map(|second| [first, second]))
}
