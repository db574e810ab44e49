import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import {
  callOutcomes,
  type EventDetails,
  type EventKind,
  eventKinds,
  reportableStates,
} from '#app/enquiries/progress/progress.ts';
import { recordProgress } from '#app/enquiries/progress/record-progress.server.ts';
import { takeEnquiry } from '#app/enquiries/progress/take-enquiry.server.ts';
import { storeEnquiry } from '#app/enquiries/store/store-enquiry.server.ts';
import { announceDueSteps } from '#app/notices/alarms.server.ts';
import { addPerson, setDisabled } from '../people/people.server.ts';
import { changeRequest, undoLastChange } from './change-request.server.ts';
import { openRequestIndex } from './request-index.server.ts';

// Who looks after a request once somebody has acted on it, and whether its alarm goes on.

const now = Date.UTC(2031, 2, 27, 13, 0);
const minute = 60_000;

let database: Database;
let people: { me: string; omar: string; former: string };
let request: { id: string; reference: string };
let count = 0;

// One database for all tests: a new one in PostgreSQL takes a second.
beforeAll(async () => {
  database = await openDatabase(':memory:');
  const add = async (name: string, role: 'lead' | 'coordinator') => {
    const added = await addPerson(database, { email: `${name}@x.example`, name, role, language: 'en' }, null, now);
    return added?.person.id ?? '';
  };
  people = { me: await add('me', 'lead'), omar: await add('omar', 'lead'), former: await add('former', 'coordinator') };
  await setDisabled(database, people.former, true, null, now);
  // Newer than all urgent requests, so that the place of an urgent one shows its rank.
  await send('A question', now + minute);
});
afterAll(() => database.destroy());

beforeEach(async () => {
  count += 1;
  // The newest urgent request is the first of them.
  request = await send(`Father is in a coma ${count}`, now + count);
  await announceUntil(0);
});

function send(message: string, at: number) {
  const fields = { name: message, phone: '+966501234567', email: 'a@b.example', message };
  const enquiry = { kind: 'contact' as const, language: 'ar' as const, fields, attachments: [], privacyNotice: 'x' };
  return storeEnquiry(database, enquiry, 'inbox', at);
}

/** Lets time pass. @param until minutes after the requests arrived @returns all notices about the urgent request */
async function announceUntil(until: number): Promise<string[]> {
  for (let at = 0; at <= until; at += 5) {
    await announceDueSteps(database, { minutes: 10, quietHours: undefined }, now + count + at * minute);
  }
  const rows = await database.selectFrom('notices').select('notice').where('enquiry_id', '=', request.id).execute();
  return rows.map(({ notice }) => (JSON.parse(notice) as { type: string }).type);
}

const act = (kind: EventKind, details?: EventDetails, personId = people.me) =>
  changeRequest(database, { reference: request.reference, personId, now: now + minute }, { kind, details });

type Owner = keyof typeof people | null;

/** Returns where the list shows the urgent request, who owns it, and whether notices about it go on. */
async function observe() {
  const { owner, taken_at } = await database
    .selectFrom('enquiries')
    .select(['owner', 'taken_at'])
    .where('id', '=', request.id)
    .executeTakeFirstOrThrow();
  const index = openRequestIndex(database, () => now + 2 * minute);
  const list = (filter: 'open' | 'mine' | 'nobody', search = '') =>
    index.list({ filter, personId: people.me, page: 1, search });
  const before = (await announceUntil(0)).length;
  const later = (await announceUntil(60)).slice(before);
  return {
    owner: (Object.keys(people) as (keyof typeof people)[]).find((name) => people[name] === owner) ?? owner,
    isOnTop: (await list('open')).requests[0]?.reference === request.reference,
    isMine: (await list('mine', request.reference)).count === 1,
    isNobodys: (await list('nobody', request.reference)).count === 1,
    goesOn: later.includes('request.not_taken') && later.includes('request.escalated'),
    isSilent: later.length === 0,
    isTaken: taken_at !== null,
  };
}

function expected(owner: Owner, goesOn: boolean, isClosed = false) {
  return {
    owner,
    isOnTop: goesOn,
    isMine: owner === 'me' && !isClosed,
    isNobodys: (owner === null || owner === 'former') && !isClosed,
    goesOn,
    isSilent: !goesOn,
    isTaken: !goesOn,
  };
}

/** What an action means. `owner`: who owns the request if nobody has owned it; `undefined`: still nobody. */
interface Meaning {
  details?: () => EventDetails;
  owner?: Owner;
  /** Whether the request changes hands although somebody owns it. */
  changesHands?: boolean;
  endsAlarm: boolean;
}

const looksAfter: Meaning = { owner: 'me', endsAlarm: true };
const onlyAdds: Meaning = { endsAlarm: false };

/** Every kind of event: a kind without an entry does not compile. */
const meanings: Record<EventKind, readonly Meaning[]> = {
  read: [onlyAdds],
  taken: [{ details: () => ({ owner: people.me }), owner: 'me', changesHands: true, endsAlarm: true }],
  handed: [
    { details: () => ({ owner: people.omar }), owner: 'omar', changesHands: true, endsAlarm: true },
    { details: () => ({ owner: null }), owner: null, changesHands: true, endsAlarm: false },
  ],
  called: callOutcomes.flatMap((outcome) =>
    [undefined, now + 30 * minute].map((againAt) => ({
      details: () => ({ outcome, againAt }),
      owner: 'me' as const,
      endsAlarm: outcome === 'reached',
    })),
  ),
  waiting: [looksAfter],
  asked: [looksAfter],
  hospital: [looksAfter],
  answered: [looksAfter],
  sent: [looksAfter],
  replied: [onlyAdds],
  note: [onlyAdds],
  closed: [looksAfter],
  restricted: [onlyAdds],
  unrestricted: [onlyAdds],
};

const actions = eventKinds.flatMap((kind) => meanings[kind].map((meaning, index) => ({ kind, index, meaning })));

describe('what somebody at the desk does', () => {
  test.each(actions)('$kind $index: on a request that nobody has', async ({ kind, meaning }) => {
    const { details, owner = null, endsAlarm } = meaning;
    await act(kind, details?.());
    expect(await observe()).toEqual(expected(owner, !endsAlarm, kind === 'closed'));
  });

  test.each(actions)('$kind $index: on a request of a colleague', async ({ kind, meaning }) => {
    const { details, owner = null, changesHands = false } = meaning;
    await act('taken', { owner: people.omar }, people.omar);
    await act(kind, details?.());
    // Handing a request to nobody resumes the alarm; nothing else does.
    const isGivenUp = changesHands && owner === null;
    expect(await observe()).toEqual(expected(changesHands ? owner : 'omar', isGivenUp, kind === 'closed'));
  });

  test.each(actions)('$kind $index: on a request of somebody who has left', async ({ kind, meaning }) => {
    const { details, owner = 'former', changesHands = false } = meaning;
    await act('taken', { owner: people.former }, people.former);
    await act(kind, details?.());
    const isGivenUp = changesHands && owner === null;
    expect(await observe()).toEqual(expected(owner, isGivenUp, kind === 'closed'));
  });

  test.each(actions)('$kind $index: on a request taken at the command line', async ({ kind, meaning }) => {
    const { details, owner = null, changesHands = false } = meaning;
    await takeEnquiry(database, request.id, now);
    await act(kind, details?.());
    const isGivenUp = changesHands && owner === null;
    expect(await observe()).toEqual(expected(owner, isGivenUp, kind === 'closed'));
  });
});

describe('without a name,', () => {
  test('the command line ends the alarm, and the request remains nobody’s', async () => {
    expect(await takeEnquiry(database, request.id, now + minute)).toBe(true);
    expect(await observe()).toEqual(expected(null, false));
  });

  test('the command line takes what somebody tried to call, who still owns it', async () => {
    await act('called', { outcome: 'not_reached' });
    expect(await takeEnquiry(database, request.id, now + minute)).toBe(true);
    expect(await observe()).toEqual(expected('me', false));
  });

  test.each(reportableStates)('%s from the company’s system makes nobody the owner', async (state) => {
    await recordProgress(database, request.reference, { state, source: 'api' }, now + minute);
    expect(await observe()).toEqual(expected(null, state === 'read', state === 'closed'));
  });
});

test('undoing the only action leaves the request to nobody, and resumes the alarm', async () => {
  await act('called', { outcome: 'reached' });
  await undoLastChange(database, { reference: request.reference, personId: people.me, now: now + 2 * minute });
  expect(await observe()).toEqual(expected(null, true));
});

test('a family that writes after the request was closed finds the person who closed it', async () => {
  await act('closed', { reason: 'other' });
  await act('replied', undefined, people.omar);
  expect(await observe()).toEqual(expected('me', false));
});
