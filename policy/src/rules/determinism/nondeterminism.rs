//! DET001: a result that depends on the clock or on chance.

use stockade_compiler::tree::Span;

use crate::analysis::context::Check;
use crate::analysis::context::Context;
use crate::analysis::names::Value;
use crate::analysis::walk::{AttributeSite, ImportSite};
use crate::settings::model::Value as Setting;

declare_rule! {
    /// ## What it does
    /// Reports reads of the clock and of random numbers, and says what the policy's `determinism` does with them.
    ///
    /// ## Why it matters
    /// A grader or a cache of results needs the same answer every time.
    ///
    /// ## Bad
    /// ```python
    /// import time
    /// print(time.time())
    /// ```
    ///
    /// ## Good
    /// ```python
    /// import math
    /// print(math.pi)
    /// ```
    ///
    /// ## At run time
    /// `determinism` decides which values the modules return.
    NONDETERMINISM = "DET001" "nondeterminism" Determinism Off
    cwe: Some(330), is_security: false,
    "a result that depends on the clock or on chance"
    Check::Several(&[Check::EveryAttribute(check), Check::EveryImport(import)])
}

fn check(context: &mut Context<'_>, site: &AttributeSite) {
    let base = context.names.facts(site.value, site.at.scope);
    let name = context.tree.name(site.attr.name);
    let Some(value) = base.single() else { return };
    let what = match value {
        Value::Module(module) => source(module, name),
        Value::Member(module, class) if &**module == "datetime" && matches!(&**class, "datetime" | "date") => {
            matches!(name, "now" | "today" | "utcnow").then_some("clock")
        }
        _ => None,
    };
    report(context, what, site.attr.span);
}

fn import(context: &mut Context<'_>, site: &ImportSite) {
    let what = site.member.as_deref().and_then(|member| source(&site.module, member));
    report(context, what, site.span);
}

fn report(context: &mut Context<'_>, what: Option<&'static str>, span: Span) {
    let frozen = matches!(context.policy.get(&["determinism", "clock"]), Some(Setting::Choice(0)));
    let seeded = matches!(context.policy.get(&["determinism", "random_seed"]), Some(Setting::Seed(Some(_))));
    let message = match what {
        Some("clock") if frozen => "the clock is frozen: every reading is the same",
        Some("clock") => "the result depends on when the program runs",
        Some("random") if seeded => "the seed is fixed: every run draws the same numbers",
        Some("random") => "the result differs from run to run",
        _ => return,
    };
    context.report(span, message).label("not the same everywhere");
}

fn source(module: &str, name: &str) -> Option<&'static str> {
    match (module, name) {
        (
            "time",
            "time" | "time_ns" | "monotonic" | "monotonic_ns" | "perf_counter" | "perf_counter_ns" | "process_time" | "localtime"
            | "gmtime" | "ctime",
        ) => Some("clock"),
        (
            "random",
            "random" | "randint" | "choice" | "choices" | "sample" | "shuffle" | "uniform" | "gauss" | "randrange" | "getrandbits",
        ) => Some("random"),
        ("uuid", "uuid1" | "uuid4") | ("secrets", _) => Some("random"),
        _ => None,
    }
}
