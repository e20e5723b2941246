//! A source and a policy to a report: one walk, then every enabled rule over the places it asked for.

use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use stockade_compiler::tree::{Ctx, Expr, ExprId, Span, Sym, Tree};
use stockade_compiler::{ErrorKind, SourceText, SyntaxError};

use crate::analysis::flow::{UnboundRead, unbound_reads};
use crate::analysis::names::{Callee, Certainty, Facts, Names, Value};
use crate::analysis::symbol_marks::{Marks, SymbolMarks};
use crate::analysis::walk::{AttributeSite, CallSite, ImportSite, MODULE, NameSite, Walk, walk};
use crate::base::catalog::{KnownNames, VmCatalog};
use crate::enforce::grants::{Access, Denied, Grants};
use crate::report::fingerprint::sha256;
use crate::report::verdict::{Decision, Finding, Verdict};
use crate::rules::{self, Check, Rule};
use crate::settings::model::Level;
use crate::settings::resolve::ResolvedPolicy;

/// What a rule's hook sees: the program, the policy, the facts, and where findings go.
pub struct Context<'a> {
    pub source: &'a SourceText,
    pub tree: &'a Tree,
    pub policy: &'a ResolvedPolicy,
    pub catalog: &'a VmCatalog,
    pub known: &'a KnownNames,
    pub walk: &'a Walk,
    pub marks: &'a SymbolMarks,
    pub names: Names<'a>,
    /// Unknown modules with the allowed one that is probably meant.
    pub(crate) misspelt: FxHashMap<Rc<str>, Option<String>>,
    unbound: Option<Rc<[UnboundRead]>>,
    chosen: Option<Rc<Chosen>>,
    findings: Vec<Finding>,
    denials: usize,
    others: usize,
    /// Stands for findings that are no longer kept.
    overflow: Finding,
    rule: &'static Rule,
    level: Level,
}

/// A call with what is known about what it calls.
#[derive(Debug)]
pub struct KnownCall {
    pub site: CallSite,
    pub callee: Facts,
    kinds: Callee,
}

impl Deref for KnownCall {
    type Target = CallSite;

    fn deref(&self) -> &CallSite {
        &self.site
    }
}

/// Sites whose facts make them worth a look. Most sites of a program have no facts at all.
#[derive(Debug, Default)]
struct Chosen {
    imports: Vec<ImportSite>,
    names: Vec<(Marks, NameSite)>,
    attributes: Vec<(Marks, AttributeSite)>,
    module_attributes: Vec<AttributeSite>,
    known_calls: Vec<KnownCall>,
    format_calls: Vec<CallSite>,
}

/// Whether a rule has something to say about an attribute of a module; what is refused as an attribute of any object is said elsewhere.
fn is_telling(names: &mut Names<'_>, module: &Rc<str>, name: &str, access: Access, grants: &Grants, catalog: &VmCatalog) -> bool {
    let refusal = match access {
        Access::Read => names.member_refusal(module, name),
        Access::Write | Access::Delete => grants.module_attribute(module, name, access).err().map(|denied| denied.rule),
    };
    match refusal {
        None => access == Access::Read && catalog.has_attribute(module, name) == Some(false),
        // A module that may not be had at all was refused where it came from.
        Some("ATT001") => true,
        Some("IMP004") => grants.import_package(module).is_ok(),
        Some(_) => false,
    }
    .max(&**module == "builtins" && grants.denies_builtin(name))
}

/// Denials that a report holds, and other findings. The first ones are what people repair.
const MAX_FINDINGS: usize = 500;

impl<'a> Context<'a> {
    #[must_use]
    pub fn grants(&self) -> &'a Grants {
        &self.policy.grants
    }

    /// Reports a certain finding of the rule at work.
    pub fn report(&mut self, span: Span, message: impl Into<String>) -> &mut Finding {
        self.report_at(self.level, span, message)
    }

    /// Reports a finding that may be only possible, which is one level milder.
    pub fn report_if(&mut self, certainty: Certainty, span: Span, message: impl Into<String>) -> Option<&mut Finding> {
        let level = match certainty {
            Certainty::No => return None,
            Certainty::Possible => self.level.milder(),
            Certainty::Definite => self.level,
        };
        Some(self.report_at(level, span, message))
    }

    /// Reports at a level that the policy gave for this very thing.
    pub fn report_at(&mut self, level: Level, span: Span, message: impl Into<String>) -> &mut Finding {
        let kept = if level == Level::Deny { &mut self.denials } else { &mut self.others };
        if *kept >= MAX_FINDINGS {
            // Looking up the place costs time; the verdict stands already.
            self.overflow = Finding::new(self.rule, level, self.source, Span::default(), String::new());
            return &mut self.overflow;
        }
        *kept += 1;
        let finding = Finding::new(self.rule, level, self.source, span, message);
        self.findings.push_mut(finding)
    }

    /// Reports a refusal of the grants, if it is this rule's.
    pub fn refuse(&mut self, span: Span, answer: Result<(), Denied>, certainty: Certainty) -> Option<&mut Finding> {
        let denied = answer.err().filter(|denied| denied.rule == self.rule.id)?;
        let finding = self.report_if(certainty, span, denied.message)?;
        finding.help = denied.help;
        Some(finding)
    }

    /// What the grants say about an import site's module.
    pub fn import_answer(&self, site: &ImportSite) -> Result<(), Denied> {
        match site.member {
            None => self.grants().import(&site.module),
            Some(_) => self.grants().import_package(&site.module),
        }
    }

    /// Whether a rule about imports may have something to say: something is refused, missing or there in part, or a module that comes as a
    /// member.
    fn import_is_telling(&self, site: &ImportSite) -> bool {
        let (module, grants) = (&site.module, self.grants());
        let is_in_part = || crate::rules::capability::unsupported_module::part_of(module).is_some();
        if site.level > 0 || !self.catalog.has_module(module) || self.import_answer(site).is_err() || is_in_part() {
            return true;
        }
        let Some(member) = site.member.as_deref() else { return false };
        member == "*"
            || self.catalog.has_attribute(module, member) == Some(false)
            || grants.module_attribute(module, member, Access::Read).is_err()
            || matches!(self.names.module_member(module, member), Value::Module(_))
    }

    /// The few sites that several rules have something to say about; found once.
    fn chosen(&mut self) -> Rc<Chosen> {
        if let Some(chosen) = &self.chosen {
            return Rc::clone(chosen);
        }
        let (walk, marks, tree) = (self.walk, self.marks, self.tree);
        let mut chosen = Chosen::default();
        let mut judged: FxHashMap<(Rc<str>, Sym, Access), bool> = FxHashMap::default();
        chosen.imports.extend(walk.imports.iter().filter(|site| self.import_is_telling(site)).cloned());
        let telling = Marks::DENIED | Marks::DUNDER | Marks::TOOL;
        for site in &walk.names {
            let own = marks.of(site.name);
            let hides = site.ctx == Ctx::Store && site.at.scope == MODULE && own.intersects(Marks::BUILTIN);
            if own.intersects(telling) || hides {
                chosen.names.push((own, *site));
            }
        }
        for site in &walk.attributes {
            let own = marks.of(site.attr.name);
            if own.intersects(Marks::DUNDER | Marks::NEVER) {
                chosen.attributes.push((own, *site));
            }
            for module in self.names.modules(site.value, site.at.scope) {
                let access = Access::of(site.ctx);
                let is_telling = *judged.entry((Rc::clone(&module), site.attr.name, access)).or_insert_with(|| {
                    let name = tree.name(site.attr.name);
                    is_telling(&mut self.names, &module, name, access, &self.policy.grants, self.catalog)
                });
                if is_telling {
                    chosen.module_attributes.push(*site);
                    break;
                }
            }
        }
        for site in &walk.calls {
            let Expr::Call { func, .. } = tree.expr(site.expr) else { continue };
            let (mut kinds, callee) = self.names.callee(func, site.at.scope);
            if let Expr::Attribute { attr, .. } = tree.expr(func) {
                let own = marks.of(attr.name);
                if own.intersects(Marks::FORMATS) {
                    chosen.format_calls.push(*site);
                }
                if own.intersects(Marks::DUNDER) {
                    kinds = kinds | Callee::NAMING;
                }
            }
            if kinds != Callee::default() {
                chosen.known_calls.push(KnownCall { site: *site, callee, kinds });
            }
        }
        let chosen = Rc::new(chosen);
        self.chosen = Some(Rc::clone(&chosen));
        chosen
    }

    /// Reads of names that may have no value; found once for both rules that ask.
    pub fn unbound_reads(&mut self) -> Rc<[UnboundRead]> {
        if let Some(reads) = &self.unbound {
            return Rc::clone(reads);
        }
        let (known, star) = (self.known, self.walk.star_import);
        let reads: Rc<[UnboundRead]> = unbound_reads(self.tree, self.walk, |name| star || known.defines(name)).into();
        self.unbound = Some(Rc::clone(&reads));
        reads
    }

    #[must_use]
    pub fn expr_span(&self, expr: ExprId) -> Span {
        self.tree.expr_span(expr)
    }

    /// The text of an expression, cut to what fits in a message.
    #[must_use]
    pub fn text(&self, expr: ExprId) -> String {
        let text = self.source.slice(self.tree.expr_span(expr));
        let line: String = text.split(['\n', '\r']).next().unwrap_or("").chars().take(40).collect();
        if line.len() < text.len() { format!("{line}...") } else { line }
    }
}

/// Checks a parsed program.
#[must_use]
pub fn check(source: &SourceText, tree: &Tree, policy: &ResolvedPolicy, catalog: &VmCatalog, known: &KnownNames) -> Verdict {
    // A panic in a rule is our bug; the verdict is then a denial, never "no findings".
    let outcome = catch_unwind(AssertUnwindSafe(|| run_rules(source, tree, policy, catalog, known)));
    let (findings, imports, capabilities) = outcome.unwrap_or_else(|_| {
        let message = "the analysis failed; the program is refused";
        let mut finding = Finding::new(&rules::internal::analysis_failed::ANALYSIS_FAILED, Level::Deny, source, Span::default(), message);
        finding.help("this is a bug of the tool: please report it with the source");
        (vec![finding], Vec::new(), Vec::new())
    });
    finish(source, policy, findings, imports, capabilities)
}

/// Parses and checks; a text that is no program is a report with the parser's finding.
///
/// The tree comes back for whoever wants to go on with it.
#[must_use]
pub fn check_source(source: &SourceText, policy: &ResolvedPolicy, catalog: &VmCatalog, known: &KnownNames) -> (Verdict, Option<Tree>) {
    match stockade_compiler::parse(source, &policy.parse_limits()) {
        Ok(tree) => (check(source, &tree, policy, catalog, known), Some(tree)),
        Err(error) => (report_syntax_error(source, &error, policy), None),
    }
}

/// The report on a text that the parser refused.
#[must_use]
pub fn report_syntax_error(source: &SourceText, error: &SyntaxError, policy: &ResolvedPolicy) -> Verdict {
    let id = if error.kind == ErrorKind::Internal { "INT001" } else { error.kind.rule() };
    let rule = rules::find(id).unwrap_or(&rules::internal::analysis_failed::ANALYSIS_FAILED);
    // What cannot be parsed cannot be run, whatever level the rule was given.
    let mut finding = Finding::new(rule, Level::Deny, source, error.span, &*error.message);
    finding.label(error.class.name());
    finding.help = error.help.as_ref().map(|help| help.to_string());
    finish(source, policy, vec![finding], Vec::new(), Vec::new())
}

/// The report on something that holds no program at all.
#[must_use]
pub fn report_not_python(source: &SourceText, message: &str, policy: &ResolvedPolicy) -> Verdict {
    let rule = &rules::syntax::not_python::NOT_PYTHON;
    let finding = Finding::new(rule, Level::Deny, source, Span::default(), message);
    finish(source, policy, vec![finding], Vec::new(), Vec::new())
}

type Found = (Vec<Finding>, Vec<Box<str>>, Vec<Box<str>>);

fn run_rules(source: &SourceText, tree: &Tree, policy: &ResolvedPolicy, catalog: &VmCatalog, known: &KnownNames) -> Found {
    let walked = walk(tree);
    let marks = SymbolMarks::new(tree, &policy.grants, catalog, known);
    let names = Names::new(tree, &walked, &policy.grants, catalog, known, &marks);
    let mut context = Context {
        source,
        tree,
        policy,
        catalog,
        known,
        walk: &walked,
        marks: &marks,
        names,
        misspelt: FxHashMap::default(),
        unbound: None,
        chosen: None,
        findings: Vec::new(),
        denials: 0,
        others: 0,
        overflow: Finding::new(&rules::internal::analysis_failed::ANALYSIS_FAILED, Level::Off, source, Span::default(), String::new()),
        rule: &rules::internal::analysis_failed::ANALYSIS_FAILED,
        level: Level::Off,
    };
    for (rule, level) in rules::ALL.iter().zip(&policy.levels) {
        if *level == Level::Off {
            continue;
        }
        context.rule = rule;
        context.level = *level;
        run(&mut context, rule.check, &walked);
    }
    let imports = imports_used(&walked);
    let capabilities = capabilities_used(&mut context, &imports);
    (context.findings, imports, capabilities)
}

fn run(context: &mut Context<'_>, check: Check, walk: &Walk) {
    match check {
        Check::Elsewhere => {}
        Check::Import(hook) => context.chosen().imports.iter().for_each(|site| hook(context, site)),
        Check::EveryImport(hook) => walk.imports.iter().for_each(|site| hook(context, site)),
        Check::Attribute(marks, hook) => {
            let chosen = context.chosen();
            chosen.attributes.iter().filter(|(own, _)| own.intersects(marks)).for_each(|(_, site)| hook(context, site));
        }
        Check::EveryAttribute(hook) => walk.attributes.iter().for_each(|site| hook(context, site)),
        Check::PatternAttribute(hook) => walk.pattern_attributes.iter().for_each(|site| hook(context, site)),
        Check::Name(marks, hook) => {
            let chosen = context.chosen();
            chosen.names.iter().filter(|(own, _)| own.intersects(marks)).for_each(|(_, site)| hook(context, site));
        }
        Check::KnownCall(callee, hook) => {
            let chosen = context.chosen();
            chosen.known_calls.iter().filter(|call| call.kinds.intersects(callee)).for_each(|call| hook(context, call));
        }
        Check::FormatCall(hook) => context.chosen().format_calls.iter().for_each(|site| hook(context, site)),
        Check::ModuleAttribute(hook) => context.chosen().module_attributes.iter().for_each(|site| hook(context, site)),
        Check::Operator(hook) => walk.operators.iter().for_each(|site| hook(context, site)),
        Check::Class(hook) => walk.classes.iter().for_each(|site| hook(context, site)),
        Check::Function(hook) => walk.functions.iter().for_each(|site| hook(context, site)),
        Check::For(hook) => walk.fors.iter().for_each(|site| hook(context, site)),
        Check::While(hook) => walk.whiles.iter().for_each(|site| hook(context, site)),
        Check::If(hook) => walk.ifs.iter().for_each(|site| hook(context, site)),
        Check::Try(hook) => walk.tries.iter().for_each(|site| hook(context, site)),
        Check::ExprStatement(hook) => walk.exprs.iter().for_each(|site| hook(context, site)),
        Check::Feature(hook) => walk.features.iter().for_each(|site| hook(context, site)),
        Check::Program(hook) => hook(context),
        Check::Several(checks) => checks.iter().for_each(|check| run(context, *check, walk)),
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
            if finding.level == Level::Deny && finding.rule.family != rules::Family::Internal && finding.rule.check_is_static() {
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
