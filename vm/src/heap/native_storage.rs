//! What the heap knows of an object of a library module: how to copy it, to walk it, to count its bytes and to drop it.
//!
//! A library module implements [`crate::runtime::native_object::NativeObject`], whose slots may use the runtime. Each such type has
//! [`NativeStorage`] by that. The heap cannot name the runtime, so the other slots lie behind [`NativeStorage::slot_table`].

use std::any::Any;
use std::fmt::Debug;

use super::freelist::VecPool;
use crate::base::value::Value;

/// The casts from storage to slots. Only `runtime::native_object` knows the type behind it.
pub(crate) type SlotTable = &'static (dyn Any + Send + Sync);

/// An object of a library module, as the heap sees it.
pub(crate) trait NativeStorage: Any + Debug + Send + Sync {
    /// Like `NativeObject::copy`.
    fn copy_storage(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn NativeStorage>;
    /// Like `NativeObject::visit`.
    fn visit_values(&self, visit: &mut dyn FnMut(Value));
    /// Like `NativeObject::forward`.
    fn forward_values(&mut self, child: &mut dyn FnMut(&mut Value));
    /// Like `NativeObject::owned_bytes`.
    fn storage_bytes(&self) -> usize;
    /// Like `NativeObject::drop`.
    fn release(&mut self, free_list: &mut VecPool);
    /// How to get from the storage to the object's slots.
    fn slot_table(&self) -> SlotTable;
}

/// An iterator of a library module, as the heap sees it.
pub(crate) trait IteratorStorage: Any + Debug + Send + Sync {
    /// Like `NativeIterator::copy_iterator`.
    fn copy_iterator_storage(&self, child: &mut dyn FnMut(Value) -> Value) -> Box<dyn IteratorStorage>;
    /// Like `NativeObject::visit`.
    fn visit_values(&self, visit: &mut dyn FnMut(Value));
    /// Like `NativeObject::forward`.
    fn forward_values(&mut self, child: &mut dyn FnMut(&mut Value));
    /// Like `NativeObject::owned_bytes`.
    fn storage_bytes(&self) -> usize;
    /// Like `NativeObject::drop`.
    fn release(&mut self, free_list: &mut VecPool);
    /// How to get from the storage to the iterator's slots.
    fn iterator_slot_table(&self) -> SlotTable;
}

impl Clone for Box<dyn NativeStorage> {
    fn clone(&self) -> Self {
        (**self).copy_storage(&mut |value| value)
    }
}

impl Clone for Box<dyn IteratorStorage> {
    fn clone(&self) -> Self {
        (**self).copy_iterator_storage(&mut |value| value)
    }
}
