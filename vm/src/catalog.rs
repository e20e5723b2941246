//! The VM's own tables as the checker wants them: which modules, builtins and attributes programs can count on.

use std::sync::{Arc, OnceLock};

use stockade_compiler::SourceText;
use stockade_policy::catalog::Signature;
use stockade_policy::{Limits, VmCatalog};

use crate::registry::{TypeId, registry};
use crate::sandbox::{Config, Session, compile_source};
use crate::{builtins, exception, stdlib};

/// What the VM has, gathered once for the process. Attributes of a module are found when they are first asked for, by importing
/// it in a session of its own.
#[must_use]
pub fn catalog() -> &'static VmCatalog {
    static CATALOG: OnceLock<VmCatalog> = OnceLock::new();
    CATALOG.get_or_init(gather)
}

fn gather() -> VmCatalog {
    // What starts with an underscore belongs to the library; `final_answer` is a function of the host.
    let modules = stdlib::MODULES.iter().map(|module| module.name).filter(|name| !name.starts_with('_') || *name == "__future__");
    let functions = builtins::ROWS.iter().map(|row| row.name).filter(|name| *name != "final_answer");
    let constants = builtins::CONSTANTS.iter().map(|(name, _)| *name);
    let exceptions = exception::TREE.iter().map(|(name, _)| *name).filter(|name| !name.starts_with('_'));
    VmCatalog::new(modules, functions.chain(constants).chain(exceptions))
        .with_attribute_source(attributes_of)
        .with_signature_source(signature_of)
}

/// The signature of a native under its name. Functions written in Python are not known before a run.
fn signature_of(name: &str) -> Option<Signature> {
    let (row, bound) = match name.rsplit_once('.') {
        Some((module, name)) => {
            let module = stdlib::MODULES.iter().find(|row| row.name == module)?;
            let again = |source: &str| source.contains(&format!("\ndef {name}(")) || source.contains(&format!("\n{name} = "));
            if module.source.is_some_and(again) {
                return None;
            }
            (module.rows.iter().find(|row| row.name == name)?, 0)
        }
        None => match builtins::ROWS.iter().find(|row| row.name == name) {
            Some(row) => (row, 0),
            None => {
                let at = registry().types.iter().position(|info| info.name == name && info.module == "builtins")?;
                (registry().constructor(TypeId(u16::try_from(at).ok()?).value())?.row, 1)
            }
        },
    };
    let signature = crate::natives::Signature::parse(row.signature);
    let named = signature.params.iter().skip(signature.posonly.max(bound));
    Some(Signature {
        least: signature.min_positional.saturating_sub(bound),
        most: (!signature.varargs).then_some(signature.positional.saturating_sub(bound)),
        keywords: (!signature.varkw).then(|| named.map(|param| Box::from(&*param.name)).collect()),
    })
}

/// `dir(module)`; `None` when it cannot be known, as for a module that computes its attributes.
fn attributes_of(module: &str) -> Option<Vec<String>> {
    if !module.split('.').all(|part| !part.is_empty() && part.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())) {
        return None;
    }
    let text = format!("import {module} as module\nfinal_answer(' '.join(dir(module)))\n");
    let source = Arc::new(SourceText::new("<catalog>", &text));
    let program = Arc::new(compile_source(&source, &stockade_compiler::ParseLimits::default()).ok()?);
    let config = Config { limits: Limits::default(), ..Config::default() };
    let mut session = Session::new(&config, Box::new(crate::BufferHost::default()));
    let crate::Outcome::Answered(Some(shown)) = session.run(&program) else { return None };
    let names: Vec<String> = shown.trim_matches('\'').split(' ').map(str::to_owned).collect();
    if names.iter().any(|name| name == "__getattr__") { None } else { Some(names) }
}
