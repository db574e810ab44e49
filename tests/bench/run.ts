import { benchEnquiries } from './enquiries.ts';
import { benchBlocks } from './event-loop-blocks.ts';
import { benchFlights } from './flights.ts';
import { benchNeighbours } from './neighbours.ts';
import { benchPages } from './pages.ts';
import { benchUploads } from './uploads.ts';

// `npm run bench -- NAME`: measurements, not tests. Absolute figures depend on the machine; ratios hardly do.
const benches: Record<string, () => Promise<boolean>> = {
  enquiries: benchEnquiries,
  flights: benchFlights,
  neighbours: benchNeighbours,
  pages: benchPages,
  'event-loop-blocks': benchBlocks,
  uploads: benchUploads,
};

const name = process.argv[2] ?? '';
const bench = benches[name];
if (!bench) {
  console.error(`Usage: npm run bench -- ${Object.keys(benches).join(' | ')}`);
  process.exit(2);
}
process.exitCode = (await bench()) ? 0 : 1;
