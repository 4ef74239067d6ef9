#!/usr/bin/env python3
"""Sends an engine random lines, most of them mutated commands, and checks that it lives, answers and keeps its state.

fuzz.py ENGINE [--lines N] [--seed N] [--greetings uci,usi,ucci,ucicyclone,xboard]

The lines are those of the transcripts in tests/protocol, as they are, mutated, spliced and mixed with nonsense. After each batch the
engine must answer; in the dialects of UCI the position that `d` shows must read back to the same position and key, and a line
that is answered by an error must have left position and game as they were. Lines that would cost memory, time or files are
made harmless: see `tame`.
"""

import argparse
import glob
import os
import queue
import random
import re
import subprocess
import sys
import threading
import time

PATIENCE = 30
NONSENSE = ["", " ", "\t", "0", "-1", "999999999999999999999", "NaN", "é", "\x00", "\xff\xfe", "%s%n", "a" * 300, "e2e4e7e5", "🙂", "<<", '"', "--", "@@@@"]


def seeds():
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "protocol")
    lines = set()
    for path in glob.glob(os.path.join(here, "*.txt")):
        with open(path, encoding="utf-8") as file:
            lines.update(line[2:].rstrip("\n") for line in file if line.startswith("> "))
    return sorted(lines)


def mutate(rng, lines):
    line = rng.choice(lines)
    for _ in range(rng.choice([0, 1, 1, 2, 4])):
        words = line.split(" ")
        what = rng.randrange(8)
        at = rng.randrange(len(words))
        if what == 0:
            words[at] = rng.choice(NONSENSE)
        elif what == 1:
            words.insert(at, rng.choice(rng.choice(lines).split(" ")))
        elif what == 2:
            del words[at]
        elif what == 3:
            other = rng.choice(lines).split(" ")
            words = words[:at] + other[rng.randrange(len(other)):]
        elif what == 4 and words[at]:
            chars = list(words[at])
            chars[rng.randrange(len(chars))] = chr(rng.choice([rng.randrange(32, 127), rng.randrange(0x250)]))
            words[at] = "".join(chars)
        elif what == 5:
            words[at] = words[at] * rng.randrange(2, 5)
        elif what == 6:
            words[at] = str(rng.choice([0, 1, -1, 7, 255, 256, 65536, 2**31, 2**64]))
        else:
            rng.shuffle(words)
        line = " ".join(words)
    return line.replace("\n", " ").replace("\r", " ")[:2000]


def tame(line, xboard):
    """The line without what ends the conversation, or would cost time, memory or files; None to leave it out."""
    words = line.lower().split()
    joined = " ".join(words)
    # Answers to the last three would be taken for those to the questions asked here.
    if words[:1] and words[0] in ("quit", "load", "check", "d", "isready", "ping"):
        return None
    if any(name in joined for name in ("variantpath", "book", "debug", "log", "path", "hashsize", "file")):
        return None
    if re.search(r"hash|memory|threads|cores|multipv", joined):
        line = re.sub(r"\d+", lambda m: m.group() if int(m.group()) <= 2 else "1", line)
    if "perft" in joined or "mate" in words:
        line = re.sub(r"\d+", lambda m: m.group() if int(m.group()) <= 2 else "2", line)
    if xboard and words[:1] == ["pause"]:
        return line + "\nresume"
    return line


class Engine:
    def __init__(self, command, greeting):
        self.xboard = greeting == "xboard"
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.lines = queue.Queue()
        self.errors = []
        threading.Thread(target=self.read, daemon=True).start()
        threading.Thread(target=self.read_errors, daemon=True).start()
        self.pings = 0
        self.send(greeting)
        if self.xboard:
            self.send("protover 2")
        self.answer()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode("utf-8", "replace").rstrip("\n"))
        self.lines.put(None)

    def read_errors(self):
        for line in self.process.stderr:
            self.errors.append(line.decode("utf-8", "replace").rstrip())

    def send(self, text):
        self.process.stdin.write(text.encode("utf-8", "surrogateescape") + b"\n")

    def answer(self):
        """Asks for an answer to all that was sent; gives the lines before it."""
        if self.xboard:
            self.pings += 1
            question, wanted = f"ping {self.pings}", f"pong {self.pings}"
        else:
            question, wanted = "isready", "readyok"
        self.send(question)
        self.process.stdin.flush()
        seen = []
        end = time.monotonic() + PATIENCE
        while True:
            try:
                line = self.lines.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise RuntimeError("no answer within %d s" % PATIENCE) from None
            if line is None:
                raise RuntimeError("the engine has ended with status %s: %s" % (self.process.wait(), self.errors[-5:]))
            if line == wanted:
                return seen
            seen.append(line)

    def settle(self):
        """Ends whatever goes on."""
        for line in ["resume", ".", "?", "exit", "force"] if self.xboard else ["stop"]:
            self.send(line)

    def state(self):
        """The game, position and key that `d` shows, and what was said before. A search that has been told to stop may still
        have its last word before `d` is handled, though the engine is ready at once."""
        self.send("d")
        seen = []
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            seen += self.answer()
            shown = [line for line in seen if re.match(r"(Variant|Fen|Key):", line)]
            if len(shown) >= 3:
                return shown[-3:], seen
            time.sleep(0.0005)
        raise RuntimeError(f"d shows {seen[-20:]}")


def run(command, greeting, lines, count, seed, totals):
    rng = random.Random(f"{seed} {greeting}")
    engine = Engine(command, greeting)
    sent = []
    done = 0
    try:
        while done < count:
            probe = not engine.xboard and rng.random() < 0.3
            if probe:
                # One line, and whether it has changed what it must not.
                line = tame(mutate(rng, lines), engine.xboard)
                if line is None:
                    continue
                before, _ = engine.state()
                sent.append(line)
                engine.send(line)
                engine.settle()
                after, said = engine.state()
                done += 1
                refused = any("error" in text for text in said if not text.startswith("info depth"))
                if refused and not line.split()[:1] == ["go"]:
                    totals["refused"] += 1
                    if after != before:
                        raise RuntimeError(f"{line!r} was answered by {said} and changed {before} to {after}")
            for _ in range(rng.randrange(1, 60)):
                line = tame(mutate(rng, lines), engine.xboard)
                if line is None:
                    continue
                sent.append(line)
                engine.send(line)
                # A search may have begun.
                engine.settle()
                done += 1
            del sent[:-80]
            engine.answer()
            if not engine.xboard and rng.random() < 0.5:
                shown, _ = engine.state()
                fen = shown[1].split(":", 1)[1].strip()
                word = "" if greeting == "ucicyclone" and rng.random() < 0.5 else "position "
                engine.send(f"{word}fen {fen}")
                again, _ = engine.state()
                totals["read back"] += 1
                if again != shown:
                    raise RuntimeError(f"{shown} reads back as {again}")
        engine.send("quit")
        engine.process.stdin.flush()
        status = engine.process.wait(timeout=PATIENCE)
        if status != 0:
            raise RuntimeError(f"quit: status {status}")
        if any("panicked" in text or "search has failed" in text for text in engine.errors):
            raise RuntimeError(f"standard error: {engine.errors[-5:]}")
    except (RuntimeError, BrokenPipeError, subprocess.TimeoutExpired) as wrong:
        engine.process.kill()
        print(f"{greeting}, seed {seed}: {wrong}\nstandard error: {engine.errors[-8:]}\nlast lines:")
        print("\n".join(repr(line) for line in sent[-60:]))
        return False
    print(f"{greeting}: {done} lines, no fault", flush=True)
    totals["lines"] += done
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("engine")
    parser.add_argument("--lines", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--greetings", default="uci,usi,ucci,ucicyclone,xboard")
    args = parser.parse_args()
    lines = seeds()
    totals = {"lines": 0, "refused": 0, "read back": 0}
    greetings = args.greetings.split(",")
    good = [run(args.engine, greeting, lines, args.lines // len(greetings), args.seed, totals) for greeting in greetings]
    print(f"{totals['lines']} lines, {totals['refused']} refused without a change of state, {totals['read back']} positions read back")
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
