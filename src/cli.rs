//! The command line: what can be asked for, and which tool or protocol does it.

mod chance;
mod datagen;
mod engines;
mod play;
mod selfplay;
mod spsa;
mod tournament;
mod train;
mod tune;

use crate::{
    engine::{Engine, Request},
    protocol,
    tools::{self, Place, ToolError, analyse, bench, check, perft, show, variants},
    variant::Severity,
};
use clap::{Args, Parser, Subcommand};
use datagen::DatagenArgs;
use play::PlayArgs;
use selfplay::SelfplayArgs;
use spsa::SpsaArgs;
use std::{
    env,
    io::{self, BufWriter, Write},
    path::PathBuf,
    process::ExitCode,
    time::Duration,
};
use tournament::MatchArgs;
use train::TrainArgs;
use tune::TuneArgs;

/// Aanca plays, analyses and checks chess variants.
///
/// Without a command it speaks UCI or XBoard with a GUI, whichever the first line of its input asks for.
#[derive(Debug, Parser)]
#[command(name = "aanca", version, max_term_width = 100)]
pub struct Cli {
    /// An ini file with further variants; may be given more than once
    #[arg(long, value_name = "FILE", global = true)]
    variants: Vec<PathBuf>,

    /// What to do; without a command, speak UCI or XBoard
    #[command(subcommand)]
    command: Option<Command>,
}

/// The commands.
#[derive(Debug, Subcommand)]
enum Command {
    /// Think about a position and show the best lines and the best move
    #[command(alias = "analyze")]
    Analyse {
        #[command(flatten)]
        place: PlaceArgs,
        /// Think this many plies deep
        #[arg(long, value_name = "PLIES", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
        depth: Option<u32>,
        /// Think this long, in milliseconds [default: 5000, without --depth]
        #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
        movetime: Option<u64>,
        /// Show this many best lines
        #[arg(long, value_name = "LINES", allow_negative_numbers = true, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
        multipv: u32,
        /// Moves to play from the position first, in coordinates or algebraic notation; the variant stands before them
        #[arg(long, value_name = "MOVE", num_args = 1..)]
        moves: Vec<String>,
    },
    /// Count the sequences of legal moves of a given length
    Perft {
        /// The variant's name
        variant: String,
        /// The length of the sequences, in plies
        #[arg(allow_negative_numbers = true)]
        depth: u32,
        #[command(flatten)]
        position: PositionArgs,
        /// Show the count for each first move
        #[arg(long)]
        divide: bool,
        /// Count with this many threads
        #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
        threads: u32,
    },
    /// List the variants: name, board, description
    Variants,
    /// Show a variant's board and pieces, or how one of its pieces moves
    Show {
        /// The variant's name
        variant: String,
        /// The piece, by its letter or its name
        piece: Option<String>,
        /// The number of the start position, in variants whose start positions are numbered
        #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
        number: Option<u32>,
    },
    /// Check ini files with variants and show everything that is wrong with them
    Check {
        /// The files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Play against the engine in the terminal
    Play(PlayArgs),
    /// Play games of the engine against itself, check every position, and show the score
    Selfplay(Box<SelfplayArgs>),
    /// Play games between engines, UCI or XBoard, in any variant, and show the score
    Match(Box<MatchArgs>),
    /// Fit the weights of the evaluation to games, and show them
    Tune(TuneArgs),
    /// Fit the numbers of the search by games against itself, and show them
    Spsa(Box<SpsaArgs>),
    /// Play games of the engine against itself and write their positions, for `train`
    Datagen(DatagenArgs),
    /// Fit a network that corrects the evaluation to such positions
    Train(TrainArgs),
    /// Search fixed positions of all built-in variants and show the number of nodes and the speed
    Bench {
        /// The depth of each search, in plies
        #[arg(long, value_name = "PLIES", allow_negative_numbers = true, default_value_t = bench::DEFAULT_DEPTH,
              value_parser = clap::value_parser!(u32).range(1..))]
        depth: u32,
    },
}

/// Which position of which variant.
#[derive(Debug, Args)]
struct PlaceArgs {
    /// The variant's name [default: chess]
    variant: Option<String>,
    #[command(flatten)]
    position: PositionArgs,
}

/// Where a game starts.
#[derive(Debug, Args)]
struct PositionArgs {
    /// The position, instead of the variant's start position
    #[arg(long, value_name = "FEN", conflicts_with = "number")]
    fen: Option<String>,
    /// The number of the start position, in variants whose start positions are numbered
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    number: Option<u32>,
}

impl PositionArgs {
    /// This position of a variant.
    fn of(self, variant: Option<String>) -> Place {
        Place {
            variant,
            fen: self.fen,
            number: self.number,
            moves: Vec::new(),
        }
    }
}

/// Runs what the command line asks for. The exit status is 0 for success, 1 for failure, and 2 for a command line
/// that makes no sense.
pub fn run() -> ExitCode {
    let arguments = match tournament::with_config(env::args_os().collect()) {
        Ok(arguments) => arguments,
        Err(error) => {
            eprintln!("aanca: {error}");
            return ExitCode::from(2);
        }
    };
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to stdout, which may be closed.
            let _ = error.print();
            return if error.use_stderr() {
                ExitCode::from(2)
            } else {
                ExitCode::SUCCESS
            };
        }
    };
    match execute(cli) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // Who closes the pipe has seen enough.
        Err(ToolError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("aanca: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Gives whether all is well.
fn execute(cli: Cli) -> Result<bool, ToolError> {
    let mut engine = Engine::new()?;
    // The number of nodes of a bench tells versions of the program apart, whatever games its user has.
    if !matches!(cli.command, Some(Command::Bench { .. })) {
        load(&mut engine, &cli)?;
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let mut good = true;
    match cli.command {
        None => protocol::run(engine, io::stdin(), &mut out)?,
        Some(Command::Analyse {
            place,
            depth,
            movetime,
            multipv,
            moves,
        }) => {
            let request = Request {
                depth,
                move_time: movetime.map(Duration::from_millis),
                multi_pv: Some(multipv as usize),
                ..Request::default()
            };
            let place = Place {
                moves,
                ..place.position.of(place.variant)
            };
            analyse::run(&mut engine, &place, request, &mut out)?;
        }
        Some(Command::Perft {
            variant,
            depth,
            position,
            divide,
            threads,
        }) => {
            let place = position.of(Some(variant));
            perft::run(&mut engine, &place, depth, divide, threads as usize, &mut out)?;
        }
        Some(Command::Variants) => variants::run(&engine, &mut out)?,
        Some(Command::Show { variant, piece, number }) => {
            let place = Place {
                variant: Some(variant),
                number,
                ..Place::default()
            };
            show::run(&mut engine, &place, piece.as_deref(), &mut out)?;
        }
        Some(Command::Check { files }) => good = check::run(&mut engine, &files, &mut out)?,
        Some(Command::Play(args)) => {
            if let Some(book) = args.book() {
                protocol::load_book(&mut engine, book).map_err(|problem| ToolError::Other(problem.to_string()))?;
            }
            let mut input = tools::play::standard_input();
            tools::play::run(&mut engine, &args.options(), input.as_mut(), &mut out)?;
        }
        Some(Command::Selfplay(args)) => good = tools::tournament::run(&mut engine, &args.plan(), &mut out)?,
        Some(Command::Match(args)) => good = tools::tournament::run(&mut engine, &args.plan()?, &mut out)?,
        Some(Command::Tune(args)) => tools::tune::run(&mut engine, &args.plan(), &mut out)?,
        Some(Command::Spsa(args)) => tools::spsa::run(&mut engine, &args.plan(), &mut out)?,
        Some(Command::Datagen(args)) => tools::datagen::run(&mut engine, &args.plan(), &mut out)?,
        Some(Command::Train(args)) => tools::train::run(&mut engine, &args.plan(), &mut out)?,
        Some(Command::Bench { depth }) => bench::run(&mut engine, depth, &mut out)?,
    }
    out.flush()?;
    Ok(good)
}

/// Loads the user's files, as far as they are good, and tells what is wrong. A file that cannot be read stops a
/// command, as the user has mistaken its name; a GUI's engine goes on without it.
fn load(engine: &mut Engine, cli: &Cli) -> Result<(), ToolError> {
    for path in &cli.variants {
        let diagnostics = protocol::load_file(engine, path);
        for diagnostic in &diagnostics {
            eprintln!("{diagnostic}");
        }
        let unread = diagnostics.iter().any(|d| d.line == 0 && d.severity == Severity::Error);
        if unread && cli.command.is_some() {
            return Err(ToolError::Other(format!("{} was not loaded", path.display())));
        }
    }
    Ok(())
}
