//! The syntax tree of a pattern. Nodes are in an arena, children before parents, so that no pass over the tree needs recursion.

/// Bits of `re.RegexFlag`.
pub mod flags {
    /// `re.IGNORECASE`.
    pub const IGNORECASE: u32 = 2;
    /// `re.LOCALE`: bytes patterns only. The locale is always C.
    pub const LOCALE: u32 = 4;
    /// `re.MULTILINE`.
    pub const MULTILINE: u32 = 8;
    /// `re.DOTALL`.
    pub const DOTALL: u32 = 16;
    /// `re.UNICODE`: the default of str patterns.
    pub const UNICODE: u32 = 32;
    /// `re.VERBOSE`.
    pub const VERBOSE: u32 = 64;
    /// `re.DEBUG`: accepted, without effect.
    pub const DEBUG: u32 = 128;
    /// `re.ASCII`.
    pub const ASCII: u32 = 256;
    /// The flags that select an alphabet. At most one of them is set.
    pub(in super::super) const TYPE: u32 = ASCII | LOCALE | UNICODE;
}

/// A repetition without an upper bound.
pub(super) const UNLIMITED: u32 = u32::MAX;

/// Index of a node in the arena.
pub(super) type NodeId = u32;

/// A class of characters that has an escape, such as `\d`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Category {
    Digit,
    NotDigit,
    Space,
    NotSpace,
    Word,
    NotWord,
}

/// A member of a character set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum SetItem {
    Char(u32),
    Range(u32, u32),
    Category(Category),
}

/// An assertion about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    /// `^`: the start, or after a newline under MULTILINE.
    LineStart,
    /// `$`: the end, before a last newline, or before any under MULTILINE.
    LineEnd,
    /// `\A`
    Start,
    /// `\Z`
    End,
    /// `\b`
    Boundary,
    /// `\B`
    NotBoundary,
}

/// How a repetition chooses its count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Greed {
    Greedy,
    Lazy,
    Possessive,
}

/// One node. `flags` are the flags in force at its place in the pattern.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// Matches the empty string.
    Empty,
    /// `(?!)`: never matches.
    Fail,
    Literal {
        code: u32,
        flags: u32,
    },
    Any {
        flags: u32,
    },
    /// `items` is a span of the tree's item pool.
    Set {
        items: Span,
        negate: bool,
        flags: u32,
    },
    At {
        at: At,
        flags: u32,
    },
    /// A span of the tree's child pool.
    Sequence(Span),
    /// The alternatives, as a span of the tree's child pool.
    Branch(Span),
    /// A capturing group.
    Capture {
        group: u32,
        body: NodeId,
    },
    Repeat {
        min: u32,
        max: u32,
        greed: Greed,
        body: NodeId,
    },
    Look {
        behind: bool,
        negate: bool,
        body: NodeId,
    },
    Backref {
        group: u32,
        flags: u32,
    },
    Conditional {
        group: u32,
        yes: NodeId,
        no: Option<NodeId>,
    },
    Atomic(NodeId),
}

/// A range of one of the tree's pools.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) length: u32,
}

impl Span {
    pub(super) fn of<T>(self, pool: &[T]) -> &[T] {
        let start = self.start as usize;
        pool.get(start..start.saturating_add(self.length as usize)).unwrap_or_default()
    }
}

/// The minimum and maximum number of characters that a node matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Width {
    pub(super) least: u64,
    pub(super) most: u64,
}

impl Width {
    pub(super) const NONE: Self = Self { least: 0, most: 0 };
    pub(super) const ONE: Self = Self { least: 1, most: 1 };

    fn or(self, other: Self) -> Self {
        Self { least: self.least.min(other.least), most: self.most.max(other.most) }
    }

    fn then(self, other: Self) -> Self {
        Self { least: self.least.saturating_add(other.least), most: self.most.saturating_add(other.most) }
    }
}

/// The whole pattern.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    widths: Vec<Width>,
    children: Vec<NodeId>,
    items: Vec<SetItem>,
    /// Widths of the groups that are closed so far, by number. Group 0 is never read.
    groups: Vec<Option<Width>>,
}

impl Tree {
    pub(super) fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id as usize).unwrap_or(&Node::Fail)
    }

    pub(super) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub(super) fn width(&self, id: NodeId) -> Width {
        self.widths.get(id as usize).copied().unwrap_or(Width::NONE)
    }

    pub(super) fn children(&self, span: Span) -> &[NodeId] {
        span.of(&self.children)
    }

    pub(super) fn items(&self, span: Span) -> &[SetItem] {
        span.of(&self.items)
    }

    /// Stores the width of a group that has just closed.
    pub(super) fn close_group(&mut self, group: u32, body: NodeId) {
        let group = group as usize;
        if self.groups.len() <= group {
            self.groups.resize(group.saturating_add(1), None);
        }
        let width = self.width(body);
        if let Some(slot) = self.groups.get_mut(group) {
            *slot = Some(width);
        }
    }

    pub(super) fn add(&mut self, node: Node) -> NodeId {
        let width = match &node {
            Node::Empty | Node::Fail | Node::At { .. } | Node::Look { .. } => Width::NONE,
            Node::Literal { .. } | Node::Any { .. } | Node::Set { .. } => Width::ONE,
            Node::Sequence(span) => self.children(*span).iter().fold(Width::NONE, |sum, &child| sum.then(self.width(child))),
            Node::Branch(span) => {
                let mut widths = self.children(*span).iter().map(|&child| self.width(child));
                let first = widths.next().unwrap_or(Width::NONE);
                widths.fold(first, Width::or)
            }
            Node::Capture { body, .. } | Node::Atomic(body) => self.width(*body),
            Node::Repeat { min, max, body, .. } => {
                let one = self.width(*body);
                let most = match *max {
                    UNLIMITED if one.most > 0 => u64::MAX,
                    max => one.most.saturating_mul(u64::from(max)),
                };
                Width { least: one.least.saturating_mul(u64::from(*min)), most }
            }
            Node::Backref { group, .. } => self.groups.get(*group as usize).copied().flatten().unwrap_or(Width::NONE),
            Node::Conditional { yes, no, .. } => self.width(*yes).or(no.map_or(Width::NONE, |no| self.width(no))),
        };
        let id = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        self.nodes.push(node);
        self.widths.push(width);
        id
    }

    /// Makes a sequence of nodes. A sequence of one node is that node.
    pub(super) fn sequence(&mut self, nodes: impl ExactSizeIterator<Item = NodeId>) -> NodeId {
        self.group_of(nodes, Node::Sequence)
    }

    /// Makes alternatives in order of preference. A single alternative is that node.
    pub(super) fn branch(&mut self, nodes: impl ExactSizeIterator<Item = NodeId>) -> NodeId {
        self.group_of(nodes, Node::Branch)
    }

    fn group_of(&mut self, mut nodes: impl ExactSizeIterator<Item = NodeId>, make: fn(Span) -> Node) -> NodeId {
        match nodes.len() {
            0 => self.add(Node::Empty),
            1 => match nodes.next() {
                Some(only) => only,
                None => self.add(Node::Empty),
            },
            length => {
                let span = Span { start: pool_index(self.children.len()), length: pool_index(length) };
                self.children.extend(nodes);
                self.add(make(span))
            }
        }
    }

    /// A character set.
    pub(super) fn set(&mut self, items: &[SetItem], negate: bool, flags: u32) -> NodeId {
        let span = Span { start: pool_index(self.items.len()), length: pool_index(items.len()) };
        self.items.extend_from_slice(items);
        self.add(Node::Set { items: span, negate, flags })
    }
}

/// A pool is never longer than the pattern, and the parser limits the length of the pattern to `u32`.
fn pool_index(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
