//! The keys about the ground (banks, crossings, presence) and about players with seats of their own.

use super::{
    ground::PresenceBanks,
    keys::{Key, Setter},
    table::key,
};

/// What the ground bars, promotes and asks for.
pub(super) const GROUND: &[Key] = &[
    key(
        "banks",
        "-",
        "The banks of a river, with `|` between them; the squares of none are one more bank. `a1-f4` is a rectangle. Ours. Example: `*1 *2 *3 *4 | *5 *6 *7 *8`.",
        Setter::Regions(|d, banks| d.banks = banks),
    ),
    key(
        "forwardUpRegion",
        "-",
        "On these squares forward is up the board for both sides, elsewhere down; `-`: up for White, down for Black. Ours. Example: `*1 *2 *3 *4`: all pawns walk towards the middle.",
        Setter::Region(|d, region| d.up = region),
    ),
    key(
        "crossingPromotionTypes",
        "-",
        "Types that promote by a move from one bank to another, instead of on the squares of a region, whether or not they are among `promotionPawnTypes`. Ours. Example: `p`.",
        Setter::Types(|d, types| d.crossing_promotion_types = types),
    ),
    key(
        "crossingBarredTypes",
        "-",
        "The types that may go from one bank to another only by the single steps of `crossingSteps`. They attack nothing beyond either. Ours. Example: `kq`.",
        Setter::Types(|d, types| d.crossing_barred_types = types),
    ),
    key(
        "crossingSteps",
        "-",
        "Single steps from bank to bank that are open to those types. Ours. Example: `d4e5 e5d4`: a queen crosses along one diagonal.",
        Setter::Steps(|d, steps| d.crossing_steps = steps),
    ),
    key(
        "barredSteps",
        "-",
        "Single steps, those of slides among them, that are barred to the types of `barredStepTypes`. Ours. Example: `g6f7 f7g6`.",
        Setter::Steps(|d, steps| d.barred_steps = steps),
    ),
    key(
        "barredStepTypes",
        "*",
        "The types that barred steps are barred to. Ours. Example: `bdp`: knights leap where bishops may not step.",
        Setter::Types(|d, types| d.barred_step_types = types),
    ),
    key(
        "solidBlockTypes",
        "-",
        "The types whose diagonal steps need all four squares of the block that they span, and whose knight's leaps need all six. Ours. Example: `bqn`: on a board with holes nobody squeezes through between two of them.",
        Setter::Types(|d, types| d.solid_block_types = types),
    ),
    key(
        "gateSide",
        "-",
        "The squares on one side of a line. A move across the line must start on, pass over or end on a square of `gateRegion` on each side. Ours. Example: `a* b* c* d*`.",
        Setter::Region(|d, region| d.gate_side = region),
    ),
    key(
        "gateRegion",
        "-",
        "The squares by which that line may be crossed. Ours. Example: `*3 *4 *5 *6`.",
        Setter::Region(|d, region| d.gate_region = region),
    ),
    key(
        "oppositeCaptureTypes",
        "-",
        "With a `forwardUpRegion`: the types that capture each other only where they move in opposite directions. Ours. Example: `p`.",
        Setter::Types(|d, types| d.opposite_capture_types = types),
    ),
    key(
        "rivalTypes",
        "-",
        "The types that may not end a move in a bank where an enemy of these types stands, not even to capture it. Ours. Example: `qk`: never two rulers on one bank.",
        Setter::Types(|d, types| d.rival_types = types),
    ),
    key(
        "presenceTypes",
        "-",
        "A move must leave its side at least one piece of these types on each bank of `presenceBanks`. Ours. Example: `qk`.",
        Setter::Types(|d, types| d.presence_types = types),
    ),
    key(
        "presenceBanks",
        "all",
        "Where: on `all` banks, or on the bank of the seat that moves (`own`). Ours.",
        Setter::Choice(&["all", "own"], |d, i| {
            d.presence_banks = [PresenceBanks::All, PresenceBanks::Own][i]
        }),
    ),
];

/// Players with seats, and what befalls pieces after a move.
pub(super) const PLAYERS: &[Key] = &[
    key(
        "seats",
        "-",
        "The players in the order of their turns: a letter, a capital for White, and the number of the player's bank. A player moves any piece of the side's, but only by a move that starts or ends on that bank; one whose partner is out moves freely. Who has no move drops out. Ours. Example: `S1 n2 N2 s1`: two teams of two.",
        Setter::Seats(|d, seats| d.seats = seats),
    ),
    key(
        "dropOutPromotion",
        "-",
        "What the pieces of a side become when one of its players drops out. Ours. Example: `p:q a:e`.",
        Setter::Becomes(|d, pairs| d.drop_out = pairs),
    ),
    key(
        "restTypes",
        "-",
        "The types that, once moved, must rest until each player of the side has moved another piece. Ours. Example: `r`.",
        Setter::Types(|d, types| d.rest_types = types),
    ),
    key(
        "royals",
        "one",
        "Each side always has `one` royal piece, or royals are `gained` in play: a side may be without, and one with two has lost. Ours.",
        Setter::Choice(&["one", "gained"], |d, i| d.royals_are_gained = i == 1),
    ),
    key(
        "coronation",
        "-",
        "After any move, a piece of the first type becomes the second if it is the only one between the two `coronationTypes` on a diagonal, or stands on the edge, not in a corner, with one of them nearest along each inward diagonal; whatever the sides of the three. Ours. Example: `c:k`.",
        Setter::Becomes(|d, pairs| d.coronation = pairs),
    ),
    key(
        "coronationTypes",
        "-",
        "The two types that crown. Ours. Example: `bt`.",
        Setter::Types(|d, types| d.crowners = types.list),
    ),
];

/// Castling of any two pieces.
pub(super) const PAIRS: Key = key(
    "pairCastling",
    "-",
    "Castlings of any two pieces that stand where they stood at the start, instead of the king's: the letter of the right in positions, a capital for White, then each piece with the square it leaves and the one it goes to. Between the two, and where they go, all must be empty; attacks and barred crossings do not matter. Written `c1d1,a1e1`. Ours. Example: `A:Kc1d1,Ra1e1 a:Kc8d8,Ra8e8`.",
    Setter::Pairs(|d, pairs| d.pair_castling = pairs),
);

/// Losing by losses of several types.
pub(super) const LOSS_SET: Key = key(
    "lossSetTypes",
    "-",
    "A side has lost when it has fewer pieces of each of these types than at the start. Ours. Example: `qr`: it has lost when both a queen and a rook are gone.",
    Setter::Types(|d, types| d.loss_set = types),
);
