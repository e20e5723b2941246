//! The removal of an import that nothing uses. A fix must be safe, so it is left out wherever a use may hide.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use stockade_compiler::tree::{Alias, List, Span, Stmt, StmtId, Tree};

use crate::analysis::context::Context;
use crate::analysis::names::Certainty;
use crate::analysis::walk::{ImportSite, MODULE, ScopeKind, Walk};
use crate::report::verdict::{Edit, Fix};

/// Builtins and names through which a program may reach a variable by its text.
const BY_TEXT: [&str; 9] = ["globals", "locals", "vars", "exec", "eval", "dir", "__import__", "__all__", "__dict__"];

/// What the removals of a program need to know about it. It is computed once.
#[derive(Debug)]
pub(crate) struct ImportText {
    /// By the place of an alias: its statement.
    statements: FxHashMap<u32, Rc<ImportStatement>>,
    /// By the place of an alias: its index in the imports of the walk.
    sites: FxHashMap<u32, usize>,
    /// Every word in the strings of the program.
    words: FxHashSet<Box<str>>,
    /// True if a name may be used by its text.
    by_text: bool,
}

#[derive(Debug)]
struct ImportStatement {
    span: Span,
    /// In the order of the text.
    aliases: Vec<Span>,
    /// True if a comment is on its last line.
    has_comment: bool,
    /// True if its block has no other statement.
    is_alone: bool,
}

impl ImportText {
    fn of(context: &Context<'_>) -> Self {
        let (tree, walk, source) = (context.tree, context.walk, context.source);
        let alone = lone_statements(tree);
        let mut statements = FxHashMap::default();
        for (stmt, span) in tree.spanned_stmts() {
            let (Stmt::Import { names } | Stmt::ImportFrom { names, .. }) = stmt else { continue };
            let aliases: Vec<Span> = tree.list::<Alias>(names).iter().map(|alias| alias.span).collect();
            let has_comment = source.line_text(source.line_of(span.end)).contains('#');
            let statement = Rc::new(ImportStatement { span, is_alone: alone.contains(&span.start), has_comment, aliases });
            statements.extend(statement.aliases.iter().map(|alias| (alias.start, Rc::clone(&statement))));
        }
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let texts = walk.strings.iter().map(|span| source.slice(*span));
        let words = texts.flat_map(|text| text.split(move |c| !is_word(c))).filter(|word| !word.is_empty()).map(Into::into).collect();
        let by_text = BY_TEXT.iter().any(|name| tree.symbols.find(name).is_some());
        let sites = walk.imports.iter().enumerate().map(|(index, site)| (site.span.start, index)).collect();
        Self { statements, sites, words, by_text }
    }
}

/// The places of statements that are alone in the block of a function, a class or a compound statement.
fn lone_statements(tree: &Tree) -> FxHashSet<u32> {
    let mut blocks: Vec<List<StmtId>> = Vec::new();
    for (stmt, _) in tree.spanned_stmts() {
        match stmt {
            Stmt::FunctionDef(id) => blocks.extend(tree.function(id).map(|function| function.body)),
            Stmt::ClassDef(id) => blocks.extend(tree.class(id).map(|class| class.body)),
            Stmt::For { body, orelse, .. } | Stmt::While { body, orelse, .. } | Stmt::If { body, orelse, .. } => {
                blocks.extend([body, orelse])
            }
            Stmt::With { body, .. } => blocks.push(body),
            Stmt::Match { cases, .. } => blocks.extend(tree.list(cases).iter().map(|case| case.body)),
            Stmt::Try { body, handlers, orelse, finalbody, .. } => {
                blocks.extend([body, orelse, finalbody]);
                blocks.extend(tree.list(handlers).iter().map(|handler| handler.body));
            }
            _ => {}
        }
    }
    let only = |block: List<StmtId>| match tree.list(block) {
        [only] => Some(tree.stmt_span(*only).start),
        _ => None,
    };
    blocks.into_iter().filter_map(only).collect()
}

/// The fix that removes one import, if nothing uses its name. It is for a finding of this certainty.
pub(crate) fn removal(context: &mut Context<'_>, site: &ImportSite, certainty: Certainty) -> Option<Fix> {
    if !context.keeps(certainty) {
        return None;
    }
    let text = text_of(context);
    let statement = text.statements.get(&site.span.start)?;
    is_unused(context, &text, site).then_some(())?;
    let name = context.source.slice(site.span);
    let edit = if statement.aliases.len() == 1 { whole(context, statement)? } else { part(context, statement, site.span)? };
    Some(Fix::new(format!("remove the unused import `{name}`"), edit))
}

/// The fix that removes a refused import: one name of `import a, b`, or all of `from a import b, c`. It is for a finding of this certainty.
pub(crate) fn removal_of_refused(context: &mut Context<'_>, site: &ImportSite, certainty: Certainty) -> Option<Fix> {
    if site.member.is_none() {
        return removal(context, site, certainty);
    }
    if !context.keeps(certainty) {
        return None;
    }
    let text = text_of(context);
    let statement = text.statements.get(&site.span.start)?;
    let walk = context.walk;
    let is_unused = |alias: &Span| {
        let other = text.sites.get(&alias.start).and_then(|index| walk.imports.get(*index));
        other.is_none_or(|other| is_unused(context, &text, other))
    };
    if !statement.aliases.iter().all(is_unused) {
        return None;
    }
    let edit = whole(context, statement)?;
    Some(Fix::new(format!("remove the unused import of `{}`", site.module), edit))
}

fn text_of(context: &mut Context<'_>) -> Rc<ImportText> {
    if let Some(text) = &context.import_text {
        return Rc::clone(text);
    }
    let text = Rc::new(ImportText::of(context));
    context.import_text = Some(Rc::clone(&text));
    text
}

fn is_unused(context: &Context<'_>, text: &ImportText, site: &ImportSite) -> bool {
    let walk: &Walk = context.walk;
    let is_shown_elsewhere = matches!(walk.scope(site.at.scope).kind, ScopeKind::Class(_));
    let is_kept = context.known.is_session() && site.at.scope == MODULE;
    if text.by_text || is_shown_elsewhere || is_kept || site.at.import_guarded || site.at.import_optional || &*site.module == "__future__" {
        return false;
    }
    let Some(bound) = site.bound else {
        // No name of the program is the first part of the dotted name.
        let first = site.module.split('.').next().unwrap_or_default();
        return site.member.is_none() && !text.words.contains(first);
    };
    let Some(id) = walk.resolve_variable(site.at.scope, bound) else { return false };
    let is_read = walk.variable(id).is_none_or(|variable| variable.read);
    // Another binding of the name, or a `del`, may need this one.
    let is_bound_once = walk.bindings_of(id).nth(1).is_none();
    !is_read && is_bound_once && !text.words.contains(context.tree.name(bound))
}

/// Removes a statement with its lines, or puts `pass` in its place if its block would be empty.
fn whole(context: &Context<'_>, statement: &ImportStatement) -> Option<Edit> {
    let (source, span) = (context.source, statement.span);
    let (first, last) = (source.line_of(span.start), source.line_of(span.end));
    let start = source.line_start(first);
    let end =
        if last < source.line_count() { source.line_start(last.saturating_add(1)) } else { u32::try_from(source.text().len()).ok()? };
    let before = source.slice(Span::new(start, span.start));
    let after = source.slice(Span::new(span.end, end));
    let continues = first > 1 && source.line_text(first.saturating_sub(1)).ends_with('\\');
    // A comment may say why the import is there.
    if !before.trim().is_empty() || !after.trim().is_empty() || continues || source.slice(span).contains('#') {
        return None;
    }
    if statement.is_alone {
        return Some(Edit::new(source, span, "pass"));
    }
    Some(Edit::new(source, Span::new(start, end), ""))
}

/// Removes one of several aliases, with the comma beside it.
fn part(context: &Context<'_>, statement: &ImportStatement, alias: Span) -> Option<Edit> {
    let index = statement.aliases.binary_search_by_key(&alias.start, |other| other.start).ok()?;
    let removed = match statement.aliases.get(index.saturating_add(1)) {
        Some(next) => Span::new(alias.start, next.start),
        None => Span::new(statement.aliases.get(index.checked_sub(1)?)?.end, alias.end),
    };
    if context.source.slice(removed).contains('#') || statement.has_comment {
        return None;
    }
    Some(Edit::new(context.source, removed, ""))
}
