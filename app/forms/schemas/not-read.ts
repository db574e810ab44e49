import { z } from 'zod';

/** Schema of an ignored field, because it is hidden or another field makes it irrelevant; always undefined. */
export const notRead = z
  .string()
  .optional()
  .transform(() => undefined);
