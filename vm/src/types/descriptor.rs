//! `property`, `staticmethod`, `classmethod`, `super`.

use crate::exit::Exit;
use crate::natives;
use crate::rt::Rt;
use crate::value::{Tag, Value};

natives! { pub(crate) PROPERTY_ROWS: }
natives! { pub(crate) STATICMETHOD_ROWS: }
natives! { pub(crate) CLASSMETHOD_ROWS: }
natives! { pub(crate) SUPER_ROWS: }

/// `super(class, this)`.
pub(crate) fn make_super(rt: &mut Rt, class: Value, this: Value) -> Result<Value, Exit> {
    if this.is_undef() {
        return Err(rt.runtime_error("super(): no arguments"));
    }
    if class.is_undef() {
        return Err(rt.runtime_error("super(): empty __class__ cell"));
    }
    let start = if rt.is_type(this) && rt.is_subclass(this, class) { this } else { rt.type_of(this) };
    if !rt.is_subclass(start, class) {
        let shown =
            if rt.is_type(this) { format!("type '{}'", rt.class_name(this)) } else { format!("instance of '{}'", rt.type_name(this)) };
        let name = rt.class_name(class).to_string();
        let _ = (shown, name);
        return Err(rt.type_error("super(type, obj): obj must be an instance or subtype of type"));
    }
    rt.heap.object(crate::heap::Object::Super { class, this, start })
}
