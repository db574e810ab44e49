import { expect, test } from 'vitest';
import { openWebStorage } from '#tests/support/browser-storage.ts';
import { oneDay, removeExpired } from './expiring-entries.ts';

const now = Date.UTC(2027, 2, 27, 12);

test('removes only entries that are expired or have no valid expiry', () => {
  const storage = openWebStorage();
  const entries: Record<string, unknown> = {
    'kept-form:contact:/contact': { until: now + 1 },
    'upload:a': { until: now + oneDay },
    'kept-form:old': { until: now },
    'upload:old': { until: now - oneDay },
    'upload:of a clock that was wrong': { until: now + oneDay + 1 },
    'kept-form:timeless': { begunAt: now },
    'upload:null': null,
    language: 'ar',
    consent: { until: 0 },
  };
  for (const [key, value] of Object.entries(entries)) storage.setItem(key, JSON.stringify(value));
  storage.setItem('upload:broken', 'x{');
  removeExpired(() => storage, now);
  const remainingKeys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  expect(remainingKeys).toEqual(['kept-form:contact:/contact', 'upload:a', 'language', 'consent']);
});

test('ignores blocked storage', () => {
  const blockedStorage = () => {
    throw new Error('The operation is insecure');
  };
  expect(() => removeExpired(blockedStorage, now)).not.toThrow();
});
