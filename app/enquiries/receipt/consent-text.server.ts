import { pageLanguage } from '#app/i18n/languages.ts';
import { type Resources, resources } from '#app/i18n/texts/resources.server.ts';
import type { Enquiry } from '../enquiry.ts';
import { enquiryKinds } from '../kinds/enquiry-kinds.server.ts';

/**
 * Returns the consent text and the privacy notice that the visitor saw when sending an enquiry, in the language of its
 * form.
 * @returns undefined if the visitor saw an earlier version, whose text is no longer available
 */
export function consentText({ kind, language, privacyNotice }: Enquiry): string | undefined {
  const { privacyNotice: current, namespace, asksForHealthData } = enquiryKinds[kind];
  if (current !== privacyNotice) return undefined;
  // A language without pages has texts only for the forms that exist in it.
  const texts: Partial<Pick<Resources, typeof namespace>> = resources[language];
  const notice = (texts[namespace] ?? resources[pageLanguage(language)][namespace]).form.privacy;
  return asksForHealthData ? `${resources[language].forms.consent} ${notice}` : notice;
}
