//! Class statements and class bodies.

use rustc_hash::{FxHashMap, FxHashSet};

use super::calls::ImplicitArguments;
use super::{Body, Compiler};
use crate::bytecode::ModuleKind;
use crate::bytecode::{Base, Common, Constant, Count, Dst, Flag, Intrinsic, Op, Reg};
use crate::error::Res;
use crate::scope::ScopeKey;
use crate::symbols::Names;
use crate::tree::{ClassId, Ctx, Expr, ExprId, Span, Stmt, Sym, Tree};

impl Compiler<'_> {
    pub(super) fn class_statement(&mut self, id: ClassId, span: Span) -> Res<()> {
        let Some(class) = self.tree.class(id) else { return Ok(()) };
        let mark = self.unit.next;
        self.decorators(class.decorators)?;
        let base = self.temp()?;
        if class.type_params.is_empty() {
            self.build_class(id, base, None, span)?;
        } else {
            let Some(scope) = self.facts.scope_of(ScopeKey::ClassTypes(id.0)) else { return Ok(()) };
            let title = format!("<generic parameters of {}>", self.tree.name(class.name.name));
            let title = self.names.intern(&title);
            let line = self.definition_line(class.decorators, span);
            self.make_function(base, base, 0, Body::ClassTypes(id), scope, title, line, span)?;
            self.emit(Op::Call { dst: Dst(base), base: Base(base), argc: Count(0) }, span);
        }
        self.free_to(base + 1);
        let result = self.decorate(class.decorators, base);
        let name = self.names.mangle(self.unit.private, class.name.name);
        self.store_name(name, result, class.name.span)?;
        self.free_to(mark);
        Ok(())
    }

    /// Emits `base = __build_class__(body, name, *bases, [generic,] **keywords)`. The call's registers start at `base`.
    fn build_class(&mut self, id: ClassId, base: u8, generic: Option<u8>, span: Span) -> Res<()> {
        let Some(class) = self.tree.class(id) else { return Ok(()) };
        let Some(scope) = self.facts.scope_of(ScopeKey::Class(id.0)) else { return Ok(()) };
        self.emit(Op::LoadCommon { dst: Dst(base), which: Flag(Common::BuildClass as u8) }, span);
        let body = self.temp()?;
        let line = self.definition_line(class.decorators, span);
        self.make_function(body, body, 0, Body::Class(id), scope, Names::of(class.name.name), line, span)?;
        let name = self.temp()?;
        self.load_constant(name, Constant::Str(self.tree.name(class.name.name).into()), span)?;
        let given = ImplicitArguments { first: 2, last: generic };
        self.call_window(base, given, self.tree.list(class.bases), self.tree.list(class.keywords), base, span)
    }

    /// Compiles the function that makes a generic class.
    pub(super) fn class_types_body(&mut self, id: ClassId) -> Res<()> {
        let Some(class) = self.tree.class(id) else { return Ok(()) };
        let span = self.unit.here;
        let type_params = self.temp()?;
        self.type_params_to(class.type_params, type_params, span)?;
        let name = self.names.intern(".type_params");
        self.store_name(name, type_params, span)?;
        let generic = self.temp()?;
        self.intrinsic(Intrinsic::SubscriptGeneric, generic, type_params, 1, span);
        let base = self.temp()?;
        self.build_class(id, base, Some(generic), span)?;
        self.emit_return(base, span);
        Ok(())
    }

    pub(super) fn class_body(&mut self, id: ClassId) -> Res<()> {
        let Some(class) = self.tree.class(id) else { return Ok(()) };
        let span = self.unit.here;
        let reg = self.temp()?;
        let module = self.names.intern("__name__");
        let name = self.name_operand(module)?;
        self.emit(Op::LoadName { dst: Dst(reg), name }, span);
        self.store_in_namespace("__module__", reg, span)?;
        let qualname = self.unit.code.qualname.clone();
        self.load_constant(reg, Constant::Str(qualname), span)?;
        self.store_in_namespace("__qualname__", reg, span)?;
        // Nothing reads `__firstlineno__` and `__static_attributes__` of a library class.
        let is_program = self.kind != ModuleKind::Library;
        if is_program {
            self.load_constant(reg, Constant::Int(self.unit.code.first_line.into()), span)?;
            self.store_in_namespace("__firstlineno__", reg, span)?;
        }
        if !class.type_params.is_empty() {
            let name = self.names.intern(".type_params");
            let entry = self.entry_of(name);
            self.load_entry(entry, reg, span)?;
            self.store_in_namespace("__type_params__", reg, span)?;
        }
        if let Some(doc) = self.docstring(class.body) {
            self.unit.code.doc = Some(doc.clone());
            self.load_constant(reg, Constant::Str(doc), span)?;
            self.store_in_namespace("__doc__", reg, span)?;
        }
        self.free_to(reg);
        let scope = self.facts.scope(self.unit.scope);
        let (class_cell, class_dict, annotated) = (scope.needs_class_cell, scope.needs_class_dict, scope.has_annotations);
        if class_dict {
            let cell = if class_cell { 2 } else { 1 };
            self.emit(Op::StoreCell { src: Reg(0), cell: Reg(cell) }, span);
            // The cell itself goes into the namespace. Once the class exists, the cell holds the class.
            self.store_in_namespace("__classdictcell__", cell, span)?;
        }
        if annotated {
            self.setup_annotations()?;
        }
        self.stmts(class.body)?;
        if is_program && self.unit.reachable {
            let reg = self.temp()?;
            let names = self.set_by_methods(id).iter().map(|name| Constant::Str(self.tree.name(*name).into())).collect();
            self.load_constant(reg, Constant::Tuple(names), span)?;
            self.store_in_namespace("__static_attributes__", reg, span)?;
            self.free_to(reg);
        }
        if class_cell && self.unit.reachable {
            // Returns the cell itself, which `__build_class__` then fills.
            self.emit_return(1, span);
        }
        self.return_none()
    }

    /// Returns the attributes that methods of a class assign through `self`.
    fn set_by_methods(&mut self, id: ClassId) -> Vec<Sym> {
        let tree = self.tree;
        self.static_attributes.get_or_insert_with(|| find_static_attributes(tree)).get(&id).cloned().unwrap_or_default()
    }

    fn store_in_namespace(&mut self, name: &str, src: u8, span: Span) -> Res<()> {
        let name = self.names.intern(name);
        let name = self.name_operand(name)?;
        self.emit(Op::StoreName { src: Reg(src), name }, span);
        Ok(())
    }
}

/// Finds for each class the names `x` in `self.x = ...` inside it, in the order of the source.
fn find_static_attributes(tree: &Tree) -> FxHashMap<ClassId, Vec<Sym>> {
    let mut found: FxHashMap<ClassId, Vec<Sym>> = FxHashMap::default();
    let Some(this) = tree.symbols.find("self") else { return found };
    let mut classes: Vec<(Span, ClassId)> = Vec::new();
    // Targets of augmented assignments. CPython does not count `self.x += 1`.
    let mut augmented: FxHashSet<ExprId> = FxHashSet::default();
    for (stmt, span) in tree.spanned_stmts() {
        match stmt {
            Stmt::ClassDef(id) => classes.push((span, id)),
            Stmt::AugAssign { target, .. } => {
                augmented.insert(target);
            }
            _ => {}
        }
    }
    let mut stores: Vec<(u32, Sym)> = Vec::new();
    for (at, expr) in tree.exprs().enumerate() {
        let Expr::Attribute { value, attr, ctx: Ctx::Store } = expr else { continue };
        let id = ExprId(u32::try_from(at).unwrap_or(u32::MAX));
        if matches!(tree.expr(value), Expr::Name { name, .. } if name == this) && !augmented.contains(&id) {
            stores.push((tree.expr_span(id).start, attr.name));
        }
    }
    classes.sort_unstable_by_key(|(span, _)| span.start);
    stores.sort_unstable();
    let mut next = classes.into_iter().peekable();
    let mut open: Vec<(Span, ClassId)> = Vec::new();
    let mut seen: FxHashSet<(ClassId, Sym)> = FxHashSet::default();
    for (at, name) in stores {
        while let Some(class) = next.next_if(|(span, _)| span.start <= at) {
            open.push(class);
        }
        while open.last().is_some_and(|(span, _)| span.end <= at) {
            open.pop();
        }
        // The stack may hold classes that have ended, below one that is still open.
        if let Some((_, class)) = open.iter().rev().find(|(span, _)| span.end > at)
            && seen.insert((*class, name))
        {
            found.entry(*class).or_default().push(name);
        }
    }
    found
}
