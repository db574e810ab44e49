import { everything, onlyEssential, type Consent } from './consent.ts';

/** Values of the buttons that give, deny, save and reset consent (spec, section 4), in whichever form they stand. */
export const consentIntents = {
  give: 'consent-accept',
  deny: 'consent-deny',
  save: 'consent-save',
  reset: 'consent-reset',
} as const;

/** Names of the boxes to tick. */
export const analyticsFieldName = 'analytics';
export const marketingFieldName = 'marketing';

/** Hidden: where to come back to, a path of this site. */
export const backFieldName = 'back';

/**
 * What a pressed button chooses: a consent, or `forgotten`; undefined for a button of anything else.
 * @param isTicked whether the box of this name is
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
