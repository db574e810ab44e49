/** File descriptor of the first socket that a service manager passes on (sd_listen_fds(3)). */
const firstSocket = 3;

/**
 * Returns the listening socket that systemd has opened for this process (socket activation), so that connections wait
 * while the site restarts; undefined if there is none.
 * @param variables the process's environment variables
 * @param pid the process's id: variables that were meant for its parent contain the parent's id
 */
export function inheritedSocket(
  variables: Readonly<Record<string, string | undefined>>,
  pid: number,
): { fd: number } | undefined {
  const isForThisProcess = variables.LISTEN_PID === String(pid) && Number(variables.LISTEN_FDS) >= 1;
  return isForThisProcess ? { fd: firstSocket } : undefined;
}
