//! Reads one section into a draft: keys in the table's order, with a remark for everything that is not as it should be.

use super::{
    diagnostic::{Diagnostic, Severity},
    draft::{Draft, PieceSpec, capital},
    ini::{Entry, Section},
    keys,
    names::{CUSTOM_PIECES, Slot},
    suggest, table,
};
use crate::pieces::betza::{self, Dialect, Movement};
use std::{collections::HashMap, sync::LazyLock};

/// Collects what is said about one section.
pub(super) struct Remarks<'a> {
    source: &'a str,
    section: &'a Section,
    list: Vec<Diagnostic>,
}

impl<'a> Remarks<'a> {
    /// Nothing said yet about `section` of the file `source`.
    pub fn new(source: &'a str, section: &'a Section) -> Remarks<'a> {
        Remarks {
            source,
            section,
            list: Vec::new(),
        }
    }

    /// Says something about the line that sets `key`, or about the header where no line does.
    pub fn add(&mut self, severity: Severity, key: &str, message: String) {
        let entry = self.section.entries.iter().rev().find(|entry| entry.key == key);
        self.add_at(
            severity,
            entry.map_or(self.section.line, |entry| entry.line),
            key,
            message,
        );
    }

    fn add_at(&mut self, severity: Severity, line: usize, key: &str, message: String) {
        let (source, section) = (self.source.to_string(), self.section.name.clone());
        self.list.push(Diagnostic {
            severity,
            source,
            line,
            section,
            key: key.to_string(),
            message,
        });
    }

    fn add_all(&mut self, entry: &Entry, result: Result<Vec<String>, String>) {
        match result {
            Ok(remarks) => {
                for remark in remarks {
                    self.add_at(Severity::Warning, entry.line, &entry.key, remark);
                }
            }
            Err(message) => self.add_at(Severity::Error, entry.line, &entry.key, message),
        }
    }

    /// Whether the section sets `key` itself.
    pub fn sets(&self, key: &str) -> bool {
        self.section.entries.iter().any(|entry| entry.key == key)
    }

    /// Whether the section must be refused.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }

    /// Everything said, by line.
    pub fn into_list(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|d| d.line);
        self.list
    }
}

/// Applies the lines of a section to what it inherits.
pub(super) fn apply(section: &Section, draft: &mut Draft, remarks: &mut Remarks) {
    let entries = effective_entries(section, remarks);
    let goal = draft.goal();
    let find = |name: &str| entries.iter().copied().find(|entry| entry.key == name);
    for key in table::BOARD {
        if let Some(entry) = find(key.name) {
            remarks.add_all(entry, key.setter.apply(draft, &entry.value));
        }
    }
    let own: Vec<(&Entry, Slot)> = entries
        .iter()
        .filter_map(|&entry| Some((entry, Slot::named(&entry.key)?)))
        .collect();
    for &(entry, slot) in &own {
        let result = apply_piece(draft, slot, &entry.value);
        remarks.add_all(entry, result.map(|()| Vec::new()));
        // A letter given anew is taken from the inherited piece that had it; two pieces of this section cannot share it.
        if let Some(letter) = draft.pieces.get(&slot).map(|piece| piece.letter) {
            draft
                .pieces
                .retain(|other, piece| piece.letter != letter || own.iter().any(|(_, s)| s == other));
        }
    }
    // A type that has been removed has no other letters and no values.
    draft.aliases.retain(|(slot, _)| draft.pieces.contains_key(slot));
    draft.names.retain(|(slot, _)| draft.pieces.contains_key(slot));
    for key in table::GROUPS.iter().skip(1).flat_map(|(_, keys)| keys.iter()) {
        let Some(entry) = find(key.name) else { continue };
        if key.setter.is_missing(&entry.value) {
            remarks.add_all(
                entry,
                Err(format!(
                    "\"{}\" asks for a rule that is not implemented yet",
                    entry.value
                )),
            );
        } else {
            remarks.add_all(entry, key.setter.apply(draft, &entry.value));
        }
    }
    for &entry in &entries {
        if keys::named(&entry.key).is_none()
            && let Some((family, slot)) = keys::family(&entry.key)
        {
            remarks.add_all(entry, family.setter.apply(draft, slot, &entry.value));
        }
    }
    // What a network has learnt for one goal means nothing for another.
    if !remarks.sets("network") && draft.goal() != goal {
        draft.network = None;
    }
}

/// The lines that count: known keys, the last one of each.
fn effective_entries<'a>(section: &'a Section, remarks: &mut Remarks) -> Vec<&'a Entry> {
    let mut kept: Vec<&Entry> = Vec::new();
    for entry in &section.entries {
        let known = keys::named(&entry.key).is_some()
            || Slot::named(&entry.key).is_some()
            || keys::family(&entry.key).is_some();
        if !known {
            remarks.add_at(Severity::Error, entry.line, &entry.key, unknown_key(&entry.key));
            continue;
        }
        if let Some(earlier) = kept.iter_mut().find(|earlier| earlier.key == entry.key) {
            let message = format!("the key stands in line {} already; this line counts", earlier.line);
            remarks.add_at(Severity::Warning, entry.line, &entry.key, message);
            *earlier = entry;
        } else {
            kept.push(entry);
        }
    }
    kept
}

fn unknown_key(key: &str) -> String {
    if key.starts_with("customPiece") {
        return format!("there is no such key; custom pieces are customPiece1 to customPiece{CUSTOM_PIECES}");
    }
    static PIECES: LazyLock<Vec<String>> = LazyLock::new(|| Slot::all().map(|slot| slot.to_string()).collect());
    let pieces: &[String] = &PIECES;
    let mut names: Vec<&str> = keys::all()
        .map(|key| key.name)
        .chain(pieces.iter().map(String::as_str))
        .collect();
    let family_names: Vec<String>;
    if let Some(family) = table::FAMILIES.iter().find(|family| key.starts_with(family.prefix)) {
        let name = |piece: &String| format!("{}{}{}", family.prefix, piece[..1].to_uppercase(), &piece[1..]);
        family_names = pieces.iter().map(name).collect();
        names.extend(family_names.iter().map(String::as_str));
    }
    let message = "there is no such key".to_string();
    match suggest::nearest(key, names.into_iter()) {
        Some(near) => format!("{message}; did you mean {near}?"),
        None => message,
    }
}

/// Sets or removes a piece: `letter`, `letter:betza` or `-`.
fn apply_piece(draft: &mut Draft, slot: Slot, text: &str) -> Result<(), String> {
    if text == "-" {
        draft.pieces.remove(&slot);
        return Ok(());
    }
    let (letter, betza) = match text.split_once(':') {
        Some((letter, betza)) => (letter.trim(), Some(betza.trim())),
        None => (text, None),
    };
    let mut letters = letter.chars();
    let letter = letters
        .next()
        .filter(|_| letters.next().is_none())
        .and_then(capital)
        .ok_or_else(|| {
            format!(
                "\"{letter}\" is not one letter that can be a capital or small; expected \"x\", \"x:Betza\" or \"-\""
            )
        })?;
    let (betza, read) = match (betza, slot.predefined()) {
        (Some(_), _) if !slot.takes_betza() => {
            return Err(format!("{slot} has its own movement; use a customPiece for \"{text}\""));
        }
        (Some(betza), _) => (
            betza,
            betza::parse(betza, draft.dialect).map_err(|error| error.to_string()),
        ),
        (None, Some(betza)) => (betza, Ok(predefined_movement(slot))),
        (None, None) => return Err(format!("{slot} needs a movement; expected for example \"{text}:WF\"")),
    };
    // A piece whose movement cannot be read keeps its letter, so that other keys are not blamed for it.
    let error = read.as_ref().err().cloned();
    draft.pieces.insert(
        slot,
        PieceSpec {
            letter,
            betza: betza.to_string(),
            movement: read.unwrap_or_default(),
        },
    );
    error.map_or(Ok(()), Err)
}

/// The movement of a predefined piece, read once for all sections.
fn predefined_movement(slot: Slot) -> Movement {
    static MOVEMENTS: LazyLock<HashMap<Slot, Movement>> = LazyLock::new(|| {
        let read = |betza| betza::parse(betza, Dialect::Fairy).expect("invariant: predefined movements are good Betza");
        Slot::all()
            .filter_map(|slot| Some((slot, read(slot.predefined()?))))
            .collect()
    });
    MOVEMENTS.get(&slot).cloned().unwrap_or_default()
}
