//! THE list of rules. A rule is one file and one line here; the registry, YAML keys, `explain` and docs/rules.md come from it.

use crate::analysis::names::Callee;
use crate::analysis::symbol_marks::Marks;
use crate::analysis::walk::{
    AttributeSite, CallSite, ClassSite, FeatureSite, FunctionSite, ImportSite, NameSite, OperatorSite, PatternAttributeSite, StatementSite,
};
use crate::check::checker::{Context, KnownCall};
use crate::settings::model::Level;

/// What a rule is about; the first letters of its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Family {
    Syntax,
    Unicode,
    Imports,
    Attributes,
    Dunders,
    Builtins,
    Dynamic,
    Loops,
    Size,
    Undefined,
    Capability,
    Tools,
    Flow,
    Types,
    Determinism,
    Secrets,
    Suppressions,
    Policy,
    Internal,
}

impl Family {
    #[must_use]
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Syntax => "SYN",
            Self::Unicode => "UNI",
            Self::Imports => "IMP",
            Self::Attributes => "ATT",
            Self::Dunders => "DUN",
            Self::Builtins => "BLT",
            Self::Dynamic => "DYN",
            Self::Loops => "LOOP",
            Self::Size => "SIZE",
            Self::Undefined => "UND",
            Self::Capability => "CAP",
            Self::Tools => "TOOL",
            Self::Flow => "FLOW",
            Self::Types => "TYP",
            Self::Determinism => "DET",
            Self::Secrets => "SEC",
            Self::Suppressions => "SUP",
            Self::Policy => "POL",
            Self::Internal => "INT",
        }
    }
}

impl Family {
    /// Whether its rules keep programs from reaching what they should not; the others speak of programs that would not work.
    #[must_use]
    pub fn is_security(self) -> bool {
        matches!(
            self,
            Self::Unicode
                | Self::Imports
                | Self::Attributes
                | Self::Dunders
                | Self::Builtins
                | Self::Dynamic
                | Self::Loops
                | Self::Size
                | Self::Tools
                | Self::Secrets
                | Self::Suppressions
                | Self::Policy
                | Self::Internal
        )
    }
}

/// One rule: what `explain` says about it and what it looks at.
#[derive(Debug)]
pub struct Rule {
    pub id: &'static str,
    /// The pattern, never the cure.
    pub name: &'static str,
    pub family: Family,
    /// Unless the policy says otherwise.
    pub level: Level,
    pub summary: &'static str,
    /// Markdown with the sections What it does, Why it matters, Bad, Good, Runtime twin.
    pub docs: &'static str,
    pub check: Check,
}

impl Rule {
    /// The number of the weakness in the Common Weakness Enumeration that the rule guards against, if one fits.
    #[must_use]
    pub fn cwe(&self) -> Option<u32> {
        Some(match self.id {
            "IMP006" => 1164,
            "IMP007" => 1357,
            "BLT001" => 95,
            "BLT003" => 1109,
            "DUN005" | "DYN003" => 134,
            "LOOP004" | "SIZE002" => 674,
            "FLOW001" => 561,
            "FLOW002" => 571,
            "FLOW003" => 396,
            "TOOL001" => 628,
            "TOOL002" => 862,
            "TOOL003" => 252,
            "DET001" => 330,
            _ => match self.family {
                Family::Unicode => 1007,
                Family::Imports => 829,
                Family::Attributes | Family::Dunders => 913,
                Family::Builtins => 749,
                Family::Dynamic => 470,
                Family::Loops => 835,
                Family::Size | Family::Tools => 400,
                Family::Undefined => 457,
                Family::Types => 628,
                Family::Secrets => 798,
                Family::Policy => 732,
                _ => return None,
            },
        })
    }

    /// Whether the rule reports about a program that could be run all the same.
    #[must_use]
    pub fn check_is_static(&self) -> bool {
        !matches!(self.check, Check::Elsewhere)
    }
}

/// The places a rule wants to see, with the function that judges them.
#[derive(Debug, Clone, Copy)]
pub enum Check {
    /// Reported by the parser, the policy loader or `check` itself.
    Elsewhere,
    /// Imports that are not plainly of what the policy allows and the VM has.
    Import(fn(&mut Context<'_>, &ImportSite)),
    EveryImport(fn(&mut Context<'_>, &ImportSite)),
    /// Attributes with one of these marks.
    Attribute(Marks, fn(&mut Context<'_>, &AttributeSite)),
    EveryAttribute(fn(&mut Context<'_>, &AttributeSite)),
    PatternAttribute(fn(&mut Context<'_>, &PatternAttributeSite)),
    /// Names with one of these marks; for `BUILTIN` only those that the module binds.
    Name(Marks, fn(&mut Context<'_>, &NameSite)),
    /// Calls of something that is known, at least in part, and of one of these kinds: few calls in a program, but all that matter.
    KnownCall(Callee, fn(&mut Context<'_>, &KnownCall)),
    /// Calls of methods that take or are a format template.
    FormatCall(fn(&mut Context<'_>, &CallSite)),
    /// Attributes of what may be a module.
    ModuleAttribute(fn(&mut Context<'_>, &AttributeSite)),
    Operator(fn(&mut Context<'_>, &OperatorSite)),
    Class(fn(&mut Context<'_>, &ClassSite)),
    Function(fn(&mut Context<'_>, &FunctionSite)),
    For(fn(&mut Context<'_>, &StatementSite)),
    While(fn(&mut Context<'_>, &StatementSite)),
    If(fn(&mut Context<'_>, &StatementSite)),
    Try(fn(&mut Context<'_>, &StatementSite)),
    /// Statements that are an expression.
    ExprStatement(fn(&mut Context<'_>, &StatementSite)),
    Feature(fn(&mut Context<'_>, &FeatureSite)),
    Program(fn(&mut Context<'_>)),
    Several(&'static [Check]),
}

macro_rules! declare_rule {
    (
        $(#[doc = $doc:literal])+
        $rule:ident = $id:literal $name:literal $family:ident $level:ident
        $summary:literal
        $check:expr
    ) => {
        $(#[doc = $doc])+
        pub static $rule: $crate::rules::Rule = $crate::rules::Rule {
            id: $id,
            name: $name,
            family: $crate::rules::Family::$family,
            level: $crate::settings::model::Level::$level,
            summary: $summary,
            docs: concat!($($doc, "\n"),+),
            check: $check,
        };
    };
}

macro_rules! rules {
    ($($family:ident { $($file:ident::$rule:ident),+ $(,)? })+) => {
        $(
            pub mod $family {
                $(pub mod $file;)+
            }
        )+
        /// Every rule, in the order of the list.
        pub static ALL: &[&Rule] = &[$($(&$family::$file::$rule),+),+];
    };
}

rules! {
    syntax {
        syntax_error::SYNTAX_ERROR,
        misplaced_statement::MISPLACED_STATEMENT,
        bad_target::BAD_TARGET,
        scope_declaration::SCOPE_DECLARATION,
        bad_pattern::BAD_PATTERN,
        unsupported_syntax::UNSUPPORTED_SYNTAX,
        not_python::NOT_PYTHON,
    }
    unicode {
        confusable_identifier::CONFUSABLE_IDENTIFIER,
        hidden_character::HIDDEN_CHARACTER,
    }
    imports {
        import_not_allowed::IMPORT_NOT_ALLOWED,
        submodule_not_allowed::SUBMODULE_NOT_ALLOWED,
        star_import::STAR_IMPORT,
        module_via_attribute::MODULE_VIA_ATTRIBUTE,
        relative_import::RELATIVE_IMPORT,
        unused_import::UNUSED_IMPORT,
        unknown_module::UNKNOWN_MODULE,
    }
    attributes {
        attribute_denied::ATTRIBUTE_DENIED,
        private_attribute::PRIVATE_ATTRIBUTE,
        frame_attribute::FRAME_ATTRIBUTE,
    }
    dunders {
        dunder_attribute::DUNDER_ATTRIBUTE,
        dunder_name::DUNDER_NAME,
        dunder_definition::DUNDER_DEFINITION,
        dunder_in_string::DUNDER_IN_STRING,
        dunder_in_format::DUNDER_IN_FORMAT,
    }
    builtins {
        builtin_denied::BUILTIN_DENIED,
        builtin_restricted::BUILTIN_RESTRICTED,
        builtin_shadowed::BUILTIN_SHADOWED,
    }
    dynamic {
        dynamic_import::DYNAMIC_IMPORT,
        dynamic_attribute::DYNAMIC_ATTRIBUTE,
        dynamic_format::DYNAMIC_FORMAT,
        denied_by_alias::DENIED_BY_ALIAS,
        attrgetter_string::ATTRGETTER_STRING,
    }
    loops {
        infinite_loop::INFINITE_LOOP,
        huge_range::HUGE_RANGE,
        infinite_iterator::INFINITE_ITERATOR,
        no_base_case::NO_BASE_CASE,
    }
    size {
        source_limit::SOURCE_LIMIT,
        nesting_limit::NESTING_LIMIT,
        huge_constant::HUGE_CONSTANT,
        huge_repeat::HUGE_REPEAT,
        int_literal_digits::INT_LITERAL_DIGITS,
    }
    undefined {
        undefined_name::UNDEFINED_NAME,
        maybe_undefined::MAYBE_UNDEFINED,
        used_before_assignment::USED_BEFORE_ASSIGNMENT,
    }
    capability {
        unsupported_module::UNSUPPORTED_MODULE,
        unsupported_attribute::UNSUPPORTED_ATTRIBUTE,
        unsupported_feature::UNSUPPORTED_FEATURE,
        unsupported_argument::UNSUPPORTED_ARGUMENT,
        unsupported_builtin::UNSUPPORTED_BUILTIN,
    }
    tools {
        unknown_tool_argument::UNKNOWN_TOOL_ARGUMENT,
        tool_not_allowed::TOOL_NOT_ALLOWED,
        unused_tool_result::UNUSED_TOOL_RESULT,
        tool_call_budget::TOOL_CALL_BUDGET,
        no_final_answer::NO_FINAL_ANSWER,
    }
    flow {
        unreachable_code::UNREACHABLE_CODE,
        constant_condition::CONSTANT_CONDITION,
        swallowed_limit::SWALLOWED_LIMIT,
    }
    types {
        type_error::TYPE_ERROR,
        wrong_arity::WRONG_ARITY,
    }
    determinism {
        nondeterminism::NONDETERMINISM,
    }
    secrets {
        secret_literal::SECRET_LITERAL,
    }
    suppressions {
        inert_suppression::INERT_SUPPRESSION,
    }
    policy {
        policy_invalid::POLICY_INVALID,
        final_override::FINAL_OVERRIDE,
        unused_entry::UNUSED_ENTRY,
        shadowed_entry::SHADOWED_ENTRY,
        overbroad::OVERBROAD,
    }
    internal {
        analysis_failed::ANALYSIS_FAILED,
    }
}

/// The rule with an id, or with a name.
#[must_use]
pub fn find(id_or_name: &str) -> Option<&'static Rule> {
    ALL.iter().find(|rule| rule.id == id_or_name || rule.name == id_or_name).copied()
}

/// Every id, for messages.
pub fn ids() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|rule| rule.id)
}

/// docs/rules.md: every rule with its documentation, and what `run` says a check of its bad example shows.
#[must_use]
pub fn markdown(run: impl Fn(&Rule) -> Option<String>) -> String {
    let mut text = String::from(
        "# Rules\n\nGenerated from the rules themselves (`UPDATE=1 cargo test -p stockade-policy`); do not edit.\n\n\
         | rule | name | level | what it reports |\n|---|---|---|---|\n",
    );
    for rule in ALL {
        text.push_str(&format!(
            "| [{0}](#{1}) | {2} | {3} | {4} |\n",
            rule.id,
            rule.id.to_lowercase(),
            rule.name,
            rule.level,
            rule.summary
        ));
    }
    for rule in ALL {
        text.push_str(&format!("\n## {}\n\n**{}**, level `{}`\n\n", rule.id, rule.name, rule.level));
        for line in rule.docs.lines() {
            let line = line.strip_prefix(' ').unwrap_or(line);
            text.push_str(&line.replacen("## ", "### ", usize::from(line.starts_with("## "))));
            text.push('\n');
        }
        if let Some(cwe) = rule.cwe() {
            text.push_str(&format!("\nWeakness: [CWE-{cwe}](https://cwe.mitre.org/data/definitions/{cwe}.html)\n"));
        }
        if let Some(run) = run(rule) {
            text.push_str(&format!("\n### A run of the bad example\n```text\n{run}```\n"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn ids_and_names_are_unique_and_well_formed() {
        let mut seen = HashSet::new();
        for rule in ALL {
            assert!(seen.insert(rule.id) && seen.insert(rule.name), "{} is not unique", rule.id);
            let digits = rule.id.strip_prefix(rule.family.prefix()).unwrap_or_default();
            assert!(digits.len() == 3 && digits.bytes().all(|byte| byte.is_ascii_digit()), "{}", rule.id);
            assert!(rule.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{}", rule.name);
        }
    }

    #[test]
    fn every_rule_is_documented() {
        for rule in ALL {
            for heading in ["## What it does", "## Why it matters", "## Bad", "## Good", "## Runtime twin"] {
                assert!(rule.docs.contains(heading), "{} lacks `{heading}`", rule.id);
            }
        }
    }
}
