//! Pattern matching without user code. The fallback `op_match_class` does the rest.

use crate::runtime::native::Args;
use smallvec::SmallVec;

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::heap::class_flags;
use crate::runtime::core::Runtime;
use crate::runtime::type_table as reg;
use crate::runtime::type_table::{TypeId, registry};

/// The kinds of subject that `case [...]` and `case {...}` match.
#[derive(PartialEq, Eq)]
pub(crate) enum PatternKind {
    Sequence,
    Mapping,
}

impl Runtime {
    /// The kind of a value in patterns. For a user class the first base with a kind decides: a builtin type, or a class that
    /// `collections.abc` marks (the library keeps the mark in `__abc_tpflags__`).
    pub(crate) fn pattern_kind(&self, value: Value) -> Option<PatternKind> {
        let builtin = |kind: TypeId| match kind {
            reg::LIST | reg::TUPLE | reg::RANGE | reg::DEQUE | reg::MEMORYVIEW => Some(PatternKind::Sequence),
            reg::DICT | reg::MAPPINGPROXY => Some(PatternKind::Mapping),
            _ => None,
        };
        if value.tag != Tag::Inst {
            return builtin(self.builtin_type(value));
        }
        let mark = self.names.find("__abc_tpflags__");
        let class = self.heap.classes.get(self.heap.insts.get(value.index()).class);
        self.charge_mro_walk(class.mro.len());
        class.mro.iter().find_map(|base| match base.tag {
            // The same bits as in CPython's type flags.
            Tag::Class => match mark.and_then(|mark| self.heap.classes.get(base.index()).attrs.get(mark)) {
                Some(flags) if flags.tag == Tag::Int && flags.as_i64() & (1 << 5) != 0 => Some(PatternKind::Sequence),
                Some(flags) if flags.tag == Tag::Int && flags.as_i64() & (1 << 6) != 0 => Some(PatternKind::Mapping),
                _ => None,
            },
            _ => builtin(TypeId::of(*base)),
        })
    }

    /// The values that a class pattern takes from a subject, or None when it does not match. Undefined when user code may decide. This
    /// function handles classes whose metaclass is `type`, and attributes in the instance itself.
    pub(crate) fn match_class_natively(
        &mut self,
        subject: Value,
        class: Value,
        positional: u8,
        keywords: Value,
        trusted: bool,
    ) -> Result<Value, Abrupt> {
        let plain = match class.tag {
            Tag::Type => !matches!(subject.tag, Tag::Inst | Tag::Exc | Tag::Object),
            Tag::Class => self.heap.classes.get(class.index()).metaclass == reg::TYPE.value() && subject.tag == Tag::Inst,
            _ => false,
        };
        if !plain {
            return Ok(Value::UNDEF);
        }
        let names: SmallVec<[Value; 8]> = SmallVec::from_slice(self.sequence_items(keywords));
        if !trusted {
            // This check does not depend on the subject's class: the policy must not depend on data.
            for name in &names {
                let Some(id) = self.known_name(*name) else { return Ok(Value::UNDEF) };
                self.check_attribute_of_instances(class, id)?;
            }
        }
        let kind = self.type_of(subject);
        if !self.is_subclass(kind, class) {
            // An instance may claim another class with `__class__`.
            let says = subject.tag == Tag::Inst
                && self.class_lookup(kind, names::dunder_class) != registry().member(reg::OBJECT, names::dunder_class);
            return Ok(if says { Value::UNDEF } else { Value::NONE });
        }
        match (class.tag, positional, names.is_empty()) {
            (_, 0, true) => return self.heap.tuple(&[]),
            (Tag::Type, 1, true) if matches_itself(self, class) => return self.heap.tuple(&[subject]),
            (Tag::Class, ..) => {}
            _ => return Ok(Value::UNDEF),
        }
        let mut wanted: SmallVec<[Value; 8]> = SmallVec::new();
        if positional > 0 {
            let found = self.class_lookup(class, names::dunder_match_args).unwrap_or_default();
            let first = self.sequence_items(found).get(..usize::from(positional)).filter(|_| found.tag == Tag::Tuple);
            let Some(first) = first else { return Ok(Value::UNDEF) };
            wanted.extend_from_slice(first);
        }
        wanted.extend(names);
        // Each name is compared with those before it.
        self.charge((wanted.len() + wanted.len() * wanted.len() / 16) as u64)?;
        let owner = self.heap.insts.get(subject.index());
        if owner.shape == crate::heap::DICT_SHAPE || self.heap.classes.get(owner.class).flags & class_flags::GETATTRIBUTE != 0 {
            return Ok(Value::UNDEF);
        }
        let mut taken: SmallVec<[Value; 8]> = SmallVec::new();
        for (at, name) in wanted.iter().enumerate() {
            if !name.is_str() || wanted.iter().take(at).any(|earlier| earlier.is_str() && self.heap.text(*earlier) == self.heap.text(*name))
            {
                return Ok(Value::UNDEF);
            }
            let Some(id) = self.known_name(*name) else { return Ok(Value::UNDEF) };
            // Special names, and names for which a descriptor of the class may take precedence, are left to the fallback.
            let hidden = self.names.text(id).starts_with("__")
                || self.class_lookup(kind, id).is_some_and(|found| found.tag == Tag::Object || found.tag == Tag::Inst);
            let Some(value) = self.own_attr(subject, id).filter(|_| !hidden) else { return Ok(Value::UNDEF) };
            taken.push(value);
        }
        self.heap.tuple(&taken)
    }
}

/// Types whose class pattern matches the subject itself with its one positional sub-pattern.
pub(crate) fn self_match(rt: &mut Runtime, args: Args<'_>) -> Result<Value, Abrupt> {
    Ok(Value::bool(matches_itself(rt, args.at(0))))
}

/// True when the one positional pattern of a class matches the subject itself.
pub(crate) fn matches_itself(rt: &Runtime, class: Value) -> bool {
    let layout = rt.layout_of_class(class);
    let listed = matches!(
        layout,
        reg::BOOL
            | reg::BYTEARRAY
            | reg::BYTES
            | reg::DICT
            | reg::FLOAT
            | reg::FROZENSET
            | reg::INT
            | reg::LIST
            | reg::SET
            | reg::STR
            | reg::TUPLE
    );
    listed && rt.class_lookup(class, names::dunder_match_args).is_none()
}
