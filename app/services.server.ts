import { dirname } from 'node:path';
import { noCarrierLogos, openCarrierLogos } from './airlines/logos/carrier-logos.server.ts';
import { filesProbes, openFileWatch } from './backup/file-watch.server.ts';
import { openTrustedTime } from './clock/trusted-time.server.ts';
import { textIn } from './company/facts/company-facts.ts';
import { pollFacts } from './company-store/poll-facts.server.ts';
import { watchFacts } from './company-store/watch-facts.server.ts';
import type { Database } from './database/database.server.ts';
import { watchWalSize } from './database/sqlite/wal-size.server.ts';
import { apiDesk } from './delivery/channels/api-desk.server.ts';
import { type Desk, inboxDesk } from './delivery/channels/desk.server.ts';
import { smtpDesk } from './delivery/channels/smtp-desk.server.ts';
import { mailTexts } from './delivery/message/mail-texts.ts';
import { openDelivery } from './delivery/outbox/delivery.server.ts';
import { troubleProbes } from './delivery/outbox/trouble-probes.server.ts';
import { openQuarantine } from './delivery/scan/quarantine.server.ts';
import { openReadingAudit } from './desk/audit/reading-audit.server.ts';
import { openContactChangeMail } from './desk/lead/contact-change-mail.server.ts';
import { openRequestIndex } from './desk/requests/request-index.server.ts';
import { createSignInAttempts, sharedSignInAttempts } from './desk/sign-in/attempts.server.ts';
import { familyMail } from './enquiries/correspondence/family-mail.server.ts';
import { familyMailProbe } from './enquiries/correspondence/family-mail-limits.server.ts';
import { enquiryKinds } from './enquiries/kinds/enquiry-kinds.server.ts';
import { announceDueCalls } from './enquiries/progress/announce-due-calls.server.ts';
import { type Environment, loadEnvironment } from './env/env.server.ts';
import { openSearches } from './flights/searches/searches.server.ts';
import { apiSupplier } from './flights/suppliers/api/api-supplier.server.ts';
import { doubtedSupplier } from './flights/suppliers/doubted-supplier.server.ts';
import { noSupplier } from './flights/suppliers/no-supplier.server.ts';
import { sampleSupplier } from './flights/suppliers/sample/sample-supplier.server.ts';
import type { FlightSupplier } from './flights/suppliers/supplier.server.ts';
import { type Log, openLog } from './log/log.server.ts';
import { readDatabaseMetrics } from './metrics/database-metrics.server.ts';
import { openMetrics } from './metrics/metrics.server.ts';
import { recipientsFromEnvironment } from './notices/channels/recipients-from-environment.server.ts';
import { openNotices } from './notices/notices.server.ts';
import { readDeliveryPause } from './outbound/delivery-pause.server.ts';
import { openMailTransport } from './outbound/mail-transport.server.ts';
import { openRetentionRunner } from './retention/retention-runner.server.ts';
import { type DatabaseCheck, openDatabaseCheck, serverCheck } from './server/health/database-check.server.ts';
import { openReadiness } from './server/health/readiness.server.ts';
import { openLimits } from './server/limits/limits.server.ts';
import { openSharedLimits } from './server/limits/shared-limits.server.ts';
import { openTurns } from './server/limits/turns.server.ts';
import { openStorage } from './storage/open-storage.server.ts';
import { openDrafts } from './uploads/drafts/drafts.server.ts';
import { openFolderUploads, openSharedUploads } from './uploads/resumable/open-unfinished.server.ts';
import { openResumableUploads } from './uploads/resumable/resumable.server.ts';
import type { FileStore } from './uploads/storage/file-store.server.ts';
import { clamd } from './uploads/virus-check/clamd.server.ts';
import { openVirusCheck } from './uploads/virus-check/virus-check.server.ts';

/** The singletons of the process. Only this module creates them from the environment. */
export type Services = Awaited<ReturnType<typeof openServices>>;

async function openServices() {
  const { env, placeholders } = loadEnvironment();
  const log = openLog();

  const storage = await openStorage(env, (error) => {
    log.warn({ err: error }, 'The database has closed a connection; the next statement gets another');
  });
  const { database, files, space } = storage;
  const facts = env.POSTGRES
    ? await pollFacts(database, { env, placeholders }, log)
    : watchFacts(env.DATABASE_FILE, { env, placeholders }, log);
  const staffName = () => textIn(facts.current().facts.name, 'de');
  const missing = facts.current().placeholders;
  if (missing.length > 0) {
    log.warn(`Pages show placeholders until these company facts are set: ${missing.join(', ')}`);
  }
  const pause = await readDeliveryPause(database);
  if (pause) {
    log.error(
      { since: new Date(pause.since).toISOString(), reason: pause.reason },
      'Deliveries and notices are paused: review the list of enquiries, then run `npm run enquiries -- resume`',
    );
  }
  const trustedTime = await openTrustedTime(database, log);
  const trustedNow = () => trustedTime.now();
  const limits = openLimits(env.RATE_LIMIT_FACTOR, storage.server && (await openSharedLimits(storage.server, log)));
  const metrics = env.METRICS_PORT === undefined ? undefined : await openMetrics(log);
  const openedDesk = openDesk(env, files, staffName);
  const desk = metrics?.meterDesk(openedDesk) ?? openedDesk;
  const drafts = openDrafts(database, files, trustedNow, space.drafts);
  const virusCheck = env.CLAMD_URL ? openVirusCheck(database, files, clamd(env.CLAMD_URL), log) : undefined;
  const quarantine = openQuarantine(database, virusCheck, desk, log, () => trustedTime.offset());
  const delivery = openDelivery(database, desk, log, quarantine, trustedNow);
  const uploadsFolder = env.UPLOADS_DIR;
  const uploads = openResumableUploads({
    drafts,
    files: storage.movedFiles,
    log,
    unfinished: env.POSTGRES ? openSharedUploads(database, files, space) : openFolderUploads(uploadsFolder, space),
    visitorKeyOf: limits.visitorKeyOf,
  });
  const walSize = watchWalSize(env.POSTGRES ? [] : [env.DATABASE_FILE, env.FLIGHTS_FILE], {
    onGrowth: (file, bytes) =>
      log.warn({ file, bytes }, 'The write-ahead log grows, because another process keeps reading from the database'),
    onFailure: (error) => log.error({ err: error }, 'The write-ahead log could not be emptied'),
  });
  const check = env.POSTGRES ? serverCheck : openFileCheck(env.DATABASE_FILE, log);
  const retentionOptions = {
    uploadsFolder,
    erasuresPath: env.ERASURES_FILE,
    closedDays: env.CLOSED_DAYS,
    retentionDays: env.RETENTION_DAYS,
    trustedTime,
    check: () => check.run(),
  };
  const retentionRunner = openRetentionRunner({ database, files, ...retentionOptions }, log);

  const fileWatch = openFileWatch(database, files, log);

  const carrierLogos = env.CARRIER_LOGO_URL
    ? await openCarrierLogos(
        { template: env.CARRIER_LOGO_URL, folder: env.LOGOS_DIR, diskBudget: space.temporary },
        log,
      )
    : noCarrierLogos;
  const supplier = globalThis.flightSupplierOverride ?? doubtedSupplier(openSupplier(env));
  const searches = openSearches({
    database: storage.searches,
    supplier: metrics?.meterSupplier(supplier) ?? supplier,
    log,
    onCarriers: (codes) => carrierLogos.register(codes),
    now: trustedNow,
    diskBudget: space.temporary,
  });

  const readiness = openReadiness({
    database,
    check,
    space,
    databaseFolder: env.POSTGRES ? undefined : dirname(env.DATABASE_FILE),
    findFilesProblem: storage.findFilesProblem,
    notes: async () =>
      (await readDeliveryPause(database)) ? ['Deliveries are paused until `npm run enquiries -- resume`.'] : [],
    onChange(problems) {
      if (problems.length > 0) log.warn({ problems }, 'The readiness check found problems');
      else log.info('The readiness check found no problems');
    },
  });

  const family = openFamilyMail(env, database, () => facts.current().facts.phone);
  const recipients = {
    ...recipientsFromEnvironment(
      env,
      { kinds: enquiryKinds, reasons: { en: mailTexts.en.reason, de: mailTexts.de.reason } },
      staffName,
    ),
    ...(family && { family }),
  };
  if (env.IS_HTTPS && recipients.everybody.length === 0) {
    log.warn('Nobody is notified of requests: set NOTIFY_URL or NOTIFY_EMAIL');
  }
  const freeBytes = () => Math.min(...Object.values(space.state().freeBytes));
  const notices = openNotices(
    {
      database,
      recipients,
      escalation: { minutes: env.ESCALATE_MINUTES, quietHours: env.QUIET_HOURS },
      siteUrl: env.SITE_URL,
      probes: [
        ...troubleProbes(
          { database, desk, onDeskReachable: () => delivery.retryFailedMessages(), scanner: virusCheck, freeBytes },
          log,
          trustedNow,
        ),
        ...filesProbes(fileWatch, storage.findFilesProblem),
        familyMailProbe(database),
      ],
      announceOthers: (now) => announceDueCalls(database, now),
      trustedTime,
    },
    log,
  );
  const readingAudit = openReadingAudit(database, log);
  const contactChangeMail = openLeadMail(env, database, staffName, trustedNow, log);
  notices.start();
  contactChangeMail?.start();
  retentionRunner.start();
  delivery.start();
  quarantine.start();
  fileWatch.start();

  return {
    env,
    /** The company variables that are not set. */
    placeholders,
    log,
    database,
    files,
    desk,
    facts,
    trustedTime,
    drafts,
    uploads,
    delivery,
    quarantine,
    retentionRunner,
    carrierLogos,
    notices,
    /** Whether families can receive emails. */
    mailsFamilies: family !== undefined,
    fileWatch,
    searches,
    limits,
    readiness,
    /** What Prometheus scrapes; undefined unless METRICS_PORT is set. */
    metrics: metrics && {
      requests: metrics.requests,
      expose: metrics.exposition({
        readiness,
        databaseMetrics: () => readDatabaseMetrics(database, storage.searches, trustedNow),
        unfinishedUploads: () => uploads.unfinished(),
        connections: storage.server?.connections,
      }),
    },
    turns: openTurns(),
    signInAttempts: storage.server ? sharedSignInAttempts(storage.server) : createSignInAttempts(),
    signInTurns: openTurns(),
    requestIndex: openRequestIndex(database),
    readingAudit,
    /** Shuts down gracefully: stops background work, then closes the storage. */
    async close() {
      await fileWatch.stop();
      await retentionRunner.stop();
      await delivery.stop();
      await quarantine.stop();
      await notices.stop();
      await contactChangeMail?.stop();
      await carrierLogos.stop();
      await searches.stop();
      await readingAudit.stop();
      await trustedTime.stop();
      facts.close();
      limits.close();
      await walSize.stop();
      await storage.close();
    },
  };
}

function openFileCheck(file: string, log: Log): DatabaseCheck {
  return openDatabaseCheck(file, {
    onCondition(condition) {
      if (condition.state === 'damaged') log.error({ problems: condition.problems }, 'The database is damaged');
    },
    onFailure: (error) => log.error({ err: error }, 'The database could not be checked'),
  });
}

/** Opens the channel to the desk that `DESK` selects. @param senderName returns the name under which emails are sent */
function openDesk(env: Environment, files: FileStore, senderName: () => string): Desk {
  if (env.DESK === 'api' && env.API_URL) return apiDesk(env.API_URL, files, env.API_TOKEN);
  if (env.DESK === 'smtp' && env.SMTP_URL && env.DESK_EMAIL) {
    const attachmentBytes = env.MAIL_MEGABYTES * 1024 * 1024;
    const addresses = env.DESK_EMAIL;
    const from = env.MAIL_FROM ?? addresses[0];
    return smtpDesk({ url: env.SMTP_URL, addresses, from, name: senderName, attachmentBytes }, files);
  }
  return inboxDesk;
}

/**
 * Opens the channel that emails families; undefined without a mail server, a sender address or a site URL for links.
 */
function openFamilyMail(env: Environment, database: Database, phone: () => string) {
  const { SMTP_URL, SITE_URL } = env;
  const from = env.MAIL_FROM ?? env.DESK_EMAIL?.[0];
  if (SMTP_URL === undefined || SITE_URL === undefined || from === undefined) return undefined;
  const transport = openMailTransport(SMTP_URL);
  return familyMail({ database, transport, from, origin: SITE_URL, phone });
}

/**
 * Opens the sender of emails that notify leads of changed contact facts; undefined without a mail server or a sender
 * address.
 */
function openLeadMail(env: Environment, database: Database, name: () => string, clock: () => number, log: Log) {
  const address = env.MAIL_FROM ?? env.DESK_EMAIL?.[0];
  if (env.SMTP_URL === undefined || address === undefined) return undefined;
  const transport = openMailTransport(env.SMTP_URL);
  return openContactChangeMail({ database, transport, from: { name, address }, origin: env.SITE_URL, clock }, log);
}

/** Opens the flight supplier that `FLIGHTS` selects. */
function openSupplier(env: Environment): FlightSupplier {
  if (env.FLIGHTS === 'api' && env.API_URL) return apiSupplier(env.API_URL, env.API_TOKEN);
  return env.FLIGHTS === 'sample' ? sampleSupplier() : noSupplier();
}

declare global {
  var siteServices: Promise<Services> | undefined;
  /** A flight supplier that replaces the one selected by `FLIGHTS`; set by a module that is loaded before the site. */
  var flightSupplierOverride: FlightSupplier | undefined;
}

/**
 * Returns the services of the process, created on first use. They are stored on `globalThis`, because hot reloading in
 * development evaluates this module again, and a second outbox would deliver messages twice.
 */
export function services(): Promise<Services> {
  return (globalThis.siteServices ??= openServices());
}
