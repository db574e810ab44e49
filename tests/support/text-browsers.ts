import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a text browser shows of the page that a form leads to, redirects followed; it brings its own headers. */
export type TextBrowser = (address: string, fields?: Record<string, string>) => Promise<string>;

/** w3m, which speaks HTTP/1.0 and sends neither `Origin` nor `Sec-Fetch-Site`. */
const w3m: TextBrowser = async (address, fields) => {
  const options = ['-dump', '-T', 'text/html', '-O', 'UTF-8', '-I', 'UTF-8', '-cols', '200'];
  if (!fields) return run('w3m', [...options, address]);
  const folder = await mkdtemp(join(tmpdir(), 'w3m-'));
  try {
    const body = join(folder, 'body');
    await writeFile(body, new URLSearchParams(fields).toString());
    return await run('w3m', [...options, '-post', body, address]);
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** lynx, which does the same in its own way. */
const lynx: TextBrowser = (address, fields) => {
  const options = ['-dump', '-display_charset=utf-8', '-width=200', '-accept_all_cookies'];
  if (!fields) return run('lynx', [...options, address]);
  return run('lynx', [...options, '-post_data', address], `${new URLSearchParams(fields).toString()}\n---\n`);
};

export const textBrowsers = { w3m, lynx };

function run(program: string, args: string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { timeout: 30_000 }, (error, output) => {
      // lynx ends with 1 at an error page, which it shows or not.
      if (error && error.code !== 1) reject(new Error(`${program} ended with ${error.code ?? error.signal}`));
      else resolve(output);
    });
    child.stdin?.end(input);
  });
}
