import { type Consent, essentialConsent, fullConsent } from './consent.ts';

/** Values of the buttons that accept, deny, save or reset consent, in any form (spec, section 4). */
export const consentIntents = {
  accept: 'consent-accept',
  deny: 'consent-deny',
  save: 'consent-save',
  reset: 'consent-reset',
} as const;

/** Names of the category checkboxes. */
export const analyticsFieldName = 'analytics';
export const marketingFieldName = 'marketing';

/** Name of the hidden field with the path on this site to return to. */
export const returnPathFieldName = 'back';

/**
 * Returns the choice that the pressed button stands for: a {@link Consent}, or `reset`; undefined for other buttons.
 * @param isTicked returns whether the checkbox with the given name is ticked
 */
export function parseConsentChoice(
  intent: string | undefined,
  isTicked: (name: string) => boolean,
): Consent | 'reset' | undefined {
  switch (intent) {
    case consentIntents.accept:
      return fullConsent;
    case consentIntents.deny:
      return essentialConsent;
    case consentIntents.save:
      return { essential: true, analytics: isTicked(analyticsFieldName), marketing: isTicked(marketingFieldName) };
    case consentIntents.reset:
      return 'reset';
    default:
      return undefined;
  }
}
