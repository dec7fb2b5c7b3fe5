# usage: sh -c "$(cat watchdog.sh)" gaussferry-watchdog DIRECTORY
# Lines on standard input: "guard PID SIGNAL", and "done" to stand down. The end of the input without "done" means that
# the process at the other end is dead: stop what it was guarding, and remove the directory.
trap '' INT TERM HUP QUIT
directory=$1
guarded=

while read -r order pid signal; do
  case $order in
    guard) guarded="$guarded $pid:$signal" ;;
    done) exit 0 ;;
  esac
done

case $directory in
  */gaussferry-?* | */gaussferry/?*) ;;
  *) exit 1 ;;
esac

# Does this process exist, and is it the one that was meant? Its command line names our directory.
ours() {
  if [ -d /proc/self ]; then
    tr '\0' ' ' 2>/dev/null <"/proc/$1/cmdline" | grep -qF -- "$directory"
  else
    ps -ww -o args= -p "$1" 2>/dev/null | grep -qF -- "$directory"
  fi
}

left() {
  for entry in $guarded; do
    if ours "${entry%%:*}"; then return 0; fi
  done
  return 1
}

for entry in $guarded; do
  if ours "${entry%%:*}"; then kill -s "${entry##*:}" "${entry%%:*}"; fi
done
seconds=0
while left && [ "$seconds" -lt 10 ]; do
  sleep 1
  seconds=$((seconds + 1))
done
for entry in $guarded; do
  if ours "${entry%%:*}"; then kill -s KILL "${entry%%:*}"; fi
done

# A second try for what a dying process was still writing.
rm -rf -- "$directory" || { sleep 2; rm -rf -- "$directory"; }
