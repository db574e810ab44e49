/** Path of the consent preferences, without the language. */
export const preferencesPath = '/cookie-preferences';
