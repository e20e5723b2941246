//! Functions and lambdas: the code that makes them, and their bodies.

use super::display::count;
use super::{Body, Compiler, QueuedBody, unit};
use crate::bytecode::{Base, Capture, Child, Constant, Dst, Flag, NameId, Op, Reg, code_flags, function_flags};
use crate::error::Res;
use crate::scope::{Place, ScopeId, ScopeKey, ScopeKind, entry_flags};
use crate::symbols::{Names, Private};
use crate::tree::{Expr, ExprId, FunctionId, List, Param, Params, ParamsId, Span};

impl<'t> Compiler<'t> {
    /// Queues a body and emits its `MakeFunction`. `flags` says which values are at `base`.
    #[expect(clippy::too_many_arguments, reason = "the facts of one function, each used once")]
    pub(super) fn make_function(
        &mut self,
        dst: u8,
        base: u8,
        flags: u8,
        body: Body,
        scope: ScopeId,
        name: NameId,
        first_line: u32,
        span: Span,
    ) -> Res<()> {
        let (captures, steady) = self.captures(scope);
        let private = match body {
            Body::Class(id) => self.tree.class(id).map_or(self.unit.private, |class| Private::to(class.name.name)),
            Body::ClassTypes(id) => {
                self.tree.class(id).map_or(self.unit.private, |class| Private::type_params(class.name.name, class.type_params))
            }
            _ => self.unit.private,
        };
        let text = self.names.text(name);
        let declared_global = self.facts.find(self.unit.scope, name).is_some_and(|id| self.facts.entry(id).has(entry_flags::GLOBAL));
        let defines_name = matches!(body, Body::Function(_) | Body::Class(_));
        let length = text.len() + self.unit.code.qualname.len().max(self.unit.prefix.as_ref().map_or(0, |prefix| prefix.len()));
        if !self.names.may_make(length) {
            return Err(self.limit(super::LONG_NAMES));
        }
        let text = self.names.text(name);
        let qualname: Box<str> = if defines_name && declared_global { text.into() } else { self.qualified(text).into() };
        let prefix = match body {
            Body::FunctionTypes(_) | Body::ClassTypes(_) | Body::AliasTypes(_) => Some(self.qualified("").into()),
            _ => None,
        };
        let id = self.enqueue(QueuedBody { body, scope, name, qualname, prefix, captures, steady, private, first_line });
        let Ok(child) = u16::try_from(self.unit.code.children.len()) else {
            return Err(self.limit("too many functions in one body of code"));
        };
        self.unit.code.children.push(id);
        self.emit(Op::MakeFunction { dst: Dst(dst), base: Base(base), flags: Flag(flags), child: Child(child) }, span);
        Ok(())
    }

    /// Returns the qualified name of a function or class defined in this body.
    fn qualified(&self, name: &str) -> String {
        let own = &self.unit.code.qualname;
        match (&self.unit.prefix, self.unit.kind) {
            (Some(prefix), _) => format!("{prefix}{name}"),
            (None, ScopeKind::Module) => name.to_owned(),
            (None, ScopeKind::Class) if self.unit.scope == ScopeId(0) => name.to_owned(),
            (None, ScopeKind::Class | ScopeKind::GenExpr) => format!("{own}.{name}"),
            (None, _) => format!("{own}.<locals>.{name}"),
        }
    }

    /// Returns where this frame holds the closure cells of a function that it makes, and as a bit mask, which cells
    /// cannot change while that function runs. The content of a cell is steady if a plain function binds the variable
    /// before it makes the closure, and no other code binds it. The plain function could bind it again, but it waits
    /// until the inner function returns. With threads it does not wait, so programs that may start threads get no
    /// steady cells.
    fn captures(&mut self, scope: ScopeId) -> (Vec<Capture>, u64) {
        let parent = self.facts.scope(scope).parent;
        let (class_cell, class_dict) = (self.names.find("__class__"), self.names.find("__classdict__"));
        let holder = self.facts.scope(parent);
        let mut captures = Vec::with_capacity(self.facts.scope(scope).free.len());
        let generator_flags = code_flags::GENERATOR | code_flags::COROUTINE | code_flags::ASYNC_GENERATOR;
        let is_plain = matches!(holder.kind, ScopeKind::Function | ScopeKind::Lambda)
            && self.unit.code.flags & generator_flags == 0
            && !self.has_threads;
        let rebindable_flags = entry_flags::SHARED | entry_flags::WALRUS | entry_flags::DELETED | entry_flags::EARLY;
        let mut steady = 0;
        for name in &self.facts.scope(scope).free {
            let entry = self.facts.find(parent, *name).and_then(|id| self.resolve(id)).map(|id| self.facts.entry(id));
            captures.push(match (holder.kind, entry) {
                (ScopeKind::Class, _) if Some(*name) == class_cell && holder.needs_class_cell => Capture::Local(1),
                (ScopeKind::Class, _) if Some(*name) == class_dict && holder.needs_class_dict => {
                    Capture::Local(if holder.needs_class_cell { 2 } else { 1 })
                }
                (ScopeKind::Class, Some(entry)) => Capture::Free(entry.pass_free),
                (_, Some(entry)) => match entry.place {
                    Place::Free(free) | Place::DictOrFree(free) | Place::NameOrFree(free) => Capture::Free(free),
                    Place::DictOrGlobal => Capture::Free(entry.pass_free),
                    _ => Capture::Local(entry.reg),
                },
                (_, None) => Capture::Local(0),
            });
            let is_steady = match (captures.last(), entry) {
                (Some(Capture::Local(reg)), Some(entry)) => is_plain && !entry.has(rebindable_flags) && self.unit.assigned.has(*reg),
                (Some(Capture::Free(free)), _) => unit::bit_of(*free).is_some_and(|bit| self.unit.steady & bit != 0),
                _ => false,
            };
            if is_steady && let Some(bit) = u16::try_from(captures.len() - 1).ok().and_then(unit::bit_of) {
                steady |= bit;
            }
        }
        (captures, steady)
    }

    fn positional(&self, params: Params) -> impl Iterator<Item = Param> + use<'t> {
        let tree = self.tree;
        tree.list(params.posonly).iter().chain(tree.list(params.args)).copied()
    }

    /// Builds the tuple of defaults in a new temporary. Returns false if there are none.
    fn defaults(&mut self, params: Params, span: Span) -> Res<bool> {
        let values: Vec<ExprId> = self.positional(params).filter_map(|param| param.default).collect();
        if values.is_empty() {
            return Ok(false);
        }
        let dst = self.temp()?;
        let constants: Option<Box<[Constant]>> = values.iter().map(|value| self.known(*value)).collect();
        if let Some(constants) = constants {
            self.load_constant(dst, Constant::Tuple(constants), span)?;
            return Ok(true);
        }
        self.list_from(dst, 0, &values, 0, span)?;
        self.emit(Op::ListToTuple { dst: Dst(dst), list: Reg(dst) }, span);
        self.free_to(dst + 1);
        Ok(true)
    }

    fn kw_defaults(&mut self, params: Params, span: Span) -> Res<bool> {
        let mut dict = None;
        for param in self.tree.list(params.kwonly) {
            let Some(default) = param.default else { continue };
            let dict = match dict {
                Some(dict) => dict,
                None => *dict.insert(self.new_dict(span)?),
            };
            self.named_value(dict, param.name.name, span, |compiler, reg| compiler.expr_to(default, reg))?;
        }
        Ok(dict.is_some())
    }

    fn new_dict(&mut self, span: Span) -> Res<u8> {
        let dict = self.temp()?;
        self.emit(Op::BuildDict { dst: Dst(dict), base: Base(dict), count: count(0) }, span);
        Ok(dict)
    }

    /// Emits `dict[name] = value`, with the name mangled.
    fn named_value(&mut self, dict: u8, name: crate::tree::Sym, span: Span, value: impl FnOnce(&mut Self, u8) -> Res<()>) -> Res<()> {
        let key = self.temp()?;
        let name = self.names.mangle(self.unit.private, name);
        let text = self.text_constant(name);
        self.load_constant(key, text, span)?;
        let src = self.temp()?;
        value(self, src)?;
        self.emit(Op::DictInsert { dict: Reg(dict), key: Reg(key), src: Reg(src) }, span);
        self.free_to(key);
        Ok(())
    }

    fn annotations(&mut self, params: Params, returns: Option<ExprId>, span: Span) -> Res<bool> {
        let tree = self.tree;
        // The order in which CPython evaluates annotations.
        let all = tree.list(params.args).iter().chain(tree.list(params.posonly)).copied();
        let all = all.chain(params.vararg).chain(tree.list(params.kwonly).iter().copied()).chain(params.kwarg);
        let mut dict = None;
        for param in all {
            let Some(annotation) = param.annotation else { continue };
            let dict = match dict {
                Some(dict) => dict,
                None => *dict.insert(self.new_dict(span)?),
            };
            // `*args: *Ts`: the annotation is the only item of the unpacked value.
            let starred = match tree.expr(annotation) {
                Expr::Starred { value, .. } if !self.future_annotations => Some(value),
                _ => None,
            };
            self.named_value(dict, param.name.name, span, |compiler, reg| match starred {
                Some(value) => {
                    compiler.expr_to(value, reg)?;
                    let at = compiler.tree.expr_span(annotation);
                    compiler.emit(Op::Unpack { dst: Base(reg), src: Reg(reg), count: count(1) }, at);
                    Ok(())
                }
                None => compiler.annotation_to(annotation, reg),
            })?;
        }
        if let Some(returns) = returns {
            let dict = match dict {
                Some(dict) => dict,
                None => *dict.insert(self.new_dict(span)?),
            };
            let key = self.temp()?;
            self.load_constant(key, Constant::Str("return".into()), span)?;
            let src = self.temp()?;
            self.annotation_to(returns, src)?;
            self.emit(Op::DictInsert { dict: Reg(dict), key: Reg(key), src: Reg(src) }, span);
            self.free_to(key);
        }
        Ok(dict.is_some())
    }

    /// Evaluates decorators into consecutive temporaries.
    pub(super) fn decorators(&mut self, decorators: List<ExprId>) -> Res<()> {
        for decorator in self.tree.list(decorators) {
            let reg = self.temp()?;
            self.expr_to(*decorator, reg)?;
        }
        Ok(())
    }

    /// Calls decorators, the innermost first. Each decorator is in the register before its argument.
    pub(super) fn decorate(&mut self, decorators: List<ExprId>, value: u8) -> u8 {
        let mut reg = value;
        for decorator in self.tree.list(decorators).iter().rev() {
            reg -= 1;
            self.emit(Op::Call { dst: Dst(reg), base: Base(reg), argc: count(1) }, self.tree.expr_span(*decorator));
        }
        reg
    }

    /// Returns the line of a definition, which is that of its first decorator if it has one.
    pub(super) fn definition_line(&self, decorators: List<ExprId>, span: Span) -> u32 {
        let start = self.tree.list(decorators).first().map_or(span.start, |first| self.tree.expr_span(*first).start);
        self.source.line_of(start)
    }

    pub(super) fn function_statement(&mut self, id: FunctionId, span: Span) -> Res<()> {
        let Some(function) = self.tree.function(id) else { return Ok(()) };
        let mark = self.unit.next;
        let name = self.names.mangle(self.unit.private, function.name.name);
        let entry = self.entry_of(name);
        let line = self.definition_line(function.decorators, span);
        self.decorators(function.decorators)?;
        let direct = match self.resolve(entry).map(|id| *self.facts.entry(id)) {
            Some(entry) if entry.place == Place::Register && function.decorators.is_empty() => Some(entry.reg),
            _ => None,
        };
        let dst = direct.map_or_else(|| self.temp(), Ok)?;
        let inner = self.unit.next;
        let params = self.tree.params(function.params);
        let plain = Names::of(function.name.name);
        if function.type_params.is_empty() {
            let flags = self.function_values(params, function.returns, span)?;
            let Some(scope) = self.facts.scope_of(ScopeKey::Function(id.0)) else { return Ok(()) };
            self.make_function(dst, inner, flags, Body::Function(id), scope, plain, line, span)?;
        } else {
            let base = self.temp()?;
            let mut argc = 0;
            argc += u8::from(self.defaults(params, span)?);
            argc += u8::from(self.kw_defaults(params, span)?);
            let Some(scope) = self.facts.scope_of(ScopeKey::FunctionTypes(id.0)) else { return Ok(()) };
            let title = format!("<generic parameters of {}>", self.tree.name(function.name.name));
            let title = self.names.intern(&title);
            self.make_function(base, base, 0, Body::FunctionTypes(id), scope, title, line, span)?;
            self.emit(Op::Call { dst: Dst(dst), base: Base(base), argc: count(argc.into()) }, span);
        }
        self.free_to(inner);
        let result = self.decorate(function.decorators, dst);
        self.store_entry(entry, result, function.name.span)?;
        self.free_to(mark);
        Ok(())
    }

    /// Evaluates defaults, keyword defaults and annotations into consecutive temporaries, and returns the flags of `MakeFunction`.
    fn function_values(&mut self, params: Params, returns: Option<ExprId>, span: Span) -> Res<u8> {
        let mut flags = 0;
        if self.defaults(params, span)? {
            flags |= function_flags::DEFAULTS;
        }
        if self.kw_defaults(params, span)? {
            flags |= function_flags::KW_DEFAULTS;
        }
        if self.annotations(params, returns, span)? {
            flags |= function_flags::ANNOTATIONS;
        }
        Ok(flags)
    }

    /// Compiles the function that makes a generic function. Its parameters are the defaults.
    pub(super) fn function_types_body(&mut self, id: FunctionId) -> Res<()> {
        let Some(function) = self.tree.function(id) else { return Ok(()) };
        let span = self.unit.here;
        let params = self.tree.params(function.params);
        let line = self.unit.code.first_line;
        let pair = self.temp()?;
        let type_params = self.temp()?;
        self.type_params_to(function.type_params, type_params, span)?;
        let base = self.unit.next;
        let mut flags = 0;
        let mut argument = 0;
        for (has, flag) in [
            (self.positional(params).any(|param| param.default.is_some()), function_flags::DEFAULTS),
            (self.tree.list(params.kwonly).iter().any(|param| param.default.is_some()), function_flags::KW_DEFAULTS),
        ] {
            if has {
                let reg = self.temp()?;
                self.emit_move(reg, argument, span);
                argument += 1;
                flags |= flag;
            }
        }
        self.unit.code.arg_count = argument;
        if self.annotations(params, function.returns, span)? {
            flags |= function_flags::ANNOTATIONS;
        }
        let Some(scope) = self.facts.scope_of(ScopeKey::Function(id.0)) else { return Ok(()) };
        self.make_function(pair, base, flags, Body::Function(id), scope, Names::of(function.name.name), line, span)?;
        self.intrinsic(crate::bytecode::Intrinsic::SetTypeParams, pair, pair, 2, span);
        self.emit_return(pair, span);
        Ok(())
    }

    /// Sets the argument counts and flags of the code.
    fn signature(&mut self, params: Params) {
        let size = |len: usize| u8::try_from(len).unwrap_or(u8::MAX);
        let code = &mut self.unit.code;
        code.posonly_count = size(params.posonly.len());
        code.arg_count = size(params.posonly.len() + params.args.len());
        code.kwonly_count = size(params.kwonly.len());
        if params.vararg.is_some() {
            code.flags |= code_flags::VARARGS;
        }
        if params.kwarg.is_some() {
            code.flags |= code_flags::VARKEYWORDS;
        }
    }

    pub(super) fn function_body(&mut self, id: FunctionId) -> Res<()> {
        let Some(function) = self.tree.function(id) else { return Ok(()) };
        self.signature(self.tree.params(function.params));
        self.unit.code.doc = self.docstring(function.body);
        self.stmts(function.body)?;
        self.return_none()
    }

    pub(super) fn lambda_to(&mut self, e: ExprId, params: ParamsId, dst: u8, span: Span) -> Res<()> {
        let mark = self.unit.next;
        let flags = self.function_values(self.tree.params(params), None, span)?;
        let Some(scope) = self.facts.scope_of(ScopeKey::Expr(e.0)) else { return Ok(()) };
        let name = self.names.intern("<lambda>");
        let line = self.source.line_of(span.start);
        self.make_function(dst, mark, flags, Body::Lambda(e), scope, name, line, span)?;
        self.free_to(mark);
        Ok(())
    }

    pub(super) fn lambda_body(&mut self, e: ExprId) -> Res<()> {
        let Expr::Lambda { params, body } = self.tree.expr(e) else { return Ok(()) };
        self.signature(self.tree.params(params));
        self.unit.code.flags |= code_flags::LAMBDA;
        let reg = self.operand(body, None)?;
        self.emit_return(reg, self.tree.expr_span(body));
        Ok(())
    }
}
