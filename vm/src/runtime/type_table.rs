//! THE list of builtin types, and the process-wide tables of native definitions.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::base::interner::static_names;
use crate::base::names::NameId;
use crate::base::sizes::low16;
use crate::base::value::{Tag, Value};
use crate::runtime::exceptions;
use crate::runtime::modules::NativeModule;
use crate::runtime::native::{Native, NativeDef, NativeKind};
use crate::runtime::native_object::NativeObjectKind;

/// A builtin type: an index into [`Registry::types`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct TypeId(pub(crate) u16);

impl TypeId {
    #[inline(always)]
    pub(crate) const fn value(self) -> Value {
        Value::new(Tag::Type, self.0 as u64)
    }
    /// The type that a `Type` value represents.
    #[inline(always)]
    pub(crate) fn of(value: Value) -> TypeId {
        TypeId(low16(u64::from(value.index())))
    }
}

macro_rules! types {
    ($($ident:ident $name:literal $module:literal < $base:ident $(final $final:literal)? => $natives:expr;)*) => {
        #[derive(Clone, Copy)]
        #[repr(u16)]
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "the numbers have the names of the constants")]
        enum TypeNumber { $($ident),* , Count }
        $(
            #[doc = concat!("`", $name, "`")]
            pub(crate) const $ident: TypeId = TypeId(TypeNumber::$ident as u16);
        )*
        /// The number of builtin types that are not exceptions.
        pub(crate) const PLAIN_TYPES: u16 = TypeNumber::Count as u16;
    };
}

/// Calls `$callback!` with THE list of builtin types. Each entry has the constant, the type's name and module, its base, whether it is
/// final, and its table of methods. Only `tables.rs` resolves the tables, because they belong to higher layers.
macro_rules! for_each_type {
    ($callback:ident) => {
        $callback! {
            OBJECT "object" "builtins" < OBJECT => types::object::NATIVES;
            TYPE "type" "builtins" < OBJECT => types::class::NATIVES;
            INT "int" "builtins" < OBJECT => types::int::NATIVES;
            BOOL "bool" "builtins" < INT final true => types::int::BOOL_NATIVES;
            FLOAT "float" "builtins" < OBJECT => types::float::NATIVES;
            COMPLEX "complex" "builtins" < OBJECT => types::complex::NATIVES;
            STR "str" "builtins" < OBJECT => types::str::NATIVES;
            BYTES "bytes" "builtins" < OBJECT => types::bytes::NATIVES;
            BYTEARRAY "bytearray" "builtins" < OBJECT => types::bytes::BYTEARRAY_NATIVES;
            MEMORYVIEW "memoryview" "builtins" < OBJECT final true => types::bytes::MEMORYVIEW_NATIVES;
            LIST "list" "builtins" < OBJECT => types::list::NATIVES;
            TUPLE "tuple" "builtins" < OBJECT => types::tuple::NATIVES;
            DICT "dict" "builtins" < OBJECT => types::dict::NATIVES;
            SET "set" "builtins" < OBJECT => types::set::NATIVES;
            FROZENSET "frozenset" "builtins" < OBJECT => types::set::FROZEN_NATIVES;
            RANGE "range" "builtins" < OBJECT final true => types::range::NATIVES;
            SLICE "slice" "builtins" < OBJECT final true => types::range::SLICE_NATIVES;
            NONE_TYPE "NoneType" "types" < OBJECT final true => types::slot_wrappers::NONE_NATIVES;
            ELLIPSIS_TYPE "ellipsis" "types" < OBJECT final true => types::slot_wrappers::ELLIPSIS_NATIVES;
            NOT_IMPLEMENTED_TYPE "NotImplementedType" "types" < OBJECT final true => types::slot_wrappers::NOT_IMPLEMENTED_NATIVES;
            FUNCTION "function" "types" < OBJECT final true => types::function::NATIVES;
            METHOD "method" "types" < OBJECT final true => types::function::METHOD_NATIVES;
            BUILTIN_FUNCTION "builtin_function_or_method" "types" < OBJECT final true => types::function::NATIVE_NATIVES;
            METHOD_DESCRIPTOR "method_descriptor" "types" < OBJECT final true => types::function::DESCRIPTOR_NATIVES;
            WRAPPER_DESCRIPTOR "wrapper_descriptor" "types" < OBJECT final true => types::function::DESCRIPTOR_NATIVES;
            METHOD_WRAPPER "method-wrapper" "types" < OBJECT final true => types::function::NATIVE_NATIVES;
            GETSET_DESCRIPTOR "getset_descriptor" "types" < OBJECT final true => types::function::DESCRIPTOR_NATIVES;
            MEMBER_DESCRIPTOR "member_descriptor" "types" < OBJECT final true => types::function::MEMBER_NATIVES;
            CODE "code" "types" < OBJECT final true => types::code_object::NATIVES;
            CELL "cell" "types" < OBJECT final true => types::function::CELL_NATIVES;
            MODULE "module" "types" < OBJECT => types::module::NATIVES;
            PROPERTY "property" "builtins" < OBJECT => types::descriptor::PROPERTY_NATIVES;
            STATICMETHOD "staticmethod" "builtins" < OBJECT => types::descriptor::STATICMETHOD_NATIVES;
            CLASSMETHOD "classmethod" "builtins" < OBJECT => types::descriptor::CLASSMETHOD_NATIVES;
            SUPER "super" "builtins" < OBJECT => types::descriptor::SUPER_NATIVES;
            GENERATOR "generator" "types" < OBJECT final true => types::generator::NATIVES;
            COROUTINE "coroutine" "types" < OBJECT final true => types::generator::COROUTINE_NATIVES;
            ASYNC_GENERATOR "async_generator" "types" < OBJECT final true => types::generator::ASYNC_NATIVES;
            COROUTINE_WRAPPER "coroutine_wrapper" "types" < OBJECT final true => types::generator::WRAPPER_NATIVES;
            ASYNC_STEP "async_generator_asend" "types" < OBJECT final true => types::generator::STEP_NATIVES;
            TRACEBACK "traceback" "types" < OBJECT final true => traceback::object::NATIVES;
            FRAME "frame" "types" < OBJECT final true => traceback::object::FRAME_NATIVES;
            DICT_KEYS "dict_keys" "types" < OBJECT final true => types::dict::VIEW_NATIVES;
            DICT_VALUES "dict_values" "types" < OBJECT final true => types::dict::VALUES_NATIVES;
            DICT_ITEMS "dict_items" "types" < OBJECT final true => types::dict::VIEW_NATIVES;
            MAPPINGPROXY "mappingproxy" "types" < OBJECT final true => types::dict::PROXY_NATIVES;
            GENERIC_ALIAS "GenericAlias" "types" < OBJECT => types::generic_alias::NATIVES;
            UNION_TYPE "UnionType" "types" < OBJECT final true => types::generic_alias::UNION_NATIVES;
            LIST_ITERATOR "list_iterator" "builtins" < OBJECT final true => types::iterators::NATIVES;
            LIST_REVERSEITERATOR "list_reverseiterator" "builtins" < OBJECT final true => types::iterators::NATIVES;
            TUPLE_ITERATOR "tuple_iterator" "builtins" < OBJECT final true => types::iterators::NATIVES;
            STR_ITERATOR "str_iterator" "builtins" < OBJECT final true => types::iterators::NATIVES;
            STR_ASCII_ITERATOR "str_ascii_iterator" "builtins" < OBJECT final true => types::iterators::NATIVES;
            BYTES_ITERATOR "bytes_iterator" "builtins" < OBJECT final true => types::iterators::NATIVES;
            BYTEARRAY_ITERATOR "bytearray_iterator" "builtins" < OBJECT final true => types::iterators::NATIVES;
            RANGE_ITERATOR "range_iterator" "builtins" < OBJECT final true => types::iterators::NATIVES;
            LONGRANGE_ITERATOR "longrange_iterator" "builtins" < OBJECT final true => types::iterators::NATIVES;
            DICT_KEYITERATOR "dict_keyiterator" "builtins" < OBJECT final true => types::iterators::NATIVES;
            DICT_VALUEITERATOR "dict_valueiterator" "builtins" < OBJECT final true => types::iterators::NATIVES;
            DICT_ITEMITERATOR "dict_itemiterator" "builtins" < OBJECT final true => types::iterators::NATIVES;
            DICT_REVERSEKEYITERATOR "dict_reversekeyiterator" "builtins" < OBJECT final true => types::iterators::NATIVES;
            DICT_REVERSEVALUEITERATOR "dict_reversevalueiterator" "builtins" < OBJECT final true => types::iterators::NATIVES;
            DICT_REVERSEITEMITERATOR "dict_reverseitemiterator" "builtins" < OBJECT final true => types::iterators::NATIVES;
            SET_ITERATOR "set_iterator" "builtins" < OBJECT final true => types::iterators::NATIVES;
            DEQUE_ITERATOR "_deque_iterator" "collections" < OBJECT final true => types::iterators::NATIVES;
            DEQUE_REVERSE_ITERATOR "_deque_reverse_iterator" "collections" < OBJECT final true => types::iterators::NATIVES;
            CALLABLE_ITERATOR "callable_iterator" "builtins" < OBJECT final true => types::iterators::NATIVES;
            ITERATOR "iterator" "builtins" < OBJECT final true => types::iterators::NATIVES;
            ENUMERATE "enumerate" "builtins" < OBJECT => types::iterators::ENUMERATE_NATIVES;
            ZIP "zip" "builtins" < OBJECT => types::iterators::ZIP_NATIVES;
            MAP "map" "builtins" < OBJECT => types::iterators::MAP_NATIVES;
            FILTER "filter" "builtins" < OBJECT => types::iterators::FILTER_NATIVES;
            REVERSED "reversed" "builtins" < OBJECT => types::iterators::REVERSED_NATIVES;
            COUNT "count" "itertools" < OBJECT => native_modules::itertools::COUNT_NATIVES;
            REPEAT "repeat" "itertools" < OBJECT => native_modules::itertools::REPEAT_NATIVES;
            CYCLE "cycle" "itertools" < OBJECT => native_modules::itertools::CYCLE_NATIVES;
            CHAIN "chain" "itertools" < OBJECT => native_modules::itertools::CHAIN_NATIVES;
            ISLICE "islice" "itertools" < OBJECT => native_modules::itertools::ISLICE_NATIVES;
            STARMAP "starmap" "itertools" < OBJECT => native_modules::itertools::STARMAP_NATIVES;
            TAKEWHILE "takewhile" "itertools" < OBJECT => native_modules::itertools::TAKEWHILE_NATIVES;
            DROPWHILE "dropwhile" "itertools" < OBJECT => native_modules::itertools::DROPWHILE_NATIVES;
            FILTERFALSE "filterfalse" "itertools" < OBJECT => native_modules::itertools::FILTERFALSE_NATIVES;
            ACCUMULATE "accumulate" "itertools" < OBJECT => native_modules::itertools::ACCUMULATE_NATIVES;
            PRODUCT "product" "itertools" < OBJECT => native_modules::itertools::PRODUCT_NATIVES;
            PERMUTATIONS "permutations" "itertools" < OBJECT => native_modules::itertools::PERMUTATIONS_NATIVES;
            COMBINATIONS "combinations" "itertools" < OBJECT => native_modules::itertools::COMBINATIONS_NATIVES;
            COMBINATIONS_WITH_REPLACEMENT "combinations_with_replacement" "itertools" < OBJECT => native_modules::itertools::CWR_NATIVES;
            COMPRESS "compress" "itertools" < OBJECT => native_modules::itertools::COMPRESS_NATIVES;
            GROUPBY "groupby" "itertools" < OBJECT => native_modules::itertools::GROUPBY_NATIVES;
            ZIP_LONGEST "zip_longest" "itertools" < OBJECT => native_modules::itertools::ZIP_LONGEST_NATIVES;
            PAIRWISE "pairwise" "itertools" < OBJECT => native_modules::itertools::PAIRWISE_NATIVES;
            BATCHED "batched" "itertools" < OBJECT => native_modules::itertools::BATCHED_NATIVES;
            DEQUE "deque" "collections" < OBJECT => types::deque::NATIVES;
            PARTIAL "partial" "functools" < OBJECT => types::partial::PARTIAL_NATIVES;
            RANDOM "Random" "_random" < OBJECT => native_modules::random::NATIVES;
            PATTERN "Pattern" "re" < OBJECT final true => native_modules::re::objects::PATTERN_NATIVES;
            MATCH "Match" "re" < OBJECT final true => native_modules::re::objects::MATCH_NATIVES;
            SCANNER "SRE_Scanner" "_sre" < OBJECT final true => native_modules::re::objects::SCANNER_NATIVES;
            HASH "HASH" "_hashlib" < OBJECT final true => native_modules::hashlib::HASH_NATIVES;
            ZLIB_COMPRESS "Compress" "zlib" < OBJECT final true => native_modules::zlib::COMPRESS_NATIVES;
            ZLIB_DECOMPRESS "Decompress" "zlib" < OBJECT final true => native_modules::zlib::DECOMPRESS_NATIVES;
            OPAQUE "handle" "stockade" < OBJECT final true => &[];
            WEAK_CORE "core" "_weakref" < OBJECT final true => &[];
            BOX "box" "_stockade" < OBJECT final true => &[];
            HASHXOF "HASHXOF" "_hashlib" < HASH final true => native_modules::hashlib::HASHXOF_NATIVES;
            BLAKE2B "blake2b" "_blake2" < OBJECT final true => native_modules::hashlib::BLAKE2B_NATIVES;
            BLAKE2S "blake2s" "_blake2" < OBJECT final true => native_modules::hashlib::BLAKE2S_NATIVES;
            TEE "_tee" "itertools" < OBJECT final true => native_modules::itertools::TEE_NATIVES;
            CLASSMETHOD_DESCRIPTOR "classmethod_descriptor" "types" < OBJECT final true => types::function::DESCRIPTOR_NATIVES;
            SORTER "sorter" "_stockade" < OBJECT final true => &[];
        }
    };
}
pub(crate) use for_each_type;

for_each_type!(types);

/// One builtin type.
#[derive(Debug, Clone)]
pub(crate) struct TypeDef {
    pub(crate) name: &'static str,
    pub(crate) module: &'static str,
    pub(crate) base: TypeId,
    /// The type cannot be subclassed.
    pub(crate) is_final: bool,
    pub(crate) natives: &'static [NativeDef],
}

/// All native definitions, by number and by name. Built once for each process.
pub(crate) struct Registry {
    pub(crate) types: Vec<TypeDef>,
    pub(crate) natives: Vec<Native>,
    /// Members of types: native functions and constants.
    members: FxHashMap<(TypeId, NameId), Value>,
    /// Members of each type, in table order.
    type_members: Vec<Vec<(NameId, u32)>>,
    /// The builtins by name.
    pub(crate) builtins: FxHashMap<NameId, Value>,
    /// Functions of `_stockade` that replace builtins of the same name in trusted code.
    own: FxHashMap<NameId, Value>,
    /// Functions of native modules, in table order.
    pub(crate) modules: FxHashMap<&'static str, Vec<(NameId, u32)>>,
    /// The native functions in the namespace of the fallbacks.
    pub(crate) fallback_natives: FxHashMap<NameId, Value>,
    /// The number of each type's `__new__` among the natives.
    constructors: Vec<Option<u32>>,
    /// Native functions of the fallbacks that take one item each: `_sum_refuses`, `_list_append` and `_pair_refuses`.
    pub(crate) steps: [Value; 3],
    /// The builtins `next` and `len`.
    pub(crate) next: Value,
    pub(crate) len: Value,
    /// `list.append` and `list.pop`.
    pub(crate) list_append: Value,
    pub(crate) list_pop: Value,
}

static REGISTRY: OnceLock<Registry> = OnceLock::new();

/// The process-wide tables.
#[inline]
pub(crate) fn registry() -> &'static Registry {
    match REGISTRY.get() {
        Some(registry) => registry,
        None => first_registry(),
    }
}

/// Builds the registry when it is first needed, if the tables are installed.
#[cold]
fn first_registry() -> &'static Registry {
    static EMPTY: OnceLock<Registry> = OnceLock::new();
    match TABLES.get() {
        Some(tables) => REGISTRY.get_or_init(|| {
            // The names must be installed first, even when another thread is about to install them.
            crate::base::interner::install_static_names(|| tables.names());
            Registry::build(tables)
        }),
        None => EMPTY.get_or_init(|| Registry::build(&NO_TABLES)),
    }
}

/// All tables of native definitions, in the order that numbers them. `tables.rs` collects them.
pub(crate) struct NativeTables {
    pub(crate) types: Vec<TypeDef>,
    pub(crate) builtins: &'static [NativeDef],
    pub(crate) constants: &'static [(&'static str, Value)],
    pub(crate) modules: Vec<&'static NativeModule>,
    /// Every kind of library object.
    pub(crate) objects: &'static [&'static NativeObjectKind],
    /// Returns true if a fallback with this name exists.
    pub(crate) has_fallback: Option<fn(&str) -> bool>,
}

impl NativeTables {
    /// All names in the tables. They are interned once for each process.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        let mut names: Vec<&'static str> = Vec::new();
        for info in &self.types {
            names.push(info.name);
            names.extend(info.natives.iter().map(|def| def.name));
        }
        names.extend(self.builtins.iter().map(|def| def.name));
        names.extend(self.constants.iter().map(|(name, _)| *name));
        for module in &self.modules {
            names.push(module.name);
            names.extend(module.natives.iter().map(|def| def.name));
        }
        names
    }
}

static TABLES: OnceLock<NativeTables> = OnceLock::new();
/// The tables before [`install`]. The registry made from them is kept apart from the real one, so that a lookup before `install` does not
/// leave the process with empty tables.
static NO_TABLES: NativeTables =
    NativeTables { types: Vec::new(), builtins: &[], constants: &[], modules: Vec::new(), objects: &[], has_fallback: None };

fn tables() -> &'static NativeTables {
    TABLES.get().unwrap_or(&NO_TABLES)
}

/// The kinds of library objects. A snapshot settles them in this order.
pub(crate) fn native_kinds() -> &'static [&'static NativeObjectKind] {
    tables().objects
}

/// The kind of library object that has this type.
pub(crate) fn native_kind(type_id: TypeId) -> Option<&'static NativeObjectKind> {
    tables().objects.iter().find(|kind| kind.types.contains(&type_id)).copied()
}

/// The modules with a native part.
pub(crate) fn native_modules() -> &'static [&'static NativeModule] {
    &tables().modules
}

/// A native module by its dotted name.
pub(crate) fn native_module(name: &str) -> Option<&'static NativeModule> {
    tables().modules.iter().copied().find(|module| module.name == name)
}

/// True if a fallback exists for the native function with this name.
pub(crate) fn has_fallback(name: &str) -> bool {
    tables().has_fallback.is_some_and(|has| has(name))
}

/// Installs the tables. Every entry point of the VM calls it; only the first call has an effect.
pub(crate) fn install(collect: fn() -> NativeTables) {
    let tables = TABLES.get_or_init(collect);
    crate::base::interner::install_static_names(|| tables.names());
}

/// The types whose `__hash__` is None.
pub(crate) fn is_unhashable(ty: TypeId) -> bool {
    matches!(ty, LIST | DICT | SET | BYTEARRAY | DEQUE | DICT_KEYS | DICT_ITEMS)
}

impl Registry {
    fn build(tables: &NativeTables) -> Registry {
        let names = static_names();
        let name = |text: &str| names.find(text).unwrap_or_default();
        let mut registry = Registry {
            types: tables.types.clone(),
            natives: Vec::new(),
            members: FxHashMap::default(),
            type_members: Vec::new(),
            builtins: FxHashMap::default(),
            own: FxHashMap::default(),
            modules: FxHashMap::default(),
            fallback_natives: FxHashMap::default(),
            constructors: Vec::new(),
            steps: [Value::UNDEF; 3],
            next: Value::UNDEF,
            len: Value::UNDEF,
            list_append: Value::UNDEF,
            list_pop: Value::UNDEF,
        };
        for at in 0..registry.types.len() {
            let Some(info) = registry.types.get(at) else { continue };
            let (natives, owner) = (info.natives, info.name);
            let ty = TypeId(u16::try_from(at).unwrap_or(0));
            let mut members = Vec::new();
            for def in natives {
                let id = u32::try_from(registry.natives.len()).unwrap_or(0);
                registry.natives.push(Native::new(def, owner, Some(ty)));
                let value = match def.signature.parse() {
                    Ok(number) if def.kind == NativeKind::Value => Value::int(number),
                    _ => Value::new(Tag::Native, u64::from(id)),
                };
                registry.members.insert((ty, name(def.name)), value);
                members.push((name(def.name), id));
            }
            registry.type_members.push(members);
        }
        for module in &tables.modules {
            let mut functions = Vec::new();
            for def in module.natives {
                let id = u32::try_from(registry.natives.len()).unwrap_or(0);
                registry.natives.push(Native::new(def, module.name, None));
                functions.push((name(def.name), id));
            }
            registry.modules.insert(module.name, functions);
        }
        for source in ["_stockade", "_services", "_prelude"] {
            for (id, native) in registry.modules.get(source).into_iter().flatten() {
                registry.fallback_natives.insert(*id, Value::new(Tag::Native, u64::from(*native)));
            }
        }
        registry.steps = [crate::base::names::sum_refuses, crate::base::names::list_append, crate::base::names::pair_refuses]
            .map(|step| registry.fallback_primitive(step).unwrap_or(Value::UNDEF));
        for def in tables.builtins {
            let id = u32::try_from(registry.natives.len()).unwrap_or(0);
            registry.natives.push(Native::new(def, "", None));
            registry.builtins.insert(name(def.name), Value::new(Tag::Native, u64::from(id)));
        }
        let builtin = |text: &str| registry.builtins.get(&name(text)).copied().unwrap_or(Value::UNDEF);
        (registry.next, registry.len) = (builtin("next"), builtin("len"));
        let of_list = |text: &str| registry.own_member(LIST, name(text)).unwrap_or(Value::UNDEF);
        (registry.list_append, registry.list_pop) = (of_list("append"), of_list("pop"));
        for (text, value) in tables.constants {
            registry.builtins.insert(name(text), *value);
        }
        for (at, (text, _)) in exceptions::TREE.iter().enumerate() {
            if !text.starts_with('_') {
                registry.builtins.insert(name(text), TypeId(PLAIN_TYPES + low16(at as u64)).value());
            }
        }
        for (id, native) in registry.modules.get("_stockade").into_iter().flatten() {
            if registry.builtins.contains_key(id) {
                registry.own.insert(*id, Value::new(Tag::Native, u64::from(*native)));
            }
        }
        let types = 0..u16::try_from(registry.types.len()).unwrap_or(0);
        let of_object = registry.member(OBJECT, crate::base::names::dunder_new);
        // A type without its own constructor finds `object.__new__`, which does not fit it.
        let own = |ty: TypeId| {
            let found = if ty == TYPE { None } else { registry.member(ty, crate::base::names::dunder_new) };
            found.filter(|new| ty == OBJECT || Some(*new) != of_object)
        };
        registry.constructors = types.map(|at| own(TypeId(at)).map(Value::index)).collect();
        registry
    }

    /// The `__new__` that a call of a builtin type calls, with the type as the first argument. `None` if the call needs more than that.
    #[inline]
    pub(crate) fn constructor(&self, ty: Value) -> Option<&Native> {
        let id = self.constructors.get(ty.index() as usize).copied()??;
        self.natives.get(id as usize)
    }

    pub(crate) fn info(&self, ty: TypeId) -> &TypeDef {
        let fallback = &self.types;
        match fallback.get(ty.0 as usize) {
            Some(info) => info,
            None => &FALLBACK,
        }
    }

    pub(crate) fn native(&self, value: Value) -> Option<&Native> {
        if value.tag == Tag::Native { self.natives.get(value.index() as usize) } else { None }
    }

    /// A native function that only fallbacks may call.
    pub(crate) fn fallback_primitive(&self, name: NameId) -> Option<Value> {
        self.fallback_natives.get(&name).copied()
    }

    /// A member of exactly this type.
    pub(crate) fn own_member(&self, ty: TypeId, name: NameId) -> Option<Value> {
        match self.members.get(&(ty, name)) {
            Some(value) => Some(*value),
            None if name == crate::base::names::dunder_hash && is_unhashable(ty) => Some(Value::NONE),
            None => None,
        }
    }

    /// A member of this type or its bases.
    pub(crate) fn member(&self, ty: TypeId, name: NameId) -> Option<Value> {
        let mut at = ty;
        loop {
            if let Some(found) = self.own_member(at, name) {
                return Some(found);
            }
            if at == OBJECT {
                return None;
            }
            at = self.info(at).base;
        }
    }

    pub(crate) fn members(&self, ty: TypeId) -> &[(NameId, u32)] {
        self.type_members.get(ty.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// True if `ty` is `base` or derives from it.
    pub(crate) fn is_subtype(&self, ty: TypeId, base: TypeId) -> bool {
        let mut at = ty;
        loop {
            if at == base {
                return true;
            }
            if at == OBJECT {
                return false;
            }
            // `ExceptionGroup` is the only builtin type with two bases.
            if at == exceptions::EXCEPTION_GROUP && base == exceptions::EXCEPTION {
                return true;
            }
            at = self.info(at).base;
        }
    }

    #[inline]
    pub(crate) fn builtin(&self, name: NameId) -> Option<Value> {
        self.builtins.get(&name).copied()
    }

    /// The builtin that trusted code sees under a name: the one of `_stockade` if it exists, else the usual one.
    pub(crate) fn trusted_builtin(&self, name: NameId) -> Option<Value> {
        self.own.get(&name).copied().or_else(|| self.builtin(name))
    }
}

static FALLBACK: TypeDef = TypeDef { name: "object", module: "builtins", base: OBJECT, is_final: true, natives: &[] };
