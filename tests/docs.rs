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
