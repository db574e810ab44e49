import { join } from 'node:path';
import { setInterval } from 'node:timers';
import { openDatabase } from './database/database.server.ts';
import { apiDesk } from './enquiries/api-desk.server.ts';
import { openDelivery } from './enquiries/delivery.server.ts';
import { inboxDesk } from './enquiries/desk.server.ts';
import { loadEnvironment } from './env.server.ts';
import { openLog } from './log.server.ts';
import { diskStore } from './uploads/disk-store.server.ts';
import { openDrafts } from './uploads/drafts.server.ts';
import { openResumableUploads } from './uploads/resumable.server.ts';
import { sweepUploads } from './uploads/sweep.server.ts';

/** Everything that exists once in a process: made from the environment here and nowhere else. */
export type Services = Awaited<ReturnType<typeof openServices>>;

const sweepEvery = 60 * 60 * 1000;

async function openServices() {
  const { env, placeholders } = loadEnvironment();
  const log = openLog();
  if (placeholders.length > 0) log.warn(`Placeholders are shown until these are set: ${placeholders.join(', ')}`);

  const database = await openDatabase(env.DATABASE_FILE);
  const files = diskStore(env.FILES_DIR);
  const desk = env.DESK === 'api' && env.API_URL ? apiDesk(env.API_URL, files) : inboxDesk;
  const drafts = openDrafts(database, files);
  const delivery = openDelivery(database, desk, log);
  const folder = join(env.DATA_DIR, 'uploads');
  const uploads = openResumableUploads({ database, drafts, files, log, folder, siteUrl: env.SITE_URL });

  const sweep = () =>
    sweepUploads(database, files, Date.now())
      .then(() => uploads.sweep())
      .catch((error: unknown) => log.error({ err: error }, 'sweep failed'));
  const sweeping = setInterval(sweep, sweepEvery);
  sweeping.unref();
  void sweep();
  delivery.start();

  return {
    env,
    log,
    database,
    files,
    desk,
    drafts,
    uploads,
    delivery,
    /** Ends what runs in the background, so that the process can go. */
    async close() {
      clearInterval(sweeping);
      await delivery.stop();
      await database.destroy();
    },
  };
}

declare global {
  var siteServices: Promise<Services> | undefined;
}

/**
 * The process's services. Kept on `globalThis`, because reloading in development evaluates this module
 * again, and two outboxes would deliver twice.
 */
export function services(): Promise<Services> {
  return (globalThis.siteServices ??= openServices());
}
