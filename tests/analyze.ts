import { brotliCompressSync } from 'node:zlib';
import { transform } from 'esbuild';
import type { Rollup } from 'vite';
import { build } from 'vite';

// `npm run analyze -- [NAME…]`: what the browser's scripts consist of, by package or module, in bytes before and after
// compression with Brotli. Arguments select the files whose names begin with one of them. The parts of a file are
// compressed one by one, so that their sum is a little larger than the file.

process.env.NODE_ENV = 'production';
const names = process.argv.slice(2);
const result = await build({ mode: 'production', logLevel: 'error', build: { write: false } });
const { output } = (Array.isArray(result) ? result[0] : result) as Rollup.RollupOutput;

for (const file of output.filter((entry) => entry.type === 'chunk').sort((a, b) => b.code.length - a.code.length)) {
  const name = file.fileName.replace(/^assets\//, '');
  if (names.length > 0 && !names.some((start) => name.startsWith(start))) continue;
  print(0, name, file.code);
  for (const [part, code] of await partsOf(file)) print(2, part, code);
}

/** Returns the minified code of a file's packages and of our modules, largest first. */
async function partsOf({ modules }: Rollup.OutputChunk): Promise<[part: string, code: string][]> {
  const parts = new Map<string, string>();
  for (const [id, { code }] of Object.entries(modules)) {
    if (!code) continue;
    const part = id.startsWith('\0')
      ? id.slice(1)
      : (/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? id.replace(/^.*\/(?=app\/)|\?.*$/g, ''));
    parts.set(part, `${parts.get(part) ?? ''}\n${code}`);
  }
  const minified = await Promise.all(
    Array.from(parts, async ([part, code]): Promise<[string, string]> => [
      part,
      (await transform(code, { minify: true, charset: 'utf8' })).code,
    ]),
  );
  return minified.sort(([, a], [, b]) => b.length - a.length);
}

function print(indent: number, name: string, code: string): void {
  const sizes = [Buffer.byteLength(code), brotliCompressSync(code).length].map((bytes) => String(bytes).padStart(8));
  console.log(`${sizes.join('')}  ${' '.repeat(indent)}${name}`);
}
