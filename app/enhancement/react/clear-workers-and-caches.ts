/**
 * Unregisters all service workers and deletes all caches of this origin (the offline helper; spec, section 4). This
 * site creates none, but those of an earlier version of the site may still intercept requests. Failures are ignored.
 */
export async function clearWorkersAndCaches(): Promise<void> {
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
