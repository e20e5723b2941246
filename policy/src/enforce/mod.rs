pub mod grants;
pub mod pattern;
pub mod redact;
