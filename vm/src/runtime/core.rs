//! The runtime: what native functions see. It has the heap, names, classes, globals, budget and output, but no frames and no registers.
//!
//! Native functions never call user code. Where user code must decide they return [`Abrupt::NeedsUserCode`]; the interpreter then runs the fallback
//! of the same name with the same arguments. For a call in tail position they return [`Abrupt::Call`].

use crate::heap::weak_table::FinalizerState;
use crate::runtime::attribute_caches::SPECIAL_METHOD_CACHE_LEN;
use crate::runtime::attribute_caches::SpecialEntry;
use crate::runtime::budget::Budget;
use crate::runtime::caches::Caches;
use crate::runtime::host_state::HostState;
use crate::runtime::identity::Identity;
use crate::runtime::modules::CodeInfo;
use crate::runtime::modules::Modules;
use crate::runtime::modules::Namespace;
use crate::runtime::pending_call::Pending;
use crate::runtime::pending_call::PendingCall;
use crate::runtime::policy::PolicyState;
use crate::runtime::thread::ThreadState;
use std::borrow::Cow;
use std::cell::Cell;
use std::sync::Arc;

use num_bigint::BigInt;
use smallvec::SmallVec;
use stockade_policy::{Access, Grants, Limits};

use crate::base::abrupt::Abrupt;
use crate::base::fuel::{PIECE, once};
use crate::base::host::Host;
use crate::base::interner::{NAME_BYTES, Names};
use crate::base::names::NameId;
use crate::base::value::{Tag, Value};
use crate::heap::shapes::Shapes;
use crate::heap::{Heap, ModuleObj, Object};
use crate::runtime::pending_call::ReturnAction;
use crate::runtime::type_table as reg;
use crate::runtime::type_table::{TypeId, registry};

/// `id` returns numbers above this. It is below 2^40, so that they do not look like addresses of the host.
pub(crate) const FIRST_ID: u64 = 0x7f_0000_0000;

/// Lookups in a class with a longer MRO are charged and not cached.
const MAX_CACHED_MRO: usize = 64;

/// Bytes charged for a global slot.
const GLOBAL_BYTES: usize = 64;

/// The settings that a session passes to its runtime when it is created.
pub(crate) struct Settings {
    pub(crate) grants: Arc<Grants>,
    pub(crate) limits: Limits,
    /// Key of string hashes.
    pub(crate) hash_seed: u64,
    /// Seed of `random` if the program sets none.
    pub(crate) random_seed: u64,
    pub(crate) library: &'static crate::runtime::library::Library,
    pub(crate) packages: crate::runtime::packages::Packages,
}

/// Texts up to this length are copied for free: names and messages are shorter, and what uses them is charged.
const FREE_COPY_BYTES: usize = 4096;

/// The characters of a name that an error message shows.
const MAX_SHOWN_NAME: usize = 200;

/// A copy of an integer costs a unit of fuel for each so many bits.
pub(crate) const BITS_COPIED: u64 = 8192;

/// Everything but frames, registers and code. Each owner keeps its own invariants, says what a fork copies, and visits its own roots.
pub(crate) struct Runtime {
    pub(crate) heap: Heap,
    pub(crate) names: Names,
    pub(crate) shapes: Shapes,
    pub(crate) modules: Modules,
    pub(crate) caches: Caches,
    pub(crate) pending: Pending,
    pub(crate) policy: PolicyState,
    pub(crate) host: HostState,
    pub(crate) budget: Budget,
    pub(crate) identity: Identity,
    pub(crate) thread: ThreadState,
    pub(crate) finalizers: FinalizerState,
}

impl Runtime {
    /// The qualified name of a loaded code.
    pub(crate) fn code_qualname(&self, code: u32) -> &str {
        self.modules.code_info.get(code as usize).and_then(CodeInfo::code).map_or("", |code| &code.qualname)
    }

    /// Sets how many frames the handlers may push without a check. The bound is the lowest of the program's recursion limit, the host's
    /// limit and the free room. `internal` is the number of internal frames, which do not count against the program's limit.
    pub(crate) fn set_frame_limits(&mut self, internal: u32, room: usize) {
        let by_python = self.budget.recursion_limit.saturating_add(internal) as usize;
        self.budget.max_unchecked_frames = by_python.min(self.budget.limits.recursion as usize).min(room);
    }

    pub(crate) fn new(heap: Heap, config: Settings, host: Box<dyn Host>) -> Self {
        Runtime {
            heap,
            names: Names::default(),
            shapes: Shapes::default(),
            modules: Modules::new(config.library, config.packages),
            caches: Caches::default(),
            pending: Pending::default(),
            policy: PolicyState::new(config.grants),
            host: HostState::new(host),
            budget: Budget::new(config.limits),
            identity: Identity::new(config.hash_seed, config.random_seed),
            thread: ThreadState::default(),
            finalizers: FinalizerState::default(),
        }
    }

    /// Rewrites the references to objects, after objects have moved.
    pub(crate) fn forward(&mut self, moves: &crate::heap::Moves) {
        let Runtime { heap: _, names, shapes: _, modules, caches, pending, policy: _, host, budget: _, identity, thread, finalizers } =
            self;
        names.strings.pages_mut().for_each(|page| moves.values(page));
        modules.forward(moves);
        caches.forward(moves);
        pending.forward(moves);
        host.forward(moves);
        identity.forward(moves);
        thread.forward(moves);
        finalizers.forward(moves);
    }

    /// The exception for an error of the text and number algorithms.
    #[cold]
    pub(crate) fn text_error(&mut self, error: &stockade_algorithms::text::TextError) -> Abrupt {
        use crate::runtime::exceptions as exc;
        use stockade_algorithms::text::ErrorKind;
        let ty = match error.kind {
            ErrorKind::Type => exc::TYPE_ERROR,
            ErrorKind::Value => exc::VALUE_ERROR,
            ErrorKind::Overflow => exc::OVERFLOW_ERROR,
            ErrorKind::ZeroDivision => exc::ZERO_DIVISION_ERROR,
            ErrorKind::Lookup => exc::LOOKUP_ERROR,
            ErrorKind::Index => exc::INDEX_ERROR,
            // `re.PatternError` derives from Exception. The type itself belongs to the `re` module.
            ErrorKind::Pattern => exc::EXCEPTION,
            // Perhaps garbage takes the room.
            ErrorKind::Limit if self.heap.is_worth_collecting() => return Abrupt::Memory(0),
            ErrorKind::Limit => return Abrupt::Memory(usize::MAX),
        };
        self.raise(ty, &error.message)
    }

    // --- names

    pub(crate) fn intern(&mut self, text: &str) -> Result<NameId, Abrupt> {
        if let Some(name) = self.names.find(text) {
            return Ok(name);
        }
        // The set of module names is small and fixed, so the program is not charged for them.
        if !self.modules.library.contains(text) {
            self.heap.charge(NAME_BYTES + text.len())?;
        }
        Ok(self.names.add(text))
    }

    /// The str object of a name.
    pub(crate) fn name_value(&mut self, name: NameId) -> Result<Value, Abrupt> {
        if let Some(value) = self.names.strings.get(name.0) {
            return Ok(value);
        }
        let value = self.heap.str(self.names.text(name))?;
        self.heap.strs.get_mut(value.index()).name.set(name.0);
        self.names.strings.set(name.0, value);
        Ok(value)
    }

    pub(crate) fn intern_value(&mut self, text: &str) -> Result<Value, Abrupt> {
        let name = self.intern(text)?;
        self.name_value(name)
    }

    /// The name with the text of a str.
    pub(crate) fn name_of(&mut self, text: Value) -> Result<NameId, Abrupt> {
        let cached = self.heap.strs.get(text.index()).name.get();
        if cached != u32::MAX {
            return Ok(NameId(cached));
        }
        let name = match self.names.find(self.heap.text(text)) {
            Some(name) => name,
            None => {
                if !self.modules.library.contains(self.heap.text(text)) {
                    self.heap.charge(NAME_BYTES + self.heap.text(text).len())?;
                }
                self.names.add(self.heap.text(text))
            }
        };
        self.heap.strs.get(text.index()).name.set(name.0);
        Ok(name)
    }

    /// The name with the text of a str, if the name is interned.
    pub(crate) fn known_name(&self, text: Value) -> Option<NameId> {
        let object = self.heap.strs.get(text.index());
        match object.name.get() {
            u32::MAX => {
                let name = self.names.find(self.heap.text(text))?;
                object.name.set(name.0);
                Some(name)
            }
            cached => Some(NameId(cached)),
        }
    }

    pub(crate) fn name_text(&self, name: NameId) -> &str {
        self.names.text(name)
    }

    // --- budget

    /// Charges a fixed cost for work that runs again where memory was short. The attempt that failed is not charged.
    #[inline]
    pub(crate) fn charged_once<T>(&mut self, cost: u64, work: impl FnOnce(&mut Runtime) -> Result<T, Abrupt>) -> Result<T, Abrupt> {
        let before = self.heap.fuel.dynamic();
        self.charge_units(cost)?;
        let result = work(self);
        if let Err(Abrupt::Memory(_)) = result {
            self.uncharge(before);
        }
        result
    }

    /// Returns what was charged since the total was `dynamic`. The work starts again after a collection, and must not be charged twice.
    #[cold]
    pub(crate) fn uncharge(&mut self, dynamic: u64) {
        self.heap.fuel.uncharge(dynamic);
    }

    /// Charges the cost of instructions. False if the interpreter must check fuel or memory before it continues.
    #[inline(always)]
    pub(crate) fn try_charge(&mut self, cost: u32) -> bool {
        if crate::base::UNLIMITED {
            return self.heap.fuel.has_budget();
        }
        self.heap.fuel.charge(cost)
    }

    /// Charges work whose size is known only at run time, in pieces (see [`PIECE`]).
    #[inline]
    pub(crate) fn charge(&mut self, pieces: u64) -> Result<(), Abrupt> {
        self.charge_units(pieces.saturating_mul(PIECE))
    }

    /// Charges units of fuel, for an operation whose cost is a row of [`once`].
    #[inline]
    pub(crate) fn charge_units(&mut self, fuel: u64) -> Result<(), Abrupt> {
        if crate::base::UNLIMITED {
            return Ok(());
        }
        self.heap.fuel.spend(fuel, &mut *self.host.embedder, self.budget.deadline_ms)
    }

    /// Starts the next slice of fuel, and checks the host's deadline and cancellation.
    #[cold]
    #[inline(never)]
    pub(crate) fn refill(&mut self) -> Result<(), Abrupt> {
        self.heap.fuel.refill(&mut *self.host.embedder, self.budget.deadline_ms)
    }

    // --- types

    /// The type of a value: a builtin type or a class.
    pub(crate) fn type_of(&self, value: Value) -> Value {
        match value.tag {
            Tag::Inst => Value::heap(Tag::Class, self.heap.insts.get(value.index()).class),
            Tag::Exc => self.heap.excs.get(value.index()).class,
            Tag::Class => self.heap.classes.get(value.index()).metaclass,
            Tag::Module => self.module_class(value).unwrap_or(reg::MODULE.value()),
            _ => self.builtin_type(value).value(),
        }
    }

    /// The class that the program assigned with `module.__class__ = ...`. It is kept among the module's globals.
    pub(crate) fn module_class(&self, module: Value) -> Option<Value> {
        let class = self.get_global(self.heap.modules.get(module.index()).namespace, crate::base::names::dunder_class)?;
        let is_one = class.tag == Tag::Class && self.heap.classes.get(class.index()).layout == reg::MODULE.0;
        is_one.then_some(class)
    }

    /// The builtin type whose payload the instances of a class carry.
    pub(crate) fn layout_of_class(&self, class: Value) -> TypeId {
        match class.tag {
            Tag::Class => TypeId(self.heap.classes.get(class.index()).layout),
            _ => TypeId::of(class),
        }
    }

    /// `__name__` of a type.
    pub(crate) fn class_name(&self, class: Value) -> &str {
        match class.tag {
            Tag::Class => self.heap.text(self.heap.classes.get(class.index()).name),
            _ => registry().info(TypeId::of(class)).name,
        }
    }

    /// The name of a value's type in error messages: `type(value).__name__`, with the module if CPython's type name includes it.
    pub(crate) fn type_name(&self, value: Value) -> String {
        self.full_class_name(self.type_of(value))
    }

    /// The name of a class in error messages, with the module if CPython's type name includes it.
    pub(crate) fn full_class_name(&self, class: Value) -> String {
        if class.tag == Tag::Type {
            let info = registry().info(TypeId::of(class));
            if !matches!(info.module, "builtins" | "types") || matches!(TypeId::of(class), reg::GENERIC_ALIAS | reg::UNION_TYPE) {
                return format!("{}.{}", info.module, info.name);
            }
        }
        let name = self.class_name(class);
        if let Some(module) = self.compiled_home(class) {
            return format!("{module}.{name}");
        }
        Self::cut_name(name)
    }

    /// A name for error messages, as far as CPython shows it (`%.200s`). A class may have a name of any length, in any number of messages.
    fn cut_name(name: &str) -> String {
        name.char_indices().nth(MAX_SHOWN_NAME).map_or(name, |(at, _)| name.get(..at).unwrap_or(name)).to_string()
    }

    /// The module that CPython's messages include in the name of a class, if the class is compiled there and written in Python here.
    pub(crate) fn compiled_home(&self, class: Value) -> Option<&'static str> {
        if class.tag != Tag::Class {
            return None;
        }
        let modules = crate::runtime::compiled_names::compiled_home(self.class_name(class));
        if modules.is_empty() {
            return None;
        }
        let home = self.heap.classes.get(class.index()).attrs.get(crate::base::names::dunder_module)?;
        modules.iter().copied().find(|module| home.is_str() && self.heap.text(home) == *module)
    }

    pub(crate) fn is_type(&self, value: Value) -> bool {
        matches!(value.tag, Tag::Type | Tag::Class)
    }

    /// True if a class is `base` or derives from it. Does not call `__subclasscheck__`.
    pub(crate) fn is_subclass(&self, class: Value, base: Value) -> bool {
        if class == base {
            return true;
        }
        match (class.tag, base.tag) {
            (Tag::Class, _) => {
                let mro = &self.heap.classes.get(class.index()).mro;
                if mro.len() > MAX_CACHED_MRO {
                    self.heap.fuel.charge_walk(mro.len() as u64 / 4);
                }
                mro.contains(&base)
            }
            (Tag::Type, Tag::Type) => registry().is_subtype(TypeId::of(class), TypeId::of(base)),
            _ => false,
        }
    }

    /// True if a value is an instance of a class. Does not call `__instancecheck__`.
    pub(crate) fn is_instance(&self, value: Value, class: Value) -> bool {
        self.is_subclass(self.type_of(value), class)
    }

    /// The builtin value that an instance of a subclass of a builtin type carries. Any other value is returned unchanged.
    #[inline]
    pub(crate) fn unwrap_payload(&self, value: Value) -> Value {
        if value.tag != Tag::Inst {
            return value;
        }
        let inst = self.heap.insts.get(value.index());
        let layout = self.heap.classes.get(inst.class).layout;
        // Proxies of host objects (`OPAQUE`) have no payload to unwrap.
        if layout == reg::OBJECT.0 || layout == reg::OPAQUE.0 { value } else { inst.slots.first().copied().unwrap_or(value) }
    }

    /// The text of a str, or of an instance of a subclass of str. Empty for any other value.
    pub(crate) fn text_or_empty(&self, value: Value) -> String {
        let plain = self.unwrap_payload(value);
        if plain.is_str() { self.copied_text(plain) } else { String::new() }
    }

    /// A copy of the text of a str. A program could have a long one copied again and again, so its length is charged.
    pub(crate) fn copied_text(&self, text: Value) -> String {
        let text = self.heap.text(text);
        if text.len() > FREE_COPY_BYTES {
            self.heap.fuel.charge_walk(text.len() as u64 / 64);
        }
        text.to_string()
    }

    /// The builtin value in slot 0 of an instance whose class has a layout other than `object`'s.
    pub(crate) fn payload(&self, value: Value) -> Option<Value> {
        if value.tag != Tag::Inst {
            return None;
        }
        let inst = self.heap.insts.get(value.index());
        if self.heap.classes.get(inst.class).layout == reg::OBJECT.0 {
            return None;
        }
        inst.slots.first().copied()
    }

    /// Looks up an attribute of a class along its MRO, unbound.
    pub(crate) fn class_lookup(&self, class: Value, name: NameId) -> Option<Value> {
        match class.tag {
            Tag::Class => {
                let mro = &self.heap.classes.get(class.index()).mro;
                for (passed, base) in mro.iter().enumerate() {
                    let found = match base.tag {
                        Tag::Class => self.heap.classes.get(base.index()).attrs.get(name),
                        _ => registry().own_member(TypeId::of(*base), name),
                    };
                    if found.is_some() {
                        self.charge_mro_walk(passed);
                        return found;
                    }
                }
                self.charge_mro_walk(mro.len());
                None
            }
            _ => registry().member(TypeId::of(class), name),
        }
    }

    /// Charges a lookup that passed this many classes. Lookups along an MRO of ordinary length are part of the cost of an instruction.
    #[inline]
    pub(crate) fn charge_mro_walk(&self, passed: usize) {
        if passed > MAX_CACHED_MRO {
            self.heap.fuel.charge_walk(passed as u64);
        }
    }

    /// True when lookups in a class may be cached. A lookup along a longer MRO is charged, so it must be done each time: what a cache holds
    /// differs between sessions, and fuel may not.
    pub(crate) fn may_cache_lookups(&self, class: u32) -> bool {
        self.heap.classes.get(class).mro.len() <= MAX_CACHED_MRO
    }

    /// An attribute that user code defined on a class, if it comes before any builtin definition in the MRO.
    pub(crate) fn user_lookup(&self, class: Value, name: NameId) -> Option<Value> {
        if class.tag != Tag::Class {
            return None;
        }
        let mro = &self.heap.classes.get(class.index()).mro;
        for (passed, base) in mro.iter().enumerate() {
            match base.tag {
                Tag::Class => {
                    if let Some(found) = self.heap.classes.get(base.index()).attrs.get(name) {
                        self.charge_mro_walk(passed);
                        return Some(found);
                    }
                }
                _ => {
                    if registry().own_member(TypeId::of(*base), name).is_some() {
                        self.charge_mro_walk(passed);
                        return None;
                    }
                }
            }
        }
        self.charge_mro_walk(mro.len());
        None
    }

    /// A special method that user code defined for the type of a value.
    #[inline]
    pub(crate) fn user_method(&self, value: Value, name: NameId) -> Option<Value> {
        match value.tag {
            Tag::Inst => self.special(self.heap.insts.get(value.index()).class, name),
            Tag::Exc | Tag::Class => self.user_lookup(self.type_of(value), name),
            _ => None,
        }
    }

    /// Like [`Runtime::user_lookup`] for the class of an instance, with a cache that is valid while the class does not change. A class
    /// under construction has no instances, so the cache never holds entries of an incomplete class.
    #[inline]
    pub(crate) fn special(&self, class: u32, name: NameId) -> Option<Value> {
        let version = self.heap.classes.get(class).version;
        let lines = self.caches.special_method_cache.get_or_init(|| vec![Cell::default(); SPECIAL_METHOD_CACHE_LEN].into());
        let line = lines.get((version ^ name.0.wrapping_mul(5)) as usize % SPECIAL_METHOD_CACHE_LEN)?;
        let known = line.get();
        if known.version == version && known.class == class && known.name == name {
            return known.value.defined();
        }
        self.find_special(class, version, name, line)
    }

    #[cold]
    #[inline(never)]
    fn find_special(&self, class: u32, version: u32, name: NameId, line: &Cell<SpecialEntry>) -> Option<Value> {
        let found = self.user_lookup(Value::heap(Tag::Class, class), name);
        if self.may_cache_lookups(class) {
            line.set(SpecialEntry { class, version, name, value: found.unwrap_or(Value::UNDEF) });
        }
        found
    }

    // --- calls in tail position

    /// Requests a call whose result becomes the result of the operation.
    #[cold]
    pub(crate) fn tail_call(&mut self, callee: Value, args: &[Value]) -> Abrupt {
        self.pending.call = PendingCall { callee, args: SmallVec::from_slice(args), ..PendingCall::default() };
        Abrupt::Call
    }

    /// Like [`Runtime::tail_call`] for a function, with a return action and its `extra`.
    #[inline]
    pub(crate) fn tail_function(
        &mut self,
        callee: Value,
        object: Value,
        args: &[Value],
        action: Option<ReturnAction>,
        extra: Value,
    ) -> Abrupt {
        if action.is_some() {
            self.heap.fuel.charge_walk(once::IMPLICIT_CALL);
        }
        let pending = &mut self.pending.call;
        // The caller of the last pending call has taken it, so nothing of it is still needed.
        pending.args.clear();
        pending.args.push(object);
        pending.args.extend_from_slice(args);
        (pending.callee, pending.action, pending.extra, pending.resume) = (callee, action, extra, None);
        if !pending.names.is_empty() {
            pending.names.clear();
        }
        Abrupt::Call
    }

    /// Like [`Runtime::tail_call`] for a method that was found on a type. Binds `this` according to the kind of the method.
    #[cold]
    pub(crate) fn tail_method(&mut self, func: Value, this: Value, args: &[Value]) -> Abrupt {
        match self.bind_special(func, this) {
            Ok((callee, Some(first))) => {
                let mut all: SmallVec<[Value; 6]> = SmallVec::new();
                all.push(first);
                all.extend_from_slice(args);
                self.pending.call = PendingCall { callee, args: all, ..PendingCall::default() };
                Abrupt::Call
            }
            Ok((callee, None)) => self.tail_call(callee, args),
            Err(exit) => exit,
        }
    }

    /// Requests a call of a fallback, whose result becomes the result of the operation.
    #[cold]
    pub(crate) fn tail_fallback(&mut self, name: &str, args: &[Value]) -> Abrupt {
        match self.fallback(name) {
            Ok(callee) => self.tail_call(callee, args),
            Err(exit) => exit,
        }
    }

    /// Caches the fallback of a native function.
    pub(crate) fn remember_fallback(&mut self, native: Value, function: Value) {
        self.caches.fallbacks.set(native.index(), function);
    }

    /// A value that holds the name of a fallback. The interpreter resolves it to the function.
    pub(crate) fn fallback(&mut self, name: &str) -> Result<Value, Abrupt> {
        let name = self.intern(name)?;
        Ok(Value::fallback(name))
    }

    /// Binds a special method that was found on a type: returns the callee, and the object if the callee takes it as first argument.
    pub(crate) fn bind_special(&mut self, func: Value, this: Value) -> Result<(Value, Option<Value>), Abrupt> {
        Ok(match func.tag {
            // Functions that are builtin functions in CPython are not descriptors and do not bind.
            Tag::Func | Tag::Native if self.is_bare_builtin(func) => (func, None),
            Tag::Func | Tag::Native => (func, Some(this)),
            Tag::Object => match self.heap.as_object(func) {
                Object::StaticMethod(inner, _) => (*inner, None),
                Object::ClassMethod(inner, _) => (*inner, Some(self.type_of(this))),
                Object::Property { .. } | Object::SlotDescriptor { .. } => (self.descriptor_caller(func)?, Some(this)),
                _ => (func, None),
            },
            Tag::Inst if self.user_lookup(self.type_of(func), crate::base::names::dunder_get).is_some() => {
                (self.descriptor_caller(func)?, Some(this))
            }
            _ => (func, None),
        })
    }

    /// Like [`Runtime::bind_special`], but returns one callable that always takes the object as first argument.
    #[cold]
    pub(crate) fn as_bound_callable(&mut self, func: Value) -> Result<Value, Abrupt> {
        let drops = match func.tag {
            Tag::Object => match self.heap.as_object(func) {
                Object::Property { .. } | Object::SlotDescriptor { .. } | Object::ClassMethod(_, _) => {
                    return self.descriptor_caller(func);
                }
                Object::StaticMethod(_, _) | Object::Partial { .. } => true,
                _ => false,
            },
            Tag::Inst if self.user_lookup(self.type_of(func), crate::base::names::dunder_get).is_some() => {
                return self.descriptor_caller(func);
            }
            Tag::Inst | Tag::Class | Tag::Type | Tag::Method => true,
            Tag::Func | Tag::Native => self.is_bare_builtin(func),
            _ => false,
        };
        if !drops {
            return Ok(func);
        }
        self.heap.object(Object::Partial { func: Value::UNDEF, args: func, keywords: Value::NONE, dict: Value::UNDEF })
    }

    // --- globals and modules

    /// The slot of a global in a namespace. Creates the slot if it does not exist.
    pub(crate) fn global_slot(&mut self, namespace: u32, name: NameId) -> Result<u32, Abrupt> {
        if let Some(slot) = self.modules.namespaces.get(namespace as usize).and_then(|space| space.slots.get(&name)) {
            return Ok(*slot);
        }
        self.heap.charge(GLOBAL_BYTES)?;
        let slot = u32::try_from(self.modules.globals.len()).unwrap_or(u32::MAX);
        self.modules.globals.push(Value::UNDEF);
        self.modules.global_names.push(name);
        if let Some(space) = self.modules.namespaces.get_mut(namespace as usize) {
            space.slots.insert(name, slot);
            space.order.push(slot);
        }
        Ok(slot)
    }

    pub(crate) fn global(&self, slot: u32) -> Value {
        self.modules.globals.get(slot as usize).copied().unwrap_or(Value::UNDEF)
    }

    pub(crate) fn set_global(&mut self, namespace: u32, name: NameId, value: Value) -> Result<(), Abrupt> {
        let slot = self.global_slot(namespace, name)? as usize;
        if let Some(global) = self.modules.globals.get_mut(slot) {
            *global = value;
        }
        if self.modules.has_views { self.show_global(namespace, name, value) } else { Ok(()) }
    }

    pub(crate) fn get_global(&self, namespace: u32, name: NameId) -> Option<Value> {
        let slot = self.modules.namespaces.get(namespace as usize)?.slots.get(&name)?;
        let value = self.global(*slot);
        value.defined()
    }

    /// A new module with an empty namespace.
    pub(crate) fn new_module(&mut self, name: &str, trusted: bool) -> Result<Value, Abrupt> {
        let namespace = u32::try_from(self.modules.namespaces.len()).unwrap_or(u32::MAX);
        let name_value = self.heap.str(name)?;
        let module = self.heap.module(ModuleObj { name: name_value, namespace })?;
        self.modules.namespaces.push(Namespace { module, trusted, ..Namespace::default() });
        self.set_global(namespace, crate::base::names::dunder_name, name_value)?;
        self.set_global(namespace, crate::base::names::dunder_doc, Value::NONE)?;
        Ok(module)
    }

    /// Runs one level of native code that may reach itself through rare objects (getters of instances of subclasses of `property` and
    /// similar). Raises `RecursionError` beyond 16 levels, so that the program's data cannot make the host's stack grow without bound.
    /// A walk over values that programs do nest has its own stack ([`crate::heap::ChargedStack`]).
    pub(crate) fn nested<T>(&mut self, walk: impl FnOnce(&mut Runtime) -> Result<T, Abrupt>) -> Result<T, Abrupt> {
        const MAX_DEPTH: u32 = 16;
        if self.pending.native_depth >= MAX_DEPTH {
            return Err(self.raise(crate::runtime::exceptions::RECURSION_ERROR, "maximum recursion depth exceeded"));
        }
        self.pending.native_depth += 1;
        let result = walk(self);
        self.pending.native_depth -= 1;
        result
    }

    // --- policy

    /// Records a denial and raises its exception.
    #[cold]
    pub(crate) fn deny(&mut self, ty: TypeId, denied: &stockade_policy::Denied) -> Abrupt {
        self.policy.denials.record(&denied.message, denied.rule);
        let message = denied.to_string();
        self.raise(ty, &message)
    }

    /// Checks a builtin against the policy, for every caller.
    pub(crate) fn check_builtin(&mut self, name: &str) -> Result<(), Abrupt> {
        match self.policy.grants.builtin(name) {
            Ok(()) => Ok(()),
            Err(denied) => Err(self.deny(crate::runtime::exceptions::NAME_ERROR, &denied)),
        }
    }

    /// Checks whether the program may make objects of a builtin type, however it reached the type.
    #[cold]
    pub(crate) fn check_type(&mut self, ty: TypeId) -> Result<(), Abrupt> {
        if !self.policy.denies_type(ty) {
            return Ok(());
        }
        match self.policy.grants.builtin(registry().info(ty).name) {
            Ok(()) => Ok(()),
            Err(denied) => Err(self.deny(crate::runtime::exceptions::TYPE_ERROR, &denied)),
        }
    }

    /// Checks an attribute name against the policy.
    pub(crate) fn check_attribute(&mut self, name: NameId, access: Access) -> Result<(), Abrupt> {
        let text = self.names.text(name);
        // The policy can refuse only names with an underscore and listed names. `Grants` decides.
        match self.policy.grants.attribute(text, access) {
            Ok(()) => Ok(()),
            Err(denied) => Err(self.deny(crate::runtime::exceptions::ATTRIBUTE_ERROR, &denied)),
        }
    }

    // --- numbers

    /// The big int of an `Int`, `Bool` or `BigInt` value.
    pub(crate) fn big(&self, value: Value) -> BigInt {
        match value.tag {
            Tag::BigInt => {
                self.heap.fuel.charge_walk(self.bits_of(value) / BITS_COPIED);
                self.heap.bigints.get(value.index()).big().into_owned()
            }
            _ => BigInt::from(value.as_i64()),
        }
    }

    /// Like `big`, as an i128. `None` if the value has more than 127 bits.
    #[inline]
    pub(crate) fn wide(&self, value: Value) -> Option<i128> {
        match value.tag {
            Tag::BigInt => self.heap.bigints.get(value.index()).wide(),
            _ => Some(i128::from(value.as_i64())),
        }
    }

    /// The number of bits of an int, without its sign.
    pub(crate) fn bits_of(&self, value: Value) -> u64 {
        match value.tag {
            Tag::BigInt => self.heap.bigints.get(value.index()).bits(),
            _ => u64::from(64 - value.as_i64().unsigned_abs().leading_zeros()),
        }
    }

    /// Applies an operation to an int. `wide` and `big` compute the same function; the result of `wide` must fit in 128 bits.
    pub(crate) fn map_int(
        &mut self,
        value: Value,
        wide: impl FnOnce(i128) -> i128,
        big: impl FnOnce(BigInt) -> BigInt,
    ) -> Result<Value, Abrupt> {
        match self.wide(value) {
            Some(number) => self.heap.wide_int(wide(number)),
            None => self.heap.int(big(self.big(value))),
        }
    }

    /// Like `big`, but borrows the number from the heap instead of copying it.
    pub(crate) fn big_ref(&self, value: Value) -> Cow<'_, BigInt> {
        self.heap.big_ref(value)
    }

    // --- identity

    /// `id(value)`. Numbers are given in the order of the first request, so that runs are repeatable.
    pub(crate) fn id(&mut self, value: Value) -> Result<u64, Abrupt> {
        if let Some(id) = self.identity.ids.get(&value) {
            return Ok(*id);
        }
        self.heap.charge(crate::heap::ID_BYTES)?;
        self.identity.id_counter += 1;
        let id = FIRST_ID + self.identity.id_counter * 16;
        self.identity.ids.insert(value, id);
        Ok(id)
    }
}
