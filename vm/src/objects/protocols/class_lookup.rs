//! Looks up special methods and attributes on classes.

use crate::base::abrupt::Abrupt;
use crate::base::names;
use crate::base::value::Tag;
use crate::base::value::Value;
use crate::heap::Object;
use crate::runtime::core::Runtime;
use crate::runtime::native_object::NativeObject;
use crate::runtime::type_table as reg;
use crate::runtime::type_table::TypeId;
use crate::runtime::type_table::registry;

/// The callable for a special method that was looked up. When it is None and CPython calls it anyway, this is a function that raises the
/// `TypeError`.
pub(crate) fn callable_for_none(rt: &mut Runtime, name: names::NameId, found: Value) -> Result<Value, Abrupt> {
    if found.is_none() && is_called_even_if_none(rt, name) {
        let function = rt.fallback("none_called")?;
        return rt.heap.method(function, Value::NONE);
    }
    Ok(found.or(Value::NONE))
}

/// True for special methods that CPython calls even when the class sets them to None.
pub(crate) fn is_called_even_if_none(rt: &Runtime, name: names::NameId) -> bool {
    matches!(
        rt.name_text(name),
        "__getitem__"
            | "__setitem__"
            | "__delitem__"
            | "__index__"
            | "__len__"
            | "__dir__"
            | "__divmod__"
            | "__rdivmod__"
            | "__format__"
            | "__pow__"
            | "__repr__"
            | "__str__"
            | "__complex__"
            | "__float__"
            | "__int__"
            | "__bytes__"
            | "__round__"
            | "__trunc__"
            | "__floor__"
            | "__ceil__"
            | "__abs__"
            | "__length_hint__"
            | "__instancecheck__"
            | "__subclasscheck__"
            | "__await__"
            | "__aiter__"
            | "__anext__"
    )
}

impl Runtime {
    /// The builtin type of a value. For an instance of a user class this is its layout.
    pub(crate) fn builtin_type(&self, value: Value) -> TypeId {
        match value.tag {
            Tag::Undef | Tag::None => reg::NONE_TYPE,
            Tag::Bool => reg::BOOL,
            Tag::Int | Tag::BigInt | Tag::RangeStop | Tag::RangeStep => reg::INT,
            Tag::Float => reg::FLOAT,
            Tag::Ellipsis => reg::ELLIPSIS_TYPE,
            Tag::NotImplemented => reg::NOT_IMPLEMENTED_TYPE,
            Tag::Type | Tag::Class => reg::TYPE,
            Tag::Native => self.native_type(value),
            Tag::Str => reg::STR,
            Tag::Bytes => reg::BYTES,
            Tag::ByteArray => reg::BYTEARRAY,
            Tag::Complex => reg::COMPLEX,
            Tag::List => reg::LIST,
            Tag::Tuple => reg::TUPLE,
            Tag::Dict => reg::DICT,
            Tag::Set => reg::SET,
            Tag::FrozenSet => reg::FROZENSET,
            Tag::Range => reg::RANGE,
            Tag::Slice => reg::SLICE,
            Tag::Cell => reg::CELL,
            Tag::Func => reg::FUNCTION,
            Tag::Method => match self.heap.methods.get(value.index()).func.tag {
                Tag::Native => {
                    let native = registry().native(self.heap.methods.get(value.index()).func);
                    if native.is_some_and(crate::runtime::native::Native::is_slot) { reg::METHOD_WRAPPER } else { reg::BUILTIN_FUNCTION }
                }
                _ => reg::METHOD,
            },
            Tag::Inst => TypeId(self.heap.classes.get(self.heap.insts.get(value.index()).class).layout),
            Tag::Exc => self.layout_of_class(self.heap.excs.get(value.index()).class),
            Tag::Gen => crate::objects::types::generator::type_of(self, value),
            Tag::Iter => crate::objects::types::iterators::type_of(self, value),
            Tag::Module => reg::MODULE,
            Tag::Object => self.object_type(value),
        }
    }

    pub(crate) fn native_type(&self, value: Value) -> TypeId {
        use crate::runtime::native::NativeKind;
        match registry().native(value) {
            Some(native) => match native.def.kind {
                NativeKind::Func | NativeKind::Static | NativeKind::New => reg::BUILTIN_FUNCTION,
                NativeKind::Class => reg::CLASSMETHOD_DESCRIPTOR,
                NativeKind::Get
                    if native.owner_type.is_some_and(|ty| crate::objects::protocols::native_call::is_member(ty, native.def.name)) =>
                {
                    reg::MEMBER_DESCRIPTOR
                }
                NativeKind::Get | NativeKind::Value => reg::GETSET_DESCRIPTOR,
                NativeKind::Method if native.is_slot() => reg::WRAPPER_DESCRIPTOR,
                NativeKind::Method => reg::METHOD_DESCRIPTOR,
            },
            None => reg::BUILTIN_FUNCTION,
        }
    }

    pub(crate) fn object_type(&self, value: Value) -> TypeId {
        use crate::heap::DictKind;
        match self.heap.as_object(value) {
            Object::Plain | Object::Bare => reg::OBJECT,
            Object::Property { .. } => reg::PROPERTY,
            Object::StaticMethod(_, _) => reg::STATICMETHOD,
            Object::ClassMethod(_, _) => reg::CLASSMETHOD,
            Object::Super { .. } => reg::SUPER,
            Object::DictView { kind: DictKind::Keys, .. } => reg::DICT_KEYS,
            Object::DictView { kind: DictKind::Values, .. } => reg::DICT_VALUES,
            Object::DictView { kind: DictKind::Items, .. } => reg::DICT_ITEMS,
            Object::MappingProxy(_) => reg::MAPPINGPROXY,
            Object::Deque(_) => reg::DEQUE,
            Object::GenericAlias { .. } => reg::GENERIC_ALIAS,
            Object::Union(_) => reg::UNION_TYPE,
            Object::SlotDescriptor { name, .. }
                if *name == crate::base::names::dunder_dict || *name == crate::base::names::dunder_weakref =>
            {
                reg::GETSET_DESCRIPTOR
            }
            Object::SlotDescriptor { .. } => reg::MEMBER_DESCRIPTOR,
            Object::Traceback { .. } => reg::TRACEBACK,
            Object::Frame { .. } => reg::FRAME,
            Object::Code(_) => reg::CODE,
            Object::Partial { .. } => reg::PARTIAL,
            Object::MemoryView { .. } => reg::MEMORYVIEW,
            Object::Native(object) => NativeObject::type_id(object.slots()),
            Object::Opaque(_) => reg::OPAQUE,
            Object::WeakRef { .. } => reg::WEAK_CORE,
            Object::Box(_) => reg::BOX,
        }
    }

    /// True for a builtin function. It is not a descriptor: a call through a class does not pass the object.
    pub(crate) fn is_bare_builtin(&self, func: Value) -> bool {
        use crate::runtime::native::NativeKind;
        match func.tag {
            // Functions that the library defines as methods of its own classes have names that start with `_` or `<`. They bind.
            Tag::Func => {
                let code = self.heap.funcs.get(func.index()).code;
                crate::objects::types::function::is_compiled(self, func) && !self.code_qualname(code).starts_with(['_', '<'])
            }
            _ => registry()
                .native(func)
                .is_some_and(|native| matches!(native.def.kind, NativeKind::Func | NativeKind::New | NativeKind::Static)),
        }
    }

    /// A callable that passes its first argument to the descriptor's `__get__` and calls the result.
    #[cold]
    pub(crate) fn descriptor_caller(&mut self, descriptor: Value) -> Result<Value, Abrupt> {
        let function = self.fallback("special_through")?;
        self.heap.method(function, descriptor)
    }
}
