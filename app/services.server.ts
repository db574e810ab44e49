import { openDatabase } from './database/database.server.ts';
import { apiDesk } from './enquiries/api-desk.server.ts';
import { openDelivery } from './enquiries/delivery.server.ts';
import { inboxDesk, type Desk } from './enquiries/desk.server.ts';
import { openHousekeeping } from './enquiries/housekeeping.server.ts';
import { openQuarantine } from './enquiries/quarantine.server.ts';
import { smtpDesk } from './enquiries/smtp-desk.server.ts';
import { loadEnvironment, type Environment } from './env.server.ts';
import { apiSupplier } from './flights/api-supplier.server.ts';
import { noCarrierLogos, openCarrierLogos } from './airlines/carrier-logos.server.ts';
import { sampleSupplier } from './flights/sample/sample-supplier.server.ts';
import { openSearchDatabase } from './flights/search-database.server.ts';
import { openSearches } from './flights/searches.server.ts';
import type { FlightSupplier } from './flights/supplier.server.ts';
import { openLog } from './log.server.ts';
import { openLimits } from './security/limits.server.ts';
import { diskStore } from './uploads/disk-store.server.ts';
import type { FileStore } from './uploads/file-store.server.ts';
import { openDrafts } from './uploads/drafts.server.ts';
import { openResumableUploads } from './uploads/resumable.server.ts';
import { clamd } from './uploads/virus-check/clamd.server.ts';
import { openVirusCheck } from './uploads/virus-check/virus-check.server.ts';

/** Everything that exists once in a process: made from the environment here and nowhere else. */
export type Services = Awaited<ReturnType<typeof openServices>>;

async function openServices() {
  const { env, placeholders } = loadEnvironment();
  const log = openLog();
  if (placeholders.length > 0) log.warn(`Placeholders are shown until these are set: ${placeholders.join(', ')}`);

  const database = await openDatabase(env.DATABASE_FILE);
  const files = diskStore(env.FILES_DIR);
  const desk = deskOf(env, files);
  const drafts = openDrafts(database, files);
  const virusCheck = env.CLAMD_URL ? openVirusCheck(database, files, clamd(env.CLAMD_URL), log) : undefined;
  const quarantine = openQuarantine(database, virusCheck, desk, log);
  const delivery = openDelivery(database, desk, log, quarantine);
  const folder = env.UPLOADS_DIR;
  const uploads = openResumableUploads({ drafts, files, log, folder });
  const housekeeping = openHousekeeping({ database, files, uploads: folder, days: env.RETENTION_DAYS }, log);

  const carrierLogos = env.CARRIER_LOGO_URL
    ? await openCarrierLogos({ template: env.CARRIER_LOGO_URL, folder: env.LOGOS_DIR }, log)
    : noCarrierLogos;
  const searches = openSearches({
    database: await openSearchDatabase(env.FLIGHTS_FILE),
    supplier: supplierOf(env),
    log,
    onCarriers: (codes) => carrierLogos.know(codes),
  });

  housekeeping.start();
  delivery.start();
  quarantine.start();

  return {
    env,
    log,
    database,
    files,
    desk,
    drafts,
    uploads,
    delivery,
    quarantine,
    housekeeping,
    carrierLogos,
    searches,
    limits: openLimits(env.RATE_LIMIT_FACTOR),
    /** Ends what runs in the background, so that the process can go. */
    async close() {
      await housekeeping.stop();
      await delivery.stop();
      await quarantine.stop();
      await carrierLogos.stop();
      await searches.close();
      await database.destroy();
    },
  };
}

function deskOf(env: Environment, files: FileStore): Desk {
  if (env.DESK === 'api' && env.API_URL) return apiDesk(env.API_URL, files);
  if (env.DESK === 'smtp' && env.SMTP_URL && env.DESK_EMAIL) {
    const attachmentBytes = env.MAIL_MEGABYTES * 1024 * 1024;
    return smtpDesk({ url: env.SMTP_URL, address: env.DESK_EMAIL, name: env.COMPANY_NAME, attachmentBytes }, files);
  }
  return inboxDesk;
}

function supplierOf(env: Environment): FlightSupplier {
  return env.FLIGHTS === 'api' && env.API_URL ? apiSupplier(env.API_URL) : sampleSupplier();
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
