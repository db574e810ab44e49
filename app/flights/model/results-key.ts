/**
 * The start of the session storage key of a tab's results. It is separate from `view/cached-results.ts`, so that a
 * search form can tell whether there are results without loading the code that reads them.
 */
export const resultsKeyPrefix = 'flight-searches-';
