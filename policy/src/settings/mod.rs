pub mod load;
pub mod model;
pub mod presets;
pub mod resolve;
pub mod schema;
