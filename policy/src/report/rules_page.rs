//! Writes docs/rules.md from the rules.

use crate::base::rule::{Rule, RuleList};

/// Returns the text of docs/rules.md: every rule with its documentation, and the report on its bad example, which `run` returns.
#[must_use]
pub fn rules_page(rules: RuleList, run: impl Fn(&Rule) -> Option<String>) -> String {
    let mut text = String::from(
        "# Rules\n\nGenerated from the rules themselves (`UPDATE=1 cargo test -p stockade-policy`); do not edit.\n\n\
         | rule | name | level | what it reports |\n|---|---|---|---|\n",
    );
    for rule in rules {
        text.push_str(&format!(
            "| [{0}](#{1}) | {2} | {3} | {4} |\n",
            rule.id,
            rule.id.to_lowercase(),
            rule.name,
            rule.level,
            rule.summary
        ));
    }
    for rule in rules {
        text.push_str(&format!("\n## {}\n\n**{}**, level `{}`\n\n", rule.id, rule.name, rule.level));
        for line in rule.docs.lines() {
            let line = line.strip_prefix(' ').unwrap_or(line);
            text.push_str(&line.replacen("## ", "### ", usize::from(line.starts_with("## "))));
            text.push('\n');
        }
        if let Some(cwe) = rule.cwe {
            text.push_str(&format!("\nWeakness: [CWE-{cwe}](https://cwe.mitre.org/data/definitions/{cwe}.html)\n"));
        }
        if let Some(run) = run(rule) {
            text.push_str(&format!("\n### A run of the bad example\n```text\n{run}```\n"));
        }
    }
    text
}
