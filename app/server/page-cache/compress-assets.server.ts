import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The content types of the text files among the assets, by extension. Fonts are compressed already. */
const textTypes: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
};

/** What the name of a file in an encoding ends with. */
export const extensions = { br: '.br', gzip: '.gz', identity: '' } as const;

/** Returns the content type of a text file; undefined for any other file. */
export function textTypeOf(name: string): string | undefined {
  return textTypes[name.slice(name.lastIndexOf('.') + 1)];
}

/**
 * Writes each text file of a folder in compressed form beside it, with the highest effort: the build has the time that a
 * visitor has not. Files that have their compressed forms are left alone. zlib's threads work at the same time.
 */
export async function compressAssets(folder: string): Promise<void> {
  const names = new Set(await readdir(folder));
  const compress = async (name: string, extension: string, compressed: (text: Buffer) => Promise<Buffer>) => {
    if (names.has(name + extension)) return;
    await writeFile(join(folder, name + extension), await compressed(await readFile(join(folder, name))));
  };
  const texts = [...names].filter((name) => textTypeOf(name) !== undefined);
  await Promise.all(
    texts.flatMap((name) => [
      compress(name, extensions.br, smallestBrotli),
      compress(name, extensions.gzip, (text) => promisify(gzip)(text, { level: 9 })),
    ]),
  );
}

function smallestBrotli(text: Buffer): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  return promisify(brotliCompress)(text, { params });
}
