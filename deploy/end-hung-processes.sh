#!/bin/sh
# Ends processes of site.service and site@.service that hang; systemd starts them again (Restart=always).
# end-hung-processes.sh FOLDER SECONDS: FOLDER contains a folder for each process, with its socket (HEALTH_SOCKET).
#
# Each process is asked at a socket of its own, twice, and ended with SIGKILL if it is silent for so many seconds both
# times. Any answer counts, also an error. A process that is starting or stopping has no socket: it is left alone.
set -u

folder=$1
patience=$2

# Whether a process accepts a connection but sends nothing: curl's status is 28 then.
is_silent() {
  curl --silent --output /dev/null --max-time "$patience" --unix-socket "$1" http://site/
  [ $? -eq 28 ]
}

# The id of a unit's process, and when it was started: ids are used again.
process_of() {
  systemctl show --property=MainPID --property=ExecMainStartTimestampMonotonic "$1"
}

end_if_hung() {
  unit=$1
  process=$(process_of "$unit")
  id=$(echo "$process" | sed -n 's/^MainPID=//p')
  socket=$folder/${unit%.service}/health
  [ "${id:-0}" -gt 0 ] || return 0
  is_silent "$socket" && is_silent "$socket" || return 0
  [ "$(process_of "$unit")" = "$process" ] || return 0
  # The priority "critical" for the journal (sd-daemon(3)).
  kill -KILL "$id" && echo "<2>$unit: process $id has not responded for two times $patience seconds, and was ended."
}

# All at the same time, so that one that hangs does not delay the others.
for unit in $(systemctl list-units --plain --no-legend --state=active site.service 'site@*.service' | cut -d ' ' -f 1); do
  end_if_hung "$unit" &
done
wait
