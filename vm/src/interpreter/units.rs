//! The loaded programs of a session, and which of them the collector frees.
//!
//! A step, and each text that `exec`, `eval` and `compile` run, is a program of its own. Most are never used again: nothing refers to their
//! code once they have run. The collector frees them, so that a session of many steps does not grow. What must not depend on the moment of a
//! collection counts only programs that are never freed.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use stockade_compiler::bytecode::{CodeId, Program};

use crate::base::names::NameId;
use crate::heap::{CodeMarks, RootMarker};
use crate::interpreter::code::{LinkTable, LinkedCode, LoadedProgram, Origin};
use crate::interpreter::loader::make_stub;
use crate::interpreter::machine::Interpreter;
use crate::runtime::modules::CodeInfo;

/// With fewer bytes of steps that are not charged since the last collection, a step does not start with a collection for their sake.
const STEP_BYTES_TO_COLLECT: usize = 4 << 20;

/// The loaded programs by number.
#[derive(Debug, Default)]
pub(crate) struct Units {
    slots: Vec<Option<LoadedProgram>>,
    free_slots: Vec<u32>,
    /// The programs that were loaded once more, to run with other global variables. They are never freed: the same code that runs there
    /// again finds them.
    pub(crate) reloaded: Vec<u32>,
    /// The first and the latest step. They are never freed: the first is the source of `__main__`, and the latest may be shown.
    first_step: Option<u32>,
    latest_step: Option<u32>,
    next_serial: u64,
    free_codes: FreeNumbers,
    free_sites: FreeNumbers,
    /// Bytes of the steps since the last collection. A step is the host's, so its program is not charged to the session.
    step_bytes: usize,
}

impl Clone for Units {
    fn clone(&self) -> Self {
        let mut copy = Units::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Self) {
        let Units { slots, free_slots, reloaded, first_step, latest_step, next_serial, free_codes, free_sites, step_bytes } = self;
        slots.clone_from(&source.slots);
        free_slots.clone_from(&source.free_slots);
        reloaded.clone_from(&source.reloaded);
        (*first_step, *latest_step, *next_serial) = (source.first_step, source.latest_step, source.next_serial);
        free_codes.clone_from(&source.free_codes);
        free_sites.clone_from(&source.free_sites);
        *step_bytes = source.step_bytes;
    }
}

/// Numbers that can be given again, in ranges.
#[derive(Debug, Default, Clone)]
struct FreeNumbers {
    /// Length and first number of each range.
    by_length: BTreeSet<(u32, u32)>,
}

impl FreeNumbers {
    /// Takes consecutive numbers out of the smallest range that has them. Returns the first.
    fn take(&mut self, count: u32) -> Option<u32> {
        let (length, first) = *self.by_length.range((count.max(1), 0)..).next()?;
        self.by_length.remove(&(length, first));
        if length > count {
            self.by_length.insert((length - count, first + count));
        }
        Some(first)
    }

    fn give(&mut self, first: u32, count: u32) {
        if count > 0 {
            self.by_length.insert((count, first));
        }
    }

    /// Makes the numbers between these ranges (first, count) free. Returns the number after the last range.
    fn renew(&mut self, mut used: Vec<(u32, u32)>) -> u32 {
        self.by_length.clear();
        used.sort_unstable();
        let mut end = 0;
        for (first, count) in used {
            self.give(end, first.saturating_sub(end));
            end = end.max(first.saturating_add(count));
        }
        end
    }
}

impl Units {
    pub(crate) fn get(&self, unit: u32) -> Option<&LoadedProgram> {
        self.slots.get(unit as usize)?.as_ref()
    }

    pub(crate) fn get_mut(&mut self, unit: u32) -> Option<&mut LoadedProgram> {
        self.slots.get_mut(unit as usize)?.as_mut()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.next_serial == 0
    }

    /// All programs with their numbers, in no order that means something.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &LoadedProgram)> {
        self.slots.iter().zip(0..).filter_map(|(unit, number)| Some((number, unit.as_ref()?)))
    }

    /// All programs in the order in which they were loaded.
    pub(crate) fn in_order(&self) -> Vec<(u32, &LoadedProgram)> {
        let mut units: Vec<(u32, &LoadedProgram)> = self.iter().collect();
        units.sort_unstable_by_key(|(_, unit)| unit.serial);
        units
    }

    /// Adds a program and returns its number.
    pub(crate) fn add(&mut self, mut unit: LoadedProgram) -> Option<u32> {
        unit.serial = self.next_serial;
        self.next_serial += 1;
        let (is_step, is_reloaded) = (unit.origin == Origin::User, unit.is_reloaded);
        if is_step {
            let text = unit.program.source.text().len();
            self.step_bytes = self.step_bytes.saturating_add(crate::runtime::compile::charged_bytes(&unit.program) + 2 * text);
        }
        let number = match self.free_slots.pop() {
            Some(number) => number,
            None => {
                self.slots.push(None);
                u32::try_from(self.slots.len() - 1).ok()?
            }
        };
        *self.slots.get_mut(number as usize)? = Some(unit);
        if is_step {
            self.first_step = self.first_step.or(Some(number));
            self.latest_step = Some(number);
        }
        if is_reloaded {
            self.reloaded.push(number);
        }
        Some(number)
    }

    /// Marks a program as one that is never freed because the same code, run again, must find it.
    pub(crate) fn note_reloaded(&mut self, number: u32) {
        if let Some(unit) = self.get_mut(number)
            && !unit.is_reloaded
        {
            unit.is_reloaded = true;
            self.reloaded.push(number);
        }
    }

    /// True if the program is not freed when nothing refers to its code.
    pub(crate) fn is_kept(&self, number: u32, unit: &LoadedProgram) -> bool {
        match unit.origin {
            Origin::Library(_) | Origin::Package(_) | Origin::Fallback(_) | Origin::Imports => true,
            Origin::User => self.first_step == Some(number) || self.latest_step == Some(number),
            Origin::Dynamic { .. } => unit.is_reloaded || unit.is_module,
        }
    }

    /// True if so many steps ran since the last collection that their programs take much memory beside `used` bytes of the session.
    pub(crate) fn has_many_steps(&self, used: usize) -> bool {
        self.step_bytes > STEP_BYTES_TO_COLLECT.max(used / 4)
    }

    /// The steps so far were none of the program's.
    pub(crate) fn forget_steps(&mut self) {
        (self.first_step, self.latest_step, self.step_bytes) = (None, None, 0);
    }

    /// True if the program is not freed when a marking reached this code.
    pub(crate) fn is_live(&self, number: u32, unit: &LoadedProgram, marks: &CodeMarks) -> bool {
        self.is_kept(number, unit) || marks.has_any(unit.first_code, unit.code_count)
    }

    /// Marks the constants of live code. Constants refer to no code, so that this comes last. Returns how many constants there are.
    pub(crate) fn mark_constants(&self, codes: &[Arc<LinkedCode>], marks: &CodeMarks, marker: &mut RootMarker<'_>) -> u64 {
        let mut count = 0;
        for (number, unit) in self.iter() {
            if self.is_live(number, unit, marks) {
                for code in unit.codes(codes) {
                    marker.roots(&code.consts);
                    count += code.consts.len() as u64;
                }
            }
        }
        count
    }

    /// The programs to free, and the bytes that they are charged.
    pub(crate) fn dead(&self, marks: &CodeMarks) -> (Vec<u32>, usize) {
        let dead = self.iter().filter(|(number, unit)| !self.is_live(*number, unit, marks));
        let (mut numbers, mut bytes) = (Vec::new(), 0);
        for (number, unit) in dead {
            numbers.push(number);
            bytes += unit.charged;
        }
        (numbers, bytes)
    }
}

/// What is in the place of code that was freed.
struct Nothing {
    code: Arc<LinkedCode>,
    facts: CodeInfo,
}

/// `None` only if the empty text does not compile.
fn nothing() -> Option<&'static Nothing> {
    static NOTHING: OnceLock<Option<Nothing>> = OnceLock::new();
    let make = || {
        let program: Arc<Program> = Arc::new(crate::runtime::compile::library("<nothing>", "")?);
        let table = LinkTable { names: Vec::new(), slots: Vec::new() };
        let code = Arc::new(LinkedCode { program: u32::MAX, ..make_stub(program.codes.first()?, CodeId(0), u32::MAX, &table) });
        let facts = CodeInfo {
            program: program.into(),
            id: CodeId(0),
            shown: false,
            traced: false,
            has_lines: false,
            name: NameId::default(),
            namespace: u32::MAX,
            represents_iterator: None,
        };
        Some(Nothing { code, facts })
    };
    NOTHING.get_or_init(make).as_ref()
}

impl Interpreter {
    /// Reserves the numbers of `count` codes. Returns the first.
    pub(crate) fn reserve_codes(&mut self, count: u32) -> Option<u32> {
        if let Some(first) = self.units.free_codes.take(count) {
            return Some(first);
        }
        let nothing = nothing()?;
        let first = u32::try_from(self.codes.len()).ok()?;
        let end = first.checked_add(count)? as usize;
        self.codes.resize(end, Arc::clone(&nothing.code));
        self.rt.modules.code_info.resize(end, nothing.facts.clone());
        Some(first)
    }

    /// Gives each of these attribute names an inline cache. Returns the place of the first.
    pub(crate) fn add_sites(&mut self, names: impl ExactSizeIterator<Item = NameId>) -> usize {
        use crate::runtime::inline_cache::InlineCache;
        let count = u32::try_from(names.len()).unwrap_or(u32::MAX);
        let reused = if count == 0 { None } else { self.units.free_sites.take(count) };
        match reused {
            Some(first) => {
                let first = first as usize;
                for (site, name) in self.sites.iter_mut().skip(first).zip(names) {
                    *site = InlineCache::new(name);
                }
                first
            }
            None => {
                let first = self.sites.len();
                self.sites.extend(names.map(InlineCache::new));
                first
            }
        }
    }

    /// Frees programs to whose code nothing refers.
    pub(crate) fn free_units(&mut self, dead: &[u32]) {
        self.units.step_bytes = 0;
        let Some(nothing) = nothing().filter(|_| !dead.is_empty()) else { return };
        for number in dead {
            let Some(unit) = self.units.slots.get_mut(*number as usize).and_then(Option::take) else { continue };
            self.units.free_slots.push(*number);
            let range = unit.first_code as usize..unit.first_code as usize + unit.code_count as usize;
            if let Some(codes) = self.codes.get_mut(range.clone()) {
                codes.fill(Arc::clone(&nothing.code));
            }
            if let Some(facts) = self.rt.modules.code_info.get_mut(range.clone()) {
                facts.fill(nothing.facts.clone());
            }
            // The number may be given to other code, which must not be taken for the code that was here.
            let place = &mut self.rt.finalizers.place;
            if range.contains(&(place.0 as usize)) {
                *place = Default::default();
            }
        }
        let units = &self.units;
        let used_codes = units.iter().map(|(_, unit)| (unit.first_code, unit.code_count)).collect();
        let mut used_sites: Vec<(u32, u32)> = Vec::new();
        for (_, unit) in units.iter() {
            for linked in unit.codes(&self.codes).iter().filter(|linked| !linked.is_stub()) {
                let Some(code) = unit.program.codes.get(linked.code.0 as usize) else { continue };
                used_sites
                    .push((u32::try_from(linked.first_site).unwrap_or(u32::MAX), u32::try_from(code.sites.len()).unwrap_or(u32::MAX)));
            }
        }
        used_sites.retain(|(_, count)| *count > 0);
        let (code_end, site_end) = (self.units.free_codes.renew(used_codes), self.units.free_sites.renew(used_sites));
        cut(&mut self.codes, code_end);
        cut(&mut self.rt.modules.code_info, code_end);
        cut(&mut self.sites, site_end);
        self.secondary_caches.clear();
        self.rt.caches.constructors = crate::runtime::constructor_cache::ConstructorCache::default();
        self.retried_instruction = None;
    }

    /// Takes back a program of which only a part was loaded. Nothing refers to it.
    pub(crate) fn unload(&mut self, number: u32) {
        let Some(unit) = self.units.get_mut(number) else { return };
        let charged = std::mem::take(&mut unit.charged);
        self.rt.heap.refund(charged);
        let step_bytes = self.units.step_bytes;
        self.free_units(&[number]);
        let steps = || self.units.iter().filter(|(_, unit)| unit.origin == Origin::User);
        let first = steps().min_by_key(|(_, unit)| unit.serial).map(|(number, _)| number);
        let latest = steps().max_by_key(|(_, unit)| unit.serial).map(|(number, _)| number);
        (self.units.first_step, self.units.latest_step, self.units.step_bytes) = (first, latest, step_bytes);
    }

    /// Takes back the latest step, to which nothing refers any more.
    pub(crate) fn unload_latest_step(&mut self) {
        if let Some(number) = self.units.latest_step {
            self.unload(number);
        }
    }

    /// Records bytes that were charged for the program of a code beside those that [`Interpreter::load`] charges.
    pub(crate) fn note_charge(&mut self, code: u32, bytes: usize) {
        if let Some(unit) = self.codes.get(code as usize).map(|code| code.program).and_then(|unit| self.units.get_mut(unit)) {
            unit.charged = unit.charged.saturating_add(bytes);
        }
    }

    /// Keeps the program of a code that was loaded once more.
    pub(crate) fn note_reloaded(&mut self, code: u32) {
        if let Some(unit) = self.codes.get(code as usize).map(|code| code.program) {
            self.units.note_reloaded(unit);
        }
    }

    /// Keeps the program of a code as the source of a module.
    pub(crate) fn note_module(&mut self, code: u32) {
        if let Some(unit) = self.codes.get(code as usize).map(|code| code.program).and_then(|unit| self.units.get_mut(unit)) {
            unit.is_module = true;
        }
    }

    /// The program of a code.
    pub(crate) fn unit_of(&self, code: u32) -> Option<&LoadedProgram> {
        self.units.get(self.codes.get(code as usize)?.program)
    }
}

/// Cuts a vector, and gives its memory back if most of it is unused.
fn cut<T>(items: &mut Vec<T>, end: u32) {
    items.truncate(end as usize);
    if items.capacity() > 1024 && items.len() < items.capacity() / 4 {
        items.shrink_to(items.len() * 2);
    }
}

impl LoadedProgram {
    /// Its linked codes.
    pub(crate) fn codes<'c>(&self, codes: &'c [Arc<LinkedCode>]) -> &'c [Arc<LinkedCode>] {
        let first = self.first_code as usize;
        codes.get(first..first.saturating_add(self.code_count as usize)).unwrap_or(&[])
    }
}

impl RootMarker<'_> {
    /// Marks code that is running.
    pub(crate) fn code(&mut self, code: u32) {
        self.code_marks().mark(code);
    }
}
