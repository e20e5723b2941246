//! Templates: what a session is after its first imports, written like a snapshot. Other sessions with the same settings begin as copies of it.
//!
//! A template differs from a snapshot in how it has code. Modules of the library and of packages are there without their programs: the names
//! and globals that they use, what calls and closures need of each function, and the constants of the functions that were linked. The
//! programs are asked for when a function is called first. So a session starts without the code that it never runs.
//!
//! Whoever keeps templates keys them by the build, the library and the packages. What a template says of a function is compared with the
//! program before the function is linked.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use stockade_compiler::bytecode::{Capture, CodeId, CodeKind};

use super::read_sections::Decoder;
use super::write_sections::Encoder;
use super::{read_sections, write_sections};
use crate::base::host::Host;
use crate::base::snapshot_error::{Read, SnapshotError, Written, corrupt, ensure};
use crate::base::value::{Tag, Value};
use crate::heap::GenState;
use crate::interpreter::code::{LinkTable, LinkedCode, LoadedProgram, Origin};
use crate::interpreter::loader::empty_stub;
use crate::runtime::compile::charged_bytes;
use crate::runtime::modules::CodeInfo;
use crate::runtime::native_object::ObjectReader;
use crate::runtime::shared_program::{ModuleCode, SharedProgram};
use crate::session::{Config, Session};

/// Work for one code that is read without its program.
const STUB_WORK: u64 = 64;

/// Values that must not occur more often than this in a template, because each session has its own.
#[derive(Debug, Default)]
pub(super) struct Watched(FxHashMap<Value, u32>);

impl Watched {
    pub(super) fn note(&mut self, value: Value) -> Written {
        match self.0.get_mut(&value) {
            None => Ok(()),
            Some(0) => Err(SnapshotError::Unsupported("what only one session has")),
            Some(left) => {
                *left -= 1;
                Ok(())
            }
        }
    }
}

impl Session {
    /// Writes the session, in which no step runs, as a template. `watched` are values that each session has for itself, with the number of
    /// places where they may be.
    ///
    /// # Errors
    /// It holds something that cannot be written, or a watched value in more places than it may.
    pub(crate) fn to_template(&self, watched: FxHashMap<Value, u32>) -> Result<Vec<u8>, SnapshotError> {
        write_sections::write(self, false, Some(Watched(watched))).map(|(body, _)| body)
    }

    /// Reads a session from a template.
    ///
    /// # Errors
    /// [`SnapshotError`] if the bytes are no template of this build, for this configuration.
    pub(crate) fn of_template(bytes: &[u8], config: &Config, host: Box<dyn Host>) -> Result<Session, SnapshotError> {
        crate::tables::install();
        let mut session = read_sections::read(bytes, config, host, None, true)?;
        session.interpreter.rt.policy.changed = false;
        Ok(session)
    }
}

impl Encoder<'_> {
    /// Refuses a generator of a template that goes on: reading its state needs its code.
    pub(super) fn refuse_in_template(&self, code: u32, state: GenState) -> Written {
        let unit = self.interpreter.codes.get(code as usize).and_then(|code| self.interpreter.units.get(code.program));
        let goes_on = matches!(state, GenState::Created | GenState::Suspended);
        if self.template.is_some() && goes_on && unit.is_some_and(|unit| unit.later.is_some()) {
            return Err(SnapshotError::Unsupported("a generator that goes on"));
        }
        Ok(())
    }

    /// Reaches the constants of the code that is written without its program.
    pub(super) fn reach_constants(&mut self) {
        if self.template.is_none() {
            return;
        }
        let interpreter = self.interpreter;
        for (_, unit) in interpreter.units.in_order().into_iter().filter(|(_, unit)| unit.later.is_some()) {
            for value in unit.codes(&interpreter.codes).iter().flat_map(|code| &code.consts) {
                self.reach(*value);
            }
        }
    }

    /// Writes what a session needs of a module before its program is there.
    pub(super) fn later_unit(&mut self, unit: &LoadedProgram, table: &LinkTable) {
        let codes = unit.codes(&self.interpreter.codes);
        self.out.size(unit.charged);
        self.out.size(if matches!(unit.origin, Origin::Library(_)) { charged_bytes(&unit.program).saturating_mul(3) } else { 0 });
        self.out.size(table.names.len());
        table.names.iter().for_each(|name| self.name(*name));
        self.out.size(table.slots.len());
        table.slots.iter().for_each(|slot| self.out.uint((*slot).into()));
        for code in codes {
            let kind = match code.kind {
                CodeKind::Module => 0,
                CodeKind::Function => 1,
                CodeKind::Class => 2,
            };
            self.out.u8(kind | u8::from(code.has_constants()) << 2);
            for number in [code.nregs, code.arg_count, code.posonly, code.kwonly] {
                self.out.u8(number);
            }
            for number in
                [u32::from(code.flags), code.entry_cost, code.free_base.map_or(0, |base| u32::from(base) + 1), code.free_values.into()]
            {
                self.out.uint(number.into());
            }
            self.name(code.name);
            self.out.size(code.free.len());
            code.free.iter().for_each(|name| self.name(*name));
            self.out.size(code.captures.len());
            for capture in &code.captures {
                self.out.uint(match capture {
                    Capture::Local(register) => u64::from(*register) << 1,
                    Capture::Free(index) => u64::from(*index) << 1 | 1,
                });
            }
        }
    }

    /// Writes the constants of the code that was linked.
    pub(super) fn constants_of_later_units(&mut self) -> Written {
        if self.template.is_none() {
            return Ok(());
        }
        let interpreter = self.interpreter;
        for (_, unit) in interpreter.units.in_order().into_iter().filter(|(_, unit)| unit.later.is_some()) {
            for code in unit.codes(&interpreter.codes).iter().filter(|code| code.has_constants()) {
                self.list(&code.consts)?;
            }
        }
        Ok(())
    }
}

impl Decoder<'_> {
    /// Reads what [`Encoder::later_unit`] wrote, and what precedes it.
    pub(super) fn later_unit(&mut self, is_of_package: bool) -> Read<()> {
        let name = self.input.text()?.to_string();
        let modules = &self.interpreter.rt.modules;
        let (library, packages) = (modules.library, modules.packages.clone());
        let is_there = if is_of_package { packages.find(&name).is_some() } else { library.contains(&name) };
        ensure(is_there, "a module that is not there")?;
        let program = SharedProgram::later(ModuleCode { library, packages, name: name.as_str().into(), is_of_package });
        let namespace = u32::try_from(self.input.index(self.interpreter.rt.modules.namespaces.len())?).unwrap_or(u32::MAX);
        let count = self.input.count()?;
        let (charged, compiled) = (self.input.position()?, self.input.position()?);
        self.room(charged)?;
        self.room(compiled)?;
        let mut table = LinkTable { names: Vec::new(), slots: Vec::new() };
        for _ in 0..self.input.count()? {
            let name = self.name()?;
            table.names.push(name);
        }
        for _ in 0..self.input.count()? {
            let slot = self.input.index(self.interpreter.rt.modules.globals.len())?;
            table.slots.push(u32::try_from(slot).unwrap_or(u32::MAX));
        }
        self.work(STUB_WORK.saturating_mul(count as u64))?;
        let code_count = u32::try_from(count).map_err(|_| SnapshotError::Corrupt("too many codes"))?;
        let first = self.interpreter.reserve_codes(code_count).ok_or(SnapshotError::Internal("no room for codes"))?;
        let trusted = !is_of_package;
        let origin = if is_of_package { Origin::Package(name) } else { Origin::Library(name) };
        let unit = LoadedProgram {
            later: Some(Arc::new(table)),
            charged,
            ..LoadedProgram::new(program.clone(), code_count, origin, namespace, first)
        };
        let unit = self.interpreter.units.add(unit).ok_or(SnapshotError::Internal("no room for a unit"))?;
        self.later_units.push(unit);
        for at in 0..code_count {
            let stub = self.stub()?;
            let facts = CodeInfo {
                program: program.clone(),
                id: CodeId(at),
                shown: !trusted,
                traced: !trusted,
                has_lines: true,
                name: stub.name,
                namespace,
                represents_iterator: None,
            };
            let number = first.saturating_add(at);
            let stub = LinkedCode { number, program: unit, code: CodeId(at), namespace, trusted, ..stub };
            let interpreter = &mut self.interpreter;
            if let (Some(code), Some(info)) =
                (interpreter.codes.get_mut(number as usize), interpreter.rt.modules.code_info.get_mut(number as usize))
            {
                (*code, *info) = (Arc::new(stub), facts);
            }
        }
        if let Some(space) = self.interpreter.rt.modules.namespaces.get_mut(namespace as usize) {
            if is_of_package {
                space.first_code = space.first_code.or(Some(first));
            } else {
                space.source = Some(program);
            }
        }
        Ok(())
    }

    fn stub(&mut self) -> Read<LinkedCode> {
        let byte = self.input.u8()?;
        let kind = match byte & 3 {
            0 => CodeKind::Module,
            1 => CodeKind::Function,
            2 => CodeKind::Class,
            _ => return corrupt("an unknown kind of code"),
        };
        ensure(byte < 8, "an unknown kind of code")?;
        let [nregs, arg_count, posonly, kwonly] = [self.input.u8()?, self.input.u8()?, self.input.u8()?, self.input.u8()?];
        let out_of_range = |_| SnapshotError::Corrupt("a number of a code is out of range");
        let flags = u16::try_from(self.input.u32()?).map_err(out_of_range)?;
        let entry_cost = self.input.u32()?;
        let free_base = self.input.u32()?.checked_sub(1).map(u8::try_from).transpose().map_err(out_of_range)?;
        let free_values = u16::try_from(self.input.u32()?).map_err(out_of_range)?;
        let name = self.name()?;
        let mut free = Vec::new();
        for _ in 0..self.input.count()? {
            free.push(self.name()?);
        }
        let mut captures = Vec::new();
        for _ in 0..self.input.count()? {
            let number = self.input.u32()?;
            captures.push(if number & 1 == 0 {
                Capture::Local(u8::try_from(number >> 1).map_err(out_of_range)?)
            } else {
                Capture::Free(u16::try_from(number >> 1).map_err(out_of_range)?)
            });
        }
        Ok(LinkedCode {
            was_linked: byte & 4 != 0,
            flags,
            nregs,
            arg_count,
            posonly,
            kwonly,
            entry_cost,
            name,
            free,
            captures,
            free_base,
            free_values,
            ..empty_stub(kind)
        })
    }

    /// Reads what [`Encoder::constants_of_later_units`] wrote.
    pub(super) fn constants_of_later_units(&mut self) -> Read<()> {
        for unit in std::mem::take(&mut self.later_units) {
            let Some(unit) = self.interpreter.units.get(unit) else { continue };
            for code in unit.first_code..unit.first_code.saturating_add(unit.code_count) {
                if !self.interpreter.codes.get(code as usize).is_some_and(|code| code.was_linked) {
                    continue;
                }
                let mut values = Vec::new();
                for _ in 0..self.input.count()? {
                    let value = self.value()?;
                    ensure(is_constant(value.tag), "a constant that is none")?;
                    values.push(value);
                }
                if let Some(code) = self.interpreter.codes.get_mut(code as usize).and_then(Arc::get_mut) {
                    code.consts = values;
                }
            }
        }
        Ok(())
    }
}

/// True for the types that constants of code have.
fn is_constant(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::None
            | Tag::Bool
            | Tag::Int
            | Tag::Float
            | Tag::Ellipsis
            | Tag::BigInt
            | Tag::Complex
            | Tag::Str
            | Tag::Bytes
            | Tag::Tuple
            | Tag::FrozenSet
    )
}
