/** Returns the processor time that this thread has used (ms). Other load on the machine does not affect it. */
export function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
