/** Where uploads are created; each then has an address below it. */
export const uploadsPath = '/uploads';
