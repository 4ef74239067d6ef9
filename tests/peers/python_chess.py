#!/usr/bin/env python3
"""python-chess drives the engine over both protocols, and judges what it says: every move, line and mate is checked with its boards.

Chess, Chess960 and King of the Hill (described in an ini file, known to python-chess) are played in turn, so that the variant changes in
between. Covered: games under different limits, analysis, several lines, mate scores, the moves to search, pondering, all options, wrong
options, draws and resignation. The run fails (exit 1) if a check does not hold, or if python-chess logs a warning or an error that is not
listed in ALLOWED.

usage: python_chess.py ENGINE [--protocol uci|xboard|both] [--plies 40] [--log FILE]
"""
import argparse
import collections
import logging
import os
import re
import sys
import tempfile
import time

import chess
import chess.engine
import chess.variant

HILL = """[kingofthehill:chess]
description = the king wins on one of the four middle squares
flagPiece = k
flagRegion = d4 e4 d5 e5
"""

# What python-chess warns of although nothing is wrong with the engine.
ALLOWED = [
    # It sends "." in analysis without expecting the answer that XBoard does.
    r"Unexpected engine output: 'stat01:",
    # Answers to the wrong lines that this script sends past python-chess.
    r"Unexpected engine output: .*(Nonsense|no-such-file)",
    # It would like to end engines by a signal.
    r"Rejecting feature sigterm=0",
    # It knows neither engine-defined variants nor their list growing.
    r"Unexpected engine output: '(setup|piece|feature variants=|option name )",
]

# python-chess 1.11 takes the first word of an XBoard option's name for the whole of it, so it can set only those of one word.
TYPES = {"check", "spin", "combo", "button", "string", "file", "path", "reset", "save", "slider"}

# Position, side to move mates (or is mated: negative) in so many moves.
MATES = [
    ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1),
    ("7k/8/5K2/8/8/8/8/6R1 b - - 0 1", None),
    ("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1", 1),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    ("8/8/8/8/8/6k1/8/r5K1 w - - 0 1", 0),
    ("1k6/ppp5/8/8/8/8/8/K2R4 w - - 0 1", 1),
    ("k7/8/1K6/8/8/8/8/7R b - - 0 1", -1),
]

OPEN = {"uci": chess.engine.SimpleEngine.popen_uci, "xboard": chess.engine.SimpleEngine.popen_xboard}


class Records(logging.Handler):
    """Keeps what python-chess logs; the dialogue goes to a file if one is wanted."""

    def __init__(self, path):
        super().__init__(logging.DEBUG)
        self.warnings, self.lines, self.out = [], collections.Counter(), open(path, "w") if path else None

    def emit(self, record):
        text = record.getMessage()
        if record.levelno >= logging.WARNING:
            if any(re.search(allowed, text) for allowed in ALLOWED):
                self.lines["allowed"] += 1
            else:
                self.warnings.append(text)
        self.lines["sent"] += ": << " in text
        self.lines["received"] += ": >> " in text
        if self.out:
            print(f"{record.created:.3f} {record.levelname} {text}", file=self.out, flush=True)


class Check:
    """Counts what was checked, and remembers what did not hold."""

    def __init__(self):
        self.counts, self.faults = collections.Counter(), []

    def __call__(self, what, holds, detail=""):
        self.counts[what] += 1
        if not holds:
            self.faults.append(f"{what}: {detail}")
            print(f"FAULT {what}: {detail}", flush=True)
        return holds


def boards(hill):
    """Fresh boards of the variants in turn."""
    out = [("chess", chess.Board()), ("chess960", chess.Board.from_chess960_pos(263)), ("chess", chess.Board())]
    out.append(("chess960", chess.Board.from_chess960_pos(959)))
    if hill:
        out.insert(2, ("kingofthehill", chess.variant.KingOfTheHillBoard()))
    return out


def games(engine, protocol, check, plies, hill):
    """A game of each variant, its limits of another kind each; python-chess refuses what is not legal."""
    limits = [
        chess.engine.Limit(nodes=800),
        chess.engine.Limit(depth=3),
        chess.engine.Limit(time=0.02),
        chess.engine.Limit(white_clock=3, black_clock=3, white_inc=0.02, black_inc=0.02),
        chess.engine.Limit(white_clock=5, black_clock=5, remaining_moves=40),
    ]
    if protocol == "xboard":
        # Nodes a second would make a clock of nodes, which is another thing.
        limits[0] = chess.engine.Limit(depth=2)
    for number, (name, board) in enumerate(boards(hill)):
        game, limit, ended = object(), limits[number % len(limits)], False
        while not (ended := board.is_game_over(claim_draw=True)) and board.ply() < plies:
            result = engine.play(board, limit, game=game, info=chess.engine.INFO_ALL)
            if result.resigned:
                break
            if not check("move played", result.move in board.legal_moves, f"{result.move} at {board.fen()}"):
                break
            board.push(result.move)
        if protocol == "xboard" and ended:
            engine.send_game_result(board)
        check("game", True)
        print(f"  {protocol} {name}: {board.ply()} plies, {board.result(claim_draw=True)}", flush=True)


def endgame(engine, protocol, check):
    """A won endgame is played to mate."""
    board, game = chess.Board("8/8/8/4k3/8/8/8/KQ6 w - - 0 1"), object()
    while not board.is_game_over(claim_draw=True):
        result = engine.play(board, chess.engine.Limit(depth=8), game=game)
        if result.move is None:
            break
        board.push(result.move)
    check("the endgame ends in mate", board.is_checkmate(), board.fen())
    if protocol == "xboard":
        engine.send_game_result(board)
    print(f"  {protocol} queen against king: mate after {board.ply()} plies", flush=True)


def line_holds(board, pv):
    """Whether a line is legal from this board."""
    board = board.copy()
    for move in pv:
        if move not in board.legal_moves:
            return False
        board.push(move)
    return True


def analysis(engine, protocol, check, hill):
    wanted = {"depth", "score", "nodes", "time", "pv"} | ({"seldepth", "nps", "hashfull", "multipv"} if protocol == "uci" else set())
    for name, board in boards(hill):
        for move in list(board.legal_moves)[:1]:
            board.push(move)
        info = engine.analyse(board, chess.engine.Limit(depth=5), game=object())
        check("analysis has its fields", wanted <= set(info), f"{name}: {wanted - set(info)} missing in {sorted(info)}")
        check("line is legal", bool(info.get("pv")) and line_holds(board, info["pv"]), f"{name}: {info.get('pv')}")
        check("depth reached", info.get("depth", 0) >= 5, f"{name}: {info.get('depth')}")
        if protocol != "uci":
            continue
        infos = engine.analyse(board, chess.engine.Limit(depth=4), multipv=4, game=object())
        first = [info["pv"][0] for info in infos]
        check("four lines, four first moves", len(set(first)) == min(4, board.legal_moves.count()), f"{name}: {first}")
        scores = [info["score"].relative for info in infos]
        check("lines in order of value", all(a >= b for a, b in zip(scores, scores[1:])), f"{name}: {scores}")
        check("each line is legal", all(line_holds(board, info["pv"]) for info in infos), name)
        allowed = list(board.legal_moves)[2:5]
        best = engine.play(board, chess.engine.Limit(depth=3), root_moves=allowed, game=object()).move
        check("only the moves asked for", best in allowed, f"{name}: {best} is not in {allowed}")
    # Without limits, until stopped.
    board, seen = chess.Board(), 0
    with engine.analysis(board, game=object()) as lines:
        for info in lines:
            seen = max(seen, info.get("depth", 0))
            if seen >= 4:
                break
        began = time.monotonic()
        lines.stop()
        best = lines.wait().move
    used = time.monotonic() - began
    check("analysis stops at once", used < 0.5 and best in board.legal_moves, f"{used:.3f} s, {best}")
    print(f"  {protocol}: endless analysis stopped in {1000 * used:.1f} ms", flush=True)
    # A game that has been followed: moves forward, and back.
    board = chess.Board()
    game = object()
    for text in ["e4", "e5", "Nf3", "Nc6", None, None, "d4", "exd4"]:
        board.push_san(text) if text else board.pop()
        info = engine.analyse(board, chess.engine.Limit(depth=3), game=game)
        check("analysis follows the game", line_holds(board, info.get("pv", [])), board.fen())


def mates(engine, protocol, check):
    for fen, moves in MATES:
        board = chess.Board(fen)
        if not board.is_valid():
            check("test position", False, fen)
            continue
        if board.is_game_over():
            if protocol == "uci":
                info = engine.analyse(board, chess.engine.Limit(depth=2), game=object())
                score = info["score"].relative
                expected = chess.engine.Mate(-0) if board.is_checkmate() else chess.engine.Cp(0)
                check("score of a game that is over", score == expected, f"{score} at {fen}")
            continue
        # Under XBoard nothing tells that a search has ended because the mate is proved.
        info = engine.analyse(board, chess.engine.Limit(depth=8, time=None if protocol == "uci" else 0.8), game=object())
        score, pv = info["score"].relative, info.get("pv", [])
        if moves is None:
            check("no mate", not score.is_mate() or score.mate() < 0, f"{score} at {fen}")
            continue
        check("mate score", score.mate() == moves, f"{score}, not mate in {moves}, at {fen}")
        end = board.copy()
        if check("mating line is legal", line_holds(board, pv), f"{pv} at {fen}"):
            for move in pv:
                end.push(move)
            plies = 2 * moves - 1 if moves > 0 else -2 * moves
            check("mating line mates", end.is_checkmate() and len(pv) == plies, f"{board.variation_san(pv)} at {fen}")


def ponder(engine, protocol, check):
    """Moves with thinking on the opponent's time: every other reply is the expected one, the others are not."""
    board, game = chess.Board(), object()
    hits = expected = 0
    for turn in range(12):
        limit = chess.engine.Limit(white_clock=20, black_clock=20, white_inc=0.05, black_inc=0.05)
        result = engine.play(board, limit, ponder=True, game=game)
        if not check("move played while pondering", result.move in board.legal_moves, f"{result.move} at {board.fen()}"):
            return
        board.push(result.move)
        if board.is_game_over():
            break
        time.sleep(0.02)
        reply = result.ponder
        if reply:
            expected += 1
            check("expected reply is legal", reply in board.legal_moves, f"{reply} at {board.fen()}")
        if reply and turn % 2 == 0:
            hits += 1
        else:
            reply = next(move for move in board.legal_moves if move != reply)
        board.push(reply)
    check("replies are expected", expected >= (6 if protocol == "uci" else 0), f"{expected}")
    # A search on the opponent's time is left when another game comes.
    engine.play(chess.Board(), chess.engine.Limit(depth=2), game=object())
    print(f"  {protocol}: pondered, {hits} expected replies played, {expected} announced", flush=True)


MANAGED = {"uci_chess960", "uci_variant", "multipv", "ponder"}


def options(engine, protocol, check, log):
    """Each option gets each kind of value that it offers, and its default again."""
    values = 0
    for name, option in sorted(engine.options.items()):
        if protocol == "xboard" and option.type not in TYPES:
            continue
        check("option has a type", option.type in TYPES, f"{name}: {option.type}")
        if name.lower() in MANAGED or name in ("random", "computer", "name", "engine_rating", "opponent_rating"):
            continue
        default = option.default
        if option.type in ("spin", "slider"):
            # The largest tables take their time and memory, and there are not so many processors.
            big = {"hash": 64, "memory": 64, "threads": 2, "cores": 2}.get(name.lower())
            choices = [option.min, option.max if big is None else min(option.max or big, big)]
        elif option.type == "check":
            choices = [True, False]
        elif option.type == "combo":
            choices = list(option.var)
        elif option.type in ("string", "file", "path"):
            choices = [os.path.join(tempfile.gettempdir(), "aanca-python-chess.log")] if "log" in name.lower() else [""]
        else:
            choices = [None]
        for value in choices + ([default] if option.type in ("spin", "check", "combo", "slider") and default is not None else []):
            if value is None and option.type != "button" and option.type not in ("reset", "save"):
                continue
            engine.configure({name: value})
            values += 1
            move = engine.play(chess.Board(), chess.engine.Limit(depth=2), game=object()).move
            check("plays after an option", move in chess.Board().legal_moves, f"{name} = {value}: {move}")
        if option.type in ("string", "file", "path"):
            engine.configure({name: ""})
    # What python-chess itself would not let through.
    before = log.lines["received"]
    wrong = ["Nonsense", "Hash value Nonsense", "VariantPath value /no-such-file.ini", "UCI_Variant value Nonsense"]
    for text in wrong:
        line = f"setoption name {text}" if protocol == "uci" else f"option {text.replace(' value ', '=')}"
        engine.communicate_line(line)
    engine.ping()
    answers = log.lines["received"] - before
    check("wrong options are told", answers >= len(wrong), f"{answers} lines for {len(wrong)} wrong options")
    move = engine.play(chess.Board(), chess.engine.Limit(depth=2), game=object()).move
    check("plays after wrong options", move in chess.Board().legal_moves, f"{move}")
    print(f"  {protocol}: {len(engine.options)} options, {values} values", flush=True)


def draws(engine, check):
    """XBoard only: an offer in a lost position is accepted or answered by a move, in a won one by a move; nothing breaks."""
    lost = chess.Board("4k3/8/8/8/8/8/qr6/7K w - - 0 1")
    won = chess.Board("4k3/8/8/8/8/8/QR6/7K w - - 0 1")
    for board, what in ((won, "won"), (lost, "lost")):
        result = engine.play(board, chess.engine.Limit(depth=4), game=object(), draw_offered=True)
        sane = result.resigned or result.move in board.legal_moves
        check("a draw offer is answered", sane, f"{what}: {result}")
        if what == "won":
            check("no draw and no resignation when winning", not (result.resigned or result.draw_offered), f"{result}")
    for text in ("1-0", "0-1", "1/2-1/2"):
        board = chess.Board()
        engine.play(board, chess.engine.Limit(depth=1), game=object())
        winner = {"1-0": chess.WHITE, "0-1": chess.BLACK}.get(text)
        engine.send_game_result(board, winner, "for a test", game_complete=False)
        move = engine.play(board, chess.engine.Limit(depth=1), game=object()).move
        check("plays after a result", move in board.legal_moves, f"{text}: {move}")


def shows_odds(engine, check):
    """UCI only: the chances of winning, drawing and losing, where the engine offers them."""
    if "UCI_ShowWDL" not in engine.options:
        return
    engine.configure({"UCI_ShowWDL": True})
    for fen, moves in ((chess.STARTING_FEN, None), ("4k3/8/8/8/8/8/8/QR2K3 w - - 0 1", 1), ("qr2k3/8/8/8/8/8/8/4K3 b - - 0 1", 1)):
        board = chess.Board(fen)
        info = engine.analyse(board, chess.engine.Limit(depth=5), game=object())
        odds = info.get("wdl")
        if check("odds are shown", odds is not None, fen):
            relative = odds.relative
            check("odds add up", relative.total() == 1000, f"{relative}")
            check("odds fit the value", moves is None or relative.wins > 900, f"{relative} at {fen}")
    engine.configure({"UCI_ShowWDL": False})


def drive(command, protocol, check, plies, log, ini):
    engine = OPEN[protocol]([command, "--variants", ini], timeout=60)

    # A line past python-chess' own checks.
    def send(line):
        engine.protocol.loop.call_soon_threadsafe(engine.protocol.send_line, line)

    engine.communicate_line = send
    try:
        check("the engine has a name", engine.id.get("name", "").startswith("Aanca"), f"{engine.id}")
        games(engine, protocol, check, plies, hill=True)
        endgame(engine, protocol, check)
        analysis(engine, protocol, check, hill=True)
        mates(engine, protocol, check)
        ponder(engine, protocol, check)
        if protocol == "uci":
            shows_odds(engine, check)
        else:
            draws(engine, check)
        options(engine, protocol, check, log)
    finally:
        engine.quit()
    check("the engine has ended", engine.returncode.result(10) == 0, f"{engine.returncode}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--protocol", choices=[*OPEN, "both"], default="both")
    parser.add_argument("--plies", type=int, default=40, help="a longer game is broken off")
    parser.add_argument("--log", help="write the whole dialogue to this file")
    args = parser.parse_args()

    log = Records(args.log)
    logger = logging.getLogger("chess.engine")
    logger.addHandler(log)
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    check, began = Check(), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        ini = os.path.join(folder, "hill.ini")
        with open(ini, "w") as out:
            out.write(HILL)
        for protocol in OPEN if args.protocol == "both" else [args.protocol]:
            try:
                drive(args.engine, protocol, check, args.plies, log, ini)
            except (chess.engine.EngineError, OSError, TimeoutError) as error:
                check(f"{protocol}: no exception", False, repr(error))
    for text in log.warnings[:20]:
        print(f"python-chess warns: {text}")
    bad = len(check.faults) + len(log.warnings)
    print(f"{sum(check.counts.values())} checks: " + ", ".join(f"{what} {count}" for what, count in check.counts.items()))
    print(
        f"{'FAIL' if bad else 'ok'}: python-chess {chess.__version__}, {sum(check.counts.values())} checks, {len(check.faults)} faults, "
        f"{len(log.warnings)} warnings, {log.lines['sent']} lines sent, {log.lines['received']} received, {time.monotonic() - began:.0f} s"
    )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
