//! Native iterators, `enumerate`, `zip`, `map`, `filter`, `reversed`.

use crate::exit::Exit;
use crate::natives;
use crate::rt::Rt;
use crate::value::{Tag, Value};

natives! { pub(crate) ROWS: }
natives! { pub(crate) ENUMERATE_ROWS: }
natives! { pub(crate) ZIP_ROWS: }
natives! { pub(crate) MAP_ROWS: }
natives! { pub(crate) FILTER_ROWS: }
natives! { pub(crate) REVERSED_ROWS: }

/// The builtin type of a native iterator.
pub(crate) fn type_of(rt: &Rt, value: Value) -> crate::registry::TypeId {
    use crate::heap::{DictKind, IterObj};
    use crate::registry as reg;
    match rt.heap.iters.get(value.index()) {
        IterObj::List { .. } => reg::LIST_ITERATOR,
        IterObj::ListReversed { .. } => reg::LIST_REVERSEITERATOR,
        IterObj::Tuple { .. } => reg::TUPLE_ITERATOR,
        IterObj::Str { text, .. } => {
            if rt.heap.is_ascii(Value::heap(Tag::Str, *text)) {
                reg::STR_ASCII_ITERATOR
            } else {
                reg::STR_ITERATOR
            }
        }
        IterObj::TupleReversed { .. } | IterObj::StrReversed { .. } => reg::REVERSED,
        IterObj::Bytes { owner, .. } => match owner.tag {
            Tag::Bytes => reg::BYTES_ITERATOR,
            Tag::ByteArray => reg::BYTEARRAY_ITERATOR,
            _ => reg::ITERATOR,
        },
        IterObj::Range { .. } => reg::RANGE_ITERATOR,
        IterObj::BigRange { .. } => reg::LONGRANGE_ITERATOR,
        IterObj::Dict { kind: DictKind::Keys, .. } => reg::DICT_KEYITERATOR,
        IterObj::Dict { kind: DictKind::Values, .. } => reg::DICT_VALUEITERATOR,
        IterObj::Dict { .. } => reg::DICT_ITEMITERATOR,
        IterObj::DictReversed { kind: DictKind::Keys, .. } => reg::DICT_REVERSEKEYITERATOR,
        IterObj::DictReversed { kind: DictKind::Values, .. } => reg::DICT_REVERSEVALUEITERATOR,
        IterObj::DictReversed { .. } => reg::DICT_REVERSEITEMITERATOR,
        IterObj::Set { .. } => reg::SET_ITERATOR,
        IterObj::Enumerate { .. } => reg::ENUMERATE,
        IterObj::Zip { .. } => reg::ZIP,
        IterObj::Count { .. } => reg::COUNT,
        IterObj::Repeat { .. } => reg::REPEAT,
        IterObj::Deque { reversed: false, .. } => reg::DEQUE_ITERATOR,
        IterObj::Deque { .. } => reg::DEQUE_REVERSE_ITERATOR,
        IterObj::Empty => reg::ITERATOR,
    }
}

/// `repr` of a native iterator.
pub(crate) fn repr(rt: &mut Rt, value: Value) -> Result<String, Exit> {
    rt.default_repr(value)
}
