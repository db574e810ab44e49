import { cp, mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runBackup, runCheck, runRestore } from '../support/backup.ts';
import { programs } from '../support/bundled-programs.ts';
import { send } from '../support/evacuation-request.ts';
import { type NoticeReceiver, noticeSecret, startNoticeReceiver } from '../support/notice-receiver.ts';
import { scaleForSoak } from '../support/scale-for-soak.ts';
import { runEnquiries, runProgram, type Site, startSite } from '../support/site.ts';
import { openSmallSite } from '../support/small-site.ts';
import { type StandInApi, startStandInApi } from '../support/stand-in-api.ts';
import { waitFor } from '../support/wait-for.ts';

// Runs a site after a restore, and one on an incomplete copy of the data.

let folder: string;
let api: StandInApi;
let receiver: NoticeReceiver;
const sites: Site[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restored-'));
  api = await startStandInApi();
  receiver = await startNoticeReceiver();
});
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
  await api.close();
  await receiver.close();
  await rm(folder, { recursive: true });
});

async function start(dataDir: string): Promise<Site> {
  const noticeEnv = { NOTIFY_URL: receiver.url, NOTIFY_SECRET: noticeSecret };
  const site = await startSite({ dataDir, env: { DESK: 'api', API_URL: api.url, ...noticeEnv } });
  sites.push(site);
  return site;
}

const deliveredNames = () => api.received.map(({ parts }) => parts.find(({ name }) => name === 'name')?.value);

test('after a restore, requests are stored but not delivered until an operator resumes, and then each is delivered once', async () => {
  const original = await openSmallSite(join(folder, 'lost'));
  await original.send('before', 'a');
  await original.close();
  const backups = join(folder, 'backups');
  expect((await runBackup({ DATA_DIR: original.folder }, backups)).code).toBe(0);
  const dataDir = join(folder, 'data');
  expect(await runRestore({ DATA_DIR: dataDir }, backups)).toMatchObject({ code: 0 });

  const site = await start(dataDir);
  await expect
    .poll(() => site.log.find((line) => line.includes('npm run enquiries -- resume')))
    .toMatch(/"level":50.*"reason":"the backup/);
  expect((await send(site, { name: 'during' })).status).toBe(502);
  await pause(2_500);
  expect(api.received).toEqual([]);
  expect(receiver.received).toEqual([]);
  const [listed, checked] = await Promise.all([runEnquiries(site, 'list'), runCheck({ DATA_DIR: dataDir })]);
  expect(listed.output.match(/\twaiting\t/g)).toHaveLength(2);
  expect(listed.errors).toMatch(
    /Deliveries and notices have been paused since [^\n]+: the backup 000001-\S+ of \S+ was restored/,
  );
  expect(checked.output).toMatch(/^note\tdelivery\tpaused since/m);

  const resumed = await runEnquiries(site, 'resume');
  expect(resumed).toMatchObject({ code: 0, output: expect.stringContaining('2 messages') as string });
  await waitFor(() => api.received.length >= 2);
  await waitFor(() => receiver.received.length >= 2);
  await pause(1_200);
  expect(deliveredNames().sort()).toEqual(['before', 'during']);
  expect(receiver.received).toHaveLength(2);
  expect(await runEnquiries(site, 'resume')).toMatchObject({
    ...{ output: 'Nothing was paused.\n', errors: expect.not.stringContaining('been paused') as string },
  });
});

test('missing files are reported at the start, and everything else is delivered', async () => {
  const original = await openSmallSite(join(folder, 'whole'));
  const { reference, keys } = await original.send('Ahmad', 'missing', 'truncated', 'intact');
  await original.close();
  const dataDir = join(folder, 'copy');
  await cp(original.folder, dataDir, { recursive: true });
  await rm(join(dataDir, 'files', keys[0] ?? ''));
  await truncate(join(dataDir, 'files', keys[1] ?? ''), 1);

  const site = await start(dataDir);
  await waitFor(() => site.log.some((line) => line.includes('npm run check')));
  const logLine = site.log.find((line) => line.includes('npm run check'));
  expect(logLine).toMatch(new RegExp(`"level":50.*"files":2,"references":\\["${reference}"\\]`));
  await waitFor(() => api.received.length > 0);
  expect(api.received).toMatchObject([{ withheld: 'missing=2', files: [{ name: 'Ahmad 2.pdf' }] }]);
  await waitFor(() => receiver.received.some(({ notice }) => 'trouble' in notice));
  expect(receiver.received.map(({ notice }) => notice)).toContainEqual(
    expect.objectContaining({ type: 'trouble.began', trouble: 'files_missing', reason: '2 files from 1 requests' }),
  );

  const formatted = `${reference.slice(0, 4)}-${reference.slice(4)}`;
  const target = join(folder, 'export');
  const [listed, details, exported, copied, checked] = await Promise.all([
    runEnquiries(site, 'list'),
    runEnquiries(site, 'show', formatted),
    runEnquiries(site, 'export', target),
    runEnquiries(site, 'files', formatted, join(folder, 'files')),
    runCheck({ DATA_DIR: dataDir }),
  ]);
  expect(listed.output).toContain('\t3 files, 2 missing\t');
  expect(details.output.match(/\tmissing from the store\t/g)).toHaveLength(2);
  expect(exported).toMatchObject({ code: 0, output: expect.stringContaining('with 1 file') as string });
  expect(exported.errors.match(/Withheld from .*: Ahmad [01]\.pdf \(missing from the store\)/g)).toHaveLength(2);
  expect(await readdir(join(target, formatted))).toEqual(['Ahmad 2.pdf']);
  expect(copied).toMatchObject({ code: 0, output: `${join(folder, 'files', 'Ahmad 2.pdf')}\n` });
  expect(checked.code).toBe(1);
  expect(checked.output.match(/^lost\tfile\t/gm)).toHaveLength(2);
});

describe('a killed restore', () => {
  test(`leaves its target unchanged or marked as unfinished, and succeeds when run again (${scaleForSoak(4, 40)} kills)`, async () => {
    const original = await openSmallSite(join(folder, 'lost'));
    for (let number = 0; number < 40; number += 1)
      await original.send(`sender ${number}`, `file of ${number}`.repeat(2000));
    await original.close();
    const backups = join(folder, 'backups');
    // Unbundled, as npm runs the programs.
    expect((await runProgram(programs.backup, [backups], { DATA_DIR: original.folder })).code).toBe(0);
    const dataDir = join(folder, 'data');
    const env = { DATA_DIR: dataDir };
    for (let kill = 0; kill < scaleForSoak(4, 40); kill += 1) {
      const { code } = await runProgram(programs.restore, [backups, '--overwrite'], env, (child) => {
        setTimeout(() => child.kill('SIGKILL'), 250 + Math.random() * 500);
      });
      const checked = await runCheck(env);
      if (code === 0) expect(checked).toMatchObject({ code: 0 });
      // The target is empty, has an earlier restore, or is reported as unfinished.
      else
        expect(`${checked.code} ${checked.errors}`).toMatch(
          /^(?:0 $|2 There is no database|2 A restore of .* run it again)/,
        );
    }
    expect((await runProgram(programs.restore, [backups, '--overwrite'], env)).code).toBe(0);
    const checked = await runProgram(programs.check, [], env);
    expect(checked).toMatchObject({ code: 0, output: expect.stringContaining('40 of 40 files intact') as string });
  });
});

test('no cell in the output of the command line starts a spreadsheet formula', async () => {
  const site = await openSmallSite(join(folder, 'data'));
  const names = ['=HYPERLINK("https://evil.example";"x")', '+49 1', '-1+1', '@SUM(A1)', '"=1+1"', 'x;=1+1', ' =1+1'];
  for (const name of names) await site.send(name, name);
  const { reference } = await site.send('=1+1', ...names);
  // Formulas can also come from file names and from a desk's response.
  for (const name of names) {
    const file = site.database.updateTable('attachments').where('position', '=', names.indexOf(name)).set({ name });
    await file.where('parcel', '=', 0).execute();
  }
  await site.database.updateTable('parcels').set({ last_error: '=1+1' }).execute();
  await site.close();
  const [list, show] = await Promise.all([
    runEnquiries({ dataDir: site.folder }, 'list'),
    runEnquiries({ dataDir: site.folder }, 'show', reference),
  ]);
  const tables = list.output + show.output.slice(show.output.indexOf('\nfile 1'));
  const cells = tables.split(/[\n\t;,"]/).map((cell) => cell.trimStart());
  expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
  expect(cells.filter((cell) => /^'[=+\-@]/.test(cell)).length).toBeGreaterThanOrEqual(3 * names.length);
});
