//! Tests that docs/rules.md is up to date, and that the documentation of each rule is true: the bad example is
//! reported, and the good one is not.

use stockade_policy::model::Level;
use stockade_policy::output::concise;
use stockade_policy::policy_tests::run_test;
use stockade_policy::rules;
use stockade_policy::{ResolvedPolicy, Rule, resolve_preset, resolve_text, rules_page, settings_page};

use crate::{golden, policy, report, shared};

#[test]
fn the_generated_page_is_fresh() {
    let page = rules_page(rules::ALL, run_of_bad_example);
    golden(&shared().join("../docs/rules.md"), &page).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn the_reference_of_policies_is_fresh() {
    golden(&shared().join("../docs/policy-reference.md"), &settings_page(rules::ALL)).unwrap_or_else(|error| panic!("{error}"));
}

/// The policies on the page resolve without a warning, and their tests pass. A block that begins with a comment `# file: NAME` is a base of
/// later ones.
#[test]
fn the_policies_on_the_page_work() {
    let page = std::fs::read_to_string(shared().join("../docs/policy.md")).unwrap();
    let mut files = std::collections::BTreeMap::new();
    let (mut policies, mut tests) = (0, 0);
    for block in page.split("```yaml\n").skip(1) {
        let text = block.split("```").next().unwrap();
        if !text.contains("version: 1") || text.contains("\npolicy: ") {
            continue;
        }
        let name = text.lines().next().and_then(|line| line.strip_prefix("# file: ")).unwrap_or("block.yaml").to_owned();
        files.insert(name.clone(), text.to_owned());
        let finder = |_: &str, wanted: &str| match files.get(wanted) {
            Some(text) => Ok((wanted.to_owned(), text.clone())),
            None => Err(format!("no file `{wanted}` on the page")),
        };
        let policy = resolve_text(&name, text, &finder).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
        assert!(policy.warnings.is_empty(), "{text}\n{:?}", policy.warnings);
        for test in &policy.tests {
            run_test(test, &policy, &crate::catalog()).unwrap_or_else(|complaint| panic!("{text}\n{}: {complaint}", test.name));
            tests += 1;
        }
        policies += 1;
    }
    assert!(policies >= 10 && tests >= 6, "{policies} policies with {tests} tests");
    // Names of settings in the text exist.
    for word in page.split('`').skip(1).step_by(2) {
        let is_key = word.split('.').next().is_some_and(|section| {
            ["imports", "attributes", "dunders", "builtins", "syntax", "source", "limits", "tools", "output", "determinism"]
                .contains(&section)
        });
        if is_key && word.contains('.') && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_')) {
            assert!(stockade_policy::model::parse_path(word).is_some(), "docs/policy.md names `{word}`, which is no setting");
        }
    }
}

/// Returns the output of `policy check` for the policy in an example, one line for each message.
fn run_of_bad_policy(yaml: &str) -> String {
    let inner = yaml.trim();
    let inner = inner.strip_prefix('{').and_then(|inner| inner.strip_suffix('}')).unwrap_or(inner);
    let text = format!("{{version: 1, {inner}}}");
    let reported = match resolve_text("policy.yaml", &text, &|_, wanted| Err(format!("no file `{wanted}`"))) {
        Ok(policy) => policy.warnings.iter().cloned().chain(policy.unused_entries(&crate::catalog())).collect(),
        Err(errors) => errors,
    };
    let line = |error: &stockade_policy::PolicyError| {
        let ((line, column), help) = (error.position(), error.help.as_ref().map(|help| format!(" ({help})")).unwrap_or_default());
        format!("policy.yaml:{line}:{column}: {}[{}] {error}{help}\n", error.level, error.rule)
    };
    format!("{text}\n\n{}", reported.iter().map(line).collect::<String>())
}

/// Returns the output of `check --format concise` for the bad example, if the rule has one.
fn run_of_bad_example(rule: &Rule) -> Option<String> {
    if let Some(yaml) = example(rule.docs, "## Bad").strip_prefix("# YAML: ") {
        return Some(run_of_bad_policy(yaml));
    }
    let mut policy = policy_for(rule.id);
    if policy.level(rule) == Level::Off {
        policy = crate::policy(&format!("version: 1\nextends: [default]\nrules: {{{}: warn}}\n", rule.id));
    }
    let bad = example(rule.docs, "## Bad").replace("<U+202E>", "\u{202E}").replace("delete_file(", "web_search(");
    let found = report(&bad, &policy);
    found.findings.iter().any(|finding| finding.rule.id == rule.id).then(|| concise(&found))
}

/// Returns the first code block below a heading.
fn example(docs: &str, heading: &str) -> String {
    let below = docs.split(heading).nth(1).unwrap_or_default();
    let block = below.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap_or_default();
    block.lines().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

fn policy_for(rule: &str) -> ResolvedPolicy {
    match rule {
        "ATT001" => policy("version: 1\nextends: [default]\nattributes: {modules: {time: {deny: [sleep]}}}\n"),
        "CAP003" => policy("version: 1\nextends: [default]\nsyntax: {metaclass: deny}\n"),
        "IMP002" => policy("version: 1\nextends: [default]\nimports: {add: [numpy]}\n"),
        "CAP001" => policy("version: 1\nextends: [default]\nimports: {add: [pandas]}\n"),
        "CAP005" => policy("version: 1\nextends: [permissive]\n"),
        "TOOL004" => policy("version: 1\nextends: [default]\ntools: {allow: {web_search: {max_calls: 5}}}\n"),
        // Limits that an example of one line exceeds.
        "SIZE001" => policy("version: 1\nextends: [default]\nsource: {bytes: 16}\n"),
        "SIZE002" => policy("version: 1\nextends: [default]\nsource: {ast_depth: 2, brackets: 2}\n"),
        "SIZE005" => policy("version: 1\nextends: [default]\nsource: {int_digits: 5}\n"),
        "TOOL002" => policy("version: 1\nextends: [default]\ntools: {default: deny}\n"),
        _ => resolve_preset("default").unwrap(),
    }
}

#[test]
fn examples_are_true() {
    let mut wrong = Vec::new();
    for rule in rules::ALL {
        if !rules::is_static(rule) {
            continue;
        }
        let mut policy = policy_for(rule.id);
        if policy.level(rule) == Level::Off {
            policy = crate::policy(&format!("version: 1\nextends: [default]\nrules: {{{}: warn}}\n", rule.id));
        }
        let (bad, good) = (example(rule.docs, "## Bad"), example(rule.docs, "## Good"));
        // Replaces placeholders, and names that only the host knows.
        let bad = bad.replace("<U+202E>", "\u{202E}").replace("delete_file(", "web_search(");
        let found = report(&bad, &policy);
        if !found.findings.iter().any(|finding| finding.rule.id == rule.id) {
            wrong.push(format!("{}: the bad example is not reported\n{bad}\n{:?}", rule.id, found.denying()));
        }
        let found = report(&good, &policy);
        if !found.findings.iter().all(|finding| finding.rule.id != rule.id) {
            wrong.push(format!("{}: the good example is reported\n{good}", rule.id));
        }
        if found.verdict == stockade_policy::Decision::Deny && !matches!(rule.id, "IMP002") {
            wrong.push(format!("{}: the good example is denied\n{good}\n{:?}", rule.id, found.denying()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
