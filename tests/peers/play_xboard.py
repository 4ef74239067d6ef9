#!/usr/bin/env python3
"""An independent referee for matches over the XBoard protocol (version 2), both colours in turn, with real clocks.

Legality is judged by slow.py (chess and the Capablanca family, flexible castling too), which must agree move for move with pyffish where
pyffish plays the same game; other variants are judged by pyffish alone. A match fails (exit 1) if an engine under test - A, or both with
--strict - moves illegally, oversteps its clock, claims wrongly, refuses a legal move, prints an error or dies.

usage: play_xboard.py "ENGINE A" "ENGINE B" --variant schoolbook [--games 20] [--time 5] [--inc 0.05] [--strict]
       [--variant-a NAME --variant-b NAME] [--fen FEN] [--letters-b M=C] [--option-b "NAME=VALUE"] [--opening PLIES] [--log FILE]

Examples:  play_xboard.py target/release/aanca sjaakii --variant schoolbook --letters-b M=C \\
               --option-b "Send O-O/O-O-O for castling=0"
           play_xboard.py target/release/aanca fairymax --variant capablanca
"""
import argparse
import collections
import os
import queue
import random
import re
import shlex
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import slow  # noqa: E402

try:
    import pyffish
except ImportError:
    pyffish = None


class Fault(Exception):
    """An engine broke the protocol or the rules; the message says how."""


class SlowReferee:
    """Rules by slow.py, compared with pyffish at every ply where that knows the same game."""

    def __init__(self, variant, fen=None):
        self.position = slow.Position(variant, fen)
        self.variant, self.ranks = variant, 8
        self.seen = collections.Counter([self.position.key()])
        other = pyffish and variant in pyffish.variants() and not self.position.random
        self.other = (self.position.fen(), []) if other else None

    def fen(self):
        return self.position.fen()

    def moves(self):
        legal = self.position.moves()
        if self.other:
            theirs = set(pyffish.legal_moves(self.variant, *self.other))
            if theirs != set(legal):
                raise AssertionError(f"referees disagree at {self.fen()}: {sorted(theirs ^ set(legal))}")
        return legal

    def play(self, move):
        self.position = self.position.moves()[move]
        self.seen[self.position.key()] += 1
        if self.other:
            self.other[1].append(move)

    def white_to_move(self):
        return self.position.white

    def result(self):
        """(result, reason) if the game is over without a claim."""
        if not self.position.moves():
            if self.position.in_check():
                return ("0-1" if self.position.white else "1-0"), "mate"
            return "1/2-1/2", "stalemate"
        if self.bare():
            return "1/2-1/2", "insufficient material"
        if max(self.seen.values()) >= 3:
            return "1/2-1/2", "repetition"
        if self.position.halfmoves >= 100:
            return "1/2-1/2", "fifty moves"
        return None

    def bare(self):
        rest = [p.upper() for p in self.position.board.values() if p not in "Kk"]
        return len(rest) == 0 or len(rest) == 1 and rest[0] in "BN"

    def castling(self, short):
        """The coordinate move that O-O or O-O-O means: towards the higher or the lower files, as far as a fixed game would go."""
        king = self.position.king(self.position.white)
        sign = 1 if short else -1
        stride = 3 if self.position.flexible else abs(self.position.targets[short] - king[0])
        return slow.name(king) + slow.name((king[0] + sign * stride, king[1]))


class PyffishReferee:
    """Rules by pyffish alone."""

    def __init__(self, variant, fen=None):
        if not pyffish or variant not in pyffish.variants():
            raise SystemExit(f"no referee for variant {variant!r}: neither slow.py nor pyffish knows it")
        self.variant, self.start, self.played = variant, fen or pyffish.start_fen(variant), []
        self.ranks = self.start.split()[0].count("/") + 1

    def fen(self):
        return pyffish.get_fen(self.variant, self.start, self.played)

    def moves(self):
        return pyffish.legal_moves(self.variant, self.start, self.played)

    def play(self, move):
        self.played.append(move)

    def white_to_move(self):
        return self.fen().split()[1] == "w"

    def result(self):
        over, score = pyffish.is_immediate_game_end(self.variant, self.start, self.played)
        reason = "rule"
        if not over and not self.moves():
            over, score, reason = True, pyffish.game_result(self.variant, self.start, self.played), "mate or stalemate"
        if not over:
            over, score = pyffish.is_optional_game_end(self.variant, self.start, self.played)
            reason = "repetition or fifty moves"
        if not over:
            return None
        return ("1/2-1/2" if score == 0 else "1-0" if (score > 0) == self.white_to_move() else "0-1"), reason

    def castling(self, short):
        raise Fault("castling as O-O is not understood here")


class Engine:
    """One engine process that speaks the XBoard protocol."""

    def __init__(self, command, label, log, options, letters):
        self.label, self.log = label, log
        ours, theirs = letters.split("=") if letters else ("", "")
        self.to_letters = str.maketrans(ours.upper() + ours.lower(), theirs.upper() + theirs.lower())
        self.from_letters = str.maketrans(theirs.upper() + theirs.lower(), ours.upper() + ours.lower())
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace"
        )
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.features = {"usermove": "0", "setboard": "0", "ping": "0", "variants": ""}
        self.send("xboard")
        self.send("protover 2")
        self.handshake()
        for option in options:
            self.send(f"option {option}")

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\r\n"))
        self.lines.put(None)

    def send(self, text):
        self.log(f">{self.label}: {text}")
        try:
            self.process.stdin.write(text + "\n")
            self.process.stdin.flush()
        except OSError:
            raise Fault("died") from None

    def receive(self, deadline):
        """Next line, or None if there is none before the deadline; raises Fault at the end of the stream."""
        try:
            line = self.lines.get(timeout=max(0, deadline - time.monotonic()))
        except queue.Empty:
            return None
        if line is None:
            raise Fault("died")
        self.log(f"<{self.label}: {line}")
        return line

    def handshake(self):
        deadline = time.monotonic() + 20
        while (line := self.receive(deadline)) is not None:
            for key, text, word in re.findall(r'(\w+)\s*=\s*(?:"([^"]*)"|(\S+))', line) if line.startswith("feature") else []:
                self.features[key] = text or word
                self.send(f"accepted {key}")
                if key == "done" and word == "1":
                    return
                if key == "done":
                    deadline = time.monotonic() + 60

    def ping(self, number):
        """Wait until everything sent so far is done with; complaints met on the way are faults."""
        if self.features["ping"] != "1":
            time.sleep(0.2)
            return
        self.send(f"ping {number}")
        deadline = time.monotonic() + 15
        while (line := self.receive(deadline)) is not None:
            if line.strip() == f"pong {number}":
                return
            if complaint(line):
                raise Fault(f"complains: {line}")
        raise Fault("does not answer ping")

    def quit(self):
        try:
            self.send("quit")
            self.process.wait(timeout=5)
        except (Fault, subprocess.TimeoutExpired):
            self.process.kill()

    def spell(self, move, ranks):
        """A move in this engine's spelling: its own promotion letters, ranks from 0 on boards of ten."""
        move = shift(move, -1 if ranks == 10 else 0)
        return move[:4] + move[4:].translate(self.to_letters)

    def understand(self, text, referee):
        """The coordinate move that the engine's text stands for."""
        if text.upper().replace("0", "O") in ("O-O", "O-O-O"):
            return referee.castling(text.count("-") == 1)
        move = shift(text, 1 if referee.ranks == 10 else 0)
        return move if move in referee.moves() else move[:4] + move[4:].translate(self.from_letters)

    def think(self, referee, clock, command, margin):
        """Send a command that starts the clock; returns (kind, text, seconds) with kind move, claim or resign."""
        began = time.monotonic()
        for line in command:
            self.send(line)
        deadline = began + clock + margin
        while (line := self.receive(deadline)) is not None:
            used = time.monotonic() - began
            if m := re.match(r"(?:My move is:|move)\s*(\S+)", line):
                return "move", m.group(1), used
            if m := re.match(r"(1-0|0-1|1/2-1/2)\b", line):
                return "claim", m.group(1), used
            if line.startswith("resign"):
                return "resign", "", used
            if complaint(line):
                raise Fault(f"complains: {line}")
        raise Fault(f"oversteps its clock ({clock:.2f} s left)")


def complaint(line):
    """Whether a line refuses a move or a command; not knowing one of the courtesies sent is no fault."""
    return line.startswith(("Illegal", "Error")) and not line.endswith((": post", ": easy", ": result"))


def shift(move, by):
    """Add to the ranks of a coordinate move."""
    return re.sub(r"\d+", lambda m: str(int(m.group()) + by), move) if by else move


def play(white, black, args, seed, variants):
    """One game; returns (result, reason, moves). A Fault carries the engine at fault in .engine."""
    referee = (SlowReferee if args.variant in slow.GAMES else PyffishReferee)(args.variant, args.fen)
    turn = {True: white, False: black}
    clocks = {True: args.time, False: args.time}
    current = white
    try:
        minutes, seconds = divmod(int(args.time), 60)
        for current in (white, black):
            for line in ("new", f"variant {variants[current]}", "force", f"level 0 {minutes}:{seconds:02} {args.inc:g}", "post", "easy"):
                current.send(line)
            if args.fen:
                current.send("setboard " + re.sub(r"^\S+", lambda m: m.group().translate(current.to_letters), args.fen))
            current.ping(1)
        played, rng = [], random.Random(seed)
        for _ in range(args.opening):
            move = rng.choice(sorted(referee.moves()))
            referee.play(move)
            if referee.result():
                return "*", "opening ended the game", played
            played.append(move)
            for current in (white, black):
                prefix = "usermove " if current.features["usermove"] == "1" else ""
                current.send(prefix + current.spell(move, referee.ranks))
        for current in (white, black):
            current.ping(2)
        started, last = set(), None
        while not (over := referee.result()) and len(played) < args.plies:
            side = referee.white_to_move()
            current = turn[side]
            command = [f"time {int(clocks[side] * 100)}", f"otim {int(clocks[not side] * 100)}"]
            if last is not None:
                command.append(("usermove " if current.features["usermove"] == "1" else "") + current.spell(last, referee.ranks))
            if current not in started:
                started.add(current)
                command.append("go")
            kind, text, used = current.think(referee, clocks[side], command, args.margin)
            clocks[side] += args.inc - used
            if kind == "resign":
                over = ("0-1" if side else "1-0"), "resignation"
                break
            if kind == "claim":
                # A loss may be conceded by its result; a draw or win has to be so.
                if text == ("0-1" if side else "1-0"):
                    over = text, "resignation"
                    break
                raise Fault(f"claims {text} at {referee.fen()}")
            move = current.understand(text, referee)
            if move not in referee.moves():
                raise Fault(f"plays illegal {text} at {referee.fen()}")
            referee.play(move)
            played.append(move)
            last = move
        result, reason = over or ("1/2-1/2", "length")
        for current in (white, black):
            current.send("force")
            # The side that did not move last has not seen the final move: show it, so that refusals come to light.
            if over and last and current in started and current is turn[referee.white_to_move()] and reason not in ("resignation",):
                current.send(("usermove " if current.features["usermove"] == "1" else "") + current.spell(last, referee.ranks))
            current.ping(3)
            current.send(f"result {result} {{{reason}}}")
            current.ping(4)
        return result, reason, played
    except Fault as fault:
        fault.engine = current
        raise


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--variant", default="schoolbook", help="the game as the referee knows it")
    parser.add_argument("--variant-a", help="its name for engine A")
    parser.add_argument("--variant-b", help="its name for engine B")
    parser.add_argument("--fen", help="start position")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--time", type=float, default=5, help="seconds on the clock, whole")
    parser.add_argument("--inc", type=float, default=0.05, help="increment in seconds")
    parser.add_argument("--margin", type=float, default=0.1, help="seconds an engine may overstep its clock")
    parser.add_argument("--plies", type=int, default=400, help="a longer game is scored as a draw")
    parser.add_argument("--opening", type=int, default=4, help="random plies before the engines play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--strict", action="store_true", help="faults of B fail the run too")
    parser.add_argument("--log", help="write the whole dialogue to this file")
    for x in "ab":
        parser.add_argument(f"--option-{x}", action="append", default=[], help="NAME=VALUE, may be repeated")
        parser.add_argument(f"--letters-{x}", default="", help="M=C: the referee's M is this engine's C")
    args = parser.parse_args()
    os.environ["PATH"] += ":/usr/games"
    out = open(args.log, "w") if args.log else None

    def log(text):
        if out:
            print(f"{time.monotonic():.3f} {text}", file=out, flush=True)

    def start(x):
        return Engine(vars(args)[x], x.upper(), log, vars(args)[f"option_{x}"], vars(args)[f"letters_{x}"])

    engines = {}
    score, faults, reasons = collections.Counter(), {"A": [], "B": []}, collections.Counter()
    try:
        for game in range(args.games):
            for x in "ab":
                if x not in engines:
                    engines[x] = start(x)
            a, b = engines["a"], engines["b"]
            variants = {a: args.variant_a or args.variant, b: args.variant_b or args.variant}
            white, black = (a, b) if game % 2 == 0 else (b, a)
            try:
                result, reason, played = play(white, black, args, args.seed + game // 2, variants)
            except Fault as fault:
                loser = fault.engine
                result, reason, played = ("0-1" if loser is white else "1-0"), f"{loser.label} {fault}", []
                faults[loser.label].append(str(fault))
                for engine in engines.values():
                    engine.quit()
                engines = {}
            winner = {"1-0": white.label, "0-1": black.label}.get(result, "draw")
            score[winner] += 1
            reasons[reason.split(" at ")[0]] += 1
            print(f"game {game + 1}: {white.label}-{black.label} {result} {{{reason}}} {len(played)} plies", flush=True)
    except Fault as fault:
        faults["A" if "a" not in engines else "B"].append(f"cannot be started: {fault}")
    finally:
        for engine in engines.values():
            engine.quit()
    bad = len(faults["A"]) + (len(faults["B"]) if args.strict else 0)
    for label, texts in faults.items():
        for text in texts:
            print(f"fault of {label}: {text}")
    print(
        f"{'FAIL' if bad else 'ok'}: {args.variant}, {args.games} games, A {score['A']} - B {score['B']}, draws {score['draw']}; "
        f"faults A {len(faults['A'])}, B {len(faults['B'])}; {dict(reasons)}"
    )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
