#!/usr/bin/env bash
# To be sourced. Makes sure that what Coda needs is there: a Rust toolchain, a C compiler (zstd is C)
# and, for the tests, Python 3, `script` and pyffish (of PyPI, in a folder of its own). Installs
# what it may (Debian, as root); otherwise says what is missing. With `tests` as its argument it
# wants what the tests need too.
set -euo pipefail

need() { # command package
  command -v "$1" >/dev/null && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "installing $2" >&2
    apt-get update -qq >&2 && apt-get install -y -qq "$2" >&2
  fi
  command -v "$1" >/dev/null || { echo "missing: $1 (package $2 on Debian)" >&2; exit 1; }
}

if ! command -v cargo >/dev/null; then
  [ -f "$HOME/.cargo/env" ] && . "$HOME/.cargo/env"
fi
command -v cargo >/dev/null || {
  echo "missing: cargo, of a Rust toolchain 1.89 or newer (see https://rustup.rs)" >&2
  exit 1
}
wanted=1.89
found=$(cargo --version | cut -d' ' -f2)
if [ "$(printf '%s\n' "$wanted" "$found" | sort -V | head -n 1)" != "$wanted" ]; then
  echo "too old: cargo $found; Coda needs Rust $wanted or newer (rustup update)" >&2
  exit 1
fi
need cc gcc
if [ "${1:-}" = tests ]; then
  need python3 python3
  need script bsdutils # runs a command on a terminal of its own
  # Another program's rules, to compare with.
  python=target/python/bin/python3
  if ! [ -x "$python" ] || ! "$python" -c 'import pyffish' 2>/dev/null; then
    python3 -c 'import ensurepip' 2>/dev/null || {
      [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null \
        && apt-get update -qq >&2 && apt-get install -y -qq python3-venv >&2
    } || { echo "missing: venv of Python 3 (package python3-venv on Debian)" >&2; exit 1; }
    python3 -m venv target/python
    "$python" -m pip install --quiet pyffish==0.0.90
  fi
fi
