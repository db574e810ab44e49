import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const client = fileURLToPath(new URL('../../build/client', import.meta.url));

/** Returns the URL path of the built stylesheet, which contains the rules of all pages. */
export async function stylesheetPath(): Promise<string> {
  const name = (await readdir(`${client}/assets`)).find((file) => /^styles-.*\.css$/.test(file));
  if (!name) throw new Error('The build contains no stylesheet');
  return `/assets/${name}`;
}

/** Reads the built stylesheet. */
export async function readStylesheet(): Promise<string> {
  return readFile(client + (await stylesheetPath()), 'utf8');
}
