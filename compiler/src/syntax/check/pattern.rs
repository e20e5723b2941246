//! `match`: patterns that always or never match, and names captured twice.

use rustc_hash::FxHashSet;

use super::{Checker, Pass};
use crate::error::ErrorKind;
use crate::tree::{BinOp, Case, Constant, Expr, ExprId, Ident, List, Pattern, PatternId, Span, Sym, UnaryOp};

impl Checker<'_> {
    pub(super) fn match_cases(&mut self, subject: ExprId, cases: List<Case>) {
        self.expr(subject);
        let cases = self.tree.list(cases);
        for (index, case) in cases.iter().enumerate() {
            let mut names = FxHashSet::default();
            let may_be_irrefutable = case.guard.is_some() || index + 1 == cases.len();
            self.pattern(case.pattern, may_be_irrefutable, &mut names);
            self.opt_expr(case.guard);
            self.body(case.body);
        }
    }

    fn bad_pattern(&mut self, message: impl Into<Box<str>>, span: Span) {
        self.report(Pass::Code, ErrorKind::Pattern, message, span);
    }

    /// Checks a pattern. `names` collects the names that it captures.
    fn pattern(&mut self, id: PatternId, may_be_irrefutable: bool, names: &mut FxHashSet<Sym>) {
        if self.deadline.is_over() {
            return;
        }
        let tree = self.tree;
        let span = tree.pattern_span(id);
        match tree.pattern(id) {
            Pattern::Wildcard => {
                if !may_be_irrefutable {
                    self.bad_pattern("wildcard makes remaining patterns unreachable", span);
                }
            }
            Pattern::As { pattern: None, name } => {
                if !may_be_irrefutable {
                    let text = tree.name(name.name);
                    self.bad_pattern(format!("name capture '{text}' makes remaining patterns unreachable"), span);
                }
                self.capture(name, span, names);
            }
            Pattern::As { pattern: Some(pattern), name } => {
                self.pattern(pattern, may_be_irrefutable, names);
                self.capture(name, span, names);
            }
            Pattern::Star { name } => {
                if let Some(name) = name {
                    self.capture(name, span, names);
                }
            }
            Pattern::Singleton(_) => {}
            Pattern::Value(value) => {
                if matches!(tree.expr(value), Expr::FString { .. }) {
                    self.bad_pattern("patterns may only match literals and attribute lookups", span);
                }
                self.expr(value);
            }
            Pattern::Sequence { items } => {
                let items = tree.list(items);
                if items.iter().filter(|item| matches!(tree.pattern(**item), Pattern::Star { .. })).count() > 1 {
                    self.bad_pattern("multiple starred names in sequence pattern", span);
                }
                for item in items {
                    self.pattern(*item, true, names);
                }
            }
            Pattern::Mapping { keys, patterns, rest } => {
                self.mapping_keys(tree.list(keys), span);
                for pattern in tree.list(patterns) {
                    self.pattern(*pattern, true, names);
                }
                if let Some(rest) = rest {
                    self.capture(rest, span, names);
                }
            }
            Pattern::Class { class, positional, keywords } => {
                self.expr(class);
                let keywords = tree.list(keywords);
                let mut seen = FxHashSet::default();
                for keyword in keywords {
                    self.forbid_debug(keyword.attr.name, tree.pattern_span(keyword.pattern), "assign to");
                    if !seen.insert(keyword.attr.name) {
                        let text = tree.name(keyword.attr.name);
                        let at = tree.pattern_span(keyword.pattern);
                        self.bad_pattern(format!("attribute name repeated in class pattern: {text}"), at);
                    }
                }
                for pattern in tree.list(positional).iter().chain(keywords.iter().map(|keyword| &keyword.pattern)) {
                    self.pattern(*pattern, true, names);
                }
            }
            Pattern::Or { patterns } => self.alternatives(tree.list(patterns), span, may_be_irrefutable, names),
        }
    }

    fn alternatives(&mut self, patterns: &[PatternId], span: Span, may_be_irrefutable: bool, names: &mut FxHashSet<Sym>) {
        let mut expected: Option<FxHashSet<Sym>> = None;
        for (index, pattern) in patterns.iter().enumerate() {
            let mut bound = FxHashSet::default();
            self.pattern(*pattern, may_be_irrefutable && index + 1 == patterns.len(), &mut bound);
            match &expected {
                None => expected = Some(bound),
                Some(expected) if *expected == bound => {}
                Some(_) => self.bad_pattern("alternative patterns bind different names", span),
            }
        }
        // Sorted, so that the reported name does not depend on hashing.
        let mut bound: Vec<Sym> = expected.unwrap_or_default().into_iter().collect();
        bound.sort_unstable();
        for name in bound {
            self.bind_once(name, span, names);
        }
    }

    fn capture(&mut self, name: Ident, span: Span, names: &mut FxHashSet<Sym>) {
        self.bind(name.name, name.span);
        self.forbid_debug(name.name, span, "assign to");
        self.bind_once(name.name, span, names);
    }

    fn bind_once(&mut self, name: Sym, span: Span, names: &mut FxHashSet<Sym>) {
        if !names.insert(name) {
            let text = self.tree.name(name);
            self.bad_pattern(format!("multiple assignments to name '{text}' in pattern"), span);
        }
    }

    fn mapping_keys(&mut self, keys: &[ExprId], span: Span) {
        let mut seen: FxHashSet<Key> = FxHashSet::default();
        for key in keys {
            if matches!(self.tree.expr(*key), Expr::FString { .. }) {
                self.bad_pattern("mapping pattern keys may only match literals and attribute lookups", span);
            }
            self.expr(*key);
            let Some(literal) = self.key(*key) else { continue };
            if !seen.insert(literal) {
                let shown = self.shown_key(*key);
                self.bad_pattern(format!("mapping pattern checks duplicate key ({shown})"), span);
            }
        }
    }

    /// Returns a literal key in a form that is equal for keys that Python treats as equal: `0`, `0.0`, `-0`, `0j` and `False`.
    fn key(&self, id: ExprId) -> Option<Key> {
        // Adding zero turns -0.0 into 0.0.
        let number = |real: f64, imag: f64| Some(Key::Number((real + 0.0).to_bits(), (imag + 0.0).to_bits()));
        let value = f64::from_bits;
        match self.tree.expr(id) {
            Expr::Constant(constant) => match constant {
                Constant::None => Some(Key::None),
                Constant::True => number(1.0, 0.0),
                Constant::False => number(0.0, 0.0),
                Constant::Int(value) => match exact_float(value) {
                    Some(float) => number(float, 0.0),
                    None => Some(Key::Integer(value.to_string())),
                },
                Constant::BigInt(id) => Some(Key::Integer(self.tree.text(id).to_owned())),
                Constant::Float(value) => number(value, 0.0),
                Constant::Imaginary(value) => number(0.0, value),
                Constant::Str(id) => Some(Key::Text(self.tree.text(id).to_owned())),
                Constant::Bytes(id) => Some(Key::Bytes(self.tree.bytes(id).to_owned())),
                Constant::Ellipsis => None,
            },
            Expr::Unary { op: UnaryOp::Neg, operand } => match self.key(operand)? {
                Key::Number(real, imag) => number(-value(real), -value(imag)),
                Key::Integer(digits) => Some(Key::Integer(format!("-{digits}"))),
                _ => None,
            },
            Expr::Binary { op, left, right } => match (op, self.key(left)?, self.key(right)?) {
                (BinOp::Add, Key::Number(real, _), Key::Number(_, imag)) => number(value(real), value(imag)),
                (BinOp::Sub, Key::Number(real, _), Key::Number(_, imag)) => number(value(real), -value(imag)),
                _ => None,
            },
            _ => None,
        }
    }

    fn shown_key(&self, id: ExprId) -> String {
        match self.tree.expr(id) {
            Expr::Constant(Constant::None) => "None".to_owned(),
            Expr::Constant(Constant::True) => "True".to_owned(),
            Expr::Constant(Constant::False) => "False".to_owned(),
            Expr::Constant(Constant::Int(value)) => value.to_string(),
            Expr::Constant(Constant::BigInt(id)) => self.tree.text(id).to_owned(),
            Expr::Constant(Constant::Float(value)) => shown_float(value, true),
            Expr::Constant(Constant::Imaginary(value)) => format!("{}j", shown_float(value, false)),
            Expr::Constant(Constant::Str(id)) => {
                let text = self.tree.text(id);
                let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
                format!("{quote}{}{quote}", text.replace('\\', "\\\\").replace('\n', "\\n"))
            }
            Expr::Constant(Constant::Bytes(id)) => format!("b'{}'", self.tree.bytes(id).escape_ascii()),
            Expr::Unary { op: UnaryOp::Neg, operand } => match self.shown_key(operand) {
                zero if zero == "0" => zero,
                number => format!("-{number}"),
            },
            _ => "...".to_owned(),
        }
    }
}

/// Returns the float that equals an integer, if the integer is small enough to have one for certain.
fn exact_float(value: i64) -> Option<f64> {
    const EXACT: i64 = 1 << 53;
    (-EXACT..=EXACT).contains(&value).then_some(value as f64)
}

fn shown_float(value: f64, point: bool) -> String {
    let text = format!("{value}");
    if point && !text.contains(['.', 'e', 'n', 'i']) { format!("{text}.0") } else { text }
}

#[derive(Debug, PartialEq, Eq, Hash)]
enum Key {
    None,
    /// The bits of the real and the imaginary part.
    Number(u64, u64),
    /// The digits of an integer that may have no equal float.
    Integer(String),
    Text(String),
    Bytes(Vec<u8>),
}
