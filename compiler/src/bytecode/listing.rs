//! A program as text, for people (`stockade compile --listing`) and for golden files. The format is stable.

use std::fmt::{self, Write};

use super::{Capture, Code, CodeKind, Constant, Op, Operand, Program, code_flags};
use crate::surrogate;

impl Program {
    /// Returns the listing of all codes of the program, in order.
    #[must_use]
    pub fn listing(&self) -> String {
        let mut out = String::new();
        for (at, code) in self.codes.iter().enumerate() {
            if at > 0 {
                out.push('\n');
            }
            // Writing to a string cannot fail.
            let _ = self.list_code(at, code, &mut out);
        }
        out
    }

    fn name(&self, id: super::NameId) -> &str {
        self.names.get(id.0 as usize).map_or("?", |name| name)
    }

    fn list_code(&self, at: usize, code: &Code, out: &mut String) -> fmt::Result {
        let kind = match code.kind {
            CodeKind::Module => "module",
            CodeKind::Function => "function",
            CodeKind::Class => "class",
        };
        write!(
            out,
            "code {at}: {kind} {} (line {}, {} registers, entry ${})",
            code.qualname, code.first_line, code.nregs, code.entry_cost
        )?;
        for (bit, word) in
            [(code_flags::GENERATOR, "generator"), (code_flags::COROUTINE, "coroutine"), (code_flags::ASYNC_GENERATOR, "async generator")]
        {
            if code.flags & bit != 0 {
                write!(out, " {word}")?;
            }
        }
        out.push('\n');
        if !code.locals.is_empty() {
            out.push_str("  locals:");
            for (reg, name) in code.locals.iter().enumerate() {
                let is_cell = u8::try_from(reg).is_ok_and(|reg| code.cells.contains(&reg));
                write!(out, " r{reg}={}{}", self.name(*name), if is_cell { "(cell)" } else { "" })?;
            }
            out.push('\n');
        }
        if !code.free.is_empty() {
            out.push_str("  free:");
            for (at, (name, capture)) in code.free.iter().zip(&code.captures).enumerate() {
                match capture {
                    Capture::Local(reg) => write!(out, " f{at}={} from r{reg}", self.name(*name))?,
                    Capture::Free(free) => write!(out, " f{at}={} from f{free}", self.name(*name))?,
                }
                if let Some(base) = code.free_base {
                    let what = if code.free_values >> at.min(15) & 1 == 1 { " value" } else { "" };
                    write!(out, "{what} in r{}", usize::from(base) + at)?;
                }
            }
            out.push('\n');
        }
        let mut line = 0;
        for (index, (op, span)) in code.ops.iter().zip(&code.spans).enumerate() {
            let here = self.source.line_of(span.start);
            if here == line {
                out.push_str("      ");
            } else {
                write!(out, "{here:>5} ")?;
                line = here;
            }
            write!(out, "{index:>5} {:<16}", op.name())?;
            self.list_operands(code, *op, out)?;
            while out.ends_with(' ') {
                out.pop();
            }
            out.push('\n');
        }
        for row in &code.handlers {
            writeln!(out, "      handler {}..{} -> @{} r{}", row.start, row.end, row.handler, row.reg)?;
        }
        Ok(())
    }

    fn list_operands(&self, code: &Code, op: Op, out: &mut String) -> fmt::Result {
        let mut result = Ok(());
        let mut first = true;
        op.operands(|_, operand| {
            if result.is_ok() {
                out.push_str(if std::mem::take(&mut first) { " " } else { ", " });
                result = self.list_operand(code, operand, out);
            }
        });
        result
    }

    fn list_operand(&self, code: &Code, operand: Operand, out: &mut String) -> fmt::Result {
        match operand {
            Operand::Const(index) => match code.consts.get(usize::from(index.0)) {
                Some(value) => write_constant(value, out),
                None => write!(out, "{operand}"),
            },
            Operand::Site(index) => match code.sites.get(usize::from(index.0)) {
                Some(name) => write!(out, ".{}", self.name(*name)),
                None => write!(out, "{operand}"),
            },
            Operand::Name(index) => match code.names.get(usize::from(index.0)) {
                Some(name) => write!(out, "{}", self.name(*name)),
                None => write!(out, "{operand}"),
            },
            Operand::Global(index) => match self.globals.get(index.0 as usize) {
                Some(name) => write!(out, "{}", self.name(*name)),
                None => write!(out, "{operand}"),
            },
            Operand::Child(index) => match code.children.get(usize::from(index.0)) {
                Some(id) => write!(out, "code {}", id.0),
                None => write!(out, "{operand}"),
            },
            Operand::Free(index) => match code.free.get(usize::from(index.0)) {
                Some(name) => write!(out, "{operand}({})", self.name(*name)),
                None => write!(out, "{operand}"),
            },
            _ => write!(out, "{operand}"),
        }
    }
}

fn write_constant(value: &Constant, out: &mut String) -> fmt::Result {
    match value {
        Constant::None => out.push_str("None"),
        Constant::True => out.push_str("True"),
        Constant::False => out.push_str("False"),
        Constant::Ellipsis => out.push_str("..."),
        Constant::Int(value) => write!(out, "{value}")?,
        Constant::BigInt(digits) => out.push_str(digits),
        Constant::Float(value) => write!(out, "{value:?}")?,
        Constant::Complex(re, im) => write!(out, "({re:?}, {im:?}j)")?,
        Constant::Str(text) => {
            out.push('\'');
            for c in text.chars() {
                match surrogate::to_code(c) {
                    Some(code) => write!(out, "\\u{code:04x}")?,
                    None if c == '\'' => out.push_str("\\'"),
                    None => write!(out, "{}", c.escape_debug())?,
                }
            }
            out.push('\'');
        }
        Constant::Bytes(bytes) => write!(out, "b'{}'", bytes.escape_ascii())?,
        Constant::Tuple(items) => write_items("(", items, ")", out)?,
        Constant::FrozenSet(items) => write_items("frozenset(", items, ")", out)?,
    }
    Ok(())
}

fn write_items(open: &str, items: &[Constant], close: &str, out: &mut String) -> fmt::Result {
    out.push_str(open);
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        write_constant(item, out)?;
    }
    out.push_str(close);
    Ok(())
}
