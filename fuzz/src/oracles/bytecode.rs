//! Bytecode that no compiler made: the verifier refuses it, or it runs within all limits and ends. It never panics.
//!
//! The oracle changes instructions, operands and tables of compiled programs. Such a program may do what no Python source can do, and may
//! be stopped as an internal error. Snapshots of states that only such code reaches belong to the oracle `damaged`.

use std::sync::Arc;

use stockade_compiler::bytecode::{
    Base, Capture, Child, Code, CodeId, Const, Cost, Count, Dst, Flag, Free, Global, HandlerRow, Imm8, Imm16, Imm32, Name, NameId, OPS, Op,
    Program, Reg, Site, Target, WideCost,
};
use stockade_compiler::for_each_op;
use stockade_vm::Session;

use super::damaged::seed;
use crate::generators::Random;
use crate::run::{RunOptions, compile, config, host};

/// Number of mutated copies of one program.
const COPIES: usize = 60;

pub(super) fn check(text: &str) -> Result<(), String> {
    let Some(whole) = compile(text) else { return Ok(()) };
    let mut random = Random::new(seed(text));
    for copy in 0..COPIES {
        let mut program = Program::clone(&whole);
        for _ in 0..random.draw() % 5 + 1 {
            damage(&mut program, &mut random);
        }
        if program.verify().is_err() {
            continue;
        }
        let run_options =
            RunOptions { fuel: 20_000, memory: 32 << 20, plain: copy % 2 == 1, stress: copy % 8 == 7, ..RunOptions::default() };
        let config = config(&run_options);
        let mut session = Session::new(&config, host());
        session.run(&Arc::new(program));
        let usage = session.usage();
        if usage.fuel > run_options.fuel || usage.memory > run_options.memory + (1 << 20) {
            return Err(format!("copy {copy} used {} units of fuel and {} bytes", usage.fuel, usage.memory));
        }
        // The session must still be usable.
        session.run(&whole);
    }
    Ok(())
}

/// The ranges from which operands are drawn. Most operands are in range.
struct Room<'r> {
    random: &'r mut Random,
    nregs: usize,
    consts: usize,
    sites: usize,
    names: usize,
    globals: usize,
    children: usize,
    free: usize,
    ops: usize,
}

impl Room<'_> {
    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.random.draw() % end.max(1) as u64).unwrap_or(0)
    }

    /// A random index into a table of this length. One in sixteen is any number.
    fn index(&mut self, len: usize) -> usize {
        if self.below(16) == 0 { self.below(1 << 16) } else { self.below(len) }
    }

    fn small(&mut self, len: usize) -> u8 {
        u8::try_from(self.index(len) & 255).unwrap_or(0)
    }

    fn short(&mut self, len: usize) -> u16 {
        u16::try_from(self.index(len) & 0xffff).unwrap_or(0)
    }

    fn wide(&mut self, len: usize) -> u32 {
        u32::try_from(self.index(len)).unwrap_or(0)
    }
}

trait Drawn {
    fn drawn(room: &mut Room<'_>) -> Self;
}

macro_rules! drawn {
    ($($role:ident: |$room:ident| $value:expr;)*) => {$(
        impl Drawn for $role {
            fn drawn($room: &mut Room<'_>) -> Self { $role($value) }
        }
    )*};
}

drawn! {
    Dst: |room| room.small(room.nregs);
    Reg: |room| room.small(room.nregs);
    Base: |room| room.small(room.nregs);
    Count: |room| room.small(6);
    Flag: |room| room.small(9);
    Cost: |room| room.small(5);
    WideCost: |room| room.wide(9);
    Imm8: |room| room.small(256).cast_signed();
    Imm16: |room| room.short(1 << 16).cast_signed();
    Imm32: |room| if room.below(4) == 0 { room.random.draw() as i32 } else { room.wide(60).cast_signed() };
    Const: |room| room.short(room.consts);
    Site: |room| room.short(room.sites);
    Name: |room| room.short(room.names);
    Global: |room| room.wide(room.globals);
    Child: |room| room.short(room.children);
    Free: |room| room.short(room.free);
    Target: |room| room.wide(room.ops);
}

macro_rules! makers {
    ($($(#[doc = $doc:literal])* $name:ident { $($field:ident : $role:ident),* $(,)? };)*) => {
        /// A random instruction with the opcode at index `row` of the opcode table.
        fn made(row: usize, room: &mut Room<'_>) -> Op {
            let makers: &[fn(&mut Room<'_>) -> Op] = &[$(|room| {
                let _ = &room;
                Op::$name { $($field: $role::drawn(room)),* }
            }),*];
            makers.get(row).map_or(Op::Nop {}, |make| make(room))
        }

        /// The instruction with one operand changed.
        fn changed(op: Op, room: &mut Room<'_>) -> Op {
            let mut which = room.below(4);
            match op {$(Op::$name { $($field),* } => {
                $(
                    let $field = if which == 0 { $role::drawn(room) } else { $field };
                    which = which.wrapping_sub(1);
                )*
                let _ = which;
                Op::$name { $($field),* }
            }),*}
        }
    };
}

for_each_op!(makers);

fn damage(program: &mut Program, random: &mut Random) {
    let (globals, all_names, codes) = (program.globals.len(), program.names.len(), program.codes.len());
    let which = usize::try_from(random.draw() % codes.max(1) as u64).unwrap_or(0);
    let Some(code) = program.codes.get_mut(which) else { return };
    let mut room = Room {
        random,
        nregs: usize::from(code.nregs),
        consts: code.consts.len(),
        sites: code.sites.len(),
        names: code.names.len(),
        globals,
        children: code.children.len(),
        free: code.free.len(),
        ops: code.ops.len(),
    };
    let at = room.below(code.ops.len());
    match room.below(16) {
        0..=4 => {
            let old = code.ops.get(at).copied().unwrap_or(Op::Nop {});
            set(code, at, changed(old, &mut room));
        }
        5..=8 => {
            let row = room.below(OPS.len());
            set(code, at, made(row, &mut room));
        }
        9 => {
            let from = room.below(code.ops.len());
            code.ops.swap(at, from);
        }
        10 => {
            let from = room.below(code.ops.len());
            let op = code.ops.get(from).copied().unwrap_or(Op::Nop {});
            set(code, at, op);
        }
        11 => {
            // A path that ends early or continues.
            let src = Reg::drawn(&mut room);
            set(code, at, if room.below(2) == 0 { Op::Nop {} } else { Op::Return { src } });
        }
        12 => {
            let (start, end) = (room.wide(room.ops), room.wide(room.ops));
            let row = HandlerRow { start, end, handler: room.wide(room.ops), reg: room.small(room.nregs) };
            let place = room.below(code.handlers.len() + 1);
            code.handlers.insert(place, row);
        }
        13 => {
            let from = room.below(code.consts.len());
            let to = room.below(code.consts.len());
            if from < code.consts.len() && to < code.consts.len() {
                code.consts.swap(from, to);
            }
        }
        _ => tables(code, &mut room, all_names, codes),
    }
}

fn set(code: &mut Code, at: usize, op: Op) {
    if let Some(place) = code.ops.get_mut(at) {
        *place = op;
    }
}

/// Changes one number or table of a code object.
fn tables(code: &mut Code, room: &mut Room<'_>, all_names: usize, codes: usize) {
    let name = NameId(room.wide(all_names));
    match room.below(14) {
        0 => code.nregs = room.small(250),
        1 => code.arg_count = room.small(5),
        2 => code.kwonly_count = room.small(3),
        3 => code.posonly_count = room.small(3),
        4 => code.flags ^= 1 << room.below(9),
        5 => code.entry_cost = room.wide(20),
        6 => code.captures.push(if room.below(2) == 0 {
            Capture::Local(room.small(room.nregs))
        } else {
            Capture::Free(room.short(room.free))
        }),
        7 => code.cells.push(room.small(room.nregs)),
        8 => code.locals.push(name),
        9 => drop(code.locals.pop()),
        10 => code.free.push(name),
        11 => code.spilled.push(name),
        12 => drop(code.handlers.pop()),
        _ => {
            let id = CodeId(room.wide(codes));
            let place = room.below(code.children.len());
            if let Some(child) = code.children.get_mut(place) {
                *child = id;
            }
        }
    }
}
