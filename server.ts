import { enableCompileCache, flushCompileCache } from 'node:module';
import type { ServerBuild } from '@remix-run/node';
import type { ViteDevServer } from 'vite';
import type { serve } from './app/serve.server.ts';

/** Where compiled code is cached. */
const compileCache = 'node_modules/.cache/compiled';
/**
 * Settings that make the C library's allocator (mallopt(3)) return freed memory sooner, which cuts memory use by a
 * quarter. It reads them only when a process starts. The files in `deploy/` set the same variables.
 */
const allocatorVariables = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

reexecWithAllocatorSettings();

// Set before React is loaded, because React reads NODE_ENV only once.
process.env.NODE_ENV = process.env.NODE_ENV === 'development' ? 'development' : 'production';
// Caches compiled code, which halves the time of the next start.
enableCompileCache(compileCache);

// A log whose reader has gone must not end the process: each write fails with EPIPE, and the next one is tried again.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const vite = process.env.NODE_ENV === 'development' ? await startVite() : undefined;
const build = await loadBuild().catch(reportAndExit);
const entry = build.entry.module as unknown as { serve: typeof serve };
const server = await entry.serve({ build, development: vite && { vite, loadBuild } });
flushCompileCache();

let isStopping = false;
// A terminal that is closed sends SIGHUP.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
if (process.env.npm_lifecycle_event !== undefined) stopWithShell();

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await server.close();
  await vite?.close();
}

/**
 * Stops when the shell in which npm has started this process has ended. The shell does not forward signals: a supervisor
 * that signals only npm would otherwise leave this process running and the port in use.
 */
function stopWithShell(): void {
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    void stop();
  }, 500);
  timer.unref();
}

/**
 * Reports an invalid environment or an unusable database in one line, without a stack trace, and exits with status 1.
 */
function reportAndExit(error: unknown): never {
  // Compared by name, because the build has its own copies of these classes.
  if (!(error instanceof Error) || !['EnvironmentError', 'DatabaseError'].includes(error.name)) throw error;
  console.error(error.message);
  process.exit(1);
}

/**
 * On Linux, replaces this process with one that has the allocator's settings, unless MALLOC_ARENA_MAX is set. The new
 * process keeps the process id and the standard streams, but no other file descriptors: neither a socket passed by
 * systemd nor the IPC channel to a parent Node process.
 */
function reexecWithAllocatorSettings(): void {
  const { LISTEN_FDS: sockets, MALLOC_ARENA_MAX: arenas } = process.env;
  if (process.platform !== 'linux' || process.connected || sockets !== undefined || arenas !== undefined) return;
  // NODE_COMPILE_CACHE also caches this file with its types stripped; otherwise every start would load an 18 MB parser to
  // strip them.
  const environment = { NODE_COMPILE_CACHE: compileCache, ...allocatorVariables, ...process.env };
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], environment);
}

/** Starts Vite in middleware mode for development, where it compiles and reloads the app's modules. */
async function startVite(): Promise<ViteDevServer> {
  const { createServer: createViteServer } = await import('vite');
  return createViteServer({ server: { middlewareMode: true } });
}

/** Loads the Remix server build from Vite in development, otherwise from `build/server`. */
async function loadBuild(): Promise<ServerBuild> {
  const loaded: unknown = vite
    ? await vite.ssrLoadModule('virtual:remix/server-build')
    : await import(new URL('./build/server/index.js', import.meta.url).href);
  return loaded as ServerBuild;
}
