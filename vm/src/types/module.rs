//! Modules.

use crate::exit::Exit;
use crate::heap::{DictObj, Object};
use crate::natives;
use crate::natives::Args;
use crate::rt::Rt;
use crate::value::Value;

natives! { pub(crate) ROWS:
    new "__new__" "(cls, name, doc=None)" => new;
    method "__repr__" "(self, /)" => crate::types::sequence::repr;
}

fn new(rt: &mut Rt, args: Args<'_>) -> Result<Value, Exit> {
    if !args.at(1).is_str() {
        let shown = rt.argument_name(args.at(1));
        return Err(rt.type_error(&format!("module() argument 'name' must be str, not {shown}")));
    }
    let name = rt.heap.text(args.at(1)).to_string();
    rt.new_module(&name, false)
}

/// `module.__dict__`: a read-only copy of the namespace.
pub(crate) fn dict(rt: &mut Rt, module: Value) -> Result<Value, Exit> {
    let space = rt.heap.modules.get(module.index()).namespace;
    let dict = namespace_dict(rt, space)?;
    rt.heap.object(Object::MappingProxy(dict))
}

/// The bound globals of a namespace as a dict, in order.
pub(crate) fn namespace_dict(rt: &mut Rt, space: u32) -> Result<Value, Exit> {
    let slots = rt.namespaces.get(space as usize).map(|space| space.order.clone()).unwrap_or_default();
    let dict = rt.heap.dict(DictObj::default())?;
    for slot in slots {
        let value = rt.global(slot);
        if value.is_undef() {
            continue;
        }
        let Some(name) = rt.global_names.get(slot as usize).copied() else { continue };
        let key = rt.name_value(name)?;
        rt.dict_set(dict, key, value)?;
    }
    Ok(dict)
}
