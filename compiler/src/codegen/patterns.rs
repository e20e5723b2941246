//! `match`. A case binds its names only after the whole pattern has matched.

use super::Compiler;
use super::display::count;
use super::unit::Label;
use crate::bytecode::{Base, Constant, Count, Dst, Imm16, Imm32, NameId, Op, Reg, Target};
use crate::error::Res;
use crate::tree::{Case, Constant as Literal, ExprId, Ident, KeywordPattern, List, Pattern, PatternId, Span};

/// The names that a pattern captures and the registers of their values, in order.
type Captures = Vec<(NameId, u8, Span)>;

impl Compiler<'_> {
    pub(super) fn match_statement(&mut self, subject: ExprId, cases: List<Case>) -> Res<()> {
        let mark = self.unit.next;
        let reg = self.temp()?;
        self.expr_to(subject, reg)?;
        let mut end = Label::new();
        for case in self.tree.list(cases) {
            if !self.unit.reachable {
                break;
            }
            self.unit.here = case.span;
            let inner = self.unit.next;
            let mut next = Label::new();
            let mut captures = Captures::new();
            self.pattern(case.pattern, reg, &mut next, &mut captures)?;
            for (name, src, span) in captures {
                self.store_name(name, src, span)?;
            }
            self.free_to(inner);
            if let Some(guard) = case.guard {
                self.jump_if(guard, false, &mut next)?;
            }
            self.stmts(case.body)?;
            self.goto(&mut end, case.span);
            self.bind(next);
        }
        self.bind(end);
        self.free_to(mark);
        Ok(())
    }

    fn capture(&mut self, ident: Ident, src: u8, captures: &mut Captures) {
        let name = self.names.mangle(self.unit.private, ident.name);
        captures.push((name, src, ident.span));
    }

    /// Tests the value in `src`, and jumps to `fail` if it does not match.
    fn pattern(&mut self, id: PatternId, src: u8, fail: &mut Label, captures: &mut Captures) -> Res<()> {
        self.step()?;
        let span = self.tree.pattern_span(id);
        match self.tree.pattern(id) {
            Pattern::Wildcard => Ok(()),
            Pattern::Value(value) => self.value_pattern(value, src, fail, span),
            Pattern::Singleton(value) => self.singleton_pattern(value, src, fail, span),
            Pattern::As { pattern, name } => {
                if let Some(pattern) = pattern {
                    self.pattern(pattern, src, fail, captures)?;
                }
                self.capture(name, src, captures);
                Ok(())
            }
            // The sequence pattern around the star has put the list of items in `src`.
            Pattern::Star { name } => {
                if let Some(name) = name {
                    self.capture(name, src, captures);
                }
                Ok(())
            }
            Pattern::Sequence { items } => self.sequence_pattern(items, src, fail, captures, span),
            Pattern::Mapping { keys, patterns, rest } => self.mapping_pattern(keys, patterns, rest, src, fail, captures, span),
            Pattern::Class { class, positional, keywords } => self.class_pattern(class, positional, keywords, src, fail, captures, span),
            Pattern::Or { patterns } => self.or_pattern(patterns, src, fail, captures, span),
        }
    }

    fn value_pattern(&mut self, value: ExprId, src: u8, fail: &mut Label, span: Span) -> Res<()> {
        let target = Target(0);
        if let Some(value) = self.known_int(value).and_then(|value| i16::try_from(value).ok()) {
            self.jump(fail, Op::JumpIfNotEqImm { lhs: Reg(src), value: Imm16(value), target }, span);
            return Ok(());
        }
        let mark = self.unit.next;
        let rhs = Reg(self.operand(value, None)?);
        self.jump(fail, Op::JumpIfNotEq { lhs: Reg(src), rhs, target }, span);
        self.free_to(mark);
        Ok(())
    }

    fn singleton_pattern(&mut self, value: Literal, src: u8, fail: &mut Label, span: Span) -> Res<()> {
        let target = Target(0);
        if value == Literal::None {
            self.jump(fail, Op::JumpIfNotNone { src: Reg(src), target }, span);
            return Ok(());
        }
        let reg = self.temp()?;
        let value = if value == Literal::True { Constant::True } else { Constant::False };
        self.load_constant(reg, value, span)?;
        self.emit(Op::Is { dst: Dst(reg), lhs: Reg(src), rhs: Reg(reg) }, span);
        self.jump(fail, Op::JumpIfFalse { src: Reg(reg), target }, span);
        self.free_to(reg);
        Ok(())
    }

    fn is_wildcard(&self, id: PatternId) -> bool {
        matches!(self.tree.pattern(id), Pattern::Wildcard | Pattern::Star { name: None })
    }

    fn sequence_pattern(&mut self, items: List<PatternId>, src: u8, fail: &mut Label, captures: &mut Captures, span: Span) -> Res<()> {
        let items = self.tree.list(items);
        let target = Target(0);
        let test = self.temp()?;
        self.emit(Op::MatchSequence { dst: Dst(test), src: Reg(src) }, span);
        self.jump(fail, Op::JumpIfFalse { src: Reg(test), target }, span);
        let star = items.iter().position(|item| matches!(self.tree.pattern(*item), Pattern::Star { .. }));
        let least = items.len() - usize::from(star.is_some());
        let (Ok(size), true) = (i16::try_from(least), items.len() <= 200) else {
            return Err(self.limit("too many sub-patterns in a sequence pattern"));
        };
        if star.is_none() || least > 0 {
            self.emit(Op::Len { dst: Dst(test), src: Reg(src) }, span);
            let (lhs, value) = (Reg(test), Imm16(size));
            let op = match star {
                None => Op::JumpIfNotEqImm { lhs, value, target },
                Some(_) => Op::JumpIfNotGeImm { lhs, value, target },
            };
            self.jump(fail, op, span);
        }
        if items.iter().all(|item| self.is_wildcard(*item)) {
            self.free_to(test);
            return Ok(());
        }
        match star {
            Some(at) if items.get(at).is_some_and(|item| self.is_wildcard(*item)) => {
                return self.indexed_items(items, at, test, src, fail, captures, span);
            }
            _ => {}
        }
        self.free_to(test);
        let first = self.temps(items.len())?;
        let op = match star {
            None => Op::Unpack { dst: Base(first), src: Reg(src), count: count(items.len()) },
            Some(at) => {
                let after = i32::try_from(items.len() - at - 1).unwrap_or(i32::MAX);
                Op::UnpackEx { dst: Base(first), src: Reg(src), before: count(at), after: Imm32(after) }
            }
        };
        self.emit(op, span);
        for (item, reg) in items.iter().zip(first..) {
            self.pattern(*item, reg, fail, captures)?;
        }
        Ok(())
    }

    /// Matches `[a, *_, z]` without building the list of the rest. Items are fetched by index. The length is in `len`.
    #[expect(clippy::too_many_arguments, reason = "the parts of one pattern")]
    fn indexed_items(
        &mut self,
        items: &[PatternId],
        star: usize,
        len: u8,
        src: u8,
        fail: &mut Label,
        captures: &mut Captures,
        span: Span,
    ) -> Res<()> {
        for (at, item) in items.iter().enumerate() {
            if at == star || self.is_wildcard(*item) {
                continue;
            }
            let reg = self.temp()?;
            if at < star {
                let key = Imm32(i32::try_from(at).unwrap_or(i32::MAX));
                self.emit(Op::GetItemImm { dst: Dst(reg), obj: Reg(src), key }, span);
            } else {
                let back = Imm32(i32::try_from(items.len() - at).unwrap_or(i32::MAX));
                self.emit(Op::SubImm { dst: Dst(reg), lhs: Reg(len), inplace: crate::bytecode::Flag(0), value: back }, span);
                self.emit(Op::GetItem { dst: Dst(reg), obj: Reg(src), key: Reg(reg) }, span);
            }
            self.pattern(*item, reg, fail, captures)?;
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one pattern")]
    fn mapping_pattern(
        &mut self,
        keys: List<ExprId>,
        patterns: List<PatternId>,
        rest: Option<Ident>,
        src: u8,
        fail: &mut Label,
        captures: &mut Captures,
        span: Span,
    ) -> Res<()> {
        let (keys, patterns) = (self.tree.list(keys), self.tree.list(patterns));
        let target = Target(0);
        let test = self.temp()?;
        self.emit(Op::MatchMapping { dst: Dst(test), src: Reg(src) }, span);
        self.jump(fail, Op::JumpIfFalse { src: Reg(test), target }, span);
        let mut key_registers = test;
        if !keys.is_empty() {
            let Ok(size) = i16::try_from(keys.len()) else { return Err(self.limit("too many keys in a mapping pattern")) };
            self.emit(Op::Len { dst: Dst(test), src: Reg(src) }, span);
            self.jump(fail, Op::JumpIfNotGeImm { lhs: Reg(test), value: Imm16(size), target }, span);
            key_registers = self.unit.next;
            for key in keys {
                let reg = self.temp()?;
                self.expr_to(*key, reg)?;
            }
            let tuple = test;
            self.emit(Op::BuildTuple { dst: Dst(tuple), base: Base(key_registers), count: count(keys.len()) }, span);
            self.emit(Op::MatchKeys { dst: Dst(tuple), src: Reg(src), keys: Reg(tuple) }, span);
            self.jump(fail, Op::JumpIfNone { src: Reg(tuple), target }, span);
            let first = self.temps(keys.len())?;
            self.emit(Op::Unpack { dst: Base(first), src: Reg(tuple), count: count(keys.len()) }, span);
            for (pattern, reg) in patterns.iter().zip(first..) {
                self.pattern(*pattern, reg, fail, captures)?;
            }
        }
        if let Some(rest) = rest {
            let dict = self.temp()?;
            self.emit(Op::BuildDict { dst: Dst(dict), base: Base(dict), count: Count(0) }, span);
            self.emit(Op::DictUpdate { dict: Reg(dict), src: Reg(src) }, span);
            for (_, reg) in keys.iter().zip(key_registers..) {
                self.emit(Op::DelItem { obj: Reg(dict), key: Reg(reg) }, span);
            }
            self.capture(rest, dict, captures);
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one pattern")]
    fn class_pattern(
        &mut self,
        class: ExprId,
        positional: List<PatternId>,
        keywords: List<KeywordPattern>,
        src: u8,
        fail: &mut Label,
        captures: &mut Captures,
        span: Span,
    ) -> Res<()> {
        let (positional, keywords) = (self.tree.list(positional), self.tree.list(keywords));
        let base = self.temps(3)?;
        self.expr_to(class, base + 1)?;
        self.emit_move(base, src, span);
        let names: Box<[Constant]> = keywords
            .iter()
            // Names of keyword patterns are not mangled, unlike other attributes.
            .map(|keyword| Constant::Str(self.tree.name(keyword.attr.name).into()))
            .collect();
        self.load_constant(base + 2, Constant::Tuple(names), span)?;
        if positional.len() + keywords.len() > 200 {
            return Err(self.limit("too many sub-patterns in a class pattern"));
        }
        self.emit(Op::MatchClass { dst: Dst(base), base: Base(base), argc: count(positional.len()) }, span);
        self.jump(fail, Op::JumpIfNone { src: Reg(base), target: Target(0) }, span);
        let size = positional.len() + keywords.len();
        self.free_to(base + 1);
        if size == 0 {
            return Ok(());
        }
        let first = self.temps(size)?;
        self.emit(Op::Unpack { dst: Base(first), src: Reg(base), count: count(size) }, span);
        let patterns = positional.iter().copied().chain(keywords.iter().map(|keyword| keyword.pattern));
        for (pattern, reg) in patterns.zip(first..) {
            self.pattern(pattern, reg, fail, captures)?;
        }
        Ok(())
    }

    /// Matches alternatives, which all bind the same names. Each alternative moves its values to the same registers.
    fn or_pattern(&mut self, patterns: List<PatternId>, src: u8, fail: &mut Label, captures: &mut Captures, span: Span) -> Res<()> {
        let patterns = self.tree.list(patterns);
        let mut names = Captures::new();
        if let Some(first) = patterns.first() {
            self.captured_names(*first, &mut names);
        }
        for entry in &mut names {
            entry.1 = self.temp()?;
        }
        let mark = self.unit.next;
        let mut matched = Label::new();
        for (at, pattern) in patterns.iter().enumerate() {
            let last = at + 1 == patterns.len();
            let mut next = Label::new();
            let mut own = Captures::new();
            self.pattern(*pattern, src, if last { &mut *fail } else { &mut next }, &mut own)?;
            for (name, reg, span) in own {
                if let Some((_, place, _)) = names.iter().find(|known| known.0 == name) {
                    self.emit_move(*place, reg, span);
                }
            }
            self.free_to(mark);
            if !last {
                self.goto(&mut matched, span);
                self.bind(next);
            }
        }
        self.bind(matched);
        captures.extend(names);
        Ok(())
    }

    /// Collects the names that a pattern binds.
    fn captured_names(&mut self, id: PatternId, names: &mut Captures) {
        match self.tree.pattern(id) {
            Pattern::Value(_) | Pattern::Singleton(_) | Pattern::Wildcard => {}
            Pattern::As { pattern, name } => {
                if let Some(pattern) = pattern {
                    self.captured_names(pattern, names);
                }
                self.capture(name, 0, names);
            }
            Pattern::Star { name } => {
                if let Some(name) = name {
                    self.capture(name, 0, names);
                }
            }
            Pattern::Sequence { items } => {
                for item in self.tree.list(items) {
                    self.captured_names(*item, names);
                }
            }
            // All alternatives bind the same names, so the first one is enough.
            Pattern::Or { patterns } => {
                if let Some(first) = self.tree.list(patterns).first() {
                    self.captured_names(*first, names);
                }
            }
            Pattern::Mapping { patterns, rest, .. } => {
                for item in self.tree.list(patterns) {
                    self.captured_names(*item, names);
                }
                if let Some(rest) = rest {
                    self.capture(rest, 0, names);
                }
            }
            Pattern::Class { positional, keywords, .. } => {
                for item in self.tree.list(positional) {
                    self.captured_names(*item, names);
                }
                for keyword in self.tree.list(keywords) {
                    self.captured_names(keyword.pattern, names);
                }
            }
        }
    }
}
