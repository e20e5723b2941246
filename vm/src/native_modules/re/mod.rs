//! `re`: pattern and match objects, their methods, and the natives of the module. `stockade_algorithms::regex` compiles and matches.

mod match_object;
mod methods;
pub(crate) mod module;
pub(crate) mod objects;
