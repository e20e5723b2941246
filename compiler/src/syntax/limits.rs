//! How much source the front end reads.

/// What a source may cost before it runs. Every field has the unit and default it is documented with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseLimits {
    /// Bytes of source; 262144.
    pub source_bytes: u32,
    /// Tokens; 100000.
    pub tokens: u32,
    /// Nodes of the tree; 100000.
    pub nodes: u32,
    /// Levels of nesting, counted conservatively: operators, blocks and a run of `elif` count too; 1000.
    pub nesting: u32,
    /// Open brackets at one place; 200, which is also CPython's.
    pub brackets: u32,
    /// Decimal digits of an integer literal; 4300, which is also CPython's.
    pub int_digits: u32,
    /// Bytes of one string, bytes or integer literal; 65536.
    pub literal_bytes: u32,
    /// Whether to stop at the grammar, as CPython's `ast.parse` does: text that only CPython's compiler refuses is accepted. Default: false.
    pub grammar_only: bool,
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
        }
    }
}
