//! Functions, bound methods, natives, code, cells, tracebacks.

use crate::exit::Exit;
use crate::natives;
use crate::rt::Rt;
use crate::value::{Tag, Value};

natives! { pub(crate) ROWS: }
natives! { pub(crate) METHOD_ROWS: }
natives! { pub(crate) NATIVE_ROWS: }
natives! { pub(crate) CODE_ROWS: }
natives! { pub(crate) CELL_ROWS: }
natives! { pub(crate) TRACEBACK_ROWS: }

pub(crate) fn store_attr(rt: &mut Rt, func: Value, name: crate::names::NameId, value: Value) -> Result<(), Exit> {
    let _ = (rt, func, name, value);
    Err(Exit::Bug("not built yet"))
}

pub(crate) fn qualname(rt: &Rt, func: Value) -> String {
    let code = rt.heap.funcs.get(func.index()).code;
    rt.qualnames.get(&code).map_or_else(String::new, |name| name.to_string())
}

pub(crate) fn repr(rt: &mut Rt, value: Value) -> Result<String, Exit> {
    let _ = (rt, value);
    Err(Exit::Bug("not built yet"))
}
