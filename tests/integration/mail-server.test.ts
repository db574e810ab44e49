import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { Email } from 'postal-mime';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { formatReference } from '../../app/enquiries/reference.ts';
import { formData, post, type SentFile, validRequest } from '../support/evacuation-request.ts';
import { type Entrance, type MailServer, startMailServer } from '../support/mail-server.ts';
import { jpeg, pdf } from '../support/medical-files.ts';
import { runEnquiries, type Site, startSite } from '../support/site.ts';

// A mailbox as the desk, on a real mail server: Debian's Postfix and Dovecot. Each test has its own mailbox.

let server: MailServer;
let site: Site;
beforeAll(async () => void (server = await startMailServer()));
afterAll(() => server.close());
afterEach(() => site.close());

const files: SentFile[] = [
  { name: 'report.pdf', bytes: pdf(150_000) },
  { name: 'صورة.jpg', bytes: jpeg },
];

interface Way {
  entrance?: Entrance;
  password?: string;
  /** The authority that signed the server's certificate; without it the site does not trust the certificate. */
  ca?: string;
}

function mailEnv(users: string[], { entrance = 'starttls', password, ca = server.ca }: Way = {}) {
  return {
    DESK: 'smtp',
    SMTP_URL: server.url(entrance, password),
    DESK_EMAIL: users.map((user) => `${user}@example.com`).join(','),
    MAIL_FROM: 'site@example.com',
    NODE_EXTRA_CA_CERTS: ca,
  };
}

async function open(user: string | string[], way?: Way): Promise<void> {
  site = await startSite({ env: mailEnv([user].flat(), way) });
}

/** Restarts the site on the same data with corrected settings, and tells it to deliver what is waiting. */
async function restart(user: string, way?: Way): Promise<void> {
  await site.kill();
  const { output } = await runEnquiries(site, 'requeue', '--all');
  expect(output).toMatch(/^Due now: 1 message\./);
  site = await site.restart(mailEnv([user], way));
}

/** Sends a request. @returns the status: 303 redirects to the receipt, 502 says that the site keeps trying */
async function sendRequest(attached: SentFile[] = files): Promise<number> {
  return (await post(site, 'ar', formData(validRequest(), attached))).status;
}

interface DeliveryState {
  reference: string;
  state: string;
  attempts: number;
  /** The error of the last attempt. */
  reason: string | null;
}

/** The delivery state of the site's requests, in the order of their arrival. */
function requests(): DeliveryState[] {
  const database = new DatabaseSync(join(site.dataDir, 'site.db'), { readOnly: true, timeout: 10_000 });
  try {
    return database
      .prepare(
        'SELECT reference, state, attempts, last_error AS reason FROM parcels JOIN enquiries ON enquiries.id = enquiry_id ORDER BY received_at',
      )
      .all() as unknown as DeliveryState[];
  } finally {
    database.close();
  }
}

const waiting = (reason: string | RegExp) => ({
  ...{ state: 'waiting', attempts: 1 },
  reason: typeof reason === 'string' ? reason : (expect.stringMatching(reason) as string),
});

/** Expects every request to be in the mailbox exactly once and to be recorded as delivered. */
async function expectArrivedOnce(user: string): Promise<Email[]> {
  const isThere = () => requests().every(({ state, reason }) => state === 'delivered' && reason === null);
  await expect.poll(isThere).toBe(true);
  const references = requests().map(({ reference }) => formatReference(reference));
  // Postfix passes the email to Dovecot after it has responded.
  const inMailbox = async () => (await server.mailsOf(user)).map(({ subject = '' }) => subject.slice(-9)).sort();
  await expect.poll(inMailbox).toEqual(references.sort());
  // A second copy would have arrived by now.
  await pause(300);
  expect(await inMailbox()).toEqual(references);
  return server.mailsOf(user);
}

const namesIn = (mail: Email | undefined) => mail?.attachments.map(({ filename }) => filename);
const receivedBy = (mail: Email | undefined) =>
  mail?.headers
    .filter(({ key }) => key === 'received')
    .map(({ value }) => value)
    .join('\n') ?? '';

test.each(['starttls', 'smtps'] as const)('%s: an encrypted email with its files arrives at once', async (entrance) => {
  await open(entrance, { entrance });
  expect(await sendRequest()).toBe(303);
  const [mail] = await expectArrivedOnce(entrance);
  expect(namesIn(mail)).toEqual(['report.pdf', 'صورة.jpg']);
  expect(mail?.from?.address).toBe('site@example.com');
  expect(receivedBy(mail)).toMatch(/using TLSv1\.[23]/);
  expect(receivedBy(mail)).toContain('with ESMTPSA');
});

test('an unknown authority: the email waits until NODE_EXTRA_CA_CERTS names it', async () => {
  await open('authority', { ca: '' });
  expect(await sendRequest()).toBe(502);
  expect(requests()).toMatchObject([waiting(/^CONN (?:SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/)]);
  expect(await server.mailsOf('authority')).toEqual([]);
  await restart('authority');
  await expectArrivedOnce('authority');
});

test('a certificate for another machine: the email waits until the right one is installed', async () => {
  await open('certificate', { entrance: 'wrong-name' });
  expect(await sendRequest()).toBe(502);
  expect(requests()).toMatchObject([waiting('CONN ERR_TLS_CERT_ALTNAME_INVALID')]);
  await restart('certificate');
  await expectArrivedOnce('certificate');
});

test('a server that offers no encryption gets nothing', async () => {
  await open('encryption', { entrance: 'clear' });
  expect(await sendRequest()).toBe(502);
  expect(requests()).toMatchObject([waiting(/STARTTLS|ETLS|EHLO/)]);
  expect(await server.mailsOf('encryption')).toEqual([]);
  await restart('encryption');
  await expectArrivedOnce('encryption');
});

test('a wrong password: the email waits until it is corrected', async () => {
  await open('password', { password: 'of last year' });
  expect(await sendRequest()).toBe(502);
  expect(requests()).toMatchObject([waiting('AUTH PLAIN 535')]);
  await restart('password');
  await expectArrivedOnce('password');
});

test('greylisting: the email is retried automatically', async () => {
  await open('greylisted', { entrance: 'greylisting' });
  expect(await sendRequest()).toBe(502);
  expect(requests()).toMatchObject([waiting('RCPT TO 450')]);
  const [mail] = await expectArrivedOnce('greylisted');
  expect(namesIn(mail)).toEqual(['report.pdf', 'صورة.jpg']);
});

test('greylisting of one recipient: the other gets the email at once, and only once', async () => {
  await open(['known', 'stranger'], { entrance: 'greylisting' });
  expect(await sendRequest()).toBe(303);
  expect(requests()).toMatchObject([{ state: 'delivered', reason: 'RCPT TO 450' }]);
  expect(await server.mailsOf('stranger')).toEqual([]);
  await expectArrivedOnce('stranger');
  await expectArrivedOnce('known');
  expect(requests()).toMatchObject([{ state: 'delivered', attempts: 2, reason: null }]);
  const [one, other] = await Promise.all(['known', 'stranger'].map((user) => server.mailsOf(user)));
  expect(one?.map(({ messageId }) => messageId)).toEqual(other?.map(({ messageId }) => messageId));
});

test('a full mailbox: the email waits, and is sent along with the next one once there is room', async () => {
  await open('full');
  server.fill('full');
  expect(await sendRequest()).toBe(502);
  expect(requests()).toMatchObject([waiting('RCPT TO 552')]);
  expect(await server.mailsOf('full')).toEqual([]);
  await server.empty('full');
  expect(await sendRequest()).toBe(303);
  const mails = await expectArrivedOnce('full');
  expect(mails.map(namesIn)).toEqual([
    ['report.pdf', 'صورة.jpg'],
    ['report.pdf', 'صورة.jpg'],
  ]);
});

test.each(['small', 'small-untold', 'filter'] as const)(
  '%s: the request arrives without the files that the server does not accept, and names them',
  async (entrance) => {
    await open(entrance, { entrance });
    expect(await sendRequest()).toBe(303);
    const [mail] = await expectArrivedOnce(entrance);
    expect(namesIn(mail)).toEqual([]);
    const reference = formatReference(requests()[0]?.reference ?? '');
    expect(requests()).toMatchObject([{ attempts: 1 }]);
    for (const text of [mail?.text ?? '', mail?.html ?? '']) {
      expect(text).toContain('report.pdf');
      expect(text).toContain('صورة.jpg');
      expect(text).toContain('der Mailserver hat die E-Mail mit Dateien nicht angenommen');
      expect(text).toContain(`npm run enquiries -- files ${reference} ${reference}`);
    }
  },
);

test('a mailbox with little room: the request arrives without its files', async () => {
  await open('narrow');
  server.fill('narrow', 100);
  expect(await sendRequest()).toBe(303);
  const [mail] = await expectArrivedOnce('narrow');
  expect(namesIn(mail)).toEqual([]);
  expect(mail?.text).toContain('report.pdf');
});

test('a server that was down gets the email when it is back', async () => {
  await open('away');
  await server.stop();
  expect(await sendRequest()).toBe(502);
  expect(requests()).toMatchObject([waiting('CONN ECONNREFUSED')]);
  await server.restart();
  const [mail] = await expectArrivedOnce('away');
  expect(namesIn(mail)).toEqual(['report.pdf', 'صورة.jpg']);
});
