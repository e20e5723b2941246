pub mod checker;
pub mod input;
pub mod policy_tests;
