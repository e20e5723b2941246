//! `str`.

use crate::exit::Exit;
use crate::natives;
use crate::rt::Rt;
use crate::value::{Tag, Value};

natives! { pub(crate) ROWS: }

pub(crate) fn percent(rt: &mut Rt, template: Value, args: Value) -> Result<Value, Exit> {
    let _ = (rt, template, args);
    Err(Exit::Bug("not built yet"))
}
