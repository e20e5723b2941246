//! A compiled program that sessions share. That of a module may come later: a session that begins with imports that are done already asks
//! for the code of few modules.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use stockade_compiler::bytecode::Program;
use stockade_compiler::{ModuleKind, SourceText};

use crate::runtime::library::Library;
use crate::runtime::packages::Packages;

/// A program that is there, or the module that has it.
pub(crate) struct SharedProgram(Arc<Place>);

impl Clone for SharedProgram {
    fn clone(&self) -> Self {
        SharedProgram(Arc::clone(&self.0))
    }

    fn clone_from(&mut self, source: &Self) {
        if !Arc::ptr_eq(&self.0, &source.0) {
            *self = source.clone();
        }
    }
}

struct Place {
    program: OnceLock<Arc<Program>>,
    later: Option<ModuleCode>,
}

/// Names the module of the library or of a package whose program is asked for later.
pub(crate) struct ModuleCode {
    pub(crate) library: &'static Library,
    pub(crate) packages: Packages,
    pub(crate) name: Box<str>,
    pub(crate) is_of_package: bool,
}

impl ModuleCode {
    fn program(&self) -> Option<Arc<Program>> {
        if self.is_of_package { self.packages.find(&self.name)?.program().cloned() } else { self.library.program(&self.name) }
    }
}

impl SharedProgram {
    /// The program of a module, from when somebody asks for it.
    pub(crate) fn later(module: ModuleCode) -> Self {
        SharedProgram(Arc::new(Place { program: OnceLock::new(), later: Some(module) }))
    }

    /// The program itself. It is empty if the module is not there any more, which is no error: nothing of such a program is linked.
    pub(crate) fn arc(&self) -> &Arc<Program> {
        self.0.program.get_or_init(|| self.0.later.as_ref().and_then(ModuleCode::program).unwrap_or_else(|| Arc::new(empty())))
    }
}

fn empty() -> Program {
    Program {
        source: Arc::new(SourceText::new("", "")),
        kind: ModuleKind::Executed,
        future_annotations: false,
        codes: Vec::new(),
        names: Vec::new(),
        globals: Vec::new(),
        warnings: Vec::new(),
        fuel_version: stockade_compiler::fuel::VERSION,
    }
}

impl From<Arc<Program>> for SharedProgram {
    fn from(program: Arc<Program>) -> Self {
        SharedProgram(Arc::new(Place { program: OnceLock::from(program), later: None }))
    }
}

impl Deref for SharedProgram {
    type Target = Program;

    fn deref(&self) -> &Program {
        self.arc()
    }
}

impl std::fmt::Debug for SharedProgram {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SharedProgram").finish_non_exhaustive()
    }
}
