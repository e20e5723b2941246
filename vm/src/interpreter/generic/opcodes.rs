//! The generic implementation of every instruction: of those without a handler in [`crate::interpreter::fast`], and of the others when
//! their fast paths do not fit.
//!
//! An operation completes, or leaves its destination and operands unchanged. So it can run again after a collection, and its fallback can
//! take over.

use stockade_compiler::bytecode::{ArithOp, Op};
use stockade_policy::Access;

use crate::base::abrupt::Abrupt;
use crate::base::comparison::Cmp;
use crate::base::fuel::once;
use crate::base::value::{Tag, Value};
use crate::heap::GenKind;
use crate::interpreter::fast::{DispatchExit, Dispatcher, Registers, r, set, with_args};
use crate::objects::protocols::arithmetic::Unary;
use crate::objects::protocols::pattern_match::PatternKind;

/// Executes one instruction. Returns the place of the next one, or sets a dispatch exit.
#[inline(never)]
#[expect(clippy::indexing_slicing, reason = "u8 operands index a [Value; 256] window")]
pub(crate) fn execute_generic(context: &mut Dispatcher<'_>, regs: &Registers, mut pc: usize, op: Op) -> usize {
    let Dispatcher { rt, sites, code, stopped, event, .. } = context;
    let (first_site, consts, trusted) = (code.first_site, &code.consts[..], code.trusted);
    rt.policy.trusted = trusted;

    /// Returns to the event loop with a dispatch exit.
    macro_rules! leave {
        ($event:expr) => {{
            (**event, *stopped) = ($event, true);
            return pc;
        }};
    }
    /// The value of an operation, or a dispatch exit for its abrupt completion.
    macro_rules! tri {
        ($result:expr) => {
            match $result {
                Ok(value) => value,
                Err(exit) => leave!(DispatchExit::Exit(exit)),
            }
        };
    }
    macro_rules! charge {
        ($cost:expr) => {
            if !rt.try_charge(u32::from($cost)) {
                leave!(DispatchExit::Safepoint);
            }
        };
    }
    macro_rules! binary {
        ($op:ident, $dst:expr, $lhs:expr, $rhs:expr) => {
            set!(regs, $dst, tri!(rt.binary(ArithOp::$op, r!(regs, $lhs), r!(regs, $rhs))))
        };
    }
    macro_rules! binary_imm {
        ($op:ident, $dst:expr, $lhs:expr, $inplace:expr, $imm:expr) => {{
            let (a, imm) = (r!(regs, $lhs), Value::int($imm.0.into()));
            set!(regs, $dst, tri!(if $inplace.0 == 1 { rt.binary_inplace(ArithOp::$op, a, imm) } else { rt.binary(ArithOp::$op, a, imm) }));
        }};
    }
    /// The truth of `a cmp b`.
    macro_rules! compare {
        ($cmp:ident, $lhs:expr, $rhs:expr) => {{
            let (a, b) = (r!(regs, $lhs), r!(regs, $rhs));
            let is_number = |value: Value| matches!(value.tag, Tag::Int | Tag::Bool | Tag::Float);
            // No fast path has these.
            if a.tag != b.tag && is_number(a) && is_number(b) {
                rt.heap.fuel.charge_walk(once::MIXED_NUMBERS);
            }
            let is_plain = is_number(a) || matches!(a.tag, Tag::Str | Tag::List | Tag::Tuple);
            tri!(if !is_plain && matches!(Cmp::$cmp, Cmp::Eq | Cmp::Ne) {
                rt.charged_once(once::OTHER_EQUALITY, |rt| rt.rich_compare(Cmp::$cmp, a, b))
            } else {
                rt.rich_compare(Cmp::$cmp, a, b)
            })
        }};
    }
    macro_rules! compare_imm {
        ($cmp:ident, $lhs:expr, $imm:expr) => {
            tri!(rt.rich_compare(Cmp::$cmp, r!(regs, $lhs), Value::int($imm.0.into())))
        };
    }
    macro_rules! jump_if {
        ($taken:expr, $target:expr) => {
            if $taken {
                pc = $target.0 as usize;
            }
        };
    }
    macro_rules! loop_if {
        ($taken:expr, $cost:expr, $target:expr) => {
            if $taken {
                pc = $target.0 as usize;
                charge!($cost.0);
            }
        };
    }

    match op {
        Op::Nop {} => {}
        // The handlers do these completely. Only a name without a value is left, or (for `StoreGlobal`) a namespace that a dict shows.
        Op::CheckLocal { .. } | Op::StoreGlobal { .. } | Op::LoadCell { .. } | Op::LoadFree { .. } => leave!(DispatchExit::Rare(op)),
        Op::LoadGlobal { dst, global } => {
            let value = tri!(rt.builtin_by_slot(global.0, code.namespace));
            if value.fallback_name().is_some() {
                leave!(DispatchExit::Rare(op));
            }
            set!(regs, dst, value);
        }
        Op::Move { .. }
        | Op::LoadConst { .. }
        | Op::LoadInt { .. }
        | Op::StoreCell { .. }
        | Op::StoreFree { .. }
        | Op::Is { .. }
        | Op::IsNot { .. }
        | Op::Jump { .. }
        | Op::JumpIfNone { .. }
        | Op::JumpIfNotNone { .. }
        | Op::Loop { .. }
        | Op::BuildTuple { .. }
        | Op::BuildDict { .. }
        | Op::DictInsert { .. }
        | Op::SetAdd { .. }
        | Op::EnterHandler { .. }
        | Op::LeaveHandler { .. }
        | Op::Return { .. } => leave!(DispatchExit::Bug("an operand out of range")),
        Op::LoadUndef { dst } => set!(regs, dst, Value::UNDEF),
        Op::MakeCell { reg } => set!(regs, reg, tri!(rt.heap.cell(r!(regs, reg)))),

        Op::Add { dst, lhs, rhs } => binary!(Add, dst, lhs, rhs),
        Op::Sub { dst, lhs, rhs } => binary!(Sub, dst, lhs, rhs),
        Op::Mul { dst, lhs, rhs } => binary!(Mul, dst, lhs, rhs),
        Op::Div { dst, lhs, rhs } => binary!(Div, dst, lhs, rhs),
        Op::FloorDiv { dst, lhs, rhs } => binary!(FloorDiv, dst, lhs, rhs),
        Op::Mod { dst, lhs, rhs } => binary!(Mod, dst, lhs, rhs),
        Op::BitAnd { dst, lhs, rhs } => binary!(BitAnd, dst, lhs, rhs),
        Op::BitOr { dst, lhs, rhs } => binary!(BitOr, dst, lhs, rhs),
        Op::BitXor { dst, lhs, rhs } => binary!(BitXor, dst, lhs, rhs),
        Op::LShift { dst, lhs, rhs } => binary!(LShift, dst, lhs, rhs),
        Op::RShift { dst, lhs, rhs } => binary!(RShift, dst, lhs, rhs),
        Op::Pow { dst, lhs, rhs } => binary!(Pow, dst, lhs, rhs),
        Op::MatMul { dst, lhs, rhs } => binary!(MatMul, dst, lhs, rhs),
        Op::Inplace { dst, lhs, rhs, op: which } => {
            let which = ArithOp::from_u8(which.0).unwrap_or(ArithOp::Add);
            set!(regs, dst, tri!(rt.binary_inplace(which, r!(regs, lhs), r!(regs, rhs))));
        }
        Op::AddImm { dst, lhs, inplace, value } => binary_imm!(Add, dst, lhs, inplace, value),
        Op::SubImm { dst, lhs, inplace, value } => binary_imm!(Sub, dst, lhs, inplace, value),
        Op::MulImm { dst, lhs, inplace, value } => binary_imm!(Mul, dst, lhs, inplace, value),
        Op::FloorDivImm { dst, lhs, inplace, value } => binary_imm!(FloorDiv, dst, lhs, inplace, value),
        Op::ModImm { dst, lhs, inplace, value } => binary_imm!(Mod, dst, lhs, inplace, value),
        Op::BitAndImm { dst, lhs, inplace, value } => binary_imm!(BitAnd, dst, lhs, inplace, value),
        Op::LShiftImm { dst, lhs, inplace, value } => binary_imm!(LShift, dst, lhs, inplace, value),
        Op::RShiftImm { dst, lhs, inplace, value } => binary_imm!(RShift, dst, lhs, inplace, value),
        Op::Neg { dst, src } => set!(regs, dst, tri!(rt.unary_op(Unary::Neg, r!(regs, src)))),
        Op::Pos { dst, src } => set!(regs, dst, tri!(rt.unary_op(Unary::Pos, r!(regs, src)))),
        Op::Invert { dst, src } => set!(regs, dst, tri!(rt.unary_op(Unary::Invert, r!(regs, src)))),
        Op::Not { dst, src } => set!(regs, dst, Value::bool(!tri!(rt.truth_or_call_special(r!(regs, src))))),
        Op::ToBool { dst, src } => set!(regs, dst, Value::bool(tri!(rt.truth_or_call_special(r!(regs, src))))),

        Op::Eq { dst, lhs, rhs } => set!(regs, dst, Value::bool(compare!(Eq, lhs, rhs))),
        Op::Ne { dst, lhs, rhs } => set!(regs, dst, Value::bool(compare!(Ne, lhs, rhs))),
        Op::Lt { dst, lhs, rhs } => set!(regs, dst, Value::bool(compare!(Lt, lhs, rhs))),
        Op::Le { dst, lhs, rhs } => set!(regs, dst, Value::bool(compare!(Le, lhs, rhs))),
        Op::Gt { dst, lhs, rhs } => set!(regs, dst, Value::bool(compare!(Gt, lhs, rhs))),
        Op::Ge { dst, lhs, rhs } => set!(regs, dst, Value::bool(compare!(Ge, lhs, rhs))),
        Op::In { dst, lhs, rhs } => set!(regs, dst, Value::bool(tri!(rt.contains_or_call_special(r!(regs, rhs), r!(regs, lhs))))),
        Op::NotIn { dst, lhs, rhs } => set!(regs, dst, Value::bool(!tri!(rt.contains_or_call_special(r!(regs, rhs), r!(regs, lhs))))),

        Op::JumpIfTrue { src, target } => jump_if!(tri!(rt.truth_or_call_special(r!(regs, src))), target),
        Op::JumpIfFalse { src, target } => jump_if!(!tri!(rt.truth_or_call_special(r!(regs, src))), target),
        Op::JumpIfEq { lhs, rhs, target } => jump_if!(compare!(Eq, lhs, rhs), target),
        Op::JumpIfNe { lhs, rhs, target } => jump_if!(compare!(Ne, lhs, rhs), target),
        Op::JumpIfLt { lhs, rhs, target } => jump_if!(compare!(Lt, lhs, rhs), target),
        Op::JumpIfLe { lhs, rhs, target } => jump_if!(compare!(Le, lhs, rhs), target),
        Op::JumpIfGt { lhs, rhs, target } => jump_if!(compare!(Gt, lhs, rhs), target),
        Op::JumpIfGe { lhs, rhs, target } => jump_if!(compare!(Ge, lhs, rhs), target),
        Op::JumpIfNotEq { lhs, rhs, target } => jump_if!(!compare!(Eq, lhs, rhs), target),
        Op::JumpIfNotNe { lhs, rhs, target } => jump_if!(!compare!(Ne, lhs, rhs), target),
        Op::JumpIfNotLt { lhs, rhs, target } => jump_if!(!compare!(Lt, lhs, rhs), target),
        Op::JumpIfNotLe { lhs, rhs, target } => jump_if!(!compare!(Le, lhs, rhs), target),
        Op::JumpIfNotGt { lhs, rhs, target } => jump_if!(!compare!(Gt, lhs, rhs), target),
        Op::JumpIfNotGe { lhs, rhs, target } => jump_if!(!compare!(Ge, lhs, rhs), target),
        Op::JumpIfEqImm { lhs, value, target } => jump_if!(compare_imm!(Eq, lhs, value), target),
        Op::JumpIfNeImm { lhs, value, target } => jump_if!(compare_imm!(Ne, lhs, value), target),
        Op::JumpIfLtImm { lhs, value, target } => jump_if!(compare_imm!(Lt, lhs, value), target),
        Op::JumpIfLeImm { lhs, value, target } => jump_if!(compare_imm!(Le, lhs, value), target),
        Op::JumpIfGtImm { lhs, value, target } => jump_if!(compare_imm!(Gt, lhs, value), target),
        Op::JumpIfGeImm { lhs, value, target } => jump_if!(compare_imm!(Ge, lhs, value), target),
        Op::JumpIfNotEqImm { lhs, value, target } => jump_if!(!compare_imm!(Eq, lhs, value), target),
        Op::JumpIfNotNeImm { lhs, value, target } => jump_if!(!compare_imm!(Ne, lhs, value), target),
        Op::JumpIfNotLtImm { lhs, value, target } => jump_if!(!compare_imm!(Lt, lhs, value), target),
        Op::JumpIfNotLeImm { lhs, value, target } => jump_if!(!compare_imm!(Le, lhs, value), target),
        Op::JumpIfNotGtImm { lhs, value, target } => jump_if!(!compare_imm!(Gt, lhs, value), target),
        Op::JumpIfNotGeImm { lhs, value, target } => jump_if!(!compare_imm!(Ge, lhs, value), target),
        Op::JumpIfIn { lhs, rhs, target } => jump_if!(tri!(rt.contains_or_call_special(r!(regs, rhs), r!(regs, lhs))), target),
        Op::JumpIfNotIn { lhs, rhs, target } => jump_if!(!tri!(rt.contains_or_call_special(r!(regs, rhs), r!(regs, lhs))), target),

        Op::Charge { cost } => {
            rt.heap.fuel.charge(cost.0);
        }
        Op::LoopIfTrue { src, cost, target } => loop_if!(tri!(rt.truth_or_call_special(r!(regs, src))), cost, target),
        Op::LoopIfEq { lhs, rhs, cost, target } => loop_if!(compare!(Eq, lhs, rhs), cost, target),
        Op::LoopIfNe { lhs, rhs, cost, target } => loop_if!(compare!(Ne, lhs, rhs), cost, target),
        Op::LoopIfLt { lhs, rhs, cost, target } => loop_if!(compare!(Lt, lhs, rhs), cost, target),
        Op::LoopIfLe { lhs, rhs, cost, target } => loop_if!(compare!(Le, lhs, rhs), cost, target),
        Op::LoopIfGt { lhs, rhs, cost, target } => loop_if!(compare!(Gt, lhs, rhs), cost, target),
        Op::LoopIfGe { lhs, rhs, cost, target } => loop_if!(compare!(Ge, lhs, rhs), cost, target),
        Op::LoopIfEqImm { lhs, value, cost, target } => loop_if!(compare_imm!(Eq, lhs, value), cost, target),
        Op::LoopIfNeImm { lhs, value, cost, target } => loop_if!(compare_imm!(Ne, lhs, value), cost, target),
        Op::LoopIfLtImm { lhs, value, cost, target } => loop_if!(compare_imm!(Lt, lhs, value), cost, target),
        Op::LoopIfLeImm { lhs, value, cost, target } => loop_if!(compare_imm!(Le, lhs, value), cost, target),
        Op::LoopIfGtImm { lhs, value, cost, target } => loop_if!(compare_imm!(Gt, lhs, value), cost, target),
        Op::LoopIfGeImm { lhs, value, cost, target } => loop_if!(compare_imm!(Ge, lhs, value), cost, target),

        Op::ForPrep { iter, src } => {
            let source = r!(regs, src);
            let at = iter.0 as usize;
            let state = match source.tag {
                Tag::List | Tag::Tuple | Tag::Str => source,
                Tag::Range => match rt.simple_range(source) {
                    Some((start, stop)) => {
                        regs[at + 1].set(Value::int(start));
                        regs[at].set(Value::new(Tag::RangeStop, stop as u64));
                        return pc;
                    }
                    None => match rt.stepped_range(source) {
                        Some((start, state)) => {
                            regs[at + 1].set(Value::int(start));
                            regs[at].set(state);
                            return pc;
                        }
                        None => tri!(rt.iter(source)),
                    },
                },
                _ => tri!(rt.iter(source)),
            };
            regs[at].set(state);
            regs[at + 1].set(Value::int(0));
        }
        Op::ForLoop { dst, iter, .. } => leave!(DispatchExit::ForUserIterator { iter: r!(regs, iter), dst: dst.0 }),

        Op::LoadAttr { dst, obj, site } => {
            let object = r!(regs, obj);
            let Some(cache) = sites.get_mut(first_site + site.0 as usize) else { leave!(DispatchExit::Bug("site out of range")) };
            if !cache.allowed {
                // A name that is allowed on this object alone is asked for each time, so nothing is cached.
                cache.allowed = trusted || tri!(rt.check_attribute_of(object, cache.name, Access::Read));
            }
            if object.tag == Tag::Module {
                tri!(rt.check_module_at(cache, object, trusted));
            }
            let loaded = rt.load_attr(object, cache.name);
            if object.tag == Tag::Inst && cache.allowed {
                match loaded {
                    Ok(_) => {
                        rt.update_load_cache(cache, object);
                        rt.update_class_attr_cache(cache, object);
                    }
                    Err(Abrupt::Call) => rt.update_property_cache(cache, object),
                    Err(_) => {}
                }
            }
            set!(regs, dst, tri!(loaded));
        }
        Op::CheckMethod { obj, site } => {
            let Some(cache) = sites.get(first_site + site.0 as usize) else { leave!(DispatchExit::Bug("site out of range")) };
            let object = r!(regs, obj);
            if rt.has_no_class_attribute(object, cache.name) {
                tri!(rt.load_attr(object, cache.name));
            }
        }
        Op::StoreAttr { obj, src, site } => {
            let (object, value) = (r!(regs, obj), r!(regs, src));
            let Some(cache) = sites.get_mut(first_site + site.0 as usize) else { leave!(DispatchExit::Bug("site out of range")) };
            if !cache.allowed {
                cache.allowed = trusted || tri!(rt.check_attribute_of(object, cache.name, Access::Write));
            }
            let before = if object.tag == Tag::Inst { rt.heap.insts.get(object.index()).shape } else { 0 };
            tri!(rt.store_attr(object, cache.name, value));
            if object.tag == Tag::Inst && cache.allowed {
                rt.update_store_cache(cache, object, before);
            }
        }
        Op::GetItem { dst, obj, key } => set!(regs, dst, tri!(rt.item_or_call_special(r!(regs, obj), r!(regs, key)))),
        Op::GetItemImm { dst, obj, key } => set!(regs, dst, tri!(rt.item_or_call_special(r!(regs, obj), Value::int(key.0.into())))),
        Op::SetItem { obj, key, src } => tri!(rt.set_item_or_call_special(r!(regs, obj), r!(regs, key), r!(regs, src))),
        Op::GetSlice { dst, obj, parts } => {
            let at = parts.0 as usize;
            let (start, stop, step) = (regs[at].get(), regs[at + 1].get(), regs[at + 2].get());
            set!(regs, dst, tri!(rt.get_slice(r!(regs, obj), start, stop, step)));
        }
        Op::BuildSlice { dst, parts } => {
            let at = parts.0 as usize;
            set!(regs, dst, tri!(rt.heap.slice(regs[at].get(), regs[at + 1].get(), regs[at + 2].get())));
        }
        Op::BuildList { dst, base, count } => {
            set!(regs, dst, tri!(with_args(regs, base.0.into(), count.0.into(), |items| rt.heap.list_from(items))));
        }
        Op::BuildListConst { dst, value } => {
            let Some(tuple) = consts.get(value.0 as usize).copied() else {
                leave!(DispatchExit::Bug("constant out of range"));
            };
            let items = rt.heap.tuples.get(tuple.index()).items.to_vec();
            set!(regs, dst, tri!(rt.heap.list(items)));
        }
        Op::ListAppend { list, src } => tri!(rt.heap.list_push(r!(regs, list).index(), r!(regs, src))),
        Op::Unpack { .. } => leave!(DispatchExit::Rare(op)),

        Op::Call { dst, base, argc } => {
            leave!(DispatchExit::Call { callee: r!(regs, base), base: base.0 + 1, argc: argc.0, names: None, dst: dst.0 })
        }
        Op::CallKw { dst, base, argc, names } => {
            leave!(DispatchExit::Call {
                callee: regs[base.0 as usize].get(),
                base: base.0 + 1,
                argc: argc.0,
                names: Some(names.0),
                dst: dst.0
            })
        }
        Op::CallEx { dst, base } => leave!(DispatchExit::CallEx { base: base.0, dst: dst.0 }),
        Op::CallMethod { dst, base, argc, site } => {
            let object = r!(regs, base);
            let Some(cache) = sites.get_mut(first_site + site.0 as usize) else { leave!(DispatchExit::Bug("site out of range")) };
            if !cache.allowed {
                cache.allowed = trusted || tri!(rt.check_attribute_of(object, cache.name, Access::Read));
                if !cache.allowed {
                    // Allowed on this object alone: looked up and asked for each time.
                    match rt.load_attr(object, cache.name) {
                        Ok(callee) => leave!(DispatchExit::Call { callee, base: base.0 + 1, argc: argc.0, names: None, dst: dst.0 }),
                        Err(Abrupt::Call) => leave!(DispatchExit::Rare(op)),
                        Err(exit) => leave!(DispatchExit::Exit(exit)),
                    }
                }
            }
            // A plain function or builtin method is called with the object before its arguments, so no bound method is made.
            let method = match object.tag {
                Tag::Inst => rt.update_method_cache(cache, object),
                Tag::Module => {
                    tri!(rt.check_module_at(cache, object, trusted));
                    None
                }
                Tag::Class | Tag::Type | Tag::Func | Tag::Exc | Tag::Method => None,
                _ => {
                    let method = rt.native_method(object, cache.name);
                    if let Some(method) = method
                        && object.tag.is_whole_type()
                    {
                        let count = usize::from(argc.0) + 1;
                        let native = crate::runtime::type_table::registry().native(method);
                        let accepts_positional = native.is_some_and(|native| native.accepts_positional(count));
                        let classes = match native {
                            Some(native) if object.tag == Tag::Str && count == 1 => {
                                stockade_algorithms::text::ascii::classes_of(native.def.name)
                            }
                            _ => 0,
                        };
                        cache.fill_native(object.tag, method, accepts_positional, classes);
                    }
                    method
                }
            };
            // Calls the method here, as the handler will when the cache hits: safepoints must not depend on the state of the cache.
            if let Some(callee) = method
                && object.tag != Tag::Inst
            {
                match with_args(regs, base.0.into(), usize::from(argc.0) + 1, |args| rt.call_native(callee, args)) {
                    Ok(value) => {
                        set!(regs, dst, value);
                        return pc;
                    }
                    // The fallback follows directly. A second call of the native would charge its work again.
                    Err(Abrupt::NeedsUserCode) => leave!(DispatchExit::Fallback { callee, base: base.0, argc: argc.0 + 1, dst: dst.0 }),
                    Err(exit) => leave!(DispatchExit::Exit(exit)),
                }
            }
            if let Some(callee) = method {
                leave!(DispatchExit::Call { callee, base: base.0, argc: argc.0 + 1, names: None, dst: dst.0 })
            }
            // The same for a static method or class method.
            if let Some((callee, class)) = rt.update_class_function_cache(cache, object) {
                let (base, argc) = match class {
                    Some(class) => {
                        set!(regs, base, class);
                        (base.0, argc.0 + 1)
                    }
                    None => (base.0 + 1, argc.0),
                };
                leave!(DispatchExit::Call { callee, base, argc, names: None, dst: dst.0 })
            }
            if object.tag == Tag::Inst {
                rt.update_load_cache(cache, object);
            }
            let callee = match rt.load_attr(object, cache.name) {
                Ok(callee) => callee,
                // The attribute lookup needs user code (`__getattr__`, a property), so the fallback does lookup and call.
                Err(Abrupt::Call) => leave!(DispatchExit::Rare(op)),
                Err(exit) => leave!(DispatchExit::Exit(exit)),
            };
            // Calls the function here, as the handler will when the cache hits.
            if object.tag == Tag::Module && callee.tag == Tag::Native {
                let (base, argc, dst) = (base.0.wrapping_add(1), argc.0, dst.0);
                match with_args(regs, base.into(), argc.into(), |args| rt.call_native(callee, args)) {
                    Ok(value) => {
                        regs[usize::from(dst)].set(value);
                        return pc;
                    }
                    Err(Abrupt::NeedsUserCode) => leave!(DispatchExit::Fallback { callee, base, argc, dst }),
                    Err(Abrupt::Request(_)) => leave!(DispatchExit::Call { callee, base, argc, names: None, dst }),
                    Err(exit) => leave!(DispatchExit::Exit(exit)),
                }
            }
            if callee.tag == Tag::Method {
                // The method was bound only for this call, so the function is called with the object before its arguments.
                let bound = rt.heap.methods.get(callee.index());
                if bound.func.tag == Tag::Native && bound.this == object {
                    leave!(DispatchExit::Call { callee: bound.func, base: base.0, argc: argc.0 + 1, names: None, dst: dst.0 })
                }
            }
            leave!(DispatchExit::Call { callee, base: base.0 + 1, argc: argc.0, names: None, dst: dst.0 })
        }
        Op::MakeFunction { dst, base, flags, child } => {
            leave!(DispatchExit::MakeFunction { dst: dst.0, base: base.0, flags: flags.0, child: child.0 })
        }
        Op::Yield { src, .. } | Op::YieldDelegate { src, .. } => leave!(DispatchExit::Yield(r!(regs, src))),
        Op::Send { iter, value, target } => {
            let iterator = r!(regs, iter);
            let sent = r!(regs, value);
            if iterator.tag == Tag::Iter && sent.is_none() {
                match rt.next(iterator) {
                    Ok(Some(item)) => {
                        set!(regs, value, item);
                        return pc;
                    }
                    Ok(None) => {
                        set!(regs, value, Value::NONE);
                        pc = target.0 as usize;
                        return pc;
                    }
                    Err(Abrupt::NeedsUserCode) => {}
                    Err(exit) => leave!(DispatchExit::Exit(exit)),
                }
            }
            leave!(DispatchExit::Send { iter: iterator, value: sent, dst: value.0 })
        }
        Op::Format { dst, src, conversion } => {
            set!(regs, dst, tri!(rt.format_or_call_special(r!(regs, src), conversion.0, Value::UNDEF)));
        }
        Op::FormatSpec { dst, src, conversion, spec } => {
            set!(regs, dst, tri!(rt.format_or_call_special(r!(regs, src), conversion.0, r!(regs, spec))));
        }
        Op::BuildString { dst, base, count } => {
            set!(regs, dst, tri!(with_args(regs, base.0.into(), count.0.into(), |parts| rt.build_string(parts))));
        }
        Op::GetIter { dst, src } => set!(regs, dst, tri!(rt.iter(r!(regs, src)))),
        Op::Len { dst, src } => set!(regs, dst, Value::int(tri!(rt.len(r!(regs, src))) as i64)),
        Op::DelItem { obj, key } => tri!(rt.del_item_or_call_special(r!(regs, obj), r!(regs, key))),
        // All opcodes are listed. With a wildcard arm, the compiler would add a check of the opcode's range.
        Op::LoadCommon { .. }
        | Op::LoadSpill { .. }
        | Op::StoreSpill { .. }
        | Op::MakeSpill { .. }
        | Op::DelGlobal { .. }
        | Op::LoadName { .. }
        | Op::StoreName { .. }
        | Op::DelName { .. }
        | Op::DelCell { .. }
        | Op::DelFree { .. }
        | Op::LoadFreeCell { .. }
        | Op::LoadClassFree { .. }
        | Op::LoadDictOrGlobal { .. }
        | Op::LoadDictOrFree { .. }
        | Op::DelAttr { .. }
        | Op::BuildSet { .. }
        | Op::ListExtend { .. }
        | Op::SetUpdate { .. }
        | Op::DictUpdate { .. }
        | Op::DictMerge { .. }
        | Op::ListToTuple { .. }
        | Op::UnpackEx { .. }
        | Op::CallSuper { .. }
        | Op::CallSuperMethod { .. }
        | Op::Intrinsic { .. }
        | Op::Raise { .. }
        | Op::RaiseFrom { .. }
        | Op::RaiseCurrent { .. }
        | Op::Reraise { .. }
        | Op::JumpIfNotMatch { .. }
        | Op::MatchStar { .. }
        | Op::FinishStar { .. }
        | Op::ExcInfo { .. }
        | Op::AsyncIter { .. }
        | Op::AsyncNext { .. }
        | Op::Import { .. }
        | Op::ImportFrom { .. }
        | Op::ImportStar { .. }
        | Op::MatchKeys { .. } => leave!(DispatchExit::Rare(op)),
        Op::YieldFromIter { dst, src } | Op::AwaitIter { dst, src, .. } => {
            let kind = if matches!(op, Op::AwaitIter { .. }) { GenKind::Coroutine } else { GenKind::Generator };
            let source = r!(regs, src);
            if !crate::objects::types::generator::is_not_started(rt, source, kind) {
                leave!(DispatchExit::Rare(op))
            }
            set!(regs, dst, source);
        }
        Op::LoadSpecial { dst, obj, which } => set!(regs, dst, tri!(rt.load_special(r!(regs, obj), which.0))),
        Op::MatchSequence { dst, src } => set!(regs, dst, Value::bool(rt.pattern_kind(r!(regs, src)) == Some(PatternKind::Sequence))),
        Op::MatchMapping { dst, src } => set!(regs, dst, Value::bool(rt.pattern_kind(r!(regs, src)) == Some(PatternKind::Mapping))),
        Op::MatchClass { dst, base, argc } => {
            let at = |offset: u8| regs[usize::from(base.0.wrapping_add(offset))].get();
            let (subject, class, keywords) = (at(0), at(1), at(2));
            let found = tri!(rt.match_class_natively(subject, class, argc.0, keywords, trusted));
            if found.is_undef() {
                leave!(DispatchExit::Rare(op))
            }
            set!(regs, dst, found);
        }
    }
    pc
}
