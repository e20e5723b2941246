//! Compares our tree of CPython's library and tests with CPython's `ast`: every node, value and span.
//!
//! Needs CPython 3.13 (see oracle.rs). `STOCKADE_FILES` sets how many files are compared.

#![expect(clippy::expect_used, clippy::print_stdout, reason = "a test that cannot go on says so; its counts are for who runs it")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use stockade_compiler::tree::*;
use stockade_compiler::{Declared, ParseLimits, SourceText, parse, surrogate};

struct Dump<'t> {
    tree: &'t Tree,
    out: String,
}

impl Dump<'_> {
    fn line(&mut self, text: &str) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out.push_str(text);
    }

    fn end(&mut self) {
        self.line("end");
    }

    fn name(&self, sym: Sym) -> String {
        self.tree.name(sym).to_owned()
    }

    fn opt_name(&self, ident: Option<Ident>) -> String {
        ident.map_or("-".to_owned(), |ident| self.name(ident.name))
    }

    fn opt(&mut self, id: Option<ExprId>) {
        match id {
            Some(id) => self.expr(id),
            None => self.line("-"),
        }
    }

    fn exprs(&mut self, list: List<ExprId>) {
        for id in self.tree.list(list) {
            self.expr(*id);
        }
        self.end();
    }

    fn body(&mut self, list: List<StmtId>) {
        for id in self.tree.list(list) {
            self.stmt(*id);
        }
        self.end();
    }

    fn text(text: &str) -> String {
        let codes: Vec<String> = text.chars().map(|c| surrogate::code_point(c).to_string()).collect();
        format!("str:{}", codes.join(","))
    }

    fn constant(&self, constant: Constant) -> String {
        let bits = |value: f64| format!("{:016x}", value.to_bits());
        match constant {
            Constant::None => "None".to_owned(),
            Constant::True => "True".to_owned(),
            Constant::False => "False".to_owned(),
            Constant::Ellipsis => "Ellipsis".to_owned(),
            Constant::Int(value) => value.to_string(),
            Constant::BigInt(id) => self.tree.text(id).to_owned(),
            Constant::Float(value) => format!("float:{}", bits(value)),
            Constant::Imaginary(value) => format!("imag:{}", bits(value)),
            Constant::Str(id) => Self::text(self.tree.text(id)),
            Constant::Bytes(id) => {
                let mut hex = "bytes:".to_owned();
                for byte in self.tree.bytes(id) {
                    write!(hex, "{byte:02x}").expect("a string");
                }
                hex
            }
        }
    }

    fn params(&mut self, id: ParamsId) {
        let params = self.tree.params(id);
        for (kind, list) in [("posonly", params.posonly), ("plain", params.args)] {
            for param in self.tree.list(list) {
                self.param(kind, *param);
            }
        }
        if let Some(param) = params.vararg {
            self.param("vararg", param);
        }
        for param in self.tree.list(params.kwonly) {
            self.param("kwonly", *param);
        }
        if let Some(param) = params.kwarg {
            self.param("kwarg", param);
        }
        self.end();
    }

    fn param(&mut self, kind: &str, param: Param) {
        let name = self.name(param.name.name);
        self.line(&format!("arg {kind} {name} {}", param.name.span.start));
        self.opt(param.annotation);
        self.opt(param.default);
    }

    fn keywords(&mut self, list: List<Keyword>) {
        for keyword in self.tree.list(list) {
            let name = self.opt_name(keyword.name);
            self.line(&format!("keyword {}-{} {name}", keyword.span.start, keyword.span.end));
            self.expr(keyword.value);
        }
        self.end();
    }

    fn generators(&mut self, list: List<Generator>) {
        for generator in self.tree.list(list) {
            self.line(&format!("comprehension {}", u8::from(generator.is_async)));
            self.expr(generator.target);
            self.expr(generator.iter);
            self.exprs(generator.conditions);
        }
        self.end();
    }

    fn type_params(&mut self, list: List<TypeParam>) {
        for param in self.tree.list(list) {
            let kind = match param.kind {
                TypeParamKind::TypeVar => "TypeVar",
                TypeParamKind::TypeVarTuple => "TypeVarTuple",
                TypeParamKind::ParamSpec => "ParamSpec",
            };
            let name = self.name(param.name.name);
            self.line(&format!("{kind} {}-{} {name}", param.span.start, param.span.end));
            if param.kind == TypeParamKind::TypeVar {
                self.opt(param.bound);
            }
            self.opt(param.default);
        }
        self.end();
    }

    fn parts(&mut self, parts: List<FStringPart>) {
        let mut text = String::new();
        for part in self.tree.list(parts) {
            match part {
                FStringPart::Literal(id, _) => text.push_str(self.tree.text(*id)),
                FStringPart::Field { value, conversion, spec, debug_text, .. } => {
                    if let Some(id) = debug_text {
                        text.push_str(self.tree.text(*id));
                    }
                    if !text.is_empty() {
                        self.line(&Self::text(&text));
                        text.clear();
                    }
                    let code = match conversion {
                        Conversion::None => -1,
                        Conversion::Str => 115,
                        Conversion::Repr => 114,
                        Conversion::Ascii => 97,
                    };
                    self.line(&format!("field {code}"));
                    self.expr(*value);
                    match spec {
                        Some(spec) => self.parts(*spec),
                        None => self.line("-"),
                    }
                }
            }
        }
        if !text.is_empty() {
            self.line(&Self::text(&text));
        }
        self.end();
    }

    fn expr(&mut self, id: ExprId) {
        let span = self.tree.expr_span(id);
        let at = format!("{}-{}", span.start, span.end);
        let ctx = |ctx: Ctx| format!("{ctx:?}");
        match self.tree.expr(id) {
            Expr::BoolOp { op, values } => {
                self.line(&format!("BoolOp {at} {op:?}"));
                self.exprs(values);
            }
            Expr::Named { target, value } => {
                self.line(&format!("NamedExpr {at}"));
                self.expr(target);
                self.expr(value);
            }
            Expr::Binary { op, left, right } => {
                self.line(&format!("BinOp {at} {}", operator(op)));
                self.expr(left);
                self.expr(right);
            }
            Expr::Unary { op, operand } => {
                let op = match op {
                    UnaryOp::Invert => "Invert",
                    UnaryOp::Not => "Not",
                    UnaryOp::Pos => "UAdd",
                    UnaryOp::Neg => "USub",
                };
                self.line(&format!("UnaryOp {at} {op}"));
                self.expr(operand);
            }
            Expr::Lambda { params, body } => {
                self.line(&format!("Lambda {at}"));
                self.params(params);
                self.expr(body);
            }
            Expr::If { test, then, orelse } => {
                self.line(&format!("IfExp {at}"));
                self.expr(test);
                self.expr(then);
                self.expr(orelse);
            }
            Expr::Dict { keys, values } => {
                self.line(&format!("Dict {at}"));
                for key in self.tree.list(keys) {
                    self.opt(*key);
                }
                self.end();
                self.exprs(values);
            }
            Expr::Set { items } => {
                self.line(&format!("Set {at}"));
                self.exprs(items);
            }
            Expr::ListComp { element, generators } => self.comprehension("ListComp", &at, element, None, generators),
            Expr::SetComp { element, generators } => self.comprehension("SetComp", &at, element, None, generators),
            Expr::GeneratorExp { element, generators } => self.comprehension("GeneratorExp", &at, element, None, generators),
            Expr::DictComp { key, value, generators } => self.comprehension("DictComp", &at, key, Some(value), generators),
            Expr::Await { value } => {
                self.line(&format!("Await {at}"));
                self.expr(value);
            }
            Expr::Yield { value } => {
                self.line(&format!("Yield {at}"));
                self.opt(value);
            }
            Expr::YieldFrom { value } => {
                self.line(&format!("YieldFrom {at}"));
                self.expr(value);
            }
            Expr::Compare { left, rest } => {
                self.line(&format!("Compare {at}"));
                self.expr(left);
                for (op, _) in self.tree.list(rest) {
                    let name = match op {
                        CmpOp::Lt => "Lt".to_owned(),
                        other => format!("{other:?}"),
                    };
                    self.line(&name);
                }
                self.end();
                for (_, right) in self.tree.list(rest) {
                    self.expr(*right);
                }
                self.end();
            }
            Expr::Call { func, args, keywords, .. } => {
                self.line(&format!("Call {at}"));
                self.expr(func);
                self.exprs(args);
                self.keywords(keywords);
            }
            Expr::FString { parts } => {
                self.line(&format!("JoinedStr {at}"));
                self.parts(parts);
            }
            Expr::Constant(constant) => {
                let value = self.constant(constant);
                self.line(&format!("Constant {at} {value}"));
            }
            Expr::Attribute { value, attr, ctx: c } => {
                let name = self.name(attr.name);
                self.line(&format!("Attribute {at} {name} {}", ctx(c)));
                self.expr(value);
            }
            Expr::Subscript { value, index, ctx: c } => {
                self.line(&format!("Subscript {at} {}", ctx(c)));
                self.expr(value);
                self.expr(index);
            }
            Expr::Starred { value, ctx: c } => {
                self.line(&format!("Starred {at} {}", ctx(c)));
                self.expr(value);
            }
            Expr::Name { name, ctx: c } => {
                let name = self.name(name);
                self.line(&format!("Name {at} {name} {}", ctx(c)));
            }
            Expr::List { items, ctx: c } => {
                self.line(&format!("List {at} {}", ctx(c)));
                self.exprs(items);
            }
            Expr::Tuple { items, ctx: c, .. } => {
                self.line(&format!("Tuple {at} {}", ctx(c)));
                self.exprs(items);
            }
            Expr::Slice { lower, upper, step } => {
                self.line(&format!("Slice {at}"));
                self.opt(lower);
                self.opt(upper);
                self.opt(step);
            }
        }
    }

    fn comprehension(&mut self, class: &str, at: &str, element: ExprId, value: Option<ExprId>, generators: List<Generator>) {
        self.line(&format!("{class} {at}"));
        self.expr(element);
        if let Some(value) = value {
            self.expr(value);
        }
        self.generators(generators);
    }

    fn pattern(&mut self, id: PatternId) {
        let span = self.tree.pattern_span(id);
        let at = format!("{}-{}", span.start, span.end);
        match self.tree.pattern(id) {
            Pattern::Value(value) => {
                self.line(&format!("MatchValue {at}"));
                self.expr(value);
            }
            Pattern::Singleton(constant) => {
                let value = self.constant(constant);
                self.line(&format!("MatchSingleton {at} {value}"));
            }
            Pattern::Sequence { items } => {
                self.line(&format!("MatchSequence {at}"));
                self.patterns(items);
            }
            Pattern::Mapping { keys, patterns, rest } => {
                let rest = self.opt_name(rest);
                self.line(&format!("MatchMapping {at} {rest}"));
                self.exprs(keys);
                self.patterns(patterns);
            }
            Pattern::Class { class, positional, keywords } => {
                self.line(&format!("MatchClass {at}"));
                self.expr(class);
                self.patterns(positional);
                for keyword in self.tree.list(keywords) {
                    let name = self.name(keyword.attr.name);
                    self.line(&name);
                }
                self.end();
                for keyword in self.tree.list(keywords) {
                    self.pattern(keyword.pattern);
                }
                self.end();
            }
            Pattern::Star { name } => {
                let name = self.opt_name(name);
                self.line(&format!("MatchStar {at} {name}"));
            }
            Pattern::As { pattern, name } => {
                let name = self.name(name.name);
                self.line(&format!("MatchAs {at} {name}"));
                match pattern {
                    Some(pattern) => self.pattern(pattern),
                    None => self.line("-"),
                }
            }
            Pattern::Wildcard => {
                self.line(&format!("MatchAs {at} -"));
                self.line("-");
            }
            Pattern::Or { patterns } => {
                self.line(&format!("MatchOr {at}"));
                self.patterns(patterns);
            }
        }
    }

    fn patterns(&mut self, list: List<PatternId>) {
        for id in self.tree.list(list) {
            self.pattern(*id);
        }
        self.end();
    }

    fn aliases(&mut self, list: List<Alias>) {
        for alias in self.tree.list(list) {
            let (name, asname) = (self.name(alias.name.name), self.opt_name(alias.asname));
            self.line(&format!("alias {}-{} {name} {asname}", alias.span.start, alias.span.end));
        }
        self.end();
    }

    fn idents(&mut self, list: List<Ident>) {
        for ident in self.tree.list(list) {
            let name = self.name(ident.name);
            self.line(&name);
        }
        self.end();
    }

    fn stmt(&mut self, id: StmtId) {
        let span = self.tree.stmt_span(id);
        let at = format!("{}-{}", span.start, span.end);
        match self.tree.stmt(id) {
            Stmt::FunctionDef(id) => {
                let function = self.tree.function(id).expect("a function");
                let class = if function.is_async { "AsyncFunctionDef" } else { "FunctionDef" };
                let name = self.name(function.name.name);
                self.line(&format!("{class} {at} {name}"));
                self.params(function.params);
                self.body(function.body);
                self.exprs(function.decorators);
                self.opt(function.returns);
                self.type_params(function.type_params);
            }
            Stmt::ClassDef(id) => {
                let class = self.tree.class(id).expect("a class");
                let name = self.name(class.name.name);
                self.line(&format!("ClassDef {at} {name}"));
                self.exprs(class.bases);
                self.keywords(class.keywords);
                self.body(class.body);
                self.exprs(class.decorators);
                self.type_params(class.type_params);
            }
            Stmt::Return { value } => {
                self.line(&format!("Return {at}"));
                self.opt(value);
            }
            Stmt::Delete { targets } => {
                self.line(&format!("Delete {at}"));
                self.exprs(targets);
            }
            Stmt::Assign { targets, value } => {
                self.line(&format!("Assign {at}"));
                self.exprs(targets);
                self.expr(value);
            }
            Stmt::TypeAlias { name, type_params, value } => {
                self.line(&format!("TypeAlias {at}"));
                self.expr(name);
                self.type_params(type_params);
                self.expr(value);
            }
            Stmt::AugAssign { target, op, value } => {
                self.line(&format!("AugAssign {at} {}", operator(op)));
                self.expr(target);
                self.expr(value);
            }
            Stmt::AnnAssign { target, annotation, value, simple } => {
                self.line(&format!("AnnAssign {at} {}", u8::from(simple)));
                self.expr(target);
                self.expr(annotation);
                self.opt(value);
            }
            Stmt::For { target, iter, body, orelse, is_async } => {
                self.line(&format!("{} {at}", if is_async { "AsyncFor" } else { "For" }));
                self.expr(target);
                self.expr(iter);
                self.body(body);
                self.body(orelse);
            }
            Stmt::While { test, body, orelse } => {
                self.line(&format!("While {at}"));
                self.expr(test);
                self.body(body);
                self.body(orelse);
            }
            Stmt::If { test, body, orelse } => {
                self.line(&format!("If {at}"));
                self.expr(test);
                self.body(body);
                self.body(orelse);
            }
            Stmt::With { items, body, is_async } => {
                self.line(&format!("{} {at}", if is_async { "AsyncWith" } else { "With" }));
                for item in self.tree.list(items) {
                    self.line("withitem");
                    self.expr(item.context);
                    self.opt(item.target);
                }
                self.end();
                self.body(body);
            }
            Stmt::Match { subject, cases } => {
                self.line(&format!("Match {at}"));
                self.expr(subject);
                for case in self.tree.list(cases) {
                    self.line("match_case");
                    self.pattern(case.pattern);
                    self.opt(case.guard);
                    self.body(case.body);
                }
                self.end();
            }
            Stmt::Raise { exc, cause } => {
                self.line(&format!("Raise {at}"));
                self.opt(exc);
                self.opt(cause);
            }
            Stmt::Try { body, handlers, orelse, finalbody, is_star } => {
                self.line(&format!("{} {at}", if is_star { "TryStar" } else { "Try" }));
                self.body(body);
                for handler in self.tree.list(handlers) {
                    let name = self.opt_name(handler.name);
                    self.line(&format!("ExceptHandler {}-{} {name}", handler.span.start, handler.span.end));
                    self.opt(handler.ty);
                    self.body(handler.body);
                }
                self.end();
                self.body(orelse);
                self.body(finalbody);
            }
            Stmt::Assert { test, msg } => {
                self.line(&format!("Assert {at}"));
                self.expr(test);
                self.opt(msg);
            }
            Stmt::Import { names } => {
                self.line(&format!("Import {at}"));
                self.aliases(names);
            }
            Stmt::ImportFrom { module, names, level } => {
                let module = self.opt_name(module);
                self.line(&format!("ImportFrom {at} {module} {level}"));
                self.aliases(names);
            }
            Stmt::Global { names } => {
                self.line(&format!("Global {at}"));
                self.idents(names);
            }
            Stmt::Nonlocal { names } => {
                self.line(&format!("Nonlocal {at}"));
                self.idents(names);
            }
            Stmt::Expr { value } => {
                self.line(&format!("Expr {at}"));
                self.expr(value);
            }
            Stmt::Pass => self.line(&format!("Pass {at}")),
            Stmt::Break => self.line(&format!("Break {at}")),
            Stmt::Continue => self.line(&format!("Continue {at}")),
        }
    }
}

fn operator(op: BinOp) -> String {
    match op {
        BinOp::Mul => "Mult".to_owned(),
        BinOp::MatMul => "MatMult".to_owned(),
        other => format!("{other:?}"),
    }
}

fn python() -> Option<Command> {
    let program = std::env::var("STOCKADE_CPYTHON").unwrap_or_else(|_| "python3.13".to_owned());
    let command = || {
        let mut command = Command::new(&program);
        if std::env::var_os("PYENV_VERSION").is_none() {
            command.env("PYENV_VERSION", "3.13.0");
        }
        command
    };
    let probe = command().args(["-c", "import sys; assert sys.version_info[:2] == (3, 13)"]).output().ok()?;
    probe.status.success().then(command)
}

/// Returns files of the standard library and its tests, at equal intervals of the whole list.
fn files(count: usize) -> Option<Vec<String>> {
    let list = "import glob, os; print('\\n'.join(sorted(glob.glob(os.path.dirname(os.__file__) + '/**/*.py', recursive=True))))";
    let output = python()?.args(["-c", list]).output().ok()?;
    let paths: Vec<String> = String::from_utf8(output.stdout).ok()?.lines().map(str::to_owned).collect();
    let paths: Vec<String> = paths.into_iter().filter(|path| !path.contains("site-packages")).collect();
    let step = (paths.len() / count.max(1)).max(1);
    Some(paths.into_iter().step_by(step).collect())
}

/// If the last line of a block ends in `;`, CPython's span of the block includes it and ours does not.
fn ends_before_semicolon(source: &SourceText, ours: &str, theirs: &str) -> bool {
    let end = |line: &str| line.split([' ', '-']).nth(2).and_then(|end| end.parse::<u32>().ok());
    let (Some(our_end), Some(their_end)) = (end(ours), end(theirs)) else { return false };
    source.slice(Span::new(our_end, their_end)).trim() == ";" && theirs.replace(&their_end.to_string(), &our_end.to_string()) == ours
}

#[test]
fn our_tree_is_cpythons() {
    let count = std::env::var("STOCKADE_FILES").ok().and_then(|count| count.parse().ok()).unwrap_or(120);
    let Some(files) = files(count) else { return };
    let Some(mut command) = python() else { return };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cpython/dump.py");
    let mut child = command.arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("CPython runs");
    child.stdin.take().expect("piped").write_all(files.join("\n").as_bytes()).expect("written");
    let output = child.wait_with_output().expect("CPython ends");
    let dumps = String::from_utf8_lossy(&output.stdout);
    let limits = ParseLimits {
        source_bytes: u32::MAX,
        tokens: u32::MAX,
        nodes: u32::MAX,
        literal_bytes: u32::MAX,
        int_digits: u32::MAX,
        ..ParseLimits::default()
    };
    let mut compared = 0;
    let mut wrong = Vec::new();
    for record in dumps.split('\u{1e}') {
        let Some((path, theirs)) = record.split_once('\u{1f}') else { continue };
        let bytes = std::fs::read(path).expect("the file CPython read");
        // Sources in encodings other than UTF-8 are left out.
        let Ok(source) = SourceText::from_bytes(path, &bytes, |_, _| Declared::Unsupported) else { continue };
        let ours = match parse(&source, &limits) {
            Ok(tree) => {
                let mut dump = Dump { tree: &tree, out: String::new() };
                dump.line("Module");
                dump.body(tree.body);
                dump.out
            }
            // CPython's `ast` accepts sources that its compiler refuses.
            Err(error) if error.rule() == "SYN001" => format!("{error} at line {}", source.line_of(error.span.start)),
            Err(_) => continue,
        };
        compared += 1;
        let differs = |(ours, theirs): &(&str, &str)| ours != theirs && !ends_before_semicolon(&source, ours, theirs);
        if ours != theirs && (ours.lines().count() != theirs.lines().count() || ours.lines().zip(theirs.lines()).any(|pair| differs(&pair)))
        {
            let difference = ours.lines().zip(theirs.lines()).find(differs);
            wrong.push(format!("{path}: ours, theirs: {difference:?}"));
        }
    }
    println!("{compared} files compared");
    assert!(wrong.is_empty(), "{} of {compared} differ:\n{}", wrong.len(), wrong.join("\n"));
}
