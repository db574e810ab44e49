/** Name of the window event that is fired when the stored choice changes. */
export const consentChanged = 'consent-changed';
