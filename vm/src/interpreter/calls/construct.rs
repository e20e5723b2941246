//! Calls of classes: makes instances.

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::Tag;
use crate::base::value::Value;
use crate::heap::Object;
use crate::heap::class_flags;
use crate::interpreter::calls::call::CallArgs;
use crate::interpreter::calls::call::CallOutcome;
use crate::interpreter::machine::Interpreter;
use crate::runtime::pending_call::PendingCall;
use crate::runtime::pending_call::ReturnAction;
use crate::runtime::type_table as reg;
use crate::runtime::type_table::TypeId;
use crate::runtime::type_table::registry;
use smallvec::SmallVec;

impl Interpreter {
    pub(crate) fn call_type(&mut self, callee: Value, mut call_args: CallArgs<'_>) -> Result<CallOutcome, Abrupt> {
        let ty = TypeId::of(callee);
        if self.rt.policy.denies_type(ty) && !self.is_named_by_library(callee) {
            self.rt.check_type(ty)?;
        }
        // A type without its own constructor inherits that of `object`.
        let of_object = registry().member(reg::OBJECT, names::dunder_new);
        let Some(new) = registry().member(ty, names::dunder_new).filter(|new| ty == reg::OBJECT || Some(*new) != of_object) else {
            let name = self.rt.full_class_name(callee);
            // A `class` statement with a function as its base calls the type `function`, which needs a code object.
            if ty == reg::FUNCTION
                && call_args.argc >= 2
                && let Some(first) = self.stack.get(call_args.base).copied().filter(|first| first.is_str())
            {
                let given = self.rt.type_name(first);
                return Err(self.rt.type_error(&format!("function() argument 'code' must be code, not {given}")));
            }
            return Err(self.rt.type_error(&format!("cannot create '{name}' instances")));
        };
        if ty == reg::SUPER && call_args.argc == 0 && self.code().is_some_and(|code| code.arg_count > 0) {
            return Err(self.rt.runtime_error("super(): __class__ cell not found"));
        }
        if ty == reg::TYPE && (!self.rt.policy.trusted || call_args.argc != 1) {
            let count = u32::try_from(call_args.argc).unwrap_or(u32::MAX);
            // Library code may call for the program. What it makes for itself comes through `_stockade.make_class`.
            if let Err(denied) = self.rt.policy.grants.builtin_arity("type", count) {
                return Err(self.rt.deny(crate::runtime::exceptions::TYPE_ERROR, &denied));
            }
        }
        let makes_class = ty == reg::TYPE && call_args.argc.saturating_sub(call_args.names.len()) == 3;
        if makes_class && self.has_metaclass(call_args.base + 1) {
            // The metaclass of a base makes the class, and then initializes it.
            let args = self.args(call_args.base, call_args.argc);
            let args = std::iter::once(callee).chain(args).collect();
            let callee = self.rt.fallback("class_call")?;
            self.rt.pending.call = PendingCall { callee, args, names: call_args.names.to_vec(), ..PendingCall::default() };
            return self.start_pending(call_args.dst, call_args.action, call_args.extra);
        }
        // The call was judged above, so it may go past the judge in `type.__new__`.
        let new = if makes_class { registry().fallback_primitive(names::type_new).unwrap_or(new) } else { new };
        self.prepend(&mut call_args, callee)?;
        self.call_native(new, call_args)
    }

    /// True when library code runs and its own text names this builtin type. Library code that calls what the program gave it
    /// (`functools.cache(kind)(x)`) does not name the type, and has no more rights to it than the program.
    #[cold]
    fn is_named_by_library(&self, ty: Value) -> bool {
        let Some(code) = self.code().filter(|code| code.trusted) else { return false };
        let name_of = |slot: u32| self.rt.modules.global_names.get(slot as usize).copied();
        let mut names = code.ops.iter().filter_map(|op| match op {
            stockade_compiler::bytecode::Op::LoadGlobal { global, .. } => name_of(global.0),
            _ => None,
        });
        names.any(|name| registry().builtin(name) == Some(ty))
    }

    /// True when one of the bases in a register has a metaclass that the program defined.
    pub(crate) fn has_metaclass(&self, bases: usize) -> bool {
        let Some(bases) = self.stack.get(bases).copied().filter(|bases| bases.tag == Tag::Tuple) else { return false };
        let is_made = |base: &Value| base.tag == Tag::Class && self.rt.heap.classes.get(base.index()).metaclass.tag == Tag::Class;
        self.rt.heap.fuel.charge_walk(self.rt.sequence_items(bases).len() as u64 / 16);
        self.rt.sequence_items(bases).iter().any(is_made)
    }

    /// Makes an instance of a user class.
    pub(crate) fn call_class(&mut self, callee: Value, mut call_args: CallArgs<'_>) -> Result<CallOutcome, Abrupt> {
        let class = self.rt.heap.classes.get(callee.index());
        let (flags, layout, metaclass) = (class.flags, TypeId(class.layout), class.metaclass);
        if metaclass.tag == Tag::Class
            && let Some(call) = self.rt.user_lookup(metaclass, names::dunder_call)
        {
            let (call, first) = self.rt.bind_special(call, callee)?;
            if let Some(first) = first {
                self.prepend(&mut call_args, first)?;
            }
            return self.call_named_by_class(call, call_args);
        }
        // Only `object.__new__` checks for abstract methods. Constructors of other builtin types do not.
        if flags & class_flags::ABSTRACT != 0 && flags & class_flags::NEW == 0 && layout == reg::OBJECT {
            let takes_any = self.rt.user_lookup(callee, names::dunder_init).is_some();
            if call_args.argc > 0 && !takes_any {
                let name = self.rt.class_name(callee).to_string();
                return Err(self.rt.type_error(&format!("{name}() takes no arguments")));
            }
            return Err(crate::objects::types::class_construction::abstract_error(&mut self.rt, callee));
        }
        if let Some(new) = self.library_new(callee) {
            self.prepend(&mut call_args, callee)?;
            return self.call(new, call_args);
        }
        if flags & class_flags::NEW != 0 || flags & class_flags::META != 0 {
            let args = self.args(call_args.base, call_args.argc);
            let mut all: SmallVec<[Value; 6]> = SmallVec::new();
            all.push(callee);
            all.extend(args);
            let callee = self.rt.fallback("class_call")?;
            self.rt.pending.call = PendingCall { callee, args: all, names: call_args.names.to_vec(), ..PendingCall::default() };
            return self.start_pending(call_args.dst, call_args.action, call_args.extra);
        }
        let init = self.rt.class_lookup(callee, names::dunder_init);
        let user_init = init.filter(|init| init.tag != Tag::Native);
        let instance = {
            let Interpreter { rt, stack, .. } = &mut *self;
            let args = stack.get(call_args.base..call_args.base + call_args.argc).unwrap_or(&[]);
            match crate::objects::types::class_construction::new_instance(rt, callee, layout, args, call_args.names, user_init.is_some()) {
                Err(Abrupt::NeedsUserCode) => {
                    let args: SmallVec<[Value; 6]> = std::iter::once(callee).chain(args.iter().copied()).collect();
                    let callee = rt.fallback("class_call")?;
                    rt.pending.call = PendingCall { callee, args, names: call_args.names.to_vec(), ..PendingCall::default() };
                    return self.start_pending(call_args.dst, call_args.action, call_args.extra);
                }
                other => other?,
            }
        };
        match user_init {
            Some(init) => {
                let (func, first) = self.rt.bind_special(init, instance)?;
                if let Some(first) = first {
                    self.prepend(&mut call_args, first)?;
                }
                if call_args.action != ReturnAction::Store {
                    // Rare: an instance is made where an operator's result is expected. The fallback runs `__init__` and returns the
                    // instance.
                    let args = self.args(call_args.base, call_args.argc);
                    let mut all: SmallVec<[Value; 6]> = SmallVec::new();
                    all.push(instance);
                    all.push(func);
                    all.extend(args);
                    let callee = self.rt.fallback("class_init")?;
                    self.rt.pending.call = PendingCall { callee, args: all, names: call_args.names.to_vec(), ..PendingCall::default() };
                    return self.start_pending(call_args.dst, call_args.action, call_args.extra);
                }
                call_args.action = ReturnAction::Init;
                call_args.extra = instance;
                match self.call_named_by_class(func, call_args)? {
                    CallOutcome::Pushed => Ok(CallOutcome::Pushed),
                    CallOutcome::Value(result) => {
                        self.check_init(result)?;
                        Ok(CallOutcome::Value(instance))
                    }
                }
            }
            None => Ok(CallOutcome::Value(instance)),
        }
    }

    /// The `__new__` of a class, when it is library code and does all the work of construction, as for named tuples.
    pub(crate) fn library_new(&self, class: Value) -> Option<Value> {
        let object = self.rt.heap.classes.get(class.index());
        if object.flags & class_flags::NEW == 0 || object.flags & class_flags::META != 0 || object.metaclass.tag == Tag::Class {
            return None;
        }
        let new = match self.rt.class_lookup(class, names::dunder_new)? {
            wrapped if wrapped.tag == Tag::Object => match self.rt.heap.as_object(wrapped) {
                Object::StaticMethod(inner, _) => *inner,
                _ => return None,
            },
            new => new,
        };
        let init = registry().native(self.rt.class_lookup(class, names::dunder_init)?)?;
        let code = (new.tag == Tag::Func).then(|| self.rt.heap.funcs.get(new.index()).code)?;
        (init.owner_type == Some(reg::OBJECT) && self.codes.get(code as usize)?.trusted).then_some(new)
    }

    pub(crate) fn check_init(&mut self, result: Value) -> Result<(), Abrupt> {
        if result.is_none() {
            return Ok(());
        }
        let name = self.rt.type_name(result);
        Err(self.rt.type_error(&format!("__init__() should return None, not '{name}'")))
    }
}
