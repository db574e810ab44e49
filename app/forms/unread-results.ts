/** The number in the keys of flight results in session storage. Increase it whenever their shape changes. */
export const resultsVersion = 10;

/**
 * The start of the session storage keys of flight results that were stored without React; the path and query of their
 * page follow. The script that stores them knows nothing else about flights.
 */
export const unreadResultsPrefix = `flight-searches-unread-${resultsVersion} `;
