//! Attributes: lookup through instances, classes, metaclasses, modules and builtin types, with descriptors.

use crate::base::abrupt::Abrupt;
use crate::base::fuel::once;
use crate::base::names;
use crate::base::names::NameId;
use crate::base::value::{Tag, Value};
use crate::heap::value_block;
use crate::heap::{DICT_SHAPE, DictObj, Object, class_flags};
use crate::runtime::core::Runtime;
use crate::runtime::native::NativeKind;
use crate::runtime::type_table as reg;
use crate::runtime::type_table::{TypeId, registry};

/// The result of reading a class attribute through an instance.
enum Bound {
    Value(Value),
    /// A getter or `__get__` of user code, to be called in tail position.
    Call(Value, [Value; 3], usize),
}

/// Where an attribute of a value comes from.
enum Holder {
    Itself,
    Next(Value),
    /// Like `Next`, but an error names this value.
    Wrapped(Value),
    Found(Value),
}

/// True when the function type has a getter of this name. It takes precedence over the function's `__dict__`.
fn is_data_of_functions(name: NameId) -> bool {
    let own = registry().member(reg::FUNCTION, name).and_then(|member| registry().native(member));
    name == names::dunder_class || own.is_some_and(|native| native.def.kind == NativeKind::Get)
}

impl Runtime {
    /// `obj.name`.
    pub(crate) fn load_attr(&mut self, obj: Value, name: NameId) -> Result<Value, Abrupt> {
        match obj.tag {
            Tag::Inst => self.load_inst_attr(obj, name),
            Tag::Class => self.load_class_attr(obj, name),
            Tag::Type => self.load_type_attr(obj, name),
            Tag::Module => self.load_module_attr(obj, name),
            Tag::Func => self.load_func_attr(obj, name),
            Tag::Exc => self.load_exc_attr(obj, name),
            Tag::Method | Tag::Object => self.load_passed_on_attr(obj, name),
            _ => self.load_builtin_attr(obj, name),
        }
    }

    /// An attribute of a value that passes many reads on: a method to its function, an alias to its origin, a wrapper to what it wraps.
    /// The program chooses how deep they nest, so this is a loop.
    fn load_passed_on_attr(&mut self, obj: Value, name: NameId) -> Result<Value, Abrupt> {
        let mut holder = obj;
        // The error of a wrapper names the outermost one, whatever error the inner one had.
        let mut wrapper = None;
        let found = loop {
            let next = match self.next_holder(holder, name)? {
                Holder::Found(value) => break Ok(value),
                Holder::Itself => None,
                Holder::Wrapped(next) => {
                    wrapper = wrapper.or(Some(holder));
                    Some(next)
                }
                Holder::Next(next) => Some(next),
            };
            let Some(next) = next else { break self.load_builtin_attr(holder, name) };
            self.charge(u64::from(holder != obj))?;
            holder = next;
            break match holder.tag {
                Tag::Method | Tag::Object => continue,
                Tag::Inst => self.load_inst_attr(holder, name),
                Tag::Class => self.load_class_attr(holder, name),
                Tag::Type => self.load_type_attr(holder, name),
                Tag::Module => self.load_module_attr(holder, name),
                Tag::Func => self.load_func_attr(holder, name),
                Tag::Exc => self.load_exc_attr(holder, name),
                _ => self.load_builtin_attr(holder, name),
            };
        };
        match (found, wrapper) {
            (Err(Abrupt::Raise(exc)), Some(wrapper))
                if self.is_property(wrapper) || self.exception_is(exc, crate::runtime::exceptions::ATTRIBUTE_ERROR) =>
            {
                Err(self.no_attribute(wrapper, name))
            }
            (found, _) => found,
        }
    }

    fn is_property(&self, value: Value) -> bool {
        value.tag == Tag::Object && matches!(self.heap.as_object(value), Object::Property { .. })
    }

    /// One step of [`Runtime::load_passed_on_attr`].
    fn next_holder(&mut self, holder: Value, name: NameId) -> Result<Holder, Abrupt> {
        if holder.tag == Tag::Method {
            let func = self.heap.methods.get(holder.index()).func;
            let is_own = matches!(name, names::dunder_self | names::dunder_func | names::dunder_class);
            let passes = !is_own && func.tag != Tag::Native && registry().own_member(reg::METHOD, name).is_none();
            return Ok(if passes { Holder::Next(func) } else { Holder::Itself });
        }
        Ok(match self.heap.as_object(holder) {
            Object::GenericAlias { origin, .. } if !crate::objects::types::generic_alias::is_own(self, name) => Holder::Next(*origin),
            Object::StaticMethod(inner, dict) | Object::ClassMethod(inner, dict) => {
                let (inner, has_dict) = (*inner, !dict.is_undef());
                if has_dict && let Some(value) = crate::objects::types::descriptor::wrapper_attribute(self, holder, name)? {
                    return Ok(Holder::Found(value));
                }
                if crate::objects::types::descriptor::COPIED_ATTRIBUTES.contains(&name) { Holder::Wrapped(inner) } else { Holder::Itself }
            }
            Object::Property { get, name: own, .. } if name == names::dunder_name && own.is_undef() && !get.is_none() => {
                Holder::Wrapped(*get)
            }
            _ => Holder::Itself,
        })
    }

    /// True when no class defines this attribute and no user hook can make one up. Then only the object's own attributes count, and
    /// [`Runtime::load_attr`] runs no user code and allocates nothing.
    pub(crate) fn has_no_class_attribute(&self, obj: Value, name: NameId) -> bool {
        let class = self.type_of(obj);
        let has_hooks = |class: Value| {
            class.tag == Tag::Class && {
                let class = self.heap.classes.get(class.index());
                class.flags & (class_flags::GETATTRIBUTE | class_flags::GETATTR) != 0 || class.layout == reg::MODULE.0
            }
        };
        let is_silent = match obj.tag {
            Tag::None | Tag::Bool | Tag::Int | Tag::Float | Tag::Str | Tag::Bytes | Tag::List | Tag::Tuple | Tag::Dict | Tag::Set => true,
            Tag::Func | Tag::Native | Tag::Gen => true,
            Tag::Inst | Tag::Exc => !has_hooks(class),
            Tag::Class => !has_hooks(class) && self.class_lookup(obj, name).is_none(),
            Tag::Module => {
                let space = self.heap.modules.get(obj.index()).namespace;
                self.get_global(space, name).is_none() && self.get_global(space, names::dunder_getattr).is_none() && !has_hooks(class)
            }
            _ => false,
        };
        is_silent && self.class_lookup(class, name).is_none()
    }

    fn load_inst_attr(&mut self, obj: Value, name: NameId) -> Result<Value, Abrupt> {
        let class_index = self.heap.insts.get(obj.index()).class;
        let class = Value::heap(Tag::Class, class_index);
        let flags = self.heap.classes.get(class_index).flags;
        if flags & class_flags::GETATTRIBUTE != 0 {
            return Err(self.tail_fallback("attr_getattribute", &[obj, Value::UNDEF, Value::UNDEF]).with_name(self, name));
        }
        self.load_inst_plain(obj, class, flags, name)
    }

    /// True for a class attribute with a `__get__` in user code, in a class with `__getattr__`: an `AttributeError` of `__get__` must still
    /// reach `__getattr__`.
    fn needs_getattr_fallback(&self, attr: Value, flags: u32) -> bool {
        flags & class_flags::GETATTR != 0 && attr.tag == Tag::Inst && self.user_method(attr, names::dunder_get).is_some()
    }

    /// The default lookup (`object.__getattribute__`), then `__getattr__`.
    pub(crate) fn load_inst_plain(&mut self, obj: Value, class: Value, flags: u32, name: NameId) -> Result<Value, Abrupt> {
        let on_type = self.class_lookup(class, name);
        if let Some(attr) = on_type
            && self.is_data_descriptor(attr)
            && !self.is_write_only_descriptor(attr)
        {
            // A property that raises `AttributeError` must still reach `__getattr__`. The `try` in the fallback does that.
            if flags & class_flags::GETATTR != 0 && matches!(attr.tag, Tag::Object | Tag::Inst) && !self.is_filled_slot(obj, attr) {
                return Err(self.tail_fallback("attr_with_getattr", &[obj, Value::UNDEF]).with_name(self, name));
            }
            return self.bind(attr, obj, class);
        }
        // In CPython these are data descriptors of `object` and of the class. An entry of `__dict__` with such a name is not found.
        let is_descriptor = on_type.is_none()
            && (name == names::dunder_class || name == names::dunder_dict && self.heap.classes.get(class.index()).slots.is_none());
        if !is_descriptor && let Some(value) = self.own_attr(obj, name) {
            return Ok(value);
        }
        match on_type {
            Some(attr) if self.needs_getattr_fallback(attr, flags) => {
                Err(self.tail_fallback("attr_with_getattr", &[obj, Value::UNDEF]).with_name(self, name))
            }
            Some(attr) => self.bind(attr, obj, class),
            None => {
                // The attributes that every object has come before `__getattr__`.
                let special = matches!(name, names::dunder_class | names::dunder_doc)
                    || (name == names::dunder_dict && self.heap.classes.get(class.index()).slots.is_none());
                // A module may have its own `__getattr__`, too.
                if !special
                    && self.heap.classes.get(class.index()).layout == reg::MODULE.0
                    && let Some(getattr) = self.own_attr(obj, names::dunder_getattr)
                {
                    let text = self.name_value(name)?;
                    return Err(self.tail_call(getattr, &[text]));
                }
                if flags & class_flags::GETATTR != 0
                    && !special
                    && let Some(getattr) = self.user_lookup(class, names::dunder_getattr)
                {
                    self.heap.fuel.charge_walk(once::IMPLICIT_CALL);
                    let text = self.name_value(name)?;
                    return Err(self.tail_method(getattr, obj, &[text]));
                }
                self.special_inst_attr(obj, class, name)
            }
        }
    }

    /// True for a descriptor of a user class without `__get__`. Reads go to the instance's own attributes.
    fn is_write_only_descriptor(&self, attr: Value) -> bool {
        attr.tag == Tag::Inst && self.payload(attr).is_none() && self.user_lookup(self.type_of(attr), names::dunder_get).is_none()
    }

    /// True for a slot descriptor whose slot has a value, and for those of `__dict__` and `__weakref__`, which always have one.
    fn is_filled_slot(&mut self, obj: Value, attr: Value) -> bool {
        if attr.tag != Tag::Object {
            return false;
        }
        let Object::SlotDescriptor { name, .. } = *self.heap.as_object(attr) else { return false };
        matches!(name, names::dunder_dict | names::dunder_weakref) || self.own_slot(obj, name).is_some()
    }

    pub(crate) fn is_slot(&self, attr: Value) -> bool {
        attr.tag == Tag::Object && matches!(self.heap.as_object(attr), Object::SlotDescriptor { .. })
    }

    fn special_inst_attr(&mut self, obj: Value, class: Value, name: NameId) -> Result<Value, Abrupt> {
        match name {
            names::dunder_class => Ok(class),
            names::dunder_dict if self.heap.classes.get(class.index()).slots.is_none() => self.inst_dict(obj),
            names::dunder_doc => Ok(Value::NONE),
            names::dunder_weakref if crate::objects::types::class::special_attr(self, class, name)?.is_some() => {
                Ok(crate::objects::types::weakref::first_owner(self, obj))
            }
            // An instance of a user subclass of `super`.
            _ if self.heap.classes.get(class.index()).layout == reg::SUPER.0 => match self.payload(obj) {
                Some(payload) if payload.tag == Tag::Object => self.load_builtin_attr(payload, name),
                _ => Err(self.no_attribute(obj, name)),
            },
            _ => Err(self.no_attribute(obj, name)),
        }
    }

    /// An attribute that is stored in the instance.
    #[inline]
    pub(crate) fn own_attr(&mut self, obj: Value, name: NameId) -> Option<Value> {
        let inst = self.heap.insts.get(obj.index());
        if inst.shape == DICT_SHAPE {
            let dict = *inst.slots.last()?;
            return self.dict_get_name(dict, name);
        }
        let slot = self.shapes.slot(inst.shape, name)?;
        inst.slots.get(slot as usize).copied().and_then(Value::defined)
    }

    pub(crate) fn dict_get_name(&mut self, dict: Value, name: NameId) -> Option<Value> {
        let key = self.name_value(name).ok()?;
        self.attr_get(dict, key).ok()?
    }

    /// The dict entry of a name, which is a plain str. Keys of user classes with an equal hash are skipped without calling `__eq__`: such a key is never a name.
    fn attr_find(&mut self, dict: Value, key: Value) -> Result<(Option<usize>, u64), Abrupt> {
        let hash = self.hash_str(key);
        let (mut probe, mut steps) = (DictObj::probe(hash), 0);
        loop {
            let object = self.heap.dicts.get(dict.index());
            let Some(at) = object.next_candidate(hash, &mut probe, &mut steps) else { break };
            let Some(candidate) = object.entry(at).map(|entry| self.unwrap_payload(entry.key)) else { break };
            if candidate == key || candidate.tag == Tag::Str && self.str_eq(candidate, key) {
                return Ok((Some(at), hash));
            }
            self.charge(1)?;
        }
        if steps > 8 {
            self.charge(steps / 8)?;
        }
        Ok((None, hash))
    }

    /// The value of a name in a dict of attributes.
    pub(crate) fn attr_get(&mut self, dict: Value, key: Value) -> Result<Option<Value>, Abrupt> {
        let (at, _) = self.attr_find(dict, key)?;
        Ok(at.and_then(|at| self.heap.dicts.get(dict.index()).entry(at)).map(|entry| entry.value))
    }

    /// Sets a name in a dict of attributes.
    pub(crate) fn attr_set(&mut self, dict: Value, key: Value, value: Value) -> Result<(), Abrupt> {
        match self.attr_find(dict, key)? {
            (Some(at), _) => {
                self.heap.dicts.get_mut(dict.index()).set_value(at, value);
                if self.modules.has_views {
                    self.variable_set(dict, key, value)?;
                }
            }
            (None, hash) => self.dict_add(dict, key, hash, value)?,
        }
        Ok(())
    }

    /// Takes a name out of a dict of attributes.
    pub(crate) fn attr_remove(&mut self, dict: Value, key: Value) -> Result<Option<Value>, Abrupt> {
        let (at, _) = self.attr_find(dict, key)?;
        let removed = at.and_then(|at| self.heap.dicts.get_mut(dict.index()).remove_at(at));
        if removed.is_some() {
            self.variable_removed(dict, key)?;
        }
        Ok(removed.map(|pair| pair.1))
    }

    /// `obj.__dict__` of an instance: moves its attributes to a real dict, which the instance uses from then on.
    pub(crate) fn inst_dict(&mut self, obj: Value) -> Result<Value, Abrupt> {
        let inst = self.heap.insts.get(obj.index());
        if inst.shape == DICT_SHAPE {
            return Ok(inst.slots.last().copied().unwrap_or(Value::NONE));
        }
        let (class, shape) = (inst.class, inst.shape);
        let entries: Vec<(NameId, Value)> = self
            .shapes
            .names(shape)
            .iter()
            .filter_map(|(name, slot)| self.heap.insts.get(obj.index()).slots.get(*slot as usize).map(|value| (*name, *value)))
            .filter(|(_, value)| !value.is_undef())
            .collect();
        let dict = self.heap.dict(DictObj::default())?;
        let mut slots_dict = None;
        for (name, value) in entries {
            let key = self.name_value(name)?;
            // Attributes named in `__slots__` are not part of `__dict__`.
            let is_slot = self.class_lookup(Value::heap(Tag::Class, class), name).is_some_and(|attr| self.is_slot(attr));
            let into = match slots_dict {
                _ if !is_slot => dict,
                Some(slots_dict) => slots_dict,
                None => *slots_dict.insert(self.heap.dict(DictObj::default())?),
            };
            self.attr_set(into, key, value)?;
        }
        let payload = self.heap.classes.get(class).layout != reg::OBJECT.0;
        let inst = self.heap.insts.get_mut(obj.index());
        let first = if payload { inst.slots.first().copied() } else { None };
        let mut slots: smallvec::SmallVec<[Value; 2]> = smallvec::SmallVec::new();
        slots.extend(first);
        slots.extend(slots_dict);
        slots.push(dict);
        let before = crate::heap::HeapObject::owned_bytes(inst);
        inst.slots = slots;
        inst.shape = DICT_SHAPE;
        let after = crate::heap::HeapObject::owned_bytes(inst);
        self.heap.refund(before);
        self.heap.add(after);
        Ok(dict)
    }

    /// The dict with the values of `__slots__`, for an instance whose attributes are in a dict.
    fn slots_dict(&self, obj: Value) -> Option<Value> {
        let inst = self.heap.insts.get(obj.index());
        let payload = usize::from(self.heap.classes.get(inst.class).layout != reg::OBJECT.0);
        if inst.slots.len() == payload + 2 { inst.slots.get(payload).copied() } else { None }
    }

    /// The value of an attribute named in `__slots__`.
    pub(crate) fn own_slot(&mut self, obj: Value, name: NameId) -> Option<Value> {
        if self.heap.insts.get(obj.index()).shape != DICT_SHAPE {
            return self.own_attr(obj, name);
        }
        let slots_dict = self.slots_dict(obj)?;
        self.dict_get_name(slots_dict, name)
    }

    /// Stores to an attribute named in `__slots__`, or deletes it when `value` is undefined.
    pub(crate) fn store_slot(&mut self, obj: Value, name: NameId, value: Value) -> Result<(), Abrupt> {
        let shape = self.heap.insts.get(obj.index()).shape;
        if shape == DICT_SHAPE {
            let slots_dict = match self.slots_dict(obj) {
                Some(slots_dict) => slots_dict,
                None => {
                    let made = self.heap.dict(DictObj::default())?;
                    // A third value, after the first two, goes to a vector.
                    self.heap.charge(value_block(4))?;
                    let inst = self.heap.insts.get_mut(obj.index());
                    let before = crate::heap::HeapObject::owned_bytes(inst);
                    let at = inst.slots.len().saturating_sub(1);
                    inst.slots.insert(at, made);
                    let grown = crate::heap::HeapObject::owned_bytes(inst) - before;
                    self.heap.refund(value_block(4).saturating_sub(grown));
                    made
                }
            };
            let key = self.name_value(name)?;
            if value.is_undef() {
                return self.attr_remove(slots_dict, key).map(|_| ());
            }
            return self.attr_set(slots_dict, key, value);
        }
        if let Some(slot) = self.shapes.slot(shape, name) {
            if let Some(place) = self.heap.insts.get_mut(obj.index()).slots.get_mut(slot as usize) {
                *place = value;
            }
            return Ok(());
        }
        if self.shapes.child(shape, name).is_none() && !self.shapes.can_grow(shape) {
            self.inst_dict(obj)?;
            return self.store_slot(obj, name, value);
        }
        self.store_own(obj, name, value)
    }

    /// True when a class attribute takes precedence over the instance's own attribute.
    pub(crate) fn is_data_descriptor(&self, attr: Value) -> bool {
        match attr.tag {
            Tag::Object => matches!(self.heap.as_object(attr), Object::Property { .. } | Object::SlotDescriptor { .. }),
            Tag::Native => registry().native(attr).is_some_and(|native| native.def.kind == NativeKind::Get),
            Tag::Exc => self.user_method(attr, names::dunder_set).is_some() || self.user_method(attr, names::dunder_delete).is_some(),
            Tag::Inst => {
                let class = self.type_of(attr);
                self.user_lookup(class, names::dunder_set).is_some() || self.user_lookup(class, names::dunder_delete).is_some() || {
                    self.payload(attr).is_some_and(|payload| self.is_data_descriptor(payload))
                }
            }
            _ => false,
        }
    }

    /// Reads a class attribute through an instance (`obj`) of `class`, or through the class itself when `obj` is undefined.
    pub(crate) fn bind(&mut self, attr: Value, obj: Value, class: Value) -> Result<Value, Abrupt> {
        match self.bind_step(attr, obj, class)? {
            Bound::Value(value) => Ok(value),
            Bound::Call(callee, args, count) => Err(self.tail_call(callee, args.get(..count).unwrap_or(&[]))),
        }
    }

    fn bind_step(&mut self, attr: Value, obj: Value, class: Value) -> Result<Bound, Abrupt> {
        let through_class = obj.is_undef();
        Ok(match attr.tag {
            Tag::Func => {
                if through_class {
                    Bound::Value(attr)
                } else {
                    Bound::Value(self.heap.method(attr, obj)?)
                }
            }
            Tag::Native => match registry().native(attr).map(|native| native.def.kind) {
                Some(NativeKind::Method) if !through_class => Bound::Value(self.heap.method(attr, obj)?),
                Some(NativeKind::Class) => Bound::Value(self.heap.method(attr, class)?),
                // A getter may read an attribute of another object, whose getter may do the same.
                Some(NativeKind::Get) if !through_class => Bound::Value(self.nested(|rt| rt.call_native(attr, &[obj]))?),
                _ => Bound::Value(attr),
            },
            Tag::Object => match self.heap.as_object(attr) {
                Object::Property { get, .. } if !through_class => {
                    let get = *get;
                    if get.is_none() || get.is_undef() {
                        return Err(self.property_error(attr, obj, "getter"));
                    }
                    if let Some(at) = field_of(self, get)
                        && let Some(record) = self.payload(obj).filter(|record| record.tag == Tag::Tuple)
                        && let Some(value) = self.sequence_items(record).get(at)
                    {
                        return Ok(Bound::Value(*value));
                    }
                    Bound::Call(get, [obj, Value::UNDEF, Value::UNDEF], 1)
                }
                Object::StaticMethod(inner, _) => Bound::Value(*inner),
                Object::ClassMethod(inner, _) => {
                    let inner = *inner;
                    // Since 3.13 a classmethod does not call the `__get__` of the object that it wraps. Callables bind to the class.
                    Bound::Value(self.heap.method(inner, class)?)
                }
                Object::SlotDescriptor { class, name } if !through_class && *name == names::dunder_dict => {
                    let class = *class;
                    if obj.tag == Tag::Exc {
                        return self.exc_dict(obj).map(Bound::Value);
                    }
                    // Not by its name: the descriptor may be what the class has under that name.
                    crate::objects::types::function::slot_of(self, attr, class, obj)?;
                    match self.heap.classes.get(self.heap.insts.get(obj.index()).class).slots.is_none() {
                        true => Bound::Value(self.inst_dict(obj)?),
                        false => return Err(self.no_attribute(obj, names::dunder_dict)),
                    }
                }
                Object::SlotDescriptor { class, name } if !through_class => {
                    let (class, name) = (*class, *name);
                    if obj.tag == Tag::Exc {
                        return Err(self.no_attribute(obj, name));
                    }
                    crate::objects::types::function::slot_of(self, attr, class, obj)?;
                    match self.own_slot(obj, name) {
                        Some(value) => Bound::Value(value),
                        None if name == names::dunder_weakref => Bound::Value(crate::objects::types::weakref::first_owner(self, obj)),
                        None => {
                            // The error of an empty slot names the class with its module.
                            let kind = self.type_of(obj);
                            let (owner, text) = (crate::objects::types::class::full_name(self, kind), self.names.text(name).to_string());
                            let owner = owner.strip_prefix("__main__.").unwrap_or(&owner);
                            let exit = self.attribute_error(&format!("'{owner}' object has no attribute '{text}'"));
                            return Err(self.with_attribute_fields(exit, obj, name));
                        }
                    }
                }
                Object::Super { class, start, .. } if start.is_none() && !through_class => {
                    let class = *class;
                    Bound::Value(crate::objects::types::descriptor::make_super(self, class, obj)?)
                }
                Object::Partial { .. } if !through_class => return Err(self.tail_fallback("partial_of_object", &[attr])),
                _ => Bound::Value(attr),
            },
            Tag::Exc => match self.user_method(attr, names::dunder_get) {
                Some(get) => Bound::Call(get, [attr, if through_class { Value::NONE } else { obj }, class], 3),
                None => Bound::Value(attr),
            },
            Tag::Inst => {
                let descriptor_class = self.type_of(attr);
                match self.user_lookup(descriptor_class, names::dunder_get) {
                    Some(get) => {
                        let instance = if through_class { Value::NONE } else { obj };
                        Bound::Call(get, [attr, instance, class], 3)
                    }
                    None => match self.payload(attr) {
                        // Binding an instance of a user subclass of `super` makes an instance of that subclass.
                        Some(payload) if self.is_unbound_super(payload) && !through_class => {
                            let Object::Super { class, .. } = self.heap.as_object(payload) else { return Ok(Bound::Value(attr)) };
                            Bound::Call(descriptor_class, [*class, obj, Value::UNDEF], 2)
                        }
                        Some(payload)
                            if payload.tag == Tag::Object
                                && !through_class
                                && matches!(self.heap.as_object(payload), Object::Partial { .. }) =>
                        {
                            return Err(self.tail_fallback("partial_of_object", &[attr]));
                        }
                        Some(payload) if payload.tag == Tag::Object => match self.bind_step(payload, obj, class)? {
                            // The payload is not a descriptor: the object itself is the attribute.
                            Bound::Value(bound) if bound == payload => Bound::Value(attr),
                            bound => bound,
                        },
                        _ => Bound::Value(attr),
                    },
                }
            }
            _ => Bound::Value(attr),
        })
    }

    #[cold]
    pub(crate) fn property_error(&mut self, attr: Value, obj: Value, what: &str) -> Abrupt {
        let name = match self.heap.as_object(attr) {
            Object::Property { name, .. } if name.is_str() => Some(self.heap.text(*name).to_string()),
            Object::Property { get, .. } if !get.is_none() => {
                let get = *get;
                match self.load_attr(get, names::dunder_name) {
                    Ok(name) if name.is_str() => Some(self.heap.text(name).to_string()),
                    _ => None,
                }
            }
            _ => None,
        };
        let class = match self.type_of(obj) {
            class if class.tag == Tag::Class => self.heap.text(self.heap.classes.get(class.index()).qualname).to_string(),
            class => self.class_name(class).to_string(),
        };
        if let (Some(name), Some((home, owner))) = (&name, self.compiled_owner(attr, obj)) {
            return self.attribute_error(&match (what, &*owner) {
                ("getter", _) => format!("property '{name}' of '{class}' object has no {what}"),
                (_, "timedelta") => "readonly attribute".to_string(),
                _ => format!("attribute '{name}' of '{home}.{owner}' objects is not writable"),
            });
        }
        match name {
            Some(name) => self.attribute_error(&format!("property '{name}' of '{class}' object has no {what}")),
            None => self.attribute_error(&format!("property of '{class}' object has no {what}")),
        }
    }

    /// The class that defines this property, and its module, when CPython has the class in C.
    fn compiled_owner(&self, attr: Value, obj: Value) -> Option<(&'static str, String)> {
        let class = self.type_of(obj);
        if class.tag != Tag::Class {
            return None;
        }
        self.charge_mro_walk(self.heap.classes.get(class.index()).mro.len());
        let found = self
            .heap
            .classes
            .get(class.index())
            .mro
            .iter()
            .copied()
            .filter_map(|base| Some((base, self.compiled_home(base)?)))
            .find(|(base, _)| self.heap.classes.get(base.index()).attrs.iter().any(|(_, held)| held == attr))?;
        Some((found.1, self.class_name(found.0).to_string()))
    }

    fn load_class_attr(&mut self, obj: Value, name: NameId) -> Result<Value, Abrupt> {
        let meta = self.heap.classes.get(obj.index()).metaclass;
        let flags = if meta.tag == Tag::Class { self.heap.classes.get(meta.index()).flags } else { 0 };
        self.load_class_with(obj, name, flags)
    }

    /// The default lookup (`type.__getattribute__`).
    pub(crate) fn load_class_plain(&mut self, obj: Value, name: NameId) -> Result<Value, Abrupt> {
        self.load_class_with(obj, name, 0)
    }

    /// An attribute of a class. `flags` are those of the metaclass.
    fn load_class_with(&mut self, obj: Value, name: NameId, flags: u32) -> Result<Value, Abrupt> {
        let meta = self.heap.classes.get(obj.index()).metaclass;
        let on_meta = self.class_lookup(meta, name);
        if let Some(attr) = on_meta
            && self.is_data_descriptor(attr)
            && meta.tag == Tag::Class
            && self.user_lookup(meta, name).is_some()
            && !self.is_write_only_descriptor(attr)
        {
            let hook = if flags & class_flags::GETATTRIBUTE != 0 { "attr_getattribute" } else { "attr_of_class" };
            // An exception of the descriptor must still reach the metaclass's `__getattr__`.
            if flags & (class_flags::GETATTRIBUTE | class_flags::GETATTR) != 0 && matches!(attr.tag, Tag::Object | Tag::Inst) {
                return Err(self.tail_fallback(hook, &[obj, Value::UNDEF, Value::UNDEF]).with_name(self, name));
            }
            return self.bind(attr, obj, meta);
        }
        if let Some(value) = crate::objects::types::class::special_attr(self, obj, name)? {
            return Ok(value);
        }
        if flags & class_flags::GETATTRIBUTE != 0 {
            return Err(self.tail_fallback("attr_getattribute", &[obj, Value::UNDEF, Value::UNDEF]).with_name(self, name));
        }
        if let Some(attr) = self.class_lookup(obj, name) {
            // An exception of a descriptor in user code must still reach the metaclass's `__getattr__`.
            if attr.tag == Tag::Inst && flags & class_flags::GETATTR != 0 {
                return Err(self.tail_fallback("attr_of_class", &[obj, Value::UNDEF]).with_name(self, name));
            }
            return self.bind(attr, Value::UNDEF, obj);
        }
        if let Some(attr) = on_meta {
            return self.bind(attr, obj, meta);
        }
        if self.names.text(name) == "__text_signature__" {
            return Ok(Value::NONE);
        }
        if flags & class_flags::GETATTR != 0
            && let Some(getattr) = self.user_lookup(meta, names::dunder_getattr)
        {
            let text = self.name_value(name)?;
            return Err(self.tail_method(getattr, obj, &[text]));
        }
        Err(self.no_attribute(obj, name))
    }

    fn load_type_attr(&mut self, obj: Value, name: NameId) -> Result<Value, Abrupt> {
        if let Some(value) = crate::objects::types::class::special_attr(self, obj, name)? {
            return Ok(value);
        }
        if let Some(attr) = self.class_lookup(obj, name) {
            // `type` is an instance of itself, so its getters also describe `type`.
            let is_type_getter =
                obj == reg::TYPE.value() && registry().native(attr).is_some_and(|native| native.def.kind == NativeKind::Get);
            return self.bind(attr, if is_type_getter { obj } else { Value::UNDEF }, obj);
        }
        match registry().member(reg::TYPE, name) {
            Some(attr) => self.bind(attr, obj, reg::TYPE.value()),
            None if self.names.text(name) == "__text_signature__" => crate::objects::types::function::signature_of_type(self, obj),
            None => Err(self.no_attribute(obj, name)),
        }
    }

    fn load_module_attr(&mut self, obj: Value, name: NameId) -> Result<Value, Abrupt> {
        let namespace = self.heap.modules.get(obj.index()).namespace;
        let class = self.module_class(obj);
        let on_class = class.and_then(|class| self.class_lookup(class, name));
        if let (Some(class), Some(attr)) = (class, on_class)
            && name != names::dunder_class
            && self.is_data_descriptor(attr)
        {
            return self.bind(attr, obj, class);
        }
        if let Some(value) = self.get_global(namespace, name) {
            return Ok(value);
        }
        if let Some(given) = crate::objects::types::module::initial_main_name(self, namespace, name)? {
            return Ok(given);
        }
        if let (Some(class), Some(attr)) = (class, on_class)
            && name != names::dunder_dict
        {
            return self.bind(attr, obj, class);
        }
        if name == names::dunder_dict {
            // Modules of the program show their variables as `globals()` does.
            if !self.modules.namespaces.get(namespace as usize).is_none_or(|space| space.trusted) {
                return Err(self.tail_fallback("module_variables", &[Value::int(namespace.into())]));
            }
            return crate::objects::types::module::dict(self, obj);
        }
        if name == names::dunder_class {
            return Ok(reg::MODULE.value());
        }
        if name == names::dunder_annotations && !self.modules.namespaces.get(namespace as usize).is_none_or(|space| space.trusted) {
            let made = self.heap.dict(DictObj::default())?;
            self.set_global(namespace, name, made)?;
            return Ok(made);
        }
        if let Some(getattr) = self.get_global(namespace, names::dunder_getattr) {
            let text = self.name_value(name)?;
            return Err(self.tail_call(getattr, &[text]));
        }
        if let Some(getattr) = class.and_then(|class| self.user_lookup(class, names::dunder_getattr)) {
            let text = self.name_value(name)?;
            return Err(self.tail_method(getattr, obj, &[text]));
        }
        match registry().member(reg::MODULE, name) {
            Some(attr) => self.bind(attr, obj, reg::MODULE.value()),
            None => Err(self.no_attribute(obj, name)),
        }
    }

    fn load_func_attr(&mut self, obj: Value, name: NameId) -> Result<Value, Abrupt> {
        if let Some(extra) = &self.heap.funcs.get(obj.index()).extra {
            let dict = extra.dict;
            if !dict.is_undef()
                && let Some(value) = self.dict_get_name(dict, name)
                && !is_data_of_functions(name)
            {
                return Ok(value);
            }
        }
        self.load_builtin_attr(obj, name)
    }

    fn load_exc_attr(&mut self, obj: Value, name: NameId) -> Result<Value, Abrupt> {
        let class = self.heap.excs.get(obj.index()).class;
        let flags = if class.tag == Tag::Class { self.heap.classes.get(class.index()).flags } else { 0 };
        if flags & class_flags::GETATTRIBUTE != 0 {
            return Err(self.tail_fallback("attr_getattribute", &[obj, Value::UNDEF, Value::UNDEF]).with_name(self, name));
        }
        self.load_exc_plain(obj, class, flags, name)
    }

    /// The default lookup, then `__getattr__`, for an exception. `flags` are those of its class.
    pub(crate) fn load_exc_plain(&mut self, obj: Value, class: Value, flags: u32, name: NameId) -> Result<Value, Abrupt> {
        // Values of `__slots__` of an exception class are kept with its other attributes.
        let on_type = self.class_lookup(class, name).filter(|attr| !self.is_slot(*attr));
        if let Some(attr) = on_type
            && self.is_data_descriptor(attr)
            && !self.is_write_only_descriptor(attr)
        {
            // An exception of the descriptor must still reach `__getattr__`.
            if flags & class_flags::GETATTR != 0 && matches!(attr.tag, Tag::Object | Tag::Inst) {
                return Err(self.tail_fallback("attr_with_getattr", &[obj, Value::UNDEF]).with_name(self, name));
            }
            return self.bind(attr, obj, class);
        }
        let dict = self.heap.excs.get(obj.index()).dict;
        let is_descriptor = on_type.is_none() && matches!(name, names::dunder_class | names::dunder_dict);
        if !dict.is_undef()
            && !is_descriptor
            && let Some(value) = self.dict_get_name(dict, name)
        {
            return Ok(value);
        }
        if let Some(attr) = on_type {
            if self.needs_getattr_fallback(attr, flags) {
                return Err(self.tail_fallback("attr_with_getattr", &[obj, Value::UNDEF]).with_name(self, name));
            }
            return self.bind(attr, obj, class);
        }
        if let Some(value) = crate::objects::types::exception::field_default(self, obj, name)? {
            return Ok(value);
        }
        if flags & class_flags::GETATTR != 0
            && !matches!(name, names::dunder_class | names::dunder_dict | names::dunder_doc)
            && let Some(getattr) = self.user_lookup(class, names::dunder_getattr)
        {
            let text = self.name_value(name)?;
            return Err(self.tail_method(getattr, obj, &[text]));
        }
        match name {
            names::dunder_class => Ok(class),
            names::dunder_dict => self.exc_dict(obj),
            names::dunder_doc => Ok(Value::NONE),
            _ => Err(self.no_attribute(obj, name)),
        }
    }

    pub(crate) fn exc_dict(&mut self, obj: Value) -> Result<Value, Abrupt> {
        let dict = self.heap.excs.get(obj.index()).dict;
        if !dict.is_undef() {
            return Ok(dict);
        }
        let dict = self.heap.dict(DictObj::default())?;
        self.heap.excs.get_mut(obj.index()).dict = dict;
        Ok(dict)
    }

    /// Attributes of values of builtin types: members of the type, bound to the value.
    fn load_builtin_attr(&mut self, obj: Value, name: NameId) -> Result<Value, Abrupt> {
        if name == names::dunder_class {
            return Ok(self.type_of(obj));
        }
        if obj.tag == Tag::Object {
            match self.heap.as_object(obj) {
                Object::Super { class, this, start } => {
                    let (class, this, start) = (*class, *this, *start);
                    return self.load_super_attr(obj, class, this, start, name);
                }
                Object::GenericAlias { .. } => return crate::objects::types::generic_alias::load_own_attr(self, obj, name),
                Object::Partial { dict, .. } if !dict.is_undef() && registry().own_member(reg::PARTIAL, name).is_none() => {
                    if let Some(value) = crate::objects::types::partial::partial_attribute(self, obj, name)? {
                        return Ok(value);
                    }
                }
                _ => {}
            }
        }
        let ty = self.builtin_type(obj);
        match registry().member(ty, name) {
            Some(attr) => self.bind(attr, obj, ty.value()),
            None if name == names::dunder_doc => crate::objects::types::class::doc(self, ty),
            // CPython creates these types at start-up with `__module__` in their dict, so instances have it, too.
            None if name == names::dunder_module
                && (ty == reg::UNION_TYPE || !matches!(registry().info(ty).module, "builtins" | "types")) =>
            {
                self.heap.str(registry().info(ty).module)
            }
            None => Err(self.no_attribute(obj, name)),
        }
    }

    /// `super(...).name`: found in the MRO of the instance's class, after `class`.
    fn load_super_attr(&mut self, obj: Value, class: Value, this: Value, start: Value, name: NameId) -> Result<Value, Abrupt> {
        if name == names::dunder_class {
            return Ok(reg::SUPER.value());
        }
        if start.is_none() && !matches!(name, names::dunder_self | names::dunder_thisclass | names::dunder_self_class) {
            return match registry().member(reg::SUPER, name) {
                Some(attr) => self.bind(attr, obj, reg::SUPER.value()),
                None => Err(self.no_attribute(obj, name)),
            };
        }
        match name {
            names::dunder_self => return Ok(this),
            names::dunder_thisclass => return Ok(class),
            names::dunder_self_class => return Ok(start),
            _ => {}
        }
        match self.super_lookup(class, start, name) {
            Some(attr) => {
                // In class methods and `__new__`, `this` is the class itself: bind through the class.
                let through = if this == start { Value::UNDEF } else { this };
                self.bind(attr, through, start)
            }
            None => {
                let _ = obj;
                match name {
                    names::dunder_dict if this.tag == Tag::Inst => self.inst_dict(this),
                    _ => {
                        // Attributes of the `super` object itself.
                        if let Some(attr) = registry().member(reg::SUPER, name) {
                            return self.bind(attr, obj, reg::SUPER.value());
                        }
                        let text = self.names.text(name).to_string();
                        let exit = self.attribute_error(&format!("'super' object has no attribute '{text}'"));
                        Err(self.with_attribute_fields(exit, obj, name))
                    }
                }
            }
        }
    }

    fn is_unbound_super(&self, value: Value) -> bool {
        value.tag == Tag::Object && matches!(self.heap.as_object(value), Object::Super { start, .. } if start.is_none())
    }

    /// The next definition of `name` after `class` in the MRO of `start`.
    pub(crate) fn super_lookup(&self, class: Value, start: Value, name: NameId) -> Option<Value> {
        let find = |base: Value| match base.tag {
            Tag::Class => self.heap.classes.get(base.index()).attrs.get(name),
            _ => registry().own_member(TypeId::of(base), name),
        };
        match start.tag {
            Tag::Class => {
                let mro = &self.heap.classes.get(start.index()).mro;
                self.charge_mro_walk(mro.len());
                let at = mro.iter().position(|base| *base == class)?;
                mro.get(at + 1..)?.iter().find_map(|base| find(*base))
            }
            _ => {
                let mut at = TypeId::of(start);
                let mut passed = false;
                loop {
                    if passed && let Some(found) = registry().own_member(at, name) {
                        return Some(found);
                    }
                    passed = passed || at.value() == class;
                    if at == reg::OBJECT {
                        return None;
                    }
                    at = registry().info(at).base;
                }
            }
        }
    }

    /// The `AttributeError` for a missing attribute, with the fields from which suggestions are made.
    #[cold]
    pub(crate) fn no_attribute(&mut self, obj: Value, name: NameId) -> Abrupt {
        if self.pending.suppress_attribute_error {
            return self.attribute_error("");
        }
        let text = self.names.text(name).to_string();
        let message = match obj.tag {
            Tag::Type | Tag::Class => format!("type object '{}' has no attribute '{text}'", self.full_class_name(obj)),
            Tag::Module => {
                let module = self.heap.modules.get(obj.index()).name;
                match self.unfinished_origin(obj) {
                    None => format!("module '{}' has no attribute '{text}'", self.heap.text(module)),
                    Some(origin) => {
                        let module = match origin {
                            Some(origin) => format!("'{}' from {origin}", self.heap.text(module)),
                            None => format!("'{}'", self.heap.text(module)),
                        };
                        format!("partially initialized module {module} has no attribute '{text}' (most likely due to a circular import)")
                    }
                }
            }
            Tag::Inst if self.payload(obj).is_some_and(|payload| payload.tag == Tag::Module) => {
                match self.own_attr(obj, names::dunder_name).filter(|name| name.is_str()) {
                    Some(name) => format!("module '{}' has no attribute '{text}'", self.heap.text(name)),
                    None => format!("module has no attribute '{text}'"),
                }
            }
            // What the program holds for the host has nothing for it.
            _ if self.type_of(obj) == reg::OPAQUE.value() => {
                format!("'stockade.handle' object has no attribute '{text}': a handle can only be passed to functions of the host")
            }
            _ => format!("'{}' object has no attribute '{text}'", self.type_name(obj)),
        };
        let exit = self.attribute_error(&message);
        self.with_attribute_fields(exit, obj, name)
    }

    /// The origin of a module whose code still runs, quoted. The inner option is None when the origin is not known. None for a finished
    /// module.
    fn unfinished_origin(&mut self, module: Value) -> Option<Option<String>> {
        let space = self.heap.modules.get(module.index()).namespace;
        let spec = self.get_global(space, names::dunder_spec).filter(|spec| spec.tag == Tag::Inst)?;
        let initializing = self.own_attr(spec, names::initializing)?;
        if initializing != Value::bool(true) {
            return None;
        }
        let located = self.own_attr(spec, names::set_fileattr) == Some(Value::bool(true));
        let origin = if located { self.own_attr(spec, names::origin).filter(|origin| origin.is_str()) } else { None };
        Some(origin.and_then(|origin| self.repr_text(origin).ok()))
    }

    pub(super) fn with_attribute_fields(&mut self, exit: Abrupt, obj: Value, name: NameId) -> Abrupt {
        if let Abrupt::Raise(exc) = exit
            && !self.pending.suppress_attribute_error
        {
            let fields = self.name_value(name).and_then(|text| {
                self.set_exception_field(exc, "name", text)?;
                self.set_exception_field(exc, "obj", obj)
            });
            if let Err(other) = fields {
                return other;
            }
        }
        exit
    }
}

impl Abrupt {
    /// Puts the attribute's name into the pending call as its second argument.
    fn with_name(self, rt: &mut Runtime, name: NameId) -> Abrupt {
        if !matches!(self, Abrupt::Call) {
            return self;
        }
        match rt.name_value(name) {
            Ok(text) => {
                if let Some(slot) = rt.pending.call.args.get_mut(1) {
                    *slot = text;
                }
                rt.pending.call.args.truncate(2);
                Abrupt::Call
            }
            Err(exit) => exit,
        }
    }
}

/// The position of the field that a getter of a named tuple reads.
pub(crate) fn field_of(rt: &Runtime, getter: Value) -> Option<usize> {
    if getter.tag != Tag::Object {
        return None;
    }
    let Object::Partial { func, args, .. } = rt.heap.as_object(getter) else { return None };
    let def = if func.tag == Tag::Native { registry().native(*func)?.def } else { return None };
    if def.name != "_field_value" {
        return None;
    }
    let position = rt.sequence_items(*args).first().filter(|position| position.tag == Tag::Int)?;
    usize::try_from(position.as_i64()).ok()
}
