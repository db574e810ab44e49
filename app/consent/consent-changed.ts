/** Window event: the stored choice has changed. */
export const consentChanged = 'consent-changed';
