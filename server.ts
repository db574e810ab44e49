import { enableCompileCache, flushCompileCache } from 'node:module';
import type { ServerBuild } from '@remix-run/node';
import type { ViteDevServer } from 'vite';
import type { serve } from './app/serve.server.ts';

// Must be set before React is loaded, which reads it once.
process.env.NODE_ENV = process.env.NODE_ENV === 'development' ? 'development' : 'production';
// Node hides deprecations inside packages, but the build contains the packages. Lint reports those of our own code.
process.noDeprecation = process.env.NODE_ENV === 'production';
// Keeps compiled code, so that the next start takes half as long.
enableCompileCache('node_modules/.cache/compiled');

const vite = process.env.NODE_ENV === 'development' ? await startVite() : undefined;
const build = await loadBuild().catch(explainAndExit);
const entry = build.entry.module as unknown as { serve: typeof serve };
const server = await entry.serve({ build, development: vite && { vite, loadBuild } });
flushCompileCache();

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());

async function stop(): Promise<void> {
  await server.close();
  await vite?.close();
}

/**
 * Reports an invalid environment or an unusable database in one line, without a stack trace, and exits with status 1.
 */
function explainAndExit(error: unknown): never {
  // Compared by name: the build bundles its own copies of these classes.
  if (!(error instanceof Error) || !['EnvironmentError', 'DatabaseError'].includes(error.name)) throw error;
  console.error(error.message);
  process.exit(1);
}

/** Vite in middleware mode, for development: it compiles and reloads the app's modules. */
async function startVite(): Promise<ViteDevServer> {
  const { createServer: createViteServer } = await import('vite');
  return createViteServer({ server: { middlewareMode: true } });
}

/** The Remix server build: from Vite in development, from `build/server` otherwise. */
async function loadBuild(): Promise<ServerBuild> {
  const loaded: unknown = vite
    ? await vite.ssrLoadModule('virtual:remix/server-build')
    : await import(new URL('./build/server/index.js', import.meta.url).href);
  return loaded as ServerBuild;
}
