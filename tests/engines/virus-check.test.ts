import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import ar from '../../locales/ar/receipt.json' with { type: 'json' };
import en from '../../locales/en/receipt.json' with { type: 'json' };
import { type Clamd, eicarName, prepareClamd, startClamd } from '../support/clamd.ts';
import { type EnquirySite, fieldsOf, startEnquirySite } from '../support/enquiry-site.ts';
import { formData, post, send, type SentFile, validRequest } from '../support/evacuation-request.ts';
import { infectedPdf, pdf } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { runEnquiries, type Site, startSite } from '../support/site.ts';
import { siteRows } from '../support/site-rows.ts';
import { type StandInMailServer, startStandInMailServer } from '../support/stand-in-mail-server.ts';

// Follows visitors' files from the form to the desk, with a real ClamAV as the scanner.

const fixedMessage = 'medical Evacuation request';
const clean: SentFile = { name: 'report.pdf', bytes: pdf(5000, 1) };
const infected: SentFile = { name: 'تقرير.pdf', bytes: infectedPdf(5000, 2) };

/** Sends a request. @returns the URL of its receipt */
async function sendRequest(site: { url: string }, name: string, files: SentFile[]): Promise<string> {
  const response = await send(site, { name }, files);
  expect(response.status).toBe(303);
  return response.headers.get('Location') ?? '';
}

const openReceipt = async (address: string) => readPage(await fetch(address));
const namesOf = (calls: { files: { name: string }[] }[]) => calls.map(({ files }) => files.map(({ name }) => name));

/** Reads the verdicts of all files in the database, oldest first. */
async function readVerdicts(site: Site): Promise<{ name?: unknown; virus_check?: unknown }[]> {
  const rows = await siteRows(
    site,
    `SELECT name, virus_check FROM attachments JOIN enquiries ON enquiries.id = enquiry_id
     ORDER BY received_at, parcel, position`,
  );
  return rows.map(({ name, virus_check }) => ({ name, virus_check }));
}

/** Reads the states of all outbox messages, in order. */
async function readOutboxStates(site: Site): Promise<unknown[]> {
  return (await siteRows(site, 'SELECT state FROM parcels ORDER BY number')).map(({ state }) => state);
}

/** Waits long enough for the outbox to make an unwanted delivery. */
const waitForOutbox = () => pause(2_500);

describe('with a scanner, and the API as desk', () => {
  let scanner: Clamd;
  let enquirySite: EnquirySite;
  beforeAll(async () => {
    scanner = await startClamd({ StreamMaxLength: '5M', MaxFileSize: '3M' });
    enquirySite = await startEnquirySite({ env: { CLAMD_URL: scanner.url } });
  });
  afterAll(async () => {
    await enquirySite.close();
    await scanner.close();
  });

  test('a clean file is delivered with its request, as without a scanner', async () => {
    await sendRequest(enquirySite.site, 'Good', [clean]);
    const [call] = enquirySite.acceptedFor('Good');
    expect(call?.files.map(({ name, size }) => ({ name, size }))).toEqual([{ name: 'report.pdf', size: 5000 }]);
    expect(fieldsOf(call).message).toBe(fixedMessage);
    expect(call?.withheld).toBeUndefined();
  });

  test('an infected file is stored and reported to the desk, but not delivered', async () => {
    const receipt = await sendRequest(enquirySite.site, 'Infected', [clean, infected]);
    const calls = enquirySite.acceptedFor('Infected');
    expect(namesOf(calls)).toEqual([['report.pdf']]);
    expect(fieldsOf(calls[0]).message).toBe(
      `${fixedMessage}\n\nFiles held back by the virus check: تقرير.pdf (virus found: ${eicarName}).`,
    );
    expect(calls[0]?.withheld).toBe('infected=1');

    const page = await openReceipt(receipt);
    expect(page.text).toContain('تقرير.pdf');
    expect(page.text.split(en.file_stopped)).toHaveLength(2);
    expect(page.text).toContain(en.state.delivered);
    expect((await openReceipt(receipt.replace('/en/', '/ar/'))).text).toContain(ar.file_stopped);
    await waitForOutbox();
    expect(enquirySite.acceptedFor('Infected')).toHaveLength(1);
    const log = enquirySite.site.log.join('\n');
    expect(log).toContain(`"state":"infected","finding":"${eicarName}","size":5000`);
    expect(log).not.toMatch(/report\.pdf|تقرير/);
  });

  test('a request whose only file is infected is delivered without files', async () => {
    await sendRequest(enquirySite.site, 'Only infected', [infected]);
    const [call] = enquirySite.acceptedFor('Only infected');
    expect(call).toMatchObject({ files: [], withheld: 'infected=1' });
  });

  test('the same file is scanned again in another request', async () => {
    await sendRequest(enquirySite.site, 'Same once', [infected]);
    await sendRequest(enquirySite.site, 'Same twice', [{ ...infected, name: 'renamed.pdf' }, clean]);
    expect(namesOf(enquirySite.acceptedFor('Same twice'))).toEqual([['report.pdf']]);
  });

  test('a file beyond the scanner’s limits is withheld, and the desk learns which and why', async () => {
    const long = { name: 'long.pdf', bytes: pdf(4_000_000, 3) };
    const longer = { name: 'longer.pdf', bytes: pdf(8_000_000, 4) };
    const receipt = await sendRequest(enquirySite.site, 'Too large', [long, longer, clean]);
    const [call] = enquirySite.acceptedFor('Too large');
    expect(call?.files.map(({ name }) => name)).toEqual(['report.pdf']);
    expect(fieldsOf(call).message).toContain(
      'long.pdf (could not be checked: MaxFileSize), longer.pdf (could not be checked: StreamMaxLength).',
    );
    expect(call?.withheld).toBe('unchecked=2');
    expect((await openReceipt(receipt)).text).not.toContain(en.file_stopped);
  });

  test('documents added on the receipt are scanned, too', async () => {
    const receipt = await sendRequest(enquirySite.site, 'Later', []);
    const response = await fetch(receipt, {
      method: 'POST',
      body: formData({ kind: 'documents' }, [infected, clean]),
      redirect: 'manual',
    });
    expect(response.status).toBe(303);
    const [, documents] = enquirySite.acceptedFor('Later');
    expect(documents?.files.map(({ name }) => name)).toEqual(['report.pdf']);
    expect(fieldsOf(documents).message).toMatch(/^further documents for [0-9A-Z-]{9}\n\nFiles held back .*Eicar/);
    const page = await openReceipt(receipt);
    expect(page.text).toContain(en.file_stopped);
    expect(page.text).toContain(en.later.delivered);
  });

  test('a withheld document that was added alone is not reported as delivered', async () => {
    const receipt = await sendRequest(enquirySite.site, 'Later alone', []);
    await fetch(receipt, { method: 'POST', body: formData({ kind: 'documents' }, [infected]), redirect: 'manual' });
    const page = await openReceipt(receipt);
    expect(page.text).toContain(en.file_stopped);
    expect(page.text).not.toContain(en.later.delivered);
    expect(page.text).not.toContain(en.later.waiting);
  });

  test('the visitor’s own message comes before the note about files', async () => {
    const fields = { name: 'Writer', email: 'a@example.com', phone: '+966501234567', message: 'سؤال' };
    const form = formData(fields, [infected]);
    expect(
      (await fetch(`${enquirySite.site.url}/en/contact`, { method: 'POST', body: form, redirect: 'manual' })).status,
    ).toBe(303);
    expect(fieldsOf(enquirySite.acceptedFor('Writer')[0]).message).toMatch(
      /^سؤال\n\nFiles held back by the virus check: /,
    );
  });

  test('an erasure deletes infected files, too', async () => {
    const before = (await enquirySite.site.storedFiles()).length;
    const receipt = await sendRequest(enquirySite.site, 'Erased', [{ ...infected, bytes: infectedPdf(6000, 9) }]);
    expect(await enquirySite.site.storedFiles()).toHaveLength(before + 1);
    await fetch(`${receipt}/delete`, { method: 'POST', redirect: 'manual' });
    expect(await enquirySite.site.storedFiles()).toHaveLength(before);
  });
});

describe('an unavailable scanner', () => {
  let scanner: Clamd;
  let enquirySite: EnquirySite;
  const restarted: Site[] = [];
  async function open(env: Record<string, string> = {}) {
    scanner = await prepareClamd();
    enquirySite = await startEnquirySite({ env: { CLAMD_URL: scanner.url, ...env } });
    const { site } = enquirySite;
    onTestFailed(() => console.error(site.log.join('\n'), site.process.exitCode, site.process.signalCode));
  }
  afterEach(async () => {
    for (const site of restarted.splice(0)) await site.close();
    await enquirySite.close();
    await scanner.close();
  });
  async function restart(env: Record<string, string> = {}): Promise<Site> {
    const site = await enquirySite.site.restart(env);
    restarted.push(site);
    return site;
  }

  test('does not delay a request, whose files follow once they are scanned', async () => {
    await open();
    await expect
      .poll(() => enquirySite.site.log.join('\n'))
      .toContain('The virus scanner at CLAMD_URL does not respond');
    const more = { name: 'more.pdf', bytes: pdf(6000, 5) };
    const receipt = await sendRequest(enquirySite.site, 'Away', [clean, infected, more]);
    const [call] = enquirySite.acceptedFor('Away');
    expect(call).toMatchObject({ files: [], withheld: 'following=3' });
    expect(fieldsOf(call).message).toBe(
      `${fixedMessage}\n\nFiles still being checked for viruses, to be sent later: 3.`,
    );
    const waiting = await openReceipt(receipt);
    expect(waiting.text).toContain('تقرير.pdf');
    expect(waiting.text).toContain(en.state.delivered);
    expect(waiting.text).not.toContain(en.file_stopped);
    expect((await runEnquiries(enquirySite.site, 'list')).output).toMatch(/\t3 files, 3 waiting\t/);

    await scanner.start();
    await expect.poll(() => enquirySite.acceptedFor('Away').length).toBe(2);
    await waitForOutbox();
    const [first, later, ...others] = enquirySite.acceptedFor('Away');
    expect(others).toEqual([]);
    expect(later?.files.map(({ name }) => name)).toEqual(['report.pdf', 'more.pdf']);
    expect(later).toMatchObject({ withheld: 'infected=1', reference: first?.reference });
    expect(fieldsOf(later).message).toMatch(/^further documents for [0-9A-Z-]{9}\n\nFiles held back .*Eicar/);
    expect(later?.idempotencyKey).not.toBe(first?.idempotencyKey);
    const page = await openReceipt(receipt);
    expect(page.text).toContain(en.file_stopped);
    // The visitor sent these files with the request, so the receipt does not list them as added later.
    expect(page.text).not.toContain(en.later.heading);
  });

  test('delays neither a correction nor the message about later documents, which the receipt shows as waiting', async () => {
    await open();
    const receipt = await sendRequest(enquirySite.site, 'Patient', [clean]);
    const postToReceipt = (body: FormData) => fetch(receipt, { method: 'POST', body, redirect: 'manual' });
    const document = { name: 'later.pdf', bytes: pdf(7000, 6) };
    expect((await postToReceipt(formData({ kind: 'documents' }, [document]))).status).toBe(303);
    expect((await openReceipt(receipt)).text).toContain(en.later.waiting);
    const details = { kind: 'details', name: 'Patient B', phone: '+966501234567', email: 'new@b.example' };
    await postToReceipt(formData(details));
    expect(enquirySite.acceptedFor('Patient B')).toHaveLength(1);

    await scanner.start();
    await expect.poll(() => enquirySite.acceptedFor('Patient B').length).toBe(2);
    await waitForOutbox();
    expect(namesOf(enquirySite.acceptedFor('Patient'))).toEqual([[], []]);
    expect(namesOf(enquirySite.acceptedFor('Patient B'))).toEqual([[], ['report.pdf', 'later.pdf']]);
    const page = await openReceipt(receipt);
    expect(page.text).not.toContain(en.later.waiting);
  });

  test('that hangs and then dies during a scan neither blocks deliveries nor loses files', async () => {
    await open();
    await scanner.start();
    scanner.hang();
    const large = { name: 'scan.pdf', bytes: pdf(12_000_000, 7) };
    await sendRequest(enquirySite.site, 'Hanging', [large, clean]);
    expect(enquirySite.acceptedFor('Hanging')[0]).toMatchObject({ files: [], withheld: 'following=2' });
    await scanner.kill();
    await scanner.start();
    await expect.poll(() => enquirySite.acceptedFor('Hanging').length).toBe(2);
    await waitForOutbox();
    expect(namesOf(enquirySite.acceptedFor('Hanging'))).toEqual([[], ['scan.pdf', 'report.pdf']]);
  });

  test('loses no file if the site is also killed before and after the delivery', async () => {
    await open();
    await scanner.start();
    scanner.hang();
    const unanswered = send(enquirySite.site, { name: 'Killed' }, [clean]).catch(() => undefined);
    await expect.poll(() => readVerdicts(enquirySite.site)).toEqual([{ name: 'report.pdf', virus_check: 'waiting' }]);
    await enquirySite.site.kill();
    await unanswered;
    expect(enquirySite.api.received).toEqual([]);

    // Ends the dead process's lease, which would last another minute.
    await siteRows(enquirySite.site, 'UPDATE parcels SET leased_until = 0, next_attempt_at = 0');
    const second = await restart();
    await expect.poll(() => enquirySite.acceptedFor('Killed').length).toBe(1);
    expect(enquirySite.acceptedFor('Killed')[0]).toMatchObject({ files: [], withheld: 'following=1' });
    // The API receives the request shortly before the site records the delivery.
    await expect.poll(() => readOutboxStates(enquirySite.site)).toEqual(['delivered']);
    await second.kill();

    scanner.resume();
    await restart();
    await expect.poll(() => enquirySite.acceptedFor('Killed').length).toBe(2);
    await waitForOutbox();
    expect(namesOf(enquirySite.acceptedFor('Killed'))).toEqual([[], ['report.pdf']]);
  });

  test('that is then switched off releases waiting files, but not infected ones', async () => {
    await open();
    await scanner.start();
    await sendRequest(enquirySite.site, 'Found', [infected]);
    await scanner.kill();
    await sendRequest(enquirySite.site, 'Switched off', [clean]);
    await enquirySite.site.kill();
    const siteWithoutScanner = await restart({ CLAMD_URL: '' });
    await expect.poll(() => enquirySite.acceptedFor('Switched off').length).toBe(2);
    expect(namesOf(enquirySite.acceptedFor('Switched off'))).toEqual([[], ['report.pdf']]);
    expect(await readVerdicts(siteWithoutScanner)).toEqual([
      { name: 'تقرير.pdf', virus_check: 'infected' },
      { name: 'report.pdf', virus_check: 'none' },
    ]);
    await sendRequest(siteWithoutScanner, 'Unasked', [infected]);
    expect(namesOf(enquirySite.acceptedFor('Unasked'))).toEqual([['تقرير.pdf']]);
    expect(enquirySite.acceptedFor('Found')).toHaveLength(1);
  });

  test('is reported to the desk after three days, with the file that could not be checked', async () => {
    await open();
    await sendRequest(enquirySite.site, 'Old', [clean]);
    await siteRows(enquirySite.site, `UPDATE parcels SET created_at = ${Date.now() - 73 * 60 * 60 * 1000}`);
    await expect.poll(() => enquirySite.acceptedFor('Old').length).toBe(2);
    expect(enquirySite.acceptedFor('Old')[1]).toMatchObject({ files: [], withheld: 'unchecked=1' });
  });

  test('that is switched on later scans the files that have not been delivered yet', async () => {
    await open({ CLAMD_URL: '' });
    await scanner.start();
    await sendRequest(enquirySite.site, 'Left before', [infected]);
    enquirySite.api.setBehaviour('error');
    expect((await send(enquirySite.site, { name: 'Not left yet' }, [infected, clean])).status).toBe(502);
    await enquirySite.site.kill();
    enquirySite.api.setBehaviour('ok');
    const site = await restart({ CLAMD_URL: scanner.url });
    await expect.poll(() => enquirySite.acceptedFor('Not left yet').length).toBe(1);
    expect(namesOf(enquirySite.acceptedFor('Not left yet'))).toEqual([['report.pdf']]);
    expect((await readVerdicts(site)).map(({ virus_check }) => virus_check)).toEqual(['none', 'infected', 'clean']);
  });
});

describe('with a scanner, and a mailbox as desk', () => {
  let scanner: Clamd;
  let mailServer: StandInMailServer;
  let site: Site;
  beforeAll(async () => {
    scanner = await startClamd({ MaxFileSize: '3M' });
    mailServer = await startStandInMailServer();
    const env = { DESK: 'smtp', SMTP_URL: mailServer.url, DESK_EMAIL: 'desk@example.com', CLAMD_URL: scanner.url };
    site = await startSite({ env });
  });
  afterAll(async () => {
    await site.close();
    await mailServer.close();
    await scanner.close();
  });
  afterEach(() => void (mailServer.received.length = 0));

  test('the email lists withheld files with the reason, in German and in the visitor’s language', async () => {
    const files = [clean, infected, { name: 'long.pdf', bytes: pdf(4_000_000, 3) }];
    expect((await post(site, 'ar', formData(validRequest(), files))).status).toBe(303);
    const [mail] = mailServer.received;
    expect(mail?.files.map(({ name }) => name)).toEqual(['report.pdf']);
    const [german = '', arabic = ''] = (mail?.email.text ?? '').split(/─+/);
    expect(german).toContain('Dateien: 3\n');
    expect(german).toMatch(
      /^2\. \u2068تقرير\.pdf\u2069 .*: nicht angehängt, die Virenprüfung hat einen Virus gefunden \(/m,
    );
    expect(german).toContain(`(\u2066${eicarName}\u2069)`);
    expect(german).toMatch(
      /^3\. \u2068long\.pdf\u2069 .*: nicht angehängt, .*nicht prüfen \(\u2066MaxFileSize\u2069\)$/m,
    );
    expect(mail?.email.text).toMatch(/npm run enquiries -- files ([0-9A-Z-]{9}) \1 --unchecked/);
    expect(arabic).toContain('غير مرفق لأن فحص الفيروسات وجد فيه فيروسًا');
  });

  test('files that are scanned later follow in a separate email', async () => {
    await scanner.kill();
    await sendRequest(site, 'Mailed', [clean]);
    expect(mailServer.received[0]?.files).toEqual([]);
    expect(mailServer.received[0]?.email.text).toContain(
      'Dateien, die noch auf Viren geprüft werden und in einer eigenen E-Mail folgen: 1',
    );
    await scanner.start();
    await expect.poll(() => mailServer.received.length).toBe(2);
    expect(mailServer.received[1]?.files.map(({ name }) => name)).toEqual(['report.pdf']);
    expect(mailServer.received[1]?.email.subject).toBe(`Re: ${mailServer.received[0]?.email.subject}`);
    expect(mailServer.received[1]?.email.text).toMatch(/^Zu dieser Anfrage sind weitere Unterlagen gekommen\./);
  });
});

describe('with a scanner, and the inbox as desk', () => {
  let scanner: Clamd;
  let site: Site;
  let folder: string;
  beforeAll(async () => {
    scanner = await startClamd({ MaxFileSize: '3M' });
    site = await startSite({ env: { CLAMD_URL: scanner.url } });
    folder = await mkdtemp(join(tmpdir(), 'desk-'));
  });
  afterAll(async () => {
    await site.close();
    await scanner.close();
    await rm(folder, { recursive: true });
  });

  const referenceOf = async (receipt: string) =>
    /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec((await openReceipt(receipt)).title)?.[0] ?? '';

  test('stored files are scanned in the background, and only clean ones are copied', async () => {
    const receipt = await sendRequest(site, 'Inbox', [clean, infected, { name: 'long.pdf', bytes: pdf(4_000_000, 3) }]);
    const reference = await referenceOf(receipt);
    await expect
      .poll(async () => (await readVerdicts(site)).map(({ virus_check }) => virus_check))
      .toEqual(['clean', 'infected', 'unchecked']);
    expect((await openReceipt(receipt)).text).toContain(en.file_stopped);

    const list = await runEnquiries(site, 'list');
    expect(list.output).toMatch(/\t3 files, 1 infected, 1 unchecked\t/);
    const shown = await runEnquiries(site, 'show', reference);
    expect(shown.output).toMatch(
      new RegExp(`\\tinfected \\(${eicarName.replace(/\./g, '\\.')}\\)\\tتقرير\\.pdf$`, 'm'),
    );
    expect(shown.output).toMatch(/\tcould not be checked \(MaxFileSize\)\tlong\.pdf$/m);
    const json = JSON.parse((await runEnquiries(site, 'show', reference, '--json')).output) as { files: object[] };
    expect(json.files[1]).toMatchObject({ virusCheck: { state: 'infected', finding: eicarName } });

    const copies = join(folder, 'copies');
    const copied = await runEnquiries(site, 'files', reference, copies);
    expect(copied).toMatchObject({ code: 0, output: `${join(copies, 'report.pdf')}\n` });
    expect(copied.errors).toContain(`Withheld: تقرير.pdf (infected (${eicarName}))`);
    expect(copied.errors).toContain('Withheld: long.pdf (could not be checked (MaxFileSize))');
    expect(await readdir(copies)).toEqual(['report.pdf']);

    const uncheckedCopies = join(folder, 'deliberate');
    await runEnquiries(site, 'files', reference, uncheckedCopies, '--unchecked');
    expect((await readdir(uncheckedCopies)).sort()).toEqual(['long.pdf', 'report.pdf']);
    const exported = join(folder, 'export');
    expect((await runEnquiries(site, 'export', exported)).errors).toContain('Withheld from');
    expect(await readdir(join(exported, reference))).toEqual(['report.pdf']);
  });

  test('a file that waits for its scan is not copied', async () => {
    await scanner.kill();
    const reference = await referenceOf(await sendRequest(site, 'Waits', [clean]));
    const early = await runEnquiries(site, 'files', reference, join(folder, 'early'));
    expect(early).toMatchObject({ code: 0, output: '' });
    expect(early.errors).toContain('Withheld: report.pdf (not checked yet)');
    await scanner.start();
    await expect.poll(async () => (await readVerdicts(site)).pop()?.virus_check).toBe('clean');
    expect((await runEnquiries(site, 'files', reference, join(folder, 'late'))).output).toContain('report.pdf');
  });
});
