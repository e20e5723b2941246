//! `range` and `slice`.

use crate::exit::Exit;
use crate::natives;
use crate::rt::Rt;
use crate::value::{Tag, Value};

natives! { pub(crate) ROWS: }
natives! { pub(crate) SLICE_ROWS: }

/// Items in a range.
pub(crate) fn len(rt: &Rt, range: Value) -> num_bigint::BigInt {
    use num_bigint::BigInt;
    use num_traits::Signed;
    let parts = *rt.heap.ranges.get(range.index());
    let (start, stop, step) = (rt.big(parts.start), rt.big(parts.stop), rt.big(parts.step));
    let (span, step) = if step.is_negative() { (start - stop, -step) } else { (stop - start, step) };
    if span.is_positive() { (span - 1) / step + 1 } else { BigInt::from(0) }
}

pub(crate) fn equal(rt: &mut Rt, a: Value, b: Value) -> Result<bool, Exit> {
    let _ = (rt, a, b);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn contains(rt: &mut Rt, range: Value, item: Value) -> Result<bool, Exit> {
    let _ = (rt, range, item);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn get_item(rt: &mut Rt, range: Value, key: Value) -> Result<Value, Exit> {
    let _ = (rt, range, key);
    Err(Exit::Bug("not built yet"))
}
