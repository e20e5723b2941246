//! Stores and deletes attributes: slots, shapes, classes, descriptors.

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::names::NameId;
use crate::base::value::{Tag, Value};
use crate::heap::{DICT_SHAPE, DictObj, FuncExtra, Object, class_flags};
use crate::heap::{FUNC_EXTRA_BLOCK, value_block};
use crate::runtime::core::Runtime;
use crate::runtime::native::NativeKind;
use crate::runtime::type_table as reg;
use crate::runtime::type_table::registry;

/// Private library names that programs are meant to set, by module: number formats, the domain of messages, the kind of database to create.
const SETTABLE_PRIVATE_NAMES: &[(&str, &str)] =
    &[("locale", "_override_localeconv"), ("gettext", "_current_domain"), ("dbm", "_defaultmod")];

impl Runtime {
    /// True for names that programs are meant to set: some of `sys`, and those of [`SETTABLE_PRIVATE_NAMES`].
    fn is_meant_to_be_replaced(&self, module: Value, name: NameId) -> bool {
        let text = self.names.text(name);
        let is = |home: &str| self.modules.by_name.get(home) == Some(&module);
        is_settable_in_sys(text) && is("sys") || SETTABLE_PRIVATE_NAMES.iter().any(|(home, given)| *given == text && is(home))
    }

    /// `obj.name = value`, or `del obj.name` when `value` is undefined.
    pub(crate) fn store_attr(&mut self, obj: Value, name: NameId, value: Value) -> Result<(), Abrupt> {
        match obj.tag {
            Tag::Inst => {
                let class = self.heap.insts.get(obj.index()).class;
                let flags = self.heap.classes.get(class).flags;
                let (flag, hook) = if value.is_undef() {
                    (class_flags::DELATTR, names::dunder_delattr)
                } else {
                    (class_flags::SETATTR, names::dunder_setattr)
                };
                if flags & flag != 0
                    && let Some(hook) = self.user_lookup(Value::heap(Tag::Class, class), hook)
                {
                    let text = self.name_value(name)?;
                    return Err(if value.is_undef() {
                        self.tail_method(hook, obj, &[text])
                    } else {
                        self.tail_method(hook, obj, &[text, value])
                    });
                }
                self.store_inst_plain(obj, name, value)
            }
            Tag::Class => {
                let meta = self.heap.classes.get(obj.index()).metaclass;
                if meta.tag == Tag::Class {
                    let hook = if value.is_undef() { names::dunder_delattr } else { names::dunder_setattr };
                    if let Some(hook) = self.user_lookup(meta, hook) {
                        let text = self.name_value(name)?;
                        return Err(if value.is_undef() {
                            self.tail_method(hook, obj, &[text])
                        } else {
                            self.tail_method(hook, obj, &[text, value])
                        });
                    }
                    if let Some(attr) = self.user_lookup(meta, name)
                        && self.is_data_descriptor(attr)
                    {
                        return self.store_descriptor(attr, obj, name, value);
                    }
                }
                self.store_class_attr(obj, name, value)
            }
            Tag::Module => match self.module_class(obj) {
                Some(class) => self.store_module_of_class(obj, class, name, value),
                None => self.store_module_attr(obj, name, value),
            },
            Tag::Exc => self.store_exc_attr(obj, name, value),
            Tag::Func if name == names::dunder_class && self.is_type(value) => {
                Err(self.type_error("__class__ assignment only supported for mutable types or ModuleType subclasses"))
            }
            Tag::Func => crate::objects::types::function::store_attr(self, obj, name, value),
            Tag::Gen if crate::objects::types::generator::store_attr(self, obj, name, value)? => Ok(()),
            Tag::Cell if self.names.text(name) == "cell_contents" => {
                self.heap.cells.get_mut(obj.index()).0 = value;
                Ok(())
            }
            Tag::Type => Err(self.immutable_type(obj, name)),
            Tag::Object if matches!(self.heap.as_object(obj), Object::Super { .. }) => {
                let text = self.names.text(name).to_string();
                Err(self.attribute_error(&format!("'super' object has no attribute '{text}' and no __dict__ for setting new attributes")))
            }
            Tag::Object
                if matches!(self.heap.as_object(obj), Object::Partial { .. }) && registry().own_member(reg::PARTIAL, name).is_none() =>
            {
                if crate::objects::types::partial::set_partial_attribute(self, obj, name, value)? {
                    return Ok(());
                }
                Err(self.no_attribute(obj, name))
            }
            Tag::Object if crate::objects::types::descriptor::store_property(self, obj, name, value) => Ok(()),
            Tag::Object if crate::objects::types::descriptor::store_wrapper(self, obj, name, value)? => Ok(()),
            _ => {
                let ty = self.builtin_type(obj);
                if let Some(attr) = registry().member(ty, name) {
                    let text = self.names.text(name).to_string();
                    let class = self.type_name(obj);
                    let is_getter = registry().native(attr).is_some_and(|native| native.def.kind == NativeKind::Get);
                    if is_getter && name == names::dunder_dict && value.is_undef() {
                        return Err(self.type_error("cannot delete __dict__"));
                    }
                    return Err(if is_getter && super::native_call::is_member(ty, &text) {
                        self.attribute_error("readonly attribute")
                    } else if is_getter {
                        self.attribute_error(&format!("attribute '{text}' of '{class}' objects is not writable"))
                    } else {
                        self.attribute_error(&format!("'{class}' object attribute '{text}' is read-only"))
                    });
                }
                if name == names::dunder_class {
                    if value.is_undef() {
                        return Err(self.type_error("can't delete __class__ attribute"));
                    }
                    if !self.is_type(value) {
                        let shown = self.type_name(value);
                        return Err(self.type_error(&format!("__class__ must be set to a class, not '{shown}' object")));
                    }
                    return Err(self.type_error("__class__ assignment only supported for mutable types or ModuleType subclasses"));
                }
                Err(self.no_such_slot_error(obj, name))
            }
        }
    }

    /// Like [`Runtime::store_module_attr`], for a module whose `__class__` the program has set: the hooks of that class come first.
    fn store_module_of_class(&mut self, obj: Value, class: Value, name: NameId, value: Value) -> Result<(), Abrupt> {
        let hook = if value.is_undef() { names::dunder_delattr } else { names::dunder_setattr };
        if let Some(hook) = self.user_lookup(class, hook) {
            let text = self.name_value(name)?;
            let given = if value.is_undef() { [text].to_vec() } else { [text, value].to_vec() };
            return Err(self.tail_method(hook, obj, &given));
        }
        self.store_module_attr(obj, name, value)
    }

    /// The default store (`object.__setattr__`, `object.__delattr__`) for a module.
    pub(crate) fn store_module_attr(&mut self, obj: Value, name: NameId, value: Value) -> Result<(), Abrupt> {
        if let Some(class) = self.module_class(obj)
            && name != names::dunder_class
            && let Some(attr) = self.class_lookup(class, name)
            && self.is_data_descriptor(attr)
        {
            return self.store_descriptor(attr, obj, name, value);
        }
        let namespace = self.heap.modules.get(obj.index()).namespace;
        if value.is_undef() && name != names::dunder_class && self.get_global(namespace, name).is_none() {
            let (class, text) = (self.type_name(obj).to_string(), self.names.text(name).to_string());
            return Err(self.attribute_error(&format!("'{class}' object has no attribute '{text}'")));
        }
        if self.modules.namespaces.get(namespace as usize).is_some_and(|space| space.trusted)
            && !self.policy.trusted
            && !self.is_meant_to_be_replaced(obj, name)
        {
            let text = self.names.text(name).to_string();
            if !text.starts_with("__") && self.modules.by_name.get("builtins") == Some(&obj) {
                self.ask_to_write(obj, &text)?;
                // This changes the builtins of the program only. Library code keeps its own.
                self.caches.builtins.clear();
                return self.set_global(namespace, name, value);
            }
            // A program may replace public names, as tests do. It may add a name if no code of the module can refer to that name.
            if match self.get_global(namespace, name) {
                Some(_) => !text.starts_with('_') || !text.starts_with("__") && self.is_added_by_user(namespace, &text)?,
                None => !text.starts_with("__") && !self.is_builtin_name(name) && self.may_be_read(obj, &text),
            } {
                self.ask_to_write(obj, &text)?;
                return self.set_global(namespace, name, value);
            }
            return Err(self.attribute_error(&format!("modules of the sandbox are read-only: cannot set '{text}'")));
        }
        if name == names::dunder_class {
            return self.set_module_class(namespace, value);
        }
        self.set_global(namespace, name, value)
    }

    /// Refuses what the policy does not let programs write in a library module. Names with double underscores are no rule's.
    fn ask_to_write(&mut self, module: Value, text: &str) -> Result<(), Abrupt> {
        let home = self.heap.text(self.heap.modules.get(module.index()).name);
        let asked = self.policy.grants.module_attribute(home, text, stockade_policy::Access::Write);
        match asked.err().filter(|_| !text.starts_with("__")) {
            Some(denied) => Err(self.deny(crate::runtime::exceptions::ATTRIBUTE_ERROR, &denied)),
            None => Ok(()),
        }
    }

    /// True when the policy lets programs read this name of a library module. False for modules that the host lends.
    fn may_be_read(&self, module: Value, name: &str) -> bool {
        let home = self.heap.text(self.heap.modules.get(module.index()).name);
        !self.is_lent(home) && self.policy.grants.module_attribute(home, name, stockade_policy::Access::Read).is_ok()
    }

    /// True when the program has added this name: the source of the library module does not define it.
    fn is_added_by_user(&mut self, namespace: u32, name: &str) -> Result<bool, Abrupt> {
        let Some(program) = self.modules.namespaces.get(namespace as usize).and_then(|space| space.source.clone()) else {
            return Ok(false);
        };
        self.charge(program.globals.len() as u64 / 16)?;
        let is_name = |id: &stockade_compiler::bytecode::NameId| program.names.get(id.0 as usize).is_some_and(|text| **text == *name);
        Ok(!program.globals.iter().any(is_name))
    }

    /// True when library code without a variable of this name finds a builtin or a fallback under it.
    fn is_builtin_name(&self, name: NameId) -> bool {
        let registry = crate::runtime::type_table::registry();
        registry.builtin(name).is_some()
            || registry.trusted_builtin(name).is_some()
            || crate::runtime::type_table::has_fallback(self.names.text(name))
    }

    fn set_module_class(&mut self, namespace: u32, class: Value) -> Result<(), Abrupt> {
        if class.is_undef() {
            return Err(self.type_error("can't delete __class__ attribute"));
        }
        if !self.is_type(class) {
            let shown = self.type_name(class);
            return Err(self.type_error(&format!("__class__ must be set to a class, not '{shown}' object")));
        }
        let is_one = class.tag == Tag::Class && self.heap.classes.get(class.index()).layout == reg::MODULE.0;
        if !is_one && class != reg::MODULE.value() {
            return Err(self.type_error("__class__ assignment only supported for mutable types or ModuleType subclasses"));
        }
        self.set_global(namespace, names::dunder_class, class)
    }

    fn store_descriptor(&mut self, attr: Value, obj: Value, name: NameId, value: Value) -> Result<(), Abrupt> {
        match attr.tag {
            Tag::Object => match self.heap.as_object(attr) {
                Object::Property { set, del, .. } => {
                    let hook = if value.is_undef() { *del } else { *set };
                    if hook.is_none() || hook.is_undef() {
                        return Err(self.property_error(attr, obj, if value.is_undef() { "deleter" } else { "setter" }));
                    }
                    Err(if value.is_undef() { self.tail_call(hook, &[obj]) } else { self.tail_call(hook, &[obj, value]) })
                }
                // The slot belongs to the class that the descriptor was made for. The descriptor may be stored under another name.
                Object::SlotDescriptor { class, .. } => {
                    let class = *class;
                    let name = crate::objects::types::function::slot_of(self, attr, class, obj)?;
                    if value.is_undef() && self.own_slot(obj, name).is_none() {
                        let text = self.names.text(name).to_string();
                        return Err(self.attribute_error(&text));
                    }
                    self.store_slot(obj, name, value)
                }
                _ => Ok(()),
            },
            Tag::Inst | Tag::Exc => {
                let class = self.type_of(attr);
                let hook = if value.is_undef() { names::dunder_delete } else { names::dunder_set };
                match self.user_lookup(class, hook) {
                    Some(hook) => Err(if value.is_undef() {
                        self.tail_method(hook, attr, &[obj])
                    } else {
                        self.tail_method(hook, attr, &[obj, value])
                    }),
                    None => match self.payload(attr) {
                        Some(payload) if payload.tag == Tag::Object => self.store_descriptor(payload, obj, name, value),
                        _ => {
                            let text = self.names.text(name).to_string();
                            let hook = if value.is_undef() { "__delete__" } else { "__set__" };
                            let _ = text;
                            Err(self.attribute_error(hook))
                        }
                    },
                }
            }
            _ if name == names::dunder_dict && value.is_undef() => Err(self.type_error("cannot delete __dict__")),
            _ => {
                let (text, class) = (self.names.text(name).to_string(), self.type_name(obj));
                Err(self.attribute_error(&format!("attribute '{text}' of '{class}' objects is not writable")))
            }
        }
    }

    /// The default store (`object.__setattr__`).
    pub(crate) fn store_inst_plain(&mut self, obj: Value, name: NameId, value: Value) -> Result<(), Abrupt> {
        let class = self.type_of(obj);
        if let Some(attr) = self.class_lookup(class, name)
            && self.is_data_descriptor(attr)
        {
            return self.store_descriptor(attr, obj, name, value);
        }
        if name == names::dunder_class && value.is_undef() {
            return Err(self.type_error("can't delete __class__ attribute"));
        }
        if name == names::dunder_class {
            return crate::objects::types::class::set_class(self, obj, value);
        }
        if name == names::dunder_dict {
            // A deleted `__dict__` is replaced by an empty dict.
            let plain = if value.is_undef() { self.heap.dict(DictObj::default())? } else { self.unwrap_payload(value) };
            if plain.tag != Tag::Dict {
                let kind = self.type_name(value);
                return Err(self.type_error(&format!("__dict__ must be set to a dictionary, not a '{kind}'")));
            }
            self.inst_dict(obj)?;
            if let Some(slot) = self.heap.insts.get_mut(obj.index()).slots.last_mut() {
                *slot = plain;
            }
            return Ok(());
        }
        if self.heap.classes.get(class.index()).slots.is_some() {
            let (text, class_name) = (self.names.text(name).to_string(), self.type_name(obj));
            if self.class_lookup(class, name).is_some() {
                return Err(self.attribute_error(&format!("'{class_name}' object attribute '{text}' is read-only")));
            }
            return Err(self.no_such_slot_error(obj, name));
        }
        self.store_own(obj, name, value)
    }

    fn immutable_type(&mut self, class: Value, name: NameId) -> Abrupt {
        let (text, class) = (self.names.text(name).to_string(), self.full_class_name(class));
        self.type_error(&format!("cannot set '{text}' attribute of immutable type '{class}'"))
    }

    /// The `AttributeError` for an object that lacks this attribute and has no `__dict__`.
    fn no_such_slot_error(&mut self, obj: Value, name: NameId) -> Abrupt {
        let (text, class) = (self.names.text(name).to_string(), self.type_name(obj));
        // A class with `__setattr__` or `__delattr__` uses another setter in CPython, whose message gives no reason.
        let hooked = obj.tag == Tag::Inst
            && self.heap.classes.get(self.heap.insts.get(obj.index()).class).flags & (class_flags::SETATTR | class_flags::DELATTR) != 0;
        let why = if hooked { "" } else { " and no __dict__ for setting new attributes" };
        let exit = self.attribute_error(&format!("'{class}' object has no attribute '{text}'{why}"));
        self.with_attribute_fields(exit, obj, name)
    }

    /// The `AttributeError` for deleting a missing attribute. As in CPython it has no `name` and `obj`, so there is no suggestion.
    fn delete_missing_error(&mut self, obj: Value, name: NameId) -> Abrupt {
        let (text, class) = (self.names.text(name).to_string(), self.type_name(obj));
        self.attribute_error(&format!("'{class}' object has no attribute '{text}'"))
    }

    /// Stores or deletes an attribute in the instance.
    pub(crate) fn store_own(&mut self, obj: Value, name: NameId, value: Value) -> Result<(), Abrupt> {
        let shape = self.heap.insts.get(obj.index()).shape;
        if shape == DICT_SHAPE {
            let dict = self.inst_dict(obj)?;
            let key = self.name_value(name)?;
            if value.is_undef() {
                return match self.attr_remove(dict, key)? {
                    Some(_) => Ok(()),
                    None => Err(self.delete_missing_error(obj, name)),
                };
            }
            return self.attr_set(dict, key, value);
        }
        if let Some(slot) = self.shapes.slot(shape, name) {
            let is_slotted = self.heap.classes.get(self.heap.insts.get(obj.index()).class).slots.is_some();
            if value.is_undef() {
                if self.own_attr(obj, name).is_none() {
                    return Err(self.delete_missing_error(obj, name));
                }
                if !is_slotted {
                    // A deleted attribute that is set again comes last. Only a dict keeps that order.
                    self.inst_dict(obj)?;
                    return self.store_own(obj, name, value);
                }
            }
            if let Some(place) = self.heap.insts.get_mut(obj.index()).slots.get_mut(slot as usize) {
                *place = value;
            }
            return Ok(());
        }
        if value.is_undef() {
            return Err(self.delete_missing_error(obj, name));
        }
        let next = match self.shapes.child(shape, name) {
            Some(next) => next,
            None => {
                if !self.shapes.can_grow(shape) {
                    self.inst_dict(obj)?;
                    return self.store_own(obj, name, value);
                }
                self.heap.charge(self.shapes.bytes_to_grow(shape))?;
                match self.shapes.grow(shape, name) {
                    Some(next) => next,
                    None => return Err(Abrupt::Bug("shape tree is full")),
                }
            }
        };
        self.push_slot(obj, value, next)
    }

    /// Moves an instance to a child shape with one more slot.
    #[inline]
    pub(crate) fn push_slot(&mut self, obj: Value, value: Value, shape: u32) -> Result<(), Abrupt> {
        let inst = self.heap.insts.get_mut(obj.index());
        if inst.slots.len() == inst.slots.capacity() {
            return self.grow_and_push_slot(obj, value, shape);
        }
        inst.slots.push(value);
        inst.shape = shape;
        Ok(())
    }

    /// Like `push_slot`, when the vector is full: makes room for four slots, or for twice as many.
    #[inline(never)]
    pub(crate) fn grow_and_push_slot(&mut self, obj: Value, value: Value, shape: u32) -> Result<(), Abrupt> {
        let slots = &self.heap.insts.get(obj.index()).slots;
        let (len, spilled) = (slots.len(), slots.spilled());
        let (wanted, old) = if spilled { (len.saturating_mul(2), len) } else { (4, 0) };
        self.heap.charge(value_block(wanted) - value_block(old))?;
        let inst = self.heap.insts.get_mut(obj.index());
        if let [first, second] = *inst.slots.as_slice() {
            let mut slots = self.heap.free_list.take(wanted);
            slots.extend_from_slice(&[first, second, value]);
            inst.slots = smallvec::SmallVec::from_vec(slots);
        } else {
            inst.slots.reserve_exact(wanted - len);
            inst.slots.push(value);
        }
        inst.shape = shape;
        Ok(())
    }

    pub(crate) fn store_class_attr(&mut self, class: Value, name: NameId, value: Value) -> Result<(), Abrupt> {
        // A class that CPython has in C is immutable for programs. Library code may still complete it.
        let is_compiled = |home| home == "_io" || (home != "ast" && crate::objects::types::class_members::is_library_class(self, class));
        if class.tag != Tag::Class || (!self.policy.trusted && self.compiled_home(class).is_some_and(is_compiled)) {
            return Err(self.immutable_type(class, name));
        }
        if crate::objects::types::class::store_special(self, class, name, value)? {
            return Ok(());
        }
        if !value.is_undef() && self.names.text(name).starts_with("__") {
            crate::objects::types::class_members::check_member(self, name, value)?;
        }
        let layout = crate::runtime::type_table::TypeId(self.heap.classes.get(class.index()).layout);
        crate::objects::types::class_members::check_order(self, layout, name)?;
        // A function that CPython has in C does not bind as a method: store it as a static method.
        let value = if value.tag == Tag::Func && !self.policy.trusted && crate::objects::types::function::is_compiled(self, value) {
            self.heap.object(Object::StaticMethod(value, Value::UNDEF))?
        } else {
            value
        };
        let before = self.heap.classes.get(class.index()).attrs.get(name);
        if value.is_undef() {
            if before.is_none() {
                return Err(self.no_attribute(class, name));
            }
            self.heap.classes.get_mut(class.index()).attrs.remove(name);
            self.heap.refund(crate::heap::ATTR_BYTES);
        } else {
            if before.is_none() {
                self.heap.charge(crate::heap::ATTR_BYTES)?;
            }
            self.heap.classes.get_mut(class.index()).attrs.set(name, value);
        }
        // Data replaces data, for example a counter in a class. Inline caches stay valid.
        let data = |value: Value| matches!(value.tag, Tag::None | Tag::Bool | Tag::Int | Tag::BigInt | Tag::Float | Tag::Str | Tag::Tuple);
        self.changed(class, !(before.is_some_and(data) && data(value)))
    }

    /// Gives a changed class and all its subclasses new versions and flags, so that caches of the old state become invalid.
    pub(crate) fn class_changed(&mut self, class: Value) -> Result<(), Abrupt> {
        self.changed(class, true)
    }

    /// Like `class_changed`. `affects_caches` is true when inline caches of instances may be wrong: where own attributes and functions of
    /// classes are. Then the epoch advances.
    fn changed(&mut self, class: Value, affects_caches: bool) -> Result<(), Abrupt> {
        self.charge_units(crate::base::fuel::once::CLASS_CHANGE)?;
        let mut work = vec![class.index()];
        // In a lattice of classes there are exponentially many ways to a subclass.
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(at) = work.pop() {
            self.charge(12)?;
            self.caches.next_class_version += 1;
            let version = self.caches.next_class_version;
            work.extend(self.heap.classes.get(at).subclasses.iter().copied().filter(|child| seen.insert(*child)));
            let flags = crate::objects::types::class_construction::flags_of(self, Value::heap(Tag::Class, at));
            let object = self.heap.classes.get_mut(at);
            object.version = version;
            object.flags = flags;
            if affects_caches && object.watched {
                self.caches.epoch.advance();
            }
        }
        Ok(())
    }

    fn store_exc_attr(&mut self, obj: Value, name: NameId, value: Value) -> Result<(), Abrupt> {
        let class = self.heap.excs.get(obj.index()).class;
        let hook = if value.is_undef() { names::dunder_delattr } else { names::dunder_setattr };
        if let Some(hook) = self.user_method(obj, hook) {
            let text = self.name_value(name)?;
            return Err(if value.is_undef() { self.tail_method(hook, obj, &[text]) } else { self.tail_method(hook, obj, &[text, value]) });
        }
        if let Some(attr) = self.user_lookup(class, name)
            && self.is_data_descriptor(attr)
            && !self.is_slot(attr)
        {
            return self.store_descriptor(attr, obj, name, value);
        }
        self.store_exc_plain(obj, name, value)
    }

    /// The default store on an exception: in its fields, else in its dict.
    pub(crate) fn store_exc_plain(&mut self, obj: Value, name: NameId, value: Value) -> Result<(), Abrupt> {
        if name == names::dunder_class {
            if value.is_undef() {
                return Err(self.type_error("can't delete __class__ attribute"));
            }
            return crate::objects::types::class::set_class(self, obj, value);
        }
        if crate::objects::types::exception::store_field(self, obj, name, value)? {
            return Ok(());
        }
        if name == names::dunder_dict && !value.is_undef() {
            let plain = self.unwrap_payload(value);
            if plain.tag != Tag::Dict {
                let shown = self.type_name(value);
                return Err(self.type_error(&format!("__dict__ must be set to a dictionary, not a '{shown}'")));
            }
            self.heap.excs.get_mut(obj.index()).dict = plain;
            return Ok(());
        }
        let dict = self.exc_dict(obj)?;
        let key = self.name_value(name)?;
        if value.is_undef() {
            return match self.attr_remove(dict, key)? {
                Some(_) => Ok(()),
                None => Err(self.no_attribute(obj, name)),
            };
        }
        self.attr_set(dict, key, value)
    }

    /// The rarely used part of a function. It is created when missing.
    pub(crate) fn func_extra(&mut self, func: Value) -> Result<&mut FuncExtra, Abrupt> {
        if self.heap.funcs.get(func.index()).extra.is_none() {
            self.heap.charge(FUNC_EXTRA_BLOCK)?;
            self.heap.funcs.get_mut(func.index()).extra = Some(Box::default());
        }
        self.heap.funcs.get_mut(func.index()).extra.as_deref_mut().ok_or(Abrupt::Bug("function without its extra part"))
    }
}

/// Attributes that a program may add to `sys`.
pub(crate) fn is_settable_in_sys(name: &str) -> bool {
    matches!(name, "tracebacklimit" | "ps1" | "ps2" | "last_exc" | "last_type" | "last_value" | "last_traceback")
}
