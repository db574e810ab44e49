import { describe, expect, test } from 'vitest';
import { caseOf } from './case.ts';
import type { EventDetails, EventKind } from './progress.ts';

const after = (...events: (EventKind | [EventKind, EventDetails])[]) =>
  caseOf(
    events.map((event, at) =>
      typeof event === 'string' ? { kind: event, at, details: {} } : { kind: event[0], at, details: event[1] },
    ),
  );

test.each<[Parameters<typeof after>, string, boolean]>([
  [[], 'new', false],
  [['read'], 'new', false],
  [['note'], 'new', false],
  [['called'], 'taken', true],
  [['handed'], 'taken', true],
  [['taken', ['handed', { owner: null }]], 'new', false],
  [['taken', 'asked', ['handed', { owner: null }]], 'waiting', false],
  [['taken', ['handed', { owner: null }], 'called'], 'taken', true],
  [['closed', ['handed', { owner: null }]], 'closed', true],
  [['taken', 'closed', ['handed', { owner: null }], 'replied'], 'new', false],
  [['taken', 'closed', ['handed', { owner: null }], 'taken'], 'taken', true],
  [['taken', 'asked'], 'waiting', true],
  [['taken', 'waiting', 'called', 'note', 'read'], 'waiting', true],
  [['taken', 'hospital'], 'hospital', true],
  [['hospital', 'sent'], 'answered', true],
  [['taken', 'closed'], 'closed', true],
])('%j: %s', (kinds, state, isTaken) => {
  expect(after(...kinds)).toMatchObject({ state, isTaken });
});

describe('what the family sends', () => {
  test('makes it the company’s turn, even after closing', () => {
    expect(after('asked', 'replied').state).toBe('taken');
    expect(after('taken', 'closed', 'replied')).toMatchObject({ state: 'taken', closedAt: null });
  });

  test('does not take the request: reminders continue', () => {
    expect(after('replied')).toMatchObject({ state: 'new', isTaken: false });
    expect(after('read', 'replied')).toMatchObject({ state: 'new', isTaken: false });
  });
});

test('the owner is whoever took the request or was handed it last', () => {
  expect(after(['taken', { owner: 'a' }], 'called').owner).toBe('a');
  expect(after(['taken', { owner: 'a' }], ['handed', { owner: 'b' }]).owner).toBe('b');
  expect(after(['taken', { owner: 'a' }], ['handed', { owner: null }]).owner).toBeNull();
});

test('the closing time is that of the last closing, until the request is reopened', () => {
  expect(after('taken', 'closed').closedAt).toBe(1);
  expect(after('taken', 'closed', 'note').closedAt).toBe(1);
  expect(after('closed', 'taken').closedAt).toBeNull();
  expect(after('closed', 'taken', 'closed').closedAt).toBe(2);
});

test('the last call says when to call again, until the request is closed', () => {
  expect(after(['called', { outcome: 'not_reached', againAt: 99 }], 'note').callAgainAt).toBe(99);
  expect(after(['called', { againAt: 99 }], ['called', { outcome: 'reached' }]).callAgainAt).toBeNull();
  expect(after(['called', { againAt: 99 }], 'closed').callAgainAt).toBeNull();
});

test('a request is restricted until the restriction is lifted, whatever happens in between', () => {
  expect(after('taken', 'restricted').restrictedAt).toBe(1);
  expect(after('taken', 'restricted', 'closed', 'note')).toMatchObject({ state: 'closed', restrictedAt: 1 });
  expect(after('restricted', 'unrestricted').restrictedAt).toBeNull();
  expect(after('restricted')).toMatchObject({ state: 'new', isTaken: false });
});
