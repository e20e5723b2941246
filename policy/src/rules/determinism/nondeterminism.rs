//! DET001: a result that depends on the clock or on chance.

use stockade_compiler::tree::Span;

use crate::check::checker::Context;
use crate::settings::model::Value as Setting;
use crate::analysis::names::Value;
use crate::rules::Check;
use crate::analysis::walk::{AttributeSite, ImportSite};

declare_rule! {
    /// ## What it does
    /// Reports readings of the clock and draws of random numbers, and says what the policy's `determinism` makes of them.
    ///
    /// ## Why it matters
    /// A grader, or a cache of results, wants the same answer every time.
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
    /// ## Runtime twin
    /// `determinism` decides what the modules answer.
    NONDETERMINISM = "DET001" "nondeterminism" Determinism Off
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
