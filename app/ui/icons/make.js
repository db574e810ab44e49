// Generates icons.json in this folder: the icons and logos of ../icon-names.ts, as their packages publish them, with the
// packages' licences. Run `npm run icons` after a change to the names. The packages contain thousands of icons, so they
// are installed only here, into a temporary folder.
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brandNames, iconNames } from '../icon-names.ts';

const packages = [
  { name: 'lucide-static', version: '1.62.0', licence: 'LICENSE', icons: iconNames },
  { name: 'simple-icons', version: '16.37.0', licence: 'LICENSE.md', icons: brandNames },
];

const folder = await mkdtemp(join(tmpdir(), 'icons-'));
const result = {};
for (const { name, version, licence, icons } of packages) {
  execFileSync('npm', ['install', '--prefix', folder, '--no-save', '--ignore-scripts', `${name}@${version}`], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const read = (path) => readFile(join(folder, 'node_modules', name, path), 'utf8');
  const pictures = await Promise.all(icons.map(async (icon) => [icon, await read(`icons/${icon}.svg`)]));
  result[name] = { version, licence: await read(licence), icons: Object.fromEntries(pictures) };
}
await rm(folder, { recursive: true });
await writeFile(new URL('icons.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`);
