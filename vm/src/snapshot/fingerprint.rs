//! Fingerprints of what must be equal in the writing and the reading build: the instruction table, and the code of each unit.

use std::fmt::Write;

use stockade_compiler::bytecode::{Code, CodeKind, Operand, Program};

/// The fingerprint of the instruction table and the fuel schedule.
pub(super) fn tables() -> u64 {
    stockade_compiler::bytecode::fingerprint() ^ u64::from(stockade_compiler::fuel::VERSION).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// FNV-1a over 64-bit words. It detects differences between builds; it is not a protection against attackers.
struct Sum(u64);

impl Sum {
    fn word(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    }
    fn text(&mut self, text: &str) {
        self.word(text.len() as u64);
        for chunk in text.as_bytes().chunks(8) {
            self.word(chunk.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
        }
    }
}

fn operand(value: Operand) -> u64 {
    match value {
        Operand::Dst(v) => v.0.into(),
        Operand::Reg(v) => v.0.into(),
        Operand::Base(v) => v.0.into(),
        Operand::Count(v) => v.0.into(),
        Operand::Flag(v) => v.0.into(),
        Operand::Cost(v) => v.0.into(),
        Operand::WideCost(v) => v.0.into(),
        Operand::Imm8(v) => v.0 as u64,
        Operand::Imm16(v) => v.0 as u64,
        Operand::Imm32(v) => v.0 as u64,
        Operand::Const(v) => v.0.into(),
        Operand::Site(v) => v.0.into(),
        Operand::Name(v) => v.0.into(),
        Operand::Global(v) => v.0.into(),
        Operand::Child(v) => v.0.into(),
        Operand::Free(v) => v.0.into(),
        Operand::Target(v) => v.0.into(),
    }
}

fn code(sum: &mut Sum, code: &Code) {
    sum.word(match code.kind {
        CodeKind::Module => 0,
        CodeKind::Function => 1,
        CodeKind::Class => 2,
    });
    sum.word(code.free_base.map_or(u64::MAX, u64::from));
    sum.word(code.free_values.into());
    for number in [code.flags.into(), code.nregs.into(), code.arg_count.into(), code.entry_cost.into(), code.consts.len() as u64] {
        sum.word(number);
    }
    for op in &code.ops {
        sum.text(op.name());
        op.operands(|_, value| sum.word(operand(value)));
    }
    let mut text = String::new();
    for constant in &code.consts {
        text.clear();
        // Writing to a string does not fail.
        let _ = write!(text, "{constant:?}");
        sum.text(&text);
    }
}

/// The fingerprint of a program's code: instructions, constants, names. Positions in the code are valid only if it agrees.
pub(super) fn program(program: &Program) -> u64 {
    let mut sum = Sum(0xcbf2_9ce4_8422_2325);
    for name in &program.names {
        sum.text(name);
    }
    for global in &program.globals {
        sum.word(global.0.into());
    }
    for body in &program.codes {
        code(&mut sum, body);
    }
    sum.0
}
