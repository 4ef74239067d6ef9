//! Who takes part, and the players that are made of them.

use super::super::{
    ToolError,
    arena::{
        EnginePlayer, Limits, Player, PlayerError,
        external::{ExternalPlayer, Program},
    },
    load_network,
};
use crate::engine::{Change, Engine};
use std::path::Path;

/// What plays.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// This program's own engine, with these options.
    Internal(Vec<(String, String)>),
    /// A program of its own.
    External(Box<Program>),
}

/// One who takes part.
#[derive(Clone, PartialEq, Debug)]
pub struct Entrant {
    /// The name for records; `None` for what the engine calls itself.
    pub name: Option<String>,
    /// What plays.
    pub kind: Kind,
    /// How long it may think.
    pub limits: Limits,
}

/// A player of either kind.
pub(super) enum AnyPlayer {
    Internal(Box<EnginePlayer>),
    External(Box<ExternalPlayer>),
}

impl AnyPlayer {
    /// The player as the referee sees it.
    pub fn player(&mut self) -> &mut dyn Player {
        match self {
            AnyPlayer::Internal(player) => player.as_mut(),
            AnyPlayer::External(player) => player.as_mut(),
        }
    }
}

impl Entrant {
    /// What to call it as long as it has not said its name: what the user calls it, or its command.
    pub(super) fn label(&self) -> String {
        let command = match &self.kind {
            Kind::Internal(_) => INTERNAL.to_string(),
            Kind::External(program) => program.command.join(" "),
        };
        self.name.clone().unwrap_or(command)
    }

    /// A player called `name`; `engine` knows the variants.
    ///
    /// # Errors
    /// If an option of the internal engine is wrong.
    pub(super) fn player(&self, name: &str, engine: &Engine) -> Result<AnyPlayer, ToolError> {
        match &self.kind {
            Kind::Internal(options) => {
                let mut own = engine.sibling();
                for (name, value) in options {
                    match own.set_option(name, value)? {
                        Change::Network(path) => {
                            if let Some(misfit) = load_network(&mut own, Path::new(&path))? {
                                return Err(ToolError::Other(format!("{path}: {misfit}")));
                            }
                        }
                        Change::Nothing | Change::Variant => {}
                        _ => {
                            let message = format!("option {name} is of no use to the engine in this process");
                            return Err(ToolError::Other(message));
                        }
                    }
                }
                let player = EnginePlayer::new(name.to_string(), own, self.limits);
                Ok(AnyPlayer::Internal(Box::new(player)))
            }
            Kind::External(program) => {
                let program = program.as_ref().clone();
                let player = ExternalPlayer::new(name.to_string(), program, self.limits, engine.sibling());
                Ok(AnyPlayer::External(Box::new(player)))
            }
        }
    }

    /// The name for records: what the user or the engine says, or the program's. The engine is started for it and
    /// asked whether it plays the variant.
    ///
    /// # Errors
    /// If it cannot be started or does not play the variant.
    pub(super) fn introduce(&self, player: &mut AnyPlayer, variant: &str) -> Result<String, PlayerError> {
        let AnyPlayer::External(player) = player else {
            return Ok(self.label());
        };
        player.name_of(variant)?;
        let (protocol, introduction) = player.meet()?;
        log::info!("{:?} speaks {protocol}", introduction.name);
        let own = introduction.name.clone().filter(|name| !name.trim().is_empty());
        Ok(self.name.clone().or(own).unwrap_or_else(|| self.label()))
    }
}

/// What this program's engine is called unless the user says otherwise.
const INTERNAL: &str = "Aanca";

/// The names with numbers after those that others have as well.
pub(super) fn told_apart(names: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::with_capacity(names.len());
    for name in names {
        let mut candidates = (1..).map(|number| match number {
            1 => name.clone(),
            _ => format!("{name} {number}"),
        });
        // Endless, so one of them is new.
        found.extend(candidates.find(|candidate| !found.contains(candidate)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_get_numbers() {
        let names = ["a", "b", "a", "a", "a 2"].map(str::to_string);
        assert_eq!(told_apart(&names), ["a", "b", "a 2", "a 3", "a 2 2"]);
    }
}
