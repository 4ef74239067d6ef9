//! The numbers of the search, in one place so that they can be tuned together. They hold for every game: what differs
//! between games follows from their rules.

macro_rules! numbers {
    ($($(#[doc = $doc:literal])+ $name:ident = $value:literal, $low:literal..=$high:literal;)+) => {
        /// The numbers of the search.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Numbers {
            $($(#[doc = $doc])+ pub $name: i32,)+
        }

        impl Numbers {
            /// The numbers that games are played with.
            pub const DEFAULT: Numbers = Numbers {
                $($name: $value,)+
            };

            /// The numbers' names and the ranges in which they make sense, in the order of [`Numbers::all`].
            pub const RANGES: &[(&str, std::ops::RangeInclusive<i32>)] = &[$((stringify!($name), $low..=$high),)+];

            /// All numbers, in order, to be changed.
            pub fn all(&mut self) -> Vec<&mut i32> {
                vec![$(&mut self.$name,)+]
            }
        }
    };
}

numbers! {
    /// Half the width of the first window around the last score, in centipawns.
    window = 18, 5..=60;
    /// A position this much above beta for each ply of depth needs no search, in centipawns.
    reverse_futility = 75, 20..=200;
    /// So much less if the side's position gets better, in centipawns.
    reverse_futility_improving = 65, 0..=150;
    /// So far below alpha only captures help, in centipawns: at depth 0.
    razoring = 180, 50..=600;
    /// The same, for each ply of depth.
    razoring_ply = 180, 50..=500;
    /// Passing is tried if the evaluation reaches beta and so much more, in centipawns.
    null_above = 60, -50..=200;
    /// So much less for each ply of depth, in centipawns.
    null_above_ply = 25, 0..=60;
    /// After passing so much less deep, in plies.
    null_reduction = 3, 2..=6;
    /// One ply more for so many plies of depth.
    null_reduction_depth = 3, 2..=6;
    /// One ply more for so many centipawns above beta.
    null_reduction_eval = 200, 50..=500;
    /// Moves tried at least before quiet ones are left out, in games with as many moves as chess.
    late_moves = 3, 1..=12;
    /// Such a quiet move is hopeless so far below alpha, in centipawns: at depth 0.
    futility = 110, 30..=300;
    /// The same, for each ply of depth.
    futility_ply = 95, 30..=250;
    /// Quiet moves with a history below so much, for each ply of depth, are left out.
    history_pruning = 5000, 1000..=15000;
    /// Quiet moves that lose so many centipawns, times the square of the depth, are left out.
    see_quiet = 25, 5..=80;
    /// Captures that lose so many centipawns for each ply of depth are left out.
    see_capture = 90, 20..=250;
    /// Late moves are searched less deeply: by so many hundredths of a ply,
    reduction = 60, -50..=200;
    /// and by the product of the logarithms of depth and the move's number, divided by so many hundredths;
    reduction_divisor = 230, 120..=500;
    /// by so much less on the principal variation, in 1024ths of a ply;
    reduction_pv = 1024, 0..=3000;
    /// by so much less where the position has once been on one;
    reduction_once_pv = 1024, 0..=3000;
    /// by so much less if the move gives check;
    reduction_check = 2048, 0..=4000;
    /// by so much less if the move is a killer;
    reduction_killer = 1024, 0..=3000;
    /// by so much more unless the side's position gets better;
    reduction_worse = 1024, 0..=3000;
    /// by so much more where a cut is expected;
    reduction_cut = 1024, 0..=4000;
    /// by so much more if moves after it are mostly refuted at once;
    reduction_refuted = 1024, 0..=3000;
    /// by so much more if the table's move is a capture;
    reduction_capture = 512, 0..=3000;
    /// by so much less for each centipawn by which the evaluation is corrected;
    reduction_doubt = 10, 0..=60;
    /// and by a ply less for so much of history.
    reduction_history = 9000, 3000..=30000;
    /// A move that surprises by so many centipawns is looked at a ply more deeply,
    deeper = 40, 10..=150;
    /// and so many more for each ply of depth.
    deeper_ply = 2, 0..=10;
    /// One that is better by less than so many centipawns a ply less deeply.
    shallower = 8, 0..=40;
    /// History learns so much for each ply of depth,
    bonus_ply = 160, 50..=400;
    /// less so much,
    bonus_offset = 60, -100..=300;
    /// but at most so much.
    bonus_most = 1800, 500..=4000;
    /// A quiet move that could not be refuted earns so many hundredths of the bonus of one that refutes.
    bonus_before = 60, 0..=200;
    /// A quiet move earns so many sixteenths of the centipawns that the evaluation gains by it.
    bonus_eval = 20, 0..=200;
    /// A move is singular if all others are worse by so many centipawns for each 16 plies of depth.
    singular_margin = 32, 8..=96;
    /// It is searched two plies more deeply if they are worse by so many centipawns more.
    singular_double = 20, 5..=80;
    /// Below the horizon a capture must come so near to alpha, in centipawns.
    delta = 180, 50..=500;
    /// What full entries of the correction tables of pawns and pieces add, in centipawns.
    correction = 60, 10..=150;
    /// The same, of the table of the last two moves.
    correction_moves = 40, 0..=150;
}
