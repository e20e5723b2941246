//! SUP001: a comment that tries to silence the checker.

use stockade_compiler::tree::Span;

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::settings::model::Value;

declare_rule! {
    /// ## What it does
    /// Reports `# noqa` and the like, which have no effect.
    ///
    /// ## Why it matters
    /// The author of generated code may be the attacker, so the code may not decide what is reported.
    ///
    /// ## Bad
    /// ```python
    /// x = 1  # noqa
    /// ```
    ///
    /// ## Good
    /// ```python
    /// x = 1
    /// ```
    ///
    /// ## At run time
    /// None.
    INERT_SUPPRESSION = "SUP001" "inert-suppression" Suppressions Info
    cwe: None, is_security: true,
    "a comment that tries to silence the checker"
    Check::Program(check)
}

/// What the comments begin with.
const MARKERS: [&str; 4] = ["# noqa", "#noqa", "# nosec", "# stockade:"];

fn check(context: &mut Context<'_>) {
    if !matches!(context.policy.get(&["suppressions", "inline"]), None | Some(Value::Choice(0))) {
        return;
    }
    let source = context.source;
    // Most sources have none.
    let mut comments = memchr::memchr_iter(b'#', source.text().as_bytes()).filter_map(|at| source.text().get(at..));
    if !comments.any(|comment| MARKERS.into_iter().any(|marker| comment.starts_with(marker))) {
        return;
    }
    for number in 1..=source.line_count() {
        if context.deadline.is_over() {
            return;
        }
        let line = source.line_text(number);
        for marker in MARKERS {
            let Some(at) = line.find(marker) else { continue };
            let start = source.line_start(number).saturating_add(u32::try_from(at).unwrap_or(0));
            if context.walk.in_string(start) {
                continue;
            }
            let end = source.line_start(number).saturating_add(u32::try_from(line.len()).unwrap_or(0));
            context.report(Span::new(start, end), "suppressions are ignored by this policy").label("no effect").help("remove the comment");
            break;
        }
    }
}
