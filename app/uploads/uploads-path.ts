/** The URL path at which uploads are created; each upload has its own URL below it. */
export const uploadsPath = '/uploads';
