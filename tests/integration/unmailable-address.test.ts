import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailTexts } from '../../app/delivery/message/mail-texts.ts';
import { startSession } from '../../app/desk/sign-in/sessions.server.ts';
import { deskTexts } from '../../app/desk/texts/desk-texts.ts';
import { type FormLanguage, formLanguageCodes, pageLanguage, withFormOnlyLanguage } from '../../app/i18n/languages.ts';
import { addMember, withDatabase } from '../support/desk-people.ts';
import { formData, validRequest } from '../support/evacuation-request.ts';
import { freePort } from '../support/free-port.ts';
import { type Page, readPage } from '../support/page.ts';
import { type Site, startSite } from '../support/site.ts';
import { type StandInMailServer, startStandInMailServer } from '../support/stand-in-mail-server.ts';
import { inEach } from '../support/translations.ts';
import { waitFor } from '../support/wait-for.ts';

const texts = inEach(formLanguageCodes, ({ receipt }) => receipt);
const staffLanguages = ['de', 'ar', 'en'] as const;

let site: Site;
let mailServer: StandInMailServer;
const sessions: Partial<Record<string, string>> = {};
beforeAll(async () => {
  mailServer = await startStandInMailServer();
  // Links in emails need a public address.
  const port = await freePort('127.0.0.1');
  site = await startSite({
    env: {
      ...{ PORT: String(port), SITE_URL: `http://127.0.0.1:${port}`, RATE_LIMIT_FACTOR: '1000' },
      ...{ SMTP_URL: mailServer.url, MAIL_FROM: 'site@c.example' },
    },
  });
  for (const language of staffLanguages) {
    const member = await addMember(site, { name: `Lina ${language}`, role: 'coordinator', language });
    sessions[language] = await withDatabase(site, (database) =>
      database.transaction().execute((transaction) => startSession(transaction, member.id, false, Date.now())),
    );
  }
});
afterAll(async () => {
  await site.close();
  await mailServer.close();
});

/** Sends a request with an address. @returns the path of its receipt, and its reference */
async function request(language: FormLanguage, email: string) {
  const path = withFormOnlyLanguage(`/${pageLanguage(language)}/services/evacuation`, language);
  const body = formData(validRequest({ email }));
  const sent = await fetch(site.url + path, { method: 'POST', body, redirect: 'manual' });
  expect(sent.status).toBe(303);
  const { pathname } = new URL(sent.headers.get('Location') ?? '');
  const page = await readPage(await fetch(site.url + pathname));
  const reference = (/[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(page.title)?.[0] ?? '').replace('-', '');
  return { pathname, page, reference };
}

const deskPage = async (reference: string, language: (typeof staffLanguages)[number]): Promise<Page> =>
  readPage(
    await fetch(`${site.url}/desk/requests/${reference}`, { headers: { Cookie: `desk=${sessions[language]}` } }),
  );

const askForMail = (pathname: string) =>
  fetch(site.url + pathname, {
    method: 'POST',
    body: formData({ kind: 'mail', wants_mail: 'on' }),
    redirect: 'manual',
  });

describe.each(['أحمد@example.com', 'müller@example.com', 'a@example..com', 'a@exa_mple.com'])('to %s', (email) => {
  test.each(formLanguageCodes)('no news is promised in %s', async (language) => {
    const { pathname, page, reference } = await request(language, email);
    const t = texts[language];
    expect(page.text).toContain(t.mail.impossible);
    expect(page.text).not.toContain(t.mail.box);
    const [promise = ''] = t.next_call.split('{{phone}}').slice(-1);
    expect(page.text).not.toContain(promise);
    expect(page.text).toContain(t.next_call_only.split('{{phone}}')[0]);
    // Not even if somebody asks for it without the box.
    await askForMail(pathname);
    for (const staffLanguage of staffLanguages) {
      const desk = await deskPage(reference, staffLanguage);
      expect(desk.text).toContain(mailTexts[staffLanguage].notMailable);
      expect(desk.text).not.toContain(deskTexts[staffLanguage].family.wantsMail);
      expect(desk.html).not.toContain('mailto:');
    }
  });
});

test.each(formLanguageCodes)('an international domain gets the link, in %s', async (language) => {
  const { pathname, page, reference } = await request(language, `a${language}@مثال.السعودية`);
  expect(page.text).toContain(texts[language].mail.box);
  expect(page.text).not.toContain(texts[language].mail.impossible);
  await askForMail(pathname);
  const recipient = `a${language}@xn--mgbh0fb.xn--mgberp4a5d4ar`;
  await waitFor(() => mailServer.received.some(({ raw }) => raw.includes(`To: ${recipient}\r\n`)));
  const desk = await deskPage(reference, 'en');
  expect(desk.html).toContain(`mailto:${recipient}`);
  expect(desk.text).not.toContain(mailTexts.en.notMailable);
});
