//! Instructions as the handlers read them: eight bytes at fixed places, so that a handler reads its operands without a match on the opcode.
//!
//! INVARIANT: a handler is only reached through the tables in `handlers`, by an instruction whose first byte is the handler's number. The
//! operands of another instruction would still be plain numbers, and every handler checks them as it checks those of a program.

use stockade_compiler::bytecode::{
    Base, Child, Const, Cost, Count, Dst, Flag, Free, Global, Imm8, Imm16, Imm32, Name, Op, Opcode, Reg, Site, Target, WideCost,
};
use stockade_compiler::for_each_op;

/// The handler's number, then the operands in table order, each at the next multiple of its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(8))]
pub(crate) struct Instruction([u8; 8]);

impl Instruction {
    /// The number of the handler that executes it.
    #[inline(always)]
    #[must_use]
    pub(super) fn handler(&self) -> u8 {
        let [handler, ..] = self.0;
        handler
    }

    /// The same operands with another handler's number.
    #[must_use]
    pub(super) fn with_handler(self, handler: u8) -> Instruction {
        let [_, operands @ ..] = self.0;
        let [a, b, c, d, e, f, g] = operands;
        Instruction([handler, a, b, c, d, e, f, g])
    }
}

/// The number of an inline cache among all inline caches of the interpreter. An `Op` counts them from the first one of its code.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place(pub(super) u32);

/// An operand as bytes.
pub(super) trait Operand: Sized {
    fn read(instruction: &Instruction, at: usize) -> Self;
    fn write(self, instruction: &mut Instruction, at: usize);
}

/// What an encoded instruction holds for an operand of an `Op`.
pub(super) trait Kept {
    type Kept: Operand + Copy;

    /// `first_site`: the number of the code's first inline cache.
    fn kept(self, first_site: u32) -> Self::Kept;
}

impl Kept for Site {
    type Kept = Place;

    fn kept(self, first_site: u32) -> Place {
        Place(first_site.wrapping_add(self.0.into()))
    }
}

macro_rules! operands {
    ($($role:ident($inner:ty))*) => {
        $(impl Kept for $role {
            type Kept = $role;

            fn kept(self, _: u32) -> $role {
                self
            }
        })*
        operand_bytes! { $($role($inner))* }
    };
}

macro_rules! operand_bytes {
    ($($role:ident($inner:ty))*) => {
        $(impl Operand for $role {
            #[inline(always)]
            fn read(instruction: &Instruction, at: usize) -> Self {
                $role(instruction.0.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |bytes| <$inner>::from_le_bytes(*bytes)))
            }

            #[inline(always)]
            fn write(self, instruction: &mut Instruction, at: usize) {
                if let Some(place) = instruction.0.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
                    *place = self.0.to_le_bytes();
                }
            }
        })*
    };
}

operands! {
    Dst(u8) Reg(u8) Base(u8) Count(u8) Flag(u8) Cost(u8) WideCost(u32) Imm8(i8) Imm16(i16) Imm32(i32)
    Const(u16) Name(u16) Global(u32) Child(u16) Free(u16) Target(u32)
}

operand_bytes! { Place(u32) }

/// The next multiple of `size`, a power of two.
#[inline(always)]
const fn aligned(at: usize, size: usize) -> usize {
    (at + size - 1) & !(size - 1)
}

/// Walks the operands of an instruction in order.
struct Places(usize);

impl Places {
    #[inline(always)]
    #[expect(clippy::disallowed_methods, reason = "it charges nothing")]
    fn next<T: Operand>(&mut self) -> usize {
        let at = aligned(self.0, size_of::<T>());
        self.0 = at + size_of::<T>();
        at
    }

    #[inline(always)]
    fn read<T: Operand>(&mut self, instruction: &Instruction) -> T {
        T::read(instruction, self.next::<T>())
    }

    #[inline(always)]
    fn write<T: Operand>(&mut self, operand: T, instruction: &mut Instruction) {
        operand.write(instruction, self.next::<T>());
    }
}

macro_rules! instructions {
    ($($(#[doc = $doc:literal])* $name:ident { $($field:ident : $role:ident),* $(,)? };)*) => {
        /// The operands of each opcode, by their names in the opcode table.
        #[expect(dead_code, reason = "most opcodes have no superinstruction")]
        pub(super) mod fields {
            use super::*;
            $(
                #[derive(Clone, Copy)]
                pub(in super::super) struct $name { $(pub(in super::super) $field: <$role as Kept>::Kept),* }

                impl $name {
                    #[inline(always)]
                    pub(in super::super) fn of(instruction: &Instruction) -> Self {
                        // An opcode without operands reads nothing.
                        let places = &mut Places(1);
                        let _ = (instruction, &*places);
                        $name { $($field: places.read(instruction)),* }
                    }
                }
            )*
        }

        impl Instruction {
            /// Encodes an instruction for the handler of an opcode. `first_site`: the number of the code's first inline cache.
            #[must_use]
            pub(super) fn of(handler: Opcode, op: Op, first_site: u32) -> Instruction {
                let (mut instruction, mut places) = (Instruction([handler as u8, 0, 0, 0, 0, 0, 0, 0]), Places(1));
                match op {
                    $(Op::$name { $($field),* } => { $(places.write($field.kept(first_site), &mut instruction);)* })*
                }
                instruction
            }
        }
    };
}

for_each_op!(instructions);

#[cfg(test)]
mod tests {
    use super::*;

    /// The operands that an instruction's encoded form has.
    macro_rules! read {
        ($name:ident { $($field:ident),* } of $op:expr) => {{
            let op: Op = $op;
            let fields::$name { $($field),* } = fields::$name::of(&Instruction::of(op.opcode(), op, 0x0001_0000));
            ($($field.0),*)
        }};
    }

    #[test]
    fn operands_come_back_as_they_were() {
        assert_eq!(read!(Add { dst, lhs, rhs } of Op::Add { dst: Dst(1), lhs: Reg(2), rhs: Reg(255) }), (1, 2, 255));
        assert_eq!(read!(LoadInt { dst, value } of Op::LoadInt { dst: Dst(3), value: Imm32(-5) }), (3, -5));
        assert_eq!(read!(LoadConst { dst, value } of Op::LoadConst { dst: Dst(9), value: Const(0xfedc) }), (9, 0xfedc));
        assert_eq!(read!(LoadGlobal { dst, global } of Op::LoadGlobal { dst: Dst(9), global: Global(0x1234_5678) }), (9, 0x1234_5678));
        let looped = Op::ForLoop { dst: Dst(1), iter: Base(2), cost: Cost(3), target: Target(0x0102_0304) };
        assert_eq!(read!(ForLoop { dst, iter, cost, target } of looped), (1, 2, 3, 0x0102_0304));
    }

    #[test]
    fn sites_are_those_of_the_machine() {
        let called = Op::CallMethod { dst: Dst(1), base: Base(2), argc: Count(3), site: Site(0xfffe) };
        assert_eq!(read!(CallMethod { dst, base, argc, site } of called), (1, 2, 3, 0x0001_fffe));
    }

    #[test]
    fn the_row_stands_first() {
        assert_eq!(Instruction::of(Opcode::Add, Op::Nop {}, 0).handler(), Opcode::Add as u8);
        assert_eq!(Instruction::of(Opcode::Add, Op::Nop {}, 0).with_handler(7).handler(), 7);
    }
}
