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
])('%j is the answer of a form that did not go through: %s', (actionData, isFailed) => {
  expect(isFailedAnswer(actionData)).toBe(isFailed);
});

test('an answer of the server is passed on', async () => {
  const answer = { failed: true, problem: 'too_much' } as const;
  expect(await keepFormWhenOffline(() => Promise.resolve(answer))).toBe(answer);
});

test('the redirect to the receipt leads on', async () => {
  const redirect = new Response(null, { status: 303 });
  await expect(keepFormWhenOffline(() => Promise.reject(redirect as unknown as Error))).rejects.toBe(redirect);
});

test.each([
  ['a connection that breaks', new TypeError('Failed to fetch'), 'connection_lost'],
  ['an error page of a proxy', new Response(null, { status: 504 }), 'unanswered'],
])('%s leaves the form where it is, and says what is known', async (_, failure, problem) => {
  expect(await keepFormWhenOffline(() => Promise.reject(failure as Error))).toEqual({
    failed: true,
    problem,
  });
});

test('an answer that is not ours, such as the log-in page of a network, is none', async () => {
  const page = '<html>Please log in</html>' as unknown as undefined;
  expect(await keepFormWhenOffline(() => Promise.resolve(page))).toEqual({ failed: true, problem: 'unanswered' });
});
