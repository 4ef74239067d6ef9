#!/usr/bin/env python3
"""Make a file of tests/perft from an independent program: pyffish (Fairy-Stockfish as a library) or slow.py.

Positions come from seeded random games that prefer promotions, castling, en passant and captures; about eight are kept so that each kind
of event occurs. A position whose game is over by rule (bare king, extinction) counts no moves; both Fairy-Stockfish programs do the same.

usage: perft_make.py VARIANT [--source pyffish|slow] [--seed N] [--positions N] [--nodes N] [--binary /usr/games/fairy-stockfish]
The file goes to stdout. --binary recounts all depths with that program's `go perft`, adds depth 3 where pyffish is too slow for it, and
counts the start position to depth 4; a difference ends the run with exit 1.
"""
import argparse
import random
import subprocess
import sys

sys.path.insert(0, __file__.rsplit("/", 1)[0])
import slow  # noqa: E402

# Games that pyffish knows only by description; castling where it is a fixed pair of files.
INI = """
[bird:capablanca]
startFen = rnbcqkabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBCQKABNR w KQkq - 0 1
[carrera:capablanca]
castling = false
startFen = rcnbkqbnar/pppppppppp/10/10/10/10/PPPPPPPPPP/RCNBKQBNAR w - - 0 1
[moderncarrera:capablanca]
startFen = ranbqkbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RANBQKBNCR w KQkq - 0 1
[schoolbook2:capablanca]
chancellor = m
promotionPieceTypes = ambrqn
startFen = rqnbakbnmr/pppppppppp/10/10/10/10/PPPPPPPPPP/RQNBAKBNMR w KQkq - 0 1
"""


class Pyffish:
    """Rules by pyffish; a position is its FEN."""

    def __init__(self, variant):
        import pyffish

        if variant in ("bird", "carrera", "moderncarrera", "schoolbook2") and variant not in pyffish.variants():
            pyffish.load_variant_config(INI)
        self.lib, self.variant, self.random = pyffish, variant, variant in ("fischerandom", "caparandom")
        self.title = f"pyffish {'.'.join(str(n) for n in pyffish.version())} ({pyffish.info()})"

    def start(self, fen=None):
        return fen or self.lib.start_fen(self.variant)

    def moves(self, fen):
        """Legal moves; none where the game is over by rule (this library's generator sees to that itself)."""
        return self.lib.legal_moves(self.variant, fen, [], self.random)

    def after(self, fen, move):
        return self.lib.get_fen(self.variant, fen, [move], self.random)

    def in_check(self, fen):
        return self.lib.gives_check(self.variant, fen, [], self.random)

    def fen(self, fen):
        return fen


class Slow:
    """Rules by slow.py."""

    title = "tests/peers/slow.py, a plain generator that knows only the rules text"

    def __init__(self, variant):
        self.variant = variant

    def start(self, fen=None):
        return slow.Position(self.variant, fen)

    def moves(self, position):
        return position.moves()

    def after(self, position, move):
        return position.moves()[move]

    def in_check(self, position):
        return position.in_check()

    def fen(self, position):
        return position.fen()


def perft(source, position, depth):
    moves = source.moves(position)
    return len(moves) if depth == 1 else sum(perft(source, source.after(position, m), depth - 1) for m in moves)


def random_array(variant, rng):
    """A random start for the games that have one, with rook files as rights."""
    capablanca = variant == "caparandom"
    while True:
        pieces = list("RNABQKBCNR" if capablanca else "RNBQKBNR")
        rng.shuffle(pieces)
        row = "".join(pieces)
        rooks = [f for f, p in enumerate(row) if p == "R"]
        bishops = [f for f, p in enumerate(row) if p == "B"]
        colours = (row.index("Q") + row.index("A")) % 2 if capablanca else 1
        if sum(bishops) % 2 and colours and rooks[0] < row.index("K") < rooks[1]:
            n = len(row)
            rights = "".join(chr(65 + f) for f in reversed(rooks))
            empty = "/".join([str(n)] * 4)
            return f"{row.lower()}/{'p' * n}/{empty}/{'P' * n}/{row} w {rights}{rights.lower()} - 0 1"


def board_of(fen):
    """Square name -> piece letter."""
    board = {}
    rows = fen.split()[0].split("[")[0].split("/")
    for i, row in enumerate(rows):
        file, digits = 0, ""
        for c in row + " ":
            if c.isdigit():
                digits += c
                continue
            file += int(digits or 0)
            digits = ""
            if c not in "+~ ":
                board[f"{chr(97 + file)}{len(rows) - i}"] = c
                file += 1
    return board


def kinds(fen, moves):
    """What kind of event each move is."""
    board = board_of(fen)
    ep = fen.split()[3]
    for move in moves:
        body = move.rstrip("+")
        cut = 2 if not body[2].isdigit() else 3
        origin, to, rest = body[:cut], body[cut:].rstrip("abcdefghijklmnopqrstuvwxyz"), body[-1].isalpha() or "+" in move
        piece = board.get(origin, "?").upper()
        if rest:
            yield move, "promotion"
        elif piece == "P" and to == ep:
            yield move, "en passant"
        elif piece == "K" and origin[1:] == to[1:] and (
            abs(ord(origin[0]) - ord(to[0])) > 1 or board.get(to, "-").isupper() == (fen.split()[1] == "w") and to in board
        ):
            yield move, "castling"
        else:
            yield move, "capture" if to in board else "pawn" if piece == "P" else "quiet"


WEIGHT = {"promotion": 12, "en passant": 30, "castling": 3, "capture": 3, "pawn": 2, "quiet": 1}


def collect(source, variant, rng, wanted):
    """Positions of random games, chosen so that every kind of event occurs."""
    pools = {}
    for _ in range(25):
        array = random_array(variant, rng) if variant in ("fischerandom", "caparandom") else None
        position = source.start(array)
        for ply in range(rng.choice([20, 50, 120])):
            moves = sorted(source.moves(position))
            fen = source.fen(position)
            if not moves:
                pools.setdefault("end", []).append(fen)
                break
            events = list(kinds(fen, moves))
            if ply > 4:
                found = {kind for _, kind in events} & {"promotion", "en passant", "castling"}
                found |= {"check"} if source.in_check(position) else set()
                for kind in found or {"quiet"}:
                    pools.setdefault(kind, []).append(fen)
            move = rng.choices([m for m, _ in events], [WEIGHT[k] for _, k in events])[0]
            position = source.after(position, move)
    chosen = [random_array(variant, rng) for _ in range(3)] if variant in ("fischerandom", "caparandom") else []
    order = ["castling", "promotion", "en passant", "check", "castling", "end", "promotion", "en passant", "quiet", "castling", "check", "promotion"]
    for kind in order * 2:
        pool = [f for f in pools.get(kind, []) if f not in chosen]
        if pool and len(chosen) < wanted:
            chosen.append(rng.choice(pool))
    return chosen, {kind: len(pool) for kind, pool in pools.items()}


def binary_perft(path, variant, fen, depth):
    """Node count of `go perft` in a UCI program."""
    name, random_game = ("chess", True) if variant == "fischerandom" else (variant, variant == "caparandom")
    text = f"uci\nsetoption name UCI_Chess960 value {str(random_game).lower()}\nsetoption name UCI_Variant value {name}\n"
    text += f"position fen {fen}\ngo perft {depth}\nquit\n"
    out = subprocess.run([path], input=text, capture_output=True, text=True, timeout=300, check=True).stdout
    return int(next(line for line in out.splitlines() if line.startswith("Nodes searched")).split(":")[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant")
    parser.add_argument("--source", choices=["pyffish", "slow"], default="pyffish")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--positions", type=int, default=8)
    parser.add_argument("--nodes", type=int, default=60000, help="no depth is counted that is expected to have more leaves")
    parser.add_argument("--binary", help="a UCI program with `go perft` to recount with")
    args = parser.parse_args()
    source = Slow(args.variant) if args.source == "slow" else Pyffish(args.variant)
    rng = random.Random(args.seed)
    chosen, pools = collect(source, args.variant, rng, args.positions)
    start = [] if args.variant in ("fischerandom", "caparandom") else [source.fen(source.start())]
    lines, bad = [], 0
    for fen in start + chosen:
        counts = []
        while len(counts) < 3:
            growth = max(counts[0], 30) if counts else 0
            if counts and fen not in start and counts[-1] * growth > args.nodes or len(counts) > 1 and counts[-1] == 0:
                break
            counts.append(perft(source, source.start(fen), len(counts) + 1))
        if args.binary:
            for depth, nodes in enumerate(counts, 1):
                got = binary_perft(args.binary, args.variant, fen, depth)
                if got != nodes:
                    bad += 1
                    print(f"{args.variant}: {fen} D{depth}: {nodes}, but {args.binary} counts {got}", file=sys.stderr)
            while counts[-1] and len(counts) < (4 if fen in start else 3):
                counts.append(binary_perft(args.binary, args.variant, fen, len(counts) + 1))
        lines.append(fen + "".join(f";D{d} {n}" for d, n in enumerate(counts, 1)))
    print(f"# {args.variant}: node counts by {source.title}.")
    if args.binary:
        print("# All counted again, and the deepest where pyffish is too slow counted alone, by Fairy-Stockfish 11.1 (the Debian package).")
    print("# A position whose game is over by rule has no moves. Positions: seeded random games, see tests/peers/perft_make.py.")
    print("\n".join(lines))
    print(f"{args.variant}: {len(lines)} positions, {bad} differences, events seen {pools}", file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
