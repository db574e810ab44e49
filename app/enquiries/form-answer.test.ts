import { expect, test } from 'vitest';
import { isFailedAnswer, keepFormWhenOffline } from './form-answer.ts';

test.each([
  [{ failed: true }, true],
  [{ failed: false }, false],
  [{ failed: 'true' }, false],
  [{}, false],
  [undefined, false],
  [null, false],
  ['failed', false],
])('%j is a failed answer: %s', (actionData, isFailed) => {
  expect(isFailedAnswer(actionData)).toBe(isFailed);
});

test('the server’s answer is passed on', async () => {
  const answer = { failed: true, problem: 'too_much' } as const;
  expect(await keepFormWhenOffline(() => Promise.resolve(answer))).toBe(answer);
});

test('the redirect to the receipt is followed', async () => {
  const redirect = new Response(null, { status: 303 });
  await expect(keepFormWhenOffline(() => Promise.reject(redirect as unknown as Error))).rejects.toBe(redirect);
});

test.each([
  ['a broken connection', new TypeError('Failed to fetch'), 'connection_lost'],
  ['an error page of a proxy', new Response(null, { status: 504 }), 'unanswered'],
])('%s keeps the form and reports the problem', async (_, failure, problem) => {
  expect(await keepFormWhenOffline(() => Promise.reject(failure as Error))).toEqual({
    failed: true,
    problem,
  });
});

test('a foreign response, such as a captive portal, is reported as unanswered', async () => {
  const page = '<html>Please log in</html>' as unknown as undefined;
  expect(await keepFormWhenOffline(() => Promise.resolve(page))).toEqual({ failed: true, problem: 'unanswered' });
});
