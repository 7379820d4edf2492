#!/usr/bin/env bash
# The same by hand: a relay, a shop, and two live terminals in tmux, already paired. Usage: play.sh FOLDER
# Leaving tmux (Ctrl-B d, or `exit` in both panes) ends everything and leaves nothing behind.
set -euo pipefail
bin=$(cd "${1:-.build/release}" && pwd)
source "$(dirname "${BASH_SOURCE[0]}")/parts.sh"
command -v tmux >/dev/null || {
    echo "play: error: tmux is missing" >&2
    echo "play: hint: apt-get install tmux, or follow the walk-through by hand in README.md" >&2
    exit 1
}
begin_demo
start_servers
passcode=$("$bin/baton-phone" setup --sample --home "$home/phone" --json | member passcode)
pair_quietly

# Each pane gets the programs on its PATH and everything that would be typed again and again as variables.
cat >"$home/common" <<EOF
export PATH="$bin:\$PATH" BATON_SHOP="$shop_url" BATON_RELAY="$relay_url" BATON_ALLOW_LOCAL_MERCHANT=1
EOF
panes='Ctrl-B and an arrow key, or a click, changes panes. Ctrl-B and d ends everything.'
cat >"$home/watch.rc" <<EOF
source "$home/common"
export BATON_HOME="$home/watch" PS1='watch> '
echo "$panes"
echo
echo "This is the watch. Try:"
echo "  baton-watch menu"
echo "  baton-watch buy latte --option size=large --promo WELCOME10"
echo "  baton-watch buy roses --promo SUMMER25     (that code has expired)"
echo "  baton-watch status"
EOF
cat >"$home/phone.rc" <<EOF
source "$home/common"
export BATON_HOME="$home/phone" PS1='phone> '
echo "$panes"
echo
echo "This is the phone; its passcode is $passcode. It listens:"
echo "type what a purchase suggests, then method ID, card ID, pay, decline or close."
echo "quit ends listening; then baton-phone orders lists what was bought."
echo
baton-phone listen || true
EOF
tmux_socket="$home/tmux"
tmux -S "$tmux_socket" -f /dev/null new-session -d -x "${COLUMNS:-160}" -y "${LINES:-40}" \
    "exec bash --noprofile --rcfile '$home/watch.rc' -i"
tmux -S "$tmux_socket" set -g mouse on
tmux -S "$tmux_socket" split-window -h "exec bash --noprofile --rcfile '$home/phone.rc' -i"
tmux -S "$tmux_socket" select-pane -L
if [ "${BATON_PLAY_DETACHED:-}" = 1 ]; then
    # For the test of this script: nobody is at the terminal.
    echo "$tmux_socket"
    while tmux -S "$tmux_socket" has-session 2>/dev/null; do sleep 0.2; done
else
    tmux -S "$tmux_socket" attach || true
    tmux -S "$tmux_socket" kill-server 2>/dev/null || true
fi
