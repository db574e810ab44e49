import { writeFileSync } from 'node:fs';
import { flightMap } from './flight-map.server.ts';

// Writes flight-map.svg of the hero: `npm run flight-map`.
writeFileSync(new URL('../blocks/flight-map.svg', import.meta.url), flightMap());
