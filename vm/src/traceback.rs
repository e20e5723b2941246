//! Tracebacks: CPython 3.13's text of an uncaught exception.

use crate::machine::Machine;
use crate::value::Value;

/// `str(exception)`, without running guest code.
pub(crate) fn message(machine: &mut Machine, exc: Value) -> String {
    crate::types::exception::str_text(&mut machine.rt, exc).unwrap_or_default()
}

/// The whole text.
pub(crate) fn render(machine: &mut Machine, exc: Value) -> String {
    let class = machine.rt.type_of(exc);
    let mut out = String::from("Traceback (most recent call last):\n");
    let trace = machine.rt.heap.excs.get(exc.index()).trace.clone();
    for entry in trace.iter().rev() {
        if let Some((program, code)) = machine.source_code(entry.code)
            && let Some(span) = code.spans.get(entry.pc as usize)
        {
            let line = program.source.line_of(span.start);
            out.push_str(&format!(
                "  File \"{}\", line {line}, in {}\n    {}\n",
                program.source.name(),
                code.qualname,
                program.source.line_text(line).trim()
            ));
        }
    }
    let name = machine.rt.class_name(class).to_string();
    let text = message(machine, exc);
    out.push_str(&if text.is_empty() { format!("{name}\n") } else { format!("{name}: {text}\n") });
    out
}
