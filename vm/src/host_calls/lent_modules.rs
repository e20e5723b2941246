//! Modules of the Python host that a program may import, and proxies of their objects.
//!
//! The behaviour of a proxy is written in Python, in the library module `_host`: a class derived from the handle type, whose special
//! methods each make a host call without a name. This file has only what needs the interpreter: the list of lent modules, their import,
//! and making instances of the right class for objects that come from the host.

use crate::base::abrupt::Abrupt;
use crate::base::fuel::SLICE;
use crate::base::host_value::FIRST_HANDLE;
use crate::base::names::NameId;
use crate::base::value::{Tag, Value};
use crate::heap::{DictObj, Object};
use crate::interpreter::code::Origin;
use crate::interpreter::machine::{Interpreter, RunEnd};
use crate::objects::types::class_construction;
use crate::runtime::core::Runtime;
use crate::runtime::pending_call::ReturnAction;
use crate::runtime::type_table as reg;

/// The library module with the class of proxies, and the source that every lent module runs.
const PROXY_MODULE: &str = "_host";
const SOURCE: &str = "_hostmodule";

/// Fuel limit for running `_host`, which only defines classes and functions.
const PROXY_MODULE_FUEL: u64 = 1_000_000;

/// Gives `_host` the handle type to derive from.
pub(crate) fn init(rt: &mut Runtime, module: Value) -> Result<(), Abrupt> {
    crate::runtime::modules::set_constant(rt, module, "Handle", reg::OPAQUE.value())
}

impl Runtime {
    /// True when the host lends this module. `*` lends every module that the library does not have and that the host does not give.
    pub(crate) fn is_lent(&self, name: &str) -> bool {
        let top = name.split('.').next().unwrap_or(name);
        let is_given = || self.modules.packages.has_top(top) || self.host.module_sources.contains_key(top);
        !top.starts_with('_') && self.host.lent_modules.iter().any(|lent| &**lent == top || (&**lent == "*" && !is_given()))
    }

    fn host_global(&self, name: NameId) -> Option<Value> {
        let module = self.modules.by_name.get(PROXY_MODULE)?;
        self.get_global(self.heap.modules.get(module.index()).namespace, name)
    }

    /// The proxy for an object of the host. `class` is the dotted name of its type.
    pub(crate) fn host_object(&mut self, number: u64, class: &str) -> Result<Value, Abrupt> {
        let handle = self.heap.object(Object::Opaque(number.saturating_add(FIRST_HANDLE)))?;
        let (base, known) = (self.intern("HostObject")?, self.intern("classes")?);
        let (Some(base), Some(known)) = (self.host_global(base), self.host_global(known)) else { return Ok(handle) };
        let class = self.host_class(base, known, class)?;
        if class.tag == Tag::Class { class_construction::wrap(self, class, handle) } else { Ok(handle) }
    }

    fn host_class(&mut self, base: Value, known: Value, class: &str) -> Result<Value, Abrupt> {
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
        let before = std::mem::replace(&mut self.policy.trusted, true);
        let made = class_construction::make_class(self, name, &[base], namespace, reg::TYPE.value());
        self.policy.trusted = before;
        let made = made?;
        self.dict_set(known, key, made)?;
        Ok(made)
    }
}

impl Interpreter {
    /// Imports a lent module. It runs a library source that requests every attribute from the host.
    pub(crate) fn start_lent_module(&mut self, name: &str, dst: u8) -> Result<(), Abrupt> {
        let Some(program) = self.rt.modules.library.program(SOURCE) else { return Err(Abrupt::Bug("library module does not compile")) };
        let module = self.rt.new_module(name, true)?;
        let space = self.rt.heap.modules.get(module.index()).namespace;
        self.rt.modules.by_name.insert(name.to_string(), module);
        let code = self.load(&program, Origin::Library(SOURCE.to_string()), space)?;
        self.push_module(code, ReturnAction::Import, module, dst)
    }

    /// Runs the library module `_host` between steps.
    pub(crate) fn load_proxy_module(&mut self) -> Result<(), Abrupt> {
        if self.rt.modules.by_name.contains_key(PROXY_MODULE) {
            return Ok(());
        }
        let program = self.rt.modules.library.program(PROXY_MODULE).ok_or(Abrupt::Bug("library module does not compile"))?;
        let module = self.rt.new_module(PROXY_MODULE, true)?;
        init(&mut self.rt, module)?;
        let space = self.rt.heap.modules.get(module.index()).namespace;
        let code = self.load(&program, Origin::Library(PROXY_MODULE.to_string()), space)?;
        let stop_at = self.rt.heap.fuel.stop_at();
        self.rt.heap.fuel = crate::base::fuel::Fuel::new(0, PROXY_MODULE_FUEL, SLICE);
        self.push_module(code, ReturnAction::Exit, Value::UNDEF, 0)?;
        let stop = self.run();
        self.clear_frames();
        self.rt.heap.fuel.set_stop(stop_at);
        match stop {
            RunEnd::Done(_) => {
                self.rt.modules.by_name.insert(PROXY_MODULE.to_string(), module);
                Ok(())
            }
            RunEnd::Limit(kind) => Err(Abrupt::Limit(kind)),
            _ => Err(Abrupt::Bug("the library module of the host's objects does not run")),
        }
    }
}
