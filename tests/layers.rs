//! The layers of the source: a file may only use what stands to its left in the declared order.

#![allow(clippy::unwrap_used, reason = "a test's helpers may fail the test")]

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Layers from left to right; those in one group may not use each other.
const ORDER: &[&[&str]] = &[
    &["error", "board"],
    &["pieces"],
    &["variant"],
    &["position"],
    &["movegen"],
    &["game"],
    &["eval"],
    &["search"],
    &["engine"],
    &["protocol", "tools"],
    &["cli"],
    &["main", "lib"],
];

fn rank(layer: &str) -> Option<usize> {
    ORDER.iter().position(|group| group.contains(&layer))
}

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

/// The names that directly follow `crate::` (or the crate's own name) in a source without its comments; a group
/// in braces gives the first name of each of its parts.
fn references(source: &str) -> Vec<String> {
    let code: Vec<&str> = source
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect();
    let code = code.join("\n");
    let mut found = Vec::new();
    for root in ["crate::", "aanca::"] {
        for (at, _) in code.match_indices(root) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$') {
                continue;
            }
            let rest = code[at + root.len()..].trim_start();
            if let Some(group) = rest.strip_prefix('{') {
                found.extend(group_heads(group));
            } else {
                found.push(head(rest));
            }
        }
    }
    found.retain(|name| !name.is_empty());
    found
}

fn head(text: &str) -> String {
    let text = text.trim_start();
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The first names of the parts of a braced group, whose opening brace has been taken away.
fn group_heads(group: &str) -> Vec<String> {
    let mut heads = vec![head(group)];
    let mut depth = 0;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => heads.push(head(&group[at + 1..])),
            _ => {}
        }
    }
    heads
}

#[test]
fn no_layer_uses_one_to_its_right() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 30, "the sources were not found");
    let mut arrows = Vec::new();
    let mut checked = 0;
    for file in files {
        let relative = file.strip_prefix(&root).unwrap();
        let layer = relative.components().next().unwrap().as_os_str().to_string_lossy();
        let layer = layer.trim_end_matches(".rs").to_string();
        let own = rank(&layer).unwrap_or_else(|| panic!("{layer} is in no layer: add it to ORDER"));
        for name in references(&fs::read_to_string(&file).unwrap()) {
            let Some(used) = rank(&name) else {
                // A name that the crate's root re-exports, or a macro, would hide an arrow.
                arrows.push(format!("{}: {name} is no layer", relative.display()));
                continue;
            };
            checked += 1;
            if name != layer && used >= own {
                arrows.push(format!("{}: {layer} uses {name}", relative.display()));
            }
        }
    }
    assert!(arrows.is_empty(), "arrows to the right:\n{}", arrows.join("\n"));
    assert!(checked > 50, "only {checked} arrows were found: is the test blind?");
}

#[test]
fn arrows_are_seen() {
    let source = "use crate::{board::{Square, Side}, search::Limits,\n pieces::Piece};\n// crate::eval\nlet a = crate::game::outcome();";
    assert_eq!(references(source), ["board", "search", "pieces", "game"]);
    assert!(rank("board") < rank("pieces") && rank("search") < rank("engine"));
    assert_eq!(rank("protocol"), rank("tools"));
}
