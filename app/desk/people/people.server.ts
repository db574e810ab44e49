import type { Selectable, Transaction } from 'kysely';
import type { Database } from '#app/database/database.server.ts';
import type { DeskPersonRow, Tables } from '#app/database/tables.ts';
import { newId } from '#app/ids/secrets.server.ts';
import { recordAudit } from '../audit/audit.server.ts';
import { isDerivedSecret } from './app-secret.server.ts';
import { createLink, deleteLinks } from './links.server.ts';
import { type DeskLanguage, isDeskLanguage, type Person, type Role } from './person.ts';

/** Who does something: a person's id, or null for the command line. */
export type Actor = string | null;

export interface NewPerson {
  email: string;
  name: string;
  role: Role;
  language: DeskLanguage;
}

/** Returns whether the desk has any accounts; without one, it is off. */
export async function hasPeople(database: Database): Promise<boolean> {
  return (await database.selectFrom('desk_people').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Lists all people, by name. */
export async function listPeople(database: Database): Promise<Person[]> {
  const rows = await database.selectFrom('desk_people').selectAll().execute();
  return rows.map(toPerson).sort((a, b) => a.name.localeCompare(b.name));
}

/** Returns the person with this id or email address (case-insensitive); undefined if there is none. */
export async function findPerson(
  database: Database | Transaction<Tables>,
  by: { id: string } | { email: string },
): Promise<Person | undefined> {
  const row = await database
    .selectFrom('desk_people')
    .selectAll()
    .$call((query) =>
      'id' in by ? query.where('id', '=', by.id) : query.where('email', '=', normalizeEmail(by.email)),
    )
    .executeTakeFirst();
  return row && toPerson(row);
}

/**
 * Adds an account, which its person opens with a one-time link.
 * @returns the link's token; undefined if the email address already has an account
 */
export function addPerson(
  database: Database,
  { email, name, role, language }: NewPerson,
  actor: Actor,
  now: number,
): Promise<{ person: Person; token: string } | undefined> {
  return database.transaction().execute(async (transaction) => {
    if (await findPerson(transaction, { email })) return undefined;
    const id = newId();
    const row = {
      id,
      email: normalizeEmail(email),
      name,
      role,
      language,
      password: null,
      totp_secret: null,
      created_at: now,
    };
    await transaction.insertInto('desk_people').values(row).execute();
    await recordAudit(transaction, { at: now, personId: actor, action: 'person_added', subject: id });
    const token = await createLink(transaction, id, now);
    return { person: toPerson({ ...row, totp_step: 0, recovery_codes: '[]', disabled_at: null }), token };
  });
}

/**
 * Creates another one-time link, with which a person chooses a new password and sets up an authenticator app again. The
 * old ones stop working immediately, because somebody else may have them, and all sessions end.
 * @returns the link's token
 */
export function resetPerson(database: Database, id: string, actor: Actor, now: number): Promise<string> {
  return database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('desk_sessions').where('person_id', '=', id).execute();
    await transaction
      .updateTable('desk_people')
      .set({ password: null, totp_secret: null, recovery_codes: '[]' })
      .where('id', '=', id)
      .execute();
    await recordAudit(transaction, { at: now, personId: actor, action: 'person_reset', subject: id });
    return createLink(transaction, id, now);
  });
}

/** Why an account cannot be changed: `last_lead`, because somebody must remain who can add people. */
export type ChangeProblem = 'last_lead';

/** Disables an account and ends its sessions, or enables it again. */
export function setDisabled(
  database: Database,
  id: string,
  isDisabled: boolean,
  actor: Actor,
  now: number,
): Promise<ChangeProblem | undefined> {
  return database.transaction().execute(async (transaction) => {
    if (isDisabled && (await isLastLead(transaction, id))) return 'last_lead';
    await transaction
      .updateTable('desk_people')
      .set({ disabled_at: isDisabled ? now : null })
      .where('id', '=', id)
      .execute();
    if (isDisabled) {
      await transaction.deleteFrom('desk_sessions').where('person_id', '=', id).execute();
      await deleteLinks(transaction, id);
    }
    const action = isDisabled ? 'person_disabled' : 'person_enabled';
    await recordAudit(transaction, { at: now, personId: actor, action, subject: id });
    return undefined;
  });
}

/** Gives a person another role. */
export function changeRole(
  database: Database,
  id: string,
  role: Role,
  actor: Actor,
  now: number,
): Promise<ChangeProblem | undefined> {
  return database.transaction().execute(async (transaction) => {
    if (role !== 'lead' && (await isLastLead(transaction, id))) return 'last_lead';
    await transaction.updateTable('desk_people').set({ role }).where('id', '=', id).execute();
    await recordAudit(transaction, { at: now, personId: actor, action: 'role_changed', subject: id });
    return undefined;
  });
}

/** Changes the language in which a person reads the desk. */
export async function changeLanguage(database: Database, id: string, language: DeskLanguage): Promise<void> {
  await database.updateTable('desk_people').set({ language }).where('id', '=', id).execute();
}

/**
 * Returns whether nobody could add people without this person. If this person has joined, leads who have not joined do
 * not count, because they may never open their links.
 */
async function isLastLead(transaction: Transaction<Tables>, id: string): Promise<boolean> {
  const leads = await transaction
    .selectFrom('desk_people')
    .select(['id', 'password'])
    .where('role', '=', 'lead')
    .where('disabled_at', 'is', null)
    .execute();
  const lead = leads.find((candidate) => candidate.id === id);
  if (!lead) return false;
  return !leads.some((other) => other !== lead && (other.password !== null || lead.password === null));
}

function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

export function toPerson(row: Selectable<DeskPersonRow>): Person {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    language: isDeskLanguage(row.language) ? row.language : 'en',
    hasJoined: row.password !== null,
    mustRenewApp: isDerivedSecret(row.totp_secret),
    disabledAt: row.disabled_at ?? undefined,
  };
}
