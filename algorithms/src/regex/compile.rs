//! Compiles the tree of a pattern into the program that the matcher runs. It works off a list of tasks, so nesting uses heap and no stack.
//!
//! Repetitions are counters or jumps, never copies of their body. So the program is at most a few times the size of the pattern.

use std::collections::BTreeMap;

use stockade_compiler::surrogate;

use super::ast::{At, Greed, Node, NodeId, SetItem, Span, Tree, UNLIMITED, flags};
use super::charset::{alphabet, resolve};
use super::error::{ErrorClass, PatternError};
use super::parse::Parsed;
use super::program::{CharSet, Fence, Inst, Loop, Next, One, Pc, Program, Run, Start};
use super::{CompileError, lexer::Fallible, prefilter};
use crate::meter::Meter;

/// The remaining tasks. The last one is next.
enum Task {
    Node(NodeId),
    Emit(Inst),
    /// Sets the target of an earlier instruction to the current position.
    PatchTarget(Pc),
    /// Ends an alternative and begins the next one, to which `test` branches. `jumps` are the jumps at the ends of the earlier
    /// alternatives.
    Alternative {
        span: Span,
        position: u32,
        test: Pc,
        jumps: Vec<Pc>,
    },
    /// Ends a repetition that is made of jumps. Its body begins at `body`.
    EndPlus {
        body: Pc,
        lazy: bool,
    },
    EndStar {
        test: Pc,
    },
    EndLoop(u32),
    EndPossessive(u32),
    EndFence {
        fence: u32,
        inst: Inst,
    },
    /// Ends the first branch of a conditional.
    EndConditionalBranch {
        test: Pc,
        no: Option<NodeId>,
    },
    LeaveLoop,
}

struct Compiler<'a> {
    tree: &'a Tree,
    is_bytes: bool,
    program: Program,
    tasks: Vec<Task>,
    sets: BTreeMap<CharSet, u32>,
    /// Case-insensitive sets of single letters, by letter and alphabet.
    folded: BTreeMap<(u32, bool), Option<u32>>,
    /// Index of the last jump target. Text must not be merged across it, because a jump may lead into the middle.
    label: usize,
    loop_depth: u32,
    /// Steps that are not charged yet.
    work: u64,
}

/// Compiles a parsed pattern.
pub(super) fn compile(parsed: &Parsed, is_bytes: bool, meter: &mut dyn Meter) -> Result<Program, CompileError> {
    check_lookbehinds(&parsed.tree)?;
    let program = Program {
        insts: Vec::new(),
        text: Vec::new(),
        sets: Vec::new(),
        byte_sets: Vec::new(),
        runs: Vec::new(),
        loops: Vec::new(),
        fences: Vec::new(),
        start: Start::Anywhere,
        least: parsed.tree.width(parsed.root).least,
        group_count: parsed.group_count,
    };
    let mut compiler = Compiler {
        tree: &parsed.tree,
        is_bytes,
        program,
        tasks: vec![Task::Emit(Inst::Match), Task::Node(parsed.root)],
        sets: BTreeMap::new(),
        folded: BTreeMap::new(),
        label: 0,
        loop_depth: 0,
        work: 0,
    };
    while let Some(task) = compiler.tasks.pop() {
        compiler.perform(task);
        if compiler.work > 1024 {
            meter.charge(std::mem::take(&mut compiler.work))?;
        }
    }
    meter.charge(compiler.work)?;
    let mut program = compiler.program;
    prefilter::refine(&mut program, !is_bytes, meter)?;
    program.shrink();
    Ok(program)
}

/// Checks that each lookbehind has a fixed width, because the matcher steps back that many characters.
fn check_lookbehinds(tree: &Tree) -> Fallible<()> {
    for node in tree.nodes() {
        let Node::Look { behind: true, body, .. } = node else { continue };
        let width = tree.width(*body);
        let problem = if width.least != width.most {
            "look-behind requires fixed-width pattern"
        } else if width.least > u64::from(u32::MAX) {
            "looks too much behind"
        } else {
            continue;
        };
        return Err(PatternError::of(ErrorClass::Pattern, problem));
    }
    Ok(())
}

impl Compiler<'_> {
    /// The index of the next instruction. Marks it as a jump target.
    fn here(&mut self) -> Pc {
        self.label = self.program.insts.len();
        index(self.label)
    }

    fn emit(&mut self, inst: Inst) -> Pc {
        let pc = index(self.program.insts.len());
        self.program.insts.push(inst);
        pc
    }

    /// Sets the target of an earlier instruction to the current position.
    fn patch_target(&mut self, pc: Pc) {
        let here = self.here();
        if let Some(Inst::Jump(target) | Inst::Try { other: target, .. } | Inst::IfGroup { otherwise: target, .. }) =
            self.program.insts.get_mut(pc as usize)
        {
            *target = here;
        }
    }

    fn try_to(&mut self, other: Pc) -> Pc {
        self.emit(Inst::Try { other, first: None })
    }

    fn perform(&mut self, task: Task) {
        match task {
            Task::Node(id) => self.node(id),
            Task::Emit(inst) => {
                self.emit(inst);
            }
            Task::PatchTarget(pc) => self.patch_target(pc),
            Task::LeaveLoop => self.loop_depth = self.loop_depth.saturating_sub(1),
            Task::Alternative { span, position, test, mut jumps } => {
                jumps.push(self.emit(Inst::Jump(0)));
                self.patch_target(test);
                self.alternative(span, position, jumps);
            }
            Task::EndPlus { body, lazy: false } => {
                let test = self.try_to(0);
                self.emit(Inst::Jump(body));
                self.patch_target(test);
            }
            Task::EndPlus { body, lazy: true } => {
                self.try_to(body);
                self.here();
            }
            Task::EndStar { test } => {
                self.emit(Inst::Jump(test));
                self.patch_target(test);
            }
            Task::EndLoop(id) => {
                self.emit(Inst::LoopNext(id));
                self.set_exit(id);
            }
            Task::EndPossessive(id) => {
                self.emit(Inst::PossessiveNext(id));
                self.set_exit(id);
            }
            Task::EndFence { fence, inst } => {
                self.emit(inst);
                let here = self.here();
                if let Some(fence) = self.program.fences.get_mut(fence as usize) {
                    fence.end = here;
                }
            }
            Task::EndConditionalBranch { test, no } => match no {
                None => self.patch_target(test),
                Some(no) => {
                    let jump = self.emit(Inst::Jump(0));
                    self.patch_target(test);
                    self.tasks.push(Task::PatchTarget(jump));
                    self.tasks.push(Task::Node(no));
                }
            },
        }
    }

    fn set_exit(&mut self, id: u32) {
        let here = self.here();
        if let Some(looped) = self.program.loops.get_mut(id as usize) {
            looped.exit = here;
        }
    }

    fn node(&mut self, id: NodeId) {
        if let Some(one) = self.one(id) {
            return self.emit_one(id, one);
        }
        match *self.tree.node(id) {
            Node::Empty | Node::Literal { .. } | Node::Any { .. } | Node::Set { .. } => {}
            Node::Fail => {
                self.emit(Inst::Fail);
            }
            Node::At { at, flags } => {
                let multiline = flags & flags::MULTILINE != 0;
                self.emit(Inst::At { at, multiline, alphabet: alphabet(flags) });
            }
            Node::Sequence(span) => {
                let tree = self.tree;
                self.tasks.extend(tree.children(span).iter().rev().map(|&child| Task::Node(child)));
            }
            Node::Branch(span) => self.alternative(span, 0, Vec::new()),
            Node::Capture { group, body } => {
                self.emit(Inst::Open(group));
                self.tasks.push(Task::Emit(Inst::Close(group)));
                self.tasks.push(Task::Node(body));
            }
            Node::Repeat { min, max, greed, body } => self.repeat(min, max, greed, body),
            Node::Look { behind, negate, body } => {
                let back = if behind { u32::try_from(self.tree.width(body).least).unwrap_or(u32::MAX) } else { 0 };
                let fence = self.fence(back);
                let (start, end) = if negate {
                    (Inst::NegativeStart(fence), Inst::NegativeEnd(fence))
                } else {
                    (Inst::LookStart(fence), Inst::LookEnd(fence))
                };
                self.fenced(fence, start, end, body);
            }
            Node::Atomic(body) => {
                let fence = self.fence(0);
                self.fenced(fence, Inst::AtomicStart(fence), Inst::AtomicEnd(fence), body);
            }
            Node::Backref { group, flags } => {
                let fold = (flags & flags::IGNORECASE != 0).then(|| alphabet(flags));
                self.emit(Inst::Backref { group, fold });
            }
            Node::Conditional { group, yes, no } => {
                let test = self.emit(Inst::IfGroup { group, otherwise: 0 });
                self.tasks.push(Task::EndConditionalBranch { test, no });
                self.tasks.push(Task::Node(yes));
            }
        }
    }

    fn fence(&mut self, back: u32) -> u32 {
        let id = index(self.program.fences.len());
        self.program.fences.push(Fence { back, end: 0 });
        id
    }

    fn fenced(&mut self, fence: u32, start: Inst, inst: Inst, body: NodeId) {
        self.emit(start);
        self.tasks.push(Task::EndFence { fence, inst });
        self.tasks.push(Task::Node(body));
    }

    /// A one-character test, if the node always matches exactly one character.
    fn one(&mut self, id: NodeId) -> Option<One> {
        match *self.tree.node(id) {
            Node::Any { flags } => Some(if flags & flags::DOTALL != 0 { One::All } else { One::NotNewline }),
            Node::Set { items, negate, flags } => {
                let tree = self.tree;
                let set = self.resolve(tree.items(items), negate, flags);
                Some(self.intern(set))
            }
            Node::Literal { code, flags } => {
                if flags & flags::IGNORECASE != 0
                    && let Some(set) = self.folded_letter(code, flags)
                {
                    return Some(One::Set(set));
                }
                Some(self.exact(code))
            }
            Node::Branch(span) => self.merged(span),
            _ => None,
        }
    }

    /// Resolves a set and counts the work: below 256 each byte is tested, and ignoring case visits the letters in the ranges.
    fn resolve(&mut self, items: &[SetItem], negate: bool, flags: u32) -> CharSet {
        let letters = |item: &SetItem| match *item {
            SetItem::Char(_) => 64,
            SetItem::Range(low, high) if flags & flags::IGNORECASE != 0 => u64::from(high.saturating_sub(low).min(3000)),
            _ => 8,
        };
        self.work = items.iter().map(letters).fold(self.work.saturating_add(128), u64::saturating_add);
        resolve(items, negate, flags)
    }

    fn exact(&mut self, code: u32) -> One {
        match u8::try_from(code) {
            Ok(byte) if self.is_bytes || byte < 128 => One::Byte(byte),
            _ => {
                let set = self.resolve(&[SetItem::Char(code)], false, 0);
                self.intern(set)
            }
        }
    }

    /// The set of all cases of a letter, if it has several.
    fn folded_letter(&mut self, code: u32, flags: u32) -> Option<u32> {
        let key = (code, alphabet(flags) == super::program::Alphabet::Unicode);
        if let Some(&known) = self.folded.get(&key) {
            return known;
        }
        let item = [SetItem::Char(code)];
        let set = self.resolve(&item, false, flags);
        let cased = set != self.resolve(&item, false, flags & !flags::IGNORECASE);
        let found = match cased.then(|| self.intern(set)) {
            Some(One::Set(set)) => Some(set),
            _ => None,
        };
        self.folded.insert(key, found);
        found
    }

    /// Merges alternatives that are single characters with the same flags into one set.
    fn merged(&mut self, span: Span) -> Option<One> {
        let mut items = Vec::new();
        let mut shared = None;
        for &child in self.tree.children(span) {
            let flags = match *self.tree.node(child) {
                Node::Literal { code, flags } => {
                    items.push(SetItem::Char(code));
                    flags
                }
                Node::Set { items: span, negate: false, flags } => {
                    items.extend_from_slice(self.tree.items(span));
                    flags
                }
                _ => return None,
            };
            if *shared.get_or_insert(flags) != flags {
                return None;
            }
        }
        let set = self.resolve(&items, false, shared?);
        Some(self.intern(set))
    }

    fn intern(&mut self, set: CharSet) -> One {
        if set.is_low()
            && let Some(byte) = set.low.only()
            && (self.is_bytes || byte < 128)
        {
            return One::Byte(byte);
        }
        let next = index(self.program.sets.len());
        let sets = &mut self.program.sets;
        One::Set(*self.sets.entry(set).or_insert_with_key(|set| {
            sets.push(set.clone());
            next
        }))
    }

    fn emit_one(&mut self, id: NodeId, one: One) {
        let inst = match one {
            One::Byte(byte) => return self.emit_text(&[byte]),
            One::Set(set) => Inst::Set(set),
            One::NotNewline => Inst::NotNewline,
            One::All => Inst::All,
        };
        // A character of several bytes becomes text too, unless it has several cases.
        if let Node::Literal { code, flags } = *self.tree.node(id)
            && (flags & flags::IGNORECASE == 0 || self.folded_letter(code, flags).is_none())
            && let Some(c) = surrogate::char_of(code)
        {
            return self.emit_text(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
        self.emit(inst);
    }

    /// Emits literal bytes. They are merged with the text directly before.
    fn emit_text(&mut self, bytes: &[u8]) {
        let joinable = self.program.insts.len() > self.label;
        let text = &mut self.program.text;
        let start = index(text.len());
        let length = index(bytes.len());
        match self.program.insts.last_mut() {
            Some(Inst::Text { length: total, .. }) if joinable => {
                text.extend_from_slice(bytes);
                *total = total.saturating_add(length);
            }
            Some(last) if joinable && matches!(last, Inst::Byte(_)) => {
                if let Inst::Byte(byte) = *last {
                    text.push(byte);
                }
                text.extend_from_slice(bytes);
                *last = Inst::Text { start, length: length.saturating_add(1) };
            }
            _ => match bytes {
                &[byte] => {
                    self.emit(Inst::Byte(byte));
                }
                _ => {
                    text.extend_from_slice(bytes);
                    self.emit(Inst::Text { start, length });
                }
            },
        }
    }

    fn alternative(&mut self, span: Span, position: u32, jumps: Vec<Pc>) {
        let tree = self.tree;
        let Some(&child) = tree.children(span).get(position as usize) else { return };
        let position = position.saturating_add(1);
        if position < span.length {
            let test = self.try_to(0);
            self.tasks.push(Task::Alternative { span, position, test, jumps });
        } else {
            self.tasks.extend(jumps.into_iter().map(Task::PatchTarget));
        }
        self.tasks.push(Task::Node(child));
    }

    fn repeat(&mut self, min: u32, max: u32, greed: Greed, body: NodeId) {
        if max == 0 || matches!(self.tree.node(body), Node::Empty) {
            return;
        }
        if let Some(one) = self.one(body) {
            let id = index(self.program.runs.len());
            let after = index(self.program.insts.len().saturating_add(1));
            self.program.runs.push(Run { one, min, max, greed, next: Next::Anything, after });
            self.emit(Inst::Run(id));
            return;
        }
        let lazy = greed == Greed::Lazy;
        if greed == Greed::Possessive {
            let id = self.add_loop(min, max, false);
            self.emit(Inst::PossessiveStart(id));
            return self.body(body, Task::EndPossessive(id), Some(id));
        }
        match (min, max) {
            (1, 1) => self.tasks.push(Task::Node(body)),
            (0, 1) if lazy => {
                // Lazy: tries to skip the body first. `Try` branches to the body.
                let test = self.try_to(0);
                let skip = self.emit(Inst::Jump(0));
                self.patch_target(test);
                self.tasks.push(Task::PatchTarget(skip));
                self.tasks.push(Task::Node(body));
            }
            (0, 1) => {
                let test = self.try_to(0);
                self.tasks.push(Task::PatchTarget(test));
                self.tasks.push(Task::Node(body));
            }
            // A body that never matches the empty string needs no counter.
            (1, UNLIMITED) if self.tree.width(body).least > 0 => {
                let start = self.here();
                self.body(body, Task::EndPlus { body: start, lazy }, None);
            }
            (0, UNLIMITED) if self.tree.width(body).least > 0 && !lazy => {
                self.here();
                let test = self.try_to(0);
                self.body(body, Task::EndStar { test }, None);
            }
            _ => {
                let id = self.add_loop(min, max, lazy);
                self.emit(Inst::LoopStart(id));
                self.body(body, Task::EndLoop(id), Some(id));
            }
        }
    }

    fn add_loop(&mut self, min: u32, max: u32, lazy: bool) -> u32 {
        let id = index(self.program.loops.len());
        self.program.loops.push(Loop { min, max, lazy, body: 0, exit: 0, nested: self.loop_depth > 0 });
        id
    }

    /// Compiles the body of a loop at the current position, then `end`.
    fn body(&mut self, body: NodeId, end: Task, looped: Option<u32>) {
        let here = self.here();
        if let Some(looped) = looped.and_then(|id| self.program.loops.get_mut(id as usize)) {
            looped.body = here;
        }
        self.loop_depth = self.loop_depth.saturating_add(1);
        self.tasks.extend([Task::LeaveLoop, end, Task::Node(body)]);
    }
}

/// The length of a table is limited by the pattern, whose length the parser limits to `u32`.
fn index(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

impl At {
    /// True for assertions that hold only at the start of the text.
    pub(super) fn is_anchor(self, multiline: bool) -> bool {
        self == At::Start || (self == At::LineStart && !multiline)
    }
}
