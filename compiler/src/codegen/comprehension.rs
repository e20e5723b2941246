//! Comprehensions, which run inside the frame around them (PEP 709), and generator expressions, which are functions of
//! their first iterator.

use super::unit::Label;
use super::{Body, Compiler, display::count};
use crate::bytecode::{Base, Cost, Count, Dst, InnerVariable, Op, Reg, Target, WideCost};
use crate::error::Res;
use crate::scope::{EntryId, LoopKey, Place, ScopeKey, entry_flags};
use crate::tree::{Expr, ExprId, Generator, List, Span};

/// The operation that each turn of the innermost `for` does.
#[derive(Clone, Copy)]
enum Element {
    List(ExprId),
    Set(ExprId),
    Dict(ExprId, ExprId),
    Yield(ExprId),
}

impl Compiler<'_> {
    pub(super) fn comprehension_to(&mut self, e: ExprId, dst: u8, span: Span) -> Res<()> {
        let mark = self.unit.next;
        let (element, generators) = match self.tree.expr(e) {
            Expr::ListComp { element, generators } => (Element::List(element), generators),
            Expr::SetComp { element, generators } => (Element::Set(element), generators),
            Expr::DictComp { key, value, generators } => (Element::Dict(key, value), generators),
            _ => return Ok(()),
        };
        let generators = self.tree.list(generators);
        let Some(first) = generators.first() else { return Ok(()) };
        let result = self.scratch(dst).map_or_else(|| self.temp(), Ok)?;
        // The first iterable is evaluated before the container exists, in the scope around the comprehension.
        let state = self.temps(2)?;
        let source = self.iterable(first.iter, state)?;
        let variables = self.open_variables(e, span)?;
        let (to, base, none) = (Dst(result), Base(result), count(0));
        self.iterate(first, state, source)?;
        self.emit(
            match element {
                Element::Set(_) => Op::BuildSet { dst: to, base, count: none },
                Element::Dict(..) => Op::BuildDict { dst: to, base, count: none },
                _ => Op::BuildList { dst: to, base, count: none },
            },
            span,
        );
        self.generator(e, generators, 0, state, result, element)?;
        for reg in variables {
            self.unit.assigned.remove(reg);
        }
        if result != dst {
            self.emit(Op::Move { dst: Dst(dst), src: Reg(result) }, span);
        }
        self.free_to(mark);
        Ok(())
    }

    /// Reserves registers for the variables of the comprehension. Variables that inner functions capture get new cells each time.
    fn open_variables(&mut self, e: ExprId, span: Span) -> Res<Vec<u8>> {
        let Some(scope) = self.facts.scope_of(ScopeKey::Expr(e.0)) else { return Ok(Vec::new()) };
        let own: Vec<EntryId> = self.facts.scope(scope).entries.iter().copied().filter(|id| self.facts.entry(*id).is_own()).collect();
        let mut registers = Vec::with_capacity(own.len());
        for id in own {
            let entry = *self.facts.entry(id);
            let reg = if entry.has(entry_flags::EARLY) {
                self.emit(Op::LoadUndef { dst: Dst(entry.reg) }, span);
                entry.reg
            } else {
                let reg = self.temp()?;
                self.facts.entry_mut(id).reg = reg;
                reg
            };
            if entry.place == Place::Cell {
                if !entry.has(entry_flags::EARLY) {
                    self.emit(Op::LoadUndef { dst: Dst(reg) }, span);
                }
                self.emit(Op::MakeCell { reg: Reg(reg) }, span);
            }
            self.unit.assigned.remove(reg);
            registers.push(reg);
        }
        Ok(registers)
    }

    fn iterate(&mut self, generator: &Generator, state: u8, source: u8) -> Res<()> {
        let span = self.tree.expr_span(generator.iter);
        let op = if generator.is_async {
            Op::AsyncIter { dst: Dst(state), src: Reg(source) }
        } else {
            Op::ForPrep { iter: Base(state), src: Reg(source) }
        };
        self.emit(op, span);
        Ok(())
    }

    /// Compiles the `for` number `at`, whose loop state is in `state`, and everything inside it.
    fn generator(&mut self, e: ExprId, list: &[Generator], at: u32, state: u8, result: u8, element: Element) -> Res<()> {
        let Some(generator) = list.get(at as usize).copied() else { return Ok(()) };
        let mark = self.unit.next;
        let cost = self.facts.loop_cost(LoopKey::Generator(e.0, at));
        let span = self.tree.expr_span(generator.iter);
        if generator.is_async {
            return self.async_generator_loop(e, list, at, state, result, element);
        }
        let mut next = Label::new();
        let outside = self.unit.assigned;
        self.goto(&mut next, span);
        self.unit.reachable = true;
        self.unit.assigned = outside.without(self.unit.deletable);
        let top = self.at();
        let item = self.loop_item(generator.target)?;
        self.loop_start(generator.target, item, cost)?;
        let bound = self.at();
        self.turn_body(e, list, at, &generator, &mut next, result, element)?;
        self.show_variables(generator.target, element, bound);
        self.bind(next);
        self.emit(Op::ForLoop { dst: Dst(item), iter: Base(state), cost: turn_cost(cost), target: Target(top) }, span);
        self.unit.assigned = self.unit.assigned.and(outside);
        self.free_to(mark);
        Ok(())
    }

    /// Records at which instructions `locals()` shows the variables of a `for`, which are bound since instruction
    /// `start`. A generator expression needs no record, because its variables are locals.
    fn show_variables(&mut self, target: ExprId, element: Element, start: u32) {
        if matches!(element, Element::Yield(_)) {
            return;
        }
        let end = self.at();
        let mut left = vec![target];
        while let Some(e) = left.pop() {
            match self.tree.expr(e) {
                Expr::Tuple { items, .. } | Expr::List { items, .. } => left.extend_from_slice(self.tree.list(items)),
                Expr::Starred { value, .. } => left.push(value),
                Expr::Name { .. } => {
                    let Some(id) = self.resolve(self.facts.of_name(e)) else { continue };
                    let entry = *self.facts.entry(id);
                    if entry.is_own() && matches!(entry.place, Place::Register | Place::Cell) {
                        self.unit.code.inner.push(InnerVariable { name: entry.name, reg: entry.reg, start, end });
                    }
                }
                _ => {}
            }
        }
    }

    /// Compiles the conditions, and then the next `for` or the element.
    #[expect(clippy::too_many_arguments, reason = "one recursion's whole state")]
    fn turn_body(
        &mut self,
        e: ExprId,
        list: &[Generator],
        at: u32,
        generator: &Generator,
        next: &mut Label,
        result: u8,
        element: Element,
    ) -> Res<()> {
        for condition in self.tree.list(generator.conditions) {
            self.jump_if(*condition, false, next)?;
        }
        if !self.unit.reachable {
            return Ok(());
        }
        if let Some(inner) = list.get(at as usize + 1) {
            let mark = self.unit.next;
            let state = self.temps(2)?;
            let source = self.iterable(inner.iter, state)?;
            self.iterate(inner, state, source)?;
            self.generator(e, list, at + 1, state, result, element)?;
            self.free_to(mark);
            return Ok(());
        }
        self.element(element, result)
    }

    fn element(&mut self, element: Element, result: u8) -> Res<()> {
        let mark = self.unit.next;
        match element {
            Element::List(item) => {
                let src = Reg(self.operand(item, None)?);
                self.emit(Op::ListAppend { list: Reg(result), src }, self.tree.expr_span(item));
            }
            Element::Set(item) => {
                let src = Reg(self.operand(item, None)?);
                self.emit(Op::SetAdd { set: Reg(result), src }, self.tree.expr_span(item));
            }
            Element::Dict(key, value) => {
                let key_reg = Reg(self.operand_held(key, None)?);
                let src = Reg(self.operand(value, None)?);
                let span = self.tree.expr_span(key).to(self.tree.expr_span(value));
                self.emit(Op::DictInsert { dict: Reg(result), key: key_reg, src }, span);
            }
            Element::Yield(item) => {
                let src = self.operand(item, None)?;
                let dst = self.temp()?;
                self.emit(Op::Yield { dst: Dst(dst), src: Reg(src) }, self.tree.expr_span(item));
            }
        }
        self.free_to(mark);
        Ok(())
    }

    fn async_generator_loop(&mut self, e: ExprId, list: &[Generator], at: u32, iter: u8, result: u8, element: Element) -> Res<()> {
        let Some(generator) = list.get(at as usize).copied() else { return Ok(()) };
        let mark = self.unit.next;
        let cost = self.facts.loop_cost(LoopKey::Generator(e.0, at));
        let outside = self.unit.assigned;
        self.unit.assigned = outside.without(self.unit.deletable);
        let span = self.tree.expr_span(e);
        let mut next = Label::new();
        let fetch = self.async_fetch(iter, span)?;
        self.loop_store(generator.target, fetch.item)?;
        let bound = self.at();
        self.turn_body(e, list, at, &generator, &mut next, result, element)?;
        self.show_variables(generator.target, element, bound);
        self.bind(next);
        if cost > 255 {
            self.emit(Op::Charge { cost: WideCost(cost - 255) }, span);
        }
        if self.unit.reachable {
            self.emit(Op::Loop { cost: turn_cost(cost), target: Target(fetch.top) }, span);
            self.end_flow();
        }
        self.async_fetch_end(&fetch, span)?;
        self.unit.assigned = self.unit.assigned.and(outside);
        self.free_to(mark);
        Ok(())
    }

    pub(super) fn generator_expression_to(&mut self, e: ExprId, generators: List<Generator>, dst: u8, span: Span) -> Res<()> {
        let Some(first) = self.tree.list(generators).first().copied() else { return Ok(()) };
        let mark = self.unit.next;
        let base = self.window(dst)?;
        let name = self.names.intern("<genexpr>");
        let Some(scope) = self.facts.scope_of(ScopeKey::Expr(e.0)) else { return Ok(()) };
        let line = self.source.line_of(span.start);
        self.make_function(base, base, 0, Body::GenExpr(e), scope, name, line, span)?;
        let argument = self.temp()?;
        let source = self.iterable(first.iter, argument)?;
        let (to, src, at) = (Dst(argument), Reg(source), self.tree.expr_span(first.iter));
        let op = if first.is_async { Op::AsyncIter { dst: to, src } } else { Op::GetIter { dst: to, src } };
        self.emit(op, at);
        self.emit(Op::Call { dst: Dst(dst), base: Base(base), argc: Count(1) }, span);
        self.free_to(mark);
        Ok(())
    }

    pub(super) fn generator_expression_body(&mut self, e: ExprId) -> Res<()> {
        let Expr::GeneratorExp { element, generators } = self.tree.expr(e) else { return Ok(()) };
        self.unit.code.arg_count = 1;
        let list = self.tree.list(generators);
        let Some(first) = list.first() else { return Ok(()) };
        let state = self.temps(2)?;
        // The code that makes the generator has already called `iter`.
        self.emit(Op::Move { dst: Dst(state), src: Reg(0) }, self.tree.expr_span(first.iter));
        self.generator(e, list, 0, state, 0, Element::Yield(element))?;
        self.return_none()
    }

    /// Returns the register that `ForLoop` writes: the loop variable's own register if it is a local.
    pub(super) fn loop_item(&mut self, target: ExprId) -> Res<u8> {
        match self.local_register(target) {
            Some((_, reg)) => Ok(reg),
            None => self.temp(),
        }
    }

    /// Emits the start of a turn: the charge for fuel above 255, which the backward jump cannot carry, and the store to the loop variable.
    pub(super) fn loop_start(&mut self, target: ExprId, item: u8, cost: u32) -> Res<()> {
        if cost > 255 {
            self.emit(Op::Charge { cost: WideCost(cost - 255) }, self.tree.expr_span(target));
        }
        self.loop_store(target, item)
    }

    pub(super) fn loop_store(&mut self, target: ExprId, item: u8) -> Res<()> {
        match self.local_register(target) {
            Some((_, reg)) if reg == item => {
                self.unit.assigned.insert(reg);
                Ok(())
            }
            _ => self.store(target, item),
        }
    }
}

/// Returns the part of a cost that fits in a backward jump. A `Charge` instruction carries the rest.
pub(super) fn turn_cost(cost: u32) -> Cost {
    Cost(u8::try_from(cost).unwrap_or(u8::MAX))
}
