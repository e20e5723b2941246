//! `re`: pattern and match objects, their methods and the module's table. `stockade_algorithms::regex` compiles and matches.

mod match_object;
mod methods;
pub(crate) mod module;
pub(crate) mod objects;
