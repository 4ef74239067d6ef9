#!/bin/bash
# Node-counting speed against Fairy-Stockfish, measured in turn in one run so that both meet the same load.
#
# usage: perft_ratio.sh ENGINE [VARIANT] [DEPTH] [ROUNDS] [MINIMUM]
#   ENGINE   our binary, called as `ENGINE perft VARIANT DEPTH`
#   VARIANT  capablanca by default; DEPTH 5; ROUNDS 5
#   MINIMUM  exit 1 if the median of (their time / our time) is below this; 0 by default
# Each time is that of DEPTH less that of depth 1, so that starting up counts for neither.
# FAIRY names the other program (/usr/games/fairy-stockfish). Both counts must agree, else exit 1.
set -euo pipefail
engine=${1:?usage: perft_ratio.sh ENGINE [VARIANT] [DEPTH] [ROUNDS] [MINIMUM]}
variant=${2:-capablanca} depth=${3:-5} rounds=${4:-5} minimum=${5:-0}
fairy=${FAIRY:-/usr/games/fairy-stockfish}

fairy_perft() {
    printf 'uci\nsetoption name UCI_Variant value %s\nposition startpos\ngo perft %s\nquit\n' "$variant" "$1" |
        "$fairy" | sed -n 's/^Nodes searched: *//p'
}
our_perft() { "$engine" perft "$variant" "$1" </dev/null; }
nanoseconds() { # nanoseconds FUNCTION: time at DEPTH less time at depth 1
    local t0 t1 t2
    t0=$(date +%s%N); "$1" 1 >/dev/null
    t1=$(date +%s%N); "$1" "$depth" >/dev/null
    t2=$(date +%s%N)
    echo $((t2 - t1 > t1 - t0 ? (t2 - t1) - (t1 - t0) : 1))
}

ratios=()
theirs=$(fairy_perft "$depth") # once before timing: pages and caches are warm then
ours=$(our_perft "$depth")
if ! grep -qw -- "$theirs" <<<"${ours//[,_]/}"; then
    echo "FAIL: $variant depth $depth: Fairy-Stockfish counts $theirs, not found in our output:"
    echo "$ours"
    exit 1
fi
for _ in $(seq "$rounds"); do
    a=$(nanoseconds our_perft)
    b=$(nanoseconds fairy_perft)
    line=$(awk -v a="$a" -v b="$b" -v n="$theirs" 'BEGIN {
        printf "%.3f  ours %.3f s %.1f Mn/s, Fairy-Stockfish %.3f s %.1f Mn/s", b / a, a / 1e9, n * 1e3 / a, b / 1e9, n * 1e3 / b }')
    echo "ratio $line"
    ratios+=("${line%% *}")
done
median=$(printf '%s\n' "${ratios[@]}" | sort -n | awk '{ r[NR] = $1 } END { print NR % 2 ? r[(NR + 1) / 2] : (r[NR / 2] + r[NR / 2 + 1]) / 2 }')
if awk -v m="$median" -v least="$minimum" 'BEGIN { exit !(m >= least) }'; then verdict=ok code=0; else verdict=FAIL code=1; fi
echo "$verdict: perft $variant $depth, $theirs nodes, median ratio $median over $rounds rounds (minimum $minimum)"
exit $code
