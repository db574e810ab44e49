import { existsSync } from 'node:fs';
import { startStandInApi } from './stand-in-api.ts';

// `npm run dev`: the site with reload on change, and the stand-in API.
if (existsSync('.env')) process.loadEnvFile('.env');
process.env.NODE_ENV = 'development';
process.env.API_URL ??= 'http://localhost:3001';
process.env.DESK ??= 'api';

if (process.env.API_URL === 'http://localhost:3001') {
  const api = await startStandInApi(3001);
  console.log(`The stand-in API listens at ${api.url}; GET /received lists the requests it received`);
}
await import('../../server.ts');
