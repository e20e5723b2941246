//! Expressions, arguments, parameters and comprehensions.

use rustpython_ast as ast;
use rustpython_text_size::Ranged;

use super::{Lowerer, span};
use crate::tree::{
    BinOp, BoolOp, CmpOp, Constant, Ctx, Expr, ExprId, Generator, Keyword, List, Param, Params, ParamsId, Span, TypeParam, TypeParamKind,
    UnaryOp,
};

impl Lowerer<'_> {
    pub(super) fn expr(&mut self, expr: &ast::Expr) -> ExprId {
        if self.deadline.is_over() {
            // The tree is not used any more.
            return ExprId(0);
        }
        let at = span(expr.range());
        let node = match expr {
            ast::Expr::Name(e) => Expr::Name { name: self.sym(e.id.as_str()), ctx: ctx(e.ctx) },
            ast::Expr::Attribute(e) => {
                let value = self.expr(&e.value);
                Expr::Attribute { value, attr: self.ident(&e.attr), ctx: ctx(e.ctx) }
            }
            ast::Expr::Call(e) => self.call(e),
            ast::Expr::NumberLiteral(e) => Expr::Constant(self.number(&e.value, at)),
            ast::Expr::StringLiteral(e) => Expr::Constant(self.string(&e.value)),
            ast::Expr::BytesLiteral(e) => Expr::Constant(self.bytes(&e.value)),
            ast::Expr::FString(e) => self.fstring(&e.value),
            ast::Expr::BooleanLiteral(e) => Expr::Constant(if e.value { Constant::True } else { Constant::False }),
            ast::Expr::NoneLiteral(_) => Expr::Constant(Constant::None),
            ast::Expr::EllipsisLiteral(_) => Expr::Constant(Constant::Ellipsis),
            ast::Expr::BinOp(e) => {
                let left = self.expr(&e.left);
                Expr::Binary { op: binary(e.op), left, right: self.expr(&e.right) }
            }
            ast::Expr::UnaryOp(e) => Expr::Unary { op: unary(e.op), operand: self.expr(&e.operand) },
            ast::Expr::BoolOp(e) => {
                let op = match e.op {
                    ast::BoolOp::And => BoolOp::And,
                    ast::BoolOp::Or => BoolOp::Or,
                };
                Expr::BoolOp { op, values: self.expr_list(&e.values) }
            }
            ast::Expr::Compare(e) => self.compare(e),
            ast::Expr::Subscript(e) => {
                let value = self.expr(&e.value);
                Expr::Subscript { value, index: self.expr(&e.slice), ctx: ctx(e.ctx) }
            }
            ast::Expr::Slice(e) => {
                let lower = self.opt_expr(e.lower.as_deref());
                let upper = self.opt_expr(e.upper.as_deref());
                Expr::Slice { lower, upper, step: self.opt_expr(e.step.as_deref()) }
            }
            ast::Expr::List(e) => Expr::List { items: self.expr_list(&e.elts), ctx: ctx(e.ctx) },
            ast::Expr::Tuple(e) => Expr::Tuple { items: self.expr_list(&e.elts), ctx: ctx(e.ctx), parenthesized: e.parenthesized },
            ast::Expr::Set(e) => Expr::Set { items: self.expr_list(&e.elts) },
            ast::Expr::Dict(e) => self.dict(e),
            ast::Expr::ListComp(e) => {
                let element = self.expr(&e.elt);
                Expr::ListComp { element, generators: self.generators(&e.generators) }
            }
            ast::Expr::SetComp(e) => {
                let element = self.expr(&e.elt);
                Expr::SetComp { element, generators: self.generators(&e.generators) }
            }
            ast::Expr::DictComp(e) => {
                let key = self.expr(&e.key);
                let value = self.expr(&e.value);
                Expr::DictComp { key, value, generators: self.generators(&e.generators) }
            }
            ast::Expr::Generator(e) => {
                let element = self.expr(&e.elt);
                Expr::GeneratorExp { element, generators: self.generators(&e.generators) }
            }
            ast::Expr::Lambda(e) => {
                let params = self.params(e.parameters.as_deref());
                Expr::Lambda { params, body: self.expr(&e.body) }
            }
            ast::Expr::If(e) => {
                let test = self.expr(&e.test);
                let then = self.expr(&e.body);
                Expr::If { test, then, orelse: self.expr(&e.orelse) }
            }
            ast::Expr::Named(e) => {
                self.facts.needs_names = true;
                // The parser accepts `((a) := 1)`.
                self.facts.is_suspect |= self.source.slice(at).starts_with('(');
                let target = self.expr(&e.target);
                Expr::Named { target, value: self.expr(&e.value) }
            }
            ast::Expr::Starred(e) => {
                // The parser accepts `f(* *x)`.
                self.facts.is_suspect |= e.value.is_starred_expr();
                Expr::Starred { value: self.expr(&e.value), ctx: ctx(e.ctx) }
            }
            ast::Expr::Await(e) => Expr::Await { value: self.expr(&e.value) },
            ast::Expr::Yield(e) => {
                self.suspect_bare_yield(at);
                Expr::Yield { value: self.opt_expr(e.value.as_deref()) }
            }
            ast::Expr::YieldFrom(e) => {
                self.suspect_bare_yield(at);
                Expr::YieldFrom { value: self.expr(&e.value) }
            }
            ast::Expr::TString(e) => {
                self.unsupported("template strings are not supported", e.range);
                Expr::Constant(Constant::None)
            }
            ast::Expr::IpyEscapeCommand(e) => {
                self.unsupported("invalid syntax", e.range);
                Expr::Constant(Constant::None)
            }
        };
        self.tree.add_expr(node, at)
    }

    /// The parser accepts `1, yield x` and `yield @ x`. Python requires parentheses around a `yield` inside an expression.
    fn suspect_bare_yield(&mut self, at: Span) {
        if self.statement_value == at {
            return;
        }
        const BLANKS: [char; 4] = [' ', '\t', '\n', '\x0c'];
        let text = self.source.text();
        let before = text.get(..at.start as usize).unwrap_or("").trim_end_matches(BLANKS);
        let after = text.get(at.end as usize..).unwrap_or("").trim_start_matches(BLANKS);
        self.facts.is_suspect |= !(before.ends_with('(') && after.starts_with(')'));
    }

    /// Lowers the value of an assignment or of an expression statement, where a `yield` needs no parentheses.
    pub(super) fn value(&mut self, expr: &ast::Expr) -> ExprId {
        self.statement_value = span(expr.range());
        self.expr(expr)
    }

    pub(super) fn opt_expr(&mut self, expr: Option<&ast::Expr>) -> Option<ExprId> {
        expr.map(|expr| self.expr(expr))
    }

    pub(super) fn expr_list<'e>(&mut self, exprs: impl IntoIterator<Item = &'e ast::Expr>) -> List<ExprId> {
        let mark = self.exprs.len();
        for expr in exprs {
            let id = self.expr(expr);
            self.exprs.push(id);
        }
        self.tree.add_list(self.exprs.drain(mark..))
    }

    fn compare(&mut self, e: &ast::ExprCompare) -> Expr {
        let left = self.expr(&e.left);
        let mark = self.exprs.len();
        for comparator in &e.comparators {
            let id = self.expr(comparator);
            self.exprs.push(id);
        }
        let ops = e.ops.iter().map(|op| comparison(*op));
        Expr::Compare { left, rest: self.tree.add_list(ops.zip(self.exprs.drain(mark..))) }
    }

    fn dict(&mut self, e: &ast::ExprDict) -> Expr {
        let mark = self.exprs.len();
        let mut keys = Vec::with_capacity(e.items.len());
        for item in &e.items {
            keys.push(self.opt_expr(item.key.as_ref()));
            let value = self.expr(&item.value);
            self.exprs.push(value);
        }
        let keys = self.tree.add_list(keys);
        Expr::Dict { keys, values: self.tree.add_list(self.exprs.drain(mark..)) }
    }

    fn call(&mut self, e: &ast::ExprCall) -> Expr {
        let func = self.expr(&e.func);
        let args_span = span(e.arguments.range());
        let (args, keywords) = self.arguments(&e.arguments);
        Expr::Call { func, args, keywords, args_span }
    }

    pub(super) fn arguments(&mut self, arguments: &ast::Arguments) -> (List<ExprId>, List<Keyword>) {
        let mark = self.exprs.len();
        for arg in &arguments.args {
            let id = match arg {
                // `f(x for x in y)`: the generator expression has the span of the call's parentheses.
                ast::Expr::Generator(e) if !e.parenthesized => {
                    let element = self.expr(&e.elt);
                    let generators = self.generators(&e.generators);
                    self.tree.add_expr(Expr::GeneratorExp { element, generators }, span(arguments.range()))
                }
                _ => self.expr(arg),
            };
            self.exprs.push(id);
        }
        let args = self.tree.add_list(self.exprs.drain(mark..));
        if arguments.keywords.is_empty() {
            return (args, List::default());
        }
        let keywords: Vec<Keyword> = arguments
            .keywords
            .iter()
            .map(|keyword| Keyword {
                name: self.opt_ident(keyword.arg.as_ref()),
                value: self.expr(&keyword.value),
                span: span(keyword.range()),
            })
            .collect();
        (args, self.tree.add_list(keywords))
    }

    fn generators(&mut self, generators: &[ast::Comprehension]) -> List<Generator> {
        let generators: Vec<Generator> = generators
            .iter()
            .map(|generator| Generator {
                target: self.expr(&generator.target),
                iter: self.expr(&generator.iter),
                conditions: self.expr_list(&generator.ifs),
                is_async: generator.is_async,
            })
            .collect();
        self.tree.add_list(generators)
    }

    pub(super) fn params(&mut self, parameters: Option<&ast::Parameters>) -> ParamsId {
        let Some(parameters) = parameters else { return self.tree.add_params(Params::default()) };
        let params = Params {
            posonly: self.param_list(&parameters.posonlyargs),
            args: self.param_list(&parameters.args),
            vararg: parameters.vararg.as_deref().map(|param| self.param(param, None)),
            kwonly: self.param_list(&parameters.kwonlyargs),
            kwarg: parameters.kwarg.as_deref().map(|param| self.param(param, None)),
        };
        self.tree.add_params(params)
    }

    fn param_list(&mut self, params: &[ast::ParameterWithDefault]) -> List<Param> {
        if params.is_empty() {
            return List::default();
        }
        let params: Vec<Param> = params.iter().map(|param| self.param(&param.parameter, param.default.as_deref())).collect();
        self.tree.add_list(params)
    }

    fn param(&mut self, param: &ast::Parameter, default: Option<&ast::Expr>) -> Param {
        Param { name: self.ident(&param.name), annotation: self.opt_expr(param.annotation.as_deref()), default: self.opt_expr(default) }
    }

    pub(super) fn type_params(&mut self, type_params: Option<&ast::TypeParams>) -> List<TypeParam> {
        let Some(type_params) = type_params else { return List::default() };
        self.facts.needs_names = true;
        let lowered: Vec<TypeParam> = type_params.type_params.iter().map(|param| self.type_param(param)).collect();
        self.tree.add_list(lowered)
    }

    fn type_param(&mut self, param: &ast::TypeParam) -> TypeParam {
        let (kind, name, bound, default) = match param {
            ast::TypeParam::TypeVar(p) => (TypeParamKind::TypeVar, &p.name, p.bound.as_deref(), p.default.as_deref()),
            ast::TypeParam::TypeVarTuple(p) => (TypeParamKind::TypeVarTuple, &p.name, None, p.default.as_deref()),
            ast::TypeParam::ParamSpec(p) => (TypeParamKind::ParamSpec, &p.name, None, p.default.as_deref()),
        };
        let at: Span = span(param.range());
        TypeParam { kind, name: self.ident(name), bound: self.opt_expr(bound), default: self.opt_expr(default), span: at }
    }
}

fn ctx(ctx: ast::ExprContext) -> Ctx {
    match ctx {
        ast::ExprContext::Load => Ctx::Load,
        // `Invalid` only occurs in trees with a parse error, and these are not lowered.
        ast::ExprContext::Store | ast::ExprContext::Invalid => Ctx::Store,
        ast::ExprContext::Del => Ctx::Del,
    }
}

pub(super) fn binary(op: ast::Operator) -> BinOp {
    match op {
        ast::Operator::Add => BinOp::Add,
        ast::Operator::Sub => BinOp::Sub,
        ast::Operator::Mult => BinOp::Mul,
        ast::Operator::MatMult => BinOp::MatMul,
        ast::Operator::Div => BinOp::Div,
        ast::Operator::Mod => BinOp::Mod,
        ast::Operator::Pow => BinOp::Pow,
        ast::Operator::LShift => BinOp::LShift,
        ast::Operator::RShift => BinOp::RShift,
        ast::Operator::BitOr => BinOp::BitOr,
        ast::Operator::BitXor => BinOp::BitXor,
        ast::Operator::BitAnd => BinOp::BitAnd,
        ast::Operator::FloorDiv => BinOp::FloorDiv,
    }
}

fn unary(op: ast::UnaryOp) -> UnaryOp {
    match op {
        ast::UnaryOp::Invert => UnaryOp::Invert,
        ast::UnaryOp::Not => UnaryOp::Not,
        ast::UnaryOp::UAdd => UnaryOp::Pos,
        ast::UnaryOp::USub => UnaryOp::Neg,
    }
}

fn comparison(op: ast::CmpOp) -> CmpOp {
    match op {
        ast::CmpOp::Eq => CmpOp::Eq,
        ast::CmpOp::NotEq => CmpOp::NotEq,
        ast::CmpOp::Lt => CmpOp::Lt,
        ast::CmpOp::LtE => CmpOp::LtE,
        ast::CmpOp::Gt => CmpOp::Gt,
        ast::CmpOp::GtE => CmpOp::GtE,
        ast::CmpOp::Is => CmpOp::Is,
        ast::CmpOp::IsNot => CmpOp::IsNot,
        ast::CmpOp::In => CmpOp::In,
        ast::CmpOp::NotIn => CmpOp::NotIn,
    }
}
