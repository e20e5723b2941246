//! Operators with instances of user classes: which special methods are called, and in which order (Python's data model).

use smallvec::SmallVec;
use stockade_compiler::bytecode::ArithOp;

use crate::base::abrupt::Abrupt;
use crate::base::comparison::Cmp;
use crate::base::names;
use crate::base::names::NameId;
use crate::base::value::{Tag, Value};
use crate::objects::protocols::arithmetic::{Unary, op_names};
use crate::runtime::core::Runtime;
use crate::runtime::pending_call::ReturnAction;

pub(crate) fn is_user_object(value: Value) -> bool {
    matches!(value.tag, Tag::Inst | Tag::Exc | Tag::Class)
}

/// The rank of a number type. A type accepts operands of lower ranks. 0 means not a number.
fn numeric_rank(value: Value) -> u8 {
    match value.tag {
        Tag::Bool | Tag::Int | Tag::BigInt => 1,
        Tag::Float => 2,
        Tag::Complex => 3,
        _ => 0,
    }
}

/// One candidate: method, object, argument.
type OperatorCandidate = (Value, Value, Value);

type OperatorCandidates = SmallVec<[OperatorCandidate; 3]>;

impl Runtime {
    /// The class whose method is the first candidate, in the simple case: `a` is an instance, and `b` is one of the same class or of a
    /// builtin type.
    #[inline(always)]
    fn first_candidate_class(&self, a: Value, b: Value) -> Option<u32> {
        if a.tag != Tag::Inst {
            return None;
        }
        let class = self.heap.insts.get(a.index()).class;
        match b.tag {
            Tag::Inst => (self.heap.insts.get(b.index()).class == class).then_some(class),
            Tag::Exc | Tag::Class => None,
            _ => Some(class),
        }
    }

    /// The call of an operator's first candidate, when that is a plain function. None, with nothing done, for all others.
    #[inline(always)]
    fn call_first_candidate(&mut self, class: u32, name: NameId, a: Value, b: Value) -> Option<Abrupt> {
        let method = self.special(class, name).filter(|method| method.tag == Tag::Func)?;
        Some(self.tail_function(method, a, &[b], Some(ReturnAction::Operator), Value::int(1)))
    }

    /// `a != b` for a class that defines `__eq__` and not `__ne__`.
    fn call_eq_negated(&mut self, class: u32, a: Value, b: Value) -> Option<Abrupt> {
        if self.heap.classes.get(class).layout != crate::runtime::type_table::OBJECT.0 || self.special(class, names::dunder_ne).is_some() {
            return None;
        }
        match self.special(class, names::dunder_eq)? {
            method if method.tag == Tag::Func => {
                Some(self.tail_function(method, a, &[b], Some(ReturnAction::Operator), Value::int(NEGATED_EQ)))
            }
            method if method.is_none() => Some(self.tail_fallback("operator_blocked", &[a, b])),
            _ => None,
        }
    }

    /// `a op b`.
    #[inline(never)]
    pub(crate) fn binary(&mut self, op: ArithOp, a: Value, b: Value) -> Result<Value, Abrupt> {
        if let Some(class) = self.first_candidate_class(a, b)
            && let Some(exit) = self.call_first_candidate(class, op_names(op).forward, a, b)
        {
            return Err(exit);
        }
        if !is_user_object(a) && !is_user_object(b) {
            return match self.arith(op, a, b)? {
                Some(value) => Ok(value),
                None => Err(self.unsupported(op_names(op).symbol, a, b)),
            };
        }
        if op == ArithOp::Mod && matches!(self.unwrap_payload(a).tag, Tag::Str | Tag::Bytes | Tag::ByteArray) {
            // Formatting accepts any right side. A method of the right side comes first only if its class derives from the left type.
            let (left, right) = (self.type_of(a), self.type_of(b));
            if self.user_method(a, names::dunder_mod).is_none() && !self.is_subclass(right, left) {
                return self.operate_on_payloads(op, a, b, false, false);
            }
        }
        if self.lhs_handles(op, a, b) {
            return self.operate_on_payloads(op, a, b, false, false);
        }
        let attempts = self.binary_candidates(op, a, b, false);
        self.call_best_candidate(&attempts, op, a, b, false)
    }

    /// True when a builtin type on the left side decides before a method of the right side is called. The left class must have no such
    /// method in user code, the type must accept the payload of the right side, and the right class must not be a subclass that overrides
    /// the method: that would come first.
    fn lhs_handles(&self, op: ArithOp, a: Value, b: Value) -> bool {
        if matches!(a.tag, Tag::Exc | Tag::Class) || b.tag != Tag::Inst {
            return false;
        }
        let (x, y, names) = (self.unwrap_payload(a), self.unwrap_payload(b), op_names(op));
        if is_user_object(x) || (a.tag == Tag::Inst && self.user_method(a, names.forward).is_some()) {
            return false;
        }
        let (left, right) = (self.type_of(a), self.type_of(b));
        let overridden =
            || self.is_subclass(right, left) && self.user_lookup(left, names.reflected) != self.user_method(b, names.reflected);
        if op == ArithOp::Add && a.tag == Tag::Inst && self.user_method(a, names.reflected).is_some() {
            // In CPython, a class with `__radd__` finds the `__add__` of its sequence through the number slot.
            let sequence = matches!(x.tag, Tag::Str | Tag::List | Tag::Tuple) || crate::objects::types::deque::is_deque(self, x);
            let bytes = |value: Value| matches!(value.tag, Tag::Bytes | Tag::ByteArray);
            if sequence && self.builtin_type(x) == self.builtin_type(y) || bytes(x) && bytes(y) {
                return !overridden();
            }
        }
        let is_set = matches!(y.tag, Tag::Set | Tag::FrozenSet);
        let of_sets = matches!(op, ArithOp::BitOr | ArithOp::BitAnd | ArithOp::Sub | ArithOp::BitXor);
        let is_supported = match x.tag {
            Tag::Set | Tag::FrozenSet => of_sets && is_set,
            Tag::Object => of_sets && is_set && self.is_keys_or_items(x),
            Tag::Float | Tag::Complex if of_sets && op != ArithOp::Sub => false,
            Tag::Float | Tag::Complex if matches!(op, ArithOp::LShift | ArithOp::RShift) => false,
            Tag::Complex if matches!(op, ArithOp::FloorDiv | ArithOp::Mod) => false,
            _ => op != ArithOp::MatMul && numeric_rank(x) >= numeric_rank(y) && numeric_rank(y) > 0,
        };
        is_supported && !overridden()
    }

    fn is_keys_or_items(&self, value: Value) -> bool {
        value.tag == Tag::Object
            && matches!(self.builtin_type(value), crate::runtime::type_table::DICT_KEYS | crate::runtime::type_table::DICT_ITEMS)
    }

    /// `a op= b`.
    #[inline(never)]
    pub(crate) fn binary_inplace(&mut self, op: ArithOp, a: Value, b: Value) -> Result<Value, Abrupt> {
        if let Some(class) = self.first_candidate_class(a, b)
            && let Some(exit) = self.call_first_candidate(class, op_names(op).inplace, a, b)
        {
            return Err(exit);
        }
        if op == ArithOp::BitOr && a.tag == Tag::Dict && b.tag != Tag::Dict {
            // `|=` accepts what `update` accepts.
            return Err(self.tail_fallback("dict_ior", &[a, b]));
        }
        if !is_user_object(a) && !is_user_object(b) {
            return match self.arith_inplace(op, a, b)? {
                Some(value) => Ok(value),
                None => {
                    let symbol = op_names(op).symbol;
                    let shown = if op == ArithOp::Pow { "**=".to_string() } else { format!("{symbol}=") };
                    let message = self.unsupported(symbol, a, b);
                    // Concatenation has its own messages. The message of every other operator names the in-place form.
                    Err(
                        if matches!(
                            (op, a.tag),
                            (ArithOp::Add, Tag::Str | Tag::List | Tag::Tuple | Tag::Bytes | Tag::ByteArray)
                                | (ArithOp::Mul, Tag::Str | Tag::List | Tag::Tuple | Tag::Bytes | Tag::ByteArray)
                        ) {
                            message
                        } else {
                            self.unsupported(&shown, a, b)
                        },
                    )
                }
            };
        }
        if is_user_object(a) && self.user_method(a, op_names(op).inplace).is_none() && self.has_own_inplace(op, a, b) {
            // The builtin's own in-place method comes before any `__add__` of the class (but not before its `__mul__`).
            if op == ArithOp::BitOr && self.unwrap_payload(a).tag == Tag::Dict && b.tag != Tag::Dict {
                return Err(self.tail_fallback("dict_ior", &[a, b]));
            }
            return self.operate_on_payloads(op, a, b, true, true);
        }
        if self.lhs_handles(op, a, b) && (a.tag != Tag::Inst || self.user_method(a, op_names(op).inplace).is_none()) {
            return self.operate_on_payloads(op, a, b, true, true);
        }
        let attempts = self.binary_candidates(op, a, b, true);
        if op == ArithOp::Mul && attempts.is_empty() && a.tag == Tag::Inst && self.user_method(a, names::dunder_rmul).is_some() {
            // In CPython, a class with `__rmul__` finds the `__mul__` of its sequence through the number slot.
            return self.operate_on_payloads(op, a, b, false, true);
        }
        self.call_best_candidate(&attempts, op, a, b, true)
    }

    /// True when the builtin container in an instance changes in place for `a op= b`.
    fn has_own_inplace(&self, op: ArithOp, a: Value, b: Value) -> bool {
        let (x, y) = (self.unwrap_payload(a), self.unwrap_payload(b));
        match (op, x.tag) {
            (ArithOp::Add, Tag::List) | (ArithOp::BitOr, Tag::Dict) => true,
            (ArithOp::Add, Tag::Object) => matches!(self.heap.as_object(x), crate::heap::Object::Deque(_)),
            (ArithOp::Add, Tag::ByteArray) => matches!(y.tag, Tag::Bytes | Tag::ByteArray),
            (ArithOp::BitOr | ArithOp::BitAnd | ArithOp::Sub | ArithOp::BitXor, Tag::Set) => matches!(y.tag, Tag::Set | Tag::FrozenSet),
            _ => false,
        }
    }

    fn binary_candidates(&mut self, op: ArithOp, a: Value, b: Value, inplace: bool) -> OperatorCandidates {
        let names = op_names(op);
        let mut attempts = SmallVec::new();
        if inplace && let Some(method) = self.user_method(a, names.inplace) {
            attempts.push((method, a, b));
        }
        self.push_candidates(&mut attempts, a, b, names.forward, names.reflected, true);
        attempts
    }

    /// Adds the method of `a`, then the reflected one of `b`. The order is reversed when `b`'s type derives from `a`'s and overrides it.
    fn push_candidates(
        &mut self,
        attempts: &mut OperatorCandidates,
        a: Value,
        b: Value,
        forward: NameId,
        reflected: NameId,
        skip_same: bool,
    ) {
        let (left_type, right_type) = (self.type_of(a), self.type_of(b));
        let left = self.user_method(a, forward);
        let same_type = left_type == right_type;
        let right = if same_type && skip_same { None } else { self.user_method(b, reflected) };
        // A reflected arithmetic method goes first only if it is really overridden. A comparison of a subclass always goes first.
        let overridden = !skip_same || self.user_lookup(left_type, reflected) != right;
        let right_first = right.is_some() && !same_type && overridden && self.is_subclass(right_type, left_type);
        if right_first && let Some(method) = right {
            attempts.push((method, b, a));
        }
        if let Some(method) = left {
            attempts.push((method, a, b));
        }
        if !right_first && let Some(method) = right {
            attempts.push((method, b, a));
        }
    }

    fn call_best_candidate(
        &mut self,
        attempts: &[OperatorCandidate],
        op: ArithOp,
        a: Value,
        b: Value,
        inplace: bool,
    ) -> Result<Value, Abrupt> {
        match attempts.first() {
            Some(first) => Err(self.attempt(*first, 0)),
            None => self.operate_on_payloads(op, a, b, inplace, inplace),
        }
    }

    /// The operator when no method of user code decided: builtin payloads decide, or it is unsupported. `augmented` says how it was
    /// written.
    pub(crate) fn operate_on_payloads(&mut self, op: ArithOp, a: Value, b: Value, inplace: bool, augmented: bool) -> Result<Value, Abrupt> {
        let (x, y) = (self.unwrap_payload(a), self.unwrap_payload(b));
        if op == ArithOp::Mod && matches!(x.tag, Tag::Str | Tag::Bytes | Tag::ByteArray) {
            // Formatting shows the instance, not its payload.
            return crate::objects::types::str::percent(self, x, b);
        }
        if !inplace {
            crate::objects::types::deque::of_class(self, op, a, b)?;
        }
        if !is_user_object(x) || !is_user_object(y) {
            // A list extends itself by iterating the right side, which may have an `__iter__` in user code.
            let given = if inplace && op == ArithOp::Add && x.tag == Tag::List { b } else { y };
            let done = if inplace { self.arith_inplace(op, x, given)? } else { self.arith(op, x, y)? };
            if let Some(value) = done {
                // `x += y` on an instance over a list changes the payload. The name keeps the instance.
                let changed = matches!(x.tag, Tag::List | Tag::Dict | Tag::Set | Tag::ByteArray | Tag::Object);
                return Ok(if inplace && changed && value == x && x != a { a } else { value });
            }
        } else if let Some(value) = self.arith(op, x, y)? {
            return Ok(value);
        }
        if op == ArithOp::Mul {
            let sequence = |tag: Tag| matches!(tag, Tag::Str | Tag::List | Tag::Tuple | Tag::Bytes | Tag::ByteArray);
            for (items, times, count) in [(x, y, b), (y, x, a)] {
                if sequence(items.tag) {
                    if self.int_of(times).is_none() && self.user_method(count, names::dunder_index).is_some() {
                        return Err(self.tail_fallback("op_repeat", &[items, count]));
                    }
                    break;
                }
            }
        }
        let symbol = op_names(op).symbol;
        let shown = match (augmented, op) {
            (false, _) => symbol.to_string(),
            (true, ArithOp::Pow) => "**=".to_string(),
            (true, ArithOp::Add | ArithOp::Mul)
                if matches!(self.unwrap_payload(a).tag, Tag::Str | Tag::List | Tag::Tuple | Tag::Bytes | Tag::ByteArray) =>
            {
                symbol.to_string()
            }
            (true, _) => format!("{symbol}="),
        };
        Err(self.unsupported(&shown, a, b))
    }

    pub(crate) fn is_mutable_sequence(&self, value: Value) -> bool {
        let plain = self.unwrap_payload(value);
        matches!(plain.tag, Tag::List | Tag::ByteArray) || crate::objects::types::deque::is_deque(self, plain)
    }

    /// True when a builtin type below the operands may still decide after methods of their classes returned `NotImplemented`: the class of
    /// that side has no such method in user code, and the type accepts the other side's type.
    pub(crate) fn builtin_decides(&self, op: ArithOp, a: Value, b: Value) -> bool {
        let (x, y) = (self.unwrap_payload(a), self.unwrap_payload(b));
        let names = op_names(op);
        let text = |value: Value| matches!(value.tag, Tag::Str | Tag::Bytes | Tag::ByteArray);
        let sequence = |value: Value| {
            text(value) || matches!(value.tag, Tag::List | Tag::Tuple) || crate::objects::types::deque::is_deque(self, value)
        };
        let (left_accepts, right_accepts) = match (numeric_rank(x), numeric_rank(y)) {
            (0, _) | (_, 0) if op == ArithOp::Mod && text(x) => (true, x.tag == y.tag),
            // A sequence is always added by its builtin type. It is repeated by it only if its class has neither of the two methods.
            (0, _) | (_, 0) if op == ArithOp::Add && sequence(x) => (true, false),
            (0, _) | (_, 0) if op == ArithOp::Mul && (sequence(x) || sequence(y)) => {
                let own = |value: Value| [names.forward, names.reflected].iter().all(|name| self.user_method(value, *name).is_none());
                return (sequence(x) && own(a)) || (sequence(y) && own(b));
            }
            (0, _) | (_, 0) => (true, true),
            (left, right) => (left >= right, right >= left),
        };
        (left_accepts && self.user_method(a, names.forward).is_none())
            || (right_accepts && self.type_of(a) != self.type_of(b) && self.user_method(b, names.reflected).is_none())
    }

    /// True when the builtin type below the left side compares before a method of the right side is called: the left class has no such
    /// method in user code, its type accepts the right side's type, and the right class is not a subclass, which would come first.
    fn lhs_compares(&self, cmp: Cmp, a: Value, b: Value) -> bool {
        if matches!(a.tag, Tag::Exc | Tag::Class) || b.tag != Tag::Inst || self.user_method(a, cmp.name()).is_some() {
            return false;
        }
        self.type_compares(cmp, self.unwrap_payload(a), self.unwrap_payload(b)) && !self.rhs_has_priority(a, b)
    }

    /// True when the type of `x` decides how the two compare.
    fn type_compares(&self, cmp: Cmp, x: Value, y: Value) -> bool {
        match (x.tag, y.tag) {
            (Tag::Str, Tag::Str) | (Tag::List, Tag::List) | (Tag::Tuple, Tag::Tuple) => true,
            (Tag::Bytes | Tag::ByteArray, Tag::Bytes | Tag::ByteArray) | (Tag::Set | Tag::FrozenSet, Tag::Set | Tag::FrozenSet) => true,
            (Tag::Bool | Tag::Int | Tag::BigInt | Tag::Float, Tag::Bool | Tag::Int | Tag::BigInt) | (Tag::Float, Tag::Float) => true,
            (Tag::Dict, Tag::Dict) => cmp == Cmp::Eq,
            (Tag::Object, Tag::Set | Tag::FrozenSet) => self.is_keys_or_items(x),
            (Tag::Object, Tag::Object) => {
                crate::objects::types::deque::is_deque(self, x) && crate::objects::types::deque::is_deque(self, y)
            }
            _ => false,
        }
    }

    /// True when the right side of a comparison comes before the left one: its class derives from the other's.
    pub(crate) fn rhs_has_priority(&self, a: Value, b: Value) -> bool {
        if b.tag != Tag::Inst {
            return false;
        }
        let (left, right) = (self.type_of(a), self.type_of(b));
        left != right && self.is_subclass(right, left)
    }

    /// True when the builtin type below the right side compares before a method of the left side is called: the right class derives from
    /// the left one, and has no method for the exchanged comparison in user code.
    fn rhs_compares(&self, cmp: Cmp, a: Value, b: Value) -> bool {
        cmp != Cmp::Eq
            && self.rhs_has_priority(a, b)
            && self.user_method(b, cmp.swapped().name()).is_none()
            && self.type_compares(cmp, self.unwrap_payload(b), self.unwrap_payload(a))
    }

    /// True when a builtin type below the operands may still compare them: the class of that side has no such method in user code, and the
    /// type accepts the other side's type.
    pub(crate) fn builtin_compares(&self, cmp: Cmp, a: Value, b: Value) -> bool {
        let numeric_rank = |value: Value| numeric_rank(self.unwrap_payload(value));
        let (left_accepts, right_accepts) = match (numeric_rank(a), numeric_rank(b)) {
            (0, _) | (_, 0) => (true, true),
            (left, right) => (left >= right, right >= left),
        };
        (left_accepts && self.user_method(a, cmp.name()).is_none())
            || (right_accepts && self.user_method(b, cmp.swapped().name()).is_none())
    }

    /// The `TypeError` of an operator without a method.
    #[cold]
    pub(crate) fn unsupported_operands(&mut self, op: ArithOp, a: Value, b: Value, inplace: bool) -> Abrupt {
        let symbol = match op {
            ArithOp::Pow if inplace => "**",
            _ => op_names(op).symbol,
        };
        let (left, right, equals) = (self.type_name(a), self.type_name(b), if inplace { "=" } else { "" });
        self.type_error(&format!("unsupported operand type(s) for {symbol}{equals}: '{left}' and '{right}'"))
    }

    /// Calls one candidate. `extra` becomes its number plus 1: the next candidate to call if it returns `NotImplemented`.
    pub(crate) fn attempt(&mut self, (method, this, other): OperatorCandidate, number: usize) -> Abrupt {
        if method.is_none() {
            // `__add__ = None` blocks the operator.
            return self.tail_fallback("operator_blocked", &[this, other]);
        }
        let exit = self.tail_method(method, this, &[other]);
        self.pending.call.action = Some(ReturnAction::Operator);
        self.pending.call.extra = Value::int(number as i64 + 1);
        exit
    }

    /// The candidates of an operator, in order.
    pub(crate) fn attempts(&mut self, operator: Operator) -> OperatorCandidates {
        match operator {
            Operator::Arith(op, a, b, inplace) => self.binary_candidates(op, a, b, inplace),
            Operator::Compare(cmp, a, b) => {
                let mut attempts = OperatorCandidates::new();
                self.push_candidates(&mut attempts, a, b, cmp.name(), cmp.swapped().name(), false);
                attempts
            }
        }
    }

    /// Unary minus, plus and inversion.
    #[inline(never)]
    pub(crate) fn unary_op(&mut self, op: Unary, a: Value) -> Result<Value, Abrupt> {
        if is_user_object(a)
            && let Some(method) = self.user_method(a, op.name())
        {
            return Err(self.tail_method(method, a, &[]));
        }
        let plain = self.unwrap_payload(a);
        if !is_user_object(plain)
            && let Some(value) = self.unary(op, plain)?
        {
            return Ok(value);
        }
        let name = self.type_name(a);
        Err(self.type_error(&format!("bad operand type for unary {}: '{name}'", op.symbol())))
    }

    /// `a cmp b` when the fast paths do not apply. A method of user code becomes a pending call.
    #[inline(never)]
    pub(crate) fn rich_compare(&mut self, cmp: Cmp, a: Value, b: Value) -> Result<bool, Abrupt> {
        if is_user_object(a) || is_user_object(b) {
            if let Some(class) = self.first_candidate_class(a, b)
                && let Some(exit) = match self.call_first_candidate(class, cmp.name(), a, b) {
                    None if cmp == Cmp::Ne => self.call_eq_negated(class, a, b),
                    asked => asked,
                }
            {
                return Err(exit);
            }
            if cmp == Cmp::Ne {
                // `!=` may have to call `__eq__`: the fallback does that.
                return match self.compare_native(cmp, a, b)? {
                    Some(answer) => Ok(answer),
                    None => Ok(a != b),
                };
            }
            if self.lhs_compares(cmp, a, b) {
                let (x, y) = (self.unwrap_payload(a), self.unwrap_payload(b));
                return self.compare(cmp, x, y);
            }
            if self.rhs_compares(cmp, a, b) {
                let (x, y) = (self.unwrap_payload(a), self.unwrap_payload(b));
                return self.compare(cmp.swapped(), y, x);
            }
            if let Some(first) = self.attempts(Operator::Compare(cmp, a, b)).first() {
                return Err(self.attempt(*first, 0));
            }
        }
        self.compare(cmp, a, b)
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Operator {
    Arith(ArithOp, Value, Value, bool),
    Compare(Cmp, Value, Value),
}

/// The value of [`Frame::extra`] for `!=` by way of `__eq__`: its result is negated.
pub(crate) const NEGATED_EQ: i64 = -1;
