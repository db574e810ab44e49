import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabaseFile } from '../../app/database/database.server.ts';
import { migrations } from '../../app/database/migrations.server.ts';
import type { Tables } from '../../app/database/tables.ts';
import { programs } from '../support/bundled-programs.ts';
import { createDatabase } from '../support/postgres.ts';
import { runProgram } from '../support/site.ts';
import { openSmallSite } from '../support/small-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'move-'));
afterAll(() => rmSync(folder, { recursive: true }));
const bucket = (prefix: string) => {
  const env = JSON.parse(inject('bucket')) as Record<string, string>;
  return { ...env, FILES_URL: env.FILES_URL?.replace('PREFIX', prefix) ?? '' };
};

test('try', async () => {
  const dataDir = join(folder, 'data');
  const site = await openSmallSite(dataDir, (file) => openDatabaseFile<Tables>(file, migrations, 'durable'));
  for (let i = 0; i < 20; i += 1) await site.send(`name ${i}`, `text ${i}`, 'x'.repeat(i * 1000));
  await site.close();
  const env = { ...bucket('move'), DATABASE_URL: await createDatabase(inject('postgres')), DATA_DIR: dataDir };
  console.log(await runProgram(programs.move, ['--dry-run'], env), performance.now());
  console.log(await runProgram(programs.move, [], env), performance.now());
  console.log(await runProgram(programs.move, [], env), performance.now());
});
