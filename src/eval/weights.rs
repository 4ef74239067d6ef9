//! The numbers of the evaluation, in one place so that they can be tuned together. All are in centipawns unless said
//! otherwise, and hold for every game: what differs between games follows from their rules.

use super::score::Tapered;

macro_rules! weights {
    ($($(#[doc = $doc:literal])+ $name:ident = $middle:literal, $end:literal;)+) => {
        /// The numbers of the evaluation: for the middle game and for the endgame.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Weights {
            $($(#[doc = $doc])+ pub $name: Tapered,)+
        }

        impl Weights {
            /// The weights that games are played with.
            pub const DEFAULT: Weights = Weights {
                $($name: Tapered::new($middle, $end),)+
            };

            /// The weights' names, in the order of [`Weights::all`].
            pub const NAMES: &[&str] = &[$(stringify!($name),)+];

            /// All weights, in order, to be changed.
            pub fn all(&mut self) -> Vec<&mut Tapered> {
                vec![$(&mut self.$name,)+]
            }
        }
    };
}

weights! {
    /// The right to move.
    tempo = 27, 5;
    /// A pair of pieces that complement each other's colours.
    pair = 34, 29;
    /// A pawn that no pawn of its side can ever guard.
    isolated = -11, -22;
    /// A pawn behind another of its side.
    doubled = -13, 6;
    /// A pawn that is guarded by a pawn.
    guarded = 7, -6;
    /// A pawn next to another of its side.
    phalanx = 1, -3;
    /// A pawn that no own pawn can guard any more, whose next square an enemy pawn attacks.
    backward = 3, -12;
    /// A passed pawn's hope to promote, in thousandths, wherever it stands.
    passed = -3, 3;
    /// The same, in thousandths, times the square of the part of the way that it has gone.
    passed_near = 48, 215;
    /// The part of a passed pawn's worth, in percent, that a piece in front of it leaves.
    passed_blocked = 59, 55;
    /// A passed pawn that a pawn guards.
    passed_guarded = -4, -2;
    /// For each king's step between a passed pawn and the enemy's royal, times the part of the way that it has gone.
    passed_enemy_far = -5, 30;
    /// For each king's step between a passed pawn and its own royal, times the part of the way that it has gone.
    passed_own_far = 14, -14;
    /// Sixteenths of a centipawn for each square more than usual that an officer of a knight's value reaches.
    mobility = 103, 92;
    /// An officer that a pawn attacks.
    pawn_threat = 58, 19;
    /// An officer that a cheaper officer attacks.
    cheap_threat = 72, 7;
    /// An officer that is attacked and not guarded.
    hanging = 29, 26;
    /// A pawn that is attacked by an officer and not guarded.
    weak_pawn = 22, 45;
    /// An officer guarded by a pawn where no enemy pawn can attack it, less valuable than a rook.
    outpost = 17, 7;
    /// An officer that slides straight ahead, on a file without own pawns in front of it.
    open_file = 13, 32;
    /// A pawn in front of the royal, up to three.
    shelter = 8, 1;
    /// A file at the royal or next to it without own pawns, while the enemy has officers.
    bare_file = -5, -9;
    /// Hundredths of a centipawn for the square of the danger to the royal.
    danger = 17, 0;
    /// Danger of each square next to the royal that is attacked and that nothing but the royal guards, in sixteenths.
    danger_weak = 34, 0;
    /// Danger of each square from which a check is safe, in sixteenths.
    danger_check = 32, 0;
    /// A square that both sides attack and that no enemy pawn guards.
    contested = 7, -13;
    /// An officer at most five king's steps from the enemy's royal.
    near_enemy = -5, 8;
    /// An officer at most two king's steps from its own royal.
    beside_own = 4, -10;
    /// An officer at most five king's steps from its own royal.
    near_own = 7, 12;
    /// A piece within each ring round one that the enemy must not lose: what is hunted must be approached.
    approach = 5, 25;
    /// The royal's place: for files, from the outer (1) to the middle ones (0).
    royal_outside = 67, 10;
    /// For each rank that the royal has left behind, up to four.
    royal_advance = -18, 6;
    /// From the edge (0) to the centre (1).
    royal_centre = -5, 23;
    /// A pawn in the middle files, from -0.8 at the edge to 1.2.
    pawn_middle = 6, 6;
    /// A pawn's way from its first rank (0) to the last (1).
    pawn_advance = -4, 2;
    /// A pawn's hope to promote, in thousandths, times the square of the part of the way that it has gone.
    pawn_near = 67, 50;
    /// An officer of a knight's value, for each square that it reaches from its place more than usual.
    officer_reach = 104, 88;
    /// An officer of a knight's value, from the edge (0) to the centre (1).
    officer_centre = 16, -2;
    /// A slow officer's way up to 0.6 of the board.
    officer_advance = -1, -3;
}
