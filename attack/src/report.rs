//! What an attack found, and what it tried.

use std::collections::BTreeMap;
use std::time::Duration;

use stockade_policy::Limits;
use stockade_policy::model::{Expectation, PolicyTest};

use crate::yaml::{block, quoted};

/// How long and how an attack searches.
#[derive(Debug, Clone)]
pub struct Options {
    /// No new program starts after this time.
    pub time: Duration,
    /// How many programs are composed after the known ways. With it, the same seed gives the same report, if the time suffices.
    pub programs: Option<u64>,
    /// What composed programs depend on.
    pub seed: u64,
    /// How many threads try programs.
    pub jobs: usize,
}

/// A kind of intention that a policy can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wall {
    Import,
    Attribute,
    Dunder,
    Builtin,
    Text,
    Tool,
    Module,
    Redaction,
    Limit,
    Syntax,
    /// The check and the machine disagree.
    Agreement,
}

impl Wall {
    pub const ALL: [Wall; 11] = [
        Wall::Import,
        Wall::Attribute,
        Wall::Dunder,
        Wall::Builtin,
        Wall::Text,
        Wall::Tool,
        Wall::Module,
        Wall::Redaction,
        Wall::Limit,
        Wall::Syntax,
        Wall::Agreement,
    ];

    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Wall::Import => "import",
            Wall::Attribute => "attribute",
            Wall::Dunder => "dunder",
            Wall::Builtin => "builtin",
            Wall::Text => "text",
            Wall::Tool => "tool",
            Wall::Module => "module",
            Wall::Redaction => "redaction",
            Wall::Limit => "limit",
            Wall::Syntax => "syntax",
            Wall::Agreement => "agreement",
        }
    }
}

/// A weakness: programs that got around something, and how to close it.
#[derive(Debug, Clone)]
pub struct Find {
    pub wall: Wall,
    /// What was got around, in one line.
    pub title: String,
    /// The setting that is too weak: `imports.add: importlib`.
    pub key: String,
    /// Where it is written: `my.yaml:7`.
    pub place: String,
    /// Why that is a way around.
    pub why: String,
    /// The way that the shortest program takes.
    pub way: String,
    /// What the machine did.
    pub evidence: String,
    /// The shortest program. Empty if the setting itself is the weakness.
    pub program: String,
    /// What to write in the policy, as YAML. Empty if no setting closes the way.
    pub edit: String,
    /// The programs as policy tests. They fail now, and pass after the edit.
    pub tests: Vec<PolicyTest>,
}

/// Something that is worth knowing and that is no weakness by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    pub wall: Wall,
    pub text: String,
}

/// How many programs of a class were tried, and how many got through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tried {
    pub programs: u64,
    pub reached: u64,
}

/// The result of an attack.
#[derive(Debug, Clone, Default)]
pub struct Report {
    pub finds: Vec<Find>,
    pub notes: Vec<Note>,
    /// By wall and class.
    pub tried: BTreeMap<(Wall, String), Tried>,
    /// False if the time ended before every known way was tried.
    pub is_complete: bool,
}

impl Report {
    /// The number of all programs.
    #[must_use]
    pub fn programs(&self) -> u64 {
        self.tried.values().map(|tried| tried.programs).sum()
    }
}

impl Find {
    /// A name for a file: `01-import` with the number of the find.
    #[must_use]
    pub fn file_name(&self, number: usize) -> String {
        format!("{:02}-{}", number, self.wall.name())
    }

    /// The find as a `*.policytest.yaml` file for a policy.
    #[must_use]
    pub fn policy_test(&self, policy: &str) -> String {
        let mut text = String::new();
        let mut comment = |line: &str| {
            for line in line.lines() {
                text.push_str(format!("# {line}").trim_end());
                text.push('\n');
            }
        };
        comment(&self.title);
        comment(&format!("{} ({}): {}", self.place, self.key, self.why));
        if !self.edit.is_empty() {
            comment("These tests pass after this edit of the policy:");
            self.edit.lines().for_each(|line| comment(&format!("  {line}")));
        }
        if self.tests.is_empty() {
            comment("No policy test can say it: the program needs a module of the host, or the answer of somebody who is asked:");
            self.program.lines().for_each(|line| comment(&format!("  {line}")));
        }
        let none = if self.tests.is_empty() { " []" } else { "" };
        text.push_str(&format!("version: 1\npolicy: {}\ntests:{none}\n", quoted(policy)));
        for test in &self.tests {
            text.push_str(&format!("  - name: {}\n    code: {}\n", quoted(&test.name), block(&test.code, 6)));
            if !test.tools.is_empty() {
                let tools: Vec<String> = test.tools.iter().map(|tool| quoted(tool)).collect();
                text.push_str(&format!("    tools: [{}]\n", tools.join(", ")));
            }
            text.push_str(&format!("    expect: {}\n", expectation(&test.expect)));
        }
        text
    }
}

fn expectation(expect: &Expectation) -> String {
    let list = |key: &str, texts: &[Box<str>]| {
        let texts: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
        format!("{{{key}: [{}]}}", texts.join(", "))
    };
    match expect {
        Expectation::Allow => "allow".to_owned(),
        Expectation::Deny(rules) => format!("{{deny: [{}]}}", rules.join(", ")),
        Expectation::Warn(rules) => format!("{{warn: [{}]}}", rules.join(", ")),
        Expectation::Hide(texts) => list("hide", texts),
        Expectation::Limits(limits) => {
            let shown = |name: &str, value: u64| Limits::info(name).map_or_else(|| value.to_string(), |limit| limit.kind.show(value));
            let limits: Vec<String> = limits.iter().map(|(name, value)| format!("{name}: {}", shown(name, *value))).collect();
            format!("{{limits: {{{}}}}}", limits.join(", "))
        }
    }
}
