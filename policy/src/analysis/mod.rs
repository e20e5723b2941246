//! Static analysis of a program: its scopes, the values that names may have, and the sites that rules examine.
//!
//! It may use `report`, `settings`, `enforce` and `base`. It must not know any rule. Rules name the sites that they examine with a `Check`.

pub(crate) mod attribute_by_name;
pub(crate) mod common_mistakes;
pub(crate) mod context;
pub(crate) mod flow;
pub(crate) mod fold;
pub(crate) mod handlers;
pub(crate) mod import_removal;
pub(crate) mod names;
pub(crate) mod places;
pub(crate) mod symbol_marks;
pub(crate) mod walk;
