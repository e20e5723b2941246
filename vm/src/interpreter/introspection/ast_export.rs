//! Exports the compiler's tree as records, from which the library's `ast` makes its nodes.
//!
//! A record is a tuple: the name of CPython's node, its place (first line and byte, last line and byte), its fields. Other nodes are named
//! by their numbers among the expressions, patterns or statements. Records of one kind come in the order of their numbers, children first,
//! so neither side recurses as deep as the source nests.

use stockade_compiler::SourceText;
use stockade_compiler::tree::{
    Alias, BinOp, BoolOp, CmpOp, Constant, Conversion, Ctx, Expr, ExprId, FStringPart, Generator, Ident, Keyword, List, Param, ParamsId,
    Pattern, PatternId, Pooled, Span, Stmt, StmtId, Sym, TextId, Tree, TypeParam, TypeParamKind, UnaryOp,
};

use crate::base::abrupt::Abrupt;
use crate::base::value::Value;
use crate::runtime::core::Runtime;

type Made = Result<Value, Abrupt>;

struct Writer<'a> {
    rt: &'a mut Runtime,
    tree: &'a Tree,
    source: &'a SourceText,
}

/// Returns (expressions, patterns, statements, numbers of the module's statements).
pub(crate) fn rows(rt: &mut Runtime, tree: &Tree, source: &SourceText) -> Made {
    rt.charge(tree.node_count() as u64 * 8)?;
    let mut writer = Writer { rt, tree, source };
    let mut exprs = Vec::new();
    for (expr, span) in tree.spanned_exprs() {
        exprs.push(writer.expr(expr, span)?);
    }
    let mut patterns = Vec::new();
    for (pattern, span) in tree.spanned_patterns() {
        patterns.push(writer.pattern(pattern, span)?);
    }
    let mut stmts = Vec::new();
    for (stmt, span) in tree.spanned_stmts() {
        stmts.push(writer.stmt(stmt, span)?);
    }
    let body = writer.body(tree.body)?;
    let parts = [writer.rt.heap.tuple_from(exprs)?, writer.rt.heap.tuple_from(patterns)?, writer.rt.heap.tuple_from(stmts)?, body];
    writer.rt.heap.tuple(&parts)
}

fn id(number: u32) -> Value {
    Value::int(number.into())
}

fn opt(expr: Option<ExprId>) -> Value {
    expr.map_or(Value::NONE, |expr| id(expr.0))
}

fn flag(is: bool) -> Value {
    Value::int(is.into())
}

impl Writer<'_> {
    fn place(&self, span: Span) -> [Value; 4] {
        let at = |offset: u32| {
            let line = self.source.line_of(offset);
            [id(line), id(offset.saturating_sub(self.source.line_start(line)))]
        };
        let ([line, column], [end_line, end_column]) = (at(span.start), at(span.end));
        [line, column, end_line, end_column]
    }

    fn row(&mut self, kind: &str, span: Span, fields: &[Value]) -> Made {
        let mut items = vec![self.rt.intern_value(kind)?];
        items.extend(self.place(span));
        items.extend_from_slice(fields);
        self.rt.heap.tuple_from(items)
    }

    fn each<T: Pooled + Copy>(&mut self, list: List<T>, mut one: impl FnMut(&mut Self, T) -> Made) -> Made {
        let mut made = Vec::with_capacity(list.len());
        for item in self.tree.list(list) {
            made.push(one(self, *item)?);
        }
        self.rt.heap.tuple_from(made)
    }

    fn exprs(&mut self, list: List<ExprId>) -> Made {
        self.each(list, |_, expr| Ok(id(expr.0)))
    }

    fn body(&mut self, list: List<StmtId>) -> Made {
        self.each(list, |_, stmt| Ok(id(stmt.0)))
    }

    fn patterns(&mut self, list: List<PatternId>) -> Made {
        self.each(list, |_, pattern| Ok(id(pattern.0)))
    }

    fn word(&mut self, text: &str) -> Made {
        self.rt.intern_value(text)
    }

    fn name(&mut self, name: Sym) -> Made {
        let tree = self.tree;
        self.rt.intern_value(tree.name(name))
    }

    fn ident(&mut self, ident: Option<Ident>) -> Made {
        ident.map_or(Ok(Value::NONE), |ident| self.name(ident.name))
    }

    fn text(&mut self, text: TextId) -> Made {
        let tree = self.tree;
        self.rt.heap.str(tree.text(text))
    }

    fn constant(&mut self, constant: Constant) -> Made {
        Ok(match constant {
            Constant::None => Value::NONE,
            Constant::True => Value::TRUE,
            Constant::False => Value::FALSE,
            Constant::Ellipsis => Value::ELLIPSIS,
            Constant::Int(value) => Value::int(value),
            Constant::BigInt(digits) => {
                let made = stockade_compiler::bytecode::Constant::BigInt(self.tree.text(digits).into());
                crate::runtime::constants::make_constant(self.rt, &made)?
            }
            Constant::Float(value) => Value::float(value),
            Constant::Imaginary(value) => self.rt.heap.complex(0.0, value)?,
            Constant::Str(text) => self.text(text)?,
            Constant::Bytes(text) => {
                let data = self.tree.bytes(text).to_vec();
                self.rt.heap.bytes(data)?
            }
        })
    }

    fn param(&mut self, param: Param) -> Made {
        let end = param.annotation.map_or(param.name.span.end, |annotation| self.tree.expr_span(annotation).end);
        let name = self.name(param.name.name)?;
        let [line, column, end_line, end_column] = self.place(Span::new(param.name.span.start, end));
        self.rt.heap.tuple(&[name, opt(param.annotation), opt(param.default), line, column, end_line, end_column])
    }

    fn opt_param(&mut self, param: Option<Param>) -> Made {
        param.map_or(Ok(Value::NONE), |param| self.param(param))
    }

    fn params(&mut self, params: ParamsId) -> Made {
        let params = self.tree.params(params);
        let parts = [
            self.each(params.posonly, Self::param)?,
            self.each(params.args, Self::param)?,
            self.opt_param(params.vararg)?,
            self.each(params.kwonly, Self::param)?,
            self.opt_param(params.kwarg)?,
        ];
        self.rt.heap.tuple(&parts)
    }

    fn keyword(&mut self, keyword: Keyword) -> Made {
        let name = self.ident(keyword.name)?;
        self.row("keyword", keyword.span, &[name, id(keyword.value.0)])
    }

    fn generator(&mut self, generator: Generator) -> Made {
        let conditions = self.exprs(generator.conditions)?;
        self.rt.heap.tuple(&[id(generator.target.0), id(generator.iter.0), conditions, flag(generator.is_async)])
    }

    fn type_param(&mut self, param: TypeParam) -> Made {
        let name = self.name(param.name.name)?;
        match param.kind {
            TypeParamKind::TypeVar => self.row("TypeVar", param.span, &[name, opt(param.bound), opt(param.default)]),
            TypeParamKind::TypeVarTuple => self.row("TypeVarTuple", param.span, &[name, opt(param.default)]),
            TypeParamKind::ParamSpec => self.row("ParamSpec", param.span, &[name, opt(param.default)]),
        }
    }

    fn alias(&mut self, alias: Alias) -> Made {
        let fields = [self.name(alias.name.name)?, self.ident(alias.asname)?];
        self.row("alias", alias.span, &fields)
    }

    /// A field of an f-string, with its spec as parts again. The parser limits how deep they nest.
    fn part(&mut self, part: FStringPart) -> Made {
        match part {
            FStringPart::Literal(text, span) => {
                let text = self.text(text)?;
                self.row("Constant", span, &[text])
            }
            FStringPart::Field { value, conversion, spec, debug_text, span } => {
                let conversion = match conversion {
                    Conversion::None => -1,
                    Conversion::Str => i64::from(b's'),
                    Conversion::Repr => i64::from(b'r'),
                    Conversion::Ascii => i64::from(b'a'),
                };
                let spec = match spec {
                    None => Value::NONE,
                    Some(spec) => {
                        let end = span.end.saturating_sub(1);
                        let start = match self.tree.list(spec).first() {
                            Some(FStringPart::Literal(_, first) | FStringPart::Field { span: first, .. }) => first.start,
                            None => end,
                        };
                        let parts = self.rt.nested(|rt| {
                            let mut writer = Writer { rt, tree: self.tree, source: self.source };
                            writer.each(spec, Writer::part)
                        })?;
                        self.row("JoinedStr", Span::new(start.saturating_sub(1), end), &[parts])?
                    }
                };
                let debug = match debug_text {
                    None => Value::NONE,
                    Some(text) => {
                        let start = span.start.saturating_add(1);
                        let length = u32::try_from(self.tree.text(text).len()).unwrap_or(0);
                        let text = self.text(text)?;
                        self.row("Constant", Span::new(start, start.saturating_add(length)), &[text])?
                    }
                };
                self.row("FormattedValue", span, &[id(value.0), Value::int(conversion), spec, debug])
            }
        }
    }

    fn expr(&mut self, expr: Expr, span: Span) -> Made {
        let context = |ctx: Ctx| match ctx {
            Ctx::Load => "Load",
            Ctx::Store => "Store",
            Ctx::Del => "Del",
        };
        match expr {
            Expr::BoolOp { op, values } => {
                let op = if op == BoolOp::And { "And" } else { "Or" };
                let fields = [self.word(op)?, self.exprs(values)?];
                self.row("BoolOp", span, &fields)
            }
            Expr::Named { target, value } => self.row("NamedExpr", span, &[id(target.0), id(value.0)]),
            Expr::Binary { op, left, right } => {
                let op = self.word(binary(op))?;
                self.row("BinOp", span, &[id(left.0), op, id(right.0)])
            }
            Expr::Unary { op, operand } => {
                let op = self.word(match op {
                    UnaryOp::Invert => "Invert",
                    UnaryOp::Not => "Not",
                    UnaryOp::Pos => "UAdd",
                    UnaryOp::Neg => "USub",
                })?;
                self.row("UnaryOp", span, &[op, id(operand.0)])
            }
            Expr::Lambda { params, body } => {
                let params = self.params(params)?;
                self.row("Lambda", span, &[params, id(body.0)])
            }
            Expr::If { test, then, orelse } => self.row("IfExp", span, &[id(test.0), id(then.0), id(orelse.0)]),
            Expr::Dict { keys, values } => {
                let fields = [self.each(keys, |_, key| Ok(opt(key)))?, self.exprs(values)?];
                self.row("Dict", span, &fields)
            }
            Expr::Set { items } => {
                let items = self.exprs(items)?;
                self.row("Set", span, &[items])
            }
            Expr::ListComp { element, generators } => self.comprehension("ListComp", span, &[element], generators),
            Expr::SetComp { element, generators } => self.comprehension("SetComp", span, &[element], generators),
            Expr::DictComp { key, value, generators } => self.comprehension("DictComp", span, &[key, value], generators),
            Expr::GeneratorExp { element, generators } => self.comprehension("GeneratorExp", span, &[element], generators),
            Expr::Await { value } => self.row("Await", span, &[id(value.0)]),
            Expr::Yield { value } => self.row("Yield", span, &[opt(value)]),
            Expr::YieldFrom { value } => self.row("YieldFrom", span, &[id(value.0)]),
            Expr::Compare { left, rest } => {
                let ops = self.each(rest, |writer, (op, _)| writer.word(comparison(op)))?;
                let values = self.each(rest, |_, (_, value)| Ok(id(value.0)))?;
                self.row("Compare", span, &[id(left.0), ops, values])
            }
            Expr::Call { func, args, keywords, .. } => {
                let fields = [id(func.0), self.exprs(args)?, self.each(keywords, Self::keyword)?];
                self.row("Call", span, &fields)
            }
            Expr::FString { parts } => {
                let parts = self.each(parts, Self::part)?;
                self.row("JoinedStr", span, &[parts])
            }
            Expr::Constant(constant) => {
                let is_marked = matches!(constant, Constant::Str(_)) && self.source.slice(span).starts_with(['u', 'U']);
                let kind = if is_marked { self.word("u")? } else { Value::NONE };
                let value = self.constant(constant)?;
                self.row("Constant", span, &[value, kind])
            }
            Expr::Attribute { value, attr, ctx } => {
                let fields = [id(value.0), self.name(attr.name)?, self.word(context(ctx))?];
                self.row("Attribute", span, &fields)
            }
            Expr::Subscript { value, index, ctx } => {
                let ctx = self.word(context(ctx))?;
                self.row("Subscript", span, &[id(value.0), id(index.0), ctx])
            }
            Expr::Starred { value, ctx } => {
                let ctx = self.word(context(ctx))?;
                self.row("Starred", span, &[id(value.0), ctx])
            }
            Expr::Name { name, ctx } => {
                let fields = [self.name(name)?, self.word(context(ctx))?];
                self.row("Name", span, &fields)
            }
            Expr::List { items, ctx } => {
                let fields = [self.exprs(items)?, self.word(context(ctx))?];
                self.row("List", span, &fields)
            }
            Expr::Tuple { items, ctx, .. } => {
                let fields = [self.exprs(items)?, self.word(context(ctx))?];
                self.row("Tuple", span, &fields)
            }
            Expr::Slice { lower, upper, step } => self.row("Slice", span, &[opt(lower), opt(upper), opt(step)]),
        }
    }

    fn comprehension(&mut self, kind: &str, span: Span, elements: &[ExprId], generators: List<Generator>) -> Made {
        let mut fields: Vec<Value> = elements.iter().map(|element| id(element.0)).collect();
        fields.push(self.each(generators, Self::generator)?);
        self.row(kind, span, &fields)
    }

    fn pattern(&mut self, pattern: Pattern, span: Span) -> Made {
        match pattern {
            Pattern::Value(value) => self.row("MatchValue", span, &[id(value.0)]),
            Pattern::Singleton(constant) => {
                let value = self.constant(constant)?;
                self.row("MatchSingleton", span, &[value])
            }
            Pattern::Sequence { items } => {
                let items = self.patterns(items)?;
                self.row("MatchSequence", span, &[items])
            }
            Pattern::Mapping { keys, patterns, rest } => {
                let fields = [self.exprs(keys)?, self.patterns(patterns)?, self.ident(rest)?];
                self.row("MatchMapping", span, &fields)
            }
            Pattern::Class { class, positional, keywords } => {
                let fields = [
                    id(class.0),
                    self.patterns(positional)?,
                    self.each(keywords, |writer, keyword| writer.name(keyword.attr.name))?,
                    self.each(keywords, |_, keyword| Ok(id(keyword.pattern.0)))?,
                ];
                self.row("MatchClass", span, &fields)
            }
            Pattern::Star { name } => {
                let name = self.ident(name)?;
                self.row("MatchStar", span, &[name])
            }
            Pattern::As { pattern, name } => {
                let name = self.name(name.name)?;
                self.row("MatchAs", span, &[pattern.map_or(Value::NONE, |pattern| id(pattern.0)), name])
            }
            Pattern::Wildcard => self.row("MatchAs", span, &[Value::NONE, Value::NONE]),
            Pattern::Or { patterns } => {
                let patterns = self.patterns(patterns)?;
                self.row("MatchOr", span, &[patterns])
            }
        }
    }

    fn stmt(&mut self, stmt: Stmt, span: Span) -> Made {
        match stmt {
            Stmt::FunctionDef(function) => {
                let Some(function) = self.tree.function(function) else { return Err(Abrupt::Bug("a def without its function")) };
                let fields = [
                    self.name(function.name.name)?,
                    self.params(function.params)?,
                    self.body(function.body)?,
                    self.exprs(function.decorators)?,
                    opt(function.returns),
                    Value::NONE,
                    self.each(function.type_params, Self::type_param)?,
                ];
                self.row(if function.is_async { "AsyncFunctionDef" } else { "FunctionDef" }, span, &fields)
            }
            Stmt::ClassDef(class) => {
                let Some(class) = self.tree.class(class) else { return Err(Abrupt::Bug("a class statement without its class")) };
                let fields = [
                    self.name(class.name.name)?,
                    self.exprs(class.bases)?,
                    self.each(class.keywords, Self::keyword)?,
                    self.body(class.body)?,
                    self.exprs(class.decorators)?,
                    self.each(class.type_params, Self::type_param)?,
                ];
                self.row("ClassDef", span, &fields)
            }
            Stmt::Return { value } => self.row("Return", span, &[opt(value)]),
            Stmt::Delete { targets } => {
                let targets = self.exprs(targets)?;
                self.row("Delete", span, &[targets])
            }
            Stmt::Assign { targets, value } => {
                let targets = self.exprs(targets)?;
                self.row("Assign", span, &[targets, id(value.0), Value::NONE])
            }
            Stmt::TypeAlias { name, type_params, value } => {
                let type_params = self.each(type_params, Self::type_param)?;
                self.row("TypeAlias", span, &[id(name.0), type_params, id(value.0)])
            }
            Stmt::AugAssign { target, op, value } => {
                let op = self.word(binary(op))?;
                self.row("AugAssign", span, &[id(target.0), op, id(value.0)])
            }
            Stmt::AnnAssign { target, annotation, value, simple } => {
                self.row("AnnAssign", span, &[id(target.0), id(annotation.0), opt(value), flag(simple)])
            }
            Stmt::For { target, iter, body, orelse, is_async } => {
                let fields = [id(target.0), id(iter.0), self.body(body)?, self.body(orelse)?, Value::NONE];
                self.row(if is_async { "AsyncFor" } else { "For" }, span, &fields)
            }
            Stmt::While { test, body, orelse } => {
                let fields = [id(test.0), self.body(body)?, self.body(orelse)?];
                self.row("While", span, &fields)
            }
            Stmt::If { test, body, orelse } => {
                let fields = [id(test.0), self.body(body)?, self.body(orelse)?];
                self.row("If", span, &fields)
            }
            Stmt::With { items, body, is_async } => {
                let items = self.each(items, |writer, item| writer.rt.heap.tuple(&[id(item.context.0), opt(item.target)]))?;
                let fields = [items, self.body(body)?, Value::NONE];
                self.row(if is_async { "AsyncWith" } else { "With" }, span, &fields)
            }
            Stmt::Match { subject, cases } => {
                let cases = self.each(cases, |writer, case| {
                    let body = writer.body(case.body)?;
                    writer.rt.heap.tuple(&[id(case.pattern.0), opt(case.guard), body])
                })?;
                self.row("Match", span, &[id(subject.0), cases])
            }
            Stmt::Raise { exc, cause } => self.row("Raise", span, &[opt(exc), opt(cause)]),
            Stmt::Try { body, handlers, orelse, finalbody, is_star } => {
                let handlers = self.each(handlers, |writer, handler| {
                    let fields = [opt(handler.ty), writer.ident(handler.name)?, writer.body(handler.body)?];
                    writer.row("ExceptHandler", handler.span, &fields)
                })?;
                let fields = [self.body(body)?, handlers, self.body(orelse)?, self.body(finalbody)?];
                self.row(if is_star { "TryStar" } else { "Try" }, span, &fields)
            }
            Stmt::Assert { test, msg } => self.row("Assert", span, &[id(test.0), opt(msg)]),
            Stmt::Import { names } => {
                let names = self.each(names, Self::alias)?;
                self.row("Import", span, &[names])
            }
            Stmt::ImportFrom { module, names, level } => {
                let fields = [self.ident(module)?, self.each(names, Self::alias)?, id(level)];
                self.row("ImportFrom", span, &fields)
            }
            Stmt::Global { names } => {
                let names = self.each(names, |writer, name| writer.name(name.name))?;
                self.row("Global", span, &[names])
            }
            Stmt::Nonlocal { names } => {
                let names = self.each(names, |writer, name| writer.name(name.name))?;
                self.row("Nonlocal", span, &[names])
            }
            Stmt::Expr { value } => self.row("Expr", span, &[id(value.0)]),
            Stmt::Pass => self.row("Pass", span, &[]),
            Stmt::Break => self.row("Break", span, &[]),
            Stmt::Continue => self.row("Continue", span, &[]),
        }
    }
}

fn binary(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "Add",
        BinOp::Sub => "Sub",
        BinOp::Mul => "Mult",
        BinOp::MatMul => "MatMult",
        BinOp::Div => "Div",
        BinOp::Mod => "Mod",
        BinOp::Pow => "Pow",
        BinOp::LShift => "LShift",
        BinOp::RShift => "RShift",
        BinOp::BitOr => "BitOr",
        BinOp::BitXor => "BitXor",
        BinOp::BitAnd => "BitAnd",
        BinOp::FloorDiv => "FloorDiv",
    }
}

fn comparison(op: CmpOp) -> &'static str {
    match op {
        CmpOp::Eq => "Eq",
        CmpOp::NotEq => "NotEq",
        CmpOp::Lt => "Lt",
        CmpOp::LtE => "LtE",
        CmpOp::Gt => "Gt",
        CmpOp::GtE => "GtE",
        CmpOp::Is => "Is",
        CmpOp::IsNot => "IsNot",
        CmpOp::In => "In",
        CmpOp::NotIn => "NotIn",
    }
}
