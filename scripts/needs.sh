# What the scripts need of the machine, found or installed by name. Sourced; `me` is the name of the script that does.
# shellcheck shell=bash

say() {
    printf '%s: %s\n' "$me" "$*"
}

fail() {
    say "$*" >&2
    exit 1
}

has() {
    command -v "$1" >/dev/null 2>&1
}

# A cargo that rustup put there looks for its toolchains below HOME, which may be an empty folder. They, and the crates
# that are already here, lie beside the program then.
find_cargo() {
    PATH="$PATH:${CARGO_HOME:-${HOME:-}/.cargo}/bin"
    has cargo || fail 'cargo not found: install Rust from https://rustup.rs, or add the folder of cargo to PATH'
    cargo --version >/dev/null 2>&1 && return
    local owner
    owner=$(cd "$(dirname "$(command -v cargo)")/../.." && pwd)
    if [[ -z ${RUSTUP_HOME:-} && -d $owner/.rustup ]]; then
        export RUSTUP_HOME="$owner/.rustup"
    fi
    if [[ -z ${CARGO_HOME:-} && -w $owner/.cargo ]]; then
        export CARGO_HOME="$owner/.cargo"
    fi
    cargo --version >/dev/null || fail "cargo does not run: set RUSTUP_HOME to rustup's folder, or run: rustup default stable"
}

need_program() {
    local program=$1
    shift
    has "$program" && return
    if [[ $(id -u) != 0 ]] || ! has apt-get; then
        fail "$program not found: install it with the system's package manager (Debian's packages: $*)"
    fi
    say "installing $* with apt-get"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}
