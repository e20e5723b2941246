//! Checks a source against a policy: one walk, and then every enabled rule on the sites that it examines.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rustc_hash::FxHashMap;
use stockade_compiler::tree::{Span, Tree};
use stockade_compiler::{Deadline, ErrorKind, Phase, SourceText, SyntaxError};

use crate::analysis::context::{Check, Context};
use crate::analysis::names::Names;
use crate::analysis::symbol_marks::{Marks, SymbolMarks};
use crate::analysis::walk::{NameSite, Walk, walk};
use crate::base::catalog::{KnownNames, VmCatalog};
use crate::base::digest::sha256;
use crate::base::rule::{Family, Level};
use crate::check::commands::{self, Command};
use crate::check::fences;
use crate::report::verdict::{Checked, Decision, Finding, Verdict};
use crate::rules;
use crate::settings::resolve::ResolvedPolicy;

/// Checks a parsed program.
#[must_use]
pub fn check(source: &SourceText, tree: &Tree, policy: &ResolvedPolicy, catalog: &VmCatalog, known: &KnownNames) -> Verdict {
    check_until(source, tree, policy, catalog, known, &Deadline::never())
}

/// Checks a parsed program as [`check`] does, as long as there is time. If the time is over, [`Deadline::ended_in`] says so, and the verdict
/// means nothing.
#[must_use]
pub fn check_until(
    source: &SourceText,
    tree: &Tree,
    policy: &ResolvedPolicy,
    catalog: &VmCatalog,
    known: &KnownNames,
    deadline: &Deadline<'_>,
) -> Verdict {
    deadline.begin(Phase::Policy);
    // A panic in a rule is a bug of ours. The verdict is then a denial, and not "no findings".
    let outcome = catch_unwind(AssertUnwindSafe(|| run_rules(source, tree, policy, catalog, known, deadline)));
    let (findings, imports, capabilities) = outcome.unwrap_or_else(|_| {
        let message = "the analysis failed; the program is refused";
        let mut finding = Finding::new(&rules::internal::analysis_failed::ANALYSIS_FAILED, Level::Deny, source, Span::default(), message);
        finding.help("this is a bug of the tool: please report it with the source");
        (vec![finding], Vec::new(), Vec::new())
    });
    finish(source, policy, findings, imports, capabilities)
}

/// Parses and checks a text. If it does not parse, the report has the parser's finding.
///
/// Also returns the tree, so that the caller can compile it without parsing again.
#[must_use]
pub fn check_source(source: &SourceText, policy: &ResolvedPolicy, catalog: &VmCatalog, known: &KnownNames) -> (Verdict, Option<Tree>) {
    check_source_until(source, policy, catalog, known, &Deadline::never())
}

/// Parses and checks a text as [`check_source`] does, as long as there is time. If the time is over, [`Deadline::ended_in`] says so, and the
/// verdict means nothing.
#[must_use]
pub fn check_source_until(
    source: &SourceText,
    policy: &ResolvedPolicy,
    catalog: &VmCatalog,
    known: &KnownNames,
    deadline: &Deadline<'_>,
) -> (Verdict, Option<Tree>) {
    match stockade_compiler::parse_until(source, &policy.parse_limits(), deadline) {
        Ok(tree) => (check_until(source, &tree, policy, catalog, known, deadline), Some(tree)),
        Err(error) => (report_syntax_error(source, &error, policy), None),
    }
}

/// Returns the report on a text that the parser refused.
#[must_use]
pub fn report_syntax_error(source: &SourceText, error: &SyntaxError, policy: &ResolvedPolicy) -> Verdict {
    if matches!(error.kind, ErrorKind::Syntax | ErrorKind::NotPython)
        && let Some(command) = commands::command(source, error, false)
    {
        return report_commands(source, &[command], Vec::new(), policy);
    }
    let id = if error.kind == ErrorKind::Internal { "INT001" } else { error.kind.rule() };
    let rule = rules::find(id).unwrap_or(&rules::internal::analysis_failed::ANALYSIS_FAILED);
    // A text that does not parse cannot run, so the level is always `deny`.
    let mut finding = Finding::new(rule, Level::Deny, source, error.span, &*error.message);
    finding.label(error.class.name());
    finding.help = error.help.as_ref().map(|help| help.to_string());
    finding.fix = fences::unwrapped(source, &policy.parse_limits());
    finish(source, policy, vec![finding], Vec::new(), Vec::new())
}

/// Returns the report on a cell of a notebook with commands in it, and what was found in the rest of the cell.
pub(crate) fn report_commands(source: &SourceText, commands: &[Command], mut others: Vec<Finding>, policy: &ResolvedPolicy) -> Verdict {
    // A placeholder stands in the place of each command when the rest is checked.
    others
        .retain(|finding| commands.iter().all(|command| finding.span.end <= command.span.start || finding.span.start >= command.span.end));
    others.extend(commands.iter().map(|command| command.finding(source)));
    finish(source, policy, others, Vec::new(), Vec::new())
}

/// Returns the report on a text that contains no program.
#[must_use]
pub fn report_not_python(source: &SourceText, message: &str, policy: &ResolvedPolicy) -> Verdict {
    let rule = &rules::syntax::not_python::NOT_PYTHON;
    let finding = Finding::new(rule, Level::Deny, source, Span::default(), message);
    finish(source, policy, vec![finding], Vec::new(), Vec::new())
}

/// Returns the report on a file that could not be read: its name and why.
#[must_use]
pub fn report_unreadable(name: &str, why: &str, policy: &ResolvedPolicy) -> Checked {
    let source = SourceText::new(name, "");
    let rule = &rules::input::unreadable_input::UNREADABLE_INPUT;
    let mut finding = Finding::new(rule, Level::Deny, &source, Span::default(), why);
    finding.label("not read");
    let report = finish(&source, policy, vec![finding], Vec::new(), Vec::new());
    Checked { report, source }
}

type Found = (Vec<Finding>, Vec<Box<str>>, Vec<Box<str>>);

fn run_rules(
    source: &SourceText,
    tree: &Tree,
    policy: &ResolvedPolicy,
    catalog: &VmCatalog,
    known: &KnownNames,
    deadline: &Deadline<'_>,
) -> Found {
    let walked = walk(tree, deadline);
    let marks = SymbolMarks::new(tree, &policy.grants, catalog, known);
    let names = Names::new(tree, &walked, &policy.grants, catalog, known, &marks);
    let mut context = Context {
        source,
        deadline,
        tree,
        policy,
        catalog,
        known,
        walk: &walked,
        marks: &marks,
        names,
        misspelt: FxHashMap::default(),
        unbound: None,
        relevant_sites: None,
        import_text: None,
        own_attributes: None,
        findings: Vec::new(),
        denials: 0,
        others: 0,
        overflow: Finding::new(&rules::internal::analysis_failed::ANALYSIS_FAILED, Level::Off, source, Span::default(), String::new()),
        rule: &rules::internal::analysis_failed::ANALYSIS_FAILED,
        level: Level::Off,
    };
    for ((rule, check), level) in rules::with_checks().zip(&policy.levels) {
        if *level == Level::Off {
            continue;
        }
        context.rule = rule;
        context.level = *level;
        run(&mut context, check, &walked);
    }
    let imports = imports_used(&walked);
    let capabilities = capabilities_used(&mut context, &imports);
    (context.findings, imports, capabilities)
}

fn run(context: &mut Context<'_>, check: Check, walk: &Walk) {
    match check {
        Check::Elsewhere => {}
        Check::Import(hook) => context.relevant_sites().imports.iter().for_each(|site| in_time(context, |context| hook(context, site))),
        Check::EveryImport(hook) => walk.imports.iter().for_each(|site| in_time(context, |context| hook(context, site))),
        Check::Attribute(marks, hook) => {
            let relevant_sites = context.relevant_sites();
            relevant_sites
                .attributes
                .iter()
                .filter(|(own, _)| own.intersects(marks))
                .for_each(|(_, site)| in_time(context, |context| hook(context, site)));
        }
        Check::EveryAttribute(hook) => walk.attributes.iter().for_each(|site| in_time(context, |context| hook(context, site))),
        Check::PatternAttribute(hook) => walk.pattern_attributes.iter().for_each(|site| in_time(context, |context| hook(context, site))),
        Check::Name(marks, hook) => {
            let relevant_sites = context.relevant_sites();
            relevant_sites
                .names
                .iter()
                .filter(|(own, _)| own.intersects(marks))
                .for_each(|(_, site)| in_time(context, |context| hook(context, site)));
        }
        Check::KnownCall(callee, hook) => {
            let relevant_sites = context.relevant_sites();
            relevant_sites
                .known_calls
                .iter()
                .filter(|call| call.kinds.intersects(callee))
                .for_each(|call| in_time(context, |context| hook(context, call)));
        }
        Check::FormatCall(hook) => {
            context.relevant_sites().format_calls.iter().for_each(|site| in_time(context, |context| hook(context, site)))
        }
        Check::ModuleAttribute(hook) => {
            context.relevant_sites().module_attributes.iter().for_each(|site| in_time(context, |context| hook(context, site)))
        }
        Check::Operator(hook) => walk.operators.iter().for_each(|site| in_time(context, |context| hook(context, site))),
        Check::Class(hook) => walk.classes.iter().for_each(|site| in_time(context, |context| hook(context, site))),
        Check::Function(hook) => walk.functions.iter().for_each(|site| in_time(context, |context| hook(context, site))),
        Check::For(hook) => walk.fors.iter().for_each(|site| in_time(context, |context| hook(context, site))),
        Check::While(hook) => walk.whiles.iter().for_each(|site| in_time(context, |context| hook(context, site))),
        Check::If(hook) => walk.ifs.iter().for_each(|site| in_time(context, |context| hook(context, site))),
        Check::Try(hook) => walk.tries.iter().for_each(|site| in_time(context, |context| hook(context, site))),
        Check::ExprStatement(hook) => walk.exprs.iter().for_each(|site| in_time(context, |context| hook(context, site))),
        Check::Feature(hook) => walk.features.iter().for_each(|site| in_time(context, |context| hook(context, site))),
        Check::Program(hook) => in_time(context, hook),
        Check::Several(checks) => checks.iter().for_each(|check| run(context, *check, walk)),
    }
}

/// Runs a rule on one site, if there is time.
fn in_time(context: &mut Context<'_>, hook: impl FnOnce(&mut Context<'_>)) {
    if !context.deadline.is_over() {
        hook(context);
    }
}

fn imports_used(walk: &Walk) -> Vec<Box<str>> {
    let mut modules: Vec<Box<str>> =
        walk.imports.iter().map(|site| format!("{}{}", ".".repeat(site.level as usize), site.module).into()).collect();
    modules.sort_unstable();
    modules.dedup();
    modules
}

fn capabilities_used(context: &mut Context<'_>, imports: &[Box<str>]) -> Vec<Box<str>> {
    let mut used: Vec<Box<str>> = Vec::new();
    for module in imports {
        match module.split('.').next().unwrap_or(module) {
            "time" | "datetime" | "timeit" | "zoneinfo" => used.push("clock".into()),
            "random" | "secrets" | "uuid" => used.push("randomness".into()),
            _ => {}
        }
    }
    let walk = context.walk;
    let print = context.tree.symbols.find("print");
    if print.is_some() || context.marks.any.intersects(Marks::TOOL) {
        let is_tool = |site: &NameSite| context.marks.of(site.name).intersects(Marks::TOOL);
        let mut free = walk.names.iter().filter(|site| walk.variable_at(site.expr).is_none());
        let tools = free.clone().filter(|site| is_tool(site));
        used.extend(tools.map(|site| format!("tool:{}", context.tree.name(site.name)).into()));
        if free.any(|site| Some(site.name) == print && !is_tool(site)) {
            used.push("output".into());
        }
    }
    used.sort_unstable();
    used.dedup();
    used
}

fn finish(
    source: &SourceText,
    policy: &ResolvedPolicy,
    mut findings: Vec<Finding>,
    imports: Vec<Box<str>>,
    capabilities: Vec<Box<str>>,
) -> Verdict {
    findings.retain(|finding| finding.level != Level::Off);
    if policy.audit {
        for finding in &mut findings {
            if finding.level == Level::Deny && finding.rule.family != Family::Internal && rules::is_static(finding.rule) {
                finding.level = Level::Warn;
            }
        }
    }
    findings.sort_by(|a, b| (a.span, a.rule.id, &a.message).cmp(&(b.span, b.rule.id, &b.message)));
    findings.dedup_by(|a, b| a.span == b.span && a.rule.id == b.rule.id && a.message == b.message);
    let verdict = match findings.iter().map(|finding| finding.level).max() {
        Some(Level::Deny) => Decision::Deny,
        Some(Level::Warn) => Decision::Warn,
        _ => Decision::Allow,
    };
    Verdict {
        file: source.name().into(),
        verdict,
        findings,
        imports_used: imports,
        capabilities_used: capabilities,
        policy: policy.name.clone(),
        policy_sha256: policy.sha256.clone(),
        source_sha256: sha256(source.text()).into(),
        tool_version: env!("CARGO_PKG_VERSION"),
    }
}
