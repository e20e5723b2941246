//! Caches of attribute lookups and of constructors.

use crate::base::names::NameId;
use crate::base::value::Value;
use crate::heap::Arena;
use crate::heap::DictObj;
use crate::heap::InstObj;
use crate::heap::ListObj;
use crate::heap::arena::HeapObject;
use stockade_compiler::bytecode::Const;
use stockade_compiler::bytecode::Count;
use stockade_compiler::bytecode::Dst;
use stockade_compiler::bytecode::Op;
use stockade_compiler::bytecode::Reg;

/// One line of the method cache.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct MethodEntry {
    pub(crate) shape: u32,
    pub(crate) version: u32,
    pub(crate) class: u32,
    pub(crate) name: NameId,
    pub(crate) value: Value,
}

/// One line of the cache of special methods: what guest code defined for instances of a class; undefined for nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SpecialEntry {
    pub(crate) class: u32,
    pub(crate) version: u32,
    pub(crate) name: NameId,
    pub(crate) value: Value,
}

/// Lines of the cache of special methods, a power of two.
pub(crate) const SPECIALS: usize = 128;

/// One line of the cache of instances' own attributes.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SlotEntry {
    pub(crate) shape: u32,
    pub(crate) version: u32,
    pub(crate) name: NameId,
    pub(crate) slot: u32,
}

/// Lines of the shared caches, a power of two.
pub(crate) const CACHE_LINES: usize = 256;

/// More attributes than this are stored by the instructions.
pub(crate) const MOST: usize = 16;

/// What an attribute is given.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Source {
    /// A parameter, by register.
    Parameter(u8),
    Constant(Value),
    EmptyList,
    EmptyDict,
}

/// One attribute, named by the `StoreAttr` at a site.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AttributeStore {
    pub(crate) site: usize,
    pub(crate) source: Source,
}

/// A function that gives its first argument attributes in order, and does nothing else.
#[derive(Debug, Clone)]
pub(crate) struct TrivialInit {
    pub(crate) fills: Box<[AttributeStore]>,
    /// They are the parameters, one after the other.
    pub(crate) in_order: bool,
    /// The register that everything but parameters goes through.
    pub(crate) temporary: u8,
    /// Room for attributes beyond what the object itself has.
    pub(crate) room: usize,
    /// Accounted bytes of the instance, and of all it makes.
    pub(crate) own_bytes: usize,
    pub(crate) bytes: usize,
}

impl TrivialInit {
    /// What a function's instructions come to, if it is no more than that. `parameters`: how many it has. `first_site`: the
    /// number of its code's first site.
    pub(crate) fn of(ops: &[Op], consts: &[Value], parameters: u8, first_site: usize) -> Option<Box<Self>> {
        // A value is loaded where it is stored; None comes last, which is what the function gives.
        let [stores @ .., Op::LoadConst { dst: Dst(temporary), value: nothing }, Op::Return { src: Reg(result) }] = ops else {
            return None;
        };
        let constant = |at: &Const| consts.get(usize::from(at.0)).copied();
        let temporary = *temporary;
        if *result != temporary || temporary < parameters || parameters == 0 || !constant(nothing)?.is_none() || stores.len() > 2 * MOST {
            return None;
        }
        let (mut fills, mut bytes, mut loaded) = (Vec::new(), 0, None);
        for op in stores {
            // A list or dict is stored once, and at once.
            let is_stored = !matches!(loaded, Some(Source::EmptyList | Source::EmptyDict));
            match op {
                Op::StoreAttr { obj: Reg(0), src: Reg(src), site } => {
                    let source = match *src {
                        at if at == temporary => loaded?,
                        // The instance itself is not made yet.
                        at if at == 0 || at >= parameters || !is_stored => return None,
                        at => Source::Parameter(at),
                    };
                    if !is_stored {
                        loaded = None;
                    }
                    bytes += source.bytes();
                    fills.push(AttributeStore { site: first_site + usize::from(site.0), source });
                }
                Op::LoadConst { dst: Dst(dst), value } if *dst == temporary && is_stored => {
                    loaded = Some(Source::Constant(constant(value)?));
                }
                Op::LoadInt { dst: Dst(dst), value } if *dst == temporary && is_stored => {
                    loaded = Some(Source::Constant(Value::int(value.0.into())));
                }
                Op::BuildList { dst: Dst(dst), count: Count(0), .. } if *dst == temporary && is_stored => loaded = Some(Source::EmptyList),
                Op::BuildDict { dst: Dst(dst), count: Count(0), .. } if *dst == temporary && is_stored => loaded = Some(Source::EmptyDict),
                _ => return None,
            }
        }
        let is_stored = !matches!(loaded, Some(Source::EmptyList | Source::EmptyDict));
        let in_order = fills.iter().zip(1..).all(|(fill, at)| matches!(fill.source, Source::Parameter(register) if register == at));
        let room = room_for(fills.len());
        let own_bytes = Arena::<InstObj>::SLOT + room * size_of::<Value>();
        let made = TrivialInit { fills: fills.into(), in_order, temporary, room, own_bytes, bytes: own_bytes + bytes };
        (is_stored && made.fills.len() <= MOST).then(|| Box::new(made))
    }
}

impl Source {
    /// Accounted bytes of what it makes.
    pub(crate) fn bytes(self) -> usize {
        match self {
            Source::Parameter(_) | Source::Constant(_) => 0,
            Source::EmptyList => Arena::<ListObj>::SLOT,
            Source::EmptyDict => Arena::<DictObj>::SLOT + DictObj::default().owned_bytes(),
        }
    }
}

/// Room for attributes beyond what the object itself has, as [`crate::runtime::core::Runtime::push_slot`] makes it for one after the other.
pub(crate) fn room_for(attributes: usize) -> usize {
    if attributes <= 2 { 0 } else { attributes.next_power_of_two().max(4) }
}

/// What calling a class was found to come to. Never part of a snapshot.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ConstructorEntry {
    /// That of the class, which another has as soon as anything of the class or of those above it changes; 0 for none.
    pub(crate) version: u32,
    /// Its `__init__`, and the code that had.
    pub(crate) init: u32,
    pub(crate) code: u32,
    /// What its instances are in the end.
    pub(crate) shape: u32,
}

/// How many are kept.
pub(crate) const MAKERS: usize = 16;

/// Those of the classes called last, by their versions.
pub(crate) type ConstructorCache = [ConstructorEntry; MAKERS];

/// Where a class of this version has its maker.
#[inline(always)]
pub(crate) fn line_of(version: u32) -> usize {
    version as usize % MAKERS
}
