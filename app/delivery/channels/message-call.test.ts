import { describe, expect, test } from 'vitest';
import type { Enquiry } from '#app/enquiries/enquiry.ts';
import { docxType } from '#app/uploads/receive/docx-type.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import { describeOmittedFiles, filesOfMessage, messageFields } from './message-call.ts';

const megabyte = 1024 * 1024;

function fileWith(changes: Partial<StoredFile> = {}): StoredFile {
  return { name: 'report.pdf', type: 'application/pdf', size: 900, sha256: '', storageKey: '', ...changes };
}

describe('the contact message for a kind without its own API call', () => {
  const enquiry: Enquiry & { kind: 'treatment' } = {
    id: 'id',
    reference: '4KQ7M01Z',
    kind: 'treatment',
    language: 'ar',
    fields: {
      name: 'أحمد',
      phone: '+966501234567',
      email: undefined,
      wishes: ['second_opinion', 'surgery'],
      specialty: 'cardiology',
      illness: 'Narrowed valve,\nno operation',
      question: undefined,
      patientAge: 70,
      patientSex: 'female',
      wishedTime: undefined,
      payer: 'payer_unknown',
      companions: undefined,
      needsInterpreter: true,
    },
    attachments: [],
    receivedAt: Date.UTC(2027, 2, 20),
    privacyNotice: 'treatment-2026-11-23-2',
  };

  test('has the fields of the specification in order, with an empty email address and the language of the page', () => {
    const fields = messageFields(enquiry);
    expect(fields.filter(([name]) => name !== 'message')).toEqual([
      ['name', 'أحمد'],
      ['email', ''],
      ['phone', '+966501234567'],
      ['language', 'ar'],
    ]);
    expect(fields.map(([name]) => name)).toEqual(['name', 'email', 'phone', 'message', 'language']);
  });

  test('contains the kind and every row in German, and typed text unchanged', () => {
    const message = messageFields(enquiry).find(([name]) => name === 'message')?.[1];
    expect(message?.split('\n')).toEqual([
      'Behandlungsanfrage',
      'Gewünscht: Zweitmeinung ohne Anreise, Operation',
      'Fachgebiet: Kardiologie',
      'Diagnose und bisherige Behandlung: Narrowed valve,',
      'no operation',
      'Alter des Patienten in Jahren: 70',
      'Geschlecht des Patienten: weiblich',
      'Kostenträger: Noch nicht bekannt',
      'Dolmetscher: Gewünscht',
      'Name: أحمد',
      'Telefon: +966501234567',
    ]);
  });
});

describe('the files of a contact message', () => {
  test('are the first five that have a permitted type and at most 10 MB', () => {
    const files = [
      fileWith({ name: 'scan.png', type: 'image/png' }),
      fileWith({ name: 'large.pdf', size: 10 * megabyte + 1 }),
      fileWith({ name: 'limit.pdf', size: 10 * megabyte }),
      fileWith({ name: 'photo.jpg', type: 'image/jpeg' }),
      fileWith({ name: 'letter.docx', type: docxType }),
      fileWith({ name: '4.pdf' }),
      fileWith({ name: '5.pdf' }),
      fileWith({ name: '6.pdf' }),
    ];
    expect(filesOfMessage(files).map(({ name }) => name)).toEqual([
      'limit.pdf',
      'photo.jpg',
      'letter.docx',
      '4.pdf',
      '5.pdf',
    ]);
  });

  test('that are left out are listed with their sizes', () => {
    const omitted = [
      fileWith({ name: 'تقرير.png', size: 3 * megabyte }),
      fileWith({ name: 'large.pdf', size: 30 * megabyte }),
    ];
    expect(describeOmittedFiles(omitted, '4KQ7M01Z')).toBe(
      'Files that are only at the site’s desk, with request 4KQ7-M01Z: تقرير.png (3 MB), large.pdf (30 MB).',
    );
  });
});
