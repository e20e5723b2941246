//! The actions of the grammar (`{...}`), which produce CPython's messages and their places.

use rustpython_ast as ast;
use rustpython_parser as parser;
use rustpython_text_size::{Ranged, TextRange, TextSize};

use super::matcher::{Capture, Matcher, Outcome};
use super::notation::{Action, INDENT};
use super::strings;
use crate::error::{ErrorKind, SyntaxError};
use crate::tree::Span;

pub(super) fn act(matcher: &Matcher<'_>, action: &Action, [a, b]: [Capture; 2], end: usize) -> Outcome {
    let m = matcher;
    let message = action.message.as_str();
    match action.verb {
        "at" | "from" => report(message, m.node(a)),
        "range" => report(message, m.node(a).to(m.node(b))),
        "last" => report(message, m.span(m.last_read())),
        "next" => report(message, m.span(end)),
        "block" => {
            let line = m.source.line_of(m.covered(a).start);
            expected_block(m, &format!("expected an indented block after {message} on line {line}"))
        }
        "expected_block" => expected_block(m, "expected an indented block"),
        "strings" => match strings::check(m, a) {
            Some(error) => Outcome::Report(error),
            None => Outcome::Matched,
        },
        "conversion" => conversion(m, a),
        "conversion_place" => conversion_place(m, a, b),
        "real_number" if m.is_imaginary(a) => report("real number required in complex literal", m.covered(a)),
        "imaginary_number" if !m.is_imaginary(a) => report("imaginary number required in complex literal", m.covered(a)),
        "real_number" | "imaginary_number" => Outcome::Matched,
        "missing_comma" => {
            let inside_brackets = end.checked_sub(1).and_then(|last| m.lexeme(last)).is_some_and(|last| last.level > 0);
            if is_legacy(m, a) || !inside_brackets {
                return Outcome::Failed;
            }
            report("invalid syntax. Perhaps you forgot a comma?", m.node(a).to(m.node(b)))
        }
        "legacy_statement" => {
            if !is_legacy(m, a) {
                return Outcome::Failed;
            }
            let name = m.text(a.start);
            let message = format!("Missing parentheses in call to '{name}'. Did you mean {name}(...)?");
            report(message, m.covered(a).to(m.covered(b)))
        }
        "constant_keyword" => report(format!("cannot assign to {}", m.text(a.start)), m.covered(a).to(m.covered(b))),
        "walrus_target" => named(m, a, |name| format!("cannot use assignment expressions with {name}")),
        "equals_for_assignment" => named(m, a, |name| format!("cannot assign to {name} here. Maybe you meant '==' instead of '='?")),
        "annotated_display" => named(m, a, |name| format!("only single target (not {name}) can be annotated")),
        "augmented_target" => named(m, a, |name| format!("'{name}' is an illegal expression for augmented assignment")),
        "assignment_target" => invalid_target(m, a, Targets::Assigned),
        "for_target" => invalid_target(m, a, Targets::Loop),
        "delete_target" => invalid_target(m, a, Targets::Deleted),
        "comprehension_target" => {
            let message = "did you forget parentheses around the comprehension target?";
            report(message, m.covered(a).to(m.covered(b)))
        }
        "parameter_after_default" => report("parameter without a default follows parameter with a default", m.parameter(a)),
        "dictionary_key" => {
            let covered = m.covered(a);
            report("':' expected after dictionary key", Span::new(covered.end.saturating_sub(1), covered.end))
        }
        "type_variable_bound" => type_bound(m, a, b, "TypeVarTuple"),
        "parameter_specification_bound" => type_bound(m, a, b, "ParamSpec"),
        "generator_after_arguments" => match m.arguments(a) {
            Some(arguments) if arguments.args.len() > 1 => {
                let last = arguments.args.last().map_or(m.covered(a), |last| m.unwrapped(last.range(), a, CALL_WRAP));
                report("Generator expression must be parenthesized", last.to(m.covered(b)))
            }
            _ => Outcome::Failed,
        },
        "positional_after_keyword" => {
            let unpacks = m.arguments(a).is_some_and(|arguments| arguments.keywords.iter().any(|keyword| keyword.arg.is_none()));
            let what = if unpacks { "keyword argument unpacking" } else { "keyword argument" };
            report(format!("positional argument follows {what}"), m.span(m.last_read()))
        }
        _ => Outcome::Failed,
    }
}

fn report(message: impl Into<Box<str>>, span: Span) -> Outcome {
    let message = message.into();
    let kind = if message.starts_with("cannot assign") || message.starts_with("cannot delete") || message.contains("illegal") {
        ErrorKind::Target
    } else if message.contains("pattern") || message.starts_with("cannot use '_'") {
        ErrorKind::Pattern
    } else {
        ErrorKind::Syntax
    };
    Outcome::Report(SyntaxError::new(kind, message, span))
}

fn expected_block(m: &Matcher<'_>, message: &str) -> Outcome {
    Outcome::Report(SyntaxError::indentation(message, m.span(m.last_read())))
}

fn is_legacy(m: &Matcher<'_>, a: Capture) -> bool {
    a.end == a.start + 1 && matches!(m.text(a.start), "print" | "exec")
}

fn conversion_place(m: &Matcher<'_>, mark: Capture, name: Capture) -> Outcome {
    let (mark, name) = (m.covered(mark), m.covered(name));
    if mark.end == name.start {
        return Outcome::Matched;
    }
    report("f-string: conversion type must come right after the exclamanation mark", mark.to(name))
}

fn conversion(m: &Matcher<'_>, conversion: Capture) -> Outcome {
    // The capture is empty if there is no conversion.
    let Some(name) = (conversion.end > conversion.start).then(|| m.span(conversion.end - 1)) else { return Outcome::Matched };
    match m.source.slice(name) {
        "s" | "r" | "a" => Outcome::Matched,
        other => report(format!("f-string: invalid conversion character '{other}': expected 's', 'r', or 'a'"), name),
    }
}

fn type_bound(m: &Matcher<'_>, colon: Capture, bound: Capture, what: &str) -> Outcome {
    let is_tuple = m.expression(bound).is_some_and(|(expr, _)| matches!(expr, ast::Expr::Tuple(_)));
    let word = if is_tuple { "constraints" } else { "bound" };
    report(format!("cannot use {word} with {what}"), m.covered(colon).to(m.covered(bound)))
}

/// Reports a message that names the kind of the expression at `a`.
fn named(m: &Matcher<'_>, a: Capture, message: impl FnOnce(&str) -> String) -> Outcome {
    match m.expression(a) {
        Some((expr, span)) => report(message(expr_name(&expr)), span),
        None => report("invalid syntax", m.covered(a)),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Targets {
    Assigned,
    Deleted,
    Loop,
}

fn invalid_target(m: &Matcher<'_>, a: Capture, targets: Targets) -> Outcome {
    let Some((expr, _)) = m.expression(a) else { return Outcome::Failed };
    let Some(found) = find_invalid_target(&expr, targets) else { return Outcome::Failed };
    let verb = if targets == Targets::Deleted { "delete" } else { "assign to" };
    report(format!("cannot {verb} {}", expr_name(found)), m.unwrapped(found.range(), a, TUPLE_WRAP))
}

fn find_invalid_target(expr: &ast::Expr, targets: Targets) -> Option<&ast::Expr> {
    match expr {
        ast::Expr::List(list) => list.elts.iter().find_map(|item| find_invalid_target(item, targets)),
        ast::Expr::Tuple(tuple) => tuple.elts.iter().find_map(|item| find_invalid_target(item, targets)),
        ast::Expr::Starred(_) if targets == Targets::Deleted => Some(expr),
        ast::Expr::Starred(starred) => find_invalid_target(&starred.value, targets),
        // The parser reads the `x in y` of `for x in y` as a comparison.
        ast::Expr::Compare(compare) if targets == Targets::Loop => match compare.ops.first() {
            Some(ast::CmpOp::In) => find_invalid_target(&compare.left, targets),
            _ => None,
        },
        ast::Expr::Name(_) | ast::Expr::Subscript(_) | ast::Expr::Attribute(_) => None,
        _ => Some(expr),
    }
}

fn expr_name(expr: &ast::Expr) -> &'static str {
    match expr {
        ast::Expr::Attribute(_) => "attribute",
        ast::Expr::Subscript(_) => "subscript",
        ast::Expr::Starred(_) => "starred",
        ast::Expr::Name(_) => "name",
        ast::Expr::List(_) => "list",
        ast::Expr::Tuple(_) => "tuple",
        ast::Expr::Lambda(_) => "lambda",
        ast::Expr::Call(_) => "function call",
        ast::Expr::BoolOp(_) | ast::Expr::BinOp(_) | ast::Expr::UnaryOp(_) => "expression",
        ast::Expr::Generator(_) => "generator expression",
        ast::Expr::Yield(_) | ast::Expr::YieldFrom(_) => "yield expression",
        ast::Expr::Await(_) => "await expression",
        ast::Expr::ListComp(_) => "list comprehension",
        ast::Expr::SetComp(_) => "set comprehension",
        ast::Expr::DictComp(_) => "dict comprehension",
        ast::Expr::Dict(_) => "dict literal",
        ast::Expr::Set(_) => "set display",
        ast::Expr::FString(_) | ast::Expr::TString(_) => "f-string expression",
        ast::Expr::NoneLiteral(_) => "None",
        ast::Expr::BooleanLiteral(literal) if literal.value => "True",
        ast::Expr::BooleanLiteral(_) => "False",
        ast::Expr::EllipsisLiteral(_) => "ellipsis",
        ast::Expr::StringLiteral(_) | ast::Expr::BytesLiteral(_) | ast::Expr::NumberLiteral(_) => "literal",
        ast::Expr::Compare(_) => "comparison",
        ast::Expr::If(_) => "conditional expression",
        ast::Expr::Named(_) => "named expression",
        ast::Expr::Slice(_) | ast::Expr::IpyEscapeCommand(_) => "expression",
    }
}

/// Text that is put before a capture, so that the parser reads the capture as one expression.
const TUPLE_WRAP: &str = "(";
const CALL_WRAP: &str = "f(";

impl Matcher<'_> {
    /// Returns the span that a capture covers, without an indent before it.
    pub(super) fn covered(&self, capture: Capture) -> Span {
        let first = self.span(capture.start);
        let last = self.span(capture.end.saturating_sub(1).max(capture.start));
        if self.lexeme(capture.start).is_some_and(|lexeme| lexeme.terminal == INDENT) { last } else { first.to(last) }
    }

    /// Returns the span that a capture has as a node of CPython's tree, which does not include parentheses around it.
    fn node(&self, capture: Capture) -> Span {
        let parenthesized = capture.end > capture.start + 1 && self.text(capture.start) == "(";
        match parenthesized.then(|| self.expression(capture)).flatten() {
            Some((_, span)) => span,
            None => self.covered(capture),
        }
    }

    /// Returns the span of a parameter without the comma after it.
    fn parameter(&self, capture: Capture) -> Span {
        let ends_in_comma = capture.end > capture.start + 1 && self.text(capture.end - 1) == ",";
        self.covered(Capture { end: capture.end - usize::from(ends_in_comma), ..capture })
    }

    fn is_imaginary(&self, capture: Capture) -> bool {
        self.text(capture.start).ends_with(['j', 'J'])
    }

    /// Returns the expression that a capture covers, and its span without parentheses around it.
    fn expression(&self, capture: Capture) -> Option<(ast::Expr, Span)> {
        let comma = capture.end > capture.start + 1 && self.text(capture.end - 1) == ",";
        let text = self.source.slice(self.covered(Capture { end: capture.end - usize::from(comma), ..capture }));
        // The added comma makes the parser accept a starred expression. A `yield` would take the comma as part of its value.
        let is_yield = self.text(capture.start) == "yield";
        let closing = if is_yield { "\n)" } else { "\n,)" };
        let expr = parser::parse_expression(&format!("{TUPLE_WRAP}{text}{closing}")).ok()?.into_syntax();
        let mut expr = *expr.body;
        if !is_yield
            && let ast::Expr::Tuple(tuple) = &mut expr
            && tuple.elts.len() == 1
            && !comma
        {
            expr = tuple.elts.pop()?;
        }
        let range = expr.range();
        let whole = matches!(&expr, ast::Expr::Tuple(tuple) if tuple.range.start() == TextSize::new(0));
        let span = if whole { self.covered(capture) } else { self.unwrapped(range, capture, TUPLE_WRAP) };
        Some((expr, span))
    }

    fn arguments(&self, capture: Capture) -> Option<ast::Arguments> {
        let text = self.source.slice(self.covered(capture));
        let expr = parser::parse_expression(&format!("{CALL_WRAP}{text}\n)")).ok()?.into_syntax();
        match *expr.body {
            ast::Expr::Call(call) => Some(call.arguments),
            _ => None,
        }
    }

    /// Converts a range in wrapped text to a span of the source.
    fn unwrapped(&self, range: TextRange, capture: Capture, wrap: &str) -> Span {
        let base = self.covered(capture).start;
        let shift = |at: TextSize| base.saturating_add(at.to_u32()).saturating_sub(u32::try_from(wrap.len()).unwrap_or(0));
        Span::new(shift(range.start()), shift(range.end()))
    }
}
