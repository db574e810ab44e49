import type { Database } from '#app/database/database.server.ts';
import type { Log } from '#app/log/log.server.ts';
import { readDeliveryPause } from '#app/outbound/delivery-pause.server.ts';
import type { MailTransport } from '#app/outbound/mail-transport.server.ts';
import { claimUnmailedChanges, markMailed } from '../company/contact-changes.server.ts';
import { findPerson } from '../people/people.server.ts';
import { deskTexts } from '../texts/desk-texts.ts';
import { contactChangeText } from '../view/contact-change-text.ts';

/**
 * Emails leads about changed contact facts. The desk's pages show these changes too, but not every lead opens the desk
 * every day.
 */
export interface ContactChangeMail {
  /** Starts looking for changes every few seconds, until stopped. */
  start(): void;
  /** Sends the emails that are due. */
  tick(): Promise<void>;
  /** Waits for emails that are being sent. */
  stop(): Promise<void>;
}

const interval = 10_000;

/**
 * Opens the sender of emails to leads. An email that the server does not accept is retried some minutes later, by any
 * process.
 * @param from the sender
 * @param origin the site's public origin, for the link; undefined if it is not configured
 * @param clock trusted time (Unix time in ms)
 */
export function openContactChangeMail(
  {
    database,
    transport,
    from,
    origin,
    clock,
  }: {
    database: Database;
    transport: Pick<MailTransport, 'send'>;
    from: { name: () => string; address: string };
    origin: string | undefined;
    clock: () => number;
  },
  log: Pick<Log, 'warn' | 'error'>,
): ContactChangeMail {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  async function tick(): Promise<void> {
    if (await readDeliveryPause(database)) return;
    for (const [personId, changes] of await claimUnmailedChanges(database, clock())) {
      const lead = await findPerson(database, { id: personId });
      const [first] = changes;
      if (!lead || !first) continue;
      const { company: t } = deskTexts[lead.language];
      const lines = [
        ...changes.map((change) => contactChangeText(change, lead.language)),
        t.contactChangeHint,
        ...(origin === undefined ? [] : [`${origin}/desk/company`]),
      ];
      const { accepted, failure } = await transport.send({
        from: { name: from.name(), address: from.address },
        to: [lead.email],
        subject: t.contactChangeTitle,
        // The same for every attempt, so that the server can recognise a duplicate.
        messageId: `<${first.id}@${from.address.replace(/^.*@/, '')}>`,
        // RFC 3834: suppresses automatic replies.
        headers: { 'Auto-Submitted': 'auto-generated' },
        priority: 'high',
        text: `${lines.join('\n\n')}\n`,
      });
      const ids = changes.map(({ id }) => id);
      if (accepted.length > 0) await markMailed(database, ids, clock());
      else
        log.warn(
          { person: personId, reason: failure?.detail },
          'An email about changed contact facts was not accepted',
        );
    }
  }

  const run = () => {
    running = running
      .then(tick)
      .catch((error: unknown) =>
        log.error({ err: error }, 'Emailing leads about changed contact facts failed and will be retried'),
      );
  };

  return {
    start() {
      timer = setInterval(run, interval);
      timer.unref();
    },
    tick,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
