import { loadEnvironment } from '#app/env/env.server.ts';
import { openExistingStorage } from '#app/storage/open-storage.server.ts';
import { formatCount } from '#app/terminal/format-count.ts';
import { readArguments, runTool, UsageError } from '#app/terminal/run-tool.server.ts';
import { printLine } from '#app/terminal/terminal.ts';
import { snapshotsIn, snapshotTime } from '../files/backup-folder.server.ts';
import { describeFile } from '../files/referenced-files.server.ts';
import { type BackupReport, takeBackup } from '../take-backup.server.ts';

/**
 * `npm run backup -- DIR`: writes a snapshot of the site, running or not, into a backup folder. Exit status 1 if the
 * snapshot lacks files that the site has lost, 2 if no snapshot was made.
 */
const usage = `Usage: npm run backup -- DIR [--keep N]

  DIR         the backup folder, preferably on another disk: new, empty, or used by an earlier run
  --keep N    deletes all but the newest N snapshots after the new one is complete`;

const day = 24 * 60 * 60 * 1000;

await runTool(async () => {
  const { folder, keep, isHelp } = parseCommandLine(process.argv.slice(2));
  if (isHelp) {
    printLine(usage);
    return;
  }
  // Only the current user can access the created files.
  process.umask(0o077);
  const { env } = loadEnvironment();
  const storage = await openExistingStorage(env);
  try {
    const { database } = storage;
    const site = { database, postgres: env.POSTGRES, files: env.BUCKET ? storage.files : env.FILES_DIR };
    const report = await takeBackup({ ...site, erasures: env.ERASURES_FILE, folder, keep }, Date.now());
    printReport(report, env.BUCKET !== undefined);
  } finally {
    await storage.close();
  }
  warnAboutOldSnapshots(folder, env.BACKUP_DAYS);
});

function printReport(
  { snapshot, enquiries, files, newFiles, erasedDuringBackup, lost, pruned }: BackupReport,
  isBucket: boolean,
): void {
  printLine(
    `Snapshot ${snapshot}: ${formatCount(enquiries, 'enquiry')}, ${formatCount(files, 'file')}, ${isBucket ? 'listed, because they are in the bucket' : `${newFiles} of them new`}.`,
  );
  if (erasedDuringBackup > 0)
    printLine(`Left out: ${formatCount(erasedDuringBackup, 'enquiry')} erased during the backup.`);
  if (pruned > 0) printLine(`Deleted: ${formatCount(pruned, 'snapshot')}.`);
  if (lost.length === 0) return;
  console.error(`Not in the snapshot, because lost or damaged: ${formatCount(lost.length, 'file')}`);
  for (const file of lost) console.error(describeFile(file));
  process.exitCode = 1;
}

/** Warns about snapshots older than the privacy policy promises, which the operator must delete. */
function warnAboutOldSnapshots(folder: string, days: number | undefined): void {
  if (days === undefined) return;
  const oldSnapshots = snapshotsIn(folder).filter((name) => snapshotTime(name) < Date.now() - days * day);
  if (oldSnapshots.length === 0) return;
  console.error(`Delete these snapshots, which are older than BACKUP_DAYS (${days}): ${oldSnapshots.join(', ')}`);
}

function parseCommandLine(args: string[]) {
  const options = { keep: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
  const { values, positionals } = readArguments(options, usage, args);
  const [folder = '', ...more] = positionals;
  const isHelp = values.help ?? false;
  if (!isHelp && (folder === '' || more.length > 0)) throw new UsageError(usage);
  if (values.keep !== undefined && !/^[1-9]\d{0,5}$/.test(values.keep))
    throw new UsageError('--keep must be a whole number from 1 to 999999');
  return { folder, isHelp, keep: values.keep === undefined ? undefined : Number(values.keep) };
}
