/** Name of the built-in desk, which is this database: stored enquiries count as delivered. `npm run enquiries` reads them. */
export const inboxName = 'inbox';
