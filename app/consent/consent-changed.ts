/** Event of the window: the choice in the cookie is another one now. */
export const consentChanged = 'consent-changed';
