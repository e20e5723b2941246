pub mod attribute_by_name;
pub(crate) mod common_mistakes;
pub mod flow;
pub mod fold;
pub mod names;
pub(crate) mod places;
pub mod symbol_marks;
pub mod walk;
