//! Scopes and their names. Finds contradictions between `global`, `nonlocal`, parameters and type parameters.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Checker, Pass};
use crate::error::ErrorKind;
use crate::tree::{Ident, List, Params, Span, Sym};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ScopeKind {
    Module,
    Function,
    Lambda,
    Class,
    /// The string names the kind of comprehension in messages.
    Comprehension(&'static str),
    /// An annotation scope, where `yield`, `await` and `:=` are forbidden.
    Annotation(AnnotationScope),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AnnotationScope {
    Generic,
    TypeAlias,
    /// The string names the place in messages, for example `a TypeVar bound`.
    TypeVar(&'static str),
    Future,
}

impl AnnotationScope {
    pub(super) fn place(self) -> &'static str {
        match self {
            Self::Generic => "the definition of a generic",
            Self::TypeAlias => "a type alias",
            Self::TypeVar(place) => place,
            Self::Future => "an annotation",
        }
    }
}

pub(super) const GENERATOR_EXPRESSION: &str = "generator expression";

pub(super) mod name {
    //! Bits of the state of a name in a scope.

    pub(in super::super) const LOCAL: u16 = 1;
    pub(in super::super) const USED: u16 = 2;
    pub(in super::super) const PARAMETER: u16 = 4;
    pub(in super::super) const GLOBAL: u16 = 8;
    pub(in super::super) const NONLOCAL: u16 = 16;
    pub(in super::super) const ANNOTATED: u16 = 32;
    /// The target of a comprehension's `for`.
    pub(in super::super) const ITERATION: u16 = 64;
    pub(in super::super) const TYPE_PARAMETER: u16 = 128;
    /// Bound by an import. CPython does not count it as an assignment before `global`.
    pub(in super::super) const IMPORTED: u16 = 256;
}

/// A statement around the current one that `break`, `continue` or `return` would leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Block {
    Loop,
    ExceptStar,
    Other,
}

#[derive(Debug)]
pub(super) struct Scope {
    pub(super) kind: ScopeKind,
    parent: Option<usize>,
    /// The class in which private names (`__x`) of this scope are mangled.
    class: Option<Sym>,
    pub(super) is_async: bool,
    pub(super) has_yield: bool,
    /// True for a comprehension that awaits.
    pub(super) awaits: bool,
    pub(super) value_return: Option<Span>,
    /// Number of comprehension iterables around the current expression.
    pub(super) in_iterable: u32,
    /// True inside the target of a comprehension's `for`.
    pub(super) in_target: bool,
    pub(super) blocks: Vec<Block>,
    names: FxHashMap<Sym, u16>,
}

/// A name in a `global` or `nonlocal` statement. It is checked when all scopes are known.
#[derive(Debug, Clone, Copy)]
pub(super) struct Declaration {
    name: Sym,
    scope: usize,
    span: Span,
}

impl Checker<'_> {
    pub(super) fn enter(&mut self, kind: ScopeKind, is_async: bool) {
        let parent = self.stack.last().copied();
        let (class, in_iterable) = match self.current() {
            Some(scope) => (scope.class, scope.in_iterable),
            None => (None, 0),
        };
        self.stack.push(self.scopes.len());
        self.scopes.push(Scope {
            kind,
            parent,
            class,
            is_async,
            has_yield: false,
            awaits: false,
            value_return: None,
            in_iterable,
            in_target: false,
            blocks: Vec::new(),
            names: FxHashMap::default(),
        });
    }

    pub(super) fn enter_class(&mut self, class: Sym) {
        self.enter(ScopeKind::Class, false);
        if let Some(scope) = self.current_mut() {
            scope.class = Some(class);
        }
    }

    pub(super) fn leave(&mut self) {
        self.stack.pop();
        // Closed scopes are only needed to resolve `nonlocal`.
        if !self.tracks_names {
            self.scopes.truncate(self.stack.last().map_or(0, |last| last + 1));
        }
    }

    pub(super) fn current(&self) -> Option<&Scope> {
        self.scopes.get(*self.stack.last()?)
    }

    pub(super) fn current_mut(&mut self) -> Option<&mut Scope> {
        self.scopes.get_mut(*self.stack.last()?)
    }

    pub(super) fn kind(&self) -> ScopeKind {
        self.current().map_or(ScopeKind::Module, |scope| scope.kind)
    }

    pub(super) fn use_name(&mut self, name: Sym) {
        if self.tracks_names
            && let Some(scope) = self.current_mut()
        {
            *scope.names.entry(name).or_default() |= name::USED;
        }
    }

    pub(super) fn bind(&mut self, name: Sym, span: Span) {
        self.define(name, name::LOCAL, span);
    }

    /// Records that the current scope binds a name.
    pub(super) fn define(&mut self, name: Sym, flags: u16, span: Span) {
        if !self.tracks_names {
            return;
        }
        let Some(scope) = self.current_mut() else { return };
        let in_target = scope.in_target;
        let known = scope.names.entry(name).or_default();
        let before = *known;
        *known |= if in_target { flags | name::ITERATION } else { flags };
        if in_target && before & (name::GLOBAL | name::NONLOCAL) != 0 {
            let text = self.tree.name(name);
            let message = format!("comprehension inner loop cannot rebind assignment expression target '{text}'");
            self.report(Pass::Symbols, ErrorKind::Scope, message, span);
        }
    }

    pub(super) fn flags_in(&self, scope: usize, name: Sym) -> u16 {
        self.scopes.get(scope).and_then(|scope| scope.names.get(&name)).copied().unwrap_or(0)
    }

    pub(super) fn define_in(&mut self, scope: usize, name: Sym, flags: u16) {
        if let Some(scope) = self.scopes.get_mut(scope) {
            *scope.names.entry(name).or_default() |= flags;
        }
    }

    pub(super) fn bind_params(&mut self, params: Params) {
        let tree = self.tree;
        let mut seen: FxHashSet<Sym> = FxHashSet::default();
        let plain = tree.list(params.posonly).iter().chain(tree.list(params.args)).chain(tree.list(params.kwonly));
        for param in plain.chain(params.vararg.iter()).chain(params.kwarg.iter()) {
            let Ident { name, span } = param.name;
            if !seen.insert(name) {
                let message = format!("duplicate argument '{}' in function definition", tree.name(name));
                let end = param.annotation.map_or(span.end, |annotation| tree.expr_span(annotation).end);
                self.report(Pass::Symbols, ErrorKind::Scope, message, Span::new(span.start, end));
            }
            self.define(name, name::PARAMETER, span);
            self.forbid_debug(name, span, "assign to");
        }
    }

    /// Checks and records the names of a `global` or `nonlocal` statement.
    pub(super) fn declare(&mut self, names: List<Ident>, flag: u16, span: Span) {
        let tree = self.tree;
        let word = if flag == name::GLOBAL { "global" } else { "nonlocal" };
        let is_at_module_level = flag == name::NONLOCAL && self.kind() == ScopeKind::Module;
        for ident in tree.list(names) {
            let Some(scope) = self.stack.last().copied() else { return };
            let known = self.flags_in(scope, ident.name);
            let text = tree.name(ident.name);
            let problem = if known & name::PARAMETER != 0 {
                Some(format!("name '{text}' is parameter and {word}"))
            } else if known & name::USED != 0 {
                Some(format!("name '{text}' is used prior to {word} declaration"))
            } else if known & name::ANNOTATED != 0 {
                Some(format!("annotated name '{text}' can't be {word}"))
            } else if known & name::LOCAL != 0 {
                Some(format!("name '{text}' is assigned to before {word} declaration"))
            } else {
                None
            };
            if let Some(message) = problem {
                self.report(Pass::Symbols, ErrorKind::Scope, message, span);
            }
            if is_at_module_level {
                self.report(Pass::Analysis, ErrorKind::Scope, "nonlocal declaration not allowed at module level", span);
                continue;
            }
            self.define_in(scope, ident.name, flag);
            self.declarations.push(Declaration { name: ident.name, scope, span });
        }
    }

    /// After the walk, checks that each `nonlocal` name is bound by an enclosing function.
    pub(super) fn resolve_declarations(&mut self) {
        let mut declarations = std::mem::take(&mut self.declarations);
        // CPython resolves outer scopes before inner ones.
        declarations.sort_by_key(|declaration| declaration.scope);
        for declaration in declarations {
            let flags = self.flags_in(declaration.scope, declaration.name);
            let text = self.shown_name(declaration);
            if flags & name::NONLOCAL == 0 {
                continue;
            }
            if flags & name::GLOBAL != 0 {
                let message = format!("name '{text}' is nonlocal and global");
                self.report(Pass::Analysis, ErrorKind::Scope, message, declaration.span);
                continue;
            }
            match self.binding(declaration) {
                Some(flags) if flags & name::TYPE_PARAMETER == 0 => {}
                Some(_) => {
                    let message = format!("nonlocal binding not allowed for type parameter '{text}'");
                    self.report(Pass::Analysis, ErrorKind::Scope, message, declaration.span);
                }
                None => {
                    let message = format!("no binding for nonlocal '{text}' found");
                    self.report(Pass::Analysis, ErrorKind::Scope, message, declaration.span);
                }
            }
        }
    }

    /// Returns the state of a `nonlocal` name in the nearest enclosing function that binds it.
    fn binding(&self, declaration: Declaration) -> Option<u16> {
        let class = self.scopes.get(declaration.scope)?.class;
        let mangled = self.mangled(declaration.name, class);
        let mut next = self.scopes.get(declaration.scope)?.parent;
        while let Some(index) = next {
            let scope = self.scopes.get(index)?;
            next = scope.parent;
            match scope.kind {
                ScopeKind::Module => return None,
                ScopeKind::Class if self.tree.name(declaration.name) == "__class__" => return Some(name::LOCAL),
                ScopeKind::Class => continue,
                _ => {}
            }
            let name = match &mangled {
                // The function may use the mangled form of the private name.
                Some(mangled) if scope.class != class => match self.tree.symbols.find(mangled) {
                    Some(name) => name,
                    None => continue,
                },
                _ => declaration.name,
            };
            let flags = scope.names.get(&name).copied().unwrap_or(0);
            if flags & name::GLOBAL != 0 {
                return None;
            }
            if flags & name::NONLOCAL == 0
                && flags & (name::LOCAL | name::IMPORTED | name::PARAMETER | name::ITERATION | name::TYPE_PARAMETER) != 0
            {
                return Some(flags);
            }
        }
        None
    }

    fn shown_name(&self, declaration: Declaration) -> String {
        let class = self.scopes.get(declaration.scope).and_then(|scope| scope.class);
        self.mangled(declaration.name, class).unwrap_or_else(|| self.tree.name(declaration.name).to_owned())
    }

    /// Returns the mangled form `_Class__name` of a private name inside a class.
    fn mangled(&self, name: Sym, class: Option<Sym>) -> Option<String> {
        let text = self.tree.name(name);
        let class = self.tree.name(class?).trim_start_matches('_');
        (text.starts_with("__") && !text.ends_with("__") && !class.is_empty()).then(|| format!("_{class}{text}"))
    }
}
