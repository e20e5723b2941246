//! Runs a test of a policy. Most tests need the check alone; some say what the machine must not let out.

use std::sync::Arc;

use stockade_policy::model::{Expectation, PolicyTest};
use stockade_policy::{Limits, ResolvedPolicy, catalog::ToolSignature, policy_tests};
use stockade_vm::{Config, Library, ModuleSource, ToolSpec};

use crate::target::run;

/// Runs one test. `Err` says how the policy differs from what the test expects.
///
/// # Errors
/// The difference, in one line.
pub fn run_policy_test(
    test: &PolicyTest,
    policy: &ResolvedPolicy,
    library: &'static Library,
    modules: &[ModuleSource],
) -> Result<(), String> {
    let Expectation::Hide(texts) = &test.expect else {
        return policy_tests::run_test(test, policy, stockade_vm::catalog(library));
    };
    let spec = |text: &str| {
        let (name, signature) = ToolSignature::parse_call(text)?;
        policy.grants.tool_signature(&name, &signature)?;
        let is_async = ToolSignature::is_async(text);
        let params = text.split_once('(').and_then(|(_, rest)| rest.rsplit_once(')')).map_or("*args, **kwargs", |(params, _)| params);
        Ok(ToolSpec { is_async, ..ToolSpec::new(&name, params) })
    };
    let tools = test.tools.iter().map(|text| spec(text)).collect::<Result<Vec<_>, String>>()?;
    let policy = Arc::new(policy.clone());
    // A test is quick, whatever the policy allows.
    let cap = Limits { instructions: 100_000_000, ..policy.limits.clone() };
    let config = Config { library, limits: policy.limits.min(&cap), ..Config::new(&policy) };
    let ran = run(&config, &test.code, true, &tools, modules);
    match texts.iter().find(|text| ran.shown.contains(&***text)) {
        Some(text) => Err(format!("expected `{text}` to stay hidden; it came out")),
        None => Ok(()),
    }
}
