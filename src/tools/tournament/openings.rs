//! What games begin with: random moves, positions and games of a file, or numbered start positions.

use super::{
    super::{
        ToolError,
        arena::{consider, random_opening},
    },
    Balance,
};
use crate::{
    board::SplitMix64,
    engine::{Engine, Request, SetUp, Value, pgn},
    variant::numbering,
};
use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// Where openings come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// From one position.
    Position,
    /// The games of a PGN file, or the positions of a file in FEN or EPD.
    File(PathBuf),
    /// The variant's numbered start positions, from one number to another.
    Numbers(Option<(u32, u32)>),
}

/// How openings are chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningPlan {
    /// Where they come from.
    pub source: Source,
    /// So many random moves follow, in plies.
    pub random_plies: usize,
    /// Which openings with random plies are even enough.
    pub balance: Balance,
    /// Of the games of a file, at most so many moves count, in plies.
    pub plies: usize,
    /// Whether a file's openings are taken in their order instead of a random one.
    pub in_order: bool,
    /// Where the random numbers start.
    pub seed: u64,
}

/// A start of a game: a position, and moves that are played from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The position, a FEN.
    pub fen: String,
    /// The moves, in coordinates.
    pub moves: Vec<String>,
}

/// So many candidates are tried for an opening that is new,
const TRIES: u32 = 400;
/// and so many of them are judged for one that is even enough.
const JUDGED: usize = 40;
/// The nodes of the search that tells whether an opening is even.
const JUDGING_NODES: u64 = 3000;
/// The transposition table of that search, in MiB.
const JUDGING_HASH: &str = "1";

/// The openings of a match, which are all different as far as there are enough of them.
pub struct Openings {
    plan: OpeningPlan,
    /// All there are to choose from, at least one, unless they are numbered.
    list: Vec<Opening>,
    /// The first and the last number.
    numbers: Option<(u32, u32)>,
    /// An opening depends on those before it, so all tables take theirs from one dealer.
    dealer: Mutex<Dealer>,
}

/// Who deals the openings out.
struct Dealer {
    /// Plays their moves and judges them.
    engine: Engine,
    /// Those dealt so far.
    dealt: Vec<Opening>,
    /// The positions, by their keys, that candidates have led to.
    known: HashMap<u64, Known>,
}

/// A position that candidates have led to.
#[derive(Clone, Copy)]
struct Known {
    /// How far it is from even beyond what is allowed, in centipawns.
    excess: u32,
    /// How many openings have led to it.
    dealt: u32,
}

impl Openings {
    /// The openings of a plan for the variant that the engine has in progress; from its position, if they come from no
    /// file.
    ///
    /// # Errors
    /// If a file cannot be read or has nothing that can be played, or the variant has no numbers.
    pub fn prepare(plan: OpeningPlan, engine: &Engine) -> Result<Openings, ToolError> {
        let mut dealer = engine.sibling();
        let mut list = Vec::new();
        let mut numbers = None;
        match &plan.source {
            Source::Position => list.push(Opening {
                fen: dealer.session().fen(),
                moves: Vec::new(),
            }),
            Source::File(path) => list = read_file(path, &plan, &mut dealer)?,
            Source::Numbers(range) => numbers = Some(number_range(*range, &dealer)?),
        }
        dealer.set_option("Hash", JUDGING_HASH)?;
        Ok(Openings {
            plan,
            list,
            numbers,
            dealer: Mutex::new(Dealer {
                engine: dealer,
                dealt: Vec::new(),
                known: HashMap::new(),
            }),
        })
    }

    /// The opening with this number, from 0; the same numbers have the same openings in every run.
    ///
    /// # Errors
    /// If none is found.
    pub fn get(&self, number: usize) -> Result<Opening, ToolError> {
        // A dealer that has panicked has dealt nothing by halves.
        let mut dealer = self.dealer.lock().unwrap_or_else(PoisonError::into_inner);
        while dealer.dealt.len() <= number {
            let next = dealer.dealt.len();
            let opening = self.deal(next, &mut dealer)?;
            dealer.dealt.push(opening);
        }
        Ok(dealer.dealt[number].clone())
    }

    /// The opening with this number, when all before it are dealt: the first candidate that leads to a new position
    /// which is even enough; if there is none, the one that has led to openings least often, and of those the most even.
    fn deal(&self, number: usize, dealer: &mut Dealer) -> Result<Opening, ToolError> {
        // Neighbouring seeds must not give similar numbers.
        let mut random = SplitMix64::new(SplitMix64::new(self.plan.seed ^ (number as u64) << 32).next());
        let (mut opening, mut key, mut known) = self.candidate(number, dealer, &mut random)?;
        if self.plan.random_plies > 0 || self.numbers.is_some() {
            let judged = dealer.known.len() + JUDGED;
            for _ in 1..TRIES {
                if known.dealt == 0 && known.excess == 0 || dealer.known.len() >= judged {
                    break;
                }
                let other = self.candidate(number, dealer, &mut random)?;
                if (other.2.dealt, other.2.excess) < (known.dealt, known.excess) {
                    (opening, key, known) = other;
                }
            }
        }
        if let Some(known) = dealer.known.get_mut(&key) {
            known.dealt += 1;
        }
        Ok(opening)
    }

    /// An opening that may be the one with this number, the key of the position that it leads to, and what is known of
    /// that.
    fn candidate(
        &self,
        number: usize,
        dealer: &mut Dealer,
        random: &mut SplitMix64,
    ) -> Result<(Opening, u64, Known), ToolError> {
        let engine = &mut dealer.engine;
        let mut opening = match self.numbers {
            Some((first, last)) => Opening {
                fen: numbered(first, last, random, engine)?,
                moves: Vec::new(),
            },
            None => self.listed(number)?,
        };
        set_up(&opening, engine)?;
        if self.plan.random_plies > 0 {
            let fen = engine.session().fen();
            let more = random_opening(engine, &fen, self.plan.random_plies, random)?;
            opening.moves.extend(more);
            set_up(&opening, engine)?;
        }
        let key = engine.session().key();
        let known = match dealer.known.get(&key) {
            Some(&known) => known,
            None => {
                let excess = match self.plan.balance.within() {
                    Some(bound) if self.plan.random_plies > 0 => imbalance(engine)?.saturating_sub(bound),
                    _ => 0,
                };
                Known { excess, dealt: 0 }
            }
        };
        dealer.known.insert(key, known);
        Ok((opening, key, known))
    }

    /// All are taken once before one comes again.
    fn listed(&self, number: usize) -> Result<Opening, ToolError> {
        let length = self.list.len();
        let none = || ToolError::Other("there is no opening".to_string());
        if length == 0 {
            return Err(none());
        }
        let (cycle, place) = (number / length, number % length);
        let place = match self.plan.in_order || length == 1 {
            true => place,
            false => shuffled(length, self.plan.seed.wrapping_add(cycle as u64))[place],
        };
        self.list.get(place).cloned().ok_or_else(none)
    }
}

/// Plays an opening.
fn set_up(opening: &Opening, engine: &mut Engine) -> Result<(), ToolError> {
    Ok(engine.set_up(&SetUp {
        fen: Some(opening.fen.clone()),
        moves: opening.moves.clone(),
    })?)
}

/// How far the engine's position is from even, in centipawns, as a short search sees it; the same in every run.
fn imbalance(engine: &mut Engine) -> Result<u32, ToolError> {
    engine.forget();
    let request = Request {
        nodes: Some(JUDGING_NODES),
        ..Request::default()
    };
    let (_, judgement) = consider(engine, &request, |_| ()).map_err(|error| ToolError::Other(error.to_string()))?;
    Ok(match judgement.value {
        Value::Centipawns(value) => value.unsigned_abs(),
        Value::Mate(_) => u32::MAX,
    })
}

/// The numbers below `length` in a random order.
fn shuffled(length: usize, seed: u64) -> Vec<usize> {
    let mut random = SplitMix64::new(SplitMix64::new(seed).next());
    let mut order: Vec<usize> = (0..length).collect();
    for last in (1..length).rev() {
        order.swap(last, random.below(last as u64 + 1) as usize);
    }
    order
}

/// The first and the last number that are meant.
fn number_range(range: Option<(u32, u32)>, engine: &Engine) -> Result<(u32, u32), ToolError> {
    let variant = engine.variant();
    let Some(numbering) = variant.numbering else {
        // The error says that there are none.
        engine.numbered_start(0)?;
        return Err(ToolError::Other(format!(
            "{} has no numbered start positions",
            variant.name
        )));
    };
    let last = numbering::numbers(numbering) - 1;
    let (from, to) = range.unwrap_or((0, last));
    if from > to || to > last {
        return Err(ToolError::Other(format!(
            "numbers:{from}-{to}: expected numbers from 0 to {last}, the smaller one first"
        )));
    }
    if !(from..=to).any(|number| numbering::is_valid(numbering, number)) {
        return Err(ToolError::Other(format!(
            "numbers:{from}-{to}: none of them is an allowed position"
        )));
    }
    Ok((from, to))
}

/// A random position of those from `first` to `last`, of which one is allowed.
fn numbered(first: u32, last: u32, random: &mut SplitMix64, engine: &Engine) -> Result<String, ToolError> {
    let count = (last - first) as u64 + 1;
    let start = random.below(count);
    let mut found = Err(ToolError::Other("there is no numbered position".to_string()));
    for step in 0..count {
        let number = first + ((start + step) % count) as u32;
        found = engine.numbered_start(number).map_err(ToolError::from);
        if found.is_ok() {
            break;
        }
    }
    found
}

/// The openings of a file: games of PGN, or a FEN or an EPD in each line. What cannot be played is told on standard error and left out.
fn read_file(path: &Path, plan: &OpeningPlan, engine: &mut Engine) -> Result<Vec<Opening>, ToolError> {
    let bytes = fs::read(path).map_err(|error| ToolError::Other(format!("cannot read {}: {error}", path.display())))?;
    let text = String::from_utf8_lossy(&bytes);
    let is_pgn = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
    let found = if is_pgn {
        games(&text, plan, engine)
    } else {
        positions(&text, plan, engine)
    };
    let mut list = Vec::new();
    for (line, opening) in found {
        match opening {
            Ok(opening) => list.push(opening),
            Err(problem) => eprintln!("{}:{line}: {problem}", path.display()),
        }
    }
    if list.is_empty() {
        return Err(ToolError::Other(format!(
            "{} has no opening that can be played",
            path.display()
        )));
    }
    Ok(list)
}

/// Openings and the lines in which they stand, or what is wrong there.
type Found = Vec<(usize, Result<Opening, String>)>;

fn positions(text: &str, plan: &OpeningPlan, engine: &mut Engine) -> Found {
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    let filled = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    filled
        .map(|(line, text)| (line, position(text, plan, engine)))
        .collect()
}

/// The games of a PGN text that are of the variant in progress: named by the tag, without one the default variant.
fn games(text: &str, plan: &OpeningPlan, engine: &mut Engine) -> Found {
    let mut found = Vec::new();
    for game in pgn::games(text) {
        let name = game.tag("Variant").unwrap_or(engine.default_variant());
        let is_meant = engine
            .registry()
            .get(name)
            .is_some_and(|known| known.name == engine.variant().name);
        if !is_meant {
            continue;
        }
        let fen = game.tag("FEN").map(str::to_string);
        let moves = game
            .moves
            .iter()
            .take(plan.plies)
            .map(|(_, text)| text.to_string())
            .collect();
        let start = engine.set_up(&SetUp { fen, moves: Vec::new() });
        let opening = match start {
            Ok(()) => playable(engine.session().fen(), moves, engine),
            Err(error) => Err(error.to_string()),
        };
        found.push((game.line, opening));
    }
    found
}

/// Reads a FEN or an EPD, with or without `moves` after it.
fn position(text: &str, plan: &OpeningPlan, engine: &mut Engine) -> Result<Opening, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (fields, moves) = words.split_at(end);
    let set_up = |engine: &mut Engine, fields: &[&str]| {
        let fen = Some(fields.join(" "));
        engine.set_up(&SetUp { fen, moves: Vec::new() })
    };
    // The operations of an EPD follow its four fields; some write counters there, others nothing.
    let all = set_up(engine, fields);
    let lengths = (FIELDS..fields.len()).rev();
    let found = all.or_else(|error| {
        let mut shorter = lengths.map(|length| set_up(engine, &fields[..length]));
        shorter.find(Result::is_ok).unwrap_or(Err(error))
    });
    found.map_err(|error| error.to_string())?;
    let fen = engine.session().fen();
    let moves = moves.iter().skip(1).take(plan.plies).map(|text| text.to_string());
    playable(fen, moves.collect(), engine)
}

/// The fields of a FEN before its counters.
const FIELDS: usize = 4;

/// The opening, if its moves are legal and the game goes on after them.
fn playable(fen: String, moves: Vec<String>, engine: &mut Engine) -> Result<Opening, String> {
    engine
        .set_up(&SetUp {
            fen: Some(fen.clone()),
            moves: Vec::new(),
        })
        .map_err(|error| error.to_string())?;
    let mut opening = Opening { fen, moves: Vec::new() };
    for text in moves {
        let mv = engine.read_move(&text).map_err(|error| error.to_string())?;
        opening.moves.push(engine.write_move(mv).coordinates);
        engine.play(mv).map_err(|error| error.to_string())?;
    }
    match engine.session().outcome() {
        Some(outcome) => Err(format!("the game is over: {}", outcome.describe())),
        None => Ok(opening),
    }
}
