//! Interned names as small numbers: first the fixed ones, then those of the native tables (once per process), then those of each
//! interpreter.

use std::sync::{Arc, OnceLock};

use compact_str::CompactString;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::base::names::{FIXED, NameId};
use crate::base::value::Value;

/// The names shared by the process: the fixed ones, then all names in the native tables.
pub(crate) struct StaticNames {
    texts: IndexSet<&'static str, FxBuildHasher>,
}

static STATIC: OnceLock<StaticNames> = OnceLock::new();

/// The shared names. Before [`install_static_names`] it returns only the fixed ones, without making them the shared names.
pub(crate) fn static_names() -> &'static StaticNames {
    static FIXED_ONLY: OnceLock<StaticNames> = OnceLock::new();
    STATIC.get().unwrap_or_else(|| FIXED_ONLY.get_or_init(|| StaticNames { texts: FIXED.iter().copied().collect() }))
}

/// Installs the names of the native tables. Only the first call has an effect.
pub(crate) fn install_static_names(names: impl FnOnce() -> Vec<&'static str>) -> &'static StaticNames {
    STATIC.get_or_init(|| StaticNames { texts: FIXED.iter().copied().chain(names()).collect() })
}

impl StaticNames {
    pub(crate) fn find(&self, text: &str) -> Option<NameId> {
        Some(name_at(self.texts.get_index_of(text)?))
    }
    pub(crate) fn len(&self) -> usize {
        self.texts.len()
    }
}

fn name_at(at: usize) -> NameId {
    NameId(u32::try_from(at).unwrap_or(u32::MAX))
}

/// The names of one interpreter.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// Names that are not shared. None is ever removed.
    texts: IndexSet<CompactString, FxBuildHasher>,
    /// The str object of each name, created on first use. They are roots of the collector.
    pub(crate) strings: ValuePages,
    /// For a template and its copies: how many names the template has. They are the first of each copy.
    template: Option<Arc<usize>>,
}

impl Clone for Names {
    fn clone(&self) -> Self {
        Names { texts: self.texts.clone(), strings: self.strings.clone(), template: self.template.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        let Names { texts, strings, template } = self;
        match (&*template, &source.template) {
            (Some(own), Some(other)) if Arc::ptr_eq(own, other) && **other == source.texts.len() => texts.truncate(**other),
            _ => texts.clone_from(&source.texts),
        }
        strings.clone_from(&source.strings);
        template.clone_from(&source.template);
    }
}

/// Values by number, in pages: a session uses few of all numbers. Copies share pages until one of them changes.
#[derive(Debug, Default, Clone)]
pub(crate) struct ValuePages {
    pages: Vec<Option<Arc<[Value; PAGE]>>>,
}

/// Values per page.
const PAGE: usize = 64;

impl ValuePages {
    /// The value with a number; `None` if there is none yet.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> Option<Value> {
        let page = self.pages.get(number as usize / PAGE)?.as_ref()?;
        page.get(number as usize % PAGE).copied().and_then(Value::defined)
    }

    pub(crate) fn set(&mut self, number: u32, value: Value) {
        let at = number as usize / PAGE;
        if at >= self.pages.len() {
            self.pages.resize(at + 1, None);
        }
        if let Some(page) = self.pages.get_mut(at)
            && let Some(slot) = Arc::make_mut(page.get_or_insert_with(|| Arc::new([Value::UNDEF; PAGE]))).get_mut(number as usize % PAGE)
        {
            *slot = value;
        }
    }

    /// All values, including undefined ones.
    pub(crate) fn pages(&self) -> impl Iterator<Item = &[Value]> {
        self.pages.iter().flatten().map(|page| page.as_slice())
    }

    /// Like `pages`, to replace the values when objects have moved.
    pub(crate) fn pages_mut(&mut self) -> impl Iterator<Item = &mut [Value]> {
        self.pages.iter_mut().flatten().map(|page| Arc::make_mut(page).as_mut_slice())
    }
}

/// Bytes charged for interning a name, in addition to its text.
pub(crate) const NAME_BYTES: usize = 96;

/// Initial capacity of the table of names.
const FIRST_NAMES: usize = 28;

impl Names {
    pub(crate) fn find(&self, text: &str) -> Option<NameId> {
        let statics = static_names();
        statics.find(text).or_else(|| Some(name_at(statics.len() + self.texts.get_index_of(text)?)))
    }

    /// Adds a new name. The caller has charged [`NAME_BYTES`] and the text.
    pub(crate) fn add(&mut self, text: &str) -> NameId {
        if self.texts.is_empty() {
            // Reserves enough for a small program, so that the table does not grow four times.
            self.texts.reserve(FIRST_NAMES);
        }
        name_at(static_names().len() + self.texts.insert_full(text.into()).0)
    }

    /// Reserves capacity for the names of a small program. In a template session, its copies then have the capacity too and need not
    /// rebuild the table for their first name.
    pub(crate) fn make_room(&mut self) {
        self.texts.reserve(FIRST_NAMES);
        self.template = Some(Arc::new(self.texts.len()));
    }

    pub(crate) fn text(&self, name: NameId) -> &str {
        let statics = static_names();
        let at = name.0 as usize;
        match statics.texts.get_index(at) {
            Some(text) => text,
            None => self.texts.get_index(at - statics.len()).map_or("", CompactString::as_str),
        }
    }
}
