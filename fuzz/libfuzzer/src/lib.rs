//! Inputs of the coverage-guided targets. libFuzzer changes bytes, and the generators of `stockade-fuzz` read their decisions from them: so
//! a changed byte is another statement, operand or size, and not a broken program.

use std::sync::LazyLock;

use libfuzzer_sys::arbitrary::{Arbitrary, Result, Unstructured};
use stockade_fuzz::corpus::{self, Program};
use stockade_fuzz::generators::{Choices, deep_program, endless_program, hungry_program, mutation, program, reach, text_of_bomb};
use stockade_fuzz::oracles::{cost, find, members};

/// What an oracle says of an input: libFuzzer keeps inputs that end in a panic.
///
/// # Panics
///
/// The property does not hold.
pub fn holds(oracle: &str, text: &str) {
    let answer = match oracle {
        members::NAME => members::check(text),
        cost::NAME => cost::check(text),
        _ => find(oracle).map_or_else(|| Err("no such oracle".to_string()), |oracle| (oracle.check)(text)),
    };
    if let Err(what) = answer {
        panic!("{oracle}: {what}\n--- the text\n{text}");
    }
}

/// A target: the oracle of this name over inputs of this kind. `STOCKADE_SHOW=1` prints the text that the bytes stand for.
#[macro_export]
macro_rules! target {
    ($oracle:literal, $inputs:ident) => {
        libfuzzer_sys::fuzz_target!(|input: $crate::$inputs| {
            if std::env::var_os("STOCKADE_SHOW").is_some() {
                eprintln!("{}", input.0);
            }
            $crate::holds($oracle, &input.0);
        });
    };
}

macro_rules! inputs {
    ($($(#[$doc:meta])* $name:ident: $make:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name(pub String);

        impl<'a> Arbitrary<'a> for $name {
            fn arbitrary(input: &mut Unstructured<'a>) -> Result<Self> {
                let bytes = input.bytes(input.len())?;
                let make: fn(&[u8]) -> String = $make;
                Ok($name(make(bytes)))
            }

            fn arbitrary_take_rest(mut input: Unstructured<'a>) -> Result<Self> {
                Self::arbitrary(&mut input)
            }
        }
    )*};
}

static CORPUS: LazyLock<Vec<Program>> = LazyLock::new(corpus::all);

inputs! {
    /// Any text. Half of them are the bytes themselves, where the dictionary helps.
    Texts: |bytes| match bytes.split_first() {
        Some((0..=127, text)) => String::from_utf8_lossy(text).into_owned(),
        Some((128..=191, rest)) => mutation(&mut Choices::new(rest), &CORPUS),
        Some((192..=207, rest)) => text_of_bomb(&mut Choices::new(rest)),
        Some((_, rest)) => program(&mut Choices::new(rest)),
        None => String::new(),
    };
    /// Programs of the grammar.
    Programs: |bytes| program(&mut Choices::new(bytes));
    /// Programs that use attributes, modules and builtins.
    Reaching: |bytes| reach(&mut Choices::new(bytes));
    /// Programs with values that nest without end.
    Deep: |bytes| deep_program(&mut Choices::new(bytes));
    /// Programs that want much memory.
    Hungry: |bytes| hungry_program(&mut Choices::new(bytes));
    /// Programs that do not end.
    Endless: |bytes| endless_program(&mut Choices::new(bytes));
    /// Snippets of the library, one a line.
    Snippets: |bytes| members::drawn(&mut Choices::new(bytes));
    /// One case of the cost audit.
    Costs: |bytes| cost::drawn(&mut Choices::new(bytes));
}
