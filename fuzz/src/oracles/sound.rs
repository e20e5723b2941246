//! A program without findings meets no denial of the policy at run time.

use std::sync::{Arc, LazyLock};

use stockade_policy::{Level, ResolvedPolicy, resolve_preset};
use stockade_vm::{Config, Session, StepOptions};

use crate::run::{RunOptions, config, host};

static POLICIES: LazyLock<Vec<Arc<ResolvedPolicy>>> = LazyLock::new(|| {
    ["default", "smolagents", "strict", "compute-only"].iter().filter_map(|name| resolve_preset(name).ok().map(Arc::new)).collect()
});

/// The names of the fields of a data class are data for the check, as other names that library functions are given (`docs/check.md`). When
/// the class is made they are refused as names of attributes, because its methods read and write them in any object. So are names of
/// members that a call of an enumeration is given (`Enum('Colour', '__del__')`), when the class gets them.
fn is_name_as_data(text: &str, rule: &str) -> bool {
    (text.contains("dataclass") && matches!(rule, "ATT001" | "ATT003" | "DUN001" | "DUN002")) || (text.contains("enum") && rule == "DUN003")
}

pub(super) fn check(text: &str) -> Result<(), String> {
    for policy in POLICIES.iter() {
        let config = Config { library: &crate::LIBRARY, limits: config(&RunOptions::default()).limits, ..Config::new(policy) };
        let mut session = Session::new(&config, host());
        let verdict = session.step("fuzz.py", text, StepOptions::default()).verdict;
        if verdict.is_none_or(|verdict| verdict.findings.iter().any(|finding| finding.level >= Level::Warn)) {
            continue;
        }
        let usage = session.usage();
        let denied = usage.denials.iter().find(|(_, rule)| !is_name_as_data(text, rule));
        if let Some((message, rule)) = denied {
            return Err(format!("clean under `{}`, and refused by {rule} while it runs: {message}", policy.name));
        }
    }
    Ok(())
}
