import { createInstance } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import forms from '#locales/en/forms.json' with { type: 'json' };
import type { RejectedFile } from '../file-status.ts';
import { contactFileLimits, evacuationFileLimits } from '../limits.ts';
import { fieldMessages, summaryMessages } from './file-message.ts';

const i18next = createInstance();
beforeAll(() => i18next.init({ lng: 'en', resources: { en: { forms } }, interpolation: { escapeValue: false } }));
const t = () => i18next.getFixedT('en', 'forms');

const files: RejectedFile[] = [
  { name: '6.pdf', error: 'too_many_files' },
  { name: 'a.pdf', error: 'file_too_large' },
  { name: 'b.pdf', error: 'file_too_large' },
  { name: 'c.exe', error: 'file_wrong_type' },
];

test('the contact form shows messages about number and size once for the field, and others per file', () => {
  expect(fieldMessages(t(), files, contactFileLimits)).toEqual([
    'Maximum 5 files allowed',
    'One or more files are too large (max 10 MB)',
  ]);
  expect(summaryMessages(t(), files, contactFileLimits)).toEqual([
    'Maximum 5 files allowed',
    'One or more files are too large (max 10 MB)',
    expect.stringContaining('c.exe'),
  ]);
});

test('a form for medical files shows one message per file', () => {
  expect(fieldMessages(t(), files, evacuationFileLimits)).toEqual([]);
  expect(summaryMessages(t(), files, evacuationFileLimits)).toEqual(
    files.map(({ name }) => expect.stringContaining(name) as string),
  );
});

test('a message about a disc states the limit for discs', () => {
  const messages = summaryMessages(
    t(),
    [
      { name: 'study.zip', error: 'file_too_large' },
      { name: 'scan.pdf', error: 'file_too_large' },
    ],
    evacuationFileLimits,
  );
  expect(messages).toEqual([expect.stringContaining('500 MB'), expect.stringContaining('30 MB')]);
});

test('a message about a file without extension states the limit for its type', () => {
  const messages = summaryMessages(
    t(),
    [
      { name: 'report', type: 'application/pdf', error: 'file_too_large' },
      { name: 'IM000001', type: '', error: 'file_too_large' },
    ],
    evacuationFileLimits,
  );
  expect(messages).toEqual([expect.stringContaining('30 MB'), expect.stringContaining('500 MB')]);
});
