//! Generators, coroutines, async generators.

use crate::exit::Exit;
use crate::natives;
use crate::rt::Rt;
use crate::value::{Tag, Value};

natives! { pub(crate) ROWS: }
natives! { pub(crate) COROUTINE_ROWS: }
natives! { pub(crate) ASYNC_ROWS: }
natives! { pub(crate) STEP_ROWS: }

/// The builtin type of a suspended body.
pub(crate) fn type_of(rt: &Rt, value: Value) -> crate::registry::TypeId {
    use crate::heap::GenKind;
    match rt.heap.gens.get(value.index()).kind {
        GenKind::Generator => crate::registry::GENERATOR,
        GenKind::Coroutine => crate::registry::COROUTINE,
        GenKind::AsyncGenerator => crate::registry::ASYNC_GENERATOR,
        GenKind::AsyncStep => crate::registry::ASYNC_STEP,
    }
}

/// `iter(generator)`: itself.
pub(crate) fn iter(rt: &mut Rt, value: Value) -> Result<Value, Exit> {
    if rt.heap.gens.get(value.index()).kind == crate::heap::GenKind::Generator { Ok(value) } else { Err(rt.not_iterable(value)) }
}

/// The qualified name of the body.
pub(crate) fn qualname(rt: &Rt, value: Value) -> String {
    let generator = rt.heap.gens.get(value.index());
    if generator.qualname.is_str() {
        return rt.heap.text(generator.qualname).to_string();
    }
    rt.qualnames.get(&generator.frame.code).map_or_else(String::new, |name| name.to_string())
}
