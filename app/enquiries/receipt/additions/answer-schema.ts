import { z } from 'zod';
import { textField } from '#app/forms/schemas/text-fields.ts';

/** Schema of an answer, whose text may be missing if there are files. */
export const answerSchema = z.object({ text: textField('message_too_long') });
