import { z } from 'zod';
import { textField } from '#app/forms/schemas/single-line-field.ts';

/** Schema of an answer, whose text may be missing if there are files. */
export const answerSchema = z.object({ text: textField('message_too_long') });
