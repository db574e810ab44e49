/** A problem with one fact. */
export interface FactProblem {
  /** The path of the value: `['people', 0, 'role', 'ar']`. */
  path: (string | number)[];
  key: ProblemKey;
  /** The values of the message's placeholders. */
  values: Record<string, string | number>;
}

/** Descriptions of the problems in English, for the command line. Each follows the name of the fact. */
const messages = {
  missing: 'is missing',
  unknown_fact: 'is not a known fact',
  not_text: 'must be text in quotation marks',
  not_list: 'must be a list in square brackets',
  not_group: 'must be a group in curly brackets',
  empty: 'must not be empty',
  not_one_line: 'must be one line without control characters',
  too_long: 'must have at most {max} characters',
  too_many: 'must have at most {max} entries',
  phone: 'must be a number in international format such as +49 30 23125000',
  email: 'must be an email address such as care@example.com',
  web_address: 'must be a web address such as https://www.example.com',
  web_address_with_password: 'must not contain a user name or password',
  language: 'must be a language code such as ar, en or de',
  unknown_language: 'is not a known language code',
  vat_number: 'must be a VAT number such as DE123456789',
  no_contact: 'is missing: an address, an email address or a phone number must be given',
  time: 'must be a time such as 09:00',
  not_later: 'must be later than "from"',
  no_days: 'must have at least one day',
  no_periods: 'must name at least one period; leave out a day on which nobody answers',
  period_order: 'must be in chronological order and must not overlap',
  moment: 'must be a date and a time such as 2027-03-27 14:05',
  no_such_moment: 'is not a valid date and time',
  picture_name: 'must be the name of a JPEG, PNG or WebP file, without a folder, such as leyla.jpg',
  picture_missing: 'there is no picture {name}',
  picture_type: '{name} is not a JPEG, PNG or WebP picture, whatever its name says',
  picture_size: '{name} is {size} kB; a picture may be at most {max} kB',
};

/** The key of a problem. The desk has texts in several languages under the same keys. */
export type ProblemKey = keyof typeof messages;

/** Returns whether a string is the key of a problem. */
export function isProblemKey(text: string): text is ProblemKey {
  return text in messages;
}

/** Formats a problem as one line; entries of a list are counted from 1: `people 1, role, ar: must not be empty`. */
export function formatProblem({ path, key, values }: FactProblem): string {
  const names: string[] = [];
  for (const step of path) {
    if (typeof step === 'number') names.push(`${names.pop() ?? 'entry'} ${step + 1}`);
    else names.push(step);
  }
  const message = messages[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  return `${names.length === 0 ? 'the facts' : names.join(', ')}: ${message}`;
}
