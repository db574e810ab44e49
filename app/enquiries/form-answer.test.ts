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
  ['a connection that breaks', new TypeError('Failed to fetch')],
  ['an error page of a proxy', new Response(null, { status: 504 })],
])('%s leaves the form where it is', async (_, failure) => {
  expect(await keepFormWhenOffline(() => Promise.reject(failure as Error))).toEqual({
    failed: true,
    problem: 'connection_lost',
  });
});
