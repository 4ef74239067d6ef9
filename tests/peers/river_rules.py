"""The rules of Charles Gilman's River games, slow and plain: an oracle that shares nothing with the engine.

Everything is make-and-test on a dictionary, straight from the rules text, so that it is easy to believe; river.py is the program.
A square is (file, rank) from 0. A man is a letter, upper case for White. `routes` says where a man could go on an empty board, and along
which squares; only afterwards do the other men, the banks and the rules of the single games come in.
"""
import copy
import re

ORTHOGONAL = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
# The eight knight directions in the order of the circle: a rose turns one step on or back after each leap.
CIRCLE = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]

# Order of play of the four-player games. A seat is White's if upper case; S and s are south (low ranks), N and n north.
SEATS = "SnNs"
SOUTH = "Ss"

# The fields after the board of the start positions.
PLAYERS2, PLAYERS4 = " w - - 0 1", " w - - 0 1 S - -"
EMPTY8 = "/8/8/8/8/"


class Game:
    """What one game is: board, banks, array and the names of its special rules.

    royal: the king is royal from the start.  lost: the kinds of which at least one each must be lost.  present: the kinds of which one
    must stand on each bank (Great Stour), or on the mover's own bank (four players).  promotee: what a pawn becomes that crosses a
    stretch of River.  dropout: what men become when a player drops out.
    """

    def __init__(self, name, start, promotee, **special):
        self.name, self.start, self.promotee = name, start, promotee
        self.base = name.split("-")[0]
        self.royal = special.get("royal", False)
        self.lost = special.get("lost", "")
        self.present = special.get("present", "")
        self.dropout = special.get("dropout", {})
        self.four = bool(self.dropout)
        self.castling = self.base == "greatstour"
        self.colour_forward = self.base in ("isis", "cam", "coblache")
        self.crowns = self.base == "irwell"
        # The rules that forbid moves. `without` gives a game that lacks one of them.
        self.solid = self.base in ("coblache", "aire")  # solid blocks bind knight leaps and diagonal steps
        self.corner_steps_barred = self.base == "cam"
        self.home_block = "KQ" if self.base in ("isis", "cam") else ""  # never cross the River
        self.ford = "QC" if self.base == "wey" else ""  # cross it only along the long diagonals
        self.middle_line = self.base == "avon"
        self.section_ban = self.base == "coblache"
        self.one_way_ban = True
        self.own_bank = self.four
        self.rose_rests = self.base in ("irwell", "aire")
        rows = start.split()[0].split("/")
        self.ranks = len(rows)
        self.files = len(expand(rows[0]))
        self.holes = {(f, self.ranks - 1 - i) for i, row in enumerate(rows) for f, c in enumerate(expand(row)) if c == "*"}
        self.squares = {(f, r) for f in range(self.files) for r in range(self.ranks)} - self.holes
        letters = re.sub(r"[^A-Za-z]", "", start.split()[0])
        self.count = {c: letters.count(c) for c in set(letters)}
        corners = [(f, r) for f in (0, self.files - 1) for r in (0, self.ranks - 1)]
        self.corners = corners if self.base in ("aire", "irwell") else []
        self.known = set(letters.upper()) | {promotee} | set(self.dropout) | set(self.dropout.values())
        self.known |= {"K"} if self.crowns else {"R"} if self.base == "aire" else set()
        self.cache = {}

    def without(self, rule):
        """This game without one of the rules that forbid moves, to see whether the rule forbids anything in a position."""
        other = copy.copy(self)
        setattr(other, rule, type(getattr(self, rule))())
        other.cache = {}
        return other

    def bank(self, sq):
        """The stretch-free region of a square: two squares lie on different sides of a stretch of River if their banks differ."""
        f, r = sq
        if self.base == "cam":  # blocks a-f 1-4, a-f 5-8 and the Isle g-j; River between ranks 4 and 5 on files a-f, and between f and g
            return 2 if f > 5 else r // 4
        if self.base == "coblache":  # River between ranks 4/5, 8/9 and 12/13: these are the four-rank sections too
            return r // 4
        return 0 if r < self.ranks // 2 else 1

    def forward(self, man, sq):
        """+1 up the board, -1 down it, for a man that starts on sq."""
        if self.colour_forward:
            return 1 if man.isupper() else -1
        return 1 if self.bank(sq) == 0 else -1

    def step_exists(self, sq, to):
        """Whether a single step of a slide, or a one-square step, can be made as far as the shape of the board goes."""
        if to not in self.squares:
            return False
        (f, r), (x, y) = sq, to
        if f != x and r != y:
            # Solid blocks: "a diagonal step only if all four squares of its 2x2 block exist".
            if self.solid and ((f, y) not in self.squares or (x, r) not in self.squares):
                return False
            # Cam's barred steps past a corner where three squares meet: g6-f7, f7-g6, g3-f2, f2-g3.
            if self.corner_steps_barred and {name(sq), name(to)} in ({"g6", "f7"}, {"g3", "f2"}):
                return False
        return True

    def knight_leap_exists(self, sq, to):
        """Solid blocks: "a knight leap is possible only if all six squares of the 2x3 block that it spans exist"."""
        if to not in self.squares:
            return False
        (f, r), (x, y) = sq, to
        block = {(a, b) for a in range(min(f, x), max(f, x) + 1) for b in range(min(r, y), max(r, y) + 1)}
        return not self.solid or block <= self.squares

    def routes(self, man, sq):
        """Where a man could go from sq were the board empty: (squares in order, which of them it may stop on, kind of stop).

        A man moves along the squares until one is occupied. The kind of stop is "quiet", "capture" or "both".
        """
        key = man, sq
        if key not in self.cache:
            self.cache[key] = list(self.limited(man, sq, self.free_routes(man, sq)))
        return self.cache[key]

    def free_routes(self, man, sq):
        """The routes of a man by the table of pieces: (squares, number of the first that it may stop on, counted from 1, kind of stop)."""
        up = self.forward(man, sq)
        f, r = sq
        found = []

        def slide(directions, longest=99, first=1, stop="both"):
            for df, dr in directions:
                squares, here = [], sq
                while len(squares) < longest and self.step_exists(here, (here[0] + df, here[1] + dr)):
                    here = here[0] + df, here[1] + dr
                    squares.append(here)
                found.append((squares, first, stop))

        def leap(leaps):
            found.extend(([(f + a, r + b)], 1, "both") for a, b in leaps if (f + a, r + b) in self.squares)

        def knight():
            found.extend(([(f + a, r + b)], 1, "both") for a, b in CIRCLE if self.knight_leap_exists(sq, (f + a, r + b)))

        def rose():
            for start in range(8):
                for turn in (1, -1):
                    squares, here, direction = [], sq, start
                    while len(squares) < 6:
                        to = here[0] + CIRCLE[direction % 8][0], here[1] + CIRCLE[direction % 8][1]
                        if not self.knight_leap_exists(here, to):
                            break
                        squares.append(to)
                        here, direction = to, direction + turn
                    found.append((squares, 1, "both"))

        ahead, aslant = [(0, up)], [(1, up), (-1, up)]
        kind = man.upper()
        if kind == "Q":
            slide(ORTHOGONAL + DIAGONAL)
        elif kind == "B":
            slide(DIAGONAL)
        elif kind in "KC":
            slide(ORTHOGONAL + DIAGONAL, longest=1)
        elif kind == "M":  # marshal: rook + knight
            slide(ORTHOGONAL)
            knight()
        elif kind == "D":  # dean: two or more diagonally, exactly two orthogonally, never jumping
            slide(DIAGONAL, first=2)
            slide(ORTHOGONAL, longest=2, first=2)
        elif kind == "P":
            slide(ahead, longest=1, stop="quiet")
            slide(aslant, longest=1, stop="capture")
        elif kind == "W":
            slide(ORTHOGONAL, longest=1)
        elif kind == "T":  # steward: steps orthogonally, captures diagonally
            slide(ORTHOGONAL, longest=1, stop="quiet")
            slide(DIAGONAL, longest=1, stop="capture")
        elif kind == "R":
            rose()
        elif kind == "F":  # frog: one square diagonally or three orthogonally, a leap both times
            leap(DIAGONAL + [(3 * a, 3 * b) for a, b in ORTHOGONAL])
        elif kind == "S":  # princess: queen in the three forward directions
            slide(ahead + aslant)
        elif kind == "E":  # primate: bishop + wazir
            slide(DIAGONAL)
            slide(ORTHOGONAL, longest=1)
        elif kind == "A":  # abbot: primate in the three forward directions
            slide(aslant)
            slide(ahead, longest=1)
        elif kind == "Y":  # caryatid: any distance straight forward, one step along a forward diagonal
            slide(ahead)
            slide(aslant, longest=1)
        elif kind == "H":  # chatelaine: rook + ferz
            slide(ORTHOGONAL)
            slide(DIAGONAL, longest=1)
        elif kind == "O":  # boar: one step diagonally, or a leap to the second square along a forward diagonal
            slide(DIAGONAL, longest=1)
            leap([(2, 2 * up), (-2, 2 * up)])
        elif kind == "L":  # sow: one step orthogonally, or a leap to the second square straight forward
            slide(ORTHOGONAL, longest=1)
            leap([(0, 2 * up)])
        elif kind == "N":  # carpenter: knight + dabbaba leap
            knight()
            leap([(2 * a, 2 * b) for a, b in ORTHOGONAL])
        else:
            raise ValueError(f"no piece has the letter {man!r}")
        return found

    def limited(self, man, sq, routes):
        """The routes cut off where a King or Queen may not cross the River, and without the stops that Avon's line forbids."""
        kind = man.upper()
        for squares, first, stop in routes:
            kept, here = [], sq
            for to in squares:
                crosses = self.bank(here) != self.bank(to)
                # Isis: "King and Queen never cross the River"; Cam: they "never leave their own a-f block".
                if crosses and kind in self.home_block:
                    break
                # Wey: Queen and Prince cross only by the steps d4-e5, e5-d4, e4-d5 and d5-e4.
                if crosses and kind in self.ford and {name(here), name(to)} not in ({"d4", "e5"}, {"e4", "d5"}):
                    break
                kept.append(to)
                here = to
            stops = [n >= first and self.passes_line(sq, kept[:n]) for n in range(1, len(kept) + 1)]
            if any(stops):
                yield tuple(kept), tuple(stops), stop

    def passes_line(self, sq, squares):
        """Avon: a move across the line between files d and e "must include, as start, end or square passed over, at least one square on
        each side of that line on ranks 3-8". Leaps have no squares between."""
        if not self.middle_line or (sq[0] < 4) == (squares[-1][0] < 4):
            return True
        on = [f for f, r in [sq, *squares] if 2 <= r <= 7]
        return any(f < 4 for f in on) and any(f >= 4 for f in on)

    def lines_to(self, man, sq, target):
        """For each way by which a man on sq could capture on target: the squares that must be empty."""
        key = man, sq, target
        if key not in self.cache:
            lines = set()
            for squares, stops, stop in self.routes(man, sq):
                if stop != "quiet" and target in squares and stops[squares.index(target)]:
                    lines.add(squares[: squares.index(target)])
            self.cache[key] = list(lines)
        return self.cache[key]


def expand(row):
    """A FEN row, one character a square: '.' empty, '*' no square."""
    return re.sub(r"\d+", lambda m: "." * int(m.group()), row)


def games():
    """All games by name."""
    table = {}

    def add(variant, start, promotee, **special):
        table[variant] = Game(variant, start, promotee, **special)

    add("isis", "mbqkbm/pppppp/6/6/6/6/PPPPPP/MBQKBM" + PLAYERS2, "W", royal=True)
    add("isis-deans", "mbqkbm/pdppdp/1p2p1/6/6/1P2P1/PDPPDP/MBQKBM" + PLAYERS2, "W", royal=True)
    add("isis-deans-2", "mbqkbm/1d2d1/pppppp/6/6/PPPPPP/1D2D1/MBQKBM" + PLAYERS2, "W", royal=True)
    cam = "mfqkfm****/pppppp****/{0}b/{0}b/{1}B/{1}B/PPPPPP****/MFQKFM****" + PLAYERS2
    add("cam", cam.format("9", "9"), "W", royal=True)
    add("cam-deans", cam.format("8d", "8D"), "W", royal=True)
    add("wey", "mbqrRBCM/ppppPPPP/8/8/8/8/PPPPpppp/MBQRrbcm" + PLAYERS2, "W", lost="QCMBR")
    add("wey-deans", "mbqrRBCM/pdwpPDWP/1pp2PP1/8/8/1PP2pp1/PDWPpdwp/MBQRrbcm" + PLAYERS2, "W", lost="QCMBR")
    stour = " w ABIabi - 0 1"
    add("greatstour", "mmeqbbBBCCOO/ppppppPPPPPP/12/12/12/12/PPPPPPpppppp/MMEQBBbbccoo" + stour, "L", present="QCE")
    array = "mmeqbbBBCCOO/ppppddDDPPPP/4ppPP4/12/12/4PPpp4/PPPPDDddpppp/MMEQBBbbccoo"
    add("greatstour-deans", array + stour, "L", present="QCE")
    middle = "/pppppppp**/8**/8**/**8/**8/**8/**8/8**/8**/8**/8**/**8/**8/**PPPPPPPP/"
    add("coblache", "mfbqcbfm**" + middle + "**MFBQCBFM" + PLAYERS2, "W", lost="QCMBF")
    add("coblache-deans", "mdbqcbdm**" + middle + "**MDBQCBDM" + PLAYERS2, "W", lost="QCMBD")
    # "At once every Princess of the army becomes a Queen, every unpromoted Pawn the promotee, and in Avon Abbots become Primates and
    # Caryatids Chatelaines." A crowned King counts for the presence on the own bank.
    avon = {"present": "QCSK", "dropout": {"S": "Q", "P": "W", "A": "E", "Y": "H"}}
    others = {"present": "QCSK", "dropout": {"S": "Q", "P": "T"}}
    add("avon", f"mccmMQSM/nbbnABBY/ppppPPPP{EMPTY8}PPPPpppp/NBBNabby/MCCMmqsm" + PLAYERS4, "W", **avon)
    add("avon-deans", f"mccmMQSM/dbbdABBY/ppppPPPP{EMPTY8}PPPPpppp/DBBDabby/MCCMmqsm" + PLAYERS4, "W", **avon)
    irwell = f"cmMCCMmc/tr1TTR1t/ppPPPPpp{EMPTY8}PPppppPP/"
    add("irwell", irwell + "Q2mq2M/MBbsmbBS" + PLAYERS4, "T", **others)
    add("irwell-deans", irwell + "QDdmqdDM/MBbsmbBS" + PLAYERS4, "T", **others)
    add("aire", f"mqm**MSM/cbb**BBC/ppppPPPP{EMPTY8}PPPPpppp/CBB**bbc/MQM**msm" + PLAYERS4, "T", **others)
    add("aire-deans", f"mqm**MSM/cbb**BBC/pddpPDDP{EMPTY8}PDDPpddp/CBB**bbc/MQM**msm" + PLAYERS4, "T", **others)
    return table


GAMES = games()


class Castling:
    """One of Great Stour's castlings: who goes where, and which squares must be empty ("A: b1 d1 e1; B: d1 e1; I: c2 d3 e4 f5 g6 h7")."""

    def __init__(self, right, leader, origin, goal, marshal, landing, empty):
        self.right, self.leader, self.origin, self.goal = right, leader, square(origin), square(goal)
        self.marshal, self.landing, self.empty = square(marshal), square(landing), [square(s) for s in empty.split()]
        self.text = f"{origin}{goal},{marshal}{landing}"


class Position:
    """A position of one game; `moves` gives the legal moves with the positions after them."""

    def __init__(self, variant, fen=None):
        self.game = GAMES[variant]
        self.read(fen or self.game.start)

    # FEN

    def read(self, fen):
        """Fill the position from a FEN; raises ValueError on nonsense."""
        game = self.game
        fields = fen.split()
        if len(fields) != (9 if game.four else 6):
            raise ValueError(f"{fen!r} has {len(fields)} fields")
        rows = fields[0].split("/")
        self.board = {}
        for i, row in enumerate(rows):
            if len(expand(row)) != game.files or len(rows) != game.ranks:
                raise ValueError(f"row {row!r} does not fit {game.files} files, {game.ranks} ranks")
            for f, c in enumerate(expand(row)):
                sq = f, game.ranks - 1 - i
                if (c == "*") != (sq in game.holes):
                    raise ValueError(f"{name(sq)}: hole or square at the wrong place")
                if c.isalpha():
                    if c.upper() not in game.known:
                        raise ValueError(f"{c!r} on {name(sq)} is no piece of {game.name}")
                    self.board[sq] = c
        if fields[1] not in ("w", "b") or fields[3] != "-":
            raise ValueError(f"bad side to move or en passant field in {fen!r}")
        self.white = fields[1] == "w"
        self.rights = frozenset(fields[2].replace("-", ""))
        if not self.rights <= set("ABIabi" if game.castling else ""):
            raise ValueError(f"bad castling rights {fields[2]!r}")
        self.half, self.number = int(fields[4]), int(fields[5])
        self.seat, self.out, self.debts = "", "", ""
        if game.four:
            self.seat = fields[6]
            if self.seat not in SEATS or self.seat.isupper() != self.white:
                raise ValueError(f"seat {self.seat!r} is not one of side {fields[1]}")
            self.out, self.debts = (in_order(x.replace("-", "")) for x in fields[7:])

    def fen(self):
        game, rows = self.game, []
        for r in reversed(range(game.ranks)):
            row = "".join("*" if (f, r) in game.holes else self.board.get((f, r), ".") for f in range(game.files))
            rows.append(re.sub(r"\.+", lambda m: str(len(m.group())), row))
        rights = "".join(c for c in "ABIabi" if c in self.rights) or "-"
        text = f"{'/'.join(rows)} {'w' if self.white else 'b'} {rights} - {self.half} {self.number}"
        return text + (f" {self.seat} {self.out or '-'} {self.debts or '-'}" if game.four else "")

    # Who has what

    def mine(self, man):
        return man.isupper() == self.white

    def kings(self, white, board=None):
        return [sq for sq, man in (board or self.board).items() if man == ("K" if white else "k")]

    def attacked(self, sq, by_white, board=None):
        """Whether any man of a side could capture on sq by its way of moving, whichever player would have to move it."""
        board = board or self.board
        for origin, man in board.items():
            if man.isupper() == by_white:
                for between in self.game.lines_to(man, origin, sq):
                    if not any(s in board for s in between):
                        return True
        return False

    def in_check(self, white=None):
        """Whether a king of the side (to move) is attacked."""
        white = self.white if white is None else white
        return any(self.attacked(sq, not white) for sq in self.kings(white))

    def has_lost_set(self, white):
        """Whether a side has lost one at least of each kind of the game's set: "fewer than the game's start array gives that army"."""
        if not self.game.lost:
            return False
        men = list(self.board.values())
        letters = self.game.lost if white else self.game.lost.lower()
        return all(men.count(c) < self.game.count.get(c, 0) for c in letters)

    def army_out(self, white):
        return all(seat in self.out for seat in ("SN" if white else "ns"))

    def partner(self):
        return self.seat.swapcase().translate(str.maketrans("SsNn", "nNsS"))

    def decided(self):
        """The result if material, players out or two Kings have decided the game: "white", "black", "draw"; else None."""
        loses = {}
        for white in (True, False):
            crowned = self.game.crowns and len(self.kings(white)) > 1
            loses[white] = self.has_lost_set(white) or self.game.four and self.army_out(white) or crowned
        if loses[True] and loses[False]:
            # "Both sets lost (only by FEN): the side to move has lost." Both armies with two Kings: a draw.
            return "draw" if self.game.four else "black" if self.white else "white"
        return "black" if loses[True] else "white" if loses[False] else None

    def result(self):
        """How the game has ended, apart from draws by repetition or the fifty-move rule; None while it goes on."""
        verdict = self.decided()
        if verdict or self.moves():
            return verdict
        if self.game.royal and not self.in_check() or self.game.crowns and not self.in_check():
            return "draw"
        return "black" if self.white else "white"

    # Moves

    def moves(self):
        """All legal moves: text -> position after it. None in a position that is over.

        "Order of tests at a node: decided by material, by players out or by two Kings; then a missed turn; then whether there is a
        legal move."
        """
        if self.decided():
            return {}
        if self.game.four and self.seat in self.out:
            # "A player who is out and should miss a turn while the army's King is in check: the army is checkmated."
            return {} if self.game.crowns and self.in_check() else {"0000": self.missed_turn()}
        legal = self.ordinary()
        if legal or not self.game.four or self.kings(self.white):
            # With a King on its side, a player without a move is mated or stalemated; there is no dropping out.
            return legal
        return {"0000": self.drop_out()}

    def ordinary(self):
        """The legal moves with a man."""
        legal = {}
        for text, change, kind in self.pseudo():
            after = self.after(change, kind)
            if after:
                legal[text] = after
        return legal

    def pseudo(self):
        """Moves before presence and king safety are looked at: text, changes to the board, kind of the moving man."""
        for sq, man in self.board.items():
            if not self.mine(man):
                continue
            # "It may not move again until that player and, if still in, the partner have each moved another piece."
            if man in "Rr" and self.game.rose_rests and any(seat.isupper() == self.white for seat in self.debts):
                continue
            for to in self.targets(sq, man):
                if self.game.own_bank and not self.on_own_bank(sq, to):
                    continue
                if self.game.section_ban and man.upper() in "QC" and self.section_banned(to):
                    continue
                text = name(sq) + name(to)
                if man in "Pp" and self.game.bank(sq) != self.game.bank(to):
                    yield text, {sq: None, to: like(man, self.game.promotee)}, "P"
                    continue
                yield text, {sq: None, to: man}, man.upper()
                # Aire: a Steward that reaches a corner may become a Rose if its team has none.
                if self.game.base == "aire" and man in "Tt" and to in self.game.corners and like(man, "R") not in self.board.values():
                    yield text + "r", {sq: None, to: like(man, "R")}, "T"
        if self.game.castling:
            yield from self.castlings()

    def targets(self, sq, man):
        """The squares that a man can go to, other men considered. Two routes to one square are one move."""
        found = set()
        for squares, stops, stop in self.game.routes(man, sq):
            for to, may_stop in zip(squares, stops):
                victim = self.board.get(to)
                if victim is None:
                    if may_stop and stop != "capture":
                        found.add(to)
                    continue
                if may_stop and stop != "quiet" and not self.mine(victim) and not self.pawns_of_one_way(man, sq, victim, to):
                    found.add(to)
                break
        return found

    def pawns_of_one_way(self, man, sq, victim, to):
        """An unpromoted pawn may not capture an unpromoted enemy pawn that moves in the same direction."""
        if man not in "Pp" or victim not in "Pp" or not self.game.one_way_ban:
            return False
        return self.game.forward(man, sq) == self.game.forward(victim, to)

    def on_own_bank(self, sq, to):
        """Four players: only a move that starts or ends on the player's own bank, until the partner has dropped out."""
        own = 0 if self.seat in SOUTH else 1
        return self.partner() in self.out or own in (self.game.bank(sq), self.game.bank(to))

    def section_banned(self, to):
        """CoBlaChe: the section holds an enemy Queen or Prince before the move."""
        return any(m.upper() in "QC" and not self.mine(m) and self.game.bank(s) == self.game.bank(to) for s, m in self.board.items())

    def castlings(self):
        """Great Stour: both pieces unmoved, every square between and both arrival squares empty; no condition of attack."""
        for c in CASTLINGS[self.white]:
            if c.right in self.rights and self.board.get(c.origin) == c.leader and self.board.get(c.marshal) == like(c.leader, "M"):
                if not any(sq in self.board for sq in c.empty):
                    change = {c.origin: None, c.marshal: None, c.goal: c.leader, c.landing: like(c.leader, "M")}
                    yield c.text, change, c.leader.upper()

    def after(self, change, kind):
        """The position after a move, or None if presence or king safety forbids it.

        Order: promotion (in the change already), all coronations at once, then presence and king safety.
        """
        game = self.game
        board = {sq: man for sq, man in self.board.items() if sq not in change}
        board.update((sq, man) for sq, man in change.items() if man)
        if game.crowns:
            board.update((sq, like(board[sq], "K")) for sq in self.crowned(board))
        if game.present and not self.present_enough(board):
            return None
        if (game.royal or game.crowns) and any(self.attacked(k, not self.white, board) for k in self.kings(self.white, board)):
            return None
        new = self.turned()
        new.board = board
        capture = any(man and sq in self.board for sq, man in change.items())
        new.half = 0 if capture or kind == "P" else self.half + 1
        if self.rights:
            gone = {name(sq) for sq in change}
            new.rights = frozenset(r for r in self.rights if not gone & set(RIGHT_SQUARES[r]))
        if game.rose_rests:
            new.debts = self.debts_after(kind)
        return new

    def debts_after(self, kind):
        """A move of the Rose writes the debt of both seats of the team that are still in; a seat's debt goes with its next other move."""
        if kind == "R":
            return in_order(set(self.debts) | {seat for seat in (self.seat, self.partner()) if seat not in self.out})
        return self.debts.replace(self.seat, "")

    def present_enough(self, board):
        """Great Stour: a Queen, Prince or Primate on each bank. Four players: one, a Princess or a crowned King on the own bank."""
        wanted = (0, 1) if not self.game.four else (0,) if self.seat in SOUTH else (1,)
        held = {self.game.bank(sq) for sq, man in board.items() if self.mine(man) and man.upper() in self.game.present}
        return all(bank in held for bank in wanted)

    def crowned(self, board):
        """Irwell: the squares of the Princes that a Bishop and a Steward crown, whatever the colours of the three."""
        found = []
        for sq, man in board.items():
            if man not in "Cc" or sq in self.game.corners:
                continue
            nearest = {d: self.nearest(board, sq, d) for d in DIAGONAL}
            if sq[0] in (0, self.game.files - 1) or sq[1] in (0, self.game.ranks - 1):
                # On the edge: one of the two inward diagonals has a Bishop nearest, the other a Steward.
                pairs = [[d for d in DIAGONAL if (sq[0] + d[0], sq[1] + d[1]) in self.game.squares]]
            else:
                pairs = [[(1, 1), (-1, -1)], [(1, -1), (-1, 1)]]
            if any(sorted(nearest[d] for d in pair) == ["B", "T"] for pair in pairs):
                found.append(sq)
        return found

    def nearest(self, board, sq, direction):
        """The kind of the nearest man from sq in a direction, '' if none."""
        f, r = sq[0] + direction[0], sq[1] + direction[1]
        while (f, r) in self.game.squares:
            if (f, r) in board:
                return board[f, r].upper()
            f, r = f + direction[0], r + direction[1]
        return ""

    def turned(self):
        """A copy with the next seat or side to move."""
        new = object.__new__(Position)
        new.__dict__.update(self.__dict__)
        new.white = not self.white
        new.number = self.number + (not self.white)
        if self.game.four:
            new.seat = SEATS[(SEATS.index(self.seat) + 1) % 4]
        return new

    def missed_turn(self):
        """A missed turn changes the seat and nothing else (the half-move clock counts it)."""
        new = self.turned()
        new.half = self.half + 1
        return new

    def drop_out(self):
        """The seat goes out, its debt goes, and the army's Princesses, Pawns, Abbots and Caryatids change at once."""
        new = self.missed_turn()
        new.out = in_order(self.out + self.seat)
        new.debts = self.debts.replace(self.seat, "")
        change = self.game.dropout
        new.board = {
            sq: like(man, change[man.upper()]) if self.mine(man) and man.upper() in change else man for sq, man in self.board.items()
        }
        return new

    def perft(self, depth):
        legal = self.moves()
        return len(legal) if depth == 1 else sum(p.perft(depth - 1) for p in legal.values())


def in_order(seats):
    """Seat letters in the order of play; raises ValueError on other letters."""
    if set(seats) - set(SEATS):
        raise ValueError(f"{seats!r} are no seats")
    return "".join(c for c in SEATS if c in seats)


def like(man, kind):
    """The letter of a kind in the colour of a man."""
    return kind.upper() if man.isupper() else kind.lower()


def square(text):
    """(file, rank) of a square's name; raises ValueError on anything else."""
    if not re.fullmatch(r"[a-p]\d{1,2}", text):
        raise ValueError(f"{text!r} is no square")
    return ord(text[0]) - 97, int(text[1:]) - 1


def name(sq):
    return f"{chr(97 + sq[0])}{sq[1] + 1}"


# "Primate to file d, the a- or b-file Marshal to file e, on the home rank"; the i-file Prince to file e and the b-file Marshal to file f
# along the diagonal that joins them.
CASTLINGS = {
    True: [
        Castling("A", "E", "c1", "d1", "a1", "e1", "b1 d1 e1"),
        Castling("B", "E", "c1", "d1", "b1", "e1", "d1 e1"),
        Castling("I", "C", "i8", "e4", "b1", "f5", "c2 d3 e4 f5 g6 h7"),
    ],
    False: [
        Castling("a", "e", "c8", "d8", "a8", "e8", "b8 d8 e8"),
        Castling("b", "e", "c8", "d8", "b8", "e8", "d8 e8"),
        Castling("i", "c", "i1", "e5", "b8", "f4", "c7 d6 e5 f4 g3 h2"),
    ],
}
# "A right goes when either man of its pair leaves its square or is captured there."
RIGHT_SQUARES = {c.right: (name(c.origin), name(c.marshal)) for side in CASTLINGS.values() for c in side}
