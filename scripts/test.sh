#!/usr/bin/env bash
# Set up and run every test of the default run: layout, lints, tests, other programs' rules.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/setup.sh tests
cargo fmt --all --check
cargo clippy --workspace --all-targets --quiet -- -D warnings
cargo test --workspace
target/python/bin/python3 scripts/fairy_moves.py --game xiangqi
target/python/bin/python3 scripts/fairy_moves.py --game janggi
