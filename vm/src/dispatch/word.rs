//! Instructions as the rows read them: eight plain bytes, so that a row takes its operands without looking at what it is first.
//!
//! INVARIANT: a row is only entered by way of the tables in `rows`, with a word whose first byte is the row's; another word's operands
//! would be numbers all the same, which every row checks as it checks a program's.

use stockade_compiler::bytecode::{
    Base, Child, Const, Cost, Count, Dst, Flag, Free, Global, Imm8, Imm16, Imm32, Name, Op, Reg, Site, Target, WideCost,
};
use stockade_compiler::for_each_op;

/// The opcode, then the operands in table order, each at the next place that is a multiple of its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(8))]
pub(crate) struct Word([u8; 8]);

impl Word {
    /// The row that does it.
    #[inline(always)]
    #[must_use]
    pub(super) fn row(&self) -> u8 {
        let [row, ..] = self.0;
        row
    }

    /// The same operands, for another row.
    #[must_use]
    pub(super) fn with_row(self, row: u8) -> Word {
        let [_, operands @ ..] = self.0;
        let [a, b, c, d, e, f, g] = operands;
        Word([row, a, b, c, d, e, f, g])
    }
}

/// An operand as bytes.
trait Operand: Sized {
    fn read(word: &Word, at: usize) -> Self;
    fn write(self, word: &mut Word, at: usize);
}

macro_rules! operands {
    ($($role:ident($inner:ty))*) => {
        $(impl Operand for $role {
            #[inline(always)]
            fn read(word: &Word, at: usize) -> Self {
                $role(word.0.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |bytes| <$inner>::from_le_bytes(*bytes)))
            }

            fn write(self, word: &mut Word, at: usize) {
                for (place, byte) in word.0.iter_mut().skip(at).zip(self.0.to_le_bytes()) {
                    *place = byte;
                }
            }
        })*
    };
}

operands! {
    Dst(u8) Reg(u8) Base(u8) Count(u8) Flag(u8) Cost(u8) WideCost(u32) Imm8(i8) Imm16(i16) Imm32(i32)
    Const(u16) Site(u16) Name(u16) Global(u32) Child(u16) Free(u16) Target(u32)
}

/// The next multiple of a size that is a power of two.
#[inline(always)]
const fn aligned(at: usize, size: usize) -> usize {
    (at + size - 1) & !(size - 1)
}

/// Goes over the operands of a word in order.
struct Places(usize);

impl Places {
    #[inline(always)]
    fn next<T: Operand>(&mut self) -> usize {
        let at = aligned(self.0, size_of::<T>());
        self.0 = at + size_of::<T>();
        at
    }

    #[inline(always)]
    fn read<T: Operand>(&mut self, word: &Word) -> T {
        T::read(word, self.next::<T>())
    }

    fn write<T: Operand>(&mut self, operand: T, word: &mut Word) {
        operand.write(word, self.next::<T>());
    }
}

macro_rules! words {
    ($($(#[doc = $doc:literal])* $name:ident { $($field:ident : $role:ident),* $(,)? };)*) => {
        /// The operands of each instruction, by the names they have in the table.
        #[expect(dead_code, reason = "most instructions have no row of their own")]
        pub(super) mod fields {
            use super::*;
            $(
                #[derive(Clone, Copy)]
                pub(in super::super) struct $name { $(pub(in super::super) $field: $role),* }

                impl $name {
                    #[inline(always)]
                    pub(in super::super) fn of(word: &Word) -> Self {
                        #[allow(unused_mut, reason = "some have no operands")]
                        let mut places = Places(1);
                        let _ = (word, &places);
                        $name { $($field: places.read(word)),* }
                    }
                }
            )*
        }

        impl From<Op> for Word {
            fn from(op: Op) -> Word {
                #[allow(unused_mut, reason = "some have no operands")]
                let (mut word, mut places) = (Word([op.opcode() as u8, 0, 0, 0, 0, 0, 0, 0]), Places(1));
                match op {
                    $(Op::$name { $($field),* } => { $(places.write($field, &mut word);)* })*
                }
                word
            }
        }

        #[cfg(test)]
        impl Word {
            /// What it was made of, by row.
            fn op(&self) -> Option<Op> {
                [$(Op::$name { $($field: fields::$name::of(self).$field),* }),*].into_iter().find(|op| op.opcode() as u8 == self.row())
            }
        }
    };
}

for_each_op!(words);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_come_back_as_they_were() {
        for op in [
            Op::Add { dst: Dst(1), lhs: Reg(2), rhs: Reg(255) },
            Op::LoadInt { dst: Dst(3), value: Imm32(-5) },
            Op::LoadConst { dst: Dst(9), value: Const(0xfedc) },
            Op::LoadGlobal { dst: Dst(9), global: Global(0x1234_5678) },
            Op::ForLoop { dst: Dst(1), iter: Base(2), cost: Cost(3), target: Target(0x0102_0304) },
            Op::CallMethod { dst: Dst(1), base: Base(2), argc: Count(3), site: Site(0x0405) },
            Op::Nop {},
        ] {
            assert_eq!(Word::from(op).op(), Some(op));
        }
    }
}
