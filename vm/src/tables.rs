//! THE list of native tables: builtins, types, modules, fallbacks. It is installed in the type table once, before any program runs.
//!
//! Only this file connects each native table with its type or module.

use crate::base::sizes::low16;
use crate::objects::types;
use crate::runtime::exceptions;
use crate::runtime::modules::NativeModule;
use crate::runtime::type_table::{self, *};
use crate::{builtins, native_modules, traceback};

macro_rules! type_rows {
    ($($ident:ident $name:literal $module:literal < $base:ident $(final $final:literal)? => $natives:expr;)*) => {
        fn plain_types() -> Vec<TypeDef> {
            vec![$(TypeDef { name: $name, module: $module, base: $base, is_final: false $(|| $final)?, natives: $natives }),*]
        }
    };
}
type_table::for_each_type!(type_rows);

fn all_types() -> Vec<TypeDef> {
    let mut all = plain_types();
    for (at, (name, base)) in exceptions::TREE.iter().enumerate() {
        all.push(TypeDef {
            name,
            module: "builtins",
            base: *base,
            is_final: false,
            natives: types::exception::natives(PLAIN_TYPES + low16(at as u64)),
        });
    }
    all
}

/// The modules with a native part that are not library modules. [`native_modules::NATIVE_MODULES`] has those.
static OTHER_MODULES: &[NativeModule] = &[
    NativeModule { name: "_prelude", natives: crate::fallback::primitives::NATIVES, init: None },
    NativeModule { name: "_services", natives: crate::builtins::introspection::NATIVES, init: None },
    NativeModule { name: "_host", natives: &[], init: Some(crate::host_calls::lent_modules::init) },
    NativeModule { name: "builtins", natives: &[], init: Some(crate::builtins::module::init) },
];

fn collect() -> NativeTables {
    NativeTables {
        types: all_types(),
        builtins: builtins::NATIVES,
        constants: builtins::CONSTANTS,
        modules: OTHER_MODULES.iter().chain(native_modules::NATIVE_MODULES).collect(),
        objects: native_modules::native_objects::NATIVE_OBJECTS,
        has_fallback: Some(crate::fallback::exists),
    }
}

/// Installs the tables in the runtime.
pub(crate) fn install() {
    type_table::install(collect);
}
