//! Parses the code points of a pattern into a tree. Errors have CPython's messages and positions.
//!
//! Open groups are on an explicit stack, so only the length of the pattern limits nesting.

use std::collections::{BTreeMap, BTreeSet};

use super::ast::{At, Greed, Node, NodeId, SetItem, Tree, UNLIMITED, flags};
use super::error::{ErrorClass, PatternError};
use super::escape::{self, Escape};
use super::lexer::{Fallible, Lexer, Token, quoted};

/// CPython refuses group numbers from this one on.
const MAX_GROUPS: u64 = 1_073_741_823;

/// A parsed pattern.
pub(super) struct Parsed {
    pub(super) tree: Tree,
    pub(super) root: NodeId,
    /// The final flags: the flags of the argument, the flags of the pattern, and UNICODE for str.
    pub(super) flags: u32,
    /// Number of groups, including group 0.
    pub(super) group_count: u32,
    /// Names, in the order of their groups.
    pub(super) names: Vec<(String, u32)>,
    /// The `FutureWarning` messages.
    pub(super) warnings: Vec<String>,
}

/// The groups so far.
pub(super) struct Groups {
    /// Number of groups opened, including group 0.
    pub(super) count: u32,
    closed: Vec<bool>,
    names: BTreeMap<String, u32>,
    /// Number of groups when the outermost lookbehind began. Inside it, later groups cannot be referred to.
    lookbehind: Option<u32>,
    /// Groups that conditionals refer to, in order, with the position of the error when the group does not exist.
    conditional_refs: Vec<(u64, usize)>,
    seen_conditional_refs: BTreeSet<u64>,
}

impl Groups {
    pub(super) fn is_closed(&self, group: u32) -> bool {
        self.closed.get(group as usize).copied().unwrap_or(false)
    }

    pub(super) fn check_lookbehind(&self, group: u32, lexer: &Lexer<'_>) -> Fallible<()> {
        match self.lookbehind {
            Some(_) if !self.is_closed(group) => Err(lexer.error("cannot refer to an open group", 0)),
            Some(limit) if group >= limit => Err(lexer.error("cannot refer to group defined in the same lookbehind subpattern", 0)),
            _ => Ok(()),
        }
    }

    fn find(&self, name: &str) -> Option<u32> {
        self.names.get(name).copied()
    }
}

/// What an open parenthesis becomes when it closes.
enum Opening {
    Top,
    Plain,
    Atomic,
    Capture(u32),
    /// `outer` is the value of `Groups::lookbehind` to restore.
    Look {
        behind: bool,
        negate: bool,
        outer: Option<u32>,
    },
    Yes(u32),
    No(u32, NodeId),
}

/// An open parenthesis, or the whole pattern.
struct Open {
    opening: Opening,
    start: usize,
    /// Finished alternatives.
    branches: Vec<NodeId>,
    /// Start of the items of the current alternative in the shared stack of items.
    base: usize,
    flags: u32,
    verbose: bool,
}

/// Whether an item can be repeated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    At,
    Repeat,
}

/// Parsing reached the end, or must restart because the pattern turned VERBOSE on.
enum ParseEnd {
    Done(NodeId),
    Verbose,
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    is_bytes: bool,
    tree: Tree,
    groups: Groups,
    stack: Vec<Open>,
    items: Vec<(NodeId, Kind)>,
    /// Flags of the whole pattern so far.
    flags: u32,
}

/// Parses a pattern from code points. A bytes pattern is read as Latin-1.
pub(super) fn parse(text: &[u32], given: u32, is_bytes: bool) -> Fallible<Parsed> {
    if u32::try_from(text.len()).is_err() {
        return Err(PatternError::of(ErrorClass::Overflow, "regular expression is too large"));
    }
    let mut start_flags = given;
    loop {
        let mut parser = Parser::new(text, start_flags, is_bytes)?;
        match parser.pattern()? {
            ParseEnd::Verbose => start_flags |= flags::VERBOSE,
            ParseEnd::Done(root) => {
                let flags = final_flags(parser.flags, is_bytes)?;
                if let Some(&(group, position)) =
                    parser.groups.conditional_refs.iter().find(|(group, _)| *group >= u64::from(parser.groups.count))
                {
                    return Err(PatternError::at(format!("invalid group reference {group}"), position));
                }
                let mut names: Vec<_> = parser.groups.names.into_iter().collect();
                names.sort_unstable_by_key(|&(_, group)| group);
                let warnings = parser.lexer.warnings;
                return Ok(Parsed { tree: parser.tree, root, flags, group_count: parser.groups.count, names, warnings });
            }
        }
    }
}

/// Adds UNICODE as the default of str patterns, and refuses incompatible alphabets.
fn final_flags(given: u32, is_bytes: bool) -> Fallible<u32> {
    let problem = if is_bytes {
        if given & flags::UNICODE != 0 {
            "cannot use UNICODE flag with a bytes pattern"
        } else if given & flags::LOCALE != 0 && given & flags::ASCII != 0 {
            "ASCII and LOCALE flags are incompatible"
        } else {
            return Ok(given);
        }
    } else if given & flags::LOCALE != 0 {
        "cannot use LOCALE flag with a str pattern"
    } else if given & flags::ASCII == 0 {
        return Ok(given | flags::UNICODE);
    } else if given & flags::UNICODE != 0 {
        "ASCII and UNICODE flags are incompatible"
    } else {
        return Ok(given);
    };
    Err(PatternError::of(ErrorClass::Value, problem))
}

fn flag_of(c: char) -> Option<u32> {
    Some(match c {
        'i' => flags::IGNORECASE,
        'L' => flags::LOCALE,
        'm' => flags::MULTILINE,
        's' => flags::DOTALL,
        'x' => flags::VERBOSE,
        'a' => flags::ASCII,
        'u' => flags::UNICODE,
        _ => return None,
    })
}

/// The flags inside a group that adds and removes flags.
fn combined(outer: u32, added: u32, removed: u32) -> u32 {
    let kept = if added & flags::TYPE != 0 { outer & !flags::TYPE } else { outer };
    (kept | added) & !removed
}

impl<'a> Parser<'a> {
    fn new(text: &'a [u32], given: u32, is_bytes: bool) -> Fallible<Self> {
        let groups = Groups {
            count: 1,
            closed: vec![false],
            names: BTreeMap::new(),
            lookbehind: None,
            conditional_refs: Vec::new(),
            seen_conditional_refs: BTreeSet::new(),
        };
        let mut parser = Self {
            lexer: Lexer::new(text, is_bytes)?,
            is_bytes,
            tree: Tree::default(),
            groups,
            stack: Vec::new(),
            items: Vec::new(),
            flags: given,
        };
        let inner = parser.effective(given);
        parser.open(Opening::Top, 0, inner, given & flags::VERBOSE != 0);
        Ok(parser)
    }

    /// The flags as stored in nodes: a str pattern without an explicit alphabet is UNICODE.
    fn effective(&self, given: u32) -> u32 {
        if self.is_bytes || given & flags::ASCII != 0 { given } else { given | flags::UNICODE }
    }

    fn open(&mut self, opening: Opening, start: usize, flags: u32, verbose: bool) {
        self.stack.push(Open { opening, start, branches: Vec::new(), base: self.items.len(), flags, verbose });
    }

    fn current_flags(&self) -> u32 {
        self.stack.last().map_or(self.flags, |open| open.flags)
    }

    fn is_verbose(&self) -> bool {
        self.stack.last().is_some_and(|open| open.verbose)
    }

    fn push(&mut self, node: Node) {
        self.push_as(node, Kind::Plain);
    }

    fn push_as(&mut self, node: Node, kind: Kind) {
        let id = self.tree.add(node);
        self.items.push((id, kind));
    }

    fn literal(&mut self, code: u32) {
        let flags = self.current_flags();
        self.push(Node::Literal { code, flags });
    }

    /// Makes a sequence from the items of the current alternative.
    fn sequence(&mut self) -> NodeId {
        let base = self.stack.last().map_or(0, |open| open.base);
        let items = self.items.split_off(base.min(self.items.len()));
        self.tree.sequence(items.into_iter().map(|(id, _)| id))
    }

    fn pattern(&mut self) -> Fallible<ParseEnd> {
        loop {
            match self.lexer.next.map(|token| (token, token.plain())) {
                None => break,
                Some((_, Some('|'))) => self.alternative()?,
                Some((_, Some(')'))) => {
                    if self.stack.len() <= 1 {
                        // CPython checks the flags first.
                        final_flags(self.flags, self.is_bytes)?;
                        return Err(self.lexer.error("unbalanced parenthesis", 0));
                    }
                    self.lexer.take()?;
                    self.close();
                }
                Some((token, plain)) => {
                    self.lexer.take()?;
                    if self.item(token, plain)? {
                        return Ok(ParseEnd::Verbose);
                    }
                }
            }
        }
        if self.stack.len() > 1 {
            let start = self.stack.last().map_or(0, |open| open.start);
            let back = self.lexer.position().saturating_sub(start);
            return Err(self.lexer.error("missing ), unterminated subpattern", back));
        }
        let last = self.sequence();
        let mut branches = self.stack.pop().map(|open| open.branches).unwrap_or_default();
        branches.push(last);
        Ok(ParseEnd::Done(self.tree.branch(branches.into_iter())))
    }

    /// At a `|`: ends the current alternative.
    fn alternative(&mut self) -> Fallible<()> {
        let done = self.sequence();
        let Some(open) = self.stack.last_mut() else { return Ok(()) };
        match open.opening {
            Opening::Yes(group) => open.opening = Opening::No(group, done),
            Opening::No(..) => return Err(self.lexer.error("conditional backref with more than two branches", 0)),
            _ => open.branches.push(done),
        }
        self.lexer.take()?;
        Ok(())
    }

    /// At a `)`: makes the node of the group.
    fn close(&mut self) {
        let last = self.sequence();
        let Some(mut open) = self.stack.pop() else { return };
        open.branches.push(last);
        let node = match open.opening {
            Opening::Yes(group) => Node::Conditional { group, yes: last, no: None },
            Opening::No(group, yes) => Node::Conditional { group, yes, no: Some(last) },
            opening => {
                let body = self.tree.branch(open.branches.into_iter());
                match opening {
                    Opening::Atomic => Node::Atomic(body),
                    Opening::Capture(group) => {
                        self.tree.close_group(group, body);
                        if let Some(closed) = self.groups.closed.get_mut(group as usize) {
                            *closed = true;
                        }
                        Node::Capture { group, body }
                    }
                    Opening::Look { behind, negate, outer } => {
                        if behind {
                            self.groups.lookbehind = outer;
                        }
                        // CPython has a separate node for `(?!)`, which exempts it from the width check of lookbehinds.
                        if negate && matches!(self.tree.node(body), Node::Empty) { Node::Fail } else { Node::Look { behind, negate, body } }
                    }
                    _ => {
                        self.items.push((body, Kind::Plain));
                        return;
                    }
                }
            }
        };
        self.push(node);
    }

    /// Parses one item. Its first token is already taken. Returns true when parsing must restart as VERBOSE.
    fn item(&mut self, token: Token, plain: Option<char>) -> Fallible<bool> {
        let flags = self.current_flags();
        let Some(c) = plain else {
            self.escaped(token)?;
            return Ok(false);
        };
        if self.is_verbose() {
            if matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c') {
                return Ok(false);
            }
            if c == '#' {
                while self.lexer.take()?.is_some_and(|token| !token.is('\n')) {}
                return Ok(false);
            }
        }
        match c {
            '.' => self.push(Node::Any { flags }),
            '^' => self.push_as(Node::At { at: At::LineStart, flags }, Kind::At),
            '$' => self.push_as(Node::At { at: At::LineEnd, flags }, Kind::At),
            '[' => self.set(token.start)?,
            '*' | '+' | '?' | '{' => self.repeat(token, c)?,
            '(' => return self.parenthesis(token.start),
            _ => self.literal(token.code),
        }
        Ok(false)
    }

    fn escaped(&mut self, token: Token) -> Fallible<()> {
        let flags = self.current_flags();
        match escape::escape(&mut self.lexer, token, self.is_bytes, &self.groups)? {
            Escape::Literal(code) => self.literal(code),
            Escape::At(at) => self.push_as(Node::At { at, flags }, Kind::At),
            Escape::Backref(group) => self.push(Node::Backref { group, flags }),
            Escape::Category(category) => {
                let id = self.tree.set(&[SetItem::Category(category)], false, flags);
                self.items.push((id, Kind::Plain));
            }
        }
        Ok(())
    }

    fn set(&mut self, start: usize) -> Fallible<()> {
        let flags = self.current_flags();
        let set = escape::set(&mut self.lexer, start, self.is_bytes)?;
        let id = match set.items.as_slice() {
            &[SetItem::Char(code)] if !set.negate => self.tree.add(Node::Literal { code, flags }),
            items => self.tree.set(items, set.negate, flags),
        };
        self.items.push((id, Kind::Plain));
        Ok(())
    }

    /// Parses a repetition of the last item. Its first token is already taken.
    fn repeat(&mut self, token: Token, c: char) -> Fallible<()> {
        let here = self.lexer.position();
        let (min, max) = match c {
            '?' => (0, 1),
            '*' => (0, UNLIMITED),
            '+' => (1, UNLIMITED),
            _ => match self.counts(here)? {
                Some(counts) => counts,
                None => {
                    self.literal(token.code);
                    return Ok(());
                }
            },
        };
        let back = self.lexer.position().saturating_sub(here).saturating_add(token.length());
        let base = self.stack.last().map_or(0, |open| open.base);
        let last = if self.items.len() > base { self.items.last().copied() } else { None };
        let body = match last {
            None | Some((_, Kind::At)) => return Err(self.lexer.error("nothing to repeat", back)),
            Some((_, Kind::Repeat)) => return Err(self.lexer.error("multiple repeat", back)),
            Some((body, Kind::Plain)) => body,
        };
        self.items.pop();
        let greed = if self.lexer.accept('?')? {
            Greed::Lazy
        } else if self.lexer.accept('+')? {
            Greed::Possessive
        } else {
            Greed::Greedy
        };
        self.push_as(Node::Repeat { min, max, greed, body }, Kind::Repeat);
        Ok(())
    }

    /// Parses the counts after a `{`. `None` when the `{` is an ordinary character.
    fn counts(&mut self, here: usize) -> Fallible<Option<(u32, u32)>> {
        if self.lexer.next.is_some_and(|token| token.is('}')) {
            return Ok(None);
        }
        let digits = |c: char| c.is_ascii_digit();
        let low_end = self.lexer.take_while(usize::MAX, digits)?;
        let low = self.lexer.slice(here, low_end);
        let high = if self.lexer.accept(',')? {
            let start = self.lexer.position();
            let end = self.lexer.take_while(usize::MAX, digits)?;
            self.lexer.slice(start, end)
        } else {
            low.clone()
        };
        if !self.lexer.accept('}')? {
            self.lexer.seek(here)?;
            return Ok(None);
        }
        let count = |text: &str, missing: u32| match text {
            "" => Ok(missing),
            text => text
                .parse::<u32>()
                .ok()
                .filter(|&count| count < UNLIMITED)
                .ok_or_else(|| PatternError::of(ErrorClass::Overflow, "the repetition number is too large")),
        };
        let (min, max) = (count(&low, 0)?, count(&high, UNLIMITED)?);
        if max < min {
            let back = self.lexer.position().saturating_sub(here);
            return Err(self.lexer.error("min repeat greater than max repeat", back));
        }
        Ok(Some((min, max)))
    }

    /// Parses a group after its `(` at `start`. Returns true when parsing must restart as VERBOSE.
    fn parenthesis(&mut self, start: usize) -> Fallible<bool> {
        let (outer_flags, outer_verbose) = (self.current_flags(), self.is_verbose());
        if !self.lexer.accept('?')? {
            return self.capture(start, None).map(|()| false);
        }
        let Some(token) = self.lexer.take()? else { return Err(self.lexer.error("unexpected end of pattern", 0)) };
        match token.plain() {
            Some('P') => return self.python_extension(start).map(|()| false),
            Some(':') => self.open(Opening::Plain, start, outer_flags, outer_verbose),
            Some('>') => self.open(Opening::Atomic, start, outer_flags, outer_verbose),
            Some('#') => loop {
                if self.lexer.next.is_none() {
                    let back = self.lexer.position().saturating_sub(start);
                    return Err(self.lexer.error("missing ), unterminated comment", back));
                }
                if self.lexer.take()?.is_some_and(|token| token.is(')')) {
                    break;
                }
            },
            Some(c @ ('=' | '!')) => self.look(start, false, c == '!'),
            Some('<') => {
                let Some(token) = self.lexer.take()? else { return Err(self.lexer.error("unexpected end of pattern", 0)) };
                if !(token.is('=') || token.is('!')) {
                    let message = format!("unknown extension ?<{}", self.lexer.source_text(token));
                    return Err(self.lexer.error(message, token.length().saturating_add(2)));
                }
                self.look(start, true, token.is('!'));
            }
            Some('(') => self.conditional(start)?,
            Some(c) if c == '-' || flag_of(c).is_some() => {
                let Some((added, removed)) = self.inline_flags(c)? else { return self.global_flags(start) };
                let verbose = (outer_verbose || added & flags::VERBOSE != 0) && removed & flags::VERBOSE == 0;
                self.open(Opening::Plain, start, combined(outer_flags, added, removed), verbose);
            }
            _ => {
                let message = format!("unknown extension ?{}", self.lexer.source_text(token));
                return Err(self.lexer.error(message, token.length().saturating_add(1)));
            }
        }
        Ok(false)
    }

    fn look(&mut self, start: usize, behind: bool, negate: bool) {
        let outer = self.groups.lookbehind;
        if behind && outer.is_none() {
            self.groups.lookbehind = Some(self.groups.count);
        }
        let (flags, verbose) = (self.current_flags(), self.is_verbose());
        self.open(Opening::Look { behind, negate, outer }, start, flags, verbose);
    }

    /// Opens a capturing group. `name` is the range of its name in the pattern.
    fn capture(&mut self, start: usize, name: Option<(usize, usize)>) -> Fallible<()> {
        let group = self.groups.count;
        self.groups.count = group.saturating_add(1);
        self.groups.closed.push(false);
        if let Some((from, to)) = name {
            let text = self.lexer.slice(from, to);
            if let Some(old) = self.groups.find(&text) {
                let shown = quoted(self.lexer.text.get(from..to).unwrap_or_default(), false);
                let message = format!("redefinition of group name {shown} as group {group}; was group {old}");
                return Err(self.lexer.error(message, to.saturating_sub(from).saturating_add(1)));
            }
            self.groups.names.insert(text, group);
        }
        let (flags, verbose) = (self.current_flags(), self.is_verbose());
        self.open(Opening::Capture(group), start, flags, verbose);
        Ok(())
    }

    /// Parses a group after `(?P`.
    fn python_extension(&mut self, start: usize) -> Fallible<()> {
        if self.lexer.accept('<')? {
            let name = self.lexer.name_until('>', "group name")?;
            self.lexer.check_name(name, 1)?;
            return self.capture(start, Some(name));
        }
        if self.lexer.accept('=')? {
            let name = self.lexer.name_until(')', "group name")?;
            self.lexer.check_name(name, 1)?;
            let group = self.named_group(name)?;
            if !self.groups.is_closed(group) {
                let back = name.1.saturating_sub(name.0).saturating_add(1);
                return Err(self.lexer.error("cannot refer to an open group", back));
            }
            self.groups.check_lookbehind(group, &self.lexer)?;
            let flags = self.current_flags();
            self.push(Node::Backref { group, flags });
            return Ok(());
        }
        let Some(token) = self.lexer.take()? else { return Err(self.lexer.error("unexpected end of pattern", 0)) };
        let message = format!("unknown extension ?P{}", self.lexer.source_text(token));
        Err(self.lexer.error(message, token.length().saturating_add(2)))
    }

    fn named_group(&self, (from, to): (usize, usize)) -> Fallible<u32> {
        self.groups.find(&self.lexer.slice(from, to)).ok_or_else(|| {
            let codes = self.lexer.text.get(from..to).unwrap_or_default();
            self.lexer.error(format!("unknown group name {}", quoted(codes, false)), codes.len().saturating_add(1))
        })
    }

    /// Parses a group after `(?(`.
    fn conditional(&mut self, start: usize) -> Fallible<()> {
        let name = self.lexer.name_until(')', "group name")?;
        let (from, to) = name;
        let back = to.saturating_sub(from).saturating_add(1);
        let text = self.lexer.slice(from, to);
        let group = if text.bytes().all(|b| b.is_ascii_digit()) {
            let digits = text.trim_start_matches('0');
            let group = digits.parse::<u64>().unwrap_or(u64::MAX);
            if digits.is_empty() {
                return Err(self.lexer.error("bad group number", back));
            }
            if group >= MAX_GROUPS {
                return Err(self.lexer.error(format!("invalid group reference {digits}"), back));
            }
            if self.groups.seen_conditional_refs.insert(group) {
                self.groups.conditional_refs.push((group, from));
            }
            u32::try_from(group).unwrap_or(u32::MAX)
        } else {
            self.lexer.check_name(name, 1)?;
            self.named_group(name)?
        };
        self.groups.check_lookbehind(group, &self.lexer)?;
        let (flags, verbose) = (self.current_flags(), self.is_verbose());
        self.open(Opening::Yes(group), start, flags, verbose);
        Ok(())
    }

    /// Checks global flags after `(?flags)`. They must come before everything else.
    fn global_flags(&mut self, start: usize) -> Fallible<bool> {
        let first = self.stack.len() == 1 && self.items.is_empty() && self.stack.last().is_none_or(|open| open.branches.is_empty());
        if !first {
            let back = self.lexer.position().saturating_sub(start);
            return Err(self.lexer.error("global flags not at the start of the expression", back));
        }
        if self.flags & flags::VERBOSE != 0 && !self.is_verbose() {
            return Ok(true);
        }
        let inner = self.effective(self.flags);
        if let Some(open) = self.stack.last_mut() {
            open.flags = inner;
        }
        Ok(false)
    }

    /// Parses flags after `(?` and their first character. Returns the flags that a group adds and removes, or `None` for global flags.
    fn inline_flags(&mut self, first: char) -> Fallible<Option<(u32, u32)>> {
        let (mut added, mut removed) = (0, 0);
        let mut c = first;
        if c != '-' {
            loop {
                let flag = flag_of(c).unwrap_or(0);
                let wrong = match c {
                    'L' if !self.is_bytes => Some("bad inline flags: cannot use 'L' flag with a str pattern"),
                    'u' if self.is_bytes => Some("bad inline flags: cannot use 'u' flag with a bytes pattern"),
                    _ => None,
                };
                if let Some(message) = wrong {
                    return Err(self.lexer.error(message, 0));
                }
                added |= flag;
                if flag & flags::TYPE != 0 && added & flags::TYPE != flag {
                    return Err(self.lexer.error("bad inline flags: flags 'a', 'u' and 'L' are incompatible", 0));
                }
                c = self.flag_char("missing -, : or )", &['-', ':', ')'])?;
                if matches!(c, '-' | ':' | ')') {
                    break;
                }
            }
        }
        if c == ')' {
            self.flags |= added;
            return Ok(None);
        }
        if c == '-' {
            c = self.flag_char("missing flag", &[])?;
            loop {
                let flag = flag_of(c).unwrap_or(0);
                if flag & flags::TYPE != 0 {
                    return Err(self.lexer.error("bad inline flags: cannot turn off flags 'a', 'u' and 'L'", 0));
                }
                removed |= flag;
                c = self.flag_char("missing :", &[':'])?;
                if c == ':' {
                    break;
                }
            }
        }
        if added & removed != 0 {
            return Err(self.lexer.error("bad inline flags: flag turned on and off", 1));
        }
        Ok(Some((added, removed)))
    }

    /// Takes a flag letter or one of the other allowed characters.
    fn flag_char(&mut self, missing: &str, others: &[char]) -> Fallible<char> {
        let Some(token) = self.lexer.take()? else { return Err(self.lexer.error(missing, 0)) };
        match token.plain() {
            Some(c) if others.contains(&c) || flag_of(c).is_some() => Ok(c),
            Some(c) => {
                let alphabetic = crate::unicode::is_alpha(u32::from(c));
                Err(self.lexer.error(if alphabetic { "unknown flag" } else { missing }, 1))
            }
            None => Err(self.lexer.error(missing, 2)),
        }
    }
}
