/** The URL path for creating uploads; each upload has a URL below it. */
export const uploadsPath = '/uploads';
