//! Functions of code that is there already: `types.FunctionType`, and `__code__` that is set.
//!
//! INVARIANT: such code is the body of a function of the program, and a function has as many cells as its code reads.

use std::sync::Arc;

use stockade_compiler::bytecode::{CodeKind, code_flags};

use crate::exit::Exit;
use crate::heap::{FuncExtra, FuncObj, Object};
use crate::machine::{Machine, Origin};
use crate::types::code::free_names;
use crate::value::{Tag, Value};

impl Machine {
    /// The number of a code object's code, where a function may be made of it, and the names of its cells.
    fn body_of(&mut self, code: Value) -> Result<(u32, Vec<String>), Exit> {
        let number = match self.rt.heap.as_object(code) {
            Object::Code(number) if code.tag == Tag::Object => *number,
            _ => return Err(Exit::Bug("no code object")),
        };
        let facts = self.rt.code_facts.get(number as usize).filter(|facts| facts.shown);
        let is_body = |code: &stockade_compiler::bytecode::Code| code.kind == CodeKind::Function && code.flags & code_flags::GENEXPR == 0;
        let Some(facts) = facts.filter(|facts| facts.code().is_some_and(is_body)) else {
            return Err(self.rt.type_error("functions are made of the code of the program's own functions only"));
        };
        let names: Vec<String> = free_names(facts).into_iter().map(str::to_string).collect();
        if names.iter().any(|name| name.starts_with('.')) {
            return Err(self.rt.type_error("no function is made of code that reads cells without a name"));
        }
        Ok((number, names))
    }

    /// The same code with the globals of a namespace, loaded for them when it is first asked for.
    fn code_among(&mut self, number: u32, space: u32) -> Result<u32, Exit> {
        let unit = self.codes.get(number as usize).and_then(|code| self.units.get(code.program as usize));
        let Some(unit) = unit else { return Err(Exit::Bug("code without a program")) };
        if unit.namespace == space {
            return Ok(number);
        }
        let within = number.wrapping_sub(unit.first_code);
        let (program, origin) = (Arc::clone(&unit.program), unit.origin.clone());
        self.rt.charge(self.units.len() as u64)?;
        let known = self.units.iter().find(|other| {
            let own = matches!(other.origin, Origin::Guest | Origin::Dynamic { trusted: false, .. });
            own && other.namespace == space && Arc::ptr_eq(&other.program, &program)
        });
        let first = match known {
            Some(known) => known.first_code,
            None => {
                let origin = match origin {
                    Origin::Dynamic { .. } => origin,
                    _ => Origin::Dynamic { trusted: false, shows: false, over_locals: false },
                };
                self.rt.charge(program.codes.iter().map(|code| 64 + code.ops.len() as u64).sum())?;
                self.load(&program, origin, space)?
            }
        };
        Ok(first.wrapping_add(within))
    }

    /// A function of a code object, with the globals of a namespace and cells in the order of `co_freevars`.
    pub(crate) fn make_function_of(&mut self, code: Value, space: u32, cells: Value) -> Result<Value, Exit> {
        let (number, names) = self.body_of(code)?;
        let given = if cells.tag == Tag::Tuple { self.rt.sequence_items(cells).to_vec() } else { Vec::new() };
        if given.len() != names.len() || given.iter().any(|cell| cell.tag != Tag::Cell) {
            return Err(Exit::Bug("cells that do not fit their code"));
        }
        // `co_freevars` has the names in order; the code reads them as it came upon them.
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by_key(|at| names.get(*at));
        let mut closure = vec![Value::UNDEF; names.len()];
        for (at, cell) in order.into_iter().zip(given) {
            if let Some(slot) = closure.get_mut(at) {
                *slot = cell;
            }
        }
        let number = self.code_among(number, space)?;
        let extra = Some(Box::new(FuncExtra { code, ..FuncExtra::default() }));
        let closure = closure.into_boxed_slice();
        self.rt.heap.func(FuncObj { code: number, defaults: Value::UNDEF, kwdefaults: Value::UNDEF, closure, extra })
    }

    /// `function.__code__ = code`, with the function's own globals and cells.
    pub(crate) fn recode(&mut self, function: Value, code: Value) -> Result<Value, Exit> {
        if function.tag != Tag::Func {
            return Err(Exit::Bug("no function"));
        }
        let before = self.rt.heap.funcs.get(function.index()).code;
        let Some(space) = self.rt.code_facts.get(before as usize).filter(|facts| facts.shown).map(|facts| facts.namespace) else {
            return Err(self.rt.attribute_error("readonly attribute"));
        };
        let (number, names) = self.body_of(code)?;
        if names.len() != self.rt.heap.funcs.get(function.index()).closure.len() {
            return Err(self.rt.type_error("no code is set that reads other cells"));
        }
        let number = self.code_among(number, space)?;
        self.rt.func_extra(function)?.code = code;
        self.rt.heap.funcs.get_mut(function.index()).code = number;
        Ok(Value::NONE)
    }
}
