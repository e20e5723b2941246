//! TOOL005: a program of an agent that never calls `final_answer`.

use crate::analysis::context::Check;
use crate::analysis::context::Context;

declare_rule! {
    /// ## What it does
    /// Reports programs that never mention `final_answer`, where the host lends other functions too.
    ///
    /// ## Why it matters
    /// Without an answer, the agent needs another step.
    ///
    /// ## Bad
    /// ```python
    /// found = web_search("weather")
    /// print(found)
    /// ```
    ///
    /// ## Good
    /// ```python
    /// found = web_search("weather")
    /// final_answer(found)
    /// ```
    ///
    /// ## At run time
    /// None: the report says whether there was an answer.
    NO_FINAL_ANSWER = "TOOL005" "no-final-answer" Tools Info
    cwe: Some(400), is_security: true,
    "a program of an agent that never answers"
    Check::Program(check)
}

fn check(context: &mut Context<'_>) {
    // Only for agents, which have other host functions too.
    if !context.known.is_tool("final_answer") || context.known.tools().count() < 2 || context.known.is_session() {
        return;
    }
    let Some(last) = context.tree.list(context.tree.body).last() else { return };
    let mentions = context.tree.symbols.find("final_answer").is_some();
    if !mentions {
        let span = context.tree.stmt_span(*last);
        context.report(span, "the program never gives an answer").label("ends here").help("call `final_answer(value)` when it is known");
    }
}
