import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import type { Airport } from './airport.ts';
import { packAirports } from './packed-airports.ts';

// Runs at build time only.

/** Creates a plugin that packs the list of airports for browsers. */
export function packAirportsForBrowsers(): Plugin {
  const file = resolve('app/places/airports/airports.json');
  return {
    name: 'packed-airports',
    enforce: 'pre',
    resolveId(id) {
      return this.environment.name === 'client' && id === './airports.json' ? '\0packed-airports' : undefined;
    },
    async load(id) {
      if (id !== '\0packed-airports') return undefined;
      this.addWatchFile(file);
      const airports = JSON.parse(await readFile(file, 'utf8')) as Airport[];
      return [
        `import { unpackAirports } from ${JSON.stringify(resolve('app/places/airports/packed-airports.ts'))};`,
        `export default unpackAirports(${JSON.stringify(packAirports(airports))});`,
      ].join('\n');
    },
  };
}
