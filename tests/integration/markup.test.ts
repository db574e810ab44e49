import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveEveryState } from '../support/every-state.ts';
import { type Site, startSite } from '../support/site.ts';

const checker = fileURLToPath(new URL('../../node_modules/vnu-jar/build/dist/vnu.jar', import.meta.url));

let site: Site;
let folder: string;
beforeAll(async () => {
  site = await startSite();
  folder = await mkdtemp(join(tmpdir(), 'markup-'));
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

interface Message {
  type: 'error' | 'info' | 'non-document-error';
  url?: string;
  message: string;
  extract?: string;
}

/** Options for a Java VM that runs for seconds: the optimizing compiler would cost more than it saves. */
const shortRun = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** Runs the Nu Html Checker once on all HTML files in a folder, because each run starts a Java VM. */
async function check(htmlFolder: string): Promise<Message[]> {
  const args = ['-jar', checker, '--format', 'json', '--exit-zero-always', '--skip-non-html', htmlFolder];
  const child = spawn('java', [...shortRun, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return (JSON.parse(output) as { messages: Message[] }).messages;
}

/** Errors of the checker, which knows neither recent CSS nor speculation rules (HTML standard, section 7.6). */
const checkerGaps = ['CSS: ', 'Bad value “speculationrules” for attribute “type” on element “script”'];

/** Describes each error once, with an example and the number of affected pages. */
function summarizeErrors(messages: Message[]): string[] {
  const errors = new Map<string, { extract: string; pages: Set<string> }>();
  for (const { type, message, extract = '', url = '' } of messages) {
    if (type === 'info' || checkerGaps.some((start) => message.startsWith(start))) continue;
    const error = errors.get(message) ?? { extract, pages: new Set() };
    error.pages.add(url.split('/').pop() ?? '');
    errors.set(message, error);
  }
  return Array.from(
    errors,
    ([message, { extract, pages }]) => `${message} On ${pages.size} pages, for example ${[...pages][0]}: ${extract}`,
  );
}

async function savePage(name: string, response: Response, status: number): Promise<void> {
  expect(response.status, name).toBe(status);
  await writeFile(join(folder, `${name}.html`), await response.text());
}

// Takes minutes on a busy machine.
test(
  'every page is valid HTML, including pages with errors, completed forms and receipts',
  { timeout: 300_000 },
  async () => {
    await saveEveryState(site, savePage);
    expect(summarizeErrors(await check(folder))).toEqual([]);
  },
);

test('the checker reports invalid HTML', async () => {
  const invalidFolder = await mkdtemp(join(tmpdir(), 'markup-'));
  await writeFile(
    join(invalidFolder, 'invalid.html'),
    '<!DOCTYPE html><html lang="en"><title>x</title><p id="a"><p id="a">',
  );
  expect(summarizeErrors(await check(invalidFolder))).toEqual([expect.stringContaining('Duplicate ID “a”')]);
  await rm(invalidFolder, { recursive: true });
});
