// The first step of `npm run engines`, before anything is installed: plain JavaScript, which any Node can run.
if (process.getuid?.() !== 0) {
  console.error(
    '`npm run engines` needs root: it mounts disks, runs servers as their own users and installs programs.',
  );
  process.exit(1);
}
