//! Operators where guest classes take part: which special methods are asked, in which order (Python's data model).

use smallvec::SmallVec;
use stockade_compiler::bytecode::{ArithOp, Op};

use crate::base::abrupt::Exit;
use crate::base::names;
use crate::base::names::NameId;
use crate::base::value::{Tag, Value};
use crate::interpreter::calls::call::Called;
use crate::interpreter::frame::{Action, Frame};
use crate::interpreter::machine::Machine;
use crate::objects::protocols::arithmetic::{Unary, op_names};
use crate::objects::protocols::compare::Cmp;
use crate::runtime::core::{Pending, Rt};

fn is_guest(value: Value) -> bool {
    matches!(value.tag, Tag::Inst | Tag::Exc | Tag::Class)
}

/// How much the type of a number takes in of the others; 0 for what is none.
fn rank(value: Value) -> u8 {
    match value.tag {
        Tag::Bool | Tag::Int | Tag::BigInt => 1,
        Tag::Float => 2,
        Tag::Complex => 3,
        _ => 0,
    }
}

/// One attempt: method, object, argument.
type Attempt = (Value, Value, Value);

type Attempts = SmallVec<[Attempt; 3]>;

/// What [`Frame::extra`] holds for `!=` where `__eq__` was asked: its answer is turned round.
const TURNED: i64 = -1;

impl Frame {
    /// Whether an operator's result is the contrary of what its method gave.
    pub(crate) fn is_turned(&self) -> bool {
        matches!(self.action, Action::Operator | Action::OperatorBranch) && self.extra == Value::int(TURNED)
    }
}

impl Rt {
    /// The class of an instance that its operators are asked of first: the other side is an instance of the same class, or none.
    #[inline(always)]
    fn asked_first(&self, a: Value, b: Value) -> Option<u32> {
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

    /// A call of the plain function that is the first method an operator asks, where that is simple; None, and nothing done, where there
    /// is more to it.
    #[inline(always)]
    fn ask_first(&mut self, class: u32, name: NameId, a: Value, b: Value) -> Option<Exit> {
        let method = self.special(class, name).filter(|method| method.tag == Tag::Func)?;
        Some(self.tail_function(method, a, &[b], Some(Action::Operator), Value::int(1)))
    }

    /// `a != b` of an instance whose class says what is equal and not what is unequal.
    fn ask_turned(&mut self, class: u32, a: Value, b: Value) -> Option<Exit> {
        if self.heap.classes.get(class).layout != crate::runtime::type_table::OBJECT.0 || self.special(class, names::dunder_ne).is_some() {
            return None;
        }
        match self.special(class, names::dunder_eq)? {
            method if method.tag == Tag::Func => Some(self.tail_function(method, a, &[b], Some(Action::Operator), Value::int(TURNED))),
            method if method.is_none() => Some(self.tail_prelude("operator_blocked", &[a, b])),
            _ => None,
        }
    }

    /// `a op b`.
    #[inline(never)]
    pub(crate) fn binary(&mut self, op: ArithOp, a: Value, b: Value) -> Result<Value, Exit> {
        if let Some(class) = self.asked_first(a, b)
            && let Some(exit) = self.ask_first(class, op_names(op).forward, a, b)
        {
            return Err(exit);
        }
        if !is_guest(a) && !is_guest(b) {
            return match self.arith(op, a, b)? {
                Some(value) => Ok(value),
                None => Err(self.unsupported(op_names(op).symbol, a, b)),
            };
        }
        if op == ArithOp::Mod && matches!(self.plain(a).tag, Tag::Str | Tag::Bytes | Tag::ByteArray) {
            // Formatting takes any right side; only a subclass of the left one's type is asked first.
            let (left, right) = (self.type_of(a), self.type_of(b));
            if self.guest_method(a, names::dunder_mod).is_none() && !self.is_subclass(right, left) {
                return self.after_attempts(op, a, b, false, false);
            }
        }
        if self.left_operates(op, a, b) {
            return self.after_attempts(op, a, b, false, false);
        }
        let attempts = self.binary_attempts(op, a, b, false);
        self.first_attempt(&attempts, op, a, b, false)
    }

    /// Whether a builtin on the left side, or below a class there that says nothing, answers before a method of the right one is asked:
    /// it knows what that is over, and that is no subclass with another method, which would come first.
    fn left_operates(&self, op: ArithOp, a: Value, b: Value) -> bool {
        if matches!(a.tag, Tag::Exc | Tag::Class) || b.tag != Tag::Inst {
            return false;
        }
        let (x, y, names) = (self.plain(a), self.plain(b), op_names(op));
        if is_guest(x) || (a.tag == Tag::Inst && self.guest_method(a, names.forward).is_some()) {
            return false;
        }
        let (left, right) = (self.type_of(a), self.type_of(b));
        let overridden =
            || self.is_subclass(right, left) && self.guest_lookup(left, names.reflected) != self.guest_method(b, names.reflected);
        if op == ArithOp::Add && a.tag == Tag::Inst && self.guest_method(a, names.reflected).is_some() {
            // A class with an `__radd__` has the `__add__` of its sequence where it looks for methods.
            let sequence = matches!(x.tag, Tag::Str | Tag::List | Tag::Tuple) || crate::objects::types::deque::is_deque(self, x);
            let bytes = |value: Value| matches!(value.tag, Tag::Bytes | Tag::ByteArray);
            if sequence && self.builtin_type(x) == self.builtin_type(y) || bytes(x) && bytes(y) {
                return !overridden();
            }
        }
        let is_set = matches!(y.tag, Tag::Set | Tag::FrozenSet);
        let of_sets = matches!(op, ArithOp::BitOr | ArithOp::BitAnd | ArithOp::Sub | ArithOp::BitXor);
        let knows = match x.tag {
            Tag::Set | Tag::FrozenSet => of_sets && is_set,
            Tag::Object => of_sets && is_set && self.is_keys_or_items(x),
            Tag::Float | Tag::Complex if of_sets && op != ArithOp::Sub => false,
            Tag::Float | Tag::Complex if matches!(op, ArithOp::LShift | ArithOp::RShift) => false,
            Tag::Complex if matches!(op, ArithOp::FloorDiv | ArithOp::Mod) => false,
            _ => op != ArithOp::MatMul && rank(x) >= rank(y) && rank(y) > 0,
        };
        knows && !overridden()
    }

    fn is_keys_or_items(&self, value: Value) -> bool {
        value.tag == Tag::Object
            && matches!(self.builtin_type(value), crate::runtime::type_table::DICT_KEYS | crate::runtime::type_table::DICT_ITEMS)
    }

    /// `a op= b`.
    #[inline(never)]
    pub(crate) fn binary_inplace(&mut self, op: ArithOp, a: Value, b: Value) -> Result<Value, Exit> {
        if let Some(class) = self.asked_first(a, b)
            && let Some(exit) = self.ask_first(class, op_names(op).inplace, a, b)
        {
            return Err(exit);
        }
        if op == ArithOp::BitOr && a.tag == Tag::Dict && b.tag != Tag::Dict {
            // `|=` takes what `update` takes.
            return Err(self.tail_prelude("dict_ior", &[a, b]));
        }
        if !is_guest(a) && !is_guest(b) {
            return match self.arith_inplace(op, a, b)? {
                Some(value) => Ok(value),
                None => {
                    let symbol = op_names(op).symbol;
                    let shown = if op == ArithOp::Pow { "**=".to_string() } else { format!("{symbol}=") };
                    let message = self.unsupported(symbol, a, b);
                    // Concatenation has its own words; every other operator names the in-place form.
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
        if is_guest(a) && self.guest_method(a, op_names(op).inplace).is_none() && self.has_own_inplace(op, a, b) {
            // The builtin's own in-place method comes before any `__add__` of the class (but not before its `__mul__`).
            if op == ArithOp::BitOr && self.plain(a).tag == Tag::Dict && b.tag != Tag::Dict {
                return Err(self.tail_prelude("dict_ior", &[a, b]));
            }
            return self.after_attempts(op, a, b, true, true);
        }
        if self.left_operates(op, a, b) && (a.tag != Tag::Inst || self.guest_method(a, op_names(op).inplace).is_none()) {
            return self.after_attempts(op, a, b, true, true);
        }
        let attempts = self.binary_attempts(op, a, b, true);
        if op == ArithOp::Mul && attempts.is_empty() && a.tag == Tag::Inst && self.guest_method(a, names::dunder_rmul).is_some() {
            // A class with an `__rmul__` has the `__mul__` of its sequence where it looks for methods.
            return self.after_attempts(op, a, b, false, true);
        }
        self.first_attempt(&attempts, op, a, b, true)
    }

    /// Whether the builtin container that an instance is around changes itself in `a op= b`.
    fn has_own_inplace(&self, op: ArithOp, a: Value, b: Value) -> bool {
        let (x, y) = (self.plain(a), self.plain(b));
        match (op, x.tag) {
            (ArithOp::Add, Tag::List) | (ArithOp::BitOr, Tag::Dict) => true,
            (ArithOp::Add, Tag::Object) => matches!(self.heap.as_object(x), crate::heap::Object::Deque(_)),
            (ArithOp::Add, Tag::ByteArray) => matches!(y.tag, Tag::Bytes | Tag::ByteArray),
            (ArithOp::BitOr | ArithOp::BitAnd | ArithOp::Sub | ArithOp::BitXor, Tag::Set) => matches!(y.tag, Tag::Set | Tag::FrozenSet),
            _ => false,
        }
    }

    fn binary_attempts(&mut self, op: ArithOp, a: Value, b: Value, inplace: bool) -> Attempts {
        let names = op_names(op);
        let mut attempts = SmallVec::new();
        if inplace && let Some(method) = self.guest_method(a, names.inplace) {
            attempts.push((method, a, b));
        }
        self.push_pair(&mut attempts, a, b, names.forward, names.reflected, true);
        attempts
    }

    /// The method of `a`, then the reflected one of `b`; the other way round when `b`'s type derives from `a`'s and overrides it.
    fn push_pair(&mut self, attempts: &mut Attempts, a: Value, b: Value, forward: NameId, reflected: NameId, skip_same: bool) {
        let (left_type, right_type) = (self.type_of(a), self.type_of(b));
        let left = self.guest_method(a, forward);
        let same_type = left_type == right_type;
        let right = if same_type && skip_same { None } else { self.guest_method(b, reflected) };
        // An arithmetic method goes first only when it really is overridden; any comparison of a subclass does.
        let overridden = !skip_same || self.guest_lookup(left_type, reflected) != right;
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

    fn first_attempt(&mut self, attempts: &[Attempt], op: ArithOp, a: Value, b: Value, inplace: bool) -> Result<Value, Exit> {
        match attempts.first() {
            Some(first) => Err(self.attempt(*first, 0)),
            None => self.after_attempts(op, a, b, inplace, inplace),
        }
    }

    /// No guest method decided: builtin payloads do, or the operator is unsupported (`augmented`: as it was written).
    fn after_attempts(&mut self, op: ArithOp, a: Value, b: Value, inplace: bool, augmented: bool) -> Result<Value, Exit> {
        let (x, y) = (self.plain(a), self.plain(b));
        if op == ArithOp::Mod && matches!(x.tag, Tag::Str | Tag::Bytes | Tag::ByteArray) {
            // Formatting shows the instance, not the builtin value it carries.
            return crate::objects::types::str::percent(self, x, b);
        }
        if !inplace {
            crate::objects::types::deque::of_class(self, op, a, b)?;
        }
        if !is_guest(x) || !is_guest(y) {
            // A list takes what the right side says that it has.
            let given = if inplace && op == ArithOp::Add && x.tag == Tag::List { b } else { y };
            let done = if inplace { self.arith_inplace(op, x, given)? } else { self.arith(op, x, y)? };
            if let Some(value) = done {
                // `x += y` on an instance over a list changes the payload; the name keeps the instance.
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
                    if self.int_of(times).is_none() && self.guest_method(count, names::dunder_index).is_some() {
                        return Err(self.tail_prelude("op_repeat", &[items, count]));
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
                if matches!(self.plain(a).tag, Tag::Str | Tag::List | Tag::Tuple | Tag::Bytes | Tag::ByteArray) =>
            {
                symbol.to_string()
            }
            (true, _) => format!("{symbol}="),
        };
        Err(self.unsupported(&shown, a, b))
    }

    fn is_mutable_sequence(&self, value: Value) -> bool {
        let plain = self.plain(value);
        matches!(plain.tag, Tag::List | Tag::ByteArray) || crate::objects::types::deque::is_deque(self, plain)
    }

    /// Whether a builtin type below the operands may still decide after methods of their classes have said no: that of a side whose own
    /// method it is, where it knows the other side's.
    fn builtin_decides(&self, op: ArithOp, a: Value, b: Value) -> bool {
        let (x, y) = (self.plain(a), self.plain(b));
        let names = op_names(op);
        let text = |value: Value| matches!(value.tag, Tag::Str | Tag::Bytes | Tag::ByteArray);
        let sequence = |value: Value| {
            text(value) || matches!(value.tag, Tag::List | Tag::Tuple) || crate::objects::types::deque::is_deque(self, value)
        };
        let (left_knows, right_knows) = match (rank(x), rank(y)) {
            (0, _) | (_, 0) if op == ArithOp::Mod && text(x) => (true, x.tag == y.tag),
            // A sequence is added to by what it is itself, and repeated where its class has neither of the two methods.
            (0, _) | (_, 0) if op == ArithOp::Add && sequence(x) => (true, false),
            (0, _) | (_, 0) if op == ArithOp::Mul && (sequence(x) || sequence(y)) => {
                let own = |value: Value| [names.forward, names.reflected].iter().all(|name| self.guest_method(value, *name).is_none());
                return (sequence(x) && own(a)) || (sequence(y) && own(b));
            }
            (0, _) | (_, 0) => (true, true),
            (left, right) => (left >= right, right >= left),
        };
        (left_knows && self.guest_method(a, names.forward).is_none())
            || (right_knows && self.type_of(a) != self.type_of(b) && self.guest_method(b, names.reflected).is_none())
    }

    /// Whether the builtin type below the left side compares before a method of the right one is asked: its class says nothing of its own,
    /// the type knows the other side's, and that is no subclass that comes first.
    fn left_compares(&self, cmp: Cmp, a: Value, b: Value) -> bool {
        if matches!(a.tag, Tag::Exc | Tag::Class) || b.tag != Tag::Inst || self.guest_method(a, cmp.name()).is_some() {
            return false;
        }
        self.knows_compared(cmp, self.plain(a), self.plain(b)) && !self.comes_first(a, b)
    }

    /// Whether the type of `x` says itself how the two compare.
    fn knows_compared(&self, cmp: Cmp, x: Value, y: Value) -> bool {
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

    /// Whether the right side of a comparison is asked before the left one: its class derives from the other's.
    pub(crate) fn comes_first(&self, a: Value, b: Value) -> bool {
        if b.tag != Tag::Inst {
            return false;
        }
        let (left, right) = (self.type_of(a), self.type_of(b));
        left != right && self.is_subclass(right, left)
    }

    /// Whether the builtin below the right side compares before a method of the left one is asked: its class derives from the left one's,
    /// which has a method of its own for this order and none for the other.
    fn right_compares(&self, cmp: Cmp, a: Value, b: Value) -> bool {
        cmp != Cmp::Eq
            && self.comes_first(a, b)
            && self.guest_method(b, cmp.swapped().name()).is_none()
            && self.knows_compared(cmp, self.plain(b), self.plain(a))
    }

    /// Whether a builtin type below the operands may still compare them: that of a side without a method of its own, where it knows the
    /// other side's.
    fn builtin_compares(&self, cmp: Cmp, a: Value, b: Value) -> bool {
        let rank = |value: Value| rank(self.plain(value));
        let (left_knows, right_knows) = match (rank(a), rank(b)) {
            (0, _) | (_, 0) => (true, true),
            (left, right) => (left >= right, right >= left),
        };
        (left_knows && self.guest_method(a, cmp.name()).is_none()) || (right_knows && self.guest_method(b, cmp.swapped().name()).is_none())
    }

    /// An operator that no method is left for.
    #[cold]
    fn all_said_no(&mut self, op: ArithOp, a: Value, b: Value, inplace: bool) -> Exit {
        let symbol = match op {
            ArithOp::Pow if inplace => "**",
            _ => op_names(op).symbol,
        };
        let (left, right, equals) = (self.type_name(a), self.type_name(b), if inplace { "=" } else { "" });
        self.type_error(&format!("unsupported operand type(s) for {symbol}{equals}: '{left}' and '{right}'"))
    }

    /// A call of one special method, `number` of those that may be asked; `extra` says so when it gives `NotImplemented`.
    fn attempt(&mut self, (method, this, other): Attempt, number: usize) -> Exit {
        if method.is_none() {
            // `__add__ = None` blocks the operator.
            return self.tail_prelude("operator_blocked", &[this, other]);
        }
        let exit = self.tail_method(method, this, &[other]);
        self.pending.action = Some(Action::Operator);
        self.pending.extra = Value::int(number as i64 + 1);
        exit
    }

    /// The methods that an operator may ask, in order.
    fn attempts(&mut self, operator: Operator) -> Attempts {
        match operator {
            Operator::Arith(op, a, b, inplace) => self.binary_attempts(op, a, b, inplace),
            Operator::Compare(cmp, a, b) => {
                let mut attempts = Attempts::new();
                self.push_pair(&mut attempts, a, b, cmp.name(), cmp.swapped().name(), false);
                attempts
            }
        }
    }

    /// Unary minus, plus and inversion.
    #[inline(never)]
    pub(crate) fn unary_op(&mut self, op: Unary, a: Value) -> Result<Value, Exit> {
        if is_guest(a)
            && let Some(method) = self.guest_method(a, op.name())
        {
            return Err(self.tail_method(method, a, &[]));
        }
        let plain = self.plain(a);
        if !is_guest(plain)
            && let Some(value) = self.unary(op, plain)?
        {
            return Ok(value);
        }
        let name = self.type_name(a);
        Err(self.type_error(&format!("bad operand type for unary {}: '{name}'", op.symbol())))
    }

    /// `a cmp b` where the loop's fast paths don't apply. A guest method becomes a pending call.
    #[inline(never)]
    pub(crate) fn rich_compare(&mut self, cmp: Cmp, a: Value, b: Value) -> Result<bool, Exit> {
        if is_guest(a) || is_guest(b) {
            if let Some(class) = self.asked_first(a, b)
                && let Some(exit) = match self.ask_first(class, cmp.name(), a, b) {
                    None if cmp == Cmp::Ne => self.ask_turned(class, a, b),
                    asked => asked,
                }
            {
                return Err(exit);
            }
            if cmp == Cmp::Ne {
                // `!=` falls back on `==`: the prelude knows how.
                return match self.compare_native(cmp, a, b)? {
                    Some(answer) => Ok(answer),
                    None => Ok(a != b),
                };
            }
            if self.left_compares(cmp, a, b) {
                let (x, y) = (self.plain(a), self.plain(b));
                return self.compare(cmp, x, y);
            }
            if self.right_compares(cmp, a, b) {
                let (x, y) = (self.plain(a), self.plain(b));
                return self.compare(cmp.swapped(), y, x);
            }
            if let Some(first) = self.attempts(Operator::Compare(cmp, a, b)).first() {
                return Err(self.attempt(*first, 0));
            }
        }
        self.compare(cmp, a, b)
    }
}

impl Machine {
    /// An operator's method gave `NotImplemented`: the next attempt, or what happens without one.
    pub(crate) fn operator_goes_on(&mut self, frame: Frame) -> Result<(), Exit> {
        let Some(op) = self.current_op() else { return Err(Exit::Bug("operator without an instruction")) };
        let Some(operator) = self.operands_of(op) else { return Err(Exit::Bug("operator at an instruction that is none")) };
        if frame.is_turned() {
            // The other half of `!=`, and what there is when neither side knows.
            let Operator::Compare(_, a, b) = operator else { return Err(Exit::Bug("unequal at another instruction")) };
            let callee = self.rt.prelude("_ne_other_half")?;
            self.rt.pending = Pending { callee, args: smallvec::smallvec![a, b], ..Pending::default() };
            let (dst, action) = crate::interpreter::control::unwind::result_of(op);
            return self.start_pending(dst, action, Value::UNDEF).map(drop);
        }
        let asked = if frame.extra.tag == Tag::Int { frame.extra.as_i64() as usize } else { usize::MAX };
        if let Some(next) = self.rt.attempts(operator).get(asked) {
            let exit = self.rt.attempt(*next, asked);
            if !matches!(exit, Exit::Call) {
                return Err(exit);
            }
            if self.rt.pending.action == Some(Action::Operator) {
                self.rt.pending.action = Some(frame.action);
            }
            return match self.start_pending(frame.dst, frame.action, Value::UNDEF)? {
                Called::Pushed => Ok(()),
                Called::Value(value) if value == Value::NOT_IMPLEMENTED => {
                    self.operator_goes_on(Frame { extra: Value::int(asked as i64 + 1), ..frame })
                }
                Called::Value(value) => self.operator_result(frame, value),
            };
        }
        let value = match operator {
            Operator::Arith(op, a, b, inplace) => {
                let own_inplace = inplace && self.rt.guest_method(a, op_names(op).inplace).is_none();
                let repeats = own_inplace && op == ArithOp::Mul && self.rt.is_mutable_sequence(a);
                if !repeats && !self.rt.builtin_decides(op, a, b) {
                    return Err(self.rt.all_said_no(op, a, b, inplace));
                }
                // One whose class took the place of `+=` gets a new value.
                self.rt.after_attempts(op, a, b, own_inplace, inplace)?
            }
            Operator::Compare(cmp, a, b) => match cmp {
                Cmp::Eq => {
                    let (x, y) = (self.rt.plain(a), self.rt.plain(b));
                    let natively =
                        if is_guest(x) || is_guest(y) || !self.rt.builtin_compares(cmp, a, b) { a == b } else { self.rt.eq(x, y)? };
                    Value::bool(natively)
                }
                Cmp::Ne => {
                    let (x, y) = (self.rt.plain(a), self.rt.plain(b));
                    let natively =
                        if is_guest(x) || is_guest(y) || !self.rt.builtin_compares(cmp, a, b) { a != b } else { !self.rt.eq(x, y)? };
                    Value::bool(natively)
                }
                _ => {
                    let (x, y) = (self.rt.plain(a), self.rt.plain(b));
                    let natively = if is_guest(x) || is_guest(y) || !self.rt.builtin_compares(cmp, a, b) {
                        None
                    } else {
                        self.rt.compare_native(cmp, x, y)?
                    };
                    match natively {
                        Some(answer) => Value::bool(answer),
                        None => return Err(self.rt.not_ordered(cmp, a, b)),
                    }
                }
            },
        };
        self.operator_result(frame, value)
    }

    /// An operator's result is the contrary of this value.
    pub(crate) fn turned(&mut self, value: Value) -> Result<(), Exit> {
        let Some(op) = self.current_op() else { return Err(Exit::Bug("unequal without an instruction")) };
        let (dst, action) = crate::interpreter::control::unwind::result_of(op);
        match (self.rt.truth(value), action) {
            (Ok(truth), Action::Branch) => self.branch(Value::bool(!truth)),
            (Ok(truth), _) => {
                self.set_reg(dst, Value::bool(!truth));
                Ok(())
            }
            (Err(Exit::Guest), _) => {
                let callee = self.rt.prelude("_untrue")?;
                self.rt.pending = Pending { callee, args: smallvec::smallvec![value], ..Pending::default() };
                self.start_pending(dst, action, Value::UNDEF).map(drop)
            }
            (Err(exit), _) => Err(exit),
        }
    }

    fn operator_result(&mut self, frame: Frame, value: Value) -> Result<(), Exit> {
        if frame.action == Action::OperatorBranch {
            self.branch(value)
        } else {
            self.set_reg(frame.dst, value);
            Ok(())
        }
    }

    /// What the operands of an operator instruction are.
    fn operands_of(&self, op: Op) -> Option<Operator> {
        use Op::*;
        let arith = |which, lhs, rhs| Some(Operator::Arith(which, self.reg(lhs), self.reg(rhs), false));
        let imm = |which, lhs, value: i32, inplace: u8| Some(Operator::Arith(which, self.reg(lhs), Value::int(value.into()), inplace == 1));
        let cmp = |which, lhs, rhs| Some(Operator::Compare(which, self.reg(lhs), self.reg(rhs)));
        let cmp_imm = |which, lhs, value: i64| Some(Operator::Compare(which, self.reg(lhs), Value::int(value)));
        match op {
            Add { lhs, rhs, .. } => arith(ArithOp::Add, lhs, rhs),
            Sub { lhs, rhs, .. } => arith(ArithOp::Sub, lhs, rhs),
            Mul { lhs, rhs, .. } => arith(ArithOp::Mul, lhs, rhs),
            MatMul { lhs, rhs, .. } => arith(ArithOp::MatMul, lhs, rhs),
            Div { lhs, rhs, .. } => arith(ArithOp::Div, lhs, rhs),
            Mod { lhs, rhs, .. } => arith(ArithOp::Mod, lhs, rhs),
            Pow { lhs, rhs, .. } => arith(ArithOp::Pow, lhs, rhs),
            LShift { lhs, rhs, .. } => arith(ArithOp::LShift, lhs, rhs),
            RShift { lhs, rhs, .. } => arith(ArithOp::RShift, lhs, rhs),
            BitOr { lhs, rhs, .. } => arith(ArithOp::BitOr, lhs, rhs),
            BitXor { lhs, rhs, .. } => arith(ArithOp::BitXor, lhs, rhs),
            BitAnd { lhs, rhs, .. } => arith(ArithOp::BitAnd, lhs, rhs),
            FloorDiv { lhs, rhs, .. } => arith(ArithOp::FloorDiv, lhs, rhs),
            Inplace { lhs, rhs, op, .. } => ArithOp::from_u8(op.0).map(|which| Operator::Arith(which, self.reg(lhs), self.reg(rhs), true)),
            AddImm { lhs, inplace, value, .. } => imm(ArithOp::Add, lhs, value.0, inplace.0),
            SubImm { lhs, inplace, value, .. } => imm(ArithOp::Sub, lhs, value.0, inplace.0),
            MulImm { lhs, inplace, value, .. } => imm(ArithOp::Mul, lhs, value.0, inplace.0),
            FloorDivImm { lhs, inplace, value, .. } => imm(ArithOp::FloorDiv, lhs, value.0, inplace.0),
            ModImm { lhs, inplace, value, .. } => imm(ArithOp::Mod, lhs, value.0, inplace.0),
            BitAndImm { lhs, inplace, value, .. } => imm(ArithOp::BitAnd, lhs, value.0, inplace.0),
            LShiftImm { lhs, inplace, value, .. } => imm(ArithOp::LShift, lhs, value.0, inplace.0),
            RShiftImm { lhs, inplace, value, .. } => imm(ArithOp::RShift, lhs, value.0, inplace.0),
            Eq { lhs, rhs, .. } | JumpIfEq { lhs, rhs, .. } | JumpIfNotEq { lhs, rhs, .. } | LoopIfEq { lhs, rhs, .. } => {
                cmp(Cmp::Eq, lhs, rhs)
            }
            Ne { lhs, rhs, .. } | JumpIfNe { lhs, rhs, .. } | JumpIfNotNe { lhs, rhs, .. } | LoopIfNe { lhs, rhs, .. } => {
                cmp(Cmp::Ne, lhs, rhs)
            }
            Lt { lhs, rhs, .. } | JumpIfLt { lhs, rhs, .. } | JumpIfNotLt { lhs, rhs, .. } | LoopIfLt { lhs, rhs, .. } => {
                cmp(Cmp::Lt, lhs, rhs)
            }
            Le { lhs, rhs, .. } | JumpIfLe { lhs, rhs, .. } | JumpIfNotLe { lhs, rhs, .. } | LoopIfLe { lhs, rhs, .. } => {
                cmp(Cmp::Le, lhs, rhs)
            }
            Gt { lhs, rhs, .. } | JumpIfGt { lhs, rhs, .. } | JumpIfNotGt { lhs, rhs, .. } | LoopIfGt { lhs, rhs, .. } => {
                cmp(Cmp::Gt, lhs, rhs)
            }
            Ge { lhs, rhs, .. } | JumpIfGe { lhs, rhs, .. } | JumpIfNotGe { lhs, rhs, .. } | LoopIfGe { lhs, rhs, .. } => {
                cmp(Cmp::Ge, lhs, rhs)
            }
            JumpIfEqImm { lhs, value, .. } | JumpIfNotEqImm { lhs, value, .. } => cmp_imm(Cmp::Eq, lhs, value.0.into()),
            JumpIfNeImm { lhs, value, .. } | JumpIfNotNeImm { lhs, value, .. } => cmp_imm(Cmp::Ne, lhs, value.0.into()),
            JumpIfLtImm { lhs, value, .. } | JumpIfNotLtImm { lhs, value, .. } => cmp_imm(Cmp::Lt, lhs, value.0.into()),
            JumpIfLeImm { lhs, value, .. } | JumpIfNotLeImm { lhs, value, .. } => cmp_imm(Cmp::Le, lhs, value.0.into()),
            JumpIfGtImm { lhs, value, .. } | JumpIfNotGtImm { lhs, value, .. } => cmp_imm(Cmp::Gt, lhs, value.0.into()),
            JumpIfGeImm { lhs, value, .. } | JumpIfNotGeImm { lhs, value, .. } => cmp_imm(Cmp::Ge, lhs, value.0.into()),
            LoopIfEqImm { lhs, value, .. } => cmp_imm(Cmp::Eq, lhs, value.0.into()),
            LoopIfNeImm { lhs, value, .. } => cmp_imm(Cmp::Ne, lhs, value.0.into()),
            LoopIfLtImm { lhs, value, .. } => cmp_imm(Cmp::Lt, lhs, value.0.into()),
            LoopIfLeImm { lhs, value, .. } => cmp_imm(Cmp::Le, lhs, value.0.into()),
            LoopIfGtImm { lhs, value, .. } => cmp_imm(Cmp::Gt, lhs, value.0.into()),
            LoopIfGeImm { lhs, value, .. } => cmp_imm(Cmp::Ge, lhs, value.0.into()),
            _ => None,
        }
    }

    /// The prelude function that does what an instruction does where guest code takes part, and its arguments.
    pub(crate) fn twin_of(&self, op: Op) -> Option<(&'static str, SmallVec<[Value; 6]>)> {
        let mut args: SmallVec<[Value; 6]> = SmallVec::new();
        let name = match self.operands_of(op) {
            Some(Operator::Arith(which, a, b, _)) => {
                args.extend([a, b]);
                match which {
                    ArithOp::Mod => "op_mod",
                    ArithOp::BitOr => "op_or",
                    ArithOp::BitAnd => "op_and",
                    ArithOp::Sub => "op_sub",
                    ArithOp::BitXor => "op_xor",
                    _ => "op_add",
                }
            }
            Some(Operator::Compare(cmp, a, b)) => {
                args.extend([a, b]);
                match cmp {
                    Cmp::Eq => "op_eq",
                    Cmp::Ne => "op_ne",
                    Cmp::Lt => "op_lt",
                    Cmp::Le => "op_le",
                    Cmp::Gt => "op_gt",
                    Cmp::Ge => "op_ge",
                }
            }
            None => match op {
                Op::In { lhs, rhs, .. } | Op::NotIn { lhs, rhs, .. } | Op::JumpIfIn { lhs, rhs, .. } | Op::JumpIfNotIn { lhs, rhs, .. } => {
                    args.extend([self.reg(rhs), self.reg(lhs)]);
                    "op_contains"
                }
                Op::Not { src, .. }
                | Op::ToBool { src, .. }
                | Op::JumpIfTrue { src, .. }
                | Op::JumpIfFalse { src, .. }
                | Op::LoopIfTrue { src, .. } => {
                    args.push(self.reg(src));
                    "op_truth"
                }
                Op::GetItem { obj, key, .. } => {
                    args.extend([self.reg(obj), self.reg(key)]);
                    "op_getitem"
                }
                Op::GetItemImm { obj, key, .. } => {
                    args.extend([self.reg(obj), Value::int(key.0.into())]);
                    "op_getitem"
                }
                Op::GetSlice { obj, parts, .. } => {
                    use stockade_compiler::bytecode::Reg;
                    args.push(self.reg(obj));
                    args.extend((0..3).map(|at| self.reg(Reg(parts.0.wrapping_add(at)))));
                    "op_getslice"
                }
                Op::SetItem { obj, key, src } => {
                    args.extend([self.reg(obj), self.reg(key), self.reg(src)]);
                    "op_setitem"
                }
                Op::DelItem { obj, key } => {
                    args.extend([self.reg(obj), self.reg(key)]);
                    "op_delitem"
                }
                Op::Len { src, .. } => {
                    args.push(self.reg(src));
                    "op_len"
                }
                Op::Format { src, conversion, .. } => {
                    args.extend([self.reg(src), Value::int(conversion.0.into()), Value::NONE]);
                    "op_format"
                }
                Op::FormatSpec { src, conversion, spec, .. } => {
                    args.extend([self.reg(src), Value::int(conversion.0.into()), self.reg(spec)]);
                    "op_format"
                }
                Op::Unpack { src, count, .. } => {
                    args.extend([self.reg(src), Value::int(i64::from(count.0) + 1)]);
                    "unpack_collect"
                }
                Op::UnpackEx { src, .. } => {
                    args.extend([self.reg(src), Value::int(-1)]);
                    "unpack_collect"
                }
                Op::ListExtend { list, src, .. } => {
                    args.extend([self.reg(list), self.reg(src)]);
                    "list_extend"
                }
                Op::SetUpdate { set, src } => {
                    args.extend([self.reg(set), self.reg(src)]);
                    "set_update"
                }
                Op::SetAdd { set, src } => {
                    args.extend([self.reg(set), self.reg(src)]);
                    "set_add"
                }
                Op::DictInsert { dict, key, src } => {
                    args.extend([self.reg(dict), self.reg(key), self.reg(src)]);
                    "op_setitem"
                }
                Op::DictUpdate { dict, src } => {
                    args.extend([self.reg(dict), self.reg(src)]);
                    "dict_spread"
                }
                Op::DictMerge { dict, src, func } => {
                    args.extend([self.reg(dict), self.reg(src), self.reg(func)]);
                    "dict_merge"
                }
                Op::BuildSet { base, count, .. } => {
                    use stockade_compiler::bytecode::Reg;
                    args.extend((0..count.0).map(|at| self.reg(Reg(base.0.wrapping_add(at)))));
                    "op_build_set"
                }
                Op::BuildDict { base, count, .. } => {
                    use stockade_compiler::bytecode::Reg;
                    args.extend((0..count.0.saturating_mul(2)).map(|at| self.reg(Reg(base.0.wrapping_add(at)))));
                    "op_build_dict"
                }
                Op::CallEx { base, .. } => {
                    use stockade_compiler::bytecode::Reg;
                    let keywords = self.reg(Reg(base.0.wrapping_add(2)));
                    args.extend([self.reg(Reg(base.0)), self.reg(Reg(base.0.wrapping_add(1))), keywords.or(Value::NONE)]);
                    "op_call_ex"
                }
                Op::MatchKeys { src, keys, .. } => {
                    args.extend([self.reg(src), self.reg(keys)]);
                    "op_match_keys"
                }
                Op::StoreName { .. } | Op::LoadName { .. } | Op::DelName { .. } => return None,
                _ => return None,
            },
        };
        Some((name, args))
    }
}

#[derive(Clone, Copy)]
enum Operator {
    Arith(ArithOp, Value, Value, bool),
    Compare(Cmp, Value, Value),
}
