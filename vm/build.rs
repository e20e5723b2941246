//! Says whether the rows of the dispatch table may end in a call of the next row.
//!
//! The optimiser makes such a call a jump on these machines when it optimises fully; elsewhere the stack would grow, so there
//! the rows return to a loop.

#![expect(clippy::disallowed_methods, reason = "cargo gives a build script its settings in the environment")]

fn main() {
    println!("cargo::rustc-check-cfg=cfg(stockade_threaded)");
    println!("cargo::rustc-check-cfg=cfg(stockade_unlimited)");
    let is = |name: &str, wanted: &[&str]| std::env::var(name).is_ok_and(|value| wanted.contains(&value.as_str()));
    if is("OPT_LEVEL", &["3"]) && is("CARGO_CFG_TARGET_ARCH", &["x86_64", "aarch64"]) {
        println!("cargo::rustc-cfg=stockade_threaded");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
