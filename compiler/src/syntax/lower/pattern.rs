//! `match` patterns.

use rustpython_ast as ast;
use rustpython_text_size::Ranged;

use super::{Lowerer, span};
use crate::tree::{Constant, KeywordPattern, List, Pattern, PatternId, Span};

impl Lowerer<'_> {
    pub(super) fn pattern(&mut self, pattern: &ast::Pattern) -> PatternId {
        let node = match pattern {
            ast::Pattern::MatchValue(p) => {
                self.suspect_value(&p.value);
                Pattern::Value(self.expr(&p.value))
            }
            ast::Pattern::MatchSingleton(p) => Pattern::Singleton(match p.value {
                ast::Singleton::None => Constant::None,
                ast::Singleton::True => Constant::True,
                ast::Singleton::False => Constant::False,
            }),
            ast::Pattern::MatchSequence(p) => {
                self.suspect_missing_comma(&p.patterns);
                Pattern::Sequence { items: self.patterns(&p.patterns) }
            }
            ast::Pattern::MatchMapping(p) => {
                self.suspect_underscore(p.rest.as_ref());
                for key in &p.keys {
                    self.suspect_value(key);
                }
                Pattern::Mapping {
                    keys: self.expr_list(&p.keys),
                    patterns: self.patterns(&p.patterns),
                    rest: self.opt_ident(p.rest.as_ref()),
                }
            }
            ast::Pattern::MatchClass(p) => {
                self.suspect_name(&p.cls);
                let class = self.expr(&p.cls);
                for keyword in &p.arguments.keywords {
                    // The parser accepts `C((a)=1)`.
                    self.facts.is_suspect |= self.source.slice(span(keyword.range())).starts_with('(');
                }
                let positional = self.patterns(&p.arguments.patterns);
                let keywords: Vec<KeywordPattern> = p
                    .arguments
                    .keywords
                    .iter()
                    .map(|keyword| KeywordPattern { attr: self.ident(&keyword.attr), pattern: self.pattern(&keyword.pattern) })
                    .collect();
                Pattern::Class { class, positional, keywords: self.tree.add_list(keywords) }
            }
            ast::Pattern::MatchStar(p) => {
                self.suspect_parenthesized_star(span(p.range()));
                Pattern::Star { name: self.opt_ident(p.name.as_ref()) }
            }
            ast::Pattern::MatchAs(p) => match (&p.pattern, &p.name) {
                (pattern, Some(name)) => {
                    self.suspect_underscore(Some(name));
                    let pattern = pattern.as_deref().map(|pattern| self.pattern(pattern));
                    Pattern::As { pattern, name: self.ident(name) }
                }
                (Some(pattern), None) => return self.pattern(pattern),
                (None, None) => Pattern::Wildcard,
            },
            ast::Pattern::MatchOr(p) => Pattern::Or { patterns: self.patterns(&p.patterns) },
        };
        self.tree.add_pattern(node, span(pattern.range()))
    }

    /// The parser accepts `_` as the name of an `as` pattern or of `**rest`. CPython does not, because `_` captures nothing.
    fn suspect_underscore(&mut self, name: Option<&ast::Identifier>) {
        self.facts.is_suspect |= name.is_some_and(|name| name.id.as_str() == "_");
    }

    /// A dotted name in a pattern must not start with `_`.
    fn suspect_name(&mut self, name: &ast::Expr) {
        let mut first = name;
        while let ast::Expr::Attribute(attribute) = first {
            first = &attribute.value;
        }
        let is_dotted = matches!(name, ast::Expr::Attribute(_));
        self.facts.is_suspect |= is_dotted && matches!(first, ast::Expr::Name(name) if name.id.as_str() == "_");
    }

    /// The parser accepts `[(*a)]`.
    fn suspect_parenthesized_star(&mut self, at: Span) {
        const BLANKS: [char; 4] = [' ', '\t', '\n', '\x0c'];
        let text = self.source.text();
        let before = text.get(..at.start as usize).unwrap_or("").trim_end_matches(BLANKS);
        let after = text.get(at.end as usize..).unwrap_or("").trim_start_matches(BLANKS);
        self.facts.is_suspect |= before.ends_with('(') && after.starts_with(')');
    }

    /// The parser accepts `[a b]`. It does not require the first comma.
    fn suspect_missing_comma(&mut self, patterns: &[ast::Pattern]) {
        if let [first, second, ..] = patterns {
            let between = self.source.slice(Span::new(span(first.range()).end, span(second.range()).start));
            self.facts.is_suspect |= between.trim_matches([' ', '\t', '\n', '\x0c', '(', ')', '[', ']', '{']) != ",";
        }
    }

    /// The parser accepts operators in a value pattern that the grammar does not have: `-1 ** 2`.
    fn suspect_value(&mut self, value: &ast::Expr) {
        let is_number = |expr: &ast::Expr| match expr {
            ast::Expr::UnaryOp(e) => e.op == ast::UnaryOp::USub && e.operand.is_number_literal_expr(),
            expr => expr.is_number_literal_expr(),
        };
        self.suspect_name(value);
        self.facts.is_suspect |= match value {
            // The parser accepts `(1) + 2j`.
            ast::Expr::BinOp(e) => {
                !(is_number(&e.left) && e.right.is_number_literal_expr()) || self.source.slice(span(e.range())).contains(['(', ')'])
            }
            ast::Expr::UnaryOp(_) => !is_number(value),
            _ => false,
        };
    }

    fn patterns(&mut self, patterns: &[ast::Pattern]) -> List<PatternId> {
        let ids: Vec<PatternId> = patterns.iter().map(|pattern| self.pattern(pattern)).collect();
        self.tree.add_list(ids)
    }
}
