//! `re`: pattern and match objects, their methods and the module's table. `stockade_algorithms::regex` compiles and matches.

mod found;
pub(crate) mod glue;
mod methods;
pub(crate) mod module;
