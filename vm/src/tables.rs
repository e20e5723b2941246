//! THE list of native tables: builtins, types, modules, fallbacks. It is handed to the type table once, before anything runs.
//!
//! Only this file names a table and the type or module it belongs to.

use crate::objects::types;
use crate::runtime::exceptions;
use crate::runtime::type_table::{self, *};
use crate::{builtins, native_modules};

macro_rules! type_rows {
    ($($ident:ident $name:literal $module:literal < $base:ident $(final $final:literal)? => $rows:expr;)*) => {
        fn plain_types() -> Vec<TypeInfo> {
            vec![$(TypeInfo { name: $name, module: $module, base: $base, is_final: false $(|| $final)?, rows: $rows }),*]
        }
    };
}
type_table::for_each_type!(type_rows);

fn all_types() -> Vec<TypeInfo> {
    let mut all = plain_types();
    for (at, (name, base)) in exceptions::TREE.iter().enumerate() {
        all.push(TypeInfo {
            name,
            module: "builtins",
            base: *base,
            is_final: false,
            rows: types::exception::rows(PLAIN_TYPES + at as u16),
        });
    }
    all
}

fn collect() -> NativeTables {
    NativeTables {
        types: all_types(),
        builtins: builtins::ROWS,
        constants: builtins::CONSTANTS,
        modules: native_modules::MODULES.iter().map(|module| (module.name, module.rows)).collect(),
    }
}

/// Hands the tables to the runtime.
pub(crate) fn install() {
    type_table::install(collect);
}
