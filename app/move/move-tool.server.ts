import { existsSync } from 'node:fs';
import { describeFile } from '#app/backup/files/referenced-files.server.ts';
import { formatCount, formatMebibytes } from '#app/terminal/format-count.ts';
import { openProgress } from '#app/terminal/progress.ts';
import { readArguments, runTool, UsageError } from '#app/terminal/run-tool.server.ts';
import { printLine, printTable } from '#app/terminal/terminal.ts';
import { uploadsInFolder } from '#app/uploads/resumable/folder-store.server.ts';
import { estimateDuration } from './estimate-duration.server.ts';
import {
  moveData,
  type MovePlan,
  type MoveReport,
  type MoveSource,
  type MoveTarget,
  planMove,
} from './move-data.server.ts';
import { openStores } from './open-stores.server.ts';

/**
 * `npm run move`: copies a site from SQLite and a folder to PostgreSQL, to a bucket, or to both. Exit status 1 if the
 * source had lost files, 2 if the move has not finished.
 */
const usage = `Usage: npm run move -- [--from URL…] [--to URL…] [--dry-run] [--incomplete]

  --from URL    the data of the site, which must be stopped: file:FOLDER with site.db and files in it, or one --from for
                each of the two (default: DATA_DIR). If only files move, the rows can be in
                postgres://user@host/database
  --to URL      postgres://user@host/database, s3://bucket?endpoint=…, or one --to for each of the two (default:
                DATABASE_URL and FILES_URL). The password is in PGPASSWORD, the keys are in AWS_ACCESS_KEY_ID and
                AWS_SECRET_ACCESS_KEY
  --dry-run     says what would be moved, and how long it would take; the site may be running
  --incomplete  moves even if files of the source are missing or damaged`;

const options = {
  from: { type: 'string', multiple: true },
  to: { type: 'string', multiple: true },
  'dry-run': { type: 'boolean', default: false },
  incomplete: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const;

await runTool(async () => {
  const { values, positionals } = readArguments(options, usage);
  if (positionals.length > 0) throw new UsageError(usage);
  if (values.help) {
    printLine(usage);
    return;
  }
  const stores = await openStores(values.from ?? [], values.to ?? [], !values['dry-run']);
  try {
    const { source, target } = stores;
    const uploads = target.database ? await countUnfinishedUploads(stores.uploads) : 0;
    const plan = await planMove(source, target);
    if (values['dry-run']) await printPlan(plan, target, uploads);
    else printReport(await move(source, target, plan, values.incomplete), plan, target, uploads);
  } finally {
    await stores.close();
  }
});

async function move(source: MoveSource, target: MoveTarget, plan: MovePlan, incomplete: boolean): Promise<MoveReport> {
  const progress = openProgress();
  try {
    return await moveData(source, target, plan, incomplete, progress);
  } catch (error) {
    progress.end();
    console.error(
      'The move has not finished. The source is unchanged. Once the cause is fixed, run the same command again:',
    );
    throw error;
  } finally {
    progress.end();
  }
}

async function countUnfinishedUploads(folder: string): Promise<number> {
  return existsSync(folder) ? (await uploadsInFolder(folder).list(new Set())).length : 0;
}

async function printPlan(plan: MovePlan, target: MoveTarget, uploads: number): Promise<void> {
  const rows = [...plan.rows].map(([name, count]) => [{ text: name }, { text: `${count} rows` }]);
  printTable(rows);
  printLine(`Files: ${plan.files.length}, ${formatMebibytes(plan.bytes)}.`);
  if (plan.lost.length > 0) {
    printLine(`Missing in the source: ${formatCount(plan.lost.length, 'file')}`);
    for (const file of plan.lost) printLine(describeFile(file));
  }
  printUploads(uploads);
  printLine(await estimateDuration(plan, target));
  printLine('Nothing has been changed.');
}

function printReport({ copied, lost }: MoveReport, plan: MovePlan, target: MoveTarget, uploads: number): void {
  const rows = [...plan.rows.values()].reduce((sum, count) => sum + count, 0);
  const { database, files } = target;
  if (database) printLine(`Moved to ${database.label}: ${rows} rows of ${plan.rows.size} tables, compared.`);
  if (files) {
    printLine(
      `Moved to ${files.label}: ${formatCount(plan.files.length - lost.length, 'file')}, ` +
        `${formatMebibytes(plan.bytes)}, ${copied} of them copied now, all read back.`,
    );
  }
  printUploads(uploads);
  if (lost.length > 0) {
    console.error(`Not moved, because missing or damaged in the source: ${formatCount(lost.length, 'file')}`);
    for (const file of lost) console.error(describeFile(file));
    process.exitCode = 1;
  }
  printLine(
    'Start the site with these stores. The source is unchanged, and nothing is erased there any more: delete it in good time.',
  );
  printLine('docs/operations.md says how, under "Move to PostgreSQL and a bucket".');
}

function printUploads(count: number): void {
  if (count > 0) printLine(`Not moved: ${count} unfinished uploads, which browsers will start again.`);
}
