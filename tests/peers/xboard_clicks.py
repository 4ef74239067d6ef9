#!/usr/bin/env python3
"""A user of the real xboard, with mouse and keyboard under a virtual display. What happened is read from xboard's debug log.

File > New Variant offers the engine's games and each click on one plays it; a user castles in all five ways of Schoolbook with either colour
against the engine and takes the moves back; promotes to each piece; plays moves in analysis mode. The start positions are variants of
an ini file. Needs xboard, Xvfb and xdotool; for screenshots ImageMagick too.

usage: xboard_clicks.py ENGINE [--keep DIR]
       xboard_clicks.py ENGINE --screenshots DIR    saves pictures of games as DIR/GAME-xboard.png instead
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from xboard_xvfb import display  # noqa: E402

VARIANTS = """
[sb-castle:schoolbook]
startFen = r4k3r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R w KQkq - 0 1
[sb-promote:schoolbook]
startFen = 10/P2k6/10/10/10/10/6K2p/10 w - - 0 1
"""

# Pixels of a square and its line at the size below, and of the frame around the board.
SIZE, SQUARE, FRAME = "40", 33, 2
# The distances of the rows of New Variant, and of its last two columns from the right edge.
ROW, COLUMNS, ROWS = 29, (179, 62), 11
PATIENCE = 20

# What xboard's window is called before a game, and in it.
TITLE = "xboard|Aanca"


class Failure(Exception):
    """Something that should have happened did not."""


class Window:
    """A running xboard with the engine."""

    def __init__(self, engine, home, screen, variant, options=(), size=SIZE):
        self.log = os.path.join(home, f"{variant}.debug")
        self.env = {**os.environ, "HOME": home, "DISPLAY": screen}
        command = ["xboard", "-fcp", engine, "-variant", variant, "-debugMode", "true", "-nameOfDebugFile", self.log, "-size", size]
        command += ["-saveSettingsOnExit", "false", "-soundProgram", "true", "-tc", "5", "-inc", "0", "-popupMoveErrors", "false"]
        command += ["-testLegality", "true", "-sweepPromotions", "true", "-autoFlipView", "false", *options]
        self.process = subprocess.Popen(command, cwd=home, env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait_for(r"<first : pong 1")
        time.sleep(0.7)
        self.width, self.height = self.geometry(TITLE)

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def text(self):
        return open(self.log, errors="replace").read() if os.path.exists(self.log) else ""

    def mark(self):
        return len(self.text())

    def wait_for(self, pattern, since=0, patience=PATIENCE):
        """The match of a pattern in what was logged since a mark."""
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            if match := re.search(pattern, self.text()[since:]):
                return match
            time.sleep(0.05)
        raise Failure(f"{pattern!r} does not come; the log ends with\n" + self.text()[since:][-600:])

    def do(self, *words):
        done = subprocess.run(["xdotool", *map(str, words)], env=self.env, capture_output=True, text=True)
        return done.stdout

    def geometry(self, title):
        """Width and height of the window with this title, None if there is none."""
        for window in self.do("search", "--onlyvisible", "--name", title).split():
            if size := re.search(r"Geometry: (\d+)x(\d+)", self.do("getwindowgeometry", window)):
                return int(size.group(1)), int(size.group(2))
        return None

    def uncover(self):
        """Move what xboard shows of the engine's thinking away from the board."""
        self.do("search", "--onlyvisible", "--name", "Engine", "windowmove", "%@", 0, self.height + 20)
        time.sleep(0.3)

    def key(self, key):
        self.do("mousemove", self.width // 2, 60, "sleep", "0.1", "key", key)

    def spot(self, square):
        """The middle of a square: the board is at the bottom of the window, which is at the top left of the screen."""
        file, rank = ord(square[0]) - ord("a"), int(square[1:])
        return FRAME + file * SQUARE + SQUARE // 2, self.height - FRAME - rank * SQUARE + SQUARE // 2

    def move(self, start, end):
        """Click on the squares of a move; returns the mark of the log before it."""
        mark = self.mark()
        for square in (start, end):
            self.do("mousemove", *self.spot(square), "sleep", "0.1", "click", "1", "sleep", "0.2")
        return mark

    def promote(self, start, end, pull):
        """Click a pawn, and pull back so many pixels from its end square before letting go: so XBoard chooses the piece."""
        mark = self.mark()
        x, y = self.spot(end)
        self.do("mousemove", *self.spot(start), "sleep", "0.1", "click", "1", "sleep", "0.2", "mousemove", x, y, "mousedown", "1", "sleep", "0.2")
        for way in range(6, pull + 1, 6):
            self.do("mousemove", x, y + way, "sleep", "0.03")
        self.do("sleep", "0.1", "mouseup", "1")
        return mark


def new_variant(engine, home, screen):
    """Click each button of the engine's own games in turn."""
    window = Window(engine, home, screen, "schoolbook")
    try:
        offered = re.search(r'<first : feature variants="([^"]*)"', window.text()).group(1).split(",")
        # Those that xboard has by itself stand in other columns.
        known = set("normal fischerandom knightmate berolina shatranj capablanca caparandom gothic janus grand courier".split())
        own = [name for name in offered if name not in known]
        chosen = []
        for number in range(2 * ROWS):
            window.key("alt+shift+v")
            deadline = time.monotonic() + PATIENCE
            while not (size := window.geometry("New Variant")) and time.monotonic() < deadline:
                time.sleep(0.05)
            if not size:
                raise Failure("File > New Variant does not open")
            time.sleep(0.3)
            mark = window.mark()
            window.do("mousemove", size[0] - COLUMNS[number % 2], 16 + ROW * (number // 2), "sleep", "0.1", "click", "1")
            chosen.append(window.wait_for(r">first : variant (\S+)\n", mark).group(1))
            window.wait_for(r"<first : setup .*(?:.*\n)*?.*<first : pong", mark)
        if chosen != own[: len(chosen)]:
            raise Failure(f"chosen {chosen}, expected {own[:len(chosen)]}")
        return f"{len(chosen)} games of the engine in New Variant, each clicked and set up; {len(own) - len(chosen)} more do not fit in it"
    finally:
        window.close()


def castlings(engine, home, screen):
    """All five castlings with either colour, each taken back."""
    window = Window(engine, home, screen, "sb-castle", ["-depth", "1"])
    done = []
    try:
        for file in "hidcb":
            mark = window.move("f1", f"{file}1")
            window.wait_for(rf">first : usermove .*f1{file}1\n", mark)
            window.wait_for(r"<first : move \S+", mark)
            done.append(f"f1{file}1")
            time.sleep(0.3)
            mark = window.mark()
            window.key("ctrl+x")
            window.wait_for(r">first : (remove|undo)", mark)
            time.sleep(0.3)
        # Now the engine has White, and moves first.
        for number, file in enumerate("hidcb"):
            mark = window.mark()
            if number == 0:
                window.key("ctrl+w")
                window.wait_for(r"<first : move \S+", mark)
            time.sleep(0.3)
            mark = window.move("f8", f"{file}8")
            window.wait_for(rf">first : usermove .*f8{file}8\n", mark)
            window.wait_for(r"<first : move \S+", mark)
            done.append(f"f8{file}8")
            time.sleep(0.3)
            mark = window.mark()
            window.key("ctrl+x")
            window.wait_for(r">first : (remove|undo)", mark)
        refused(window)
        return f"castled by mouse and took back: {' '.join(done)}"
    finally:
        window.close()


def promotions(engine, home, screen):
    """A promotion to each piece, taken back."""
    window = Window(engine, home, screen, "sb-promote", ["-depth", "1"])
    seen = set()
    try:
        for pull in [0, 42, 72, 102, 130, 158, *range(168, 260, 12)]:
            mark = window.promote("a7", "a8", pull)
            piece = window.wait_for(r">first : usermove .*a7a8(\w)\n", mark).group(1)
            window.wait_for(r"<first : move \S+", mark)
            seen.add(piece)
            if seen == set("qmarbn"):
                break
            time.sleep(0.3)
            mark = window.mark()
            window.key("ctrl+x")
            window.wait_for(r">first : (remove|undo)", mark)
            time.sleep(0.3)
        refused(window)
        if seen != set("qmarbn"):
            raise Failure(f"promoted to {''.join(sorted(seen))} only")
        return "promoted by mouse to q m a r b n"
    finally:
        window.close()


def analysis(engine, home, screen):
    """Moves for both sides while the engine analyses."""
    window = Window(engine, home, screen, "schoolbook")
    try:
        mark = window.mark()
        window.key("ctrl+a")
        window.wait_for(r">first : analyze", mark)
        depth = r"<first : [4-9]\d* -?\d+ \d+ \d+.*\t"
        window.wait_for(depth, mark)
        window.uncover()
        for start, end in (("e2", "e4"), ("h8", "g6"), ("c1", "d3")):
            mark = window.move(start, end)
            window.wait_for(rf">first : usermove .*{start}{end}\n", mark)
            window.wait_for(depth, mark)
        mark = window.mark()
        window.key("alt+Left")
        window.wait_for(r">first : undo", mark)
        window.wait_for(depth, mark)
        mark = window.mark()
        window.key("ctrl+e")
        window.wait_for(r">first : exit", mark)
        refused(window)
        return "three moves and one taken back in analysis mode, with thinking after each"
    finally:
        window.close()


def refused(window):
    if wrong := re.search(r"<first : (?:Illegal|Error|tellusererror).*", window.text()):
        raise Failure(wrong.group())


def screenshots(engine, home, screen, folder):
    """Pictures of games that the engine plays against itself, after some moves."""
    os.makedirs(folder, exist_ok=True)
    for variant in ("schoolbook", "royalbishop"):
        options = ["-scp", engine, "-mode", "TwoMachines", "-searchTime", "0:01", "-showCoords", "true", "-animateMoving", "false"]
        window = Window(engine, home, screen, variant, options, size="54")
        try:
            window.wait_for(r"(?s)(<\w+ *: move .*?){17}", patience=120)
            time.sleep(0.3)
            width, height = window.geometry(TITLE)
            path = os.path.join(folder, f"{variant}-xboard.png")
            crop = ["-crop", f"{width}x{height}+0+0", "+repage", "-colors", "64", "-depth", "8", f"png8:{path}"]
            subprocess.run(["import", "-window", "root", *crop], env=window.env, check=True)
            print(f"{path}: {width}x{height}, {os.path.getsize(path)} bytes")
        finally:
            window.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--only", help="comma list of new_variant, castlings, promotions, analysis")
    parser.add_argument("--keep", help="copy the logs to this directory")
    parser.add_argument("--screenshots", metavar="DIR")
    args = parser.parse_args()
    os.environ["PATH"] += ":/usr/games"
    home = tempfile.mkdtemp(prefix="xboard-home-")
    with open(os.path.join(home, "clicks.ini"), "w") as out:
        out.write(VARIANTS)
    engine = f"{os.path.abspath(args.engine)} --variants {home}/clicks.ini"
    server, screen = display()
    bad, began = 0, time.monotonic()
    try:
        if args.screenshots:
            screenshots(os.path.abspath(args.engine), home, screen, args.screenshots)
            return 0
        for part in (new_variant, castlings, promotions, analysis):
            if args.only and part.__name__ not in args.only.split(","):
                continue
            try:
                print(f"{part.__name__}: {part(engine, home, screen)}", flush=True)
            except (Failure, AttributeError, TypeError) as failure:
                bad += 1
                print(f"FAULT {part.__name__}: {failure}", flush=True)
    finally:
        server.terminate()
        server.wait()
        if args.keep:
            os.makedirs(args.keep, exist_ok=True)
            for name in os.listdir(home):
                if name.endswith(".debug"):
                    shutil.copy(os.path.join(home, name), args.keep)
        shutil.rmtree(home, ignore_errors=True)
    print(f"{'FAIL' if bad else 'ok'}: clicks in xboard, faults {bad}, {time.monotonic() - began:.0f} s")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
