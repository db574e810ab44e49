import { benchEnquiries } from './enquiries.ts';
import { benchFlights } from './flights.ts';
import { benchUploads } from './uploads.ts';

// `npm run bench -- NAME`: figures, not tests. Ratios hold within one run; these depend on the machine.
const benches: Record<string, () => Promise<boolean>> = {
  enquiries: benchEnquiries,
  flights: benchFlights,
  uploads: benchUploads,
};

const name = process.argv[2] ?? '';
const bench = benches[name];
if (!bench) {
  console.error(`Usage: npm run bench -- ${Object.keys(benches).join(' | ')}`);
  process.exit(2);
}
process.exitCode = (await bench()) ? 0 : 1;
