/**
 * The offline helper (spec, section 4): unregisters all service workers and deletes all browser caches of this site. This
 * site makes none; what an earlier one left may stand between a visitor and the page. Failures are ignored.
 */
export async function cleanUp(): Promise<void> {
  await Promise.allSettled([unregisterWorkers(), deleteCaches()]);
}

async function unregisterWorkers(): Promise<void> {
  const workers = await navigator.serviceWorker.getRegistrations();
  await Promise.allSettled(workers.map((worker) => worker.unregister()));
}

async function deleteCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.allSettled(names.map((name) => caches.delete(name)));
}
