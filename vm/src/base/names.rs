//! The names that the VM itself uses, as constants. [`crate::base::interner`] holds all other names.

/// An interned name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct NameId(pub(crate) u32);

macro_rules! names {
    ($($ident:ident $text:literal;)*) => {
        #[derive(Debug, Clone, Copy)]
        #[repr(u32)]
        #[expect(non_camel_case_types, reason = "the Python spelling")]
        enum Fixed { $($ident),* }
        $(
            pub(crate) const $ident: NameId = NameId(Fixed::$ident as u32);
        )*
        /// The texts of these names, in order.
        pub(crate) const FIXED: &[&str] = &[$($text),*];
    };
}

names! {
    dunder_init "__init__"; dunder_new "__new__"; dunder_call "__call__"; dunder_name "__name__"; dunder_qualname "__qualname__";
    dunder_doc "__doc__"; dunder_module "__module__"; dunder_dict "__dict__"; dunder_class "__class__"; dunder_bases "__bases__"; dunder_base "__base__"; dunder_thisclass "__thisclass__";
    dunder_self_class "__self_class__";
    dunder_mro "__mro__"; dunder_eq "__eq__"; dunder_ne "__ne__"; dunder_lt "__lt__"; dunder_le "__le__"; dunder_gt "__gt__";
    dunder_ge "__ge__"; dunder_hash "__hash__"; dunder_bool "__bool__"; dunder_len "__len__"; dunder_iter "__iter__";
    dunder_next "__next__"; dunder_contains "__contains__"; dunder_getitem "__getitem__"; dunder_setitem "__setitem__";
    dunder_delitem "__delitem__"; dunder_missing "__missing__"; dunder_getattr "__getattr__"; dunder_getattribute "__getattribute__";
    dunder_setattr "__setattr__"; dunder_delattr "__delattr__"; dunder_get "__get__"; dunder_set "__set__"; dunder_delete "__delete__"; dunder_del "__del__";
    dunder_set_name "__set_name__"; dunder_str "__str__"; dunder_repr "__repr__"; dunder_format "__format__"; dunder_bytes "__bytes__";
    dunder_enter "__enter__"; dunder_exit "__exit__"; dunder_aenter "__aenter__"; dunder_aexit "__aexit__";
    dunder_add "__add__"; dunder_radd "__radd__"; dunder_iadd "__iadd__";
    dunder_sub "__sub__"; dunder_rsub "__rsub__"; dunder_isub "__isub__"; dunder_mul "__mul__"; dunder_rmul "__rmul__";
    dunder_imul "__imul__"; dunder_matmul "__matmul__"; dunder_rmatmul "__rmatmul__"; dunder_imatmul "__imatmul__";
    dunder_truediv "__truediv__"; dunder_rtruediv "__rtruediv__"; dunder_itruediv "__itruediv__"; dunder_floordiv "__floordiv__";
    dunder_rfloordiv "__rfloordiv__"; dunder_ifloordiv "__ifloordiv__"; dunder_mod "__mod__"; dunder_rmod "__rmod__";
    dunder_imod "__imod__"; dunder_pow "__pow__"; dunder_rpow "__rpow__";
    dunder_ipow "__ipow__"; dunder_lshift "__lshift__"; dunder_rlshift "__rlshift__"; dunder_ilshift "__ilshift__";
    dunder_rshift "__rshift__"; dunder_rrshift "__rrshift__"; dunder_irshift "__irshift__"; dunder_and "__and__";
    dunder_rand "__rand__"; dunder_iand "__iand__"; dunder_or "__or__"; dunder_ror "__ror__"; dunder_ior "__ior__";
    dunder_xor "__xor__"; dunder_rxor "__rxor__"; dunder_ixor "__ixor__"; dunder_neg "__neg__"; dunder_pos "__pos__";
    dunder_invert "__invert__"; dunder_abs "__abs__"; dunder_int "__int__"; dunder_float "__float__"; dunder_complex "__complex__";
    dunder_index "__index__"; dunder_round "__round__"; dunder_trunc "__trunc__"; dunder_floor "__floor__"; dunder_ceil "__ceil__";
    dunder_reversed "__reversed__"; dunder_sizeof "__sizeof__"; dunder_dir "__dir__";
    dunder_slots "__slots__"; dunder_weakref "__weakref__"; dunder_init_subclass "__init_subclass__";
    dunder_class_getitem "__class_getitem__"; dunder_instancecheck "__instancecheck__"; dunder_subclasscheck "__subclasscheck__";
    dunder_match_args "__match_args__";
    dunder_annotations "__annotations__"; dunder_defaults "__defaults__"; dunder_kwdefaults "__kwdefaults__"; dunder_code "__code__";
    dunder_globals "__globals__"; dunder_closure "__closure__"; dunder_self "__self__";
    dunder_func "__func__"; dunder_cause "__cause__"; dunder_context "__context__"; dunder_traceback "__traceback__";
    dunder_suppress_context "__suppress_context__"; dunder_notes "__notes__"; dunder_abstractmethods "__abstractmethods__";
    dunder_isabstractmethod "__isabstractmethod__"; dunder_classcell "__classcell__"; dunder_classdictcell "__classdictcell__"; dunder_type_params "__type_params__";

    dunder_all "__all__";

    dunder_objclass "__objclass__";

    args "args"; name "name"; obj "obj"; value "value"; msg "msg"; code "code"; path "path"; send "send"; throw "throw";
    keys "keys"; get "get"; exceptions "exceptions";
    message "message";
    lineno "lineno"; offset "offset"; text "text"; filename "filename"; end_lineno "end_lineno"; end_offset "end_offset";
    errno "errno"; strerror "strerror"; filename2 "filename2";

    judge_length "_length"; judge_str "_str_text"; judge_repr "_repr_text"; judge_format "_format_text"; judge_hash "_hash_number";
    judge_iterator "_iterator"; judge_shown "_shown_text";
    sum_refuses "_sum_refuses"; list_append "_list_append"; pair_refuses "_pair_refuses"; type_new "_type_new";

    mro "mro"; dunder_firstlineno "__firstlineno__";

    derive "derive"; name_from "name_from"; getrandbits "getrandbits"; randbelow "_randbelow";
    dunder_length_hint "__length_hint__"; dunder_spec "__spec__"; origin "origin"; initializing "_initializing"; set_fileattr "_set_fileattr";
}
