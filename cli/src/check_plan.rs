//! How a path is checked: what the command line says, and otherwise the settings that are found for the path.

use std::path::{Path, PathBuf};

use stockade_policy::{Finding, KnownNames, Level, ResolvedPolicy, Rule};

use crate::check_settings::{self, CheckSettings, Set, SettingsError};
use crate::commands::check::{known_from, tool_text};
use crate::{policy_source, render};

/// The policy that holds when nobody names one.
pub(crate) const DEFAULT_POLICY: &str = "default";

/// The options of `check` and `lsp` that replace settings.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct PlanArgs {
    /// A preset (`stockade policy list`) or a policy file. Without it the settings decide, and then `default`
    #[arg(long)]
    pub(crate) policy: Option<String>,
    /// A module that programs may import although the policy does not allow it. May be repeated
    #[arg(long = "allow-import", value_name = "MODULE")]
    pub(crate) allow_import: Vec<String>,
    /// A function that the host will provide, as `name` or `name(first, second=1)`. May be repeated
    #[arg(long = "tool", value_name = "TOOL", value_parser = tool_text)]
    pub(crate) tools: Vec<String>,
    /// A variable that exists before the program runs. May be repeated
    #[arg(long = "variable", value_name = "NAME")]
    pub(crate) variables: Vec<String>,
    /// Show only these rules, by id, name or family: `IMP,DUN001`. The verdict still uses all rules
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub(crate) select: Vec<String>,
    /// Do not show these rules. Rules that the policy makes final are always shown
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub(crate) ignore: Vec<String>,
    /// The file with the settings. Without it: the nearest `stockade.toml`, or `pyproject.toml` with `[tool.stockade]`, at or above each path
    #[arg(long, value_name = "FILE", conflicts_with = "no_settings")]
    pub(crate) settings: Option<PathBuf>,
    /// Read no file with settings
    #[arg(long)]
    pub(crate) no_settings: bool,
    /// Trust the authors of the programs: a baseline and settings beside the programs may also hide denials of security rules
    #[arg(long)]
    pub(crate) trusted: bool,
}

/// Why there is no plan.
#[derive(Debug)]
pub(crate) enum PlanError {
    /// A file with settings has an error.
    Settings(Box<SettingsError>),
    /// Anything else, as a sentence.
    Other(String),
    /// The policy has errors, which were printed.
    Policy,
}

impl PlanError {
    /// Prints the error.
    pub(crate) fn print(&self) {
        match self {
            Self::Settings(error) => render::to_stderr(&render::diagnostic(error.as_ref(), render::stderr_colours())),
            Self::Other(message) => render::error(message),
            Self::Policy => {}
        }
    }

    /// The error in a few words, for places that cannot show another file.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Settings(error) => format!("{}: {}", error.file(), error.text()),
            Self::Other(message) => message.clone(),
            Self::Policy => "the policy that the settings name has errors: `stockade check` shows them".to_owned(),
        }
    }
}

impl PlanArgs {
    /// The settings for a path, if there are any and they are wanted.
    ///
    /// # Errors
    /// The file cannot be read, or has an error.
    pub(crate) fn settings_for(&self, path: &Path) -> Result<Option<CheckSettings>, PlanError> {
        match &self.settings {
            Some(file) => check_settings::named(file).map(Some).map_err(PlanError::Settings),
            None if self.no_settings => Ok(None),
            None => check_settings::nearest(path).map_err(PlanError::Settings),
        }
    }
}

/// Which rules are shown, and where that is said.
#[derive(Debug)]
struct Choice {
    /// Only these. `None` is all.
    selected: Option<Vec<&'static Rule>>,
    /// None of these.
    ignored: Vec<&'static Rule>,
    /// True if the settings say it, of the first and of the second list.
    by_settings: (bool, bool),
}

/// How a path is checked.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) settings: Option<CheckSettings>,
    pub(crate) policy: ResolvedPolicy,
    /// The policy as a command line names it.
    pub(crate) policy_argument: String,
    pub(crate) known: KnownNames,
    /// The text of what `known` was made of, for the cache.
    pub(crate) known_text: String,
    choice: Choice,
    /// True if what hides denials may come from the settings: they are the user's own, or the authors are trusted.
    pub(crate) trusted: bool,
}

/// Whether a finding is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shown {
    Yes,
    /// The command line leaves it out.
    No,
    /// The settings leave it out.
    NotBySettings,
}

impl Plan {
    /// Makes the plan for the settings that hold.
    ///
    /// # Errors
    /// The policy cannot be used, or the settings say what they may not.
    pub(crate) fn new(args: &PlanArgs, settings: Option<CheckSettings>) -> Result<Self, PlanError> {
        let set = settings.as_ref();
        let own = set.is_none_or(|set| set.is_own) || args.trusted;
        if let Some(set) = set
            && let Some(policy) = set.policy.as_ref().filter(|_| !own && args.policy.is_none())
        {
            return Err(not_own(set, "policy", policy.line, "name the policy with `--policy`"));
        }
        // A name of the host hides the builtin of the same name, and with it what the rules know of the builtin.
        for (key, given, has) in
            set.into_iter().flat_map(|set| [("tools", &args.tools, &set.tools), ("variables", &args.variables, &set.variables)])
        {
            if let (Some(set), Some(has)) = (set, has)
                && !own
                && given.is_empty()
            {
                let option = key.trim_end_matches('s');
                return Err(not_own(set, key, has.line, &format!("give the names with `--{option}`")));
            }
        }
        let policy_argument =
            args.policy.clone().or_else(|| set.and_then(CheckSettings::policy_argument)).unwrap_or_else(|| DEFAULT_POLICY.to_owned());
        let policy = policy_source::resolve_with(&policy_argument, &args.allow_import, &crate::given::GivenModules::default())
            .map_err(|_| PlanError::Policy)?;
        let choice = choice(args, set)?;
        if let Some(rule) = choice.ignored.iter().find(|rule| policy.is_final(rule)) {
            let message = format!("policy `{}` makes {} final, so it cannot be ignored", policy.name, rule.id);
            let place = set.filter(|_| choice.by_settings.1).and_then(|set| Some(set.place(set.ignore.as_ref()?.line)));
            return Err(PlanError::Other(place.map_or_else(|| message.clone(), |place| format!("{place}: {message}"))));
        }
        let tools = or_set(&args.tools, set.and_then(|set| set.tools.as_ref()));
        let variables = or_set(&args.variables, set.and_then(|set| set.variables.as_ref()));
        let known = known_from(&tools, &variables);
        stockade_policy::policy_tests::fits(&policy, &known).map_err(PlanError::Other)?;
        Ok(Self { policy, policy_argument, known, known_text: format!("{tools:?} {variables:?}"), choice, trusted: own, settings })
    }

    /// Whether a finding is shown. What cannot be ignored always is, and so are denials of security rules that only a file beside the programs
    /// leaves out: the authors of the programs may have written it.
    pub(crate) fn shows(&self, finding: &Finding) -> Shown {
        if self.policy.is_final(finding.rule) {
            return Shown::Yes;
        }
        let has = |rules: &[&Rule]| rules.iter().any(|rule| rule.id == finding.rule.id);
        let not_selected = self.choice.selected.as_ref().is_some_and(|selected| !has(selected));
        let is_ignored = has(&self.choice.ignored);
        if !not_selected && !is_ignored {
            return Shown::Yes;
        }
        let by_command_line = (not_selected && !self.choice.by_settings.0) || (is_ignored && !self.choice.by_settings.1);
        if by_command_line {
            Shown::No
        } else if finding.level == Level::Deny && finding.rule.is_security && !self.trusted {
            Shown::Yes
        } else {
            Shown::NotBySettings
        }
    }

    /// Removes the findings that are not shown. Returns the rules of denials that the settings left out, once for each.
    pub(crate) fn hide(&self, findings: &mut Vec<Finding>) -> Vec<&'static str> {
        let mut hidden = Vec::new();
        findings.retain(|finding| {
            let shown = self.shows(finding);
            if shown == Shown::NotBySettings && finding.level == Level::Deny {
                hidden.push(finding.rule.id);
            }
            shown == Shown::Yes
        });
        hidden
    }
}

/// The error of a key that only the user's own settings may have.
pub(crate) fn not_own(set: &CheckSettings, key: &str, line: usize, instead: &str) -> PlanError {
    PlanError::Other(format!(
        "{}: `{key}` is not taken from here: the file is not in the current folder or above it, so the authors of the programs may have \
         written it. {instead}, or the file with `--settings`, or trust the authors with `--trusted`",
        set.place(line)
    ))
}

/// The values of the command line, or else those of the settings.
pub(crate) fn or_set(given: &[String], set: Option<&Set<Vec<String>>>) -> Vec<String> {
    match set {
        Some(set) if given.is_empty() => set.value.clone(),
        _ => given.to_vec(),
    }
}

fn choice(args: &PlanArgs, set: Option<&CheckSettings>) -> Result<Choice, PlanError> {
    let (select, ignore) = (set.and_then(|set| set.select.as_ref()), set.and_then(|set| set.ignore.as_ref()));
    let rules = |words: &[String]| -> Result<Vec<&'static Rule>, PlanError> {
        let mut chosen = Vec::new();
        for word in words {
            chosen.extend(check_settings::rules_called(word).map_err(PlanError::Other)?);
        }
        Ok(chosen)
    };
    let selected = or_set(&args.select, select);
    let is_selected = !args.select.is_empty() || select.is_some();
    Ok(Choice {
        selected: if is_selected { Some(rules(&selected)?) } else { None },
        ignored: rules(&or_set(&args.ignore, ignore))?,
        by_settings: (args.select.is_empty(), args.ignore.is_empty()),
    })
}
