//! The input and output of rules: the program with its facts and policy, the sites that rules examine, and the findings.

use std::ops::Deref;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use stockade_compiler::tree::{Ctx, Expr, ExprId, Span, Sym, Tree};
use stockade_compiler::{Deadline, SourceText};

use crate::analysis::common_mistakes::partial_module;
use crate::analysis::flow::{UnboundRead, unbound_reads};
use crate::analysis::import_removal::ImportText;
use crate::analysis::names::{Callee, Certainty, Facts, Names, Value};
use crate::analysis::symbol_marks::{Marks, SymbolMarks};
use crate::analysis::walk::{
    AttributeSite, CallSite, ClassSite, FunctionSite, ImportSite, MODULE, NameSite, OperatorSite, PatternAttributeSite, ScopeKind,
    StatementSite, Walk,
};
use crate::base::catalog::{KnownNames, VmCatalog};
use crate::base::rule::{Level, Rule};
use crate::enforce::constructs::Construct;
use crate::enforce::grants::{Access, Denied, Grants};
use crate::report::verdict::Finding;
use crate::settings::resolve::ResolvedPolicy;

/// The sites that a rule examines, with the function that examines them.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Check {
    /// The parser, the policy loader or `check` itself reports the rule.
    Elsewhere,
    /// Imports, except those that the policy clearly allows and the VM has.
    Import(fn(&mut Context<'_>, &ImportSite)),
    EveryImport(fn(&mut Context<'_>, &ImportSite)),
    /// Attributes with one of these marks.
    Attribute(Marks, fn(&mut Context<'_>, &AttributeSite)),
    EveryAttribute(fn(&mut Context<'_>, &AttributeSite)),
    PatternAttribute(fn(&mut Context<'_>, &PatternAttributeSite)),
    /// Names with one of these marks. For `BUILTIN`, only names that the module binds.
    Name(Marks, fn(&mut Context<'_>, &NameSite)),
    /// Calls whose callee is at least partly known and is of one of these kinds. A program has few such calls.
    KnownCall(Callee, fn(&mut Context<'_>, &KnownCall)),
    /// Calls of methods that take a format template or whose receiver is one.
    FormatCall(fn(&mut Context<'_>, &CallSite)),
    /// Attributes of a value that may be a module.
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
    Feature(fn(&mut Context<'_>, &Construct)),
    Program(fn(&mut Context<'_>)),
    Several(&'static [Check]),
}

/// The argument of each rule's function: the program, the policy, the facts, and the findings.
pub(crate) struct Context<'a> {
    pub(crate) source: &'a SourceText,
    /// When it is over, nothing more is checked.
    pub(crate) deadline: &'a Deadline<'a>,
    pub(crate) tree: &'a Tree,
    pub(crate) policy: &'a ResolvedPolicy,
    pub(crate) catalog: &'a VmCatalog,
    pub(crate) known: &'a KnownNames,
    pub(crate) walk: &'a Walk,
    pub(crate) marks: &'a SymbolMarks,
    pub(crate) names: Names<'a>,
    /// Unknown modules, each with the allowed module that was probably meant.
    pub(crate) misspelt: FxHashMap<Rc<str>, Option<String>>,
    pub(crate) unbound: Option<Rc<[UnboundRead]>>,
    pub(crate) relevant_sites: Option<Rc<RelevantSites>>,
    /// For the removal of unused imports.
    pub(crate) import_text: Option<Rc<ImportText>>,
    /// See [`Context::is_own_attribute`].
    pub(crate) own_attributes: Option<Rc<FxHashSet<Sym>>>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) denials: usize,
    pub(crate) others: usize,
    /// Receives the changes to a finding beyond the maximum number, which is dropped.
    pub(crate) overflow: Finding,
    pub(crate) rule: &'static Rule,
    pub(crate) level: Level,
}

/// A call and the facts about its callee.
#[derive(Debug)]
pub(crate) struct KnownCall {
    pub(crate) site: CallSite,
    pub(crate) callee: Facts,
    pub(crate) kinds: Callee,
}

impl Deref for KnownCall {
    type Target = CallSite;

    fn deref(&self) -> &CallSite {
        &self.site
    }
}

/// Sites that a rule may have to examine. Most sites of a program have no facts.
#[derive(Debug, Default)]
pub(crate) struct RelevantSites {
    pub(crate) imports: Vec<ImportSite>,
    pub(crate) names: Vec<(Marks, NameSite)>,
    pub(crate) attributes: Vec<(Marks, AttributeSite)>,
    pub(crate) module_attributes: Vec<AttributeSite>,
    pub(crate) known_calls: Vec<KnownCall>,
    pub(crate) format_calls: Vec<CallSite>,
}

/// True if a rule may report this attribute of a module. Other checks report attributes that are refused on every object.
fn may_report(names: &mut Names<'_>, module: &Rc<str>, name: &str, access: Access, grants: &Grants, catalog: &VmCatalog) -> bool {
    let refusal = match access {
        Access::Read => names.member_refusal(module, name),
        Access::Write | Access::Delete => grants.module_attribute(module, name, access).err().map(|denied| denied.rule),
    };
    match refusal {
        None => access == Access::Read && catalog.has_attribute(module, name) == Some(false),
        // If the whole module is not allowed, the place where the program obtains it is reported already.
        Some("ATT001") => true,
        Some("IMP004") => grants.import_package(module).is_ok(),
        Some(_) => false,
    }
    .max(&**module == "builtins" && grants.denies_builtin(name))
}

/// True for `self` in a method: the first parameter of a function in the body of a class.
fn is_first_parameter_of_method(tree: &Tree, walk: &Walk, expr: ExprId) -> bool {
    let Expr::Name { name, .. } = tree.expr(expr) else { return false };
    let Some(variable) = walk.variable_at(expr).and_then(|id| walk.variable(id)) else { return false };
    let scope = walk.scope(variable.scope);
    let ScopeKind::Function(Some(function)) = scope.kind else { return false };
    let Some(params) = tree.function(function).map(|function| tree.params(function.params)) else { return false };
    let first = tree.list(params.posonly).first().or(tree.list(params.args).first());
    first.is_some_and(|first| first.name.name == name) && matches!(walk.scope(walk.owner(scope.parent)).kind, ScopeKind::Class(_))
}

/// Maximum number of denials in a report, and also of other findings. Users repair the first ones first.
const MAX_FINDINGS: usize = 500;

impl<'a> Context<'a> {
    #[must_use]
    pub(crate) fn grants(&self) -> &'a Grants {
        &self.policy.grants
    }

    /// True if another denial would be dropped, or if the time is over. A rule then need not look further.
    pub(crate) fn has_enough_denials(&self) -> bool {
        self.denials >= MAX_FINDINGS || self.deadline.is_over()
    }

    /// True if the report keeps one more finding of the current rule. What only a finding beyond the maximum number needs is not worth its time.
    pub(crate) fn keeps(&self, certainty: Certainty) -> bool {
        let level = self.level_of(certainty);
        let kept = if level == Some(Level::Deny) { self.denials } else { self.others };
        level.is_some() && kept < MAX_FINDINGS
    }

    /// The level of a finding of the current rule. An uncertain one has the next milder level.
    fn level_of(&self, certainty: Certainty) -> Option<Level> {
        match certainty {
            Certainty::No => None,
            Certainty::Possible => Some(self.level.milder()),
            Certainty::Definite => Some(self.level),
        }
    }

    /// Reports a certain finding of the current rule.
    pub(crate) fn report(&mut self, span: Span, message: impl Into<String>) -> &mut Finding {
        self.report_at(self.level, span, message)
    }

    /// Reports a finding that may be uncertain. An uncertain one has the next milder level.
    pub(crate) fn report_if(&mut self, certainty: Certainty, span: Span, message: impl Into<String>) -> Option<&mut Finding> {
        let level = self.level_of(certainty)?;
        Some(self.report_at(level, span, message))
    }

    /// Reports at a level that the policy sets for this one item.
    pub(crate) fn report_at(&mut self, level: Level, span: Span, message: impl Into<String>) -> &mut Finding {
        let kept = if level == Level::Deny { &mut self.denials } else { &mut self.others };
        if *kept >= MAX_FINDINGS {
            // A new finding needs a lookup of its line, and the verdict no longer changes.
            self.overflow = Finding::new(self.rule, level, self.source, Span::default(), String::new());
            return &mut self.overflow;
        }
        *kept += 1;
        let finding = Finding::new(self.rule, level, self.source, span, message);
        self.findings.push_mut(finding)
    }

    /// Reports a refusal of the grants if its rule is the current rule.
    pub(crate) fn refuse(&mut self, span: Span, answer: Result<(), Denied>, certainty: Certainty) -> Option<&mut Finding> {
        let denied = answer.err().filter(|denied| denied.rule == self.rule.id)?;
        let finding = self.report_if(certainty, span, denied.message)?;
        finding.help = denied.help;
        Some(finding)
    }

    /// Returns whether the grants allow the module of an import site.
    pub(crate) fn import_answer(&self, site: &ImportSite) -> Result<(), Denied> {
        match site.member.as_deref() {
            // Of a denied module only what is granted by its name can be imported.
            Some(member) if self.grants().import_denial(&site.module).is_some() && !self.grants().grants_inside(&site.module, member) => {
                self.grants().import(&site.module)
            }
            Some(_) => self.grants().import_package(&site.module),
            None => self.grants().import(&site.module),
        }
    }

    /// True if a rule may report this import: a part of it is refused or missing, the module is incomplete, or the member is a module.
    fn import_may_report(&self, site: &ImportSite) -> bool {
        let (module, grants) = (&site.module, self.grants());
        let is_in_part = || partial_module(module).is_some();
        if site.level > 0 || !self.catalog.has_module(module) || self.import_answer(site).is_err() || is_in_part() {
            return true;
        }
        let Some(member) = site.member.as_deref() else { return false };
        member == "*"
            || self.catalog.has_attribute(module, member) == Some(false)
            || grants.module_attribute(module, member, Access::Read).is_err()
            || matches!(self.names.module_member(module, member), Value::Module(_))
    }

    /// Returns the few sites that rules may report. They are computed once for all rules.
    pub(crate) fn relevant_sites(&mut self) -> Rc<RelevantSites> {
        if let Some(relevant_sites) = &self.relevant_sites {
            return Rc::clone(relevant_sites);
        }
        let (walk, marks, tree) = (self.walk, self.marks, self.tree);
        let mut relevant_sites = RelevantSites::default();
        let mut reportable: FxHashMap<(Rc<str>, Sym, Access), bool> = FxHashMap::default();
        relevant_sites.imports.extend(walk.imports.iter().filter(|site| self.import_may_report(site)).cloned());
        let wanted = Marks::DENIED | Marks::DUNDER | Marks::TOOL;
        for site in &walk.names {
            if self.deadline.is_over() {
                break;
            }
            let own = marks.of(site.name);
            let hides = site.ctx == Ctx::Store && site.at.scope == MODULE && own.intersects(Marks::BUILTIN);
            if own.intersects(wanted) || hides {
                relevant_sites.names.push((own, *site));
            }
        }
        for site in &walk.attributes {
            if self.deadline.is_over() {
                break;
            }
            let own = marks.of(site.attr.name);
            if own.intersects(Marks::DUNDER | Marks::NEVER) {
                relevant_sites.attributes.push((own, *site));
            }
            for module in self.names.modules(site.value, site.at.scope) {
                let access = Access::of(site.ctx);
                let may_report = *reportable.entry((Rc::clone(&module), site.attr.name, access)).or_insert_with(|| {
                    let name = tree.name(site.attr.name);
                    may_report(&mut self.names, &module, name, access, &self.policy.grants, self.catalog)
                });
                if may_report {
                    relevant_sites.module_attributes.push(*site);
                    break;
                }
            }
        }
        for site in &walk.calls {
            if self.deadline.is_over() {
                break;
            }
            let Expr::Call { func, .. } = tree.expr(site.expr) else { continue };
            let (mut kinds, callee) = self.names.callee(func, site.at.scope);
            if let Expr::Attribute { attr, .. } = tree.expr(func) {
                let own = marks.of(attr.name);
                if own.intersects(Marks::FORMATS) {
                    relevant_sites.format_calls.push(*site);
                }
                if own.intersects(Marks::DUNDER) {
                    kinds = kinds | Callee::NAMING;
                }
            }
            if kinds != Callee::default() {
                relevant_sites.known_calls.push(KnownCall { site: *site, callee, kinds });
            }
        }
        let relevant_sites = Rc::new(relevant_sites);
        self.relevant_sites = Some(Rc::clone(&relevant_sites));
        relevant_sites
    }

    /// Returns the reads of names that may be unbound. They are computed once for both rules that use them.
    pub(crate) fn unbound_reads(&mut self) -> Rc<[UnboundRead]> {
        if let Some(reads) = &self.unbound {
            return Rc::clone(reads);
        }
        let (known, star) = (self.known, self.walk.star_import);
        let reads: Rc<[UnboundRead]> = unbound_reads(self.tree, self.walk, self.deadline, |name| star || known.defines(name)).into();
        self.unbound = Some(Rc::clone(&reads));
        reads
    }

    #[must_use]
    pub(crate) fn expr_span(&self, expr: ExprId) -> Span {
        self.tree.expr_span(expr)
    }

    /// True if a class of the program defines this attribute, which the policy denies on every object: in its body, or by an assignment to an
    /// attribute of the first parameter of one of its methods.
    pub(crate) fn is_own_attribute(&mut self, name: Sym) -> bool {
        let (walk, tree, marks) = (self.walk, self.tree, self.marks);
        if !marks.of(name).intersects(Marks::NEVER) {
            return false;
        }
        let is_own = |site: &&AttributeSite| {
            let stored = site.ctx == Ctx::Store && marks.of(site.attr.name).intersects(Marks::NEVER);
            stored && is_first_parameter_of_method(tree, walk, site.value)
        };
        let own = self.own_attributes.get_or_insert_with(|| {
            let mut own: FxHashSet<Sym> = walk.attributes.iter().filter(is_own).map(|site| site.attr.name).collect();
            let listed =
                (0..u32::try_from(tree.symbols.len()).unwrap_or(u32::MAX)).map(Sym).filter(|name| marks.of(*name).intersects(Marks::NEVER));
            own.extend(listed.filter(|name| walk.classes.iter().any(|class| walk.binds(class.scope, *name))));
            Rc::new(own)
        });
        own.contains(&name)
    }

    /// Returns the text of an expression, shortened to fit in a message.
    #[must_use]
    pub(crate) fn text(&self, expr: ExprId) -> String {
        let text = self.source.slice(self.tree.expr_span(expr));
        let line: String = text.split(['\n', '\r']).next().unwrap_or("").chars().take(40).collect();
        if line.len() < text.len() { format!("{line}...") } else { line }
    }
}
