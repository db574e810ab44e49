import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const assets = fileURLToPath(new URL('../../build/client/assets', import.meta.url));

/** Returns the URL path of the built stylesheet, which contains the rules of all pages. */
export async function stylesheetPath(): Promise<string> {
  const name = (await readdir(assets)).find((file) => /^styles-.*\.css$/.test(file));
  if (!name) throw new Error('The build contains no stylesheet');
  return `/assets/${name}`;
}
