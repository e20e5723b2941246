//! Renders an exception as CPython 3.13 does: frames with source lines and carets, causes and contexts, groups, notes.
//!
//! `anchors` and `carets` render one frame; `exception_chain` lays out exceptions that are connected; `user_texts` holds the texts that
//! only user code can give (`__str__` of an exception class), which the interpreter collects before rendering; `module_functions` are
//! natives for the module `traceback`; `running` shows the stack of a program that a limit has ended. Frames of fallbacks and of the library are never shown.
//!
//! All output is bounded, however deep or wide the exceptions are: see the constants here, in `carets` and in `exception_chain`.

mod anchors;
mod carets;
mod exception_chain;
pub(crate) mod module_functions;
pub(crate) mod object;
mod running;
mod suggestion;
mod syntax;
mod user_texts;

use crate::base::sizes::low32;
use crate::runtime::exceptions as exc_types;
use crate::runtime::modules::CodeInfo;
use crate::runtime::modules::PC_BEFORE_START;
use crate::runtime::modules::is_shown;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use stockade_compiler::bytecode::Op;
use stockade_compiler::tree::Span;

use rustc_hash::FxHashMap;
use stockade_compiler::SourceText;

use crate::base::value::{Tag, Value};
use crate::heap::TraceEntry;
use crate::runtime::core::Runtime;

pub(crate) use exception_chain::{needing_user_code, render, render_unraisable};
pub use running::FrameLine;
pub(crate) use running::running_stack;
pub(crate) use suggestion::{MODULES as LIBRARY_MODULES, suggestion_context, wants_suggestion_context};
pub use syntax::syntax_error_text;
pub(crate) use user_texts::{cut, from_list, hook_succeeded, native, needs_user_code, unknown};

/// Maximum number of frames shown for one stack. Of longer stacks the middle is left out.
const MAX_FRAMES: usize = 4000;
/// Bytes of expressions that one text may parse again for the position of carets. Later expressions get carets without anchors.
pub(crate) const MARKS_BUDGET: usize = 1 << 20;
/// As in CPython, a repeated line is shown three times and then counted.
const SHOWN_REPEATS: usize = 3;

/// How much of the source a traceback shows.
#[derive(Clone, Copy)]
enum SourceDetail {
    /// The source lines of each frame, with carets.
    Marks,
    /// The first source line of each frame.
    Lines,
    /// No source, only file, line and function.
    Places,
}

/// True when the program stored the lines `from` to `to` of a source in `linecache.cache`, unchanged.
pub(crate) fn is_in_linecache(rt: &Runtime, source: &SourceText, from: u32, to: u32) -> bool {
    // This search costs no fuel, so it is bounded: the last files of a large cache, the first lines of a long span, and no source with a
    // very
    // long name.
    const MOST_FILES: usize = 256;
    const MOST_LINES: usize = 64;
    const LONGEST_NAME: usize = 1024;
    let doctest_lines = || {
        if source.name().len() > LONGEST_NAME {
            return None;
        }
        let module = rt.modules.by_name.get("linecache")?;
        let space = rt.heap.modules.get(module.index()).namespace;
        let cache = rt.get_global(space, rt.names.find("cache")?).filter(|cache| cache.tag == Tag::Dict)?;
        let mut files = rt.heap.dicts.get(cache.index()).iter(&rt.heap.fuel).rev().take(MOST_FILES);
        let (_, known) = files.find(|(name, _)| name.is_str() && rt.heap.text(*name) == source.name())?;
        let known = rt.sequence_items(known);
        // An entry with a modification time comes from a file. The source of a program is not a file.
        let lines = known.get(2).filter(|_| known.get(1).is_some_and(|time| time.is_none()))?;
        Some(rt.sequence_items(*lines))
    };
    doctest_lines().is_some_and(|lines| {
        (from..=to).take(MOST_LINES).all(|line| {
            let doctest_lines = (line as usize).checked_sub(1).and_then(|at| lines.get(at)).filter(|doctest_lines| doctest_lines.is_str());
            doctest_lines.is_some_and(|doctest_lines| {
                rt.heap.text(*doctest_lines).trim_end_matches(['\n', '\r']) == source.line_text(line).trim_end_matches(['\n', '\r'])
            })
        })
    })
}

/// True when tracebacks list frames of this code.
fn is_traced(rt: &Runtime, code: u32) -> bool {
    rt.modules.code_info.get(code as usize).is_some_and(|facts| facts.traced)
}

/// The innermost frame that tracebacks show.
fn innermost(rt: &Runtime, exc: Value) -> Option<TraceEntry> {
    rt.heap.excs.get(exc.index()).trace.iter().find(|entry| is_shown(rt, entry.code)).copied()
}

/// The source and the line of the innermost frame that tracebacks show.
pub(crate) fn innermost_line(rt: &Runtime, exc: Value) -> Option<(String, u32)> {
    let item = innermost(rt, exc)?;
    let entry = entry(rt, item.code, item.pc, None)?;
    Some((cut(entry.file()), entry.line))
}

/// The listed frames of the first `count` trace entries of an exception, outermost first.
pub(crate) fn entries(rt: &Runtime, exc: Value, count: usize) -> Vec<Entry> {
    let trace = &rt.heap.excs.get(exc.index()).trace;
    let mut list: Vec<Entry> =
        trace.iter().take(count).enumerate().filter_map(|(at, item)| entry(rt, item.code, item.pc, (at == 0).then_some(exc))).collect();
    list.reverse();
    list
}

/// The texts of an exception's frames, outermost first. Repeated frames are counted, and of a long stack the middle is left out.
fn stack_text(rt: &Runtime, exc: Value, budget: &mut usize, shown: SourceDetail) -> Vec<Rc<str>> {
    let mut out = Stack::default();
    // Each distinct entry is rendered once.
    let mut drawn: FxHashMap<TraceEntry, Rc<str>> = FxHashMap::default();
    let mut last: Option<(TraceEntry, Place)> = None;
    let mut count = 0;
    let trace = &rt.heap.excs.get(exc.index()).trace;
    for (at, item) in trace.iter().enumerate().rev() {
        if !is_traced(rt, item.code) {
            continue;
        }
        let place = match &last {
            Some((known, place)) if known == item => *place,
            _ => place_of(rt, *item),
        };
        if last.is_none_or(|(_, before)| before != place) {
            out.repeated(count);
            count = 0;
        }
        last = Some((*item, place));
        count += 1;
        if count > SHOWN_REPEATS {
            continue;
        }
        // The innermost frame is always rendered anew: it may mark only a part of its instruction.
        if out.first_bytes > exception_chain::MAX_TEXT_BYTES {
            break;
        }
        let text = match drawn.get(item).filter(|_| at > 0) {
            Some(text) => Rc::clone(text),
            None => {
                let Some(entry) = entry(rt, item.code, item.pc, (at == 0).then_some(exc)) else { continue };
                let text: Rc<str> = match shown {
                    SourceDetail::Marks => entry.text(rt, budget),
                    SourceDetail::Lines => Entry { has_columns: false, ..entry }.text(rt, budget),
                    SourceDetail::Places => entry.place(rt),
                }
                .into();
                drawn.insert(*item, Rc::clone(&text));
                text
            }
        };
        out.push(text);
    }
    out.repeated(count);
    out.finish()
}

/// File, line and function. Frames in which all three are equal count as repeated.
type Place = (*const SourceText, u32, crate::base::names::NameId);

fn place_of(rt: &Runtime, item: TraceEntry) -> Place {
    let Some(facts) = rt.modules.code_info.get(item.code as usize) else {
        return (std::ptr::null(), 0, crate::base::names::NameId::default());
    };
    let source = &facts.program.source;
    let code = facts.program.codes.get(facts.id.0 as usize);
    let line = match code {
        Some(code) if item.pc == PC_BEFORE_START => code.first_line,
        Some(code) => code.spans.get((item.pc & !LOOKUP_FAILED) as usize).map_or(0, |span| source.line_of(span.start)),
        None => 0,
    };
    (Arc::as_ptr(source), line, facts.name)
}

/// The first and the last texts of a stack that is too long.
#[derive(Default)]
struct Stack {
    first: Vec<Rc<str>>,
    first_bytes: usize,
    last: VecDeque<Rc<str>>,
    omitted: usize,
}

impl Stack {
    fn push(&mut self, text: Rc<str>) {
        if self.first_bytes > exception_chain::MAX_TEXT_BYTES {
            // The whole text is full before these frames.
            return;
        }
        if self.first.len() < MAX_FRAMES / 2 {
            self.first_bytes += text.len();
            self.first.push(text);
            return;
        }
        if self.last.len() >= MAX_FRAMES / 2 {
            self.last.pop_front();
            self.omitted += 1;
        }
        self.last.push_back(text);
    }

    fn repeated(&mut self, count: usize) {
        if let Some(more) = count.checked_sub(SHOWN_REPEATS).filter(|more| *more > 0) {
            let plural = if more == 1 { "" } else { "s" };
            self.push(format!("  [Previous line repeated {more} more time{plural}]\n").into());
        }
    }

    fn finish(self) -> Vec<Rc<str>> {
        let mut all = self.first;
        if self.omitted > 0 {
            all.push(format!("  [{} frames not shown]\n", self.omitted).into());
        }
        all.extend(self.last);
        all
    }
}

/// A flag in the instruction number of a trace entry: looking up the method failed, not the whole method call.
pub(crate) const LOOKUP_FAILED: u32 = 1 << 31;

/// One frame of a traceback.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) facts: CodeInfo,
    pub(crate) span: Span,
    pub(crate) line: u32,
    /// True when the span marks columns; false when only the line is known.
    pub(crate) has_columns: bool,
}

crate::heap::charged_sizes! { Entry = 48 }

impl Entry {
    pub(crate) fn file(&self) -> &str {
        self.facts.program.source.name()
    }

    /// The last line of the span, and the byte columns of its start and end.
    pub(crate) fn extent(&self) -> (u32, u32, u32) {
        let source = &self.facts.program.source;
        let last = source.line_of(self.span.end).max(self.line);
        (last, self.span.start.saturating_sub(source.line_start(self.line)), self.span.end.saturating_sub(source.line_start(last)))
    }

    /// True when source lines are shown: for code of the program, and for source in `linecache`.
    pub(crate) fn has_lines(&self, rt: &Runtime) -> bool {
        self.facts.has_lines || is_in_linecache(rt, &self.facts.program.source, self.line, self.extent().0)
    }

    /// The text of the frame: its location, source lines and carets. `budget` is the number of bytes that may still be parsed for carets.
    pub(crate) fn text(&self, rt: &Runtime, budget: &mut usize) -> String {
        let source = &self.facts.program.source;
        let lines = match (self.has_lines(rt), self.has_columns) {
            (false, _) => String::new(),
            (true, true) => carets::lines(source, self.span, budget),
            (true, false) => carets::first_line(source, self.line),
        };
        self.place(rt) + &lines
    }

    /// The line `File "...", line ..., in ...`.
    pub(crate) fn place(&self, rt: &Runtime) -> String {
        let (file, name) = (user_texts::cut(self.file()), user_texts::cut(rt.name_text(self.facts.name)));
        format!("  File \"{file}\", line {}, in {name}\n", self.line)
    }
}

/// The frame of a trace entry. For the innermost entry, `exc` is the exception, because its span may be a part of the instruction.
pub(crate) fn entry(rt: &Runtime, code: u32, pc: u32, exc: Option<Value>) -> Option<Entry> {
    let facts = rt.modules.code_info.get(code as usize).filter(|facts| facts.traced)?;
    let code = facts.program.codes.get(facts.id.0 as usize)?;
    let source = &facts.program.source;
    if pc == PC_BEFORE_START {
        let start = source.line_start(code.first_line);
        let span = Span::new(start, start);
        return Some(Entry { line: code.first_line, facts: facts.clone(), span, has_columns: false });
    }
    let (at, lookup) = ((pc & !LOOKUP_FAILED) as usize, pc & LOOKUP_FAILED != 0);
    let mut span = code.spans.get(at).copied()?;
    // `obj.name(...)` is one instruction. If the attribute lookup failed, the span does not include the call's parentheses.
    if let Some(Op::CallMethod { site, .. } | Op::CallSuperMethod { site, .. }) = code.ops.get(at) {
        let is_missing = |exc: Value| {
            let name = rt.exception_field(exc, "name").filter(|name| name.is_str());
            let wanted = code.sites.get(usize::from(site.0)).and_then(|id| facts.program.names.get(id.0 as usize));
            rt.exception_is(exc, exc_types::ATTRIBUTE_ERROR)
                && name.zip(wanted).is_some_and(|(name, wanted)| rt.heap.text(name) == &**wanted)
        };
        if lookup || exc.is_some_and(is_missing) {
            // If the name is on a later line than its object, the span begins at the name.
            let wanted = code.sites.get(usize::from(site.0)).and_then(|id| facts.program.names.get(id.0 as usize));
            let before = source.slice(Span::new(0, span.start)).trim_end();
            let callee = match wanted {
                Some(name) if before.ends_with('.') && source.slice(span).starts_with(&**name) => Some((0, low32(name.len() as u64))),
                _ => anchors::shape(source.slice(span)).callee,
            };
            if let Some((from, to)) = callee {
                span = Span::new(span.start.saturating_add(from), span.start.saturating_add(to));
            }
        }
    }
    Some(Entry { line: source.line_of(span.start), facts: facts.clone(), span, has_columns: true })
}
