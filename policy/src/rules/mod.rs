//! The list of rules. A rule has one file in the folder of its family and one line here. Its key in policies, `explain`
//! and docs/rules.md are derived from it.
//!
//! It may use `analysis`, `report`, `settings`, `enforce` and `base`. It must not know what runs the rules (`check`),
//! or any text that was not parsed.

use crate::analysis::context::Check;
use crate::base::rule::{self, Rule};

/// Declares a rule: the static with its data, and the check with its function.
macro_rules! declare_rule {
    (
        $(#[doc = $doc:literal])+
        $rule:ident = $id:literal $name:literal $family:ident $level:ident
        cwe: $cwe:expr, is_security: $is_security:literal,
        $summary:literal
        $check:expr
    ) => {
        $(#[doc = $doc])+
        pub(crate) static $rule: $crate::base::rule::Rule = $crate::base::rule::Rule {
            id: $id,
            name: $name,
            family: $crate::base::rule::Family::$family,
            level: $crate::base::rule::Level::$level,
            cwe: $cwe,
            is_security: $is_security,
            summary: $summary,
            docs: concat!($($doc, "\n"),+),
        };
        pub(crate) static CHECK: Check = $check;
    };
}

macro_rules! rules {
    ($($family:ident { $($file:ident::$rule:ident),+ $(,)? })+) => {
        $(
            pub(crate) mod $family {
                $(pub(crate) mod $file;)+
            }
        )+
        /// All rules, in the order of the list.
        pub static ALL: &[&Rule] = &[$($(&$family::$file::$rule),+),+];
        /// The check of each rule of [`ALL`], in the same order.
        static CHECKS: &[&Check] = &[$($(&$family::$file::CHECK),+),+];
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
        notebook_command::NOTEBOOK_COMMAND,
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
    input {
        unreadable_input::UNREADABLE_INPUT,
        text_after_fence::TEXT_AFTER_FENCE,
    }
    policy {
        policy_invalid::POLICY_INVALID,
        final_override::FINAL_OVERRIDE,
        unused_entry::UNUSED_ENTRY,
        shadowed_entry::SHADOWED_ENTRY,
        overbroad::OVERBROAD,
        loosens_base::LOOSENS_BASE,
    }
    internal {
        analysis_failed::ANALYSIS_FAILED,
    }
}

/// All rules with their checks.
pub(crate) fn with_checks() -> impl Iterator<Item = (&'static Rule, Check)> {
    ALL.iter().copied().zip(CHECKS.iter().map(|check| **check))
}

/// True if the rule examines parsed programs. The parser, the policy loader or `check` itself reports the others.
#[must_use]
pub fn is_static(rule: &Rule) -> bool {
    with_checks().any(|(other, check)| other.id == rule.id && !matches!(check, Check::Elsewhere))
}

/// Finds a rule by its id or its name.
#[must_use]
pub fn find(id_or_name: &str) -> Option<&'static Rule> {
    rule::find(ALL, id_or_name)
}

/// All ids, for messages.
pub fn ids() -> impl Iterator<Item = &'static str> {
    rule::ids(ALL)
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
            for heading in ["## What it does", "## Why it matters", "## Bad", "## Good", "## At run time"] {
                assert!(rule.docs.contains(heading), "{} lacks `{heading}`", rule.id);
            }
        }
    }
}
