//! Policy files: the table of settings, YAML to settings, parents merged in, and the grants and limits that come out.
//!
//! It may use `enforce` and `base`. It must never know the rules themselves, only the list of their ids and levels that it is given, and nothing of programs.

pub(crate) mod load;
pub(crate) mod model;
pub(crate) mod presets;
pub(crate) mod resolve;
pub(crate) mod schema;
