//! The variants that can be played: those built in and those loaded.

use super::{
    Variant,
    diagnostic::{Diagnostic, Severity},
    draft::Draft,
    finish, ini,
    ini::Section,
    section::{self, Remarks},
    suggest,
};
use std::collections::{HashMap, HashSet};

/// The variants that come with the program.
const BUILT_IN: &str = include_str!("../../variants.ini");

/// A set of variants with different names.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    known: Vec<Known>,
}

/// A variant, and what its children inherit.
#[derive(Clone, Debug)]
struct Known {
    variant: Variant,
    draft: Draft,
}

/// How far the reading of one section of a text has come.
enum Progress {
    /// Not begun.
    Waiting,
    /// Its parent is being read: who comes here again has found a loop.
    Begun,
    /// Refused.
    Refused,
    /// Good, and now in the registry or the same as one there.
    Done,
}

impl Registry {
    /// A registry without variants.
    pub fn empty() -> Registry {
        Registry::default()
    }

    /// The variants that come with the program.
    pub fn builtin() -> Registry {
        let mut registry = Registry::empty();
        for problem in registry.load_text("variants.ini", BUILT_IN) {
            log::warn!("{problem}");
        }
        registry
    }

    /// Adds the variants of an ini text; `source_name` is the name that the diagnostics give it. Variants with errors
    /// are refused, with everything that is wrong with them; the others are added. A name that is taken stays as
    /// it is.
    pub fn load_text(&mut self, source_name: &str, text: &str) -> Vec<Diagnostic> {
        let (sections, unreadable) = ini::parse(text);
        let mut diagnostics: Vec<Diagnostic> = unreadable
            .into_iter()
            .map(|u| Diagnostic {
                severity: Severity::Error,
                source: source_name.to_string(),
                line: u.line,
                section: u.section,
                key: String::new(),
                message: u.message,
            })
            .collect();
        // A section with a line that cannot be read is not the game that was meant.
        let torn: HashSet<String> = diagnostics
            .iter()
            .map(|d| d.section.clone())
            .filter(|name| !name.is_empty())
            .collect();
        let mut first = HashMap::new();
        for (index, section) in sections.iter().enumerate() {
            first.entry(section.name.to_lowercase()).or_insert(index);
        }
        let mut load = Load {
            registry: self,
            source: source_name,
            progress: sections.iter().map(|_| Progress::Waiting).collect(),
            sections: &sections,
            torn,
            first,
            diagnostics: Vec::new(),
        };
        for index in 0..sections.len() {
            load.read(index);
        }
        diagnostics.append(&mut load.diagnostics);
        if sections.is_empty() && diagnostics.is_empty() {
            diagnostics.push(Diagnostic {
                severity: Severity::Warning,
                source: source_name.to_string(),
                line: 0,
                section: String::new(),
                key: String::new(),
                message: "no games found; a game begins with [name] or [name:parent]".to_string(),
            });
        }
        diagnostics.sort_by_key(|d| d.line);
        diagnostics
    }

    /// Everything that is wrong with an ini text, or worth knowing about it, by line. The text is read as
    /// [`Registry::load_text`] reads it, but nothing is added.
    pub fn check(&self, source_name: &str, text: &str) -> Vec<Diagnostic> {
        self.clone().load_text(source_name, text)
    }

    /// The variant with this name or synonym, whatever its case.
    pub fn get(&self, name: &str) -> Option<&Variant> {
        self.find(name).map(|known| &known.variant)
    }

    /// The variants' names, in the order in which they were loaded.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.variants().map(|variant| variant.name.as_str())
    }

    /// The variants, in the order in which they were loaded.
    pub fn variants(&self) -> impl Iterator<Item = &Variant> {
        self.known.iter().map(|known| &known.variant)
    }

    /// The known name that `name` is most likely a misspelling of.
    pub fn suggestion(&self, name: &str) -> Option<&str> {
        suggest::nearest(name, self.names())
    }

    fn find(&self, name: &str) -> Option<&Known> {
        let name = name.to_lowercase();
        let named = |known: &&Known| known.variant.name == name;
        let synonym = |known: &&Known| known.variant.synonyms.contains(&name);
        self.known
            .iter()
            .find(named)
            .or_else(|| self.known.iter().find(synonym))
    }
}

/// The reading of one text.
struct Load<'a> {
    registry: &'a mut Registry,
    source: &'a str,
    sections: &'a [Section],
    progress: Vec<Progress>,
    /// The names of sections with lines that cannot be read.
    torn: HashSet<String>,
    /// The first section of each name, in lower case.
    first: HashMap<String, usize>,
    diagnostics: Vec<Diagnostic>,
}

impl Load<'_> {
    /// Reads a section and, before it, its ancestors in the same text. The chain of ancestors is followed without
    /// recursion: it may be as long as the text.
    fn read(&mut self, index: usize) {
        let mut chain = vec![index];
        while let Some(&top) = chain.last() {
            if !matches!(self.progress[top], Progress::Waiting) {
                break;
            }
            self.progress[top] = Progress::Begun;
            match self.parent_in_text(top) {
                Some(parent) if matches!(self.progress[parent], Progress::Waiting) => chain.push(parent),
                _ => break,
            }
        }
        while let Some(index) = chain.pop() {
            if matches!(self.progress[index], Progress::Begun) {
                self.progress[index] = if self.finish(index) {
                    Progress::Done
                } else {
                    Progress::Refused
                };
            }
        }
    }

    /// The section of this text that is the parent of section `index`: the first of that name.
    fn parent_in_text(&self, index: usize) -> Option<usize> {
        let parent = self.sections[index].parent.as_ref()?;
        self.first.get(&parent.to_lowercase()).copied()
    }

    /// Reads section `index`, whose parent has been read. Gives whether it is good.
    fn finish(&mut self, index: usize) -> bool {
        let sections = self.sections;
        let section = &sections[index];
        let mut remarks = Remarks::new(self.source, section);
        let first = self.first.get(&section.name.to_lowercase()).copied();
        if let Some(first) = first.filter(|&first| first < index) {
            let message = format!("the section stands in line {} already", sections[first].line);
            remarks.add(Severity::Error, "", message);
            self.diagnostics.extend(remarks.into_list());
            return false;
        }
        let inherited = self.inherited(index, &mut remarks);
        let parent_known = inherited.is_some();
        let mut draft = inherited.unwrap_or_default();
        section::apply(section, &mut draft, &mut remarks);
        let torn = self.torn.contains(&section.name);
        let mut good = false;
        // Without its parent a section lacks pieces and more; complaining about that would only distract.
        if parent_known && let Some(variant) = finish::finish(&section.name, &draft, &mut remarks).filter(|_| !torn) {
            good = self.add(variant, draft, &mut remarks);
        }
        if !good && let Some(known) = self.registry.find(&section.name) {
            // The game cannot get this name, so what else is wrong with it would only distract.
            let message = format!(
                "the name is taken by another variant, {}; choose another",
                known.variant.name
            );
            remarks = Remarks::new(self.source, section);
            remarks.add(Severity::Error, "", message);
        }
        self.diagnostics.extend(remarks.into_list());
        good
    }

    /// What the section begins with; `None` (and a remark) if its parent is missing or bad.
    fn inherited(&self, index: usize, remarks: &mut Remarks) -> Option<Draft> {
        let Some(parent) = &self.sections[index].parent else {
            return Some(Draft::default());
        };
        let in_text = self.parent_in_text(index);
        match in_text.map(|parent| &self.progress[parent]) {
            Some(Progress::Begun) => {
                let message = format!("[{parent}] inherits from this section, directly or by others: a loop");
                remarks.add(Severity::Error, "", message);
                return None;
            }
            // A name that was taken is refused in this text, but the variant that has it is there.
            Some(Progress::Refused | Progress::Waiting) if self.registry.find(parent).is_none() => {
                remarks.add(Severity::Error, "", format!("its parent [{parent}] has errors"));
                return None;
            }
            _ => {}
        }
        let known = self.registry.find(parent).map(|known| known.draft.child());
        if known.is_none() {
            let names = self
                .sections
                .iter()
                .map(|section| section.name.as_str())
                .chain(self.registry.names());
            let message = match suggest::nearest(parent, names) {
                Some(near) => format!("there is no variant \"{parent}\" to inherit from; did you mean {near}?"),
                None => format!("there is no variant \"{parent}\" to inherit from"),
            };
            remarks.add(Severity::Error, "", message);
        }
        known
    }

    /// Adds a good variant. Gives whether it is known now, as the same variant.
    fn add(&mut self, variant: Variant, draft: Draft, remarks: &mut Remarks) -> bool {
        match self.registry.find(&variant.name) {
            Some(known) if known.draft == draft => {
                let message = format!("{} is known already, with the same rules", variant.name);
                remarks.add(Severity::Note, "", message);
                return true;
            }
            // What is to be said about that is said by who asks.
            Some(_) => return false,
            None => {}
        }
        for synonym in &variant.synonyms {
            if let Some(known) = self.registry.find(synonym) {
                let message = format!("\"{synonym}\" is {}'s name already", known.variant.name);
                remarks.add(Severity::Error, "synonyms", message);
                return false;
            }
        }
        self.registry.known.push(Known { variant, draft });
        true
    }
}
