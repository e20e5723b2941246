//! `builtins`: the table of builtins as a module.

use crate::base::abrupt::Abrupt;
use crate::base::value::Value;
use crate::runtime::core::Runtime;
use crate::runtime::type_table::registry;

/// Binds every builtin in alphabetical order.
pub(crate) fn init(rt: &mut Runtime, module: Value) -> Result<(), Abrupt> {
    let space = rt.heap.modules.get(module.index()).namespace;
    let mut all: Vec<_> = registry().builtins.iter().map(|(name, value)| (*name, *value)).collect();
    all.sort_unstable_by(|a, b| rt.name_text(a.0).cmp(rt.name_text(b.0)));
    for (name, value) in all {
        rt.set_global(space, name, value)?;
    }
    Ok(())
}
