//! Describes the VM to the checker: the modules, builtins, attributes and signatures that programs can use.

use std::sync::OnceLock;

use stockade_policy::VmCatalog;
use stockade_policy::catalog::Signature;

use crate::builtins;
use crate::runtime::exceptions;
use crate::runtime::library::Library;
use crate::runtime::type_table::{TypeId, registry};

impl Library {
    /// The names of all modules, in no particular order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        crate::tables::install();
        self.module_names()
    }
}

/// The modules, builtins and signatures that the VM has with this library. They are collected once for each process.
#[must_use]
pub fn catalog(library: &'static Library) -> &'static VmCatalog {
    crate::tables::install();
    library.catalog_or(gather)
}

fn gather(library: &'static Library) -> VmCatalog {
    // Modules whose names start with an underscore are internal to the library. `final_answer` is a function of the host.
    let modules = library.names().filter(|name| crate::runtime::modules::is_public(name));
    let functions = builtins::NATIVES.iter().map(|def| def.name).filter(|name| *name != "final_answer");
    let constants = builtins::CONSTANTS.iter().map(|(name, _)| *name);
    let exceptions = exceptions::TREE.iter().map(|(name, _)| *name).filter(|name| !name.starts_with('_'));
    VmCatalog::new(modules, functions.chain(constants).chain(exceptions))
        .with_attribute_source(attributes_in(library))
        .with_signature_source(move |name| signature_of(library, name))
}

/// The signature of a native function, or of a builtin type's constructor. `None` for functions written in Python: their signatures exist
/// only after their module has run.
fn signature_of(library: &Library, name: &str) -> Option<Signature> {
    let (def, bound) = match name.rsplit_once('.') {
        Some((module, name)) => {
            let module = crate::runtime::type_table::native_module(module)?;
            let source = library.text(module.name);
            let is_again = source.contains(&format!("\ndef {name}(")) || source.contains(&format!("\n{name} = "));
            if is_again {
                return None;
            }
            (module.natives.iter().find(|def| def.name == name)?, 0)
        }
        None => match builtins::NATIVES.iter().find(|def| def.name == name) {
            Some(def) => (def, 0),
            None => {
                let at = registry().types.iter().position(|info| info.name == name && info.module == "builtins")?;
                (registry().constructor(TypeId(u16::try_from(at).ok()?).value())?.def, 1)
            }
        },
    };
    let signature = crate::runtime::native::Signature::parse(def.signature);
    let named = signature.params.iter().skip(signature.posonly.max(bound));
    Some(Signature {
        least: signature.min_positional.saturating_sub(bound),
        most: (!signature.varargs).then_some(signature.positional.saturating_sub(bound)),
        keywords: (!signature.varkw).then(|| named.map(|param| Box::from(&*param.name)).collect()),
    })
}

/// `dir(module)`. `None` when the names are unknown, for example because the module computes its attributes.
///
/// The library lists the names in a file, because importing each module to look would take milliseconds.
fn attributes_in(library: &'static Library) -> impl Fn(&str) -> Option<Vec<String>> {
    let lines: OnceLock<Vec<(&str, &str)>> = OnceLock::new();
    move |module| {
        let lines = lines.get_or_init(|| library.text("data/attributes.txt").lines().filter_map(|line| line.split_once(": ")).collect());
        let at = lines.binary_search_by(|(name, _)| name.cmp(&module)).ok()?;
        Some(lines.get(at)?.1.split(' ').map(str::to_owned).collect())
    }
}
