import { z } from 'zod';
import type { ProblemKey } from './fact-problem.ts';

/**
 * What the company says about itself: every fact that may change without a new version of the program. All facts are
 * optional; a page makes no claim without a fact that supports it (docs/company-facts.md). The schema's messages are
 * keys of problems (`fact-problem.ts`).
 */

/** Returns a key as a message for Zod; its type ensures that the key exists. */
const problem = (key: ProblemKey) => key;

/** Control characters, and the invisible characters that change the direction of the text after them (UAX #9). */
const invisibleCharacters = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** One line of text. @param max maximum number of characters */
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1, problem('empty'))
    .max(max, problem('too_long'))
    .refine((text) => !invisibleCharacters.test(text), problem('not_one_line'));

/** A text in each language of the site. Russian is for visitors who used a Russian form; German is for documents. */
const localized = (max: number) =>
  z.strictObject({ ar: line(max), en: line(max), ru: line(max).optional(), de: line(max).optional() });
export type LocalizedText = z.infer<ReturnType<typeof localized>>;

const phone = line(40).regex(/^\+[0-9 ]{7,20}$/, problem('phone'));
/** RFC 5321, section 4.5.3.1.3. */
const email = z
  .string()
  .trim()
  .max(254, problem('too_long'))
  .pipe(z.email(problem('email')));
const webAddress = z
  .string()
  .trim()
  .pipe(
    z
      .url({ protocol: /^https?$/, error: problem('web_address'), abort: true })
      .max(300, problem('too_long'))
      .refine((address) => new URL(address).username === '', problem('web_address_with_password')),
  );
/** The file name of a picture; in saved facts, the name under which the site serves it. */
const picture = line(120).regex(/^[^/\\]+\.(?:jpe?g|png|webp)$/i, problem('picture_name'));

const timeOfDay = line(5).regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, problem('time'));
const period = z
  .strictObject({ from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from < to, { path: ['to'], message: problem('not_later') });
const periods = z
  .array(period)
  .min(1, problem('no_periods'))
  .max(3, problem('too_many'))
  .refine(
    (list) => list.every(({ from }, index) => index === 0 || from >= (list[index - 1]?.to ?? '')),
    problem('period_order'),
  );
const days = {
  monday: periods.optional(),
  tuesday: periods.optional(),
  wednesday: periods.optional(),
  thursday: periods.optional(),
  friday: periods.optional(),
  saturday: periods.optional(),
  sunday: periods.optional(),
};
/** The days of the week, starting with Monday. */
export const weekdays = Object.keys(days) as (keyof typeof days)[];

const moment = z
  .string()
  .trim()
  .regex(/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}$/, problem('moment'))
  .transform((text) => text.replace('T', ' '))
  .refine(isRealMoment, problem('no_such_moment'));

function isRealMoment(text: string): boolean {
  const time = Date.parse(`${text.replace(' ', 'T')}Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.replace(' ', 'T'));
}

/** ISO 639-1 codes that `Intl` can name. */
const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
/** The maximum number of languages that a person speaks. */
export const maxLanguages = 10;
const spokenLanguage = line(2)
  // `DisplayNames` throws for what cannot be a code.
  .regex(/^[a-z]{2}$/, { error: problem('language'), abort: true })
  .refine((code) => languageNames.of(code) !== undefined, problem('unknown_language'));

export const companyFactsSchema = z.strictObject({
  name: localized(80).optional(),
  address: localized(200).optional(),
  /** Formatted for display, like all phone numbers. */
  phone: phone.optional(),
  whatsapp: phone.optional(),
  email: email.optional(),
  /** Answered when the main phone is not. */
  emergencyPhone: phone.optional(),
  /** When somebody answers the phone, in German time. A day that is left out has no hours. */
  hours: z
    .strictObject(days)
    .refine((week) => Object.keys(week).length > 0, problem('no_days'))
    .optional(),
  /** How soon the company replies, as a phrase that can stand alone: `within 2 hours`. */
  replyTime: z.strictObject({ urgent: localized(80).optional(), other: localized(80).optional() }).optional(),
  /** How the company came to be, in whole sentences. */
  history: localized(1000).optional(),
  /** Which languages are spoken with families, by whom and when, in whole sentences. */
  spokenLanguages: localized(1000).optional(),
  /** Which permits the company has and who issued them, in whole sentences. */
  licences: localized(1000).optional(),
  /** Who pays the company, in whole sentences. */
  paidBy: localized(1000).optional(),
  /** Which health offices, embassies and insurers the company works with, in whole sentences. */
  authorities: localized(1000).optional(),
  /** What nobody at the company ever asks of a family, in whole sentences. */
  neverAsks: localized(1000).optional(),
  /** Legal representative. */
  representative: line(120).optional(),
  /** Register entry: `Amtsgericht Berlin, HRB 12345`. */
  register: line(200).optional(),
  vatId: line(20)
    .regex(/^[A-Z]{2}[A-Z0-9]{2,13}$/, problem('vat_number'))
    .optional(),
  dataProtectionOfficer: z
    .strictObject({
      name: line(120),
      address: line(200).optional(),
      email: email.optional(),
      phone: phone.optional(),
    })
    .refine(({ address, email, phone }) => address ?? email ?? phone, {
      path: ['email'],
      message: problem('no_contact'),
    })
    .optional(),
  supervisoryAuthority: z.strictObject({ name: localized(200), website: webAddress.optional() }).optional(),
  /** Professional liability insurer (§ 2 (1) no. 11 DL-InfoV). */
  insurer: z.strictObject({ name: line(120), address: line(200), territory: localized(200) }).optional(),
  social: z
    .strictObject({
      facebook: webAddress.optional(),
      instagram: webAddress.optional(),
      x: webAddress.optional(),
      youtube: webAddress.optional(),
    })
    .optional(),
  people: z
    .array(
      z.strictObject({
        name: localized(80),
        role: localized(120),
        languages: z.array(spokenLanguage).max(maxLanguages, problem('too_many')).optional(),
        picture: picture.optional(),
      }),
    )
    .max(30, problem('too_many'))
    .optional(),
  partners: z
    .array(
      z.strictObject({
        name: localized(120),
        description: localized(300).optional(),
        address: localized(200).optional(),
        website: webAddress.optional(),
        logo: picture.optional(),
      }),
    )
    .max(50, problem('too_many'))
    .optional(),
  memberships: z
    .array(z.strictObject({ name: localized(160), website: webAddress }))
    .max(20, problem('too_many'))
    .optional(),
  /** A line at the top of every page, shown between two times (German time). */
  notice: z
    .strictObject({ text: localized(200), from: moment.optional(), until: moment.optional() })
    .refine(({ from, until }) => from === undefined || until === undefined || from < until, {
      path: ['until'],
      message: problem('not_later'),
    })
    .optional(),
});
export type CompanyFacts = z.infer<typeof companyFactsSchema>;
/** The week, starting with Monday, in German time. A day that is left out has no hours. */
export type OpeningHours = NonNullable<CompanyFacts['hours']>;

/** Returns the text in a language. Russian and German fall back to English. */
export function textIn(text: LocalizedText, language: keyof LocalizedText): string {
  return text[language] ?? text.en;
}
