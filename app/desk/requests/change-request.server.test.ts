import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { caseOf } from '#app/enquiries/progress/case.ts';
import type { EventDetails, EventKind } from '#app/enquiries/progress/progress.ts';
import { readHistory } from '#app/enquiries/progress/read-progress.server.ts';
import { recordProgress } from '#app/enquiries/progress/record-progress.server.ts';
import { storeEnquiry } from '#app/enquiries/store/store-enquiry.server.ts';
import { seededRandom } from '#app/flights/suppliers/sample/seeded-random.ts';
import { announceDueSteps } from '#app/notices/alarms.server.ts';
import { eraseEnquiry } from '#app/retention/retention.server.ts';
import { memoryStore } from '#tests/support/memory-storage.ts';
import { findBrokenEntry, readAudit } from '../audit/audit.server.ts';
import { changeRequest, type ChangeResult, undoLastChange } from './change-request.server.ts';

const now = Date.UTC(2031, 2, 27, 13, 0);

let database: Database;
beforeEach(async () => {
  database = await openDatabase(':memory:');
});
afterEach(() => database.destroy());

async function send(name = 'Ahmad'): Promise<{ id: string; reference: string }> {
  const fields = { name, phone: '+966501234567', email: 'a@b.example', message: name };
  const enquiry = { kind: 'contact' as const, language: 'ar' as const, fields, attachments: [], privacyNotice: 'x' };
  return storeEnquiry(database, enquiry, 'api', now);
}

const readRow = (id: string) =>
  database
    .selectFrom('enquiries')
    .select(['state', 'owner', 'closed_at', 'call_again_at', 'case_version', 'taken_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('two people at the same time', () => {
  test('one of them takes a request, and the other learns who was faster', async () => {
    const { id, reference } = await send();
    const take = (personId: string) =>
      changeRequest(
        database,
        { reference, personId, seenVersion: 0, now },
        { kind: 'taken', details: { owner: personId } },
      );
    const results = await Promise.all([take('lina'), take('omar')]);
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['done', 'outdated']);
    const { owner } = await readRow(id);
    const [loser] = results.filter(({ outcome }) => outcome === 'outdated');
    expect(loser).toMatchObject({ newest: { kind: 'taken', source: { personId: owner } } });
    expect(await readHistory(database, id)).toHaveLength(1);
  });

  test('both notes are kept', async () => {
    const { id, reference } = await send();
    await Promise.all(
      ['lina', 'omar'].map((personId) =>
        changeRequest(database, { reference, personId, now }, { kind: 'note', details: { text: `of ${personId}` } }),
      ),
    );
    const history = await readHistory(database, id);
    expect(history.map(({ details }) => details.text).sort()).toEqual(['of lina', 'of omar']);
  });

  test('an undo does not affect what somebody else has just done', async () => {
    const { id, reference } = await send();
    await changeRequest(database, { reference, personId: 'lina', now }, { kind: 'taken' });
    await changeRequest(database, { reference, personId: 'omar', now: now + 1 }, { kind: 'closed' });
    const result = await undoLastChange(database, { reference, personId: 'lina', seenVersion: 1, now: now + 2 });
    expect(result).toMatchObject({ outcome: 'outdated', newest: { kind: 'closed' } });
    expect(await readRow(id)).toMatchObject({ state: 'closed' });
  });
});

describe('reminders continue once nobody is handling a request any more:', () => {
  const escalation = { minutes: 10, quietHours: undefined };
  const minute = 60_000;

  async function announceAndListNotices(time: number): Promise<string[]> {
    await announceDueSteps(database, escalation, time);
    const rows = await database.selectFrom('notices').select('notice').execute();
    return rows.map(({ notice }) => (JSON.parse(notice) as { type: string }).type);
  }

  test.each([
    ['taking it was undone', undoLastChange],
    [
      'it was handed to nobody',
      (...[site, change]: Parameters<typeof undoLastChange>) =>
        changeRequest(site, change, { kind: 'handed', details: { owner: null } }),
    ],
  ])('%s', async (_, giveUp) => {
    const { id, reference } = await send();
    expect(await announceAndListNotices(now)).toEqual(['request.received']);
    const change = { reference, personId: 'lina', now: now + minute };
    await changeRequest(database, change, { kind: 'taken', details: { owner: 'lina' } });
    // The reminder that was due ended without a notice.
    expect(await announceAndListNotices(now + 30 * minute)).toEqual(['request.received']);
    await giveUp(database, { ...change, now: now + 60 * minute });
    expect(await readRow(id)).toMatchObject({ state: 'new', owner: null, taken_at: null });
    expect(await announceAndListNotices(now + 60 * minute)).toEqual(['request.received', 'request.not_taken']);
    expect(await announceAndListNotices(now + 71 * minute)).toEqual([
      'request.received',
      'request.not_taken',
      'request.escalated',
    ]);
  });

  test('a closed request that is handed to nobody causes no reminders', async () => {
    const { id, reference } = await send();
    await announceAndListNotices(now);
    const change = { reference, personId: 'lina', now };
    await changeRequest(database, change, { kind: 'closed' });
    await changeRequest(database, change, { kind: 'handed', details: { owner: null } });
    expect(await readRow(id)).toMatchObject({ state: 'closed', taken_at: now });
    expect(await announceAndListNotices(now + 60 * minute)).toEqual(['request.received']);
  });
});

describe('undo', () => {
  test('reverts the newest change, and then the one before', async () => {
    const { id, reference } = await send();
    const change = { reference, personId: 'lina', now };
    await changeRequest(database, change, { kind: 'taken', details: { owner: 'lina' } });
    await changeRequest(database, change, { kind: 'closed', details: { reason: 'other' } });
    await undoLastChange(database, change);
    expect(await readRow(id)).toMatchObject({ state: 'taken', owner: 'lina', closed_at: null });
    await undoLastChange(database, change);
    expect(await readRow(id)).toMatchObject({ state: 'new', owner: null, taken_at: null });
    expect(await undoLastChange(database, change)).toEqual({ outcome: 'nothing' });
  });

  test('does not go back past what the family has received or the company’s own system has reported', async () => {
    const { reference } = await send();
    const change = { reference, personId: 'lina', now };
    await changeRequest(database, change, { kind: 'taken' });
    await changeRequest(database, change, { kind: 'asked', details: { text: 'Please send …' } });
    expect(await undoLastChange(database, change)).toEqual({ outcome: 'nothing' });
    const other = await send('other');
    await changeRequest(database, { ...change, reference: other.reference }, { kind: 'taken' });
    await recordProgress(database, other.reference, { state: 'answered', source: 'api' }, now + 1);
    expect(await undoLastChange(database, { ...change, reference: other.reference })).toEqual({ outcome: 'nothing' });
  });
});

test('a change to an unknown or erased request results in "gone" and records nothing', async () => {
  const { id, reference } = await send();
  await eraseEnquiry(database, memoryStore(), id, 'visitor', now);
  for (const gone of [reference, 'AAAAAAAA', '']) {
    const change = { reference: gone, personId: 'lina', now };
    expect(await changeRequest(database, change, { kind: 'taken' })).toEqual({ outcome: 'gone' });
    expect(await undoLastChange(database, change)).toEqual({ outcome: 'gone' });
  }
  expect(await readAudit(database, { limit: 10 })).toEqual([]);
});

test.each([1, 2, 3])(
  '500 random actions by three people, seed %d: no update is lost, and the history is complete',
  async (seed) => {
    const random = seededRandom(seed);
    const requests = await Promise.all(['a', 'b', 'c'].map(send));
    const people = ['lina', 'omar', 'sara'] as const;
    /** The version that each person has on the screen, by person and request. */
    const seen = new Map<string, number>();
    const accepted: { id: string; eventId: string; isUndo: boolean }[] = [];
    /** The request and version that each accepted change was based on. */
    const basedOn: string[] = [];
    const outcomes = new Set<ChangeResult['outcome']>();
    let time = now;

    async function act(personId: string, { id, reference }: { id: string; reference: string }, at: number) {
      const screen = `${personId} ${id}`;
      const change = { reference, personId, seenVersion: seen.get(screen) ?? 0, now: at };
      const [kind, details] = random.pick<[EventKind | 'undo', EventDetails?]>([
        ['taken', { owner: personId }],
        ['handed', { owner: random.pick([...people, null]) }],
        ['called', { outcome: 'not_reached', againAt: at + random.integer(1, 1000) }],
        ['note', { text: `${personId} ${at}` }],
        ['waiting'],
        ['hospital'],
        ['answered'],
        ['asked', { text: 'please' }],
        ['closed', { reason: 'other' }],
        ['undo'],
        ['undo'],
      ]);
      const isAddition = kind === 'note' || kind === 'called';
      const result =
        kind === 'undo'
          ? await undoLastChange(database, change)
          : await changeRequest(database, isAddition ? { ...change, seenVersion: undefined } : change, {
              kind,
              details,
            });
      outcomes.add(result.outcome);
      if (result.outcome === 'done') {
        accepted.push({ id, eventId: result.eventId, isUndo: kind === 'undo' });
        if (!isAddition) basedOn.push(`${id} ${change.seenVersion}`);
      }
      // People reload the page after a conflict, and otherwise only half of the time.
      if (result.outcome === 'outdated' || random.chance(0.5)) seen.set(screen, (await readRow(id)).case_version);
    }

    for (let count = 0; count < 500; count += people.length) {
      await Promise.all(
        people.map((person) => act(person, random.pick([...requests] as [(typeof requests)[0]]), time++)),
      );
    }

    expect(new Set(basedOn).size, 'no two changes are based on the same version').toBe(basedOn.length);
    expect(outcomes).toEqual(new Set(['done', 'outdated', 'nothing']));
    for (const { id } of requests) {
      const history = await readHistory(database, id);
      const ofRequest = accepted.filter((action) => action.id === id);
      const recorded = ofRequest.filter(({ isUndo }) => !isUndo).map(({ eventId }) => eventId);
      const undone = ofRequest.filter(({ isUndo }) => isUndo).map(({ eventId }) => eventId);
      expect(history.map((event) => event.id).sort(), 'every accepted action once').toEqual(recorded.sort());
      expect(
        history
          .filter(({ undoneAt }) => undoneAt)
          .map((event) => event.id)
          .sort(),
      ).toEqual(undone.sort());
      const row = await readRow(id);
      const current = caseOf(history.filter(({ undoneAt }) => undoneAt === undefined));
      expect(row).toMatchObject({
        state: current.state,
        owner: current.owner,
        closed_at: current.closedAt,
        call_again_at: current.callAgainAt,
        case_version: ofRequest.length,
      });
      expect(row.taken_at !== null).toBe(current.isTaken);
    }
    expect(await readAudit(database, { limit: 1000 })).toHaveLength(accepted.length);
    expect(await findBrokenEntry(database)).toBeUndefined();
  },
);
