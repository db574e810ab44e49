import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailTexts } from '../../app/delivery/message/mail-texts.ts';
import { type EnquirySite, startEnquirySite } from '../support/enquiry-site.ts';
import { send, validRequest } from '../support/evacuation-request.ts';
import { readPage } from '../support/page.ts';
import { runEnquiries, startSite } from '../support/site.ts';
import { startStandInMailServer } from '../support/stand-in-mail-server.ts';

let enquirySite: EnquirySite;
beforeAll(async () => {
  enquirySite = await startEnquirySite();
});
afterAll(() => enquirySite.close());

const formAddresses = [
  '/ar',
  '/en/services/evacuation',
  '/ar/contact',
  '/en/services/booking',
  '/en/medical-flight/incubator',
  '/ar/about',
];

test.each(formAddresses)('the form at %s has a honeypot that is neither visible nor focusable', async (address) => {
  const { document } = await readPage(await fetch(enquirySite.site.url + address));
  const field = document.querySelector('form[method=post] input[name=website]');
  expect(field?.getAttribute('tabindex')).toBe('-1');
  expect(field?.getAttribute('value')).toBeFalsy();
  // Text browsers show the field, so its label asks people to leave it empty.
  expect(field?.closest('label')?.textContent.trim().length).toBeGreaterThan(10);
  expect(field?.closest('[aria-hidden=true]')?.classList.contains('visually-hidden')).toBe(true);
});

test('a request with a filled-in honeypot is delivered but marked as possibly automated', async () => {
  const { name } = validRequest();
  const response = await send(enquirySite.site, { name: name ?? '', website: 'https://spam.example' });
  expect(response.status).toBe(303);
  const [call] = enquirySite.acceptedFor(name ?? '');
  expect(call?.mayBeAutomated).toBe(true);
  expect(
    call?.parts.map(({ name: field }) => field),
    'the value of the honeypot is not sent',
  ).not.toContain('website');
  // The sender sees the usual receipt: a bot learns nothing, and a patient is not alarmed.
  const receipt = await readPage(await fetch(response.headers.get('Location') ?? ''));
  expect(receipt.status).toBe(200);
  expect(receipt.html).not.toContain('spam.example');
});

test('a request with an empty honeypot is not marked', async () => {
  const { name } = validRequest();
  expect((await send(enquirySite.site, { name: name ?? '', website: '' })).status).toBe(303);
  const [call] = enquirySite.acceptedFor(name ?? '');
  expect(call?.mayBeAutomated).toBe(false);
});

test('the command line and the email say that a request may be automated', async () => {
  const mailServer = await startStandInMailServer();
  const site = await startSite({ env: { DESK: 'smtp', SMTP_URL: mailServer.url, DESK_EMAIL: 'desk@example.com' } });
  try {
    for (const website of ['x', '']) expect((await send(site, { website })).status).toBe(303);
    const [marked, unmarked] = mailServer.received.map(({ email }) => email.text ?? '');
    for (const texts of [mailTexts.de, mailTexts.en]) {
      expect(marked).toContain(texts.mayBeAutomated);
      expect(unmarked).not.toContain(texts.mayBeAutomated);
    }
    const references = [marked, unmarked].map((text) => /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(text ?? '')?.[0] ?? '');
    const outputs = await Promise.all(references.map((reference) => runEnquiries(site, 'show', reference)));
    expect(outputs.map(({ output }) => output.includes('may have been sent by a bot'))).toEqual([true, false]);
    const json = await runEnquiries(site, 'show', references[0] ?? '', '--json');
    expect(JSON.parse(json.output)).toMatchObject({ mayBeAutomated: true });
  } finally {
    await site.close();
    await mailServer.close();
  }
});
