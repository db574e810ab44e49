import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { compressAssets } from './app/server/page-cache/compress-assets.server.ts';
import remixConfig from './remix.config.js';

// `npm run build`: the browser's files and the server, at the same time, because the machine that minifies the one can
// bundle the other. The server needs only the list of the browser's files, at its end.

process.env.NODE_ENV = 'production';
const folder = remixConfig.buildDirectory ?? 'build';
const assets = join(folder, 'client/assets');
for (const part of ['client', 'server']) rmSync(join(folder, part), { recursive: true, force: true });

const start = performance.now();
const browserBuild = build({ logLevel: 'warn' }).then(() => progress("The browser's files are built"));
const serverBuild = build({ logLevel: 'warn', build: { ssr: true }, plugins: [waitFor(browserBuild)] });
// Compressed while the server is built; then those that the server's build adds.
await Promise.all([serverBuild, browserBuild.then(() => compressAssets(assets))]);
await compressAssets(assets);
// The lists of files, which only the build needs.
for (const part of ['client', 'server']) rmSync(join(folder, part, '.vite'), { recursive: true, force: true });
if (!existsSync(join(folder, 'server/index.js'))) throw new Error('The build has no server');
progress('The server is built');

/** Makes the server's build read the list of the browser's files when it exists. */
function waitFor(browserBuild: Promise<unknown>): Plugin {
  return {
    name: 'wait-for-browser-build',
    load: {
      order: 'pre',
      async handler(id) {
        if (id === '\0virtual:remix/server-manifest') await browserBuild;
      },
    },
  };
}

function progress(what: string): void {
  console.log(`${what} (${((performance.now() - start) / 1000).toFixed(0)} s)`);
}
