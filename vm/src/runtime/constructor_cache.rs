//! The constructor cache: what a call of a class comes to, and the plan of a trivial `__init__`.

use crate::base::value::Value;
use crate::heap::Arena;
use crate::heap::DictObj;
use crate::heap::InstObj;
use crate::heap::ListObj;
use crate::heap::arena::HeapObject;
use crate::heap::value_block;
use stockade_compiler::bytecode::Const;
use stockade_compiler::bytecode::Count;
use stockade_compiler::bytecode::Dst;
use stockade_compiler::bytecode::Op;
use stockade_compiler::bytecode::Reg;

/// An `__init__` that stores more attributes than this is not treated as trivial.
pub(crate) const MAX_TRIVIAL_STORES: usize = 16;

/// The value that an attribute is set to.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Source {
    /// The parameter in this register.
    Parameter(u8),
    Constant(Value),
    EmptyList,
    EmptyDict,
}

/// One attribute to set. The inline cache of the `StoreAttr` names it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AttributeStore {
    pub(crate) site: usize,
    pub(crate) source: Source,
}

/// A trivial `__init__`: it stores parameters, constants and empty containers in attributes of its first argument, and does nothing else.
#[derive(Debug, Clone)]
pub(crate) struct TrivialInit {
    pub(crate) fills: Box<[AttributeStore]>,
    /// The stored values are exactly the parameters, in order.
    pub(crate) in_order: bool,
    /// The register that holds each value that is not a parameter before it is stored.
    pub(crate) temporary: u8,
    /// Capacity for the attribute slots that do not fit into the object itself.
    pub(crate) room: usize,
    /// Accounted bytes of the instance, and of the instance with all that it creates.
    pub(crate) own_bytes: usize,
    pub(crate) bytes: usize,
}

impl TrivialInit {
    /// Recognizes a trivial `__init__` by its instructions; `None` for any other function. `parameters` is the number of parameters.
    /// `first_site` is the number of the code's first inline cache.
    pub(crate) fn of(ops: &[Op], consts: &[Value], parameters: u8, first_site: usize) -> Option<Box<Self>> {
        // Each value is loaded directly before its store. The last instructions load and return None.
        let [stores @ .., Op::LoadConst { dst: Dst(temporary), value: nothing }, Op::Return { src: Reg(result) }] = ops else {
            return None;
        };
        let constant = |at: &Const| consts.get(usize::from(at.0)).copied();
        let temporary = *temporary;
        if *result != temporary
            || temporary < parameters
            || parameters == 0
            || !constant(nothing)?.is_none()
            || stores.len() > 2 * MAX_TRIVIAL_STORES
        {
            return None;
        }
        let (mut fills, mut bytes, mut loaded) = (Vec::new(), 0, None);
        for op in stores {
            // An empty list or dict must be stored exactly once, directly after it is built.
            let is_stored = !matches!(loaded, Some(Source::EmptyList | Source::EmptyDict));
            match op {
                Op::StoreAttr { obj: Reg(0), src: Reg(src), site } => {
                    let source = match *src {
                        at if at == temporary => loaded?,
                        // Refuses a store of the instance itself: it does not exist yet when the attributes are filled.
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
        let own_bytes = Arena::<InstObj>::SLOT + value_block(room);
        let made = TrivialInit { fills: fills.into(), in_order, temporary, room, own_bytes, bytes: own_bytes + bytes };
        (is_stored && made.fills.len() <= MAX_TRIVIAL_STORES).then(|| Box::new(made))
    }
}

impl Source {
    /// Accounted bytes of the value that it creates.
    pub(crate) fn bytes(self) -> usize {
        match self {
            Source::Parameter(_) | Source::Constant(_) => 0,
            Source::EmptyList => Arena::<ListObj>::SLOT,
            Source::EmptyDict => Arena::<DictObj>::SLOT + DictObj::default().owned_bytes(),
        }
    }
}

/// The capacity for attributes that do not fit into the object itself. It equals the capacity that
/// [`crate::runtime::core::Runtime::push_slot`] reaches when it adds them one by one.
pub(crate) fn room_for(attributes: usize) -> usize {
    if attributes <= 2 { 0 } else { attributes.next_power_of_two().max(4) }
}

/// The result of resolving a call of a class. Never part of a snapshot.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ConstructorEntry {
    /// The version of the class. A class gets a new version when it or one of its bases changes. 0 means an empty entry.
    pub(crate) version: u32,
    /// The function `__init__` of the class, and the code that this function had.
    pub(crate) init: u32,
    pub(crate) code: u32,
    /// The shape of the instances after `__init__`.
    pub(crate) shape: u32,
}

/// Number of entries in the constructor cache.
pub(crate) const CONSTRUCTOR_CACHE_LEN: usize = 16;

/// The entries of the classes called last, indexed by class version.
pub(crate) type ConstructorCache = [ConstructorEntry; CONSTRUCTOR_CACHE_LEN];

/// The index of the entry for a class version.
#[inline(always)]
pub(crate) fn line_of(version: u32) -> usize {
    version as usize % CONSTRUCTOR_CACHE_LEN
}
