import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Enquiry, OutboxMessage } from '#app/enquiries/enquiry.ts';
import { openDiskStore } from '#app/uploads/storage/disk-store.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import { exifBlock, exifSegment, findLocations, jpegWith } from '#tests/support/located-pictures.ts';
import { phoneLinksIn } from '#tests/support/phone-links.ts';
import {
  type MailBehaviour,
  type Rejections,
  type StandInMailServer,
  startStandInMailServer,
} from '#tests/support/stand-in-mail-server.ts';
import type { Desk } from './desk.server.ts';
import { smtpDesk } from './smtp-desk.server.ts';

const attempt = { idempotencyKey: 'a3f1c0de-0000-4000-8000-000000000001', number: 1 };
const createdAt = Date.UTC(2027, 2, 27, 13, 5);

let folder: string;
let store: FileStore;
let mailServer: StandInMailServer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mail-'));
  store = openDiskStore(folder);
  mailServer = await startStandInMailServer();
});

afterEach(async () => {
  await mailServer.close();
  rmSync(folder, { recursive: true });
});

function desk(attachmentBytes = 20 * 1024 * 1024, url = mailServer.url, files = store): Desk {
  return smtpDesk(
    { url, addresses: ['desk@example.com'], from: 'desk@example.com', name: () => 'رحلة GmbH', attachmentBytes },
    files,
  );
}

async function storeFile(name: string, bytes: Uint8Array, type = 'application/pdf'): Promise<StoredFile> {
  const writer = await store.create();
  await writer.write(bytes);
  await writer.commit();
  return { name, type, size: bytes.length, sha256: sha256(bytes), storageKey: writer.key };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns bytes of every value, to detect encoding errors. */
function allByteValues(size: number): Buffer {
  return Buffer.from(Array.from({ length: size }, (_, index) => (index * 131 + (index >> 8)) & 0xff));
}

function evacuation(overrides: Partial<Enquiry & { kind: 'evacuation' }> = {}): Enquiry {
  return {
    id: 'id',
    reference: '4KQ7M01Z',
    kind: 'evacuation',
    language: 'ar',
    fields: {
      name: 'أحمد "Abu Ali"',
      phone: '+966501234567',
      email: 'a.ahmad@example.org',
      origin: 'RUH',
      destination: 'MUC',
      destinationOpen: false,
      date: '2031-03-27',
      asSoonAsPossible: false,
    },
    attachments: [],
    receivedAt: createdAt,
    privacyNotice: 'test',
    ...overrides,
  };
}

const contactEnquiry = (text: string, language: Enquiry['language'] = 'en'): Enquiry => ({
  id: 'id',
  reference: '4KQ7M01Z',
  kind: 'contact',
  language,
  fields: { name: 'Ahmad', phone: '+966501234567', email: 'a@example.org', message: text },
  attachments: [],
  receivedAt: createdAt,
  privacyNotice: 'test',
});

/** Delivers a message and returns the email as parsed by a mail client. */
async function deliver(outboxMessage: OutboxMessage, viaDesk = desk()) {
  expect(await viaDesk.deliver(outboxMessage, attempt)).toEqual({ outcome: 'accepted' });
  const mail = mailServer.received[mailServer.received.length - 1];
  if (!mail) throw new Error('No email arrived');
  return { ...mail, text: mail.email.text ?? '' };
}

describe('an email to the desk', () => {
  test('has the journey, date and reference in its subject, and can be replied to', async () => {
    const { email, recipients, user, raw } = await deliver({
      number: 0,
      createdAt,
      purpose: 'enquiry',
      enquiry: evacuation(),
    });
    expect(email.subject).toBe('RUH → MUC · 27.03.2031 · 4KQ7-M01Z');
    expect(email.from).toEqual({ name: 'رحلة GmbH', address: 'desk@example.com' });
    expect(email.to).toEqual([{ name: '', address: 'desk@example.com' }]);
    expect(email.replyTo).toEqual([{ name: 'أحمد "Abu Ali"', address: 'a.ahmad@example.org' }]);
    expect(email.messageId).toBe('<id.0@example.com>');
    expect(email.headers.find(({ key: name }) => name === 'importance')).toBeUndefined();
    expect(email.headers.find(({ key: name }) => name === 'auto-submitted')?.value).toBe('auto-generated');
    expect(recipients).toEqual(['desk@example.com']);
    expect(user).toBe('desk');
    // RFC 5322, section 2.1.1; no unencoded 8-bit character in the headers.
    expect(raw.split('\r\n').every((line) => line.length <= 998)).toBe(true);
    expect(/^[\x20-\x7e\r\n\t]*$/.test(raw.slice(0, raw.indexOf('\r\n\r\n')))).toBe(true);
  });

  test('contains the enquiry in German and in the visitor’s language', async () => {
    const { text } = await deliver({ number: 0, createdAt, purpose: 'enquiry', enquiry: evacuation() });
    const [german = '', arabic = ''] = text.split(/─+/);
    for (const line of [
      'Neue Anfrage von der Website.',
      'Kennung: \u20664KQ7-M01Z\u2069',
      'Art der Anfrage: Medizinischer Flug',
      'Eingegangen: 27. März 2027 um 14:05 (deutsche Zeit)',
      'Anrufen: tel:+966501234567',
      'WhatsApp: https://wa.me/966501234567',
      'E-Mail schreiben: mailto:a.ahmad@example.org',
      'Von: King Khalid International Airport, Riad, Saudi-Arabien (\u2066RUH\u2069)',
      'Wunschtermin: \u206827.03.2031\u2069',
      'Name: \u2068أحمد "Abu Ali"\u2069',
      'Telefon: \u2066+966501234567\u2069',
      'Dateien: 0',
    ]) {
      expect(german.split('\n')).toContain(line);
    }
    for (const line of [
      'طلب جديد من الموقع.',
      'الرقم المرجعي: \u20664KQ7-M01Z\u2069',
      'من: مطار الملك خالد الدولي، الرياض، السعودية (\u2066RUH\u2069)',
      'التاريخ المفضل: \u206827/03/2031\u2069',
      'الاسم: \u2068أحمد "Abu Ali"\u2069',
      'واتساب: https://wa.me/966501234567',
    ]) {
      expect(arabic.split('\n')).toContain(line);
    }
  });

  test('translates choices into German', async () => {
    const { text } = await deliver({
      number: 0,
      createdAt,
      purpose: 'enquiry',
      enquiry: {
        ...evacuation(),
        kind: 'medical-flight',
        language: 'ru',
        fields: {
          ...{ flight: 'incubator', name: 'Анна', phone: '+79161234567', email: 'a@example.org' },
          ...{
            origin: 'SVO',
            destination: 'MUC',
            destinationOpen: false,
            asSoonAsPossible: true,
            condition: 'Тяжёлое',
            companions: 2,
          },
          ...{ needs: ['oxygen', 'incubator'], patientAge: 0 },
        } as (Enquiry & { kind: 'medical-flight' })['fields'],
      },
    });
    expect(text).toContain('Art des Transports: \u2068Inkubator\u2069');
    expect(text).toContain('Wunschtermin: \u2068So bald wie möglich\u2069');
    expect(text).toContain('Unterwegs benötigt: \u2068Sauerstoff, Inkubator\u2069');
    expect(text).toContain('Zustand des Patienten:\n> \u2068Тяжёлое\u2069');
    expect(text).toContain('Новая заявка с сайта.');
    expect(text).toContain('Вид заявки: Медицинский рейс, подробная заявка');
  });

  test('prevents typed text from injecting headers, imitating our lines or ending its isolation', async () => {
    const enquiry = contactEnquiry('Guten Tag\r\nTelefon: +49 666\u2028Name: Eve\u2069\u202Eevil', 'en');
    enquiry.fields.name = 'Eve\r\nBcc: eve@example.net\u2069';
    const { email, text } = await deliver({ number: 0, createdAt, purpose: 'enquiry', enquiry });
    expect(email.bcc ?? []).toEqual([]);
    expect(email.headers.map(({ key: name }) => name)).not.toContain('bcc');
    const lines = text.split('\n');
    expect(lines.filter((line) => line.startsWith('Telefon:'))).toEqual(['Telefon: \u2066+966501234567\u2069']);
    expect(lines).toContain('> \u2068Telefon: +49 666\u2069');
    expect(lines).toContain('> \u2068Name: Eveevil\u2069');
    expect(lines).toContain('Name: \u2068Eve  Bcc: eve@example.net\u2069');
  });

  test.each(['a@b.example, eve@example.net', 'أحمد@مثال.موقع', 'a<b>@c.example', '"\r\nBcc:x"@y.example'])(
    'has no Reply-To for an address that mail clients may not understand: %j',
    async (email) => {
      const enquiry = evacuation();
      enquiry.fields.email = email;
      const mail = await deliver({ number: 0, createdAt, purpose: 'enquiry', enquiry });
      expect(mail.email.replyTo ?? []).toEqual([]);
      expect(mail.text).not.toContain('mailto:');
      expect(mail.text).toContain('E-Mail: \u2066');
    },
  );

  test.each<[string, string | undefined]>([
    ['+966501234567', '966501234567'],
    ['00966501234567', '966501234567'],
    ['+9660501234567', '966501234567'],
    ['0501234567', undefined],
  ])('links to %s only if the number has a country code', async (phone, number) => {
    const enquiry = evacuation();
    enquiry.fields.phone = phone;
    const { text, email } = await deliver({ number: 0, createdAt, purpose: 'enquiry', enquiry });
    const links = [`Anrufen: tel:+${number}`, `WhatsApp: https://wa.me/${number}`];
    expect(text.split('\n').filter((line) => /^(?:Anrufen|WhatsApp):/.test(line))).toEqual(number ? links : []);
    expect(phoneLinksIn(`${text} ${email.html}`)).toEqual(number ? [`tel:+${number}`, `https://wa.me/${number}`] : []);
    expect(text.includes('Die Telefonnummer hat keine Landesvorwahl.')).toBe(number === undefined);
    expect(text).toContain(`Telefon: \u2066${phone}\u2069`);
  });

  test('puts internal notes below the signature separator, where replies do not quote them', async () => {
    const attachments = [await storeFile('a.pdf', allByteValues(100))];
    const enquiry = evacuation({ attachments, mayBeAutomated: true });
    const { text, email } = await deliver({ number: 0, createdAt, purpose: 'enquiry', enquiry }, desk(0));
    const [quoted = '', internal = '', ...more] = text.split('\n-- \n');
    expect(more).toEqual([]);
    for (const note of ['Sprache: Arabisch', 'Vielleicht von einem Programm gesendet', 'npm run enquiries -- files']) {
      expect(internal).toContain(note);
      expect(quoted).not.toContain(note);
    }
    expect(quoted).toContain('1. \u2068a.pdf\u2069');
    const [, signature = ''] = (email.html ?? '').split('<div class="moz-signature"');
    expect(signature).toContain('npm run enquiries -- files 4KQ7-M01Z 4KQ7-M01Z');
  });

  test('has an HTML version with the correct text directions and no external resources', async () => {
    const { email } = await deliver({ number: 0, createdAt, purpose: 'enquiry', enquiry: evacuation() });
    const html = email.html ?? '';
    expect(html).toContain('<div dir="ltr" lang="de"');
    expect(html).toContain('<div dir="rtl" lang="ar"');
    expect(html).toContain('href="tel:+966501234567"');
    expect(html).toContain('href="https://wa.me/966501234567"');
    expect(html).toContain('href="mailto:a.ahmad@example.org"');
    expect(html).toContain('<bdi dir="auto">أحمد &quot;Abu Ali&quot;</bdi>');
    expect(html).not.toMatch(/<(?:img|link|script|iframe|style)|url\(|src=/);
  });

  test('escapes typed text', async () => {
    const enquiry = contactEnquiry('<img src=x onerror="a()"> & \n</div><script>');
    enquiry.fields.name = '<b>Eve</b>';
    const { email } = await deliver({ number: 0, createdAt, purpose: 'enquiry', enquiry });
    expect(email.html).toContain(
      '<div dir="auto" style="margin:0;padding:0;border:0;white-space:pre-wrap">&lt;img src=x',
    );
    expect(email.html).toContain('&lt;/div&gt;&lt;script&gt;');
    expect(email.html).toContain('&lt;b&gt;Eve&lt;/b&gt;');
    expect(email.html).not.toMatch(/<(?:img|script|b)[ >]/);
  });

  test('is marked as urgent, with the reasons in the body only', async () => {
    const enquiry = contactEnquiry('My father is in intensive care and on a ventilator.');
    const { email, text } = await deliver({ number: 0, createdAt, purpose: 'enquiry', enquiry });
    expect(email.subject).toBe('URGENT · Message · 4KQ7-M01Z');
    expect(email.headers.find(({ key: name }) => name === 'importance')?.value).toBe('High');
    expect(text).toContain('Dringend: Beatmung, Intensivmedizin\n');
    expect(text).toContain('Urgent: ventilated, intensive care\n');
    expect(email.html).toContain('Dringend: Beatmung, Intensivmedizin</p>');
  });

  test('about a later addition joins the thread of the first email', async () => {
    const headerOf = ({ email }: Awaited<ReturnType<typeof deliver>>, name: string) =>
      email.headers.find(({ key: found }) => found === name)?.value;
    const first = await deliver({ number: 0, createdAt, purpose: 'enquiry', enquiry: evacuation() });
    expect(headerOf(first, 'references')).toBeUndefined();

    const documents = await deliver({ number: 1, createdAt, purpose: 'documents', enquiry: evacuation() });
    expect(documents.email.subject).toBe('Re: RUH → MUC · 27.03.2031 · 4KQ7-M01Z');
    expect(documents.text).toMatch(/^Zu dieser Anfrage sind weitere Unterlagen gekommen\./);

    const correction = await deliver({ number: 2, createdAt, purpose: 'correction', enquiry: evacuation() });
    expect(correction.email.subject).toBe('Re: RUH → MUC · 27.03.2031 · 4KQ7-M01Z');

    const erased = { reference: '4KQ7M01Z', kind: 'evacuation' as const, enquiryId: 'id' };
    const erasure = await deliver({ number: 3, createdAt, purpose: 'erasure', ...erased });
    expect(erasure.email.subject).toBe('Please erase / bitte löschen · 4KQ7-M01Z');
    expect(erasure.text).toContain('Bitte löschen Sie alle E-Mails dazu samt Anhängen');
    expect(erasure.text).not.toContain('\n-- \n');
    expect(erasure.email.replyTo ?? []).toEqual([]);

    for (const [index, later] of [documents, correction, erasure].entries()) {
      expect(later.email.messageId).toBe(`<id.${index + 1}@example.com>`);
      expect(headerOf(later, 'references')).toBe(first.email.messageId);
      expect(headerOf(later, 'in-reply-to')).toBe(first.email.messageId);
    }
  });
});

describe('an email to several recipients', () => {
  const addresses = ['Anna@example.com', 'bernd@example.com'];
  const deskOfBoth = () =>
    smtpDesk(
      { url: mailServer.url, addresses, from: 'site@example.org', name: () => 'Rihla', attachmentBytes: 1000 },
      store,
    );
  const outboxMessage: OutboxMessage = { number: 0, createdAt, purpose: 'enquiry', enquiry: evacuation() };

  test('is sent from the configured sender address', async () => {
    expect(await deskOfBoth().deliver(outboxMessage, attempt)).toEqual({ outcome: 'accepted' });
    expect(mailServer.received[0]?.email.from?.address).toBe('site@example.org');
    expect(mailServer.received[0]?.email.to?.map(({ address }) => address)).toEqual(addresses);
    expect(mailServer.received[0]?.email.messageId).toBe('<id.0@example.org>');
  });

  test('is retried only for recipients that have not received it', async () => {
    const isAnna = (address: string) => address.toLowerCase().startsWith('anna');
    mailServer.setRejections({ recipient: (address) => (isAnna(address) ? undefined : '450 4.2.0 Greylisted') });
    const partialDelivery = {
      outcome: 'accepted',
      incomplete: { reached: ['Anna@example.com'], reason: 'RCPT TO 450' },
    };
    expect(await deskOfBoth().deliver(outboxMessage, attempt)).toEqual(partialDelivery);
    // A second failure gives the same result.
    expect(await deskOfBoth().deliver(outboxMessage, { ...attempt, reached: ['Anna@example.com'] })).toEqual(
      partialDelivery,
    );
    mailServer.setRejections({});
    expect(await deskOfBoth().deliver(outboxMessage, { ...attempt, reached: ['Anna@example.com'] })).toEqual({
      outcome: 'accepted',
    });
    expect(mailServer.received.map(({ recipients }) => recipients.map((address) => address.toLowerCase()))).toEqual([
      ['anna@example.com'],
      ['bernd@example.com'],
    ]);
    expect(mailServer.received.map(({ email }) => email.to?.length)).toEqual([2, 2]);
  });

  test('counts as delivered when the remaining recipients have been removed', async () => {
    expect(await deskOfBoth().deliver(outboxMessage, { ...attempt, reached: addresses })).toEqual({
      outcome: 'accepted',
    });
    expect(mailServer.received).toEqual([]);
  });
});

describe('attachments', () => {
  test('arrive in order, complete and with their names', async () => {
    const files = [
      {
        name: 'تقرير طبي مفصل عن حالة المريض بعد العملية الجراحية الأخيرة في الرياض 2027.pdf',
        bytes: allByteValues(300_001),
      },
      { name: 'a;b "c" \\ d’s.pdf', bytes: allByteValues(57) },
      { name: `${'x'.repeat(170)}.pdf`, bytes: allByteValues(58) },
    ];
    const attachments = await Promise.all(files.map(({ name, bytes }) => storeFile(name, bytes)));
    attachments.push(await storeFile('صورة.jpg', allByteValues(5000), 'image/jpeg'));
    const mail = await deliver({ number: 0, createdAt, purpose: 'enquiry', enquiry: evacuation({ attachments }) });
    expect(mail.files).toEqual(attachments.map(({ storageKey: _, ...file }) => file));
    expect(mail.text).toContain('Dateien: 4\n1. \u2068تقرير طبي');
    expect(mail.text).toContain('4. \u2068صورة.jpg\u2069 (\u20665 kB\u2069)');
    expect(mail.text).not.toContain('npm run enquiries');
  });

  test('that are too large are listed with the command that copies them; smaller ones after them are attached', async () => {
    const attachments = [
      await storeFile('first.pdf', allByteValues(30_000)),
      await storeFile('كبير.pdf', allByteValues(60_001)),
      await storeFile('last.pdf', allByteValues(12_000)),
    ];
    // 42 kB are 56 kB in base64, plus 2 bytes for each line of 76 characters.
    const limit = 40_000 + 2 * 527 + 16_000 + 2 * 211;
    const outboxMessage: OutboxMessage = {
      number: 0,
      createdAt,
      purpose: 'enquiry',
      enquiry: evacuation({ attachments }),
    };
    const mail = await deliver(outboxMessage, desk(limit));
    expect(mail.files.map(({ name }) => name)).toEqual(['first.pdf', 'last.pdf']);
    expect(mail.text).toContain(
      '2. \u2068كبير.pdf\u2069 (\u206659 kB\u2069): nicht angehängt, zu groß für diese E-Mail',
    );
    expect(mail.text).toContain('\u2066npm run enquiries -- files 4KQ7-M01Z 4KQ7-M01Z\u2069');
    const [, , ...parts] = mail.raw.split('Content-Transfer-Encoding: base64').slice(1);
    const encoded = parts.map((part) => part.slice(part.indexOf('\r\n\r\n') + 4, part.indexOf('\r\n--')).length + 2);
    expect(encoded.reduce((sum, length) => sum + length, 0)).toBe(limit);
    expect((await deliver(outboxMessage, desk(limit - 1))).files.map(({ name }) => name)).toEqual(['first.pdf']);
    expect((await deliver(outboxMessage, desk(0))).files).toEqual([]);
  });

  test('never include disc files, which are listed with the command that copies them', async () => {
    const attachments = [
      await storeFile('أشعة.zip', allByteValues(2000), 'application/zip'),
      await storeFile('report.pdf', allByteValues(2000)),
    ];
    const enquiry = evacuation({ attachments });
    const { text, files } = await deliver({ number: 0, createdAt, purpose: 'enquiry', enquiry });
    expect(files.map(({ name }) => name)).toEqual(['report.pdf']);
    expect(text).toMatch(/أشعة\.zip.*: nicht angehängt, Dateien von einer CD oder DVD/);
    expect(text).toContain('npm run enquiries -- files 4KQ7-M01Z 4KQ7-M01Z');
  });

  test('contain photos without location metadata', async () => {
    const photo = jpegWith(exifSegment(exifBlock('MM').bytes));
    expect(findLocations(photo)).not.toEqual([]);
    const attachments = [await storeFile('photo.jpg', photo, 'image/jpeg')];
    const { email, files } = await deliver({
      number: 0,
      createdAt,
      purpose: 'enquiry',
      enquiry: evacuation({ attachments }),
    });
    expect(files[0]?.size).toBe(photo.length);
    expect(findLocations(Buffer.from(email.attachments[0]?.content as ArrayBuffer))).toEqual([]);
  });

  test('that are missing or truncated are left out and listed in the email', async () => {
    const attachments = await Promise.all(['a', 'b', 'c'].map((name) => storeFile(`${name}.pdf`, allByteValues(2000))));
    await store.remove(attachments[0]?.storageKey ?? '');
    truncateSync(join(folder, attachments[1]?.storageKey ?? ''), 10);
    const { text, files } = await deliver({
      number: 0,
      createdAt,
      purpose: 'enquiry',
      enquiry: evacuation({ attachments }),
    });
    expect(files.map(({ name }) => name)).toEqual(['c.pdf']);
    expect(text).toMatch(/a\.pdf.*: nicht angehängt, auf dem Server der Website verloren/);
    expect(text).toMatch(/b\.pdf.*: nicht angehängt, auf dem Server der Website verloren.*truncated to 10 bytes/);
    expect(text).not.toMatch(/c\.pdf.*verloren/);
  });

  test.each([
    ['EIO', 'a file could not be read'],
    ['ENOENT', 'a file is missing on this server'],
  ])('that cannot be read (%s) are retried, and the reason is reported', async (code, reason) => {
    const attachments = [await storeFile('a.pdf', allByteValues(2000))];
    const outboxMessage: OutboxMessage = {
      number: 0,
      createdAt,
      purpose: 'enquiry',
      enquiry: evacuation({ attachments }),
    };
    const failingStore: FileStore = {
      ...store,
      open: () => Readable.from(failToRead()),
    };

    function* failToRead(): Generator<Buffer> {
      throw Object.assign(new Error('read failed'), { code });
    }
    expect(await desk(undefined, undefined, failingStore).deliver(outboxMessage, attempt)).toEqual({
      outcome: 'unavailable',
      reason,
    });
    expect(mailServer.received).toEqual([]);
  });
});

test('a check logs in without sending an email', async () => {
  expect(await desk().check?.()).toEqual({ outcome: 'accepted' });
  expect(mailServer.received).toEqual([]);
  const url = new URL(mailServer.url);
  url.password = 'wrong';
  expect(await desk(1000, url.href).check?.()).toEqual({ outcome: 'unavailable', reason: 'AUTH PLAIN 535' });
});

describe('a mail server', () => {
  const outboxMessage: OutboxMessage = { number: 0, createdAt, purpose: 'enquiry', enquiry: evacuation() };

  test.each<[MailBehaviour, string, string]>([
    ['rejects-recipient', 'unavailable', 'RCPT TO 550'],
    ['rejects-message', 'refused', 'DATA 552'],
    ['defers', 'unavailable', 'DATA 451'],
  ])('that responds with "%s" is reported with SMTP command and code only', async (behaviour, outcome, reason) => {
    mailServer.setBehaviour(behaviour);
    expect(await desk().deliver(outboxMessage, attempt)).toEqual({ outcome, reason });
  });

  test('that rejects the password counts as unavailable', async () => {
    const url = new URL(mailServer.url);
    url.password = 'wrong';
    expect(await desk(1000, url.href).deliver(outboxMessage, attempt)).toEqual({
      outcome: 'unavailable',
      reason: 'AUTH PLAIN 535',
    });
  });

  test('that is down counts as unavailable until it is up again', async () => {
    const url = mailServer.url;
    await mailServer.close();
    expect(await desk(1000, url).deliver(outboxMessage, attempt)).toEqual({
      outcome: 'unavailable',
      reason: 'CONN ECONNREFUSED',
    });
    mailServer = await startStandInMailServer(Number(new URL(url).port));
    expect(await desk(1000, url).deliver(outboxMessage, attempt)).toEqual({ outcome: 'accepted' });
  });

  test('that accepts an email but does not confirm it gets a second one with the same Message-ID', async () => {
    const retryingDesk = desk();
    mailServer.setBehaviour('stores-but-fails');
    expect((await retryingDesk.deliver(outboxMessage, attempt)).outcome).toBe('unavailable');
    mailServer.setBehaviour('ok');
    expect((await retryingDesk.deliver(outboxMessage, attempt)).outcome).toBe('accepted');
    expect(mailServer.received.map(({ email }) => email.messageId)).toEqual([
      '<id.0@example.com>',
      '<id.0@example.com>',
    ]);
  });

  describe('that rejects an email with files', () => {
    const messageWithFiles = async (): Promise<OutboxMessage> => {
      const attachments = [
        await storeFile('report.pdf', allByteValues(30_000)),
        await storeFile('صورة.jpg', allByteValues(5000), 'image/jpeg'),
      ];
      return { number: 0, createdAt, purpose: 'enquiry', enquiry: evacuation({ attachments }) };
    };

    test.each<[string, Rejections]>([
      ['by a filter', { message: (raw) => (raw.includes('report.pdf') ? '550 5.7.1 Spam' : undefined) }],
      ['for its size', { message: (raw) => (raw.length > 40_000 ? '552 5.3.4 Too large' : undefined) }],
      ['for lack of space', { message: (raw) => (raw.length > 40_000 ? '552 5.2.2 Over quota' : undefined) }],
    ])(
      '%s immediately gets it without them, with a list of the files and the command to copy them',
      async (_, rejections) => {
        // Base64 hides the names in the email's text from this filter, as from the filters of real mail servers.
        mailServer.setRejections(rejections);
        expect(await desk().deliver(await messageWithFiles(), attempt)).toEqual({ outcome: 'accepted' });
        const [mail] = mailServer.received;
        expect(mailServer.received).toHaveLength(1);
        expect(mail?.files).toEqual([]);
        expect(mail?.email.messageId).toBe('<id.0@example.com>');
        const note = 'nicht angehängt, der Mailserver hat die E-Mail mit Dateien nicht angenommen';
        expect(mail?.email.text).toContain(
          `Dateien: 2\n1. \u2068report.pdf\u2069 (\u206629 kB\u2069): ${note}\n2. \u2068صورة.jpg\u2069 (\u20665 kB\u2069): ${note}\n`,
        );
        expect(mail?.email.text).toContain('npm run enquiries -- files 4KQ7-M01Z 4KQ7-M01Z');
      },
    );

    test('and advertises a size limit gets the email without them on the first attempt', async () => {
      await mailServer.close();
      mailServer = await startStandInMailServer(0, 20_000);
      const attachments = [await storeFile('report.pdf', allByteValues(20_000))];
      const outboxMessage: OutboxMessage = {
        number: 0,
        createdAt,
        purpose: 'enquiry',
        enquiry: evacuation({ attachments }),
      };
      expect(await desk().deliver(outboxMessage, attempt)).toEqual({ outcome: 'accepted' });
      expect(mailServer.received.map(({ files }) => files)).toEqual([[]]);
    });

    test.each<[string, string, string]>([
      ['550 5.7.1 Spam', 'refused', 'DATA 550'],
      ['552 5.2.2 Over quota', 'unavailable', 'DATA 552'],
    ])('and also the email without them, with %s, makes the message %s', async (reply, outcome, reason) => {
      let attempts = 0;
      mailServer.setRejections({ message: () => ((attempts += 1), reply) });
      expect(await desk().deliver(await messageWithFiles(), attempt)).toEqual({ outcome, reason });
      expect(attempts).toBe(2);
    });

    test('temporarily gets them again with the next attempt', async () => {
      mailServer.setRejections({ message: () => '451 4.7.1 Later' });
      expect(await desk().deliver(await messageWithFiles(), attempt)).toEqual({
        outcome: 'unavailable',
        reason: 'DATA 451',
      });
      mailServer.setRejections({});
      expect(await desk().deliver(await messageWithFiles(), attempt)).toEqual({ outcome: 'accepted' });
      expect(mailServer.received.map(({ files }) => files.length)).toEqual([2]);
    });
  });

  describe('that closes the connection', () => {
    let server: Server;
    afterEach(() => new Promise((resolve) => server.close(resolve)));

    test.each([
      ['before its greeting', ''],
      ['after its greeting', '220 mail.example ESMTP\r\n'],
      ['after responding in another protocol', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ])('%s counts as unavailable', async (_case, greeting) => {
      server = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.resume().end(greeting);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const result = await desk(1000, url).deliver(outboxMessage, attempt);
      expect(result).toMatchObject({ outcome: 'unavailable' });
      expect(JSON.stringify(result)).not.toContain('example');
    });
  });
});
