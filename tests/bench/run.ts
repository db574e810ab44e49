import { benchEnquiries } from './enquiries.ts';
import { benchBlocks } from './event-loop-blocks.ts';
import { benchFlights } from './flights.ts';
import { benchIdle } from './idle.ts';
import { benchNavigation } from './navigation.ts';
import { benchNeighbours } from './neighbours.ts';
import { benchPages } from './pages.ts';
import { benchPhone } from './phone.ts';
import { benchScale } from './scale.ts';
import { benchUploads } from './uploads.ts';

// `npm run bench -- NAME`: measurements, not tests. Absolute figures depend on the machine; ratios hardly do.
const benches: Record<string, (args: string[]) => Promise<boolean>> = {
  enquiries: benchEnquiries,
  flights: benchFlights,
  idle: benchIdle,
  navigation: benchNavigation,
  neighbours: benchNeighbours,
  pages: benchPages,
  phone: benchPhone,
  scale: benchScale,
  'event-loop-blocks': benchBlocks,
  uploads: benchUploads,
};

const name = process.argv[2] ?? '';
const bench = benches[name];
if (!bench) {
  console.error(`Usage: npm run bench -- ${Object.keys(benches).join(' | ')}`);
  process.exit(2);
}
process.exitCode = (await bench(process.argv.slice(3))) ? 0 : 1;
