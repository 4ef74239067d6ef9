//! What the engine tells of itself at the start, and its options.

use super::{Xboard, names, write, write::error};
use crate::{
    engine::{Change, Engine, OPTIONS, OptionId, OptionKind, OptionSpec, option},
    protocol::files::{load_book, load_files, load_network},
    variant::{Diagnostic, Severity},
};
use std::io::{self, Write};

/// What the engine can do, besides its variants and options.
const FEATURES: &str = "ping=1 setboard=1 usermove=1 colors=0 sigint=0 sigterm=0 reuse=1 time=1 draw=1 san=0 analyze=1 \
                        memory=1 smp=1 playother=1 pause=1 nps=1 exclude=1 highlight=1 debug=1";

/// Options that only XBoard has, all yes or no.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Own {
    Resign,
    OfferDraws,
}

const OWN: &[(&str, Own)] = &[("Resign", Own::Resign), ("Offer Draws", Own::OfferDraws)];

impl Xboard {
    /// The answer to `protover`.
    pub(super) fn features(&mut self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "feature done=0")?;
        writeln!(out, "feature {FEATURES} myname=\"Aanca {}\"", env!("CARGO_PKG_VERSION"))?;
        writeln!(out, "{}", self.variants())?;
        for spec in OPTIONS {
            if let Some(value) = described(spec) {
                writeln!(out, "feature option=\"{} {value}\"", spec.name)?;
            }
        }
        for &(name, own) in OWN {
            let value = i32::from(*self.own(own));
            writeln!(out, "feature option=\"{name} -check {value}\"")?;
        }
        writeln!(out, "feature done=1")
    }

    fn own(&mut self, own: Own) -> &mut bool {
        match own {
            Own::Resign => &mut self.bargain.resigns,
            Own::OfferDraws => &mut self.bargain.offers,
        }
    }

    fn variants(&self) -> String {
        let variants = self.engine.registry().variants();
        let names: Vec<&str> = variants.filter_map(names::name).collect();
        format!("feature variants=\"{}\"", names.join(","))
    }

    /// Reads the opening book, where that has not been done for the variant in use, and tells what is wrong with it.
    pub(super) fn open_book(&mut self, out: &mut dyn Write) -> io::Result<()> {
        inform(self.engine.open_book(), out)
    }

    /// `bk`: the moves of the opening book, with the part of its games in which each is chosen.
    pub(super) fn tell_book(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.open_book(out)?;
        for known in &self.engine.book_moves() {
            let text = write::move_text(&known.text, self.is_random());
            writeln!(out, " {text} {}% (read {}x)", known.percentage, known.count)?;
        }
        writeln!(out)
    }

    /// `option NAME=VALUE`, or `option NAME` for a button.
    pub(super) fn option(&mut self, text: &str, line: &str, out: &mut dyn Write) -> io::Result<()> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let (name, value) = (name.trim(), value.trim());
        if let Some(&(_, own)) = OWN.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)) {
            match value {
                "0" | "1" => *self.own(own) = value == "1",
                _ => return error(&format!("option {name}: \"{value}\": expected 0 or 1"), line, out),
            }
            return Ok(());
        }
        match self.engine.set_option(name, value) {
            Ok(Change::Nothing) => Ok(()),
            Ok(Change::Variant) => {
                self.restarted();
                Ok(())
            }
            Ok(Change::Files(paths)) => {
                inform(load_files(&mut self.engine, &paths), out)?;
                writeln!(out, "{}", self.variants())
            }
            Ok(Change::Log(path)) => {
                let opened = self.log.open(&path);
                opened.or_else(|message| error(&message, line, out))
            }
            Ok(Change::Book(path)) => inform(load_book(&mut self.engine, &path).err(), out),
            Ok(Change::Network(path)) => inform(load_network(&mut self.engine, &path), out),
            Err(wrong) => error(&wrong.to_string(), line, out),
        }
    }
}

/// Tells what is wrong with a file.
fn inform(diagnostics: impl IntoIterator<Item = Diagnostic>, out: &mut dyn Write) -> io::Result<()> {
    for diagnostic in diagnostics {
        let start = match diagnostic.severity {
            Severity::Error => "tellusererror ",
            _ => "# ",
        };
        for line in diagnostic.to_string().lines() {
            writeln!(out, "{start}{line}")?;
        }
    }
    Ok(())
}

/// An option's type and present value as XBoard is told; `None` for what has a command of its own, or no sense here.
fn described(spec: &OptionSpec) -> Option<String> {
    let elsewhere = [
        OptionId::Variant,
        OptionId::Chess960,
        OptionId::AnalyseMode,
        OptionId::ShowWdl,
        OptionId::Opponent,
        OptionId::Hash,
        OptionId::Threads,
        OptionId::Ponder,
    ];
    if elsewhere.contains(&spec.id) {
        return None;
    }
    Some(match spec.kind {
        OptionKind::Check(default) => format!("-check {}", i32::from(default)),
        OptionKind::Spin { default, min, max } => format!("-spin {default} {min} {max}"),
        OptionKind::Button => "-button".to_string(),
        // An empty value: there is nothing after the blank.
        OptionKind::File => "-file ".to_string(),
        OptionKind::Text => "-string ".to_string(),
        OptionKind::Variant => return None,
    })
}

/// Sets a numeric option to the value nearest to what `text` says that it can have.
pub(super) fn set_nearest(engine: &mut Engine, name: &str, text: &str) -> Result<(), String> {
    let value: i64 = text
        .parse()
        .map_err(|_| format!("\"{text}\": expected a whole number"))?;
    if let Some(OptionKind::Spin { min, max, .. }) = option(name).map(|spec| spec.kind) {
        let nearest = value.clamp(min, max).to_string();
        engine.set_option(name, &nearest).map_err(|wrong| wrong.to_string())?;
    }
    Ok(())
}
