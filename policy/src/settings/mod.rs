//! Policy files: the table of settings, reading YAML, merging with parents, and the resulting grants and limits.
//!
//! It may use `enforce` and `base`. It must not know the rules themselves. It only gets a list of their ids and levels.
//! It must not know anything about programs.

pub(crate) mod load;
pub(crate) mod merge;
pub(crate) mod model;
pub(crate) mod old;
pub(crate) mod presets;
pub(crate) mod resolve;
pub(crate) mod schema;
