//! Tells a gap of the VM from a fault of the program: an uncaught exception about something that CPython has.

use crate::base::value::{Tag, Value};
use crate::runtime::exceptions as exc_types;
use crate::session::Session;

impl Session {
    /// What the VM lacks, if an uncaught exception says so: a module (`numpy`), or a name of a module (`os.fork`).
    ///
    /// Only the exceptions that the machine itself raises count, by their fields: a program that makes such an exception gets its way, but
    /// all it can say is that it asked for something that is not here.
    pub(super) fn lacking(&self, exc: Value) -> Option<String> {
        let rt = &self.interpreter.rt;
        let class = rt.type_of(exc);
        let is = |kind: crate::runtime::type_table::TypeId| class == kind.value();
        let text = |field: &str| {
            let value = rt.exception_field(exc, field).filter(|value| value.is_str())?;
            Some(rt.heap.text(value).to_owned())
        };
        if is(exc_types::MODULE_NOT_FOUND_ERROR) {
            let name = text("name")?;
            let top = name.split('.').next().unwrap_or_default();
            // A module of the library that is not here is listed by its whole name. A package is listed by its first name.
            let listed = if rt.modules.library.contains(top) { self.is_missing("-", &name) } else { self.is_missing("-", top) };
            return (listed && !rt.modules.library.contains(&name)).then_some(name);
        }
        let (module, name) = if is(exc_types::IMPORT_ERROR) {
            (text("name")?, text("name_from")?)
        } else if is(exc_types::ATTRIBUTE_ERROR) {
            let module = rt.exception_field(exc, "obj").filter(|object| object.tag == Tag::Module)?;
            let module = rt.heap.modules.get(module.index()).name;
            (rt.heap.text(module).to_owned(), text("name")?)
        } else {
            return None;
        };
        // A denied name is in the library. What is said of it is the policy's answer.
        (rt.modules.library.contains(&module) && self.is_missing(&module, &name)).then(|| format!("{module}.{name}"))
    }

    /// True if the list of what the library lacks has this name in the line of this module.
    fn is_missing(&self, module: &str, name: &str) -> bool {
        let lines = self.interpreter.rt.modules.library.text("data/missing_names.txt").lines();
        let found = lines.filter_map(|line| line.split_once(": ")).find(|(line, _)| *line == module);
        found.is_some_and(|(_, names)| names.split(' ').any(|missing| missing == name))
    }
}
