/** What follows the id of a route in the id of its partial style. */
export const partial = ' partial';

/**
 * Components of a route that some of its pages do not show: their partial style lacks the rules of these. The handle of the
 * route says which pages have it (`hasPartialStyle`). Before React shows others, the whole stylesheet has to load.
 */
export const laterComponents: Record<string, RegExp> = {
  // A list of flights lacks breadcrumbs, the search form, open filters, and what a page shows before there are flights, or
  // after an error.
  'routes/$lang.search.flights':
    /\/(?:breadcrumbs|search-page|filters|loading-view|problem-page|call-back-(?:link|section))\.tsx$/,
};
