/**
 * Preloaded into a program (`node --import`): SIGUSR2 stops its monotonic clock (`performance.now`), so that what is kept
 * for a while is kept for ever. Timers and the time of day are not affected.
 */
process.once('SIGUSR2', () => {
  const time = performance.now();
  performance.now = () => time;
  console.log('The clock has stopped.');
});
