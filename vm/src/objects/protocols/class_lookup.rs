//! Looks up special methods and attributes on classes.

use crate::base::abrupt::Exit;
use crate::base::names;
use crate::base::value::Value;
use crate::runtime::core::Rt;

/// What is there of a special method: where that is None, and is called all the same, something that complains.
pub(crate) fn none_as_called(rt: &mut Rt, name: names::NameId, found: Value) -> Result<Value, Exit> {
    if found.is_none() && is_called_as_none(rt, name) {
        let function = rt.prelude("none_called")?;
        return rt.heap.method(function, Value::NONE);
    }
    Ok(found.or(Value::NONE))
}

/// A special method that is called also where the class has put None there.
pub(crate) fn is_called_as_none(rt: &Rt, name: names::NameId) -> bool {
    matches!(
        rt.name_text(name),
        "__getitem__"
            | "__setitem__"
            | "__delitem__"
            | "__index__"
            | "__len__"
            | "__dir__"
            | "__divmod__"
            | "__rdivmod__"
            | "__format__"
            | "__pow__"
            | "__repr__"
            | "__str__"
            | "__complex__"
            | "__float__"
            | "__int__"
            | "__bytes__"
            | "__round__"
            | "__trunc__"
            | "__floor__"
            | "__ceil__"
            | "__abs__"
            | "__length_hint__"
            | "__instancecheck__"
            | "__subclasscheck__"
            | "__await__"
            | "__aiter__"
            | "__anext__"
    )
}
