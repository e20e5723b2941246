//! The builtin types: one file each, opening with its table of methods.

pub(crate) mod alias;
pub(crate) mod bytes;
pub(crate) mod class;
pub(crate) mod complex;
pub(crate) mod descriptor;
pub(crate) mod dict;
pub(crate) mod exception;
pub(crate) mod float;
pub(crate) mod function;
pub(crate) mod generator;
pub(crate) mod int;
pub(crate) mod iterator;
pub(crate) mod list;
pub(crate) mod module;
pub(crate) mod object;
pub(crate) mod range;
pub(crate) mod sequence;
pub(crate) mod set;
pub(crate) mod str;
pub(crate) mod tuple;

use crate::exit::Exit;
use crate::rt::Rt;
use crate::value::Value;

/// `repr` of the kinds in [`crate::heap::Object`] that hold no other values worth walking.
pub(crate) fn repr_object(rt: &mut Rt, value: Value) -> Result<String, Exit> {
    use crate::heap::Object;
    match rt.heap.objects.get(value.index()) {
        Object::GenericAlias { .. } | Object::Union(_) => alias::repr(rt, value),
        Object::StaticMethod(inner) => {
            let inner = rt.repr_text(*inner)?;
            Ok(format!("<staticmethod({inner})>"))
        }
        Object::ClassMethod(inner) => {
            let inner = rt.repr_text(*inner)?;
            Ok(format!("<classmethod({inner})>"))
        }
        Object::Super { class, this, .. } => {
            let (class, this) = (*class, *this);
            let (name, owner) = (rt.class_name(class).to_string(), rt.type_name(this));
            Ok(format!("<super: <class '{name}'>, <{owner} object>>"))
        }
        Object::SlotDescriptor { class, name } => {
            let (class, name) = (*class, *name);
            let (owner, text) = (rt.class_name(class).to_string(), rt.name_text(name).to_string());
            Ok(format!("<member '{text}' of '{owner}' objects>"))
        }
        _ => rt.default_repr(value),
    }
}

/// `format(value, spec)` of a value without a guest `__format__`; `plain` is its payload.
pub(crate) fn format_native(rt: &mut Rt, value: Value, plain: Value, spec: Value) -> Result<Value, Exit> {
    let _ = (value, plain, spec);
    Err(rt.type_error("not built yet"))
}
