import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleOf, programs } from '../support/bundled-programs.ts';
import { runProgram } from '../support/site.ts';
import { openSmallSite } from '../support/small-site.ts';

// The server and every command-line tool report in one sentence an error that the operator can fix.

const folder = mkdtempSync(join(tmpdir(), 'startup-'));
const pathOf = (name: string) => join(folder, name);

beforeAll(async () => {
  for (const name of ['newer', 'damaged', 'restoring']) await (await openSmallSite(pathOf(name))).close();
  const newer = new DatabaseSync(join(pathOf('newer'), 'site.db'));
  newer.exec("INSERT INTO kysely_migration VALUES ('9999_later', '2031-01-01')");
  newer.exec("INSERT INTO schema_contractions VALUES ('9999_later')");
  newer.close();
  writeFileSync(join(pathOf('damaged'), 'site.db'), 'no database, '.repeat(500));
  writeFileSync(join(pathOf('restoring'), 'site.db.restoring'), '');
  writeFileSync(pathOf('plain file'), '');
  mkdirSync(pathOf('env file'));
  writeFileSync(join(pathOf('env file'), '.env'), 'NODE_EXTRA_CA_CERTS=/etc/ssl/company.pem\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

const server = { program: 'server.ts', args: [] };
const enquiries = { program: bundleOf('enquiries'), args: ['list'] };
const backup = { program: bundleOf('backup'), args: [pathOf('backups')] };
const check = { program: bundleOf('check'), args: [] };
/** The programs as npm runs them, without a bundle. */
const unbundled = [
  { program: programs.enquiries, args: ['list'] },
  { program: programs.company, args: ['history'] },
  { program: programs.desk, args: ['list'] },
  { program: programs.backup, args: [pathOf('backups')] },
  { program: programs.check, args: [] },
  { program: programs.restore, args: [pathOf('backups')] },
];

/** Runs programs concurrently to save time, and expects each to fail. @returns the error message of each */
async function errorsOf(programs: { program: string; args: string[] }[], env: Record<string, string>, cwd?: string) {
  return Promise.all(
    programs.map(async ({ program, args }) => {
      const result = await runProgram(resolve(program), args, { PORT: '0', ...env }, undefined, cwd);
      expect(result.code, program).not.toBe(0);
      const lines = result.errors
        .trimEnd()
        .split('\n')
        .filter((line) => !line.startsWith('npm '));
      expect(lines, `${program} reports the error in one line`).toHaveLength(1);
      return lines[0] ?? '';
    }),
  );
}

describe('each program fails and reports in one sentence', () => {
  test('that the database is from a newer version', async () => {
    for (const line of await errorsOf([server, enquiries, backup, check], { DATA_DIR: pathOf('newer') })) {
      expect(line).toMatch(/^The database \S+newer\/site\.db was made by a newer version/);
    }
  });

  test('that the database file is not a database', async () => {
    for (const line of await errorsOf([server, enquiries, backup], { DATA_DIR: pathOf('damaged') })) {
      expect(line).toMatch(/^The database \S+damaged\/site\.db is damaged/);
    }
  });

  test('that a restore was not completed', async () => {
    for (const line of await errorsOf([server, enquiries, backup, check], { DATA_DIR: pathOf('restoring') })) {
      expect(line).toMatch(/^A restore of \S+ was interrupted: run it again/);
    }
  });

  test('that its folder cannot be created or written to, whatever the reason', async () => {
    // On Linux, not even root can create a folder in /sys.
    for (const data of ['/sys/site', join(pathOf('plain file'), 'data')]) {
      const [line = ''] = await errorsOf([server], { DATA_DIR: data });
      expect(line).toContain(`The site cannot start: its folder ${data} (DATA_DIR) `);
    }
    const [line = ''] = await errorsOf([server], {
      DATA_DIR: pathOf('new'),
      FILES_URL: `file:${pathOf('plain file')}`,
    });
    expect(line).toMatch(/its folder .*plain file \(FILES_URL\) is not a folder/);
  });

  test('that NODE_EXTRA_CA_CERTS has no effect in .env', async () => {
    for (const line of await errorsOf([server, ...unbundled], { DATA_DIR: pathOf('new') }, pathOf('env file'))) {
      expect(line).toMatch(/^NODE_EXTRA_CA_CERTS has no effect in \.env/);
    }
  });
});

test('a command-line tool that finds no database creates none and says where it looked', async () => {
  const env = { DATA_DIR: pathOf('none') };
  for (const line of await errorsOf([enquiries, backup, check], env)) {
    expect(line).toContain(`There is no database at ${pathOf('none')}/site.db`);
  }
  expect(readdirSync(folder)).not.toContain('none');
  expect(readdirSync(folder)).not.toContain('backups');
  const missing = await runProgram(enquiries.program, ['list'], { DATA_DIR: pathOf('ours') });
  expect(missing.code).toBe(2);
  await (await openSmallSite(pathOf('ours'))).close();
  for (const program of [enquiries.program, programs.enquiries]) {
    expect(await runProgram(program, ['list'], { DATA_DIR: pathOf('ours') })).toEqual({
      ...{ code: 0, output: '', errors: `Database: ${pathOf('ours')}/site.db\n` },
    });
  }
});
