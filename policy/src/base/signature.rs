//! The signature of a host function, as a host or a user writes it: `search(query, /, limit=5, *, lang: str = "en", **more)`.
//!
//! CPython's grammar decides, through the parser of this project, so that a signature means the same on the command line, in policy tests,
//! in documents and to the interpreter.

use stockade_compiler::tree::{Param, Stmt};
use stockade_compiler::{ParseLimits, SourceText};

/// One parameter of a host function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolParameter {
    /// Its name.
    pub name: Box<str>,
    /// True if it can be given by position.
    pub by_position: bool,
    /// True if it can be given by name.
    pub by_name: bool,
    /// True if it has a default.
    pub is_optional: bool,
}

/// The signature of a host function.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolSignature {
    /// Its parameters, if the host supplies them.
    pub parameters: Option<Vec<ToolParameter>>,
    /// True if it takes any number of further positional arguments: `*args`.
    pub takes_more: bool,
    /// True if it takes any keyword: `**kwargs`.
    pub takes_keywords: bool,
}

/// What the text of a function starts with that programs await.
const ASYNC: &str = "async ";

impl ToolSignature {
    /// Reads a parameter list: what is between the parentheses of a `def`.
    ///
    /// # Errors
    /// Why it is none.
    pub fn parse(name: &str, parameters: &str) -> Result<Self, String> {
        let is_none = |why: &str| format!("`{name}({parameters})` is no signature: {why}");
        // The newline ends a comment, so that it cannot hide the rest of the line.
        let source = SourceText::new("<tool>", &format!("def tool({parameters}\n): pass\n"));
        let tree = stockade_compiler::parse(&source, &ParseLimits::default()).map_err(|problem| is_none(&problem.message))?;
        let function = match tree.list(tree.body) {
            [only] => match tree.stmt(*only) {
                Stmt::FunctionDef(id) => tree.function(id).filter(|function| tree.list(function.body).len() == 1),
                _ => None,
            },
            _ => None,
        };
        let Some(function) = function else { return Err(is_none("it ends before its end")) };
        let params = tree.params(function.params);
        let parameter = |param: &Param, by_position: bool, by_name: bool| ToolParameter {
            name: tree.name(param.name.name).into(),
            by_position,
            by_name,
            is_optional: param.default.is_some(),
        };
        let (before_slash, plain, after_star) = (tree.list(params.posonly), tree.list(params.args), tree.list(params.kwonly));
        let all = before_slash.iter().map(|param| parameter(param, true, false));
        let all = all.chain(plain.iter().map(|param| parameter(param, true, true)));
        let all = all.chain(after_star.iter().map(|param| parameter(param, false, true)));
        Ok(ToolSignature { parameters: Some(all.collect()), takes_more: params.vararg.is_some(), takes_keywords: params.kwarg.is_some() })
    }

    /// Reads a name with or without a parameter list: `search`, `search(query, limit=5)`. `async` in front of it says that programs await
    /// the function; see [`ToolSignature::is_async`].
    ///
    /// # Errors
    /// Why it is none.
    pub fn parse_call(text: &str) -> Result<(String, Self), String> {
        let text = text.trim();
        let text = text.strip_prefix(ASYNC).unwrap_or(text);
        let (name, rest) = text.split_at(text.find('(').unwrap_or(text.len()));
        let name = name.trim();
        let is_name = !name.is_empty()
            && !name.starts_with(|c: char| c.is_numeric())
            && name.chars().all(|c| c == '_' || c == '.' || c.is_alphanumeric());
        if !is_name {
            return Err(format!("`{text}` is no function: write `name`, or `name(first, second=1)`"));
        }
        if rest.is_empty() {
            return Ok((name.to_owned(), ToolSignature::default()));
        }
        // What a function returns says nothing about its arguments.
        let rest = rest.rsplit_once("->").map_or(rest, |(before, after)| if after.contains(')') { rest } else { before }).trim_end();
        let Some(inside) = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else {
            return Err(format!("`{text}` is no signature: a `)` is missing at its end"));
        };
        Ok((name.to_owned(), Self::parse(name, inside)?))
    }

    /// True for the text of a function that programs await: `async search(query)`.
    #[must_use]
    pub fn is_async(text: &str) -> bool {
        text.trim().starts_with(ASYNC)
    }

    /// The parameters as messages list them: `query, limit=..., *args, **kwargs`.
    #[must_use]
    pub fn listing(&self) -> String {
        let mut list: Vec<String> = Vec::new();
        for parameter in self.parameters.iter().flatten() {
            list.push(if parameter.is_optional { format!("{}=...", parameter.name) } else { parameter.name.to_string() });
        }
        list.extend(self.takes_more.then(|| "*args".to_owned()));
        list.extend(self.takes_keywords.then(|| "**kwargs".to_owned()));
        list.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_pythons() {
        for (text, want) in [
            ("search", Some("search")),
            ("search()", Some("search")),
            ("search(q, limit=5)", Some("search q limit?")),
            ("search(q, /, limit=5, *, lang='a,b)')", Some("search q| limit? *lang?")),
            ("search(q: str, when: dict[str, int] = {'a': 1}, *rest, deep=(1, 2), **more)", Some("search q when? *deep? +more +keywords")),
            ("search(q: str = 'x', *, k: Literal['a', 'b'] = 'a') -> list[str]", Some("search q? *k?")),
            ("f(*args, **kw)", Some("f +more +keywords")),
            ("db.query(sql)", Some("db.query sql")),
            ("async search(q)", Some("search q")),
            ("async search", Some("search")),
            ("async (q)", None),
            ("asyncsearch(q)", Some("asyncsearch q")),
            ("f(a", None),
            ("f(a, a)", None),
            ("f(a=1, b)", None),
            ("f(): pass\ndef g()", None),
            ("f(a) # x)", None),
            ("1f(a)", None),
            ("(a)", None),
            ("", None),
        ] {
            let read = ToolSignature::parse_call(text).ok().map(|(name, signature)| {
                let mut shown = name;
                for one in signature.parameters.iter().flatten() {
                    let star = if one.by_position { "" } else { "*" };
                    let bar = if one.by_name { "" } else { "|" };
                    shown += &format!(" {star}{}{bar}{}", one.name, if one.is_optional { "?" } else { "" });
                }
                shown + if signature.takes_more { " +more" } else { "" } + if signature.takes_keywords { " +keywords" } else { "" }
            });
            assert_eq!(read.as_deref(), want, "{text}");
        }
        let (_, all) = ToolSignature::parse_call("f(a, b=1, *c, **d)").unwrap_or_default();
        assert_eq!(all.listing(), "a, b=..., *args, **kwargs");
        assert!(ToolSignature::is_async("async f(a)") && !ToolSignature::is_async("f(a)") && !ToolSignature::is_async("asyncf(a)"));
    }
}
