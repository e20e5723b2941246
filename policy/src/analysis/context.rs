//! What rules see: the program with its facts and policy, the places that matter, and where findings go.

use std::ops::Deref;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use stockade_compiler::SourceText;
use stockade_compiler::tree::{Ctx, Expr, ExprId, Span, Sym, Tree};

use crate::analysis::common_mistakes::partial_module;
use crate::analysis::flow::{UnboundRead, unbound_reads};
use crate::analysis::names::{Callee, Certainty, Facts, Names, Value};
use crate::analysis::symbol_marks::{Marks, SymbolMarks};
use crate::analysis::walk::{
    AttributeSite, CallSite, ClassSite, FeatureSite, FunctionSite, ImportSite, MODULE, NameSite, OperatorSite, PatternAttributeSite,
    StatementSite, Walk,
};
use crate::base::catalog::{KnownNames, VmCatalog};
use crate::base::rule::{Level, Rule};
use crate::enforce::grants::{Access, Denied, Grants};
use crate::report::verdict::Finding;
use crate::settings::resolve::ResolvedPolicy;

/// The places that a rule looks at, with its function.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Check {
    /// Reported by the parser, the policy loader or `check` itself.
    Elsewhere,
    /// Imports, without those that the policy clearly allows and the VM has.
    Import(fn(&mut Context<'_>, &ImportSite)),
    EveryImport(fn(&mut Context<'_>, &ImportSite)),
    /// Attributes with one of these marks.
    Attribute(Marks, fn(&mut Context<'_>, &AttributeSite)),
    EveryAttribute(fn(&mut Context<'_>, &AttributeSite)),
    PatternAttribute(fn(&mut Context<'_>, &PatternAttributeSite)),
    /// Names with one of these marks; for `BUILTIN` only those that the module binds.
    Name(Marks, fn(&mut Context<'_>, &NameSite)),
    /// Calls whose callee is known, at least in part, and of one of these kinds: few calls in a program, but all that matter.
    KnownCall(Callee, fn(&mut Context<'_>, &KnownCall)),
    /// Calls of methods that take or are a format template.
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
    Feature(fn(&mut Context<'_>, &FeatureSite)),
    Program(fn(&mut Context<'_>)),
    Several(&'static [Check]),
}

/// What a rule's function gets: the program, the policy, the facts, and where findings go.
pub(crate) struct Context<'a> {
    pub(crate) source: &'a SourceText,
    pub(crate) tree: &'a Tree,
    pub(crate) policy: &'a ResolvedPolicy,
    pub(crate) catalog: &'a VmCatalog,
    pub(crate) known: &'a KnownNames,
    pub(crate) walk: &'a Walk,
    pub(crate) marks: &'a SymbolMarks,
    pub(crate) names: Names<'a>,
    /// Unknown modules with the allowed one that is probably meant.
    pub(crate) misspelt: FxHashMap<Rc<str>, Option<String>>,
    pub(crate) unbound: Option<Rc<[UnboundRead]>>,
    pub(crate) chosen: Option<Rc<Chosen>>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) denials: usize,
    pub(crate) others: usize,
    /// Takes the place of findings past the maximum, which are dropped.
    pub(crate) overflow: Finding,
    pub(crate) rule: &'static Rule,
    pub(crate) level: Level,
}

/// A call with what is known about what it calls.
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

/// Sites whose facts make them worth a look. Most sites of a program have no facts at all.
#[derive(Debug, Default)]
pub(crate) struct Chosen {
    pub(crate) imports: Vec<ImportSite>,
    pub(crate) names: Vec<(Marks, NameSite)>,
    pub(crate) attributes: Vec<(Marks, AttributeSite)>,
    pub(crate) module_attributes: Vec<AttributeSite>,
    pub(crate) known_calls: Vec<KnownCall>,
    pub(crate) format_calls: Vec<CallSite>,
}

/// Whether a rule may report this attribute of a module. Attributes that are refused on every object are reported elsewhere.
fn may_report(names: &mut Names<'_>, module: &Rc<str>, name: &str, access: Access, grants: &Grants, catalog: &VmCatalog) -> bool {
    let refusal = match access {
        Access::Read => names.member_refusal(module, name),
        Access::Write | Access::Delete => grants.module_attribute(module, name, access).err().map(|denied| denied.rule),
    };
    match refusal {
        None => access == Access::Read && catalog.has_attribute(module, name) == Some(false),
        // A module that is not allowed at all was refused where the program got it.
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
    pub(crate) fn grants(&self) -> &'a Grants {
        &self.policy.grants
    }

    /// Reports a certain finding of the current rule.
    pub(crate) fn report(&mut self, span: Span, message: impl Into<String>) -> &mut Finding {
        self.report_at(self.level, span, message)
    }

    /// Reports a finding that may be only possible, which is one level milder.
    pub(crate) fn report_if(&mut self, certainty: Certainty, span: Span, message: impl Into<String>) -> Option<&mut Finding> {
        let level = match certainty {
            Certainty::No => return None,
            Certainty::Possible => self.level.milder(),
            Certainty::Definite => self.level,
        };
        Some(self.report_at(level, span, message))
    }

    /// Reports at a level that the policy sets for this one thing.
    pub(crate) fn report_at(&mut self, level: Level, span: Span, message: impl Into<String>) -> &mut Finding {
        let kept = if level == Level::Deny { &mut self.denials } else { &mut self.others };
        if *kept >= MAX_FINDINGS {
            // Looking up the place costs time, and the verdict no longer changes.
            self.overflow = Finding::new(self.rule, level, self.source, Span::default(), String::new());
            return &mut self.overflow;
        }
        *kept += 1;
        let finding = Finding::new(self.rule, level, self.source, span, message);
        self.findings.push_mut(finding)
    }

    /// Reports a refusal of the grants, if it is this rule's.
    pub(crate) fn refuse(&mut self, span: Span, answer: Result<(), Denied>, certainty: Certainty) -> Option<&mut Finding> {
        let denied = answer.err().filter(|denied| denied.rule == self.rule.id)?;
        let finding = self.report_if(certainty, span, denied.message)?;
        finding.help = denied.help;
        Some(finding)
    }

    /// Whether the grants allow the module of an import site.
    pub(crate) fn import_answer(&self, site: &ImportSite) -> Result<(), Denied> {
        match site.member {
            None => self.grants().import(&site.module),
            Some(_) => self.grants().import_package(&site.module),
        }
    }

    /// Whether a rule may report this import: something in it is refused, missing or only partly there, or the member is a module.
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

    /// The few sites that rules may report; found once for all rules.
    pub(crate) fn chosen(&mut self) -> Rc<Chosen> {
        if let Some(chosen) = &self.chosen {
            return Rc::clone(chosen);
        }
        let (walk, marks, tree) = (self.walk, self.marks, self.tree);
        let mut chosen = Chosen::default();
        let mut judged: FxHashMap<(Rc<str>, Sym, Access), bool> = FxHashMap::default();
        chosen.imports.extend(walk.imports.iter().filter(|site| self.import_may_report(site)).cloned());
        let wanted = Marks::DENIED | Marks::DUNDER | Marks::TOOL;
        for site in &walk.names {
            let own = marks.of(site.name);
            let hides = site.ctx == Ctx::Store && site.at.scope == MODULE && own.intersects(Marks::BUILTIN);
            if own.intersects(wanted) || hides {
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
                let may_report = *judged.entry((Rc::clone(&module), site.attr.name, access)).or_insert_with(|| {
                    let name = tree.name(site.attr.name);
                    may_report(&mut self.names, &module, name, access, &self.policy.grants, self.catalog)
                });
                if may_report {
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

    /// Reads of names that may have no value; found once for both rules that need them.
    pub(crate) fn unbound_reads(&mut self) -> Rc<[UnboundRead]> {
        if let Some(reads) = &self.unbound {
            return Rc::clone(reads);
        }
        let (known, star) = (self.known, self.walk.star_import);
        let reads: Rc<[UnboundRead]> = unbound_reads(self.tree, self.walk, |name| star || known.defines(name)).into();
        self.unbound = Some(Rc::clone(&reads));
        reads
    }

    #[must_use]
    pub(crate) fn expr_span(&self, expr: ExprId) -> Span {
        self.tree.expr_span(expr)
    }

    /// The text of an expression, cut to what fits in a message.
    #[must_use]
    pub(crate) fn text(&self, expr: ExprId) -> String {
        let text = self.source.slice(self.tree.expr_span(expr));
        let line: String = text.split(['\n', '\r']).next().unwrap_or("").chars().take(40).collect();
        if line.len() < text.len() { format!("{line}...") } else { line }
    }
}
