import { databaseName, loadEnvironment } from '#app/env/env.server.ts';
import { openExistingFiles } from '#app/storage/open-storage.server.ts';
import { formatCount } from '#app/terminal/format-count.ts';
import { readArguments, runTool, UsageError } from '#app/terminal/run-tool.server.ts';
import { printLine } from '#app/terminal/terminal.ts';
import { describeFile } from '../files/referenced-files.server.ts';
import { restoreBackup, type RestoreReport } from '../restore-backup.server.ts';

/**
 * `npm run restore -- DIR`: restores a snapshot to where the site's data is, as set by DATA_DIR, DATABASE_URL and
 * FILES_URL. Exit status 1 if some of its files are lost, 2 if nothing was restored.
 */
const usage = `Usage: npm run restore -- DIR [--snapshot NAME] [--overwrite] [--incomplete]

  DIR              the backup folder
  --snapshot NAME  the snapshot to restore (default: the newest)
  --overwrite      moves existing data aside within its folder instead of refusing to restore
  --incomplete     restores even if some of the snapshot's files are missing or damaged`;

const options = {
  snapshot: { type: 'string' },
  overwrite: { type: 'boolean', default: false },
  incomplete: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const;

await runTool(async () => {
  const { values, positionals } = readArguments(options, usage);
  const [folder = '', ...more] = positionals;
  if (values.help) {
    printLine(usage);
    return;
  }
  if (folder === '' || more.length > 0) throw new UsageError(usage);
  // Only the current user can access the created files.
  process.umask(0o077);
  const { env } = loadEnvironment();
  const target = {
    database: env.POSTGRES ?? env.DATABASE_FILE,
    files: env.BUCKET ? await openExistingFiles(env) : env.FILES_DIR,
    erasures: env.ERASURES_FILE,
    flightsDatabase: env.FLIGHTS_FILE,
  };
  const { snapshot, overwrite, incomplete } = values;
  const report = await restoreBackup({ folder, snapshot, overwrite, incomplete, target }, Date.now());
  printReport(report, databaseName(env), env.ERASURES_FILE);
});

function printReport(
  { snapshot, enquiries, files, ...report }: RestoreReport,
  database: string,
  erasuresFile: string,
): void {
  printLine(
    `Restored ${snapshot} to ${database}: ${formatCount(enquiries, 'enquiry')}, ${formatCount(files, 'file')}.`,
  );
  if (report.erasedAgain > 0)
    printLine(`Erased again: ${formatCount(report.erasedAgain, 'enquiry')} that had been erased since the snapshot.`);
  if (!report.hadErasuresFile) {
    console.error(`${erasuresFile} did not exist: enquiries erased after the last backup may have been restored.`);
  }
  if (report.lost.length > 0) {
    console.error(
      `Not restored, because missing or damaged: ${formatCount(report.lost.length, 'file')}\n${report.lost.map(describeFile).join('\n')}`,
    );
    process.exitCode = 1;
  }
  if (report.movedAside.length > 0) {
    printLine(`The previous data is now in ${report.movedAside.join(', ')}. Delete it once it is no longer needed.`);
  }
  printLine(
    'Start the site: it accepts requests, but deliveries and notices stay paused. Review the waiting messages, then resume:',
  );
  printLine('npm run enquiries -- list --state waiting');
  printLine('npm run enquiries -- resume');
}
