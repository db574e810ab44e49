import { z } from 'zod';
import { extraServiceIds, pictureNames } from './content-names.ts';
import { placeholders } from './fill-in.ts';
import { parseRichText } from './rich-text.ts';

/**
 * The schema of the pages' content in `locales/{language}/pages/` (spec, section 3, "Static content entities"). The
 * content is validated at build time, at startup and in tests, so components can rely on every text being there.
 */

/**
 * Text that may contain links, `[label](/path)` or `[label](https://…)`, and placeholders that `fill-in.ts` replaces.
 */
const richText = z
  .string()
  .min(1)
  .refine((value) => value === value.trim(), 'has leading or trailing whitespace')
  .refine((value) => unknownPlaceholders(value).length === 0, 'has an unknown placeholder')
  .refine(
    (value) => !parseRichText(value).some((piece) => typeof piece === 'string' && piece.includes('](')),
    'has a broken link',
  );

/** Text without links. */
const text = richText.refine((value) => !value.includes(']('), 'has a link where none is allowed');

function unknownPlaceholders(value: string): string[] {
  const names = Array.from(value.matchAll(/\{\{([^{}]*)\}\}/g), ([, name = '']) => name);
  return names.filter((name) => !placeholders.some((known) => known === name));
}

/** A path on this site without its language, such as `/services/booking`, or a fragment of the same page, `#form`. */
const sitePath = z.string().regex(/^(?:\/|(?:\/[a-z0-9-]+)+)?(?:#[a-z][a-z0-9-]*)?$/, 'is not a path on this site');
const httpsUrl = z.url({ protocol: /^https$/ });
const slug = z.string().regex(/^[a-z][a-z0-9-]*$/);

const picture = z.strictObject({ name: z.enum(pictureNames), alt: text });

/** Title and description for search engines. The company's name is appended to the title. */
const head = z.strictObject({ title: text.max(70), description: text.min(50).max(170) });

const link = z.strictObject({ text, link: sitePath });

const block = z.union([
  richText,
  z.strictObject({ list: z.array(richText).min(1) }),
  // Things that we do not do, shown without the check marks of a list.
  z.strictObject({ limits: z.array(richText).min(1) }),
  z.strictObject({ steps: z.array(z.strictObject({ title: text, text: richText })).min(2) }),
  z.strictObject({ facts: z.array(z.strictObject({ term: text, text: richText })).min(1) }),
  z.strictObject({ note: richText }),
]);
export type Block = z.infer<typeof block>;

const section = z.strictObject({ id: slug, heading: text, blocks: z.array(block).min(1) });
export type Section = z.infer<typeof section>;

/** A text page: a service, a medical flight, about, or a legal page. */
const article = z.strictObject({
  head,
  heading: text,
  lead: richText,
  /** Absent on legal pages, and where the form comes first. */
  picture: picture.optional(),
  /** Date of the last change; present on legal pages. */
  updated: z.iso.date().optional(),
  /** Call to action, shown as a button below the lead. */
  action: link.optional(),
  sections: z.array(section).min(1),
  /** Replaces the invitation at the end of the page where its usual wording would be inappropriate. */
  next: z.strictObject({ heading: text, text }).optional(),
});
export type Article = z.infer<typeof article>;
/** An invitation to get in touch: the usual one, or the page's own. */
export type Invitation = 'usual' | NonNullable<Article['next']>;

/** A slide of the hero; its image is decorative. */
const slide = z.strictObject({
  id: slug,
  title: text.max(60),
  subtitle: text.max(150),
  buttonText: text.max(30),
  link: sitePath,
  image: z.enum(['map', ...pictureNames]),
});
export type Slide = z.infer<typeof slide>;

const serviceCard = z.strictObject({
  title: text,
  description: text,
  text: text.optional(),
  link: sitePath,
  image: picture,
  /** Defaults to "Learn More". */
  buttonText: text.optional(),
});
export type ServiceCard = z.infer<typeof serviceCard>;

const extraService = z.strictObject({ id: z.enum(extraServiceIds), title: text, text, image: picture });
export type ExtraService = z.infer<typeof extraService>;

const journeyStep = z.strictObject({
  id: slug,
  icon: z.enum(['phone', 'stethoscope', 'plane', 'hospital']),
  title: text,
  description: text,
  link: sitePath,
});
const journey = z.strictObject({ title: text, subtitle: text, steps: z.array(journeyStep).length(4) });
export type Journey = z.infer<typeof journey>;

/** One of the ways to get started. */
const way = z.strictObject({ title: text, text });

const home = z.strictObject({
  head,
  heading: text,
  lead: text,
  ways: z.strictObject({ heading: text, urgent: way, hospitals: way, call: way }),
  /** Short facts. Those that need a missing company fact are omitted. */
  facts: z.array(text).min(1),
  slides: z.array(slide).min(2),
  journey,
  request: z.strictObject({ heading: text, lead: text, points: z.array(text).min(2) }),
  services: z.strictObject({ heading: text, lead: text, cards: z.array(serviceCard).min(2) }),
  limits: z.strictObject({ heading: text, points: z.array(text).length(3), more: link }),
  questions: z.strictObject({ heading: text, more: link }),
});
export type Ways = z.infer<typeof home>['ways'];

const servicesOverview = z.strictObject({
  head,
  heading: text,
  lead: text,
  cards: z.array(serviceCard).length(6),
  extra: z.strictObject({ heading: text, lead: text, services: z.array(extraService).length(3) }),
  more: section,
});

/** The groups of questions, in the order of the page. */
const faqGroups = ['reports', 'costs', 'journey', 'germany', 'afterwards', 'trust'] as const;
const faqItem = z.strictObject({ id: slug, group: z.enum(faqGroups), q: text, a: richText });
export type FaqItem = z.infer<typeof faqItem>;
const faqGroup = z.strictObject({ id: z.enum(faqGroups), heading: text });
export type FaqGroup = z.infer<typeof faqGroup>;
const helpCenter = z.strictObject({
  head,
  heading: text,
  lead: richText,
  groups: z.array(faqGroup).length(faqGroups.length),
  items: z.array(faqItem).min(10),
});

/** The contact page. */
const contact = z.strictObject({
  head,
  heading: text,
  intro: text,
  contact: text,
  phoneLabel: text,
  phoneNumber: z.literal('{{company_phone}}'),
  emailLabel: text,
  chatLabel: text,
  company: text,
  address: text,
  requestDocuments: text,
  documents: z.array(text).min(5),
  documentsNote: richText,
  privacy: z.strictObject({ heading: text, notes: z.array(richText).min(2) }),
});

const callBack = z.strictObject({ head, heading: text, lead: text });

const press = z.strictObject({
  head,
  header: z.strictObject({ title: text, intro: text }),
  releasesTitle: text,
  pdfLabel: text,
  pressReleases: z
    .array(
      z.strictObject({
        title: text,
        date: z.iso.date(),
        summary: text,
        pdf: z.string().regex(/^\/press\/[\w-]+\.pdf$/),
      }),
    )
    .length(2),
  mentionsTitle: text,
  mentionsIntro: text,
  mediaMentions: z.array(z.strictObject({ title: text, link: httpsUrl })).min(1),
  pressKit: z.strictObject({
    title: text,
    intro: text,
    linkText: text,
    url: z.string().regex(/^\/press\/[\w-]+\.zip$/),
  }),
  contactTitle: text,
  contactPrompt: text,
  contactEmail: z.literal('{{company_email}}'),
});

const careers = z.strictObject({
  head,
  header: z.strictObject({ title: text }),
  intro: text,
  positionsTitle: text,
  locationLabel: text,
  typeLabel: text,
  positions: z
    .array(
      z.strictObject({
        id: slug,
        title: text,
        location: text,
        type: text,
        description: text,
        tasks: z.array(text).min(2),
      }),
    )
    .length(3),
  applyButton: text,
  applySubject: text,
  contactPrompt: text,
  contactEmail: z.literal('{{company_email}}'),
});

const partners = z.strictObject({
  head,
  heading: text,
  lead: richText,
  addressLabel: text,
  websiteLabel: text,
  partners: z
    .array(
      z.strictObject({
        id: slug,
        title: text,
        description: text,
        address: text.optional(),
        website: httpsUrl.optional(),
        logo: z.enum(['hospital', 'hotel', 'plane', 'car']),
      }),
    )
    .length(4),
  become: section,
});

const treatmentOverview = z.strictObject({
  head,
  heading: text,
  lead: richText,
  categoriesHeading: text,
  treatmentsLabel: text,
  clinicsLabel: text,
  clinicLinkLabel: text,
  clinicsNote: richText,
  questions: z.strictObject({ heading: text, lead: text }),
  stay: z.strictObject({ heading: text, lead: text, note: richText }),
  requestLabel: text,
  next: section,
});

/** A medical field of the treatment catalogue. */
const specialty = z.strictObject({
  head,
  name: text,
  description: text,
  picture,
  modernTreatments: z
    .array(
      z.strictObject({
        id: slug,
        name: text,
        description: text,
        topClinics: z
          .array(
            z.strictObject({
              name: text,
              // The name used in Germany, in letters and for the embassy; absent if it is the same or unknown.
              germanName: text.optional(),
              location: text,
              description: text,
              link: httpsUrl,
            }),
          )
          .min(1),
      }),
    )
    .min(2),
  /** Questions that the family can ask the doctor. */
  questions: z.array(text).min(4).max(6),
  /** How long patients usually stay in Germany, as text. */
  stay: z.array(z.strictObject({ term: text, text })).min(3),
});
export type Specialty = z.infer<typeof specialty>;

/** The schema of each content file, by its path below `locales/{language}/pages/`, without `.json`. */
export const contentFiles = {
  home,
  about: article,
  services: servicesOverview,
  'services/consultation': article,
  'services/evacuation': article,
  'services/transport': article,
  'services/translation': article,
  'services/nursing': article,
  'services/booking': article,
  'medical-flight/air-ambulance': article,
  'medical-flight/incubator': article,
  'medical-flight/ground-ambulance': article,
  'medical-flight/medical-escort': article,
  'help-center': helpCenter,
  contact,
  'call-back': callBack,
  press,
  careers,
  partners,
  'privacy-policy': article,
  'terms-of-service': article,
  'cookies-policy': article,
  imprint: article,
  accessibility: article,
  costs: article,
  visa: article,
  'sponsored-patients': article,
  'family-guide': article,
  'after-treatment': article,
  'in-case-of-death': article,
  'is-it-us': article,
  flights: article,
  treatment: treatmentOverview,
  'treatment/request': article,
  'book-flight': article,
  'treatment/oncology': specialty,
  'treatment/orthopaedic-surgery': specialty,
  'treatment/neurology': specialty,
  'treatment/paediatrics': specialty,
  'treatment/cardiology': specialty,
  'treatment/rehabilitation': specialty,
  'treatment/plastic-surgery': specialty,
  'treatment/check-ups': specialty,
  'treatment/dental-surgery': specialty,
} as const;

/** The name of a content file: its path below `locales/{language}/pages/`, without `.json`. */
export type ContentName = keyof typeof contentFiles;
/** The content files that also exist in form-only languages, whose profiles name their pages. */
export const formOnlyContent = [
  'contact',
  'services/evacuation',
  'medical-flight/air-ambulance',
  'medical-flight/incubator',
  'medical-flight/ground-ambulance',
  'medical-flight/medical-escort',
  'privacy-policy',
  'call-back',
] as const satisfies readonly ContentName[];

/** The content in one language, by file name. */
export type Content = { [Name in ContentName]: z.infer<(typeof contentFiles)[Name]> };
/** The content in a form-only language. */
export type FormOnlyContent = Pick<Content, (typeof formOnlyContent)[number]>;
