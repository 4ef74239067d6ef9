//! The networks that come with the program, as files: what is in them is the matter of the evaluation.

/// Name and contents of each, by name.
static ALL: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/networks.rs"));

/// Their names, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|(name, _)| *name)
}

/// The network with this name.
pub fn file(name: &str) -> Option<&'static [u8]> {
    ALL.iter().find(|(known, _)| *known == name).map(|(_, file)| *file)
}

/// Reads a network's name, or `none`.
pub(super) fn named(text: &str) -> Result<Option<&'static str>, String> {
    if text == "none" {
        return Ok(None);
    }
    let name = names().find(|name| *name == text);
    let known = || std::iter::once("none").chain(names()).collect::<Vec<_>>().join(", ");
    name.map(Some)
        .ok_or_else(|| format!("expected one of {}, found \"{text}\"", known()))
}
