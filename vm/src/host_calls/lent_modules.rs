//! Modules of the host's own that a program may import, and objects of theirs.
//!
//! What such an object can do is written in Python, in the library module `_host`: a class derived from the type of handles, whose
//! every special method asks the host with a call that has no name. Here is only what needs the machine: lending the names,
//! importing them, and making instances of the right class for objects that come in.

use std::sync::Arc;

use super::ToolError;
use super::convert::FIRST_HANDLE;
use crate::base::abrupt::Exit;
use crate::base::names::NameId;
use crate::base::value::{Tag, Value};
use crate::heap::{DictObj, Object};
use crate::interpreter::frame::Action;
use crate::interpreter::machine::{Machine, Origin, Stop};
use crate::objects::types::class_construction;
use crate::runtime::core::Rt;
use crate::runtime::type_table as reg;
use crate::session::{SLICE, Session};

/// The library module with the class of the host's objects, and the source of every module that the host lends.
const HOME: &str = "_host";
const SOURCE: &str = "_hostmodule";

/// Fuel of running `_host`, which only defines things.
const LOADING: u64 = 1_000_000;

/// The type of handles, for `_host` to derive from.
pub(crate) fn init(rt: &mut Rt, module: Value) -> Result<(), Exit> {
    crate::native_modules::set_constant(rt, module, "Handle", reg::OPAQUE.value())
}

impl Rt {
    /// Whether the host lends this module. `*` stands for every module that the library does not have.
    pub(crate) fn is_lent(&self, name: &str) -> bool {
        let top = name.split('.').next().unwrap_or(name);
        !top.starts_with('_') && self.lent_modules.iter().any(|lent| &**lent == top || &**lent == "*")
    }

    fn host_global(&self, name: NameId) -> Option<Value> {
        let module = self.modules.get(HOME)?;
        self.get_global(self.heap.modules.get(module.index()).namespace, name)
    }

    /// An object of the host's: `class` is the dotted name of its type.
    pub(crate) fn host_object(&mut self, number: u64, class: &str) -> Result<Value, Exit> {
        let handle = self.heap.object(Object::Opaque(number.saturating_add(FIRST_HANDLE)))?;
        let (base, known) = (self.intern("HostObject")?, self.intern("classes")?);
        let (Some(base), Some(known)) = (self.host_global(base), self.host_global(known)) else { return Ok(handle) };
        let class = self.host_class(base, known, class)?;
        if class.tag == Tag::Class { class_construction::wrap(self, class, handle) } else { Ok(handle) }
    }

    fn host_class(&mut self, base: Value, known: Value, class: &str) -> Result<Value, Exit> {
        if known.tag != Tag::Dict {
            return Ok(base);
        }
        let key = self.heap.str(class)?;
        if let Some(found) = self.dict_get(known, key)? {
            return Ok(found);
        }
        let (module, name) = class.rsplit_once('.').unwrap_or(("builtins", class));
        let (name, module) = (self.heap.str(name)?, self.heap.str(module)?);
        let (slots, none) = (self.heap.str("__slots__")?, self.heap.tuple(&[])?);
        let home = self.heap.str("__module__")?;
        let namespace = self.heap.dict(DictObj::default())?;
        self.dict_set(namespace, home, module)?;
        self.dict_set(namespace, slots, none)?;
        let before = std::mem::replace(&mut self.trusted, true);
        let made = class_construction::make_class(self, name, &[base], namespace, reg::TYPE.value());
        self.trusted = before;
        let made = made?;
        self.dict_set(known, key, made)?;
        Ok(made)
    }
}

impl Machine {
    /// Imports a module that the host lends: its source asks the host for everything.
    pub(crate) fn start_lent_module(&mut self, name: &str, dst: u8) -> Result<(), Exit> {
        let Some(program) = crate::interpreter::imports::library_program(SOURCE) else {
            return Err(Exit::Bug("library module does not compile"));
        };
        let module = self.rt.new_module(name, true)?;
        let space = self.rt.heap.modules.get(module.index()).namespace;
        self.rt.modules.insert(name.to_string(), module);
        let code = self.load(&program, Origin::Library(SOURCE.to_string()), space)?;
        self.push_module(code, Action::Import, module, dst)
    }

    /// Runs `_host`, between steps.
    fn load_home(&mut self) -> Result<(), Exit> {
        if self.rt.modules.contains_key(HOME) {
            return Ok(());
        }
        let program = crate::interpreter::imports::library_program(HOME).ok_or(Exit::Bug("library module does not compile"))?;
        let module = self.rt.new_module(HOME, true)?;
        init(&mut self.rt, module)?;
        let space = self.rt.heap.modules.get(module.index()).namespace;
        let code = self.load(&program, Origin::Library(HOME.to_string()), space)?;
        let stop_at = self.rt.heap.fuel.stop_at();
        self.rt.heap.fuel = crate::base::fuel::Fuel::new(0, LOADING, SLICE);
        self.push_module(code, Action::Exit, Value::UNDEF, 0)?;
        let stop = self.run();
        self.clear_frames();
        self.rt.heap.fuel.set_stop(stop_at);
        match stop {
            Stop::Done(_) => {
                self.rt.modules.insert(HOME.to_string(), module);
                Ok(())
            }
            Stop::Limit(kind) => Err(Exit::Limit(kind)),
            _ => Err(Exit::Bug("the library module of the host's objects does not run")),
        }
    }
}

impl Session {
    /// Lends modules of the host's own: the program may import what is named here (or, for `*`, whatever the library does not
    /// have), as far as the policy grants it. Everything it then does with them comes as a [`super::HostCall`] without a name.
    ///
    /// # Errors
    /// A step is under way, or memory is used up.
    pub fn lend_modules(&mut self, names: &[String]) -> Result<(), ToolError> {
        if self.is_paused() {
            return Err(ToolError("a step is under way".to_string()));
        }
        self.machine.load_home().map_err(|exit| match exit {
            Exit::Bug(what) => ToolError(what.to_string()),
            _ => ToolError("no memory left for the host's modules".to_string()),
        })?;
        self.machine.rt.lent_modules = names.iter().map(|name| Arc::from(name.as_str())).collect();
        self.check.lend_modules(names);
        Ok(())
    }

    /// The numbers of the host's objects that the program can still reach: the others may be forgotten.
    pub fn live_handles(&mut self) -> Vec<u64> {
        self.machine.collect();
        let mut live = Vec::new();
        let objects = &self.machine.rt.heap.objects;
        for at in 1..objects.len() {
            if let Some(Object::Opaque(number)) = u32::try_from(at).ok().and_then(|at| objects.find(at)) {
                live.extend(number.checked_sub(FIRST_HANDLE));
            }
        }
        live
    }
}
