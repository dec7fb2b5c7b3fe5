# usage: sh -c "$(cat watchdog.sh)" gaussferry-watchdog DIRECTORY
# Lines on standard input: "guard PID SIGNAL" registers a process, and "done" dismisses this watchdog. The end of the input
# without "done" means that the parent process is dead: stop the guarded processes, and remove the directory.
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

# Returns whether this process exists and is the registered one: its command line contains the directory.
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

# Retries for files that a dying process was still writing.
rm -rf -- "$directory" || { sleep 2; rm -rf -- "$directory"; }
