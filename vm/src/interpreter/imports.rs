//! Imports: modules of the library, modules that the host lends or gives as source, and the program's own files in memory, as far as the policy
//! grants them. Nothing is ever read from a file of the host.

use stockade_compiler::bytecode::{CodeKind, Reg};
use stockade_policy::Access;

use crate::base::abrupt::Abrupt;
use crate::base::value::{Tag, Value};
use crate::interpreter::code::Origin;
use crate::interpreter::machine::Interpreter;
use crate::runtime::exceptions as exc_types;
use crate::runtime::pending_call::ReturnAction;
use crate::runtime::type_table::registry;

/// The bytes of a name from which its copies are charged. No module that exists has a longer name.
const LONG_NAME: usize = 1024;
/// Copies of a name that an import makes at once.
const NAME_COPIES: usize = 4;
/// Imports that are kept for the report. A host may lend modules of any name.
const MAX_IMPORTS: usize = 1000;

impl Interpreter {
    /// Executes `Import`.
    pub(crate) fn import(&mut self, dst: u8, name: Value, fromlist: Value, level: u8) -> Result<(), Abrupt> {
        let length = self.rt.heap.text(name).len();
        if length <= LONG_NAME {
            return self.import_named(dst, name, fromlist, level);
        }
        // The name, its parts and the message about it exist at once, beside the objects.
        let held = self.rt.heap.held();
        self.rt.charge(length as u64 / 16)?;
        self.rt.heap.hold(length.saturating_mul(NAME_COPIES))?;
        let imported = self.import_named(dst, name, fromlist, level);
        self.rt.heap.release_to(held);
        imported
    }

    fn import_named(&mut self, dst: u8, name: Value, fromlist: Value, level: u8) -> Result<(), Abrupt> {
        let mut text = self.rt.copied_text(name);
        if level > 0 {
            let package = match self.own_package(level)? {
                Some(package) => package,
                None => {
                    if !self.rt.policy.trusted
                        && let Err(denied) = self.rt.policy.grants.relative_import()
                    {
                        return Err(self.rt.deny(exc_types::IMPORT_ERROR, &denied));
                    }
                    self.package(level)?
                }
            };
            text = if text.is_empty() { package } else { format!("{package}.{text}") };
        }
        // The library's internal modules do not exist for the program, even after the library has loaded them.
        if !self.rt.policy.trusted && !crate::runtime::modules::is_public(&text) && self.rt.modules.library.contains(&text) {
            return Err(self.module_not_found(&text, format!("No module named '{text}'"))?);
        }
        if !self.rt.policy.trusted {
            // `from a.b import c` only passes through `a.b`; `ImportFrom` checks the name.
            let asked = if fromlist.is_none() { self.rt.policy.grants.import(&text) } else { self.rt.policy.grants.import_package(&text) };
            if let Err(denied) = asked {
                // For the program, the module is not there: it may have something in its place.
                return Err(self.rt.deny(exc_types::MODULE_NOT_FOUND_ERROR, &denied));
            }
            self.record_import(&text);
        }
        if let Some(placed) = self.placed_module(&text, fromlist.is_none())? {
            self.set_reg(dst, placed);
            return Ok(());
        }
        if self.may_come_from_finders(&text)? {
            // The library's parent packages of the name are imported first.
            let above = text.match_indices('.').filter_map(|(at, _)| text.get(..at));
            let missing = above.into_iter().find(|name| {
                !self.rt.modules.by_name.contains_key(*name)
                    && self.rt.modules.library.contains(name)
                    && crate::runtime::modules::is_public(name)
            });
            if let Some(name) = missing.map(str::to_string)
                && self.placed_module(&name, false)?.is_none()
            {
                return self.start_module(&name, dst);
            }
            let name = self.rt.heap.str(&text)?;
            return Err(self.rt.tail_fallback("import_by_finders", &[name, Value::bool(fromlist.is_none())]));
        }
        // `import a.b` binds `a`; `from a.b import c` uses `a.b`.
        let wanted = if fromlist.is_none() { text.split('.').next().unwrap_or("").to_string() } else { text.clone() };
        let mut missing: Option<String> = None;
        let mut prefix = String::new();
        for part in text.split('.') {
            if !prefix.is_empty() {
                prefix.push('.');
            }
            prefix.push_str(part);
            if !self.rt.modules.by_name.contains_key(&prefix) {
                missing = Some(prefix.clone());
                break;
            }
        }
        match missing {
            None => {
                let module = self.rt.modules.by_name.get(&wanted).copied().unwrap_or(Value::NONE);
                self.set_reg(dst, module);
                Ok(())
            }
            // Makes and runs one module of the chain. The instruction runs again when its body is done.
            Some(name) => self.start_module(&name, dst),
        }
    }

    /// Keeps the name for the report. A program can ask for names without end, so only names of modules that exist outside it are kept.
    fn record_import(&mut self, name: &str) {
        let is_given = |name: &str| {
            self.rt.is_lent(name) || self.rt.host.module_sources.contains_key(name) || self.rt.modules.packages.find(name).is_some()
        };
        let is_known = name.len() <= LONG_NAME && (self.rt.modules.library.contains(name) || is_given(name));
        let imports = &mut self.rt.modules.imports;
        if is_known && imports.len() < MAX_IMPORTS && !imports.iter().any(|known| known == name) {
            imports.push(name.to_string());
        }
    }

    /// The object that the program put into `sys.modules` under a name. None when there is none, or when it is the imported module.
    fn placed_module(&mut self, name: &str, is_first: bool) -> Result<Option<Value>, Abrupt> {
        if self.rt.policy.trusted {
            return Ok(None);
        }
        let (Some(sys), Some(id)) = (self.rt.modules.by_name.get("sys").copied(), self.rt.names.find("_modules")) else { return Ok(None) };
        let space = self.rt.heap.modules.get(sys.index()).namespace;
        let Some(table) = self.rt.get_global(space, id).filter(|table| table.tag == Tag::Dict) else { return Ok(None) };
        let found = self.rt.dict_get_text(table, name)?;
        if found.is_none() || name.contains('.') {
            self.restore_in_sys_modules(table, name)?;
        }
        let Some(found) = found else { return Ok(None) };
        if self.rt.modules.by_name.get(name) == Some(&found) {
            return Ok(None);
        }
        if found.is_none() {
            return Err(self.module_not_found(name, format!("import of {name} halted; None in sys.modules"))?);
        }
        let Some((first, _)) = name.split_once('.').filter(|_| is_first) else { return Ok(Some(found)) };
        let placed = self.rt.dict_get_text(table, first)?;
        Ok(Some(placed.or_else(|| self.rt.modules.by_name.get(first).copied()).unwrap_or(found)))
    }

    /// A module that the program removed from `sys.modules` is put back by its next import. It is the same module, and it does not run
    /// again.
    fn restore_in_sys_modules(&mut self, table: Value, name: &str) -> Result<(), Abrupt> {
        if self.rt.heap.dicts.get(table.index()).len() == 0 {
            // The dict was never read. Its first reader fills it.
            return Ok(());
        }
        for (at, _) in name.match_indices('.').chain([(name.len(), "")]) {
            let part = name.get(..at).unwrap_or(name);
            // A missing package has no submodules. Names may be very long, so the loop stops here.
            let Some(module) = self.rt.modules.by_name.get(part).copied() else { break };
            if self.rt.dict_get_text(table, part)?.is_none() {
                let key = self.rt.heap.str(part)?;
                self.rt.dict_set(table, key, module)?;
            }
        }
        Ok(())
    }

    /// True when the program itself may provide a missing module: in a package that it made, or by its own finders.
    fn may_come_from_finders(&mut self, name: &str) -> Result<bool, Abrupt> {
        if self.rt.policy.trusted
            || self.rt.modules.by_name.contains_key(name)
            || self.rt.modules.library.contains(name)
            || self.rt.is_lent(name)
        {
            return Ok(false);
        }
        if let Some((parent, _)) = name.rsplit_once('.')
            && self.placed_module(parent, false)?.is_some()
        {
            return Ok(true);
        }
        // A module that the host gives, as source or in a package, or one that the program wrote into its own files.
        let top = name.split('.').next().unwrap_or(name);
        if self.rt.host.module_sources.contains_key(top)
            || self.rt.modules.packages.has_top(top)
            || self.rt.modules.by_name.contains_key("_files")
        {
            return Ok(true);
        }
        let (Some(sys), Some(id)) = (self.rt.modules.by_name.get("sys").copied(), self.rt.names.find("meta_path")) else {
            return Ok(false);
        };
        let space = self.rt.heap.modules.get(sys.index()).namespace;
        let finders = self.rt.get_global(space, id).filter(|finders| finders.tag == Tag::List);
        Ok(finders.is_some_and(|finders| !self.rt.sequence_items(finders).is_empty()))
    }

    /// The package that the program's own `__package__` names, or a parent of it by `level`.
    fn own_package(&mut self, level: u8) -> Result<Option<String>, Abrupt> {
        let Some(id) = self.rt.names.find("__package__").filter(|_| !self.rt.policy.trusted) else { return Ok(None) };
        let space = self.code().map_or(0, |code| code.namespace);
        let Some(package) = self.rt.get_global(space, id).filter(|package| package.is_str()) else { return Ok(None) };
        let package = self.rt.copied_text(package);
        if package.is_empty() {
            return Ok(None);
        }
        let mut at = package.as_str();
        for _ in 1..level {
            match at.rsplit_once('.') {
                Some((parent, _)) => at = parent,
                None => return Err(self.rt.import_error("attempted relative import beyond top-level package")),
            }
        }
        Ok(Some(at.to_string()))
    }

    /// The package from which a relative import of the running module starts.
    fn package(&mut self, level: u8) -> Result<String, Abrupt> {
        let space = self.code().map_or(0, |code| code.namespace);
        let name = self.rt.get_global(space, crate::base::names::dunder_name).filter(|name| name.is_str());
        let package = name.map_or_else(String::new, |name| self.rt.copied_text(name));
        // A package of the library starts at itself.
        let own = self.rt.modules.library.contains(&package) && self.rt.modules.library.is_package(&package);
        let mut at = package.as_str();
        for _ in u8::from(own)..level {
            match at.rsplit_once('.') {
                Some((parent, _)) => at = parent,
                None => return Err(self.rt.import_error("attempted relative import with no known parent package")),
            }
        }
        Ok(at.to_string())
    }

    /// The exception for a module that does not exist.
    fn module_not_found(&mut self, name: &str, message: String) -> Result<Abrupt, Abrupt> {
        let text = self.rt.heap.string(message)?;
        let exc = self.rt.make_exception(exc_types::MODULE_NOT_FOUND_ERROR.value(), &[text])?;
        let field = self.rt.heap.str(name)?;
        self.rt.set_exception_field(exc, "name", field)?;
        Ok(Abrupt::Raise(exc))
    }

    fn start_module(&mut self, name: &str, dst: u8) -> Result<(), Abrupt> {
        if self.rt.is_lent(name) && !self.rt.modules.library.contains(name.split('.').next().unwrap_or(name)) {
            return self.start_lent_module(name, dst);
        }
        let Some(info) =
            self.rt.modules.library.find(name).filter(|info| self.rt.policy.trusted || crate::runtime::modules::is_public(info.name))
        else {
            let message = match name.rsplit_once('.') {
                Some((parent, _))
                    if self.rt.modules.by_name.contains_key(parent)
                        // `os.path` is a separate module that is an attribute of `os`.
                        && (parent == "os" || !self.rt.modules.library.is_package(parent)) =>
                {
                    format!("No module named '{name}'; '{parent}' is not a package")
                }
                _ => format!("No module named '{name}'"),
            };
            return Err(self.module_not_found(name, message)?);
        };
        let module = self.rt.new_module(name, true)?;
        let space = self.rt.heap.modules.get(module.index()).namespace;
        self.set_package(name, space)?;
        if let Some(functions) = registry().modules.get(info.name) {
            for (id, native) in functions {
                self.rt.set_global(space, *id, Value::new(Tag::Native, u64::from(*native)))?;
            }
        }
        if let Some(init) = info.native.and_then(|native| native.init) {
            init(&mut self.rt, module)?;
        }
        self.rt.modules.by_name.insert(name.to_string(), module);
        let begun = self.begin_module(name, info.has_source, module, dst);
        if begun.is_err() {
            // After a collection the instruction runs again. It must not find a module whose body never ran.
            self.rt.modules.by_name.remove(name);
        }
        begun
    }

    /// Binds a new library module in its package, and starts its body.
    fn begin_module(&mut self, name: &str, has_source: bool, module: Value, dst: u8) -> Result<(), Abrupt> {
        if let Some((parent, child)) = name.rsplit_once('.')
            && let Some(package) = self.rt.modules.by_name.get(parent).copied()
        {
            let id = self.rt.intern(child)?;
            let parent_space = self.rt.heap.modules.get(package.index()).namespace;
            self.rt.set_global(parent_space, id, module)?;
        }
        if !has_source {
            self.rewind_pc();
            return Ok(());
        }
        let Some(program) = self.rt.modules.library.program(name) else {
            return Err(Abrupt::Bug("library module does not compile"));
        };
        let space = self.rt.heap.modules.get(module.index()).namespace;
        let code = self.load(&program, Origin::Library(name.to_string()), space)?;
        self.push_module(code, ReturnAction::Import, module, dst)
    }

    /// Sets `__package__` of a library module, and an empty `__path__` for a package.
    fn set_package(&mut self, name: &str, space: u32) -> Result<(), Abrupt> {
        let is_package = self.rt.modules.library.is_package(name) && name != "os";
        let package = if is_package { name } else { name.rsplit_once('.').map_or("", |(above, _)| above) };
        let (id, package) = (self.rt.intern("__package__")?, self.rt.heap.str(package)?);
        self.rt.set_global(space, id, package)?;
        if is_package {
            let (id, path) = (self.rt.intern("__path__")?, self.rt.heap.list(Vec::new())?);
            self.rt.set_global(space, id, path)?;
        }
        Ok(())
    }

    /// The module body is done: the `Import` instruction runs again and finds the module.
    pub(crate) fn import_done(&mut self, module: Value, dst: u8) -> Result<(), Abrupt> {
        let _ = (module, dst);
        self.rewind_pc();
        Ok(())
    }

    /// The module body raised an exception: the module is removed, as in CPython.
    pub(crate) fn import_failed(&mut self, module: Value) {
        let name = self.rt.heap.modules.get(module.index()).name;
        let text = self.rt.copied_text(name);
        self.rt.modules.by_name.remove(&text);
    }

    /// Executes `ImportFrom`.
    pub(crate) fn import_from(&mut self, module: Value, name: Value) -> Result<Value, Abrupt> {
        let id = self.rt.name_of(name)?;
        let module_name = match module.tag {
            Tag::Module => {
                let name = self.rt.heap.modules.get(module.index()).name;
                self.rt.copied_text(name)
            }
            _ => String::new(),
        };
        if !self.rt.policy.trusted {
            let text = self.rt.copied_text(name);
            if let Err(denied) = self.rt.policy.grants.module_attribute(&module_name, &text, Access::Read) {
                return Err(self.rt.deny(exc_types::IMPORT_ERROR, &denied));
            }
        }
        if module.tag == Tag::Module {
            let space = self.rt.heap.modules.get(module.index()).namespace;
            if let Some(value) = self.rt.get_global(space, id) {
                if value.tag == Tag::Module && !self.rt.policy.trusted {
                    let inner = self.rt.heap.modules.get(value.index()).name;
                    let inner = self.rt.copied_text(inner);
                    if let Err(denied) = self.rt.policy.grants.import_package(&inner) {
                        return Err(self.rt.deny(exc_types::IMPORT_ERROR, &denied));
                    }
                }
                return Ok(value);
            }
            if id == crate::base::names::dunder_dict {
                return Err(self.rt.tail_fallback("import_from_object", &[module, name]));
            }
            // The name may be a submodule, which is imported now.
            let full = format!("{module_name}.{}", self.rt.heap.text(name));
            // A module that the program made may have the name of a library module.
            let is_itself = self.rt.modules.by_name.get(&module_name) == Some(&module);
            if let Some(found) = self.rt.modules.by_name.get(&full).filter(|_| is_itself) {
                return Ok(*found);
            }
            if is_itself && self.rt.modules.library.contains(&full) {
                self.start_module(&full, 0)?;
                // `start_module` moved the frame back or pushed the module's body. Either way this instruction runs again.
                return Err(Abrupt::Again);
            }
            if let Some(getattr) = self.rt.get_global(space, crate::base::names::dunder_getattr) {
                let of_library = Value::bool(is_itself || self.rt.policy.trusted);
                return Err(self.rt.tail_fallback("import_getattr", &[getattr, name, module, of_library]));
            }
            if !is_itself && !self.rt.policy.trusted {
                return Err(self.rt.tail_fallback("import_child", &[module, name]));
            }
        }
        if module.tag != Tag::Module {
            return Err(self.rt.tail_fallback("import_from_object", &[module, name]));
        }
        let text = self.rt.copied_text(name);
        let message = if module_name.is_empty() {
            format!("cannot import name '{text}' from '<unknown module name>' (unknown location)")
        } else {
            format!("cannot import name '{text}' from '{module_name}' (unknown location)")
        };
        let exit = self.rt.import_error(&message);
        if let Abrupt::Raise(exc) = exit {
            let name_value = self.rt.heap.str(&module_name)?;
            self.rt.set_exception_field(exc, "name", name_value)?;
            self.rt.set_exception_field(exc, "name_from", name)?;
        }
        Err(exit)
    }

    /// Executes `ImportStar`.
    pub(crate) fn import_star(&mut self, module: Value) -> Result<(), Abrupt> {
        let name = if module.tag == Tag::Module { self.rt.heap.text(self.rt.heap.modules.get(module.index()).name) } else { "" };
        if !self.rt.policy.trusted
            && let Err(denied) = self.rt.policy.grants.star_import_of(name)
        {
            return Err(self.rt.deny(exc_types::IMPORT_ERROR, &denied));
        }
        let running = self.frames.last().and_then(|frame| self.rt.modules.code_info.get(frame.code as usize));
        if running.and_then(crate::runtime::modules::CodeInfo::code).is_some_and(|code| code.kind == CodeKind::Class) {
            // This is code that runs over a mapping: in the body of a class the compiler rejects the statement.
            let names = self.reg(Reg(0));
            return Err(self.rt.tail_fallback("import_star_over", &[module, names]));
        }
        let target = self.code().map_or(0, |code| code.namespace);
        if module.tag != Tag::Module {
            return Err(self.rt.tail_fallback("import_star_object", &[module, Value::int(target.into())]));
        }
        let source = self.rt.heap.modules.get(module.index()).namespace;
        let listed = self.rt.get_global(source, crate::base::names::dunder_all);
        let mut names = Vec::new();
        match listed {
            Some(all) => {
                for item in self.rt.collect(all)? {
                    if item.is_str() {
                        names.push(self.rt.name_of(item)?);
                    }
                }
            }
            None => {
                let order = self.rt.modules.namespaces.get(source as usize).map(|space| space.order.clone()).unwrap_or_default();
                for slot in order {
                    let Some(name) = self.rt.modules.global_names.get(slot as usize).copied() else { continue };
                    // A deleted name is not part of the module.
                    if !self.rt.name_text(name).starts_with('_') && !self.rt.global(slot).is_undef() {
                        names.push(name);
                    }
                }
            }
        }
        let module_name = {
            let name = self.rt.heap.modules.get(module.index()).name;
            self.rt.copied_text(name)
        };
        let getattr = self.rt.get_global(source, crate::base::names::dunder_getattr);
        let top = module_name.split('.').next().unwrap_or(&module_name);
        if let (Some(getattr), None) = (getattr, listed)
            && self.rt.is_lent(&module_name)
            && !self.rt.modules.library.contains(top)
        {
            // The host has the list of names.
            return Err(self.rt.tail_fallback("import_star_lent", &[getattr, Value::int(target.into())]));
        }
        let mut lazy = Vec::new();
        for name in names {
            let Some(value) = self.rt.get_global(source, name) else {
                let allowed = self.rt.policy.trusted
                    || self.rt.policy.grants.module_attribute(&module_name, self.rt.name_text(name), Access::Read).is_ok();
                if getattr.is_some() && allowed {
                    lazy.push(self.rt.name_value(name)?);
                }
                continue;
            };
            if !self.rt.policy.trusted
                && self.rt.policy.grants.module_attribute(&module_name, self.rt.name_text(name), Access::Read).is_err()
            {
                continue;
            }
            self.rt.set_global(target, name, value)?;
        }
        match getattr {
            // Names that the module makes on demand.
            Some(getattr) if !lazy.is_empty() => {
                let names = self.rt.heap.list(lazy)?;
                Err(self.rt.tail_fallback("import_star_lazy", &[getattr, names, Value::int(target.into())]))
            }
            _ => Ok(()),
        }
    }

    /// The namespace in which fallbacks run.
    pub(crate) fn fallback_namespace(&mut self) -> Result<u32, Abrupt> {
        if let Some(module) = self.rt.modules.by_name.get("<prelude>") {
            return Ok(self.rt.heap.modules.get(module.index()).namespace);
        }
        let module = self.rt.new_module("<prelude>", true)?;
        let space = self.rt.heap.modules.get(module.index()).namespace;
        let marker = self.rt.intern("_marker")?;
        self.rt.set_global(space, marker, crate::base::value::MARKER)?;
        self.rt.modules.by_name.insert("<prelude>".into(), module);
        Ok(space)
    }
}
