//! What can be said of a program without running it: its scopes, the values that names may have, and the places that rules look at.
//!
//! It may use `report`, `settings`, `enforce` and `base`. It must never know a single rule: rules name what they look at by a `Check`.

pub(crate) mod attribute_by_name;
pub(crate) mod common_mistakes;
pub(crate) mod context;
pub(crate) mod flow;
pub(crate) mod fold;
pub(crate) mod names;
pub(crate) mod places;
pub(crate) mod symbol_marks;
pub(crate) mod walk;
