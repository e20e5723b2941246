//! Resolves names to locations. Closures are found bottom-up, each name once per scope, and then numbered top-down.

use super::entry_flags as flag;
use super::{Entry, EntryId, Facts, LOCAL_REGISTERS, MAX_CLOSURE_CELLS, Place, ScopeId, ScopeKind};
use crate::bytecode::NameId;
use crate::deadline::Deadline;
use crate::error::{CompileError, Res};
use crate::symbols::Names;

/// The names that a class can provide to the functions inside it.
struct Implicit {
    class: NameId,
    class_dict: NameId,
}

pub(super) fn resolve(facts: &mut Facts, names: &mut Names<'_>, deadline: &Deadline<'_>) -> Res<()> {
    let has_classes = facts.scopes.iter().any(|scope| scope.kind == ScopeKind::Class);
    let implicit = has_classes.then(|| Implicit { class: names.intern("__class__"), class_dict: names.intern("__classdict__") });
    facts.bound_in_function.resize(names.len(), false);
    for name in implicit.iter().flat_map(|implicit| [implicit.class, implicit.class_dict]) {
        if let Some(bound) = facts.bound_in_function.get_mut(name.0 as usize) {
            *bound = true;
        }
    }
    // Without a class these ids match no name.
    let implicit = implicit.unwrap_or(Implicit { class: NameId(u32::MAX), class_dict: NameId(u32::MAX) });
    propagate_needs(facts, &implicit, deadline)?;
    let mut cells = 0;
    for at in 0..facts.scopes.len() {
        let scope = ScopeId(u32::try_from(at).unwrap_or(0));
        place(facts, names, &implicit, scope, deadline)?;
        number_locals(facts, scope)?;
        cells += facts.scope(scope).free.len();
        if cells > MAX_CLOSURE_CELLS {
            return Err(too_many_cells(facts, scope));
        }
    }
    Ok(())
}

/// Each inner scope adds the names that it needs to the scope around it. Parents have smaller ids than children, so one
/// backward loop is enough.
fn propagate_needs(facts: &mut Facts, implicit: &Implicit, deadline: &Deadline<'_>) -> Res<()> {
    let most = facts.entries.len() + MAX_CLOSURE_CELLS;
    for at in (1..facts.scopes.len()).rev() {
        let Some(scope) = facts.scopes.get(at) else { continue };
        let (parent, inlined, is_class, count) = (scope.parent, scope.is_inlined(), scope.kind == ScopeKind::Class, scope.entries.len());
        if facts.entries.len() > most {
            return Err(too_many_cells(facts, parent));
        }
        let parent_kind = facts.scope(parent).kind;
        for i in 0..count {
            if deadline.is_over() {
                return Err(CompileError::late());
            }
            let Some(id) = facts.scopes.get(at).and_then(|scope| scope.entries.get(i)) else { break };
            let entry = *facts.entry(*id);
            let wanted = if is_class {
                !entry.is_own() && !entry.has(flag::GLOBAL) || entry.has(flag::PASS)
            } else {
                !entry.is_own() && !entry.has(flag::GLOBAL)
            };
            let is_bound = facts.bound_in_function.get(entry.name.0 as usize) == Some(&true);
            if !wanted || !is_bound {
                continue;
            }
            let as_cell = !inlined || entry.has(flag::WANT_CELL);
            let shared = if entry.has(flag::NONLOCAL | flag::SHARED) { flag::SHARED } else { 0 };
            match parent_kind {
                ScopeKind::Module => {}
                ScopeKind::Class if entry.name == implicit.class => facts.scope_mut(parent).needs_class_cell = true,
                ScopeKind::Class if entry.name == implicit.class_dict => facts.scope_mut(parent).needs_class_dict = true,
                ScopeKind::Class => {
                    let outer = facts.find_or_add(parent, entry.name);
                    facts.entry_mut(outer).flags |= flag::PASS | flag::WANT_CELL | shared;
                }
                _ => {
                    let outer = facts.find_or_add(parent, entry.name);
                    let outer = facts.entry_mut(outer);
                    outer.flags |= shared;
                    outer.flags |= match (outer.is_own(), as_cell) {
                        (true, true) => flag::CAPTURED,
                        (true, false) => flag::USED,
                        (false, true) => flag::PASS | flag::WANT_CELL,
                        (false, false) => flag::PASS,
                    };
                }
            }
        }
    }
    Ok(())
}

fn too_many_cells(facts: &Facts, scope: ScopeId) -> CompileError {
    CompileError::new("too many closure variables", facts.scope(scope).span)
}

/// Where an enclosing scope provides a name.
enum OuterBinding {
    Global,
    /// A variable of a function. The frame is the same if the inner scope is inlined; otherwise the variable is a cell.
    Entry(EntryId),
    /// A closure cell of the class around an inlined comprehension.
    ClassFree(u16),
    /// A cell that the class body makes: `__class__` or `__classdict__`.
    ClassCell,
}

fn outer_binding(facts: &Facts, implicit: &Implicit, parent: ScopeId, name: NameId) -> OuterBinding {
    let scope = facts.scope(parent);
    match scope.kind {
        ScopeKind::Module => OuterBinding::Global,
        ScopeKind::Class => {
            if name == implicit.class && scope.needs_class_cell || name == implicit.class_dict && scope.needs_class_dict {
                return OuterBinding::ClassCell;
            }
            match facts.find(parent, name).map(|id| facts.entry(id).pass_free) {
                Some(free) if free != u16::MAX => OuterBinding::ClassFree(free),
                _ => OuterBinding::Global,
            }
        }
        _ => match facts.find(parent, name) {
            Some(id) => match facts.entry(id).place {
                Place::DictOrGlobal if facts.entry(id).pass_free != u16::MAX => OuterBinding::Entry(id),
                Place::Global | Place::DictOrGlobal | Place::Name => OuterBinding::Global,
                Place::Alias(id) if facts.entry(id).place == Place::Global => OuterBinding::Global,
                Place::Alias(id) => OuterBinding::Entry(id),
                _ => OuterBinding::Entry(id),
            },
            None => OuterBinding::Global,
        },
    }
}

fn place(facts: &mut Facts, names: &Names<'_>, implicit: &Implicit, id: ScopeId, deadline: &Deadline<'_>) -> Res<()> {
    let (kind, parent, sees_class, span, count) = {
        let scope = facts.scope(id);
        (scope.kind, scope.parent, scope.sees_class, scope.span, scope.entries.len())
    };
    for i in 0..count {
        if deadline.is_over() {
            return Err(CompileError::late());
        }
        let Some(&entry_id) = facts.scope(id).entries.get(i) else { break };
        let entry = *facts.entry(entry_id);
        if kind == ScopeKind::Module || entry.has(flag::GLOBAL) && kind != ScopeKind::Class {
            facts.entry_mut(entry_id).place = Place::Global;
            continue;
        }
        if kind == ScopeKind::Class {
            let mut own = if entry.has(flag::GLOBAL) { Place::Global } else { Place::Name };
            let needs_outer = entry.has(flag::PASS) || !entry.is_own() && !entry.has(flag::GLOBAL);
            if needs_outer && !matches!(outer_binding(facts, implicit, parent, entry.name), OuterBinding::Global) {
                let free = add_free(facts, id, entry.name)?;
                if entry.has(flag::PASS) {
                    facts.entry_mut(entry_id).pass_free = free;
                }
                if !entry.is_own() && !entry.has(flag::GLOBAL) {
                    own = Place::NameOrFree(free);
                }
            } else if entry.has(flag::NONLOCAL) {
                return Err(no_binding(names, entry, span));
            }
            facts.entry_mut(entry_id).place = own;
            continue;
        }
        if entry.is_own() {
            facts.entry_mut(entry_id).place = if entry.has(flag::CAPTURED) { Place::Cell } else { Place::Register };
            continue;
        }
        // A name that this scope passes on to an inner function or comprehension, and does not use, is resolved without the class.
        let sees_class = sees_class && (entry.has(flag::USED) || !entry.has(flag::PASS));
        let bound_by_class = if sees_class { bound_by_class(facts, parent, entry.name) } else { ClassBinding::None };
        if bound_by_class == ClassBinding::Global {
            facts.entry_mut(entry_id).place = Place::Global;
            continue;
        }
        let mut found = outer_binding(facts, implicit, parent, entry.name);
        if bound_by_class == ClassBinding::Own && !matches!(found, OuterBinding::Global) {
            // Functions inside do not see the names of the class.
            if entry.has(flag::PASS) {
                facts.entry_mut(entry_id).pass_free = add_free(facts, id, entry.name)?;
            }
            found = OuterBinding::Global;
        }
        let place = match found {
            OuterBinding::Global if entry.has(flag::NONLOCAL) => return Err(no_binding(names, entry, span)),
            OuterBinding::Global if sees_class => Place::DictOrGlobal,
            OuterBinding::Global if kind == ScopeKind::Comprehension && runs_over_locals(facts, id) => Place::Name,
            OuterBinding::Global => Place::Global,
            OuterBinding::Entry(outer) if kind == ScopeKind::Comprehension => match facts.entry(outer).place {
                Place::DictOrFree(free) => Place::Free(free),
                Place::DictOrGlobal => Place::Free(facts.entry(outer).pass_free),
                _ => Place::Alias(outer),
            },
            OuterBinding::ClassFree(free) if kind == ScopeKind::Comprehension => Place::Free(free),
            OuterBinding::ClassCell if kind == ScopeKind::Comprehension => {
                facts.entry_mut(entry_id).reg = class_cell_register(facts, implicit, parent, entry.name);
                Place::Cell
            }
            _ => {
                let free = add_free(facts, id, entry.name)?;
                if sees_class && entry.name != implicit.class_dict { Place::DictOrFree(free) } else { Place::Free(free) }
            }
        };
        facts.entry_mut(entry_id).place = place;
    }
    Ok(())
}

/// How a class provides a name to a type-parameter scope inside it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ClassBinding {
    None,
    /// The class binds the name. Before that, the name means a global variable, and not a variable of an enclosing function.
    Own,
    /// The class declares the name global.
    Global,
}

fn bound_by_class(facts: &Facts, parent: ScopeId, name: NameId) -> ClassBinding {
    let mut class = parent;
    while facts.scope(class).kind != ScopeKind::Class {
        if class == ScopeId(0) {
            return ClassBinding::None;
        }
        class = facts.scope(class).parent;
    }
    match facts.find(class, name).map(|id| facts.entry(id)) {
        Some(entry) if entry.has(flag::GLOBAL) => ClassBinding::Global,
        Some(entry) if entry.is_own() => ClassBinding::Own,
        _ => ClassBinding::None,
    }
}

/// True if a comprehension belongs to the body of a module that runs over a mapping. It then sees the same names as that body.
fn runs_over_locals(facts: &Facts, comprehension: ScopeId) -> bool {
    let mut host = comprehension;
    while facts.scope(host).kind == ScopeKind::Comprehension {
        host = facts.scope(host).parent;
    }
    host == ScopeId(0) && facts.scope(host).kind == ScopeKind::Class
}

fn no_binding(names: &Names<'_>, entry: Entry, span: crate::tree::Span) -> CompileError {
    CompileError::new(format!("no binding for nonlocal '{}' found", names.text(entry.name)), span)
}

fn add_free(facts: &mut Facts, id: ScopeId, name: NameId) -> Res<u16> {
    let scope = facts.scope_mut(id);
    let Ok(free) = u16::try_from(scope.free.len()) else {
        return Err(CompileError::new("too many closure variables", scope.span));
    };
    scope.free.push(name);
    Ok(free)
}

/// Returns the register of a cell that a class body makes. Register 0 is the namespace.
fn class_cell_register(facts: &Facts, implicit: &Implicit, class: ScopeId, name: NameId) -> u8 {
    if name == implicit.class_dict && facts.scope(class).needs_class_cell { 2 } else { 1 }
}

fn number_locals(facts: &mut Facts, id: ScopeId) -> Res<()> {
    match facts.scope(id).kind {
        ScopeKind::Module | ScopeKind::Class => Ok(()),
        ScopeKind::Comprehension => {
            promote_early(facts, id);
            Ok(())
        }
        _ => number_function(facts, id),
    }
}

/// A variable of a comprehension that may be read unbound becomes a named local of the frame, because the error message needs the name.
fn promote_early(facts: &mut Facts, id: ScopeId) {
    let early: Vec<EntryId> = facts.scope(id).entries.iter().copied().filter(|entry| facts.entry(*entry).has(flag::EARLY)).collect();
    if early.is_empty() {
        return;
    }
    let mut host = facts.scope(id).parent;
    while facts.scope(host).is_inlined() {
        host = facts.scope(host).parent;
    }
    for entry in early {
        let scope = facts.scope_mut(host);
        let base = match scope.kind {
            ScopeKind::Class => 1 + usize::from(scope.needs_class_cell) + usize::from(scope.needs_class_dict),
            _ => 0,
        };
        let reg = base + scope.locals.len();
        if reg < LOCAL_REGISTERS {
            scope.locals.push(entry);
            facts.entry_mut(entry).reg = u8::try_from(reg).unwrap_or(u8::MAX);
        } else {
            facts.entry_mut(entry).flags &= !flag::EARLY;
        }
    }
}

fn number_function(facts: &mut Facts, id: ScopeId) -> Res<()> {
    let span = facts.scope(id).span;
    let mut own: Vec<EntryId> = Vec::with_capacity(facts.scope(id).entries.len());
    // Parameters have the first entries, in the order of registers.
    own.extend(facts.scope(id).entries.iter().copied().filter(|entry| facts.entry(*entry).is_own()));
    let params = own.iter().filter(|entry| facts.entry(**entry).has(flag::PARAM)).count();
    if params > 220 {
        return Err(CompileError::new("too many parameters", span));
    }
    let limit = LOCAL_REGISTERS.max(params);
    let mut spilled = Vec::new();
    if own.len() > limit {
        // Captured variables must be in registers, so they come first.
        let (mut kept, rest): (Vec<_>, Vec<_>) = own.iter().partition(|entry| facts.entry(**entry).has(flag::PARAM | flag::CAPTURED));
        kept.sort_by_key(|entry| !facts.entry(*entry).has(flag::PARAM));
        if kept.len() > 220 {
            return Err(CompileError::new("too many local variables captured by inner functions", span));
        }
        for entry in rest {
            if kept.len() < limit {
                kept.push(entry);
                continue;
            }
            let index = u32::try_from(spilled.len()).unwrap_or(u32::MAX);
            facts.entry_mut(entry).place = Place::Spill(index);
            spilled.push(facts.entry(entry).name);
        }
        own = kept;
    }
    for (reg, entry) in own.iter().enumerate() {
        facts.entry_mut(*entry).reg = u8::try_from(reg).unwrap_or(u8::MAX);
    }
    let scope = facts.scope_mut(id);
    scope.locals = own;
    scope.spilled = spilled;
    Ok(())
}
