import { join } from 'node:path';
import { confirmJumps } from '#app/clock/clock-jumps.server.ts';
import { readTrustedTime } from '#app/clock/trusted-time.server.ts';
import type { Database } from '#app/database/database.server.ts';
import { requeue, type RequeueSelection } from '#app/delivery/outbox/requeue.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { databaseName, type Environment, loadEnvironment } from '#app/env/env.server.ts';
import { readDeliveryPause } from '#app/outbound/delivery-pause.server.ts';
import type { RetentionOptions } from '#app/retention/retention-runner.server.ts';
import { openExistingStorage, type Storage } from '#app/storage/open-storage.server.ts';
import { formatCount } from '#app/terminal/format-count.ts';
import { germanTime } from '#app/terminal/german-time.ts';
import { runTool } from '#app/terminal/run-tool.server.ts';
import { printable, printJson, printLine } from '#app/terminal/terminal.ts';
import { type Command, parseCommandLine, usage } from './command-line.ts';
import { done } from './commands/done.server.ts';
import { erase, purgeNow } from './commands/erase.server.ts';
import { exportEnquiries } from './commands/export.server.ts';
import { list } from './commands/list.server.ts';
import { resume } from './commands/resume.server.ts';
import { show } from './commands/show.server.ts';
import { take } from './commands/take.server.ts';
import { copyFiles } from './copy-files.server.ts';
import { findEnquiry, findRecord } from './find-enquiry.server.ts';
import { selectFiles } from './select-files.server.ts';

/**
 * `npm run enquiries -- …`: the command-line tool with which staff manage the stored enquiries. Runs on the site's
 * machine, even while the site is running. Exit status 2 for a usage error.
 */
await runTool(async () => {
  const command = parseCommandLine(process.argv.slice(2));
  if (command.name === 'help') {
    printLine(usage);
    return;
  }
  const { env } = loadEnvironment();
  const storage = await openExistingStorage(env);
  // Names the database, in case there are two sites or a setting is missing.
  console.error(`Database: ${databaseName(env)}`);
  try {
    await warnIfPaused(storage.database);
    await run(command, storage, env);
  } finally {
    await storage.close();
  }
});

async function run(command: Exclude<Command, { name: 'help' }>, storage: Storage, env: Environment): Promise<void> {
  const { database, files } = storage;
  const { json } = command;
  switch (command.name) {
    case 'list':
      return list(database, files, command.state, json);
    case 'show':
      return show(database, files, command.reference, json);
    case 'take':
      return take(database, command.reference, json);
    case 'files': {
      const { folder } = command;
      const { toCopy, withheld } = await selectFiles(
        await findRecord(database, command.reference),
        files,
        command.unchecked,
      );
      const copiedPaths = (await copyFiles(toCopy, files, folder)).map((name) => join(folder, name));
      for (const { name, reason } of withheld) console.error(`Withheld: ${printable(name)} (${reason})`);
      if (json) printJson(copiedPaths);
      else for (const path of copiedPaths) printLine(printable(path));
      return;
    }
    case 'done':
      return done(database, command.reference, { reason: command.reason, closedDays: env.CLOSED_DAYS, json });
    case 'erase':
      return erase(await readRetentionOptions(storage, env), command.reference, { isConfirmed: command.yes, json });
    case 'requeue':
      return requeueNow(database, command.selection, json);
    case 'purge':
      return purgeNow(await readRetentionOptions(storage, env), json);
    case 'resume':
      return resume(database, json);
    case 'clock-is-right':
      return confirmClock(database, json);
    case 'export':
      return exportEnquiries(database, files, command);
  }
}

/** Prints a warning if deliveries are paused, to explain why messages are waiting. */
async function warnIfPaused(database: Database): Promise<void> {
  const pause = await readDeliveryPause(database);
  if (!pause) return;
  console.error(`Deliveries and notices have been paused since ${germanTime(pause.since)}: ${pause.reason}.`);
  console.error('To send the waiting messages and notices, some of them possibly twice: npm run enquiries -- resume');
}

async function requeueNow(database: Database, requested: RequeueSelection, json: boolean): Promise<void> {
  const selection =
    typeof requested === 'object'
      ? { reference: (await findEnquiry(database, requested.reference)).listed.reference }
      : requested;
  const parcels = await requeue(database, selection, (await readTrustedTime(database)).now());
  if (json)
    printJson({ ...(typeof selection === 'object' && { reference: formatReference(selection.reference) }), parcels });
  else printLine(`Due now: ${formatCount(parcels, 'message')}. The running site will deliver them.`);
}

/** Returns the retention options that the running site uses. */
async function readRetentionOptions({ database, files }: Storage, env: Environment): Promise<RetentionOptions> {
  const trustedTime = await readTrustedTime(database);
  const { UPLOADS_DIR: uploadsFolder, ERASURES_FILE: erasuresPath } = env;
  const periods = { closedDays: env.CLOSED_DAYS, retentionDays: env.RETENTION_DAYS };
  return { database, files, uploadsFolder, erasuresPath, ...periods, trustedTime };
}

async function confirmClock(database: Database, json: boolean): Promise<void> {
  const hours = Math.round((await confirmJumps(database)) / (60 * 60 * 1000));
  if (json) printJson({ hours });
  else if (hours === 0) printLine('There was no clock jump to confirm.');
  else
    printLine(
      `Earlier enquiries now count as ${formatCount(hours, 'hour')} older. Those past their retention period are erased within the hour.`,
    );
}
