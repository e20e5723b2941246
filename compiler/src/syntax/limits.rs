//! Limits on the source that this crate reads.

/// Limits on the size of a source. The number in the documentation of each field is its default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseLimits {
    /// Bytes of source. 262144.
    pub source_bytes: u32,
    /// Number of tokens. 100000.
    pub tokens: u32,
    /// Number of nodes of the tree. 100000.
    pub nodes: u32,
    /// Levels of nesting. The count is an upper bound: operators, blocks and the `elif`s of a chain count too. 1000.
    pub nesting: u32,
    /// Number of brackets that are open at one place. 200, as in CPython.
    pub brackets: u32,
    /// Decimal digits of an integer literal. 4300, as in CPython.
    pub int_digits: u32,
    /// Bytes of a string, bytes or integer literal. 65536.
    pub literal_bytes: u32,
    /// True to check only the grammar, as CPython's `ast.parse` does. Text that only CPython's compiler refuses is then
    /// accepted. Default: false.
    pub grammar_only: bool,
    /// True to accept `await`, `async for` and `async with` outside functions, as notebooks do. Default: false.
    pub top_level_await: bool,
}

impl Default for ParseLimits {
    fn default() -> Self {
        Self {
            source_bytes: 262_144,
            tokens: 100_000,
            nodes: 100_000,
            nesting: 1000,
            brackets: 200,
            int_digits: 4300,
            literal_bytes: 65_536,
            grammar_only: false,
            top_level_await: false,
        }
    }
}
