//! Tests with expected values from CPython 3.13, one file per family.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::type_complexity,
    clippy::approx_constant,
    reason = "tables of inputs and CPython's answers, digits as it prints them"
)]

mod codecs;
mod complex;
mod formats;
mod multibyte;
mod numbers;
mod strings;

use super::{ErrorKind, TextError};

/// The exception as CPython shows it: the type and the message.
fn exception(error: &TextError) -> String {
    let kind = match error.kind {
        ErrorKind::Limit => "Memory".to_owned(),
        kind => format!("{kind:?}"),
    };
    format!("{kind}Error: {}", error.message)
}
