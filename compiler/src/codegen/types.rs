//! Type parameters (PEP 695) with their lazily evaluated bounds and defaults, and `type` statements.

use super::display::count;
use super::{Body, Compiler};
use crate::bytecode::{Base, Constant, Count, Dst, Intrinsic, NameId, Op, Reg};
use crate::error::Res;
use crate::scope::ScopeKey;
use crate::tree::{Expr, ExprId, List, Span, Stmt, StmtId, TypeParam, TypeParamKind};

impl Compiler<'_> {
    /// Makes the type parameters, binds their names, and stores the tuple of them in `dst`.
    pub(super) fn type_params_to(&mut self, list: List<TypeParam>, dst: u8, span: Span) -> Res<()> {
        let mark = self.unit.next;
        let params = self.tree.list(list);
        for param in params {
            let reg = self.temp()?;
            let name = self.names.mangle(self.unit.private, param.name.name);
            self.load_constant(reg, Constant::Str(self.tree.name(param.name.name).into()), param.span)?;
            let (which, argc) = match (param.kind, param.bound) {
                (TypeParamKind::TypeVar, None) => (Intrinsic::TypeVar, 1),
                (TypeParamKind::TypeVar, Some(bound)) => {
                    let thunk = self.temp()?;
                    self.thunk_to(bound, name, thunk)?;
                    let is_tuple = self.temp()?;
                    let constraints = matches!(self.tree.expr(bound), Expr::Tuple { .. });
                    let constraints = if constraints { Constant::True } else { Constant::False };
                    self.load_constant(is_tuple, constraints, param.span)?;
                    (Intrinsic::TypeVarBound, 3)
                }
                (TypeParamKind::ParamSpec, _) => (Intrinsic::ParamSpec, 1),
                (TypeParamKind::TypeVarTuple, _) => (Intrinsic::TypeVarTuple, 1),
            };
            self.intrinsic(which, reg, reg, argc, param.span);
            if let Some(default) = param.default {
                self.free_to(reg + 1);
                let thunk = self.temp()?;
                self.thunk_to(default, name, thunk)?;
                self.intrinsic(Intrinsic::SetTypeParamDefault, reg, reg, 2, param.span);
            }
            self.free_to(reg + 1);
            self.store_name(name, reg, param.span)?;
        }
        self.emit(Op::BuildTuple { dst: Dst(dst), base: Base(mark), count: count(params.len()) }, span);
        self.free_to(mark);
        Ok(())
    }

    /// Makes a function that evaluates `value` when it is called.
    fn thunk_to(&mut self, value: ExprId, name: NameId, dst: u8) -> Res<()> {
        let span = self.tree.expr_span(value);
        let Some(scope) = self.facts.scope_of(ScopeKey::Thunk(value.0)) else { return Ok(()) };
        let line = self.source.line_of(span.start);
        self.make_function(dst, dst, 0, Body::Thunk(value), scope, name, line, span)
    }

    pub(super) fn thunk_body(&mut self, value: ExprId) -> Res<()> {
        let span = self.tree.expr_span(value);
        // The default of a `*Ts` may be starred. Its value is then the only item of what it unpacks.
        let (value, starred) = match self.tree.expr(value) {
            Expr::Starred { value, .. } => (value, true),
            _ => (value, false),
        };
        let mut reg = self.operand(value, None)?;
        if starred {
            let item = self.temp()?;
            self.emit(Op::Unpack { dst: Base(item), src: Reg(reg), count: Count(1) }, span);
            reg = item;
        }
        self.emit_return(reg, span);
        Ok(())
    }

    pub(super) fn type_alias_statement(
        &mut self,
        id: StmtId,
        name: ExprId,
        type_params: List<TypeParam>,
        value: ExprId,
        span: Span,
    ) -> Res<()> {
        let Expr::Name { name: sym, .. } = self.tree.expr(name) else { return Ok(()) };
        let mark = self.unit.next;
        let dst = self.temp()?;
        if type_params.is_empty() {
            self.free_to(dst);
            self.alias_to(sym, None, value, dst, span)?;
        } else {
            let Some(scope) = self.facts.scope_of(ScopeKey::AliasTypes(id.0)) else { return Ok(()) };
            let title = self.names.intern(&format!("<generic parameters of {}>", self.tree.name(sym)));
            let line = self.source.line_of(span.start);
            self.make_function(dst, dst, 0, Body::AliasTypes(id), scope, title, line, span)?;
            self.emit(Op::Call { dst: Dst(dst), base: Base(dst), argc: Count(0) }, span);
        }
        self.free_to(dst + 1);
        self.store(name, dst)?;
        self.free_to(mark);
        Ok(())
    }

    /// Emits `dst = TypeAlias(name, type parameters or None, thunk)`.
    fn alias_to(&mut self, sym: crate::tree::Sym, type_params: Option<u8>, value: ExprId, dst: u8, span: Span) -> Res<()> {
        let base = self.temp()?;
        self.load_constant(base, Constant::Str(self.tree.name(sym).into()), span)?;
        let params = self.temp()?;
        match type_params {
            Some(reg) => self.emit_move(params, reg, span),
            None => self.load_constant(params, Constant::None, span)?,
        }
        let thunk = self.temp()?;
        self.thunk_to(value, crate::symbols::Names::of(sym), thunk)?;
        self.intrinsic(Intrinsic::TypeAlias, dst, base, 3, span);
        self.free_to(base);
        Ok(())
    }

    pub(super) fn alias_types_body(&mut self, id: StmtId) -> Res<()> {
        let Stmt::TypeAlias { name, type_params, value } = self.tree.stmt(id) else { return Ok(()) };
        let Expr::Name { name: sym, .. } = self.tree.expr(name) else { return Ok(()) };
        let span = self.unit.here;
        let params = self.temp()?;
        self.type_params_to(type_params, params, span)?;
        self.alias_to(sym, Some(params), value, params, span)?;
        self.emit_return(params, span);
        Ok(())
    }
}
