//! Statements. The larger ones have their own files.

use super::Compiler;
use super::exits::{Block, Exit};
use super::unit::Label;
use crate::bytecode::ModuleKind;
use crate::bytecode::{Base, Common, Constant, Count, Dst, Flag, Imm32, Intrinsic, Op, Reg};
use crate::error::{CompileError, Res};
use crate::scope::fold;
use crate::scope::{ScopeId, ScopeKind};
use crate::tree::{Expr, ExprId, List, Span, Stmt, StmtId};

impl Compiler<'_> {
    /// Compiles a block. Unreachable statements are left out.
    pub(super) fn stmts(&mut self, body: List<StmtId>) -> Res<()> {
        for stmt in self.tree.list(body) {
            self.stmt(*stmt)?;
        }
        Ok(())
    }

    pub(super) fn stmt(&mut self, id: StmtId) -> Res<()> {
        if !self.unit.reachable {
            return Ok(());
        }
        self.step()?;
        let span = self.tree.stmt_span(id);
        self.unit.here = span;
        match self.unit.result {
            Some(result) => self.stmt_of_cell(id, result),
            None => self.stmt_plain(id),
        }
    }

    pub(super) fn stmt_plain(&mut self, id: StmtId) -> Res<()> {
        let span = self.tree.stmt_span(id);
        match self.tree.stmt(id) {
            Stmt::Expr { value } => self.expression_statement(value)?,
            Stmt::Assign { targets, value } => self.assign(targets, value)?,
            Stmt::AugAssign { target, op, value } => self.aug_assign(target, op, value, span)?,
            Stmt::AnnAssign { target, annotation, value, simple } => self.annotated(target, annotation, value, simple, span)?,
            Stmt::Return { value } => self.return_statement(value, span)?,
            Stmt::If { .. } => self.if_statement(id)?,
            Stmt::For { .. } => self.for_statement(id)?,
            Stmt::While { .. } => self.while_statement(id)?,
            Stmt::FunctionDef(function) => self.function_statement(function, span)?,
            Stmt::ClassDef(class) => self.class_statement(class, span)?,
            Stmt::Try { .. } => self.try_statement(id)?,
            Stmt::With { items, body, is_async } => self.with_statement(items, body, is_async)?,
            Stmt::Match { subject, cases } => self.match_statement(subject, cases)?,
            Stmt::Raise { exc, cause } => self.raise_statement(exc, cause, span)?,
            Stmt::Assert { test, msg } => self.assert_statement(test, msg, span)?,
            Stmt::Delete { targets } => {
                for target in self.tree.list(targets) {
                    self.delete(*target)?;
                }
            }
            Stmt::Import { names } => self.import_statement(names, span)?,
            Stmt::ImportFrom { module, names, level } => self.import_from_statement(module, names, level, span)?,
            Stmt::TypeAlias { name, type_params, value } => self.type_alias_statement(id, name, type_params, value, span)?,
            Stmt::Break => self.break_statement(span)?,
            Stmt::Continue => self.continue_statement(span)?,
            Stmt::Global { .. } | Stmt::Nonlocal { .. } | Stmt::Pass => {}
        }
        Ok(())
    }

    fn expression_statement(&mut self, value: ExprId) -> Res<()> {
        if self.kind == ModuleKind::Interactive && self.unit.scope == ScopeId(0) {
            let (mark, span) = (self.unit.next, self.tree.expr_span(value));
            let reg = self.temp()?;
            self.expr_to(value, reg)?;
            self.intrinsic(Intrinsic::Display, reg, reg, 1, span);
            self.free_to(mark);
            return Ok(());
        }
        if matches!(self.tree.expr(value), Expr::Constant(_)) {
            return Ok(());
        }
        let mark = self.unit.next;
        self.operand(value, None)?;
        self.free_to(mark);
        Ok(())
    }

    fn return_statement(&mut self, value: Option<ExprId>, span: Span) -> Res<()> {
        let mark = self.unit.next;
        let reg = match value {
            // The body of a `finally` may rebind a local, so inside blocks the value is copied to a temporary.
            Some(value) if self.unit.blocks.is_empty() => self.operand(value, None)?,
            Some(value) => {
                let reg = self.temp()?;
                self.expr_to(value, reg)?;
                reg
            }
            None => {
                let reg = self.temp()?;
                self.load_constant(reg, Constant::None, span)?;
                reg
            }
        };
        self.exit(Exit::Return, Some(reg), span)?;
        self.free_to(mark);
        Ok(())
    }

    /// Compiles an `if`. A chain of `elif` can be as long as the source, so a loop handles it instead of recursion.
    fn if_statement(&mut self, mut id: StmtId) -> Res<()> {
        let mut end = Label::new();
        while let Stmt::If { test, body, orelse } = self.tree.stmt(id) {
            let span = self.tree.stmt_span(id);
            self.unit.here = span;
            if orelse.is_empty() && self.if_break_or_continue(test, body)? {
                break;
            }
            let mut next = Label::new();
            self.jump_if(test, false, &mut next)?;
            self.stmts(body)?;
            if !orelse.is_empty() {
                self.goto(&mut end, span);
            }
            self.bind(next);
            if !self.unit.reachable {
                break;
            }
            match self.tree.list(orelse) {
                [only] if matches!(self.tree.stmt(*only), Stmt::If { .. }) => id = *only,
                _ => {
                    self.stmts(orelse)?;
                    break;
                }
            }
        }
        self.bind(end);
        Ok(())
    }

    /// Compiles `if test: continue` (or `break`) directly inside a loop to one jump. Returns false for other statements.
    fn if_break_or_continue(&mut self, test: ExprId, body: List<StmtId>) -> Res<bool> {
        let [only] = self.tree.list(body) else { return Ok(false) };
        let is_break = match self.tree.stmt(*only) {
            Stmt::Break => true,
            Stmt::Continue => false,
            _ => return Ok(false),
        };
        let Some(Block::Loop { on_break, on_continue }) = self.unit.blocks.last_mut() else { return Ok(false) };
        let mut label = std::mem::replace(if is_break { on_break } else { on_continue }, Label::new());
        self.jump_if(test, true, &mut label)?;
        if let Some(Block::Loop { on_break, on_continue }) = self.unit.blocks.last_mut() {
            *(if is_break { on_break } else { on_continue }) = label;
        }
        Ok(true)
    }

    fn raise_statement(&mut self, exc: Option<ExprId>, cause: Option<ExprId>, span: Span) -> Res<()> {
        let mark = self.unit.next;
        let op = match (exc, cause) {
            (None, _) => Op::RaiseCurrent {},
            (Some(exc), None) => Op::Raise { exc: Reg(self.operand(exc, None)?) },
            (Some(exc), Some(cause)) => {
                let exc = Reg(self.operand_held(exc, None)?);
                Op::RaiseFrom { exc, cause: Reg(self.operand(cause, None)?) }
            }
        };
        self.emit(op, span);
        self.end_flow();
        self.free_to(mark);
        Ok(())
    }

    fn assert_statement(&mut self, test: ExprId, msg: Option<ExprId>, span: Span) -> Res<()> {
        let mut passed = Label::new();
        self.jump_if(test, true, &mut passed)?;
        if self.unit.reachable {
            let mark = self.unit.next;
            // CPython's traceback marks the test.
            let blame = self.tree.expr_span(test);
            let base = self.temp()?;
            self.emit(Op::LoadCommon { dst: Dst(base), which: Flag(Common::AssertionError as u8) }, span);
            if let Some(msg) = msg {
                let reg = self.temp()?;
                self.expr_to(msg, reg)?;
                self.emit(Op::Call { dst: Dst(base), base: Base(base), argc: Count(1) }, blame);
            }
            self.emit(Op::Raise { exc: Reg(base) }, blame);
            self.end_flow();
            self.free_to(mark);
        }
        self.bind(passed);
        Ok(())
    }

    // --- annotations

    fn annotated(&mut self, target: ExprId, annotation: ExprId, value: Option<ExprId>, simple: bool, span: Span) -> Res<()> {
        let mark = self.unit.next;
        if let Some(value) = value {
            if let Some((_, reg)) = self.local_register(target) {
                self.expr_to(value, reg)?;
                self.unit.assigned.insert(reg);
            } else {
                let src = self.operand_held(value, None)?;
                self.store(target, src)?;
            }
        } else {
            // Python evaluates the parts of the target although nothing is stored.
            match self.tree.expr(target) {
                Expr::Attribute { value, .. } => self.expression_statement(value)?,
                Expr::Subscript { value, index, .. } => {
                    self.expression_statement(value)?;
                    self.expression_statement(index)?;
                }
                _ => {}
            }
        }
        self.free_to(mark);
        if !matches!(self.unit.kind, ScopeKind::Module | ScopeKind::Class) {
            return Ok(());
        }
        match self.tree.expr(target) {
            Expr::Name { name, .. } if simple => {
                let src = self.temp()?;
                self.annotation_to(annotation, src)?;
                let dict = self.temp()?;
                self.load_annotations(dict, span)?;
                let key = self.temp()?;
                let name = self.names.mangle(self.unit.private, name);
                let text = self.text_constant(name);
                self.load_constant(key, text, span)?;
                self.emit(Op::SetItem { obj: Reg(dict), key: Reg(key), src: Reg(src) }, span);
            }
            _ if !self.future_annotations => self.expression_statement(annotation)?,
            _ => {}
        }
        self.free_to(mark);
        Ok(())
    }

    /// Loads the value of an annotation: the expression, or its text under `from __future__ import annotations`.
    pub(super) fn annotation_to(&mut self, annotation: ExprId, dst: u8) -> Res<()> {
        if !self.future_annotations {
            return self.expr_to(annotation, dst);
        }
        let text = super::unparse::unparse(self.tree, annotation);
        self.load_constant(dst, Constant::Str(text.into()), self.tree.expr_span(annotation))
    }

    fn load_annotations(&mut self, dst: u8, span: Span) -> Res<()> {
        let name = self.names.intern("__annotations__");
        let op = if self.unit.kind == ScopeKind::Class {
            Op::LoadName { dst: Dst(dst), name: self.name_operand(name)? }
        } else {
            Op::LoadGlobal { dst: Dst(dst), global: self.global(name) }
        };
        self.emit(op, span);
        Ok(())
    }

    pub(super) fn setup_annotations(&mut self) -> Res<()> {
        let span = self.unit.here;
        let reg = self.temp()?;
        self.intrinsic(Intrinsic::SetupAnnotations, reg, reg, 0, span);
        self.free_to(reg);
        Ok(())
    }

    pub(super) fn intrinsic(&mut self, which: Intrinsic, dst: u8, base: u8, argc: u8, span: Span) {
        self.emit(Op::Intrinsic { dst: Dst(dst), base: Base(base), argc: Count(argc), which: Imm32(which as i32) }, span);
    }

    /// Returns the docstring of a body without its common indentation, as in CPython.
    pub(super) fn docstring(&self, body: List<StmtId>) -> Option<Box<str>> {
        let first = self.tree.list(body).first()?;
        let Stmt::Expr { value } = self.tree.stmt(*first) else { return None };
        let Expr::Constant(crate::tree::Constant::Str(id)) = self.tree.expr(value) else { return None };
        Some(fold::clean_docstring(self.tree.text(id)).into())
    }

    pub(super) fn limit(&self, what: &'static str) -> CompileError {
        CompileError::new(what, self.unit.here)
    }
}
