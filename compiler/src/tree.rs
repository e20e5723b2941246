//! The syntax tree that every later step reads. It has one arena for each kind of node, `u32` ids and byte spans.
//!
//! Invariants:
//! - Nodes own no boxes, so dropping a tree never recurses, however deep the source nests.
//! - Later steps do not change the tree. They keep facts about it in side tables, by id.
//! - Lists are ranges of pools. `tree.list(range)` is the only way to read them.

#![expect(missing_docs, reason = "nodes, fields and operators have the names of CPython's `ast` module, which documents them")]

use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

/// A half-open range of byte offsets into the source text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    #[must_use]
    pub fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// Returns the smallest span that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    #[must_use]
    pub fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    #[must_use]
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }
}

/// An identifier, interned in [`Tree::symbols`] after NFKC normalisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sym(pub u32);

/// A set whose members have numbers, in the order of insertion.
pub(crate) type FxIndexSet<T> = indexmap::IndexSet<T, rustc_hash::FxBuildHasher>;

/// The identifiers of one tree, each once, in order of first appearance.
#[derive(Debug, Clone, Default)]
pub struct Symbols {
    names: FxIndexSet<Box<str>>,
}

impl Symbols {
    pub fn intern(&mut self, name: &str) -> Sym {
        if let Some(sym) = self.find(name) {
            return sym;
        }
        let (at, _) = self.names.insert_full(name.into());
        Sym(u32::try_from(at).unwrap_or(u32::MAX))
    }

    /// Returns the symbol of `name` if the tree mentions it.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Sym> {
        self.names.get_index_of(name).map(|at| Sym(u32::try_from(at).unwrap_or(u32::MAX)))
    }

    /// Returns the text of a symbol, or the empty text for a symbol of another tree.
    #[must_use]
    pub fn text(&self, sym: Sym) -> &str {
        self.names.get_index(sym.0 as usize).map_or("", |name| name)
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// A range in the pool of `T`.
#[derive(Debug)]
pub struct List<T> {
    start: u32,
    len: u32,
    kind: PhantomData<fn() -> T>,
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for List<T> {}
impl<T> Default for List<T> {
    fn default() -> Self {
        Self { start: 0, len: 0, kind: PhantomData }
    }
}
impl<T> List<T> {
    #[must_use]
    pub fn len(self) -> usize {
        self.len as usize
    }
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// A type with its own pool in the tree.
pub trait Pooled: Sized {
    fn pool(tree: &Tree) -> &Vec<Self>;
    fn pool_mut(tree: &mut Tree) -> &mut Vec<Self>;
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
    )*};
}

ids! {
    /// An expression of [`Tree::expr`].
    ExprId,
    /// A statement of [`Tree::stmt`].
    StmtId,
    /// A `match` pattern of [`Tree::pattern`].
    PatternId,
    /// Text of a string, bytes or big-integer literal: [`Tree::text`] or [`Tree::bytes`].
    TextId,
}

/// A whole module: every node of one source text.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    pub symbols: Symbols,
    /// The statements of the module, in order.
    pub body: List<StmtId>,
    /// No walk of this tree nests deeper than this. Recursive walks pass it to `stack::run`.
    pub nesting: u32,
    /// True if a token may be one for which [`crate::warnings`] has a warning.
    pub(crate) may_have_token_warnings: bool,
    exprs: Vec<Expr>,
    expr_spans: Vec<Span>,
    stmts: Vec<Stmt>,
    stmt_spans: Vec<Span>,
    patterns: Vec<Pattern>,
    pattern_spans: Vec<Span>,
    texts: Vec<Box<str>>,
    byte_texts: Vec<Box<[u8]>>,
    pub(crate) expr_ids: Vec<ExprId>,
    pub(crate) opt_expr_ids: Vec<Option<ExprId>>,
    pub(crate) stmt_ids: Vec<StmtId>,
    pub(crate) pattern_ids: Vec<PatternId>,
    pub(crate) idents: Vec<Ident>,
    pub(crate) keywords: Vec<Keyword>,
    pub(crate) params: Vec<Param>,
    pub(crate) param_lists: Vec<Params>,
    pub(crate) generators: Vec<Generator>,
    pub(crate) compares: Vec<(CmpOp, ExprId)>,
    pub(crate) fstring_parts: Vec<FStringPart>,
    pub(crate) handlers: Vec<Handler>,
    pub(crate) with_items: Vec<WithItem>,
    pub(crate) aliases: Vec<Alias>,
    pub(crate) cases: Vec<Case>,
    pub(crate) keyword_patterns: Vec<KeywordPattern>,
    pub(crate) type_params: Vec<TypeParam>,
    pub(crate) functions: Vec<Function>,
    pub(crate) classes: Vec<Class>,
}

macro_rules! pools {
    ($($ty:ty => $field:ident),* $(,)?) => {$(
        impl Pooled for $ty {
            fn pool(tree: &Tree) -> &Vec<Self> { &tree.$field }
            fn pool_mut(tree: &mut Tree) -> &mut Vec<Self> { &mut tree.$field }
        }
    )*};
}

pools! {
    ExprId => expr_ids, Option<ExprId> => opt_expr_ids, StmtId => stmt_ids, PatternId => pattern_ids,
    Ident => idents, Keyword => keywords, Param => params, Generator => generators,
    (CmpOp, ExprId) => compares, FStringPart => fstring_parts, Handler => handlers, WithItem => with_items,
    Alias => aliases, Case => cases, KeywordPattern => keyword_patterns, TypeParam => type_params,
}

fn index(len: usize) -> u32 {
    // The guard refuses sources above 4 GiB, so a pool never becomes that long.
    u32::try_from(len).unwrap_or(u32::MAX)
}

impl Tree {
    /// Makes an empty tree with room for the nodes that a text of this many bytes usually has. Each arena has an upper bound.
    pub(super) fn for_text(bytes: usize) -> Self {
        let (exprs, stmts) = ((bytes / 5).min(4096), (bytes / 28).min(1024));
        Self {
            exprs: Vec::with_capacity(exprs),
            expr_spans: Vec::with_capacity(exprs),
            expr_ids: Vec::with_capacity(exprs / 4),
            stmts: Vec::with_capacity(stmts),
            stmt_spans: Vec::with_capacity(stmts),
            stmt_ids: Vec::with_capacity(stmts),
            ..Self::default()
        }
    }

    /// Returns the items of a list.
    #[must_use]
    pub fn list<T: Pooled>(&self, list: List<T>) -> &[T] {
        let start = list.start as usize;
        T::pool(self).get(start..start + list.len as usize).unwrap_or(&[])
    }

    /// Stores a list. The lists of its items must be complete before: a list is one contiguous range of the pool.
    pub fn add_list<T: Pooled>(&mut self, items: impl IntoIterator<Item = T>) -> List<T> {
        let pool = T::pool_mut(self);
        let start = index(pool.len());
        pool.extend(items);
        List { start, len: index(pool.len()) - start, kind: PhantomData }
    }

    pub fn add_expr(&mut self, expr: Expr, span: Span) -> ExprId {
        let id = ExprId(index(self.exprs.len()));
        self.exprs.push(expr);
        self.expr_spans.push(span);
        id
    }

    pub fn add_stmt(&mut self, stmt: Stmt, span: Span) -> StmtId {
        let id = StmtId(index(self.stmts.len()));
        self.stmts.push(stmt);
        self.stmt_spans.push(span);
        id
    }

    pub fn add_pattern(&mut self, pattern: Pattern, span: Span) -> PatternId {
        let id = PatternId(index(self.patterns.len()));
        self.patterns.push(pattern);
        self.pattern_spans.push(span);
        id
    }

    pub fn add_text(&mut self, text: impl Into<Box<str>>) -> TextId {
        let id = TextId(index(self.texts.len()));
        self.texts.push(text.into());
        id
    }

    pub fn add_bytes(&mut self, bytes: impl Into<Box<[u8]>>) -> TextId {
        let id = TextId(index(self.byte_texts.len()));
        self.byte_texts.push(bytes.into());
        id
    }

    pub fn add_params(&mut self, params: Params) -> ParamsId {
        let id = ParamsId(index(self.param_lists.len()));
        self.param_lists.push(params);
        id
    }

    pub fn add_function(&mut self, function: Function) -> FunctionId {
        let id = FunctionId(index(self.functions.len()));
        self.functions.push(function);
        id
    }

    pub fn add_class(&mut self, class: Class) -> ClassId {
        let id = ClassId(index(self.classes.len()));
        self.classes.push(class);
        id
    }

    /// Returns the expression with this id.
    #[must_use]
    pub fn expr(&self, id: ExprId) -> Expr {
        self.exprs.get(id.0 as usize).copied().unwrap_or(Expr::Constant(Constant::None))
    }

    #[must_use]
    pub fn expr_span(&self, id: ExprId) -> Span {
        self.expr_spans.get(id.0 as usize).copied().unwrap_or_default()
    }

    /// All expressions with their spans, in the order of their ids. Children come before their parents.
    pub fn spanned_exprs(&self) -> impl Iterator<Item = (Expr, Span)> {
        self.exprs.iter().copied().zip(self.expr_spans.iter().copied())
    }

    /// All patterns with their spans, in the order of their ids.
    pub fn spanned_patterns(&self) -> impl Iterator<Item = (Pattern, Span)> {
        self.patterns.iter().copied().zip(self.pattern_spans.iter().copied())
    }

    /// All statements with their spans, in the order of their ids.
    pub fn spanned_stmts(&self) -> impl Iterator<Item = (Stmt, Span)> {
        self.stmts.iter().copied().zip(self.stmt_spans.iter().copied())
    }

    #[must_use]
    pub fn stmt(&self, id: StmtId) -> Stmt {
        self.stmts.get(id.0 as usize).copied().unwrap_or(Stmt::Pass)
    }

    #[must_use]
    pub fn stmt_span(&self, id: StmtId) -> Span {
        self.stmt_spans.get(id.0 as usize).copied().unwrap_or_default()
    }

    #[must_use]
    pub fn pattern(&self, id: PatternId) -> Pattern {
        self.patterns.get(id.0 as usize).copied().unwrap_or(Pattern::Wildcard)
    }

    #[must_use]
    pub fn pattern_span(&self, id: PatternId) -> Span {
        self.pattern_spans.get(id.0 as usize).copied().unwrap_or_default()
    }

    /// Returns the text of a string literal, with lone surrogates mapped as in [`crate::surrogate`], or the digits of a big integer.
    #[must_use]
    pub fn text(&self, id: TextId) -> &str {
        self.texts.get(id.0 as usize).map_or("", |text| text)
    }

    #[must_use]
    pub fn bytes(&self, id: TextId) -> &[u8] {
        self.byte_texts.get(id.0 as usize).map_or(&[], |bytes| bytes)
    }

    #[must_use]
    pub fn params(&self, id: ParamsId) -> Params {
        self.param_lists.get(id.0 as usize).copied().unwrap_or_default()
    }

    /// Returns the function with this id, or None for an id of another tree.
    #[must_use]
    pub fn function(&self, id: FunctionId) -> Option<Function> {
        self.functions.get(id.0 as usize).copied()
    }

    #[must_use]
    pub fn class(&self, id: ClassId) -> Option<Class> {
        self.classes.get(id.0 as usize).copied()
    }

    /// Every expression of the tree, in no particular order.
    pub fn exprs(&self) -> impl Iterator<Item = Expr> + '_ {
        self.exprs.iter().copied()
    }

    /// Number of expressions in the tree. Their ids are below it.
    #[must_use]
    pub fn expr_count(&self) -> usize {
        self.exprs.len()
    }

    /// Number of nodes in the tree: expressions, statements and patterns.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.exprs.len() + self.stmts.len() + self.patterns.len()
    }

    /// Returns the name of a symbol.
    #[must_use]
    pub fn name(&self, sym: Sym) -> &str {
        self.symbols.text(sym)
    }
}

ids! {
    /// Parameters of [`Tree::params`].
    ParamsId,
    /// A `def` of [`Tree::function`].
    FunctionId,
    /// A `class` of [`Tree::class`].
    ClassId,
}

/// A name with its span.
#[derive(Debug, Clone, Copy)]
pub struct Ident {
    pub name: Sym,
    pub span: Span,
}

/// The value of a literal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Constant {
    None,
    True,
    False,
    Ellipsis,
    Int(i64),
    /// Digits of an integer that does not fit in `i64`: decimal ones, or `0x` and hexadecimal ones if there are many. Never negative.
    BigInt(TextId),
    Float(f64),
    /// The imaginary part of a complex literal.
    Imaginary(f64),
    Str(TextId),
    Bytes(TextId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BoolOp {
    And,
    Or,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    MatMul,
    Div,
    Mod,
    Pow,
    LShift,
    RShift,
    BitOr,
    BitXor,
    BitAnd,
    FloorDiv,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Invert,
    Not,
    Pos,
    Neg,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CmpOp {
    Eq,
    NotEq,
    Lt,
    LtE,
    Gt,
    GtE,
    Is,
    IsNot,
    In,
    NotIn,
}

/// Says whether a name, attribute, subscript, list, tuple or star is read, bound or deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ctx {
    Load,
    Store,
    Del,
}

/// An expression. Spans equal those of CPython's `ast`: they do not include parentheses, except for a tuple's own.
#[derive(Debug, Clone, Copy)]
pub enum Expr {
    BoolOp {
        op: BoolOp,
        values: List<ExprId>,
    },
    /// `target := value`. `target` is a `Name` with the context `Store`.
    Named {
        target: ExprId,
        value: ExprId,
    },
    Binary {
        op: BinOp,
        left: ExprId,
        right: ExprId,
    },
    Unary {
        op: UnaryOp,
        operand: ExprId,
    },
    Lambda {
        params: ParamsId,
        body: ExprId,
    },
    If {
        test: ExprId,
        then: ExprId,
        orelse: ExprId,
    },
    /// Both lists have the same length. A missing key means `**value`.
    Dict {
        keys: List<Option<ExprId>>,
        values: List<ExprId>,
    },
    Set {
        items: List<ExprId>,
    },
    ListComp {
        element: ExprId,
        generators: List<Generator>,
    },
    SetComp {
        element: ExprId,
        generators: List<Generator>,
    },
    DictComp {
        key: ExprId,
        value: ExprId,
        generators: List<Generator>,
    },
    GeneratorExp {
        element: ExprId,
        generators: List<Generator>,
    },
    Await {
        value: ExprId,
    },
    Yield {
        value: Option<ExprId>,
    },
    YieldFrom {
        value: ExprId,
    },
    /// `left op1 e1 op2 e2 ...`. `rest` has at least one item.
    Compare {
        left: ExprId,
        rest: List<(CmpOp, ExprId)>,
    },
    /// `args` are the positional arguments and may contain `Starred`. A keyword without a name is `**value`. `args_span` covers `(...)`.
    Call {
        func: ExprId,
        args: List<ExprId>,
        keywords: List<Keyword>,
        args_span: Span,
    },
    /// An f-string, together with the plain strings that are implicitly concatenated with it.
    FString {
        parts: List<FStringPart>,
    },
    Constant(Constant),
    Attribute {
        value: ExprId,
        attr: Ident,
        ctx: Ctx,
    },
    Subscript {
        value: ExprId,
        index: ExprId,
        ctx: Ctx,
    },
    Starred {
        value: ExprId,
        ctx: Ctx,
    },
    Name {
        name: Sym,
        ctx: Ctx,
    },
    List {
        items: List<ExprId>,
        ctx: Ctx,
    },
    Tuple {
        items: List<ExprId>,
        ctx: Ctx,
        parenthesized: bool,
    },
    Slice {
        lower: Option<ExprId>,
        upper: Option<ExprId>,
        step: Option<ExprId>,
    },
}

/// One `for target in iter if cond...` of a comprehension.
#[derive(Debug, Clone, Copy)]
pub struct Generator {
    pub target: ExprId,
    pub iter: ExprId,
    pub conditions: List<ExprId>,
    pub is_async: bool,
}

#[derive(Debug, Clone, Copy)]
pub struct Keyword {
    /// None for `**value`.
    pub name: Option<Ident>,
    pub value: ExprId,
    pub span: Span,
}

/// `!s`, `!r`, `!a`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Conversion {
    None,
    Str,
    Repr,
    Ascii,
}

#[derive(Debug, Clone, Copy)]
pub enum FStringPart {
    /// Text and its span. For a plain string next to the f-string, the span covers the whole literals.
    Literal(TextId, Span),
    /// `{value!conversion:spec}`. `debug_text` is the `x = ` of `{x = }`. The spec is a list of parts again, because it may contain fields.
    Field { value: ExprId, conversion: Conversion, spec: Option<List<FStringPart>>, debug_text: Option<TextId>, span: Span },
}

#[derive(Debug, Clone, Copy)]
pub struct Param {
    pub name: Ident,
    pub annotation: Option<ExprId>,
    pub default: Option<ExprId>,
}

#[derive(Debug, Clone, Copy, Default)]
pub struct Params {
    pub posonly: List<Param>,
    pub args: List<Param>,
    pub vararg: Option<Param>,
    pub kwonly: List<Param>,
    pub kwarg: Option<Param>,
}

/// A `def`. The span of the statement starts at `def` or `async`; decorators are before it.
#[derive(Debug, Clone, Copy)]
pub struct Function {
    pub name: Ident,
    pub params: ParamsId,
    pub body: List<StmtId>,
    pub decorators: List<ExprId>,
    pub returns: Option<ExprId>,
    pub type_params: List<TypeParam>,
    pub is_async: bool,
}

#[derive(Debug, Clone, Copy)]
pub struct Class {
    pub name: Ident,
    pub bases: List<ExprId>,
    pub keywords: List<Keyword>,
    pub body: List<StmtId>,
    pub decorators: List<ExprId>,
    pub type_params: List<TypeParam>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeParamKind {
    TypeVar,
    TypeVarTuple,
    ParamSpec,
}

/// A type parameter (PEP 695). It may have a default (PEP 696).
#[derive(Debug, Clone, Copy)]
pub struct TypeParam {
    pub kind: TypeParamKind,
    pub name: Ident,
    pub bound: Option<ExprId>,
    pub default: Option<ExprId>,
    pub span: Span,
}

#[derive(Debug, Clone, Copy)]
pub struct Handler {
    /// None for a bare `except:`.
    pub ty: Option<ExprId>,
    pub name: Option<Ident>,
    pub body: List<StmtId>,
    pub span: Span,
}

#[derive(Debug, Clone, Copy)]
pub struct WithItem {
    pub context: ExprId,
    pub target: Option<ExprId>,
}

/// `name as asname`. In `import a.b`, `name` contains the dot.
#[derive(Debug, Clone, Copy)]
pub struct Alias {
    pub name: Ident,
    pub asname: Option<Ident>,
    pub span: Span,
}

#[derive(Debug, Clone, Copy)]
pub struct Case {
    pub pattern: PatternId,
    pub guard: Option<ExprId>,
    pub body: List<StmtId>,
    pub span: Span,
}

#[derive(Debug, Clone, Copy)]
pub struct KeywordPattern {
    pub attr: Ident,
    pub pattern: PatternId,
}

#[derive(Debug, Clone, Copy)]
pub enum Pattern {
    /// `case 1`, `case -1j`, `case Color.RED`: the comparison is `==`.
    Value(ExprId),
    /// `None`, `True`, `False`: the comparison is `is`.
    Singleton(Constant),
    /// May contain one `Star`.
    Sequence {
        items: List<PatternId>,
    },
    Mapping {
        keys: List<ExprId>,
        patterns: List<PatternId>,
        rest: Option<Ident>,
    },
    Class {
        class: ExprId,
        positional: List<PatternId>,
        keywords: List<KeywordPattern>,
    },
    /// `*name`, or `*_` without a name.
    Star {
        name: Option<Ident>,
    },
    /// `pattern as name`. Without a pattern, it captures the subject.
    As {
        pattern: Option<PatternId>,
        name: Ident,
    },
    /// `_`
    Wildcard,
    Or {
        patterns: List<PatternId>,
    },
}

#[derive(Debug, Clone, Copy)]
pub enum Stmt {
    FunctionDef(FunctionId),
    ClassDef(ClassId),
    Return {
        value: Option<ExprId>,
    },
    Delete {
        targets: List<ExprId>,
    },
    Assign {
        targets: List<ExprId>,
        value: ExprId,
    },
    TypeAlias {
        name: ExprId,
        type_params: List<TypeParam>,
        value: ExprId,
    },
    AugAssign {
        target: ExprId,
        op: BinOp,
        value: ExprId,
    },
    /// `simple` is true if the target is a bare name without parentheses.
    AnnAssign {
        target: ExprId,
        annotation: ExprId,
        value: Option<ExprId>,
        simple: bool,
    },
    For {
        target: ExprId,
        iter: ExprId,
        body: List<StmtId>,
        orelse: List<StmtId>,
        is_async: bool,
    },
    While {
        test: ExprId,
        body: List<StmtId>,
        orelse: List<StmtId>,
    },
    /// An `elif` is a single `If` in `orelse`.
    If {
        test: ExprId,
        body: List<StmtId>,
        orelse: List<StmtId>,
    },
    With {
        items: List<WithItem>,
        body: List<StmtId>,
        is_async: bool,
    },
    Match {
        subject: ExprId,
        cases: List<Case>,
    },
    Raise {
        exc: Option<ExprId>,
        cause: Option<ExprId>,
    },
    Try {
        body: List<StmtId>,
        handlers: List<Handler>,
        orelse: List<StmtId>,
        finalbody: List<StmtId>,
        is_star: bool,
    },
    Assert {
        test: ExprId,
        msg: Option<ExprId>,
    },
    Import {
        names: List<Alias>,
    },
    /// `module` may contain dots, and is None in `from . import x`. A star import has one alias, named `*`.
    ImportFrom {
        module: Option<Ident>,
        names: List<Alias>,
        level: u32,
    },
    Global {
        names: List<Ident>,
    },
    Nonlocal {
        names: List<Ident>,
    },
    Expr {
        value: ExprId,
    },
    Pass,
    Break,
    Continue,
}
