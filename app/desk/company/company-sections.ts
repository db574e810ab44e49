import { type CompanyFacts, weekdays } from '#app/company/facts/company-facts.ts';
import { companyLanguage, formOnlyCodes, languageCodes, type StaffLanguage } from '#app/i18n/languages.ts';

/** What is entered in a field. `paragraph`: a longer text; `languages`: several codes, chosen from a list. */
type FieldKind = 'line' | 'paragraph' | 'phone' | 'email' | 'web-address' | 'time' | 'moment' | 'languages' | 'picture';

/** One control of a form on the company page. */
export interface FactField {
  /** The dotted path of the value from the form's root: `role.ar`, `hours.monday.0.from`. */
  name: string;
  kind: FieldKind;
  /** A key of the texts of the company page, under `field`. */
  label: FieldLabel;
  /** The language of a text that exists in several languages; undefined for other values. */
  language?: StaffLanguage;
  isRequired?: boolean;
}

type FieldLabel =
  | 'name'
  | 'address'
  | 'phone'
  | 'whatsapp'
  | 'emergencyPhone'
  | 'email'
  | 'from'
  | 'to'
  | 'urgent'
  | 'other'
  | 'history'
  | 'spokenLanguages'
  | 'licences'
  | 'paidBy'
  | 'authorities'
  | 'neverAsks'
  | 'representative'
  | 'register'
  | 'vatId'
  | 'website'
  | 'territory'
  | 'facebook'
  | 'instagram'
  | 'x'
  | 'youtube'
  | 'role'
  | 'languages'
  | 'picture'
  | 'logo'
  | 'description'
  | 'notice'
  | 'shownFrom'
  | 'shownUntil';

/** Controls that belong together, under a title if they have one. */
export interface FieldGroup {
  title?: (typeof weekdays)[number] | 'dataProtectionOfficer' | 'supervisoryAuthority' | 'insurer';
  fields: readonly FactField[];
}

/** The sections that have one form each, by name. */
export const singleSections = {
  name: { facts: ['name', 'address'], groups: [{ fields: [...text('name'), ...text('address')] }] },
  contact: {
    facts: ['phone', 'whatsapp', 'emergencyPhone', 'email'],
    groups: [
      {
        fields: [
          { name: 'phone', kind: 'phone', label: 'phone' },
          { name: 'whatsapp', kind: 'phone', label: 'whatsapp' },
          { name: 'emergencyPhone', kind: 'phone', label: 'emergencyPhone' },
          { name: 'email', kind: 'email', label: 'email' },
        ],
      },
    ],
  },
  hours: { facts: ['hours'], groups: weekdays.map((title) => ({ title, fields: [0, 1, 2].flatMap(periodOf(title)) })) },
  replyTime: {
    facts: ['replyTime'],
    groups: [{ fields: [...text('replyTime.urgent', 'urgent'), ...text('replyTime.other', 'other')] }],
  },
  history: { facts: ['history'], groups: [{ fields: text('history', 'history', 'paragraph') }] },
  spokenLanguages: {
    facts: ['spokenLanguages'],
    groups: [{ fields: text('spokenLanguages', 'spokenLanguages', 'paragraph') }],
  },
  licences: { facts: ['licences'], groups: [{ fields: text('licences', 'licences', 'paragraph') }] },
  paidBy: { facts: ['paidBy'], groups: [{ fields: text('paidBy', 'paidBy', 'paragraph') }] },
  authorities: { facts: ['authorities'], groups: [{ fields: text('authorities', 'authorities', 'paragraph') }] },
  neverAsks: { facts: ['neverAsks'], groups: [{ fields: text('neverAsks', 'neverAsks', 'paragraph') }] },
  legal: {
    facts: ['representative', 'register', 'vatId', 'dataProtectionOfficer', 'supervisoryAuthority', 'insurer'],
    groups: [
      {
        fields: [
          { name: 'representative', kind: 'line', label: 'representative' },
          { name: 'register', kind: 'line', label: 'register' },
          { name: 'vatId', kind: 'line', label: 'vatId' },
        ],
      },
      {
        title: 'dataProtectionOfficer',
        fields: [
          { name: 'dataProtectionOfficer.name', kind: 'line', label: 'name' },
          { name: 'dataProtectionOfficer.address', kind: 'line', label: 'address' },
          { name: 'dataProtectionOfficer.email', kind: 'email', label: 'email' },
          { name: 'dataProtectionOfficer.phone', kind: 'phone', label: 'phone' },
        ],
      },
      {
        title: 'supervisoryAuthority',
        fields: [
          ...text('supervisoryAuthority.name', 'name'),
          { name: 'supervisoryAuthority.website', kind: 'web-address', label: 'website' },
        ],
      },
      {
        title: 'insurer',
        fields: [
          { name: 'insurer.name', kind: 'line', label: 'name' },
          { name: 'insurer.address', kind: 'line', label: 'address' },
          ...text('insurer.territory', 'territory'),
        ],
      },
    ],
  },
  social: {
    facts: ['social'],
    groups: [
      {
        fields: (['facebook', 'instagram', 'x', 'youtube'] as const).map((label) => ({
          name: `social.${label}`,
          kind: 'web-address',
          label,
        })),
      },
    ],
  },
  notice: {
    facts: ['notice'],
    groups: [
      {
        fields: [
          ...text('notice.text', 'notice'),
          { name: 'notice.from', kind: 'moment', label: 'shownFrom' },
          { name: 'notice.until', kind: 'moment', label: 'shownUntil' },
        ],
      },
    ],
  },
} as const satisfies Record<string, { facts: readonly (keyof CompanyFacts)[]; groups: readonly FieldGroup[] }>;
export type SingleSection = keyof typeof singleSections;

/** The lists, with one form for each entry. Each list has the name of its fact. */
const listSections = {
  people: [
    ...text('name', 'name', 'line', true),
    ...text('role', 'role', 'line', true),
    { name: 'languages', kind: 'languages', label: 'languages' },
    { name: 'picture', kind: 'picture', label: 'picture' },
  ],
  partners: [
    ...text('name', 'name', 'line', true),
    ...text('description'),
    ...text('address'),
    { name: 'website', kind: 'web-address', label: 'website' },
    { name: 'logo', kind: 'picture', label: 'logo' },
  ],
  memberships: [
    ...text('name', 'name', 'line', true),
    { name: 'website', kind: 'web-address', label: 'website', isRequired: true },
  ],
} as const satisfies Partial<Record<keyof CompanyFacts, readonly FactField[]>>;
export type ListSection = keyof typeof listSections;

/** All sections, in the order in which the page shows them. */
export const companySections = [
  ...(['name', 'contact', 'hours', 'replyTime', 'history', 'spokenLanguages', 'licences'] as const),
  ...(['paidBy', 'authorities', 'neverAsks', 'notice'] as const),
  ...(['people', 'partners', 'memberships'] as const),
  ...(['legal', 'social'] as const),
] satisfies readonly (SingleSection | ListSection)[];
export type CompanySection = SingleSection | ListSection;

export function isListSection(section: CompanySection): section is ListSection {
  return section in listSections;
}

export function isCompanySection(value: string): value is CompanySection {
  return (companySections as readonly string[]).includes(value);
}

/** Returns the controls of a form, in their groups. */
export function groupsOf(section: CompanySection): readonly FieldGroup[] {
  return isListSection(section) ? [{ fields: listSections[section] }] : singleSections[section].groups;
}

/** Returns all controls of a form. */
export function fieldsOf(section: CompanySection): FactField[] {
  return groupsOf(section).flatMap(({ fields }) => fields);
}

/** Whether a control of any form is typed into: not if it is for a picture, or a list to choose languages from. */
export function isTypedFact(name: string): boolean {
  return companySections.some((section) =>
    fieldsOf(section).some((field) => field.name === name && field.kind !== 'picture' && field.kind !== 'languages'),
  );
}

/** Returns one control for each language of a text. */
function text(
  name: string,
  label: FieldLabel = name as FieldLabel,
  kind: 'line' | 'paragraph' = 'line',
  isRequired = false,
): FactField[] {
  return [
    ...languageCodes.map((language) => ({ name: `${name}.${language}`, kind, label, language, isRequired })),
    ...[companyLanguage, ...formOnlyCodes].map((language) => ({ name: `${name}.${language}`, kind, label, language })),
  ];
}

function periodOf(day: (typeof weekdays)[number]) {
  return (index: number): FactField[] =>
    (['from', 'to'] as const).map((label) => ({ name: `hours.${day}.${index}.${label}`, kind: 'time', label }));
}
