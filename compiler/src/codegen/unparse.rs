//! Expressions back to text, in CPython's form for annotations under `from __future__ import annotations`.

use crate::surrogate;
use crate::tree::{BinOp, BoolOp, CmpOp, Constant, Conversion, Expr, ExprId, FStringPart, Generator, List, Params, Tree, UnaryOp};

/// Precedence levels. An operand with a lower level than its operator gets parentheses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Tuple,
    Test,
    Or,
    And,
    Not,
    Compare,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Unary,
    Power,
    Await,
    Atom,
}

impl Level {
    fn tighter(self) -> Self {
        const ALL: [Level; 16] = [
            Level::Tuple,
            Level::Test,
            Level::Or,
            Level::And,
            Level::Not,
            Level::Compare,
            Level::BitOr,
            Level::BitXor,
            Level::BitAnd,
            Level::Shift,
            Level::Sum,
            Level::Product,
            Level::Unary,
            Level::Power,
            Level::Await,
            Level::Atom,
        ];
        ALL.get(self as usize + 1).copied().unwrap_or(Level::Atom)
    }
}

/// Returns the text of an expression.
pub(super) fn unparse(tree: &Tree, e: ExprId) -> String {
    let mut writer = Writer { tree, out: String::new() };
    writer.expr(e, Level::Test);
    writer.out
}

struct Writer<'t> {
    tree: &'t Tree,
    out: String,
}

impl Writer<'_> {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Writes an expression of level `own`, in parentheses if `place` requires a higher level.
    fn level(&mut self, place: Level, own: Level, write: impl FnOnce(&mut Self)) {
        let parentheses = place > own;
        if parentheses {
            self.put("(");
        }
        write(self);
        if parentheses {
            self.put(")");
        }
    }

    fn list(&mut self, items: List<ExprId>) {
        for (at, item) in self.tree.list(items).iter().enumerate() {
            if at > 0 {
                self.put(", ");
            }
            self.expr(*item, Level::Test);
        }
    }

    fn expr(&mut self, e: ExprId, place: Level) {
        match self.tree.expr(e) {
            Expr::Name { name, .. } => self.put(self.tree.name(name)),
            Expr::Constant(value) => self.constant(value),
            Expr::Attribute { value, attr, .. } => {
                self.expr(value, Level::Atom);
                if matches!(self.tree.expr(value), Expr::Constant(Constant::Int(_) | Constant::BigInt(_))) {
                    self.put(" ");
                }
                self.put(".");
                self.put(self.tree.name(attr.name));
            }
            Expr::Subscript { value, index, .. } => {
                self.expr(value, Level::Atom);
                self.put("[");
                match self.tree.expr(index) {
                    Expr::Tuple { items, .. } if !items.is_empty() && !self.has_star(items) => self.tuple_items(items),
                    Expr::Tuple { items, .. } if !items.is_empty() => self.tuple_items(items),
                    _ => self.expr(index, Level::Tuple),
                }
                self.put("]");
            }
            Expr::Tuple { items, .. } => {
                if items.is_empty() {
                    self.put("()");
                } else {
                    self.level(place, Level::Tuple, |writer| writer.tuple_items(items));
                }
            }
            Expr::List { items, .. } => {
                self.put("[");
                self.list(items);
                self.put("]");
            }
            Expr::Set { items } => {
                self.put("{");
                self.list(items);
                self.put("}");
            }
            Expr::Dict { keys, values } => self.dict(keys, values),
            Expr::Call { func, args, keywords, .. } => self.call(func, args, keywords),
            Expr::BoolOp { op, values } => {
                let (own, word) = match op {
                    BoolOp::And => (Level::And, " and "),
                    BoolOp::Or => (Level::Or, " or "),
                };
                self.level(place, own, |writer| {
                    for (at, value) in writer.tree.list(values).iter().enumerate() {
                        if at > 0 {
                            writer.put(word);
                        }
                        writer.expr(*value, own.tighter());
                    }
                });
            }
            Expr::Binary { op, left, right } => self.binary(op, left, right, place),
            Expr::Unary { op, operand } => {
                let (own, text) = match op {
                    UnaryOp::Not => (Level::Not, "not "),
                    UnaryOp::Neg => (Level::Unary, "-"),
                    UnaryOp::Pos => (Level::Unary, "+"),
                    UnaryOp::Invert => (Level::Unary, "~"),
                };
                self.level(place, own, |writer| {
                    writer.put(text);
                    writer.expr(operand, own);
                });
            }
            Expr::Compare { left, rest } => self.level(place, Level::Compare, |writer| {
                writer.expr(left, Level::Compare.tighter());
                for (op, right) in writer.tree.list(rest) {
                    writer.put(comparison(*op));
                    writer.expr(*right, Level::Compare.tighter());
                }
            }),
            Expr::If { test, then, orelse } => self.level(place, Level::Test, |writer| {
                writer.expr(then, Level::Test.tighter());
                writer.put(" if ");
                writer.expr(test, Level::Test.tighter());
                writer.put(" else ");
                writer.expr(orelse, Level::Test);
            }),
            Expr::Named { target, value } => {
                self.put("(");
                self.expr(target, Level::Atom);
                self.put(" := ");
                self.expr(value, Level::Atom);
                self.put(")");
            }
            Expr::Starred { value, .. } => {
                self.put("*");
                self.expr(value, Level::BitOr);
            }
            Expr::Slice { lower, upper, step } => self.slice(lower, upper, step),
            Expr::Lambda { params, body } => self.level(place, Level::Test, |writer| {
                writer.put("lambda");
                writer.params(writer.tree.params(params));
                writer.put(": ");
                writer.expr(body, Level::Test);
            }),
            Expr::ListComp { element, generators } => self.comprehension("[", "]", &[element], generators),
            Expr::SetComp { element, generators } => self.comprehension("{", "}", &[element], generators),
            Expr::GeneratorExp { element, generators } => self.comprehension("(", ")", &[element], generators),
            Expr::DictComp { key, value, generators } => self.comprehension("{", "}", &[key, value], generators),
            Expr::Await { value } => self.level(place, Level::Await, |writer| {
                writer.put("await ");
                writer.expr(value, Level::Atom);
            }),
            Expr::Yield { value } => {
                self.put("(yield");
                if let Some(value) = value {
                    self.put(" ");
                    self.expr(value, Level::Test);
                }
                self.put(")");
            }
            Expr::YieldFrom { value } => {
                self.put("(yield from ");
                self.expr(value, Level::Test);
                self.put(")");
            }
            Expr::FString { parts } => {
                let mut body = Writer { tree: self.tree, out: String::new() };
                body.fstring(parts);
                self.put("f");
                repr_str(&body.out, &mut self.out);
            }
        }
    }

    fn has_star(&self, items: List<ExprId>) -> bool {
        self.tree.list(items).iter().any(|item| matches!(self.tree.expr(*item), Expr::Starred { .. }))
    }

    fn tuple_items(&mut self, items: List<ExprId>) {
        self.list(items);
        if items.len() == 1 {
            self.put(",");
        }
    }

    fn dict(&mut self, keys: List<Option<ExprId>>, values: List<ExprId>) {
        self.put("{");
        for (at, (key, value)) in self.tree.list(keys).iter().zip(self.tree.list(values)).enumerate() {
            if at > 0 {
                self.put(", ");
            }
            match key {
                Some(key) => {
                    self.expr(*key, Level::Test);
                    self.put(": ");
                    self.expr(*value, Level::Test);
                }
                None => {
                    self.put("**");
                    self.expr(*value, Level::BitOr);
                }
            }
        }
        self.put("}");
    }

    fn call(&mut self, func: ExprId, args: List<ExprId>, keywords: List<crate::tree::Keyword>) {
        self.expr(func, Level::Atom);
        if let ([only], true) = (self.tree.list(args), keywords.is_empty())
            && matches!(self.tree.expr(*only), Expr::GeneratorExp { .. })
        {
            return self.expr(*only, Level::Test);
        }
        self.put("(");
        self.list(args);
        for (at, keyword) in self.tree.list(keywords).iter().enumerate() {
            if at > 0 || !args.is_empty() {
                self.put(", ");
            }
            match keyword.name {
                Some(name) => {
                    self.put(self.tree.name(name.name));
                    self.put("=");
                }
                None => self.put("**"),
            }
            self.expr(keyword.value, Level::Test);
        }
        self.put(")");
    }

    fn binary(&mut self, op: BinOp, left: ExprId, right: ExprId, place: Level) {
        let (own, text) = match op {
            BinOp::Add => (Level::Sum, " + "),
            BinOp::Sub => (Level::Sum, " - "),
            BinOp::Mul => (Level::Product, " * "),
            BinOp::MatMul => (Level::Product, " @ "),
            BinOp::Div => (Level::Product, " / "),
            BinOp::Mod => (Level::Product, " % "),
            BinOp::FloorDiv => (Level::Product, " // "),
            BinOp::LShift => (Level::Shift, " << "),
            BinOp::RShift => (Level::Shift, " >> "),
            BinOp::BitOr => (Level::BitOr, " | "),
            BinOp::BitXor => (Level::BitXor, " ^ "),
            BinOp::BitAnd => (Level::BitAnd, " & "),
            BinOp::Pow => (Level::Power, " ** "),
        };
        self.level(place, own, |writer| {
            let (before, after) = if op == BinOp::Pow { (own.tighter(), own) } else { (own, own.tighter()) };
            writer.expr(left, before);
            writer.put(text);
            writer.expr(right, after);
        });
    }

    fn slice(&mut self, lower: Option<ExprId>, upper: Option<ExprId>, step: Option<ExprId>) {
        if let Some(lower) = lower {
            self.expr(lower, Level::Test);
        }
        self.put(":");
        if let Some(upper) = upper {
            self.expr(upper, Level::Test);
        }
        if let Some(step) = step {
            self.put(":");
            self.expr(step, Level::Test);
        }
    }

    fn params(&mut self, params: Params) {
        let tree = self.tree;
        let mut first = true;
        let mut next = |writer: &mut Self| {
            writer.put(if std::mem::take(&mut first) { " " } else { ", " });
        };
        let plain = |writer: &mut Self, param: &crate::tree::Param| {
            writer.put(tree.name(param.name.name));
            if let Some(default) = param.default {
                writer.put("=");
                writer.expr(default, Level::Test);
            }
        };
        for param in tree.list(params.posonly) {
            next(self);
            plain(self, param);
        }
        if !params.posonly.is_empty() {
            next(self);
            self.put("/");
        }
        for param in tree.list(params.args) {
            next(self);
            plain(self, param);
        }
        if let Some(vararg) = params.vararg {
            next(self);
            self.put("*");
            self.put(tree.name(vararg.name.name));
        } else if !params.kwonly.is_empty() {
            next(self);
            self.put("*");
        }
        for param in tree.list(params.kwonly) {
            next(self);
            plain(self, param);
        }
        if let Some(kwarg) = params.kwarg {
            next(self);
            self.put("**");
            self.put(tree.name(kwarg.name.name));
        }
    }

    fn comprehension(&mut self, open: &str, close: &str, elements: &[ExprId], generators: List<Generator>) {
        self.put(open);
        for (at, element) in elements.iter().enumerate() {
            if at > 0 {
                self.put(": ");
            }
            self.expr(*element, Level::Test);
        }
        for generator in self.tree.list(generators) {
            self.put(if generator.is_async { " async for " } else { " for " });
            self.expr(generator.target, Level::Tuple);
            self.put(" in ");
            self.expr(generator.iter, Level::Test.tighter());
            for condition in self.tree.list(generator.conditions) {
                self.put(" if ");
                self.expr(*condition, Level::Test.tighter());
            }
        }
        self.put(close);
    }

    fn fstring(&mut self, parts: List<FStringPart>) {
        for part in self.tree.list(parts) {
            match part {
                FStringPart::Literal(id, _) => {
                    let text = self.tree.text(*id).replace('{', "{{").replace('}', "}}");
                    self.put(&text);
                }
                FStringPart::Field { value, conversion, spec, debug_text, .. } => {
                    let mut conversion = *conversion;
                    if let Some(id) = debug_text {
                        let text = self.tree.text(*id).replace('{', "{{").replace('}', "}}");
                        self.put(&text);
                        if conversion == Conversion::None && spec.is_none() {
                            conversion = Conversion::Repr;
                        }
                    }
                    self.put("{");
                    let mut inner = Writer { tree: self.tree, out: String::new() };
                    inner.expr(*value, Level::Test.tighter());
                    if inner.out.starts_with('{') {
                        self.put(" ");
                    }
                    self.put(&inner.out);
                    self.put(match conversion {
                        Conversion::None => "",
                        Conversion::Str => "!s",
                        Conversion::Repr => "!r",
                        Conversion::Ascii => "!a",
                    });
                    if let Some(spec) = spec {
                        self.put(":");
                        self.fstring(*spec);
                    }
                    self.put("}");
                }
            }
        }
    }

    fn constant(&mut self, value: Constant) {
        match value {
            Constant::None => self.put("None"),
            Constant::True => self.put("True"),
            Constant::False => self.put("False"),
            Constant::Ellipsis => self.put("..."),
            Constant::Int(value) => self.put(&value.to_string()),
            Constant::BigInt(id) => self.put(self.tree.text(id)),
            Constant::Float(value) => self.put(&repr_float(value)),
            Constant::Imaginary(value) => {
                let text = repr_float(value);
                self.put(text.strip_suffix(".0").unwrap_or(&text));
                self.put("j");
            }
            Constant::Str(id) => repr_str(self.tree.text(id), &mut self.out),
            Constant::Bytes(id) => repr_bytes(self.tree.bytes(id), &mut self.out),
        }
    }
}

fn comparison(op: CmpOp) -> &'static str {
    match op {
        CmpOp::Eq => " == ",
        CmpOp::NotEq => " != ",
        CmpOp::Lt => " < ",
        CmpOp::LtE => " <= ",
        CmpOp::Gt => " > ",
        CmpOp::GtE => " >= ",
        CmpOp::Is => " is ",
        CmpOp::IsNot => " is not ",
        CmpOp::In => " in ",
        CmpOp::NotIn => " not in ",
    }
}

/// Returns Python's `repr` of the float of a literal, which is never negative or NaN. Infinity becomes `1e309`, which
/// evaluates to infinity again.
fn repr_float(value: f64) -> String {
    if value.is_infinite() {
        return "1e309".to_owned();
    }
    if value == 0.0 {
        return "0.0".to_owned();
    }
    // Like Python's `repr`, Rust's `{:e}` gives the shortest digits that read back as the same number.
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..16).contains(&exponent) {
        let plain = format!("{value}");
        return if plain.contains('.') { plain } else { plain + ".0" };
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

/// Writes Python's `repr` of a string. Printable characters are not escaped.
fn repr_str(text: &str, out: &mut String) {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    out.push(quote);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c == quote => {
                out.push('\\');
                out.push(c);
            }
            c => match surrogate::to_code(c) {
                Some(code) => out.push_str(&format!("\\u{code:04x}")),
                None if c < ' ' || ('\u{7f}'..='\u{a0}').contains(&c) || c == '\u{ad}' => out.push_str(&format!("\\x{:02x}", u32::from(c))),
                None => out.push(c),
            },
        }
    }
    out.push(quote);
}

fn repr_bytes(bytes: &[u8], out: &mut String) {
    let quote = if bytes.contains(&b'\'') && !bytes.contains(&b'"') { b'"' } else { b'\'' };
    out.push('b');
    out.push(char::from(quote));
    for byte in bytes {
        match *byte {
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            byte if byte == quote => {
                out.push('\\');
                out.push(char::from(byte));
            }
            0x20..=0x7e => out.push(char::from(*byte)),
            byte => out.push_str(&format!("\\x{byte:02x}")),
        }
    }
    out.push(char::from(quote));
}
