import { languages, type StaffLanguage } from '#app/i18n/languages.ts';

/** Coordinators answer requests; leads also manage people and company facts. */
export const roles = ['lead', 'coordinator'] as const;
export type Role = (typeof roles)[number];

/** The languages of the desk. */
export const deskLanguages = ['en', 'de', 'ar'] as const satisfies readonly StaffLanguage[];
export type DeskLanguage = (typeof deskLanguages)[number];

export function isDeskLanguage(value: unknown): value is DeskLanguage {
  return (deskLanguages as readonly unknown[]).includes(value);
}

/** Each language's name in that language. */
export const deskLanguageNames = deskLanguages.map((code) => ({ code, name: languages[code].name }));

/** Somebody with an account at the desk. */
export interface Person {
  id: string;
  /** In lower case. */
  email: string;
  name: string;
  role: Role;
  language: DeskLanguage;
  /** Whether the person has set a password and set up an authenticator app. */
  hasJoined: boolean;
  /** Whether the app has to be connected again, because an earlier version derived its secret from a link's address. */
  mustRenewApp: boolean;
  /** When a lead disabled the account (Unix time in ms). */
  disabledAt?: number | undefined;
}

/** Returns the person who owns a request; undefined if nobody does who can still sign in. @param owner a person's id */
export function ownerAmong(people: readonly Person[], owner: string | null): Person | undefined {
  return people.find(({ id, disabledAt }) => id === owner && disabledAt === undefined);
}
