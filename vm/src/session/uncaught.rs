//! Uncaught exceptions: makes the message and traceback for the outcome.

use crate::base::value::Value;
use crate::interpreter::machine::RunEnd;
use crate::session::Session;
use crate::session::outcome::{Outcome, ProgramExit, UncaughtException};

impl Session {
    /// Runs the user code that reports an uncaught exception (`__str__` of its class, `sys.excepthook`), within the same limits.
    pub(super) fn run_exception_report(&mut self, exc: Value) -> RunEnd {
        let wanted = crate::traceback::needing_user_code(&mut self.interpreter.rt, exc);
        let hook = self.except_hook(exc);
        if wanted.is_empty() && hook.is_none() {
            return RunEnd::Raised(exc);
        }
        self.interpreter.clear_frames();
        match self.interpreter.start_traceback_texts(exc, wanted, hook) {
            Ok(()) => self.interpreter.run(),
            Err(exit) => self.limit_of(exit).unwrap_or(RunEnd::Raised(exc)),
        }
    }

    /// The except hook to call: the program's own `sys.excepthook`, or the default one if the program replaced `sys.stderr` or set
    /// `sys.tracebacklimit`. `None` if the VM can report the exception without user code.
    fn except_hook(&mut self, exc: Value) -> Option<Value> {
        let rt = &mut self.interpreter.rt;
        let sys = rt.modules.by_name.get("sys").map(|module| rt.heap.modules.get(module.index()).namespace)?;
        let names = ["excepthook", "__excepthook__", "stderr", "__stderr__", "tracebacklimit"];
        let [hook, usual, stderr, own_stderr, limit] =
            names.map(|name| rt.names.find(name).and_then(|name| rt.get_global(sys, name)).filter(|value| !value.is_undef()));
        let is_exit = rt.exception_is(exc, crate::runtime::exceptions::SYSTEM_EXIT);
        let says_something = !is_exit || rt.exit_code(exc).is_none();
        let reads_errors = stderr.is_some() && stderr != own_stderr && says_something;
        if reads_errors || (limit.is_some() && !is_exit) {
            return hook.or(usual);
        }
        hook.filter(|hook| !is_exit && Some(*hook) != usual)
    }

    /// The outcome for an uncaught exception. `texts` is the list of texts that user code made.
    pub(super) fn uncaught(&mut self, exc: Value, texts: Value) -> Outcome {
        let exception = self.raised(exc, texts);
        let rt = &self.interpreter.rt;
        if !rt.exception_is(exc, crate::runtime::exceptions::SYSTEM_EXIT) {
            return Outcome::Raised(exception);
        }
        let code = rt.exit_code(exc);
        let place = crate::traceback::innermost_line(rt, exc);
        let (file, line) = place.map_or((None, None), |(file, line)| (Some(self.shown(&file)), Some(line)));
        Outcome::Exited(ProgramExit { code: code.unwrap_or(1), line, file, exception })
    }

    /// The report of an uncaught exception. `texts` is the list of texts that user code made.
    pub(super) fn raised(&mut self, exc: Value, texts: Value) -> UncaughtException {
        let rt = &mut self.interpreter.rt;
        let class = rt.type_of(exc);
        let name = crate::traceback::cut(rt.class_name(class));
        // The report is always made, and fuel for it beyond the limit is not charged to the program.
        let granted = rt.heap.fuel.granted();
        rt.heap.fuel.grant(1_000_000);
        let known = crate::traceback::from_list(rt, texts);
        let message = match known.get(&exc) {
            Some(known) => known.message.clone(),
            None => crate::traceback::native(rt, exc).unwrap_or_else(crate::traceback::unknown).message,
        };
        let traceback = crate::traceback::render(rt, exc, known);
        rt.heap.fuel.clamp_to(granted);
        let (message, traceback) =
            (crate::runtime::output::escaped(&message).into_owned(), crate::runtime::output::escaped(&traceback).into_owned());
        let reported_by_hook = crate::traceback::hook_succeeded(rt, texts);
        let lacking = self.lacking(exc);
        let withheld = self.interpreter.rt.withheld(exc).map(|name| name.chars().take(100).collect());
        UncaughtException { class: name, message, traceback, reported_by_hook, lacking, withheld }
    }
}
