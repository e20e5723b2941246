//! Modules as native code sees them: namespaces, constants, information about code.

use crate::base::abrupt::Abrupt;
use crate::base::names::NameId;
use crate::base::value::Tag;
use crate::base::value::Value;
use crate::runtime::core::Runtime;
use crate::runtime::native::NativeDef;
use crate::runtime::packages::Packages;
use crate::runtime::shared_program::SharedProgram;
use crate::runtime::type_table::TypeId;
use rustc_hash::FxHashMap;

/// Sets a global of a module that is being created.
pub(crate) fn set_constant(rt: &mut Runtime, module: Value, name: &str, value: Value) -> Result<(), Abrupt> {
    let id = rt.intern(name)?;
    let namespace = rt.heap.modules.get(module.index()).namespace;
    rt.set_global(namespace, id, value)
}

/// A class that a library module defines in Python. `Exception` if the module is not imported.
pub(crate) fn module_class(rt: &mut Runtime, module: &str, class: &str) -> Result<Value, Abrupt> {
    let name = rt.intern(class)?;
    let module = rt.modules.by_name.get(module).copied();
    let class = module.and_then(|module| rt.get_global(rt.heap.modules.get(module.index()).namespace, name));
    Ok(class.unwrap_or(crate::runtime::exceptions::EXCEPTION.value()))
}

/// Information about loaded code for native functions.
#[derive(Debug)]
pub(crate) struct CodeInfo {
    /// The compiled code, for positions in the source.
    pub(crate) program: SharedProgram,
    pub(crate) id: stockade_compiler::bytecode::CodeId,
    /// Tracebacks show frames of this code. They hide frames of fallbacks and of the library.
    pub(crate) shown: bool,
    /// Tracebacks in text include the position of this code, even if `shown` is false. As in CPython, this is so for methods that
    /// `dataclasses` generates.
    pub(crate) traced: bool,
    /// Tracebacks show source lines of this code. They cannot for source made at run time.
    pub(crate) has_lines: bool,
    pub(crate) name: NameId,
    pub(crate) namespace: u32,
    /// The builtin iterator type that generators of this code represent (`map`, `filter`, ...). Only for fallbacks.
    pub(crate) represents_iterator: Option<TypeId>,
}

impl Clone for CodeInfo {
    fn clone(&self) -> Self {
        CodeInfo { program: self.program.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        let CodeInfo { program, id, shown, traced, has_lines, name, namespace, represents_iterator } = self;
        program.clone_from(&source.program);
        (*id, *shown, *traced, *has_lines) = (source.id, source.shown, source.traced, source.has_lines);
        (*name, *namespace, *represents_iterator) = (source.name, source.namespace, source.represents_iterator);
    }
}

impl CodeInfo {
    /// The compiled code.
    pub(crate) fn code(&self) -> Option<&stockade_compiler::bytecode::Code> {
        self.program.codes.get(self.id.0 as usize)
    }

    /// The line of an instruction of a frame.
    pub(crate) fn line_at(&self, pc: u32) -> Option<u32> {
        let code = self.code()?;
        if pc == PC_BEFORE_START {
            return Some(code.first_line);
        }
        Some(self.program.source.line_of(code.spans.get(pc as usize)?.start))
    }
}

/// The globals of one module, in dense slots.
#[derive(Debug, Default)]
pub(crate) struct Namespace {
    pub(crate) slots: FxHashMap<NameId, u32>,
    /// Slots in the order in which their names were created.
    pub(crate) order: Vec<u32>,
    pub(crate) module: Value,
    /// The dict that `globals()` returned, if it was called. Later stores to globals also update the dict.
    pub(crate) view: Value,
    /// The module is a fallback module or another trusted one: the policy does not apply. For other modules, `__getattr__` and `__dir__`
    /// are honoured.
    pub(crate) trusted: bool,
    /// For a library module, the program that it was loaded from.
    pub(crate) source: Option<SharedProgram>,
    /// For a module of the program, the first code with source lines that was loaded for it. That code is never freed.
    pub(crate) first_code: Option<u32>,
}

crate::heap::charged_sizes! { Namespace = 112 }

impl Clone for Namespace {
    fn clone(&self) -> Self {
        let mut copy = Namespace::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Self) {
        let Namespace { slots, order, module, view, trusted, source: program, first_code } = self;
        slots.clone_from(&source.slots);
        order.clone_from(&source.order);
        program.clone_from(&source.source);
        (*module, *view, *trusted, *first_code) = (source.module, source.view, source.trusted, source.first_code);
    }
}

/// Modules, their namespaces, and the code that was loaded for them.
pub(crate) struct Modules {
    pub(crate) library: &'static crate::runtime::library::Library,
    /// The packages that the host gives.
    pub(crate) packages: Packages,
    /// `sys.modules`: imported modules by dotted name.
    pub(crate) by_name: FxHashMap<String, Value>,
    pub(crate) namespaces: Vec<Namespace>,
    /// True when some namespace has a view: then stores of globals look for it.
    pub(crate) has_views: bool,
    /// Global slots of all namespaces.
    pub(crate) globals: Vec<Value>,
    pub(crate) global_names: Vec<NameId>,
    /// Facts about loaded code, by code number.
    pub(crate) code_info: Vec<CodeInfo>,
    /// Imports of the program so far, for the report.
    pub(crate) imports: Vec<String>,
}

impl Modules {
    pub(crate) fn new(library: &'static crate::runtime::library::Library, packages: Packages) -> Self {
        Modules {
            library,
            packages,
            by_name: FxHashMap::default(),
            namespaces: Vec::new(),
            has_views: false,
            globals: Vec::new(),
            global_names: Vec::new(),
            code_info: Vec::new(),
            imports: Vec::new(),
        }
    }

    /// Becomes the modules of a copied session, whatever it was before. Code is shared.
    pub(crate) fn become_copy(&mut self, source: &Modules) {
        let Modules { library, packages, by_name, namespaces, has_views, globals, global_names, code_info, imports } = self;
        (*library, *has_views) = (source.library, source.has_views);
        packages.clone_from(&source.packages);
        by_name.clone_from(&source.by_name);
        namespaces.clone_from(&source.namespaces);
        globals.clone_from(&source.globals);
        global_names.clone_from(&source.global_names);
        code_info.clone_from(&source.code_info);
        imports.clone_from(&source.imports);
    }

    /// Everything but [`Modules::globals`]: what finalizers wait for is not reached through a global after the program has ended.
    pub(crate) fn visit_roots(&self, marker: &mut crate::heap::RootMarker<'_>) {
        for space in &self.namespaces {
            marker.roots(&[space.module, space.view]);
        }
        #[expect(clippy::iter_over_hash_type, reason = "marking does not depend on order")]
        for module in self.by_name.values() {
            marker.root(*module);
        }
    }
}

impl Modules {
    /// Rewrites the references to objects, after objects have moved.
    pub(crate) fn forward(&mut self, moves: &crate::heap::Moves) {
        let Modules { library: _, packages: _, by_name, namespaces, has_views: _, globals, global_names: _, code_info: _, imports: _ } =
            self;
        moves.values(by_name.values_mut());
        for Namespace { slots: _, order: _, module, view, trusted: _, source: _, first_code: _ } in namespaces {
            moves.values([module, view]);
        }
        moves.values(globals);
    }
}

/// The pc of a frame that has not executed an instruction. A traceback shows the frame's first line, without carets.
pub(crate) const PC_BEFORE_START: u32 = u32::MAX >> 1;

/// Fills a module with its constants and types.
pub(crate) type Init = fn(&mut Runtime, Value) -> Result<(), Abrupt>;

/// The native part of a module. The Python part, if there is one, runs after it in the same namespace.
pub(crate) struct NativeModule {
    /// Dotted name.
    pub(crate) name: &'static str,
    /// Functions.
    pub(crate) natives: &'static [NativeDef],
    /// Constants and types.
    pub(crate) init: Option<Init>,
}

/// True if a program may import a library module with this name. Most names that begin with an underscore are internal.
pub(crate) fn is_public(name: &str) -> bool {
    !name.starts_with('_')
        || matches!(
            name,
            "__future__"
                | "_ast"
                | "_blake2"
                | "_compat_pickle"
                | "_operator"
                | "_pickle"
                | "_pyio"
                | "_string"
                | "_strptime"
                | "_thread"
                | "_threading_local"
        )
}

/// True if tracebacks show frames of this code.
pub(crate) fn is_shown(rt: &Runtime, code: u32) -> bool {
    rt.modules.code_info.get(code as usize).is_some_and(|facts| facts.shown)
}

/// `Qualname`
pub(crate) fn qualname_text(rt: &Runtime, class: Value) -> String {
    if class.tag == Tag::Class {
        let qualname = rt.heap.classes.get(class.index()).qualname;
        return rt.copied_text(qualname);
    }
    rt.class_name(class).to_string()
}
