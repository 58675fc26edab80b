#!/usr/bin/env bash
# Fuzz every parser for SECONDS each (default 60). Needs a nightly toolchain and
# cargo-fuzz (`cargo install cargo-fuzz`). Table bytes start from the sample tables.
set -euo pipefail
cd "$(dirname "$0")/../tests/fuzz"
seconds=${1:-60}
mkdir -p corpus/table_bytes corpus/position_text
cp -n ../../data/jungle/tables/standard/*.coda corpus/table_bytes/
tail -qn +2 ../../data/jungle/positions/standard.csv | cut -d, -f2 | split -l 1 - corpus/position_text/known-
for target in position_text names table_bytes; do
  echo "== $target, $seconds seconds"
  cargo +nightly fuzz run --fuzz-dir . "$target" -- -max_total_time="$seconds" -max_len=8192 -rss_limit_mb=4096
done
