//! Updates inline caches and the shared attribute caches after a miss.

use crate::base::abrupt::Abrupt;
use crate::base::value::Tag;
use crate::base::value::Value;
use crate::heap::class_flags;
use crate::runtime::inline_cache::CacheKind;
use crate::runtime::inline_cache::Epoch;
use crate::runtime::inline_cache::InlineCache;

/// An entry of a shared cache: what a name means for instances of a shape, at one version of their class.
pub(crate) trait CacheLine: Copy + Default {
    fn key(&self) -> (u32, u32, crate::base::names::NameId);
}

impl CacheLine for crate::runtime::attribute_caches::SlotEntry {
    fn key(&self) -> (u32, u32, crate::base::names::NameId) {
        (self.shape, self.version, self.name)
    }
}

impl CacheLine for crate::runtime::attribute_caches::MethodEntry {
    fn key(&self) -> (u32, u32, crate::base::names::NameId) {
        (self.shape, self.version, self.name)
    }
}

/// The first of the two entries that may hold a name for instances of a shape. The other one is its neighbour.
#[inline]
pub(crate) fn cache_line(shape: u32, name: crate::base::names::NameId) -> usize {
    (shape.wrapping_mul(0x9E37_79B1) ^ name.0.wrapping_mul(0x85EB_CA6B)) as usize >> 7 & (crate::runtime::attribute_caches::CACHE_LINES - 1)
}

/// The entry of a shared cache for a shape, class version and name.
#[inline]
pub(crate) fn known<L: CacheLine>(lines: &[L], shape: u32, version: u32, name: crate::base::names::NameId) -> Option<&L> {
    let at = cache_line(shape, name);
    let fits = |line: &&L| line.key() == (shape, version, name);
    lines.get(at).filter(fits).or_else(|| lines.get(at ^ 1).filter(fits))
}

/// Stores an entry. The previous one moves to the neighbour, so that two hot names do not evict each other.
pub(crate) fn insert_entry<L: CacheLine>(lines: &mut Box<[L]>, line: L) {
    if lines.is_empty() {
        // Allocated on first use, because many programs use none.
        *lines = vec![L::default(); crate::runtime::attribute_caches::CACHE_LINES].into_boxed_slice();
    }

    let (shape, _, name) = line.key();
    let at = cache_line(shape, name);
    if let Some(first) = lines.get_mut(at) {
        let before = std::mem::replace(first, line);
        if let Some(second) = lines.get_mut(at ^ 1) {
            *second = before;
        }
    }
}

impl crate::runtime::core::Runtime {
    /// Start and stop of a range over 64-bit ints with step 1.
    #[inline]
    pub(crate) fn simple_range(&self, range: Value) -> Option<(i64, i64)> {
        let parts = self.heap.ranges.get(range.index());
        (parts.start.tag == Tag::Int && parts.stop.tag == Tag::Int && parts.step == Value::int(1))
            .then(|| (parts.start.as_i64(), parts.stop.as_i64()))
    }

    /// The first item and the state ([`Tag::RangeStep`]) of a range over 64-bit ints with another step that fits into the state.
    pub(crate) fn stepped_range(&self, range: Value) -> Option<(i64, Value)> {
        let parts = self.heap.ranges.get(range.index());
        if parts.start.tag != Tag::Int || parts.stop.tag != Tag::Int || parts.step.tag != Tag::Int {
            return None;
        }
        let (start, stop, step) = (parts.start.as_i64(), parts.stop.as_i64(), parts.step.as_i64());
        let small = i32::try_from(step).ok().filter(|step| *step != 0)?;
        let span = if step > 0 { i128::from(stop) - i128::from(start) } else { i128::from(start) - i128::from(stop) };
        let stride = i128::from(step.unsigned_abs());
        let left = u32::try_from((span + stride - 1).max(0) / stride).ok()?;
        Some((start, Value::new(Tag::RangeStep, u64::from(small as u32) << 32 | u64::from(left))))
    }

    /// Marks a class as used by inline caches, and returns the current epoch.
    pub(crate) fn watched(&mut self, class: u32) -> Epoch {
        self.heap.classes.get_mut(class).watched = true;
        self.caches.epoch
    }

    /// Updates the caches with the slot of an instance's own attribute.
    pub(crate) fn update_load_cache(&mut self, cache: &mut InlineCache, object: Value) {
        let inst = self.heap.insts.get(object.index());
        let class = self.heap.classes.get(inst.class);
        if class.flags & class_flags::GETATTRIBUTE != 0 || inst.shape == crate::heap::DICT_SHAPE || !self.may_cache_lookups(inst.class) {
            return;
        }
        let Some(slot) = self.shapes.slot(inst.shape, cache.name) else { return };
        let (shape, version, inst_class) = (inst.shape, class.version, inst.class);
        let class = Value::heap(Tag::Class, inst_class);
        if let Some(attr) = self.class_lookup(class, cache.name)
            && self.is_data_descriptor(attr)
            && !(attr.tag == Tag::Object && matches!(self.heap.as_object(attr), crate::heap::Object::SlotDescriptor { .. }))
        {
            return;
        }
        cache.fill_entry(CacheKind::Slot, shape, self.watched(inst_class), slot, Value::UNDEF);
        insert_entry(
            &mut self.caches.own_attributes,
            crate::runtime::attribute_caches::SlotEntry { shape, version, name: cache.name, slot },
        );
    }

    /// An instance's own attribute from the shared cache; updates the inline cache.
    #[inline]
    pub(crate) fn cached_slot(&self, cache: &mut InlineCache, object: Value) -> Option<Value> {
        let inst = self.heap.insts.get(object.index());
        let known = known(&self.caches.own_attributes, inst.shape, self.heap.classes.get(inst.class).version, cache.name)?;
        let value = inst.slots.get(known.slot as usize).copied().filter(|value| !value.is_undef())?;
        cache.fill_entry(CacheKind::Slot, known.shape, self.caches.epoch, known.slot, Value::UNDEF);
        Some(value)
    }

    /// Stores an existing attribute whose slot [`Runtime::cached_slot`] finds in the shared cache. False when it is not there, or when the
    /// class has `__setattr__`.
    #[inline]
    pub(crate) fn store_cached(&mut self, cache: &mut InlineCache, object: Value, value: Value) -> bool {
        let class = self.heap.classes.get(self.heap.insts.get(object.index()).class);
        if class.flags & class_flags::SETATTR != 0 || self.cached_slot(cache, object).is_none() {
            return false;
        }
        match self.heap.insts.get_mut(object.index()).slots.get_mut(cache.slot as usize) {
            Some(slot) => *slot = value,
            None => return false,
        }
        true
    }

    /// The `__init__` of a class when it is a plain function.
    pub(crate) fn plain_init(&mut self, class: Value) -> Option<Value> {
        let object = self.heap.classes.get(class.index());
        let (shape, version, name) = (object.root_shape, object.version, crate::base::names::dunder_init);
        if let Some(known) = known(&self.caches.methods, shape, version, name)
            && known.class == class.index()
            && !known.value.is_undef()
        {
            return Some(known.value);
        }
        if !self.may_cache_lookups(class.index()) {
            return None;
        }
        let value = self.class_lookup(class, name).filter(|init| init.tag == Tag::Func)?;
        insert_entry(
            &mut self.caches.methods,
            crate::runtime::attribute_caches::MethodEntry { shape, version, class: class.index(), name, value },
        );
        Some(value)
    }

    /// Updates the inline cache after a store of an attribute.
    pub(crate) fn update_store_cache(&mut self, cache: &mut InlineCache, object: Value, before: u32) {
        let inst = self.heap.insts.get(object.index());
        let class = self.heap.classes.get(inst.class);
        let (shape, index) = (inst.shape, inst.class);
        let has_shapes = shape != crate::heap::DICT_SHAPE && before != crate::heap::DICT_SHAPE;
        if class.flags & class_flags::SETATTR != 0 || !has_shapes || !self.may_cache_lookups(index) {
            return;
        }
        let class = Value::heap(Tag::Class, index);
        if let Some(attr) = self.class_lookup(class, cache.name)
            && self.is_data_descriptor(attr)
            && !(attr.tag == Tag::Object && matches!(self.heap.as_object(attr), crate::heap::Object::SlotDescriptor { .. }))
        {
            return;
        }
        let Some(slot) = self.shapes.slot(shape, cache.name) else { return };
        if before == shape {
            cache.fill_entry(CacheKind::Slot, before, self.watched(index), slot, Value::UNDEF);
        } else if self.shapes.child(before, cache.name) == Some(shape) {
            cache.fill_entry(CacheKind::AddSlot, before, self.watched(index), shape, Value::UNDEF);
        }
    }

    /// The plain function or builtin method of an instance's class under the cache's name; updates the caches for a function. None for any
    /// other attribute.
    pub(crate) fn update_method_cache(&mut self, cache: &mut InlineCache, object: Value) -> Option<Value> {
        let inst = self.heap.insts.get(object.index());
        let class = self.heap.classes.get(inst.class);
        if class.flags & class_flags::GETATTRIBUTE != 0 || !self.may_cache_lookups(inst.class) {
            return None;
        }
        let (shape, version, index) = (inst.shape, class.version, inst.class);
        // Megamorphic places find the method in the shared cache.
        if let Some(value) =
            known(&self.caches.methods, shape, version, cache.name).filter(|known| known.class == index).map(|known| known.value)
            && !value.is_undef()
        {
            cache.fill_entry(CacheKind::Method, shape, self.watched(index), 0, value);
            return Some(value);
        }
        let class = Value::heap(Tag::Class, index);
        let found = self.class_lookup(class, cache.name)?;
        if found.tag != Tag::Func && found.tag != Tag::Native {
            return None;
        }
        if self.own_attr(object, cache.name).is_some() {
            return None;
        }
        if found.tag == Tag::Native {
            return crate::runtime::type_table::registry()
                .native(found)
                .filter(|native| native.def.kind == crate::runtime::native::NativeKind::Method)
                .map(|_| found);
        }
        if shape != crate::heap::DICT_SHAPE {
            cache.fill_entry(CacheKind::Method, shape, self.watched(index), 0, found);
            insert_entry(
                &mut self.caches.methods,
                crate::runtime::attribute_caches::MethodEntry { shape, version, class: index, name: cache.name, value: found },
            );
        }
        Some(found)
    }

    /// The attribute that follows a class in the method resolution order of an object's type, under the cache's name. Updates the inline
    /// cache for a function and an instance.
    pub(crate) fn update_super_cache(&mut self, cache: &mut InlineCache, class: Value, object: Value) -> Option<Value> {
        let start = self.type_of(object);
        let found = self.super_lookup(class, start, cache.name)?;
        if object.tag == Tag::Inst && found.tag == Tag::Func {
            let shape = self.heap.insts.get(object.index()).shape;
            if shape != crate::heap::DICT_SHAPE && self.may_cache_lookups(start.index()) {
                cache.fill_entry(CacheKind::Super, shape, self.watched(start.index()), class.index(), found);
            }
        }
        Some(found)
    }

    /// The function of a static or class method under the cache's name, with the class if it is called with it. Updates the inline cache.
    /// None for any other attribute. `object` is an instance or a class.
    pub(crate) fn update_class_function_cache(&mut self, cache: &mut InlineCache, object: Value) -> Option<(Value, Option<Value>)> {
        use crate::heap::Object;
        let (number, shape) = self.class_and_shape(object)?;
        let of_instance = object.tag == Tag::Inst;
        if !self.may_cache_lookups(number) {
            return None;
        }
        let class = self.heap.classes.get(number);
        if of_instance {
            if class.flags & class_flags::GETATTRIBUTE != 0
                || shape == crate::heap::DICT_SHAPE
                || self.own_attr(object, cache.name).is_some()
            {
                return None;
            }
        } else if class.metaclass.tag == Tag::Class || self.names.text(cache.name).starts_with("__") {
            // An attribute of the metaclass may take precedence.
            return None;
        }
        let class = Value::heap(Tag::Class, number);
        let found = self.class_lookup(class, cache.name)?;
        let (function, bound) = match found.tag {
            Tag::Func if !of_instance => (found, false),
            Tag::Object => match self.heap.as_object(found) {
                Object::StaticMethod(function, _) => (*function, false),
                Object::ClassMethod(function, _) => (*function, true),
                _ => return None,
            },
            _ => return None,
        };
        if function.tag != Tag::Func {
            return None;
        }
        let kind = match (of_instance, bound) {
            (true, false) => CacheKind::Static,
            (true, true) => CacheKind::OfClass,
            (false, false) => CacheKind::ClassReceiverStatic,
            (false, true) => CacheKind::ClassReceiverBound,
        };
        cache.fill_entry(kind, shape, self.watched(number), 0, function);
        Some((function, bound.then_some(class)))
    }

    /// The class of an instance, or a class itself, and the key under which inline caches hold it: a shape, or the number of the class.
    #[inline]
    pub(crate) fn class_and_shape(&self, object: Value) -> Option<(u32, u32)> {
        match object.tag {
            Tag::Inst => self.heap.insts.find(object.index()).map(|inst| (inst.class, inst.shape)),
            Tag::Class => Some((object.index(), object.index())),
            _ => None,
        }
    }

    /// The result of [`Runtime::update_class_function_cache`], when the inline cache hits.
    #[inline]
    pub(crate) fn cached_class_function(&self, cache: &InlineCache, object: Value) -> Option<(Value, Option<Value>)> {
        let (class, shape) = self.class_and_shape(object)?;
        let bound = match (cache.kind(), object.tag) {
            (CacheKind::Static, Tag::Inst) | (CacheKind::ClassReceiverStatic, Tag::Class) => false,
            (CacheKind::OfClass, Tag::Inst) | (CacheKind::ClassReceiverBound, Tag::Class) => true,
            _ => return None,
        };
        cache.hits(cache.kind(), shape, self.caches.epoch).then(|| (cache.value(), bound.then(|| Value::heap(Tag::Class, class))))
    }

    /// Updates the inline cache with a property's getter, when the load has just requested a call of it.
    pub(crate) fn update_property_cache(&mut self, cache: &mut InlineCache, object: Value) {
        let inst = self.heap.insts.get(object.index());
        let (number, shape) = (inst.class, inst.shape);
        let flags = self.heap.classes.get(number).flags;
        if flags & (class_flags::GETATTRIBUTE | class_flags::GETATTR) != 0
            || shape == crate::heap::DICT_SHAPE
            || !self.may_cache_lookups(number)
        {
            return;
        }
        let Some(found) = self.class_lookup(Value::heap(Tag::Class, number), cache.name).filter(|found| found.tag == Tag::Object) else {
            return;
        };
        let crate::heap::Object::Property { get, .. } = *self.heap.as_object(found) else { return };
        let pending = &self.pending.call;
        let asks = pending.callee == get && pending.args[..] == [object] && pending.action.is_none() && pending.names.is_empty();
        if get.tag == Tag::Func && asks {
            cache.fill_entry(CacheKind::Property, shape, self.watched(number), 0, get);
        }
    }

    /// Updates the inline cache after a load of `__class__`, or of a field of a named tuple.
    pub(crate) fn update_class_attr_cache(&mut self, cache: &mut InlineCache, object: Value) {
        let inst = self.heap.insts.get(object.index());
        let (number, shape) = (inst.class, inst.shape);
        if !self.may_cache_lookups(number) {
            return;
        }
        let class = self.heap.classes.get(number);
        if cache.name == crate::base::names::dunder_class {
            let own = class.flags & class_flags::GETATTRIBUTE == 0 && self.special(number, cache.name).is_none();
            if own && shape != crate::heap::DICT_SHAPE {
                cache.fill_entry(CacheKind::OwnClass, shape, self.watched(number), 0, Value::UNDEF);
            }
            return;
        }
        if class.layout != crate::runtime::type_table::TUPLE.0
            || class.flags & class_flags::GETATTRIBUTE != 0
            || shape == crate::heap::DICT_SHAPE
        {
            return;
        }
        let Some(found) = self.class_lookup(Value::heap(Tag::Class, number), cache.name).filter(|found| found.tag == Tag::Object) else {
            return;
        };
        if let crate::heap::Object::Property { get, .. } = *self.heap.as_object(found)
            && let Some(at) = crate::objects::protocols::attribute_load::field_of(self, get)
        {
            cache.fill_entry(CacheKind::Field, shape, self.watched(number), u32::try_from(at).unwrap_or(u32::MAX), Value::UNDEF);
        }
    }

    /// A field of a named tuple, or the class of an instance, when the inline cache hits.
    #[inline]
    pub(crate) fn cached_class_attr(&self, cache: &InlineCache, object: Value) -> Option<Value> {
        let inst = self.heap.insts.find(object.index())?;
        if object.tag != Tag::Inst || !cache.hits(cache.kind(), inst.shape, self.caches.epoch) {
            return None;
        }
        match cache.kind() {
            CacheKind::OwnClass => return Some(Value::heap(Tag::Class, inst.class)),
            CacheKind::Field => {}
            _ => return None,
        }
        let record = inst.slots.first().filter(|record| record.tag == Tag::Tuple)?;
        self.heap.tuples.find(record.index())?.items.get(cache.slot as usize).copied()
    }

    /// The builtin method that a value of a builtin type has under a name.
    #[inline]
    pub(crate) fn native_method(&self, object: Value, name: crate::base::names::NameId) -> Option<Value> {
        if object.tag == Tag::Object
            && matches!(self.heap.as_object(object), crate::heap::Object::Super { .. } | crate::heap::Object::GenericAlias { .. })
        {
            return None;
        }
        let registry = crate::runtime::type_table::registry();
        let found = registry.member(self.builtin_type(object), name)?;
        registry.native(found).filter(|native| native.def.kind == crate::runtime::native::NativeKind::Method).map(|_| found)
    }

    /// The builtin for a global that the running code's namespace does not bind, or a `NameError`.
    #[inline(never)]
    pub(crate) fn builtin_by_slot(&mut self, slot: u32, namespace: u32) -> Result<Value, Abrupt> {
        // Without a new check of the policy: a slot belongs to one module, which is trusted or not, so the decision is the same.
        if let Some(known) = self.caches.builtins.get(slot as usize)
            && !known.is_undef()
        {
            return Ok(*known);
        }
        let name = self.modules.global_names.get(slot as usize).copied().unwrap_or_default();
        let value = self.builtin_in(namespace, name)?;
        let stays = self.policy.trusted || crate::runtime::type_table::registry().builtin(name) == Some(value);
        // A fallback is kept when it is loaded.
        if stays && value.fallback_name().is_none() {
            self.keep_builtin(slot, value);
        }
        Ok(value)
    }

    /// The custom `__builtins__` of a namespace: code that runs over a dict with that key sees these builtins only. None for the usual
    /// ones.
    pub(crate) fn custom_builtins(&self, namespace: u32) -> Option<Value> {
        // Most programs never mention the name.
        let dunder = self.names.find("__builtins__")?;
        let given = self.get_global(namespace, dunder)?;
        (given.tag != crate::base::value::Tag::Module && !self.are_usual_builtins(given)).then(|| self.unwrap_payload(given))
    }

    /// True for the value that `exec` puts into a dict without `__builtins__`. The program may have copied it to another dict.
    pub(crate) fn are_usual_builtins(&self, given: Value) -> bool {
        let module = self.modules.by_name.get("_namespace").filter(|module| module.tag == crate::base::value::Tag::Module);
        let usual = module.zip(self.names.find("_builtins")).and_then(|(module, name)| {
            let space = self.heap.modules.get(module.index()).namespace;
            self.get_global(space, name)
        });
        usual == Some(given)
    }

    /// The builtin for a name that a namespace does not bind.
    #[cold]
    pub(crate) fn builtin_in(&mut self, namespace: u32, name: crate::base::names::NameId) -> Result<Value, Abrupt> {
        match self.custom_builtins(namespace) {
            Some(given) if !self.policy.trusted => self.builtin_of(given, name),
            _ => self.builtin_by_name(name),
        }
    }

    pub(crate) fn builtin_of(&mut self, given: Value, name: crate::base::names::NameId) -> Result<Value, Abrupt> {
        let given = match given.tag {
            crate::base::value::Tag::Object => match self.heap.as_object(given) {
                crate::heap::Object::MappingProxy(inner) => self.unwrap_payload(*inner),
                _ => given,
            },
            _ => given,
        };
        if given.tag != crate::base::value::Tag::Dict {
            let shown = self.type_name(given);
            return Err(self.type_error(&format!("'{shown}' object is not subscriptable")));
        }
        match self.dict_get_name(given, name) {
            Some(value) => Ok(value),
            None => Err(self.name_error(name)),
        }
    }

    /// Keeps the builtin for a global that its module does not bind.
    pub(crate) fn keep_builtin(&mut self, slot: u32, value: Value) {
        let at = slot as usize;
        if at >= self.caches.builtins.len() {
            self.caches.builtins.resize(self.modules.globals.len().max(at + 1), Value::UNDEF);
        }
        if let Some(known) = self.caches.builtins.get_mut(at) {
            *known = value;
        }
    }
}
