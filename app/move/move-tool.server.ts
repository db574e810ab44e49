import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { describeFile } from '#app/backup/files/referenced-files.server.ts';
import { openExclusively } from '#app/database/database.server.ts';
import { findIntegrityProblems } from '#app/database/integrity.server.ts';
import { connectPostgres } from '#app/database/postgres/postgres-server.server.ts';
import { type Environment, loadEnvironment, loadEnvironmentWith } from '#app/env/env.server.ts';
import { formatCount } from '#app/terminal/format-count.ts';
import { openProgress } from '#app/terminal/progress.ts';
import { readArguments, runTool, UsageError } from '#app/terminal/run-tool.server.ts';
import { printLine, printTable } from '#app/terminal/terminal.ts';
import { uploadsInFolder } from '#app/uploads/resumable/folder-store.server.ts';
import { openDiskStore } from '#app/uploads/storage/disk-store.server.ts';
import { openBucket } from '#app/uploads/storage/s3/bucket.server.ts';
import { openBucketStore } from '#app/uploads/storage/s3/bucket-store.server.ts';
import { estimateDuration } from './estimate-duration.server.ts';
import {
  moveData,
  type MovePlan,
  type MoveReport,
  type MoveSource,
  type MoveTarget,
  planMove,
} from './move-data.server.ts';
import { formatMebibytes } from './move-files.server.ts';

/**
 * `npm run move`: copies a site from SQLite and a folder to PostgreSQL, to a bucket, or to both. Exit status 1 if files were
 * lost before, 2 if the move has not finished.
 */
const usage = `Usage: npm run move -- [--from URL…] [--to URL…] [--dry-run] [--incomplete]

  --from URL    the data of the site, which must be stopped: file:FOLDER with site.db and files in it, or each of them by
                its own --from (default: DATA_DIR)
  --to URL      postgres://user@host/database, s3://bucket?endpoint=…, or each of them by its own --to (default:
                DATABASE_URL and FILES_URL). The password is in PGPASSWORD, the keys are in AWS_ACCESS_KEY_ID and
                AWS_SECRET_ACCESS_KEY
  --dry-run     says what would be moved, and how long that takes
  --incomplete  moves although files of the source are missing or damaged`;

const options = {
  from: { type: 'string', multiple: true },
  to: { type: 'string', multiple: true },
  'dry-run': { type: 'boolean', default: false },
  incomplete: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const;

await runTool(async () => {
  const args = process.argv.slice(2);
  const { values, positionals } = readArguments(() => parseArgs({ args, options, allowPositionals: true }), usage);
  if (positionals.length > 0) throw new UsageError(usage);
  if (values.help) {
    printLine(usage);
    return;
  }
  const env = targetEnvironment(values.to ?? []);
  const from = sourcePaths(values.from ?? [], env);
  const problems = existsSync(from.database) ? findIntegrityProblems(from.database, 'quick') : [];
  if (problems.length > 0) {
    throw new UsageError(`The database ${from.database} is damaged: ${problems.join('; ')}. See npm run check`);
  }
  const database = await openExclusively(from.database);
  const source = { label: `file:${from.database}`, database, files: openDiskStore(from.files) };
  try {
    const target = await openTarget(env);
    try {
      const uploads = env.POSTGRES ? await countUnfinishedUploads(from.uploads) : 0;
      const plan = await planMove(source, target);
      if (values['dry-run']) await printPlan(plan, target, uploads);
      else printReport(await move(source, target, plan, values.incomplete), plan, env, uploads);
    } finally {
      await target.database?.server.close();
    }
  } finally {
    await database.destroy();
  }
});

async function move(source: MoveSource, target: MoveTarget, plan: MovePlan, incomplete: boolean): Promise<MoveReport> {
  const progress = openProgress();
  try {
    return await moveData(source, target, plan, incomplete, progress);
  } catch (error) {
    progress.end();
    console.error('The move has not finished. The source is unchanged. Once the cause is removed, run the same again:');
    throw error;
  } finally {
    progress.end();
  }
}

/** Returns the environment whose stores are the targets. */
function targetEnvironment(urls: readonly string[]): Environment {
  const env = urls.length === 0 ? loadEnvironment().env : loadEnvironmentWith(targetVariables(urls));
  if (env.POSTGRES ?? env.BUCKET) return env;
  throw new UsageError(`Name a target by --to, or by DATABASE_URL and FILES_URL.\n\n${usage}`);
}

function targetVariables(urls: readonly string[]): Record<string, string | undefined> {
  const isPostgres = (url: string) => /^postgres(?:ql)?:/.test(url);
  const isBucket = (url: string) => url.startsWith('s3:');
  const [databases, buckets] = [urls.filter(isPostgres), urls.filter(isBucket)];
  if (databases.length > 1 || buckets.length > 1 || databases.length + buckets.length < urls.length) {
    throw new UsageError(usage);
  }
  const [database, bucket] = [databases[0], buckets[0]];
  if (database !== undefined && URL.canParse(database) && new URL(database).password !== '') {
    throw new UsageError('Other users of this machine can see what is on a command line: set PGPASSWORD instead');
  }
  return { DATABASE_URL: database, FILES_URL: bucket };
}

/** Returns the paths of the source. */
function sourcePaths(urls: readonly string[], env: Environment): { database: string; files: string; uploads: string } {
  if (urls.some((url) => !url.startsWith('file:')) || urls.length > 2) throw new UsageError(usage);
  const paths = urls.map((url) => resolve(url.slice('file:'.length)));
  const database = paths.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  const folder = paths.find((path) => path !== database);
  if (database === undefined && paths.length < 2) {
    const data = folder ?? env.DATA_DIR;
    return { database: join(data, 'site.db'), files: join(data, 'files'), uploads: join(data, 'uploads') };
  }
  if (database === undefined || (folder === undefined && env.BUCKET)) throw new UsageError(usage);
  return { database, files: folder ?? '', uploads: env.UPLOADS_DIR };
}

async function openTarget({ POSTGRES, BUCKET }: Environment): Promise<MoveTarget> {
  const bucket = BUCKET && (await openBucket(BUCKET));
  return {
    files: bucket && { bucket, store: openBucketStore(bucket), label: BUCKET.label },
    database: POSTGRES && {
      // One for the transaction, and one for a statement beside it.
      server: await connectPostgres(POSTGRES, 2, () => undefined),
      label: POSTGRES.label,
    },
  };
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

function printReport({ copied, lost }: MoveReport, plan: MovePlan, env: Environment, uploads: number): void {
  const rows = [...plan.rows.values()].reduce((sum, count) => sum + count, 0);
  if (env.POSTGRES) printLine(`Moved to ${env.POSTGRES.label}: ${rows} rows of ${plan.rows.size} tables, compared.`);
  if (env.BUCKET) {
    printLine(
      `Moved to ${env.BUCKET.label}: ${formatCount(plan.files.length - lost.length, 'file')}, ` +
        `${formatMebibytes(plan.bytes)}, ${copied} of them copied now, all read back.`,
    );
  }
  printUploads(uploads);
  if (lost.length > 0) {
    console.error(`Not moved, because missing or damaged in the source: ${formatCount(lost.length, 'file')}`);
    for (const file of lost) console.error(describeFile(file));
    process.exitCode = 1;
  }
  printLine('Start the site with these stores. The source is unchanged and no longer erased: delete it in time.');
  printLine('docs/operations.md says how, under "Move to PostgreSQL and a bucket".');
}

function printUploads(count: number): void {
  if (count > 0) printLine(`Not moved: ${count} unfinished uploads, which begin again in the browsers.`);
}
