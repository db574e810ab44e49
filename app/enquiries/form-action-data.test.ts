import { expect, test } from 'vitest';
import { isFormFailure, keepFormOnFailure } from './form-action-data.ts';

test.each([
  [{ failed: true }, true],
  [{ failed: false }, false],
  [{ failed: 'true' }, false],
  [{}, false],
  [undefined, false],
  [null, false],
  ['failed', false],
])('tells whether action data %j reports a failed submission: %s', (actionData, isFailed) => {
  expect(isFormFailure(actionData)).toBe(isFailed);
});

test('returns the server’s action data', async () => {
  const actionData = { failed: true, problem: 'too_much' } as const;
  expect(await keepFormOnFailure(() => Promise.resolve(actionData))).toBe(actionData);
});

test('passes the redirect to the receipt on to the router', async () => {
  const redirect = new Response(null, { status: 303 });
  await expect(keepFormOnFailure(() => Promise.reject(redirect as unknown as Error))).rejects.toBe(redirect);
});

test.each([
  ['a broken connection', new TypeError('Failed to fetch'), 'connection_lost'],
  ['an unavailable database', { status: 503, statusText: '', internal: false, data: null }, 'storage_failed'],
  ['a fault of the site', { status: 500, statusText: '', internal: false, data: null }, 'unanswered'],
  ['an error page from a proxy', new Response(null, { status: 504 }), 'unanswered'],
])('reports %s as a problem with the form', async (_case, failure, problem) => {
  expect(await keepFormOnFailure(() => Promise.reject(failure as Error))).toEqual({
    failed: true,
    problem,
  });
});

test('reports a response from a captive portal as unanswered', async () => {
  const page = '<html>Please log in</html>' as unknown as undefined;
  expect(await keepFormOnFailure(() => Promise.resolve(page))).toEqual({ failed: true, problem: 'unanswered' });
});
