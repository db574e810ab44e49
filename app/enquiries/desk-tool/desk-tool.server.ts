import { join } from 'node:path';
import { openDatabase, type Database } from '#app/database/database.server.ts';
import { EnvironmentError, loadEnvironment, type Environment } from '#app/env.server.ts';
import { diskStore } from '#app/uploads/disk-store.server.ts';
import { formatReference } from '../reference.ts';
import { requeue } from '../requeue.server.ts';
import { readCommandLine, usage, UsageError, type Command } from './command-line.ts';
import { copyFiles } from './copy-files.server.ts';
import { sortOut } from './virus-verdicts.ts';
import { counted } from './counted.ts';
import { done, purgeNow } from './erase.server.ts';
import { exportEnquiries } from './export.server.ts';
import { findEnquiry, findRecord } from './find-enquiry.server.ts';
import { list } from './list.server.ts';
import { show } from './show.server.ts';
import { printable, say, sayJson } from './terminal.ts';

/**
 * `npm run enquiries -- …`: what the company does with the enquiries that the site keeps, on the machine that serves
 * the site, beside the running site. Exit status 2 for a mistake of whoever called.
 */

// Whoever reads the output may have seen enough, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

try {
  const command = readCommandLine(process.argv.slice(2));
  if (command.name === 'help') {
    say(usage);
  } else {
    const { env } = loadEnvironment();
    const database = await openDatabase(env.DATABASE_FILE);
    try {
      await run(command, database, env);
    } finally {
      await database.destroy();
    }
  }
} catch (error) {
  if (!(error instanceof UsageError || error instanceof EnvironmentError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function run(command: Exclude<Command, { name: 'help' }>, database: Database, env: Environment): Promise<void> {
  const store = diskStore(env.FILES_DIR);
  const { json } = command;
  switch (command.name) {
    case 'list':
      return list(database, command.state, json);
    case 'show':
      return show(database, command.reference, json);
    case 'files': {
      const { folder } = command;
      const { copied, keptBack } = sortOut(await findRecord(database, command.reference), command.unchecked);
      const paths = (await copyFiles(copied, store, folder)).map((name) => join(folder, name));
      for (const { name, why } of keptBack) console.error(`Kept back: ${printable(name)} (${why})`);
      if (json) sayJson(paths);
      else for (const path of paths) say(printable(path));
      return;
    }
    case 'done':
      return done(database, store, command.reference, json);
    case 'requeue':
      return requeueNow(database, command.reference, json);
    case 'purge':
      return purgeNow({ database, files: store, uploads: env.UPLOADS_DIR, days: env.RETENTION_DAYS }, json);
    case 'export':
      return exportEnquiries(database, store, command);
  }
}

async function requeueNow(database: Database, typed: string | undefined, json: boolean): Promise<void> {
  const reference = typed === undefined ? undefined : (await findEnquiry(database, typed)).listed.reference;
  const parcels = await requeue(database, reference, Date.now());
  if (json) sayJson({ ...(reference !== undefined && { reference: formatReference(reference) }), parcels });
  else say(`Due now: ${counted(parcels, 'parcel')}. The running site hands over what is due.`);
}
