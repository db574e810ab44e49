import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from './system-programs.ts';
import { longestWait } from './wait-for.ts';

/**
 * Opens a page, or posts a form to it and follows redirects, with the browser's own headers.
 * @returns the displayed text
 */
type TextBrowser = (address: string, fields?: Record<string, string>) => Promise<string>;

/** w3m uses HTTP/1.0 and sends neither `Origin` nor `Sec-Fetch-Site`. */
const w3m: TextBrowser = async (address, fields) => {
  const options = ['-dump', '-T', 'text/html', '-O', 'UTF-8', '-I', 'UTF-8', '-cols', '200'];
  if (!fields) return run(pathOf('w3m'), [...options, address]);
  const folder = await mkdtemp(join(tmpdir(), 'w3m-'));
  try {
    const body = join(folder, 'body');
    await writeFile(body, new URLSearchParams(fields).toString());
    return await run(pathOf('w3m'), [...options, '-post', body, address]);
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** lynx behaves similarly. */
const lynx: TextBrowser = (address, fields) => {
  const options = ['-dump', '-display_charset=utf-8', '-width=200', '-accept_all_cookies'];
  if (!fields) return run(pathOf('lynx'), [...options, address]);
  return run(pathOf('lynx'), [...options, '-post_data', address], `${new URLSearchParams(fields).toString()}\n---\n`);
};

export const textBrowsers = { w3m, lynx };

/**
 * Opens a page in an interactive text browser, searches for the labels of buttons and presses them: the browser itself
 * decides which fields and headers to send. Timing does not matter: w3m gets all keys in advance; lynx would drop them,
 * so it reads them from a file.
 * @param buttons button labels, one per page in order; each must be the first match on its page
 * @returns everything shown on the screen, including control characters
 */
export async function pressInTextBrowser(
  name: keyof typeof textBrowsers,
  address: string,
  ...buttons: string[]
): Promise<string> {
  // Both browsers use the same keys to search, and ask for confirmation before they quit.
  const keys = [...buttons.map((label) => `/${label}\n\r`), 'qy'].join('');
  if (name === 'w3m') {
    return runInTerminal(`${pathOf('w3m')} -T text/html -O UTF-8 -I UTF-8 "$ADDRESS"`, { ADDRESS: address }, keys);
  }
  const folder = await mkdtemp(join(tmpdir(), 'lynx-'));
  try {
    const script = join(folder, 'keys');
    await writeFile(script, [...Buffer.from(keys)].map((code) => `key 0x${code.toString(16)}\n`).join(''));
    const options = '-display_charset=utf-8 -assume_charset=utf-8 -accept_all_cookies -cmd_script="$KEYS"';
    return await runInTerminal(`${pathOf('lynx')} ${options} "$ADDRESS"`, { ADDRESS: address, KEYS: script });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Runs a command in a terminal until it ends.
 * @param keys typed at the start
 * @returns everything shown
 */
function runInTerminal(command: string, variables: Record<string, string>, keys = ''): Promise<string> {
  const child = spawn(pathOf('script'), ['-qec', command, '/dev/null'], {
    env: { ...process.env, TERM: 'xterm', LANG: 'C.UTF-8', ...variables },
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stdin.write(keys);
  const timer = setTimeout(() => child.kill('SIGKILL'), longestWait);
  return new Promise((resolve) => {
    child.once('close', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(output).toString());
    });
  });
}

function run(program: string, args: string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { timeout: longestWait }, (error, output) => {
      // lynx exits with 1 for an error page.
      if (error && error.code !== 1) reject(new Error(`${program} exited with ${error.code ?? error.signal}`));
      else resolve(output);
    });
    child.stdin?.end(input);
  });
}
