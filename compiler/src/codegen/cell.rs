//! A notebook cell: a module whose value is the value of its last statement. That may be an assignment, a definition, or an `if` or `for`.

use super::Compiler;
use super::unit::Label;
use crate::bytecode::{Constant, Dst, Op, Reg, Target};
use crate::error::Res;
use crate::tree::{Expr, ExprId, List, Span, Stmt, StmtId};

impl Compiler<'_> {
    /// Compiles the last statement of the module, and returns its value or None.
    pub(super) fn last_cell_statement(&mut self, last: StmtId, span: Span) -> Res<()> {
        let result = self.temp()?;
        self.load_constant(result, Constant::None, span)?;
        self.unit.result = Some(result);
        self.stmt(last)?;
        self.unit.result = None;
        if self.unit.reachable {
            self.emit_return(result, span);
        }
        Ok(())
    }

    /// Compiles a statement whose value goes to the register `result`. `if` and `for` do that for the statements inside
    /// them. A statement without a value leaves `result` unchanged.
    pub(super) fn stmt_of_cell(&mut self, id: StmtId, result: u8) -> Res<()> {
        let span = self.tree.stmt_span(id);
        let mark = self.unit.next;
        match self.tree.stmt(id) {
            Stmt::If { .. } | Stmt::For { is_async: false, .. } => return self.stmt_plain(id),
            Stmt::Expr { value } => {
                let src = self.operand(value, None)?;
                self.keep_result(src, result, span);
            }
            Stmt::Assign { targets, value } => self.assign_of_cell(targets, value, result, span)?,
            _ => {
                self.unit.result = None;
                self.stmt_plain(id)?;
                self.unit.result = Some(result);
                if self.unit.reachable {
                    self.reload(id, result, span)?;
                }
            }
        }
        self.free_to(mark);
        Ok(())
    }

    fn assign_of_cell(&mut self, targets: List<ExprId>, value: ExprId, result: u8, span: Span) -> Res<()> {
        let src = self.temp()?;
        self.expr_to(value, src)?;
        for target in self.tree.list(targets) {
            self.store(*target, src)?;
        }
        self.keep_result(src, result, span);
        Ok(())
    }

    /// Reads back the value that the statement has just bound, and stores it in `result`.
    fn reload(&mut self, id: StmtId, result: u8, span: Span) -> Res<()> {
        let name = match self.tree.stmt(id) {
            Stmt::AugAssign { target, .. } | Stmt::AnnAssign { target, value: Some(_), .. } => {
                if matches!(self.tree.expr(target), Expr::Name { .. }) {
                    let src = self.temp()?;
                    self.expr_to(target, src)?;
                    self.keep_result(src, result, span);
                }
                return Ok(());
            }
            Stmt::FunctionDef(function) => self.tree.function(function).map(|function| function.name.name),
            Stmt::ClassDef(class) => self.tree.class(class).map(|class| class.name.name),
            _ => None,
        };
        if let Some(name) = name {
            let global = self.global(crate::symbols::Names::of(name));
            let src = self.temp()?;
            self.emit(Op::LoadGlobal { dst: Dst(src), global }, span);
            self.keep_result(src, result, span);
        }
        Ok(())
    }

    /// Stores a value in `result`. None does not replace the value of an earlier statement.
    fn keep_result(&mut self, src: u8, result: u8, span: Span) {
        if !self.unit.reachable {
            return;
        }
        let mut none = Label::new();
        self.jump(&mut none, Op::JumpIfNone { src: Reg(src), target: Target(0) }, span);
        self.emit(Op::Move { dst: Dst(result), src: Reg(src) }, span);
        self.bind(none);
    }
}
