import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languageCodes } from '../../app/i18n/languages.ts';
import { formData, post, send } from '../support/evacuation-request.ts';
import { everyPage } from '../support/every-page.ts';
import { startSite, type Site } from '../support/site.ts';

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

/** What the Nu Html Checker says of every HTML file in a folder: one run, because each starts a Java machine. */
async function check(htmlFolder: string): Promise<Message[]> {
  const args = ['-jar', checker, '--format', 'json', '--exit-zero-always', '--skip-non-html', htmlFolder];
  const child = spawn('java', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return (JSON.parse(output) as { messages: Message[] }).messages;
}

/** Each fault once, with where it stands and on how many pages. */
function faultsIn(messages: Message[]): string[] {
  const faults = new Map<string, { extract: string; pages: Set<string> }>();
  for (const { type, message, extract = '', url = '' } of messages) {
    if (type === 'info') continue;
    const fault = faults.get(message) ?? { extract, pages: new Set() };
    fault.pages.add(url.split('/').pop() ?? '');
    faults.set(message, fault);
  }
  return Array.from(
    faults,
    ([message, { extract, pages }]) => `${message} On ${pages.size} pages, as ${[...pages][0]}: ${extract}`,
  );
}

async function save(name: string, response: Response, status: number): Promise<void> {
  expect(response.status, name).toBe(status);
  await writeFile(join(folder, `${name}.html`), await response.text());
}

test('every page is valid HTML: those that are read, errors, a filled form, a receipt', async () => {
  for (const { address } of everyPage) {
    await save(address.slice(1).replace(/\//g, '_'), await fetch(site.url + address), 200);
  }
  for (const language of languageCodes) {
    await save(`${language}_not-found`, await fetch(`${site.url}/${language}/nothing`), 404);
    await save(`${language}_search`, await fetch(`${site.url}/${language}/help-center?q=visa`), 200);
    await save(`${language}_found-nothing`, await fetch(`${site.url}/${language}/help-center?q=zzzz`), 200);
    await save(`${language}_empty-form`, await post(site, language, formData({})), 400);
    const files = [{ name: 'a "b" <c>.pdf', bytes: Buffer.from('%PDF-1.7\n') }];
    await save(`${language}_wrong-form`, await send(site, { email: '"<x>&', date: '1.1.' }, files, language), 400);
    const sent = await send(site, {}, files, language);
    const cookie = sent.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    const receipt = await fetch(sent.headers.get('Location') ?? '', { headers: { Cookie: cookie } });
    await save(`${language}_receipt`, receipt, 200);
  }
  expect(faultsIn(await check(folder))).toEqual([]);
});

test('the checker sees what is wrong', async () => {
  const wrong = await mkdtemp(join(tmpdir(), 'markup-'));
  await writeFile(join(wrong, 'wrong.html'), '<!DOCTYPE html><html lang="en"><title>x</title><p id="a"><p id="a">');
  expect(faultsIn(await check(wrong))).toEqual([expect.stringContaining('Duplicate ID “a”')]);
  await rm(wrong, { recursive: true });
});
