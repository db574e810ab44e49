import { type Consent, everything, onlyEssential } from './consent.ts';

/** Button values that give, deny, save and reset consent (spec, section 4), in any form. */
export const consentIntents = {
  give: 'consent-accept',
  deny: 'consent-deny',
  save: 'consent-save',
  reset: 'consent-reset',
} as const;

/** Names of the checkboxes. */
export const analyticsFieldName = 'analytics';
export const marketingFieldName = 'marketing';

/** Name of the hidden field with the path to return to, on this site. */
export const backFieldName = 'back';

/**
 * The choice that a pressed button makes: a consent, or `forgotten` for a reset; undefined for any other button.
 * @param isTicked whether the checkbox of this name is ticked
 */
export function choiceOf(
  intent: string | undefined,
  isTicked: (name: string) => boolean,
): Consent | 'forgotten' | undefined {
  switch (intent) {
    case consentIntents.give:
      return everything;
    case consentIntents.deny:
      return onlyEssential;
    case consentIntents.save:
      return { essential: true, analytics: isTicked(analyticsFieldName), marketing: isTicked(marketingFieldName) };
    case consentIntents.reset:
      return 'forgotten';
    default:
      return undefined;
  }
}
