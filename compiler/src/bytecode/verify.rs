//! Checks a program before it runs. Any `Program`, however it was made, is either refused or safe to run.
//!
//! INVARIANT: the VM uses the registers, constants, sites and targets in verified code as indexes without further checks.

use super::{Capture, Code, CodeKind, Flag, Imm32, Op, Operand, Program, function_flags};
use crate::deadline::{Deadline, Phase};

/// The first fault found in a program, and its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("code {code}, instruction {at}: {what}")]
pub struct VerifyError {
    /// Index of the code in the program.
    pub code: u32,
    /// Index of the instruction.
    pub at: u32,
    /// Describes the fault.
    pub what: &'static str,
}

impl Program {
    /// Checks all tables and every operand of every instruction.
    ///
    /// # Errors
    /// An instruction or a table refers to something outside its code or program.
    pub fn verify(&self) -> Result<(), VerifyError> {
        self.verify_until(&Deadline::never())
    }

    /// Checks the program as [`Program::verify`] does, as long as there is time.
    ///
    /// # Errors
    /// Those of [`Program::verify`]. Also if the time is over: [`Deadline::ended_in`] then says so.
    pub fn verify_until(&self, deadline: &Deadline<'_>) -> Result<(), VerifyError> {
        let late = VerifyError { code: 0, at: 0, what: "the time was over before the code was verified" };
        if deadline.begin(Phase::Verify) {
            return Err(late);
        }
        if !self.codes.first().is_some_and(|code| code.kind == CodeKind::Module) {
            return Err(VerifyError { code: 0, at: 0, what: "the first code is not a module" });
        }
        if self.globals.iter().any(|name| name.0 as usize >= self.names.len()) {
            return Err(VerifyError { code: 0, at: 0, what: "a global has no name" });
        }
        for (code_at, code) in self.codes.iter().enumerate() {
            let index = u32::try_from(code_at).unwrap_or(u32::MAX);
            let checker = Checker { program: self, code };
            checker.tables().map_err(|what| VerifyError { code: index, at: 0, what })?;
            for (at, op) in code.ops.iter().enumerate() {
                if deadline.is_over() {
                    return Err(late);
                }
                checker.op(at, *op).map_err(|what| VerifyError { code: index, at: u32::try_from(at).unwrap_or(u32::MAX), what })?;
            }
        }
        Ok(())
    }
}

type Check = Result<(), &'static str>;

fn ensure(ok: bool, what: &'static str) -> Check {
    if ok { Ok(()) } else { Err(what) }
}

struct Checker<'a> {
    program: &'a Program,
    code: &'a Code,
}

impl Checker<'_> {
    fn tables(&self) -> Check {
        let (program, code) = (self.program, self.code);
        let nregs = usize::from(code.nregs);
        let len = code.ops.len();
        let named = |id: &super::NameId| (id.0 as usize) < program.names.len();
        ensure(named(&code.name), "the name is out of range")?;
        ensure((1..=250).contains(&nregs), "too many or no registers")?;
        ensure(code.spans.len() == len, "spans and instructions differ in number")?;
        ensure(code.ops.last().is_some_and(|op| op.ends_flow()), "control falls off the end")?;
        ensure(u32::try_from(len).is_ok(), "too many instructions")?;
        let params = usize::from(code.arg_count)
            + usize::from(code.kwonly_count)
            + usize::from(code.flags & super::code_flags::VARARGS != 0)
            + usize::from(code.flags & super::code_flags::VARKEYWORDS != 0);
        ensure(params <= code.locals.len() && code.posonly_count <= code.arg_count, "more parameters than locals")?;
        ensure(code.locals.len() <= nregs, "more locals than registers")?;
        ensure(code.kind != CodeKind::Class || !code.locals.is_empty(), "a class body without a namespace")?;
        ensure(code.cells.iter().all(|reg| usize::from(*reg) < code.locals.len()), "a cell is no local")?;
        let tables = [&code.locals, &code.spilled, &code.free, &code.sites, &code.names];
        ensure(tables.iter().all(|table| table.iter().all(named)), "a name is out of range")?;
        ensure(code.captures.len() == code.free.len(), "captures and free variables differ in number")?;
        let above = code.free_base.map_or(0, |base| usize::from(base) + code.free.len());
        ensure(above <= nregs, "free variables stand above the registers")?;
        let known = u32::try_from(code.free.len()).ok().and_then(|count| 1u32.checked_shl(count)).map_or(u32::MAX, |end| end - 1);
        ensure(code.free_base.is_some() || code.free_values == 0, "values of free variables without registers")?;
        ensure(u32::from(code.free_values) & !known == 0, "values of free variables that are none")?;
        ensure(code.free_base.is_none_or(|base| usize::from(base) >= code.locals.len()), "free variables stand among the locals")?;
        ensure(code.children.iter().all(|id| (id.0 as usize) < program.codes.len()), "a child is out of range")?;
        for row in &code.handlers {
            ensure(row.start < row.end && row.end as usize <= len, "an exception row's range is wrong")?;
            // Handlers are after their range, so an exception cannot make a loop that charges no fuel.
            ensure(row.handler >= row.end && (row.handler as usize) < len, "an exception row's handler is wrong")?;
            ensure(row.reg < code.nregs, "an exception row's register is out of range")?;
        }
        Ok(())
    }

    fn op(&self, at: usize, op: Op) -> Check {
        let mut result = Ok(());
        op.operands(|_, operand| {
            if result.is_ok() {
                result = self.operand(at, op, operand);
            }
        });
        result?;
        self.window(op)
    }

    fn operand(&self, at: usize, op: Op, operand: Operand) -> Check {
        let (program, code) = (self.program, self.code);
        let within = |index: u16, len: usize| usize::from(index) < len;
        match operand {
            Operand::Dst(reg) => ensure(reg.0 < code.nregs, "a register is out of range"),
            Operand::Reg(reg) => ensure(reg.0 < code.nregs, "a register is out of range"),
            // An empty range of registers may start where the registers end.
            Operand::Base(reg) => ensure(reg.0 <= code.nregs, "a register is out of range"),
            Operand::Const(index) => ensure(within(index.0, code.consts.len()), "a constant is out of range"),
            Operand::Site(index) => ensure(within(index.0, code.sites.len()), "a site is out of range"),
            Operand::Name(index) => {
                ensure(within(index.0, code.names.len()), "a name is out of range")?;
                ensure(code.kind == CodeKind::Class, "a namespace access outside a class body")
            }
            Operand::Global(index) => ensure((index.0 as usize) < program.globals.len(), "a global is out of range"),
            Operand::Child(index) => {
                let child = code.children.get(usize::from(index.0)).and_then(|id| program.codes.get(id.0 as usize));
                ensure(child.is_some_and(|child| self.captures(child)), "a child is out of range or captures what is not there")
            }
            Operand::Free(index) => ensure(within(index.0, code.free.len()), "a free variable is out of range"),
            Operand::Target(target) => {
                let to = target.0 as usize;
                let right = if op.is_loop() { to <= at } else { to > at };
                ensure(to < code.ops.len() && right, "a jump goes the wrong way or out of range")
            }
            // Every cycle in the code contains one of these instructions.
            Operand::Cost(cost) => ensure(!op.is_loop() || cost.0 > 0, "a loop that costs nothing"),
            Operand::Count(_) | Operand::Flag(_) | Operand::WideCost(_) | Operand::Imm8(_) | Operand::Imm16(_) | Operand::Imm32(_) => {
                Ok(())
            }
        }
    }

    fn captures(&self, child: &Code) -> bool {
        child.captures.iter().all(|capture| match capture {
            Capture::Local(reg) => *reg < self.code.nregs,
            Capture::Free(index) => usize::from(*index) < self.code.free.len(),
        })
    }

    /// Checks ranges of registers, and operands whose range depends on the opcode.
    fn window(&self, op: Op) -> Check {
        let nregs = usize::from(self.code.nregs);
        let row = |first: u8, len: usize| ensure(usize::from(first) + len <= nregs, "a row of registers is out of range");
        let flag = |flag: Flag, limit: usize| ensure(usize::from(flag.0) < limit, "a flag is out of range");
        match op {
            Op::ForPrep { iter, .. } | Op::ForLoop { iter, .. } => row(iter.0, 2),
            Op::GetSlice { parts, .. } | Op::BuildSlice { parts, .. } => row(parts.0, 3),
            Op::BuildTuple { base, count, .. }
            | Op::BuildList { base, count, .. }
            | Op::BuildSet { base, count, .. }
            | Op::BuildString { base, count, .. } => row(base.0, usize::from(count.0)),
            Op::BuildDict { base, count, .. } => row(base.0, 2 * usize::from(count.0)),
            Op::Unpack { dst, count, .. } => row(dst.0, usize::from(count.0)),
            Op::UnpackEx { dst, before, after, .. } => {
                let after = usize::try_from(after.0).map_err(|_| "a count is negative")?;
                row(dst.0, usize::from(before.0).saturating_add(after).saturating_add(1))
            }
            Op::Call { base, argc, .. } | Op::CallMethod { base, argc, .. } => row(base.0, 1 + usize::from(argc.0)),
            Op::CallKw { base, argc, names, .. } => {
                let names = match self.code.consts.get(usize::from(names.0)) {
                    Some(super::Constant::Tuple(names)) if names.iter().all(|name| matches!(name, super::Constant::Str(_))) => names.len(),
                    _ => return Err("keyword names are not a tuple of strings"),
                };
                ensure(names <= usize::from(argc.0), "more keyword names than arguments")?;
                row(base.0, 1 + usize::from(argc.0))
            }
            Op::CallEx { base, .. } | Op::CallSuper { base, .. } => row(base.0, 3),
            Op::CallSuperMethod { base, argc, .. } => row(base.0, 3 + usize::from(argc.0)),
            Op::MakeFunction { base, flags, .. } => {
                ensure(flags.0 < 8, "a flag is out of range")?;
                let values = [function_flags::DEFAULTS, function_flags::KW_DEFAULTS, function_flags::ANNOTATIONS];
                row(base.0, values.iter().filter(|value| flags.0 & **value != 0).count())
            }
            Op::Intrinsic { base, argc, which, .. } => {
                let which: Imm32 = which;
                let known = u8::try_from(which.0).ok().and_then(super::Intrinsic::from_u8).is_some();
                ensure(known && argc.0 <= 15, "an unknown intrinsic")?;
                row(base.0, usize::from(argc.0))
            }
            Op::MatchStar { dst, .. } => row(dst.0, 2),
            Op::ExcInfo { dst, .. } => row(dst.0, 3),
            Op::MatchClass { base, .. } => row(base.0, 3),
            Op::Inplace { op, .. } => flag(op, super::ArithOp::ALL.len()),
            Op::LoadCommon { which, .. } => flag(which, super::Common::ALL.len()),
            Op::LoadSpecial { which, .. } => flag(which, super::Special::ALL.len()),
            Op::Format { conversion, .. } | Op::FormatSpec { conversion, .. } => flag(conversion, 4),
            Op::AwaitIter { context, .. } => flag(context, 4),
            Op::LoadSpill { index, .. } | Op::StoreSpill { index, .. } => {
                let ok = usize::try_from(index.0).is_ok_and(|index| index < self.code.spilled.len());
                ensure(ok, "a spilled local is out of range")
            }
            Op::BuildListConst { value, .. } => {
                let tuple = matches!(self.code.consts.get(usize::from(value.0)), Some(super::Constant::Tuple(_)));
                ensure(tuple, "a list's constant is not a tuple")
            }
            Op::Import { name, .. } | Op::ImportFrom { name, .. } => {
                let text = matches!(self.code.consts.get(usize::from(name.0)), Some(super::Constant::Str(_)));
                ensure(text, "an imported name is not a string")
            }
            _ => Ok(()),
        }
    }
}
