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
    tempo = 72, 25;
    /// A pair of pieces that complement each other's colours.
    pair = 22, 24;
    /// A pawn that no pawn of its side can ever guard.
    isolated = -8, -18;
    /// A pawn behind another of its side.
    doubled = -8, -12;
    /// A pawn that is guarded by a pawn.
    guarded = 12, -6;
    /// A pawn next to another of its side.
    phalanx = 5, -3;
    /// A pawn that no own pawn can guard any more, whose next square an enemy pawn attacks.
    backward = 1, -10;
    /// The same, and an isolated pawn, if no pawn of either side stands before it on its file.
    weak_open = 0, -9;
    /// A guarded pawn or one next to another, times the square of the part of the way that it has gone.
    connected_near = 50, 33;
    /// A pawn whose next square an enemy pawn holds, where neither is passed, times the part of the way that it has gone.
    rammed = -11, 0;
    /// A passed pawn's hope to promote, in thousandths, wherever it stands.
    passed = -40, -16;
    /// The same, in thousandths, times the square of the part of the way that it has gone.
    passed_near = 77, 185;
    /// The part of a passed pawn's worth, in percent, that a piece in front of it leaves.
    passed_blocked = 30, 37;
    /// A passed pawn that a pawn guards.
    passed_guarded = 3, -16;
    /// For each king's step between a passed pawn and the enemy's royal, times the part of the way that it has gone.
    passed_enemy_far = -7, 28;
    /// For each king's step between a passed pawn and its own royal, times the part of the way that it has gone.
    passed_own_far = 13, -15;
    /// A passed pawn whose next square no enemy attacks, times the square of the part of the way that it has gone.
    passed_step = -17, 70;
    /// The same if none of the squares before it is attacked.
    passed_free = -23, 133;
    /// The same if its own side attacks the next square.
    passed_led = -22, 69;
    /// A pawn that becomes passed if those at its sides exchange themselves, times the part of the way that it has gone.
    candidate = 11, -2;
    /// Sixteenths of a centipawn for each square more than usual that an officer of a knight's value reaches.
    mobility = 113, 94;
    /// The same for each square that it reaches fewer than a third of the usual number.
    cramped = 152, 472;
    /// An officer that a pawn attacks.
    pawn_threat = 84, 39;
    /// For each 350 centipawns that the officer is worth above 350, in sixteenths.
    pawn_threat_rich = 127, -244;
    /// An officer that a pawn attacks after a safe step.
    push_threat = 20, 15;
    /// An officer that a cheaper officer attacks.
    cheap_threat = 80, 10;
    /// For each 350 centipawns that the officer is worth above 350, in sixteenths.
    cheap_threat_rich = 61, 473;
    /// An officer that is attacked and not guarded.
    hanging = 25, 39;
    /// An officer that is attacked twice and guarded once, by no pawn.
    pressed = 45, 82;
    /// A pawn that is attacked by an officer and not guarded.
    weak_pawn = 19, 43;
    /// An officer guarded by a pawn where no enemy pawn can attack it, less valuable than a rook.
    outpost = 20, 6;
    /// An officer that slides straight ahead, on a file without own pawns in front of it.
    open_file = -1, 39;
    /// The same if there are no enemy pawns either.
    free_file = 10, 24;
    /// A pawn on those squares of its part of the board that an officer of its side cannot leave.
    bound_pawns = 2, -14;
    /// A square behind the middle pawns that no enemy pawn attacks, for each 16 officers.
    space = 2, 15;
    /// Each officer of a type of a rook's value at least, but the first.
    twin = -31, 23;
    /// For each officer that slides straight ahead and each pawn of its side more than half the files, in sixteenths.
    slider_pawns = -19, -129;
    /// The same for other officers.
    other_pawns = -27, 30;
    /// For each officer of a rook's value at least and each of the enemy's officers that is worth less than two thirds of it.
    levelling = -9, 10;
    /// A pawn in front of the royal, up to three.
    shelter = 12, -2;
    /// One of them right in front of it.
    shelter_near = 10, 3;
    /// An enemy pawn at most four ranks before the royal, on its file or next to it.
    storm = -8, 8;
    /// A file at the royal or next to it without own pawns, while the enemy has officers.
    bare_file = -7, 10;
    /// The same if the enemy has no pawns there either.
    open_by_royal = -31, -4;
    /// Hundredths of a centipawn for the square of the danger to the royal.
    danger = 19, 0;
    /// Hundredths of a centipawn for the danger itself.
    danger_plain = 64, 206;
    /// In sixteenths, as all that follow, for the middle game only: danger at all.
    danger_base = 48, 0;
    /// Danger of an attack on a square next to the royal, for each 170 centipawns that the officer is worth, up to six.
    danger_near = 8, 0;
    /// The same for each officer that attacks there, times their number.
    danger_attackers = 3, 0;
    /// Danger of each square next to the royal that is attacked and that nothing but the royal guards.
    danger_weak = 6, 0;
    /// Danger of each type of officers that has a safe check.
    danger_check = 90, 0;
    /// The same for each 350 centipawns that the officer is worth.
    danger_check_rich = 19, 0;
    /// Danger of each type that has a check, but no safe one.
    danger_unsafe = 30, 0;
    /// Danger of each attacked square at most two king's steps from the royal.
    danger_ring = 6, 0;
    /// Danger of each of those that something but the royal guards.
    danger_guarded = -4, 0;
    /// Danger of each pawn that shelters the royal.
    danger_shelter = -19, 0;
    /// Danger of 1000 centipawns of attacking officers.
    danger_force = -5, 0;
    /// Danger of each 16 centipawns by which the enemy's mobility is better.
    danger_mobility = 3, 0;
    /// Danger of attacks by officers on squares at most three king's steps from the royal, for each 64 of the square of
    /// their number; what is attacked twice counts twice.
    danger_wide = 1, 0;
    /// A square that both sides attack and that no enemy pawn guards.
    contested = 5, -3;
    /// A piece within each ring round one that the enemy must not lose: what is hunted must be approached.
    approach = 21, 52;
    /// The royal's place: for files, from the outer (1) to the middle ones (0).
    royal_outside = 69, -1;
    /// For each rank that the royal has left behind, up to four.
    royal_advance = -8, 7;
    /// From the edge (0) to the centre (1).
    royal_centre = 9, 23;
    /// A pawn in the middle files, from -0.8 at the edge to 1.2.
    pawn_middle = 18, -8;
    /// A pawn's way from its first rank (0) to the last (1).
    pawn_advance = -11, -21;
    /// A pawn's hope to promote, in thousandths, times the square of the part of the way that it has gone.
    pawn_near = 47, 49;
    /// An officer of a knight's value, for each square that it reaches from its place more than usual.
    officer_reach = 80, 69;
    /// An officer of a knight's value, from the edge (0) to the centre (1).
    officer_centre = 29, -14;
    /// A slow officer's way up to 0.6 of the board.
    officer_advance = -8, -9;
    /// How much of a lead in the endgame counts with no pawns left, in percent,
    lead = 100, 51;
    /// and so much more with each pawn, up to all of it.
    lead_pawn = 0, 15;
}
