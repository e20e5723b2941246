//! Modules.

use crate::exit::Exit;
use crate::natives;
use crate::rt::Rt;
use crate::value::{Tag, Value};

natives! { pub(crate) ROWS: }

pub(crate) fn dict(rt: &mut Rt, module: Value) -> Result<Value, Exit> {
    let _ = (rt, module);
    Err(Exit::Bug("not built yet"))
}
