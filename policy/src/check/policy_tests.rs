//! The tests in policies. Each test checks a program and compares the verdict with the expected one.

use stockade_compiler::SourceText;

use crate::base::catalog::{KnownNames, VmCatalog};
use crate::base::quantity::Unit;
use crate::base::rule::Level;
use crate::check::checker::check_source;
use crate::enforce::limits::Limits;
use crate::report::verdict::Verdict;
use crate::settings::model::{Expectation, PolicyTest};
use crate::settings::resolve::ResolvedPolicy;

/// Runs one test. `Err` says how the verdict differs from the expected one.
///
/// # Errors
/// The difference, in one line. A test that expects texts to stay hidden needs the machine, which this crate does not know. It fails here.
pub fn run_test(test: &PolicyTest, policy: &ResolvedPolicy, catalog: &VmCatalog) -> Result<(), String> {
    let listed = |ids: &[&str]| if ids.is_empty() { "nothing".to_owned() } else { ids.join(", ") };
    match &test.expect {
        Expectation::Limits(limits) => within(limits, policy),
        Expectation::Hide(_) => Err("a test that expects `hide` needs a machine: run it with `stockade policy test`".to_owned()),
        Expectation::Allow => match checked(test, policy, catalog)?.denying() {
            denying if denying.is_empty() => Ok(()),
            denying => Err(format!("expected it to be allowed; what denies it: {}", listed(&denying))),
        },
        Expectation::Deny(rules) => match checked(test, policy, catalog)?.denying() {
            denying if rules.is_empty() && denying.is_empty() => Err(format!("expected it to be denied{CHECK_ALONE}")),
            denying => missing(rules, &denying).map_or(Ok(()), |missing| {
                let why = if denying.is_empty() { CHECK_ALONE } else { "" };
                Err(format!("expected {missing} to deny it; what denies it: {}{why}", listed(&denying)))
            }),
        },
        Expectation::Warn(rules) => {
            let report = checked(test, policy, catalog)?;
            let (denying, warning) = (report.denying(), ids_at(&report, Level::Warn));
            if !denying.is_empty() {
                return Err(format!("expected warnings only; what denies it: {}", listed(&denying)));
            }
            missing(rules, &warning).map_or(Ok(()), |missing| Err(format!("expected {missing} to warn; what warns: {}", listed(&warning))))
        }
    }
}

/// What a test may have missed where the check denies nothing.
const CHECK_ALONE: &str = "; `deny` looks at the check alone, which does not see what is computed: `hide: [TEXT]` runs the program";

/// The verdict on the program of a test.
fn checked(test: &PolicyTest, policy: &ResolvedPolicy, catalog: &VmCatalog) -> Result<Verdict, String> {
    let mut known = KnownNames::standard();
    test.variables.iter().for_each(|name| known.add_variable(name));
    for tool in &test.tools {
        known.add_tool_text(tool)?;
    }
    fits(policy, &known)?;
    let source = SourceText::new(&test.name, &test.code);
    Ok(check_source(&source, policy, catalog, &known).0)
}

/// Checks that the policy's rules fit the tools that a program may call.
///
/// # Errors
/// A rule names a parameter that its tool does not have.
pub fn fits(policy: &ResolvedPolicy, known: &KnownNames) -> Result<(), String> {
    let mut tools = known.tools().filter_map(|name| Some((name, known.tool(name)?)));
    tools.try_for_each(|(name, signature)| policy.grants.tool_signature(name, signature))
}

/// Compares the limits of a policy with the most that a test wants.
fn within(limits: &[(Box<str>, u64)], policy: &ResolvedPolicy) -> Result<(), String> {
    for (name, most) in limits {
        let (key, unit) = Limits::info(name).map_or((&**name, Unit::Count), |limit| (limit.key, limit.kind));
        let is = policy.limits.get(key).unwrap_or(u64::MAX);
        if is > *most {
            return Err(format!("expected `{key}` to be at most {}; it is {}", unit.show(*most), unit.show(is)));
        }
    }
    Ok(())
}

fn missing(wanted: &[Box<str>], found: &[&str]) -> Option<String> {
    let missing: Vec<&str> = wanted.iter().map(|rule| &**rule).filter(|rule| !found.contains(rule)).collect();
    (!missing.is_empty()).then(|| missing.join(", "))
}

fn ids_at(report: &Verdict, level: Level) -> Vec<&'static str> {
    let mut ids: Vec<&'static str> =
        report.findings.iter().filter(|finding| finding.level == level).map(|finding| finding.rule.id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::policies::resolve_preset;

    #[test]
    fn a_test_says_how_the_verdict_differs() {
        let Ok(policy) = resolve_preset("default") else { return assert_eq!(1, 0, "a preset resolves") };
        let catalog = VmCatalog::new(["math"], ["print"]);
        let deny = |rules: &[&str]| Expectation::Deny(rules.iter().map(|rule| (*rule).into()).collect());
        let warn = |rules: &[&str]| Expectation::Warn(rules.iter().map(|rule| (*rule).into()).collect());
        let limits = |name: &str, most: u64| Expectation::Limits(vec![(name.into(), most)]);
        for (code, expect, want) in [
            ("print(1)", Expectation::Allow, ""),
            ("import os", Expectation::Allow, "expected it to be allowed; what denies it: IMP001"),
            ("import os", deny(&[]), ""),
            ("import os", deny(&["IMP001"]), ""),
            ("import os", deny(&["IMP001", "BLT001"]), "expected BLT001 to deny it; what denies it: IMP001"),
            (
                "print(1)",
                deny(&[]),
                "expected it to be denied; `deny` looks at the check alone, which does not see what is computed: `hide: [TEXT]` runs the program",
            ),
            (
                "print(1)",
                deny(&["IMP001"]),
                "expected IMP001 to deny it; what denies it: nothing; `deny` looks at the check alone, which does not see what is computed: `hide: [TEXT]` runs the program",
            ),
            ("pritn(1)", warn(&["UND001"]), ""),
            ("pritn(1)", warn(&["UND002"]), "expected UND002 to warn; what warns: UND001"),
            ("", limits("limits.memory", 1 << 30), ""),
            ("", limits("memory", 1 << 20), "expected `limits.memory` to be at most 1MiB; it is 128MiB"),
            ("import os\npritn(1)", warn(&["UND001"]), "expected warnings only; what denies it: IMP001"),
        ] {
            let test = PolicyTest { name: "test".into(), code: code.into(), tools: Vec::new(), variables: Vec::new(), expect };
            assert_eq!(run_test(&test, &policy, &catalog).err().unwrap_or_default(), want, "{code}");
        }
    }
}
