import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { Tables } from '#app/database/tables.ts';
import { type FormLanguage, isFormLanguage, languages, pageLanguage, pathIn } from '#app/i18n/languages.ts';
import type { FamilyNotice } from '#app/notices/notice.ts';
import type { Channel, ChannelResult } from '#app/notices/recipients.server.ts';
import type { MailTransport } from '#app/outbound/mail-transport.server.ts';
import { mailableAddress } from '#app/outbound/mailable-address.server.ts';
import { parseReference } from '../reference.ts';
import { type CountedMail, countMail, findExceededLimit, uncountMail } from './family-mail-limits.server.ts';
import { familyMailTexts } from './family-mail-texts.ts';
import { sentLinkPath } from './sent-link-path.ts';
import { createSentLink, deleteSentLink } from './sent-links.server.ts';

/** Maximum age of news that is still emailed (ms), unless a limit held it. Older news is only on the page of the request. */
const maxNewsAge = 3 * 24 * 60 * 60_000;
/** After how long an email that a limit holds is tried again (ms). Meanwhile, staff may have taken its request. */
export const holdTime = 5 * 60_000;

/** What emails to families need from the site. */
export interface FamilyMailOptions {
  database: Database;
  transport: Pick<MailTransport, 'send'>;
  /** The sender's address. */
  from: string;
  /** The site's public origin, for links. */
  origin: string;
  /** Returns the company's phone number, formatted for display. */
  phone: () => string;
}

/**
 * Returns the channel that emails a family the link to the page of its request, in its language. The email contains
 * nothing about the request but its reference, and not even the company's name, which may itself be a medical term.
 * Each attempt creates a new link, because the database stores only the hashes of tokens.
 * @param clock returns the Unix time in ms
 */
export function familyMail(options: FamilyMailOptions, clock: () => number = Date.now): Channel<FamilyNotice> {
  const { database, transport, from } = options;
  return {
    async send(id, notice) {
      const now = clock();
      const reservation = await reserve(database, id, notice, now);
      if ('accepted' in reservation) return reservation;
      const { address, language, token, mail } = reservation;
      const { accepted, failure } = await transport.send({
        from: { name: '', address: from },
        to: [address],
        messageId: `<${id}@${from.replace(/^.*@/, '')}>`,
        // RFC 3834: suppresses automatic replies.
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
        ...mailText(notice, language, token, options),
      });
      if (accepted.length > 0) return { accepted: true };
      await deleteSentLink(database, token);
      await uncountMail(database, mail, now);
      const reason = failure?.detail ?? 'the server accepted no recipient';
      // Retrying does not help if the mailbox does not exist.
      const isFinal = failure?.cause === 'content' || (failure?.cause === 'other' && reason.startsWith('RCPT TO 5'));
      return { accepted: false, reason, ...(isFinal && { isFinal }) };
    },
  };
}

interface Reservation {
  address: string;
  language: FormLanguage;
  /** Token of the new link. */
  token: string;
  mail: CountedMail;
}

/** Creates the link for an email and counts the email towards the limits, unless it must not be sent now, or ever. */
function reserve(
  database: Database,
  noticeId: string,
  notice: FamilyNotice,
  now: number,
): Promise<Reservation | ChannelResult> {
  const drop = (reason: string): ChannelResult => ({ accepted: false, reason, isFinal: true });
  return database.transaction().execute(async (transaction) => {
    const enquiry = await transaction
      .selectFrom('enquiries')
      .selectAll()
      .where('reference', '=', parseReference(notice.reference) ?? '')
      .where('erased_at', 'is', null)
      .executeTakeFirst();
    if (enquiry?.wants_mail !== 1) return drop('no longer wanted');
    const delivery = await transaction
      .selectFrom('notice_deliveries')
      .select('held_since')
      .where('notice_id', '=', noticeId)
      .executeTakeFirst();
    const isHeld = delivery !== undefined && delivery.held_since !== null;
    if (!isHeld && now - Date.parse(notice.at) > maxNewsAge) return drop('too old');
    const { email = '' } = JSON.parse(enquiry.fields) as { email?: string };
    const address = mailableAddress(email);
    if (address === undefined || !isFormLanguage(enquiry.language)) return drop('no usable address');
    const mail = {
      addressHash: createHash('sha256').update(address.toLowerCase()).digest('hex'),
      // News comes from staff, and so does the decision to take a request.
      network: notice.type === 'family.news' || enquiry.taken_at !== null ? null : (notice.network ?? 0),
    };
    const reason = await findExceededLimit(transaction, mail, now);
    if (reason !== undefined) {
      if (await hasLaterNotice(transaction, enquiry.id, noticeId)) return drop('a later email says the same');
      return { accepted: false, reason, heldUntil: now + holdTime };
    }
    await countMail(transaction, mail, now);
    return { address, language: enquiry.language, token: await createSentLink(transaction, enquiry.id, now), mail };
  });
}

/** Whether a later email about the same request waits, which will contain a link to the same page. */
async function hasLaterNotice(transaction: Transaction<Tables>, enquiryId: string, noticeId: string): Promise<boolean> {
  const waiting = await transaction
    .selectFrom('notices')
    .innerJoin('notice_deliveries', 'notice_id', 'notices.id')
    .select(['notices.id'])
    .where('enquiry_id', '=', enquiryId)
    .where('audience', '=', 'family')
    .where('state', '=', 'waiting')
    .orderBy('created_at', 'desc')
    .orderBy('notices.id', 'desc')
    .executeTakeFirst();
  return waiting !== undefined && waiting.id !== noticeId;
}

function mailText(
  { type, reference }: FamilyNotice,
  language: FormLanguage,
  token: string,
  { origin, phone }: FamilyMailOptions,
) {
  const texts = familyMailTexts[language];
  const isNews = type === 'family.news';
  const number = phone();
  const withReference = (text: string) => text.replace('{reference}', reference);
  // Mail clients determine the direction of plain text from its first letter, which is in the family's language.
  const text = [
    withReference(isNews ? texts.news : texts.link),
    origin + sentLinkPath(pageLanguage(language), token),
    texts.opens,
    texts.stop,
    `${texts.call} ${languages[language].dir === 'rtl' ? `\u2066${number}\u2069` : number}`,
    `${texts.check}\n${origin}${pathIn(pageLanguage(language), '/is-it-us')}`,
  ].join('\n\n');
  return { subject: withReference(isNews ? texts.newsSubject : texts.linkSubject), text: `${text}\n` };
}
