/** Where a visitor sees and changes what may be stored, without the language. */
export const preferencesPath = '/cookie-preferences';
