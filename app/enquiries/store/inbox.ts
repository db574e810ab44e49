/**
 * Name of the built-in desk. It is the site's own database, so stored enquiries count as delivered; `npm run enquiries`
 * reads them.
 */
export const inboxName = 'inbox';
