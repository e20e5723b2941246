//! Targets of assignments, `del` and captures.

use super::scope::name;
use super::{Checker, Pass};
use crate::error::ErrorKind;
use crate::tree::{Expr, ExprId, List};

/// CPython's limit on the number of targets before a starred one.
const MAX_BEFORE_STAR: usize = 255;

impl Checker<'_> {
    pub(super) fn target(&mut self, id: ExprId) {
        if let Expr::Starred { value, .. } = self.tree.expr(id) {
            self.target(value);
            let span = self.tree.expr_span(id);
            self.report(Pass::Code, ErrorKind::Target, "starred assignment target must be in a list or tuple", span);
            return;
        }
        self.inner_target(id, "assign to");
    }

    pub(super) fn delete(&mut self, id: ExprId) {
        self.inner_target(id, "delete");
    }

    fn inner_target(&mut self, id: ExprId, verb: &str) {
        let span = self.tree.expr_span(id);
        match self.tree.expr(id) {
            Expr::Name { name, .. } => {
                self.define(name, name::LOCAL, span);
                self.forbid_debug(name, span, verb);
            }
            Expr::Attribute { value, attr, .. } => {
                self.expr(value);
                // CPython does not report `del x.__debug__`.
                if verb != "delete" {
                    self.forbid_debug(attr.name, span, verb);
                }
            }
            Expr::Subscript { value, index, .. } => {
                self.expr(value);
                self.element(index);
            }
            Expr::Tuple { items, .. } | Expr::List { items, .. } => {
                if verb != "delete" {
                    self.check_stars(id, items);
                }
                for item in self.tree.list(items) {
                    match self.tree.expr(*item) {
                        Expr::Starred { value, .. } => self.inner_target(value, verb),
                        _ => self.inner_target(*item, verb),
                    }
                }
            }
            _ => self.expr(id),
        }
    }

    fn check_stars(&mut self, id: ExprId, items: List<ExprId>) {
        let mut star = None;
        for (index, item) in self.tree.list(items).iter().enumerate() {
            if !matches!(self.tree.expr(*item), Expr::Starred { .. }) {
                continue;
            }
            let span = self.tree.expr_span(id);
            if star.is_some() {
                self.report(Pass::Code, ErrorKind::Target, "multiple starred expressions in assignment", span);
                return;
            }
            if index > MAX_BEFORE_STAR {
                self.report(Pass::Code, ErrorKind::Target, "too many expressions in star-unpacking assignment", span);
                return;
            }
            star = Some(index);
        }
    }
}
