/** Returns the processor time that this thread has used (ms). Other load on the machine does not affect it. */
export function threadTime(): number {
  // Linux updates the time of a running thread only at its clock ticks, every few milliseconds, or when somebody asks for
  // the time of the whole process.
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
