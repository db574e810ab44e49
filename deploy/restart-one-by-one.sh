#!/bin/sh
# Restarts the processes of site@.service one after another. Each has to be ready before the next one stops, so that the
# others keep serving visitors. The script stops at a process that does not become ready within two minutes.
set -eu

units=$(systemctl list-units --plain --no-legend --state=active 'site@*.service' | cut -d ' ' -f 1)
if [ -z "$units" ]; then
  echo 'No site@….service is active.' >&2
  exit 1
fi

for unit in $units; do
  number=${unit#site@}
  number=${number%.service}
  systemctl restart "$unit"
  seconds=0
  # At the address of its metrics, because another process may respond at the address of the site.
  until curl --silent --max-time 5 "http://127.0.0.1:1300$number/metrics" | grep --quiet '^site_ready 1$'; do
    if [ "$seconds" -ge 120 ]; then
      echo "$unit is not ready; the others still run the previous version." >&2
      exit 1
    fi
    sleep 1
    seconds=$((seconds + 1))
  done
  echo "$unit is ready."
done
