import { writeFileSync } from 'node:fs';
import { readAtlas } from '#app/maps/atlas.server.ts';
import { packCoastlines } from './coastlines.ts';

// Writes coastlines.json: `npm run coastlines`.
writeFileSync(new URL('coastlines.json', import.meta.url), `${JSON.stringify(packCoastlines(readAtlas()), null, 2)}\n`);
