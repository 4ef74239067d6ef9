//! What a key is: its name, the type of its value, where that goes, and one line about it.

use super::{
    Verdict,
    draft::{Draft, PairDraft, Region, Step, Types},
    ground::Seat,
    ground_values,
    names::Slot,
    networks,
    table::{FAMILIES, GROUPS},
    values,
};

/// A key with a fixed name.
pub(super) struct Key {
    /// The name, spelled exactly.
    pub name: &'static str,
    /// The value without the key, for people.
    pub default: &'static str,
    /// What it says, one line.
    pub doc: &'static str,
    /// What it takes and where that goes.
    pub setter: Setter,
}

/// The type of a key's value and the field it goes to.
pub(super) enum Setter {
    /// `true` or `false`.
    Bool(fn(&mut Draft, bool)),
    /// A whole number from 0 to the limit.
    Int(u16, fn(&mut Draft, u16)),
    /// A rank, from 0.
    Rank(fn(&mut Draft, u8)),
    /// A file, from 0.
    File(fn(&mut Draft, u8)),
    /// Several files.
    Files(fn(&mut Draft, Vec<u8>)),
    /// Anything.
    Text(fn(&mut Draft, &str)),
    /// One type or none.
    Type(fn(&mut Draft, Option<Slot>)),
    /// One type, any or none.
    AnyType(fn(&mut Draft, Types)),
    /// Several types.
    Types(fn(&mut Draft, Types)),
    /// Squares.
    Region(fn(&mut Draft, Region)),
    /// An end's value.
    Value(fn(&mut Draft, Verdict)),
    /// `letter:number` pairs with numbers up to the limit.
    Amounts(u16, fn(&mut Draft, Vec<(Slot, u16)>)),
    /// `letter:letters` pairs.
    Aliases(fn(&mut Draft, Vec<(Slot, char)>)),
    /// `letter:name` pairs.
    Names(fn(&mut Draft, Vec<(Slot, String)>)),
    /// `letter:letter` pairs: types and what they become.
    Becomes(fn(&mut Draft, Vec<(Slot, Slot)>)),
    /// Regions with `|` between them.
    Regions(fn(&mut Draft, Vec<Region>)),
    /// Single steps, from square to square.
    Steps(fn(&mut Draft, Vec<Step>)),
    /// Players' places.
    Seats(fn(&mut Draft, Vec<Seat>)),
    /// Castlings of two pieces.
    Pairs(fn(&mut Draft, Vec<PairDraft>)),
    /// One of several words.
    Choice(&'static [&'static str], fn(&mut Draft, usize)),
    /// A network that comes with the program, or none.
    Network(fn(&mut Draft, Option<&'static str>)),
    /// Another name for keys with a newer one.
    Old(&'static str, &'static Setter),
    /// A rule that this engine does not know yet; the values with which the rule is absent.
    Missing(&'static str, &'static [&'static str]),
}

impl Setter {
    /// The type's name, as the documentation has it.
    pub fn type_name(&self) -> &'static str {
        match self {
            Setter::Bool(_) => "bool",
            Setter::Int(..) => "int",
            Setter::Rank(_) => "Rank",
            Setter::File(_) => "File",
            Setter::Files(_) => "Files",
            Setter::Text(_) => "string",
            Setter::Type(_) | Setter::AnyType(_) => "PieceType",
            Setter::Types(_) => "PieceSet",
            Setter::Region(_) => "Bitboard",
            Setter::Value(_) => "Value",
            Setter::Amounts(..) => "letter:int",
            Setter::Aliases(_) => "letter:letters",
            Setter::Names(_) => "letter:name",
            Setter::Becomes(_) => "letter:letter",
            Setter::Regions(_) => "Bitboards",
            Setter::Steps(_) => "Steps",
            Setter::Seats(_) => "Seats",
            Setter::Pairs(_) => "Pairs",
            Setter::Choice(..) | Setter::Network(_) => "word",
            Setter::Old(_, setter) => setter.type_name(),
            Setter::Missing(name, _) => name,
        }
    }

    /// Reads `text` into the draft. `Ok` has remarks about a value that was accepted.
    pub fn apply(&self, draft: &mut Draft, text: &str) -> Result<Vec<String>, String> {
        match self {
            Setter::Bool(set) => set(draft, values::boolean(text)?),
            Setter::Int(max, set) => set(draft, values::number(text, *max)?),
            Setter::Rank(set) => set(draft, values::rank(text)?),
            Setter::File(set) => set(draft, values::file(text)?),
            Setter::Files(set) => set(draft, values::files(text)?),
            Setter::Text(set) => set(draft, text),
            Setter::Type(set) => {
                let slot = values::one_type(text, draft)?;
                set(draft, slot);
            }
            Setter::AnyType(set) => {
                let types = values::any_type(text, draft)?;
                set(draft, types);
            }
            Setter::Types(set) => {
                let types = values::types(text, draft)?;
                set(draft, types);
            }
            Setter::Region(set) => {
                let (region, beyond) = values::region(text, draft)?;
                set(draft, region);
                return Ok(beyond_the_board(&beyond, draft));
            }
            Setter::Value(set) => set(draft, values::verdict(text)?),
            Setter::Amounts(max, set) => {
                let amounts = values::amounts(text, *max, draft)?;
                set(draft, amounts);
            }
            Setter::Aliases(set) => {
                let aliases = values::aliases(text, draft)?;
                set(draft, aliases);
            }
            Setter::Names(set) => {
                let names = values::names(text, draft)?;
                set(draft, names);
            }
            Setter::Becomes(set) => {
                let pairs = values::becomes(text, draft)?;
                set(draft, pairs);
            }
            Setter::Regions(set) => {
                let (regions, beyond) = ground_values::regions(text, draft)?;
                set(draft, regions);
                return Ok(beyond_the_board(&beyond, draft));
            }
            Setter::Steps(set) => {
                let steps = ground_values::steps(text, draft)?;
                set(draft, steps);
            }
            Setter::Seats(set) => set(draft, ground_values::seats(text)?),
            Setter::Pairs(set) => {
                let pairs = ground_values::pair_castlings(text, draft)?;
                set(draft, pairs);
            }
            Setter::Choice(known, set) => set(draft, values::choice(text, known)?),
            Setter::Network(set) => set(draft, networks::named(text)?),
            Setter::Old(newer, setter) => {
                let mut remarks = setter.apply(draft, text)?;
                remarks.push(format!("this spelling is out of date; write {newer}"));
                return Ok(remarks);
            }
            Setter::Missing(..) => {}
        }
        Ok(Vec::new())
    }

    /// Whether `text` asks for a rule that this engine does not know.
    pub fn is_missing(&self, text: &str) -> bool {
        matches!(self, Setter::Missing(_, absent) if !absent.contains(&text))
    }
}

/// The remark about squares that a region names off the board.
pub(super) fn beyond_the_board(beyond: &[String], draft: &Draft) -> Vec<String> {
    if beyond.is_empty() {
        return Vec::new();
    }
    vec![format!(
        "{} is not on the {}x{} board",
        beyond.join(" "),
        draft.files,
        draft.ranks
    )]
}

/// A family of keys, one for each piece name: the prefix, then the name with a capital first letter.
pub(super) struct Family {
    /// The part before the piece's name.
    pub prefix: &'static str,
    /// What it says, one line.
    pub doc: &'static str,
    /// What it takes and where that goes.
    pub setter: FamilySetter,
}

/// The type of a family's values and the field they go to.
pub(super) enum FamilySetter {
    /// `true` or `false`.
    Bool(fn(&mut Draft, Slot, bool)),
    /// Several types.
    Types(fn(&mut Draft, Slot, Types)),
    /// Squares.
    Region(fn(&mut Draft, Slot, Region)),
}

impl FamilySetter {
    /// The type's name, as the documentation has it.
    pub fn type_name(&self) -> &'static str {
        match self {
            FamilySetter::Bool(_) => "bool",
            FamilySetter::Types(_) => "PieceSet",
            FamilySetter::Region(_) => "Bitboard",
        }
    }

    /// Reads `text` into the draft. `Ok` has remarks about a value that was accepted.
    pub fn apply(&self, draft: &mut Draft, slot: Slot, text: &str) -> Result<Vec<String>, String> {
        match self {
            FamilySetter::Bool(set) => set(draft, slot, values::boolean(text)?),
            FamilySetter::Types(set) => {
                let types = values::types(text, draft)?;
                set(draft, slot, types);
            }
            FamilySetter::Region(set) => {
                let (region, beyond) = values::region(text, draft)?;
                set(draft, slot, region);
                return Ok(beyond_the_board(&beyond, draft));
            }
        }
        Ok(Vec::new())
    }
}

/// Every key with a fixed name, in the order in which they are applied.
pub(super) fn all() -> impl Iterator<Item = &'static Key> {
    GROUPS.iter().flat_map(|(_, keys)| keys.iter())
}

/// The key with this name.
pub(super) fn named(name: &str) -> Option<&'static Key> {
    all().find(|key| key.name == name)
}

/// The family and the piece that a key's name stands for.
pub(super) fn family(name: &str) -> Option<(&'static Family, Slot)> {
    FAMILIES
        .iter()
        .find_map(|family| Some((family, Slot::named_in_key(name.strip_prefix(family.prefix)?)?)))
}
