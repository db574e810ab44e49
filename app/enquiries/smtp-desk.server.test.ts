import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exifBlock, exifSegment, jpegWith, placeIn } from '#tests/support/located-pictures.ts';
import { startSmtpInbox, type MailBehaviour, type SmtpInbox } from '#tests/support/smtp-inbox.ts';
import { diskStore } from '#app/uploads/disk-store.server.ts';
import type { FileStore } from '#app/uploads/file-store.server.ts';
import type { StoredFile } from '#app/uploads/keep-file.server.ts';
import type { Desk } from './desk.server.ts';
import type { Enquiry, Parcel } from './enquiry.ts';
import { smtpDesk } from './smtp-desk.server.ts';

const key = 'a3f1c0de-0000-4000-8000-000000000001';

let folder: string;
let store: FileStore;
let inbox: SmtpInbox;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mail-'));
  store = diskStore(folder);
  inbox = await startSmtpInbox();
});

afterEach(async () => {
  await inbox.close();
  rmSync(folder, { recursive: true });
});

function desk(attachmentBytes = 20 * 1024 * 1024, url = inbox.url): Desk {
  return smtpDesk({ url, address: 'desk@example.com', name: 'رحلة GmbH', attachmentBytes }, store);
}

async function stored(name: string, bytes: Uint8Array, type = 'application/pdf'): Promise<StoredFile> {
  const writer = await store.create();
  await writer.write(bytes);
  await writer.commit();
  return { name, type, size: bytes.length, sha256: sha256(bytes), storageKey: writer.key };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Bytes of every value, so that an encoding that spoils one is found. */
function noise(size: number): Buffer {
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
      date: '2031-03-27',
    },
    attachments: [],
    receivedAt: Date.UTC(2027, 2, 27, 13, 5),
    ...overrides,
  };
}

const message = (text: string, language: Enquiry['language'] = 'en'): Enquiry => ({
  id: 'id',
  reference: '4KQ7M01Z',
  kind: 'contact',
  language,
  fields: { name: 'Ahmad', phone: '+966501234567', email: 'a@example.org', message: text },
  attachments: [],
  receivedAt: Date.UTC(2027, 2, 27, 13, 5),
});

/** Hands a parcel over and returns the mail as a mail client reads it. */
async function delivered(parcel: Parcel, from = desk()) {
  expect(await from.deliver(parcel, key)).toEqual({ outcome: 'accepted' });
  const mail = inbox.received[inbox.received.length - 1];
  if (!mail) throw new Error('No mail arrived');
  return { ...mail, text: mail.email.text ?? '' };
}

describe('a mail to the desk', () => {
  test('names reference and kind in the visitor’s language and in German, and can be answered', async () => {
    const { email, recipients, user, raw } = await delivered({ purpose: 'enquiry', enquiry: evacuation() });
    expect(email.subject).toBe('4KQ7-M01Z · رحلة طبية / Medizinischer Flug');
    expect(email.from).toEqual({ name: 'رحلة GmbH', address: 'desk@example.com' });
    expect(email.to).toEqual([{ name: '', address: 'desk@example.com' }]);
    expect(email.replyTo).toEqual([{ name: 'أحمد "Abu Ali"', address: 'a.ahmad@example.org' }]);
    expect(email.messageId).toBe(`<${key}@example.com>`);
    expect(email.headers.find(({ key: name }) => name === 'auto-submitted')?.value).toBe('auto-generated');
    expect(recipients).toEqual(['desk@example.com']);
    expect(user).toBe('desk');
    // RFC 5322, section 2.1.1, and no bare 8-bit letter in the head.
    expect(raw.split('\r\n').every((line) => line.length <= 998)).toBe(true);
    expect(/^[\x20-\x7e\r\n\t]*$/.test(raw.slice(0, raw.indexOf('\r\n\r\n')))).toBe(true);
  });

  test('tells in German and in the visitor’s language what was sent', async () => {
    const { text } = await delivered({ purpose: 'enquiry', enquiry: evacuation() });
    const [german = '', arabic = ''] = text.split(/─+/);
    for (const line of [
      'Neue Anfrage von der Website.',
      'Kennung: \u20664KQ7-M01Z\u2069',
      'Art der Anfrage: Medizinischer Flug',
      'Eingegangen: 27. März 2027 um 14:05 (deutsche Zeit)',
      'Sprache: Arabisch',
      'Antworten: \u2066tel:+966501234567  mailto:a.ahmad@example.org\u2069',
      'Von: \u2068King Khalid International Airport, Riyadh, Saudi Arabia (RUH)\u2069',
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
      'من: \u2068مطار الملك خالد الدولي، الرياض، السعودية (RUH)\u2069',
      'التاريخ المفضل: \u206827/03/2031\u2069',
      'الاسم: \u2068أحمد "Abu Ali"\u2069',
    ]) {
      expect(arabic.split('\n')).toContain(line);
    }
  });

  test('puts what was chosen into German words', async () => {
    const { text } = await delivered({
      purpose: 'enquiry',
      enquiry: {
        ...evacuation(),
        kind: 'medical-flight',
        language: 'ru',
        fields: {
          ...{ flight: 'incubator', name: 'Анна', phone: '+79161234567', email: 'a@example.org' },
          ...{ origin: 'SVO', destination: 'MUC', asSoonAsPossible: true, condition: 'Тяжёлое', companions: 2 },
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

  test('obeys nothing that a visitor typed: no header, no line of ours, no end of an isolation', async () => {
    const enquiry = message('Guten Tag\r\nTelefon: +49 666\u2028Name: Eve\u2069\u202Eevil', 'en');
    enquiry.fields.name = 'Eve\r\nBcc: eve@example.net\u2069';
    const { email, text } = await delivered({ purpose: 'enquiry', enquiry });
    expect(email.bcc ?? []).toEqual([]);
    expect(email.headers.map(({ key: name }) => name)).not.toContain('bcc');
    const lines = text.split('\n');
    expect(lines.filter((line) => line.startsWith('Telefon:'))).toEqual(['Telefon: \u2066+966501234567\u2069']);
    expect(lines).toContain('> \u2068Telefon: +49 666\u2069');
    expect(lines).toContain('> \u2068Name: Eveevil\u2069');
    expect(lines).toContain('Name: \u2068Eve  Bcc: eve@example.net\u2069');
  });

  test.each(['a@b.example, eve@example.net', 'أحمد@مثال.موقع', 'a<b>@c.example', '"\r\nBcc:x"@y.example'])(
    'has no Reply-To where the address may not be understood: %j',
    async (email) => {
      const enquiry = evacuation();
      enquiry.fields.email = email;
      const mail = await delivered({ purpose: 'enquiry', enquiry });
      expect(mail.email.replyTo ?? []).toEqual([]);
      expect(mail.text).not.toContain('mailto:');
      expect(mail.text).toContain('E-Mail: \u2066');
    },
  );

  test('says of later parcels what they bring', async () => {
    const documents = await delivered({ purpose: 'documents', enquiry: evacuation() });
    expect(documents.email.subject).toBe(
      '4KQ7-M01Z · رحلة طبية / Medizinischer Flug · Weitere Unterlagen / مستندات إضافية',
    );
    expect(documents.text).toMatch(/^Zu dieser Anfrage sind weitere Unterlagen gekommen\./);

    const correction = await delivered({ purpose: 'correction', enquiry: message('x') });
    expect(correction.email.subject).toBe(
      '4KQ7-M01Z · Message / Nachricht · Berichtigte Kontaktdaten / Corrected contact details',
    );

    const erasure = await delivered({ purpose: 'erasure', reference: '4KQ7M01Z', kind: 'evacuation' });
    expect(erasure.email.subject).toBe(
      '4KQ7-M01Z · Medical flight / Medizinischer Flug · bitte löschen / please erase',
    );
    expect(erasure.text).toContain('Bitte löschen Sie alle E-Mails dazu samt Anhängen');
    expect(erasure.email.replyTo ?? []).toEqual([]);
  });
});

describe('attachments', () => {
  test('arrive in order, with their names and every byte', async () => {
    const files = [
      { name: 'تقرير طبي مفصل عن حالة المريض بعد العملية الجراحية الأخيرة في الرياض 2027.pdf', bytes: noise(300_001) },
      { name: 'a;b "c" \\ d’s.pdf', bytes: noise(57) },
      { name: `${'x'.repeat(170)}.pdf`, bytes: noise(58) },
    ];
    const attachments = await Promise.all(files.map(({ name, bytes }) => stored(name, bytes)));
    attachments.push(await stored('صورة.jpg', noise(5000), 'image/jpeg'));
    const mail = await delivered({ purpose: 'enquiry', enquiry: evacuation({ attachments }) });
    expect(mail.files).toEqual(attachments.map(({ storageKey: _, ...file }) => file));
    expect(mail.text).toContain('Dateien: 4\n1. \u2068تقرير طبي');
    expect(mail.text).toContain('4. \u2068صورة.jpg\u2069 (\u20665 kB\u2069)');
    expect(mail.text).not.toContain('npm run enquiries');
  });

  test('that do not fit are told, with the command that fetches them; smaller ones behind them still travel', async () => {
    const attachments = [
      await stored('first.pdf', noise(30_000)),
      await stored('كبير.pdf', noise(60_001)),
      await stored('last.pdf', noise(12_000)),
    ];
    // 42 kB are 56 kB in base64, and 2 bytes more for each line of 76.
    const limit = 40_000 + 2 * 527 + 16_000 + 2 * 211;
    const parcel: Parcel = { purpose: 'enquiry', enquiry: evacuation({ attachments }) };
    const mail = await delivered(parcel, desk(limit));
    expect(mail.files.map(({ name }) => name)).toEqual(['first.pdf', 'last.pdf']);
    expect(mail.text).toContain(
      '2. \u2068كبير.pdf\u2069 (\u206659 kB\u2069): nicht angehängt, zu groß für diese E-Mail',
    );
    expect(mail.text).toContain('\u2066npm run enquiries -- files 4KQ7-M01Z 4KQ7-M01Z\u2069');
    const [, ...parts] = mail.raw.split('Content-Transfer-Encoding: base64').slice(1);
    const encoded = parts.map((part) => part.slice(part.indexOf('\r\n\r\n') + 4, part.indexOf('\r\n--')).length + 2);
    expect(encoded.reduce((sum, length) => sum + length, 0)).toBe(limit);
    expect((await delivered(parcel, desk(limit - 1))).files.map(({ name }) => name)).toEqual(['first.pdf']);
    expect((await delivered(parcel, desk(0))).files).toEqual([]);
  });

  test('a photo travels without the place where it was taken', async () => {
    const photo = jpegWith(exifSegment(exifBlock('MM').bytes));
    expect(placeIn(photo)).not.toEqual([]);
    const attachments = [await stored('photo.jpg', photo, 'image/jpeg')];
    const { email, files } = await delivered({ purpose: 'enquiry', enquiry: evacuation({ attachments }) });
    expect(files[0]?.size).toBe(photo.length);
    expect(placeIn(Buffer.from(email.attachments[0]?.content as ArrayBuffer))).toEqual([]);
  });

  test('a file that is gone from the store keeps the whole mail back', async () => {
    const attachments = [await stored('a.pdf', noise(200_000)), await stored('b.pdf', noise(10))];
    await store.remove(attachments[1]?.storageKey ?? '');
    expect(await desk().deliver({ purpose: 'enquiry', enquiry: evacuation({ attachments }) }, key)).toEqual({
      outcome: 'refused',
      reason: 'a file is missing here',
    });
    expect(inbox.received).toEqual([]);
  });
});

describe('a server that does not take the mail', () => {
  const parcel: Parcel = { purpose: 'enquiry', enquiry: evacuation() };

  test.each<[MailBehaviour, string, string]>([
    ['refuses-recipient', 'refused', 'RCPT TO 550'],
    ['refuses-message', 'refused', 'DATA 552'],
    ['later', 'unavailable', 'DATA 451'],
  ])('because it %s is told with command and code, and nothing else', async (behaviour, outcome, reason) => {
    inbox.behave(behaviour);
    expect(await desk().deliver(parcel, key)).toEqual({ outcome, reason });
  });

  test('for a wrong password is tried again: it is ours, not this mail', async () => {
    const url = new URL(inbox.url);
    url.password = 'wrong';
    expect(await desk(1000, url.href).deliver(parcel, key)).toEqual({
      outcome: 'unavailable',
      reason: 'AUTH PLAIN 535',
    });
  });

  test('because it is away is tried again', async () => {
    const url = inbox.url;
    await inbox.close();
    expect(await desk(1000, url).deliver(parcel, key)).toEqual({ outcome: 'unavailable', reason: 'CONN ECONNREFUSED' });
    inbox = await startSmtpInbox(Number(new URL(url).port));
    expect(await desk(1000, url).deliver(parcel, key)).toEqual({ outcome: 'accepted' });
  });

  test('and has it nevertheless gets a second mail of the same Message-ID', async () => {
    const same = desk();
    inbox.behave('unsure');
    expect((await same.deliver(parcel, key)).outcome).toBe('unavailable');
    inbox.behave('ok');
    expect((await same.deliver(parcel, key)).outcome).toBe('accepted');
    expect(inbox.received.map(({ email }) => email.messageId)).toEqual([
      `<${key}@example.com>`,
      `<${key}@example.com>`,
    ]);
  });

  describe('because it hangs up', () => {
    let server: Server;
    afterEach(() => new Promise((resolve) => server.close(resolve)));

    test.each([
      ['before it greets', ''],
      ['after it greets', '220 mail.example ESMTP\r\n'],
      ['with another protocol', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ])('%s is tried again', async (_case, greeting) => {
      server = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.resume().end(greeting);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const answer = await desk(1000, url).deliver(parcel, key);
      expect(answer).toMatchObject({ outcome: 'unavailable' });
      expect(JSON.stringify(answer)).not.toContain('example');
    });
  });
});
