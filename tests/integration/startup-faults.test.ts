import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runProgram } from '../support/site.ts';
import { openSmallSite } from '../support/small-site.ts';

/** Errors that the operator can fix are reported in one sentence, by the server and by every command-line tool. */

const folder = mkdtempSync(join(tmpdir(), 'startup-'));
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  for (const name of ['newer', 'damaged', 'restoring']) await (await openSmallSite(at(name))).close();
  const newer = new DatabaseSync(join(at('newer'), 'site.db'));
  newer.exec("INSERT INTO kysely_migration VALUES ('9999_later', '2031-01-01')");
  newer.close();
  writeFileSync(join(at('damaged'), 'site.db'), 'no database, '.repeat(500));
  writeFileSync(join(at('restoring'), 'site.db.restoring'), '');
  writeFileSync(at('plain file'), '');
  mkdirSync(at('late'));
  writeFileSync(join(at('late'), '.env'), 'NODE_EXTRA_CA_CERTS=/etc/ssl/company.pem\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const server = { program: 'server.ts', args: [] };
const enquiries = { program: 'app/cli/desk-tool.server.ts', args: ['list'] };
const backup = { program: 'app/backup/tools/backup-tool.server.ts', args: [at('backups')] };
const check = { program: 'app/backup/tools/check-tool.server.ts', args: [] };
const restore = { program: 'app/backup/tools/restore-tool.server.ts', args: [at('backups')] };

/** Runs programs concurrently, to save time. @returns the message of each */
async function messagesOf(programs: { program: string; args: string[] }[], env: Record<string, string>, cwd?: string) {
  return Promise.all(
    programs.map(async ({ program, args }) => {
      const end = await runProgram(resolve(program), args, { PORT: '0', ...env }, undefined, cwd);
      expect(end.code, program).not.toBe(0);
      const lines = end.errors
        .trimEnd()
        .split('\n')
        .filter((line) => !line.startsWith('npm '));
      expect(lines, `${program} reports it in one sentence`).toHaveLength(1);
      return lines[0] ?? '';
    }),
  );
}

describe('each program reports in one sentence, and exits with its own status,', () => {
  test('that the database is from a newer version', async () => {
    for (const line of await messagesOf([server, enquiries, backup, check], { DATA_DIR: at('newer') })) {
      expect(line).toMatch(/^The database \S+newer\/site\.db was made by a newer version/);
    }
  });

  test('that the database file is not a database', async () => {
    for (const line of await messagesOf([server, enquiries, backup], { DATA_DIR: at('damaged') })) {
      expect(line).toMatch(/^The database \S+damaged\/site\.db is damaged/);
    }
  });

  test('that a restore was not completed', async () => {
    for (const line of await messagesOf([server, enquiries, backup, check], { DATA_DIR: at('restoring') })) {
      expect(line).toMatch(/^A restore of \S+ has not come to its end: run it again/);
    }
  });

  test('that its folder cannot be created or written to, whatever the reason', async () => {
    // On Linux nobody can create a folder there, not even root.
    for (const data of ['/sys/site', join(at('plain file'), 'data')]) {
      const [line = ''] = await messagesOf([server], { DATA_DIR: data });
      expect(line).toContain(`The site cannot start: its folder ${data} (DATA_DIR) `);
    }
    const [line = ''] = await messagesOf([server], { DATA_DIR: at('new'), FILES_URL: `file:${at('plain file')}` });
    expect(line).toMatch(/its folder .*plain file \(FILES_URL\) is not a folder/);
  });

  test('that NODE_EXTRA_CA_CERTS has no effect in .env', async () => {
    for (const line of await messagesOf(
      [server, enquiries, backup, check, restore],
      { DATA_DIR: at('new') },
      at('late'),
    )) {
      expect(line).toMatch(/^NODE_EXTRA_CA_CERTS has no effect in \.env/);
    }
  });
});

test('a command-line tool without the site’s settings creates nothing and says where it looked', async () => {
  const env = { DATA_DIR: at('none') };
  for (const line of await messagesOf([enquiries, backup, check], env)) {
    expect(line).toContain(`There is no database at ${at('none')}/site.db`);
  }
  expect(readdirSync(folder)).not.toContain('none');
  expect(readdirSync(folder)).not.toContain('backups');
  const found = await runProgram(enquiries.program, ['list'], { DATA_DIR: at('ours') });
  expect(found.code).toBe(2);
  await (await openSmallSite(at('ours'))).close();
  expect(await runProgram(enquiries.program, ['list'], { DATA_DIR: at('ours') })).toEqual({
    ...{ code: 0, output: '', errors: `Database: ${at('ours')}/site.db\n` },
  });
});
