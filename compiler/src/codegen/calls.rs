//! Calls. The arguments go into consecutive registers after the callee, which become the first registers of the callee's window.

use super::Compiler;
use crate::bytecode::{Base, Constant, Count, Dst, NameId, Op, Reg};
use crate::error::Res;
use crate::scope::{Place, ScopeId, ScopeKind, entry_flags};
use crate::tree::{Expr, ExprId, Ident, Keyword, Span};

/// A call with more arguments passes them as a tuple and a dict.
const MAX_ARGUMENTS: usize = 100;

/// Arguments of a call that do not come from an argument expression.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ImplicitArguments {
    /// Number of arguments that are already in the registers after the callee.
    pub(super) first: usize,
    /// The register of an argument that follows the positional argument expressions.
    pub(super) last: Option<u8>,
}

impl Compiler<'_> {
    /// Returns the first register for a call: `dst` itself if it is the topmost temporary, and else a new temporary.
    pub(super) fn window(&mut self, dst: u8) -> Res<u8> {
        if self.is_temp(dst) && dst.checked_add(1) == Some(self.unit.next) { Ok(dst) } else { self.temp() }
    }

    pub(super) fn call_to(&mut self, e: ExprId, dst: u8) -> Res<()> {
        let Expr::Call { func, args, keywords, .. } = self.tree.expr(e) else { return Ok(()) };
        let span = self.tree.expr_span(e);
        let mark = self.unit.next;
        let (args, keywords) = (self.tree.list(args), self.tree.list(keywords));
        if self.is_zero_argument_super(e) {
            let base = self.super_window(e)?;
            self.emit(Op::CallSuper { dst: Dst(dst), base: Base(base) }, span);
            self.free_to(mark);
            return Ok(());
        }
        let plain = args.len() <= MAX_ARGUMENTS && keywords.is_empty() && !self.has_star(args);
        if let (true, Expr::Attribute { value, attr, .. }) = (plain, self.tree.expr(func)) {
            self.call_method_to((func, value, attr), args, dst, self.method_span(span, func, attr))?;
            self.free_to(mark);
            return Ok(());
        }
        let base = self.window(dst)?;
        self.expr_to(func, base)?;
        let span = match self.tree.expr(func) {
            Expr::Attribute { attr, .. } if !self.is_spread(args, keywords) => self.method_span(span, func, attr),
            _ => span,
        };
        self.call_window(base, ImplicitArguments::default(), args, keywords, dst, span)?;
        self.free_to(mark);
        Ok(())
    }

    fn has_star(&self, args: &[ExprId]) -> bool {
        args.iter().any(|arg| matches!(self.tree.expr(*arg), Expr::Starred { .. }))
    }

    /// True if the arguments contain `*args` or `**kwargs`.
    fn is_spread(&self, args: &[ExprId], keywords: &[Keyword]) -> bool {
        keywords.iter().any(|keyword| keyword.name.is_none()) || self.has_star(args)
    }

    /// True if the evaluation of an expression may have effects other than an exception. Operators on plain objects
    /// count as free of effects. If an argument may have effects, a missing method must raise before it is evaluated
    /// (`CheckMethod`).
    fn may_have_effects(&self, e: ExprId) -> bool {
        let any = |items| self.tree.list(items).iter().any(|item| self.may_have_effects(*item));
        match self.tree.expr(e) {
            Expr::Constant(_) | Expr::Lambda { .. } => false,
            // A global that the module never binds is probably a missing name or a builtin: CPython looks up the method
            // before it reads the name.
            Expr::Name { .. } => self.resolve(self.facts.of_name(e)).is_some_and(|id| {
                let entry = self.facts.entry(id);
                let of_module = self.facts.find(ScopeId(0), entry.name);
                entry.place == Place::Global && !of_module.is_some_and(|id| self.facts.entry(id).has(entry_flags::BOUND))
            }),
            Expr::Attribute { value, .. } | Expr::Starred { value, .. } => self.may_have_effects(value),
            Expr::Unary { operand, .. } => self.may_have_effects(operand),
            Expr::Binary { left, right, .. } => self.may_have_effects(left) || self.may_have_effects(right),
            Expr::Subscript { value, index, .. } => self.may_have_effects(value) || self.may_have_effects(index),
            Expr::Compare { left, rest } => {
                self.may_have_effects(left) || self.tree.list(rest).iter().any(|(_, right)| self.may_have_effects(*right))
            }
            Expr::Tuple { items, .. } | Expr::List { items, .. } => any(items),
            Expr::BoolOp { values, .. } => any(values),
            Expr::Slice { .. } => false,
            _ => true,
        }
    }

    /// Emits the call `value.attr(args)`. `func` is the expression `value.attr`.
    fn call_method_to(&mut self, (func, value, attr): (ExprId, ExprId, Ident), args: &[ExprId], dst: u8, span: Span) -> Res<()> {
        if self.is_zero_argument_super(value) {
            let base = self.super_window(value)?;
            for arg in args {
                let reg = self.temp()?;
                self.expr_to(*arg, reg)?;
            }
            let site = self.attribute_site(attr.name)?;
            let argc = Count(u8::try_from(args.len()).unwrap_or(u8::MAX));
            self.emit(Op::CallSuperMethod { dst: Dst(dst), base: Base(base), argc, site }, span);
            return Ok(());
        }
        let base = self.window(dst)?;
        self.expr_to(value, base)?;
        let site = self.attribute_site(attr.name)?;
        if args.iter().any(|arg| self.may_have_effects(*arg)) {
            let span = self.attribute_span(self.tree.expr_span(func), attr);
            self.emit(Op::CheckMethod { obj: Reg(base), site }, span);
        }
        for arg in args {
            let reg = self.temp()?;
            self.expr_to(*arg, reg)?;
        }
        let argc = Count(u8::try_from(args.len()).unwrap_or(u8::MAX));
        self.emit(Op::CallMethod { dst: Dst(dst), base: Base(base), argc, site }, span);
        Ok(())
    }

    /// Emits the arguments and the call. The callee is in `base`.
    pub(super) fn call_window(
        &mut self,
        base: u8,
        given: ImplicitArguments,
        args: &[ExprId],
        keywords: &[Keyword],
        dst: u8,
        span: Span,
    ) -> Res<()> {
        let extra = usize::from(given.last.is_some());
        if self.is_spread(args, keywords) || given.first + args.len() + extra + keywords.len() > MAX_ARGUMENTS {
            return self.call_spread(base, given, args, keywords, dst, span);
        }
        for arg in args {
            let reg = self.temp()?;
            self.expr_to(*arg, reg)?;
        }
        if let Some(last) = given.last {
            let reg = self.temp()?;
            self.emit_move(reg, last, span);
        }
        let mut names = Vec::with_capacity(keywords.len());
        for keyword in keywords {
            let reg = self.temp()?;
            self.expr_to(keyword.value, reg)?;
            if let Some(name) = keyword.name {
                names.push(Constant::Str(self.tree.name(name.name).into()));
            }
        }
        let argc = Count(u8::try_from(given.first + args.len() + extra + keywords.len()).unwrap_or(u8::MAX));
        let (dst, base) = (Dst(dst), Base(base));
        let op = if names.is_empty() {
            Op::Call { dst, base, argc }
        } else {
            Op::CallKw { dst, base, argc, names: self.constant(Constant::Tuple(names.into()))? }
        };
        self.emit(op, span);
        Ok(())
    }

    /// Emits `f(*args, **kwargs)`, with one tuple (or any iterable) and one dict (or None).
    fn call_spread(&mut self, base: u8, given: ImplicitArguments, args: &[ExprId], keywords: &[Keyword], dst: u8, span: Span) -> Res<()> {
        let positional = match (given, args) {
            (ImplicitArguments { first: 0, last: None }, [only]) if self.has_star(args) => {
                let reg = self.temp()?;
                let Expr::Starred { value, .. } = self.tree.expr(*only) else { return Ok(()) };
                self.expr_to(value, reg)?;
                reg
            }
            (ImplicitArguments { first: 0, last: None }, []) => {
                let reg = self.temp()?;
                self.load_constant(reg, Constant::Tuple(Box::new([])), span)?;
                reg
            }
            _ => {
                let reg = base + 1;
                if given.first == 0 {
                    self.temp()?;
                }
                self.list_from(reg, given.first, args, 1, span)?;
                if let Some(last) = given.last {
                    self.emit(Op::ListAppend { list: Reg(reg), src: Reg(last) }, span);
                }
                self.emit(Op::ListToTuple { dst: Dst(reg), list: Reg(reg) }, span);
                reg
            }
        };
        self.free_to(positional + 1);
        let dict = self.temp()?;
        if keywords.is_empty() {
            self.load_constant(dict, Constant::None, span)?;
        } else {
            self.emit(Op::BuildDict { dst: Dst(dict), base: Base(dict), count: Count(0) }, span);
            let mut rest = keywords;
            let plain = rest.iter().take_while(|keyword| keyword.name.is_some()).count();
            let (first, after) = rest.split_at(plain);
            for keyword in first {
                self.keyword_into(dict, base, keyword, span)?;
            }
            rest = after;
            // A keyword after `**mapping` may repeat a key of the mapping. `DictMerge` raises the error for it.
            while let [keyword, ..] = rest {
                if keyword.name.is_none() {
                    self.keyword_into(dict, base, keyword, span)?;
                    rest = rest.get(1..).unwrap_or_default();
                    continue;
                }
                let run = rest.iter().take_while(|keyword| keyword.name.is_some()).count();
                let (named, after) = rest.split_at(run);
                let mark = self.unit.next;
                let more = self.temp()?;
                self.emit(Op::BuildDict { dst: Dst(more), base: Base(more), count: Count(0) }, span);
                for keyword in named {
                    self.keyword_into(more, base, keyword, span)?;
                }
                self.emit(Op::DictMerge { dict: Reg(dict), src: Reg(more), func: Reg(base) }, span);
                self.free_to(mark);
                rest = after;
            }
        }
        self.emit(Op::CallEx { dst: Dst(dst), base: Base(base) }, span);
        Ok(())
    }

    fn keyword_into(&mut self, dict: u8, base: u8, keyword: &Keyword, span: Span) -> Res<()> {
        let mark = self.unit.next;
        match keyword.name {
            Some(name) => {
                let key = self.temp()?;
                self.load_constant(key, Constant::Str(self.tree.name(name.name).into()), keyword.span)?;
                let value = self.operand(keyword.value, None)?;
                self.emit(Op::DictInsert { dict: Reg(dict), key: Reg(key), src: Reg(value) }, span);
            }
            None => {
                let value = self.operand(keyword.value, None)?;
                self.emit(Op::DictMerge { dict: Reg(dict), src: Reg(value), func: Reg(base) }, span);
            }
        }
        self.free_to(mark);
        Ok(())
    }

    /// True for `super()` in a function with a first argument. The name `super` must be a global.
    pub(super) fn is_zero_argument_super(&mut self, e: ExprId) -> bool {
        let Expr::Call { func, args, keywords, .. } = self.tree.expr(e) else { return false };
        let Expr::Name { name, .. } = self.tree.expr(func) else { return false };
        if !args.is_empty() || !keywords.is_empty() || self.tree.name(name) != "super" {
            return false;
        }
        let is_global = self.resolve(self.facts.of_name(func)).is_some_and(|id| self.facts.entry(id).place == Place::Global);
        is_global && !matches!(self.unit.kind, ScopeKind::Module | ScopeKind::Class) && self.first_argument().is_some()
    }

    fn class_cell_entry(&mut self) -> Option<crate::scope::EntryId> {
        if matches!(self.unit.kind, ScopeKind::Module | ScopeKind::Class) {
            return None;
        }
        let name: NameId = self.names.intern("__class__");
        let id = self.facts.find(self.unit.scope, name)?;
        matches!(self.facts.entry(id).place, Place::Free(_)).then_some(id)
    }

    /// Returns the entry of the first positional parameter.
    fn first_argument(&self) -> Option<crate::scope::EntryId> {
        if self.unit.code.arg_count == 0 {
            return None;
        }
        let first = self.facts.scope(self.unit.scope).locals.first().copied()?;
        self.facts.entry(first).has(entry_flags::PARAM).then_some(first)
    }

    /// Loads `super`, the class and the first argument into new consecutive registers.
    pub(super) fn super_window(&mut self, e: ExprId) -> Res<u8> {
        let span = self.tree.expr_span(e);
        let base = self.temps(3)?;
        if let Expr::Call { func, .. } = self.tree.expr(e) {
            self.expr_to(func, base)?;
        }
        // Outside a class there is no `__class__` cell. `super()` raises the error at run time.
        match self.class_cell_entry() {
            Some(class) => self.load_entry(class, base + 1, span)?,
            None => self.load_constant(base + 1, Constant::None, span)?,
        }
        if let Some(first) = self.first_argument() {
            let entry = *self.facts.entry(first);
            match entry.place {
                // `super()` has its own message if the parameter is deleted, so no `CheckLocal` comes first.
                Place::Register => self.emit(Op::Move { dst: Dst(base + 2), src: Reg(entry.reg) }, span),
                _ => self.load_entry(first, base + 2, span)?,
            }
        }
        Ok(base)
    }
}
