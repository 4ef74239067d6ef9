//! Options as the dialects list and set them.

use super::{
    dialect::{Dialect, UCI},
    quoted,
};
use crate::engine::{Engine, OPTIONS, OptionKind, OptionSpec};

/// The lines that list all options.
pub(super) fn list(dialect: &Dialect, engine: &Engine, default_variant: &str) -> Vec<String> {
    let lines = OPTIONS.iter().map(|spec| line(dialect, engine, default_variant, spec));
    let unit = dialect
        .unit_option
        .map(|name| format!("{}{name} type check default true", dialect.option_start));
    lines.chain(unit).collect()
}

fn line(dialect: &Dialect, engine: &Engine, default_variant: &str, spec: &OptionSpec) -> String {
    let start = format!("{}{} type ", dialect.option_start, dialect.option_name(spec));
    match spec.kind {
        OptionKind::Check(default) => format!("{start}check default {default}"),
        OptionKind::Spin { default, min, max } => format!("{start}spin default {default} min {min} max {max}"),
        OptionKind::Text | OptionKind::File => format!("{start}string default <empty>"),
        OptionKind::Button => format!("{start}button"),
        OptionKind::Variant => {
            let mut line = format!("{start}combo default {default_variant}");
            for variant in engine.registry().variants() {
                for name in std::iter::once(&variant.name).chain(&variant.synonyms) {
                    line.push_str(" var ");
                    line.push_str(name);
                }
            }
            line
        }
    }
}

/// The name and the value in what follows `setoption`.
///
/// # Errors
/// If there is no name, with a message that says what was expected.
pub(super) fn parse<'t>(dialect: &Dialect, text: &'t str) -> Result<(String, &'t str), String> {
    let text = text.trim();
    let (first, rest) = split_word(text);
    // Everybody may write as in UCI.
    let (name, value) = match first {
        "name" => split_value(rest),
        _ if dialect.option_words => (String::new(), ""),
        _ => (first.to_string(), rest),
    };
    if name.is_empty() {
        let form = if dialect.option_words || first == "name" {
            &UCI
        } else {
            dialect
        };
        let form = if form.option_words {
            "name NAME value VALUE"
        } else {
            "NAME VALUE"
        };
        return Err(format!("setoption: \"{}\": expected {form}", quoted(text)));
    }
    Ok((name, if value == "<empty>" { "" } else { value }))
}

/// The first word, and what follows it.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (first, rest.trim())
}

/// The words up to one that is `value`, and what follows it, blanks and all.
fn split_value(text: &str) -> (String, &str) {
    let (mut name, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let (word, left) = split_word(rest);
        rest = left;
        if word == "value" {
            break;
        }
        name.push(word);
    }
    (name.join(" "), rest)
}

#[cfg(test)]
mod tests {
    use super::{super::dialect::DIALECTS, *};

    #[test]
    fn names_and_values_are_told_apart() {
        let read = |greeting: &str, text| {
            let dialect = DIALECTS.iter().find(|dialect| dialect.greeting == greeting).unwrap();
            parse(dialect, text)
        };
        let found = |name: &str, value| Ok((name.to_string(), value));
        assert_eq!(read("uci", "name Clear  Hash"), found("Clear Hash", ""));
        assert_eq!(
            read("uci", "name VariantPath value a  b/c.ini"),
            found("VariantPath", "a  b/c.ini")
        );
        assert_eq!(read("uci", "name Hash value"), found("Hash", ""));
        assert_eq!(read("uci", "name VariantPath value <empty>"), found("VariantPath", ""));
        assert_eq!(
            read("uci", "name UCI_Opponent value none none human value"),
            found("UCI_Opponent", "none none human value")
        );
        assert_eq!(read("ucci", "hashsize 16"), found("hashsize", "16"));
        assert_eq!(read("ucci", "name Hash value 16"), found("Hash", "16"));
        for (greeting, text) in [
            ("uci", "Hash 3"),
            ("uci", ""),
            ("uci", "name"),
            ("uci", "name value 3"),
            ("ucci", ""),
        ] {
            let message = read(greeting, text).unwrap_err();
            assert!(message.contains(&format!("\"{text}\": expected ")), "{message}");
        }
    }
}
