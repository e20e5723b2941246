//! The presets: built-in policies, as YAML texts by name.

/// Name and text of each preset.
pub const PRESETS: &[(&str, &str)] = &[
    ("default", include_str!("../../presets/default.yaml")),
    ("smolagents", include_str!("../../presets/smolagents.yaml")),
    ("strict", include_str!("../../presets/strict.yaml")),
    ("compute-only", include_str!("../../presets/compute-only.yaml")),
    ("data-science", include_str!("../../presets/data-science.yaml")),
    ("permissive", include_str!("../../presets/permissive.yaml")),
];

/// Returns the text of a preset.
#[must_use]
pub fn find(name: &str) -> Option<&'static str> {
    PRESETS.iter().find(|(preset, _)| *preset == name).map(|(_, text)| *text)
}

/// Returns the names, for messages.
#[must_use]
pub fn names() -> Vec<&'static str> {
    PRESETS.iter().map(|(name, _)| *name).collect()
}
