#!/usr/bin/env python3
"""A match run by the real xboard under a virtual display: the GUI is the referee, by its own rules and the engine's setup and piece lines.

Home directory and settings are temporary. The run fails (exit 1) if a game is missing or unfinished, or if xboard's log or game records
show an illegal move, a false claim, a forfeit, a lost clock or a dead engine on the first engine's side (either side with --strict).

usage: xboard_xvfb.py "ENGINE 1" "ENGINE 2" --variant schoolbook [--games 2] [--time 0:05] [--inc 0.05] [--strict] [--keep DIR]
       [--second-options "Send O-O/O-O-O for castling=0"] [--xboard "-checkMates false"] [--limit SECONDS]
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

PROBLEM = re.compile(r"forfeit|illegal|false .*claim|exited|terminated|time|unexpected|timeout", re.I)


def display():
    """Start Xvfb on a free display; returns the process and the display's name."""
    read, write = os.pipe()
    process = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"], pass_fds=[write], stderr=subprocess.DEVNULL
    )
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    if not number:
        raise SystemExit("FAIL: Xvfb does not start")
    return process, f":{number}"


def records(text):
    """Games of a PGN file as (tags, movetext)."""
    for part in re.split(r"(?m)^(?=\[Event )", text):
        if part.strip():
            yield dict(re.findall(r'\[(\w+) "([^"]*)"\]', part)), re.sub(r"(?m)^\[.*\]\s*$", "", part)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--variant", default="schoolbook")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--time", default="0:05", help="minutes:seconds")
    parser.add_argument("--inc", default="0.05", help="increment in seconds")
    parser.add_argument("--first-options", default="", help="comma list NAME=VALUE")
    parser.add_argument("--second-options", default="")
    parser.add_argument("--xboard", default="", help='further options of xboard, as in "-checkMates false"')
    parser.add_argument("--strict", action="store_true", help="faults of the second engine fail the run too")
    parser.add_argument("--limit", type=float, default=300, help="seconds for the whole match")
    parser.add_argument("--keep", help="copy log and game records to this directory")
    args = parser.parse_args()

    os.environ["PATH"] += ":/usr/games"
    home = tempfile.mkdtemp(prefix="xboard-home-")
    pgn, log = os.path.join(home, "games.pgn"), os.path.join(home, "xboard.debug")
    first, second = (" ".join(os.path.abspath(w) if os.path.isfile(w) else w for w in e.split()) for e in (args.first, args.second))
    command = ["xboard", "-noChessProgram", "false", "-fcp", first, "-scp", second, "-variant", args.variant, "-mg", str(args.games), "-tc", args.time]
    command += ["-inc", args.inc, "-sgf", pgn, "-debugMode", "true", "-nameOfDebugFile", log, "-size", "40", "-popupExitMessage", "false"]
    command += ["-popupMoveErrors", "false", "-testLegality", "true", "-xponder", "-materialDraws", "false", "-trivialDraws", "false"]
    command += ["-delayBeforeQuit", "500", "-matchPause", "500", "-soundProgram", "true", "-saveSettingsOnExit", "false"]
    command += args.xboard.split()
    for option, value in (("-firstOptions", args.first_options), ("-secondOptions", args.second_options)):
        command += [option, value] if value else []
    server, screen = display()
    notes = []
    try:
        environment = {**os.environ, "HOME": home, "DISPLAY": screen}
        console = open(os.path.join(home, "console"), "w")
        gui = subprocess.Popen(command, cwd=home, env=environment, stdin=subprocess.DEVNULL, stdout=console, stderr=console)
        try:
            gui.wait(timeout=args.limit)
        except subprocess.TimeoutExpired:
            gui.terminate()
            notes.append(f"the match took more than {args.limit:g} s")
            try:
                gui.wait(timeout=5)
            except subprocess.TimeoutExpired:
                gui.kill()
    finally:
        server.terminate()
        server.wait()

    text = open(pgn, errors="replace").read() if os.path.exists(pgn) else ""
    debug = open(log, errors="replace").read() if os.path.exists(log) else ""
    games, bad = list(records(text)), len(notes)
    for number, (tags, moves) in enumerate(games, 1):
        result = tags.get("Result", "*")
        comment = " ".join((re.findall(r"\{([^}]*)\}", moves) or [""])[-1].split())
        # xboard gives the first engine White in odd games.
        first_lost = result == ("0-1" if number % 2 else "1-0")
        fault = result == "*" or PROBLEM.search(comment) is not None
        counts = fault and (first_lost or result == "*" or args.strict)
        bad += counts
        plies = len(re.findall(r"(?<![\w.])(?:\+?[A-Z]?[a-p]?\d{0,2}x?[a-p]\d{1,2}(?:=[\w+])?|O-O(?:-O)?|--)[+#]?(?=\s|$)", re.sub(r"\{[^}]*\}", "", moves)))
        print(f"game {number}: {tags.get('White')} - {tags.get('Black')} {result} {{{comment}}} about {plies} plies{' FAULT' if fault else ''}")
    for line in debug.splitlines():
        # Lines from the first engine ("<first :") that complain, and xboard's own complaints about it.
        if re.search(r"<first *: *(Illegal|Error)|Illegal move \"[^\"]*\" from first", line):
            bad += 1
            notes.append(line.strip())
    if len(games) < args.games:
        bad += 1
        notes.append(f"{len(games)} of {args.games} games recorded")
        notes += [line for line in open(os.path.join(home, "console"), errors="replace").read().splitlines() if line.startswith("xboard:")]
    for note in notes[:20]:
        print(f"problem: {note}")
    if args.keep:
        os.makedirs(args.keep, exist_ok=True)
        for path in (pgn, log):
            if os.path.exists(path):
                shutil.copy(path, args.keep)
    shutil.rmtree(home, ignore_errors=True)
    print(f"{'FAIL' if bad else 'ok'}: xboard match, {args.variant}, {len(games)} games, problems {bad}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
