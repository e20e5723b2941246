//! Compiles sources to verified programs: the parse limits of a policy, and the compilation of library sources.

use std::sync::{Arc, Mutex, PoisonError};

use stockade_compiler::bytecode::Program;
use stockade_compiler::tree::Tree;
use stockade_compiler::{CompileOptions, Deadline, ModuleKind, ParseLimits, SourceText};

use crate::base::abrupt::{Abrupt, LimitKind};
use crate::runtime::core::Runtime;

/// The limits of a policy for the parser.
pub(crate) fn limits_of(limits: &stockade_policy::Limits) -> ParseLimits {
    ParseLimits {
        grammar_only: false,
        top_level_await: false,
        source_bytes: limits.source_bytes,
        tokens: limits.tokens,
        nodes: limits.ast_nodes,
        nesting: limits.ast_depth,
        brackets: limits.brackets,
        int_digits: limits.int_digits,
        literal_bytes: limits.literal_bytes,
    }
}

/// The limits of a policy for the parser, for the text of a step: it may wait outside functions.
pub(crate) fn limits_of_step(limits: &stockade_policy::Limits) -> ParseLimits {
    ParseLimits { top_level_await: true, ..limits_of(limits) }
}

/// Fuel for a step of the search for the words of a syntax error.
const SEARCH_STEP: u64 = 3;

impl Runtime {
    /// Runs the front end on a text of the program. It asks the host's clock between its steps, so that no text takes longer than the run may.
    ///
    /// # Errors
    /// The limit on time.
    pub(crate) fn in_front_end<T>(&mut self, work: impl FnOnce(&Deadline<'_>) -> T) -> Result<T, Abrupt> {
        Ok(self.in_front_end_counted(work)?.0)
    }

    /// Like [`Runtime::in_front_end`], for text that a running program brings. What finding the words of an error takes is charged here:
    /// it does not follow from the size of the text.
    ///
    /// # Errors
    /// The limits on time and fuel.
    pub(crate) fn in_paid_front_end<T>(&mut self, work: impl FnOnce(&Deadline<'_>) -> T) -> Result<T, Abrupt> {
        let (done, searched) = self.in_front_end_counted(work)?;
        self.charge_units(searched.saturating_mul(SEARCH_STEP))?;
        Ok(done)
    }

    /// Gives also the steps that the search for the words of an error took.
    fn in_front_end_counted<T>(&mut self, work: impl FnOnce(&Deadline<'_>) -> T) -> Result<(T, u64), Abrupt> {
        let deadline_ms = self.budget.deadline_ms;
        let host = Mutex::new(&mut *self.host.embedder);
        let is_over = || {
            let mut host = host.lock().unwrap_or_else(PoisonError::into_inner);
            host.elapsed_ms() >= deadline_ms || host.is_cancelled()
        };
        let deadline = Deadline::new(&is_over);
        let done = work(&deadline);
        let (late_phase, searched) = (deadline.ended_in(), deadline.searched());
        self.budget.late_phase = late_phase;
        if late_phase.is_some() { Err(Abrupt::Limit(LimitKind::Time)) } else { Ok((done, searched)) }
    }
}

/// The bytes that are charged for a program: its code as compiled and as loaded, without its texts.
pub(crate) fn charged_bytes(program: &Program) -> usize {
    4096 + program.codes.iter().map(|code| 1024 + code.ops.len() * 48).sum::<usize>()
}

/// Compiles a source of the library. Library text is trusted and compiled once for each process. `None` means a bug in our library; a test
/// finds it.
pub(crate) fn library(name: &str, text: &str) -> Option<Program> {
    given(name, text, ModuleKind::Library)
}

/// Compiles a module of a package. The host gives the text, so the policy's limits on sources do not apply. `None` if the text is no Python
/// or too large.
pub(crate) fn package_module(name: &str, text: &str) -> Option<Program> {
    given(name, text, ModuleKind::Executed)
}

/// Parses a module of a package, for what a policy says about syntax.
pub(crate) fn package_tree(name: &str, text: &str) -> Option<(Arc<SourceText>, Tree)> {
    let source = Arc::new(SourceText::new(name, text));
    let tree = stockade_compiler::parse(&source, &given_limits()).ok()?;
    Some((source, tree))
}

/// The limits on texts that do not come from a program.
fn given_limits() -> ParseLimits {
    // Generated tables and formulas are long: sympy has sums of thousands of terms.
    ParseLimits {
        source_bytes: 16 << 20,
        literal_bytes: 16 << 20,
        tokens: 4 << 20,
        nodes: 4 << 20,
        nesting: 10_000,
        ..ParseLimits::default()
    }
}

fn given(name: &str, text: &str, module_kind: ModuleKind) -> Option<Program> {
    let source = Arc::new(SourceText::new(name, text));
    let tree = stockade_compiler::parse(&source, &given_limits()).ok()?;
    let options = CompileOptions { module_kind, ..CompileOptions::default() };
    let program = stockade_compiler::compile(&tree, source, &options).ok()?;
    program.verify().ok()?;
    Some(program)
}

/// The text of a source file, in the encoding that it declares; what can be shown of a file that is no text.
pub(crate) fn decoded(name: &str, bytes: &[u8]) -> String {
    use stockade_policy::input::{Document, Format};
    let document = Document::read(name, bytes, &Format::Python).ok();
    let text = document.as_ref().and_then(|document| document.programs().first()).map(|program| program.source().text().to_string());
    text.unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned())
}
