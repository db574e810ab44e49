import type { Transaction } from 'kysely';
import type { CompanyFacts } from '#app/company/facts/company-facts.ts';
import type { Database } from '#app/database/database.server.ts';
import type { Tables } from '#app/database/tables.ts';
import { newId } from '#app/ids/secrets.server.ts';

/** The facts by which families reach the company: whoever changes one could impersonate the company. */
const contactFacts = ['phone', 'whatsapp', 'emergencyPhone', 'email'] as const;
type ContactFact = (typeof contactFacts)[number];

/** A change to a contact fact, which leads are told about. */
export interface ContactChange {
  id: string;
  fact: ContactFact;
  /** What the pages said before; null if they said nothing. */
  from: string | null;
  to: string | null;
  /** The name of the person who changed it. */
  changedBy: string;
  /** Unix time (ms). */
  at: number;
}

/** The contact facts that pages show. */
type Contacts = Pick<CompanyFacts, ContactFact>;

/**
 * Tells every lead which contact facts a saved version changes, including the lead who saved it, because somebody else
 * may have used a stolen session.
 */
export async function tellLeads(
  transaction: Transaction<Tables>,
  { before, after, changedBy, now }: { before: Contacts; after: Contacts; changedBy: string; now: number },
): Promise<void> {
  const changed = contactFacts.filter((fact) => before[fact] !== after[fact]);
  const leads = await transaction
    .selectFrom('desk_people')
    .select('id')
    .where('role', '=', 'lead')
    .where('disabled_at', 'is', null)
    .execute();
  for (const { id } of leads) {
    for (const fact of changed) {
      await transaction
        .insertInto('contact_changes')
        .values({
          ...{ id: newId(), person_id: id, changed_by: changedBy, at: now, fact },
          ...{
            old_value: before[fact] ?? null,
            new_value: after[fact] ?? null,
            seen_at: null,
            mail_tried_at: null,
            mailed_at: null,
          },
        })
        .execute();
    }
  }
}

/** Lists the changes that a lead has not confirmed yet, oldest first. */
export async function unseenContactChanges(database: Database, personId: string): Promise<ContactChange[]> {
  const rows = await selectChanges(database).where('person_id', '=', personId).where('seen_at', 'is', null).execute();
  return rows.map(toChange);
}

/** Records that a lead has seen these changes. */
export async function confirmContactChanges(
  database: Database,
  personId: string,
  ids: readonly string[],
  now: number,
): Promise<void> {
  await database
    .updateTable('contact_changes')
    .set({ seen_at: now })
    .where('person_id', '=', personId)
    .where('id', 'in', ids)
    .where('seen_at', 'is', null)
    .execute();
}

/** How long a process has to send an email, after which another attempt may follow (ms). */
const mailInterval = 5 * 60_000;

/**
 * Claims the changes that have to be emailed, so that no other process emails them for some minutes.
 * @param now trusted time (Unix time in ms)
 * @returns the changes, by the id of the lead to tell about them
 */
export async function claimUnmailedChanges(database: Database, now: number): Promise<Map<string, ContactChange[]>> {
  const claimed = await database
    .updateTable('contact_changes')
    .set({ mail_tried_at: now })
    .where('mailed_at', 'is', null)
    .where('seen_at', 'is', null)
    .where((row) => row.or([row('mail_tried_at', 'is', null), row('mail_tried_at', '<=', now - mailInterval)]))
    .returning('id')
    .execute();
  const ids = claimed.map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await selectChanges(database).where('contact_changes.id', 'in', ids).execute();
  const byLead = new Map<string, ContactChange[]>();
  for (const row of rows) byLead.set(row.personId, [...(byLead.get(row.personId) ?? []), toChange(row)]);
  return byLead;
}

/** Records that a mail server has accepted the email about these changes. */
export async function markMailed(database: Database, ids: readonly string[], now: number): Promise<void> {
  await database.updateTable('contact_changes').set({ mailed_at: now }).where('id', 'in', ids).execute();
}

type ChangeRow = Omit<ContactChange, 'fact'> & { fact: string };

function toChange({ id, fact, from, to, changedBy, at }: ChangeRow): ContactChange {
  return { id, fact: fact as ContactFact, from, to, changedBy, at };
}

function selectChanges(database: Database) {
  return database
    .selectFrom('contact_changes')
    .innerJoin('desk_people', 'desk_people.id', 'changed_by')
    .select([
      'contact_changes.id',
      'person_id as personId',
      'fact',
      'old_value as from',
      'new_value as to',
      'desk_people.name as changedBy',
      'at',
    ])
    .orderBy('at')
    .orderBy('fact');
}
