#!/usr/bin/env python3
"""A slow, plain move generator for games of the chess and Capablanca family: an oracle that shares nothing with the engine.

It knows pawns, the pieces in LEAPS and SLIDES, and castling with fixed, flexible or random-array targets. Everything is make-and-test
on a list of characters, straight from the rules, so that it is easy to believe. It serves as referee in play_xboard.py and as source of
node counts for games that no other program plays by the right rules.

usage:  slow.py perft VARIANT DEPTH [FEN]     node counts for depths 1..DEPTH
        slow.py check FILE.perft [MAXDEPTH]   recount a file of tests/perft, exit 1 on a difference
        slow.py games FILE                    play the games of tests/data/schoolbook-games.txt, exit 1 if one does not end as written
"""
import argparse
import os
import re
import sys

STEPS = {"B": [(1, 1), (1, -1), (-1, 1), (-1, -1)], "R": [(1, 0), (-1, 0), (0, 1), (0, -1)]}
STEPS["Q"] = STEPS["B"] + STEPS["R"]
KNIGHT = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
LEAPS = {"N": KNIGHT, "A": KNIGHT, "C": KNIGHT, "M": KNIGHT, "J": KNIGHT, "K": STEPS["Q"]}
SLIDES = {"B": STEPS["B"], "R": STEPS["R"], "Q": STEPS["Q"], "A": STEPS["B"], "J": STEPS["B"], "C": STEPS["R"], "M": STEPS["R"]}

# name: (first rank, castling, promotions). Castling: None, "flexible", or the two files that the king goes to (towards a, away from a);
# "random" = those files from any array, the move written as king takes rook.
GAMES = {
    "chess": ("RNBQKBNR", "cg", "QRBN"),
    "fischerandom": ("RNBQKBNR", "random cg", "QRBN"),
    "capablanca": ("RNABQKBCNR", "ci", "QCARBN"),
    "caparandom": ("RNABQKBCNR", "random ci", "QCARBN"),
    "gothic": ("RNBQCKABNR", "ci", "QCARBN"),
    "bird": ("RNBCQKABNR", "ci", "QCARBN"),
    "carrera": ("RCNBKQBNAR", None, "QCARBN"),
    "moderncarrera": ("RANBQKBNCR", "ci", "QCARBN"),
    "embassy": ("RNBQKCABNR", "bh", "QCARBN"),
    "janus": ("RJNBKQBNJR", "bi", "QJRBN"),
    "schoolbook": ("RQNBAKBNMR", "flexible", "QMARBN"),
    "schoolbook2": ("RQNBAKBNMR", "ci", "QMARBN"),
    "grotesque": ("RBQNKCNABR", "flexible", "QCARBN"),
    "ladorean": ("RBQNKANCBR", "flexible", "QCARBN"),
    "univers": ("RBNCQKANBR", "flexible", "QCARBN"),
}


class Position:
    """A position; squares are (file, rank) from 0, rights the squares of rooks that may castle."""

    def __init__(self, variant, fen=None):
        self.variant = variant
        array, castling, self.promotions = GAMES[variant]
        self.files, self.ranks = len(array), 8
        self.random = bool(castling) and castling.startswith("random")
        self.flexible = castling == "flexible"
        self.targets = [ord(c) - 97 for c in castling[-2:]] if castling and not self.flexible else []
        if fen is None:
            n = str(self.files)
            rows = [array.lower(), "p" * self.files] + [n] * 4 + ["P" * self.files, array]
            fen = "/".join(rows) + (" w KQkq - 0 1" if castling else " w - - 0 1")
        self.read(fen)

    def read(self, fen):
        """Fill the position from a FEN; raises ValueError on nonsense."""
        rows, side, rights, ep, *counters = fen.split()
        self.board = {}
        for r, row in enumerate(reversed(rows.split("/"))):
            f = 0
            for token in re.findall(r"\d+|[A-Za-z]", row):
                if token.isdigit():
                    f += int(token)
                else:
                    self.board[f, r] = self.letter(token)
                    f += 1
            if f != self.files:
                raise ValueError(f"row {row!r} has {f} squares, not {self.files}")
        self.white = side == "w"
        self.rights = set()
        for c in rights.replace("-", ""):
            home = 0 if c.isupper() else self.ranks - 1
            king = self.king(c.isupper())
            if king[1] != home:
                continue
            rooks = [f for f in range(self.files) if self.board.get((f, home)) == ("R" if c.isupper() else "r")]
            if c in "Kk":
                rooks = [f for f in rooks if f > king[0]][-1:]
            elif c in "Qq":
                rooks = [f for f in rooks if f < king[0]][:1]
            else:
                rooks = [f for f in rooks if f == ord(c.lower()) - 97]
            self.rights.update((f, home) for f in rooks)
        self.ep = None if ep == "-" else square(ep)
        self.halfmoves = int(counters[0]) if counters else 0

    def letter(self, c):
        """Schoolbook calls the rook-knight M; C is read as the same piece."""
        return c.translate(str.maketrans("Cc", "Mm")) if "M" in self.promotions else c

    def king(self, white):
        return next(sq for sq, p in self.board.items() if p == ("K" if white else "k"))

    def inside(self, f, r):
        return 0 <= f < self.files and 0 <= r < self.ranks

    def reach(self, sq, kind, board):
        """Squares that a piece of this kind (no pawn) on sq attacks."""
        f, r = sq
        for df, dr in LEAPS.get(kind, ()):
            if self.inside(f + df, r + dr):
                yield f + df, r + dr
        for df, dr in SLIDES.get(kind, ()):
            x, y = f + df, r + dr
            while self.inside(x, y):
                yield x, y
                if (x, y) in board:
                    break
                x, y = x + df, y + dr

    def attacked(self, sq, by_white, board):
        """Whether a side attacks a square: every piece of that side is asked in turn."""
        for origin, p in board.items():
            if p.isupper() != by_white:
                continue
            if p in "Pp":
                if abs(origin[0] - sq[0]) == 1 and sq[1] - origin[1] == (1 if by_white else -1):
                    return True
            elif sq in self.reach(origin, p.upper(), board):
                return True
        return False

    def in_check(self):
        return self.attacked(self.king(self.white), not self.white, self.board)

    def pseudo(self):
        """Moves before the look at one's own king: (text, changes to the board, e.p. square, irreversible)."""
        mine = str.isupper if self.white else str.islower
        up, first, last = (1, 1, self.ranks - 1) if self.white else (-1, self.ranks - 2, 0)
        for sq, p in list(self.board.items()):
            if not mine(p):
                continue
            f, r = sq
            if p not in "Pp":
                for to in self.reach(sq, p.upper(), self.board):
                    if to not in self.board or not mine(self.board[to]):
                        yield name(sq) + name(to), {sq: None, to: p}, None, to in self.board
                continue
            steps = []
            if (f, r + up) not in self.board:
                steps.append(((f, r + up), {}, None))
                if r == first and (f, r + 2 * up) not in self.board:
                    steps.append(((f, r + 2 * up), {}, (f, r + up)))
            for to in ((f - 1, r + up), (f + 1, r + up)):
                if to in self.board and not mine(self.board[to]):
                    steps.append((to, {}, None))
                elif to == self.ep and self.board.get((to[0], r)) == ("p" if self.white else "P"):
                    steps.append((to, {(to[0], r): None}, None))
            for to, extra, ep in steps:
                for q in self.promotions if to[1] == last else [None]:
                    put = p if q is None else q if self.white else q.lower()
                    yield name(sq) + name(to) + (q or "").lower(), {sq: None, **extra, to: put}, ep, True
        yield from self.castlings()

    def castlings(self):
        """Castling in every legal form, its path tested here."""
        king = self.king(self.white)
        k, home = king
        for rook in sorted(self.rights):
            if rook[1] != home or self.board.get(rook) != ("R" if self.white else "r"):
                continue
            side = 1 if rook[0] > k else -1
            goals = range(k + 2 * side, rook[0], side) if self.flexible else [self.targets[side > 0]]
            for goal in goals:
                beside = goal - side
                span = {k, rook[0], goal, beside}
                free = all((f, home) not in self.board or f in (k, rook[0]) for f in range(min(span), max(span) + 1))
                bare = {sq: p for sq, p in self.board.items() if sq not in (king, rook)}
                walk = range(min(k, goal), max(k, goal) + 1)
                if not free or self.attacked(king, not self.white, self.board):
                    continue
                if any(self.attacked((f, home), not self.white, bare) for f in walk if f != k):
                    continue
                text = name(king) + (name(rook) if self.random else name((goal, home)))
                change = {king: None, rook: None}
                change.update({(goal, home): "Kk"[not self.white], (beside, home): "Rr"[not self.white]})
                yield text, change, None, False

    def moves(self):
        """All legal moves: text -> position after it."""
        legal = {}
        for text, change, ep, irreversible in self.pseudo():
            after = object.__new__(Position)
            after.__dict__.update(self.__dict__)
            after.board = {sq: p for sq, p in {**self.board, **change}.items() if p}
            if after.attacked(after.king(self.white), not self.white, after.board):
                continue
            after.white, after.ep = not self.white, ep
            after.halfmoves = 0 if irreversible else self.halfmoves + 1
            moved_king = self.king(self.white) in change
            after.rights = {
                r for r in self.rights if r not in change and not (moved_king and self.board[r].isupper() == self.white)
            }
            legal[text] = after
        return legal

    def key(self):
        """What counts as the same position for repetition."""
        ep = self.ep
        if ep and not any(self.board[square(m[:2])] in "Pp" and m[2:4] == name(ep) for m in self.moves()):
            ep = None
        return tuple(sorted(self.board.items())), self.white, frozenset(self.rights), ep

    def perft(self, depth):
        legal = self.moves()
        return len(legal) if depth == 1 else sum(p.perft(depth - 1) for p in legal.values())

    def fen(self):
        rows = []
        for r in reversed(range(self.ranks)):
            row = "".join(self.board.get((f, r), " ") for f in range(self.files))
            rows.append(re.sub(" +", lambda m: str(len(m.group())), row))
        rights = ""
        for white in (True, False):
            for side in (1, -1):
                for f, r in sorted(self.rights, reverse=True):
                    if self.board[f, r].isupper() == white and (f - self.king(white)[0]) * side > 0:
                        c = chr(65 + f) if self.random else "QK"[side > 0]
                        rights += c if white else c.lower()
        ep = name(self.ep) if self.ep else "-"
        return f"{'/'.join(rows)} {'w' if self.white else 'b'} {rights or '-'} {ep} {self.halfmoves} 1"


def square(text):
    """(file, rank) of a square's name; raises ValueError on anything else."""
    if not re.fullmatch(r"[a-p]\d{1,2}", text):
        raise ValueError(f"{text!r} is no square")
    return ord(text[0]) - 97, int(text[1:]) - 1


def name(sq):
    return f"{chr(97 + sq[0])}{sq[1] + 1}"


def san(position, text):
    """The legal move that algebraic text stands for, and the position after it; raises ValueError if there is not exactly one."""
    m = re.fullmatch(r"([A-Z]?)([a-j]?)(\d?)x?([a-jA-J]\d)(?:=([A-Z]))?[+#]?", text)
    if not m:
        raise ValueError(f"cannot read {text!r}")
    kind, file, rank, to, promotion = m.groups()
    found = {}
    for move, after in position.moves().items():
        f, r = square(move[:2])
        if position.board[f, r].upper() != (kind or "P") or move[2:4] != to.lower() or move[4:] != (promotion or "").lower():
            continue
        if (not file or f == ord(file) - 97) and (not rank or r == int(rank) - 1):
            found[move] = after
    if len(found) != 1:
        raise ValueError(f"{text!r} stands for {len(found)} legal moves")
    return next(iter(found.items()))


def check(path, maxdepth):
    variant = os.path.basename(path).split(".")[0]
    bad = 0
    for line in open(path):
        if line.startswith("#") or not line.strip():
            continue
        fen, *counts = line.strip().split(";")
        for count in counts:
            depth, nodes = (int(x) for x in count[1:].split())
            if depth <= maxdepth:
                got = Position(variant, fen).perft(depth)
                if got != nodes:
                    bad += 1
                    print(f"{path}: {fen} D{depth}: file {nodes}, counted {got}")
    print(f"{path}: {bad} differences")
    return bad


def games(path):
    """Lines `VARIANT: MOVES : coordinate moves`; the last move ends in # if it mates."""
    bad = 0
    for line in open(path):
        if line.startswith("#") or not line.strip():
            continue
        variant, text, coordinates = (x.strip() for x in line.split(":"))
        position, played = Position(variant), []
        for word in re.sub(r"\d+\.", "", text).split():
            move, position = san(position, word)
            played.append(move)
        mate = position.in_check() and not position.moves()
        ok = " ".join(played) == coordinates and mate == text.endswith("#")
        bad += not ok
        print(f"{'ok' if ok else 'WRONG'}: {text} -> {' '.join(played)}")
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sub = parser.add_subparsers(dest="command", required=True)
    p = sub.add_parser("perft")
    p.add_argument("variant", choices=GAMES)
    p.add_argument("depth", type=int)
    p.add_argument("fen", nargs="?")
    p = sub.add_parser("check")
    p.add_argument("file")
    p.add_argument("maxdepth", type=int, nargs="?", default=2)
    p = sub.add_parser("games")
    p.add_argument("file")
    args = parser.parse_args()
    if args.command == "perft":
        for depth in range(1, args.depth + 1):
            print(depth, Position(args.variant, args.fen).perft(depth), flush=True)
        return 0
    return 1 if (check(args.file, args.maxdepth) if args.command == "check" else games(args.file)) else 0


if __name__ == "__main__":
    sys.exit(main())
