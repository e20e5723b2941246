//! What a program can count on: the modules and builtins of the VM, and the names that exist before it runs.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

/// What the VM implements. Supplied by whoever knows the VM, because the policy does not.
#[derive(Debug, Clone, Default)]
pub struct VmCatalog {
    modules: BTreeSet<Box<str>>,
    builtins: FxHashSet<Box<str>>,
    /// Attributes of a module, where they are known.
    attributes: BTreeMap<Box<str>, FxHashSet<Box<str>>>,
}

impl VmCatalog {
    pub fn new<'a>(modules: impl IntoIterator<Item = &'a str>, builtins: impl IntoIterator<Item = &'a str>) -> Self {
        Self {
            modules: modules.into_iter().map(Into::into).collect(),
            builtins: builtins.into_iter().map(Into::into).collect(),
            attributes: BTreeMap::new(),
        }
    }

    /// Lists the attributes of a module, so that CAP002 can tell which are missing.
    pub fn set_attributes<'a>(&mut self, module: &str, attributes: impl IntoIterator<Item = &'a str>) {
        self.attributes.insert(module.into(), attributes.into_iter().map(Into::into).collect());
    }

    #[must_use]
    pub fn has_module(&self, module: &str) -> bool {
        self.modules.contains(module)
    }

    #[must_use]
    pub fn has_builtin(&self, name: &str) -> bool {
        self.builtins.contains(name)
    }

    /// Whether a module has an attribute; `None` when its attributes are not known.
    #[must_use]
    pub fn has_attribute(&self, module: &str, name: &str) -> Option<bool> {
        let known = self.attributes.get(module)?;
        Some(known.contains(name) || self.has_module(&format!("{module}.{name}")))
    }

    pub fn attributes(&self, module: &str) -> impl Iterator<Item = &str> {
        let mut names: Vec<&str> = self.attributes.get(module).into_iter().flatten().map(|name| &**name).collect();
        names.sort_unstable();
        names.into_iter()
    }

    pub fn modules(&self) -> impl Iterator<Item = &str> {
        self.modules.iter().map(|name| &**name)
    }

    /// Sorted.
    pub fn builtins(&self) -> impl Iterator<Item = &str> {
        let mut names: Vec<&str> = self.builtins.iter().map(|name| &**name).collect();
        names.sort_unstable();
        names.into_iter()
    }
}

/// A function that the host lends.
#[derive(Debug, Clone, Default)]
pub struct ToolSignature {
    /// Names of its parameters, when the host says them.
    pub parameters: Option<Vec<Box<str>>>,
}

/// Names that exist before the program runs: earlier steps of the session, inputs, and tools.
#[derive(Debug, Clone, Default)]
pub struct KnownNames {
    variables: BTreeSet<Box<str>>,
    tools: BTreeMap<Box<str>, ToolSignature>,
}

impl KnownNames {
    /// Only `final_answer`, which every run has.
    #[must_use]
    pub fn standard() -> Self {
        let mut known = Self::default();
        known.add_tool("final_answer", ToolSignature::default());
        known
    }

    pub fn add_variable(&mut self, name: &str) {
        self.variables.insert(name.into());
    }

    pub fn add_tool(&mut self, name: &str, signature: ToolSignature) {
        self.tools.insert(name.into(), signature);
    }

    #[must_use]
    pub fn defines(&self, name: &str) -> bool {
        self.variables.contains(name) || self.tools.contains_key(name)
    }

    #[must_use]
    pub fn is_tool(&self, name: &str) -> bool {
        self.tools.contains_key(name) && !self.variables.contains(name)
    }

    #[must_use]
    pub fn tool(&self, name: &str) -> Option<&ToolSignature> {
        self.tools.get(name)
    }

    /// Whether steps came before: later ones may then come too.
    #[must_use]
    pub fn is_session(&self) -> bool {
        !self.variables.is_empty()
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.variables.iter().chain(self.tools.keys()).map(|name| &**name)
    }

    pub fn tools(&self) -> impl Iterator<Item = &str> {
        self.tools.keys().map(|name| &**name)
    }
}
