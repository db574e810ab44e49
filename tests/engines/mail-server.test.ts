import { setTimeout as pause } from 'node:timers/promises';
import type { Email } from 'postal-mime';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { formatReference } from '../../app/enquiries/reference.ts';
import { formData, post, type SentFile, validRequest } from '../support/evacuation-request.ts';
import { type Listener, type MailServer, startMailServer } from '../support/mail-server.ts';
import { jpeg, pdf } from '../support/medical-files.ts';
import { runEnquiries, type Site, startSite } from '../support/site.ts';
import { siteRows } from '../support/site-rows.ts';

// Delivers to mailboxes on a real mail server, Debian's Postfix and Dovecot. Each test has its own mailbox.

let server: MailServer;
let site: Site;
beforeAll(async () => void (server = await startMailServer()));
afterAll(() => server.close());
afterEach(() => site.close());

const files: SentFile[] = [
  { name: 'report.pdf', bytes: pdf(150_000) },
  { name: 'صورة.jpg', bytes: jpeg },
];

interface Connection {
  listener?: Listener;
  password?: string;
  /** Path of the authority's certificate; if empty, the site does not trust the server's certificate. */
  ca?: string;
}

function mailEnv(users: string[], { listener = 'starttls', password, ca = server.ca }: Connection = {}) {
  return {
    DESK: 'smtp',
    SMTP_URL: server.url(listener, password),
    DESK_EMAIL: users.map((user) => `${user}@example.com`).join(','),
    MAIL_FROM: 'site@example.com',
    NODE_EXTRA_CA_CERTS: ca,
  };
}

async function openSite(user: string | string[], connection?: Connection): Promise<void> {
  site = await startSite({ env: mailEnv([user].flat(), connection) });
}

/** Restarts the site on the same data with corrected settings, and makes the waiting message due. */
async function restart(user: string, connection?: Connection): Promise<void> {
  await site.kill();
  const { output } = await runEnquiries(site, 'requeue', '--all');
  expect(output).toMatch(/^Due now: 1 message\./);
  site = await site.restart(mailEnv([user], connection));
}

/** Sends a request. @returns the status: 303 if it was delivered, 502 if the site keeps trying */
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

/** Reads the delivery state of every request, oldest first. */
async function readDeliveryStates(): Promise<DeliveryState[]> {
  const rows = await siteRows(
    site,
    `SELECT reference, parcels.state, attempts, last_error AS reason
     FROM parcels JOIN enquiries ON enquiries.id = enquiry_id ORDER BY received_at`,
  );
  return rows as unknown as DeliveryState[];
}

const waiting = (reason: string | RegExp) => ({
  ...{ state: 'waiting', attempts: 1 },
  reason: typeof reason === 'string' ? reason : (expect.stringMatching(reason) as string),
});

/** Expects every request to be in the mailbox exactly once and to be recorded as delivered. */
async function expectDeliveredOnce(user: string): Promise<Email[]> {
  const isDelivered = async () =>
    (await readDeliveryStates()).every(({ state, reason }) => state === 'delivered' && reason === null);
  await expect.poll(isDelivered).toBe(true);
  const references = (await readDeliveryStates()).map(({ reference }) => formatReference(reference));
  // Postfix responds before it passes the email to Dovecot.
  const referencesInMailbox = async () =>
    (await server.readMailbox(user)).map(({ subject = '' }) => subject.slice(-9)).sort();
  await expect.poll(referencesInMailbox).toEqual(references.sort());
  // A second copy would have arrived by now.
  await pause(300);
  expect(await referencesInMailbox()).toEqual(references);
  return server.readMailbox(user);
}

const attachmentNames = (mail: Email | undefined) => mail?.attachments.map(({ filename }) => filename);
const receivedHeaders = (mail: Email | undefined) =>
  mail?.headers
    .filter(({ key }) => key === 'received')
    .map(({ value }) => value)
    .join('\n') ?? '';

test.each(['starttls', 'smtps'] as const)(
  'over %s, an email with its files arrives encrypted on the first attempt',
  async (listener) => {
    await openSite(listener, { listener });
    expect(await sendRequest()).toBe(303);
    const [mail] = await expectDeliveredOnce(listener);
    expect(attachmentNames(mail)).toEqual(['report.pdf', 'صورة.jpg']);
    expect(mail?.from?.address).toBe('site@example.com');
    expect(receivedHeaders(mail)).toMatch(/using TLSv1\.[23]/);
    expect(receivedHeaders(mail)).toContain('with ESMTPSA');
  },
);

test('an email waits while the certificate authority is unknown, until NODE_EXTRA_CA_CERTS names it', async () => {
  await openSite('authority', { ca: '' });
  expect(await sendRequest()).toBe(502);
  expect(await readDeliveryStates()).toMatchObject([
    waiting(/^CONN (?:SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/),
  ]);
  expect(await server.readMailbox('authority')).toEqual([]);
  await restart('authority');
  await expectDeliveredOnce('authority');
});

test('an email waits while the certificate is for another host, until the right one is installed', async () => {
  await openSite('certificate', { listener: 'wrong-name' });
  expect(await sendRequest()).toBe(502);
  expect(await readDeliveryStates()).toMatchObject([waiting('CONN ERR_TLS_CERT_ALTNAME_INVALID')]);
  await restart('certificate');
  await expectDeliveredOnce('certificate');
});

test('a server that offers no encryption gets no email', async () => {
  await openSite('encryption', { listener: 'clear' });
  expect(await sendRequest()).toBe(502);
  expect(await readDeliveryStates()).toMatchObject([waiting(/STARTTLS|ETLS|EHLO/)]);
  expect(await server.readMailbox('encryption')).toEqual([]);
  await restart('encryption');
  await expectDeliveredOnce('encryption');
});

test('an email waits while the password is wrong, until it is corrected', async () => {
  await openSite('password', { password: 'of last year' });
  expect(await sendRequest()).toBe(502);
  expect(await readDeliveryStates()).toMatchObject([waiting('AUTH PLAIN 535')]);
  await restart('password');
  await expectDeliveredOnce('password');
});

test('a greylisted email is retried automatically', async () => {
  await openSite('greylisted', { listener: 'greylisting' });
  expect(await sendRequest()).toBe(502);
  expect(await readDeliveryStates()).toMatchObject([waiting('RCPT TO 450')]);
  const [mail] = await expectDeliveredOnce('greylisted');
  expect(attachmentNames(mail)).toEqual(['report.pdf', 'صورة.jpg']);
});

test('if one recipient is greylisted, the other gets the email immediately, and only once', async () => {
  await openSite(['known', 'stranger'], { listener: 'greylisting' });
  expect(await sendRequest()).toBe(303);
  expect(await readDeliveryStates()).toMatchObject([{ state: 'delivered', reason: 'RCPT TO 450' }]);
  expect(await server.readMailbox('stranger')).toEqual([]);
  await expectDeliveredOnce('stranger');
  await expectDeliveredOnce('known');
  expect(await readDeliveryStates()).toMatchObject([{ state: 'delivered', attempts: 2, reason: null }]);
  const [first, second] = await Promise.all(['known', 'stranger'].map((user) => server.readMailbox(user)));
  expect(first?.map(({ messageId }) => messageId)).toEqual(second?.map(({ messageId }) => messageId));
});

test('an email to a full mailbox waits, and is sent with the next one once there is room', async () => {
  await openSite('full');
  server.fill('full');
  expect(await sendRequest()).toBe(502);
  expect(await readDeliveryStates()).toMatchObject([waiting('RCPT TO 552')]);
  expect(await server.readMailbox('full')).toEqual([]);
  await server.empty('full');
  expect(await sendRequest()).toBe(303);
  const emails = await expectDeliveredOnce('full');
  expect(emails.map(attachmentNames)).toEqual([
    ['report.pdf', 'صورة.jpg'],
    ['report.pdf', 'صورة.jpg'],
  ]);
});

test.each(['small', 'small-unadvertised', 'filter'] as const)(
  'if the server rejects the files (%s), the request arrives without them and names them',
  async (listener) => {
    await openSite(listener, { listener });
    expect(await sendRequest()).toBe(303);
    const [mail] = await expectDeliveredOnce(listener);
    expect(attachmentNames(mail)).toEqual([]);
    const reference = formatReference((await readDeliveryStates())[0]?.reference ?? '');
    expect(await readDeliveryStates()).toMatchObject([{ attempts: 1 }]);
    for (const text of [mail?.text ?? '', mail?.html ?? '']) {
      expect(text).toContain('report.pdf');
      expect(text).toContain('صورة.jpg');
      expect(text).toContain('der Mailserver hat die E-Mail mit Dateien nicht angenommen');
      expect(text).toContain(`npm run enquiries -- files ${reference} ${reference}`);
    }
  },
);

test('a nearly full mailbox gets the request without its files', async () => {
  await openSite('narrow');
  server.fill('narrow', 100);
  expect(await sendRequest()).toBe(303);
  const [mail] = await expectDeliveredOnce('narrow');
  expect(attachmentNames(mail)).toEqual([]);
  expect(mail?.text).toContain('report.pdf');
});

test('a server that was down gets the email when it is back', async () => {
  await openSite('away');
  await server.stop();
  expect(await sendRequest()).toBe(502);
  expect(await readDeliveryStates()).toMatchObject([waiting('CONN ECONNREFUSED')]);
  await server.restart();
  const [mail] = await expectDeliveredOnce('away');
  expect(attachmentNames(mail)).toEqual(['report.pdf', 'صورة.jpg']);
});
