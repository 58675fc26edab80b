#!/usr/bin/env bash
# From a clone to an answer: build the commands, build every Jungle ending of up to
# three pieces into tables/, and ask about a position.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh
cargo build --release --quiet
target/release/coda-gen build --game jungle --pieces 3 --tables tables
target/release/coda-probe query --game jungle --tables tables '7/7/7/1r5/3L3/7/3T3/7/7 w'
