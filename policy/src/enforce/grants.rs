//! The permissions that a resolved policy gives a program, as plain data that the VM queries while the program runs.
//!
//! The static check is not the security boundary. The VM makes every query below itself, whatever `check` found before.
//!
//! # What the VM must query
//!
//! | when | query | exception when refused |
//! |---|---|---|
//! | `Import` op, for the absolute dotted name (not its parents: their attributes are checked below) | [`Grants::import`] | `ModuleNotFoundError` |
//! | `Import` of a `from a import b` statement | [`Grants::import_package`] instead, then `ImportFrom` as below | `ModuleNotFoundError` |
//! | `Import` with `level > 0` | [`Grants::relative_import`] | `ImportError` |
//! | `ImportStar` | [`Grants::star_import`] | `ImportError` |
//! | `ImportFrom`, and attribute of a module object, by syntax or by `getattr` and friends | [`Grants::module_attribute`]; if the value found is itself a module, also [`Grants::import`] of that module's own name | `ImportError`, `AttributeError` |
//! | any attribute read, write or deletion by a name: `x.n`, `getattr`, `setattr`, `delattr`, `hasattr`, `str.format` and `format_map` fields, `operator.attrgetter`/`methodcaller`, class patterns, `super().n`, `vars(x)` (as `x.__dict__`), `object.__getattribute__`, `type.__setattr__` | [`Grants::attribute`] | `AttributeError` |
//! | a global or class-level name resolved to a builtin | [`Grants::builtin`] | `NameError` |
//! | a dunder name read as a variable (`__builtins__`), when the program did not bind it itself | [`Grants::name`] | `NameError` |
//! | a builtin with a restricted arity is called (`type` with three arguments) | [`Grants::builtin_arity`] | `TypeError` |
//! | a class is created, for each dunder in its namespace (`class`, `type(...)`), and a dunder is stored on a class | [`Grants::define_dunder`] | `TypeError` |
//! | a class is created with a metaclass that is neither `type` nor one of the VM's own | [`Grants::metaclass`] | `TypeError` |
//! | a text is compiled: a step, or text that becomes code later | [`Grants::syntax`] | the step is refused; `SyntaxError` |
//! | `exec`, `eval` or `compile` is called, by library code too | [`Grants::builtin`] | `NameError` |
//! | a builtin type is called that the program reached under another name (`type(x)`) | [`Grants::builtin`] | `TypeError` |
//! | a host function is called | [`Grants::tool`], then count the call against its `max_calls` | `NameError` |
//!
//! Every result except the last depends only on the names, so the VM may cache it for each interned name or inline cache.
//! The VM makes these queries only for the program's own code, and not for library code in Python or Rust.
//! A refusal is an ordinary exception for the program. The report of the run counts it.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use stockade_compiler::tree::{Ctx, Span, Tree};

use crate::base::signature::ToolSignature;
use crate::enforce::constructs::{constructs, words};
use crate::enforce::pattern::{Glob, ModulePattern, ModuleSet, NameSet, is_dunder};
use crate::enforce::redact::Redactor;
use crate::enforce::tool_grant::ToolGrant;

/// The kind of access to an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Access {
    /// The attribute is read.
    Read,
    /// The attribute is set.
    Write,
    /// The attribute is deleted.
    Delete,
}

/// A refusal: the rule, the thing that is refused, and what to do instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denied {
    /// Id of the rule that this refusal enforces at run time. `explain` accepts it.
    pub rule: &'static str,
    /// The message, in lower case with names in backticks. It can be the message of a Python exception.
    pub message: String,
    /// What the policy accepts instead, if it says so.
    pub help: Option<String>,
}

impl Access {
    /// Returns the access of an expression in this context.
    #[must_use]
    pub fn of(ctx: Ctx) -> Self {
        match ctx {
            Ctx::Load => Self::Read,
            Ctx::Store => Self::Write,
            Ctx::Del => Self::Delete,
        }
    }
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Denied {}

/// The policy's reason for a denied module pattern, and the alternative that it suggests.
#[derive(Debug, Clone)]
pub(crate) struct ModuleDeny {
    pub(crate) pattern: ModulePattern,
    /// Modules that a child policy added although this pattern matches them.
    pub(crate) except: ModuleSet,
    pub(crate) reason: Option<Box<str>>,
    pub(crate) use_instead: Option<Box<str>>,
}

/// Denied attributes of the modules that match a pattern.
#[derive(Debug, Clone)]
pub(crate) struct ModuleAttributes {
    pub(crate) module: ModulePattern,
    /// If set, the only attributes besides dunders.
    pub(crate) allow: Option<NameSet>,
    pub(crate) deny: NameSet,
    /// Reasons of single entries of `deny`.
    pub(crate) deny_reasons: Vec<(Box<str>, Box<str>)>,
    /// The reason of all that has none of its own.
    pub(crate) reason: Option<Box<str>>,
}

impl ModuleAttributes {
    pub(crate) fn new(module: &str) -> Self {
        ModuleAttributes {
            module: ModulePattern::new(module),
            allow: None,
            deny: NameSet::default(),
            deny_reasons: Vec::new(),
            reason: None,
        }
    }

    fn reason_for(&self, name: &str) -> Option<&str> {
        reason_among(&self.deny_reasons, name).or(self.reason.as_deref())
    }

    /// True if the policy lists this attribute by its name among the only ones.
    fn names(&self, module: &str, name: &str) -> bool {
        self.module.matches(module) && self.allow.as_ref().is_some_and(|allow| allow.names(name))
    }

    /// True if an attribute of a module is refused.
    fn refuses(&self, module: &str, name: &str) -> bool {
        let is_listed = || self.allow.as_ref().is_none_or(|allow| is_dunder(name) || allow.contains(name));
        self.module.matches(module) && (self.deny.contains(name) || !is_listed())
    }
}

/// All permissions of a program. It is built from a resolved policy, immutable, and shared by runs.
#[derive(Debug, Clone)]
pub struct Grants {
    pub(crate) import_allow: ModuleSet,
    pub(crate) import_deny: ModuleSet,
    /// One item for each entry of `import_deny`.
    pub(crate) import_reasons: Vec<ModuleDeny>,
    /// All modules that are exceptions of an entry.
    pub(crate) import_except: ModuleSet,
    pub(crate) star: bool,
    pub(crate) relative: bool,
    /// True if `random._os` counts as the module `os`.
    pub(crate) reexports: bool,
    pub(crate) module_attributes: Vec<ModuleAttributes>,
    /// Attributes that are denied on every object: the internals of frames and code.
    pub(crate) any_deny: NameSet,
    /// The policy's reasons for them.
    pub(crate) any_reasons: Vec<(Box<str>, Box<str>)>,
    pub(crate) dunder_read: NameSet,
    pub(crate) dunder_write: NameSet,
    pub(crate) dunder_names: NameSet,
    pub(crate) dunder_define: NameSet,
    pub(crate) builtin_deny: NameSet,
    /// Reasons for denied builtins. `define_reasons` has the reasons for denied dunder definitions.
    pub(crate) builtin_reasons: Vec<(Box<str>, Box<str>)>,
    pub(crate) define_reasons: Vec<(Box<str>, Box<str>)>,
    /// If set, only these builtins exist.
    pub(crate) builtin_allow: Option<NameSet>,
    pub(crate) builtin_arity: Arities,
    pub(crate) metaclass: bool,
    /// False if the program's files may only be read, through whatever function.
    pub files_writable: bool,
    /// The constructs that no text of the program may have, by their keys in the section `syntax`.
    pub(crate) denied_syntax: Box<[Box<str>]>,
    /// What the VM makes of the denied builtins: see [`Grants::denied_types`].
    pub(crate) denied_types: OnceLock<Arc<[u64]>>,
    /// True if a program that prints more than the output limit goes on without what it prints from there. Otherwise it ends there.
    pub truncates_output: bool,
    /// True if output that is cut at the limit ends with a mark.
    pub marks_cut_output: bool,
    /// Masks or blocks parts of the program's output. None if the policy redacts nothing.
    pub redactor: Option<Arc<Redactor>>,
    pub(crate) tools: BTreeMap<Box<str>, ToolGrant>,
    pub(crate) tools_deny: NameSet,
    pub(crate) tools_default: bool,
    /// Cached text of the allowed modules, for messages.
    pub(crate) allowed_text: Box<str>,
}

/// The allowed numbers of positional arguments of builtins, for builtins with such a restriction.
#[derive(Debug, Clone, Default)]
pub(crate) struct Arities {
    by_name: FxHashMap<Box<str>, Box<[u32]>>,
    /// True if `type` must not be called with one argument.
    denies_type_query: bool,
}

impl Arities {
    pub(crate) fn new(by_name: FxHashMap<Box<str>, Box<[u32]>>) -> Self {
        let denies_type_query = by_name.get("type").is_some_and(|arities| !arities.contains(&1));
        Arities { by_name, denies_type_query }
    }
}

impl Grants {
    /// A digest of everything but the redaction of output, for a build of this crate: 64 hexadecimal digits. Equal grants of one build have
    /// equal digests.
    #[must_use]
    pub fn digest(&self) -> String {
        // What is computed from the rest, and where it is missing yet, is left out.
        let plain = Grants { denied_types: OnceLock::new(), redactor: None, ..self.clone() };
        crate::base::digest::sha256(format!("{plain:?}"))
    }

    /// Allows everything that the VM implements. For tests, and for programs that are compared with CPython.
    ///
    /// It gives no access to the host, because the VM implements none.
    #[must_use]
    pub fn permissive() -> Self {
        Self {
            import_allow: ModuleSet::new(["*"]),
            import_deny: ModuleSet::default(),
            import_reasons: Vec::new(),
            import_except: ModuleSet::default(),
            star: true,
            relative: true,
            reexports: false,
            module_attributes: Vec::new(),
            any_deny: NameSet::default(),
            any_reasons: Vec::new(),
            dunder_read: NameSet::new(["*"]),
            dunder_write: NameSet::new(["*"]),
            dunder_names: NameSet::new(["*"]),
            dunder_define: NameSet::new(["*"]),
            builtin_deny: NameSet::default(),
            builtin_reasons: Vec::new(),
            define_reasons: Vec::new(),
            builtin_allow: None,
            builtin_arity: Arities::default(),
            metaclass: true,
            files_writable: true,
            denied_syntax: Box::default(),
            denied_types: OnceLock::new(),
            truncates_output: false,
            marks_cut_output: false,
            redactor: None,
            tools: BTreeMap::new(),
            tools_deny: NameSet::default(),
            tools_default: true,
            allowed_text: "every module of the VM".into(),
        }
    }

    /// Checks whether the program may import the module with this absolute dotted name.
    ///
    /// A denied parent denies its children. A module that is not listed is denied.
    pub fn import(&self, module: &str) -> Result<(), Denied> {
        if let Some(deny) = self.import_denial(module) {
            let mut message = format!("`{module}` is not allowed");
            if let Some(reason) = &deny.reason {
                message.push_str(": ");
                message.push_str(reason);
            }
            let help = match &deny.use_instead {
                Some(instead) => format!("use {instead} instead"),
                None => self.allowed_help(),
            };
            return Err(Denied { rule: "IMP001", message, help: Some(help) });
        }
        if self.import_allow.contains(module) {
            return Ok(());
        }
        let top = module.split('.').next().unwrap_or(module);
        if top != module && self.import_allow.contains(top) {
            return Err(Denied {
                rule: "IMP002",
                message: format!("submodule `{module}` is not allowed: only `{top}` itself is"),
                help: Some(format!("allow `{top}.*` or `{module}` in the policy")),
            });
        }
        Err(Denied { rule: "IMP001", message: format!("`{module}` is not allowed"), help: Some(self.allowed_help()) })
    }

    /// Checks whether `from module import name` may use this module. It may if the module, or something in it, is allowed.
    ///
    /// [`Self::module_attribute`] then checks the name.
    pub fn import_package(&self, module: &str) -> Result<(), Denied> {
        // The module itself may be denied except for something in it: `os.*` except `os.path`. Another entry may deny all of it all the same.
        let closes = |deny: &ModuleDeny| !deny.except.matches_inside(module) && matches_with_parents(&deny.pattern, module);
        let is_open =
            self.import_denial(module).is_none() || (self.import_except.matches_inside(module) && !self.import_reasons.iter().any(closes));
        if is_open && self.import_allow.matches_inside(module) { Ok(()) } else { self.import(module) }
    }

    /// Returns the deny entry for a module or one of its parents.
    pub(crate) fn import_denial(&self, module: &str) -> Option<&ModuleDeny> {
        let found = self.import_reasons.get(self.import_deny.find_with_parents(module)?)?;
        if !self.import_except.contains(module) {
            return Some(found);
        }
        // The module is an exception of an entry. Others may deny it all the same.
        let denies = |deny: &&ModuleDeny| !deny.except.contains(module) && matches_with_parents(&deny.pattern, module);
        self.import_reasons.iter().find(denies)
    }

    fn allowed_help(&self) -> String {
        format!("allowed: {}", self.allowed_text)
    }

    /// Checks whether the program may run `from module import *`.
    pub fn star_import(&self) -> Result<(), Denied> {
        if self.star {
            return Ok(());
        }
        Err(Denied { rule: "IMP003", message: "star import is not allowed".into(), help: Some("name what you import".into()) })
    }

    /// Checks whether the program may run `from module import *` for this module, of which it may import something.
    pub fn star_import_of(&self, module: &str) -> Result<(), Denied> {
        self.star_import()?;
        // What is granted inside a denied module is imported by its name.
        if self.import_denial(module).is_some() { self.import(module) } else { Ok(()) }
    }

    /// Checks whether the program may run `from . import x`.
    pub fn relative_import(&self) -> Result<(), Denied> {
        if self.relative {
            return Ok(());
        }
        Err(Denied {
            rule: "IMP005",
            message: "relative import is not allowed".into(),
            help: Some("the program is not part of a package".into()),
        })
    }

    /// Checks whether the program may read, set or delete this attribute of this module.
    ///
    /// Also refuses every attribute of a module that is not allowed itself, but is bound because a submodule is allowed
    /// (`import a.b` if only `a.b` is allowed).
    pub fn module_attribute(&self, module: &str, name: &str, access: Access) -> Result<(), Denied> {
        if self.reexports && !is_dunder(name) {
            self.reexport(module, name)?;
        }
        if let Some(rules) = self.module_attributes.iter().find(|rules| rules.refuses(module, name)) {
            let mut message = format!("`{module}.{name}` is not allowed");
            if let Some(reason) = rules.reason_for(name) {
                message.push_str(": ");
                message.push_str(reason);
            }
            let allowed = rules.allow.as_ref().filter(|_| !rules.deny.contains(name));
            let help = allowed.map(|allow| format!("allowed of `{module}`: {}", allow.texts().join(", ")));
            return Err(Denied { rule: "ATT001", message, help });
        }
        if !self.import_allow.contains(module) || self.import_denial(module).is_some() {
            let child = format!("{module}.{name}");
            let matches_inside = self.import_allow.contains(&child) || self.import_allow.matches_inside(&child);
            if !matches_inside || self.import_denial(&child).is_some() {
                let denial = self.import_denial(module);
                let mut message = format!("`{child}` belongs to module `{module}`, which is not allowed");
                if let Some(reason) = denial.and_then(|deny| deny.reason.as_deref()) {
                    message.push_str(": ");
                    message.push_str(reason);
                }
                let instead = denial.and_then(|deny| deny.use_instead.as_deref());
                let help = instead.map_or_else(|| self.allowed_help(), |instead| format!("use {instead} instead"));
                return Err(Denied { rule: "IMP004", message, help: Some(help) });
            }
        }
        // A denied builtin is denied as `builtins.name` too, also where a policy allows that module.
        if module == "builtins" && access == Access::Read && (self.builtin_deny.contains(name) || !is_dunder(name)) {
            self.builtin(name)?;
        }
        self.attribute(name, access)
    }

    /// True if the policy lists `module.name` among the only attributes of the module. It is then judged by that and not by its name:
    /// `sys.platform` is not the module `platform`.
    pub(crate) fn lists_attribute(&self, module: &str, name: &str) -> bool {
        self.module_attributes.iter().any(|rules| rules.names(module, name))
    }

    /// True if `module.name` is a module that the policy grants.
    pub(crate) fn grants_inside(&self, module: &str, name: &str) -> bool {
        self.import(&format!("{module}.{name}")).is_ok()
    }

    /// Checks whether the program may access `module.name` in any way.
    pub(crate) fn member(&self, module: &str, name: &str) -> Result<(), Denied> {
        self.import_package(module)?;
        self.module_attribute(module, name, Access::Read)
    }

    /// Refuses `random._os` and `statistics.sys`: members with the name of a denied module.
    fn reexport(&self, module: &str, name: &str) -> Result<(), Denied> {
        let bare = name.trim_start_matches('_');
        if !self.import_deny.may_match_members(module, name) && self.import_denial(bare).is_none() && self.import_denial(module).is_none() {
            return Ok(());
        }
        let child = format!("{module}.{name}");
        if self.import_allow.names(&child) || self.lists_attribute(module, name) {
            return Ok(());
        }
        let (target, message) = match (self.import_denial(&child), self.import_denial(bare)) {
            (_, Some(deny)) if bare != module => (deny, format!("`{child}` is module `{bare}`, which is not allowed")),
            (Some(deny), _) if self.import_denial(module).is_none() => (deny, format!("`{child}` is not allowed")),
            _ => return Ok(()),
        };
        let message = match &target.reason {
            Some(reason) => format!("{message}: {reason}"),
            None => message,
        };
        let help = target.use_instead.as_ref().map(|instead| format!("use {instead} instead"));
        Err(Denied { rule: "IMP004", message, help })
    }

    /// Checks whether the program may read, set or delete an attribute of this name on any object.
    ///
    /// Refuses only dunders, and the names that the policy denies on every object.
    pub fn attribute(&self, name: &str, access: Access) -> Result<(), Denied> {
        if self.any_deny.contains(name) {
            let why = reason_among(&self.any_reasons, name).map_or_else(String::new, |reason| format!(": {reason}"));
            return Err(Denied { rule: "ATT003", message: format!("attribute `{name}` is not allowed{why}"), help: None });
        }
        if !is_dunder(name) {
            return Ok(());
        }
        let (allowed, verb) = match access {
            Access::Read => (self.dunder_read.contains(name), "read"),
            Access::Write => (self.dunder_write.contains(name), "set"),
            Access::Delete => (self.dunder_write.contains(name), "deleted"),
        };
        if allowed {
            return Ok(());
        }
        let help = match name {
            "__class__" => Some("use type(x)".into()),
            "__dict__" => Some("use the attributes by name".into()),
            "__mro__" | "__bases__" | "__base__" => Some("use isinstance() or issubclass()".into()),
            "__subclasses__" => Some("keep a list of the classes yourself".into()),
            "__init_subclass__" => Some("use a class decorator".into()),
            _ => None,
        };
        Err(Denied { rule: "DUN001", message: format!("dunder attribute `{name}` may not be {verb}"), help })
    }

    /// Checks whether the program may use this builtin, under any alias.
    pub fn builtin(&self, name: &str) -> Result<(), Denied> {
        if !self.denies_builtin(name) {
            return Ok(());
        }
        let mut message = format!("builtin `{name}` is not allowed");
        if let Some((_, reason)) = self.builtin_reasons.iter().find(|(denied, _)| &**denied == name) {
            message.push_str(": ");
            message.push_str(reason);
        }
        Err(Denied { rule: "BLT001", message, help: builtin_help(name).map(Into::into) })
    }

    /// True if [`Self::builtin`] refuses. Builds no message.
    pub(crate) fn denies_builtin(&self, name: &str) -> bool {
        self.builtin_deny.contains(name) || self.builtin_allow.as_ref().is_some_and(|allow| !allow.contains(name))
    }

    /// True if an attribute of this name is refused on every object.
    pub(crate) fn denies_everywhere(&self, name: &str) -> bool {
        self.any_deny.contains(name)
    }

    /// True if a builtin is refused only because it is missing in the policy's list of allowed ones.
    pub(crate) fn builtin_unlisted(&self, name: &str) -> bool {
        !self.builtin_deny.contains(name) && self.builtin_allow.as_ref().is_some_and(|allow| !allow.contains(name))
    }

    /// True if the program may call `type` with one argument. Like [`Grants::builtin_arity`], but fast enough for every call.
    #[inline]
    #[must_use]
    pub fn may_read_types(&self) -> bool {
        !self.builtin_arity.denies_type_query
    }

    /// Checks whether this builtin may be called with this number of positional arguments.
    pub fn builtin_arity(&self, name: &str, positional: u32) -> Result<(), Denied> {
        let Some(arities) = self.builtin_arity.by_name.get(name) else { return Ok(()) };
        if arities.contains(&positional) {
            return Ok(());
        }
        let wanted: Vec<String> = arities.iter().map(u32::to_string).collect();
        Err(Denied {
            rule: "BLT002",
            message: format!("`{name}` may only be called with {} argument{}", wanted.join(" or "), if wanted == ["1"] { "" } else { "s" }),
            help: match name {
                "type" => Some("write a class statement".into()),
                "vars" => Some("use a dict of your own".into()),
                _ => None,
            },
        })
    }

    pub(crate) fn restricts_arity(&self, name: &str) -> bool {
        self.builtin_arity.by_name.contains_key(name)
    }

    /// Checks whether the program may read this dunder as a variable that it did not bind.
    pub fn name(&self, name: &str) -> Result<(), Denied> {
        if !is_dunder(name) || self.dunder_names.contains(name) || name == "__import__" || name == "__build_class__" {
            // These two functions are builtins, which `Grants::builtin` checks.
            return Ok(());
        }
        Err(Denied { rule: "DUN002", message: format!("dunder name `{name}` is not allowed"), help: None })
    }

    /// Checks whether a class may define this dunder.
    pub fn define_dunder(&self, name: &str) -> Result<(), Denied> {
        if !is_dunder(name) || self.dunder_define.contains(name) {
            return Ok(());
        }
        let mut message = format!("a class may not define `{name}`");
        if let Some((_, reason)) = self.define_reasons.iter().find(|(denied, _)| Glob::new(denied).matches(name)) {
            message.push_str(": ");
            message.push_str(reason);
        }
        let help = match name {
            "__del__" => "write a `close` method, or `__enter__` and `__exit__`, and call it",
            "__init_subclass__" => "use a class decorator",
            "__set_name__" => "pass the name to the constructor",
            "__class_getitem__" => "derive from `typing.Generic`",
            "__instancecheck__" | "__subclasscheck__" | "__subclasshook__" => "derive the classes from one base, or ask a method",
            "__prepare__" | "__mro_entries__" => "do without it",
            _ => "give the method an ordinary name and call it",
        };
        Err(Denied { rule: "DUN003", message, help: Some(help.into()) })
    }

    /// Checks whether a class may use a metaclass that the program defines.
    pub fn metaclass(&self) -> Result<(), Denied> {
        if self.metaclass {
            return Ok(());
        }
        Err(Denied {
            rule: "CAP003",
            message: "metaclasses are not allowed".into(),
            help: Some("use an ordinary base class or a decorator".into()),
        })
    }

    /// True if the policy denies some construct, so that [`Grants::syntax`] has to look for it.
    #[must_use]
    pub fn denies_syntax(&self) -> bool {
        !self.denied_syntax.is_empty()
    }

    /// Checks whether the policy allows every construct of a text that the VM is about to compile. Returns the place of the first that it
    /// denies.
    pub fn syntax(&self, tree: &Tree) -> Result<(), (Denied, Span)> {
        if self.denied_syntax.is_empty() {
            return Ok(());
        }
        match constructs(tree).into_iter().find(|one| self.denied_syntax.iter().any(|key| **key == *one.feature)) {
            None => Ok(()),
            Some(found) => {
                let (what, help) = words(found.feature);
                let denied = Denied {
                    rule: "CAP003",
                    message: format!("{what} is not allowed by the policy"),
                    help: Some(format!("{help}; rule CAP003: a policy with `syntax: {{{}: allow}}` allows it", found.feature)),
                };
                Err((denied, found.span))
            }
        }
    }

    /// The set of builtin types that the policy denies by name, in the VM's own form. `make` makes it when it is first asked for; it gets the
    /// question whether a name is denied.
    pub fn denied_types(&self, make: impl FnOnce(&dyn Fn(&str) -> bool) -> Arc<[u64]>) -> Arc<[u64]> {
        Arc::clone(self.denied_types.get_or_init(|| make(&|name| self.denies_builtin(name))))
    }

    /// Checks whether the rules for a host function fit its signature. Whoever gives a tool to a program or to the check asks this first.
    ///
    /// # Errors
    /// A rule names a parameter that the tool does not have.
    pub fn tool_signature(&self, name: &str, signature: &ToolSignature) -> Result<(), String> {
        self.tools.get(name).and_then(|grant| grant.misfit(name, signature)).map_or(Ok(()), Err)
    }

    /// Checks whether the program may call this host function, and returns the limits on the calls.
    pub fn tool(&self, name: &str) -> Result<ToolGrant, Denied> {
        if let Some(grant) = self.tools.get(name) {
            return Ok(grant.clone());
        }
        if self.tools_default && !self.tools_deny.contains(name) {
            return Ok(ToolGrant::default());
        }
        let known: Vec<&str> = self.tools.keys().map(|name| &**name).collect();
        Err(Denied {
            rule: "TOOL002",
            message: format!("tool `{name}` is not allowed"),
            help: Some(match known.as_slice() {
                [] => format!("a policy allows it with `tools: {{add: [{name}]}}`"),
                _ => format!("allowed tools: {}; a policy allows it with `tools: {{add: [{name}]}}`", known.join(", ")),
            }),
        })
    }
}

/// The reason of the entry that names something, or of one whose pattern matches it.
pub(crate) fn reason_among<'a>(reasons: &'a [(Box<str>, Box<str>)], name: &str) -> Option<&'a str> {
    let exact = reasons.iter().find(|(text, _)| **text == *name);
    exact.or_else(|| reasons.iter().find(|(text, _)| Glob::new(text).matches(name))).map(|(_, reason)| &**reason)
}

/// True if a pattern matches a module or a package around it.
pub(crate) fn matches_with_parents(pattern: &ModulePattern, module: &str) -> bool {
    let packages = module.match_indices('.').filter_map(|(dot, _)| module.get(..dot));
    packages.chain([module]).any(|part| pattern.matches(part))
}

/// Returns what to use instead of a builtin that policies deny.
pub(crate) fn builtin_help(name: &str) -> Option<&'static str> {
    Some(match name {
        "eval" => "use int(), float() or json.loads() to read a value",
        "exec" | "compile" => "write the code itself",
        "open" => "ask the host for a function that reads the file",
        "__import__" => "use an import statement",
        "globals" | "locals" | "vars" => "use a dict of your own",
        "input" => "take the value from a variable",
        "memoryview" => "use bytes or a bytearray",
        "breakpoint" | "help" => "print what you want to see",
        "exit" | "quit" => "let the program end, or return",
        _ => return None,
    })
}

#[cfg(test)]
#[expect(clippy::expect_used, reason = "a test that cannot go on says so")]
mod tests {
    use super::*;
    use crate::enforce::limits::Limits;

    fn rule<T>(answer: Result<T, Denied>) -> &'static str {
        answer.map_or_else(|denied| denied.rule, |_| "ok")
    }

    fn narrow() -> Grants {
        Grants {
            import_allow: ModuleSet::new(["math", "a.b", "numpy"]),
            import_deny: ModuleSet::new(["numpy.ctypeslib.*"]),
            import_reasons: vec![ModuleDeny {
                pattern: ModulePattern::new("numpy.ctypeslib.*"),
                except: ModuleSet::default(),
                reason: Some("native code".into()),
                use_instead: None,
            }],
            any_deny: NameSet::new(["gi_frame"]),
            dunder_read: NameSet::new(["__name__"]),
            dunder_write: NameSet::default(),
            dunder_names: NameSet::new(["__name__"]),
            dunder_define: NameSet::new(["__init__"]),
            builtin_deny: NameSet::new(["eval"]),
            builtin_arity: Arities::new([("type".into(), [1].into())].into_iter().collect()),
            tools_default: false,
            metaclass: false,
            denied_syntax: Box::new(["class".into()]),
            star: false,
            ..Grants::permissive()
        }
    }

    #[test]
    fn permissive_refuses_nothing() {
        let grants = Grants::permissive();
        assert_eq!(rule(grants.import("os.path")), "ok");
        assert_eq!(rule(grants.attribute("__globals__", Access::Read)), "ok");
        assert_eq!(rule(grants.module_attribute("random", "_os", Access::Read)), "ok");
        assert_eq!(rule(grants.builtin("eval")), "ok");
        assert_eq!(rule(grants.define_dunder("__del__")), "ok");
        assert_eq!(rule(grants.tool("anything")), "ok");
        assert_eq!(rule(grants.relative_import()), "ok");
    }

    #[test]
    fn every_question_names_its_rule() {
        let grants = narrow();
        assert_eq!(rule(grants.import("math")), "ok");
        assert_eq!(rule(grants.import("os")), "IMP001");
        assert_eq!(rule(grants.import("numpy.random")), "IMP002");
        assert_eq!(rule(grants.import("numpy.ctypeslib.x")), "IMP001");
        assert_eq!(rule(grants.star_import()), "IMP003");
        assert_eq!(rule(grants.attribute("gi_frame", Access::Read)), "ATT003");
        assert_eq!(rule(grants.attribute("__name__", Access::Read)), "ok");
        assert_eq!(rule(grants.attribute("__name__", Access::Write)), "DUN001");
        assert_eq!(rule(grants.attribute("_private", Access::Read)), "ok");
        assert_eq!(rule(grants.builtin("eval")), "BLT001");
        assert_eq!(rule(grants.builtin("len")), "ok");
        assert_eq!(rule(grants.builtin_arity("type", 1)), "ok");
        assert_eq!(rule(grants.builtin_arity("type", 3)), "BLT002");
        assert_eq!(rule(grants.name("__builtins__")), "DUN002");
        assert_eq!(rule(grants.define_dunder("__del__")), "DUN003");
        assert_eq!(rule(grants.metaclass()), "CAP003");
        assert_eq!(rule(grants.tool("search")), "TOOL002");
        let text = |text| {
            let source = stockade_compiler::SourceText::new("a.py", text);
            let tree = stockade_compiler::parse(&source, &stockade_compiler::ParseLimits::default()).expect("Python");
            rule(grants.syntax(&tree).map_err(|(denied, _)| denied))
        };
        assert_eq!(text("def f():\n    class A: pass\n"), "CAP003");
        assert_eq!(text("global x\n"), "ok");
    }

    #[test]
    fn a_parent_bound_on_the_way_is_no_grant() {
        let grants = narrow();
        assert_eq!(rule(grants.import("a.b")), "ok");
        assert_eq!(rule(grants.import("a")), "IMP001");
        assert_eq!(rule(grants.module_attribute("a", "b", Access::Read)), "ok");
        assert_eq!(rule(grants.module_attribute("a", "listdir", Access::Read)), "IMP004");
    }

    /// Tests that the fast queries of the checker agree with the ones that build messages.
    #[test]
    fn questions_without_words_agree_with_those_with() {
        let listed = Grants { builtin_allow: Some(NameSet::new(["len", "eval"])), ..narrow() };
        for grants in [narrow(), listed] {
            for name in ["eval", "len", "type", "gi_frame", "__name__"] {
                assert_eq!(grants.denies_builtin(name), grants.builtin(name).is_err(), "{name}");
                assert_eq!(grants.denies_everywhere(name), rule(grants.attribute(name, Access::Read)) == "ATT003", "{name}");
                assert_eq!(grants.restricts_arity(name), grants.builtin_arity(name, 77).is_err(), "{name}");
                let unlisted = grants.builtin_allow.is_some() && !matches!(name, "len" | "eval");
                assert_eq!(grants.builtin_unlisted(name), unlisted, "{name}");
            }
        }
        for name in "eval exec compile open __import__ globals locals vars input breakpoint help exit quit".split(' ') {
            assert!(builtin_help(name).is_some(), "{name}");
        }
    }

    #[test]
    fn limits_by_name_and_minimum() {
        let mut limits = Limits::default();
        assert!(limits.set("limits.recursion", 7));
        assert!(!limits.set("recursion", 7));
        assert_eq!(limits.min(&Limits::default()).get("limits.recursion"), Some(7));
        assert_eq!(Limits::TABLE.len(), 16);
    }
}
