//! Betza notation, in the extended dialect of XBoard and the Interactive Diagram (XBetza).

/// A piece's movement: the atoms of one description.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Movement {}
