//! The numbering that the writer and the reader share: kinds of objects, numbers of tags and states.

use crate::base::value::Tag;
use crate::heap::{DictKind, GenKind, GenState};
use crate::runtime::pending_call::ReturnAction;

/// The kinds of objects. Each kind numbers its objects from 0. The sections of objects have this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Kind {
    Buf,
    Str,
    Bytes,
    ByteArray,
    BigInt,
    Complex,
    Range,
    Slice,
    Tuple,
    List,
    Dict,
    Set,
    Cell,
    Func,
    Method,
    Class,
    Inst,
    Exc,
    Gen,
    Iter,
    Module,
    Object,
}

pub(super) const KINDS: usize = 22;

impl Kind {
    pub(super) const ALL: [Kind; KINDS] = [
        Kind::Buf,
        Kind::Str,
        Kind::Bytes,
        Kind::ByteArray,
        Kind::BigInt,
        Kind::Complex,
        Kind::Range,
        Kind::Slice,
        Kind::Tuple,
        Kind::List,
        Kind::Dict,
        Kind::Set,
        Kind::Cell,
        Kind::Func,
        Kind::Method,
        Kind::Class,
        Kind::Inst,
        Kind::Exc,
        Kind::Gen,
        Kind::Iter,
        Kind::Module,
        Kind::Object,
    ];

    /// The kind of a heap value.
    pub(super) fn of(tag: Tag) -> Option<Kind> {
        Some(match tag {
            Tag::Str => Kind::Str,
            Tag::Bytes => Kind::Bytes,
            Tag::ByteArray => Kind::ByteArray,
            Tag::BigInt => Kind::BigInt,
            Tag::Complex => Kind::Complex,
            Tag::List => Kind::List,
            Tag::Tuple => Kind::Tuple,
            Tag::Dict => Kind::Dict,
            Tag::Set | Tag::FrozenSet => Kind::Set,
            Tag::Range => Kind::Range,
            Tag::Slice => Kind::Slice,
            Tag::Cell => Kind::Cell,
            Tag::Func => Kind::Func,
            Tag::Method => Kind::Method,
            Tag::Class => Kind::Class,
            Tag::Inst => Kind::Inst,
            Tag::Exc => Kind::Exc,
            Tag::Gen => Kind::Gen,
            Tag::Iter => Kind::Iter,
            Tag::Module => Kind::Module,
            Tag::Object => Kind::Object,
            Tag::Undef
            | Tag::None
            | Tag::Bool
            | Tag::Int
            | Tag::Float
            | Tag::Ellipsis
            | Tag::NotImplemented
            | Tag::Type
            | Tag::Native
            | Tag::RangeStop
            | Tag::RangeStep => return None,
        })
    }
}

/// The first byte of an encoded value.
pub(super) mod mark {
    pub(in crate::snapshot) const UNDEF: u8 = 0;
    pub(in crate::snapshot) const NONE: u8 = 1;
    pub(in crate::snapshot) const FALSE: u8 = 2;
    pub(in crate::snapshot) const TRUE: u8 = 3;
    pub(in crate::snapshot) const INT: u8 = 4;
    pub(in crate::snapshot) const FLOAT: u8 = 5;
    pub(in crate::snapshot) const ELLIPSIS: u8 = 6;
    pub(in crate::snapshot) const NOT_IMPLEMENTED: u8 = 7;
    /// The value that means "absent" in fallbacks.
    pub(in crate::snapshot) const ABSENT: u8 = 8;
    /// A builtin type or native function, by its symbol.
    pub(in crate::snapshot) const SYMBOL: u8 = 9;
    /// The stop of a `for` over a range; only in the registers of `for` loops.
    pub(in crate::snapshot) const RANGE_STOP: u8 = 10;
    /// The step and remaining count of a `for` over another range; only in the registers of `for` loops.
    pub(in crate::snapshot) const RANGE_STEP: u8 = 12;
    /// A fallback, by name.
    pub(in crate::snapshot) const PRELUDE: u8 = 11;
    /// A heap kind: this number plus the distance of the tag from the first heap tag.
    pub(in crate::snapshot) const HEAP: u8 = 16;
}

/// Numbers the variants of an enum explicitly. The match is exhaustive, so a new variant without a number does not compile.
macro_rules! numbered {
    ($to:ident $from:ident $type:ty { $($variant:path = $number:literal),* $(,)? }) => {
        pub(super) fn $to(value: $type) -> u8 {
            match value { $($variant => $number),* }
        }
        pub(super) fn $from(number: u8) -> Option<$type> {
            Some(match number { $($number => $variant,)* _ => return None })
        }
    };
}

numbered! { action_number action_of ReturnAction {
    ReturnAction::Store = 0, ReturnAction::Discard = 1, ReturnAction::Init = 2, ReturnAction::Branch = 3, ReturnAction::Not = 4, ReturnAction::Truth = 5,
    ReturnAction::ForNext = 6, ReturnAction::Operator = 7, ReturnAction::OperatorBranch = 8, ReturnAction::Send = 9, ReturnAction::Delegate = 10,
    ReturnAction::Unpack = 11, ReturnAction::Import = 12, ReturnAction::Exit = 13, ReturnAction::NextDefault = 14, ReturnAction::Report = 15, ReturnAction::Shown = 16,
    ReturnAction::Pair = 17, ReturnAction::CheckResult = 18, ReturnAction::KeyHash = 19, ReturnAction::KeyEqual = 20, ReturnAction::Filter = 21,
    ReturnAction::TruthFromBool = 22, ReturnAction::TruthFromLength = 23, ReturnAction::Thread = 24,
} }
numbered! { gen_kind_number gen_kind_of GenKind {
    GenKind::Generator = 0, GenKind::Coroutine = 1, GenKind::AsyncGenerator = 2, GenKind::AsyncStep = 3,
} }
numbered! { gen_state_number gen_state_of GenState {
    GenState::Created = 0, GenState::Suspended = 1, GenState::Running = 2, GenState::Finished = 3,
} }
numbered! { dict_kind_number dict_kind_of DictKind {
    DictKind::Keys = 0, DictKind::Values = 1, DictKind::Items = 2,
} }
numbered! { resume_number resume_of crate::runtime::pending_call::Resume {
    crate::runtime::pending_call::Resume::Send = 0, crate::runtime::pending_call::Resume::Throw = 1, crate::runtime::pending_call::Resume::Close = 2,
} }
