//! Generated documentation is up to date. `UPDATE=1 cargo test --test docs` writes it anew.

use aanca::variant::documentation;

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
