import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { hashedAsset } from '#app/assets/hashed-asset-plugin.server.ts';
import { smallPictureNames } from '../icon-names.ts';
import icons from './icons.json' with { type: 'json' };

// Runs at build time only.

/** Creates the plugins that generate the icons: as symbols for pages, and as files. */
export function iconFiles(): Plugin[] {
  return [
    iconSymbols(),
    hashedAsset('icons.svg', 'image/svg+xml', async () => createSprite(await createIconSymbols())),
    hashedAsset('brands.svg', 'image/svg+xml', () => Promise.resolve(createSprite(createBrandSymbols()))),
  ];
}

/**
 * Exports the symbols of the icons, which are part of most pages, as `virtual:icons`. The browser's build needs none.
 */
function iconSymbols(): Plugin {
  const id = 'virtual:icons';
  return {
    name: 'icon-symbols',
    resolveId: (requestedId) => (requestedId === id ? `\0${id}` : undefined),
    async load(requestedId) {
      if (requestedId !== `\0${id}`) return undefined;
      return `export default ${JSON.stringify(this.environment.name === 'ssr' ? await createIconSymbols() : '')};`;
    },
  };
}

/**
 * Creates symbols of the icons in use and of the small pictures on every page. Their ids have a prefix, because they are
 * ids of the page. The stylesheet draws the lines of the icons (`.icon`).
 */
async function createIconSymbols(): Promise<string> {
  const lucide = Object.entries(icons['lucide-static'].icons);
  const pictures = smallPictureNames.map(
    async (name) => [name, await readFile(`app/content/pictures/${name}.svg`, 'utf8')] as const,
  );
  const symbols = [...lucide, ...(await Promise.all(pictures))].map(([name, svg]) => createSymbol(`icon-${name}`, svg));
  return `<!-- Icons: Lucide, ISC -->${symbols.join('')}`;
}

/**
 * Creates symbols of the logos of social networks. They are in a file, because they would make the icons half as large
 * again, and many sites need none.
 */
function createBrandSymbols(): string {
  const attributes = ' fill="currentColor" stroke="none"';
  const symbols = Object.entries(icons['simple-icons'].icons).map(([name, svg]) =>
    createSymbol(`brand-${name}`, svg, attributes),
  );
  return `<!-- Simple Icons, CC0 -->${symbols.join('')}`;
}

const createSprite = (symbols: string) => `<svg xmlns="http://www.w3.org/2000/svg">${symbols}</svg>`;

function createSymbol(id: string, svg: string, attributes = ''): string {
  const shapes = svg
    .slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'))
    .replace(/<title>.*?<\/title>/, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=\/>|<)/g, '')
    .trim();
  const viewBox = /\sviewBox="([^"]+)"/.exec(svg)?.[1] ?? '';
  return `<symbol id="${id}" viewBox="${viewBox}"${attributes}>${shapes}</symbol>`;
}
