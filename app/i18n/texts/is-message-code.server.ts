import type { MessageCode } from './message.ts';
import { resources } from './resources.server.ts';

const codes = new Set(Object.keys(resources.en.forms.form));

/** Whether a text is a message code. On the server only: a browser loads the messages of its own language, as texts. */
export function isMessageCode(text: string): text is MessageCode {
  return codes.has(text);
}
