//! Finds the part of a failed expression that is marked with `^`: the operator of a binary operation, the brackets of a subscript, the
//! parentheses of a call.
//!
//! The text of the expression is parsed again. The span of an instruction covers exactly one expression, so no tree is kept at run time.

use std::sync::Arc;

use stockade_compiler::tree::{Expr, ExprId, Stmt, Tree};
use stockade_compiler::{ParseLimits, SourceText};

/// A position in the expression: line (from 0) and character.
type At = (usize, usize);

/// The text from `left` to `right` (exclusive) is marked with `^`, the rest with `~`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Anchors {
    pub(super) left: At,
    pub(super) right: At,
}

/// The kind of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Shape {
    pub(super) anchors: Option<Anchors>,
    pub(super) is_call: bool,
    /// A call whose callee is a plain name.
    pub(super) calls_name: bool,
    /// The byte range of the callee, without parentheses around it.
    pub(super) callee: Option<(u32, u32)>,
}

/// Function headers to parse the expression in: `await` and `yield` are valid only inside a function.
const HEADS: [&str; 2] = ["async def f():\n (\n", "def f():\n (\n"];

/// The shape of an expression; the default when the text does not parse as a single expression.
pub(super) fn shape(segment: &str) -> Shape {
    HEADS.iter().find_map(|head| parsed(segment, head)).unwrap_or_default()
}

fn parsed(segment: &str, head: &str) -> Option<Shape> {
    let text = format!("{head}{segment}\n )\n");
    let tree = stockade_compiler::parse(&Arc::new(SourceText::new("", &text)), &ParseLimits::default()).ok()?;
    let [only] = tree.list(tree.body) else { return None };
    let Stmt::FunctionDef(id) = tree.stmt(*only) else { return None };
    let [inner] = tree.list(tree.function(id)?.body) else { return None };
    let Stmt::Expr { value } = tree.stmt(*inner) else { return None };
    let lines: Vec<Vec<char>> = segment.split('\n').map(|line| line.chars().collect()).collect();
    let reader = Reader { segment, lines, tree: &tree, head: head.len() };
    Some(reader.shape(value))
}

struct Reader<'a> {
    segment: &'a str,
    lines: Vec<Vec<char>>,
    tree: &'a Tree,
    head: usize,
}

impl Reader<'_> {
    fn shape(&self, e: ExprId) -> Shape {
        match self.tree.expr(e) {
            Expr::Binary { left, right, .. } => Shape { anchors: self.operator(left, right), ..Shape::default() },
            Expr::Subscript { value, .. } => Shape { anchors: self.brackets(value, e, '['), ..Shape::default() },
            Expr::Call { func, .. } => Shape {
                anchors: self.brackets(func, e, '('),
                is_call: true,
                calls_name: matches!(self.tree.expr(func), Expr::Name { .. }),
                callee: self.part(func),
            },
            _ => Shape::default(),
        }
    }

    fn part(&self, e: ExprId) -> Option<(u32, u32)> {
        let span = self.tree.expr_span(e);
        Some((u32::try_from(self.offset(span.start)).ok()?, u32::try_from(self.offset(span.end)).ok()?))
    }

    /// Converts a byte offset of the parsed text to one of the expression.
    fn offset(&self, at: u32) -> usize {
        (at as usize).saturating_sub(self.head)
    }

    fn place(&self, at: u32) -> At {
        let before = self.segment.get(..self.offset(at)).unwrap_or("");
        let line = before.matches('\n').count();
        (line, before.rsplit('\n').next().unwrap_or("").chars().count())
    }

    fn char_at(&self, (line, column): At) -> Option<char> {
        self.lines.get(line)?.get(column).copied()
    }

    /// The position itself, or the start of the next line that is not empty.
    fn valid(&self, (mut line, mut column): At) -> Option<At> {
        while column >= self.lines.get(line)?.len() {
            line += 1;
            column = 0;
        }
        Some((line, column))
    }

    /// The first position from `at` on with a wanted character. Comments and line continuations are skipped.
    fn find(&self, at: At, wanted: impl Fn(char) -> bool) -> Option<At> {
        let mut at = self.valid(at)?;
        loop {
            let c = self.char_at(at)?;
            if c == '\\' || c == '#' {
                at = self.valid((at.0 + 1, 0))?;
            } else if wanted(c) {
                return Some(at);
            } else {
                at = self.valid((at.0, at.1 + 1))?;
            }
        }
    }

    fn operator(&self, left: ExprId, right: ExprId) -> Option<Anchors> {
        let (line, column) = self.find(self.place(self.tree.expr_span(left).end), |c| !c.is_whitespace() && c != ')')?;
        let mut end = column + 1;
        let rhs = self.place(self.tree.expr_span(right).start);
        let second = self.char_at((line, end));
        if (rhs.0 > line || end < rhs.1) && second.is_some_and(|c| !c.is_whitespace() && c != '\\' && c != '#') {
            end += 1;
        }
        Some(Anchors { left: (line, column), right: (line, end) })
    }

    fn brackets(&self, inner: ExprId, whole: ExprId, open: char) -> Option<Anchors> {
        let left = self.find(self.place(self.tree.expr_span(inner).end), |c| c == open)?;
        Some(Anchors { left, right: self.place(self.tree.expr_span(whole).end) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anchors(segment: &str) -> Option<(At, At)> {
        shape(segment).anchors.map(|anchors| (anchors.left, anchors.right))
    }

    #[test]
    fn marks_of_operators_subscripts_and_calls() {
        assert_eq!(anchors("a + b"), Some(((0, 2), (0, 3))));
        assert_eq!(anchors("(a) // b"), Some(((0, 4), (0, 6))));
        assert_eq!(anchors("a\n  **\nb"), Some(((1, 2), (1, 4))));
        assert_eq!(anchors("é[1]"), Some(((0, 1), (0, 4))));
        assert_eq!(anchors("f(await x)"), Some(((0, 1), (0, 10))));
        assert_eq!(anchors("f((yield from x))"), Some(((0, 1), (0, 17))));
        assert_eq!(anchors("f(  # (\n  1)"), Some(((0, 1), (1, 4))));
        assert_eq!(anchors("a.b"), None);
        assert_eq!(anchors("raise x"), None);
    }
}
