//! Class statements and class bodies.

use super::calls::Given;
use super::error::Res;
use super::{Body, Compiler, Names};
use crate::bytecode::{Base, Common, Constant, Count, Dst, Flag, Intrinsic, Op, Reg};
use crate::scope::ScopeKey;
use crate::tree::{ClassId, Span};

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

    /// `base = __build_class__(body, name, *bases, [generic,] **keywords)`, the window starting at `base`.
    fn build_class(&mut self, id: ClassId, base: u8, generic: Option<u8>, span: Span) -> Res<()> {
        let Some(class) = self.tree.class(id) else { return Ok(()) };
        let Some(scope) = self.facts.scope_of(ScopeKey::Class(id.0)) else { return Ok(()) };
        self.emit(Op::LoadCommon { dst: Dst(base), which: Flag(Common::BuildClass as u8) }, span);
        let body = self.temp()?;
        let line = self.definition_line(class.decorators, span);
        self.make_function(body, body, 0, Body::Class(id), scope, Names::of(class.name.name), line, span)?;
        let name = self.temp()?;
        self.load_constant(name, Constant::Str(self.tree.name(class.name.name).into()), span)?;
        let given = Given { first: 2, last: generic };
        self.call_window(base, given, self.tree.list(class.bases), self.tree.list(class.keywords), base, span)
    }

    /// The body that makes a generic class.
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
            self.emit(Op::StoreCell { src: Reg(0), cell: Reg(if class_cell { 2 } else { 1 }) }, span);
        }
        if annotated {
            self.setup_annotations()?;
        }
        self.stmts(class.body)?;
        if class_cell && self.unit.reachable {
            // The cell itself: `__build_class__` fills it.
            self.emit_return(1, span);
        }
        self.return_none()
    }

    fn store_in_namespace(&mut self, name: &str, src: u8, span: Span) -> Res<()> {
        let name = self.names.intern(name);
        let name = self.name_operand(name)?;
        self.emit(Op::StoreName { src: Reg(src), name }, span);
        Ok(())
    }
}
