#!/usr/bin/env python3
"""A slow, plain move generator for Gilman's River games; the rules are in river_rules.py.

Moves are written in coordinates: `e2e4`; a promotion with its letter only if it is a choice (`b2a1r`); castling `c1d1,a1e1`; a pass `0000`.

usage:  river.py perft VARIANT DEPTH [FEN]     node counts for depths 1..DEPTH
        river.py divide VARIANT DEPTH [FEN]    the count of each move
        river.py moves VARIANT [FEN]           the legal moves, sorted
        river.py check FILE [MAXDEPTH]         recount a file of tests/perft, or lines `VARIANT;FEN;D1 n...`; exit 1 on a difference
        river.py random VARIANT GAMES SEED     FENs of the positions of random games that prefer events
        river.py make VARIANT SEED [--positions N] [--nodes N] [--given FILE]
                                               a file of tests/perft: the positions of FILE, then others chosen for what happens in them
        river.py compare VARIANT GAMES SEED --engine PATH [--fens FILE]
                                               random games, or FILE's positions: moves, positions after them and ends, against the engine
"""
import argparse
import os
import random
import subprocess
import sys

from river_rules import GAMES, Position, square

# The rules of which it is interesting that they forbid a move.
FORBIDDING = ("solid", "corner_steps_barred", "home_block", "ford", "middle_line", "section_ban", "one_way_ban", "own_bank", "rose_rests")
FORBIDDING += ("present",)

# Positions for what random games do not show; `make` counts them too.
BLOCKED = ["4q3/8/8/8/8/pp6/PP6/CP6 w - - 0 1", "4q3/8/8/8/8/pp6/PP6/CP6 b - - 0 1"]  # without a move: pawns of one way
SECTION = "8**/8**/8**/8**/**8/**8/**8/**8/8**/8**/8**/8**/"
BANNED = [SECTION + "**8/**5q2/**8/**C7 w - - 0 1", SECTION + "**3q4/**8/**8/**C4Q2 b - - 0 1"]  # without a move: the section ban
CORONATIONS = [
    "8/8/8/2B3B1/3C1C2/8/4T3/8/8/Q7 w - - 0 1 S - -",  # e4e5 crowns both of one's own Princes and loses
    "8/8/8/2B3B1/3C1C2/8/3cTc2/2B3B1/8/Q7 w - - 0 1 S - -",  # e4e5 gives both armies two Kings
    "8/7q/2P5/3C4/4b3/8/8/8/8/7c w - - 0 1 S - -",  # a drop-out makes the pattern, the next man's move crowns
]
BY_HAND = {
    **{variant: BLOCKED for variant in ("wey", "wey-deans")},
    **{variant: BANNED for variant in ("coblache", "coblache-deans")},
    **{variant: CORONATIONS for variant in ("irwell", "irwell-deans")},
}


def is_pawn_crossing(position, text):
    return man_of(position, text) in "Pp" and position.game.bank(origin_of(text)) != position.game.bank(goal_of(text))


def origin_of(text):
    return square(split(text)[0])


def goal_of(text):
    return square(split(text)[1])


def man_of(position, text):
    """The letter of the moving man; '' for a pass."""
    return "" if text == "0000" else position.board[origin_of(text)]


def split(text):
    """Origin, goal and suffix of a move, of castling the leader's."""
    text = text.split(",")[0]
    cut = 2 + text[2].isdigit()
    end = cut + 2 + text[cut + 2 : cut + 3].isdigit()
    return text[:cut], text[cut:end], text[end:]


def events(before, text, after):
    """What is special about a move."""
    if text == "0000":
        if before.seat in before.out:
            return {"missed turn"}
        debt = " with a debt" if before.seat in before.debts else ""
        letters = {man.upper() for man in before.board.values() if before.mine(man)}
        return {"drop-out" + debt, *(f"drop-out of a {c}" for c in sorted(letters & set(before.game.dropout)))}
    found = set()
    man = man_of(before, text)
    if "," in text:
        found.add(("cathedralling " if man in "Cc" else "castling ") + text)
    if split(text)[2]:
        found.add("rose promotion" + (" by one who owes" if before.seat in before.debts else ""))
    if is_pawn_crossing(before, text):
        found.add("promotion")
    if len(after.board) < len(before.board):
        found.add("capture")
        if is_pawn_crossing(before, text):
            found.add("promotion by capture")
        if before.board[goal_of(text)] in "Pp" and man in "Pp":
            found.add("pawn takes pawn")
        if before.board[goal_of(text)] in "Rr" and before.game.rose_rests:
            found.add("rose captured")
    if before.game.crowns:
        for white, whose in ((before.white, "own"), (not before.white, "enemy")):
            new = len(after.kings(white)) - len(before.kings(white))
            if new:
                found.add(f"crowns {new} {whose}")
                if "promotion" in found:
                    found.add("crowns by promotion")
        if len(after.kings(True)) and len(after.kings(False)):
            found.add("both kings")
    if man in "Rr" and before.game.rose_rests:
        found.add("rose moves")
    if after.game.ford and man in "QCqc" and before.game.bank(origin_of(text)) != before.game.bank(goal_of(text)):
        found.add("ford")
    if after.decided():
        found.add(f"decides for {after.decided()}")
    if (after.game.royal or after.game.crowns) and after.in_check():
        found.add("gives check" if after.moves() else "mates")
    if after.rights != before.rights:
        found.add("loses a right")
    return found


WEIGHT = {"capture": 3, "promotion": 6, "rose promotion": 6, "rose moves": 2, "ford": 5, "gives check": 2, "both kings": 2}


def weight(found):
    """How much likelier than a plain move a move with these events is played."""
    total = 1
    for event in found:
        if event.startswith(("castling", "cathedralling", "crowns")):
            total += 6
        elif event.startswith("decides"):
            total *= 0.2
        total += WEIGHT.get(event, 0)
    return total


def random_game(variant, rng, start=None, plies=300):
    """Positions of one random game with the legal moves of each: (position, moves, text of the move played or None)."""
    position = Position(variant, start)
    # Captures and the like are preferred by some games, others are dull.
    eager = rng.choice([0, 1, 1, 2])
    for _ in range(plies):
        legal = position.moves()
        if not legal or position.half > 80:
            yield position, legal, None
            return
        texts = sorted(legal)
        weights = [weight(events(position, t, legal[t])) ** eager if eager else 1 for t in texts]
        text = rng.choices(texts, weights)[0]
        yield position, legal, text
        position = legal[text]


def features(position, legal):
    """What is special about a position, by name."""
    found = set()
    if not legal:
        verdict = position.result()
        found.add(f"over: {'decided' if position.decided() else 'no move'} {verdict}")
    game = position.game
    if game.royal or game.crowns:
        if position.in_check():
            found.add("check" if legal else "mate")
    for text, after in legal.items():
        found |= events(position, text, after)
    if game.crowns:
        found.add(f"kings {len(position.kings(position.white))}+{len(position.kings(not position.white))}")
    if game.four:
        found.add(f"out {len(position.out)}")
        found.add(f"seat {position.seat}")
        if position.debts:
            found.add(f"debts {len(position.debts)}")
            found.add(f"side to move owes {sum(seat.isupper() == position.white for seat in position.debts)}")
        if len(position.out) == 2 and not position.decided():
            found.add("one player each")
    if legal and "0000" not in legal:
        for rule in FORBIDDING:
            if getattr(game, rule):
                other = position.turned()
                other.__dict__.update(position.__dict__)
                other.game = RELAXED.setdefault((game.name, rule), game.without(rule))
                if set(other.ordinary()) - set(legal):
                    found.add(f"{rule} forbids")
    return found


RELAXED = {}


def choose(variant, rng, wanted, nodes, starts, games):
    """Positions of random games, chosen so that every event that was seen occurs, rare ones first and each several times."""
    seen = {}
    for _ in range(games):
        start = rng.choice([None, None, *starts])
        for ply, (position, legal, _) in enumerate(random_game(variant, rng, start)):
            fen = position.fen()
            if fen in seen or fen in starts or ply < 4 or (ply % 4 and legal and not interesting(position)):
                continue
            seen[fen] = features(position, legal)
    frequency = {}
    for found in seen.values():
        for feature in found:
            frequency[feature] = frequency.get(feature, 0) + 1
    had, chosen, over = {}, [], 0
    while len(chosen) < wanted:
        candidates = rng.sample(sorted(set(seen) - set(chosen)), min(len(seen) - len(chosen), 400))
        # What a position is worth: a feature counts less each time that it has been had, and more if few positions have it.
        def worth(fen):
            return sum(0.4 ** had.get(f, 0) * (1 + 20 / frequency[f]) for f in seen[fen])

        rare = [f for f in seen if f not in chosen and any(f2 not in had and frequency[f2] < 200 for f2 in seen[f])]
        pool = sorted(set(candidates) | set(rare), key=lambda f: (-worth(f), f))
        fen = next((f for f in pool if small(variant, f, nodes) and (over < 3 or Position(variant, f).moves())), None)
        if fen is None:
            break
        chosen.append(fen)
        over += not Position(variant, fen).moves()
        for feature in seen[fen]:
            had[feature] = had.get(feature, 0) + 1
    return chosen, {f: (had.get(f, 0), n) for f, n in sorted(frequency.items())}


def interesting(position):
    return position.out or position.debts or position.game.crowns and (position.kings(True) or position.kings(False))


def small(variant, fen, nodes):
    """Whether depth 3 is likely to stay below a number of nodes."""
    position = Position(variant, fen)
    one, two = position.perft(1), position.perft(2)
    return not one or two * max(one, two // one) <= nodes


def make(variant, seed, wanted, nodes, given, games):
    """Print a file of tests/perft."""
    rng = random.Random(seed)
    lines, starts, bad = [], [], 0
    for _, fen, counts in read_counts(given, variant) if given else []:
        starts.append(fen)
        bad += recount(variant, fen, counts, 3)
        lines.append(fen + "".join(f";D{d} {n}" for d, n in counts))
    chosen, seen = choose(variant, rng, wanted, nodes, starts, games)
    print(f"# {variant}: node counts by slow programs that know only the rules text: the first {len(lines)}")
    print("# positions by two independent ones, the others by tests/peers/river.py. A position that is over has no moves.")
    for fen in BY_HAND.get(variant, []) + chosen:
        position = Position(variant, fen)
        lines.append(fen + "".join(f";D{d} {position.perft(d)}" for d in (1, 2, 3)))
    print("\n".join(lines))
    print(f"{variant}: {len(lines)} positions, {bad} differences; events (positions chosen, positions met): {seen}", file=sys.stderr)
    return bad


def read_counts(path, variant=None):
    """Lines of a file of counts: (variant, FEN, [(depth, nodes)])."""
    for line in open(path):
        if line.startswith("#") or not line.strip():
            continue
        fields = line.strip().split(";")
        named = fields.pop(0) if fields[0] in GAMES else variant or os.path.basename(path).split(".")[0]
        counts = [tuple(int(x) for x in count.strip()[1:].split()) for count in fields[1:]]
        yield named, fields[0], counts


def recount(variant, fen, counts, maxdepth):
    """The number of wrong counts, each of which is told."""
    bad = 0
    for depth, nodes in counts:
        if depth <= maxdepth:
            got = Position(variant, fen).perft(depth)
            if got != nodes:
                bad += 1
                print(f"{variant}: {fen} D{depth}: file {nodes}, counted {got}")
    return bad


def check(path, maxdepth):
    bad = sum(recount(variant, fen, counts, maxdepth) for variant, fen, counts in read_counts(path))
    print(f"{path}: {bad} differences")
    return bad


class Engine:
    """The engine over UCI, asked for its legal moves and its view of a position."""

    def __init__(self, path, variant):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask(["uci", f"setoption name UCI_Variant value {variant}"])

    def ask(self, commands):
        """The lines of the answer to some commands."""
        self.process.stdin.write("\n".join([*commands, "isready"]) + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"the engine has ended after {commands}")
            if line.strip() == "readyok":
                return lines
            lines.append(line.rstrip())

    def moves(self, fen):
        """The legal moves by `go perft 1`, and what is wrong if anything is."""
        lines = self.ask([f"position fen {fen}"])
        errors = [line for line in lines if "error" in line]
        if errors:
            return [], errors
        self.process.stdin.write("go perft 1\n")
        self.process.stdin.flush()
        moves = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"the engine has ended in go perft 1 of {fen}")
            text, _, count = line.strip().rpartition(": ")
            if text == "Nodes searched":
                return moves, [] if int(count) == len(moves) else [f"{count} nodes, but {len(moves)} moves"]
            if text:
                moves.append(text)
            elif "error" in line:
                return [], [line.strip()]

    def show(self, position):
        """FEN, and how the game has ended: "white", "black", "draw" or None; claims do not count."""
        lines = self.ask([f"position {position}", "d"])
        errors = [line for line in lines if "error" in line]
        if errors:
            return errors[0], None
        fen = next((line[5:] for line in lines if line.startswith("Fen: ")), "no Fen line")
        end = next((line[18:] for line in lines if line.startswith("The game is over: ")), "")
        if not end or any(claim in end for claim in ("repetition", "-move rule", "insufficient")):
            return fen, None
        return fen, end.split()[0].lower()

    def quit(self):
        self.process.stdin.write("quit\n")
        self.process.stdin.close()
        self.process.wait(10)


def differences(engine, position, legal):
    """What the engine sees differently about a position, as texts."""
    fen = position.fen()
    moves, errors = engine.moves(fen)
    if errors:
        yield from errors
        return
    # A forced promotion may carry its letter in the engine's notation.
    named = {}
    for text in moves:
        plain = text if text in legal else text.rstrip("abcdefghijklmnopqrstuvwxyz=+")
        if plain in named:
            yield f"{plain} is there twice: {named[plain]} and {text}"
        forced = plain in legal and (plain == text or is_pawn_crossing(position, plain))
        named[plain if forced else text] = text
    missing, extra = sorted(set(legal) - set(named)), sorted(set(named) - set(legal))
    if missing:
        yield f"moves that the engine lacks: {' '.join(missing)}"
    if extra:
        yield f"moves that only the engine has: {' '.join(extra)}"
    for plain in sorted(set(legal) & set(named)):
        got, end = engine.show(f"fen {fen} moves {named[plain]}")
        if got != legal[plain].fen():
            yield f"after {plain}: {legal[plain].fen()}, the engine has {got}"
        elif legal[plain].decided() != end and (legal[plain].decided() or end in ("white", "black") and legal[plain].moves()):
            yield f"after {plain}: decided for {legal[plain].decided()}, the engine says {end}"
    got, end = engine.show(f"fen {fen}")
    if got != fen:
        yield f"set up the engine has {got}"
    if end != position.result():
        yield f"the end is {position.result()}, the engine says {end}"


def compare(variant, count, seed, path, most, fens):
    """Random games by this program; in every position the engine's moves, the positions after them, and the end are compared."""
    rng, engine, bad, positions = random.Random(seed), Engine(path, variant), 0, 0
    starts = [fen for _, fen, _ in read_counts(fens, variant)] if fens else [None] * count
    for number, start in enumerate(starts):
        played = []
        for position, legal, text in random_game(variant, rng, start, 1 if fens else 300):
            positions += 1
            for difference in differences(engine, position, legal):
                bad += 1
                print(f"{variant}: {position.fen()}: {difference}", flush=True)
                if bad >= most:
                    engine.quit()
                    print(f"FAIL: {variant}: {bad} differences in {positions} positions, stopped")
                    return bad
            if text:
                played.append((text, position))
        if not fens:
            # The whole game played through: passes, clocks and debts must come out the same.
            moves = " ".join(with_letter(engine, *step) for step in played)
            expected = played[-1][1].moves()[played[-1][0]].fen() if played else GAMES[variant].start
            got, _ = engine.show(f"startpos moves {moves}" if played else "startpos")
            if got != expected:
                bad += 1
                print(f"{variant}: game {number + 1} from the start: {expected}, the engine has {got}: {moves}")
    engine.quit()
    print(f"{'FAIL' if bad else 'ok'}: {variant}: {len(starts)} games, {positions} positions, {bad} differences")
    return bad


def with_letter(engine, text, position):
    """A move as the engine writes it: with its letter if it is a forced promotion."""
    if text == "0000" or not is_pawn_crossing(position, text):
        return text
    return next((m for m in engine.moves(position.fen())[0] if m.rstrip("abcdefghijklmnopqrstuvwxyz=+") == text), text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sub = parser.add_subparsers(dest="command", required=True)
    for command in ("perft", "divide", "moves", "random", "make", "compare"):
        p = sub.add_parser(command)
        p.add_argument("variant", choices=GAMES)
        if command in ("perft", "divide"):
            p.add_argument("depth", type=int)
        if command in ("random", "compare"):
            p.add_argument("games", type=int)
        if command in ("random", "make", "compare"):
            p.add_argument("seed", type=int)
        else:
            p.add_argument("fen", nargs="?")
        if command == "make":
            p.add_argument("--positions", type=int, default=14)
            p.add_argument("--nodes", type=int, default=120000, help="about the most nodes of a position at depth 3")
            p.add_argument("--given", help="a file of counts whose positions come first")
            p.add_argument("--games", type=int, default=40, help="how many games are played to choose from")
        if command == "compare":
            p.add_argument("--engine", required=True)
            p.add_argument("--most", type=int, default=20, help="stop after so many differences")
            p.add_argument("--fens", help="compare the positions of this file of counts instead of games")
    p = sub.add_parser("check")
    p.add_argument("file")
    p.add_argument("maxdepth", type=int, nargs="?", default=2)
    args = parser.parse_args()
    if args.command == "check":
        return 1 if check(args.file, args.maxdepth) else 0
    if args.command == "make":
        return 1 if make(args.variant, args.seed, args.positions, args.nodes, args.given, args.games) else 0
    if args.command == "compare":
        return 1 if compare(args.variant, args.games, args.seed, args.engine, args.most, args.fens) else 0
    if args.command == "random":
        rng = random.Random(args.seed)
        for _ in range(args.games):
            for position, _, _ in random_game(args.variant, rng):
                print(position.fen())
        return 0
    position = Position(args.variant, args.fen)
    if args.command == "moves":
        print("\n".join(sorted(position.moves())))
    elif args.command == "divide":
        for text, after in sorted(position.moves().items()):
            print(f"{text}: {after.perft(args.depth - 1) if args.depth > 1 else 1}")
    else:
        for depth in range(1, args.depth + 1):
            print(depth, position.perft(depth), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
