import { existsSync } from 'node:fs';
import { DatabaseError } from '#app/database/database-error.ts';
import { findIntegrityProblems } from '#app/database/integrity.server.js';
import { type Environment, loadEnvironment } from '#app/env/env.server.ts';
import { openExistingStorage } from '#app/storage/open-storage.server.ts';
import { readArguments, runTool, UsageError } from '#app/terminal/run-tool.server.ts';
import type { Cell, Colour } from '#app/terminal/table/table.ts';
import { printable, printJson, printLine, printTable } from '#app/terminal/terminal.ts';
import { checkAges, checkFiles, checkOrphans, type Finding } from '../check-data.server.ts';

/**
 * `npm run check`: verifies the site's database and files, even while the site is running. Exit status 1 if something
 * is lost or damaged.
 */
const usage = `Usage: npm run check [-- [--quick] [--json]]

  --quick  compares only file sizes, without reading the files
  --json   prints JSON; run npm with -s`;

const options = {
  quick: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
} as const;

const colours: Record<Finding['state'], Colour> = { ok: 'green', note: 'yellow', lost: 'red' };

await runTool(async () => {
  const { values, positionals } = readArguments(options, usage);
  if (positionals.length > 0) throw new UsageError(usage);
  if (values.help) {
    printLine(usage);
    return;
  }
  const { env } = loadEnvironment();
  const findings = await check(env, values.quick);
  if (values.json) printJson(findings);
  else printTable(findings.map(cells));
  if (findings.some(({ state }) => state === 'lost')) process.exitCode = 1;
});

async function check(env: Environment, isQuick: boolean): Promise<Finding[]> {
  const databaseFindings = env.POSTGRES ? [] : checkDatabaseFile(env.DATABASE_FILE, isQuick);
  const isIntact = databaseFindings.every(({ state }) => state === 'ok');
  try {
    const storage = await openExistingStorage(env);
    const { database, files } = storage;
    try {
      return [
        ...databaseFindings,
        ...(await checkFiles(database, files, isQuick)),
        await checkOrphans(database, files, Date.now()),
        ...(await checkAges(database, env.ERASURES_FILE)),
      ];
    } finally {
      await storage.close();
    }
  } catch (error) {
    // Further checks may be impossible on a damaged database.
    if (isIntact || !(error instanceof DatabaseError || 'errcode' in (error as object))) throw error;
    return databaseFindings;
  }
}

/** Checks the integrity of an SQLite file; PostgreSQL checks its own. */
function checkDatabaseFile(file: string, isQuick: boolean): Finding[] {
  const problems = existsSync(file) ? findIntegrityProblems(file, isQuick ? 'quick' : 'full') : [];
  return problems.length === 0
    ? [{ subject: 'database', text: `${file} is intact`, state: 'ok' }]
    : problems.map((text) => ({ subject: 'database', text: `${file}: ${text}`, state: 'lost' }));
}

function cells({ subject, text, state }: Finding): Cell[] {
  return [{ text: state, colour: colours[state] }, { text: subject }, { text: printable(text) }];
}
