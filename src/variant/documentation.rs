//! Writes docs/variants.md: the reading rules in prose, then every key from the table and every built-in game.

use super::{
    Registry,
    names::{CUSTOM_PIECES, Slot},
    table::{FAMILIES, GROUPS},
};
use std::fmt::Write;

const INTRODUCTION: &str = include_str!("introduction.md");

/// The text of docs/variants.md.
pub fn documentation() -> String {
    let mut text = INTRODUCTION.to_string();
    for (title, keys) in GROUPS {
        let _ = write!(
            text,
            "\n### {title}\n\n| Key | Type | Default | Meaning |\n| --- | --- | --- | --- |\n"
        );
        for key in *keys {
            let default = if key.default.is_empty() {
                String::new()
            } else {
                format!("`{}`", key.default)
            };
            let _ = writeln!(
                text,
                "| `{}` | {} | {default} | {} |",
                key.name,
                key.setter.type_name(),
                key.doc
            );
        }
    }
    text.push_str("\n### Keys for one piece type\n\nThe name of the piece follows with a capital, as in `mobilityRegionWhiteKing`.\n\n");
    text.push_str("| Key | Type | Meaning |\n| --- | --- | --- |\n");
    for family in FAMILIES {
        let _ = writeln!(
            text,
            "| `{}…` | {} | {} |",
            family.prefix,
            family.setter.type_name(),
            family.doc
        );
    }
    text.push_str("\n### Piece names\n\n| Name | Movement |\n| --- | --- |\n");
    for slot in Slot::all() {
        match slot.predefined() {
            Some("") => {
                let _ = writeln!(text, "| `{slot}` | none |");
            }
            Some(betza) => {
                let royal = if slot == Slot::KING { " unless given; royal" } else { "" };
                let _ = writeln!(text, "| `{slot}` | `{betza}`{royal} |");
            }
            None => {}
        }
    }
    let _ = writeln!(text, "| `customPiece1` to `customPiece{CUSTOM_PIECES}` | as given |");
    text.push_str("\n## The built-in games\n\nThe rules of the River games, and what is a ruling of ours in them, are in [river-games.md](river-games.md).\n\n| Name | Board | Game |\n| --- | --- | --- |\n");
    for variant in Registry::builtin().variants() {
        let (files, ranks) = (variant.shape.files(), variant.shape.ranks());
        let _ = writeln!(
            text,
            "| `{}` | {files}x{ranks} | {} |",
            variant.name, variant.description
        );
    }
    text
}
