import { maxCallbackBytes } from './callback-address.ts';

/** The message in the response to a rejected callback, by status. It says nothing about requests. */
const problems: Partial<Record<number, string>> = {
  401: 'Send the token API_CALLBACK_TOKEN: Authorization: Bearer TOKEN',
  403: 'A page of another site may not use this address',
  404: 'There is no such request',
  405: 'Use POST',
  411: 'Send a Content-Length',
  413: `Send at most ${maxCallbackBytes} bytes`,
  422: 'Send {"state": "read", "taken", "called", "waiting", "answered" or "closed", "at": a time such as 2031-03-27T14:05:00Z, or nothing}',
  429: 'Send fewer requests',
  500: 'The site failed; send it again later',
  503: 'The site is overloaded, or its database is unavailable; send it again later',
};

/** Returns the JSON body that explains why a callback is rejected. */
export function callbackProblem(status: number): { error: string } {
  return { error: problems[status] ?? 'The request cannot be read' };
}
