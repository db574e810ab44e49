import type { Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { Tables } from '#app/database/tables.ts';
import type { TroubleProbe } from '#app/notices/trouble-watch.server.ts';

const day = 24 * 60 * 60_000;

/**
 * Maximum numbers of emails to families in 24 hours. Anybody can send a request with somebody else's address and ask for
 * emails, so until staff have taken the request, the emails that one network asks for are limited, too. A network may be
 * a whole mobile network, whose families wait until staff have taken their requests.
 */
export const maxFamilyMails = { toAddress: 5, forNetwork: 10, forNewRequests: 150, inAll: 300 };

/** The reason why an email waits if a total is reached, in the log and the database. */
const totalReached = 'too many emails in all';

/** An email to a family, as far as limits need to know. */
export interface CountedMail {
  /** SHA-256 of the address in hexadecimal. */
  addressHash: string;
  /** The network that asked for it; null if staff have taken the request. */
  network: number | null;
}

/** Returns the limit that an email would exceed, for the log; undefined if it may be sent. @param now Unix time in ms */
export async function findExceededLimit(
  transaction: Transaction<Tables>,
  { addressHash, network }: CountedMail,
  now: number,
): Promise<string | undefined> {
  await transaction
    .deleteFrom('family_mails')
    .where('sent_at', '<=', now - day)
    .execute();
  const mails = await transaction.selectFrom('family_mails').select(['address_hash', 'network']).execute();
  if (mails.filter((mail) => mail.address_hash === addressHash).length >= maxFamilyMails.toAddress)
    return 'too many emails to one address';
  const isNew = network !== null;
  if (isNew && mails.filter((mail) => mail.network === network).length >= maxFamilyMails.forNetwork)
    return 'too many emails for one network';
  const isTotalReached =
    mails.length >= maxFamilyMails.inAll ||
    (isNew && mails.filter((mail) => mail.network !== null).length >= maxFamilyMails.forNewRequests);
  return isTotalReached ? totalReached : undefined;
}

/** Counts an email. @param now when it is sent (Unix time in ms) */
export async function countMail(
  transaction: Transaction<Tables>,
  { addressHash, network }: CountedMail,
  now: number,
): Promise<void> {
  await transaction.insertInto('family_mails').values({ address_hash: addressHash, network, sent_at: now }).execute();
}

/** Uncounts an email that could not be sent. @param now the time with which it was counted (Unix time in ms) */
export async function uncountMail(database: Database, { addressHash }: CountedMail, now: number): Promise<void> {
  await database
    .deleteFrom('family_mails')
    .where('address_hash', '=', addressHash)
    .where('sent_at', '=', now)
    .execute();
}

/** Returns the probe for emails to families that wait because a total is reached. */
export function familyMailProbe(database: Database): TroubleProbe {
  return {
    trouble: 'family_mail_held',
    announceAfter: 0,
    async findTrouble() {
      const { count } = await database
        .selectFrom('notice_deliveries')
        .innerJoin('notices', 'notices.id', 'notice_id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('audience', '=', 'family')
        .where('state', '=', 'waiting')
        .where('last_error', '=', totalReached)
        .executeTakeFirstOrThrow();
      return count === 0 ? [] : [{ reason: `${count} emails wait` }];
    },
  };
}
