#!/usr/bin/env python3
"""Games of chess through python-chess, which judges every move: over UCI, or over XBoard with --protocol xboard.

The run fails (exit 1) if the engine under test plays an illegal move, oversteps its clock by more than the margin, dies, or if a
game does not reach an end by rule within --plies. Without an opponent the engine plays itself (one process a side).

usage: play_uci.py ENGINE [--opponent ENGINE] [--protocol uci|xboard] [--opponent-protocol uci|xboard] [--games 4] [--time 5] [--inc 0.05]
       [--random-array] [--option NAME=VALUE]
"""
import argparse
import collections
import os
import random
import shlex
import sys
import time

import chess
import chess.engine

OPEN = {"uci": chess.engine.SimpleEngine.popen_uci, "xboard": chess.engine.SimpleEngine.popen_xboard}


def play(engines, args, seed):
    """One game; engines by colour. Returns (result, reason, plies, colour at fault or None)."""
    rng = random.Random(seed)
    board = chess.Board.from_chess960_pos(rng.randrange(960)) if args.random_array else chess.Board()
    for _ in range(0 if args.random_array else args.opening):
        board.push(rng.choice(sorted(board.legal_moves, key=str)))
    clocks = {chess.WHITE: args.time, chess.BLACK: args.time}
    game = object()
    while not board.is_game_over(claim_draw=True) and board.ply() < args.plies:
        side = board.turn
        limit = chess.engine.Limit(
            white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK], white_inc=args.inc, black_inc=args.inc
        )
        loss = "0-1" if side else "1-0"
        began = time.monotonic()
        try:
            played = engines[side].play(board, limit, game=game)
        except chess.engine.EngineError as error:
            return loss, f"{error} at {board.fen()}", board.ply(), side
        used = time.monotonic() - began
        if played.resigned:
            return loss, "resignation", board.ply(), None
        if played.move is None or played.move not in board.legal_moves:
            return loss, f"no legal move ({played.move}) at {board.fen()}", board.ply(), side
        if used > clocks[side] + args.margin:
            return loss, f"time: {used:.2f} s used, {clocks[side]:.2f} s left", board.ply(), side
        clocks[side] += args.inc - used
        board.push(played.move)
    outcome = board.outcome(claim_draw=True)
    if outcome is None:
        return "1/2-1/2", "length", board.ply(), None
    return outcome.result(), outcome.termination.name.lower().replace("_", " "), board.ply(), None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--opponent")
    parser.add_argument("--protocol", choices=OPEN, default="uci")
    parser.add_argument("--opponent-protocol", choices=OPEN, default="uci")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--time", type=float, default=5, help="seconds on the clock")
    parser.add_argument("--inc", type=float, default=0.05, help="increment in seconds")
    parser.add_argument("--margin", type=float, default=0.1, help="seconds that a clock may be overstepped")
    parser.add_argument("--plies", type=int, default=500, help="a longer game is a draw")
    parser.add_argument("--opening", type=int, default=4, help="random plies before the engines play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--random-array", action="store_true", help="play Chess960 instead")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE for the engine under test")
    args = parser.parse_args()

    os.environ["PATH"] += ":/usr/games"
    def start():
        mine = OPEN[args.protocol](shlex.split(args.engine), timeout=20)
        if args.option:
            mine.configure(dict(option.split("=", 1) for option in args.option))
        if args.opponent:
            return mine, OPEN[args.opponent_protocol](shlex.split(args.opponent), timeout=20)
        return mine, OPEN[args.protocol](shlex.split(args.engine), timeout=20)

    a = b = None
    score, reasons, faults = collections.Counter(), collections.Counter(), 0
    try:
        for game in range(args.games):
            if a is None:
                a, b = start()
            a_white = game % 2 == 0
            result, reason, plies, fault = play({chess.WHITE: a if a_white else b, chess.BLACK: b if a_white else a}, args, args.seed + game // 2)
            if fault is not None:
                # A fault of the opponent is reported but does not fail the run.
                mine = (fault == chess.WHITE) == a_white or not args.opponent
                faults += mine
                reason = f"fault of {'A' if mine else 'B'}: {reason}"
                a.close(), b.close()
                a = b = None
            score["draw" if result == "1/2-1/2" else "A" if (result == "1-0") == a_white else "B"] += 1
            reasons[reason.split(" at ")[0]] += 1
            print(f"game {game + 1}: {'A-B' if a_white else 'B-A'} {result} {{{reason}}} {plies} plies", flush=True)
    except (chess.engine.EngineError, OSError, TimeoutError) as error:
        faults += 1
        print(f"engine cannot be started: {error!r}")
    finally:
        for engine in (a, b):
            if engine is not None:
                engine.close()
    print(
        f"{'FAIL' if faults else 'ok'}: {'chess960' if args.random_array else 'chess'} over {args.protocol}, {args.games} games, "
        f"A {score['A']} - B {score['B']}, draws {score['draw']}; faults {faults}; {dict(reasons)}"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
