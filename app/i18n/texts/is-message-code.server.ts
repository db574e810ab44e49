import type { MessageCode } from './message.ts';
import { resources } from './resources.server.ts';

const codes = new Set(Object.keys(resources.en.forms.form));

/**
 * Returns whether a string is a message code. For the server only: a browser loads only the messages of the current page.
 */
export function isMessageCode(text: string): text is MessageCode {
  return codes.has(text);
}
