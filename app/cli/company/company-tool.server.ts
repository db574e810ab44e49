import { factsFromEnv } from '#app/company/facts/facts-from-env.ts';
import { deleteEarlierVersions, listVersions, undoFacts } from '#app/company-store/facts-history.server.ts';
import type { Database } from '#app/database/database.server.ts';
import { databaseName, loadEnvironment } from '#app/env/env.server.ts';
import { openExistingStorage } from '#app/storage/open-storage.server.ts';
import { formatCount } from '#app/terminal/format-count.ts';
import { germanTime } from '#app/terminal/german-time.ts';
import { runTool, UsageError } from '#app/terminal/run-tool.server.ts';
import { printable, printLine } from '#app/terminal/terminal.ts';
import { parseCommandLine, usage } from './command-line.ts';
import { exportFacts, formatSavedBy, importFacts } from './facts-file.server.ts';

/**
 * `npm run company -- …`: the command-line tool with which staff change what the site says about the company. Runs on
 * the site's machine, even while the site is running. Exit status 2 for an error that the user can fix.
 */
await runTool(async () => {
  const command = parseCommandLine(process.argv.slice(2));
  if (command.name === 'help') {
    printLine(usage);
    return;
  }
  const { env, placeholders } = loadEnvironment();
  const storage = await openExistingStorage(env);
  // Names the database, in case there are two sites or a setting is missing.
  console.error(`Database: ${databaseName(env)}`);
  try {
    switch (command.name) {
      case 'export': {
        const pictures = await exportFacts(storage, command.file, factsFromEnv(env, placeholders), command.overwrite);
        printLine(`Wrote ${printable(command.file)} and ${formatCount(pictures.length, 'picture')}.`);
        return;
      }
      case 'import': {
        const version = await importFacts(storage, command.file, { name: command.savedBy }, Date.now());
        printLine(`Saved version ${version}. The running site shows it now.`);
        return;
      }
      case 'history': {
        for (const { version, savedAt, savedBy } of await listVersions(storage.database)) {
          printLine(`${version}\t${germanTime(savedAt)}\t${printable(formatSavedBy(savedBy))}`);
        }
        return;
      }
      case 'undo': {
        printLine(await undo(storage.database, command.savedBy));
        return;
      }
      case 'forget': {
        const { versions, pictures } = await deleteEarlierVersions(storage);
        printLine(`Deleted ${formatCount(versions, 'earlier version')} and ${formatCount(pictures, 'picture')}.`);
        return;
      }
    }
  } finally {
    await storage.close();
  }
});

/** Undoes the newest version. @returns what to print */
async function undo(database: Database, name: string): Promise<string> {
  const [newest] = await listVersions(database);
  if (!newest) throw new UsageError('There is nothing to undo: no facts have been saved');
  const undone = await undoFacts(database, { base: newest.version, savedBy: { name } }, Date.now());
  if ('newer' in undone) throw new UsageError('Nothing was undone: somebody has just saved another version');
  const content = undone.repeated === 0 ? 'the COMPANY_… variables of the environment' : `version ${undone.repeated}`;
  return `Saved version ${undone.saved}, which repeats ${content}. The running site shows it now.`;
}
