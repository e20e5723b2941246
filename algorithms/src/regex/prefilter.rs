//! Adds hints to a program: the byte that must come next at each choice, the repetitions that never give back characters, and where a
//! search should look.
//!
//! Each hint over-approximates what may come. A hint may be missing, but it is never wrong.

use std::collections::BTreeMap;

use super::ast::{At, Greed};
use super::program::{ByteSet, Inst, Next, One, Pc, Program, Start};
use crate::meter::{Meter, Stop};

/// Maximum number of instructions that one query visits. There is a query for each choice, so this keeps compilation linear.
const MAX_VISITS: usize = 40;

/// The bytes that the rest of a match can begin with.
#[derive(Clone, Copy, Debug, Default)]
struct First {
    bytes: ByteSet,
    /// The match can also continue at the end of the text.
    at_end: bool,
}

impl Program {
    fn one_bytes(&self, one: One, utf8: bool) -> ByteSet {
        let mut out = ByteSet::default();
        match one {
            One::Byte(byte) => out.add(byte),
            One::Set(id) => return self.sets.get(id as usize).map_or(ByteSet::ALL, |set| set.first_bytes(utf8)),
            One::All => return ByteSet::ALL,
            One::NotNewline => {
                out.add_range(0, b'\n'.saturating_sub(1));
                out.add_range(b'\n'.saturating_add(1), u8::MAX);
            }
        }
        out
    }

    /// What can follow at an instruction. `None` when that is unknown.
    fn first(&self, start: Pc, utf8: bool) -> Option<First> {
        let mut out = First::default();
        let mut seen: Vec<Pc> = Vec::new();
        let mut open = vec![start];
        while let Some(pc) = open.pop() {
            if seen.contains(&pc) {
                continue;
            }
            if seen.len() >= MAX_VISITS {
                return None;
            }
            seen.push(pc);
            let next = pc.saturating_add(1);
            match *self.insts.get(pc as usize)? {
                Inst::Byte(byte) => out.bytes.add(byte),
                Inst::Text { start, .. } => out.bytes.add(*self.text.get(start as usize)?),
                Inst::Set(id) => out.bytes.union(&self.one_bytes(One::Set(id), utf8)),
                Inst::NotNewline => out.bytes.union(&self.one_bytes(One::NotNewline, utf8)),
                Inst::All => return None,
                Inst::At { at: At::End, .. } => out.at_end = true,
                Inst::At { at: At::LineEnd, .. } => {
                    out.at_end = true;
                    out.bytes.add(b'\n');
                }
                Inst::At { .. } | Inst::Open(_) | Inst::Close(_) | Inst::AtomicStart(_) => open.push(next),
                Inst::Jump(target) => open.push(target),
                Inst::Try { other, .. } => open.extend([other, next]),
                Inst::IfGroup { otherwise, .. } => open.extend([otherwise, next]),
                Inst::Run(id) => {
                    let run = self.runs.get(id as usize)?;
                    out.bytes.union(&self.one_bytes(run.one, utf8));
                    if run.min == 0 {
                        open.push(next);
                    }
                }
                Inst::LoopStart(id) | Inst::LoopNext(id) | Inst::PossessiveStart(id) => {
                    let looped = self.loops.get(id as usize)?;
                    open.extend([looped.exit, looped.body]);
                }
                Inst::LookStart(id) | Inst::NegativeStart(id) => open.push(self.fences.get(id as usize)?.end),
                Inst::Fail => {}
                // The end of a fenced group succeeds whatever follows the group. So the text after the group must not restrict its inside.
                Inst::PossessiveNext(_) | Inst::AtomicEnd(_) | Inst::LookEnd(_) | Inst::NegativeEnd(_) => return None,
                Inst::Backref { .. } | Inst::Match => return None,
            }
        }
        Some(out)
    }

    /// True when only ends of groups lie between an instruction and the end of the match.
    fn only_closes_before_match(&self, mut pc: Pc) -> bool {
        while let Some(Inst::Close(_)) = self.insts.get(pc as usize) {
            pc = pc.saturating_add(1);
        }
        matches!(self.insts.get(pc as usize), Some(Inst::Match))
    }

    /// Text that each match begins with.
    fn prefix(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for inst in &self.insts {
            match *inst {
                Inst::Open(_) | Inst::Close(_) => {}
                Inst::Byte(byte) => out.push(byte),
                Inst::Text { start, length } => {
                    let (start, length) = (start as usize, length as usize);
                    out.extend_from_slice(self.text.get(start..start.saturating_add(length)).unwrap_or_default());
                }
                Inst::Run(id) => {
                    if let Some(run) = self.runs.get(id as usize)
                        && run.min > 0
                        && let One::Byte(byte) = run.one
                    {
                        out.push(byte);
                    }
                    break;
                }
                _ => break,
            }
        }
        out
    }

    fn search_start(&self, utf8: bool, sets: &mut Interner) -> Start {
        let first_inst = self.insts.iter().find(|inst| !matches!(inst, Inst::Open(_)));
        if let Some(Inst::At { at, multiline, .. }) = first_inst
            && at.is_anchor(*multiline)
        {
            return Start::Anchored;
        }
        let prefix = self.prefix();
        if !prefix.is_empty() {
            return Start::Literal(Box::new(memchr::memmem::Finder::new(&prefix).into_owned()));
        }
        match self.first(0, utf8) {
            Some(First { bytes, at_end: false }) if bytes != ByteSet::ALL => match bytes.only() {
                Some(byte) => Start::Literal(Box::new(memchr::memmem::Finder::new(&[byte]).into_owned())),
                None => Start::Among(sets.id(bytes)),
            },
            _ => Start::Anywhere,
        }
    }
}

/// Gives equal byte sets the same index.
#[derive(Default)]
struct Interner {
    known: BTreeMap<ByteSet, u32>,
    list: Vec<ByteSet>,
}

impl Interner {
    fn id(&mut self, set: ByteSet) -> u32 {
        let next = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        *self.known.entry(set).or_insert_with(|| {
            self.list.push(set);
            next
        })
    }
}

/// Adds all hints.
pub(super) fn refine(program: &mut Program, utf8: bool, meter: &mut dyn Meter) -> Result<(), Stop> {
    let mut sets = Interner::default();
    for pc in 0..program.insts.len() {
        if !matches!(program.insts.get(pc), Some(Inst::Try { .. })) {
            continue;
        }
        meter.charge(MAX_VISITS as u64)?;
        let next = u32::try_from(pc.saturating_add(1)).unwrap_or(u32::MAX);
        let Some(known) = program.first(next, utf8).filter(|first| !first.at_end && first.bytes != ByteSet::ALL) else { continue };
        let id = sets.id(known.bytes);
        if let Some(Inst::Try { first, .. }) = program.insts.get_mut(pc) {
            *first = Some(id);
        }
    }
    for id in 0..program.runs.len() {
        let Some((after, one)) = program.runs.get(id).map(|run| (run.after, run.one)) else { continue };
        meter.charge(MAX_VISITS as u64)?;
        let follow = program.first(after, utf8);
        // Giving back a character is useless when the continuation cannot begin with that character.
        let settled = match &follow {
            Some(first) => !first.bytes.overlaps(&program.one_bytes(one, utf8)),
            None => program.only_closes_before_match(after),
        };
        let next = match follow {
            Some(First { bytes, at_end: false }) if bytes != ByteSet::ALL => match bytes.only() {
                Some(byte) => Next::Byte(byte),
                None => Next::Among(sets.id(bytes)),
            },
            _ => Next::Anything,
        };
        if let Some(run) = program.runs.get_mut(id) {
            run.next = next;
            if run.greed == Greed::Greedy && settled {
                run.greed = Greed::Possessive;
            }
        }
    }
    program.start = program.search_start(utf8, &mut sets);
    program.byte_sets = sets.list;
    Ok(())
}
