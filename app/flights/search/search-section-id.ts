/**
 * Element id of the search section: the target of links from other pages. It is apart from the section, whose styles those
 * pages do without.
 */
export const flightSearchId = 'search-flights';
