import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import receiptTexts from '../../locales/en/receipt.json' with { type: 'json' };
import { formData, post, send, validRequest } from '../support/evacuation-request.ts';
import { freePort } from '../support/free-port.ts';
import { jpeg, pdf } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { runEnquiries, type Site, startSite } from '../support/site.ts';
import { type StandInMailServer, startStandInMailServer } from '../support/stand-in-mail-server.ts';
import { waitFor } from '../support/wait-for.ts';

let mailServer: StandInMailServer;
let site: Site;
beforeEach(async () => {
  mailServer = await startStandInMailServer(await freePort('127.0.0.1'));
  site = await startSite({ env: { DESK: 'smtp', SMTP_URL: mailServer.url, DESK_EMAIL: 'desk@example.com' } });
});
afterEach(async () => {
  await site.close();
  await mailServer.close();
});

const files = [
  { name: 'report "final".pdf', bytes: pdf(400_000) },
  { name: 'صورة.jpg', bytes: jpeg },
];

test('a request arrives as an email with its files', async () => {
  const request = validRequest({ name: 'أحمد العلي' });
  const response = await post(site, 'ar', formData(request, files));
  expect(response.status).toBe(303);
  const [mail] = mailServer.received;
  expect(mail?.email.subject).toMatch(/^RUH → MUC · 27\.03\.2031 · [0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect(mail?.email.from).toEqual({ name: 'Rihla Medical Travel', address: 'desk@example.com' });
  expect(mail?.email.replyTo).toEqual([{ name: 'أحمد العلي', address: 'ahmad@example.com' }]);
  expect(mail?.files).toEqual(
    [files[0], files[1]].map((file, index) => ({
      name: file?.name,
      type: index === 0 ? 'application/pdf' : 'image/jpeg',
      size: file?.bytes.length,
      sha256: createHash('sha256')
        .update(file?.bytes ?? '')
        .digest('hex'),
    })),
  );
  expect((await readPage(await fetch(response.headers.get('Location') ?? ''))).status).toBe(200);
});

test('files with equal names are numbered in the email', async () => {
  const photos = [1, 2, 3].map((number) => ({
    name: 'image.jpg',
    bytes: Buffer.concat([jpeg, Buffer.from([number])]),
  }));
  expect((await send(site, {}, photos)).status).toBe(303);
  const [mail] = mailServer.received;
  const names = ['image.jpg', '2 image.jpg', '3 image.jpg'];
  expect(mail?.files.map(({ name }) => name)).toEqual(names);
  for (const name of names) expect(mail?.email.text).toContain(name);
});

test('a request is kept while the mail server is down, and arrives as one email when it is back', async () => {
  await mailServer.close();
  const request = validRequest();
  const page = await readPage(await post(site, 'en', formData(request, files)));
  expect(page.status).toBe(502);
  const reference = page.document.querySelector('[role=alert] bdi')?.textContent ?? '';
  expect(reference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect((await runEnquiries(site, 'list')).output).toMatch(/\twaiting\t.*\tsmtp \(1\)\tCONN ECONNREFUSED$/m);

  mailServer = await startStandInMailServer(Number(new URL(mailServer.url).port));
  expect(await runEnquiries(site, 'requeue', reference)).toMatchObject({ code: 0 });
  await waitFor(() => mailServer.received.length > 0);
  await pause(2500);
  expect(mailServer.received.map(({ email }) => email.subject?.slice(-9))).toEqual([reference]);
  expect(mailServer.received[0]?.files).toHaveLength(2);
  expect((await runEnquiries(site, 'list')).output).toMatch(/\tdelivered\t.*\tsmtp \(2\)\t$/m);
});

test('a rejected email is left for a person, and the log does not reveal whom it concerns', async () => {
  mailServer.setBehaviour('rejects-message');
  const request = validRequest({ email: 'secret.name@example.org' });
  const page = await readPage(await post(site, 'en', formData(request)));
  expect(page.status).toBe(502);
  const path = page.document.querySelector('[role=alert] a[href*="/requests/"]')?.getAttribute('href') ?? '';
  expect((await readPage(await fetch(site.url + path))).text).toContain(receiptTexts.state.refused);
  await expect.poll(() => site.log.join('\n')).toContain('DATA 552');
  expect(site.log.join('\n')).not.toMatch(/secret\.name|desk@example|Ahmad/);
});

test('when a visitor deletes a request, another email asks the desk to delete it, too', async () => {
  const response = await send(site, {}, files);
  const receipt = response.headers.get('Location') ?? '';
  const erased = await fetch(`${receipt}/delete`, { method: 'POST', redirect: 'manual' });
  expect(erased.status).toBe(303);
  await waitFor(() => mailServer.received.length >= 2);
  const [first, second] = mailServer.received;
  expect(second?.email.subject).toBe(`Please erase / bitte löschen · ${first?.email.subject?.slice(-9)}`);
  expect(second?.email.references).toBe(first?.email.messageId);
  expect(second?.files).toEqual([]);
});

test('an email that leaves out large files says how to get them', async () => {
  await site.kill();
  site = await site.restart({ MAIL_MEGABYTES: '0.1' });
  expect((await send(site, {}, files)).status).toBe(303);
  expect(mailServer.received[0]?.files.map(({ name }) => name)).toEqual(['صورة.jpg']);
  expect(mailServer.received[0]?.email.text).toMatch(/npm run enquiries -- files [0-9A-Z]{4}-[0-9A-Z]{4}/);
});
