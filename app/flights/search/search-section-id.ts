/**
 * Element id of the search section: the target of links from other pages. It is separate from the section, so that
 * those pages do not load its styles.
 */
export const flightSearchId = 'search-flights';
