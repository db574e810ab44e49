import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Site } from './site.ts';

/** Locks the database as somebody's shell would, until its standard input ends. */
const program = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(process.argv[1]);
  database.exec('PRAGMA busy_timeout = 60000; BEGIN ' + process.argv[2]);
  console.log('locked');
  process.stdin.on('end', () => { database.exec('COMMIT'); database.close(); }).resume();
`;

/** The lock of another process on a site's SQLite database. */
export interface ForeignLock {
  /** Ends the transaction and the process. Call it at least once. */
  release(): Promise<void>;
}

/** Lets another process lock a site's database for writing. @param mode how the transaction begins */
export async function lockDatabase(
  { dataDir }: Pick<Site, 'dataDir'>,
  mode: 'IMMEDIATE' | 'EXCLUSIVE' = 'IMMEDIATE',
): Promise<ForeignLock> {
  const args = ['--eval', program, join(dataDir, 'site.db'), mode];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  await once(createInterface({ input: child.stdout }), 'line');
  return {
    async release() {
      child.stdin.end();
      await exited;
    },
  };
}
