//! F-strings. Each field is formatted, and then all parts are joined.

use super::Compiler;
use super::display::count;
use crate::bytecode::{Base, Constant, Dst, Flag, Op, Reg};
use crate::error::Res;
use crate::tree::{Conversion, FStringPart, List, Span};

/// Maximum number of parts that one instruction joins.
const CHUNK: usize = 40;

impl Compiler<'_> {
    pub(super) fn fstring_to(&mut self, parts: List<FStringPart>, dst: u8, span: Span) -> Res<()> {
        let parts = self.tree.list(parts);
        let base = self.unit.next;
        // Number of parts that are ready, in consecutive registers from `base` on.
        let mut pieces = 0;
        // Literal text that is not a part yet.
        let mut text = String::new();
        for part in parts {
            match part {
                FStringPart::Literal(id, _) => text.push_str(self.tree.text(*id)),
                FStringPart::Field { value, conversion, spec, debug_text, span: field_span } => {
                    let mut conversion = *conversion;
                    if let Some(id) = debug_text {
                        text.push_str(self.tree.text(*id));
                        if conversion == Conversion::None && spec.is_none() {
                            conversion = Conversion::Repr;
                        }
                    }
                    pieces += self.text_piece(&mut text, span)?;
                    let reg = self.temp()?;
                    let src = self.operand_held(*value, Some(reg))?;
                    let conversion = Flag(conversion as u8);
                    match spec {
                        None => self.emit(Op::Format { dst: Dst(reg), src: Reg(src), conversion }, *field_span),
                        Some(spec) => {
                            let spec_reg = self.temp()?;
                            self.fstring_to(*spec, spec_reg, *field_span)?;
                            self.emit(Op::FormatSpec { dst: Dst(reg), src: Reg(src), conversion, spec: Reg(spec_reg) }, *field_span);
                        }
                    }
                    self.free_to(reg + 1);
                    pieces += 1;
                }
            }
            if pieces >= CHUNK {
                self.emit(Op::BuildString { dst: Dst(base), base: Base(base), count: count(pieces) }, span);
                self.free_to(base + 1);
                pieces = 1;
            }
        }
        if pieces == 0 {
            return self.load_constant(dst, Constant::Str(text.into()), span);
        }
        pieces += self.text_piece(&mut text, span)?;
        if pieces == 1 {
            self.emit_move(dst, base, span);
        } else {
            self.emit(Op::BuildString { dst: Dst(dst), base: Base(base), count: count(pieces) }, span);
        }
        self.free_to(base);
        Ok(())
    }

    fn text_piece(&mut self, text: &mut String, span: Span) -> Res<usize> {
        if text.is_empty() {
            return Ok(0);
        }
        let reg = self.temp()?;
        self.load_constant(reg, Constant::Str(std::mem::take(text).into()), span)?;
        Ok(1)
    }
}
