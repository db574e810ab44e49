import { type FormLanguage, pageLanguage } from '#app/i18n/languages.ts';
import { resources } from '#app/i18n/texts/resources.server.ts';
import type { Enquiry, EnquiryKind } from '../enquiry.ts';
import { enquiryKinds } from '../kinds/enquiry-kinds.server.ts';

/** The namespace with the texts of each kind's form. */
const namespaces = {
  evacuation: 'evacuation',
  contact: 'contact',
  hotel: 'booking',
  chauffeur: 'booking',
  'medical-flight': 'medical-flight',
  treatment: 'treatment',
} as const satisfies Record<EnquiryKind, string>;

/**
 * Returns the sentence beside the send button with which an enquiry was sent, in the language of its form.
 * @returns undefined if the version that the visitor saw is not the current one, whose text this program has
 */
export function consentText({ kind, language, privacyNotice }: Enquiry): string | undefined {
  if (enquiryKinds[kind].privacyNotice !== privacyNotice) return undefined;
  const namespace = namespaces[kind];
  return namespace === 'medical-flight'
    ? resources[language][namespace].form.privacy
    : pageTexts(language)[namespace].form.privacy;
}

/** The only form in a language without pages is that of medical flights. */
function pageTexts(language: FormLanguage) {
  return resources[pageLanguage(language)];
}
