//! Generated documentation is up to date (`UPDATE=1 cargo test --test docs` writes it anew), and what documents name exists.

use aanca::{cli::Cli, engine::option, variant::documentation};
use clap::Parser;

#[test]
fn variants_md_is_what_the_table_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/variants.md");
    let text = documentation();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    let file = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        file == text,
        "docs/variants.md is out of date; run UPDATE=1 cargo test --test docs"
    );
}

/// The names in the second column of the table of rules, and the tests there are.
#[test]
fn every_rule_of_the_river_games_has_its_test() {
    let root = env!("CARGO_MANIFEST_DIR");
    let mut tests = String::new();
    for file in std::fs::read_dir(format!("{root}/tests/rules/river")).unwrap() {
        tests += &std::fs::read_to_string(file.unwrap().path()).unwrap();
    }
    let is_test = |name: &str| tests.contains(&format!("#[test]\nfn {name}()"));
    let text = std::fs::read_to_string(format!("{root}/docs/river-games.md")).unwrap();
    let (_, table) = text.split_once("| rule | test |").unwrap();
    let cells: Vec<&str> = table.lines().filter_map(|line| line.split('|').nth(2)).collect();
    let names: Vec<&str> = cells
        .iter()
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .collect();
    assert!(names.len() > 100, "{} names", names.len());
    for name in &names {
        assert!(
            is_test(name),
            "docs/river-games.md names {name}, but there is no such test"
        );
    }
    // And each of those tests is named.
    for test in tests.split("#[test]\nfn ").skip(1) {
        let name = test.split('(').next().unwrap();
        assert!(names.contains(&name), "docs/river-games.md does not name {name}");
    }
}

/// Words of a command line; those in quotes belong together.
fn words(line: &str) -> Vec<String> {
    let mut out = Vec::new();
    for (number, part) in line.split(['"', '\'']).enumerate() {
        match number % 2 {
            0 => out.extend(part.split_whitespace().map(str::to_string)),
            _ => out.push(part.to_string()),
        }
    }
    out
}

#[test]
fn commands_options_and_files_in_the_documents_exist() {
    let root = env!("CARGO_MANIFEST_DIR");
    let (mut commands, mut options, mut files) = (0, 0, 0);
    for name in ["README.md", "docs/guis.md"] {
        let text = std::fs::read_to_string(format!("{root}/{name}")).unwrap();
        for line in text.lines().filter_map(|line| line.strip_prefix("$ aanca ")) {
            commands += 1;
            let line = words(&format!("aanca {line}"));
            if let Err(error) = Cli::try_parse_from(&line) {
                assert!(!error.use_stderr(), "{name}: {line:?}: {error}");
            }
        }
        for word in text.split('`').skip(1).step_by(2) {
            // The name of an option, neither a move nor a number of nodes.
            let is_option = word.starts_with(|c: char| c.is_ascii_uppercase())
                && word.find(|c: char| !c.is_ascii_alphabetic()).is_none_or(|at| at > 2)
                && word.chars().any(|c| c.is_ascii_lowercase())
                && word
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '_'));
            if is_option && word != "Aanca" {
                options += 1;
                assert!(option(word).is_some(), "{name}: there is no option {word:?}");
            }
            if word.starts_with("tests/") || word.starts_with("install/") {
                files += 1;
                assert!(
                    std::path::Path::new(root).join(word).exists(),
                    "{name}: there is no {word}"
                );
            }
        }
        for link in text.split("](").skip(1) {
            let target = link.split([')', '#']).next().unwrap();
            let folder = std::path::Path::new(root).join(name).parent().unwrap().to_path_buf();
            assert!(
                target.is_empty() || folder.join(target).exists(),
                "{name}: there is no {target}"
            );
        }
    }
    assert!(
        commands > 12 && options > 4 && files > 2,
        "{commands} {options} {files}"
    );
}
