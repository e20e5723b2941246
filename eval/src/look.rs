//! The static look at tests and programs: which names tests need of the candidate, whether they need its objects, what a program imports.
//!
//! Only the tests decide in how many rooms they run. A candidate that could choose would choose the room where it can cheat.

use std::collections::{BTreeMap, BTreeSet};

use stockade_compiler::tree::{CmpOp, Ctx, Expr, ExprId, Param, Params, Pattern, Span, Stmt, Tree};
use stockade_compiler::{ParseLimits, SourceText, parse};

/// Attributes that plain values have. A test that reads another one of an answer needs an object of the candidate.
const PLAIN_ATTRIBUTES: &str = " append extend insert remove pop clear index count sort reverse copy keys values items get update \
    setdefault popitem fromkeys add discard union intersection difference symmetric_difference issubset issuperset isdisjoint \
    capitalize casefold center encode endswith expandtabs find format format_map isalnum isalpha isascii isdecimal isdigit isidentifier \
    islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace \
    rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill decode hex \
    real imag numerator denominator is_integer bit_length bit_count as_integer_ratio conjugate to_bytes \
    year month day hour minute second microsecond weekday isoweekday isoformat strftime days seconds microseconds total_seconds date \
    timetuple timestamp quantize appendleft popleft rotate start stop step __next__ __iter__ __len__ __class__ send close ";

/// Modules that tests share with the candidate through the state of the room: patches, files, streams.
const SHARED_MODULES: &[&str] = &["unittest.mock", "mock", "os", "tempfile", "shutil", "pathlib", "importlib", "inspect", "logging"];
/// Names and attributes of the same kind.
const SHARED_NAMES: &[&str] = &["open", "patch", "redirect_stdout", "redirect_stderr", "stdout", "stdin", "stderr", "seed", "globals"];

/// What HumanEval's tests call the function.
const CANDIDATE: &str = "candidate";

/// The tree of a text, if it is Python.
#[must_use]
pub(crate) fn tree_of(name: &str, text: &str) -> Option<Tree> {
    parse(&SourceText::new(name, text), &ParseLimits::default()).ok()
}

/// What tests need of the candidate.
#[derive(Debug, Clone, Default)]
pub(crate) struct TestNeeds {
    /// Names that the candidate must define.
    pub(crate) names: BTreeSet<String>,
    /// Why they need the candidate's room, if they do.
    pub(crate) one_room: Option<String>,
}

/// Looks at tests. `defined` has the names that exist before them; `is_builtin` knows the builtins.
pub(crate) fn needs_of(tree: &Tree, defined: &BTreeSet<String>, entry: Option<&str>, is_builtin: &dyn Fn(&str) -> bool) -> TestNeeds {
    let bound = bound_names(tree);
    let mut names = BTreeSet::new();
    for expr in tree.exprs() {
        if let Expr::Name { name, ctx: Ctx::Load } = expr {
            let name = tree.name(name);
            if !bound.contains(name) && !defined.contains(name) && !is_builtin(name) {
                names.insert(name.to_string());
            }
        }
    }
    let one_room = why_one_room(tree, &names, entry);
    TestNeeds { names, one_room }
}

fn why_one_room(tree: &Tree, names: &BTreeSet<String>, entry: Option<&str>) -> Option<String> {
    let is_class = |name: &str| Some(name) != entry && name.trim_start_matches('_').starts_with(char::is_uppercase);
    if let Some(class) = names.iter().find(|name| is_class(name)) {
        return Some(format!("the tests use the candidate's `{class}`"));
    }
    for stmt in tree.spanned_stmts().map(|(stmt, _)| stmt) {
        for module in imported(tree, stmt) {
            if SHARED_MODULES.contains(&module.as_str()) {
                return Some(format!("the tests use `{module}`"));
            }
        }
    }
    // HumanEval's tests have the candidate as a parameter.
    let is_name = |name: &str| names.contains(name) || name == CANDIDATE;
    let is_free = |id: ExprId| matches!(tree.expr(id), Expr::Name { name, ctx: Ctx::Load } if is_name(tree.name(name)));
    let answers = answer_variables(tree, &is_free);
    let mut used_well = BTreeSet::new();
    for expr in tree.exprs() {
        if let Expr::Call { func, args, keywords, .. } = expr {
            used_well.insert(func);
            used_well.extend(tree.list(args).iter().copied());
            used_well.extend(tree.list(keywords).iter().map(|keyword| keyword.value));
        }
    }
    for (at, expr) in (0..).zip(tree.exprs()) {
        let id = ExprId(at);
        match expr {
            Expr::Name { name, .. } if SHARED_NAMES.contains(&tree.name(name)) => {
                return Some(format!("the tests use `{}`", tree.name(name)));
            }
            Expr::Name { name, .. } if is_free(id) && !used_well.contains(&id) => {
                return Some(format!("the tests read the candidate's `{}`", tree.name(name)));
            }
            Expr::Attribute { value, attr, .. } => {
                let attr = tree.name(attr.name);
                if is_free(value) || SHARED_NAMES.contains(&attr) {
                    return Some(format!("the tests use the attribute `{attr}`"));
                }
                let is_answer = match tree.expr(value) {
                    Expr::Call { func, .. } => is_free(func),
                    Expr::Name { name, .. } => answers.contains(tree.name(name)),
                    _ => false,
                };
                if is_answer && !PLAIN_ATTRIBUTES.contains(&format!(" {attr} ")) {
                    return Some(format!("the tests read the attribute `{attr}` of an answer"));
                }
            }
            Expr::Compare { left, rest } => {
                let is_constant = |id: ExprId| matches!(tree.expr(id), Expr::Constant(_));
                let by_identity = tree.list(rest).iter().any(|(op, right)| {
                    matches!(op, CmpOp::Is | CmpOp::IsNot) && !is_constant(*right) && !is_constant(left) && !is_type(tree, *right)
                });
                if by_identity {
                    return Some("the tests compare objects by `is`".to_string());
                }
            }
            _ => {}
        }
    }
    None
}

/// The name of a builtin type: `type(x) is list`.
fn is_type(tree: &Tree, id: ExprId) -> bool {
    let Expr::Name { name, .. } = tree.expr(id) else { return false };
    stockade_vm::TYPES.contains(&tree.name(name))
}

/// Variables that hold what a function of the candidate gave.
fn answer_variables(tree: &Tree, is_free: &dyn Fn(ExprId) -> bool) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (stmt, _) in tree.spanned_stmts() {
        let Stmt::Assign { targets, value } = stmt else { continue };
        if !matches!(tree.expr(value), Expr::Call { func, .. } if is_free(func)) {
            continue;
        }
        for target in tree.list(targets) {
            if let Expr::Name { name, .. } = tree.expr(*target) {
                found.insert(tree.name(name).to_string());
            }
        }
    }
    found
}

/// Every name that a text binds somewhere.
pub(crate) fn bound_names(tree: &Tree) -> BTreeSet<String> {
    let mut bound = BTreeSet::new();
    let mut add = |name| {
        bound.insert(tree.name(name).to_string());
    };
    let params = |params: Params, add: &mut dyn FnMut(stockade_compiler::tree::Sym)| {
        let rows = [params.posonly, params.args, params.kwonly].map(|list| tree.list::<Param>(list));
        rows.iter().flat_map(|list| list.iter()).chain(&params.vararg).chain(&params.kwarg).for_each(|param| add(param.name.name));
    };
    for expr in tree.exprs() {
        match expr {
            Expr::Name { name, ctx: Ctx::Store | Ctx::Del } => add(name),
            Expr::Lambda { params: list, .. } => params(tree.params(list), &mut add),
            _ => {}
        }
    }
    for (pattern, _) in tree.spanned_patterns() {
        match pattern {
            Pattern::Star { name: Some(name) } | Pattern::As { name, .. } | Pattern::Mapping { rest: Some(name), .. } => add(name.name),
            _ => {}
        }
    }
    for (stmt, _) in tree.spanned_stmts() {
        match stmt {
            Stmt::FunctionDef(id) => {
                if let Some(function) = tree.function(id) {
                    add(function.name.name);
                    params(tree.params(function.params), &mut add);
                }
            }
            Stmt::ClassDef(id) => tree.class(id).into_iter().for_each(|class| add(class.name.name)),
            Stmt::Try { handlers, .. } => tree.list(handlers).iter().filter_map(|handler| handler.name).for_each(|name| add(name.name)),
            _ => {}
        }
    }
    for (stmt, _) in tree.spanned_stmts() {
        if let Stmt::Import { names } | Stmt::ImportFrom { names, .. } = stmt {
            for alias in tree.list(names) {
                let name = tree.name(alias.asname.unwrap_or(alias.name).name);
                bound.insert(name.split('.').next().unwrap_or(name).to_string());
            }
        }
    }
    bound
}

/// The modules that a statement imports, by their whole names. `from a import b` may import `a.b`; it is not in the list.
fn imported(tree: &Tree, stmt: Stmt) -> Vec<String> {
    match stmt {
        Stmt::Import { names } => tree.list(names).iter().map(|alias| tree.name(alias.name.name).to_string()).collect(),
        Stmt::ImportFrom { module: Some(module), level: 0, .. } => vec![tree.name(module.name).to_string()],
        _ => Vec::new(),
    }
}

/// The imports of a program.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Imports {
    /// Modules that are imported where their absence is no surprise: within `try` with a handler for it.
    pub(crate) guarded: BTreeSet<String>,
    /// All other modules.
    pub(crate) plain: BTreeSet<String>,
    /// Modules of which all names are imported.
    pub(crate) starred: BTreeSet<String>,
}

/// Looks for the imports of a program.
pub(crate) fn imports_of(tree: &Tree) -> Imports {
    let mut guards: Vec<Span> = Vec::new();
    for (stmt, _) in tree.spanned_stmts() {
        if let Stmt::Try { body, handlers, .. } = stmt
            && tree.list(handlers).iter().any(|handler| handler.ty.is_none_or(|ty| catches_import_error(tree, ty)))
        {
            let spans = tree.list(body).iter().map(|id| tree.stmt_span(*id));
            guards.extend(spans.reduce(Span::to));
        }
    }
    let mut imports = Imports::default();
    for (stmt, span) in tree.spanned_stmts() {
        let is_guarded = guards.iter().any(|guard| guard.start <= span.start && span.end <= guard.end);
        for module in imported(tree, stmt) {
            if let Stmt::ImportFrom { names, .. } = stmt
                && tree.list(names).iter().any(|alias| tree.name(alias.name.name) == "*")
            {
                imports.starred.insert(module.clone());
            }
            if is_guarded { &mut imports.guarded } else { &mut imports.plain }.insert(module);
        }
    }
    imports
}

fn catches_import_error(tree: &Tree, ty: ExprId) -> bool {
    let is_one = |id: ExprId| match tree.expr(id) {
        Expr::Name { name, .. } => matches!(tree.name(name), "ImportError" | "ModuleNotFoundError" | "Exception" | "BaseException"),
        _ => false,
    };
    match tree.expr(ty) {
        Expr::Tuple { items, .. } => tree.list(items).iter().any(|item| is_one(*item)),
        _ => is_one(ty),
    }
}

/// Modules at the beginning of lines that import something, as a reader would find them. Cheap: nothing is parsed.
pub(crate) fn modules_in_lines(text: &str) -> BTreeMap<&str, bool> {
    let mut found = BTreeMap::new();
    if !text.contains("import") {
        return found;
    }
    for line in text.lines() {
        let trimmed = line.trim_start();
        let Some(rest) = trimmed.strip_prefix("import ").or_else(|| trimmed.strip_prefix("from ")) else { continue };
        let parts = if trimmed.starts_with("from") { rest.splitn(2, " import") } else { rest.splitn(usize::MAX, ",") };
        let is_from = trimmed.starts_with("from");
        for part in parts.take(if is_from { 1 } else { usize::MAX }) {
            let name = part.trim_start().split([' ', '.', ';', '#', '\\']).next().unwrap_or_default();
            if !name.is_empty() {
                found.entry(name).or_insert(line.len() == trimmed.len());
            }
        }
    }
    found
}
