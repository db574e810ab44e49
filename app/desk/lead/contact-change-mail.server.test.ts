import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#app/database/database.server.ts';
import { openLog } from '#app/log/log.server.ts';
import { pauseDelivery, resumeDelivery } from '#app/outbound/delivery-pause.server.ts';
import { openMailTransport } from '#app/outbound/mail-transport.server.ts';
import { type StandInMailServer, startStandInMailServer } from '#tests/support/stand-in-mail-server.ts';
import { confirmContactChanges, tellLeads, unseenContactChanges } from '../company/contact-changes.server.ts';
import { addPerson } from '../people/people.server.ts';
import { deskTexts } from '../texts/desk-texts.ts';
import { openContactChangeMail } from './contact-change-mail.server.ts';

const log = openLog();
log.level = 'silent';
const minute = 60_000;

let database: Database;
let server: StandInMailServer;
let now = 0;
let omar = '';
beforeEach(async () => {
  database = await openDatabase(':memory:');
  server = await startStandInMailServer();
  now = Date.parse('2027-03-25T10:00:00Z');
  const [anna] = [await add('anna', 'en'), (omar = await add('omar', 'ar'))];
  await database.transaction().execute((transaction) =>
    tellLeads(transaction, {
      ...{ before: { phone: '+49 1', email: 'a@b.example' }, after: { phone: '+49 9', email: 'c@b.example' } },
      ...{ changedBy: anna, now },
    }),
  );
});
afterEach(async () => {
  await server.close();
  await database.destroy();
});

async function add(name: string, language: 'en' | 'ar'): Promise<string> {
  const added = await addPerson(database, { name, email: `${name}@desk.example`, role: 'lead', language }, null, 0);
  return added?.person.id ?? '';
}

/** Opens the sender of these emails as one of several processes does. */
const open = () =>
  openContactChangeMail(
    {
      database,
      transport: openMailTransport(server.url),
      from: { name: () => 'Rihla', address: 'desk@rihla.example' },
      origin: 'https://rihla.example',
      clock: () => now,
    },
    log,
  );
const recipients = () => server.received.flatMap((mail) => mail.recipients).sort();

test('each lead gets one email in their language, which lists each change, who made it and when', async () => {
  await Promise.all([open().tick(), open().tick()]);
  now += 60 * minute;
  await open().tick();
  expect(recipients()).toEqual(['anna@desk.example', 'omar@desk.example']);
  const mailTo = (name: string) => server.received.find((mail) => mail.recipients[0]?.startsWith(name))?.email;
  const text = mailTo('anna')
    ?.text?.replace(/[\u2066-\u2069]/g, '')
    .replace(/\u00a0/g, ' ');
  expect(text).toContain('anna changed “Phone” on 25 Mar 2027, 11:00: from +49 1 to +49 9.');
  expect(text).toContain('from a@b.example to c@b.example');
  expect(text).toContain('https://rihla.example/desk/company');
  expect(mailTo('omar')?.subject).toBe(deskTexts.ar.company.contactChangeTitle);
});

test('an email that the server does not accept is retried', async () => {
  server.setBehaviour('defers');
  await open().tick();
  server.setBehaviour('ok');
  await open().tick();
  expect(recipients(), 'not immediately').toEqual([]);
  now += 6 * minute;
  await open().tick();
  expect(recipients()).toHaveLength(2);
});

test('nobody is emailed about what they have confirmed, or while deliveries are paused', async () => {
  await pauseDelivery(database, { since: now, reason: 'restored' });
  await open().tick();
  expect(recipients()).toEqual([]);
  await resumeDelivery(database);
  const changes = await unseenContactChanges(database, omar);
  await confirmContactChanges(
    database,
    omar,
    changes.map(({ id }) => id),
    now,
  );
  await open().tick();
  expect(recipients()).toEqual(['anna@desk.example']);
});
