//! Native functions and builtin types by name, because their numbers differ between builds.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::base::value::{Tag, Value};
use crate::runtime::type_table::{TypeId, registry};

/// The maps in both directions, built once for each process.
struct Symbols {
    names: FxHashMap<Value, Box<str>>,
    values: FxHashMap<Box<str>, Value>,
}

static SYMBOLS: OnceLock<Symbols> = OnceLock::new();

fn symbols() -> &'static Symbols {
    SYMBOLS.get_or_init(|| {
        let registry = registry();
        let mut all = Symbols { names: FxHashMap::default(), values: FxHashMap::default() };
        let types = registry
            .types
            .iter()
            .enumerate()
            .map(|(at, info)| (TypeId(u16::try_from(at).unwrap_or(0)).value(), format!("type {}.{}", info.module, info.name)));
        let natives = registry.natives.iter().enumerate().map(|(at, native)| {
            let owner = match native.owner_type {
                Some(ty) => {
                    let info = registry.info(ty);
                    format!("{}.{}", info.module, info.name)
                }
                None => format!("module {}", native.owner),
            };
            (Value::new(Tag::Native, at as u64), format!("{owner} {}", native.def.name))
        });
        for (value, name) in types.chain(natives) {
            // Several definitions of one name (a getter and a method, for example) are numbered in their order.
            let mut key = name.clone();
            let mut number = 1;
            while all.values.contains_key(key.as_str()) {
                number += 1;
                key = format!("{name} {number}");
            }
            all.values.insert(key.as_str().into(), value);
            all.names.insert(value, key.into());
        }
        all
    })
}

/// The name of a native function or a builtin type.
pub(super) fn name(value: Value) -> Option<&'static str> {
    symbols().names.get(&value).map(AsRef::as_ref)
}

/// The value that a name refers to in this build.
pub(super) fn find(name: &str) -> Option<Value> {
    symbols().values.get(name).copied()
}
