import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { typedName } from '../support/form-inputs.ts';
import { type MarkupError, summarizeErrors, visitEveryPage } from '../support/markup.ts';

// Knows more of the standards than the checker of `tests/integration/markup.test.ts`: WAI-ARIA, SVG, which attributes an
// element may have, and the formats of their values.

const checker = fileURLToPath(new URL('../../node_modules/vnu-jar/build/dist/vnu.jar', import.meta.url));

interface Message {
  type: 'error' | 'info' | 'non-document-error';
  url?: string;
  message: string;
  extract?: string;
}

/** Options for a Java VM that runs for seconds: the optimizing compiler would cost more than it saves. */
const shortRun = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** Runs the Nu Html Checker once on all HTML files in a folder, because each run starts a Java VM. */
async function runChecker(folder: string): Promise<Message[]> {
  const args = ['-jar', checker, '--format', 'json', '--exit-zero-always', '--skip-non-html', folder];
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
/** A field shows what somebody typed, be it a date or not. */
const typedAgain = `Bad value “${typedName}” for attribute “value” on element “input”`;
const accepted = [...checkerGaps, typedAgain];

/** Returns the errors in pages. @param markup their HTML by their names */
async function check(markup: Map<string, string>): Promise<MarkupError[]> {
  const folder = await mkdtemp(join(tmpdir(), 'markup-'));
  try {
    for (const [name, html] of markup) await writeFile(join(folder, `${name}.html`), html);
    return (await runChecker(folder))
      .filter(({ type, message }) => type !== 'info' && !accepted.some((start) => message.startsWith(start)))
      .map(({ message, url = '', extract = '' }) => ({ message, page: basename(url), place: extract }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

// Takes minutes on a busy machine.
test(
  'every page is valid HTML, including pages with errors, completed forms, receipts and the desk',
  { timeout: 300_000 },
  async () => {
    const markup = new Map<string, string>();
    await visitEveryPage((name, html) => markup.set(name, html));
    expect(summarizeErrors(await check(markup))).toEqual([]);
  },
);

test('the checker reports invalid HTML', async () => {
  const invalid = '<!DOCTYPE html><html lang="en"><title>x</title><p id="a"><p id="a">';
  expect(summarizeErrors(await check(new Map([['invalid', invalid]])))).toEqual([
    expect.stringContaining('Duplicate ID “a”'),
  ]);
});
