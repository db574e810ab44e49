import type { MessageCode } from './message.ts';
import { resources } from './resources.server.ts';

const codes = new Set(Object.keys(resources.en.forms.form));

/** Returns whether a text is a message code. For the server only: browsers load the texts only of their own pages. */
export function isMessageCode(text: string): text is MessageCode {
  return codes.has(text);
}
