pub mod fingerprint;
pub mod output;
pub mod verdict;
