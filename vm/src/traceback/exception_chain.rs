//! Renders connected exceptions (causes, contexts, members of groups) as one text.
//!
//! The exceptions first become nodes, each once, in the order in which CPython visits them. Then they are written from the oldest to the
//! newest. Chains are walked in loops. Only nested groups recurse, at most as deep as groups are shown.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::user_texts::{ExceptionTexts, Notes};
use crate::base::names;
use crate::base::value::{Tag, Value};
use crate::runtime::core::Runtime;
use crate::runtime::exceptions as exc_types;
use crate::runtime::type_table::registry;

/// The text is cut soon after this many bytes. The last line of the exception itself is still added.
pub(crate) const MAX_TEXT_BYTES: usize = 1 << 20;
/// Maximum number of exceptions that are visited.
const MAX_NODES: usize = 2000;
/// CPython's `max_group_width` and `max_group_depth`.
const GROUP_WIDTH: usize = 15;
const GROUP_DEPTH: usize = 10;

const CAUSE: &str = "\nThe above exception was the direct cause of the following exception:\n\n";
const CONTEXT: &str = "\nDuring handling of the above exception, another exception occurred:\n\n";

#[derive(Debug)]
struct Node {
    exc: Value,
    cause: Option<usize>,
    context: Option<usize>,
    /// The nodes of the first members of a group, and the number of all members.
    members: Option<(Vec<usize>, usize)>,
    /// There is a cause or context that was not visited because of [`MAX_NODES`].
    is_cut: bool,
}

/// The exceptions in a text.
#[derive(Debug, Default)]
struct Plan {
    nodes: Vec<Node>,
    seen: FxHashSet<Value>,
}

impl Plan {
    fn add(&mut self, exc: Value) -> Option<usize> {
        if self.nodes.len() >= MAX_NODES {
            return None;
        }
        self.seen.insert(exc);
        self.nodes.push(Node { exc, cause: None, context: None, members: None, is_cut: false });
        Some(self.nodes.len() - 1)
    }

    fn of(rt: &Runtime, exc: Value) -> Plan {
        let mut plan = Plan::default();
        let mut todo: Vec<usize> = plan.add(exc).into_iter().collect();
        while let Some(at) = todo.pop() {
            let Some(exc) = plan.nodes.get(at).map(|node| node.exc) else { break };
            let object = rt.heap.excs.get(exc.index());
            let fresh = |plan: &Plan, value: Value| value.tag == Tag::Exc && !plan.seen.contains(&value);
            let cause = if fresh(&plan, object.cause) { plan.add(object.cause) } else { None };
            let wants_context = cause.is_none() && !object.suppress_context;
            let context = if wants_context && fresh(&plan, object.context) { plan.add(object.context) } else { None };
            let is_cut =
                (cause.is_none() && fresh(&plan, object.cause)) || (wants_context && context.is_none() && fresh(&plan, object.context));
            let members = object.is_group().then(|| {
                let items = rt.sequence_items(object.group);
                let shown: Vec<usize> = items.iter().take(GROUP_WIDTH).map_while(|item| plan.add(*item)).collect();
                (shown, items.len())
            });
            todo.extend(cause);
            todo.extend(context);
            if let Some((shown, _)) = &members {
                todo.extend(shown);
            }
            if let Some(node) = plan.nodes.get_mut(at) {
                (node.cause, node.context, node.members, node.is_cut) = (cause, context, members, is_cut);
            }
        }
        plan
    }
}

/// The exceptions in the text of `exc` whose message or notes need user code.
pub(crate) fn needing_user_code(rt: &mut Runtime, exc: Value) -> Vec<Value> {
    let plan = Plan::of(rt, exc);
    let mut met = FxHashSet::default();
    let mut wanted = Vec::new();
    for node in &plan.nodes {
        if met.insert(node.exc) && super::needs_user_code(rt, node.exc) {
            wanted.push(node.exc);
        }
    }
    wanted
}

/// The last line: `Class: message`.
fn final_line(kind: &str, message: &str) -> String {
    if message.is_empty() { format!("{kind}\n") } else { format!("{kind}: {message}\n") }
}

/// The qualified name of the exception's class, prefixed by its module unless that is `__main__` or `builtins`.
pub(crate) fn qualified_class_name(rt: &mut Runtime, exc: Value) -> String {
    let class = rt.type_of(exc);
    if class.tag != Tag::Class {
        return rt.class_name(class).to_string();
    }
    let qualname = super::user_texts::cut_str(rt, rt.heap.classes.get(class.index()).qualname);
    let module = rt.class_lookup(class, names::dunder_module);
    match module {
        Some(module) if module.is_str() => match rt.heap.text(module) {
            "__main__" | "builtins" => qualname,
            _ => format!("{}.{qualname}", super::user_texts::cut_str(rt, module)),
        },
        _ => format!("<unknown>.{qualname}"),
    }
}

/// The whole text. `known` holds the messages and notes that user code gave.
pub(crate) fn render(rt: &mut Runtime, exc: Value, known: FxHashMap<Value, ExceptionTexts>) -> String {
    if rt.exception_is(exc, exc_types::SYSTEM_EXIT) {
        // A SystemExit has no traceback. A number is the exit status; any other value is printed.
        return match rt.exit_code(exc) {
            Some(_) => String::new(),
            None => format!("{}\n", known.get(&exc).map_or_else(|| native_message(rt, exc), |known| known.message.clone())),
        };
    }
    let plan = Plan::of(rt, exc);
    render_plan(rt, exc, &plan, known)
}

/// The text of an exception that no code can catch, as CPython's C code writes it: without carets, causes and notes, and with a colon even
/// if the message is empty. `message` is None when `__str__` failed. At interpreter shutdown CPython shows no source lines (`has_lines`).
pub(crate) fn render_unraisable(rt: &mut Runtime, exc: Value, message: Option<&str>, has_lines: bool) -> String {
    let shown = if has_lines { super::SourceDetail::Lines } else { super::SourceDetail::Places };
    let mut budget = super::MARKS_BUDGET;
    // The same exception may be shown many times. Its first frames are a part of what its raise costs.
    rt.heap.fuel.charge_walk(rt.heap.excs.get(exc.index()).trace.len() as u64 / 16);
    let stack = super::stack_text(rt, exc, &mut budget, shown).concat();
    let title = if stack.is_empty() { "" } else { "Traceback (most recent call last):\n" };
    let message = message.map_or_else(|| super::unknown().message, super::user_texts::cut);
    format!("{title}{stack}{}: {message}\n", qualified_class_name(rt, exc))
}

fn render_plan(rt: &mut Runtime, exc: Value, plan: &Plan, known: FxHashMap<Value, ExceptionTexts>) -> String {
    let (out, budget) = (String::new(), super::MARKS_BUDGET);
    let mut writer = Writer { rt, plan, known, out, budget, depth: 0, need_close: false, full: false };
    writer.exception(0);
    if writer.full {
        writer.out.push_str("[the rest of this text is not shown]\n");
        let known = writer.known_of(exc);
        let line = final_line(&qualified_class_name(writer.rt, exc), &known.message);
        writer.out.push_str(&line);
    }
    writer.out
}

fn native_message(rt: &mut Runtime, exc: Value) -> String {
    super::native(rt, exc).unwrap_or_else(super::unknown).message
}

struct Writer<'a> {
    rt: &'a mut Runtime,
    plan: &'a Plan,
    known: FxHashMap<Value, ExceptionTexts>,
    out: String,
    /// Bytes that may still be parsed for carets.
    budget: usize,
    /// The nesting depth of the groups around the current exception.
    depth: usize,
    /// The innermost last member still has to write the closing line of its group.
    need_close: bool,
    full: bool,
}

impl Writer<'_> {
    fn known_of(&mut self, exc: Value) -> ExceptionTexts {
        match self.known.get(&exc) {
            Some(known) => known.clone(),
            None => super::native(self.rt, exc).unwrap_or_else(super::unknown),
        }
    }

    fn raw(&mut self, text: &str) {
        if self.out.len() > MAX_TEXT_BYTES {
            self.full = true;
        }
        if !self.full {
            self.out.push_str(text);
        }
    }

    /// Writes lines, prefixed by the border of the enclosing groups.
    fn emit(&mut self, text: &str, margin: char) {
        if self.depth == 0 {
            self.raw(text);
            return;
        }
        let prefix = format!("{}{margin} ", "  ".repeat(self.depth));
        for line in text.split_inclusive('\n') {
            self.raw(&prefix);
            self.raw(line);
        }
    }

    fn exception(&mut self, at: usize) {
        // Collect from the newest to the oldest, then write in the opposite order.
        let mut order: Vec<(Option<&str>, usize)> = Vec::new();
        let mut next = Some(at);
        while let Some(at) = next {
            let Some(node) = self.plan.nodes.get(at) else { break };
            let suppressed = self.rt.heap.excs.get(node.exc.index()).suppress_context;
            let (message, before) = match (node.cause, node.context) {
                (Some(cause), _) => (Some(CAUSE), Some(cause)),
                (None, Some(context)) if !suppressed => (Some(CONTEXT), Some(context)),
                _ => (None, None),
            };
            order.push((message, at));
            next = before;
        }
        if order.last().and_then(|(_, at)| self.plan.nodes.get(*at)).is_some_and(|oldest| oldest.is_cut) {
            self.emit("[earlier exceptions are not shown]\n\n", '|');
        }
        for (message, at) in order.into_iter().rev() {
            if self.full {
                return;
            }
            if let Some(message) = message {
                self.emit(message, '|');
            }
            self.one(at);
        }
    }

    fn one(&mut self, at: usize) {
        let plan = self.plan;
        let Some(node) = plan.nodes.get(at) else { return };
        let stack = super::stack_text(self.rt, node.exc, &mut self.budget, super::SourceDetail::Marks);
        match &node.members {
            None => {
                if !stack.is_empty() {
                    self.emit("Traceback (most recent call last):\n", '|');
                    self.stack(&stack);
                }
                self.last_lines(node.exc);
            }
            Some(_) if self.depth > GROUP_DEPTH => self.emit(&format!("... (max_group_depth is {GROUP_DEPTH})\n"), '|'),
            Some((members, count)) => {
                let outermost = self.depth == 0;
                if outermost {
                    self.depth = 1;
                }
                if !stack.is_empty() {
                    self.emit("Exception Group Traceback (most recent call last):\n", if outermost { '+' } else { '|' });
                    self.stack(&stack);
                }
                self.last_lines(node.exc);
                self.members(members, *count);
                if outermost {
                    self.depth = 0;
                }
            }
        }
    }

    fn members(&mut self, members: &[usize], count: usize) {
        let cut = count > GROUP_WIDTH || count > members.len();
        let shown = members.len() + usize::from(cut);
        self.need_close = false;
        for at in 0..shown {
            if self.full {
                return;
            }
            let last = at + 1 == shown;
            if last {
                self.need_close = true;
            }
            let member = members.get(at);
            let title = if member.is_some() { (at + 1).to_string() } else { "...".into() };
            let corner = if at == 0 { "+-" } else { "  " };
            let indent = "  ".repeat(self.depth);
            self.raw(&format!("{indent}{corner}+---------------- {title} ----------------\n"));
            self.depth += 1;
            match member {
                Some(member) => self.exception(*member),
                None => {
                    let more = count - members.len();
                    let plural = if more == 1 { "" } else { "s" };
                    self.emit(&format!("and {more} more exception{plural}\n"), '|');
                }
            }
            if last && self.need_close {
                let indent = "  ".repeat(self.depth);
                self.raw(&format!("{indent}+------------------------------------\n"));
                self.need_close = false;
            }
            self.depth -= 1;
        }
    }

    fn stack(&mut self, texts: &[Rc<str>]) {
        for text in texts {
            if self.full {
                return;
            }
            self.emit(text, '|');
        }
    }

    /// Writes the class, message and notes.
    fn last_lines(&mut self, exc: Value) {
        let kind = qualified_class_name(self.rt, exc);
        let known = self.known_of(exc);
        let layout = self.rt.exception_type(exc);
        if registry().is_subtype(layout, exc_types::SYNTAX_ERROR) {
            for line in super::syntax::lines(self.rt, exc, &kind) {
                self.emit(&line, '|');
            }
        } else {
            let ending = super::suggestion::ending(self.rt, exc, true).unwrap_or_default();
            self.emit(&final_line(&kind, &format!("{}{ending}", known.message)), '|');
        }
        match known.notes {
            Notes::None => {}
            Notes::List(notes) => {
                for note in notes {
                    for line in note.split('\n') {
                        self.emit(&format!("{line}\n"), '|');
                    }
                }
            }
            Notes::Other(text) => self.emit(&format!("{text}\n"), '|'),
        }
    }
}
