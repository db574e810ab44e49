import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type EnquirySite, startEnquirySite } from '../support/enquiry-site.ts';
import { formData, send } from '../support/evacuation-request.ts';
import { everyForm } from '../support/every-form.ts';
import { pdf } from '../support/medical-files.ts';
import { type NoticeReceiver, noticeSecret, startNoticeReceiver } from '../support/notice-receiver.ts';
import { runEnquiries, type Site, startSite } from '../support/site.ts';
import { siteRows } from '../support/site-rows.ts';
import { mailPassword, type StandInMailServer, startStandInMailServer } from '../support/stand-in-mail-server.ts';
import { waitFor } from '../support/wait-for.ts';

// Notices to whoever is on duty. The receiver verifies every signature.

const receiptPathOf = (response: Response) => new URL(response.headers.get('Location') ?? '').pathname;

describe('a site with default settings and a NOTIFY_URL', () => {
  let receiver: NoticeReceiver;
  let site: Site;
  beforeAll(async () => {
    receiver = await startNoticeReceiver();
    site = await startSite({
      env: { NOTIFY_URL: receiver.url, NOTIFY_SECRET: noticeSecret, RATE_LIMIT_FACTOR: '100' },
    });
  });
  afterAll(async () => {
    await site.close();
    await receiver.close();
  });
  afterEach(() => {
    receiver.setBehaviour('ok');
    receiver.received.length = 0;
  });

  test.each(everyForm)('$name causes a signed notice within 5 seconds, without personal data', async (form) => {
    const fields = form.valid();
    const response = await fetch(`${site.url}/ar${form.path}`, {
      method: 'POST',
      body: formData(fields, [{ name: 'secret report.pdf', bytes: pdf(900) }]),
      redirect: 'manual',
    });
    expect(response.status).toBe(303);
    const { notice, body, headers } = await waitFor(() => receiver.received[0]);
    const page = await (await fetch(site.url + receiptPathOf(response))).text();
    expect(page).toContain(notice.reference);
    expect(notice).toMatchObject({ type: 'request.received', language: form.path.includes('ru') ? 'ru' : 'ar' });
    expect(headers['content-type']).toBe('application/json');
    if ('origin' in fields) expect(notice).toMatchObject({ from: 'SA', to: 'DE' });
    const choices = ['hotel', 'chauffeur', 'son', 'on'];
    const typed = Object.values(fields).filter((value) => value.length > 1 && !choices.includes(value));
    // The digits of an age or a width may also occur in the time or the reference.
    const content = body.replace(notice.at, '').replace(notice.reference ?? '', '');
    for (const value of [...typed, 'secret', '/requests/', '127.0.0.1']) expect(content).not.toContain(value);
    await pause(1_500);
    expect(receiver.received).toHaveLength(1);
  });

  test('later documents cause a notice, and the same documents again cause none', async () => {
    const receipt = receiptPathOf(await send(site));
    await waitFor(() => receiver.received[0]);
    const documents = () =>
      fetch(site.url + receipt, {
        method: 'POST',
        body: formData({ kind: 'documents' }, [{ name: 'late.pdf', bytes: pdf(800, 9) }]),
        redirect: 'manual',
      });
    expect((await documents()).status).toBe(303);
    const { notice } = await waitFor(() => receiver.received[1]);
    expect(notice).toMatchObject({ type: 'request.documents', reference: receiver.received[0]?.notice.reference });
    await documents();
    await pause(1_500);
    expect(receiver.received).toHaveLength(2);
  });

  test('the same request sent twice causes one notice', async () => {
    const fields = { name: 'Twice' };
    await send(site, { ...fields, email: 'twice@example.com' });
    await waitFor(() => receiver.received[0]);
    await send(site, { ...fields, email: 'twice@example.com' });
    await pause(1_500);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(receiver.received.length);
  });

  test('a receiver that was down is notified when it is back, under the same ID, even after a restart', async () => {
    receiver.setBehaviour('fails');
    await send(site);
    await waitFor(() => receiver.received[0]);
    await site.kill();
    receiver.setBehaviour('ok');
    site = await site.restart();
    const accepted = await waitFor(() => receiver.received.find((received) => received.accepted));
    expect(accepted.id).toBe(receiver.received[0]?.id);
    await pause(1_500);
    expect(receiver.received.filter((received) => received.accepted)).toHaveLength(1);
  });

  test('a request can be taken on the command line, and only once', async () => {
    await send(site);
    const { notice } = await waitFor(() => receiver.received[0]);
    const reference = notice.reference ?? '';
    expect((await runEnquiries(site, 'show', reference)).output).toMatch(/^Taken +not yet$/m);
    expect(await runEnquiries(site, 'take', reference)).toMatchObject({
      code: 0,
      output: `${reference} is now marked as taken: there will be no more reminders.\n`,
    });
    expect((await runEnquiries(site, 'take', reference)).output).toContain('had already been taken');
    expect((await runEnquiries(site, 'take', 'AAAA-AAAA')).code).toBe(2);
    const enquiries = JSON.parse((await runEnquiries(site, 'list', '--json')).output) as Record<string, unknown>[];
    expect(enquiries.find((enquiry) => enquiry.reference === reference)?.takenAt).toEqual(expect.stringMatching(/^20/));
  });

  test('erasing a request also erases its notices', async () => {
    const receipt = receiptPathOf(await send(site));
    await waitFor(() => receiver.received[0]);
    await fetch(`${site.url}${receipt}/delete`, { method: 'POST', redirect: 'manual' });
    const remaining = await siteRows(
      site,
      'SELECT notices.id FROM notices JOIN enquiries ON enquiries.id = enquiry_id WHERE erased_at IS NOT NULL',
    );
    expect(remaining).toEqual([]);
  });

  test('a database fault is reported once, without using the database, and requests work again after the repair', async () => {
    await siteRows(site, 'ALTER TABLE receipts RENAME TO lost');
    expect((await send(site)).status).toBe(503);
    expect((await send(site)).status).toBe(503);
    await siteRows(site, 'ALTER TABLE lost RENAME TO receipts');
    const { notice } = await waitFor(() => receiver.received[0]);
    expect(notice).toMatchObject({ type: 'trouble.began', trouble: 'database_fault' });
    expect(receiver.received).toHaveLength(1);
    expect((await send(site)).status).toBe(303);
    await waitFor(() => receiver.received.find((received) => received.notice.type === 'request.received'));
  });
});

describe('the start', () => {
  const sites: Site[] = [];
  afterAll(() => Promise.all(sites.map((site) => site.close())));
  const start = async (env: Record<string, string>) => {
    const site = await startSite({ env });
    sites.push(site);
    return site;
  };
  const warning = 'Nobody is notified of requests';

  test('of a public site without a recipient of notices logs a warning, every time', async () => {
    const site = await start({ SITE_URL: 'https://www.example.com' });
    await expect.poll(() => site.log.join('\n')).toContain(warning);
    await site.kill();
    const restarted = await site.restart();
    sites.push(restarted);
    await expect.poll(() => restarted.log.join('\n')).toContain(warning);
  });

  test('of a local site, or of one with a recipient, logs no warning', async () => {
    const recipient = { NOTIFY_URL: 'http://127.0.0.1:9', NOTIFY_SECRET: noticeSecret };
    for (const env of [{}, { SITE_URL: 'https://www.example.com', ...recipient }]) {
      expect((await start(env)).log.join('\n')).not.toContain(warning);
    }
  });

  test('logs whether the mailbox works, with the right and a wrong password', async () => {
    const mailServer = await startStandInMailServer();
    const env = { DESK: 'smtp', DESK_EMAIL: 'desk@example.com' };
    const working = await start({ ...env, SMTP_URL: mailServer.url });
    await waitFor(() => working.log.find((line) => line.includes('desk check succeeded')));
    const failing = await start({
      ...env,
      SMTP_URL: mailServer.url.replace(encodeURIComponent(mailPassword), 'wrong'),
    });
    const line = await waitFor(() => failing.log.find((text) => text.includes('desk check failed')));
    expect(JSON.parse(line)).toMatchObject({ level: 50, desk: 'smtp' });
    await mailServer.close();
    expect(mailServer.received).toEqual([]);
  });

  test('logs whether the API can be reached, without sending a request', async () => {
    const enquirySite: EnquirySite = await startEnquirySite();
    await waitFor(() => enquirySite.site.log.find((line) => line.includes('desk check succeeded')));
    expect(enquirySite.api.received).toEqual([]);
    await enquirySite.close();
    const unreachable = await start({ DESK: 'api', API_URL: 'http://127.0.0.1:9' });
    await waitFor(() => unreachable.log.find((line) => line.includes('desk check failed')));
  });
});

describe('notices by email', () => {
  let mailServer: StandInMailServer;
  let site: Site;
  beforeAll(async () => {
    mailServer = await startStandInMailServer();
    site = await startSite({
      env: {
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'site@example.com',
        NOTIFY_EMAIL: 'duty@example.com, second@example.com',
      },
    });
  });
  afterAll(async () => {
    await site.close();
    await mailServer.close();
  });

  test('reach every recipient in a separate email, with the same Message-ID and no personal data', async () => {
    await send(site, { name: 'Ahmad Al-Secret' });
    await waitFor(() => mailServer.received.length >= 2);
    expect(mailServer.received.map(({ recipients }) => recipients).sort()).toEqual([
      ['duty@example.com'],
      ['second@example.com'],
    ]);
    const [first, second] = mailServer.received.map(({ email }) => email);
    expect(first?.messageId).toBe(second?.messageId);
    expect(first?.from?.address).toBe('site@example.com');
    expect(first?.subject).toMatch(/^New · Medical flight · /);
    expect(first?.subject).toMatch(/ · [0-9A-Z]{4}-[0-9A-Z]{4}$/);
    for (const { raw } of mailServer.received) expect(raw).not.toMatch(/Secret|966|ahmad/i);
  });
});

describe('a push server', () => {
  test('gets the topic, a title and a priority', async () => {
    const server = await startNoticeReceiver(0, false);
    const site = await startSite({
      env: { NOTIFY_URL: `ntfy+${server.url}/behind/night-duty`, NTFY_TOKEN: 'tk_secret', DESK: 'inbox' },
    });
    await send(site, { date: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10) });
    const { path, body, headers } = await waitFor(() => server.received[0]);
    expect(path).toBe('/behind/');
    expect(headers.authorization).toBe('Bearer tk_secret');
    expect(JSON.parse(body)).toMatchObject({
      topic: 'night-duty',
      title: expect.stringMatching(/^URGENT · New · Medical flight · /) as string,
      priority: 5,
    });
    expect(site.log.join('\n')).not.toMatch(/tk_secret|night-duty/);
    await site.close();
    await server.close();
  });
});

describe('a desk that refuses a request', () => {
  test('causes one notice at the refusal, and one when the request has been delivered', async () => {
    const receiver = await startNoticeReceiver();
    const env = { NOTIFY_URL: receiver.url, NOTIFY_SECRET: noticeSecret };
    const enquirySite = await startEnquirySite({ env });
    const { site, api } = enquirySite;
    api.setBehaviour('refuses');
    await send(site);
    const began = await waitFor(() => receiver.received.find((received) => received.notice.type === 'trouble.began'));
    expect(began.notice).toMatchObject({ trouble: 'desk_refused', reason: 'status 422' });
    api.setBehaviour('ok');
    expect((await runEnquiries(site, 'requeue', began.notice.reference ?? '')).code).toBe(0);
    const ended = await waitFor(() => receiver.received.find((received) => received.notice.type === 'trouble.over'));
    expect(ended.notice.reference).toBe(began.notice.reference);
    expect(receiver.received.filter((received) => received.notice.type.startsWith('trouble'))).toHaveLength(2);
    await enquirySite.close();
    await receiver.close();
  });
});
