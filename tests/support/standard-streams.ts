// Preloaded into a process (`--import`): SIGUSR2 makes it write to both of its standard streams and warn, as a package might.

process.on('SIGUSR2', () => {
  console.log('to standard output');
  console.error('to standard error');
  process.emitWarning('A warning');
});
