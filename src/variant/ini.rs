//! The ini text itself: sections, parents, keys, values and comments, each with its line number.

/// A `key = value` line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The key as written.
    pub key: String,
    /// The value without the blanks around it and without the comment.
    pub value: String,
    /// The line, from 1.
    pub line: usize,
}

/// A section: `[name]` or `[name:parent]` and the lines up to the next section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Section {
    /// The name as written.
    pub name: String,
    /// The parent as written, if one is given.
    pub parent: Option<String>,
    /// The header's line, from 1.
    pub line: usize,
    /// The lines of the section.
    pub entries: Vec<Entry>,
}

/// A line that could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Unreadable {
    /// The line, from 1.
    pub line: usize,
    /// The section it stands in; empty before the first.
    pub section: String,
    /// What is wrong.
    pub message: String,
}

/// Splits a text into its sections. Lines that cannot be read are left out and listed.
pub(super) fn parse(text: &str) -> (Vec<Section>, Vec<Unreadable>) {
    let mut sections: Vec<Section> = Vec::new();
    let mut unreadable = Vec::new();
    // After a header that cannot be read, its lines belong to nobody and are passed over.
    let mut lost = false;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (index, raw) in text.lines().enumerate() {
        let line = index + 1;
        let content = without_comment(raw).trim();
        if content.is_empty() {
            continue;
        }
        let mut refuse = |message: String, section: &str| {
            unreadable.push(Unreadable {
                line,
                section: section.to_string(),
                message,
            });
        };
        if let Some(header) = content.strip_prefix('[') {
            match read_header(header) {
                Ok((name, parent)) => {
                    sections.push(Section {
                        name,
                        parent,
                        line,
                        entries: Vec::new(),
                    });
                    lost = false;
                }
                Err(message) => {
                    refuse(message, "");
                    lost = true;
                }
            }
            continue;
        }
        if lost {
            continue;
        }
        let Some(section) = sections.last_mut() else {
            refuse(
                format!("\"{content}\" stands before the first section; expected [name] or [name:parent]"),
                "",
            );
            continue;
        };
        match content.split_once('=') {
            Some((key, value)) if !key.trim().is_empty() => {
                let (key, value) = (key.trim().to_string(), value.trim().to_string());
                section.entries.push(Entry { key, value, line });
            }
            Some(_) => refuse(format!("\"{content}\" has no key before the \"=\""), &section.name),
            None => {
                refuse(
                    format!("cannot read \"{content}\"; expected \"key = value\" or \"[name:parent]\""),
                    &section.name,
                );
            }
        }
    }
    (sections, unreadable)
}

/// A comment begins at a `#` or `;` that starts the line or follows a blank; within a word they are plain text.
fn without_comment(line: &str) -> &str {
    let begins = |&(at, _): &(usize, &str)| line[..at].chars().next_back().is_none_or(char::is_whitespace);
    let found = line.match_indices(['#', ';']).find(begins);
    found.map_or(line, |(at, _)| &line[..at])
}

/// Reads what follows the `[` of a header.
fn read_header(text: &str) -> Result<(String, Option<String>), String> {
    let inner = text
        .strip_suffix(']')
        .ok_or_else(|| format!("the section header \"[{text}\" does not end with \"]\""))?;
    let (name, parent) = match inner.split_once(':') {
        Some((name, parent)) => (name.trim(), Some(parent.trim())),
        None => (inner.trim(), None),
    };
    let plain = |name: &str| !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || "[]:,".contains(c));
    if !plain(name) {
        return Err(format!(
            "\"{name}\" cannot name a variant; expected one word without blanks, \"[\", \"]\", \":\", \",\""
        ));
    }
    match parent {
        Some(parent) if !plain(parent) => Err(format!(
            "\"{parent}\" cannot name a parent; expected one variant's name"
        )),
        parent => Ok((name.to_string(), parent.map(str::to_string))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_and_lines() {
        let text = "\u{feff}# head\n[a]\nx = 1 ; one\n\n[ b : a ]\r\ny=\nz = p = q # r\n";
        let (sections, unreadable) = parse(text);
        assert!(unreadable.is_empty());
        assert_eq!(sections.len(), 2);
        assert_eq!((sections[0].name.as_str(), sections[0].line), ("a", 2));
        assert_eq!(
            sections[0].entries,
            [Entry {
                key: "x".into(),
                value: "1".into(),
                line: 3
            }]
        );
        assert_eq!(
            (sections[1].name.as_str(), sections[1].parent.as_deref()),
            ("b", Some("a"))
        );
        assert_eq!(sections[1].entries[0].value, "");
        assert_eq!(
            sections[1].entries[1],
            Entry {
                key: "z".into(),
                value: "p = q".into(),
                line: 7
            }
        );
    }

    #[test]
    fn unreadable_lines_are_listed_with_their_numbers() {
        let (sections, unreadable) = parse("x = 1\n[a\nlost = 1\n[b]\nwhat\n= 2\n[c d]\n[e:]\n[f]\n");
        assert_eq!(
            unreadable.iter().map(|u| u.line).collect::<Vec<_>>(),
            [1, 2, 5, 6, 7, 8]
        );
        assert_eq!(sections.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), ["b", "f"]);
        assert!(unreadable[2].message.contains("what") && unreadable[2].section == "b");
    }
}
