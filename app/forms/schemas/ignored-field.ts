import { z } from 'zod';

/**
 * The schema of a field that is ignored because it is hidden, or irrelevant given another field. It is always
 * undefined.
 */
export const ignoredField = z
  .string()
  .optional()
  .transform(() => undefined);
