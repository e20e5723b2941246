//! What native code sees: the runtime, its modules, the pending call, native definitions, the type table, caches, output.
//!
//! This folder may use `heap` and `base`. It must not know how instructions run or what the methods of builtin types do.

pub(crate) mod argument_errors;
pub(crate) mod attribute_caches;
pub(crate) mod big_work;
pub(crate) mod budget;
pub(crate) mod caches;
pub(crate) mod compile;
pub(crate) mod compiled_names;
pub(crate) mod constants;
pub(crate) mod constructor_cache;
pub(crate) mod core;
pub(crate) mod exceptions;
pub(crate) mod host_functions;
pub(crate) mod host_state;
pub(crate) mod identity;
pub(crate) mod inline_cache;
pub(crate) mod library;
pub(crate) mod modules;
pub(crate) mod native;
pub(crate) mod native_object;
pub(crate) mod output;
pub(crate) mod packages;
pub(crate) mod pending_call;
pub(crate) mod policy;
pub(crate) mod shared_program;
pub(crate) mod thread;
pub(crate) mod type_table;
pub(crate) mod vm_request;
