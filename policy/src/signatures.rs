//! How common builtins and functions of modules may be called: the data of TYP002 and CAP004.

/// One function: fewest and most positional arguments (`None`: any number), and the keywords it takes.
#[derive(Debug, Clone, Copy)]
pub struct Signature {
    /// `len`, or `math.sqrt`.
    pub name: &'static str,
    pub least: usize,
    pub most: Option<usize>,
    pub keywords: &'static [&'static str],
}

const fn row(name: &'static str, least: usize, most: Option<usize>, keywords: &'static [&'static str]) -> Signature {
    Signature { name, least, most, keywords }
}

/// Sorted by name within each group. Parameters that may be given either way count as both.
pub const SIGNATURES: &[Signature] = &[
    row("abs", 1, Some(1), &[]),
    row("all", 1, Some(1), &[]),
    row("any", 1, Some(1), &[]),
    row("ascii", 1, Some(1), &[]),
    row("bin", 1, Some(1), &[]),
    row("callable", 1, Some(1), &[]),
    row("chr", 1, Some(1), &[]),
    row("divmod", 2, Some(2), &[]),
    row("enumerate", 1, Some(2), &["iterable", "start"]),
    row("filter", 2, Some(2), &[]),
    row("format", 1, Some(2), &[]),
    row("getattr", 2, Some(3), &[]),
    row("hasattr", 2, Some(2), &[]),
    row("hash", 1, Some(1), &[]),
    row("hex", 1, Some(1), &[]),
    row("id", 1, Some(1), &[]),
    row("isinstance", 2, Some(2), &[]),
    row("issubclass", 2, Some(2), &[]),
    row("iter", 1, Some(2), &[]),
    row("len", 1, Some(1), &[]),
    row("max", 1, None, &["key", "default"]),
    row("min", 1, None, &["key", "default"]),
    row("next", 1, Some(2), &[]),
    row("oct", 1, Some(1), &[]),
    row("ord", 1, Some(1), &[]),
    row("print", 0, None, &["sep", "end", "file", "flush"]),
    row("range", 1, Some(3), &[]),
    row("repr", 1, Some(1), &[]),
    row("reversed", 1, Some(1), &[]),
    row("round", 1, Some(2), &["number", "ndigits"]),
    row("setattr", 3, Some(3), &[]),
    row("sorted", 1, Some(1), &["key", "reverse"]),
    row("sum", 1, Some(2), &["start"]),
    row("zip", 0, None, &["strict"]),
    row("math.ceil", 1, Some(1), &[]),
    row("math.comb", 2, Some(2), &[]),
    row("math.cos", 1, Some(1), &[]),
    row("math.exp", 1, Some(1), &[]),
    row("math.factorial", 1, Some(1), &[]),
    row("math.floor", 1, Some(1), &[]),
    row("math.fabs", 1, Some(1), &[]),
    row("math.isqrt", 1, Some(1), &[]),
    row("math.log", 1, Some(2), &[]),
    row("math.log10", 1, Some(1), &[]),
    row("math.log2", 1, Some(1), &[]),
    row("math.pow", 2, Some(2), &[]),
    row("math.radians", 1, Some(1), &[]),
    row("math.sin", 1, Some(1), &[]),
    row("math.sqrt", 1, Some(1), &[]),
    row("math.tan", 1, Some(1), &[]),
];

#[must_use]
pub fn find(name: &str) -> Option<&'static Signature> {
    SIGNATURES.iter().find(|signature| signature.name == name)
}
