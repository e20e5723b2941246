//! What a program can use: the modules and builtins of the VM, and names that exist before it runs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::signature::ToolSignature;

/// A function that returns data for a name, or None if it has none.
#[derive(Clone)]
pub struct Lookup<T>(LookupFn<T>);

type LookupFn<T> = Arc<dyn Fn(&str) -> Option<T> + Send + Sync>;

// A lookup only reads, so a panic in it leaves no inconsistent state.
impl<T> std::panic::UnwindSafe for Lookup<T> {}
impl<T> std::panic::RefUnwindSafe for Lookup<T> {}

impl<T> std::fmt::Debug for Lookup<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Lookup")
    }
}

/// Returns the attributes of a module, or None if they cannot be known.
pub type AttributeSource = Lookup<Vec<String>>;

type Attributes = Option<Arc<FxHashSet<Box<str>>>>;

/// The arguments that a builtin or a function of a module accepts.
#[derive(Debug, Clone, Default)]
pub struct Signature {
    /// Minimum number of positional arguments. Each keyword argument may replace one of them.
    pub least: usize,
    /// Maximum number of positional arguments; `None` for any number.
    pub most: Option<usize>,
    /// The keywords that it accepts; `None` for any.
    pub keywords: Option<Vec<Box<str>>>,
}

/// Returns the signature of a function such as `len` or `math.sqrt`, or None if it is not known.
pub type SignatureSource = Lookup<Signature>;

type Signatures = FxHashMap<Box<str>, Option<Arc<Signature>>>;

/// What the VM implements. The caller supplies it, because this crate does not use the VM.
#[derive(Debug, Clone, Default)]
pub struct VmCatalog {
    modules: FxHashSet<Box<str>>,
    /// The same names, sorted for suggestions.
    sorted_modules: Arc<[Box<str>]>,
    /// Modules that contain others, including names that exist only as a prefix of other modules.
    packages: FxHashSet<Box<str>>,
    builtins: FxHashSet<Box<str>>,
    /// The attributes of modules, as far as they are known. Clones of a catalog share them.
    attributes: Arc<Mutex<BTreeMap<Box<str>, Attributes>>>,
    /// Called once for each module whose attributes are not listed.
    source: Option<AttributeSource>,
    /// By qualified name, the signatures that were looked up. Clones share them.
    signatures: Arc<Mutex<Signatures>>,
    /// Called once for each name.
    signature_source: Option<SignatureSource>,
    /// Top-level modules that the host lends, `*` for any module. Nothing else is known about them.
    lent: Vec<Box<str>>,
}

impl VmCatalog {
    /// Makes a catalog of modules and builtins without attributes and signatures.
    pub fn new<'a>(modules: impl IntoIterator<Item = &'a str>, builtins: impl IntoIterator<Item = &'a str>) -> Self {
        let modules: FxHashSet<Box<str>> = modules.into_iter().map(Into::into).collect();
        let packages = modules.iter().flat_map(|module| module.match_indices('.').filter_map(|(at, _)| module.get(..at)).map(Into::into));
        let mut sorted: Vec<Box<str>> = modules.iter().cloned().collect();
        sorted.sort_unstable();
        Self {
            packages: packages.collect(),
            sorted_modules: sorted.into(),
            modules,
            builtins: builtins.into_iter().map(Into::into).collect(),
            attributes: Arc::default(),
            source: None,
            signatures: Arc::default(),
            signature_source: None,
            lent: Vec::new(),
        }
    }

    /// Adds the modules that the host lends to the session.
    #[must_use]
    pub fn with_lent<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Self {
        self.lent = names.into_iter().map(Into::into).collect();
        self
    }

    /// True if the host lends this module. Its attributes are then unknown.
    #[must_use]
    pub fn is_lent(&self, module: &str) -> bool {
        if self.lent.is_empty() {
            return false;
        }
        let top = module.split('.').next().unwrap_or(module);
        self.lent.iter().any(|lent| **lent == *top || (&**lent == "*" && !self.modules.contains(top)))
    }

    /// Sets a source for the attributes of modules. It is called when a check first needs them.
    #[must_use]
    pub fn with_attribute_source(mut self, source: impl Fn(&str) -> Option<Vec<String>> + Send + Sync + 'static) -> Self {
        self.source = Some(Lookup(Arc::new(source)));
        self
    }

    /// Sets a source for signatures. It is called when a check first needs them.
    #[must_use]
    pub fn with_signature_source(mut self, source: impl Fn(&str) -> Option<Signature> + Send + Sync + 'static) -> Self {
        self.signature_source = Some(Lookup(Arc::new(source)));
        self
    }

    /// Sets the signature of a builtin or a function of a module.
    pub fn set_signature(&mut self, name: &str, signature: Signature) {
        if let Ok(mut known) = self.signatures.lock() {
            known.insert(name.into(), Some(Arc::new(signature)));
        }
    }

    /// Returns the signature of a builtin (`len`) or of a function of a module (`math.sqrt`). `None` if it is not known.
    #[must_use]
    pub fn signature(&self, name: &str) -> Option<Arc<Signature>> {
        let mut known = self.signatures.lock().ok()?;
        if let Some(signature) = known.get(name) {
            return signature.clone();
        }
        let signature = (self.signature_source.as_ref()?.0)(name).map(Arc::new);
        known.insert(name.into(), signature.clone());
        signature
    }

    /// Sets the attributes of a module, so that CAP002 can report missing ones.
    pub fn set_attributes<'a>(&mut self, module: &str, attributes: impl IntoIterator<Item = &'a str>) {
        let names = attributes.into_iter().map(Into::into).collect();
        if let Ok(mut known) = self.attributes.lock() {
            known.insert(module.into(), Some(Arc::new(names)));
        }
    }

    /// True if the VM has a module or the host lends it.
    #[must_use]
    pub fn has_module(&self, module: &str) -> bool {
        self.modules.contains(module) || self.is_lent(module)
    }

    /// True if the VM has a module inside this one.
    #[must_use]
    pub fn is_package(&self, module: &str) -> bool {
        self.packages.contains(module)
    }

    /// Returns `module.name` if that is a module of the VM or of the host.
    #[must_use]
    pub fn submodule(&self, module: &str, name: &str) -> Option<String> {
        if !self.is_package(module) && self.lent.is_empty() && !name.contains('.') {
            return None;
        }
        Some(format!("{module}.{name}")).filter(|child| self.has_module(child))
    }

    /// True if the VM has a builtin.
    #[must_use]
    pub fn has_builtin(&self, name: &str) -> bool {
        self.builtins.contains(name)
    }

    /// Returns whether a module has an attribute. `None` if its attributes are not known.
    #[must_use]
    pub fn has_attribute(&self, module: &str, name: &str) -> Option<bool> {
        let known = self.attributes_of(module)?;
        Some(known.contains(name) || self.submodule(module, name).is_some())
    }

    fn attributes_of(&self, module: &str) -> Attributes {
        if let Ok(known) = self.attributes.lock()
            && let Some(names) = known.get(module)
        {
            return names.clone();
        }
        let source = &self.source.as_ref()?.0;
        if !self.modules.contains(module) {
            return None;
        }
        // The lock is not held here, so two threads may look up the same module.
        let names = source(module).map(|names| Arc::new(names.into_iter().map(Into::into).collect()));
        if let Ok(mut known) = self.attributes.lock() {
            known.insert(module.into(), names.clone());
        }
        names
    }

    /// The attributes of a module, sorted. Empty if they are not known.
    #[must_use]
    pub fn attributes(&self, module: &str) -> Vec<Box<str>> {
        let mut names: Vec<Box<str>> = self.attributes_of(module).iter().flat_map(|names| names.iter().cloned()).collect();
        names.sort_unstable();
        names
    }

    /// The modules, sorted.
    pub fn modules(&self) -> impl Iterator<Item = &str> {
        self.sorted_modules.iter().map(|name| &**name)
    }

    /// The builtins, sorted.
    pub fn builtins(&self) -> impl Iterator<Item = &str> {
        let mut names: Vec<&str> = self.builtins.iter().map(|name| &**name).collect();
        names.sort_unstable();
        names.into_iter()
    }
}

/// Names that exist before the program runs: from earlier steps of the session, inputs, and host functions.
#[derive(Debug, Clone, Default)]
pub struct KnownNames {
    own: Known,
    /// What clones share: [`KnownNames::share`].
    shared: Arc<Known>,
    session: bool,
}

#[derive(Debug, Clone, Default)]
struct Known {
    variables: BTreeSet<Box<str>>,
    tools: BTreeMap<Box<str>, ToolSignature>,
}

impl KnownNames {
    /// Contains only `final_answer`, which exists in every run.
    #[must_use]
    pub fn standard() -> Self {
        let mut known = Self::default();
        known.add_tool("final_answer", ToolSignature::default());
        known
    }

    /// Adds a variable that exists before the program runs.
    pub fn add_variable(&mut self, name: &str) {
        if !self.has_variable(name) {
            self.own.variables.insert(name.into());
        }
    }

    /// Adds a host function.
    pub fn add_tool(&mut self, name: &str, signature: ToolSignature) {
        self.own.tools.insert(name.into(), signature);
    }

    /// Adds a host function in the notation of users: `name`, or `name(first, second=1)` if its parameters are known. A text that is no
    /// signature adds the name alone.
    ///
    /// # Errors
    /// Why the text is no signature.
    pub fn add_tool_text(&mut self, text: &str) -> Result<(), String> {
        match ToolSignature::parse_call(text) {
            Ok((name, signature)) => {
                self.add_tool(&name, signature);
                Ok(())
            }
            Err(why) => {
                self.add_tool(text.split('(').next().unwrap_or(text).trim(), ToolSignature::default());
                Err(why)
            }
        }
    }

    /// Makes clones cheap: they share the names that are known now.
    pub fn share(&mut self) {
        let Known { variables, tools } = std::mem::take(&mut self.own);
        let shared = Arc::make_mut(&mut self.shared);
        shared.variables.extend(variables);
        shared.tools.extend(tools);
    }

    fn has_variable(&self, name: &str) -> bool {
        self.own.variables.contains(name) || self.shared.variables.contains(name)
    }

    /// True if a name exists before the program runs.
    #[must_use]
    pub fn defines(&self, name: &str) -> bool {
        self.has_variable(name) || self.tool(name).is_some()
    }

    /// True if a name is a host function that no variable hides.
    #[must_use]
    pub fn is_tool(&self, name: &str) -> bool {
        self.tool(name).is_some() && !self.has_variable(name)
    }

    /// Returns the signature of a host function.
    #[must_use]
    pub fn tool(&self, name: &str) -> Option<&ToolSignature> {
        self.own.tools.get(name).or_else(|| self.shared.tools.get(name))
    }

    /// True if the program is a step of a session: other steps came before or may follow.
    #[must_use]
    pub fn is_session(&self) -> bool {
        self.session || !self.own.variables.is_empty() || !self.shared.variables.is_empty()
    }

    /// Marks the program as a step of a session, although no step came before.
    pub fn begin_session(&mut self) {
        self.session = true;
    }

    /// All names: variables and host functions.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let variables: BTreeSet<&str> = self.own.variables.iter().chain(&self.shared.variables).map(|name| &**name).collect();
        variables.into_iter().chain(self.tools())
    }

    /// The names of the host functions, sorted.
    pub fn tools(&self) -> impl Iterator<Item = &str> {
        let names: BTreeSet<&str> = self.own.tools.keys().chain(self.shared.tools.keys()).map(|name| &**name).collect();
        names.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_below_others_are_known_by_both_names() {
        let catalog = VmCatalog::new(["os", "xml.dom.minidom"], ["len"]);
        for (module, want) in [("xml", true), ("xml.dom", true), ("xml.dom.minidom", false), ("os", false)] {
            assert_eq!(catalog.is_package(module), want, "{module}");
        }
        for (module, name, want) in [
            ("xml.dom", "minidom", Some("xml.dom.minidom")),
            ("xml", "dom.minidom", Some("xml.dom.minidom")),
            ("xml", "dom", None),
            ("os", "path", None),
            ("xml.dom", "other", None),
        ] {
            assert_eq!(catalog.submodule(module, name).as_deref(), want, "{module} {name}");
        }
        assert!(!catalog.is_lent("host"));
    }

    #[test]
    fn what_the_host_lends_has_whatever_is_below_it() {
        let catalog = VmCatalog::new(["os"], []).with_lent(["host"]);
        assert!(catalog.is_lent("host.part") && !catalog.is_lent("os") && !catalog.is_lent("other"));
        assert_eq!(catalog.submodule("host", "part").as_deref(), Some("host.part"));
        assert_eq!(catalog.submodule("os", "path"), None);
        let any = VmCatalog::new(["os"], []).with_lent(["*"]);
        assert!(any.is_lent("other") && !any.is_lent("os"));
    }

    #[test]
    fn names_that_clones_share_are_known_like_their_own() {
        let mut known = KnownNames::standard();
        known.add_tool("search", ToolSignature::default());
        known.add_variable("first");
        known.share();
        let mut copy = known.clone();
        for name in ["first", "second", "search"] {
            copy.add_variable(name);
        }
        assert!(copy.defines("first") && copy.defines("second") && copy.defines("final_answer") && copy.is_session());
        assert!(copy.is_tool("final_answer") && !copy.is_tool("search") && known.is_tool("search"));
        assert_eq!(copy.names().collect::<Vec<_>>(), ["first", "search", "second", "final_answer", "search"]);
        assert!(!known.defines("second"), "a copy is a copy");
        copy.share();
        assert_eq!(copy.names().collect::<Vec<_>>(), ["first", "search", "second", "final_answer", "search"]);
        assert!(!known.defines("second"));
    }
}
