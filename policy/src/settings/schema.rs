//! Writes the table of settings as a JSON Schema. Editors use it to complete and explain keys and values.

use serde_json::{Map, Value as Json, json};

use crate::base::quantity::Unit;
use crate::base::rule::{self, RuleList};
use crate::enforce::limits::Limits;
use crate::enforce::tool_grant::Number;
use crate::settings::model::{Kind, Pattern, SETTINGS, Setting};
use crate::settings::presets;

/// The id of the schema.
pub(crate) const ID: &str = "urn:stockade:policy:v1";

/// Returns the JSON Schema 2020-12 of policy files, version 1.
#[must_use]
pub(crate) fn policy_schema(rules: RuleList) -> Json {
    let mut properties = header(rules);
    for setting in SETTINGS {
        match setting.path {
            "rules.<rule>" => {
                let all = rules.iter().map(|rule| {
                    let description = format!("{} (default: {})", rule.summary, rule.level);
                    (rule.id.to_owned(), json!({ "enum": ["off", "info", "warn", "deny"], "description": description }))
                });
                properties.insert("rules".into(), object(all.collect(), "levels of the rules"));
            }
            "source.<limit>" | "limits.<limit>" => {
                let section = setting.path.split('.').next().unwrap_or_default();
                let all = Limits::TABLE.iter().filter(|limit| limit.section == section).map(|limit| {
                    let description = format!("{} Unit: {}.", limit.doc.trim(), limit.unit);
                    let mut schema = number(limit.kind);
                    if let Some(schema) = schema.as_object_mut() {
                        schema.insert("description".into(), description.into());
                    }
                    (limit.name.to_owned(), schema)
                });
                properties.insert(section.into(), object(all.collect(), setting.doc));
            }
            path => insert(&mut properties, &path.split('.').collect::<Vec<_>>(), setting),
        }
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": ID,
        "title": "Stockade policy, version 1",
        "type": "object",
        "required": ["version"],
        "additionalProperties": false,
        "properties": properties,
    })
}

fn object(properties: Map<String, Json>, description: &str) -> Json {
    json!({ "type": "object", "additionalProperties": false, "description": description, "properties": properties })
}

/// Adds a setting at its path. Keys in place of `<word>` become `additionalProperties`.
fn insert(properties: &mut Map<String, Json>, path: &[&str], setting: &Setting) {
    let [key, rest @ ..] = path else { return };
    if rest.is_empty() {
        properties.insert((*key).into(), value(setting));
        return;
    }
    let group = properties.entry(*key).or_insert_with(|| json!({ "type": ["object", "null"] }));
    let Some(group) = group.as_object_mut() else { return };
    if let [any, below @ ..] = rest
        && any.starts_with('<')
    {
        let inner =
            group.entry("additionalProperties").or_insert_with(|| json!({ "type": ["object", "null"], "additionalProperties": false }));
        let Some(inner) = inner.as_object_mut() else { return };
        let inner = inner.entry("properties").or_insert_with(|| json!({}));
        if let Some(inner) = inner.as_object_mut() {
            insert(inner, below, setting);
        }
        return;
    }
    group.entry("additionalProperties").or_insert(Json::Bool(false));
    let inner = group.entry("properties").or_insert_with(|| json!({}));
    if let Some(inner) = inner.as_object_mut() {
        insert(inner, rest, setting);
    }
}

fn bound() -> Json {
    json!({ "anyOf": [{ "type": "number", "minimum": -Number::MOST, "maximum": Number::MOST }, { "type": "string", "pattern": "^-?[0-9_]+$" }] })
}

/// Returns the schema of a setting's value.
fn value(setting: &Setting) -> Json {
    let mut schema = match setting.kind {
        Kind::Allow(pattern) => json!({ "type": ["array", "null"], "uniqueItems": true, "items": pattern_of(pattern) }),
        Kind::Deny(pattern) => {
            let subject = match pattern {
                Pattern::Module => "module",
                Pattern::Name => "name",
                Pattern::Value => "value",
            };
            let mut explained = json!({
                "type": "object",
                "required": [subject],
                "additionalProperties": false,
                "properties": { subject: pattern_of(pattern), "reason": { "type": "string" }, "use_instead": { "type": "string" } },
            });
            if pattern == Pattern::Module
                && let Some(properties) = explained.get_mut("properties").and_then(Json::as_object_mut)
            {
                properties.insert("except".into(), json!({ "type": "array", "items": pattern_of(pattern) }));
            }
            json!({ "type": ["array", "null"], "uniqueItems": true, "items": { "anyOf": [pattern_of(pattern), explained] } })
        }
        Kind::Level => json!({ "enum": ["allow", "info", "warn", "deny"] }),
        Kind::Limit(unit) => number(unit),
        Kind::Least | Kind::Greatest => bound(),
        Kind::Choice(words) => json!({ "enum": words }),
        Kind::Arities => json!({ "type": "array", "items": { "type": "integer", "minimum": 0, "maximum": 255 } }),
        Kind::Seed => json!({ "type": ["integer", "null"] }),
        Kind::Text | Kind::Types => json!({ "type": "string" }),
        Kind::Texts => json!({ "type": ["array", "null"], "items": { "type": "string" } }),
        Kind::Approval => {
            let values = json!({ "type": "array", "uniqueItems": true, "items": pattern_of(Pattern::Value) });
            let rule = json!({
                "type": "object",
                "minProperties": 1,
                "additionalProperties": false,
                "properties": { "type": { "type": "string" }, "max_len": number(Unit::Count), "min": bound(), "max": bound(), "allow": values, "deny": values },
            });
            let when = json!({ "type": "object", "minProperties": 1, "additionalProperties": rule });
            json!({ "anyOf": [
                { "const": "always" },
                { "type": "object", "required": ["when"], "additionalProperties": false, "properties": { "when": when } },
            ] })
        }
        Kind::Redactions => json!({
            "type": ["array", "null"],
            "items": {
                "type": "object",
                "required": ["id", "regex", "action"],
                "additionalProperties": false,
                "properties": { "id": { "type": "string" }, "regex": { "type": "string" }, "action": { "enum": ["block", "mask"] } },
            },
        }),
    };
    if let Some(schema) = schema.as_object_mut() {
        let when = match setting.when {
            "S" => "before the run",
            "R" => "during the run",
            _ => "before and during the run",
        };
        schema.insert("description".into(), format!("{} ({when})", setting.doc).into());
    }
    schema
}

/// Returns the schema of a number with its unit.
fn number(unit: Unit) -> Json {
    let pattern = match unit {
        Unit::Count => return json!({ "anyOf": [{ "type": "integer", "minimum": 0 }, { "type": "string", "pattern": r"^[\d_]+$" }] }),
        Unit::Bytes => r"(?i)^[\d_]+ *([kmg]i?b?|b)?$",
        Unit::Millis => r"^[\d_.]+ *(ms|s|min|h)?$",
    };
    json!({ "anyOf": [{ "type": "number", "minimum": 0 }, { "type": "string", "pattern": pattern }] })
}

fn pattern_of(pattern: Pattern) -> Json {
    match pattern {
        Pattern::Module => json!({ "type": "string", "pattern": r"^[\w*]+(\.[\w*]+)*$" }),
        Pattern::Name => json!({ "type": "string", "pattern": r"^[\w*]+$" }),
        Pattern::Value => json!({ "type": ["string", "integer", "boolean", "null"] }),
    }
}

fn header(rules: RuleList) -> Map<String, Json> {
    let ids: Vec<&str> = rule::ids(rules).collect();
    let some_rules = json!({ "type": "array", "items": { "enum": ids } });
    let texts = json!({ "type": "array", "items": { "type": "string" } });
    let parents = json!({ "anyOf": [{ "enum": presets::names() }, { "type": "string" }] });
    let test = json!({
        "type": "object",
        "required": ["name", "code", "expect"],
        "additionalProperties": false,
        "properties": {
            "name": { "type": "string" },
            "code": { "type": "string" },
            "tools": texts,
            "variables": texts,
            "expect": { "anyOf": [
                { "const": "allow" },
                { "type": "object", "required": ["deny"], "additionalProperties": false, "properties": { "deny": some_rules } },
                { "type": "object", "required": ["warn"], "additionalProperties": false, "properties": { "warn": some_rules } },
                { "type": "object", "required": ["hide"], "additionalProperties": false, "properties": { "hide": texts } },
                { "type": "object", "required": ["limits"], "additionalProperties": false, "properties": { "limits": { "type": "object" } } },
            ] },
        },
    });
    let replacement = json!({
        "type": "object",
        "required": ["path", "value", "reason"],
        "additionalProperties": false,
        "properties": {
            "path": { "type": "string", "description": "keys joined by dots, as in `imports.allow`" },
            "value": { "description": "what replaces the parent's value" },
            "reason": { "type": "string", "minLength": 1, "description": "why the parent's value is not suitable" },
        },
    });
    let rows = json!({
        "version": { "const": 1, "description": "version of this schema" },
        "name": { "type": "string", "description": "what messages call the policy" },
        "python": { "enum": ["3.12", "3.13"], "description": "version of the language" },
        "extends": {
            "anyOf": [parents, { "type": "array", "items": parents }],
            "description": "presets, or files beside this one; each may only be tightened",
        },
        "override": { "type": "array", "items": replacement, "description": "the only way to loosen what a parent says" },
        "final": { "type": "array", "items": { "type": "string" }, "description": "paths that children may not loosen" },
        "tests": { "type": "array", "items": test, "description": "programs with the verdicts they must get" },
    });
    rows.as_object().cloned().unwrap_or_default()
}
