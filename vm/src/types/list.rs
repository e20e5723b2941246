//! `list`.

use crate::exit::Exit;
use crate::natives;
use crate::rt::Rt;
use crate::value::{Tag, Value};

natives! { pub(crate) ROWS: }

pub(crate) fn extend(rt: &mut Rt, list: Value, source: Value) -> Result<(), Exit> {
    let items = rt.collect(source)?;
    rt.heap.list_grow(list.index(), items.len())?;
    rt.heap.lists.get_mut(list.index()).items.extend(items);
    Ok(())
}

pub(crate) fn set_slice(rt: &mut Rt, list: Value, slice: Value, value: Value) -> Result<(), Exit> {
    let _ = (rt, list, slice, value);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn del_slice(rt: &mut Rt, list: Value, slice: Value) -> Result<(), Exit> {
    let _ = (rt, list, slice);
    Err(Exit::Bug("not built yet"))
}
