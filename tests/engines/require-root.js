// The first step of `npm run engines` and `npm run soak`, before anything is installed: plain JavaScript, which any Node can run.
if (process.getuid?.() !== 0) {
  console.error(
    '`npm run engines` and `npm run soak` need root: they mount disks, run servers as their own users and install programs.',
  );
  process.exit(1);
}
